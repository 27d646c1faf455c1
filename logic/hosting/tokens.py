"""Tokens: the only way to a seat. Whoever hosts remembers no more than their marks, which lead to no token.

Those of the table by phone are kept beside the games, so that phones find one again that was closed, or killed: one
file, for the table that was let open last, for no phone has a token of more than one. It is no part of any export or
backup, and others on the machine cannot read it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from logic.config import ConfigError, convert
from logic.storage.files import data_folder, read_regular, write_whole

TOKEN_DIGITS = 32
"""Hexadecimal digits: 128 bits."""

Mark = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]
"""What is remembered of a token, and "" where there is none."""

Draw = Callable[[], int]
"""128 bits that nobody can guess."""


def digits(draw: Draw, count: int) -> str:
    """Draw a name or a token of so many hexadecimal digits, 32 at most."""
    return f"{draw() % 16**count:0{count}x}"


def new_token(draw: Draw) -> str:
    return digits(draw, TOKEN_DIGITS)


def mark(token: str) -> str:
    """What is remembered of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def seat_of(token: str, marks: Sequence[str]) -> int | None:
    """The seat of a token by the marks of all seats, "" where a seat has none; None where it is no seat's.

    What is compared are hashes, so that the time it takes tells nothing of a token.
    """
    its_mark = mark(token)
    return marks.index(its_mark) if its_mark in marks else None


# -- who has a seat by phone, kept

FILE, FOLDER = "table.json", "phones"
LARGEST = 2**14
"""Bytes of the file: more than the marks of all seats and watchers take up."""
LASTS = 14 * 24 * 60 * 60
"""Seconds after which a table that was closed is not open for its phones any more."""
MOST_SEATS, MOST_WATCHERS = 8, 40


class Holders(msgspec.Struct, frozen=True):
    """By the marks of their tokens those who have a seat, "" where nobody has one, and those who watch."""

    seats: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    watchers: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=MOST_WATCHERS)] = ()

    @property
    def taken(self) -> frozenset[int]:
        """The seats that somebody has."""
        return frozenset(seat for seat, mark in enumerate(self.seats) if mark)


NO_HOLDERS = Holders()


class KeptTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it was left: which game lay on it, where it was found, and who had a seat.

    The game is known by its number in the store and the moment in which it was begun, both of which have to fit.
    """

    game: int
    begun: float
    left: float
    host: str
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    holders: Holders


def keep(table: KeptTable) -> None:
    """Write a table down in place of the one before; raise StoreProblem where that cannot be done."""
    write_whole(_place(), msgspec.json.encode(table), private=True)


def fetch(game: int, begun: float, now: float) -> KeptTable | None:
    """The table of that game, if it was the last one that was open, and not long ago."""
    try:
        kept = convert(msgspec.json.decode(read_regular(_place(), LARGEST)), KeptTable, "table")
    except (OSError, ConfigError, ValueError, RecursionError):
        return None
    fits = (kept.game, kept.begun) == (game, begun) and 0 <= now - kept.left < LASTS
    return kept if fits else None


def forget() -> None:
    """Let nobody come back to a table that was open."""
    with suppress(OSError):
        _place().unlink(missing_ok=True)


def _place() -> Path:
    return data_folder() / FOLDER / FILE
