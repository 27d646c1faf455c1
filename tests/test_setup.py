"""The set-up screen: what is chosen becomes exactly that game, by every hand; nonsense is refused with a reason."""

from dataclasses import replace

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.config import ConfigError
from logic.core import Message
from logic.registry import GAMES, game_config
from logic.session import Seat, Session
from logic.variants import parse_game
from scenes import handicap
from scenes.board import BoardScene
from scenes.choices import (
    GUEST,
    LARGEST_SEED,
    LEVEL,
    PROFILE,
    Choices,
    SetupFault,
    fit,
    make_setup,
    remembered_choices,
    usual_choices,
)
from scenes.keyboard import KeyboardScene
from scenes.rules import RulesScene
from scenes.setup import SetupScene
from scenes.shelf import ShelfScene
from scenes.wording import seat_name, who_plays
from tests.keptgames import LONG_NAME, faults_in_every_language, quick_pictures  # noqa: F401 - a fixture
from tests.presses import HANDS, by_finger, by_pad
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

GAME = "lgame"
CONFIG = game_config(GAME)
SIZES = [((1280, 720), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0)]

pytestmark = pytest.mark.usefixtures("quick_pictures")


def choices(**changes):
    plain = {"variant": CONFIG.default, "seats": (GUEST, GUEST), "names": ("", ""), "first": 0, "seed": ""}
    return Choices(**{**plain, **changes})


@pytest.fixture
def table(sit_down):  # noqa: F811
    driver = sit_down()
    driver.app.store.add_profile("Anna")
    driver.push(ShelfScene(driver.app))
    driver.push(SetupScene(driver.app, GAME))
    return driver


# -- what choices mean


@pytest.mark.parametrize("name", CONFIG.variants)
def test_every_variant_can_be_set_up_and_begun(name):
    variant = CONFIG.variants[name]
    setup = make_setup(GAME, fit(choices(variant=name), CONFIG.variants), 5)
    assert (setup.variant, setup.undo, setup.confirm, setup.clock) == (
        name, variant.undo, variant.confirm, variant.clock
    )  # fmt: skip
    assert Session(GAMES[GAME], setup).state.legal_moves()


def test_params_follow_the_variant_whether_a_computer_plays_or_not():
    people = make_setup(GAME, choices(), 1)
    against = make_setup(GAME, choices(seats=(GUEST, LEVEL + "gentle")), 1)
    assert people.params["repetition"] == 0
    assert against.params["repetition"] == CONFIG.variants[CONFIG.default].with_computer["repetition"]


@pytest.mark.parametrize("first", [0, 1, None])
def test_who_begins_goes_into_the_params(first):
    assert make_setup(GAME, choices(first=first), 1).params["first"] == first


def test_seats_are_guests_players_and_computers():
    setup = make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "  Béla   Nagy ")), 1)
    assert setup.seats == (Seat(name="Anna"), Seat(name="Béla Nagy"))
    assert make_setup(GAME, choices(seats=(LEVEL + "club", GUEST)), 1).seats[0] == Seat(level="club")


def test_the_same_name_twice_is_refused():
    with pytest.raises(SetupFault, match="same name"):
        make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "ANNA")), 1)


def test_a_written_seed_is_taken_and_an_empty_one_is_drawn():
    assert make_setup(GAME, choices(seed="0042"), 7).seed == 42
    assert make_setup(GAME, choices(), 7).seed == 7


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "²", "٣", str(LARGEST_SEED + 1)])
def test_a_seed_that_is_no_number_is_refused(seed):
    with pytest.raises(SetupFault, match="whole number"):
        make_setup(GAME, choices(seed=seed), 1)


def test_a_first_visit_seats_whoever_plays_against_the_gentlest_computer():
    assert usual_choices(GAME, "Anna").seats == (PROFILE + "Anna", LEVEL + "gentle")
    assert usual_choices(GAME, "").seats[0] == GUEST


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from([GUEST, LEVEL + "club"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["variant", "seats", "names", "first", "other"]), JSON))
def test_whatever_was_kept_gives_choices_that_can_be_played(kept):
    found = remembered_choices(GAME, "", (), kept)
    assert make_setup(GAME, found, 1).game == GAME


def test_a_player_who_is_gone_is_not_seated():
    kept = {"variant": CONFIG.default, "seats": [PROFILE + "Gone", GUEST], "names": ["", ""], "first": 0}
    assert remembered_choices(GAME, "Anna", ("Anna",), kept).seats[0] == PROFILE + "Anna"


# -- the screen


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("kind", [GUEST, LEVEL + "perfect", PROFILE + LONG_NAME])
def test_everything_fits_in_every_language(sit_down, size, scale, kind):  # noqa: F811
    driver = sit_down(size, scale=scale)
    driver.app.store.add_profile(LONG_NAME)
    scene = SetupScene(driver.app, GAME)
    scene.choices = choices(seats=(kind, LEVEL + "gentle"))
    driver.push(scene)
    assert faults_in_every_language(driver) == {}


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_is_begun_by_every_hand(table, hand):
    hand(table, "start")
    table.frame()
    assert isinstance(table.top, BoardScene)
    assert table.top.match.seats == (Seat(), Seat(level="gentle"))
    assert [type(scene) for scene in table.app.stack.scenes] == [ShelfScene, BoardScene]


@pytest.mark.parametrize("hand", HANDS)
def test_a_variant_is_chosen_by_every_hand(table, hand):
    name = list(CONFIG.variants)[1]
    hand(table, f"variant-{name}")
    assert table.top.choices.variant == name
    assert table.widget(f"variant-{name}").chosen


@pytest.mark.parametrize("hand", HANDS)
def test_seats_are_swapped_by_every_hand(table, hand):
    before = table.top.choices.seats
    hand(table, "swap")
    assert table.top.choices.seats == before[::-1]


@pytest.mark.parametrize("hand", HANDS)
def test_a_seat_is_given_to_somebody_else_by_every_hand(table, hand):
    before = table.top.choices.seats[1]
    hand(table, "seat-1")
    assert table.top.choices.seats[1] != before
    assert table.top.choices.seats[0] == GUEST


def test_every_kind_of_player_can_be_reached_with_the_arrows(table):
    table.focus("seat-0")
    seen = set()
    for _ in range(8):
        seen.add(table.top.choices.seats[0])
        table.key("right")
    own = {LEVEL + name for name in GAMES[GAME].LEVELS}
    assert seen == {GUEST, PROFILE + "Anna", *own}


def test_the_arrows_reach_everything_from_the_button_to_start(table):
    reached, waiting = set(), [table.widget("start")]
    while waiting:
        widget = waiting.pop()
        if widget.key in reached:
            continue
        reached.add(widget.key)
        for arrow in ("up", "down", "left", "right"):
            table.top.ui.set_focus(table.widget(widget.key))
            table.top.ui.show_focus = True
            table.settle()
            if arrow in ("up", "down") or not widget.key.startswith(("seat", "first")):
                table.key(arrow)
                waiting.append(table.top.ui.focus)
    assert {"back", "start", "rules", "seat-0", "seat-1", "swap", "first", "seed"} <= reached
    assert {f"variant-{name}" for name in CONFIG.variants} <= reached


def test_a_guests_name_is_typed_and_sits_down(table):
    table.focus("name-0")
    table.type("Zsófi")
    table.click("start")
    table.frame()
    assert table.top.match.seats[0] == Seat(name="Zsófi")


def test_typing_letters_for_which_there_are_keys_writes_them(table):
    table.focus("name-0")
    table.key("m")
    table.type("m")
    assert table.top.choices.names[0] == "m"
    assert not table.app.settings.mute


@pytest.mark.parametrize(("hand", "key"), [(by_finger, "name-0"), (by_pad, "name-0"), (by_finger, "seed")])
def test_without_keys_at_hand_they_are_shown(table, hand, key):
    table.settle()
    table.top.ui.set_focus(table.widget(key))
    table.settle()
    table.pad("guide")
    hand(table, key)
    table.frame()
    assert isinstance(table.top, KeyboardScene)
    table.key("escape")
    table.frame()
    assert isinstance(table.top, SetupScene)


def test_what_is_written_on_the_shown_keys_reaches_the_field(table):
    table.settle()
    table.finger("name-0")
    table.frame()
    table.top.text = "Ödön"
    table.top._done()
    table.frame()
    table.frame()
    assert table.widget("name-0").text == table.top.choices.names[0] == "Ödön"


def test_only_digits_go_into_the_seed(table):
    table.focus("seed")
    table.type("1a2 b3")
    assert table.top.choices.seed == "123"


def test_a_fault_is_told_and_the_screen_stays(table):
    table.top.choices = choices(seats=(PROFILE + "Anna", GUEST), names=("", "Anna"))
    table.click("start")
    table.frame()
    assert isinstance(table.top, SetupScene)
    assert table.said() == [str(Message("Two seats have the same name. Please tell them apart."))]


def test_the_last_choices_come_back(table):
    name = list(CONFIG.variants)[2]
    table.click(f"variant-{name}")
    table.click("swap")
    table.click("start")
    table.frame()
    again = SetupScene(table.app, GAME)
    assert again.choices.variant == name
    assert again.choices.seats == (LEVEL + "gentle", GUEST)


def test_a_drawn_seed_differs_from_game_to_game(table):
    table.app.now.pass_by(1)
    first = table.top._fresh_seed()
    table.app.now.pass_by(1)
    assert table.top._fresh_seed() != first


def test_the_terms_of_a_variant_are_shown(table):
    assert table.widget("terms").text == "Your turn can be taken back until it ends"
    table.click("variant-blitz")
    assert table.widget("terms").text == "30 seconds for each turn · Nothing can be taken back · No coach"
    table.click("variant-practice")
    assert table.widget("terms").text == "As many turns as you like can be taken back"


@pytest.mark.parametrize("game", GAMES)
def test_each_variant_has_a_sign_of_its_own_on_its_picture(table, game):
    icons = [variant.icon for variant in game_config(game).variants.values()]
    assert len(set(icons)) == len(icons)
    for icon in icons:
        assert table.app.bakery.icon(icon, 20, "white").get_width() > 0


def test_a_card_shows_its_sign(table):
    card = table.widget("variant-blitz")
    canvas = pygame.Surface(table.app.size)
    card.draw(canvas)
    with_sign = pygame.image.tobytes(canvas, "RGB")
    card.badge = ""
    card.draw(canvas)
    assert pygame.image.tobytes(canvas, "RGB") != with_sign


def test_the_rules_can_be_read_from_here(table):
    table.click("rules")
    table.frame()
    assert isinstance(table.top, RulesScene)


def test_back_leads_to_the_shelf(table):
    table.pad("b")
    table.frame()
    assert isinstance(table.top, ShelfScene)


def test_where_there_is_little_room_start_is_in_sight_at_once(sit_down):  # noqa: F811
    driver = sit_down((1024, 600), scale=2.0)
    driver.push(SetupScene(driver.app, GAME))
    start = driver.widget("start")
    assert driver.top.scroll.rect.collidepoint(start.rect.center) is False
    assert start.tip == "Start"


# -- words about seats


def test_seats_without_names_are_numbered(table):
    setup = make_setup(GAME, choices(seats=(GUEST, LEVEL + "club")), 1)
    assert seat_name(table.app, setup, 0) == "Player 1"
    assert who_plays(table.app, setup) == "Player 1 – Club"


def test_long_names_are_cut_where_asked(table):
    setup = make_setup(GAME, choices(names=("Bartholomäus", "Jo")), 1)
    assert who_plays(table.app, setup, 5) == "Bart… – Jo"


# -- a number for each player


@pytest.fixture
def maze(sit_down):  # noqa: F811
    driver = sit_down()
    driver.push(ShelfScene(driver.app))
    driver.push(SetupScene(driver.app, "labyrinth"))
    return driver


def cards_of(driver):
    """The cards of each player in the game that is begun."""
    driver.click("start")
    driver.settle()
    session = next(scene.match for scene in driver.app.stack.scenes if isinstance(scene, BoardScene)).session
    return [len(session.state.deck(seat)) for seat in range(len(session.setup.seats))]


def chosen_number(driver, key):
    return driver.widget(key).value


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


def test_no_more_is_offered_than_there_are(maze):
    maze.top._set_count(4)
    maze.top._set_numbers((6, 6, 6, 6))
    maze.settle()
    assert maze.widget("handicap-0").options[-1][0] == 6
    maze.top._set_numbers((6, 1, 6, 6))
    maze.settle()
    assert maze.widget("handicap-0").options[-1][0] == 11


def test_the_numbers_change_seats_with_their_players(maze):
    maze.top._set_numbers((2, 12))
    maze.settle()
    by_pad(maze, "swap")
    maze.settle()
    assert maze.top.choices.handicap == (12, 2)


def test_another_variant_begins_with_its_own_numbers(maze):
    maze.top._set_numbers((3,))
    maze.top._choose_variant("short")
    maze.settle()
    assert chosen_number(maze, "handicap") == 4


def test_variants_without_such_a_number_offer_none(table):
    assert table.top.ui.find("handicap") is None


def test_the_numbers_are_remembered(maze):
    maze.top._set_numbers((4, 12))
    maze.settle()
    maze.click("start")
    maze.settle()
    kept = maze.app.settings.setups["labyrinth"]
    assert remembered_choices("labyrinth", "", (), kept).handicap == (4, 12)


@pytest.mark.parametrize("kept", [[13], [0], [1, 2, 3], [12, 13], ["2"], [True], "6", None, [[1]], [24]])
def test_numbers_that_cannot_be_played_are_forgotten(kept):
    plain = {"variant": "classic_2017", "seats": [GUEST, GUEST], "names": ["", ""], "handicap": kept}
    found = remembered_choices("labyrinth", "", (), plain)
    assert found.handicap == ()
    assert make_setup("labyrinth", found, 1).params["cards"] == []


@pytest.mark.parametrize("name", game_config("labyrinth").variants)
def test_every_number_that_is_offered_can_be_played(name):
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
