"""Finds every puzzle of JumpIN’ with so many pieces, ground by ground, and the records of all that are wished for.

A puzzle is a position from which all rabbits can get home, up to the board’s symmetries: of each group of positions
that lead to each other those that are farthest from home, or all on request. One step is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from math import comb, prod
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.jobs import in_order
from logic.jumpin.board import STANDARD, Board, fox_tracks, symmetries
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.grading import DIGITS, Times, grades, tier_of
from logic.jumpin.engine.grounds import Ground, grounds
from logic.jumpin.engine.output import Output, Record
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.survey import Survey
from logic.jumpin.notation import encode
from logic.jumpin.position import FOX_LETTERS, canonical, show
from logic.jumpin.rules import JumpinMove, State, begin

CHUNK = 8
"""Grounds that travel to a worker together, and are written together."""
MOST_GROUNDS = 200_000
"""Grounds that are worked on for one request: with more, weeks would not do."""
LEAST_STEPS = 2
"""What is solved in fewer is trivial."""
Span = tuple[int, int]
"""The least and the most of some number."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which puzzles are wanted.

    ``least_steps`` filters the trivial ones; ``all_starts`` wants every unsolved position instead of the farthest of
    each component; ``one_hole_set``: all solved positions have the rabbits in the same holes; ``no_spare_piece``: no
    piece can be taken away without changing the least number of steps; ``every_rabbit_moves``: in the solution that
    the record tells; ``tiers``: any where empty.
    """

    least_steps: int = LEAST_STEPS
    all_starts: bool = False
    one_hole_set: bool = False
    no_spare_piece: bool = False
    every_rabbit_moves: bool = False
    tiers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be generated: the pieces, each from least to most; the wish; the first ``count``, or all.

    With a ``seed`` the grounds come in a random order that it fixes, and each gives one of its puzzles at most.
    Raises ValueError for pieces that cannot be, and for more than can be looked at.
    """

    rabbits: Span
    mushrooms: Span
    foxes: Span
    wish: Wish = Wish()
    count: int | None = None
    seed: int | None = None
    board: Board = STANDARD

    def __post_init__(self) -> None:
        spans = (("rabbits", self.rabbits), ("mushrooms", self.mushrooms), ("foxes", self.foxes))
        for name, (low, high) in spans:
            if not 0 <= low <= high:
                raise ValueError(f"{name}: from least to most, please")
        if self.rabbits[0] < 1:
            raise ValueError("rabbits: at least 1, please")
        if self.foxes[1] > len(FOX_LETTERS):
            raise ValueError(f"foxes: at most {len(FOX_LETTERS)}, please")
        pairs = product(*(range(low, high + 1) for _, (low, high) in spans[1:]))
        if sum(_ground_count(self.board, mushrooms, foxes) for mushrooms, foxes in pairs) > MOST_GROUNDS:
            raise ValueError(
                "mushrooms, foxes: fewer, please; there are more ways to set these up than can be looked at"
            )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some grounds with a number of rabbits, as they travel to a worker; ``weight`` is about how long they take.

    With a ``pick``, a seed, one puzzle is drawn of all.
    """

    board: Board
    rabbits: int
    grounds: tuple[Ground, ...]
    wish: Wish
    weight: int
    pick: int | None = None


def plan(request: Request) -> list[Chunk]:
    """All the work of a request, in the order of its results."""
    spans = [range(low, high + 1) for low, high in (request.rabbits, request.mushrooms, request.foxes)]
    chunks = [
        chunk for rabbits, mushrooms, foxes in product(*spans) for chunk in _class(request, rabbits, mushrooms, foxes)
    ]
    if request.seed is None:
        return chunks
    dice = Dice(request.seed)
    return [replace(chunk, pick=dice.seed()) for chunk in dice.shuffled(chunks)]


def _ground_count(board: Board, mushrooms: int, foxes: int) -> int:
    """About how many grounds there are, without looking for them."""
    lines = len(fox_tracks(board))
    choices = comb(lines + foxes - 1, foxes) if foxes else 1
    return comb(board.size, mushrooms) * choices // len(symmetries(board))


def _class(request: Request, rabbits: int, mushrooms: int, foxes: int) -> Iterator[Chunk]:
    size = CHUNK if request.seed is None else 1
    board = request.board
    every = list(grounds(board, mushrooms, foxes))
    room = max(0, board.size - mushrooms - 2 * foxes)
    tracks = [len(track) for track in fox_tracks(board)]
    for at in range(0, len(every), size):
        part = tuple(every[at : at + size])
        weight = sum(comb(room, rabbits) * prod(tracks[track] for track in ground.tracks) for ground in part)
        yield Chunk(board, rabbits, part, request.wish, weight)


def work_on(chunk: Chunk) -> list[Record]:
    """The records of a chunk: ground by ground, each ground’s by the keys of their positions."""
    found = [_Puzzles(chunk.board, ground, chunk.rabbits) for ground in chunk.grounds]
    if chunk.pick is None:
        return [record for puzzles in found for record in puzzles.records(chunk.wish)]
    dice = Dice(chunk.pick)
    for puzzles in found:
        for record in puzzles.records(chunk.wish, dice):
            return [record]
    return []


class _Puzzles:
    """The puzzles of one ground."""

    def __init__(self, board: Board, ground: Ground, rabbits: int) -> None:
        self._board = board
        self._survey = Survey(board, ground, rabbits)

    def records(self, wish: Wish, dice: Dice | None = None) -> Iterator[Record]:
        """The records that are wished for, by key, or in the order of the dice."""
        survey = self._survey
        starts = np.flatnonzero(self._wanted(wish))
        if not len(starts):
            return
        times = survey.hitting_times(survey.part[starts])
        graded = grades(times, survey.bits)
        for start in starts.tolist() if dice is None else dice.shuffled(starts.tolist()):
            tier = tier_of(graded[start])
            record = self._record(start, times, graded) if not wish.tiers or tier in wish.tiers else None
            if record is not None and is_wanted(record, wish, self._board):
                yield record

    def _wanted(self, wish: Wish) -> npt.NDArray[np.bool_]:
        """Tell of each position whether it may be wanted, by what is known of all at once."""
        survey = self._survey
        wanted = survey.stands_for_images() & (survey.steps >= max(1, wish.least_steps))
        if not wish.all_starts:
            wanted &= survey.steps == survey.farthest[survey.part]
        if wish.one_hole_set:
            wanted &= (survey.hole_set_counts == 1)[survey.part]
        return wanted

    def _record(self, start: int, times: Times, graded: Times) -> Record | None:
        """Tell all about one puzzle; nothing about one that others have published."""
        survey, board = self._survey, self._board
        position = survey.space.position(int(survey.keys[start]))
        text = show(position, board)
        known_as = canonical(text, board)
        if is_published(known_as):
            return None
        part = int(survey.part[start])
        return Record(
            id=encode(text, board),
            position=text,
            canonical=known_as,
            rabbits=position.rabbits.bit_count(),
            mushrooms=position.mushrooms.bit_count(),
            foxes=len(position.foxes),
            steps=int(survey.steps[start]),
            moves=int(survey.moves[start]),
            solution=tuple(map(str, self._way_home(begin(text, board)))),
            shortest=int(survey.ways[start]),
            component=int(survey.sizes[part]),
            hole_sets=tuple(self._holes(mask) for mask in survey.hole_sets(part)),
            farthest=bool(survey.steps[start] == survey.farthest[part]),
            hitting_time=round(float(times[start]), 1),
            bits=round(float(survey.bits[start]), DIGITS),
            grade=float(graded[start]),
            tier=tier_of(graded[start]),
        )

    def _way_home(self, state: State) -> Iterator[JumpinMove]:
        """A shortest solution: at each turn the first of the moves that help, of slides the longest."""
        survey = self._survey
        left = int(survey.steps[survey.number(survey.space.key(state.position))])
        while left:
            after = [(move, _after(state, move)) for move in state.legal_moves()]
            nearer = [(move, there) for move, there in after if left - self._left(there) == there.steps - state.steps]
            move, there = max(nearer, key=lambda one: one[1].steps)
            yield move
            left -= there.steps - state.steps
            state = there

    def _left(self, state: State) -> int:
        return int(self._survey.steps[self._survey.number(self._survey.space.key(state.position))])

    def _holes(self, mask: int) -> str:
        return " ".join(f"{cell.row},{cell.col}" for cell in self._board.cells_of(mask))


def _after(state: State, move: JumpinMove) -> State:
    return cast("State", state.apply(move).state)


def is_wanted(record: Record, wish: Wish, board: Board = STANDARD) -> bool:
    """Tell whether a record fits what is wished of its solution and its pieces."""
    movers = {move.split()[1] for move in record.solution if move.startswith("hop")}
    if wish.every_rabbit_moves and len(movers) < record.rabbits:
        return False
    return not (wish.no_spare_piece and has_spare_piece(record.position, record.steps, board))


def has_spare_piece(text: str, steps: int, board: Board = STANDARD) -> bool:
    """Tell whether a piece can be taken away so that the puzzle still takes as many steps."""
    return any(found is not None and found.cost == steps for found in map(partial(solve, board=board), _without(text)))


def _without(text: str) -> Iterator[str]:
    """The position without each of its pieces, except the last rabbit."""
    for letter in FOX_LETTERS:
        if letter in text:
            yield text.replace(letter, ".")
    for place, letter in enumerate(text):
        if letter == "M" or (letter == "R" and text.count("R") > 1):
            yield text[:place] + "." + text[place + 1 :]


# -- all of it into a file


def generate(
    request: Request,
    output: Output,
    executor: Executor | None = None,
    jobs: int = 1,
    tell: Callable[[int, int, int], None] = lambda _done, _total, _records: None,
) -> None:
    """Write all records of a request, going on behind what is there: the same file whoever works, and how often.

    ``tell`` hears after each chunk how much of the work is done, how much there is, and how many records there are.
    """
    chunks = plan(request)
    if output.complete:
        return
    total = sum(chunk.weight for chunk in chunks)
    done = sum(chunk.weight for chunk in chunks[: output.chunks])
    tell(done, total, output.records)
    left = chunks[output.chunks :]
    with closing(in_order(work_on, left, executor, jobs)) as results:
        for chunk in left:
            missing = None if request.count is None else request.count - output.records
            if missing == 0:
                break
            output.add(next(results)[:missing])
            done += chunk.weight
            tell(done, total, output.records)
    output.finish()
