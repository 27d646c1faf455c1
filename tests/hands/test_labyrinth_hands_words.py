"""What Labyrinth says to hands: what is barred and why, what a rune offers, and what lies there."""

import pytest

from logic.core import Cell
from logic.labyrinth.components import Arrow, opposite_arrow
from logic.labyrinth.rules import Skip, Use, Walk
from tests.labyrinthhands import (
    KIT,
    STILL,
    begun,
    drag_to,
    drop_at,
    in_line,
    lead_to,
    pixel,
    tap_arrow,
    view_of,
    walking,
)
from tests.viewparts import Ear, middle, pointer, poses, settle, tap

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
    assert view.hands.spare.armed is None
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
    assert view.hands.spare.armed is None
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
    assert view.hands.spare.armed is None
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
    barren = next(
        Cell(row, col) for row in range(7) for col in range(7) if Cell(row, col) not in view.hands.walker.walks
    )
    assert tap(view, barren) is None
    assert str(view.status()) == "No open way leads there."
    assert ear.heard == ["deny"]
    pointer(view, "hover", middle(view, list(view.hands.walker.walks)[-1]))
    assert tap(view, list(view.hands.walker.walks)[-1]) == Walk(list(view.hands.walker.walks)[-1])


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
    assert view.hands.asking.told == Cell(0, 2)
    assert pointer(view, "up", pos) is None
    assert str(view.inform(pos)) == "Treasure: book."
    tap_arrow(view, arrow)
    assert view.hands.asking.told is None


def test_the_key_tells_about_what_the_cursor_is_on():
    view = view_of(begun())
    assert view.act("inform") is True
    assert view.hands.asking.told == view.state.pawns[view.state.player]
    assert view.act("cancel") is True
    view.act("right")
    view.act("inform")
    assert isinstance(view.hands.asking.told, Arrow)


def test_a_mouse_that_rests_on_a_treasure_is_told_of_it():
    view = view_of(begun())
    pointer(view, "hover", pixel(view, (2.5, 0.5)))
    for _ in range(50):
        view.update(1 / 60)
    assert view.hands.asking.told == Cell(0, 2)
    assert not view.update(1 / 60)
    pointer(view, "hover", pixel(view, (4.5, 0.5)))
    assert view.hands.asking.told is None
