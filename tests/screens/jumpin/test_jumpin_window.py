"""The meadow on its screen: a puzzle solved by every kind of hand, resized in mid-drag, each on its own ground."""

import pygame
import pytest

from logic.core import Cell, find_move
from logic.jumpin.rules import Hop
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.jumpin.reach import mover, pieces_of, poses_of, reach_of
from scenes.view.squares import ARROWS
from tests.jumpinseat import WAY, setup_of, sit_at


def where(driver, cell):
    return driver.top.view.cell_rect(cell).center


def stands(state, piece):
    return next(cell for cell, name in pieces_of(state).items() if name == piece)


def meant(state, move):
    return next(cell for cell, one in reach_of(state)[mover(move)].items() if one == move)


def by_clicks(driver, state, move):
    driver.click(where(driver, stands(state, mover(move))))
    driver.settle()
    driver.click(where(driver, meant(state, move)))


def by_taps(driver, state, move):
    driver.finger(where(driver, stands(state, mover(move))))
    driver.finger(where(driver, meant(state, move)))


def way_of(driver, state, move):
    ends = [poses_of(one)[mover(move)] for one in (state, state.apply(move).state)]
    return [tuple(map(round, driver.top.view.to_pixels(pose.x, pose.y))) for pose in ends]


def by_drags(driver, state, move):
    driver.drag(*way_of(driver, state, move))


def by_finger_drags(driver, state, move):
    driver.finger(*way_of(driver, state, move))


def _by_presses(driver, press, names, state, move):
    while driver.top.view.animals.chosen != mover(move):
        press(names["next"])
    start, end = (poses_of(one)[mover(move)] for one in (state, state.apply(move).state))
    right, down = round(end.x - start.x), round(end.y - start.y)
    way = ("right" if right > 0 else "left") if right else ("down" if down > 0 else "up")
    for _ in range(1 if isinstance(move, Hop) else abs(right + down)):
        press(names[way])
    press(names["accept"])


def by_keys(driver, state, move):
    names = {way: way for way in ARROWS}
    _by_presses(driver, driver.key, names | {"next": "r", "accept": "return"}, state, move)


def by_pad(driver, state, move):
    names = {way: f"dp{way}" for way in ARROWS}
    _by_presses(driver, driver.pad, names | {"next": "x", "accept": "a"}, state, move)


@pytest.mark.parametrize("hand", [by_clicks, by_taps, by_drags, by_finger_drags, by_keys, by_pad])
def test_a_puzzle_is_solved_by_each_kind_of_hand(sit_down, hand):
    driver, match = sit_at(sit_down)
    for text in WAY:
        state = match.session.state
        hand(driver, state, find_move(state, text))
        driver.step(1.0)
    assert tuple(map(str, match.session.moves)) == WAY
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("size", [(1024, 600), (600, 1024)])
def test_a_window_resized_in_the_middle_of_a_drag_lets_go(sit_down, size):
    driver, match = sit_at(sit_down)
    driver.press(where(driver, Cell(0, 1)))
    driver.move(where(driver, Cell(2, 1)))
    assert driver.top.view.stage.pose("F1").y > 1.0
    driver.resize(size)
    driver.release(where(driver, Cell(2, 1)))
    driver.settle()
    assert dict(driver.top.view.stage.poses()) == poses_of(match.session.state)
    assert match.session.ply == 0
    by_drags(driver, match.session.state, find_move(match.session.state, WAY[0]))
    driver.settle()
    assert match.session.ply == 1


def test_undo_and_redo_show_the_position(sit_down):
    driver, match = sit_at(sit_down)
    for text in WAY[:2]:
        match.play(text)
        driver.settle()
    for key in ("u", "u", "shift+u"):
        driver.key(key)
        driver.settle()
        assert dict(driver.top.view.stage.poses()) == poses_of(match.session.state)
    assert match.session.ply == 1


@pytest.mark.seen
def test_puzzles_of_one_size_each_lie_on_their_own_ground(sit_down):
    driver, _ = sit_at(sit_down)
    pictures = set()
    for position in (".RM../...../...../...../.....", ".RM../ff.../...../...../....."):
        driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(position))))
        driver.settle()
        place = driver.top.view.cell_rect(Cell(1, 3))
        driver.app.stack.touch()
        driver.frame()
        pictures.add(pygame.image.tobytes(driver.surface.subsurface(place), "RGB"))
        driver.app.stack.pop()
    assert len(pictures) == 2


@pytest.mark.seen
def test_a_still_meadow_draws_nothing(sit_down):
    driver, _ = sit_at(sit_down)
    driver.step(3.0)
    before = driver.drawn
    driver.step(1.0)
    assert driver.drawn == before
