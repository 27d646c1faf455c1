"""Every legal move of the L-Game can be made by each hand, and never an illegal one."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Dice
from logic.lgame.rules import PLACEMENTS, SQUARES, Shift, State, Stay, mirrored, turned
from scenes.lgame.reach import covering, middle
from tests.lgamehands import KIT, STILL, centre, home, lays, pointer, position, seeds, tap, view_of
from tests.viewparts import settle


def ways(start, goal):
    """Give the actions that bring one orientation to another."""
    actions = []
    if (start >= 4) != (goal >= 4):
        actions.append("mirror")
        start = mirrored(start)
    while start != goal:
        actions.append("rotate")
        start = turned(start)
    return actions


# -- every legal move, by each hand


@given(seeds, st.data())
def test_every_lay_can_be_dragged(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    view = view_of(state)
    start = data.draw(st.sampled_from(home(state).cells))
    pointer(view, "down", centre(start))
    pointer(view, "move", (start.col + 0.8, start.row + 0.6))
    for action in ways(home(state).orientation, move.orientation):
        assert view.act(action) is True
        view.update(1 / 60)
    goal, hand = middle(move.placement), view.hands.hand
    finger = goal[0] - hand.offset[0], goal[1] - hand.offset[1]
    pointer(view, "move", finger)
    view.update(1 / 60)
    assert pointer(view, "up", finger) == move


@given(seeds, st.data())
def test_every_lay_can_be_tapped_and_a_tap_means_first_what_the_hint_advises(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    cell = data.draw(st.sampled_from(sorted(SQUARES[move.placement] - SQUARES[home(state)])))
    is_alone = len(covering(lays(state), cell, 0)) == 1
    view = view_of(state)
    assert tap(view, home(state).cells[0]) is None
    for _ in range(len(PLACEMENTS)):
        assert tap(view, cell) is None
        if view.hands.lift.ghost == move.placement:
            break
        assert not is_alone, "one placement only, and it is another"
    assert tap(view, next(there for there in move.placement.cells if there != cell)) == move
    view = view_of(state)
    view.show_hint((move,))
    assert tap(view, home(state).cells[0]) is None
    assert tap(view, cell) is None
    assert view.hands.lift.ghost == move.placement
    if not is_alone:
        assert tap(view, cell) is None
        assert view.hands.lift.ghost != move.placement, "another tap looks further"


@given(seeds, st.data())
def test_every_lay_can_be_reached_by_keys(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    view = view_of(state, STILL)
    assert view.act("accept") is True
    for action in ways(home(state).orientation, move.orientation):
        assert view.act(action) is True
    for _ in range(8):
        here = view.hands.lift.ghost or home(state)
        down, right = move.anchor.row - here.anchor.row, move.anchor.col - here.anchor.col
        if (down, right) == (0, 0):
            break
        view.act(("down" if down > 0 else "up") if down else ("right" if right > 0 else "left"))
    assert view.act("accept") == move


@given(seeds, st.data())
def test_every_shift_can_be_dragged_tapped_and_keyed(seed, data):
    state = position(seed, "shift")
    shifts = [move for move in state.legal_moves() if isinstance(move, Shift)]
    move = data.draw(st.sampled_from(shifts))
    start = state.neutrals[int(move.neutral[1])]

    dragged = view_of(state)
    pointer(dragged, "down", centre(start))
    pointer(dragged, "move", centre(move.target))
    assert pointer(dragged, "up", centre(move.target)) == move

    tapped = view_of(state)
    assert tap(tapped, start) is None
    assert tap(tapped, move.target) == move

    keyed = view_of(state)
    go(keyed, start)
    assert keyed.act("accept") is True
    go(keyed, move.target)
    assert keyed.act("accept") == move


def go(view, goal):
    for _ in range(8):
        here = view.hands.cursor.at
        if here == goal:
            return
        down, right = goal.row - here.row, goal.col - here.col
        assert view.act(("down" if down > 0 else "up") if down else ("right" if right > 0 else "left"))
    pytest.fail("the cursor does not get there")


def test_a_turn_ends_only_where_staying_is_a_move_and_who_has_lost_has_nothing_to_lift():
    assert view_of(State()).end_move() is None
    assert view_of(position(3, "shift")).end_move() == Stay()
    over = next(state for state in map(walk, range(400)) if not state.legal_moves())
    view = view_of(over)
    assert view.act("rotate") is False
    assert view.act("accept") is False
    assert view.controls() == ()


places = st.tuples(st.floats(-0.6, 4.6), st.floats(-0.6, 4.6))
inputs = st.one_of(
    st.tuples(st.sampled_from(["down", "move", "up", "hover", "context", "cancel", "hold"]), places, st.integers(0, 2)),
    st.tuples(st.sampled_from(["wheel", "twist", "pinch"]), places, st.floats(-3, 3)),
    st.sampled_from(
        ["up", "down", "left", "right", "accept", "cancel", "rotate", "rotate_back", "mirror", "lay", "nonsense"]
    ),
    st.floats(0, 0.5),
)


# -- never an illegal one


def feed(view, one):
    if isinstance(one, str):
        return view.act(one)
    if isinstance(one, float):
        view.update(one)
        return None
    kind, place, number = one
    if isinstance(number, int):
        return pointer(view, kind, place, number)
    return pointer(view, kind, place, 0, number)


@given(seeds, st.sampled_from(["lay", "shift"]), st.sampled_from([KIT, STILL]), st.lists(inputs, max_size=40))
@settings(max_examples=40)
def test_whatever_hands_do_only_legal_moves_come_out(seed, phase, kit, hands):
    state = position(seed, phase)
    view = view_of(state, kit)
    for one in hands:
        made = feed(view, one)
        assert made is None or isinstance(made, bool) or made in state.legal_moves()
        for _, pose in view.stage.poses():
            assert all(map(math.isfinite, (pose.x, pose.y, pose.angle, pose.flip, pose.z)))
        assert view.state is state
    view.let_go()
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(state))


@given(seeds, st.lists(inputs, max_size=15))
def test_what_is_not_live_cannot_be_touched(seed, hands):
    view = view_of(position(seed))
    view.host = replace(view.host, live=False)
    for one in hands:
        assert not feed(view, one)
    assert view.controls() == ()
    assert view.status() is None
    assert not view.stage.moving


def walk(seed):
    dice, state = Dice(seed), State()
    for _ in range(60):
        if not state.legal_moves():
            break
        state = state.after(dice.choice(state.legal_moves()))
    return state
