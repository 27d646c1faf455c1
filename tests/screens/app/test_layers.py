"""The numbers that pictures are made of, and how much of the pictures is kept."""

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprites.paint import layers, surfaces
from sprites.paint.easel import Easel, box, tones
from sprites.paint.surface_cache import BROAD_BYTES, KEPT_BYTES, KEPT_WINDOWS, Bakery


def spike(size, place):
    layer = np.zeros(size, np.float32)
    layer[place] = 1
    return layer


@given(st.floats(0, 40))
def test_a_blur_keeps_what_there_is_and_spreads_it_evenly(reach):
    soft = layers.blurred(spike((101, 91), (50, 45)), reach)
    assert soft.dtype == np.float32
    assert soft.sum() == pytest.approx(1, abs=1e-4)
    assert np.allclose(soft, soft[::-1])
    assert np.allclose(soft, soft[:, ::-1])


@pytest.mark.parametrize("reach", [2, 3, 5, 8, 11, 20, 33])
def test_a_blur_is_as_wide_as_a_tent_of_that_reach(reach):
    soft = layers.blurred(spike((151, 151), (75, 75)), reach)
    away = np.arange(151) - 75
    spread = (soft.sum(axis=1) * away**2).sum()
    assert spread == pytest.approx((reach * reach - 1) / 6, rel=0.3)
    assert not soft[75 + 2 * reach :].any()


def test_a_blur_of_less_than_two_pixels_changes_nothing():
    layer = spike((9, 9), (4, 4))
    assert layers.blurred(layer, 1) is layer


@pytest.mark.parametrize("size", [(1, 1), (2, 7), (40, 3), (120, 80)])
def test_noise_is_the_same_for_the_same_seed_and_no_other(size):
    one, same, other = (layers.noise(size, (6, 3), seed) for seed in (4, 4, 5))
    assert one.shape == size
    assert (one == same).all()
    assert 0 <= one.min() <= one.max() <= 1
    assert size == (1, 1) or (one != other).any()


def test_a_rounded_rectangle_covers_its_area():
    cover = layers.rounded((60, 40), 10)
    assert cover.sum() == pytest.approx(60 * 40 - (4 - np.pi) * 100, rel=0.01)
    assert cover[30, 20] == 1
    assert cover[0, 0] == 0


def test_relief_is_bright_at_the_upper_left_and_dark_at_the_lower_right():
    rim = layers.raised_rim((50, 30), 6, 3)
    assert rim[1, 15] > 0.2
    assert rim[25, 1] > 0.2
    assert rim[-2, 15] < -0.2
    assert rim[25, -2] < -0.2
    assert abs(rim[25, 15]) < 0.01


def test_a_tile_is_widened_in_its_middle_only():
    tile = layers.rounded((21, 21), 8)
    assert np.allclose(layers.expanded(tile, (60, 40)), layers.rounded((60, 40), 8), atol=1e-5)


def test_a_surface_has_the_colours_and_the_cover_that_were_given():
    shade = np.repeat(np.linspace(0, 1, 5, dtype=np.float32)[:, None], 2, axis=1)
    drawn = surfaces.coloured(shade, (0, 10, 20), (200, 110, 40), np.full((5, 2), 0.5, np.float32))
    assert [tuple(drawn.get_at((x, 0))) for x in (0, 4)] == [(0, 10, 20, 128), (200, 110, 40, 128)]
    solid = surfaces.coloured(shade, (0, 0, 0), (200, 100, 40), middle=(255, 0, 0))
    assert tuple(solid.get_at((4, 1)))[:3] == (200, 100, 40)
    assert solid.get_at((2, 1)).r == pytest.approx(255, abs=2)
    mixed = surfaces.picture((300, np.full((5, 2), 7.0), -4), np.ones((5, 2)))
    assert tuple(mixed.get_at((0, 0))) == (255, 7, 0, 255)


def test_what_lies_on_an_easel_hides_what_lies_below():
    easel = Easel(50)
    for colour in ("#ff0000", "#0000ff"):
        easel.lay(box(10, 10, 80, 80), colour=colour, raised=0, shadow=0)
    easel.blend(np.full((50, 50), 0.5, np.float32), tones("#000000"))
    assert tuple(easel.picture().get_at((25, 25))) == pytest.approx((0, 0, 128, 255), abs=3)
    assert easel.picture().get_at((1, 1)) == (0, 0, 0, 128)


def test_the_longest_unused_pictures_are_forgotten_when_there_are_too_many():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    most = max(KEPT_BYTES, KEPT_WINDOWS * 64 * 64 * 4)
    bakery, baked = Bakery(), []

    def use(name):
        bakery.keep(name, lambda: baked.append(name) or pygame.Surface((1024, most // 4096 // 3)))

    for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
        use(name)
    assert baked == ["a", "b", "c", "d", "b"]


def test_broad_pictures_push_no_small_ones_out_nor_those_the_broad():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    bakery, baked = Bakery(), []

    def use(name, size):
        bakery.keep(name, lambda: baked.append(name) or pygame.Surface(size, 0, 32))

    use("small", (100, 100))
    use("broad", (1024, 1024))
    for number in range(2 * KEPT_BYTES // BROAD_BYTES):
        use(f"broad {number}", (1024, 1024))
    use("small", (100, 100))
    assert baked.count("small") == 1
    use("broad", (1024, 1024))
    assert baked.count("broad") == 2
    for number in range(2 * KEPT_BYTES // (100 * 100 * 4)):
        use(f"small {number}", (100, 100))
    use("broad", (1024, 1024))
    assert baked.count("broad") == 2
    use("small", (100, 100))
    assert baked.count("small") == 2


def test_one_picture_that_is_larger_than_all_that_is_kept_is_kept_itself():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    bakery = Bakery()
    huge = bakery.keep("huge", lambda: pygame.Surface((4096, KEPT_BYTES // 4096 // 4 + 64)))
    assert bakery.keep("huge", lambda: pygame.Surface((1, 1))) is huge
