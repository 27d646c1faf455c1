"""A table with the real server for phones on loopback, and aiohttp clients as phones."""

import json
import time
from contextlib import asynccontextmanager
from multiprocessing import Pipe

import aiohttp

from logic.hosting import WATCHER, Hosted, snapshot
from logic.registry import GAMES, new_setup
from logic.session import Seat, Session
from scenes.phones.painter import Painter
from scenes.phones.server import Server
from scenes.phones.wire import Address, Seen, from_wire

HERE = "127.0.0.1"
PEOPLE = (Seat("Ann"), Seat("Bob"), Seat())
SEATS = len(PEOPLE)
_painters = []


def painter():
    """Return one painter for all tests: its cache serves the next test."""
    if not _painters:
        _painters.append(Painter())
    return _painters[0]


def hosted(game="labyrinth", seed=7, people=PEOPLE):
    return Hosted(Session(GAMES[game], new_setup(game, None, people, seed)))


def seen(table):
    viewers = (*range(len(table.session.seats)), WATCHER)
    names = [seat.name for seat in table.session.seats]
    return Seen({viewer: snapshot(table, viewer, names) for viewer in viewers})


class Table:
    """A server on loopback, and the program's end of its pipe."""

    def __init__(self, port, pipe, served, code):
        self.origin, self.pipe, self.served, self.code = f"http://{HERE}:{port}", pipe, served, code
        self.port = port

    def said(self, kind):
        """Return all messages of that kind that the server has sent to the program since the last call."""
        found = []
        while self.pipe.poll():
            found.append(from_wire(self.pipe.recv_bytes()))
        return [one for one in found if isinstance(one, kind)]

    def phone(self):
        jar = aiohttp.CookieJar(unsafe=True)  # the host is an IP address
        return aiohttp.ClientSession(self.origin, cookie_jar=jar, headers={"Origin": self.origin})

    async def join(self, phone, seat, over=False, code=None):
        question = {"code": code or self.code, "seat": seat, "over": over}
        async with phone.post("/join", json=question) as answer:
            return answer.status

    def live(self, phone, **more):
        return phone.ws_connect("/live?lang=de", **more)

    @asynccontextmanager
    async def seated(self, phone, seat):
        """Take a seat and open its page; return the socket, on which the first position has arrived."""
        await self.join(phone, seat)
        async with self.live(phone) as socket:
            await page_on(socket)
            yield socket


@asynccontextmanager
async def table(game="labyrinth", shows=None, address=Address(HERE), clock=time.monotonic):  # noqa: B008 - frozen
    ours, theirs = Pipe()
    served = Server(theirs, painter(), clock)
    shows = hosted(game) if shows is None else shows
    await served.open(address)
    served.hear(seen(shows))
    opened = from_wire(ours.recv_bytes())
    try:
        yield Table(opened.port, ours, served, opened.code), shows
    finally:
        await served.close()
        ours.close()
        theirs.close()


async def page_on(socket):
    """Return the next page that arrives."""
    while True:
        said = json.loads(await socket.receive_str())
        if "page" in said:
            return said["page"]


async def last_of(socket):
    """Return what a page hears last: after the texts that were still on their way, that it is closed, and why."""
    while (message := await socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    return message
