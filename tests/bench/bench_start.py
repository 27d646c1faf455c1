"""Time from the start of the program to its first picture in a real window. By hand, never asserted.

Run ``python -m tests.bench.bench_start [FROZEN]`` with the path of the packed program where there is one.
"""

import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.processes import ROOT, wait_for
from tests.xwindow import Program, screen

SIZE = (1920, 1080)
TRIES = 7


def first_picture(command, folder):
    """Start, wait for the first lit pixel, end; give the seconds."""
    with screen(SIZE) as shown_on:
        wait_for(shown_on.file.exists, "the display")
        begin = time.perf_counter()
        program = Program(shown_on, "--data-dir", folder, command=command)
        try:
            wait_for(shown_on.is_lit, "the first picture")
            return time.perf_counter() - begin
        finally:
            program.kill()


def measure(title, command, goal):
    with TemporaryDirectory() as folder:
        times = [first_picture(command, folder) for _ in range(TRIES)]
    print(f"{title}: median {statistics.median(times):.2f} s, best {min(times):.2f} s, first {times[0]:.2f} s; {goal}")


def main():
    measure("from source", (sys.executable, ROOT / "main.py"), "goal: under 1.5 s")
    for frozen in sys.argv[1:]:
        measure("packed", (Path(frozen).resolve(),), "goal: under 1 s")


if __name__ == "__main__":
    main()
