"""What may be done in the labyrinth, read from the legal moves alone, and where a push or a walk would lead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from logic.core import Cell
from logic.labyrinth import State
from logic.labyrinth.components import TURNS, Arrow
from logic.labyrinth.rules import Push, Skip, Use, Walk


@lru_cache(maxsize=32)
def pushes_of(state: State) -> Mapping[tuple[Arrow, int], Push]:
    """The legal pushes by arrow and by how the spare tile is turned."""
    return {(move.arrow, move.rot): move for move in state.legal_moves() if isinstance(move, Push)}


@lru_cache(maxsize=32)
def walks_of(state: State) -> Mapping[Cell, Walk]:
    """The legal walks by where they end."""
    return {move.cell: move for move in state.legal_moves() if isinstance(move, Walk)}


@lru_cache(maxsize=32)
def uses_of(state: State) -> tuple[Use | Skip, ...]:
    """What may be done with the mark on the tile that was pushed out; nothing in another phase."""
    return tuple(move for move in state.legal_moves() if isinstance(move, Use | Skip))


@lru_cache(maxsize=128)
def preview_of(state: State, push: Push) -> State:
    """What a push leads to, as its player knows it."""
    return cast("State", state.apply(push).state)


@lru_cache(maxsize=128)
def ways_of(state: State) -> Mapping[Cell, tuple[Cell, ...]]:
    """The cells that the player to move could walk to as the tiles lie, each with the way there."""
    return state.ways()


@lru_cache(maxsize=128)
def reached(state: State, push: Push | None = None) -> frozenset[str]:
    """The tiles that the player to move could walk to as they lie, or after a push."""
    if push is None:
        return frozenset(state.tile(cell).id for cell in ways_of(state))
    seen = preview_of(state, push)
    return frozenset(seen.tile(cell).id for cell in seen.ways())


def can_push_at(state: State, arrow: Arrow) -> bool:
    return (arrow, state.spare.rot % TURNS[state.spare.shape]) in pushes_of(state)
