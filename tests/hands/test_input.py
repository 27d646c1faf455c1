"""The meaning of the window's events, and the gesture machine that games share."""

import math

import pygame
import pytest

from logic.core import Cell
from scenes.view.squares import ARROWS, Cursor, ahead
from scenes.view.view import SLOP, Gesture
from sprites.stage.stage import Pose
from sprites.widgets.input import (
    BUTTONS,
    MOST_NOTCHES,
    MOUSE,
    NOWHERE,
    Action,
    Pointer,
    Reader,
    Released,
    Typed,
    button_name,
    wait_for_events,
)
from tests.games.nullgame import State
from tests.games.nullview import CountersView
from tests.support.gallery import make_kit

SIZE = (800, 600)
KEYS = {"return": "accept", "shift+tab": "previous", "ctrl+z": "undo", "m": "mute", "alt+return": "fullscreen"}
PAD = {"a": "accept", "dpup": "up", "lefttrigger": "rotate_back"}


@pytest.fixture
def reader():
    return Reader(lambda key: KEYS.get(key, ""), lambda button: PAD.get(button, ""))


def read(reader, *events):
    return reader.read(events, SIZE)


def finger(kind, x, y, finger_id=1):
    types = {"down": pygame.FINGERDOWN, "move": pygame.FINGERMOTION, "up": pygame.FINGERUP}
    return pygame.event.Event(types[kind], x=x, y=y, finger_id=finger_id, touch_id=1)


def mouse(kind, pos, button=1, touch=False):
    if kind == "move":
        return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(button, 0, 0), touch=touch)
    types = {"down": pygame.MOUSEBUTTONDOWN, "up": pygame.MOUSEBUTTONUP}
    return pygame.event.Event(types[kind], pos=pos, button=button, touch=touch)


def key(code, mod=0, text=""):
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text, scancode=0)


def axis(number, value, pad=0):
    return pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=number, value=value, instance_id=pad)


def test_a_dropped_file_with_a_non_utf8_name_is_read_and_no_event_is_lost(monkeypatch):
    poll, told = pygame.event.poll, iter([b"caf\xe9"])

    def as_pygame_does():
        name = next(told, None)
        try:
            return poll() if name is None else pygame.event.Event(pygame.DROPFILE, file=name.decode())
        except UnicodeDecodeError as error:
            raise SystemError("returned a result with an exception set") from error

    monkeypatch.setattr(pygame.event, "poll", as_pygame_does)
    pygame.event.clear()
    pygame.event.post(key(pygame.K_m))
    dropped, pressed = wait_for_events()
    assert (dropped.file, pressed.key) == ("caf\udce9", pygame.K_m)


def test_mouse_events_become_pointer_events(reader):
    assert read(reader, mouse("move", (5, 6), 0)) == [Pointer("hover", (5, 6))]
    assert read(reader, mouse("down", (5, 6)), mouse("move", (9, 9)), mouse("up", (9, 9))) == [
        Pointer("down", (5, 6)), Pointer("move", (9, 9)), Pointer("up", (9, 9)),
    ]  # fmt: skip
    # right click asks and other buttons are silent
    assert read(reader, mouse("down", (5, 6), 3), mouse("up", (5, 6), 3)) == [Pointer("context", (5, 6))]
    assert read(reader, mouse("down", (5, 6), 2), mouse("down", (5, 6), 4)) == []
    # a release without a press is not heard
    assert read(reader, mouse("up", (5, 6))) == []
    assert len(read(reader, mouse("down", (5, 6)), mouse("down", (5, 6)))) == 1
    # the wheel turns where the mouse was last
    read(reader, mouse("up", (5, 6)))
    read(reader, mouse("move", (70, 80), 0))
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.5)
    assert read(reader, wheel) == [Pointer("wheel", (70, 80), amount=1.5)]
    assert read(reader, pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))[0].amount == -2


def test_the_wheel_amount_is_limited(reader):
    (turned,) = read(reader, pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=0, precise_x=0.0, precise_y=-1e9))
    assert turned.amount == -MOST_NOTCHES


def test_non_finite_touch_positions_drop_the_press_but_not_moves_or_release(reader):
    lost = [finger("move", nowhere, -nowhere) for nowhere in (math.nan, math.inf, 1e300)]
    heard = read(reader, finger("down", math.nan, 0.5), finger("down", 0.5, 0.5), *lost, finger("up", 0.5, math.nan))
    assert [event.kind for event in heard] == ["down", *["move"] * len(lost), "up"]


def test_mouse_events_synthesised_from_touch_are_ignored(reader):
    made = [mouse("down", (400, 300), touch=True), mouse("move", (1, 1), touch=True), mouse("up", (1, 1), touch=True)]
    assert read(reader, finger("down", 0.5, 0.5), *made) == [Pointer("down", (400, 300), 1, touch=True)]


def test_with_mouse_touch_events_a_mouse_press_is_read_as_touch_only(monkeypatch):
    monkeypatch.setenv("SDL_MOUSE_TOUCH_EVENTS", "1")
    reader = Reader(lambda _key: "", lambda _button: "")
    heard = read(
        reader, mouse("move", (400, 300), 0), mouse("down", (400, 300)), finger("down", 0.5, 0.5),
        mouse("move", (401, 300)), mouse("up", (400, 300)), finger("up", 0.5, 0.5),
    )  # fmt: skip
    assert [(p.kind, p.touch) for p in heard] == [("hover", False), ("down", True), ("up", True)]


def test_touch_presses_are_clamped_and_may_end_outside_the_window(reader):
    assert read(reader, finger("down", 1.0, 1.0))[0].pos == (799, 599)
    assert read(reader, finger("down", 0.0, 0.0, 2))[0].pos == (0, 0)
    # fingers that never came down are not heard
    read(reader, finger("up", 1.0, 1.0), finger("up", 0.0, 0.0, 2))
    assert read(reader, finger("move", 0.5, 0.5), finger("up", 0.5, 0.5)) == []
    # a drag may leave the window and end outside
    read(reader, finger("down", 0.5, 0.5))
    assert read(reader, finger("move", -0.1, 0.5), finger("up", -0.1, 0.5)) == [
        Pointer("move", (-80, 300), 1, touch=True), Pointer("up", (-80, 300), 1, touch=True),
    ]  # fmt: skip
    assert reader.fingers == {}
    # a finger whose end was lost is ended before it begins again
    read(reader, finger("down", 0.1, 0.1))
    assert [p.kind for p in read(reader, finger("down", 0.2, 0.2))] == ["cancel", "down"]


@pytest.mark.parametrize("place", [(-0.01, 0.5), (1.01, 0.5), (0.5, -0.2), (0.5, 1.2)])
def test_touches_that_begin_outside_the_window_are_ignored(reader, place):
    assert read(reader, finger("down", *place), finger("move", 0.5, 0.5), finger("up", 0.5, 0.5)) == []


@pytest.mark.parametrize("turn", [0.3, -0.7, 3.0])
def test_two_fingers_twist_by_their_angle_and_pinch_by_their_distance(reader, turn):
    reader.read([finger("down", 0.5, 0.5, 1), finger("down", 0.7, 0.5, 2)], (1000, 1000))
    there = (0.5 + 0.4 * math.cos(turn), 0.5 + 0.4 * math.sin(turn))
    move, twist, pinch = reader.read([finger("move", *there, 2)], (1000, 1000))
    assert move == Pointer("move", (math.floor(there[0] * 1000), math.floor(there[1] * 1000)), 2, touch=True)
    assert (twist.kind, twist.id, twist.amount) == ("twist", 1, pytest.approx(turn))
    assert (pinch.kind, pinch.amount) == ("pinch", pytest.approx(2.0))


def test_a_twist_across_plus_minus_pi_is_small(reader):
    angles = (math.pi - 0.05, -math.pi + 0.05)
    places = [(0.5 + 0.2 * math.cos(a), 0.5 + 0.2 * math.sin(a)) for a in angles]
    reader.read([finger("down", 0.5, 0.5, 1), finger("down", *places[0], 2)], (1000, 1000))
    twist = reader.read([finger("move", *places[1], 2)], (1000, 1000))[1]
    assert twist.amount == pytest.approx(0.1)


def test_one_finger_and_three_fingers_do_not_twist(reader):
    read(reader, finger("down", 0.5, 0.5, 1))
    assert len(read(reader, finger("move", 0.6, 0.5, 1))) == 1
    read(reader, finger("down", 0.1, 0.1, 2), finger("down", 0.2, 0.2, 3))
    assert len(read(reader, finger("move", 0.7, 0.5, 1))) == 1


def test_losing_window_focus_cancels_all_presses(reader):
    read(reader, finger("down", 0.5, 0.5, 4), mouse("down", (5, 5)))
    lost = read(reader, pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert lost == [Pointer("cancel", NOWHERE, 4, touch=True), Pointer("cancel", NOWHERE, MOUSE)]
    assert read(reader, finger("up", 0.5, 0.5, 4), mouse("up", (5, 5))) == []
    assert reader.cancel_gesture() == []
    # the mouse that leaves hovers over nothing unless it drags
    assert read(reader, pygame.event.Event(pygame.WINDOWLEAVE)) == [Pointer("hover", NOWHERE)]
    read(reader, mouse("down", (5, 5)))
    assert read(reader, pygame.event.Event(pygame.WINDOWLEAVE)) == []


@pytest.mark.parametrize(
    ("code", "mod", "wanted"),
    [
        (pygame.K_PLUS, pygame.KMOD_LCTRL, "ctrl++"),
        (pygame.K_EQUALS, pygame.KMOD_LCTRL, "ctrl+="),
        (pygame.K_EQUALS, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, "ctrl++"),
        (pygame.K_EQUALS, pygame.KMOD_RSHIFT, "+"),
        (pygame.K_KP_PLUS, pygame.KMOD_LCTRL, "ctrl++"),
        (pygame.K_KP_MINUS, 0, "-"),
    ],
)
def test_plus_and_minus_read_the_same_on_main_keyboard_and_keypad(reader, code, mod, wanted):
    (action,) = read(reader, key(code, mod))
    assert action.key == wanted


def test_keys_text_and_pad_buttons_become_actions(reader):
    assert read(reader, key(pygame.K_RETURN)) == [Action("accept", "return")]
    assert read(reader, key(pygame.K_RETURN, pygame.KMOD_LALT)) == [Action("fullscreen", "alt+return")]
    assert read(reader, key(pygame.K_TAB, pygame.KMOD_RSHIFT)) == [Action("previous", "shift+tab")]
    assert read(reader, key(pygame.K_q, text="q")) == [Action("", "q", printable=True)]
    assert read(reader, key(pygame.K_z, pygame.KMOD_LCTRL, "\x1a")) == [Action("undo", "ctrl+z")]
    # letters are typed and control characters are not
    assert read(reader, key(pygame.K_m, text="m"))[0].printable
    assert read(reader, key(pygame.K_m, pygame.KMOD_LSHIFT, "M"))[0].printable
    assert not read(reader, key(pygame.K_BACKSPACE, text="\b"))[0].printable
    assert read(reader, pygame.event.Event(pygame.TEXTINPUT, text="ő")) == [Typed("ő")]
    press = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=0, instance_id=0)
    assert read(reader, press) == [Action("accept", pad=True)]
    assert button_name(11) == "dpup"
    assert button_name(99) == button_name(-1) == ""


@pytest.mark.parametrize("full", [32767, 1.0])
def test_a_stick_acts_once_until_released(reader, full):
    kind = type(full)
    moves = [0.5, 0.7, 0.5, 0.7, 0.3, 0.7, -0.7]
    heard = [read(reader, axis(0, kind(value * full))) for value in moves]
    right, left = [Action("right", pad=True)], [Action("left", pad=True)]
    assert heard == [[], right, [], [], [], right, left]


def test_a_trigger_acts_as_a_button_and_stick_jitter_is_ignored(reader):
    pulled = [read(reader, axis(4, value)) for value in (30000, 32767, 0, 30000)]
    assert pulled == [[Action("rotate_back", pad=True)], [], [], [Action("rotate_back", pad=True)]]
    assert read(reader, axis(2, 32767)) == []
    # a stick that jitters at rest is not pushed
    assert [read(reader, axis(1, value)) for value in (1, -1, 200, 0)] == [[], [], [], []]


# -- holding a key


def key_up(code):
    return pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0)


def button(kind, name, pad=0):
    types = {"down": pygame.CONTROLLERBUTTONDOWN, "up": pygame.CONTROLLERBUTTONUP}
    return pygame.event.Event(types[kind], button=BUTTONS.index(name), instance_id=pad)


def unplugged(pad):
    return pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=pad)


HELD = [
    (key(pygame.K_DOWN), key_up(pygame.K_DOWN), Action("down", "down")),
    (button("down", "dpup"), button("up", "dpup"), Action("up", pad=True)),
    (axis(0, 30000), axis(0, 0), Action("right", pad=True)),
    (key(pygame.K_BACKSPACE), key_up(pygame.K_BACKSPACE), Action("", "backspace")),
]


@pytest.fixture
def held():
    keys = {**KEYS, "down": "down"}
    return Reader(lambda key: keys.get(key, ""), lambda button: PAD.get(button, ""), repeat=(0.5, 0.125))


def ticks(reader, seconds, dt=0.0625):
    return [action for _ in range(round(seconds / dt)) for action in reader.tick(dt)]


@pytest.mark.parametrize(("press", "release", "action"), HELD)
def test_a_held_key_or_button_repeats_after_a_delay_until_released(held, press, release, action):
    assert read(held, press) == [action]
    assert held.is_held
    assert ticks(held, 0.4375) == []
    assert ticks(held, 0.5625) == [action] * 5
    assert read(held, release) == []
    assert not held.is_held
    assert ticks(held, 1) == []


def test_a_jittering_second_pad_releases_nothing_the_first_holds(held):
    right = Action("right", pad=True)
    assert read(held, axis(0, 30000), axis(0, 300, pad=1), axis(0, 31000), axis(0, -300, pad=1)) == [right]
    assert ticks(held, 0.5) == [right]


def test_a_stick_flung_past_its_middle_repeats_no_more(held):
    assert read(held, axis(0, 30000), axis(0, -16000)) == [Action("right", pad=True)]
    assert ticks(held, 1) == []
    # one that reaches the other side goes on there
    assert read(held, axis(0, 30000), axis(0, -30000))[1:] == [Action("left", pad=True)]
    assert ticks(held, 0.5) == [Action("left", pad=True)]


def test_other_keys_do_not_repeat_and_a_new_press_replaces_the_repeating_key(held):
    for event in (key(pygame.K_RETURN), key(pygame.K_m, text="m"), button("down", "a"), axis(4, 30000)):
        assert len(read(held, event)) == 1
        assert ticks(held, 1) == []
    # another key replaces the one that is held, and a long frame repeats nothing to catch up
    read(held, key(pygame.K_DOWN), key(pygame.K_RETURN))
    assert ticks(held, 1) == []
    read(held, key(pygame.K_RETURN), key(pygame.K_DOWN), key_up(pygame.K_RETURN))
    assert ticks(held, 0.5) == [Action("down", "down")]
    read(held, button("down", "dpup"))
    assert held.tick(10.0) == [Action("up", pad=True)]
    assert held.tick(0.05) == []


def test_losing_focus_stops_key_repeat(held):
    read(held, key(pygame.K_DOWN), pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert ticks(held, 1) == []


@pytest.mark.parametrize("press", [button("down", "dpup", pad=1), axis(1, -30000, pad=1), key(pygame.K_DOWN)])
def test_an_unplugged_pad_stops_only_its_own_repeat(held, press):
    assert len(read(held, press, unplugged(0))) == 1
    assert len(ticks(held, 0.5)) == 1
    read(held, unplugged(1))
    assert held.is_held == (press.type == pygame.KEYDOWN)


def test_an_unplugged_pad_releases_only_what_it_holds(held):
    assert len(read(held, button("down", "a", pad=1), key(pygame.K_RETURN), unplugged(0))) == 2
    assert read(held, unplugged(1)) == [Released("accept")]
    assert read(held, button("up", "a", pad=1)) == []
    assert read(held, key_up(pygame.K_RETURN)) == [Released("accept")]


LASTING = [
    (key(pygame.K_RETURN), key_up(pygame.K_RETURN), "accept"),
    (button("down", "a"), button("up", "a"), "accept"),
]


@pytest.mark.parametrize(("press", "release", "name"), LASTING)
def test_the_release_of_accept_is_reported_once(held, press, release, name):
    assert [action.name for action in read(held, press)] == [name]
    assert read(held, release) == [Released(name)]
    assert read(held, release) == []


def test_losing_window_focus_releases_accept(held):
    read(held, key(pygame.K_RETURN))
    assert read(held, pygame.event.Event(pygame.WINDOWFOCUSLOST)) == [Released("accept")]
    assert read(held, key_up(pygame.K_RETURN)) == []


BOARD = (800, 200)
STILL = make_kit(BOARD, reduced_motion=True)
START = (120, 60)


class Recorder(Gesture):
    """Records its calls; each press is on the first counter."""

    def __init__(self, board):
        super().__init__(board)
        self.told = []

    def press(self, hand):
        self.told.append("press")
        hand.piece = "c0"

    def take(self, hand):
        self.told.append("take")

    def on_drag(self, hand, pos):
        self.told.append("on_drag")
        self.hold(hand)

    def hold(self, hand):
        self.board.stage.hold(hand.piece, Pose(*hand.middle, z=1.0))

    def release(self, hand, event):
        self.told.append(f"{event.kind} {'drag' if hand.drags else 'tap' if hand.is_tap else 'neither'}")


@pytest.fixture
def gesture():
    view = CountersView(STILL, None, State(left=12, most=3))
    view.place(pygame.Rect((0, 0), BOARD))
    return Recorder(view)


def feed(gesture, kind, pos=START, finger=1):
    gesture.point(Pointer(kind, pos, finger))


def beside(far):
    return START[0] + far, START[1]


def test_a_small_movement_is_a_tap_and_a_larger_one_a_drag(gesture):
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
    assert gesture.told == ["press", "take", "on_drag", "up drag"]
    # a piece that is gripped elsewhere comes there
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    gesture.hand.hold_at((0.0, 0.0))
    assert gesture.hand.middle == gesture.board.to_units(beside(60))


def test_a_long_press_prevents_the_tap_and_a_drag_the_long_press(gesture):
    assert gesture.may_ask()
    feed(gesture, "down")
    assert gesture.may_ask()
    feed(gesture, "up")
    assert gesture.told == ["press", "up neither"]
    feed(gesture, "down")
    feed(gesture, "move", beside(60))
    assert not gesture.may_ask()


# -- the cursor


def test_the_cursor_steps_by_rows_from_its_start_and_stops_at_the_edge(gesture):
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
    # what lies straight ahead is nearer than what lies to the side
    places = {"ahead": (3.0, 0.0), "aside": (1.0, 1.5), "behind": (-1.0, 0.0)}
    assert ahead((0.0, 0.0), places, *ARROWS["right"]) == "ahead"
    assert ahead((0.0, 0.0), places, *ARROWS["left"]) == "behind"
    assert ahead((0.0, 0.0), places, *ARROWS["up"]) is None
