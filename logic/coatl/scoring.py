"""What the cards of Cóatl are worth on a row of colours: the shapes of the prophecies, the temples' requirements.

Every family of prophecies has a shape, and counts how many of it can be found side by side. Of all shapes it is true
that the occurrence that begins first can also be the one that ends first. So the first one found, then the first behind
it, and so on, are as many as there can be, and that is how ``str.count`` and regular expressions go about it.

For any card there is also a short cóatl that it scores on, found by asking the scorer, to be shown beside the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

from logic.coatl.components import (
    COLOURS,
    LETTERS,
    Absent,
    Equal,
    FamilyName,
    Length,
    Prophecy,
    Requirement,
    Temple,
    is_temple,
    kind_of_card,
    prophecy,
    temple,
)

Counter = Callable[[str], int]
"""Counts a shape in a row, which is the colours with ``|`` before a closed head end and behind a closed tail end."""

CLOSED: Final = "|"
CACHED: Final = 1 << 10
"""Answers that are kept by each function that keeps some: far more than one turn asks for."""

SHAPES: Final[dict[FamilyName, str]] = {
    "red": "a",
    "blackx": "(?<=[^a])aa(?=[^a])",
    "trio": "aaa",
    "pair": "ab",
    "quartet": "abab",
    "three_two": "aaabb",
    "two_three": "aabbb",
    "two_two": "aabb",
    "rainbow": "abcde",
    "colorful": "ab+c",
    "blank": "ab.+?ba",
}
"""The shapes with letters for the colours of the pattern; plain ones are text, the others regular expressions.

A run of ``blackx`` wants something on either side: at an open end there is nothing, and it might still grow.
"""

PLACES: Final = "abcde"
"""The letters that stand for the colours of the pattern in a shape."""
_VALID: Final = frozenset(COLOURS)


@lru_cache(CACHED)
def _row(colours: str, head_closed: bool, tail_closed: bool) -> str:
    """What the counters read; raises ValueError for another colour."""
    if not _VALID.issuperset(colours):
        raise ValueError(f"colours: only {', '.join(COLOURS)}, please, not {colours!r}")
    return f"{CLOSED * head_closed}{colours}{CLOSED * tail_closed}"


def _shape(card: Prophecy) -> str:
    """The shape of a card with its colours in place; that of ``anywhere`` is found once or not at all."""
    if card.family.name != "anywhere":
        colours = str.maketrans(dict(zip(PLACES, card.pattern, strict=False)))
        return SHAPES[card.family.name].translate(colours)
    wanted = {colour: card.pattern.count(colour) for colour in card.pattern}
    return "^" + "".join(f"(?=(?:[^{colour}]*{colour}){{{count}}})" for colour, count in wanted.items())


@cache
def _counter(card: str) -> Counter:
    shape = _shape(prophecy(card))
    if shape.isalpha():
        return lambda row: row.count(shape)
    find = re.compile(shape).findall
    return lambda row: len(find(row))


@cache
def _rewards(card: str) -> tuple[tuple[int, int], ...]:
    """Level and points for each count from 0 to the one from which nothing is added any more."""
    levels = prophecy(card).family.levels
    rewards, level = [(0, 0)], 0
    for count in range(1, levels[-1][0] + 1):
        if count >= levels[level][0]:
            level += 1
        rewards.append((level, levels[level - 1][1] if level else 0))
    return tuple(rewards)


def count_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> int:
    """Count how often a prophecy finds its shape in a cóatl; raise ValueError for an unknown card or colour."""
    return _counter(card)(_row(colours, head_closed, tail_closed))


def find_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> tuple[tuple[int, int], ...]:
    """Where a prophecy finds its shape: the places of the first piece and behind the last one, each time.

    What is looked for anywhere has no place. Raises ValueError for an unknown card or colour.
    """
    found = re.finditer(_shape(prophecy(card)), _row(colours, head_closed, tail_closed))
    return tuple((one.start() - head_closed, one.end() - head_closed) for one in found if one.group())


@lru_cache(CACHED)
def score_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> tuple[int, int]:
    """The level that a prophecy reaches on a cóatl, from 1, and its points; 0 and 0 where it scores nothing.

    ``colours`` are written from the head end to the tail end. Raises ValueError for an unknown card or colour.

    >>> score_prophecy("pair:RK", "RKYRKRRK", True, True)
    (3, 5)
    """
    rewards = _rewards(card)
    return rewards[min(count_prophecy(card, colours, head_closed, tail_closed), len(rewards) - 1)]


def meets(requirement: Requirement, colours: str, prophecies: Iterable[str] = ()) -> bool:
    """Tell whether a cóatl with these colours and prophecies meets a temple's requirement."""
    if isinstance(requirement, Absent):
        return requirement.colour not in colours
    if isinstance(requirement, Equal):
        return 0 < colours.count(requirement.one) == colours.count(requirement.other)
    if isinstance(requirement, Length):
        return len(colours) == requirement.pieces
    return all(prophecy(card).family.group != requirement.group for card in prophecies)


@lru_cache(CACHED)
def score_temple(card: str, colours: str, prophecies: tuple[str, ...] = ()) -> int:
    """The points of a temple on a cóatl with these prophecies; raises ValueError for an unknown card or colour."""
    _row(colours, head_closed=True, tail_closed=True)
    found = temple(card)
    return found.points[sum(meets(requirement, colours, prophecies) for requirement in found.requirements)]


# -- what a card scores on, for its page

WANTED: Final = 2
"""The level that an example reaches where a card has so many: that a shape counts twice is seen best."""
LONGEST: Final = 12
"""No card asks for more pieces."""
LEAST: Final = 6
"""How long an example for a temple is that asks for no length: long enough for two colours to be there twice."""

Span = tuple[int, int]
"""Pieces side by side: the place of the first one, from 0 at the head end, and the place behind the last one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A finished cóatl for a card: its colours, the level reached and its points, and which pieces count for it."""

    card: str
    colours: str
    level: int
    points: int
    spans: tuple[Span, ...]

    @property
    def pieces(self) -> tuple[str, ...]:
        """The types of the pieces, from the head to the tail."""
        last = len(self.colours) - 1
        kinds = {0: LETTERS["head"], last: LETTERS["tail"]}
        return tuple(colour + kinds.get(place, LETTERS["body"]) for place, colour in enumerate(self.colours))


@lru_cache
def exhibit(name: str) -> Example:
    """The example for a card; raises ValueError for an unknown one."""
    return _for_temple(temple(name)) if is_temple(name) else _for_prophecy(kind_of_card(name))


# -- prophecies


def _for_prophecy(card: str) -> Example:
    known = prophecy(card)
    level = min(WANTED, len(known.family.levels))
    if known.family.name == "anywhere":
        colours = _mixed({colour: known.pattern.count(colour) for colour in known.pattern})
        spans: tuple[Span, ...] = ((0, len(colours)),)
    else:
        colours = _stretched(card, _shortest(card, level), level)
        spans = find_prophecy(card, colours, head_closed=True, tail_closed=True)
    return Example(card, colours, *score_prophecy(card, colours, head_closed=True, tail_closed=True), spans)


def _reaches(card: str, colours: str, level: int) -> bool:
    return score_prophecy(card, colours, head_closed=True, tail_closed=True)[0] == level


def _shortest(card: str, level: int) -> str:
    """A shortest row with that level; what may be of any colour is of one that the card does not name."""
    pattern = prophecy(card).pattern
    stranger = next((colour for colour in COLOURS if colour not in pattern), "")
    letters = dict.fromkeys(stranger + pattern)
    rows = ("".join(row) for count in range(1, LONGEST + 1) for row in product(letters, repeat=count))
    return next(row for row in rows if _reaches(card, row, level))


def _stretched(card: str, row: str, level: int) -> str:
    """Add a piece, unless one is idle already: within the shape where it allows that, else a stranger beside it."""
    if _idle(card, row):
        return row
    middle = len(row) / 2
    longer = [
        (_idle(card, more), colour in row, abs(place - middle), place, more)
        for colour in COLOURS
        for place in range(len(row) + 1)
        for more in (row[:place] + colour + row[place:],)
        if _reaches(card, more, level)
    ]
    return min(longer)[-1]


def _idle(card: str, row: str) -> int:
    """Count the pieces that the card would not miss."""
    return len(row) - sum(end - start for start, end in find_prophecy(card, row, head_closed=True, tail_closed=True))


# -- temples


def _for_temple(card: Temple) -> Example:
    """An example that grants every wish, its colours as evenly shared out as can be."""
    pairs = [wanted for wanted in card.requirements if isinstance(wanted, Equal)]
    compared: set[str] = {colour for pair in pairs for colour in (pair.one, pair.other)}
    colours = _mixed(_counts(card, compared))
    spans = tuple((place, place + 1) for place, colour in enumerate(colours) if colour in compared)
    level = sum(meets(wanted, colours) for wanted in card.requirements)
    return Example(card.id, colours, level, score_temple(card.id, colours), spans or ((0, len(colours)),))


def _counts(card: Temple, compared: set[str]) -> dict[str, int]:
    for length in range(LEAST, LONGEST + 1):
        shared: list[dict[str, int]] = [
            dict(zip(COLOURS, counts, strict=True)) for counts in _shared_out(length, len(COLOURS))
        ]
        granted = [counts for counts in shared if score_temple(card.id, _written(counts)) == card.points[-1]]
        if granted:
            return min(granted, key=lambda counts: _unevenness(counts, compared))
    raise ValueError(f"{card.id}: no cóatl grants every wish")


def _unevenness(counts: dict[str, int], compared: set[str]) -> tuple[int, int, list[int]]:
    """Tell how badly pieces are shared out; where it makes no difference, colours to compare are there more often."""
    numbers = list(counts.values())
    return sum(n * n for n in numbers), -sum(counts[colour] for colour in compared), [-n for n in numbers]


def _shared_out(pieces: int, colours: int) -> Iterator[tuple[int, ...]]:
    """All ways to share so many pieces out to so many colours."""
    if colours == 1:
        yield (pieces,)
        return
    for first in range(pieces + 1):
        yield from ((first, *others) for others in _shared_out(pieces - first, colours - 1))


def _written(counts: dict[str, int]) -> str:
    return "".join(colour * count for colour, count in counts.items())


def _mixed(counts: dict[str, int]) -> str:
    """So many pieces in a row, no two alike side by side where that can be."""
    left, row = dict(counts), ""
    while any(left.values()):
        others = [colour for colour in left if left[colour] and not row.endswith(colour)] or list(left)
        colour = max(others, key=left.__getitem__)
        left[colour] -= 1
        row += colour
    return row
