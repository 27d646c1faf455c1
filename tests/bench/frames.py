"""Frame times: of a view driven by hand, or of the whole application without a window."""

import gc
import os
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")

import pygame

from logic.cabinet import read_cabinet
from logic.engine.worker import Thinker
from logic.game import redact
from logic.memory import keep_freed_memory
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App
from scenes.app.window import PATIENCE, enlarge, painted_size
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Pointer
from tests.bench.clock import cuts

SCREEN = tuple(map(int, os.environ.get("BENCH_SIZE", "1920x1080").split("x")))
"""The full screen: the one in the environment, such as 3840x2160, or the most common one."""
SIZE = painted_size(SCREEN, int(os.environ.get("BENCH_LINES", read_cabinet().window.lines)))
"""The size that is painted for it."""
FRAME = 1 / 60


class Timer:
    """Records frame times, in seconds, by title."""

    def __init__(self, clock=time.process_time):
        self._clock = clock
        self.times = []
        self.kept = {}
        self._so_far = 0.0

    @contextmanager
    def timed(self, *, ends=True):
        """Measure a frame, or, where that does not end with it, work that belongs to the next one."""
        started = self._clock()
        yield
        self._so_far += self._clock() - started
        if ends:
            self.times.append(self._so_far)
            self._so_far = 0.0

    def keep(self, title):
        """Put the frames so far under a title."""
        self.kept.setdefault(title, []).extend(self.times)
        self.times = []

    def tell(self):
        """Print the frame times of each title, and start over."""
        for title, times in self.kept.items():
            slow = sum(took > FRAME for took in times)
            print(f"  {title:34} {len(times):4} frames, {cuts(times)}, {slow} over 16.7")
        self.kept = {}


class Table(Timer):
    """A view with a position behind it, driven by input frame after frame."""

    def __init__(self, surface, game, state, view, rect, host):
        """Make the view, lay it into a rectangle and draw its first picture."""
        super().__init__()
        self.surface, self.game, self.state = surface, game, state
        kit = Kit(load_theme(), Metrics.of(SIZE, 1.0), SurfaceCache())
        with self.timed(ends=False):
            self.view = view(kit, None, redact(game, state, host.viewer), host)
            self.view.place(rect)
            self.view.draw_ground(surface)
        self.frame()
        self.keep("the first picture")

    def frame(self, *events):
        """Run one turn of the event loop: input, time, picture; return the move that the input made."""
        with self.timed():
            moves = [self.view.point(event) for event in events]
            self.view.update(FRAME)
            self.view.draw_foreground(self.surface)
            show(self.surface)
        return next((move for move in moves if move is not None), None)

    def run(self, title, count):
        """Run so many frames that belong under a title."""
        for _ in range(count):
            self.frame()
        self.keep(title)

    def lead(self, way, steps):
        """Move what is held along a path of pixels, so many frames from each to the next."""
        for (x, y), (there_x, there_y) in pairwise(way):
            for step in range(1, steps + 1):
                share = step / steps
                yield self.frame(Pointer("move", (round(x + (there_x - x) * share), round(y + (there_y - y) * share))))

    def play(self, move, most, viewer=0):
        """Make a move and show it, for so many frames at most; the time of ``show`` belongs to the first frame."""
        self.state, events = self.state.apply(move)
        with self.timed(ends=False):
            self.view.show(redact(self.game, self.state, viewer), events)
        self.frame()
        for _ in range(most):
            if not self.view.stage.moving:
                return events
            self.frame()
        return events


@contextmanager
def cabinet(**more):
    """Open the program on a store of its own, without a window, but with the time limits of one."""
    with TemporaryDirectory() as folder:
        usual = {"settings": Settings(), "thinker": Thinker(), "now": lambda: 1.79e9, "language": "en"}
        store = Store.open(Path(folder))[0]
        app = App(SIZE, cabinet=read_cabinet(), store=store, sound=SoundBank(), **{**usual, **more})
        app.kit.cache.time_budget = PATIENCE
        yield app
        app.close()


def window():
    """Open the window of a bench, without a display; set up garbage collector and memory as the program does."""
    gc.freeze()
    keep_freed_memory()
    pygame.display.init()
    pygame.font.init()
    whole = pygame.display.set_mode(SCREEN)
    return whole if SIZE == SCREEN else pygame.Surface(SIZE, 0, whole)


def show(surface):
    """Show what was painted as the program's window does, without the system's own part."""
    whole = pygame.display.get_surface()
    if surface is not whole:
        enlarge(surface, whole, [surface.get_rect()])
