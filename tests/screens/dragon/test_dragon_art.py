"""Pictures of Stone Dragon: distinguishable, in grey too, and revealing nothing."""

from itertools import combinations, product
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon.board import Field, FieldKind, KnightKind
from sprites.dragon import art
from sprites.dragon.art import FOGS
from sprites.dragon.effects import PARTICLES, Effects
from tests.screens.artparts import (
    SQUARE,
    VISIBLE,
    alike,
    alpha,
    changed_pixels,
    difference,
    effect_frame,
    highlight,
    light,
    luminance,
    on,
    outline_difference,
    pixels,
    ratio,
    rim,
    shape_difference,
)
from tests.screens.board.test_effects import CASES

SIDES = (5, 17, 36, 40, 64, 128, 131)
SMALL = 40
KINDS = get_args(KnightKind)
MARKS = get_args(art.Mark)
SQUARES = {
    "plain": (Field("plain"), {}),
    "wall": (Field("edible"), {}),
    "fallen wall": (Field("edible"), {"is_open": True}),
    "eternal wall": (Field("eternal"), {}),
    "mine": (Field("mine"), {}),
    "crater": (Field("mine"), {"is_open": True}),
    "teleport": (Field("teleport"), {}),
    "hole": (Field("hole", 2), {}),
    "filled hole": (Field("hole", 2), {"is_open": True}),
    "bricks": (Field("bricks", 3), {}),
    "teeth": (Field("teeth", 3), {}),
    "lair": (Field("lair"), {}),
    "unseen": (Field("unseen"), {}),
}


# -- sizes and alpha


def test_squares_are_opaque_and_overlays_transparent_at_their_size(kit):
    for side, (field, options) in product(SIDES, SQUARES.values()):
        square = art.tile(kit, field, side, **options)
        assert square.get_size() == (side, side)
        assert not square.get_flags() & pygame.SRCALPHA
    # what lies over a square has its size and shows what is below
    for side in SIDES:
        over = [art.entrance(kit, side), art.fog_edge(kit, side, 0b101)]
        over += [*(art.target(kit, side, mark) for mark in MARKS), *(art.knight(kit, kind, side) for kind in KINDS)]
        for picture in over:
            assert picture.get_size() == (side, side)
            assert picture.get_flags() & pygame.SRCALPHA
            assert alpha(picture).min() < 200
            assert alpha(picture).max() > 0
    # there is an icon of everything
    for what in [*get_args(FieldKind), *KINDS, "entrance", Field("hole", 7), Field("bricks", 12)]:
        icon = art.field_icon(kit, what, 48)
        assert icon.get_size() == (48, 48)
        assert alpha(icon)[0, 0] == 0
        assert alpha(icon)[24, 30] > 250


def test_knights_are_unclipped_and_distinguishable_by_outline_and_colour(kit):
    for kind in KINDS:
        assert not (rim(art.knight(kit, kind, 160)) > 128).any(), kind
    for side in (36, SMALL):
        shapes = {kind: alpha(art.knight(kit, kind, side)) > 128 for kind in KINDS}
        assert alike(shapes, 0.2, by=outline_difference) == []
    floor = art.tile(kit, Field("plain"), SMALL)
    shown = {kind: on(floor, art.knight(kit, kind, SMALL)) for kind in KINDS}
    assert alike(shown, 25) == alike(shown, 22, grey=True) == []


# -- distinguishable


@pytest.mark.parametrize("grey", [False, True])
def test_all_squares_are_distinguishable(kit, grey):
    shown = {name: art.tile(kit, field, SMALL, **options) for name, (field, options) in SQUARES.items()}
    assert alike(shown, 9, grey=grey) == []


@pytest.mark.parametrize("is_open", [False, True])
def test_hole_size_and_store_stock_and_capacity_are_visible(kit, is_open):
    sizes = (1, 2, 3, 4, 5, 6, 7, 12, 9999)
    shown = {size: art.tile(kit, Field("hole", size), SMALL, is_open=is_open) for size in sizes}
    assert alike(shown, 5, by=changed_pixels) == []
    looks = [(0, 1), (1, 1), (0, 3), (2, 3), (3, 3), (0, 5), (4, 5), (5, 5), (0, 6), (5, 6), (6, 6), (6, 12), (12, 12)]
    kind = "bricks" if is_open else "teeth"
    shown = {(stock, size): art.tile(kit, Field(kind, size), SMALL, stock=stock) for stock, size in looks}
    assert alike(shown, 5, by=changed_pixels) == []


def test_strong_patterns_change_walls_and_knights_only(kit, strong):
    for kind in ("edible", "eternal"):
        assert difference(art.tile(kit, Field(kind), 64), art.tile(strong, Field(kind), 64)) > 1
    assert difference(art.tile(kit, Field("mine"), 64), art.tile(strong, Field("mine"), 64)) == 0
    for kind in KINDS:
        assert (pixels(art.knight(kit, kind, 64)) != pixels(art.knight(strong, kind, 64))).any()


# -- contrast


def test_marks_knights_and_numbers_contrast_with_their_ground(kit):
    # marks are distinguishable by shape and stand out from the floor
    shown = {mark: art.target(kit, SMALL, mark) for mark in MARKS}
    assert alike(shown, 8, by=shape_difference) == []
    below = light(art.tile(kit, Field("plain"), SMALL))
    assert all(ratio(highlight(mark, 75), below) >= VISIBLE for mark in shown.values())
    # a knight stands out from his ground
    for kind, ground in product(KINDS, ["plain", "fallen wall", "filled hole", "crater", "eternal wall"]):
        field, options = SQUARES[ground]
        below = light(art.tile(kit, field, 120, **options))
        assert ratio(highlight(art.knight(kit, kind, 120), 80), below) >= VISIBLE
    # numbers stand out from their plate, and what a hole takes from the dark
    square = luminance(pixels(art.tile(kit, Field("hole", 23), SMALL)))[8:32, 28:39]
    assert ratio(float(np.percentile(square, 96)), float(np.percentile(square, 30))) >= 7
    square = luminance(pixels(art.tile(kit, Field("hole", 1), 120)))[45:75, 70:92]
    assert ratio(float(np.percentile(square, 96)), float(np.percentile(square, 30))) >= VISIBLE


# -- what a picture depends on


def test_tile_pictures_depend_on_visible_properties_only(kit):
    # where a teleport leads changes nothing
    assert art.tile(kit, Field("teleport"), 64) is art.tile(kit, Field("teleport", target=Cell(3, 1)), 64)
    # a store that says nothing is full
    assert art.tile(kit, Field("teeth", 4), 64) is art.tile(kit, Field("teeth", 4), 64, stock=4)
    # only walls, holes and mines can be open
    for kind in ("plain", "eternal", "teleport", "lair"):
        assert art.tile(kit, Field(kind), 64) is art.tile(kit, Field(kind), 64, is_open=True)


def test_floor_and_fog_variants_differ_and_any_index_is_valid(kit):
    floors = [art.tile(kit, Field("plain"), 64, spot=spot) for spot in range(art.SPOTS)]
    assert len(set(map(id, floors))) == art.SPOTS
    assert art.tile(kit, Field("plain"), 64, spot=art.SPOTS * 7 + 2) is floors[2]
    assert alike(floors, 1) == []
    assert alike([art.fog(kit, 64, number) for number in range(FOGS)], 1) == []


# -- fog and light


@pytest.mark.parametrize("side", [40, 64, 120])
def test_fog_tiles_join_without_seams(kit, side):
    tiles = [pixels(art.fog(kit, side, spot)) for spot in range(FOGS)]
    inside = max(np.abs(np.diff(tile, axis=axis)).mean() for tile in tiles for axis in (0, 1))
    for one, other in product(tiles, tiles):
        assert np.abs(one[-1] - other[0]).mean() < 2.2 * inside
        assert np.abs(one[:, -1] - other[:, 0]).mean() < 2.2 * inside


def test_fog_edges_cover_only_the_sides_of_unseen_squares(kit):
    assert alpha(art.fog_edge(kit, 64, 0)).max() == 0
    north = alpha(art.fog_edge(kit, 64, 0b1))
    assert north[:, 0].min() > 235
    assert north[:, 40:].max() == 0
    corner = alpha(art.fog_edge(kit, 64, 0b10))
    assert corner[-1, 0] > 235
    assert corner[:24].max() == 0
    # every mask keeps the middle of its square clear
    for mask in range(256):
        assert alpha(art.fog_edge(kit, 24, mask))[9:15, 9:15].max() < 40
    # a corner is hidden by the edge beside it
    edges = {id(art.fog_edge(kit, 24, mask)) for mask in range(256)}
    assert len(edges) == 47
    assert art.fog_edge(kit, 24, 0b1) is art.fog_edge(kit, 24, 0b10000011)
    assert art.fog_edge(kit, 24, 0b1) is not art.fog_edge(kit, 24, 0b1001)
    # of two seen squares side by side below unseen ones the torn edge continues from one to the other
    above = 0b10000011
    both = alpha(art.fog_edge(kit, 120, above))
    assert np.abs(both[-1] - both[0]).max() < 60


@pytest.mark.parametrize("radius", [3, 60, 150])
def test_the_lanterns_light_is_warm_and_ends_softly(kit, radius):
    lantern = art.lantern(kit, radius)
    assert lantern.get_size() == (2 * radius, 2 * radius)
    assert not lantern.get_flags() & pygame.SRCALPHA
    shown = pixels(lantern)
    red, green, blue = shown[radius, radius]
    assert red > green > blue
    edge = np.concatenate([shown[0], shown[-1], shown[:, 0], shown[:, -1]])
    assert edge.max() <= 1 if radius > 10 else edge.max() < red


EVENTS = CASES["dragon"].begun


def frame(kit, name, share, *, kinds=None, paths=None, floor=False):
    """Draw an event on a black table, or on the floor, when that share of its time is over."""
    table = pygame.Surface((5 * SQUARE, 3 * SQUARE))
    for place in [(col * SQUARE, row * SQUARE) for row in range(3) for col in range(5)] if floor else ():
        table.blit(art.tile(kit, Field("plain"), SQUARE), place)
    event, seconds = EVENTS[name]
    if paths:
        event = Event(name, paths)
    return effect_frame(Effects(kit), event, seconds, kinds, share=share, table=table)


@pytest.mark.parametrize("grey", [False, True])
def test_all_effects_are_distinguishable(kit, grey):
    shown = {name: [frame(kit, name, share, floor=True) for share in (0.25, 0.5, 0.7)] for name in EVENTS}
    for one, other in combinations(shown, 2):
        apart = max(difference(a, b, grey=grey) for a, b in zip(shown[one], shown[other], strict=True))
        assert apart > 0.9, (one, other)


def test_effects_vary_by_knight_and_square_and_particles_are_cached(kit):
    eater, builder = (frame(kit, "fall", 0.1, kinds={"K1": kind}) for kind in ("eater", "builder"))
    assert difference(eater, builder) > 0.5
    assert difference(frame(kit, "eat", 0.5), frame(kit, "eat", 0.5)) == 0
    aside = frame(kit, "eat", 0.5, paths={"K1": (Cell(1, 3),)})
    aside.scroll(-2 * SQUARE, 0)
    assert difference(frame(kit, "eat", 0.5), aside) > 0
    # growing particles need few pictures
    sizes = {PARTICLES.picture(kit, "dust", size).get_width() for size in range(20, 200)}
    assert len(sizes) < 30
    assert all(
        abs(PARTICLES.picture(kit, "dust", size).get_width() - size) <= 0.06 * size + 1 for size in range(20, 200)
    )
