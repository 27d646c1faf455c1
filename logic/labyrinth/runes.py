"""What a computer player does with a mark that it has pushed out, in the variant with runes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from logic.labyrinth.bits import Insertion
from logic.labyrinth.board import HIDDEN, Mark, line_of, ways
from logic.labyrinth.moves import LabyrinthMove, Skip, Use
from logic.labyrinth.outset import Outset
from logic.labyrinth.rules import State

PROMISES: Mapping[Mark | Literal[""], float] = {
    "turn_again": 0.7,
    "push_again": 0.2,
    "wall": 0.2,
    "exchange": 0.1,
    "swap": 0.1,
    "peek": 0.05,
    "": 0.0,
}
"""What it is worth to push a mark out, in treasures, roughly."""


def decide(outset: Outset) -> LabyrinthMove:
    """Use a mark where that helps now, or costs nothing; else leave it on its tile."""
    state = outset.state
    uses = [move for move in state.legal_moves() if isinstance(move, Use)]
    if not uses:
        return Skip()
    mark = uses[0].mark
    if mark == "turn_again":
        return uses[0]
    if mark == "peek":
        return max(uses, key=lambda use: _curiosity(state, use))
    if outset.reach & outset.goals():
        return Skip()
    if mark in ("push_again", "exchange"):
        return uses[0]
    helpful = [use for use in uses if _helps(outset, use)]
    return helpful[0] if helpful else Skip()


def _curiosity(state: State, use: Use) -> tuple[bool, int]:
    """Tell how much a peek at a top card is wanted: rather one not known yet, of who has fewest cards left."""
    assert use.on is not None  # noqa: S101 - told to the type checker
    deck = state.deck(use.on)
    return deck[0] == HIDDEN, -len(deck)


def _helps(outset: Outset, use: Use) -> bool:
    """Tell whether the goal can be walked to after changing places, or through a wall."""
    state = outset.state
    start = state.pawns[outset.seat if use.on is None else use.on]
    cells = ways(state.grid, start, through_wall=use.mark == "wall")
    return any(1 << outset.frame.place(cell) & outset.goals() for cell in cells)


def promise(outset: Outset, insertion: Insertion) -> float:
    """Give what a push promises by the mark on the tile that it pushes out."""
    end = line_of(outset.frame.arrows[insertion.arrow], outset.frame.size)[-1]
    return PROMISES[outset.state.tile(end).mark]
