"""What a hand elsewhere may ask of the table: short messages in JSON, of which anything else is refused."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

LONGEST = 512
"""Bytes of a message: the longest move of all games is a quarter of that."""
LONGEST_MOVE = 200
HIGHEST = 2**31

Act = Literal["play", "end", "back", "hint", "point"]


class NoWish(ValueError):
    """A message that is none of those that there are."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be done in the position of that number, and in no other.

    ``move`` is the text of a move to ``play``, or the name of what to ``point`` at: that changes nothing.
    """

    act: Act
    number: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]
    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)] = ""


_DECODER = msgspec.json.Decoder(Wish)


def read_wish(message: bytes | str) -> Wish:
    """Read one message; raise NoWish where it is none.

    >>> read_wish('{"act": "play", "number": 3, "move": "stay"}')
    Wish(act='play', number=3, move='stay')
    """
    if len(message) > LONGEST:
        raise NoWish(f"longer than {LONGEST} bytes")
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise NoWish("no wish of this table") from None
