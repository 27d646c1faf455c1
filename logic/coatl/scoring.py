"""Scores cards of Cóatl on a sequence of colours: the shapes of prophecies and the requirements of temples.

Each family of prophecies has a shape and counts disjoint occurrences of it. For all shapes, of the occurrences the one
that begins first is also one that can end first; so the greedy count from the left, as ``str.count`` and regular
expressions make it, is the maximum.

For each card there is also a short example cóatl on which it scores, to be shown beside the card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
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
    example_of,
    is_temple,
    kind_of_card,
    prophecy,
    temple,
)

Counter = Callable[[str], int]
"""Counts a shape in a row: the colours, with ``|`` before a closed head end and after a closed tail end."""

CLOSED: Final = "|"
CACHED: Final = 1 << 10
"""The size of the caches: far more than one turn needs."""

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
"""The shapes, with letters for the colours of the pattern; some are plain text, the others regular expressions.

A run of ``blackx`` must be bounded on both sides: at an open end it is not, as it might still grow.
"""

PLACES: Final = "abcde"
"""The letters that stand for the colours of the pattern in a shape."""
_VALID: Final = frozenset(COLOURS)


@lru_cache(CACHED)
def _row(colours: str, head_closed: bool, tail_closed: bool) -> str:
    """The input of the counters; raises ValueError for an unknown colour."""
    if not _VALID.issuperset(colours):
        raise ValueError(f"colours: only {', '.join(COLOURS)}, please, not {colours!r}")
    return f"{CLOSED * head_closed}{colours}{CLOSED * tail_closed}"


def _shape(card: Prophecy) -> str:
    """The shape of a card with its colours filled in; that of ``anywhere`` is found at most once."""
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
    """Level and points by count, from 0 up to the count beyond which nothing is added."""
    levels = prophecy(card).family.levels
    rewards, level = [(0, 0)], 0
    for count in range(1, levels[-1][0] + 1):
        if count >= levels[level][0]:
            level += 1
        rewards.append((level, levels[level - 1][1] if level else 0))
    return tuple(rewards)


def count_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> int:
    """How often a prophecy's shape occurs in a cóatl; raises ValueError for an unknown card or colour."""
    return _counter(card)(_row(colours, head_closed, tail_closed))


def find_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> tuple[tuple[int, int], ...]:
    """The occurrences of a prophecy's shape: the index of the first piece and the one after the last.

    Empty for ``anywhere``, whose pieces form no row. Raises ValueError for an unknown card or colour.
    """
    found = re.finditer(_shape(prophecy(card)), _row(colours, head_closed, tail_closed))
    return tuple((one.start() - head_closed, one.end() - head_closed) for one in found if one.group())


@lru_cache(CACHED)
def score_prophecy(card: str, colours: str, head_closed: bool, tail_closed: bool) -> tuple[int, int]:
    """The level that a prophecy reaches on a cóatl, from 1, and its points; (0, 0) if it does not score.

    ``colours`` are in order from the head end to the tail end. Raises ValueError for an unknown card or colour.

    >>> score_prophecy("pair:RK", "RKYRKRRK", True, True)
    (3, 5)
    """
    rewards = _rewards(card)
    return rewards[min(count_prophecy(card, colours, head_closed, tail_closed), len(rewards) - 1)]


def meets(requirement: Requirement, colours: str, prophecies: Iterable[str] = ()) -> bool:
    """Return whether a cóatl with these colours and prophecies meets a temple's requirement."""
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


# -- examples of cards, for their pages

Span = tuple[int, int]
"""Adjacent pieces: the index of the first one, from 0 at the head end, and the one after the last."""


@dataclass(frozen=True, slots=True)
class Example:
    """A finished cóatl that a card scores on: its colours, the level and points reached, and the pieces that count.

    The level of a temple is the number of requirements met.
    """

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
        return tuple(colour + kinds.get(index, LETTERS["body"]) for index, colour in enumerate(self.colours))


@lru_cache
def exhibit(name: str) -> Example:
    """The example for a card; raises ValueError for an unknown one."""
    return _for_temple(temple(name)) if is_temple(name) else _for_prophecy(prophecy(kind_of_card(name)))


def _for_prophecy(card: Prophecy) -> Example:
    colours = example_of(card.id)
    spans: tuple[Span, ...] = ((0, len(colours)),)
    if card.family.name != "anywhere":
        spans = find_prophecy(card.id, colours, head_closed=True, tail_closed=True)
    return Example(card.id, colours, *score_prophecy(card.id, colours, head_closed=True, tail_closed=True), spans)


def _for_temple(card: Temple) -> Example:
    colours = example_of(card.id)
    pairs = [wanted for wanted in card.requirements if isinstance(wanted, Equal)]
    compared: set[str] = {colour for pair in pairs for colour in (pair.one, pair.other)}
    spans = tuple((index, index + 1) for index, colour in enumerate(colours) if colour in compared)
    level = sum(meets(wanted, colours) for wanted in card.requirements)
    return Example(card.id, colours, level, score_temple(card.id, colours), spans or ((0, len(colours)),))
