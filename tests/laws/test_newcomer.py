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
"""The name of the new game, which takes the place of all that were removed."""

LONGEST = 600.0
"""Seconds that a tour through the new game, or the check of everything, may take on a busy machine."""

pytestmark = pytest.mark.xdist_group("newcomer")


@pytest.fixture(scope="module")
def project_copy(tmp_path_factory):
    """A copy of the project in which the new game is the only one, so that nothing can rely on another."""
    return project_with_only(tmp_path_factory.mktemp("house"), nullgame)


def project_with_only(root, model):
    """Build a copy of the project, remove all games, and add one like the model."""
    build_house(root)
    for game in GAMES:
        remove_game(root, game)
    move_in(root, NEW, model)
    run(root, "-m", "tests.tools.record_playthroughs")
    run(root, "-m", "tests.tools.catalogue")
    return root


def remove_game(root, game):
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


def test_a_new_game_can_be_played_resumed_and_watched(project_copy):
    assert run(project_copy, "-m", "tests.tools.newcomer", NEW).endswith("played\n")


def test_a_new_puzzle_game_needs_no_further_steps(tmp_path):
    root = project_with_only(tmp_path, nullpuzzles)
    assert run(root, "-m", "tests.tools.newcomer", NEW).endswith("played\n")
    assert list(missing(root, NEW)) == []


@pytest.mark.thorough
def test_self_test_and_screenshots_include_the_new_game(project_copy):
    report = json.loads(run(project_copy, "main.py", "self-test"))
    assert list(report["checks"]["games"]["played"]) == list(report["checks"]["worker"]["chose"]) == [NEW]
    planned = run(
        project_copy, "-c", "from scenes.shots.shots import plans\nfor plan in plans(): print(plan.file)"
    ).splitlines()
    assert {f"{NEW}-board-1920x1080-{language}.png" for language in LANGUAGES} <= set(planned)


def test_texts_of_the_new_game_are_in_every_catalogue(project_copy):
    for path in (project_copy / "config" / "locale").glob("*.po"):
        assert 'msgid "{player} took the last counter."' in path.read_text(encoding="utf-8")


def test_no_part_of_the_new_game_is_missing(project_copy):
    assert list(missing(project_copy, NEW)) == []


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
def test_a_missing_file_of_a_game_is_reported(project_copy, part, named):
    path = project_copy / part.format(game=NEW)
    kept = path.rename(path.with_name(f"{path.name}.away"))
    try:
        assert list(missing(project_copy, NEW)) == [named.format(game=NEW)]
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
def test_a_missing_line_of_a_game_is_reported(project_copy, part, line, named):
    path = project_copy / part.format(game=NEW)
    text = path.read_text(encoding="utf-8")
    assert line.format(game=NEW) in text
    path.write_text(text.replace(line.format(game=NEW), ""), encoding="utf-8")
    try:
        assert list(missing(project_copy, NEW)) == [named.format(game=NEW)]
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_no_part_of_the_existing_games_is_missing(game):
    assert list(missing(ROOT, game)) == []


def test_the_docs_list_every_step_of_adding_a_game():
    steps = " ".join((ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8").split())
    for word in ("tests/games/nullgame.py", "logic/registry.py", "config/<game>.yaml", "scenes/<game>/view.py", "VIEW"):
        assert word in steps
    for tool in ("tests.tools.record_playthroughs", "tests.tools.catalogue"):
        assert f"`python -m {tool}`" in steps
        assert (ROOT / Path(*tool.split("."))).with_suffix(".py").is_file()
