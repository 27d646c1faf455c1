"""Puzzles made to measure, found and solved; daily ones, and personal bests."""

import json
from datetime import date, timedelta
from typing import ClassVar

import pytest

from logic.core import Message
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.session import Seat, Session
from logic.storage.files import board_files
from scenes.board import awards
from scenes.board.awards import best_message, best_points_of, is_for_points
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.play import (
    DailyCalendar,
    diary_of,
    game_of,
    is_favourite,
    next_after,
    progress_of,
    puzzle_setup,
    streak_text,
    today_of,
)
from scenes.puzzles.shelf import PuzzleShelf
from tests.games.potsseat import ANNA, BEN, play
from tests.screens.puzzles.puzzleseat import A_DAY, NAME, Puzzling
from tests.support.hands.presses import HANDS
from tests.support.seats.kept import finish_game
from tests.support.stories import sentences

STORIES = """
# The puzzles of eight days are made one after the other, today's first
shelf :: slowly, click tab-daily :: disabled today :: work :: makes_today, enabled today, mark today Today
  :: think :: made 8
# The day's puzzle is played and bears its mark, and at midnight the next day has its own
shelf :: tap tab-daily today, finish :: done today, mark today
shelf :: tap tab-daily, sleep 1, settle :: enabled today, mark today Today
shelf :: tap tab-daily, note, sleep 1, click tab-new, tap tab-daily :: shifted
# Days that could not be made are tried again when one comes back
shelf :: fail make, tap tab-daily :: days disabled :: mend, tap tab-new tab-daily :: days enabled
# Leaving the part lets go of what is being made
shelf :: slowly, click tab-daily, note, click tab-campaign :: cancelled
# What is chosen is made in the worker, and shown with its par before it is played
shelf :: click tab-new option-size, write seed 7, slowly, click make :: enabled stop, absent made :: think
  :: making {"size":1,"luck":1} 7, below made Par: 6 takes, about made Seed 7, focus made :: tap made
  :: params {"counters":17,"par":6}
# The making can be broken off, or fail, which is said in words, and be begun again
shelf :: slowly, click tab-new make stop, think :: absent made, made 0 :: tap make :: enabled made
  :: seed 13, tap make :: words no-puzzle No pile could be made. :: seed, fail make, click tab-new, tap make
  :: contains no-puzzle try again :: mend, tap make :: enabled made
# Knobs begin at one edge and are remembered, and nonsense is forgotten
shelf :: click tab-new :: aligned option-size option-luck seed :: click option-size :: options {"size":1,"luck":1}
  :: set {"knobs":{"size":1,"luck":77}} :: wanted {"size":1,"luck":1}
shelf :: set {"knobs":<"all" {"size":[],"luck":{}}>} :: wanted {"size":0,"luck":1}
# Digits that are none of ours, which a real keyboard types, are dropped from the seed
shelf :: click tab-new, finger seed, settle, type ²3, tap keys:control:done make :: making {"size":0,"luck":1} 3
# A new one can be kept among the boards
shelf :: click tab-new, tap make keep :: top WritingDialog :: tap done :: kept A new pile
"""


class Making(Puzzling):
    """A user who looks for the day's puzzle, or has a new one made."""

    CLAIMS: ClassVar = Puzzling.CLAIMS | {
        "makes_today": lambda story: (
            story.puzzles.made == [({"size": 1}, int(story.place("today").removeprefix("day-").replace("-", "")))]
        ),
        "making": lambda story, wanted, seed: story.puzzles.made == [(json.loads(wanted), int(seed))],
        "about": lambda story, key, *words: " ".join(words) in story.face(key).text,
        "days": lambda story, how: {story.driver.widget(day).enabled for day in story.days()} == {how == "enabled"},
        "cancelled": lambda story: story.asked.cancelled(),
        "aligned": lambda story, *keys: len({story.driver.widget(key).parts()[1].left for key in keys}) == 1,
        "options": lambda story, kept: story.app.settings.setups[NAME]["knobs"] == json.loads(kept),
        "wanted": lambda story, options: PuzzleShelf(story.app, NAME).tabs["new"].wanted == json.loads(options),
        "kept": lambda story, *words: [path.stem for path in board_files(NAME)] == [" ".join(words)],
    }

    def days(self):
        return [one.key for one in self.driver.top.ui.walk() if one.key.startswith("day-")]

    def do_note(self):
        self.noted = self.days()
        self.asked = self.driver.executor.waiting[-1][0] if self.driver.executor.waiting else None

    def do_finish(self):
        play_to_the_end(self.driver)

    def is_shifted(self):
        first, *others = self.days()
        return others == self.noted[:-1] and self.driver.widget(first).enabled


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(seated, puzzles, story):
    Making(seated, puzzles).check(story[1:])


# -- the worker


def test_the_worker_judges_a_puzzle(seated):
    asked = seated.app.thinker.ask("judge", NAME, {"counters": 10})
    seated.executor.work()
    takes, said = asked.result()
    assert (takes, str(said)) == (4, "It can be done in 4 takes.")


@pytest.mark.parametrize("task", [("make", {}, 1), ("judge", {})])
def test_making_or_judging_in_a_game_without_puzzles_is_refused(seated, task):
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
def test_puzzles_are_searched_by_number_name_and_tier(new_driver, game, language, text, titles):
    driver = new_driver((1280, 800), language)
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
def test_next_and_random_buttons_select_an_unsolved_puzzle(new_driver, game, done):
    driver = new_driver((1280, 800))
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
def test_the_heart_toggles_a_favourite_of_the_active_profile(seated, hand):
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


def test_favourites_survive_solving_and_next_is_disabled_when_all_are_solved(seated, puzzles):
    (first, *_), *_ = (chapter.puzzles for chapter in puzzles.chapters())
    seated.click(f"heart-{first.key}")
    session = Session(GAMES[NAME], puzzle_setup(seated.app, NAME, first.params))
    session.play(session.state.legal_moves()[-1])
    awards.keep(seated.app, session, awards.Award(1, 1, 3))
    progress = progress_of(seated.app, NAME, "")
    assert (awards.best_of(progress[first.key]), is_favourite(progress, first)) == (1, True)
    assert not is_favourite({first.key: {"favourite": "yes"}}, first)
    # where all is done there is no next one
    for chapter in puzzles.chapters():
        for puzzle in chapter.puzzles:
            seated.app.store.set_progress(NAME, puzzle.key, {"best": 1, "stars": 3})
    seated.top.rebuild()
    assert not seated.widget("find-next").enabled
    assert not seated.widget("find-any").enabled


def test_completing_a_chapter_says_so_and_leads_to_the_first_unsolved_puzzle(seated, puzzles):
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


def test_a_solo_result_shows_points_and_is_measured_against_the_best(sit_at):
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
def test_each_profile_has_a_best_score_and_guests_share_one(sit_at, seat, who):
    driver, match = sit_at(seat, variant="alone", coins=1)
    store = driver.app.store
    store.add_profile("Anna")
    store.set_progress("pots", "points alone", {"points": 31}, "Ben")
    other = type(match).start_unstored(driver.app, match.session.setup)
    play(other, "take 1", "end")
    assert other.own_best.points == 1
    assert best_points_of(driver.app, "pots", "alone", who) is None, "a game that is not kept counts for nobody"
    play(match, "take 1", "end")
    assert store.progress("pots", who) == {"points alone": {"points": 1}}
    assert best_points_of(driver.app, "pots", "alone", who) == 1


def test_invalid_stored_scores_are_ignored_and_a_lower_score_changes_nothing(sit_at):
    driver, match = sit_at(ANNA, variant="alone", coins=5)
    for nonsense in ({}, {"points": "many"}, {"points": True}, {"points": None}):
        driver.app.store.set_progress("pots", "points alone", nonsense)
        assert best_points_of(driver.app, "pots", "alone", "") is None
    driver.app.store.set_progress("pots", "points alone", {"points": 31})
    play(match, "take 3", "end", "take 1", "end")
    driver.settle()
    assert facts(driver)[1] == "Your best: 31"
    assert driver.top.ending.confetti_seats is None
    assert best_points_of(driver.app, "pots", "alone", "Anna") == 31


def test_games_with_shown_moves_or_given_up_set_no_best_score(sit_at):
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


def test_the_set_up_shows_the_best_score_of_a_solo_variant(sit_at):
    driver, _ = sit_at(ANNA, variant="alone")
    app = driver.app
    driver.push(SetupScene(app, "pots", variant="alone"))
    assert driver.top.ui.find("best") is None
    app.store.set_progress("pots", "points alone", {"points": 31})
    driver.top.resume()
    assert driver.widget("best").text == "Your best: 31"
    assert str(best_message(app, "pots", "alone", "")) == "Your best: 31"
    driver.push(SetupScene(app, "pots", variant="plain"))
    assert driver.top.ui.find("best") is None


def test_an_unnamed_solo_player_is_you_and_only_solo_variants_count_points(sit_at):
    driver, match = sit_at(Seat(), variant="alone")
    assert driver.widget("card0").face.name == "You"
    assert match.names == ("A guest",)
    # only a game for one with points is played for them
    assert is_for_points(sit_at(ANNA, variant="alone")[1].session)
    assert not is_for_points(sit_at(ANNA, BEN)[1].session)


def solve(driver, back=0):
    """Play the puzzle of so many days ago to its end, from the shelf of puzzles; come back to it."""
    driver.click("tab-new")
    driver.tap("tab-daily", f"day-{today_of(driver.app) - timedelta(days=back)}")
    play_to_the_end(driver)


def play_to_the_end(driver):
    match = driver.top.match
    while match.outcome is None:
        match.play(match.session.state.legal_moves()[-1])
    driver.app.stack.clear_to("puzzles")
    driver.settle()


def test_only_daily_puzzles_solved_on_their_day_extend_the_streak(seated):
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
    assert streak_text(diary_of(seated.app)) == (Message("Best: {n} [day|days] in a row", n=2),)


def test_a_restarted_daily_puzzle_keeps_its_day(seated):
    seated.tap("tab-daily", f"day-{today_of(seated.app)}")
    again = seated.top.match.again()
    assert again.day == today_of(seated.app).isoformat()
    again.play(again.session.state.legal_moves()[0])
    assert type(again).resume(seated.app, again.game_id).day == again.day


def test_the_shelf_offers_the_daily_puzzle_and_shows_the_streak(seated):
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


def test_the_daily_puzzle_rotates_over_all_puzzle_games():
    found = {game_of(date(2026, 1, 1) + timedelta(days=number)) for number in range(12)}
    assert found == {name for name, game in GAMES.items() if puzzles_of(game) is not None}
    assert len(found) > 1
