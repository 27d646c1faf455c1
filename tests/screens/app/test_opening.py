"""A screen that opens is painted in slices, background first; the first screen's pictures stay cached."""

import gc
import math
import sys
from functools import partial
from itertools import count
from weakref import ref

import numpy as np
import pygame
import pytest
from msgspec.structs import replace

from logic.registry import GAMES, new_setup
from logic.session import Session
from scenes.app.app import ECHO_SECONDS, Scene
from scenes.app.card import Miniature
from scenes.app.orientation import LEFT, RIGHT, TOP, Orientation
from scenes.app.routes import load_ahead, screen
from scenes.app.transition import NEAREST, Zoom
from scenes.board.teaching import mark_done
from scenes.cabinet.setup import SetupScene
from scenes.cabinet.shelf import ShelfScene
from scenes.shots.poses import laid_out, people
from sprites.paint.pauses import pause
from sprites.paint.prerender import paint_next
from sprites.paint.surface_cache import MOST_BEGUN, SurfaceCache, Unfinished
from sprites.widgets.input import Action, Pointer
from tests.support.processes import ROOT, run
from tests.support.seats.app import FRAME, make_driver

SIZE = (1024, 600)
MOST = 600
"""Frames within which a screen must have opened."""


def square(colour):
    picture = pygame.Surface((8, 8))
    picture.fill(colour)
    return picture


class Tiles(Scene):
    """Shows as many cached squares as there are colours."""

    colours = ("red", "green", "blue")

    def __init__(self, app):
        super().__init__(app)
        self.heard = []

    def act(self, name):
        self.heard.append(name)
        return True

    def draw(self, surface):
        surface.fill("white")
        for i, colour in enumerate(self.colours):
            surface.blit(self.app.kit.cache.keep(("tile", colour), lambda colour=colour: square(colour)), (8 * i, 0))


@pytest.fixture
def cache():
    """A cache that takes one step in each slice."""
    cache = SurfaceCache()
    cache.time_budget, cache.clock = 0.0, lambda: 0.0
    return cache


@pytest.fixture
def driver():
    driver = make_driver(SIZE)
    for game in GAMES:
        mark_done(driver.app, game)
    yield driver
    driver.close()


@pytest.fixture
def slicing_driver(driver):
    """The program, its first screen shown, in which a frame paints only one surface."""
    driver.open(ShelfScene(driver.app))
    driver.app.kit.cache.time_budget, driver.app.kit.cache.clock = 0.0, lambda: 0.0
    return driver


def seen(driver):
    return pygame.image.tobytes(driver.surface, "RGB")


class Living(Tiles):
    """Counts the frames in which time passed for it."""

    lived = 0

    def update(self, dt):
        self.lived += 1
        return super().update(dt)


def test_an_opening_screen_is_updated_only_once_fully_painted(slicing_driver):
    scene, stack = Living(slicing_driver.app), slicing_driver.app.stack
    stack.push(scene)
    for _ in range(MOST):
        stack.frame((), FRAME, slicing_driver.surface)
        if scene.lived:
            break
    assert scene.lived == 1
    baked = slicing_driver.app.kit.cache.baked
    scene.draw(slicing_driver.surface)
    assert slicing_driver.app.kit.cache.baked == baked


def test_a_slice_paints_at_least_one_surface_and_stops_when_its_time_is_up():
    cache, now, baked = SurfaceCache(), [0.0], []
    cache.time_budget, cache.clock = 1.0, lambda: now[0]

    def bake(name, seconds):
        def paint():
            baked.append(name)
            now[0] += seconds
            return square("red")

        cache.keep(name, paint)

    def draw():
        for name, seconds in (("a", 3.0), ("b", 0.4), ("c", 0.7), ("d", 0.1)):
            bake(name, seconds)

    for so_far in ("a", "abc"):
        with cache.slice(), pytest.raises(Unfinished):
            draw()
        assert "".join(baked) == so_far
    with cache.slice():
        draw()
    assert "".join(baked) == "abcd"


def test_a_slice_begins_no_step_that_would_overrun_if_as_long_as_the_last():
    cache, now, done = SurfaceCache(), [0.0], []
    cache.time_budget, cache.clock = 1.0, lambda: now[0]

    def paint():
        for seconds in (0.3, 0.3, 0.3, 0.6, 0.6, 0.2):
            now[0] += seconds
            done.append(seconds)
            pause()
        return square("red")

    for so_far in (3, 4, 5):
        with cache.slice(), pytest.raises(Unfinished):
            cache.keep("long", paint)
        assert len(done) == so_far
    with cache.slice():
        cache.keep("long", paint)


def test_a_nested_slice_does_not_lift_the_limit_of_the_outer_one(cache):
    with cache.slice():
        with cache.slice():
            cache.keep("inner", lambda: square("red"))
        with pytest.raises(Unfinished):
            cache.keep("outer", lambda: square("red"))


def test_a_slice_inside_an_abandoned_painting_leaves_no_time_limit(cache):
    def paint():
        with cache.slice():
            pause()

    with cache.slice(), pytest.raises(Unfinished):
        cache.keep("whole", paint)
    cache.serve("another window")
    for name in "ab":
        cache.keep(name, lambda: square("red"))


def test_an_unfinished_painting_is_freed_when_the_window_changes(cache):
    painted = []

    def part():
        picture = square("red")
        painted.append(ref(picture))
        pause()
        return picture

    with cache.slice(), pytest.raises(Unfinished):
        cache.keep("whole", lambda: cache.keep("part", part))
    with cache.slice(), pytest.raises(Unfinished):
        cache.keep("whole", lambda: cache.keep("part", part))
    assert [one() is None for one in painted] == [False]
    cache.serve("another window")
    gc.collect()
    assert [one() for one in painted] == [None]


HOPPING = """
import random, re
import numpy as np
from sprites.paint.pauses import Painting, pause

layer, dice = np.ones((300, 300)), random.Random(1)

def paint():
    for _ in range(40):
        pause()
        whole = (layer * layer) * layer + layer * layer
    return whole

def within(calls, kind, work):
    if not calls:
        return work()
    deeper = lambda _: within(calls - 1, kind, work) or 0
    return (lambda: next(map(deeper, [1])), lambda: sorted([1], key=deeper), lambda: deeper(1),
            lambda: re.sub("a", lambda found: str(deeper(found)), "a"), lambda: max(deeper(1) for _ in [1]))[kind]()

for _ in range(20):
    painting = Painting(paint, lambda: True)
    while not painting.dead:
        within(dice.randrange(12), dice.randrange(5), lambda: painting.switch() is None)
        within(dice.randrange(30), dice.randrange(5), lambda: 0)
"""
"""Continues painting from any depth of the stack, with layers so large that numpy inspects its caller's frame."""


def test_a_paused_painting_can_be_resumed_from_any_stack_depth():
    run(sys.executable, "-c", HOPPING, cwd=ROOT, check=True)


def test_a_paused_painting_resumes_at_the_step_reached_and_is_cached(cache):
    steps = []

    def paint():
        for step in "abc":
            steps.append(step)
            pause()
        return square("red")

    for so_far in ("a", "ab", "abc"):
        with cache.slice(), pytest.raises(Unfinished):
            cache.keep("red", paint)
        assert "".join(steps) == so_far
    with cache.slice():
        painted = cache.keep("red", paint)
    assert painted.get_at((0, 0)) == pygame.Color("red")
    assert cache.keep("red", paint) is painted
    assert "".join(steps) == "abc", "kept, it is not painted again"
    assert cache.keep("another", paint) is not painted, "where all has to be seen at once nothing is put off"


def test_a_painting_made_of_other_pictures_resumes_inside_them(cache):
    steps = []

    def paint(name, *of):
        for part in of:
            cache.keep(part, lambda part=part: paint(part))
        steps.append(name)
        pause()
        return square("red")

    def bake():
        with cache.slice():
            return cache.keep("whole", lambda: paint("whole", "left", "right"))

    for _ in ("to the left one", "in it", "to the right one", "in it", "in the whole"):
        with pytest.raises(Unfinished):
            bake()
    assert bake().get_at((0, 0)) == pygame.Color("red")
    assert steps == ["left", "right", "whole"], "nothing is painted twice"


def test_an_error_in_a_resumed_painting_is_raised_at_the_call(cache):
    def paint():
        pause()
        raise ZeroDivisionError

    with cache.slice(), pytest.raises(Unfinished):
        cache.keep("red", paint)
    with cache.slice(), pytest.raises(ZeroDivisionError):
        cache.keep("red", paint)


def test_only_the_latest_unfinished_paintings_are_kept(cache):
    begun = []

    def paint(name):
        begun.append(name)
        pause()
        return square("red")

    for name in range(MOST_BEGUN + 1):
        with cache.slice(), pytest.raises(Unfinished):
            cache.keep(name, lambda name=name: paint(name))
    for name in (1, 0):
        cache.keep(name, lambda name=name: paint(name))
    assert begun == [*range(MOST_BEGUN + 1), 0], "the oldest is painted from its beginning"


def test_load_ahead_imports_the_screens_opened_from_the_shelf():
    load_ahead(GAMES)
    assert all(screen(route).__module__ in sys.modules for route in ("setup", "puzzles", "board"))
    assert all(f"scenes.{game}.view" in sys.modules for game in GAMES)


def test_reserved_pictures_stay_cached_until_the_next_reserve():
    cache, baked = SurfaceCache(kept_bytes=1), []

    def keep(name):
        return cache.keep(name, lambda: baked.append(name) or pygame.Surface((2000, 2000)))

    with cache.reserve():
        first = keep("first")
    for name in "abc":
        keep(name)
    assert keep("first") is first
    with cache.reserve():
        keep("second")
    for name in "def":
        keep(name)
    assert keep("first") is not first


def test_the_previous_screen_fades_in_view_until_the_new_one_has_a_background(slicing_driver):
    before, page, lights = np.frombuffer(seen(slicing_driver), np.uint8).astype(float), Tiles(slicing_driver.app), []
    slicing_driver.app.stack.push(page)
    for _ in page.colours:
        assert slicing_driver.frame()
        now = np.frombuffer(seen(slicing_driver), np.uint8)
        lights.append(now.sum() / before.sum())
        assert np.allclose(now, lights[-1] * before, atol=2)
    assert lights == sorted(lights, reverse=True)
    assert lights[-1] < lights[0] < 1
    slicing_driver.settle()
    assert [slicing_driver.surface.get_at((8 * i + 4, 4)) for i in range(3)] == [
        pygame.Color(one) for one in page.colours
    ]


class Table(Tiles):
    """Lays its squares on a ground as large as the window."""

    def draw(self, surface):
        kit, size = self.app.kit, self.app.size
        surface.blit(kit.cache.keep(("ground", size), lambda: pygame.transform.scale(square("white"), size)), (0, 0))
        for i, colour in enumerate(self.colours):
            surface.blit(kit.cache.keep(("tile", colour), lambda colour=colour: square(colour)), (8 * i, 0))


def test_a_screen_is_shown_once_its_background_is_painted_and_then_fills_in(slicing_driver):
    page, wood = Table(slicing_driver.app), sum(slicing_driver.surface.get_at((900, 590))[:3])
    page.colours = tuple(f"#ff{number:02x}00" for number in range(40))
    slicing_driver.app.stack.push(page)
    laid, lights = [0], []
    while laid[-1] < len(page.colours):
        slicing_driver.frame()
        red, _, blue, _ = slicing_driver.surface.get_at((900, 590))
        if red == blue:  # white, in any light
            lights.append(blue)
            laid.append(sum(slicing_driver.surface.get_at((8 * at + 4, 4)).b == 0 for at in range(len(page.colours))))
        else:  # still the wood of the shelf
            assert not lights
            assert red < wood
    assert 0 < laid[1] < laid[-1]
    assert laid == sorted(laid)
    assert 0 < lights[0] < lights[-1]
    assert lights == sorted(lights)
    slicing_driver.settle()
    assert slicing_driver.surface.get_at((900, 590)) == pygame.Color("white")


def start(time_budget):
    """Open the program as ``main`` does; return it and its pictures until none comes any more."""
    driver, pictures = make_driver(SIZE), []
    driver.app.kit.cache.time_budget, driver.app.kit.cache.clock = time_budget, lambda: 0.0
    driver.app.stack.push(ShelfScene(driver.app))
    while driver.frame() or driver.frame():
        pictures.append(pygame.surfarray.array3d(driver.surface))
        assert len(pictures) < MOST
    return driver, pictures


@pytest.mark.parametrize("edge", [LEFT, TOP, RIGHT])
def test_a_screen_at_another_edge_is_upright_in_its_first_frame(slicing_driver, edge):
    scene, stack = Tiles(slicing_driver.app), slicing_driver.app.stack
    scene.edge = edge
    stack.push(scene)
    slicing_driver.frame()
    while stack.is_leaving:
        slicing_driver.frame()
    red, green, blue, _ = slicing_driver.surface.get_at(Orientation(SIZE, edge).to_window((4, 4)))
    assert red > 0 == green == blue
    slicing_driver.settle()
    shelf = stack.scenes[0]
    stack.pop()
    slicing_driver.frame()
    while stack.is_leaving:
        slicing_driver.frame()
    light = np.frombuffer(seen(slicing_driver), np.uint8).astype(float)
    slicing_driver.settle()
    whole = np.frombuffer(seen(slicing_driver), np.uint8)
    assert stack.top is shelf
    assert np.allclose(light, whole * (light.sum() / whole.sum()), atol=3)


def test_the_first_frame_is_the_table_with_the_title_below_everything_else():
    driver, pictures = start(0.0)
    differs = (pictures[0] != pictures[-1]).any(axis=2)
    assert pictures[0].any(axis=2).all()
    assert not differs[driver.widget("title").rect.center]
    for key in ("place-lgame", "place-dragon", "settings"):
        assert differs[driver.widget(key).focus_rect().center], key
    driver.close()
    driver, at_once = start(math.inf)
    assert (at_once[0] == pictures[-1]).all()
    driver.close()


def test_an_overlay_is_shown_only_once_fully_painted(slicing_driver):
    page, before = Tiles(slicing_driver.app), seen(slicing_driver)
    page.opaque = False
    slicing_driver.app.stack.push(page)
    for _ in page.colours:
        slicing_driver.frame()
        assert seen(slicing_driver) == before
    slicing_driver.settle()
    assert slicing_driver.surface.get_at((4, 4)) == pygame.Color("red")


def is_dimmed(before, now):
    """Return whether a picture is another one with less light, and nothing else."""
    was, now = (np.frombuffer(picture, np.uint8).astype(float) for picture in (before, now))
    return now.sum() < was.sum() and np.allclose(now, now.sum() / was.sum() * was, atol=3)


def test_opening_from_a_tray_zooms_in_and_going_back_zooms_out(driver):
    driver.open(ShelfScene(driver.app))
    before = seen(driver)
    driver.click(driver.top.ui.focus)  # which was lit before, too
    assert not is_dimmed(before, seen(driver))
    driver.settle()
    driver.app.stack.pop()
    on_the_way = []
    while driver.frame():
        on_the_way.append(seen(driver))
    assert on_the_way[-1] == before
    assert len({*on_the_way[len(on_the_way) // 2 : -1], before}) > 3
    assert not any(is_dimmed(before, picture) for picture in on_the_way)


@pytest.mark.parametrize(("reduced", "pressed"), [(False, ""), (False, "stats"), (True, "place-lgame")])
def test_only_trays_zoom_and_only_without_reduced_motion(driver, reduced, pressed):
    driver.app.change(replace(driver.app.settings, reduced_motion=reduced))
    driver.open(ShelfScene(driver.app))
    driver.tap("place-lgame")
    driver.leave()
    if pressed:
        driver.press(pressed)
        before = seen(driver)
        driver.release(pressed)
    else:  # the focus is still on the tray
        before = seen(driver)
        driver.app.open("stats")
        driver.frame()
    assert is_dimmed(before, seen(driver))


@pytest.mark.parametrize("inwards", [True, False])
def test_zoom_runs_from_full_view_to_the_nearest_scale(inwards):
    picture, surface = pygame.Surface((400, 200)), pygame.Surface((400, 200))
    door = pygame.draw.rect(picture, "white", (20, 120, 40, 20))
    shares = []
    for near in (0.0, 0.5, 1.0):
        Zoom(door, inwards=inwards).show(picture, surface, near)
        shares.append(pygame.surfarray.array3d(surface).mean() / pygame.surfarray.array3d(picture).mean())
    assert shares[0] == pytest.approx(1)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(NEAREST**2, rel=0.05)


def test_actions_during_opening_are_delivered_to_the_new_screen(slicing_driver):
    page = Tiles(slicing_driver.app)
    slicing_driver.app.stack.push(page)
    slicing_driver.frame()
    slicing_driver.app.stack.frame([Action("look")], FRAME, slicing_driver.surface)
    assert page.heard == []
    slicing_driver.settle()
    assert page.heard == ["look"]


@pytest.mark.parametrize(("wait", "presses"), [(0.1, 0), (ECHO_SECONDS + 0.1, 1)], ids=["at once", "later"])
def test_an_immediate_second_tap_during_opening_is_dropped_a_later_one_counts(slicing_driver, wait, presses):
    page, tray, downs = Tiles(slicing_driver.app), slicing_driver.app.stack.top.ui.find("place-lgame"), []
    page.colours = tuple(f"#ff{number:02x}00" for number in range(60))
    page.handle = lambda event: downs.append(event) if event.kind == "down" else None
    tray.on_press = lambda: slicing_driver.app.stack.push(page)
    tap = Pointer("down", slicing_driver.place("place-lgame"))
    slicing_driver.click("place-lgame")
    for _ in range(round(wait / FRAME)):
        slicing_driver.frame()
    slicing_driver.app.stack.frame([tap], FRAME, slicing_driver.surface)
    assert not downs
    slicing_driver.settle()
    assert len(downs) == presses


def test_a_resize_during_opening_paints_the_screen_at_once(slicing_driver):
    page = Tiles(slicing_driver.app)
    slicing_driver.app.stack.push(page)
    slicing_driver.frame()
    slicing_driver.resize((1280, 720))
    assert slicing_driver.surface.get_at((20, 4)) == pygame.Color("blue")


class Long(Tiles):
    """Takes several frames to be built."""

    steps, made, left = 4, 0, False

    def build(self):
        for _ in range(self.steps):
            self.made += 1
            pause()

    def leave(self):
        self.left = self.made


def test_a_slow_build_runs_over_several_frames_behind_the_previous_screen(slicing_driver):
    scene, before, frames = Long(slicing_driver.app), seen(slicing_driver), 0
    slicing_driver.app.stack.push(scene)
    while scene.made < Long.steps:
        assert seen(slicing_driver) == before or is_dimmed(before, seen(slicing_driver))
        slicing_driver.app.stack.frame([Action("look")] if scene.made == 1 else [], FRAME, slicing_driver.surface)
        frames += 1
    assert frames == Long.steps
    assert not scene.heard
    slicing_driver.settle()
    assert slicing_driver.surface.get_at((20, 4)) == pygame.Color("blue")
    assert scene.heard == ["look"]


@pytest.mark.parametrize("way", ["resize", "close", "unseen"])
def test_a_paused_build_is_finished_on_resize_close_or_undrawn_frame(slicing_driver, way):
    scene = Long(slicing_driver.app)
    slicing_driver.app.stack.push(scene)
    slicing_driver.frame()
    assert scene.made == 1
    if way == "resize":
        slicing_driver.resize((1280, 720))
        assert scene.made == 2 * Long.steps
    elif way == "close":
        slicing_driver.app.stack.close()
        assert scene.left == Long.steps
    else:
        slicing_driver.app.stack.frame((), FRAME, None)
        assert scene.made == Long.steps


@pytest.mark.parametrize("game", ["lgame", pytest.param("labyrinth", marks=pytest.mark.thorough)])
def test_a_screen_painted_in_slices_equals_one_painted_at_once(game):
    pictures = []
    for time_budget in (float("inf"), 20):
        driver = make_driver(SIZE)
        driver.push(ShelfScene(driver.app))
        driver.app.kit.cache.time_budget, driver.app.kit.cache.clock = time_budget, count().__next__  # by its steps
        driver.app.stack.push(SetupScene(driver.app, game))
        for _ in range(MOST):
            if not driver.frame() and not driver.frame():
                break
        else:
            raise AssertionError("it never comes to rest")
        pictures.append(seen(driver))
        driver.close()
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_thumbnail_of_a_stored_game_painted_in_slices_equals_one_painted_at_once(game):
    """It stayed the emblem of the game if its board took more than one frame."""
    state = Session(GAMES[game], new_setup(game, None, people(game), 7, laid_out(game))).state
    pictures = []
    for time_budget in (float("inf"), 0.0):
        driver = make_driver(SIZE)
        cache = driver.app.kit.cache
        cache.time_budget, cache.clock = time_budget, lambda: 0.0
        picture = Miniature(driver.app.kit, "board", game, lambda: state, {})
        picture.place(pygame.Rect(0, 0, 120, 120))
        frames = sum(1 for _ in iter(partial(paint_next, cache, [picture]), False))
        assert (frames > 1) == (not time_budget)
        surface = pygame.Surface((120, 120))
        picture.draw(surface)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
        driver.close()
    assert pictures[0] == pictures[1]


def test_returning_to_the_shelf_repaints_nothing(driver):
    driver.open(ShelfScene(driver.app))
    cache = driver.app.kit.cache
    driver.open(Tiles(driver.app))
    for number in range(60):
        cache.keep(("large", number), lambda: pygame.Surface((900, 900), pygame.SRCALPHA))
    before = cache.baked
    driver.app.stack.pop()
    driver.frame()
    assert cache.baked == before
