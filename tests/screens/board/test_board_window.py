"""A board in every window and language, and between people with secrets."""

from __future__ import annotations

import pygame
import pytest

from logic import registry
from logic.registry import game_config
from logic.session import Seat
from logic.text import LANGUAGES
from logic.variants import parse_game
from scenes.app.app import Scene
from scenes.board import match as match_module
from scenes.board.layout import FEW, TOOLS, arrange
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.view import picture
from scenes.view.view import GameView
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import Bakery
from sprites.stage.stage import Pose
from tests import cardgame
from tests.boardhands import match_of, sit_at
from tests.matchhands import ANNA, BEN, GENTLE, first_move, setup_of
from tests.sceneapp import FINGER

SIZES = [(1920, 1080), (1024, 600), (720, 1280), (640, 360), (360, 640), (1000, 1000), (2560, 1080)]


# -- the window


def test_nothing_overlaps_and_nothing_leaves_the_window():
    for scale in [0.75, 1.0, 2.0]:
        for seats in [2, 4]:
            for size in SIZES:
                kit = Kit(load_theme(), Metrics.of(size, scale), Bakery())
                places = arrange(kit, seats)
                window = pygame.Rect((0, 0), size)
                inside = [places.players, places.status, places.lamp, places.controls, places.tools, places.end]
                inside += [places.log] if places.log is not None else []
                assert window.contains(places.cloth)
                assert window.contains(places.panel)
                assert places.cloth.contains(places.board)
                assert not places.cloth.colliderect(places.panel)
                for number, rect in enumerate(inside):
                    assert places.panel.contains(rect)
                    assert rect.width > 0
                    assert rect.height > 0
                    assert all(not rect.colliderect(other) for other in inside[number + 1 :])
                row = places.controls.height
                assert row >= kit.px(48)
                assert places.tools.width >= 5 * kit.px(44)
                assert min(places.board.size) >= min(size) * 0.4


def test_what_is_in_the_panel_keeps_to_its_inner_edges():
    for helps in [False, True]:
        for tools in [FEW, TOOLS]:
            for size in SIZES:
                places = arrange(Kit(load_theme(), Metrics.of(size, 1.0), Bakery()), 2, tools=tools, helps=helps)
                rects = [places.status, places.lamp, places.controls, places.tools, places.end]
                assert min(rect.left for rect in rects) == places.players.left
                assert max(rect.right for rect in rects) == places.players.right


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), (720, 1280)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_words_are_cut_off(sit_down, size, scale):
    long_name = Seat(name="Bartholomäus-Maximilian")
    driver = sit_at(sit_down, long_name, GENTLE, size=size, scale=scale)
    match = match_of(driver)

    def look(*keys: str) -> None:
        for language in LANGUAGES:
            driver.app.change(driver.app.settings.with_(language=language))
            driver.frame()
            driver.key(*keys)
            driver.settle()
            cut = [text for widget in driver.top.ui.walk() for text in getattr(widget, "clipped", tuple)()]
            assert (language, cut) == (language, [])

    look()
    look("return")
    driver.key("escape")
    look("h")
    match.play(match.coach.hint.moves[0])
    driver.settle()
    look()


def test_the_language_changes_while_playing(sit_down):
    driver = sit_at(sit_down)
    before = driver.widget("status").text
    driver.app.change(driver.app.settings.with_(language="pl"))
    driver.settle()
    assert driver.app.text.language == "pl"
    assert driver.top.ui.focus.key == "board"
    assert driver.widget("status").text == driver.app.say(driver.top.view.status())
    assert before == "Lift your L."


# -- hidden things, told with a card game that has no screen of its own


class CardView(GameView):
    """Enough of a screen for the card game: its hands as pieces, no touch."""

    def layout(self, state):
        return {f"card{card}": Pose(0.5, 0.5) for card in (*state.hands[0], *state.hands[1]) if card >= 0}

    def draw_ground(self, surface) -> None:
        """Draw nothing."""

    def draw_play(self, surface) -> None:
        """Draw nothing."""


@pytest.fixture
def card_table(sit_down, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "tricks", cardgame)
    config = parse_game(cardgame.YAML, cardgame, "tricks")
    monkeypatch.setattr(match_module, "game_config", lambda name: config if name == "tricks" else game_config(name))
    monkeypatch.setattr(
        "scenes.board.scene.view_of", lambda name: CardView if name == "tricks" else picture.view_of(name)
    )

    def sit(*seats):
        driver = sit_down((800, 600))
        driver.push(Scene(driver.app))
        match = Match.start(driver.app, setup_of(*seats, game="tricks", config=config))
        driver.push(BoardScene(driver.app, match))
        return driver

    return sit


def test_the_curtain_falls_between_two_people_with_secrets(card_table):
    driver = card_table(ANNA, BEN)
    board = driver.app.stack.scenes[1]
    assert isinstance(driver.top, Curtain)
    driver.click("look")
    driver.step(0.5)
    assert isinstance(driver.top, Curtain), "a short press is not enough"
    driver.press("look")
    driver.step(0.7)
    driver.release((400, 400))
    driver.settle()
    assert driver.top is board
    assert cardgame.HIDDEN in board.view.state.hands[1]
    board.match.play(first_move(board.match))
    driver.frame()
    host = board.view.host
    assert (driver.top, host.viewer, host.live) == (board, 0, False), "the last move is seen first"
    driver.settle()
    assert isinstance(driver.top, Curtain)
    assert board.view.host.viewer == 1
    assert cardgame.HIDDEN in board.view.state.hands[0]
    driver.key("escape")
    assert isinstance(driver.top, Curtain), "it does not open by the way"
    driver.key("return")
    driver.settle()
    assert driver.top is board


def test_the_curtain_opens_for_a_finger_that_stays_and_falls_not_for_one_person_alone(card_table):
    driver = card_table(ANNA, BEN)
    place = driver.place("look")
    width, height = driver.app.size
    where = {"x": place[0] / width, "y": place[1] / height, "finger_id": FINGER, "touch_id": 1}
    driver.frame(pygame.event.Event(pygame.FINGERDOWN, **where))
    driver.step(0.7)
    assert isinstance(driver.top, BoardScene)
    driver = card_table(Seat(level="random"), ANNA)
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.viewer == 1
    assert cardgame.HIDDEN in driver.top.view.state.hands[0]
