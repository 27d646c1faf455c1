"""Labyrinth in motion: pushes, falls and walks take their time, are heard, and end at home."""

from dataclasses import replace
from itertools import pairwise

import pytest

from logic.core import Cell, foreseen
from logic.labyrinth import redact
from logic.labyrinth.components import line_of
from logic.labyrinth.rules import Push, Walk
from scenes.labyrinth.hands import PART
from scenes.view.prerender import PAUSE
from tests.gallery import make_kit
from tests.labyrinthhands import (
    SIZE,
    after,
    begun,
    in_line,
    picture,
    pixel,
    played,
    tap_arrow,
    view_of,
    walking,
)
from tests.viewparts import THEME, Ear, pointer, settle


def thrown_position():
    """A position, a push that throws a pawn out, and that pawn's seat."""
    for seed in range(200):
        state = played(begun(players=4), 12 + seed % 8, seed)
        for push in state.legal_moves() if state.phase == "push" else ():
            end = line_of(push.arrow, 7)[-1]
            if end in state.pawns:
                return state, push, state.pawns.index(end)
    raise AssertionError("nobody ever stands at the end of a line")


def test_the_row_slides_slowly_enough_and_then_the_tile_falls_into_the_tray():
    state = begun()
    push = state.legal_moves()[0]
    out = state.tile(line_of(push.arrow, 7)[-1]).id
    view = view_of(state)
    settle(view)
    names, seconds = [], {}
    view.on_event = lambda event: names.append(event.name)
    after(view, push)
    while view.stage.moving:
        name = names[-1]
        seconds[name] = seconds.get(name, 0) + 1 / 120
        view.update(1 / 120)
    assert names == ["lift", "push", "tumble"]
    assert seconds["push"] == pytest.approx(THEME.seconds.slide, abs=0.02)
    assert (view.stage.pose(out).x, view.stage.pose(out).y) == view.tray


def test_what_was_armed_needs_not_be_fetched():
    view = view_of(begun())
    settle(view)
    arrow = view.state.params.arrows[3]
    tap_arrow(view, arrow)
    settle(view)
    move = tap_arrow(view, arrow)
    spare = view.state.spare.id
    after(view, move)
    x, y = in_line(arrow, PART)
    pose = view.stage.pose(spare)
    assert (pose.x, pose.y) == pytest.approx((x, y))
    places = []
    while view.stage.moving:
        pose = view.stage.pose(spare)
        places.append((pose.x - arrow.col) ** 2 + (pose.y - arrow.row) ** 2)
        view.update(1 / 60)
    inwards = [abs(x - y) for x, y in pairwise(places)]
    assert max(inwards) < 0.5


def test_a_pawn_that_is_pushed_out_falls_with_its_tile_and_lands_on_the_one_pushed_in():
    state, push, seat = thrown_position()
    view = view_of(state)
    settle(view)
    after(view, push)
    pawn, seen, alphas = f"p{seat}", [], []
    while view.stage.moving:
        pose = view.stage.pose(pawn)
        seen.append((pose.x, pose.y))
        alphas.append(pose.alpha)
        view.update(1 / 60)
    beyond = in_line(push.arrow, 8)
    away = [max(abs(x - beyond[0]), abs(y - beyond[1])) for x, y in seen]
    assert min(away) < 0.35
    assert min(alphas) < 0.8
    entry = push.arrow.cell
    assert Cell(int(view.stage.pose(pawn).y), int(view.stage.pose(pawn).x)) == entry


def test_the_pawn_walks_its_way_cell_by_cell_whatever_the_frame_rate():
    state = walking()
    goal, way = max(state.ways().items(), key=lambda item: len(item[1]))
    assert len(way) > 2
    view = view_of(state)
    settle(view)
    after(view, Walk(goal))
    walked, time = [], 0.0
    while view.stage.moving:
        pose = view.stage.pose(f"p{state.player}")
        cell = Cell(int(pose.y), int(pose.x))
        if not walked or walked[-1] != cell:
            walked.append(cell)
        view.update(1 / 120)
        time += 1 / 120
    assert tuple(walked) == way
    assert time == pytest.approx(THEME.seconds.walk * (len(way) - 1), abs=THEME.seconds.settle + 0.05)
    # a walk is half done at half time whatever the frame rate
    ends = []
    for frames in (1, 7, 30):
        view = view_of(state)
        settle(view)
        after(view, Walk(goal))
        for _ in range(frames):
            view.update(THEME.seconds.walk * (len(way) - 1) / 2 / frames)
        ends.append(view.stage.pose(f"p{state.player}"))
    assert (ends[0].x, ends[0].y) == pytest.approx((ends[1].x, ends[1].y))
    assert (ends[0].x, ends[0].y) == pytest.approx((ends[2].x, ends[2].y))


def test_a_push_that_is_taken_back_can_be_made_otherwise():
    state = begun()
    view = view_of(state)
    first, other = state.legal_moves()[0], state.legal_moves()[-1]
    after(view, first)
    view.show(redact(state, 0))
    settle(view)
    tap_arrow(view, other.arrow)
    while view.hands.spare.rot != other.rot:
        view.act("rotate")
    assert tap_arrow(view, other.arrow) == other


def test_each_event_is_heard_and_at_rest_it_costs_nothing_whatever_is_in_the_hand():
    ear = Ear()
    state = walking()
    view = view_of(begun(), sound=ear)
    settle(view)
    after(view, Push(state.last, state.tile(state.last.cell).rot))
    settle(view)
    goal = list(view.state.ways())[-1]
    after(view, Walk(goal))
    settle(view)
    assert [name for name in ear.heard if name != "turn_spare"][:5] == ["lift", "push", "tumble", "shutter", "walk"]
    view = view_of(begun())
    settle(view)
    assert not view.update(1 / 60)
    tap_arrow(view, view.state.params.arrows[0])
    settle(view)
    assert not view.update(1 / 60)
    pointer(view, "down", pixel(view, in_line(view.hands.spare.armed, 0)))
    pointer(view, "move", pixel(view, (3.5, 3.5)))
    settle(view, 8)
    assert not view.update(1 / 60)


def test_a_hint_lays_the_tile_there_turned_as_it_says_and_marks_where_to_walk():
    state = begun()
    push = state.legal_moves()[-1]
    there = state.apply(push).state
    walk = there.legal_moves()[-1]
    view = view_of(state)
    settle(view)
    plain = picture(view)
    view.show_hint((push, walk))
    assert view.hands.spare.armed == push.arrow
    assert view.hands.spare.rot == push.rot
    settle(view)
    armed = picture(view)
    assert armed != plain
    view.act("cancel")
    view.show_hint((push, walk))
    assert view.hands.spare.armed is None
    view.show_hint(())
    settle(view)
    assert view.act("push_in") is False
    view = view_of(there)
    view.show_hint((walk,))
    assert view.hands.walker.goal == walk.cell
    assert view.act("cancel") is True
    assert picture(view) != picture(view_of(there))


def test_each_frame_bakes_a_little_of_what_comes_next():
    view = view_of(begun(), kit=make_kit(SIZE))
    settle(view)
    view.update(PAUSE)
    baked = view.kit.bakery.baked
    for _ in range(5):
        view.update(1 / 60)
        assert baked < view.kit.bakery.baked
        baked = view.kit.bakery.baked
    view.host = replace(view.host, live=False)
    view.update(1 / 60)
    assert baked == view.kit.bakery.baked


def test_a_treasure_is_pale_only_when_the_pawn_has_come_to_it():
    state = walking()
    cell, way = max(state.ways().items(), key=lambda item: len(item[1]))
    symbol = next(tile.symbol for row in state.grid for tile in row if tile.symbol in state.params.treasures)
    goal = state.tile(cell).id
    grid = tuple(tuple(replace(tile, symbol=symbol) if tile.id == goal else tile for tile in row)
                 for row in state.grid)  # fmt: skip
    state = replace(state, grid=grid, decks=((symbol, *state.decks[0]), *state.decks[1:]))
    assert len(way) > 2
    view = view_of(state)
    view.host = replace(view.host, shows_secret=True)
    settle(view)
    there, events = state.apply(Walk(cell))
    view.show(redact(there, view.host.viewer), events)
    view.update(THEME.seconds.walk)
    assert view.motion.goals() == {symbol}
    assert view.motion.to_come == {symbol}
    settle(view)
    assert view.motion.goals() == {state.decks[0][1]}
    assert view.motion.to_come == frozenset()


def test_a_shutter_waits_until_its_tile_has_fallen_out_whatever_comes_next():
    state = begun()
    push = state.legal_moves()[0]
    view = view_of(state)
    settle(view)
    walking_state = after(view, push)
    barred = walking_state.barred()[0]
    heights = []
    while view.stage.moving:
        heights.append(view.motion.shutters.shut(barred))
        view.update(1 / 60)
    assert heights[: round(0.6 * 60)] == [0.0] * round(0.6 * 60)
    settle(view)
    assert view.motion.shutters.shut(barred) == 1
    there = after(view, walking_state.legal_moves()[-1])
    after(view, next(move for move in there.legal_moves()))
    settle(view, 10)
    assert {arrow for arrow in state.params.arrows if view.motion.shutters.shut(arrow)} == set(view.state.barred())


def test_a_hint_alone_shows_faintly_where_its_plan_leads():
    """Dots lie along a row that is pushed later; a ring is where the pawn will stand at last."""
    state = begun("solo")
    now, moves = state, []
    for _ in range(2):
        push = next(one for one in now.legal_moves() if len(now.apply(one).state.ways()) > 1)
        walk = Walk([cell for cell in now.apply(push).state.ways() if cell != now.apply(push).state.pawns[0]][-1])
        moves += [push, walk]
        now = now.apply(push).state.apply(walk).state
    view = view_of(state)
    settle(view)
    view.show_hint(moves[:2])
    settle(view)
    alone = picture(view)
    assert not view.ahead.left
    view.show_hint(())
    view.show_hint(moves[:2], [event for _, events in list(foreseen(state, moves))[2:] for event in events])
    settle(view)
    assert view.ahead.left == {now.pawns[0]}
    assert picture(view) != alone
