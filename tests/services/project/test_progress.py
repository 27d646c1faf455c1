"""The progress bar: done and remaining time, on one line of a terminal."""

import io

import pytest

from logic.terminal import ProgressBar, duration


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_bar_shows_percentage_and_time_left_on_terminals_only():
    terminal, now = Terminal(), [0.0]
    bar = ProgressBar(terminal, lambda: now[0])
    bar.show(200, 1000, "12 puzzles")
    now[0] = 10.0
    bar.show(400, 1000, "20 puzzles")
    now[0] = 10.1
    bar.show(401, 1000, "21 puzzles")
    now[0] = 90.0
    bar.show(1000, 1000, "50 puzzles")
    bar.end()
    shown = terminal.getvalue().split("\r")[1:]
    assert [line.rstrip() for line in shown] == [
        f"[{'#' * 6}{'.' * 24}]  20%  12 puzzles",
        f"[{'#' * 12}{'.' * 18}]  40%  20 puzzles, 30 s left",
        f"[{'#' * 30}] 100%  50 puzzles",
    ]
    assert terminal.getvalue().endswith("\n")
    assert len(shown[2].rstrip("\n")) == len(shown[1])
    for stream in (io.StringIO(), None):
        bar = ProgressBar(stream, lambda: 0.0)
        bar.show(1, 2, "words")
        bar.end()
        assert stream is None or stream.getvalue() == ""


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "1 s"), (59.4, "59 s"), (61, "1:01"), (3599.6, "1:00:00"), (7265, "2:01:05")]
)
def test_durations_are_formatted(seconds, words):
    assert duration(seconds) == words
