"""Runs chunks of work here, in processes or on a cluster, and yields the results in the order of the work."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

from logic.terminal import Problem

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 4
"""Pieces handed out beforehand for each process: so many that none ever waits, so few that results need little room."""
AHEAD_OF_OTHERS = 256
"""Pieces handed out beforehand to an executor whose number of workers is not known."""


def in_order(
    function: Callable[[J], R], work: Iterable[J], executor: Executor | None = None, jobs: int = 1
) -> Generator[R, None, None]:
    """``function`` of each piece of work, in the order of the pieces, not of completion.

    Runs on any ``executor``, or without one in ``jobs`` processes of its own, of which one is this. An error in a
    worker comes out where its result would have; when nobody takes results any more, what waits is cancelled.
    """
    if executor is not None:
        yield from _through(executor, function, work, AHEAD_OF_OTHERS)
    elif jobs == 1:
        yield from map(function, work)
    else:
        # Who was started not to hear Ctrl-C, as in the background of a shell, has workers that do not hear it either.
        is_deaf = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        with WorkerPool(jobs) as pool:
            try:
                yield from _through(pool, function if is_deaf else partial(_hearing, function), work, AHEAD * jobs)
            except BaseException:
                pool.stop()
                raise


def beside(work: Callable[[], R], on_done: Callable[[], object]) -> Future[R]:
    """Begin with the work; what comes of it, an error too, is in the future, and ``on_done`` is called in that thread.

    The end of the program does not wait for it. For what mostly waits, or counts in numpy alone: what thinks belongs in
    the worker, or frames would be late.
    """
    future: Future[R] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)
        on_done()

    threading.Thread(target=run, daemon=True).start()
    return future


class WorkerPool(ProcessPoolExecutor):
    """A pool of spawned processes (no forked window or threads); each runs ``prepare`` first.

    They ignore Ctrl-C while starting or idle, since they would only print a traceback. They end as soon as this process
    does, however it dies, even while working. If the system refuses to start one, making the pool or submitting work
    raises OSError that says so.
    """

    def __init__(
        self,
        count: int,
        context: SpawnContext | None = None,
        prepare: Callable[..., None] | None = None,
        *given: Any,
    ) -> None:
        with _beginnings():
            _begin_tracker()
            super().__init__(count, context or get_context("spawn"), initializer=_serve, initargs=(prepare, *given))

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Have something done; the processes are started by this, and what holds for them is inherited."""
        with _ctrl_c_waits(), _beginnings():
            return super().submit(function, *args, **kwargs)

    def stop(self) -> None:
        """Let go of all work, what is being done too: the end of a program is not heard by its processes.

        Waits for the pool's own thread: Python trips over one that is just closing when the program ends.
        """
        for process in [*(self._processes or {}).values()]:
            process.terminate()
        self.shutdown()


def _begin_tracker() -> None:
    """Begin the process that clears away behind Python's pools, deaf to a terminal that is closed.

    It is deaf to Ctrl-C as it is; a terminal tells all it has begun, and one begun anew at the end knows of nothing.
    """
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        try:
            resource_tracker.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def handed_over(submit: Callable[[], Future[R]], let_go: Callable[[], object]) -> Future[R]:
    """Work handed to a pool that ``submit`` makes where there is none, and to a new one where that has died.

    Where the system lets none begin, for want of memory, processes or open files, the future says so.
    """
    try:
        try:
            return submit()
        except BrokenExecutor:
            let_go()
            return submit()
    except OSError as error:
        let_go()
        refused: Future[R] = Future()
        refused.set_exception(error)
        return refused


@contextmanager
def _beginnings() -> Iterator[None]:
    """Say what could not be done where the system refuses what a process takes to begin."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"no other process can be begun ({error.strerror or error})") from None


def _serve(prepare: Callable[..., None] | None, *given: Any) -> None:
    _turn_a_deaf_ear()
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow_parent, daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Put Ctrl-C off, here and in what is started meanwhile until that lets it through.

    What is started inherits the mask. Here that is not enough: a thread of numpy's may take the signal instead, and
    Python tells of it in the main thread, between a child's start and what the child then waits to be told.
    """
    hears = signal.getsignal(signal.SIGINT)
    puts_off = callable(hears) and threading.current_thread() is threading.main_thread()
    came: list[int] = []
    if puts_off:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    before = None
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if puts_off:
            signal.signal(signal.SIGINT, hears)
        if sys.platform != "win32" and before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number in came:
            signal.raise_signal(number)


def _turn_a_deaf_ear() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _hearing(function: Callable[[J], R], piece: J) -> R:
    """Do a piece of work that Ctrl-C may break off; the error goes to whoever waits for the result."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return function(piece)
    finally:
        _turn_a_deaf_ear()


def _through(executor: Executor, function: Callable[[J], R], work: Iterable[J], ahead: int) -> Generator[R, None, None]:
    pieces = iter(work)
    waiting: deque[Future[R]] = deque(executor.submit(function, piece) for piece in islice(pieces, ahead))
    try:
        while waiting:
            future = waiting.popleft()
            if isinstance(executor, _Cluster):
                executor.await_result(future)
            result = future.result()
            waiting += [executor.submit(function, piece) for piece in islice(pieces, 1)]
            yield result
    finally:
        # A pool of ours is stopped, and Python 3.11 trips over what is cancelled beforehand.
        for future in () if isinstance(executor, WorkerPool) else waiting:
            future.cancel()


RUNNING = "running"
"""The status of a client of Dask's that is connected."""
GLANCE = 1.0
"""Seconds after which it is looked whether a cluster that says nothing is still there."""


class _Cluster(Executor):
    """A cluster's executor that refuses work when no worker is connected; Dask would wait for ever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Executor = client.get_executor()

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        self._check()
        return self._executor.submit(function, *args, **kwargs)

    def await_result(self, future: Future[Any]) -> None:
        """Wait until there is a result; raise Problem if the cluster goes away meanwhile without a word."""
        while not wait([future], GLANCE).done:
            self._check()

    def _check(self) -> None:
        if self._client.status != RUNNING:
            raise Problem("--scheduler: the cluster gave up: the connection is lost")


@contextmanager
def cluster(scheduler: str) -> Iterator[Executor]:
    """The executor of a Dask cluster; errors over there are raised as a Problem of one line."""
    try:
        from distributed import Client
    except ImportError:
        raise Problem("--scheduler: Dask is not here; install the extra “cluster” (pip install '.[cluster]')") from None
    with _without_log():
        try:
            client = Client(scheduler)
        except (OSError, ValueError) as error:
            raise Problem(f"--scheduler: no cluster answers at {scheduler!r} ({error})") from None
        with client:
            try:
                yield _Cluster(client)
            except Problem:
                raise
            except Exception as error:
                # Dask itself may raise a ValueError about the form of its own answers while it loses the scheduler.
                if isinstance(error, (ValueError, OSError)) and client.status == RUNNING:
                    raise
                raise Problem(f"--scheduler: the cluster gave up: {type(error).__name__}: {error}") from None


@contextmanager
def _without_log() -> Iterator[None]:
    """Keep Dask from telling at length what is told in a line."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
