"""The components of Cóatl: pieces, cards, cóatls and what each player holds; and the parameters of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Annotated, Final, Literal, NamedTuple, cast, get_args

import msgspec

from logic.config import ConfigError, read_yaml

Colour = Literal["R", "Y", "G", "B", "K"]
Kind = Literal["head", "tail", "body"]
Side = Literal["head", "tail"]

COLOURS: Final[tuple[Colour, ...]] = ("R", "Y", "G", "B", "K")
KINDS: Final[tuple[Kind, ...]] = ("head", "tail", "body")
FEATHER: Final = "F"
"""The colour of a golden body, a feather: stored like bodies, never built."""

HEADS = TAILS = 3
"""The number of heads and of tails of each colour."""

_KINDS: Final[dict[str, Kind]] = {"h": "head", "t": "tail", "b": "body"}
LETTERS: Final[dict[Kind, str]] = {kind: letter for letter, kind in _KINDS.items()}


def colour_of(piece: str) -> str:
    """The colour of a piece by its id, ``F`` for a golden feather: ``Rh1`` is red."""
    return piece[0]


def kind_of(piece: str) -> Kind:
    return _KINDS[piece[1]]


def type_of(piece: str) -> str:
    """A piece's colour and kind, which interchangeable pieces share: ``Rh`` for each of the red heads."""
    return piece[:2]


def is_feather(piece: str) -> bool:
    return piece[0] == FEATHER


@cache
def pieces_of(kind: Kind, count: int) -> tuple[str, ...]:
    """The ids of ``count`` pieces of a kind in each colour."""
    return tuple(f"{colour}{LETTERS[kind]}{number}" for colour in COLOURS for number in range(1, count + 1))


@cache
def feathers(count: int) -> tuple[str, ...]:
    return tuple(f"{FEATHER}b{number}" for number in range(1, count + 1))


MOST_PLAYERS = 4
MOST_BODIES = 40
MOST_FEATHERS = 12
MOST_TURNS = 99

SLOTS = 8
"""The number of pieces that a player's board holds."""
HAND = 5
"""The number of prophecies up to which a hand may be filled; only a fourth player is dealt more, to discard from."""
KEPT = 3
"""The number of prophecies that each player starts with."""
MOST_OPEN = 2
"""The greatest number of unfinished cóatls of a player."""
MOST_COATLS = 3
"""The greatest number of cóatls of a player; once somebody has finished that many, only the last turns are left."""
MOST_PROPHECIES = 4
"""The greatest number of prophecies on a cóatl."""
DISPLAY = 6
"""The number of face-up prophecies."""
TEMPLES = 2
"""The number of face-up temples."""


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a game of Cóatl.

    ``first`` is the player who begins, None to draw one. ``bodies`` of each colour and golden ``feathers`` in the bag
    are given for 1, 2, 3 and 4 players. With ``tokens`` every player has the three sacrifice tokens; with ``promo`` the
    cards of the promo pack are shuffled in. ``turns`` is the number of turns of a solo game, and ``ranks`` the points
    at which each word of praise is earned; the first of them is also what it takes to win.

    Raises ValueError naming the field whose value is out of range.
    """

    players: int = 2
    first: int | None = None
    bodies: tuple[int, ...] = (24, 24, 24, 24)
    feathers: tuple[int, ...] = (0, 0, 0, 0)
    tokens: bool = False
    promo: bool = False
    turns: int = 18
    ranks: tuple[int, ...] = (10, 18, 26, 34, 42)

    def __post_init__(self) -> None:
        if not 1 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players: 1 to {MOST_PLAYERS}, please")
        if self.first is not None and not 0 <= self.first < self.players:
            raise ValueError(f"first: 0 to {self.players - 1} or nothing (the dice decide), please")
        for name, least, most in (("bodies", 2, MOST_BODIES), ("feathers", 0, MOST_FEATHERS)):
            numbers = getattr(self, name)
            if len(numbers) != MOST_PLAYERS or not all(least <= number <= most for number in numbers):
                raise ValueError(f"{name}: a number from {least} to {most} for each of 1 to 4 players, please")
        if not 1 <= self.turns <= MOST_TURNS:
            raise ValueError(f"turns: 1 to {MOST_TURNS}, please")
        if not self.ranks or self.ranks[0] < 1 or list(self.ranks) != sorted(set(self.ranks)):
            raise ValueError("ranks: growing numbers of points from 1 on, please")

    @property
    def bodies_each(self) -> int:
        """The number of bodies of each colour in a game for this number of players."""
        return self.bodies[self.players - 1]

    @property
    def golden(self) -> int:
        """The number of golden feathers in a game for this number of players."""
        return self.feathers[self.players - 1]

    @property
    def body_count(self) -> int:
        """The number of all bodies, golden ones included."""
        return self.bodies_each * len(COLOURS) + self.golden


INDEX: Final = "coatl_cards.yaml"
"""The list of cards under ``config/``."""
TWIN: Final = "'"
"""The suffix of the id of the second of two identical cards."""

FamilyName = Literal[
    "red", "blackx", "trio", "pair", "quartet", "three_two", "two_three", "two_two", "rainbow", "colorful", "blank",
    "anywhere",
]  # fmt: skip
Group = Literal["red", "black", "blue", "yellow", "green", "white"]
"""The colour of a prophecy card itself, not of its pattern; white cards are the promo pack's."""

CARD_LETTERS: Final[dict[FamilyName, tuple[int, ...]]] = {
    "red": (1,), "blackx": (1,), "trio": (1,), "pair": (2,), "quartet": (2,), "three_two": (2,), "two_three": (2,),
    "two_two": (2,), "rainbow": (5,), "colorful": (3,), "blank": (2,), "anywhere": (5, 6),
}  # fmt: skip
"""The possible lengths of a family's patterns."""


@dataclass(frozen=True, slots=True)
class Family:
    """Prophecies that share a shape. ``levels`` are how often it must be found, with the points for it."""

    name: FamilyName
    group: Group
    levels: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Prophecy:
    """A prophecy: its pattern assigns colours to the places of its family's shape; for ``anywhere`` it lists pieces."""

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
    """A temple's requirement: equally many pieces of two colours, and at least one of each."""

    one: Colour
    other: Colour


@dataclass(frozen=True, slots=True)
class Length:
    """A temple's requirement: exactly this many pieces."""

    pieces: int


@dataclass(frozen=True, slots=True)
class Without:
    """A temple's requirement: no prophecy of this group on the same cóatl."""

    group: Group


Requirement = Absent | Equal | Length | Without


@dataclass(frozen=True, slots=True)
class Temple:
    """A temple; ``points`` are indexed by the number of requirements met, from none to all."""

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
            if len(pattern) not in CARD_LETTERS[self.family]:
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
    examples: dict[str, _Pattern]


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
def _index() -> tuple[dict[str, Prophecy], dict[str, Temple], dict[str, str]]:
    """All prophecies and all temples by id, and the examples by kind of card; raises ConfigError for a faulty file."""
    index = read_yaml(INDEX, _Index)
    prophecies = [card for row in index.prophecies for card in row.cards()]
    temples = [temple for row in index.temples for temple in row.temples()]
    ids = [*(card.id for card in prophecies), *(card.id for card in temples)]
    twice = sorted({card for card in ids if ids.count(card) > 1})
    if twice:
        raise ConfigError(f"config/{INDEX}: listed twice: {', '.join(twice)}")
    unseen = {kind_of_card(card) for card in ids} ^ index.examples.keys()
    if unseen:
        raise ConfigError(f"config/{INDEX}: each card needs one example: {', '.join(sorted(unseen))}")
    return {card.id: card for card in prophecies}, {card.id: card for card in temples}, index.examples


# -- access by id


def prophecy(card: str) -> Prophecy:
    """A prophecy by its id; raises ValueError that lists known ones for any other id."""
    known = _index()[0]
    if card not in known:
        raise ValueError(_unknown("prophecy", card, known))
    return known[card]


def temple(card: str) -> Temple:
    """A temple by its id; raises ValueError that lists known ones for any other id."""
    known = _index()[1]
    if card not in known:
        raise ValueError(_unknown("temple", card, known))
    return known[card]


def example_of(card: str) -> str:
    """The colours of a cóatl that illustrates how a known card scores."""
    return _index()[2][kind_of_card(card)]


@cache
def prophecies(promo: bool) -> tuple[str, ...]:
    """The ids of all prophecies in the game, twins one after the other, with or without those of the promo pack."""
    return tuple(card.id for card in _index()[0].values() if promo or not card.promo)


@cache
def temples(promo: bool) -> tuple[str, ...]:
    """The ids of all temples in the game, with or without those of the promo pack."""
    return tuple(card.id for card in _index()[1].values() if promo or not card.promo)


def is_temple(card: str) -> bool:
    return card.startswith(_TEMPLE)


def kind_of_card(card: str) -> str:
    """The id that twins share; no cóatl may have two cards of a kind."""
    return card.removesuffix(TWIN)


def _unknown(what: str, card: str, known: Iterable[str]) -> str:
    """The message for an unknown card, with known ones: the cards of its family, or the families."""
    family = card.partition(":")[0]
    near = [other for other in known if other.partition(":")[0] == family]
    offered = near or dict.fromkeys(other.partition(":")[0] for other in known)
    return f"no {what} is called {card!r}: known are {', '.join(offered)}"


HIDDEN: Final = "?"
"""Stands for a card that is hidden from the viewer."""

BODY_FIELDS: Final = ("b1", "b2", "b3", "b4", "b5", "b6")
HEAD_FIELDS: Final = ("h1", "h2")
TAIL_FIELDS: Final = ("t1", "t2")
FIELDS: Final = (*BODY_FIELDS, *HEAD_FIELDS, *TAIL_FIELDS)
"""The fields of the supply board in the order of filling: six of two bodies, two of a head, two of a tail."""

TOKENS: Final = ("pick", "future", "commit")
"""The sacrifice tokens: *Perfect Pick*, *See the Future*, *Priest's Commitment*."""

EMPTY: Final = ("",) * SLOTS


def capacity(field: str) -> int:
    """The number of pieces that a field of the supply board holds."""
    return 2 if field in BODY_FIELDS else 1


def bag_of(field: str) -> Kind:
    """The kind of piece, and so the bag, from which a field is filled."""
    return next(kind for kind, letter in LETTERS.items() if letter == field[0])


def known(cards: Iterable[str]) -> tuple[str, ...]:
    """The visible cards of a list: without gaps and ``HIDDEN`` ones."""
    return tuple(card for card in cards if card and card != HIDDEN)


class Bags(NamedTuple):
    """The three bags; pieces are drawn from the front. The number left in each is public, their order is not."""

    head: tuple[str, ...]
    tail: tuple[str, ...]
    body: tuple[str, ...]


@lru_cache(1 << 12)
def _colours(pieces: tuple[str, ...]) -> str:
    """The colours of a row of pieces; cached, since move generation asks for the same rows repeatedly."""
    return "".join(piece[0] for piece in pieces)


@dataclass(frozen=True, slots=True)
class Serpent:
    """A cóatl: its pieces from the head end to the tail end, and the cards that lie on it.

    A ``locked`` one was finished in an earlier turn; nothing can be added to it.
    """

    pieces: tuple[str, ...]
    prophecies: tuple[str, ...] = ()
    temple: str = ""
    locked: bool = False

    @property
    def colours(self) -> str:
        """The colours from the head end to the tail end, one letter each."""
        return _colours(self.pieces)

    @property
    def head_closed(self) -> bool:
        return self.pieces[0][1] == "h"

    @property
    def tail_closed(self) -> bool:
        return self.pieces[-1][1] == "t"

    @property
    def is_finished(self) -> bool:
        """Whether both ends are closed; a cóatl of a head and a tail alone cannot be built."""
        return self.head_closed and self.tail_closed

    @property
    def has_body(self) -> bool:
        return len(self.pieces) > self.head_closed + self.tail_closed

    def with_piece(self, piece: str, side: Side) -> Serpent:
        pieces = (piece, *self.pieces) if side == "head" else (*self.pieces, piece)
        return replace(self, pieces=pieces)


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player has: pieces on the board by slot, cóatls in the order in which they were started, cards, tokens.

    ``temples`` are those in hand, including the secret one. ``aside`` are the prophecies laid aside in secret before
    the first turn. ``gifts`` are the golden feathers received from others, worth points.
    """

    board: tuple[str, ...] = EMPTY
    coatls: tuple[Serpent, ...] = ()
    prophecies: tuple[str, ...] = ()
    temples: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces on the board, in the order of the slots."""
        return tuple(piece for piece in self.board if piece)

    @property
    def free(self) -> int:
        return self.board.count("")

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The indices of the unfinished cóatls."""
        return tuple(index for index, coatl in enumerate(self.coatls) if not coatl.is_finished)

    @property
    def finished(self) -> int:
        return len(self.coatls) - len(self.unfinished)

    def storing(self, *pieces: str) -> Seat:
        """The seat with pieces stored in the first empty slots; there must be enough."""
        board = list(self.board)
        for piece in pieces:
            board[board.index("")] = piece
        return replace(self, board=tuple(board))

    def without(self, piece: str) -> Seat:
        slot = self.board.index(piece)
        return replace(self, board=(*self.board[:slot], "", *self.board[slot + 1 :]))

    def with_coatl(self, index: int, coatl: Serpent) -> Seat:
        """The seat with the cóatl at an index replaced, or appended."""
        return replace(self, coatls=(*self.coatls[:index], coatl, *self.coatls[index + 1 :]))
