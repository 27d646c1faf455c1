"""What moves in the labyrinth besides its pieces: a tile that falls out, dust, sparks, riches; bounded, baked once."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from sprites.labyrinth import art
from sprites.labyrinth.effects import LabyrinthEffects, draw_tumbling, tumble
from tests.artparts import (
    difference,
    pixels,
)
from tests.gallery import make_kit

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


def tumbling(kit, face, share):
    table = pygame.Surface((300, 200))
    draw_tumbling(table, kit, face, tumble((0, 0), (1, 0), share), (150, 100), key="NS")
    return table


def test_both_sides_of_a_tumbling_tile_are_seen(kit):
    face = art.tile(kit, "NS", 60)
    assert all(pixels(tumbling(kit, face, share / 40)).max() > 60 for share in range(40))
    assert difference(tumbling(kit, face, 0.4), tumbling(kit, face, 0)) > 4


def baked_by(kit, draw):
    """Give the keys of the pictures that drawing has to bake."""
    baked, keep = [], kit.bakery.keep
    kit.bakery.keep = lambda key, bake: keep(key, lambda: (baked.append(key), bake())[1])
    draw()
    kit.bakery.keep = keep
    return baked


def test_each_direction_of_a_tumbling_tile_is_baked_once():
    kit = make_kit((1280, 720))
    face = art.tile(kit, "NS", 60)
    for share in range(200):
        tumbling(kit, face, share / 200)
    made = baked_by(kit, lambda: [tumbling(kit, face, share / 130) for share in range(130)])
    assert made == []


# -- effects


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
    length = effects.begin(Event("push", {f"t{col}": (Cell(1, col - 1), Cell(1, col)) for col in range(6)}))
    effects.update(0.5 * length)
    crumbs = [mote for mote in effects.seen() if mote.name in ("crumb", "chip")]
    assert crumbs
    assert all(4.5 < mote.x < 6.5 for mote in crumbs)


@pytest.mark.parametrize("show", ["shutter", "landed"])
def test_dust_flies_where_a_shutter_or_a_tile_comes_down(kit, show):
    effects = LabyrinthEffects(kit)
    length = getattr(effects, show)((2.5, 1.5))
    effects.update(length / 3)
    seen = list(effects.seen())
    assert seen
    assert all(abs(mote.x - 2.5) < 1 and abs(mote.y - 1.5) < 1 for mote in seen)
