"""A table without a window, for a server in a club or a small computer at home: ``main.py serve``."""

from __future__ import annotations

import io
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TextIO

import msgspec
import segno

from logic import players
from logic.core import Dice, Message, never
from logic.game import analysis_of
from logic.hosting import Hosted
from logic.registry import GAMES, game_config, new_setup
from logic.session import LARGEST_SEED, SaveError, Seat, Session
from logic.storage.files import data_folder
from logic.storage.store import Store
from logic.terminal import Problem, escape_controls
from logic.text import Text
from scenes.phones.host import Notebook, PhoneHost
from scenes.phones.wire import Address, Opened, own_address

LOOK_ROUND = 0.5
"""Seconds between two checks whether to end, if there are no requests."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of ``serve``: ``seats`` people, and a computer of each of those levels."""

    game: str
    variant: str | None
    seats: int
    computers: tuple[str, ...]
    seed: int | None
    language: str
    address: str | None
    port: int
    goes_on: bool = False
    """Whether to resume the unfinished game of that name that was played last."""


class Headless:
    """Runs a session without a screen, and makes the computers' moves."""

    def __init__(self, hosted: Hosted) -> None:
        self._hosted = hosted
        self._own_seed = secrets.randbits(53)
        self.hints: dict[int, int] = {}
        """The seats that have asked for a hint, each with the number of the position then."""

    def ask_hint(self, seat: int) -> None:
        self.hints[seat] = self._hosted.number

    def play(self, move: str) -> None:
        self._hosted.session.play(move)

    def end_turn(self) -> None:
        self._hosted.session.end_turn()

    def take_back(self, seat: int) -> None:
        self._hosted.take_back(seat)

    def let_computer_move(self) -> bool:
        """Make one move if a computer is to act. Return whether there was one."""
        session = self._hosted.session
        if session.outcome() is not None or not session.level_of(session.actor):
            return False
        if session.awaits_end:
            session.end_turn()
            return True
        dice = Dice(players.seed_at(self._own_seed, session.ply))
        session.play(players.choose(session.game, session.level_of(session.actor), session.state, dice, never))
        return True


def serve(order: ServeOptions, out: TextIO) -> None:
    """Serve until Ctrl-C; raise Problem if that cannot be done. The game is kept with those of the cabinet."""
    store, notices = Store.open(data_folder(), GAMES)
    text = Text(order.language)

    def tell(notices: Sequence[Message]) -> None:
        for notice in notices:
            print(escape_controls(text.say(notice)), file=out, flush=True)

    try:
        tell(notices)
        _serve(order, out, store, tell)
    finally:
        store.close()
        tell(store.notices())


def _serve(order: ServeOptions, out: TextIO, store: Store, tell: Callable[[Sequence[Message]], None]) -> None:
    store.retry(time.time())
    session, game_id = _go_on(order, store) if order.goes_on else _begin(order, store)
    session.record = store.recorder(game_id, time.time)
    hosted, text = Hosted(session), Text(order.language)
    headless, news = Headless(hosted), threading.Event()
    names = [seat.name for seat in session.seats]
    host = PhoneHost(hosted, headless, lambda: names, headless.ask_hint, news.set)
    notebook = Notebook(store, time.time, game_id, lambda: session.outcome() is not None)
    host.open(_address(order), notebook.fetch())
    if host.trouble is not None:
        raise Problem(text.say(host.trouble))
    told: Opened | None = None
    is_kept = False
    try:
        while True:
            news.wait(LOOK_ROUND)
            news.clear()
            store.retry(time.time())
            tell(store.notices())
            host.update()
            if host.trouble is not None:
                raise Problem(text.say(host.trouble))
            if host.opened is not None and host.opened != told:
                told = host.opened
                out.write(_invitation(told))
                out.flush()
            while headless.let_computer_move():
                host.update()
            while headless.hints:
                advise(host, *headless.hints.popitem())
            notebook.follow(host.opened, host.holders)
            outcome = session.outcome()
            if outcome is not None and not is_kept:
                store.finish(game_id, outcome, time.time())
            is_kept = outcome is not None
    finally:
        host.close()
        notebook.close()


def _begin(order: ServeOptions, store: Store) -> tuple[Session, int]:
    session = _session(order)
    return session, store.begin(session.setup, time.time())


def _go_on(order: ServeOptions, store: Store) -> tuple[Session, int]:
    entry = next((entry for entry in store.unfinished() if entry.setup.game == order.game), None)
    if entry is None:
        raise Problem(f"--go-on: no game of {order.game} is waiting")
    try:
        return store.resume(entry.id, GAMES).session, entry.id
    except SaveError as problem:
        raise Problem(Text(order.language).say(problem.message)) from None


def advise(host: PhoneHost, seat: int, number: int) -> None:
    """Find a hint for a seat and send it, if its position is still the present one."""
    session = host.hosted.session
    if number != host.hosted.number:
        return
    try:
        hint = analysis_of(session.game).hint(host.hosted.view(seat), Dice(session.ply), never)
    except Exception:  # advice is optional: the game goes on without it
        hint = None
    host.give_hint(seat, hint)


def _address(order: ServeOptions) -> Address | None:
    if order.address is None and order.port == 0:
        return None
    address = order.address or own_address()
    return None if address is None else Address(address, order.port)


def _session(order: ServeOptions) -> Session:
    game, config = GAMES[order.game], game_config(order.game)
    rules = config.variants[order.variant or config.default]
    count = order.seats + len(order.computers)
    if count not in rules.players:
        counts = " or ".join(map(str, rules.players))
        raise Problem(f"--seats: {count} players would sit there, but this variant is for {counts}")
    known = tuple(players.own_levels(game))
    for level in order.computers:
        if level not in known:
            raise Problem(f"--computers: there is no {level[:40]!r}; there are {', '.join(known) or 'none'}")
    seats = [*(Seat() for _ in range(order.seats)), *(Seat(level=level) for level in order.computers)]
    seed = secrets.randbits(53) & LARGEST_SEED if order.seed is None else order.seed
    setup = new_setup(order.game, order.variant, seats, seed)
    return Session(game, msgspec.structs.replace(setup, clock=0))


def _invitation(opened: Opened) -> str:
    """What a terminal shows: the QR code, and the address and the code for typing."""
    drawn = io.StringIO()
    segno.make(opened.link, error="m").terminal(out=drawn, compact=True)
    return f"{drawn.getvalue()}\n{opened.address}  {opened.code}\n"
