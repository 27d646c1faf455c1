"""Animations of JumpIN’s events: rabbits in arcs, foxes along their lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from logic.core import Event
from sprites.jumpin.effects import Shape, hop_shape
from sprites.paint.kit import Durations
from sprites.stage.stage import Animation, Pose, Track

RISE = 0.16
"""How far a piece is drawn above the ground, in cells, for each unit that it is lifted."""
LOW, STEEP = 0.34, 0.13
"""How high a jump is in cells: so much, and so much more for each cell that it is long."""
STRIDE = 1.5
"""How many times as long a fox takes for a cell as somebody who walks; a short slide takes its usual time."""


def height_of(start: Pose, end: Pose) -> float:
    """How high a jump goes, in cells: the arc that shows it and the one that is flown are the same."""
    return LOW + STEEP * math.hypot(end.x - start.x, end.y - start.y)


def animations(
    events: Sequence[Event], before: Mapping[str, Pose], after: Mapping[str, Pose], seconds: Durations, dropped: str
) -> list[Animation]:
    """An animation for each event of one move; a piece that was ``dropped`` where it goes to only settles there."""
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
    """Say how a rabbit is stretched that is on its way from one place to another."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    share = math.hypot(pose.x - start.x, pose.y - start.y) / length if length else 1.0
    return hop_shape(share, reduced_motion=reduced_motion)
