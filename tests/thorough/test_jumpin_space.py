"""A sample of all puzzles of JumpIN’ with the published pieces, held against the rules written a second time."""

from math import log, log2

import numpy as np
import pytest

from logic.core import find_move
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.generator import Request
from logic.jumpin.rules import begin
from tests.generatedmeadows import from_line, written
from tests.meadows import followers, images, is_home, pieces

pytestmark = pytest.mark.thorough

OF_EACH = 125
LARGEST = 1_500
"""Positions of a component that is looked through so slowly."""


@pytest.mark.parametrize("seed", range(8))
def test_a_record_says_what_a_slow_search_finds(seed, tmp_path):
    lines = written(tmp_path / "some.jsonl", Request((1, 3), (0, 3), (0, 2), count=OF_EACH, seed=seed)).decode()
    records = [from_line(line) for line in lines.splitlines()[1:]]
    sample = [record for record in records if record.component <= LARGEST]
    assert len(sample) > OF_EACH / 2
    for record in sample:
        start = record.position
        there = component(start)
        steps, moves = (distances(there, longest) for longest in (1, 4))
        ways, luck = shortest(there, steps)
        assert (record.steps, record.moves, record.shortest) == (steps[start], moves[start], ways[start])
        assert (record.component, record.farthest) == (len(there), record.steps == max(steps.values()))
        assert record.bits == pytest.approx(-log2(luck[start]), abs=6e-4)
        assert record.canonical == min(images(start, STANDARD))
        assert sorted(record.hole_sets) == sorted({seats(text) for text, left in steps.items() if not left})
        assert played(record).is_solved()
        assert played(record).steps == record.steps
        walk = hitting_time(there, start)
        assert record.hitting_time == pytest.approx(walk, abs=0.0501)
        assert record.grade == pytest.approx(log(walk) + 0.25 * record.bits, abs=1e-3)


def component(start):
    """Give each position that can be reached, and what it leads to."""
    found, waiting = {}, [start]
    while waiting:
        text = waiting.pop()
        if text not in found:
            found[text] = list(followers(text, STANDARD))
            waiting += [after for after, _ in found[text]]
    return found


def distances(there, longest):
    """Give how far each position is from home, a slide by up to so many cells being one."""
    level, made = [text for text in there if is_home(text, STANDARD)], 0
    known = dict.fromkeys(level, 0)
    while level:
        made += 1
        level = [after for text in level for after, length in there[text] if length <= longest and after not in known]
        known |= dict.fromkeys(level, made)
    return known


def shortest(there, steps):
    """Give how many shortest ways each position has, and the chance that unit moves are one."""
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


def seats(text):
    return " ".join(f"{row},{col}" for row, col in sorted(pieces(text)[0]))


def played(record):
    state = begin(record.position)
    for text in record.solution:
        state = state.apply(find_move(state, text)).state
    return state
