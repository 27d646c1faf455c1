"""The MCP server on stdin and stdout: each thing that a program can ask for is a tool.

Input lines are of bounded length, and every one is answered: the protocol’s library would read lines of any length, and
ignore those that it cannot parse. Only what the protocol wants unanswered is not: notifications, and cancelled calls.
This is the only module that needs the extra ``mcp``.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, redirect_stdout
from threading import Event
from typing import Annotated, Any, BinaryIO, TypeVar

import anyio
import anyio.to_thread
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.server import Server
from mcp.server.mcpserver.tools import Tool
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    InputRequiredResult,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    ListToolsResult,
    RequestId,
    TextContent,
)
from mcp.types import Tool as ListedTool
from pydantic import Field, ValidationError
from pydantic_core import from_json

from logic import VERSION
from logic.config import ConfigError
from logic.core import Stop
from logic.mcp.games import (
    MOST_TABLES,
    Games,
    HostedGame,
    HostedGames,
    Moves,
    NewGame,
    Position,
    Rules,
    Standing,
    Suggestion,
    Told,
)
from logic.session import LARGEST_SEED
from logic.terminal import Problem
from logic.text import LANGUAGES, Text

# -- lines in and out

LONGEST_LINE = 2**16
"""The limit on a line in bytes, without its end: a longer line is rejected, and never held in memory as a whole."""
MOST_OPEN = 128
"""The limit on unanswered lines: at the limit no further line is read."""
ENDING = 256
"""Bytes at the end of an overlong line that are searched for its id."""

ID = rb'"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{1,100}")\s*'
NAMED_FIRST = re.compile(rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*' + ID + rb"[,}]")
NAMED_LAST = re.compile(rb"[{,]\s*" + ID + rb"\}\s*$")
"""Where most clients put the id: before the params, or after everything else."""


class NoMessage(Exception):
    """A line that is neither a request nor a notification; ``answer`` is the error to send back."""

    def __init__(self, code: int, why: str, request: RequestId | None) -> None:
        super().__init__(why)
        self.answer = JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=why))


def next_message(source: BinaryIO) -> JSONRPCRequest | JSONRPCNotification | None:
    """Read the next line, None at the end; raise NoMessage if it is invalid."""
    line = source.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        ending = _read_past(source, line)
        raise NoMessage(INVALID_REQUEST, f"the line is longer than {LONGEST_LINE} bytes", _id_in(line, ending))
    return _message(line) if line else None


def _read_past(source: BinaryIO, line: bytes) -> bytes:
    """Read the rest of an overlong line, and return its end."""
    ending = line[-ENDING:]
    while not ending.endswith(b"\n") and (more := source.readline(LONGEST_LINE)):
        ending = (ending + more)[-ENDING:]
    return ending


def _message(line: bytes) -> JSONRPCRequest | JSONRPCNotification:
    try:
        data = from_json(line, allow_inf_nan=False)
    except ValueError:  # also for lone surrogates and excessive nesting
        raise NoMessage(PARSE_ERROR, "the line is not JSON in UTF-8", _id_in(line, line[-ENDING:])) from None
    if not isinstance(data, dict):
        raise NoMessage(INVALID_REQUEST, "a request is an object", None)
    # The library would take a request with an invalid id for a notification. The server sends no requests, so it
    # gets no responses.
    kind = JSONRPCRequest if "id" in data else JSONRPCNotification
    try:
        return kind.model_validate(data, by_name=False)
    except ValidationError:
        request = data.get("id")
        known = request if type(request) in (int, str) else None
        raise NoMessage(INVALID_REQUEST, "the object is not a request of JSON-RPC 2.0", known) from None


def _id_in(beginning: bytes, ending: bytes) -> RequestId | None:
    """The id of a line that was not parsed as JSON, if it can be located reliably."""
    found = NAMED_FIRST.match(beginning) or NAMED_LAST.search(ending)
    try:
        return from_json(found[1]) if found else None
    except ValueError:
        return None


@asynccontextmanager
async def streams(
    source: BinaryIO, sink: BinaryIO
) -> AsyncIterator[tuple[ObjectReceiveStream[SessionMessage | Exception], ObjectSendStream[SessionMessage]]]:
    """Streams of messages from a source and to a sink, until the source ends.

    An OSError of either is raised in an exception group.
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
    own_thread = anyio.CapacityLimiter(1)  # the shared threads may all be busy with games, which are cancelled here
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


# -- the tools

T = TypeVar("T")
logger = logging.getLogger(__name__)

NAME = "quincunx"
LONGEST_FAULT = 300
"""Characters of a message about invalid arguments."""
INSTRUCTIONS = f"""\
Five table games. list_games says what there is; new_game sets one up and gives a token for each seat that no computer \
takes. Whoever holds a token sees and plays that seat alone: synopsis says what matters now, rules how a turn is made, \
legal_moves what can be played, letter for letter, and play plays it. Computers answer by themselves. What other seats \
hold stays hidden, so give each player one token and no other. Whoever does not play on leaves: there is room for \
{MOST_TABLES} games, and one that nobody has asked about for a day gives way to a new one. A save stays on the server, \
and can be loaded again at any time. A line of more than {LONGEST_LINE} bytes is refused."""

Token = Annotated[str, Field(min_length=1, max_length=64, description="the seat's token, from new_game")]
Move = Annotated[str, Field(min_length=1, max_length=200, description="a legal move, letter for letter")]
Word = Annotated[str, Field(min_length=1, max_length=40)]
Seats = Annotated[
    list[Word],
    Field(min_length=1, max_length=8, description='in their order: "human" for a token, or a computer of list_games'),
]
Seed = Annotated[
    int,
    Field(ge=0, le=LARGEST_SEED, description="deals the same game again; whoever knows it can work out what is hidden"),
]
Language = Annotated[
    str, Field(max_length=2, description="en, de, hu or pl; what the server was started with if empty")
]


class Tools:
    """The tools; their docstrings are what a program reads about them."""

    def __init__(self, tables: HostedGames, language: str) -> None:
        self._tables = tables
        self._language = language

    @property
    def all(self) -> tuple[Callable[..., Any], ...]:
        """All tools, in the order in which they are listed."""
        looking = (self.list_games, self.new_game, self.synopsis, self.rules, self.legal_moves, self.position)
        return (*looking, self.play, self.undo, self.advise, self.leave, self.save, self.load)

    async def list_games(self, language: Language = "") -> Games:
        """List the games with their variants, how many players each takes, and the computer players."""
        return await _in_thread(lambda _: self._tables.games(self._text(language)))

    async def new_game(
        self, game: Word, variant: Word | None = None, seats: Seats | None = None, seed: Seed | None = None
    ) -> NewGame:
        """Set a game up. Gives its id, and a token for each human seat, which is told only now."""
        return await _in_thread(lambda _: self._tables.begin(game, variant, seats, seed))

    async def synopsis(self, token: Token, language: Language = "") -> Told:
        """Say in some sentences what matters now, as your seat sees it."""
        return await self.ask(token, language, HostedGame.told)

    async def rules(self, token: Token, language: Language = "") -> Rules:
        """Say what makes up a turn, and how moves are written."""
        return await self.ask(token, language, HostedGame.rules)

    async def legal_moves(self, token: Token) -> Moves:
        """List all moves that you can play now; none while it is another player's turn."""
        return await self.ask(token, "", HostedGame.moves)

    async def position(self, token: Token) -> Position:
        """Give the position as data, as your seat sees it."""
        return await self.ask(token, "", HostedGame.position)

    async def play(self, token: Token, move: Move, language: Language = "") -> Told:
        """Play a legal move. Computers whose turn comes then play too; the answer says what matters after that."""
        return await self.ask(token, language, lambda table, *asked: table.play(asked[0], move, *asked[1:]))

    async def undo(self, token: Token, language: Language = "") -> Told:
        """Take your last move back, where the variant allows it and nothing hidden was shown."""
        return await self.ask(token, language, HostedGame.undo)

    async def advise(self, token: Token, language: Language = "") -> Suggestion:
        """Suggest a move, or several for the whole turn, with a reason; only what your seat knows is looked at."""
        return await self.ask(token, language, HostedGame.suggestion)

    async def leave(self, token: Token, language: Language = "") -> Standing:
        """Give the game up. A computer plays on in your seat where others can go on; otherwise the game ends."""
        return await self.ask(token, language, HostedGame.leave)

    async def save(self, token: Token) -> Standing:
        """Keep the game on the server from now on, as it goes. It stays there: a save holds all that is hidden."""
        return await self.ask(token, "", HostedGame.save)

    async def load(self, game_id: Word, token: Token) -> Standing:
        """Put a saved game back, as it was last, when it gave way or the server was started anew; all tokens stay."""

        def put_back(stop: Stop) -> Standing:
            table, seat = self._tables.load(game_id, token)
            return table.standing(seat, self._text(""), stop)

        return await _in_thread(put_back)

    async def ask(self, token: str, language: str, ask: Callable[[HostedGame, int, Text, Stop], T]) -> T:
        """Call a method of the game in which a token has its seat."""

        def asked(stop: Stop) -> T:
            table, seat = self._tables.at(token)
            return ask(table, seat, self._text(language), stop)

        return await _in_thread(asked)

    def _text(self, language: str) -> Text:
        if language and language not in LANGUAGES:
            raise Problem(f"language: there is no {language!r}; there are {', '.join(LANGUAGES)}")
        return Text(language or self._language)


async def _in_thread(work: Callable[[Stop], T]) -> T:
    """Run long work in a thread; it is told to stop when the request is cancelled."""
    given_up = Event()
    try:
        return await anyio.to_thread.run_sync(work, given_up.is_set, abandon_on_cancel=True)
    finally:
        given_up.set()


class Toolbox:
    """Calls the tools; any error is reported in one line."""

    def __init__(self, tools: Iterable[Callable[..., Any]]) -> None:
        self._tools = {tool.name: tool for tool in map(Tool.from_function, tools)}

    async def list(self, *_: object) -> ListToolsResult:
        return ListToolsResult(
            tools=[
                ListedTool(
                    name=tool.name,
                    description=tool.description,
                    input_schema=tool.parameters,
                    output_schema=tool.output_schema,
                )
                for tool in self._tools.values()
            ]
        )

    async def call(self, _: object, asked: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        try:
            return await self._answer(asked.name, asked.arguments or {})
        except (Problem, ConfigError) as problem:
            said = str(problem)
        except CancelledError:
            said = "broken off"
        except Exception:  # details are for the operator, not for the client
            logger.exception("%s broke down", asked.name)
            said = f"{asked.name} broke down; the server goes on"
        return CallToolResult(content=[TextContent(type="text", text=said)], is_error=True)

    async def _answer(self, name: str, arguments: dict[str, Any]) -> CallToolResult | InputRequiredResult:
        if name not in self._tools:
            raise Problem(f"there is no such tool; there are {', '.join(self._tools)}")
        tool = self._tools[name]
        known = tool.parameters["properties"]
        if not known.keys() >= arguments.keys():
            raise Problem(f"{name} takes {', '.join(known)} and nothing else")
        try:
            given = tool.fn_metadata.validate_arguments(arguments)
        except ValidationError as error:
            raise Problem(_in_a_line(error)) from None
        return tool.fn_metadata.convert_result(await tool.fn(**given))


def _in_a_line(error: ValidationError) -> str:
    """The faults of arguments in one line, without the arguments themselves."""
    faults = error.errors(include_url=False, include_input=False, include_context=False)
    said = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)
    return said if len(said) <= LONGEST_FAULT else f"{said[:LONGEST_FAULT]}…"


def build(tables: HostedGames, language: str) -> Server[Any]:
    """A server for these games, with the default language for its texts."""
    toolbox = Toolbox(Tools(tables, language).all)
    return Server(
        NAME,
        version=VERSION,
        title="Quincunx",
        instructions=INSTRUCTIONS,
        on_list_tools=toolbox.list,
        on_call_tool=toolbox.call,
    )


def serve(tables: HostedGames, language: str) -> None:
    """Serve the client on stdin and stdout until it disconnects.

    Raises Problem if there is no such stream, OSError if one cannot be read or written.
    """
    if sys.stdin is None or sys.stdout is None:
        raise Problem("mcp: a program is served on stdin and stdout, and one of them is closed")
    logging.basicConfig(level=logging.ERROR)
    try:
        anyio.run(_serve, build(tables, language))
    except ExceptionGroup as several:
        raise several.exceptions[0] from None


async def _serve(server: Server[Any]) -> None:
    wire = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # only the protocol may write to stdout
        async with streams(sys.stdin.buffer, wire) as (read, write):
            await server.run(read, write, server.create_initialization_options())
