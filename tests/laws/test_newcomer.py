"""A new game added by the steps of the docs alone is found, shown and played, and missing steps are reported."""

import json
import os
import re
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest

from logic.registry import GAMES
from logic.text import LANGUAGES
from tests.games import nullgame, nullpuzzles
from tests.support import processes
from tests.tools.newcomer import ROOT, build_house, missing, move_in

NEW = "newcomer"
"""A new game; it takes the place of one that was removed."""

LONGEST = 600.0
"""Seconds that a tour through the new game, or the check of everything, may take on a busy machine."""

pytestmark = pytest.mark.xdist_group("newcomer")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the project in which the new game is the only one, so that nothing can rely on another."""
    return furnished(tmp_path_factory.mktemp("house"), nullgame)


def furnished(root, model):
    """Build a copy of the project, remove all games, and add one like the model."""
    build_house(root)
    for game in GAMES:
        move_out(root, game)
    move_in(root, NEW, model)
    run(root, "-m", "tests.tools.record_playthroughs")
    run(root, "-m", "tests.tools.catalogue")
    return root


def move_out(root, game):
    """Remove a game from the project."""
    shutil.rmtree(root / "logic" / game)
    (root / "config" / f"{game}.yaml").unlink()
    shutil.rmtree(root / "scenes" / game)
    registry = root / "logic" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    text = re.sub("(?<=^from logic import ).*", partial(without, game), text, flags=re.MULTILINE)
    registry.write_text(text.replace(f'    "{game}": {game},\n', ""), encoding="utf-8")
    (root / "logic" / "nothing.py").touch()


def without(game, names):
    """Return the names of a line of imports without that one, or a placeholder for nothing."""
    return ", ".join(name for name in names[0].split(", ") if name != game) or "nothing"


def run(root, *arguments):
    folders = {"QUINCUNX_DATA": str(root / "data"), "QUINCUNX_CACHE": str(root / "cache")}
    environment = {**os.environ, **folders, "PYTHONPATH": str(root)}
    done = processes.run(sys.executable, *arguments, cwd=root, env=environment, timeout=LONGEST)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_is_opened_played_left_resumed_and_watched_by_every_hand(house):
    assert run(house, "-m", "tests.tools.newcomer", NEW).endswith("played\n")


def test_a_new_game_of_puzzles_needs_no_more_than_that(tmp_path):
    root = furnished(tmp_path, nullpuzzles)
    assert run(root, "-m", "tests.tools.newcomer", NEW).endswith("played\n")
    assert list(missing(root, NEW)) == []


@pytest.mark.thorough
def test_the_check_and_the_pictures_take_it_in(house):
    report = json.loads(run(house, "main.py", "self-test"))
    assert list(report["checks"]["games"]["played"]) == list(report["checks"]["worker"]["chose"]) == [NEW]
    planned = run(
        house, "-c", "from scenes.shots.shots import plans\nfor plan in plans(): print(plan.file)"
    ).splitlines()
    assert {f"{NEW}-board-1920x1080-{language}.png" for language in LANGUAGES} <= set(planned)


def test_its_words_are_in_every_catalogue(house):
    for path in (house / "config" / "locale").glob("*.po"):
        assert 'msgid "{player} took the last counter."' in path.read_text(encoding="utf-8")


def test_what_was_moved_in_is_complete(house):
    assert list(missing(house, NEW)) == []


@pytest.mark.parametrize(
    ("part", "named"),
    [
        ("logic/{game}/__init__.py", "logic/{game}/__init__.py"),
        ("config/{game}.yaml", "config/{game}.yaml"),
        ("scenes/{game}/view.py", "scenes/{game}/view.py"),
        ("tests/rules/{game}/test_{game}_rules.py", "tests/rules/{game}/test_{game}_rules.py"),
        ("tests/playthroughs/{game}-plain.txt", "a playthrough of plain in tests/playthroughs"),
    ],
)
def test_a_missing_part_is_named(house, part, named):
    path = house / part.format(game=NEW)
    kept = path.rename(path.with_name(f"{path.name}.away"))
    try:
        assert list(missing(house, NEW)) == [named.format(game=NEW)]
    finally:
        kept.rename(path)


@pytest.mark.parametrize(
    ("part", "line", "named"),
    [
        ("logic/registry.py", '    "{game}": {game},\n', "a line in logic/registry.py"),
        ("scenes/{game}/view.py", "VIEW = CountersView\n", "VIEW in scenes/{game}/view.py"),
        ("config/cabinet.yaml", "  {game}:\n", "a place on the shelf in config/cabinet.yaml"),
    ],
)
def test_a_missing_line_is_named(house, part, line, named):
    path = house / part.format(game=NEW)
    text = path.read_text(encoding="utf-8")
    assert line.format(game=NEW) in text
    path.write_text(text.replace(line.format(game=NEW), ""), encoding="utf-8")
    try:
        assert list(missing(house, NEW)) == [named.format(game=NEW)]
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_missing_of_the_games_that_are_here(game):
    assert list(missing(ROOT, game)) == []


def test_the_steps_are_those_of_the_docs():
    steps = " ".join((ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8").split())
    for word in ("tests/games/nullgame.py", "logic/registry.py", "config/<game>.yaml", "scenes/<game>/view.py", "VIEW"):
        assert word in steps
    for tool in ("tests.tools.record_playthroughs", "tests.tools.catalogue"):
        assert f"`python -m {tool}`" in steps
        assert (ROOT / Path(*tool.split("."))).with_suffix(".py").is_file()
