"""Stone Dragon's secrets: nothing unseen shows on any screen or in any sound."""

from dataclasses import replace

import pygame
import pytest

from logic.core import Cell, Dice
from logic.dragon.board import Board, Field, dump_board
from logic.dragon.rules import begin
from logic.registry import GAMES
from logic.session import SaveError, Session
from logic.storage.files import DATA_VARIABLE
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.games import GamesScene
from scenes.puzzles.shelf import PuzzleShelf
from tests.support.positions.dragon import random_board, random_field
from tests.thorough.illwill import SECRET, setup_of

pytestmark = pytest.mark.seen

# -- spies


def boards_alike(seed, board):
    """Return two boards on which the same moves lead to positions that differ only in unseen squares, and the moves."""
    dice, state, moves = Dice(seed), begin(board), []
    for _ in range(5):
        lasting = [move for move in state.legal_moves() if state.apply(move).state.outcome() is None]
        if lasting:
            moves.append(dice.choice(lasting))
            state = state.apply(moves[-1]).state
    unseen = [cell for cell in board.cells() if cell not in state.seen]
    fields = {cell: random_field(dice, board.height, board.width) for cell in unseen}
    if all(board.field(cell).kind != "lair" for cell in state.seen):
        fields[dice.choice(unseen)] = Field("lair")
    rows = tuple(
        tuple(fields.get(Cell(row, col), field) for col, field in enumerate(line))
        for row, line in enumerate(board.fields)
    )
    other = replace(board, fields=rows)
    assert other != board
    return board, other, [str(move) for move in moves]


class Camera:
    """Takes pictures of one game at the screen, and records its sounds."""

    def __init__(self, driver):
        self.driver = driver
        self.film = []
        driver.app.sound.play = lambda name: self.film.append(("sound", name))

    def take(self, name):
        self.driver.settle()
        self.snap(name)

    def snap(self, name):
        self.driver.app.stack.touch()
        self.driver.frame(dt=0.0)
        self.film.append((name, pygame.image.tobytes(self.driver.surface, "RGB")))


def record_game(driver, board, moves):
    """Return all that can be seen and heard of a game under way, and of one that was given up, screen by screen."""
    camera, app = Camera(driver), driver.app
    match = Match.start(app, setup_of(dump_board(board)))
    scene = BoardScene(app, match)
    driver.push(scene)
    camera.take("the beginning")
    for move in moves:
        match.play(move)
        driver.step(0.1)
        camera.snap(f"while {move}")
        camera.take(move)
    record_board(camera, scene)
    record_other_screens(camera)
    match.give_up(0)
    driver.step(2.0)
    camera.take("the result")
    driver.key("escape")
    camera.take("the covered board after the end")
    scene.menu.replay()
    camera.take("the replay")
    for place in range(match.session.ply + 1):
        driver.top.go(place)
        camera.take(f"the replay at {place}")
    app.close()
    return camera.film


def record_board(camera, scene):
    driver, view = camera.driver, scene.view
    for knight in scene.match.session.state.knights:
        view.hands.choose(knight.name)
        camera.take(f"the ways of {knight.name}")
        driver.key("f")
        camera.take(f"the leaps of {knight.name}")
    cells = view.state.board.cells()
    for cell in cells[:: max(1, len(cells) // 6)]:
        driver.move(view.cell_rect(cell).center)
        driver.step(0.8)
        camera.snap(f"the mouse at {cell}")
        camera.film.append(("words", str(view.describe_at(view.cell_rect(cell).center))))
    for key in ("h", "escape", "i", "-", "l", "escape"):
        driver.key(key)
        camera.take(f"the key {key}")


def record_other_screens(camera):
    driver = camera.driver
    driver.key("f10")
    camera.take("the menu")
    driver.click("rules")
    driver.settle()
    driver.top.page = driver.top.count - 1
    driver.top.rebuild()
    camera.take("the position in the rules")
    driver.key("escape", "escape")
    driver.settle()
    driver.push(GamesScene(driver.app))
    camera.take("the games")
    driver.key("escape")
    driver.settle()
    driver.thinks = False
    driver.push(PuzzleShelf(driver.app, "dragon"))
    camera.take("the puzzles")
    driver.key("escape")
    driver.thinks = True
    driver.settle()


def large_board():
    """Return a board that is larger than its viewport, with a small map in its corner."""
    dice = Dice(4)
    rows = [
        [random_field(dice, 40, 40) if dice.below(3) == 0 else Field("plain") for _ in range(40)] for _ in range(40)
    ]
    rows[39][39] = Field("lair")
    for row, col in ((19, 20), (20, 20), (20, 21)):
        rows[row][col] = Field("plain")
    knights = begin(random_board(dice)).board.knights
    return Board(40, 40, tuple(map(tuple, rows)), Cell(20, 20), knights, 1)


@pytest.mark.parametrize("case", [5, 6, "large"])
def test_screens_and_sounds_do_not_depend_on_unseen_squares(seated, tmp_path, monkeypatch, case):
    board = large_board() if case == "large" else random_board(Dice(case))
    *boards, moves = boards_alike(1 if case == "large" else case, board)
    films = []
    for number, each in enumerate(boards):
        folder = tmp_path / f"data{number}"
        monkeypatch.setenv(DATA_VARIABLE, str(folder))
        monkeypatch.setattr("scenes.app.exports.data_folder", lambda: tmp_path)
        films.append(record_game(seated(), each, moves))
    assert len(films[0]) == len(films[1])
    for (name, one), (_, other) in zip(*films, strict=True):
        assert one == other, f"{name} tells {moves}\n{dump_board(boards[0])}\n{dump_board(boards[1])}"


def test_a_save_with_a_second_seat_is_refused():
    session = Session(GAMES["dragon"], setup_of(SECRET))
    session.play("K1 south")
    save = session.save()
    save["setup"]["seats"] = [{"name": "Anna"}, {"name": "Spy"}]
    with pytest.raises(SaveError, match="seats: a puzzle has one"):
        Session.load(save, GAMES)
