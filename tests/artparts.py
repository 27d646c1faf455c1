"""How tests look at pictures: their pixels, how far two are apart, and how they stand out from each other."""

import numpy as np
import pygame
import pytest

from sprites.effects import MOST
from tests.gallery import make_kit

GREY = np.array([0.299, 0.587, 0.114])
SQUARE = 40
"""Pixels of a square of the table on which effects are shown."""


@pytest.fixture(scope="module", name="kit")
def usual_kit():
    return make_kit((1920, 1080))


@pytest.fixture(scope="module", name="strong")
def strong_kit():
    return make_kit((1920, 1080), strong_patterns=True)


def pixels(surface):
    return pygame.surfarray.array3d(surface).astype(float)


def alpha(surface):
    return pygame.surfarray.array_alpha(surface).astype(float)


def difference(one, other, *, grey=False):
    """Give how far two pictures are apart: the mean over pixels and colours, in steps of 255."""
    a, b = (pixels(surface) @ GREY if grey else pixels(surface) for surface in (one, other))
    return np.abs(a - b).mean()


def ratio(one, other):
    light, dark = max(one, other), min(one, other)
    return (light + 0.05) / (dark + 0.05)


def rim(picture):
    """Give how much the outermost pixels of a picture cover."""
    cover = alpha(picture)
    return np.concatenate([cover[0], cover[-1], cover[:, 0], cover[:, -1]])


def effect_frame(effects, event, share, *, steps=1):
    """Give what an effect shows of an event when that share of it is over, in so many steps of time."""
    table = pygame.Surface((5 * SQUARE, 3 * SQUARE))
    length = effects.begin(event)
    for _ in range(steps):
        effects.update(length * share / steps)
    effects.draw(table, lambda x, y: (x * SQUARE, y * SQUARE), SQUARE)
    return table


def is_seen_and_over(make, event, longest):
    """Tell whether an effect can be seen, and lasts neither for a moment only nor for more than so many seconds."""
    effects = make()
    length = effects.begin(event)
    seen = max(pixels(effect_frame(make(), event, share)).max() for share in (0.3, 0.5, 0.7)) > 60
    lasts = 0.2 < length < longest and effects.update(length * 0.9)
    return seen and lasts and not effects.update(length * 0.2) and list(effects.seen()) == []


def passing(effects, length, steps=20):
    """Let an effect's time pass, and stop at each of so many steps."""
    for step in range(steps):
        yield step
        effects.update(length / steps)


def has_few_small_motes(effects, motes, largest):
    """Tell whether a frame of an effect is made of few pictures that were baked ahead, none larger than that."""
    seen = list(effects.seen())
    return len(seen) <= 48 and all(mote.name in {*motes.solid, *motes.soft} and mote.size <= largest for mote in seen)


def withstands_a_storm(effects, event):
    """Tell whether far too many events at once leave only so many to be seen, and none when they are ended."""
    for _ in range(3 * MOST):
        effects.begin(event)
    bounded = len(effects._running) == MOST
    effects.clear()
    return bounded and not effects.update(0)


def rounds_of_baking(effects):
    """Count how often something is left to be baked ahead, the round that finds nothing more included."""
    rounds = 1
    while effects.prepare():
        rounds += 1
    return rounds
