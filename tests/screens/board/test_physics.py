"""Ornament: the piece in the hand and the confetti; bounded, at rest in the end, the same for the same time."""

import math

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.registry import GAMES
from scenes.view.picture import view_of
from scenes.view.view import GameView
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Bakery
from sprites.paint.theme import Metrics, load_theme
from sprites.stage.physics import STEP, Confetti, Drag

AREA = pygame.Rect(100, 50, 800, 500)
points = st.tuples(st.floats(-1, 5), st.floats(-1, 5))


def kit(**options):
    return Kit(load_theme(), Metrics.of((1280, 720), 1.0), Bakery(), **options)


def settled(drag, seconds=6.0):
    while seconds > 0 and drag.update(1 / 60):
        seconds -= 1 / 60
    return seconds > 0


@given(points, points, points, st.lists(points, max_size=5))
def test_a_dragged_piece_comes_to_rest_where_it_is_wanted(middle, finger, offset, way):
    drag = Drag(middle, finger, offset)
    for there in way:
        drag.follow(there)
        drag.update(0.05)
        assert all(map(math.isfinite, (*drag.middle, drag.swing)))
        finger = there
    assert settled(drag)
    assert drag.middle == pytest.approx((finger[0] + offset[0], finger[1] + offset[1]), abs=1e-6)
    assert drag.swing == 0


def test_it_has_a_little_weight_swings_against_the_way_and_lies_again_at_rest_for_nothing():
    drag = Drag((0, 1), (0, 0), (0, 1))
    drag.update(0.1)
    drag.follow((0.5, 0))
    drag.update(2 * STEP)
    assert 0 < drag.middle[0] < 0.5
    swings = []
    for _ in range(30):
        drag.update(1 / 60)
        swings.append(drag.swing)
    assert max(map(abs, swings)) > 0.03
    assert max(map(abs, swings)) < 0.9
    # after a turn it swings round to lie again
    drag = Drag((1, 0), (0, 0), (1, 0))
    drag.grip((0, 1), -math.pi / 2)
    assert drag.swing == pytest.approx(-math.pi / 2)
    assert settled(drag)
    assert drag.middle == pytest.approx((0, 1), abs=1e-6)
    # at rest it costs nothing
    drag = Drag((1, 1), (1, 1), (0, 0))
    settled(drag)
    assert not drag.update(1)
    drag.follow((2, 2))
    assert drag.update(1 / 60)


def test_the_same_time_gives_the_same_way():
    def way():
        drag = Drag((0, 0), (1, 1), (0.3, 0.4))
        seen = []
        for i in range(40):
            drag.follow((1 + i / 10, 1))
            drag.update(0.011)
            seen.append((drag.middle, drag.swing))
        return seen

    assert way() == way()
    # frames only cut time into pieces
    whole, cut = (Drag((0, 0), (2, 1), (0.3, 0.4)) for _ in range(2))
    whole.update(24 * STEP + STEP / 2)
    for _ in range(7):
        cut.update(3.5 * STEP)
    assert cut.middle == pytest.approx(whole.middle)
    assert cut.swing == pytest.approx(whole.swing)


def test_confetti_rains_for_the_time_of_celebrating_and_the_same_seed_makes_the_same_rain():
    surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
    confetti = Confetti(kit(), AREA)
    assert confetti.update(0.5)
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() > 1000
    assert not confetti.update(load_theme().seconds.celebrate)
    surface.fill((0, 0, 0, 0))
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() == 0
    # the same seed makes the same rain
    surfaces = []
    for _ in range(2):
        surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
        confetti = Confetti(kit(), AREA, seed=5)
        confetti.update(0.7)
        confetti.draw(surface)
        surfaces.append(pygame.image.tobytes(surface, "RGBA"))
    assert surfaces[0] == surfaces[1]


def test_confetti_rises_into_the_area_falls_again_and_can_be_tapped_away():
    confetti = Confetti(kit(), AREA)
    highest = AREA.bottom
    for _ in range(60):
        confetti.update(1 / 60)
        highest = min(highest, *(piece.body.position.y for piece in confetti.pieces))
    assert AREA.top - AREA.height < highest < AREA.centery
    assert all(piece.body.velocity.y > 0 for piece in confetti.pieces)
    # confetti can be tapped away
    confetti.stop()
    assert not confetti.update(0.01)
    # reduced motion has no confetti
    confetti = Confetti(kit(reduced_motion=True), AREA)
    assert not confetti.update(0.01)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_throws_what_it_is_made_of(game):
    """Pieces of its own, inside their canvas, in two colours at least, some of them what somebody has won with."""
    shape, pictures = view_of(game).confetti(), []
    for colour in ("#3f9fda", "#f28a3d"):
        canvas = pygame.Surface((120, 120), pygame.SRCALPHA)
        shape(canvas, pygame.Color(colour))
        mask = pygame.mask.from_surface(canvas, 40)
        assert 0.1 * 120**2 < mask.count() < 0.85 * 120**2
        pictures.append(pygame.image.tobytes(canvas, "RGBA"))
    assert pictures[0] != pictures[1]
    assert shape is not GameView.confetti()


def test_a_celebration_bakes_little_in_each_frame():
    """What turns in the air is cut from one picture of each colour; there are few sizes and few ways to lie."""
    surface, oven = pygame.Surface((1000, 600), pygame.SRCALPHA), Bakery()
    confetti = Confetti(Kit(load_theme(), Metrics.of((1280, 720), 1.0), oven), AREA, colours=["#ffffff", "#d9a441"])
    while confetti.update(1 / 60):
        before = oven.baked
        confetti.draw(surface)
        assert oven.baked - before <= 2 * confetti.PIECES
    assert oven.baked <= 2 * (1 + len(confetti.SIZES)) + 2 * len(confetti.SIZES) * confetti.TURNS * confetti.SQUASHES
