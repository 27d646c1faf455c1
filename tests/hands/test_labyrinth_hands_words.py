"""What Labyrinth says to hands: what is barred and why, what a rune offers, and what lies there."""

import pytest

from logic.core import Cell
from logic.labyrinth.components import Arrow, opposite_arrow
from logic.labyrinth.rules import Push, Skip, Use, Walk
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


def test_the_barred_arrow_takes_no_tile_by_drag_or_cursor_and_each_end_of_a_barred_line_has_its_reason():
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


def test_the_status_line_says_what_may_be_done():
    view = view_of(begun())
    said = [str(view.status())]
    tap_arrow(view, view.state.params.arrows[0])
    said.append(str(view.status()))
    said.append(str(view_of(walking()).status()))
    assert said == ["Push the spare tile in.", "Push it in, or turn it first.", "Walk to a lit tile, or stay."]
    # a cell without a way says so
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


def test_long_presses_keys_and_a_mouse_at_rest_ask():
    # a long press tells and then means nothing else
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
    # the key tells about what the cursor is on
    view = view_of(begun())
    assert view.act("inform") is True
    assert view.hands.asking.told == view.state.pawns[view.state.player]
    assert view.act("cancel") is True
    view.act("right")
    view.act("inform")
    assert isinstance(view.hands.asking.told, Arrow)
    # a mouse that rests on a treasure is told of it
    view = view_of(begun())
    pointer(view, "hover", pixel(view, (2.5, 0.5)))
    for _ in range(50):
        view.update(1 / 60)
    assert view.hands.asking.told == Cell(0, 2)
    assert not view.update(1 / 60)
    pointer(view, "hover", pixel(view, (4.5, 0.5)))
    assert view.hands.asking.told is None


def test_enter_does_what_the_hint_says_and_a_mouse_gets_no_cursor_from_it():
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
