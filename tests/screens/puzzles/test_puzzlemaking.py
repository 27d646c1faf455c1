"""Puzzles that are made, found and beaten."""

import time

import pytest

from logic.registry import GAMES
from logic.session import Session
from logic.storage.files import board_files
from scenes.app.fields import WritingDialog
from scenes.board import awards
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.play import is_favourite, progress_of, puzzle_setup
from scenes.puzzles.shelf import PuzzleShelf
from tests.pileshelf import NAME
from tests.presses import HANDS, by_mouse
from tests.puzzleseat import marked

pytestmark = pytest.mark.usefixtures("quick_pictures")


# -- the day's


def test_the_puzzles_of_eight_days_are_made_one_after_the_other_today_first(seated, puzzles):
    seated.thinks = False
    by_mouse(seated, "tab-daily")
    today = time.strftime("%Y-%m-%d", time.localtime(seated.app.now()))
    assert not seated.widget(f"day-{today}").enabled
    seated.executor.work()
    seated.frame()
    assert puzzles.made == [({"size": 1}, int(today.replace("-", "")))]
    assert seated.widget(f"day-{today}").enabled
    assert marked(seated) == ["Today"] or seated.widget(f"day-{today}").face.mark == "Today"
    seated.thinks = True
    seated.settle()
    assert len(puzzles.made) == 8
    assert len({seed for _, seed in puzzles.made}) == 8


def test_the_days_puzzle_is_played_and_bears_its_mark(seated):
    by_mouse(seated, "tab-daily")
    seated.settle()
    today = f"day-{time.strftime('%Y-%m-%d', time.localtime(seated.app.now()))}"
    by_mouse(seated, today)
    seated.settle()
    counters = seated.top.match.session.setup.params["counters"]
    seated.app.stack.pop(seated.top)
    solve_later = {"best": -(-counters // 3), "stars": 3}
    seated.app.store.set_progress(NAME, f"p{counters}", solve_later)
    seated.settle()
    assert seated.widget(today).face.done
    assert seated.widget(today).face.mark == ""


def test_at_midnight_there_is_another_one_and_leaving_the_part_lets_go_of_what_is_being_made(seated):
    seated.thinks = False
    by_mouse(seated, "tab-daily")
    future = seated.executor.waiting[-1][0]
    by_mouse(seated, "tab-campaign")
    assert future.cancelled()
    # at midnight there is another one
    seated.thinks = True
    by_mouse(seated, "tab-daily")
    seated.settle()
    before = [one.key for one in seated.top.ui.walk() if one.key.startswith("day-")]
    seated.app.now.pass_by(86_400)
    by_mouse(seated, "tab-new")
    by_mouse(seated, "tab-daily")
    seated.settle()
    after = [one.key for one in seated.top.ui.walk() if one.key.startswith("day-")]
    assert after[1:] == before[:-1]
    assert seated.widget(after[0]).enabled


# -- new ones


def test_what_is_chosen_is_made_in_the_worker_and_shown_with_its_par_before_it_is_played(seated, puzzles):
    by_mouse(seated, "tab-new")
    by_mouse(seated, "knob-size")
    seated.top.ui.set_focus(seated.widget("seed"))
    seated.type("7")
    seated.thinks = False
    by_mouse(seated, "make")
    assert seated.widget("stop").enabled
    assert seated.top.ui.find("made") is None
    seated.thinks = True
    seated.settle()
    assert puzzles.made == [({"size": 1, "luck": 1}, 7)]
    assert seated.widget("made").face.below == "Par: 6 takes"
    assert "Seed 7" in seated.widget("made").face.text
    assert seated.top.ui.focus.key == "made"
    by_mouse(seated, "made")
    seated.settle()
    assert seated.top.match.session.setup.params == {"counters": 17, "par": 6}


def test_the_making_can_be_broken_off_or_fail_and_be_begun_again(seated, puzzles):
    seated.thinks = False
    by_mouse(seated, "tab-new")
    by_mouse(seated, "make")
    by_mouse(seated, "stop")
    seated.thinks = True
    seated.settle()
    assert seated.top.ui.find("made") is None
    assert puzzles.made == []
    by_mouse(seated, "make")
    seated.settle()
    assert seated.widget("made").enabled
    # that none could be made is said in words
    seated.top.tab.seed = "13"
    by_mouse(seated, "make")
    seated.settle()
    assert seated.widget("no-puzzle").text == "No pile could be made."
    # a worker that fails is told and can be asked again
    seated.top.tab.seed = ""
    seated.executor.failures["make"] = RuntimeError("worker")
    by_mouse(seated, "tab-new")
    by_mouse(seated, "make")
    seated.settle()
    assert "try again" in seated.widget("no-puzzle").text
    seated.executor.failures.clear()
    by_mouse(seated, "make")
    seated.settle()
    assert seated.widget("made").enabled


def test_knobs_begin_at_one_edge_are_remembered_and_nonsense_forgotten(seated):
    by_mouse(seated, "tab-new")
    assert len({seated.widget(key).parts()[1].left for key in ("knob-size", "knob-luck", "seed")}) == 1
    # knobs are remembered and nonsense forgotten
    by_mouse(seated, "knob-size")
    assert seated.app.settings.setups[NAME]["knobs"] == {"size": 1, "luck": 1}
    seated.app.change(seated.app.settings.with_(setups={NAME: {"knobs": {"size": 1, "luck": 77}}}))
    assert PuzzleShelf(seated.app, NAME).tabs["new"].wanted == {"size": 1, "luck": 1}
    seated.app.change(seated.app.settings.with_(setups={NAME: {"knobs": "all"}}))
    assert PuzzleShelf(seated.app, NAME).tabs["new"].wanted == {"size": 0, "luck": 1}


def test_a_new_one_can_be_kept_among_the_boards(seated):
    by_mouse(seated, "tab-new")
    by_mouse(seated, "make")
    seated.settle()
    by_mouse(seated, "keep")
    seated.settle()
    assert isinstance(seated.top, WritingDialog)
    by_mouse(seated, "done")
    seated.settle()
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
    driver.push(PuzzleShelf(driver.app, game))
    driver.settle()
    return [puzzle for chapter in GAMES[game].PUZZLES.chapters() for puzzle in chapter.puzzles]


def look_for(driver, text):
    field = driver.widget("find")
    driver.top.ui.set_focus(field)
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
        by_mouse(driver, "find-all")
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
    by_mouse(driver, "find-any")
    driver.settle()
    assert driver.top.ui.focus.key in left
    by_mouse(driver, "find-next")
    driver.settle()
    assert driver.top.ui.focus.key == f"puzzle-{collection[done].key}"
    assert getattr(driver.top.ui.focus, "is_chosen", None) == (True if driver.top.ui.find("map") else None)


@pytest.mark.parametrize("hand", HANDS)
def test_a_heart_makes_a_favourite_of_whoever_plays_and_takes_it_back(seated, hand):
    seated.app.store.add_profile("Anna")
    seated.app.change(seated.app.settings.with_(profile="Anna"))
    by_mouse(seated, "find-favourites")
    assert found(seated) == []
    assert seated.top.ui.overflows() == []
    by_mouse(seated, "find-all")
    hand(seated, "heart-p7")
    seated.settle()
    assert isinstance(seated.top, PuzzleShelf), "nothing is played"
    by_mouse(seated, "find-favourites")
    assert found(seated) == ["Three"]
    assert "p7" not in seated.app.store.progress(NAME), "it is nobody else's"
    by_mouse(seated, "heart-p7")
    assert found(seated) == []


def test_where_all_is_done_nothing_comes_next_and_a_favourite_stays_one(seated, puzzles):
    (first, *_), *_ = (chapter.puzzles for chapter in puzzles.chapters())
    by_mouse(seated, f"heart-{first.key}")
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
