"""The program as a separate process in a real window, played by mouse and finger to the end."""

import time

import pytest

from logic.lgame import Params, new
from logic.lgame.engine.tablebase import tablebase
from scenes.app.window import Options
from scenes.board.result import Result
from tests.e2e.sitting import ALIKE, OTHER, SIZE, Sitting, difference, sitting
from tests.support.processes import wait_for
from tests.support.xwindow import Program, screen

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("window")]


IDLE_FRAME_RATE = 12
"""More pictures a second than the small animations that continue at rest need, which are six; where anything moves it
is sixty."""


class Table(Sitting):
    """A player of the L-Game."""

    def take_turn(self, moves):
        """Make the moves of one turn, and end it: with the mouse by dragging, with a finger by taps."""
        for move in moves:
            self.play("taps" if self.touch else "drags", move)
            self.settle()
        if self.match.session.awaits_end:
            self.tap("end_turn")


def turn(state, *, well):
    """Return a turn by the solved game: the best one, or the one that gives most away."""
    choose = max if well else min
    return choose(tablebase(True).judged(state), key=lambda judged: judged[0].rank)[1]


SET_UP = Options(game="lgame", variant="classic", seed=7, language="en")
ARGUMENTS = ("--game", "lgame", "--variant", "classic", "--seed", "7")


def seat_rival(here, steps):
    """Choose who sits at the second seat, by the arrows at both ends."""
    for _ in range(abs(steps)):
        here.step("seat-1", back=steps < 0)
    here.tap("start")


def test_two_people_play_a_whole_game_by_mouse(shown_on, tmp_path):
    with sitting(Table, shown_on, tmp_path, *ARGUMENTS, options=SET_UP) as here:
        seat_rival(here, -1)
        board = here.settle()
        state = new(Params(), None)
        while state.legal_moves():
            played = turn(state, well=state.player == 0)
            here.take_turn(played.moves)
            state = played.after

        assert isinstance(here.twin.top, Result)
        seen = here.settle()
        assert difference(seen, board) > OTHER
        assert here.ended()["winners"] == [0]
        assert here.program.end() == (0, "")


def test_a_whole_game_by_finger_against_the_computer(shown_on, tmp_path):
    with sitting(Table, shown_on, tmp_path, *ARGUMENTS, options=SET_UP, touch=True) as here:
        seat_rival(here, 2)
        match = here.twin.top.match
        assert match.seats[1].level == "perfect"
        while not match.is_over:
            here.take_turn(turn(match.session.state, well=False).moves)

        assert isinstance(here.twin.top, Result)
        here.settle()
        assert here.ended()["winners"] == [1]


def test_the_window_can_be_resized_and_responds_to_keys(shown_on, tmp_path):
    with sitting(Table, shown_on, tmp_path) as here:
        window = here.screen.window_under_pointer()
        for size in ((640, 560), SIZE):
            here.screen.do("windowsize", window, *size)
            here.twin.resize(size)
            here.twin.settle()
            wait_for(
                lambda size=size: difference(here.screen.rest()[: size[1], : size[0]], here.picture()) < ALIKE,
                f"the shelf at {size}",
            )
        here.screen.key("F1")
        here.twin.key("f1")
        here.settle()
        here.screen.key("Escape")
        here.twin.key("escape")
        here.settle()


def test_an_idle_window_draws_nothing(shown_on, tmp_path):
    with sitting(Table, shown_on, tmp_path) as here:
        here.screen.rest()
        program = here.program

        def rests():
            begun, written, used = time.monotonic(), program.writes(), program.processor_seconds()
            wait_for(lambda: time.monotonic() - begun > 2, "two seconds")
            passed = time.monotonic() - begun
            return (
                program.writes() - written < IDLE_FRAME_RATE * passed
                and program.processor_seconds() - used < passed / 2
            )

        # It still prerenders for a while; then it takes some hundredths of a core (``bench_start idle``), and half of
        # one on no machine unless it runs the loop without sleeping.
        wait_for(rests, "two seconds in which nothing is drawn")


def test_the_spectator_window_opens_and_closes_with_the_program(tmp_path):
    with screen(SIZE) as shown:
        program = Program(shown, "--windowed", "400x300", "--data-dir", tmp_path, "--game", "lgame", "--spectator")
        try:
            beside = (slice(50, 150), slice(50, 300))  # where the program's own small window does not reach
            wait_for(lambda: shown.is_lit() and shown.pixels()[beside].any(), "the window of the audience")
            assert program.end() == (0, "")
            wait_for(lambda: not program.process.helpers(), "the end of all processes")
        finally:
            program.kill()
