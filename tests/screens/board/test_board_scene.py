"""Games at the board’s screen: turns, hints, menus, windows, languages, and the computer."""

from itertools import product
from typing import ClassVar

import pygame
import pytest

from logic import lgame
from logic.core import Cell, Dice
from logic.registry import GAMES, new_setup
from logic.session import Seat, Session
from scenes.app.exports import exports_folder
from scenes.board.layout import FEW, TOOLS, Plan
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.cabinet.setup import SetupScene
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.paint.tokens import hem_reach
from tests.screens.boardhands import PLAYS, Mouse, board_of, match_of, sit_at
from tests.support.seats.match import ANNA, BEN, GENTLE, first_move, setup_of
from tests.support.seats.seating import BoardStory, play_on
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window

# -- the end taken back


def play_randomly(match):
    """Play to the natural end."""
    dice = Dice(3)
    while not match.is_over:
        match.end_turn() if match.session.awaits_end else match.play(dice.choice(match.session.state.legal_moves()))


def test_where_any_turn_can_be_taken_back_the_last_one_can_too(new_driver):
    driver = sit_at(new_driver, ANNA, BEN, variant="practice", params={"repetition": 0})
    match, store = match_of(driver), driver.app.store
    play_randomly(match)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert [entry.id for entry in store.finished()] == [match.game_id]
    last = match.session.state
    assert faults_in_every_window(driver.app) == {}
    driver.settle()
    driver.tap("undo")
    assert isinstance(driver.top, BoardScene)
    assert driver.top.ui.find("onward") is None
    assert driver.widget("end_turn").visible
    assert match.awaits_human
    assert match.session.state != last
    assert [entry.id for entry in store.unfinished()] == [match.game_id]
    assert not store.finished()
    # the second end is shown and stored like the first, and can be taken back at the board
    play_randomly(match)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert [entry.id for entry in store.finished()] == [match.game_id]
    driver.strike("escape")
    assert driver.widget("onward").enabled
    driver.tap("undo")
    assert match.awaits_human


def test_where_turns_stand_the_end_does_too(new_driver):
    driver = sit_at(new_driver, ANNA, BEN)
    play_randomly(match_of(driver))
    driver.settle()
    assert isinstance(driver.top, Result)
    driver.settle()
    assert driver.top.ui.find("undo") is None


# -- a computer at the table


def test_input_is_ignored_while_the_computer_thinks(new_driver):
    driver = sit_at(new_driver, ANNA, GENTLE)
    match = match_of(driver)
    driver.thinks = False
    play_on(driver, match, first_move(match))
    driver.click("end_turn")
    driver.step(2)
    place, hand = match.session.ply, Mouse(driver)
    assert match.is_thinking
    assert driver.widget("thinking").visible
    for cell in (Cell(row, col) for row in range(4) for col in range(4)):
        driver.click(hand.cell(cell))
    driver.key("return", "r", "f", "u", "e", "h", "up", "return")
    driver.drag(hand.cell(Cell(1, 1)), hand.cell(Cell(2, 3)))
    assert match.session.ply == place
    driver.let_think()
    assert match.awaits_human
    assert match.session.ply == place + 2


# -- turns, undo, hints


STORIES = """
# A turn is taken back piece by piece until it is ended
classic :: :: disabled undo, disabled end_turn :: lay, shift :: open, asks end your turn :: click undo, strike u
  :: ply 0 :: tap redo :: ply 1 :: tap end_turn :: actor 1, disabled undo
# A hint is said and goes with the next move, or when closed
classic :: tap hint :: shows note, hinted :: tap close_hint :: unhinted, absent note
  :: strike h, key escape :: absent note :: strike h, follow :: absent note
# Where nothing is taken back and no hint given there are no buttons for it
blitz :: :: absent undo redo hint, primary end_turn, enabled menu
# The menu opens by each device and goes on
classic :: click menu, settle :: top PauseMenu :: click go_on, settle :: top BoardScene :: finger menu, settle
  :: top PauseMenu :: finger go_on, settle :: top BoardScene :: strike escape :: top PauseMenu :: strike escape
  :: top BoardScene :: strike f10 :: top PauseMenu :: strike f10 :: top BoardScene :: pad start, settle :: top PauseMenu
  :: pad a, settle :: top BoardScene :: pad b, settle :: top PauseMenu :: pad b, settle :: top BoardScene
# Giving up asks first
classic :: strike escape, tap give_up :: top Question :: tap answer0 :: goes on :: strike escape, tap give_up
  :: top Question :: tap answer1 :: over, top Result
# The result can be closed, called back, and left for the shelf by the same key
classic :: give_up, strike escape :: top BoardScene :: tap menu :: top Result :: strike escape escape :: gone
# The key for help opens it over every screen of a game
classic :: strike f1 :: top HelpScene :: strike f1 :: top BoardScene :: strike escape f1 :: top HelpScene :: strike f1
  :: top PauseMenu :: strike escape, give_up, strike f1 :: top HelpScene :: strike f1 :: top Result
# Who leaves while the computer thinks is not waited for, and the game is kept
classic with Gentle :: make -1, make 0, note, slowly, key e, wait 1, key escape, click shelf, wait 0.5 :: top Scene,
  idle, said Your game is kept. You can go on whenever you like., kept
# The lamp shows and hides with the coach
classic :: :: words lamp Drawn with best play., lamp 0 0 :: uncoach :: absent lamp, disabled hint
# A click lets an animation arrive
classic :: make -1 :: moving :: click 5;5 :: still
# The clock counts down, stands in the menu, and ends the game
blitz :: wait 2, note :: left 27 28.5 :: key escape, wait 3 :: stands :: key escape, wait 29, settle :: top Result,
  clocks 0.0 0 1.0 30
# Starting again keeps the old game open
classic :: make 0, note, strike escape, tap restart answer1 :: top BoardScene, another, ply 0, kept
# After the end there are a review, a replay and a rematch
classic :: make -2, make -2, make -2, give_up :: absent review :: click more, tap review :: top Review
  :: strike escape, tap replay :: top ReplayScene :: strike escape, tap rematch :: seats Ben Anna, top BoardScene
"""


class Sitting(BoardStory):
    """A story at an L-Game of two people, or ``with Gentle``, of a variant; ``note`` remembers the match as it is."""

    STEPS: ClassVar = PLAYS | {
        "make": lambda story, number: story.make(story.match.session.state.legal_moves()[int(number)]),
        "note": lambda story: setattr(story, "noted", (story.match, story.match.session.state, story.match.clock_left)),
        "follow": lambda story: play_on(story.driver, story.match, story.match.coach.hint.moves[0]),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "open": lambda story: story.match.session.awaits_end,
        "lamp": lambda story, value, seat: (
            (story.driver.widget("lamp").value, story.driver.widget("lamp").player) == (int(value), int(seat))
        ),
        "moving": lambda story: story.driver.top.view.stage.moving,
        "still": lambda story: not story.driver.top.view.stage.moving,
        "left": lambda story, least, most: float(least) < story.match.clock_left < float(most),
        "stands": lambda story: story.match.clock_left == pytest.approx(story.noted[2], abs=0.1),
        "clocks": lambda story, *seconds: (
            [str(part) for card in board_of(story.driver).panel.players.cards for part in card.face.clock] == [*seconds]
        ),
        "another": lambda story: story.match is not story.noted[0],
        "seats": lambda story, *names: [seat.name for seat in story.match.seats] == [*names],
        "asks": lambda story, *words: " ".join(words) in story.driver.widget("status").text,
        "shows": lambda story, key: story.driver.widget(key).visible,
        "primary": lambda story, key: story.driver.widget(key).style == "primary",
        "hinted": lambda story: story.driver.top.view.hands.hint == story.match.coach.hint.moves,
        "unhinted": lambda story: not story.driver.top.view.hands.hint,
        "gone": lambda story: (
            not any(isinstance(scene, (BoardScene, Result)) for scene in story.driver.app.stack.scenes)
        ),
    }

    def place(self, word):
        return (5, 5) if word == "5;5" else word

    def make(self, move):
        self.match.play(move)
        self.driver.frame()

    def is_kept(self):
        """Whether the game that was noted is stored, alone, as it was then."""
        match, state, _ = self.noted
        (entry,) = self.app.store.unfinished()
        return entry.id == match.game_id and Match.resume(self.app, entry.id).session.state == state

    def do_give_up(self):
        self.match.give_up(0)
        self.driver.settle()


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(new_driver, story):
    variant, *rival = story[0].split(" with ")
    driver = sit_at(new_driver, ANNA, GENTLE if rival else BEN, variant=variant)
    Sitting(driver, match_of(driver)).check(story[1:])


@pytest.mark.seen
def test_the_board_is_unchanged_beside_the_result_and_offers_a_rematch(new_driver):
    driver = sit_at(new_driver)
    match, board = match_of(driver), driver.top.layout.board
    match.give_up(0)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert not driver.top.frame.colliderect(board)
    beside = pygame.image.tobytes(driver.surface.subsurface(board), "RGB")
    driver.strike("escape")
    alone = pygame.image.tobytes(driver.surface.subsurface(board), "RGB")
    assert beside == alone, "nothing lies over the board, nor dims it"
    assert driver.widget("onward").label == "Rematch"
    driver.tap("onward")
    assert match_of(driver) is not match
    assert match_of(driver).session.ply == 0


def test_the_result_shows_turns_thinking_times_and_running_score(new_driver):
    driver = sit_at(new_driver)
    for name in ("Anna", "Ben"):
        driver.app.store.add_profile(name)
    first = match_of(driver)
    first.play(first_move(first))
    first.play(first_move(first))
    first.update(61)
    first.end_turn()
    first.update(9)
    first.give_up(1)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn in 1 min 10 s"
    assert [rank.note for rank in driver.widget("ranking").ranks] == ["1 min 1 s", "9 s"]
    assert driver.widget("fact1").text == "Anna 1 – 0 Ben"
    driver.tap("rematch")
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact1").text == "Anna 2 – 0 Ben", "whoever sits first now"
    # a game whose time was not kept shows none
    driver = new_driver()
    setup = setup_of(ANNA, BEN)
    game_id = driver.app.store.begin(setup, 1.0)
    driver.app.store.record(game_id, f"play {Session(lgame, setup).state.legal_moves()[0]}", 2.0)
    driver.push(BoardScene(driver.app, Match.resume(driver.app, game_id)))
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn"
    assert [rank.note for rank in driver.widget("ranking").ranks] == ["", ""]


def test_a_board_opened_by_keyboard_shows_the_focus_and_by_mouse_does_not(new_driver):
    for way, shown in ((lambda driver: driver.key("up"), True), (lambda driver: driver.click((5, 5)), False)):
        driver = new_driver(at=(SetupScene, "lgame"))
        way(driver)
        driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
        assert driver.top.ui.focus is driver.top.board
        assert driver.top.ui.show_focus == shown


def test_mouse_inspection_ends_when_the_pointer_moves_onto_a_button(new_driver):
    driver = new_driver()
    setup = new_setup("labyrinth", "short", (Seat("Anna"), Seat(level="child")), 5)
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup)))
    driver.settle()
    inspector = driver.top.view.hands.inspector
    driver.move(tuple(round(part) for part in driver.top.view.to_pixels(3.5, 4.5)))
    driver.step(2)
    assert inspector.inspected is not None
    driver.move("menu")
    assert inspector.inspected is None


def test_the_menu_exports_a_copy_only_of_a_stored_game(new_driver):
    driver = sit_at(new_driver)
    match = match_of(driver)
    match.play(first_move(match))
    driver.strike("escape")
    driver.click("save")
    driver.step(0.3)
    (file,) = exports_folder().glob("*.json")
    assert any(str(file) in text for text in driver.said())
    assert len(driver.app.store.import_file(file.read_bytes(), GAMES).numbers) == 1
    # a game that is not stored offers no copy
    driver = new_driver()
    driver.push(BoardScene(driver.app, Match.start_unstored(driver.app, setup_of(ANNA, BEN))))
    driver.strike("escape")
    assert driver.top.ui.find("save") is None


SIZES = [(1920, 1080), (1024, 600), (720, 1280), (640, 360), (360, 640), (1000, 1000), (2560, 1080)]


# -- the window


def test_layout_areas_fit_the_window_without_overlap():
    for scale, seats, size, deep in product([0.75, 1.0, 1.1, 1.25, 1.4, 2.0], [2, 3, 4], SIZES, [False, True]):
        if deep and min(size) < 600:
            continue  # nobody has so much on so small a window
        kit = Kit(load_theme(), Metrics.of(size, scale), SurfaceCache())
        layout = Plan(kit, seats, deep=deep, bar=deep).layout()
        window = pygame.Rect((0, 0), size)
        inside = [layout.players, layout.status, layout.lamp, layout.controls, layout.tools, layout.end]
        inside += [layout.log] if layout.log is not None else []
        assert window.contains(layout.cloth)
        assert window.contains(layout.panel)
        within_hem = -2 * hem_reach(kit)
        assert layout.cloth.inflate(within_hem, within_hem).contains(layout.board)
        assert not layout.cloth.colliderect(layout.panel)
        for number, rect in enumerate(inside):
            assert layout.panel.contains(rect)
            assert rect.width > 0
            assert rect.height > 0
            assert all(not rect.colliderect(other) for other in inside[number + 1 :])
        assert layout.controls.height >= kit.px(48)
        assert layout.tools.width >= 5 * kit.px(44)
        assert min(layout.board.size) >= min(size) * 0.4


def test_panel_areas_share_left_and_right_edges():
    for helps, tools, size in product([False, True], [FEW, TOOLS], SIZES):
        layout = Plan(Kit(load_theme(), Metrics.of(size, 1.0), SurfaceCache()), 2, tools=tools, helps=helps).layout()
        rects = [layout.status, layout.lamp, layout.controls, layout.tools, layout.end]
        assert min(rect.left for rect in rects) == layout.players.left
        assert max(rect.right for rect in rects) == layout.players.right


def test_the_board_screen_fits_every_window(new_driver):
    driver = sit_at(new_driver, Seat(name="Bartholomäus-Maximilian"), GENTLE)
    match, windows = match_of(driver), [*WINDOWS, ((1280, 720), 2.0)]
    for keys in ((), ("return",), ("h",)):  # at first, with the L lifted, and beside a hint
        driver.strike(*keys)
        assert faults_in_every_window(driver.app, windows) == {}
    play_on(driver, match, match.coach.hint.moves[0])
    assert faults_in_every_window(driver.app, windows) == {}
