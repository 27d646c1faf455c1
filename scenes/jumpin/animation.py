"""Animations of JumpIN’s events: rabbits in arcs, foxes along their lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from logic.core import Event
from sprites.jumpin.effects import Shape, hop_shape
from sprites.paint.kit import Durations
from sprites.stage.stage import Animation, Pose, Track

RISE = 0.16
"""Height in cells at which a piece is drawn above the ground, for each unit that it is lifted."""
LOW, STEEP = 0.34, 0.13
"""Height of a jump in cells: a constant, and an addition for each cell of its length."""
STRIDE = 1.5
"""A fox's time for a cell by that of walking; a short slide takes its usual time."""


def height_of(start: Pose, end: Pose) -> float:
    """The height of a jump in cells, the same for the arc that marks it and for the flight."""
    return LOW + STEEP * math.hypot(end.x - start.x, end.y - start.y)


def animations(
    events: Sequence[Event], before: Mapping[str, Pose], after: Mapping[str, Pose], seconds: Durations, dropped: str
) -> list[Animation]:
    """An animation for each event of one move; a piece ``dropped`` at its target only settles there."""
    return [_animation(event, before, after, seconds, dropped) for event in events]


def _animation(
    event: Event, before: Mapping[str, Pose], after: Mapping[str, Pose], seconds: Durations, dropped: str
) -> Animation:
    piece = next((piece for piece in event.paths if piece in before and piece in after), None)
    if piece is None or event.name not in ("hop", "slide"):
        return Animation(event, {}, 0.0)
    start, end = before[piece], after[piece]
    if piece == dropped:
        return Animation(event, {piece: Track((start, end))}, seconds.settle)
    if event.name == "hop":
        return Animation(
            event, {piece: Track((start, end), height=height_of(start, end) / RISE, flies=True)}, seconds.hop
        )
    cells = math.hypot(end.x - start.x, end.y - start.y)
    length = max(seconds.slide, STRIDE * seconds.walk * cells)
    return Animation(event, {piece: Track((start, end))}, length)


def shape_in_flight(pose: Pose, start: Pose, end: Pose, *, reduced_motion: bool) -> Shape:
    """The stretch of a rabbit on its way from one pose to another."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    share = math.hypot(pose.x - start.x, pose.y - start.y) / length if length else 1.0
    return hop_shape(share, reduced_motion=reduced_motion)
