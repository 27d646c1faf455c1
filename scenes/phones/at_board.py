"""Phones at one board: their requests are carried out in its match, and the screen learns who is connected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from logic.core import Hint, IllegalMove, Message, Player
from logic.hosting import WATCHER, Hosted, snapshot
from logic.players import seed_at
from scenes.app.app import App
from scenes.app.requests import WorkerRequests
from scenes.board.match import Match
from scenes.phones.host import Notebook, PhoneHost
from scenes.phones.wire import Address


class BoardPhones:
    """The phones of one board: off until opened at the screen, closed with the board, let in again with its game.

    ``on_point`` is told who points at what, and ``on_news`` called when there is something new to show.
    """

    def __init__(
        self, app: App, match: Match, on_point: Callable[[int, str], object], on_news: Callable[[], object]
    ) -> None:
        self._app = app
        self._match = match
        self._requests = WorkerRequests(app, match.name)
        self._own_seed = app.draw()
        self._asking: tuple[int, int] | None = None
        """The seat that has asked for a hint, and the number of the position."""
        self.host = PhoneHost(Hosted(match.session), self, self._names, self._ask_hint, lambda: app.call(self.update))
        self.host.on_join = self._announce_joining
        self.host.on_point = self._point
        self.host.on_leave = self._announce_leaving
        self.host.on_reach = self._tell_of_network
        self._on_point = on_point
        self._on_news = on_news
        self._notebook = Notebook(app.store, app.now, match.game_id, lambda: match.is_over)
        self._seen: tuple[int, tuple[str, ...]] | None = None
        """What the spectators' window shows."""
        self.host.on_dismiss = self._notebook.delete_file

    def invite(self, address: Address | None = None) -> None:
        """Let phones in, and show how to join; those that had a seat at the stored table have it again."""
        self.host.open(address, self._notebook.fetch())
        self._app.open("phones", self._match, self.host)

    def resume(self) -> None:
        """Let phones in again that were admitted when the game was left, or when the one before it ended."""
        kept = self._notebook.fetch()
        if kept is None:
            return
        self.host.open(kept=kept)
        self._match.phones = self.host.phones
        self._app.tell(self.host.trouble or Message("Phones are let in, as before."))

    def transfer_seats(self, match: Match, seats: Sequence[int]) -> None:
        """Keep the connected phones' seats for the match in which the same people continue."""
        if self.host.opened is not None:
            self._notebook.transfer_seats(match.game_id, seats, self.host.opened, self.host.holders)

    def close(self) -> None:
        self._requests.forget()
        self.host.close()
        if self._app.audience is not None:
            self._app.audience.show(None)
        self._notebook.close()
        self._match.phones = self._match.away = frozenset()

    def update(self) -> None:
        """Carry out the phones' requests, and send the present table; called when any of it may have changed."""
        self._show_audience()
        if self._asking is not None and self._asking[1] != self.host.hosted.number:
            self._forget_hint()
        if not self.host.is_on:
            return
        had_moved, news = self.host.address_changed, self.host.update()
        if self.host.trouble is not None:
            self._app.tell(self.host.trouble)
        if self.host.address_changed and not had_moved and self._app.stack.find("phones") is None:
            self._app.open("phones", self._match, self.host)
        self._match.phones, self._match.away = self.host.phones, self.host.away & self.host.phones
        self._notebook.follow(self.host.opened, self.host.holders)
        if news:
            self._on_news()

    def _show_audience(self) -> None:
        """Send the present table to the spectators' window."""
        audience, hosted = self._app.audience, self.host.hosted
        if audience is not None and (now := (hosted.number, self._names())) != self._seen:
            self._seen = now
            audience.show(snapshot(hosted, WATCHER, now[1]))

    def _point(self, seat: int, name: str) -> None:
        self._on_point(seat, name)
        if self._app.audience is not None:
            self._app.audience.point(seat, name)

    # -- called by the host

    def play(self, move: str) -> None:
        self._match.play(move)

    def end_turn(self) -> None:
        self._match.end_turn()
        self._app.sound.play("turn_end")

    def take_back(self, _seat: int) -> None:
        if not self._match.can_undo:
            raise IllegalMove(Message("This move cannot be taken back."))
        self._match.undo()

    def _names(self) -> tuple[str, ...]:
        """The players' names; nameless ones are empty, and numbered in the language of each phone."""
        seats = zip(self._match.names, self._match.seats, strict=True)
        return tuple(name if seat.name or seat.is_computer else "" for name, seat in seats)

    def _announce_joining(self, seat: int, anew: bool) -> None:
        """Announce a new phone on the screen, so that nobody joins unnoticed."""
        self._app.sound.play("deny" if anew else "tick")
        news = Message("Another phone has taken the seat of {player}.", player=Player(seat))
        self._app.tell(news if anew else Message("{player} is here by phone.", player=Player(seat)), self._match.names)

    def _announce_leaving(self, seat: int) -> None:
        self._app.tell(Message("{player} plays without a phone now.", player=Player(seat)), self._match.names)

    def _tell_of_network(self) -> None:
        cut = Message("This machine has lost the network: the phones wait until it is back.")
        self._app.tell(cut if self.host.is_offline else Message("The network is back, and the phones with it."))

    # -- hints, each for one seat alone

    def _ask_hint(self, seat: int) -> None:
        """Request a hint, once for each position: a second request would queue behind the first."""
        session, asking = self._match.session, (seat, self.host.hosted.number)
        if self._asking == asking:
            return
        self._asking = asking
        seed = seed_at(self._own_seed, session.ply)
        self._requests.ask("hint", self.host.hosted.view(seat), seed, then=self._on_hint)

    def _forget_hint(self) -> None:
        """Cancel the request about a former position."""
        self._asking = None
        self._requests.forget()

    def _on_hint(self, answer: Future[Any]) -> None:
        if self._asking is None:
            return
        (seat, number), self._asking = self._asking, None
        if number != self.host.hosted.number:
            return
        try:
            hint: Hint | None = answer.result()
        except Exception:  # advice is optional: the game goes on without it
            hint = None
        self.host.give_hint(seat, hint)
