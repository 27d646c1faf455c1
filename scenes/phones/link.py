"""The program's end of the pipe to the server: nothing here waits for anybody, so that no frame does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import msgspec

from scenes.phones.wire import Address, Asked, Failed, Heard, Pointed, Told, from_wire

Given = TypeVar("Given")

MOST_WISHES, MOST_WAITING = 256, 1024
"""What the server has said and nobody has taken yet, at most: more is dropped, for no family is so quick.

Wishes are dropped first: they can be made again, but who has a seat is said once.
"""
ENDING = 2.0
"""Seconds in which a server that was let go ends by itself."""


class Link:
    """A process of its own that is told things; ``wake`` is called from another thread when it has said something.

    It ``runs`` with its end of the pipe and with what it is given; that is the server for phones at an address, unless
    it is told otherwise.
    """

    def __init__(
        self,
        given: Given,
        wake: Callable[[], object],
        runs: Callable[[Connection, Given], None] | None = None,
    ) -> None:
        self._wake = wake
        self._runs: Callable[[Connection, Any], None] = _serve if runs is None else runs
        self._heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()
        self._told: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(given,), daemon=True).start()

    def tell(self, told: Told) -> None:
        """Have the server told something, soon."""
        self._told.put(told)

    def heard(self) -> list[Heard]:
        """All that the server has said since the last time."""
        heard: list[Heard] = []
        with suppress(queue.Empty):
            while True:
                heard.append(self._heard.get_nowait())
        return heard

    def close(self) -> None:
        """Let the server go."""
        self._told.put(None)

    # -- in threads of its own

    def _run(self, given: object) -> None:
        """Start the process and pass on what it is told: both may take longer than a frame."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=self._runs, args=(theirs, given), daemon=True)
        try:
            process.start()
        except OSError as error:
            self._say(Failed(error.strerror or str(error)))
            return
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()
        with suppress(OSError):
            while (told := self._told.get()) is not None:
                ours.send(told)
            ours.send(None)
        _end(process)

    def _listen(self, pipe: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                try:
                    heard = from_wire(pipe.recv_bytes())
                except msgspec.MsgspecError:
                    continue
                self._say(heard)
        pipe.close()
        self._say(Failed(""))

    def _say(self, heard: Heard) -> None:
        if self._heard.qsize() < (MOST_WISHES if isinstance(heard, Asked | Pointed) else MOST_WAITING):
            self._heard.put(heard)
            self._wake()


def _serve(pipe: Connection, address: Address) -> None:
    from scenes.phones.server import serve  # in its own process alone: it takes long to load

    serve(pipe, address)


def _end(process: BaseProcess) -> None:
    """Wait for a server that was told to go. Whoever listens to it closes the pipe: nobody else may under its hands."""
    process.join(ENDING)
    if process.is_alive():
        process.kill()
