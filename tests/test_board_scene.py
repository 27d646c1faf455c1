"""The board's screen: whole games by every kind of hand, what shows and what is refused, overlays, curtain, demo."""

from __future__ import annotations

import pygame
import pytest

from logic import registry
from logic.core import Cell, Dice, never
from logic.lgame import Lay, Placement, Shift, Stay
from logic.registry import GAMES, game_config
from logic.session import Seat
from logic.variants import Lesson, parse_game
from scenes import lessons, picture
from scenes import match as match_module
from scenes.board import BoardScene
from scenes.boardlayout import arrange
from scenes.demo import DemoScene
from scenes.exports import exports_folder
from scenes.guide import Guide
from scenes.help import HelpScene
from scenes.lessons import begin, guided_game, is_due
from scenes.lgame_lift import middle
from scenes.match import Match
from scenes.overlays import Curtain, LogDialog, PauseMenu, Question
from scenes.result import Result, Review
from scenes.setup import SetupScene
from scenes.stack import Scene
from scenes.view import GameView
from sprites.bakery import Bakery
from sprites.stage import Pose
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit
from tests import cardgame
from tests.sceneapp import FINGER, sit_down  # noqa: F401 - a fixture
from tests.test_match import ANNA, BEN, GENTLE, first_move, setup_of

SIZES = [(1920, 1080), (1024, 600), (720, 1280), (640, 360), (360, 640), (1000, 1000), (2560, 1080)]


def sit_at(sit_down, *seats, size=(1024, 600), language="en", scale=1.0, guide=None, **options):  # noqa: F811
    driver = sit_down(size, language, scale=scale)
    driver.push(Scene(driver.app))
    match = Match.start(driver.app, setup_of(*(seats or (ANNA, BEN)), **options))
    driver.push(BoardScene(driver.app, match, guide))
    driver.step(0.3)
    return driver


def match_of(driver) -> Match:
    board = next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))
    return board.match


# -- hands that lay an L


class Hand:
    """Plays moves of the L-Game on the board as a person would with one kind of device."""

    def __init__(self, driver) -> None:
        self.driver = driver

    @property
    def view(self):
        return self.driver.top.view

    def play(self, move) -> None:
        {Lay: self.lay, Shift: self.shift, Stay: lambda _move: self.end()}[type(move)](move)
        self.driver.settle()

    def cell(self, cell: Cell) -> tuple[int, int]:
        return self.view.cell_rect(cell).center

    @property
    def home(self) -> Placement:
        state = self.view.state
        return state.ls[state.player]

    def pixels(self, x: float, y: float) -> tuple[int, int]:
        left, top = self.view.to_pixels(x, y)
        return round(left), round(top)


class Mouse(Hand):
    """Drags; turns by the wheel, mirrors by the right button, presses the button on the screen."""

    def lay(self, move) -> None:
        driver, start = self.driver, self.cell(self.home.cells[0])
        driver.press(start)
        if move.placement.is_mirrored != self.home.is_mirrored:
            driver.press(start, pygame.BUTTON_RIGHT)
        for _ in range(4):
            if self.view._lift.orientation != move.orientation:
                wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0)
                driver.frame(wheel)
        (right, down), (x, y) = self.view._hand.offset, middle(move.placement)
        for share in (0.5, 1.0):
            target = self.pixels(x - right, y - down)
            driver.move(
                (round(start[0] + (target[0] - start[0]) * share), round(start[1] + (target[1] - start[1]) * share))
            )
        driver.release(target)

    def shift(self, move) -> None:
        start = self.view.state.neutrals[int(move.neutral[1])]
        self.driver.drag(self.cell(start), self.cell(move.target))

    def end(self) -> None:
        self.driver.click("end_turn")


class Finger(Hand):
    """Taps: the L, the buttons that turn it, the square; then the button that lays."""

    def lay(self, move) -> None:
        driver = self.driver
        driver.finger(self.cell(self.home.cells[0]))
        if move.placement.is_mirrored != self.home.is_mirrored:
            driver.finger("do_mirror")
        for _ in range(4):
            if self.view._lift.orientation != move.orientation:
                driver.finger("do_rotate")
        for _ in range(8):
            if self.view._lift.ghost != move.placement:
                driver.settle()
                driver.finger(self.cell(self._own_cell(move)))
        driver.settle()
        driver.finger("do_lay")

    def _own_cell(self, move) -> Cell:
        """Give a square of the placement that is not under the ghost of another one."""
        covered = self.view._lift.ghost.cells if self.view._lift.ghost else self.home.cells
        pinned = self.view._lift.pinned
        free = [cell for cell in move.placement.cells if cell not in covered]
        return pinned if pinned in move.placement.cells else (free or list(move.placement.cells))[0]

    def shift(self, move) -> None:
        self.driver.finger(self.cell(self.view.state.neutrals[int(move.neutral[1])]))
        self.driver.finger(self.cell(move.target))

    def end(self) -> None:
        self.driver.finger("end_turn")


class Keys(Hand):
    """Arrows, accept, and the keys that turn and mirror."""

    def press(self, action: str) -> None:
        names = {"accept": "return", "rotate": "r", "mirror": "f", "end_turn": "e"}
        self.driver.key(names.get(action, action))

    def lay(self, move) -> None:
        self.press("accept")
        if move.placement.is_mirrored != self.home.is_mirrored:
            self.press("mirror")
        for _ in range(4):
            if self.view._lift.orientation != move.orientation:
                self.press("rotate")
        here = (self.view._lift.ghost or self.home).anchor
        self.walk(move.anchor.row - here.row, move.anchor.col - here.col)
        self.press("accept")

    def walk(self, down: int, right: int) -> None:
        for count, plus, minus in ((down, "down", "up"), (right, "right", "left")):
            for _ in range(abs(count)):
                self.press(plus if count > 0 else minus)

    def shift(self, move) -> None:
        for target in (self.view.state.neutrals[int(move.neutral[1])], move.target):
            cursor = self.view._cursor
            self.walk(target.row - cursor.row, target.col - cursor.col)
            self.press("accept")

    def end(self) -> None:
        self.press("end_turn")


class Pad(Keys):
    """The same with a game pad."""

    def press(self, action: str) -> None:
        names = {"accept": "a", "rotate": "x", "mirror": "y", "end_turn": "rightshoulder"}
        self.driver.pad(names.get(action, f"dp{action}"))


def play_to_the_end(driver, hand, most=12) -> Match:
    """Play the same few turns with any hand, and then give up by the menu with that device's own means."""
    match, dice = match_of(driver), Dice(3)
    for _ in range(most):
        if match.session.awaits_end:
            hand.end()
            driver.settle()
        if match.is_over:
            break
        moves = match.session.state.legal_moves()
        move = dice.choice(moves)
        before = match.session.place
        hand.play(move)
        assert match.session.place == before + 1
        assert match.session.moves[-1] == move
    return match


@pytest.mark.parametrize("kind", [Mouse, Finger, Keys, Pad])
def test_a_game_is_played_by_each_kind_of_hand(sit_down, kind):  # noqa: F811
    driver = sit_at(sit_down)
    match = play_to_the_end(driver, kind(driver))
    assert match.session.place == 12
    kept = driver.app.store.resume(match.game_id, GAMES).session
    assert kept.moves == match.session.moves


def test_a_game_is_won_on_the_board_and_the_result_says_why(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match, table = match_of(driver), GAMES["lgame"]
    hand, dice = Mouse(driver), Dice(1)
    for _ in range(60):
        if match.outcome is not None:
            break
        if match.session.awaits_end:
            hand.end()
            continue
        moves = match.session.state.legal_moves()
        if match.actor == 0:
            moves = table.hint(match.session.state, dice, lambda: False).moves
        else:  # the other player walks into it
            moves = sorted(moves, key=lambda move: _worth_to_next(table, match.session.state, move), reverse=True)
        match.play(moves[0])
    driver.settle()
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert isinstance(driver.top, Result)
    assert driver.top.heading() == "Anna wins!"
    assert "Ben" in driver.top.app.say(match.outcome.reason, match.names)


def _worth_to_next(table, state, move) -> tuple[int, int]:
    after = state.apply(move).state
    if after.outcome() is not None:
        return (1, 0) if after.player == state.player else (-2, 0)
    verdict = table.verdict(after, never)
    return verdict.value * (1 if after.player != state.player else -1), -(verdict.turns or 0)


# -- a computer at the table


def test_hands_on_the_board_do_nothing_while_the_computer_thinks(sit_down):  # noqa: F811
    driver = sit_at(sit_down, ANNA, GENTLE)
    match = match_of(driver)
    driver.thinks = False
    match.play(first_move(match))
    driver.settle()
    driver.click("end_turn")
    driver.step(2)
    place, hand = match.session.place, Hand(driver)
    assert match.is_thinking
    assert driver.widget("thinking").visible
    for cell in (Cell(row, col) for row in range(4) for col in range(4)):
        driver.click(hand.cell(cell))
    driver.key("return", "r", "f", "u", "e", "h", "up", "return")
    driver.drag(hand.cell(Cell(1, 1)), hand.cell(Cell(2, 3)))
    assert match.session.place == place
    driver.thinks = True
    driver.settle()
    assert match.awaits_human
    assert match.session.place == place + 2


def test_leaving_while_the_computer_thinks_keeps_the_game(sit_down):  # noqa: F811
    driver = sit_at(sit_down, ANNA, GENTLE)
    match = match_of(driver)
    match.play(first_move(match))
    match.play("stay")
    driver.thinks = False
    driver.key("e")
    driver.step(1)
    driver.key("escape")
    driver.click("shelf")
    driver.step(0.5)
    assert type(driver.top) is Scene
    assert driver.executor.work() == 0
    assert driver.said() == ["Your game is kept. You can go on whenever you like."]
    again = Match.resume(driver.app, driver.app.store.unfinished()[0].id)
    assert again.session.state == match.session.state


# -- turns, taking back, hints


def test_a_turn_is_taken_back_piece_by_piece_until_it_is_ended(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match, hand = match_of(driver), Mouse(driver)
    start = match.session.state
    assert not driver.widget("undo").enabled
    assert not driver.widget("end_turn").enabled
    hand.play(first_move(match))
    hand.play(next(move for move in match.session.state.legal_moves() if isinstance(move, Shift)))
    assert match.session.awaits_end
    assert "end your turn" in driver.widget("status").text
    driver.click("undo")
    driver.key("u")
    driver.settle()
    assert match.session.state == start
    driver.click("redo")
    driver.settle()
    assert match.session.place == 1
    driver.click("end_turn")
    driver.settle()
    assert match.actor == 1
    assert not driver.widget("undo").enabled


def test_a_hint_is_said_and_goes_with_the_next_move_or_when_closed(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    driver.click("hint")
    driver.settle()
    assert driver.widget("note").visible
    assert driver.top.view._hint == match.hint.moves
    driver.click("close_hint")
    driver.settle()
    assert not driver.top.view._hint
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    driver.key("escape")
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    match.play(match.hint.moves[0])
    driver.settle()
    assert driver.top.ui.find("note") is None


def test_the_lamp_shows_and_hides_with_the_coach(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    assert driver.widget("lamp").value == 0
    assert driver.widget("lamp").player == 0
    assert driver.widget("lamp").text == "Drawn with best play."
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.top.refresh()
    assert driver.top.ui.find("lamp") is None
    assert not driver.widget("hint").enabled


def test_the_log_speaks_of_every_move_and_forgets_what_was_taken_back(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.settle()
    lines = driver.widget("lines").lines
    assert [line.player for line in lines] == [0]
    assert lines[0].text.startswith("Anna lays the L on ")
    driver.key("u")
    driver.settle()
    assert driver.widget("lines").lines == ()
    driver.key("l")
    driver.settle()
    assert isinstance(driver.top, LogDialog)
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, BoardScene)


def test_a_click_lets_an_animation_arrive(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(match.session.state.legal_moves()[-1])
    driver.frame()
    assert driver.top.view.stage.moving
    driver.click((5, 5))
    assert not driver.top.view.stage.moving


def test_a_still_board_draws_nothing(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    driver.settle()
    before = driver.drawn
    driver.step(2)
    assert driver.drawn == before


# -- the clock


def test_the_clock_counts_down_stands_in_the_menu_and_ends_the_game(sit_down):  # noqa: F811
    driver = sit_at(sit_down, variant="blitz")
    match = match_of(driver)
    driver.step(2)
    left = match.clock_left
    assert 27 < left < 28.5
    driver.key("escape")
    driver.step(3)
    assert match.clock_left == pytest.approx(left, abs=0.1)
    driver.key("escape")
    driver.step(29)
    driver.settle()
    assert match.outcome is not None
    assert isinstance(driver.top, Result)


# -- overlays


def test_the_menu_opens_by_each_device_and_goes_on(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    opened = [
        (lambda: driver.click("menu"), lambda: driver.click("go_on")),
        (lambda: driver.finger("menu"), lambda: driver.finger("go_on")),
        (lambda: driver.key("escape"), lambda: driver.key("escape")),
        (lambda: driver.key("f10"), lambda: driver.key("f10")),
        (lambda: driver.pad("start"), lambda: driver.pad("a")),
        (lambda: driver.pad("b"), lambda: driver.pad("b")),
    ]
    for come, go in opened:
        come()
        driver.settle()
        assert isinstance(driver.top, PauseMenu)
        go()
        driver.settle()
        assert isinstance(driver.top, BoardScene)


def test_giving_up_asks_first(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    for answer, over in (("answer0", False), ("answer1", True)):
        driver.key("escape")
        driver.settle()
        driver.click("give_up")
        driver.settle()
        assert isinstance(driver.top, Question)
        driver.click(answer)
        driver.settle()
        assert match.is_over == over
    assert isinstance(driver.top, Result)


def test_starting_again_keeps_the_old_game_open(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.settle()
    driver.key("escape")
    driver.settle()
    driver.click("restart")
    driver.settle()
    driver.click("answer1")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert match_of(driver) is not match
    assert match_of(driver).session.place == 0
    assert [entry.id for entry in driver.app.store.unfinished()] == [match.game_id]


def test_after_the_end_rematch_review_and_replay(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    for _ in range(3):
        match.play(match.session.state.legal_moves()[-2])
    match.give_up(match.actor)
    driver.settle()
    driver.click("review")
    driver.settle()
    assert isinstance(driver.top, Review)
    driver.key("escape")
    driver.settle()
    driver.click("replay")
    driver.settle()
    assert type(driver.top).__name__ == "ReplayScene"
    driver.key("escape")
    driver.settle()
    driver.click("rematch")
    driver.settle()
    assert match_of(driver).seats == (BEN, ANNA)
    assert isinstance(driver.top, BoardScene)


def test_the_result_can_be_closed_and_called_back(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match_of(driver).give_up(0)
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    driver.click("menu")
    driver.settle()
    assert isinstance(driver.top, Result)


def test_the_result_counts_turns_time_and_the_score_of_the_two(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    for name in ("Anna", "Ben"):
        driver.app.store.add_profile(name)
    first = match_of(driver)
    first.play(first_move(first))
    first.play(first_move(first))
    driver.app.now.pass_by(61)
    first.end_turn()
    driver.app.now.pass_by(9)
    first.give_up(1)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn in 1 min 10 s"
    assert [place.note for place in driver.widget("ranking").places] == ["1 min 1 s", "9 s"]
    assert driver.widget("fact1").text == "Anna 1 – 0 Ben"
    driver.click("rematch")
    driver.settle()
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact1").text == "Anna 2 – 0 Ben", "whoever sits first now"


def test_a_game_that_was_resumed_does_not_pretend_to_know_the_time(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    game_id = match_of(driver).game_id
    match_of(driver).play(first_move(match_of(driver)))
    driver.app.stack.pop()
    driver.frame()
    driver.push(BoardScene(driver.app, Match.resume(driver.app, game_id)))
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn"
    assert [place.note for place in driver.widget("ranking").places] == ["", ""]


def test_a_board_that_was_opened_by_keys_shows_the_focus_at_once(sit_down):  # noqa: F811
    for way, shown in ((lambda driver: driver.key("up"), True), (lambda driver: driver.click((5, 5)), False)):
        driver = sit_down()
        driver.push(SetupScene(driver.app, "lgame"))
        way(driver)
        driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
        assert driver.top.ui.focus is driver.top.board
        assert driver.top.ui.show_focus == shown


def test_a_hint_is_read_before_the_lesson_goes_on(sit_down):  # noqa: F811
    driver = sit_down()
    driver.push(Scene(driver.app))
    match, guide = lessons.begin(driver.app, "lgame")
    driver.push(BoardScene(driver.app, match, guide))
    driver.key("h")
    driver.settle()
    assert driver.widget("close_hint").visible
    driver.click("close_hint")
    driver.settle()
    assert driver.top.ui.find("close_hint") is None
    assert driver.widget("skip").visible


def test_a_copy_is_saved_from_the_menu_and_the_message_names_it(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.key("escape")
    driver.settle()
    driver.click("save")
    driver.step(0.3)
    (file,) = exports_folder().glob("*.json")
    assert any(str(file) in text for text in driver.said())
    assert len(driver.app.store.import_file(file.read_bytes(), GAMES)) == 1


def test_a_game_that_is_not_kept_offers_no_copy(sit_down):  # noqa: F811
    driver = sit_down()
    driver.push(BoardScene(driver.app, Match.unkept(driver.app, setup_of(ANNA, BEN))))
    driver.key("escape")
    driver.settle()
    assert driver.top.ui.find("save") is None


@pytest.mark.parametrize("screen", ["board", "menu", "result"])
def test_the_key_for_help_opens_it_over_every_screen_of_a_game(sit_down, screen):  # noqa: F811
    driver = sit_at(sit_down)
    if screen == "menu":
        driver.key("escape")
    if screen == "result":
        match_of(driver).give_up(0)
    driver.settle()
    below = driver.top
    driver.key("f1")
    driver.settle()
    assert isinstance(driver.top, HelpScene)
    driver.key("f1")
    driver.settle()
    assert driver.top is below


# -- the window


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_nothing_overlaps_and_nothing_leaves_the_window(size, seats, scale):
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


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), (720, 1280)])
@pytest.mark.parametrize("language", ["en", "de", "hu", "pl"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_words_are_cut_off(sit_down, size, language, scale):  # noqa: F811
    long_name = Seat(name="Bartholomäus-Maximilian")
    driver = sit_at(sit_down, long_name, GENTLE, size=size, language=language, scale=scale)
    match = match_of(driver)

    def look() -> None:
        cut = [text for widget in driver.top.ui.walk() for text in getattr(widget, "clipped", tuple)()]
        assert cut == []

    look()
    driver.key("return")
    look()
    driver.key("escape", "h")
    driver.settle()
    look()
    match.play(match.hint.moves[0])
    driver.settle()
    look()


def test_another_size_in_the_middle_of_a_drag_ends_it_cleanly(sit_down):  # noqa: F811
    driver = sit_at(sit_down)
    hand = Mouse(driver)
    driver.press(hand.cell(hand.home.cells[0]))
    driver.move((300, 300))
    driver.resize((720, 1280))
    driver.release((100, 100))
    driver.settle()
    match = match_of(driver)
    assert match.session.place == 0
    hand.play(first_move(match))
    assert match.session.place == 1


def test_the_language_changes_while_playing(sit_down):  # noqa: F811
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
def card_table(sit_down, monkeypatch):  # noqa: F811
    monkeypatch.setitem(registry.GAMES, "tricks", cardgame)
    config = parse_game(cardgame.YAML, cardgame, "tricks")
    monkeypatch.setattr(match_module, "game_config", lambda name: config if name == "tricks" else game_config(name))
    monkeypatch.setattr("scenes.board.view_of", lambda name: CardView if name == "tricks" else picture.view_of(name))

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
    assert isinstance(driver.top, Curtain)
    assert board.view.viewer == 1
    assert cardgame.HIDDEN in board.view.state.hands[0]
    driver.key("escape")
    assert isinstance(driver.top, Curtain), "it does not open by the way"
    driver.key("return")
    driver.settle()
    assert driver.top is board


def test_the_curtain_opens_for_a_finger_that_stays(card_table):
    driver = card_table(ANNA, BEN)
    place = driver.place("look")
    width, height = driver.app.size
    where = {"x": place[0] / width, "y": place[1] / height, "finger_id": FINGER, "touch_id": 1}
    driver.frame(pygame.event.Event(pygame.FINGERDOWN, **where))
    driver.step(0.7)
    assert isinstance(driver.top, BoardScene)


def test_no_curtain_for_one_person_alone(card_table):
    driver = card_table(Seat(level="random"), ANNA)
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.viewer == 1
    assert cardgame.HIDDEN in driver.top.view.state.hands[0]


# -- the guided first game


def test_the_guide_follows_taps_and_moves(sit_down):  # noqa: F811
    done = []
    guide = Guide(game_config("lgame").lessons, lambda: done.append(True))
    driver = sit_at(sit_down, guide=guide)
    match, hand = match_of(driver), Mouse(driver)
    assert guide.waits_for_tap
    driver.click(hand.cell(Cell(1, 1)))
    assert guide.step.until == "lay"
    assert match.session.place == 0, "the tap that leads on does no more than that"
    hand.play(first_move(match))
    assert guide.step.until == "shift or stay"
    hand.play(next(move for move in match.session.state.legal_moves() if isinstance(move, Shift)))
    assert guide.step.until == "lay"
    driver.click("skip")
    driver.settle()
    assert done == [True]
    assert driver.top.ui.find("note") is None


def test_the_guided_game_is_for_those_who_have_never_played(sit_down):  # noqa: F811
    app = sit_down((800, 600)).app
    app.change(app.settings.with_(profile="Zoe"))
    app.store.add_profile("Zoe")
    assert is_due(app, "lgame")
    match, guide = begin(app, "lgame")
    assert match.seats == (Seat(name="Zoe"), Seat(level="gentle"))
    while guide.waits_for_tap:
        guide.tap()
    guide.skip()
    assert not is_due(app, "lgame")
    assert guided_game(app, "lgame") is None
    app.change(app.settings.with_(profile="Max"))
    assert is_due(app, "lgame")
    other, _ = begin(app, "lgame")
    other.play(first_move(other))
    assert not is_due(app, "lgame"), "an open game is a game that was played"


def test_the_guided_game_is_played_to_the_end_of_its_lesson(sit_down):  # noqa: F811
    driver = sit_down((1280, 720))
    driver.push(Scene(driver.app))
    driver.push(guided_game(driver.app, "lgame"))
    driver.settle()
    match, guide, hand = match_of(driver), driver.top.guide, Mouse(driver)
    for _ in range(20):
        if guide.step is None:
            break
        if guide.waits_for_tap:
            driver.click("go_on")
        elif match.session.awaits_end:
            hand.end()
        else:
            wanted = guide.step.until
            moves = match.session.state.legal_moves()
            hand.play(next((move for move in moves if str(move).startswith(tuple(wanted.split(" or ")))), moves[-1]))
        driver.settle()
    assert guide.step is None
    assert not is_due(driver.app, "lgame")
    assert driver.top.ui.find("note") is None


def test_who_skips_the_lesson_at_once_sets_up_a_game(sit_down):  # noqa: F811
    driver = sit_down((1280, 720))
    driver.push(Scene(driver.app))
    driver.push(guided_game(driver.app, "lgame"))
    driver.settle()
    driver.click("skip")
    driver.settle()
    assert type(driver.top).__name__ == "SetupScene"
    assert not is_due(driver.app, "lgame")


# -- the demonstration


def test_the_demonstration_plays_until_it_is_touched(sit_down):  # noqa: F811
    driver = sit_down((800, 600))
    driver.push(Scene(driver.app))
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(6)
    assert demo.match.session.place >= 4
    driver.key("return")
    driver.step(0.5)
    assert type(driver.top) is Scene
    assert driver.app.store.unfinished() == []


def test_the_demonstration_begins_anew_when_a_game_has_ended(sit_down):  # noqa: F811
    driver = sit_down((800, 600))
    driver.push(DemoScene(driver.app, "lgame"))
    demo = driver.top
    driver.step(1)
    first = demo.match
    first.session.end_early(0)
    driver.step(5)
    assert demo.match is not first


@pytest.mark.parametrize("move", ["shift n0 b1", "stay"])
def test_the_guide_goes_on_whether_a_pebble_moves_or_stays(move):
    done = []
    guide = Guide([Lesson("Lay.", "lay"), Lesson("Move or leave it.", "shift or stay")], lambda: done.append(True))
    guide.follow(["lay c1 c2 c3 d3"])
    assert guide.step.text == "Move or leave it."
    guide.follow(["lay c1 c2 c3 d3", move])
    assert guide.step is None
    assert done == [True]
