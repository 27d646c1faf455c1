"""What a turn may bring somebody: which pushes open the way to a goal, which of one's own close it to others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from logic.core import Cell
from logic.labyrinth.batch import batch_of
from logic.labyrinth.bits import frame_of, places_of
from logic.labyrinth.moves import Push
from logic.labyrinth.rules import State


@dataclass(frozen=True, slots=True)
class Opening:
    """A push after which a goal can be walked to, and where that is then."""

    push: Push
    cell: Cell


def where(state: State, names: Iterable[str]) -> int:
    """Give the places of treasures or starts as a set; one that is hidden lies nowhere."""
    symbols = frame_of(state.params).symbols(state)
    return sum(symbols.get(name, 0) for name in set(names))


def home_of(state: State, seat: int) -> int:
    """Give the place of a seat's start as a set."""
    return 1 << frame_of(state.params).place(state.params.starts[seat])


def openings(state: State, seat: int, goals: int) -> tuple[Opening, ...]:
    """Give the pushes with which a seat could stand on one of these places, if it were its turn to push now."""
    frame = frame_of(state.params)
    board, pawn = frame.board(state), 1 << frame.place(state.pawns[seat])
    found = []
    for insertion in frame.pushes(board):
        there = frame.turn(board, pawn, insertion)[1] & frame.drifted(goals, insertion.arrow)
        if there:
            found.append(Opening(frame.push(insertion), frame.cell(next(places_of(there)))))
    return tuple(found)


def count_pushes(state: State) -> int:
    """Count the pushes that may be made now and lead to different boards."""
    frame = frame_of(state.params)
    return len(frame.pushes(frame.board(state)))


def within_a_turn(state: State, seat: int, names: Iterable[str]) -> tuple[str, ...]:
    """Give those of the treasures that a seat could take, each by itself, if it were its turn to push now."""
    frame = frame_of(state.params)
    batch = batch_of(frame)
    boards = batch.boards([frame.board(state)])
    pawn = batch.words([1 << frame.place(state.pawns[seat])])
    (reach,) = batch.ints(batch.reach_next(boards, pawn))
    symbols = frame.symbols(state)
    return tuple(name for name in names if symbols.get(name, 0) & reach)


def guarding(state: State, seat: int, goals: int) -> tuple[frozenset[Push], int]:
    """Give the pushes of the player to move after which another seat cannot get to a goal with a single push.

    The second answer is how many pushes there are.
    """
    frame = frame_of(state.params)
    batch = batch_of(frame)
    pushes = batch.push_all(batch.boards([frame.board(state)]))
    pawn, aims = batch.words([1 << frame.place(state.pawns[seat])]), batch.words([goals])
    takers = batch.takers(batch.after(pushes), batch.drifted(aims, pushes))
    closed = np.flatnonzero(~(takers & batch.carried(pawn, pushes)).any(axis=0))
    return frozenset(frame.push(pushes.insertion(int(which))) for which in closed), len(pushes)
