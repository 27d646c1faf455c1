"""Animations of Cóatl's events: one for each event, with the paths of pieces and cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from logic.coatl import State
from logic.core import Event
from scenes.coatl.layout import COVERED, TableRects, card_pose, hand_pose, is_card, origin
from sprites.paint.kit import Durations
from sprites.stage.stage import Animation, Pose, Track

HEIGHT = 0.9
"""Height of a flight."""
SLIDES: Mapping[str, float] = {"lock": 2.2, "final": 1.6, "pass": 1.0, "refill": 1.25, "foresee": 1.5, "end": 0.0}
"""Duration of an event in slides; others take one."""
LANDS = ("start", "attach", "close", "prophesy", "crown")
"""Events in which something is laid on a cóatl."""
LATER = ("lock", "refill", "final", "pass", "end")
"""Events of the end of a turn, in which nothing moves except what is refilled."""


class Animator:
    """Turns events into animations, from the poses ``before`` to those ``after``.

    ``state`` is the position before the events; its player acts. What a hand has ``dropped`` where it belongs only
    settles.
    """

    def __init__(
        self, rects: TableRects, before: Mapping[str, Pose], after: Mapping[str, Pose], state: State,
        seconds: Durations, dropped: Collection[str] = (),
    ) -> None:  # fmt: skip
        self._rects = rects
        self._before = before
        self._after = after
        self._mover = state.player
        self._is_secret = state.action == "discard"
        self._seconds = seconds
        self._dropped = dropped

    def animations(self, events: Sequence[Event]) -> list[Animation]:
        found: list[Animation] = []
        late = {name for event in events if event.name == "refill" for name in event.paths}
        for event in events:
            length = SLIDES.get(event.name, 1.0) * self._seconds.slide
            if event.name == "refill":
                moving = {name for name in event.paths if name in self._after}
            else:
                moving = set() if event.name in LATER else {*self._after, *self._before} - late
            tracks = {name: track for name in sorted(moving) if (track := self._track(name, event)) is not None}
            if event.name in LANDS:
                # The sound and the effect come when the piece or card arrives.
                dropped = any(name in event.paths for name in self._dropped)
                found.append(Animation(Event("carry"), tracks, self._seconds.settle if dropped else length))
                tracks, length = {}, 0.0
            found.append(Animation(event, tracks, length))
        return found

    def _track(self, name: str, event: Event) -> Track | None:
        """The track of something in an event, None if it stays."""
        start, end = self._before.get(name), self._after.get(name)
        if start is None:
            return self._arrival(name, event)
        if end is None:
            return self._departure(name, start, event)
        if start == end:
            return None
        flies = name in event.paths and name not in self._dropped
        return Track((start, end), height=HEIGHT if flies else 0.0)

    def _arrival(self, name: str, event: Event) -> Track | None:
        """Let a thing appear that was not visible before."""
        end = self._after[name]
        if name in event.paths and event.name in ("prophesy", "crown"):
            return Track((hand_pose(self._rects, self._mover, name), end), height=HEIGHT)
        if name.startswith(COVERED) and event.name != "draw":
            return Track((end,))
        return Track((origin(self._rects, name), end), height=HEIGHT)

    def _departure(self, name: str, start: Pose, event: Event) -> Track | None:
        """Let a thing leave that is not visible any more."""
        if name.startswith(COVERED) or not is_card(name):
            return Track((start, replace(start, alpha=0.0)), leaves=True)
        middle = self._rects.middle
        if event.name in ("choose", "commit"):
            end = hand_pose(self._rects, self._mover, name)
        else:
            end = card_pose(self._rects, middle.deck if self._is_secret else middle.discards)
            end = replace(end, flip=start.flip if self._is_secret else 1.0)
        return Track((start, end), height=HEIGHT, leaves=True)
