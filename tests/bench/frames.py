"""How benches of views take the time of frames: that of this process, so that others on the machine do not blur it."""

import os
import statistics
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from sprites.bakery import Bakery
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit

SIZE = (1920, 1080)
FRAME = 1 / 60


class Meter:
    """Draws a view frame after frame and keeps what each took, in milliseconds."""

    def __init__(self, surface, make, rect):
        """Make a view for a kit, lay it into a rectangle and draw its first picture."""
        self.surface = surface
        kit = Kit(load_theme(), Metrics.of(SIZE, 1.0), Bakery())
        self.times = []
        started = time.process_time()
        self.view = make(kit)
        self.view.place(rect)
        self.view.draw_ground(surface)
        self.frame()
        print(f"  the first picture: {(time.process_time() - started) * 1000:.0f} ms")
        self.times = []

    def frame(self, *events):
        """Run one turn of the loop as it does: hands, time, picture; give the move that the hands made."""
        started = time.process_time()
        moves = [self.view.point(event) for event in events]
        self.view.update(FRAME)
        self.view.draw_play(self.surface)
        self.times.append((time.process_time() - started) * 1000)
        return next((move for move in moves if move is not None), None)

    def show(self, state, events):
        """Show another position; what that takes belongs to its first frame."""
        started = time.process_time()
        self.view.show(state, events)
        shown = (time.process_time() - started) * 1000
        self.frame()
        self.times[-1] += shown

    def report(self, title):
        """Print what the frames took, and begin anew."""
        cuts = statistics.quantiles(self.times, n=100, method="inclusive")
        slow = sum(took > 1000 * FRAME for took in self.times)
        print(f"  {title:34} {len(self.times):4} frames, p50 {cuts[49]:5.1f} ms, p99 {cuts[98]:5.1f} ms, "
              f"worst {max(self.times):5.1f} ms, {slow} over 16.7")  # fmt: skip
        self.times = []


def window():
    """Open the window of a bench, without a display."""
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode(SIZE)
