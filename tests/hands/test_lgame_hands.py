"""Input at the L-Game: what lifts, turns, lights up, makes a sound and is put back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, Event
from logic.lgame.rules import SQUARES, Lay, Placement, State, Stay, mirrored, turned
from scenes.lgame.hands import placements_over
from sprites.widgets.input import Pointer
from tests.support.hands.lgame import STILL, centre, home, lays, pointer, position, seeds, tap, view_of
from tests.support.hands.views import acts, settle


def test_pressing_the_own_l_lifts_it_and_highlights_coverable_squares():
    view = view_of(State())
    pointer(view, "down", (2.5, 1.5))
    assert view.sound.heard == ["lift"]
    view.update(1 / 60)
    assert view.stage.pose("L0").z > 0
    # the other L and the neutral pieces do not respond while the L is to be laid
    view = view_of(State())
    tap(view, Cell(3, 1), Cell(0, 0), Cell(1, 3))
    assert not view.stage.moving
    # the squares that a legal placement covers are lit
    view = view_of(State())
    assert view.hands.lit() == set()
    tap(view, Cell(1, 2))
    assert view.hands.lit() == set().union(*(SQUARES[there] for there in lays(view.state)))


def test_a_dragged_l_keeps_its_grip_point_and_rotates_and_mirrors_about_it():
    view = view_of(State(), STILL)
    pointer(view, "down", (2.5, 2.9))
    pointer(view, "move", (3.5, 2.9))
    pose = view.stage.pose("L0")
    assert (pose.x, pose.y) == pytest.approx((3.0, 1.5), abs=0.02)
    assert view.hands.lift.ghost == Placement(2, Cell(0, 2))
    # a drag from beside the lifted l brings its middle under the finger
    view = view_of(State(), STILL)
    tap(view, Cell(1, 2))
    pointer(view, "down", (0.5, 3.5))
    pointer(view, "move", (1.0, 1.5))
    pose = view.stage.pose("L0")
    assert (pose.x, pose.y) == pytest.approx((1.0, 1.5), abs=0.02)
    # the dragged l turns about the finger and mirrors there
    view = view_of(State(), STILL)
    pointer(view, "down", (2.5, 2.5))
    pointer(view, "move", (2.5, 2.9))
    before = view.hands.hand.offset
    view.act("rotate")
    assert view.hands.hand.offset == pytest.approx((-before[1], before[0]))
    acts(view, "rotate_back", "mirror")
    assert view.hands.hand.offset == pytest.approx((-before[0], before[1]))
    pose = view.stage.pose("L0")
    assert pose.flip == -1


@pytest.mark.parametrize(
    ("event", "orientation"),
    [
        (Pointer("wheel", (0, 0), amount=1), turned(2)),
        (Pointer("wheel", (0, 0), amount=-1), turned(2, -1)),
        (Pointer("wheel", (0, 0), amount=0.4), 2),
        (Pointer("twist", (0, 0), amount=1.2), turned(2)),
        (Pointer("twist", (0, 0), amount=-1.2), turned(2, -1)),
        (Pointer("twist", (0, 0), amount=0.3), 2),
        (Pointer("context", (0, 0)), mirrored(2)),
    ],
)
def test_wheel_twist_and_right_click_rotate_and_mirror_the_lifted_l(event, orientation):
    view = view_of(State())
    view.point(event)
    assert view.hands.lift is None
    tap(view, Cell(1, 2))
    view.point(event)
    assert view.hands.lift.orientation == orientation


def test_four_rotations_restore_the_orientation():
    view = view_of(State())
    acts(view, *["rotate"] * 4)
    assert view.hands.lift.orientation == 2
    assert view.hands.lift.ghost is None
    # a right click on the l lifts and mirrors it
    view = view_of(State())
    pointer(view, "context", (2.5, 1.5))
    assert view.hands.lift.orientation == mirrored(2)


def test_taps_cycle_placements_and_a_unique_one_is_laid_by_the_second_tap():
    view = view_of(State())
    tap(view, Cell(1, 2))
    cell = Cell(0, 3)
    expected = placements_over(lays(view.state), cell, 2)
    seen = []
    for _ in expected:
        assert tap(view, cell) is None
        seen.append(view.hands.lift.ghost)
    assert len(expected) > 2
    assert seen == expected
    assert seen[0].orientation == 2
    tap(view, cell)
    assert view.hands.lift.ghost == expected[0]
    # a square that means one placement only lays at the second tap
    state, cell = next(
        (state, cell)
        for state in map(position, range(200))
        for cell in sorted(set().union(*(SQUARES[there] for there in lays(state))) - SQUARES[home(state)])
        if len(placements_over(lays(state), cell, 0)) == 1
    )
    view = view_of(state)
    tap(view, home(state).cells[0])
    assert tap(view, cell) is None
    assert tap(view, cell) == lays(state)[placements_over(lays(state), cell, 0)[0]]


def test_tapping_beside_the_board_or_on_the_l_puts_the_l_back():
    for place in ((-0.2, 2.0), (2.5, 1.5)):
        view = view_of(State())
        tap(view, Cell(1, 2))
        pointer(view, "down", place)
        assert pointer(view, "up", place) is None
        assert view.hands.lift is None
    # a tap on a square that cannot be covered is refused and leaves the L lifted
    view = view_of(State())
    tap(view, Cell(1, 2))
    assert tap(view, Cell(3, 3)) is None
    assert view.sound.heard[-1] == "deny"
    assert view.hands.lift is not None


def test_hover_moves_the_ghost_until_a_click_fixes_the_placement():
    view = view_of(State())
    tap(view, Cell(1, 2))
    pointer(view, "hover", (3.1, 1.4))
    assert view.hands.lift.ghost == Placement(2, Cell(0, 2))
    pointer(view, "hover", (6.5, 1.4))
    assert view.act("lay") == Lay(2, Cell(0, 2)) == tap(view, Cell(1, 3))
    # a place chosen by a click stays, whatever the mouse crosses on its way to a button
    view = view_of(State())
    tap(view, Cell(1, 2), Cell(0, 3), Cell(0, 3))
    chosen = view.hands.lift
    outside = next(cell for cell in (Cell(3, 0), Cell(2, 0)) if cell not in SQUARES[chosen.ghost])
    for place in ((3.6, 0.6), centre(outside), (6.5, 1.4)):
        pointer(view, "hover", place)
        assert view.hands.lift == chosen


def test_cancel_edge_arrows_and_cursor_visibility():
    # cancel puts the piece back, and is used only then
    view = view_of(State())
    assert view.act("cancel") is False
    view.act("accept")
    assert view.act("cancel") is True
    assert view.hands.lift is None
    shift = view_of(position(3, "shift"))
    assert shift.act("cancel") is False
    assert tap(shift, shift.state.neutrals[0]) is None
    assert shift.act("cancel") is True
    assert shift.act("cancel") is False
    # arrows at the edge are left to other widgets
    view = view_of(State())
    while view.act("left"):
        assert view.hands.cursor.at.col >= 0
    assert view.hands.cursor.at.col == 0
    view.act("accept")
    assert all(view.act("left") for _ in range(6))
    # the cursor is shown only to players who use keys
    view = view_of(State())
    assert not view.hands.shows_cursor
    view.act("down")
    assert view.hands.shows_cursor
    tap(view, Cell(3, 3))
    assert not view.hands.shows_cursor


def test_a_lifted_pebble_can_be_dropped_or_replaced_by_the_other():
    view = view_of(position(3, "shift"))
    first, second = view.state.neutrals
    tap(view, first)
    assert view.hands.pebble == "n0"
    tap(view, second)
    assert view.hands.pebble == "n1"
    tap(view, second)
    assert view.hands.pebble is None
    tap(view, first)
    tap(view, home(view.state).cells[0])
    assert view.hands.pebble is None


def test_status_and_controls_follow_the_lifted_piece():
    view = view_of(State())
    texts = [str(view.status())]
    assert [one.action for one in view.controls()] == ["rotate", "mirror"]
    view.act("accept")
    texts.append(str(view.status()))
    view.act("right")
    texts.append(str(view.status()))
    assert [one.action for one in view.controls()] == ["rotate", "mirror", "lay"]
    acts(view, "left", "left")
    texts.append(str(view.status()))
    assert len(set(texts)) == 4
    assert view.act("lay") is False
    acts(view, "right", "right")
    assert view.act("lay") == Lay(2, Cell(0, 2))
    shift = view_of(position(3, "shift"))
    assert shift.controls() == ()
    assert "pebble" in str(shift.status())


def test_a_new_position_clears_the_lift_and_a_moving_l_makes_sounds():
    view = view_of(State())
    acts(view, "accept", "right")
    move = view.act("accept")
    after, events = view.state.apply(move)
    view.show(after, events)
    assert view.hands.lift is None
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(after))
    view.show(State())
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(State()))
    # a flying L makes a sound when it leaves and when it lands
    view = view_of(State())
    move = view.state.legal_moves()[-1]
    view.show(*view.state.apply(move))
    assert view.sound.heard == ["lift"]
    settle(view)
    assert view.sound.heard == ["lift", "lay"]
    view.on_event(Event("lay", {"L0": ()}))
    assert view.sound.heard[-1] == "lay"


# -- every legal move, by each input


@given(seeds, st.data())
def test_the_first_tap_previews_the_hinted_placement(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    cell = data.draw(st.sampled_from(sorted(SQUARES[move.placement] - SQUARES[home(state)])))
    is_alone = len(placements_over(lays(state), cell, 0)) == 1
    view = view_of(state)
    view.show_hint((move,))
    assert tap(view, home(state).cells[0]) is None
    assert tap(view, cell) is None
    assert view.hands.lift.ghost == move.placement
    if not is_alone:
        assert tap(view, cell) is None
        assert view.hands.lift.ghost != move.placement, "another tap looks further"


def test_end_move_is_offered_only_with_stay_and_a_lost_player_cannot_lift():
    assert view_of(State()).end_move() is None
    assert view_of(position(3, "shift")).end_move() == Stay()
    over = next(state for state in map(walk, range(400)) if not state.legal_moves())
    view = view_of(over)
    assert acts(view, "rotate", "accept") == [False, False]
    assert view.controls() == ()


# -- never an illegal one


def walk(seed):
    dice, state = Dice(seed), State()
    for _ in range(60):
        if not state.legal_moves():
            break
        state = state.after(dice.choice(state.legal_moves()))
    return state
