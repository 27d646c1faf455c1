"""The set-up screen of a game with a number for each player and many variants."""

from dataclasses import replace

import pytest

from logic.config import ConfigError
from logic.registry import GAMES, game_config
from logic.session.session import Session
from logic.variants import parse_game
from scenes.board.scene import BoardScene
from scenes.cabinet import choices as handicap
from scenes.cabinet.choices import GUEST, fit, make_setup, remembered_choices
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from tests.presses import HANDS, by_pad
from tests.setups import choices

pytestmark = pytest.mark.usefixtures("quick_pictures")


# -- a number for each player


@pytest.fixture
def maze(sit_down):
    driver = sit_down()
    driver.push(ShelfScene(driver.app))
    driver.push(SetupScene(driver.app, "labyrinth"))
    by_pad(driver, "more")
    driver.settle()
    driver.setup = driver.top.setup
    return driver


def cards_of(driver):
    """The cards of each player in the game that is begun."""
    by_pad(driver, "back")
    driver.settle()
    driver.click("start")
    driver.settle()
    session = next(scene.match for scene in driver.app.stack.scenes if isinstance(scene, BoardScene)).session
    return [len(session.state.deck(seat)) for seat in range(len(session.setup.seats))]


def chosen_number(driver, key):
    return driver.widget(key).value


def numbered(driver, **changes):
    """Choose something at the set-up while its numbers are looked at."""
    driver.setup.change(**changes)
    driver.top.rebuild()
    driver.settle()


def test_without_a_choice_all_get_the_usual_number(maze):
    assert chosen_number(maze, "handicap") == 12
    assert cards_of(maze) == [12, 12]


@pytest.mark.parametrize("hand", HANDS)
def test_one_number_for_all_is_chosen(maze, hand):
    hand(maze, "handicap")
    assert chosen_number(maze, "handicap") == 1, "after the most comes the least"
    hand(maze, "handicap")
    assert cards_of(maze) == [2, 2]


def test_each_player_may_get_another_number(maze):
    by_pad(maze, "uneven")
    maze.settle()
    assert maze.top.ui.find("handicap") is None
    for _ in range(3):
        by_pad(maze, "handicap-0")
    maze.settle()
    assert cards_of(maze) == [3, 12]


def test_the_numbers_change_seats_with_their_players_and_another_variant_begins_with_its_own(maze):
    # no more is offered than there are
    maze.setup.set_count(4)
    numbered(maze, handicap=(6, 6, 6, 6))
    assert maze.widget("handicap-0").options[-1][0] == 6
    numbered(maze, handicap=(6, 1, 6, 6))
    assert maze.widget("handicap-0").options[-1][0] == 11
    # another variant begins with its own numbers
    maze.setup.set_count(2)
    numbered(maze, handicap=(3,))
    maze.setup.choose_variant("short")
    numbered(maze)
    assert chosen_number(maze, "handicap") == 4
    # the numbers change seats with their players
    maze.setup.choose_variant("classic_2017")
    numbered(maze, handicap=(2, 12))
    by_pad(maze, "back")
    maze.settle()
    by_pad(maze, "swap")
    maze.settle()
    assert maze.top.choices.handicap == (12, 2)


def test_the_numbers_are_remembered(maze):
    numbered(maze, handicap=(4, 12))
    by_pad(maze, "back")
    maze.settle()
    maze.click("start")
    maze.settle()
    kept = maze.app.settings.setups["labyrinth"]
    assert remembered_choices("labyrinth", "", (), kept).handicap == (4, 12)


def test_numbers_that_cannot_be_played_are_forgotten():
    for kept in [[13], [0], [1, 2, 3], [12, 13], ["2"], [True], "6", None, [[1]], [24]]:
        plain = {"variant": "classic_2017", "seats": [GUEST, GUEST], "names": ["", ""], "handicap": kept}
        found = remembered_choices("labyrinth", "", (), plain)
        assert found.handicap == ()
        assert make_setup("labyrinth", found, 1).params["cards"] == []


def test_every_number_that_is_offered_can_be_played():
    for name in game_config("labyrinth").variants:
        config = game_config("labyrinth")
        plain = fit(choices(variant=name, seats=(GUEST,) * 4, names=("",) * 4), config.variants)
        variant, count = config.variants[name], len(plain.seats)
        numbers = handicap.numbers_of("labyrinth", variant, count, ())
        for n in handicap.options("labyrinth", variant, numbers, None, count):
            setup = make_setup("labyrinth", replace(plain, handicap=(n,)), 1)
            assert {len(deck) for deck in Session(GAMES["labyrinth"], setup).state.decks} == {n}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{field: stars, usual: pile_sizes, label: Stars}", r"classic_2017\.handicap\.field`: no field 'stars'"),
        ("{field: cards, usual: heaps, label: Cards}", r"handicap\.usual`: the params tell no 'heaps'"),
        ("{field: cards, usual: pile_sizes, label: Cards, least: 5, most: 4}", r"handicap\.least`: at most 4"),
        ("{field: cards, usual: pile_sizes}", r"label.*handicap"),
        ("{field: cards, usual: pile_sizes, label: Cards, most: 0}", r"handicap\.most"),
    ],
)
def test_a_malformed_handicap_is_refused_with_its_place(said, why):
    yaml = f"""
title: T
blurb: B
default: classic_2017
variants:
  classic_2017: {{title: T, blurb: B, handicap: {said}}}
"""
    with pytest.raises(ConfigError, match=why):
        parse_game(yaml, GAMES["labyrinth"], "test")


# -- many variants


def test_variants_scroll_while_the_seats_stay_and_the_chosen_one_is_in_sight(sit_down):
    maze = sit_down(scale=1.15)
    maze.push(SetupScene(maze.app, "labyrinth"))
    card, seat = maze.widget("variant-classic_2017"), maze.widget("seat-0")
    before = card.rect.top, seat.rect.top
    maze.wheel(card.rect.center, -4)
    maze.settle()
    assert card.rect.top < before[0]
    assert seat.rect.top == before[1]
    # the variant that is chosen is in sight
    driver = sit_down()
    driver.push(SetupScene(driver.app, "labyrinth", variant="classic_1986"))
    driver.settle()
    sight, card = driver.widget("scroll-variants").rect, driver.widget("variant-classic_1986").rect
    assert sight.contains(card)
    assert driver.widget("scroll-table").rect.contains(driver.widget("seat-0").rect)
