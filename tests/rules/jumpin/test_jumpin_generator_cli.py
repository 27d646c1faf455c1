"""Generating on the command line: killed or interrupted it is gone on with."""

import json
import os
import random
import signal
import sys
import time
from itertools import count

import pytest

from logic.jumpin.engine.generator import BESIDE
from main import main
from tests.generatedmeadows import chunks_in, from_line, written
from tests.processes import Child, run, wait_for

MAIN = (sys.executable, "main.py", "generate", "jumpin")
LITTLE = ("--rabbits", "1", "--mushrooms", "1-2", "--foxes", "0-1")
TRIES = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "all.jsonl")


def wait_until_it_moves_on(child, path):
    """Wait until there are more whole chunks than at the start, or none are missing."""
    before = chunks_in(path)
    wait_for(lambda: child.poll() is not None or chunks_in(path) > before, "another chunk")


def killed_on_the_way(path, chance):
    """Have the file written by programs of which the first two are killed; tell how many were still at work then."""
    note, kills = path.with_name(path.name + BESIDE), 0
    while not path.exists() or note.exists():
        with Child(*MAIN, *LITTLE, "--out", path, "--jobs", 1 + kills % 2) as child:
            wait_until_it_moves_on(child, path)
            time.sleep(chance.uniform(0, 0.05))
            if child.poll() is None and kills < 2:
                os.killpg(child.pid, signal.SIGKILL)
                kills += 1
            code, _, err = child.outcome()
        assert code in (0, -signal.SIGKILL), err
    return kills


def test_killed_at_random_moments_it_still_comes_to_the_same_file(tmp_path, whole):
    chance = random.Random(1)  # noqa: S311 - when to kill, no secret
    # On a busy machine one may be done before it is killed, and another file has to show it.
    paths = (tmp_path / f"{number}.jsonl" for number in count())
    path = next(path for path in paths if killed_on_the_way(path, chance) > 1)
    assert path.read_bytes() == whole


def test_ctrl_c_leaves_a_file_that_is_gone_on_with_and_says_so(tmp_path, whole):
    for number in range(TRIES):
        path = tmp_path / f"{number}.jsonl"
        with Child(*MAIN, *LITTLE, "--out", path) as child:
            wait_until_it_moves_on(child, path)
            child.send_signal(signal.SIGINT)
            code, out, err = child.outcome()
        if path.with_name(path.name + BESIDE).exists():
            break  # else it was done before it heard that, as may be on a busy machine
    assert (code, out) == (130, "")
    assert err == f"quincunx: {path} is not complete; the same command goes on where it was stopped.\n"
    again = run(*MAIN, *LITTLE, "--out", path)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == f"{path}: {len(whole.splitlines()) - 1} puzzles\n"
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
