"""Pictures of JumpIN’: of the right size, distinguishable, contrasting with the turf, baked once."""

from itertools import product
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.core import Cell
from logic.jumpin.board import STANDARD, Board
from sprites.jumpin import art
from sprites.jumpin.animals import COATS, PELTS, paint_fox
from tests.screens.artparts import (
    VISIBLE,
    alike,
    alpha,
    changed_pixels,
    difference,
    highlight,
    light,
    outline_difference,
    pixels,
    ratio,
    rim,
    shape_difference,
)
from tests.support.sampling import sample_of

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
    """Return one square of the turf, without a hole and without a rail."""
    return square_of(art.meadow(kit, STANDARD, 64.0), Cell(1, 2), 64)


def square_of(meadow, cell, side):
    left, top = (round((place + art.RIM) * side) for place in (cell.col, cell.row))
    return meadow.subsurface((left, top, side, side))


def standing(turf, figure):
    """Return a figure on the turf, scaled to its size."""
    ground = pygame.transform.smoothscale(turf, figure.get_size())
    ground.blit(figure, (0, 0))
    return ground


# -- sizes and alpha


@pytest.mark.parametrize("side", sample_of(SIDES, every=3))
def test_figures_have_the_requested_size_and_are_transparent(kit, side):
    square = [art.rabbit(kit, 2, side, look) for look in LOOKS.values()]
    square += [art.rabbit(kit, 2, side, look, at_home=True) for look in LOOKS.values()]
    square += [art.mushroom(kit, side, spot, in_hole=in_hole) for spot in range(4) for in_hole in (False, True)]
    square += [art.target(kit, side, mark) for mark in MARKS]
    square += [art.piece_icon(kit, what, side) for what in get_args(art.Piece)]
    foxes = [(art.fox(kit, number, side, True), (2 * side, side)) for number in FOXES]
    foxes += [(art.fox(kit, number, side, False), (side, 2 * side)) for number in FOXES]
    for picture, size in [(picture, (side, side)) for picture in square] + foxes:
        assert picture.get_size() == size
        assert alpha(picture).min() < 200
        assert alpha(picture).max() > 0


@pytest.mark.parametrize("board", [STANDARD, SMALL_BOARD, Board(7, 7, (Cell(0, 0),))])
@pytest.mark.parametrize("cell", sample_of([9.5, 64.0], every=2))
def test_the_meadow_has_the_size_of_the_board(kit, board, cell):
    size = round(cell * (board.cols + 2 * art.RIM)), round(cell * (board.rows + 2 * art.RIM))
    assert art.size_of(board, cell) == size
    assert art.meadow(kit, board, cell, RAILS).get_size() == size


def test_the_meadow_is_opaque_and_shows_rails_and_burrows(kit):
    cover = alpha(art.meadow(kit, STANDARD, 64.0))
    assert cover[0, 0] == 0
    assert cover[20:-20, 20:-20].min() > 250
    # a rail and a burrow are visible on the turf
    bare, trodden = (square_of(art.meadow(kit, STANDARD, 64.0, rails), Cell(1, 2), 64) for rails in ((), RAILS))
    assert difference(bare, trodden) > 8
    burrow = square_of(art.meadow(kit, STANDARD, 64.0), Cell(2, 2), 64)
    assert difference(bare, burrow, grey=True) > 20


def test_figures_are_not_clipped_at_the_edge(kit):
    for look, number in product(LOOKS, RABBITS):
        assert (rim(art.rabbit(kit, number, 160, LOOKS[look])) > 128).mean() < 0.03, number
    for level, number in product((True, False), FOXES):
        assert (rim(art.fox(kit, number, 160, level)) > 128).mean() < 0.03
    assert all((rim(art.mushroom(kit, 160, spot)) > 128).mean() < 0.03 for spot in range(4))


# -- distinguishable


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("at_home", [False, True])
def test_all_rabbits_are_distinguishable(kit, turf, grey, at_home):
    shown = {number: standing(turf, art.rabbit(kit, number, SMALL, at_home=at_home)) for number in RABBITS}
    assert alike(shown, 4, grey=grey) == []


def test_direction_mood_and_place_of_a_rabbit_are_visible(kit, turf):
    for number in RABBITS:
        shown = {name: standing(turf, art.rabbit(kit, number, SMALL, look)) for name, look in LOOKS.items()}
        assert alike(shown, 3, grey=True) == []
        shown = {mood: art.rabbit(kit, number, 64, None, mood) for mood in MOODS}
        assert alike(shown, 7, by=changed_pixels) == []
        for at_home in (False, True):
            shown = art.rabbit(kit, number, 120, at_home=at_home)
            assert ratio(highlight(shown, 90), light(turf)) >= VISIBLE
        # in the burrow it ends at its near edge; outside it stands complete, down to the feet
        home, away = (alpha(art.rabbit(kit, number, 160, at_home=at_home)) for at_home in (True, False))
        assert home[80, 60] > 250
        assert home[70:90, 150:].max() < 200
        assert away[70:90, 143:150].min() > 150


def test_foxes_are_distinguishable_and_lit_from_one_side(kit, turf):
    # the foxes are distinguishable by colour, and the first two in grey
    for level in (True, False):
        shown = [standing(turf, art.fox(kit, number, SMALL, level)) for number in FOXES]
        assert alike(shown, 6) == []
        assert difference(*shown[:2], grey=True) > 4
    # a fox that turns is lit from the same side
    look = kit.theme.players[PELTS[0].seat]
    one, other = (pixels(paint_fox(PELTS[0], look, 64, level=True, flip=flip)) for flip in (False, True))
    assert np.abs(one - other).mean() > 10
    assert np.abs(one - other[::-1]).mean() > 1
    # the first four rabbits are distinguishable from any side
    for look in LOOKS.values():
        shown = [standing(turf, art.rabbit(kit, number, SMALL, look)) for number in range(1, 5)]
        assert alike(shown, 6, grey=True) == []


def test_pieces_and_marks_differ_in_shape_and_contrast_with_the_turf(kit, turf):
    shapes = {what: alpha(art.piece_icon(kit, what, SMALL)) > 128 for what in get_args(art.Piece)}
    assert alike(shapes, 0.25, by=outline_difference) == []
    marks = {mark: art.target(kit, SMALL, mark) for mark in MARKS}
    assert alike(marks, 8, by=shape_difference) == []
    figures = [art.fox(kit, number, 120, level) for number in FOXES for level in (True, False)]
    figures += [art.mushroom(kit, 120, spot) for spot in range(4)]
    for figure, share in [*((one, 88) for one in figures), *((one, 75) for one in marks.values())]:
        assert ratio(highlight(figure, share), light(turf)) >= VISIBLE


def test_mushrooms_vary_by_spot_and_strong_patterns_change_rabbits_only(kit, strong):
    # mushrooms vary, and any number selects one
    shown = [art.mushroom(kit, 64, spot) for spot in range(4)]
    assert alike(shown, 1) == []
    assert art.mushroom(kit, 64, 4 * 5 + 3) is shown[3]
    # strong patterns change the scarves and nothing else
    for number in RABBITS:
        assert (pixels(art.rabbit(kit, number, 64)) != pixels(art.rabbit(strong, number, 64))).any()
    assert difference(art.mushroom(kit, 64), art.mushroom(strong, 64)) == 0


# -- what a picture depends on


def test_facing_depends_on_direction_not_distance():
    assert [art.facing_of(look) for look in LOOKS.values()] == list(LOOKS)
    assert art.facing_of(Cell(0, 0)) == "front"


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
    # an arc goes up the board as well as along it
    lit = drawn_arc(kit, (150, 180), (150, 60), 40)
    assert lit[:, :100].any()
    assert lit[140:160].sum() > 0.9 * lit[:, 70:].sum()
