"""Thinking in a worker: answers, cancelling, crashes, closing – with real processes and with threads."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from logic import lgame, registry
from logic.core import Dice, Hint, Level, Message, Remark, Verdict
from logic.players import choose, level, levels
from logic.thinking import NICENESS, Thinker
from tests import cardgame, nullgame
from tests.laws import register_small

ROOT = Path(__file__).parent.parent
START = nullgame.new(nullgame.Params(), Dice(1))
L_START = lgame.new(lgame.Params(), Dice(1))
SECONDS = 20


@pytest.fixture
def shelf(monkeypatch):
    register_small(monkeypatch)
    return monkeypatch


@pytest.fixture
def threads(shelf):
    with Thinker(lambda: ThreadPoolExecutor(max_workers=1)) as thinker:
        yield thinker


@pytest.fixture(scope="module")
def process():
    with Thinker() as thinker:
        yield thinker


def slow_level(shelf, monkeypatch):
    """Give the null game a level that thinks until it is stopped; tells when it began and whether it was stopped."""
    began, stopped = threading.Event(), threading.Event()

    def think(state, dice, stop):
        began.set()
        while not stop():
            stopped.wait(0.001)
        stopped.set()
        return state.legal_moves()[0]

    monkeypatch.setattr(nullgame, "LEVELS", {"slow": Level(Message("Slow"), Message(""), think)}, raising=False)
    return began, stopped


# -- players


def test_every_game_has_the_random_level_beside_its_own():
    assert list(levels(nullgame)) == ["random", "model"]
    assert {"random", "model", *getattr(lgame, "LEVELS", {})} == set(levels(lgame))


def test_an_unknown_level_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="level: no 'strong'; there are random, model"):
        level(nullgame, "strong")


def test_the_random_level_plays_every_move_by_its_dice():
    dice = Dice(1)
    seen = [choose(nullgame, "random", START, dice, lambda: False) for _ in range(60)]
    assert set(seen) == set(START.legal_moves())


def test_a_level_sees_only_what_its_seat_may_know(monkeypatch):
    shown = []

    def peek(state, dice, stop):
        shown.append(state)
        return state.legal_moves()[0]

    monkeypatch.setattr(cardgame, "LEVELS", {"peek": Level(Message("Peek"), Message(""), peek)}, raising=False)
    choose(cardgame, "peek", cardgame.new(cardgame.Params(), Dice(2)), Dice(1), lambda: False)
    assert shown[0].hands[1] == (cardgame.HIDDEN,) * 3


def test_a_level_that_chooses_no_legal_move_is_an_error(monkeypatch):
    bad = Level(Message("Bad"), Message(""), lambda state, dice, stop: nullgame.Take(9))
    monkeypatch.setattr(nullgame, "LEVELS", {"bad": bad}, raising=False)
    with pytest.raises(RuntimeError, match="'take 9', which is not a legal move"):
        choose(nullgame, "bad", START, Dice(1), lambda: False)


# -- asking, with threads


def test_an_answer_arrives_in_the_future(threads):
    assert threads.ask("choose", "nullgame", START, "random", 3).result(SECONDS) in START.legal_moves()


def test_the_same_seed_is_the_same_answer(threads):
    answers = {threads.ask("choose", "nullgame", START, "random", 3).result(SECONDS) for _ in range(5)}
    assert len(answers) == 1


def test_the_screen_is_woken_when_an_answer_is_there(threads):
    woken = threading.Event()
    threads.ask("choose", "nullgame", START, "random", 3).add_done_callback(lambda future: woken.set())
    assert woken.wait(SECONDS)


@pytest.mark.parametrize(
    ("task", "game", "words"),
    [
        ("dream", "nullgame", "task: no 'dream'; there are choose, hint"),
        ("hint", "chess", "game: no 'chess'; there are lgame"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once(threads, task, game, words):
    with pytest.raises(ValueError, match=words):
        threads.ask(task, game, START)


@pytest.mark.parametrize("task", ["hint", "verdict", "review"])
def test_a_game_that_offers_no_such_thing_says_so(threads, task):
    args = {"hint": (START, 1), "verdict": (START,), "review": ((START,), ())}[task]
    with pytest.raises(ValueError, match=f"offers no {task}"):
        threads.ask(task, "nullgame", *args).result(SECONDS)


def test_all_tasks_reach_the_game(threads, monkeypatch):
    remark = Remark(0, -1, Message("Oh."))
    hint = Hint((nullgame.Take(1),), Message("Because."))
    verdict = Verdict(1, 3, Message("Won."))
    monkeypatch.setattr(nullgame, "hint", lambda state, dice, stop: hint, raising=False)
    monkeypatch.setattr(nullgame, "verdict", lambda state, stop: verdict, raising=False)
    monkeypatch.setattr(nullgame, "review", lambda states, moves, stop: (remark,), raising=False)
    assert threads.ask("hint", "nullgame", START, 1).result(SECONDS) == hint
    assert threads.ask("verdict", "nullgame", START).result(SECONDS) == verdict
    assert threads.ask("review", "nullgame", (START,), ()).result(SECONDS) == (remark,)


def test_an_error_in_the_game_arrives_in_the_future(threads):
    with pytest.raises(ValueError, match="level: no 'strong'"):
        threads.ask("choose", "nullgame", START, "strong", 1).result(SECONDS)
    assert threads.ask("choose", "nullgame", START, "random", 1).result(SECONDS)


def test_cancelling_stops_what_runs_and_never_begins_what_waits(threads, shelf, monkeypatch):
    began, stopped = slow_level(shelf, monkeypatch)
    running = threads.ask("choose", "nullgame", START, "slow", 1)
    waiting = threads.ask("choose", "nullgame", START, "slow", 1)
    assert began.wait(SECONDS)
    threads.cancel()
    for future in (running, waiting):
        with pytest.raises(CancelledError):
            future.result(SECONDS)
    assert stopped.is_set()
    assert threads.ask("choose", "nullgame", START, "random", 1).result(SECONDS)


def test_closing_stops_what_runs(shelf, monkeypatch):
    began, stopped = slow_level(shelf, monkeypatch)
    thinker = Thinker(lambda: ThreadPoolExecutor(max_workers=1))
    future = thinker.ask("choose", "nullgame", START, "slow", 1)
    assert began.wait(SECONDS)
    thinker.close()
    thinker.close()
    assert stopped.wait(SECONDS)
    with pytest.raises(CancelledError):
        future.result(SECONDS)
    with pytest.raises(RuntimeError, match="closed"):
        thinker.ask("choose", "nullgame", START, "random", 1)


def test_the_executor_is_not_made_before_the_first_question(shelf):
    made = []

    def factory():
        made.append(ThreadPoolExecutor(max_workers=1))
        return made[-1]

    with Thinker(factory) as thinker:
        thinker.cancel()
        assert made == []
        thinker.ask("choose", "nullgame", START, "random", 1).result(SECONDS)
        thinker.ask("choose", "nullgame", START, "random", 1).result(SECONDS)
    assert len(made) == 1


class Far:
    """An Executor of somebody else's, such as a cluster's: no flag reaches it; it begins work when told to."""

    def __init__(self):
        self.asked = []

    def submit(self, function, /, *args):
        self.asked.append((Future(), function, args))
        return self.asked[-1][0]

    def work(self):
        for future, function, args in self.asked:
            if future.set_running_or_notify_cancel():
                future.set_result(function(*args))
        self.asked.clear()

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.closed = True


def test_any_executor_will_do_and_what_it_has_not_begun_is_cancelled(shelf):
    far = Far()
    with Thinker(lambda: far) as thinker:
        first = thinker.ask("choose", "nullgame", START, "random", 1)
        assert far.asked[0][2][0] is None, "a shared number cannot travel to a cluster"
        far.work()
        second = thinker.ask("choose", "nullgame", START, "random", 1)
        thinker.cancel()
        far.work()
        assert first.result(0) in START.legal_moves()
        assert second.cancelled()
    assert far.closed


def test_a_broken_executor_is_replaced_at_the_next_question(shelf):
    class Broken(Far):
        def submit(self, function, /, *args):
            raise BrokenExecutor

    whole = ThreadPoolExecutor(max_workers=1)
    stock = [Broken(), whole]
    with Thinker(lambda: stock.pop(0)) as thinker:
        assert thinker.ask("choose", "nullgame", START, "random", 1).result(SECONDS)
    assert stock == []


# -- asking, with a process


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


def test_wait_serves_futures_of_a_thinker(threads):
    futures = [threads.ask("choose", "nullgame", START, "random", seed) for seed in range(4)]
    assert wait(futures, timeout=SECONDS).not_done == set()


def test_the_registry_is_asked_when_the_work_is_done(threads, monkeypatch):
    monkeypatch.setitem(registry.GAMES, "again", nullgame)
    assert threads.ask("choose", "again", START, "random", 1).result(SECONDS)
