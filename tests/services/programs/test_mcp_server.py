"""The MCP server with the SDK's own client: whole games, two seats, hostile input, in process and over pipes."""

import importlib.util
import json
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError
from itertools import product

import anyio
import pytest

from logic.core import Dice, Level, Message
from logic.mcp.server import LONGEST_FAULT, Tools, build
from logic.registry import GAMES
from tests.services.programs.mcphands import connected, new_hosted_game, stdio, tables
from tests.services.project.test_cli import outcome_of
from tests.support.processes import PATIENCE, Child
from tests.tools import mcp_session

TOOLS = ("list_games", "new_game", "synopsis", "rules", "legal_moves", "position")
TOOLS += ("play", "undo", "advise", "leave", "save", "load")
LONGEST_LINE = 400
CARD = re.compile(r"[a-z_]+:[A-Z]+'?")


# -- the tools


async def test_tools_declare_their_schemas_and_answer_in_the_requested_language():
    async with connected() as program:
        tools = (await program.client.list_tools()).tools
        assert tuple(tool.name for tool in tools) == TOOLS
        for tool in tools:
            assert 20 < len(tool.description) < 200
            assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
            assert ("token" in tool.input_schema["properties"]) == (tool.name not in ("list_games", "new_game"))
    async with connected() as program:
        token, _ = await program.tokens("labyrinth")
        for tool, arguments in (("list_games", {}), ("synopsis", {"token": token})):
            usual = await program.ask(tool, **arguments)
            assert usual == await program.ask(tool, **arguments, language="en")
            assert usual != await program.ask(tool, **arguments, language="de")


# -- a whole game over real pipes


async def test_a_whole_game_is_played_over_real_pipes_and_resumed_after_restart(tmp_path):
    async with connected(stdio(tmp_path)) as program:
        begun = await program.ask("new_game", game="lgame", variant="practice", seed=7)
        tokens = [seat["token"] for seat in begun["seats"]]
        await play(program, tokens, 3)
        assert (await program.ask("save", token=tokens[0]))["kept"]
        await play(program, tokens, 2)
        seen = await program.ask("position", token=tokens[1])

    async with connected(stdio(tmp_path)) as program:
        assert "loaded first" in await program.refused("synopsis", token=tokens[0])
        await program.ask("load", game_id=begun["game_id"], token=tokens[0])
        assert await program.ask("position", token=tokens[1]) == seen
        standing = await play(program, tokens, 500)
        assert standing["over"]
        assert standing["winners"] == [1]
        assert standing["result"] == "Player 2 has no place left for the L."
        assert not (await program.ask("legal_moves", token=tokens[1]))["moves"]


async def play(program, tokens, moves):
    """Let the first seat follow the advice and the second play at random, for so many moves or to the end."""
    dice = Dice(1)
    for _ in range(moves):
        standing = (await program.ask("synopsis", token=tokens[0]))["standing"]
        if standing["over"]:
            break
        mover = standing["to_move"] - 1
        assert "not your turn" in await program.refused("play", token=tokens[1 - mover], move="stay")
        assert (await program.ask("legal_moves", token=tokens[1 - mover]))["moves"] == []
        legal = (await program.ask("legal_moves", token=tokens[mover]))["moves"]
        move = dice.choice(legal)
        if mover == 0:
            move = (await program.ask("advise", token=tokens[0]))["moves"][0]
        assert move in legal
        await program.ask("play", token=tokens[mover], move=move)
    return standing


async def test_no_answer_reveals_the_cards_of_another_seat():
    """In Cóatl the cards in hand are ids that stand nowhere else."""
    async with connected() as program:
        tokens = await program.tokens("coatl", ["human"] * 4)
        hands = []
        for seat, token in enumerate(tokens):
            seen = (await program.ask("position", token=token))["position"]["players"]
            assert [isinstance(one["prophecies"], list) for one in seen] == [other == seat for other in range(4)]
            hands.append(set(seen[seat]["prophecies"]))
        for token, own in zip(tokens, hands, strict=True):
            others = set().union(*hands) - own
            for tool in ("synopsis", "rules", "legal_moves", "position", "save"):
                named = set(CARD.findall(json.dumps(await program.ask(tool, token=token))))
                assert not named & others
                assert named & own or tool in ("rules", "legal_moves", "save")


# -- hostile input


NONSENSE = (
    ("play", {}, "token: Field required; move: Field required"),
    ("play", {"token": "TOKEN"}, "move: Field required"),
    ("play", {"token": 5, "move": "stay"}, "token: Input should be a valid string"),
    ("play", {"token": "TOKEN", "move": ["stay"]}, "move: Input should be a valid string"),
    ("play", {"token": "TOKEN", "move": "x" * 201}, "move: String should have at most 200 characters"),
    ("play", {"token": "TOKEN", "move": ""}, "move: String should have at least 1 character"),
    ("play", {"token": "TOKEN", "move": "\u202e\x00\x1b[2J"}, "is not a move that can be made now"),
    ("play", {"token": "TOKEN", "move": "stay", "seat": 2}, "play takes token, move, language and nothing else"),
    ("play", {"token": "x" * 5000, "move": "stay"}, "token: String should have at most 64 characters"),
    ("synopsis", {"token": "no such token"}, "token: no seat at any table here has that token"),
    ("synopsis", {"token": None}, "token: Input should be a valid string"),
    ("synopsis", {"token": "TOKEN", "language": "xx"}, "language: there is no 'xx'; there are en, de, hu, pl"),
    ("synopsis", {"token": "TOKEN", "language": "xxx" * 99}, "language: String should have at most 2 characters"),
    ("new_game", {"game": "chess"}, "game: there is no 'chess'"),
    ("new_game", {"game": "lgame", "seed": -1}, "seed: Input should be greater than or equal to 0"),
    ("new_game", {"game": "lgame", "seed": 2**53}, "seed: Input should be less than or equal to"),
    ("new_game", {"game": "lgame", "seed": 0.5}, "seed: Input should be a valid integer"),
    ("new_game", {"game": "lgame", "seats": []}, "seats: List should have at least 1 item"),
    ("new_game", {"game": "lgame", "seats": ["human"] * 9}, "seats: List should have at most 8 items"),
    ("new_game", {"game": "lgame", "seats": [["human"]] * 8}, "seats.0: Input should be a valid string"),
    ("new_game", {"game": "lgame", "seats": "human"}, "seats: Input should be a valid list"),
    ("load", {"token": "TOKEN", "game_id": "../../settings"}, "no game is kept under that game_id"),
    ("load", {"token": "TOKEN", "game_id": "x" * 5000}, "game_id: String should have at most 40 characters"),
    ("undo", {"token": "TOKEN"}, "The last move is not yours"),
    ("__class__", {}, "there is no such tool; there are list_games"),
    ("x" * 5000, {}, "there is no such tool"),
)
"""What is asked of which tool, and what is in the answer; TOKEN is a valid one."""


async def test_invalid_calls_are_refused_in_one_short_line_and_change_nothing():
    async with connected() as program:
        token, _ = await program.tokens("lgame")
        before = await program.ask("position", token=token)
        for tool, arguments, said in NONSENSE:
            given = {name: token if value == "TOKEN" else value for name, value in arguments.items()}
            line = await program.refused(tool, **given)
            assert said in line
            assert "Traceback" not in line
            assert "\n" not in line
            assert len(line) <= LONGEST_LINE
            assert token not in line
            assert await program.ask("position", token=token) == before


ODD = [None, True, -1, 2**63, 10**400, -(10**400), 1.5, [], ["x"], {}, {"a": 1}, "", " ", "\x00", "%s{0}", "x" * 10**5]


async def test_odd_arguments_to_every_tool_are_answered_or_refused_in_one_line():
    """For any input there is an answer, or one short line that says what was expected."""
    async with connected() as program:
        token, _ = await program.tokens("lgame")
        usual = {"token": token, "game": "lgame", "move": "stay", "game_id": "0" * 12}
        for tool in (await program.client.list_tools()).tools:
            schema = tool.input_schema
            needed = {name: usual[name] for name in schema.get("required", ())}
            for name, odd in product(schema["properties"], ODD):
                answer = await program.client.call_tool(tool.name, {**needed, name: odd})
                line = answer.content[0].text
                assert not answer.is_error or "\n" not in line
                assert not answer.is_error or len(line) <= LONGEST_LINE
                assert "Traceback" not in line
    async with connected() as program:
        line = await program.refused("new_game", game="lgame", seats=[7] * 8, variant="x" * 99)
        assert len(line) == LONGEST_FAULT + 1


async def test_internal_errors_are_not_revealed_to_the_client(monkeypatch):
    def broken(self, language):
        raise RuntimeError("a path such as /home/somebody")

    monkeypatch.setattr(Tools, "_text", broken)
    async with connected() as program:
        assert await program.refused("list_games") == "list_games broke down; the server goes on"


@pytest.fixture
def pipes(tmp_path):
    """Start the real program, without a client that would keep to the rules."""
    command = (sys.executable, "main.py", "mcp", "--data-dir", tmp_path)
    with Child(*command, stdin=subprocess.PIPE, text=False) as program:
        yield program


def test_ctrl_c_ends_the_server_while_waiting_for_input(pipes):
    pipes.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode() + b"\n")
    pipes.stdin.flush()
    assert pipes.stdout.readline()
    pipes.send_signal(signal.SIGINT)
    assert pipes.wait(PATIENCE) == -signal.SIGINT


# -- slow calls


async def test_a_cancelled_call_stops_the_search(monkeypatch):
    began, stopped = threading.Event(), threading.Event()

    def choose(state, dice, stop):
        began.set()
        while not stop():
            time.sleep(0.01)
        stopped.set()
        raise CancelledError

    level = Level(Message("Slow"), Message("Slow."), choose)
    monkeypatch.setitem(GAMES["lgame"].LEVELS, "slow", level)
    at = tables()
    _, (token,) = new_hosted_game(at, "lgame", ["slow", "human"])
    async with connected(build(at, "en")) as program:
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: program.ask("synopsis", token=token))
            assert await anyio.to_thread.run_sync(began.wait, PATIENCE)
            group.cancel_scope.cancel()
        assert await anyio.to_thread.run_sync(stopped.wait, PATIENCE)
        monkeypatch.setitem(GAMES["lgame"].LEVELS, "slow", GAMES["lgame"].LEVELS["gentle"])
        assert (await program.ask("synopsis", token=token))["standing"]["your_turn"]


async def test_a_slow_game_does_not_block_another(monkeypatch):
    go_on = threading.Event()

    def choose(state, dice, stop):
        assert go_on.wait(PATIENCE)
        return state.legal_moves()[0]

    monkeypatch.setitem(GAMES["lgame"].LEVELS, "slow", Level(Message("Slow"), Message("Slow."), choose))
    async with connected() as program:
        (_, slow) = await program.tokens("lgame", ["slow", "human"])
        quick, _ = await program.tokens("lgame")
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: program.ask("synopsis", token=slow))
            assert (await program.ask("synopsis", token=quick))["standing"]["your_turn"]
            go_on.set()


# -- the command


def test_mcp_command_without_model_or_sdk_names_the_remedy(capsys, monkeypatch):
    code, out, err = outcome_of(capsys, "mcp", "--model")
    assert (code, out) == (2, "")
    assert "no language model is configured" in err
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    code, out, err = outcome_of(capsys, "mcp")
    assert (code, out) == (2, "")
    assert "pip install '.[mcp]'" in err
    assert err.count("\n") == 1
    monkeypatch.setattr("logic.arguments.IS_PACKED", True)
    assert "the packed program goes without it" in outcome_of(capsys, "mcp")[2]
    assert "not in the packed program" in " ".join(outcome_of(capsys, "--help")[1].split())


async def test_mcp_session_tool_prints_a_sample_session(capsys):
    await mcp_session.main(build(tables(), "en"))
    said = capsys.readouterr().out
    assert said.count("→ ") > 6
    assert "not your turn" in said
    assert max(map(len, said.splitlines())) <= mcp_session.WIDTH
