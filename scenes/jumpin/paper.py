"""JumpIN’ on paper: how a puzzle is drawn there, and how its solution is written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import pygame

from logic.core import Cell, Message
from logic.jumpin.board import STANDARD
from logic.jumpin.rules import Hop, JumpinMove, State
from sprites.jumpin.paper import aspect, draw_puzzle
from sprites.paint.kit import Kit


class JumpinPrinter:
    """What a sheet of puzzles asks of the game; see :class:`scenes.puzzles.paper.Printer`."""

    task = Message("Hop every rabbit into a burrow; foxes slide along their lines.")
    note = Message("Row and column of the square left and of the one reached; in brackets the first square of a fox.")

    def wanted(self, chapter: int) -> Mapping[str, int]:
        return {"tier": chapter + 1}

    def aspect(self, state: State | None) -> float:
        return aspect(STANDARD if state is None else state.board)

    def draw(self, surface: pygame.Surface, kit: Kit, state: State | None, rect: pygame.Rect) -> Iterator[None]:
        """Draw a puzzle into its place on the page; None is an empty board."""
        return draw_puzzle(surface, kit, state, rect)

    def written(self, state: State, moves: Sequence[JumpinMove]) -> Iterator[str]:
        """Write moves down in few signs: rabbits and foxes have no names on paper."""
        for move in moves:
            if isinstance(move, Hop):
                yield f"{_square(state.rabbits[int(move.rabbit[1:]) - 1])}→{_square(move.target)}"
            else:
                yield f"[{_square(state.foxes[int(move.fox[1:]) - 1][0])}→{_square(move.target)}]"
            state = cast("State", state.apply(move).state)


def _square(cell: Cell) -> str:
    return f"{cell.row},{cell.col}"


PRINTER = JumpinPrinter()
