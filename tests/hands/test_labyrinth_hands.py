"""Every legal move of Labyrinth can be made by each hand, and no other; and the spare tile is turned by each."""

import math
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell
from logic.labyrinth.rules import Push
from tests.labyrinthhands import (
    FREE,
    KIT,
    STILL,
    begun,
    drag_to,
    drop_at,
    in_line,
    lead_to,
    pixel,
    position,
    seeds,
    tap_arrow,
    tap_at,
    turnable,
    view_of,
    walking,
)
from tests.viewparts import (
    Ear,
    middle,
    pointer,
    settle,
    tap,
)

ACTIONS = (
    "up", "down", "left", "right", "accept", "rotate", "rotate_back", "push_in", "use", "leave", "inform", "cancel",
    "nonsense",
)  # fmt: skip


# -- every legal move, by each hand, and no other


@given(seeds)
@settings(max_examples=12)
def test_what_taps_can_push_is_what_the_position_lists(seed):
    state = position(seed, "push")
    made = set()
    for turns in range(4):
        for arrow in state.params.arrows:
            view = view_of(state)
            for _ in range(turns):
                assert tap_at(view, view.tray) is None
            assert tap_arrow(view, arrow) is None
            made |= {tap_arrow(view, arrow)} - {None}
    assert made == set(state.legal_moves())


@given(seeds)
@settings(max_examples=6)
def test_where_taps_can_walk_is_what_the_position_lists(seed):
    state = position(seed, "walk")
    cells = [Cell(row, col) for row in range(state.params.size) for col in range(state.params.size)]
    made = {tap(view_of(state), cell) for cell in cells} - {None}
    assert made | {view_of(state).end_move()} == set(state.legal_moves())


@given(seeds)
@settings(max_examples=25)
def test_what_a_rune_offers_can_be_done_by_taps_and_buttons(seed):
    state = position(seed, "mark")
    if state.phase != "mark":
        return
    view = view_of(state)
    made = {tap(view, cell) for cell in state.pawns} | {view.act("use") or None, view.act("leave")}
    offered = set(state.legal_moves())
    assert made - {None} <= offered
    shared = {cell for cell in state.pawns if state.pawns.count(cell) > 1}
    assert {move for move in offered - made if getattr(move, "on", None) is None} == set()
    assert all(state.pawns[move.on] in shared for move in offered - made)


@given(seeds, st.sampled_from([KIT, STILL]))
@settings(max_examples=20)
def test_every_push_can_be_dragged_right_into_its_line(seed, kit):
    state = position(seed, "push")
    push = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state, kit=kit)
    while view.hands.spare.rot != push.rot:
        assert view.act("rotate") is True
    drag_to(view, in_line(push.arrow, 0), in_line(push.arrow, 0.4), in_line(push.arrow, 0.9))
    assert drop_at(view, in_line(push.arrow, 0.9)) == push


@given(seeds)
@settings(max_examples=20)
def test_every_push_can_be_made_by_keys_alone(seed):
    state = position(seed, "push")
    push = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state)
    while view.hands.spare.rot != push.rot:
        assert view.act("rotate_back") is True
    assert lead_to(view, push.arrow)
    assert view.act("accept") is True
    assert view.hands.spare.armed == push.arrow
    assert view.act("accept") == push


@given(seeds)
@settings(max_examples=20)
def test_every_walk_can_be_made_by_keys_alone(seed):
    state = position(seed, "walk")
    move = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state)
    assert view.act("accept") is True
    home = state.pawns[state.player]
    for action, steps in (("down", move.cell.row - home.row), ("right", move.cell.col - home.col)):
        back = {"down": "up", "right": "left"}[action]
        for _ in range(abs(steps)):
            assert view.act(action if steps > 0 else back) is True
    assert view.act("accept") == move


@given(seeds)
@settings(max_examples=20)
def test_the_pawn_can_be_dragged_wherever_it_can_walk(seed):
    state = position(seed, "walk")
    home = state.pawns[state.player]
    move = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state)
    settle(view)
    pawn = view.stage.pose(f"p{state.player}")
    start, end = pixel(view, (pawn.x, pawn.y)), middle(view, move.cell)
    pointer(view, "down", start)
    pointer(view, "move", ((start[0] + end[0]) // 2, start[1] - 30))
    dx, dy = start[0] - middle(view, home)[0], start[1] - middle(view, home)[1]
    pointer(view, "move", (end[0] + dx, end[1] + dy))
    assert pointer(view, "up", (end[0] + dx, end[1] + dy)) == (move if move.cell != home else None)


def test_nothing_is_done_while_it_is_not_ones_turn():
    for state in (begun(), walking()):
        view = view_of(state)
        view.host = replace(view.host, live=False)
        assert tap_arrow(view, state.params.arrows[0]) is None
        assert view.hands.spare.armed is None
        assert tap_at(view, view.tray) is None
        assert view.hands.spare.rot == state.spare.rot
        assert all(tap(view, cell) is None for cell in (Cell(0, 0), Cell(3, 3)))
        assert not any(view.act(action) for action in ACTIONS if action != "inform")
        assert view.picture.lit() == {}
        assert view.status() is None
        assert view.end_move() is None


# -- turning


def test_tap_wheel_keys_buttons_and_fingers_turn_the_spare_tile():
    ear = Ear()
    state = turnable()
    view = view_of(state, sound=ear)
    rots = []
    for turn in (
        lambda: tap_at(view, view.tray),
        lambda: pointer(view, "wheel", (5, 5), amount=1.0),
        lambda: pointer(view, "wheel", (5, 5), amount=-2.0),
        lambda: view.act("rotate"),
        lambda: view.act("rotate_back"),
    ):
        turn()
        rots.append((view.hands.spare.rot - state.spare.rot) % 4)
    assert rots == [1, 2, 0, 1, 0]
    assert ear.heard == ["turn_spare"] * 5
    # half notches come together
    view = view_of(state)
    view = view_of(state)
    for _ in range(3):
        pointer(view, "wheel", (5, 5), amount=0.5)
    assert (view.hands.spare.rot - state.spare.rot) % 4 == 1
    # two fingers twist the tile while one of them holds it
    arrow = state.params.arrows[0]
    view = view_of(state)
    drag_to(view, in_line(arrow, 0))
    for _ in range(5):
        pointer(view, "twist", pixel(view, FREE), amount=math.pi / 12)
        pointer(view, "pinch", pixel(view, FREE), amount=1.02)
    assert (view.hands.spare.rot - state.spare.rot) % 4 == 1
    assert view.hands.spare.armed == arrow
    pointer(view, "up", pixel(view, in_line(arrow, 0)))
    assert tap_arrow(view, arrow) == Push(arrow, view.hands.spare.rot)


def test_a_turn_is_seen_to_turn_and_a_straight_tile_has_two_ways_to_lie():
    for kit, angles in ((KIT, True), (STILL, False)):
        view = view_of(turnable(), kit=kit)
        settle(view)
        view.act("rotate")
        assert (view.motion.spins.angle(view.state.spare.id) < 0) is angles
        settle(view)
        assert view.motion.spins.angle(view.state.spare.id) == 0
    state = begun(seed=2)
    state = replace(state, spare=replace(state.spare, shape="I", rot=0, symbol=""))
    view = view_of(state)
    rots = [view.act("rotate") and view.hands.spare.rot for _ in range(4)]
    assert rots == [1, 0, 1, 0]
    view.hands.spare.arm(state.params.arrows[0])
    assert view.act("push_in") == Push(state.params.arrows[0], 0)
