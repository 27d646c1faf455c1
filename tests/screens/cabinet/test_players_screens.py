"""Profiles and statistics, and their charts."""

from itertools import accumulate, combinations

import pygame
import pytest

from logic import players
from logic.core import Dice, Figure, Message, never
from logic.game import analysis_of
from logic.lgame.levels import LEVELS
from logic.puzzles import puzzles_of
from logic.rating import KNOWN, Rating, updated
from logic.registry import GAMES, new_setup
from logic.session import Seat
from logic.text import Text
from scenes.app.fields import KeyboardScene
from scenes.app.wording import number
from scenes.board.match import Match
from scenes.board.result import (
    FigureRow,
    FigureTable,
    Rank,
    Ranking,
    Result,
    StatisticsPage,
    figures_of,
    has_statistics,
)
from scenes.board.scene import BoardScene
from scenes.cabinet.choices import PROFILE
from scenes.cabinet.profiles import NAMES_OF_FIGURES, ProfilesScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.cabinet.stats import RATED, StatsScene
from sprites.paint.portraits import AVATARS, FIGURES, portrait
from sprites.widgets import OnScreenKeyboard
from tests.games import pots
from tests.games.potsseat import ANNA, BEN, CLEO, MODEST, play
from tests.support.gallery import make_kit
from tests.support.hands.presses import HANDS, by_finger, by_mouse, by_pad
from tests.support.seats.cabinet import GAME, labels
from tests.support.seats.kept import LONG_NAME, finish_game
from tests.support.seats.seating import lift
from tests.support.windows import WINDOWS, faults_in_every_window

APART = 12.0
"""How far the greys of two portraits differ on average, of 255."""


# -- statistics


def test_statistics_count_by_player_and_opponent_and_hint_at_missing_names(seat):
    driver = seat("stats")
    driver.widget("profile").on_change("Anna")
    assert "1 played · 0 won · 0 drawn · 1 lost" in labels(driver)
    driver.widget("profile").on_change(LONG_NAME)
    texts = labels(driver)
    assert "2 played · 2 won · 0 drawn · 0 lost" in texts
    assert "Against people" in texts
    assert "Against the computer: Gentle" in texts
    assert "1 played · 1 won · 0 drawn · 0 lost" in texts
    # a guest without a name is told so below the statistics of others
    driver.app.change(driver.app.settings.with_(profile=""))
    driver.top.rebuild()
    assert driver.widget("total-bar").visible
    assert driver.widget("who").rect.top >= driver.widget("nobody").rect.bottom > driver.widget("sheet").rect.bottom
    driver.app.change(driver.app.settings.with_(profile=driver.top.profile))
    driver.top.rebuild()
    assert driver.top.ui.find("who") is None


@pytest.mark.parametrize("hand", HANDS)
def test_player_and_game_are_selected_by_each_input_method(seat, hand):
    driver = seat("stats")
    before = driver.top.profile
    hand(driver, "profile")
    assert driver.top.profile != before
    hand(driver, "game")
    assert driver.top.game == GAME


def test_empty_statistics_link_to_the_players_page(seat):
    driver = seat("stats", full=False)
    assert any(text.startswith("Games without a name are not counted.") for text in labels(driver))
    assert driver.widget("who").label == "Who is playing?"
    driver.tap("who")
    driver.write("name", "Eva")
    driver.key("return", "escape")
    driver.settle()
    assert driver.top.profile == "Eva"
    assert any(text.startswith("Eva has not finished a game yet") for text in labels(driver))
    driver.app.store.add_profile("New")
    driver.top.rebuild()
    driver.widget("profile").on_change("New")
    assert any(text.startswith("New has not finished a game yet") for text in labels(driver))


def test_the_rating_is_shown_only_after_enough_games(seat):
    driver = seat("stats", full=False)
    driver.app.store.add_profile("Anna")
    for game in range(RATED):
        finish_game(driver.app, 4, names=("Anna", ""), loser=1, seed=game)
        driver.top.resume()
        driver.top.profile = "Anna"
        driver.top.rebuild()
        driver.widget("game").on_change("lgame")
        assert (driver.top.ui.find("rating") is not None) == (game == RATED - 1)
    rival = [(Rating(LEVELS["gentle"].strength, KNOWN), 1.0)]
    ratings = [*accumulate(range(RATED), lambda before, _: updated(before, rival), initial=Rating())]
    assert driver.widget("curve").values == tuple(rating.value for rating in ratings[1:])
    assert driver.widget("rating").text.startswith(f"Rating: {ratings[-1].value:.0f}, ")
    assert any(text.startswith("Quickest win: ") for text in labels(driver))
    assert set(driver.widget("days").counts.values()) == {RATED}


# -- players


@pytest.mark.parametrize("hand", HANDS)
def test_players_are_added_selected_renamed_and_given_portraits(seat, hand):
    driver = seat("profiles")
    hand(driver, f"rename-{LONG_NAME}")
    assert driver.widget("name").text == LONG_NAME
    assert driver.widget("name").caret == len(LONG_NAME)
    driver.top.written = "Bart"
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Anna", "Bart")
    assert driver.app.settings.profile == "Bart"
    assert driver.app.store.statistics("", "Bart").total.won == 2
    # a portrait for an existing player, and for a new one
    hand(driver, "rename-Anna")
    hand(driver, "figure-owl")
    assert driver.app.store.figures()["Anna"] == "owl"
    assert driver.widget("player-Anna").picture.figure == "owl"
    driver.click("leave")
    driver.write("name", "  Zoë   Z ")
    hand(driver, "figure-key")
    hand(driver, "done")
    assert driver.app.store.profiles() == ("Anna", "Bart", "Zoë Z")
    assert driver.app.settings.profile == "Zoë Z"
    assert driver.top.ui.find("player-Zoë Z") is not None
    assert driver.app.store.figures()["Zoë Z"] == "key"
    assert driver.top.figure not in driver.app.store.figures().values()
    hand(driver, "player-Anna")
    assert driver.app.settings.profile == "Anna"
    assert isinstance(driver.top, ShelfScene)


@pytest.mark.parametrize("hand", HANDS)
def test_a_hidden_player_keeps_its_games_and_can_be_shown_again(seat, hand):
    driver = seat("profiles")
    kept = driver.app.store.export_all()
    hand(driver, f"player-{LONG_NAME}")
    page = driver.open(ProfilesScene(driver.app))
    hand(driver, f"rename-{LONG_NAME}")
    hand(driver, "hide")
    assert driver.app.settings.profile == ""
    assert driver.top.ui.find(f"player-{LONG_NAME}") is None
    stats = driver.open(StatsScene(driver.app))
    assert [name for name, _ in driver.widget("profile").options] == ["Anna"]
    driver.leave(stats)
    setup = driver.open(SetupScene(driver.app, "lgame"))
    people = [kind for kind, _ in driver.widget("seat-0").options if kind.startswith(PROFILE)]
    assert people == [PROFILE + "Anna"]
    driver.leave(setup)
    assert driver.top is page
    hand(driver, f"show-{LONG_NAME}")
    assert driver.app.settings.hidden == ()
    assert driver.top.ui.find(f"player-{LONG_NAME}") is not None
    assert driver.app.store.export_all()["games"] == kept["games"]


def test_renaming_a_player_during_a_game_keeps_seat_and_progress(new_driver):
    driver = new_driver(at=ShelfScene)
    driver.app.store.add_profile("Ann")
    params = puzzles_of(GAMES["jumpin"]).chapters()[0].puzzles[0].params
    match = Match.start(driver.app, new_setup("jumpin", None, [Seat(name="Ann")], 1, params))
    driver.open(BoardScene(driver.app, match))
    players_page = driver.open(ProfilesScene(driver.app))
    driver.app.store.rename_profile("Ann", "Eva")
    driver.leave(players_page)
    assert match.names == ("Eva",)
    while not match.is_over:
        match.play(analysis_of(match.session.game).hint(match.session.state, Dice(1), never).moves[0])
    assert driver.app.store.progress("jumpin", "Eva")


def test_small_portraits_differ_without_colour():
    levels = [name for game in GAMES.values() for name in players.own_levels(game)]
    assert set(levels) < set(FIGURES)
    assert set(AVATARS) == set(NAMES_OF_FIGURES)
    side, kit = 40, make_kit((640, 360))
    seen = {}
    for name in FIGURES:
        small = pygame.Surface((side, side))
        small.blit(portrait(kit, name, side), (0, 0))
        seen[name] = pygame.surfarray.array3d(small).mean(axis=2)
    near = [(one, two) for one, two in combinations(seen, 2) if abs(seen[one] - seen[two]).mean() < APART]
    assert near == []


def test_invalid_player_names_are_refused_and_editing_can_be_cancelled(seat):
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
    driver.write("name", "Eva")
    driver.key("return")
    assert "Eva" in driver.app.store.profiles(), "enter after a name keeps it"
    driver.click("nobody")
    assert driver.app.settings.profile == ""


# -- the keys on the screen


def key_that_writes(driver, sign):
    keys = driver.widget("keys")
    return next(w for w in driver.top.ui.walk() if getattr(w, "label", "") == sign and w.key.startswith(keys.key))


@pytest.mark.parametrize("hand", [by_mouse, by_finger, by_pad])
def test_the_on_screen_keyboard_returns_the_typed_name(seat, hand):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "", told.append))
    assert isinstance(driver.widget("keys"), OnScreenKeyboard)
    for sign in ("E", "v", "a"):
        hand(driver, key_that_writes(driver, sign).key)
    assert driver.widget("line").text == "Eva"
    hand(driver, "keys:control:done")
    assert told == ["Eva"]
    assert isinstance(driver.top, ShelfScene)


def test_enter_after_keys_of_a_real_keyboard_accepts_what_they_wrote(seat):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "", told.append))
    driver.type("Evi")
    driver.key("backspace")
    driver.key("return")
    assert told == ["Ev"]
    # after an arrow it presses the key in focus
    driver.open(KeyboardScene(driver.app, "Name", "", told.append))
    driver.type("E")
    driver.key("right", "return")
    assert (len(driver.top.text), told) == (2, ["Ev"])


def test_a_press_beside_the_on_screen_keyboard_keeps_the_text_and_does_no_more(seat):
    driver = seat("profiles", full=False)
    by_finger(driver, "name")
    by_finger(driver, key_that_writes(driver, "E").key)
    driver.finger((3, 3))
    driver.settle()
    assert driver.widget("name").text == "E"
    assert driver.app.store.profiles() == ()


def test_done_on_the_keyboard_saves_the_player_unless_empty(seat):
    driver = seat("profiles", full=False)
    by_finger(driver, "name")
    for sign in ("E", "v", "a"):
        by_finger(driver, key_that_writes(driver, sign).key)
    by_finger(driver, "keys:control:done")
    assert driver.app.store.profiles() == ("Eva",)
    assert driver.app.settings.profile == "Eva"
    by_finger(driver, "name")
    by_finger(driver, "keys:control:done", rests=False)
    assert driver.said() == []


@pytest.mark.parametrize(("name", "said"), [("محمد", ["Not all of these letters can be drawn here."]), ("Żőß", [])])
def test_a_name_in_an_unsupported_script_is_accepted_with_a_warning(seat, name, said):
    driver = seat("profiles", full=False)
    driver.widget("name").type(name)
    driver.click("done")
    assert (driver.app.store.profiles(), driver.said()) == ((name,), said)


def test_after_the_on_screen_keyboard_the_caret_is_at_the_end(seat):
    driver = seat("games")
    driver.focus("path")
    driver.settle()
    by_finger(driver, "path")
    by_finger(driver, key_that_writes(driver, "A").key)
    by_finger(driver, "keys:control:done")
    assert (driver.widget("path").text, driver.widget("path").caret) == ("A", 1)


def test_the_on_screen_keyboard_filters_input_and_cancel_returns_nothing(seat):
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Seed", "", told.append, max_length=3, allowed=str.isdigit))
    for letter in "1x2345":
        driver.type(letter)
    assert driver.top.text == driver.widget("line").text == "123"
    driver.key("backspace", "m", "space")
    assert driver.top.text == driver.widget("line").text == "12"
    assert not driver.app.settings.mute
    # going back changes nothing
    told = []
    driver = seat(lambda app: KeyboardScene(app, "Name", "x", told.append), full=False)
    driver.pad("b")
    driver.frame()
    assert told == []


def ended(sit_at, *seats, coins=7, **options):
    """Play a game to its end: three, one and three coins, or what is left."""
    driver, match = sit_at(*seats, coins=coins, **options)
    lift(driver)
    for move in ("take 3", "end", "take 1", "end", "take 3", "end"):
        play(match, move)
    driver.settle()
    return driver, match


def told(driver, match):
    return {str(figure.label): figure.values for figure in figures_of(driver.app, match)}


# -- what is counted


def test_default_statistics_come_before_those_of_the_game(sit_at):
    driver, match = ended(sit_at, ANNA, BEN)
    assert told(driver, match) == {
        "Duration": ("0 s",),
        "Turns altogether": (3,),
        "Average score": (3.5,),
        "Rank": (1, 2),
        "Score": (6, 1),
        "Time spent thinking": ("0 s", "0 s"),
        "Turns": (2, 1),
        "Coins altogether": (7,),
        "Handfuls": (2, 1),
        "Coins a handful": (3.0, 1.0),
    }
    # time is shown by player and in total where it is known
    driver, match = sit_at(ANNA, MODEST, coins=1)
    match.update(65)
    play(match, "take 1", "end")
    rows = told(driver, match)
    assert (rows["Duration"], rows["Time spent thinking"]) == (("1 min 5 s",), ("1 min 5 s", "0 s"))
    match.lacks_times = True
    assert not {"Duration", "Time spent thinking"} & set(told(driver, match))


def test_tied_players_share_a_rank_and_solo_games_show_none(sit_at, monkeypatch):
    driver, match = ended(sit_at, ANNA, BEN, CLEO)
    assert told(driver, match)["Rank"] == (1, 3, 1)
    # a player alone is not ranked
    driver, match = sit_at(ANNA, variant="alone", coins=4)
    play(match, "take 3", "end")
    assert list(told(driver, match)) == ["Duration", "Score", "Coins altogether", "Handfuls", "Coins a handful"]
    # a row of the game replaces the default one
    monkeypatch.setattr(pots.SCORING, "statistics", lambda *_: (Figure(Message("Turns"), (8, 9)),))
    driver, match = ended(sit_at, ANNA, BEN)
    assert [values for label, values in told(driver, match).items() if label == "Turns"] == [(8, 9)]


def test_only_finished_games_with_figures_have_statistics(sit_at, monkeypatch):
    _, match = sit_at(ANNA, BEN)
    assert not has_statistics(match)
    match.give_up(0)
    assert has_statistics(match)
    monkeypatch.delattr(pots.PotsScoring, "statistics")
    assert not has_statistics(match)
    # a game without figures offers no table
    driver, _ = ended(sit_at, ANNA, BEN)
    driver.click("more")
    driver.settle()
    assert driver.top.ui.find("statistics") is None


@pytest.mark.parametrize(
    ("language", "value", "said"), [("en", 3.25, "3.2"), ("de", 3.25, "3,2"), ("pl", 4.0, "4"), ("en", 0.96, "1")]
)
def test_numbers_are_formatted_by_language(new_driver, language, value, said):
    assert number(new_driver(language=language).app, value) == said


# -- how it is opened


@pytest.mark.parametrize("language", ["en", "de", "hu", "pl"])
def test_the_description_of_a_winning_level_is_shown_whole_or_omitted(language):
    kit, text, told = make_kit((1280, 720)), Text(language), set()
    for level in (level for game in GAMES.values() for level in players.own_levels(game).values()):
        ranking = Ranking(kit, "ranking", [Rank(1, 0, "Anna", "35", is_time=False, about=text.say(level.temper))])
        ranking.place(pygame.Rect(0, 0, 320, 80))
        assert not [*ranking.clipped()]
        told |= {len([*ranking.words()])}
    assert max(told) == 4


@pytest.mark.parametrize("seats", [(ANNA, BEN), (ANNA, BEN, CLEO)])
def test_the_result_opens_the_statistics_page_and_returns(sit_at, seats):
    driver, _ = ended(sit_at, *seats)
    assert isinstance(driver.top, Result)
    driver.click("more")
    assert isinstance(driver.tap("statistics"), StatisticsPage)
    table = driver.widget("table")
    assert ["Handfuls", "2" if len(seats) == 2 else "1", "1"] in [[row.label, *row.values[:2]] for row in table.rows]
    assert driver.widget("whole-Coins altogether-value").text == "7"
    assert isinstance(driver.strike("escape"), Result)


# -- in little room


def page(new_driver, size, scale=1.0, players=4, rows=60):
    driver = new_driver(size, scale=scale)
    figures = [Figure(Message("Duration"), ("12 min 40 s",))]
    figures += [Figure(Message("Time spent thinking"), ("12 min 40 s",) * players)] * rows
    driver.open(StatisticsPage(driver.app, figures, [LONG_NAME] * players))
    return driver


@pytest.mark.parametrize("players", [1, 4])
def test_the_statistics_page_fits_every_window(new_driver, players):
    assert faults_in_every_window(page(new_driver, (360, 640), 1.0, players).app, [*WINDOWS, ((360, 640), 1.0)]) == {}


def columns_seen(driver):
    """Return the viewport of the columns, and where the last one ends."""
    table = driver.widget("table")
    return table.cells(), table.cell(len(table.names) - 1, table.rect.top, 10)


@pytest.mark.parametrize("hand", ["mouse", "finger", "keys"])
def test_columns_scroll_in_a_narrow_window_by_each_input_method(new_driver, hand):
    driver = page(new_driver, (360, 640))
    cells, last = columns_seen(driver)
    assert last.left >= cells.right
    start = (cells.right - 20, cells.top + 200)
    if hand == "keys":
        driver.key("right", "right", "right", "right")
    else:
        for _ in range(3):
            draw = driver.drag if hand == "mouse" else driver.finger
            draw(start, (cells.left + 10, cells.top + 205))
    driver.settle()
    cells, last = columns_seen(driver)
    assert last.right <= cells.right
    assert driver.widget("table").slide.offset == driver.widget("table").slide.limit


def test_a_vertical_drag_scrolls_the_page_and_a_resize_shows_all_columns(new_driver):
    driver = page(new_driver, (360, 640))
    cells, _ = columns_seen(driver)
    driver.finger((cells.right - 30, cells.top + 300), (cells.right - 34, cells.top + 100))
    driver.settle()
    assert driver.widget("scroll").offset > 0
    assert driver.widget("table").slide.offset == 0
    # a resize keeps the columns within reach
    driver.key("right", "right", "right", "right")
    driver.settle()
    driver.resize((1280, 720))
    driver.settle()
    assert driver.widget("table").slide.offset == 0
    # in a broad window all columns are seen
    cells, last = columns_seen(driver)
    assert last.right <= cells.right
    assert not driver.widget("table").focusable
    # a table without rows is only its head
    kit = driver.app.kit
    empty, one = (FigureTable(kit, "t", ["Anna"], rows) for rows in ((), (FigureRow("Score", ("1",)),)))
    assert 0 < empty.measure(400) < one.measure(400)


@pytest.mark.seen
def test_row_labels_stay_fixed_while_columns_scroll(new_driver):
    driver = page(new_driver, (360, 640))
    table = driver.widget("table")
    wide = table.cells().left - table.rect.left
    labels = driver.surface.subsurface((table.rect.left, table.rect.top + 60, wide, 200))
    before = labels.copy()
    driver.strike("right")
    driver.top.ui.show_focus = False
    driver.app.stack.touch()
    driver.frame()
    assert before.get_buffer().raw == labels.copy().get_buffer().raw
