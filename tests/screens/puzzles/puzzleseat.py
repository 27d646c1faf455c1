"""What the tests of the puzzle shelf share: somebody who sits before it, and the cards."""

import pytest

from logic.storage.files import keep_board
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.shelf import PuzzleShelf
from tests.games import pileshelf
from tests.games.pileshelf import NAME


@pytest.fixture
def puzzles(monkeypatch):
    return pileshelf.install(monkeypatch)


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
