"""The own best, and the puzzle of the day."""

from datetime import date, timedelta

import pytest

from logic.core import Message
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.session import Seat
from scenes.board.awards import best_points_of, is_for_points, your_best
from scenes.board.result import Result
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.play import DailyCalendar, diary_of, game_of, in_a_row, today_of
from scenes.puzzles.shelf import PuzzleShelf
from tests.keptgames import finish_game
from tests.pileshelf import NAME
from tests.potsseat import ANNA, BEN, play
from tests.presses import by_mouse

pytestmark = pytest.mark.usefixtures("quick_pictures")


def alone(sit_at, *moves, seat=ANNA, coins=5):
    """Play a game alone to the result."""
    driver, match = sit_at(seat, variant="alone", coins=coins)
    play(match, *moves)
    driver.settle()
    assert isinstance(driver.top, Result)
    return driver, match


def facts(driver):
    return [driver.widget(key).text for key in ("fact0", "fact1") if driver.top.ui.find(key)]


def test_the_points_are_the_heading_and_the_first_result_is_the_best_by_which_the_next_is_measured(sit_at):
    driver, match = alone(sit_at, "take 1", "end", "take 1", "end", "take 1", "end")
    assert (match.own_best.points, match.own_best.before, match.own_best.is_better) == (3, None, True)
    assert best_points_of(driver.app, "pots", "alone", "Anna") == 3
    assert len(facts(driver)) == 1
    driver.click("rematch")
    driver.settle()
    again = driver.top.match
    play(again, "take 3", "end", "take 1", "end")
    driver.settle()
    assert facts(driver)[1] == "More than ever! Your best so far was 3."
    assert best_points_of(driver.app, "pots", "alone", "Anna") == 4
    # the points are the heading and nothing is solved
    assert driver.top.heading() == "4 points"
    assert match.award is None
    assert facts(driver)[0].startswith("4 moves in ")
    # play again deals anew
    assert driver.widget("rematch").label == "Play again"
    driver.click("rematch")
    driver.settle()
    assert driver.top.match.session.setup.seed != match.session.setup.seed


@pytest.mark.parametrize(("seat", "who"), [(ANNA, "Anna"), (Seat(name="Zoë"), "")])
def test_each_profile_has_a_best_of_its_own_and_guests_share_one(sit_at, seat, who):
    driver, match = sit_at(seat, variant="alone", coins=1)
    store = driver.app.store
    store.add_profile("Anna")
    store.set_progress("pots", "points alone", {"points": 31}, "Ben")
    other = type(match).unkept(driver.app, match.session.setup)
    play(other, "take 1", "end")
    assert other.own_best.points == 1
    assert best_points_of(driver.app, "pots", "alone", who) is None, "a game that is not kept counts for nobody"
    play(match, "take 1", "end")
    assert store.progress("pots", who) == {"points alone": {"points": 1}}
    assert best_points_of(driver.app, "pots", "alone", who) == 1


def test_nonsense_is_no_best_and_less_than_the_best_changes_nothing(sit_at):
    driver, match = sit_at(ANNA, variant="alone", coins=5)
    for nonsense in ({}, {"points": "many"}, {"points": True}, {"points": None}):
        driver.app.store.set_progress("pots", "points alone", nonsense)
        assert best_points_of(driver.app, "pots", "alone", "") is None
    driver.app.store.set_progress("pots", "points alone", {"points": 31})
    play(match, "take 3", "end", "take 1", "end")
    driver.settle()
    assert facts(driver)[1] == "Your best: 31"
    assert driver.top.ending.cheers is None
    assert best_points_of(driver.app, "pots", "alone", "Anna") == 31


def test_what_was_shown_or_given_up_is_not_kept(sit_at):
    driver, match = sit_at(ANNA, variant="alone", coins=1)
    match.play("take 1", shown=True)
    play(match, "end")
    driver.settle()
    assert match.own_best is None
    assert facts(driver)[1] == "Some of the moves were shown to you, so it is not kept as your best."
    driver, match = sit_at(ANNA, variant="alone")
    match.give_up(0)
    driver.settle()
    assert driver.top.heading() == "Given up"
    assert best_points_of(driver.app, "pots", "alone", "Anna") is None


def test_the_set_up_says_what_is_to_be_beaten(sit_at):
    driver, _ = sit_at(ANNA, variant="alone")
    app = driver.app
    driver.push(SetupScene(app, "pots", variant="alone"))
    assert driver.top.ui.find("best") is None
    app.store.set_progress("pots", "points alone", {"points": 31})
    driver.top.resume()
    assert driver.widget("best").text == "Your best: 31"
    assert str(your_best(app, "pots", "alone", "")) == "Your best: 31"
    driver.push(SetupScene(app, "pots", variant="plain"))
    assert driver.top.ui.find("best") is None


def test_who_is_alone_without_a_name_is_you_on_the_card_and_played_for_points(sit_at):
    driver, match = sit_at(Seat(), variant="alone")
    assert driver.widget("card0").face.name == "You"
    assert match.names == ("Player 1",)
    # only a game for one with points is played for them
    assert is_for_points(sit_at(ANNA, variant="alone")[1].session)
    assert not is_for_points(sit_at(ANNA, BEN)[1].session)


A_DAY = 86_400


def solve(driver, back=0):
    """Play the puzzle of so many days ago to its end, beginning on the shelf of puzzles; come back to it."""
    by_mouse(driver, "tab-new")
    by_mouse(driver, "tab-daily")
    driver.settle()
    by_mouse(driver, f"day-{today_of(driver.app) - timedelta(days=back)}")
    driver.settle()
    match = driver.top.match
    while match.outcome is None:
        match.play(match.session.state.legal_moves()[-1])
    driver.app.stack.clear_to("puzzles")
    driver.settle()


def test_what_is_solved_on_its_day_makes_a_row_and_what_is_solved_later_does_not(seated):
    solve(seated)
    solve(seated, back=1)
    diary, today = diary_of(seated.app, NAME), today_of(seated.app)
    assert set(diary.solved) == {today, today - timedelta(days=1)}
    assert [diary.is_in_time(day) for day in sorted(diary.solved)] == [False, True]
    seated.app.now.pass_by(A_DAY)
    solve(seated)
    assert diary_of(seated.app).streaks == (2, 2)
    assert seated.widget("in-a-row-0").text == "2 days in a row"
    calendar = seated.widget("calendar")
    assert isinstance(calendar, DailyCalendar)
    assert calendar.diary.streaks == (2, 2)
    seated.app.now.pass_by(2 * A_DAY)
    assert in_a_row(diary_of(seated.app)) == (Message("At most {n} day in a row", plural="At most {n} days in a row",
                                                      n=2),)  # fmt: skip


def test_a_puzzle_begun_anew_is_still_that_of_its_day(seated):
    by_mouse(seated, "tab-daily")
    seated.settle()
    by_mouse(seated, f"day-{today_of(seated.app)}")
    seated.settle()
    again = seated.top.match.again()
    assert again.day == today_of(seated.app).isoformat()
    again.play(again.session.state.legal_moves()[0])
    assert type(again).resume(seated.app, again.game_id).day == again.day


def test_the_shelf_leads_to_the_puzzle_of_the_day_once_somebody_has_played(seated):
    seated.app.stack.pop(seated.top)
    seated.settle()
    assert seated.top.ui.find("daily") is None
    finish_game(seated.app)
    seated.top.resume()
    assert seated.widget("daily").text == "Not solved yet"
    by_mouse(seated, "daily")
    seated.settle()
    assert isinstance(seated.top, PuzzleShelf)
    assert (seated.top.game, seated.top.tab.key) == (NAME, "daily")
    solve(seated)
    seated.app.stack.clear_to("shelf")
    seated.settle()
    assert isinstance(seated.top, ShelfScene)
    assert seated.widget("daily").text == "1 day in a row"
    assert seated.widget("daily").picture.is_done


def test_each_game_of_puzzles_has_its_turn():
    found = {game_of(date(2026, 1, 1) + timedelta(days=number)) for number in range(12)}
    assert found == {name for name, game in GAMES.items() if puzzles_of(game) is not None}
    assert len(found) > 1
