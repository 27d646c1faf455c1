"""The puzzles of Stone Dragon: the campaign from its files, new labyrinths made to measure, and one for each day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

import msgspec

from logic.config import ConfigError, read_text, read_yaml
from logic.core import Dice, Message, Stop
from logic.days import day_seed, weekday
from logic.dragon.board import Board
from logic.dragon.boardfile import BoardError, dump_board, parse_board
from logic.dragon.engine.generator import generate
from logic.dragon.engine.solver import BUDGET, NotFound, Solved, Winnable, afforded, solve_or_win
from logic.dragon.rules import State
from logic.puzzles import TIERS, Chapter, Knob, NoPuzzle, Puzzle, Puzzles, settled

INDEX = "dragon_campaign.yaml"
BOARDS = "boards/dragon"
"""Where the campaign lies under ``config/``: its index, and one file for each board."""

SIZES = ((4, 5), (6, 7), (8, 10), (12, 16), (20, 26))
"""Rows and columns of the sizes that can be asked for."""

KEY_LENGTH = 16
"""Signs of a key: enough that no two boards ever share one."""

WEEK = (
    {"size": 1, "knights": 2, "dangers": 25, "difficulty": 1},
    {"size": 1, "knights": 3, "dangers": 25, "difficulty": 2},
    {"size": 1, "knights": 3, "dangers": 35, "difficulty": 2},
    {"size": 1, "knights": 3, "dangers": 35, "difficulty": 3},
    {"size": 1, "knights": 4, "dangers": 35, "difficulty": 3},
    {"size": 1, "knights": 4, "dangers": 50, "difficulty": 4},
    {"size": 2, "knights": 4, "dangers": 35, "difficulty": 5},
)
"""What is asked for from Monday to Sunday: a week grows from easy to hard."""

# -- the files


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle of the index; ``par`` and ``tier`` are what the solver and the grading make of its board."""

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
    """Read the campaign; raise ConfigError with the file and the place where one of its files is at fault."""
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
    return Puzzle(_key(file), title, text, {"board": file, "par": par}, par, tier)


_campaign = cache(read_campaign)
"""The campaign, read when it is first asked for."""


def _key(file: str) -> str:
    return sha256(file.encode()).hexdigest()[:KEY_LENGTH]


# -- what the puzzle shelf asks for


KNOBS = (
    Knob(
        "size",
        Message("Size"),
        (
            (0, Message("Tiny, 4×5")),
            (1, Message("Small, 6×7")),
            (2, Message("Medium, 8×10")),
            (3, Message("Large, 12×16")),
            (4, Message("Huge, 20×26")),
        ),
        1,
    ),
    Knob(
        "knights",
        Message("Knights"),
        tuple((n, Message("{n} knight", plural="{n} knights", n=n)) for n in (1, 2, 3, 4, 5, 6, 8)),
        3,
    ),
    Knob(
        "dangers",
        Message("Dangers"),
        (
            (15, Message("A few")),
            (25, Message("Some")),
            (35, Message("Many")),
            (50, Message("Everywhere")),
        ),
        35,
    ),
    Knob(
        "difficulty",
        Message("Difficulty"),
        (
            (1, Message("Very easy")),
            (2, Message("Easy")),
            (3, Message("Fair")),
            (4, Message("Hard")),
            (5, Message("Fierce")),
        ),
        2,
    ),
)


class DragonPuzzles(Puzzles):
    """All that Stone Dragon offers to the puzzle shelf."""

    knobs: Sequence[Knob] = KNOBS

    def chapters(self) -> Sequence[Chapter]:
        """The campaign; raises ConfigError where its files are at fault."""
        return _campaign()

    def make(self, wanted: Mapping[str, int], seed: int, stop: Stop) -> Puzzle:
        """Make a labyrinth by the knobs; raise NoPuzzle for a knob or a value that there is not."""
        knobs = settled(KNOBS, wanted)
        height, width = SIZES[knobs["size"]]
        made = generate(height, width, knobs["knights"], 0, knobs["dangers"], knobs["difficulty"], Dice(seed), stop)
        title = Message("A new labyrinth").msgid
        text = Message("Nobody has walked here yet, and yet there is a way: it has been proved.").msgid
        return _handed_out(made.board, title, text, made.par, made.tier)

    def daily(self, day: str) -> tuple[Mapping[str, int], int]:
        """What to make on an ISO day, the harder the later in the week; raises ValueError for no day."""
        return WEEK[weekday(day)], day_seed(day)

    def key(self, params: Mapping[str, Any]) -> str:
        """Name a board by its canonical text, whatever its params say besides; one that the dice make has no name."""
        return _key(self.write(params)) if params.get("board") else ""

    def spent(self, state: State) -> int:
        """The turns taken."""
        return state.time

    def cost(self, n: int) -> Message:
        return Message("{n} turn", plural="{n} turns", n=n)

    def read(self, text: str) -> Mapping[str, Any]:
        """The params of a board file, without par; raises NoPuzzle with the line and column of the first fault."""
        return {"board": dump_board(_parsed(text)), "par": 0}

    def claims(self, text: str) -> bool:
        """Tell whether a text begins with a number, as every board file does."""
        return text.lstrip(" \t\ufeff")[:1].isdigit()

    def write(self, params: Mapping[str, Any]) -> str:
        """The canonical board file."""
        return dump_board(_board(params))

    def judge(self, params: Mapping[str, Any], stop: Stop) -> tuple[int | None, Message]:
        """Solve the board, whole as it is, in the reading of the stores that the params name."""
        standing = bool(params.get("stores_supply_standing", True))
        board = _board(params)
        budget = afforded(BUDGET, len(board.knights))
        answer = solve_or_win(board, standing=standing, budget=budget, stop=stop)
        if isinstance(answer, Solved):
            said = Message("It can be won in {n} turn.", plural="It can be won in {n} turns.", n=answer.turns)
            return answer.turns, said
        if isinstance(answer, Winnable):
            n = answer.turns
            said = Message("It can be won in at most {n} turn.", plural="It can be won in at most {n} turns.", n=n)
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


PUZZLES = DragonPuzzles()
