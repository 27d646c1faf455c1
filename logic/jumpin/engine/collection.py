"""The library of JumpIN’ as its file has it, and the hashes of what others have published."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256

from logic.config import ConfigError, read_text
from logic.jumpin.board import canonical, parse
from logic.jumpin.engine.grading import Difficulty
from logic.jumpin.names import Name, read_name
from logic.puzzles import TIERS

FILE = "jumpin_library.txt"
"""Where the library lies under ``config/``: a puzzle a line, the easiest first, as :meth:`Entry.as_line` writes it."""

_LINE = re.compile(r"([0-9]) ([.RMfF/]+) ([0-9]{1,4}) ([0-9]{1,4}) ([0-9]{1,3}\.[0-9]{3})"
                   r" ([0-9]{1,2}) ([0-9]) ([0-9]{1,4}) ([0-9]{1,4})"
                   r" ([0-9a-f]{16}) ([0-9A-Z-]{1,40}) ([0-9]{2}-[0-9]{2}(?:-[0-9]{2})?)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of the library; ``steps`` and ``moves`` are the least it takes in each count.

    A line of the file has all of it: ``key``, ``code`` and ``name``, which follow from the positions, too, so that
    nobody waits for those of two thousand puzzles.
    """

    tier: int
    position: str
    steps: int = 0
    moves: int = 0
    grade: float = 0.0
    difficulty: Difficulty | None = None
    key: str = ""
    code: str = ""
    name: Name | None = None

    @property
    def canonical(self) -> str:
        """The text that all images of the position have in common."""
        return canonical(self.position)

    def as_line(self) -> str:
        """Write it as the file has it."""
        hard = "" if self.difficulty is None else " ".join(map(str, astuple(self.difficulty)))
        known_as = f"{self.key} {self.code} {'' if self.name is None else self.name.as_text()}"
        return f"{self.tier} {self.position} {self.steps} {self.moves} {self.grade:.3f} {hard} {known_as}\n"


def read_library(text: str, name: str = f"config/{FILE}") -> tuple[Entry, ...]:
    """Read the library; raise ConfigError with the line that is at fault."""
    return tuple(_entry(line, f"{name}:{number}") for number, line in enumerate(text.splitlines(), 1))


def _entry(line: str, place: str) -> Entry:
    match = _LINE.fullmatch(line)
    if match is None or not 1 <= int(match[1]) <= TIERS:
        raise ConfigError(
            f"{place}: a tier, a position, steps, moves, a grade, four numbers of what is hard, key, code and name"
            " were expected"
        )
    try:
        parse(match[2])
        name = read_name(match[12])
    except ValueError as error:
        raise ConfigError(f"{place}: {error}") from None
    hard = Difficulty(*map(int, match.groups()[5:9]))
    tier, steps, moves = map(int, match.group(1, 3, 4))
    return Entry(tier, match[2], steps, moves, float(match[5]), hard, match[10], match[11], name)


@cache
def library() -> tuple[Entry, ...]:
    """The library, read when it is first asked for."""
    return read_library(read_text(FILE))


FIRST = "jumpin_first_library.txt"
"""Where the library of the first version lies: ``tier position`` a line."""


@cache
def first_library() -> tuple[Entry, ...]:
    """The library as it was when games began to deal puzzles from their seeds, without what each puzzle takes.

    A kept game is dealt again from its seed, so this may never change.
    """
    lines = (line.split() for line in read_text(FIRST).splitlines())
    return tuple(Entry(int(tier), position) for tier, position in lines)


HASHES = "jumpin_published.txt"
"""Where they stand under ``config/``: one SHA-256 a line."""


def is_published(canonical: str) -> bool:
    """Tell whether a puzzle, by its canonical text, is one that others have published."""
    return sha256(canonical.encode()).hexdigest() in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(read_text(HASHES).split())
