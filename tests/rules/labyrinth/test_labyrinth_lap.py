"""A lap as Master plays it out: whoever can take something takes it, nobody else does, and the race is weighed."""

from dataclasses import replace

import numpy as np
import pytest

from logic.core import Dice
from logic.labyrinth import redact
from logic.labyrinth.engine.outlook import Outset, laps_of, spread, stands_of
from logic.labyrinth.levels import at_once
from tests.mazes import BY_NAME, before_a_push, can_take, wishes_of

LANES = 6


def choices_of(name, seed, **changes):
    """A position of a random game in which somebody is to push, and the choices there are."""
    state = replace(before_a_push(BY_NAME[name], seed, 10), **changes)
    return state, at_once(Outset(redact(state, state.player)))


@pytest.mark.parametrize("seed", range(3))
def test_who_can_take_what_it_is_known_to_be_after_takes_it(seed):
    state, found = choices_of("young_children", seed)
    (other,) = found.options.outset.others
    laps = laps_of(found.options, found.takes, LANES, Dice(seed))
    assert len(laps) == LANES * len(found.options)
    for which, insertion in enumerate(found.options.insertions):
        pushed = state.apply(found.options.outset.frame.push(insertion)).state
        took = laps.took[laps.parents == which, 0]
        assert took.all() == took.any() == bool(can_take(pushed, other, wishes_of(pushed, other)))
        assert ((laps.ways[laps.parents == which, 0] > 0) == took).all()


@pytest.mark.parametrize("seed", range(3))
def test_all_choices_meet_the_same_luck_spread_evenly(seed):
    """Two choices with the same push are the same in every lane."""
    _, found = choices_of("classic_2017", seed)
    twice = found.take(np.array([3, 3]))
    laps = laps_of(twice.options, twice.takes, LANES, Dice(seed))
    first, second = (np.flatnonzero(laps.parents == which) for which in (0, 1))
    assert (laps.lanes[first] == laps.lanes[second]).all()
    assert (laps.boards.planes[..., first] == laps.boards.planes[..., second]).all()
    assert (laps.drifted[first] == laps.drifted[second]).all()


def test_a_choice_that_lets_another_come_home_is_lost_and_one_that_does_not_is_not():
    counts = {True: 0, False: 0}
    for seed in range(6):
        state, _ = choices_of("classic_2017", seed)
        other = 1 - state.player
        decks = tuple(() if seat == other else deck for seat, deck in enumerate(state.decks))
        state, found = choices_of("classic_2017", seed, decks=decks)
        stands = stands_of(found.options, found.takes, Dice(seed), lines=200)
        for which, insertion in enumerate(found.options.insertions):
            pushed = state.apply(found.options.outset.frame.push(insertion)).state
            comes = bool(can_take(pushed, other, wishes_of(pushed, other)))
            assert (stands.win[which].max() == 0) == comes
            counts[comes] += 1
    assert min(counts.values()) > 10


@pytest.mark.parametrize("name", ["classic_2017", "team", "giant_9x9", "pick_of_hand"])
def test_whatever_is_played_out_the_chances_are_chances(name):
    _, found = choices_of(name, 1)
    stands = stands_of(found.options, found.takes, Dice(1), lines=100)
    assert stands.unit > 0
    for chance in (stands.ahead, stands.win):
        assert chance.min() >= 0
        assert chance.max() <= 1 + 1e-9


def test_luck_is_spread_evenly():
    assert sorted(int(luck * 8) for luck in spread(8, Dice(1))) == [*range(8)]
