"""What the tests of the puzzle shelf share: somebody who sits before it, and the cards."""

import sys
from types import ModuleType

import pytest

from logic import variants
from logic.registry import GAMES
from logic.storage.files import keep_board
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.shelf import PuzzleShelf
from tests.games import nullpuzzles
from tests.games.nullpuzzles import YAML, Piles
from tests.games.nullview import CountersView


@pytest.fixture
def puzzles(monkeypatch):
    return install(monkeypatch)


@pytest.fixture
def seated(sit_down, puzzles):
    """Somebody at the puzzle shelf, which lies over the shelf of games."""
    return sit_down((1280, 800), at=[ShelfScene, (PuzzleShelf, NAME)])


def marked(driver):
    return [one.face.title for one in driver.top.ui.walk() if getattr(getattr(one, "face", None), "mark", "")]


@pytest.fixture
def boards(seated):
    keep_board(NAME, "Attic", "4\n")
    keep_board(NAME, "cellar", "9\n")
    keep_board(NAME, "Broken", "no number")
    seated.tap("tab-boards")
    return seated


@pytest.fixture
def cave(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "cave.txt").write_text("6", encoding="utf-8")
    (tmp_path / "deep" / "wrong.txt").write_text("?", encoding="utf-8")
    (tmp_path / "deep" / ".hidden.txt").write_text("6", encoding="utf-8")
    (tmp_path / "deep" / "other.jpg").write_bytes(b"\x89PNG")
    return tmp_path


NAME = "piles"


def install(monkeypatch, *, alone=True):
    """Put the game on the shelf; ``alone`` takes the real games of puzzles off it, whose files would be in the way."""
    puzzles = Piles()
    monkeypatch.setattr(nullpuzzles, "PUZZLES", puzzles)
    if alone:
        real_games = dict(GAMES)
        for name in reversed(real_games):  # all of them, and backwards, so that they come back in their order
            monkeypatch.delitem(GAMES, name)
        for name, game in real_games.items():
            if not hasattr(game, "PUZZLES"):
                monkeypatch.setitem(GAMES, name, game)
    monkeypatch.setitem(GAMES, NAME, nullpuzzles)
    real = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda file: YAML if file == f"{NAME}.yaml" else real(file))
    view = ModuleType(f"scenes.{NAME}.view")
    view.VIEW = CountersView
    monkeypatch.setitem(sys.modules, f"scenes.{NAME}.view", view)
    return puzzles
