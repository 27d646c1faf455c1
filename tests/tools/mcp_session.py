"""Prints a short session with the server for programs, over real pipes: ``python -m tests.tools.mcp_session``."""

import asyncio
import json
import tempfile
import textwrap

from mcp import Client

from tests.services.programs.mcphands import stdio

WIDTH = 120
LINES = 3
SEED = 7


class Teller:
    """A client that prints its calls and, cut to a few lines of a page, the answers."""

    def __init__(self, client):
        self._client = client
        self._names = {}

    def call_it(self, token, name):
        """Print a name instead of a token, which is different each time."""
        self._names[token] = name

    async def ask(self, tool, show, **arguments):
        """Call a tool; print what ``show`` makes of its answer, or why it was refused."""
        given = ", ".join(f"{name}={self._named(value)}" for name, value in arguments.items())
        print(f"→ {tool}({given})")
        answer = await self._client.call_tool(tool, arguments)
        print(_page(f"refused: {answer.content[0].text}" if answer.is_error else show(answer.structured_content)))
        return answer.structured_content

    def _named(self, value):
        return self._names.get(value) if isinstance(value, str) and value in self._names else json.dumps(value)


def _page(text):
    indented = {"initial_indent": "  ", "subsequent_indent": "  "}
    return "\n".join(textwrap.wrap(text, WIDTH, max_lines=LINES, placeholder=" …", **indented))


def _moves(answer):
    return ", ".join(answer["moves"]) or "none"


def _synopsis(answer):
    return answer["synopsis"]


async def main(server=None):
    """Set a game of Labyrinth up for two, and play its first turn, over pipes unless told of another server."""
    with tempfile.TemporaryDirectory() as folder:
        async with Client(server or stdio(folder)) as client:
            teller = Teller(client)
            begun = await teller.ask(
                "new_game",
                lambda answer: f"{answer['game']}, {answer['variant']}, seats {len(answer['seats'])}, a token for each",
                game="labyrinth", seats=["human", "human"], seed=SEED,
            )  # fmt: skip
            one, two = (seat["token"] for seat in begun["seats"])
            teller.call_it(one, "ONE")
            teller.call_it(two, "TWO")
            told = await teller.ask("synopsis", _synopsis, token=one)
            mover, other = (one, two) if told["standing"]["your_turn"] else (two, one)
            await teller.ask("synopsis", _synopsis, token=two, language="de")
            legal = await teller.ask("legal_moves", _moves, token=mover)
            await teller.ask("play", _synopsis, token=other, move=legal["moves"][0])
            advice = await teller.ask(
                "advise", lambda answer: f"{', '.join(answer['moves'])}: {answer['reason']}", token=mover
            )
            first, *others = advice["moves"]
            await teller.ask("play", _synopsis, token=mover, move=first)
            await teller.ask("undo", _synopsis, token=mover)
            for move in (first, *others):
                await teller.ask("play", _synopsis, token=mover, move=move)
            await teller.ask("legal_moves", _moves, token=mover)
            await teller.ask("save", lambda answer: f"kept: {str(answer['kept']).lower()}", token=other)


if __name__ == "__main__":
    asyncio.run(main())
