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
    """Load the fonts, and free the pictures when all tests of a module are over."""
    pygame.font.init()
    yield
    for kept in CACHES:
        kept.clear()


class Ear:
    """Records the sounds played."""

    def __init__(self):
        self.heard = []

    def play(self, name):
        self.heard.append(name)


def settle(view, seconds=4.0):
    """Let time pass until nothing moves any more, at most so many seconds; return the view."""
    while seconds > 0 and view.update(1 / 30):
        seconds -= 1 / 30
    return view


def acts(view, *actions):
    """Send a view one action after the other; return the result of each."""
    return [view.act(action) for action in actions]


def poses(view):
    return dict(view.stage.poses())


def picture_of(view, size=None):
    """Return what a view draws into a window of that size, or of that of its kit."""
    surface = pygame.Surface(size or (view.kit.metrics.width, view.kit.metrics.height))
    view.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


# -- positions at a table of several


@cache
def first_position(name, variant, players, seed, **chosen):
    """Return the first position of a game in a variant, with as many players as it allows."""
    rules = game_config(name).variants[variant]
    players = players if players in rules.players else rules.players[0]
    chosen = {"players": players, "first": 0, **chosen}
    game = GAMES[name]
    return game.new(resolve_params(game, rules, computer=False, name=variant, chosen=chosen), Dice(seed))


def view_for(make, game, state, kit, sound, rect, viewer):
    """Return a view of a position as a player sees it, who may act if it is that player’s turn."""
    host = Host(viewer, live=viewer == state.player and state.outcome() is None)
    view = make(kit, sound, redact(game, state, viewer), host)
    view.place(rect)
    return view


# -- hands that do whatever comes


def gestures_in(size):
    """Return a strategy for gestures anywhere in a window, by three fingers, within limits of turn and pinch."""
    places = st.tuples(st.integers(0, size[0] - 1), st.integers(0, size[1] - 1))
    return st.lists(
        st.tuples(st.sampled_from(GESTURES), places, st.integers(0, 2), st.floats(-3, 3)), max_size=25
    )  # fmt: skip


def touch(view, kind, pos, finger, amount):
    return pointer(view, kind, pos, finger, 2.0**amount if kind == "pinch" else amount)


def at_home(view):
    """Return whether everything lies where it belongs; a knight of Stone Dragon may be chosen."""
    return poses(view) == dict(view.party.layout() if hasattr(view, "party") else view.layout(view.state))


def makes_no_illegal_move(view, state, gestures):
    """Return whether gestures make only legal moves, and all is at home when the fingers are released."""
    for gesture in gestures:
        move = touch(view, *gesture)
        if move is not None and move not in state.legal_moves():
            return False
        view.update(1 / 60)
        for pose in poses(view).values():
            assert all(map(math.isfinite, (pose.x, pose.y, pose.angle, pose.flip, pose.z)))
    view.cancel_gesture()
    settle(view)
    return at_home(view)


def answers_legally(view, state, actions):
    """Return whether keys make only legal moves."""
    answers = [view.act(action) for action in actions]
    return all(isinstance(answer, bool) or answer in state.legal_moves() for answer in answers)


def arrows_to(view, cursor, goal):
    """Return the arrow keys from where a cursor of the view is, or from nowhere, to another place."""
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
    """Tap one cell after the other; return the result of the last tap."""
    for cell in cells:
        assert pointer(view, "down", middle(view, cell)) is None
        came = pointer(view, "up", middle(view, cell))
    return came


def drag(view, start, *way):
    pointer(view, "down", start)
    for pos in way:
        pointer(view, "move", pos)
    return pointer(view, "up", way[-1])
