"""The collection as a map: every puzzle along one way, what is chosen told beside it, what was won seen at a glance."""

from itertools import pairwise

import pytest

from logic.registry import GAMES
from scenes.board.scene import BoardScene
from scenes.puzzles.map import Sheet, lines
from scenes.puzzles.shelf import PuzzleShelf
from scenes.view.picture import view_of
from tests.presses import by_finger, by_mouse
from tests.sampling import in_turn

MAPPED = [name for name in GAMES if view_of(name).map_art is not None]
SIZES = [((1920, 1080), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((1080, 1920), 1.0), ((600, 1024), 2.0)]
pytestmark = pytest.mark.usefixtures("quick_pictures")


def puzzles_of(game):
    return [puzzle for chapter in GAMES[game].PUZZLES.chapters() for puzzle in chapter.puzzles]


def laid_out(driver, game):
    driver.push(PuzzleShelf(driver.app, game))
    driver.settle()
    return next(widget for widget in driver.top.ui.walk() if isinstance(widget, Sheet))


def test_strips_take_all_in_order_and_are_about_as_long_as_each_other():
    for count in [1, 7, 11, 22]:
        for columns in [1, 4, 12]:
            runs = lines(count, columns)
            assert [spot for run in runs for spot in run] == list(range(count))
            lengths = [len(run) for run in runs]
            assert max(lengths) <= columns
            assert max(lengths) - min(lengths) <= 1


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize(("size", "scale"), SIZES)
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
    driver.settle()
    told = driver.widget("chosen-card")
    assert told.face.sign == "4"
    assert told.face.text == driver.app.get(meant.text)
    picture, *_ = told.children()
    assert picture.is_painted
    hand(driver, f"puzzle-{meant.key}")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.session.setup.params.items() >= meant.params.items()


@pytest.mark.seen
@pytest.mark.parametrize("game", MAPPED)
def test_strips_are_painted_one_a_frame_and_only_those_in_sight(sit_down, game):
    driver = sit_down((1280, 800))
    driver.app.kit.bakery.clear()
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
        driver.key(key)
        driver.settle()
    assert driver.widget("chosen-card").face.title == driver.app.get(second.title)
    assert [place.stop.puzzle for place in sheet.places() if place.is_chosen] == [second]
    driver.key("return")
    driver.settle()
    assert driver.top.match.session.setup.params["board"] == second.params["board"]


def test_in_a_low_window_what_is_chosen_lies_on_the_map_below_its_strip(sit_down):
    driver, meant = sit_down((1024, 600), scale=2.0), puzzles_of("dragon")[1]
    laid_out(driver, "dragon")
    driver.widget(f"puzzle-{meant.key}").press(None)
    driver.settle()
    assert driver.top.ui.focus.key == "play-chosen"
    assert driver.widget("chosen-card").rect.top >= driver.widget(f"puzzle-{meant.key}").rect.bottom
    by_mouse(driver, "play-chosen")
    driver.settle()
    assert isinstance(driver.top, BoardScene)


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
    by_mouse(driver, "play-chosen")
    driver.settle()
    assert driver.app.settings.setups["dragon"]["last"] == puzzles[0].key
