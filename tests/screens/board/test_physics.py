"""Ornament: the piece in the hand and the confetti; bounded, at rest in the end, the same for the same time."""

import math

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_it_has_a_little_weight_and_swings_against_the_way():
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


def test_after_a_turn_it_swings_round_to_lie_again():
    drag = Drag((1, 0), (0, 0), (1, 0))
    drag.grip((0, 1), -math.pi / 2)
    assert drag.swing == pytest.approx(-math.pi / 2)
    assert settled(drag)
    assert drag.middle == pytest.approx((0, 1), abs=1e-6)


def test_at_rest_it_costs_nothing():
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


def test_frames_only_cut_time_into_pieces():
    whole, cut = (Drag((0, 0), (2, 1), (0.3, 0.4)) for _ in range(2))
    whole.update(24 * STEP + STEP / 2)
    for _ in range(7):
        cut.update(3.5 * STEP)
    assert cut.middle == pytest.approx(whole.middle)
    assert cut.swing == pytest.approx(whole.swing)


def test_confetti_rains_for_the_time_of_celebrating_and_is_seen():
    surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
    confetti = Confetti(kit(), AREA)
    assert confetti.update(0.5)
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() > 1000
    assert not confetti.update(load_theme().seconds.celebrate)
    surface.fill((0, 0, 0, 0))
    confetti.draw(surface)
    assert pygame.mask.from_surface(surface).count() == 0


def test_confetti_rises_into_the_area_and_falls_again():
    confetti = Confetti(kit(), AREA)
    highest = AREA.bottom
    for _ in range(60):
        confetti.update(1 / 60)
        highest = min(highest, *(paper.body.position.y for paper in confetti.papers))
    assert AREA.top - AREA.height < highest < AREA.centery
    assert all(paper.body.velocity.y > 0 for paper in confetti.papers)


def test_confetti_can_be_tapped_away():
    confetti = Confetti(kit(), AREA)
    confetti.stop()
    assert not confetti.update(0.01)


def test_the_same_seed_makes_the_same_rain():
    surfaces = []
    for _ in range(2):
        surface = pygame.Surface((1000, 600), pygame.SRCALPHA)
        confetti = Confetti(kit(), AREA, seed=5)
        confetti.update(0.7)
        confetti.draw(surface)
        surfaces.append(pygame.image.tobytes(surface, "RGBA"))
    assert surfaces[0] == surfaces[1]


def test_reduced_motion_has_no_confetti():
    confetti = Confetti(kit(reduced_motion=True), AREA)
    assert not confetti.update(0.01)
