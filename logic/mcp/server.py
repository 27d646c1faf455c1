"""The server itself: what a program can ask for, each as a tool of the Model Context Protocol, on stdin and stdout.

The only module that needs the extra ``mcp``.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from threading import Event
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import Field, ValidationError

from logic.config import ConfigError
from logic.core import Stop
from logic.mcp.answers import Games, Moves, NewGame, Position, Rules, Standing, Suggestion, Told
from logic.mcp.table import Table
from logic.mcp.tables import Tables
from logic.problem import Problem
from logic.session import LARGEST_SEED
from logic.text import LANGUAGES, Text

T = TypeVar("T")

NAME = "quincunx"
LONGEST_FAULT = 300
"""Characters that are said about arguments that do not fit."""
INSTRUCTIONS = """\
Five table games. list_games says what there is; new_game sets one up and gives a token for each seat that no computer \
takes. Whoever holds a token sees and plays that seat alone: synopsis says what matters now, rules how a turn is made, \
legal_moves what can be played, letter for letter, and play plays it. Computers answer by themselves. What other seats \
hold stays hidden, so give each player one token and no other. A save stays on the server."""

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

    def __init__(self, tables: Tables, language: str) -> None:
        self._tables = tables
        self._language = language

    @property
    def all(self) -> tuple[Callable[..., Any], ...]:
        """All of them, in the order in which they are listed."""
        looking = (self.list_games, self.new_game, self.synopsis, self.rules, self.legal_moves, self.position)
        return (*looking, self.play, self.undo, self.advise, self.save, self.load)

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
        return await self._at(token, language, Table.told)

    async def rules(self, token: Token, language: Language = "") -> Rules:
        """Say what makes up a turn, and how moves are written."""
        return await self._at(token, language, Table.rules)

    async def legal_moves(self, token: Token) -> Moves:
        """List all moves that you can play now; none while it is another player's turn."""
        return await self._at(token, "", Table.moves)

    async def position(self, token: Token) -> Position:
        """Give the position as data, as your seat sees it."""
        return await self._at(token, "", Table.position)

    async def play(self, token: Token, move: Move, language: Language = "") -> Told:
        """Play a legal move. Computers whose turn comes then play too; the answer says what matters after that."""
        return await self._at(token, language, lambda table, *asked: table.play(asked[0], move, *asked[1:]))

    async def undo(self, token: Token, language: Language = "") -> Told:
        """Take your last move back, where the variant allows it and nothing hidden was shown."""
        return await self._at(token, language, Table.undo)

    async def advise(self, token: Token, language: Language = "") -> Suggestion:
        """Suggest a move, or several for the whole turn, with a reason; only what your seat knows is looked at."""
        return await self._at(token, language, Table.suggestion)

    async def save(self, token: Token) -> Standing:
        """Keep the game on the server from now on, as it goes. It stays there: a save holds all that is hidden."""
        return await self._at(token, "", Table.save)

    async def load(self, game_id: Word, token: Token) -> Standing:
        """Put a saved game back on the table, as it was last, after the server was started anew; all tokens stay."""

        def put_back(stop: Stop) -> Standing:
            table, seat = self._tables.load(game_id, token)
            return table.standing(seat, self._text(""), stop)

        return await _in_thread(put_back)

    async def _at(self, token: str, language: str, ask: Callable[[Table, int, Text, Stop], T]) -> T:
        """Ask something at the table where a token has its seat."""

        def asked(stop: Stop) -> T:
            table, seat = self._tables.at(token)
            return ask(table, seat, self._text(language), stop)

        return await _in_thread(asked)

    def _text(self, language: str) -> Text:
        if language and language not in LANGUAGES:
            raise Problem(f"language: there is no {language!r}; there are {', '.join(LANGUAGES)}")
        return Text(language or self._language)


async def _in_thread(work: Callable[[Stop], T]) -> T:
    """Do what may take long beside the protocol; what nobody waits for any more is broken off."""
    given_up = Event()
    try:
        return await anyio.to_thread.run_sync(work, given_up.is_set, abandon_on_cancel=True)
    except (Problem, ConfigError) as problem:
        raise ToolError(str(problem)) from None
    except CancelledError:
        raise ToolError("broken off") from None
    finally:
        given_up.set()


class Server(MCPServer[Any]):
    """A server whose tools say in a line what is wrong."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; refuse in a sentence what it does not know."""
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"there is no such tool; there are {', '.join(tools)}")
        known = tools[name].input_schema["properties"]
        if not known.keys() >= arguments.keys():
            raise ToolError(f"{name} takes {', '.join(known)} and nothing else")
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            raise ToolError(_in_a_line(error)) from None


def _in_a_line(error: ToolError) -> str:
    """Say what is wrong, without what was sent."""
    cause = error.__cause__
    if not isinstance(cause, ValidationError):
        return str(cause or error)
    faults = cause.errors(include_url=False, include_input=False, include_context=False)
    said = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults)
    return said if len(said) <= LONGEST_FAULT else f"{said[:LONGEST_FAULT]}…"


def build(tables: Tables, language: str) -> Server:
    """Give a server for these tables that says everything in that language unless asked for another."""
    server = Server(NAME, title="Quincunx", instructions=INSTRUCTIONS, log_level="ERROR")
    for tool in Tools(tables, language).all:
        server.add_tool(tool)
    return server


def serve(tables: Tables, language: str) -> None:
    """Serve whoever is at the other end of stdin and stdout, until it goes away."""
    build(tables, language).run("stdio")
