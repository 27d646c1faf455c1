"""The generator of JumpIN’: complete, each puzzle once, and every record true."""

from dataclasses import replace
from math import log, log2

import numpy as np
import pytest

from logic.core import Dice, find_move
from logic.jumpin.board import STANDARD, canonical, show
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.generator import PuzzleFilter, Request, generate, has_spare_piece
from logic.jumpin.engine.grading import graph_of, hitting_times
from logic.jumpin.engine.solver import distances
from logic.jumpin.engine.space import grounds
from logic.jumpin.engine.survey import Survey, census
from logic.jumpin.notation import decode
from logic.jumpin.rules import begin
from tests.support.positions.generatedmeadows import from_line, of_class, records, written
from tests.support.positions.jumpin import OBLONG, SIX, followers, images, is_home, pieces

SMALL = Request((1, 2), (1, 2), (0, 1))
"""All tiers but the last, in a second."""
SMALLEST = Request((1, 2), (1, 1), (0, 1))
OF_EACH = 125
LARGEST = 1_500
"""Positions of the largest component that is searched by the slow code."""
ALL_STARTS = PuzzleFilter(least_steps=1, all_starts=True)


@pytest.fixture(scope="module")
def small():
    return records(SMALL)


@pytest.mark.parametrize("pieces", [(1, 1, 1), (1, 0, 2), (2, 2, 0)])
def test_all_starts_match_the_census(pieces):
    found = of_class(*pieces, ALL_STARTS)
    counted = census(*pieces)
    assert len({record.canonical for record in found}) == len(found) == counted.solvable
    steps = [record.steps for record in found]
    assert {n: steps.count(n) for n in sorted(set(steps))} == {n: k for n, k in counted.histogram.items() if k}


def test_default_starts_are_the_farthest_of_each_component():
    every = of_class(1, 1, 1, ALL_STARTS)
    expected = set()
    for record in every:
        known = distances(record.position)
        if known[record.position] == max(known.values()) > 1:
            expected.add(record.canonical)
    assert {record.canonical for record in of_class(1, 1, 1)} == expected


@pytest.mark.parametrize("seed", [None, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(8))])
def test_records_match_a_slow_search_by_the_rules(small, seed, tmp_path):
    found = Dice(3).shuffled(small)[:12] if seed is None else sampled_records(tmp_path / "some.jsonl", seed)
    sample = [record for record in found if record.component <= LARGEST]
    assert len(sample) > len(found) / 2
    for record in sample:
        start = record.position
        there = component(start)
        steps, moves = (slow_distances(there, longest) for longest in (1, 4))
        ways, luck = shortest(there, steps)
        assert decode(record.id) == (start, STANDARD)
        assert (record.steps, record.moves, record.shortest) == (steps[start], moves[start], ways[start])
        assert (record.component, record.farthest) == (len(there), record.steps == max(steps.values()))
        assert (record.rabbits, record.mushrooms, record.foxes) == tuple(map(len, pieces(start)))
        assert record.bits == pytest.approx(-log2(luck[start]), abs=6e-4)
        assert record.canonical == canonical(start) == min(images(start, STANDARD))
        assert sorted(record.hole_sets) == sorted({rabbit_cells(text) for text, left in steps.items() if not left})
        walk = hitting_time(there, start)
        assert record.hitting_time == pytest.approx(walk, abs=0.0501)
        assert record.grade == pytest.approx(log(walk) + 0.25 * record.bits, abs=1e-3)
        assert record.tier == 1 + sum(record.grade > limit for limit in (7.6, 10.0, 15.0, 21.7))
        state = begin(start)
        for text in record.solution:
            assert state.outcome() is None
            state = state.apply(find_move(state, text)).state
        assert state.outcome().winners == (0,)
        assert state.steps == record.steps


def sampled_records(path, seed):
    """Return records sampled from all puzzles with the published pieces."""
    lines = written(path, Request((1, 3), (0, 3), (0, 2), count=OF_EACH, seed=seed)).decode()
    return [from_line(line) for line in lines.splitlines()[1:]]


def component(start):
    """Return each position that can be reached, and what it leads to."""
    found, waiting = {}, [start]
    while waiting:
        text = waiting.pop()
        if text not in found:
            found[text] = list(followers(text, STANDARD))
            waiting += [after for after, _ in found[text]]
    return found


def slow_distances(there, longest):
    """Return how far each position is from home, a slide by up to so many cells being one."""
    level, made = [text for text in there if is_home(text, STANDARD)], 0
    known = dict.fromkeys(level, 0)
    while level:
        made += 1
        level = {after for text in level for after, length in there[text] if length <= longest and after not in known}
        known |= dict.fromkeys(level, made)
    return known


def shortest(there, steps):
    """Return how many shortest ways each position has, and the chance that unit moves are one."""
    ways, luck = {}, {}
    for text in sorted(there, key=steps.get):
        unit = [after for after, length in there[text] if length < 2]
        nearer = [after for after in unit if steps[after] < steps[text]]
        ways[text] = sum(ways[after] for after in nearer) if steps[text] else 1
        luck[text] = sum(luck[after] for after in nearer) / len(unit) if steps[text] else 1.0
    return ways, luck


def hitting_time(there, start):
    """Solve the equations of a random walk by unit moves."""
    number = {text: i for i, text in enumerate(text for text in there if not is_home(text, STANDARD))}
    matrix, right = np.zeros((len(number), len(number))), np.zeros(len(number))
    for text, i in number.items():
        unit = [after for after, length in there[text] if length < 2]
        matrix[i, i] = right[i] = len(unit)
        for after in unit:
            if after in number:
                matrix[i, number[after]] -= 1
    return np.linalg.solve(matrix, right)[number[start]]


def rabbit_cells(text):
    return " ".join(f"{row},{col}" for row, col in sorted(pieces(text)[0]))


def test_solutions_take_the_first_shortening_move_and_the_longest_slide():
    every = [*of_class(2, 1, 2)[::25], *(one for board in (OBLONG, SIX) for one in of_class(1, 1, 1, board=board)[::9])]
    assert len(every) > 20
    assert any(move.startswith("slide F2") for record in every for move in record.solution)
    for record in every:
        board = decode(record.id)[1]
        known, state = distances(record.position, board=board), begin(record.position, board)
        assert record.steps == known[record.position]
        for text in record.solution:
            assert text == str(helpful(state, known, board))
            state = state.apply(find_move(state, text)).state
        assert state.is_solved()


def helpful(state, known, board):
    """Return the move that a solution makes, from the rules and the distances alone."""
    left = known[show(state.position, board)]
    found, best = None, 0
    for move in state.legal_moves():
        after = state.apply(move).state
        cost = after.steps - state.steps
        if left - known[show(after.position, board)] == cost > best:
            found, best = move, cost
    return found


def test_puzzles_are_unique_and_unpublished_and_options_filter_them(small, monkeypatch):
    assert len({record.canonical for record in small}) == len({record.id for record in small}) == len(small) > 500
    assert min(record.steps for record in small) == 2
    assert not any(is_published(record.canonical) for record in small)
    few = records(SMALLEST)

    def filtered(**wanted):
        return records(replace(SMALLEST, puzzle_filter=PuzzleFilter(**wanted)))

    assert filtered(one_hole_set=True) == [record for record in few if len(record.hole_sets) == 1] != []
    assert filtered(tiers=(2, 3)) == [record for record in few if record.tier in (2, 3)] != []
    assert filtered(least_steps=9) == [record for record in few if record.steps >= 9] != []
    moving = [record for record in few if len({m.split()[1] for m in record.solution if "hop" in m}) == record.rabbits]
    assert filtered(every_rabbit_moves=True) == moving != few
    first, *others = of_class(1, 1, 1)
    monkeypatch.setattr("logic.jumpin.engine.generator.is_published", lambda text: text == first.canonical)
    assert of_class(1, 1, 1) == others


def test_no_spare_piece_filters_puzzles_and_impossible_pieces_are_refused():
    every = of_class(1, 2, 1)
    needed = of_class(1, 2, 1, PuzzleFilter(no_spare_piece=True))
    assert 0 < len(needed) < len(every)
    assert needed == [record for record in every if not has_spare_piece(record.position, record.steps)]
    assert not has_spare_piece("..R../..M../...../...../.....", 1)
    assert has_spare_piece("..R../..M../...../...../.M...", 1)
    for spans, words in (
        (((0, 1), (0, 0), (0, 0)), "rabbits"),
        (((1, 1), (2, 1), (0, 0)), "mushrooms"),
        (((1, 1), (0, 0), (0, 9)), "foxes"),
    ):
        with pytest.raises(ValueError, match=words):
            Request(*spans)
    assert of_class(6, 0, 0) == []


def test_a_random_selection_is_reproducible_by_seed(small):
    request = replace(SMALL, count=12)

    def pick(seed):
        output = RecordingOutput()
        generate(replace(request, seed=seed), output)
        return output.kept

    first = pick(1)
    assert first == pick(1) != pick(2)
    assert len(first) == 12
    assert {record.canonical for record in first} <= {record.canonical for record in small}


class RecordingOutput:
    """Records what it is given."""

    def __init__(self):
        self.kept, self.chunks, self.complete = [], 0, False

    @property
    def records(self):
        return len(self.kept)

    def add(self, found, chunks):
        self.kept += found
        self.chunks += chunks

    def finish(self):
        self.complete = True


def test_hitting_times_of_a_survey_match_those_of_single_components():
    ground = list(grounds(STANDARD, 2, 2))[17]
    survey = Survey(STANDARD, [ground], 2)
    times = survey.hitting_times(np.arange(len(survey.sizes)))
    for part in Dice(1).shuffled(range(len(survey.sizes)))[:12]:
        inside = np.flatnonzero(survey.part == part)
        graph = graph_of(survey.space, int(survey.keys[inside[0]]))
        inside = inside[np.argsort(survey.keys[inside])]
        assert graph.keys.tolist() == survey.keys[inside].tolist()
        assert times[inside] == pytest.approx(hitting_times(graph), rel=1e-7)
    assert np.isnan(survey.hitting_times([0])[survey.part > 0]).all()
