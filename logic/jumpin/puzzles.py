"""The puzzles of JumpIN’: given or dealt ones, the library, puzzles made to measure, the daily one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from logic.core import Cell, Dice, Message, Stop, never
from logic.jumpin.board import (
    FOX_LETTERS,
    GROUND,
    MOST_FOXES,
    STANDARD,
    Board,
    PositionError,
    canonical,
    fox_tracks,
    parse,
    show,
)
from logic.jumpin.engine.collection import Entry, library, name_for
from logic.jumpin.engine.dealing import deal, deal_any
from logic.jumpin.engine.grading import difficulty
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import TooLarge
from logic.jumpin.narration import both_counts, what_is_hard
from logic.jumpin.notation import PictureError, decode, encode, from_text
from logic.jumpin.rules import Metric, State, begin
from logic.notation import CodeError
from logic.puzzles import (
    BYTE_ORDER_MARK,
    TIERS,
    Chapter,
    NoPuzzle,
    Puzzle,
    PuzzleOption,
    Puzzles,
    complete_options,
    key_of,
)

MOST_RABBITS, MOST_MUSHROOMS = 8, 12
LARGEST_PAR = 1_000_000
GROUPED = r"[0-9A-Za-z]{5}(-[0-9A-Za-z]{1,5})+"
"""What a sharing code looks like, be its letters right or wrong."""

BOUNDS = {
    "rabbits": (1, MOST_RABBITS),
    "mushrooms": (0, MOST_MUSHROOMS),
    "foxes": (0, MOST_FOXES),
    "tier": (1, TIERS),
    "par": (0, LARGEST_PAR),
}
"""The minimum and maximum of each number."""


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a game of JumpIN’.

    ``position`` is the text of a puzzle; if empty, one is made with so many ``rabbits``, ``mushrooms`` and ``foxes``,
    of that ``tier`` of difficulty. ``metric`` is the count that the player has chosen, in which hints look for the
    least. ``par`` is the least number of steps that a given puzzle takes, whatever the metric, 0 if unknown; it is only
    remembered. The other fields are the board: see :class:`logic.jumpin.board.Board`.
    """

    position: str = ""
    rabbits: int = 2
    mushrooms: int = 2
    foxes: int = 1
    tier: int = 1
    metric: Metric = "steps"
    par: int = 0
    rows: int = STANDARD.rows
    cols: int = STANDARD.cols
    holes: tuple[Cell, ...] = STANDARD.holes
    fox_rows: tuple[int, ...] = STANDARD.fox_rows
    fox_cols: tuple[int, ...] = STANDARD.fox_cols

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name}: a whole number from {low} to {high}, please")
        if self.metric not in ("steps", "moves"):
            raise ValueError("metric: steps or moves, please")
        board = self.board
        if self.position:
            try:
                parse(self.position, board)
            except PositionError as error:
                raise ValueError(f"position: {error}") from None
        else:
            self._check_room(board)

    def _check_room(self, board: Board) -> None:
        """Raise ValueError if such a puzzle cannot be dealt on this board."""
        if self.rabbits > len(board.holes):
            raise ValueError("rabbits: no more than there are holes, please")
        if self.foxes and not fox_tracks(board):
            raise ValueError("foxes: none on a board without lines for them, please")
        if self.foxes > sum((len(track) + 1) // 2 for track in fox_tracks(board)):
            raise ValueError("foxes: no more than fit on their lines, please")
        if 2 * (self.rabbits + self.mushrooms + 2 * self.foxes) > board.size + 1:
            raise ValueError("rabbits, mushrooms, foxes: so few that half of the board stays free, please")

    @property
    def board(self) -> Board:
        """The board; raises ValueError that names the field at fault."""
        return Board(self.rows, self.cols, self.holes, self.fox_rows, self.fox_cols)


def new(params: Params, dice: Dice) -> State:
    """Set up the given puzzle, or one dealt with the dice; raise NoPuzzle if none was found."""
    return begin(params.position or _dealt(params, Dice(dice.seed())), params.board, params.metric)


def _dealt(params: Params, dice: Dice) -> str:
    pieces = (params.rabbits, params.mushrooms, params.foxes)
    return deal(params.board, *pieces, params.tier, dice, never).position


ANY = -1
"""The value of an option that leaves the choice to the dice."""

TITLES = (Message("Starter"), Message("Junior"), Message("Expert"), Message("Master"), Message("Wizard"))
TEXTS = (
    Message("One idea each: what is in the way, and what is a stepping stone?"),
    Message("Somebody has to make room first, and come back later."),
    Message("The way is longer than it looks, and it is easily missed."),
    Message("Every burrow can be a detour, and every fox a bridge."),
    Message("Few ways lead home from here, and thousands lead elsewhere."),
)
"""The titles of the tiers, and a text about each."""


def _numbers(name: str, title: Message, words: Sequence[Message]) -> PuzzleOption:
    values = [(ANY, Message("Any")), *((int(str(word.args["n"])), word) for word in words)]
    return PuzzleOption(name, title, tuple(values), ANY)


OPTIONS = (
    PuzzleOption("tier", Message("Difficulty"), tuple(enumerate(TITLES, 1)), 2),
    _numbers("rabbits", Message("Rabbits"), [Message("{n} [rabbit|rabbits]", n=n) for n in range(1, 5)]),
    _numbers("mushrooms", Message("Mushrooms"), [Message("{n} [mushroom|mushrooms]", n=n) for n in range(4)]),
    _numbers("foxes", Message("Foxes"), [Message("{n} [fox|foxes]", n=n) for n in range(3)]),
)


class JumpinPuzzles(Puzzles):
    """The ``PUZZLES`` of JumpIN’. Par counts steps."""

    options: Sequence[PuzzleOption] = OPTIONS

    def chapters(self) -> Sequence[Chapter]:
        """The library, one chapter per tier; raises ConfigError if its file is faulty."""
        return _chapters()

    def make(self, wanted: Mapping[str, int], seed: int, stop: Stop) -> Puzzle:
        """Make a puzzle without spare pieces; raise NoPuzzle for an unknown option or value, or if none was found."""
        chosen = complete_options(OPTIONS, wanted)
        pieces = [None if chosen[name] == ANY else chosen[name] for name in ("rabbits", "mushrooms", "foxes")]
        dealt = deal_any(chosen["tier"], pieces, Dice(seed), stop)
        if dealt.tier != chosen["tier"] or dealt.spare:
            raise NoPuzzle(Message("With these pieces no puzzle of this difficulty was found. Try others."))
        called, hard = name_for(dealt.position, chosen["tier"]), _difficulty(dealt.position, STANDARD, stop)
        known_as = _key(dealt.position, STANDARD), encode(dealt.position)
        return _handed_out(dealt.position, dealt.steps, chosen["tier"], *known_as, called, hard)

    def like(self, params: Mapping[str, Any]) -> Mapping[str, int] | None:
        """The option values with which :meth:`make` makes a puzzle of the same tier with as many pieces.

        A number that is not among an option's values is left to the dice. None for a puzzle on another board, and for
        one dealt by its variant.
        """
        text = str(params.get("position", ""))
        if not text or _board(params) != STANDARD:
            return None
        position = parse(text)
        counts = {
            "tier": int(params.get("tier", 1)),
            "rabbits": position.rabbits.bit_count(),
            "mushrooms": position.mushrooms.bit_count(),
            "foxes": len(position.foxes),
        }
        allowed = {option.name: dict(option.values) for option in OPTIONS}
        return {name: count if count in allowed[name] else ANY for name, count in counts.items()}

    def is_dealt(self, params: Mapping[str, Any]) -> bool:
        """Return whether a variant deals its own puzzles: on another board, or with the pieces that it names."""
        wished = {name: params.get(name, 0) for name in ("rabbits", "mushrooms", "foxes")}
        return _board(params) != STANDARD or any(wished.values())

    def key(self, params: Mapping[str, Any]) -> str:
        """The key of a puzzle, from its canonical text and its board; empty for a dealt one."""
        text = str(params.get("position", ""))
        return _key(text, _board(params)) if text else ""

    def spent(self, state: State) -> int:
        """The steps so far, whichever count the player has chosen: stars are for steps."""
        return state.spent("steps")

    def cost(self, n: int) -> Message:
        return Message("{n} [step|steps]", n=n)

    def read(self, text: str) -> Mapping[str, Any]:
        """The params of a position or a sharing code, with par unknown; raises NoPuzzle with the first fault."""
        text = text.removeprefix(BYTE_ORDER_MARK)
        position, board = _read_picture(text) if _is_picture(text) else _read_code(text)
        return {"position": position, "par": 0, **({} if board == STANDARD else board.as_params())}

    def claims(self, text: str) -> bool:
        """Return whether a text begins like a position, or is grouped like a sharing code."""
        bare = text.removeprefix(BYTE_ORDER_MARK)
        return bare[:1] in {".", "R", "M", *FOX_LETTERS} or re.fullmatch(GROUPED, bare.strip()) is not None

    def write(self, params: Mapping[str, Any]) -> str:
        """The position, row by row, or for a custom board the sharing code."""
        text, board = _position(params)
        return (text.replace("/", "\n") if board == STANDARD else encode(text, board)) + "\n"

    def code(self, params: Mapping[str, Any]) -> str:
        return encode(*_position(params))

    def judge(self, params: Mapping[str, Any], stop: Stop) -> tuple[int | None, Message]:
        """Solve the puzzle in both counts; the returned minimum is in steps, like ``par``, whatever the metric."""
        text, board = _position(params)
        metric: Metric = "moves" if params.get("metric") == "moves" else "steps"
        try:
            steps, moves = solve(text, "steps", board, stop), solve(text, "moves", board, stop)
        except TooLarge:
            return None, Message("There are too many positions to tell whether it can be solved.")
        if steps is None or moves is None:
            return None, Message("It cannot be solved.")
        said = Message("It can be solved in {both}.", both=both_counts(steps.cost, moves.cost, metric))
        return steps.cost, said

    def difficulty(self, params: Mapping[str, Any], stop: Stop) -> Message | None:
        """Which pieces must leave a burrow or slide back, and what a wrong turn costs.

        None if the puzzle is solved already or cannot be solved, or if there is too much to analyse.
        """
        return _difficulty(*_position(params), stop)


# -- puzzles


def _difficulty(text: str, board: Board, stop: Stop) -> Message | None:
    try:
        found = difficulty(text, board, stop)
    except TooLarge:
        return None
    return None if found is None else what_is_hard(found)


@cache
def _chapters() -> tuple[Chapter, ...]:
    every = [(entry.tier, _listed(entry)) for entry in library()]
    return tuple(
        Chapter(title.msgid, text.msgid, tuple(puzzle for own, puzzle in every if own == tier))
        for tier, (title, text) in enumerate(zip(TITLES, TEXTS, strict=True), 1)
    )


def _listed(entry: Entry) -> Puzzle:
    """A puzzle of the library, under its name."""
    called = None if entry.name is None else entry.name.message()
    hard = None if entry.difficulty is None else what_is_hard(entry.difficulty)
    return _handed_out(entry.position, entry.steps, entry.tier, entry.key, entry.code, called, hard)


def _handed_out(
    position: str, steps: int, tier: int, key: str, code: str, called: Message | None, hard: Message | None
) -> Puzzle:
    params = {"position": position, "par": steps, "tier": tier}
    return Puzzle(key, code, "", params, steps, tier, is_code=True, name=called, difficulty=hard)


def _key(text: str, board: Board) -> str:
    known_as = canonical(text, board)
    return key_of(known_as if board == STANDARD else encode(known_as, board))


# -- params and texts


def _board(params: Mapping[str, Any]) -> Board:
    """The board of some params, whose cells may be cells or plain lists."""
    given = {name: params[name] for name in GROUND if name in params}
    for name in ("fox_rows", "fox_cols"):
        given |= {name: tuple(given[name])} if name in given else {}
    return Board(**given | ({"holes": tuple(Cell(*hole) for hole in given["holes"])} if "holes" in given else {}))


def _position(params: Mapping[str, Any]) -> tuple[str, Board]:
    try:
        board = _board(params)
        return show(parse(str(params.get("position", "")), board), board), board
    except PositionError as error:
        raise NoPuzzle(error.message) from None


def _is_picture(text: str) -> bool:
    """Return whether a text is a position rather than a code: it has free cells, or rows."""
    return any(sign in text.strip() for sign in "./\n")


def _read_picture(text: str) -> tuple[str, Board]:
    try:
        state = from_text(text)
    except PositionError as error:
        raise NoPuzzle(error.message) from None
    except PictureError as error:
        raise NoPuzzle(Message("This is no position: {why}", why=error.message)) from None
    return show(state.position, state.board), state.board


def _read_code(text: str) -> tuple[str, Board]:
    try:
        return decode(text)
    except CodeError as error:
        raise NoPuzzle(error.message) from None


PUZZLES = JumpinPuzzles()
