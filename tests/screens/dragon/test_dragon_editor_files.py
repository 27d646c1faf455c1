"""The editor judges, saves and loses nothing: verdicts, files, drafts, and leaving."""

import pytest

from logic.core import Message
from logic.dragon.draft import Drawing
from logic.storage.boards import EXPORTED, board_path, keep_board
from logic.storage.files import StoreProblem, data_folder
from scenes.app.app import ECHO_SECONDS
from scenes.app.fields import WritingDialog
from scenes.app.overlays import PauseMenu, Question
from scenes.cabinet.shelf import ShelfScene
from scenes.editor import files
from scenes.editor.editor import EditorScene
from tests.editorhands import EASY, editor, kind, says, spot
from tests.labyrinths import file_text

LOST = file_text("Z;W;L", "N", 1)


# -- judging


def test_what_cannot_be_won_is_called_so(edit):
    driver = edit(LOST)
    driver.key("h")
    driver.settle()
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
    driver.click("judge")
    driver.settle()
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
    driver.thinks = True
    driver.settle()
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
    driver.click("try")
    driver.settle()
    assert driver.top.match.session.setup.variant == chosen
    # a trial that is played to its end leads back
    driver.top.match.play("K1 east")
    driver.top.match.play("K1 east")
    driver.settle()
    driver.click("shelf")
    driver.settle()
    assert isinstance(driver.top, EditorScene)


# -- saving


def test_saving_over_another_board_asks(edit):
    kept = keep_board("dragon", "Cave", LOST)
    driver = edit(EASY)
    for answer, expected in ((0, LOST), (1, EASY)):
        driver.click("save")
        driver.settle()
        driver.type("Cave")
        driver.click("done")
        driver.settle()
        assert isinstance(driver.top, Question)
        driver.click(f"answer{answer}")
        driver.settle()
        assert kept.read_text() == expected


def test_saving_the_board_that_was_opened_does_not_ask_unless_somebody_else_has_changed_it(edit):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    driver.click("save")
    driver.settle()
    assert isinstance(driver.top, EditorScene)
    assert path.read_text() == file_text("Z;J;L")
    path.write_text(LOST)
    driver.click("undo")
    driver.click("save")
    driver.settle()
    assert isinstance(driver.top, Question)
    driver.click("answer0")
    driver.settle()
    assert path.read_text() == LOST
    assert not editor(driver).is_saved


def test_a_name_that_no_file_can_bear_is_refused_and_the_line_stays(edit):
    driver = edit(EASY)
    driver.click("save")
    driver.settle()
    driver.type("a/b")
    driver.click("done")
    driver.step(0.4)
    assert isinstance(driver.top, WritingDialog)
    assert driver.said() == ["“/” cannot stand in the name of a file."]
    driver.key("escape")
    driver.settle()
    assert not list((data_folder()).glob("boards/**/*.txt"))


def test_saving_under_another_name_leaves_the_first_file(edit):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))
    driver.key("f10")
    driver.settle()
    driver.click("save_as")
    driver.settle()
    driver.type(" 2")
    driver.click("done")
    driver.settle()
    assert path.read_text() == EASY
    assert board_path("dragon", "Cave 2").read_text() == file_text("Z;J;L")
    assert editor(driver).shelving.name == "Cave 2"


def test_a_copy_is_written_wherever_one_likes_and_overwriting_asks(edit, tmp_path):
    there = tmp_path / "far" / "away.txt"
    driver = edit(EASY)
    for expected in (EditorScene, Question):
        driver.key("f10")
        driver.settle()
        driver.click("export")
        driver.settle()
        assert driver.top.text.endswith(EXPORTED)
        driver.top.text = str(there)
        driver.top.rebuild()
        driver.click("done")
        driver.settle()
        assert isinstance(driver.top, expected)
        assert there.read_text() == EASY
    assert editor(driver).shelving.path is None


def test_a_disk_that_takes_nothing_is_told_and_nothing_is_lost(edit, monkeypatch):
    path = keep_board("dragon", "Cave", EASY)
    driver = edit(EASY, path)
    driver.click(spot(driver, 1, 2))

    def refuse(path, content):
        raise StoreProblem(Message("{file} could not be written: {why}", file=str(path), why="No space left"))

    monkeypatch.setattr(files, "write_whole", refuse)
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
    driver.click("answer0")
    driver.settle()
    assert editor(driver).drawing == lost
    assert not editor(driver).is_saved


def test_a_draft_that_is_left_is_gone_only_with_the_editor_and_undo_still_knows_it(edit):
    driver = edit()
    driver.click(spot(driver, 3, 3))
    lost = editor(driver).drawing
    driver.step(1.2)
    driver = edit()
    driver.click("answer1")
    driver.settle()
    assert editor(driver).is_saved
    driver.click("undo")
    assert editor(driver).drawing == lost
    driver.click("redo")
    driver.click("back")
    driver.settle()
    assert drafts() == []


def test_a_draft_that_nobody_has_answered_for_stays(edit):
    driver = edit()
    driver.click(spot(driver, 3, 3))
    driver.step(1.2)
    driver = edit()
    driver.key("escape")
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, ShelfScene)
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
            driver.key("f10")
            driver.settle()
            assert isinstance(driver.top, PauseMenu)
            driver.click("leave")
        else:
            driver.click("back") if way == "back" else driver.key("escape")
        driver.settle()
        assert isinstance(driver.top, Question)
        driver.click("answer0")
        driver.settle()
        assert isinstance(driver.top, EditorScene)
        assert kind(driver, 1, 2) == "edible"


def leave(driver, answer):
    driver.click("back")
    driver.settle()
    driver.click(f"answer{answer}")
    driver.settle()


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
    driver.click("done")
    driver.settle()
    assert isinstance(driver.top, ShelfScene)
    assert board_path("dragon", "Cave").exists()
