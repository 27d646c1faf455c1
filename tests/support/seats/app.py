"""An App for tests (a store of its own, silence, a fixed clock), and a driver that uses it as a person does."""

from __future__ import annotations

import gc
import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from logic.cabinet import read_cabinet, split_key
from logic.engine.worker import TASKS, Thinker
from logic.storage.files import data_folder
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import ECHO_SECONDS, LONGEST_STEP, App, Scene
from scenes.shots.shots import CACHE
from sprites.paint.surface_cache import SurfaceCache
from sprites.sound.sound import SoundBank
from sprites.widgets import Choice
from sprites.widgets.base import Widget
from sprites.widgets.input import BUTTONS, FULL_AXIS, TRIGGER_AXES

FRAME = 1 / 60
STRIDE = LONGEST_STEP
"""Seconds of a frame where time only has to pass: the state at its end does not depend on the length of frames."""
LONGEST = 30.0
"""Seconds of game time after which a screen that does not come to rest is a fault."""
GLANCE = 4
"""Of so many frames in which a screen comes to rest one is painted: some continue only when they are painted."""
FINGER = 7

Pos = tuple[int, int]
Where = Pos | str | Widget


class HandExecutor(Executor):
    """Queues requests until :meth:`work` is called, so that tests see the screen while the computer is thinking."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = deque()
        self.asked: list[str] = []
        self.failures: dict[str, Exception] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        self.asked += [arg for arg in args if isinstance(arg, str) and arg in TASKS]
        return future

    def work(self) -> int:
        """Do all queued requests, in this thread; return how many there were."""
        done = 0
        while self.waiting:
            future, function, args = self.waiting.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            failure = next((self.failures[arg] for arg in args if isinstance(arg, str) and arg in self.failures), None)
            try:
                if failure is not None:
                    raise failure
                future.set_result(function(*args))
            except BaseException as error:  # a worker passes on every error
                future.set_exception(error)
            done += 1
        return done


class Driver:
    """A person at the screen: acts by mouse, finger, key or pad, and lets time pass.

    A place to touch is a position in pixels, a widget, or the key of one on the top screen. With ``thinks`` the
    worker answers between two frames; without, it answers when ``executor.work()`` is called. With ``seen=False``
    nothing is ever painted, and reading the picture fails: painting is most of the time.
    """

    def __init__(self, app: App, executor: HandExecutor, *, seen: bool = True) -> None:
        self.app = app
        self.executor = executor
        self.thinks = True
        self._seen = seen
        self.drawn = 0
        self._surface = pygame.display.set_mode(app.size)

    def close(self) -> None:
        self.app.close()

    # -- what can be seen

    @property
    def surface(self) -> pygame.Surface:
        """The picture in the window, for tests that are marked ``seen``."""
        assert self._seen, "nothing is painted here: mark the test as “seen”"
        return self._surface

    @property
    def top(self) -> Scene:
        """The screen that receives input."""
        top = self.app.stack.top
        assert top is not None
        return top

    def widget(self, key: str) -> Widget:
        """Return a widget of the top screen."""
        found = self.top.ui.find(key)
        assert found is not None, f"{key!r} is none of {[one.key for one in self.top.ui.walk()]}"
        return found

    def place(self, where: Where) -> Pos:
        """Return the pixel of the screen that a touch there means, as its reader sees it."""
        if isinstance(where, str):
            where = self.widget(where)
        if isinstance(where, Choice):  # the middle of the whole may lie on one of its arrows
            return where.parts()[1].center
        return where.rect.center if isinstance(where, Widget) else where

    def pixel(self, where: Where) -> Pos:
        """Return the pixel of the window where that is."""
        return self.app.orientation.to_window(self.place(where))

    def said(self) -> list[str]:
        """Return the messages that are shown, or wait to be shown."""
        return [toast.text for toast in self.app.overlay.toasts]

    def screenshot(self, path: str | Path) -> None:
        """Save the present picture to a file."""
        self.app.stack.touch()
        self.frame(dt=0.0)
        pygame.image.save(self.surface, str(path))

    # -- time

    def frame(self, *events: pygame.event.Event, dt: float = FRAME, seen: bool = True) -> bool:
        """Run one turn of the event loop, as the window does; a frame that is not ``seen`` is not painted."""
        drew = self.app.stack.frame(self.app.read_input(events, dt), dt, self._surface if seen and self._seen else None)
        self.drawn += drew
        if self.thinks:
            self.executor.work()
        return drew

    def step(self, seconds: float) -> None:
        """Let time pass; paint now and then, and at the end."""
        frames = math.ceil(seconds / STRIDE)
        for number in range(1, frames + 1):
            self.frame(dt=seconds / frames, seen=number % GLANCE == 0 or number == frames)

    def wait(self, seconds: float) -> None:
        """Let time pass without painting."""
        frames = math.ceil(seconds / STRIDE)
        for _ in range(frames):
            self.frame(dt=seconds / frames, seen=False)

    def settle(self, seconds: float = LONGEST) -> None:
        """Run until nothing moves, nothing waits, nobody thinks and no press counts as the first half of a double tap.

        Paint now and then, and at the end.
        """
        quiet = 0
        for number in range(1, round(seconds / STRIDE)):
            waits = self.thinks and bool(self.executor.waiting)
            quiet = 0 if self.frame(dt=STRIDE, seen=number % GLANCE == 0) or waits else quiet + 1
            if quiet * STRIDE > ECHO_SECONDS:
                self.app.stack.touch()
                self.frame(dt=0.0)
                if not self.frame(seen=False):
                    return
        raise AssertionError("the screen does not come to rest")

    def let_think(self) -> None:
        """Let the worker answer from now on, and all come to rest."""
        self.thinks = True
        self.settle()

    def resize(self, size: Pos) -> None:
        self._surface = pygame.display.set_mode(size)
        self.app.resize(size)
        self.frame()

    # -- input; clicks, drags, taps and keys are painted at their end, which ends a fade that they begin in

    def push(self, scene: Scene) -> None:
        """Push a screen onto the stack and let it come in."""
        self.app.stack.push(scene)
        self.frame()

    def press(self, where: Where, button: int = pygame.BUTTON_LEFT, *, seen: bool = True) -> None:
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self.pixel(where), button=button, touch=False)
        self.frame(event, seen=seen)

    def move(self, where: Where, *, seen: bool = True) -> None:
        pos = self.pixel(where)
        event = pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        self.frame(event, seen=seen)

    def release(self, where: Where, button: int = pygame.BUTTON_LEFT) -> None:
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self.pixel(where), button=button, touch=False))

    def click(self, where: Where, button: int = pygame.BUTTON_LEFT) -> None:
        pos = self.place(where)
        self.press(pos, button, seen=False)
        self.release(pos, button)

    def tap(self, *where: Where) -> Scene:
        """Click one place after the other, each time until all has come to rest; return the screen this leads to."""
        for one in where:
            self.click(one)
            self.settle()
        return self.top

    def strike(self, *keys: str) -> Scene:
        """Press one key after the other, each time until all has come to rest; return the screen this leads to."""
        for one in keys:
            self.key(one)
            self.settle()
        return self.top

    def open(self, scene: Scene) -> Scene:
        """Push a screen onto the stack and let it come to rest."""
        self.push(scene)
        self.settle()
        return scene

    def leave(self, scene: Scene | None = None) -> None:
        """Take a screen, or the top one, off the stack, and let what lies below come to rest."""
        self.app.stack.pop(scene)
        self.settle()

    def drag(self, *way: Where) -> None:
        """Drag with the mouse from the first place to the last."""
        places = [self.place(where) for where in way]
        self.press(places[0], seen=False)
        for start, end in pairwise(places):
            for share in (0.25, 0.5, 0.75, 1.0):
                x = start[0] + (end[0] - start[0]) * share
                y = start[1] + (end[1] - start[1]) * share
                self.move((round(x), round(y)), seen=False)
        self.release(places[-1])

    def wheel(self, where: Where, notches: float) -> None:
        """Turn the wheel at a place; up is positive."""
        self.move(where)
        self.frame(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=round(notches), precise_x=0.0, precise_y=notches))

    def finger(self, *way: Where, finger: int = FINGER) -> None:
        """Tap with a finger, or drag it from the first place to the last."""
        places = [self.place(where) for where in way]
        self.touch(pygame.FINGERDOWN, places[0], finger, seen=False)
        for start, end in pairwise(places):
            middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
            self.touch(pygame.FINGERMOTION, middle, finger, seen=False)
            self.touch(pygame.FINGERMOTION, end, finger, seen=False)
        self.touch(pygame.FINGERUP, places[-1], finger)

    def touch(self, kind: int, pos: Pos, finger: int, *, seen: bool = True) -> None:
        (width, height), pos = self.app.orientation.window, self.pixel(pos)
        event = pygame.event.Event(kind, x=pos[0] / width, y=pos[1] / height, finger_id=finger, touch_id=1)
        self.frame(event, seen=seen)

    def key(self, *keys: str, seen: bool = True) -> None:
        """Press keys, one after the other, by their names in the YAML (``ctrl+z``)."""
        masks = {"ctrl": pygame.KMOD_LCTRL, "alt": pygame.KMOD_LALT, "shift": pygame.KMOD_LSHIFT}
        for text in keys:
            modifiers, bare = split_key(text)
            mod = sum(masks[name] for name in modifiers)
            unicode = bare if len(bare) == 1 else " " if bare == "space" else ""
            code = pygame.key.key_code(bare)
            self.frame(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=unicode, scancode=0), seen=False)
            self.frame(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode=unicode, scancode=0), seen=seen)

    def type(self, text: str) -> None:
        """Type text into what has the focus."""
        self.frame(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def pad(self, *buttons: str) -> None:
        """Press buttons of a game pad, or its triggers."""
        triggers = {name: axis for axis, name in TRIGGER_AXES.items()}
        for name in buttons:
            if name in triggers:
                kinds, what = [pygame.CONTROLLERAXISMOTION] * 2, {"axis": triggers[name]}
            else:
                kinds, what = [pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP], {"button": BUTTONS.index(name)}
            for kind, value in zip(kinds, (FULL_AXIS, 0), strict=True):
                self.frame(pygame.event.Event(kind, **what, value=value, instance_id=0), seen=value == 0)

    def write(self, key: str, text: str) -> None:
        """Walk the focus to a widget, and type text into it."""
        self.focus(key, most=120)
        self.type(text)

    def focus(self, key: str, most: int = 60) -> None:
        """Walk the focus to a widget by the keyboard; paint when it is there."""
        for _ in range(most):
            if self.top.ui.focus is not None and self.top.ui.focus.key == key:
                self.frame()
                return
            self.key("tab", seen=False)
        raise AssertionError(f"the focus never came to {key!r}")


def make_app(
    size: Pos = (1280, 720),
    language: str = "en",
    *,
    scale: float = 1.0,
    settings: Settings | None = None,
    store: Store | None = None,
    now: Callable[[], float] | None = None,
    draw: Callable[[], int] = lambda: 7,
    executor: Executor | None = None,
    cache: SurfaceCache | None = None,
) -> App:
    """Return an App in the test's own data folder; the window is a dummy of that size.

    Unless ``settings`` say otherwise, computers do not pause before they move.
    """
    if not pygame.get_init():
        pygame.init()
    pygame.display.set_mode(size)
    chosen = executor if executor is not None else HandExecutor()
    kept = settings if settings is not None else Settings(ui_scale=scale, pause=0.0)
    return App(
        size,
        cabinet=read_cabinet(),
        settings=kept,
        store=store if store is not None else Store.open(data_folder())[0],
        thinker=Thinker(lambda: chosen),
        sound=SoundBank(silent=True),
        now=now if now is not None else Clock(),
        draw=draw,
        language=language,
        cache=cache,
    )


def make_driver(size: Pos = (1280, 720), language: str = "en", **options: Any) -> Driver:
    """Return the driver of a new App, on the screen ``at`` where that is given.

    ``at`` is a class of scenes, or one with its arguments; or several of those, the lowest first.
    """
    executor = options.pop("executor", None) or HandExecutor()
    seen, at = options.pop("seen", True), options.pop("at", [])
    driver = Driver(make_app(size, language, executor=executor, **options), executor, seen=seen)
    for place in at if isinstance(at, list) else [at]:
        scene, *given = place if isinstance(place, tuple) else (place,)
        driver.open(scene(driver.app, *given))
    return driver


@cache
def _set_aside(_module: str) -> None:
    """Exempt what the tests of other modules have cached from later garbage collections, of which a screen has many."""
    gc.collect()
    gc.freeze()


PAINTED_AHEAD = ("app.page.paint_next", "cabinet.shelf.paint_next", "view.view.Prerender.paint")
"""What prerenders in idle moments; where nothing is painted that is most of the time of a test."""


def paint_nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let idle moments pass without that; pictures are painted when they are drawn."""
    for name in PAINTED_AHEAD:
        monkeypatch.setattr(f"scenes.{name}", lambda *_, **_options: False)


@pytest.fixture
def new_driver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Driver]]:
    """Return :func:`make_driver`, whose drivers are closed when the test is over; import it where it is used.

    The first of a test takes its pictures from those cached for such a window by earlier tests. Screens are painted
    for tests that are marked ``seen``, and in a real window: the others ask where things lie and what they say, and
    the survey of screens and the tests of the games' views prove that every screen can be painted.
    """
    _set_aside(request.module.__name__)
    marked = request.node.get_closest_marker("seen") is not None
    seen = marked or os.environ["SDL_VIDEODRIVER"] != "dummy"
    if not marked:
        paint_nothing_ahead(monkeypatch)
    seated: list[Driver] = []

    def sit(*args: Any, **options: Any) -> Driver:
        seated.append(make_driver(*args, **{"cache": None if seated else CACHE, "seen": seen, **options}))
        return seated[-1]

    yield sit
    for driver in seated:
        driver.close()


class Clock:
    """The wall clock of a test, which advances only when told to."""

    def __init__(self, start: float = 1_790_000_000.0) -> None:
        self.moment = start

    def __call__(self) -> float:
        return self.moment

    def pass_by(self, seconds: float) -> None:
        self.moment += seconds
