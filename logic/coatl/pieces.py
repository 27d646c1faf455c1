"""The pieces of Cóatl: heads, tails and bodies in five colours, golden feathers, each with an id for life."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

Colour = Literal["R", "Y", "G", "B", "K"]
Kind = Literal["head", "tail", "body"]
End = Literal["head", "tail"]

COLOURS: Final[tuple[Colour, ...]] = ("R", "Y", "G", "B", "K")
KINDS: Final[tuple[Kind, ...]] = ("head", "tail", "body")
FEATHER: Final = "F"
"""The colour of a golden body, a feather: stored like bodies, never built."""

HEADS = TAILS = 3
"""How many heads and how many tails there are of each colour."""

_KINDS: Final[dict[str, Kind]] = {"h": "head", "t": "tail", "b": "body"}
LETTERS: Final[dict[Kind, str]] = {kind: letter for letter, kind in _KINDS.items()}


def colour_of(piece: str) -> str:
    """Give the colour of a piece by its id, ``F`` for a golden feather: ``Rh1`` is red."""
    return piece[0]


def kind_of(piece: str) -> Kind:
    """Tell whether a piece is a head, a tail or a body."""
    return _KINDS[piece[1]]


def type_of(piece: str) -> str:
    """Give what a piece is alike with: its colour and kind, ``Rh`` for each of the red heads."""
    return piece[:2]


def is_feather(piece: str) -> bool:
    """Tell whether a piece is a golden feather."""
    return piece[0] == FEATHER


@cache
def pieces_of(kind: Kind, count: int) -> tuple[str, ...]:
    """Give the ids of so many pieces of a kind in each colour."""
    return tuple(f"{colour}{LETTERS[kind]}{number}" for colour in COLOURS for number in range(1, count + 1))


@cache
def feathers(count: int) -> tuple[str, ...]:
    """Give the ids of so many golden feathers."""
    return tuple(f"{FEATHER}b{number}" for number in range(1, count + 1))
