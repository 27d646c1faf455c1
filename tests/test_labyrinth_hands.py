"""Every legal move of Labyrinth can be made by each hand, and no other; turning, arming, dragging, asking why not."""

import math
from dataclasses import replace
from functools import partial

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell
from logic.labyrinth import Arrow, Push, Skip, Use, Walk
from logic.labyrinth.board import opposite_arrow
from scenes.labyrinth_reach import reached
from scenes.labyrinth_rim import PART
from tests.labyrinthhands import (
    KIT,
    SIZE,
    STILL,
    begun,
    drag_to,
    drop_at,
    in_line,
    pixel,
    played,
    position,
    seeds,
    tap_arrow,
    tap_at,
    view_of,
    walking,
    way_to,
)
from tests.viewparts import (
    Ear,
    _fonts,  # noqa: F401 - a fixture
    middle,
    pointer,
    settle,
    tap,
)

ACTIONS = (
    "up", "down", "left", "right", "accept", "rotate", "rotate_back", "push_in", "use", "leave", "inform", "cancel",
    "nonsense",
)  # fmt: skip
GESTURES = ("down", "move", "up", "hover", "cancel", "hold", "context", "wheel", "twist", "pinch")
places = st.tuples(st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1))
FREE = (3.5, 3.5)
"""In the middle of a board of seven, away from the rim."""


def poses(view):
    return dict(view.stage.poses())


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
@settings(max_examples=12)
def test_where_taps_can_walk_is_what_the_position_lists(seed):
    state = position(seed, "walk")
    cells = [Cell(row, col) for row in range(state.params.size) for col in range(state.params.size)]
    made = {tap(view_of(state), cell) for cell in cells} - {None}
    assert made | {view_of(state).end_move()} == set(state.legal_moves())


@given(seeds)
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
@settings(max_examples=40)
def test_every_push_can_be_dragged_right_into_its_line(seed, kit):
    state = position(seed, "push")
    push = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state, kit=kit)
    while view.rot != push.rot:
        assert view.act("rotate") is True
    drag_to(view, in_line(push.arrow, 0), in_line(push.arrow, 0.4), in_line(push.arrow, 0.9))
    assert drop_at(view, in_line(push.arrow, 0.9)) == push


@given(seeds)
@settings(max_examples=40)
def test_every_push_can_be_made_by_keys_alone(seed):
    state = position(seed, "push")
    push = state.legal_moves()[seed % len(state.legal_moves())]
    view = view_of(state)
    while view.rot != push.rot:
        assert view.act("rotate_back") is True
    assert lead_to(view, push.arrow)
    assert view.act("accept") is True
    assert view.armed == push.arrow
    assert view.act("accept") == push


def lead_to(view, arrow):
    """Lead the cursor to an arrow by the shortest way of key presses."""
    view.act("right")
    return all(view.act(action) for action in way_to(view, arrow)) and view._aim == arrow


@given(seeds)
@settings(max_examples=40)
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
@settings(max_examples=40)
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


@given(seeds, st.lists(st.tuples(st.sampled_from(GESTURES), places), max_size=25))
@settings(max_examples=60)
def test_hands_anywhere_never_make_an_illegal_move(seed, gestures):
    state = position(seed)
    view = view_of(state)
    for kind, pos in gestures:
        move = pointer(view, kind, pos, amount=1.0)
        assert move is None or move in state.legal_moves()
        view.update(1 / 60)
    view.let_go()
    settle(view)
    assert poses(view) == view.layout(state)


@given(seeds, st.lists(st.sampled_from(ACTIONS), max_size=25))
@settings(max_examples=60)
def test_keys_never_make_an_illegal_move(seed, actions):
    state = position(seed)
    view = view_of(state)
    for action in actions:
        answer = view.act(action)
        assert isinstance(answer, bool) or answer in state.legal_moves()


def test_nothing_is_done_while_it_is_not_ones_turn():
    for state in (begun(), walking()):
        view = view_of(state)
        view.live = False
        assert tap_arrow(view, state.params.arrows[0]) is None
        assert view.armed is None
        assert tap_at(view, view.tray) is None
        assert view.rot == state.spare.rot
        assert all(tap(view, cell) is None for cell in (Cell(0, 0), Cell(3, 3)))
        assert not any(view.act(action) for action in ACTIONS if action != "inform")
        assert view._lit() == {}
        assert view.status() is None
        assert view.end_move() is None


# -- turning


def turnable():
    """A first position whose spare tile can lie in four ways."""
    return next(state for state in map(partial(begun, "classic_2017", 2), range(20)) if state.spare.shape != "I")


def test_tap_wheel_keys_and_buttons_turn_the_spare_tile():
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
        rots.append((view.rot - state.spare.rot) % 4)
    assert rots == [1, 2, 0, 1, 0]
    assert ear.heard == ["turn_spare"] * 5


def test_half_notches_come_together():
    state = turnable()
    view = view_of(state)
    for _ in range(3):
        pointer(view, "wheel", (5, 5), amount=0.5)
    assert (view.rot - state.spare.rot) % 4 == 1


def test_two_fingers_twist_the_tile_while_one_of_them_holds_it():
    state = turnable()
    arrow = state.params.arrows[0]
    view = view_of(state)
    drag_to(view, in_line(arrow, 0))
    for _ in range(5):
        pointer(view, "twist", pixel(view, FREE), amount=math.pi / 12)
        pointer(view, "pinch", pixel(view, FREE), amount=1.02)
    assert (view.rot - state.spare.rot) % 4 == 1
    assert view.armed == arrow
    pointer(view, "up", pixel(view, in_line(arrow, 0)))
    assert tap_arrow(view, arrow) == Push(arrow, view.rot)


def test_a_turn_is_seen_to_turn_and_with_reduced_motion_is_not():
    for kit, angles in ((KIT, True), (STILL, False)):
        view = view_of(turnable(), kit=kit)
        settle(view)
        view.act("rotate")
        assert (view._spins.angle(view.state.spare.id) < 0) is angles
        settle(view)
        assert view._spins.angle(view.state.spare.id) == 0


def test_a_straight_tile_has_two_ways_to_lie():
    state = begun(seed=2)
    state = replace(state, spare=replace(state.spare, shape="I", rot=0, symbol=""))
    view = view_of(state)
    rots = [view.act("rotate") and view.rot for _ in range(4)]
    assert rots == [1, 0, 1, 0]
    view.arm(state.params.arrows[0])
    assert view.act("push_in") == Push(state.params.arrows[0], 0)


# -- arming


def test_what_is_armed_moves_its_line_by_a_part_with_pawns_and_lights_what_could_be_reached():
    state = played(begun(players=4), 16, seed=3)
    while state.phase != "push":
        state = state.apply(state.legal_moves()[-1]).state
    for arrow in state.arrows():
        view = view_of(state)
        settle(view)
        home = poses(view)
        assert tap_arrow(view, arrow) is None
        settle(view)
        moved = {piece for piece, pose in poses(view).items() if pose != home[piece]}
        events = state.apply(Push(arrow, view.rot)).events
        assert moved == {piece for event in events for piece in event.paths}
        assert {tile for tile, _ in view._lit().items()} == reached(view.state, Push(arrow, view.rot))
        view.act("cancel")
        settle(view)
        assert poses(view) == view.layout(state)


def test_a_tap_beside_or_escape_puts_the_tile_back_into_the_tray():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    for undo in (lambda: tap_at(view, FREE), lambda: view.act("cancel")):
        tap_arrow(view, arrow)
        assert view.armed == arrow
        undo()
        assert view.armed is None
    assert view.act("cancel") is False


def test_a_tap_on_another_arrow_takes_the_tile_there():
    view = view_of(begun())
    one, other = view.state.params.arrows[0], view.state.params.arrows[6]
    tap_arrow(view, one)
    assert tap_arrow(view, other) is None
    assert view.armed == other
    assert tap_arrow(view, other) == Push(other, view.rot)


def test_what_is_armed_can_be_turned_at_the_empty_tray():
    view = view_of(turnable())
    tap_arrow(view, view.state.params.arrows[0])
    settle(view)
    before = view.rot
    assert tap_at(view, view.tray) is None
    assert view.rot == (before + 1) % 4
    assert view.armed == view.state.params.arrows[0]


def test_the_button_pushes_only_what_is_armed():
    view = view_of(begun())
    assert [control.enabled for control in view.controls()] == [True, True, False]
    assert view.act("push_in") is False
    view.act("right")
    view.act("accept")
    assert [control.enabled for control in view.controls()] == [True, True, True]
    assert view.act("push_in") == Push(view.armed, view.rot)


# -- dragging


def test_a_tile_let_go_at_an_arrow_waits_there():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, -0.2))
    assert view.armed == arrow
    assert drop_at(view, in_line(arrow, -0.2)) is None
    assert view.armed == arrow
    settle(view)
    pose = view.stage.pose(view.state.spare.id)
    assert (pose.x, pose.y) == pytest.approx(in_line(arrow, PART))


def test_led_along_the_rim_the_tile_goes_from_arrow_to_arrow():
    view = view_of(begun())
    top = sorted(arrow for arrow in view.state.params.arrows if arrow.side == "S")
    drag_to(view, in_line(top[0], -0.1))
    seen = []
    for step in range(41):
        pointer(view, "move", pixel(view, (1.5 + 4 * step / 40, -0.6)))
        if view.armed not in seen:
            seen.append(view.armed)
    assert seen == top


def test_the_deeper_it_is_drawn_the_further_its_line_moves():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0))
    parts = []
    for depth in (0.0, 0.3, 0.5, 0.8, 1.0, 1.2):
        pointer(view, "move", pixel(view, in_line(arrow, depth)))
        parts.append(round(view._part, 1))
    assert parts == [0.2, 0.3, 0.5, 0.8, 1.0, 1.0]
    pointer(view, "move", pixel(view, in_line(arrow, 0.3)))
    assert drop_at(view, in_line(arrow, 0.3)) is None
    assert view.armed == arrow


@pytest.mark.parametrize("kit", [KIT, STILL])
def test_a_tile_let_go_elsewhere_goes_home(kit):
    ear = Ear()
    view = view_of(begun(), kit=kit, sound=ear)
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0), FREE)
    assert view.armed is None
    view.update(1 / 60)
    assert drop_at(view, FREE) is None
    settle(view)
    assert poses(view) == view.layout(view.state)
    assert ear.heard[0] == "lift"
    assert ear.heard[-1] == "drop"


def test_a_gesture_that_leaves_the_window_is_no_move():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.9))
    assert drop_at(view, in_line(arrow, 0.9), "cancel") is None
    settle(view)
    assert view.armed is None
    assert poses(view) == view.layout(view.state)
    state = walking()
    view = view_of(state)
    pointer(view, "down", middle(view, list(view._walks)[-1]))
    assert pointer(view, "cancel", middle(view, list(view._walks)[-1])) is None


def test_a_resize_in_the_middle_of_a_drag_lets_go():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.5))
    view.let_go()
    view.set_kit(STILL)
    view.place(pygame.Rect(10, 0, 300, 500))
    assert drop_at(view, in_line(arrow, 0.9)) is None
    settle(view)
    assert poses(view) == view.layout(view.state)
    tap_arrow(view, arrow)
    assert tap_arrow(view, arrow) == Push(arrow, view.rot)


def test_a_resize_without_letting_go_keeps_the_tile_in_the_hand():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.2))
    view.place(pygame.Rect(10, 0, 300, 500))
    pointer(view, "move", pixel(view, in_line(arrow, 0.9)))
    assert drop_at(view, in_line(arrow, 0.9)) == Push(arrow, view.rot)


def test_a_second_finger_disturbs_nothing():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.2))
    pointer(view, "down", pixel(view, FREE), finger=2)
    pointer(view, "move", pixel(view, (1, 1)), finger=2)
    assert pointer(view, "up", pixel(view, (1, 1)), finger=2) is None
    assert view.armed == arrow
    assert drop_at(view, in_line(arrow, 0.9)) is None or view.armed == arrow


def test_a_press_on_an_arrow_can_be_drawn_on_into_the_line():
    view = view_of(begun())
    arrow = view.state.params.arrows[2]
    pointer(view, "down", pixel(view, view.arrow_place(arrow)))
    assert view.armed == arrow
    settle(view)
    step = in_line(arrow, 1)[0] - in_line(arrow, 0)[0], in_line(arrow, 1)[1] - in_line(arrow, 0)[1]
    x, y = view.arrow_place(arrow)
    pointer(view, "move", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1])))
    assert pointer(view, "up", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1]))) == Push(arrow, view.rot)


def test_a_dropped_pawn_only_settles_where_it_was_put_down():
    state = walking()
    view = view_of(state)
    settle(view)
    goal = list(view._walks)[-1]
    assert goal != state.pawns[state.player]
    start = middle(view, state.pawns[state.player])
    pointer(view, "down", start)
    pointer(view, "move", middle(view, goal))
    for _ in range(60):
        view.update(1 / 60)
    move = pointer(view, "up", middle(view, goal))
    view.let_go()
    view.show(*state.apply(move))
    pawn = f"p{state.player}"
    while view.stage.moving:
        pose = view.stage.pose(pawn)
        assert max(abs(pose.x - goal.col - 0.5), abs(pose.y - goal.row - 0.5)) < 0.5
        view.update(1 / 60)


# -- what is barred, and why


def barred_position():
    """A position whose mover may not use one arrow."""
    state = begun()
    push = state.legal_moves()[0]
    state = state.apply(push).state
    while state.phase != "push":
        state = state.apply(state.legal_moves()[-1]).state
    return state, opposite_arrow(push.arrow, state.params.size)


@pytest.mark.parametrize("kit", [KIT, STILL])
def test_the_barred_arrow_shakes_and_says_why(kit):
    ear = Ear()
    state, barred = barred_position()
    assert state.barred() == (barred,)
    view = view_of(state, kit=kit, sound=ear)
    settle(view)
    assert tap_arrow(view, barred) is None
    assert view.armed is None
    assert ear.heard == ["deny"]
    assert str(view.status()) == "This would push the tile straight back out."
    assert view.update(1 / 60) is (kit is KIT)
    settle(view)
    assert str(view.status()) == "This would push the tile straight back out."
    tap_arrow(view, state.arrows()[0])
    assert str(view.status()) == "Push it in, or turn it first."


def test_the_tile_does_not_go_in_at_the_barred_arrow_when_it_is_dragged_there():
    ear = Ear()
    state, barred = barred_position()
    view = view_of(state, sound=ear)
    drag_to(view, in_line(barred, -0.2), in_line(barred, 0.5))
    assert view.armed is None
    assert ear.heard == ["lift", "deny"]
    assert "straight back" in str(view.status())
    assert drop_at(view, in_line(barred, 0.9)) is None
    settle(view)
    assert poses(view) == view.layout(state)
    assert "straight back" in str(view.status())


def test_the_cursor_comes_to_the_barred_arrow_and_is_refused_there():
    state, barred = barred_position()
    view = view_of(state)
    assert lead_to(view, barred)
    assert view.act("accept") is True
    assert view.armed is None
    assert "straight back" in str(view.status())


def test_in_a_variant_that_bars_the_whole_line_each_end_has_its_reason():
    state = begun(variant="duel")
    push = state.legal_moves()[0]
    state = state.apply(push).state
    state = state.apply(state.legal_moves()[-1]).state
    view = view_of(state)
    said = []
    for arrow in (push.arrow, opposite_arrow(push.arrow, 7)):
        tap_arrow(view, arrow)
        said.append(str(view.status()))
    assert said == ["This line was pushed from here just now.", "This would push the tile straight back out."]


def test_a_cell_without_a_way_says_so():
    ear = Ear()
    state = walking()
    view = view_of(state, sound=ear)
    barren = next(Cell(row, col) for row in range(7) for col in range(7) if Cell(row, col) not in view._walks)
    assert tap(view, barren) is None
    assert str(view.status()) == "No open way leads there."
    assert ear.heard == ["deny"]
    pointer(view, "hover", middle(view, list(view._walks)[-1]))
    assert tap(view, list(view._walks)[-1]) == Walk(list(view._walks)[-1])


def test_the_status_line_says_what_may_be_done():
    view = view_of(begun())
    said = [str(view.status())]
    tap_arrow(view, view.state.params.arrows[0])
    said.append(str(view.status()))
    said.append(str(view_of(walking()).status()))
    assert said == ["Push the spare tile in.", "Push it in, or turn it first.", "Walk to a lit tile, or stay."]


# -- runes


def rune_position(mark):
    """A position in which a rune has just come out."""
    for seed in range(60):
        state = begun("events", 3, seed)
        for push in state.legal_moves():
            there = state.apply(push).state
            if there.phase == "mark" and there.spare.mark == mark:
                return there
    raise AssertionError(mark)


@pytest.mark.parametrize(
    ("mark", "label"),
    [
        ("push_again", "Push again"),
        ("turn_again", "Another turn"),
        ("exchange", "Exchange"),
        ("wall", "Through a wall"),
    ],
)
def test_a_rune_for_oneself_has_a_button(mark, label):
    view = view_of(rune_position(mark))
    assert [str(control.label) for control in view.controls()] == [label, "Leave it"]
    assert view.act("use") == Use(mark)
    assert view.act("accept") == Use(mark)
    assert view.act("leave") == Skip()
    assert view.end_move() is None


@pytest.mark.parametrize("mark", ["swap", "peek"])
def test_a_rune_for_somebody_is_used_by_a_tap_on_the_pawn_or_by_keys(mark):
    state = rune_position(mark)
    view = view_of(state)
    other = (state.player + 1) % 3
    assert tap(view, state.pawns[other]) == Use(mark, other)
    assert tap(view, state.pawns[state.player]) is None
    made = set()
    for _ in range(2):
        view.act("right")
        made.add(view.act("accept"))
    assert made == {move for move in state.legal_moves() if move != Skip()}
    assert [str(control.label) for control in view.controls()] == ["Leave it"]


# -- asking


def test_a_long_press_tells_and_then_means_nothing_else():
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    pos = pixel(view, (2.5, 0.5))
    pointer(view, "down", pos)
    pointer(view, "hold", pos)
    assert view._asking.told == Cell(0, 2)
    assert pointer(view, "up", pos) is None
    assert str(view.inform(pos)) == "Treasure: book."
    tap_arrow(view, arrow)
    assert view._asking.told is None


def test_the_key_tells_about_what_the_cursor_is_on():
    view = view_of(begun())
    assert view.act("inform") is True
    assert view._asking.told == view.state.pawns[view.state.player]
    assert view.act("cancel") is True
    view.act("right")
    view.act("inform")
    assert isinstance(view._asking.told, Arrow)


def test_a_mouse_that_rests_on_a_treasure_is_told_of_it():
    view = view_of(begun())
    pointer(view, "hover", pixel(view, (2.5, 0.5)))
    for _ in range(50):
        view.update(1 / 60)
    assert view._asking.told == Cell(0, 2)
    assert not view.update(1 / 60)
    pointer(view, "hover", pixel(view, (4.5, 0.5)))
    assert view._asking.told is None
