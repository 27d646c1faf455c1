"""The first position of a game of Cóatl: bags filled, cards shuffled and dealt."""

from __future__ import annotations

from logic.coatl.cards import prophecies, temples
from logic.coatl.moves import Action
from logic.coatl.params import DISPLAY, KEPT, TEMPLES, Params
from logic.coatl.rules import State
from logic.coatl.supply import filled
from logic.coatl.table import FIELDS, TOKENS, Bags, Seat
from logic.coatl.unseen import all_pieces
from logic.core import Dice


def new(params: Params, dice: Dice) -> State:
    """Deal a game: the first player gets three prophecies, each further one a card more, to lay all but three aside."""
    first = dice.below(params.players) if params.first is None else params.first
    bags = Bags(*(tuple(dice.shuffled(bag)) for bag in all_pieces(params)))
    deck = dice.shuffled(prophecies(params.promo))
    shrines = dice.shuffled(temples(params.promo))
    supply, bags, _ = filled(((),) * len(FIELDS), bags)
    display, deck = deck[:DISPLAY], deck[DISPLAY:]
    shown, shrines = shrines[:TEMPLES], shrines[TEMPLES:]
    seats = [Seat()] * params.players
    for place in range(params.players):
        hand, deck = deck[: KEPT + place], deck[KEPT + place :]
        seats[(first + place) % params.players] = Seat(
            prophecies=tuple(hand), temples=(shrines.pop(0),), tokens=TOKENS if params.tokens else ()
        )
    alone = params.players == 1
    action: Action = "" if alone else "discard"
    return State(
        params, tuple(seats), bags, supply, tuple(deck), tuple(display), tuple(shrines), tuple(shown),
        first=first, player=first if alone else (first + 1) % params.players, turn=int(alone), action=action,
        seed=dice.seed(),
    )  # fmt: skip
