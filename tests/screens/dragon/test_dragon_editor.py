"""The editor of labyrinths: painting, the window, files."""

from itertools import product
from unittest.mock import Mock

import pygame
import pytest

from logic.core import Cell, Message
from logic.dragon.board import Field, Knight, parse_board
from logic.dragon.draft import Drawing
from logic.storage.files import EXPORTED, StoreProblem, board_path, data_folder, keep_board
from logic.text import LANGUAGES
from scenes.app.app import ECHO_SECONDS, Scene
from scenes.app.fields import KeyboardScene, WritingDialog
from scenes.app.page import PauseMenu, Question
from scenes.cabinet.shelf import ShelfScene
from scenes.dragon.editor import EDITOR, TOOLS
from scenes.editor import files
from scenes.editor.editor import EditorScene, TrialWays
from tests.editorhands import editor, opener, part, says
from tests.labyrinths import file_text
from tests.sampling import in_turn, sample_of
from tests.sceneapp import FINGER

KIND_OF_CODE = {"J": "edible", "W": "eternal", "M": "mine", "L": "lair", "D": "hole", "C": "bricks", "A": "teeth"}


SMALL = file_text("Z;J;L D2;T1,1;C3 Z;M;A1", "N;Z1;B2", 2, "1;1")
"""One of nearly everything, three by three."""
EASY = file_text("Z;Z;L", "N", 1)


@pytest.fixture
def edit(sit_down):
    """Open the editor over the shelf; give the hands."""
    return opener(sit_down, EDITOR, "dragon")


def spot(driver, row, col):
    """The middle of a square, as the rules count."""
    return part(driver).camera.cell_rect(Cell(row - 1, col - 1)).center


def field(driver, row, col):
    return editor(driver).drawing.field(Cell(row - 1, col - 1))


def kind(driver, row, col):
    return field(driver, row, col).kind


# -- painting


PAINTED = ("plain", "edible", "eternal", "mine", "hole", "bricks", "teeth", "lair")


@pytest.mark.parametrize(("tool", "hand"), in_turn(PAINTED, ["mouse", "finger"]))
def test_each_field_is_painted_where_the_hand_is(edit, tool, hand):
    driver = edit(file_text("J;J;L J;J;J"))
    touch = driver.click if hand == "mouse" else driver.finger
    touch(f"tool-{tool}")
    touch(spot(driver, 2, 2))
    assert kind(driver, 2, 2) == tool
    assert kind(driver, 2, 1) == "edible"
    driver.click("undo")
    assert kind(driver, 2, 2) == "edible"
    driver.click("redo")
    assert kind(driver, 2, 2) == tool


def test_the_only_lair_and_the_entrance_move(edit):
    driver = edit(file_text("Z;Z;L Z;Z;Z"))
    driver.click("tool-lair")
    driver.drag(spot(driver, 1, 1), spot(driver, 2, 1), spot(driver, 2, 3))
    assert [kind(driver, row, col) for row in (1, 2) for col in (1, 2, 3)] == ["plain"] * 5 + ["lair"]
    driver.click("tool-entrance")
    driver.drag(spot(driver, 1, 1), spot(driver, 1, 3))
    assert editor(driver).drawing.entrance == Cell(0, 2)
    driver.key("ctrl+z", "ctrl+z")
    assert editor(driver).drawing == Drawing.of(parse_board(file_text("Z;Z;L Z;Z;Z")))


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_stroke_paints_all_that_lies_between_and_is_one_step(edit, hand):
    driver = edit(file_text("Z;Z;Z;Z;L Z;Z;Z;Z;Z Z;Z;Z;Z;Z"))
    stroke = driver.drag if hand == "mouse" else driver.finger
    driver.click("tool-eternal")
    stroke(spot(driver, 1, 1), spot(driver, 1, 4), spot(driver, 3, 4))
    walls = {(row, col) for row in (1, 2, 3) for col in range(1, 6) if kind(driver, row, col) == "eternal"}
    assert walls == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)}
    driver.click("undo")
    assert editor(driver).drawing == editor(driver).kept


def test_a_quick_stroke_leaves_no_gaps_and_one_that_is_cut_off_nothing(edit):
    driver = edit(file_text(" ".join(["Z;Z;Z;Z;Z;Z;Z;L"] + ["Z;Z;Z;Z;Z;Z;Z;Z"] * 4)))
    driver.press(spot(driver, 1, 1))
    driver.move(spot(driver, 5, 7))
    driver.release(spot(driver, 5, 7))
    assert [sum(kind(driver, row, col) == "edible" for row in range(1, 6)) for col in range(1, 9)] == [1] * 7 + [0]
    # a stroke that is cut off leaves nothing
    driver = edit(SMALL)
    driver.press(spot(driver, 3, 1))
    assert kind(driver, 3, 1) == "edible"
    driver.frame(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert editor(driver).is_saved
    assert not editor(driver).history.can_undo


def test_the_number_of_a_hole_or_a_store_is_chosen_before_it_is_painted_and_its_arrow_held(edit):
    driver = edit(EASY)
    driver.click("tool-hole")
    nudge(driver, driver.click, "size-hole", 2)
    driver.click(spot(driver, 1, 2))
    assert field(driver, 1, 2) == Field("hole", 4)
    driver.click("tool-teeth")
    driver.click(driver.widget("size-teeth").parts()[1].center)
    assert isinstance(driver.top, KeyboardScene)
    driver.key("backspace")
    driver.type("12")
    driver.settle()
    driver.tap("keys:control:done")
    driver.click(spot(driver, 1, 2))
    assert field(driver, 1, 2) == Field("teeth", 12)
    # an arrow of a number can be held
    driver.click("tool-bricks")
    control = driver.widget("size-bricks").parts()[1]
    driver.press((control.right - 10, control.centery))
    driver.step(1.5)
    driver.release((control.right - 10, control.centery))
    held = part(driver).sizes["bricks"]
    assert held > 8
    driver.step(0.5)
    assert part(driver).sizes["bricks"] == held


def test_tools_are_chosen_by_digits_and_by_taking_up_what_lies_there(edit):
    # digits and r choose tools
    driver = edit(EASY)
    for digit, tool in zip("1234567890", TOOLS, strict=False):
        driver.key(digit)
        assert part(driver).tools.tool == tool.name
    driver.key("r")
    assert part(driver).tools.tool == TOOLS[10].name
    driver.key("shift+r", "shift+r")
    assert part(driver).tools.tool == TOOLS[8].name
    # right click long touch and key take up what lies there
    driver = edit(SMALL)
    driver.click(spot(driver, 2, 1), button=pygame.BUTTON_RIGHT)
    assert (part(driver).tools.tool, part(driver).sizes["hole"]) == ("hole", 2)
    pos = spot(driver, 2, 3)
    driver.touch(pygame.FINGERDOWN, pos, FINGER)
    driver.step(0.7)
    driver.touch(pygame.FINGERUP, pos, FINGER)
    assert (part(driver).tools.tool, part(driver).sizes["bricks"]) == ("bricks", 3)
    driver.move(spot(driver, 3, 2))
    driver.key("f")
    assert part(driver).tools.tool == "mine"
    driver.click("tool-pick")
    driver.click(spot(driver, 1, 2))
    assert part(driver).tools.tool == "edible"
    assert editor(driver).is_saved


# -- teleports


def test_a_teleport_is_tapped_or_drawn_and_then_its_target(edit):
    driver = edit(file_text("Z;Z;L Z;Z;Z"))
    driver.click("tool-teleport")
    driver.click(spot(driver, 2, 1))
    assert field(driver, 2, 1) == Field("teleport")
    assert "(2, 1)" in says(driver)
    driver.click(spot(driver, 1, 2))
    assert field(driver, 2, 1) == Field("teleport", target=Cell(0, 1))
    assert says(driver) == "Ready to be played."
    driver.click("undo")
    assert editor(driver).is_saved
    # a teleport without a target is named
    driver.click("tool-teleport")
    driver.click(spot(driver, 1, 2))
    driver.click("tool-mine")
    assert says(driver) == "The teleport at (1, 2) leads nowhere yet: choose its target."
    # a teleport is drawn from its square to its target
    driver = edit(file_text("Z;Z;L Z;Z;Z"))
    driver.finger("tool-teleport")
    driver.finger(spot(driver, 2, 1), spot(driver, 1, 2))
    assert field(driver, 2, 1).target == Cell(0, 1)
    assert kind(driver, 1, 2) == "plain"
    # a teleport is aimed anew and escape leaves it as it was
    driver = edit(SMALL)
    driver.click("tool-teleport")
    driver.click(spot(driver, 2, 2))
    driver.key("escape")
    assert isinstance(driver.top, EditorScene)
    assert editor(driver).is_saved
    driver.click(spot(driver, 2, 2))
    driver.click(spot(driver, 3, 3))
    assert field(driver, 2, 2).target == Cell(2, 2)
    driver.click("undo")
    assert field(driver, 2, 2).target == Cell(0, 0)


# -- knights and measures


def test_knights_are_lined_up(edit):
    driver = edit(EASY)
    driver.click("tab-knights")
    driver.click("add-builder")
    driver.click("add-jumper")
    assert editor(driver).drawing.knights == (Knight("ordinary"), Knight("builder", 2), Knight("jumper"))
    press_in_sight(driver, "earlier")
    assert [knight.kind for knight in editor(driver).drawing.knights] == ["ordinary", "jumper", "builder"]
    press_in_sight(driver, "knight-2")
    nudge(driver, driver.click, "most", 1)
    assert editor(driver).drawing.knights[2] == Knight("builder", 3)
    press_in_sight(driver, "twin")
    assert editor(driver).drawing.knights[3] == Knight("builder", 3)
    press_in_sight(driver, "remove")
    nudge(driver, driver.click, "required", 3)
    assert (len(editor(driver).drawing.knights), editor(driver).drawing.required) == (3, 3)
    press_in_sight(driver, "remove")
    assert says(driver) == "More must arrive than there are: 3 of 2."


def press_in_sight(driver, key):
    """Scroll a widget of the panel into sight and click on it."""
    scroll_to(driver, key)
    driver.tap(key)


def test_the_board_grows_or_is_emptied_and_what_was_cut_off_comes_back(edit):
    driver = edit(SMALL)
    driver.click("tab-board")
    control = driver.widget("width").parts()[1]
    left, right = (control.left + 10, control.centery), (control.right - 10, control.centery)
    driver.click(left)
    driver.click(left)
    assert (editor(driver).drawing.width, editor(driver).drawing.height) == (1, 3)
    driver.click(right)
    driver.click(right)
    assert editor(driver).is_saved
    driver.click(right)
    assert editor(driver).drawing.width == 4
    driver.click("undo")
    assert editor(driver).is_saved
    assert not editor(driver).history.can_undo
    # the board is emptied and that is taken back
    driver.click("clear")
    assert says(driver) == "The dragon’s lair is missing: paint one."
    driver.key("ctrl+z")
    assert editor(driver).is_saved


# -- the whole way


def paint_small_by_pointer(driver, touch):
    """Paint SMALL on an empty sheet with a mouse or a finger alone."""
    touch("tab-board")
    nudge(driver, touch, "height", -3)
    nudge(driver, touch, "width", -5)
    touch("tab-paint")
    for row, col in product((1, 2, 3), (1, 2, 3)):
        code = SMALL.split("\n")[1 + row].split(";")[col - 1]
        if code[0] in KIND_OF_CODE:
            name = KIND_OF_CODE[code[0]]
            touch(f"tool-{name}")
            if code[1:]:
                nudge(driver, touch, f"size-{name}", int(code[1:]) - 2)
            touch(spot(driver, row, col))
    touch("tool-teleport")
    touch(spot(driver, 2, 2))
    touch(spot(driver, 1, 1))
    touch("tab-knights")
    touch("add-eater")
    nudge(driver, touch, "most", -1)
    scroll_to(driver, "add-builder")
    touch("add-builder")
    nudge(driver, touch, "required", 1)


def scroll_to(driver, key):
    driver.top.ui.set_focus(driver.widget(key))
    driver.settle()


def nudge(driver, touch, key, steps):
    """Tap an arrow of a number so many times: the left one for less than none."""
    scroll_to(driver, key)
    control = driver.widget(key).parts()[1]
    arrow = control.right - 10 if steps > 0 else control.left + 10
    for _ in range(abs(steps)):
        touch((arrow, control.centery))


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_board_is_painted_judged_tried_out_saved_and_opened_again_byte_for_byte(edit, hand):
    driver = edit()
    touch = driver.click if hand == "mouse" else driver.finger
    paint_small_by_pointer(driver, touch)
    assert says(driver) == "Ready to be played."
    touch("judge")
    driver.settle()
    assert says(driver).startswith("It can be won in")
    touch("try")
    driver.settle()
    assert isinstance(driver.top.menu.ways, TrialWays)
    assert driver.top.match.session.params.board == SMALL
    assert driver.top.match.game_id is None
    driver.strike("f10")
    touch("shelf")
    driver.settle()
    assert isinstance(driver.top, EditorScene)
    touch("save")
    driver.settle()
    write_name(driver, touch, hand)
    path = board_path("dragon", "Abc")
    assert path.read_bytes() == SMALL.encode()
    assert editor(driver).is_saved
    touch("back")
    driver.settle()
    assert isinstance(driver.top, ShelfScene)
    reopened = driver.open(EDITOR(driver.app, "dragon", path.read_text(encoding="utf-8"), path))
    assert reopened.shelving.name == "Abc"
    assert reopened.editor.params()["board"].encode() == SMALL.encode()


def write_name(driver, touch, hand):
    """Write “Abc”: with a finger by the keys on the screen."""
    assert isinstance(driver.top, WritingDialog)
    if hand == "mouse":
        driver.type("Abc")
    else:
        touch("line")
        driver.settle()
        assert isinstance(driver.top, KeyboardScene)
        for sign in ("A", "b", "c"):
            touch(next(w.key for w in driver.top.ui.walk() if getattr(w, "label", "") == sign))
        touch("keys:control:done")
        driver.settle()
    touch("done")
    driver.settle()


def test_a_board_is_painted_by_keys_alone(edit):
    driver = edit(file_text("Z;Z;Z Z;Z;Z Z;Z;L"))
    driver.key("right")
    assert part(driver).tools.cursor == Cell(0, 0)
    driver.key("9", "right", "right", "return")
    assert kind(driver, 1, 3) == "lair"
    driver.key("2", "left", "return")
    driver.key("3", "shift+down", "shift+down")
    driver.key("5", "left", "return", "up", "up", "return")
    assert kind(driver, 1, 2) == "edible"
    assert [kind(driver, row, 2) for row in (2, 3)] == ["eternal", "eternal"]
    assert field(driver, 3, 1) == Field("teleport", target=Cell(0, 0))
    driver.strike("ctrl+s")
    driver.type("Cave")
    driver.strike("return")
    assert board_path("dragon", "Cave").read_text() == file_text("Z;J;L Z;W;Z T1,1;W;Z")
    assert isinstance(driver.strike("escape"), ShelfScene)


def test_a_board_is_painted_by_pad_alone(edit):
    driver = edit(file_text("Z;Z;L"))
    driver.pad("dpright", "dpright")
    driver.pad("x")
    assert part(driver).tools.tool == "eternal"
    driver.pad("a")
    assert kind(driver, 1, 2) == "eternal"
    driver.pad("leftshoulder")
    assert editor(driver).is_saved
    driver.pad("leftstick")
    assert kind(driver, 1, 2) == "eternal"
    driver.pad("y")
    assert part(driver).tools.tool == "eternal"
    driver.pad("dpright", "dpright")
    assert editor(driver).ui.focus is not editor(driver).canvas
    driver.pad("b")
    driver.settle()
    assert isinstance(driver.top, Question)


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
    driver.tap(camera.map.rect.topleft)
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
    driver.strike("-")
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
    assert changed[where.left : where.right, where.top : where.bottom].any()
    window = part(driver).camera.window
    changed[where.left : where.right, where.top : where.bottom] = False
    assert not changed[window.left : window.right, window.top : window.bottom].any()


LOST = file_text("Z;W;L", "N", 1)


# -- judging


def test_what_cannot_be_won_is_called_so(edit):
    driver = edit(LOST)
    driver.strike("h")
    assert says(driver) == "It cannot be won."


def test_a_verdict_on_a_board_that_has_changed_since_is_dropped(edit):
    driver = edit(EASY)
    driver.thinks = False
    driver.click("judge")
    assert editor(driver).coach.is_looking
    driver.click(spot(driver, 1, 2))
    assert not editor(driver).coach.is_looking
    driver.executor.work()
    driver.step(0.3)
    assert editor(driver).coach.verdict is None
    assert says(driver) == "Ready to be played."
    driver.thinks = True
    driver.tap("judge")
    assert says(driver) == "It cannot be won."
    driver.click("undo")
    assert says(driver) == "Ready to be played."


def test_looking_for_a_way_can_be_stopped_and_a_worker_that_fails_is_told(edit):
    driver = edit(EASY)
    driver.thinks = False
    for stop in (lambda: driver.click("judge"), lambda: driver.key("escape"), lambda: driver.key("h")):
        driver.click("judge")
        assert says(driver) == "Looking for the shortest way …"
        stop()
        assert not editor(driver).coach.is_looking
        assert says(driver) == "Ready to be played."
        assert isinstance(driver.top, EditorScene)
    driver.let_think()
    driver.executor.failures["judge"] = OSError("out of memory")
    driver.click("judge")
    driver.step(0.4)
    assert "The coach cannot think just now." in driver.said()
    assert not editor(driver).coach.is_looking


def test_an_unfinished_board_is_neither_judged_nor_played_nor_saved_and_says_why(edit):
    driver = edit()
    for button in ("judge", "try", "save"):
        driver.settle()
        assert driver.said() == []
        driver.click(button)
        assert driver.said() == ["The dragon’s lair is missing: paint one."]
        assert isinstance(driver.top, EditorScene)


def test_the_variant_is_that_of_the_trial_which_leads_back(edit):
    driver = edit(EASY)
    driver.click("tab-board")
    driver.click("variant")
    chosen = editor(driver).variant
    assert chosen != editor(driver).config.default
    driver.tap("try")
    assert driver.top.match.session.setup.variant == chosen
    # a trial that is played to its end leads back
    driver.top.match.play("K1 east")
    driver.top.match.play("K1 east")
    driver.settle()
    assert isinstance(driver.tap("shelf"), EditorScene)


# -- saving


def test_saving_over_another_board_asks(edit):
    kept = keep_board("dragon", "Cave", LOST)
    driver = edit(EASY)
    for answer, expected in ((0, LOST), (1, EASY)):
        driver.tap("save")
        driver.type("Cave")
        assert isinstance(driver.tap("done"), Question)
        driver.tap(f"answer{answer}")
        assert kept.read_text() == expected


def test_saving_the_board_that_was_opened_does_not_ask_unless_somebody_else_has_changed_it(edit):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    assert isinstance(driver.tap("save"), EditorScene)
    assert path.read_text() == file_text("Z;J;L")
    path.write_text(LOST)
    driver.click("undo")
    assert isinstance(driver.tap("save"), Question)
    driver.tap("answer0")
    assert path.read_text() == LOST
    assert not editor(driver).is_saved


def test_a_name_that_no_file_can_bear_is_refused_and_the_line_stays(edit):
    driver = edit(EASY)
    driver.tap("save")
    driver.type("a/b")
    driver.click("done")
    driver.step(0.4)
    assert isinstance(driver.top, WritingDialog)
    assert driver.said() == ["“/” cannot stand in the name of a file."]
    driver.strike("escape")
    assert not list((data_folder()).glob("boards/**/*.txt"))


def test_saving_under_another_name_leaves_the_first_file(edit):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    driver.strike("f10")
    driver.tap("save_as")
    driver.type(" 2")
    driver.tap("done")
    assert path.read_text() == EASY
    assert board_path("dragon", "Cave 2").read_text() == file_text("Z;J;L")
    assert editor(driver).shelving.name == "Cave 2"


def test_a_copy_is_written_wherever_one_likes_and_overwriting_asks(edit, tmp_path):
    there = tmp_path / "far" / "away.txt"
    driver = edit(EASY)
    for expected in (EditorScene, Question):
        driver.strike("f10")
        driver.tap("export")
        assert driver.top.text.endswith(EXPORTED)
        driver.top.text = str(there)
        driver.top.rebuild()
        assert isinstance(driver.tap("done"), expected)
        assert there.read_text() == EASY
    assert editor(driver).shelving.path is None


def test_a_disk_that_takes_nothing_is_told_and_nothing_is_lost(edit, monkeypatch):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    monkeypatch.setattr(files, "write_whole", Mock(side_effect=StoreProblem(Message("No space left"))))
    driver.click("save")
    driver.step(2)
    assert any("No space left" in text for text in driver.said())
    assert path.read_text() == EASY
    assert kind(driver, 1, 2) == "edible"
    assert not editor(driver).is_saved


# -- nothing is lost


def drafts():
    return sorted((data_folder() / "drafts").glob("*.json"))


def test_a_draft_is_written_a_second_after_the_last_change(edit):
    driver = edit(EASY)
    driver.click(spot(driver, 1, 2))
    driver.step(0.7)
    driver.click(spot(driver, 1, 1))
    driver.step(0.7)
    assert drafts() == []
    driver.step(0.5)
    (draft,) = drafts()
    assert Drawing.from_json(draft.read_bytes()) == editor(driver).drawing
    driver.key("ctrl+z", "ctrl+z")
    driver.step(1.2)
    assert drafts() == []


def test_after_a_crash_the_draft_is_offered_finished_or_not(edit):
    driver = edit()
    driver.click(spot(driver, 3, 3))
    lost = editor(driver).drawing
    driver.step(1.2)
    assert lost.faults()
    driver = edit()
    assert isinstance(driver.top, Question)
    driver.tap("answer0")
    assert editor(driver).drawing == lost
    assert not editor(driver).is_saved


def test_a_draft_that_is_left_is_gone_only_with_the_editor_and_undo_still_knows_it(edit):
    driver = edit()
    driver.click(spot(driver, 3, 3))
    lost = editor(driver).drawing
    driver.step(1.2)
    driver = edit()
    driver.tap("answer1")
    assert editor(driver).is_saved
    driver.click("undo")
    assert editor(driver).drawing == lost
    driver.click("redo")
    driver.tap("back")
    assert drafts() == []


def test_a_draft_that_nobody_has_answered_for_stays(edit):
    driver = edit()
    driver.click(spot(driver, 3, 3))
    driver.step(1.2)
    driver = edit()
    assert isinstance(driver.strike("escape", "escape"), ShelfScene)
    assert len(drafts()) == 1


def test_each_file_has_a_draft_of_its_own(edit):
    one, other = keep_board("dragon", "One", EASY), keep_board("dragon", "Other", EASY)
    driver = edit(EASY, one)
    driver.click(spot(driver, 1, 2))
    driver.step(1.2)
    driver.close()
    driver = edit(EASY, other)
    assert isinstance(driver.top, EditorScene)
    driver = edit(EASY, one)
    assert isinstance(driver.top, Question)


def test_a_damaged_draft_is_passed_over_and_a_window_that_is_shut_keeps_one(edit):
    folder = data_folder() / "drafts"
    folder.mkdir(parents=True)
    (folder / "dragon-new.json").write_bytes(b'{"fields": 3')
    driver = edit()
    assert isinstance(driver.top, EditorScene)
    # a window that is shut keeps a draft
    driver = edit(EASY)
    driver.click(spot(driver, 1, 2))
    driver.close()
    assert len(drafts()) == 1


def test_leaving_with_unsaved_changes_asks(edit):
    driver = edit(EASY)
    driver.click(spot(driver, 1, 2))
    for way in ("back", "escape", "menu"):
        if way == "menu":
            assert isinstance(driver.strike("f10"), PauseMenu)
            driver.click("leave")
        else:
            driver.click("back") if way == "back" else driver.key("escape")
        driver.settle()
        assert isinstance(driver.top, Question)
        assert isinstance(driver.tap("answer0"), EditorScene)
        assert kind(driver, 1, 2) == "edible"


def leave(driver, answer):
    driver.tap("back", f"answer{answer}")


@pytest.mark.parametrize(("answer", "drafted", "saved"), [(1, 0, "Z;Z;L"), (2, 1, "Z;Z;L"), (3, 0, "Z;J;L")])
def test_changes_are_thrown_away_kept_as_a_draft_or_saved_as_is_said(edit, answer, drafted, saved):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    driver.step(1.2)
    leave(driver, answer)
    assert isinstance(driver.top, ShelfScene)
    assert len(drafts()) == drafted
    assert path.read_text() == (EASY if answer < 3 else file_text(saved))


def test_a_new_board_is_named_and_saved_on_leaving(edit):
    driver = edit()
    driver.click("tool-lair")
    driver.click(spot(driver, 2, 2))
    leave(driver, 3)
    driver.type("Cave")
    driver.step(2 * ECHO_SECONDS)
    assert isinstance(driver.tap("done"), ShelfScene)
    assert board_path("dragon", "Cave").exists()
