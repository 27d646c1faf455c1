"""What a player of Labyrinth may know: the own top card, what lies open, and how many cards there are."""

from __future__ import annotations

from dataclasses import replace

from logic.core import Dice
from logic.labyrinth.components import HIDDEN
from logic.labyrinth.rules import Peek, State


def redact(state: State, viewer: int) -> State:
    """The position as that player may know it: cards that are not seen are ``HIDDEN``."""
    decks = tuple(_seen(state, viewer, pile) for pile in range(len(state.decks)))
    return replace(state, decks=decks, peeks=tuple(peek for peek in state.peeks if peek.viewer == viewer))


def _seen(state: State, viewer: int, pile: int) -> tuple[str, ...]:
    deck, params = state.decks[pile], state.params
    own = params.piles[viewer] == pile
    if params.open_cards or (own and params.goals == "any"):
        return deck
    hidden = (HIDDEN,) * len(deck)
    return (*deck[:1], *hidden[1:]) if own or Peek(viewer, pile) in state.peeks else hidden


def unseen(state: State) -> tuple[str, ...]:
    """The cards that somewhere lie hidden from the viewer of a redacted position, in the order of the params.

    Those dealt to nobody are among them.
    """
    seen = {card for deck in state.decks for card in deck}
    seen.update(name for names in state.found for name in names)
    return tuple(name for name in state.params.treasures if name not in seen)


def sample(state: State, viewer: int, dice: Dice) -> State:
    """A full position that agrees with what that player knows: what is hidden is dealt anew."""
    known = redact(state, viewer)
    cards = iter(dice.shuffled(unseen(known)))
    decks = tuple(tuple(next(cards) if card == HIDDEN else card for card in deck) for deck in known.decks)
    return replace(known, decks=decks)
