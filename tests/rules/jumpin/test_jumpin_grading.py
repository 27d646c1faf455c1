"""How hard a puzzle is: hitting times against linear algebra and against walks, and the tiers."""

import numpy as np
import pytest

from logic.core import Dice
from logic.jumpin.board import STANDARD, parse, show
from logic.jumpin.engine.grading import SURE, bits_of, grades, graph_of, hitting_times, tier_of
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import Stopped, TooLarge, space_of
from tests.meadows import images

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
    assert np.allclose(times[away], exact, rtol=1e-7)
    assert (times[found.home] == 0).all()


def test_a_walk_by_chance_takes_as_long_as_they_say_for_all_images_and_for_ever_where_nobody_comes_home():
    """The positions of another image come in another order, and so do all sums."""
    times = [hitting_times(graph(image)[0]) for image in images(TEXTS[1], STANDARD)]
    assert max(times[0]) > 100
    assert {tuple(sorted(np.round(one, SURE).tolist())) for one in times} == {tuple(sorted(np.round(times[0], SURE)))}
    found, start = graph(TEXTS[0])
    ways = [found.target[found.origin == at].tolist() for at in range(len(found.keys))]
    dice, total, walks = Dice(5), 0, 2000
    for _ in range(walks):
        at = start
        while not found.home[at]:
            at, total = dice.choice(ways[at]), total + 1
    assert total / walks == pytest.approx(hitting_times(found)[start], rel=0.1)
    found, start = graph("...../.R.../...../...../.....")
    assert hitting_times(found)[start] == np.inf
    assert grades(np.array([np.e**6, 0.0]), np.array([8.0, 0.0])).tolist() == [8.0, -np.inf]
    assert [tier_of(grade) for grade in (0, 7.6, 7.601, 10, 10.001, 15, 15.001, 21.7, 21.701)] == [
        1, 1, 2, 2, 3, 3, 4, 4, 5,
    ]  # fmt: skip
    found, start = graph(TEXTS[2])
    steps = np.array([solve(show(space_of(parse(TEXTS[2]), STANDARD).position(int(key)))).cost for key in found.keys])
    ways = [found.target[found.origin == at].tolist() for at in range(len(found.keys))]
    dice, straight, walks = Dice(6), 0, 4000
    for _ in range(walks):
        at = start
        while steps[at] and steps[there := dice.choice(ways[at])] < steps[at]:
            at = there
        straight += steps[at] == 0
    bits = bits_of(found, steps)
    assert straight / walks == pytest.approx(2.0 ** -bits[start], rel=0.1)
    assert (bits[found.home] == 0).all()
    space = space_of(parse(TEXTS[1]), STANDARD)
    key = space.key(parse(TEXTS[1]))
    with pytest.raises(Stopped):
        graph_of(space, key, lambda: True)
    with pytest.raises(Stopped):
        hitting_times(graph_of(space, key), lambda: True)
    with pytest.raises(TooLarge):
        graph_of(space, key, most=3)
