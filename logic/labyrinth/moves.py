"""The moves of Labyrinth, and what earlier ones leave behind: a bonus, a card seen, turns to remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from logic.core import Cell
from logic.labyrinth.board import Arrow, Grid, Mark, Tile

Phase = Literal["push", "mark", "walk"]
PHASES: tuple[Phase, ...] = get_args(Phase)


@dataclass(frozen=True, slots=True)
class Push:
    """Push the spare tile in at an arrow, turned so."""

    arrow: Arrow
    rot: int

    def __str__(self) -> str:
        return f"push {self.arrow} {self.rot}"


@dataclass(frozen=True, slots=True)
class Walk:
    """Walk to a cell; the own one is to stay."""

    cell: Cell

    def __str__(self) -> str:
        return f"walk {self.cell}"


@dataclass(frozen=True, slots=True)
class Use:
    """Use the mark on the tile that was pushed out, where it wants one on a player."""

    mark: Mark
    on: int | None = None

    def __str__(self) -> str:
        return f"use {self.mark}" if self.on is None else f"use {self.mark} {self.on + 1}"


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave the mark unused; it stays on its tile."""

    def __str__(self) -> str:
        return "skip"


LabyrinthMove = Push | Walk | Use | Skip


@dataclass(frozen=True, slots=True)
class Bonus:
    """What marks have brought for the present turn: another turn after it, a step through a wall."""

    turn: bool = False
    wall: bool = False


NOTHING = Bonus()


@dataclass(frozen=True, slots=True, order=True)
class Peek:
    """Somebody has seen the top card of a pile, and knows it as long as it lies there."""

    viewer: int
    pile: int


LAPS = 5
"""How many of everybody's last turns are kept in mind."""


@dataclass(frozen=True, slots=True)
class Past:
    """A turn of the past as everybody at the table saw it: the position in which its player was about to push."""

    player: int
    grid: Grid
    spare: Tile
    pawns: tuple[Cell, ...]
    found: tuple[tuple[str, ...], ...]
    last: Arrow | None
