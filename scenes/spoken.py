"""What language models at a table say of their own moves: kept by turn, and never shown to who must not know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logic import players
from logic.advice.words import cut
from logic.core import Message, Move, redact
from logic.session import Session

LONGEST = 160
"""Characters of the words beside a turn: they are read in passing."""


def quoted(text: str) -> Message:
    """Put a saying between quotation marks."""
    return Message("“{text}”", text=text)


@dataclass(frozen=True, slots=True)
class _Words:
    """What was said of a move; ``is_open`` where whoever said it knew no more than everybody at the table."""

    move: Move
    text: str
    is_open: bool


class Spoken:
    """The words of the language models in one session, one saying a turn.

    A model knows what its seat knows, and may chat about it. So where seats knew different things its words are kept
    back until the game is over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: dict[int, _Words] = {}
        """By the place of the move below which they belong."""

    def forget(self) -> None:
        """Let go of what was said of moves from here on: others take their place."""
        self._said = {place: words for place, words in self._said.items() if place < self._session.place}

    def keep(self, moves: Sequence[Move], said: str) -> None:
        """Keep what is said of the moves that come next, where it is the first that is said in this turn."""
        self.forget()
        session = self._session
        if said and not any(place in self._said for place in self._turn_before(session.place, session.state.player)):
            last = session.place + len(moves) - 1
            self._said[last] = _Words(moves[-1], cut(said, LONGEST), self._is_open)

    def after(self, place: int) -> str:
        """Give what may be shown of what was said of the move at a place, and of those before it in its turn."""
        words = self._said.get(place)
        stands = words is not None and place < self._session.place and self._session.moves[place] == words.move
        if words is None or not stands:
            return ""
        return words.text if words.is_open or self._session.outcome() is not None else ""

    @property
    def latest(self) -> str:
        """Give what may be shown of what was said in the last turn that a model has had."""
        session = self._session
        movers = ((place, session.mover(place)) for place in range(session.place - 1, -1, -1))
        for place, mover in movers:
            if session.level_of(mover) == players.MODEL:
                turn = self._turn_before(place + 1, mover)
                return next(filter(None, map(self.after, turn)), "")
        return ""

    def _turn_before(self, place: int, mover: int) -> Sequence[int]:
        """Give the places before one at which the same player was to move, without a break, the last first."""
        first = place
        while first and self._session.mover(first - 1) == mover:
            first -= 1
        return range(place - 1, first - 1, -1)

    @property
    def _is_open(self) -> bool:
        """Tell whether all seats, those of computers too, know the same now, so that nothing can be given away."""
        game, state = self._session.game, self._session.state
        first = redact(game, state, 0)
        return all(redact(game, state, seat) == first for seat in range(1, len(self._session.seats)))
