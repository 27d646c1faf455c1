"""The generator of JumpIN’: everything there is, each puzzle once, and the same file whatever happens on the way."""

import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from logic.core import Dice, find_move
from logic.jumpin import STANDARD, begin, canonical, census, distances, solve
from logic.jumpin.code import decode
from logic.jumpin.generator import Request, Wish, generate, has_spare_piece, plan, work_on
from logic.jumpin.grading import graph_of, hitting_times, tier_of
from logic.jumpin.grounds import grounds
from logic.jumpin.output import FIELDS, OutputError, open_output
from logic.jumpin.position import parse
from logic.jumpin.published import is_published
from logic.jumpin.record import from_line, from_row
from logic.jumpin.space import space_of
from logic.jumpin.survey import Survey
from logic.progress import ProgressBar, duration
from main import main
from tests.meadows import OBLONG, SIX, followers, images
from tests.xwindow import ROOT

SMALL = Request((1, 2), (1, 2), (0, 1))
"""All tiers but the last, in a second."""
FEW = Request((1, 2), (1, 1), (0, 1))
LITTLE = Request((1, 1), (1, 2), (0, 1))
"""Quickly done, and yet many chunks."""
TINY = Request((1, 1), (1, 2), (0, 0))
EVERYTHING = Wish(least_steps=1, all_starts=True)
MAIN = (sys.executable, "main.py", "generate", "jumpin")
PATIENCE = 60


def records(request):
    return [record for chunk in plan(request) for record in work_on(chunk)]


def of_class(rabbits, mushrooms, foxes, wish=Wish(), **others):  # noqa: B008 - frozen
    return records(Request((rabbits,) * 2, (mushrooms,) * 2, (foxes,) * 2, wish, **others))


@pytest.fixture(scope="module")
def small():
    return records(SMALL)


# -- what is in it


@pytest.mark.parametrize("pieces", [(1, 1, 1), (1, 0, 2), (2, 2, 0)])
def test_all_starts_are_all_that_the_census_counts(pieces):
    found = of_class(*pieces, EVERYTHING)
    counted = census(*pieces)
    assert len({record.canonical for record in found}) == len(found) == counted.solvable
    steps = [record.steps for record in found]
    assert {n: steps.count(n) for n in sorted(set(steps))} == {n: k for n, k in counted.histogram.items() if k}


def test_the_farthest_starts_are_those_of_every_component():
    every = of_class(1, 1, 1, EVERYTHING)
    expected = set()
    for record in every:
        known = distances(record.position)
        if known[record.position] == max(known.values()) > 1:
            expected.add(record.canonical)
    assert {record.canonical for record in of_class(1, 1, 1)} == expected


def test_a_record_tells_the_truth(small):
    for record in Dice(3).shuffled(small)[:40]:
        known = distances(record.position)
        home = [text for text, steps in known.items() if steps == 0]
        assert decode(record.id) == (record.position, STANDARD)
        assert record.canonical == canonical(record.position) == min(images(record.position, STANDARD))
        assert (record.position.count("R"), record.position.count("M")) == (record.rabbits, record.mushrooms)
        assert record.steps == known[record.position] == solve(record.position).cost
        assert record.moves == solve(record.position, "moves").cost
        assert record.component == len(known)
        assert record.farthest == (record.steps == max(known.values()))
        assert record.shortest == ways(record.position, known)
        assert sorted(record.hole_sets) == sorted({holes(text) for text in home})
        assert record.tier == tier_of(record.hitting_time)
        assert record.hitting_time == pytest.approx(walk(record.position), abs=0.06, rel=1e-5)


def test_a_records_solution_is_played_to_the_end(small):
    for record in small[::7]:
        state = begin(record.position)
        for text in record.solution:
            assert state.outcome() is None
            state = state.apply(find_move(state, text)).state
        assert state.outcome().winners == (0,)
        assert state.steps == record.steps


def ways(text, known):
    """Count the shortest ways, cell by cell, from the rules page alone."""
    if known[text] == 0:
        return 1
    nearer = [there for there, length in followers(text, STANDARD) if length < 2 and known[there] == known[text] - 1]
    return sum(ways(there, known) for there in nearer)


def holes(text):
    return " ".join(f"{i // 6},{i % 6}" for i, letter in enumerate(text) if letter == "R")


def walk(text):
    position = parse(text)
    space = space_of(position, STANDARD)
    graph = graph_of(space, space.key(position))
    return hitting_times(graph)[graph.number(space.key(position))]


def test_each_puzzle_is_there_once_and_none_is_trivial_or_published(small):
    assert len({record.canonical for record in small}) == len({record.id for record in small}) == len(small) > 500
    assert min(record.steps for record in small) == 2
    assert not any(is_published(record.canonical) for record in small)


def test_a_published_puzzle_is_left_out(monkeypatch):
    first, *others = of_class(1, 1, 1)
    monkeypatch.setattr("logic.jumpin.generator.is_published", lambda text: text == first.canonical)
    assert of_class(1, 1, 1) == others


def test_the_wishes_are_filters():
    few = records(FEW)

    def wished(**wish):
        return records(replace(FEW, wish=Wish(**wish)))

    assert wished(one_hole_set=True) == [record for record in few if len(record.hole_sets) == 1] != []
    assert wished(tiers=(2, 3)) == [record for record in few if record.tier in (2, 3)] != []
    assert wished(least_steps=9) == [record for record in few if record.steps >= 9] != []
    moving = [record for record in few if len({m.split()[1] for m in record.solution if "hop" in m}) == record.rabbits]
    assert wished(every_rabbit_moves=True) == moving != few


def test_no_spare_piece_means_that_every_piece_counts():
    every = of_class(1, 2, 1)
    needed = of_class(1, 2, 1, Wish(no_spare_piece=True))
    assert 0 < len(needed) < len(every)
    assert needed == [record for record in every if not has_spare_piece(record.position, record.steps)]
    assert not has_spare_piece("..R../..M../...../...../.....", 1)
    assert has_spare_piece("..R../..M../...../...../.M...", 1)


def test_a_pick_is_random_reproducible_and_of_different_grounds(small):
    request = replace(SMALL, count=12)

    def pick(seed):
        output = Kept()
        generate(replace(request, seed=seed), output)
        return output.kept

    first = pick(1)
    assert first == pick(1) != pick(2)
    assert len(first) == 12
    assert {record.canonical for record in first} <= {record.canonical for record in small}


class Kept:
    """Keeps what it is given."""

    def __init__(self):
        self.kept, self.chunks, self.complete = [], 0, False

    @property
    def records(self):
        return len(self.kept)

    def add(self, found):
        self.kept += found
        self.chunks += 1

    def finish(self):
        self.complete = True


@pytest.mark.parametrize("board", [OBLONG, SIX])
def test_other_boards_have_puzzles_too(board):
    found = of_class(1, 1, 1, board=board)
    assert found
    for record in found[:10]:
        assert decode(record.id)[0] == record.position
        assert solve(record.position, board=board).cost == record.steps


def test_components_are_graded_together_as_each_alone():
    ground = list(grounds(STANDARD, 2, 2))[17]
    survey = Survey(STANDARD, ground, 2)
    times = survey.hitting_times(np.arange(len(survey.sizes)))
    for part in Dice(1).shuffled(range(len(survey.sizes)))[:12]:
        inside = np.flatnonzero(survey.part == part)
        graph = graph_of(survey.space, int(survey.keys[inside[0]]))
        assert graph.keys.tolist() == survey.keys[inside].tolist()
        assert times[inside] == pytest.approx(hitting_times(graph), rel=1e-5)
    assert np.isnan(survey.hitting_times([0])[survey.part > 0]).all()


# -- the file


def written(path, request=LITTLE, **options):
    with closing(open_output(path, request.as_json())) as output:
        generate(request, output, **options)
    return path.read_bytes()


@pytest.fixture(scope="module")
def little():
    return records(LITTLE)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "all.jsonl")


def test_every_line_is_json_and_the_first_is_the_request(whole, little):
    head, *lines = whole.decode().splitlines(keepends=True)
    assert json.loads(head)["request"] == json.loads(json.dumps(LITTLE.as_json()))
    assert [from_line(line) for line in lines] == little
    assert all(tuple(json.loads(line)) == FIELDS for line in lines)
    with pytest.raises(ValueError, match="a record has the fields id, position"):
        from_line(head)


def test_the_bytes_do_not_depend_on_who_works(whole, tmp_path):
    for jobs in (2, 3):
        assert written(tmp_path / f"{jobs}.jsonl", jobs=jobs) == whole
    with ThreadPoolExecutor(3) as executor:
        assert written(tmp_path / "threads.jsonl", executor=executor) == whole


class Killed(BaseException):
    pass


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return written(tmp_path_factory.mktemp("tiny") / "all.jsonl", TINY)


@pytest.mark.parametrize("torn", [b"", b"{", b'{"id":"0X7HK', b"\n" * 3])
def test_a_run_that_stops_after_any_chunk_is_gone_on_with(tiny, tmp_path, torn):
    for number in range(len(plan(TINY)) + 1):
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


def test_a_complete_file_is_left_as_it_is(whole, tmp_path):
    path = tmp_path / "all.jsonl"
    written(path)
    with closing(open_output(path, LITTLE.as_json())) as output:
        assert (output.complete, output.records) == (True, len(whole.splitlines()) - 1)
        generate(LITTLE, output)
    assert path.read_bytes() == whole


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
    head = json.dumps({"puzzles": "jumpin", "format": 1, "request": LITTLE.as_json()}, separators=(",", ":")) + "\n"
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


def test_pieces_that_cannot_be_are_refused():
    for spans, words in (
        (((0, 1), (0, 0), (0, 0)), "rabbits"),
        (((1, 1), (2, 1), (0, 0)), "mushrooms"),
        (((1, 1), (0, 0), (0, 9)), "foxes"),
    ):
        with pytest.raises(ValueError, match=words):
            Request(*spans)
    assert of_class(6, 0, 0) == []


# -- on the command line


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


# -- the progress bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_shows_part_and_time_left_in_one_line():
    terminal, now = Terminal(), [0.0]
    bar = ProgressBar(terminal, lambda: now[0])
    bar.show(200, 1000, "12 puzzles")
    now[0] = 10.0
    bar.show(400, 1000, "20 puzzles")
    now[0] = 10.1
    bar.show(401, 1000, "21 puzzles")
    now[0] = 90.0
    bar.show(1000, 1000, "50 puzzles")
    bar.end()
    shown = terminal.getvalue().split("\r")[1:]
    assert [line.rstrip() for line in shown] == [
        f"[{'#' * 6}{'.' * 24}]  20%  12 puzzles",
        f"[{'#' * 12}{'.' * 18}]  40%  20 puzzles, 30 s left",
        f"[{'#' * 30}] 100%  50 puzzles",
    ]
    assert terminal.getvalue().endswith("\n")
    assert len(shown[2].rstrip("\n")) == len(shown[1])


def test_without_a_terminal_nothing_is_drawn():
    for stream in (io.StringIO(), None):
        bar = ProgressBar(stream, lambda: 0.0)
        bar.show(1, 2, "words")
        bar.end()
        assert stream is None or stream.getvalue() == ""


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "1 s"), (59.4, "59 s"), (61, "1:01"), (3599.6, "1:00:00"), (7265, "2:01:05")]
)
def test_durations_in_words(seconds, words):
    assert duration(seconds) == words
