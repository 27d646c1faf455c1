"""No process is left running: helpers end with their parent, however it died, and tests end theirs."""

import os
import signal
import sys
from contextlib import suppress

import pytest

from tests.support.processes import ROOT, Child, hears, is_running, processor_seconds, run, wait_for

MAIN = (sys.executable, "main.py")
ARENA = (*MAIN, "arena", "lgame", "--seats", "random", "random", "--games", "100000", "--jobs", "2")
GENERATE = (*MAIN, "generate", "jumpin", "--rabbits", "3", "--mushrooms", "3", "--foxes", "2", "--jobs", "2", "--out")
FOR_EVER = "while True: sum(range(100_000))"


def kill_abruptly(child):
    """Die as at a power cut, without any cleaning up."""
    assert child.helpers()
    os.kill(child.pid, signal.SIGKILL)
    child.wait()


# -- the program's helpers


def test_workers_end_when_their_killed_arena_or_generator_does(tmp_path):
    with Child(*ARENA) as arena:
        wait_for(lambda: len(arena.workers_at_work()) == 2, "the workers' first games")
        kill_abruptly(arena)
        wait_for(lambda: not arena.helpers(), "the workers' end")
    with Child(*GENERATE, tmp_path / "all.jsonl") as generator:
        wait_for(lambda: len(generator.workers_at_work()) == 2, "the workers' first meadows")
        kill_abruptly(generator)
        wait_for(lambda: not generator.helpers(), "the workers' end")


# -- Ctrl-C


AT_A_START = """
import os, signal, threading, time
from concurrent.futures import ProcessPoolExecutor
from logic.jobs import WorkerPool

threading.Thread(target=threading.Event().wait, daemon=True).start()  # takes what the main thread puts off

def start(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.5)
    print("started")

ProcessPoolExecutor.submit = start
try:
    WorkerPool(1).submit(print)
except KeyboardInterrupt:
    print("then heard")
"""


def test_ctrl_c_is_deferred_until_a_worker_has_started():
    assert run(sys.executable, "-c", AT_A_START, check=True).stdout.split("\n")[:2] == ["started", "then heard"]


# -- Ctrl-C that must be ignored


BEGUN = 1.0
"""Seconds of processor time in which a worker has loaded its code and begun."""
MORE = 0.3
"""Seconds of processor time in which a worker that reacted to a signal would have ended."""
IN_THE_BACKGROUND = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Starts a program as a shell without a terminal does when a line ends in an ampersand."""


def spent(child):
    """Return the seconds of processor time that each helper which has begun to work has used."""
    seconds = {one: processor_seconds(one) for one in child.helpers()}
    return {one: used for one, used in seconds.items() if used > BEGUN}


@pytest.mark.thorough
def test_workers_ignore_ctrl_c_if_their_parent_was_started_ignoring_it():
    with Child(*IN_THE_BACKGROUND, *ARENA) as arena:
        before = wait_for(lambda: len(found := spent(arena)) == 2 and found, "the workers' first games")
        os.killpg(arena.pid, signal.SIGINT)
        wait_for(lambda: all(used > before[one] + MORE for one, used in spent(arena).items()), "more games")
        assert spent(arena).keys() == before.keys()
        assert arena.poll() is None


# -- what tests start


def test_a_child_handles_ctrl_c_even_if_the_test_process_ignores_it():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Child(sys.executable, "-c", f"print(flush=True)\n{FOR_EVER}") as child:
            assert child.stdout.readline()
            assert hears(child.pid, signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


PARENT = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "{FOR_EVER}"])
print(flush=True)
{FOR_EVER}
"""


def test_a_child_and_its_descendants_end_with_the_block_or_the_tests():
    with suppress(ZeroDivisionError), Child(sys.executable, "-c", PARENT) as child:
        assert child.stdout.readline()
        assert child.helpers()
        raise ZeroDivisionError
    assert child.returncode == -signal.SIGKILL
    wait_for(lambda: not child.helpers(), "the end of what it started")
    with Child(sys.executable, "-c", TESTS) as tests:
        child = int(tests.stdout.readline())
        assert is_running(child)
        tests.kill()
        wait_for(lambda: not is_running(child), "the child's end")


TESTS = f"""
import sys
from tests.support.processes import Child
child = Child(sys.executable, "-c", "{FOR_EVER}")
print(child.pid, flush=True)
{FOR_EVER}
"""


RUN = """
import sys, time
from pathlib import Path
from tests.support.processes import Child

def test_without_end():
    child = Child(sys.executable, "-c", "while True: pass")
    Path(__file__).with_name("begun").write_text(str(child.pid))
    time.sleep(3600)
"""


def test_pytest_workers_and_their_children_end_with_the_test_run(tmp_path):
    (tmp_path / "test_without_end.py").write_text(RUN, encoding="utf-8")
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_configure\n", encoding="utf-8")
    begun = tmp_path / "begun"
    command = (sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Child(*command, cwd=tmp_path, env=environment) as tests:
        child = int(wait_for(lambda: begun.exists() and begun.read_text(), "the test"))
        assert is_running(child)
        kill_abruptly(tests)
        wait_for(lambda: not (tests.helpers() or is_running(child)), "the worker's end")


def test_run_reports_a_program_that_cannot_be_started():
    assert "No such file" in run("no-such-program").stderr
