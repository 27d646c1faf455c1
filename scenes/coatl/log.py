"""Small pictures of moves of Cóatl for the list of moves: the pieces, the tag of a card, a token."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from logic.coatl import State
from logic.coatl.components import FEATHER, LETTERS, type_of
from logic.coatl.moves import (
    Attach,
    Choose,
    Commit,
    Crown,
    Discard,
    Draw,
    Fetch,
    Foresee,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.core import Move
from scenes.coatl.layout import covered_name
from scenes.coatl.paint import card_size, face, reached
from sprites.coatl.cards import RATIO
from sprites.coatl.decks import strip
from sprites.coatl.segments import draw_chain
from sprites.coatl.things import token
from sprites.paint.kit import Kit
from sprites.paint.surfaces import native

ROOM = 0.86
"""How much of the height of a line a piece takes."""


def picture_of(kit: Kit, state: State, move: Move, height: int, viewer: int) -> pygame.Surface | None:
    """Give the picture of a move as a viewer may see it; None for the end of a turn."""
    if isinstance(move, Draw) or (isinstance(move, Discard) and _is_secret(state, viewer)):
        return face(kit, covered_name("prophecy", state.player, 0), card_size(max(4, round(height / RATIO))))
    if isinstance(move, Prophesy | Crown):
        card = move.card if isinstance(move, Prophesy) else move.temple
        return strip(kit, card, height, level=reached(card, state.seat.coatls[move.coatl]))
    if isinstance(move, Choose | Discard):
        return strip(kit, move.card, height)
    if isinstance(move, Commit):
        return strip(kit, move.temple, height)
    if isinstance(move, Foresee):
        return token(kit, "future", height)
    pieces = _pieces(state, move)
    return _chain(kit, pieces, height) if pieces else None


def _is_secret(state: State, viewer: int) -> bool:
    """Tell whether a card is laid aside that only its player knows."""
    return state.action == "discard" and state.player != viewer


def _pieces(state: State, move: Move) -> Sequence[str]:
    """Give the kinds of the pieces that a move is about."""
    if isinstance(move, Take):
        return [type_of(piece) for piece in state.field(move.field)]
    if isinstance(move, Start | Attach | Rob):
        return [type_of(move.piece)]
    if isinstance(move, Fetch):
        return [move.colour + LETTERS[move.kind]]
    return [FEATHER + LETTERS["body"]] if isinstance(move, Steal) else []


def _chain(kit: Kit, pieces: Sequence[str], height: int) -> pygame.Surface:
    """Give pieces side by side."""

    def bake() -> pygame.Surface:
        cell = max(4, round(ROOM * height))
        surface = pygame.Surface((round(cell * (len(pieces) + 0.3)), height), pygame.SRCALPHA)
        draw_chain(surface, kit, pieces, round(0.15 * cell), (height - cell) // 2, cell)
        return native(surface)

    return kit.bakery.keep(("coatl move", tuple(pieces), height, kit.strong_patterns), bake)
