"""Helpers of the L-Game’s view tests: positions, a view of them, and touches."""

import pygame
from hypothesis import strategies as st

from logic.core import Dice
from logic.lgame.rules import Lay, State
from scenes.lgame.view import LGameView
from scenes.view.view import Host
from sprites.widgets.input import Pointer
from tests.support.gallery import make_kit
from tests.support.hands.views import Ear

SIZE = (800, 600)
KIT = make_kit(SIZE)
STILL = make_kit(SIZE, reduced_motion=True)
seeds = st.integers(0, 10**6)


def position(seed, phase="lay"):
    """Play some random turns; the game goes on there."""
    dice = Dice(seed)
    state = State()
    for _ in range(dice.below(30)):
        after = state.after(dice.choice(state.legal_moves()))
        if not after.legal_moves():
            break
        state = after
    while state.phase != phase:
        after = state.after(dice.choice(state.legal_moves()))
        state = after if after.legal_moves() else State()
    return state


def view_of(state, kit=KIT):
    view = LGameView(kit, Ear(), state, Host(live=True))
    view.place(pygame.Rect(0, 0, *SIZE))
    return view


def px(view, x, y):
    left, top = view.to_pixels(x, y)
    return round(left), round(top)


def centre(cell):
    return cell.col + 0.5, cell.row + 0.5


def pointer(view, kind, place, finger=1, amount=0.0):
    return view.point(Pointer(kind, px(view, *place), finger, amount, touch=True))


def tap(view, *cells):
    """Tap one cell after the other; return the result of the last tap."""
    for cell in cells:
        assert pointer(view, "down", centre(cell)) is None
        came = pointer(view, "up", centre(cell))
    return came


def home(state):
    return state.ls[state.player]


def lays(state):
    return {move.placement: move for move in state.legal_moves() if isinstance(move, Lay)}
