"""Processor use and memory of the program while nobody touches it, in a real window. By hand, never asserted.

Run ``python -m tests.bench.bench_idle``.
"""

import time
from tempfile import TemporaryDirectory

from tests.bench.clock import resident
from tests.support.xwindow import Program, screen

SIZE = (1920, 1080)
SECONDS = 5.0


def measure(title, *arguments):
    with screen(SIZE) as shown_on, TemporaryDirectory() as folder:
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
    measure("shelf")
    measure("set-up of the L-Game", "--game", "lgame")


if __name__ == "__main__":
    main()
