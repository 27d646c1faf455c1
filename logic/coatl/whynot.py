"""Why something on the table of Cóatl does not respond now: asked for where a move is not among the legal ones.

What may be done is said by ``State.legal_moves`` alone. Where a move is not listed, the reasons here are gone
through in order, and the first that holds is told.
"""

from __future__ import annotations

from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.pieces import Colour, Kind
from logic.coatl.pieces import End as Side
from logic.coatl.refusals import ALLOWED, BOARD_FULL, BUSY, NO_TOKEN, REASONS
from logic.coatl.rules import State
from logic.core import Message


def why_not(state: State, move: CoatlMove) -> Message | None:
    """Say why the player to move cannot make a move now; None where it can be made."""
    if move in state.legal_moves():
        return None
    if state.over:
        return Message("The game is over.")
    if type(move) not in ALLOWED[state.action]:
        return BUSY[state.action]
    return next(REASONS[type(move)](state, move))


# -- asked by what is touched


def why_not_field(state: State, field: str) -> Message | None:
    """Say why a field of the supply board cannot be taken."""
    return why_not(state, Take(field))


def why_not_choose(state: State, card: str) -> Message | None:
    """Say why a prophecy that lies face up cannot be chosen."""
    return why_not(state, Choose(card))


def why_not_draw(state: State) -> Message | None:
    """Say why no prophecy can be drawn from the deck."""
    return why_not(state, Draw())


def why_not_discard(state: State, card: str) -> Message | None:
    """Say why a prophecy in the hand cannot be laid aside."""
    return why_not(state, Discard(card))


def why_not_start(state: State, piece: str) -> Message | None:
    """Say why no cóatl can be started with a piece."""
    return why_not(state, Start(piece))


def why_not_attach(state: State, piece: str, coatl: int, side: Side) -> Message | None:
    """Say why a piece cannot be added to a cóatl at that end."""
    return why_not(state, Attach(piece, coatl, side))


def why_not_prophesy(state: State, card: str, coatl: int) -> Message | None:
    """Say why a prophecy cannot be laid on a cóatl."""
    return why_not(state, Prophesy(card, coatl))


def why_not_crown(state: State, temple: str, coatl: int) -> Message | None:
    """Say why a temple cannot be laid on a cóatl."""
    return why_not(state, Crown(temple, coatl))


def why_not_fetch(state: State, kind: Kind, colour: Colour) -> Message | None:
    """Say why *Perfect Pick* cannot take such a piece."""
    return why_not(state, Fetch(kind, colour))


def why_not_commit(state: State, temple: str) -> Message | None:
    """Say why *Priest's Commitment* cannot take a temple."""
    return why_not(state, Commit(temple))


def why_not_steal(state: State, seat: int) -> Message | None:
    """Say why a feather cannot be given to that player."""
    return why_not(state, Steal(seat))


def why_not_rob(state: State, piece: str) -> Message | None:
    """Say why a piece cannot be taken from the board of whoever got the feather."""
    return why_not(state, Rob(piece))


def why_not_end(state: State) -> Message | None:
    """Say why the turn cannot be ended."""
    return why_not(state, End())


def why_not_token(state: State, token: str) -> Message | None:
    """Say why a sacrifice token cannot be used; None where there is a move that uses it."""
    uses = {"pick": Fetch, "future": Foresee, "commit": Commit}[token]
    if state.action == "" and any(isinstance(move, uses) for move in state.legal_moves()):
        return None
    if state.over or state.action:
        return Message("The game is over.") if state.over else Message("Tokens are used at the start of a turn.")
    if token not in state.seat.tokens:
        return NO_TOKEN
    if token == "commit":  # noqa: S105 - a piece of stone
        return Message("There is no temple left to take.")
    return BOARD_FULL if not state.seat.free else Message("There is nothing in the bags that fits on your board.")
