"""What the tests of Cóatl’s view share: positions of all variants, a view of them, and hands at its table."""

from __future__ import annotations

from functools import cache

import pygame
from hypothesis import strategies as st

from logic.coatl import new, redact
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
from logic.coatl.pieces import LETTERS, is_feather
from logic.core import Dice
from logic.registry import GAMES, game_config
from logic.variants import resolve_params
from scenes.coatl import CoatlView
from scenes.coatl_spots import Spot
from sprites.bakery import Bakery
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit
from tests.viewparts import pointer

THEME = load_theme()
SIZE = (480, 420)
"""Small, so that pictures are quickly painted."""
KIT = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery())
STILL = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery(), reduced_motion=True)
VARIANTS = tuple(game_config("coatl").variants)
seeds = st.integers(0, 10**6)


@cache
def begun(variant="classic", players=2, seed=5):
    """The first position of a variant."""
    rules = game_config("coatl").variants[variant]
    players = players if players in rules.players else rules.players[0]
    chosen = {"players": players, "first": 0}
    return new(resolve_params(GAMES["coatl"], rules, computer=False, name=variant, chosen=chosen), Dice(seed))


def wish(state, move, dice):
    """How much somebody who builds long cóatls wants a move."""
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


def played(state, moves, seed=1, wild=0.1):
    """The position some moves later, by somebody who builds; now and then anything is done."""
    dice = Dice(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            break
        if dice.chance() < wild:
            move = dice.choice(legal)
        else:
            wishes = [wish(state, one, dice) for one in legal]
            move = legal[wishes.index(max(wishes))]
        state = state.apply(move).state
    return state


@cache
def position(seed, action=None, variant=None):
    """A position somewhere in a game of some variant, in that action where one is said and comes up."""
    dice = Dice(seed)
    variant = variant or dice.choice(VARIANTS)
    state = played(begun(variant, 1 + dice.below(4), dice.below(4)), dice.below(150), seed)
    for _ in range(200):
        if not state.legal_moves() or action in (None, state.action):
            break
        state = state.apply(dice.choice(state.legal_moves())).state
    return state if state.legal_moves() else begun()


@cache
def offering(kind, seed=0):
    """A position in which a move of some kind can be made, with all that a player may have."""
    variant = "feathers" if kind in (Steal, Rob) else "sacrifice"
    for number in range(40):
        dice = Dice(100 * seed + number)
        state = begun(variant, 2 + number % 3, 10 * seed + number)
        for _ in range(200):
            legal = state.legal_moves()
            if any(isinstance(move, kind) for move in legal):
                return state
            if not legal:
                break
            wishes = [wish(state, move, dice) for move in legal]
            wild = dice.chance() < 0.1
            state = state.apply(dice.choice(legal) if wild else legal[wishes.index(max(wishes))]).state
    raise AssertionError(f"{kind.__name__} never comes up")


def view_of(state, kit=KIT, sound=None, rect=None, viewer=None):
    """A view of a position for whose turn it is, unless other eyes are said."""
    viewer = state.player if viewer is None else viewer
    view = CoatlView(kit, sound, redact(state, viewer), viewer)
    view.place(rect or pygame.Rect(0, 0, *SIZE))
    view.live = viewer == state.player and not state.over
    return view


def after(view, state, move):
    """Make a move as the scene does, and give the position that it leads to."""
    after, events = state.apply(move)
    view.let_go()
    view.live = after.player == view.viewer and not after.over
    view.show(redact(after, view.viewer), events)
    return after


def picture(view, size=SIZE):
    surface = pygame.Surface(size)
    view.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


# -- hands


def pixel(view, spot):
    """A pixel at which a thing lies uppermost."""
    rect = view._rect_of(spot)
    assert rect is not None, spot
    for share in (0.5, 0.2, 0.8, 0.35, 0.65):
        for part in (0.5, 0.2, 0.8):
            pos = round(rect.left + share * rect.width), round(rect.top + part * rect.height)
            if view._spot_at(pos) == spot:
                return pos
    raise AssertionError(f"{spot} is hidden by {view._spot_at(rect.center)}")


def tap(view, spot):
    """Tap a thing."""
    pos = pixel(view, spot)
    assert pointer(view, "down", pos) is None
    return pointer(view, "up", pos)


def steps_of(view, move):
    """The things to be touched one after the other for a move; none where a button makes it."""
    seat, state = view.viewer, view.state
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
    """The one thing that is touched for a move."""
    if isinstance(move, Take):
        return Spot("field", move.field)
    if isinstance(move, Choose | Discard):
        return Spot("prophecy", move.card)
    if isinstance(move, Rob):
        return Spot("piece", move.piece, view.state.victim)
    return Spot("deck") if isinstance(move, Draw) else Spot("token", "future", view.viewer)


def way_to(view, spot):
    """The arrows to press from the cursor, or from nowhere, to another thing."""
    start = view._cursor
    known, waiting = {start: ()}, [start]
    while waiting and spot not in known:
        here = waiting.pop(0)
        for action in ("up", "down", "left", "right"):
            view._cursor = here
            view.act(action)
            if view._cursor not in known:
                known[view._cursor] = (*known[here], action)
                waiting.append(view._cursor)
    view._cursor = start
    assert spot in known, f"no arrows lead to {spot}"
    return known[spot]
