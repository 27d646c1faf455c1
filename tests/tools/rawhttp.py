"""Attacks the phones' server with raw bytes: ``python -m tests.tools.rawhttp [SECONDS] [SEED]``.

Invalid requests, endless heads, strange methods and paths, clients that are slow or half closed, sockets that speak
nonsense. Each attack is made from a seed, which is printed where the server breaks one of its promises: it lives,
answers with a clear refusal that names no secret, lets nobody keep a connection, and holds no more memory.
"""

import asyncio
import base64
import os
import random
import struct
import sys
import time
from contextlib import suppress

import psutil

from logic.hosting import LONGEST
from scenes.phones import guard, server
from scenes.phones.server import COOKIE
from tests.services.programs.phonetable import HERE, page_on, table

AT_A_TIME = 12
EVER_MORE = 10**9
"""A rate limit so high that attacks get further than to a refusal of their number."""
PATIENCE = 0.5
"""Seconds of the limiter during attacks, so that silent clients are waited for no longer."""
CLEAR = {100, 101, 200, *range(400, 500), 501, 503, 505}
"""The allowed status codes: all except internal errors."""

METHODS = (
    b"GET", b"GET", b"GET", b"POST", b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"CONNECT", b"PRI",
    b"get", b"", b"G\x00T", b"\xff", b"A" * 9000,
)  # fmt: skip
PATHS = (
    b"/", b"/live", b"/live", b"/me", b"/join", b"/table", b"/leave", b"/words/de", b"/look/1/tall",
    b"/board/1/tall", b"/board/1/wide?move=%ff%00", b"/thing/1/0", b"/thing/1/\xd9\xa3", b"/sign/0", b"/page.js",
    b"/..%2f..%2fmain.py", b"/../../etc/passwd", b"/%00", b"/%2e%2e/%2e%2e", b"/words/..%00", b"//evil.example/",
    b"*", b"", b"?", b"/" + b"a" * 9000, b"http://evil.example/", b"/%", b"/%zz", b"/\xff\xfe",
    b"/look/" + b"9" * 4000 + b"/tall", b"/me?" + b"lang=de&" * 900,
)  # fmt: skip
VERSIONS = (
    b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9", b"http/1.1", b"", b"HTTP/1.1\x00",
)  # fmt: skip
ENDS = (b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r", b"")
BODIES = (b"", b"{}", b"[" * 400, b'{"code":"AAAAAAAA","seat":0}', b"\xff" * 64, b"x" * (LONGEST + 1), b"x" * 70_000,
          b"5\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff\r\nx", b"-1\r\n")  # fmt: skip


class Attacker:
    """Makes attacks from one seed, with what a phone in the game knows."""

    def __init__(self, seed, port, token):
        self.random = random.Random(seed)  # noqa: S311 - attacks, not secrets
        self.host, self.token = f"{HERE}:{port}".encode(), token.encode()

    def headers(self):
        """Return some header lines, most of them such as get beyond the first refusal."""
        choice = self.random.choice
        lines = [choice([b"Host: " + self.host] * 6 + [b"Host: evil.example", b"Host:", b"Host: \x00", b""])]
        lines.append(choice([b"Origin: http://" + self.host] * 5 + [b"Origin: null", b""]))
        lines.append(choice([COOKIE.encode() + b"=" + self.token, b"x=" + b"y" * 3000, b"=;=;;", b"\xff"]))
        lines[-1] = b"Cookie: " + lines[-1]
        more = (
            b"Content-Length: 20", b"Content-Length: -1", b"Content-Length: 99999999999999999999",
            b"Content-Length: 1\r\n 2", b"Content-Length: 5\r\nContent-Length: 6", b"Transfer-Encoding: chunked",
            b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked\r\nContent-Length: 4",
            b"Expect: 100-continue", b"Connection: close", b"Content-Encoding: gzip", b"X: " + b"y" * 20_000,
            b"X" * 9000 + b": y", b": no name", b"no colon", b"X\x00Y: z", b" folded: x",
            b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings", b"Range: bytes=0-9999999999",
        )  # fmt: skip
        lines += self.random.sample(more, self.random.choice((0, 0, 0, 1, 2, 4)))
        if self.random.random() < 0.02:
            lines += [b"X-%d: y" % number for number in range(2000)]
        return [line for line in lines if line]

    def request(self):
        choice = self.random.choice
        end = choice(ENDS)
        first = b" ".join((choice(METHODS), choice(PATHS), choice(VERSIONS)))
        return end.join((first, *self.headers(), b"", b"")) + choice(BODIES)

    def upgrade(self):
        """Return the request for the socket that a page opens, and data that no page sends then."""
        key = base64.b64encode(self.random.randbytes(self.random.choice((16, 16, 16, 3, 40))))
        version = self.random.choice((b"13", b"13", b"13", b"8", b"x"))
        lines = (
            b"GET /live?lang=de HTTP/1.1", b"Host: " + self.host, b"Origin: http://" + self.host,
            b"Upgrade: websocket", b"Connection: Upgrade", b"Cookie: " + COOKIE.encode() + b"=" + self.token,
            b"Sec-WebSocket-Key: " + key, b"Sec-WebSocket-Version: " + version,
            self.random.choice((b"X: y", b"Sec-WebSocket-Extensions: permessage-deflate")),
        )  # fmt: skip
        return b"\r\n".join((*lines, b"", b"")) + b"".join(self.frame() for _ in range(self.random.randrange(6)))

    def frame(self):
        """Return one frame: of any kind, masked or not, whose length may be false."""
        payload = self.random.choice((b"", b"{}", b'{"act":"play","number":1}', b"\xff\xfe", b"x" * 700, b"x" * 70_000))
        length = self.random.choice((len(payload),) * 4 + (0, 5, 126, 2**16, 2**40, 2**63))
        head = bytes((self.random.choice((0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0xC1, 0xF1, 0x83, 0x00)),))
        masked = self.random.choice((0x80, 0x80, 0x80, 0))
        if length < 126:
            head += bytes((masked | length,))
        elif length < 2**16:
            head += bytes((masked | 126,)) + struct.pack(">H", length)
        else:
            head += bytes((masked | 127,)) + struct.pack(">Q", length)
        mask = self.random.randbytes(4) if masked else b""
        return head + mask + bytes(one ^ mask[i % 4] for i, one in enumerate(payload)) if mask else head + payload

    def data(self):
        choice = self.random.random()
        if choice < 0.1:
            return self.random.randbytes(self.random.randrange(3000))
        made = (
            self.upgrade()
            if choice < 0.4
            else b"".join(self.request() for _ in range(self.random.choice((1, 1, 1, 3))))
        )
        if self.random.random() < 0.2:  # some bytes are corrupted on their way
            made = bytearray(made)
            for _ in range(self.random.randrange(1, 6)):
                made[self.random.randrange(len(made))] = self.random.randrange(256)
        return bytes(made)

    async def attack(self):
        """Send it at once, in pieces or incompletely, and read, or leave; return the answer."""
        data, own = self.data(), f"127.0.{self.random.randrange(1, 200)}.{self.random.randrange(1, 250)}"
        port = int(self.host.rpartition(b":")[2])
        reader, writer = await asyncio.open_connection(HERE, port, local_addr=(own, 0))
        answered = b""
        with suppress(ConnectionError):
            pieces = self.random.choice((1, 1, 1, 4, 30))
            size = max(1, len(data) // pieces)
            for start in range(0, len(data) if self.random.random() < 0.8 else len(data) // 2, size):
                writer.write(data[start : start + size])
                await writer.drain()
            if self.random.random() < 0.2 and writer.can_write_eof():
                writer.write_eof()
            if self.random.random() < 0.8:
                with suppress(TimeoutError):
                    answered = await asyncio.wait_for(reader.read(65_536), 3 * PATIENCE)
        if self.random.random() < 0.3:
            writer.transport.abort()
        else:
            writer.close()
        return answered


def fault_of(answered, secrets):
    """Return what is wrong with an answer; nothing where it is a clear one, or none."""
    if any(secret.encode() in answered for secret in secrets):
        return "it names a secret"
    if b"aiohttp" in answered or b"Python" in answered:
        return "it names what serves here"
    if answered and not answered.startswith(b"HTTP/"):
        return "it is no answer"
    status = int(answered[9:12]) if answered else 200
    return "" if status in CLEAR else f"it says {status}"


async def attacks(at, token, seeds):
    """Make an attack of each seed, some at a time; return those that went wrong, and why."""
    gate, found = asyncio.Semaphore(AT_A_TIME), []

    async def one(seed):
        async with gate:
            answered = await Attacker(seed, at.port, token).attack()
        fault = fault_of(answered, (token, at.code))
        if fault:
            found.append((seed, fault, answered[:200]))

    await asyncio.gather(*map(one, seeds))
    return found


async def is_well(at, phone):
    """Return whether a seated phone still has its seat, and gets the game."""
    async with at.live(phone) as socket:
        return (await page_on(socket))["seat"] == 0


async def seat_and_token(at, phone):
    """Take the first seat; return its token."""
    async with phone.post("/join", json={"code": at.code, "seat": 0}) as answer:
        return answer.cookies[COOKIE].value


async def _long(seconds, seed):
    here, until, count = psutil.Process(), time.monotonic() + seconds, 0
    async with table() as (at, _), at.phone() as phone:
        token = await seat_and_token(at, phone)
        while time.monotonic() < until:
            found = await attacks(at, token, range(seed + count, seed + count + 500))
            at.said(object)
            count += 500
            if found or not await is_well(at, phone):
                print("broken:", *found, sep="\n")
                return 1
            held = here.memory_info().rss / 2**20
            print(f"{count} attacks, {held:.0f} MB, {here.num_fds()} files", flush=True)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    guard.PATIENCE = PATIENCE
    server.A_SECOND, server.BURST = EVER_MORE, EVER_MORE
    given = [int(one) for one in sys.argv[1:]]
    sys.exit(asyncio.run(_long(given[0] if given else 60, given[1] if len(given) > 1 else 0)))
