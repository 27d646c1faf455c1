"""The player’s own boards: played, named, thrown away, changed."""

import pytest

from logic.core import Message
from logic.storage.boards import LONGEST_NAME, board_path, free_name, keep_board, rename_board, tidy_name
from logic.storage.files import StoreProblem, boards_folder
from scenes.app.fields import WritingDialog
from scenes.app.overlays import Question
from tests.pileshelf import NAME
from tests.presses import by_mouse

pytestmark = pytest.mark.usefixtures("quick_pictures")


def names(driver):
    return [one.face.title for one in driver.top.ui.walk() if one.key.startswith("board-")]


def test_own_boards_are_listed_by_name_renamed_and_thrown_away_after_a_question(boards):
    assert names(boards) == ["Attic", "Broken", "cellar"]
    broken = boards.widget("board-Broken.txt")
    assert not broken.enabled
    assert broken.face.text == "line 1, column 1: A number was expected."
    # a game without an editor offers none
    assert boards.top.ui.find("new-board") is None
    assert boards.top.ui.find("edit-Attic.txt") is None
    # a name that is taken is refused and can be mended
    by_mouse(boards, "rename-Attic.txt")
    boards.settle()
    boards.top.text = "cellar"
    by_mouse(boards, "done")
    assert isinstance(boards.top, WritingDialog)
    assert boards.said() == ["There is a board “cellar” already."]
    boards.top.text = "Loft"
    by_mouse(boards, "done")
    boards.settle()
    assert names(boards) == ["Broken", "cellar", "Loft"]
    # a board is thrown away only after a question
    by_mouse(boards, "delete-Loft.txt")
    boards.settle()
    assert isinstance(boards.top, Question)
    by_mouse(boards, "answer0")
    boards.settle()
    assert "Loft" in names(boards)
    by_mouse(boards, "delete-Loft.txt")
    boards.settle()
    by_mouse(boards, "answer1")
    boards.settle()
    assert names(boards) == ["Broken", "cellar"]


def test_an_own_board_is_played_and_shows_what_was_made_of_it(boards):
    by_mouse(boards, "board-cellar.txt")
    boards.settle()
    assert boards.top.match.session.setup.params == {"counters": 9, "par": 0}
    boards.app.stack.pop(boards.top)
    boards.app.store.set_progress(NAME, "p9", {"best": 4, "stars": 1})
    boards.settle()
    assert boards.widget("board-cellar.txt").face.below == "Yours: 4 takes"


def test_the_editor_of_a_game_is_opened_for_a_new_board_and_for_an_old_one(boards, monkeypatch):
    opened = []

    class Editor(WritingDialog):
        def __init__(self, app, game, text, path):
            opened.append((game, text, path))
            super().__init__(app, Message("Name"), "", str, label=Message("Name"), verb=Message("Save"))

    monkeypatch.setattr("scenes.puzzles.tabs.editor_of", lambda _game: Editor)
    boards.top.rebuild()
    by_mouse(boards, "new-board")
    boards.settle()
    boards.top.close()
    boards.settle()
    by_mouse(boards, "edit-Attic.txt")
    boards.settle()
    assert opened == [(NAME, None, None), (NAME, "4\n", boards_folder(NAME) / "Attic.txt")]


def test_names_that_no_file_can_have_are_refused_others_tidied_and_free_ones_found():
    for name in ("", "  ", "a/b", "a\\b", "c:", "a\0b", "a\nb\x07", ".hidden", "dot.", "CON", "nul.x", "x" * 61):
        with pytest.raises(StoreProblem) as refused:
            tidy_name(name)
        assert str(refused.value)
    assert tidy_name("  Gro\u0308ße   Höhle ") == "Größe Höhle"
    assert free_name(NAME, "a/b") == "board"
    keep_board(NAME, "Cave", "3\n")
    assert free_name(NAME, "Cave") == "Cave 2"
    assert len(tidy_name(free_name(NAME, "x" * 200))) <= LONGEST_NAME
    assert board_path(NAME, "Cave").read_bytes() == b"3\n"
    # a change of capitals alone is a new name, and what has gone cannot be renamed
    path = keep_board(NAME, "hole", "3\n")
    assert rename_board(path, "Hole").name == "Hole.txt"
    assert rename_board(board_path(NAME, "Hole"), "Hole").name == "Hole.txt"
    with pytest.raises(StoreProblem):
        rename_board(board_path(NAME, "gone"), "here")
