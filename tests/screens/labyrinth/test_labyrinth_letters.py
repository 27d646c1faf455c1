"""The frame of the labyrinth names its lines: letters above and numbers at the left, as hints and moves call them."""

import pygame
import pytest

from logic.labyrinth.components import Params
from sprites.labyrinth import art
from sprites.labyrinth.velvet import paint_bed
from tests.artparts import ratio, usual_kit  # noqa: F401 - a fixture among them
from tests.screens.app.test_contrast import VISIBLE, luminance

SIZE = 7
ARROWS = [(arrow.row, arrow.col, arrow.side) for arrow in Params().arrows]


def lettered_and_not(kit, cell):
    """Give the frame as it is shown and as it is without letters."""
    shown = art.board(kit, SIZE, SIZE, cell, ARROWS)
    chutes = tuple(sorted({art._chute(SIZE, SIZE, *place) for place in ARROWS}))
    return shown, paint_bed(SIZE, SIZE, cell, chutes)


def written(shown, plain):
    """Give the rectangles of what one picture has and the other has not."""
    mask = pygame.mask.from_threshold(shown, (0, 0, 0), (1, 1, 1, 255), plain, 1)
    mask.invert()
    return [rect for rect in mask.get_bounding_rects() if rect.width > 1 or rect.height > 1]


def test_every_line_has_its_name_above_or_at_the_left_and_no_arrow_over_it(kit):
    cell = 100.0
    marks = written(*lettered_and_not(kit, cell))
    rim = round(art.RIM * cell)
    columns = {int((mark.centerx - rim) // cell) for mark in marks if mark.bottom <= rim}
    rows = {int((mark.centery - rim) // cell) for mark in marks if mark.right <= rim}
    assert (columns, rows) == (set(range(SIZE)), set(range(SIZE)))
    assert all(mark.bottom <= rim or mark.right <= rim for mark in marks)
    side = round(art.ARROW * cell)
    for row, col, way in ARROWS:
        x, y = art.arrow_place(row, col, way)
        button = pygame.Rect(0, 0, side, side)
        button.center = rim + round(x * cell), rim + round(y * cell)
        assert button.collidelist(marks) == -1


@pytest.mark.parametrize(("cell", "has_letters"), [(60.0, True), (40.0, False), (9.5, False)])
def test_letters_too_small_to_read_are_left_away(kit, cell, has_letters):
    assert bool(written(*lettered_and_not(kit, cell))) == has_letters


def test_they_stand_out_from_the_frame(kit):
    shown, plain = lettered_and_not(kit, 100.0)
    for mark in written(shown, plain):
        under = pygame.transform.average_color(plain, mark)[:3]
        assert ratio(luminance(tuple(pygame.Color(art.BRASS_LETTER))[:3]), luminance(under)) >= VISIBLE
