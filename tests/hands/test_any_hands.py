"""Input at the boards of all games: no illegal move and none out of turn; interrupted drags; asking about things."""

from dataclasses import replace
from functools import cache

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.cabinet import ACTIONS
from logic.coatl.moves import Take
from logic.core import Cell, Dice
from logic.registry import GAMES
from scenes.coatl.layout import Spot
from scenes.view.picture import view_of
from sprites.widgets import Pointer
from tests.support.gallery import make_kit
from tests.support.hands import coatl as coatlhands
from tests.support.hands.moves import DRAGGED, POSITIONS, AtView
from tests.support.hands.views import (
    THEME,
    Ear,
    answers_legally,
    at_home,
    gestures_in,
    makes_no_illegal_move,
    middle,
    picture_of,
    pointer,
    poses,
    settle,
    touch,
    view_for,
)
from tests.support.positions.cases import PLAIN, positions

SIZE = (480, 420)
KIT, STILL = make_kit(SIZE), make_kit(SIZE, reduced_motion=True)
CASES = [case for case in PLAIN if case.name in GAMES and case.is_usual]
actions = st.lists(st.sampled_from([*ACTIONS, "use", "push_in", "leave", "lay", "nonsense"]), max_size=25)
LIT = {game: lambda view: view.hands.lit() for game in ("dragon", "jumpin")}
LIT["labyrinth"] = lambda view: view.picture.lit()
"""What is lit only for a player who may act; Cóatl and the L-Game have tests of their own."""
NOWHERE = {"labyrinth": (3.5, 3.5), "coatl": (0.2, 0.2)}
"""Points in cells that mean nothing; in the other games far beside the board."""
OTHER = pygame.Rect(20, 0, 300, 520)
"""Where a board lies once the window has another shape."""


def shown(game, state, kit=KIT, sound=None):
    return view_for(view_of(game), GAMES[game], state, kit, sound, pygame.Rect((0, 0), SIZE), state.player)


@cache
def position(case, seed):
    """Return a position of a random game in which a move can be made."""
    reached = [state for state in positions(case, seed % 4, 60) if state.legal_moves()]
    return reached[seed * 7 % len(reached)]


@pytest.mark.parametrize("case", CASES, ids=str)
@given(st.integers(0, 40), st.sampled_from([KIT, STILL]), gestures_in(SIZE), actions)
@settings(max_examples=30)
def test_input_makes_no_illegal_move_and_none_out_of_turn(case, seed, kit, gestures, pressed):
    state = position(case, seed)
    assert makes_no_illegal_move(shown(case.name, state, kit), state, gestures)
    assert answers_legally(shown(case.name, state, kit), state, pressed)
    idle = shown(case.name, state, kit)
    idle.act("rotate")  # something is being dragged
    idle.host = replace(idle.host, live=False)
    settle(idle)
    home, held = poses(idle), idle.in_hand
    assert [touch(idle, *gesture) for gesture in gestures] == [None] * len(gestures)
    assert all(isinstance(idle.act(action), bool) for action in pressed)
    assert (poses(idle), idle.in_hand) == (home, held)
    assert case.name == "coatl" or not any(control.enabled for control in idle.controls())
    assert case.name != "lgame" or idle.controls() == ()
    assert not LIT.get(case.name, lambda _view: ())(idle)
    assert case.name not in ("coatl", "labyrinth") or idle.end_move() is None


# -- what becomes of a drag


@cache
def draggable(game, kind):
    """Return a position in which something may be dragged across the board, and a move of some kind made so."""
    states = map(POSITIONS[game], range(99))
    return next((state, move) for state in states for move in state.legal_moves() if isinstance(move, kind))


@pytest.mark.parametrize("kit", [KIT, STILL], ids=["moving", "still"])
@pytest.mark.parametrize(("game", "kind"), [*DRAGGED.items(), ("coatl", Take)])
def test_drag_survives_a_second_finger_or_resize_and_reverts_if_cancelled(game, kind, kit):
    state, move = draggable(game, kind)

    def held(sound=None):
        """Return a view on which a drag has come to where it would make the move."""
        view = shown(game, state, kit, sound)
        settle(view)
        hand = AtView(view)
        assert hand.make("drags", move, until="up") in (None, True)
        return view, hand.pos

    def elsewhere(view, pos):
        x, y = view.to_pixels(*NOWHERE[game]) if game in NOWHERE else (SIZE[0] - 1, SIZE[1] - 1)
        pointer(view, "move", (x, y))
        return pointer(view, "up", (x, y))

    # a second finger disturbs nothing
    view, pos = held()
    for kind, there in (("down", (5, 5)), ("move", (200, 200)), ("up", (200, 200)), ("cancel", (0, 0))):
        assert pointer(view, kind, there, finger=2) is None
    assert pointer(view, "up", pos) == move
    # an idle drag costs nothing, nor does an idle board
    view, pos = held()
    settle(view, 8)
    assert not view.update(1 / 60)
    assert not at_home(view)

    # what leaves the window, is put back by a key or is released elsewhere is no move
    def put_back(view, pos):
        assert view.act("cancel") is True
        view.update(1 / 60)
        return pointer(view, "up", pos)

    for end, silent in ((lambda view, pos: pointer(view, "cancel", pos), "lgame"), (put_back, ""), (elsewhere, "")):
        ear = Ear()
        view, pos = held(ear)
        assert end(view, pos) is None
        settle(view)
        assert at_home(view)
        assert not view.update(1 / 60)
        assert ("drop" in ear.heard) == (game != silent)
    # a drag that is not dropped continues in a window of another shape
    if game != "coatl":  # whose layout is rebuilt
        view, pos = held()
        place = view.to_units(pos)
        view.place(OTHER)
        there = tuple(map(round, view.to_pixels(*place)))
        pointer(view, "move", there)
        assert pointer(view, "up", there) == move


class CancellingHand(AtView):
    """Taps, and loses the last of so many touches."""

    def __init__(self, view, touches=0):
        super().__init__(view)
        self.left, self.taps = touches, False

    def act(self, action):
        self.taps = False
        return super().act(action)

    def up(self, pos):
        self.left, self.taps = self.left - 1, True
        return self.point("up" if self.left else "cancel", pos)


@pytest.mark.parametrize("game", GAMES)
def test_a_cancelled_tap_makes_no_move(game):
    lost = 0
    for seed in range(12):
        state = POSITIONS[game](seed)
        if not state.legal_moves():
            continue
        move, hand = Dice(seed).choice(state.legal_moves()), CancellingHand(shown(game, state))
        assert hand.make("taps", move, Dice(seed)) == move
        if hand.taps:  # and no button has made it
            assert CancellingHand(shown(game, state), -hand.left).make("taps", move, Dice(seed)) is None
            lost += 1
    assert lost > 2


# -- asking

ASKED = {
    "coatl": lambda view: Spot("prophecy", view.state.seat.prophecies[0]),
    "dragon": lambda _view: Cell(1, 0),
    "labyrinth": lambda _view: Cell(0, 2),
}
"""What is asked about at boards that explain what lies on them."""


@pytest.mark.parametrize("game", ASKED)
def test_long_press_resting_mouse_and_inform_key_inspect_without_moving(game):
    (case,) = (case for case in CASES if case.name == game)
    view = shown(game, positions(case, 1, 0)[0])
    inspector, asked = view.hands.inspector, ASKED[game](view)
    pos = coatlhands.pixel(view, asked) if isinstance(asked, Spot) else middle(view, asked)
    settle(view)
    quiet, held = picture_of(view), view.in_hand
    for kind in ("down", "hold"):
        assert inspector.inspected is None
        pointer(view, kind, pos)
    assert inspector.inspected == asked
    assert pointer(view, "up", pos) is None
    assert view.in_hand == held
    assert inspector.inspected == asked, "until something else is touched"
    pointer(view, "down", (0, 0))
    assert inspector.inspected is None
    pointer(view, "up", (0, 0))
    pointer(view, "hover", pos)
    assert inspector.inspected is None
    settle(view, THEME.seconds.tooltip + 0.2)
    assert inspector.inspected == asked
    settle(view, 10)
    assert not view.update(1 / 60), "a mouse that rests costs nothing"
    assert picture_of(view) != quiet
    pointer(view, "hover", (0, 0))
    assert inspector.inspected is None
    view.act("right")
    assert view.act("inform") is True
    assert inspector.inspected is not None
    assert view.act("inform") is True
    assert inspector.inspected is None


@pytest.mark.parametrize("game", ASKED)
def test_inspection_by_right_click_ends_when_the_mouse_leaves(game):
    (case,) = (case for case in CASES if case.name == game)
    view = shown(game, positions(case, 1, 0)[0])
    inspector, asked = view.hands.inspector, ASKED[game](view)
    pos = coatlhands.pixel(view, asked) if isinstance(asked, Spot) else middle(view, asked)
    for kind in ("context", "hover"):
        view.point(Pointer(kind, pos))
        assert inspector.inspected == asked
    view.point(Pointer("hover", (-9, -9)))
    assert inspector.inspected is None
