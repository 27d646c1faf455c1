"""The file of generated puzzles: the same bytes after any interruption; generating on the command line."""

import json
import os
import random
import signal
import sqlite3
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

import pytest

from logic.jumpin.engine.generator import (
    BESIDE,
    FIELDS,
    OutputError,
    Request,
    generate,
    open_output,
    pieces,
    plan,
)
from main import main
from tests.support.positions.generatedmeadows import LITTLE, chunks_in, from_line, from_row, records, written
from tests.support.processes import Child, run, wait_for

TINY = Request((1, 2), (1, 1), (0, 1))
"""Several chunks of work, each with few positions."""


@pytest.fixture(scope="module")
def little_file(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "all.jsonl")


@pytest.fixture(scope="module")
def little_records():
    return records(LITTLE)


def test_the_file_is_json_lines_independent_of_workers_and_not_rewritten(little_file, little_records, tmp_path):
    head, *lines = little_file.decode().splitlines(keepends=True)
    assert json.loads(head)["request"] == json.loads(json.dumps(LITTLE.as_json()))
    assert [from_line(line) for line in lines] == little_records
    assert all(tuple(json.loads(line)) == FIELDS for line in lines)
    assert written(tmp_path / "processes.jsonl", jobs=3) == little_file
    with ThreadPoolExecutor(3) as executor:
        assert written(tmp_path / "threads.jsonl", executor=executor) == little_file
    path = tmp_path / "all.jsonl"
    written(path)
    with closing(open_output(path, LITTLE.as_json())) as output:
        assert (output.complete, output.records) == (True, len(little_file.splitlines()) - 1)
        generate(LITTLE, output)
    assert path.read_bytes() == little_file


class Killed(BaseException):
    pass


@pytest.fixture(scope="module")
def tiny_file(tmp_path_factory):
    return written(tmp_path_factory.mktemp("tiny") / "all.jsonl", TINY)


@pytest.mark.parametrize("torn", [b"", b"{", b'{"id":"0X7HK', b"\n" * 3])
def test_a_run_interrupted_after_any_chunk_can_be_resumed(tiny_file, tmp_path, torn):
    for number in range(len(list(pieces(plan(TINY)))) + 1):
        path = tmp_path / f"{number}.jsonl"
        left = [number]

        def tell(*_, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise Killed

        with pytest.raises(Killed):
            written(path, TINY, tell=tell)
        with path.open("ab") as file:
            file.write(torn)
        assert written(path, TINY) == tiny_file
        assert [one.name for one in tmp_path.glob(f"{number}.*")] == [path.name]


def test_a_kill_between_writing_the_progress_file_and_the_output_is_harmless(tiny_file, tmp_path):
    path = tmp_path / "all.jsonl"
    head = tiny_file.splitlines(keepends=True)[0].decode()
    for content in (b"", tiny_file[:5], tiny_file[:300]):
        path.write_bytes(content)
        note = {"head": head, "chunks": 0, "records": 0, "bytes": 0}
        (tmp_path / "all.jsonl.part").write_text(json.dumps(note))
        assert written(path, TINY) == tiny_file
    path.unlink()
    assert written(path, TINY) == tiny_file


@pytest.mark.parametrize("name", ["all.jsonl", "all.sqlite"])
def test_a_file_of_another_request_is_not_modified(tmp_path, name):
    path = tmp_path / name
    before = written(path, Request((1, 1), (1, 1), (0, 0)))
    with pytest.raises(OutputError, match="another"):
        written(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["all.jsonl", "all.sqlite"])
def test_a_file_that_holds_no_puzzles_is_not_modified(tmp_path, name):
    path = tmp_path / name
    path.write_text("My diary, which is long enough to be more than a database's head." * 20)
    with pytest.raises(OutputError, match=name):
        written(path)
    assert path.read_text().startswith("My diary")


def test_an_invalid_progress_file_and_a_truncated_output_are_refused(tmp_path):
    path = tmp_path / "all.jsonl"
    note = tmp_path / "all.jsonl.part"
    note.write_text("nothing")
    with pytest.raises(OutputError, match="is no note"):
        written(path)
    head = json.dumps({"puzzles": "jumpin", "format": 2, "request": LITTLE.as_json()}, separators=(",", ":")) + "\n"
    note.write_text(json.dumps({"head": head, "chunks": 1, "records": 1, "bytes": 10**6}))
    with pytest.raises(OutputError, match="shorter"):
        written(path)


def test_a_database_holds_the_same_records_and_can_be_resumed(tmp_path, little_records):
    path = tmp_path / "all.sqlite"

    def tell(done, total, count):
        if count > len(little_records) // 2:
            raise Killed

    with pytest.raises(Killed):
        written(path, tell=tell)
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("SELECT complete FROM progress").fetchone() == (0,)
    written(path)
    with closing(sqlite3.connect(path)) as base:
        rows = base.execute("SELECT * FROM puzzles ORDER BY rowid").fetchall()
        assert base.execute("SELECT complete FROM progress").fetchone() == (1,)
        assert base.execute("SELECT max(steps) FROM puzzles WHERE mushrooms = 2").fetchone() == (9,)
    assert [from_row(row) for row in rows] == little_records


# == the command line


MAIN = (sys.executable, "main.py", "generate", "jumpin")
OPTIONS = ("--rabbits", "1", "--mushrooms", "1-2", "--foxes", "0-1")
TRIES = 20
UNFINISHED = "is not complete; the same command goes on where it was stopped.\n"


def wait_for_another_chunk(child, path):
    """Wait until there are more whole chunks than at the start, or none are missing."""
    before = chunks_in(path)
    wait_for(lambda: child.poll() is not None or chunks_in(path) > before, "another chunk")


def write_with_kills(path, chance):
    """Write the file by programs of which the first two are killed; return how many were still working then."""
    note, kills = path.with_name(path.name + BESIDE), 0
    while not path.exists() or note.exists():
        with Child(*MAIN, *OPTIONS, "--out", path, "--jobs", 1 + kills % 2) as child:
            wait_for_another_chunk(child, path)
            time.sleep(chance.uniform(0, 0.05))
            if child.poll() is None and kills < 2:
                os.killpg(child.pid, signal.SIGKILL)
                kills += 1
            code, _, err = child.outcome()
        assert code in (0, -signal.SIGKILL), err
    return kills


def test_runs_killed_at_random_moments_produce_the_same_file(tmp_path, little_file):
    chance = random.Random(1)  # noqa: S311 - when to kill, no secret
    # On a busy machine one may be done before it is killed, and another file has to show it.
    paths = (tmp_path / f"{number}.jsonl" for number in count())
    path = next(path for path in paths if write_with_kills(path, chance) > 1)
    assert path.read_bytes() == little_file


def test_ctrl_c_leaves_a_resumable_file_and_prints_so(tmp_path, little_file):
    for number in range(TRIES):
        path = tmp_path / f"{number}.jsonl"
        with Child(*MAIN, *OPTIONS, "--out", path) as child:
            wait_for_another_chunk(child, path)
            child.send_signal(signal.SIGINT)
            code, out, err = child.outcome()
        if path.with_name(path.name + BESIDE).exists():
            break  # otherwise it was done before it heard that, as may be on a busy machine
    assert (err, code, out) == (f"quincunx: {path} {UNFINISHED}", 130, "")
    again = run(*MAIN, *OPTIONS, "--out", path)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == f"{path}: {len(little_file.splitlines()) - 1} puzzles\n"
    assert path.read_bytes() == little_file


def test_ctrl_c_is_reported_even_if_a_library_raises_another_error(tmp_path, monkeypatch, capsys):
    def stumble(_):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise TypeError("Cannot compare structured arrays unless they have a common dtype.")  # as numpy does

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr("logic.jumpin.engine.generator.work_on", stumble)
    try:
        assert main([*MAIN[2:], *OPTIONS, "--out", str(tmp_path / "all.jsonl")]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == f"quincunx: {tmp_path / 'all.jsonl'} {UNFINISHED}"


def test_command_line_arguments_set_the_request(tmp_path, capsys):
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
