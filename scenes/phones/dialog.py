"""“Join by phone”: the QR code and the address by which phones join, and who is connected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame
import segno

from logic.core import Message, Player
from scenes.app.app import App
from scenes.app.page import Answer, Dialog, ask, button, column, words
from scenes.board.match import Match
from scenes.phones.host import PhoneHost
from scenes.share.page import SquareCode
from scenes.share.subject import CodePlate
from sprites.paint.tokens import player_token
from sprites.widgets import Column, Grid, Picture, Progress, Row, Widget

TWO_COLUMNS = 620
"""Width in units from which the code stands beside the players."""
SIGN, CLOSE = 44, 2
"""Units of a seat's token, and between a name and its status."""


class JoinDialog(Dialog):
    """Shows how to join while phones are admitted, and lets a player at the screen remove one."""

    title = Message("Join by phone")
    width = 880
    first_focus = "go-on"
    pins_buttons = True

    def __init__(self, app: App, match: Match, host: PhoneHost) -> None:
        super().__init__(app)
        self._match = match
        self._host = host
        self._shown: object = None

    def body(self) -> Widget:
        self._shown = self._state
        host = self._host
        if host.opened is None:
            if host.trouble is not None:
                return words(self, "trouble", host.trouble)
            return column(self, "opening", Progress(self.app.kit, "wait"), words(self, "wait-words", OPENING))
        parts = [self._way_in(host.opened.link, host.opened.address, host.opened.code), self._people()]
        if self.app.size[0] < self.app.px(TWO_COLUMNS):
            return column(self, "all", *parts)
        return Grid(self.app.kit, "both", parts, 2)

    def _way_in(self, link: str, address: str, code: str) -> Widget:
        square = SquareCode(self.app.kit, "square", segno.make_qr(link, error="m"))
        says = CUT if self._host.is_offline else MOVED if self._host.address_changed else SCAN
        about = words(self, "about", says, "small", "center")
        place = words(self, "address", address.removesuffix("/"), "text", "center")
        return column(self, "way-in", square, about, place, CodePlate(self.app.kit, "code", lambda: code))

    def _people(self) -> Widget:
        rows = [self._person(seat) for seat in range(len(self._match.seats))]
        n = self._host.watchers
        if n:
            watching = Message("{n} [phone|phones] [is|are] watching", n=n)
            rows.append(words(self, "watchers", watching, "small"))
        rows.append(words(self, "private", PRIVATE, "small"))
        return column(self, "people", *rows)

    def _person(self, seat: int) -> Widget:
        """A seat's player with the connection status and, for a connected phone, a button to remove it."""
        kit, host = self.app.kit, self._host
        here = seat < len(host.here) and host.here[seat] > 0
        computer = self._match.seats[seat].is_computer
        state = (
            Message("Computer") if computer
            else Message("here by phone") if here
            else Message("the phone sleeps or is away") if seat in host.phones
            else Message("no phone yet")
        )  # fmt: skip
        name = words(self, f"name-{seat}", self._match.names[seat])
        told = Column(kit, f"told-{seat}", [name, words(self, f"state-{seat}", state, "small")], CLOSE)
        told.stretches = True
        row: list[Widget] = [Picture(kit, f"sign-{seat}", partial(self._draw_sign, seat), natural=SIGN), told]
        if seat in host.phones:
            label, revoke_seat = Message("Disconnect this phone"), partial(self._confirm_revoke, seat)
            row.append(button(self, f"out-{seat}", label, "cellphone_remove", revoke_seat, "quiet", bare=True))
        return Row(kit, f"person-{seat}", row, wraps=False)

    def _draw_sign(self, seat: int, surface: pygame.Surface, place: pygame.Rect) -> None:
        surface.blit(player_token(self.app.kit, seat, place.width), place)

    def buttons(self) -> Sequence[Widget]:
        go_on = button(self, "go-on", Message("Go on"), "play", self.close, "primary")
        if self._host.opened is None:
            return (go_on,)
        return (button(self, "off", Message("Let no phones in"), "cellphone_off", self._switch_off), go_on)

    # -- actions

    def _confirm_revoke(self, seat: int) -> None:
        answers: list[Answer] = [
            (Message("Cancel"), None, "normal"),
            (Message("Disconnect it"), partial(self._host.revoke_seat, seat), "danger"),
        ]
        if self._match.session.can_leave(seat):
            answers.insert(1, (Message("The computer plays on"), partial(self._replace, seat), "danger"))
        question = Message(
            "Disconnect the phone of {player}? The code changes, and the seat is free.", player=Player(seat)
        )
        ask(self.app, question, *answers, names=self._match.names)

    def _replace(self, seat: int) -> None:
        """Remove a phone and let the computer take its seat."""
        self._host.revoke_seat(seat)
        self._match.give_up(seat)

    def _switch_off(self) -> None:
        self._host.close_for_good()
        self._match.phones = self._match.away = frozenset()
        self.close()

    # -- time

    @property
    def _state(self) -> object:
        host = self._host
        return host.opened, host.trouble, host.is_offline, host.here, host.phones, host.watchers, self._match.seats

    def update(self, dt: float) -> bool:
        if self._state != self._shown:
            self.rebuild()
            return True
        return super().update(dt)


OPENING = Message("The table is being opened for phones.")
SCAN = Message("Scan this with a phone in the same network, or type the address and the code:")
MOVED = Message(
    "The address is another one than before: scan this again with every phone, or type the address and the code."
)
CUT = Message(
    "This machine has lost its network. The phones come back with it; where it has another address, scan anew."
)
PRIVATE = Message("Everybody sees their own cards on their own phone alone. Where all have one, no curtain falls here.")
