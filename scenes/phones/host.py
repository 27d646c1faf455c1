"""The table's end of the phones: sends positions to the server process, and carries out the requests that come back.

Who has a seat by phone is stored, for the last table only, so that phones find it again when its game goes on. Nothing
here waits for the server: no frame does.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import msgspec

from logic import hosting
from logic.config import ConfigError
from logic.core import Hint, IllegalMove, Message
from logic.hosting import NO_HOLDERS, WATCHER, Actor, Holders, Hosted, KeptTable, SeatRequest, snapshot
from logic.session import SaveError
from logic.storage.files import StoreProblem, reason
from logic.storage.store import Store
from scenes.phones import wire

Given = TypeVar("Given")

MOST_REQUESTS, MOST_WAITING = 256, 1024
"""Most messages of the server that are queued: more are dropped, for no family is so quick.

Requests are dropped first: they can be repeated, but who has a seat is reported once.
"""
ENDING = 2.0
"""Seconds for a server to end by itself once it was told to."""


class ServerProcess:
    """A process with a pipe to it; ``wake`` is called from another thread when it has said something.

    It ``runs`` a function with its end of the pipe and its argument; by default that is the server for phones, with an
    address.
    """

    def __init__(
        self,
        given: Given,
        wake: Callable[[], object],
        runs: Callable[[Connection, Given], None] | None = None,
    ) -> None:
        self._wake = wake
        self._runs: Callable[[Connection, Any], None] = _serve if runs is None else runs
        self._heard: queue.SimpleQueue[wire.Heard] = queue.SimpleQueue()
        self._told: queue.SimpleQueue[wire.Told | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(given,), daemon=True).start()

    def tell(self, told: wire.Told) -> None:
        """Send a message to the server, without waiting."""
        self._told.put(told)

    def heard(self) -> list[wire.Heard]:
        """All messages of the server since the last call."""
        heard: list[wire.Heard] = []
        with suppress(queue.Empty):
            while True:
                heard.append(self._heard.get_nowait())
        return heard

    def close(self) -> None:
        """Tell the server to end."""
        self._told.put(None)

    # -- in separate threads

    def _run(self, given: object) -> None:
        """Start the process and send messages to it: both may take longer than a frame."""
        context = get_context("spawn")
        try:
            ours, theirs = context.Pipe()
            process = context.Process(target=self._runs, args=(theirs, given), daemon=True)
            process.start()
        except OSError as error:
            self._say(wire.Failed.by(error))
            return
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()
        with suppress(OSError):
            while (told := self._told.get()) is not None:
                ours.send(told)
            ours.send(None)
        _end(process)

    def _listen(self, pipe: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                try:
                    heard = wire.from_wire(pipe.recv_bytes())
                except msgspec.MsgspecError:
                    continue
                self._say(heard)
        pipe.close()
        self._say(wire.Failed(""))

    def _say(self, heard: wire.Heard) -> None:
        if self._heard.qsize() < (MOST_REQUESTS if isinstance(heard, wire.Asked | wire.Pointed) else MOST_WAITING):
            self._heard.put(heard)
            self._wake()


def _serve(pipe: Connection, address: wire.Address) -> None:
    from scenes.phones.server import serve  # in its own process only: it takes long to load

    serve(pipe, address)


def _end(process: BaseProcess) -> None:
    """Wait for a server that was told to end, else kill it. Only the thread that reads from the pipe may close it."""
    process.join(ENDING)
    if process.is_alive():
        process.kill()


class Notebook:
    """Stores who has a seat at the table of a stored game, instead of an earlier table; without a number, nothing.

    It writes in a thread of its own: no frame waits for the disk.
    """

    def __init__(
        self, store: Store, now: Callable[[], float], game_id: int | None, is_over: Callable[[], bool]
    ) -> None:
        self._store = store
        self._now = now
        self._game_id = game_id
        self._is_over = is_over
        self._write_executor = ThreadPoolExecutor(1)
        self._written: tuple[wire.Opened, Holders] | None = None
        self._is_handed_on = self._is_deleted = False

    def fetch(self) -> KeptTable | None:
        """The stored table, if phones were admitted and the game goes on; also while it is still being written."""
        if self._is_over() or self._is_deleted:
            return None
        if self._written is not None:
            return self._table_of(self._game_id, *self._written)
        name = self._name_of(self._game_id)
        return None if name is None else hosting.fetch(*name, self._now())

    def follow(self, opened: wire.Opened | None, holders: Holders) -> None:
        """Store who has a seat, if that has changed; once the game is over, delete what was stored."""
        if opened is None or self._is_handed_on:
            return
        if self._is_over():
            if self._written is not None:
                self.delete_file()
        elif self._written != (opened, holders):
            self._written, self._is_deleted = (opened, holders), False
            self._keep(self._game_id, opened, holders)

    def transfer_seats(self, game_id: int | None, seats: Sequence[int], opened: wire.Opened, holders: Holders) -> None:
        """Store the table for another game; ``seats`` are the former seats of its players."""
        self._is_handed_on = True
        hashes = dict(enumerate(holders.seats))
        self._keep(game_id, opened, Holders(tuple(hashes.get(seat, "") for seat in seats), holders.watchers))

    def delete_file(self) -> None:
        """Delete the file of the last table, so that nobody can rejoin it."""
        self._written, self._is_deleted = None, True
        if self._game_id is not None:  # else the file belongs to another game
            self._write_executor.submit(hosting.forget)

    def close(self) -> None:
        """Wait until everything is written."""
        self._write_executor.shutdown()

    def _keep(self, game_id: int | None, opened: wire.Opened, holders: Holders) -> None:
        table = self._table_of(game_id, opened, holders)
        if table is not None:
            self._write_executor.submit(_write, table)

    def _table_of(self, game_id: int | None, opened: wire.Opened, holders: Holders) -> KeptTable | None:
        name = self._name_of(game_id)
        return None if name is None else KeptTable(*name, self._now(), opened.host, opened.port, holders)

    def _name_of(self, game_id: int | None) -> tuple[int, float] | None:
        if game_id is None:
            return None
        try:
            return game_id, self._store.kept(game_id).started
        except SaveError:  # it was deleted meanwhile
            return None


def _write(table: KeptTable) -> None:
    with suppress(StoreProblem):  # then phones have to scan again, and no game is lost
        hosting.keep(table)


NO_NETWORK = Message("This machine is in no network, so no phone can find it.")
GONE = Message("The phones are gone: the program serving them has ended.")

OnJoin = Callable[[int, bool], object]
"""Receives the seat that a phone has taken, and whether another phone had it."""


@dataclass(eq=False)
class PhoneHost:
    """The phones of one table: off until opened.

    Once closed, no token is valid; at a table opened with ``kept`` the former holders have their seats again.

    ``by`` executes permitted requests; ``ask_hint`` starts the search for a hint for a seat, which is returned to
    :meth:`give_hint`. ``names`` gives the players' names.
    """

    hosted: Hosted
    _by: Actor
    _names: Callable[[], Sequence[str]]
    _ask_hint: Callable[[int], object]
    _wake: Callable[[], object]

    def __post_init__(self) -> None:
        self._link: ServerProcess | None = None
        self._shown: tuple[int, tuple[str, ...]] | None = None
        self.opened: wire.Opened | None = None
        """The server's address and code, once it is open."""
        self.trouble: Message | None = None
        """Why it could not be opened, or has ended by itself."""
        self.phones: frozenset[int] = frozenset()
        """The seats that have a phone."""
        self.here: tuple[int, ...] = ()
        """The number of open pages of each seat."""
        self.away: frozenset[int] = frozenset()
        """The seats whose phone has not answered for a while."""
        self.watchers = 0
        self.is_offline = False
        """Whether the machine has lost the network of the phones."""
        self._is_free = False
        """Whether it may choose another address by itself."""
        self._left: dict[str, wire.Address] = {}
        """Addresses before the machine changed its network, with the holders of seats: it may come back."""
        self.holders = NO_HOLDERS
        """The holders of seats, to be stored: as the server has reported them, or as it was opened with them."""
        self._known: tuple[str, int] | None = None
        """Where phones look for the former table."""
        self.on_join: OnJoin = lambda _seat, _anew: None
        self.on_point: Callable[[int, str], object] = lambda _seat, _name: None
        """Receives who points at what: a seat, or a watcher."""
        self.on_leave: Callable[[int], object] = lambda _seat: None
        """Receives the seat whose phone has left on purpose."""
        self.on_reach: Callable[[], object] = lambda: None
        """Called when the network is lost, or is back."""
        self.on_dismiss: Callable[[], object] = lambda: None

    @property
    def is_on(self) -> bool:
        return self._link is not None

    # -- opening and closing

    def open(self, address: wire.Address | None = None, kept: KeptTable | None = None) -> None:
        """Let phones in, at an address in this machine's network or the given one.

        Holders of a seat at the ``kept`` table have it again, at the same address if possible.
        """
        if self._link is not None:
            return
        try:
            hosting.phone_words()
        except ConfigError as error:
            self.trouble = Message("The phones cannot be let in: {why}", why=error.message)
            return
        host = wire.own_address() if address is None else address.host
        if host is None:
            self.trouble = NO_NETWORK
            return
        self.trouble = None
        self._is_free = address is None
        address = address or wire.Address(host)
        if kept is not None:
            port, may_move = address.port or kept.port, not address.port
            # Browsers send a token only to the address that set it: at another one all seats are free.
            holders = kept.holders if kept.host == host else NO_HOLDERS
            address = replace(address, port=port, may_move=may_move, holders=holders)
        self._known = None if kept is None else (kept.host, kept.port)
        self.holders, self.phones = address.holders, address.holders.taken
        self._link = ServerProcess(address, self._wake)
        self._shown = None
        self._show()

    @property
    def address_changed(self) -> bool:
        """Whether phones that were here before look for the table in vain, and need the new address."""
        opened = self.opened
        return opened is not None and self._known is not None and self._known != (opened.host, opened.port)

    def close(self) -> None:
        """Close the table: admit nobody any more, and disconnect everybody."""
        if self._link is not None:
            self._link.close()
        self._link, self.opened, self.is_offline = None, None, False
        self.phones, self.here, self.watchers, self.away = frozenset(), (), 0, frozenset()

    def close_for_good(self) -> None:
        """Close it for good: stored seats become void, too."""
        if self._link is not None:
            self._link.tell(wire.Dismissed())
        self.close()
        self.holders = NO_HOLDERS
        self._left.clear()
        self.on_dismiss()

    def revoke_seat(self, seat: int) -> None:
        """Revoke a seat's token; the code changes, too."""
        self.phones -= {seat}
        self._left.clear()  # else the removed phone might come back with its token
        if self._link is not None:
            self._link.tell(wire.PutOut(seat))
            self._wake()

    # -- messages

    def update(self) -> bool:
        """Carry out what was asked for, and show what has changed; true if something has happened."""
        if self._link is None:
            return False
        heard = self._link.heard()
        for one in heard:
            self._on_message(one)
        return self._show() or bool(heard)

    def give_hint(self, seat: int, hint: Hint | None) -> None:
        """Tell a seat, and it alone, what it was advised; None if nothing has come of it."""
        if self._link is None:
            return
        if hint is None:
            self._link.tell(wire.Answer(seat, Message("The coach cannot think just now.")))
        else:
            self._link.tell(wire.Answer(seat, hint.reason, hint.moves, self.hosted.number))

    def _on_message(self, heard: wire.Heard) -> None:
        if isinstance(heard, wire.Opened):
            self.opened = heard
        elif isinstance(heard, wire.Failed):
            self.close()
            why = reason(OSError(heard.number, heard.why))
            self.trouble = Message("The phones cannot be let in: {why}", why=why) if heard.why else GONE
        elif isinstance(heard, wire.Held):
            self.holders = heard.holders
            self._phones_left(self.phones - heard.holders.taken)
        elif isinstance(heard, wire.Here):
            self.here, self.watchers, self.away = heard.seats, heard.watchers, frozenset(heard.away)
        elif isinstance(heard, wire.Reach):
            self._follow_network(heard)
        elif isinstance(heard, wire.Joined):
            if 0 <= heard.seat < len(self.hosted.session.seats):
                self.phones |= {heard.seat}
                self.on_join(heard.seat, heard.anew)
        elif isinstance(heard, wire.Pointed):
            if WATCHER <= heard.seat < len(self.hosted.session.seats):
                self.on_point(heard.seat, heard.name)
        else:
            self._try(heard)

    def _phones_left(self, seats: frozenset[int]) -> None:
        self.phones -= seats
        for seat in sorted(seats):
            self.on_leave(seat)

    def _follow_network(self, reach: wire.Reach) -> None:
        """Move to the machine's present address; without one, wait for the network."""
        now = wire.own_address() if reach.now else None  # a server that strangers reach has no say in this
        if not reach.is_there and now is not None and self._is_free and self.opened is not None:
            known = self.opened.host, self.opened.port
            self._left[known[0]] = wire.Address(*known, may_move=True, holders=self.holders)
            self.close()
            self.open(self._left.get(now, wire.Address(now)))
            self._known, self._is_free = known, True
        elif self.is_offline == reach.is_there:
            self.is_offline = not reach.is_there
            self.on_reach()

    def _try(self, asked: wire.Asked) -> None:
        """Carry out a request of a seat, or send it the reason of a refusal."""
        try:
            self._carry_out(asked.seat, asked.request)
        except IllegalMove as refusal:
            if self._link is not None:
                self._link.tell(wire.Answer(asked.seat, refusal.message))

    def _carry_out(self, seat: int, request: SeatRequest) -> None:
        self.hosted.execute_request(request, seat, self._by)
        if request.act == "hint":
            self._ask_hint(seat)

    def _show(self) -> bool:
        """Send every viewer the table, if it or a name has changed since."""
        now = self.hosted.number, tuple(self._names())
        if self._link is None or now == self._shown:
            return False
        self._shown = now
        viewers = (*range(len(self.hosted.session.seats)), WATCHER)
        self._link.tell(wire.Seen({viewer: snapshot(self.hosted, viewer, now[1]) for viewer in viewers}))
        for seat, chair in enumerate(self.hosted.session.seats):
            if chair.is_computer and seat in self.phones:
                self.revoke_seat(seat)
        return True
