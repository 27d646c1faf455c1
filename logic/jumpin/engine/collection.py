"""The library of JumpIN’ as its file has it, hashes of puzzles that others have published, and the puzzles' names.

A name is made of who is out on the meadow, how the mushrooms stand, and the season.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from typing import Annotated, NamedTuple

import msgspec

from logic.config import ConfigError, read_text, read_yaml
from logic.core import Message
from logic.jumpin.board import STANDARD, canonical, parse
from logic.jumpin.engine.grading import Difficulty
from logic.puzzles import TIERS

PHRASES = "jumpin_names.yaml"
"""The file under ``config/`` with the parts of names: whole phrases, so that they can be right in every language."""


_Phrase = Annotated[str, msgspec.Meta(pattern=r"^[^\[\]{}|]+$")]
_Some = Annotated[tuple[_Phrase, ...], msgspec.Meta(min_length=1)]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    who: Annotated[tuple[tuple[_Phrase, _Phrase, _Phrase], ...], msgspec.Meta(min_length=4)]
    where: Annotated[tuple[_Some, ...], msgspec.Meta(min_length=4, max_length=4)]
    when: Annotated[tuple[_Some, ...], msgspec.Meta(min_length=TIERS, max_length=TIERS)]


class Phrases(NamedTuple):
    """The parts of names: by rabbits and foxes; by how the mushrooms stand; by tier."""

    who: tuple[tuple[Message, ...], ...]
    where: tuple[tuple[Message, ...], ...]
    when: tuple[tuple[Message, ...], ...]


@cache
def phrases() -> Phrases:
    file = read_yaml(PHRASES, _File)
    return Phrases(*(tuple(tuple(map(Message, row)) for row in rows) for rows in (file.who, file.where, file.when)))


class Name(NamedTuple):
    """A name as indices into :func:`phrases`; the last may be missing."""

    who: tuple[int, int]
    where: tuple[int, int]
    when: tuple[int, int] | None = None

    def as_text(self) -> str:
        """Encode the name in digits, for :func:`read_name`."""
        return "-".join(f"{kind}{number}" for kind, number in filter(None, self))

    def message(self) -> Message:
        known = phrases()
        who, where = known.who[self.who[0]][self.who[1]], known.where[self.where[0]][self.where[1]]
        if self.when is None:
            return Message("{who} {where}", who=who, where=where)
        return Message("{who} {where} {when}", who=who, where=where, when=known.when[self.when[0]][self.when[1]])


def read_name(text: str) -> Name:
    """Parse what :meth:`Name.as_text` wrote; raises ValueError if it is malformed or there is no such name."""
    try:
        name = Name(*((int(part[0]), int(part[1:])) for part in text.split("-")))
        name.message()
    except (ValueError, TypeError, IndexError):
        raise ValueError(f"{text} is no name") from None
    return name


def names(puzzles: Iterable[tuple[str, int]]) -> Iterator[Name]:
    """Name the puzzles of a collection, given by position and tier: each gets the first fitting name that is left.

    So earlier ones tend to have shorter names. Raises ValueError if the names for similar puzzles run out.
    """
    taken = set[Name]()
    for position, tier in puzzles:
        found = next((name for name in _fitting(position, tier) if name not in taken), None)
        if found is None:
            raise ValueError(f"no name is left for {position}")
        taken.add(found)
        yield found


def name_for(position: str, tier: int) -> Message:
    """A name for a puzzle outside of all collections; it need not be unique."""
    return next(name for name in _fitting(position, tier) if name.when is not None).message()


def _fitting(position: str, tier: int) -> Iterator[Name]:
    """The names that fit a puzzle, the short ones first; the position determines where the lists start."""
    signs, turn = position.replace("/", ""), sha256(position.encode()).digest()
    who = signs.count("R") - 1, len(set(signs) - set(".RM"))
    _, places, seasons = phrases()
    kinds = [*_circle(len(places), _kind(signs))]
    wheres = [(kind, at) for kind in kinds for at in _circle(len(places[kind]), turn[0])]
    whens = [(tier - 1, at) for at in _circle(len(seasons[tier - 1]), turn[1])]
    yield from (Name(who, where) for where in wheres if where[0] == kinds[0])
    yield from (Name(who, where, when) for where in wheres for when in whens)


def _kind(signs: str) -> int:
    """The kind of place, by the pattern of the mushrooms."""
    cells = [STANDARD.cell(at) for at, sign in enumerate(signs) if sign == "M"]
    if any(cell in STANDARD.holes for cell in cells):
        return 0
    if any(abs(one.row - other.row) + abs(one.col - other.col) == 1 for one in cells for other in cells):
        return 1
    last = STANDARD.rows - 1, STANDARD.cols - 1
    return 2 if cells and all(cell.row in (0, last[0]) or cell.col in (0, last[1]) for cell in cells) else 3


def _circle(length: int, start: int) -> Iterator[int]:
    """All indices of a list, in a circle from ``start``."""
    return ((start + step) % length for step in range(length))


FILE = "jumpin_library.txt"
"""The library's file under ``config/``: a puzzle per line, the easiest first, as :meth:`Entry.as_line` writes it."""

_LINE = re.compile(r"([0-9]) ([.RMfF/]+) ([0-9]{1,4}) ([0-9]{1,4}) ([0-9]{1,3}\.[0-9]{3})"
                   r" ([0-9]{1,2}) ([0-9]) ([0-9]{1,4}) ([0-9]{1,4})"
                   r" ([0-9a-f]{16}) ([0-9A-Z-]{1,40}) ([0-9]{2}-[0-9]{2}(?:-[0-9]{2})?)")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of the library; ``steps`` and ``moves`` are the least it takes in each metric.

    ``key``, ``code`` and ``name`` follow from the position, but are stored as well, because computing them for two
    thousand puzzles would take long.
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
        """The text that all images of the position share."""
        return canonical(self.position)

    def as_line(self) -> str:
        hard = "" if self.difficulty is None else " ".join(map(str, astuple(self.difficulty)))
        known_as = f"{self.key} {self.code} {'' if self.name is None else self.name.as_text()}"
        return f"{self.tier} {self.position} {self.steps} {self.moves} {self.grade:.3f} {hard} {known_as}\n"


def read_library(text: str, name: str = f"config/{FILE}") -> tuple[Entry, ...]:
    """Parse the library; raise ConfigError with the line at fault."""
    phrases()  # a fault in their file is reported as such
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
    """The library, read on first use."""
    return read_library(read_text(FILE))


FIRST = "jumpin_first_library.txt"
"""The file of the first version's library: ``tier position`` per line."""


@cache
def first_library() -> tuple[Entry, ...]:
    """The library of the time when games began to deal puzzles from their seeds, without minimum costs.

    A stored game is dealt again from its seed, so this must never change.
    """
    lines = (line.split() for line in read_text(FIRST).splitlines())
    return tuple(Entry(int(tier), position) for tier, position in lines)


HASHES = "jumpin_published.txt"
"""The file under ``config/``: one SHA-256 per line."""


def is_published(canonical: str) -> bool:
    """Return whether a puzzle, given by its canonical text, was published by others."""
    return sha256(canonical.encode()).hexdigest() in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(read_text(HASHES).split())
