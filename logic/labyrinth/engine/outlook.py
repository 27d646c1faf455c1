"""What comes of each own push: where the pawn may walk, what another may take, and the chances of the turn after.

The positions after the own push are called choices; once the push is made there is only one. From each of them the
others push, whatever they like: every push of the next one begins a line of its own, and of those after him one is
drawn. Where the lines end, the own next turn is tried in full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.labyrinth.engine.batch import MOST_TURNS, Boards, Pushes
from logic.labyrinth.engine.belief import Outset, Wish
from logic.labyrinth.engine.bits import Frame, Insertion
from logic.labyrinth.engine.bitsets import Numbers, Truths, Words

Floats = npt.NDArray[np.float64]

LINES = 2000
"""Lines that may be followed where chance draws them: with few choices each is looked at the more closely."""
MOST_DRAWN = 16
"""Lines that are drawn at most after a push of the next player."""


@cache
def rides(frame: Frame) -> Numbers:
    """By arrow and cell, where a pawn from there is after the push."""
    return _moves(frame, frame.carried, frame.cells)


@cache
def drifts(frame: Frame) -> Numbers:
    """By arrow and place, where a tile from there is after the push."""
    return _moves(frame, frame.drifted, frame.cells + 1)


def _moves(frame: Frame, move: Callable[[int, int], int], number: int) -> Numbers:
    rows = [[move(1 << place, arrow).bit_length() - 1 for place in range(number)] for arrow in range(len(frame.arrows))]
    return np.array(rows, np.intp)


# -- the own push


@dataclass(frozen=True)
class Choices:
    """The positions after each own push, or the one after the push made, and then there are no ``insertions``.

    ``places`` says where each treasure and start lies, ``pawns`` where everybody stands, by seat.
    """

    outset: Outset
    insertions: tuple[Insertion, ...]
    boards: Boards
    reach: Words
    places: dict[str, Numbers]
    pawns: Numbers

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, which: Numbers) -> Choices:
        """Some of them, in that order."""
        places = {name: at[which] if len(at) > 1 else at for name, at in self.places.items()}
        insertions = tuple(self.insertions[at] for at in which.tolist()) if self.insertions else ()
        return Choices(
            self.outset, insertions, self.boards.take(which), self.reach[..., which], places, self.pawns[:, which]
        )

    @cached_property
    def open(self) -> Truths:
        """The places that may be walked to, by choice; the tray, as the last of them, never is."""
        return self.outset.batch.truths(self.reach)

    def taken_at(self, name: str) -> Numbers:
        """The cell where this can be taken now, by choice; -1 where it cannot."""
        at = self.places[name]
        return np.where(self.open[np.arange(len(self)), at], at, -1)


def choices(outset: Outset) -> Choices:
    """The positions after each push, or the present one when it is time to walk."""
    batch, frame, state = outset.batch, outset.frame, outset.state
    places = {name: np.array([place.bit_length() - 1]) for name, place in outset.symbols.items()}
    pawns = np.array([[frame.place(cell)] for cell in state.pawns])
    if state.phase != "push":
        return Choices(outset, (), outset.boards, batch.words([outset.reach]), places, pawns)
    pushes = batch.push_all(outset.boards)
    places = {name: drifts(frame)[pushes.arrows, at] for name, at in places.items()}
    pawns = rides(frame)[pushes.arrows, pawns]
    reach = batch.flood(pushes.ways, batch.singles[:, pawns[outset.seat]])
    insertions = tuple(pushes.insertion(which) for which in range(len(pushes)))
    return Choices(outset, insertions, batch.after(pushes), reach, places, pawns)


# -- what another may take


def threat(options: Choices, seat: int, wishes: Sequence[Wish]) -> Floats:
    """By choice, how likely a seat could take what it wants by any of its pushes, if it were its turn."""
    batch, frame, number = options.outset.batch, options.outset.frame, len(options)
    pushes = batch.push_all(options.boards)
    pawns = rides(frame)[pushes.arrows, options.pawns[seat][pushes.parents]]
    reach = batch.truths(batch.flood(pushes.ways, batch.singles[:, pawns]))
    lines, moved = np.arange(len(pushes)), drifts(frame)[pushes.arrows]
    likely = np.zeros(number)
    for wish in wishes:
        there = [reach[lines, moved[lines, options.places[name][pushes.parents]]] for name in wish.names]
        likely += wish.weight * (np.bincount(pushes.parents, weights=np.logical_or.reduce(there), minlength=number) > 0)
    return likely


# -- the own next turn


@dataclass(frozen=True)
class Lines:
    """Positions in which it is the own turn again: which choice each began with, and how likely it is after that.

    ``rode`` and ``drifted`` say by line where a pawn and a tile are now, by where they were after the choice. Lines of
    different choices with the same number in ``lanes`` meet the same luck, so that the choices are compared fairly.
    """

    options: Choices
    parents: Numbers
    lanes: Numbers
    weights: Floats
    boards: Boards
    rode: Numbers
    drifted: Numbers

    def __len__(self) -> int:
        return len(self.parents)

    def places(self, name: str) -> Numbers:
        """Where a treasure or a start lies, by line."""
        there: Numbers = self.drifted[np.arange(len(self)), self.options.places[name][self.parents]]
        return there

    def summed(self, worth: Floats | Truths) -> Floats:
        """Add up by choice what lines are worth, each by its weight."""
        weighed = worth * self.weights.reshape(-1, *(1,) * (worth.ndim - 1))
        found = np.zeros((len(self.options), *worth.shape[1:]))
        np.add.at(found, self.parents, weighed)
        return found


def lines_of(options: Choices, dice: Dice) -> Lines:
    """Let the others push after each choice: the first in every way, those after him by the dice."""
    frame, number = options.outset.frame, len(options)
    rode = np.tile(np.arange(frame.cells), (number, 1))
    drifted = np.tile(np.arange(frame.cells + 1), (number, 1))
    lanes = np.zeros(number, np.intp)
    lines = Lines(options, np.arange(number), lanes, np.ones(number), options.boards, rode, drifted)
    others = len(options.outset.others)
    if others:
        lines = _in_every_way(lines, 1 if others == 1 else max(1, min(MOST_DRAWN, LINES // number**2)))
    for _ in range(others - 1):
        lines = _by_chance(lines, dice)
    return lines


def _in_every_way(lines: Lines, times: int) -> Lines:
    """Follow all pushes, each so many times."""
    pushes = lines.options.outset.batch.push_all(lines.boards)
    weights = 1.0 / times / np.bincount(pushes.parents, minlength=len(lines))[pushes.parents]
    lanes = pushes.arrows * MOST_TURNS + pushes.rots
    every = np.tile(np.arange(len(pushes)), times)
    copies = np.repeat(np.arange(times), len(pushes))
    return _followed(lines, pushes, every, weights[every], lanes[every] * times + copies)


def _by_chance(lines: Lines, dice: Dice) -> Lines:
    """Follow one push from each line, drawn for each lane."""
    pushes = lines.options.outset.batch.push_all(lines.boards)
    counts = np.bincount(pushes.parents, minlength=len(lines))
    marks = np.array([dice.chance() for _ in range(int(lines.lanes.max()) + 1)])[lines.lanes]
    order = np.argsort(pushes.parents, kind="stable")
    drawn: Numbers = order[np.cumsum(counts) - counts + (marks * counts).astype(np.intp)]
    return _followed(lines, pushes, drawn, np.ones(len(lines)), lines.lanes)


def _followed(lines: Lines, pushes: Pushes, which: Numbers, weights: Floats, lanes: Numbers) -> Lines:
    """Follow some pushes, each with a weight and its lane."""
    frame = lines.options.outset.frame
    before, arrows = pushes.parents[which], pushes.arrows[which, None]
    return Lines(
        lines.options,
        lines.parents[before],
        lanes,
        lines.weights[before] * weights,
        lines.options.outset.batch.after(pushes, which),
        rides(frame)[arrows, lines.rode[before]],
        drifts(frame)[arrows, lines.drifted[before]],
    )


def chances(lines: Lines, names: Sequence[str]) -> Floats:
    """By choice and cell, how likely who walks there now can take one of these by the own next turn."""
    return lines.summed(takers_of(lines, names))


def takers_of(lines: Lines, names: Sequence[str]) -> Truths:
    """By line and cell, whether who walks there now can take one of these by the own next turn."""
    batch = lines.options.outset.batch
    goals: Words = np.bitwise_or.reduce([batch.singles[:, lines.places(name)] for name in names], axis=0)
    return np.take_along_axis(batch.truths(batch.takers(lines.boards, goals)), lines.rode, axis=1)


def openings(lines: Lines, cells: Numbers, wishes: Sequence[Wish]) -> Floats:
    """By choice, how likely who walks to its cell now can take what he will want then by the own next turn.

    Choices with a negative cell are left out.
    """
    return lines.summed(openings_of(lines, cells, wishes))


def openings_of(lines: Lines, cells: Numbers, wishes: Sequence[Wish]) -> Floats:
    """The same by line."""
    batch = lines.options.outset.batch
    some = np.flatnonzero(cells[lines.parents] >= 0)
    pawns = lines.rode[some, cells[lines.parents[some]]]
    reach = batch.truths(batch.reach_next(lines.boards.take(some), batch.singles[:, pawns]))
    hit = np.zeros(len(lines))
    for wish in wishes:
        there = [reach[np.arange(len(some)), lines.places(name)[some]] for name in wish.names]
        hit[some] += wish.weight * np.logical_or.reduce(there)
    return hit
