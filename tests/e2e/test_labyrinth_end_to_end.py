"""Labyrinth in a real window: four players, by mouse and finger, with secrets between them."""

import pytest

from logic import players
from logic.core import Dice, never
from logic.registry import GAMES
from scenes.app.window import Options
from scenes.board.result import Result
from scenes.board.secrets import Curtain
from scenes.cabinet.shelf import ShelfScene
from tests.e2e.sitting import ALIKE, OTHER, PuzzleSitting, difference, sitting

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("second window")]

SEED = 249
SET_UP = Options(game="labyrinth", variant="short", seed=SEED, language="en")
ARGUMENTS = ("--game", "labyrinth", "--variant", "short", "--seed", str(SEED))


class Maze(PuzzleSitting):
    """Four players at a maze."""

    # -- before the game

    def seat_four_people(self):
        """Choose four guests, and one card for each of them."""
        for _ in range(2):
            self.step("count")
        for seat in range(1, 4):
            self.step(f"seat-{seat}", back=True)
        self.tap("more")
        for _ in range(3):
            self.step("handicap", back=True)
        self.tap("back")
        self.tap("start")

    # -- secrets

    def take_over(self):
        """Lift the curtain as the next player; there is none once all cards are found, and nothing is hidden."""
        hides = any(self.match.session.state.decks)
        assert isinstance(self.twin.top, Curtain) == hides
        if hides:
            self.hold("look")
            self.settle()

    def look_at_card(self):
        """Hold the own card, and look at it; return what the program shows meanwhile."""
        shown = self.hold(f"card{self.match.actor}")
        self.settle()
        return shown

    # -- a turn

    @property
    def planned(self):
        """The planned move."""
        return players.choose(
            GAMES["labyrinth"], "walker", self.match.session.state, Dice(self.match.session.ply), never
        )

    def take_turn(self, way):
        """Push and walk as planned."""
        self.play(way, self.planned)
        self.settle()
        self.play(way, self.planned)
        self.settle()


def test_four_people_play_by_mouse_and_resume_after_a_kill(shown_on, tmp_path):
    with sitting(Maze, shown_on, tmp_path, *ARGUMENTS, options=SET_UP) as here:
        here.seat_four_people()
        assert here.match.session.setup.params["cards"] == [1]
        for number in range(3):
            curtain = here.settle()
            here.take_over()
            board = here.settle()
            assert difference(curtain, board) > OTHER
            assert difference(here.look_at_card(), board) > 0
            here.take_turn(("drags", "taps")[number % 2])
        here.take_over()
        here.play("drags", here.planned)
        before, journal = here.settle(), here.journal()
        here.program.kill()

    with sitting(Maze, shown_on, tmp_path) as here:
        assert isinstance(here.twin.top, ShelfScene)
        here.settle()
        here.tap("go-on")
        here.take_over()
        assert here.journal() == journal
        assert difference(here.settle(), before) < ALIKE
        here.play("taps", here.planned)
        here.settle()
        while not here.match.is_over:
            here.take_over()
            here.take_turn("taps")
        here.settle()
        assert isinstance(here.twin.top, Result)
        winner = here.match.outcome.winners
        assert here.ended()["winners"] == [*winner]
        assert here.program.end() == (0, "")


def test_two_turns_by_finger(shown_on, tmp_path):
    with sitting(Maze, shown_on, tmp_path, *ARGUMENTS, options=SET_UP, touch=True) as here:
        here.step("seat-1", back=True)
        here.tap("start")
        for way in ("drags", "taps"):
            here.take_over()
            here.look_at_card()
            here.take_turn(way)
        assert isinstance(here.twin.top, Curtain)
        assert [line.partition(" ")[0] for line in here.journal()] == ["play"] * 4
