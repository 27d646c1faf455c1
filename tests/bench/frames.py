"""How benches take the time of frames: that of this process, so that others on the machine do not blur it."""

import gc
import os
import statistics
import time
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from logic.cabinet import read_cabinet
from logic.memory import keep_at_hand
from scenes.app.window import enlarge, painted_size
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Bakery
from sprites.paint.theme import Metrics, load_theme

SCREEN = tuple(map(int, os.environ.get("BENCH_SIZE", "1920x1080").split("x")))
"""The full screen: the one in the environment, such as 3840x2160, or that which most have."""
SIZE = painted_size(SCREEN, int(os.environ.get("BENCH_LINES", read_cabinet().window.lines)))
"""What is painted for it."""
FRAME = 1 / 60


class Timer:
    """Keeps what frames took, in milliseconds, and under which titles."""

    def __init__(self, clock=time.process_time):
        self._clock = clock
        self.times = []
        self.kept = {}
        self._so_far = 0.0

    @contextmanager
    def timed(self, *, ends=True):
        """Take the time of a frame, or, where that does not end with it, of what belongs to the next one."""
        started = self._clock()
        yield
        self._so_far += (self._clock() - started) * 1000
        if ends:
            self.times.append(self._so_far)
            self._so_far = 0.0

    def keep(self, title):
        """Put the frames so far under a title."""
        self.kept.setdefault(title, []).extend(self.times)
        self.times = []

    def tell(self):
        """Print what the frames of each title took, and begin anew."""
        for title, times in self.kept.items():
            self.times = times
            self.report(title)
        self.kept = {}

    def report(self, title):
        """Print what the frames took, and begin anew."""
        cuts = statistics.quantiles(self.times if len(self.times) > 1 else self.times * 2, n=100, method="inclusive")
        slow = sum(took > 1000 * FRAME for took in self.times)
        print(f"  {title:34} {len(self.times):4} frames, p50 {cuts[49]:5.1f} ms, p99 {cuts[98]:5.1f} ms, "
              f"worst {max(self.times):5.1f} ms, {slow} over 16.7")  # fmt: skip
        self.times = []


class Meter(Timer):
    """Draws a view frame after frame and keeps what each took, in milliseconds."""

    def __init__(self, surface, make, rect):
        """Make a view for a kit, lay it into a rectangle and draw its first picture."""
        super().__init__()
        self.surface = surface
        kit = Kit(load_theme(), Metrics.of(SIZE, 1.0), Bakery())
        with self.timed(ends=False):
            self.view = make(kit)
            self.view.place(rect)
            self.view.draw_ground(surface)
        self.frame()
        print(f"  the first picture: {self.times.pop():.0f} ms")

    def frame(self, *events):
        """Run one turn of the loop as it does: hands, time, picture; give the move that the hands made."""
        with self.timed():
            moves = [self.view.point(event) for event in events]
            self.view.update(FRAME)
            self.view.draw_play(self.surface)
            show(self.surface)
        return next((move for move in moves if move is not None), None)

    def show(self, state, events):
        """Show another position; what that takes belongs to its first frame."""
        with self.timed(ends=False):
            self.view.show(state, events)
        self.frame()


def resident():
    """Give the memory that this process holds, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def window():
    """Open the window of a bench, without a display; spare the garbage collector and the system work as the program."""
    gc.freeze()
    keep_at_hand()
    pygame.display.init()
    pygame.font.init()
    whole = pygame.display.set_mode(SCREEN)
    return whole if SIZE == SCREEN else pygame.Surface(SIZE, 0, whole)


def show(surface):
    """Do what the program's window does with what was painted, but for the system's own part."""
    whole = pygame.display.get_surface()
    if surface is not whole:
        enlarge(surface, whole, [surface.get_rect()])
