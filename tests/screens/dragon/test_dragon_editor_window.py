"""The editor on large boards, in every window and language."""

import pygame
import pytest

from logic.core import Cell
from logic.dragon.board import Field
from logic.dragon.draft import Drawing
from logic.text import LANGUAGES
from scenes.app.app import Scene
from scenes.dragon.editor import EDITOR
from tests.editorhands import EASY, SMALL, editor, part, spot
from tests.labyrinths import file_text
from tests.sampling import sample_of

SIZES = [
    ((1280, 720), 1.0), ((1024, 600), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0),
    ((1920, 1080), 1.0), ((640, 480), 1.0), ((2560, 1440), 0.75),
]  # fmt: skip


# -- looking about


def big_text(height=60, width=80):
    rows = [["Z"] * width for _ in range(height)]
    rows[0][width - 1] = "L"
    return file_text(" ".join(";".join(row) for row in rows), entrance=f"{height};{width}")


def test_a_large_board_begins_at_the_entrance_and_is_drawn_about_by_hand_and_cursor(edit):
    driver = edit(big_text())
    camera = part(driver).camera
    assert not camera.shows_all
    assert camera.window.contains(camera.cell_rect(Cell(59, 79)))
    driver.click("tool-hand")
    before = camera.origin
    middle = camera.window.center
    driver.drag(middle, (middle[0] + 120, middle[1] + 90))
    assert camera.origin != before
    assert editor(driver).is_saved
    # painting on the small map is looking there
    driver.click(camera.map.rect.topleft)
    driver.settle()
    assert camera.window.contains(camera.cell_rect(Cell(0, 0)))
    assert editor(driver).is_saved
    # the cursor stays in sight
    for _ in range(25):
        driver.key("up", "left")
    driver.settle()
    assert camera.window.contains(camera.cell_rect(part(driver).tools.cursor))


def test_wheel_keys_and_two_fingers_look_closer_and_paint_nothing(edit):
    driver = edit(big_text())
    camera = part(driver).camera
    pos = (camera.window.centerx - 90, camera.window.centery - 70)
    under, side = camera.cell_at(pos), camera.side
    driver.wheel(pos, 1)
    driver.settle()
    assert camera.side > side
    assert camera.cell_at(pos) == under
    driver.key("-")
    driver.settle()
    assert camera.side == side
    assert editor(driver).is_saved
    # two fingers look closer and paint nothing
    side = camera.side
    x, y = camera.window.center
    driver.touch(pygame.FINGERDOWN, (x - 40, y), 1)
    driver.touch(pygame.FINGERDOWN, (x + 40, y), 2)
    for step in range(1, 6):
        driver.touch(pygame.FINGERMOTION, (x + 40 + 12 * step, y), 2)
    driver.touch(pygame.FINGERUP, (x + 100, y), 2)
    driver.touch(pygame.FINGERUP, (x - 40, y), 1)
    driver.settle()
    assert camera.side > side
    assert editor(driver).is_saved


# -- every window, every language


def crowded(driver):
    """Open every part of the panel in turn, with all that may stand there."""
    for tool in ("hole", "teleport", "bricks"):
        part(driver).choose(tool)
        yield tool
    for tab in ("knights", "board"):
        editor(driver).open_tab(tab)
        yield tab
    driver.thinks = False
    editor(driver).coach.judge()
    yield "judging"
    editor(driver).coach.stop()


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES, every=3))
def test_everything_fits_in_every_window_and_language(edit, size, scale):
    driver = edit(SMALL.replace("N;Z1;B2", ";".join(["N", "Z1", "B9999", "S"] * 6)), size=size, scale=scale)
    for language in LANGUAGES:
        driver.app.change(driver.app.settings.with_(language=language))
        for what in crowded(driver):
            driver.frame()
            assert driver.top.ui.overflows() == [], (language, what)


@pytest.mark.parametrize(("size", "scale"), sample_of(SIZES, every=3))
def test_every_fault_fits(edit, size, scale):
    driver = edit(EASY, size=size, scale=scale)
    for language in LANGUAGES:
        driver.app.change(driver.app.settings.with_(language=language))
        broken = Drawing.blank().resize(100, 100).paint(Cell(99, 99), Field("teleport")).set_entrance(Cell(90, 90))
        for drawing in (broken.resize(50, 50), broken.move_lair(Cell(0, 0)), broken.move_lair(Cell(0, 0)).require(9)):
            editor(driver).do(drawing)
            assert editor(driver).status.text
            assert driver.top.ui.overflows() == [], language


def test_a_window_that_changes_keeps_everything_and_the_editor_comes_to_rest(edit):
    driver = edit(SMALL)
    driver.click(spot(driver, 3, 1))
    driver.click("tab-knights")
    before = editor(driver).drawing
    for size in ((720, 1280), (1024, 600), (1920, 1080)):
        driver.resize(size)
        assert editor(driver).drawing == before
        assert editor(driver).tab == "knights"
        assert driver.top.ui.find("add-eater") is not None
    driver.click("tab-paint")
    driver.click(spot(driver, 3, 1))
    # the editor comes to rest
    driver.click(spot(driver, 3, 1))
    driver.step(2)
    drawn = driver.drawn
    driver.step(1)
    assert driver.drawn == drawn
    assert isinstance(driver.top, Scene)


def test_reading_nonsense_is_refused_before_anything_is_shown(sit_down):
    driver = sit_down()
    with pytest.raises(ValueError, match=r"."):
        EDITOR(driver.app, "dragon", "3\n", None)


@pytest.mark.seen
def test_what_is_painted_is_seen_at_once_and_only_there(edit):
    driver = edit(SMALL)
    driver.click(spot(driver, 1, 1), button=pygame.BUTTON_RIGHT)
    driver.key("4")
    driver.move((2, 2))
    driver.settle()
    before = driver.surface.copy()
    where = part(driver).camera.cell_rect(Cell(2, 0))
    driver.click(where.center)
    driver.move((2, 2))
    driver.settle()
    changed = pygame.surfarray.array3d(driver.surface) != pygame.surfarray.array3d(before)
    square = changed[where.left : where.right, where.top : where.bottom]
    assert square.any()
    window = part(driver).camera.window
    changed[where.left : where.right, where.top : where.bottom] = False
    assert not changed[window.left : window.right, window.top : window.bottom].any()
