"""What was moved last stays marked until the viewer's next move, in all games alike."""

from __future__ import annotations

import pytest

from logic.core import Cell, Event
from logic.registry import new_setup
from scenes.view.marks import Trail, trail_of
from tests.boardhands import match_of, sit_at
from tests.matchhands import ANNA, BEN, RANDOM, first_move, setup_of
from tests.seating import sit_before


def test_what_was_moved_leaves_rings_and_dots_between_the_squares():
    # who moves leaves a ring and dots between the squares
    walk = Event("walk", {"p0": (Cell(2, 0), Cell(2, 1), Cell(1, 1))})
    assert trail_of([walk]) == Trail({Cell(2, 0)}, {(1.0, 2.5), (1.5, 2.0)})
    hop = Event("hop", {"R1": (Cell(0, 0), Cell(0, 3))})
    assert trail_of([hop]).by == {(1.0, 0.5), (2.0, 0.5), (3.0, 0.5)}
    # a row that is pushed leaves dots and what goes askew a ring
    push = Event("push", {"t1": (Cell(-1, 1), Cell(0, 1)), "t2": (Cell(0, 1), Cell(1, 1))})
    assert trail_of([push]) == Trail(by={(1.5, 0.0), (1.5, 1.0)})
    assert trail_of([Event("shift", {"n1": (Cell(3, 3), Cell(1, 0))})]) == Trail({Cell(3, 3)})
    assert trail_of([Event("burrow", {"R1": (Cell(2, 2),)}), Event("end", {})]) == Trail()


def test_an_l_leaves_four_squares_marked_until_the_viewers_next_move(sit_down):
    driver = sit_at(sit_down, ANNA, BEN)
    match, view = match_of(driver), driver.top.view
    assert view.trail == Trail()
    home = match.session.state.ls[0].cells
    match.play(first_move(match))
    assert view.trail == Trail(), "it is moving still"
    driver.settle()
    assert view.trail.left == set(home)
    match.play("stay")
    match.end_turn()
    driver.settle()
    assert view.trail.left == set(home), "that is what the next one has to know"
    other = match.session.state.ls[1].cells
    match.play(first_move(match))
    driver.settle()
    assert view.trail.left == set(other)
    match.undo()
    driver.settle()
    assert view.trail.left == set(home)


def test_all_that_others_did_is_marked(sit_down):
    driver, match = sit_before(sit_down, new_setup("labyrinth", None, (ANNA, RANDOM, RANDOM), 7), (1024, 600))
    driver.thinks = True
    session, own = match.session, []
    while True:
        driver.settle()
        if session.awaits_end:
            match.end_turn()
        elif own and session.mover(session.ply - 1) != 0:
            break
        else:
            own.append(session.ply)
            match.play(first_move(match))
    others = session.events[own[-1] + 1 :]
    pushes = [event for events in others for event in events if event.name == "push"]
    assert len(pushes) == 2
    for push in pushes:
        assert trail_of([push]).by <= driver.top.view.trail.by


@pytest.mark.parametrize("game", ["jumpin", "dragon"])
def test_alone_the_own_last_move_is_marked(sit_down, game):
    driver, match = sit_before(sit_down, setup_of(ANNA, game=game), (1024, 600))
    moved = 0
    for _ in range(6):
        match.play(first_move(match))
        driver.settle()
        if match.is_over:
            break
        events = match.session.events[-1]
        starts = {way[0] for event in events for piece, way in event.paths.items() if len(way) > 1 and piece != "@"}
        assert driver.top.view.trail.left == starts
        moved += bool(starts)
    assert moved


def test_in_coatl_what_others_took_is_marked_where_it_was_and_where_it_lies(sit_down):
    driver, match = sit_before(sit_down, new_setup("coatl", None, (ANNA, RANDOM), 7), (1024, 600))
    driver.thinks = True
    session, seen = match.session, 0
    while seen < 4 and not match.is_over:
        driver.settle()
        if session.awaits_end or not match.awaits_human:
            match.end_turn() if session.awaits_end else driver.step(0.1)
            continue
        last = session.mover(session.ply - 1) if session.ply else 0
        trail, picture = driver.top.view.trail, driver.top.view.picture
        if last == 1:
            others = max((ply for ply in range(session.ply) if session.mover(ply) == 0), default=-1) + 1
            events = [event for step in session.events[others:] for event in step]
            taken = {name for event in events if event.name == "take" for name in event.paths}
            drawn = {name for event in events if event.name in ("draw", "discard") for name in event.paths}
            assert taken <= trail.things
            assert not drawn & trail.things
            assert len([*picture.left_behind()]) >= bool(taken) + len(taken)
            seen += bool(taken)
        match.play(next((move for move in session.state.legal_moves() if str(move) == "end"), first_move(match)))
    assert seen
