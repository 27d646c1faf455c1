"""What the tests of JumpIN’s editor share: puzzles, and how to find what is on the screen."""

from logic.core import Cell
from logic.jumpin.board import STANDARD
from logic.jumpin.draft import Drawing
from logic.jumpin.rules import begin
from scenes.editor.editor import EditorScene
from scenes.jumpin.editor import JumpinEditor

EASY = "...../M..../R...R/....M/....."
LONG = ".MM../...M./...R./...../....."
"""Two steps at least; the example of the rules page."""


def editor(driver) -> EditorScene:
    return next(scene for scene in driver.app.stack.scenes if isinstance(scene, EditorScene))


def part(driver) -> JumpinEditor:
    """What the game brings to the editor."""
    return editor(driver).editor


def spot(driver, row, col):
    return part(driver).canvas.view.cell_rect(Cell(row, col)).center


def text(driver):
    return editor(driver).drawing.params()["position"]


def drawing(position, board=STANDARD):
    return Drawing.of(begin(position, board))
