"""What time brings about at a board: the last seconds of a turn are heard, the last position of a game is seen."""

from __future__ import annotations

import math
from collections.abc import Callable

from scenes.app import App
from scenes.boardend import sound_of
from scenes.match import Match

TICKING = 5
"""Seconds before the clock runs out in which each is heard."""
END_PAUSE = 0.6
"""Seconds for which the last position is seen before the result lies over it."""


class LastSeconds:
    """Lets the last seconds of a turn be heard, each of them once."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._tocks = 0

    @property
    def is_running(self) -> bool:
        """Tell whether a clock runs down now."""
        return bool(self._match.session.setup.clock) and self._match.awaits_human

    def update(self) -> None:
        """Look at the clock."""
        if not self.is_running:
            return
        left = math.ceil(self._match.clock_left)
        if left != self._tocks and 0 < left <= TICKING:
            self._app.sound.play("tick")
        self._tocks = left


class EndPause:
    """Leaves the last position to be seen for a moment, then has the result shown, once."""

    def __init__(self, app: App, match: Match, show_result: Callable[[], object]) -> None:
        self._app = app
        self._match = match
        self._show_result = show_result
        self._left: float | None = END_PAUSE

    def update(self, dt: float, *, ready: bool) -> bool:
        """Let time go by while the position can be seen, and stands; true while waiting."""
        if self._left is None or not ready or not self._match.is_over:
            return False
        self._left -= dt
        if self._left <= 0:
            self._left = None
            self._app.sound.play(sound_of(self._match))
            self._show_result()
        return True
