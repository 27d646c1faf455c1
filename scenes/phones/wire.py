"""The messages between the program and its server over a pipe, and the address for phones.

The program sends pickled values. The server, which strangers can reach, may only answer in JSON of these forms.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Self

import msgspec

from logic.core import Message, Move
from logic.hosting import LONGEST_MOVE, NO_HOLDERS, Holders, SeatRequest, Snapshot

NOBODY = "10.255.255.255"
"""An address that is asked nothing: only which of our own the system would use for it."""


def own_address() -> str | None:
    """The address of this machine in the network that it is in; None if it is in none. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect((NOBODY, 9))
        address = str(asked.getsockname()[0])
        if not address.startswith("127.") and address != "0.0.0.0":  # noqa: S104 - compared, not bound
            return address
    return None


def is_own(address: str) -> bool:
    """Whether this machine has that address now; true as well where the system does not say."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            asked.bind((address, 0))
    except OSError as problem:
        return problem.errno != errno.EADDRNOTAVAIL
    return True


HTTP_PORT = 80
"""The port that browsers leave out."""


def name_of_host(host: str, port: int) -> str:
    """What browsers call a server at that address, in links and in what they ask: no port that is the usual one.

    >>> name_of_host("192.168.1.7", 8080), name_of_host("192.168.1.7", 80), name_of_host("fd00::7", 8080)
    ('192.168.1.7:8080', '192.168.1.7', '[fd00::7]:8080')
    """
    name = f"[{host}]" if ":" in host else host
    return name if port == HTTP_PORT else f"{name}:{port}"


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen: one address of this machine and no other; port 0 is any free one.

    ``may_move`` allows another port if that one is taken. ``holders`` already have their seats, from a table that was
    closed.
    """

    host: str
    port: int = 0
    may_move: bool = False
    holders: Holders = NO_HOLDERS


@dataclass(frozen=True, slots=True)
class Seen:
    """The table in a new position, for each viewer."""

    snapshots: Mapping[int, Snapshot]


@dataclass(frozen=True, slots=True)
class Answer:
    """A message to one seat alone: why a request was refused, or a hint with its moves."""

    seat: int
    text: Message
    moves: tuple[Move, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class PutOut:
    """The holder of that seat loses it, and the code changes."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A player points at something: for the spectators' window."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Dismissed:
    """The table is about to be closed for good: all tokens become void."""


Told = Seen | Answer | PutOut | Shown | Dismissed

# -- what the server says


class Opened(msgspec.Struct, frozen=True, tag=True):
    """The server listens, and whoever knows the code may join."""

    host: str
    port: int
    code: str

    @property
    def address(self) -> str:
        return f"http://{name_of_host(self.host, self.port)}/"

    @property
    def link(self) -> str:
        """What the square code holds: browsers keep what follows the # to themselves."""
        return f"{self.address}#{self.code}"


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The server cannot listen: the system's message and error number; no message if the server has gone."""

    why: str
    number: int = 0

    @classmethod
    def by(cls, error: OSError) -> Self:
        return cls(error.strerror or str(error), error.errno or 0)


class Joined(msgspec.Struct, frozen=True, tag=True):
    """A seat was taken; ``anew`` if another phone had it."""

    seat: int
    anew: bool


class Held(msgspec.Struct, frozen=True, tag=True):
    """Who has a seat: sent whenever that changes, to be stored."""

    holders: Holders


class Here(msgspec.Struct, frozen=True, tag=True):
    """How many pages of each seat, and of watchers, are open; and whose phone has been away for a while."""

    seats: tuple[int, ...]
    watchers: int
    away: tuple[int, ...] = ()


class Reach(msgspec.Struct, frozen=True, tag=True):
    """Whether the machine still has the address at which it listens; otherwise ``now`` is the present one or ""."""

    is_there: bool
    now: str = ""


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A request from the phone that has that seat."""

    seat: int
    request: SeatRequest


class Pointed(msgspec.Struct, frozen=True, tag=True):
    """A player points at something that everybody sees, watchers included; all phones know it already."""

    seat: int
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)]


Heard = Opened | Failed | Joined | Held | Here | Reach | Asked | Pointed

_DECODER = msgspec.json.Decoder(Heard)


def to_wire(said: Heard) -> bytes:
    return msgspec.json.encode(said)


def from_wire(data: bytes) -> Heard:
    """Read what the server has said; raise msgspec.MsgspecError where it is nothing of that."""
    heard: Heard = _DECODER.decode(data)
    return heard
