"""The editor of JumpIN’: replacing pieces, what is missing, the screen, sharing."""

import os
from typing import ClassVar
from unittest.mock import Mock

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell
from logic.jumpin import PUZZLES
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.draft import Drawing
from logic.jumpin.engine.collection import library
from logic.jumpin.engine.grading import difficulty
from logic.jumpin.engine.solver import solve
from logic.jumpin.narration import what_is_hard
from logic.jumpin.notation import encode
from logic.jumpin.puzzles import Params
from logic.jumpin.rules import begin
from logic.storage.files import board_path, keep_board
from logic.text import Text
from scenes.board.scene import BoardScene
from scenes.editor.trial import TrialExits
from scenes.jumpin.editor import EDITOR
from scenes.puzzles.shelf import PuzzleShelf
from scenes.share.page import SharePage
from scenes.share.subject import shared_puzzle
from sprites.widgets import clipboard
from tests.screens.editorhands import Editing, editor, opener, part, says
from tests.support.sampling import sample_of
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window

EASY = "...../M..../R...R/....M/....."
LONG = ".MM../...M./...R./...../....."
"""Two steps at least; the example of the rules page."""


@pytest.fixture
def edit(new_driver):
    """Open the editor over the shelf; return the driver."""
    return opener(new_driver, EDITOR, "jumpin")


def spot(driver, row, col):
    return editor(driver).canvas.view.cell_rect(Cell(row, col)).center


def text(driver):
    return editor(driver).drawing.params()["position"]


def drawing(position, board=STANDARD):
    return Drawing.of(begin(position, board))


def beside(driver):
    """Return a point of the cloth that is not on the board."""
    view = editor(driver).canvas.view.rect
    return view.left - 12, view.centery


# -- verdicts


STORIES = """
# Each piece is put down where the hand is
new :: <click finger> 2;0, <click finger> tool-mushroom, <click finger> 2;1, <click finger> tool-fox, <click finger> 1;3
  :: text ...../...ff/RM.../...../..... :: click undo :: text ...../...../RM.../...../.....
  :: click redo, <click finger> tool-eraser, <click finger> 1;4, <click finger> 2;1
  :: text ...../...../R..../...../.....
# A piece is drawn to another place and off the board, a fox along its line
EASY :: <drag finger> 2;0 3;1 :: text ...../M..../....R/.R..M/..... :: <drag finger> 1;0 beside
  :: text ...../...../....R/.R..M/..... :: key ctrl+z ctrl+z :: text EASY, saved
new :: click tool-fox, <drag finger> 3;3 2;3 :: foxes 2;3| :: <drag finger> 2;3 1;3 0;3 :: foxes 0;3|
  :: click 1;3 :: foxes 1;3-
# A tap with another tool changes the piece, and what lies there is taken up
EASY :: click tool-mushroom 2;0 :: text ...../M..../M...R/....M/..... :: click 2;0 :: text ...../M..../M...R/....M/.....
  :: click undo, right 1;0 :: tool mushroom :: pad x :: tool fox
new :: click tool-fox 2;2 :: foxes, last trodden lines
# The eraser is drawn over many squares in one step, and what is cut off leaves all as it was
MMMRM/...../...../...../..... :: click tool-eraser, press 0;0, move 0;2, release 0;2
  :: text ...RM/...../...../...../.....
  :: click undo :: saved
EASY :: press 2;0, move 4;2 :: altered :: cut :: text EASY, fresh
# Keys do all of it
new :: focus canvas, key return return 2 left return 3 up left return :: text ...../ff.../.MR../...../.....
  :: key 4 return down shift+right :: text ...../...../..R../...../..... :: key 1 right delete
  :: text ...../...../...../...../.....
# The worker is asked once for each board, and tells at once what cannot be solved
EASY :: forget, click tool-mushroom, tap 0;2 tab-code :: asked judge
R..../M..R./...../...../..... :: :: says It cannot be solved., disabled judge
# A worker that fails is not asked for ever
new :: fail judge, click 2;0 2;1, wait 0.1 :: said The coach cannot think just now., idle :: settle
  :: says Ready to be played., asked judge
# The way is shown step by step where there is one
EASY :: tap judge :: top ReplayScene :: settle :: solved :: tap back :: top EditorScene
# It is saved among the own boards and opened again
new :: click 2;0 tool-mushroom 1;0, tap save :: top WritingDialog :: type Pair, tap done :: saved,
  file Pair ...../M..../R..../...../..... :: open Pair :: text ...../M..../R..../...../.....
# The code follows the board and is copied, by the menu too; an unfinished puzzle has none
EASY :: click tab-code :: code EASY :: click 0;2 copy-code :: code ..R../M..../R...R/....M/.....,
  copied ..R../M..../R...R/....M/..... and said
EASY :: strike f10, tap share :: top SharePage :: click copy-code :: copied EASY
new :: click tab-code :: absent code
# A code is laid out as one step; one that is mistyped says so and can be mended
EASY :: click tab-code, tap enter-code, <by~hand by~key by~button>, tap done :: text LONG :: click undo :: text EASY
EASY :: click tab-code, tap enter-code, mistype, click done :: last does not fit :: click line, key end backspace,
  correct, strike return :: text LONG
"""


class JumpinEditorStory(Editing):
    """A story of the editor, in the texts of positions."""

    game = "jumpin"

    STEPS: ClassVar = Editing.STEPS | {
        "forget": lambda story: story.driver.executor.asked.clear(),
    }
    CLAIMS: ClassVar = Editing.CLAIMS | {
        "asked": lambda story, *tasks: story.driver.executor.asked == [*tasks],
        "text": lambda story, wanted: text(story.driver) == story.text(wanted),
        "altered": lambda story: text(story.driver) != EASY,
        "file": lambda story, name, wanted: (
            board_path("jumpin", name).read_text() == f"{wanted.replace('/', chr(10))}{chr(10)}"
        ),
        "code": lambda story, wanted: story.driver.widget("code").code() == encode(story.text(wanted)),
    }

    def text(self, word):
        return {"EASY": EASY, "LONG": LONG}.get(word, word)

    def do_by(self, hand):
        """Enter the code of LONG, typed or copied with other text around it."""
        if hand == "hand":
            self.driver.type(encode(LONG).lower().replace("-", " "))
            return
        clipboard.copy(f"{encode(LONG)}\n")
        self.driver.key("ctrl+v") if hand == "key" else self.driver.click("paste")

    def do_mistype(self):
        *right, last = encode(LONG)
        self.driver.type("".join(right) + ("2" if last != "2" else "3"))

    def do_correct(self):
        self.driver.type(encode(LONG)[-1])

    def is_copied(self, wanted, *said):
        code = encode(self.text(wanted))
        return clipboard.pasted() == code and (not said or self.driver.said()[-1] == f"Copied: {code}")

    def is_solved(self):
        """Whether the screen has come to the end of the shortest solution."""
        shown, way = self.driver.top, solve(EASY).moves
        moves, end = tuple(map(str, shown.session.moves)), shown.states[-1].outcome()
        return shown.ply == shown.last == len(way) and moves == tuple(way) and bool(end.winners)

    def place(self, word):
        return beside(self.driver) if word == "beside" else super().place(word)

    def spot(self, row, col):
        return spot(self.driver, row, col)

    def is_foxes(self, *wanted):
        foxes = self.editor.drawing.foxes
        return [f"{row};{col}{'-' if level else '|'}" for (row, col), level in foxes] == [*wanted]


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(edit, story):
    JumpinEditorStory(edit, story[0]).check(story[1:])


@pytest.mark.parametrize("position", [EASY, LONG])
def test_the_editor_shows_at_once_the_least_steps_and_moves(edit, position):
    driver = edit(position)
    steps, moves = solve(position, "steps").cost, solve(position, "moves").cost
    assert says(driver) == f"It can be solved in {steps} steps ({moves} moves)."
    driver.click("tool-eraser")
    driver.tap(spot(driver, *divmod(position.replace("/", "").index("M"), 5)))
    now = text(driver)
    found = solve(now)
    expected = "Nothing can move" if not begin(now).legal_moves() else "It can be" if found else "It cannot be solved."
    assert says(driver).startswith(expected)


def test_a_missing_clipboard_is_reported(edit, monkeypatch):
    driver = edit(EASY)
    driver.click("tab-code")
    monkeypatch.setattr(pygame.scrap, "put_text", Mock(side_effect=pygame.error("no clipboard")))
    driver.click("copy-code")
    assert "no clipboard" in driver.said()[-1]


def test_a_trial_has_the_solved_par_and_a_changed_metric_is_judged_again(edit):
    driver = edit(EASY)
    part(driver).take_variant("moves")
    driver.settle()
    assert editor(driver).coach.verdict.least == solve(EASY, "moves").cost
    # it is tried out with its par
    driver.close()
    driver = edit(EASY)
    driver.tap("try")
    assert isinstance(driver.top.menu.exits, TrialExits)
    assert driver.top.match.session.setup.params["par"] == solve(EASY).cost
    assert driver.top.match.session.state == begin(EASY)
    # a solution requested before does not appear over the trial
    driver.close()
    driver = edit(EASY)
    driver.thinks = False
    editor(driver).coach.show_solution()
    editor(driver).try_out()
    driver.let_think()
    assert isinstance(driver.top, BoardScene)


def test_the_trial_variant_always_fits_the_board(edit):
    driver = edit(EASY)
    part(driver).take_variant("moves")
    part(driver).take_variant("six")
    driver.settle()
    driver.tap("tab-board")
    for step, variant in (("undo", "classic"), ("redo", "six"), ("undo", "classic")):
        driver.tap(step)
        assert driver.widget("variant").value == editor(driver).variant == variant
    # on a board of other rows and columns from a file, too
    board = part(driver).board_of("seven")
    driver.close()
    driver = edit(encode("/".join([".M.R...", *["......."] * 6]), board))
    driver.tap("tab-board")
    assert driver.widget("variant").value == "seven"


def test_the_editor_fits_every_window(edit):
    driver = edit(EASY)
    for tab in ("pieces", "code", "board"):
        driver.tap(f"tab-{tab}")
        assert faults_in_every_window(driver.app, [*WINDOWS, ((640, 360), 1.0)]) == {}


def test_a_placed_piece_replaces_the_pieces_on_its_cells():
    now = drawing("...../.ffR./...../...../M....")
    assert now.put("mushroom", Cell(1, 3)).params()["position"] == "...../.ffM./...../...../M...."
    assert now.put("rabbit", Cell(1, 2)).params()["position"] == "...../..RR./...../...../M...."
    assert now.lay((Cell(0, 3), False)).params()["position"] == "...f./.FFf./...../...../M...."
    assert now.lay((Cell(1, 0), True)).params()["position"] == "...../ff.R./...../...../M...."
    assert now.clear(Cell(1, 1)).params()["position"] == "...../...R./...../...../M...."
    assert now.put("rabbit", Cell(5, 0)) == now.lay((Cell(2, 0), True)) == now
    # a fox looks for free squares
    assert Drawing(STANDARD).put("rabbit", Cell(1, 2)).fox_for(Cell(1, 1)) == (Cell(1, 0), True)
    # another board keeps the pieces that fit on it
    small = Board(4, 4, (Cell(0, 0), Cell(3, 3)), (1,), (2,))
    moved = drawing("R..../.ff../...../.FF.M/.R...").on(small)
    assert (moved.rabbits, moved.mushrooms, moved.foxes) == ((Cell(0, 0),), (), ((Cell(1, 1), True),))


@pytest.mark.parametrize(
    ("cell", "start", "last", "wanted"),
    [
        ((1, 0), None, None, ((1, 0), True)),
        ((1, 4), None, None, ((1, 3), True)),
        ((0, 1), None, None, ((0, 1), False)),
        ((2, 2), None, None, None),
        ((0, 0), None, None, None),
        ((2, 1), (1, 1), ((1, 1), True), ((1, 1), False)),
        ((1, 2), (1, 1), ((1, 1), True), ((1, 1), True)),
        ((1, 3), (1, 1), ((1, 1), True), ((1, 2), True)),
    ],
)
def test_fox_for_places_the_fox_along_the_drag(cell, start, last, wanted):
    found = Drawing(STANDARD).fox_for(
        Cell(*cell),
        start=None if start is None else Cell(*start),
        last=None if last is None else (Cell(*last[0]), last[1]),
    )
    assert found == (None if wanted is None else (Cell(*wanted[0]), wanted[1]))


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("...../...../...../...../.....", "no rabbit"),
        ("RMM../.R.R./...../.R..R/M...M", "more rabbits"),
        ("R...R/M..../..R../...../.....", "home already"),
        ("...../.R.../...../...../.....", "Nothing can move"),
        (EASY, None),
    ],
)
def test_faults_of_a_drawing_are_named(position, fault):
    cells = {letter: tuple(Cell(i // 6, i % 6) for i, one in enumerate(position) if one == letter) for letter in "RM"}
    faults = Drawing(STANDARD, cells["R"], cells["M"]).faults()
    assert [fault in str(one) for one in faults] == ([] if fault is None else [True])


pieces = st.lists(st.tuples(st.sampled_from(["rabbit", "mushroom", "fox", ""]), st.integers(0, 24), st.booleans()))


@given(pieces)
def test_any_drawing_round_trips_through_json_and_code(steps):
    now = Drawing(STANDARD)
    for what, index, level in steps:
        cell = STANDARD.cell(index)
        now = now.lay((cell, level)) if what == "fox" else now.put(what, cell) if what else now.clear(cell)
    assert Drawing.from_json(now.to_json()) == now
    if now.rabbits:
        params = now.params()
        assert drawing(params["position"]) == now
        code = Params(**PUZZLES.read(PUZZLES.code(params)))
        assert Drawing.of(begin(code.position, code.board)) == now


def test_a_board_file_with_a_non_utf8_name_can_be_edited(edit, tmp_path):
    path = tmp_path / os.fsdecode(b"H\xf6hle.txt")  # not UTF-8
    path.write_text(EASY)
    assert text(edit(EASY, path)) == EASY


@pytest.mark.parametrize(
    ("draft", "fault"),
    [
        (b"", "truncated"),
        (b"[]", "Expected `object`"),
        (b'{"board": {}, "rabbits": [[0, 9]]}', "pieces: "),
        (b'{"board": {}, "rabbits": [[1, 1]], "mushrooms": [[1, 1]]}', "pieces: "),
        (b'{"board": {}, "rabbits": [[1, 1], [0, 0]]}', "rabbits: "),
        (b'{"board": {}, "foxes": [[[2, 0], true]]}', "foxes: "),
        (b'{"board": {"rows": 99}}', "rows: "),
    ],
)
def test_an_invalid_draft_is_refused(draft, fault):
    with pytest.raises(ValueError, match=fault):
        Drawing.from_json(draft)


def test_a_code_entered_at_the_shelf_is_played_and_shared_again(new_driver):
    driver = new_driver(at=(PuzzleShelf, "jumpin"))
    driver.widget("choices").reveal(driver.widget("enter-code"))
    driver.settle()
    driver.tap("enter-code")
    driver.type(encode(LONG)[:-1])
    driver.click("done")
    assert driver.app.overlay.toasts
    driver.widget("line").type(encode(LONG)[-1])
    assert isinstance(driver.tap("done"), BoardScene)
    assert not driver.app.overlay.toasts, "the refusal goes with the next code"
    assert driver.top.match.session.state == begin(LONG)
    driver.top.menu.open()
    driver.settle()
    assert isinstance(driver.tap("share"), SharePage)
    assert driver.widget("code").code() == encode(LONG)
    assert "code" not in driver.widget("note").text, "it opens the puzzle, not the game up to here"


def test_own_boards_show_that_a_draft_of_a_new_one_waits(new_driver):
    driver = new_driver(at=(PuzzleShelf, "jumpin"))
    driver.tap("tab-boards")
    assert driver.top.ui.find("draft") is None
    board = driver.tap("new-board")
    board.do(Drawing.of(begin(LONG)))
    board.close()
    driver.settle()
    board = driver.tap("draft")
    assert board.drawing == Drawing.of(begin(LONG))
    board.close()
    driver.settle()
    driver.tap("new-board")
    driver.tap("answer0")
    assert driver.top.drawing == Drawing.of(begin(LONG)), "who begins a new one is asked first"


def test_the_menu_of_a_puzzle_leads_back_to_the_tab_that_it_was_opened_from(new_driver):
    keep_board("jumpin", "Mine", PUZZLES.write({"position": LONG}))
    driver = new_driver(at=(PuzzleShelf, "jumpin"))
    driver.tap("tab-boards", "board-Mine.txt")
    match = driver.top.match
    match.play(match.session.state.legal_moves()[0])
    driver.settle()
    driver.top.menu.open()
    driver.settle()
    driver.click("set_up")
    assert driver.said()[-1].startswith("Your game is kept")
    assert isinstance(driver.top, PuzzleShelf)
    assert driver.top.tab is driver.top.tabs["boards"]


@pytest.mark.parametrize("position", sample_of([library()[1700].position, LONG], every=2))
def test_the_share_page_shows_the_difficulty(edit, position):
    driver = edit(EASY)
    driver.app.open("share", shared_puzzle(driver.app, "jumpin", {"position": position}))
    driver.settle()
    assert driver.widget("difficulty").text == Text("en").say(what_is_hard(difficulty(position)))
