"""Prerendering: the most urgent first, one task a frame, only while nothing moves; with the same result."""

from dataclasses import replace
from functools import partial

import pygame
import pytest

from logic.registry import GAMES
from scenes.board.playercard import CardFace, PlayerCard
from scenes.view.picture import view_of
from sprites.paint.prerender import PAUSE, Prerender
from sprites.paint.surface_cache import SurfaceCache
from tests.support.gallery import make_kit
from tests.support.hands.views import picture_of, settle, view_for
from tests.support.positions.cases import CASES, dealt

SIZE = (640, 480)
FRAME = 1 / 60
PATIENCE = 1.0
"""Seconds in which any one task is done."""


@pytest.fixture
def done():
    return []


@pytest.fixture
def cache():
    """A cache as in a window, where a frame has a time limit: without one nothing is prerendered."""
    made = SurfaceCache()
    made.time_budget = PATIENCE
    return made


@pytest.fixture
def prerender(cache):
    return Prerender(cache)


def baking(cache, done, *names):
    """Return tasks that paint a picture each, unless it is cached."""

    def paint(name):
        done.append(name)
        return pygame.Surface((1, 1))

    return [partial(cache.keep, name, partial(paint, name)) for name in names]


def wait(prerender, seconds, *, still=True):
    for _ in range(round(seconds / FRAME)):
        prerender.update(FRAME, still=still)


def test_prerendering_runs_in_order_after_a_pause_one_task_a_frame(prerender, cache, done):
    prerender.plan(iter(baking(cache, done, "a", "b", "c")))
    wait(prerender, PAUSE - FRAME)
    assert done == []
    wait(prerender, 2 * FRAME)
    begun = len(done)
    assert begun <= 2
    for count in range(begun + 1, 4):
        prerender.update(FRAME, still=True)
        assert done == ["a", "b", "c"][:count]
    wait(prerender, PAUSE)
    assert done == ["a", "b", "c"]


def test_cached_pictures_take_no_prerender_frame(prerender, cache, done):
    for paint in baking(cache, done, "a", "b", "c"):
        paint()
    prerender.plan(baking(cache, done, "a", "b", "c", "d"))
    wait(prerender, PAUSE - FRAME)
    while "d" not in done:
        assert done == ["a", "b", "c"]
        prerender.update(2 * FRAME, still=True)
    assert done == ["a", "b", "c", "d"]


def test_prerendering_waits_until_movement_stops_and_runs_only_the_last_plan(prerender, cache, done):
    prerender.plan(baking(cache, done, "a"))
    wait(prerender, 5.0, still=False)
    wait(prerender, PAUSE - FRAME)
    prerender.update(FRAME, still=False)
    wait(prerender, PAUSE - FRAME)
    assert done == []
    wait(prerender, 3 * FRAME)
    assert done == ["a"]
    # another plan replaces the one before
    done.clear()
    prerender.update(FRAME, still=False)
    prerender.plan(baking(cache, done, "old"))
    prerender.plan(baking(cache, done, "new"))
    wait(prerender, 2 * PAUSE)
    assert done == ["new"]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "dragon"])
def test_only_a_live_board_prerenders_when_idle(game):
    """Stone Dragon’s differs only in its ground, which is drawn roughly until it is painted."""
    state = dealt(next(case for case in CASES if case.name == game), 1)
    view = view_for(view_of(game), GAMES[game], state, make_kit(SIZE), None, pygame.Rect((0, 0), SIZE), state.player)
    cache = view.kit.cache
    cache.time_budget = PATIENCE

    def baked_in(seconds):
        before = cache.baked
        for _ in range(round(seconds / FRAME)):
            view.update(FRAME)
        return cache.baked - before

    view.host = replace(view.host, live=False)
    assert baked_in(2 * PAUSE) == 0
    view.host = replace(view.host, live=True)
    assert baked_in(2 * PAUSE) > 3


@pytest.mark.parametrize("game", GAMES)
def test_redrawing_paints_nothing_and_equal_kits_paint_equal_pictures(game):
    """A picture that is drawn once more paints nothing, and another window paints the very same one."""
    state = dealt(next(case for case in CASES if case.name == game), 1)
    pictures = []
    for _ in range(2):
        kit = make_kit(SIZE)
        view = view_for(view_of(game), GAMES[game], state, kit, None, pygame.Rect((0, 0), SIZE), state.player)
        settle(view)
        pictures.append(picture_of(view))
        baked = kit.cache.baked
        assert picture_of(view) == pictures[0]
        assert kit.cache.baked == baked > 0
    assert pictures[0] == pictures[1]


def test_prerendering_a_player_card_covers_turn_changes():
    state = dealt(next(case for case in CASES if case.name == "labyrinth"), 1)
    kit, surface = make_kit(SIZE), pygame.Surface(SIZE)
    view = view_for(view_of("labyrinth"), GAMES["labyrinth"], state, kit, None, surface.get_rect(), state.player)
    card = PlayerCard(kit, "card", state.player)
    card.face = CardFace("Ada", things=view.things(state.player, secret=True))
    card.place(pygame.Rect(10, 10, 380, 72))
    for paint in card.to_prerender():
        paint()
    baked = kit.cache.baked
    for is_active in (True, False):
        card.face = replace(card.face, is_active=is_active)
        while card.update(FRAME):
            card.draw(surface)
        card.draw(surface)
        assert (card.rect.width == 380) is is_active
    assert kit.cache.baked == baked > 0
