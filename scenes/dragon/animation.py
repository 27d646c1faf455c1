"""Animations of Stone Dragon's events: one for each event, with the paths of knights."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from logic.core import Cell, Event
from logic.dragon.rules import SQUARES
from sprites.paint.kit import Durations
from sprites.stage.stage import Animation, Pose, Track, pose_at

HOP = 2.2
"""Height of a Jumper in the middle of a leap."""
BUMP = 0.6
"""Share of the way to a wall after which a Jumper bounces off it."""
TELEPORT = 1.2
"""Duration of a teleport, from one place to the other, by that of a slide."""
BOB = 0.9
"""Height by which a knight bobs with each step."""
GATE, THROUGH, SMALL = 0.44, 0.5, 0.7
"""Distance behind his square at which a knight starts to walk in, the share of that way after which he is opaque, and
his initial scale."""
HEIGHTS: Mapping[str, float] = {"leap": HOP, "go": BOB}
GONE = ("fall", "crush", "hide")
LONG = ("blast", "fall", "crush", "hide", "bounce")
SHORT = ("eat", "fill")
"""Events shown for as long as a slide or a hop; the next one begins while the effects of others still show."""


class Animator:
    """Turns events into animations; ``places`` is where the knights are before the first of them."""

    def __init__(self, places: Mapping[str, Pose], seconds: Durations) -> None:
        self._poses = dict(places)
        self._seconds = seconds

    def animations(self, events: Sequence[Event]) -> list[Animation]:
        return [self._animation(event) for event in events]

    def _animation(self, event: Event) -> Animation:
        tracks = {}
        for piece, path in event.paths.items():
            track = self._track(event.name, piece, path) if piece != SQUARES and path else None
            if track is not None:
                tracks[piece] = track
        return Animation(event, tracks, self._length(event.name, tracks))

    def _length(self, name: str, tracks: Mapping[str, Track]) -> float:
        seconds = self._seconds
        if name == "reveal":
            return 0.0
        if name in ("leap", *SHORT):
            return seconds.hop
        if name in LONG:
            return seconds.slide
        if name == "teleport":
            return TELEPORT * seconds.slide
        return seconds.slide if name == "enter" and tracks else seconds.walk

    def _track(self, name: str, piece: str, path: tuple[Cell, ...]) -> Track | None:
        """The track of a knight in an event, None if he only stands; it is remembered where it ends."""
        end = pose_at(path[-1])
        start = self._poses.get(piece, end)
        if name in GONE:
            # The effect shows how he falls, is crushed or hides: the knight himself disappears.
            self._poses.pop(piece, None)
            return Track((replace(end, alpha=0.0),), leaves=True)
        if name == "blast":
            self._poses.pop(piece, None)
            return Track((start, replace(end, z=1.0, alpha=0.0)), leaves=True)
        end = replace(end, z=start.z)
        if name == "bounce":
            return Track((start, _interpolate(end, pose_at(path[1]), BUMP), end), height=HOP / 2)
        if name not in ("go", "leap", "teleport", "enter"):
            return None
        self._poses[piece] = end
        if name == "enter":
            gate = replace(end, y=end.y - GATE, scale=SMALL, alpha=0.0)
            inside = replace(end, y=end.y - THROUGH * GATE, scale=(1 + SMALL) / 2)
            return Track((gate, inside, end), height=BOB)
        return Track((start, end), height=HEIGHTS.get(name, 0.0), fades=name == "teleport")


def _interpolate(start: Pose, end: Pose, part: float) -> Pose:
    return replace(start, x=start.x + (end.x - start.x) * part, y=start.y + (end.y - start.y) * part)


MOVES = ("go", "leap", "enter", "teleport")
"""Events that change no square: what a knight does on arrival is a separate event."""


def visible_part(event: Event, seen: Collection[Cell]) -> Event | None:
    """An event without the squares that have never been seen; None if nothing is left."""
    cells = event.paths.get(SQUARES)
    if cells is None:
        return event
    known = tuple(cell for cell in cells if cell in seen)
    paths = {piece: path for piece, path in event.paths.items() if piece != SQUARES}
    if known:
        paths[SQUARES] = known
    return replace(event, paths=paths) if paths else None
