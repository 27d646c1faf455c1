"""Screenshots of the meadow in use: highlights, pieces that cannot move, other boards; sharing and printing."""

from __future__ import annotations

from typing import Any

from logic.core import Cell
from logic.registry import new_setup
from scenes.jumpin.editor import EDITOR
from scenes.puzzles.shelf import PuzzleShelf
from scenes.shots.headless import HeadlessApp
from scenes.shots.poses import Shot, open_board, people

GAME = "jumpin"
MEADOW = "M..R./.ff../RM..R/M..F./...F."
"""Rabbits that can jump and others that cannot, and foxes in both directions."""
SMALL: dict[str, Any] = {
    "position": ".R.M./..MR./.....", "rows": 3, "cols": 5, "holes": (Cell(0, 4), Cell(2, 0), Cell(2, 2)),
    "fox_rows": (), "fox_cols": (),
}  # fmt: skip
LARGE: dict[str, Any] = {
    "position": "M..R..M/.ff..../R.M.R../...R.F./M....F./.....gg/R..M...", "rows": 7, "cols": 7,
    "holes": (Cell(0, 0), Cell(0, 6), Cell(3, 3), Cell(6, 0), Cell(6, 6)), "fox_rows": (1, 5), "fox_cols": (1, 5),
}  # fmt: skip


def _on(here: HeadlessApp, *actions: str, position: str = MEADOW, **board: Any) -> None:
    """Open a puzzle and press some keys there."""
    open_board(here, new_setup(GAME, None, people(GAME), 7, {"position": position, **board}), (), *actions)


def _shelf(here: HeadlessApp) -> None:
    here.show(PuzzleShelf(here.app, GAME))


def _exits(here: HeadlessApp) -> None:
    """Open the menu of exits, for which only small windows have a button."""
    shelf = PuzzleShelf(here.app, GAME)
    here.show(shelf)
    shelf.show_exits()
    here.run_until_idle()


def _editor(here: HeadlessApp) -> None:
    here.show(EDITOR(here.app, GAME, MEADOW, None))


SHOTS = (
    Shot("jumpin-board-rabbit", lambda here: _on(here, "rotate"), main=True),
    Shot("jumpin-board-fox", lambda here: _on(here, "rotate", "rotate", "right")),
    Shot("jumpin-board-asked", lambda here: _on(here, "right", "accept"), main=True),
    Shot("jumpin-board-without-coordinates", lambda here: _on(here, "coordinates")),
    Shot("jumpin-board-small", lambda here: _on(here, **SMALL)),
    Shot("jumpin-board-large", lambda here: _on(here, "rotate", **LARGE)),
    Shot("jumpin-exits", _exits),
    Shot("jumpin-enter-code", _shelf, keys=("enter-code",)),
    Shot("jumpin-print", _shelf, main=True, keys=("print",)),
    Shot("jumpin-editor-code", _editor, keys=("tab-code",)),
    Shot("jumpin-editor-way", _editor, keys=("judge",)),
)
"""The game's own shots, beside those of every game."""
