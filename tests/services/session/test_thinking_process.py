"""The worker process: answers, low priority, cancelling, replacement when it dies, and its end."""

import errno
import multiprocessing
import os
import signal
import sys
import textwrap
from multiprocessing.context import SpawnProcess

import pytest

from logic import lgame
from logic.core import Dice
from logic.engine.worker import NICENESS, Thinker
from logic.players import choose
from tests.support.processes import PATIENCE, ROOT, Child, is_running, run, wait_for

L_START = lgame.new(lgame.Params(), Dice(1))


@pytest.fixture(scope="module")
def others():
    """Return the processes that existed before any worker."""
    return set(multiprocessing.active_children())


@pytest.fixture(scope="module")
def process(others):
    with Thinker() as thinker:
        yield thinker


def worker_beside(others):
    """Return the process of the only worker."""
    (worker,) = set(multiprocessing.active_children()) - others
    return worker


def test_a_worker_process_plays_a_registered_game(process):
    answer = process.ask("choose", "lgame", L_START, "random", 3).result(PATIENCE)
    assert answer == choose(lgame, "random", L_START, Dice(3), lambda: False)


def test_the_worker_runs_at_lower_priority(process, others):
    process.ask("choose", "lgame", L_START, "random", 3).result(PATIENCE)
    pid = worker_beside(others).pid
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


def test_an_error_in_the_worker_is_raised_in_the_parent(process):
    with pytest.raises(ValueError, match="level: no 'strong'; there are"):
        process.ask("choose", "lgame", L_START, "strong", 1).result(PATIENCE)


def test_a_killed_worker_is_replaced_at_the_next_request(process, others, monkeypatch):
    def submit(*args):
        raise AssertionError("a dead worker was asked")

    process.ask("choose", "lgame", L_START, "random", 1).result(PATIENCE)
    killed = worker_beside(others)
    os.kill(killed.pid, signal.SIGKILL)
    killed.join(PATIENCE)
    monkeypatch.setattr(process._executor, "submit", submit)
    assert process.ask("choose", "lgame", L_START, "random", 1).result(PATIENCE) in L_START.legal_moves()
    assert worker_beside(others).pid != killed.pid


def test_a_worker_that_cannot_start_fails_the_request_and_is_retried(monkeypatch):
    def refuse(*_):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    with Thinker() as thinker:
        with monkeypatch.context() as crowded:
            crowded.setattr(SpawnProcess, "start", refuse)
            refused = thinker.ask("choose", "lgame", L_START, "random", 1)
        with pytest.raises(OSError, match="no other process can be begun"):
            refused.result(PATIENCE)
        assert thinker.ask("choose", "lgame", L_START, "random", 1).result(PATIENCE) in L_START.legal_moves()


def test_a_worker_is_renewed_after_many_answers_once_idle(monkeypatch):
    def ask():
        return thinker.ask("choose", "lgame", L_START, "random", 1)

    monkeypatch.setattr("logic.engine.worker.RENEWED_AFTER", 2)
    others = set(multiprocessing.active_children())
    with Thinker() as thinker:
        ask().result(PATIENCE)
        thinker.renew()
        first = worker_beside(others)
        os.kill(first.pid, signal.SIGSTOP)
        answer = ask()
        thinker.renew()
        os.kill(first.pid, signal.SIGCONT)
        assert answer.result(PATIENCE) in L_START.legal_moves()
        assert first.is_alive()
        thinker.renew()
        assert ask().result(PATIENCE) in L_START.legal_moves()
        wait_for(lambda: first.exitcode is not None, "the first worker's end")
        assert first.exitcode == 0
        second = worker_beside(others)
    wait_for(lambda: not second.is_alive(), "the second worker's end")


PROGRAM = """
import multiprocessing, os, time
from pathlib import Path
from concurrent.futures import CancelledError
from logic import lgame
from logic.core import Dice, Level, Message
from logic.engine.worker import Thinker

begun = Path(__file__).with_name("begun")

def endless(state, dice, stop):
    begun.touch()
    while not (listens and stop()):
        time.sleep(0.002)
    return state.legal_moves()[0]

listens = LISTENS
lgame.LEVELS = {"endless": Level(Message("Endless"), Message(""), endless)}

if __name__ == "__main__":
    state = lgame.new(lgame.Params(), Dice(1))
    thinker = Thinker()
    futures = [thinker.ask("choose", "lgame", state, "endless", 1) for _ in range(5)]
    while not begun.exists():
        time.sleep(0.01)
    print(multiprocessing.active_children()[0].pid, flush=True)
    BODY
"""


def program(tmp_path, body, listens=True):
    """Run a whole program, like the game, whose worker thinks without end."""
    text = PROGRAM.replace("LISTENS", str(listens)).replace("BODY", textwrap.indent(body, "    ").strip())
    (tmp_path / "program.py").write_text(text)
    return Child(sys.executable, tmp_path / "program.py", env={**os.environ, "PYTHONPATH": str(ROOT)})


def said_by(child):
    """Wait for its end; return its output, the number of its worker first, without an error."""
    with child:
        code, out, err = child.outcome()
    assert (code, err) == (0, "")
    return out.splitlines()


def test_cancel_stops_a_busy_worker_process(tmp_path):
    body = """
thinker.cancel()
answers = []
for future in futures:
    try:
        future.result(100)
    except CancelledError:
        answers.append("cancelled")
print(answers, flush=True)
print(thinker.ask("choose", "lgame", state, "random", 1).result(100) in state.legal_moves())
thinker.close()
"""
    assert said_by(program(tmp_path, body))[1:] == [str(["cancelled"] * 5), "True"]


@pytest.mark.parametrize("listens", [True, False])
def test_close_does_not_hang_even_if_the_worker_ignores_stop(tmp_path, listens):
    body = f"""
from logic.engine import worker
if listens:
    worker.GRACE = {PATIENCE}
thinker.close()
while not all(future.done() for future in futures):
    time.sleep(0.01)
"""
    (pid,) = said_by(program(tmp_path, body, listens))
    assert not is_running(int(pid))


def test_a_worker_ends_when_its_parent_is_killed(tmp_path):
    with program(tmp_path, "time.sleep(60)", listens=False) as child:
        pid = int(child.stdout.readline())
        assert is_running(pid)
        child.kill()
        wait_for(lambda: not is_running(pid), "the worker's end")


def test_a_worker_killed_while_busy_fails_its_requests_and_is_replaced(tmp_path):
    body = """
import signal
os.kill(thinker._worker._context.started[0].pid, signal.SIGKILL)
print([type(future.exception(100)).__name__ for future in futures])
print(thinker.ask("choose", "lgame", state, "random", 1).result(100) in state.legal_moves())
thinker.close()
"""
    assert said_by(program(tmp_path, body))[1:] == [str(["BrokenProcessPool"] * 5), "True"]


def test_worker_arena_and_adviser_import_no_pygame_and_no_network():
    script = "import sys, logic.engine.worker, logic.engine.arena, logic.llm.adviser; print(*sys.modules)"
    done = run(sys.executable, "-c", script, check=True)
    assert not {"pygame", "httpx", "ssl"} & set(done.stdout.split())
