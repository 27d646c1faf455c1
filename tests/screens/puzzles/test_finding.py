"""Finding a puzzle: what comes next, any that is not done, favourites, and a search by number, name and tier."""

import pytest

from logic.registry import GAMES
from logic.session.session import Session
from scenes.board import awards
from scenes.puzzles.card import PuzzleCard
from scenes.puzzles.play import is_favourite, progress_of, puzzle_setup
from scenes.puzzles.shelf import PuzzleShelf
from tests.pileshelf import NAME
from tests.presses import HANDS, by_mouse

pytestmark = pytest.mark.usefixtures("quick_pictures")


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
