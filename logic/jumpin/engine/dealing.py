"""Deals new puzzles of JumpIN’ on the spot, of a tier of difficulty that is asked for.

The rabbits are laid into holes at random, and everything that leads there is looked at. Where chance brings nothing in
time, as it seldom does for the hardest tier, or only what is too short, a puzzle is taken from the surroundings of one
in the library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from logic.core import Dice, Message, Stop, never
from logic.jumpin.board import STANDARD, Board, fox_tracks, symmetries
from logic.jumpin.engine.collection import is_published, puzzles_of_tier, texts
from logic.jumpin.engine.generator import has_spare_piece
from logic.jumpin.engine.grading import Graph, Numbers, Times, bits_of, grades, graph_of, hitting_times, tier_of
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import Space, TooLarge, space_of
from logic.jumpin.position import Position, canonical, in_order, parse, show, turned
from logic.puzzles import NoPuzzle

LARGEST_COMPONENT = 5_000
"""Positions of a component that a puzzle is taken from: a quick deal asks for small ones."""
LARGEST_KNOWN = 15_000
"""The same of a component around a puzzle of the library, where it is certain to be worth the time."""
MOST_KNOWN = 5
"""Puzzles of the library that are tried: seldom nothing around one is new."""
EFFORT = (36_000, 9_000, 9_000, 9_000, 3_000)
"""Positions looked at for one deal of each tier, a second at most; then the library, or what there is."""
FARTHEST_FIRST = 0.75
"""How often a start is taken from the farthest of its component; else from the hardest that fit, for variety."""
TRIAL = 60
"""What a trial costs in the same measure, however few positions it finds."""
SPARE_PIECE = 50
"""What it costs to see whether one piece is to spare."""
STARTS = 6
"""Starts of one component that are tried until no piece is to spare."""
SHORTEST = (2, 4, 5, 6, 8)
"""Steps that a puzzle of each tier takes at least, if there is one."""
SMALLEST_RATIO = (0, 3, 3, 10, 75)
"""Positions for each solved one that a component has at least in which some position is of that tier: where there
are fewer no time is spent on grading. Found by looking at five thousand components."""


class Pieces(NamedTuple):
    """How many there are of each."""

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
    """A new puzzle: its text, the least it takes in both counts, how hard it is, and whether a piece is to spare."""

    position: str
    steps: int
    moves: int
    grade: float
    spare: bool


class _Found(NamedTuple):
    """A puzzle that could be dealt, the smaller the better: first by how far it is from the tier."""

    apart: int
    short: bool
    spare: bool
    text: str
    steps: int
    grade: float


WANTED = (0, False, False)
"""How a puzzle begins that is of the tier, long enough and without a piece to spare."""


def deal(board: Board, rabbits: int, mushrooms: int, foxes: int, tier: int, dice: Dice, stop: Stop = never) -> Dealt:
    """Make a puzzle of that tier, or the nearest to it that a bounded effort has brought.

    Raises NoPuzzle where there was none at all, Stopped where ``stop`` said so.
    """
    return _dealt(board, (Pieces(rabbits, mushrooms, foxes),), tier, dice, stop)


def deal_any(tier: int, wanted: Sequence[int | None], dice: Dice, stop: Stop = never) -> Dealt:
    """Make a puzzle of that tier on the published board; ``wanted`` are rabbits, mushrooms, foxes, None for any.

    Like :func:`deal`; where nothing is wished of the pieces the tier is certain.
    """
    choice = [pieces for pieces in FERTILE[tier - 1] if pieces.fits(wanted)]
    choice = choice or [pieces for pieces in EVERY if pieces.fits(wanted)]
    if not choice:
        raise NoPuzzle(Message("No puzzle was found with these pieces."))
    return _dealt(STANDARD, choice, tier, dice, stop)


def _dealt(board: Board, choice: Sequence[Pieces], tier: int, dice: Dice, stop: Stop) -> Dealt:
    found = _by_chance(board, choice, tier, dice, stop)
    if (found is None or found[:3] > WANTED) and board == STANDARD:
        known = _near_known(choice, tier, dice, stop)
        found = min((one for one in (found, known) if one is not None), default=None)
    if found is None:
        raise NoPuzzle(Message("No puzzle was found with these pieces."))
    moves = solve(found.text, "moves", board, stop)
    assert moves is not None  # noqa: S101 - it was reached from a solved position
    return Dealt(found.text, found.steps, moves.cost, found.grade, found.spare)


def _by_chance(board: Board, choice: Sequence[Pieces], tier: int, dice: Dice, stop: Stop) -> _Found | None:
    """Lay out and look around until a puzzle is as wanted, or the effort is spent: the best that was found."""
    best, effort = None, 0
    while effort < EFFORT[tier - 1] and (best is None or best[:3] > WANTED):
        effort += TRIAL
        home = _home(board, dice.choice(choice), dice)
        around = None if home is None else _around(board, home, LARGEST_COMPONENT, stop)
        if around is None:
            continue
        effort += len(around.graph.keys)
        found = _start(around, tier, dice, best)
        if found is not None:
            effort += SPARE_PIECE * sum(letter != "." for letter in found.text)
            best = min(found, best or found)
    return best


def _near_known(choice: Sequence[Pieces], tier: int, dice: Dice, stop: Stop) -> _Found | None:
    """Take a puzzle from what surrounds one of the library, turned or flipped."""
    fitting = [text for text in puzzles_of_tier(tier) if _pieces(text) in choice]
    if not fitting:
        return None
    best = None
    for text in dice.shuffled(fitting)[:MOST_KNOWN]:
        position = turned(parse(text), dice.choice(symmetries(STANDARD)))
        around = _around(STANDARD, position, LARGEST_KNOWN, stop)
        found = None if around is None else _start(around, tier, dice, best)
        if found is not None:
            best = min(found, best or found)
            if best[:3] == WANTED:
                break
    return best


def _pieces(text: str) -> Pieces:
    position = parse(text)
    return Pieces(position.rabbits.bit_count(), position.mushrooms.bit_count(), len(position.foxes))


def _home(board: Board, pieces: Pieces, dice: Dice) -> Position | None:
    """Lay everything out at random, the rabbits in holes; None where it does not fit."""
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


class _Around(NamedTuple):
    """All that can be reached from some position, and how far each is from home."""

    space: Space
    graph: Graph
    steps: Numbers
    stop: Stop


def _around(board: Board, position: Position, most: int, stop: Stop) -> _Around | None:
    """Look around; None where that is too large, or where nothing can move away from home."""
    space = space_of(position, board)
    try:
        graph = graph_of(space, space.key(position), stop, most)
    except TooLarge:
        return None
    if graph.home.all():
        return None
    steps = np.zeros(len(graph.keys), np.int64)
    for distance, level in enumerate(space.levels(graph.keys[graph.home])):
        steps[np.searchsorted(graph.keys, level)] = distance
    return _Around(space, graph, steps, stop)


def _start(around: _Around, tier: int, dice: Dice, best: _Found | None) -> _Found | None:
    """The start that suits the tier best, if it may be better than the best so far."""
    graph, hopeful = around.graph, _hopeful(around.graph, tier)
    if not hopeful and best is not None:
        return None
    graded = grades(hitting_times(graph, around.stop), bits_of(graph, around.steps))
    away = np.flatnonzero(~graph.home)
    apart = np.array([abs(tier_of(grade) - tier) for grade in graded[away].tolist()])
    if best is not None and apart.min() > best.apart:
        return None
    fitting = away[apart == apart.min()]
    long = fitting[around.steps[fitting] >= SHORTEST[tier - 1]]
    least = None
    tried = 0
    for start in _in_turn(around, graded, long if len(long) else fitting, dice):
        text = show(around.space.position(int(graph.keys[start])), around.space.board)
        if _is_new(text, around.space.board):
            steps = int(around.steps[start])
            short = steps < SHORTEST[tier - 1]
            spare = has_spare_piece(text, steps, around.space.board)
            found = _Found(int(apart.min()), short, spare, text, steps, float(graded[start]))
            least = min(found, least or found)
            tried += 1
            if not spare or tried == STARTS:
                break
    return least


def _hopeful(graph: Graph, tier: int) -> bool:
    """Tell whether some position may be of that tier."""
    return len(graph.keys) >= SMALLEST_RATIO[tier - 1] * int(graph.home.sum())


def _in_turn(around: _Around, graded: Times, fitting: np.ndarray[tuple[int], np.dtype[np.intp]],
             dice: Dice) -> Iterator[int]:  # fmt: skip
    """Fitting starts in a random order: mostly the farthest from home first, else some of the hardest."""
    steps = around.steps
    farthest = fitting[steps[fitting] == steps.max()]
    by_grade = np.argsort(graded[fitting], kind="stable")
    hardest = fitting[by_grade][-max(1, len(fitting) // 4) :]
    if dice.chance() < FARTHEST_FIRST:
        yield from dice.shuffled(farthest.tolist())
    yield from dice.shuffled(hardest.tolist())


def _is_new(text: str, board: Board) -> bool:
    """Tell whether a puzzle is neither one of the library nor one that others have published."""
    known_as = canonical(text, board)
    return known_as not in texts() and not is_published(known_as)
