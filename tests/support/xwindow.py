"""A real X display for tests: Xvfb with a readable frame buffer, the program in it, and xdotool's input."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np

from tests.support import processes
from tests.support.processes import PATIENCE, ROOT, Child, wait_for

NEEDED = ("Xvfb", "xdotool")
STEP = "0.02"
"""Seconds between two movements of the pointer, so that none is dropped."""
FAINT = 40
"""The most by which a breathing animation changes from one look to the next, of 255."""
BAND = 1 << 17
"""Bytes of a picture that are compared together: a difference mostly shows in the first such band."""
STILL = 0.4
"""Seconds without a change that count as rest: longer than a sleeping loop's nap and the coach's answer together."""


def missing():
    """Return the names of programs that are not installed here."""
    return [name for name in NEEDED if shutil.which(name) is None]


class Screen:
    """One Xvfb: its number, its picture, and its pointer and keys."""

    def __init__(self, size, folder):
        self.size = size
        self.file = Path(folder) / "Xvfb_screen0"
        reads, writes = os.pipe()
        self.server = Child(
            "Xvfb", "-displayfd", writes, "-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", folder,
            "-nolisten", "tcp", "-noreset", pass_fds=[writes], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writes)
        with os.fdopen(reads) as pipe:
            self.display = f":{pipe.readline().strip()}"
        if self.display == ":":
            self.server.end()
            raise AssertionError("Xvfb does not start")

    def close(self):
        self.server.terminate()  # it cleans up its files
        with self.server:
            self.server.wait(PATIENCE)

    @property
    def env(self):
        return {**os.environ, "DISPLAY": self.display, "SDL_VIDEODRIVER": "x11", "SDL_FRAMEBUFFER_ACCELERATION": "0"}

    def pixels(self, data=None):
        """Return the picture, of what the server's file holds now or held, as rows of (red, green, blue)."""
        data = self.file.read_bytes() if data is None else data
        header, colours, stride = (struct.unpack_from(">I", data, place)[0] for place in (0, 76, 48))
        body = np.frombuffer(data, np.uint8, offset=header + 12 * colours, count=stride * self.size[1])
        return body.reshape(self.size[1], stride // 4, 4)[:, : self.size[0], 2::-1]

    def is_lit(self):
        """Return whether anything has been drawn."""
        return bool(self.file.exists() and self.pixels().any())

    def rest(self, patience=PATIENCE):
        """Wait until the picture no longer changes, except for faint breathing, and return it."""
        end = time.monotonic() + patience
        before, since = self.file.read_bytes(), time.monotonic()
        while time.monotonic() < end:
            time.sleep(0.05)
            now = self.file.read_bytes()
            if has_moved(before, now):
                since = time.monotonic()
            elif time.monotonic() - since >= STILL:
                return self.pixels(now)
            before = now
        raise AssertionError("the picture does not come to rest")

    # -- hands

    def do(self, *words):
        """Run an xdotool command, and return its output."""
        # Called hundreds of times, and each must be as quick as a hand.
        command = ["xdotool", *map(str, words)]
        told = subprocess.run(command, env=self.env, check=True, capture_output=True, text=True, timeout=PATIENCE)
        return told.stdout

    def press(self, pos):
        self.do("mousemove", *pos, "sleep", STEP, "mousedown", 1, "sleep", STEP)

    def release(self):
        self.do("mouseup", 1, "sleep", STEP)

    def click(self, pos, button=1):
        self.do("mousemove", *pos, "sleep", STEP, "mousedown", button, "sleep", STEP, "mouseup", button)

    def glide(self, *points):
        """Move the pointer as a person does: through the points between."""
        if len(points) > 1:
            self.do(*way(points))

    def drag(self, *points):
        """Drag something to another place at once: held for long by a slow machine, it would be a long press."""
        press = ["mousemove", *points[0], "sleep", STEP, "mousedown", 1, "sleep", STEP]
        self.do(*press, *way(points), "mouseup", 1, "sleep", STEP)

    def turn_wheel(self, notches):
        """Turn the wheel; up is positive."""
        for _ in range(abs(notches)):
            self.do("click", 4 if notches > 0 else 5, "sleep", STEP)

    def key(self, name):
        self.do("key", name)

    def window_under_pointer(self):
        told = self.do("getmouselocation", "--shell")
        return dict(line.split("=") for line in told.split())["WINDOW"]


def way(points, steps=8):
    """Return xdotool's arguments to move the pointer through the points between."""
    words = []
    for start, end in pairwise(points):
        for step in range(1, steps + 1):
            words += ["mousemove", *(round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))]
            words += ["sleep", STEP]
    return words


def gap(one, other):
    """Return how much two pictures differ, byte by byte; wider integers would take ten times as long."""
    return np.maximum(one, other) - np.minimum(one, other)


def has_moved(before, now):
    """Return whether more has changed between two readings of the server's file than breathing, band by band."""
    bands = ((before[at : at + BAND], now[at : at + BAND]) for at in range(0, len(now), BAND))
    return any(
        one != other and gap(*(np.frombuffer(band, np.uint8) for band in (one, other))).max() > FAINT
        for one, other in bands
    )


@contextmanager
def screen(size):
    """Yield a display of that size for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        made = Screen(size, folder)
        try:
            yield made
        finally:
            made.close()


class Program:
    """The program as a process of its own on a screen."""

    def __init__(self, shown_on, *arguments, command=(sys.executable, ROOT / "main.py"), env=()):
        self.screen = shown_on
        self.process = Child(*command, *arguments, env={**shown_on.env, **dict(env)})

    def wait_until_lit(self):
        wait_for(lambda: self.screen.is_lit() or self.process.poll() is not None, "the first picture")
        assert self.process.poll() is None, self.process.stderr.read()

    def wait_until_shown(self):
        """Wait for the first picture and for it to rest."""
        self.wait_until_lit()
        return self.screen.rest()

    def kill(self):
        """Kill it as a power cut would, unless it has ended."""
        self.process.end()

    def processor_seconds(self):
        """Return how much processor time it has used so far, its worker not counted."""
        return processes.processor_seconds(self.process.pid)

    def writes(self):
        """Return how often it has written anything anywhere so far: once with each picture, and seldom otherwise."""
        return processes.writes(self.process.pid)

    def end(self):
        """Ask it to end; return its exit code and its output."""
        self.process.send_signal(signal.SIGTERM)
        code, out, err = self.process.outcome()
        return code, out + err
