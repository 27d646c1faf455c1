"""Own boards on the shelf: stored files are read and played."""

import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from logic.core import Message
from logic.storage import files
from logic.storage.files import (
    LONGEST_NAME,
    StoreProblem,
    board_files,
    board_path,
    boards_folder,
    free_name,
    home,
    keep_board,
    normalise_name,
    rename_board,
)
from logic.storage.settings import load, save
from scenes.app.fields import WritingDialog
from scenes.app.page import Question
from scenes.board.scene import BoardScene
from scenes.cabinet.demo import DemoScene
from scenes.cabinet.files import FilesScene, open_dropped
from scenes.cabinet.games import GamesScene
from scenes.puzzles.shelf import PuzzleShelf
from tests.screens.puzzles.puzzleseat import NAME


def names(driver):
    return [one.face.title for one in driver.top.ui.walk() if one.key.startswith("board-")]


def test_own_boards_are_listed_renamed_and_deleted_after_confirmation(boards):
    assert names(boards) == ["Attic", "Broken", "cellar"]
    broken = boards.widget("board-Broken.txt")
    assert not broken.enabled
    assert broken.face.text == "line 1, column 1: A number was expected."
    # a game without an editor offers none
    assert boards.top.ui.find("new-board") is None
    assert boards.top.ui.find("edit-Attic.txt") is None
    # a name that is taken is refused and can be corrected
    boards.tap("rename-Attic.txt")
    boards.top.text = "cellar"
    boards.click("done")
    assert isinstance(boards.top, WritingDialog)
    assert boards.said() == ["There is a board “cellar” already."]
    boards.top.text = "Loft"
    boards.tap("done")
    assert names(boards) == ["Broken", "cellar", "Loft"]
    # a board is deleted only after a question
    assert isinstance(boards.tap("delete-Loft.txt"), Question)
    boards.tap("answer0")
    assert "Loft" in names(boards)
    boards.tap("delete-Loft.txt", "answer1")
    assert names(boards) == ["Broken", "cellar"]


def test_playing_an_own_board_shows_the_best_result_on_its_card(boards):
    boards.tap("board-cellar.txt")
    assert boards.top.match.session.setup.params == {"counters": 9, "par": 0}
    boards.app.stack.pop(boards.top)
    boards.app.store.set_progress(NAME, "p9", {"best": 4, "stars": 1})
    boards.settle()
    assert boards.widget("board-cellar.txt").face.below == "Yours: 4 takes"


def test_new_and_edit_open_the_editor_with_the_board_file(boards, monkeypatch):
    opened = []

    class Editor(WritingDialog):
        def __init__(self, app, game, text, path, *, takes_draft):
            opened.append((game, text, path, takes_draft))
            super().__init__(app, Message("Name"), "", str, label=Message("Name"), verb=Message("Save"))

    monkeypatch.setattr("scenes.puzzles.tabs.editor_of", lambda _game: Editor)
    boards.top.rebuild()
    boards.tap("new-board")
    boards.top.close()
    boards.settle()
    boards.tap("edit-Attic.txt")
    assert opened == [(NAME, None, None, False), (NAME, "4\n", boards_folder(NAME) / "Attic.txt", False)]


def test_invalid_board_names_are_refused_others_tidied_and_free_ones_found():
    for name in ("", "  ", "a/b", "a\\b", "c:", "a\0b", "a\nb\x07", ".hidden", "dot.", "CON", "nul.x", "x" * 61):
        with pytest.raises(StoreProblem) as refused:
            normalise_name(name)
        assert str(refused.value)
    assert normalise_name("  Gro\u0308ße   Höhle ") == "Größe Höhle"
    assert free_name(NAME, "a/b") == "board"
    keep_board(NAME, "Cave", "3\n")
    assert free_name(NAME, "Cave") == "Cave 2"
    assert len(normalise_name(free_name(NAME, "x" * 200))) <= LONGEST_NAME
    assert board_path(NAME, "Cave").read_bytes() == b"3\n"
    # a change of capitals alone is a new name, and a deleted board cannot be renamed
    assert rename_board(keep_board(NAME, "hole", "3\n"), "Hole").name == "Hole.txt"
    assert rename_board(board_path(NAME, "Hole"), "Hole").name == "Hole.txt"
    with pytest.raises(StoreProblem):
        rename_board(board_path(NAME, "gone"), "here")


# -- files


def find_file(driver, folder):
    driver.app.change(driver.app.settings.with_(setups={NAME: {"folder": str(folder)}}))
    assert isinstance(driver.tap("open-file"), FilesScene)
    return driver.top


def shown(page):
    return [row.title for one in page.ui.walk() if one.key.startswith("list:") for row in one.rows]


def test_keys_walk_through_folders_to_a_board_and_a_faulty_file_is_reported(seated, cave):
    page = find_file(seated, cave)
    assert "deep" in shown(page)
    page.ui.set_focus(seated.widget(f"list:{cave}"))
    seated.key("return")
    assert shown(page) == ["cave.txt", "wrong.txt"]
    assert seated.app.settings.setups[NAME]["folder"] == str(cave / "deep")
    assert isinstance(seated.strike("return"), Question)
    board = next(scene for scene in seated.app.stack.scenes if isinstance(scene, BoardScene))
    assert board.match.session.setup.params == {"counters": 6, "par": 0}
    # a faulty file is reported with its line and the page stays
    seated.app.stack.clear_to("puzzles")
    seated.settle()
    page = find_file(seated, cave / "deep")
    seated.finger(seated.widget(f"list:{cave / 'deep'}").row_rect(1).center)
    seated.settle()
    assert seated.top is page
    assert seated.widget("fault").text == "wrong.txt: line 1, column 1: A number was expected."


def test_up_leads_to_the_root_and_then_to_the_list_of_drives(seated, cave):
    page = find_file(seated, cave)
    for _ in range(len(cave.parts) + 2):
        if seated.widget("up").enabled:
            seated.click("up")
    assert page.folder is None
    assert not seated.widget("up").enabled
    assert shown(page)[0] == cave.anchor
    seated.click("home")
    assert page.folder is not None


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_file_names_that_are_not_utf8_are_listed_and_opened(seated, cave):
    strange = Path(os.fsdecode(os.fsencode(cave) + b"/M\xfcsik"))
    strange.mkdir()
    (strange / os.fsdecode(b"H\xf6hle.txt")).write_text("6", encoding="utf-8")
    page = find_file(seated, cave)
    assert page.ui.overflows() == []
    page.go(strange)
    seated.settle()
    seated.app.refuse(Message("{file} is a folder; a file name is needed.", file=str(strange)))
    seated.frame()
    assert isinstance(seated.strike("return"), Question)
    save(cave / "settings.json", seated.app.settings)
    assert load(cave / "settings.json")[0].setups[NAME]["folder"] == str(cave), "that one is not kept"


@pytest.mark.skipif(sys.platform == "win32", reason="drives have letters there")
def test_an_unreadable_mount_folder_does_not_hide_other_drives(seated, cave, monkeypatch):
    for stick in ("anna/stick", "bob/stick"):
        (cave / "media" / stick).mkdir(parents=True)

    real = files.list_folder

    def list_folder(folder, endings):
        if folder.name == "anna":
            raise PermissionError(13, "Permission denied")
        return real(folder, endings)

    monkeypatch.setattr(files, "MOUNTS", (str(cave / "media"),))
    monkeypatch.setattr(files, "list_folder", list_folder)
    find_file(seated, cave)
    seated.tap("drives")
    assert shown(seated.top) == ["/", "stick"]


def test_an_unreadable_folder_is_reported_and_not_remembered(seated, cave, monkeypatch):
    page = find_file(seated, cave)
    monkeypatch.setattr("scenes.cabinet.files.list_folder", Mock(side_effect=PermissionError(13, "Permission denied")))
    seated.app.change(seated.app.settings.with_(language="de"))
    page.go(cave / "deep")
    seated.frame()
    assert seated.widget("fault").text == "In diesen Ordner lässt sich nicht hineinsehen: Keine Berechtigung"
    assert seated.app.settings.setups[NAME]["folder"] == str(cave)


def test_a_typed_path_is_opened_or_its_error_shown(seated, cave):
    page = find_file(seated, cave)
    for written, fault in (
        (f"{cave}/none.txt", "No such file"), ("~nobody-here/x.txt", "no path"), (f"{cave}/deep/other.jpg", "UTF-8"),
    ):  # fmt: skip
        page.written = written
        seated.tap("go")
        assert seated.top is page
        assert fault in seated.widget("fault").text
    page.written = str(cave / "deep")
    seated.click("go")
    assert page.folder == cave / "deep"


def test_a_remembered_folder_with_too_long_a_name_falls_back_to_home(seated, tmp_path):
    assert find_file(seated, tmp_path / ("a" * 300)).folder == home()


def test_an_empty_folder_says_so_and_a_deleted_one_is_not_opened(seated, tmp_path):
    (tmp_path / "empty").mkdir()
    assert shown(find_file(seated, tmp_path / "empty")) == []
    assert ".txt" in seated.widget("nothing").text
    seated.top.close()
    seated.settle()
    assert find_file(seated, tmp_path / "gone").folder != tmp_path / "gone"


# -- dropped files


def drop(driver, path):
    open_dropped(driver.app, path)
    driver.frame()
    driver.frame()


@pytest.mark.parametrize("name", ["cave.txt", "cave.board.txt"])
def test_a_dropped_board_is_played_and_can_be_saved_once(seated, cave, name):
    file = (cave / "deep" / "cave.txt").rename(cave / name)
    drop(seated, file)
    assert isinstance(seated.top, Question)
    assert isinstance(seated.tap("answer0"), BoardScene)
    assert [path.name for path in board_files(NAME)] == ["cave.txt"]
    drop(seated, file)
    assert isinstance(seated.top, BoardScene)


def test_a_dropped_board_is_refused_while_a_game_is_open(seated, cave):
    seated.tap("puzzle-p7")
    board = seated.top
    board.match.play("take 1")
    drop(seated, cave / "deep" / "cave.txt")
    assert seated.top is board
    assert seated.said() == ["cave.txt waits: leave what is open here first."]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "thing: This file is empty: a board was expected."),
        (b"\xef\xbb\xbf \n", "This file is empty: a board was expected."),
        (b"\xff\xfe1", "Line 1: This is no text in UTF-8."),
        (b"1\n2\n\xff", "line 1, column 1: A number was expected."),
        (b'{"some": "json"}', "neither a board nor a file of games"),
        (b"{" * 100_000, "neither a board nor a file of games"),
        (b"1" * (2**20 + 1), "too large"),
    ],
)
def test_dropping_an_invalid_file_shows_the_reason(seated, tmp_path, content, told):
    path = tmp_path / "thing"
    path.write_bytes(content)
    before = seated.top
    drop(seated, path)
    assert seated.top is before
    assert told in seated.said()[-1]


def test_dropped_invalid_boards_are_reported_and_game_files_open_the_games(seated, tmp_path):
    path = tmp_path / "huge.txt"
    path.write_text("999", encoding="utf-8")
    drop(seated, path)
    assert isinstance(seated.top, PuzzleShelf)
    assert "1 to 20" in seated.said()[-1]
    # a folder and nothing at all are no files
    told = len(seated.said())
    drop(seated, tmp_path)
    drop(seated, tmp_path / "nothing.txt")
    assert "no file" in seated.said()[told]
    assert "No such file" in seated.said()[told + 1]
    # dropped games go to their own screen
    path = tmp_path / "games.json"
    path.write_text('{"quincunx": 1, "games": []}', encoding="utf-8")
    drop(seated, path)
    assert isinstance(seated.top, GamesScene)


def test_dropping_a_file_ends_the_demonstration(seated, cave):
    seated.push(DemoScene(seated.app, "lgame"))
    drop(seated, cave / "deep" / "cave.txt")
    assert not any(isinstance(scene, DemoScene) for scene in seated.app.stack.scenes)
    assert isinstance(seated.top, Question)
