"""What moves on the table of Cóatl besides pieces and cards: gleams, chips and feathers; bounded, baked once, heard."""

from itertools import pairwise

import pytest

from sprites.coatl.effects import FEATHERS, CoatlEffects, sound_of
from sprites.sound.recipes import RECIPES
from tests.artparts import (
    passing,
)

SERPENT = [(number + 0.5, 1.5) for number in range(5)]


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


EVENTS = ("take", "choose", "draw", "start", "attach", "close", "prophesy", "crown", "fetch", "foresee", "commit",
          "steal", "rob", "refill", "lock", "final", "discard", "pass")  # fmt: skip


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_sound_of_its_own_that_is_no_music(event):
    assert RECIPES[sound_of(event)][0] == "effects"
    assert len({sound_of(name) for name in EVENTS}) == len(EVENTS)
