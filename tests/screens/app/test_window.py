"""The window: start options, stored settings, held keys, dropped files."""

import json
import os
import signal
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pygame
import pytest

from logic.cabinet import read_cabinet
from logic.registry import new_setup
from logic.storage import settings as settings_file
from logic.storage.files import data_folder
from logic.storage.settings import Settings
from logic.text import guess_language
from scenes.app import window
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.demo import DemoScene
from scenes.cabinet.games import GamesScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.shots.poses import PEOPLE
from sprites.paint.emblems import icon
from tests.support.gallery import CACHES
from tests.support.seats.app import CACHE, new_driver
from tests.support.seats.kept import finish_game, keep_game

__all__ = ["new_driver"]


@pytest.fixture
def seen(monkeypatch):
    """Let the dummy display pass for a visible one."""
    monkeypatch.setattr(window, "UNSEEN", ())


def scenes_of(driver):
    return [type(scene) for scene in driver.app.stack.scenes]


def open_with(driver, **options):
    window.open_first_screens(driver.app, window.Options(**options), ())
    driver.frame()
    return driver


def test_the_app_opens_the_shelf_or_the_set_up_of_a_requested_game(new_driver):
    assert scenes_of(open_with(new_driver())) == [ShelfScene]
    driver = open_with(new_driver(), game="lgame", variant="blitz", seed=2**53 - 1)

    assert scenes_of(driver) == [ShelfScene, SetupScene]
    assert driver.top.choices.variant == "blitz"
    driver.click("start")
    driver.frame()
    assert isinstance(driver.top, BoardScene)
    setup = driver.top.match.session.setup
    assert (setup.variant, setup.seed, setup.clock) == ("blitz", 2**53 - 1, 30)


def test_a_requested_demonstration_runs_until_touched(new_driver):
    driver = open_with(new_driver(), demo=True)

    assert scenes_of(driver) == [ShelfScene, DemoScene]
    driver.click((10, 10))
    driver.frame()
    assert scenes_of(driver) == [ShelfScene]
    driver = open_with(new_driver(), demo=True, game="lgame", variant="bare", seed=41)

    first = driver.top.match.session.setup
    assert (first.variant, first.params["neutrals"], first.seed) == ("bare", 0, 41)
    driver.top.match.session.end_early(0)
    driver.step(5)
    assert driver.top.match.session.setup.seed == 42


# -- the display


@pytest.mark.parametrize("name", ["dummy", "offscreen"])
def test_a_display_driver_without_a_screen_is_refused(monkeypatch, name):
    monkeypatch.setenv("SDL_VIDEODRIVER", name)

    with pytest.raises(window.NoDisplay, match=name):
        window.Window((800, 600), full=False)


def test_full_screen_changes_between_two_frames(seen):
    pygame.display.quit()
    made = window.Window((800, 600), full=False)
    desktop = pygame.display.get_desktop_sizes()[0]

    made.show_full_screen(True)
    assert made.surface.get_size() == (800, 600)
    assert made.settle() == desktop
    assert made.surface.get_flags() & pygame.FULLSCREEN
    made.show_full_screen(False)
    assert made.settle() == (800, 600)
    assert made.surface.get_flags() & pygame.RESIZABLE


def motion(pos):
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)


def lit(surface):
    """Return the rects of everything that is not black."""
    width, height = surface.get_size()
    return {(x, y) for x in range(width) for y in range(height) if surface.get_at((x, y))[:3] != (0, 0, 0)}


def test_a_downscaled_full_screen_shows_each_painted_pixel_as_a_square(seen, monkeypatch):
    pygame.display.quit()
    pygame.display.init()
    wide, high = pygame.display.get_desktop_sizes()[0]
    cabinet = read_cabinet()
    few = msgspec.structs.replace(cabinet, window=msgspec.structs.replace(cabinet.window, lines=high // 2))
    monkeypatch.setattr(window, "read_cabinet", lambda: few)
    made = window.Window((800, 600), full=True)
    assert made.surface.get_size() == made.settle() == (wide // 2, high // 2)
    made.surface.set_at((3, 5), "red")
    made.show()
    assert lit(pygame.display.get_surface()) == {(6, 10), (7, 10), (6, 11), (7, 11)}

    made.surface.fill("black")
    last = wide // 2 - 1, high // 2 - 1
    made.surface.set_at(last, "red")
    made.show([pygame.Rect(0, 0, 20, 20), pygame.Rect(*last, 90, 90)])
    assert lit(pygame.display.get_surface()) == {(wide - x, high - y) for x in (1, 2) for y in (1, 2)}

    assert [event.pos for event in made.heard([motion((7, 11)), motion((wide - 1, high - 1))])] == [(3, 5), last]
    made.show_full_screen(False)
    assert made.settle() == (800, 600)
    assert made.heard([motion((7, 11))])[0].pos == (7, 11)


@pytest.mark.parametrize(
    ("screen", "lines", "size"),
    [
        ((1920, 1080), 1080, (1920, 1080)), ((2560, 1440), 1080, (2560, 1440)), ((3840, 2160), 1080, (1920, 1080)),
        ((2160, 3840), 1080, (1080, 1920)), ((5120, 2880), 1080, (2560, 1440)), ((7680, 4320), 1080, (1920, 1080)),
        ((3840, 2160), 2160, (3840, 2160)), ((1024, 600), 1080, (1024, 600)),
    ],
)  # fmt: skip
def test_painted_size_divides_large_screens_down_to_the_minimum_lines(screen, lines, size):
    assert window.painted_size(screen, lines) == size


def test_the_icon_has_five_pins():
    pygame.display.set_mode((100, 100))
    side = window.ICON_SIZE
    picture = icon(side)

    bright = [
        sum(picture.get_at((side * x // 4, side * y // 4))[:3]) > 400
        for x, y in ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3))
    ]
    assert all(bright)
    assert sum(picture.get_at((side // 2, side // 4))[:3]) < 200


def test_the_system_locale_is_used_if_the_environment_has_none(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANGUAGE", "")
    locales = [{"language": "sv", "country": "SE"}, {"language": "hu", "country": None}]
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: locales)

    window.export_system_language()
    assert guess_language(os.environ) == "hu"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    window.export_system_language()
    assert guess_language(os.environ) == "pl"


# -- settings


def kept():
    return json.loads((data_folder() / settings_file.FILE_NAME).read_text(encoding="utf-8"))


def test_only_a_chosen_window_mode_is_saved_and_write_errors_are_reported(tmp_path):
    keeper = window.SettingsWriter(data_folder() / settings_file.FILE_NAME, Settings(fullscreen=True), forced=True)

    assert keeper.keep(Settings(fullscreen=False, mute=True)) is None
    assert (kept()["fullscreen"], kept()["mute"]) == (True, True)
    # a chosen window size is remembered

    keeper.keep(Settings(fullscreen=True))
    keeper.keep(Settings(fullscreen=False))

    assert kept()["fullscreen"] is False
    # settings that cannot be written are reported
    (tmp_path / "taken").write_text("a file where a folder should be", encoding="utf-8")
    keeper = window.SettingsWriter(tmp_path / "taken" / "settings.json", Settings(), forced=False)

    assert "could not be written" in str(keeper.keep(Settings()))


# -- files


def test_a_games_file_dropped_on_any_screen_is_imported(new_driver, tmp_path):
    source = new_driver()
    finish_game(source.app)
    keep_game(source.app, 2)
    file = tmp_path / "games.json"
    file.write_bytes(msgspec.json.encode(source.app.store.export_all()))
    for entry in [*source.app.store.finished(), *source.app.store.unfinished()]:
        source.app.store.discard(entry.id)
    match = Match.start(source.app, new_setup("lgame", None, PEOPLE, 7))
    source.push(BoardScene(source.app, match))

    window.handle_window_events(
        source.app, UnchangingWindow(source), [pygame.event.Event(pygame.DROPFILE, file=str(file))]
    )
    source.settle()

    assert isinstance(source.top, GamesScene)
    for taken in (source.app.store.unfinished(), source.app.store.finished()):
        assert [entry.setup.seats[0].name for entry in taken] == ["Anna"]


def test_dropping_an_unknown_file_is_refused_with_the_reason(new_driver):
    driver = open_with(new_driver())

    window.handle_window_events(
        driver.app, UnchangingWindow(driver), [pygame.event.Event(pygame.DROPFILE, file=str(Path(__file__)))]
    )
    driver.frame()

    assert "test_window.py: This is neither a board nor a file of games." in driver.said()


class UnchangingWindow:
    """A window that never changes."""

    def __init__(self, driver):
        self._driver = driver

    def settle(self):
        return self._driver.app.size


# -- the loop


class Frames:
    """Counts the frames that are shown, and calls something in another thread so many seconds after the first."""

    def __init__(self, monkeypatch):
        self.count = 0
        self.timers = []
        self._flip = pygame.display.flip
        monkeypatch.setattr(pygame.display, "flip", self._shown)

    def then(self, seconds, function, *args):
        self.timers.append(threading.Timer(seconds, function, args))

    def _shown(self):
        self.count += 1
        if self.count == 1:
            for timer in self.timers:
                timer.start()
        self._flip()


@pytest.fixture
def frames(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    counted = Frames(monkeypatch)
    yield counted
    for timer in counted.timers:
        timer.join()
    for cache in (CACHE, *CACHES):  # their glyphs ended with the window
        cache.clear()


def nothing(*_):
    """The tests' handler of a signal that nobody else handles."""


@contextmanager
def handled(number, handler):
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", window.ENDING)
def test_the_program_runs_idle_and_ends_on_a_signal(seen, frames, number):
    frames.then(1.0, os.kill, os.getpid(), number)

    with handled(number, nothing):
        window.run(window.Options(windowed=(640, 480), language="en"))

        assert signal.getsignal(number) == nothing
    assert 0 < frames.count < 40, "a shelf that nobody touches is drawn once, not sixty times a second"
    assert not pygame.display.get_init()
    assert (data_folder() / "quincunx.sqlite").exists()


def test_the_program_starts_with_a_wrong_system_clock(seen, frames, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 254e9)  # in the year 10018
    frames.then(0.1, pygame.event.post, pygame.event.Event(pygame.QUIT))

    assert window.run(window.Options(windowed=(640, 480), language="en")) == []


def test_a_signal_ignored_at_start_does_not_end_the_program(seen, frames):
    first, last = window.ENDING[-1], window.ENDING[0]
    open_windows = []
    frames.then(0.0, os.kill, os.getpid(), first)
    frames.then(0.5, lambda: open_windows.append(pygame.display.get_init()))
    frames.then(0.6, os.kill, os.getpid(), last)

    with handled(first, signal.SIG_IGN), handled(last, nothing):
        window.run(window.Options(windowed=(640, 480), language="en"))

        assert signal.getsignal(first) == signal.SIG_IGN
    assert open_windows == [True]


def test_a_damaged_store_is_reported_at_exit_in_the_players_language(seen, frames):
    frames.then(0.5, lambda: (data_folder() / "quincunx.sqlite").write_bytes(b"\xa5" * 5000))
    frames.then(1.0, pygame.event.post, pygame.event.Event(pygame.QUIT))

    told = window.run(window.Options(windowed=(640, 480), language="de"))

    assert any("war beschädigt" in words for words in told)


def test_broken_settings_are_kept_aside_and_reported_on_the_first_screen(seen, frames, monkeypatch):
    told = []
    flip = pygame.display.flip
    monkeypatch.setattr(pygame.display, "flip", lambda: (told.extend(t.text for t in app.overlay.toasts), flip()))
    opened = window.open_app
    app = None

    def open_app(*asked):
        nonlocal app
        app = opened(*asked)
        return app

    monkeypatch.setattr(window, "open_app", open_app)
    data_folder().mkdir(parents=True, exist_ok=True)
    (data_folder() / settings_file.FILE_NAME).write_text("{nonsense", encoding="utf-8")

    frames.then(0.0, os.kill, os.getpid(), window.ENDING[0])
    with handled(window.ENDING[0], nothing):
        window.run(window.Options(windowed=(640, 480), language="en"))

    assert told
    assert "were broken. They are kept as settings-broken-1.json; the usual ones are used." in told[0]
    assert (data_folder() / "settings-broken-1.json").read_text("utf-8") == "{nonsense"
