"""Input events: turns the window's events into pointers, actions and typed text, the same for every device."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame

MOST_NOTCHES = 100
"""Most notches of a wheel at once: each may turn a piece, and a faulty device may report a billion."""

REACH = 3.0
"""How far beyond the edge a finger may be, in window sizes: larger or invalid values are clamped."""

PointerKind = Literal["down", "move", "up", "cancel", "hover", "context", "wheel", "hold", "twist", "pinch"]
Pos = tuple[int, int]

MOUSE = -1
STICK_ON, STICK_OFF = 0.6, 0.4
"""A stick counts as pushed above the first value and as released below the second."""
STICK_AXES = {0: ("left", "right"), 1: ("up", "down")}
TRIGGER_AXES = {4: "lefttrigger", 5: "righttrigger"}
FULL_AXIS = 32767
NUMBER_PAD = {"[+]": "+", "[-]": "-"}
"""Characters of the number pad with the meaning of those beside the letters."""
SHIFTED_PLUS = "shift+="
"""The key for a plus on keyboards where that is a shifted equals sign."""
NOWHERE = (-1, -1)
"""Position of the mouse while it is outside the window."""
REPEATED = frozenset({"up", "down", "left", "right", "page_up", "page_down"})
"""Actions that repeat while their key, button or stick is held."""
LASTING = frozenset({"accept", "look", "mirror"})
"""Actions whose end is reported, too: something may be done for as long as they are held."""
REPEATED_KEYS = frozenset({"backspace", "delete"})
"""Keys that repeat, too, if they have no action: they delete what was typed."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """What a finger or the mouse does, and where.

    ``hover`` is a move with nothing pressed, ``context`` a right click, ``hold`` a long press (made by Ui). ``amount``
    is notches for ``wheel`` (up is positive), radians clockwise for ``twist``, a factor for ``pinch``.
    """

    kind: PointerKind
    pos: Pos
    id: int = MOUSE
    amount: float = 0.0
    touch: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """A key or pad button was pressed: its action (empty for none), and the key's own name.

    ``printable`` keys write, instead of acting, where text is being typed; ``pad`` tells the device.
    """

    name: str
    key: str = ""
    printable: bool = False
    pad: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """Text that was typed or composed."""

    text: str


@dataclass(frozen=True, slots=True)
class Released:
    """A key or button of one of the ``LASTING`` actions was released, or the window has lost the input."""

    name: str


Input = Pointer | Action | Typed | Released


def begins(event: Input) -> bool:
    """Whether a pointer begins something, rather than continuing it."""
    return isinstance(event, Pointer) and event.kind in ("down", "context", "wheel")


KEYBOARD = -1
Source = tuple[str, int, int]
"""What is held: a key by its code, a button or a way of an axis by its number; and its pad, or ``KEYBOARD``."""


def wait_for_events(nap: int = 0) -> list[pygame.event.Event]:
    """The window's events; if there are none, waits for some, up to a number of milliseconds.

    Of a dropped file whose name is no UTF-8 pygame can make no event: it is told here, as Python calls such a file.
    """
    events: list[pygame.event.Event] = []
    take = partial(pygame.event.wait, nap) if nap else pygame.event.poll
    while True:
        try:
            event = take()
        except SystemError as error:
            if not isinstance(error.__cause__, UnicodeDecodeError):
                raise
            event = pygame.event.Event(pygame.DROPFILE, file=os.fsdecode(error.__cause__.object))
        if event.type == pygame.NOEVENT:
            return events
        events.append(event)
        take = pygame.event.poll


class Reader:
    """Turns pygame's events into :data:`Input`, with the state of fingers and sticks.

    ``key_action`` and ``pad_action`` give the action of a key (``alt+return``) and of a button, empty for none;
    ``repeat`` is the delay and the interval of repeated arrows, in seconds. SDL can make mouse events of touch and
    finger events of the mouse: only one of the two is used. A touch has to begin within the window, and may then leave
    it.
    """

    def __init__(
        self,
        key_action: Callable[[str], str],
        pad_action: Callable[[str], str],
        repeat: tuple[float, float] = (0.4, 0.08),
    ) -> None:
        self._key_action = key_action
        self._pad_action = pad_action
        self._delay, self._pause = repeat
        self._repeated: tuple[Source, Action] | None = None
        """What was pressed last, if it repeats and is still held; and the seconds until it does."""
        self._left = 0.0
        self.fingers: dict[int, tuple[float, float]] = {}
        self.mouse_down = False
        self._mouse_pos: Pos = (0, 0)
        self._held: dict[Source, str] = {}
        """The actions of the keys, buttons, sticks and triggers that are held."""
        self._mouse_makes_fingers = os.environ.get("SDL_MOUSE_TOUCH_EVENTS") == "1"

    def read(self, events: Sequence[pygame.event.Event], size: tuple[int, int]) -> list[Input]:
        """Translate one frame's events for a window of that size."""
        result: list[Input] = []
        for event in events:
            if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
                result += self._finger(event, size)
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL):
                result += self._mouse(event)
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
                result += self._key(event)
            elif event.type == pygame.TEXTINPUT:
                result.append(Typed(event.text))
            elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
                result += self._button(event)
            elif event.type == pygame.CONTROLLERAXISMOTION:
                result += self._axis(event)
            elif event.type == pygame.CONTROLLERDEVICEREMOVED:
                result += self._release(*(source for source in self._held if source[2] == event.instance_id))
            elif event.type == pygame.WINDOWLEAVE and not self.mouse_down:
                result.append(Pointer("hover", NOWHERE))
            elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
                result += self.cancel_gesture()
        return result

    @property
    def is_held(self) -> bool:
        """Whether something is held that :meth:`tick` will repeat."""
        return self._repeated is not None

    def tick(self, dt: float) -> list[Input]:
        """Advance by ``dt`` seconds; return the repeated input: one at most, however long the interval."""
        if self._repeated is None:
            return []
        self._left -= dt
        if self._left > 0:
            return []
        self._left = self._pause
        return [self._repeated[1]]

    def cancel_gesture(self) -> list[Input]:
        """Release whatever is held, as when the window loses the focus."""
        held: list[int] = [*self.fingers, *([MOUSE] if self.mouse_down else [])]
        self.fingers.clear()
        self.mouse_down = False
        lost: list[Input] = [Pointer("cancel", NOWHERE, finger, touch=finger != MOUSE) for finger in held]
        return [*lost, *self._release(*self._held)]

    def _press(self, source: Source, action: Action) -> Action:
        repeats = action.name in REPEATED or (not action.name and action.key in REPEATED_KEYS)
        self._repeated, self._left = ((source, action) if repeats else None), self._delay
        self._held[source] = action.name
        return action

    def _release(self, *sources: Source) -> list[Input]:
        if self._repeated is not None and self._repeated[0] in sources:
            self._repeated = None
        names = [self._held.pop(source, "") for source in sources]
        return [Released(name) for name in names if name in LASTING]

    def _finger(self, event: pygame.event.Event, size: tuple[int, int]) -> list[Input]:
        finger = event.finger_id
        x, y = (max(-REACH, min(event.x, REACH)) * size[0], max(-REACH, min(event.y, REACH)) * size[1])
        pos = (_pixel(x, size[0]), _pixel(y, size[1]))
        if event.type == pygame.FINGERDOWN:
            if not (0 <= event.x <= 1 and 0 <= event.y <= 1):
                return []
            lost: list[Input] = [Pointer("cancel", pos, finger, touch=True)] if finger in self.fingers else []
            self.fingers[finger] = (x, y)
            return [*lost, Pointer("down", pos, finger, touch=True)]
        if finger not in self.fingers:
            return []
        if event.type == pygame.FINGERUP:
            del self.fingers[finger]
            return [Pointer("up", pos, finger, touch=True)]
        before = dict(self.fingers)
        self.fingers[finger] = (x, y)
        return [Pointer("move", pos, finger, touch=True), *self._gesture(before)]

    def _gesture(self, before: Mapping[int, tuple[float, float]]) -> list[Input]:
        if len(self.fingers) != 2:
            return []
        (ax, ay), (bx, by) = before.values()
        (cx, cy), (dx, dy) = self.fingers.values()
        was, now = (bx - ax, by - ay), (dx - cx, dy - cy)
        middle = (round((cx + dx) / 2), round((cy + dy) / 2))
        if not any(was) or not any(now):
            return []
        turn = math.atan2(now[1], now[0]) - math.atan2(was[1], was[0])
        turn = (turn + math.pi) % math.tau - math.pi
        first = next(iter(self.fingers))
        return [
            Pointer("twist", middle, first, turn, touch=True),
            Pointer("pinch", middle, first, math.hypot(*now) / math.hypot(*was), touch=True),
        ]

    def _mouse(self, event: pygame.event.Event) -> list[Input]:
        if event.type == pygame.MOUSEWHEEL:
            turned = getattr(event, "precise_y", event.y)
            return [Pointer("wheel", self._mouse_pos, amount=max(-MOST_NOTCHES, min(turned, MOST_NOTCHES)))]
        if getattr(event, "touch", False):
            return []
        self._mouse_pos = event.pos
        if event.type == pygame.MOUSEMOTION:
            if self._mouse_makes_fingers:
                return [] if any(event.buttons) else [Pointer("hover", event.pos)]
            return [Pointer("move" if self.mouse_down else "hover", event.pos)]
        pressed = event.type == pygame.MOUSEBUTTONDOWN
        if event.button == pygame.BUTTON_RIGHT:
            return [Pointer("context", event.pos)] if pressed else []
        if event.button != pygame.BUTTON_LEFT or self._mouse_makes_fingers:
            return []
        if pressed == self.mouse_down:
            return []
        self.mouse_down = pressed
        return [Pointer("down" if pressed else "up", event.pos)]

    def _key(self, event: pygame.event.Event) -> list[Input]:
        source = ("key", event.key, KEYBOARD)
        if event.type == pygame.KEYUP:
            return self._release(source)
        return [self._press(source, self._key_pressed(event))]

    def _button(self, event: pygame.event.Event) -> list[Input]:
        source = ("button", event.button, event.instance_id)
        if event.type == pygame.CONTROLLERBUTTONUP:
            return self._release(source)
        return [self._press(source, Action(self._pad_action(button_name(event.button)), pad=True))]

    def _key_pressed(self, event: pygame.event.Event) -> Action:
        key = pygame.key.name(event.key)
        key = NUMBER_PAD.get(key, key)
        prefix = ""
        for mask, word in ((pygame.KMOD_CTRL, "ctrl+"), (pygame.KMOD_ALT, "alt+"), (pygame.KMOD_SHIFT, "shift+")):
            if event.mod & mask:
                prefix += word
        plain = prefix in ("", "shift+")
        said = prefix + key
        if said.endswith(SHIFTED_PLUS):
            said = said.removesuffix(SHIFTED_PLUS) + "+"
        return Action(
            self._key_action(said), said, printable=plain and len(event.unicode) == 1 and event.unicode.isprintable()
        )

    def _axis(self, event: pygame.event.Event) -> list[Input]:
        """Translate a stick into arrows, and a trigger into a button; each must be released before it counts again."""
        value = event.value / FULL_AXIS if isinstance(event.value, int) else event.value
        if event.axis in STICK_AXES:
            low, high = STICK_AXES[event.axis]
            ways = {low: (-value, low), high: (value, high)}
        elif event.axis in TRIGGER_AXES:
            trigger = TRIGGER_AXES[event.axis]
            ways = {trigger: (value, self._pad_action(trigger))}
        else:
            return []
        heard: list[Input] = []
        for way, (far, name) in ways.items():
            source = (way, event.axis, event.instance_id)
            if far < STICK_OFF:
                heard += self._release(source)
            elif far > STICK_ON and source not in self._held:
                heard.append(self._press(source, Action(name, pad=True)))
        return heard


def _pixel(place: float, length: int) -> int:
    """The pixel of a coordinate; the far edge of the window belongs to the last pixel."""
    return length - 1 if place == length else math.floor(place)


BUTTONS = (
    "a", "b", "x", "y", "back", "guide", "start", "leftstick", "rightstick", "leftshoulder", "rightshoulder",
    "dpup", "dpdown", "dpleft", "dpright",
)  # fmt: skip
"""Names of a game controller's buttons, in SDL's order."""


def button_name(button: int) -> str:
    """The name of a controller's button; empty if it has none."""
    return BUTTONS[button] if 0 <= button < len(BUTTONS) else ""
