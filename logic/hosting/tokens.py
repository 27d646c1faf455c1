"""Tokens: the only way to a seat. Whoever hosts remembers no more than their marks, which lead to no token."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec

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
