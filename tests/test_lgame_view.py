"""The L-Game's view: every legal move by pointer, by taps and by keys; never an illegal one; and how it looks."""

import math

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell, Dice, Event
from logic.lgame.rules import Lay, Shift, State, Stay
from logic.lgame.shape import PLACEMENTS, SQUARES, Placement, mirrored, turned
from scenes.lgame import VIEW, LGameView
from scenes.lgame_board import FLIP, LAY_HERE, TURN
from scenes.lgame_lift import covering, middle, placement_pose
from sprites.bakery import Bakery
from sprites.input import Pointer
from sprites.lgame_art import LArt
from sprites.stage import Pose
from sprites.theme import Metrics, load_theme
from sprites.ui import Kit

THEME = load_theme()
SIZE = (800, 600)
KIT = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery())
STILL = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery(), reduced_motion=True)

seeds = st.integers(0, 10**6)


@pytest.fixture(autouse=True, scope="module")
def _fonts():
    pygame.font.init()


class Ear:
    """Remembers what was to be heard."""

    def __init__(self):
        self.heard = []

    def play(self, name):
        self.heard.append(name)


def position(seed, phase="lay"):
    """Play some random turns; the game goes on there."""
    dice = Dice(seed)
    state = State()
    for _ in range(dice.below(30)):
        after = state.after(dice.choice(state.legal_moves()))
        if not after.legal_moves():
            break
        state = after
    while state.phase != phase:
        after = state.after(dice.choice(state.legal_moves()))
        state = after if after.legal_moves() else State()
    return state


def view_of(state, kit=KIT, sound=None):
    view = LGameView(kit, sound, state)
    view.place(pygame.Rect(0, 0, *SIZE))
    view.live = True
    return view


def settle(view, seconds=3.0):
    while seconds > 0 and view.update(1 / 30):
        seconds -= 1 / 30


def px(view, x, y):
    left, top = view.to_pixels(x, y)
    return round(left), round(top)


def centre(cell):
    return cell.col + 0.5, cell.row + 0.5


def pointer(view, kind, place, finger=1, amount=0.0):
    return view.point(Pointer(kind, px(view, *place), finger, amount, touch=True))


def tap(view, cell, finger=1):
    assert pointer(view, "down", centre(cell), finger) is None
    return pointer(view, "up", centre(cell), finger)


def home(state):
    return state.ls[state.player]


def lays(state):
    return {move.placement: move for move in state.legal_moves() if isinstance(move, Lay)}


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
    goal, hand = middle(move.placement), view._hand
    finger = goal[0] - hand.offset[0], goal[1] - hand.offset[1]
    pointer(view, "move", finger)
    view.update(1 / 60)
    assert pointer(view, "up", finger) == move


@given(seeds, st.data())
def test_every_lay_can_be_tapped(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    new = sorted(SQUARES[move.placement] - SQUARES[home(state)])
    cell = data.draw(st.sampled_from(new))
    view = view_of(state)
    assert tap(view, home(state).cells[0]) is None
    for _ in range(len(PLACEMENTS)):
        assert tap(view, cell) is None
        if view._lift.ghost == move.placement:
            break
        if len(covering(lays(state), cell, 0)) == 1:
            pytest.fail("one placement only, and it is another")
    other = next(there for there in move.placement.cells if there != cell)
    assert tap(view, other) == move


@given(seeds, st.data())
def test_every_lay_can_be_reached_by_keys(seed, data):
    state = position(seed)
    move = data.draw(st.sampled_from(list(lays(state).values())))
    view = view_of(state, STILL)
    assert view.act("accept") is True
    for action in ways(home(state).orientation, move.orientation):
        assert view.act(action) is True
    for _ in range(8):
        here = view._lift.ghost or home(state)
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
        here = view._cursor
        if here == goal:
            return
        down, right = goal.row - here.row, goal.col - here.col
        assert view.act(("down" if down > 0 else "up") if down else ("right" if right > 0 else "left"))
    pytest.fail("the cursor does not get there")


def test_the_turn_can_be_ended_only_where_staying_is_a_move():
    assert view_of(State()).end_move() is None
    assert view_of(position(3, "shift")).end_move() == Stay()


# -- never an illegal one

places = st.tuples(st.floats(-0.6, 4.6), st.floats(-0.6, 4.6))
inputs = st.one_of(
    st.tuples(st.sampled_from(["down", "move", "up", "hover", "context", "cancel", "hold"]), places, st.integers(0, 2)),
    st.tuples(st.sampled_from(["wheel", "twist", "pinch"]), places, st.floats(-3, 3)),
    st.sampled_from(
        ["up", "down", "left", "right", "accept", "cancel", "rotate", "rotate_back", "mirror", "lay", "nonsense"]
    ),
    st.floats(0, 0.5),
)


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
    view.live = False
    for one in hands:
        assert not feed(view, one)
    assert view.controls() == ()
    assert view.status() is None
    assert not view.stage.moving


def test_a_player_who_has_lost_has_nothing_to_lift():
    over = next(state for state in map(walk, range(400)) if not state.legal_moves())
    view = view_of(over)
    assert view.act("rotate") is False
    assert view.act("accept") is False
    assert view.controls() == ()


def walk(seed):
    dice, state = Dice(seed), State()
    for _ in range(60):
        if not state.legal_moves():
            break
        state = state.after(dice.choice(state.legal_moves()))
    return state


# -- how it feels


def test_a_press_lifts_at_once_and_is_heard():
    ear = Ear()
    view = view_of(State(), sound=ear)
    pointer(view, "down", (2.5, 1.5))
    assert ear.heard == ["lift"]
    view.update(1 / 60)
    assert view.stage.pose("L0").z > 0


def test_the_other_l_and_the_pebbles_do_not_respond_while_the_l_is_to_be_laid():
    view = view_of(State())
    tap(view, Cell(3, 1))
    tap(view, Cell(0, 0))
    tap(view, Cell(1, 3))
    assert not view.stage.moving


def test_lit_are_the_squares_that_a_legal_placement_covers():
    view = view_of(State())
    assert view._lit() == set()
    tap(view, Cell(1, 2))
    assert view._lit() == set().union(*(SQUARES[there] for there in lays(view.state)))


@given(seeds)
def test_letting_go_off_a_legal_placement_puts_the_l_back(seed):
    state = position(seed)
    view = view_of(state)
    start = centre(home(state).cells[0])
    pointer(view, "down", start)
    pointer(view, "move", (start[0] + 9, start[1]))
    assert view._lift.ghost is None
    assert pointer(view, "up", (start[0] + 9, start[1])) is None
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(state))


def test_a_drag_keeps_the_place_where_it_was_taken():
    view = view_of(State(), STILL)
    pointer(view, "down", (2.5, 2.9))
    pointer(view, "move", (3.5, 2.9))
    pose = view.stage.pose("L0")
    assert (pose.x, pose.y) == pytest.approx((3.0, 1.5), abs=0.02)
    assert view._lift.ghost == Placement(2, Cell(0, 2))


def test_a_drag_from_beside_the_lifted_l_brings_its_middle_under_the_finger():
    view = view_of(State(), STILL)
    tap(view, Cell(1, 2))
    pointer(view, "down", (0.5, 3.5))
    pointer(view, "move", (1.0, 1.5))
    pose = view.stage.pose("L0")
    assert (pose.x, pose.y) == pytest.approx((1.0, 1.5), abs=0.02)


def test_the_dragged_l_turns_about_the_finger_and_mirrors_there():
    view = view_of(State(), STILL)
    pointer(view, "down", (2.5, 2.5))
    pointer(view, "move", (2.5, 2.9))
    before = view._hand.offset
    view.act("rotate")
    assert view._hand.offset == pytest.approx((-before[1], before[0]))
    view.act("rotate_back")
    view.act("mirror")
    assert view._hand.offset == pytest.approx((-before[0], before[1]))
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
def test_each_kind_of_hand_turns_and_mirrors(event, orientation):
    view = view_of(State())
    view.point(event)
    assert view._lift is None
    tap(view, Cell(1, 2))
    view.point(event)
    assert view._lift.orientation == orientation


def test_a_right_click_on_the_l_lifts_and_mirrors_it():
    view = view_of(State())
    pointer(view, "context", (2.5, 1.5))
    assert view._lift.orientation == mirrored(2)


def test_turning_four_times_is_where_it_began():
    view = view_of(State())
    for _ in range(4):
        view.act("rotate")
    assert view._lift.orientation == 2
    assert view._lift.ghost is None


def test_a_second_finger_disturbs_nothing():
    view = view_of(State())
    pointer(view, "down", (2.5, 1.5), finger=1)
    pointer(view, "move", (3.2, 1.5), finger=1)
    lift = view._lift
    pointer(view, "down", (0.5, 3.5), finger=2)
    pointer(view, "move", (1.5, 3.5), finger=2)
    assert pointer(view, "up", (0.5, 3.5), finger=2) is None
    assert view._lift == lift
    assert pointer(view, "up", (3.5, 1.5), finger=1) == Lay(2, Cell(0, 2))


def test_a_gesture_that_leaves_the_window_puts_back():
    view = view_of(State())
    pointer(view, "down", (2.5, 1.5))
    pointer(view, "move", (3.5, 1.5))
    pointer(view, "cancel", (0, 0))
    assert view._lift is None
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(view.state))


def test_a_resize_in_the_middle_of_a_drag_changes_nothing_on_the_board():
    view = view_of(State())
    pointer(view, "down", (2.5, 1.5))
    pointer(view, "move", (3.4, 1.5))
    view.set_kit(Kit(THEME, Metrics.of((400, 300), 1.0), Bakery()))
    view.place(pygame.Rect(30, 10, 400, 300))
    view.update(1 / 60)
    view.draw(pygame.Surface((460, 320)))
    assert pointer(view, "move", (3.5, 1.5)) is None
    assert pointer(view, "up", (3.5, 1.5)) == Lay(2, Cell(0, 2))


def test_taps_cycle_through_all_that_a_square_may_mean_and_come_round_again():
    view = view_of(State())
    tap(view, Cell(1, 2))
    cell = Cell(0, 3)
    expected = covering(lays(view.state), cell, 2)
    seen = []
    for _ in expected:
        assert tap(view, cell) is None
        seen.append(view._lift.ghost)
    assert len(expected) > 2
    assert seen == expected
    assert seen[0].orientation == 2
    tap(view, cell)
    assert view._lift.ghost == expected[0]


def test_a_square_that_means_one_placement_only_lays_at_the_second_tap():
    state, cell = next(
        (state, cell)
        for state in map(position, range(200))
        for cell in sorted(set().union(*(SQUARES[there] for there in lays(state))) - SQUARES[home(state)])
        if len(covering(lays(state), cell, 0)) == 1
    )
    view = view_of(state)
    tap(view, home(state).cells[0])
    assert tap(view, cell) is None
    assert tap(view, cell) == lays(state)[covering(lays(state), cell, 0)[0]]


def test_a_tap_beside_the_board_or_on_the_l_itself_puts_it_back():
    for place in ((-0.2, 2.0), (2.5, 1.5)):
        view = view_of(State())
        tap(view, Cell(1, 2))
        pointer(view, "down", place)
        assert pointer(view, "up", place) is None
        assert view._lift is None


def test_a_tap_on_a_square_that_cannot_be_covered_is_refused_and_keeps_the_l_up():
    ear = Ear()
    view = view_of(State(), sound=ear)
    tap(view, Cell(1, 2))
    assert tap(view, Cell(3, 3)) is None
    assert ear.heard[-1] == "deny"
    assert view._lift is not None


def test_the_mouse_carries_the_ghost_and_a_click_lays_it():
    view = view_of(State())
    tap(view, Cell(1, 2))
    pointer(view, "hover", (3.1, 1.4))
    assert view._lift.ghost == Placement(2, Cell(0, 2))
    pointer(view, "hover", (6.5, 1.4))
    assert view._lift.ghost is None
    pointer(view, "hover", (3.1, 1.4))
    assert tap(view, Cell(1, 3)) == Lay(2, Cell(0, 2))


def test_what_a_click_has_chosen_is_kept_while_the_mouse_stays_on_it():
    view = view_of(State())
    tap(view, Cell(1, 2))
    tap(view, Cell(0, 3))
    tap(view, Cell(0, 3))
    chosen = view._lift
    pointer(view, "hover", (3.6, 0.6))
    assert view._lift == chosen
    outside = next(cell for cell in (Cell(3, 0), Cell(2, 0)) if cell not in SQUARES[chosen.ghost])
    pointer(view, "hover", centre(outside))
    assert view._lift.pinned is None


def test_cancel_puts_back_and_is_used_only_then():
    view = view_of(State())
    assert view.act("cancel") is False
    view.act("accept")
    assert view.act("cancel") is True
    assert view._lift is None
    shift = view_of(position(3, "shift"))
    assert shift.act("cancel") is False
    assert tap(shift, shift.state.neutrals[0]) is None
    assert shift.act("cancel") is True
    assert shift.act("cancel") is False


def test_arrows_at_the_edge_are_for_somebody_else():
    view = view_of(State())
    while view.act("left"):
        assert view._cursor.col >= 0
    assert view._cursor.col == 0
    view.act("accept")
    assert all(view.act("left") for _ in range(6))


def test_the_cursor_is_seen_only_by_those_who_use_keys():
    view = view_of(State())
    assert not view._cursor_shown
    view.act("down")
    assert view._cursor_shown
    tap(view, Cell(3, 3))
    assert not view._cursor_shown


def test_a_pebble_can_be_put_down_again_or_changed_for_the_other():
    view = view_of(position(3, "shift"))
    first, second = view.state.neutrals
    tap(view, first)
    assert view._pebble == "n0"
    tap(view, second)
    assert view._pebble == "n1"
    tap(view, second)
    assert view._pebble is None
    tap(view, first)
    tap(view, home(view.state).cells[0])
    assert view._pebble is None


def test_status_and_controls_follow_what_is_lifted():
    view = view_of(State())
    texts = [str(view.status())]
    assert [one.action for one in view.controls()] == ["rotate", "mirror"]
    view.act("accept")
    texts.append(str(view.status()))
    view.act("right")
    texts.append(str(view.status()))
    assert [one.action for one in view.controls()] == ["rotate", "mirror", "lay"]
    view.act("left")
    view.act("left")
    texts.append(str(view.status()))
    assert len(set(texts)) == 4
    assert view.act("lay") is False
    view.act("right")
    view.act("right")
    assert view.act("lay") == Lay(2, Cell(0, 2))
    shift = view_of(position(3, "shift"))
    assert shift.controls() == ()
    assert "pebble" in str(shift.status())


def test_another_position_drops_what_is_lifted():
    view = view_of(State())
    view.act("accept")
    view.act("right")
    move = view.act("accept")
    after, events = view.state.apply(move)
    view.show(after, events)
    assert view._lift is None
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(after))
    view.show(State())
    settle(view)
    assert dict(view.stage.poses()) == dict(view.layout(State()))


def test_an_l_that_flies_is_heard_when_it_leaves_and_when_it_lands():
    ear = Ear()
    view = view_of(State(), sound=ear)
    move = view.state.legal_moves()[-1]
    view.show(*view.state.apply(move))
    assert ear.heard == ["lift"]
    settle(view)
    assert ear.heard == ["lift", "lay"]
    view.on_event(Event("lay", {"L0": ()}))
    assert ear.heard[-1] == "lay"


# -- layout and picture


@given(seeds, st.sampled_from(["lay", "shift"]))
def test_the_layout_is_pure_and_each_l_lies_on_its_squares(seed, phase):
    state = position(seed, phase)
    view = view_of(state)
    assert view.layout(state) == view.layout(state)
    for player, placement in enumerate(state.ls):
        assert squares_of(view.layout(state)[f"L{player}"]) == set(placement.cells)


BASE = ((-0.5, -1.0), (-0.5, 0.0), (-0.5, 1.0), (0.5, 1.0))


def squares_of(pose):
    """Turn the base shape and mirror it then, as a pose says."""
    found = set()
    for x, y in BASE:
        sin, cos = math.sin(pose.angle), math.cos(pose.angle)
        right, down = (x * cos - y * sin) * pose.flip, x * sin + y * cos
        found.add(Cell(math.floor(pose.y + down), math.floor(pose.x + right)))
    return found


def drawn(view, size=SIZE):
    surface = pygame.Surface(size)
    view.draw(surface)
    return surface


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_each_l_is_drawn_on_its_squares_and_nowhere_else(placement):
    surface = pygame.Surface(SIZE)
    view = view_of(State())
    pose = placement_pose(placement)
    LArt(KIT, view.cell).draw_l(surface, 0, pose, view.to_pixels(pose.x, pose.y))
    for row in range(4):
        for col in range(4):
            seen = surface.get_at(px(view, col + 0.5, row + 0.5))[:3] != (0, 0, 0)
            assert seen == (Cell(row, col) in placement.cells)


@pytest.mark.parametrize("placement", PLACEMENTS[::5])
@pytest.mark.parametrize("player", [0, 1])
def test_light_falls_from_the_upper_left_in_every_orientation(player, placement):
    surface = pygame.Surface(SIZE)
    view = view_of(State())
    pose = placement_pose(placement)
    LArt(KIT, view.cell).draw_l(surface, player, pose, view.to_pixels(pose.x, pose.y))
    cells = set(placement.cells)
    for cell in cells:
        if Cell(cell.row - 1, cell.col) not in cells and Cell(cell.row + 1, cell.col) not in cells:
            upper = brightness(surface, view, cell.col + 0.5, cell.row + 0.2)
            assert upper > brightness(surface, view, cell.col + 0.5, cell.row + 0.92)


def brightness(surface, view, x, y):
    return sum(surface.get_at(px(view, x, y))[:3])


def test_turning_pictures_meet_the_baked_ones():
    view = view_of(State())
    art = LArt(KIT, view.cell)
    for placement in PLACEMENTS[::5]:
        pose = placement_pose(placement)
        turning = Pose(pose.x, pose.y, pose.angle + 0.02, flip=pose.flip)
        pictures = []
        for one in (pose, turning):
            surface = pygame.Surface(SIZE)
            art.draw_l(surface, 0, one, view.to_pixels(pose.x, pose.y))
            pictures.append(pygame.transform.average_color(surface)[:3])
        assert max(abs(a - b) for a, b in zip(*pictures, strict=True)) <= 1


def states_to_draw():
    start = view_of(State())
    lifted = view_of(State())
    tap(lifted, Cell(1, 2))
    ghost = view_of(State())
    tap(ghost, Cell(1, 2))
    tap(ghost, Cell(0, 3))
    settle(ghost)
    blocked = view_of(State())
    blocked.act("accept")
    blocked.act("left")
    dragged = view_of(State())
    pointer(dragged, "down", (2.5, 1.5))
    pointer(dragged, "move", (3.2, 1.9))
    dragged.act("mirror")
    dragged.update(0.05)
    hinted = view_of(position(3, "shift"))
    hinted.show_hint([move for move in hinted.state.legal_moves() if isinstance(move, Shift)][:1])
    hinted_lay = view_of(State())
    hinted_lay.show_hint(hinted_lay.state.legal_moves()[:1])
    keyed = view_of(State())
    keyed.act("down")
    return [start, lifted, ghost, blocked, dragged, hinted, hinted_lay, keyed]


def test_each_state_of_the_turn_looks_different():
    pictures = {pygame.image.tobytes(drawn(view), "RGB") for view in states_to_draw()}
    assert len(pictures) == len(states_to_draw())


def test_drawing_changes_nothing():
    for view in states_to_draw():
        assert pygame.image.tobytes(drawn(view), "RGB") == pygame.image.tobytes(drawn(view), "RGB")


def test_stronger_patterns_are_seen():
    strong = Kit(THEME, Metrics.of(SIZE, 1.0), Bakery(), strong_patterns=True)
    plain, marked = (drawn(view_of(State(), kit)) for kit in (KIT, strong))
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(marked, "RGB")


@pytest.mark.parametrize("side", [24, 60, 160])
def test_small_pictures_can_be_drawn(side):
    view = LGameView(KIT, None, State())
    view.place(pygame.Rect(0, 0, side, side))
    surface = drawn(view, (side, side))
    vermillion, blue = (surface.get_at(view.cell_rect(cell).center) for cell in (Cell(0, 1), Cell(2, 1)))
    assert vermillion.r > vermillion.b + 60
    assert blue.b > blue.r + 60


def test_idle_costs_nothing():
    view = view_of(State())
    assert not view.update(1 / 60)
    view.act("accept")
    settle(view)
    assert not view.update(1 / 60)


def test_a_hand_that_holds_still_costs_nothing():
    view = view_of(State())
    pointer(view, "down", (2.5, 1.5))
    pointer(view, "move", (3.2, 1.9))
    settle(view, 8.0)
    assert not view.update(1 / 60)


def test_each_frame_bakes_a_little_of_what_turning_will_need():
    view = view_of(State(), Kit(THEME, Metrics.of(SIZE, 1.0), Bakery()))
    waiting = len(view._art._chores)
    assert not view.update(1 / 60)
    assert len(view._art._chores) == waiting - 1
    view.live = False
    view.update(1 / 60)
    assert len(view._art._chores) == waiting - 1


@pytest.mark.parametrize("control", [TURN, FLIP, LAY_HERE])
def test_every_button_has_an_icon(control):
    assert KIT.bakery.icon(control.icon, 24, "#ffffff").get_width() > 0


def test_the_scene_finds_the_view_by_its_name():
    assert VIEW is LGameView
