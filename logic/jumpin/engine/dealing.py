"""Deals a new JumpIN’ puzzle of a requested tier while the player waits.

Rabbits are put into holes at random, and all positions that lead there are searched. If that finds nothing in time, as
often for the hardest tier, or only what is too short or has a superfluous piece, a puzzle is taken from the component
of one in the library.
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
    parse,
    show,
    sorted_foxes,
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
"""The limit on positions of a component from which a puzzle is taken: a quick deal needs small ones."""
MOST_KNOWN = 5
"""How many puzzles of the library are tried: usually one has an unknown puzzle nearby."""
FARTHEST_FIRST = 0.75
"""The probability of a start among the farthest of its component; else among the hardest that fit, for variety."""
TRIAL = 60
"""The cost of a trial in positions, however few it finds."""
SPARE_PIECE = 50
"""The cost in positions of checking whether one piece is superfluous."""
SHORTEST = (2, 4, 5, 6, 8)
"""The least number of steps of a puzzle of each tier, if there is one."""
ALIKE = 3
"""Decimal digits to which hitting times are compared: further digits depend on the order of summation."""


class Pieces(NamedTuple):
    """The number of pieces of each kind."""

    rabbits: int
    mushrooms: int
    foxes: int

    def fits(self, wanted: Sequence[int | None]) -> bool:
        """Return whether the numbers match those wanted, None for any."""
        return all(number in (None, own) for number, own in zip(wanted, self, strict=True))


EVERY = tuple(Pieces(*pieces) for pieces in product(range(1, 5), range(4), range(3)))
"""All numbers of pieces that the published box allows."""
FERTILE = (
    tuple(pieces for pieces in EVERY if pieces.foxes and pieces.mushrooms and sum(pieces) < 6),
    tuple(pieces for pieces in EVERY if pieces.foxes and pieces.mushrooms > 1 and pieces.rabbits > 1),
    tuple(Pieces(*some) for some in ((2, 2, 2), (2, 3, 1), (2, 3, 2), (3, 2, 1), (3, 3, 1), (4, 2, 1))),
    tuple(Pieces(*some) for some in ((2, 2, 2), (3, 2, 1), (3, 3, 1), (4, 2, 1))),
    tuple(Pieces(*some) for some in ((3, 2, 1), (3, 3, 1), (4, 2, 1))),
)
"""For each tier the numbers of pieces that yield it often, and on many grounds, so that puzzles rarely repeat."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new puzzle: its text, the least it takes in both metrics, and its tier.

    ``spare`` says that it is too short for its tier, or that a piece is superfluous.
    """

    position: str
    steps: int
    moves: int
    tier: int
    spare: bool


class _Found(NamedTuple):
    """A candidate, ordered by quality: first by its distance from the tier. A ``short`` one is always ``spare`` too."""

    apart: int
    short: bool
    spare: bool
    text: str
    steps: int
    tier: int


WANTED = (0, False, False)
"""The first fields of a candidate that has the tier, is long enough, and has no superfluous piece."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """The parameters of dealing.

    ``measure`` grades all positions of a component, and the tiers end at its ``limits``. ``effort`` is the number of
    positions to look at for one puzzle of each tier, before the ``library`` is used; of its puzzles those with
    components of at most ``largest_known`` positions are searched. ``ratios`` are, by tier, the least ratio of
    positions to solved ones of a component that contains that tier, found by looking at five thousand components; once
    there is a candidate, components below that are not graded. At most so many ``starts`` of one component are tried
    until no piece is superfluous; with ``requires_all_pieces`` a superfluous one is reason enough to go to the library.
    """

    measure: Callable[[Reachable, Stop], Times]
    limits: tuple[float, ...]
    effort: tuple[int, ...]
    ratios: tuple[int, ...]
    library: Callable[[], Sequence[Entry]]
    largest_known: int
    starts: int
    requires_all_pieces: bool

    def is_as_wanted(self, found: _Found | None) -> bool:
        """Return whether the library is not needed."""
        count = len(WANTED) if self.requires_all_pieces else len(WANTED) - 1
        return found is not None and found[:count] == WANTED[:count]


PRESENT = Dealing(
    measure=Reachable.grades,
    limits=TIER_LIMITS,
    effort=(36_000, 9_000, 9_000, 9_000, 3_000),
    ratios=(0, 3, 3, 10, 75),
    library=library,
    largest_known=15_000,
    starts=6,
    requires_all_pieces=True,
)
"""The parameters of puzzles made to measure. That usually takes a tenth of a second, a second at most."""
FIRST = Dealing(
    measure=lambda here, stop: np.round(hitting_times(here.graph, stop), ALIKE),
    limits=(300.0, 950.0, 1400.0, 16000.0),
    effort=(9_000, 9_000, 9_000, 9_000, 3_000),
    ratios=(0, 0, 7, 13, 180),
    library=first_library,
    largest_known=12_000,
    starts=1,
    requires_all_pieces=False,
)
"""The parameters of games that deal from their seeds, by hitting time alone; fixed, as games are dealt again."""


def deal(board: Board, rabbits: int, mushrooms: int, foxes: int, tier: int, dice: Dice, stop: Stop = never) -> Dealt:
    """Deal a puzzle of that tier from a game's seed, or the nearest found with a bounded effort.

    Never changes, nor do its tiers: see FIRST. Raises NoPuzzle if none was found, Stopped on ``stop``.
    """
    return _Dealer(FIRST, tier, dice, stop).dealt(board, (Pieces(rabbits, mushrooms, foxes),))


def deal_any(tier: int, wanted: Sequence[int | None], dice: Dice, stop: Stop = never) -> Dealt:
    """Deal a puzzle of that tier on the published board; ``wanted`` are rabbits, mushrooms, foxes, None for any.

    If none is found, the nearest is returned; without wishes for the pieces the tier is certain. Raises NoPuzzle if
    there is no puzzle at all, Stopped on ``stop``.
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
        """A puzzle with one of those numbers of pieces; raises NoPuzzle if none was found."""
        found = self._try_random(board, choice)
        if not self.way.is_as_wanted(found) and board == STANDARD:
            known = self._try_near_library(choice)
            found = min((one for one in (found, known) if one is not None), default=None)
        if found is None:
            raise NoPuzzle(Message("No puzzle was found with these pieces."))
        moves = solve(found.text, "moves", board, self.stop)
        assert moves is not None  # noqa: S101 - a solved position is reachable from it
        return Dealt(found.text, found.steps, moves.cost, found.tier, found.spare)

    def _try_random(self, board: Board, choice: Sequence[Pieces]) -> _Found | None:
        """Try random solved positions until a puzzle is as wanted, or the effort is spent; return the best found."""
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

    def _try_near_library(self, choice: Sequence[Pieces]) -> _Found | None:
        """Take a puzzle from the component of one in the library, turned or flipped."""
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
                if not self.way.requires_all_pieces or best[:3] == WANTED:
                    break
        return best

    def _start(self, here: Reachable, best: _Found | None) -> _Found | None:
        """The best start for the tier, if it may be better than ``best``."""
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
        for start in _starts_in_order(here, hardness, long if len(long) else fitting, self.dice):
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
    """Place all pieces at random, the rabbits in holes; None if they do not fit."""
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
    return Position(sum(1 << hole for hole in dice.shuffled(holes)[: pieces.rabbits]), grown, sorted_foxes(laid))


def _around(board: Board, position: Position, most: int, stop: Stop) -> Reachable | None:
    """The component of a position; None if it is too large, or has only solved positions."""
    try:
        here = around(position, board, stop, most)
    except TooLarge:
        return None
    return None if here.graph.home.all() else here


def _starts_in_order(here: Reachable, hardness: Times, fitting: np.ndarray[tuple[int], np.dtype[np.intp]],
             dice: Dice) -> Iterator[int]:  # fmt: skip
    """The hardest quarter of the fitting starts, usually after those farthest from home; each in random order."""
    steps = here.steps
    farthest = fitting[steps[fitting] == steps.max()]
    hardest = fitting[np.argsort(hardness[fitting], kind="stable")][-max(1, len(fitting) // 4) :]
    if dice.chance() < FARTHEST_FIRST:
        yield from dice.shuffled(farthest.tolist())
    yield from dice.shuffled(hardest.tolist())


def _is_new(text: str, board: Board, known: Callable[[], Sequence[Entry]]) -> bool:
    """Return whether a puzzle is neither in the library nor published by others."""
    known_as = canonical(text, board)
    return known_as not in _texts(known) and not is_published(known_as)


@cache
def _texts(known: Callable[[], Sequence[Entry]]) -> frozenset[str]:
    return frozenset(entry.canonical for entry in known())
