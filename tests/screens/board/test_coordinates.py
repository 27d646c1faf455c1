"""The names of rows and columns at the rims of boards: as the words of each game call them, by one switch for all."""

from dataclasses import replace
from functools import cache

import msgspec
import pygame
import pytest

from logic.core import Cell
from logic.dragon.board import place_name as dragon_name
from logic.jumpin.narration import place_name as jumpin_name
from logic.players import levels
from logic.registry import GAMES
from logic.session.saving import Seat
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.shots.poses import played
from scenes.view.picture import view_of
from sprites.labyrinth import art
from tests.artparts import VISIBLE, luminance, ratio
from tests.gallery import make_kit

NAMES = {"lgame": str, "labyrinth": str, "jumpin": jumpin_name, "dragon": dragon_name}
SIZE = (900, 760)


def shown(game, size=SIZE, *, coordinates=True):
    """A game's view and its picture."""
    view = view_of(game)(make_kit(SIZE), None, played(game).states[0])
    view.host = replace(view.host, coordinates=coordinates)
    view.place(pygame.Rect((0, 0), size))
    picture = pygame.Surface(SIZE)
    picture.fill(view.cloth)
    view.draw(picture)
    return view, picture


@cache
def written(game, size=SIZE):
    """The rectangles of what is seen with coordinates alone."""
    mask = pygame.mask.from_threshold(
        shown(game, size)[1], (0, 0, 0), (1, 1, 1, 255), shown(game, size, coordinates=False)[1], 1
    )
    mask.invert()
    return [rect for rect in mask.get_bounding_rects() if rect.width > 1 or rect.height > 1]


@pytest.mark.parametrize("game", NAMES)
def test_every_row_is_named_at_the_left_and_every_column_above(game):
    view, _ = shown(game)
    squares = view.picture.camera if game == "dragon" else view
    cells = [squares.cell_rect(cell) for cell in view.middles()]
    board = cells[0].unionall(cells[1:])
    marks = written(game)
    assert all(board.collidelist([mark]) == -1 for mark in marks)
    left = [mark for mark in marks if mark.right <= board.left]
    above = [mark for mark in marks if mark.bottom <= board.top]
    assert len(left) + len(above) == len(marks)
    columns = {col for mark in above for col in range(view.cols) if on(squares, Cell(0, col), mark.centerx, 0)}
    rows = {row for mark in left for row in range(view.rows) if on(squares, Cell(row, 0), mark.centery, 1)}
    assert (rows, columns) == (set(range(view.rows)), set(range(view.cols)))


def on(squares, cell, along, axis):
    rect = squares.cell_rect(cell)
    start = rect.topleft[axis]
    return start <= along < start + rect.size[axis]


@pytest.mark.parametrize(("game", "name"), NAMES.items())
def test_they_are_the_names_that_the_words_of_the_game_use(game, name):
    coordinates = view_of(game).coordinates
    for cell in (Cell(0, 0), Cell(3, 1), Cell(2, 3)):
        row, col = coordinates.of(cell.row)[0], coordinates.of(cell.col)[1]
        assert name(cell) in (f"{col}{row}", f"({row}, {col})")


@pytest.mark.parametrize("game", NAMES)
def test_they_stand_out_from_the_rim_and_are_left_away_where_they_are_too_small(game):
    view, plain = shown(game, coordinates=False)
    for mark in written(game):
        under = pygame.transform.average_color(plain, mark)[:3]
        assert ratio(luminance(tuple(pygame.Color(view.coordinates.ink))[:3]), luminance(under)) >= VISIBLE
    assert written(game, (90, 80)) == []


def test_no_arrow_of_the_labyrinth_lies_over_them():
    view, _ = shown("labyrinth")
    side = round(art.ARROW * view.cell)
    marks = written("labyrinth")
    assert marks
    for arrow in view.state.params.arrows:
        button = pygame.Rect(0, 0, side, side)
        button.center = tuple(map(round, view.to_pixels(*view.arrow_place(arrow))))
        assert button.collidelist(marks) == -1


@pytest.mark.parametrize("game", NAMES)
def test_one_key_and_the_menu_switch_them_for_all_games(sit_down, game):
    driver = sit_down()
    setup = played(game).setup
    seats = setup.seats[:1] + tuple(Seat(level=next(iter(levels(GAMES[game])))) for _ in setup.seats[1:])
    driver.push(BoardScene(driver.app, Match.start(driver.app, msgspec.structs.replace(setup, seats=seats))))
    driver.settle()
    board = driver.top
    assert board.view.host.coordinates
    driver.key("c")
    assert not board.view.host.coordinates
    assert not driver.app.settings.coordinates
    driver.key("f10")
    driver.settle()
    driver.click("coordinates")
    driver.settle()
    assert driver.top is board
    assert board.view.host.coordinates
    assert driver.app.settings.coordinates


def test_cards_and_serpents_have_none(sit_down):
    driver = sit_down()
    driver.push(BoardScene(driver.app, Match.start(driver.app, played("coatl").setup)))
    driver.settle()
    driver.key("f10")
    driver.settle()
    assert driver.top.ui.find("coordinates") is None
