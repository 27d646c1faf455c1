"""Inputs found by the fuzzer are handled now, and the fuzzer finds planted faults."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.processes import ROOT
from tests.support.tampering import tampered_with
from tests.tools import fuzz
from tests.tools.fuzz import CORPORA, FOUND, ILL_WILL, MOST_SECONDS, NOT_HERE, Gardener, grafted
from tests.tools.fuzztargets import TARGETS

KEPT = sorted(path for path in CORPORA.glob("*/*"))
SMALL = 1000
"""The most bytes of an input that is kept."""
PLANTED = """
import os, signal
from contextlib import nullcontext
from types import SimpleNamespace

def falls(data):
    if data == b"go":
        raise KeyError("planted")
    return False

def waits(data):
    os.write(int(os.environ["HELD"]), b".")
    signal.pause()

TARGETS = {
    name: SimpleNamespace(seeds=lambda: [], grammar="", open=lambda accepts=accepts: nullcontext(accepts))
    for name, accepts in (("planted", falls), ("calm", bool), ("endless", waits))
}
"""
"""A table with one target that fails, and another that never ends and says so."""
ENDLESS = 60
"""Seconds after which even that one is ended."""


# -- the parsers


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_past_crash_inputs_are_accepted_or_refused_in_time(path):
    data = path.read_bytes()
    assert len(data) <= SMALL, "cut it down before it is kept for good"
    with TARGETS[path.parent.name].open() as accepts:
        begun = time.process_time()
        accepts(data)
        assert time.process_time() - begun < MOST_SECONDS


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_accepts_its_seeds_and_survives_hostile_input(name):
    target = TARGETS[name]
    with target.open() as accepts:
        taken = [accepts(seed) for seed in target.seeds()]
        assert taken
        assert all(taken)
        answers = {accepts(data) for data in ILL_WILL}
        assert answers <= {True, False}
        assert False in answers or not target.refusals


@st.composite
def mutated_bytes(draw, examples):
    """Draw an example in which some bytes were left out or replaced."""
    data = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(1, 3))):
        at, gone = draw(st.integers(0, len(data))), draw(st.integers(0, 4))
        data = data[:at] + draw(st.binary(max_size=4) | st.sampled_from(data.split() or [b"x"])) + data[at + gone :]
    return data


def shuffled(examples):
    """Return a strategy for lines of the examples in any order, some left out and some twice."""
    lines = sorted({line for example in examples for line in example.splitlines()})
    return st.lists(st.sampled_from(lines), max_size=25).map(b"\n".join)


@st.composite
def mutated_json(draw, examples):
    """Draw a tampered example in JSON; the byte that chooses among several parsers stays before it."""
    example = draw(st.sampled_from(examples))
    choice, tree = (example[:1], example[1:]) if example[:1] < b" " else (b"", example)
    return choice + json.dumps(tampered_with(draw, json.loads(tree))).encode()


@pytest.mark.parametrize("name", sorted(TARGETS.keys() - {"mcp"}))
def test_mutated_examples_and_any_text_are_accepted_or_refused(name):
    """Without the fuzzer, too; ``test_mcp_transport.py`` does the same to the lines of the server for programs."""
    examples = [*TARGETS[name].seeds()]
    with TARGETS[name].open() as accepts:
        trees = mutated_json(examples) if TARGETS[name].grammar == "json" else st.nothing()

        @given(mutated_bytes(examples) | shuffled(examples) | trees | st.text().map(str.encode) | st.binary())
        def stands(data):
            assert accepts(data) in (True, False)

        stands()


# -- the fuzzer


def test_json_mutation_produces_many_valid_trees():
    mutated_bytes = []
    gardener = Gardener("json", lambda data, most: mutated_bytes.append(data) or b"gnawed")
    mutated_json = {gardener(b'\1{"a": [1, 2.5, "b", {"c": null}]}', 4096, seed) for seed in range(300)}
    assert len(mutated_json) > 100
    assert all(data[:1] == b"\1" or data == b"gnawed" for data in mutated_json)
    assert 0 < len(mutated_bytes) < 200
    assert gardener(b"no tree", 4096, 1) == b"gnawed"


def test_a_self_referencing_tree_can_be_mutated():
    tree = [1]
    tree.append(tree)
    for seed in range(20):
        tree = grafted(tree, random.Random(seed))  # noqa: S311 - no secret
        assert isinstance(tree, list)


def test_missing_atheris_is_reported_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "atheris", None)
    assert fuzz.main(["codes"]) == NOT_HERE
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "atheris is not installed" in said.err


@pytest.fixture
def planted(tmp_path):
    """Return how the fuzzer is started on the planted table, as a process of its own."""
    (tmp_path / "planted.py").write_text(PLANTED, encoding="utf-8")
    command = [sys.executable, "-m", "tests.tools.fuzz", "--table", "planted", "--corpora", str(tmp_path / "corpora")]
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    return {"args": command, "cwd": ROOT, "env": {**os.environ, "PYTHONPATH": path}, "text": True}


@pytest.mark.thorough
@pytest.mark.needs_atheris
def test_a_crash_is_reported_saved_and_exits_with_an_error(planted, tmp_path):
    planted["args"] += ["planted", "--seconds", "60"]
    run = subprocess.run(**planted, capture_output=True, timeout=300, check=False)
    assert run.returncode == FOUND, run.stderr
    (kept,) = (tmp_path / "corpora" / "planted").iterdir()
    assert kept.read_bytes() == b"go"
    line, *others = run.stdout.splitlines()
    assert line.startswith("planted ")
    assert line.endswith("FAILED")
    assert "KeyError: 'planted'" in run.stdout
    assert repr(kept.read_bytes()) in others
    assert f"kept as {kept}" in others


@pytest.mark.thorough
@pytest.mark.needs_atheris
def test_a_target_without_crashes_is_reported_in_one_line(planted):
    planted["args"] += ["calm", "--seconds", "1"]
    run = subprocess.run(**planted, capture_output=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout
    assert re.fullmatch(
        r"calm +[0-9,]+ inputs +[0-9,]+/s   slowest 0.[0-9]{3} s   branches +[0-9]+ \+ [0-9]+ +ok\n", run.stdout
    )


@pytest.mark.thorough
@pytest.mark.needs_atheris
@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM], ids=lambda death: death.name)
def test_fuzz_workers_end_with_their_parent(planted, death):
    """All of them hold the other end of a pipe, which ends when the last of them does."""
    ends, held = os.pipe()
    planted["args"] += ["endless", "--seconds", str(ENDLESS)]
    planted["env"]["HELD"] = str(held)
    with subprocess.Popen(**planted, pass_fds=(held,)) as process, os.fdopen(ends, "rb") as heard:
        os.close(held)
        try:
            assert heard.read(1) == b"."
            process.send_signal(death)
            begun = time.monotonic()
            assert heard.read() == b""
            assert time.monotonic() - begun < ENDLESS / 2, "they have not come to their own end"
        finally:
            process.kill()


def test_invalid_seconds_are_refused(capsys):
    for wrong in (["--seconds", "0"], ["--seconds", "x"]):
        with pytest.raises(SystemExit) as end:
            fuzz.main(wrong)
        assert end.value.code == NOT_HERE
