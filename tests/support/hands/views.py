"""Helpers of all games’ view tests: fonts, positions, recorded sounds, touches, and waiting for rest."""

import math
from functools import cache

import pygame
import pytest
from hypothesis import strategies as st

from logic.core import Dice
from logic.game import redact
from logic.registry import GAMES, game_config
from logic.variants import resolve_params
from scenes.view.view import Host
from sprites.paint.kit import load_theme
from sprites.widgets.input import Pointer
from tests.support.gallery import CACHES

THEME = load_theme()
GESTURES = ("down", "move", "up", "hover", "cancel", "hold", "context", "wheel", "twist", "pinch")


@pytest.fixture(autouse=True, scope="module")
def _fonts():
    """Have letters, and let go of the pictures when all tests of a module are over."""
    pygame.font.init()
    yield
    for kept in CACHES:
        kept.clear()


class Ear:
    """Remembers what was to be heard."""

    def __init__(self):
        self.heard = []

    def play(self, name):
        self.heard.append(name)


def settle(view, seconds=4.0):
    """Let time pass until nothing moves any more, so many seconds at the most; give the view."""
    while seconds > 0 and view.update(1 / 30):
        seconds -= 1 / 30
    return view


def acts(view, *actions):
    """Let a view take one action after the other; give what came of each."""
    return [view.act(action) for action in actions]


def poses(view):
    return dict(view.stage.poses())


def picture_of(view, size):
    """What a view draws into a window of that size."""
    surface = pygame.Surface(size)
    view.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


# -- positions at a table of several


@cache
def first_position(name, variant, players, seed, **chosen):
    """The first position of a game in a variant, with as many at the table as it allows."""
    rules = game_config(name).variants[variant]
    players = players if players in rules.players else rules.players[0]
    chosen = {"players": players, "first": 0, **chosen}
    game = GAMES[name]
    return game.new(resolve_params(game, rules, computer=False, name=variant, chosen=chosen), Dice(seed))


def by_chance(dice):
    """A player who does whatever may be done."""
    return lambda state: dice.choice(state.legal_moves())


def advanced(state, most, choose, until=lambda _state: False):
    """The position that so many moves lead to, or fewer where the game is over there or it is as wanted."""
    for _ in range(most):
        if not state.legal_moves() or until(state):
            break
        state = state.apply(choose(state)).state
    return state


def view_for(make, game, state, kit, sound, rect, viewer):
    """A view of a position as a player sees it, who may do something if it is that player’s turn."""
    host = Host(viewer, live=viewer == state.player and state.outcome() is None)
    view = make(kit, sound, redact(game, state, viewer), host)
    view.place(rect)
    return view


# -- hands that do whatever comes


def gestures_in(size):
    """Lists of gestures anywhere in a window of that size, by three fingers, as far as it may be turned or spread."""
    places = st.tuples(st.integers(0, size[0] - 1), st.integers(0, size[1] - 1))
    return st.lists(
        st.tuples(st.sampled_from(GESTURES), places, st.integers(0, 2), st.floats(-3, 3)), max_size=25
    )  # fmt: skip


def touch(view, kind, pos, finger, amount):
    return pointer(view, kind, pos, finger, 2.0**amount if kind == "pinch" else amount)


def at_home(view):
    """Tell whether everything lies where it belongs; a knight of Stone Dragon may be chosen."""
    return poses(view) == dict(view.party.layout() if hasattr(view, "party") else view.layout(view.state))


def makes_no_illegal_move(view, state, gestures):
    """Tell whether gestures make no move but what is on the list, and all is at home when they let go."""
    for gesture in gestures:
        move = touch(view, *gesture)
        if move is not None and move not in state.legal_moves():
            return False
        view.update(1 / 60)
        for pose in poses(view).values():
            assert all(map(math.isfinite, (pose.x, pose.y, pose.angle, pose.flip, pose.z)))
    view.let_go()
    settle(view)
    return at_home(view)


def answers_legally(view, state, actions):
    """Tell whether keys make no move but what is on the list."""
    answers = [view.act(action) for action in actions]
    return all(isinstance(answer, bool) or answer in state.legal_moves() for answer in answers)


def arrows_to(view, cursor, goal):
    """The arrows to press from where a cursor of the view is, or from nowhere, to another place."""
    start = cursor.at
    known, waiting = {start: ()}, [start]
    while waiting and goal not in known:
        here = waiting.pop(0)
        for action in ("up", "down", "left", "right"):
            cursor.at = here
            view.act(action)
            there = cursor.at
            if there not in known:
                known[there] = (*known[here], action)
                waiting.append(there)
    cursor.at = start
    assert goal in known, f"no arrows lead to {goal}"
    return known[goal]


# -- fingers on a view of squares


def middle(view, cell):
    return view.cell_rect(cell).center


def pointer(view, kind, pos, finger=1, amount=0.0):
    return view.point(Pointer(kind, pos, finger, amount, touch=True))


def tap(view, *cells):
    """Tap on one cell after the other; give what comes of the last tap."""
    for cell in cells:
        assert pointer(view, "down", middle(view, cell)) is None
        came = pointer(view, "up", middle(view, cell))
    return came


def drag(view, start, *way):
    pointer(view, "down", start)
    for pos in way:
        pointer(view, "move", pos)
    return pointer(view, "up", way[-1])
