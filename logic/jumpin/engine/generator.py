"""Enumerates every JumpIN’ puzzle with given numbers of pieces, ground by ground, and writes records of those wanted.

A puzzle is a position from which all rabbits can get home, up to the board’s symmetries: of each connected component
the positions farthest from home or, on request, all of them. One step is no puzzle unless it is asked for. The file of
records grows chunk by chunk, and an interrupted run can be resumed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import asdict, dataclass, fields, replace
from itertools import compress, product
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.jobs import cluster, map_in_order
from logic.jumpin.board import FOX_LETTERS, STANDARD, Board, fox_tracks, symmetries
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.grading import DIGITS, SURE, Numbers, Times, bits_along, grades, tier_of
from logic.jumpin.engine.solver import takes
from logic.jumpin.engine.space import CODE_MASK, Ground, TooLarge, code_count, grounds, joined_rows
from logic.jumpin.engine.survey import Survey, solutions
from logic.jumpin.notation import code_of
from logic.storage.files import StoreProblem, write_whole
from logic.terminal import Problem

# -- the file


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle. The order of the fields is that of the keys in a line, and of the columns in a table.

    ``id`` is the sharing code of ``position``; ``canonical`` is the text common to all images of the position.
    ``steps`` and ``moves`` are the least it takes in each metric; ``solution`` takes that many steps, and its moves
    name the pieces in the row-major order of ``position``. ``shortest`` counts the shortest solutions, with slides cell
    by cell, up to 10**15. ``component`` is the number of positions connected to this one, and ``hole_sets`` lists the
    sets of holes, as ``row,col``, that the rabbits occupy in its solved ones. ``farthest`` says that no position of the
    component takes more steps. ``hitting_time`` is the mean number of moves of a random walk to a solved position;
    ``bits`` is −log2 of the chance that its moves are a shortest solution; ``grade`` combines both, and ``tier``, 1 to
    5, is the band of the grade.
    """

    id: str
    position: str
    canonical: str
    rabbits: int
    mushrooms: int
    foxes: int
    steps: int
    moves: int
    solution: tuple[str, ...]
    shortest: int
    component: int
    hole_sets: tuple[str, ...]
    farthest: bool
    hitting_time: float
    bits: float
    grade: float
    tier: int

    def as_line(self) -> str:
        return msgspec.json.encode(self).decode() + "\n"

    def as_row(self) -> tuple[str | int | float, ...]:
        """The fields as a table row; tuples as JSON."""
        values = (getattr(self, name) for name in FIELDS)
        return tuple(json.dumps(value) if isinstance(value, tuple) else value for value in values)


FIELDS = tuple(field.name for field in fields(Record))
FORMAT = 2
"""The version of the file format; files of any other are rejected."""
DATABASES = (".sqlite", ".sqlite3", ".db")
"""The suffixes of files that hold a table instead of lines."""
BESIDE = ".part"
"""The suffix of the progress file beside a file of lines; it exists until the output is complete."""


class OutputError(Exception):
    """A file that cannot be resumed; its text says why."""


class Output(Protocol):
    """Where records go: ``chunks`` and ``records`` count what is there, ``complete`` says that nothing is missing."""

    chunks: int
    records: int
    complete: bool

    def add(self, records: Sequence[Record], chunks: int) -> None:
        """Add the records of that many chunks, all or nothing."""
        ...

    def finish(self) -> None:
        """Mark the output as complete."""
        ...

    def close(self) -> None: ...


def open_output(path: Path, request: dict[str, Any]) -> Output:
    """Create or resume a file; raise OutputError if it holds something else, OSError if it cannot be opened."""
    head = {"puzzles": "jumpin", "format": FORMAT, "request": request}
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OutputError(f"{path}: is no file that could be gone on with; name another one")
    kind = PuzzleDatabase if path.suffix.lower() in DATABASES else Lines
    return kind(path, json.dumps(head, ensure_ascii=False, separators=(",", ":")))


class Lines:
    """A file of JSON lines: the first is the request, each of the others a record.

    A progress file beside it says how many chunks of how many bytes are complete; it is replaced after each chunk, so
    that whatever a kill left beyond them is cut off. It is deleted when the output is complete.
    """

    def __init__(self, path: Path, head: str) -> None:
        self._path, self._note = path, path.with_name(path.name + BESIDE)
        self._head = f"{head}\n".encode()
        self.chunks = self.records = self._bytes = 0
        self.complete = False
        if self._note.exists():
            self._resume()
        elif path.exists() and path.stat().st_size:
            self._check_complete()
        else:
            self._write_note()
        self._file = path.open("ab")
        if not self.complete:
            self._truncate()

    def _resume(self) -> None:
        try:
            note = json.loads(self._note.read_bytes())
            same = note["head"] == self._head.decode()
            self.chunks, self.records, self._bytes = (int(note[name]) for name in ("chunks", "records", "bytes"))
        except (ValueError, LookupError, TypeError):
            raise OutputError(f"{self._note}: is no note of how far {self._path.name} is") from None
        if not same:
            raise OutputError(f"{self._path}: was begun for another request; name another file, or delete it")
        if self._bytes > (self._path.stat().st_size if self._path.exists() else 0):
            raise OutputError(f"{self._path}: is shorter than it was; delete {self._note.name} and begin again")

    def _check_complete(self) -> None:
        with self._path.open("rb") as file:
            if file.read(len(self._head)) != self._head:
                raise OutputError(f"{self._path}: holds something else already; name another file")
            self.records = sum(1 for _ in file)
        self.complete = True

    def _truncate(self) -> None:
        self._file.truncate(self._bytes)
        if not self._bytes:
            self._append(self._head)

    def add(self, records: Sequence[Record], chunks: int) -> None:
        self._append("".join(record.as_line() for record in records).encode())
        self.chunks += chunks
        self.records += len(records)
        self._write_note()

    def _append(self, content: bytes) -> None:
        self._file.write(content)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._bytes += len(content)

    def _write_note(self) -> None:
        note = {"head": self._head.decode(), "chunks": self.chunks, "records": self.records, "bytes": self._bytes}
        write_whole(self._note, json.dumps(note).encode())

    def finish(self) -> None:
        """Delete the progress file."""
        self._note.unlink(missing_ok=True)
        self.complete = True

    def close(self) -> None:
        self._file.close()


KINDS = {"int": "INTEGER", "float": "REAL", "bool": "INTEGER"}
"""The column type for the type of a record's field; all others are text."""


class PuzzleDatabase:
    """An SQLite database: ``puzzles`` with a column for each field, ``progress`` with the request and how far it is.

    Records and progress are written in one transaction.
    """

    def __init__(self, path: Path, head: str) -> None:
        self._path = path
        self._base = sqlite3.connect(path)
        self.chunks = self.records = 0
        self.complete = False
        try:
            self._begin(head)
        except sqlite3.DatabaseError as error:
            self._base.close()
            raise OutputError(f"{path}: cannot be used as a database of puzzles: {error}") from None
        except OutputError:
            self._base.close()
            raise

    def _begin(self, head: str) -> None:
        names = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            types = (KINDS.get(str(Record.__annotations__[name]), "TEXT") for name in FIELDS)
            columns = ", ".join(f"{name} {kind} NOT NULL" for name, kind in zip(FIELDS, types, strict=True))
            with self._base:
                self._base.execute("BEGIN")
                self._base.execute(f"CREATE TABLE puzzles ({columns}, PRIMARY KEY (id))")
                self._base.execute("CREATE TABLE progress (request TEXT, chunks INTEGER, complete INTEGER)")
                self._base.execute("INSERT INTO progress VALUES (?, 0, 0)", (head,))
        elif not {"puzzles", "progress"} <= names:
            raise OutputError(f"{self._path}: holds something else already; name another file")
        request, self.chunks, complete = self._base.execute("SELECT request, chunks, complete FROM progress").fetchone()
        if request != head:
            raise OutputError(f"{self._path}: was begun for another request; name another file, or delete it")
        self.complete = bool(complete)
        (self.records,) = self._base.execute("SELECT count(*) FROM puzzles").fetchone()

    def add(self, records: Sequence[Record], chunks: int) -> None:
        marks = ", ".join("?" * len(FIELDS))
        with self._base:
            self._base.executemany(
                f"INSERT INTO puzzles VALUES ({marks})",  # noqa: S608 - question marks only
                [record.as_row() for record in records],
            )
            self._base.execute("UPDATE progress SET chunks = chunks + ?", (chunks,))
        self.chunks += chunks
        self.records += len(records)

    def finish(self) -> None:
        with self._base:
            self._base.execute("UPDATE progress SET complete = 1")
        self.complete = True

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._base.close()


# -- requests

CHUNK = 8
"""The number of grounds per chunk, in which progress is counted."""
MOST_GROUNDS = 200_000
"""The limit on grounds for one request: more would take weeks."""
LEAST_STEPS = 2
"""Puzzles with fewer steps are trivial."""
Letters = npt.NDArray[np.uint8]
Span = tuple[int, int]
"""The minimum and maximum of a number."""


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """Which puzzles are wanted.

    ``least_steps`` drops trivial ones; ``all_starts`` keeps every unsolved position instead of the farthest of each
    component; ``one_hole_set``: all solved positions have the rabbits in the same holes; ``no_spare_piece``: no piece
    can be removed without changing the least number of steps; ``every_rabbit_moves``: in the recorded solution;
    ``tiers``: any if empty.
    """

    least_steps: int = LEAST_STEPS
    all_starts: bool = False
    one_hole_set: bool = False
    no_spare_piece: bool = False
    every_rabbit_moves: bool = False
    tiers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """What to generate: how many of each piece, the filter (``wish`` in files), and the first ``count``, or all.

    With a ``seed`` the grounds come in a random order that it fixes, and each gives one of its puzzles at most.
    Raises ValueError for pieces that cannot be, and for more than can be looked at.
    """

    rabbits: Span
    mushrooms: Span
    foxes: Span
    puzzle_filter: PuzzleFilter = PuzzleFilter()
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
        return {"wish" if name == "puzzle_filter" else name: value for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some grounds with a number of rabbits, as sent to a worker; ``weight`` is roughly how long they take.

    With a ``pick``, a seed, one of all their puzzles is drawn.
    """

    board: Board
    rabbits: int
    grounds: tuple[Ground, ...]
    puzzle_filter: PuzzleFilter
    weight: int
    pick: int | None = None


def plan(request: Request) -> list[Chunk]:
    """All chunks of a request, in the order of their results."""
    spans = [range(low, high + 1) for low, high in (request.rabbits, request.mushrooms, request.foxes)]
    chunks = [
        chunk for rabbits, mushrooms, foxes in product(*spans) for chunk in _class(request, rabbits, mushrooms, foxes)
    ]
    if request.seed is None:
        return chunks
    dice = Dice(request.seed)
    return [replace(chunk, pick=dice.seed()) for chunk in dice.shuffled(chunks)]


def _ground_count(board: Board, mushrooms: int, foxes: int) -> int:
    """The approximate number of grounds, without enumerating them."""
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
        yield Chunk(board, rabbits, part, request.puzzle_filter, weight)


def pieces(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    """Groups of consecutive chunks to be processed together; a chunk with a pick is alone."""
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


KEPT_MEMORY = 31 << 20
"""Bytes that are allocated once and freed unused.

glibc keeps blocks at hand up to the size of the largest block freed so far, at most 32 MB; larger ones are mapped anew
each time, page by page, which takes a twentieth of the time of a request.
"""


def work_on(piece: Sequence[Chunk]) -> list[Record]:
    """The records of some chunks, ground by ground, in the order of the keys of their positions; one for a ``pick``."""
    np.empty(KEPT_MEMORY, np.uint8)
    grounds = [ground for chunk in piece for ground in chunk.grounds]
    board, rabbits, puzzle_filter = piece[0].board, piece[0].rabbits, piece[0].puzzle_filter
    dice = None if piece[0].pick is None else Dice(piece[0].pick)
    records: list[Record] = []
    size = _ground_limit(piece)
    for at in range(0, len(grounds), size):
        for record in _Puzzles(board, grounds[at : at + size], rabbits).records(puzzle_filter, dice):
            records.append(record)
            if dice is not None:
                return records
    return records


PICKED = 16
"""Positions whose records are made together if one of them suffices."""
TOGETHER = 600_000
"""Estimated positions, unsolvable ones included, that are processed together."""


def _ground_limit(piece: Sequence[Chunk]) -> int:
    """The number of grounds that may be processed together."""
    every = [ground for chunk in piece for ground in chunk.grounds]
    codes = max(code_count(piece[0].board, ground) for ground in every)
    return max(1, min(TOGETHER * len(every) // max(1, sum(chunk.weight for chunk in piece)), CODE_MASK // codes))


class _Measured(NamedTuple):
    """Measures of every start: the number of shortest solutions, hitting time, bits and grade."""

    ways: Numbers
    times: Times
    bits: Times
    grades: Times


class _Puzzles:
    """The puzzles of some grounds."""

    def __init__(self, board: Board, part: Sequence[Ground], rabbits: int) -> None:
        self._board = board
        self._rabbits = rabbits
        self._survey = Survey(board, part, rabbits)

    def records(self, puzzle_filter: PuzzleFilter, dice: Dice | None = None) -> Iterator[Record]:
        """The wanted records, ground by ground and by key, or in random order."""
        survey = self._survey
        starts = np.flatnonzero(self._wanted(puzzle_filter))
        if not len(starts):
            return
        keys = survey.keys[starts]
        starts = starts[np.lexsort((keys, survey.space.ground_of(keys)))]
        steps_toward_goal, times = survey.steps_toward_goal(starts), survey.hitting_times(survey.part[starts])
        bits = bits_along(survey.graph, steps_toward_goal)
        measured = _Measured(survey.ways(steps_toward_goal), times, bits, grades(times, bits))
        if dice is not None:
            starts = np.array(dice.shuffled(starts.tolist()))
        if puzzle_filter.tiers:
            starts = starts[[tier_of(grade) in puzzle_filter.tiers for grade in measured.grades[starts].tolist()]]
        batch = max(1, len(starts)) if dice is None else PICKED
        for at in range(0, len(starts), batch):
            for record in self._records(starts[at : at + batch], measured):
                if is_wanted(record, puzzle_filter, self._board):
                    yield record

    def _wanted(self, puzzle_filter: PuzzleFilter) -> npt.NDArray[np.bool_]:
        """For each position, whether it may be wanted, by what is known of all at once."""
        survey = self._survey
        wanted = survey.stands_for_images() & (survey.steps >= max(1, puzzle_filter.least_steps))
        if not puzzle_filter.all_starts:
            wanted &= survey.steps == survey.farthest[survey.part]
        if puzzle_filter.one_hole_set:
            wanted &= np.array([len(sets) == 1 for sets in survey.hole_sets], np.bool_)[survey.part]
        return wanted

    def _records(self, starts: npt.NDArray[np.intp], measured: _Measured) -> Iterator[Record]:
        """The records of some puzzles, except those published by others."""
        survey, board, space = self._survey, self._board, self._survey.space
        letters = space.letters(survey.keys[starts])
        canonicals = joined_rows(smallest_images(letters, board, space.foxes), board)
        new = np.array([not is_published(text) for text in canonicals], np.bool_)
        starts, letters, canonicals = starts[new], letters[new], [*compress(canonicals, new.tolist())]
        texts, moves = joined_rows(letters, board), solutions(survey, starts)
        keys, parts, steps = survey.keys[starts], survey.part[starts], survey.steps[starts]
        masks = {mask for part in set(parts.tolist()) for mask in survey.hole_sets[part]}
        holes = {mask: " ".join(f"{hole.row},{hole.col}" for hole in board.cells_of(mask)) for mask in masks}
        columns = (
            keys, space.ground_of(keys), parts, steps, survey.moves[starts], survey.sizes[parts],
            steps == survey.farthest[parts], *(column[starts] for column in measured),
        )  # fmt: skip
        of_each = zip(*(column.tolist() for column in columns), strict=True)
        for number, (key, ground, part, least, fewest, size, farthest, ways, time, bits, grade) in enumerate(of_each):
            yield Record(
                id=code_of(space.position(key), board),
                position=texts[number],
                canonical=canonicals[number],
                rabbits=self._rabbits,
                mushrooms=space.grounds[ground][0].bit_count(),
                foxes=space.foxes,
                steps=least,
                moves=fewest,
                solution=moves[number],
                shortest=ways,
                component=size,
                hole_sets=tuple(map(holes.__getitem__, survey.hole_sets[part])),
                farthest=farthest,
                hitting_time=round(round(time, SURE), 1),
                bits=round(bits, DIGITS),
                grade=grade,
                tier=tier_of(grade),
            )


def smallest_images(letters: Letters, board: Board, foxes: int) -> Letters:
    """The canonical texts of positions, given as the letters of their cells: see ``canonical``."""
    smallest = letters
    for image in symmetries(board):
        moved = np.empty_like(letters)
        moved[:, image] = letters
        smallest = np.where(_as_texts(moved := _relettered(moved, foxes)) < _as_texts(smallest), moved, smallest)
    return smallest


def _as_texts(letters: Letters) -> npt.NDArray[np.bytes_]:
    return np.ascontiguousarray(letters).view(f"S{letters.shape[1]}")


def _relettered(letters: Letters, foxes: int) -> Letters:
    """Rename the foxes' letters in order of appearance."""
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


def is_wanted(record: Record, puzzle_filter: PuzzleFilter, board: Board = STANDARD) -> bool:
    """Return whether a record meets the wishes for its solution and its pieces."""
    if puzzle_filter.every_rabbit_moves:
        movers = {move.split()[1] for move in record.solution if move.startswith("hop")}
        if len(movers) < record.rabbits:
            return False
    return not (puzzle_filter.no_spare_piece and has_spare_piece(record.position, record.steps, board))


def has_spare_piece(text: str, steps: int, board: Board = STANDARD) -> bool:
    """Return whether a piece can be removed without changing the number of steps."""
    return any(takes(without, steps, board) for without in _without(text))


def _without(text: str) -> Iterator[str]:
    """The position without each of its pieces, except the last rabbit."""
    for letter in FOX_LETTERS:
        if letter in text:
            yield text.replace(letter, ".")
    for index, letter in enumerate(text):
        if letter == "M" or (letter == "R" and text.count("R") > 1):
            yield text[:index] + "." + text[index + 1 :]


# -- writing a file


def generate(
    request: Request,
    output: Output,
    executor: Executor | None = None,
    jobs: int = 1,
    tell: Callable[[int, int, int], None] = lambda _done, _total, _records: None,
) -> None:
    """Write all records of a request, resuming after existing ones; the file is the same however the work is split.

    ``tell`` is called after each group with the work done, the total work, and the number of records.
    """
    chunks = plan(request)
    if output.complete:
        return
    total = sum(chunk.weight for chunk in chunks)
    done = sum(chunk.weight for chunk in chunks[: output.chunks])
    tell(done, total, output.records)
    work = list(pieces(chunks[output.chunks :]))
    if request.count is None or output.records < request.count:
        with closing(map_in_order(work_on, work, executor, jobs)) as results:
            for piece, found in zip(work, results, strict=False):
                output.add(found if request.count is None else found[: request.count - output.records], len(piece))
                done += sum(chunk.weight for chunk in piece)
                tell(done, total, output.records)
                if output.records == request.count:
                    break
    output.finish()


# -- the command line


def request_of(args: Mapping[str, Any], board: Board = STANDARD) -> Request:
    """The request of the command-line arguments; raises Problem for impossible pieces."""
    tiers = tuple(range(args["tier"][0], args["tier"][1] + 1)) if args["tier"] else ()
    filters = {name: args[name] for name in ("all_starts", "one_hole_set", "no_spare_piece", "every_rabbit_moves")}
    puzzle_filter = PuzzleFilter(args["least_steps"], tiers=tiers, **filters)
    spans = (args["rabbits"], args["mushrooms"], args["foxes"])
    try:
        return Request(*spans, puzzle_filter, args["count"], args.get("seed"), board)
    except ValueError as error:
        raise Problem(f"generate: {error}") from None


def fill(path: Path, request: Request, jobs: int, scheduler: str | None, show: Callable[[int, int, str], None]) -> int:
    """Write all requested records into a file, or those that are missing; return the number of its puzzles.

    ``show`` is called with the work done, the total work, and a text. Raises Problem on failure.
    """

    def tell(done: int, total: int, records: int) -> None:
        show(done, total, f"{records} puzzles")

    workers: AbstractContextManager[Executor | None] = nullcontext() if scheduler is None else cluster(scheduler)
    try:
        with workers as executor, closing(open_output(path, request.as_json())) as output:
            generate(request, output, executor, jobs, tell)
            return output.records
    except (OutputError, ValueError) as error:
        raise Problem(f"generate: {error}") from None
    except TooLarge:
        raise Problem("generate: these pieces have more positions on this board than can be looked at") from None
    except StoreProblem as error:
        raise Problem(f"generate: {error.message}") from None
    except sqlite3.Error as error:
        raise Problem(f"generate: {path}: {error}") from None
