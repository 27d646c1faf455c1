"""Raw bytes against the phones' server; ``python -m tests.tools.rawhttp 600`` does it for longer."""

import asyncio
import logging

import psutil
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scenes.phones import guard, server
from tests.services.programs.phonetable import HERE, table
from tests.support.processes import PATIENCE
from tests.tools import rawhttp

AT_ONCE = 60


@pytest.fixture(autouse=True)
def _short_timeouts(monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", rawhttp.PATIENCE)
    monkeypatch.setattr(server, "A_SECOND", rawhttp.EVER_MORE)
    monkeypatch.setattr(server, "BURST", rawhttp.EVER_MORE)


@given(st.integers(0, 2**32))
@example(3960 - AT_ONCE // 2)  # among them is a key of a socket that is not text
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_raw_attacks_neither_crash_the_server_nor_leak_connections_or_secrets(caplog, seed):
    caplog.set_level(logging.DEBUG)

    async def play():
        async with table() as (at, _), at.phone() as phone:
            token, files = await rawhttp.seat_and_token(at, phone), psutil.Process().num_fds()
            assert await rawhttp.attacks(at, token, range(seed, seed + AT_ONCE)) == []
            assert await rawhttp.is_well(at, phone)
            while psutil.Process().num_fds() > files + 1:
                await asyncio.sleep(0)
            assert token not in caplog.text
            assert at.code not in caplog.text

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


async def answer_to(at, sent):
    reader, writer = await asyncio.open_connection(HERE, at.port)
    writer.write(sent)
    answered = await reader.read()
    writer.close()
    return answered


async def test_a_malformed_request_gets_400_without_echo_and_with_headers():
    async with table() as (at, _):
        answered = await answer_to(at, b"PRI /% http/1.1\r\nCookie: quincunx_seat=secret\r\n\r\n")
        assert answered.startswith(b"HTTP/1.0 400 ")
        assert b"secret" not in answered
        assert b"aiohttp" not in answered
        assert b"default-src 'none'" in answered
        assert b"Server: Quincunx" in answered


async def test_a_request_with_a_missing_body_times_out_with_408():
    async with table() as (at, _):
        host = f"{HERE}:{at.port}".encode()
        head = b"POST /join HTTP/1.1\r\nHost: " + host + b"\r\nOrigin: http://" + host
        answered = await answer_to(at, head + b"\r\nContent-Length: 40\r\nConnection: close\r\n\r\n{")
        assert answered.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("claims", [b"Content-Encoding: gzip", b"Content-Encoding: deflate"])
async def test_a_body_that_is_not_encoded_as_it_claims_gets_400(claims):
    async with table() as (at, _):
        host = f"{HERE}:{at.port}".encode()
        head = b"POST /join HTTP/1.1\r\nHost: " + host + b"\r\nOrigin: http://" + host + b"\r\n" + claims
        answered = await answer_to(at, head + b"\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789")
        assert answered.startswith(b"HTTP/1.1 400 ")


async def test_a_client_that_reads_no_responses_is_disconnected():
    async with table() as (at, _):
        reader, writer = await asyncio.open_connection(HERE, at.port, limit=2**10)
        question = f"GET /font.ttf HTTP/1.1\r\nHost: {HERE}:{at.port}\r\n\r\n".encode()
        writer.write(300 * question)
        ends = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        for is_there in (True, False):  # until the server has closed its end
            while is_there != (ends in [(one.laddr, one.raddr) for one in psutil.Process().net_connections()]):
                await asyncio.sleep(0)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(300 * len(server.page_file(server.FONT)))
        writer.close()
