"""What the tests of Labyrinth’s view share: positions of all variants, a view of them, and fingers on its rim."""

from functools import cache

import pygame
from hypothesis import strategies as st

from logic.core import Dice
from logic.labyrinth import new, redact
from logic.registry import GAMES, game_config
from logic.variants import resolve_params
from scenes.labyrinth import LabyrinthView
from sprites.bakery import Bakery
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit
from tests.viewparts import pointer

THEME = load_theme()
SIZE = (420, 340)
"""Small, so that few pictures are larger than the one that all sides share."""
KIT = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery())
STILL = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery(), reduced_motion=True)
VARIANTS = tuple(game_config("labyrinth").variants)
seeds = st.integers(0, 10**6)


@cache
def begun(variant="classic_2017", players=2, seed=5, **chosen):
    """The first position of a variant."""
    rules = game_config("labyrinth").variants[variant]
    players = players if players in rules.players else rules.players[0]
    chosen = {"players": players, "first": 0, **chosen}
    return new(resolve_params(GAMES["labyrinth"], rules, computer=False, name=variant, chosen=chosen), Dice(seed))


def played(state, moves, seed=1):
    """The position some moves later; the game may be over there."""
    dice = Dice(seed)
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            break
        state = state.apply(dice.choice(legal)).state
    return state


def position(seed, phase=None):
    """A position somewhere in a game of some variant, in that phase where one is said."""
    dice = Dice(seed)
    state = played(begun(dice.choice(VARIANTS), 1 + dice.below(4), dice.below(4)), dice.below(24), seed)
    for _ in range(40):
        if not state.legal_moves() or phase in (None, state.phase):
            break
        state = state.apply(dice.choice(state.legal_moves())).state
    return state if state.legal_moves() else begun()


def walking(**chosen):
    """A position after the first push of a game, with some ways to walk."""
    state = begun(**chosen)
    return max((state.apply(push).state for push in state.legal_moves()), key=lambda after: len(after.legal_moves()))


def view_of(state, kit=KIT, sound=None, rect=None, viewer=None):
    """A view of a position for whose turn it is, unless other eyes are said."""
    viewer = state.player if viewer is None else viewer
    view = LabyrinthView(kit, sound, redact(state, viewer), viewer)
    view.place(rect or pygame.Rect(0, 0, *SIZE))
    view.live = viewer == state.player and not state.winners
    return view


def after(view, move):
    """Make a move as the scene does, and give the position that it leads to."""
    state, events = view.state.apply(move)
    view.let_go()
    view.show(state, events)
    return state


def picture(view, size=SIZE):
    surface = pygame.Surface(size)
    view.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


def pixel(view, place):
    """The pixel of a place in cells."""
    x, y = view.to_pixels(*place)
    return round(x), round(y)


def in_line(arrow, part):
    """Where the middle of a tile is that is in the line of an arrow by a part; 1 is in the first cell."""
    step = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[arrow.side]
    return arrow.col + 0.5 - step[0] * (1 - part), arrow.row + 0.5 - step[1] * (1 - part)


def tap_at(view, place):
    """Tap a place in cells."""
    assert pointer(view, "down", pixel(view, place)) is None
    return pointer(view, "up", pixel(view, place))


def tap_arrow(view, arrow):
    return tap_at(view, view.arrow_place(arrow))


def drag_to(view, *places, finger=1):
    """Draw the spare tile from its tray to places in cells, without letting it go."""
    pointer(view, "down", pixel(view, view.tray), finger=finger)
    for place in places:
        pointer(view, "move", pixel(view, place), finger=finger)


def drop_at(view, place, kind="up"):
    return pointer(view, kind, pixel(view, place))


def way_to(view, arrow):
    """The arrows to press from the one under the cursor to another."""
    start = view._aim
    known, waiting = {start: ()}, [start]
    while waiting:
        here = waiting.pop(0)
        for action in ("up", "down", "left", "right"):
            view._aim = here
            view.act(action)
            if view._aim not in known:
                known[view._aim] = (*known[here], action)
                waiting.append(view._aim)
    view._aim = start
    return known[arrow]
