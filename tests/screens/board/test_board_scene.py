"""A whole game at the board’s screen by every hand, against people and the computer: turns, hints and the clock."""

from __future__ import annotations

import pytest

from logic.core import Cell, Dice, never
from logic.game import analysis_of
from logic.lgame.rules import Shift
from logic.registry import GAMES
from scenes.app.app import Scene
from scenes.board.log import LogDialog
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from tests.boardhands import Hand, Mouse, match_of, sit_at
from tests.matchhands import ANNA, GENTLE, first_move

# -- hands that lay an L


class Finger(Hand):
    """Taps: the L, the buttons that turn it, the square; then the button that lays."""

    def lay(self, move) -> None:
        driver = self.driver
        driver.finger(self.cell(self.home.cells[0]))
        if move.placement.is_mirrored != self.home.is_mirrored:
            driver.finger("do_mirror")
        for _ in range(4):
            if self.view.hands.lift.orientation != move.orientation:
                driver.finger("do_rotate")
        for _ in range(8):
            if self.view.hands.lift.ghost != move.placement:
                driver.settle()
                driver.finger(self.cell(self._own_cell(move)))
        driver.settle()
        driver.finger("do_lay")

    def _own_cell(self, move) -> Cell:
        """Give a square of the placement that is not under the ghost of another one."""
        covered = self.view.hands.lift.ghost.cells if self.view.hands.lift.ghost else self.home.cells
        pinned = self.view.hands.lift.pinned
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
            if self.view.hands.lift.orientation != move.orientation:
                self.press("rotate")
        here = (self.view.hands.lift.ghost or self.home).anchor
        self.walk(move.anchor.row - here.row, move.anchor.col - here.col)
        self.press("accept")

    def walk(self, down: int, right: int) -> None:
        for count, plus, minus in ((down, "down", "up"), (right, "right", "left")):
            for _ in range(abs(count)):
                self.press(plus if count > 0 else minus)

    def shift(self, move) -> None:
        for target in (self.view.state.neutrals[int(move.neutral[1])], move.target):
            cursor = self.view.hands.cursor.at
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
        before = match.session.ply
        hand.play(move)
        assert match.session.ply == before + 1
        assert match.session.moves[-1] == move
    return match


@pytest.mark.parametrize("kind", [Mouse, Finger, Keys, Pad])
def test_a_game_is_played_by_each_kind_of_hand(sit_down, kind):
    driver = sit_at(sit_down)
    match = play_to_the_end(driver, kind(driver))
    assert match.session.ply == 12
    kept = driver.app.store.resume(match.game_id, GAMES).session
    assert kept.moves == match.session.moves


def test_a_game_is_won_on_the_board_and_the_result_says_why(sit_down):
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
            moves = analysis_of(table).hint(match.session.state, dice, lambda: False).moves
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
    evaluation = analysis_of(table).evaluation(after, never)
    return evaluation.value * (1 if after.player != state.player else -1), -(evaluation.turns or 0)


# -- a computer at the table


def test_hands_on_the_board_do_nothing_while_the_computer_thinks(sit_down):
    driver = sit_at(sit_down, ANNA, GENTLE)
    match = match_of(driver)
    driver.thinks = False
    match.play(first_move(match))
    driver.settle()
    driver.click("end_turn")
    driver.step(2)
    place, hand = match.session.ply, Hand(driver)
    assert match.is_thinking
    assert driver.widget("thinking").visible
    for cell in (Cell(row, col) for row in range(4) for col in range(4)):
        driver.click(hand.cell(cell))
    driver.key("return", "r", "f", "u", "e", "h", "up", "return")
    driver.drag(hand.cell(Cell(1, 1)), hand.cell(Cell(2, 3)))
    assert match.session.ply == place
    driver.thinks = True
    driver.settle()
    assert match.awaits_human
    assert match.session.ply == place + 2


def test_leaving_while_the_computer_thinks_keeps_the_game(sit_down):
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


def test_a_turn_is_taken_back_piece_by_piece_until_it_is_ended(sit_down):
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
    assert match.session.ply == 1
    driver.click("end_turn")
    driver.settle()
    assert match.actor == 1
    assert not driver.widget("undo").enabled


def test_a_hint_is_said_and_goes_with_the_next_move_or_when_closed(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    driver.click("hint")
    driver.settle()
    assert driver.widget("note").visible
    assert driver.top.view.hands.hint == match.coach.hint.moves
    driver.click("close_hint")
    driver.settle()
    assert not driver.top.view.hands.hint
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    driver.key("escape")
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    match.play(match.coach.hint.moves[0])
    driver.settle()
    assert driver.top.ui.find("note") is None


def test_the_lamp_shows_and_hides_with_the_coach(sit_down):
    driver = sit_at(sit_down)
    assert driver.widget("lamp").value == 0
    assert driver.widget("lamp").player == 0
    assert driver.widget("lamp").text == "Drawn with best play."
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.top.refresh()
    assert driver.top.ui.find("lamp") is None
    assert not driver.widget("hint").enabled
    # a click lets an animation arrive
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(match.session.state.legal_moves()[-1])
    driver.frame()
    assert driver.top.view.stage.moving
    driver.click((5, 5))
    assert not driver.top.view.stage.moving


def test_the_log_speaks_of_every_move_and_strikes_through_what_was_taken_back(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.settle()
    lines = driver.widget("lines").lines
    assert [line.player for line in lines] == [0]
    assert lines[0].text.startswith("Anna lays the L on ")
    driver.key("u")
    driver.settle()
    assert [(line.text, line.struck) for line in driver.widget("lines").lines] == [(lines[0].text, True)]
    driver.key("l")
    driver.settle()
    assert isinstance(driver.top, LogDialog)
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, BoardScene)


@pytest.mark.seen
def test_a_still_board_draws_nothing(sit_down):
    driver = sit_at(sit_down)
    driver.settle()
    before = driver.drawn
    driver.step(2)
    assert driver.drawn == before


# -- the clock


def test_the_clock_counts_down_stands_in_the_menu_and_ends_the_game(sit_down):
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
    board = next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))
    assert [card.face.clock for card in board.panel.players.cards] == [(0.0, "0"), (1.0, "30")]
    # where nothing is taken back and no hint given there are no buttons for it
    driver = sit_at(sit_down, variant="blitz")
    assert [driver.top.ui.find(key) for key in ("undo", "redo", "hint")] == [None] * 3
    assert driver.widget("end_turn").style == "primary"
    assert driver.widget("menu").enabled
