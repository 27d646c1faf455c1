"""The packed program: built once, run from elsewhere with an empty environment; it checks itself and starts soon."""

import json
import os
import sys

import pytest

from logic.dragon.rules import EXAMPLE
from tests import processes
from tests.xwindow import Program, screen

pytestmark = pytest.mark.xdist_group("frozen")

MEGABYTE = 1_000_000
LARGEST = 160 * MEGABYTE
LONGEST = 900.0
"""Seconds in which it is built, or checks itself, on a busy machine."""
SLOWEST = 4.0
"""Seconds of the processor's time to the first picture; the goal by the clock, on a quiet machine, is 1."""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Build the program into a folder of its own."""
    folder = tmp_path_factory.mktemp("frozen")
    build = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    built = processes.run(
        *build, "--distpath", folder / "dist", "--workpath", folder / "build", "quincunx.spec",
        env={**os.environ, "PYTHONPATH": "."}, timeout=LONGEST,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-3000:]
    return folder / "dist" / "quincunx" / "quincunx"


def run(program, *arguments):
    """Run it from the root folder with nothing in its environment."""
    return processes.run(program, *arguments, cwd="/", env={}, timeout=LONGEST)


def test_it_checks_itself_from_elsewhere_with_an_empty_environment(program):
    ended = run(program, "self-test")

    report = json.loads(ended.stdout)
    assert (ended.returncode, report["ok"]) == (0, True), ended.stdout
    assert report["frozen"]
    assert report["checks"]["screens"]["shots"] > 20
    assert report["checks"]["worker"]["chose"]
    assert report["checks"]["configs"]["puzzles"] == {
        "lgame": 0,
        "dragon": 77,
        "jumpin": 1000,
        "labyrinth": 50,
        "coatl": 0,
    }
    assert all(report["checks"]["puzzles"]["puzzles"][name]["won"] for name in ("dragon", "jumpin", "labyrinth"))
    assert report["checks"]["paper"]["bytes"]["pdf"]
    wanted = {"PuzzleShelf", "DragonEditor", "FilesScene", "JumpinEditor", "SharingDialog", "PrintSheet"}
    assert wanted <= set(report["checks"]["screens"]["scenes"])


def test_its_tools_run_too(program, tmp_path):
    table = run(program, "arena", "lgame", "--seats", "random", "random", "--games", "4", "--jobs", "2", "--json", "-")
    wrong = run(program, "--game", "chess")
    board = tmp_path / "labyrinth.txt"
    board.write_text(EXAMPLE, encoding="ascii")
    judged = run(program, "check", board, "--solve", "--json")
    pieces = ("--rabbits", "1", "--mushrooms", "1", "--foxes", "1", "--jobs", "2")
    generated = run(program, "generate", "jumpin", *pieces, "--out", tmp_path / "some.jsonl")

    assert json.loads(table.stdout)["games"] == 4
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert json.loads(judged.stdout)[0]["turns"] == 8
    lines = (tmp_path / "some.jsonl").read_text(encoding="utf-8").splitlines()
    assert generated.stdout == f"{tmp_path / 'some.jsonl'}: {len(lines) - 1} puzzles\n"
    assert max(json.loads(line)["steps"] for line in lines[1:]) == 5


def test_it_is_small_and_carries_no_tools(program):
    files = [file for file in program.parent.rglob("*") if file.is_file()]

    assert sum(file.lstat().st_size for file in files) < LARGEST
    names = {file.relative_to(program.parent).as_posix() for file in files}
    unwanted = ("tkinter", "distributed", "hypothesis", "mypy", "_pytest")
    assert [name for name in names if any(f"/{word}/" in f"/{name}" for word in unwanted)] == []


@pytest.mark.needs_xvfb
def test_it_opens_its_window_soon(program, tmp_path):
    with screen((1280, 800)) as shown_on:
        started = Program(shown_on, "--windowed", "1280x800", "--data-dir", tmp_path, command=[program])
        try:
            started.wait_until_lit()
            assert started.processor_seconds() < SLOWEST
        finally:
            started.kill()
