"""What the labyrinth’s pictures tell apart, by eye and in grey: tiles, seekers, arrows, signs and lights."""

from functools import partial
from itertools import pairwise, product
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.labyrinth.components import OPEN
from logic.labyrinth.components import Mark as BoardMark
from sprites.labyrinth import art
from sprites.labyrinth.arrows import SHUTTER_STEPS
from sprites.labyrinth.stone import GRAINS
from tests.artparts import (
    BLINDNESS,
    VISIBLE,
    alike,
    alpha,
    at,
    difference,
    light,
    luminance,
    on,
    outline_difference,
    pattern_difference_to,
    pixels,
    ratio,
    shape_difference,
)

SMALL = 40
OPENS = sorted(set(OPEN.values()))
STATES = get_args(art.State)
WAYS = get_args(art.Way)
SEATS = range(4)


# -- told apart


@pytest.mark.parametrize("grey", [False, True])
def test_any_two_open_sets_are_told_apart(kit, grey):
    shown = {sides: art.tile(kit, sides, SMALL) for sides in OPENS}
    assert alike(shown, 8, grey=grey) == []


def test_tiles_do_not_look_stamped(kit):
    shown = [art.tile(kit, "NS", 120, variant=variant) for variant in range(GRAINS)]
    assert alike(shown, 2) == []
    assert art.tile(kit, "NS", 120, variant=3 + 5 * GRAINS) is shown[3]
    assert len({art.variant_of(f"t{number}") % GRAINS for number in range(1, 35)}) == GRAINS
    assert art.variant_of("t7") != art.variant_of("f7")


def test_fixed_tiles_are_told_from_loose_ones(kit):
    for sides in OPENS:
        assert difference(art.tile(kit, sides, 64), art.tile(kit, sides, 64, fixed=True)) > 4


@pytest.mark.parametrize("grey", [False, True])
def test_seekers_are_told_apart_by_colour_and_in_grey(kit, grey):
    ground = art.tile(kit, "ENSW", SMALL)
    shown = [on(ground, art.pawn(kit, seat, SMALL)) for seat in SEATS]
    assert alike(shown, 5, grey=grey) == []


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_seekers_and_starts_are_told_apart_by_shape_and_pattern_by_everybody(kit, strong, blindness):
    """However many stand on a tile, and on the smallest one: in light and dark alone, with no colour to help."""
    by = partial(pattern_difference_to, blindness)
    ground = art.tile(kit, "ENSW", SMALL)
    for look, place in product((kit, strong), (art.standing(1)[0], art.standing(4)[0])):
        side = round(place.size * SMALL)
        room = ground.subsurface(((SMALL - side) // 2,) * 2 + (side,) * 2)
        assert alike([on(room, art.pawn(look, seat, side)) for seat in SEATS], 5, by=by) == []
        assert alike([art.tile(look, "ES", SMALL, fixed=True, seat=seat) for seat in SEATS], 2.5, by=by) == []


def test_seekers_are_told_apart_by_their_outlines(kit):
    heads = [alpha(art.pawn(kit, seat, 160))[:, :58] > 200 for seat in SEATS]
    assert alike(heads, 0.08, by=outline_difference) == []


@pytest.mark.parametrize("seat", SEATS)
def test_a_start_bears_its_seats_colour(kit, seat):
    shown = pixels(art.tile(kit, "ES", 120, fixed=True, seat=seat))
    colour = pygame.Color(kit.theme.players[seat].colour)
    near = np.abs(shown - [colour.r, colour.g, colour.b]).max(axis=2) < 60
    assert near[34:86, 34:86].mean() > 0.2


def test_starts_are_told_apart_in_grey_by_shape_and_pattern(kit):
    shown = [art.tile(kit, "ES", 64, fixed=True, seat=seat) for seat in SEATS]
    assert alike(shown, 1.5, grey=True) == []


def test_strong_patterns_change_stone_starts_and_seekers(kit, strong):
    for paint in (
        lambda look: art.tile(look, "NSW", 64),
        lambda look: art.tile(look, "ES", 64, fixed=True, seat=1),
        lambda look: art.pawn(look, 1, 64),
    ):
        assert difference(paint(kit), paint(strong)) > 1


def test_arrows_tell_their_state_and_their_way(kit):
    shown = {state: art.arrow(kit, "E", SMALL, state) for state in STATES}
    assert alike(shown, 6, grey=True) == []
    assert alike({way: art.arrow(kit, way, SMALL, "ready") for way in WAYS}, 6, grey=True) == []


def test_an_arrow_that_is_ready_stands_out_and_one_aimed_at_more_so(kit):
    frame = light(art.board(kit, 3, 3, 60.0))
    lit = [
        float(np.percentile(luminance(pixels(art.arrow(kit, "S", 60, state))), 75))
        for state in ("asleep", "ready", "aim")
    ]
    assert lit[0] < lit[1] < lit[2]
    assert ratio(lit[1], frame) >= VISIBLE


def test_a_shutter_comes_down_step_by_step(kit):
    arrow = art.arrow(kit, "N", 64, "asleep")
    shown = [on(arrow, art.shutter(kit, 64, share / SHUTTER_STEPS)) for share in range(1, SHUTTER_STEPS + 1)]
    assert all(difference(one, other) > 1 for one, other in pairwise([arrow, *shown]))
    assert difference(arrow, shown[-1], grey=True) > 6


def test_arrows_lie_on_the_frame_beside_their_cells():
    assert art.arrow_place(1, 0, "E") == pytest.approx((-art.RIM / 2, 1.5))
    assert art.arrow_place(3, 6, "W") == pytest.approx((7 + art.RIM / 2, 3.5))
    assert art.arrow_place(0, 5, "S") == pytest.approx((5.5, -art.RIM / 2))
    assert art.arrow_place(6, 1, "N") == pytest.approx((1.5, 7 + art.RIM / 2))


def test_every_event_has_a_sign_and_all_are_told_apart(kit):
    assert set(art.RUNES) == set(get_args(BoardMark))
    tiles = [art.tile(kit, "NS", SMALL, mark=mark) for mark in (None, *art.RUNES)]
    assert alike(tiles, 0.5) == []


def test_a_sign_leaves_the_passages_free(kit):
    """It lies on the upper right corner, which is wall however the tile lies."""
    for sides in OPENS:
        plain, marked = (pixels(art.tile(kit, sides, 120, mark=mark)) for mark in (None, "swap"))
        changed = np.abs(plain - marked).max(axis=2) > 12
        assert changed.any()
        assert not changed[:78].any()
        assert not changed[:, 42:].any()


def test_a_treasure_takes_more_of_a_small_tile_and_never_all_of_it():
    assert art.medal_side(122) == round(art.MEDAL * 122)
    assert art.medal_side(40) == 30
    assert all(4 <= art.medal_side(cell) <= cell for cell in range(6, 250))
    assert all(art.medal_side(cell) <= art.medal_side(cell + 1) for cell in range(6, 250))


# -- lights


@pytest.mark.parametrize("what", ["reach", "preview"])
def test_a_light_keeps_to_the_passage(kit, what):
    for sides in OPENS:
        lit = alpha(art.glow(kit, 120, what, sides)) > 20
        bare = luminance(pixels(art.tile(kit, sides, 120)))
        assert lit[60, 66:72].all()
        assert not lit[4:28, 4:28].any()
        assert not lit[92:116, 92:116].any()
        assert (bare[lit] < 0.45).mean() > 0.93


def test_what_can_be_reached_is_told_from_what_would_be_and_from_the_bare_floor(kit, strong):
    for look in (kit, strong):
        tile = art.tile(look, "NSW", SMALL)
        shown = [tile, *(on(tile, art.glow(look, SMALL, what, "NSW")) for what in ("reach", "preview"))]
        assert alike(shown, 6) == alike(shown, 2, grey=True) == []


def test_the_other_lights_do_not_ask_for_passages(kit):
    for what in ("cursor", "hint", "goal", "line"):
        assert art.glow(kit, 64, what, "NS") is art.glow(kit, 64, what, "EW")


def test_marks_are_told_apart_by_shape(kit):
    shown = {what: art.glow(kit, SMALL, what) for what in ("cursor", "hint", "goal", "line")}
    assert alike(shown, 8, by=shape_difference) == []


def test_the_way_is_seen_on_a_lit_floor(kit):
    floor = on(art.tile(kit, "EW", 120), art.glow(kit, 120, "reach", "EW"))
    bead = light(on(floor, art.dot(kit, 120)), at(120, 0, 0, 0.04))
    assert ratio(bead, 0) > 10
    edge = luminance(pixels(on(floor, art.dot(kit, 120))))[50:70, 60]
    assert ratio(bead, float(edge.min())) >= VISIBLE


# -- several on a tile


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_up_to_four_stand_on_a_tile_and_all_are_seen(kit, count):
    places = art.standing(count)
    assert len(places) == count
    assert [place.down for place in places] == sorted(place.down for place in places)
    side = 120
    ground = art.tile(kit, "ENSW", side)
    whole = ground.copy()
    for seat, place in enumerate(places):
        figure = art.pawn(kit, seat, round(place.size * side))
        whole.blit(figure, figure.get_rect(center=(side * (0.5 + place.right), side * (0.5 + place.down))))
        assert abs(place.right) + place.size / 2 <= 0.56
        assert abs(place.down) + place.size / 2 <= 0.56
    colours = [pygame.Color(kit.theme.players[seat].colour) for seat in range(count)]
    shown = pixels(whole)
    for colour in colours:
        assert (np.abs(shown - [colour.r, colour.g, colour.b]).max(axis=2) < 50).sum() > 120


def test_more_than_four_stand_like_four():
    assert art.standing(9) == art.standing(4)
    assert art.standing(0) == art.standing(1)
