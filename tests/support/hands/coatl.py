"""Helpers of Cóatl’s view tests: positions of all variants, a view of them, and input."""

from dataclasses import replace
from functools import cache

import pygame
from hypothesis import strategies as st

from logic import coatl
from logic.coatl import redact
from logic.coatl.components import LETTERS, is_feather
from logic.coatl.moves import (
    Attach,
    Choose,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.core import Dice
from logic.registry import game_config
from scenes.coatl.layout import Spot
from scenes.coatl.view import CoatlView
from tests.support.gallery import make_kit
from tests.support.hands.views import Ear, first_position, pointer, view_for
from tests.support.positions.cases import advanced, by_chance

SIZE = (480, 420)
"""Small, so that pictures are quickly painted."""
KIT = make_kit(SIZE)
STILL = make_kit(SIZE, reduced_motion=True)
KINDS = (
    Discard, Take, Choose, Draw, Start, Attach, Prophesy, Crown, Fetch, Foresee, Commit, Steal, Rob, End,
)  # fmt: skip
"""All kinds of moves, except a pass, which is no choice."""
VARIANTS = tuple(game_config("coatl").variants)
seeds = st.integers(0, 10**6)


def begun(variant="classic", players=2, seed=5):
    return first_position("coatl", variant, players, seed)


def wish(state, move, dice):
    """Return how much a player who builds long cóatls wants a move."""
    if isinstance(move, Crown | Prophesy):
        return 9
    if isinstance(move, Attach):
        coatl = state.seat.coatls[move.coatl]
        ready = len(coatl.pieces) >= 5 and (coatl.prophecies or not (coatl.head_closed or coatl.tail_closed))
        return (6 if move.piece[1] == "b" else 5) if move.piece[1] == "b" or ready else -9
    if isinstance(move, Start):
        return 4 if move.piece[1] == "b" and not state.seat.unfinished else -9
    if isinstance(move, End):
        return 3
    return 2 + dice.chance() if isinstance(move, Take) else 2 * dice.chance()


def builder(dice, wild=0.1):
    """Return a player who builds, and now and then makes any move."""

    def choose(state):
        legal = state.legal_moves()
        if dice.chance() < wild:
            return dice.choice(legal)
        wishes = [wish(state, one, dice) for one in legal]
        return legal[wishes.index(max(wishes))]

    return choose


def played(state, moves, seed=1, wild=0.1):
    """Return the position some moves later, played by a builder."""
    return advanced(state, moves, builder(Dice(seed), wild))


@cache
def position(seed, action=None, variant=None):
    """Return a position from a game of some variant, in that action where one is given and comes up."""
    dice = Dice(seed)
    variant = variant or dice.choice(VARIANTS)
    state = played(begun(variant, 1 + dice.below(4), dice.below(4)), dice.below(150), seed)
    state = advanced(state, 200, by_chance(dice), lambda there: action in (None, there.action))
    return state if state.legal_moves() else begun()


@cache
def offering(kind, seed=0):
    """Return a position in which a move of some kind can be made, with all that a player may have."""
    variant = "feathers" if kind in (Steal, Rob) else "sacrifice"

    def offers(state):
        return any(isinstance(move, kind) for move in state.legal_moves())

    for number in range(40):
        first = begun(variant, 2 + number % 3, 10 * seed + number)
        state = advanced(first, 200, builder(Dice(100 * seed + number)), offers)
        if offers(state):
            return state
    raise AssertionError(f"{kind.__name__} never comes up")


def view_of(state, kit=KIT, rect=None, viewer=None):
    """Return a view of a position for the player to move, unless another viewer is given."""
    viewer = state.player if viewer is None else viewer
    return view_for(CoatlView, coatl, state, kit, Ear(), rect or pygame.Rect((0, 0), SIZE), viewer)


def after(view, state, move):
    """Make a move as the scene does, and return the position that it leads to."""
    after, events = state.apply(move)
    view.cancel_gesture()
    view.host = replace(view.host, live=after.player == view.host.viewer and not after.over)
    view.show(redact(after, view.host.viewer), events)
    return after


# -- hands


def pixel(view, spot):
    """Return a pixel at which a thing lies uppermost."""
    rect = view.hands.pointing.rect_of(spot)
    assert rect is not None, spot
    for share in (0.5, 0.2, 0.8, 0.35, 0.65):
        for part in (0.5, 0.2, 0.8):
            pos = round(rect.left + share * rect.width), round(rect.top + part * rect.height)
            if view.hands.pointing.at(pos) == spot:
                return pos
    raise AssertionError(f"{spot} is hidden by {view.hands.pointing.at(rect.center)}")


def tap(view, spot):
    pos = pixel(view, spot)
    assert pointer(view, "down", pos) is None
    return pointer(view, "up", pos)


def steps_of(view, move):
    """Return the things to be touched one after the other for a move; none where a button makes it."""
    seat, state = view.host.viewer, view.state
    if isinstance(move, Take | Choose | Discard | Draw | Foresee | Rob):
        return (_direct(view, move),)
    if isinstance(move, Start):
        return (Spot("piece", move.piece), Spot("start"))
    if isinstance(move, Attach):
        return (Spot("piece", move.piece), Spot("end", move.side, move.coatl))
    if isinstance(move, Prophesy):
        return (Spot("prophecy", move.card), Spot("lane", number=move.coatl))
    if isinstance(move, Crown):
        return (Spot("temple", move.temple), Spot("lane", number=move.coatl))
    if isinstance(move, Fetch):
        token = () if state.action else (Spot("token", "pick", seat),)
        return (*token, Spot("fetch", move.colour + LETTERS[move.kind]))
    if isinstance(move, Commit):
        return (Spot("token", "commit", seat), Spot("temple", move.temple))
    if isinstance(move, Steal):
        feather = next(piece for piece in state.seats[seat].pieces if is_feather(piece))
        return (Spot("piece", feather), Spot("area", number=move.seat))
    assert isinstance(move, End | Pass)
    return ()


def _direct(view, move):
    """Return the one thing that is touched for a move."""
    if isinstance(move, Take):
        return Spot("field", move.field)
    if isinstance(move, Choose | Discard):
        return Spot("prophecy", move.card)
    if isinstance(move, Rob):
        return Spot("piece", move.piece, view.state.victim)
    return Spot("deck") if isinstance(move, Draw) else Spot("token", "future", view.host.viewer)
