"""Screenshots of labyrinths in states that no game reaches by itself: large boards, labels on a square, the ends."""

from __future__ import annotations

from logic.core import Cell, Dice
from logic.dragon.board import Board, Field, Knight, dump_board
from logic.registry import new_setup
from scenes.shots.headless import HeadlessApp
from scenes.shots.poses import Shot, board, open_board, people

GAME = "dragon"
MINED = "3\n5\nZ;Z;M;J;L\nD2;Z;W;C2;Z\nZ;T3,5;Z;A1;Z\n1;1\nN;Z1\n2\n"
LARGE = (40, 64)
"""Rows and columns of a board that no window shows as a whole."""


def _large_board() -> str:
    """The file of a large board with all kinds of fields; it need not be winnable."""
    dice, (height, width) = Dice(7), LARGE
    some = (*[Field("plain")] * 8, *[Field("eternal")] * 3, Field("edible"), Field("mine"), Field("hole", 2),
            Field("bricks", 3), Field("teeth", 2), Field("teleport", target=Cell(1, 1)))  # fmt: skip
    rows = [[dice.choice(some) for _ in range(width)] for _ in range(height)]
    rows[height // 2][width // 2 : width // 2 + 6] = [Field("plain")] * 6
    rows[-1][-1] = Field("lair")
    knights = (Knight("ordinary"), Knight("eater", 2), Knight("builder", 3), Knight("jumper"))
    fields = tuple(map(tuple, rows))
    return dump_board(Board(height, width, fields, Cell(height // 2, width // 2), knights, 2))


def _on(here: HeadlessApp, text: str, *moves: str, variant: str | None = None) -> None:
    """Open a board from a text and make some moves on it."""
    open_board(here, new_setup(GAME, variant, people(GAME), 7, {"board": text}), moves)


def _large(here: HeadlessApp, variant: str) -> None:
    _on(here, _large_board(), "K1 east", "K1 east", variant=variant)


def _told(here: HeadlessApp) -> None:
    board(here, GAME, 6)
    here.act("inform")


def _warned(here: HeadlessApp) -> None:
    """Step towards a visible mine."""
    _on(here, MINED, "K1 east")
    here.act("rotate", "right")


def _lost(here: HeadlessApp) -> None:
    """Lose a knight who was needed."""
    _on(here, MINED, "K1 east", "K1 east")
    here.run_until_idle()


SHOTS = (
    Shot("dragon-board-large", lambda here: _large(here, "adventure")),
    Shot("dragon-board-large-open", lambda here: _large(here, "practice")),
    Shot("dragon-board-told", _told, main=True),
    Shot("dragon-board-warned", _warned),
    Shot("dragon-lost", _lost, main=True),
    Shot("dragon-uncovered", _lost, keys=("uncover",)),
)
"""The game's own shots, beside those of every game."""
