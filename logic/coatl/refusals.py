"""Why something on the table of Cóatl does not respond now, and why a move is not among the legal ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from logic.coatl.components import (
    HAND,
    KEPT,
    MOST_COATLS,
    MOST_OPEN,
    MOST_PROPHECIES,
    Colour,
    Kind,
    Seat,
    Side,
    is_feather,
    kind_of,
    kind_of_card,
)
from logic.coatl.moves import (
    Action,
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
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
    bare,
    built,
    takes_card,
    temple_points,
)
from logic.coatl.rules import State, has_prophecies, plain_bodies
from logic.core import Message

Reasons = Iterator[Message]
"""Reasons that hold, the plainest first."""

BOARD_FULL: Final = Message("Your board is full.")
NOT_ON_BOARD: Final = Message("This piece is not on your board.")
FEATHER: Final = Message("Golden feathers are never built with.")
NO_COATL: Final = Message("There is no such cóatl yet.")
LOCKED: Final = Message("This cóatl was finished in an earlier turn: nothing is added any more.")
NOT_IN_HAND: Final = Message("This prophecy is not in your hand.")
BARE: Final = Message("A finished cóatl still needs a prophecy.")
NO_TOKEN: Final = Message("You do not have this token any more.")
NO_TEMPLE: Final = Message("This temple can be taken neither from the table nor from your hand.")

_BUILD: Final = {Start, Attach, Prophesy, Crown, End}
ALLOWED: Final[dict[Action, set[type[CoatlMove]]]] = {
    "": set(get_args(CoatlMove)),
    "discard": {Discard, End},
    "take": {End},
    "choose": {Choose, Draw, End},
    "build": _BUILD,
    "crown": {Crown, End},
    "pick": {Fetch, End},
    "future": {Discard, Choose, Draw, End},
    "commit": {End},
    "steal": {Rob, End},
}
"""The kinds of moves that belong to what has been begun."""

BUSY: Final[dict[Action, Message]] = {
    "discard": Message("Before the first turn only prophecies are laid aside."),
    "take": Message("You have taken pieces: end your turn, or take that back."),
    "choose": Message("You are choosing prophecies: choose more, or end your turn."),
    "build": Message("You are building: go on, or end your turn."),
    "crown": Message("Temples come last: nothing else is built or laid after one."),
    "pick": Message("You are picking from the bags: that is all in this turn."),
    "future": Message("You see the future: discard, choose prophecies, or end your turn."),
    "commit": Message("You have taken a temple: end your turn, or take that back."),
    "steal": Message("You have given a feather: take bodies for it, or end your turn."),
}
"""What is said of everything else."""


def _field(state: State, move: Take) -> Reasons:
    pieces, free = state.field(move.field), state.seat.free
    if not pieces:
        yield Message("This field is empty.")
    if not free:
        yield BOARD_FULL
    yield Message("Two bodies need two free slots, and you have one.")


def _chosen(state: State, _move: Choose | Draw) -> Reasons:
    if len(state.seat.prophecies) >= HAND:
        yield Message("Your hand is full: {n} prophecies are the most.", n=HAND)
    if not has_prophecies(state):
        yield Message("There is no prophecy left to draw.")
    yield Message("This prophecy cannot be chosen: it does not lie there.")


def _discarded(state: State, move: Discard) -> Reasons:
    if not state.action:
        yield Message("Prophecies are laid aside only before the first turn, or with the token See the Future.")
    if move.card not in state.seat.prophecies:
        yield NOT_IN_HAND
    yield Message("{n} prophecies are kept.", n=KEPT)


def _started(state: State, move: Start) -> Reasons:
    yield from _piece(state.seat, move.piece)
    if len(state.seat.coatls) >= MOST_COATLS:
        yield Message("You have started {n} cóatls: there are no more in a game.", n=MOST_COATLS)
    yield Message("You have {n} unfinished cóatls: finish one first.", n=MOST_OPEN)


def _piece(seat: Seat, piece: str) -> Reasons:
    if piece not in seat.pieces:
        yield NOT_ON_BOARD
    if is_feather(piece):
        yield FEATHER


def _attached(state: State, move: Attach) -> Reasons:
    yield from _piece(state.seat, move.piece)
    yield from _place(state.seat, move.coatl)
    coatl, kind = state.seat.coatls[move.coatl], kind_of(move.piece)
    if coatl.is_finished:
        yield Message("This cóatl is closed at both ends.")
    if kind == "head" and move.side == "tail":
        yield Message("A head closes the head end, not the tail end.")
    if kind == "tail" and move.side == "head":
        yield Message("A tail closes the tail end, not the head end.")
    if coatl.head_closed if move.side == "head" else coatl.tail_closed:
        yield Message("This end is closed.")
    if not coatl.has_body:
        yield Message("Between head and tail there must be a body.")
    after = built(state.seat, move)
    if any(takes_card(card, after.coatls[move.coatl]) for card in after.prophecies):
        yield Message("The prophecies that score there are needed by another finished cóatl.")
    yield Message("A finished cóatl needs a prophecy, and none in your hand would score on this one.")


def _place(seat: Seat, place: int) -> Reasons:
    if not 0 <= place < len(seat.coatls):
        yield NO_COATL
    if seat.coatls[place].locked:
        yield LOCKED


def _prophesied(state: State, move: Prophesy) -> Reasons:
    if move.card not in state.seat.prophecies:
        yield NOT_IN_HAND
    yield from _place(state.seat, move.coatl)
    coatl = state.seat.coatls[move.coatl]
    if len(coatl.prophecies) >= MOST_PROPHECIES:
        yield Message("A cóatl bears no more than {n} prophecies.", n=MOST_PROPHECIES)
    if kind_of_card(move.card) in map(kind_of_card, coatl.prophecies):
        yield Message("Its twin lies on this cóatl already.")
    if not takes_card(move.card, coatl):
        yield (
            Message("This prophecy scores nothing there.")
            if coatl.is_finished
            else Message("This prophecy does not score there yet.")
        )
    yield Message("Another finished cóatl needs this prophecy.")


def _crowned(state: State, move: Crown) -> Reasons:
    if move.temple not in (*state.temples, *state.seat.temples):
        yield NO_TEMPLE
    yield from _place(state.seat, move.coatl)
    coatl = state.seat.coatls[move.coatl]
    if not coatl.is_finished:
        yield Message("Temples are laid only on a cóatl that is finished in this turn.")
    if not coatl.prophecies:
        yield Message("Without a prophecy a cóatl bears no temple.")
    if coatl.temple:
        yield Message("A cóatl bears no more than one temple.")
    if not temple_points(move.temple, coatl):
        yield Message("The cóatl has nothing of what this temple asks for.")
    yield BARE


def _fetched(state: State, move: Fetch) -> Reasons:
    if state.action == "pick":
        if not state.left:
            yield BUSY["pick"]
        if move.kind != "body":
            yield Message("The second piece must be a body too.")
    elif "pick" not in state.seat.tokens:
        yield NO_TOKEN
    if not state.seat.free:
        yield BOARD_FULL
    if move.kind == "body" and plain_bodies(state.bags.body) > 1 and not state.left and state.seat.free == 1:
        yield Message("Two bodies need two free slots, and you have one.")
    yield Message("There is no such piece in the bag.")


def _token_used(state: State, move: Foresee | Commit) -> Reasons:
    token = "future" if isinstance(move, Foresee) else "commit"
    if token not in state.seat.tokens:
        yield NO_TOKEN
    yield NO_TEMPLE


def _given(state: State, move: Steal) -> Reasons:
    if not any(map(is_feather, state.seat.pieces)):
        yield Message("You have no golden feather.")
    if move.seat == state.player:
        yield Message("A feather is given to somebody else.")
    yield Message("There is no body on that board.")


def _robbed(state: State, _move: Rob) -> Reasons:
    if state.victim is None:
        yield Message("Bodies of others are taken only for a golden feather.")
    if not state.left:
        yield Message("A feather brings no more than two bodies.")
    if not state.seat.free:
        yield BOARD_FULL
    yield Message("Only bodies can be taken, and only from this board.")


def _ended(state: State, _move: End) -> Reasons:
    if bare(state.seat):
        yield BARE
    if state.action == "discard":
        n = len(state.seat.prophecies) - KEPT
        yield Message("Lay {n} more prophecy aside.", plural="Lay {n} more prophecies aside.", n=n)
    if state.action == "pick":
        yield Message("Choose a second body.")
    if state.action == "steal":
        yield Message("Take a body for the feather first.")
    yield from _passed(state, Pass())


def _passed(state: State, _move: Pass) -> Reasons:
    if state.legal_moves() == (Pass(),):
        yield Message("You can do nothing at all: pass.")
    yield Message("First take pieces, choose prophecies or build.")


REASONS: Final[dict[type[CoatlMove], Callable[[State, Any], Reasons]]] = {
    Take: _field,
    Choose: _chosen,
    Draw: _chosen,
    Discard: _discarded,
    Start: _started,
    Attach: _attached,
    Prophesy: _prophesied,
    Crown: _crowned,
    Fetch: _fetched,
    Foresee: _token_used,
    Commit: _token_used,
    Steal: _given,
    Rob: _robbed,
    End: _ended,
    Pass: _passed,
}
"""Each is asked only where its move is not legal, and so has something to say."""


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
    return why_not(state, Start(piece))


def why_not_attach(state: State, piece: str, coatl: int, side: Side) -> Message | None:
    return why_not(state, Attach(piece, coatl, side))


def why_not_prophesy(state: State, card: str, coatl: int) -> Message | None:
    """Say why a prophecy cannot be laid on a cóatl."""
    return why_not(state, Prophesy(card, coatl))


def why_not_crown(state: State, temple: str, coatl: int) -> Message | None:
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
