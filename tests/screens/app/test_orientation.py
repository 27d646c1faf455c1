"""Screens turned to another edge of the window: pixels, layout and input agree."""

from itertools import product

import pygame
import pytest

from scenes.app.app import Scene
from scenes.app.orientation import BOTTOM, EDGES, LEFT, RIGHT, STRIP, TOP, Orientation
from sprites.widgets import Button
from sprites.widgets.input import NOWHERE, Action, Pointer
from tests.support.seats.app import FRAME

pytestmark = pytest.mark.seen

WINDOW = (90, 2 * STRIP + 20)
SIZE = (640, 400)
CORNER = (10, 10, 200, 60)


def painted(size):
    """Return a picture in which no two pixels are alike."""
    surface = pygame.Surface(size)
    for x, y in product(range(size[0]), range(size[1])):
        surface.set_at((x, y), (x, y % 256, 100 + y // 256))
    return surface


@pytest.mark.parametrize("edge", EDGES)
def test_canvas_and_window_pixels_map_both_ways_at_every_edge(edge):
    orientation = Orientation(WINDOW, edge)
    canvas, window = painted(orientation.size), pygame.Surface(WINDOW)
    assert orientation.show(canvas, window, canvas.get_rect()) == window.get_rect()
    for x, y in product(range(WINDOW[0]), range(WINDOW[1])):
        there = orientation.to_canvas((x, y))
        assert window.get_at((x, y)) == canvas.get_at(there)
        assert orientation.to_window(there) == (x, y)


@pytest.mark.parametrize("edge", EDGES)
def test_a_partial_redraw_changes_only_its_part_of_the_window(edge):
    orientation = Orientation(WINDOW, edge)
    canvas, window = painted(orientation.size), pygame.Surface(WINDOW)
    window.fill("white")
    part = orientation.show(canvas, window, pygame.Rect(7, 11, 30, 50))
    assert part == orientation.rect_in_window(pygame.Rect(7, 11, 30, 50))
    assert sorted(part.size) == [30, 50]
    for x, y in product(range(WINDOW[0]), range(WINDOW[1])):
        assert (window.get_at((x, y)) != pygame.Color("white")) == bool(part.collidepoint(x, y))
    nothing = pygame.Rect(0, 0, 0, 0)
    assert orientation.show(canvas, window, nothing) == nothing


@pytest.mark.parametrize(
    ("edge", "low", "left"),
    [(BOTTOM, (45, 147), (0, 74)), (LEFT, (0, 74), (45, 0)), (TOP, (45, 0), (89, 74)), (RIGHT, (89, 74), (45, 147))],
)
def test_bottom_and_left_of_the_canvas_map_to_the_readers_bottom_and_left(edge, low, left):
    orientation = Orientation(WINDOW, edge)
    high = orientation.size[1]
    assert orientation.to_canvas(low)[1] == high - 1
    assert orientation.to_canvas(left)[0] == 0


def test_only_pointers_with_a_position_are_rotated():
    orientation = Orientation(WINDOW, TOP)
    assert orientation.heard(Pointer("down", (0, 0), 3, 0.5, touch=True)) == Pointer(
        "down", (89, 147), 3, 0.5, touch=True
    )
    assert orientation.heard(Pointer("hover", NOWHERE)) == Pointer("hover", NOWHERE)
    assert orientation.heard(Action("left")) == Action("left")


class Plain(Scene):
    """A button in the upper left corner that counts its presses."""

    presses = 0

    def build(self):
        self.button = Button(self.app.kit, "button", "Here", on_press=self._count)
        self.button.place(pygame.Rect(CORNER))
        self.ui.add(self.button)

    def _count(self):
        self.presses += 1

    def draw(self, surface):
        surface.fill("white")
        super().draw(surface)


@pytest.fixture(name="driver")
def plain_screen(new_driver):
    return new_driver(SIZE, at=Plain)


def brightness(driver):
    return driver.surface.get_at((SIZE[0] // 2, SIZE[1] // 2))[0]


@pytest.mark.parametrize("edge", EDGES)
def test_a_rotated_screen_is_laid_out_for_its_size_and_can_be_touched(driver, edge):
    driver.top.edge = edge
    driver.settle()
    assert driver.app.size == Orientation(SIZE, edge).size
    assert driver.widget("button").rect == pygame.Rect(CORNER)
    width, height = SIZE
    x, y = 110, 40
    pos = ((x, y), (width - 1 - y, x), (width - 1 - x, height - 1 - y), (y, height - 1 - x))[edge]
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        driver.frame(pygame.event.Event(kind, x=pos[0] / width, y=pos[1] / height, finger_id=1, touch_id=1))
    assert driver.top.presses == 1


def test_turning_fades_out_the_old_picture_before_the_new_one(driver):
    driver.top.edge = TOP
    seen = [brightness(driver)]
    for _ in range(round(driver.app.theme.seconds.turn / FRAME) + 2):
        driver.frame()
        seen.append(brightness(driver))
    darkest = seen.index(min(seen))
    assert seen[0] == seen[-1] == 255
    assert seen[darkest] < 100
    assert seen[: darkest + 1] == sorted(seen[: darkest + 1], reverse=True)
    assert seen[darkest:] == sorted(seen[darkest:])


def test_turning_waits_for_held_pointers_and_ignores_touches_until_done(driver):
    driver.press("button")
    driver.top.edge = TOP
    driver.step(1.0)
    assert driver.app.orientation.edge == BOTTOM
    driver.release("button")
    assert driver.top.presses == 1
    driver.settle()
    assert driver.app.orientation.edge == TOP
    # a removed screen takes no touch and the new one does
    driver.top.edge = BOTTOM
    driver.settle()
    driver.top.presses = 0
    driver.top.edge = TOP
    driver.frame()
    driver.frame()
    driver.press("button")  # and not a click: what is not painted does not fade
    driver.release("button")
    assert driver.top.presses == 0
    driver.step(driver.app.theme.seconds.turn)
    driver.click("button")
    assert driver.top.presses == 1


def test_reduced_motion_turns_the_screen_without_a_fade(driver):
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    driver.settle()
    driver.top.edge = LEFT
    driver.frame()
    driver.frame()
    assert (brightness(driver), driver.app.orientation.edge) == (255, LEFT)


def test_an_overlay_keeps_the_orientation_below_and_both_are_resized(driver):
    driver.top.edge = RIGHT
    driver.settle()
    driver.open(Plain(driver.app))
    assert driver.app.orientation.edge == RIGHT
    driver.top.edge = BOTTOM
    driver.settle()
    assert driver.app.orientation.edge == BOTTOM
    driver.leave()
    assert driver.app.orientation.edge == RIGHT
    driver.top.edge = LEFT
    driver.settle()
    driver.resize((800, 500))
    assert driver.app.size == (500, 800)
    driver.finger("button")
    assert driver.top.presses == 1
