"""Cóatl in a real window: three players with tokens, by mouse; and a solo game, by finger."""

import pytest

from logic.coatl.moves import Attach, Choose, Commit, End, Fetch, Foresee, Pass, Prophesy, Start, Take
from scenes.app.app import LONGEST_STEP
from scenes.app.page import Question
from scenes.app.window import Options
from scenes.board.result import Result, StatisticsPage
from scenes.board.secrets import Curtain
from scenes.cabinet.shelf import ShelfScene
from tests.e2e.sitting import ALIKE, CORNER, OTHER, PuzzleSitting, difference, sitting
from tests.support.hands.coatl import pixel, steps_of
from tests.support.processes import PATIENCE, wait_for
from tests.support.seats.coatl import turn
from tests.support.xwindow import STEP

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("second window")]

SEED = 82
"""With this deal a player in a hurry finishes three cóatls soon."""
SET_UP = Options(game="coatl", variant="sacrifice", seed=SEED, language="en")
ARGUMENTS = ("--game", "coatl", "--variant", "sacrifice", "--seed", str(SEED))
ALONE = Options(game="coatl", variant="solo", seed=SEED, language="en")
CURTAINS_HELD = 3
"""So many curtains are lifted by holding the button, the others by its key."""
PIXEL_STEP = 8
"""Every so many pixels one is compared, across and down, while the player is in a hurry."""
LONGEST = 60
"""Turns after which a game of a player in a hurry must be over."""


class Temple(PuzzleSitting):
    """Players of Cóatl."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.hand = []

    def seat_three_people(self):
        """Choose three guests."""
        self.step("count")
        self.step("seat-1", back=True)
        self.step("seat-2", back=True)
        self.tap("start")

    # -- in a hurry

    def rush(self):
        """Let the twin come to rest in a few long frames."""
        while self.twin.frame(dt=LONGEST_STEP):
            pass

    def look(self):
        """Wait until the program shows what its twin does; they need not come to rest."""
        shown = self.picture()[::PIXEL_STEP, ::PIXEL_STEP]
        wait_for(
            lambda: difference(self.screen.pixels()[::PIXEL_STEP, ::PIXEL_STEP], shown) < ALIKE,
            "the same picture",
            PATIENCE,
        )

    def take_turn(self):
        """Make all moves of a turn at once, without waiting for animations."""
        for move in turn(self.state):
            self.make(move)
        self.click(CORNER)
        self.go_on()
        self.keep_up()
        if not self.match.is_over:
            self.look()

    def make(self, move):
        """Touch what makes a move; a question that is asked before it is awaited first, and then its end.

        Input in the same frame as its answer is not heard, and on a slow machine that is long.
        """
        place = self.match.session.ply
        for spot in steps_of(self.view, move):
            self.click(pixel(self.view, spot))
        if isinstance(move, End | Pass):
            self.click(self.twin.place("end_turn"))
        if isinstance(self.twin.top, Question):
            self.go_on()
            self.look()
            self.click(self.twin.place("answer1"))
            self.go_on()
            self.look()
        assert self.match.session.moves[place:] == (move,)

    def click(self, pos):
        """Click in the twin, and soon in the program, too: several clicks are sent as one movement."""
        self.press(pos)
        self.release(pos)
        self.hand += ["mousemove", *pos, "mousedown", 1, "sleep", STEP, "mouseup", 1, "sleep", STEP]

    def go_on(self):
        """Send the queued clicks, and let the twin come to rest."""
        words, self.hand = self.hand, []
        if words:
            self.screen.do(*words)
        self.rush()

    @property
    def state(self):
        return self.match.session.state

    # -- with care

    def take_over(self, number):
        """Lift the curtain as the next player: held by the mouse until all is shown, or by its key."""
        assert isinstance(self.twin.top, Curtain)
        if number < CURTAINS_HELD:
            self.hold("look")
        else:
            self.twin.key("return")
            self.screen.key("Return")
        self.rush()
        self.look()


def test_three_people_play_by_mouse_and_resume_after_a_kill_in_mid_build(shown_on, tmp_path):
    with sitting(Temple, shown_on, tmp_path, *ARGUMENTS, options=SET_UP) as here:
        here.seat_three_people()
        for number in range(LONGEST):
            here.take_over(number)
            moves = list(turn(here.state))
            if sum(isinstance(move, Attach) for move in moves) > 1:
                break
            here.take_turn()
        assert {type(move) for move in here.match.session.moves} >= {Fetch, Foresee, Commit}
        here.settle()
        for move in moves[:2]:
            here.play("drags", move)
            here.settle()
        before, journal, state = here.settle(), here.journal(), here.state
        here.program.kill()

    with sitting(Temple, shown_on, tmp_path) as here:
        assert isinstance(here.twin.top, ShelfScene)
        here.settle()
        here.tap("go-on")
        here.take_over(0)
        assert (here.journal(), here.state) == (journal, state)
        assert difference(here.settle(), before) < ALIKE
        for move in moves[2:]:
            here.make(move)
        here.go_on()
        here.settle()
        while not here.match.is_over:
            assert here.state.turn < LONGEST
            here.take_over(LONGEST)
            here.take_turn()
        result = here.settle()
        assert isinstance(here.twin.top, Result)
        assert here.ended()["winners"] == [*here.match.outcome.winners]
        here.tap("more")
        here.tap("statistics")
        assert isinstance(here.twin.top, StatisticsPage)
        assert difference(here.screen.rest(), result) > OTHER
        assert here.program.end() == (0, "")


def test_a_whole_solo_game_by_finger(shown_on, tmp_path):
    arguments = ("--game", "coatl", "--variant", "solo", "--seed", str(SEED))
    with sitting(Temple, shown_on, tmp_path, *arguments, options=ALONE, touch=True) as here:
        here.tap("start")
        while not here.match.is_over:
            assert here.state.turn <= here.state.params.turns
            here.take_turn()
        here.settle()
        assert isinstance(here.twin.top, Result)
        kinds = {type(move) for move in here.match.session.moves}
        assert kinds >= {Take, Choose, Fetch, Start, Attach, Prophesy}
