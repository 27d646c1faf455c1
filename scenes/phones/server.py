"""The HTTP server for phones, in a process of its own: it gets redacted data only, and its reports are checked.

Whoever knows the code on the big screen chooses a seat and is given its token, once, in a cookie that no script can
read. All else is told only to whoever has a token, and only of its seat. This module alone reaches aiohttp.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from multiprocessing.connection import Connection
from typing import Any, TypeVar

import msgspec
from aiohttp import WSCloseCode, web

from logic.core import Move
from logic.hosting import (
    LASTS,
    LONGEST,
    MOST_WATCHERS,
    TOKEN_DIGITS,
    WATCHER,
    Holders,
    NotARequest,
    SeatRequest,
    Snapshot,
    name_of,
    new_token,
    page_of,
    read_request,
    token_hash,
    words_in,
)
from logic.registry import game_config
from logic.text import LANGUAGES, Text
from scenes.phones import guard, wire
from scenes.phones.guard import HEADERS, POLICY, ConnectionLimiter, LimitedConnection, RateLimiter
from scenes.phones.painter import SHAPES, Painter, Shape

SILENCE = logging.getLogger(f"{__name__}.silence")
SILENCE.disabled = True
"""A logger that discards everything: the input of strangers is not logged."""

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LETTERS, CODE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ", 8
"""Alphabet and length of a code: 40 bits, with limited attempts."""
COOKIE = "quincunx_seat"
MOST_PAGES, MOST_WATCHING, MOST_TABS = 80, 48, 8
"""Most open pages: in all, of watchers, so that there is always room for players, and of one token."""
BIND_TRIES, BIND_PAUSE = 12, 0.25
"""Attempts to bind a port that a former server is just releasing, and the seconds between."""
A_SECOND, BURST = 60, 400
"""Requests a second of one token, or of an address without one: opening a page takes a dozen, a club opens thirty."""
TRIES, TRIES_BURST = 0.2, 6
"""Attempts to join by one address; all together have ten times as many."""
REQUESTS, REQUESTS_BURST = 5, 20
"""Rate of messages of one page."""
POINTS, POINTS_BURST, ALL_POINTS, ALL_POINTS_BURST = 1.0, 3, 4.0, 8
"""Rates of pointing for one token, and for all; more is not shown."""
HEARTBEAT, SENDING, KEPT_ALIVE = 20.0, 10.0, 20.0
"""Seconds between two pings, until a page that accepts no data is dropped, and that a connection may idle."""
BEAT = 4.0
"""Seconds after which a page gets a message, if only that the table is still there."""
AWAY = 6.0
"""Seconds without a page after which a phone counts as away: to wake takes two at most."""
ADDRESS_CHECK = 2.0
"""Seconds between two checks whether the machine still has the address."""
STILL_HERE = "{}"
FAREWELL = 0.5
"""Seconds at most for telling all pages that the table is closed."""
LINGERS = 1.0
"""Seconds for reading the rest of a request that was refused."""
REMOVED, TAKEN_OVER, LEFT, CLOSED, DISMISSED, TOO_MUCH = 4001, 4002, 4003, 4004, 4005, 4008
"""Close codes of a page; the table may be opened again after CLOSED, but not after DISMISSED."""
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "ttf": "font/ttf"}
PAGE = {"/": "index.html", "/page.js": "page.js", "/page.css": "page.css"}
FONT = "Manrope-SemiBold.ttf"
LASTING = {"Cache-Control": "private, max-age=3600"}
"""Headers for what is the same at every table."""


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to join: the code and, once chosen, the seat."""

    code: str
    seat: int | None = None
    over: bool = False
    """Whether to take the seat over from another phone."""


@dataclass(eq=False)
class PhonePage:
    """One open page: its viewer, its language, and what is still to be sent to it."""

    seat: int
    token_hash: str
    language: str
    socket: web.WebSocketResponse
    wake_event: asyncio.Event = field(default_factory=asyncio.Event)
    private_messages: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=8))
    points: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=8))
    """What others point at: bounded, so that it cannot displace messages to this page."""


class QuietRequestHandler(web.RequestHandler):
    """Answers malformed HTTP with a bare error, and logs nothing: neither the input nor what serves here."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        if request.writer.output_size > 0:
            raise ConnectionError
        refusal = web.Response(status=status, text="no question", headers=HEADERS)
        refusal.headers["Content-Security-Policy"] = POLICY.format(ws="'none'")
        refusal.force_close()
        return refusal


@cache
def page_file(name: str) -> bytes:
    """A file of the page, or a font for it."""
    if name.endswith(".ttf"):
        return files("font_manrope").joinpath("files").joinpath(name).read_bytes()
    return files("scenes.phones").joinpath("page").joinpath(name).read_bytes()


class Server:
    """Serves one table until the pipe to the program ends."""

    def __init__(self, pipe: Connection, painter: Painter, clock: Callable[[], float] = time.monotonic) -> None:
        self._pipe = pipe
        self._painter = painter
        self._clock = clock
        self._paint_executor = ThreadPoolExecutor(1)
        self._snapshots: dict[int, Snapshot] = {}
        self._hashes: dict[int, str] = {}
        """The hash of each taken seat's token."""
        self._watchers: list[str] = []
        self._pages: set[PhonePage] = set()
        self._last_seen: dict[int, float] = {}
        """When the last page of a seat was closed, or the seat was taken."""
        self._goodbye = CLOSED
        self._reach = wire.Reach(is_there=True)
        self._open: tuple[asyncio.Server, web.AppRunner] | None = None
        self._code = ""
        self._table_name = secrets.token_hex(4)
        """Tells pages that the table was opened again: its positions are counted from one again."""
        self._host, self._origin = "", ""
        self._address = wire.Address("")
        self._told: dict[tuple[int, str], str] = {}
        """The present page of each viewer in each language."""
        self._pace = RateLimiter(A_SECOND, BURST, clock)
        self._points = RateLimiter(POINTS, POINTS_BURST, clock)
        self._all_points = RateLimiter(ALL_POINTS, ALL_POINTS_BURST, clock)
        self._tries = RateLimiter(TRIES, TRIES_BURST, clock)
        self._all_tries = RateLimiter(10 * TRIES, 10 * TRIES_BURST, clock)

    # -- opening

    async def open(self, address: wire.Address) -> None:
        """Listen, and tell the program where; raises OSError if that cannot be."""
        app = web.Application(middlewares=[self.guard], client_max_size=LONGEST)
        app.on_response_prepare.append(self.add_headers)
        self._add_routes(app.router)
        # Cancel the work for clients that have gone: else one phone could queue hundreds of pictures before the
        # others'.
        runner = web.AppRunner(app, handler_cancellation=True)
        await runner.setup()
        asked, limiter, loop = runner.server, ConnectionLimiter(), asyncio.get_running_loop()
        assert asked is not None  # noqa: S101 - set up above

        def door() -> asyncio.Protocol:
            return LimitedConnection(
                limiter,
                QuietRequestHandler(
                    asked,
                    loop=loop,
                    logger=SILENCE,
                    access_log=SILENCE,
                    keepalive_timeout=KEPT_ALIVE,
                    lingering_time=LINGERS,
                ),
            )

        listening = await _listen(door, address)
        port = listening.sockets[0].getsockname()[1]
        self._address = wire.Address(address.host, port)
        self._host = wire.name_of_host(address.host, port)
        self._origin = f"http://{self._host}"
        self._open = listening, runner
        holders = address.holders
        self._hashes = {seat: holders.seats[seat] for seat in holders.taken}
        self._watchers.extend(holders.watchers)
        for seat in self._hashes:
            self._expect(seat)
        self._change_code()
        self._tell_holders()

    def _add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_get("/live", self.live)
        router.add_get("/me", self.me)
        router.add_post("/table", self.table)
        router.add_post("/join", self.join)
        router.add_post("/leave", self.leave)
        router.add_get("/words/{language}", self.words)
        router.add_get("/look/{number}/{shape}", self.look)
        router.add_get("/board/{number}/{shape}", self.board)
        router.add_get("/thing/{number}/{which}", self.thing)
        router.add_get("/sign/{seat}", self.sign)
        router.add_get("/emblem", self.emblem)
        router.add_get("/font.ttf", partial(self.file, FONT))
        for path, name in PAGE.items():
            router.add_get(path, partial(self.file, name))

    async def notify_closed(self) -> None:
        """Tell all pages that the table is closed, so that none of them waits in vain."""
        pages, self._pages = self._pages, set()
        if pages:
            await asyncio.wait(
                [asyncio.ensure_future(page.socket.close(code=self._goodbye)) for page in pages], timeout=FAREWELL
            )

    async def watch_address(self) -> None:
        """Report to the program when the machine loses the listening address, and when it has it again."""
        while True:
            await asyncio.sleep(ADDRESS_CHECK)
            is_there = wire.is_own(self._address.host)
            reach = wire.Reach(is_there, "" if is_there else wire.own_address() or "")
            if reach != self._reach:
                self._reach = reach
                self.tell(reach)

    async def close(self) -> None:
        """Stop listening, and disconnect everybody."""
        if self._open is not None:
            listening, runner = self._open
            listening.close()
            await runner.cleanup()
        self._paint_executor.shutdown(cancel_futures=True)

    def _change_code(self) -> None:
        self._code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        self.tell(wire.Opened(self._address.host, self._address.port, self._code))

    def _tell_holders(self) -> None:
        last = max(self._hashes, default=-1)
        seats = tuple(self._hashes.get(seat, "") for seat in range(last + 1))
        self.tell(wire.Held(Holders(seats, tuple(self._watchers))))

    def tell(self, said: wire.Heard) -> None:
        """Tell the program, if it is still there: whoever listens to it notices that it has gone."""
        with suppress(BrokenPipeError):
            self._pipe.send_bytes(wire.to_wire(said))

    # -- messages of the program

    def hear(self, told: wire.Told) -> None:
        if isinstance(told, wire.Seen):
            if not self._snapshots:
                # While people scan the code: the first picture takes longest, since every piece has to be baked.
                self._paint_executor.submit(self._painter.prerender_pieces, told.snapshots[0])
            self._snapshots = dict(told.snapshots)
            self._told.clear()
            self._wake_all()
        elif isinstance(told, wire.PutOut):
            self._hashes.pop(told.seat, None)
            self._close_pages(told.seat, REMOVED)
            self._change_code()
            self._tell_holders()
            self._report_present()
        elif isinstance(told, wire.Answer):
            self._answer(told)
        elif isinstance(told, wire.Dismissed):
            self._goodbye = DISMISSED

    def _answer(self, told: wire.Answer) -> None:
        shown = self._snapshots.get(told.seat)
        for page in self._pages_of(told.seat):
            text = Text(page.language).say(told.text, shown.names if shown else ())
            kind = "hint" if told.moves else "no"
            page.private_messages.append(
                {kind: text, "moves": [str(move) for move in told.moves], "number": told.number}
            )
            page.wake_event.set()

    def _pages_of(self, seat: int) -> list[PhonePage]:
        return [page for page in self._pages if page.seat == seat]

    def _close_pages(self, seat: int, why: int, its_hash: str | None = None) -> None:
        """Close the pages of a seat; with ``its_hash`` only those of one token."""
        for page in self._pages_of(seat):
            if its_hash not in (None, page.token_hash):
                continue
            self._pages.discard(page)
            task = asyncio.ensure_future(page.socket.close(code=why))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _wake_all(self) -> None:
        for page in self._pages:
            page.wake_event.set()

    def _report_present(self) -> None:
        seats = range(len(self._chairs()))
        counts = tuple(len(self._pages_of(seat)) for seat in seats)
        self.tell(wire.Here(counts, len(self._pages_of(WATCHER)), tuple(filter(self._is_away, seats))))
        self._told.clear()
        self._wake_all()

    def _expect(self, seat: int) -> None:
        """Wait for a page of that seat, and report it if none comes."""
        self._last_seen[seat] = self._clock()
        asyncio.get_running_loop().call_later(AWAY, self._report_away, seat)

    def _report_away(self, seat: int) -> None:
        if self._is_away(seat):
            self._report_present()

    def _is_away(self, seat: int) -> bool:
        """Whether the phone of a seat has not answered for a while."""
        last_seen = self._last_seen.get(seat)
        gone = seat in self._hashes and not self._pages_of(seat)
        return gone and last_seen is not None and self._clock() - last_seen >= AWAY

    def _chairs(self) -> tuple[Any, ...]:
        return self._snapshots[WATCHER].chairs if self._snapshots else ()

    # -- checks of every request

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse whatever does not come from our own page, or too often; reveal nothing of internal errors."""
        if request.host != self._host:
            return web.Response(status=421, text="wrong host")
        origin = request.headers.get("Origin")
        needs_origin = origin is not None or request.method != "GET" or request.path == "/live"
        is_foreign = request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
        if is_foreign or (needs_origin and origin != self._origin):
            return web.Response(status=403, text="wrong origin")
        known = self._known(request)
        door = request.transport.get_protocol() if request.transport is not None else None
        if known is not None and isinstance(door, LimitedConnection):
            door.identify(known[1])
        if not self._pace.allows(known[1] if known is not None else request.remote or ""):
            return web.Response(status=429, text="too much")
        try:
            return await handler(request)
        except web.HTTPException as refusal:
            return web.Response(status=refusal.status, text=refusal.reason)
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception:
            return web.Response(status=500, text="broken")

    async def add_headers(self, _request: web.Request, response: web.StreamResponse) -> None:
        lasting = {name: response.headers[name] for name in ("Cache-Control",) if name in response.headers}
        response.headers.update(HEADERS | lasting)
        response.headers["Content-Security-Policy"] = POLICY.format(ws=f"ws://{self._host}")

    def _viewer(self, request: web.Request) -> tuple[int, str]:
        """The seat of whoever asks, and the token's hash; raises 401 where it has none."""
        viewer = self._known(request)
        if viewer is None:
            raise web.HTTPUnauthorized
        return viewer

    def _known(self, request: web.Request) -> tuple[int, str] | None:
        token = request.cookies.get(COOKIE, "")
        if len(token) == TOKEN_DIGITS:
            its_hash = token_hash(token)
            seat = next((seat for seat, known in self._hashes.items() if known == its_hash), None)
            if seat is not None:
                return seat, its_hash
            if its_hash in self._watchers:
                return WATCHER, its_hash
        return None

    def _shown(self, request: web.Request) -> Snapshot:
        """The table as the client may see it, in the requested position; raise if that has gone."""
        seat, _ = self._viewer(request)
        shown = self._snapshots.get(seat)
        if shown is None or request.match_info["number"] != str(shown.number):
            raise web.HTTPGone
        return shown

    # -- joining

    async def _question(self, request: web.Request) -> JoinRequest:
        """Read a request to join; raise if the code is wrong, or was tried too often."""
        who = request.remote or ""
        if not (self._tries.allows(who) and self._all_tries.allows("")):
            raise web.HTTPTooManyRequests
        try:
            body = await asyncio.wait_for(request.read(), guard.PATIENCE)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except web.RequestPayloadError:  # compressed or divided otherwise than it claims
            raise web.HTTPBadRequest from None
        try:
            question = msgspec.json.decode(body, type=JoinRequest)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise web.HTTPBadRequest from None
        if not secrets.compare_digest(question.code.upper().encode(errors="replace"), self._code.encode()):
            raise web.HTTPForbidden
        self._tries.undo_count(who)
        self._all_tries.undo_count("")
        return question

    async def table(self, request: web.Request) -> web.Response:
        """Tell a client with the code who has which seat."""
        await self._question(request)
        shown = self._snapshots.get(WATCHER)
        if shown is None:
            raise web.HTTPServiceUnavailable
        text = Text(_language(request))
        seats = [
            {"name": name_of(shown, seat, text), "computer": chair.is_computer, "taken": seat in self._hashes}
            for seat, chair in enumerate(shown.chairs)
        ]
        return _json({"seats": seats, "game": shown.game, "title": text.get(game_config(shown.game).title)})

    async def join(self, request: web.Request) -> web.Response:
        """Give a seat's token to a client with the code that chooses it."""
        question = await self._question(request)
        seat, former = question.seat, self._known(request)
        token = new_token(partial(secrets.randbits, 128))
        if seat == WATCHER:
            self._make_room_for_watcher(former)
            self._watchers.append(token_hash(token))
        elif not self._is_free(seat, over=question.over):
            raise web.HTTPConflict
        else:
            assert seat is not None  # noqa: S101 - it is free
            anew = seat in self._hashes
            self._hashes[seat] = token_hash(token)
            self._close_pages(seat, TAKEN_OVER)
            self._expect(seat)
            self.tell(wire.Joined(seat, anew))
        if former is not None:  # a browser has one token, and would lose the former one unnoticed
            self._release(*former)
        self._report_present()
        self._tell_holders()
        response = _json({"seat": seat})
        response.set_cookie(COOKIE, token, max_age=LASTS, httponly=True, samesite="Strict", path="/")
        return response

    def _make_room_for_watcher(self, former: tuple[int, str] | None) -> None:
        """If there are as many watchers as may be, drop one without an open page; raise if all have one."""
        if len(self._watchers) < MOST_WATCHERS or (former is not None and former[0] == WATCHER):
            return
        open_now = {page.token_hash for page in self._pages}
        idle = next((one for one in self._watchers if one not in open_now), None)
        if idle is None:
            raise web.HTTPServiceUnavailable
        self._watchers.remove(idle)

    def _release(self, seat: int, its_hash: str) -> None:
        """Revoke a token, and close its pages."""
        if seat == WATCHER:
            self._watchers.remove(its_hash)
        elif self._hashes.get(seat) == its_hash:  # else it was taken over, maybe by the same phone with a new token
            del self._hashes[seat]
        self._close_pages(seat, LEFT, its_hash)

    def _is_free(self, seat: int | None, *, over: bool) -> bool:
        """Whether a seat can be taken; one that has a phone, only with ``over``."""
        chairs = self._chairs()
        if seat is None or not 0 <= seat < len(chairs) or chairs[seat].is_computer:
            return False
        return over or seat not in self._hashes

    async def me(self, request: web.Request) -> web.Response:
        """Say which seat the phone has already, if any."""
        viewer = self._known(request)
        return _json({"seat": None if viewer is None else viewer[0]})

    async def leave(self, request: web.Request) -> web.Response:
        """Leave a seat: it becomes free, and the token void."""
        known = self._known(request)
        if known is not None:
            self._release(*known)
            self._tell_holders()
            self._report_present()
        response = _json({})
        response.del_cookie(COOKIE, path="/", httponly=True, samesite="Strict")
        return response

    # -- an open page

    async def live(self, request: web.Request) -> web.StreamResponse:
        seat, its_hash = self._viewer(request)
        watching, tabs = len(self._pages_of(WATCHER)), sum(page.token_hash == its_hash for page in self._pages)
        is_crowded = seat == WATCHER and watching >= MOST_WATCHING
        if len(self._pages) >= MOST_PAGES or tabs >= MOST_TABS or is_crowded:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            # A single byte counts as a sign of life, but does not answer a ping: a frame must be complete.
            heartbeat=HEARTBEAT,
            receive_timeout=HEARTBEAT + SENDING,
            max_msg_size=2 * LONGEST,
            compress=False,
        )
        try:
            await socket.prepare(request)
        except ValueError:  # a key that is no valid text
            raise web.HTTPBadRequest from None
        with suppress(ConnectionError):
            await socket.send_str(msgspec.json.encode({"table": self._table_name}).decode())
        page = PhonePage(seat, its_hash, _language(request), socket)
        page.wake_event.set()
        self._pages.add(page)
        self._report_present()
        writing = asyncio.create_task(self._write(page))
        try:
            await self._read(page)
        except TimeoutError:
            await socket.close(code=TOO_MUCH)
        finally:
            writing.cancel()
            self._pages.discard(page)
            self._expect(seat)
            self._report_present()
        return socket

    async def _read(self, page: PhonePage) -> None:
        """Pass on a page's requests, as long as it has the seat."""
        pace = RateLimiter(REQUESTS, REQUESTS_BURST, self._clock)
        async for message in page.socket:
            if page not in self._pages:
                return
            if message.type is not web.WSMsgType.TEXT or not pace.allows(""):
                await page.socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            try:
                request = read_request(message.data)
            except NotARequest:
                await page.socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            if request.act == "point":
                await self._point(page, request)
            else:
                self.tell(wire.Asked(page.seat, request))

    async def _point(self, page: PhonePage, request: SeatRequest) -> None:
        """Show everybody what a player who is not to act points at; invalid or too frequent pointing is ignored."""
        shown, common = self._snapshots.get(page.seat), self._snapshots.get(WATCHER)
        if shown is None or common is None or request.number != shown.number or shown.actor == page.seat:
            return
        if not (self._points.allows(page.token_hash) and self._all_points.allows("")):
            return
        look = await _painted(self._paint_executor, lambda: self._painter.look(common, "tall", "en", common.state))
        if request.move not in look.targets:
            return
        for other in self._pages:
            other.points.append({"point": request.move, "seat": page.seat, "number": request.number})
            other.wake_event.set()
        self.tell(wire.Pointed(page.seat, request.move))

    async def _write(self, page: PhonePage) -> None:
        """Send a page what is new; a slow one gets only the latest state."""
        last = ""
        while not page.socket.closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(page.wake_event.wait(), BEAT)
            is_woken = page.wake_event.is_set()
            page.wake_event.clear()
            now = self._page_now(page.seat, page.language)
            said = [now] if now and now != last else []
            last = now
            for aside in (page.private_messages, page.points):
                said += [msgspec.json.encode(aside.popleft()).decode() for _ in range(len(aside))]
            if not is_woken:
                said.append(STILL_HERE)
            try:
                for text in said:
                    await asyncio.wait_for(page.socket.send_str(text), SENDING)
            except (ConnectionError, TimeoutError):
                await page.socket.close(code=TOO_MUCH)
                return

    def _page_now(self, seat: int, language: str) -> str:
        """The page of a viewer as JSON; empty before the first position has come."""
        shown = self._snapshots.get(seat)
        if shown is None:
            return ""
        key = seat, language
        if key not in self._told:
            here = [bool(self._pages_of(number)) for number in range(len(shown.chairs))]
            away = [self._is_away(number) for number in range(len(shown.chairs))]
            page = page_of(shown, language) | {"here": here, "away": away, "watchers": len(self._pages_of(WATCHER))}
            self._told[key] = msgspec.json.encode({"page": page}).decode()
        return self._told[key]

    # -- pictures and files

    async def look(self, request: web.Request) -> web.Response:
        shown, shape = self._shown(request), _shape(request)
        language, common = _language(request), self._snapshots[WATCHER].state
        return _json(await _painted(self._paint_executor, lambda: self._painter.look(shown, shape, language, common)))

    async def board(self, request: web.Request) -> web.Response:
        """The board, with the named moves marked on it; illegal ones are refused."""
        shown, shape = self._shown(request), _shape(request)
        moves = _named(shown, request.query.getall("move", []))
        return _picture(await _painted(self._paint_executor, lambda: self._painter.board(shown, shape, moves)))

    async def thing(self, request: web.Request) -> web.Response:
        shown, which = self._shown(request), request.match_info["which"]
        number = int(which) if which in map(str, range(32)) else -1
        picture = await _painted(self._paint_executor, lambda: self._painter.thing(shown, number))
        if picture is None:
            raise web.HTTPNotFound
        return _picture(picture)

    async def sign(self, request: web.Request) -> web.Response:
        seat = request.match_info["seat"]
        if seat not in map(str, range(8)):
            raise web.HTTPNotFound
        return _picture(await _painted(self._paint_executor, lambda: self._painter.token(int(seat))), lasts=True)

    async def emblem(self, _request: web.Request) -> web.Response:
        shown = self._snapshots.get(WATCHER)
        if shown is None:
            raise web.HTTPNotFound
        return _picture(await _painted(self._paint_executor, lambda: self._painter.emblem(shown.game)), lasts=True)

    async def words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise web.HTTPNotFound
        return _json({"words": words_in(language), "languages": dict(LANGUAGES)})

    async def file(self, name: str, _request: web.Request) -> web.Response:
        kind = KINDS[name.rpartition(".")[2]]
        is_font = name == FONT
        head = LASTING if is_font else None
        return web.Response(body=page_file(name), content_type=kind, charset=None if is_font else "utf-8", headers=head)


async def _painted(brush: Executor, paint: Callable[[], T]) -> T:
    """Paint in the one thread that may; other requests are served meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(brush, paint)


async def _listen(protocol: Callable[[], asyncio.Protocol], address: wire.Address) -> asyncio.Server:
    """Listen at the requested port or, if the address ``may_move``, in the end at any free one."""
    loop = asyncio.get_running_loop()
    for _ in range(BIND_TRIES if address.may_move else 0):
        with suppress(OSError):
            return await loop.create_server(protocol, address.host, address.port)
        await asyncio.sleep(BIND_PAUSE)
    return await loop.create_server(protocol, address.host, 0 if address.may_move else address.port)


def _json(data: Any) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), content_type="application/json")


def _picture(content: bytes, *, lasts: bool = False) -> web.Response:
    return web.Response(body=content, content_type="image/webp", headers=LASTING if lasts else None)


def _language(request: web.Request) -> str:
    language = request.query.get("lang", "")
    return language if language in LANGUAGES else "en"


def _shape(request: web.Request) -> Shape:
    shape = next((one for one in SHAPES if one == request.match_info["shape"]), None)
    if shape is None:
        raise web.HTTPNotFound
    return shape


MOST_NAMED = 8


def _named(shown: Snapshot, texts: list[str]) -> tuple[Move, ...]:
    """The moves of those names, each legal after the one before; raise if one is not."""
    moves: list[Move] = []
    state = shown.state
    if not shown.choices.moves and texts:
        raise web.HTTPConflict
    for text in texts[:MOST_NAMED]:
        move = next((move for move in state.legal_moves() if str(move) == text), None)
        if move is None:
            raise web.HTTPConflict
        moves.append(move)
        if len(moves) < len(texts):
            state = state.apply(move).state
    return tuple(moves)


# -- process


def serve(pipe: Connection, address: wire.Address) -> None:
    """Serve until the program at the other end of the pipe ends, in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL + 1)  # the input of strangers is not logged
    if hasattr(os, "nice"):
        os.nice(5)
    asyncio.run(_serve(pipe, address))
    os._exit(0)


async def _serve(pipe: Connection, address: wire.Address) -> None:
    server, loop, over = Server(pipe, Painter()), asyncio.get_running_loop(), asyncio.Event()
    try:
        await server.open(address)
    except OSError as error:
        server.tell(wire.Failed.by(error))
        return

    def listen() -> None:
        with suppress(EOFError, OSError):
            while (told := pipe.recv()) is not None:
                loop.call_soon_threadsafe(server.hear, told)
        loop.call_soon_threadsafe(over.set)

    threading.Thread(target=listen, daemon=True).start()
    with suppress(NotImplementedError):  # on platforms without signals
        loop.add_signal_handler(signal.SIGTERM, over.set)
    watching = asyncio.create_task(server.watch_address())
    await over.wait()
    watching.cancel()
    await server.notify_closed()
