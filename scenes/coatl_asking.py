"""What is said of each thing that can be pointed at on the table of Cóatl, and why one does not respond now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from logic.coatl import State
from logic.coatl.pieces import LETTERS, Colour, End, is_feather
from logic.coatl.pieces import Kind as PieceKind
from logic.coatl.unseen import unseen_pieces
from logic.coatl.whynot import (
    why_not_attach,
    why_not_choose,
    why_not_commit,
    why_not_crown,
    why_not_draw,
    why_not_fetch,
    why_not_field,
    why_not_prophesy,
    why_not_rob,
    why_not_start,
    why_not_token,
)
from logic.core import Message
from scenes import coatl_told as told
from scenes.coatl_spots import Spot

Teller = Callable[[State, Spot, int], Message | None]
KINDS: Mapping[str, PieceKind] = {letter: kind for kind, letter in LETTERS.items()}


def told_of(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say what a thing is, and what it is worth; None where there is nothing to say."""
    teller = _TOLD.get(spot.kind)
    return teller(state, spot, viewer) if teller is not None else None


def _field(state: State, spot: Spot, _viewer: int) -> Message:
    return told.told_of_field(state, spot.name)


def _card(state: State, spot: Spot, viewer: int) -> Message:
    return told.told_of_card(state, spot.name, viewer)


def _bag(state: State, spot: Spot, _viewer: int) -> Message:
    """Say what must be in a bag: what lies nowhere else, which anybody can count."""
    return told.told_of_bag(replace(state, bags=unseen_pieces(state)), cast("PieceKind", spot.name))


def _piece(_state: State, spot: Spot, _viewer: int) -> Message:
    return told.told_of_piece(spot.name)


def _slot(state: State, _spot: Spot, viewer: int) -> Message | None:
    return told.told_of_board(state, viewer) if viewer < len(state.seats) else None


def _coatl(state: State, spot: Spot, viewer: int) -> Message | None:
    if spot.kind == "lane":
        return told.told_of_coatl(state, viewer, spot.number)
    coatls = state.seats[spot.number].coatls
    for place, coatl in enumerate(coatls):
        if spot.name in (*coatl.pieces, str(place)):
            return told.told_of_coatl(state, spot.number, place)
    return None


def _person(state: State, spot: Spot, _viewer: int) -> Message:
    return told.told_of_seat(state, spot.number)


def _token(state: State, spot: Spot, _viewer: int) -> Message:
    return told.told_of_token(state, spot.name, spot.number)


def _gifts(state: State, spot: Spot, _viewer: int) -> Message:
    return told.told_of_gifts(state, spot.number)


_TOLD: Mapping[str, Teller] = {
    "field": _field,
    "prophecy": _card,
    "temple": _card,
    "laid": _card,
    "deck": lambda state, _spot, _viewer: told.told_of_deck(state),
    "discards": lambda state, _spot, _viewer: told.told_of_discards(state),
    "temple_deck": lambda state, _spot, _viewer: told.told_of_temple_deck(state),
    "pouch": _bag,
    "piece": _piece,
    "slot": _slot,
    "lane": _coatl,
    "segment": _coatl,
    "worth": _coatl,
    "area": _person,
    "hand": _person,
    "shrine": _person,
    "token": _token,
    "gifts": _gifts,
}


# -- why it does not respond


def why_not(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why a touch on something does nothing now; None where it would, or where nobody would expect it to."""
    reason = _WHY.get(spot.kind)
    return reason(state, spot, viewer) if reason is not None else None


def _no_prophecy(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why a card cannot be taken, or one in the hand laid on any cóatl."""
    if spot.name not in state.seats[viewer].prophecies:
        return why_not_choose(state, spot.name)
    places = range(len(state.seats[viewer].coatls))
    reasons = [
        why_not_prophesy(state, spot.name, place) for place in places if not state.seats[viewer].coatls[place].locked
    ]
    if not reasons:
        return Message("There is no cóatl yet that it could lie on.")
    return reasons[0]


def _no_temple(state: State, spot: Spot, viewer: int) -> Message | None:
    if state.action in ("", "build", "crown"):
        for place, coatl in enumerate(state.seats[viewer].coatls):
            if not coatl.locked:
                return why_not_crown(state, spot.name, place)
        return Message("A temple is laid on a cóatl that is finished in this turn.")
    return why_not_commit(state, spot.name)


def _no_piece(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why nothing can be built with a piece: because of what it might start, or of where it might go."""
    seat = state.seats[viewer]
    if spot.name not in seat.pieces:
        return why_not_rob(state, spot.name) if state.action == "steal" else None
    if is_feather(spot.name):
        return told.told_of_piece(spot.name)
    for place, coatl in enumerate(seat.coatls):
        if not coatl.is_finished:
            sides: tuple[End, ...] = ("head", "tail")
            side: End = next((side for side in sides if spot.name[1] in ("b", side[0])), "head")
            return why_not_attach(state, spot.name, place, side)
    return why_not_start(state, spot.name)


def _no_lane(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why what was let go over a cóatl cannot lie there."""
    if not spot.name or spot.number >= len(state.seats[viewer].coatls):
        return None
    if spot.name in state.seats[viewer].prophecies:
        return why_not_prophesy(state, spot.name, spot.number)
    if ":" in spot.name:
        return why_not_crown(state, spot.name, spot.number)
    sides: tuple[End, ...] = ("head", "tail")
    reasons = [why_not_attach(state, spot.name, spot.number, side) for side in sides if spot.name[1] in ("b", side[0])]
    return None if None in reasons else reasons[0]


_WHY: Mapping[str, Teller] = {
    "field": lambda state, spot, _viewer: why_not_field(state, spot.name),
    "prophecy": _no_prophecy,
    "temple": _no_temple,
    "deck": lambda state, _spot, _viewer: why_not_draw(state),
    "piece": _no_piece,
    "lane": _no_lane,
    "token": lambda state, spot, viewer: why_not_token(state, spot.name) if spot.number == viewer else None,
    "fetch": lambda state, spot, _viewer: why_not_fetch(state, KINDS[spot.name[1]], cast("Colour", spot.name[0])),
}
