"""Round the table: the screen is upright for the player to act, for eyes and fingers, and stays so."""

import msgspec
import pygame
import pytest

from logic.labyrinth.rules import Push
from logic.lgame.rules import Shift
from logic.registry import GAMES, new_setup
from logic.session import Seat, Setup
from logic.storage.exchange import to_bytes
from scenes.app.orientation import BOTTOM, EDGES, LEFT, RIGHT, TOP
from scenes.board.layout import Plan
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.board.turn import rim
from tests.screens.boardhands import Mouse, is_crossing, match_of
from tests.support.gallery import make_kit
from tests.support.hands import labyrinth as labyrinthhands
from tests.support.seats.match import GENTLE, first_move, lay, setup_of
from tests.support.seats.seating import sit_before

WINDOW = (1024, 600)
NAMES = ("Anna", "Ben", "Zoë", "Dávid")
ROUND = tuple(Seat(name, edge=edge) for name, edge in zip(NAMES, EDGES, strict=True))
HELD = 1.5
"""Seconds for which a curtain is held until all is shown."""


def pixel(edge, pos):
    """Return the pixel of the window at which a player at an edge sees a pixel of the upright screen."""
    (x, y), (wide, high) = pos, WINDOW
    return ((x, y), (wide - 1 - y, x), (wide - 1 - x, high - 1 - y), (y, high - 1 - x))[edge]


def sit_round(new_driver, *edges):
    """Sit down at the L-Game at these edges."""
    setup = setup_of(*(Seat(name, edge=edge) for name, edge in zip(NAMES, edges, strict=False)))
    driver, _ = sit_before(new_driver, setup, WINDOW)
    return driver


def edge_of(driver):
    return driver.app.orientation.edge


def finish_turn(driver):
    match = match_of(driver)
    lay(match)
    driver.settle()
    match.end_turn()
    driver.settle()


@pytest.mark.parametrize("edge", EDGES)
def test_a_whole_turn_is_played_by_touch_at_every_edge(new_driver, edge):
    driver = sit_round(new_driver, edge, (edge + 1) % 4)
    board, hand = driver.top, Mouse(driver)
    driver.pixel = lambda where: pixel(edge, driver.place(where))
    home = hand.home
    lay = next(move for move in board.view.state.legal_moves() if move.placement.is_mirrored == home.is_mirrored)
    hand.make("drags", lay)
    driver.settle()
    assert board.match.session.moves == (lay,)
    shift = next(move for move in board.view.state.legal_moves() if isinstance(move, Shift))
    pebble = board.view.state.neutrals[int(shift.neutral[1])]
    driver.finger(hand.cell(pebble), hand.cell(shift.target))
    driver.settle()
    assert board.match.session.moves == (lay, shift)
    driver.finger("end_turn")
    driver.settle()
    assert board.match.actor == 1
    assert edge_of(driver) == (edge + 1) % 4


def hold_curtain(driver):
    """Hold the button of the curtain with a finger until everything is dealt, and release it."""
    assert isinstance(driver.top, Curtain)
    driver.touch(pygame.FINGERDOWN, driver.place("look"), 1)
    driver.step(HELD)
    driver.touch(pygame.FINGERUP, driver.place("look"), 1)
    driver.settle()
    assert isinstance(driver.top, BoardScene)


@pytest.mark.thorough
def test_four_players_take_turns_by_touch_behind_upright_curtains(new_driver):
    setup = new_setup("labyrinth", "short", ROUND, 5, {"first": 0})
    driver, match = sit_before(new_driver, setup, WINDOW)
    for seat, edge in enumerate(EDGES):
        assert (match.actor, edge_of(driver)) == (seat, edge)
        driver.pixel = lambda where, edge=edge: pixel(edge, driver.place(where))
        hold_curtain(driver)
        view = driver.top.view
        arrow = next(move.arrow for move in view.state.legal_moves() if isinstance(move, Push))
        way = (view.tray, view.arrow_place(arrow), labyrinthhands.in_line(arrow, 0.9))
        driver.finger(*(labyrinthhands.pixel(view, place) for place in way))
        driver.settle()
        assert len(match.session.moves) == 2 * seat + 1
        driver.finger("end_turn")
        driver.settle()
        if match.session.awaits_end:
            driver.finger("end_turn")
            driver.settle()
    assert edge_of(driver) == EDGES[0]


# -- what turns it, and when


def test_the_screen_turns_for_humans_only_and_turns_back_on_undo(new_driver):
    seats = (Seat("Anna", edge=BOTTOM), msgspec.structs.replace(GENTLE, edge=LEFT))
    driver, match = sit_before(new_driver, setup_of(*seats), WINDOW)
    finish_turn(driver)
    assert match.session.mover(match.session.ply - 1) == 1
    assert edge_of(driver) == BOTTOM
    # undo turns the screen back
    driver, match = sit_before(new_driver, setup_of(*ROUND[:2], undo="always", confirm=False), WINDOW)
    lay(match)
    driver.settle()
    assert edge_of(driver) == LEFT
    match.undo()
    driver.settle()
    assert (match.actor, edge_of(driver)) == (0, BOTTOM)


def test_the_result_keeps_the_current_edge_and_without_edges_nothing_turns(new_driver):
    driver = sit_round(new_driver, LEFT, RIGHT)
    match = match_of(driver)
    finish_turn(driver)
    assert edge_of(driver) == RIGHT
    match.give_up(match.actor)
    driver.settle()
    assert match.is_over
    assert edge_of(driver) == RIGHT
    # side by side nothing ever turns
    driver, _ = sit_before(new_driver, setup_of(Seat("Anna"), Seat("Ben")), WINDOW)
    finish_turn(driver)
    assert edge_of(driver) == BOTTOM


@pytest.mark.seen
def test_the_turn_ribbon_waits_until_the_screen_has_turned(new_driver):
    driver, match = sit_before(new_driver, setup_of(*ROUND[::2], confirm=False), WINDOW)
    lay(match)
    while edge_of(driver) == BOTTOM:
        driver.frame()
        assert not is_crossing(driver)
    crossing = [driver.frame() and is_crossing(driver) for _ in range(60)]
    assert any(crossing)


# -- who sits where


def colours_at(driver, edge):
    """Return the colours along the very edge of the window."""
    wide, high = WINDOW
    line = {
        BOTTOM: ((x, high - 1) for x in range(wide)),
        TOP: ((x, 0) for x in range(wide)),
        LEFT: ((0, y) for y in range(high)),
        RIGHT: ((wide - 1, y) for y in range(high)),
    }[edge]
    return [tuple(driver.surface.get_at(pos))[:3] for pos in line]


@pytest.mark.seen
def test_names_of_other_players_are_drawn_at_their_edges(new_driver):
    driver, _ = sit_before(new_driver, setup_of(*ROUND[:2]), WINDOW)
    lights = [tuple(pygame.Color(look.light))[:3] for look in driver.app.theme.players]
    assert not any(light in colours_at(driver, BOTTOM) for light in lights)
    assert lights[1] in colours_at(driver, LEFT)
    finish_turn(driver)
    assert lights[0] in colours_at(driver, BOTTOM)
    assert not any(light in colours_at(driver, LEFT) for light in lights)
    # two at one edge both have their names there
    setup = new_setup("labyrinth", "short", tuple(Seat(n, edge=e) for n, e in zip(NAMES, (0, 2, 2, 0), strict=True)), 5)
    driver, match = sit_before(new_driver, setup, WINDOW)
    assert edge_of(driver) == (0, 2, 2, 0)[match.actor]
    hold_curtain(driver)
    lights = [tuple(pygame.Color(look.light))[:3] for look in driver.app.theme.players]
    own = match.actor
    here, there = ({0, 3}, {1, 2}) if own in (0, 3) else ({1, 2}, {0, 3})
    before, across = colours_at(driver, (0, 2, 2, 0)[own]), colours_at(driver, 2 - (0, 2, 2, 0)[own])
    assert {seat for seat in range(4) if lights[seat] in across} == there
    assert {seat for seat in range(4) if lights[seat] in before} == here - {own}


@pytest.mark.parametrize("size", [(1024, 600), (640, 360), (360, 640), (1080, 1920)])
def test_the_board_layout_leaves_room_for_names_at_the_rim(size):
    kit = make_kit(size)
    thick, window = rim(kit), pygame.Rect((0, 0), size)
    layout = Plan(kit, 4, rim=thick).layout()
    free = window.inflate(-2 * thick, -2 * thick)
    for rect in (layout.board, layout.players, layout.controls, layout.tools, layout.end):
        assert free.contains(rect)


# -- what is stored


def test_edges_survive_resume_rematch_and_export(new_driver):
    driver = sit_round(new_driver, LEFT, TOP)
    finish_turn(driver)
    game_id = match_of(driver).game_id
    driver.leave()
    assert edge_of(driver) == BOTTOM
    driver.open(BoardScene(driver.app, Match.resume(driver.app, game_id)))
    assert edge_of(driver) == TOP
    # in a rematch all keep their edges
    driver = sit_round(new_driver, LEFT, TOP)
    again = match_of(driver).rematch()
    assert dict(zip(again.names, again.edges, strict=True)) == {"Anna": LEFT, "Ben": TOP}
    # edges are stored in files and files without them are as before
    driver = sit_round(new_driver, LEFT, TOP)
    match = match_of(driver)
    match.play(first_move(match))
    taken = to_bytes(driver.app.store.export_game(match.game_id))
    (number,) = new_driver(WINDOW).app.store.import_file(taken, GAMES).numbers
    assert Match.resume(driver.app, number).edges == (LEFT, TOP)
    assert msgspec.json.encode(Seat("Anna")) == b'{"name":"Anna","level":""}'


@pytest.mark.parametrize("edge", [-1, 4, 1.5, None, "left"])
def test_an_invalid_edge_is_refused(edge):
    raw = {**msgspec.to_builtins(setup_of(*ROUND[:2])), "seats": [{"name": "Anna", "edge": edge}]}
    with pytest.raises(msgspec.ValidationError, match=r"seats\[0\].edge"):
        msgspec.convert(raw, Setup)
