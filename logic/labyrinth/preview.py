"""What a push would change, before it is made: where tiles and pawns would be, where one could walk, what for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from logic.core import Cell
from logic.labyrinth.board import Grid
from logic.labyrinth.moves import Push
from logic.labyrinth.rules import State


@dataclass(frozen=True, slots=True)
class Preview:
    """What a push leads to: the grid and the pawns after it, the cells that the player to move could walk to then.

    ``takes`` are the own treasures among them, ``ends`` tells whether a walk would end the game.
    """

    grid: Grid
    pawns: tuple[Cell, ...]
    reach: frozenset[Cell]
    takes: tuple[str, ...]
    ends: bool


def preview(state: State, push: Push) -> Preview:
    """Look at a push of a position as its player knows it."""
    after = cast("State", state.apply(push).state)
    reach = frozenset(after.ways())
    takes = tuple(goal for goal in after.goals(after.player) if after.cell_of(goal) in reach)
    return Preview(after.grid, after.pawns, reach, takes, may_end(after))


def may_end(state: State) -> bool:
    """Tell whether a walk of the player to move, as the tiles lie, would end the game."""
    if state.goes_home(state.player):
        return state.params.starts[state.player] in state.ways()
    if len(state.deck(state.player)) != 1:
        return False
    goal = state.cell_of(state.goals(state.player)[0])
    is_last = state.params.end == "last_treasure" or goal == state.params.starts[state.player]
    return is_last and goal in state.ways()
