"""What the tests of every game’s view share: fonts, an ear for sounds, and time that goes by until all is at rest."""

import pygame
import pytest


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
