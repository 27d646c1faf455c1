"""Every legal move of Cóatl can be made by each device, and no other; lifting, dragging, choosing, robbing, asking."""

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings

from logic.coatl.components import is_feather
from logic.coatl.moves import Attach, Choose, Fetch, Prophesy, Rob, Start, Steal, Take
from logic.coatl.narration import why_not
from scenes.coatl.hands import TouchTargets
from scenes.coatl.layout import Spot
from scenes.coatl.narration import describe_spot
from tests.support.hands.coatl import after, begun, offering, pixel, position, seeds, steps_of, tap, view_of
from tests.support.hands.views import drag, picture_of, pointer, settle
from tests.support.sampling import sample_of

# -- lifting


def building():
    """Return a position in which a body may go to both ends of a cóatl or start one, and another piece may go too."""
    for seed in range(40):
        state = offering(Attach, seed)
        building = [move for move in state.legal_moves() if isinstance(move, Start | Attach)]
        for move in building:
            goes = [one for one in building if one.piece == move.piece]
            if move.piece[1] == "b" and len(building) > len(goes) >= 3:
                return state, move.piece, goes
    raise AssertionError("no body ever has a choice")


def test_a_lifted_piece_offers_its_targets_and_can_be_dropped_or_replaced():
    state, piece, goes = building()
    view = settle(view_of(state))
    home = view.stage.pose(piece)
    assert tap(view, Spot("piece", piece)) is None
    assert view.stage.pose(piece).z > home.z
    assert {spot.kind for spot, _ in view.hands.pointing.targets()} == {"end", "start"}
    assert len(view.hands.pointing.targets()) == len(goes)
    assert tap(view, Spot("piece", piece)) is None
    settle(view)
    assert view.stage.pose(piece) == home
    assert not view.hands.pointing.targets()
    assert view.sound.heard == ["lift", "drop"]
    # another piece is lifted instead
    other = next(one.piece for one in state.legal_moves() if isinstance(one, Start | Attach) and one.piece != piece)
    view = view_of(state)
    tap(view, Spot("piece", piece))
    tap(view, Spot("piece", other))
    assert view.hands.choice.lifted == other
    settle(view)
    assert view.stage.pose(piece) == view.layout(view.state)[piece]


def test_prophecy_is_laid_by_tapping_the_coatl_and_display_card_chosen_by_drag():
    state = offering(Prophesy)
    move = next(move for move in state.legal_moves() if isinstance(move, Prophesy))
    view = view_of(state)
    tap(view, Spot("prophecy", move.card))
    coatl = state.seat.coatls[move.coatl]
    rect = next(rect for spot, rect in view.hands.pointing.on_table() if spot.name == coatl.pieces[0])
    pointer(view, "down", rect.center)
    assert pointer(view, "up", rect.center) == move
    # a card of the display is chosen by dragging it to one's own things
    state = offering(Choose)
    move = next(move for move in state.legal_moves() if isinstance(move, Choose))
    view = view_of(state)
    start, end = pixel(view, Spot("prophecy", move.card)), view.rects.own.hand.center
    assert drag(view, start, (start[0] + 20, start[1] + 20), end) == move
    # and so is a field of the supply
    state = offering(Take)
    move = next(move for move in state.legal_moves() if isinstance(move, Take))
    view = view_of(state)
    start, aside = pixel(view, Spot("field", move.field)), (5, view.rects.own.rect.top - 5)
    assert drag(view, start, aside, aside) is None
    assert drag(view, start, aside, end) == move


@pytest.mark.parametrize("kind", [Start, Attach])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("drags", [False, True], ids=["tapped", "dragged"])
def test_any_point_of_a_lane_attaches_at_its_nearest_end_or_starts_a_coatl(kind, seed, drags):
    state = offering(kind, seed)
    moves = [move for move in state.legal_moves() if isinstance(move, Start | Attach)]
    piece = next(move.piece for move in moves if isinstance(move, kind))
    view = view_of(state)
    begun_here = len(state.seat.coatls)
    for number, lane in enumerate(view.rects.own.lanes):
        wanted = {
            move
            for move in moves
            if move.piece == piece and (move.coatl == number if isinstance(move, Attach) else number >= begun_here)
        }
        for x in (lane.rect.left + 5, lane.rect.centerx, lane.rect.right - 5) if wanted else ():
            start, end = pixel(view, Spot("piece", piece)), (x, lane.rect.centery)
            if drags:
                made = drag(view, start, (start[0] + 20, start[1] - 20), end)
            else:
                tap(view, Spot("piece", piece))
                pointer(view, "down", end)
                made = pointer(view, "up", end)
            assert made in wanted
            if len(wanted) == 2 and x != lane.rect.centerx:
                assert made.side == ("head" if x < lane.rect.centerx else "tail")
            view = view_of(state)


# -- dragging


def test_a_dragged_piece_trails_the_pointer_and_returns_if_dropped_elsewhere():
    state, piece, _ = building()
    view = settle(view_of(state))
    home, start = view.stage.pose(piece), pixel(view, Spot("piece", piece))
    pointer(view, "down", start)
    pointer(view, "move", (start[0] + 60, start[1] - 90))
    behind = view.stage.pose(piece)
    assert behind.z > home.z
    for _ in range(60):
        view.update(1 / 60)
    there = view.stage.pose(piece)
    assert abs(there.x - home.x - 60 / view.cell) < 0.3
    assert abs(behind.x - there.x) > 0.2
    assert pointer(view, "up", (view.rects.middle.supply.left + 3, view.rects.middle.supply.top + 3)) is None
    settle(view)
    assert view.stage.pose(piece) == home
    assert view.hands.choice.lifted == ""


@pytest.mark.parametrize("key", ["others", "inform"])
def test_both_bodies_of_a_field_trail_the_pointer_and_return_whatever_key_is_pressed(key):
    state = offering(Take)
    move = next(move for move in state.legal_moves() if isinstance(move, Take) and len(state.field(move.field)) == 2)
    view = settle(view_of(state))
    pieces, start = state.field(move.field), pixel(view, Spot("field", move.field))
    homes = [view.stage.pose(piece) for piece in pieces]
    pointer(view, "down", start)
    pointer(view, "move", (start[0] + 60, start[1] + 90))
    settle(view)
    for piece, home in zip(pieces, homes, strict=True):
        pose = view.stage.pose(piece)
        assert (pose.x, pose.y) == pytest.approx((home.x + 60 / view.cell, home.y + 90 / view.cell))
        assert pose.z > home.z
    assert view.hands.choice.taking == move
    view.act(key)
    settle(view)
    assert pointer(view, "up", (5, view.rects.own.rect.top - 5)) is None
    settle(view)
    assert [view.stage.pose(piece) for piece in pieces] == homes


def test_pieces_dropped_on_the_own_things_do_not_fly_again():
    state = offering(Take)
    move = next(move for move in state.legal_moves() if isinstance(move, Take))
    highest = []
    for drags in (True, False):
        view = settle(view_of(state))
        start, end = pixel(view, Spot("field", move.field)), view.rects.own.hand.center
        assert (drag(view, start, end) if drags else tap(view, Spot("field", move.field))) == move
        after(view, state, move)
        view.update(view.kit.theme.seconds.slide / 2)
        highest.append(max(pose.z for _, pose in view.stage.poses()))
    assert highest[0] < highest[1] / 2


def test_a_feather_dragged_from_the_supply_is_taken_but_not_given():
    found = ((state, move) for state in map(partial(offering, Steal), range(20)) for move in state.legal_moves())
    state, move = next(
        (state, move)
        for state, move in found
        if isinstance(move, Take) and any(map(is_feather, state.field(move.field)))
    )
    view = settle(view_of(state))
    start = pixel(view, Spot("field", move.field))
    assert drag(view, start, view.rects.others[0].rect.center) is None
    assert drag(view, start, view.rects.own.hand.center) == move


def test_aiming_at_a_target_shows_a_ghost_of_the_piece():
    state, piece, _ = building()
    view = view_of(state)
    tap(view, Spot("piece", piece))
    settle(view)
    without = picture_of(view)
    view.hands.aim = view.hands.pointing.targets()[0][0]
    assert picture_of(view) != without


# -- what is not allowed


def test_no_targets_out_of_turn_and_status_names_the_possible_actions():
    view = view_of(offering(Attach))
    view.host = replace(view.host, live=False)
    assert view.hands.choice.reach == TouchTargets()
    state = begun()
    assert "aside" in str(view_of(state).status())
    while state.action:
        state = state.apply(state.legal_moves()[-1]).state
    assert str(view_of(state).status()) == "You may take pieces or choose prophecies."


def test_tapping_an_unavailable_piece_or_card_shows_the_reason():
    state = begun()
    while state.action:
        state = state.apply(state.legal_moves()[-1]).state
    token = next(move for move in state.legal_moves() if isinstance(move, Take))
    state = state.apply(token).state
    view = view_of(state)
    assert str(view.status()) == "End your turn, or take it back."
    other = next(field for field in ("b1", "b2") if field != token.field)
    assert tap(view, Spot("field", other)) is None
    assert view.sound.heard == ["deny"]
    assert view.status() == why_not(view.state, Take(other))
    assert tap(view, Spot("prophecy", state.display[0])) is None
    assert view.status() == why_not(view.state, Choose(state.display[0]))
    assert view.act("cancel") is False


@pytest.mark.parametrize("seed", sample_of(range(12), every=4))
def test_every_refused_tap_sets_a_status(seed):
    state, refused = position(seed), 0
    for spot, _ in view_of(state).hands.pointing.on_table():
        view = view_of(state)
        if tap(view, spot) is None and view.hands.choice.refused is not None:
            refused += 1
            assert view.status() is not None
    assert refused


# -- tokens and feathers


def test_perfect_pick_opens_the_bags_and_asks_for_the_second_body():
    state = offering(Fetch)
    view = settle(view_of(state))
    before = picture_of(view)
    assert tap(view, Spot("token", "pick", view.host.viewer)) is None
    assert view.hands.choice.picks
    assert picture_of(view) != before
    assert {spot.name for spot, _ in view.hands.pointing.spots() if spot.kind == "fetch"} >= set(
        view.hands.choice.reach.fetches
    )
    assert view.act("cancel") is True
    assert not view.hands.choice.picks
    assert picture_of(view) == before
    state = offering(Fetch)
    move = next(move for move in state.legal_moves() if isinstance(move, Fetch) and move.kind == "body")
    view = view_of(state)
    state = after(view, state, move)
    assert view.hands.choice.picks
    assert str(view.status()) == "Take a second body."
    assert not view.hands.choice.is_usable(Spot("token", "pick", view.host.viewer)), "it is used"


def test_stealing_selects_an_opponent_who_stays_enlarged_until_robbed():
    state = offering(Steal)
    view = view_of(state)
    move = next(move for move in state.legal_moves() if isinstance(move, Steal))
    first, last = steps_of(view, move)
    assert tap(view, first) is None
    assert view.hands.choice.lifted == first.name
    assert tap(view, last) == move
    state = offering(Rob)
    view = view_of(state)
    assert view.hands.choice.enlarged == state.victim
    while view.hands.choice.reach.robs:
        move = next(iter(view.hands.choice.reach.robs.values()))
        assert tap(view, Spot("piece", move.piece, state.victim)) == move
        state = after(view, state, move)
        settle(view)
    assert view.hands.choice.enlarged is None


# -- buttons and keys


def test_opponents_can_be_enlarged_in_turn_and_a_begun_turn_restarted():
    state = begun(players=3)
    view = view_of(state)
    _, control = view.controls()
    shown = []
    for _ in range(3):
        assert view.act(control.action)
        shown.append(view.hands.choice.enlarged)
    assert shown == [(view.host.viewer + 1) % 3, (view.host.viewer + 2) % 3, None]
    (alone,) = view_of(begun("solo", 1)).controls()
    assert alone.action == "restart"
    state = begun(players=2)
    view = view_of(state, viewer=1 - state.player)
    assert view.look_action("others")
    assert view.hands.choice.enlarged == state.player
    assert view.look_action("cancel")
    assert view.hands.choice.enlarged is None
    # the whole turn can be taken back once it is begun
    laying, alone = begun(players=2), begun("solo", 1)
    for state, move in ((laying, laying.legal_moves()[0]), (alone, Take("b1"))):
        assert not view_of(state).controls()[0].enabled
        assert view_of(state.apply(move).state).controls()[0].enabled


def test_cursor_starts_on_a_usable_spot_and_inform_explains_what_is_under_it():
    view = view_of(offering(Take))
    assert view.act("right") is True
    assert view.hands.choice.is_usable(view.hands.cursor.at)
    assert view.act("cancel") is True
    assert view.hands.cursor.at is None
    assert view.act("cancel") is False
    view = view_of(begun())
    assert view.act("inform") is False
    view.act("right")
    assert view.act("inform") is True
    assert view.hands.inspector.inspected == view.hands.cursor.at


def test_tapping_an_inert_spot_only_inspects_it():
    view = view_of(offering(Prophesy))
    for spot in (Spot("pouch", "body"), Spot("discards"), Spot("temple_deck")):
        assert tap(view, spot) is None
        assert view.hands.inspector.inspected == spot
        assert view.hands.choice.refused is None


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_every_spot_has_a_description(seed):
    view = view_of(position(seed))
    said = {spot: str(describe_spot(view.state, spot, view.host.viewer)) for spot, _ in view.hands.pointing.on_table()}
    assert [spot for spot, words in said.items() if "{" in words or not words.endswith(".")] == []
