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
"""Jobs submitted ahead per process: enough that none waits, and few enough that results need little memory."""
AHEAD_OF_OTHERS = 256
"""Jobs submitted ahead to an executor whose number of workers is unknown."""


def map_in_order(
    function: Callable[[J], R], work: Iterable[J], executor: Executor | None = None, jobs: int = 1
) -> Generator[R, None, None]:
    """Yield ``function`` of each job, in the order of the jobs.

    Runs on ``executor`` if given, else in this process if ``jobs`` is 1, else in so many others. An error in a job is
    raised in the place of its result; when the generator is closed, waiting jobs are cancelled and our own processes
    ended.
    """
    if executor is not None:
        yield from _map_through(executor, function, work, AHEAD_OF_OTHERS)
    elif jobs == 1:
        yield from map(function, work)
    else:
        # A process that ignores Ctrl-C, such as a shell's background job, has workers that ignore it too.
        is_deaf = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        with WorkerPool(jobs) as pool:
            try:
                yield from _map_through(
                    pool, function if is_deaf else partial(_interruptible, function), work, AHEAD * jobs
                )
            except BaseException:
                pool.stop()
                raise


def run_in_thread(work: Callable[[], R], on_done: Callable[[], object]) -> Future[R]:
    """Run ``work`` in a thread; its result or error is in the future, and ``on_done`` is called in that thread.

    The thread is a daemon. For work that mostly waits or runs in numpy; long computations belong in the worker process,
    or frames would be late.
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
        with _explained_start_errors():
            _begin_tracker()
            super().__init__(count, context or get_context("spawn"), initializer=_serve, initargs=(prepare, *given))

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Submit work; processes are started here, and inherit the signal mask."""
        with _ctrl_c_waits(), _explained_start_errors():
            return super().submit(function, *args, **kwargs)

    def stop(self) -> None:
        """Abandon all work and terminate the processes, which do not notice that the program ends.

        Waits for the pool's own thread: Python fails if it is still closing when the program ends.
        """
        for process in [*(self._processes or {}).values()]:
            process.terminate()
        self.shutdown()


def _begin_tracker() -> None:
    """Start the resource tracker of Python's pools with SIGHUP blocked.

    It ignores Ctrl-C anyway, but a closing terminal would end it, and a new one would not know the resources.
    """
    if sys.platform != "win32":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        try:
            resource_tracker.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def handed_over(submit: Callable[[], Future[R]], let_go: Callable[[], object]) -> Future[R]:
    """Submit work to a pool, once more after ``let_go`` if that is broken: ``submit`` has to make a new one then.

    If the system refuses to start one, for want of memory, processes or open files, the future holds the error.
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
def _explained_start_errors() -> Iterator[None]:
    """Explain an OSError raised while a process is being started."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, f"no other process can be begun ({error.strerror or error})") from None


def _serve(prepare: Callable[..., None] | None, *given: Any) -> None:
    _ignore_interrupts()
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
    """Defer Ctrl-C, here and in processes started meanwhile until they unblock it.

    Children inherit the mask. In this process the mask is not enough: a thread of numpy's may take the signal instead,
    and Python would raise it in the main thread, between a child's start and the data that the child waits for.
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


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _interruptible(function: Callable[[J], R], piece: J) -> R:
    """Run a job that Ctrl-C may interrupt; the error goes to whoever waits for the result."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return function(piece)
    finally:
        _ignore_interrupts()


def _map_through(
    executor: Executor, function: Callable[[J], R], work: Iterable[J], ahead: int
) -> Generator[R, None, None]:
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
        # Our own pools are stopped instead: Python 3.11 fails on futures cancelled before that.
        for future in () if isinstance(executor, WorkerPool) else waiting:
            future.cancel()


RUNNING = "running"
"""The status of a connected Dask client."""
GLANCE = 1.0
"""Seconds between checks whether a silent cluster is still there."""


class _Cluster(Executor):
    """A cluster's executor that refuses work when no worker is connected; Dask would wait for ever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor: Executor = client.get_executor()

    def submit(self, function: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        self._check()
        return self._executor.submit(function, *args, **kwargs)

    def await_result(self, future: Future[Any]) -> None:
        """Wait for a result; raise Problem if the cluster disappears meanwhile."""
        while not wait([future], GLANCE).done:
            self._check()

    def _check(self) -> None:
        if self._client.status != RUNNING:
            raise Problem("--scheduler: the cluster gave up: the connection is lost")


@contextmanager
def cluster(scheduler: str) -> Iterator[Executor]:
    """The executor of a Dask cluster; any failure of the cluster is raised as a Problem of one line."""
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
                # Dask may raise a ValueError about its own messages while it loses the scheduler.
                if isinstance(error, (ValueError, OSError)) and client.status == RUNNING:
                    raise
                raise Problem(f"--scheduler: the cluster gave up: {type(error).__name__}: {error}") from None


@contextmanager
def _without_log() -> Iterator[None]:
    """Silence all logging, Dask's above all, since errors are reported in one line."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
