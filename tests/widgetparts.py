"""What the tests of widgets share: a kit, something to be told, and widgets with enough in them."""

import pygame
import pytest

from tests.gallery import make_kit

WAYS = ("mouse", "touch", "keys", "pad")
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


@pytest.fixture(scope="module")
def kit():
    return make_kit((640, 480), 1.5)


@pytest.fixture
def told():
    return []


def pixels(widget):
    """Draw a widget alone on black and give its pixels."""
    surface = pygame.Surface((700, 700))
    widget.draw(surface)
    return pygame.surfarray.array3d(surface)
