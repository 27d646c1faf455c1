"""Labyrinth’s spare tile is armed at an arrow and dragged along the rim and into its line; pawns are dragged too."""

import pygame
import pytest

from logic.labyrinth.rules import Push
from scenes.labyrinth.hands import PART
from scenes.labyrinth.reach import reached
from tests.labyrinthhands import (
    FREE,
    KIT,
    STILL,
    begun,
    drag_to,
    drop_at,
    in_line,
    pixel,
    played,
    tap_arrow,
    tap_at,
    turnable,
    view_of,
    walking,
)
from tests.viewparts import Ear, middle, pointer, poses, settle

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
        events = state.apply(Push(arrow, view.hands.spare.rot)).events
        assert moved == {piece for event in events for piece in event.paths}
        assert {tile for tile, _ in view.picture.lit().items()} == reached(
            view.state, Push(arrow, view.hands.spare.rot)
        )
        view.act("cancel")
        settle(view)
        assert poses(view) == view.layout(state)


def test_what_is_armed_goes_home_to_another_arrow_or_in_by_the_button_and_is_turned_at_the_tray():
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
    # what is armed can be turned at the empty tray
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
    view.act("right")
    view.act("accept")
    assert [control.enabled for control in view.controls()] == [True, True, True]
    assert view.act("push_in") == Push(view.hands.spare.armed, view.hands.spare.rot)


# -- dragging


def test_a_tile_waits_at_its_arrow_goes_along_the_rim_and_moves_its_line_the_further_the_deeper_it_is():
    # a tile let go at an arrow waits there
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, -0.2))
    assert view.hands.spare.armed == arrow
    assert drop_at(view, in_line(arrow, -0.2)) is None
    assert view.hands.spare.armed == arrow
    settle(view)
    pose = view.stage.pose(view.state.spare.id)
    assert (pose.x, pose.y) == pytest.approx(in_line(arrow, PART))
    # led along the rim the tile goes from arrow to arrow
    view = view_of(begun())
    top = sorted(arrow for arrow in view.state.params.arrows if arrow.side == "S")
    drag_to(view, in_line(top[0], -0.1))
    seen = []
    for step in range(41):
        pointer(view, "move", pixel(view, (1.5 + 4 * step / 40, -0.6)))
        if view.hands.spare.armed not in seen:
            seen.append(view.hands.spare.armed)
    assert seen == top
    # the deeper it is drawn the further its line moves
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
    # a press on an arrow can be drawn on into the line
    view = view_of(begun())
    arrow = view.state.params.arrows[2]
    pointer(view, "down", pixel(view, view.arrow_place(arrow)))
    assert view.hands.spare.armed == arrow
    settle(view)
    step = in_line(arrow, 1)[0] - in_line(arrow, 0)[0], in_line(arrow, 1)[1] - in_line(arrow, 0)[1]
    x, y = view.arrow_place(arrow)
    pointer(view, "move", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1])))
    assert pointer(view, "up", pixel(view, (x + 0.5 * step[0], y + 0.5 * step[1]))) == Push(arrow, view.hands.spare.rot)


@pytest.mark.parametrize("kit", [KIT, STILL])
def test_a_tile_let_go_elsewhere_goes_home(kit):
    ear = Ear()
    view = view_of(begun(), kit=kit, sound=ear)
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0), FREE)
    assert view.hands.spare.armed is None
    view.update(1 / 60)
    assert drop_at(view, FREE) is None
    settle(view)
    assert poses(view) == view.layout(view.state)
    assert ear.heard[0] == "lift"
    assert ear.heard[-1] == "drop"


def test_lost_gestures_resizes_and_second_fingers_make_no_move():
    # a gesture that leaves the window is no move
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.9))
    assert drop_at(view, in_line(arrow, 0.9), "cancel") is None
    settle(view)
    assert view.hands.spare.armed is None
    assert poses(view) == view.layout(view.state)
    state = walking()
    view = view_of(state)
    pointer(view, "down", middle(view, list(view.hands.walker.walks)[-1]))
    assert pointer(view, "cancel", middle(view, list(view.hands.walker.walks)[-1])) is None
    # a resize in the middle of a drag lets go
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
    assert tap_arrow(view, arrow) == Push(arrow, view.hands.spare.rot)
    # a resize without letting go keeps the tile in the hand
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.2))
    view.place(pygame.Rect(10, 0, 300, 500))
    pointer(view, "move", pixel(view, in_line(arrow, 0.9)))
    assert drop_at(view, in_line(arrow, 0.9)) == Push(arrow, view.hands.spare.rot)
    # a second finger disturbs nothing
    view = view_of(begun())
    arrow = view.state.params.arrows[0]
    drag_to(view, in_line(arrow, 0.2))
    pointer(view, "down", pixel(view, FREE), finger=2)
    pointer(view, "move", pixel(view, (1, 1)), finger=2)
    assert pointer(view, "up", pixel(view, (1, 1)), finger=2) is None
    assert view.hands.spare.armed == arrow
    assert drop_at(view, in_line(arrow, 0.9)) is None or view.hands.spare.armed == arrow


def test_a_dropped_pawn_only_settles_where_it_was_put_down():
    state = walking()
    view = view_of(state)
    settle(view)
    goal = list(view.hands.walker.walks)[-1]
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
