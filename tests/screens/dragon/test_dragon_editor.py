"""The editor of labyrinths, by every hand: what is painted is what is saved and tried out."""

import pygame
import pytest

from logic.core import Cell
from logic.dragon.board import Field, Knight, parse_board
from logic.dragon.draft import Drawing
from logic.storage.boards import board_path
from scenes.app.fields import KeyboardScene, WritingDialog
from scenes.app.overlays import Question
from scenes.cabinet.shelf import ShelfScene
from scenes.dragon.editor import EDITOR, TOOLS
from scenes.editor.editor import EditorScene
from scenes.editor.tryout import TrialWays
from tests.editorhands import EASY, SMALL, editor, field, kind, part, says, spot
from tests.labyrinths import file_text
from tests.sampling import in_turn
from tests.sceneapp import FINGER

KIND_OF_CODE = {"J": "edible", "W": "eternal", "M": "mine", "L": "lair", "D": "hole", "C": "bricks", "A": "teeth"}


def again(driver, text=None, path=None):
    """Open the editor once more at the same cabinet."""
    driver.push(EDITOR(driver.app, "dragon", text, path))
    driver.settle()
    return driver.top


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
    stepper = driver.widget("size-hole")
    control = stepper.parts()[1]
    driver.click((control.right - 10, control.centery))
    driver.click((control.right - 10, control.centery))
    driver.click(spot(driver, 1, 2))
    assert field(driver, 1, 2) == Field("hole", 4)
    driver.click("tool-teeth")
    driver.click(driver.widget("size-teeth").parts()[1].center)
    assert isinstance(driver.top, KeyboardScene)
    driver.key("backspace")
    driver.type("12")
    driver.settle()
    driver.click("keys:control:done")
    driver.settle()
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
    press_in_sight(driver, "most", at="right")
    assert editor(driver).drawing.knights[2] == Knight("builder", 3)
    press_in_sight(driver, "twin")
    assert editor(driver).drawing.knights[3] == Knight("builder", 3)
    press_in_sight(driver, "remove")
    press_in_sight(driver, "required", at="right")
    press_in_sight(driver, "required", at="right")
    press_in_sight(driver, "required", at="right")
    assert (len(editor(driver).drawing.knights), editor(driver).drawing.required) == (3, 3)
    press_in_sight(driver, "remove")
    assert says(driver) == "More must arrive than there are: 3 of 2."


def press_in_sight(driver, key, at="center"):
    """Scroll a widget of the panel into sight and click on it, or on its right arrow."""
    driver.top.ui.set_focus(driver.widget(key))
    driver.settle()
    widget = driver.widget(key)
    control = widget.parts()[1] if at == "right" else widget.rect
    driver.click((control.right - 10, control.centery) if at == "right" else control.center)
    driver.settle()


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


def code_at(row, col):
    return SMALL.split("\n")[1 + row].split(";")[col - 1]


def paint_small_by_pointer(driver, touch):
    """Paint SMALL on an empty sheet with a mouse or a finger alone."""
    touch("tab-board")
    nudge(driver, touch, "height", -3)
    nudge(driver, touch, "width", -5)
    touch("tab-paint")
    for row in (1, 2, 3):
        for col in (1, 2, 3):
            code = code_at(row, col)
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
    driver.key("f10")
    driver.settle()
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
    reopened = again(driver, path.read_text(encoding="utf-8"), path)
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
    driver.key("ctrl+s")
    driver.settle()
    driver.type("Cave")
    driver.key("return")
    driver.settle()
    assert board_path("dragon", "Cave").read_text() == file_text("Z;J;L Z;W;Z T1,1;W;Z")
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, ShelfScene)


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
