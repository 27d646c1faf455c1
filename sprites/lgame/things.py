"""What an L-Game has besides its Ls, as pictures: the ivory board with its squares, the pebbles, a hint's arrow."""

from __future__ import annotations

import numpy as np
import pygame

from sprites.lgame.body import IVORY, SHADOW_PAD, Shadow
from sprites.paint import relief
from sprites.paint.layers import Layer, box, covered, expanded, grid, hypot, noise, soft
from sprites.paint.surfaces import RGB, picture

PEBBLE_RADIUS = 0.34
"""In cells, like all lengths here."""
PEBBLE_PAD = 0.42
SLAB_ROUND = 0.16
SLAB_BEVEL = 0.09
WELL_GAP = 0.04
WELL_ROUND = 0.13
DROP_REACH = 0.22
PEBBLES: tuple[tuple[RGB, RGB], ...] = (((150, 147, 140), (84, 82, 80)), ((118, 116, 118), (60, 60, 66)))


def bake_pebble(number: int, cell: float) -> pygame.Surface:
    """Draw one of the two pebbles: not quite round, and speckled."""
    size = round(2 * PEBBLE_PAD * cell)
    x, y = grid((size, size), cell)
    round_about = np.arctan2(y, x)
    bulge = 0.016 * np.sin(2 * round_about + 1.3 + number) + 0.009 * np.sin(3 * round_about + 2.1 * number)
    distance = hypot(x, y * 1.06) - PEBBLE_RADIUS - bulge
    height = 0.62 * relief.rim(distance, PEBBLE_RADIUS)
    facing = relief.facing(height, cell)
    coarse, fine = ((cell * grain, cell * grain) for grain in (0.07, 0.02))
    grain = 0.12 * noise((size, size), coarse, number) + 0.1 * noise((size, size), fine, number + 7) - 0.11
    vein = 0.16 * np.exp(-(((x * 0.5 - y * 0.9 + 0.09 * np.sin(5 * x + number)) / 0.03) ** 2)) * (number == 1)
    lit = np.clip(0.1 + facing * 0.95 + grain + vein, 0, 1.15)
    light, dark = PEBBLES[number]
    gleam = 60 * np.maximum(facing, 0) ** 24
    colours = [low + (high - low) * lit + gleam for low, high in zip(dark, light, strict=True)]
    return picture(colours, covered(distance, cell))


def bake_pebble_shadow(cell: float, shadow: Shadow) -> pygame.Surface:
    coarse = cell / relief.COARSE
    size = round(2 * (PEBBLE_RADIUS + shadow.reach + SHADOW_PAD) * coarse)
    x, y = grid((size, size), coarse)
    return relief.enlarged(picture(relief.SHADE, shadow.strength * soft(hypot(x, y) - PEBBLE_RADIUS, shadow.reach)))


def bake_slab(size: tuple[int, int], cell: float) -> pygame.Surface:
    """Draw the ivory slab: its texture, its rounded edge, and the frame sunk into its rim."""
    edge = 2 * round((SLAB_ROUND + SLAB_BEVEL) * cell) + 3
    tile = min(size[0], edge), min(size[1], edge)
    distance = box(*grid(tile, cell), (0, 0), (tile[0] / cell / 2, tile[1] / cell / 2), SLAB_ROUND)
    lit = relief.facing(relief.rim(distance, SLAB_BEVEL), cell) - relief.light()[2]
    broad, fine = ((cell * grain, cell * grain) for grain in (0.9, 0.03))
    grain = 7 * noise(size, broad, 1) + 4 * noise(size, fine, 2) - 5.5
    x, y = grid(size, 1)
    tone = grain - 6 * (x / size[0] + y / size[1]) + 150 * expanded(lit, size)
    return picture([ivory + tone for ivory in IVORY], expanded(covered(distance, cell), size))


def bake_well(cell: float) -> pygame.Surface:
    """Draw what makes a square a shallow well: shaded at the upper left, bright at the lower right."""
    size = round(cell)
    x, y = grid((size, size), cell)
    distance = box(x, y, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    inside = covered(distance, cell)
    lx, ly, _ = relief.light()
    shifted = box(x + lx * 0.05, y + ly * 0.05, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    shade = inside * (0.07 + 0.3 * (1 - soft(shifted + 0.035, 0.06)))
    lip = box(x + lx * 0.03, y + ly * 0.03, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    bright = (1 - inside) * covered(lip, cell) * 0.75
    alpha = np.maximum(shade, bright)
    is_lip = bright > shade
    return picture([np.where(is_lip, 255, tone) for tone in relief.SHADE], alpha)


def bake_cursor(colour: RGB, cell: float) -> pygame.Surface:
    """Draw a ring within a square."""
    _, _, distance = _well(cell)
    ring = np.abs(distance + 0.035) - 0.03
    return relief.outlined(colour, ring, covered(ring, cell), cell)


def bake_lit(light: RGB, sign: RGB, cell: float) -> pygame.Surface:
    """Draw the soft light in a square that can be chosen, and its sign, a thin ring with a dot in the middle."""
    x, y, distance = _well(cell)
    glow = 0.42 * covered(distance, cell) * (1 - 0.45 * soft(distance + 0.16, 0.16))
    ring, dot = np.abs(distance + 0.03) - 0.014, hypot(x, y) - 0.055
    lit = picture(light, glow)
    lit.blit(picture(sign, covered(np.minimum(ring, dot), cell)), (0, 0))
    return lit


def _well(cell: float) -> tuple[Layer, Layer, Layer]:
    """The places in a square from its middle, and how far each is outside its well; all in squares."""
    size = round(cell)
    x, y = grid((size, size), cell)
    return x, y, box(x, y, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)


def bake_drop(size: tuple[int, int], cell: float) -> pygame.Surface:
    """Draw the shadow of the whole board on the cloth."""
    coarse = cell / relief.COARSE
    wide, high = size[0] / relief.COARSE, size[1] / relief.COARSE
    pad = 2 * DROP_REACH * coarse
    x, y = grid((round(wide + pad), round(high + pad)), coarse)
    distance = box(x, y, (0, 0), (wide / coarse / 2, high / coarse / 2), SLAB_ROUND)
    return relief.enlarged(picture((0, 0, 0), 0.5 * soft(distance, DROP_REACH)))


def bake_arrow(length: float, colour: RGB, cell: float) -> pygame.Surface:
    """Draw an arrow to the right, as long as said from end to end."""
    x, y = grid((round((length + 0.2) * cell), round(0.6 * cell)), cell)
    tip = length / 2
    shaft = box(x, y, (-0.12, 0), (tip - 0.12, 0.045), 0.045)
    head = np.maximum(np.abs(y) * 0.8 + (x - tip) * 0.6, tip - 0.3 - x)
    shape = np.minimum(shaft, head)
    return picture(colour, covered(shape, cell))
