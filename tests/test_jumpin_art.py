"""The meadow’s pictures: of their size, told apart by eye and in grey, standing out from the turf, baked once."""

from itertools import combinations, pairwise
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from logic.jumpin.board import STANDARD, Board
from sprites import jumpin_art as art
from sprites.jumpin_effects import FALLING, MOTES, SHOWS, MeadowEffects, Shape, draw_shaped, hop_shape
from sprites.jumpin_foxes import PELTS
from sprites.jumpin_rabbits import COATS
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

SIDES = (5, 17, 40, 64, 161, 203)
SMALL = 40
LOOKS = {"front": None, "up": Cell(-2, 0), "down": Cell(3, 0), "left": Cell(0, -2), "right": Cell(0, 2)}
MOODS = get_args(art.Mood)
MARKS = get_args(art.Mark)
RABBITS = range(1, len(COATS) + 1)
FOXES = range(1, len(PELTS) + 1)
SMALL_BOARD = Board(3, 5, (Cell(0, 0), Cell(2, 2)), fox_rows=(1,), fox_cols=(3,))
RAILS = (art.Rail(level=True, line=1), art.Rail(level=False, line=3))


@pytest.fixture(scope="module")
def turf(kit):
    """One square of the turf, without a hole and without a rail."""
    return square_of(art.meadow(kit, STANDARD, 64.0), Cell(1, 2), 64)


def square_of(meadow, cell, side):
    left, top = (round((place + art.RIM) * side) for place in (cell.col, cell.row))
    return meadow.subsurface((left, top, side, side))


def standing(turf, figure):
    """Give a figure on the turf, scaled to its size."""
    ground = pygame.transform.smoothscale(turf, figure.get_size())
    ground.blit(figure, (0, 0))
    return ground


# -- sizes and alpha


@pytest.mark.parametrize("side", SIDES)
def test_every_figure_has_the_size_asked_for_and_shows_what_is_below(kit, side):
    square = [art.rabbit(kit, 2, side, look) for look in LOOKS.values()]
    square += [art.rabbit_home(kit, 2, side, look) for look in LOOKS.values()]
    square += [art.mushroom(kit, side, spot, in_hole=in_hole) for spot in range(4) for in_hole in (False, True)]
    square += [art.target(kit, side, mark) for mark in MARKS]
    square += [art.piece_icon(kit, what, side) for what in get_args(art.Piece)]
    foxes = [(art.fox(kit, 1, side, True, way), (2 * side, side)) for way in (-1, 1)]
    foxes += [(art.fox(kit, 1, side, False, way), (side, 2 * side)) for way in (-1, 1)]
    for picture, size in [(picture, (side, side)) for picture in square] + foxes:
        assert picture.get_size() == size
        assert alpha(picture).min() < 200
        assert alpha(picture).max() > 0


@pytest.mark.parametrize("board", [STANDARD, SMALL_BOARD, Board(7, 7, (Cell(0, 0),))])
@pytest.mark.parametrize("cell", [9.5, 64.0])
def test_the_meadow_and_its_coordinates_have_the_size_of_the_board(kit, board, cell):
    size = round(cell * (board.cols + 2 * art.RIM)), round(cell * (board.rows + 2 * art.RIM))
    assert art.size_of(board, cell) == size
    assert art.meadow(kit, board, cell, RAILS).get_size() == size
    assert art.coordinates(kit, board, cell).get_size() == size


def test_the_meadow_is_solid_but_for_its_round_corners(kit):
    cover = alpha(art.meadow(kit, STANDARD, 64.0))
    assert cover[0, 0] == 0
    assert cover[20:-20, 20:-20].min() > 250


@pytest.mark.parametrize("look", LOOKS)
def test_no_silhouette_is_cut_at_the_edge(kit, look):
    for number in RABBITS:
        assert (rim(art.rabbit(kit, number, 160, LOOKS[look])) > 128).mean() < 0.03, number
    for level in (True, False):
        for way in (-1, 1):
            assert (rim(art.fox(kit, 1, 160, level, way)) > 128).mean() < 0.03
    assert all((rim(art.mushroom(kit, 160, spot)) > 128).mean() < 0.03 for spot in range(4))


def test_who_is_home_is_seen_by_head_and_ears_alone(kit):
    """What sits in the burrow ends at its near edge; outside it stands complete, down to the feet."""
    for number in RABBITS:
        home, away = (alpha(picture(kit, number, 160)) for picture in (art.rabbit_home, art.rabbit))
        assert home[80, 60] > 250
        assert home[70:90, 150:].max() < 200
        assert away[70:90, 143:150].min() > 150


# -- told apart


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("at_home", [False, True])
def test_any_two_rabbits_are_told_apart(kit, turf, grey, at_home):
    paint = art.rabbit_home if at_home else art.rabbit
    shown = [standing(turf, paint(kit, number, SMALL)) for number in RABBITS]
    for one, other in combinations(shown, 2):
        assert difference(one, other, grey=grey) > 4


def test_the_first_four_rabbits_are_told_apart_from_any_side(kit, turf):
    for look in LOOKS.values():
        shown = [standing(turf, art.rabbit(kit, number, SMALL, look)) for number in range(1, 5)]
        for one, other in combinations(shown, 2):
            assert difference(one, other, grey=True) > 6


@pytest.mark.parametrize("number", RABBITS)
def test_one_sees_where_a_rabbit_looks(kit, turf, number):
    shown = {name: standing(turf, art.rabbit(kit, number, SMALL, look)) for name, look in LOOKS.items()}
    for one, other in combinations(shown, 2):
        assert difference(shown[one], shown[other], grey=True) > 3, (one, other)


@pytest.mark.parametrize("number", RABBITS)
def test_one_sees_how_a_rabbit_feels(kit, number):
    shown = [pixels(art.rabbit(kit, number, 64, None, mood)) for mood in MOODS]
    for one, other in combinations(shown, 2):
        assert (np.abs(one - other).max(axis=2) > 40).sum() >= 8


def test_the_foxes_are_told_apart_by_colour_and_the_first_two_in_grey(kit, turf):
    for level in (True, False):
        shown = [standing(turf, art.fox(kit, number, SMALL, level)) for number in FOXES]
        assert all(difference(one, other) > 6 for one, other in combinations(shown, 2))
        assert difference(*shown[:2], grey=True) > 4


def test_a_fox_that_turns_is_lit_from_the_same_side(kit):
    one, other = (pixels(art.fox(kit, 1, 64, True, way)) for way in (1, -1))
    assert np.abs(one - other).mean() > 10
    assert np.abs(one - other[::-1]).mean() > 1


def test_rabbits_foxes_and_mushrooms_are_told_apart_by_shape(kit):
    shapes = [alpha(art.piece_icon(kit, what, SMALL)) > 128 for what in get_args(art.Piece)]
    for one, other in combinations(shapes, 2):
        assert (one ^ other).sum() / (one | other).sum() > 0.25


def test_the_marks_are_told_apart_by_shape(kit):
    shown = {mark: alpha(art.target(kit, SMALL, mark)) for mark in MARKS}
    for one, other in combinations(MARKS, 2):
        assert np.abs(shown[one] - shown[other]).mean() > 8, (one, other)


def test_mushrooms_vary_and_any_number_names_one(kit):
    shown = [art.mushroom(kit, 64, spot) for spot in range(4)]
    assert all(difference(one, other) > 1 for one, other in combinations(shown, 2))
    assert art.mushroom(kit, 64, 4 * 5 + 3) is shown[3]


def test_strong_patterns_change_the_scarves_and_nothing_else(kit, strong):
    for number in RABBITS:
        assert (pixels(art.rabbit(kit, number, 64)) != pixels(art.rabbit(strong, number, 64))).any()
    assert difference(art.mushroom(kit, 64), art.mushroom(strong, 64)) == 0


def test_a_rail_and_a_burrow_are_seen_on_the_turf(kit):
    bare, trodden = (square_of(art.meadow(kit, STANDARD, 64.0, rails), Cell(1, 2), 64) for rails in ((), RAILS))
    assert difference(bare, trodden) > 8
    burrow = square_of(art.meadow(kit, STANDARD, 64.0), Cell(2, 2), 64)
    assert difference(bare, burrow, grey=True) > 20


# -- contrast


@pytest.mark.parametrize("number", RABBITS)
def test_a_rabbit_stands_out_from_the_turf(kit, turf, number):
    below = float(np.median(luminance(pixels(turf))))
    for paint in (art.rabbit, art.rabbit_home):
        figure = paint(kit, number, 120)
        light = luminance(pixels(figure))[alpha(figure) > 200]
        assert ratio(float(np.percentile(light, 90)), below) >= VISIBLE


def test_foxes_and_mushrooms_stand_out_from_the_turf(kit, turf):
    below = float(np.median(luminance(pixels(turf))))
    figures = [art.fox(kit, number, 120, level) for number in FOXES for level in (True, False)]
    for figure in [*figures, *(art.mushroom(kit, 120, spot) for spot in range(4))]:
        light = luminance(pixels(figure))[alpha(figure) > 200]
        assert ratio(float(np.percentile(light, 88)), below) >= VISIBLE


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_stands_out_from_the_turf(kit, turf, mark):
    below = float(np.median(luminance(pixels(turf))))
    picture = art.target(kit, SMALL, mark)
    light = luminance(pixels(picture))[alpha(picture) > 200]
    assert ratio(float(np.percentile(light, 75)), below) >= VISIBLE


def test_coordinates_are_read_on_their_plates(kit):
    overlay = art.coordinates(kit, STANDARD, 120.0)
    plate = overlay.subsurface((0, round((art.RIM + 0.3) * 120), round(art.RIM * 120), 48))
    light = luminance(pixels(plate))[alpha(plate) > 200]
    assert ratio(float(light.max()), float(np.median(light))) >= 4.5


def test_names_that_could_not_be_read_are_left_away(kit):
    def inside(cell):
        cover = alpha(art.coordinates(kit, STANDARD, cell))
        rim_width = round((art.RIM + 0.02) * cell)
        return cover[rim_width:, rim_width:].max()

    assert inside(120.0) > 200
    assert inside(48.0) == 0


# -- what a picture depends on


def test_looks_are_directions_whatever_their_length():
    assert [art.facing_of(look) for look in LOOKS.values()] == list(LOOKS)
    assert art.facing_of(Cell(0, 0)) == "front"


def test_pictures_are_baked_once(kit):
    for bake in (
        lambda: art.rabbit(kit, 1, 50, Cell(0, 1)),
        lambda: art.rabbit_home(kit, 1, 50),
        lambda: art.fox(kit, 1, 50, True),
        lambda: art.mushroom(kit, 50),
        lambda: art.target(kit, 50, "hop"),
        lambda: art.meadow(kit, SMALL_BOARD, 20.0),
        lambda: art.coordinates(kit, SMALL_BOARD, 20.0),
        lambda: art.piece_icon(kit, "fox", 50),
    ):
        assert bake() is bake()


# -- the arc


def drawn_arc(kit, start, end, height):
    table = pygame.Surface((300, 200), pygame.SRCALPHA)
    art.arc(table, kit, start, end, height, "#f2cd7d", dot=8)
    return pygame.surfarray.array_red(table) > 120


def test_an_arc_rises_between_its_ends_and_marks_where_it_lands(kit):
    lit = drawn_arc(kit, (40, 150), (260, 150), 90)
    xs, ys = np.nonzero(lit)
    assert 54 <= ys.min() <= 66
    assert 40 <= xs.min() < 60
    assert abs(xs[ys == ys.min()].mean() - 150) < 16
    landing = lit[240:280, 140:160].sum()
    assert landing > 3 * lit[20:60, 140:160].sum()


def test_an_arc_goes_up_the_board_as_well_as_along_it(kit):
    lit = drawn_arc(kit, (150, 180), (150, 60), 40)
    assert lit[:, :100].any()
    assert lit[140:160].sum() > 0.9 * lit[:, 70:].sum()


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


def frame(kit, name, share, *, steps=1):
    return effect_frame(MeadowEffects(kit), Event(name, EVENTS[name]), share, steps=steps)


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
    assert difference(frame(kit, name, 0.6), frame(kit, name, 0.6, steps=7)) < 0.05


def test_petals_fall_on_the_whole_board_and_are_gone_in_the_end(kit):
    effects = MeadowEffects(kit)
    length = effects.celebrate(5, 4)
    assert length == kit.theme.seconds.celebrate
    effects.update(length / 2)
    seen = list(effects.seen())
    assert FALLING / 2 < len(seen) <= FALLING
    assert max(mote.x for mote in seen) - min(mote.x for mote in seen) > 3
    assert all(-1 < mote.y < 5 for mote in seen)
    assert not effects.update(length)


@pytest.mark.parametrize("name", EVENTS)
def test_reduced_motion_moves_nothing(name):
    still = make_kit((1920, 1080), reduced_motion=True)
    effects = MeadowEffects(still)
    length = effects.begin(Event(name, EVENTS[name]))
    places = set()
    for _ in range(6):
        effects.update(length / 8)
        places.add(tuple((mote.x, mote.y, mote.size) for mote in effects.seen()))
    assert len(places) == 1


def test_reduced_motion_lets_no_petal_fall():
    effects = MeadowEffects(make_kit((1920, 1080), reduced_motion=True))
    assert effects.celebrate(5, 5) == 0
    assert list(effects.seen()) == []


@pytest.mark.parametrize("name", [*EVENTS, "celebrate"])
def test_a_frame_is_few_small_pictures(kit, name):
    effects = MeadowEffects(kit)
    length = effects.celebrate(7, 7) if name == "celebrate" else effects.begin(Event(name, EVENTS[name]))
    assert all(has_few_small_motes(effects, MOTES, 1) for _ in passing(effects, length))


def test_a_storm_of_events_stays_bounded_and_can_be_ended(kit):
    effects = MeadowEffects(kit)
    assert withstands_a_storm(effects, Event("burrow", EVENTS["burrow"]))


def test_what_effects_need_can_be_baked_ahead(kit):
    assert rounds_of_baking(MeadowEffects(kit)) == len(MOTES.solid) + len(MOTES.soft)
