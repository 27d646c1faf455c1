"""Input at Stone Dragon: choosing, dragging, and moving the camera in labyrinths of every size."""

import math
from dataclasses import replace
from itertools import product

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, never, plan_steps
from logic.dragon import ANALYSIS, redact
from logic.dragon.board import Board, Field, Knight
from logic.dragon.rules import Go, Leap, Pass, begin
from scenes.dragon.paint import mark_of
from scenes.dragon.view import LEAP, STEP
from scenes.view.camera import Camera
from sprites.widgets.input import Pointer
from tests.support.hands.dragon import SIZE, STILL, plain_board, position, seeds, twin, view_of
from tests.support.hands.views import acts, drag, middle, picture_of, pointer, settle, tap
from tests.support.positions.dragon import drawn, play
from tests.support.sampling import sample_of

# -- every legal move, by each input, and no other


@given(seeds)
def test_highlighted_squares_are_the_chosen_knights_legal_moves(seed):
    state = position(seed)
    view = view_of(state)
    for knight in state.knights:
        if knight.cell is None:
            continue
        view.hands.choose(knight.name)
        lit = view.hands.lit()
        assert sorted(map(str, lit.values())) == sorted(
            str(move) for move in state.legal_moves() if not isinstance(move, Pass) and move.knight == knight.name
        )
        assert all(state.target(move) == cell for cell, move in lit.items())


# -- choosing


def test_a_lone_knight_is_preselected_and_several_are_chosen_by_tap():
    view = view_of(drawn("Z;Z Z;L", "N"))
    assert view.party.chosen == "K1"
    tap(view, Cell(1, 1))  # no target of his
    assert view.party.chosen == "K1"
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;N"), "K1 east"))
    assert view.party.chosen is None
    assert str(view.status()) == "Choose a knight."
    tap(view, Cell(0, 1))
    assert view.party.chosen == "K1"
    tap(view, Cell(0, 0))
    assert view.party.chosen == "K2"
    tap(view, Cell(0, 0))
    assert view.party.chosen is None
    tap(view, Cell(0, 1), Cell(1, 2))
    assert view.party.chosen is None


@pytest.mark.parametrize(
    ("board", "knight", "moves", "cell", "why"),
    [
        ("Z;W;Z Z;Z;L", "N", "", (0, 1), "No way in: an eternal wall never opens."),
        ("Z;J;Z Z;Z;L", "N", "", (0, 1), "Only an Eater with a tooth left gets through this wall."),
        ("Z;J;J Z;Z;L", "Z1", "K1 east", (0, 2), "Eater K1 has no tooth left for this wall."),
        ("Z;Z;Z Z;Z;L", "N", "", (0, 2), "Ordinary knight K1 goes one square at a time, and never aslant."),
        ("Z;Z;Z Z;W;L", "S", "", (1, 1), "Jumper K1 goes one square, or leaps over one, and never aslant."),
    ],
)
def test_an_unreachable_square_shows_the_reason_until_the_next_tap(board, knight, moves, cell, why):
    view = view_of(play(drawn(board, knight), *filter(None, [moves])))
    advice = view.status()
    assert tap(view, Cell(*cell)) is None
    assert str(view.status()) == why
    tap(view, next(knight.cell for knight in view.state.knights if knight.name == "K1"))
    assert view.status() == advice


@given(seeds)
def test_reasons_for_refused_taps_reveal_no_hidden_squares(seed):
    """Two positions that look alike give the same answer to a tap anywhere."""
    state = position(seed)
    true, seen = view_of(state), view_of(redact(state, 0))
    for cell in sorted(true.middles()):
        for view in (true, seen):
            view.cancel_gesture()
            view.act("cancel")
            tap(view, cell)
        assert str(true.status()) == str(seen.status())


def test_a_knight_stays_chosen_until_in_the_lair_and_keys_change_the_choice():
    state = play(drawn("Z;Z;L Z;Z;Z", "N;N"), "K1 east")
    view = view_of(state)
    view.hands.choose("K1")
    for name in ("K1 south", "K1 north", "K1 east"):
        state, events = state.apply(next(move for move in state.legal_moves() if str(move) == name))
        view.show(redact(state, 0), events)
        assert view.party.chosen == ("K2" if name == "K1 east" else "K1")  # in the lair: now the other one is alone
    # keys put down even a knight who is alone and walk the cursor
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"))
    assert view.act("accept") is True
    assert view.party.chosen is None
    assert acts(view, "right", "inform") == [True, True]
    assert view.hands.inspector.inspected == Cell(0, 1)
    assert acts(view, "cancel", "left") == [True, True]
    assert view.act("left") is False  # at the edge the arrow is for the next widget
    assert view.act("accept") is True
    assert view.party.chosen == "K1"


def test_end_move_is_pass_until_the_game_is_over():
    state = drawn("Z;L", "N")
    assert view_of(state).end_move() == Pass()
    assert view_of(play(state, "K1 east")).end_move() is None


def test_a_jumper_has_a_button_for_leaps():
    view = view_of(drawn("Z;Z;Z Z;Z;L", "S"))
    assert view.controls() == (LEAP,)
    assert view.act("mirror") is True
    assert view.controls() == (STEP,)
    assert [type(move) for move in view.hands.lit().values()] == [Leap]
    assert view.act("leap") is True
    assert {type(move) for move in view.hands.lit().values()} == {Go, Leap}
    # it is disabled while it is not one’s turn
    view.host = replace(view.host, live=False)
    assert not any(control.enabled for control in view.controls())
    # others have no leaps
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"))
    assert view.controls() == ()
    assert view.act("leap") is False
    # a chosen leap shows where it leads
    view = view_of(drawn("Z;Z;Z Z;Z;L", "S"))
    view.act("leap")
    tap(view, Cell(1, 0))
    assert str(view.status()) == "Jumper K1 is about to leap: over this square, to the one behind it."
    view.act("up")
    assert view.status() != "Jumper K1 is about to leap: over this square, to the one behind it."
    # a seen death is marked and an unseen landing looks like any other
    view = view_of(drawn("Z;M;D2 D1;Z;W L;Z;Z", "S"))
    marks = {cell: mark_of(view.state, move) for cell, move in view.hands.lit().items()}
    assert marks == {Cell(0, 1): "danger", Cell(1, 0): "danger", Cell(0, 2): "leap", Cell(2, 0): "leap"}


# -- dragging


def test_a_dragged_knight_follows_the_finger():
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"), kit=STILL)
    pointer(view, "down", middle(view, Cell(0, 0)))
    pointer(view, "move", middle(view, Cell(1, 2)))
    pose = view.stage.pose("K1")
    assert math.isclose(pose.x, 2.5, abs_tol=0.02)
    assert math.isclose(pose.y, 1.5, abs_tol=0.02)


SMALL = pygame.Rect(0, 0, 180, 160)


@pytest.mark.parametrize(("wide", "high"), sample_of([(300, 520), (800, 600), (240, 200)], every=2))
def test_boards_of_every_size_fit_their_rect(wide, high):
    for size in [(1, 2), (2, 1), (3, 3), (5, 9), (9, 5), (1, 30), (30, 1), (40, 60), (100, 100)]:
        view = view_of(begin(plain_board(*size)), rect=pygame.Rect(10, 20, wide, high))
        assert pygame.Rect(10, 20, wide, high).contains(view.rect)
        assert view.cell_at(middle(view, Cell(0, 0))) == Cell(0, 0)  # at first the knight's position is in view
        if view.camera.shows_all:
            assert view.cell_at(middle(view, Cell(size[0] - 1, size[1] - 1))) == Cell(size[0] - 1, size[1] - 1)
        else:
            assert view.camera.map.rect is not None
        view.draw(pygame.Surface(SIZE))


def test_single_square_and_resized_boards_are_laid_out():
    view = view_of(begin(Board(1, 1, ((Field("lair"),),), Cell(0, 0), (Knight("ordinary"),), 1)))
    assert view.cell_at(middle(view, Cell(0, 0))) == Cell(0, 0)
    picture_of(view)
    view = view_of(begin(plain_board(3, 4)))
    view.show(redact(begin(plain_board(7, 5)), 0))
    assert (view.rows, view.cols) == (7, 5)
    assert pygame.Rect(0, 0, *SIZE).contains(view.rect)
    picture_of(view)


@given(st.integers(1, 100), st.integers(1, 100), st.integers(-9, 9), st.floats(0, 1), st.floats(0, 1))
def test_camera_pixel_and_cell_conversions_are_inverse(rows, cols, steps, x, y):
    camera = Camera(STILL, rows, cols)
    camera.place(pygame.Rect(13, 17, 500, 400))
    camera.zoom(steps)
    camera.look_at(x * cols, y * rows)
    for row, col in product(camera.visible()[0], camera.visible()[1]):
        pos = camera.cell_rect(Cell(row, col)).center
        if camera.window.collidepoint(pos):
            assert camera.cell_at(pos) == Cell(row, col)
    seen = camera.to_units(camera.to_pixels(x * cols, y * rows))
    assert math.isclose(seen[0], x * cols, abs_tol=1e-6)
    assert math.isclose(seen[1], y * rows, abs_tol=1e-6)


def big(knights=1):
    return view_of(begin(plain_board(40, 60, knights, Cell(20, 30))), kit=STILL)


def test_drags_pan_the_board_unless_started_on_a_knight():
    view = big()
    view.hands.choose("K1")
    before, knight = middle(view, Cell(20, 30)), dict(view.layout(view.state))
    start = middle(view, Cell(22, 33))
    assert drag(view, start, (start[0] - 40, start[1]), (start[0] - 90, start[1] - 30)) is None
    after = middle(view, Cell(20, 30))
    assert (after[0] - before[0], after[1] - before[1]) == (-90, -30)
    assert view.layout(view.state) == knight
    assert view.party.chosen == "K1"
    # a press on a knight never moves the board
    view = big()
    origin = view.camera.origin
    start = middle(view, Cell(20, 30))
    drag(view, start, (start[0] - 90, start[1] + 200))
    assert view.camera.origin == origin
    # a drag from a target moves the board and is no move
    view = big()
    start = middle(view, Cell(20, 31))
    assert drag(view, start, (start[0] + 2, start[1])) == Go("K1", "east")  # hardly moved: a tap
    assert drag(view, start, (start[0] + 70, start[1])) is None


def test_wheel_and_pinch_zoom_about_the_pointer():
    view = big()
    pos = middle(view, Cell(21, 33))
    side = view.cell
    view.point(Pointer("wheel", pos, amount=1))
    settle(view)
    assert view.cell > side
    assert view.cell_at(pos) == Cell(21, 33)
    for _ in range(20):
        view.point(Pointer("wheel", pos, amount=-1))
        settle(view)
    assert view.camera.shows_all
    # two fingers zoom and the squares come to rest
    view = big()
    pos = middle(view, Cell(21, 33))
    pointer(view, "down", pos)
    side = view.cell
    for _ in range(6):
        pointer(view, "pinch", pos, amount=1.05)
    view.update(0)
    assert math.isclose(view.cell, side * 1.05**6)
    pointer(view, "up", pos)
    settle(view)
    assert view.camera.at_rest
    assert view.cell_at(pos) == Cell(21, 33)
    # a pinch ends the drag of a knight
    view = big()
    start = middle(view, Cell(20, 30))
    pointer(view, "down", start)
    pointer(view, "move", middle(view, Cell(20, 31)))
    pointer(view, "pinch", start, amount=1.1)
    assert pointer(view, "up", middle(view, Cell(20, 31))) is None


def test_keys_zoom_and_the_camera_follows_cursor_and_knight():
    view = big()
    side = view.cell
    assert view.act("map_out") is True
    settle(view)
    assert view.cell < side
    view.act("accept")
    for _ in range(29):
        assert view.act("right") is True
    settle(view)
    assert view.camera.window.contains(view.cell_rect(Cell(20, 59)))
    assert view.act("right") is False
    # a walking knight stays in sight
    state = begin(plain_board(40, 60, 1, Cell(20, 30)))
    view = view_of(state)
    for _ in range(25):
        state, events = state.apply(Go("K1", "east"))
        view.show(redact(state, 0), events)
        settle(view)
        assert view.camera.window.contains(view.cell_rect(state.knights[0].cell))


def test_minimap_drag_moves_the_camera_and_shows_only_seen_squares():
    view = big()
    rect = view.camera.map.rect
    pos = round(rect.left + rect.width * 0.1), round(rect.top + rect.height * 0.1)
    assert drag(view, rect.center, pos) is None
    x, y = view.camera.middle
    assert abs(x - 6) < 2 or view.camera.visible()[1].start == 0
    assert y < 12
    assert view.party.chosen == "K1"
    # the small map shows only what was seen
    one = view_of(begin(plain_board(40, 60, 1, Cell(20, 30))), rect=SMALL)
    two = view_of(twin(one.state, 5), rect=SMALL)
    maps = [pygame.image.tobytes(view.scenery.ground.map_picture(), "RGB") for view in (one, two)]
    assert maps[0] == maps[1]
    dark = one.scenery.ground.map_picture().get_at((0, 0))
    assert one.scenery.ground.map_picture().get_at((30, 20)) != dark
    assert one.scenery.ground.map_picture().get_at((31, 20)) != dark
    assert one.scenery.ground.map_picture().get_at((32, 20)) == dark


def test_the_camera_can_be_moved_out_of_turn():
    view = big()
    view.host = replace(view.host, live=False)
    side, origin = view.cell, view.camera.origin
    assert view.look_action("map_in") is True
    settle(view)
    assert view.cell > side
    start = view.rect.center
    for kind, pos in (("down", start), ("move", (start[0] + 80, start[1])), ("up", (start[0] + 80, start[1]))):
        assert view.look(Pointer(kind, pos, 1, touch=True))
    assert view.camera.origin != origin
    small = view_of(begin(plain_board(3, 3)))
    small.host = replace(small.host, live=False)
    assert not small.look(Pointer("down", small.rect.center))


def test_rotate_keys_cycle_through_the_knights_in_both_directions():
    view = view_of(play(drawn("Z;Z;Z Z;Z;L", "N;N;N"), "K1 east", "K1 east", "K2 south"))
    names = []
    for action in ("rotate", "rotate", "rotate", "rotate_back"):
        view.act(action)
        names.append(view.party.chosen)
    assert names == ["K1", "K2", "K3", "K2"]


def test_a_hint_and_its_foreseeable_plan_are_marked_on_the_board():
    view = settle(view_of(drawn("Z;Z;Z Z;Z;L", "S")))
    quiet = picture_of(view)
    for move in (Go("K1", "south"), Leap("K1", "east")):
        view.show_hint((move,))
        assert picture_of(view) != quiet
    for moves in ((Pass(),), ()):
        view.show_hint(moves)
        assert picture_of(view) == quiet
    state = drawn("Z;Z;Z;L Z;W;W;W", "N", open_map=True)
    hint = ANALYSIS.hint(redact(state, 0), Dice(1), never)
    view = settle(view_of(state))
    view.show_hint(hint.moves)
    alone = picture_of(view)
    view.show_hint(hint.moves, hint.ahead)
    assert view.ahead.left == {Cell(0, 3)}
    assert picture_of(view) != alone
    later = [move for move, _ in hint.plan]
    assert len(later) == len(list(plan_steps(state, (*hint.moves, *later)))) - len(hint.moves) > 0
    assert list(plan_steps(state, (*hint.moves, Go("K1", "north"), *later))) == list(plan_steps(state, hint.moves))
