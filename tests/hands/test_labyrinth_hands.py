"""Input at Labyrinth: turning, arming and dragging the spare tile, pawns, barred arrows, marks, asking."""

import math
from dataclasses import replace

import pytest

from logic.core import Cell
from logic.labyrinth.components import Arrow, opposite_arrow
from logic.labyrinth.rules import Push, Skip, Use, Walk
from scenes.labyrinth.hands import PART
from scenes.labyrinth.layout import reached
from sprites.widgets import Pointer
from tests.support.hands.labyrinth import (
    FREE,
    KIT,
    STILL,
    begun,
    drag_to,
    drop_at,
    in_line,
    lead_to,
    pixel,
    played,
    position,
    tap_arrow,
    tap_at,
    turnable,
    view_of,
    walking,
)
from tests.support.hands.views import acts, middle, pointer, poses, settle, tap

# -- every legal move, by each input, and no other


@pytest.mark.parametrize("seed", [5, 19, 27, 37, 38, 42, 53, 69])
def test_every_rune_move_can_be_made_by_tap_or_button(seed):
    state = position(seed, "mark")
    assert state.phase == "mark"
    view = view_of(state)
    made = {tap(view, cell) for cell in state.pawns} | {view.act("use") or None, view.act("leave")}
    offered = set(state.legal_moves())
    assert made - {None} <= offered
    shared = {cell for cell in state.pawns if state.pawns.count(cell) > 1}
    assert {move for move in offered - made if getattr(move, "on", None) is None} == set()
    assert all(state.pawns[move.on] in shared for move in offered - made)


# -- turning


def test_tap_wheel_keys_buttons_and_fingers_rotate_the_spare_tile():
    state = turnable()
    view = view_of(state)
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
    assert view.sound.heard == ["turn_spare"] * 5
    # half notches add up
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


def test_rotation_is_animated_and_a_straight_tile_has_two_rotations():
    for kit, angles in ((KIT, True), (STILL, False)):
        view = settle(view_of(turnable(), kit=kit))
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


# -- arming


def test_an_armed_tile_shifts_its_line_and_highlights_reachable_tiles():
    state = played(begun(players=4), 16, seed=3)
    while state.phase != "push":
        state = state.apply(state.legal_moves()[-1]).state
    for arrow in state.arrows():
        view = settle(view_of(state))
        home = poses(view)
        assert tap_arrow(view, arrow) is None
        settle(view)
        moved = {piece for piece, pose in poses(view).items() if pose != home[piece]}
        events = state.apply(Push(arrow, view.hands.spare.rot)).events
        assert moved == {piece for event in events for piece in event.paths}
        assert {tile for tile, _ in view.picture.lit().items()} == reached(
            view.state, Push(arrow, view.hands.spare.rot)
        )
        view.act("cancel")
        settle(view)
        assert poses(view) == view.layout(state)


def test_an_armed_tile_can_be_cancelled_moved_rotated_or_pushed_in():
    # a tap beside or escape puts the tile back into the tray
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    for undo in (lambda: tap_at(view, FREE), lambda: view.act("cancel")):
        tap_arrow(view, arrow)
        assert view.hands.spare.armed == arrow
        undo()
        assert view.hands.spare.armed is None
    assert view.act("cancel") is False
    # a tap on another arrow takes the tile there
    view = view_of(begun())
    one, other = view.state.params.arrows[0], view.state.params.arrows[6]
    tap_arrow(view, one)
    assert tap_arrow(view, other) is None
    assert view.hands.spare.armed == other
    assert tap_arrow(view, other) == Push(other, view.hands.spare.rot)
    # an armed tile can be turned at the empty tray
    view = view_of(turnable())
    tap_arrow(view, view.state.params.arrows[0])
    settle(view)
    before = view.hands.spare.rot
    assert tap_at(view, view.tray) is None
    assert view.hands.spare.rot == (before + 1) % 4
    assert view.hands.spare.armed == view.state.params.arrows[0]
    # the button pushes only what is armed
    view = view_of(begun())
    assert [control.enabled for control in view.controls()] == [True, True, False]
    assert view.act("push_in") is False
    acts(view, "right", "accept")
    assert [control.enabled for control in view.controls()] == [True, True, True]
    assert view.act("push_in") == Push(view.hands.spare.armed, view.hands.spare.rot)


# -- dragging


def test_a_dragged_tile_follows_the_rim_and_shifts_its_line_by_depth():
    # a tile released at an arrow waits there
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, -0.2))
    assert view.hands.spare.armed == arrow
    assert drop_at(view, in_line(arrow, -0.2)) is None
    assert view.hands.spare.armed == arrow
    settle(view)
    pose = view.stage.pose(view.state.spare.id)
    assert (pose.x, pose.y) == pytest.approx(in_line(arrow, PART))
    # dragged along the rim the tile goes from arrow to arrow
    view = view_of(begun())
    top = sorted(arrow for arrow in view.state.params.arrows if arrow.side == "S")
    drag_to(view, in_line(top[0], -0.1))
    seen = []
    for step in range(41):
        pointer(view, "move", pixel(view, (1.5 + 4 * step / 40, -0.6)))
        if view.hands.spare.armed not in seen:
            seen.append(view.hands.spare.armed)
    assert seen == top
    # the deeper it is dragged the further its line moves
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0))
    parts = []
    for depth in (0.0, 0.3, 0.5, 0.8, 1.0, 1.2):
        pointer(view, "move", pixel(view, in_line(arrow, depth)))
        parts.append(round(view.hands.spare.part, 1))
    assert parts == [0.2, 0.3, 0.5, 0.8, 1.0, 1.0]
    pointer(view, "move", pixel(view, in_line(arrow, 0.3)))
    assert drop_at(view, in_line(arrow, 0.3)) is None
    assert view.hands.spare.armed == arrow
    # a press on an arrow can be dragged on into the line
    view = view_of(begun())
    arrow = view.state.params.arrows[2]
    pointer(view, "down", pixel(view, view.arrow_place(arrow)))
    assert view.hands.spare.armed == arrow
    settle(view)
    step = in_line(arrow, 1)[0] - in_line(arrow, 0)[0], in_line(arrow, 1)[1] - in_line(arrow, 0)[1]
    x, y = view.arrow_place(arrow)
    pointer(view, "move", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1])))
    assert pointer(view, "up", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1]))) == Push(arrow, view.hands.spare.rot)


def test_a_dropped_pawn_does_not_walk_its_path_again():
    state = walking()
    view = settle(view_of(state))
    goal = list(view.hands.walker.walks)[-1]
    assert goal != state.pawns[state.player]
    pointer(view, "down", middle(view, state.pawns[state.player]))
    pointer(view, "move", middle(view, goal))
    for _ in range(60):
        view.update(1 / 60)
    move = pointer(view, "up", middle(view, goal))
    view.cancel_gesture()
    view.show(*state.apply(move))
    pawn = f"p{state.player}"
    while view.stage.moving:
        pose = view.stage.pose(pawn)
        assert max(abs(pose.x - goal.col - 0.5), abs(pose.y - goal.row - 0.5)) < 0.5
        view.update(1 / 60)


# -- what is barred, and why


def barred_position():
    """Return a position in which the player to move may not use one arrow."""
    state = begun()
    push = state.legal_moves()[0]
    state = state.apply(push).state
    while state.phase != "push":
        state = state.apply(state.legal_moves()[-1]).state
    return state, opposite_arrow(push.arrow, state.params.size)


@pytest.mark.parametrize("kit", [KIT, STILL])
def test_tapping_the_barred_arrow_shakes_it_and_shows_the_reason(kit):
    state, barred = barred_position()
    assert state.barred() == (barred,)
    view = settle(view_of(state, kit=kit))
    assert tap_arrow(view, barred) is None
    assert view.hands.spare.armed is None
    assert view.sound.heard == ["deny"]
    assert str(view.status()) == "This would push the tile straight back out."
    assert view.update(1 / 60) is (kit is KIT)
    settle(view)
    assert str(view.status()) == "This would push the tile straight back out."
    tap_arrow(view, state.arrows()[0])
    assert str(view.status()) == "Push it in, or turn it first."


def test_a_barred_arrow_refuses_drag_and_cursor_and_shows_its_reason():
    state, barred = barred_position()
    view = view_of(state)
    drag_to(view, in_line(barred, -0.2), in_line(barred, 0.5))
    assert view.hands.spare.armed is None
    assert view.sound.heard == ["lift", "deny"]
    assert "straight back" in str(view.status())
    assert drop_at(view, in_line(barred, 0.9)) is None
    settle(view)
    assert poses(view) == view.layout(state)
    assert "straight back" in str(view.status())
    # the cursor comes to the barred arrow and is refused there
    view = view_of(state)
    assert lead_to(view, barred)
    assert view.act("accept") is True
    assert view.hands.spare.armed is None
    assert "straight back" in str(view.status())
    # in a variant that bars the whole line each end has its reason
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


def test_the_status_line_names_the_possible_actions():
    view = view_of(begun())
    said = [str(view.status())]
    tap_arrow(view, view.state.params.arrows[0])
    said.append(str(view.status()))
    said.append(str(view_of(walking()).status()))
    assert said == ["Push the spare tile in.", "Push it in, or turn it first.", "Walk to a lit tile, or stay."]
    # a cell without a way says so
    view = view_of(walking())
    barren = next(
        Cell(row, col) for row in range(7) for col in range(7) if Cell(row, col) not in view.hands.walker.walks
    )
    assert tap(view, barren) is None
    assert str(view.status()) == "No open way leads there."
    assert view.sound.heard == ["deny"]
    pointer(view, "hover", middle(view, list(view.hands.walker.walks)[-1]))
    assert tap(view, list(view.hands.walker.walks)[-1]) == Walk(list(view.hands.walker.walks)[-1])


# -- runes


def rune_position(mark):
    """Return a position in which a rune has just come out."""
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
def test_runes_without_a_target_have_a_button(mark, label):
    view = view_of(rune_position(mark))
    assert [str(control.label) for control in view.controls()] == [label, "Leave it"]
    assert view.act("use") == Use(mark)
    assert view.act("accept") == Use(mark)
    assert view.act("leave") == Skip()
    assert view.end_move() is None


@pytest.mark.parametrize("mark", ["swap", "peek"])
def test_runes_with_a_target_are_used_by_tapping_a_pawn_or_by_keys(mark):
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


def test_the_inform_key_inspects_the_cell_under_the_cursor():
    view = view_of(begun())
    assert view.act("inform") is True
    assert view.hands.inspector.inspected == view.state.pawns[view.state.player]
    assert view.act("cancel") is True
    acts(view, "right", "inform")
    assert isinstance(view.hands.inspector.inspected, Arrow)


def test_accept_plays_the_hint_and_a_mouse_player_gets_no_cursor():
    state = begun()
    view = view_of(state)
    view.act("accept")
    start = view.hands.spare.armed
    push = next(move for move in state.legal_moves() if isinstance(move, Push) and move.arrow != start)
    there = state.apply(push).state
    pawn = there.pawns[there.player]
    walk = next(move for move in there.legal_moves() if isinstance(move, Walk) and move.cell != pawn)
    for by_keys in (True, False):
        pushing, walking_on = view_of(state), view_of(there)
        if by_keys:
            pushing.act("down")
            assert walking_on.act("accept") is True
            assert walking_on.hands.walker.cursor.at == pawn
        pushing.show_hint((push, walk))
        walking_on.show_hint((walk,))
        settle(pushing)
        if by_keys:
            assert pushing.hands.spare.aim.at == pushing.hands.spare.armed == push.arrow
            assert (pushing.act("accept"), walking_on.act("accept")) == (push, walk)
        else:
            assert pushing.hands.spare.aim.at is walking_on.hands.walker.cursor.at is None


def test_inspection_of_a_highlighted_tile_ends_when_the_mouse_leaves():
    view = view_of(walking())
    lit = list(view.hands.walker.walks)[-1]
    for kind in ("hover", "context", "hover"):
        view.point(Pointer(kind, middle(view, lit)))
    assert view.hands.inspector.inspected == lit
    view.point(Pointer("hover", (-9, -9)))
    assert view.hands.inspector.inspected is None
    view.point(Pointer("hover", middle(view, lit)))
    settle(view, 10)
    assert view.hands.inspector.inspected is None, "a click there means a move"
