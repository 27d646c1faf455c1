"""What the tests of every game’s view share: fonts, an ear for sounds, fingers, and time until all is at rest."""

import pygame
import pytest

from sprites.input import Pointer


@pytest.fixture(autouse=True, scope="module")
def _fonts():
    pygame.font.init()


class Ear:
    """Remembers what was to be heard."""

    def __init__(self):
        self.heard = []

    def play(self, name):
        self.heard.append(name)


def settle(view, seconds=4.0):
    """Let time pass until nothing moves any more, so many seconds at the most."""
    while seconds > 0 and view.update(1 / 30):
        seconds -= 1 / 30


# -- fingers on a view of squares


def middle(view, cell):
    return view.cell_rect(cell).center


def pointer(view, kind, pos, finger=1, amount=0.0):
    return view.point(Pointer(kind, pos, finger, amount, touch=True))


def tap(view, cell):
    assert pointer(view, "down", middle(view, cell)) is None
    return pointer(view, "up", middle(view, cell))


def drag(view, start, *way):
    pointer(view, "down", start)
    for pos in way:
        pointer(view, "move", pos)
    return pointer(view, "up", way[-1])
