"""Every legal move of JumpIN’ can be made by each device, and no other; choosing, dragging, and asking why not."""

import math
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from logic.core import Cell
from logic.jumpin.board import fox_cells
from logic.jumpin.rules import Hop, Slide, begin
from scenes.jumpin.layout import pieces_of, poses_of
from tests.support.hands.jumpin import FULL, KIT, SIZE, STILL, movable, states, view_of
from tests.support.hands.moves import at
from tests.support.hands.views import acts, drag, middle, pointer, settle, tap

places = st.tuples(st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1))


# -- choosing


def test_tapping_a_piece_lifts_it_and_highlights_its_targets():
    view = view_of(FULL)
    pointer(view, "down", middle(view, Cell(2, 0)))
    view.update(1 / 60)
    assert view.stage.pose("R2").z > 0
    assert view.sound.heard == ["lift"]
    assert view.hands.lit() == {Cell(2, 2): Hop("R2", Cell(2, 2)), Cell(4, 0): Hop("R2", Cell(4, 0))}
    # another piece may be chosen instead
    view = view_of(FULL)
    tap(view, Cell(2, 0), Cell(3, 3))
    assert view.animals.chosen == "F2"
    settle(view)
    assert [piece for piece, pose in view.stage.poses() if pose.z > 0] == ["F2"]
    # a chosen fox lights the free cells of its line
    view = view_of(FULL)
    tap(view, Cell(1, 2))
    assert view.hands.lit() == {
        Cell(1, 0): Slide("F1", Cell(1, 0)),
        Cell(1, 3): Slide("F1", Cell(1, 2)),
        Cell(1, 4): Slide("F1", Cell(1, 3)),
    }
    # a fox is found by both its cells
    state = begin(FULL)
    for number, fox in enumerate(state.foxes, 1):
        for cell in fox_cells(*fox):
            view = view_of(state, kit=KIT)
            tap(view, cell)
            assert view.animals.chosen == f"F{number}"


@pytest.mark.parametrize("place", [Cell(2, 0), Cell(4, 2)])
def test_tapping_the_chosen_piece_or_a_non_target_cell_deselects(place):
    view = view_of(FULL)
    tap(view, Cell(2, 0))
    assert tap(view, place) is None
    assert view.animals.chosen is None
    assert view.sound.heard == ["lift", "drop"]
    settle(view)
    assert dict(view.stage.poses()) == poses_of(view.state)


# -- dragging


@given(movable(most=(2, 2, 2)), st.lists(places, min_size=1, max_size=6))
@settings(max_examples=60)
def test_a_dragged_fox_stays_on_its_line_and_passes_through_no_piece(drawn, way):
    state, _ = drawn
    slides = [move for move in state.legal_moves() if isinstance(move, Slide)]
    assume(slides)
    fox = slides[0].fox
    first, level = state.foxes[int(fox[1:]) - 1]
    others = {cell for cell, piece in pieces_of(state).items() if piece != fox}
    view = view_of(state)
    pointer(view, "down", at(view, poses_of(state)[fox].x, poses_of(state)[fox].y))
    for pos in way:
        pointer(view, "move", pos)
        for _ in range(4):
            view.update(1 / 60)
            pose = view.stage.pose(fox)
            along, across = (pose.x, pose.y) if level else (pose.y, pose.x)
            assert across == (first.row if level else first.col) + 0.5
            ends = {math.floor(along - 1 + 0.01), math.floor(along + 1 - 0.01)}
            covered = {Cell(first.row, end) if level else Cell(end, first.col) for end in ends}
            assert not covered & others
            assert all(cell in state.board for cell in covered)


def test_a_dragged_fox_trails_the_pointer_and_snaps_to_the_nearest_cell():
    view = view_of(FULL, kit=STILL)
    start = middle(view, Cell(1, 1))
    side = round(view.cell)
    assert drag(view, start, (start[0] + side // 3, start[1] + 20)) is None
    assert drag(view, start, (start[0] + round(1.6 * side), start[1] + 70)) == Slide("F1", Cell(1, 3))
    view.cancel_gesture()
    assert drag(view, start, (0, 0)) == Slide("F1", Cell(1, 0))
    view = view_of(FULL)
    start, end = middle(view, Cell(1, 1)), middle(view, Cell(1, 3))
    pointer(view, "down", start)
    pointer(view, "move", end)
    view.update(1 / 60)
    assert 2.0 < view.stage.pose("F1").x < 4.0
    settle(view)
    assert view.stage.pose("F1").x == pytest.approx(4.0, abs=0.02)
    assert not view.update(1 / 60)


def test_a_rabbit_faces_its_target_and_a_blocked_piece_cannot_be_dragged():
    view = view_of(FULL)
    pointer(view, "down", middle(view, Cell(2, 0)))
    for cell in (Cell(2, 2), Cell(4, 0)):
        pointer(view, "move", middle(view, cell))
        assert view.animals.aim == cell
        assert view.animals.look_of("R2") == Cell(cell.row - 2, cell.col)
    pointer(view, "move", middle(view, Cell(3, 2)))
    assert view.animals.aim is None
    # the mouse over a lit cell turns the rabbit there
    view = view_of(FULL)
    tap(view, Cell(2, 0))
    for cell in (Cell(4, 0), Cell(2, 2)):
        pointer(view, "hover", middle(view, cell))
        assert view.animals.goal("R2") == Hop("R2", cell)
    pointer(view, "hover", middle(view, Cell(0, 2)))
    assert view.animals.aim is None
    # a piece that cannot move cannot be dragged
    view = view_of(FULL)
    assert drag(view, middle(view, Cell(2, 4)), middle(view, Cell(2, 2))) is None
    settle(view)
    assert dict(view.stage.poses()) == poses_of(view.state)


# -- asking


@pytest.mark.parametrize(
    ("position", "cell", "words"),
    [
        (FULL, Cell(2, 4), "No jump: there is nobody to jump over."),
        ("M..../RMMMM/M..../M..../M....", Cell(1, 0), "No jump: there is no free cell behind."),
        (".M.M./MffM./..R../...../.....", Cell(1, 2), "No slide: the way is barred before and behind."),
        (FULL, Cell(0, 0), "Mushrooms stay where they are."),
    ],
)
def test_tapping_a_blocked_piece_shows_the_reason(position, cell, words):
    view = view_of(position)
    tap(view, cell)
    assert str(view.status()) == words
    assert view.sound.heard[-1] == "deny"
    assert view.update(1 / 60)
    settle(view)
    assert not view.update(1 / 60)
    assert str(view.status()) == words
    tap(view, Cell(4, 4))
    assert str(view.status()) != words


def test_the_status_line_names_the_possible_actions():
    view = view_of(FULL)
    said = [str(view.status())]
    tap(view, Cell(2, 0))
    said.append(str(view.status()))
    tap(view, Cell(1, 1))
    said.append(str(view.status()))
    said.append(str(view_of("MR.../...../...../...../.....").status()))
    assert said == [
        "Choose a rabbit or a fox.",
        "Where does the rabbit jump to?",
        "Where does the fox slide to?",
        "Choose a rabbit.",
    ]
    # a piece that cannot move says why to the cursor too
    view = view_of(FULL)
    acts(view, *["right"] * 4)
    assert view.hands.cursor.at == "R3"
    assert view.act("accept") is True
    assert str(view.status()) == "No jump: there is nobody to jump over."
    # with reduced motion nothing shakes
    view = view_of(FULL, kit=STILL)
    tap(view, Cell(2, 4))
    assert not view.update(1 / 60)
    assert "nobody" in str(view.status())


# -- keys


@given(states())
@settings(max_examples=60)
def test_arrow_keys_reach_every_animal(state):
    view = view_of(state)
    reached, new = set(), {"R1"}
    while new:
        reached |= new
        found = set()
        for piece, action in product(new, ("up", "down", "left", "right")):
            view.hands.cursor.at = piece
            assert view.act(action) is (view.hands.cursor.at != piece)
            found.add(view.hands.cursor.at)
        new = found - reached
    assert reached == {piece for piece in poses_of(state) if not piece.startswith("M")}


def test_arrow_keys_aim_the_chosen_fox_or_rabbit():
    # arrows lead a chosen fox there and back
    view = view_of(FULL)
    tap(view, Cell(1, 1))
    for action, aim in (
        ("right", Cell(1, 3)), ("right", Cell(1, 4)), ("right", Cell(1, 4)), ("left", Cell(1, 3)), ("left", None),
        ("left", Cell(1, 0)), ("up", Cell(1, 0)),
    ):  # fmt: skip
        assert view.act(action) is True
        assert view.animals.aim == aim
    assert view.sound.heard.count("deny") == 2
    assert view.act("accept") == Slide("F1", Cell(1, 0))
    # a rabbit is turned by arrows and refuses where it cannot jump
    view = view_of(FULL)
    tap(view, Cell(2, 0))
    assert view.act("right") is True
    assert view.animals.look_of("R2") == Cell(0, 2)
    assert view.act("up") is True
    assert view.sound.heard[-1] == "deny"
    assert view.animals.aim == Cell(2, 2)
    view.act("down")
    assert view.act("accept") == Hop("R2", Cell(4, 0))


def test_keys_select_the_next_movable_piece_and_deselect():
    view = view_of(FULL)
    chosen = []
    for action in ("rotate", "rotate", "rotate", "rotate", "rotate_back"):
        view.act(action)
        chosen.append(view.animals.chosen)
    assert chosen == ["R2", "F1", "F2", "R2", "F2"]
    stuck = view_of("RMMMM/M..../M..../M..../M....")
    assert stuck.act("rotate") is False
    view = view_of(FULL)
    assert view.act("cancel") is False
    view.act("rotate")
    assert view.act("accept") is True
    assert view.animals.chosen is None
    view.act("rotate")
    assert view.act("cancel") is True
    assert view.animals.chosen is None
