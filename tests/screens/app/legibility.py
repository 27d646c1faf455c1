"""A surface that records every text drawn on it: size, position, contrast, and overlaps."""

import sys

import pygame
import pytest

from sprites.paint.surface_cache import SurfaceCache
from tests.screens.artparts import READABLE, contrast

PAINTED = (
    "scenes.coatl",
    "scenes.dragon",
    "scenes.jumpin",
    "scenes.labyrinth",
    "scenes.lgame",
    "scenes.view",
    "sprites.",
)
WIDGETS = "sprites.widgets"


class Watched(pygame.Surface):
    """A window that measures each text as it is drawn; ``contrast`` of all, ``sizes`` of those of the widgets."""

    def __init__(self, size, words):
        super().__init__(size)
        self.words = words
        self.found = {}
        self.sizes = {}
        self.covered = []
        self._lines = []

    def blit(self, source, dest=(0, 0), *args, **kwargs):
        """Measure what is there before it is covered."""
        if id(source) not in self.words:
            return super().blit(source, dest, *args, **kwargs)
        _, text, size, colour = self.words[id(source)]
        ink = source.get_bounding_rect().move(dest[:2]).clip(self.get_clip())
        if not (ink.width and ink.height):
            return super().blit(source, dest, *args, **kwargs)
        below = pygame.surfarray.array3d(self.subsurface(ink))
        self.found[text] = min(contrast(colour, below), self.found.get(text, 21.0))
        self._look_below(text, ink)
        done = super().blit(source, dest, *args, **kwargs)
        self._lines.append((text, ink, self.subsurface(ink).copy()))
        if _is_word(text) and not _is_of_a_board(sys._getframe(1).f_globals["__name__"]):
            self.sizes.setdefault(size, text)
        return done

    def _look_below(self, text, ink):
        """Record where a line that is still visible as it was drawn would be overwritten."""
        for other, where, then in self._lines:
            both = where.clip(ink)
            if both.width > 1 and both.height > 1:
                now = pygame.surfarray.array3d(self.subsurface(both))
                before = pygame.surfarray.array3d(then.subsurface(both.move(-where.left, -where.top)))
                if (now == before).all() and (now != now[0, 0]).any():
                    self.covered.append((text, other))

    def faint(self):
        """Return the texts that do not stand out, each with its contrast."""
        return {text: round(float(worst), 2) for text, worst in self.found.items() if worst < READABLE}

    def check(self, *, texts=1):
        """Fail where a text does not stand out, or where fewer texts were drawn than expected."""
        assert len(self.found) >= texts
        assert self.faint() == {}, self.faint()


def _is_word(text):
    """Distinguish words from figures, which are as large as what they stand on."""
    return any(letter.isalpha() for letter in text)


def _is_of_a_board(module):
    return module.startswith(PAINTED) and not module.startswith(WIDGETS)


@pytest.fixture
def watched(monkeypatch):
    """Return a maker of watched windows: they record every line of text that is drawn from now on."""
    words, draw = {}, SurfaceCache.text

    def remember(cache, text, face, size, colour):
        drawn = draw(cache, text, face, size, colour)
        words[id(drawn)] = (drawn, text, size, colour)
        return drawn

    monkeypatch.setattr(SurfaceCache, "text", remember)
    return lambda size: Watched(size, words)
