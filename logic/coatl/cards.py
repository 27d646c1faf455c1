"""The cards of Cóatl, prophecies and temples, as ``config/coatl_cards.yaml`` lists them; their ids live for ever."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, Literal, cast, get_args

import msgspec

from logic.coatl.pieces import Colour
from logic.config import ConfigError, read_yaml

INDEX: Final = "coatl_cards.yaml"
"""Where the cards are listed under ``config/``."""
TWIN: Final = "'"
"""Ends the id of the second of two identical cards."""

FamilyName = Literal[
    "red", "blackx", "trio", "pair", "quartet", "three_two", "two_three", "two_two", "rainbow", "colorful", "blank",
    "anywhere",
]  # fmt: skip
Group = Literal["red", "black", "blue", "yellow", "green", "white"]
"""The colour of a prophecy card itself, not of what it asks for; white are the promo pack's."""

LETTERS: Final[dict[FamilyName, tuple[int, ...]]] = {
    "red": (1,), "blackx": (1,), "trio": (1,), "pair": (2,), "quartet": (2,), "three_two": (2,), "two_three": (2,),
    "two_two": (2,), "rainbow": (5,), "colorful": (3,), "blank": (2,), "anywhere": (5, 6),
}  # fmt: skip
"""How many letters the pattern of a family has."""


@dataclass(frozen=True, slots=True)
class Family:
    """Prophecies that look for the same shape. ``levels`` are how often it must be found, and the points for it."""

    name: FamilyName
    group: Group
    levels: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Prophecy:
    """A prophecy: its pattern is the colours that take the places in its family's shape."""

    id: str
    family: Family
    pattern: str
    promo: bool


@dataclass(frozen=True, slots=True)
class Absent:
    """A temple's requirement: no piece of this colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Equal:
    """A temple's requirement: as many pieces of one colour as of the other, and at least one of each."""

    one: Colour
    other: Colour


@dataclass(frozen=True, slots=True)
class Length:
    """A temple's requirement: exactly so many pieces."""

    pieces: int


@dataclass(frozen=True, slots=True)
class Without:
    """A temple's requirement: no prophecy of this group on the same cóatl."""

    group: Group


Requirement = Absent | Equal | Length | Without


@dataclass(frozen=True, slots=True)
class Temple:
    """A temple; ``points`` are those for no requirement met, for one, and so on to all of them."""

    id: str
    requirements: tuple[Requirement, ...]
    points: tuple[int, ...]
    promo: bool


# -- the file

_TEMPLE: Final = "temple:"
_COLOURS: Final = "[RYGBK]"
_Positive = Annotated[int, msgspec.Meta(ge=1)]
_Pattern = Annotated[str, msgspec.Meta(pattern=f"^{_COLOURS}+$")]


class _ProphecyRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prophecies of one family that score alike."""

    family: FamilyName
    group: Group
    levels: Annotated[dict[_Positive, _Positive], msgspec.Meta(min_length=1)]
    patterns: tuple[_Pattern, ...]
    copies: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    promo: bool = False

    def __post_init__(self) -> None:
        if list(self.levels) != sorted(self.levels):
            raise ValueError("levels: growing numbers, please")
        for pattern in self.patterns:
            if len(pattern) not in LETTERS[self.family]:
                raise ValueError(f"patterns: {pattern} does not have as many letters as {self.family} takes")

    def cards(self) -> Iterable[Prophecy]:
        family = Family(self.family, self.group, tuple(self.levels.items()))
        for pattern in self.patterns:
            for copy in range(self.copies):
                yield Prophecy(f"{self.family}:{pattern}{TWIN * copy}", family, pattern, self.promo)


class _TempleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Temples that score alike, each by its requirements."""

    points: tuple[_Positive, ...]
    cards: tuple[str, ...]
    promo: bool = False

    def __post_init__(self) -> None:
        for card in self.cards:
            if len(_requirements(card)) != len(self.points):
                raise ValueError(f"points: {card} needs a number for each of its requirements")

    def temples(self) -> Iterable[Temple]:
        for card in self.cards:
            yield Temple(f"{_TEMPLE}{card}", _requirements(card), (0, *self.points), self.promo)


class _Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    prophecies: tuple[_ProphecyRow, ...]
    temples: tuple[_TempleRow, ...]


def _requirements(card: str) -> tuple[Requirement, ...]:
    return tuple(_requirement(text) for text in card.split("/"))


def _requirement(text: str) -> Requirement:
    if re.fullmatch(f"-{_COLOURS}", text):
        return Absent(cast("Colour", text[1]))
    if re.fullmatch(f"{_COLOURS}={_COLOURS}", text):
        return Equal(cast("Colour", text[0]), cast("Colour", text[2]))
    if re.fullmatch("[1-9][0-9]?", text):
        return Length(int(text))
    if text.startswith("-") and text[1:] in get_args(Group):
        return Without(cast("Group", text[1:]))
    raise ValueError(f"cards: {text!r} is no requirement")


@cache
def _index() -> tuple[dict[str, Prophecy], dict[str, Temple]]:
    """Read the cards by id; raise ConfigError with the place where the file is at fault."""
    index = read_yaml(INDEX, _Index)
    prophecies = [card for row in index.prophecies for card in row.cards()]
    temples = [temple for row in index.temples for temple in row.temples()]
    ids = [*(card.id for card in prophecies), *(card.id for card in temples)]
    twice = sorted({card for card in ids if ids.count(card) > 1})
    if twice:
        raise ConfigError(f"config/{INDEX}: listed twice: {', '.join(twice)}")
    return {card.id: card for card in prophecies}, {card.id: card for card in temples}


# -- what others ask for


def prophecy(card: str) -> Prophecy:
    """Give a prophecy by its id; raise ValueError for none."""
    known = _index()[0]
    if card not in known:
        raise ValueError(_unknown("prophecy", card, known))
    return known[card]


def temple(card: str) -> Temple:
    """Give a temple by its id; raise ValueError for none."""
    known = _index()[1]
    if card not in known:
        raise ValueError(_unknown("temple", card, known))
    return known[card]


@cache
def prophecies(promo: bool) -> tuple[str, ...]:
    """Give the ids of all prophecies in the game, twins one after the other, with those of the promo pack or not."""
    return tuple(card.id for card in _index()[0].values() if promo or not card.promo)


@cache
def temples(promo: bool) -> tuple[str, ...]:
    """Give the ids of all temples in the game, with those of the promo pack or without."""
    return tuple(card.id for card in _index()[1].values() if promo or not card.promo)


def is_temple(card: str) -> bool:
    """Tell a temple's id from a prophecy's."""
    return card.startswith(_TEMPLE)


def kind_of_card(card: str) -> str:
    """Give what a card is identical with: twins are one kind, and no cóatl bears two of a kind."""
    return card.removesuffix(TWIN)


def _unknown(what: str, card: str, known: Iterable[str]) -> str:
    """Name a card that there is not, and what there is instead: the cards of its family, or the families."""
    family = card.partition(":")[0]
    near = [other for other in known if other.partition(":")[0] == family]
    offered = near or dict.fromkeys(other.partition(":")[0] for other in known)
    return f"no {what} is called {card!r}: known are {', '.join(offered)}"
