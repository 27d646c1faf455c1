"""What is seen of events in the dragon’s labyrinth: each told apart, over in time, bounded, baked once and not late."""

from itertools import combinations
from typing import get_args

import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon.board import Field, KnightKind
from sprites.dragon import art
from sprites.dragon.effects import MOTES, SHOWS, Effects
from sprites.stage.effects import FADED_AT
from tests.artparts import (
    SQUARE,
    bakes_all_ahead,
    cut_difference,
    difference,
    effect_frame,
    is_seen_and_over,
    pixels,
    withstands_a_storm,
)
from tests.gallery import make_kit

HERE, THERE = Cell(1, 1), Cell(1, 3)
EVENTS = {
    "eat": {"K1": (HERE,)},
    "fill": {"K1": (HERE,)},
    "crumble": {"@": (HERE,)},
    "regrow": {"@": (HERE,)},
    "blast": {"@": (HERE,), "K1": (HERE,)},
    "topple": {"@": (HERE,)},
    "teleport": {"K1": (HERE, THERE)},
    "leap": {"K1": (HERE, THERE)},
    "fall": {"K1": (HERE,)},
    "hide": {"K1": (HERE,)},
    "crush": {"K1": (HERE,)},
    "bounce": {"K1": (HERE, THERE, HERE)},
    "supply": {"K1": (HERE,)},
    "restock": {"@": (HERE,)},
    "mine_back": {"@": (HERE,)},
}
SECONDS = 0.35


def frame(kit, name, share, *, kinds=None, paths=None, floor=False):
    """Draw an event on a black table, or on the floor, when that share of its time is over."""
    table = pygame.Surface((5 * SQUARE, 3 * SQUARE))
    for place in [(col * SQUARE, row * SQUARE) for row in range(3) for col in range(5)] if floor else ():
        table.blit(art.tile(kit, Field("plain"), SQUARE), place)
    event = Event(name, paths or EVENTS[name])
    return effect_frame(Effects(kit), event, SECONDS, kinds, share=share, table=table)


def test_every_event_that_is_shown_is_tried_here():
    assert set(EVENTS) == set(SHOWS)


@pytest.mark.parametrize("name", EVENTS)
def test_an_effect_is_seen_and_then_over(kit, name):
    assert is_seen_and_over(lambda: Effects(kit), Event(name, EVENTS[name]), SECONDS, longest=1)


@pytest.mark.parametrize("grey", [False, True])
def test_any_two_effects_are_told_apart(kit, grey):
    shown = {name: [frame(kit, name, share, floor=True) for share in (0.25, 0.5, 0.7)] for name in EVENTS}
    for one, other in combinations(shown, 2):
        apart = max(difference(a, b, grey=grey) for a, b in zip(shown[one], shown[other], strict=True))
        assert apart > 0.9, (one, other)


def test_events_without_a_picture_show_nothing(kit):
    effects = Effects(kit)
    for name in ("go", "enter", "reveal", "an event of some new game"):
        assert effects.begin(Event(name, {"K1": (HERE, THERE)}), SECONDS) == 0
    assert effects.begin(Event("blast", {}), SECONDS) == 0
    assert not effects.update(0)


def test_the_knight_who_falls_is_the_right_one(kit):
    assert (
        difference(frame(kit, "fall", 0.1, kinds={"K1": "eater"}), frame(kit, "fall", 0.1, kinds={"K1": "builder"}))
        > 0.5
    )


def test_the_same_event_looks_the_same_and_another_square_another_way(kit):
    assert difference(frame(kit, "eat", 0.5), frame(kit, "eat", 0.5)) == 0
    aside = frame(kit, "eat", 0.5, paths={"K1": (Cell(1, 3),)})
    aside.scroll(-2 * SQUARE, 0)
    assert difference(frame(kit, "eat", 0.5), aside) > 0


def test_time_may_be_cut_as_it_likes(kit):
    assert cut_difference(lambda: Effects(kit), Event("fill", EVENTS["fill"]), SECONDS) < 0.05


@pytest.mark.parametrize("name", EVENTS)
def test_reduced_motion_fades_and_moves_nothing(name):
    still = make_kit((1920, 1080), reduced_motion=True)
    early, late = (pixels(frame(still, name, share)) for share in (0.3, 0.5))
    assert late.sum() > early.sum() > 0
    assert not ((early > 24) & (late == 0)).any()
    assert 0 < FADED_AT < 1


@pytest.mark.parametrize("name", EVENTS)
def test_a_frame_is_few_small_pictures(kit, name):
    effects = Effects(kit)
    effects.begin(Event(name, EVENTS[name]), SECONDS)
    for _ in range(40):
        motes = list(effects.seen())
        assert len(motes) <= 45
        assert all(one.name in {*MOTES.solid, *MOTES.soft, *get_args(KnightKind)} for one in motes)
        assert max((one.size for one in motes), default=0) <= 3.1
        effects.update(SECONDS / 16)


def test_a_storm_of_events_stays_bounded(kit):
    assert withstands_a_storm(Effects(kit), Event("crumble", EVENTS["crumble"]), SECONDS)


def test_what_effects_need_can_be_baked_ahead():
    assert bakes_all_ahead(Effects(make_kit((1920, 1080))))


def test_growing_motes_need_few_pictures(kit):
    sizes = {MOTES.picture(kit, "dust", size).get_width() for size in range(20, 200)}
    assert len(sizes) < 30
    assert all(abs(MOTES.picture(kit, "dust", size).get_width() - size) <= 0.06 * size + 1 for size in range(20, 200))
