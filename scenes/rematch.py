"""What a rematch begins with: the same game and other dice, with players and handicaps one seat on."""

from __future__ import annotations

from typing import Any

import msgspec

from logic.core import Dice
from logic.session import Setup
from logic.variants import GameConfig


def rematch_of(setup: Setup, config: GameConfig, now: float) -> Setup:
    """Give the same game another seed; who began sits down last, unless the dice decide who begins.

    A handicap goes with its player.
    """
    seats, params = setup.seats, setup.params
    if params.get("first", 0) is not None:
        seats, params = (*seats[1:], seats[0]), _handed_on(setup, config)
    seed = Dice(setup.seed ^ int(now * 1000)).seed()
    return msgspec.structs.replace(setup, seats=seats, params=params, seed=seed)


def _handed_on(setup: Setup, config: GameConfig) -> dict[str, Any]:
    """Give params in which each number of a handicap has gone to the seat before, as the players do."""
    params, variant = setup.params, config.variants.get(setup.variant)
    if variant is None or variant.handicap is None:
        return params
    first, *others = params[variant.handicap.field] or (None,)
    return {**params, variant.handicap.field: [*others, first]} if others else params
