"""The only code that moves pieces over time: glides to a layout, and plays events one by one."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from logic.core import Cell, Event
from sprites.paint.kit import Durations
from sprites.stage.effects import eased_out

APPEAR_SCALE = 0.6
"""Scale of a piece when it begins to appear or has disappeared, unless motion is reduced."""
CARRY_HEIGHT = 1.0
"""Height above the board of a carried piece, in the middle of its event."""
NEAR = 0.6
"""Cells up to which a piece only settles; over a larger distance it slides."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a piece lies: its middle in board units, rotation, reflection, scale and height.

    It is turned by ``angle`` (radians clockwise) and then mirrored left to right where ``flip`` is -1; between 1 and -1
    it is turning over. ``z`` is how high it is lifted; higher pieces are drawn later.
    """

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    flip: float = 1.0
    z: float = 0.0


@cache
def pose_at(cell: Cell) -> Pose:
    """The pose of a piece on a square."""
    return Pose(cell.col + 0.5, cell.row + 0.5)


@dataclass(frozen=True, slots=True)
class Track:
    """The path of one piece in one animation; ``height`` is that of the arc in which it is carried.

    One that ``fades`` disappears at its start and reappears at its end; one that ``leaves`` is gone at the end; one
    that ``flies`` is as fast at the end as at the beginning.
    """

    points: tuple[Pose, ...]
    height: float = 0.0
    leaves: bool = False
    fades: bool = False
    flies: bool = False
    legs: tuple[float, ...] = field(init=False, repr=False, compare=False)
    """Lengths of the segments between the points."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "legs", tuple(map(_distance, self.points, self.points[1:])))

    def at(self, share: float, *, fade: bool) -> Pose:
        """The pose at that share of the path, 0 to 1."""
        if share >= 1:
            return self.points[-1]
        if (fade or self.fades) and _distance(self.points[0], self.points[-1]):
            return _faded(self.points[0], self.points[-1], share)
        whole = sum(self.legs)
        left = share * whole
        for start, end, leg in zip(self.points, self.points[1:], self.legs, strict=False):
            if left < leg or end is self.points[-1]:
                between = _between(start, end, left / leg if whole else share)
                return replace(between, z=between.z + 4 * share * (1 - share) * self.height)
            left -= leg
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Animation:
    """A game's own animation of an event: the tracks of the pieces, and the duration in seconds.

    A track begins where the piece is; its first pose is for one that was not there. A piece with a single pose jumps to
    it. An animation without tracks is a pause for something else that is seen, such as a falling wall.
    """

    event: Event
    tracks: Mapping[str, Track]
    seconds: float


class Stage:
    """The present poses of one board's pieces, and their movements.

    ``sync`` says where everything belongs, ``play`` how it got there. When nothing moves any more the picture is the
    last layout given. Time comes in through ``update`` alone, and how it is divided into steps makes no difference.
    """

    def __init__(self, seconds: Durations, reduced_motion: bool = False) -> None:
        self.seconds = seconds
        self.reduced_motion = reduced_motion
        self._layout: Mapping[str, Pose] = {}
        self._poses: dict[str, Pose] = {}
        self._tracks: dict[str, Track] = {}
        self._held: dict[str, Pose] = {}
        self._queue: deque[Callable[[], None]] = deque()
        """Begins one event each."""
        self._in_event = False
        self._pausing = False
        self._elapsed = 0.0
        self._length = 0.0

    # -- commands

    def sync(self, layout: Mapping[str, Pose], at_once: bool = False) -> None:
        """Let every piece glide to its place, new ones appear and others disappear; drops whatever was playing."""
        self._stop()
        self._layout = dict(layout)
        if at_once:
            self._poses = dict(layout)
        else:
            self._go_home()

    def play(self, events: Sequence[Event], layout: Mapping[str, Pose], on_event: Callable[[Event], None]) -> None:
        """Play the events in order, after those still queued, and then settle into the layout.

        ``on_event`` is told each event as its animation begins.
        """
        self._layout = dict(layout)
        self._enqueue(partial(self._begin, event, self._layout, on_event) for event in events)

    def perform(
        self, animations: Sequence[Animation], layout: Mapping[str, Pose], on_event: Callable[[Event], None]
    ) -> None:
        """Play events as :meth:`play` does, but with the given animations."""
        self._layout = dict(layout)
        self._enqueue(partial(self._begin_animation, animation, on_event) for animation in animations)

    def _enqueue(self, queued: Iterable[Callable[[], None]]) -> None:
        self._queue.extend(queued)
        if not self._in_event:
            self._freeze()
            self._next_event()

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something moves."""
        while self.moving and dt > 0:
            step = min(dt, self._length - self._elapsed)
            dt -= step
            self._elapsed += step
            if self._elapsed >= self._length:
                self._end_event()
        share = self._elapsed / self._length if self._length else 1.0
        eased = eased_out(share)
        for piece, track in self._tracks.items():
            self._poses[piece] = track.at(share if track.flies else eased, fade=self.reduced_motion)
        return self.moving

    def skip(self) -> None:
        """Jump to the end: every piece takes its pose in the layout."""
        self._stop()
        self._poses = dict(self._layout)

    @property
    def moving(self) -> bool:
        return bool(self._tracks) or self._pausing

    # -- state

    def pose(self, piece: str) -> Pose:
        """The present pose of a piece; raises KeyError if it is not there."""
        return self._held[piece] if piece in self._held else self._poses[piece]

    def resting(self) -> dict[str, Pose]:
        """The pieces that neither move nor are held."""
        away = self._tracks.keys() | self._held.keys()
        return {piece: pose for piece, pose in self._poses.items() if piece not in away}

    def poses(self, besides: Container[str] = ()) -> list[tuple[str, Pose]]:
        """All pieces, or those ``besides`` some, in drawing order: by height, then by name."""
        now = self._poses | self._held
        ordered = sorted([(pose.z, piece) for piece, pose in now.items() if piece not in besides])
        return [(piece, now[piece]) for _, piece in ordered]

    def hold(self, piece: str, pose: Pose) -> None:
        """Keep a piece in that pose, as while dragged, until it is released."""
        self._held[piece] = pose

    def release(self, piece: str) -> None:
        """Let a held piece glide home from where it is."""
        if piece not in self._held:
            return
        self._tracks.pop(piece, None)
        self._poses[piece] = self._held.pop(piece)
        if not self._in_event:
            self._freeze()
            self._go_home()

    # -- animations

    def _stop(self) -> None:
        self._freeze()
        self._queue.clear()

    def _freeze(self) -> None:
        self._tracks = {}
        self._in_event = self._pausing = False

    def _next_event(self) -> None:
        """Begin the next event or, after the last, the way home of pieces that are not there yet."""
        while self._queue and not self.moving:
            self._in_event = True
            self._queue.popleft()()
        if not self.moving:
            self._in_event = False
            self._go_home()

    def _begin_animation(self, animation: Animation, on_event: Callable[[Event], None]) -> None:
        """Begin a game's own animation, each track at the present pose of its piece."""
        on_event(animation.event)
        self._pausing = animation.seconds > 0
        begun = {}
        for piece, track in animation.tracks.items():
            here, *others = self._poses.get(piece, track.points[0]), *track.points[1:]
            begun[piece] = replace(track, points=(here, *others)) if others and here != track.points[0] else track
        self._start(begun, animation.seconds)

    def _begin(self, event: Event, layout: Mapping[str, Pose], on_event: Callable[[Event], None]) -> None:
        on_event(event)
        tracks = {}
        for piece, path in event.paths.items():
            home = layout.get(piece)
            start = self._poses.get(piece, home)
            if start is None or home is None:
                continue
            between = (replace(home, x=cell.col + 0.5, y=cell.row + 0.5) for cell in path)
            tracks[piece] = Track((start, *between, home), max(0.0, CARRY_HEIGHT - start.z))
        moving = {piece: track for piece, track in tracks.items() if not _stays(track)}
        self._start(moving, max((self._duration(track) for track in moving.values()), default=0.0))

    def _go_home(self) -> None:
        tracks = {}
        for piece in sorted({*self._poses, *self._layout}):
            track = self._track_home(piece)
            if not _stays(track):
                tracks[piece] = track
            elif track.leaves:
                del self._poses[piece]
            else:
                self._poses[piece] = track.points[-1]
        self._start(tracks, max((self._duration(track) for track in tracks.values()), default=0.0))

    def _track_home(self, piece: str) -> Track:
        start, home = self._poses.get(piece), self._layout.get(piece)
        shrunk = 1.0 if self.reduced_motion else APPEAR_SCALE
        if start is None:
            assert home is not None  # noqa: S101 - it is in one of the two
            return Track((replace(home, scale=home.scale * shrunk, alpha=0.0), home))
        if home is None:
            return Track((start, replace(start, scale=start.scale * shrunk, alpha=0.0)), leaves=True)
        return Track((start, home))

    def _duration(self, track: Track) -> float:
        way = sum(track.legs)
        if len(track.points) > 2 and not self.reduced_motion:
            return max(self.seconds.slide, self.seconds.walk * way)
        return self.seconds.slide if way > NEAR else self.seconds.settle

    def _start(self, tracks: dict[str, Track], length: float) -> None:
        self._elapsed, self._length = 0.0, length
        self._tracks = tracks
        for piece, track in tracks.items():
            self._poses[piece] = track.points[0]
        if tracks and length <= 0:
            self._end_event()

    def _end_event(self) -> None:
        for piece, track in self._tracks.items():
            if track.leaves:
                del self._poses[piece]
            else:
                self._poses[piece] = track.points[-1]
        self._tracks = {}
        self._pausing = False
        self._next_event()


def _stays(track: Track) -> bool:
    return track.points.count(track.points[-1]) == len(track.points)


def _turn(start: float, end: float) -> float:
    """The shorter way round from one angle to another."""
    return (end - start + math.pi) % math.tau - math.pi


def _distance(a: Pose, b: Pose) -> float:
    """The distance in cells; half a turn or turning over counts as one cell."""
    return math.hypot(b.x - a.x, b.y - a.y) + abs(_turn(a.angle, b.angle)) / math.pi + abs(b.flip - a.flip) / 2


def _between(a: Pose, b: Pose, share: float) -> Pose:
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        a.angle + _turn(a.angle, b.angle) * share,
        a.scale + (b.scale - a.scale) * share,
        a.alpha + (b.alpha - a.alpha) * share,
        a.flip + (b.flip - a.flip) * share,
        a.z + (b.z - a.z) * share,
    )


def _faded(start: Pose, end: Pose, share: float) -> Pose:
    """Fade out at the start and in at the end, without a path between."""
    if share < 0.5:
        return replace(start, alpha=start.alpha * (1 - 2 * share))
    return replace(end, alpha=end.alpha * (2 * share - 1))
