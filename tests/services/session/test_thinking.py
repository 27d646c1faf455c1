"""Requests to a worker: answers, errors, cancelling and closing, with threads."""

import threading
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor, wait

import pytest

from logic import registry
from logic.core import Dice, Evaluation, Hint, Level, Message, Remark
from logic.engine.worker import Thinker
from logic.game import Analysis
from tests.games import nullgame
from tests.support.positions.cases import register_small
from tests.support.processes import PATIENCE

START = nullgame.new(nullgame.Params(), Dice(1))


@pytest.fixture
def shelf(monkeypatch):
    register_small(monkeypatch)
    return monkeypatch


@pytest.fixture
def threads(shelf):
    with Thinker(lambda: ThreadPoolExecutor(max_workers=1)) as thinker:
        yield thinker


def slow_level(shelf, monkeypatch, error=None):
    """Give the null game a level that thinks until it is stopped; records when it began and whether it was stopped."""
    began, stopped = threading.Event(), threading.Event()

    def think(state, dice, stop):
        began.set()
        while not stop():
            stopped.wait(0.001)
        stopped.set()
        if error is not None:
            raise error
        return state.legal_moves()[0]

    monkeypatch.setattr(nullgame, "LEVELS", {"slow": Level(Message("Slow"), Message(""), think)}, raising=False)
    return began, stopped


def test_answers_are_deterministic_by_seed_and_errors_reach_the_future(threads):
    assert threads.ask("choose", "nullgame", START, "random", 3).result(PATIENCE) in START.legal_moves()
    answers = {threads.ask("choose", "nullgame", START, "random", 3).result(PATIENCE) for _ in range(5)}
    assert len(answers) == 1
    woken = threading.Event()
    threads.ask("choose", "nullgame", START, "random", 3).add_done_callback(lambda future: woken.set())
    assert woken.wait(PATIENCE)
    with pytest.raises(ValueError, match="level: no 'strong'"):
        threads.ask("choose", "nullgame", START, "strong", 1).result(PATIENCE)
    assert threads.ask("choose", "nullgame", START, "random", 1).result(PATIENCE)
    futures = [threads.ask("choose", "nullgame", START, "random", seed) for seed in range(4)]
    assert wait(futures, timeout=PATIENCE).not_done == set()


@pytest.mark.parametrize(
    ("task", "game", "words"),
    [
        ("dream", "nullgame", "task: no 'dream'; there are choose, hint"),
        ("hint", "chess", "game: no 'chess'; there are lgame"),
    ],
)
def test_an_unknown_task_or_game_is_refused_at_once(threads, task, game, words):
    with pytest.raises(ValueError, match=words):
        threads.ask(task, game, START)


@pytest.mark.parametrize("task", ["hint", "evaluation", "review"])
def test_a_task_the_game_does_not_offer_is_refused(threads, task):
    args = {"hint": (START, 1), "evaluation": (START,), "review": ((START,), ())}[task]
    with pytest.raises(ValueError, match=f"offers no {task}"):
        threads.ask(task, "nullgame", *args).result(PATIENCE)


def test_every_task_calls_the_game_found_in_the_registry(threads, monkeypatch):
    remark = Remark(0, -1, Message("Oh."))
    hint = Hint((nullgame.Take(1),), Message("Because."))
    evaluation = Evaluation(1, 3, Message("Won."))

    class Coach(Analysis):
        def hint(self, view, dice, stop):
            return hint

        def evaluation(self, view, stop):
            return evaluation

        def review(self, states, moves, stop):
            return (remark,)

    monkeypatch.setattr(nullgame, "ANALYSIS", Coach(), raising=False)
    assert threads.ask("hint", "nullgame", START, 1).result(PATIENCE) == hint
    assert threads.ask("evaluation", "nullgame", START).result(PATIENCE) == evaluation
    assert threads.ask("review", "nullgame", (START,), ()).result(PATIENCE) == (remark,)
    monkeypatch.setitem(registry.GAMES, "again", nullgame)
    assert threads.ask("choose", "again", START, "random", 1).result(PATIENCE)


def test_cancel_and_close_stop_running_and_drop_waiting_requests(threads, shelf, monkeypatch):
    began, stopped = slow_level(shelf, monkeypatch)
    running = threads.ask("choose", "nullgame", START, "slow", 1)
    waiting = threads.ask("choose", "nullgame", START, "slow", 1)
    assert began.wait(PATIENCE)
    threads.cancel()
    for future in (running, waiting):
        with pytest.raises(CancelledError):
            future.result(PATIENCE)
    assert stopped.is_set()
    began, _ = slow_level(shelf, monkeypatch, error=ValueError("stopped"))
    running = threads.ask("choose", "nullgame", START, "slow", 1)
    assert began.wait(PATIENCE)
    threads.cancel()
    with pytest.raises(CancelledError):
        running.result(PATIENCE)
    assert threads.ask("choose", "nullgame", START, "random", 1).result(PATIENCE)
    began, stopped = slow_level(shelf, monkeypatch)
    thinker = Thinker(lambda: ThreadPoolExecutor(max_workers=1))
    future = thinker.ask("choose", "nullgame", START, "slow", 1)
    assert began.wait(PATIENCE)
    thinker.close()
    thinker.close()
    assert stopped.wait(PATIENCE)
    with pytest.raises(CancelledError):
        future.result(PATIENCE)
    with pytest.raises(RuntimeError, match="closed"):
        thinker.ask("choose", "nullgame", START, "random", 1)


def test_the_executor_is_created_on_demand_and_replaced_when_broken(shelf):
    made = []

    def factory():
        made.append(ThreadPoolExecutor(max_workers=1))
        return made[-1]

    with Thinker(factory) as thinker:
        thinker.cancel()
        assert made == []
        thinker.ask("choose", "nullgame", START, "random", 1).result(PATIENCE)
        thinker.ask("choose", "nullgame", START, "random", 1).result(PATIENCE)
    assert len(made) == 1
    far = RemoteExecutor()
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

    class Broken(RemoteExecutor):
        def submit(self, function, /, *args):
            raise BrokenExecutor

    whole = ThreadPoolExecutor(max_workers=1)
    stock = [Broken(), whole]
    with Thinker(lambda: stock.pop(0)) as thinker:
        assert thinker.ask("choose", "nullgame", START, "random", 1).result(PATIENCE)
    assert stock == []


class RemoteExecutor:
    """A foreign Executor, such as a cluster's: no flag reaches it; it begins work when told to."""

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
