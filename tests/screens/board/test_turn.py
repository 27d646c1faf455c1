"""Marks on a board: whose turn it is, the last move, and coordinates."""

from dataclasses import replace
from functools import cache, partial
from itertools import combinations, product

import msgspec
import numpy as np
import pygame
import pytest

from logic.core import Cell, Event
from logic.dragon.board import place_name as dragon_name
from logic.jumpin.narration import place_name as jumpin_name
from logic.lgame.engine.tablebase import tablebase
from logic.players import levels
from logic.registry import GAMES, new_setup
from logic.session import Seat, Session
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.turn import CHANGE, RIBBON, ribbon
from scenes.jumpin.layout import cells_of
from scenes.labyrinth.paint import ARROW
from scenes.shots.poses import laid_out, people
from scenes.view.picture import view_of
from scenes.view.squares import BREATH, LEAP, Trail, trail_of
from sprites.labyrinth import art
from sprites.paint.tokens import hem, player_token
from tests.screens.artparts import (
    BLINDNESS,
    READABLE,
    VISIBLE,
    alike,
    contrast,
    luminance,
    on,
    pattern_difference_to,
    pixels,
    ratio,
)
from tests.screens.boardhands import is_crossing, match_of, sit_at
from tests.support.gallery import make_kit
from tests.support.seats.match import ANNA, BEN, GENTLE, RANDOM, begin, first_move, lay, run, setup_of
from tests.support.seats.seating import lift, play_on, sit_before

SIDE = (600, 400)
STEP = 0.18
TOKENS = (18, 24, 40, 64)
"""Sides of the tokens of seats wherever they appear, the smallest first."""


def hem_of(driver):
    """Return the colour of the hem in the middle of its upper side."""
    cloth = driver.top.layout.cloth
    driver.settle()
    return tuple(driver.surface.get_at((cloth.centerx, cloth.top + driver.app.px(11))))[:3]


def end_turn(driver):
    match = match_of(driver)
    lay(match)
    driver.settle()
    match.end_turn()
    driver.frame()


@pytest.mark.seen
def test_the_hem_has_the_active_players_colour_and_a_ribbon_marks_turn_change(new_driver):
    driver = sit_at(new_driver)
    looks = driver.app.theme.players
    assert hem_of(driver) == tuple(pygame.Color(looks[0].light))[:3]
    end_turn(driver)
    driver.step(CHANGE + 0.1)
    driver.settle()
    stitched = {tuple(driver.surface.get_at((x, driver.top.layout.cloth.top + driver.app.px(11))))[:3]
                for x in range(driver.top.layout.cloth.left + 40, driver.top.layout.cloth.right - 40)}  # fmt: skip
    assert tuple(pygame.Color(looks[1].light))[:3] in stitched
    assert tuple(pygame.Color(looks[0].light))[:3] not in stitched
    # a ribbon crosses when the turn changes
    driver = sit_at(new_driver)
    assert not is_crossing(driver)
    end_turn(driver)
    driver.step(RIBBON / 2)
    assert is_crossing(driver)
    assert driver.top.view.host.live, "nobody waits for it"
    driver.step(RIBBON)
    assert not is_crossing(driver)


def test_hems_differ_between_players_without_colour():
    for pair in list(combinations(range(4), 2)):
        kit = make_kit((1280, 800))
        threads = []
        for player in pair:
            upper = next(iter(hem(kit, player, SIDE)))[0]
            threads.append(pygame.surfarray.array_alpha(upper)[:, upper.get_height() // 2] > 200)
        assert np.mean(threads[0] != threads[1]) > 0.2


@pytest.mark.seen
def test_no_ribbon_for_computers_or_under_curtains_and_no_hem_in_solo_games(new_driver):
    driver = sit_at(new_driver, ANNA, GENTLE)
    end_turn(driver)
    for _ in range(400):
        driver.frame(dt=0.02)
        assert not is_crossing(driver)
        if match_of(driver).awaits_human:
            break
    assert match_of(driver).session.ply > 2
    # with a curtain nothing else marks the change
    driver, match = sit_before(new_driver, setup_of(ANNA, BEN, game="labyrinth"), (1024, 600))
    lift(driver)
    assert match.needs_curtain
    assert not is_crossing(driver)
    # a player alone has a plain cloth
    driver, _ = sit_before(new_driver, setup_of(ANNA, game="jumpin"), (1024, 600))
    assert hem_of(driver) not in {tuple(pygame.Color(look.light))[:3] for look in driver.app.theme.players}


def test_the_name_on_the_ribbon_is_legible():
    for seat in range(4):
        kit = make_kit((1280, 800))
        unnamed = pygame.surfarray.array3d(ribbon(kit, SIDE, seat, ""))
        below = unnamed[: SIDE[0] // 4, SIDE[1] // 4 : -SIDE[1] // 4]
        assert contrast(kit.theme.colours.ink, below) >= READABLE


# -- the lamp


def test_the_lamp_judges_for_the_turn_holder_unless_against_the_easiest_level(driver):
    """A player who has just lost the game sees red until the turn is ended, however well the next one stands."""
    match = begin(driver, ANNA, BEN)
    while True:
        state = match.session.state
        fault = next(
            (move for move in state.legal_moves() if tablebase(state.can_shift).value(state.apply(move).state).value < 0
             and "shift" not in str(move)), None
        )  # fmt: skip
        match.play(fault or first_move(match))
        shifts = match.session.state.legal_moves()
        losing = [m for m in shifts if tablebase(True).value(match.session.state.apply(m).state).value > 0]
        match.play(losing[0] if losing else shifts[0])
        run(driver, match, 0.2)
        value, holder, words = match.coach.lamp_reading()
        assert holder == match.actor
        if losing:
            break
        match.end_turn()
    assert (value, holder) == (-1, match.session.mover(match.session.ply - 1))
    assert "Careful" in str(words)
    match.end_turn()
    run(driver, match, 0.2)
    assert match.coach.lamp_reading()[0] == 1
    # no lamp stands beside a first try
    assert not begin(driver, ANNA, GENTLE).coach.shows_lamp
    assert begin(driver, ANNA, BEN).coach.shows_lamp


def test_tokens_differ_in_shape_or_pattern_for_every_colour_vision():
    for strong, blindness in product([False, True], BLINDNESS):
        kit = make_kit((1280, 800), strong_patterns=strong)
        for side in TOKENS:
            shown = [on(pygame.Surface((side, side)), player_token(kit, seat, side)) for seat in range(4)]
            assert alike(shown, 12, by=partial(pattern_difference_to, blindness)) == []


# -- the ring, the hop and the card


def difference_mask(one, other):
    return np.abs(pixels(one) - pixels(other)).max(axis=2) > 0


def breathing(driver, seconds):
    """Let a still board breathe; return the pictures before and after, and the rects that were repainted."""
    driver.settle()
    stack, before = driver.app.stack, driver.surface.copy()
    for _ in range(round(seconds / STEP)):
        places = stack.update_idle(STEP, driver.surface)
    return before, driver.surface.copy(), places


@pytest.mark.seen
def test_the_active_ring_repaints_only_its_rects_and_matches_a_full_redraw(new_driver):
    driver, _ = sit_before(new_driver, setup_of(ANNA, BEN, game="lgame"), (1024, 600))
    before, after, places = breathing(driver, BREATH / 2)
    assert len(places) == 2
    changed = difference_mask(before, after)
    assert changed.any()
    for place in places:
        assert changed[place.left : place.right, place.top : place.bottom].any()
        changed[place.left : place.right, place.top : place.bottom] = False
    assert not changed.any()
    assert not driver.frame(), "nobody waits for that"
    driver.app.stack.touch()
    driver.frame(dt=0.0)
    assert not difference_mask(after, driver.surface).any()


@pytest.mark.seen
def test_no_ring_or_hop_with_reduced_motion_and_no_ring_in_solo_games(new_driver):
    driver, _ = sit_before(new_driver, setup_of(ANNA, game="jumpin"), (1024, 600))
    assert breathing(driver, 1.0)[2] == ()
    driver = sit_at(new_driver)
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    assert breathing(driver, 1.0)[2] == ()
    end_turn(driver)
    rises = set()
    for _ in range(60):
        driver.frame()
        rises.add(driver.top.view.turn.rise(1))
    assert rises == {0.0}


@pytest.mark.seen
def test_the_active_token_hops_once_and_its_card_grows_gradually(new_driver):
    driver = sit_at(new_driver)
    cards, view = driver.top.panel.players.cards, driver.top.view
    large, small = cards[0].rect.size, cards[1].rect.size
    assert large > small
    end_turn(driver)
    edge = pygame.Rect(cards[1].rect.left - 4, cards[1].rect.top, 4, cards[1].rect.height)
    rises, edges = [], []
    for _ in range(90):
        driver.frame()
        rises.append(view.turn.rise(1))
        edges.append(pygame.image.tobytes(driver.surface.subsurface(edge), "RGB"))
    assert max(rises) == pytest.approx(LEAP, abs=0.02)
    assert rises[-1] == 0.0
    assert len([place for place, rise in enumerate(rises) if rise and not rises[place - 1]]) == 1
    assert len(set(edges)) >= 4
    assert len(set(edges[-30:])) == 1
    assert (cards[0].rect.size, driver.top.panel.players.cards[1].rect.size) == (small, large)
    assert driver.top.panel.players.cards[1].rect.collidepoint(view.turn.room(cards[1].token).center)


def test_moved_pieces_leave_rings_and_dots_as_trail():
    # a piece that moves leaves a ring and dots between the squares
    walk = Event("walk", {"p0": (Cell(2, 0), Cell(2, 1), Cell(1, 1))})
    assert trail_of([walk]) == Trail({Cell(2, 0)}, {(1.0, 2.5), (1.5, 2.0)})
    hop = Event("hop", {"R1": (Cell(0, 0), Cell(0, 3))})
    assert trail_of([hop]).by == {(1.0, 0.5), (2.0, 0.5), (3.0, 0.5)}
    # a row that is pushed leaves dots, and a diagonal move a ring
    push = Event("push", {"t1": (Cell(-1, 1), Cell(0, 1)), "t2": (Cell(0, 1), Cell(1, 1))})
    assert trail_of([push]) == Trail(by={(1.5, 0.0), (1.5, 1.0)})
    assert trail_of([Event("shift", {"n1": (Cell(3, 3), Cell(1, 0))})]) == Trail({Cell(3, 3)})
    assert trail_of([Event("burrow", {"R1": (Cell(2, 2),)}), Event("end", {})]) == Trail()


def test_the_last_moves_l_squares_stay_marked_until_the_next_own_move(new_driver):
    driver = sit_at(new_driver, ANNA, BEN)
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
    play_on(driver, match, first_move(match))
    assert view.trail.left == set(other)
    match.undo()
    driver.settle()
    assert view.trail.left == set(home)


def test_all_opponents_pushes_since_the_own_turn_are_marked(new_driver):
    driver, match = sit_before(new_driver, new_setup("labyrinth", None, (ANNA, RANDOM, RANDOM), 7), (1024, 600))
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


def rear(state, piece, end):
    """Return the cell of an animal that is farthest from where it goes: of a fox, the one that it leaves."""
    return max(cells_of(state, piece), key=lambda cell: abs(cell.row - end.row) + abs(cell.col - end.col))


@pytest.mark.parametrize("game", ["jumpin", "dragon"])
def test_in_solo_games_the_own_last_move_is_marked(new_driver, game):
    driver, match = sit_before(new_driver, setup_of(ANNA, game=game), (1024, 600))
    moved = 0
    for _ in range(6):
        play_on(driver, match, first_move(match))
        if match.is_over:
            break
        before, events = match.session.states[-2], match.session.events[-1]
        ways = {piece: way for event in events for piece, way in event.paths.items() if len(way) > 1 and piece != "@"}
        starts = {way[0] if game == "dragon" else rear(before, piece, way[-1]) for piece, way in ways.items()}
        assert driver.top.view.trail.left == starts
        moved += bool(starts)
    assert moved


def test_in_coatl_opponents_takes_are_marked_at_source_and_destination(new_driver):
    driver, match = sit_before(new_driver, new_setup("coatl", None, (ANNA, RANDOM), 7), (1024, 600))
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
            assert len([*picture.vacated_rects()]) >= bool(taken) + len(taken)
            seen += bool(taken)
        match.play(next((move for move in session.state.legal_moves() if str(move) == "end"), first_move(match)))
    assert seen


NAMES = {"lgame": str, "labyrinth": str, "jumpin": jumpin_name, "dragon": dragon_name}
SIZE = (900, 760)


def laid(game):
    """Return a game as it is laid out for its pictures."""
    return new_setup(game, None, people(game), 7, laid_out(game))


def shown(game, size=SIZE, *, coordinates=True):
    """Return a game's view and its picture."""
    view = view_of(game)(make_kit(SIZE), None, Session(GAMES[game], laid(game)).state)
    view.host = replace(view.host, coordinates=coordinates)
    view.place(pygame.Rect((0, 0), size))
    picture = pygame.Surface(SIZE)
    picture.fill(view.cloth)
    view.draw(picture)
    return view, picture


@cache
def written(game, size=SIZE):
    """Return the rectangles of what is shown only with coordinates."""
    mask = pygame.mask.from_threshold(
        shown(game, size)[1], (0, 0, 0), (1, 1, 1, 255), shown(game, size, coordinates=False)[1], 1
    )
    mask.invert()
    return [rect for rect in mask.get_bounding_rects() if rect.width > 1 or rect.height > 1]


@pytest.mark.parametrize("game", NAMES)
def test_coordinates_label_every_row_at_the_left_and_column_above(game):
    view, _ = shown(game)
    squares = view.picture.camera if game == "dragon" else view
    cells = [squares.cell_rect(cell) for cell in view.middles()]
    board = cells[0].unionall(cells[1:])
    marks = written(game)
    assert all(board.collidelist([mark]) == -1 for mark in marks)
    left = [mark for mark in marks if mark.right <= board.left]
    above = [mark for mark in marks if mark.bottom <= board.top]
    assert len(left) + len(above) == len(marks)
    columns = {col for mark in above for col in range(view.cols) if is_along(squares, Cell(0, col), mark.centerx, 0)}
    rows = {row for mark in left for row in range(view.rows) if is_along(squares, Cell(row, 0), mark.centery, 1)}
    assert (rows, columns) == (set(range(view.rows)), set(range(view.cols)))


def is_along(squares, cell, along, axis):
    rect = squares.cell_rect(cell)
    start = rect.topleft[axis]
    return start <= along < start + rect.size[axis]


@pytest.mark.parametrize(("game", "name"), NAMES.items())
def test_coordinates_match_the_square_names_in_texts(game, name):
    coordinates = view_of(game).coordinates
    for cell in (Cell(0, 0), Cell(3, 1), Cell(2, 3)):
        row, col = coordinates.of(cell.row)[0], coordinates.of(cell.col)[1]
        assert name(cell) in (f"{col}{row}", f"({row}, {col})")


@pytest.mark.parametrize("game", NAMES)
def test_coordinates_contrast_with_the_rim_and_are_omitted_when_small(game):
    view, plain = shown(game, coordinates=False)
    for mark in written(game):
        under = pygame.transform.average_color(plain, mark)[:3]
        assert ratio(luminance(tuple(pygame.Color(view.coordinates.ink))[:3]), luminance(under)) >= VISIBLE
    assert written(game, (90, 80)) == []


def test_labyrinth_arrows_do_not_cover_coordinates():
    view, _ = shown("labyrinth")
    side = round(ARROW * art.RIM * view.cell)
    marks = written("labyrinth")
    assert marks
    for arrow in view.state.params.arrows:
        button = pygame.Rect(0, 0, side, side)
        button.center = tuple(map(round, view.to_pixels(*view.arrow_place(arrow))))
        assert button.collidelist(marks) == -1


@pytest.mark.parametrize("game", NAMES)
def test_a_key_and_the_menu_toggle_coordinates(new_driver, game):
    driver = new_driver()
    setup = laid(game)
    seats = setup.seats[:1] + tuple(Seat(level=next(iter(levels(GAMES[game])))) for _ in setup.seats[1:])
    driver.open(BoardScene(driver.app, Match.start(driver.app, msgspec.structs.replace(setup, seats=seats))))
    board = driver.top
    assert board.view.host.coordinates
    driver.key("c")
    assert not board.view.host.coordinates
    assert not driver.app.settings.coordinates
    driver.strike("f10")
    driver.tap("coordinates")
    assert driver.top is board
    assert board.view.host.coordinates
    assert driver.app.settings.coordinates


def test_coatl_has_no_coordinates_option(new_driver):
    driver = new_driver()
    driver.open(BoardScene(driver.app, Match.start(driver.app, new_setup("coatl", None, (ANNA, RANDOM), 7))))
    driver.strike("f10")
    assert driver.top.ui.find("coordinates") is None
