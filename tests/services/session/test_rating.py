"""Ratings: the worked example of Glickman's paper, and general properties."""

import math
from itertools import pairwise

import pytest

from logic import players
from logic.rating import KNOWN, Rating, updated
from logic.registry import GAMES


def test_glickmans_worked_example_idle_period_and_convergence():
    others = ((Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0))
    after = updated(Rating(1500, 200, 0.06), others)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    idle = updated(Rating(1500, 200, 0.06), ())
    assert (idle.value, idle.volatility) == (1500, 0.06)
    assert idle.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))
    rating, rival = Rating(), Rating(1840, KNOWN)
    for number in range(200):
        rating = updated(rating, [(rival, float(number % 2))])
    assert rating.value == pytest.approx(rival.value, abs=60)


@pytest.mark.parametrize("other", [0, 1000, 1500, 2600, 10_000])
def test_wins_raise_losses_lower_and_games_reduce_the_deviation(other):
    start = Rating()
    after = {score: updated(start, [(Rating(other, KNOWN), score)]) for score in (0.0, 0.5, 1.0)}
    assert after[0.0].value < after[0.5].value < after[1.0].value
    assert after[0.0].value <= start.value <= after[1.0].value
    assert all(one.deviation <= start.deviation + 1 for one in after.values())


@pytest.mark.parametrize("field", ["deviation", "volatility"])
def test_a_deviation_or_volatility_of_zero_is_refused(field):
    with pytest.raises(ValueError, match="above 0"):
        Rating(**{field: 0.0})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_level_strengths_increase_in_order(game):
    strengths = [level.strength for level in players.own_levels(GAMES[game]).values()]
    assert all(one < other for one, other in pairwise(strengths))
