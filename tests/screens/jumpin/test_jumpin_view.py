"""The view of JumpIN’: animals in place and facing their jumps, arcs, and rest at the end."""

import pygame
import pytest
from hypothesis import given

from logic.core import Cell
from logic.jumpin.board import Board
from logic.jumpin.rules import Hop, Slide, begin
from scenes.jumpin.animation import RISE, height_of
from scenes.jumpin.layout import cells_of, mover, poses_of
from scenes.jumpin.paint import Turf, figure, shape_of, sits_in_hole
from sprites.stage.stage import Pose, pose_at
from tests.support.gallery import make_kit
from tests.support.hands.jumpin import FULL, SIZE, movable, states, view_of
from tests.support.hands.views import THEME, acts, drag, middle, picture_of, settle

SMALLEST = Board(3, 3, (Cell(0, 0),), (), ())
LARGEST = Board(7, 7, (Cell(0, 0), Cell(6, 6)), (1,), (5,))


def after(view, move):
    """Make a move as the scene does, and return the position that it leads to."""
    state, events = view.state.apply(move)
    view.show(state, events)
    return state


def shape(view, piece):
    """Return how a rabbit is stretched now."""
    return shape_of(view.stage.pose(piece), view.animals.flights.get(piece), reduced_motion=view.kit.reduced_motion)


# -- places


@given(states())
def test_the_layout_places_every_piece_on_its_cells(state):
    view = view_of(state)
    poses = view.layout(state)
    assert poses == view.layout(state)
    assert [poses[f"R{n}"] for n in range(1, len(state.rabbits) + 1)] == [pose_at(cell) for cell in state.rabbits]
    for number, (cell, level) in enumerate(state.foxes, 1):
        fox = poses[f"F{number}"]
        assert (fox.x, fox.y) == (cell.col + (1.0 if level else 0.5), cell.row + (0.5 if level else 1.0))
    assert len(poses) == len(state.rabbits) + len(state.foxes) + len(state.mushrooms)


@given(states())
def test_the_trail_of_a_slide_is_not_covered_by_the_fox(state):
    for move in state.legal_moves():
        view, (slid, events) = view_of(state), state.apply(move)
        view.show_trail([(state, events)])
        assert len(view.trail.left) == 1
        assert not view.trail.left & {*cells_of(slid, mover(move))}


@pytest.mark.parametrize("size", [(300, 240), (240, 400), (60, 60)])
@pytest.mark.parametrize(
    ("position", "board"),
    [("RM./.../...", SMALLEST), ("R...M../.ff..../......./......./.....F./M....F./.......", LARGEST)],
)
def test_boards_of_every_size_fit_and_can_be_drawn(position, board, size):
    view = view_of(begin(position, board), rect=pygame.Rect((0, 0), size))
    assert pygame.Rect((0, 0), size).contains(view.rect)
    picture_of(view, size)
    for move in view.state.legal_moves():
        view.hands.choose(mover(move))
        picture_of(view, size)


def test_a_new_board_is_laid_out_and_grounds_differ_by_rails_and_burrows():
    view = view_of(FULL)
    state = begin("RM./.../...", SMALLEST)
    view.show(state)
    settle(view)
    assert (view.rows, view.cols) == (3, 3)
    assert pygame.Rect((0, 0), SIZE).contains(view.rect)
    assert picture_of(view) == picture_of(view_of(state))
    # the ground is distinguished by rails and burrows
    other = Board(holes=(Cell(0, 0),))
    grounds = [
        view_of(begin(text, board)).ground
        for text, board in (
            ("RM.../.ff../...../...../.....", Board()),
            ("RM.../...ff/...../...../.....", Board()),
            ("RM.../...../...../.ff../.....", Board()),
            ("RM.../...../...../...../.....", Board()),
            ("RM.../...../...../...../.....", other),
        )
    ]
    assert grounds[0] == grounds[1]
    assert len(set(grounds)) == 4


# -- looks


def test_rabbits_face_their_jump_or_else_the_player():
    view = view_of(FULL)
    assert [view.animals.look_of(piece) for piece in ("R1", "R2", "R3")] == [None, Cell(0, 2), None]
    view = view_of("M..../RM.../R..../M..../.....")
    assert view.animals.look_of("R1") == Cell(0, 2)
    assert view.animals.look_of("R2") == Cell(2, 0)
    # a rabbit that has come home sits in the burrow and is glad
    state = begin("...../...../RM.../...../.....")
    view = view_of(state)
    state = after(view, Hop("R1", Cell(2, 2)))
    assert view.animals.look_of("R1") == Cell(0, 2), "and on the way there it looks ahead"
    settle(view)
    assert sits_in_hole(view.state, view.stage.pose("R1"))
    assert view.animals.mood_of("R1", glad=view.signs().glad) == "happy"
    assert not sits_in_hole(view.state, Pose(2.5, 2.5, z=1.0))
    assert not sits_in_hole(view.state, Pose(2.2, 2.5))


@given(movable())
def test_every_rabbit_faces_a_legal_move(drawn):
    state, _ = drawn
    view = view_of(state)
    for piece in (piece for piece in poses_of(state) if piece.startswith("R")):
        ends = [poses_of(state.apply(move).state)[piece] for move in state.legal_moves() if mover(move) == piece]
        start, way = poses_of(state)[piece], view.animals.look_of(piece)
        assert way in ([Cell(round(end.y - start.y), round(end.x - start.x)) for end in ends] or [None])


def test_a_fox_never_turns_whichever_way_it_slides():
    view = view_of("...../.ff../...../R..../.....")
    turf = Turf(pygame.Surface((1, 1)), view.kit, view, view.cell)

    def seen():
        return figure(turf, view.animals, "F1", view.stage.pose("F1"), glad=False)

    still = seen()
    for move in [move for move in view.state.legal_moves() if mover(move) == "F1"]:
        view.animals.chosen = "F1"
        assert seen() is still
        step = view.state.apply(move)
        view.show(step.state, step.events)
        while view.update(1 / 60):
            assert seen() is still


def test_a_hint_shows_the_targets_of_its_plan():
    view = settle(view_of(FULL))
    quiet, first = picture_of(view), view.state.legal_moves()[0]
    second = next(move for move in view.state.apply(first).state.legal_moves() if isinstance(move, Slide))
    view.show_hint([first])
    alone = picture_of(view)
    assert not view.ahead.left
    view.show_hint([first], view.state.apply(first).state.apply(second).events)
    assert view.ahead.left == {second.target}
    assert picture_of(view) not in (quiet, alone)
    view.show_hint(())
    assert picture_of(view) == quiet


def test_each_input_state_looks_different_and_drawing_is_repeatable():
    def shown(*actions, hint=0, **options):
        view = view_of(FULL, **options)
        acts(view, *actions)
        view.show_hint([move for move in view.state.legal_moves() if isinstance(move, (Hop, Slide)[hint - 1])][:hint])
        settle(view)
        assert picture_of(view) == picture_of(view)
        return picture_of(view)

    hands = ((), ("right",), ("rotate",), ("rotate", "right"), ("rotate", "down"), ("rotate", "rotate"),
             ("rotate", "rotate", "right"), ("rotate", "rotate", "right", "right"))  # fmt: skip
    pictures = [*(shown(*actions) for actions in hands), shown(hint=1), shown(hint=2)]
    pictures.append(shown(kit=make_kit(SIZE, strong_patterns=True)))
    assert len(set(pictures)) == len(pictures)


# -- movement


def test_a_hop_follows_its_arc_in_time_with_squash_and_stretch():
    view = settle(view_of(FULL))
    after(view, Hop("R2", Cell(2, 2)))
    seconds, heights = 0.0, []
    while (view.stage.pose("R2").x, view.stage.pose("R2").z) != (2.5, 0.0):
        view.update(1 / 240)
        seconds += 1 / 240
        heights.append(view.stage.pose("R2").z * RISE)
    assert seconds == pytest.approx(THEME.seconds.hop, abs=0.01)
    assert max(heights) == pytest.approx(height_of(pose_at(Cell(2, 0)), pose_at(Cell(2, 2))), abs=0.01)
    # a rabbit is squashed and stretched on its way and never at rest
    view = settle(view_of(FULL))
    after(view, Hop("R2", Cell(2, 2)))
    shapes = []
    while view.stage.moving:
        view.update(1 / 120)
        shapes.append(shape(view, "R2"))
    assert min(shape.high for shape in shapes) < 0.95
    assert max(shape.high for shape in shapes) > 1.05
    settle(view)
    assert shape(view, "R2") == (1, 1)


def test_a_dropped_rabbit_settles_and_a_fox_slides_along_its_line():
    view = view_of(FULL)
    move = drag(view, middle(view, Cell(2, 0)), middle(view, Cell(2, 1)), middle(view, Cell(2, 2)))
    held = view.stage.pose("R2")
    after(view, move)
    heights = []
    while view.stage.moving:
        view.update(1 / 120)
        heights.append(view.stage.pose("R2").z)
    assert heights == sorted(heights, reverse=True)
    assert heights[0] <= held.z
    assert view.stage.pose("R2") == pose_at(Cell(2, 2))
    view = settle(view_of(FULL))
    after(view, Slide("F1", Cell(1, 3)))
    seen = []
    while view.stage.moving:
        seen.append(view.stage.pose("F1"))
        view.update(1 / 60)
    assert {pose.y for pose in seen} == {1.5}
    assert [pose.x for pose in seen] == sorted(pose.x for pose in seen)
    assert view.stage.pose("F1") == Pose(4.0, 1.5)


def test_each_event_has_its_sound_and_the_end_is_celebrated_once():
    view = view_of(FULL)
    after(view, Hop("R2", Cell(2, 2)))
    settle(view)
    after(view, Slide("F1", Cell(1, 0)))
    settle(view)
    assert view.sound.heard == ["hop", "burrow", "slide"]
    # the end is celebrated once and then all is still
    state = begin("...../...../RM.../...../.....")
    view = view_of(state)
    end = after(view, Hop("R1", Cell(2, 2)))
    settle(view, 1.5)
    assert view.update(1 / 60)
    settle(view, 8)
    assert not view.update(1 / 60)
    view.show(state)
    view.show(end)
    settle(view, 8)
    assert not view.update(1 / 60)
