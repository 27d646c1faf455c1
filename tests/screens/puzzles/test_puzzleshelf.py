"""The puzzle shelf: everything open, the next one marked, what was won shown, and the ways from and to it."""

from copy import copy

import pygame
import pytest

from logic.core import Dice, Message
from logic.puzzles import NoPuzzle
from logic.registry import GAMES, game_config
from logic.storage.boards import keep_board
from scenes.app.routes import screen
from scenes.board import lessons
from scenes.board.scene import BoardScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.stats import StatsScene
from scenes.puzzles import play
from scenes.puzzles.play import choosing_route, next_after, play_puzzle
from scenes.puzzles.shelf import PuzzleShelf
from tests import pileshelf
from tests.pileshelf import NAME
from tests.presses import HANDS, by_keys, by_mouse
from tests.puzzleseat import marked
from tests.sampling import in_turn, sample_of

SIZES = [((1920, 1080), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0)]
TABS = ("campaign", "daily", "new", "boards")
pytestmark = pytest.mark.usefixtures("quick_pictures")


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
    driver = sit_down((1920, 1080))
    driver.push(PuzzleShelf(driver.app, "jumpin"))
    driver.settle()
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
    driver = sit_down((1280, 800))
    driver.push(PuzzleShelf(driver.app, "jumpin"))
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
    seated.settle()
    board = seated.top
    assert isinstance(board, BoardScene)
    assert board.match.session.setup.params == {"counters": 4, "par": 2}
    assert board.match.session.setup.variant == "plain"
    assert board.match.game_id is not None


def test_a_solved_puzzle_is_done_on_the_shelf_and_the_next_one_follows(seated):
    by_mouse(seated, "puzzle-p3")
    seated.settle()
    seated.top.match.play("take 3")
    seated.settle()
    onward = next_after(seated.app, next(s for s in seated.app.stack.scenes if isinstance(s, BoardScene)).match)
    onward()
    seated.settle()
    assert isinstance(seated.top, BoardScene)
    assert seated.top.match.session.setup.params["counters"] == 4
    assert sum(isinstance(scene, BoardScene) for scene in seated.app.stack.scenes) == 1
    seated.app.stack.pop(seated.top)
    seated.settle()
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
    assert onward is not None
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
    by_mouse(seated, "variant")
    assert seated.app.settings.setups[NAME] == {"folder": "/x", "variant": "soft"}
    assert seated.widget("about").text == "Everything can be taken back."
    by_mouse(seated, "puzzle-p4")
    seated.settle()
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
    by_mouse(seated, "puzzle-p7")
    seated.settle()
    seated.top.match.play("take 1")
    seated.app.stack.pop(seated.top)
    seated.settle()
    assert "Three" in seated.widget("go-on").text
    by_mouse(seated, "go-on")
    seated.settle()
    assert seated.top.match.session.state.left == 6


def test_rules_and_the_guided_game_are_at_hand(seated):
    by_mouse(seated, "rules")
    seated.settle()
    assert isinstance(seated.top, RulesScene)
    seated.key("escape")
    seated.settle()
    by_mouse(seated, "lesson")
    seated.settle()
    assert seated.top.guide is not None
    assert seated.top.match.session.setup.params["counters"] == 2
    seated.top.match.play("take 2")
    seated.settle()
    assert lessons.MARK in seated.app.store.progress(NAME)


def test_statistics_count_what_was_solved(seated):
    seated.app.store.add_profile("Anna")
    seated.app.change(seated.app.settings.with_(profile="Anna"))
    play_puzzle(seated.app, NAME, {"counters": 3, "par": 1})
    seated.settle()
    seated.top.match.play("take 3")
    seated.settle()
    stats = StatsScene(seated.app)
    stats.game = NAME
    seated.push(stats)
    assert seated.widget("total-count").text == "1 played · 1 solved · 0 not solved"
    assert seated.widget("fact-0-value").text == "1/4"
    assert seated.widget("fact-1-value").text == "3/12"


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES[::-1], every=2))
def test_everything_fits(sit_down, monkeypatch, size, scale):
    pileshelf.install(monkeypatch)
    keep_board(NAME, "A very long name for a board that somebody has built", "4\n")
    keep_board(NAME, "Broken", "no number")
    driver = sit_down(size, scale=scale)
    driver.app.store.set_progress(NAME, "p7", {"best": 5, "stars": 1})
    driver.push(PuzzleShelf(driver.app, NAME))
    for tab in TABS:
        by_keys(driver, f"tab-{tab}")
        driver.settle()
        assert driver.top.ui.overflows() == []


@pytest.mark.parametrize(("size", "language"), in_turn([(1280, 720), (640, 360), (720, 1280)], ["de", "pl"]))
def test_the_real_ones_fit_in_every_window(sit_down, size, language):
    real = [name for name, game in GAMES.items() if hasattr(game, "PUZZLES")]
    assert real
    for name in real:
        driver = sit_down(size, language)
        driver.push(PuzzleShelf(driver.app, name))
        driver.settle()
        assert driver.top.ui.overflows() == []


def test_the_window_may_change_while_one_is_being_made(seated):
    seated.thinks = False
    by_mouse(seated, "tab-new")
    by_mouse(seated, "make")
    seated.resize((640, 360))
    seated.resize((1280, 800))
    assert seated.widget("stop").enabled
    seated.thinks = True
    seated.settle()
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
