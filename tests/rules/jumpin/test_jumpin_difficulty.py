"""Grading of JumpIN’: known cases, a reference implementation, hitting times, and the tiers."""

from itertools import pairwise

import numpy as np
import pytest

from logic.core import never
from logic.jumpin import PUZZLES
from logic.jumpin.board import STANDARD, fox_tracks, parse, show
from logic.jumpin.engine.collection import library
from logic.jumpin.engine.grading import SURE, Difficulty, bits_of, difficulty, grades, graph_of, hitting_times, tier_of
from logic.jumpin.engine.solver import distances, solve
from logic.jumpin.engine.space import Stopped, TooLarge, space_of
from logic.jumpin.narration import what_is_hard
from logic.text import Text
from tests.support.positions.jumpin import SIX, followers, images

BY_HAND = {
    # One jump each, and every other move leads nowhere.
    "...../M..../R...R/....M/.....": Difficulty(0, 0, 0, 0),
    # The one in the burrow must jump over all others, so that the other one has its burrow.
    "RMMR./...../...../...../.....": Difficulty(1, 0, 0, 0),
    # The fox goes down to be jumped over, and up again to be jumped over once more. Once the rabbit is past it, the
    # fox could as well go on down, two cells for nothing and two back.
    ".fM../.f.../...../.R.../.....": Difficulty(0, 1, 4, 2),
}


@pytest.mark.parametrize("text", BY_HAND)
def test_difficulty_of_hand_checked_positions(text):
    assert difficulty(text) == BY_HAND[text]


def test_difficulty_on_other_boards_and_none_if_solved_or_unsolvable():
    assert difficulty("R..../...../...../...../....M") is None
    assert difficulty(".RM../...../...../...../.....") is None
    assert PUZZLES.difficulty({"position": ".RM../...../...../...../....."}, never) is None
    assert difficulty("RMMMR./....../....../....../....../......", SIX) == Difficulty(1, 0, 0, 0)


# -- the same by the rules page alone


def shortest_ways(text, known):
    """Yield all shortest ways of unit moves, as the positions on them."""
    if known[text] == 0:
        yield (text,)
    for there, length in followers(text, STANDARD):
        if known[text] and length < 2 and known[there] == known[text] - 1:
            for rest in shortest_ways(there, known):
                yield (text, *rest)


def leaving(way):
    """Return how many rabbits jump out of a burrow on a way."""
    holes = STANDARD.hole_mask
    at = {1 << i: i for i in range(25) if parse(way[0]).rabbits >> i & 1}
    left = set()
    for before, after in pairwise(way):
        one, other = parse(before).rabbits, parse(after).rabbits
        if one != other:
            start, target = one & ~other, other & ~one
            who = at.pop(start)
            at[target] = who
            left |= {who} if start & holes else set()
    return len(left)


def returning(way):
    """Return how many foxes slide both ways; no two share a line in the cases below."""
    seen = set()
    for before, after in pairwise(way):
        gone = {*parse(before).foxes} - {*parse(after).foxes}
        came = {*parse(after).foxes} - {*parse(before).foxes}
        for one, other in zip(gone, came, strict=True):
            line = min(n for n, track in enumerate(fox_tracks(STANDARD)) if one in track)
            seen.add((line, other > one))
    return sum((line, False) in seen and (line, True) in seen for line in range(4))


def worst_turn(text, known):
    """Return the loss by a search of its own from every position of the solver's way."""
    way = solve(text).positions
    found = (0, 0)
    for made, here in enumerate(way[:-1]):
        behind = reachable_beyond(way[made - 1], known, known[here]) if made else set()
        for there, length in followers(here, STANDARD):
            if length < 2 and known[there] > known[here] and there not in behind:
                far = max(known[one] for one in reachable_beyond(there, known, known[here]))
                found = max(found, (2 * (far - known[here]), -made))
    return found[0], -found[1]


def reachable_beyond(text, known, limit):
    """Return the positions that can be reached without coming as near as the limit."""
    seen, waiting = {text}, [text]
    while waiting:
        for there, length in followers(waiting.pop(), STANDARD):
            if length < 2 and known[there] > limit and there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


def small_library_puzzles():
    """Return puzzles of the library that lead to few positions, of several tiers."""
    return [
        one for one in library()[::23] if foxes_on_distinct_lines(one.position) and len(distances(one.position)) < 250
    ][:14]


def foxes_on_distinct_lines(text):
    """Return whether no two foxes lie on one line, so that their lines tell them apart."""
    lines = [n for fox in parse(text).foxes for n, track in enumerate(fox_tracks(STANDARD)) if fox in track]
    return len(set(lines)) == len(lines)


def test_library_difficulties_match_a_reference_implementation():
    checked = []
    for entry in small_library_puzzles():
        known = distances(entry.position)
        ways = list(shortest_ways(entry.position, known))
        loss, after = worst_turn(entry.position, known)
        expected = Difficulty(min(map(leaving, ways)), min(map(returning, ways)), loss, after)
        assert entry.difficulty == expected == difficulty(entry.position), entry.position
        checked.append(expected)
    assert len(checked) > 8
    assert any(one.leaving for one in checked)
    assert any(one.returning for one in checked)
    assert any(one.loss > 2 for one in checked)


# -- in words


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Difficulty(0, 0, 2, 0), "Nobody must leave a burrow or slide back, and no wrong turn leads far."),
        (Difficulty(1, 0, 0, 0), "1 rabbit must leave a burrow on the shortest way."),
        (
            Difficulty(2, 1, 10, 6),
            "2 rabbits must leave a burrow on the shortest way. 1 fox must slide back again."
            " A wrong turn at move 7 can cost 10 steps.",
        ),
    ],
)
def test_the_difficulty_is_described_in_a_line(entry, said):
    assert Text("en").say(what_is_hard(entry)) == said


def test_no_difficulty_for_too_large_a_component(monkeypatch):
    monkeypatch.setattr("logic.jumpin.engine.grading.LARGEST", 20)
    assert PUZZLES.difficulty({"position": "...../.RMff/R.M../.R.FF/.M..."}, never) is None


# == grading


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


def test_hitting_times_are_the_same_for_every_image_and_search_is_bounded():
    """The positions of another image come in another order, and so do all sums."""
    times = [hitting_times(graph(image)[0]) for image in images(TEXTS[1], STANDARD)]
    assert max(times[0]) > 100
    assert {tuple(sorted(np.round(one, SURE).tolist())) for one in times} == {tuple(sorted(np.round(times[0], SURE)))}
    found, start = graph("...../.R.../...../...../.....")
    assert hitting_times(found)[start] == np.inf
    assert grades(np.array([np.e**6, 0.0]), np.array([8.0, 0.0])).tolist() == [8.0, -np.inf]
    assert [tier_of(grade) for grade in (0, 7.6, 7.601, 10, 10.001, 15, 15.001, 21.7, 21.701)] == [
        1, 1, 2, 2, 3, 3, 4, 4, 5,
    ]  # fmt: skip
    found, _ = graph(TEXTS[2])
    steps = np.array([solve(show(space_of(parse(TEXTS[2]), STANDARD).position(int(key)))).cost for key in found.keys])
    assert (bits_of(found, steps)[found.home] == 0).all()
    space = space_of(parse(TEXTS[1]), STANDARD)
    key = space.key(parse(TEXTS[1]))
    with pytest.raises(Stopped):
        graph_of(space, key, lambda: True)
    with pytest.raises(Stopped):
        hitting_times(graph_of(space, key), lambda: True)
    with pytest.raises(TooLarge):
        graph_of(space, key, most=3)
