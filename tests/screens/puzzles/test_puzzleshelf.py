"""The shelf of puzzles: chapters, cards, the map."""

from copy import copy
from itertools import pairwise, product

import pygame
import pytest

from logic.core import Dice, Message
from logic.puzzles import NoPuzzle
from logic.registry import GAMES, game_config
from logic.storage.files import keep_board
from scenes.app.routes import screen
from scenes.board import teaching
from scenes.board.scene import BoardScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.stats import StatsScene
from scenes.puzzles import play
from scenes.puzzles.map import Sheet, lines
from scenes.puzzles.play import choosing_route, next_after, play_puzzle
from scenes.puzzles.shelf import PuzzleShelf
from scenes.view.picture import view_of
from tests.screens.puzzles.puzzleseat import NAME, install, marked
from tests.support.hands.presses import HANDS, by_finger, by_keys, by_mouse
from tests.support.sampling import in_turn
from tests.support.seats.seating import play_on
from tests.support.windows import WINDOWS, faults_in_every_window

TABS = ("campaign", "daily", "new", "boards")


def solve(driver, counters):
    driver.app.store.set_progress(NAME, f"p{counters}", {"best": -(-counters // 3), "stars": 3})
    driver.top.rebuild()


def card(driver, counters):
    return driver.widget(f"puzzle-p{counters}").face


# -- the collection


def test_the_first_one_that_is_not_done_is_marked_and_all_are_there_numbered_and_open(seated):
    assert [card(seated, n).sign for n in (3, 4, 7, 12)] == ["1", "2", "3", "1"]
    assert all(seated.widget(f"puzzle-p{n}").enabled for n in (3, 4, 7, 12))
    assert card(seated, 7).below == "Par: 3 takes"
    assert card(seated, 7).tier == 2
    # the first one that is not done is marked and has the focus
    assert marked(seated) == ["One take"]
    solve(seated, 3)
    assert marked(seated) == ["Two takes"]
    for counters in (4, 7, 12):
        solve(seated, counters)
    assert marked(seated) == []


@pytest.mark.seen
def test_cards_in_sight_show_how_their_puzzle_lies_and_codes_are_no_names(sit_down):
    driver = sit_down((1920, 1080), at=(PuzzleShelf, "jumpin"))
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
def test_each_tier_of_meadows_has_a_season_of_its_own(sit_down):
    driver = sit_down((1280, 800), at=(PuzzleShelf, "jumpin"))
    seasons = set()
    for tier in range(len(GAMES["jumpin"].PUZZLES.chapters())):
        driver.app.change(driver.app.settings.with_(setups={"jumpin": {"chapter": tier}}))
        driver.top.rebuild()
        driver.settle()
        button = driver.widget(f"chapter-button-{tier}")
        seasons.add(
            (driver.top.cloth, button.icon, pygame.image.tobytes(driver.surface.subsurface(900, 0, 300, 60), "RGB"))
        )
    assert [len(set(each)) for each in zip(*seasons, strict=True)] == [5, 5, 5]


def test_what_was_won_shows_with_stars_by_par_and_nonsense_in_the_store_is_no_solution(seated):
    for kept in ({"best": "many"}, {"best": True}, {"best": -1}, {}, {"stars": 3}):
        seated.app.store.set_progress(NAME, "p7", kept)
        seated.top.rebuild()
        assert not card(seated, 7).done
    seated.app.store.set_progress(NAME, "p7", {"best": 5, "stars": 99})
    seated.top.rebuild()
    assert (card(seated, 7).done, card(seated, 7).stars) == (True, 1)
    assert card(seated, 7).below == "Par: 3 takes · yours: 5 takes"
    assert seated.widget("chapter-0-count").text == "1 of 3 · 1/9 stars"
    # progress is that of whoever plays
    seated.app.store.add_profile("Anna")
    seated.app.store.set_progress(NAME, "p3", {"best": 1, "stars": 3}, "Anna")
    seated.top.rebuild()
    assert not card(seated, 3).done
    seated.app.change(seated.app.settings.with_(profile="Anna"))
    seated.top.rebuild()
    assert card(seated, 3).done


@pytest.mark.parametrize("hand", HANDS)
def test_a_puzzle_opens_by_every_hand_with_its_params_for_who_plays(seated, hand):
    hand(seated, "puzzle-p4")
    board = seated.top
    assert isinstance(board, BoardScene)
    assert board.match.session.setup.params == {"counters": 4, "par": 2}
    assert board.match.session.setup.variant == "plain"
    assert board.match.game_id is not None


def test_a_solved_puzzle_is_done_on_the_shelf_and_the_next_one_follows(seated):
    seated.tap("puzzle-p3")
    play_on(seated, seated.top.match, "take 3")
    onward = next_after(seated.app, next(s for s in seated.app.stack.scenes if isinstance(s, BoardScene)).match)
    onward()
    seated.settle()
    assert isinstance(seated.top, BoardScene)
    assert seated.top.match.session.setup.params["counters"] == 4
    assert sum(isinstance(scene, BoardScene) for scene in seated.app.stack.scenes) == 1
    seated.leave(seated.top)
    assert card(seated, 3).done
    assert marked(seated) == ["Two takes"]


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
def test_next_is_what_follows_in_the_chapter_then_what_was_left_there_then_later_chapters(
    puzzles,
    done,
    after,
    following,
):
    progress = {f"p{n}": {"best": 1} for n in done}
    found = play.next_undone([chapter.puzzles for chapter in puzzles.chapters()], progress, after)
    assert (found and found.key) == following


def test_the_guided_first_game_leads_to_the_beginning_and_a_puzzle_of_ones_own_nowhere(seated):
    play_puzzle(seated.app, NAME, game_config(NAME).first_game)
    seated.settle()
    onward = next_after(seated.app, seated.top.match)
    onward()
    seated.settle()
    assert seated.top.match.session.setup.params["counters"] == 3
    # after a puzzle of ones own nothing follows
    play_puzzle(seated.app, NAME, {"counters": 19})
    seated.settle()
    assert next_after(seated.app, seated.top.match) is None


# -- the variant


def test_the_variant_is_chosen_on_the_shelf_and_remembered_beside_the_rest_as_long_as_it_is_there(seated):
    seated.app.change(seated.app.settings.with_(setups={NAME: {"folder": "/x"}}))
    seated.click("variant")
    assert seated.app.settings.setups[NAME] == {"folder": "/x", "variant": "soft"}
    assert seated.widget("about").text == "Everything can be taken back."
    seated.tap("puzzle-p4")
    assert seated.top.match.session.setup.variant == "soft"
    assert seated.top.match.session.setup.undo == "always"
    assert PuzzleShelf(seated.app, NAME).variant == "soft"
    seated.app.change(seated.app.settings.with_(setups={NAME: {"variant": "gone"}}))
    assert PuzzleShelf(seated.app, NAME).variant == "plain"
    # what was asked for at the start is chosen already
    shelf = PuzzleShelf(seated.app, NAME, variant="soft", seed=7)
    assert (shelf.variant, shelf.tab.key, shelf.tab.seed) == ("soft", "new", "7")


# -- from and to other screens


def test_a_game_of_puzzles_opens_with_its_shelf_any_other_with_its_set_up(seated):
    assert screen(choosing_route(NAME)) is PuzzleShelf
    assert screen(choosing_route("lgame")) is SetupScene
    with pytest.raises(ValueError, match="no game of puzzles"):
        PuzzleShelf(seated.app, "lgame")


def test_an_unfinished_puzzle_is_offered_by_its_name(seated):
    seated.tap("puzzle-p7")
    seated.top.match.play("take 1")
    seated.leave(seated.top)
    assert "Three" in seated.widget("go-on").texts[0]
    seated.tap("go-on")
    assert seated.top.match.session.state.left == 6


def test_rules_and_the_guided_game_are_at_hand(seated):
    assert isinstance(seated.tap("rules"), RulesScene)
    seated.strike("escape")
    seated.tap("lesson")
    assert seated.top.guide is not None
    assert seated.top.match.session.setup.params["counters"] == 2
    play_on(seated, seated.top.match, "take 2")
    assert teaching.MARK in seated.app.store.progress(NAME)


def test_statistics_count_what_was_solved(seated):
    seated.app.store.add_profile("Anna")
    seated.app.change(seated.app.settings.with_(profile="Anna"))
    play_puzzle(seated.app, NAME, {"counters": 3, "par": 1})
    seated.settle()
    play_on(seated, seated.top.match, "take 3")
    stats = StatsScene(seated.app)
    stats.game = NAME
    seated.push(stats)
    assert seated.widget("total-count").text == "1 played · 1 solved · 0 not solved"
    assert seated.widget("fact-0-value").text == "1/4"
    assert seated.widget("fact-1-value").text == "3/12"


def test_everything_fits(sit_down, monkeypatch):
    install(monkeypatch)
    keep_board(NAME, "A very long name for a board that somebody has built", "4\n")
    keep_board(NAME, "Broken", "no number")
    driver = sit_down()
    driver.app.store.set_progress(NAME, "p7", {"best": 5, "stars": 1})
    driver.push(PuzzleShelf(driver.app, NAME))
    for tab in TABS:
        by_keys(driver, f"tab-{tab}")
        assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if hasattr(game, "PUZZLES")])
def test_the_real_ones_fit(sit_down, game):
    assert faults_in_every_window(sit_down(at=(PuzzleShelf, game)).app, [*WINDOWS, ((640, 360), 1.0)]) == {}


def test_the_window_may_change_while_one_is_being_made(seated):
    seated.thinks = False
    seated.click("tab-new")
    seated.click("make")
    seated.resize((640, 360))
    seated.resize((1280, 800))
    assert seated.widget("stop").enabled
    seated.let_think()
    assert seated.widget("made").enabled


def test_reasons_can_be_taken_apart_and_put_together_for_the_way_from_the_worker():
    error = copy(NoPuzzle(Message("No {thing}.", thing="luck")))
    assert (type(error), error.message) == (NoPuzzle, Message("No {thing}.", thing="luck"))


@pytest.mark.seen
def test_a_shelf_draws_itself_while_its_cards_are_pressed(seated):
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
    return next(widget for widget in driver.top.ui.walk() if isinstance(widget, Sheet))


def test_strips_take_all_in_order_and_are_about_as_long_as_each_other():
    for count, columns in product([1, 7, 11, 22], [1, 4, 12]):
        runs = lines(count, columns)
        assert [spot for run in runs for spot in run] == list(range(count))
        lengths = [len(run) for run in runs]
        assert max(lengths) <= columns
        assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize(("size", "scale"), MAP_WINDOWS)
@pytest.mark.parametrize("game", MAPPED)
def test_all_puzzles_lie_along_one_way_wherever_there_is_room_and_can_be_pressed(
    sit_down,
    game,
    size,
    scale,
    language,
):
    driver = sit_down(size, language, scale=scale)
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
def test_a_tap_tells_of_a_puzzle_and_another_one_plays_it(sit_down, game, hand):
    driver, meant = sit_down((1280, 800)), puzzles_of(game)[3]
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
def test_strips_are_painted_one_a_frame_and_only_those_in_sight(sit_down, game):
    driver = sit_down((1280, 800))
    driver.app.kit.cache.clear()
    driver.push(PuzzleShelf(driver.app, game))
    painted = []
    for _ in range(20):
        driver.frame()
        strips = next(widget for widget in driver.top.ui.walk() if isinstance(widget, Sheet)).strips
        painted.append(sum(strip.is_painted for strip in strips))
    assert all(later - earlier <= 1 for earlier, later in pairwise([0, *painted]))
    sight = driver.top.scroll.rect
    assert all(strip.is_painted for strip in strips if strip.rect.colliderect(sight))
    assert not strips[-1].is_painted


def test_keys_walk_from_puzzle_to_puzzle_and_play_the_one_that_is_told_of(sit_down):
    driver, (first, second, *_) = sit_down((1280, 800)), puzzles_of("dragon")
    sheet = laid_out(driver, "dragon")
    assert driver.top.ui.focus.key == f"puzzle-{first.key}"
    for key in ("right", "right"):  # the first one only shows where one is
        driver.strike(key)
    assert driver.widget("chosen-card").face.title == driver.app.get(second.title)
    assert [place.stop.puzzle for place in sheet.places() if place.is_chosen] == [second]
    driver.strike("return")
    assert driver.top.match.session.setup.params["board"] == second.params["board"]


def test_in_a_low_window_what_is_chosen_lies_on_the_map_below_its_strip(sit_down):
    driver, meant = sit_down((1024, 600), scale=2.0), puzzles_of("dragon")[1]
    laid_out(driver, "dragon")
    driver.widget(f"puzzle-{meant.key}").press(None)
    driver.settle()
    assert driver.top.ui.focus.key == "play-chosen"
    assert driver.widget("chosen-card").rect.top >= driver.widget(f"puzzle-{meant.key}").rect.bottom
    assert isinstance(driver.tap("play-chosen"), BoardScene)


def test_what_was_done_shows_its_stars_and_what_follows_the_last_one_played_is_next(sit_down):
    driver, puzzles = sit_down((1280, 800)), puzzles_of("dragon")
    for puzzle, more in ((puzzles[0], 0), (puzzles[4], 90)):
        driver.app.store.set_progress("dragon", puzzle.key, {"best": puzzle.par + more, "stars": 3})
    driver.app.change(driver.app.settings.with_(setups={"dragon": {"last": puzzles[4].key}}))
    stops = [place.stop for place in laid_out(driver, "dragon").places()]
    assert [(stop.state, stop.stars) for stop in stops[:6]] == [
        ("done", 3), ("open", 0), ("open", 0), ("open", 0), ("done", 1), ("next", 0),
    ]  # fmt: skip
    assert driver.top.ui.focus.key == f"puzzle-{puzzles[5].key}"


def test_what_was_played_last_is_remembered_and_nonsense_instead_of_it_is_nothing(sit_down):
    driver, puzzles = sit_down((1280, 800)), puzzles_of("dragon")
    driver.app.change(driver.app.settings.with_(setups={"dragon": {"last": ["no", "key"]}}))
    laid_out(driver, "dragon")
    driver.tap("play-chosen")
    assert driver.app.settings.setups["dragon"]["last"] == puzzles[0].key
