"""What the pieces of Cóatl are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from logic.coatl.pieces import type_of
from logic.core import Message

PIECE_WORDS: Final[Mapping[str, Message]] = {
    "Rh": Message("red head"),
    "Yh": Message("yellow head"),
    "Gh": Message("green head"),
    "Bh": Message("blue head"),
    "Kh": Message("black head"),
    "Rt": Message("red tail"),
    "Yt": Message("yellow tail"),
    "Gt": Message("green tail"),
    "Bt": Message("blue tail"),
    "Kt": Message("black tail"),
    "Rb": Message("red body"),
    "Yb": Message("yellow body"),
    "Gb": Message("green body"),
    "Bb": Message("blue body"),
    "Kb": Message("black body"),
    "Fb": Message("golden feather"),
}
"""What each kind of piece is called, by its colour and kind."""


def piece_name(piece: str) -> Message:
    """Name a piece by its id, or by its look alone: ``Rh1`` and ``Rh`` are a red head."""
    return PIECE_WORDS[type_of(piece)]
