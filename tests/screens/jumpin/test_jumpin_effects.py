"""What moves on the meadow besides its pieces: a jump that is seen, blades, dust and petals; bounded and baked once."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from sprites.jumpin import art
from sprites.jumpin.effects import FALLING, SHOWS, MeadowEffects, Shape, draw_shaped, hop_shape
from tests.artparts import (
    bakes_all_ahead,
    cut_difference,
    has_few_small_motes,
    is_seen_and_over,
    never_rains,
    rains,
    stands_still,
    withstands_a_storm,
)
from tests.gallery import make_kit

# -- how a jump is seen


def test_a_jump_crouches_stretches_and_lands_squashed():
    assert hop_shape(0) == hop_shape(1) == Shape()
    assert hop_shape(0.07).high < 1 < hop_shape(0.07).wide
    assert hop_shape(0.3).high > 1 > hop_shape(0.3).wide
    assert hop_shape(0.9).high < 1 < hop_shape(0.9).wide
    shapes = [hop_shape(share / 200) for share in range(201)]
    assert all(abs(a.high - b.high) < 0.03 for a, b in pairwise(shapes))
    assert all(0.75 < shape.high < 1.25 and 0.75 < shape.wide < 1.25 for shape in shapes)


def test_reduced_motion_leaves_everybody_in_shape():
    assert {hop_shape(share / 20, reduced_motion=True) for share in range(21)} == {Shape()}


@pytest.mark.parametrize("shape", [Shape(), Shape(1.15, 0.8), Shape(0.9, 1.15)])
def test_the_feet_stay_where_they_are(kit, shape):
    table = pygame.Surface((200, 200), pygame.SRCALPHA)
    draw_shaped(table, art.rabbit(kit, 1, 100), (100, 100), shape)
    _, ys = np.nonzero(pygame.surfarray.array_red(table) > 140)
    assert abs(ys.max() - 145) <= 4


# -- effects

EVENTS = {
    "hop": {"R1": (Cell(1, 0), Cell(1, 3))},
    "burrow": {"R1": (Cell(1, 2),)},
    "slide": {"F1": (Cell(1, 0), Cell(1, 2))},
}


def test_every_event_that_is_shown_is_tried_here():
    assert set(EVENTS) == set(SHOWS)


@pytest.mark.parametrize("name", EVENTS)
def test_an_effect_is_seen_and_then_over(kit, name):
    assert is_seen_and_over(lambda: MeadowEffects(kit), Event(name, EVENTS[name]), longest=1)


def test_dust_flies_where_a_rabbit_comes_down_and_not_before(kit):
    seconds = kit.theme.seconds
    effects = MeadowEffects(kit)
    effects.begin(Event("hop", EVENTS["hop"]))
    effects.update(seconds.hop * 0.8)
    assert all(mote.x < 1.5 for mote in effects.seen())
    effects.update(seconds.hop * 0.5)
    assert any(mote.x > 3 for mote in effects.seen())


def test_events_without_a_picture_show_nothing(kit):
    effects = MeadowEffects(kit)
    assert effects.begin(Event("an event of some new game", EVENTS["hop"])) == 0
    assert effects.begin(Event("hop", {})) == effects.begin(Event("hop", {"R1": ()})) == 0
    assert not effects.update(0)


@pytest.mark.parametrize("name", EVENTS)
def test_time_may_be_cut_as_it_likes(kit, name):
    assert cut_difference(lambda: MeadowEffects(kit), Event(name, EVENTS[name])) < 0.05


def test_petals_fall_on_the_whole_board_and_are_gone_in_the_end():
    assert rains(MeadowEffects, 5, 4, FALLING)


@pytest.mark.parametrize("name", EVENTS)
def test_reduced_motion_moves_nothing(name):
    still = make_kit((1920, 1080), reduced_motion=True)
    assert stands_still(MeadowEffects(still), Event(name, EVENTS[name]))


def test_reduced_motion_lets_no_petal_fall():
    assert never_rains(MeadowEffects)


@pytest.mark.parametrize("name", [*EVENTS, "celebrate"])
def test_a_frame_is_few_small_pictures(kit, name):
    effects = MeadowEffects(kit)
    length = effects.celebrate(7, 7) if name == "celebrate" else effects.begin(Event(name, EVENTS[name]))
    assert has_few_small_motes(effects, length, 1)


def test_a_storm_of_events_stays_bounded_and_can_be_ended(kit):
    effects = MeadowEffects(kit)
    assert withstands_a_storm(effects, Event("burrow", EVENTS["burrow"]))


def test_what_effects_need_can_be_baked_ahead(kit):
    assert bakes_all_ahead(MeadowEffects(kit))
