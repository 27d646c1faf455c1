"""The server for phones over loopback: who is admitted, what is refused, and what each seat is sent."""

import asyncio
import errno
import json
import logging
import os
import socket
import sys
import threading
import time
from contextlib import AsyncExitStack, suppress
from io import BytesIO
from multiprocessing import Pipe

import aiohttp
import msgspec
import pytest
from PIL import Image
from yarl import URL

from logic.core import Dice, Message
from logic.game import sample
from logic.hosting import LONGEST, WATCHER, Holders, SeatRequest, token_hash
from logic.registry import GAMES
from logic.session import Timeline
from scenes.phones import guard, server, wire
from scenes.phones.host import MOST_REQUESTS, ServerProcess
from scenes.phones.server import COOKIE
from scenes.phones.wire import (
    Address,
    Answer,
    Asked,
    Dismissed,
    Failed,
    Held,
    Here,
    Joined,
    Opened,
    Pointed,
    PutOut,
    Reach,
    from_wire,
    to_wire,
)
from tests.services.programs.phonetable import HERE, PEOPLE, SEATS, hosted, last_of, page_on, painter, seen, table
from tests.support.processes import PATIENCE


def frozen_clock():
    """A clock that stands still: rate limits do not depend on the machine's speed."""
    return 0.0


# -- joining


async def test_joining_with_the_code_sets_an_httponly_token_cookie_once():
    async with table() as (at, _), at.phone() as phone:
        async with phone.post("/join", json={"code": at.code, "seat": 1}) as answer:
            (cookie,) = answer.headers.getall("Set-Cookie")
            body = await answer.text()
        token = answer.cookies[COOKIE].value
        assert len(token) == 32
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*cookie.split("; ")}
        assert token not in body
        assert at.said(Joined) == [Joined(1, False)]
        async with phone.get("/me") as answer:
            assert await answer.json() == {"seat": 1}
            assert "Set-Cookie" not in answer.headers
        assert token not in repr(vars(at.served)), "only its hash is remembered"
        assert token_hash(token) in repr(vars(at.served))


@pytest.mark.parametrize(
    "question",
    [
        {"code": "WRONGONE", "seat": 0}, {"code": "", "seat": 0}, {"code": "ő" * 8, "seat": 0}, {"seat": 0}, [], None,
        {"code": "{code}", "seat": 7}, {"code": "{code}", "seat": -2}, {"code": "{code}", "seat": None},
        {"code": "{code}", "seat": "0"}, {"code": "{code}", "seat": 0, "token": "x"}, {"code": "{code}x", "seat": 0},
        {"code": "{code}", "seat": 2**70},
    ],
)  # fmt: skip
async def test_invalid_join_requests_are_refused(question):
    async with table() as (at, _), at.phone() as phone:
        body = json.dumps(question).replace("{code}", at.code)
        for path in ("/join", "/table"):
            async with phone.post(path, data=body) as answer:
                is_whole = path == "/table" and isinstance(question, dict) and question.get("code") == "{code}"
                is_good = is_whole and not isinstance(question["seat"], str) and len(question) == 2
                assert answer.status == 200 if is_good else answer.status in (400, 403, 409)
                assert not answer.cookies
        assert not at.said(Joined)


async def test_code_guesses_and_frequent_requests_are_rate_limited():
    async with table(clock=frozen_clock) as (at, _), at.phone() as phone:
        found = [await at.join(phone, 0, code="AAAAAAAA") for _ in range(12)]
        assert found[:6] == [403] * 6
        assert {*found[6:]} == {429}
        assert await at.join(phone, 0) == 429, "not even with the right one, for a while"
    assert len(server.LETTERS) ** server.CODE > 2**39
    async with table(clock=frozen_clock) as (at, _), at.phone() as phone:
        found = []
        for _ in range(2 * server.BURST):
            async with phone.get("/me") as answer:
                found.append(answer.status)
        assert 429 in found
        async with phone.post("/join", data=b"x" * 10**6) as answer:
            assert answer.status in (413, 429)
    async with table(clock=frozen_clock) as (at, _), at.phone() as phone:
        async with at.seated(phone, 0) as socket:
            for _ in range(server.REQUESTS_BURST + 1):
                await socket.send_str('{"act":"hint","number":1}')
            assert (await last_of(socket)).data == aiohttp.WSCloseCode.POLICY_VIOLATION
        assert len(at.said(Asked)) == server.REQUESTS_BURST


async def test_a_taken_seat_requires_an_explicit_takeover():
    async with table() as (at, _), at.phone() as first, at.phone() as second:
        assert await at.join(first, 0) == 200
        async with at.live(first) as old:
            await page_on(old)
            assert await at.join(second, 0) == 409
            at.said(Joined)
            assert await at.join(second, 0, over=True) == 200
            assert at.said(Joined) == [Joined(0, True)]
            assert (await last_of(old)).data == server.TAKEN_OVER
        async with first.get("/me") as answer:
            assert await answer.json() == {"seat": None}


async def test_a_removed_phone_loses_its_seat_and_the_code_changes():
    async with table() as (at, _), at.phone() as phone:
        async with at.seated(phone, 2) as socket:
            at.served.hear(PutOut(2))
            assert (await last_of(socket)).data == server.REMOVED
        (opened,) = at.said(Opened)
        assert opened.code != at.code
        assert await at.join(phone, 2) == 403
        for path in ("/me", "/look/1/tall"):
            async with phone.get(path) as answer:
                assert answer.status == 401 or await answer.json() == {"seat": None}


async def test_phones_rejoin_a_reopened_server_in_their_seats():
    async with table() as (at, _), at.phone() as phone, at.phone() as watcher:
        await at.join(phone, 1)
        await at.join(watcher, WATCHER)
        held = at.said(Held)[-1].holders
        assert held.taken == {1}
        assert len(held.watchers) == 1
        await at.served.close()
        async with table(address=Address(HERE, at.port, True, held)) as (again, _):
            assert again.port == at.port
            assert again.code != at.code
            for person, seat in ((phone, 1), (watcher, WATCHER)):
                async with again.live(person) as socket:
                    assert (await page_on(socket))["seat"] == seat
            async with again.phone() as other:
                assert await again.join(other, 1) == 409, "the seat is taken"


async def test_a_taken_port_is_replaced_only_if_allowed(monkeypatch):
    monkeypatch.setattr(server, "BIND_PAUSE", 0)
    async with table() as (at, _):
        async with table(address=Address(HERE, at.port, True, Holders((token_hash("a"),)))) as (moved, _):
            assert moved.port != at.port
            assert moved.said(Held) == [Held(Holders((token_hash("a"),)))]
        with pytest.raises(OSError, match="in use"):
            async with table(address=Address(HERE, at.port)):
                pass


# -- leaving, and being away


async def test_leaving_frees_the_seat_closes_all_tabs_and_voids_the_token():
    async with table() as (at, _), at.phone() as phone, at.phone() as other, at.phone() as watcher:
        await at.join(watcher, WATCHER)
        async with at.seated(phone, 1) as tab, at.live(watcher) as looking:
            await page_on(looking)
            token = phone.cookie_jar.filter_cookies(URL(at.origin))[COOKIE].value
            async with phone.post("/leave", json={}) as answer:
                assert answer.status == 200
            assert (await last_of(tab)).data == server.LEFT
            assert at.said(Held)[-1].holders.taken == set()
            async with phone.get("/look/1/tall", headers={"Cookie": f"{COOKIE}={token}"}) as answer:
                assert answer.status == 401
            assert await at.join(other, 1) == 200, "nobody has to be pushed aside"
            async with watcher.post("/leave", json={}):
                assert (await last_of(looking)).data == server.LEFT
            assert at.said(Held)[-1].holders.watchers == ()


@pytest.mark.parametrize(("told", "why"), [([], server.CLOSED), ([Dismissed()], server.DISMISSED)])
async def test_every_page_is_told_that_the_server_closes_and_why(told, why):
    async with table() as (at, _), at.phone() as phone, at.phone() as watcher:
        await at.join(watcher, WATCHER)
        async with at.seated(phone, 0) as one, at.live(watcher) as two:
            await page_on(two)
            for word in told:
                at.served.hear(word)
            _, *closed = await asyncio.gather(at.served.notify_closed(), last_of(one), last_of(two))
            assert [message.data for message in closed] == [why, why]


async def test_an_idle_page_receives_heartbeats(monkeypatch):
    monkeypatch.setattr(server, "BEAT", 0.01)
    async with table() as (at, _), at.phone() as phone, at.seated(phone, 0) as socket:
        while await socket.receive_str() != server.STILL_HERE:
            pass


async def test_a_page_that_sends_too_slowly_is_disconnected(monkeypatch):
    monkeypatch.setattr(server, "HEARTBEAT", 1.0)
    monkeypatch.setattr(server, "SENDING", 0.1)
    async with table() as (at, _), at.phone() as phone, at.seated(phone, 0) as socket:

        async def drip():
            drops = iter(bytes((0x81, 0xFE, 1, 0)) + bytes(256))
            while (connection := socket.get_extra_info("socket")) is not None:
                os.write(connection.fileno(), bytes((next(drops),)))
                await asyncio.sleep(0.01)

        dripping = asyncio.create_task(drip())
        assert (await asyncio.wait_for(last_of(socket), PATIENCE)).data == server.TOO_MUCH
        dripping.cancel()


@pytest.mark.parametrize("opens_a_page", [True, False])
async def test_a_disconnected_phone_is_reported_away_until_it_returns(monkeypatch, opens_a_page):
    async with table() as (at, _), at.phone() as phone, at.phone() as other, at.seated(other, 1) as looking:
        if opens_a_page:
            async with at.seated(phone, 0):
                monkeypatch.setattr(server, "AWAY", 0.05)
        else:
            monkeypatch.setattr(server, "AWAY", 0.05)
            await at.join(phone, 0)
        while (await page_on(looking))["away"] != [True, False, False]:
            pass
        assert at.said(Here)[-1].away == (0,)
        async with at.live(phone):
            while (await page_on(looking))["away"] != [False] * 3:
                pass
            assert at.said(Here)[-1].away == ()


async def test_a_phone_is_not_away_immediately_after_closing_its_page():
    now = [0.0]
    async with table(clock=lambda: now[0]) as (at, _), at.phone() as phone:
        async with at.seated(phone, 0):
            now[0] += 2 * server.AWAY
            at.said(Here)
        while not (told := at.said(Here)):
            await asyncio.sleep(0)
        assert told == [Here((0, 0, 0), 0)]


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.0.0.0/8 is this machine")
async def test_a_phone_with_a_new_address_keeps_its_seat():
    async with table() as (at, _), at.phone() as phone:
        async with at.seated(phone, 1):
            pass
        elsewhere = aiohttp.TCPConnector(local_addr=("127.0.0.9", 0))
        head = {"Origin": at.origin}
        async with (
            aiohttp.ClientSession(at.origin, connector=elsewhere, cookie_jar=phone.cookie_jar, headers=head) as woken,
            at.live(woken) as socket,
        ):
            assert (await page_on(socket))["seat"] == 1


async def test_loss_and_return_of_the_address_are_each_reported_once(monkeypatch):
    monkeypatch.setattr(server, "ADDRESS_CHECK", 0)
    now = {"own": True, "address": None}
    monkeypatch.setattr(wire, "is_own", lambda _: now["own"])
    monkeypatch.setattr(wire, "own_address", lambda: now["address"])
    async with table() as (at, _):
        watching = asyncio.create_task(at.served.watch_address())
        for own, address, told in (
            (False, None, Reach(is_there=False)), (False, "192.0.2.9", Reach(is_there=False, now="192.0.2.9")),
            (True, HERE, Reach(is_there=True)),
        ):  # fmt: skip
            now.update(own=own, address=address)
            found = []
            for _ in range(50):
                await asyncio.sleep(0)
                found += at.said(Reach)
            assert found == [told]
        watching.cancel()


def test_is_own_recognises_addresses_of_this_machine():
    assert wire.is_own(HERE)
    assert not wire.is_own("192.0.2.1")


async def test_a_browser_has_one_token_and_changing_seats_frees_the_old_one():
    async with table() as (at, _), at.phone() as phone, at.phone() as other:
        await at.join(phone, WATCHER)
        assert await at.join(phone, 0) == 200
        async with at.live(phone) as socket:
            await page_on(socket)
            assert await at.join(phone, 1) == 200
            assert (await last_of(socket)).data == server.LEFT
        held = at.said(Held)[-1].holders
        assert (held.taken, held.watchers) == ({1}, ())
        assert await at.join(phone, 1, over=True) == 200, "the own seat anew"
        assert at.said(Held)[-1].holders.taken == {1}
        assert await at.join(other, 0) == 200


async def test_spectators_and_tabs_are_limited_but_players_always_have_room(monkeypatch):
    monkeypatch.setattr(server, "MOST_WATCHERS", 2)
    monkeypatch.setattr(server, "MOST_WATCHING", 3)
    monkeypatch.setattr(server, "MOST_TABS", 2)
    async with table() as (at, _), AsyncExitStack() as kept:
        phones = [await kept.enter_async_context(at.phone()) for _ in range(4)]
        for phone in phones[:3]:
            assert await at.join(phone, WATCHER) == 200
        gone, *watching = phones[:3]
        async with gone.get("/me") as answer:
            assert await answer.json() == {"seat": None}, "who has no page open makes room"
        for phone in (*watching, watching[0]):
            await page_on(await kept.enter_async_context(at.live(phone)))
        assert await at.join(gone, WATCHER) == 503
        for phone in watching:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await kept.enter_async_context(at.live(phone))
        async with at.seated(phones[3], 0) as one, at.live(phones[3]) as two:
            await page_on(two)
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await kept.enter_async_context(at.live(phones[3]))
            assert not one.closed


# -- strangers


@pytest.mark.parametrize(
    "cookie", ["", "0" * 32, "x" * 32, "0" * 31, "0" * 4000, "ő" * 16, "; quincunx_seat=", "0" * 32 + "\t"]
)
async def test_a_wrong_token_is_unauthorised_everywhere(cookie):
    async with table() as (at, shows), aiohttp.ClientSession() as stranger:
        head = {"Cookie": f"{COOKIE}={cookie}", "Origin": at.origin}
        for path in (
            "/live",
            f"/look/{shows.number}/tall",
            f"/board/{shows.number}/tall",
            f"/thing/{shows.number}/0",
        ):
            async with stranger.get(at.origin + path, headers=head) as answer:
                assert answer.status == 401, path


@pytest.mark.parametrize(
    ("head", "refused"),
    [
        ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403), ({"Origin": "{origin}.evil.example"}, 403),
        ({"Host": "evil.example"}, 421), ({"Host": "localhost:{port}"}, 421), ({"Host": "127.0.0.1"}, 421),
        ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)  # fmt: skip
async def test_cross_site_requests_are_refused_despite_the_cookie(head, refused):
    async with table() as (at, shows), at.phone() as phone:
        await at.join(phone, 0)
        head_now = {name: value.format(origin=at.origin, port=at.port) for name, value in head.items()}
        for path in ("/live", f"/look/{shows.number}/tall", "/me", "/"):
            async with phone.get(path, headers=head_now) as answer:
                assert answer.status == refused, path
                assert "Access-Control-Allow-Origin" not in answer.headers
        async with phone.post("/join", json={"code": at.code, "seat": 1}, headers=head_now) as answer:
            assert answer.status == refused
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await phone.ws_connect("/live", headers=head_now)


async def test_at_the_default_port_hosts_without_a_port_are_accepted(monkeypatch):
    with socket.create_server((HERE, 0)) as found:
        port = found.getsockname()[1]
    monkeypatch.setattr("scenes.phones.wire.HTTP_PORT", port)
    head = {"Host": HERE, "Origin": f"http://{HERE}"}
    async with table(address=Address(HERE, port)) as (at, _), at.phone() as phone, phone.get("/", headers=head) as page:
        assert page.status == 200


async def test_no_board_is_painted_for_aborted_requests(monkeypatch):
    painted = []

    def paint(_painter, shown, _shape, _moves):
        time.sleep(0.05)
        painted.append(shown.viewer)
        return b"picture"

    monkeypatch.setattr("scenes.phones.painter.Painter.board", paint)
    async with table() as (at, shows), at.phone() as one, at.phone() as other:
        await at.join(one, 0)
        await at.join(other, 1)
        path = f"{at.origin}/board/{shows.number}/tall"
        for _ in range(40):
            with suppress(TimeoutError):
                await one.get(path, timeout=aiohttp.ClientTimeout(total=0.005))
        async with other.get(path) as answer:
            assert answer.status == 200
    assert len(painted) < 20


async def test_every_response_has_security_headers_and_join_requires_an_origin():
    async with table() as (at, _), at.phone() as phone:
        for path, status in (
            ("/", 200),
            ("/page.js", 200),
            ("/none", 404),
            ("/../main.py", 404),
            ("/look/1/tall", 401),
        ):
            async with phone.get(path) as answer:
                assert answer.status == status
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "frame-ancestors 'none'" in policy
                assert "unsafe" not in policy
                assert {name: answer.headers[name] for name in guard.HEADERS} == guard.HEADERS
                assert "aiohttp" not in str(answer.headers).lower()
    async with table() as (at, _), aiohttp.ClientSession(at.origin) as plain:
        async with plain.post("/join", json={"code": at.code, "seat": 0}) as answer:
            assert answer.status == 403
        async with plain.options("/join", headers={"Access-Control-Request-Method": "POST"}) as answer:
            assert answer.status in (403, 405)
            assert not [name for name in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(
    "path",
    [
        "/page.py", "/page/index.html", "/%2e%2e/server.py", "/..%2f..%2fmain.py", "/words/xx", "/words/../en",
        "/sign/99", "/sign/-1", "/look/1/long", "/board/1/tall/x", "/thing/1/99999", "/static", "/save", "/settings",
    ],
)  # fmt: skip
async def test_unknown_paths_are_not_served(path):
    async with table() as (at, _), at.phone() as phone:
        await at.join(phone, 0)
        async with phone.get(path) as answer:
            assert answer.status in (404, 410)


# -- requests of a page


async def test_a_request_is_passed_on_with_the_seat_of_its_token():
    async with table() as (at, shows), at.phone() as phone:
        async with at.seated(phone, 1) as socket:
            await socket.send_str(json.dumps({"act": "play", "number": shows.number, "move": "walk a1"}))
            while not (asked := at.said(Asked)):
                await asyncio.sleep(0)
        assert asked == [Asked(1, SeatRequest("play", shows.number, "walk a1"))]


@pytest.mark.parametrize(
    "message",
    [
        "", "{}", "[]", "null", "x" * (LONGEST + 1), "x" * (4 * LONGEST), "x" * 10**6, '{"act":"play"}', "[" * 400,
        b"\xff\x00", '{"act":"play","number":1,"seat":0}', '{"act":"give_up","number":1}',
        '{"act":"play","number":1e300}',
    ],
)  # fmt: skip
async def test_a_page_sending_an_invalid_message_is_closed_and_may_reconnect(message):
    async with table() as (at, _), at.phone() as phone:
        async with at.seated(phone, 0) as socket:
            await (socket.send_bytes if isinstance(message, bytes) else socket.send_str)(message)
            await last_of(socket)
        assert not at.said(Asked)
        async with at.live(phone) as socket:
            assert (await page_on(socket))["seat"] == 0


async def test_excess_or_silent_connections_are_closed(monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.05)
    async with table() as (at, _):
        opened = [await asyncio.open_connection(HERE, at.port) for _ in range(guard.MOST_OF_ONE + 10)]
        closed = [await reader.read() for reader, _ in opened]
        assert closed == [b""] * len(opened)
        for _, writer in opened:
            writer.close()
        reader, writer = await asyncio.open_connection(HERE, at.port)
        writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * 2**16)
        with suppress(ConnectionError):
            assert b"200 OK" not in await reader.read()
        writer.close()
        monkeypatch.setattr(guard, "PATIENCE", PATIENCE)
        async with at.phone() as phone, phone.get("/") as answer:
            assert answer.status == 200, "all places are free again"


async def test_joined_phones_of_one_address_have_room_but_hoarders_do_not(
    monkeypatch,
):
    monkeypatch.setattr(guard, "PATIENCE", PATIENCE)
    phones, each = 10, 6  # a browser has so many requests at a time, beside its page
    async with table() as (at, _), AsyncExitStack() as open_now:
        for _ in range(phones):
            phone = await open_now.enter_async_context(at.phone())
            assert await at.join(phone, WATCHER) == 200
            socket = await open_now.enter_async_context(at.live(phone))
            assert (await page_on(socket))["seat"] == WATCHER
            found = await asyncio.gather(*(phone.get("/me") for _ in range(each)))
            assert [answer.status for answer in found] == [200] * each
        assert phones * (each + 1) > guard.MOST_OF_ONE
        hoarded = [await asyncio.open_connection(HERE, at.port) for _ in range(2 * guard.MOST_OF_ONE)]
        assert await phone_is_served(phone)
        token = phone.cookie_jar.filter_cookies(URL(at.origin))[COOKIE].value
        question = f"GET /me HTTP/1.1\r\nHost: {HERE}:{at.port}\r\nCookie: {COOKIE}={token}\r\n\r\n".encode()
        for _, writer in hoarded:
            writer.write(question)
        answered = [await first_line(reader) for reader, _ in hoarded]
        assert sum(map(bool, answered)) == guard.MOST_OF_ONE, "what one token has too much stays the address's"
        for _, writer in hoarded:
            writer.close()


async def phone_is_served(phone):
    async with phone.get("/me") as answer:
        return answer.status == 200


async def first_line(reader):
    """Return the status line of a connection; nothing where it was cut."""
    with suppress(ConnectionError):
        return await reader.readline()
    return b""


# -- pointing


async def point_at(socket, *wishes):
    """Point at some things, each in the position of that number."""
    for number, name in wishes:
        await socket.send_str(json.dumps({"act": "point", "number": number, "move": name}))


async def seen_by(socket, count):
    """Return whom a page sees pointing at what, so many times."""
    found = []
    while len(found) < count:
        said = json.loads(await socket.receive_str())
        if "point" in said:
            found.append((said["seat"], said["point"]))
    return found


async def test_waiting_players_and_spectators_point_without_playing():
    async with table() as (at, shows), at.phone() as mover, at.phone() as other, at.phone() as watcher:
        seat, number = shows.session.actor, shows.number
        people = {seat: mover, (seat + 1) % SEATS: other, WATCHER: watcher}
        for who, phone in people.items():
            await at.join(phone, who)
        async with at.live(mover) as one, at.live(other) as two, at.live(watcher) as three:
            await point_at(one, (number, "a1"))  # its turn: the tap plays instead
            await point_at(two, (number, "c3"), (number - 1, "a1"), (number, "z9"), (number, "walk a1"))
            expected = [((seat + 1) % SEATS, "c3")]
            for socket in (one, two, three):
                assert await seen_by(socket, 1) == expected
            await point_at(three, (number, "g7"))
            expected.append((WATCHER, "g7"))
            for socket in (one, two, three):
                assert await seen_by(socket, 1) == expected[1:]
            assert [(told.seat, told.name) for told in at.said((Pointed, Asked))] == expected


async def test_pointing_is_rate_limited_and_excludes_hidden_components():
    async with table(clock=frozen_clock) as (at, shows), at.phone() as watcher:
        await at.join(watcher, WATCHER)
        async with at.live(watcher) as socket:
            await point_at(socket, *[(shows.number, "a1")] * 10)
            await socket.send_str(json.dumps({"act": "hint", "number": shows.number}))
            said = []
            while not any(isinstance(one, Asked) for one in said):
                said += at.said((Asked, Pointed))
                await asyncio.sleep(0)
        assert sum(isinstance(one, Pointed) for one in said) == server.POINTS_BURST
    shows = hosted("coatl")
    seat = (shows.session.actor + 1) % SEATS
    own = shows.session.state.seats[seat].prophecies[0]
    async with table("coatl", shows) as (at, _), at.phone() as phone:
        await at.join(phone, seat)
        async with phone.get(f"/look/{shows.number}/tall") as answer:
            targets = (await answer.json())["targets"]
        assert own not in targets
        common = next(iter(targets))
        async with at.live(phone) as socket:
            await point_at(socket, (shows.number, own), (shows.number, common))
            assert await seen_by(socket, 1) == [(seat, common)]


def test_an_ended_game_no_longer_highlights_choices():
    given_up = hosted("coatl")
    seat = given_up.session.actor
    going_on = seen(given_up).snapshots[seat]
    given_up.session.end_early(seat)
    over = seen(given_up).snapshots[seat]
    assert painter().board(going_on, "tall") != painter().board(over, "tall")


@pytest.mark.parametrize(
    ("game", "people", "target", "called"),
    [
        ("labyrinth", 3, "c2", "c2"), ("jumpin", 1, "c2", "(1, 2)"), ("dragon", 1, "c2", "(2, 3)"),
        ("coatl", 3, "Yb2", "gelber Körper"),
    ],
)  # fmt: skip
def test_targets_are_named_by_the_coordinates_of_their_board(game, people, target, called):
    shown = seen(hosted(game, 3, PEOPLE[:people])).snapshots[WATCHER]
    look = painter().look(shown, "tall", "de", shown.state)
    assert look.targets.keys() == look.calls.keys()
    assert called in look.calls[target]


# -- what a seat is sent


async def test_a_page_gets_new_positions_and_its_own_answers_only():
    async with table() as (at, shows), at.phone() as phone:
        mover = shows.session.actor
        await at.join(phone, mover)
        async with at.live(phone) as socket:
            page = await page_on(socket)
            assert (page["number"], page["actor"], page["seat"]) == (shows.number, mover, mover)
            old = shows.number
            shows.session.play(page["moves"][0]["move"])
            at.served.hear(seen(shows))
            while page["number"] == old:
                page = await page_on(socket)
            assert page["number"] == shows.number
            for path in (f"/look/{old}/tall", f"/board/{old}/tall", f"/thing/{old}/0"):
                async with phone.get(path) as answer:
                    assert answer.status == 410
    async with table() as (at, _), at.phone() as first, at.phone() as second:
        await at.join(first, 0)
        await at.join(second, 1)
        async with at.live(first) as one, at.live(second) as other:
            await page_on(one)
            await page_on(other)
            at.served.hear(Answer(0, Message("The game is over.")))
            at.served.hear(Answer(1, Message("Nobody wins.")))
            while "no" not in (said := json.loads(await other.receive_str())):
                pass
            assert said["no"] == "Niemand gewinnt." or said["no"] == "Nobody wins."


async def test_a_board_marks_only_legal_moves_and_only_for_the_mover():
    async with table() as (at, shows), at.phone() as mover, at.phone() as other:
        seat = shows.session.actor
        await at.join(mover, seat)
        await at.join(other, (seat + 1) % SEATS)
        move = str(shows.session.state.legal_moves()[0])
        path = f"/board/{shows.number}/tall"
        for phone, query, status in (
            (mover, [("move", move)], 200), (other, [("move", move)], 409), (mover, [("move", "walk z9")], 409),
            (mover, [("move", "x")] * 50, 409), (other, [], 200),
        ):  # fmt: skip
            async with phone.get(path, params=query) as answer:
                assert answer.status == status
                if status == 200:
                    assert Image.open(BytesIO(await answer.read())).format == "WEBP"


async def everything(at, phone, shows):
    """Return everything that a phone can get from the server, byte for byte."""
    async with at.live(phone) as socket:
        told = [json.dumps(await page_on(socket), sort_keys=True).encode()]
    number = shows.number
    paths = [f"/{kind}/{number}/{shape}" for kind in ("look", "board") for shape in ("tall", "wide")]
    for path in (*paths, *(f"/thing/{number}/{which}" for which in range(6)), "/emblem", "/me"):
        async with phone.get(path) as answer:
            told.append(path.encode() + await answer.read())
    return told


@pytest.mark.parametrize("game", ["labyrinth", "coatl"])
async def test_hidden_information_changes_no_byte_sent_to_a_seat_or_spectator(game):
    one = hosted(game)
    dice = Dice(3)
    for _ in range(8):
        one.session.play(str(dice.choice(one.session.state.legal_moves())))
    for viewer in (0, WATCHER):
        other = hosted(game)
        other.session._line = Timeline(sample(GAMES[game], one.view(max(0, viewer)), max(0, viewer), Dice(5)))
        plain = hosted(game)
        plain.session._line = Timeline(one.session.state)
        assert plain.session.state != other.session.state
        told = []
        for shows in (plain, other):
            async with table(game, shows) as (at, _), at.phone() as phone:
                await at.join(phone, viewer)
                told.append(await everything(at, phone, shows))
        assert told[0] == told[1]
        if viewer == 0:
            async with table(game, other) as (at, _), at.phone() as phone:
                await at.join(phone, 1)
                assert await everything(at, phone, other) != told[0], "the law would see a difference"


async def test_tokens_and_codes_are_never_logged(caplog, capfd):
    caplog.set_level(logging.DEBUG)
    async with table() as (at, _), at.phone() as phone:
        async with phone.post("/join", json={"code": at.code, "seat": 0}) as answer:
            token = answer.cookies[COOKIE].value
        async with at.live(phone) as socket:
            await page_on(socket)
        async with phone.post("/join", data=b"\xff" * 100) as answer:
            pass
        output = "".join(capfd.readouterr()) + caplog.text
        assert token not in output
        assert at.code not in output


# -- between the server and the program


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"\x80\x04K\x01.", b'{"type":"Run"}', b'{"type":"Joined","seat":"x"}']
)
def test_invalid_messages_from_the_server_process_are_refused(data):
    with pytest.raises(msgspec.MsgspecError):
        from_wire(data)


def send_requests(pipe, requests):
    """Send far too many requests, and then a message that comes once."""
    for _ in range(requests):
        pipe.send_bytes(to_wire(Asked(0, SeatRequest("hint", 1))))
    pipe.send_bytes(to_wire(Held(Holders((token_hash("a"),)))))


async def test_a_server_whose_parent_process_died_opens_and_closes_silently():
    ours, theirs = Pipe()
    ours.close()
    served = server.Server(theirs, painter())
    await served.open(Address(HERE))
    await served.close()
    theirs.close()


def test_a_full_queue_drops_requests_but_no_other_messages():
    said = threading.Semaphore(0)
    link = ServerProcess(2 * MOST_REQUESTS, said.release, send_requests)
    for _ in range(MOST_REQUESTS + 2):  # including the last one: that it has ended
        assert said.acquire(timeout=PATIENCE)
    *requests, held, failed = link.heard()
    link.close()
    assert len(requests) == MOST_REQUESTS
    assert held == Held(Holders((token_hash("a"),)))
    assert failed == Failed("")


def test_a_listen_failure_is_reported_by_its_errno():
    said = threading.Semaphore(0)
    with socket.create_server(("127.0.0.1", 0)) as other:
        link = ServerProcess(Address("127.0.0.1", other.getsockname()[1]), said.release)
        assert said.acquire(timeout=PATIENCE)
        failed = next(iter(link.heard()))
        link.close()
    assert failed.number == errno.EADDRINUSE


def test_the_page_is_small_and_self_contained():
    parts = [server.page_file(name) for name in (*server.PAGE.values(), server.FONT)]
    assert sum(map(len, parts)) < 200_000
    text = b"".join(parts[:-1]).decode()
    assert "http://" not in text.replace("`ws://", "")
    assert "https://" not in text
    assert "innerHTML" not in text
    assert " style=" not in text


def test_the_rate_limiter_allows_a_burst_and_refills():
    now = [0.0]
    pace = guard.RateLimiter(2, 4, lambda: now[0])
    assert [pace.allows("a") for _ in range(6)] == [True] * 4 + [False] * 2
    assert pace.allows("b")
    now[0] = 1.0
    assert [pace.allows("a") for _ in range(3)] == [True, True, False]
