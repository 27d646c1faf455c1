"""The MCP server's transport: every line on stdin is answered, at bounded cost."""

import json
import subprocess
import sys
import threading
import tomllib
from collections import Counter
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from logic import VERSION
from logic.core import Dice
from logic.mcp.server import LONGEST_LINE, MOST_OPEN, NoMessage, next_message, serve, streams
from logic.terminal import Problem
from tests.services.programs.mcphands import tables
from tests.support.processes import PATIENCE, ROOT

COMMAND = [sys.executable, "main.py", "mcp", "--lang", "en", "--data-dir"]
GREETING = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
MEGABYTE = 2**20


def line(method="ping", *, request=1, **params):
    """Return a request as most clients write it."""
    return json.dumps({"jsonrpc": "2.0", "id": request, "method": method, "params": params}).encode()


# -- one line


def refused(sent):
    """Return how a line is refused: the code and the id; what comes after it is read as usual."""
    source = BytesIO(sent + b"\n" + line(request="next"))
    with pytest.raises(NoMessage) as caught:
        next_message(source)
    assert next_message(source).id == "next"
    assert next_message(source) is None
    return caught.value.answer.error.code, caught.value.answer.id


def test_requests_and_notifications_are_read_up_to_the_maximum_length():
    source = BytesIO(
        line("tools/call", request=3, name="play") + b"\r\n" + b'{"jsonrpc":"2.0","method":"notifications/x"}'
    )
    assert next_message(source) == JSONRPCRequest(jsonrpc="2.0", id=3, method="tools/call", params={"name": "play"})
    assert next_message(source) == JSONRPCNotification(jsonrpc="2.0", method="notifications/x")
    assert next_message(source) is None
    room = LONGEST_LINE - len(line(a=""))
    for ending in (b"\n", b""):
        assert next_message(BytesIO(line(a="y" * room) + ending)).id == 1
        with pytest.raises(NoMessage, match="longer than 65536 bytes"):
            next_message(BytesIO(line(a="y" * (room + 1)) + ending))


LONG = b"y" * LONGEST_LINE
HALF = b'"\\ud800"'


@pytest.mark.parametrize(
    ("sent", "code", "known"),
    [
        (b"", PARSE_ERROR, None),
        (b"garbage", PARSE_ERROR, None),
        (b"\xef\xbb\xbf{}", PARSE_ERROR, None),
        (b"[" * 60_000, PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":4,"method":"m","params":{"a":' + HALF + b"}}", PARSE_ERROR, 4),
        (b'{"method":"m","params":{"a":' + HALF + b'},"jsonrpc":"2.0","id":"five"}', PARSE_ERROR, "five"),
        (b'{"id":' + HALF + b',"jsonrpc":"2.0","method":"m"}', PARSE_ERROR, None),
        (b'{"id":6,"method":"m\xff"}', PARSE_ERROR, 6),
        (b'{"id":7,"method":"m","params":{"a":NaN}}', PARSE_ERROR, 7),
        (b'{"id":007,"method":"m","params":{"a":NaN}}', PARSE_ERROR, None),
        (b'{"id":"\xff","method":"m"}', PARSE_ERROR, None),
        (b'{"params":{"id":8,"a":' + HALF + b"}}", PARSE_ERROR, None),
        (b'{"params":{"a":' + HALF + b',"id":8}}', PARSE_ERROR, None),
        (b'{"params":{"a":' + HALF + b',"b":",\\"id\\":8"}}', PARSE_ERROR, None),
        (b"[]", INVALID_REQUEST, None),
        (b"[" + line() + b"]", INVALID_REQUEST, None),
        (b"null", INVALID_REQUEST, None),
        (b'{"id":9}', INVALID_REQUEST, 9),
        (b'{"jsonrpc":"1.0","id":9,"method":"m"}', INVALID_REQUEST, 9),
        (b'{"jsonrpc":"2.0","method":5,"id":9}', INVALID_REQUEST, 9),
        (b'{"jsonrpc":"2.0","method":"m","id":9,"params":[1]}', INVALID_REQUEST, 9),
        (b'{"jsonrpc":"2.0","method":"m","params":[1]}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","method":"m","id":null}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","method":"m","id":true}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","method":"m","id":1.5}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":10,"result":{}}', INVALID_REQUEST, 10),
        (LONG + b"y", INVALID_REQUEST, None),
        (line(request=11, a="y" * LONGEST_LINE), INVALID_REQUEST, 11),
        (b'{"params":{"id":0,"a":"' + LONG + b'"},"id":12}', INVALID_REQUEST, 12),
        (b'{"params":{"id":0,"a":"' + LONG + b'"},"id":' + b"1" * 400 + b"}", INVALID_REQUEST, None),
    ],
)
def test_invalid_lines_are_refused_with_their_id_if_known(sent, code, known):
    assert refused(sent) == (code, known)


# -- the real server


class Wire:
    """The real server and its pipes; where it stays silent it is ended, and reading fails."""

    def __init__(self, folder):
        pipe = subprocess.PIPE
        self.program = subprocess.Popen([*COMMAND, str(folder)], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)

    def greet(self):
        """Begin as the protocol requires, and read the server's name."""
        (greeted,) = self.ask(line("initialize", request="greeting", **GREETING))
        self.say(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        self.server = greeted["result"]["serverInfo"]

    def say(self, *lines):
        self.program.stdin.write(b"".join(one + b"\n" for one in lines))
        self.program.stdin.flush()

    def hear(self, count):
        """Return so many answers."""
        watch = threading.Timer(PATIENCE, self.program.kill)
        watch.start()
        try:
            return [json.loads(self.program.stdout.readline()) for _ in range(count)]
        finally:
            watch.cancel()

    @contextmanager
    def saying(self, *lines):
        """Send lines while answers are read: without that the server would block, and so would the test."""
        sender = threading.Thread(target=self.say, args=lines)
        sender.start()
        yield
        sender.join()

    def ask(self, *lines, silent=0):
        """Send lines; return the answers, one to each except the silent ones."""
        with self.saying(*lines):
            return self.hear(len(lines) - silent)

    def memory(self, name="VmRSS"):
        """Return the bytes that the server holds, or held at most."""
        status = Path(f"/proc/{self.program.pid}/status").read_text(encoding="ascii")
        return 1024 * next(int(one.split()[1]) for one in status.splitlines() if one.startswith(f"{name}:"))

    def end(self):
        """Close the pipes; return the remaining output, and the errors."""
        said = self.program.communicate(timeout=PATIENCE)
        assert self.program.returncode == 0
        return said

    def leave(self):
        """End it, in any state."""
        self.program.kill()
        self.program.communicate()


@pytest.fixture(scope="module")
def wire(tmp_path_factory):
    """The real server, after the handshake; it survives every test, and has no errors at the end."""
    wire = Wire(tmp_path_factory.mktemp("data"))
    try:
        wire.greet()
        yield wire
        said, complaints = wire.end()
        assert said == b""
        assert b"Traceback" not in complaints
    finally:
        wire.leave()


def call(name, request, **arguments):
    return line("tools/call", request=request, name=name, arguments=arguments)


NESTED = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"play","arguments":{"move":%s}}}'
"""A call whose argument is inserted unchanged."""
ODD_VALUES = [b'"\\ud800"', b'"\\udc00\\ud800"', b"[" * 190 + b"]" * 190, b"[" * 9000, b"9" * 4000, b"9" * 9000, b"-0"]
ODD_VALUES += [
    b"1e400",
    b"Infinity",
    b'"\xff\xfe"',
    b'"\xed\xa0\x80"',
    b'"\x00"',
    b'"\\u0000"',
    b'"\r"',
    b"{}",
    b"null",
]
ODD_VALUES += [b'"' + b"\\u0151" * 9000 + b'"', b'"' + "ő".encode() * 40_000 + b'"', b'"[[\\"human\\"]]"', b"[{}]"]
ODD_IDS = ["null", "true", "1.5", "[]", "{}", '""', "9" * 4000, "9" * 5000, '"\\ud800"', '"' + "x" * 60_000 + '"', "-1"]
METHODS = [
    "tools/list",
    "prompts/list",
    "resources/read",
    "completion/complete",
    "subscriptions/listen",
    "x",
    "",
    "\x00",
]
METHODS += ["logging/setLevel", "server/discover", "tasks/get", "roots/list", "sampling/createMessage", "initialize"]
ODD_PARAMS = [{}, {"name": 5}, {"name": "play", "arguments": [1]}, {"cursor": 7}, {"_meta": 5}, {"level": "debug"}]
ODD_PARAMS += [{"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}, {"uri": "file:///x"}]


def hostile(dice, number):
    """Return a line that nobody should send, with that number as its id where it has one."""
    usual = call(dice.choice(["play", "synopsis", "leave", "save", "load"]), number, token="x" * 24, move="stay")
    kind = dice.below(8)
    if kind == 0:
        return bytes(dice.below(256) for _ in range(dice.below(200))).replace(b"\n", b"\t")
    if kind == 1:
        return NESTED % (number, dice.choice(ODD_VALUES))
    if kind == 2:
        return f'{{"jsonrpc":"2.0","id":{dice.choice(ODD_IDS)},"method":"ping"}}'.encode()
    if kind == 3:
        return line(dice.choice(METHODS), request=number, **dice.choice(ODD_PARAMS))
    if kind == 4:
        return dice.choice(
            [b"", b" ", b"\r", b"[]", b"[" + usual + b"]", b"1", b'"x"', b'{"id":%d}' % number, usual * 2]
        )
    if kind == 5:
        return dice.choice([b'{"jsonrpc":"2.0","id":%d,"result":{}}', b'{"jsonrpc":"2.0","id":%d,"error":{}}']) % number
    place = dice.below(len(usual))
    if kind == 6:
        return usual[:place]
    return usual[:place] + bytes([dice.below(256)]).replace(b"\n", b"") + usual[place + dice.below(2) :]


def readable(sent):
    """Return what a plain reader of JSON makes of a line; None where it cannot read it."""
    try:
        data = json.loads(sent)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return data


def is_silent(sent):
    """Return whether a line is a notification, which is not to be answered."""
    data = readable(sent)
    if not isinstance(data, dict) or "id" in data or data.get("jsonrpc") != "2.0":
        return False
    return isinstance(data.get("method"), str) and isinstance(data.get("params", {}), dict)


def attack(wire, count, seed):
    """Send so many hostile lines; check that each has its answer, and that the server is as it was."""
    dice = Dice(seed)
    lines = [hostile(dice, number) for number in range(count)]
    answers = wire.ask(*lines, silent=sum(map(is_silent, lines)))
    assert wire.ask(line(request="after")) == [{"jsonrpc": "2.0", "id": "after", "result": {}}]
    asked = Counter()
    for data in filter(None, map(readable, lines)):
        if isinstance(data, dict) and type(data.get("id")) in (int, str):
            asked[data["id"]] += 1
    answered = Counter(answer["id"] for answer in answers)
    assert sum(asked.values()) > count / 3
    assert asked <= answered
    assert all(number <= 1 for name, number in (answered - asked).items() if name is not None)
    return answers


def test_hostile_lines_are_answered_once_within_bounded_memory(wire):
    attack(wire, 300, seed=1)
    before = wire.memory()
    answers = attack(wire, 600, seed=2)
    assert wire.memory() - before < 4 * MEGABYTE
    assert any("error" in answer for answer in answers)
    assert any(answer.get("result", {}).get("isError") for answer in answers)
    before = wire.memory("VmHWM")
    for number, piece in enumerate([b"y", b"\\u0151", b"[", b'\\"', "ő".encode()]):
        (answer,) = wire.ask(NESTED % (number, b'"' + piece * (20 * MEGABYTE // len(piece)) + b'"'))
        assert (answer["id"], answer["error"]["code"]) == (number, INVALID_REQUEST)
    assert wire.memory("VmHWM") - before < 2 * MEGABYTE
    # A cancelled call is not answered, and yet does not count as open for ever.
    off = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}'
    calls = [part for number in range(2 * MOST_OPEN) for part in (call("list_games", number), off % number)]
    heard = []
    with wire.saying(*calls, line(request="after")):
        while "after" not in heard:
            heard += [answer["id"] for answer in wire.hear(1)]
    assert len(heard) == len(set(heard)) < 2 * MOST_OPEN
    # The packed and installed program takes the project's metadata from there.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"] == {"path": "logic/__init__.py"}
    assert wire.server == {"name": "quincunx", "title": "Quincunx", "version": VERSION}


async def test_reading_pauses_while_too_many_requests_are_open():
    """So a client that asks and does not read is blocked, instead of filling the memory."""
    source = BytesIO(b"".join(line(request=number) + b"\n" for number in range(MOST_OPEN + 3)))
    async with streams(source, BytesIO()) as (read, write), read, write:

        async def none_comes():
            with anyio.move_on_after(0.2):
                return not await read.receive()
            return True

        first = [await read.receive() for _ in range(MOST_OPEN)]
        assert [one.message.id for one in first] == list(range(MOST_OPEN))
        assert await none_comes()
        await write.send(SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=0, result={})))
        assert (await read.receive()).message.id == MOST_OPEN
        await first[1].metadata.on_request_unanswered()
        assert (await read.receive()).message.id == MOST_OPEN + 1
        assert await none_comes()


def test_a_closed_or_full_output_ends_the_server_cleanly(tmp_path):
    wire = Wire(tmp_path)
    try:
        wire.program.stdout.close()
        wire.say(line(request=2))
        wire.program.stdin.close()
        wire.program.stdin = wire.program.stdout = None
        assert wire.end() == (None, b"")
    finally:
        wire.leave()
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [*COMMAND, str(tmp_path)], cwd=ROOT, input=line() + b"\n", stdout=full, stderr=subprocess.PIPE
        )
    assert (ended.returncode, ended.stderr) == (1, b"quincunx: No space left on device\n")


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_serving_without_stdin_or_stdout_is_refused(monkeypatch, capsys, closed):
    monkeypatch.setattr(sys, closed, None)
    with pytest.raises(Problem, match="one of them is closed"):
        serve(tables(), "en")
