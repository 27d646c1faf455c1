"""Terminal output: errors in one line, and a progress bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

NAME = "quincunx"
LONGEST_LINE = 400
"""Characters; longer messages are truncated."""


class Problem(Exception):
    """A request that cannot be carried out; its text is the one line to print."""


CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}
"""Control characters, which a terminal would execute, and their escapes; line breaks are kept."""


def escape_controls(text: str) -> str:
    """A text with its control characters escaped, for text from files: it must not move the cursor or set colours."""
    return text.translate(CONTROLS)


def line(message: object) -> str:
    """An error message as one line, with its line break: truncated, and with control characters escaped."""
    words = escape_controls(" ".join(str(message).split()))
    short = words if len(words) <= LONGEST_LINE else f"{words[:LONGEST_LINE]} …"
    return f"{NAME}: {short}\n".encode(errors="backslashreplace").decode()


WIDTH = 30
"""Characters of the bar."""
PAUSE = 0.2
"""The least number of seconds between two redraws."""
ENOUGH = 1.0
"""Seconds of work before the remaining time is estimated."""


class ProgressBar:
    """A progress bar, redrawn on one line; nothing is drawn unless the stream is a terminal.

    ``clock`` gives seconds. Work done before this run, ``done`` at the first call, does not count for the rate.
    """

    def __init__(self, stream: TextIO | None, clock: Callable[[], float]) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._clock = clock
        self._begun: tuple[float, int] | None = None
        self._drawn = float("-inf")
        self._width = 0

    def show(self, done: int, total: int, words: str) -> None:
        """Draw the fraction of the work that is done, followed by some text."""
        now = self._clock()
        self._begun = self._begun or (now, done)
        if self._stream is None or (now - self._drawn < PAUSE and done < total):
            return
        self._drawn = now
        part = done / total if total else 1.0
        full = round(WIDTH * part)
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {part:4.0%}  {words}{self._left(now, done, total)}"
        self._stream.write("\r" + line.ljust(self._width))
        self._stream.flush()
        self._width = len(line)

    def _left(self, now: float, done: int, total: int) -> str:
        start, before = self._begun or (now, done)
        if done >= total or done <= before or now - start < ENOUGH:
            return ""
        return f", {duration((now - start) / (done - before) * (total - done))} left"

    def end(self) -> None:
        """Keep the line as it is, and start the next."""
        if self._stream is not None and self._width:
            self._stream.write("\n")
            self._stream.flush()
            self._width = 0


def duration(seconds: float) -> str:
    """A duration as text: ``1:02:03``, ``2:03`` or ``3 s``."""
    whole = max(1, round(seconds))
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}" if minutes else f"{whole} s"
