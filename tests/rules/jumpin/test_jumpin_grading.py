"""How hard a puzzle is: hitting times against linear algebra and against walks, and the tiers."""

import numpy as np
import pytest

from logic.core import Dice
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.grading import TIER_LIMITS, graph_of, hitting_times, tier_of
from logic.jumpin.engine.space import Stopped, TooLarge, space_of
from logic.jumpin.position import parse

TEXTS = ("...../...../....M/.R.ff/.....", "...../...R./....M/ff.F./...F.", ".MM../...M./...R./...../.....")


def graph(text):
    position = parse(text)
    space = space_of(position, STANDARD)
    key = space.key(position)
    found = graph_of(space, key)
    return found, found.number(key)


@pytest.mark.parametrize("text", TEXTS)
def test_hitting_times_solve_their_equations(text):
    found, _ = graph(text)
    count = len(found.keys)
    steps = np.zeros((count, count))
    np.add.at(steps, (found.origin, found.target), 1.0)
    away = np.flatnonzero(~found.home)
    degrees = steps.sum(axis=1)
    exact = np.linalg.solve(np.diag(degrees[away]) - steps[np.ix_(away, away)], degrees[away])
    times = hitting_times(found)
    assert np.allclose(times[away], exact, rtol=1e-4)
    assert (times[found.home] == 0).all()


def test_a_walk_by_chance_takes_as_long_as_they_say():
    found, start = graph(TEXTS[0])
    ways = [found.target[found.origin == at].tolist() for at in range(len(found.keys))]
    dice, total, walks = Dice(5), 0, 2000
    for _ in range(walks):
        at = start
        while not found.home[at]:
            at, total = dice.choice(ways[at]), total + 1
    assert total / walks == pytest.approx(hitting_times(found)[start], rel=0.1)


def test_what_never_comes_home_takes_for_ever():
    found, start = graph("...../.R.../...../...../.....")
    assert hitting_times(found)[start] == np.inf


def test_the_tiers_end_where_the_rules_page_says():
    assert TIER_LIMITS == (300.0, 950.0, 1400.0, 16000.0)
    assert [tier_of(time) for time in (1, 300, 300.5, 950, 951, 1400, 1401, 16000, 16001)] == [
        1,
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
    ]


def test_nobody_waits_and_nothing_is_too_large():
    space = space_of(parse(TEXTS[1]), STANDARD)
    key = space.key(parse(TEXTS[1]))
    with pytest.raises(Stopped):
        graph_of(space, key, lambda: True)
    with pytest.raises(Stopped):
        hitting_times(graph_of(space, key), lambda: True)
    with pytest.raises(TooLarge):
        graph_of(space, key, most=3)
