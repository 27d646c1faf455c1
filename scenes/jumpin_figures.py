"""The animals and mushrooms as they are drawn on the meadow: where they look, how they feel, how they stretch."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from logic.core import Cell
from logic.jumpin.rules import State
from scenes.boardmarks import shadow, with_alpha
from scenes.jumpin_beats import AIR, RISE, shape_in_flight
from scenes.jumpin_reach import number_of
from scenes.jumpin_turf import Turf
from sprites import jumpin_art as art
from sprites.jumpin_effects import Shape, draw_shaped
from sprites.jumpin_rabbits import Mood
from sprites.kit import Kit
from sprites.stage import Pose

GROWTH = 0.05
"""How much larger a piece looks that is lifted by a unit; higher up it grows no more."""
SHAKES, SWAY = 3, 0.07
"""How often a piece shakes that cannot move, and how far, in cells."""
FEET, PAWS = 0.93, 0.9
"""Where the feet of rabbits and of foxes are in their pictures, as a share of the height."""


@dataclass(frozen=True, slots=True)
class Look:
    """How an animal is seen: the way in which it looks (None is at the player), its mood, and whether it is home."""

    way: Cell | None = None
    mood: Mood = "calm"
    at_home: bool = False


def portrait(kit: Kit, side: int, state: State, piece: str, look: Look) -> pygame.Surface:
    """Give the picture of a rabbit or a fox."""
    number = number_of(piece)
    if piece.startswith("F"):
        ahead = look.way is None or look.way.row + look.way.col > 0
        return art.fox(kit, number, side, state.foxes[number - 1][1], 1 if ahead else -1)
    paint = art.rabbit_home if look.at_home else art.rabbit
    return paint(kit, number, side, look.way, look.mood)


def shape_of(pose: Pose, flight: tuple[Pose, Pose] | None, *, reduced_motion: bool) -> Shape:
    """Say how a piece is stretched: in a jump from one pose to another, or because it is near to the eye."""
    near = pose.scale * (1 + GROWTH * min(1.0, pose.z))
    shape = shape_in_flight(pose, *flight, reduced_motion=reduced_motion) if flight is not None else Shape()
    return Shape(round(shape.wide * near, 3), round(shape.high * near, 3))


def sway(left: float) -> float:
    """Say how far aside a piece is, in cells, of whose shaking that share is left."""
    return SWAY * left * math.sin(math.tau * SHAKES * left)


def draw_piece(
    turf: Turf, state: State, piece: str, pose: Pose, picture: pygame.Surface, shape: Shape, aside: float
) -> None:
    """Draw a piece; one that is lifted is larger and higher, and its shadow stays on the ground."""
    x, y = turf.squares.to_pixels(pose.x + aside, pose.y)
    if pose.z > AIR and pose.alpha > 0:
        shade = shadow(turf.kit, turf.side)
        for right, down in _feet_of(state, piece):
            turf.surface.blit(shade, shade.get_rect(center=(x + right * turf.cell, y + down * turf.cell)))
    foot = PAWS if piece.startswith("F") else FEET
    middle = x, y - RISE * pose.z * turf.cell
    draw_shaped(turf.surface, with_alpha(picture, pose.alpha), middle, shape, foot=foot)


def _feet_of(state: State, piece: str) -> tuple[tuple[float, float], ...]:
    """Give where a piece stands, in cells as seen from its middle."""
    if not piece.startswith("F"):
        return ((0.0, 0.4),)
    level = state.foxes[number_of(piece) - 1][1]
    return ((-0.5, 0.4), (0.5, 0.4)) if level else ((0.0, 0.9),)
