"""Puzzles of JumpIN’ that are shared by their codes: copied, typed, pasted, and played."""

import pygame
import pytest

from logic.jumpin.engine.collection import library
from logic.jumpin.engine.grading import difficulty
from logic.jumpin.narration import what_is_hard
from logic.jumpin.notation import encode
from logic.jumpin.rules import begin
from logic.text import Text
from scenes.board.scene import BoardScene
from scenes.jumpin.editor import EDITOR
from scenes.puzzles.shelf import PuzzleShelf
from scenes.share.page import SharePage
from scenes.share.subject import shared_puzzle
from sprites.widgets import clipboard
from tests.editorseat import opener
from tests.meadowediting import EASY, LONG, spot, text
from tests.sampling import sample_of


@pytest.fixture
def edit(sit_down):
    """Open the editor over the shelf; give the hands."""
    return opener(sit_down, EDITOR, "jumpin")


def test_the_code_follows_the_board_and_is_copied_where_there_is_a_clipboard(edit, monkeypatch):
    driver = edit(EASY)
    driver.click("tab-code")
    assert driver.widget("code").code() == encode(EASY)
    driver.click(spot(driver, 0, 2))
    code = encode("..R../M..../R...R/....M/.....")
    assert driver.widget("code").code() == code
    driver.click("copy-code")
    assert clipboard.pasted() == code
    assert driver.said()[-1] == f"Copied: {code}"

    # without a clipboard it is said so
    def fails(_text):
        raise pygame.error("no clipboard")

    driver = edit(EASY)
    driver.click("tab-code")
    monkeypatch.setattr(pygame.scrap, "put_text", fails)
    driver.click("copy-code")
    assert "no clipboard" in driver.said()[-1]
    # an unfinished puzzle has no code
    driver = edit()
    driver.click("tab-code")
    assert driver.top.ui.find("code") is None
    driver.settle()


@pytest.mark.parametrize("way", ["typed", "pasted", "button"])
def test_a_code_is_laid_out_as_one_step(edit, way):
    driver = edit(EASY)
    driver.click("tab-code")
    driver.click("enter-code")
    driver.settle()
    code = encode(LONG)
    if way == "typed":
        driver.type(code.lower().replace("-", " "))
    else:
        clipboard.copy(f"{code}\n")
        driver.key("ctrl+v") if way == "pasted" else driver.click("paste")
    driver.click("done")
    driver.settle()
    assert text(driver) == LONG
    driver.click("undo")
    assert text(driver) == EASY


def test_a_mistyped_code_says_so_and_can_be_mended(edit):
    driver = edit(EASY)
    driver.click("tab-code")
    driver.click("enter-code")
    driver.settle()
    code = encode(LONG)
    driver.type(code[:-1] + ("2" if code[-1] != "2" else "3"))
    driver.click("done")
    assert "does not fit" in driver.said()[-1]
    driver.click("line")
    driver.key("end", "backspace")
    driver.type(code[-1])
    driver.key("return")
    driver.settle()
    assert text(driver) == LONG


def test_the_shelf_takes_a_code_and_the_board_gives_it_back(sit_down):
    driver = sit_down()
    driver.push(PuzzleShelf(driver.app, "jumpin"))
    driver.settle()
    driver.widget("choices").reveal(driver.widget("enter-code"))
    driver.settle()
    driver.click("enter-code")
    driver.settle()
    driver.type(encode(LONG))
    driver.click("done")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.match.session.state == begin(LONG)
    driver.top.menu.open()
    driver.settle()
    driver.click("share")
    driver.settle()
    assert isinstance(driver.top, SharePage)
    assert driver.widget("code").code() == encode(LONG)


@pytest.mark.parametrize("position", sample_of([library()[1700].position, LONG], every=2))
def test_what_is_shared_says_what_makes_it_hard(edit, position):
    driver = edit(EASY)
    driver.app.open("share", shared_puzzle(driver.app, "jumpin", {"position": position}))
    driver.settle()
    assert driver.widget("difficulty").text == Text("en").say(what_is_hard(difficulty(position)))


def test_the_menu_of_the_editor_shares_too(edit):
    driver = edit(EASY)
    driver.key("f10")
    driver.settle()
    driver.click("share")
    driver.settle()
    assert isinstance(driver.top, SharePage)
    driver.click("copy-code")
    assert clipboard.pasted() == encode(EASY)
