"""The editor of labyrinths: painting, the window, files."""

from itertools import product
from typing import ClassVar
from unittest.mock import Mock

import pygame
import pytest

from logic.core import Cell, Message
from logic.dragon.board import Field, field_code, knight_code, place_name
from logic.dragon.draft import Drawing
from logic.storage.files import EXPORTED, StoreProblem, board_path, data_folder, keep_board
from scenes.app.fields import KeyboardScene, WritingDialog
from scenes.app.page import Question
from scenes.cabinet.shelf import ShelfScene
from scenes.dragon.editor import EDITOR, TOOLS
from scenes.editor import files
from scenes.editor.editor import EditorScene
from scenes.editor.trial import TrialExits
from tests.screens.editorhands import Editing, editor, nudge, opener, part, says, scroll_to
from tests.support.positions.dragon import file_text
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window

KIND_OF_CODE = {"J": "edible", "W": "eternal", "M": "mine", "L": "lair", "D": "hole", "C": "bricks", "A": "teeth"}


SMALL = file_text("Z;J;L D2;T1,1;C3 Z;M;A1", "N;Z1;B2", 2, "1;1")
"""One of nearly everything, three by three."""
EASY = file_text("Z;Z;L", "N", 1)
LOST = file_text("Z;W;L", "N", 1)


@pytest.fixture
def edit(new_driver):
    """Open the editor over the shelf; return the driver."""
    return opener(new_driver, EDITOR, "dragon")


def spot(driver, row, col):
    """Return the middle of a square, as the rules count."""
    return part(driver).camera.cell_rect(Cell(row - 1, col - 1)).center


def field(driver, row, col):
    return editor(driver).drawing.field(Cell(row - 1, col - 1))


def kind(driver, row, col):
    return field(driver, row, col).kind


# -- painting


STORIES = """
# Each field is painted where the hand is, and that is taken back and made again
J;J;L J;J;J :: <click finger> tool-<plain edible eternal mine hole bricks teeth lair>, <click finger> 2;2
  :: kind 2;2 <plain edible eternal mine hole bricks teeth lair>, kind 2;1 edible :: click undo :: kind 2;2 edible
  :: click redo :: kind 2;2 <plain edible eternal mine hole bricks teeth lair>
# The only lair and the entrance move
Z;Z;L Z;Z;Z :: click tool-lair, drag 1;1 2;1 2;3 :: rows Z;Z;Z Z;Z;L :: click tool-entrance, drag 1;1 1;3
  :: entrance 1;3 :: key ctrl+z ctrl+z :: rows Z;Z;L Z;Z;Z, entrance 1;1, saved
# A stroke paints all that lies between and is one step; one that is cut off leaves nothing
Z;Z;Z;Z;L Z;Z;Z;Z;Z Z;Z;Z;Z;Z :: click tool-eternal, <drag finger> 1;1 1;4 3;4
  :: rows W;W;W;W;L Z;Z;Z;W;Z Z;Z;Z;W;Z :: click undo :: saved
SMALL :: press 3;1 :: kind 3;1 edible :: cut :: saved, fresh
# The number of a hole or a store is chosen before it is painted
EASY :: click tool-hole, nudge size-hole 2, click 1;2 :: at 1;2 D4 :: click tool-teeth, number size-teeth
  :: top KeyboardScene :: key backspace, type 12, settle, tap keys:control:done, click 1;2 :: at 1;2 A12
# Right click, long touch, key and tool take up what lies there
SMALL :: right 2;1 :: tool hole, size hole 2 :: hold 2;3 :: tool bricks, size bricks 3 :: move 3;2, key f :: tool mine
  :: click tool-pick 1;2 :: tool edible, saved
# A teleport is tapped or drawn, and then its target; it is aimed anew, and escape leaves it as it was
Z;Z;L Z;Z;Z :: click tool-teleport 2;1 :: at 2;1 T, asks (2, 1) :: click 1;2 :: at 2;1 T1,2, says Ready to be played.
  :: click undo :: saved :: click tool-teleport 1;2 tool-mine
  :: says The teleport at (1, 2) leads nowhere yet: choose its target.
Z;Z;L Z;Z;Z :: finger tool-teleport, finger 2;1 1;2 :: at 2;1 T1,2, kind 1;2 plain
SMALL :: click tool-teleport 2;2, key escape :: top EditorScene, saved :: click 2;2 3;3 :: at 2;2 T3,3 :: click undo
  :: at 2;2 T1,1
# Knights are lined up
EASY :: click tab-knights add-builder add-jumper :: knights N B2 S :: bring earlier :: knights N S B2 :: bring knight-2,
  nudge most 1 :: knights N S B3 :: bring twin :: knights N S B3 B3 :: bring remove, nudge required 3 :: knights N S B3,
  required 3 :: bring remove :: says More must arrive than there are: 3 of 2.
# The board grows or is emptied, and what was cut off comes back
SMALL :: click tab-board, nudge width -2 :: measures 1 3 :: nudge width 2 :: saved :: nudge width 1 :: measures 4 3
  :: click undo :: saved, fresh :: click clear :: says The dragon’s lair is missing: paint one. :: key ctrl+z :: saved
# A window of another size keeps the drawing and the tab
SMALL :: click 3;1 tab-knights, remember, size 720 1280 :: same, there add-eater :: size 1024 600
  :: same, there add-eater :: size 1920 1080 :: same, there add-eater
# A board is painted by keys alone, or by a pad
Z;Z;Z Z;Z;Z Z;Z;L :: key right :: cursor 1;1 :: key 9 right right return :: kind 1;3 lair :: key 2 left return,
  key 3 shift+down shift+down, key 5 left return up up return :: rows Z;J;L Z;W;Z T1,1;W;Z
  :: strike ctrl+s, type Cave, strike return :: file Cave Z;J;L Z;W;Z T1,1;W;Z :: strike escape :: top ShelfScene
Z;Z;L :: pad dpright dpright, pad x :: tool eternal :: pad a :: kind 1;2 eternal :: pad leftshoulder :: saved
  :: pad leftstick :: kind 1;2 eternal :: pad y :: tool eternal :: pad dpright dpright :: beside :: pad b, settle
  :: top Question
# What cannot be won is called so; a verdict on a board that has changed since is dropped, and is there again with it
LOST :: strike h :: says It cannot be won.
EASY :: think off, click judge :: looking :: click 1;2 :: idle :: work, wait 0.3 :: undecided, says Ready to be played.
  :: think on, tap judge :: says It cannot be won. :: click undo :: says Ready to be played. :: click redo
  :: says It cannot be won.
# Looking for a way can be stopped
EASY :: think off, click judge :: looking, says Looking for the shortest way… :: <click~judge key~escape key~h>
  :: idle, says Ready to be played., top EditorScene
# An unfinished board is neither judged nor played nor saved, and says why
new :: settle, click <judge try save> :: said The dragon’s lair is missing: paint one., top EditorScene
# Saving over another board asks
EASY :: keep Cave LOST, tap save, type Cave, tap done :: top Question :: tap answer0 :: file Cave LOST
  :: tap save, type Cave, tap done :: top Question :: tap answer1 :: file Cave EASY
# Saving the board that was opened does not ask, unless somebody else has changed it
EASY of Cave :: click 1;2, tap save :: top EditorScene, file Cave Z;J;L :: write Cave LOST, click undo, tap save
  :: top Question :: tap answer0 :: file Cave LOST, unsaved
# A name that no file can bear is refused, and the line stays
EASY :: tap save, type a/b, click done, wait 0.4 :: top WritingDialog,
  said “/” cannot be part of a file name. :: strike escape :: kept
# Saving under another name leaves the first file
EASY of Cave :: click 1;2, strike f10, tap save_as, type ~2, tap done :: file Cave EASY, file Cave~2 Z;J;L, named Cave 2
# A draft is written a second after the last change
EASY :: click 1;2, wait 0.7, click 1;1, wait 0.7 :: drafts 0 :: wait 0.5 :: drafts 1, drafted
  :: key ctrl+z ctrl+z, wait 1.2 :: drafts 0
# After a crash the draft is offered, finished or not; one that is left is gone only with the editor
new :: click 3;3, remember, wait 1.2 :: faulty :: open :: top Question :: tap answer0 :: same, unsaved
new :: click 3;3, remember, wait 1.2, open, tap answer1 :: saved :: click undo :: same
  :: click redo, tap back :: drafts 0
new :: click 3;3, wait 1.2, open, strike escape escape :: top ShelfScene, drafts 1
# Each file has a draft of its own, and a window that is shut keeps one
EASY of One :: keep Other EASY, click 1;2, wait 1.2, close, open Other :: top EditorScene :: open One :: top Question
EASY :: click 1;2, close :: drafts 1
# Leaving with unsaved changes asks, and they are thrown away, kept as a draft or saved as is said
EASY :: click 1;2, strike f10 :: top PauseMenu
EASY :: click 1;2, <click~back key~escape strike~f10,~click~leave>, settle :: top Question
  :: tap answer0 :: top EditorScene, kind 1;2 edible
EASY of Cave :: click 1;2, wait 1.2, tap back answer1 :: top ShelfScene, drafts 0, file Cave EASY
EASY of Cave :: click 1;2, wait 1.2, tap back answer2 :: top ShelfScene, drafts 1, file Cave EASY
EASY of Cave :: click 1;2, wait 1.2, tap back answer3 :: top ShelfScene, drafts 0, file Cave Z;J;L
# A new board is named and saved on leaving
new :: click tool-lair 2;2, tap back answer3, type Cave, echo, tap done :: top ShelfScene, kept Cave
"""
TEXTS = {"EASY": EASY, "SMALL": SMALL, "LOST": LOST}


class DragonEditorStory(Editing):
    """A story of the editor, in the codes of fields and knights."""

    game = "dragon"

    CLAIMS: ClassVar = Editing.CLAIMS | {
        "kind": lambda story, where, name: kind(story.driver, *map(int, where.split(";"))) == name,
        "at": lambda story, where, code: field_code(field(story.driver, *map(int, where.split(";")))) == code,
        "entrance": lambda story, where: place_name(story.drawing.entrance) == "({}, {})".format(*where.split(";")),
        "cursor": lambda story, where: place_name(part(story.driver).cursor) == "({}, {})".format(*where.split(";")),
        "size": lambda story, name, size: part(story.driver).sizes[name] == int(size),
        "knights": lambda story, *codes: [*map(knight_code, story.drawing.knights)] == [*codes],
        "required": lambda story, count: story.drawing.required == int(count),
        "measures": lambda story, width, height: (
            (story.drawing.width, story.drawing.height) == (int(width), int(height))
        ),
        "asks": lambda story, *words: " ".join(words) in says(story.driver),
        "beside": lambda story: story.editor.ui.focus is not story.editor.canvas,
        "undecided": lambda story: story.editor.coach.verdict is None,
        "faulty": lambda story: bool(story.drawing.faults()),
    }

    def text(self, *words):
        return TEXTS.get(words[0]) or file_text(" ".join(words))

    def spot(self, row, col):
        return spot(self.driver, row, col)

    @property
    def drawing(self):
        return self.editor.drawing

    def is_rows(self, *rows):
        drawn = product(range(self.drawing.height), range(self.drawing.width))
        return [field_code(self.drawing.field(Cell(*at))) for at in drawn] == ";".join(rows).split(";")


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(edit, story):
    DragonEditorStory(edit, story[0]).check(story[1:])


def test_a_quick_stroke_leaves_no_gaps(edit):
    driver = edit(file_text(" ".join(["Z;Z;Z;Z;Z;Z;Z;L"] + ["Z;Z;Z;Z;Z;Z;Z;Z"] * 4)))
    driver.press(spot(driver, 1, 1))
    driver.move(spot(driver, 5, 7))
    driver.release(spot(driver, 5, 7))
    assert [sum(kind(driver, row, col) == "edible" for row in range(1, 6)) for col in range(1, 9)] == [1] * 7 + [0]


def test_holding_a_number_arrow_repeats_until_released(edit):
    driver = edit(EASY)
    driver.click("tool-bricks")
    control = driver.widget("size-bricks").parts()[1]
    driver.press((control.right - 10, control.centery))
    driver.step(1.5)
    driver.release((control.right - 10, control.centery))
    held = part(driver).sizes["bricks"]
    assert held > 8
    driver.step(0.5)
    assert part(driver).sizes["bricks"] == held


def test_tools_are_chosen_by_digits_and_r(edit):
    driver = edit(EASY)
    for digit, tool in zip("1234567890", TOOLS, strict=False):
        driver.key(digit)
        assert part(driver).tool == tool.name
    driver.key("r")
    assert part(driver).tool == TOOLS[10].name
    driver.key("shift+r", "shift+r")
    assert part(driver).tool == TOOLS[8].name


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


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_board_can_be_painted_judged_tried_saved_and_reopened(edit, hand):
    driver = edit()
    touch = driver.click if hand == "mouse" else driver.finger
    paint_small_by_pointer(driver, touch)
    assert says(driver) == "Ready to be played."
    touch("judge")
    driver.settle()
    assert says(driver).startswith("It can be won in")
    touch("try")
    driver.settle()
    assert isinstance(driver.top.menu.exits, TrialExits)
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
    """Type “Abc”: with a finger by the keys on the screen."""
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


SIZES = [*WINDOWS, ((640, 480), 1.0), ((2560, 1440), 0.75)]


# -- panning and zooming


def big_text(height=60, width=80):
    rows = [["Z"] * width for _ in range(height)]
    rows[0][width - 1] = "L"
    return file_text(" ".join(";".join(row) for row in rows), entrance=f"{height};{width}")


def test_a_large_board_opens_at_the_entrance_and_can_be_panned(edit):
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
    # a drag on the small map pans
    driver.tap(camera.map.rect.topleft)
    assert camera.window.contains(camera.cell_rect(Cell(0, 0)))
    assert editor(driver).is_saved
    # the cursor stays in sight
    for _ in range(25):
        driver.key("up", "left")
    driver.settle()
    assert camera.window.contains(camera.cell_rect(part(driver).cursor))


def test_wheel_keys_and_pinch_zoom_without_painting(edit):
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
    # two fingers zoom and paint nothing
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


def test_the_editor_fits_every_window(edit):
    driver = edit(SMALL.replace("N;Z1;B2", ";".join(["N", "Z1", "B9999", "S"] * 6)))
    for what in crowded(driver):
        driver.frame()
        assert faults_in_every_window(driver.app, SIZES) == {}, what


def test_every_fault_message_fits_every_window(edit):
    driver = edit(EASY)
    broken = Drawing.blank().resize(100, 100).paint(Cell(99, 99), Field("teleport")).set_entrance(Cell(90, 90))
    for drawing in (broken.resize(50, 50), broken.move_lair(Cell(0, 0)), broken.move_lair(Cell(0, 0)).require(9)):
        editor(driver).do(drawing)
        assert editor(driver).status.text
        assert faults_in_every_window(driver.app, SIZES) == {}


def test_an_idle_editor_is_not_redrawn(edit):
    driver = edit(SMALL)
    driver.click(spot(driver, 3, 1))
    driver.step(2)
    drawn = driver.drawn
    driver.step(1)
    assert driver.drawn == drawn


def test_opening_an_invalid_board_text_is_refused(new_driver):
    driver = new_driver()
    with pytest.raises(ValueError, match="A whole number from 1 to 100"):
        EDITOR(driver.app, "dragon", "3\n", None)


@pytest.mark.seen
def test_painting_a_square_changes_that_square_only(edit):
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


# -- judging


def test_a_trial_uses_the_chosen_variant_and_returns_to_the_editor(edit):
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


def test_export_writes_to_any_path_and_asks_before_overwriting(edit, tmp_path):
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


def test_an_unusable_export_path_is_reported(edit):
    driver = edit(EASY)
    driver.strike("f10")
    driver.tap("export")
    driver.top.text = "/" + "a" * 300
    driver.top.rebuild()
    driver.click("done")
    driver.frame()
    assert "could not be written" in driver.said()[-1]
    assert editor(driver).text() == EASY


def test_a_failed_save_is_reported_and_loses_nothing(edit, monkeypatch):
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


def test_a_damaged_draft_is_ignored(edit):
    folder = data_folder() / "drafts"
    folder.mkdir(parents=True)
    (folder / "dragon-new.json").write_bytes(b'{"fields": 3')
    driver = edit()
    assert isinstance(driver.top, EditorScene)
