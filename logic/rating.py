"""Glicko-2 ratings, after Mark Glickman, “Example of the Glicko-2 system” (2013)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
"""Rating points per unit of the paper's scale."""
MIDDLE = 1500.0
CHANGE = 0.5
"""The paper's τ: how fast the volatility may change."""
CLOSE = 1e-6
MOST_STEPS = 100
KNOWN = 30.0
"""The deviation of a player whose strength was measured in many games, such as a computer's."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko-2 rating: strength, its uncertainty, and its volatility; by default nothing is known.

    Raises ValueError unless deviation and volatility are above 0.
    """

    value: float = MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06

    def __post_init__(self) -> None:
        if not (self.deviation > 0 and self.volatility > 0):
            raise ValueError("deviation, volatility: above 0, please")


def updated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after the games of one period: each an opponent, and 1 for a win, 0.5 for a draw or 0 for a loss.

    A period without games increases the deviation.

    >>> round(updated(Rating(), [(Rating(1500, 30), 1.0)]).value)
    1675
    """
    mean, spread = (player.value - MIDDLE) / SCALE, player.deviation / SCALE
    if not games:
        return Rating(player.value, SCALE * math.hypot(spread, player.volatility), player.volatility)
    terms = [(_weight(other), _expected(mean, other), score) for other, score in games]
    variance = 1 / sum(weight**2 * expected * (1 - expected) for weight, expected, _ in terms)
    surplus = sum(weight * (score - expected) for weight, expected, score in terms)
    volatility = _volatility(player.volatility, spread, variance, variance * surplus)
    wider = math.hypot(spread, volatility)
    narrower = 1 / math.sqrt(1 / wider**2 + 1 / variance)
    return Rating(MIDDLE + SCALE * (mean + narrower**2 * surplus), SCALE * narrower, volatility)


def _weight(other: Rating) -> float:
    """The paper's g: the less certain the opponent's rating, the less weight a game has."""
    return 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)


def _expected(mean: float, other: Rating) -> float:
    """The paper's E: the expected score, clamped so that it is never quite 0 or 1."""
    share = 1 / (1 + math.exp(min(500.0, -_weight(other) * (mean - (other.value - MIDDLE) / SCALE))))
    return min(max(share, CLOSE), 1 - CLOSE)


def _volatility(former: float, spread: float, variance: float, improvement: float) -> float:
    """The new volatility, by the paper's fifth step: the Illinois method of finding a root."""
    start = math.log(former**2)

    def slope(x: float) -> float:
        grown = spread**2 + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - grown) / (2 * grown**2) - (x - start) / CHANGE**2

    low = start
    if improvement**2 > spread**2 + variance:
        high = math.log(improvement**2 - spread**2 - variance)
    else:
        high = next((x for k in range(1, MOST_STEPS) if slope(x := start - k * CHANGE) >= 0), start)
    at_low, at_high = slope(low), slope(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= CLOSE or at_high == at_low:
            break
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return math.exp(low / 2)
