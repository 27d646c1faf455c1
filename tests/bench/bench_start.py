"""The program in a real window: time to its first picture, and its cost at rest. Run by hand, never asserted.

Run ``python -m tests.bench.bench_start [FROZEN]`` with the path of the packed program where there is one, or with
``idle`` for the share of a core and the memory that it takes at rest. Counted of a start is processor time, which
other processes hardly affect, up to the look at the screen that saw the picture, and with it the wall time.
"""

import compileall
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from scenes.app.window import FIRST_SCREEN
from tests.bench.clock import resident
from tests.support.processes import ROOT, wait_for
from tests.support.xwindow import Program, screen

SIZES = ((1920, 1080), (1024, 600), (3840, 2160))
TRIES = 5
"""Starts after the first one, which has everything to paint."""
SECONDS = 5.0
"""Seconds of rest that are measured."""


def first_picture(command, folder, shown_on):
    """Start, wait for the first lit pixel, end; return processor seconds, wall seconds, and megabytes.

    It ends once it has stored its pictures for the next start.
    """
    begin = time.perf_counter()
    program = Program(shown_on, "--data-dir", folder, command=command)
    try:
        wait_for(shown_on.is_lit, "the first picture")
        took = program.processor_seconds(), time.perf_counter() - begin
        wait_for((Path(folder) / "cache" / FIRST_SCREEN).exists, "its pictures in a file")
        return *took, resident(program.process.pid)
    finally:
        program.kill()
        wait_for(lambda: not shown_on.is_lit(), "the dark screen")


def measure(title, command):
    for size in SIZES:
        with TemporaryDirectory() as folder, screen(size) as shown_on:
            wait_for(shown_on.file.exists, "the display")
            first, clock, _ = first_picture(command, folder, shown_on)
            later = [first_picture(command, folder, shown_on) for _ in range(TRIES)]
        again, by_clock = (statistics.median(column) for column in list(zip(*later, strict=True))[:2])
        print(f"{title}, {size[0]}×{size[1]}: first start {first:.2f} s of CPU, {clock:.2f} s; "
              f"later ones, median {again:.2f} s of CPU, {by_clock:.2f} s; {later[-1][2]:.0f} MB")  # fmt: skip


def rest(title, *arguments):
    with screen(SIZES[0]) as shown_on, TemporaryDirectory() as folder:
        program = Program(shown_on, "--data-dir", folder, *arguments)
        try:
            program.wait_until_shown()
            before = program.processor_seconds()
            time.sleep(SECONDS)
            share = (program.processor_seconds() - before) / SECONDS
            print(f"{title}: {share:.1%} of a core (goal: under 5 %), {resident(program.process.pid):.0f} MB")
        finally:
            program.kill()


def main():
    if sys.argv[1:] == ["idle"]:
        rest("shelf")
        rest("set-up of the L-Game", "--game", "lgame")
        return
    # As every start but the first finds it: bytecode would be missing where nothing may be written while running.
    for room in ("config", "logic", "scenes", "sprites"):
        compileall.compile_dir(ROOT / room, quiet=1)
    measure("from source", (sys.executable, ROOT / "main.py"))
    for frozen in sys.argv[1:]:
        measure("packed", (Path(frozen).resolve(),))


if __name__ == "__main__":
    main()
