"""The phones at one board: what they wish is done at its match, and the screen learns who is there."""

from __future__ import annotations

from concurrent.futures import CancelledError

from logic.core import Hint, IllegalMove, Message, Player
from logic.hosting.hosted import Hosted
from logic.players import seed_at
from scenes.app.app import App
from scenes.app.requests import Questions
from scenes.board.match import Match
from scenes.phones.host import PhoneHost
from scenes.phones.wire import Address

HINT = "hint"


class BoardPhones:
    """Off until somebody at the table lets phones in; it ends with the board."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._questions = Questions(app, match.name)
        self._own_seed = app.draw()
        self._asking: tuple[int, int] | None = None
        """Who has asked for a hint, and in which position."""
        self.host = PhoneHost(Hosted(match.session), self, self._names, self._ask_hint, app.wake)
        self.host.on_join = self._welcome

    def invite(self, address: Address | None = None) -> None:
        """Let phones in, and show how they come."""
        self.host.open(address)
        self._app.open("phones", self._match, self.host)

    def close(self) -> None:
        self.host.close()
        self._match.phones = frozenset()

    def update(self) -> bool:
        """Do what was wished; true where there is something new to be seen."""
        if not self.host.is_on:
            return False
        news = self.host.update()
        self._match.phones = self.host.phones
        self._hear_hint()
        return news

    # -- what the host asks for

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
        """What the players are called; who has no name is called by the number, in the language of each phone."""
        seats = zip(self._match.names, self._match.seats, strict=True)
        return tuple(name if seat.name or seat.is_computer else "" for name, seat in seats)

    def _welcome(self, seat: int, anew: bool) -> None:
        """Tell everybody at the screen who has come, so that nobody comes unnoticed."""
        self._app.sound.play("deny" if anew else "tick")
        news = Message("Another phone has taken the seat of {player}.", player=Player(seat))
        self._app.tell(news if anew else Message("{player} is here by phone.", player=Player(seat)), self._match.names)

    # -- hints, for one seat alone

    def _ask_hint(self, seat: int) -> None:
        session = self._match.session
        self._asking = seat, self.host.hosted.number
        seed = seed_at(self._own_seed, session.ply)
        self._questions.ask(HINT, self.host.hosted.view(seat), seed)

    def _hear_hint(self) -> None:
        answer = self._questions.answered(HINT)
        if answer is None or self._asking is None:
            return
        (seat, number), self._asking = self._asking, None
        if number != self.host.hosted.number:
            return
        try:
            hint: Hint | None = answer.result()
        except (CancelledError, Exception):  # advice is a gift: without it the game goes on
            hint = None
        self.host.give_hint(seat, hint)
