"""A lap as it may go: after each choice the others take what they are after, and the own next turn is tried.

What each of the others is after is drawn from what is believed of it, and so is the push of those that cannot take it.
All choices meet the same luck, lane by lane, so that they are compared fairly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import prod

import numpy as np

from logic.core import Dice
from logic.labyrinth.engine.belief import Outset, Wish, next_wishes, wants, wishes
from logic.labyrinth.engine.bitsets import Truths, Words
from logic.labyrinth.engine.outlook import Choices, Floats, Lines, drifts, openings_of, rides, takers_of
from logic.labyrinth.rules import State

LINES = 3000
"""Lines that are followed, so many at most that a push of four takes a tenth of a second."""
MOST_LANES = 400
"""Lanes after one choice, at most: with few choices each is looked at the more closely."""
TINY = 1e-12
"""Keeps what a treasure is worth above nothing where the race is all but over."""

PACE = 0.6
"""How often a turn brings what its player is after."""
HORIZON = 90
"""Laps after which a race is not followed any further."""


@dataclass(frozen=True)
class Laps(Lines):
    """Lines that say what the others took on the way: by line, and by other seat in their order.

    ``ways`` is the part of a seat's pushes that let it take what it was after.
    """

    took: Truths
    ways: Floats


@dataclass(frozen=True)
class Stands:
    """How the race stands a lap after each choice.

    By choice and cell: how likely it is won, in treasures where one pile lies open for all, and how likely something is
    taken with the own next turn. By choice: what part of their pushes lets the others take what they are after, those
    who win together with the seat left out. ``unit`` is what one treasure is worth.
    """

    win: Floats
    ahead: Floats
    ways: Floats
    unit: float


def stands_of(options: Choices, takes: Truths, dice: Dice, lines: int = LINES) -> Stands:
    """Play every choice on to the own next turn, and try that in full; ``takes`` says which choices take something."""
    outset = options.outset
    laps = laps_of(options, takes, max(1, min(MOST_LANES, lines // len(options))), dice)
    stands = _prospects(outset)
    less, same, more = stands[:, (laps.took << np.arange(len(outset.others))).sum(axis=1)]
    names = wants(outset.state, outset.seat)
    hits = takers_of(laps, names)
    win = laps.summed(less[:, None] + hits * (same - less)[:, None])
    ahead = laps.summed(hits)
    for name in names:
        cells = options.taken_at(name)
        some = np.flatnonzero(cells >= 0)
        if len(some):
            found = openings_of(laps, cells, next_wishes(outset, outset.seat, name))
            win[some, cells[some]] = laps.summed(same + found * (more - same))[some]
            ahead[some, cells[some]] = laps.summed(found)[some]
    rivals = [seat not in outset.state.params.partners(outset.seat) for seat in outset.others]
    ways = laps.summed(laps.ways[:, rivals].sum(axis=1))
    return Stands(win, ahead, ways, max(stands[1, 0] - stands[0, 0], TINY))


def _prospects(outset: Outset) -> Floats:
    """The prospects by what is taken by oneself, up to two, and by which of the others take something, as bits."""
    found = np.zeros((3, 1 << len(outset.others)))
    for taken, which in np.ndindex(found.shape):
        by_others = [(seat, which >> at & 1) for at, seat in enumerate(outset.others)]
        found[taken, which] = prospect(outset.state, outset.seat, taken, by_others)
    return found


def laps_of(options: Choices, takes: Truths, lanes: int, dice: Dice) -> Laps:
    """Play each choice on to the own next turn in so many lanes; ``takes`` says which choices take something."""
    outset, frame = options.outset, options.outset.frame
    parents = np.repeat(np.arange(len(options)), lanes)
    lane = np.tile(np.arange(lanes), len(options))
    rode = np.tile(np.arange(frame.cells), (len(parents), 1))
    drifted = np.tile(np.arange(frame.cells + 1), (len(parents), 1))
    ways = np.zeros((len(parents), len(outset.others)))
    weights = np.full(len(parents), 1.0 / lanes)
    laps = Laps(options, parents, lane, weights, options.boards.take(parents), rode, drifted, ways > 0, ways)
    piles = outset.state.params.piles
    gone = {piles[outset.seat]: takes[parents]}
    for number, seat in enumerate(outset.others):
        pile = piles[seat]
        goals = drawn_goals(laps, wishes(outset, seat, dice), lanes, dice)
        for name in wants(outset.state, seat)[:1] if pile in gone else ():
            later = drawn_goals(laps, next_wishes(outset, seat, name), lanes, dice)
            goals = np.where(gone[pile], later, goals)
        laps = _turn(laps, number, seat, goals, spread(lanes, dice))
        gone[pile] = laps.took[:, number] | gone.get(pile, False)
    return laps


def spread(lanes: int, dice: Dice) -> Floats:
    """Numbers from 0 to 1 for the lanes, spread evenly and shuffled."""
    order = np.array(dice.shuffled(range(lanes)))
    return (order + dice.chance()) / lanes


def drawn_goals(laps: Laps, wanted: Sequence[Wish], lanes: int, dice: Dice) -> Words:
    """What a seat is after in each lane, drawn by its weight: where that lies now, by line."""
    batch = laps.options.outset.batch
    goals = np.zeros((batch.depth, len(laps)), np.uint64)
    if not wanted:
        return goals
    bounds = np.cumsum([wish.weight for wish in wanted])
    drawn = np.minimum(np.searchsorted(bounds, spread(lanes, dice) * bounds[-1], side="right"), len(wanted) - 1)
    for which in np.unique(drawn).tolist():
        some = np.flatnonzero((drawn == which)[laps.lanes])
        for name in wanted[which].names:
            goals[:, some] |= batch.singles[:, laps.places(name)[some]]
    return goals


def _turn(laps: Laps, number: int, seat: int, goals: Words, luck: Floats) -> Laps:
    """Let a seat push: so that it can take what it is after if any push does that, or anyhow."""
    batch, frame = laps.options.outset.batch, laps.options.outset.frame
    pushes = batch.push_all(laps.boards)
    parents = pushes.parents
    pawns = laps.rode[np.arange(len(laps)), laps.options.pawns[seat][laps.parents]]
    reach = batch.flood(pushes.ways, batch.singles[:, rides(frame)[pushes.arrows, pawns[parents]]])
    there = batch.drifted(goals, pushes) & ~batch.tray
    hits = (reach & there).any(axis=0)
    count = np.bincount(parents, weights=hits, minlength=len(laps))
    pushable = np.bincount(parents, minlength=len(laps))
    took, ways = laps.took.copy(), laps.ways.copy()
    took[:, number], ways[:, number] = count > 0, count / pushable
    order = np.argsort(parents, kind="stable")
    weights = np.where(hits | ~took[parents, number], 1.0, 0.0)[order]
    bounds = np.cumsum(weights)
    totals = np.where(took[:, number], count, pushable)
    ends = np.cumsum(totals)
    picked = np.floor(luck[laps.lanes] * totals) + (ends - totals)
    chosen = order[np.searchsorted(bounds, picked, side="right")]
    arrows = pushes.arrows[chosen, None]
    return replace(
        laps,
        boards=batch.after(pushes, chosen),
        rode=rides(frame)[arrows, laps.rode],
        drifted=drifts(frame)[arrows, laps.drifted],
        took=took,
        ways=ways,
    )


# -- the race that a lap is part of: how likely a seat is the first who lacks nothing


@cache
def in_time(wanted: int, tries: int) -> tuple[float, ...]:
    """By number of laps, how likely all that is wanted is had by then, with so many tries a lap."""
    exactly = [1.0, *(0.0 for _ in range(wanted))]
    done = []
    for turn in range(HORIZON * tries):
        if turn % tries == 0:
            done.append(exactly[wanted])
        for had in range(wanted, 0, -1):
            exactly[had] += (exactly[had - 1] - (exactly[had] if had < wanted else 0.0)) * PACE
        exactly[0] *= 1 - PACE if wanted else 1.0
    return tuple(done)


@cache
def race(own: int, others: tuple[int, ...], tries: int) -> float:
    """The chance to be the first who lacks nothing, where all others are to move before the own next turn."""
    mine = in_time(max(own, 0), tries)
    theirs = [in_time(max(left, 0), tries) for left in others]
    ended = [mine[0], *(later - sooner for sooner, later in pairwise(mine))]
    return sum(now * prod(1 - done[lap] for done in theirs) for lap, now in enumerate(ended))


def lacking(state: State, pile: int) -> int:
    """Count what who plays by a pile still has to do: the treasures, and where it is asked for, to come home."""
    return len(state.decks[pile]) + (state.params.end == "home")


def prospect(state: State, seat: int, taken: int, by_others: Sequence[tuple[int, int]]) -> float:
    """The chance to win once a seat has taken so much, and others so much each, in pairs of seat and number.

    Where one pile lies open for all, the answer is in treasures: the own ones, less what the others take on average.
    """
    params = state.params
    if params.goals == "numbers":
        return taken - sum(number for _, number in by_others) / (params.players - 1)
    piles = params.piles
    left = [lacking(state, pile) for pile in range(len(state.decks))]
    for other, number in ((seat, taken), *by_others):
        left[piles[other]] -= number
    own = piles[seat]
    rest = tuple(sorted(still for pile, still in enumerate(left) if pile != own))
    return race(left[own], rest, piles.count(own))
