"""The program as people have it: a process of its own in a real window, played by real mouse and finger to the end.

Nothing in the program helps these tests. A twin of it runs here, on a surface that nobody sees, and is given the same
gestures: it knows where things lie, and what the journal and the picture must be after each of them.
"""

import math
import sqlite3
from contextlib import contextmanager

import numpy as np
import pygame
import pytest

from logic.core import Cell
from logic.lgame import Params, new
from logic.lgame.rules import L_IDS, Lay, Shift
from logic.lgame.shape import PLACEMENTS, SQUARES, mirrored, turned
from logic.lgame.table import table
from logic.places import data_folder
from scenes.lgame_lift import middle, placement_pose
from scenes.result import Result
from scenes.shelf import ShelfScene
from scenes.window import Options, open_first_screens
from tests.sceneapp import make_driver
from tests.xwindow import Program, screen, wait_for

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("window")]

SIZE = (1280, 800)
ALIKE = 2.0
"""How far two pictures of one screen may differ on average, of 255: the pointer lies over one of them."""
OTHER = 4.0
"""How far two different screens differ at least."""
INSET = 20
CORNER = (SIZE[0] - 1, SIZE[1] - 1)
"""Where the pointer touches nothing."""
NO_OPTIONS = Options(language="en")


def difference(one, other):
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


class Table:
    """The program in its window and its twin, both doing what the same hand does."""

    def __init__(self, shown_on, folder, *arguments, options=NO_OPTIONS, touch=False):
        self.screen = shown_on
        self.folder = folder
        self.touch = touch
        shown_on.do("mousemove", *CORNER)
        env = {"SDL_MOUSE_TOUCH_EVENTS": "1"} if touch else {}
        size = f"{SIZE[0]}x{SIZE[1]}"
        self.program = Program(
            shown_on, "--windowed", size, "--lang", "en", "--data-dir", folder, *arguments, env=env
        )  # fmt: skip
        self.twin = make_driver(SIZE, "en")
        open_first_screens(self.twin.app, options, ())
        self.twin.settle()
        self.program.wait_until_shown()

    def close(self):
        self.twin.app.close()
        self.program.kill()

    # -- what there is to see

    def journal(self, folder=None):
        """Read the lines that the program has written, as anybody could."""
        file = (folder or self.folder) / "quincunx.sqlite"
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return [line for (line,) in database.execute("SELECT line FROM journal ORDER BY game_id, n")]
        finally:
            database.close()

    def result(self):
        database = sqlite3.connect(f"file:{self.folder / 'quincunx.sqlite'}?mode=ro", uri=True)
        try:
            return database.execute("SELECT ended IS NOT NULL, outcome FROM games").fetchall()
        finally:
            database.close()

    def picture(self):
        """Give what the twin shows."""
        self.twin.app.stack.touch()
        self.twin.frame(dt=0.0)
        return pygame.surfarray.array3d(self.twin.surface).swapaxes(0, 1)

    def settle(self):
        """Let both come to rest; both journals must then say the same."""
        self.twin.settle()
        expected = self.journal(data_folder())
        wait_for(lambda: len(self.journal()) >= len(expected), f"{expected[-1:]} in the journal")
        assert self.journal() == expected
        return self.screen.rest()

    def both_show_the_same(self):
        seen = self.settle()
        assert difference(seen, self.picture()) < ALIKE
        return seen

    # -- hands

    @property
    def view(self):
        return self.twin.top.view

    def pixel(self, point):
        return tuple(round(part) for part in self.view.to_pixels(*point))

    def tap(self, where):
        """Tap or click on a widget or a place, here and there."""
        pos = self.twin.place(where)
        if self.touch:
            self.twin.finger(pos)
        else:
            self.twin.move(pos)
            self.twin.click(pos)
        self.screen.click(pos)
        self.settle()

    def drag(self, start, end, between=lambda: None):
        """Press, do something meanwhile, draw to another place, and let go."""
        start, end = self.pixel(start), self.pixel(end)
        self.screen.press(start)
        if self.touch:
            self.twin.finger(start, end)
        else:
            self.twin.move(start)
            self.twin.press(start)
            between()
            self.twin.move(end)
            self.twin.release(end)
        self.screen.glide(start, end)
        self.screen.release()
        self.settle()

    def play(self, moves):
        """Play the moves of one turn, and end it."""
        for move in moves:
            if isinstance(move, Lay):
                self.lay_by_finger(move) if self.touch else self.lay_by_mouse(move)
            elif isinstance(move, Shift):
                start = self.view.state.neutrals[("n0", "n1").index(move.neutral)]
                self.shift(start, move.target)
        self.tap("end_turn")

    def lay_by_mouse(self, move):
        """Lift the L by a press, flip it by the right button and turn it by the wheel while it is held, and drag it."""
        state = self.view.state
        home = state.ls[state.player]
        held = centre(sorted(SQUARES[home])[0])
        offset = difference_of(middle(home), held)
        orientation = home.orientation
        flips = move.placement.is_mirrored != home.is_mirrored
        if flips:
            orientation, offset = mirrored(orientation), (-offset[0], offset[1])
        quarters = (move.orientation - orientation) % 4
        assert turned(orientation, quarters) == move.orientation
        for _ in range(quarters):
            offset = (-offset[1], offset[0])
        pos = self.pixel(held)

        def shape():
            if flips:
                self.twin.click(pos, pygame.BUTTON_RIGHT)
                self.screen.click(pos, 3)
            for _ in range(quarters):
                self.twin.wheel(pos, 1)
            self.screen.turn_wheel(quarters)

        self.drag(held, difference_of(middle(move.placement), offset), shape)

    def lay_by_finger(self, move):
        """Lift the L by a tap, flip and turn it by the buttons, and draw it to its place."""
        state = self.view.state
        home = state.ls[state.player]
        self.tap(self.pixel(centre(sorted(SQUARES[home])[0])))
        if move.placement.is_mirrored != home.is_mirrored:
            self.tap("do_mirror")
        while self.lifted().orientation != move.orientation:
            self.tap("do_rotate")
        ghost = self.lifted()
        if ghost == move.placement:
            self.tap("do_lay")
            return
        held = centre(sorted(SQUARES[ghost])[0])
        offset = difference_of(middle(ghost), held)
        self.drag(held, difference_of(middle(move.placement), offset))

    def lifted(self):
        """Tell where the lifted L hovers."""
        pose = self.view.stage.pose(L_IDS[self.view.state.player])

        def away(placement):
            there = placement_pose(placement)
            turn = abs(math.remainder(there.angle - pose.angle, math.tau))
            return math.dist((there.x, there.y), (pose.x, pose.y)) + turn + abs(there.flip - pose.flip)

        return min(PLACEMENTS, key=away)

    def shift(self, start, target):
        """Draw a pebble to its square by mouse; choose it and its square by finger."""
        if self.touch:
            self.tap(self.pixel(centre(start)))
            self.tap(self.pixel(centre(target)))
        else:
            self.drag(centre(start), centre(target))


def centre(cell):
    return (cell.col + 0.5, cell.row + 0.5)


def difference_of(one, other):
    return (one[0] - other[0], one[1] - other[1])


@contextmanager
def sitting(shown_on, folder, *arguments, **options):
    made = Table(shown_on, folder, *arguments, **options)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def shown_on():
    with screen(SIZE) as made:
        yield made


def turn(state, *, well):
    """Give a turn by the solved game: the best one, or the one that gives most away."""
    choose = max if well else min
    return choose(table(True).judged(state), key=lambda judged: judged[0].rank)[1]


SET_UP = Options(game="lgame", variant="classic", seed=7, language="en")
ARGUMENTS = ("--game", "lgame", "--variant", "classic", "--seed", "7")


def seat_rival(sitting_here, steps):
    """Choose who sits at the second seat, by the arrows at both ends."""
    for _ in range(abs(steps)):
        ends = sitting_here.twin.widget("seat-1").parts()[1]
        sitting_here.tap(((ends.right if steps > 0 else ends.left) - INSET * (1 if steps > 0 else -1), ends.centery))
    sitting_here.tap("start")


def test_two_people_play_a_whole_game_by_mouse(shown_on, tmp_path):
    with sitting(shown_on, tmp_path, *ARGUMENTS, options=SET_UP) as here:
        seat_rival(here, -1)
        board = here.both_show_the_same()
        state = new(Params(), None)
        while state.legal_moves():
            played = turn(state, well=state.player == 0)
            here.play(played.moves)
            state = played.after

        assert isinstance(here.twin.top, Result)
        seen = here.both_show_the_same()
        assert difference(seen, board) > OTHER
        ((ended, outcome),) = here.result()
        assert ended
        assert '"winners":[0]' in outcome
        code, said = here.program.end()
        assert (code, said) == (0, "")


def test_a_whole_game_by_finger_against_the_computer(shown_on, tmp_path):
    with sitting(shown_on, tmp_path, *ARGUMENTS, options=SET_UP, touch=True) as here:
        seat_rival(here, 2)
        match = here.twin.top.match
        assert match.seats[1].level == "perfect"
        while not match.is_over:
            here.play(turn(match.session.state, well=False).moves)

        assert isinstance(here.twin.top, Result)
        here.both_show_the_same()
        ((ended, outcome),) = here.result()
        assert ended
        assert '"winners":[1]' in outcome


def test_after_a_kill_in_the_middle_of_a_turn_the_game_goes_on_exactly_there(shown_on, tmp_path):
    state = new(Params(), None)
    lay = turn(state, well=True).moves[0]
    with sitting(shown_on, tmp_path, *ARGUMENTS, options=SET_UP) as here:
        seat_rival(here, -1)
        here.lay_by_mouse(lay)
        before = here.both_show_the_same()
        here.program.kill()
    assert here.journal() == [f"play {lay}"]

    with sitting(shown_on, tmp_path) as here:
        assert isinstance(here.twin.top, ShelfScene)
        here.both_show_the_same()
        here.tap("go-on")
        assert difference(here.both_show_the_same(), before) < ALIKE
        here.shift(Cell(0, 0), here.view.state.free_cells()[-1])
        here.tap("end_turn")

        assert here.journal()[0] == f"play {lay}"
        assert [line.partition(" ")[0] for line in here.journal()] == ["play", "play", "end"]


def test_the_window_follows_its_size_and_its_keys(shown_on, tmp_path):
    with sitting(shown_on, tmp_path) as here:
        window = here.screen.window_under_pointer()
        for size in ((800, 700), (1280, 800)):
            here.screen.do("windowsize", window, *size)
            here.twin.resize(size)
            here.twin.settle()
            wait_for(
                lambda size=size: difference(here.screen.rest()[: size[1], : size[0]], here.picture()) < ALIKE,
                f"the shelf at {size}",
            )
        here.screen.key("F1")
        here.twin.key("f1")
        here.both_show_the_same()
        here.screen.key("Escape")
        here.twin.key("escape")
        here.both_show_the_same()


def test_an_idle_window_draws_nothing(shown_on, tmp_path):
    with sitting(shown_on, tmp_path) as here:
        before = here.program.processor_seconds()
        begin = pygame.time.get_ticks()
        here.screen.rest()
        wait_for(lambda: pygame.time.get_ticks() - begin > 2000, "two seconds")

        share = (here.program.processor_seconds() - before) / ((pygame.time.get_ticks() - begin) / 1000)
        assert share < 0.25  # a goal of 5 % on a quiet machine; drawing at 60 frames a second takes far more than this
