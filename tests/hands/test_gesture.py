"""The gesture machine and the cursor that games share: one hand at a time, taps and drags, the nearest that way."""

import pygame
import pytest

from logic.core import Cell
from scenes.view.gesture import SLOP, Gesture
from scenes.view.squares import ARROWS, Cursor, ahead
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer
from tests.gallery import make_kit
from tests.nullgame import State
from tests.nullview import CountersView

SIZE = (800, 200)
STILL = make_kit(SIZE, reduced_motion=True)
START = (120, 60)


class Recorder(Gesture):
    """Notes what it is told; each hand is on the first counter."""

    def __init__(self, board):
        super().__init__(board)
        self.told = []

    def press(self, hand):
        self.told.append("press")
        hand.piece = "c0"

    def take(self, hand):
        self.told.append("take")

    def carry(self, hand, pos):
        self.told.append("carry")
        self.hold(hand)

    def hold(self, hand):
        self.board.stage.hold(hand.piece, Pose(*hand.middle, z=1.0))

    def release(self, hand, event):
        self.told.append(f"{event.kind} {'drag' if hand.drags else 'tap' if hand.is_tap else 'neither'}")


@pytest.fixture
def gesture():
    view = CountersView(STILL, None, State(left=12, most=3))
    view.place(pygame.Rect((0, 0), SIZE))
    return Recorder(view)


def feed(gesture, kind, pos=START, finger=1):
    gesture.point(Pointer(kind, pos, finger))


def beside(far):
    return START[0] + far, START[1]


def test_a_press_that_hardly_strays_is_a_tap_and_what_strays_drags_from_where_it_was_touched(gesture):
    feed(gesture, "down")
    feed(gesture, "move", beside(STILL.px(SLOP)))
    feed(gesture, "up")
    assert gesture.told == ["press", "up tap"]
    assert gesture.hand is None
    gesture.told.clear()
    home, unit = gesture.board.stage.pose("c0"), gesture.board.cell
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    held = gesture.board.stage.pose("c0")
    assert (held.x, held.y) == pytest.approx((home.x + 60 / unit, home.y))
    feed(gesture, "up", beside(60))
    assert gesture.told == ["press", "take", "carry", "up drag"]
    # a piece that is gripped elsewhere comes there
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    gesture.hand.grip((0.0, 0.0))
    assert gesture.hand.middle == gesture.board.to_units(beside(60))


def test_who_asks_with_a_long_press_taps_no_more_and_who_drags_does_not_ask(gesture):
    assert gesture.may_ask()
    feed(gesture, "down")
    assert gesture.may_ask()
    feed(gesture, "up")
    assert gesture.told == ["press", "up neither"]
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    assert not gesture.may_ask()


def test_a_second_finger_disturbs_nothing_and_letting_go_sends_home_what_is_dragged(gesture):
    stage, home = gesture.board.stage, gesture.board.stage.pose("c0")
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    assert stage.pose("c0") != home
    gesture.let_go()
    stage.update(9.0)
    assert gesture.hand is None
    assert stage.pose("c0") == home
    feed(gesture, "up", beside(60))
    assert gesture.told == ["press", "take", "carry"]
    # a second finger disturbs nothing
    gesture.told.clear()
    feed(gesture, "down")
    for kind in ("down", "move", "up", "cancel"):
        feed(gesture, kind, beside(200), finger=2)
    assert gesture.told == ["press"]
    feed(gesture, "cancel")
    assert gesture.told == ["press", "cancel tap"]


# -- the cursor


def test_arrows_go_by_rows_first_from_where_the_cursor_is_or_is_said_to_start_and_stay_at_the_edge(gesture):
    middles = gesture.board.middles()
    for name, cell in (("up", Cell(0, 4)), ("down", Cell(1, 4)), ("left", Cell(0, 3)), ("right", Cell(0, 5))):
        here = Cell(1, 4) if name == "up" else Cell(0, 4)
        cursor = Cursor(here)
        assert cursor.step(middles, *ARROWS[name])
        assert cursor.at == cell
    cursor = Cursor(Cell(0, 0))
    assert not cursor.step(gesture.board.middles(), *ARROWS["up"])
    assert cursor.at == Cell(0, 0)
    # a cursor that is nowhere goes from where it is said to start
    cursor = Cursor()
    assert not cursor.step(gesture.board.middles(), *ARROWS["right"])
    assert not cursor.step(gesture.board.middles(), *ARROWS["up"], Cell(0, 0))
    assert cursor.at is None
    assert cursor.step(gesture.board.middles(), *ARROWS["right"], Cell(0, 0))
    assert cursor.at == Cell(0, 1)
    # what lies straight ahead is nearer than what lies aside
    places = {"ahead": (3.0, 0.0), "aside": (1.0, 1.5), "behind": (-1.0, 0.0)}
    assert ahead((0.0, 0.0), places, *ARROWS["right"]) == "ahead"
    assert ahead((0.0, 0.0), places, *ARROWS["left"]) == "behind"
    assert ahead((0.0, 0.0), places, *ARROWS["up"]) is None
