"""The end of a turn of Cóatl: cóatls are locked, spaces filled again, and it is settled who goes on, if anybody."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from logic.coatl.ending import turns_after_last_body, turns_after_third
from logic.coatl.params import MOST_COATLS
from logic.coatl.supply import filled, has_bodies, needs_filling
from logic.core import Dice, Event, Step

if TYPE_CHECKING:
    from logic.coatl.rules import State

REFILLED = ("take", "pick")
"""The actions after which the supply board may be filled again; after the token it always is."""


def ended(state: State, *, passing: bool) -> Step:
    """Give the position after the turn, with the next player to move."""
    if state.action == "discard":
        return _next_to_lay_aside(state)
    passes = state.passes + 1 if passing else 0
    after, locked = _locked(state)
    after, new = _filled(after)
    after, prophecies = with_display(after)
    after, temples = _with_temples(after)
    after = _noticed(after if after.passes == passes else replace(after, passes=passes))
    final = after.queue is not None and state.queue is None
    after = _passed_on(after)
    again = after.player == state.player and not after.over
    revealed = dict.fromkeys((*new, *prophecies, *temples), ())
    events = (
        *((Event("pass"),) if passing else ()),
        *((Event("lock", dict.fromkeys(locked, ())),) if locked else ()),
        *((Event("refill", revealed, reveals=True),) if revealed else ()),
        *((Event("final"),) if final else ()),
        Event("end", reveals=again),
    )
    return Step(after, events)


def _next_to_lay_aside(state: State) -> Step:
    """Let the next player lay cards aside, or the first player begin once everybody has."""
    seats = state.order
    place = seats.index(state.player) + 1
    if place < len(seats):
        return Step(replace(state, player=seats[place]), (Event("end"),))
    return Step(replace(state, player=state.first, action="", turn=1), (Event("end"),))


def _locked(state: State) -> tuple[State, tuple[str, ...]]:
    """Lock what was finished in this turn; give its pieces as well."""
    new = [coatl for coatl in state.seat.coatls if coatl.is_finished and not coatl.locked]
    if not new:
        return state, ()
    coatls = tuple(replace(coatl, locked=coatl.is_finished) for coatl in state.seat.coatls)
    pieces = tuple(piece for coatl in new for piece in coatl.pieces)
    return state.with_seat(replace(state.seat, coatls=coatls)), pieces


# -- filling again


def _filled(state: State) -> tuple[State, tuple[str, ...]]:
    """Fill the supply board where it is due; where it then has no body, the end is near."""
    if state.action not in REFILLED or (state.action == "take" and not needs_filling(state.supply)):
        return state, ()
    supply, bags, new = filled(state.supply, state.bags)
    state = replace(state, supply=supply, bags=bags)
    if not has_bodies(supply) and state.queue is None:
        state = replace(state, queue=turns_after_last_body(state.player, state.order), cause="bodies")
    return state, new


def next_prophecy(state: State) -> tuple[str, State]:
    """Draw the top card of the deck, which takes the shuffled discards when it is empty; there must be a card."""
    if not state.deck:
        state = _shuffled(state)
    return state.deck[0], replace(state, deck=state.deck[1:])


def _shuffled(state: State) -> State:
    """Shuffle what was laid aside into a new deck, in secret or not; each time by dice of its own."""
    cards = sorted((*state.discards, *(card for seat in state.seats for card in seat.aside)))
    dice = Dice(state.seed)
    for _ in range(state.shuffles + 1):
        deck = dice.shuffled(cards)
    seats = tuple(replace(seat, aside=()) for seat in state.seats)
    return replace(state, deck=tuple(deck), discards=(), seats=seats, shuffles=state.shuffles + 1)


def has_prophecies(state: State) -> bool:
    """Tell whether a prophecy can be drawn: from the deck, or from what was laid aside."""
    return bool(state.deck or state.discards or any(seat.aside for seat in state.seats))


def with_display(state: State) -> tuple[State, tuple[str, ...]]:
    """Lay new prophecies where some were taken, as far as they go; give them as well."""
    if all(state.display):
        return state, ()
    display, new = list(state.display), []
    for place, card in enumerate(display):
        if not card and has_prophecies(state):
            display[place], state = next_prophecy(state)
            new.append(display[place])
    return replace(state, display=tuple(display)), tuple(new)


def _with_temples(state: State) -> tuple[State, tuple[str, ...]]:
    """Lay new temples where some were taken, as far as they go; give them as well."""
    if all(state.temples):
        return state, ()
    deck, temples, new = list(state.temple_deck), list(state.temples), []
    for place, card in enumerate(temples):
        if not card and deck:
            temples[place] = deck.pop(0)
            new.append(temples[place])
    return replace(state, temples=tuple(temples), temple_deck=tuple(deck)), tuple(new)


# -- who goes on


def _noticed(state: State) -> State:
    """Settle the last turns where a third cóatl is finished, or where nobody can act any more.

    Whoever plays alone has no turn beyond the last, even where the bodies run out in it.
    """
    if state.queue is None and state.seat.finished >= MOST_COATLS:
        return replace(state, queue=turns_after_third(state.player, state.order), cause="third")
    if state.params.players == 1 and state.turn >= state.params.turns:
        return replace(state, queue=(), cause=state.cause or "turns")
    if state.queue is None and state.passes >= state.params.players:
        return replace(state, queue=(), cause="stuck")
    return state


def _passed_on(state: State) -> State:
    """Give the turn to whoever is next, or end the game where nobody is."""
    queue = state.queue
    if queue is not None and not queue:
        return replace(state, action="", left=0, victim=None, over=True)
    if queue is None:
        seats = state.order
        following = seats[(seats.index(state.player) + 1) % len(seats)]
    else:
        following, queue = queue[0], queue[1:]
    turn = state.turn + 1
    return replace(state, action="", left=0, victim=None, player=following, queue=queue, turn=turn)
