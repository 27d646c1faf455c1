"""The role of a game of puzzles: a graded collection, a daily puzzle, puzzles made to measure, files.

Also the calendar of daily puzzles: each ISO day has its weekday and its own seed.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from calendar import monthrange
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any

from logic.core import Message, Stop, UserError
from logic.game import Game

TIERS = 5
"""The number of tiers of difficulty; 1 is the easiest."""
MOST_STARS = 3
"""The stars of a puzzle solved in par."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle; ``key`` identifies it in a profile's progress, wherever it was found.

    ``title`` and ``text`` are msgids, unless ``is_code``: then the title is shown as it is, and ``name``, if there is
    one, replaces it wherever the code is not needed; ``params`` override those of a variant, and include ``par`` if the
    game is to remember it; ``par`` is the least that it takes, in the game's own measure, 0 if unknown; ``tier`` counts
    from 1 to TIERS; ``difficulty`` says what makes it hard, if known.
    """

    key: str
    title: str
    text: str
    params: Mapping[str, Any]
    par: int
    tier: int
    is_code: bool = False
    name: Message | None = None
    difficulty: Message | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the collection; ``title`` and ``text`` are msgids."""

    title: str
    text: str
    puzzles: tuple[Puzzle, ...]


@dataclass(frozen=True, slots=True)
class PuzzleOption:
    """An option of :meth:`Puzzles.make`: one of a few integers, each with a label."""

    name: str
    title: Message
    values: tuple[tuple[int, Message], ...]
    default: int


BYTE_ORDER_MARK = "\ufeff"
"""Written by some text editors at the start of a file."""
KEY_LENGTH = 16
"""Hexadecimal digits of a key: enough that no two puzzles ever share one."""


def key_of(text: str) -> str:
    """The key of a puzzle, from its canonical text."""
    return sha256(text.encode()).hexdigest()[:KEY_LENGTH]


class NoPuzzle(UserError, ValueError):
    """No puzzle could be made or read; ``message`` tells the player why."""


def complete_options(options: Sequence[PuzzleOption], wanted: Mapping[str, int]) -> dict[str, int]:
    """A value for each option, by default its own; raises NoPuzzle for an unknown option or value.

    >>> size = PuzzleOption("size", Message("Size"), ((5, Message("small")), (7, Message("large"))), default=5)
    >>> complete_options([size], {}), complete_options([size], {"size": 7})
    ({'size': 5}, {'size': 7})
    """
    known = {option.name: option for option in options}
    for name, value in wanted.items():
        if name not in known or value not in dict(known[name].values):
            raise NoPuzzle(Message("No puzzle can be made with {name} {value}.", name=name, value=value))
    return {name: wanted.get(name, option.default) for name, option in known.items()}


class Puzzles(ABC):
    """The role behind the puzzle shelf. Methods that take long run in the worker and ask ``stop``."""

    options: Sequence[PuzzleOption]
    week: Sequence[Mapping[str, int]] = tuple({"tier": tier} for tier in (1, 2, 2, 3, 3, 4, 5))
    """The option values of each day from Monday to Sunday: a week grows from easy to hard."""

    @abstractmethod
    def chapters(self) -> Sequence[Chapter]:
        """The collection that comes with the program, the easiest chapter first."""

    @abstractmethod
    def make(self, wanted: Mapping[str, int], seed: int, stop: Stop) -> Puzzle:
        """Make a new puzzle with these option values (defaults for missing ones); the same for the same seed.

        Raises NoPuzzle if none was found within a bounded number of tries.
        """

    def daily(self, day: str) -> tuple[Mapping[str, int], int]:
        """The values and the seed for :meth:`make` on an ISO day (2026-01-31); raises ValueError for an invalid day."""
        return self.week[weekday(day)], day_seed(day)

    @abstractmethod
    def key(self, params: Mapping[str, Any]) -> str:
        """The key of the puzzle with these params in a profile's progress; "" if its board also depends on the dice."""

    @abstractmethod
    def spent(self, state: Any) -> int:
        """What the player has used so far, in the measure of ``par``."""

    @abstractmethod
    def cost(self, n: int) -> Message:
        """A number in words of the game's measure: turns, steps."""

    @abstractmethod
    def read(self, text: str) -> Mapping[str, Any]:
        """The params of a puzzle in the game's own file format; raises NoPuzzle with the position of the fault."""

    @abstractmethod
    def claims(self, text: str) -> bool:
        """Return whether a text that :meth:`read` refuses was probably meant for it."""

    @abstractmethod
    def write(self, params: Mapping[str, Any]) -> str:
        """The file of the puzzle with these params, which :meth:`read` accepts."""

    @abstractmethod
    def judge(self, params: Mapping[str, Any], stop: Stop) -> tuple[int | None, Message]:
        """The least that the puzzle takes, None if unknown or impossible, and that in words."""

    def difficulty(self, params: Mapping[str, Any], stop: Stop) -> Message | None:
        """What makes the puzzle hard, without giving its solution away; None if there is nothing to say."""
        return None

    def like(self, params: Mapping[str, Any]) -> Mapping[str, int] | None:
        """The option values for :meth:`make` to get a puzzle like this one; None if unknown."""
        return None

    def is_dealt(self, params: Mapping[str, Any]) -> bool:
        """Return whether a variant with these params deals its own puzzles, so that the collection is not for it."""
        return False

    def code(self, params: Mapping[str, Any]) -> str:
        """The short code of the puzzle, for typing it in elsewhere, which :meth:`read` accepts; "" without one."""
        return ""


def has_puzzles(game: Game) -> bool:
    """Return whether a game has ``PUZZLES``, without loading it."""
    return "PUZZLES" in dir(game)


def puzzles_of(game: Game) -> Puzzles | None:
    """A game's ``PUZZLES``, or None."""
    found: Puzzles | None = getattr(game, "PUZZLES", None)
    return found


def puzzles_at(game: Game, seats: int) -> Puzzles | None:
    """A game's ``PUZZLES`` for that number of players: a game for several may have puzzles for one."""
    return puzzles_of(game) if seats == 1 else None


def stars(par: int, best: int) -> int:
    """One star for a solved puzzle, two if within a quarter more than par, three for par.

    Where nobody knows the par (0), it is one.

    >>> [stars(par=8, best=turns) for turns in (12, 10, 8)]
    [1, 2, 3]
    """
    if par <= 0:
        return 1
    return MOST_STARS if best <= par else 2 if 4 * best <= 5 * par else 1


# -- days

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def weekday(day: str) -> int:
    """The day of the week of an ISO day (2026-01-31), Monday 0 to Sunday 6; raises ValueError for an invalid day.

    >>> weekday("2026-01-31")
    5
    """
    match = _DAY.fullmatch(day)
    year, month, number = map(int, match.groups()) if match else (0, 0, 0)
    first, days = monthrange(year, month) if year and 1 <= month <= 12 else (0, 0)
    if not 1 <= number <= days:
        raise ValueError(f"day: {day!r} is no day; write it like 2026-01-31, please")
    return (first + number - 1) % 7


def is_day(text: str) -> bool:
    """Return whether a text is an ISO day."""
    try:
        weekday(text)
    except ValueError:
        return False
    return True


def streaks(days: Collection[int], today: int) -> tuple[int, int]:
    """The number of consecutive days up to today (or yesterday, if today is missing), and the longest run.

    Days are numbered one after the other, from wherever that begins.

    >>> streaks([28, 30, 31], today=32)
    (2, 2)
    """
    numbers = set(days)
    longest, run = 0, 0
    for number in sorted(numbers):
        run = run + 1 if number - 1 in numbers else 1
        longest = max(longest, run)
    last = today - (today not in numbers)
    return next(back for back in count() if last - back not in numbers), longest


def day_seed(day: str) -> int:
    """The seed of a day, the same for everybody."""
    return int.from_bytes(sha256(day.encode()).digest()[:4], "big")
