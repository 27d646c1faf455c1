"""Puzzles that are made, found and beaten, those of the day, and the own best."""

import time
from datetime import date, timedelta

import pytest

from logic.core import Message
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.session import Seat, Session
from logic.storage.files import board_files
from scenes.app.fields import WritingDialog
from scenes.board import awards
from scenes.board.awards import best_points_of, is_for_points, your_best
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.play import (
    DailyCalendar,
    diary_of,
    game_of,
    in_a_row,
    is_favourite,
    next_after,
    progress_of,
    puzzle_setup,
    today_of,
)
from scenes.puzzles.shelf import PuzzleShelf
from tests.games.potsseat import ANNA, BEN, play
from tests.screens.puzzles.puzzleseat import NAME, marked
from tests.support.hands.presses import HANDS
from tests.support.seats.kept import finish_game

A_DAY = 86_400

# -- the day's


def test_the_puzzles_of_eight_days_are_made_one_after_the_other_today_first(seated, puzzles):
    seated.thinks = False
    seated.click("tab-daily")
    today = time.strftime("%Y-%m-%d", time.localtime(seated.app.now()))
    assert not seated.widget(f"day-{today}").enabled
    seated.executor.work()
    seated.frame()
    assert puzzles.made == [({"size": 1}, int(today.replace("-", "")))]
    assert seated.widget(f"day-{today}").enabled
    assert marked(seated) == ["Today"] or seated.widget(f"day-{today}").face.mark == "Today"
    seated.let_think()
    assert len(puzzles.made) == 8
    assert len({seed for _, seed in puzzles.made}) == 8


def test_the_days_puzzle_is_played_and_bears_its_mark(seated):
    seated.tap("tab-daily")
    today = f"day-{time.strftime('%Y-%m-%d', time.localtime(seated.app.now()))}"
    seated.tap(today)
    counters = seated.top.match.session.setup.params["counters"]
    seated.app.stack.pop(seated.top)
    solve_later = {"best": -(-counters // 3), "stars": 3}
    seated.app.store.set_progress(NAME, f"p{counters}", solve_later)
    seated.settle()
    assert seated.widget(today).face.done
    assert seated.widget(today).face.mark == ""


def test_at_midnight_the_next_day_has_its_puzzle(seated):
    seated.tap("tab-daily")
    seated.app.now.pass_by(A_DAY)
    seated.settle()
    assert seated.widget(f"day-{today_of(seated.app)}").enabled
    assert seated.widget(f"day-{today_of(seated.app)}").face.mark == "Today"


def test_days_that_could_not_be_made_are_tried_again_when_one_comes_back(seated):
    seated.executor.failures["make"] = RuntimeError("fell over")
    seated.tap("tab-daily")
    days = [one.key for one in seated.top.ui.walk() if one.key.startswith("day-")]
    assert not any(seated.widget(day).enabled for day in days)
    seated.executor.failures.clear()
    seated.tap("tab-new", "tab-daily")
    assert all(seated.widget(day).enabled for day in days)


def test_at_midnight_there_is_another_one_and_leaving_the_part_lets_go_of_what_is_being_made(seated):
    seated.thinks = False
    seated.click("tab-daily")
    future = seated.executor.waiting[-1][0]
    seated.click("tab-campaign")
    assert future.cancelled()
    # at midnight there is another one
    seated.thinks = True
    seated.tap("tab-daily")
    before = [one.key for one in seated.top.ui.walk() if one.key.startswith("day-")]
    seated.app.now.pass_by(86_400)
    seated.click("tab-new")
    seated.tap("tab-daily")
    after = [one.key for one in seated.top.ui.walk() if one.key.startswith("day-")]
    assert after[1:] == before[:-1]
    assert seated.widget(after[0]).enabled


# -- new ones


def test_what_is_chosen_is_made_in_the_worker_and_shown_with_its_par_before_it_is_played(seated, puzzles):
    seated.click("tab-new")
    seated.click("knob-size")
    seated.top.ui.set_focus(seated.widget("seed"))
    seated.type("7")
    seated.thinks = False
    seated.click("make")
    assert seated.widget("stop").enabled
    assert seated.top.ui.find("made") is None
    seated.let_think()
    assert puzzles.made == [({"size": 1, "luck": 1}, 7)]
    assert seated.widget("made").face.below == "Par: 6 takes"
    assert "Seed 7" in seated.widget("made").face.text
    assert seated.top.ui.focus.key == "made"
    seated.tap("made")
    assert seated.top.match.session.setup.params == {"counters": 17, "par": 6}


def test_the_keys_on_the_screen_write_no_digits_into_a_seed_that_its_field_would_not_take(seated, puzzles):
    seated.click("tab-new")
    seated.finger("seed")
    seated.settle()
    seated.type("²3")  # a real keyboard writes there, too
    seated.tap("keys:control:done")
    seated.tap("make")
    assert [seed for _, seed in puzzles.made] == [3]


def test_the_making_can_be_broken_off_or_fail_and_be_begun_again(seated, puzzles):
    seated.thinks = False
    seated.click("tab-new")
    seated.click("make")
    seated.click("stop")
    seated.let_think()
    assert seated.top.ui.find("made") is None
    assert puzzles.made == []
    seated.tap("make")
    assert seated.widget("made").enabled
    # that none could be made is said in words
    seated.top.tab.seed = "13"
    seated.tap("make")
    assert seated.widget("no-puzzle").text == "No pile could be made."
    # a worker that fails is told and can be asked again
    seated.top.tab.seed = ""
    seated.executor.failures["make"] = RuntimeError("worker")
    seated.click("tab-new")
    seated.tap("make")
    assert "try again" in seated.widget("no-puzzle").text
    seated.executor.failures.clear()
    seated.tap("make")
    assert seated.widget("made").enabled


def test_knobs_begin_at_one_edge_are_remembered_and_nonsense_forgotten(seated):
    seated.click("tab-new")
    assert len({seated.widget(key).parts()[1].left for key in ("knob-size", "knob-luck", "seed")}) == 1
    # knobs are remembered and nonsense forgotten
    seated.click("knob-size")
    assert seated.app.settings.setups[NAME]["knobs"] == {"size": 1, "luck": 1}
    seated.app.change(seated.app.settings.with_(setups={NAME: {"knobs": {"size": 1, "luck": 77}}}))
    assert PuzzleShelf(seated.app, NAME).tabs["new"].wanted == {"size": 1, "luck": 1}
    for nonsense in ("all", {"size": [], "luck": {}}):
        seated.app.change(seated.app.settings.with_(setups={NAME: {"knobs": nonsense}}))
        assert PuzzleShelf(seated.app, NAME).tabs["new"].wanted == {"size": 0, "luck": 1}


def test_a_new_one_can_be_kept_among_the_boards(seated):
    seated.click("tab-new")
    assert isinstance(seated.tap("make", "keep"), WritingDialog)
    seated.tap("done")
    assert [path.stem for path in board_files(NAME)] == ["A new pile"]


# -- the worker


def test_the_worker_judges_a_puzzle(seated):
    asked = seated.app.thinker.ask("judge", NAME, {"counters": 10})
    seated.executor.work()
    takes, said = asked.result()
    assert (takes, str(said)) == (4, "It can be done in 4 takes.")


@pytest.mark.parametrize("task", [("make", {}, 1), ("judge", {})])
def test_a_game_that_is_no_puzzle_has_nothing_to_make_or_judge(seated, task):
    asked = seated.app.thinker.ask(task[0], "lgame", *task[1:])
    seated.executor.work()
    with pytest.raises(ValueError, match="offers no puzzles"):
        asked.result()


def opened(driver, game):
    driver.open(PuzzleShelf(driver.app, game))
    return [puzzle for chapter in GAMES[game].PUZZLES.chapters() for puzzle in chapter.puzzles]


def look_for(driver, text):
    driver.top.ui.set_focus(driver.widget("find"))
    for part in (text[:-1], text[-1]):
        driver.top.ui.focus.type(part)
    driver.settle()


def found(driver):
    return [one.face.title for one in driver.top.ui.walk() if isinstance(one, PuzzleCard)]


@pytest.mark.parametrize(
    ("game", "language", "text", "titles"),
    [
        ("jumpin", "en", "wizard 3", ["The trio and two foxes at the toadstool inn in the snow"]),
        ("jumpin", "en", "HARVEST time fox expert 17", ["The trio and the fox on the hill at harvest time"]),
        ("labyrinth", "de", "spaziergang 10", ["Wichtel und Smaragd"]),
        ("dragon", "pl", "podloga", ["Podłoga z cegieł"]),
        ("dragon", "en", "bricks floor", ["A floor of bricks"]),
        ("dragon", "en", "no such room", []),
    ],
)
def test_number_name_and_tier_are_looked_for_in_one_field(sit_down, game, language, text, titles):
    driver = sit_down((1280, 800), language)
    opened(driver, game)
    look_for(driver, text)
    assert driver.widget("find").text == text, "the caret stays in the field while the page is built anew"
    assert found(driver) == titles
    assert driver.top.ui.overflows() == []
    if not titles:
        driver.click("find-all")
        assert driver.widget("find").text == ""
        assert driver.top.ui.find("map") is not None


@pytest.mark.parametrize("game", ["dragon", "labyrinth", "jumpin"])
@pytest.mark.parametrize("done", [0, 40])
def test_next_and_any_lead_to_what_is_not_done(sit_down, game, done):
    driver = sit_down((1280, 800))
    for puzzle in [one for chapter in GAMES[game].PUZZLES.chapters() for one in chapter.puzzles][:done]:
        driver.app.store.set_progress(game, puzzle.key, {"best": puzzle.par, "stars": 3})
    collection = opened(driver, game)
    left = {f"puzzle-{puzzle.key}" for puzzle in collection[done:]}
    driver.tap("find-any")
    assert driver.top.ui.focus.key in left
    driver.tap("find-next")
    assert driver.top.ui.focus.key == f"puzzle-{collection[done].key}"
    assert getattr(driver.top.ui.focus, "is_chosen", None) == (True if driver.top.ui.find("map") else None)


@pytest.mark.parametrize("hand", HANDS)
def test_a_heart_makes_a_favourite_of_whoever_plays_and_takes_it_back(seated, hand):
    seated.app.store.add_profile("Anna")
    seated.app.change(seated.app.settings.with_(profile="Anna"))
    seated.click("find-favourites")
    assert found(seated) == []
    assert seated.top.ui.overflows() == []
    seated.click("find-all")
    hand(seated, "heart-p7")
    assert isinstance(seated.top, PuzzleShelf), "nothing is played"
    seated.click("find-favourites")
    assert found(seated) == ["Three"]
    assert "p7" not in seated.app.store.progress(NAME), "it is nobody else's"
    seated.click("heart-p7")
    assert found(seated) == []


def test_where_all_is_done_nothing_comes_next_and_a_favourite_stays_one(seated, puzzles):
    (first, *_), *_ = (chapter.puzzles for chapter in puzzles.chapters())
    seated.click(f"heart-{first.key}")
    session = Session(GAMES[NAME], puzzle_setup(seated.app, NAME, first.params))
    session.play(session.state.legal_moves()[-1])
    awards.keep(seated.app, session, awards.Award(1, 1, 3))
    progress = progress_of(seated.app, NAME, "")
    assert (awards.best_of(progress[first.key]), is_favourite(progress, first)) == (1, True)
    assert not is_favourite({first.key: {"favourite": "yes"}}, first)
    # where all is done nothing comes next
    for chapter in puzzles.chapters():
        for puzzle in chapter.puzzles:
            seated.app.store.set_progress(NAME, puzzle.key, {"best": 1, "stars": 3})
    seated.top.rebuild()
    assert not seated.widget("find-next").enabled
    assert not seated.widget("find-any").enabled


def test_the_last_of_a_chapter_says_so_leads_to_what_was_left_out_before_and_the_very_last_says_so_too(seated, puzzles):
    first, *_, last = puzzles.chapters()
    for puzzle in (*first.puzzles[1:], *last.puzzles[:-1]):
        seated.app.store.set_progress(NAME, puzzle.key, {"best": 1, "stars": 3})
    said = []
    for puzzle in (last.puzzles[-1], first.puzzles[0]):
        match = Match.start(seated.app, puzzle_setup(seated.app, NAME, puzzle.params))
        solved = Session(GAMES[NAME], match.session.setup)
        said.append(str(awards.keep(seated.app, solved, awards.Award(1, 1, 3)).completes))
        assert (next_after(seated.app, match) is None) == (puzzle is first.puzzles[0])
    assert said == [f"You have solved all of “{last.title}”!", "That was the last one: you have solved all 4 puzzles!"]


def alone(sit_at, *moves, seat=ANNA, coins=5):
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
    driver.tap("rematch")
    play(driver.top.match, "take 3", "end", "take 1", "end")
    driver.settle()
    assert facts(driver)[1] == "More than ever! Your best so far was 3."
    assert best_points_of(driver.app, "pots", "alone", "Anna") == 4
    # the points are the heading and nothing is solved
    assert driver.top.heading() == "4 points"
    assert match.award is None
    assert facts(driver)[0].startswith("4 moves in ")
    # play again deals anew
    assert driver.widget("rematch").label == "Play again"
    driver.tap("rematch")
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


def solve(driver, back=0):
    """Play the puzzle of so many days ago to its end, beginning on the shelf of puzzles; come back to it."""
    driver.click("tab-new")
    driver.tap("tab-daily", f"day-{today_of(driver.app) - timedelta(days=back)}")
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
    assert in_a_row(diary_of(seated.app)) == (Message("At most {n} [day|days] in a row", n=2),)


def test_a_puzzle_begun_anew_is_still_that_of_its_day(seated):
    seated.tap("tab-daily", f"day-{today_of(seated.app)}")
    again = seated.top.match.again()
    assert again.day == today_of(seated.app).isoformat()
    again.play(again.session.state.legal_moves()[0])
    assert type(again).resume(seated.app, again.game_id).day == again.day


def test_the_shelf_leads_to_the_puzzle_of_the_day_once_somebody_has_played(seated):
    seated.leave(seated.top)
    assert seated.top.ui.find("daily") is None
    finish_game(seated.app)
    seated.top.resume()
    assert seated.widget("daily").texts == ["Not solved yet"]
    assert isinstance(seated.tap("daily"), PuzzleShelf)
    assert (seated.top.game, seated.top.tab.key) == (NAME, "daily")
    solve(seated)
    seated.app.stack.clear_to("shelf")
    seated.settle()
    assert isinstance(seated.top, ShelfScene)
    assert seated.widget("daily").texts == ["1 day in a row"]
    assert seated.widget("daily").picture.is_done


def test_each_game_of_puzzles_has_its_turn():
    found = {game_of(date(2026, 1, 1) + timedelta(days=number)) for number in range(12)}
    assert found == {name for name, game in GAMES.items() if puzzles_of(game) is not None}
    assert len(found) > 1
