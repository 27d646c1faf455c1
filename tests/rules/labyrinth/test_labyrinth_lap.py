"""A lap as Master plays it out: whoever can take something takes it, nobody else does, and the race is weighed."""

from dataclasses import replace

import numpy as np
import pytest

from logic.core import Dice
from logic.labyrinth import redact
from logic.labyrinth.engine.belief import Outset
from logic.labyrinth.engine.outlook import laps_of, spread, stands_of
from logic.labyrinth.levels import at_once
from logic.labyrinth.rules import Push
from tests.mazes import VARIANTS, random_position

BY_NAME = {case.variant_name: case for case in VARIANTS}
LANES = 6


def before_a_push(name, seed, **changes):
    """A position of a random game in which somebody is to push, and the choices there are."""
    state = random_position(BY_NAME[name], seed, 10)
    while state.phase != "push":
        state = state.apply(state.legal_moves()[0]).state
    state = replace(state, **changes)
    return state, at_once(Outset(redact(state, state.player)))


def can_take(state, seat):
    """Tell by the rules whether a seat could take what it is after, if it were its turn to push."""
    turned = replace(state, player=seat, phase="push")
    after = [turned.apply(push).state for push in turned.legal_moves() if isinstance(push, Push)]
    goals = turned.goals(seat)
    home = turned.params.starts[seat] if turned.goes_home(seat) else None
    return any({home, *map(one.cell_of, goals)} & {*one.ways(seat)} for one in after)


@pytest.mark.parametrize("seed", range(3))
def test_who_can_take_what_it_is_known_to_be_after_takes_it(seed):
    state, found = before_a_push("young_children", seed)
    (other,) = found.options.outset.others
    laps = laps_of(found.options, found.takes, LANES, Dice(seed))
    assert len(laps) == LANES * len(found.options)
    for which, insertion in enumerate(found.options.insertions):
        pushed = state.apply(found.options.outset.frame.push(insertion)).state
        took = laps.took[laps.parents == which, 0]
        assert took.all() == took.any() == can_take(pushed, other)
        assert ((laps.ways[laps.parents == which, 0] > 0) == took).all()


@pytest.mark.parametrize("seed", range(3))
def test_all_choices_meet_the_same_luck_spread_evenly(seed):
    """Two choices with the same push are the same in every lane."""
    _, found = before_a_push("classic_2017", seed)
    twice = found.take(np.array([3, 3]))
    laps = laps_of(twice.options, twice.takes, LANES, Dice(seed))
    first, second = (np.flatnonzero(laps.parents == which) for which in (0, 1))
    assert (laps.lanes[first] == laps.lanes[second]).all()
    assert (laps.boards.planes[..., first] == laps.boards.planes[..., second]).all()
    assert (laps.drifted[first] == laps.drifted[second]).all()


def test_a_choice_that_lets_another_come_home_is_lost_and_one_that_does_not_is_not():
    counts = {True: 0, False: 0}
    for seed in range(6):
        state, _ = before_a_push("classic_2017", seed)
        other = 1 - state.player
        decks = tuple(() if seat == other else deck for seat, deck in enumerate(state.decks))
        state, found = before_a_push("classic_2017", seed, decks=decks)
        stands = stands_of(found.options, found.takes, Dice(seed), lines=200)
        for which, insertion in enumerate(found.options.insertions):
            pushed = state.apply(found.options.outset.frame.push(insertion)).state
            comes = can_take(pushed, other)
            assert (stands.win[which].max() == 0) == comes
            counts[comes] += 1
    assert min(counts.values()) > 10


@pytest.mark.parametrize("name", ["classic_2017", "team", "giant_9x9", "pick_of_hand"])
def test_whatever_is_played_out_the_chances_are_chances(name):
    _, found = before_a_push(name, 1)
    stands = stands_of(found.options, found.takes, Dice(1), lines=100)
    assert stands.unit > 0
    for chance in (stands.ahead, stands.win):
        assert chance.min() >= 0
        assert chance.max() <= 1 + 1e-9


def test_luck_is_spread_evenly():
    assert sorted(int(luck * 8) for luck in spread(8, Dice(1))) == [*range(8)]
