"""The head of the panel beside a board: a card for each player with the clock, or a sheet with the game's own facts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pygame

from logic.core import Message
from scenes.app import App
from scenes.closeup import CloseUp
from scenes.looking import Looking
from scenes.match import Match
from scenes.playercard import CardFace, PlayerCard
from scenes.sheet import Sheet
from sprites.ui import Widget

GAP = 5
"""Units between two cards."""


class Players:
    """Who plays: ``widgets`` are the cards, or the game's ``sheet`` in their place; ``closeup`` shows one large."""

    def __init__(self, app: App, match: Match, looking: Looking, sheet: Sheet | None) -> None:
        self.app = app
        self.match = match
        self.sheet = sheet
        self._looking = looking
        seats = range(0 if sheet is not None else len(match.seats))
        self.cards = [PlayerCard(app.kit, f"card{seat}", seat, partial(self._look, seat)) for seat in seats]
        self.closeup = CloseUp(app.kit, "closeup")

    @property
    def widgets(self) -> Sequence[Widget]:
        """Give them in tab order."""
        return self.cards if self.sheet is None else (self.sheet,)

    def place(self, room: pygame.Rect, columns: int) -> None:
        """Share a place among the cards in so many columns, or give it to the sheet."""
        if self.sheet is not None:
            self.sheet.place(room)
            return
        gap, rows = self.app.px(GAP), math.ceil(len(self.cards) / columns)
        width, height = (room.width - gap * (columns - 1)) // columns, (room.height - gap * (rows - 1)) // rows
        for number, card in enumerate(self.cards):
            row, column = divmod(number, columns)
            left, top = room.left + column * (width + gap), room.top + row * (height + gap)
            card.place(pygame.Rect(left, top, width, height))

    def _look(self, seat: int, begins: bool) -> None:
        """Look closely at what lies before a player, or no more."""
        if begins:
            self._looking.begin(seat)
        else:
            self._looking.end()

    def refresh(self) -> None:
        """Show who is to act, and the clock, or the game's own facts."""
        if self.sheet is not None:
            self.sheet.least, self.sheet.was_helped = self.match.least, self.match.session.was_helped
            self.sheet.refresh(self.app.say)
        match, clock, names = self.match, self.match.session.setup.clock, self.match.names
        for seat, card in enumerate(self.cards):
            acts = not match.is_over and seat == match.actor
            about = self._about(seat)
            left = self._time_left(seat)
            timed = clock and not match.seats[seat].is_computer
            ring = (left / clock, str(math.ceil(left))) if timed else None
            card.face = CardFace(names[seat], about, acts, ring, self._looking.things(seat), match.has_left(seat))
        self._looking.refresh(self.closeup)

    def _time_left(self, seat: int) -> float:
        """Tell how many seconds a player has of a turn: of the one begun, or of the next; none where time ran out."""
        match = self.match
        if seat == match.actor and match.session.early_end == "time":
            return 0.0
        return match.clock_left if seat == match.actor and not match.is_over else float(match.session.setup.clock)

    def _about(self, seat: int) -> str:
        """Say below a name who plays there, where that is the computer."""
        if not self.match.seats[seat].is_computer:
            return ""
        return self.app.say(Message("The computer plays on") if self.match.has_left(seat) else Message("Computer"))
