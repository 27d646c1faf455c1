"""What the table of Cóatl says: what may be done now, how the turn is ended, and what hands and keys do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from logic.coatl import State
from logic.coatl.building import bare
from logic.coatl.moves import (
    Action,
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
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
from logic.coatl.params import KEPT
from logic.core import Message, Player

ACTION_NAMES = {
    "inform": Message("Say what lies here"),
    "look": Message("Look at your cards while held"),
    "restart": Message("Take the whole turn back"),
}
"""What the page of keys calls the actions of this game."""
GESTURES = (
    (Message("Tap a field, a card or a token"), Message("Take it, or use it")),
    (Message("Drag a piece or a card to a cóatl"), Message("Build with it, where a place glows")),
    (Message("Tap a piece or a card, then a place that glows"), Message("The same without dragging")),
    (Message("Tap the deck"), Message("Draw a card unseen; you are asked before")),
    (Message("Tap what lies before another player"), Message("See it large; another tap puts it back")),
    (Message("Hold a player’s card"), Message("Look closely at what lies there; at your own card, too")),
    (Message("Long press, or rest the mouse"), Message("Say what lies there")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""What hands do at this table."""

Kinds = frozenset[type[CoatlMove]]


def advice(state: State) -> Message:
    """Say what may be done now: only what is possible is named."""
    return _ADVICE[state.action](state, frozenset(map(type, state.legal_moves())))


def end_label(state: State) -> Message | None:
    """Name the button that ends the turn, where it is more than that."""
    if state.action == "discard":
        return Message("Keep these cards")
    if state.action == "future":
        return Message("Take no card")
    return Message("Pass") if state.action == "" and state.legal_moves() == (Pass(),) else None


# -- at the start of a turn

_KINDS: Sequence[tuple[tuple[type[CoatlMove], ...], Message]] = (
    ((Take,), Message("take pieces")),
    ((Choose, Draw), Message("choose prophecies")),
    ((Start, Attach, Prophesy, Crown), Message("build")),
    ((Fetch, Foresee, Commit), Message("use a token")),
    ((Steal,), Message("give a golden feather")),
)
"""The kinds of action of which a turn is one."""


def _to_begin(_state: State, kinds: Kinds) -> Message:
    found = [words for moves, words in _KINDS if not kinds.isdisjoint(moves)]
    if not found:
        return Message("Nothing can be done in this turn. Pass.")
    return Message("You may {actions}.", actions=_either(found))


def _either(parts: Sequence[Message]) -> Message:
    """Join what is possible: one or two with an "or", more with commas before it."""
    *most, last = parts
    if not most:
        return last
    return Message("{a} or {b}", a=reduce(lambda a, b: Message("{a}, {b}", a=a, b=b), most), b=last)


# -- once an action has been begun


def _to_lay_aside(state: State, _kinds: Kinds) -> Message:
    n = len(state.seat.prophecies) - KEPT
    if n <= 0:
        return Message("These three you keep. Go on, or take it back.")
    return Message("Lay {n} card aside. You keep three.", plural="Lay {n} cards aside. You keep three.", n=n)


def _to_choose(_state: State, kinds: Kinds) -> Message:
    if kinds.isdisjoint((Choose, Draw)):
        return Message("Your hand is full. End your turn.")
    return Message("Choose more, or end your turn.")


def _to_build(state: State, kinds: Kinds) -> Message:
    """Say what the build may go on with; a finished cóatl without a prophecy comes first."""
    if bare(state.seat):
        return Message("The finished cóatl needs a prophecy before your turn can end.")
    found = list(_build_kinds(kinds))
    if not found:
        return Message("Nothing more can be built. End your turn.")
    return Message("Add {things}, or end your turn.", things=_either(found))


def _build_kinds(kinds: Kinds) -> Iterator[Message]:
    if not kinds.isdisjoint((Start, Attach)):
        yield Message("pieces")
    if Prophesy in kinds:
        yield Message("prophecies")
    if Crown in kinds:
        yield Message("a temple")


def _to_crown(_state: State, kinds: Kinds) -> Message:
    return Message("Lay another temple, or end your turn.") if Crown in kinds else _DONE


def _to_foresee(_state: State, kinds: Kinds) -> Message:
    if kinds == {End}:
        return _DONE
    if kinds.isdisjoint((Choose, Draw)):
        return Message("Discard from your hand what you like, then you may take cards.")
    return Message("Discard from your hand what you like, then take cards, or none.")


def _to_rob(state: State, kinds: Kinds) -> Message:
    if Rob not in kinds:
        return _DONE
    other = Player(state.player if state.victim is None else state.victim)
    if End in kinds:
        return Message("Take another body from the board of {player}, or end your turn.", player=other)
    return Message("Take a body from the board of {player}.", player=other)


_DONE = Message("End your turn, or take it back.")

_ADVICE: dict[Action, Callable[[State, Kinds], Message]] = {
    "": _to_begin,
    "discard": _to_lay_aside,
    "take": lambda _state, _kinds: _DONE,
    "choose": _to_choose,
    "build": _to_build,
    "crown": _to_crown,
    "pick": lambda _state, kinds: Message("Take a second body.") if Fetch in kinds else _DONE,
    "future": _to_foresee,
    "commit": lambda _state, _kinds: _DONE,
    "steal": _to_rob,
}
"""What is said of each action, once it has been begun."""
