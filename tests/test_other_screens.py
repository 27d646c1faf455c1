"""Settings, rules, help, statistics, games, players and the keys on the screen: each by every hand, empty and full."""

import json
import time

import pygame
import pytest

from logic.cabinet import ACTIONS
from logic.files import LARGEST_FILE
from logic.places import data_folder
from logic.registry import GAMES, game_config
from logic.text import LANGUAGES
from scenes import rules
from scenes.board import BoardScene
from scenes.exports import export_game, exports_folder, import_path
from scenes.games import GamesScene
from scenes.help import HelpScene
from scenes.keyboard import KeyboardScene
from scenes.overlays import Question
from scenes.profiles import ProfilesScene
from scenes.replay import ReplayScene
from scenes.rules import RulesScene
from scenes.settings import SettingsScene
from scenes.setup import SetupScene
from scenes.shelf import ShelfScene
from scenes.stats import StatsScene
from scenes.wording import DATES, day, game_title, span, variant_title
from sprites.widgets import Label, OnScreenKeyboard, Scroll
from sprites.widgets.fields import DIGITS
from tests.keptgames import (  # noqa: F401 - a fixture among them
    LONG_NAME,
    faults_in_every_language,
    finish_game,
    keep_game,
    quick_pictures,
)
from tests.presses import HANDS, by_finger, by_keys, by_mouse, by_pad
from tests.sceneapp import sit_down, texts  # noqa: F401 - a fixture among them

GAME = "lgame"
SIZES = [((1280, 720), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0)]
SCENES = {
    "settings": SettingsScene,
    "rules": lambda app: RulesScene(app, GAME),
    "help": HelpScene,
    "stats": StatsScene,
    "games": GamesScene,
    "profiles": ProfilesScene,
    "keyboard": lambda app: KeyboardScene(app, "Name", LONG_NAME, lambda _text: None),
}

pytestmark = pytest.mark.usefixtures("quick_pictures")


def fill(app):
    """Keep players, games in the middle and games that ended, with the longest names there may be."""
    for name in ("Anna", LONG_NAME):
        app.store.add_profile(name)
    app.settings = app.settings.with_(profile=LONG_NAME)
    keep_game(app, 4, names=(LONG_NAME, LONG_NAME[::-1]))
    keep_game(app, 2, names=("Anna", ""))
    finish_game(app, 7, names=(LONG_NAME, ""), loser=1)
    finish_game(app, 5, names=("Anna", LONG_NAME), loser=0)


@pytest.fixture
def seat(sit_down):  # noqa: F811
    def on(scene, *, full=True, **options):
        driver = sit_down(**options)
        if full:
            fill(driver.app)
        driver.push(ShelfScene(driver.app))
        driver.push(SCENES[scene](driver.app) if isinstance(scene, str) else scene(driver.app))
        return driver

    return on


def reached_by_arrows(driver):
    """Give the keys of all that the arrows lead to, from wherever the focus is at first."""
    driver.key("down")
    reached, waiting = set(), [driver.top.ui.focus.key]
    while waiting:
        key = waiting.pop()
        reached.add(key)
        for arrow in ("dpup", "dpdown", "dpleft", "dpright"):
            widget = driver.top.ui.find(key)
            if widget is None or (arrow in ("dpleft", "dpright") and hasattr(widget, "value")):
                continue
            driver.top.ui.set_focus(widget)
            driver.top.ui.show_focus = True
            driver.settle()
            driver.pad(arrow)
            found = driver.top.ui.focus.key
            if found not in reached and found not in waiting:
                waiting.append(found)
    return reached


# -- all of them


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("full", [True, False])
def test_everything_fits_in_every_language(seat, scene, size, scale, full):
    driver = seat(scene, full=full, size=size, scale=scale)
    assert faults_in_every_language(driver) == {}


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("back", [lambda driver: driver.key("escape"), lambda driver: driver.pad("b")])
def test_back_leads_to_where_one_came_from(seat, scene, back):
    driver = seat(scene)
    driver.settle()
    back(driver)
    driver.frame()
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("scene", [name for name in SCENES if name != "keyboard"])
def test_the_way_back_can_be_pressed_by_every_hand(seat, scene, hand):
    driver = seat(scene)
    driver.settle()
    hand(driver, "close" if scene == "rules" else "back")
    driver.frame()
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("scene", SCENES)
def test_arrows_alone_reach_everything(seat, scene):
    driver = seat(scene)
    wanted = {w.key for w in driver.top.ui.focusable() if not (scene == "games" and w.key.startswith("file-"))}
    assert wanted <= reached_by_arrows(driver)


@pytest.mark.parametrize("scene", ["settings", "rules", "help", "keyboard"])
def test_a_press_beside_an_overlay_closes_it(seat, scene):
    driver = seat(scene)
    driver.click((2, 2))
    driver.frame()
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("scene", SCENES)
def test_a_screen_that_is_left_alone_is_not_drawn_again(seat, scene):
    driver = seat(scene)
    driver.settle()
    before = driver.drawn
    driver.step(0.5)
    assert driver.drawn == before


@pytest.mark.parametrize("scene", SCENES)
def test_a_screen_lives_through_a_resize(seat, scene):
    driver = seat(scene)
    for size in ((640, 360), (360, 640), (1920, 1080)):
        driver.resize(size)
        assert driver.top.ui.overflows() == []


# -- settings


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("name", ["fullscreen", "mute", "reduced_motion", "strong_patterns", "coach"])
def test_switches_count_at_once(seat, hand, name):
    driver = seat("settings", size=(1280, 1400))
    before = getattr(driver.app.settings, name)
    hand(driver, name)
    assert getattr(driver.app.settings, name) != before


@pytest.mark.parametrize(("key", "name"), [("m", "mute"), ("f11", "fullscreen")])
def test_a_switch_shows_what_a_key_has_switched(seat, key, name):
    driver = seat("settings")
    before = getattr(driver.app.settings, name)
    driver.key(key)
    driver.settle()
    assert driver.widget(name).value is not before
    driver.key(key)
    driver.settle()
    assert driver.widget(name).value is before


def test_a_second_finger_beside_the_settings_leaves_the_drag_alone(seat):
    driver = seat("settings")
    slider = driver.widget("ui_scale")
    driver._finger(pygame.FINGERDOWN, (slider._knob_x(), slider.parts()[1].centery), 1)
    driver.finger((2, 2), finger=2)
    assert isinstance(driver.top, SettingsScene)
    assert driver.top.ui.held is slider


def test_every_language_can_be_chosen_and_is_heard_at_once(seat):
    driver = seat("settings")
    driver.focus("language")
    seen = {}
    for _ in range(len(LANGUAGES) + 1):
        driver.key("right")
        seen[driver.app.settings.language] = driver.widget("heading").text
        assert driver.top.ui.focus.key == "language"
    assert set(seen) == {"", *LANGUAGES}
    assert seen["en"] == "Settings"


def test_the_size_changes_when_the_slider_is_let_go(seat):
    driver = seat("settings")
    slider = driver.widget("ui_scale")
    start = (slider._knob_x(), slider._track().centery)
    driver.press(start)
    driver.move((start[0] + 60, start[1]))
    assert driver.app.settings.ui_scale == 1.0
    driver.release((start[0] + 60, start[1]))
    assert driver.app.settings.ui_scale > 1.0
    assert driver.app.kit.metrics.unit > 1.0


@pytest.mark.parametrize("name", ["effects", "music", "interface"])
def test_volumes_follow_the_arrows(seat, name):
    driver = seat("settings")
    driver.focus(name)
    before = getattr(driver.app.settings, name)
    driver.key("left")
    assert getattr(driver.app.settings, name) == pytest.approx(before - 0.05)


def test_the_data_folder_is_told_and_the_players_are_one_step_away(seat):
    driver = seat("settings")
    assert str(data_folder()) in driver.widget("folder").text
    by_keys(driver, "profile")
    driver.frame()
    assert isinstance(driver.top, ProfilesScene)


# -- rules


@pytest.mark.parametrize("on", ["next", "page down"])
def test_pages_are_turned_to_the_last_and_back(seat, on):
    driver = seat("rules")
    titles = []
    for _ in range(driver.top.count + 1):
        titles.append(driver.widget("heading").text)
        driver.click("next") if on == "next" else driver.key(on)
    assert titles[:-1] == [page.title for page in game_config(GAME).rules]
    assert titles[-1] == titles[-2]
    driver.key("page up")
    assert driver.top.page == driver.top.count - 2


def test_pad_shoulders_turn_pages(seat):
    driver = seat("rules")
    driver.pad("rightshoulder")
    assert driver.top.page == 1
    driver.pad("leftshoulder")
    assert driver.top.page == 0


def test_a_finger_drawn_sideways_turns_the_page(seat):
    driver = seat("rules")
    x, y = driver.top.frame.center
    driver.finger((x + 120, y), (x - 120, y))
    assert driver.top.page == 1
    driver.finger((x - 120, y), (x + 120, y))
    assert driver.top.page == 0


def test_a_second_finger_neither_turns_the_page_nor_closes_it(seat):
    driver = seat("rules")
    sheet, page = driver.top.frame, driver.top.page
    driver._finger(pygame.FINGERDOWN, sheet.center, 1)
    driver.finger((sheet.left // 2, sheet.top // 2), finger=2)
    driver.finger((sheet.right - 20, sheet.centery), finger=3)
    driver._finger(pygame.FINGERUP, sheet.center, 1)
    assert isinstance(driver.top, RulesScene)
    assert driver.top.page == page


def test_a_finger_lifted_over_another_screen_is_forgotten(seat):
    driver = seat("rules")
    sheet = driver.top.frame
    driver._finger(pygame.FINGERDOWN, sheet.center, 1)
    driver.key("f1")
    driver._finger(pygame.FINGERUP, sheet.center, 1)
    driver.key("f1")
    driver.finger((sheet.right - 40, sheet.centery), (sheet.left + 40, sheet.centery), finger=2)
    assert driver.top.page == 1


def test_a_finger_drawn_down_turns_no_page(seat):
    driver = seat("rules")
    x, y = driver.top.frame.center
    driver.finger((x, y + 100), (x - 70, y - 100))
    assert driver.top.page == 0


def page_with_steps():
    return next(i for i, page in enumerate(game_config(GAME).rules) if page.steps)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("key", ["play", "board"])
def test_the_moves_of_a_page_are_shown_on_demand(seat, hand, key):
    driver = seat("rules")
    driver.top.page = page_with_steps()
    driver.top.rebuild()
    picture = driver.widget("board")
    assert picture.view.state == picture.first
    hand(driver, key)
    driver.settle()
    expected = picture.first
    for text in picture.steps:
        expected = expected.apply(next(m for m in expected.legal_moves() if str(m) == text)).state
    assert picture.view.state == expected


def test_the_last_page_shows_the_position_in_hand(seat):
    state = GAMES[GAME].new(GAMES[GAME].Params(), None)
    state = state.apply(state.legal_moves()[3]).state
    driver = seat(lambda app: RulesScene(app, GAME, state))
    assert driver.top.count == len(game_config(GAME).rules) + 1
    driver.top.turn(driver.top.count)
    assert driver.widget("board").view.state == state
    assert driver.widget("heading").text == "Your position now"


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_every_page_fits_at_every_size(seat, size, scale):
    driver = seat("rules", size=size, scale=scale)
    for page in range(driver.top.count):
        driver.top.page = page
        assert faults_in_every_language(driver) == {}


def test_a_game_without_rules_still_says_what_it_is(seat, monkeypatch):
    bare = game_config(GAME)
    monkeypatch.setattr(
        rules, "game_config", lambda _name: type(bare)(bare.title, bare.blurb, bare.default, bare.variants)
    )
    driver = seat("rules")
    assert driver.widget("heading").text == bare.title
    assert driver.top.ui.overflows() == []


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


SCROLLS = {
    "keys": lambda driver: driver.key("down", "down"),
    "pad": lambda driver: driver.pad("rightshoulder"),
    "wheel": lambda driver: driver.wheel((640, 400), -2),
    "finger": lambda driver: driver.finger((640, 400), (640, 250)),
}


@pytest.mark.parametrize("hand", SCROLLS)
def test_help_is_scrolled_by_every_hand(seat, hand):
    driver = seat("help")
    scroll = next(widget for widget in driver.top.ui.walk() if isinstance(widget, Scroll))
    assert scroll.offset == 0
    SCROLLS[hand](driver)
    driver.settle()
    assert scroll.offset > 0


def test_the_key_for_help_closes_it_too(seat):
    driver = seat("help")
    driver.key("f1")
    driver.frame()
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("scene", [SetupScene, StatsScene, GamesScene, ProfilesScene, SettingsScene, ReplayScene])
def test_the_key_for_help_opens_it_over_every_screen(sit_down, scene):  # noqa: F811
    driver = sit_down()
    _, session = finish_game(driver.app)
    arguments = {SetupScene: ("lgame",), ReplayScene: (session,)}.get(scene, ())
    driver.push(scene(driver.app, *arguments))
    driver.key("f1")
    driver.settle()
    assert isinstance(driver.top, HelpScene)
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, scene)


def test_the_focus_begins_where_it_is_of_most_use(sit_down):  # noqa: F811
    driver = sit_down()
    for scene, key in ((GamesScene, "export-all"), (StatsScene, "back"), (ProfilesScene, "name")):
        driver.push(scene(driver.app))
        assert driver.top.ui.focus.key == key
    game_id, _ = finish_game(driver.app)
    driver.push(GamesScene(driver.app))
    assert driver.top.ui.focus.key == f"watch-{game_id}"


# -- statistics


def labels(driver):
    return [label.text for label in driver.top.ui.walk() if isinstance(label, Label)]


def test_statistics_count_by_player_and_level(seat):
    driver = seat("stats")
    driver.top._pick("Anna")
    assert "1 played · 0 won · 0 drawn · 1 lost" in labels(driver)
    driver.top._pick(LONG_NAME)
    texts = labels(driver)
    assert "2 played · 2 won · 0 drawn · 0 lost" in texts
    assert "Against people" in texts
    assert "Against the computer: Gentle" in texts
    assert "1 played · 1 won · 0 drawn · 0 lost" in texts


@pytest.mark.parametrize("hand", HANDS)
def test_the_player_and_the_game_are_chosen_by_every_hand(seat, hand):
    driver = seat("stats")
    before = driver.top.profile
    hand(driver, "profile")
    assert driver.top.profile != before
    hand(driver, "game")
    assert driver.top.game == GAME


def test_without_players_or_games_the_page_is_friendly(seat):
    driver = seat("stats", full=False)
    assert any("Who is playing?" in text for text in labels(driver))
    driver.app.store.add_profile("New")
    driver.top._pick("New")
    assert any(text.startswith("New has not finished a game yet") for text in labels(driver))


# -- players


@pytest.mark.parametrize("hand", HANDS)
def test_a_player_is_chosen_by_every_hand(seat, hand):
    driver = seat("profiles")
    hand(driver, "player-Anna")
    driver.frame()
    assert driver.app.settings.profile == "Anna"
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("hand", HANDS)
def test_a_player_is_added(seat, hand):
    driver = seat("profiles", full=False)
    driver.focus("name")
    driver.type("  Zoë   Z ")
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Zoë Z",)
    assert driver.app.settings.profile == "Zoë Z"
    assert driver.top.ui.find("player-Zoë Z") is not None


def test_enter_after_a_name_keeps_it(seat):
    driver = seat("profiles", full=False)
    driver.focus("name")
    driver.type("Eva")
    driver.key("return")
    assert driver.app.store.profiles() == ("Eva",)


@pytest.mark.parametrize("hand", HANDS)
def test_a_player_gets_another_name_and_keeps_the_games(seat, hand):
    driver = seat("profiles")
    hand(driver, f"rename-{LONG_NAME}")
    assert driver.widget("name").text == LONG_NAME
    driver.top._write("Bart")
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Anna", "Bart")
    assert driver.app.settings.profile == "Bart"
    assert driver.app.store.statistics("", "Bart").total.won == 2


@pytest.mark.parametrize(("name", "reason"), [("", "needs a name"), ("  ", "needs a name"), ("anna", "already")])
def test_a_name_that_will_not_do_is_refused_with_the_reason(seat, name, reason):
    driver = seat("profiles")
    driver.top._write(name)
    driver.top.rebuild()
    driver.click("done")
    assert reason in driver.said()[-1]
    assert driver.app.store.profiles() == ("Anna", LONG_NAME)


def test_a_name_can_be_left_as_it_was(seat):
    driver = seat("profiles")
    driver.click("rename-Anna")
    driver.click("leave")
    assert driver.top.renamed == ""
    assert driver.widget("name").text == ""


def test_one_can_play_without_a_name(seat):
    driver = seat("profiles")
    driver.click("nobody")
    assert driver.app.settings.profile == ""


# -- the keys on the screen


def key_that_writes(driver, sign):
    keys = driver.widget("keys")
    return next(w for w in driver.top.ui.walk() if getattr(w, "label", "") == sign and w.key.startswith(keys.key))


@pytest.mark.parametrize("hand", [by_mouse, by_finger, by_pad])
def test_a_name_is_written_and_handed_over(seat, hand):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "", told.append))
    assert isinstance(driver.widget("keys"), OnScreenKeyboard)
    for sign in ("E", "v", "a"):
        hand(driver, key_that_writes(driver, sign).key)
    assert driver.widget("line").text == "Eva"
    hand(driver, "keys:control:done")
    driver.frame()
    assert told == ["Eva"]
    assert isinstance(driver.top, ShelfScene)


def test_going_back_hands_nothing_over(seat):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "x", told.append))
    driver.pad("b")
    driver.frame()
    assert told == []


def test_what_is_not_allowed_is_not_written(seat):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Seed", "", told.append, max_length=3, allowed=str.isdigit))
    for letter in "1x2345":
        driver.type(letter)
    assert driver.top.text == driver.widget("line").text == "123"
    driver.key("backspace", "m", "space")
    assert driver.top.text == driver.widget("line").text == "12"
    assert not driver.app.settings.mute


# -- games


def ids(driver):
    return {entry.id for entry in driver.app.store.unfinished()}, {entry.id for entry in driver.app.store.finished()}


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_is_gone_on_with_by_every_hand(seat, hand):
    driver = seat("games")
    waiting = driver.app.store.unfinished()[0]
    hand(driver, f"go-on-{waiting.id}")
    driver.frame()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.game_id == waiting.id


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_is_thrown_away_only_after_a_question(seat, hand):
    driver = seat("games")
    waiting = driver.app.store.unfinished()[0]
    hand(driver, f"discard-{waiting.id}")
    driver.frame()
    assert isinstance(driver.top, Question)
    driver.key("escape")
    driver.frame()
    driver.settle()
    assert waiting.id in ids(driver)[0]
    driver.top._discard(waiting.id)
    assert waiting.id not in ids(driver)[0]
    assert driver.top.ui.find(f"go-on-{waiting.id}") is None


@pytest.mark.parametrize("hand", HANDS)
def test_a_finished_game_is_watched_by_every_hand(seat, hand):
    driver = seat("games", size=(1280, 1400))
    ended = driver.app.store.finished()[0]
    hand(driver, f"watch-{ended.id}")
    driver.frame()
    assert isinstance(driver.top, ReplayScene)
    assert driver.top.last == ended.moves


@pytest.mark.parametrize("hand", HANDS)
def test_one_game_is_written_to_a_file_whose_path_is_told(seat, hand):
    driver = seat("games", size=(1280, 1400))
    ended = driver.app.store.finished()[0]
    hand(driver, f"export-{ended.id}")
    (path,) = exports_folder().glob("lgame-*.json")
    assert str(path) in driver.said()[-1]
    assert len(json.loads(path.read_bytes())["games"]) == 1


def test_files_of_one_day_do_not_overwrite_each_other(seat):
    driver = seat("games")
    ended = driver.app.store.finished()[0]
    first, second = export_game(driver.app, ended.id), export_game(driver.app, ended.id)
    assert first != second
    assert first.exists()
    assert second.exists()


def test_all_games_go_out_and_come_back(seat):
    driver = seat("games", size=(1280, 1400))
    before = len(driver.app.store.finished()), len(driver.app.store.unfinished())
    driver.click("export-all")
    driver.frame()
    assert driver.top.ui.find("file-0") is not None
    for entry in [*driver.app.store.finished(), *driver.app.store.unfinished()]:
        driver.app.store.discard(entry.id)
    driver.top.rebuild()
    driver.settle()
    by_keys(driver, "file-0")
    assert (len(driver.app.store.finished()), len(driver.app.store.unfinished())) == before
    assert driver.said()[-1].startswith("4 games imported")


def test_a_game_taken_in_twice_is_not_doubled(seat):
    driver = seat("games")
    path = export_game(driver.app, driver.app.store.finished()[0].id)
    before = ids(driver)
    assert import_path(driver.app, path)
    assert ids(driver) == before


def test_a_path_is_written_and_taken_in(seat, tmp_path):
    driver = seat("games")
    path = export_game(driver.app, driver.app.store.finished()[0].id).rename(tmp_path / "kept.json")
    driver.focus("path", most=120)
    driver.type(str(path))
    driver.key("return")
    assert driver.said()[-1] == "1 game imported from kept.json"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x00\xff", "no file of games"),
        (b"{}", "no file of games"),
        (b'{"quincunx": 99}', "format 99"),
        (b'{"quincunx": 1, "games": 5}', "Something is wrong"),
    ],
)
def test_a_foreign_or_broken_file_is_refused_with_the_reason(seat, tmp_path, content, reason):
    driver = seat("games")
    before = ids(driver)
    path = tmp_path / "other.json"
    path.write_bytes(content)
    driver.top.drop(path)
    assert driver.said()[-1].startswith("other.json was not imported: ")
    assert reason in driver.said()[-1]
    assert ids(driver) == before


def test_files_that_are_not_there_or_far_too_large_are_refused(seat, tmp_path):
    driver = seat("games")
    assert not import_path(driver.app, tmp_path / "none.json")
    assert not import_path(driver.app, tmp_path)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert not import_path(driver.app, huge)
    assert len(driver.said()) == 3


def test_an_unwritable_folder_is_told_about(seat):
    driver = seat("games")
    exports_folder().parent.mkdir(parents=True, exist_ok=True)
    exports_folder().write_bytes(b"in the way")
    assert export_game(driver.app, driver.app.store.finished()[0].id) is None
    assert len(driver.said()) == 1


def test_without_games_the_page_is_friendly(seat):
    driver = seat("games", full=False)
    assert len([text for text in labels(driver) if text.startswith("No game")]) == 2


def test_more_finished_games_are_shown_on_demand(seat):
    driver = seat("games", full=False)
    for number in range(22):
        finish_game(driver.app, 1, seed=number)
    driver.top.rebuild()
    shown = [w for w in driver.top.ui.walk() if w.key.startswith("watch-") and not w.key.endswith("emblem")]
    assert len(shown) == 20
    driver.settle()
    by_keys(driver, "more")
    shown = [w for w in driver.top.ui.walk() if w.key.startswith("watch-") and not w.key.endswith("emblem")]
    assert len(shown) == 22


# -- words


def test_lengths_of_time_are_said_in_the_units_that_matter(seat):
    app = seat("help").app
    assert [span(app, s) for s in (0, 59.6, 61, 3725)] == ["0 s", "1 min 0 s", "1 min 1 s", "1 h 2 min"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "5 Sep 2026, 9:07"),
        ("de", "5.9.2026, 9:07"),
        ("hu", "2026. 09. 05. 9:07"),
        ("pl", "05.09.2026, 9:07"),
    ],
)
def test_a_moment_is_written_as_each_language_does(seat, language, said):
    app = seat("help", language=language).app
    moment = time.mktime((2026, 9, 5, 9, 7, 0, 0, 0, -1))
    assert day(app, moment).replace("\N{NO-BREAK SPACE}", " ") == said


def test_every_language_has_its_way_to_write_a_date():
    assert DATES.keys() == LANGUAGES.keys()


def test_odd_moments_and_unknown_games_have_words_too(seat):
    app = seat("help").app
    assert day(app, 1e18) == "?"
    assert game_title(app, "chess") == "chess"
    setup = app.store.unfinished()[0].setup
    assert variant_title(app, setup) == "Classic"


def test_the_keys_for_a_number_are_those_of_a_number(seat):
    driver = seat("settings")
    driver.push(KeyboardScene(driver.app, "Seed", "", lambda _text: None, allowed=str.isdigit))
    signs = {label for label in texts(driver.top.ui.walk()) if len(label) == 1}
    assert signs == set(DIGITS)
