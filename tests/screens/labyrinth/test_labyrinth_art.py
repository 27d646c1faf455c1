"""Pictures of Labyrinth: legible passages; tiles, treasures and cards distinguishable, in grey too."""

from functools import partial
from itertools import combinations, pairwise, product
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.labyrinth.components import OPEN, STEPS, TREASURES
from logic.labyrinth.components import Mark as BoardMark
from sprites.labyrinth import art, cards
from sprites.labyrinth.medals import MEDALS, MedalPen, blank, medal, seal
from sprites.labyrinth.stone import FRONT, GRAINS, HALF
from sprites.labyrinth.velvet import SHUTTER_STEPS
from sprites.paint.canvas import Canvas
from tests.screens.artparts import (
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
    rim,
    shape_difference,
)

SMALL = 40
OPENS = sorted(set(OPEN.values()))
EVERY_SUBSET = ["".join(sides) for count in range(5) for sides in combinations("NESW", count)]
SEATS = range(4)


# -- sizes and alpha


def test_shadows_grow_with_lift_and_loose_tiles_have_a_gap(kit):
    widths = [art.tile_shadow(kit, 64, lift).get_width() for lift in (0, 0.5, 1)]
    assert 64 < widths[0] < widths[1] < widths[2]
    assert all((rim(art.pawn(kit, seat, 160)) > 60).mean() < 0.03 for seat in SEATS)
    # a tile that moves has a gap around it, and a fixed one is mortared in
    assert alpha(art.tile(kit, "NS", 120, fixed=True)).min() == 255
    loose = alpha(art.tile(kit, "NS", 120))
    assert loose[4:-4, 4:-4].min() == 255
    assert loose[0, 0] < 200


def test_the_board_has_the_size_of_its_tiles_and_frame(kit):
    for cell, (rows, cols) in product([9.5, 40.0], [(7, 7), (5, 5), (9, 9), (3, 5)]):
        size = round(cell * (cols + 2 * art.RIM)), round(cell * (rows + 2 * art.RIM))
        assert art.size_of(rows, cols, cell) == size
        board = art.board(kit, rows, cols, cell, [(1, 0, "E"), (rows - 1, 1, "N")])
        assert board.get_size() == size
        cover = alpha(board)
        assert cover[0, 0] < 200
        assert cover[size[0] // 3 : -size[0] // 3, 1:-1].min() > 250


# -- passages


def test_open_sides_are_dark_and_closed_sides_pale(kit, strong):
    for sides, fixed, look in product(EVERY_SUBSET, [False, True], (kit, strong)):
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
def test_walls_contrast_with_the_floor(kit, strong, fixed, side):
    """The contrast of all of the floor with all of the walls, however the stone varies; strong patterns double it."""
    for (look, least), variant in product(((kit, VISIBLE), (strong, 2 * VISIBLE)), range(GRAINS)):
        shown = art.tile(look, "ENSW", side, fixed=fixed, variant=variant)
        floor = light(shown, at(side, 0, 0.05, HALF - 0.08))
        walls = [light(shown, at(side, x, y, 0.08)) for x in (-0.37, 0.37) for y in (-0.37, 0.37)]
        assert ratio(floor, min(walls)) >= least


def test_passages_continue_across_tiles_and_wall_fronts_are_visible(kit):
    """Two tiles whose open sides touch show one passage: no wall between them, and the same width."""
    row = pygame.Surface((240, 120))
    for number, variant in enumerate((2, 5)):
        row.blit(art.tile(kit, "EW", 120, variant=variant), (120 * number, 0))
    below = luminance(pixels(row))
    lower = [max(y for y in range(40, 100) if below[x, y] < 0.25 and below[x, y + 3] > 0.35) for x in (108, 132)]
    assert abs(lower[0] - lower[1]) <= 4
    assert below[100:140, 62:80].max() < 0.35
    # the front of a wall is seen below it and nowhere else
    shown = luminance(pixels(art.tile(kit, "EW", 200)))[100]
    top = round((0.5 - HALF) * 200)
    strip = shown[top + 3 : top + round(FRONT * 200) - 3]
    assert shown[top - 12 : top - 5].mean() > 1.4 * strip.mean() > 1.4 * 0.05
    lower = round((0.5 + HALF) * 200)
    assert shown[lower + 5] > 3 * shown[lower - 8]


def test_tiles_are_lit_from_the_upper_left_in_every_rotation(kit):
    """The edges of a tile that face the light are lighter than those that turn away."""
    for sides, quarters in product(OPENS, range(4)):
        shown = luminance(pixels(art.tile(kit, art.turned(sides, quarters), 120)))
        corner = slice(4, 24)
        assert shown[corner, 3:6].mean() > shown[corner, -6:-3].mean()
        assert shown[3:6, corner].mean() > shown[-6:-3, corner].mean()


def test_a_quarter_turn_starts_and_ends_at_the_tile_pictures(kit):
    assert [art.turned("NSW", quarters) for quarters in range(5)] == ["NSW", "NEW", "NES", "ESW", "NSW"]
    assert art.tile(kit, "WSN", 64) is art.tile(kit, "NSW", 64)
    assert art.turning(kit, "NSW", 64, 1, 0.0) is art.tile(kit, "NSW", 64)
    assert art.turning(kit, "NSW", 64, 1, 1.0) is art.tile(kit, "ENW", 64)
    assert art.turning(kit, "NSW", 64, -1, 1.0) is art.tile(kit, "ESW", 64)


# -- a tile that turns


@pytest.mark.parametrize("way", [-1, 1])
def test_a_tile_rotation_is_animated_smoothly(kit, way):
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


STATES = get_args(art.State)
WAYS = get_args(art.Way)


# -- distinguishable


@pytest.mark.parametrize("grey", [False, True])
def test_tiles_pawns_and_starts_are_distinguishable_in_colour_and_grey(kit, grey):
    assert alike({sides: art.tile(kit, sides, SMALL) for sides in OPENS}, 8, grey=grey) == []
    ground = art.tile(kit, "ENSW", SMALL)
    assert alike([on(ground, art.pawn(kit, seat, SMALL)) for seat in SEATS], 5, grey=grey) == []
    assert alike([art.tile(kit, "ES", 64, fixed=True, seat=seat) for seat in SEATS], 1.5, grey=grey) == []


def test_tile_variants_differ_and_fixed_tiles_differ_from_loose_ones(kit):
    shown = [art.tile(kit, "NS", 120, variant=variant) for variant in range(GRAINS)]
    assert alike(shown, 2) == []
    assert art.tile(kit, "NS", 120, variant=3 + 5 * GRAINS) is shown[3]
    assert len({art.variant_of(f"t{number}") % GRAINS for number in range(1, 35)}) == GRAINS
    assert art.variant_of("t7") != art.variant_of("f7")
    for sides in OPENS:
        assert difference(art.tile(kit, sides, 64), art.tile(kit, sides, 64, fixed=True)) > 4


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_pawns_and_starts_are_distinguishable_by_the_colour_blind(kit, strong, blindness):
    """However many stand on a tile, and on the smallest one: in light and dark alone, without colour."""
    by = partial(pattern_difference_to, blindness)
    ground = art.tile(kit, "ENSW", SMALL)
    for look, place in product((kit, strong), (art.standing(1)[0], art.standing(4)[0])):
        side = round(place.size * SMALL)
        room = ground.subsurface(((SMALL - side) // 2,) * 2 + (side,) * 2)
        assert alike([on(room, art.pawn(look, seat, side)) for seat in SEATS], 5, by=by) == []
        assert alike([art.tile(look, "ES", SMALL, fixed=True, seat=seat) for seat in SEATS], 2.5, by=by) == []


def test_starts_show_their_seat_colour_and_pawns_differ_in_outline(kit):
    for seat in SEATS:
        shown = pixels(art.tile(kit, "ES", 120, fixed=True, seat=seat))
        colour = pygame.Color(kit.theme.players[seat].colour)
        near = np.abs(shown - [colour.r, colour.g, colour.b]).max(axis=2) < 60
        assert near[34:86, 34:86].mean() > 0.2
    heads = [alpha(art.pawn(kit, seat, 160))[:, :58] > 200 for seat in SEATS]
    assert alike(heads, 0.08, by=outline_difference) == []


def test_arrows_show_state_and_direction_beside_their_cells(kit):
    shown = {state: art.arrow(kit, "E", SMALL, state) for state in STATES}
    assert alike(shown, 6, grey=True) == []
    assert alike({way: art.arrow(kit, way, SMALL, "ready") for way in WAYS}, 6, grey=True) == []
    # an arrow that is ready stands out and one aimed at more so
    frame = light(art.board(kit, 3, 3, 60.0))
    lit = [
        float(np.percentile(luminance(pixels(art.arrow(kit, "S", 60, state))), 75))
        for state in ("asleep", "ready", "aim")
    ]
    assert lit[0] < lit[1] < lit[2]
    assert ratio(lit[1], frame) >= VISIBLE
    # arrows lie on the frame beside their cells
    assert art.arrow_place(1, 0, "E") == pytest.approx((-art.RIM / 2, 1.5))
    assert art.arrow_place(3, 6, "W") == pytest.approx((7 + art.RIM / 2, 3.5))
    assert art.arrow_place(0, 5, "S") == pytest.approx((5.5, -art.RIM / 2))
    assert art.arrow_place(6, 1, "N") == pytest.approx((1.5, 7 + art.RIM / 2))
    # a shutter comes down step by step
    arrow = art.arrow(kit, "N", 64, "asleep")
    shown = [on(arrow, art.shutter(kit, 64, share / SHUTTER_STEPS)) for share in range(1, SHUTTER_STEPS + 1)]
    assert all(difference(one, other) > 1 for one, other in pairwise([arrow, *shown]))
    assert difference(arrow, shown[-1], grey=True) > 6


def test_every_rune_has_its_sign_outside_the_passages(kit):
    assert set(art.RUNES) == set(get_args(BoardMark))
    tiles = [art.tile(kit, "NS", SMALL, mark=mark) for mark in (None, *art.RUNES)]
    assert alike(tiles, 0.5) == []
    # it lies on the upper right corner, which is wall in every rotation
    for sides in OPENS:
        plain, marked = (pixels(art.tile(kit, sides, 120, mark=mark)) for mark in (None, "swap"))
        changed = np.abs(plain - marked).max(axis=2) > 12
        assert changed.any()
        assert not changed[:78].any()
        assert not changed[:, 42:].any()


def test_medals_fit_their_tile_and_pawn_places_are_limited_to_four():
    assert art.medal_side(122) == round(art.MEDAL * 122)
    assert art.medal_side(40) == 30
    assert all(4 <= art.medal_side(cell) <= cell for cell in range(6, 250))
    assert all(art.medal_side(cell) <= art.medal_side(cell + 1) for cell in range(6, 250))
    # more than four stand like four
    assert art.standing(9) == art.standing(4)
    assert art.standing(0) == art.standing(1)


# -- lights


@pytest.mark.parametrize("what", ["reach", "preview"])
def test_glows_stay_inside_the_passage(kit, what):
    for sides in OPENS:
        lit = alpha(art.glow(kit, 120, what, sides)) > 20
        bare = luminance(pixels(art.tile(kit, sides, 120)))
        assert lit[60, 66:72].all()
        assert not lit[4:28, 4:28].any()
        assert not lit[92:116, 92:116].any()
        assert (bare[lit] < 0.45).mean() > 0.93


def test_glows_are_distinguishable_and_the_path_is_visible_on_them(kit, strong):
    # what can be reached is distinguished from what would be and from the bare floor
    for look in (kit, strong):
        tile = art.tile(look, "NSW", SMALL)
        shown = [tile, *(on(tile, art.glow(look, SMALL, what, "NSW")) for what in ("reach", "preview"))]
        assert alike(shown, 6) == alike(shown, 2, grey=True) == []
    # the other lights do not depend on passages
    for what in ("cursor", "hint", "goal", "line"):
        assert art.glow(kit, 64, what, "NS") is art.glow(kit, 64, what, "EW")
    # marks are distinguishable by shape
    shown = {what: art.glow(kit, SMALL, what) for what in ("cursor", "hint", "goal", "line")}
    assert alike(shown, 8, by=shape_difference) == []
    # the path is visible on a lit floor
    floor = on(art.tile(kit, "EW", 120), art.glow(kit, 120, "reach", "EW"))
    bead = light(on(floor, art.dot(kit, 120)), at(120, 0, 0, 0.04))
    assert ratio(bead, 0) > 10
    edge = luminance(pixels(on(floor, art.dot(kit, 120))))[50:70, 60]
    assert ratio(bead, float(edge.min())) >= VISIBLE
    # strong patterns change stone starts and seekers
    for paint in (
        lambda look: art.tile(look, "NSW", 64),
        lambda look: art.tile(look, "ES", 64, fixed=True, seat=1),
        lambda look: art.pawn(look, 1, 64),
    ):
        assert difference(paint(kit), paint(strong)) > 1


# -- several on a tile


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_up_to_four_pawns_on_a_tile_are_all_visible(kit, count):
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


CARD = (150, 218)


def figure(name, side=128):
    """Return what of a medallion is covered by its figure."""
    canvas = Canvas(side)
    MEDALS[name][0](MedalPen(canvas))
    return canvas.alpha > 0.9


def saturation(picture):
    seen = pixels(picture)[alpha(picture) > 200]
    return (seen.max(axis=1) - seen.min(axis=1)).mean()


# -- medallions


def test_every_treasure_of_the_rules_has_its_medallion():
    assert set(MEDALS) == set(TREASURES)
    assert len(MEDALS) == 24


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize(("side", "apart"), [(28, 14), (SMALL, 15)])
def test_all_treasures_are_distinguishable(kit, side, apart, grey):
    assert alike({name: medal(kit, name, side) for name in MEDALS}, apart, grey=grey) == []


def test_all_treasures_are_distinguishable_by_outline_and_when_found(kit):
    assert alike({name: figure(name, SMALL) for name in MEDALS}, 0.1, by=outline_difference) == []
    assert alike({name: medal(kit, name, SMALL, pale=True) for name in MEDALS}, 5, grey=True) == []
    # medallions have round clear corners and none is cut at the edge
    for name in MEDALS:
        assert rim(medal(kit, name, 160)).max() < 60
        for picture in (medal(kit, name, 64), medal(kit, name, 64, pale=True), medal(kit, name, 64, seat=1)):
            assert max(alpha(picture)[0, 0], alpha(picture)[-1, 0]) < 40
            assert alpha(picture)[32, 32] > 240


def test_medal_figures_have_contrast_and_are_pale_when_found(kit):
    for name in MEDALS:
        plate = luminance(pixels(blank(128, MEDALS[name][1], None, strong=False).picture()))
        light = luminance(pixels(medal(kit, name, 128)))[figure(name)]
        assert ratio(float(np.median(light)), float(np.median(plate[40:88, 40:88]))) >= VISIBLE
        bright, pale = medal(kit, name, 64), medal(kit, name, 64, pale=True)
        assert saturation(pale) < 0.7 * saturation(bright)
        inside = figure(name, 64)
        spread = [np.std(luminance(pixels(picture))[inside]) for picture in (pale, bright)]
        assert spread[0] < spread[1]
        assert (alpha(pale) == alpha(bright)).all()


# -- seats


def test_rings_and_seals_are_distinguishable_by_seat(kit):
    for side in (SMALL, 96):
        for paint in (lambda seat, side=side: medal(kit, "owl", side, seat=seat),
                      lambda seat, side=side: seal(kit, seat, side)):  # fmt: skip
            shown = [paint(seat) for seat in SEATS]
            assert alike(shown, 6) == alike(shown, 3, grey=True) == []
            assert all(difference(ringed, medal(kit, "owl", side)) > 6 for ringed in shown)


def test_a_seat_ring_keeps_the_figure_and_only_rings_use_strong_patterns(kit, strong):
    for name in MEDALS:
        plain, ringed = pixels(medal(kit, name, 128)), pixels(medal(kit, name, 128, seat=2))
        assert np.abs(plain[36:80, 36:80] - ringed[36:80, 36:80]).max() <= 2
    assert difference(medal(kit, "owl", 64), medal(strong, "owl", 64)) == 0
    for seat in SEATS:
        assert difference(medal(kit, "owl", 64, seat=seat), medal(strong, "owl", 64, seat=seat)) > 0


# -- cards


@pytest.mark.parametrize("size", [(44, 64), CARD, (300, 380)])
def test_cards_have_the_requested_size_and_round_corners(kit, size):
    for seat, face in product(SEATS, (True, False)):
        picture = cards.card(kit, "owl", size, seat=seat, face=face, number=7)
        assert picture.get_size() == size
        assert alpha(picture)[0, 0] == alpha(picture)[-1, -1] == 0
        assert alpha(picture)[4:-4, size[1] // 2].min() == 255


def test_a_card_back_hides_the_treasure_and_both_sides_show_the_seat(kit):
    for seat in SEATS:
        back = cards.card(kit, None, CARD, seat=seat, face=False)
        for name in MEDALS:
            assert cards.card(kit, name, CARD, seat=seat, face=False, number=4) is back
    for face in (True, False):
        shown = [cards.card(kit, "owl", CARD, seat=seat, face=face) for seat in SEATS]
        assert alike(shown, 1) == []


def test_a_card_shows_its_treasure_in_the_middle_and_a_number(kit):
    middle = pygame.Rect(15, 28, 30, 30)
    shown = {name: cards.card(kit, name, (60, 87), seat=0).subsurface(middle) for name in MEDALS}
    assert alike(shown, 12, grey=True) == []
    plain = cards.card(kit, "owl", CARD, seat=0)
    numbered = [cards.card(kit, "owl", CARD, seat=0, number=number) for number in range(1, 25)]
    corner = pygame.Rect(108, 0, 42, 42)
    parts = [picture.subsurface(corner) for picture in (plain, *numbered)]
    assert alike(parts, 0.5) == []


# -- piles


def test_pile_pictures_differ_by_card_count(kit):
    size = cards.pile_size(CARD)
    shown = [cards.pile(kit, count, CARD, seat=2) for count in range(13)]
    assert all(picture.get_size() == size for picture in shown)
    assert alike(shown, 0.05) == []
    covered = [(alpha(picture) > 250).sum() for picture in shown[:7]]
    assert covered[0] < covered[1] < covered[2] < covered[3] < covered[4] < covered[5] < covered[6]
