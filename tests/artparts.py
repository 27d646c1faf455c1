"""How tests look at pictures: their pixels, how far two are apart, and how they stand out from each other."""

import numpy as np
import pygame

GREY = np.array([0.299, 0.587, 0.114])


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
