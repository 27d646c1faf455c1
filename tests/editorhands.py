"""What the tests of the labyrinth editor share: an editor that is open, and how to read it."""

import pytest

from logic.core import Cell
from scenes.dragon.editor import EDITOR, DragonEditor
from scenes.editor.editor import EditorScene
from tests.editorseat import opener
from tests.labyrinths import file_text

SMALL = file_text("Z;J;L D2;T1,1;C3 Z;M;A1", "N;Z1;B2", 2, "1;1")
"""One of nearly everything, three by three."""
EASY = file_text("Z;Z;L", "N", 1)


@pytest.fixture
def edit(sit_down):
    """Open the editor over the shelf; give the hands."""
    return opener(sit_down, EDITOR, "dragon")


def editor(driver) -> EditorScene:
    return next(scene for scene in driver.app.stack.scenes if isinstance(scene, EditorScene))


def part(driver) -> DragonEditor:
    """What the game brings to the editor."""
    return editor(driver).editor


def spot(driver, row, col):
    """The middle of a square, as the rules count."""
    return part(driver).camera.cell_rect(Cell(row - 1, col - 1)).center


def field(driver, row, col):
    return editor(driver).drawing.field(Cell(row - 1, col - 1))


def kind(driver, row, col):
    return field(driver, row, col).kind


def says(driver):
    return editor(driver).status.text
