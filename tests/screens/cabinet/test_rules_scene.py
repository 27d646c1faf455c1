"""The rules on the screen: pages, pictures, and the position in hand."""

import pygame
import pytest

from logic.registry import GAMES, game_config
from scenes.cabinet import rules
from scenes.cabinet.rules import RulesScene
from tests.keptgames import faults_in_every_language
from tests.presses import HANDS, make
from tests.sampling import sample_of
from tests.screenparts import GAME, SIZES

pytestmark = pytest.mark.usefixtures("quick_pictures")


@pytest.mark.parametrize("on", ["next", "page down"])
def test_pages_are_turned_to_the_last_and_back(seat, on):
    driver = seat("rules")
    titles = []
    for _ in range(driver.top.count + 1):
        titles.append(driver.widget("heading").text)
        driver.click("next") if on == "next" else driver.key(on)
    assert titles[:-1] == [page.title for page in game_config(GAME).rules]
    assert titles[-1] == titles[-2]
    driver.key("page up")
    assert driver.top.page == driver.top.count - 2


@pytest.mark.parametrize("by", ["key", "pad"])
def test_arrows_turn_pages_and_go_on_to_the_buttons_at_the_end(seat, by):
    driver = seat("rules")
    left, right = (("left", "right"), ("dpleft", "dpright"))[by == "pad"]
    press = getattr(driver, by)
    last = driver.top.count - 1
    for page in range(1, last + 1):
        press(right)
        assert driver.top.page == page
    for button in ("previous", "index", "try", "close"):
        press(right)
        assert driver.top.ui.focus.key == button
    assert driver.top.page == last
    press(left)
    assert driver.top.page == last - 1


def test_pages_are_turned_by_shoulders_and_by_one_finger_drawn_sideways(seat):
    driver = seat("rules")
    driver.pad("rightshoulder")
    assert driver.top.page == 1
    driver.pad("leftshoulder")
    assert driver.top.page == 0
    # a finger drawn sideways turns the page
    x, y = driver.top.frame.center
    driver.finger((x + 120, y), (x - 120, y))
    assert driver.top.page == 1
    driver.finger((x - 120, y), (x + 120, y))
    assert driver.top.page == 0
    # a finger drawn down turns no page
    x, y = driver.top.frame.center
    driver.finger((x, y + 100), (x - 70, y - 100))
    assert driver.top.page == 0
    # a second finger neither turns the page nor closes it
    sheet, page = driver.top.frame, driver.top.page
    driver.touch(pygame.FINGERDOWN, sheet.center, 1)
    driver.finger((sheet.left // 2, sheet.top // 2), finger=2)
    driver.finger((sheet.right - 20, sheet.centery), finger=3)
    driver.touch(pygame.FINGERUP, sheet.center, 1)
    assert isinstance(driver.top, RulesScene)
    assert driver.top.page == page
    # a finger lifted over another screen is forgotten
    sheet = driver.top.frame
    driver.touch(pygame.FINGERDOWN, sheet.center, 1)
    driver.key("f1")
    driver.touch(pygame.FINGERUP, sheet.center, 1)
    driver.key("f1")
    driver.finger((sheet.right - 40, sheet.centery), (sheet.left + 40, sheet.centery), finger=2)
    assert driver.top.page == 1


@pytest.mark.parametrize("hand", HANDS)
def test_a_page_is_found_by_a_word_and_opened(seat, hand):
    driver = seat("rules")
    pages = game_config(GAME).rules
    hand(driver, "index")
    driver.settle()
    assert [page.title for page in pages] == [title for _, title, _ in driver.top.found()]
    driver.focus("search")
    driver.type("PEBBLE")
    found = list(driver.top.found())
    assert [number for number, _, _ in found] == [
        number for number, page in enumerate(pages) if "pebble" in f"{page.title} {page.text}".casefold()
    ]
    assert 0 < len(found) < len(pages)
    assert all("pebble" in f"{title} {around}".casefold() for _, title, around in found)
    assert driver.top.ui.overflows() == []
    driver.type("zzz")
    assert driver.widget("none").visible, "a word that is nowhere is told"
    driver.key(*["backspace"] * 3)
    wanted = found[1][0]
    hand(driver, f"page-{wanted}")
    driver.settle()
    assert driver.top.page == wanted
    assert driver.widget("heading").text == pages[wanted].title


@pytest.mark.parametrize("game", GAMES)
def test_the_position_of_every_page_can_be_played_on_by_hand(seat, game):
    """The strokes that are known for it make legal moves, whoever is to move; begun anew, all stands as it did."""
    driver, made = seat("rules"), 0
    for number, page in enumerate(game_config(game).rules):
        if page.board is None or page.exhibits:
            continue
        driver.push(RulesScene(driver.app, game))
        driver.top.turn(number)
        driver.settle()
        driver.click("try")
        driver.settle()
        picture = driver.widget("board")
        for _ in range(2):
            before = picture.view.state
            moves = [move for move in before.legal_moves() if picture.view.stroke_of(move) is not None]
            if not moves:
                break
            make(driver, picture.view.stroke_of(moves[0]))
            assert picture.view.state == before.apply(moves[0]).state
            made += 1
            if picture.can_end:
                driver.click("end")
                driver.settle()
        assert driver.top.page == number
        driver.click("again")
        driver.settle()
        assert picture.view.state == picture.first
        driver.click("close")
        driver.settle()
    assert made >= 4


def test_a_position_that_is_tried_out_lasts_through_another_size_and_ends_with_its_page(seat):
    driver = seat("rules")
    driver.click("try")
    driver.settle()
    picture = driver.widget("board")
    make(driver, next(filter(None, map(picture.view.stroke_of, picture.view.state.legal_moves()))))
    played = driver.widget("board").view.state
    assert played != picture.first
    driver.resize((900, 700))
    assert driver.widget("board").view.state == played
    driver.key("page down")
    driver.key("page up")
    assert driver.widget("board").view.state == picture.first
    assert not driver.widget("board").view.host.live
    # the last page shows the position in hand
    state = GAMES[GAME].new(GAMES[GAME].Params(), None)
    state = state.apply(state.legal_moves()[3]).state
    driver = seat(lambda app: RulesScene(app, GAME, state), full=False)
    assert driver.top.count == len(game_config(GAME).rules) + 1
    driver.top.turn(driver.top.count)
    assert driver.widget("board").view.state == state
    assert driver.widget("heading").text == "Your position now"


def page_with_steps():
    return next(i for i, page in enumerate(game_config(GAME).rules) if page.steps)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("key", ["play", "board"])
def test_the_moves_of_a_page_are_shown_on_demand(seat, hand, key):
    driver = seat("rules")
    driver.top.page = page_with_steps()
    driver.top.rebuild()
    picture = driver.widget("board")
    assert picture.view.state == picture.first
    hand(driver, key)
    driver.settle()
    expected = picture.first
    for text in picture.steps:
        expected = expected.apply(next(m for m in expected.legal_moves() if str(m) == text)).state
    assert picture.view.state == expected


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES[::-1], every=2))
def test_every_page_fits_at_every_size(seat, size, scale):
    driver = seat("rules", size=size, scale=scale)
    for page in range(driver.top.count):
        driver.top.page = page
        assert faults_in_every_language(driver) == {}


def test_a_game_without_rules_still_says_what_it_is(seat, monkeypatch):
    bare = game_config(GAME)
    monkeypatch.setattr(
        rules, "game_config", lambda _name: type(bare)(bare.title, bare.blurb, bare.default, bare.variants)
    )
    driver = seat("rules")
    assert driver.widget("heading").text == bare.title
    assert driver.top.ui.overflows() == []
