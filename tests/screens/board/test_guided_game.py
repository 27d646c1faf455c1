"""The guided first game, and the demonstration."""

from __future__ import annotations

import pytest

from logic.core import Cell
from logic.labyrinth.components import HIDDEN
from logic.lgame.rules import Shift
from logic.registry import game_config
from logic.session.saving import Seat
from logic.variants import Lesson
from scenes.app.app import Scene
from scenes.board.lessons import begin, is_due, open_guided_game
from scenes.board.teaching import Guide
from scenes.cabinet.demo import DemoScene, demo_setup
from tests.boardhands import Mouse, match_of, sit_at, sit_at_lesson
from tests.matchhands import first_move
from tests.sceneapp import FINGER, sit_down  # noqa: F401 - a fixture

# -- the guided first game


def test_the_guide_follows_taps_and_moves(sit_down):  # noqa: F811
    done = []
    guide = Guide(game_config("lgame").lessons, lambda: done.append(True))
    driver = sit_at(sit_down, guide=guide)
    match, hand = match_of(driver), Mouse(driver)
    assert guide.waits_for_tap
    driver.click(hand.cell(Cell(1, 1)))
    assert guide.step.until == "lay"
    assert match.session.ply == 0, "the tap that leads on does no more than that"
    hand.play(first_move(match))
    assert guide.step.until == "shift or stay"
    hand.play(next(move for move in match.session.state.legal_moves() if isinstance(move, Shift)))
    assert guide.step.until == "lay"
    driver.click("skip")
    driver.settle()
    assert done == [True]
    assert driver.top.ui.find("note") is None


def test_the_guided_game_is_for_those_who_have_never_played(sit_down):  # noqa: F811
    app = sit_down((800, 600)).app
    app.change(app.settings.with_(profile="Zoe"))
    app.store.add_profile("Zoe")
    assert is_due(app, "lgame")
    match, guide = begin(app, "lgame")
    assert match.seats == (Seat(name="Zoe"), Seat(level="gentle"))
    while guide.waits_for_tap:
        guide.tap()
    guide.skip()
    assert not is_due(app, "lgame")
    assert not open_guided_game(app, "lgame")
    app.change(app.settings.with_(profile="Max"))
    assert is_due(app, "lgame")
    other, _ = begin(app, "lgame")
    other.play(first_move(other))
    assert not is_due(app, "lgame"), "an open game is a game that was played"


def test_the_guided_game_is_played_to_the_end_of_its_lesson(sit_down):  # noqa: F811
    driver = sit_at_lesson(sit_down, "lgame")
    match, guide, hand = match_of(driver), driver.top.guide, Mouse(driver)
    for _ in range(20):
        if guide.step is None:
            break
        if guide.waits_for_tap:
            driver.click("go_on")
        elif match.session.awaits_end:
            hand.end()
        else:
            wanted = guide.step.until
            moves = match.session.state.legal_moves()
            hand.play(next((move for move in moves if str(move).startswith(tuple(wanted.split(" or ")))), moves[-1]))
        driver.settle()
    assert guide.step is None
    assert not is_due(driver.app, "lgame")
    assert driver.top.ui.find("note") is None


def test_who_skips_the_lesson_at_once_sets_up_a_game(sit_down):  # noqa: F811
    driver = sit_at_lesson(sit_down, "lgame")
    driver.click("skip")
    driver.settle()
    assert type(driver.top).__name__ == "SetupScene"
    assert not is_due(driver.app, "lgame")


# -- the demonstration


def test_the_demonstration_plays_until_it_is_touched(sit_down):  # noqa: F811
    driver = sit_down((800, 600))
    driver.push(Scene(driver.app))
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(6)
    assert demo.match.session.ply >= 4
    driver.key("return")
    driver.step(0.5)
    assert type(driver.top) is Scene
    assert driver.app.store.unfinished() == []


def test_the_demonstration_begins_anew_when_a_game_has_ended(sit_down):  # noqa: F811
    driver = sit_down((800, 600))
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(1)
    first = demo.match
    first.session.end_early(0)
    driver.step(5)
    assert demo.match is not first


def test_the_demonstration_seats_as_many_as_a_game_allows_in_turn(sit_down):  # noqa: F811
    app = sit_down((800, 600)).app
    assert [len(demo_setup(app, "labyrinth", number).seats) for number in range(4)] == [2, 3, 4, 2]
    assert [len(demo_setup(app, "lgame", number).seats) for number in range(2)] == [2, 2]


def test_who_looks_on_sees_what_each_is_after(sit_down):  # noqa: F811
    driver = sit_down((800, 600))
    driver.push(DemoScene(driver.app, "labyrinth"))
    demo = driver.top
    for _ in range(200):
        driver.frame()
        assert demo.view.host.viewer == demo.match.actor
        assert HIDDEN not in demo.view.state.goals(demo.view.host.viewer)
    assert demo.view.host.shows_secret


@pytest.mark.parametrize("move", ["shift n0 b1", "stay"])
def test_the_guide_goes_on_whether_a_pebble_moves_or_stays(move):
    done = []
    guide = Guide([Lesson("Lay.", "lay"), Lesson("Move or leave it.", "shift or stay")], lambda: done.append(True))
    guide.follow(["lay c1 c2 c3 d3"])
    assert guide.step.text == "Move or leave it."
    guide.follow(["lay c1 c2 c3 d3", move])
    assert guide.step is None
    assert done == [True]


def test_the_guide_takes_back_what_it_said_about_a_move_that_is_taken_back():
    done = []
    steps = [Lesson("Hello."), Lesson("Push.", "push"), Lesson("It moved."), Lesson("Walk.", "walk"), Lesson("Done.")]
    guide = Guide(steps, lambda: done.append(True))
    guide.tap()
    guide.follow(["push 1,0 E r0"])
    guide.tap()
    assert guide.step.text == "Walk."
    guide.follow([])
    assert guide.step.text == "Push."
    guide.follow(["push 3,0 E r0"])
    guide.tap()
    guide.follow(["push 3,0 E r0", "walk 0,2"])
    assert guide.step.text == "Done."
    guide.follow(["push 3,0 E r0"])
    assert guide.step.text == "Walk."
    guide.follow(["push 3,0 E r0", "walk 0,2"])
    guide.tap()
    assert done == [True]
    guide.follow([])
    assert guide.step is None, "a lesson that is over does not begin again"


def test_a_tap_on_the_board_is_the_games_while_a_hint_lies_over_the_lesson(sit_down):  # noqa: F811
    driver = sit_at_lesson(sit_down, "lgame")
    match, guide, hand = match_of(driver), driver.top.guide, Mouse(driver)
    assert guide.waits_for_tap
    first = guide.step
    match.coach.ask_hint()
    driver.settle()
    assert match.coach.hint is not None
    hand.play(match.coach.hint.moves[0])
    driver.settle()
    assert match.session.ply == 1
    assert guide.step is first, "what it says has not been read yet"
    driver.click("go_on")
    assert guide.step is not first
