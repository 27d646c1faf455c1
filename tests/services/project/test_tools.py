"""Screenshots cover every screen, and the self-test finds what is broken."""

import importlib
import json
import os
from pathlib import Path

import msgspec
import pygame
import pytest

from logic.config import ConfigError
from logic.registry import GAMES, game_config
from logic.text import LANGUAGES
from main import main
from scenes.shots import selftest, shots
from scenes.shots.poses import Shot

pytestmark = pytest.mark.xdist_group("posed")  # the games that were played for the poses are kept by one process

LARGER_THAN_NOTHING = 5_000


@pytest.mark.parametrize("check", list(selftest.CHECKS))
def test_one_failed_check_fails_the_self_test(capsys, monkeypatch, check):
    def broken():
        raise ValueError("on purpose")

    monkeypatch.setattr(selftest, "CHECKS", {"good": dict, check: broken})

    code = main(["self-test"])

    told = json.loads(capsys.readouterr().out)
    assert code == 1
    assert told["ok"] is False
    assert told["checks"]["good"]["ok"]
    assert told["checks"][check]["error"] == "ValueError: on purpose"


def test_self_test_finds_a_broken_configuration(monkeypatch):
    monkeypatch.setattr(selftest, "game_config", lambda name: importlib.import_module("no_such_module"))

    assert not selftest.tried(selftest.CHECKS["configs"])["ok"]


def test_self_test_names_a_broken_screen(monkeypatch):
    def fall_over(here):
        raise LookupError("no board")

    monkeypatch.setattr(selftest, "SHOTS", (Shot("crooked", fall_over, used=False),))

    assert "crooked (en): LookupError: no board" in selftest.tried(selftest.CHECKS["screens"])["error"]


def test_a_pose_with_an_unknown_rules_page_title_is_an_error(monkeypatch):
    renamed = msgspec.structs.replace(game_config("coatl"), rules=game_config("coatl").rules[:1])
    monkeypatch.setattr("scenes.cabinet.rules.game_config", lambda name: renamed)
    shot = next(shot for shot in shots.SHOTS if shot.name == "coatl-rules-end")

    with (
        pytest.raises(ConfigError, match="no page has the title 'How it ends'"),
        shots.posed(shot, selftest.SMALL, "en"),
    ):
        pass


def test_a_picture_that_cannot_be_written_is_an_error_naming_the_file():
    with shots.posed(shots.SHOTS[0], selftest.SMALL, "en") as here, pytest.raises(OSError, match="/dev/full"):
        here.picture(Path("/dev/full"))


def test_shots_cover_every_window_size_and_main_screens_every_language():
    planned = {plan.file for plan in shots.plans()}

    for shot in shots.SHOTS:
        for window in shots.WINDOWS:
            assert f"{shot.name}-{window.name}-en.png" in planned
    for shot in (shot for shot in shots.SHOTS if shot.main):
        for language in LANGUAGES:
            assert f"{shot.name}-1024x600-200-{language}.png" in planned
    assert {window.size for window in shots.WINDOWS} >= {(1920, 1080), (1024, 600), (1080, 1920)}
    assert len({shot.name for shot in shots.SHOTS}) == len(shots.SHOTS)


def test_shots_writes_and_lists_the_selected_pictures(capsys, tmp_path):
    code = main(["shots", str(tmp_path), "--only", "help-1024x600-en", "shelf-1080x1920-en"])

    named = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0
    assert {path.name for path in named} == {"help-1024x600-en.png", "shelf-1080x1920-en.png"}
    sizes = {path.name: pygame.image.load(path).get_size() for path in named}
    assert sizes == {"help-1024x600-en.png": (1024, 600), "shelf-1080x1920-en.png": (1080, 1920)}
    assert min(path.stat().st_size for path in named) > LARGER_THAN_NOTHING


def test_shots_do_not_touch_the_players_data(capsys, tmp_path):
    before = os.environ["QUINCUNX_DATA"]

    main(["shots", str(tmp_path), "--only", "games-first-start-1024x600-en"])

    assert os.environ["QUINCUNX_DATA"] == before
    assert list(Path(before).iterdir()) == []


def test_shots_with_an_unknown_picture_name_is_refused(capsys, tmp_path):
    code = main(["shots", str(tmp_path), "--only", "dungeon"])

    assert code == 2
    assert capsys.readouterr().err == "quincunx: --only: no picture has dungeon in its name\n"


def test_shots_use_a_store_with_profiles_and_games():
    shot = next(shot for shot in shots.SHOTS if shot.name == "statistics")

    with shots.posed(shot, selftest.SMALL, "en") as here:
        store = here.app.store
        assert store.profiles() == ("Ann", "Ben")
        assert len(store.unfinished()) == len(GAMES)
        assert store.statistics("", "Ann").total.played >= 3 * len(GAMES)
