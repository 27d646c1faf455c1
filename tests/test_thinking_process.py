"""The worker as a process: it answers, steps back, is stopped, is replaced when it dies, and dies with the game."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from logic import lgame
from logic.core import Dice
from logic.players import choose
from logic.thinking import NICENESS, Thinker

ROOT = Path(__file__).parent.parent
L_START = lgame.new(lgame.Params(), Dice(1))
SECONDS = 20


@pytest.fixture(scope="module")
def process():
    with Thinker() as thinker:
        yield thinker


def test_a_worker_process_plays_a_registered_game(process):
    answer = process.ask("choose", "lgame", L_START, "random", 3).result(SECONDS)
    assert answer == choose(lgame, "random", L_START, Dice(3), lambda: False)


def worker_pid(thinker):
    (started,) = thinker._worker._context.started
    return started.pid


def test_the_worker_steps_back_behind_the_screen(process):
    process.ask("choose", "lgame", L_START, "random", 3).result(SECONDS)
    pid = worker_pid(process)
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


def test_an_error_travels_back_from_the_process(process):
    with pytest.raises(ValueError, match="level: no 'strong'; there are"):
        process.ask("choose", "lgame", L_START, "strong", 1).result(SECONDS)


def test_a_killed_worker_is_replaced_at_the_next_question():
    with Thinker() as thinker:
        thinker.ask("choose", "lgame", L_START, "random", 1).result(SECONDS)
        pid = worker_pid(thinker)
        os.kill(pid, signal.SIGKILL)
        thinker._worker._context.started[0].join(SECONDS)
        assert thinker.ask("choose", "lgame", L_START, "random", 1).result(SECONDS) in L_START.legal_moves()
        assert worker_pid(thinker) != pid


def test_a_dead_worker_is_never_asked(monkeypatch):
    def submit(*args):
        raise AssertionError("a dead worker was asked")

    with Thinker() as thinker:
        thinker.ask("choose", "lgame", L_START, "random", 1).result(SECONDS)
        os.kill(worker_pid(thinker), signal.SIGKILL)
        thinker._worker._context.started[0].join(SECONDS)
        monkeypatch.setattr(thinker._executor, "submit", submit)
        assert thinker.ask("choose", "lgame", L_START, "random", 1).result(SECONDS)


PROGRAM = """
import os, time
from pathlib import Path
from concurrent.futures import CancelledError
from logic import lgame
from logic.core import Dice, Level, Message
from logic.thinking import Thinker

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
    print(thinker._worker._context.started[0].pid, flush=True)
    BODY
"""


def program(tmp_path, body, listens=True):
    """Run a whole program, as the game is one, whose worker thinks without end."""
    text = PROGRAM.replace("LISTENS", str(listens)).replace("BODY", textwrap.indent(body, "    ").strip())
    (tmp_path / "program.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def is_running(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_cancelling_reaches_a_process_at_work(tmp_path):
    body = """
thinker.cancel()
answers = []
for future in futures:
    try:
        future.result(15)
    except CancelledError:
        answers.append("cancelled")
print(answers, flush=True)
print(thinker.ask("choose", "lgame", state, "random", 1).result(15) in state.legal_moves())
thinker.close()
"""
    out, err = program(tmp_path, body).communicate(timeout=60)
    assert err == ""
    assert out.splitlines()[1:] == [str(["cancelled"] * 5), "True"]


@pytest.mark.parametrize("listens", [True, False])
def test_closing_never_hangs_even_if_the_worker_does_not_listen(tmp_path, listens):
    child = program(tmp_path, "thinker.close()\nprint(all(f.done() for f in futures))", listens)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 0
    assert err == ""
    pid, done = out.split()
    assert done == "True"
    assert not is_running(int(pid))


def test_a_worker_dies_with_a_game_that_was_killed(tmp_path):
    child = program(tmp_path, "time.sleep(60)", listens=False)
    pid = int(child.stdout.readline())
    assert is_running(pid)
    child.kill()
    child.communicate(timeout=20)
    deadline = threading.Event()
    for _ in range(500):
        if not is_running(pid):
            break
        deadline.wait(0.02)
    assert not is_running(pid)


def test_a_worker_killed_at_work_breaks_its_questions_and_is_replaced(tmp_path):
    body = """
import signal
os.kill(thinker._worker._context.started[0].pid, signal.SIGKILL)
print([type(future.exception(15)).__name__ for future in futures])
print(thinker.ask("choose", "lgame", state, "random", 1).result(15) in state.legal_moves())
thinker.close()
"""
    out, err = program(tmp_path, body).communicate(timeout=60)
    assert err == ""
    assert out.splitlines()[1:] == [str(["BrokenProcessPool"] * 5), "True"]


def test_thinking_needs_no_screen():
    script = "import sys, logic.thinking, logic.arena; print('pygame' in sys.modules, 'numpy.random' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.split()[0] == "False"
