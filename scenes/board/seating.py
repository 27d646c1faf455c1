"""Who sits at a game, whose view the screen shows, and the computer players with their comments."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass

from msgspec import UnsetType

from logic import players
from logic.core import Dice, Message, Move, Outcome, State, never
from logic.game import Scoring, has_secrets, offers, redact, scoring_of
from logic.llm.adviser import Advice
from logic.llm.answer import cut
from logic.session import Seat, Session, TurnStatus
from logic.text import Text
from scenes.app.app import App
from scenes.app.requests import WorkerRequest, WorkerRequests
from scenes.app.wording import seat_names
from scenes.board import awards
from scenes.cabinet.adviser import question_before

LONGEST = 160
"""Characters of a comment beside a turn: it is read in passing."""


def quoted(text: str) -> Message:
    return Message("“{text}”", text=text)


@dataclass(frozen=True, slots=True)
class _Saying:
    """A comment on a move; ``is_open`` if its speaker knew no more than everybody at the table."""

    move: Move
    text: str
    is_open: bool


def have_equal_views(session: Session, seats: Sequence[int]) -> bool:
    """Whether those seats see the present position alike; ``seats`` must not be empty."""
    game, state = session.game, session.state
    if not has_secrets(game):
        return True
    first = redact(game, state, seats[0])
    return all(redact(game, state, seat) == first for seat in seats[1:])


class Spoken:
    """The comments of the language models in one session, one a turn.

    A model knows what its seat knows, and may give it away. So if seats knew different things, its comments are
    withheld until the game is over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: dict[int, _Saying] = {}
        """By the ply of the move below which they are shown."""

    def forget(self) -> None:
        """Drop comments on moves from the present ply on: other moves replace them."""
        self._said = {ply: words for ply, words in self._said.items() if ply < self._session.ply}

    def keep(self, moves: Sequence[Move], said: str) -> None:
        """Store the comment on the moves that come next, if it is the first one of this turn."""
        self.forget()
        session = self._session
        if said and not any(ply in self._said for ply in self._turn_before(session.ply, session.state.player)):
            last = session.ply + len(moves) - 1
            self._said[last] = _Saying(
                moves[-1], cut(said, LONGEST), have_equal_views(self._session, range(len(self._session.seats)))
            )

    def after(self, ply: int) -> str:
        """The comment, if it may be shown, on the move at a ply and those before it in its turn."""
        words = self._said.get(ply)
        stands = words is not None and ply < self._session.ply and self._session.moves[ply] == words.move
        if words is None or not stands:
            return ""
        return words.text if words.is_open or self._session.outcome() is not None else ""

    @property
    def latest(self) -> str:
        """The comment, if it may be shown, on the latest turn of a language model."""
        session = self._session
        if not self._said:
            return ""
        movers = ((ply, session.mover(ply)) for ply in range(session.ply - 1, -1, -1))
        for ply, mover in movers:
            if session.level_of(mover) == players.MODEL:
                turn = self._turn_before(ply + 1, mover)
                return next(filter(None, map(self.after, turn)), "")
        return ""

    def _turn_before(self, ply: int, mover: int) -> Sequence[int]:
        """The plies before one at which the same player was to move, without a break, the last first."""
        first = ply
        while first and self._session.mover(first - 1) == mover:
            first -= 1
        return range(ply - 1, first - 1, -1)


TRIES = 2
"""How often the worker is asked for a move before a random one is made."""
CHOICE = "choose"
"""The kind of all these requests, whatever the task."""

OFF = Message("The language model is switched off. The computer plays for it.")
NOT_SET_UP = Message("No language model is set up any more. The computer plays for it.")


class Computers:
    """Chooses the moves of the computers' seats in one session, with dice of their own (see ``players.seed_at``)."""

    def __init__(self, app: App, session: Session, requests: WorkerRequests, own_seed: int) -> None:
        self._app = app
        self._session = session
        self.spoken = Spoken(session)
        """Comments of the language models on their moves."""
        self._requests = requests
        self._own_seed = own_seed
        self._simple_seats: set[int] = set()
        self.plan: tuple[State, tuple[Move, ...]] | None = None
        """The moves advised for the rest of a turn, and the position that they begin at."""
        self._told: set[Message] = set()
        """The messages shown about a failing language model: each is shown once."""

    def think(self) -> None:
        """Request a move for the present position, unless that was done."""
        if self._requests.pending(CHOICE) is None and self._planned() is None and not self._lacks_consent:
            self._ask()

    def choice(self) -> Move | None:
        """The move of the player to act, or None while it is being computed; call it again each frame."""
        planned = self._planned()
        if planned is not None:
            return self._begin(planned)
        self._cancel_if_off()
        if self._lacks_consent:
            self._ask_for_consent()
            return None
        self.think()
        request = self._requests.pending(CHOICE)
        return None if request is None or not request.answer.done() else self._taken(request)

    def _taken(self, request: WorkerRequest) -> Move | None:
        """Take an answer; if there is none, ask again, or finally make a random move."""
        try:
            answer: Move | Advice = request.answer.result()
        except CancelledError:
            self._ask(request.tries)
        except Exception:  # whatever failed in the worker, the game goes on
            if request.tries >= TRIES:
                return self._simple_move()
            self._ask(request.tries + 1)
        else:
            if isinstance(answer, Advice):
                return self._advised(answer)
            self.spoken.forget()
            return answer
        return None

    def _ask(self, tries: int = 1) -> None:
        session, actor = self._session, self._session.actor
        level = "random" if actor in self._simple_seats else session.level_of(actor)
        state = redact(session.game, session.state, actor)
        seed = players.seed_at(self._own_seed, session.ply)
        adviser = self._app.adviser
        config = adviser.ready if level == players.MODEL else None
        if level == players.MODEL and config is None:
            self._notify_once(NOT_SET_UP if self._app.settings.adviser else OFF)
        if config is not None and tries == 1:
            self._requests.ask("advise", state, config, adviser.language, seed, (), adviser.key, kind=CHOICE)
        else:
            self._requests.ask("choose", state, level, seed, tries=tries, kind=CHOICE)

    # -- the language model

    @property
    def _lacks_consent(self) -> bool:
        """Whether the model is to move without consent to its address, or its key must still be entered."""
        level, adviser = self._session.level_of(self._session.actor), self._app.adviser
        return level == players.MODEL and (adviser.needs_consent or (adviser.ready is not None and adviser.needs_key))

    def _ask_for_consent(self) -> None:
        """Ask for consent, once; a refusal switches the model off, and the computer plays."""
        question = question_before(self._app)
        if question is not None and not isinstance(self._app.stack.top, type(question)):
            self._app.stack.push(question)

    @property
    def asks_model(self) -> bool:
        """Whether a language model is working on a move, or its answer waits to be taken."""
        request = self._requests.pending(CHOICE)
        return request is not None and request.task == "advise"

    def replace_model(self) -> None:
        """Cancel the language model's work: the built-in engine makes this move. Does nothing if none is at work."""
        if self.asks_model:
            self._requests.forget()
            self._ask(TRIES)

    def _cancel_if_off(self) -> None:
        """Cancel the request of a language model that was switched off."""
        if self.asks_model and self._app.adviser.ready is None:
            self._requests.forget()

    def _advised(self, advice: Advice) -> Move | None:
        """Take advice, which may be for a whole turn, and say so if it does not come from the model."""
        self._app.adviser.note_failure(advice.trouble)
        if advice.trouble is not None:
            self._notify_once(advice.trouble)
        if not advice.hint.moves:
            self._ask(TRIES)
            return None
        self.spoken.keep(advice.hint.moves, advice.said)
        return self._begin(advice.hint.moves)

    def _begin(self, moves: tuple[Move, ...]) -> Move:
        """Return the first of some moves; keep the others for the position that it leads to."""
        first, *others = moves
        self.plan = (self._session.state.apply(first).state, tuple(others)) if others else None
        return first

    def _planned(self) -> tuple[Move, ...] | None:
        """The rest of a plan that is still valid."""
        state = self._session.state
        if self.plan is None or self.plan[0] != state or self.plan[1][0] not in state.legal_moves():
            return None
        return self.plan[1]

    def _notify_once(self, message: Message) -> None:
        if message not in self._told:
            self._told.add(message)
            self._app.tell(message)

    def _simple_move(self) -> Move:
        """A random move; from now on that seat makes only such moves."""
        session = self._session
        if session.actor not in self._simple_seats:
            self._simple_seats.add(session.actor)
            self._app.tell(Message("The computer cannot think just now. It goes on with simple moves."))
        dice = Dice(players.seed_at(self._own_seed, session.ply))
        return players.choose(session.game, "random", session.state, dice, never)


class Seating:
    """The seats of one game, and which of them are people at this screen. It changes nothing."""

    def __init__(self, app: App, session: Session) -> None:
        self.app = app
        self.session = session
        self.name = session.setup.game
        """The game's name in the registry."""
        self.is_solitary = len(session.seats) == 1
        """Whether there is only one seat, so without opponents."""
        edges = tuple(seat.edge for seat in session.setup.seats if not isinstance(seat.edge, UnsetType))
        self.edges = edges if len(edges) == len(session.seats) else ()
        """At which edge of the screen each player sits; empty if all sit side by side."""
        self.phones: frozenset[int] = frozenset()
        """The seats whose secrets are on their own phones, and so never on this screen."""
        self.away: frozenset[int] = frozenset()
        """Those of them whose phone has not answered for a while: asleep, discharged, or in another network."""
        self._names: tuple[Text, tuple[str, ...]] | None = None
        """The players' names, with the language that they are in."""
        self._shared: tuple[TurnStatus, bool] | None = None
        """The status for which people's knowledge was last compared, and whether it was the same."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The present players by seat: a computer if a person has left."""
        return self.session.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the present language."""
        if self._names is None or self._names[0] is not self.app.text:
            self._names = self.app.text, seat_names(self.app, self.session.setup)
        return self._names[1]

    @property
    def actor(self) -> int:
        """The seat whose action is awaited."""
        return self.session.status.actor

    @property
    def is_over(self) -> bool:
        return self.session.status.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        return self.session.status.outcome

    @property
    def awaits_human(self) -> bool:
        """Whether a person at the screen is to act, if only to end the turn."""
        return self.session.status.awaits_person

    @property
    def shares_view(self) -> bool:
        """Whether all people at the screen know the same now, so that nothing must be hidden from one of them."""
        status = self.session.status
        if self._shared is None or self._shared[0] is not status:
            people = self._people()
            self._shared = status, len(people) < 2 or have_equal_views(self.session, people)
        return self._shared[1]

    def common_view(self, state: State) -> State:
        """What all people at the screen know of a position: all that it contains unless there are several."""
        people = self._people()
        for seat in people if len(people) > 1 else ():
            state = redact(self.session.game, state, seat)
        return state

    @property
    def needs_curtain(self) -> bool:
        """Whether the screen must be covered while it is handed on: not if the next player looks at a phone."""
        return not self.shares_view and not self.secrets_on_phone

    @property
    def secrets_on_phone(self) -> bool:
        """Whether the viewer's secrets are on the viewer's phone, so that they must not be shown here."""
        return bool(self.phones) and self.viewer in self.phones and not self.shares_view

    def has_left(self, seat: int) -> bool:
        """Whether the person at that seat has left, so that the computer plays on."""
        return any(leave.seat == seat for leave in self.session.leaves)

    def hides_from(self, seat: int) -> bool:
        """Whether a person who has left that seat must not see what the next viewer sees."""
        game, state = self.session.game, self.session.state
        if self.secrets_on_phone:
            return False
        return self.has_left(seat) and redact(game, state, self.viewer) != redact(game, state, seat)

    @property
    def viewer(self) -> int:
        """The seat that the screen is for: the person to act, or else who acted last; in a demonstration the actor.

        If the person at the screen has left, it is for the next person to act, so that it is passed on only once.
        """
        people = self._people()
        if not people or self.actor in people:
            return self.actor
        plies = range(self.session.ply - 1, -1, -1)
        last = next((ply for ply in plies if self.session.mover(ply) in people), -1)
        if any(leave.ply > last for leave in self.session.leaves):
            return min(people, key=lambda seat: (seat - self.actor) % len(self.seats))
        return self.session.mover(last) if last >= 0 else people[0]

    def _people(self) -> list[int]:
        """The seats of people."""
        return [i for i, seat in enumerate(self.session.seats) if not seat.is_computer]

    @property
    def is_thinking(self) -> bool:
        """Whether a computer's move is being computed."""
        return not self.is_over and not self.awaits_human and not self.session.awaits_end

    @property
    def length(self) -> Message:
        """The length of the game so far: in turns, or in the measure of a game for one that counts none."""
        if self.is_solitary and not self.counts_turns:
            return awards.cost(self.session, awards.spent(self.session))
        return Message("{n} [turn|turns]", n=self.turns)

    @property
    def turns(self) -> int:
        """Number of turns so far."""
        return sum(map(self.turns_of, range(len(self.seats))))

    @property
    def counts_turns(self) -> bool:
        """Whether the game itself counts its turns, so that they matter to a single player as well."""
        return offers(scoring_of(self.session.game), Scoring.turns)

    def turns_of(self, seat: int) -> int:
        """Number of turns of a seat so far: as the game counts them, or by changes of the player to move."""
        if self.counts_turns:
            return scoring_of(self.session.game).turns(self.session.states, self.session.moves)[seat]
        movers = [self.session.mover(ply) for ply in range(self.session.ply)]
        return sum(mover == seat and (not i or movers[i - 1] != seat) for i, mover in enumerate(movers))

    def moves_of_people(self) -> tuple[Move, ...]:
        """The moves so far, without those of computers."""
        movers = map(self.session.mover, range(self.session.ply))
        return tuple(
            move for mover, move in zip(movers, self.session.moves, strict=True) if not self.seats[mover].is_computer
        )
