"""What the labyrinth’s picture keeps in sight: heads in the first row, what can be gone to, and what a store holds."""

from dataclasses import replace

import pygame
import pytest

from logic.core import Cell
from logic.dragon import redact
from logic.dragon.rules import Go, Leap
from tests.dragonhands import SIZE, view_of
from tests.labyrinths import drawn, play
from tests.viewparts import settle

EMPTY = pygame.Color("#123456")
WIDE = " ".join(["Z" + 39 * ";Z"] * 29 + ["Z" + 38 * ";Z" + ";L"])
"""A board of which only a part is seen."""


def painted(view, rect):
    surface = pygame.Surface(SIZE)
    surface.fill(EMPTY)
    view.draw_play(surface)
    return any(
        surface.get_at((x, y)) != EMPTY for x in range(rect.left, rect.right) for y in range(rect.top, rect.bottom)
    )


def lit_in(view):
    """The picture of the square east of the first one."""
    surface = pygame.Surface(SIZE)
    view.draw(surface)
    return pygame.image.tobytes(surface.subsurface(view.cell_rect(Cell(0, 1))), "RGB")


# -- the first row


def test_who_is_lifted_in_the_first_row_keeps_his_head():
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"))
    settle(view)
    square = view.cell_rect(Cell(0, 0))
    above = pygame.Rect(square.left, square.top - square.height // 6, square.width, square.height // 8)
    assert painted(view, above)
    assert not painted(view, above.move(2 * square.width, 0))


# -- the small map


@pytest.mark.parametrize("entrance", ["1;1", "1;40", "30;1", "30;38", "15;20", "28;39"])
def test_the_small_map_never_hides_where_one_can_go(entrance):
    view = view_of(drawn(WIDE, "N", entrance=entrance))
    settle(view)
    lit = [view.cell_rect(cell) for cell in view.lit()]
    assert lit
    assert view.camera.map.rect.collidelist(lit) < 0


def test_the_small_map_goes_away_from_a_square_and_stays_there():
    view = view_of(drawn(WIDE, "N", entrance="15;20"))
    settle(view)
    camera = view.camera
    below = view.cell_at(camera.map.rect.center)
    camera.map.keep_clear([below])
    moved = camera.map.rect
    assert not moved.colliderect(view.cell_rect(below))
    camera.map.keep_clear([])
    assert camera.map.rect == moved


# -- targets


def test_targets_are_lit_when_what_happened_has_been_seen():
    state = play(drawn("Z;Z;J;L", "Z1"), "K1 east")
    view = view_of(state)
    settle(view)
    after, events = state.apply(Go("K1", "east"))
    view.show(redact(after, 0), events)
    view.update(1 / 60)
    assert view.lit()
    assert view.signs().targets == {}
    settle(view)
    assert view.signs().targets == view.lit()


def test_a_tap_is_answered_within_one_frame():
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;N"), "K1 south"))
    view.choose(None)
    settle(view)
    dark = lit_in(view)
    view.choose("K2")
    assert lit_in(view) != dark


def test_a_hint_takes_its_knight_in_hand_and_a_picture_none():
    state = play(drawn("Z;Z;Z Z;Z;Z Z;Z;L", "N;S"), "K1 east")
    view = view_of(state)
    view.choose("K1")
    view.show_hint((Leap("K2", "south"),))
    assert view.chosen == "K2"
    still = view_of(state)
    still.host = replace(still.host, live=False)
    still.show_hint((Leap("K2", "south"),))
    assert still.chosen is None


# -- beside and below the knights


def test_what_a_store_holds_is_told_while_somebody_hides_it():
    hides = play(drawn("Z;C3;Z D1;Z;L", "B3"), "K1 south", "K1 east", "K1 north")
    view = view_of(hides)
    settle(view)
    told, untold = pygame.Surface(SIZE), pygame.Surface(SIZE)
    view.draw_play(told)
    view.picture.draw_play(untold, view.party, view.stage.poses(), replace(view.signs(), tells_stocks=False))
    assert pygame.image.tobytes(told, "RGB") != pygame.image.tobytes(untold, "RGB")


def test_the_button_for_leaps_waits_for_a_jumper():
    assert view_of(drawn("Z;Z;Z Z;Z;L", "N")).controls() == ()
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;S"), "K1 east"))
    view.choose("K1")
    assert [control.enabled for control in view.controls()] == [False]
    view.choose("K2")
    leap = view.controls()
    assert [control.enabled for control in leap] == [True]
    view.act("leap")
    assert view.controls() != leap
