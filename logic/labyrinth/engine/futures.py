"""Evaluates each push: where the pawn may walk, what others may take, and the chances of the player's next turn.

It starts from the position as the player's seat knows it, in bits; hidden cards are weighed by what their holders have
passed by.

The positions after the player's push are called choices (just one once the push is made). From each of them the others
push at random: every push of the next player begins a line of its own, and of those after him one is drawn. At the end
of each line all pushes of the player's next turn are tried.

A lap is a line in which the others take what they are after: each one's goal is drawn from the belief about it, and so
is the push of a player who cannot take it. All choices share the same random numbers, lane by lane, so that they are
compared fairly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from math import prod

import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.labyrinth.components import HIDDEN, START
from logic.labyrinth.engine.bits import (
    MOST_ROTATIONS,
    Batch,
    BitBoard,
    BitBoards,
    Frame,
    Insertion,
    Numbers,
    Pushes,
    Truths,
    Words,
    batch_of,
    frame_of,
)
from logic.labyrinth.engine.plan import goal_places_of
from logic.labyrinth.rules import State, unseen

# -- the root position


@dataclass(frozen=True)
class Root:
    """A position to move in; ``state`` is redacted for the seat to move."""

    state: State

    @property
    def seat(self) -> int:
        return self.state.player

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that push before the player's next turn, in order; empty if the player's turn is repeated."""
        count = self.state.params.players
        return () if self.state.bonus.turn else tuple((self.seat + i) % count for i in range(1, count))

    @property
    def alone(self) -> bool:
        """Whether there are no other players."""
        return self.state.params.players == 1

    @cached_property
    def frame(self) -> Frame:
        return frame_of(self.state.params)

    @cached_property
    def batch(self) -> Batch:
        return batch_of(self.frame)

    @cached_property
    def board(self) -> BitBoard:
        return self.frame.board(self.state)

    @cached_property
    def boards(self) -> BitBoards:
        """The board as a batch of one."""
        return self.batch.boards([self.board])

    @cached_property
    def symbols(self) -> dict[str, int]:
        """The place of each treasure and start as a bit."""
        return self.frame.symbols(self.state)

    @cached_property
    def reach(self) -> int:
        """The cells that can be reached now as a bit set."""
        return sum(1 << self.frame.place(cell) for cell in self.state.ways())

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards hidden from the seat."""
        return unseen(self.state)

    def pawn(self, seat: int) -> int:
        return 1 << self.frame.place(self.state.pawns[seat])

    def goals(self) -> int:
        """The places of the seat's present goals as a bit set."""
        return goal_places_of(self.state, self.seat)


PASSED = 0.02
"""The factor for the weight of a card that its holder could have taken in a turn and did not."""

AIMLESS = 0.25
"""The assumed share of turns made without a plan for the next one."""
HANDS = 32
"""The number of hands sampled if several hidden cards count at once."""
REMEMBERED = 3
"""The number of turns of each player since its last treasure that are considered."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PossibleGoal:
    """What a player may be after: to stand on any of the things ``names``, with probability ``weight``."""

    weight: float
    names: tuple[str, ...]


def wanted_goals(state: State, seat: int) -> tuple[str, ...]:
    """The names of what a seat wants to reach: its treasures, HIDDEN for an unknown one, or its start."""
    return (home_symbol(state, seat),) if state.has_all_treasures(seat) else state.goals(seat)


def home_symbol(state: State, seat: int) -> str:
    """The name of a seat's start tile in the layout."""
    return START + state.params.corners[state.params.players - 1][seat]


def possible_goals(root: Root, seat: int, dice: Dice) -> tuple[PossibleGoal, ...]:
    """The possible goals of a seat, as far as the seat to move can know; the weights add up to 1, if there are any."""
    wanted = wanted_goals(root.state, seat)
    if HIDDEN not in wanted:
        return (PossibleGoal(1.0, wanted),) if wanted else ()
    names = root.unseen
    weights = weighed(root, seat, names)
    if root.state.params.goals == "any":
        return _hands(names, weights, len(wanted), dice)
    return tuple(PossibleGoal(float(weight), (name,)) for name, weight in zip(names, weights, strict=True))


def next_goals(root: Root, seat: int, name: str) -> tuple[PossibleGoal, ...]:
    """The goals of a seat once it has taken ``name``, as far as is known; empty if it has won then."""
    state, left = root.state, list(root.state.deck(seat))
    if name in left:
        left.remove(name)
    if not left:
        goes_on = state.params.end == "home" and not state.has_all_treasures(seat)
        return (PossibleGoal(1.0, (home_symbol(state, seat),)),) if goes_on else ()
    if HIDDEN in left[:1]:
        return tuple(PossibleGoal(1.0 / len(root.unseen), (card,)) for card in root.unseen)
    return (PossibleGoal(1.0, tuple(left) if state.params.goals == "any" else (left[0],)),)


def _hands(names: Sequence[str], weights: Floats, count: int, dice: Dice) -> tuple[PossibleGoal, ...]:
    """Sample hands of that many cards, each card by its weight."""
    drawn = []
    for _ in range(HANDS):
        keys = [dice.chance() ** (1.0 / weight) for weight in weights]
        best = sorted(range(len(names)), key=lambda i: -keys[i])[:count]
        drawn.append(PossibleGoal(1.0 / HANDS, tuple(names[i] for i in best)))
    return tuple(drawn)


def weighed(root: Root, seat: int, names: Sequence[str]) -> Floats:
    """The probability of each of these hidden cards to be a seat's goal, from its turns since its last treasure.

    A card that it could have taken and did not is nearly excluded. Of the others, those are more likely for which its
    last push and walk were one of few good starts.
    """
    weights = np.ones(len(names))
    for before, after in past_turns(root.state, seat):
        weights *= _walk_likelihoods(root, seat, before, after, names)
    total: Floats = weights / weights.sum()
    return total


def past_turns(state: State, seat: int) -> list[tuple[State, State]]:
    """The last turns of a seat that are evidence of its present goal: the positions before and after each."""
    trail = state.trail
    steps = [
        replace(state, grid=past.grid, spare=past.spare, pawns=past.pawns, found=past.found, last=past.last)
        for past in trail
    ]
    piles = state.params.piles
    mates = [other for other in range(len(piles)) if piles[other] == piles[seat]]
    turns = [
        (before, after)
        for past, before, after in zip(trail, steps, [*steps, state][1:], strict=True)
        if past.player == seat and all(past.found[mate] == state.found[mate] for mate in mates)
    ]
    return turns[-REMEMBERED:]


def _walk_likelihoods(root: Root, seat: int, before: State, after: State, names: Sequence[str]) -> Floats:
    """The likelihood of a turn for each card that its player may have wanted."""
    batch, frame = root.batch, root.frame
    boards = batch.boards([frame.board(before)])
    goals = _places(root, before, names)
    pushes = batch.push_all(boards)
    reach = batch.flood(pushes.ways, batch.pawn_after(batch.words([1 << frame.place(before.pawns[seat])]), pushes))
    moved = batch.places_after(goals, pushes)
    passed = (moved & reach[:, None]).any(axis=(0, 2))
    plans = batch.counts(batch.capturing_cells(batch.after(pushes), moved) & reach[:, None]).sum(axis=-1)
    turns = batch.counts(reach).sum()
    led = batch.capturing_cells(batch.boards([frame.board(after)]), _places(root, after, names))
    planned = batch.as_booleans(led)[:, 0, frame.place(after.pawns[seat])]
    aimed = np.where(planned, turns / np.maximum(plans, 1), 0.0)
    likely = np.where(plans > 0, AIMLESS + (1 - AIMLESS) * aimed, 1.0)
    return np.where(passed, PASSED * likely, likely)


def _places(root: Root, state: State, names: Sequence[str]) -> Words:
    """The places of treasures, as words with an axis for the treasures and one for the single board."""
    symbols = root.frame.symbols(state)
    return root.batch.words([symbols[name] for name in names])[:, :, None]


# -- sampled lines

LINES = 2000
"""The limit on sampled lines; with fewer choices each gets more of them."""
MOST_DRAWN = 16
"""The limit on lines sampled after each push of the next player."""


@cache
def pawn_table(frame: Frame) -> Numbers:
    """By arrow and cell, a pawn's cell after the push."""
    return _moves(frame, frame.pawn_after, frame.cells)


@cache
def place_table(frame: Frame) -> Numbers:
    """By arrow and place, a tile's place after the push."""
    return _moves(frame, frame.places_after, frame.cells + 1)


def _moves(frame: Frame, move: Callable[[int, int], int], number: int) -> Numbers:
    rows = [[move(1 << place, arrow).bit_length() - 1 for place in range(number)] for arrow in range(len(frame.arrows))]
    return np.array(rows, np.intp)


# -- the player's push


@dataclass(frozen=True)
class AfterPush:
    """The positions after each push of the player, or the present one after the push; then there are no ``insertions``.

    ``places`` holds the place of each treasure and start, ``pawns`` the cell of every pawn, by seat.
    """

    root: Root
    insertions: tuple[Insertion, ...]
    boards: BitBoards
    reach: Words
    places: dict[str, Numbers]
    pawns: Numbers

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, which: Numbers) -> AfterPush:
        places = {name: at[which] if len(at) > 1 else at for name, at in self.places.items()}
        insertions = tuple(self.insertions[at] for at in which.tolist()) if self.insertions else ()
        return AfterPush(
            self.root, insertions, self.boards.take(which), self.reach[..., which], places, self.pawns[:, which]
        )

    @cached_property
    def open(self) -> Truths:
        """The reachable places by choice; the tray, the last of them, never is."""
        return self.root.batch.as_booleans(self.reach)

    def taken_at(self, name: str) -> Numbers:
        """By choice, the cell where ``name`` can be taken now; -1 if it cannot."""
        at = self.places[name]
        return np.where(self.open[np.arange(len(self)), at], at, -1)


def choices(root: Root) -> AfterPush:
    """The positions after each push, or only the present one once the push is made."""
    batch, frame, state = root.batch, root.frame, root.state
    places = {name: np.array([place.bit_length() - 1]) for name, place in root.symbols.items()}
    pawns = np.array([[frame.place(cell)] for cell in state.pawns])
    if state.phase != "push":
        return AfterPush(root, (), root.boards, batch.words([root.reach]), places, pawns)
    pushes = batch.push_all(root.boards)
    places = {name: place_table(frame)[pushes.arrows, at] for name, at in places.items()}
    pawns = pawn_table(frame)[pushes.arrows, pawns]
    reach = batch.flood(pushes.ways, batch.singles[:, pawns[root.seat]])
    insertions = tuple(pushes.insertion(which) for which in range(len(pushes)))
    return AfterPush(root, insertions, batch.after(pushes), reach, places, pawns)


# -- threats


def threat(options: AfterPush, seat: int, goals: Sequence[PossibleGoal]) -> Floats:
    """By choice, the probability that a seat could take its goal with some push if it were to move."""
    batch, frame, number = options.root.batch, options.root.frame, len(options)
    pushes = batch.push_all(options.boards)
    pawns = pawn_table(frame)[pushes.arrows, options.pawns[seat][pushes.parents]]
    reach = batch.as_booleans(batch.flood(pushes.ways, batch.singles[:, pawns]))
    lines, moved = np.arange(len(pushes)), place_table(frame)[pushes.arrows]
    likely = np.zeros(number)
    for goal in goals:
        there = [reach[lines, moved[lines, options.places[name][pushes.parents]]] for name in goal.names]
        likely += goal.weight * (np.bincount(pushes.parents, weights=np.logical_or.reduce(there), minlength=number) > 0)
    return likely


# -- the player's next turn


@dataclass(frozen=True)
class Lines:
    """Positions in which it is the player's turn again: the choice that each began with, and its probability after it.

    ``pawn_cells`` and ``places_after`` give by line where a pawn and a tile are now, by where they were after the
    choice. Lines of different choices with the same number in ``lanes`` share their random numbers.
    """

    options: AfterPush
    parents: Numbers
    lanes: Numbers
    weights: Floats
    boards: BitBoards
    pawn_cells: Numbers
    places_after: Numbers

    def __len__(self) -> int:
        return len(self.parents)

    def places(self, name: str) -> Numbers:
        """The place of a treasure or a start, by line."""
        there: Numbers = self.places_after[np.arange(len(self)), self.options.places[name][self.parents]]
        return there

    def summed(self, worth: Floats | Truths) -> Floats:
        """The weighted sum of the lines' values, by choice."""
        weighed = worth * self.weights.reshape(-1, *(1,) * (worth.ndim - 1))
        found = np.zeros((len(self.options), *worth.shape[1:]))
        np.add.at(found, self.parents, weighed)
        return found


def lines_of(options: AfterPush, dice: Dice) -> Lines:
    """Let the others push after each choice: the first in every way, later ones at random."""
    frame, number = options.root.frame, len(options)
    pawn_cells = np.tile(np.arange(frame.cells), (number, 1))
    places_after = np.tile(np.arange(frame.cells + 1), (number, 1))
    lanes = np.zeros(number, np.intp)
    lines = Lines(options, np.arange(number), lanes, np.ones(number), options.boards, pawn_cells, places_after)
    others = len(options.root.others)
    if others:
        lines = _all_pushes(lines, 1 if others == 1 else max(1, min(MOST_DRAWN, LINES // number**2)))
    for _ in range(others - 1):
        lines = _sample_pushes(lines, dice)
    return lines


def _all_pushes(lines: Lines, times: int) -> Lines:
    """Follow all pushes, each that many times."""
    pushes = lines.options.root.batch.push_all(lines.boards)
    weights = 1.0 / times / np.bincount(pushes.parents, minlength=len(lines))[pushes.parents]
    lanes = pushes.arrows * MOST_ROTATIONS + pushes.rots
    every = np.tile(np.arange(len(pushes)), times)
    copies = np.repeat(np.arange(times), len(pushes))
    return _followed(lines, pushes, every, weights[every], lanes[every] * times + copies)


def _sample_pushes(lines: Lines, dice: Dice) -> Lines:
    """Follow one push from each line, drawn for each lane."""
    pushes = lines.options.root.batch.push_all(lines.boards)
    counts = np.bincount(pushes.parents, minlength=len(lines))
    marks = np.array([dice.chance() for _ in range(int(lines.lanes.max()) + 1)])[lines.lanes]
    order = np.argsort(pushes.parents, kind="stable")
    drawn: Numbers = order[np.cumsum(counts) - counts + (marks * counts).astype(np.intp)]
    return _followed(lines, pushes, drawn, np.ones(len(lines)), lines.lanes)


def _followed(lines: Lines, pushes: Pushes, which: Numbers, weights: Floats, lanes: Numbers) -> Lines:
    """Follow some pushes, each with a weight and its lane."""
    frame = lines.options.root.frame
    before, arrows = pushes.parents[which], pushes.arrows[which, None]
    return Lines(
        lines.options,
        lines.parents[before],
        lanes,
        lines.weights[before] * weights,
        lines.options.root.batch.after(pushes, which),
        pawn_table(frame)[arrows, lines.pawn_cells[before]],
        place_table(frame)[arrows, lines.places_after[before]],
    )


def chances(lines: Lines, names: Sequence[str]) -> Floats:
    """By choice and cell, the probability of taking one of these with the player's next turn after walking there."""
    return lines.summed(captures_of(lines, names))


def captures_of(lines: Lines, names: Sequence[str]) -> Truths:
    """By line and cell, whether a pawn that walks there now can take one of these with the player's next turn."""
    batch = lines.options.root.batch
    goals: Words = np.bitwise_or.reduce([batch.singles[:, lines.places(name)] for name in names], axis=0)
    return np.take_along_axis(batch.as_booleans(batch.capturing_cells(lines.boards, goals)), lines.pawn_cells, axis=1)


def openings(lines: Lines, cells: Numbers, goals: Sequence[PossibleGoal]) -> Floats:
    """By choice, the chance of taking the next goal with the player's next turn after walking to the choice's cell.

    It is 0 for choices with a negative cell.
    """
    return lines.summed(openings_of(lines, cells, goals))


def openings_of(lines: Lines, cells: Numbers, goals: Sequence[PossibleGoal]) -> Floats:
    """The same by line."""
    batch = lines.options.root.batch
    some = np.flatnonzero(cells[lines.parents] >= 0)
    pawns = lines.pawn_cells[some, cells[lines.parents[some]]]
    reach = batch.as_booleans(batch.reach_next(lines.boards.take(some), batch.singles[:, pawns]))
    hit = np.zeros(len(lines))
    for goal in goals:
        there = [reach[np.arange(len(some)), lines.places(name)[some]] for name in goal.names]
        hit[some] += goal.weight * np.logical_or.reduce(there)
    return hit


FOLLOWED = 3000
"""The limit on lines: few enough that a push with four players takes a tenth of a second."""
MOST_LANES = 400
"""The limit on lanes after one choice; with fewer choices each gets more of them."""
TINY = 1e-12
"""A lower bound that keeps the value of a treasure positive when the race is nearly over."""

PACE = 0.6
"""The assumed share of turns that reach the player's goal."""
HORIZON = 90
"""The number of laps after which a race is cut off."""


@dataclass(frozen=True)
class Laps(Lines):
    """Lines that record what the others took on the way: by line, and by other seat in their order.

    ``ways`` is the share of a seat's pushes that let it take what it was after.
    """

    took: Truths
    ways: Floats


@dataclass(frozen=True)
class Outlook:
    """The state of the race a lap after each choice.

    By choice and cell: the probability of winning, counted in treasures if one pile lies open for all, and of taking
    something with the player's next turn. By choice: the share of its pushes that lets an opponent (not a partner)
    take what it is after, summed over all of them. ``unit`` is the value of one treasure.
    """

    win: Floats
    ahead: Floats
    ways: Floats
    unit: float


def evaluate_lap(options: AfterPush, takes: Truths, dice: Dice, lines: int = FOLLOWED) -> Outlook:
    """Play choices on to the player's next turn, and try that in full; ``takes`` marks those that take something."""
    root = options.root
    laps = simulate_lap(options, takes, max(1, min(MOST_LANES, lines // len(options))), dice)
    stands = _win_probabilities(root)
    less, same, more = stands[:, (laps.took << np.arange(len(root.others))).sum(axis=1)]
    names = wanted_goals(root.state, root.seat)
    hits = captures_of(laps, names)
    win = laps.summed(less[:, None] + hits * (same - less)[:, None])
    ahead = laps.summed(hits)
    for name in names:
        cells = options.taken_at(name)
        some = np.flatnonzero(cells >= 0)
        if len(some):
            found = openings_of(laps, cells, next_goals(root, root.seat, name))
            win[some, cells[some]] = laps.summed(same + found * (more - same))[some]
            ahead[some, cells[some]] = laps.summed(found)[some]
    rivals = [seat not in root.state.params.partners(root.seat) for seat in root.others]
    ways = laps.summed(laps.ways[:, rivals].sum(axis=1))
    return Outlook(win, ahead, ways, max(stands[1, 0] - stands[0, 0], TINY))


def _win_probabilities(root: Root) -> Floats:
    """The probability of winning, by the player's captures (0 to 2) and the set of others that capture, as bits."""
    found = np.zeros((3, 1 << len(root.others)))
    for taken, which in np.ndindex(found.shape):
        by_others = [(seat, which >> at & 1) for at, seat in enumerate(root.others)]
        found[taken, which] = win_probability(root.state, root.seat, taken, by_others)
    return found


def simulate_lap(options: AfterPush, takes: Truths, lanes: int, dice: Dice) -> Laps:
    """Play choices on to the player's next turn in ``lanes`` lanes; ``takes`` marks those that take something."""
    root, frame = options.root, options.root.frame
    parents = np.repeat(np.arange(len(options)), lanes)
    lane = np.tile(np.arange(lanes), len(options))
    pawn_cells = np.tile(np.arange(frame.cells), (len(parents), 1))
    places_after = np.tile(np.arange(frame.cells + 1), (len(parents), 1))
    ways = np.zeros((len(parents), len(root.others)))
    weights = np.full(len(parents), 1.0 / lanes)
    laps = Laps(options, parents, lane, weights, options.boards.take(parents), pawn_cells, places_after, ways > 0, ways)
    piles = root.state.params.piles
    gone = {piles[root.seat]: takes[parents]}
    for number, seat in enumerate(root.others):
        pile = piles[seat]
        goals = drawn_goals(laps, possible_goals(root, seat, dice), lanes, dice)
        for name in wanted_goals(root.state, seat)[:1] if pile in gone else ():
            later = drawn_goals(laps, next_goals(root, seat, name), lanes, dice)
            goals = np.where(gone[pile], later, goals)
        laps = _turn(laps, number, seat, goals, stratified(lanes, dice))
        gone[pile] = laps.took[:, number] | gone.get(pile, False)
    return laps


def stratified(lanes: int, dice: Dice) -> Floats:
    """Numbers from 0 to 1 for the lanes, stratified and shuffled."""
    order = np.array(dice.shuffled(range(lanes)))
    return (order + dice.chance()) / lanes


def drawn_goals(laps: Laps, wanted: Sequence[PossibleGoal], lanes: int, dice: Dice) -> Words:
    """A seat's goal in each lane, drawn by weight, as places by line."""
    batch = laps.options.root.batch
    goals = np.zeros((batch.depth, len(laps)), np.uint64)
    if not wanted:
        return goals
    bounds = np.cumsum([goal.weight for goal in wanted])
    drawn = np.minimum(np.searchsorted(bounds, stratified(lanes, dice) * bounds[-1], side="right"), len(wanted) - 1)
    for which in np.unique(drawn).tolist():
        some = np.flatnonzero((drawn == which)[laps.lanes])
        for name in wanted[which].names:
            goals[:, some] |= batch.singles[:, laps.places(name)[some]]
    return goals


def _turn(laps: Laps, number: int, seat: int, goals: Words, luck: Floats) -> Laps:
    """Let a seat push: so that it can take its goal if possible, otherwise at random."""
    batch, frame = laps.options.root.batch, laps.options.root.frame
    pushes = batch.push_all(laps.boards)
    parents = pushes.parents
    pawns = laps.pawn_cells[np.arange(len(laps)), laps.options.pawns[seat][laps.parents]]
    reach = batch.flood(pushes.ways, batch.singles[:, pawn_table(frame)[pushes.arrows, pawns[parents]]])
    there = batch.places_after(goals, pushes) & ~batch.tray
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
        pawn_cells=pawn_table(frame)[arrows, laps.pawn_cells],
        places_after=place_table(frame)[arrows, laps.places_after],
        took=took,
        ways=ways,
    )


# -- the race to finish first


@cache
def finish_probabilities(wanted: int, tries: int) -> tuple[float, ...]:
    """By number of laps, the probability of having all that is wanted by then, with ``tries`` tries per lap."""
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
def race_probability(own: int, others: tuple[int, ...], tries: int) -> float:
    """The probability of finishing first, by what is left to do for each pile.

    All others move before the player's next turn; a pile has ``tries`` turns per lap.
    """
    mine = finish_probabilities(max(own, 0), tries)
    theirs = [finish_probabilities(max(left, 0), tries) for left in others]
    ended = [mine[0], *(later - sooner for sooner, later in pairwise(mine))]
    return sum(now * prod(1 - done[lap] for done in theirs) for lap, now in enumerate(ended))


def tasks_left(state: State, pile: int) -> int:
    """What is left to do for a pile: the treasures and, if required, coming home."""
    return len(state.decks[pile]) + (state.params.end == "home")


def win_probability(state: State, seat: int, taken: int, by_others: Sequence[tuple[int, int]]) -> float:
    """The probability of winning once a seat has taken ``taken`` cards, and others as given by (seat, number) pairs.

    With a common pile, the value is in treasures: the player's, minus the average of the others'.
    """
    params = state.params
    if params.goals == "numbers":
        return taken - sum(number for _, number in by_others) / (params.players - 1)
    piles = params.piles
    left = [tasks_left(state, pile) for pile in range(len(state.decks))]
    for other, number in ((seat, taken), *by_others):
        left[piles[other]] -= number
    own = piles[seat]
    rest = tuple(sorted(still for pile, still in enumerate(left) if pile != own))
    return race_probability(left[own], rest, piles.count(own))
