"""The puzzles of Stone Dragon: given or generated boards, the campaign, boards made to measure, the daily one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from logic.config import ConfigError, read_text, read_yaml
from logic.core import Dice, Message, Stop
from logic.dragon.board import Board, BoardError, dump_board, parse_board
from logic.dragon.engine.generator import FIRST_MAKING, MAKING, REQUEST_BOUNDS, check_bounds, generate
from logic.dragon.engine.solver import BUDGET, Answer, NotFound, Solved, Winnable, position_budget, solve_or_win
from logic.dragon.rules import State, begin
from logic.puzzles import TIERS, Chapter, NoPuzzle, Puzzle, PuzzleOption, Puzzles, complete_options, key_of
from logic.storage.files import LARGEST_BOARD, read_at_most, reason
from logic.terminal import Problem
from logic.text import Text

ANY = 0
"""The number of required knights that leaves the choice to the difficulty."""

LARGEST_PAR = 1_000_000

BOUNDS = {**REQUEST_BOUNDS, "par": (0, LARGEST_PAR), "making": (FIRST_MAKING, MAKING)}
"""The minimum and maximum of each number."""


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a game of Stone Dragon.

    ``board`` is the text of a board file; if empty, a board is generated of that ``height`` and ``width``, with so many
    ``knights``, that percentage of ``dangers`` and that ``difficulty``. ``par`` is the fewest turns in which a given
    board can be won, 0 if unknown; it is only remembered. ``open_map`` shows every square from the start;
    ``stores_supply_standing`` hands each new unit to the knight who stands in his store and lacks one. ``making`` is
    the version of the generator: games dealt by the first one are dealt by it again.
    """

    board: str = ""
    height: int = 5
    width: int = 6
    knights: int = 3
    dangers: int = 35
    difficulty: int = 1
    par: int = 0
    open_map: bool = False
    stores_supply_standing: bool = True
    making: int = FIRST_MAKING

    def __post_init__(self) -> None:
        check_bounds({name: getattr(self, name) for name in BOUNDS}, BOUNDS)
        if self.board:
            try:
                parse_board(self.board)
            except BoardError as error:
                raise ValueError(f"board: {error}") from None


def new(params: Params, dice: Dice) -> State:
    """Set up the given board, or one generated with the dice; raise NoPuzzle if none was found."""
    board = parse_board(params.board) if params.board else _made(params, dice)
    return begin(board, open_map=params.open_map, standing=params.stores_supply_standing)


def _made(params: Params, dice: Dice) -> Board:
    asked = (params.height, params.width, params.knights, ANY, params.dangers, params.difficulty)
    return generate(*asked, dice, making=params.making).board


INDEX = "dragon_campaign.yaml"
BOARDS = "boards/dragon"
"""The campaign's place under ``config/``: its index, and one file for each board."""

SIZES = ((4, 5), (6, 7), (8, 10), (12, 16), (20, 26))
"""Rows and columns of the sizes that can be chosen."""

WEEK = (
    {"size": 1, "knights": 2, "dangers": 25, "difficulty": 1},
    {"size": 1, "knights": 3, "dangers": 25, "difficulty": 2},
    {"size": 1, "knights": 3, "dangers": 35, "difficulty": 2},
    {"size": 1, "knights": 3, "dangers": 35, "difficulty": 3},
    {"size": 1, "knights": 4, "dangers": 35, "difficulty": 3},
    {"size": 1, "knights": 4, "dangers": 50, "difficulty": 4},
    {"size": 2, "knights": 4, "dangers": 35, "difficulty": 5},
)
"""The options of the daily puzzle from Monday to Sunday, from easy to hard."""

# -- the files


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle of the index; ``par`` and ``tier`` come from the solver and the grading of its board."""

    file: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]+\.txt$")]
    title: Annotated[str, msgspec.Meta(min_length=1)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    par: Annotated[int, msgspec.Meta(ge=1)]
    tier: Annotated[int, msgspec.Meta(ge=1, le=TIERS)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One chapter of the index."""

    title: Annotated[str, msgspec.Meta(min_length=1)]
    text: Annotated[str, msgspec.Meta(min_length=1)]
    puzzles: Annotated[tuple[Entry, ...], msgspec.Meta(min_length=1)]


class Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The campaign as ``config/dragon_campaign.yaml`` describes it."""

    chapters: tuple[Part, ...]


def read_campaign() -> tuple[Chapter, ...]:
    """Read the campaign; raise ConfigError with the file and the place of a fault."""
    index = read_yaml(INDEX, Index)
    return tuple(
        Chapter(part.title, part.text, tuple(_puzzle(entry) for entry in part.puzzles)) for part in index.chapters
    )


def _puzzle(entry: Entry) -> Puzzle:
    name = f"{BOARDS}/{entry.file}"
    try:
        board = parse_board(read_text(name))
    except BoardError as error:
        raise ConfigError(f"config/{name}:{error.line}:{error.column}: {error.message}") from None
    return _handed_out(board, entry.title, entry.text, entry.par, entry.tier)


def _handed_out(board: Board, title: str, text: str, par: int, tier: int) -> Puzzle:
    file = dump_board(board)
    return Puzzle(key_of(file), title, text, {"board": file, "par": par}, par, tier)


_campaign = cache(read_campaign)
"""The campaign, read on first use."""


# -- the role


OPTIONS = (
    PuzzleOption(
        "size",
        Message("Size"),
        tuple(enumerate((
            Message("Tiny, 4×5"), Message("Small, 6×7"), Message("Medium, 8×10"), Message("Large, 12×16"),
            Message("Huge, 20×26"),
        ))),
        1,
    ),
    PuzzleOption(
        "knights",
        Message("Knights"),
        tuple((n, Message("{n} [knight|knights]", n=n)) for n in (1, 2, 3, 4, 5, 6, 8)),
        3,
    ),
    PuzzleOption(
        "dangers",
        Message("Dangers"),
        ((15, Message("A few")), (25, Message("Some")), (35, Message("Many")), (50, Message("Everywhere"))),
        35,
    ),
    PuzzleOption(
        "difficulty",
        Message("Difficulty"),
        tuple(enumerate((
            Message("Very easy"), Message("Easy"), Message("Fair"), Message("Hard"), Message("Fierce"),
        ), 1)),
        2,
    ),
)  # fmt: skip


class DragonPuzzles(Puzzles):
    """The ``PUZZLES`` of Stone Dragon."""

    options: Sequence[PuzzleOption] = OPTIONS
    week: Sequence[Mapping[str, int]] = WEEK

    def chapters(self) -> Sequence[Chapter]:
        """The campaign; raises ConfigError if its files are faulty."""
        return _campaign()

    def make(self, wanted: Mapping[str, int], seed: int, stop: Stop) -> Puzzle:
        """Generate a labyrinth with these option values; raise NoPuzzle for an unknown one, or if none was found."""
        chosen = complete_options(OPTIONS, wanted)
        height, width = SIZES[chosen["size"]]
        made = generate(height, width, chosen["knights"], 0, chosen["dangers"], chosen["difficulty"], Dice(seed), stop)
        title = Message("A new labyrinth").msgid
        text = Message("Nobody has walked here yet, and yet there is a way: it has been proved.").msgid
        return _handed_out(made.board, title, text, made.par, made.tier)

    def key(self, params: Mapping[str, Any]) -> str:
        """The key of a board, from its canonical text alone; empty for a generated one."""
        return key_of(self.write(params)) if params.get("board") else ""

    def spent(self, state: State) -> int:
        """The turns taken."""
        return state.time

    def cost(self, n: int) -> Message:
        return Message("{n} [turn|turns]", n=n)

    def read(self, text: str) -> Mapping[str, Any]:
        """The params of a board file, with par unknown; raises NoPuzzle with line and column of the first fault."""
        return {"board": dump_board(_parsed(text)), "par": 0}

    def claims(self, text: str) -> bool:
        """Return whether one of the first two lines is only a number; in a valid board file both are."""
        return any(line.strip().isdigit() for line in text.lstrip("\ufeff").splitlines()[:2])

    def write(self, params: Mapping[str, Any]) -> str:
        """The canonical board file."""
        return dump_board(_board(params))

    def judge(self, params: Mapping[str, Any], stop: Stop) -> tuple[int | None, Message]:
        """Solve the board without hidden squares, by the variant of the stores that the params name."""
        standing = bool(params.get("stores_supply_standing", True))
        board = _board(params)
        budget = position_budget(BUDGET, len(board.knights))
        answer = solve_or_win(board, standing=standing, budget=budget, stop=stop)
        if isinstance(answer, Solved):
            said = Message("It can be won in {n} [turn|turns].", n=answer.turns)
            return answer.turns, said
        if isinstance(answer, Winnable):
            n = answer.turns
            said = Message("It can be won in at most {n} [turn|turns].", n=n)
            return None, said
        if isinstance(answer, NotFound):
            return None, Message("No way was found within the bound, but there may be one.")
        return None, Message("It cannot be won.")


def _board(params: Mapping[str, Any]) -> Board:
    return _parsed(str(params.get("board", "")))


def _parsed(text: str) -> Board:
    try:
        return parse_board(text)
    except BoardError as error:
        place = Message("Line {line}, column {column}:", line=error.line, column=error.column)
        raise NoPuzzle(Message("{place} {what}", place=place, what=error.message)) from None


# -- checking files at the command line


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The result of checking one file: a board, with the solver's answer if that was asked for, or the first fault."""

    file: str
    found: Board | BoardError
    answer: Answer | None = None

    def as_line(self, text: Text) -> str:
        """One line of text; a fault in the format of compilers: file:line:column: what."""
        if isinstance(self.found, BoardError):
            return f"{self.file}:{self.found.line}:{self.found.column}: {text.say(self.found.message)}"
        said = [_form_text(self.found), *([_answer_text(self.answer)] if self.answer else [])]
        return f"{self.file}: {'; '.join(text.say(message) for message in said)}"

    def as_json(self, text: Text) -> dict[str, Any]:
        """Plain data: for a win its ``solution``, and its ``turns``, or ``at_most`` if fewer may suffice."""
        if isinstance(self.found, BoardError):
            place = {"line": self.found.line, "column": self.found.column}
            return {"file": self.file, "well_formed": False, **place, "message": text.say(self.found.message)}
        board = self.found
        size = {"height": board.height, "width": board.width}
        needs = {"knights": len(board.knights), "required": board.required}
        return {"file": self.file, "well_formed": True, **size, **needs, **_answer(self.answer)}


def check(files: Sequence[Path], *, solving: bool) -> Iterator[CheckedFile]:
    """Check the files in order; raise Problem before the first result if one cannot be read."""
    contents = [(str(file), _content(file)) for file in files]
    for name, content in contents:
        try:
            board = parse_board(content)
        except BoardError as fault:
            yield CheckedFile(name, fault)
        else:
            budget = position_budget(BUDGET, len(board.knights))
            yield CheckedFile(name, board, solve_or_win(board, budget=budget) if solving else None)


def _content(file: Path) -> bytes:
    try:
        return read_at_most(file, LARGEST_BOARD)
    except OSError as error:
        raise Problem(f"check: {file} cannot be read: {reason(error)}") from None


def _form_text(board: Board) -> Message:
    return Message(
        "well-formed, {height}×{width}, {knights}, {required} needed",
        height=board.height,
        width=board.width,
        knights=Message("{n} [knight|knights]", n=len(board.knights)),
        required=board.required,
    )


def _answer_text(answer: Answer) -> Message:
    if isinstance(answer, Solved):
        return Message("can be won in {n} [turn|turns]", n=answer.turns)
    if isinstance(answer, Winnable):
        return Message("can be won in at most {n} [turn|turns]", n=answer.turns)
    return Message("not found within the bound") if isinstance(answer, NotFound) else Message("cannot be won")


def _answer(answer: Answer | None) -> dict[str, Any]:
    if answer is None:
        return {}
    if isinstance(answer, Solved | Winnable):
        turns = "turns" if isinstance(answer, Solved) else "at_most"
        return {"can_be_won": True, turns: answer.turns, "solution": [str(move) for move in answer.moves]}
    return {"can_be_won": None if isinstance(answer, NotFound) else False}


PUZZLES = DragonPuzzles()
