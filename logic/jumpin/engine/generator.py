"""Finds every puzzle of JumpIN’ with so many pieces, ground by ground, and the records of all that are wished for.

A puzzle is a position from which all rabbits can get home, up to the board’s symmetries: of each group of positions
that lead to each other those that are farthest from home, or all on request. One step is no puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import compress, product
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.jobs import in_order
from logic.jumpin.board import FOX_LETTERS, STANDARD, Board, fox_tracks, symmetries
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.grading import DIGITS, SURE, Times, grades, tier_of
from logic.jumpin.engine.grounds import Ground, code_count, grounds
from logic.jumpin.engine.output import Output, Record
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import CODE_MASK, joined_rows
from logic.jumpin.engine.survey import Survey, solutions
from logic.jumpin.notation import code_of

CHUNK = 8
"""Grounds that are counted as one where it is told how far a file is."""
MOST_GROUNDS = 200_000
"""Grounds that are worked on for one request: with more, weeks would not do."""
LEAST_STEPS = 2
"""What is solved in fewer is trivial."""
Letters = npt.NDArray[np.uint8]
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


def pieces(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Chunks that follow each other, as much as is worked on at once; a chunk with a pick is alone."""
    piece: list[Chunk] = []
    for chunk in chunks:
        fits = bool(piece) and chunk.pick is None and _class_of(chunk) == _class_of(piece[0])
        if piece and not (fits and sum(one.weight for one in piece) + chunk.weight <= TOGETHER):
            yield tuple(piece)
            piece = []
        piece.append(chunk)
    if piece:
        yield tuple(piece)


def _class_of(chunk: Chunk) -> tuple[int, int]:
    return chunk.rabbits, len(chunk.grounds[0].tracks)


def work_on(piece: Sequence[Chunk]) -> list[Record]:
    """The records of some chunks: ground by ground, each ground’s by the keys of their positions."""
    grounds = [ground for chunk in piece for ground in chunk.grounds]
    board, rabbits, wish = piece[0].board, piece[0].rabbits, piece[0].wish
    dice = None if piece[0].pick is None else Dice(piece[0].pick)
    records: list[Record] = []
    size = _ground_limit(piece)
    for at in range(0, len(grounds), size):
        for record in _Puzzles(board, grounds[at : at + size], rabbits).records(wish, dice):
            records.append(record)
            if dice is not None:
                return records
    return records


PICKED = 16
"""Positions whose records are made together where one of them is enough."""
TOGETHER = 300_000
"""Positions that are looked at together, as far as one can tell before: among them those that cannot be solved."""


def _ground_limit(piece: Sequence[Chunk]) -> int:
    """How many grounds may be looked at together."""
    every = [ground for chunk in piece for ground in chunk.grounds]
    codes = max(code_count(piece[0].board, ground) for ground in every)
    return max(1, min(TOGETHER * len(every) // max(1, sum(chunk.weight for chunk in piece)), CODE_MASK // codes))


class _Puzzles:
    """The puzzles of some grounds."""

    def __init__(self, board: Board, part: Sequence[Ground], rabbits: int) -> None:
        self._board = board
        self._rabbits = rabbits
        self._survey = Survey(board, part, rabbits)

    def records(self, wish: Wish, dice: Dice | None = None) -> Iterator[Record]:
        """The records that are wished for, ground by ground and by key, or in the order of the dice."""
        survey = self._survey
        starts = np.flatnonzero(self._wanted(wish))
        if not len(starts):
            return
        keys = survey.keys[starts]
        starts = starts[np.lexsort((keys, survey.space.ground_of(keys)))]
        times = survey.hitting_times(survey.part[starts])
        graded = grades(times, survey.bits)
        if dice is not None:
            starts = np.array(dice.shuffled(starts.tolist()))
        if wish.tiers:
            starts = starts[[tier_of(grade) in wish.tiers for grade in graded[starts].tolist()]]
        batch = max(1, len(starts)) if dice is None else PICKED
        for at in range(0, len(starts), batch):
            for record in self._records(starts[at : at + batch], times, graded):
                if is_wanted(record, wish, self._board):
                    yield record

    def _wanted(self, wish: Wish) -> npt.NDArray[np.bool_]:
        """Tell of each position whether it may be wanted, by what is known of all at once."""
        survey = self._survey
        wanted = survey.stands_for_images() & (survey.steps >= max(1, wish.least_steps))
        if not wish.all_starts:
            wanted &= survey.steps == survey.farthest[survey.part]
        if wish.one_hole_set:
            wanted &= np.array([len(sets) == 1 for sets in survey.hole_sets], np.bool_)[survey.part]
        return wanted

    def _records(self, starts: npt.NDArray[np.intp], times: Times, graded: Times) -> Iterator[Record]:
        """Tell all about some puzzles but those that others have published."""
        survey, board, space = self._survey, self._board, self._survey.space
        letters = space.letters(survey.keys[starts])
        canonicals = joined_rows(smallest_images(letters, board, space.foxes), board)
        new = np.array([not is_published(text) for text in canonicals], np.bool_)
        starts, letters, canonicals = starts[new], letters[new], [*compress(canonicals, new.tolist())]
        texts, moves = joined_rows(letters, board), solutions(survey, starts)
        keys, parts = survey.keys[starts], survey.part[starts].tolist()
        hole_sets = {part: tuple(map(self._holes, survey.hole_sets[part])) for part in set(parts)}
        of_each = zip(starts.tolist(), keys.tolist(), space.ground_of(keys).tolist(), parts, strict=True)
        for number, (start, key, ground, part) in enumerate(of_each):
            steps, grade = int(survey.steps[start]), float(graded[start])
            yield Record(
                id=code_of(space.position(key), board),
                position=texts[number],
                canonical=canonicals[number],
                rabbits=self._rabbits,
                mushrooms=space.grounds[ground][0].bit_count(),
                foxes=space.foxes,
                steps=steps,
                moves=int(survey.moves[start]),
                solution=moves[number],
                shortest=int(survey.ways[start]),
                component=int(survey.sizes[part]),
                hole_sets=hole_sets[part],
                farthest=bool(steps == survey.farthest[part]),
                hitting_time=round(round(float(times[start]), SURE), 1),
                bits=round(float(survey.bits[start]), DIGITS),
                grade=grade,
                tier=tier_of(grade),
            )

    def _holes(self, mask: int) -> str:
        return " ".join(f"{cell.row},{cell.col}" for cell in self._board.cells_of(mask))


def smallest_images(letters: Letters, board: Board, foxes: int) -> Letters:
    """The canonical texts of positions, all by the letters of their cells: see ``canonical``."""
    smallest = letters
    for image in symmetries(board):
        moved = np.empty_like(letters)
        moved[:, image] = letters
        smallest = np.where(_as_texts(moved := _relettered(moved, foxes)) < _as_texts(smallest), moved, smallest)
    return smallest


def _as_texts(letters: Letters) -> npt.NDArray[np.bytes_]:
    return np.ascontiguousarray(letters).view(f"S{letters.shape[1]}")


def _relettered(letters: Letters, foxes: int) -> Letters:
    """Letter the foxes by the order in which they come."""
    if foxes < 2:
        return letters
    names = np.frombuffer(FOX_LETTERS[:foxes].encode(), np.uint8)
    first = np.stack([np.argmax(letters == name, axis=1) for name in names], axis=1)
    turn = np.argsort(np.argsort(first, axis=1), axis=1)
    found = letters.copy()
    for number, name in enumerate(names):
        rows, cells = np.nonzero(letters == name)
        found[rows, cells] = names[turn[rows, number]]
    return found


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

    ``tell`` hears after each piece how much of the work is done, how much there is, and how many records there are.
    """
    chunks = plan(request)
    if output.complete:
        return
    total = sum(chunk.weight for chunk in chunks)
    done = sum(chunk.weight for chunk in chunks[: output.chunks])
    tell(done, total, output.records)
    work = list(pieces(chunks[output.chunks :]))
    if request.count is None or output.records < request.count:
        with closing(in_order(work_on, work, executor, jobs)) as results:
            for piece, found in zip(work, results, strict=False):
                output.add(found if request.count is None else found[: request.count - output.records], len(piece))
                done += sum(chunk.weight for chunk in piece)
                tell(done, total, output.records)
                if output.records == request.count:
                    break
    output.finish()
