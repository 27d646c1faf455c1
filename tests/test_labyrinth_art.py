"""The labyrinth’s pictures: of their size, read at a glance, told apart by eye and in grey, baked once and not late."""

import time
from itertools import combinations, pairwise
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from logic.labyrinth.board import OPEN, STEPS
from logic.labyrinth.board import Mark as BoardMark
from logic.labyrinth.params import Params
from sprites import labyrinth_art as art
from sprites.labyrinth_arrows import SHUTTER_STEPS
from sprites.labyrinth_effects import FALLING, MOTES, SHOWS, LabyrinthEffects, draw_tumbling, tumble
from sprites.labyrinth_stone import FRONT, GRAINS, HALF
from tests.artparts import (
    alpha,
    difference,
    effect_frame,
    has_few_small_motes,
    is_seen_and_over,
    passing,
    pixels,
    ratio,
    rim,
    rounds_of_baking,
    strong_kit,  # noqa: F401 - a fixture
    usual_kit,  # noqa: F401 - a fixture
    withstands_a_storm,
)
from tests.gallery import make_kit
from tests.test_contrast import VISIBLE, luminance

SIDES = (5, 17, 40, 64, 112, 161, 203)
SMALL = 40
OPENS = sorted(set(OPEN.values()))
EVERY_SUBSET = ["".join(sides) for count in range(5) for sides in combinations("NESW", count)]
STATES = get_args(art.State)
WAYS = get_args(art.Way)
GLOWS = get_args(art.Glow)
SEATS = range(4)
BOARD_SECONDS = 1.5
"""Several times the processor time that a board at 1080p takes: only a blunder goes beyond it."""


def light(surface, part=None):
    """Give the median luminance of a picture, or of a part of it."""
    shown = luminance(pixels(surface))
    return float(np.median(shown if part is None else shown[part]))


def at(side, x, y, reach=0.06):
    """Give the pixels around a place, in cells from the middle of a tile."""
    return tuple(slice(round((0.5 + c - reach) * side), round((0.5 + c + reach) * side)) for c in (x, y))


def on(ground, *figures):
    """Give figures laid on a ground of their size."""
    whole = ground.copy()
    for figure in figures:
        whole.blit(figure, figure.get_rect(center=whole.get_rect().center))
    return whole


# -- sizes and alpha


@pytest.mark.parametrize("side", SIDES)
def test_every_picture_has_the_size_asked_for(kit, side):
    pictures = [art.tile(kit, sides, side, fixed=fixed) for sides in OPENS for fixed in (False, True)]
    pictures += [art.tile(kit, "ES", side, fixed=True, seat=0), art.shutter(kit, side, 0.5)]
    pictures += [art.arrow(kit, way, side, state) for way in WAYS for state in STATES]
    pictures += [art.pawn(kit, seat, side) for seat in SEATS]
    pictures += [art.glow(kit, side, what, "NSW") for what in GLOWS]
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


# -- told apart


@pytest.mark.parametrize("grey", [False, True])
def test_any_two_open_sets_are_told_apart(kit, grey):
    shown = {sides: art.tile(kit, sides, SMALL) for sides in OPENS}
    for one, other in combinations(OPENS, 2):
        assert difference(shown[one], shown[other], grey=grey) > 8, (one, other)


def test_tiles_do_not_look_stamped(kit):
    shown = [art.tile(kit, "NS", 120, variant=variant) for variant in range(GRAINS)]
    assert all(difference(one, other) > 2 for one, other in combinations(shown, 2))
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
    assert all(difference(one, other, grey=grey) > 5 for one, other in combinations(shown, 2))


def test_seekers_are_told_apart_by_their_outlines(kit):
    heads = [alpha(art.pawn(kit, seat, 160))[:, :58] > 200 for seat in SEATS]
    for one, other in combinations(heads, 2):
        assert (one ^ other).sum() / (one | other).sum() > 0.08


@pytest.mark.parametrize("seat", SEATS)
def test_a_start_bears_its_seats_colour(kit, seat):
    shown = pixels(art.tile(kit, "ES", 120, fixed=True, seat=seat))
    colour = pygame.Color(kit.theme.players[seat].colour)
    near = np.abs(shown - [colour.r, colour.g, colour.b]).max(axis=2) < 60
    assert near[34:86, 34:86].mean() > 0.2


def test_starts_are_told_apart_in_grey_by_shape_and_pattern(kit):
    shown = [art.tile(kit, "ES", 64, fixed=True, seat=seat) for seat in SEATS]
    assert all(difference(one, other, grey=True) > 1.5 for one, other in combinations(shown, 2))


def test_strong_patterns_change_stone_starts_and_seekers(kit, strong):
    for paint in (
        lambda look: art.tile(look, "NSW", 64),
        lambda look: art.tile(look, "ES", 64, fixed=True, seat=1),
        lambda look: art.pawn(look, 1, 64),
    ):
        assert difference(paint(kit), paint(strong)) > 1


def test_arrows_tell_their_state_and_their_way(kit):
    shown = {state: art.arrow(kit, "E", SMALL, state) for state in STATES}
    for one, other in combinations(STATES, 2):
        assert difference(shown[one], shown[other], grey=True) > 6, (one, other)
    for one, other in combinations(WAYS, 2):
        assert difference(art.arrow(kit, one, SMALL, "ready"), art.arrow(kit, other, SMALL, "ready"), grey=True) > 6


def test_an_arrow_that_is_ready_stands_out_and_one_aimed_at_more_so(kit):
    frame = light(art.board(kit, 3, 3, 60.0))
    lit = [np.percentile(luminance(pixels(art.arrow(kit, "S", 60, state))), 75) for state in ("asleep", "ready", "aim")]
    assert lit[0] < lit[1] < lit[2]
    assert ratio(float(lit[1]), frame) >= VISIBLE


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
    assert all(difference(one, other) > 0.5 for one, other in combinations(tiles, 2))


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


def test_what_can_be_reached_is_told_from_what_would_be_and_from_the_bare_floor(kit):
    for look in (kit, make_kit((1920, 1080), strong_patterns=True)):
        tile = art.tile(look, "NSW", SMALL)
        shown = [tile, *(on(tile, art.glow(look, SMALL, what, "NSW")) for what in ("reach", "preview"))]
        assert all(difference(one, other) > 6 for one, other in combinations(shown, 2))
        assert all(difference(one, other, grey=True) > 2 for one, other in combinations(shown, 2))


def test_the_other_lights_do_not_ask_for_passages(kit):
    for what in ("cursor", "hint", "goal", "line"):
        assert art.glow(kit, 64, what, "NS") is art.glow(kit, 64, what, "EW")


def test_marks_are_told_apart_by_shape(kit):
    shown = {what: alpha(art.glow(kit, SMALL, what)) for what in ("cursor", "hint", "goal", "line")}
    for one, other in combinations(shown, 2):
        assert np.abs(shown[one] - shown[other]).mean() > 8, (one, other)


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


# -- what a picture depends on, and when it is baked


def test_the_same_picture_is_painted_each_time():
    one, other = (make_kit((1920, 1080)) for _ in range(2))
    for paint in (
        lambda look: art.tile(look, "NSW", 75, variant=5),
        lambda look: art.pawn(look, 2, 75),
        lambda look: art.board(look, 5, 5, 30.0),
        lambda look: art.shutter(look, 45, 1.0),
        lambda look: art.tray(look, (90, 90), 60),
    ):
        assert difference(paint(one), paint(other)) == 0


def test_pictures_are_baked_once(kit):
    for bake in (
        lambda: art.tile(kit, "NSW", 50, variant=9, fixed=True),
        lambda: art.turning(kit, "NSW", 50, 1, 0.4),
        lambda: art.board(kit, 5, 5, 20.0, [(1, 0, "E")]),
        lambda: art.tray(kit, (80, 80), 50),
        lambda: art.shutter(kit, 30, 0.5),
        lambda: art.pawn(kit, 1, 50),
        lambda: art.glow(kit, 50, "reach", "ES"),
        lambda: art.dot(kit, 50, "end"),
        lambda: art.tile_shadow(kit, 50, 0.3),
    ):
        assert bake() is bake()


def classic(kit, cell):
    """Give the pictures of the first position of the usual board, and draw nothing."""
    params = Params()
    art.board(kit, params.size, params.size, float(cell), params.arrows)
    for number in range(50):
        art.tile(kit, OPENS[number % len(OPENS)], cell, fixed=number % 3 == 0, variant=number)
    for arrow in params.arrows:
        art.arrow(kit, arrow.side, round(cell * art.ARROW), "ready")
    for seat in SEATS:
        art.pawn(kit, seat, cell)


def test_a_whole_board_is_baked_quickly():
    start = time.process_time()
    classic(make_kit((1920, 1080)), 122)
    assert time.process_time() - start < BOARD_SECONDS


def baked_by(kit, draw):
    """Give the keys of the pictures that drawing has to bake."""
    baked, keep = [], kit.bakery.keep
    kit.bakery.keep = lambda key, bake: keep(key, lambda: (baked.append(key), bake())[1])
    draw()
    kit.bakery.keep = keep
    return baked


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


# -- a tile that falls out


def test_a_tile_tumbles_in_an_arc_and_comes_to_lie_as_it_was():
    start, end = (7.5, 1.5), (9.0, 6.0)
    poses = [tumble(start, end, share / 60) for share in range(61)]
    assert (poses[0].x, poses[0].y) == start
    assert (poses[-1].x, poses[-1].y) == end
    assert poses[0].z == pytest.approx(0)
    assert poses[-1].z == pytest.approx(0, abs=1e-6)
    assert poses[-1].flip == pytest.approx(1)
    assert np.sin(poses[-1].angle) == pytest.approx(0, abs=1e-6)
    assert max(pose.z for pose in poses) > 0.9
    assert min(pose.flip for pose in poses) < -0.9
    assert all(abs(a.x - b.x) < 0.2 and abs(a.z - b.z) < 0.2 for a, b in pairwise(poses))


def test_reduced_motion_lets_nothing_tumble():
    poses = [tumble((7.5, 1.5), (9.0, 6.0), share / 20, reduced_motion=True) for share in range(21)]
    assert {(pose.x, pose.y) for pose in poses} == {(7.5, 1.5), (9.0, 6.0)}
    assert {(pose.angle, pose.flip, pose.z, pose.scale) for pose in poses} == {(0, 1, 0, 1)}
    assert [poses[i].alpha for i in (0, 10, 20)] == [1, 0, 1]


def tumbling(kit, face, share):
    table = pygame.Surface((300, 200))
    draw_tumbling(table, kit, face, tumble((0, 0), (1, 0), share), (150, 100), key="NS")
    return table


def test_both_sides_of_a_tumbling_tile_are_seen(kit):
    face = art.tile(kit, "NS", 60)
    assert all(pixels(tumbling(kit, face, share / 40)).max() > 60 for share in range(40))
    assert difference(tumbling(kit, face, 0.4), tumbling(kit, face, 0)) > 4


def test_each_direction_of_a_tumbling_tile_is_baked_once():
    kit = make_kit((1280, 720))
    face = art.tile(kit, "NS", 60)
    for share in range(200):
        tumbling(kit, face, share / 200)
    made = baked_by(kit, lambda: [tumbling(kit, face, share / 130) for share in range(130)])
    assert made == []


# -- effects

LINE = {f"t{col}": (Cell(1, col - 1), Cell(1, col)) for col in range(6)}
EVENTS = {
    "push": {**LINE, "p1": (Cell(1, 2), Cell(1, 3))},
    "carried": {"p0": (Cell(1, 4), Cell(1, 0))},
    "swap": {"p0": (Cell(0, 0), Cell(2, 4)), "p2": (Cell(2, 4), Cell(0, 0))},
    "collect": {"owl": (Cell(1, 2),)},
    "home": {"p0": (Cell(0, 0),)},
    "last": {"p0": (Cell(1, 3),)},
}


def frame(kit, name, share, *, steps=1):
    return effect_frame(LabyrinthEffects(kit), Event(name, EVENTS[name]), share, steps=steps)


def test_every_event_that_is_shown_is_tried_here():
    assert set(EVENTS) == set(SHOWS)


@pytest.mark.parametrize("name", EVENTS)
def test_an_effect_is_seen_and_then_over(kit, name):
    assert is_seen_and_over(lambda: LabyrinthEffects(kit), Event(name, EVENTS[name]), longest=2)


@pytest.mark.parametrize("line", ["row", "column"])
def test_dust_keeps_to_the_edges_of_the_pushed_line(kit, line):
    def cell(along):
        return Cell(1, along) if line == "row" else Cell(along, 1)

    effects = LabyrinthEffects(kit)
    length = effects.begin(Event("push", {f"t{i}": (cell(i - 1), cell(i)) for i in range(6)}))
    effects.update(0.2 * length)
    seen = [(mote.x, mote.y) if line == "row" else (mote.y, mote.x) for mote in effects.seen() if mote.name == "dust"]
    assert len(seen) > 4
    assert {round(aside - (0.06 if line == "row" else 0)) for _, aside in seen} <= {1, 2}


def test_crumbs_fly_where_the_line_comes_out(kit):
    effects = LabyrinthEffects(kit)
    length = effects.begin(Event("push", EVENTS["push"]))
    effects.update(0.5 * length)
    crumbs = [mote for mote in effects.seen() if mote.name in ("crumb", "chip")]
    assert crumbs
    assert all(4.5 < mote.x < 6.5 for mote in crumbs)


@pytest.mark.parametrize("name", ["push_again", "turn_again", "peek", "exchange", "wall", "an event of some new game"])
def test_events_without_a_picture_show_nothing(kit, name):
    effects = LabyrinthEffects(kit)
    assert effects.begin(Event(name, {})) == 0
    assert effects.begin(Event("collect", {})) == effects.begin(Event("collect", {"owl": ()})) == 0
    assert not effects.update(0)


@pytest.mark.parametrize("show", ["shutter", "landed"])
def test_dust_flies_where_a_shutter_or_a_tile_comes_down(kit, show):
    effects = LabyrinthEffects(kit)
    length = getattr(effects, show)((2.5, 1.5))
    effects.update(length / 3)
    seen = list(effects.seen())
    assert seen
    assert all(abs(mote.x - 2.5) < 1 and abs(mote.y - 1.5) < 1 for mote in seen)


@pytest.mark.parametrize("name", EVENTS)
def test_time_may_be_cut_as_it_likes(kit, name):
    assert difference(frame(kit, name, 0.6), frame(kit, name, 0.6, steps=7)) < 0.05


def test_riches_rain_on_the_whole_board_and_are_gone_in_the_end(kit):
    effects = LabyrinthEffects(kit)
    length = effects.celebrate(7, 7)
    assert length == kit.theme.seconds.celebrate
    effects.update(length / 2)
    seen = list(effects.seen())
    assert FALLING / 2 < len(seen) <= FALLING
    assert max(mote.x for mote in seen) - min(mote.x for mote in seen) > 4
    assert not effects.update(length)


@pytest.mark.parametrize("name", EVENTS)
def test_reduced_motion_moves_nothing(name):
    still = make_kit((1920, 1080), reduced_motion=True)
    effects = LabyrinthEffects(still)
    length = effects.begin(Event(name, EVENTS[name]))
    places = set()
    for _ in range(6):
        effects.update(length / 8)
        places.add(tuple((mote.x, mote.y, mote.size) for mote in effects.seen()))
    assert len(places) == 1
    assert LabyrinthEffects(still).celebrate(7, 7) == 0


@pytest.mark.parametrize("name", [*EVENTS, "celebrate"])
def test_a_frame_is_few_small_pictures(kit, name):
    effects = LabyrinthEffects(kit)
    length = effects.celebrate(7, 7) if name == "celebrate" else effects.begin(Event(name, EVENTS[name]))
    assert all(has_few_small_motes(effects, MOTES, 3.2) for _ in passing(effects, length))


def test_a_storm_of_events_stays_bounded_and_can_be_ended(kit):
    effects = LabyrinthEffects(kit)
    assert withstands_a_storm(effects, Event("collect", EVENTS["collect"]))


def test_what_effects_need_can_be_baked_ahead(kit):
    assert rounds_of_baking(LabyrinthEffects(kit)) == len(MOTES.solid) + len(MOTES.soft)


def test_the_front_of_a_wall_is_seen_below_it_and_nowhere_else(kit):
    """Between the pale top of the upper wall and the sand lies a strip that is neither, as high as said."""
    shown = luminance(pixels(art.tile(kit, "EW", 200)))[100]
    top = round((0.5 - HALF) * 200)
    strip = shown[top + 3 : top + round(FRONT * 200) - 3]
    assert shown[top - 12 : top - 5].mean() > 1.4 * strip.mean() > 1.4 * 0.05
    lower = round((0.5 + HALF) * 200)
    assert shown[lower + 5] > 3 * shown[lower - 8]
