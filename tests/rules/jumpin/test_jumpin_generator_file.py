"""The file of generated puzzles: the same bytes whoever works and whatever happens on the way, and no other touched."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from logic.jumpin.engine.generator import (
    FIELDS,
    OutputError,
    Request,
    generate,
    open_output,
    pieces,
    plan,
)
from tests.generatedmeadows import LITTLE, from_line, from_row, records, written

TINY = Request((1, 2), (1, 1), (0, 1))
"""Several pieces of work, each with few positions."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "all.jsonl")


@pytest.fixture(scope="module")
def little():
    return records(LITTLE)


def test_every_line_is_json_and_the_bytes_do_not_depend_on_who_works_and_stay_as_they_are(whole, little, tmp_path):
    head, *lines = whole.decode().splitlines(keepends=True)
    assert json.loads(head)["request"] == json.loads(json.dumps(LITTLE.as_json()))
    assert [from_line(line) for line in lines] == little
    assert all(tuple(json.loads(line)) == FIELDS for line in lines)
    assert written(tmp_path / "processes.jsonl", jobs=3) == whole
    with ThreadPoolExecutor(3) as executor:
        assert written(tmp_path / "threads.jsonl", executor=executor) == whole
    path = tmp_path / "all.jsonl"
    written(path)
    with closing(open_output(path, LITTLE.as_json())) as output:
        assert (output.complete, output.records) == (True, len(whole.splitlines()) - 1)
        generate(LITTLE, output)
    assert path.read_bytes() == whole


class Killed(BaseException):
    pass


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return written(tmp_path_factory.mktemp("tiny") / "all.jsonl", TINY)


@pytest.mark.parametrize("torn", [b"", b"{", b'{"id":"0X7HK', b"\n" * 3])
def test_a_run_that_stops_after_any_piece_is_gone_on_with(tiny, tmp_path, torn):
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
        assert written(path, TINY) == tiny
        assert [one.name for one in tmp_path.glob(f"{number}.*")] == [path.name]


def test_a_kill_between_the_note_and_the_file_is_no_harm(tiny, tmp_path):
    path = tmp_path / "all.jsonl"
    head = tiny.splitlines(keepends=True)[0].decode()
    for content in (b"", tiny[:5], tiny[:300]):
        path.write_bytes(content)
        note = {"head": head, "chunks": 0, "records": 0, "bytes": 0}
        (tmp_path / "all.jsonl.part").write_text(json.dumps(note))
        assert written(path, TINY) == tiny
    path.unlink()
    assert written(path, TINY) == tiny


@pytest.mark.parametrize("name", ["all.jsonl", "all.sqlite"])
def test_another_request_never_touches_a_file(tmp_path, name):
    path = tmp_path / name
    before = written(path, Request((1, 1), (1, 1), (0, 0)))
    with pytest.raises(OutputError, match="another"):
        written(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["all.jsonl", "all.sqlite"])
def test_what_is_no_file_of_puzzles_is_never_touched(tmp_path, name):
    path = tmp_path / name
    path.write_text("My diary, which is long enough to be more than a database's head." * 20)
    with pytest.raises(OutputError, match=name):
        written(path)
    assert path.read_text().startswith("My diary")


def test_a_note_that_is_none_and_a_file_that_lost_something_are_refused(tmp_path):
    path = tmp_path / "all.jsonl"
    note = tmp_path / "all.jsonl.part"
    note.write_text("nothing")
    with pytest.raises(OutputError, match="is no note"):
        written(path)
    head = json.dumps({"puzzles": "jumpin", "format": 2, "request": LITTLE.as_json()}, separators=(",", ":")) + "\n"
    note.write_text(json.dumps({"head": head, "chunks": 1, "records": 1, "bytes": 10**6}))
    with pytest.raises(OutputError, match="shorter"):
        written(path)


def test_a_database_holds_the_same_records_and_can_be_gone_on_with(tmp_path, little):
    path = tmp_path / "all.sqlite"

    def tell(done, total, count):
        if count > len(little) // 2:
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
    assert [from_row(row) for row in rows] == little
