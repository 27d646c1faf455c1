"""What a move of JumpIN’ does, in words."""

from __future__ import annotations

from logic.core import Cell, Message
from logic.jumpin.rules import Hop, JumpinMove, Slide, State


def place_name(cell: Cell) -> str:
    """Name a cell by row and column, both from 0, as the board's coordinates do."""
    return f"({cell.row}, {cell.col})"


def describe(state: State, move: JumpinMove) -> Message:
    """Say what a move about to be made does."""
    if isinstance(move, Slide):
        return _slide(state, move)
    return _hop(state, move)


def _hop(state: State, move: Hop) -> Message:
    place = place_name(move.target)
    if move.target in state.board.holes:
        return Message("{rabbit} jumps into the burrow {place}.", rabbit=move.rabbit, place=place)
    return Message("{rabbit} jumps to {place}.", rabbit=move.rabbit, place=place)


def _slide(state: State, move: Slide) -> Message:
    start, _ = state.foxes[int(move.fox[1:]) - 1]
    down, right = move.target.row - start.row, move.target.col - start.col
    n = abs(down + right)
    if right > 0:
        return Message("{fox} slides {n} cell right.", plural="{fox} slides {n} cells right.", fox=move.fox, n=n)
    if right < 0:
        return Message("{fox} slides {n} cell left.", plural="{fox} slides {n} cells left.", fox=move.fox, n=n)
    if down > 0:
        return Message("{fox} slides {n} cell down.", plural="{fox} slides {n} cells down.", fox=move.fox, n=n)
    return Message("{fox} slides {n} cell up.", plural="{fox} slides {n} cells up.", fox=move.fox, n=n)
