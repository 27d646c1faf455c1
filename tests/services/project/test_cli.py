"""The command line: one-line errors, tools that print what they promise, clean exits."""

import json
import multiprocessing
import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pygame
import pytest

from logic import VERSION, variants
from logic.arguments import BAD_ARGUMENTS, COMMAND_NAMES, OPEN, build_parser, with_command
from logic.core import Dice
from logic.lgame import Params
from logic.registry import GAMES
from logic.session import Seat, Session, Setup, setup_params
from logic.storage import exchange
from logic.storage.store import Store
from main import COMMANDS, main
from scenes.app import window
from scenes.app.page import Question
from scenes.app.window import Options, open_first_screens
from scenes.board.scene import BoardScene
from scenes.cabinet.games import GamesScene
from tests.support.processes import PATIENCE, ROOT, Child, processor_seconds, run, wait_for
from tests.support.sampling import sample_of
from tests.support.seats.app import new_driver  # noqa: F401 - a fixture

MAIN = [sys.executable, "main.py"]
RUN_MAIN = "import main, sys; sys.exit(main.main(sys.argv[1:]))"


EXAMPLE = "4\n3\nZ;L;W\nT1,2;Z;J\nC2;D1;Z\nA1;Z;W\n4;2\nN;S;B3;Z2;S\n3\n"


def outcome_of(capsys, *argv):
    """Run the program here; return exit code, output, errors."""
    try:
        code = main(argv)
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr()
    return code, said.out, said.err


def refused(capsys, *argv):
    """Run the program, which must name the error in one line; return the line."""
    code, out, err = outcome_of(capsys, *argv)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert err.startswith("quincunx: ")
    assert len(err) < 500
    return err


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a board and some other things, as the current one."""
    for name in ("cave.txt", "cave", "check"):
        (tmp_path / name).write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "bad.txt").write_text("4\n3\nZ;L;W\nT1,2;Q;J\n", encoding="utf-8")
    (tmp_path / "games.json").write_text('{"quincunx": 1, "games": []}', encoding="utf-8")
    (tmp_path / "README.md").write_text("no folder, and no game", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def opened(monkeypatch):
    """Record what the window would have been opened with."""
    seen = []

    def run(options):
        seen.append(options)
        return []  # no message is left

    monkeypatch.setattr(window, "run", run)
    return seen


SOME, MEADOWS = "arena lgame --seats random random", "generate jumpin --out x.jsonl"
WRONG = {
    "--game chess": "--game; 'chess'; lgame",
    "--game lgame --variant huge": "--variant; 'huge'; classic",
    "--variant classic": "--variant; --game",
    "--lang fr": "--lang; 'fr'; en, de, hu, pl",
    "--seed seven": "--seed; 'seven'; 0",
    "--seed -1": "--seed; '-1'",
    f"--seed {2**53}": f"--seed; {2**53 - 1}",
    "--windowed big": "--windowed; 'big'; 1280x800",
    "--windowed 10x10": "--windowed; 240",
    "--windowed 99999x800": "--windowed; 16384",
    "--windowed ''": "--windowed; ''; 1280x800",
    "--windowed ٦٤٠x٤٨٠": "--windowed; 1280x800",
    "--data-dir ''": "--data-dir; a path was expected",
    "--data-dir README.md": "README.md; no folder",
    "--variant ''": "--variant; --game",
    "--seed 7 self-test": "--seed; self-test takes no such option",
    "--seed 0 self-test": "--seed; self-test takes no such option",
    "--game lgame shots x": "--game; shots takes no such option",
    "--game coatl arena lgame --ladder": "--game; arena; lgame; coatl",
    "--nonsense": "--nonsense",
    "x" * 5000: "xxx; …",
    "fly": "'fly'; self-test; arena; open",
    "shots": "DIR",
    "shots /dev/null/pictures": "/dev/null/pictures",
    "shots ''": "DIR; a path was expected",
    "shots pictures --only zebra": "--only; zebra",
    "demo --game lgame --variant huge": "--variant; 'huge'; classic",
    "demo --pictures ''": "--pictures; a path was expected",
    "arena": "GAME",
    "arena chess --seats a b": "'chess'; lgame",
    "arena lgame": "--seats",
    "arena lgame --seats random genius": "'genius'; perfect",
    "arena lgame --seats random": "2 levels",
    f"{SOME} --games 0": "--games; from 1",
    f"{SOME} --jobs many": "--jobs; 'many'",
    f"{SOME} --variant huge": "'huge'; classic",
    f"{SOME} --games 1 --json /dev/null/x": "/dev/null/x",
    f"{SOME} --json .": "cannot be written",
    f"{SOME} --json ''": "--json; a path was expected",
    f"{SOME} --scheduler nowhere": "--scheduler; 'nowhere'",
    "arena lgame --ladder --seats random random": "--seats; --ladder",
    "arena jumpin --ladder": "jumpin has no levels",
    "arena labyrinth --ladder --variant team": "4 levels",
    "arena lgame --ladder --picture /dev/null/x.svg": "/dev/null/x.svg; cannot be written",
    f"{SOME} --picture x.svg": "--picture; --ladder",
    "arena lgame --ladder --json x --picture ./x": "--picture; another file",
    "replay": "FILE",
    "replay /dev/zero": "/dev/zero; too large",
    "replay no-such-file.json": "no-such-file.json; cannot be read",
    "replay README.md": "README.md; no file of games",
    # files to be opened
    "bad.txt": "bad.txt; line 4, column 6; Z, J, W",
    "none.txt": "none.txt; No such file",
    "/" + "a" * 300: "File name too long",
    ".": "no file",
    "/dev/null": "no file",
    "--seed 7 cave.txt": "--seed; open takes no such option",
    "cave.txt twice.txt": "twice.txt",
    "open": "FILE",
    "open ''": "FILE; a path was expected",
    "cave.txt --game lgame": "cave.txt; No game here reads such files",
    "cave.txt --variant practice": "--variant; --game",
    "--lang de bad.txt": "column 6",  # in plain English, as all errors
    # boards to be checked
    "check": "FILE",
    "check ''": "a path was expected",
    "check nowhere.txt": "nowhere.txt cannot be read",
    "check cave.txt nowhere.txt": "nowhere.txt cannot be read",
    "check .": "cannot be read",
    "check /dev/zero": "too large",
    "check cave.txt --solve=yes": "--solve",
    "--seed 7 check cave.txt": "check takes no such option",
    # puzzles to be generated
    "generate lgame --out x": "there is one for jumpin",
    f"{MEADOWS} --rabbits 3-1": "the least comes first",
    f"{MEADOWS} --rabbits 0": "from 1 to 8",
    f"{MEADOWS} --rabbits -1": "'-1'",
    f"{MEADOWS} --foxes two": "'two'",
    f"{MEADOWS} --tier 6": "from 1 to 5",
    f"{MEADOWS} --all-starts --farthest": "not allowed with",
    f"{MEADOWS} --variant huge": "'huge'",
    f"{MEADOWS} --scheduler nowhere": "--scheduler",
    f"{MEADOWS} --variant seven --rabbits 6 --mushrooms 0 --foxes 2": "more positions on this board",
}
"""Wrong command lines, and what the error of each contains."""


@pytest.mark.parametrize(
    "line", sample_of(WRONG, where=lambda line: "--scheduler" not in line), ids=lambda line: line[:40]
)
def test_an_invalid_command_line_is_refused_before_a_window_opens(capsys, here, opened, line):
    said = refused(capsys, *shlex.split(line))
    assert [word for word in WRONG[line].split("; ") if word.lower() not in said.lower()] == []
    assert opened == []


def test_a_configuration_error_is_reported_in_one_line(capsys, monkeypatch):
    fault = "surprise: 1\n"
    real = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda name: fault + real(name))

    code, out, err = outcome_of(capsys, *ARENA)

    assert (code, out) == (2, "")
    assert err == "quincunx: config/lgame.yaml: there is no field `surprise`\n"


def test_an_error_is_shown_in_a_box_where_there_is_no_terminal(monkeypatch):
    shown = []
    monkeypatch.setattr(variants, "read_text", lambda _: "surprise: 1\n")
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(pygame.display, "message_box", lambda *words, **_: shown.append(words))
    assert main(ARENA) == BAD_ARGUMENTS
    ((title, why),) = shown
    assert title == "Quincunx"
    assert why.startswith("config/lgame.yaml: there is no field ")


def test_a_write_error_is_reported_in_one_line_and_keeps_the_old_file(tmp_path):
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); {RUN_MAIN}"

    # Without -B it would leave bytecode beside our code.
    table = tmp_path / "table.json"
    table.write_text("an earlier one")
    command = (sys.executable, "-B", "-c", limited, *ARENA, "--json", table)

    ended = run(*command, env={**os.environ, "PYTHONUNBUFFERED": ""})

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"quincunx: {table}: File too large\n"
    assert table.read_text() == "an earlier one"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_help_that_cannot_be_printed_exits_with_an_error(unbuffered):
    with Path("/dev/full").open("wb") as full:
        ended = run(*MAIN, "--help", stdout=full, env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert (ended.returncode, ended.stderr) == (1, "quincunx: No space left on device\n")


def test_ctrl_c_during_loading_ends_silently():
    early = (
        "import os, signal, sys, threading; from importlib import abc\n"
        "class Finder(abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        name == 'logic.arguments' and os.kill(os.getpid(), signal.SIGINT)\n"
        f"sys.meta_path.insert(0, Finder()); {RUN_MAIN}"
    )

    ended = run(sys.executable, "-c", early, "--help")

    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_missing_packages_are_reported_with_the_remedy():
    bare = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {RUN_MAIN}"]

    ended = run(*bare)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert "is missing; the first command in the README" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_version_help_option_order_and_import_without_screens(capsys, tmp_path):
    assert outcome_of(capsys, "--version") == (0, f"quincunx {VERSION}\n", "")
    code, out, _ = outcome_of(capsys, "--help")
    assert code == 0
    assert [name for name in COMMAND_NAMES if name not in out] == []
    file = kept_game(tmp_path)

    before = outcome_of(capsys, "--lang", "de", "replay", str(file))
    after = outcome_of(capsys, "replay", str(file), "--lang", "de")

    assert before == after
    assert before[0] == 0
    code = "import sys, main; print([name for name in ('pygame', 'scenes', 'sprites') if name in sys.modules])"

    shown = run(sys.executable, "-c", code, check=True)

    assert shown.stdout == "[]\n"


# -- arena


ARENA = ("arena", "lgame", "--seats", "random", "gentle", "--games", "12", "--seed", "5")


def test_arena_table_is_independent_of_jobs_and_json_target(capsys, tmp_path):
    one, two = tmp_path / "one.json", tmp_path / "two.json"

    alone = outcome_of(capsys, *ARENA, "--json", str(one))
    together = outcome_of(capsys, *ARENA, "--json", str(two), "--jobs", "2")

    assert alone == together
    assert one.read_bytes() == two.read_bytes()
    assert multiprocessing.active_children() == []
    assert alone[0] == 0
    assert "95 % bounds" in alone[1]
    assert "gentle" in alone[1]
    assert "score" in alone[1]

    _, printed, _ = outcome_of(capsys, *ARENA, "--json", "-")

    table = json.loads(printed)
    assert table == json.loads(one.read_text(encoding="utf-8"))
    assert table["games"] == 12
    assert table["levels"]["gentle"]["low"] <= table["levels"]["gentle"]["share"] <= table["levels"]["gentle"]["high"]


def test_scheduler_without_the_cluster_extra_is_refused(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "install the extra “cluster”" in refused(capsys, *ARENA, "--scheduler", "tcp://127.0.0.1:8786")


# -- replay


def played(seed=3, most=40):
    seats = (Seat("Ann"), Seat(level="gentle"))
    session = Session(GAMES["lgame"], Setup("lgame", "classic", setup_params(GAMES["lgame"], Params()), seed, seats))
    dice = Dice(seed)
    while session.outcome() is None and session.ply < most:
        session.play(dice.choice(session.state.legal_moves()))
    return session


def kept_game(folder, moves=6):
    """Export a game as the program does."""
    store, _ = Store.open(folder)
    session = played(most=moves)
    number = store.begin(session.setup, 1.0)
    for move in session.moves:
        store.record(number, f"play {move}", 2.0)
    file = folder / "game.json"
    file.write_bytes(exchange.to_bytes(store.export_game(number)))
    store.close()
    return file


def test_replay_prints_every_move_and_position_of_an_export_or_a_single_save(capsys, tmp_path):
    session = played(most=6)

    code, out, _ = outcome_of(capsys, "replay", str(kept_game(tmp_path)), "--lang", "en")

    assert code == 0
    for place, move in enumerate(session.moves, 1):
        assert f"\n{place}. " in out
        assert str(move) in out
    assert [str(state) for state in session.states if str(state) not in out] == []
    assert "Ann" in out
    session = played(most=2000)
    file = tmp_path / "save.json"
    file.write_text(json.dumps(session.save()), encoding="utf-8")

    code, out, _ = outcome_of(capsys, "replay", str(file), "--lang", "en")

    assert code == 0
    assert "has no place left for the L." in out.splitlines()[-1]


def test_terminal_control_characters_are_escaped(capsys, here):
    file = kept_game(here)
    file.write_text(file.read_text(encoding="utf-8").replace('"Ann"', r'"\u001b[2J\u0007Ann"'), encoding="utf-8")
    (here / "\x1b[2Jcave.txt").write_text(EXAMPLE, encoding="utf-8")
    for argv in (("replay", str(file)), ("check", "\x1b[2Jcave.txt")):
        code, out, err = outcome_of(capsys, *argv)
        assert (code, err) == (0, "")
        assert r"\x1b[2J" in out
        assert out.replace("\n", "").isprintable()
    assert r"\x1b[2J.txt" in refused(capsys, "check", "\x1b[2J.txt")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(quincunx=99), "99"),
        (lambda data: data["games"][0]["setup"].update(game="chess"), "chess"),
        (lambda data: data["games"][0]["journal"].append("play lay a1 a2 a3 a4"), "not a move"),
        (lambda data: data.pop("quincunx"), "no file of games"),
        (lambda data: data["games"].clear(), "There is no game in"),
    ],
)
def test_replay_refuses_a_foreign_or_broken_file_with_the_reason(capsys, tmp_path, change, reason):
    file = kept_game(tmp_path)
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")

    assert reason in refused(capsys, "replay", str(file), "--lang", "en")


# -- quiet ends


def test_a_closed_output_pipe_is_no_error(tmp_path):
    file = kept_game(tmp_path, moves=60)
    with Child(*MAIN, "replay", file) as child:
        child.stdout.close()
        assert child.stderr.read() == ""
        assert child.wait(PATIENCE) == 0


ENDLESS = (*MAIN, "arena", "lgame", "--seats", "random", "random", "--games", "100000")


def startup_seconds():
    """Return the seconds of processor time in which this machine has loaded all its code, and begun to play."""
    before = os.times()
    run(*ENDLESS[:-1], "1", check=True)
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


@pytest.mark.parametrize(
    ("jobs", "end"), [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM), (2, signal.SIGHUP)]
)
def test_ctrl_c_and_termination_signals_end_the_arena_silently(jobs, end):
    enough = 2 * startup_seconds() if jobs == 1 else None
    with Child(*ENDLESS, "--jobs", jobs) as arena:
        if jobs == 1:
            wait_for(lambda: processor_seconds(arena.pid) > enough, "the first game")
        else:
            wait_for(lambda: len(arena.workers_at_work()) == jobs, "the workers' first games")

        os.killpg(arena.pid, end)

        assert arena.outcome() == (128 + end, "", "")


def test_ctrl_c_while_workers_start_ends_silently():
    with Child(*ENDLESS, "--jobs", 2) as arena:
        wait_for(lambda: len(arena.helpers()) > 1, "the first worker, beside the one who counts what they share")

        os.killpg(arena.pid, signal.SIGINT)

        assert arena.outcome() == (130, "", "")


def test_sigterm_ends_shots_and_removes_temporary_files(tmp_path):
    with Child(*MAIN, "shots", tmp_path / "shots", env={**os.environ, "TMPDIR": str(tmp_path)}) as shots:
        wait_for(lambda: list(tmp_path.glob("shots/*.png")), "the first picture")

        shots.send_signal(signal.SIGTERM)

        assert shots.outcome()[0] == 128 + signal.SIGTERM
    assert not list(tmp_path.glob("quincunx-*"))


# -- without a display


def test_require_display_is_refused_without_a_display(capsys, here):
    for argv in (("--require-display",), ("cave.txt", "--require-display", "--data-dir", str(here / "data"))):
        assert "no usable display" in refused(capsys, *argv)


# -- a file in the place of a command


LAID_OUT = {
    "": "",
    "cave.txt": f"{OPEN} cave.txt",
    "cave": f"{OPEN} cave",
    "none.txt": f"{OPEN} none.txt",
    "./check": f"{OPEN} ./check",
    "check": "check",
    "check cave.txt": "check cave.txt",
    "fly": "fly",
    "x" * 5000: "x" * 5000,
    "--windowed cave.txt": f"{OPEN} cave.txt --windowed",
    "--windowed 800x600 cave.txt": f"{OPEN} cave.txt --windowed 800x600",
    "--windowed=800x600 cave.txt": f"{OPEN} cave.txt --windowed=800x600",
    "--windowed 1.5x2": "--windowed 1.5x2",
    "--windowed big": "--windowed big",
    "--windowed demo": "--windowed demo",
    "--lang de cave.txt --windowed": f"{OPEN} cave.txt --windowed --lang de",
    "--data-dir cave.txt": "--data-dir cave.txt",
    "--data-dir": "--data-dir",
    "--seed 7 self-test": "--seed 7 self-test",
    "cave.txt check": f"{OPEN} cave.txt check",
    "open cave.txt": "open cave.txt",
}
OPENING = {
    "cave.txt": Options(file=Path("cave.txt")),
    "cave": Options(file=Path("cave")),
    "open check": Options(file=Path("check")),
    "games.json": Options(file=Path("games.json")),
    "--windowed 640x480 cave.txt --lang pl": Options((640, 480), language="pl", file=Path("cave.txt")),
    "cave.txt --game dragon --variant practice": Options(game="dragon", variant="practice", file=Path("cave.txt")),
}


def test_a_file_argument_is_opened_in_the_window(capsys, here, opened):
    assert {line: with_command(line.split()) for line in LAID_OUT} == {a: b.split() for a, b in LAID_OUT.items()}
    assert {outcome_of(capsys, *line.split()) for line in OPENING} == {(0, "", "")}
    assert opened == list(OPENING.values())


def test_all_commands_are_listed_and_check_works(capsys, here):
    assert set(COMMAND_NAMES) == set(COMMANDS) - {None}
    _, tools = build_parser().format_help().split(" COMMAND\n")
    assert re.findall(r"^ {4}(\S+)", tools, re.MULTILINE) == list(COMMAND_NAMES)
    assert main(("check", "cave.txt", "--json")) == 0
    assert json.loads(capsys.readouterr().out)[0]["well_formed"] is True


def test_opening_a_board_file_plays_it_and_a_games_file_is_imported(here, new_driver):  # noqa: F811
    driver = new_driver()
    open_first_screens(driver.app, Options(game="dragon", variant="practice", file=here / "cave.txt"), ())
    driver.frame()
    *_, board, question = driver.app.stack.scenes
    assert isinstance(question, Question)
    assert isinstance(board, BoardScene)
    setup = board.match.session.setup
    assert (setup.game, setup.variant, setup.params["board"]) == ("dragon", "practice", EXAMPLE)
    assert setup.params["par"] == 0
    driver = new_driver()
    open_first_screens(driver.app, Options(file=here / "games.json"), ())
    driver.frame()
    assert isinstance(driver.top, GamesScene)
    assert "imported" in driver.said()[0]
