"""The shelf of puzzles: chapters, cards, the map."""

import json
from copy import copy
from itertools import pairwise, product
from typing import ClassVar

import pygame
import pytest

from logic.core import Dice, Message
from logic.puzzles import NoPuzzle
from logic.registry import GAMES
from logic.storage.files import keep_board
from scenes.app.routes import screen
from scenes.board import teaching
from scenes.board.scene import BoardScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.stats import StatsScene
from scenes.puzzles import play
from scenes.puzzles.map import MapSheet, lines
from scenes.puzzles.play import choosing_route, next_after, play_puzzle
from scenes.puzzles.printsheet import PrintSheet
from scenes.puzzles.shelf import PuzzleShelf
from scenes.view.picture import view_of
from tests.screens.puzzles.puzzleseat import NAME, Puzzling, install
from tests.support.hands.presses import HANDS, by_finger, by_keys, by_mouse
from tests.support.sampling import in_turn
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window

TABS = ("campaign", "daily", "new", "boards")


# -- the collection

STORIES = """
# All are there, numbered and open, and the first one that is not done is marked
shelf :: :: signs 1 2 3 1, enabled p3 p4 p7 p12, below p7 Par: 3 takes, tier p7 2, marked One take
  :: keep p3 {"best":1}, anew :: marked Two takes
  :: keep p4 {"best":2}, keep p7 {"best":3}, keep p12 {"best":4}, anew :: marked -
# Who has left one unsolved goes on with it, and after it, not with what was left out before
shelf :: tap puzzle-p4, leave :: marked Two takes :: keep p4 {"best":2}, anew :: marked Three
# What was won shows with stars by par, and nonsense in the store is no solution
shelf :: keep p7 <{"best":"many"} {"best":true} {"best":-1} {} {"stars":3}>, anew :: open p7
shelf :: keep p7 {"best":5,"stars":99}, anew :: done p7, stars p7 1, below p7 Par: 3 takes · yours: 5 takes,
  words chapter-0-count 1 of 3 · 1/9 stars
# Progress is that of whoever plays
shelf :: known Anna, keep p3 {"best":1,"stars":3} Anna, anew :: open p3 :: as Anna, anew :: done p3
# A solved puzzle is done on the shelf, and the next one follows in its place
shelf :: tap puzzle-p3, play take 3, onward :: top BoardScene, takes 4, boards 1 :: leave :: done p3, marked Two takes
# Back from a solved puzzle is where it was chosen
shelf :: tap puzzle-p3, play take 3, strike escape, settle, strike escape :: top PuzzleShelf, done p3
# The guided first game leads to the beginning, and a puzzle of one's own nowhere
shelf :: begin {"counters":2}, onward :: takes 3
shelf :: begin {"counters":19} :: ends
# The variant is chosen on the shelf and remembered beside the rest, as long as it is there
shelf :: set {"folder":"/x"}, click variant :: setups {"folder":"/x","variant":"soft"},
  words about Everything can be taken back. :: tap puzzle-p4 :: variant soft, undo always, shelved soft
  :: set {"variant":"gone"} :: shelved plain
# An unfinished puzzle is offered by its name
shelf :: tap puzzle-p7, play take 1, leave :: contains go-on Three :: tap go-on :: left 6
# Rules and the guided game are at hand
shelf :: tap rules :: top RulesScene :: strike escape, tap lesson :: guided, takes 2 :: play take 2 :: learnt
# Statistics count what was solved
shelf :: known Anna, as Anna, begin {"counters":3,"par":1}, play take 3, statistics
  :: words total-count 1 played · 1 solved · 0 not solved, words fact-0-value 1/4, words fact-1-value 3/12
# The window may change while one is being made
shelf :: slowly, click tab-new make, size 640 360, size 1280 800 :: enabled stop :: think :: enabled made
"""


class Choosing(Puzzling):
    """A user who chooses among the puzzles."""

    CLAIMS: ClassVar = Puzzling.CLAIMS | {
        "signs": lambda story, *signs: [story.face(f"p{n}").sign for n in (3, 4, 7, 12)] == [*signs],
        "tier": lambda story, key, tier: story.face(key).tier == int(tier),
        "stars": lambda story, key, stars: story.face(key).stars == int(stars),
        "undo": lambda story, kind: story.match.session.setup.undo == kind,
        "shelved": lambda story, variant: PuzzleShelf(story.app, NAME).variant == variant,
        "guided": lambda story: story.driver.top.guide is not None,
        "learnt": lambda story: teaching.MARK in story.app.store.progress(NAME),
        "ends": lambda story: next_after(story.app, story.match) is None,
    }

    def do_begin(self, params):
        play_puzzle(self.app, NAME, json.loads(params))
        self.driver.settle()

    def do_onward(self):
        next_after(self.app, self.match)()
        self.driver.settle()

    def do_statistics(self):
        stats = StatsScene(self.app)
        stats.game = NAME
        self.driver.push(stats)


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(seated, puzzles, story):
    Choosing(seated, puzzles).check(story[1:])


def test_start_options_preselect_variant_and_seed(seated):
    shelf = PuzzleShelf(seated.app, NAME, variant="soft", seed=7)
    assert (shelf.variant, shelf.tab.key, shelf.tab.seed) == ("soft", "new", "7")


@pytest.mark.seen
def test_cards_in_view_show_number_name_and_position_of_their_puzzle(new_driver):
    driver = new_driver((1920, 1080), at=(PuzzleShelf, "jumpin"))
    chapter = GAMES["jumpin"].PUZZLES.chapters()[0]
    for number, puzzle in enumerate(chapter.puzzles[:4], start=1):
        widget = driver.widget(f"puzzle-{puzzle.key}")
        assert (widget.face.sign, widget.face.title) == (str(number), str(puzzle.name))
        picture, *_ = widget.children()
        assert picture.is_painted
        assert picture.state == GAMES["jumpin"].new(GAMES["jumpin"].Params(**puzzle.params), Dice(0))
    far_below = driver.widget(f"puzzle-{chapter.puzzles[-1].key}")
    assert list(far_below.children()) == [], "what lies far below is not even made"
    driver.top.ui.set_focus(far_below)
    driver.settle()
    picture, *_ = far_below.children()
    assert picture.is_painted
    assert play.name_of(driver.app, "jumpin", chapter.puzzles[2].params) == str(chapter.puzzles[2].name)
    assert play.name_of(driver.app, "lgame", {}) == ""


@pytest.mark.seen
def test_each_jumpin_tier_has_its_own_background_and_icon(new_driver):
    driver = new_driver((1280, 800), at=(PuzzleShelf, "jumpin"))
    seasons = set()
    for tier in range(len(GAMES["jumpin"].PUZZLES.chapters())):
        driver.app.change(driver.app.settings.with_(setups={"jumpin": {"chapter": tier}}))
        driver.top.rebuild()
        driver.frame()
        button = driver.widget(f"chapter-button-{tier}")
        seasons.add(
            (driver.top.cloth, button.icon, pygame.image.tobytes(driver.surface.subsurface(900, 0, 300, 60), "RGB"))
        )
    assert [len(set(each)) for each in zip(*seasons, strict=True)] == [5, 5, 5]


@pytest.mark.parametrize("hand", HANDS)
def test_a_puzzle_is_opened_with_its_params_by_each_input_method(seated, hand):
    hand(seated, "puzzle-p4")
    board = seated.top
    assert isinstance(board, BoardScene)
    assert board.match.session.setup.params == {"counters": 4, "par": 2}
    assert board.match.session.setup.variant == "plain"
    assert board.match.game_id is not None


@pytest.mark.parametrize(
    ("done", "after", "following"),
    [
        ((), "p3", "p4"),
        ((4,), "p3", "p7"),
        ((), "p7", "p3"),
        ((3, 4), "p7", "p12"),
        ((3, 4, 7, 12), "p7", None),
        ((), "p99", None),
        ((12,), "p12", None),
    ],
)
def test_next_undone_searches_the_chapter_cyclically_then_later_chapters(
    puzzles,
    done,
    after,
    following,
):
    progress = {f"p{n}": {"best": 1} for n in done}
    found = play.next_unsolved([chapter.puzzles for chapter in puzzles.chapters()], progress, after)
    assert (found and found.key) == following


# -- from and to other screens


def test_games_of_puzzles_open_the_puzzle_shelf_and_others_the_set_up(seated):
    assert screen(choosing_route(NAME)) is PuzzleShelf
    assert screen(choosing_route("lgame")) is SetupScene
    with pytest.raises(ValueError, match="no game of puzzles"):
        PuzzleShelf(seated.app, "lgame")


def test_every_tab_fits_every_window(new_driver, monkeypatch):
    install(monkeypatch)
    keep_board(NAME, "A very long name for a board that somebody has built", "4\n")
    keep_board(NAME, "Broken", "no number")
    driver = new_driver()
    driver.app.store.set_progress(NAME, "p7", {"best": 5, "stars": 1})
    driver.push(PuzzleShelf(driver.app, NAME))
    for tab in TABS:
        by_keys(driver, f"tab-{tab}")
        assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if hasattr(game, "PUZZLES")])
def test_the_puzzle_shelves_of_all_games_fit_every_window(new_driver, game):
    assert faults_in_every_window(new_driver(at=(PuzzleShelf, game)).app, [*WINDOWS, ((640, 360), 1.0)]) == {}


def test_in_a_small_window_the_exits_are_a_few_arrows_away(new_driver):
    driver = new_driver((1024, 600), "de", scale=2.0, at=(PuzzleShelf, "jumpin"))
    for _ in range(12):
        driver.strike("up")
    driver.strike("right")
    assert driver.top.ui.focus.key == "more"
    driver.strike("return")
    assert {one.key for one in driver.top.ui.walk()} >= {"rules", "lesson", "open-file", "enter-code", "print"}
    assert faults_in_every_window(driver.app, [*WINDOWS, ((640, 360), 1.0)]) == {}
    driver.top.scroll.reveal(driver.widget("print"))
    driver.settle()
    assert isinstance(driver.tap("print"), PrintSheet)
    driver.strike("escape")
    assert isinstance(driver.top, PuzzleShelf), "the menu was left with the press"


def test_no_puzzle_errors_can_be_copied_with_their_message():
    error = copy(NoPuzzle(Message("No {thing}.", thing="luck")))
    assert (type(error), error.message) == (NoPuzzle, Message("No {thing}.", thing="luck"))


@pytest.mark.seen
def test_a_pressed_puzzle_card_is_drawn_differently(seated):
    pos = seated.widget("puzzle-p4").rect.center
    seated.press(pos)
    lying = pygame.image.tobytes(seated.surface, "RGB")
    seated.release((5, 5))
    seated.settle()
    assert pygame.image.tobytes(seated.surface, "RGB") != lying


MAPPED = [name for name in GAMES if view_of(name).map_art is not None]
MAP_WINDOWS = [((1920, 1080), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((1080, 1920), 1.0), ((600, 1024), 2.0)]


def puzzles_of(game):
    return [puzzle for chapter in GAMES[game].PUZZLES.chapters() for puzzle in chapter.puzzles]


def laid_out(driver, game):
    driver.open(PuzzleShelf(driver.app, game))
    return next(widget for widget in driver.top.ui.walk() if isinstance(widget, MapSheet))


def test_map_rows_hold_all_puzzles_in_order_with_nearly_equal_lengths():
    for count, columns in product([1, 7, 11, 22], [1, 4, 12]):
        runs = lines(count, columns)
        assert [spot for run in runs for spot in run] == list(range(count))
        lengths = [len(run) for run in runs]
        assert max(lengths) <= columns
        assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize(("size", "scale"), MAP_WINDOWS)
@pytest.mark.parametrize("game", MAPPED)
def test_map_puzzles_follow_a_continuous_path_and_fit(
    new_driver,
    game,
    size,
    scale,
    language,
):
    driver = new_driver(size, language, scale=scale)
    places = list(laid_out(driver, game).places())
    assert [place.stop.puzzle for place in places] == puzzles_of(game)
    assert driver.top.ui.overflows() == []
    for one, following in pairwise(places):
        beside = (
            one.rect.top == following.rect.top and abs(one.rect.centerx - following.rect.centerx) < 2 * one.rect.width
        )
        below = following.rect.top > one.rect.top and abs(one.rect.centerx - following.rect.centerx) < one.rect.width
        assert beside or below


@pytest.mark.seen
@pytest.mark.parametrize(("game", "hand"), in_turn(MAPPED, [by_mouse, by_finger]))
def test_first_tap_on_the_map_describes_a_puzzle_and_second_tap_plays(new_driver, game, hand):
    driver, meant = new_driver((1280, 800)), puzzles_of(game)[3]
    laid_out(driver, game)
    hand(driver, f"puzzle-{meant.key}")
    told = driver.widget("chosen-card")
    assert told.face.sign == "4"
    assert told.face.text == driver.app.get(meant.text)
    picture, *_ = told.children()
    assert picture.is_painted
    hand(driver, f"puzzle-{meant.key}")
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.session.setup.params.items() >= meant.params.items()


@pytest.mark.seen
@pytest.mark.parametrize("game", MAPPED)
def test_map_strips_are_painted_one_a_frame_and_only_if_visible(new_driver, game):
    driver = new_driver((1280, 800))
    driver.app.kit.cache.clear()
    driver.push(PuzzleShelf(driver.app, game))
    painted = []
    for _ in range(20):
        driver.frame()
        strips = next(widget for widget in driver.top.ui.walk() if isinstance(widget, MapSheet)).strips
        painted.append(sum(strip.is_painted for strip in strips))
    assert all(later - earlier <= 1 for earlier, later in pairwise([0, *painted]))
    sight = driver.top.scroll.rect
    assert all(strip.is_painted for strip in strips if strip.rect.colliderect(sight))
    assert not strips[-1].is_painted


def test_arrow_keys_walk_the_map_and_return_plays_the_selected_puzzle(new_driver):
    driver, (first, second, *_) = new_driver((1280, 800)), puzzles_of("dragon")
    sheet = laid_out(driver, "dragon")
    assert driver.top.ui.focus.key == f"puzzle-{first.key}"
    for key in ("right", "right"):  # the first one only shows the focus
        driver.strike(key)
    assert driver.widget("chosen-card").face.title == driver.app.get(second.title)
    assert [place.stop.puzzle for place in sheet.places() if place.is_chosen] == [second]
    driver.strike("return")
    assert driver.top.match.session.setup.params["board"] == second.params["board"]


def test_in_a_small_window_the_selected_card_is_below_its_strip_on_the_map(new_driver):
    driver, meant = new_driver((1024, 600), scale=2.0), puzzles_of("dragon")[1]
    laid_out(driver, "dragon")
    driver.widget(f"puzzle-{meant.key}").press(None)
    driver.settle()
    assert driver.top.ui.focus.key == "play-chosen"
    assert driver.widget("chosen-card").rect.top >= driver.widget(f"puzzle-{meant.key}").rect.bottom
    assert isinstance(driver.tap("play-chosen"), BoardScene)


def test_the_map_shows_stars_and_the_next_puzzle_after_the_last_played(new_driver):
    driver, puzzles = new_driver((1280, 800)), puzzles_of("dragon")
    for puzzle, more in ((puzzles[0], 0), (puzzles[4], 90)):
        driver.app.store.set_progress("dragon", puzzle.key, {"best": puzzle.par + more, "stars": 3})
    driver.app.change(driver.app.settings.with_(setups={"dragon": {"last": puzzles[4].key}}))
    stops = [place.stop for place in laid_out(driver, "dragon").places()]
    assert [(stop.state, stop.best.stars if stop.best else 0) for stop in stops[:6]] == [
        ("done", 3), ("open", 0), ("open", 0), ("open", 0), ("done", 1), ("next", 0),
    ]  # fmt: skip
    assert driver.top.ui.focus.key == f"puzzle-{puzzles[5].key}"
    driver.app.change(driver.app.settings.with_(setups={"dragon": {"last": puzzles[2].key}}))
    laid_out(driver, "dragon")
    assert driver.top.ui.focus.key == f"puzzle-{puzzles[2].key}", "it was left unsolved"


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_card_of_a_solved_puzzle_has_room_for_its_stars(new_driver, language):
    driver, meant = new_driver((1080, 1920), language), puzzles_of("dragon")[6]
    driver.app.store.set_progress("dragon", meant.key, {"best": meant.par, "stars": 3})
    laid_out(driver, "dragon")
    driver.tap(f"puzzle-{meant.key}")
    told = driver.widget("chosen-card")
    assert told.face.stars == 3
    assert told.rect.height >= told.measure(told.rect.width)


def test_the_last_played_puzzle_is_stored_and_an_invalid_one_ignored(new_driver):
    driver, puzzles = new_driver((1280, 800)), puzzles_of("dragon")
    driver.app.change(driver.app.settings.with_(setups={"dragon": {"last": ["no", "key"]}}))
    laid_out(driver, "dragon")
    driver.tap("play-chosen")
    assert driver.app.settings.setups["dragon"]["last"] == puzzles[0].key
