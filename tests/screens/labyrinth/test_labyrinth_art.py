"""The labyrinth’s tiles and board: of their size, passages read at a glance, lit from one side, baked once in time."""

from itertools import combinations, pairwise
from typing import get_args

import pygame
import pytest

from logic.labyrinth.components import OPEN, STEPS
from sprites.labyrinth import art
from sprites.labyrinth.stone import FRONT, GRAINS, HALF
from tests.artparts import (
    VISIBLE,
    alpha,
    at,
    baked_anew,
    difference,
    differs_each_time,
    light,
    luminance,
    pixels,
    ratio,
    rim,
)

SIDES = (5, 17, 40, 64, 112, 161, 203)
SMALL = 40
OPENS = sorted(set(OPEN.values()))
EVERY_SUBSET = ["".join(sides) for count in range(5) for sides in combinations("NESW", count)]
SEATS = range(4)


# -- sizes and alpha


@pytest.mark.parametrize("side", SIDES)
def test_every_picture_has_the_size_asked_for(kit, side):
    pictures = [art.tile(kit, sides, side, fixed=fixed) for sides in OPENS for fixed in (False, True)]
    pictures += [art.tile(kit, "ES", side, fixed=True, seat=0), art.shutter(kit, side, 0.5)]
    pictures += [art.arrow(kit, way, side, state) for way in get_args(art.Way) for state in get_args(art.State)]
    pictures += [art.pawn(kit, seat, side) for seat in SEATS]
    pictures += [art.glow(kit, side, what, "NSW") for what in get_args(art.Glow)]
    pictures += [art.dot(kit, side, what) for what in get_args(art.Dot)]
    pictures += [art.tile(kit, "NS", side, mark=mark) for mark in art.RUNES]
    assert {picture.get_size() for picture in pictures} == {(side, side)}


@pytest.mark.parametrize(("rows", "cols"), [(7, 7), (5, 5), (9, 9), (3, 5)])
@pytest.mark.parametrize("cell", [9.5, 40.0])
def test_the_board_has_the_size_of_its_tiles_and_frame(kit, rows, cols, cell):
    size = round(cell * (cols + 2 * art.RIM)), round(cell * (rows + 2 * art.RIM))
    assert art.size_of(rows, cols, cell) == size
    board = art.board(kit, rows, cols, cell, [(1, 0, "E"), (rows - 1, 1, "N")])
    assert board.get_size() == size
    cover = alpha(board)
    assert cover[0, 0] < 200
    assert cover[size[0] // 3 : -size[0] // 3, 1:-1].min() > 250


def test_a_tile_that_moves_has_a_gap_around_it_and_one_that_stays_is_mortared_in(kit):
    assert alpha(art.tile(kit, "NS", 120, fixed=True)).min() == 255
    loose = alpha(art.tile(kit, "NS", 120))
    assert loose[4:-4, 4:-4].min() == 255
    assert loose[0, 0] < 200


@pytest.mark.parametrize("seat", SEATS)
def test_no_seeker_is_cut_at_the_edge(kit, seat):
    assert (rim(art.pawn(kit, seat, 160)) > 60).mean() < 0.03


def test_a_shadow_is_larger_than_its_tile_the_more_so_the_higher_it_is_lifted(kit):
    widths = [art.tile_shadow(kit, 64, lift).get_width() for lift in (0, 0.5, 1)]
    assert 64 < widths[0] < widths[1] < widths[2]


# -- passages


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("sides", EVERY_SUBSET)
def test_a_side_is_dark_where_it_is_open_and_pale_where_it_is_not(kit, strong, sides, fixed):
    for look in (kit, strong):
        shown = art.tile(look, sides, 120, fixed=fixed)
        for side, step in STEPS.items():
            edge = light(shown, at(120, step.col * 0.4, step.row * 0.4, 0.05))
            middle = light(shown, at(120, 0.0, 0.1, 0.05))
            wall = light(shown, at(120, -0.36, 0.36, 0.05))
            if side in sides:
                assert ratio(edge, wall) >= VISIBLE
                assert ratio(edge, middle) < 1.6
            else:
                assert ratio(edge, middle) >= 2


@pytest.mark.parametrize("side", [SMALL, 120, 200])
@pytest.mark.parametrize("fixed", [False, True])
def test_walls_stand_out_from_the_floor(kit, strong, fixed, side):
    """The contrast of all of the floor with all of the walls, however the stone varies; strong patterns double it."""
    for look, least in ((kit, VISIBLE), (strong, 2 * VISIBLE)):
        for variant in range(GRAINS):
            shown = art.tile(look, "ENSW", side, fixed=fixed, variant=variant)
            floor = light(shown, at(side, 0, 0.05, HALF - 0.08))
            walls = [light(shown, at(side, x, y, 0.08)) for x in (-0.37, 0.37) for y in (-0.37, 0.37)]
            assert ratio(floor, min(walls)) >= least


def test_floors_go_on_from_tile_to_tile(kit):
    """Two tiles whose open sides touch show one passage: no wall between them, and the same width."""
    row = pygame.Surface((240, 120))
    for number, variant in enumerate((2, 5)):
        row.blit(art.tile(kit, "EW", 120, variant=variant), (120 * number, 0))
    below = luminance(pixels(row))
    lower = [max(y for y in range(40, 100) if below[x, y] < 0.25 and below[x, y + 3] > 0.35) for x in (108, 132)]
    assert abs(lower[0] - lower[1]) <= 4
    assert below[100:140, 62:80].max() < 0.35


@pytest.mark.parametrize("sides", OPENS)
def test_the_light_comes_from_the_upper_left_however_a_tile_lies(kit, sides):
    """The edges of a tile that face the light are lighter than those that turn away."""
    for quarters in range(4):
        shown = luminance(pixels(art.tile(kit, art.turned(sides, quarters), 120)))
        corner = slice(4, 24)
        assert shown[corner, 3:6].mean() > shown[corner, -6:-3].mean()
        assert shown[3:6, corner].mean() > shown[-6:-3, corner].mean()


def test_turning_by_quarters_leads_around(kit):
    assert [art.turned("NSW", quarters) for quarters in range(5)] == ["NSW", "NEW", "NES", "ESW", "NSW"]
    assert art.tile(kit, "WSN", 64) is art.tile(kit, "NSW", 64)


def test_the_front_of_a_wall_is_seen_below_it_and_nowhere_else(kit):
    """Between the pale top of the upper wall and the sand lies a strip that is neither, as high as said."""
    shown = luminance(pixels(art.tile(kit, "EW", 200)))[100]
    top = round((0.5 - HALF) * 200)
    strip = shown[top + 3 : top + round(FRONT * 200) - 3]
    assert shown[top - 12 : top - 5].mean() > 1.4 * strip.mean() > 1.4 * 0.05
    lower = round((0.5 + HALF) * 200)
    assert shown[lower + 5] > 3 * shown[lower - 8]


# -- what a picture depends on, and when it is baked


def test_the_same_picture_is_painted_each_time():
    paints = (
        lambda look: art.tile(look, "NSW", 75, variant=5),
        lambda look: art.pawn(look, 2, 75),
        lambda look: art.board(look, 5, 5, 30.0),
        lambda look: art.shutter(look, 45, 1.0),
        lambda look: art.tray(look, (90, 90), 60),
    )
    assert differs_each_time(paints) == []


def test_pictures_are_baked_once(kit):
    bakes = (
        lambda: art.tile(kit, "NSW", 50, variant=9, fixed=True),
        lambda: art.turning(kit, "NSW", 50, 1, 0.4),
        lambda: art.board(kit, 5, 5, 20.0, [(1, 0, "E")]),
        lambda: art.tray(kit, (80, 80), 50),
        lambda: art.shutter(kit, 30, 0.5),
        lambda: art.pawn(kit, 1, 50),
        lambda: art.glow(kit, 50, "reach", "ES"),
        lambda: art.dot(kit, 50, "end"),
        lambda: art.tile_shadow(kit, 50, 0.3),
    )
    assert baked_anew(bakes) == []


# -- a tile that turns


def test_a_tile_turns_from_how_it_lay_to_how_it_will_lie(kit):
    assert art.turning(kit, "NSW", 64, 1, 0.0) is art.tile(kit, "NSW", 64)
    assert art.turning(kit, "NSW", 64, 1, 1.0) is art.tile(kit, "ENW", 64)
    assert art.turning(kit, "NSW", 64, -1, 1.0) is art.tile(kit, "ESW", 64)


@pytest.mark.parametrize("way", [-1, 1])
def test_a_turn_has_no_leap(kit, way):
    """From picture to picture, all of them around the same middle, little changes; in both directions."""

    def canvas(share):
        whole = pygame.Surface((100, 100))
        shown = art.turning(kit, "ES", 64, way, share)
        whole.blit(shown, shown.get_rect(center=(50, 50)))
        return whole

    steps = [canvas(share / 12) for share in range(13)]
    changes = [difference(one, other) for one, other in pairwise(steps)]
    assert max(changes) < 3 * min(changes)
    assert max(changes) < 26
