"""One game that programs play: each looks at it from its own seat, and computers move as soon as it is their turn."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from threading import Lock

from logic import players
from logic.core import Dice, IllegalMove, Message, Move, Stop
from logic.hosting.hosted import Hosted
from logic.llm import adviser as advised
from logic.llm.brief import brief, constraints, synopsis
from logic.llm.settings import AdviserConfig
from logic.mcp import keeping
from logic.mcp.answers import Moves, Position, Rules, Standing, Suggestion, Told
from logic.session.session import Session
from logic.storage.files import StoreProblem
from logic.terminal import Problem
from logic.text import Text

PATIENCE = 0.05
"""Seconds between two looks at whether anybody still waits for a table at which another call is at work."""
HUMAN = "human"
"""Who sits where no computer does: whoever has the token, a person or a program."""

NOT_THINKING = Message("The computer cannot think just now. It goes on with simple moves.")


@contextmanager
def _refusals(text: Text) -> Iterator[None]:
    """Say what the rules or the table refuse as the one line that a program is told."""
    try:
        yield
    except IllegalMove as error:
        raise Problem(text.say(error.message)) from None


class Table:
    """A game with its seats, safe to be asked from several threads at once.

    Everything told is made from ``redact``, for the seat that asks. ``marks`` are those of the seats' tokens, empty at
    a computer's; ``config`` is where a language model is, None where none was switched on. ``own_seed`` is for the dice
    of the computers (see ``players.seed_at``). Seats count from 0 here. ``touched`` is when somebody last asked about
    it, in the seconds of whoever keeps it.
    """

    def __init__(
        self,
        name: str,
        session: Session,
        marks: tuple[str, ...],
        config: AdviserConfig | None = None,
        *,
        own_seed: int,
        is_kept: bool = False,
    ) -> None:
        self.name = name
        self.marks = marks
        self._session = session
        self._hosted = Hosted(session)
        self._config = config
        self._own_seed = own_seed
        self._lock = Lock()
        self.touched = 0.0
        self._kept = is_kept
        self._trouble: Message | None = None

    @property
    def is_over(self) -> bool:
        return self._session.outcome() is not None

    # -- what a seat is told

    def standing(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Say whose turn it is and how the game has ended."""
        with self._held(text, stop):
            return self._standing(seat, text)

    def told(self, seat: int, text: Text, stop: Stop) -> Told:
        """Say in some sentences what matters now."""
        with self._held(text, stop):
            return self._told(seat, text)

    def rules(self, seat: int, text: Text, stop: Stop) -> Rules:
        with self._held(text, stop):
            return Rules(constraints(self._session.game, self._hosted.view(seat), text.language))

    def moves(self, seat: int, text: Text, stop: Stop) -> Moves:
        """The legal moves for whoever is to move; none for another seat."""
        with self._held(text, stop):
            standing = self._standing(seat, text)
            legal = self._hosted.view(seat).legal_moves() if standing.your_turn else ()
            return Moves(standing.your_turn, tuple(map(str, legal)), standing)

    def position(self, seat: int, text: Text, stop: Stop) -> Position:
        with self._held(text, stop):
            told = brief(self._session.game, self._hosted.view(seat), seat, text.language)
            return Position(told.position, self._standing(seat, text))

    def suggestion(self, seat: int, text: Text, stop: Stop) -> Suggestion:
        """Advise whoever is to move, where the variant allows it; raise Problem where there can be no advice."""
        with self._held(text, stop):
            with _refusals(text):
                self._hosted.check_turn(seat)
            session = self._session
            if not session.setup.coach:
                raise Problem("this variant is played without advice")
            dice = Dice(session.ply)  # alike for all who ask, and none of the deal's, which knows what is hidden
            past = advised.past_of(session)
            advice = advised.turn(session.game, session.state, self._config, text.language, dice, stop, past)
            trouble = text.say(advice.trouble) if advice.trouble else ""
            moves = tuple(str(move) for move in advice.hint.moves)
            return Suggestion(moves, text.say(advice.hint.reason), advice.source, trouble)

    # -- what a seat does

    def play(self, seat: int, move: str, text: Text, stop: Stop) -> Told:
        """Make a move, and let the computers answer it; raise Problem with the reason where it cannot be made."""
        with self._held(text, stop):
            with _refusals(text):
                self._hosted.check_turn(seat)
                self._session.play(move)
            self._keep()
            self._let_computers_play(text, stop)
            return self._told(seat, text)

    def undo(self, seat: int, text: Text, stop: Stop) -> Told:
        """Take a seat's last move back, with what computers have answered; raise Problem where that is not allowed."""
        with self._held(text, stop):
            with _refusals(text):
                self._hosted.take_back(seat)
            self._keep()
            return self._told(seat, text)

    def leave(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Give the game up for a seat; raise Problem where it is over, or a computer plays on there already."""
        with self._held(text, stop):
            if self._session.level_of(seat):
                raise Problem("you have left this game; a computer plays on in your seat")
            with _refusals(text):
                self._session.give_up(seat)
            self._keep()
            self._let_computers_play(text, stop)
            return self._standing(seat, text)

    def save(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Keep the game from now on; raise Problem where it cannot be written."""
        with self._held(text, stop):
            self._kept = True
            self._keep()
            if not self._kept and self._trouble is not None:
                raise Problem(text.say(self._trouble))
            return self._standing(seat, text)

    # -- small services

    @contextmanager
    def _held(self, text: Text, stop: Stop) -> Iterator[None]:
        """Keep other calls away from the table, with no computer's turn left open."""
        while not self._lock.acquire(timeout=PATIENCE):
            if stop():
                raise CancelledError
        try:
            self._let_computers_play(text, stop)
            yield
        finally:
            self._lock.release()

    def _let_computers_play(self, text: Text, stop: Stop) -> None:
        session = self._session
        while session.outcome() is None and session.level_of(session.state.player):
            for move in self._computed(text, stop):
                session.play(move)
            self._keep()

    def _computed(self, text: Text, stop: Stop) -> tuple[Move, ...]:
        """What the computer to move does next; whatever goes wrong in its head, the game goes on."""
        session = self._session
        game, state = session.game, session.state
        level = session.level_of(state.player)
        dice = Dice(players.seed_at(self._own_seed, session.ply))
        try:
            if level == players.MODEL:
                return advised.turn(game, state, self._config, text.language, dice, stop).hint.moves
            return (players.choose(game, level, state, dice, stop),)
        except CancelledError:
            raise
        except Exception:
            self._trouble = NOT_THINKING
            return (players.choose(game, "random", state, dice, stop),)

    def _keep(self) -> None:
        """Write the game down, where that was asked for once; the game goes on where it cannot be written."""
        if not self._kept:
            return
        try:
            keeping.keep(self.name, self.marks, self._session)
        except StoreProblem as error:
            self._kept, self._trouble = False, error.message

    def _told(self, seat: int, text: Text) -> Told:
        standing = self._standing(seat, text)
        if self._session.early_end is not None:  # the position does not know of it
            return Told(standing.result, standing)
        return Told(synopsis(self._session.game, self._hosted.view(seat), seat, text.language), standing)

    def _standing(self, seat: int, text: Text) -> Standing:
        session = self._session
        outcome = session.outcome()
        trouble, self._trouble = self._trouble, None
        return Standing(
            game_id=self.name,
            game=session.setup.game,
            variant=session.setup.variant,
            your_seat=seat + 1,
            players=tuple(other.level or HUMAN for other in session.seats),
            to_move=session.state.player + 1 if outcome is None else None,
            your_turn=outcome is None and session.state.player == seat,
            over=outcome is not None,
            winners=tuple(winner + 1 for winner in outcome.winners) if outcome else (),
            result=text.say(outcome.reason) if outcome else "",
            kept=self._kept,
            trouble=text.say(trouble) if trouble else "",
        )
