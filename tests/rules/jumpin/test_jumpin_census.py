"""The census of JumpIN’: the rules page's figures, and a slow count of small classes."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from logic.core import Cell
from logic.jumpin.board import STANDARD, Board, canonical
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import grounds, setups
from logic.jumpin.engine.survey import census, ranks
from tests.support.positions.jumpin import OBLONG, SEVEN, SIX, SMALL, every_position, far, followers, images, is_home
from tests.support.sampling import sample_of

RING = Board(4, 4, (Cell(0, 0), Cell(3, 3)), (1, 2), (1, 2))
"""Four foxes can lie here head to tail in a ring, in two ways that cover the same cells."""

PINNED = {
    (1, 1, 0): (66, 2, 1, 19),
    (1, 1, 1): (792, 138, 5, 61),
    (1, 1, 2): (3712, 1101, 16, 133),
    (1, 2, 0): (714, 34, 1, 189),
    (1, 2, 1): (8316, 1549, 9, 678),
    (1, 3, 0): (5126, 347, 2, 1281),
    (2, 1, 1): (10206, 1037, 16, 115),
    (2, 2, 1): (102_060, 14_579, 27, 1181),
    (3, 1, 1): (70_440, 6483, 39, 107),
}
"""Set-ups, solvable ones, the longest, and components of small classes, in steps."""


@pytest.mark.parametrize("pieces", PINNED, ids=str)
def test_the_census_matches_the_figures_of_the_rules_page(pieces):
    found = census(*pieces)
    assert (found.setups, found.solvable, found.maximum, found.components) == PINNED[pieces]
    assert sum(found.histogram.values()) == found.solvable
    assert all(solve(text).cost == found.maximum and canonical(text) == text for text in found.hardest)


@pytest.mark.parametrize("metric", ["steps", "moves"])
@pytest.mark.parametrize(
    ("board", "pieces"),
    sample_of(
        [
            (STANDARD, (1, 1, 0)),
            (SIX, (1, 1, 0)),
            (OBLONG, (1, 1, 1)),
            (OBLONG, (2, 0, 1)),
            (SMALL, (1, 1, 1)),
            (SMALL, (2, 0, 1)),
            (SMALL, (1, 0, 2)),
            (RING, (1, 0, 4)),
            (RING, (1, 0, 3)),
        ],
        every=3,
    ),
    ids=str,
)
def test_the_census_matches_a_slow_count(board, pieces, metric):
    everything = list(every_position(board, *pieces))
    stands_for = {text: min(images(text, board)) for text in everything}
    known = far([text for text in everything if is_home(text, board)], board, metric)
    costs = {stands_for[text]: known.get(text) for text in everything if not is_home(text, board)}
    histogram = Counter(cost for cost in costs.values() if cost is not None)
    found = census(*pieces, metric, board)
    longest = max(histogram, default=0)
    assert found.setups == len(costs)
    assert dict(found.histogram) == dict(sorted(histogram.items()))
    assert (found.solvable, found.maximum) == (histogram.total(), longest)
    assert found.hardest == tuple(sorted(text for text, cost in costs.items() if cost == longest and cost))
    assert found.components == slow_components(everything, stands_for, board)


def slow_components(everything, stands_for, board):
    """Count by union–find the components that hold a solved position, images of each other taken as one."""
    parent = {text: text for text in everything}

    def root(text):
        while parent[text] != text:
            parent[text] = text = parent[parent[text]]
        return text

    for text in everything:
        for other in (stands_for[text], *(there for there, _ in followers(text, board))):
            parent[root(other)] = root(text)
    return len({root(text) for text in everything if is_home(text, board)})


@pytest.mark.parametrize(
    ("board", "pieces"),
    [(SIX, (1, 1, 0)), pytest.param(OBLONG, (2, 1, 1), marks=pytest.mark.thorough), (SEVEN, (1, 0, 1))],
    ids=str,
)
def test_setup_counts_on_larger_boards_match_enumeration(board, pieces):
    rabbits, mushrooms, foxes = pieces
    everything = (text for text in every_position(board, *pieces) if not is_home(text, board))
    counted = sum(setups(board, ground, rabbits) for ground in grounds(board, mushrooms, foxes))
    assert counted == len({min(images(text, board)) for text in everything})


@pytest.mark.parametrize("metric", ["steps", "moves"])
def test_the_census_does_not_depend_on_the_batch_size(monkeypatch, metric):
    whole = census(2, 1, 1, metric)
    monkeypatch.setattr("logic.jumpin.engine.survey.CENSUS_TOGETHER", 7000)
    assert census(2, 1, 1, metric) == whole


def test_an_impossible_class_is_empty_and_a_cancelled_census_is_partial():
    assert census(6, 0, 0).solvable == 0, "more rabbits than holes"
    bare = Board(5, 5, STANDARD.holes, (), ())
    assert census(1, 0, 1, board=bare).setups == 0, "no line for the fox"
    assert census(1, 0, 0).maximum == 0
    assert census(1, 0, 0).hardest == ()
    assert census(1, 1, 1, stop=lambda: True).solvable == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((0, 1, 1), "rabbits: at least 1"),
        ((1, -1, 1), "mushrooms: at least 0"),
        ((1, 1, -1), "foxes: at least 0"),
        ((1, 1, 6), "foxes: at most 5"),
        ((1, 1, 1, "leaps"), "metric: steps or moves"),
        ((8, 0, 4), "too many for a census"),
    ],
    ids=str,
)
def test_invalid_census_arguments_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        census(*arguments)


@pytest.mark.parametrize(("cells", "rabbits"), [(9, 2), (13, 3), (25, 4), (26, 1), (27, 3), (49, 2)])
def test_ranks_number_cell_sets_in_order(cells, rabbits):
    masks = sorted(sum(1 << cell for cell in some) for some in combinations(range(cells), rabbits))
    rank = ranks(cells, rabbits)
    assert rank(np.array(masks, np.int64)).tolist() == list(range(rank.count))
