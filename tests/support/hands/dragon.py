"""Helpers of Stone Dragon’s view tests: positions, a view of them, and touches."""

import pygame
from hypothesis import strategies as st

from logic.core import Cell, Dice
from logic.dragon import NARRATION, redact
from logic.dragon.board import Board, Field, Knight
from logic.dragon.rules import begin
from scenes.dragon.view import DragonView
from scenes.view.view import Host
from tests.support.gallery import make_kit
from tests.support.hands.views import Ear
from tests.support.positions.dragon import random_board, with_fields

SIZE = (300, 240)
"""Small, so that pictures are quickly painted."""
KIT = make_kit(SIZE)
STILL = make_kit(SIZE, reduced_motion=True)
seeds = st.integers(0, 10**6)


def position(seed, moves=20):
    """Play some random moves on a random board; the game may be over there."""
    dice = Dice(seed)
    state = begin(random_board(dice))
    for _ in range(dice.below(moves)):
        legal = [move for move in state.legal_moves() if NARRATION.warning(state, move) is None]
        if not legal:
            break
        state = state.apply(dice.choice(legal)).state
    return state


def view_of(state, kit=KIT, rect=None, known=True):
    view = DragonView(kit, Ear(), redact(state, 0) if known else state, Host(live=True))
    view.place(rect or pygame.Rect(0, 0, *SIZE))
    return view


def plain_board(height, width, knights=1, entrance=None):
    """Return a board of nothing but plain ground, its lair in the last corner."""
    rows = [[Field("plain")] * width for _ in range(height)]
    rows[-1][-1] = Field("lair")
    team = (Knight("ordinary"),) * knights
    return Board(height, width, tuple(map(tuple, rows)), entrance or Cell(0, 0), team, 1)


def twin(state, seed):
    """Return a position that differs in everything unseen."""
    dice = Dice(seed)
    kinds = ("plain", "edible", "eternal", "mine", "lair", "teleport", "hole", "bricks")

    def other(cell, field):
        if cell in state.seen:
            return Field(field.kind, field.size, Cell(0, 0)) if field.kind == "teleport" else field
        kind = dice.choice(kinds)
        return Field(kind, dice.below(4) + 1 if kind in ("hole", "bricks") else 0, Cell(0, 0))

    return with_fields(state, other)
