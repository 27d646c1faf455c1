"""The row of things on a player's card: all of it is seen, and nothing sticks out, however little room there is."""

import numpy as np
import pygame
import pytest

from logic.core import Message
from scenes.board.playercard import LEAST_STEP, SIDES, draw_row
from scenes.view.view import Thing, Things
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.surface_cache import Bakery

KIT = Kit(load_theme(), Metrics.of((1024, 600), 1.0), Bakery())
HIGH = 34
COLOURS = [pygame.Color(r, g, b) for r in (40, 140, 240) for g in (40, 140, 240) for b in (40, 140, 240)]
"""A colour for each thing, so that it can be told what is seen of it."""


@pytest.fixture(autouse=True, scope="module")
def _fonts():
    pygame.init()


def thing(number, text=""):
    def paint(high):
        surface = pygame.Surface((high, high))
        surface.fill(COLOURS[number])
        return surface

    return Thing(Message("A thing"), paint, paint, text)


def rich(loose=3, won=3, hand=0):
    """Points, two piles with their number, tokens, what was won, and perhaps cards that are seen."""
    numbers = iter(range(len(COLOURS)))
    stock = (
        thing(next(numbers)), thing(next(numbers), "5"), thing(next(numbers), "1"),
        *(thing(next(numbers)) for _ in range(loose)),
    )  # fmt: skip
    gained = tuple(thing(next(numbers)) for _ in range(won))
    covered = () if hand else (thing(0),)
    return Things(tuple(thing(next(numbers)) for _ in range(hand)), stock, gained, covered)


def drawn(things, width):
    """What a row of that width shows, with room around it."""
    surface = pygame.Surface((width + 200, HIGH + 40))
    row = pygame.Rect(100, 20, width, HIGH)
    draw_row(KIT, surface, things, row)
    return pygame.surfarray.array3d(surface), row


def columns_of(pixels, number):
    """The columns in which something is seen of a thing."""
    return np.flatnonzero((pixels == np.array(COLOURS[number][:3])).all(axis=2).any(axis=1))


def test_nothing_sticks_out_and_everything_is_seen():
    for won in [0, 1, 3]:
        for loose in [0, 1, 3]:
            for width in [192, 240, 300, 420, 900]:
                things = rich(loose, won)
                pixels, row = drawn(things, width)
                shown = np.argwhere(pixels.any(axis=2))
                assert shown[:, 0].min() >= row.left
                assert shown[:, 0].max() < row.right
                assert shown[:, 1].min() >= row.top
                assert shown[:, 1].max() < row.bottom
                for number in range(len(things.stock) + won):
                    assert len(columns_of(pixels, number)) >= SIDES[-1] * LEAST_STEP * HIGH - 1, number


@pytest.mark.parametrize("width", [192, 300, 900])
def test_an_open_hand_fits_too(width):
    pixels, row = drawn(rich(hand=6), width)
    assert np.argwhere(pixels.any(axis=2))[:, 0].max() < row.right


def test_things_pile_up_before_anything_is_made_smaller_but_never_what_has_a_number():
    # where there is room nothing is smaller or covered
    things = rich()
    pixels, _ = drawn(things, 900)
    assert {len(columns_of(pixels, number)) for number in range(len(things.stock) + 3)} == {HIGH}
    # what has a number beside it is never covered
    pixels, _ = drawn(things, 200)
    widths = [len(columns_of(pixels, number)) for number in (0, 1, 2)]
    assert len(set(widths)) == 1
    assert SIDES[-1] * HIGH <= widths[0] < HIGH
    # things without words pile up first
    pixels, _ = drawn(Things(stock=things.stock), 6 * HIGH + 60)
    assert len(columns_of(pixels, 0)) == HIGH
    assert len(columns_of(pixels, 3)) < HIGH
