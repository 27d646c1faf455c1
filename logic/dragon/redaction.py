"""What the player knows: the view of a position, and where it ends."""

from __future__ import annotations

from dataclasses import replace

from logic.core import Cell
from logic.dragon.board import Field
from logic.dragon.rules import Clock, State

UNSEEN = Field("unseen")


def redact(state: State, _viewer: int) -> State:
    """The view: unseen fields covered, teleports without their targets, clocks that do not tell how long."""
    seen: list[set[int]] = [set() for _ in state.board.fields]
    for row, col in state.seen:
        seen[row].add(col)
    fields = tuple(_shown_row(line, cols) for line, cols in zip(state.board.fields, seen, strict=True))
    clocks = tuple(Clock(clock.cell, clock.what, 0) for clock in state.clocks)
    return replace(state, board=replace(state.board, fields=fields), clocks=clocks)


def _shown_row(line: tuple[Field, ...], cols: set[int]) -> tuple[Field, ...]:
    """Cover what is unseen of a row; the largest board has a hundred of them, and a move must not wait for it."""
    if not cols:
        return (UNSEEN,) * len(line)
    return tuple(
        (field if field.target is None else Field(field.kind, field.size)) if col in cols else UNSEEN
        for col, field in enumerate(line)
    )


def edge(view: State) -> frozenset[Cell]:
    """The seen squares from which something unseen would be seen."""
    board, seen = view.board, view.seen
    if len(seen) == board.height * board.width:
        return frozenset()
    return frozenset(cell for cell in seen if not all(near in seen for near in board.neighbours(cell)))
