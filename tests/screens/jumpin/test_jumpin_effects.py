"""How a jump is seen on the meadow, and where dust flies."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from sprites.jumpin import art
from sprites.jumpin.effects import MeadowEffects, Shape, draw_shaped, hop_shape


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


def test_dust_flies_where_a_rabbit_comes_down_and_not_before(kit):
    seconds = kit.theme.seconds
    effects = MeadowEffects(kit)
    effects.begin(Event("hop", {"R1": (Cell(1, 0), Cell(1, 3))}))
    effects.update(seconds.hop * 0.8)
    assert all(mote.x < 1.5 for mote in effects.seen())
    effects.update(seconds.hop * 0.5)
    assert any(mote.x > 3 for mote in effects.seen())
