"""The title screen: its places, opening and resuming games, by every device."""

from collections import Counter
from datetime import date, datetime, time, timedelta

import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from logic import variants
from logic.cabinet import FEWEST_GAMES, MOST_GAMES, ShelfPlace
from logic.core import Message
from logic.registry import GAMES
from logic.text import LANGUAGES
from scenes.app.app import BREATH_STEP, ECHO_SECONDS
from scenes.board import teaching
from scenes.board.scene import BoardScene
from scenes.cabinet.demo import DemoScene
from scenes.cabinet.games import GamesScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.profiles import ProfilesScene
from scenes.cabinet.settings import SettingsScene
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import LIVELY, WAKING, CalendarLeaf, Offer, ShelfScene, lay_out
from scenes.cabinet.stats import StatsScene
from scenes.puzzles.shelf import PuzzleShelf
from sprites.paint.emblems import EMBLEMS, emblem
from sprites.paint.trays import LIVES, emblem_rect, idle_frame, tray_picture
from sprites.widgets import place_tooltip
from tests.screens.artparts import pixels
from tests.support.gallery import make_kit
from tests.support.hands.presses import by_finger, by_keys, by_mouse, by_pad_and_arrows
from tests.support.sampling import in_turn
from tests.support.seats.app import Clock
from tests.support.seats.kept import LONG_NAME, finish_game, keep_game
from tests.support.windows import WINDOWS, faults_in_every_window

SIZES = [((1280, 720), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0)]

SEEN = 6
"""The least change of a channel, of 255, that is noticed."""
ONLY_SHADOW = 100
"""The highest opacity of an emblem's shadow at the edge of the picture."""


@pytest.fixture
def shelf(new_driver):
    return new_driver(at=ShelfScene)


@pytest.fixture
def shelf_without_coatl(new_driver, monkeypatch):
    """The shelf of a program in which one of the games is not built yet."""
    monkeypatch.delitem(GAMES, "coatl")
    return new_driver(at=ShelfScene)


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("waiting", [False, True])
@pytest.mark.parametrize("games", [FEWEST_GAMES, MOST_GAMES])
def test_shelf_layout_areas_fit_the_window_without_overlap(new_driver, size, scale, games, waiting):
    layout = lay_out(new_driver(size, scale=scale).app.kit, games, ribbon=waiting)
    assert len(layout.places) == games
    window = pygame.Rect((0, 0), size)
    parts = [*layout.places, layout.title, layout.menu, *([layout.ribbon] if waiting else [])]
    for i, part in enumerate(parts):
        assert window.contains(part)
        assert part.collidelist(parts[i + 1 :]) == -1


def test_in_landscape_the_trays_form_the_five_of_a_die(shelf):
    left_top, right_top, middle, left_bottom, right_bottom = (place.center for place in shelf.top.layout.places)
    assert left_top[0] == left_bottom[0] < middle[0] < right_top[0] == right_bottom[0]
    assert left_top[1] == right_top[1] < middle[1] < left_bottom[1] == right_bottom[1]


def add_sixth(driver):
    """Give a sixth game a place on the shelf that is shown."""
    shelf = {**driver.app.cabinet.shelf, "morris": ShelfPlace("Nine Men’s Morris", "Close a mill.")}
    driver.app.cabinet = replace(driver.app.cabinet, shelf=shelf)
    driver.top.rebuild()


def test_the_shelf_fits_every_window(new_driver):
    driver = new_driver()
    keep_game(driver.app, 3, names=(LONG_NAME, LONG_NAME[::-1]))
    driver.push(ShelfScene(driver.app))
    windows = (*WINDOWS, ((1280, 800), 2.0))
    assert faults_in_every_window(driver.app, windows) == {}
    add_sixth(driver)
    assert driver.widget("place-morris").title == "Nine Men’s Morris"
    assert faults_in_every_window(driver.app, windows) == {}


def covered_by_tips(driver):
    """Yield, for each tray in each language, the names and buttons that its tooltip covers."""
    for language in LANGUAGES:
        driver.app.change(replace(driver.app.settings, language=language))
        driver.push(ShelfScene(driver.app))
        ui = driver.top.ui
        for tray in (ui.find(f"place-{game}") for game in GAMES):
            tip = place_tooltip(driver.app.kit, pygame.Rect((0, 0), driver.app.size), tray, ui.taken())
            yield tray, [tuple(rect) for rect, weight in ui.taken() if weight > 1 and rect.colliderect(tip)]


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1024, 600), (800, 480), (1080, 1920)])
def test_tray_tooltips_cover_no_name_or_other_tray(new_driver, size):
    assert [covered for _, covered in covered_by_tips(new_driver(size))] == [[]] * len(LANGUAGES) * len(GAMES)


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 800), 1.0), ((1280, 800), 1.5), ((1024, 600), 1.0), ((1080, 1920), 1.0)]
)
def test_with_an_unfinished_game_tray_tooltips_cover_only_their_own_tray(new_driver, size, scale):
    driver = new_driver(size, scale=scale)
    keep_game(driver.app, 3)
    for tray, covered in covered_by_tips(driver):
        assert [rect for rect in covered if not tray.focus_rect().contains(rect)] == []


HANDS = [by_mouse, by_finger, by_keys, by_pad_and_arrows]


OPENS = {
    "place-lgame": SetupScene,
    "place-dragon": PuzzleShelf,
    "profile": ProfilesScene,
    "games": GamesScene,
    "stats": StatsScene,
    "settings": SettingsScene,
    "help": HelpScene,
}


@pytest.mark.parametrize(("key", "hand"), in_turn(OPENS, HANDS))
def test_every_shelf_button_opens_its_screen_by_each_input_method(shelf, hand, key):
    for game in GAMES:
        teaching.mark_done(shelf.app, game)
    hand(shelf, key)
    assert isinstance(shelf.top, OPENS[key])


@pytest.mark.parametrize("hand", HANDS)
def test_a_game_opens_its_guided_game_first(shelf, hand):
    hand(shelf, "place-lgame")
    assert isinstance(shelf.top, BoardScene)
    assert shelf.top.guide is not None


def test_the_focus_starts_on_the_first_available_game(shelf, monkeypatch):
    first, second, *_ = shelf.app.cabinet.shelf
    assert shelf.top.ui.focus.key == f"place-{first}"
    monkeypatch.delitem(GAMES, first)
    shelf.open(ShelfScene(shelf.app))
    assert shelf.top.ui.focus.key == f"place-{second}"


@pytest.mark.parametrize("hand", HANDS)
def test_an_unavailable_game_says_so_and_opens_nothing(shelf_without_coatl, hand):
    hand(shelf_without_coatl, "place-coatl", rests=False)
    assert isinstance(shelf_without_coatl.top, ShelfScene)
    assert shelf_without_coatl.said() == ["Cóatl is not in the cabinet yet."]


def test_only_registered_games_look_available(shelf_without_coatl):
    for name in shelf_without_coatl.app.cabinet.shelf:
        place = shelf_without_coatl.widget(f"place-{name}")
        assert place.built == (name in GAMES)
        assert bool(place.note) == ("not in the cabinet" in place.tip) == (name not in GAMES)


def captions(shelf):
    return {one.key.removesuffix("-caption"): one.text for one in shelf.top.ui.walk() if one.key.endswith("-caption")}


def test_buttons_have_captions_only_where_there_is_room(shelf, new_driver):
    assert captions(shelf) == {
        "profile": "Player", "games": "Games", "stats": "Statistics", "settings": "Settings", "help": "Help",
        "quit": "Leave",
    }  # fmt: skip
    for key in captions(shelf):
        button, words = shelf.widget(key), shelf.widget(f"{key}-caption")
        assert words.rect.top >= button.rect.bottom
        assert words.rect.centerx == pytest.approx(button.rect.centerx, abs=2)
    # where there is no room the buttons stand alone
    driver = new_driver((1024, 600), scale=2.0, at=ShelfScene)
    assert captions(driver) == {}
    assert driver.widget("games").tip == "Games and replays"


@pytest.mark.parametrize("language", ["en", "de", "hu", "pl"])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (1080, 1920)])
def test_button_captions_share_one_size_and_long_names_are_truncated(new_driver, language, size):
    driver = new_driver(size, language=language)
    driver.app.store.add_profile(LONG_NAME)
    driver.app.change(driver.app.settings.with_(profile=LONG_NAME))
    driver.push(ShelfScene(driver.app))
    made = [one for one in driver.top.ui.walk() if one.key.endswith("-caption")]
    assert len(made) == 6
    assert len({one.fitted(*one.rect.size).size for one in made}) == 1
    assert driver.widget("profile-caption").text.endswith("…")
    assert not any(one for caption in made for one in caption.clipped())


def test_the_greeting_is_by_name_and_by_whether_games_were_played(shelf):
    assert shelf.widget("greeting").text == "Welcome! Choose a game."
    shelf.app.store.add_profile("Anna")
    shelf.app.change(shelf.app.settings.with_(profile="Anna"))
    shelf.top.rebuild()
    assert shelf.widget("greeting").text == "Welcome, Anna! Choose a game."
    finish_game(shelf.app, names=("Anna", ""))
    shelf.top.rebuild()
    assert shelf.widget("greeting").text == "Welcome back, Anna!"
    assert captions(shelf)["profile"] == "Anna"


def test_no_greeting_with_an_unfinished_game_or_games_of_others(shelf):
    finish_game(shelf.app)
    shelf.top.rebuild()
    assert shelf.top.ui.find("greeting") is None
    keep_game(shelf.app, 3)
    shelf.top.resume()
    assert shelf.top.ui.find("greeting") is None
    assert shelf.widget("go-on")


def test_the_newest_unfinished_game_is_offered_with_the_focus_and_on_return(shelf, new_driver):
    assert shelf.top.ui.find("go-on") is None
    keep_game(shelf.app, 3, names=("Anna", "Béla"))
    shelf.app.stack.pop()
    shelf.push(ShelfScene(shelf.app))
    button = shelf.widget("go-on")
    assert shelf.top.ui.focus is button
    assert "L-Game" in button.label
    assert "Anna" in button.label
    assert "Béla" in button.label
    # the newest of several games is offered
    clock = Clock()
    driver = new_driver(now=clock)
    keep_game(driver.app, 3, names=("Old", "Older"))
    clock.pass_by(100)
    keep_game(driver.app, 3, names=("New", "Newer"))
    driver.push(ShelfScene(driver.app))
    assert "Newer" in driver.widget("go-on").label
    # a game begun elsewhere is offered on return
    shelf.push(HelpScene(shelf.app))
    keep_game(shelf.app, 3)
    shelf.strike("escape")
    assert shelf.widget("go-on").label


def test_an_offer_card_shows_the_first_line_that_fits(shelf):
    """Where the names of four had no room, the game was not named, either."""

    def painted(*texts):
        card = Offer(
            shelf.app.kit, "card", CalendarLeaf(shelf.app.kit, "leaf", 1, is_done=False), "Go on", texts, len, label=""
        )
        card.place(pygame.Rect(0, 0, 160, 200))
        surface = pygame.Surface(card.rect.size)
        card.draw(surface)
        return pygame.image.tobytes(surface, "RGB")

    assert painted("Labyrinth" + 12 * " · Player", "Labyrinth") == painted("Labyrinth") != painted()


@pytest.mark.parametrize("hand", HANDS)
def test_continue_resumes_the_stored_position_and_the_menu_leads_back(new_driver, hand):
    driver = new_driver()
    _, session = keep_game(driver.app, 5)
    driver.push(ShelfScene(driver.app))
    hand(driver, "go-on")
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.session.state == session.state
    driver.strike("escape")
    assert isinstance(driver.tap("shelf"), ShelfScene)


def test_a_vanished_unfinished_game_and_start_up_notices_are_reported(shelf, monkeypatch, new_driver):
    keep_game(shelf.app, 3)
    shelf.top.resume()
    shelf.frame()
    for entry in shelf.app.store.unfinished():
        shelf.app.store.discard(entry.id)
    shelf.click("go-on")
    assert isinstance(shelf.top, ShelfScene)
    assert len(shelf.said()) == 1
    # notices are shown
    driver = new_driver()
    driver.push(ShelfScene(driver.app, (Message("The store was damaged."),)))
    assert driver.said() == ["The store was damaged."]


@pytest.mark.parametrize("hand", HANDS)
def test_escape_focuses_the_quit_button_which_quits_without_a_question(shelf, hand):
    shelf.key("escape")
    assert shelf.app.running
    assert shelf.top.ui.focus is shelf.widget("quit")
    for key, scene in (("f1", HelpScene), ("f10", SettingsScene)):
        shelf.key(key)
        assert isinstance(shelf.top, scene)
        shelf.strike("escape")
    hand(shelf, "quit")
    assert not shelf.app.running


def test_the_demonstration_starts_after_idle_time_on_the_shelf_only(new_driver):
    driver = new_driver(now=Clock(), at=ShelfScene)
    driver.wait(driver.app.cabinet.seconds.demonstration - 1)
    assert isinstance(driver.top, ShelfScene)
    driver.key("right")
    # setting the system clock changes nothing
    driver.app.now.pass_by(1000)
    driver.wait(driver.app.cabinet.seconds.demonstration - 1)
    assert isinstance(driver.top, ShelfScene)
    driver.wait(2)
    assert isinstance(driver.top, DemoScene)
    # under another screen the shelf does not start the demonstration
    driver = new_driver(at=[ShelfScene, HelpScene])
    driver.wait(2 * driver.app.cabinet.seconds.demonstration)
    assert isinstance(driver.top, HelpScene)


def test_the_tap_that_ends_the_demonstration_opens_nothing(new_driver):
    driver = new_driver(at=ShelfScene)
    driver.wait(driver.app.cabinet.seconds.demonstration + 1)
    assert isinstance(driver.top, DemoScene)
    lies = driver.app.stack.scenes[0].ui.find("place-coatl").rect.center
    driver.move(lies)
    driver.frame()
    assert isinstance(driver.tap(lies), ShelfScene)
    driver.step(WAKING)
    driver.tap(lies)
    assert not isinstance(driver.top, ShelfScene)


def test_an_immediate_second_tap_after_returning_opens_nothing(shelf):
    shelf.open(HelpScene(shelf.app))
    lies = shelf.widget("back").rect.center
    shelf.finger(lies)
    shelf.frame()
    assert isinstance(shelf.top, ShelfScene)
    under = shelf.widget("place-labyrinth")
    under.place(under.rect.move(lies[0] - under.rect.centerx, lies[1] - under.rect.centery))
    shelf.finger(lies)
    shelf.frame()
    assert isinstance(shelf.top, ShelfScene)
    shelf.step(2 * ECHO_SECONDS)
    shelf.finger(lies)
    shelf.frame()
    assert not isinstance(shelf.top, ShelfScene)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_whose_file_is_broken_is_reported_and_the_shelf_stays(shelf, game, monkeypatch):
    read_text = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda file: "{" if file == f"{game}.yaml" else read_text(file))
    shelf.click(f"place-{game}")
    assert f"config/{game}.yaml" in shelf.said()[-1]
    assert isinstance(shelf.top, ShelfScene)


def test_a_game_whose_file_is_broken_is_neither_offered_nor_demonstrated(new_driver, monkeypatch):
    driver = new_driver(now=Clock())
    keep_game(driver.app, 3, names=("Anna", "Béla"))
    read_text = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda file: "{" if file == "lgame.yaml" else read_text(file))
    driver.push(ShelfScene(driver.app))
    assert driver.top.ui.find("go-on") is None
    while int(driver.app.now()) % len(GAMES) != [*GAMES].index("lgame"):
        driver.app.now.pass_by(1)
    driver.wait(driver.app.cabinet.seconds.demonstration + 1)
    assert isinstance(driver.top, DemoScene)
    assert driver.top.game != "lgame"


# -- animations in the trays


def count_repaints(driver, seconds):
    """Let a still shelf run for so long; return how often each rect was repainted, by its corner."""
    driver.settle()
    seen = Counter()
    for _ in range(round(seconds / BREATH_STEP)):
        assert not any(driver.frame(dt=BREATH_STEP / 2) for _ in range(2)), "nobody waits for that"
        seen.update(place.topleft for place in driver.app.stack.update_idle(BREATH_STEP, driver.surface))
    return seen


@pytest.mark.seen
def test_tray_animations_stay_in_their_rects_and_stop_after_a_while(new_driver):
    driver = new_driver(at=ShelfScene)
    before = driver.surface.copy()
    seen = count_repaints(driver, 14)
    trays = [driver.widget(f"place-{name}").tray for name in GAMES]
    assert {next(i for i, tray in enumerate(trays) if tray.collidepoint(corner)) for corner in seen} == {*range(5)}
    alive = driver.surface.copy()
    assert pygame.image.tobytes(alive, "RGB") != pygame.image.tobytes(before, "RGB")
    driver.app.stack.touch()
    driver.frame(dt=0.0)
    assert pygame.image.tobytes(driver.surface, "RGB") == pygame.image.tobytes(alive, "RGB")
    count_repaints(driver, LIVELY - 12)
    assert not count_repaints(driver, 3)
    assert pygame.image.tobytes(driver.surface, "RGB") == pygame.image.tobytes(before, "RGB")
    # with reduced motion nothing moves
    driver = new_driver()
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    driver.push(ShelfScene(driver.app))
    assert not count_repaints(driver, 14)


# -- what lies beside the middle


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_offer_cards_overlap_nothing_and_are_large_enough(new_driver, size, scale):
    driver = new_driver(size, scale=scale)
    finish_game(driver.app)
    keep_game(driver.app, 3, names=(LONG_NAME, LONG_NAME[::-1]))
    driver.push(ShelfScene(driver.app))
    offers = [driver.widget(key) for key in ("go-on", "daily")]
    other = [one for one in driver.top.ui.walk() if one not in offers]
    others = [rect for one in other for rect in one.occupied()] + [one.rect for one in other if one.focusable]
    for offer in offers:
        assert offer.rect.collidelist(others) == -1
        assert min(offer.rect.size) >= driver.app.px(48)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "scale"), [((1024, 600), 2.0), ((1280, 800), 2.0), ((1024, 768), 1.0)])
def test_a_small_continue_card_shows_the_game_name(new_driver, language, size, scale):
    driver = new_driver(size, language, scale=scale)
    keep_game(driver.app, 3)
    driver.push(ShelfScene(driver.app))
    for games in (FEWEST_GAMES, MOST_GAMES):
        if games == MOST_GAMES:
            add_sixth(driver)
        offer = driver.widget("go-on")
        beside_words = offer.picture.rect.height
        offer.texts = ()
        offer.place(offer.rect)
        assert beside_words < offer.picture.rect.height


def test_at_midnight_the_next_daily_puzzle_is_offered(new_driver):
    clock = Clock()
    driver = new_driver(now=clock)
    keep_game(driver.app, 3)
    tomorrow = date.fromtimestamp(clock()) + timedelta(days=1)
    clock.moment = datetime.combine(tomorrow, time.min).timestamp() - 1
    driver.push(ShelfScene(driver.app))
    before = driver.widget("daily")
    driver.frame()
    assert driver.widget("daily") is before
    clock.pass_by(2)
    driver.frame()
    assert driver.widget("daily").picture.number == tomorrow.day
    assert driver.widget("daily").label != before.label


@pytest.mark.seen
def test_the_continue_card_shows_the_stored_position(new_driver):
    driver = new_driver()
    _, session = keep_game(driver.app, 3, names=("Anna", "Béla"))
    driver.push(ShelfScene(driver.app))
    picture = driver.widget("go-on").picture
    driver.settle()
    assert picture.is_painted
    assert picture.board.state == session.state


def test_in_the_continue_card_only_chosen_names_are_truncated(new_driver):
    driver = new_driver(language="hu")
    keep_game(driver.app, 3, names=("", "Bartholomew"), levels=("", ""))
    driver.push(ShelfScene(driver.app))
    assert driver.widget("go-on").texts[0] == "L-játék · 1. játékos – Barthol…"


def test_a_tray_shows_the_stars_or_wins_earned(shelf):
    shelf.app.store.add_profile("Anna")
    shelf.app.change(shelf.app.settings.with_(profile="Anna"))
    finish_game(shelf.app, names=("Anna", ""))
    shelf.app.store.set_progress("jumpin", "one", {"best": 5, "stars": 3}, "Anna")
    shelf.app.store.set_progress("jumpin", "two", {"best": 5, "stars": 2}, "Anna")
    shelf.app.store.set_progress("jumpin", "odd", {"stars": "many"}, "Anna")
    shelf.top.resume()
    assert shelf.widget("place-jumpin").earned == ("star", 5)
    assert shelf.widget("place-lgame").earned == ("trophy", 1)
    assert shelf.widget("place-dragon").earned == ("star", 0)


# -- the pictures


def test_emblems_are_distinct_stay_in_the_picture_and_differ_when_unavailable(shelf):
    assert set(shelf.app.cabinet.shelf) == set(EMBLEMS)
    kit = make_kit((640, 360))
    assert len({pygame.image.tobytes(emblem(kit, name, 64), "RGBA") for name in EMBLEMS}) == len(EMBLEMS)
    for game in EMBLEMS:
        assert emblem(kit, game, 64).get_bounding_rect(min_alpha=200).width > 40
        shown = pygame.surfarray.array_alpha(emblem(kit, game, 256))
        assert max(edge.max() for edge in (shown[0], shown[-1], shown[:, 0], shown[:, -1])) < ONLY_SHADOW
        opened, shut = (tray_picture(kit, game, 40, built=built) for built in (True, False))
        assert opened.get_size() == shut.get_size() == (40, 40)
        assert pygame.image.tobytes(opened, "RGBA") != pygame.image.tobytes(shut, "RGBA")


@pytest.mark.parametrize("game", LIVES)
def test_every_phase_of_a_tray_animation_can_be_seen(game):
    kit = make_kit((640, 360))
    tray = tray_picture(kit, game, 200, built=True)
    for phase in {LIVES[game].phase(step / 20) for step in range(200)} - {0}:
        frame = idle_frame(kit, game, 200, phase)
        before = tray.subsurface(emblem_rect(200))
        after = before.copy()
        after.blit(frame, (0, 0))
        assert np.abs(pixels(after) - pixels(before)).max() >= SEEN
