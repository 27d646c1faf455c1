"""Helpers for tests of pictures: their pixels, distance between pictures, and contrast."""

from functools import partial
from itertools import combinations

import numpy as np
import pygame
import pytest

from tests.support.gallery import make_kit

GREY = np.array([0.299, 0.587, 0.114])
BLINDNESS = {
    "none": np.eye(3),
    "red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "green": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
    "blue": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
    "grey": np.tile([0.299, 0.587, 0.114], (3, 1)),
}
"""What remains of colours for a person who lacks the cones for one of them, or all.

From Machado, Oliveira and Fernandes, *A Physiologically-based Model for Simulation of Color Vision Deficiency*, 2009,
severity 1: protanopia, deuteranopia, tritanopia.
"""
READABLE = 4.5
"""The least contrast of a text, as the Web Content Accessibility Guidelines compute it."""
VISIBLE = 3.0
"""The least contrast of what is not text: lamps, rings, dots."""
SPREAD = (5, 95)
"""The background of a text is taken at its darkest and at its lightest, without the extreme pixels: percentiles."""
SQUARE = 40
"""Pixels of a square of the board on which effects are shown."""


@pytest.fixture(scope="module", name="kit")
def usual_kit():
    return make_kit((1920, 1080))


@pytest.fixture(scope="module", name="strong")
def strong_kit():
    return make_kit((1920, 1080), strong_patterns=True)


def luminance(colours):
    """Return the luminance of colours of 0 to 255, from 0 to 1."""
    share = np.asarray(colours, float)[..., :3] / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(colour, below):
    """Return the least contrast of a colour with the pixels that it is written on, from 1 to 21."""
    ink = float(luminance(tuple(pygame.Color(colour))))
    edges = np.percentile(luminance(below), SPREAD)
    return min((max(ink, edge) + 0.05) / (min(ink, edge) + 0.05) for edge in edges)


def pixels(surface):
    return pygame.surfarray.array3d(surface).astype(float)


def alpha(surface):
    return pygame.surfarray.array_alpha(surface).astype(float)


def difference(one, other, *, grey=False):
    """Return how far two pictures differ: the mean over pixels and colours, in steps of 255."""
    a, b = (pixels(surface) @ GREY if grey else pixels(surface) for surface in (one, other))
    return np.abs(a - b).mean()


def seen_by(blindness, surface):
    return np.clip(pixels(surface) @ BLINDNESS[blindness].T, 0, 255)


def difference_to(blindness, one, other):
    return np.abs(seen_by(blindness, one) - seen_by(blindness, other)).mean()


def pattern_difference_to(blindness, one, other):
    """Return how far two pictures differ in shape and pattern alone: in light and dark, however bright each is."""
    a, b = (seen_by(blindness, surface) @ GREY for surface in (one, other))
    return np.abs((a - a.mean()) - (b - b.mean())).mean()


def changed_pixels(one, other):
    """Return how many pixels clearly differ."""
    return (np.abs(pixels(one) - pixels(other)).max(axis=2) > 40).sum()


def shape_difference(one, other):
    """Return how far two pictures differ in what they cover: the mean over pixels, in steps of 255."""
    return np.abs(alpha(one) - alpha(other)).mean()


def outline_difference(one, other):
    """Return the part of what two masks cover together that only one of them covers."""
    return (one ^ other).sum() / (one | other).sum()


def alike(shown, least, *, grey=False, by=None):
    """Return the pairs that cannot be told apart: by the difference of the pictures, or by a given measure.

    ``shown`` are pictures with or without names; the pairs are of those names, or of indices.
    """
    named = shown if isinstance(shown, dict) else dict(enumerate(shown))
    apart = by or partial(difference, grey=grey)
    return [pair for pair in combinations(named, 2) if not apart(*(named[name] for name in pair)) > least]


def ratio(one, other):
    light, dark = max(one, other), min(one, other)
    return (light + 0.05) / (dark + 0.05)


def at(side, x, y, reach=0.06):
    """Return the pixels around a point of a square of that side, in sides of it from its middle."""
    return tuple(slice(round((0.5 + c - reach) * side), round((0.5 + c + reach) * side)) for c in (x, y))


def on(ground, *figures):
    """Return figures laid on the middle of a ground."""
    whole = ground.copy()
    for figure in figures:
        whole.blit(figure, figure.get_rect(center=whole.get_rect().center))
    return whole


def light(surface, part=None):
    """Return the median luminance of a picture, or of a part of it."""
    shown = luminance(pixels(surface))
    return float(np.median(shown if part is None else shown[part]))


def highlight(figure, share):
    """Return the luminance of a figure below which only so many percent of what it covers are."""
    return float(np.percentile(luminance(pixels(figure))[alpha(figure) > 200], share))


def rim(picture):
    """Return how much the outermost pixels of a picture cover."""
    cover = alpha(picture)
    return np.concatenate([cover[0], cover[-1], cover[:, 0], cover[:, -1]])


def is_shadow_of(shadow, reach, size):
    """Return whether a shadow reaches so far beyond a card of that size, and has faded away where it ends."""
    right_size = shadow.get_size() == (size[0] + 2 * reach, size[1] + 2 * reach)
    return right_size and alpha(shadow).max() > 100 and rim(shadow).max() < 20


# -- effects
#
# ``begun`` is what the effects of a game are started with: an event, or its name and cells.


def effect_frame(effects, *begun, share, steps=1, table=None):
    """Return what an effect shows when that share of it is over, in so many steps of time; on black, or on a table."""
    table = table or pygame.Surface((5 * SQUARE, 3 * SQUARE))
    length = effects.begin(*begun)
    for _ in range(steps):
        effects.update(length * share / steps)
    effects.draw(table, lambda x, y: (x * SQUARE, y * SQUARE), SQUARE)
    return table


def passing(effects, length, steps=20):
    """Let an effect's time pass; yield at each of so many steps."""
    for step in range(steps):
        yield step
        effects.update(length / steps)
