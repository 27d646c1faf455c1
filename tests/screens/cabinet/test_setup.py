"""The set-up of a game: variants, seats, stored choices, handicaps."""

from dataclasses import replace
from typing import ClassVar

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.config import ConfigError
from logic.core import Message
from logic.players import own_levels
from logic.registry import GAMES, game_config
from logic.session import LARGEST_SEED, Seat, Session
from logic.text import LANGUAGES
from logic.variants import parse_game
from scenes.app.fields import KeyboardScene
from scenes.app.wording import players_text, seat_name
from scenes.board.scene import BoardScene
from scenes.cabinet import choices as handicap
from scenes.cabinet.choices import (
    GUEST,
    LEVEL,
    MODEL_SEAT,
    PROFILE,
    ROUND_THE_TABLE,
    SetupFault,
    fit,
    make_setup,
    may_sit_round,
    remembered_choices,
    usual_choices,
)
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.setup import SetupScene, terms_of
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.play import fresh_seed
from scenes.view.picture import BoardThumbnail
from sprites.widgets import Scroll
from tests.screens.boardhands import board_of
from tests.support.hands.presses import HANDS, by_finger, by_pad, reached_by_arrows
from tests.support.sampling import sample_of
from tests.support.seats.kept import LONG_NAME
from tests.support.stories import sentences
from tests.support.stories.stories import ScreenStory
from tests.support.windows import faults_in_every_window

CONFIGS = {game: game_config(game) for game in GAMES}
GAME = "lgame"
CONFIG = CONFIGS[GAME]


@pytest.fixture
def table(new_driver):
    driver = new_driver()
    driver.app.store.add_profile("Anna")
    driver.push(ShelfScene(driver.app))
    driver.push(SetupScene(driver.app, GAME))
    return driver


def choices(**changes):
    """Return the choices of two guests at the default variant, or others."""
    plain = {"variant": CONFIG.default, "seats": (GUEST, GUEST), "names": ("", ""), "first": 0, "seed": ""}
    return handicap.SetupChoices(**{**plain, **changes})


# -- the screen

STORIES = """
# What few would change comes by more, and is told where it was changed
labyrinth :: :: absent handicap first seed :: pick more :: top MoreChoices, there handicap first seed
  :: pick back :: top SetupScene :: cards 2 3, seed 7 :: words chosen Cards: 2, 3 · Seed 7
# Who is alone is joined by computers, as long as nobody else is known
<labyrinth labyrinth~with~Ann> :: count 4 :: joins level:child
labyrinth with Ann Ben :: count 4 :: joins guest
# The terms of a variant are shown, and the last choices come back
lgame with Anna :: :: words terms Your turn can be taken back until it ends :: click variant-blitz
  :: words terms 30 seconds for each turn · Nothing can be taken back · No coach :: click variant-practice
  :: words terms As many turns as you like can be taken back :: click swap, tap start
  :: again practice level:gentle guest
# Taking back is chosen behind more, told in the terms, and remembered
lgame with Anna :: sit 1 level:gentle, pick more takes-back back
  :: words terms As many turns as you like can be taken back :: tap start :: undo always, takes_back
# Who swaps or only looks at a game for one stays where they sit, and who sits alone with computers is not asked
lgame with Anna Ben seated :: edges 3 1, touch swap :: seats profile:Ben profile:Anna, edges 1 3, there seating
  :: sit 1 level:gentle :: absent seating
labyrinth with Anna Ben seated :: edges 3 1, choose solo :: edges :: choose short :: edges 3 1
# Without a choice all get the usual number; each player may get another one, which is remembered
labyrinth :: pick more :: chosen 12 :: pick back, tap start :: dealt 12 12
labyrinth :: pick more uneven :: absent handicap :: pick handicap-0 handicap-0 handicap-0 back, tap start :: dealt 3 12
labyrinth :: pick more, cards 4 12, pick back, tap start :: kept 4 12
# No more is offered than there are, another variant has its own numbers, and they change seats with their players
labyrinth :: pick more, count 4, cards 6 6 6 6 :: most 6 :: cards 6 1 6 6 :: most 11 :: count 2, cards 3, choose short
  :: chosen 4 :: choose classic_2017, cards 2 12, pick back swap :: cards 12 2
"""


class Choosing(ScreenStory):
    """The set-up of a game, ``with`` the players known here, some of them ``seated``."""

    STEPS: ClassVar = ScreenStory.STEPS | {
        "pick": lambda story, *keys: [by_pad(story.driver, key) for key in keys],
        "touch": lambda story, *keys: [by_finger(story.driver, key) for key in keys],
        "count": lambda story, count: story.settle(story.setup.set_count(int(count))),
        "sit": lambda story, seat, kind: story.settle(story.setup.assign_seat(int(seat), kind)),
        "choose": lambda story, name: story.settle(story.setup.choose_variant(name)),
        "edges": lambda story, *edges: story.settle(story.setup.set_edges(tuple(map(int, edges)))),
        "cards": lambda story, *cards: story.settle(story.setup.change(handicap=tuple(map(int, cards)))),
        "seed": lambda story, seed: story.settle(story.setup.change(seed=seed)),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "joins": lambda story, kind: story.setup.choices.seats[2:] == (kind, kind),
        "seats": lambda story, *kinds: story.setup.choices.seats == kinds,
        "edges": lambda story, *edges: story.setup.choices.edges == tuple(map(int, edges)),
        "cards": lambda story, *cards: story.setup.choices.handicap == tuple(map(int, cards)),
        "chosen": lambda story, number: story.driver.widget("handicap").value == int(number),
        "most": lambda story, number: story.driver.widget("handicap-0").options[-1][0] == int(number),
        "undo": lambda story, kind: board_of(story.driver).match.session.setup.undo == kind,
        "dealt": lambda story, *cards: cards_dealt(story.driver) == [*map(int, cards)],
        "takes_back": lambda story: SetupScene(story.app, story.game).choices.takes_back,
        "kept": lambda story, *cards: (
            remembered_choices(story.game, "", (), story.app.settings.setups[story.game]).handicap
            == tuple(map(int, cards))
        ),
    }

    def __init__(self, new_driver, told):
        self.game, *names = told.split()
        super().__init__(new_driver(at=ShelfScene))
        people = [name for name in names if name not in ("with", "seated")]
        for name in people:
            self.app.store.add_profile(name)
        self.setup = SetupScene(self.app, self.game)
        if "seated" in names:
            self.setup.choices = replace(self.setup.choices, seats=tuple(PROFILE + name for name in people))
        self.driver.push(self.setup)

    def settle(self, _done):
        self.driver.top.rebuild()
        self.driver.settle()

    def is_again(self, variant, *kinds):
        again = SetupScene(self.app, self.game).choices
        return again.variant == variant and again.seats == kinds


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(new_driver, story):
    Choosing(new_driver, story[0]).check(story[1:])


def test_in_a_small_window_start_is_visible_outside_the_scroll_area(new_driver):
    driver = new_driver((1024, 600), scale=2.0, at=(SetupScene, GAME))
    start = driver.widget("start")
    assert driver.top.scroll.rect.collidepoint(start.rect.center) is False
    assert start.tip == "Start"


@pytest.mark.seen
def test_the_chosen_board_is_previewed_between_variants_and_seats(new_driver):
    driver = new_driver((1920, 1080), at=(SetupScene, "labyrinth"))
    board = driver.widget("table-picture")
    assert board.is_painted
    assert driver.widget("scroll-variants").rect.right <= board.rect.left
    assert board.rect.right <= driver.widget("scroll-table").rect.left
    assert len(board.state.pawns) == 2
    driver.top.set_count(4)
    driver.settle()
    assert len(driver.widget("table-picture").state.pawns) == 4


@pytest.mark.parametrize("kind", [GUEST, LEVEL + "perfect", PROFILE + LONG_NAME])
def test_the_set_up_fits_every_window(new_driver, kind):
    driver = new_driver()
    driver.app.store.add_profile(LONG_NAME)
    scene = SetupScene(driver.app, GAME)
    scene.choices = choices(seats=(kind, LEVEL + "gentle"))
    driver.push(scene)
    assert faults_in_every_window(driver.app) == {}


@pytest.mark.parametrize("game", sample_of(["coatl", "labyrinth", "lgame"], every=3))
@pytest.mark.parametrize("language", sample_of(LANGUAGES, where="de".__eq__))
def test_nothing_scrolls_or_overflows_at_1920_by_1080(new_driver, game, language):
    driver = new_driver((1920, 1080), language=language)
    for name in ("Bartholomäus", "Zsuzsanna"):
        driver.app.store.add_profile(name)
    scene = SetupScene(driver.app, game)
    driver.push(scene)
    levels = own_levels(GAMES[game])
    wordiest = max(
        levels, key=lambda name: sum(map(len, map(driver.app.say, (levels[name].title, levels[name].blurb))))
    )
    tables = [[GUEST], [PROFILE + "Bartholomäus", PROFILE + "Zsuzsanna", GUEST], [LEVEL + wordiest]]
    seen = set()
    for variant in CONFIGS[game].variants:
        scene.choose_variant(variant)
        for count in {*scene.variant.players[:1], *scene.variant.players[-1:]}:
            scene.set_count(count)
            for kinds in tables:
                seats = tuple((kinds * count)[:count]) if count > 1 else scene.choices.seats
                scene.change(seats=seats, takes_back=True, seed="9" * 12, edges=())
                for edges in ((), ROUND_THE_TABLE[count]) if may_sit_round(scene.choices) else ((),):
                    if edges:
                        scene.set_edges(edges)
                    scrolls = [one for one in scene.ui.walk() if isinstance(one, Scroll) and one.scrollable]
                    assert not scrolls, (variant, seats, edges, scrolls[0].key)
                    assert not scene.ui.overflows(), (variant, seats, edges)
                    seen.add((variant, count))
    assert len(seen) == sum(len({*one.players[:1], *one.players[-1:]}) for one in CONFIGS[game].variants.values())


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_is_set_up_and_started_by_each_input_method(table, hand):
    name = list(CONFIG.variants)[1]
    hand(table, f"variant-{name}")
    assert table.top.choices.variant == name
    assert table.widget(f"variant-{name}").chosen
    before = table.top.choices.seats
    hand(table, "swap")
    assert table.top.choices.seats == before[::-1]
    hand(table, "swap")
    hand(table, "seat-1")
    assert table.top.choices.seats[1] != before[1]
    assert table.top.choices.seats[0] == GUEST
    # the player at a seat is chosen by face
    hand(table, "face-1")
    assert "Never tired, never wrong." in table.widget(f"candidate-{LEVEL}perfect").text
    hand(table, f"candidate-{LEVEL}perfect")
    assert isinstance(table.top, SetupScene)
    assert table.top.choices.seats[1] == LEVEL + "perfect"
    assert table.widget("face-1").figure == "perfect"
    assert table.widget("level-1").text == "Never tired, never wrong."
    hand(table, "start")
    assert isinstance(table.top, BoardScene)
    assert table.top.match.seats == (Seat(), Seat(level="perfect"))
    assert [type(scene) for scene in table.app.stack.scenes] == [ShelfScene, BoardScene]


def test_arrows_cycle_through_player_kinds_and_the_seed_takes_only_digits(table):
    table.focus("seat-0")
    seen = set()
    for _ in range(8):
        seen.add(table.top.choices.seats[0])
        table.key("right")
    own = {LEVEL + name for name in GAMES[GAME].LEVELS}
    assert seen == {GUEST, PROFILE + "Anna", *own}
    # only digits go into the seed
    by_pad(table, "more")
    table.write("seed", "1a2 b3")
    assert table.top.setup.choices.seed == "123"


def test_every_control_is_reachable_by_arrow_keys(table):
    reached = reached_by_arrows(table, table.key)
    assert {"back", "start", "rules", "seat-0", "seat-1", "swap", "more"} <= reached
    assert {f"variant-{name}" for name in CONFIG.variants} <= reached


def test_guest_names_are_typed_by_keyboard_and_on_screen_keyboard(table):
    # characters that have a shortcut are typed
    table.focus("name-0")
    table.key("m")
    table.type("m")
    assert table.top.choices.names[0] == "m"
    assert not table.app.settings.mute
    # text typed on the screen's keys reaches the field
    table.settle()
    table.finger("name-0")
    table.frame()
    table.top.text = "Ödön"
    table.tap("keys:control:done")
    assert table.widget("name-0").text == table.top.choices.names[0] == "Ödön"
    # a guest's name is typed and sits down
    table.settle()
    table.top.change(names=("", ""))
    table.write("name-0", "Zsófi")
    table.tap("start")
    assert table.top.match.seats[0] == Seat(name="Zsófi")


def test_the_seed_of_a_new_game_is_drawn_by_the_app(table):
    table.app.draw = lambda: 41
    table.tap("start")
    assert table.top.match.session.setup.seed == 41


@pytest.mark.parametrize(("hand", "key"), [(by_finger, "name-0"), (by_pad, "name-0"), (by_finger, "seed")])
def test_touch_and_pad_open_the_on_screen_keyboard(table, hand, key):
    if key == "seed":
        by_pad(table, "more")
    table.settle()
    before = table.top
    before.ui.set_focus(table.widget(key))
    table.settle()
    table.pad("guide")
    hand(table, key)
    assert isinstance(table.top, KeyboardScene)
    table.strike("escape")
    assert table.top is before


@pytest.mark.parametrize(
    ("game", "variant", "terms"),
    [
        ("dragon", "practice", "As many turns as you like can be taken back · A move that has shown something hidden"),
        ("labyrinth", "duel", "Your turn can be taken back until it ends · A move that has shown something hidden"),
        ("jumpin", "classic", "As many turns as you like can be taken back"),
        ("dragon", "adventure", "Nothing can be taken back"),
    ],
)
def test_the_terms_mention_undo_limits_for_hidden_information(table, game, variant, terms):
    shown = terms_of(table.app, game, game_config(game).variants[variant])
    assert shown == terms + " stands" * terms.endswith("hidden")


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_has_an_icon_of_its_own(table, game):
    icons = [variant.icon for variant in game_config(game).variants.values()]
    assert len(set(icons)) == len(icons)
    for icon in icons:
        assert table.app.kit.cache.icon(icon, 20, "white").get_width() > 0


def test_duplicate_names_are_reported_rules_open_and_back_returns(table):
    assert isinstance(table.tap("rules"), RulesScene)
    # a fault is reported and the screen stays
    table.strike("escape")
    table.top.choices = choices(seats=(PROFILE + "Anna", GUEST), names=("", "Anna"))
    table.click("start")
    assert isinstance(table.top, SetupScene)
    assert table.said() == [str(Message("Two seats have the same name. Please change one of them."))]
    # back leads to the shelf
    table.pad("b")
    table.frame()
    assert isinstance(table.top, ShelfScene)


# -- texts about seats


def test_unnamed_seats_are_numbered_and_long_names_truncated(table):
    setup = make_setup(GAME, choices(seats=(GUEST, LEVEL + "club")), 1)
    assert seat_name(table.app, setup, 0) == "Player 1"
    assert players_text(table.app, setup) == "Player 1 – Club"
    setup = make_setup(GAME, choices(names=("Bartholomäus", "Jo")), 1)
    assert players_text(table.app, setup, 5) == "Bart… – Jo"
    # a random seed differs from game to game
    first = fresh_seed(table.app)
    table.app.now.pass_by(1)
    assert fresh_seed(table.app) != first


@pytest.mark.seen
def test_variant_pictures_are_painted_one_a_frame_and_cached(new_driver):
    driver = new_driver((1290, 730))  # no other test has painted anything of this size
    driver.push(SetupScene(driver.app, "labyrinth"))
    pictures = [one for one in driver.top.ahead if isinstance(one, BoardThumbnail)]
    assert len(pictures) == len(game_config("labyrinth").variants) + 1, "and the table"
    painted = sum(picture.is_painted for picture in pictures)
    assert painted < len(pictures)
    driver.settle()
    assert all(picture.is_painted for picture in pictures)
    small, giant = (driver.widget(f"variant-{name}").picture for name in ("junior_5x5", "giant_9x9"))
    assert small.state != giant.state
    driver.click("variant-short")
    again = driver.widget("variant-junior_5x5").picture
    assert again is not small
    assert again.is_painted, "choosing paints nothing again"
    canvas = pygame.Surface((400, 400), pygame.SRCALPHA)
    again.place(pygame.Rect((100, 100), small.rect.size))
    again.draw(canvas)
    drawn = canvas.get_bounding_rect()
    assert drawn.width > 0
    assert again.rect.contains(drawn), "nothing of it lies outside its place"


def test_buttons_below_each_other_have_labels(new_driver):
    driver = new_driver((1280, 800), scale=2.0)
    driver.open(SetupScene(driver.app, "lgame"))
    assert driver.widget("phones").rect.width > driver.app.px(300)
    assert driver.widget("phones").label == "Join by phone"


@pytest.mark.seen
def test_the_shadow_of_the_board_is_whole(new_driver):
    driver = new_driver((1366, 768))
    driver.open(SetupScene(driver.app, "lgame"))
    board = driver.widget("table-picture")
    canvas = pygame.Surface(driver.app.size, pygame.SRCALPHA)
    board.draw(canvas)
    drawn = pygame.surfarray.array_alpha(canvas.subsurface(canvas.get_bounding_rect()))
    assert drawn[-1].max() < 32
    assert drawn[:, -1].max() < 32


# -- round the table


@pytest.fixture
def sit_two_players(new_driver):
    """Set up a game for two people, at a small window and a large one."""

    def assign_seat(size=(1280, 720), game=GAME):
        driver = new_driver(size)
        for name in ("Anna", "Ben"):
            if name not in driver.app.store.profiles():
                driver.app.store.add_profile(name)
        driver.push(ShelfScene(driver.app))
        setup = SetupScene(driver.app, game)
        setup.choices = replace(setup.choices, seats=(PROFILE + "Anna", PROFILE + "Ben"))
        driver.open(setup)
        return driver

    return assign_seat


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 600), (720, 1280), (640, 360)])
def test_tapping_a_face_moves_the_seat_to_the_next_edge_which_is_remembered(sit_two_players, size):
    driver = sit_two_players(size)
    by_finger(driver, "seating")
    assert driver.top.choices.edges == (0, 2)
    for key in ("edge-1", "edge-0", "edge-1"):
        by_finger(driver, key)
    assert driver.top.choices.edges == (1, 0)
    by_finger(driver, "start")
    assert driver.top.match.edges == (1, 0)
    assert driver.app.orientation.edge == 1
    driver.leave()
    assert SetupScene(driver.app, GAME).choices.edges == (1, 0)


@pytest.mark.seen
def test_faces_are_shown_at_their_edges_around_the_board(sit_two_players):
    driver = sit_two_players((1920, 1080), "labyrinth")
    driver.top.set_count(4)
    driver.top.set_edges((0, 1, 2, 3))
    driver.settle()
    board, faces = driver.widget("table-picture"), [driver.widget(f"edge-{seat}") for seat in range(4)]
    assert board.is_painted
    assert all(face.is_painted for face in faces)
    below, left, above, right = (face.rect for face in faces)
    assert below.top >= board.rect.bottom > board.rect.top >= above.bottom
    assert left.right <= board.rect.left < board.rect.right <= right.left
    driver.top.set_edges((2, 2, 2, 2))
    driver.settle()
    at_one = [driver.widget(f"edge-{seat}").rect for seat in range(4)]
    assert all(rect.collidelist(at_one[:place]) < 0 for place, rect in enumerate(at_one))


def test_the_set_up_with_edges_fits_every_window(sit_two_players):
    driver = sit_two_players()
    driver.top.set_edges((1, 2))
    assert faults_in_every_window(driver.app) == {}


def test_make_setup_applies_variant_seed_and_edges_and_refuses_bad_seeds():
    people = make_setup(GAME, choices(), 1)
    against = make_setup(GAME, choices(seats=(GUEST, LEVEL + "gentle")), 1)
    assert people.params["repetition"] == 0
    assert against.params["repetition"] == CONFIG.variants[CONFIG.default].with_computer["repetition"]
    # a typed seed is used and an empty one is random
    assert make_setup(GAME, choices(seed="0042"), 7).seed == 42
    assert make_setup(GAME, choices(), 7).seed == 7
    # a first visit seats the player against the gentlest computer
    assert usual_choices(GAME, "Anna").seats == (PROFILE + "Anna", LEVEL + "gentle")
    assert usual_choices(GAME, "").seats[0] == GUEST
    # a deleted player is not seated
    kept = {"variant": CONFIG.default, "seats": [PROFILE + "Gone", GUEST], "names": ["", ""], "first": 0}
    assert remembered_choices(GAME, "Anna", ("Anna",), kept).seats[0] == PROFILE + "Anna"
    # a seed that is not a number is refused
    for seed in ["x", "-1", "1.5", "²", "٣", str(LARGEST_SEED + 1)]:
        with pytest.raises(SetupFault, match="whole number"):
            make_setup(GAME, choices(seed=seed), 1)
    # a player round the table is seated at an edge and a player beside the others at none
    round_the_table = make_setup(GAME, choices(edges=(3, 1)), 1)
    assert [seat.edge for seat in round_the_table.seats] == [3, 1]
    assert make_setup(GAME, choices(), 1).seats == (Seat(), Seat())
    alone = choices(seats=(GUEST, LEVEL + "gentle"), edges=(3, 1))
    assert make_setup(GAME, alone, 1).seats == (Seat(), Seat(level="gentle")), "nobody sits opposite a computer"


def test_make_setup_builds_seats_and_first_player_and_refuses_equal_names():
    assert [make_setup(GAME, choices(first=first), 1).params["first"] for first in (0, 1, None)] == [0, 1, None]
    setup = make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "  Béla   Nagy ")), 1)
    assert setup.seats == (Seat(name="Anna"), Seat(name="Béla Nagy"))
    assert make_setup(GAME, choices(seats=(LEVEL + "club", GUEST)), 1).seats[0] == Seat(level="club")
    with pytest.raises(SetupFault, match="same name"):
        make_setup(GAME, choices(seats=(PROFILE + "Anna", GUEST), names=("", "ANNA")), 1)


def test_invalid_remembered_edges_are_dropped_or_replaced():
    for kept, edges in (
        ([3, 1], (3, 1)), ([2, 2], (2, 2)), ([], ()), ([0], (0, 2)), ([0, 1, 2], (0, 2)), ([0, 4], ()), ("02", ()),
        ([0, True], ()), ([0, -1], ()), (None, ()),
    ):  # fmt: skip
        seats = {"variant": CONFIG.default, "seats": [GUEST, GUEST], "names": ["", ""], "first": 0}
        assert remembered_choices(GAME, "", (), {**seats, "edges": kept}).edges == edges


def test_renaming_a_player_during_set_up_updates_the_seat(table):
    setup, app = table.top, table.app
    setup.assign_seat(0, PROFILE + "Anna")
    setup.assign_seat(1, LEVEL + "perfect")
    app.open("profiles")
    table.settle()
    app.change(app.settings.with_(profile=app.store.rename_profile("Anna", "Anneli")))
    table.leave()
    assert table.widget("seat-0").text == "Anneli"
    assert setup.choices.seats[1] == LEVEL + "perfect", "all others stay where they sit"
    table.tap("start")
    assert table.top.match.session.setup.seats[0].name == "Anneli"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from([GUEST, LEVEL + "club"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["variant", "seats", "names", "first", "edges", "other"]), JSON))
def test_any_remembered_json_yields_playable_choices(kept):
    assert make_setup(GAME, remembered_choices(GAME, "", (), kept), 1).game == GAME


def test_unlimited_undo_applies_only_alone_against_computers_without_clock():
    for seats in [(GUEST, LEVEL + "gentle"), (GUEST, GUEST), (LEVEL + "club", LEVEL + "gentle")]:
        for name in CONFIG.variants:
            variant = CONFIG.variants[name]
            setup = make_setup(GAME, choices(variant=name, seats=seats, takes_back=True), 5)
            assert make_setup(GAME, choices(variant=name, seats=seats), 5).undo == variant.undo
            alone = seats == (GUEST, LEVEL + "gentle")
            assert setup.undo == ("always" if alone and not variant.clock else variant.undo)


# -- a number for each player


def cards_dealt(driver):
    session = board_of(driver).match.session
    return [len(session.state.deck(seat)) for seat in range(len(session.setup.seats))]


@pytest.mark.parametrize("hand", HANDS)
def test_one_number_of_cards_for_all_is_chosen_by_each_input_method(new_driver, hand):
    driver = new_driver(at=[ShelfScene, (SetupScene, "labyrinth")])
    by_pad(driver, "more")
    hand(driver, "handicap")
    assert driver.widget("handicap").value == 1, "after the most comes the least"
    hand(driver, "handicap")
    by_pad(driver, "back")
    driver.tap("start")
    assert cards_dealt(driver) == [2, 2]


def test_invalid_remembered_handicaps_are_dropped():
    for kept in [[13], [0], [1, 2, 3], [12, 13], ["2"], [True], "6", None, [[1]], [24]]:
        plain = {"variant": "classic_2017", "seats": [GUEST, GUEST], "names": ["", ""], "handicap": kept}
        found = remembered_choices("labyrinth", "", (), plain)
        assert found.handicap == ()
        assert make_setup("labyrinth", found, 1).params["cards"] == []


@pytest.mark.parametrize(("seats", "new"), [
    ((GUEST, "level:child"), "level:child"), ((GUEST, GUEST), GUEST), ((GUEST, MODEL_SEAT), GUEST),
])  # fmt: skip
def test_seats_that_a_variant_adds_are_like_the_rivals(seats, new):
    fitted = fit(choices(variant="team", seats=seats, names=("", "")), game_config("labyrinth").variants)
    assert fitted.seats == (*seats, new, new)


def test_every_offered_handicap_can_be_played():
    for name in game_config("labyrinth").variants:
        config = game_config("labyrinth")
        plain = fit(choices(variant=name, seats=(GUEST,) * 4, names=("",) * 4), config.variants)
        variant, count = config.variants[name], len(plain.seats)
        numbers = handicap.handicaps_of("labyrinth", variant, count, ())
        for n in handicap.options("labyrinth", variant, numbers, None, count):
            setup = make_setup("labyrinth", replace(plain, handicap=(n,)), 1)
            assert {len(deck) for deck in Session(GAMES["labyrinth"], setup).state.decks} == {n}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("{field: stars, usual: pile_sizes, label: Stars}", r"classic_2017\.handicap\.field`: no field 'stars'"),
        ("{field: cards, usual: heaps, label: Cards}", r"handicap\.usual`: the params tell no 'heaps'"),
        ("{field: cards, usual: pile_sizes, label: Cards, least: 5, most: 4}", r"handicap\.least`: at most 4"),
        ("{field: cards, usual: pile_sizes}", r"handicap.*label"),
        ("{field: cards, usual: pile_sizes, label: Cards, most: 0}", r"handicap\.most"),
    ],
)
def test_a_malformed_handicap_is_refused_with_its_path(said, why):
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


def test_variants_scroll_separately_and_the_chosen_one_is_visible(new_driver):
    maze = new_driver(scale=1.15, at=(SetupScene, "labyrinth"))
    card, seat = maze.widget("variant-classic_2017"), maze.widget("seat-0")
    before = card.rect.top, seat.rect.top
    maze.wheel(card.rect.center, -4)
    maze.settle()
    assert card.rect.top < before[0]
    assert seat.rect.top == before[1]
    # the chosen variant is in view
    driver = new_driver(at=lambda app: SetupScene(app, "labyrinth", variant="classic_1986"))
    sight, card = driver.widget("scroll-variants").rect, driver.widget("variant-classic_1986").rect
    assert sight.contains(card)
    assert driver.widget("scroll-table").rect.contains(driver.widget("seat-0").rect)
    # also where the whole page scrolls
    for size in ((1024, 600), (600, 1024)):
        driver = new_driver(size, scale=2.0, at=lambda app: SetupScene(app, "labyrinth", variant="classic_1986"))
        assert driver.widget("scroll").rect.contains(driver.widget("variant-classic_1986").rect)
