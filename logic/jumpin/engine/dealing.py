"""Deals a new JumpIN’ puzzle of a requested tier while the player waits.

Rabbits are put into holes at random, and all positions that lead there are searched. If that finds nothing in time, as
often for the hardest tier, or only what is too short, a puzzle is taken from the component of one in the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from logic.core import Dice, Message, Stop, never
from logic.jumpin.board import (
    STANDARD,
    Board,
    Position,
    canonical,
    fox_tracks,
    in_order,
    parse,
    show,
    symmetries,
    turned,
)
from logic.jumpin.engine.collection import Entry, first_library, is_published, library
from logic.jumpin.engine.generator import has_spare_piece
from logic.jumpin.engine.grading import TIER_LIMITS, Reachable, Times, around, hitting_times, tier_of
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import TooLarge
from logic.puzzles import NoPuzzle

LARGEST_COMPONENT = 5_000
"""Positions of a component that a puzzle is taken from: a quick deal asks for small ones."""
MOST_KNOWN = 5
"""Puzzles of the library that are tried: seldom nothing around one is new."""
FARTHEST_FIRST = 0.75
"""How often a start is taken from the farthest of its component; else from the hardest that fit, for variety."""
TRIAL = 60
"""What a trial costs in the same measure, however few positions it finds."""
SPARE_PIECE = 50
"""What it costs to see whether one piece is to spare."""
SHORTEST = (2, 4, 5, 6, 8)
"""Steps that a puzzle of each tier takes at least, if there is one."""
ALIKE = 3
"""Digits after the point to which hitting times are compared: what lies beyond hangs on the order of adding up."""


class Pieces(NamedTuple):
    """How many pieces there are of each kind."""

    rabbits: int
    mushrooms: int
    foxes: int

    def fits(self, wanted: Sequence[int | None]) -> bool:
        """Tell whether these are the numbers wanted, where one is."""
        return all(number in (None, own) for number, own in zip(wanted, self, strict=True))


EVERY = tuple(Pieces(*pieces) for pieces in product(range(1, 5), range(4), range(3)))
"""The published box: all that it can be filled with."""
FERTILE = (
    tuple(pieces for pieces in EVERY if pieces.foxes and pieces.mushrooms and sum(pieces) < 6),
    tuple(pieces for pieces in EVERY if pieces.foxes and pieces.mushrooms > 1 and pieces.rabbits > 1),
    tuple(Pieces(*some) for some in ((2, 2, 2), (2, 3, 1), (2, 3, 2), (3, 2, 1), (3, 3, 1), (4, 2, 1))),
    tuple(Pieces(*some) for some in ((2, 2, 2), (3, 2, 1), (3, 3, 1), (4, 2, 1))),
    tuple(Pieces(*some) for some in ((3, 2, 1), (3, 3, 1), (4, 2, 1))),
)
"""For each tier the pieces that bring it often, and on many grounds, so that the same puzzle seldom comes again."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new puzzle: its text, the least it takes in both metrics, its tier, and whether a piece is superfluous."""

    position: str
    steps: int
    moves: int
    tier: int
    spare: bool


class _Found(NamedTuple):
    """A candidate, ordered by quality: first by its distance from the tier."""

    apart: int
    short: bool
    spare: bool
    text: str
    steps: int
    tier: int


WANTED = (0, False, False)
"""How a puzzle begins that is of the tier, long enough and without a piece to spare."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The parameters of dealing.

    ``measure`` grades all positions of a component, and the tiers end at its ``limits``. ``effort`` is the number of
    positions to look at for one puzzle of each tier, before the ``library`` is used; of its puzzles those with
    components of at most ``largest_known`` positions are searched. ``ratios`` are, by tier, the least ratio of
    positions to solved ones of a component that contains that tier, found by looking at five thousand components;
    smaller components are not graded. ``starts`` of one component are tried until no piece is superfluous; with
    ``picky`` that alone is a reason to go to the library.
    """

    measure: Callable[[Reachable, Stop], Times]
    limits: tuple[float, ...]
    effort: tuple[int, ...]
    ratios: tuple[int, ...]
    library: Callable[[], Sequence[Entry]]
    largest_known: int
    starts: int
    picky: bool

    def is_as_wanted(self, found: _Found | None) -> bool:
        """Tell whether the library need not be asked."""
        count = len(WANTED) if self.picky else len(WANTED) - 1
        return found is not None and found[:count] == WANTED[:count]


PRESENT = Dealing(
    measure=Reachable.grades,
    limits=TIER_LIMITS,
    effort=(36_000, 9_000, 9_000, 9_000, 3_000),
    ratios=(0, 3, 3, 10, 75),
    library=library,
    largest_known=15_000,
    starts=6,
    picky=True,
)
"""A tenth of a second mostly, a second at most."""
FIRST = Dealing(
    measure=lambda here, stop: np.round(hitting_times(here.graph, stop), ALIKE),
    limits=(300.0, 950.0, 1400.0, 16000.0),
    effort=(9_000, 9_000, 9_000, 9_000, 3_000),
    ratios=(0, 0, 7, 13, 180),
    library=first_library,
    largest_known=12_000,
    starts=1,
    picky=False,
)
"""What games deal from their seeds, by the hitting time alone: a kept game is dealt again, so this may never change."""


def deal(board: Board, rabbits: int, mushrooms: int, foxes: int, tier: int, dice: Dice, stop: Stop = never) -> Dealt:
    """Make a puzzle of that tier, as games do from their seeds, or the nearest that a bounded effort has brought.

    The same as ever, and by the tiers of ever: see FIRST. Raises NoPuzzle if there was none at all, Stopped where
    ``stop`` said so.
    """
    return _Dealer(FIRST, tier, dice, stop).dealt(board, (Pieces(rabbits, mushrooms, foxes),))


def deal_any(tier: int, wanted: Sequence[int | None], dice: Dice, stop: Stop = never) -> Dealt:
    """Make a puzzle of that tier on the published board; ``wanted`` are rabbits, mushrooms, foxes, None for any.

    Or the nearest to it; where nothing is wished of the pieces the tier is certain. Raises NoPuzzle if there was
    none at all, Stopped where ``stop`` said so.
    """
    choice = [pieces for pieces in FERTILE[tier - 1] if pieces.fits(wanted)]
    choice = choice or [pieces for pieces in EVERY if pieces.fits(wanted)]
    if not choice:
        raise NoPuzzle(Message("No puzzle was found with these pieces."))
    return _Dealer(PRESENT, tier, dice, stop).dealt(STANDARD, choice)


@dataclass(frozen=True, slots=True)
class _Dealer:
    """Deals one puzzle of a tier."""

    way: Dealing
    tier: int
    dice: Dice
    stop: Stop

    def dealt(self, board: Board, choice: Sequence[Pieces]) -> Dealt:
        """A puzzle with one of those choices of pieces."""
        found = self._by_chance(board, choice)
        if not self.way.is_as_wanted(found) and board == STANDARD:
            known = self._near_known(choice)
            found = min((one for one in (found, known) if one is not None), default=None)
        if found is None:
            raise NoPuzzle(Message("No puzzle was found with these pieces."))
        moves = solve(found.text, "moves", board, self.stop)
        assert moves is not None  # noqa: S101 - it was reached from a solved position
        return Dealt(found.text, found.steps, moves.cost, found.tier, found.spare)

    def _by_chance(self, board: Board, choice: Sequence[Pieces]) -> _Found | None:
        """Lay out and look around until a puzzle is as wanted, or the effort is spent: the best that was found."""
        best, effort = None, 0
        while effort < self.way.effort[self.tier - 1] and (best is None or best[:3] > WANTED):
            effort += TRIAL
            home = _home(board, self.dice.choice(choice), self.dice)
            here = None if home is None else _around(board, home, LARGEST_COMPONENT, self.stop)
            if here is None:
                continue
            effort += len(here.graph.keys)
            found = self._start(here, best)
            if found is not None:
                effort += SPARE_PIECE * sum(letter != "." for letter in found.text)
                best = min(found, best or found)
        return best

    def _near_known(self, choice: Sequence[Pieces]) -> _Found | None:
        """Take a puzzle from what surrounds one of the library, turned or flipped."""
        fitting = [
            one.position for one in self.way.library() if one.tier == self.tier and _pieces(one.position) in choice
        ]
        best = None
        for text in self.dice.shuffled(fitting)[:MOST_KNOWN] if fitting else ():
            position = turned(parse(text), self.dice.choice(symmetries(STANDARD)))
            here = _around(STANDARD, position, self.way.largest_known, self.stop)
            found = None if here is None else self._start(here, best)
            if found is not None:
                best = min(found, best or found)
                if not self.way.picky or best[:3] == WANTED:
                    break
        return best

    def _start(self, here: Reachable, best: _Found | None) -> _Found | None:
        """The start that suits the tier best, if it may be better than the best so far."""
        graph = here.graph
        if len(graph.keys) < self.way.ratios[self.tier - 1] * int(graph.home.sum()) and best is not None:
            return None
        hardness = self.way.measure(here, self.stop)
        away = np.flatnonzero(~graph.home)
        tiers = np.array([tier_of(one, self.way.limits) for one in hardness[away].tolist()])
        apart = np.abs(tiers - self.tier)
        if best is not None and apart.min() > best.apart:
            return None
        fitting = away[apart == apart.min()]
        long = fitting[here.steps[fitting] >= SHORTEST[self.tier - 1]]
        least, tried = None, 0
        for start in _in_turn(here, hardness, long if len(long) else fitting, self.dice):
            text = show(here.space.position(int(graph.keys[start])), here.space.board)
            if _is_new(text, here.space.board, self.way.library):
                steps = int(here.steps[start])
                short = steps < SHORTEST[self.tier - 1]
                spare = short or has_spare_piece(text, steps, here.space.board)
                tier = tier_of(float(hardness[start]), self.way.limits)
                found = _Found(int(apart.min()), short, spare, text, steps, tier)
                least = min(found, least or found)
                tried += 1
                if not spare or tried == self.way.starts:
                    break
        return least


def _pieces(text: str) -> Pieces:
    position = parse(text)
    return Pieces(position.rabbits.bit_count(), position.mushrooms.bit_count(), len(position.foxes))


def _home(board: Board, pieces: Pieces, dice: Dice) -> Position | None:
    """Lay everything out at random, the rabbits in holes; None if it does not fit."""
    places = [place for track in fox_tracks(board) for place in track]
    taken, laid = 0, []
    for _ in range(pieces.foxes):
        free = [place for place in places if not place & taken]
        if not free:
            return None
        laid.append(dice.choice(free))
        taken |= laid[-1]
    cells = dice.shuffled([cell for cell in range(board.size) if not taken >> cell & 1])
    grown = sum(1 << cell for cell in cells[: pieces.mushrooms])
    holes = [board.index(hole) for hole in board.holes if not grown >> board.index(hole) & 1]
    if len(holes) < pieces.rabbits:
        return None
    return Position(sum(1 << hole for hole in dice.shuffled(holes)[: pieces.rabbits]), grown, in_order(laid))


def _around(board: Board, position: Position, most: int, stop: Stop) -> Reachable | None:
    """Look around; None if that is too large, or where nothing can move away from home."""
    try:
        here = around(position, board, stop, most)
    except TooLarge:
        return None
    return None if here.graph.home.all() else here


def _in_turn(here: Reachable, hardness: Times, fitting: np.ndarray[tuple[int], np.dtype[np.intp]],
             dice: Dice) -> Iterator[int]:  # fmt: skip
    """Fitting starts in a random order: mostly the farthest from home first, else some of the hardest."""
    steps = here.steps
    farthest = fitting[steps[fitting] == steps.max()]
    hardest = fitting[np.argsort(hardness[fitting], kind="stable")][-max(1, len(fitting) // 4) :]
    if dice.chance() < FARTHEST_FIRST:
        yield from dice.shuffled(farthest.tolist())
    yield from dice.shuffled(hardest.tolist())


def _is_new(text: str, board: Board, known: Callable[[], Sequence[Entry]]) -> bool:
    """Tell whether a puzzle is neither one of the library nor one that others have published."""
    known_as = canonical(text, board)
    return known_as not in _texts(known) and not is_published(known_as)


@cache
def _texts(known: Callable[[], Sequence[Entry]]) -> frozenset[str]:
    return frozenset(entry.canonical for entry in known())
