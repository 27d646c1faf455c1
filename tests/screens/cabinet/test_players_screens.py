"""Statistics, players, and the keys on the screen by which they write their names."""

from itertools import accumulate, combinations

import pygame
import pytest

from logic import players
from logic.lgame.levels import LEVELS
from logic.rating import KNOWN, Rating, updated
from logic.registry import GAMES
from scenes.app.fields import KeyboardScene
from scenes.cabinet.profiles import NAMES_OF_FIGURES
from scenes.cabinet.shelf import ShelfScene
from scenes.cabinet.stats import RATED
from sprites.paint.portraits import AVATARS, FIGURES, portrait
from sprites.paint.surface_cache import Bakery
from sprites.widgets import OnScreenKeyboard
from tests.keptgames import LONG_NAME, finish_game
from tests.presses import HANDS, by_finger, by_mouse, by_pad
from tests.screenparts import GAME, labels

APART = 12.0
"""How far the greys of two portraits are apart on average, of 255."""

pytestmark = pytest.mark.usefixtures("quick_pictures")


# -- statistics


def test_statistics_count_by_player_and_level(seat):
    driver = seat("stats")
    driver.widget("profile").on_change("Anna")
    assert "1 played · 0 won · 0 drawn · 1 lost" in labels(driver)
    driver.widget("profile").on_change(LONG_NAME)
    texts = labels(driver)
    assert "2 played · 2 won · 0 drawn · 0 lost" in texts
    assert "Against people" in texts
    assert "Against the computer: Gentle" in texts
    assert "1 played · 1 won · 0 drawn · 0 lost" in texts
    # who plays without a name is told so below the figures of others
    driver.app.change(driver.app.settings.with_(profile=""))
    driver.top.rebuild()
    assert driver.widget("total-bar").visible
    assert driver.widget("who").rect.top >= driver.widget("nobody").rect.bottom > driver.widget("sheet").rect.bottom
    driver.app.change(driver.app.settings.with_(profile=driver.top.profile))
    driver.top.rebuild()
    assert driver.top.ui.find("who") is None


@pytest.mark.parametrize("hand", HANDS)
def test_the_player_and_the_game_are_chosen_by_every_hand(seat, hand):
    driver = seat("stats")
    before = driver.top.profile
    hand(driver, "profile")
    assert driver.top.profile != before
    hand(driver, "game")
    assert driver.top.game == GAME


def test_without_players_or_games_the_page_is_friendly_and_leads_to_where_they_get_a_name(seat):
    driver = seat("stats", full=False)
    assert any(text.startswith("Games without a name are not counted.") for text in labels(driver))
    assert driver.widget("who").label == "Who is playing?"
    by_mouse(driver, "who")
    driver.settle()
    driver.focus("name")
    driver.type("Eva")
    driver.key("return", "escape")
    driver.settle()
    assert driver.top.profile == "Eva"
    assert any(text.startswith("Eva has not finished a game yet") for text in labels(driver))
    driver.app.store.add_profile("New")
    driver.top.rebuild()
    driver.widget("profile").on_change("New")
    assert any(text.startswith("New has not finished a game yet") for text in labels(driver))


def test_a_rating_is_told_once_there_are_games_enough_to_say_it(seat):
    driver = seat("stats", full=False)
    driver.app.store.add_profile("Anna")
    for number in range(RATED):
        finish_game(driver.app, 4, names=("Anna", ""), loser=1, seed=number)
        driver.top.resume()
        driver.top.profile = "Anna"
        driver.top.rebuild()
        driver.widget("game").on_change("lgame")
        assert (driver.top.ui.find("rating") is not None) == (number == RATED - 1)
    rival = [(Rating(LEVELS["gentle"].strength, KNOWN), 1.0)]
    ratings = [*accumulate(range(RATED), lambda before, _: updated(before, rival), initial=Rating())]
    assert driver.widget("curve").values == tuple(rating.value for rating in ratings[1:])
    assert driver.widget("rating").text.startswith(f"Rating: {ratings[-1].value:.0f}, ")
    assert any(text.startswith("Quickest win: ") for text in labels(driver))
    assert set(driver.widget("days").counts.values()) == {RATED}


# -- players


@pytest.mark.parametrize("hand", HANDS)
def test_a_player_is_added_chosen_renamed_and_gets_a_portrait_by_every_hand(seat, hand):
    driver = seat("profiles")
    hand(driver, f"rename-{LONG_NAME}")
    assert driver.widget("name").text == LONG_NAME
    driver.top.written = "Bart"
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Anna", "Bart")
    assert driver.app.settings.profile == "Bart"
    assert driver.app.store.statistics("", "Bart").total.won == 2
    # a portrait for who is there, and for who comes
    hand(driver, "rename-Anna")
    hand(driver, "figure-owl")
    assert driver.app.store.figures()["Anna"] == "owl"
    assert driver.widget("player-Anna").picture.figure == "owl"
    driver.click("leave")
    driver.focus("name")
    driver.type("  Zoë   Z ")
    hand(driver, "figure-key")
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Anna", "Bart", "Zoë Z")
    assert driver.app.settings.profile == "Zoë Z"
    assert driver.top.ui.find("player-Zoë Z") is not None
    assert driver.app.store.figures()["Zoë Z"] == "key"
    assert driver.top.figure not in driver.app.store.figures().values()
    hand(driver, "player-Anna")
    driver.frame()
    assert driver.app.settings.profile == "Anna"
    assert isinstance(driver.top, ShelfScene)


def test_portraits_are_told_apart_when_small_and_without_colours():
    levels = [name for game in GAMES.values() for name in players.own_levels(game)]
    assert set(levels) < set(FIGURES)
    assert set(AVATARS) == set(NAMES_OF_FIGURES)
    side = 40
    seen = {}
    for name in FIGURES:
        small = pygame.Surface((side, side))
        small.blit(portrait(Bakery(), name, side), (0, 0))
        seen[name] = pygame.surfarray.array3d(small).mean(axis=2)
    near = [(one, two) for one, two in combinations(seen, 2) if abs(seen[one] - seen[two]).mean() < APART]
    assert near == []


def test_a_name_can_be_left_as_it_was_or_done_without_and_one_that_will_not_do_is_refused(seat):
    driver = seat("profiles")
    for name, reason in (("", "needs a name"), ("  ", "needs a name"), ("anna", "already")):
        driver.top.written = name
        driver.top.rebuild()
        driver.click("done")
        assert reason in driver.said()[-1]
        assert driver.app.store.profiles() == ("Anna", LONG_NAME)
    driver.click("rename-Anna")
    driver.click("leave")
    assert driver.top.renamed == ""
    assert driver.widget("name").text == ""
    driver.focus("name")
    driver.type("Eva")
    driver.key("return")
    assert "Eva" in driver.app.store.profiles(), "enter after a name keeps it"
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


def test_done_with_the_keys_on_the_screen_is_done_with_the_name(seat):
    driver = seat("profiles", full=False)
    by_finger(driver, "name")
    driver.settle()
    for sign in ("E", "v", "a"):
        by_finger(driver, key_that_writes(driver, sign).key)
    by_finger(driver, "keys:control:done")
    driver.settle()
    assert driver.app.store.profiles() == ("Eva",)
    assert driver.app.settings.profile == "Eva"
    by_finger(driver, "name")
    driver.settle()
    by_finger(driver, "keys:control:done")
    driver.settle()
    assert driver.said() == []


def test_after_the_keys_on_the_screen_one_writes_on_at_the_end(seat):
    driver = seat("games")
    driver.focus("path")
    driver.settle()
    by_finger(driver, "path")
    driver.settle()
    by_finger(driver, key_that_writes(driver, "A").key)
    by_finger(driver, "keys:control:done")
    driver.settle()
    assert (driver.widget("path").text, driver.widget("path").caret) == ("A", 1)


def test_what_is_not_allowed_is_not_written(seat):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Seed", "", told.append, max_length=3, allowed=str.isdigit))
    for letter in "1x2345":
        driver.type(letter)
    assert driver.top.text == driver.widget("line").text == "123"
    driver.key("backspace", "m", "space")
    assert driver.top.text == driver.widget("line").text == "12"
    assert not driver.app.settings.mute
    # going back hands nothing over
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "x", told.append), full=False)
    driver.pad("b")
    driver.frame()
    assert told == []
