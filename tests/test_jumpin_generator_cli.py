"""Generating on the command line: killed or interrupted it is gone on with, and what is wrong is told in one line."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from logic.jumpin.record import from_line
from main import main
from tests.generatedmeadows import written
from tests.xwindow import ROOT

MAIN = (sys.executable, "main.py", "generate", "jumpin")
PATIENCE = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "all.jsonl")


def start(path, *options, **others):
    pieces = ("--rabbits", "1", "--mushrooms", "1-2", "--foxes", "0-1", "--out", str(path))
    return subprocess.Popen(
        [*MAIN, *pieces, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **others
    )


def test_killed_at_random_moments_it_still_comes_to_the_same_file(tmp_path, whole):
    chance = random.Random(1)  # noqa: S311 - when to kill, no secret
    path, note = tmp_path / "all.jsonl", tmp_path / "all.jsonl.part"
    kills = 0
    while not path.exists() or note.exists():
        before = note.read_bytes() if note.exists() else b""
        child = start(path, "--jobs", str(1 + kills % 2), start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while child.poll() is None and time.monotonic() < deadline:
            if (note.read_bytes() if note.exists() else before) != before:
                break
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.05))
        if child.poll() is None and kills < 4:
            os.killpg(child.pid, signal.SIGKILL)
            kills += 1
        _, err = child.communicate(timeout=PATIENCE)
        assert child.returncode in (0, -signal.SIGKILL), err
    assert kills > 1
    assert path.read_bytes() == whole


def test_ctrl_c_leaves_a_file_that_is_gone_on_with_and_says_so(tmp_path, whole):
    path, note = tmp_path / "all.jsonl", tmp_path / "all.jsonl.part"
    child = start(path)
    while child.poll() is None and (not note.exists() or json.loads(note.read_bytes())["chunks"] < 1):
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out) == (130, "")
    assert err == f"quincunx: {path} is not complete; the same command goes on where it was stopped.\n"
    again = start(path)
    out, err = again.communicate(timeout=PATIENCE)
    assert (again.returncode, err) == (0, "")
    assert out == f"{path}: {len(whole.splitlines()) - 1} puzzles\n"
    assert path.read_bytes() == whole


def test_the_arguments_make_the_request(tmp_path, capsys):
    path = tmp_path / "some.jsonl"
    argv = ["generate", "jumpin", "--rabbits", "2", "--mushrooms", "1-2", "--foxes", "1", "--out", str(path)]
    argv += ["--count", "5", "--seed", "9", "--tier", "2-3", "--every-rabbit-moves", "--least-steps", "4"]
    assert main(argv) == 0
    assert capsys.readouterr().out == f"{path}: 5 puzzles\n"
    head, *lines = path.read_text().splitlines()
    found = [from_line(line) for line in lines]
    assert json.loads(head)["request"]["seed"] == 9
    assert {record.tier for record in found} <= {2, 3}
    assert all(record.steps >= 4 and record.rabbits == 2 for record in found)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rabbits", "3-1"], "the least comes first"),
        (["--rabbits", "0"], "from 1 to 8"),
        (["--foxes", "two"], "'two'"),
        (["--tier", "6"], "from 1 to 5"),
        (["--all-starts", "--farthest"], "not allowed with"),
        (["--variant", "huge"], "'huge'"),
        (["--scheduler", "nowhere"], "--scheduler"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(tmp_path, capsys, options, words):
    argv = ["generate", "jumpin", "--out", str(tmp_path / "x.jsonl"), *options]
    try:
        code = main(argv)
    except SystemExit as left:
        code = left.code
    err = capsys.readouterr().err
    assert code == 2
    assert err.startswith("quincunx: ")
    assert words in err
    assert err.count("\n") == 1


def test_only_a_game_with_a_generator_is_generated(capsys):
    with pytest.raises(SystemExit):
        main(["generate", "lgame", "--out", "x"])
    assert "there is one for jumpin" in capsys.readouterr().err
