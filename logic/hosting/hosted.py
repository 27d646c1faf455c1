"""One session as its seats may know and play it: positions by number, and every refusal in words. Plays nothing.

What a hand elsewhere may ask comes in short messages in JSON, of which anything else is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

import msgspec

from logic.core import IllegalMove, Message, Move, State
from logic.game import Analysis, analysis_of, offers, redact
from logic.session.session import Session, TurnStatus

# -- what a hand elsewhere may ask

LONGEST = 512
"""Bytes of a message: the longest move of all games is a quarter of that."""
LONGEST_MOVE = 200
HIGHEST = 2**31

Act = Literal["play", "end", "back", "hint", "point"]


class NoWish(ValueError):
    """A message that is none of those that there are."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be done in the position of that number, and in no other.

    ``move`` is the text of a move to ``play``, or the name of what to ``point`` at: that changes nothing.
    """

    act: Act
    number: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]
    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)] = ""


_DECODER = msgspec.json.Decoder(Wish)


def read_wish(message: bytes | str) -> Wish:
    """Read one message; raise NoWish where it is none.

    >>> read_wish('{"act": "play", "number": 3, "move": "stay"}')
    Wish(act='play', number=3, move='stay')
    """
    if len(message) > LONGEST:
        raise NoWish(f"longer than {LONGEST} bytes")
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise NoWish("no wish of this table") from None


# -- what its seats may know and play

WATCHER = -1
"""The viewer who has no seat, and sees what all at the table may see."""


class OldPosition(IllegalMove):
    """Something that was meant for a position which has gone; nothing was done."""

    def __init__(self) -> None:
        super().__init__(Message("The game has gone on meanwhile."))


class Player(Protocol):
    """Does at a session what was found to be allowed."""

    def play(self, move: str) -> object:
        """Make a move; raise IllegalMove where it is not listed."""
        ...

    def end_turn(self) -> object: ...

    def take_back(self, seat: int) -> object:
        """Take the last move back that no computer made; raise IllegalMove where that is not allowed."""
        ...


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may do now."""

    moves: tuple[Move, ...] = ()
    can_end: bool = False
    """Whether a finished turn of its own is still open."""
    can_take_back: bool = False
    can_hint: bool = False


NOTHING = Choices()


class Hosted:
    """A session in the hands of its seats. Seats count from 0.

    >>> from logic.registry import game_named, new_setup
    >>> from logic.session.saving import Seat
    >>> session = Session(game_named("lgame"), new_setup("lgame", "classic", (Seat("Ann"), Seat("Bob")), seed=1))
    >>> hosted = Hosted(session)
    >>> hosted.number, len(hosted.choices(0).moves), hosted.choices(1).moves
    (1, 5, ())
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._number = 0
        self._status: TurnStatus | None = None

    @property
    def number(self) -> int:
        """The number of the present position: it grows whenever the game changes, and no position has another's."""
        status = self.session.status
        if status is not self._status:
            self._status = status
            self._number += 1
        return self._number

    # -- what a seat knows

    def view(self, viewer: int) -> State:
        """The position as that seat may know it; for a watcher as all may."""
        return self.known(self.session.state, viewer)

    def known(self, state: State, viewer: int) -> State:
        """A position of this session as a viewer may know it."""
        for seat in range(len(self.session.seats)) if viewer == WATCHER else (viewer,):
            state = redact(self.session.game, state, seat)
        return state

    def choices(self, seat: int) -> Choices:
        """What that seat may do now; nothing where somebody else is to act."""
        session = self.session
        status = session.status
        if status.outcome is not None or seat != status.actor or session.level_of(seat):
            return NOTHING
        takes_back = self._takes_back(seat)
        if status.awaits_end:
            return Choices(can_end=True, can_take_back=takes_back)
        can_hint = session.setup.coach and offers(analysis_of(session.game), Analysis.hint)
        return Choices(tuple(self.view(seat).legal_moves()), False, takes_back, can_hint)

    def _takes_back(self, seat: int) -> bool:
        try:
            self.last_own_ply(seat)
        except IllegalMove:
            return False
        return self.session.can_undo()

    # -- what is refused

    def check_turn(self, seat: int) -> None:
        """Raise IllegalMove where that seat is not to act."""
        status = self.session.status
        if status.outcome is not None:
            raise IllegalMove(Message("The game is over."))
        if status.actor != seat:
            raise IllegalMove(
                Message("It is not your turn: you are player {own}, and player {other} is to move.", own=seat + 1,
                        other=status.actor + 1)
            )  # fmt: skip

    def last_own_ply(self, seat: int) -> int:
        """The ply of the last move that no computer made; raises IllegalMove where that is not the seat's."""
        session = self.session
        ply = session.ply
        while ply and session.level_of(session.mover(ply - 1)):
            ply -= 1
        if not ply or session.mover(ply - 1) != seat:
            raise IllegalMove(Message("The last move is not yours; only your own can be taken back."))
        return ply - 1

    def take_back(self, seat: int) -> None:
        """Take a seat's last move back, with what computers have answered; raise IllegalMove, changing nothing."""
        session, ply = self.session, self.last_own_ply(seat)
        before = session.ply
        try:
            while session.ply > ply:
                session.undo()
        except IllegalMove:
            while session.ply < before:
                session.redo()
            raise

    def carry_out(self, wish: Wish, seat: int, by: Player) -> None:
        """Do what a seat wishes, once; raise IllegalMove, having changed nothing, where it may not.

        A hint is no change: whoever hosts answers that wish, after the same checks.
        """
        if wish.number != self.number:
            raise OldPosition
        self.check_turn(seat)
        choices = self.choices(seat)
        if wish.act == "play":
            if choices.can_end:
                raise IllegalMove(Message("Your turn is finished: end it, or take it back."))
            by.play(wish.move)
        elif wish.act == "end":
            if not choices.can_end:
                raise IllegalMove(Message("There is no turn to end now."))
            by.end_turn()
        elif wish.act == "back":
            self.last_own_ply(seat)
            by.take_back(seat)
        elif wish.act == "point" or not choices.can_hint:
            raise IllegalMove(Message("There is no hint here."))
