"""The generator of JumpIN’: everything there is, each puzzle once, and every record true."""

from dataclasses import replace
from math import log, log2

import numpy as np
import pytest

from logic.core import Dice, find_move
from logic.jumpin.board import STANDARD, canonical, parse, show
from logic.jumpin.engine.collection import is_published
from logic.jumpin.engine.generator import Request, Wish, generate, has_spare_piece
from logic.jumpin.engine.grading import graph_of, hitting_times
from logic.jumpin.engine.solver import distances, solve
from logic.jumpin.engine.space import grounds, space_of
from logic.jumpin.engine.survey import Survey, census
from logic.jumpin.notation import decode
from logic.jumpin.rules import begin
from tests.generatedmeadows import of_class, records
from tests.meadows import OBLONG, SIX, followers, images

SMALL = Request((1, 2), (1, 2), (0, 1))
"""All tiers but the last, in a second."""
FEW = Request((1, 2), (1, 1), (0, 1))
EVERYTHING = Wish(least_steps=1, all_starts=True)


@pytest.fixture(scope="module")
def small():
    return records(SMALL)


@pytest.mark.parametrize("pieces", [(1, 1, 1), (1, 0, 2), (2, 2, 0)])
def test_all_starts_are_all_that_the_census_counts(pieces):
    found = of_class(*pieces, EVERYTHING)
    counted = census(*pieces)
    assert len({record.canonical for record in found}) == len(found) == counted.solvable
    steps = [record.steps for record in found]
    assert {n: steps.count(n) for n in sorted(set(steps))} == {n: k for n, k in counted.histogram.items() if k}


def test_the_farthest_starts_are_those_of_every_component():
    every = of_class(1, 1, 1, EVERYTHING)
    expected = set()
    for record in every:
        known = distances(record.position)
        if known[record.position] == max(known.values()) > 1:
            expected.add(record.canonical)
    assert {record.canonical for record in of_class(1, 1, 1)} == expected


@pytest.mark.parametrize("count", [12, pytest.param(40, marks=pytest.mark.thorough)])
def test_a_record_tells_the_truth(small, count):
    for record in Dice(3).shuffled(small)[:count]:
        known = distances(record.position)
        home = [text for text, steps in known.items() if steps == 0]
        assert decode(record.id) == (record.position, STANDARD)
        assert record.canonical == canonical(record.position) == min(images(record.position, STANDARD))
        assert (record.position.count("R"), record.position.count("M")) == (record.rabbits, record.mushrooms)
        assert record.steps == known[record.position] == solve(record.position).cost
        assert record.moves == solve(record.position, "moves").cost
        assert record.component == len(known)
        assert record.farthest == (record.steps == max(known.values()))
        assert record.shortest == ways(record.position, known)
        assert sorted(record.hole_sets) == sorted({holes(text) for text in home})
        assert record.hitting_time == pytest.approx(walk(record.position), abs=0.06, rel=1e-5)
        assert record.bits == pytest.approx(-log2(luck(record.position, known)), abs=6e-4)
        assert record.grade == pytest.approx(log(walk(record.position)) + 0.25 * record.bits, abs=1e-3)
        assert record.tier == 1 + sum(record.grade > limit for limit in (7.6, 10.0, 15.0, 21.7))


def test_a_records_solution_is_played_to_the_end(small):
    for record in small[::7]:
        state = begin(record.position)
        for text in record.solution:
            assert state.outcome() is None
            state = state.apply(find_move(state, text)).state
        assert state.outcome().winners == (0,)
        assert state.steps == record.steps


def test_solutions_make_the_first_move_that_helps_and_slide_as_far_as_it_does():
    every = [*of_class(2, 1, 2)[::25], *of_class(1, 1, 1, board=SIX)[::9]]
    assert len(every) > 20
    assert any(move.startswith("slide F2") for record in every for move in record.solution)
    for record in every:
        board = decode(record.id)[1]
        known, state = distances(record.position, board=board), begin(record.position, board)
        for text in record.solution:
            assert text == str(helpful(state, known, board))
            state = state.apply(find_move(state, text)).state
        assert state.is_solved()


def helpful(state, known, board):
    """The move that a solution makes, from the rules and the distances alone."""
    left = known[show(state.position, board)]
    found, best = None, 0
    for move in state.legal_moves():
        after = state.apply(move).state
        cost = after.steps - state.steps
        if left - known[show(after.position, board)] == cost > best:
            found, best = move, cost
    return found


def ways(text, known):
    """Count the shortest ways, cell by cell, from the rules page alone."""
    if known[text] == 0:
        return 1
    nearer = [there for there, length in followers(text, STANDARD) if length < 2 and known[there] == known[text] - 1]
    return sum(ways(there, known) for there in nearer)


def luck(text, known):
    """The chance that unit moves by chance are a shortest way, from the rules page alone."""
    if known[text] == 0:
        return 1.0
    there = [after for after, length in followers(text, STANDARD) if length < 2]
    return sum(luck(after, known) for after in there if known[after] == known[text] - 1) / len(there)


def holes(text):
    return " ".join(f"{i // 6},{i % 6}" for i, letter in enumerate(text) if letter == "R")


def walk(text):
    position = parse(text)
    space = space_of(position, STANDARD)
    graph = graph_of(space, space.key(position))
    return hitting_times(graph)[graph.number(space.key(position))]


def test_each_puzzle_is_there_once_and_none_is_trivial_or_published_and_wishes_are_filters(small, monkeypatch):
    assert len({record.canonical for record in small}) == len({record.id for record in small}) == len(small) > 500
    assert min(record.steps for record in small) == 2
    assert not any(is_published(record.canonical) for record in small)
    few = records(FEW)

    def wished(**wish):
        return records(replace(FEW, wish=Wish(**wish)))

    assert wished(one_hole_set=True) == [record for record in few if len(record.hole_sets) == 1] != []
    assert wished(tiers=(2, 3)) == [record for record in few if record.tier in (2, 3)] != []
    assert wished(least_steps=9) == [record for record in few if record.steps >= 9] != []
    moving = [record for record in few if len({m.split()[1] for m in record.solution if "hop" in m}) == record.rabbits]
    assert wished(every_rabbit_moves=True) == moving != few
    first, *others = of_class(1, 1, 1)
    monkeypatch.setattr("logic.jumpin.engine.generator.is_published", lambda text: text == first.canonical)
    assert of_class(1, 1, 1) == others


def test_no_spare_piece_means_that_every_piece_counts_and_pieces_that_cannot_be_are_refused():
    every = of_class(1, 2, 1)
    needed = of_class(1, 2, 1, Wish(no_spare_piece=True))
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


def test_a_pick_is_random_reproducible_and_of_different_grounds(small):
    request = replace(SMALL, count=12)

    def pick(seed):
        output = Kept()
        generate(replace(request, seed=seed), output)
        return output.kept

    first = pick(1)
    assert first == pick(1) != pick(2)
    assert len(first) == 12
    assert {record.canonical for record in first} <= {record.canonical for record in small}


class Kept:
    """Keeps what it is given."""

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


@pytest.mark.parametrize("board", [OBLONG, SIX])
def test_other_boards_have_puzzles_too(board):
    found = of_class(1, 1, 1, board=board)
    assert found
    for record in found[:10]:
        assert decode(record.id)[0] == record.position
        assert solve(record.position, board=board).cost == record.steps


def test_components_are_graded_together_as_each_alone():
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
