"""The puzzle of the day: on the shelf, in its part of the shelf of puzzles, in the calendar, and how many in a row."""

from datetime import date, timedelta

import pytest

from logic.core import Message
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.daily import DailyCalendar, diary_of, game_of, in_a_row, today_of
from scenes.puzzles.shelf import PuzzleShelf
from tests.keptgames import finish_game
from tests.pileshelf import NAME
from tests.presses import by_mouse

pytestmark = pytest.mark.usefixtures("quick_pictures")
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
