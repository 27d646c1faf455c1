"""The view of Labyrinth: layout, texts, no card revealed; pushes, falls and walks that end at home."""

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from hypothesis import assume, given, settings

from logic.core import Cell, Dice, plan_steps
from logic.labyrinth import redact
from logic.labyrinth.components import line_of
from logic.labyrinth.rules import Push, Walk
from scenes.labyrinth.hands import PART
from scenes.labyrinth.layout import pawn_pose
from sprites.stage.stage import pose_at
from tests.support.hands.labyrinth import (
    SIZE,
    after,
    begun,
    in_line,
    pixel,
    played,
    position,
    seeds,
    tap_arrow,
    view_of,
    walking,
)
from tests.support.hands.views import THEME, middle, picture_of, poses, settle

# -- places


@given(seeds)
def test_the_layout_places_every_tile_and_pawn(seed):
    state = position(seed)
    view = view_of(state)
    layout = view.layout(state)
    assert layout == view.layout(state)
    loose = {tile.id: Cell(row, col) for row, tiles in enumerate(state.grid) for col, tile in enumerate(tiles)
             if not tile.fixed}  # fmt: skip
    assert {tile: layout[tile] for tile in loose} == {tile: pose_at(cell) for tile, cell in loose.items()}
    assert (layout[state.spare.id].x, layout[state.spare.id].y) == view.tray
    for seat, cell in enumerate(state.pawns):
        pawn = layout[f"p{seat}"]
        assert Cell(int(pawn.y), int(pawn.x)) == cell
    assert len({(pose.x, pose.y) for pose in layout.values()}) == len(layout)
    assert len(layout) == len(loose) + 1 + state.params.players


def test_board_and_tray_fit_their_rect():
    for variant in ["classic_2017", "junior_5x5", "giant_9x9"]:
        for size in [(420, 340), (340, 420), (200, 200), (900, 300), (60, 60), (1400, 1000)]:
            rect = pygame.Rect((7, 3), size)
            view = view_of(begun(variant), rect=rect)
            assert rect.contains(view.rect)
            half = view.cell / 2
            corners = (0.5, 0.5), (view.cols - 0.5, view.rows - 0.5)
            for x, y in (view.tray, *corners, *map(view.arrow_place, view.state.params.arrows)):
                px, py = pixel(view, (x, y))
                assert rect.contains(pygame.Rect(px - half / 2, py - half / 2, half, half))
            assert view.frame.beside is (size[0] >= size[1])
            cell = Cell(1, 2)
            assert view.cell_at(view.cell_rect(cell).center) == cell
            assert view.cell_rect(cell).size == (view.cell, view.cell)


def test_a_new_board_size_is_laid_out_and_an_upright_window_is_filled():
    view = view_of(begun())
    other = begun("junior_5x5")
    view.show(redact(other, 0))
    assert (view.rows, view.cols) == (5, 5)
    assert poses(view) == view.layout(other)
    assert pygame.Rect(0, 0, *SIZE).contains(view.rect)
    view = view_of(begun(), rect=pygame.Rect(0, 0, 1000, round(1000 * view_of(begun()).tallness)))
    assert view.rect.width > 985
    # pawns on one tile stand side by side
    state = replace(begun(players=4), pawns=(Cell(0, 0),) * 4)
    view = view_of(state)
    stand = [view.layout(state)[f"p{seat}"] for seat in range(4)]
    assert stand == [pawn_pose(Cell(0, 0), number, 4) for number in range(4)]
    assert len({(pose.x, pose.y) for pose in stand}) == 4


# -- nothing leaks


@given(seeds, seeds)
@settings(max_examples=20)
def test_no_card_affects_the_picture_without_permission_to_look(seed, other):
    state = position(seed)
    assume(not state.params.open_cards)
    shuffled = replace(state, decks=tuple(tuple(Dice(other).shuffled(deck)) for deck in state.decks))
    views = [view_of(one) for one in (state, shuffled)]
    for view in views:
        settle(view)
    assert picture_of(views[0]) == picture_of(views[1])


def test_the_goal_is_shown_only_with_permission_to_look():
    state = begun()
    view = settle(view_of(state))
    before = picture_of(view)
    view.host = replace(view.host, shows_secret=True)
    assert view.motion.goals() == {state.deck(0)[0]}
    assert view.update(1 / 60)
    settle(view)
    assert picture_of(view) != before
    assert not view.update(1 / 60)
    view.host = replace(view.host, shows_secret=False)
    assert picture_of(view) == before
    # a player who has everything is shown the way home
    state = replace(begun(), decks=((), begun().decks[1]))
    view = view_of(state)
    assert view.motion.goals() == frozenset()
    view.host = replace(view.host, shows_secret=True)
    assert view.motion.goals() == {"start red"}
    # found treasures are pale, and with numbers each treasure has its own
    state = begun("points")
    found = replace(state, decks=(state.decks[0][1:],), found=(("book",), ()))
    views = [view_of(one) for one in (state, found)]
    assert [view.motion.goals() for view in views] == [{"book"}, {"money_bag"}]
    assert str(views[0].describe_at(middle(views[0], Cell(0, 2)))) == "Treasure: book, number 1."
    assert str(views[1].describe_at(middle(views[1], Cell(0, 2)))) == "Treasure: book. player 1 has found it."
    assert picture_of(views[0]) != picture_of(views[1])


# -- texts


def test_inform_describes_treasures_starts_pawns_arrows_and_runes():
    state, barred = begun(players=3), None
    push = state.legal_moves()[0]
    state = state.apply(push).state
    state = state.apply(state.legal_moves()[-1]).state
    barred = state.barred()[0]
    view = view_of(state)
    assert str(view.describe_at(middle(view, Cell(0, 4)))) == "Treasure: money bag."
    assert "starts here, and comes home here." in str(view.describe_at(middle(view, Cell(0, 6))))
    assert "player 2 stands here." in str(view.describe_at(middle(view, state.pawns[1])))
    assert str(view.describe_at(pixel(view, view.tray))).startswith("The spare tile.")
    arrows = {str(view.describe_at(pixel(view, view.arrow_place(arrow)))) for arrow in state.arrows()}
    assert len(arrows) == 11
    assert {"Pushes in: row 2 from the left.", "Pushes in: column d from above."} <= arrows
    assert "straight back" in str(view.describe_at(pixel(view, view.arrow_place(barred))))
    assert view.describe_at((0, 0)) is None
    events = begun("events", 2)
    rune = next(Cell(r, c) for r in range(7) for c in range(7) if events.tile(Cell(r, c)).mark)
    assert "A rune for whoever pushes this tile out" in str(view_of(events).describe_at(middle(view_of(events), rune)))


def position_with_pawn_pushed_out():
    """Return a position, a push that throws a pawn out, and that pawn's seat."""
    for seed in range(200):
        state = played(begun(players=4), 12 + seed % 8, seed)
        for push in state.legal_moves() if state.phase == "push" else ():
            end = line_of(push.arrow, 7)[-1]
            if end in state.pawns:
                return state, push, state.pawns.index(end)
    raise AssertionError("nobody ever stands at the end of a line")


def test_a_push_slides_its_line_and_drops_the_tile_into_the_tray():
    state = begun()
    push = state.legal_moves()[0]
    out = state.tile(line_of(push.arrow, 7)[-1]).id
    view = settle(view_of(state))
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


def test_an_armed_tile_is_pushed_in_from_its_arrow():
    view = settle(view_of(begun()))
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


def test_a_pawn_pushed_out_falls_and_lands_on_the_inserted_tile():
    state, push, seat = position_with_pawn_pushed_out()
    view = settle(view_of(state))
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


def test_a_pawn_walks_its_path_cell_by_cell_at_any_frame_rate():
    state = walking()
    goal, way = max(state.ways().items(), key=lambda item: len(item[1]))
    assert len(way) > 2
    view = settle(view_of(state))
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
        view = settle(view_of(state))
        after(view, Walk(goal))
        for _ in range(frames):
            view.update(THEME.seconds.walk * (len(way) - 1) / 2 / frames)
        ends.append(view.stage.pose(f"p{state.player}"))
    assert (ends[0].x, ends[0].y) == pytest.approx((ends[1].x, ends[1].y))
    assert (ends[0].x, ends[0].y) == pytest.approx((ends[2].x, ends[2].y))


def test_each_event_has_its_sound():
    state = walking()
    view = settle(view_of(begun()))
    after(view, Push(state.last, state.tile(state.last.cell).rot))
    settle(view)
    after(view, Walk(list(view.state.ways())[-1]))
    settle(view)
    assert [name for name in view.sound.heard if name != "turn_spare"][:5] == [
        "lift",
        "push",
        "tumble",
        "shutter",
        "walk",
    ]


def test_a_hint_arms_and_rotates_the_tile_and_marks_the_walk():
    state = begun()
    push = state.legal_moves()[-1]
    there = state.apply(push).state
    walk = there.legal_moves()[-1]
    view = settle(view_of(state))
    plain = picture_of(view)
    view.show_hint((push, walk))
    assert view.hands.spare.armed == push.arrow
    assert view.hands.spare.rot == push.rot
    settle(view)
    armed = picture_of(view)
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
    assert picture_of(view) != picture_of(view_of(there))


def test_a_treasure_counts_as_found_only_after_the_walk_animation():
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
    assert view.motion.unshown_treasures == {symbol}
    settle(view)
    assert view.motion.goals() == {state.decks[0][1]}
    assert view.motion.unshown_treasures == frozenset()


def test_a_shutter_closes_only_after_the_tile_has_fallen_out():
    state = begun()
    push = state.legal_moves()[0]
    view = settle(view_of(state))
    walking_state = after(view, push)
    barred = walking_state.barred()[0]
    heights = []
    while view.stage.moving:
        heights.append(view.motion.shutters.down.get(barred, 0))
        view.update(1 / 60)
    assert heights[: round(0.6 * 60)] == [0] * round(0.6 * 60)
    settle(view)
    assert view.motion.shutters.down.get(barred, 0) == 1
    after(view, next(move for move in after(view, walking_state.legal_moves()[-1]).legal_moves()))
    settle(view, 10)
    assert {arrow for arrow in state.params.arrows if arrow in view.motion.shutters.down} == set(view.state.barred())


def test_a_hint_shows_the_targets_of_its_plan():
    """Dots lie along a row that is pushed later; a ring is where the pawn will stand at last."""
    state = begun("solo")
    now, moves = state, []
    for _ in range(2):
        push = next(one for one in now.legal_moves() if len(now.apply(one).state.ways()) > 1)
        walk = Walk([cell for cell in now.apply(push).state.ways() if cell != now.apply(push).state.pawns[0]][-1])
        moves += [push, walk]
        now = now.apply(push).state.apply(walk).state
    view = settle(view_of(state))
    view.show_hint(moves[:2])
    settle(view)
    alone = picture_of(view)
    assert not view.ahead.left
    view.show_hint(())
    view.show_hint(moves[:2], [event for _, events in list(plan_steps(state, moves))[2:] for event in events])
    settle(view)
    assert view.ahead.left == {now.pawns[0]}
    assert picture_of(view) != alone
