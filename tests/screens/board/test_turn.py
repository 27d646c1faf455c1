"""Whose turn it is: the hem of the cloth, the ribbon with the name, and what the lamp says of an open turn."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
import pygame
import pytest

from logic.lgame.engine.tablebase import table
from scenes.board.secrets import Curtain
from scenes.board.turn import CHANGE, HEIGHT, RIBBON, ribbon
from scenes.view.marks import BREATH, LEAP
from sprites.paint.tokens import hem, player_token
from tests.artparts import BLINDNESS, READABLE, alike, contrast, on, pattern_difference_to, pixels
from tests.boardhands import match_of, sit_at
from tests.gallery import make_kit
from tests.matchhands import ANNA, BEN, GENTLE, begin, first_move, run, setup_of
from tests.seating import sit_before

SIDE = (600, 400)
STEP = 0.18
TOKENS = (18, 24, 40, 64)
"""Sides of the tokens of seats wherever they appear, the smallest first."""


def hem_of(driver):
    """The colour of the hem in the middle of its upper side."""
    cloth = driver.top.places.cloth
    driver.settle()
    return tuple(driver.surface.get_at((cloth.centerx, cloth.top + driver.app.px(11))))[:3]


def is_crossing(driver):
    """Whether the bright edge of somebody's ribbon stands on the cloth."""
    driver.frame(dt=0.0)
    cloth, app = driver.top.places.cloth, driver.app
    edge = driver.surface.get_at((cloth.left + app.px(40), cloth.centery - app.px(HEIGHT) // 2 + 1))
    return edge in [pygame.Color(look.light) for look in app.theme.players]


def end_turn(driver):
    match = match_of(driver)
    match.play(first_move(match))
    match.play("stay")
    driver.settle()
    match.end_turn()
    driver.frame()


@pytest.mark.seen
def test_the_hem_has_the_colour_of_who_is_to_act_and_a_ribbon_crosses_when_that_changes(sit_down):
    driver = sit_at(sit_down)
    looks = driver.app.theme.players
    assert hem_of(driver) == tuple(pygame.Color(looks[0].light))[:3]
    end_turn(driver)
    driver.step(CHANGE + 0.1)
    driver.settle()
    stitched = {tuple(driver.surface.get_at((x, driver.top.places.cloth.top + driver.app.px(11))))[:3]
                for x in range(driver.top.places.cloth.left + 40, driver.top.places.cloth.right - 40)}  # fmt: skip
    assert tuple(pygame.Color(looks[1].light))[:3] in stitched
    assert tuple(pygame.Color(looks[0].light))[:3] not in stitched
    # a ribbon crosses when it changes
    driver = sit_at(sit_down)
    assert not is_crossing(driver)
    end_turn(driver)
    driver.step(RIBBON / 2)
    assert is_crossing(driver)
    assert driver.top.view.host.live, "nobody waits for it"
    driver.step(RIBBON)
    assert not is_crossing(driver)


def test_any_two_hems_are_told_apart_without_colour():
    for pair in list(combinations(range(4), 2)):
        kit = make_kit((1280, 800))
        threads = []
        for player in pair:
            upper = next(iter(hem(kit, player, SIDE)))[0]
            threads.append(pygame.surfarray.array_alpha(upper)[:, upper.get_height() // 2] > 200)
        assert np.mean(threads[0] != threads[1]) > 0.2


@pytest.mark.seen
def test_no_ribbon_names_a_computer_or_crosses_under_a_curtain_and_who_plays_alone_has_a_plain_cloth(sit_down):
    driver = sit_at(sit_down, ANNA, GENTLE)
    end_turn(driver)
    for _ in range(400):
        driver.frame(dt=0.02)
        assert not is_crossing(driver)
        if match_of(driver).awaits_human:
            break
    assert match_of(driver).session.ply > 2
    # a curtain says it all
    driver, match = sit_before(sit_down, setup_of(ANNA, BEN, game="labyrinth"), (1024, 600))
    while isinstance(driver.top, Curtain):
        driver.key("return")
        driver.settle()
    assert match.needs_curtain
    assert not is_crossing(driver)
    # whoever plays alone has a plain cloth
    driver, _ = sit_before(sit_down, setup_of(ANNA, game="jumpin"), (1024, 600))
    assert hem_of(driver) not in {tuple(pygame.Color(look.light))[:3] for look in driver.app.theme.players}


def test_the_name_on_the_ribbon_can_be_read():
    for seat in range(4):
        kit = make_kit((1280, 800))
        unnamed = pygame.surfarray.array3d(ribbon(kit, SIDE, seat, ""))
        below = unnamed[: SIDE[0] // 4, SIDE[1] // 4 : -SIDE[1] // 4]
        assert contrast(kit.theme.colours.ink, below) >= READABLE


# -- the lamp


def test_the_lamp_speaks_for_whoever_holds_the_turn_and_stands_not_beside_a_first_try(driver):
    """Whoever has just lost the game sees red until the turn is ended, however well the next one stands."""
    match = begin(driver, ANNA, BEN)
    while True:
        state = match.session.state
        fault = next(
            (move for move in state.legal_moves() if table(state.can_shift).value(state.apply(move).state).value < 0
             and "shift" not in str(move)), None
        )  # fmt: skip
        match.play(fault or first_move(match))
        shifts = match.session.state.legal_moves()
        losing = [m for m in shifts if table(True).value(match.session.state.apply(m).state).value > 0]
        match.play(losing[0] if losing else shifts[0])
        run(driver, match, 0.2)
        value, holder, words = match.coach.verdict()
        assert holder == match.actor
        if losing:
            break
        match.end_turn()
    assert (value, holder) == (-1, match.session.mover(match.session.ply - 1))
    assert "Careful" in str(words)
    match.end_turn()
    run(driver, match, 0.2)
    assert match.coach.verdict()[0] == 1
    # no lamp stands beside a first try
    assert not begin(driver, ANNA, GENTLE).coach.shows_lamp
    assert begin(driver, ANNA, BEN).coach.shows_lamp


def test_any_two_tokens_are_told_apart_by_shape_and_pattern_by_everybody():
    for strong in [False, True]:
        for blindness in BLINDNESS:
            kit = make_kit((1280, 800), strong_patterns=strong)
            for side in TOKENS:
                shown = [on(pygame.Surface((side, side)), player_token(kit, seat, side)) for seat in range(4)]
                assert alike(shown, 12, by=partial(pattern_difference_to, blindness)) == []


# -- the ring, the hop and the card


def difference_mask(one, other):
    return np.abs(pixels(one) - pixels(other)).max(axis=2) > 0


def breathing(driver, seconds):
    """Let a still board breathe; the picture before, the one after, and the places that were painted anew."""
    driver.settle()
    stack, before = driver.app.stack, driver.surface.copy()
    for _ in range(round(seconds / STEP)):
        places = stack.breathe(STEP, driver.surface)
    return before, driver.surface.copy(), places


@pytest.mark.seen
def test_the_ring_breathes_in_its_places_alone_and_a_whole_picture_is_the_same(sit_down):
    driver, _ = sit_before(sit_down, setup_of(ANNA, BEN, game="lgame"), (1024, 600))
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
def test_nothing_breathes_or_hops_with_reduced_motion_or_where_one_plays_alone(sit_down):
    driver, _ = sit_before(sit_down, setup_of(ANNA, game="jumpin"), (1024, 600))
    assert breathing(driver, 1.0)[2] == ()
    driver = sit_at(sit_down)
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    assert breathing(driver, 1.0)[2] == ()
    end_turn(driver)
    rises = set()
    for _ in range(60):
        driver.frame()
        rises.add(driver.top.view.turn.rise(1))
    assert rises == {0.0}


@pytest.mark.seen
def test_whose_turn_has_come_hops_once_and_the_card_grows_step_by_step(sit_down):
    driver = sit_at(sit_down)
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
