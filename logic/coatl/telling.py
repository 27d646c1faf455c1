"""What the moves of Cóatl do, in words, and what is to be kept in mind: for the log, the questions, the notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from logic.coatl.building import takes_card, takes_temple, worth
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
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.names import piece_name
from logic.coatl.params import MOST_COATLS
from logic.coatl.rules import State
from logic.coatl.table import Serpent
from logic.coatl.words import title
from logic.core import Event, Message, Player

# -- what a move does


def describe(state: State, move: CoatlMove) -> Message:
    """Say what a move about to be made does, as everybody at the table may know it."""
    return _TOLD[type(move)](state, Player(state.player), move)


def _taken(state: State, player: Player, move: Take) -> Message:
    pieces = state.field(move.field)
    if len(pieces) == 1:
        return Message("{player} takes a piece: {piece}.", player=player, piece=piece_name(pieces[0]))
    one, other = map(piece_name, pieces)
    return Message("{player} takes two pieces: {one}, {other}.", player=player, one=one, other=other)


def _laid_aside(state: State, player: Player, move: Discard) -> Message:
    if state.action == "discard":
        return Message("{player} lays a prophecy aside.", player=player)
    return Message("{player} discards the prophecy “{card}”.", player=player, card=title(move.card))


def _built(state: State, player: Player, move: Start | Attach) -> Message:
    piece = piece_name(move.piece)
    if isinstance(move, Start):
        return Message("{player} starts a cóatl: {piece}.", player=player, piece=piece)
    number = move.coatl + 1
    if state.seat.coatls[move.coatl].with_piece(move.piece, move.side).is_finished:
        return Message("{player} finishes cóatl {number}: {piece}.", player=player, number=number, piece=piece)
    if move.side == "head":
        return Message("{player} adds to the head end of cóatl {number}: {piece}.", player=player, number=number,
                       piece=piece)  # fmt: skip
    return Message("{player} adds to the tail end of cóatl {number}: {piece}.", player=player, number=number,
                   piece=piece)  # fmt: skip


def _carded(_state: State, player: Player, move: Prophesy | Crown) -> Message:
    card, number = title(move.card if isinstance(move, Prophesy) else move.temple), move.coatl + 1
    if isinstance(move, Prophesy):
        return Message("{player} lays the prophecy “{card}” on cóatl {number}.", player=player, card=card,
                       number=number)  # fmt: skip
    return Message("{player} lays the temple “{card}” on cóatl {number}.", player=player, card=card, number=number)


_TOLD: Mapping[type[CoatlMove], Callable[[State, Player, Any], Message]] = {
    Take: _taken,
    Discard: _laid_aside,
    Choose: lambda _state, player, move: Message(
        "{player} takes the prophecy “{card}”.", player=player, card=title(move.card)
    ),
    Draw: lambda _state, player, _move: Message("{player} draws a prophecy from the deck.", player=player),
    Start: _built,
    Attach: _built,
    Prophesy: _carded,
    Crown: _carded,
    Fetch: lambda _state, player, move: Message(
        "{player} picks from the bag: {piece}.", player=player, piece=piece_name(move.look)
    ),
    Foresee: lambda _state, player, _move: Message("{player} sees the future: new prophecies.", player=player),
    Commit: lambda _state, player, move: Message(
        "{player} commits to the temple “{card}”.", player=player, card=title(move.temple)
    ),
    Steal: lambda _state, player, move: Message(
        "{player} gives {other} a golden feather.", player=player, other=Player(move.seat)
    ),
    Rob: lambda _state, player, move: Message(
        "{player} takes it from that board: {piece}.", player=player, piece=piece_name(move.piece)
    ),
    End: lambda _state, player, _move: Message("{player} ends the turn.", player=player),
    Pass: lambda _state, player, _move: Message("{player} can do nothing, and passes.", player=player),
}


def tell(state: State, move: CoatlMove, events: Sequence[Event]) -> tuple[Message, ...]:
    """Say what a move has led to: the end of a turn tells only what it brought, for all to see."""
    if not isinstance(move, End):
        return (describe(state, move),)
    names = {event.name for event in events}
    lines = [_locked(state, coatl) for coatl in state.seat.coatls if coatl.is_finished and not coatl.locked]
    if "refill" in names and state.action in ("take", "pick"):
        lines.append(Message("The supply board is filled again."))
    if "final" in names:
        lines.append(_final(state))
    return tuple(lines)


def _final(state: State) -> Message:
    """Say why the last turns have come."""
    if state.seat.finished >= MOST_COATLS:
        return Message("{player} has finished a third cóatl: the end is near.", player=Player(state.player))
    return Message("No body is left on the supply board: the end is near.")


def _locked(state: State, coatl: Serpent) -> Message:
    n = worth(coatl)
    return Message("{player} has finished a cóatl of length {length}: {n} point.",
                   plural="{player} has finished a cóatl of length {length}: {n} points.", n=n,
                   player=Player(state.player), length=len(coatl.pieces))  # fmt: skip


# -- what is to be kept in mind


def notice(view: State) -> Message | None:
    """Say how many turns are left once the end is near, or who may bring it with the next turn; None before."""
    if view.over or view.action == "discard":
        return None
    if view.queue is not None:
        return _last_turns(view, view.queue)
    if view.params.players == 1:
        return _alone(view)
    return _near(view)


def _last_turns(view: State, queue: tuple[int, ...]) -> Message:
    """Name whose turn it is, for who looks on while another plays reads this as well."""
    player, left = Player(view.player), queue.count(view.player)
    if queue and queue[0] == view.player:
        return Message("The end is near: {player} has 2 turns running.", player=player)
    if left:
        return Message("The end is near: {player} has {n} more turn after this one.",
                       plural="The end is near: {player} has {n} more turns after this one.", n=left,
                       player=player)  # fmt: skip
    return Message("The end is near: this is the last turn of {player}.", player=player)


def _alone(view: State) -> Message | None:
    left = view.params.turns - view.turn + 1
    if left == 1:
        return Message("This is your last turn.")
    return Message("{n} turn left.", plural="{n} turns left.", n=left) if left <= SOON else None


SOON = 5
"""How many turns before the end somebody who plays alone is told of it."""


def _near(view: State) -> Message | None:
    """Name an opponent who has two finished cóatls and a third begun."""
    others = [(view.player + step) % view.params.players for step in range(1, view.params.players)]
    near = [n for n in others if view.seats[n].finished == MOST_COATLS - 1 and view.seats[n].unfinished]
    if not near:
        return None
    return Message("{player} is building a third cóatl.", player=Player(near[0]))


def warning(view: State, move: CoatlMove) -> Message | None:
    """Ask before something hidden is turned up, and before cards that score are left behind for good."""
    if isinstance(move, Draw):
        return Message("What is drawn cannot be put back. Draw from the deck?")
    if isinstance(move, Foresee):
        return Message("New prophecies cannot be turned down again. Use the token?")
    if isinstance(move, End) and view.action in ("build", "crown"):
        return _left_behind(view)
    return None


def _left_behind(view: State) -> Message | None:
    """Tell of a card that could still be laid on a cóatl finished in this turn; none is named, others may look on."""
    ready = [coatl for coatl in view.seat.coatls if coatl.is_finished and not coatl.locked]
    if view.action == "build" and any(takes_card(card, coatl) for card in view.seat.prophecies for coatl in ready):
        return Message("A prophecy of yours still scores on the finished cóatl. End without it?")
    temples = [temple for temple in (*view.temples, *view.seat.temples) if temple]
    if any(takes_temple(temple, coatl) for temple in temples for coatl in ready):
        return Message("A temple still scores on the finished cóatl. End without it?")
    return None
