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
"""Characters of the words beside a turn: they are read in passing."""


def quoted(text: str) -> Message:
    return Message("“{text}”", text=text)


@dataclass(frozen=True, slots=True)
class _Saying:
    """A comment on a move; ``is_open`` if its speaker knew no more than everybody at the table."""

    move: Move
    text: str
    is_open: bool


def know_the_same(session: Session, seats: Sequence[int]) -> bool:
    """Whether those at some seats see the present position alike; asked of one seat at least."""
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
        """By the ply of the move below which they belong."""

    def forget(self) -> None:
        """Let go of what was said of moves from here on: others take their place."""
        self._said = {ply: words for ply, words in self._said.items() if ply < self._session.ply}

    def keep(self, moves: Sequence[Move], said: str) -> None:
        """Keep what is said of the moves that come next, where it is the first that is said in this turn."""
        self.forget()
        session = self._session
        if said and not any(ply in self._said for ply in self._turn_before(session.ply, session.state.player)):
            last = session.ply + len(moves) - 1
            self._said[last] = _Saying(
                moves[-1], cut(said, LONGEST), know_the_same(self._session, range(len(self._session.seats)))
            )

    def after(self, ply: int) -> str:
        """What may be shown of what was said of the move at a ply, and of those before it in its turn."""
        words = self._said.get(ply)
        stands = words is not None and ply < self._session.ply and self._session.moves[ply] == words.move
        if words is None or not stands:
            return ""
        return words.text if words.is_open or self._session.outcome() is not None else ""

    @property
    def latest(self) -> str:
        """What may be shown of what was said in the last turn that a model has had."""
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
        """The places before one at which the same player was to move, without a break, the last first."""
        first = ply
        while first and self._session.mover(first - 1) == mover:
            first -= 1
        return range(ply - 1, first - 1, -1)


TRIES = 2
"""How often the worker is asked for a move before a simple player takes over."""
CHOICE = "choose"
"""The kind of request that all of them ask, whatever the task is."""

OFF = Message("The language model is switched off. The computer plays for it.")
NOT_SET_UP = Message("No language model is set up any more. The computer plays for it.")


class Computers:
    """Chooses the moves of the computers' seats in one session, with dice of their own (see ``players.seed_at``)."""

    def __init__(self, app: App, session: Session, requests: WorkerRequests, own_seed: int) -> None:
        self._app = app
        self._session = session
        self.spoken = Spoken(session)
        """What language models say of their moves."""
        self._requests = requests
        self._own_seed = own_seed
        self._simple_seats: set[int] = set()
        self.plan: tuple[State, tuple[Move, ...]] | None = None
        """What was advised for the rest of a turn, and the position from which on."""
        self._told: set[Message] = set()
        """What has been said by now of a language model that does not help: each trouble once is enough."""

    def think(self) -> None:
        """Begin to think about the present position, where that has not begun."""
        if self._requests.pending(CHOICE) is None and self._planned() is None and not self._lacks_consent:
            self._ask()

    def choice(self) -> Move | None:
        """The move of whoever is to act, or None while it is being thought about; call it again each frame."""
        planned = self._planned()
        if planned is not None:
            return self._begin(planned)
        self._heed_switch()
        if self._lacks_consent:
            self._ask_for_consent()
            return None
        self.think()
        request = self._requests.pending(CHOICE)
        return None if request is None or not request.answer.done() else self._taken(request)

    def _taken(self, request: WorkerRequest) -> Move | None:
        """Take an answer; where it is none, ask again, or let the dice choose in the end."""
        try:
            answer: Move | Advice = request.answer.result()
        except CancelledError:
            self._ask(request.tries)
        except Exception:  # whatever went wrong over there, the game here goes on
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
            self._say_once(NOT_SET_UP if self._app.settings.adviser else OFF)
        if config is not None and tries == 1:
            self._requests.ask("advise", state, config, adviser.language, seed, (), adviser.key, kind=CHOICE)
        else:
            self._requests.ask("choose", state, level, seed, tries=tries, kind=CHOICE)

    # -- the language model

    @property
    def _lacks_consent(self) -> bool:
        """Whether the model is to move, but nobody has agreed to its address, or its key is still to be asked for."""
        level, adviser = self._session.level_of(self._session.actor), self._app.adviser
        return level == players.MODEL and (adviser.needs_consent or (adviser.ready is not None and adviser.needs_key))

    def _ask_for_consent(self) -> None:
        """Ask about that, once; whoever does not agree switches the model off, and the computer plays."""
        question = question_before(self._app)
        if question is not None and not isinstance(self._app.stack.top, type(question)):
            self._app.stack.push(question)

    def _heed_switch(self) -> None:
        """Let go of a language model that thinks while it is switched off."""
        request = self._requests.pending(CHOICE)
        if request is not None and request.task == "advise" and self._app.adviser.ready is None:
            self._requests.forget()

    def _advised(self, advice: Advice) -> Move | None:
        """Take advice, which may be for a whole turn, and say where it does not come from the model."""
        self._app.adviser.heed(advice.trouble)
        if advice.trouble is not None:
            self._say_once(advice.trouble)
        if not advice.hint.moves:
            self._ask(TRIES)
            return None
        self.spoken.keep(advice.hint.moves, advice.said)
        return self._begin(advice.hint.moves)

    def _begin(self, moves: tuple[Move, ...]) -> Move:
        """The first of some moves; the others are kept for the position that it leads to."""
        first, *others = moves
        self.plan = (self._session.state.apply(first).state, tuple(others)) if others else None
        return first

    def _planned(self) -> tuple[Move, ...] | None:
        """What is left of a plan that still holds."""
        state = self._session.state
        if self.plan is None or self.plan[0] != state or self.plan[1][0] not in state.legal_moves():
            return None
        return self.plan[1]

    def _say_once(self, message: Message) -> None:
        if message not in self._told:
            self._told.add(message)
            self._app.tell(message)

    def _simple_move(self) -> Move:
        """Let the dice choose here and now; from now on that seat asks for no more than that."""
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
        """Whether there is one seat only, so that nobody is played against."""
        edges = tuple(seat.edge for seat in session.setup.seats if not isinstance(seat.edge, UnsetType))
        self.edges = edges if len(edges) == len(session.seats) else ()
        """At which edge of the screen each player sits; empty if all sit side by side."""
        self.phones: frozenset[int] = frozenset()
        """The seats whose secrets are on a phone of their own, and so never on this screen."""
        self.away: frozenset[int] = frozenset()
        """Those of them whose phone has not been seen for a while: it sleeps, is empty, or in another network."""
        self._names: tuple[Text, tuple[str, ...]] | None = None
        """What the players are called, with the language of that."""
        self._shared: tuple[TurnStatus, bool] | None = None
        """How the game stood when it was last compared what people know, and whether they knew the same."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays now, in the order of the players: a computer where somebody has left."""
        return self.session.seats

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called in the present language."""
        if self._names is None or self._names[0] is not self.app.text:
            self._names = self.app.text, seat_names(self.app, self.session.setup)
        return self._names[1]

    @property
    def actor(self) -> int:
        """Whose action is awaited."""
        return self.session.status.actor

    @property
    def is_over(self) -> bool:
        return self.session.status.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        return self.session.status.outcome

    @property
    def awaits_human(self) -> bool:
        """Whether somebody at the screen is to act, if only to end the turn."""
        return self.session.status.awaits_person

    @property
    def shares_view(self) -> bool:
        """Whether all people at the screen know the same now, so that nothing is to be hidden from one of them."""
        status = self.session.status
        if self._shared is None or self._shared[0] is not status:
            people = self._people()
            self._shared = status, len(people) < 2 or know_the_same(self.session, people)
        return self._shared[1]

    def common(self, state: State) -> State:
        """What all people at the screen know of a position: the whole of it where only one sits there."""
        people = self._people()
        for seat in people if len(people) > 1 else ():
            state = redact(self.session.game, state, seat)
        return state

    @property
    def needs_curtain(self) -> bool:
        """Whether the screen must be covered when it goes from hand to hand: not to one who looks at a phone."""
        return not self.shares_view and not self.keeps_to_phone

    @property
    def keeps_to_phone(self) -> bool:
        """Whether what the viewer alone knows is on the viewer's phone, so that nothing of it may be seen here."""
        return bool(self.phones) and self.viewer in self.phones and not self.shares_view

    def has_left(self, seat: int) -> bool:
        """Whether the person who sat there has left, so that the computer plays on."""
        return any(leave.seat == seat for leave in self.session.leaves)

    def hides_from(self, seat: int) -> bool:
        """Whether somebody who sat there and has left must not see what the next viewer does."""
        game, state = self.session.game, self.session.state
        if self.keeps_to_phone:
            return False
        return self.has_left(seat) and redact(game, state, self.viewer) != redact(game, state, seat)

    @property
    def viewer(self) -> int:
        """Whose eyes the screen is for: the human to act, or else who acted last; in a demonstration the actor.

        Where the one who held the screen has left, it is for whoever is the next to act, so that it is passed on once.
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
        """The seats of those at the screen."""
        return [i for i, seat in enumerate(self.session.seats) if not seat.is_computer]

    @property
    def is_thinking(self) -> bool:
        """Whether a computer's move is being thought about."""
        return not self.is_over and not self.awaits_human and not self.session.awaits_end

    @property
    def length(self) -> Message:
        """Say how long the game is by now: in turns, or in the measure of a game for one that counts none."""
        if self.is_solitary and not self.counts_turns:
            return awards.cost(self.session, awards.spent(self.session))
        return Message("{n} [turn|turns]", n=self.turns)

    @property
    def turns(self) -> int:
        """How often anybody has had a turn so far."""
        return sum(map(self.turns_of, range(len(self.seats))))

    @property
    def counts_turns(self) -> bool:
        """Whether the game itself counts its turns, so that they mean something to who plays alone as well."""
        return offers(scoring_of(self.session.game), Scoring.turns)

    def turns_of(self, seat: int) -> int:
        """How often somebody has had a turn so far: as the game counts them, or by who moves."""
        if self.counts_turns:
            return scoring_of(self.session.game).turns(self.session.states, self.session.moves)[seat]
        movers = [self.session.mover(ply) for ply in range(self.session.ply)]
        return sum(mover == seat and (not i or movers[i - 1] != seat) for i, mover in enumerate(movers))

    def moves_of_people(self) -> tuple[Move, ...]:
        """The moves so far without those of computers."""
        movers = map(self.session.mover, range(self.session.ply))
        return tuple(
            move for mover, move in zip(movers, self.session.moves, strict=True) if not self.seats[mover].is_computer
        )
