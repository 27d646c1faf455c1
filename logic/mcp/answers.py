"""What the tools answer: plain data, from what one seat may know. Seats are counted from 1, as they are spoken of.

Without slots: the protocol’s library would take those for values that the fields have by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class VariantEntry:
    """One way to play a game, and how many may sit down."""

    variant: str
    title: str
    blurb: str
    players: tuple[int, ...]


@dataclass(frozen=True)
class GameEntry:
    """A game on the shelf: its variants, the usual one, and the computer players that can be given a seat."""

    game: str
    title: str
    blurb: str
    usual_variant: str
    computers: tuple[str, ...]
    variants: tuple[VariantEntry, ...]


@dataclass(frozen=True)
class Games:
    """The whole shelf."""

    games: tuple[GameEntry, ...]


@dataclass(frozen=True)
class SeatEntry:
    """Who sits there: "human", or the level of a computer player, which has no token."""

    seat: int
    player: str
    token: str | None


@dataclass(frozen=True)
class NewGame:
    """A game that has been set up: the tokens are told this once."""

    game_id: str
    game: str
    variant: str
    seats: tuple[SeatEntry, ...]


@dataclass(frozen=True)
class Standing:
    """How a game stands, as everybody at the table sees it; ``trouble`` is what went wrong beside it."""

    game_id: str
    game: str
    variant: str
    your_seat: int
    players: tuple[str, ...]
    to_move: int | None
    your_turn: bool
    over: bool
    winners: tuple[int, ...]
    result: str
    kept: bool
    trouble: str


@dataclass(frozen=True)
class Told:
    """What matters now, in words."""

    synopsis: str
    standing: Standing


@dataclass(frozen=True)
class Rules:
    """What makes up a turn, and how its moves are written."""

    rules: str


@dataclass(frozen=True)
class Moves:
    """The legal moves; none where it is not one's turn."""

    your_turn: bool
    moves: tuple[str, ...]
    standing: Standing


@dataclass(frozen=True)
class Position:
    """The position as data."""

    position: dict[str, Any]
    standing: Standing


@dataclass(frozen=True)
class Suggestion:
    """Moves for the turn, one after the other, and why; ``source`` says whose advice that is."""

    moves: tuple[str, ...]
    reason: str
    source: Literal["model", "builtin"]
    trouble: str
