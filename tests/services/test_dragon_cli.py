"""A board file named on the command line: played, or what is wrong with it in one line; commands stay what they are."""

import json
import re
import sys
from pathlib import Path

import pytest

from logic.arguments import COMMAND_NAMES, OPEN, build_parser, with_command
from main import COMMANDS, main
from scenes.app import window
from scenes.app.overlays import Question
from scenes.app.window import Options, open_first_screens
from scenes.board.scene import BoardScene
from scenes.cabinet.games import GamesScene
from tests.processes import run
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

EXAMPLE = "4\n3\nZ;L;W\nT1,2;Z;J\nC2;D1;Z\nA1;Z;W\n4;2\nN;S;B3;Z2;S\n3\n"


def outcome_of(capsys, *argv):
    """Run the program here; give exit code and errors."""
    try:
        code = main(argv)
    except SystemExit as end:
        code = end.code
    return code, capsys.readouterr().err


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a board and some other things, as the current one."""
    (tmp_path / "cave.txt").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "cave").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "check").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "bad.txt").write_text("4\n3\nZ;L;W\nT1,2;Q;J\n", encoding="utf-8")
    (tmp_path / "games.json").write_text('{"quincunx": 1, "games": []}', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch):
    """What the window would have been opened with."""
    seen = []
    monkeypatch.setattr(window, "run", seen.append)
    return seen


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ((), []),
        (("cave.txt",), [OPEN, "cave.txt"]),
        (("cave",), [OPEN, "cave"]),
        (("none.txt",), [OPEN, "none.txt"]),
        (("./check",), [OPEN, "./check"]),
        (("check",), ["check"]),
        (("check", "cave.txt"), ["check", "cave.txt"]),
        (("fly",), ["fly"]),
        (("x" * 5000,), ["x" * 5000]),
        (("--windowed", "cave.txt"), [OPEN, "cave.txt", "--windowed"]),
        (("--windowed", "800x600", "cave.txt"), [OPEN, "cave.txt", "--windowed", "800x600"]),
        (("--windowed=800x600", "cave.txt"), [OPEN, "cave.txt", "--windowed=800x600"]),
        (("--windowed", "1.5x2"), ["--windowed", "1.5x2"]),
        (("--windowed", "big"), ["--windowed", "big"]),
        (("--windowed", "demo"), ["--windowed", "demo"]),
        (("--lang", "de", "cave.txt", "--windowed"), [OPEN, "cave.txt", "--windowed", "--lang", "de"]),
        (("--data-dir", "cave.txt"), ["--data-dir", "cave.txt"]),
        (("--data-dir",), ["--data-dir"]),
        (("--seed", "7", "self-test"), ["--seed", "7", "self-test"]),
        (("cave.txt", "check"), [OPEN, "cave.txt", "check"]),
        (("open", "cave.txt"), ["open", "cave.txt"]),
    ],
)
def test_a_file_stands_where_a_command_might(here, argv, expected):
    assert with_command(argv) == expected


def test_all_commands_are_known_by_name_and_do_what_they_did(capsys, here):
    assert set(COMMAND_NAMES) == set(COMMANDS) - {None}
    _, tools = build_parser().format_help().split(" COMMAND\n")
    assert re.findall(r"^ {4}(\S+)", tools, re.MULTILINE) == list(COMMAND_NAMES)
    assert main(("check", "cave.txt", "--json")) == 0
    assert json.loads(capsys.readouterr().out)[0]["well_formed"] is True


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("cave.txt",), Options(file=Path("cave.txt"))),
        (("cave",), Options(file=Path("cave"))),
        (("open", "check"), Options(file=Path("check"))),
        (("games.json",), Options(file=Path("games.json"))),
        (
            ("--windowed", "640x480", "cave.txt", "--lang", "pl"),
            Options((640, 480), language="pl", file=Path("cave.txt")),
        ),
        (
            ("cave.txt", "--game", "dragon", "--variant", "practice"),
            Options(game="dragon", variant="practice", file=Path("cave.txt")),
        ),
    ],
)
def test_a_file_opens_the_window_with_it(capsys, here, opened, argv, expected):
    assert outcome_of(capsys, *argv) == (0, "")
    assert opened == [expected]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("bad.txt",), ["bad.txt", "line 4, column 6", "Z, J, W"]),
        (("none.txt",), ["none.txt", "No such file"]),
        ((".",), ["no file"]),
        (("/dev/null",), ["no file"]),
        (("--seed", "7", "cave.txt"), ["--seed", "open takes no such option"]),
        (("cave.txt", "twice.txt"), ["twice.txt"]),
        (("open",), ["FILE"]),
        (("open", ""), ["FILE", "a path was expected"]),
        (("cave.txt", "--game", "lgame"), ["cave.txt", "No game here reads such files"]),
        (("cave.txt", "--variant", "practice"), ["--variant", "--game"]),
        (("fly",), ["'fly'", "open", "self-test"]),
    ],
)
def test_what_is_wrong_is_told_in_one_line_before_a_window_opens(capsys, here, opened, argv, expected):
    code, err = outcome_of(capsys, *argv)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("quincunx: ")
    assert [word for word in expected if word.lower() not in err.lower()] == []
    assert opened == []


def test_the_language_of_the_complaint_is_plain_english_as_of_all_others(capsys, here, opened):
    code, err = outcome_of(capsys, "--lang", "de", "bad.txt")
    assert (code, "column 6" in err) == (2, True)


def test_without_a_display_it_is_said_and_a_demonstration_made(tmp_path):
    board = tmp_path / "cave.txt"
    board.write_text(EXAMPLE, encoding="utf-8")
    ended = run(sys.executable, "main.py", board, "--require-display", "--data-dir", tmp_path / "data")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "no usable display" in ended.stderr


def test_the_board_is_on_the_table_and_can_be_kept(sit_down, here):  # noqa: F811
    driver = sit_down()
    open_first_screens(driver.app, Options(game="dragon", variant="practice", file=here / "cave.txt"), ())
    driver.frame()
    *_, board, question = driver.app.stack.scenes
    assert isinstance(question, Question)
    assert isinstance(board, BoardScene)
    setup = board.match.session.setup
    assert (setup.game, setup.variant, setup.params["board"]) == ("dragon", "practice", EXAMPLE)
    assert setup.params["par"] == 0


def test_exported_games_are_taken_in(sit_down, here):  # noqa: F811
    driver = sit_down()
    open_first_screens(driver.app, Options(file=here / "games.json"), ())
    driver.frame()
    assert isinstance(driver.top, GamesScene)
    assert "imported" in driver.said()[0]
