"""Mouse, fingers, keys and a pad for a Ui without a window, with passing time, and targets for them."""

from itertools import pairwise

import pygame
import pytest

from sprites.widgets.input import MOUSE, Action, Pointer, Typed
from sprites.widgets.ui import Ui
from tests.support.gallery import make_kit

FRAME = 1 / 60
WAYS = ("mouse", "touch", "keys", "pad")
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


def seat(kit, *widgets, size=(400, 300)):
    """Return a Ui of those widgets; those without a rect get one, below each other."""
    ui, top = Ui(kit), 10
    for widget in widgets:
        if not widget.rect.size[0]:
            width = size[0] - 20
            widget.place(pygame.Rect(10, top, width, widget.measure(width)))
            top = widget.rect.bottom + 10
    ui.add(*widgets)
    return ui


class Hands:
    """Sends input to a Ui."""

    def __init__(self, ui):
        self.ui = ui

    def wait(self, seconds, frame=FRAME):
        """Let time pass; return whether something moved in the last frame."""
        moving = False
        for _ in range(round(seconds / frame)):
            moving = self.ui.update(frame)
        return moving

    def point(self, kind, pos, finger=None, amount=0.0):
        touch = finger is not None
        return self.ui.handle(Pointer(kind, tuple(pos), finger if touch else MOUSE, amount, touch=touch))

    def drag(self, *way, finger=None, steps=8, up=True):
        """Press at the first point, go to the others, one frame a step, and release."""
        self.point("down", way[0], finger)
        for start, end in pairwise(way):
            for i in range(1, steps + 1):
                part = i / steps
                pos = (round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part))
                self.point("move", pos, finger)
                self.ui.update(FRAME)
        if up:
            self.point("up", way[-1], finger)

    def click(self, pos, finger=None):
        self.drag(pos, finger=finger)

    def act(self, name, key="", printable=False):
        return self.ui.handle(Action(name, key or name, printable=printable))

    def walk(self, *names):
        """Do one action after the other."""
        for name in names:
            self.act(name)

    def pad(self, name):
        return self.ui.handle(Action(name, pad=True))

    def type(self, text):
        return self.ui.handle(Typed(text))


def press_by(way, hands, key):
    """Press the widget of that key by mouse, touch, keyboard or pad."""
    widget = hands.ui.find(key)
    if way in ("mouse", "touch"):
        hands.click(widget.rect.center, finger=3 if way == "touch" else None)
        return
    send = hands.act if way == "keys" else hands.pad
    for _ in range(100):
        if hands.ui.focus is widget and hands.ui.show_focus:
            break
        send("next" if way == "keys" else "down")
    assert hands.ui.focus is widget
    send("accept")


@pytest.fixture(scope="module")
def kit():
    return make_kit((640, 480), 1.5)


@pytest.fixture
def told():
    return []


def pixels(widget):
    """Draw a widget alone on black and return its pixels."""
    surface = pygame.Surface((700, 700))
    widget.draw(surface)
    return pygame.surfarray.array3d(surface)
