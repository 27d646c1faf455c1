"""The window and the main loop: opens the display, passes events to the screens, sleeps while nothing moves."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import pygame
from pygame._sdl2 import controller

from logic.cabinet import read_cabinet
from logic.core import Message
from logic.engine.worker import Thinker
from logic.jobs import run_in_thread
from logic.llm.adviser import servers_here
from logic.registry import GAMES
from logic.storage import settings as settings_file
from logic.storage.exchange import moment
from logic.storage.files import StoreProblem, cache_folder, clear_unfinished, data_folder
from logic.storage.settings import Settings
from logic.storage.store import Store
from scenes.app.app import App
from scenes.app.exports import day_stamp
from scenes.cabinet.files import open_dropped
from scenes.puzzles.play import choosing_route
from sprites.paint.emblems import icon
from sprites.sound.sound import SoundBank
from sprites.sound.voice import find_voice
from sprites.widgets.input import wait_for_events

TITLE = "Quincunx"
FRAMES_PER_SECOND = 60
NAP = 90
"""Milliseconds that the idle loop sleeps at most: shorter than the longest step of a frame."""
PATIENCE = 0.006
"""Seconds that a frame may spend on baking what may also appear a little later."""
FIRST_SCREEN = "first-screen"
"""File of the first screen's pictures, in the cache folder."""
UNSEEN = ("dummy", "offscreen")
"""SDL video drivers without output."""
ICON_SIZE = 64
STANDARD_ERROR = 2
OF_A_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""Signals that ask a program to end, from the system or a terminal; not every system has all of them."""

Size = tuple[int, int]


class NoDisplay(Exception):
    """No window can be opened; the text is the system's message."""


@dataclass(frozen=True, slots=True)
class Options:
    """The command-line options; ``windowed`` is the window's size, None to follow the settings."""

    windowed: Size | None = None
    game: str | None = None
    variant: str | None = None
    seed: int | None = None
    language: str | None = None
    demo: bool = False
    spectator: bool = False
    """Whether to open a window for spectators, on a second screen if there is one."""
    file: Path | None = None
    """A board or exported games to open at the start."""


def default_size() -> Size:
    window = read_cabinet().window
    return window.width, window.height


def painted_size(whole: Size, lines: int) -> Size:
    """Size of the canvas for a full screen: each point as large as possible while at least ``lines`` rows are left.

    At 3840×2160 painting would take four times as long, and four times the memory, as at half of that.

    >>> painted_size((3840, 2160), 1080), painted_size((2560, 1440), 1080)
    ((1920, 1080), (2560, 1440))
    """
    times = max(1, min(whole) // lines)
    return whole[0] // times, whole[1] // times


def enlarge(painted: pygame.Surface, whole: pygame.Surface, places: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Scale those rectangles of the canvas up to the window, each point to a square; return them in the window."""
    times, room, shown = whole.get_width() // painted.get_width(), painted.get_rect(), []
    for place in places:
        seen = place.clip(room)
        where = pygame.Rect(seen.left * times, seen.top * times, seen.width * times, seen.height * times)
        pygame.transform.scale(painted.subsurface(seen), where.size, whole.subsurface(where))
        shown.append(where)
    return shown


class Window:
    """The one window: full screen or resizable, switched between two frames.

    Raises NoDisplay if it cannot be opened.
    """

    def __init__(self, size: Size, *, full: bool) -> None:
        self._size = size
        self._full = full
        self._asked_full = full
        self._canvas: pygame.Surface | None = None
        """The canvas, if a full screen has so many points that each of the canvas is shown as a square of them."""
        with _display_errors():
            if os.environ.get("SDL_VIDEODRIVER") in UNSEEN:
                raise NoDisplay(f"SDL_VIDEODRIVER is “{os.environ['SDL_VIDEODRIVER']}”")
            pygame.display.init()
            if pygame.display.get_driver() in UNSEEN:
                raise NoDisplay(f"SDL offers only “{pygame.display.get_driver()}”")
            pygame.font.init()
            pygame.display.set_caption(TITLE)
            pygame.display.set_icon(icon(ICON_SIZE))
            self._open()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on; do not keep it, a new size makes a new one.

        Raises NoDisplay once the window is gone.
        """
        whole = self._whole
        return whole if self._canvas is None else self._canvas

    def show_full_screen(self, full: bool) -> None:
        """Request full screen or a window; it changes before the next frame."""
        self._asked_full = full

    def settle(self) -> Size:
        """Apply a request for full screen or a window; return the present size of ``surface``."""
        if self._asked_full != self._full:
            if self._asked_full:
                self._size = self.surface.get_size()
            self._full = self._asked_full
            self._open()
        return self.surface.get_size()

    def show(self, places: Sequence[pygame.Rect] | None = None) -> None:
        """Show what was painted: all of it, or only those rectangles."""
        if self._canvas is not None:
            places = enlarge(self._canvas, self._whole, places or [self._canvas.get_rect()])
        if places is None:
            pygame.display.flip()
        else:
            pygame.display.update(places)

    def heard(self, events: Sequence[pygame.event.Event]) -> Sequence[pygame.event.Event]:
        """The events, their mouse positions changed to coordinates of the canvas."""
        if self._canvas is not None:
            times = self._whole.get_width() // self._canvas.get_width()
            for event in events:
                if event.type in OF_A_MOUSE:
                    event.pos = event.pos[0] // times, event.pos[1] // times
        return events

    @property
    def _whole(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is gone")
        return surface

    def _open(self) -> None:
        self._canvas = None
        if not self._full:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
            return
        whole = pygame.display.set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        painted = painted_size(whole.get_size(), read_cabinet().window.lines)
        if painted != whole.get_size():
            self._canvas = pygame.Surface(painted, 0, whole)


@contextmanager
def _display_errors() -> Iterator[None]:
    try:
        with stderr_silenced():
            yield
    except pygame.error as error:
        raise NoDisplay(str(error)) from None


@contextmanager
def stderr_silenced() -> Iterator[None]:
    """Silence the system's libraries on stderr: what they cannot open we report ourselves, or do without."""
    try:
        kept = os.dup(STANDARD_ERROR)
    except OSError:  # there is no terminal
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)


class Gamepads:
    """Keeps the connected game controllers open: SDL sends events only of open ones."""

    def __init__(self) -> None:
        controller.init()
        self._open: dict[int, controller.Controller] = {}
        for index in range(controller.get_count()):
            self._add(index)

    def watch(self, events: Sequence[pygame.event.Event]) -> None:
        """Open controllers that are connected, and drop those that are removed."""
        for event in events:
            if event.type == pygame.CONTROLLERDEVICEADDED:
                self._add(event.device_index)
            elif event.type == pygame.CONTROLLERDEVICEREMOVED:
                self._open.pop(event.instance_id, None)

    def _add(self, index: int) -> None:
        try:
            if controller.is_controller(index):
                pad = controller.Controller(index)
                self._open[pad.id] = pad
        except pygame.error:
            return  # it was removed before it could be opened


class SettingsWriter:
    """Stores the settings, without the window that was ``forced`` for this run in place of a full screen."""

    def __init__(self, path: Path, remembered: Settings, *, forced: bool) -> None:
        self._path = path
        self._fullscreen = remembered.fullscreen
        self._forced = forced

    def keep(self, settings: Settings) -> Message | None:
        """Write the settings; return a message for the player if that failed."""
        self._forced = self._forced and not settings.fullscreen
        if self._forced:
            settings = msgspec.structs.replace(settings, fullscreen=self._fullscreen)
        try:
            settings_file.save(self._path, settings)
        except StoreProblem as problem:
            return problem.message
        return None


def export_system_language() -> None:
    """Put the user's languages into the environment on systems that keep them elsewhere, such as Windows."""
    if not any(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")):
        os.environ["LANGUAGE"] = ":".join(locale["language"] for locale in pygame.system.get_pref_locales())


def run(options: Options) -> list[str]:
    """Run the application until it is closed; return, translated, the store's notices left then.

    Raises NoDisplay if nobody could see it.
    """
    for folder in (data_folder(), cache_folder()):
        clear_unfinished(folder)
    chosen, told = settings_file.load(data_folder() / settings_file.FILE_NAME)
    full = chosen.fullscreen and options.windowed is None
    window = Window(options.windowed or default_size(), full=full)
    export_system_language()
    app = open_app(window, options, chosen, full, told)
    # These objects stay to the end; collecting them would delay single frames.
    gc.freeze()
    gc.enable()  # main disables it while all this is loaded
    with _closing_on_signals():
        try:
            _loop(app, window)
        finally:
            app.close()
            pygame.quit()
            gc.unfreeze()
    return [app.say(notice) for notice in app.store.notices()]


def open_app(window: Window, options: Options, chosen: Settings, full: bool, told: Sequence[Message]) -> App:
    """Open the application in a window, with the stored data; the first screen shows the ``told`` messages."""
    keeper = SettingsWriter(data_folder() / settings_file.FILE_NAME, chosen, forced=options.windowed is not None)
    store, notices = Store.open(data_folder(), GAMES)
    with stderr_silenced():
        sound = SoundBank()

    def keep(settings: Settings) -> None:
        problem = keeper.keep(settings)
        if problem is not None:
            app.tell(problem)

    app = App(
        window.surface.get_size(),
        cabinet=read_cabinet(),
        settings=msgspec.structs.replace(chosen, fullscreen=full),
        store=store,
        thinker=Thinker(),
        sound=sound,
        now=lambda: moment(time.time()),
        keep_settings=keep,
        show_full_screen=window.show_full_screen,
        language=options.language,
        voice=find_voice(),
        find_servers=partial(run_in_thread, servers_here),
    )
    app.kit.cache.time_budget = PATIENCE
    app.kit.cache.read_file(cache_folder() / FIRST_SCREEN)
    store.retry(app.now())
    store.back_up(day_stamp(app))
    if options.spectator:
        notices = (*notices, *open_spectators(app))
    open_first_screens(app, options, (*told, *notices))
    return app


def open_spectators(app: App) -> tuple[Message, ...]:
    """Open the spectators' window, filling a second screen; return a message if there is none."""
    from scenes.phones.spectator import NO_SECOND, Appearance, Spectator  # loaded only if it is needed

    screens, settings = len(pygame.display.get_desktop_sizes()), app.settings
    look = Appearance(app.text.language, settings.ui_scale, settings.reduced_motion, app.kit.strong_patterns,
                   1 if screens > 1 else None)  # fmt: skip
    app.audience = Spectator(look, app.wake)
    return () if screens > 1 else (NO_SECOND,)


def open_first_screens(app: App, options: Options, notices: Sequence[Message]) -> None:
    """Put the shelf with its notices on the stack, and over it what the options ask for."""
    app.open("shelf", notices)
    if options.demo:
        app.open("demo", options.game or next(iter(GAMES)), options.variant, options.seed)
    elif options.file is not None:
        open_dropped(app, options.file, options.game, options.variant)
    elif options.game is not None:
        route = choosing_route(options.game, options.variant)
        app.open(route, options.game, variant=options.variant, seed=options.seed)


@contextmanager
def _closing_on_signals() -> Iterator[None]:
    """Let a signal that ends the program close the window as its close button does.

    Signals that were ignored at the start stay ignored, such as SIGHUP under ``nohup``.
    """

    def end(*_: object) -> None:
        with suppress(pygame.error):  # it is ending already
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    before = {number: was for number in ENDING if (was := signal.getsignal(number)) != signal.SIG_IGN}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, was in before.items():
            signal.signal(number, was)


def _loop(app: App, window: Window) -> None:
    clock = pygame.time.Clock()
    pads = Gamepads()
    before = time.perf_counter()
    drew = True
    while app.running:
        waits = not drew and app.stack.still and not app.reader.is_held
        events = window.heard(wait_for_events(NAP if waits else 0))
        pads.watch(events)
        handle_window_events(app, window, events)
        app.store.retry(app.now())
        app.show_store_notices()
        now = time.perf_counter()
        passed, drew = now - before, False
        if waits:
            # An animation that begins now must not begin with the time slept through.
            drew = app.stack.frame((), passed, window.surface)
            before = now
        drew |= app.stack.frame(app.read_input(events, now - before), now - before, window.surface)
        before = now
        alive = app.stack.update_idle(passed, window.surface if waits and not drew else None)
        if drew:
            window.show()
        elif alive:
            window.show(alive)
        if drew or not waits:
            clock.tick(FRAMES_PER_SECOND)


def handle_window_events(app: App, window: Window, events: Sequence[pygame.event.Event]) -> None:
    """Handle the window's own events before the screens receive any."""
    for event in events:
        if event.type == pygame.QUIT:
            app.running = False
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            app.stack.touch()
        elif event.type == pygame.DROPFILE:
            open_dropped(app, Path(event.file))
    app.resize(window.settle())
