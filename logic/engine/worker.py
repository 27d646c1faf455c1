"""Runs a game's own functions in a worker process, so that no frame ever waits for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from multiprocessing import connection, get_context
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any, Protocol

from logic import players, registry
from logic.core import Dice, Hint, Move, State, Stop, never
from logic.game import Analysis, Game, analysis_of, offers
from logic.jobs import WorkerPool, handed_over
from logic.llm import adviser
from logic.llm.adviser import Advice, builtin
from logic.llm.settings import NO_KEY, AdviserConfig, ApiKey
from logic.memory import release_freed_memory
from logic.puzzles import Puzzles, puzzles_of

GRACE = 0.5
"""Seconds that a worker has to end by itself before it is killed."""

RENEWED_AFTER = 200
"""The requests after which a worker is replaced: its heap fragments, and the C library cannot return the gaps."""

NICENESS = 5
"""The niceness added to a worker, so that the process that draws has priority."""


class Generation(Protocol):
    """A number shared with the worker; work requested under a smaller one is cancelled."""

    value: int


# -- in the worker process


_shared: list[Generation] = []
"""The generation that this worker serves; set by :func:`_prepare`, and empty in other processes."""


def _prepare(generation: Generation) -> None:
    """Initialise a worker: store the shared generation, and lower the priority."""
    _shared[:] = [generation]
    _lower_priority()


def _lower_priority() -> None:
    """Lower the priority of this process below that of the one that draws."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _work(generation: Generation | None, ticket: int, task: str, game: str, args: tuple[Any, ...]) -> Any:
    """Execute one task; raise CancelledError if nobody waits for it any more."""
    current = generation if generation is not None else next(iter(_shared), None)
    stop: Stop = never if current is None else lambda: current.value != ticket
    if stop():
        raise CancelledError
    try:
        return TASKS[task](registry.game_named(game), stop, *args)
    finally:
        if _shared:  # in a worker process
            release_freed_memory()
        if stop():  # whatever a game raises when it is stopped
            raise CancelledError


def _choose(game: Game, stop: Stop, state: State, level: str, seed: int) -> Move:
    return players.choose(game, level, state, Dice(seed), stop)


def _hint(game: Game, stop: Stop, state: State, seed: int, past: Sequence[State] = ()) -> Hint:
    _needed(game, Analysis.hint)
    return builtin(game, state, Dice(seed), stop, past)


def _analysed(method: Callable[..., Any], game: Game, stop: Stop, *args: Any) -> Any:
    return getattr(_needed(game, method), method.__name__)(*args, stop)


def _puzzled(method: Callable[..., Any], game: Game, stop: Stop, *args: Any) -> Any:
    puzzles = puzzles_of(game)
    if puzzles is None:
        raise ValueError("the game offers no puzzles")
    return getattr(puzzles, method.__name__)(*args, stop)


def _advise(
    game: Game,
    stop: Stop,
    state: State,
    config: AdviserConfig | None,
    language: str,
    seed: int,
    past: Sequence[State] = (),
    key: ApiKey = NO_KEY,
) -> Advice:
    return adviser.turn(game, state, config, language, Dice(seed), stop, past, key)


def _needed(game: Game, method: Callable[..., Any]) -> Analysis:
    """The game's analysis; raises ValueError if it does not offer the method."""
    analysis = analysis_of(game)
    if not offers(analysis, method):
        raise ValueError(f"the game offers no {method.__name__}")
    return analysis


TASKS: Mapping[str, Callable[..., Any]] = {
    "choose": _choose,
    "hint": _hint,
    **{
        method.__name__: partial(_analysed, method)
        for method in (Analysis.evaluation, Analysis.solution, Analysis.least, Analysis.review)
    },
    **{method.__name__: partial(_puzzled, method) for method in (Puzzles.make, Puzzles.judge, Puzzles.difficulty)},
    "advise": _advise,
}
"""All tasks, with their arguments and results.

choose (state, level, seed) -> Move, hint (state, seed, and the positions so far if moves can be taken back) -> Hint,
evaluation (state) -> Evaluation, solution (state) -> Moves or None, least (state) -> numbers, review (states, moves)
-> tuple of Remarks; for a game of puzzles also make (values, seed) -> Puzzle, judge (params) -> the minimum or None,
and a message, difficulty (params) -> what makes it hard, or None. advise (state, the language model's configuration or
None, language, seed, the positions so far as for a hint, and its ApiKey) -> Advice, for a hint and for a seat alike:
with None nothing leaves the machine.
"""


# -- in the main process


class _Worker:
    """A worker process, and the means to end it reliably."""

    def __init__(self, generation: Generation) -> None:
        self._context = _RecordingContext()
        self.pool = WorkerPool(1, self._context, _prepare, generation)

    @property
    def has_died(self) -> bool:
        """Whether a process was started and has ended.

        Its sentinel knows at once; ``is_alive`` may not, while the pool's own thread is reaping the process.
        """
        return bool(connection.wait([process.sentinel for process in self._context.started], timeout=0))

    def end(self) -> None:
        """End the process, by force if it does not end in time; returns within about a second.

        By then all futures are resolved and the pool's thread has ended: otherwise the end of the program would wake
        that thread while it closes.
        """
        closing = Thread(target=partial(self.pool.shutdown, cancel_futures=True), daemon=True)
        closing.start()
        for process in self._context.started:
            process.join(GRACE)
            process.kill()
        closing.join(GRACE)


class _RecordingContext(SpawnContext):
    """A multiprocessing context that remembers the processes it starts."""

    def __init__(self) -> None:
        super().__init__()
        self._made: list[SpawnProcess] = []

    @property
    def started(self) -> list[SpawnProcess]:
        """The processes that were actually started."""
        return [process for process in self._made if process.pid is not None]

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **kwargs)
        self._made.append(process)
        return process


class Thinker:
    """Sends requests to a worker, one after the other, and cancels those that are no longer wanted.

    Without a factory the worker is one process, started at the first request. A factory may give any other Executor,
    such as threads or a cluster's; cancelling reaches processes of our own and threads, while elsewhere work that has
    begun runs to its own bound. Not thread-safe.
    """

    def __init__(self, executor_factory: Callable[[], Executor] | None = None) -> None:
        self._factory = executor_factory
        self._generation: Any = get_context("spawn").RawValue("q", 0)
        self._worker: _Worker | None = None
        self._executor: Executor | None = None
        self._retired: _Worker | None = None
        self._asked = 0
        self._waiting: list[Future[Any]] = []
        self._closed = False

    def ask(self, task: str, game: str, *args: Any) -> Future[Any]:
        """Request one of TASKS; errors of the game or of the worker are raised by the future.

        After :meth:`cancel` the future's ``result()`` raises CancelledError. A crashed worker is replaced here.
        """
        if self._closed:
            raise RuntimeError("this thinker is closed")
        if task not in TASKS:
            raise ValueError(f"task: no {task!r}; there are {', '.join(TASKS)}")
        registry.game_named(game)
        if self._worker is not None and self._worker.has_died:
            self._drop()
        future = handed_over(partial(self._submit, task, game, args), self._drop)
        self._waiting = [*(one for one in self._waiting if not one.done()), future]
        self._asked += 1
        return future

    def renew(self) -> None:
        """Retire a worker that has handled many requests, if none is pending; returns at once.

        The next request starts a new one, which takes half a second: call this between two games.
        """
        if self._retired is not None and self._retired.has_died:
            self._end_retired()
        if self._worker is None or self._asked < RENEWED_AFTER or not all(one.done() for one in self._waiting):
            return
        self._end_retired()
        self._worker.pool.shutdown(wait=False)  # the process's end is checked later
        self._retired, self._worker, self._executor, self._asked = self._worker, None, None, 0

    def new_executor(self) -> Executor:
        """Another worker of the same kind for work outside of games; the caller shuts it down."""
        return self._factory() if self._factory is not None else WorkerPool(1, None, _lower_priority)

    def cancel(self) -> None:
        """Cancel all requests so far: a running one stops soon, waiting ones are not started."""
        self._generation.value += 1
        if self._worker is None:  # a process pool that breaks later fails on cancelled futures
            for future in self._waiting:
                future.cancel()

    def close(self) -> None:
        """Stop all work and end the worker, by force if it does not respond; may be called twice."""
        self._closed = True
        self.cancel()
        self._drop()
        self._end_retired()

    def __enter__(self) -> Thinker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _submit(self, task: str, game: str, args: tuple[Any, ...]) -> Future[Any]:
        executor = self._running()
        generation = self._generation if isinstance(executor, ThreadPoolExecutor) else None
        return executor.submit(_work, generation, self._generation.value, task, game, args)

    def _running(self) -> Executor:
        if self._executor is None:
            if self._factory is None:
                self._worker = _Worker(self._generation)
                self._executor = self._worker.pool
            else:
                self._executor = self._factory()
        return self._executor

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.end()
        elif self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._worker = self._executor = None
        self._asked = 0

    def _end_retired(self) -> None:
        if self._retired is not None:
            self._retired.end()
            self._retired = None
