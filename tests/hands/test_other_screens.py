"""The screens beside the board: all fit, can be left and come to rest; settings, help, and texts."""

import time
from functools import partial
from itertools import product

import pygame
import pytest

from logic.cabinet import ACTIONS, read_cabinet, with_keys
from logic.config import ConfigError
from logic.core import Message
from logic.storage.files import data_folder
from logic.text import LANGUAGES
from scenes.app.wording import DATES, day, duration_text, game_title, variant_title
from scenes.cabinet.games import GamesScene
from scenes.cabinet.help import HelpScene, NewKey
from scenes.cabinet.profiles import ProfilesScene
from scenes.cabinet.replay import ReplayScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.settings import SettingsScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.cabinet.stats import StatsScene
from sprites.widgets import Label, Scroll
from tests.support.hands.presses import HANDS, by_keys, by_pad, reached_by_arrows
from tests.support.sampling import in_turn
from tests.support.seats.cabinet import SCENES
from tests.support.seats.kept import finish_game
from tests.support.windows import faults_in_every_window

OF_GAMES = ("settings", "stats", "games", "profiles")
"""The screens that look different as long as no game has been played."""


# -- all of them


@pytest.mark.parametrize(("scene", "full"), [*product(SCENES, [True]), *product(OF_GAMES, [False])])
def test_every_screen_fits_every_window(seat, scene, full):
    assert faults_in_every_window(seat(scene, full=full).app) == {}


@pytest.mark.parametrize("scene", SCENES)
def test_every_input_method_closes_a_screen_and_keys_reach_every_widget(seat, scene):
    driver = seat(scene)
    wanted = {w.key for w in driver.top.ui.focusable() if not (scene == "games" and w.key.startswith("file-"))}
    assert wanted <= reached_by_arrows(driver, driver.pad, "dp")
    ways = [lambda driver: driver.key("escape"), lambda driver: driver.pad("b")]
    if scene != "keyboard":
        ways += [partial(hand, key="close" if scene == "rules" else "back") for hand in HANDS]
    if scene in ("settings", "rules", "help", "keyboard"):  # a press beside an overlay
        ways.append(lambda driver: driver.click((2, 2)))
    for way in ways:
        if isinstance(driver.top, ShelfScene):
            driver.push(SCENES[scene](driver.app))
        driver.settle()
        way(driver)
        driver.frame()
        assert isinstance(driver.top, ShelfScene)


@pytest.mark.seen
@pytest.mark.parametrize("scene", SCENES)
def test_an_idle_screen_is_not_redrawn(seat, scene):
    driver = seat(scene)
    driver.settle()
    before = driver.drawn
    driver.step(0.5)
    assert driver.drawn == before


# -- settings


@pytest.mark.parametrize(
    ("name", "hand"), in_turn(["fullscreen", "mute", "reduced_motion", "strong_patterns", "coach"], HANDS)
)
def test_settings_switches_apply_at_once_and_follow_their_keys(seat, hand, name):
    driver = seat("settings", size=(1280, 1400))
    before = getattr(driver.app.settings, name)
    hand(driver, name)
    assert getattr(driver.app.settings, name) != before
    for key in {"mute": "mm", "fullscreen": ("f11", "f11")}.get(name, ()):
        shown = driver.widget(name).value
        driver.strike(key)
        assert driver.widget(name).value is not shown


def test_every_language_is_selectable(seat):
    driver = seat("settings")
    driver.focus("language")
    seen = {}
    for _ in range(len(LANGUAGES) + 1):
        driver.key("right")
        seen[driver.app.settings.language] = driver.widget("heading").text
        assert driver.top.ui.focus.key == "language"
    assert set(seen) == {"", *LANGUAGES}
    assert seen["en"] == "Settings"


def test_arrow_keys_change_pause_and_volumes_and_profiles_can_be_opened(seat):
    driver = seat("settings")
    driver.focus("pause")
    assert driver.app.settings.pause == 0
    for presses, pause in ((1, 0.1), (19, 2.0), (5, 2.0)):
        driver.key(*["right"] * presses)
        assert driver.app.settings.pause == pytest.approx(pause)
    for name in ("effects", "music", "interface"):
        driver.focus(name)
        before = getattr(driver.app.settings, name)
        driver.key("left")
        assert getattr(driver.app.settings, name) == pytest.approx(before - 0.05)
    assert str(data_folder()) in driver.widget("folder").text
    by_keys(driver, "profile")
    assert isinstance(driver.top, ProfilesScene)


def test_ui_scale_changes_on_slider_release_and_ignores_a_second_finger(seat):
    driver = seat("settings")
    slider = driver.widget("ui_scale")
    start = (slider.knob_x(), slider.track().centery)
    driver.press(start)
    driver.move((start[0] + 60, start[1]))
    assert driver.app.settings.ui_scale == 1.0
    driver.release((start[0] + 60, start[1]))
    assert driver.app.settings.ui_scale > 1.0
    assert driver.app.kit.metrics.unit > 1.0
    # a second finger beside the settings leaves the drag alone
    slider = driver.widget("ui_scale")
    driver.touch(pygame.FINGERDOWN, (slider.knob_x(), slider.parts()[1].centery), 1)
    driver.finger((2, 2), finger=2)
    assert isinstance(driver.top, SettingsScene)
    assert driver.top.ui.held is slider


# -- help


def test_help_lists_every_action_with_its_keys_and_buttons(seat):
    driver = seat("help")
    said = {label.key: label.text for label in driver.top.ui.walk() if isinstance(label, Label)}
    for name in ACTIONS:
        action = driver.app.cabinet.actions[name]
        assert said[f"{name}-0"] == action.label
        assert said[f"{name}-1"].count(", ") == max(0, len(action.keys) - 1)
        assert (said[f"{name}-2"] == "–") == (not action.pad)
    assert said["fullscreen-1"] == "F11, Alt+Enter"


def test_help_rebinds_and_resets_a_key_and_refuses_unusable_keys(seat):
    driver = seat("help")
    for key, said in (("u", "U stands for “Take back” already."), ("f5", "This key has no name here.")):
        by_pad(driver, "change-hint")
        assert isinstance(driver.top, NewKey)
        driver.key(key)
        assert said in driver.said()[-1]
        assert isinstance(driver.strike("escape"), HelpScene)
        assert driver.app.settings.keys == {}
    by_pad(driver, "change-hint")
    assert isinstance(driver.strike("x"), HelpScene)
    assert driver.widget("hint-1").text == "X"
    assert driver.app.settings.keys == {"hint": ("x",)}
    assert driver.app.cabinet.action_of_key("x", "board") == "hint"
    assert driver.app.cabinet.action_of_key("h", "board") is None
    by_pad(driver, "delivered")
    assert driver.app.settings.keys == {}
    assert driver.widget("hint-1").text == "H"


def test_a_key_conflict_is_named_by_the_boards_own_action_label(seat):
    driver = seat("help")
    driver.app.open("help", {"end_turn": Message("Pass")})
    by_pad(driver, "change-hint")
    driver.key("e")
    assert "E stands for “Pass” already." in driver.said()[-1]


@pytest.mark.parametrize("keys", [{"hint": ("u",)}, {"dance": ("x",)}, {"hint": ("",)}, {"hint": ("shift+ctrl+x",)}])
def test_invalid_key_bindings_are_refused(keys):
    with pytest.raises(ConfigError):
        with_keys(read_cabinet(), keys)


def test_two_key_bindings_can_be_swapped():
    changed = with_keys(read_cabinet(), {"hint": ("f",), "mirror": ("h",)})
    assert [changed.action_of_key(key, "board") for key in "fh"] == ["hint", "mirror"]


def test_help_at_a_board_opens_the_lesson_and_the_rules(new_driver):
    driver = new_driver(at=(HelpScene, {}, (), "lgame"))
    assert isinstance(driver.tap("rules"), RulesScene)
    driver.strike("escape")
    driver.tap("lesson")
    assert driver.top.guide is not None
    assert isinstance(driver.strike("f1"), HelpScene)
    assert driver.top.ui.find("rules") is not None
    assert driver.top.ui.find("lesson") is None, "it is being had"


SCROLLS = {
    "keys": lambda driver: driver.key(*["down"] * 9),
    "pad": lambda driver: driver.pad("rightshoulder"),
    "wheel": lambda driver: driver.wheel((640, 400), -2),
    "finger": lambda driver: driver.finger((640, 400), (640, 250)),
}


def test_help_scrolls_by_every_input_method_and_closes_by_its_key(seat):
    driver = seat("help")
    for scrolls in SCROLLS.values():
        driver.top.rebuild()
        scroll = next(widget for widget in driver.top.ui.walk() if isinstance(widget, Scroll))
        before = scroll.offset
        scrolls(driver)
        driver.settle()
        assert scroll.offset > before
    assert isinstance(driver.strike("f1"), ShelfScene)


@pytest.mark.parametrize("scene", [SetupScene, StatsScene, GamesScene, ProfilesScene, SettingsScene, ReplayScene])
def test_the_help_key_opens_help_over_every_screen(new_driver, scene):
    driver = new_driver()
    _, session = finish_game(driver.app)
    arguments = {SetupScene: ("lgame",), ReplayScene: (session,)}.get(scene, ())
    driver.push(scene(driver.app, *arguments))
    assert isinstance(driver.strike("f1"), HelpScene)
    assert isinstance(driver.strike("escape"), scene)


def test_initial_focus_of_games_statistics_and_profiles(new_driver):
    driver = new_driver()
    for scene, key in ((GamesScene, "play"), (StatsScene, "back"), (ProfilesScene, "name")):
        driver.push(scene(driver.app))
        assert driver.top.ui.focus.key == key
    game_id, _ = finish_game(driver.app)
    driver.push(GamesScene(driver.app))
    assert driver.top.ui.focus.key == f"watch-{game_id}"


# -- texts


def test_durations_and_dates_are_formatted_for_each_language(seat):
    app = seat("help").app
    assert [duration_text(app, s) for s in (0, 59.6, 61, 3725)] == ["0 s", "1 min 0 s", "1 min 1 s", "1 h 2 min"]
    # odd times and unknown games have texts too
    assert day(app, 1e18) == "?"
    assert game_title(app, "chess") == "chess"
    assert variant_title(app, app.store.unfinished()[0].setup) == "Classic"
    # a time is written as in each language
    moment = time.mktime((2026, 9, 5, 9, 7, 0, 0, 0, -1))
    said = {"en": "5 Sep 2026, 9:07", "de": "5.9.2026, 9:07", "hu": "2026. 09. 05. 9:07", "pl": "05.09.2026, 9:07"}
    assert said.keys() == DATES.keys() == LANGUAGES.keys()
    for language, words in said.items():
        app.change(app.settings.with_(language=language))
        assert day(app, moment).replace("\N{NO-BREAK SPACE}", " ") == words
