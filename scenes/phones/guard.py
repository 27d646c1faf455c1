"""Limits of the server: connections, rates, and the security headers of every response."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import cast

MOST_CONNECTIONS, MOST_STRANGERS = 240, 120
"""Most connections at a time, and most of those without a token."""
MOST_OF_ONE, MOST_OF_SEATED = 40, 12
"""Most connections at a time of strangers at one address, and of one token: a browser opens seven.

Holders of a token are not counted by address: a whole club may be behind one, and a family behind one repeater.
"""
PATIENCE = 8.0
"""Seconds for a new connection to send a request, and for a client to accept pending data."""
LONGEST_HEAD = 2**14
"""Bytes within which the first request must have its headers."""
MOST_KNOWN = 1024
"""Number of addresses whose rate is remembered."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self' {ws}; manifest-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
    "Server": "Quincunx",
}


class RateLimiter:
    """Limits each client, by address or token, to a rate a second, after a burst. ``clock`` gives seconds."""

    def __init__(self, a_second: float, burst: int, clock: Callable[[], float]) -> None:
        self._per_second, self._burst, self._clock = a_second, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Count one more action of a client; false if it exceeds the rate."""
        now = self._clock()
        left, then = self._left.pop(who, (float(self._burst), now))
        left = min(self._burst, left + (now - then) * self._per_second)
        self._left[who] = (max(0.0, left - 1), now)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return left >= 1

    def undo_count(self, who: str) -> None:
        """Take back one counted action of a client."""
        left, then = self._left.get(who, (0.0, 0.0))
        self._left[who] = (min(float(self._burst), left + 1), then)


class ConnectionLimiter:
    """Limits connections: strangers' by address, all others by token."""

    def __init__(self) -> None:
        self._strangers: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        strangers = self._strangers.total()
        is_full = strangers >= MOST_STRANGERS or strangers + self._seated.total() >= MOST_CONNECTIONS
        if is_full or self._strangers[address] >= MOST_OF_ONE:
            return False
        self._strangers[address] += 1
        return True

    def seat(self, address: str, token_hash: str) -> bool:
        """Count a stranger's connection by the token that was shown on it; false if that one has enough."""
        if self._seated[token_hash] >= MOST_OF_SEATED:
            return False
        self._seated[token_hash] += 1
        self._release(self._strangers, address)
        return True

    def remove(self, address: str, token_hash: str | None) -> None:
        if token_hash is None:
            self._release(self._strangers, address)
        else:
            self._release(self._seated, token_hash)

    @staticmethod
    def _release(counter: Counter[str], who: str) -> None:
        counter[who] -= 1
        if counter[who] <= 0:
            del counter[who]


class LimitedConnection(asyncio.Protocol):
    """A connection, passed on to the protocol ``within`` if the limiter admits it."""

    def __init__(self, limiter: ConnectionLimiter, within: asyncio.Protocol) -> None:
        self._limiter, self._within = limiter, within
        self._address: str | None = None
        self._token_hash: str | None = None
        """Hash of the token by which it is counted, once one was shown."""
        self._transport: asyncio.Transport | None = None
        self._head = b""
        self._waiting: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._limiter.admit(address):
            self._transport.abort()
            return
        self._address = address
        self._waiting = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abort)
        self._within.connection_made(transport)

    def identify(self, token_hash: str) -> None:
        """Count the connection for the holder of that token, unless that one has enough."""
        if self._token_hash is None and self._address is not None and self._limiter.seat(self._address, token_hash):
            self._token_hash = token_hash

    def data_received(self, data: bytes) -> None:
        if self._address is None or self._transport is None:
            return
        if self._waiting is not None:
            self._head += data
            if b"\r\n\r\n" in self._head:
                self._stop_waiting()
            elif len(self._head) > LONGEST_HEAD:
                self._transport.abort()
                return
        self._within.data_received(data)

    def eof_received(self) -> bool | None:
        return self._within.eof_received() if self._address is not None else None

    def connection_lost(self, error: Exception | None) -> None:
        self._stop_waiting()
        self._stop_being_stuck()
        if self._address is not None:
            self._limiter.remove(self._address, self._token_hash)
            self._address = None  # a token that is shown later is not counted
            self._within.connection_lost(error)

    def pause_writing(self) -> None:
        """Limit the time for a client that does not read its response."""
        if self._transport is not None:
            self._stuck = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abort)
        self._within.pause_writing()

    def resume_writing(self) -> None:
        self._stop_being_stuck()
        self._within.resume_writing()

    def _stop_being_stuck(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
        self._stuck = None

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting, self._head = None, b""
