"""Helpers of JumpIN’s view tests: positions, a view of them, and what is drawn."""

import pygame
from hypothesis import strategies as st

from logic.jumpin.rules import begin
from scenes.jumpin.view import JumpinView
from scenes.view.view import Host
from tests.support.gallery import make_kit
from tests.support.hands.views import Ear
from tests.support.positions.jumpin import positions

SIZE = (300, 240)
"""Small, so that pictures are quickly painted."""
KIT = make_kit(SIZE)
STILL = make_kit(SIZE, reduced_motion=True)

FULL = "M..R./.ff../RM..R/M..F./...F."
"""Rabbits that can jump and rabbits that cannot, in a burrow or not, and foxes in both directions."""


def states(most=(3, 3, 2)):
    return positions(most=most).map(lambda drawn: begin(drawn[1], drawn[0]))


def movable(most=(3, 3, 2)):
    """Return a strategy for positions in which a move can be made, with one of the moves."""
    return (
        states(most)
        .filter(lambda state: state.legal_moves())
        .flatmap(lambda state: st.tuples(st.just(state), st.sampled_from(state.legal_moves())))
    )


def view_of(state, kit=KIT, rect=None):
    view = JumpinView(kit, Ear(), begin(state) if isinstance(state, str) else state, Host(live=True))
    view.place(rect or pygame.Rect(0, 0, *SIZE))
    return view
