"""What moves on the table of Cóatl besides pieces and cards: gleams, chips and feathers; bounded, baked once, heard."""

from itertools import pairwise

import pytest

from sprites.coatl.effects import FEATHERS, RAIN, SHOWS, CoatlEffects, sound_of
from sprites.sound.recipes import RECIPES
from tests.artparts import (
    bakes_all_ahead,
    cut_difference,
    has_few_small_motes,
    is_seen_and_over,
    never_rains,
    passing,
    rains,
    stands_still,
)
from tests.gallery import make_kit

SERPENT = [(number + 0.5, 1.5) for number in range(5)]


@pytest.mark.parametrize("name", SHOWS)
def test_an_effect_is_seen_and_then_over(kit, name):
    assert is_seen_and_over(lambda: CoatlEffects(kit), name, SERPENT, longest=2)


@pytest.mark.parametrize("name", SHOWS)
def test_time_may_be_cut_as_it_likes(kit, name):
    assert cut_difference(lambda: CoatlEffects(kit), name, SERPENT) < 0.05


@pytest.mark.parametrize("name", SHOWS)
def test_effects_are_made_of_few_small_pictures_that_were_baked_ahead(kit, name):
    effects = CoatlEffects(kit)
    count = {"lock": 18, "refill": 16, "foresee": 6}.get(name, 2)
    length = effects.begin(name, [(number + 0.5, 0.5) for number in range(count)])
    assert has_few_small_motes(effects, length, 3)
    assert bakes_all_ahead(effects)


def test_the_gleam_runs_from_the_head_to_the_tail_of_a_finished_coatl(kit):
    effects = CoatlEffects(kit)
    length = effects.begin("lock", SERPENT)
    places = []
    for _ in range(8):
        effects.update(length * 0.06)
        places.append(max((mote for mote in effects.seen() if mote.name == "shine"), key=lambda mote: mote.size).x)
    assert all(one < other for one, other in pairwise(places))
    assert places[0] < 1.5 < 3.5 < places[-1]


def test_feathers_fly_all_along_a_finished_coatl(kit):
    effects = CoatlEffects(kit)
    length = effects.begin("lock", SERPENT)
    flown = [mote for _ in passing(effects, length) for mote in effects.seen() if mote.name in FEATHERS]
    assert min(mote.x for mote in flown) < 1
    assert max(mote.x for mote in flown) > 4


@pytest.mark.parametrize("name", SHOWS)
def test_reduced_motion_moves_nothing(name):
    assert stands_still(CoatlEffects(make_kit((1920, 1080), reduced_motion=True)), name, SERPENT)


def test_events_without_a_picture_and_without_a_place_show_nothing(kit):
    effects = CoatlEffects(kit)
    assert effects.begin("an event of some new game", SERPENT) == effects.begin("lock", []) == 0
    assert not effects.update(0)


def test_feathers_rain_on_the_whole_table_unless_motion_is_reduced():
    assert rains(CoatlEffects, 12, 7, RAIN)
    assert never_rains(CoatlEffects)


EVENTS = ("take", "choose", "draw", "start", "attach", "close", "prophesy", "crown", "fetch", "foresee", "commit",
          "steal", "rob", "refill", "lock", "final", "discard", "pass")  # fmt: skip


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_sound_of_its_own_that_is_no_music(event):
    assert RECIPES[sound_of(event)][0] == "effects"
    assert len({sound_of(name) for name in EVENTS}) == len(EVENTS)
