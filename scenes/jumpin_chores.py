"""What can be baked before it is seen: the pictures that the next moves on the meadow need."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from logic.core import Cell
from logic.jumpin.rules import State
from scenes.jumpin_figures import Look, portrait
from scenes.jumpin_reach import line_of, reach_of
from sprites.jumpin_effects import MeadowEffects
from sprites.jumpin_rabbits import Mood
from sprites.kit import Kit

MOODS: tuple[Mood, ...] = ("calm", "eager")
"""How somebody looks who jumps, and who is about to."""
WAYS = (None, Cell(-1, 0), Cell(0, 1), Cell(1, 0), Cell(0, -1))
"""Where somebody may look."""
MOTES = 10
"""How many kinds of small things fly about."""


def upcoming(kit: Kit, side: int, state: State, effects: MeadowEffects) -> list[Callable[[], object]]:
    """Give what bakes the pictures that the next moves need, the most urgent first."""
    now: list[Callable[[], object]] = []
    later: list[Callable[[], object]] = [effects.prepare] * MOTES
    for piece, moves in reach_of(state).items():
        bake = partial(portrait, kit, side, state, piece)
        now += [partial(_bake_moving, bake, piece, line_of(state, move)) for move in moves.values()]
        if any(cell in state.board.holes for cell in moves):
            later += [partial(bake, Look(way, "calm", at_home=True)) for way in WAYS]
            later.append(partial(bake, Look(None, "happy", at_home=True)))
    return now + later


def _bake_moving(bake: Callable[[Look], object], piece: str, way: Cell) -> None:
    """Bake a piece that is chosen, and one that is on its way."""
    for mood in MOODS if piece.startswith("R") else MOODS[:1]:
        bake(Look(way, mood))
