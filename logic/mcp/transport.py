"""Stdin and stdout as the streams of the protocol: lines of bounded length, every one of which is answered.

The protocol’s library reads lines of any length, and says nothing to those that it cannot read. Unanswered are only
what the protocol wants to be: notifications, and calls that were called off.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import BinaryIO

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic import ValidationError
from pydantic_core import from_json

LONGEST_LINE = 2**16
"""Bytes, without the end of the line: what is longer is read past and refused, and never held as a whole."""
MOST_OPEN = 128
"""Lines that may wait for their answers at a time: until one of those is taken no other line is read."""
ENDING = 256
"""Bytes of the end of a long line that are looked at for its id."""

ID = rb'"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{1,100}")\s*'
NAMED_FIRST = re.compile(rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*' + ID + rb"[,}]")
NAMED_LAST = re.compile(rb"[{,]\s*" + ID + rb"\}\s*$")
"""Where most clients put the id: before the params, or after everything else."""


class NoMessage(Exception):
    """A line that is no request and no notification; ``answer`` is what its sender is told."""

    def __init__(self, code: int, why: str, request: RequestId | None) -> None:
        super().__init__(why)
        self.answer = JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=why))


def next_message(source: BinaryIO) -> JSONRPCRequest | JSONRPCNotification | None:
    """Read the next line, None at the end; raise NoMessage where it is none."""
    line = source.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        ending = _read_past(source, line)
        raise NoMessage(INVALID_REQUEST, f"the line is longer than {LONGEST_LINE} bytes", _id_in(line, ending))
    return _message(line) if line else None


def _read_past(source: BinaryIO, line: bytes) -> bytes:
    """Read the rest of a long line, and return the end of it."""
    ending = line[-ENDING:]
    while not ending.endswith(b"\n") and (more := source.readline(LONGEST_LINE)):
        ending = (ending + more)[-ENDING:]
    return ending


def _message(line: bytes) -> JSONRPCRequest | JSONRPCNotification:
    try:
        data = from_json(line, allow_inf_nan=False)
    except ValueError:  # half a surrogate and too many brackets, too
        raise NoMessage(PARSE_ERROR, "the line is not JSON in UTF-8", _id_in(line, line[-ENDING:])) from None
    if not isinstance(data, dict):
        raise NoMessage(INVALID_REQUEST, "a request is an object", None)
    # The library would take a request with an odd id for a notification. Nobody is asked anything here, so no answers.
    kind = JSONRPCRequest if "id" in data else JSONRPCNotification
    try:
        return kind.model_validate(data, by_name=False)
    except ValidationError:
        request = data.get("id")
        known = request if type(request) in (int, str) else None
        raise NoMessage(INVALID_REQUEST, "the object is not a request of JSON-RPC 2.0", known) from None


def _id_in(beginning: bytes, ending: bytes) -> RequestId | None:
    """The id of a line that was not read as JSON, where it stands for certain."""
    found = NAMED_FIRST.match(beginning) or NAMED_LAST.search(ending)
    try:
        return from_json(found[1]) if found else None
    except ValueError:
        return None


@asynccontextmanager
async def streams(
    source: BinaryIO, sink: BinaryIO
) -> AsyncIterator[tuple[ObjectReceiveStream[SessionMessage | Exception], ObjectSendStream[SessionMessage]]]:
    """What comes in from a source and what goes out to a sink, until the source ends.

    An OSError of either of them comes out in a group.
    """
    incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception]()
    write, outgoing = anyio.create_memory_object_stream[SessionMessage]()
    room = anyio.Semaphore(MOST_OPEN)
    async with anyio.create_task_group() as group:
        listening = anyio.CancelScope()
        group.start_soon(_listen, source, incoming, write.clone(), room, listening)
        group.start_soon(_speak, sink, outgoing, room)
        yield read, write
        listening.cancel()


async def _listen(
    source: BinaryIO,
    incoming: ObjectSendStream[SessionMessage | Exception],
    refusals: ObjectSendStream[SessionMessage],
    room: anyio.Semaphore,
    listening: anyio.CancelScope,
) -> None:
    async def leave_unanswered() -> None:
        room.release()

    waiting = ServerMessageMetadata(on_request_unanswered=leave_unanswered)
    own_thread = anyio.CapacityLimiter(1)  # the others may all be busy at tables, and what they do called off here
    with listening:
        async with incoming, refusals:
            while True:
                await room.acquire()
                try:
                    message = await anyio.to_thread.run_sync(next_message, source, limiter=own_thread)
                except NoMessage as problem:
                    await refusals.send(SessionMessage(problem.answer))
                    continue
                if message is None:
                    break
                if isinstance(message, JSONRPCNotification):
                    room.release()
                await incoming.send(SessionMessage(message, waiting))


async def _speak(sink: BinaryIO, outgoing: ObjectReceiveStream[SessionMessage], room: anyio.Semaphore) -> None:
    def write(line: bytes) -> None:
        sink.write(line)
        sink.flush()

    own_thread = anyio.CapacityLimiter(1)
    async with outgoing:
        async for said in outgoing:
            line = said.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
            await anyio.to_thread.run_sync(write, line, limiter=own_thread)
            if isinstance(said.message, JSONRPCResponse | JSONRPCError):
                room.release()
