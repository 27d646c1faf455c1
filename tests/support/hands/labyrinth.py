"""Helpers of Labyrinth’s view tests: positions of all variants, a view of them, and touches."""

from functools import partial

import pygame
from hypothesis import strategies as st

from logic import labyrinth
from logic.core import Dice
from logic.registry import game_config
from scenes.labyrinth.view import LabyrinthView
from tests.support.gallery import make_kit
from tests.support.hands.views import Ear, arrows_to, first_position, pointer, view_for
from tests.support.positions.cases import advanced, by_chance

SIZE = (420, 340)
"""Small, so that pictures are quickly painted."""
KIT = make_kit(SIZE)
STILL = make_kit(SIZE, reduced_motion=True)
FREE = (3.5, 3.5)
"""In the middle of a board of seven, away from the rim."""
VARIANTS = tuple(game_config("labyrinth").variants)
seeds = st.integers(0, 10**6)


def begun(variant="classic_2017", players=2, seed=5, **chosen):
    return first_position("labyrinth", variant, players, seed, **chosen)


def played(state, moves, seed=1):
    """Return the position some moves later; the game may be over there."""
    return advanced(state, moves, by_chance(Dice(seed)))


def position(seed, phase=None):
    """Return a position from a game of some variant, in that phase where one is given."""
    dice = Dice(seed)
    state = played(begun(dice.choice(VARIANTS), 1 + dice.below(4), dice.below(4)), dice.below(24), seed)
    state = advanced(state, 40, by_chance(dice), lambda there: phase in (None, there.phase))
    return state if state.legal_moves() else begun()


def walking(**chosen):
    """Return a position after the first push of a game, with some ways to walk."""
    state = begun(**chosen)
    return max((state.apply(push).state for push in state.legal_moves()), key=lambda after: len(after.legal_moves()))


def turnable():
    """Return a first position whose spare tile can lie in four ways."""
    return next(state for state in map(partial(begun, "classic_2017", 2), range(20)) if state.spare.shape != "I")


def view_of(state, kit=KIT, rect=None, viewer=None):
    """Return a view of a position for the player to move, unless another viewer is given."""
    viewer = state.player if viewer is None else viewer
    return view_for(LabyrinthView, labyrinth, state, kit, Ear(), rect or pygame.Rect((0, 0), SIZE), viewer)


def after(view, move):
    """Make a move as the scene does, and return the position that it leads to."""
    state, events = view.state.apply(move)
    view.cancel_gesture()
    view.show(state, events)
    return state


def pixel(view, place):
    """Return the pixel of a point in cells."""
    x, y = view.to_pixels(*place)
    return round(x), round(y)


def in_line(arrow, part):
    """Return the middle of a tile in the line of an arrow, at that fraction of the way; 1 is in the first cell."""
    step = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[arrow.side]
    return arrow.col + 0.5 - step[0] * (1 - part), arrow.row + 0.5 - step[1] * (1 - part)


def tap_at(view, place):
    """Tap at a point in cells."""
    assert pointer(view, "down", pixel(view, place)) is None
    return pointer(view, "up", pixel(view, place))


def tap_arrow(view, arrow):
    return tap_at(view, view.arrow_place(arrow))


def drag_to(view, *places, finger=1):
    """Drag the spare tile from its tray to points in cells, without releasing it."""
    pointer(view, "down", pixel(view, view.tray), finger=finger)
    for place in places:
        pointer(view, "move", pixel(view, place), finger=finger)


def drop_at(view, place, kind="up"):
    return pointer(view, kind, pixel(view, place))


def lead_to(view, arrow):
    """Move the cursor to an arrow by the fewest key presses."""
    view.act("right")
    return all(map(view.act, arrows_to(view, view.hands.spare.aim, arrow))) and view.hands.spare.aim.at == arrow
