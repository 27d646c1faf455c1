"""MCP clients for tests: in this process and over real pipes, and games without a protocol."""

import json
import os
import sys
from contextlib import asynccontextmanager

from mcp import Client, StdioServerParameters

from logic.core import Dice, never
from logic.mcp.games import HostedGames
from logic.mcp.server import build
from logic.text import Text
from tests.support.processes import ROOT

EN = Text("en")
HUMANS = ("human", "human")


def chance(seed=1):
    """Return what a server draws its tokens and seeds from, the same each time."""
    dice = Dice(seed)
    return lambda: sum(dice.below(2**32) << 32 * part for part in range(4))


def tables(seed=1, config=None, clock=lambda: 0.0):
    """Return tables that draw the same tokens each time."""
    return HostedGames(chance(seed), clock, config)


def new_hosted_game(at, game, seats=HUMANS, variant=None, seed=7):
    """Set a game up; return its id and the tokens of its human seats."""
    begun = at.begin(game, variant, seats, seed)
    return begun.game_id, [seat.token for seat in begun.seats if seat.token]


def by_turn(at, tokens):
    """Return the tokens of a game for two, the one whose turn it is first."""
    return sorted(tokens, key=lambda token: not do(at, token, "standing").your_turn)


def do(at, token, name, *given, text=EN, stop=never):
    """Call a tool for the seat of a token."""
    table, seat = at.at(token)
    return getattr(table, name)(seat, *given, text, stop)


def stdio(folder, *options):
    """Return how a client starts the real server, which keeps its games in that folder."""
    arguments = ["main.py", "mcp", "--lang", "en", "--data-dir", str(folder), *options]
    return StdioServerParameters(command=sys.executable, args=arguments, cwd=ROOT, env=dict(os.environ))


@asynccontextmanager
async def connected(server=None):
    """Connect a client: to a server of its own in this process unless told of another."""
    async with Client(server or build(tables(), "en"), read_timeout_seconds=60) as client:
        yield Program(client)


class Program:
    """A client that calls tools."""

    def __init__(self, client):
        self.client = client

    async def ask(self, tool, **arguments):
        """Call a tool that must answer."""
        answer = await self.client.call_tool(tool, arguments)
        assert not answer.is_error, answer.content[0].text
        assert json.loads(answer.content[0].text) == answer.structured_content
        return answer.structured_content

    async def refused(self, tool, **arguments):
        """Call a tool that must refuse; return the line that says why."""
        answer = await self.client.call_tool(tool, arguments)
        assert answer.is_error, answer.content[0].text
        return answer.content[0].text

    async def tokens(self, game, seats=HUMANS, **more):
        """Set a game up; return the tokens."""
        begun = await self.ask("new_game", game=game, seats=list(seats), **more)
        return [seat["token"] for seat in begun["seats"]]
