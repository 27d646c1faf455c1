"""The view of the L-Game: pieces on their squares, distinguishable states, and no work at rest."""

import math
from itertools import product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, find_move
from logic.lgame.notation import from_text
from logic.lgame.rules import PLACEMENTS, Shift, State
from scenes.lgame.hands import barred, placement_pose
from scenes.lgame.view import LGameView
from sprites.lgame.art import LArt
from sprites.stage.stage import Pose
from tests.screens.artparts import VISIBLE, contrast
from tests.support.gallery import make_kit
from tests.support.hands.lgame import KIT, SIZE, pointer, position, px, seeds, tap, view_of
from tests.support.hands.views import picture_of, settle
from tests.support.positions.lgame import WON_IN_ONE


@given(seeds, st.sampled_from(["lay", "shift"]))
def test_the_layout_is_pure_and_places_each_l_on_its_squares(seed, phase):
    state = position(seed, phase)
    view = view_of(state)
    assert view.layout(state) == view.layout(state)
    for player, placement in enumerate(state.ls):
        assert squares_of(view.layout(state)[f"L{player}"]) == set(placement.cells)


BASE = ((-0.5, -1.0), (-0.5, 0.0), (-0.5, 1.0), (0.5, 1.0))


def squares_of(pose):
    """Return the squares of the base shape, turned and then mirrored as a pose says."""
    found = set()
    for x, y in BASE:
        sin, cos = math.sin(pose.angle), math.cos(pose.angle)
        right, down = (x * cos - y * sin) * pose.flip, x * sin + y * cos
        found.add(Cell(math.floor(pose.y + down), math.floor(pose.x + right)))
    return found


def drawn(view, size=SIZE):
    surface = pygame.Surface(size)
    view.draw(surface)
    return surface


def test_each_l_is_drawn_on_its_squares_and_nowhere_else():
    for placement in PLACEMENTS:
        surface = pygame.Surface(SIZE)
        view = view_of(State())
        pose = placement_pose(placement)
        LArt(KIT, view.cell).draw_l(surface, 0, pose, view.to_pixels(pose.x, pose.y))
        for row, col in product(range(4), range(4)):
            seen = surface.get_at(px(view, col + 0.5, row + 0.5))[:3] != (0, 0, 0)
            assert seen == (Cell(row, col) in placement.cells)


def test_light_falls_from_the_upper_left_in_every_orientation():
    for player, placement in product([0, 1], PLACEMENTS[::5]):
        surface = pygame.Surface(SIZE)
        view = view_of(State())
        pose = placement_pose(placement)
        LArt(KIT, view.cell).draw_l(surface, player, pose, view.to_pixels(pose.x, pose.y))
        cells = set(placement.cells)
        for cell in cells:
            if Cell(cell.row - 1, cell.col) not in cells and Cell(cell.row + 1, cell.col) not in cells:
                upper = brightness(surface, view, cell.col + 0.5, cell.row + 0.2)
                assert upper > brightness(surface, view, cell.col + 0.5, cell.row + 0.92)


def brightness(surface, view, x, y):
    return sum(surface.get_at(px(view, x, y))[:3])


def test_rotating_pictures_match_the_cached_ones():
    view = view_of(State())
    art = LArt(KIT, view.cell)
    for placement in PLACEMENTS[::5]:
        pose = placement_pose(placement)
        turning = Pose(pose.x, pose.y, pose.angle + 0.02, flip=pose.flip)
        pictures = []
        for one in (pose, turning):
            surface = pygame.Surface(SIZE)
            art.draw_l(surface, 0, one, view.to_pixels(pose.x, pose.y))
            pictures.append(pygame.transform.average_color(surface)[:3])
        assert max(abs(a - b) for a, b in zip(*pictures, strict=True)) <= 1


def states_to_draw():
    start = view_of(State())
    lifted = view_of(State())
    tap(lifted, Cell(1, 2))
    ghost = view_of(State())
    tap(ghost, Cell(1, 2), Cell(0, 3))
    settle(ghost)
    blocked = view_of(State())
    blocked.act("accept")
    blocked.act("left")
    dragged = view_of(State())
    pointer(dragged, "down", (2.5, 1.5))
    pointer(dragged, "move", (3.2, 1.9))
    dragged.act("mirror")
    dragged.update(0.05)
    hinted = view_of(position(3, "shift"))
    hinted.show_hint([move for move in hinted.state.legal_moves() if isinstance(move, Shift)][:1])
    hinted_lay = view_of(State())
    hinted_lay.show_hint(hinted_lay.state.legal_moves()[:1])
    keyed = view_of(State())
    keyed.act("down")
    return [start, lifted, ghost, blocked, dragged, hinted, hinted_lay, keyed]


def test_each_state_of_the_turn_looks_different():
    pictures = {pygame.image.tobytes(drawn(view), "RGB") for view in states_to_draw()}
    assert len(pictures) == len(states_to_draw())
    # drawing changes nothing
    for view in states_to_draw():
        assert pygame.image.tobytes(drawn(view), "RGB") == pygame.image.tobytes(drawn(view), "RGB")
    # strong patterns are visible
    strong = make_kit(SIZE, strong_patterns=True)
    plain, marked = (drawn(view_of(State(), kit)) for kit in (KIT, strong))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(marked, "RGB")


@pytest.mark.parametrize("side", [24, 60, 160])
def test_small_boards_show_both_colours(side):
    view = LGameView(KIT, None, State())
    view.place(pygame.Rect(0, 0, side, side))
    surface = drawn(view, (side, side))
    vermillion, blue = (surface.get_at(view.cell_rect(cell).center) for cell in (Cell(0, 1), Cell(2, 1)))
    assert vermillion.r > vermillion.b + 60
    assert blue.b > blue.r + 60


def test_a_selectable_square_has_a_mark_with_visible_contrast():
    """Its ring and its dot are three times as dark as the well they lie in, also for the colour-blind."""
    view = view_of(position(1, "lay"))
    plain = pygame.Surface(SIZE)
    view.draw_ground(plain)
    lit = plain.copy()
    taken = {*view.state.neutrals, *(cell for one in view.state.ls for cell in one.cells)}
    cell = next(Cell(row, col) for row in range(4) for col in range(4) if Cell(row, col) not in taken)
    view.art.draw_square(lit, "lit", view.cell_rect(cell))
    middle = view.cell_rect(cell).center
    assert contrast(lit.get_at(middle), [[tuple(plain.get_at(middle))[:3]]]) >= VISIBLE


def lost():
    """Return a position in which the blue L can lie nowhere else, and its player has lost."""
    laid = find_move(from_text(WON_IN_ONE), "lay b1 b2 c2 d2")
    shifted = from_text(WON_IN_ONE).after(laid)
    state = shifted.after(find_move(shifted, "shift n1 c3"))
    assert state.outcome().winners == (0,)
    return state


def test_at_the_end_the_board_shows_what_blocked_each_near_placement():
    view = view_of(lost())
    before, seen = picture_of(view), set()
    view.show_end_reason()
    while view.stage.moving:
        seen.add(picture_of(view))
        view.update(0.05)
    assert len(seen) == len(barred(view.state)) > 0
    assert before not in seen
    assert picture_of(view) == before, "nothing of it stays"
    # only the squares that bar a place are marked
    state = lost()
    taken, told = {*state.ls[0].cells, *state.neutrals}, dict(barred(state))
    for placement in PLACEMENTS:
        in_the_way = taken & set(placement.cells)
        assert told.get(placement) == (in_the_way.pop() if len(in_the_way) == 1 and placement != state.ls[1] else None)
    # an unfinished game, and one that was given up, show nothing on the board
    view = view_of(position(1))
    view.show_end_reason()
    assert not view.stage.moving
