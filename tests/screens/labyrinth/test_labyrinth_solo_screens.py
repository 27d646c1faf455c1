"""A game for several with puzzles for one: from the set-up to the mazes, through one, and to the next."""

import pytest

from logic.core import Message, never
from logic.labyrinth import ANALYSIS, PUZZLES
from logic.registry import new_setup
from logic.session import Seat
from logic.storage.settings import Settings
from scenes.app.page import PauseMenu, Question
from scenes.board.match import Match
from scenes.board.result import Result, Review
from scenes.board.scene import BoardScene
from scenes.cabinet.replay import ReplayScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.cabinet.stats import StatsScene
from scenes.puzzles.play import choosing_route, leads_to_puzzles, play_puzzle
from scenes.puzzles.shelf import PuzzleShelf
from scenes.shots.poses import laid_out, solved
from tests.support.hands.presses import by_keys

GAME = "labyrinth"
FIRST = PUZZLES.chapters()[0].puzzles[0]
LONGER = PUZZLES.chapters()[2].puzzles[6]


@pytest.fixture
def seated(new_driver):
    """Ann, before the shelf of games."""
    driver = new_driver((1024, 600), settings=Settings(reduced_motion=True, profile="Ann"))
    driver.app.store.add_profile("Ann")
    driver.push(ShelfScene(driver.app))
    return driver


@pytest.fixture
def choosing(seated):
    """Ann, at the set-up."""
    seated.app.open(choosing_route(GAME), GAME)
    seated.settle()
    return seated


def open_maze(driver, puzzle=FIRST):
    play_puzzle(driver.app, GAME, puzzle.params)
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    return driver.top


def solve(driver, board, moves=None):
    way = ANALYSIS.solution(board.match.session.state, never)
    for move in way[:moves]:
        board.match.play(move)
    driver.settle()


def finished(driver, puzzle=FIRST):
    board = open_maze(driver, puzzle)
    solve(driver, board)
    driver.step(1.5)
    driver.settle()
    assert isinstance(driver.top, Result)
    return board


def test_a_hints_plan_goes_with_the_hint_when_it_was_followed(seated):
    board = open_maze(seated, LONGER)
    seated.strike("h")
    hint = board.match.coach.hint
    assert hint.plan
    assert board.view.ahead.left
    for move in hint.moves:
        board.match.play(move)
        seated.settle()
        assert not board.view.ahead.left


# -- the way there


def test_the_solo_variant_in_the_setup_leads_to_the_puzzles(choosing):
    assert isinstance(choosing.top, SetupScene)
    by_keys(choosing, "variant-solo")
    assert [key for key in ("seat-0", "seed", "first") if choosing.top.ui.find(key)] == []
    choosing.tap("start")
    shelf = choosing.top
    assert isinstance(shelf, PuzzleShelf)
    assert shelf.variant == "solo"
    assert shelf.ui.find("variant") is None, "there is only one for one"
    by_keys(choosing, f"puzzle-{FIRST.key}")
    setup = choosing.top.match.session.setup
    assert (setup.variant, [seat.name for seat in setup.seats]) == ("solo", ["Ann"])
    assert setup.params["maze"] == FIRST.params["maze"]


def test_the_setup_links_to_the_puzzles_and_keeps_seats_and_variant(choosing):
    others = choosing.top.choices.seats
    assert len(others) > 1
    by_keys(choosing, "variant-solo")
    by_keys(choosing, "variant-classic_2017")
    assert choosing.top.choices.seats == others
    # the puzzles are one press away from the set-up
    by_keys(choosing, "variant-duel")
    by_keys(choosing, "puzzles")
    assert (type(choosing.top), choosing.top.variant) == (PuzzleShelf, "solo")
    choosing.strike("escape")
    assert choosing.top.choices.variant == "duel"
    assert choosing.top.ui.overflows() == []
    # the screen that a variant asks for
    assert choosing_route(GAME) == choosing_route(GAME, "duel") == choosing_route("lgame") == "setup"
    assert choosing_route(GAME, "solo") == choosing_route("jumpin") == "puzzles"
    assert (leads_to_puzzles(GAME), leads_to_puzzles(GAME, "solo")) == (False, True)


def test_puzzle_options_survive_setting_up_another_game(choosing):
    by_keys(choosing, "variant-solo")
    by_keys(choosing, "start")
    by_keys(choosing, "tab-new")
    before = choosing.top.tab.wanted["tier"]
    by_keys(choosing, "option-tier")
    chosen = choosing.top.tab.wanted["tier"]
    assert chosen != before
    assert isinstance(choosing.strike("escape"), SetupScene)
    assert choosing.top.choices.variant == "solo"
    by_keys(choosing, "variant-short")
    by_keys(choosing, "start")
    assert len(choosing.top.match.seats) > 1
    kept = choosing.app.settings.setups[GAME]
    assert (kept["knobs"]["tier"], kept["variant"]) == (chosen, "short")


def test_only_a_solo_game_is_offered_for_resuming_at_the_puzzles(seated):
    Match.start(seated.app, new_setup(GAME, None, (Seat("Ann"), Seat("Ben")), 1)).play("push b1 S 0")
    seated.open(PuzzleShelf(seated.app, GAME))
    assert seated.top.ui.find("go-on") is None
    Match.start(seated.app, new_setup(GAME, "solo", (Seat("Ann"),), 1, FIRST.params)).play("push b1 S 0")
    seated.top.rebuild()
    assert seated.top.ui.find("go-on") is not None


def test_daily_new_and_own_boards_tabs_of_the_puzzle_shelf(seated):
    seated.push(PuzzleShelf(seated.app, GAME))
    for tab in ("daily", "new", "boards"):
        by_keys(seated, f"tab-{tab}")
        assert seated.top.ui.overflows() == []
        if tab == "new":
            by_keys(seated, "make")
            assert seated.widget("made").face.below.startswith("Par: ")
    assert "Build" not in seated.widget("no-boards").text, "there is no editor"


# -- in a maze


def test_a_maze_shows_par_and_distance_and_a_shown_solution_earns_nothing(seated):
    board = open_maze(seated)
    seated.strike("escape")
    by_keys(seated, "solve")
    assert isinstance(seated.top, Question)
    by_keys(seated, "answer1")
    assert board.match.outcome.winners == (0,)
    assert board.match.award is None
    # a maze says what it takes and its menu what helps
    board = open_maze(seated, LONGER)
    assert board.match.coach.has_par
    assert board.panel.notice.text == f"It can be done in {LONGER.par} turns."
    assert board.panel.end in board.panel.ends.buttons
    assert isinstance(seated.strike("escape"), PauseMenu)
    by_keys(seated, "far")
    assert board.panel.notice.text == f"Still to go: {LONGER.par} turns."


def test_a_multiplayer_game_has_no_par_distance_or_solution(new_driver):
    driver = new_driver((1280, 800))
    match = Match.start(driver.app, new_setup(GAME, "young_children", (Seat("Ann"), Seat("Ben")), 1, {"first": 0}))
    driver.open(BoardScene(driver.app, match))
    coach = match.coach
    assert not coach.has_par
    assert (coach.par, coach.least, coach.can_ask_evaluation, coach.evaluation) == (0, (), False, None)
    assert not driver.top.panel.lamp.visible
    assert "least" not in driver.executor.asked
    assert "evaluation" not in driver.executor.asked
    assert match.coach.can_hint
    driver.top.menu.open()
    driver.settle()
    assert [key for key in ("far", "solve") if driver.top.ui.find(key)] == []


# -- after it


def test_a_maze_solved_in_par_earns_three_stars_and_is_stored(seated):
    board = finished(seated)
    assert (board.match.award.spent, board.match.award.stars) == (FIRST.par, 3)
    assert seated.app.store.progress(GAME, "Ann") == {FIRST.key: {"best": FIRST.par, "stars": 3}}
    assert "Nobody can do better." in seated.top.ending.facts
    assert seated.top.ui.overflows() == []
    by_keys(seated, "more")
    for key in ("next_puzzle", "another", "again", "replay", "review", "shortest", "set_up"):
        assert seated.top.ui.find(key), key
    by_keys(seated, "next_puzzle")
    assert seated.top.match.session.setup.params["maze"] == PUZZLES.chapters()[0].puzzles[1].params["maze"]


def test_the_result_opens_the_shortest_solution_review_and_shelf(seated):
    finished(seated)
    by_keys(seated, "more")
    seated.executor.failures["solution"] = RuntimeError("no luck")
    by_keys(seated, "shortest", rests=False)
    seated.step(0.2)
    assert isinstance(seated.top, Result)
    assert seated.said() == ["The coach cannot think just now."]
    seated.executor.failures.clear()
    by_keys(seated, "shortest", rests=False)
    seated.step(0.2)
    replay = seated.top
    assert isinstance(replay, ReplayScene)
    assert replay.title == Message("The shortest way")
    assert replay.playing
    seated.settle()
    assert replay.ply == replay.last == len(replay.session.moves)
    assert [*map(str, replay.session.moves)] == [*map(str, ANALYSIS.solution(replay.session.states[0], never))]
    seated.strike("escape")
    by_keys(seated, "review")
    assert isinstance(seated.top, Review)
    seated.strike("escape")
    by_keys(seated, "set_up")
    assert isinstance(seated.top, PuzzleShelf)


def test_a_multiplayer_game_ends_with_a_ranking_and_no_stars(new_driver):
    driver = new_driver((1280, 800))
    match = Match.start(driver.app, new_setup(GAME, "short", (Seat("Ann"), Seat(level="child")), 1, {"first": 0}))
    driver.push(BoardScene(driver.app, match))
    match.give_up(0)
    driver.step(1.5)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.top.ending.stars is None
    assert driver.top.ending.ranking == ((1,), (0,))
    assert driver.top.ui.find("shortest") is None
    by_keys(driver, "more")
    by_keys(driver, "set_up")
    assert isinstance(driver.top, SetupScene)


# -- in numbers, and in pictures


def test_statistics_count_games_and_mazes(seated):
    finished(seated)
    seated.app.stack.clear_to("shelf")
    scene = StatsScene(seated.app)
    scene.profile, scene.game = "Ann", GAME
    seated.open(scene)
    assert seated.widget("total-count").text == "1 played · 1 won · 0 drawn · 0 lost"
    assert seated.widget("fact-0-value").text == "1/50"
    assert seated.widget("fact-1-value").text == "3/150"


def test_the_posed_game_is_no_maze_and_the_solved_one_is():
    assert "maze" not in laid_out(GAME)
    session = solved(GAME)
    assert PUZZLES.spent(session.state) == FIRST.par
    assert session.outcome().winners == (0,)
