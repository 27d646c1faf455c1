"""A game at the table: a session with its journal, its seats, its computer players, its coach and its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any

import msgspec

from logic import players
from logic.core import Dice, Event, Hint, Message, Move, Outcome, Remark, Verdict, never, offers, redact
from logic.files import StoreProblem
from logic.registry import GAMES, game_config
from logic.session import Seat, Session, Setup
from logic.variants import GameConfig
from scenes.app import App
from scenes.wording import seat_names

TRIES = 2
"""How often the worker is asked for a computer's move before a simple player takes over."""


@dataclass(slots=True)
class _Question:
    """Something the worker was asked about the present position."""

    answer: Future[Any]
    tries: int = 1


class Match:
    """One game being played at the screen. Draws nothing; whoever shows it calls :meth:`update` and looks.

    Every action is in the journal before it takes effect. What a worker answers counts only while the position that it
    was asked about still stands. ``news`` grows with everything that a screen may want to show anew; ``on_change`` is
    told the events whenever the position has changed.
    """

    def __init__(self, app: App, session: Session, game_id: int | None) -> None:
        self.app = app
        self.session = session
        self.game_id = game_id
        self.news = 0
        self.on_change: Callable[[Sequence[Event]], None] = lambda _events: None
        self.way_out: Callable[[], Move | None] = lambda: None
        """Gives the move that ends the turn without doing more, for a clock that runs out on a finished thought."""
        self.verdict: Verdict | None = None
        self.hint: Hint | None = None
        self.remarks: tuple[Remark, ...] | None = None
        self.thinking_time = [0.0] * len(self.seats)
        self.clock_left = float(session.setup.clock)
        self.config: GameConfig = game_config(self.name)
        self._questions: dict[str, _Question] = {}
        self._simple_seats: set[int] = set()
        self._is_lamp_dark = False
        self._finished = False
        self._rest = app.theme.seconds.pause_between_computer_moves
        self._since: float | None = app.now()
        self._timed = session.actor
        session.record = self._record if game_id is not None else None
        self._settle()

    # -- sitting down

    @classmethod
    def start(cls, app: App, setup: Setup) -> Match:
        """Begin a new game and its journal."""
        session = Session(GAMES[setup.game], setup)
        try:
            game_id = app.store.begin(setup, app.now())
        except StoreProblem as problem:
            app.tell(problem.message)
            return cls(app, session, None)
        match = cls(app, session, game_id)
        match._pass_on_notices()
        return match

    @classmethod
    def resume(cls, app: App, game_id: int) -> Match:
        """Go on with a kept game exactly where it was left; raise SaveError where it cannot be read."""
        resumed = app.store.resume(game_id, GAMES)
        if resumed.message is not None:
            app.tell(resumed.message)
        return cls(app, resumed.session, game_id)

    @classmethod
    def unkept(cls, app: App, setup: Setup) -> Match:
        """Begin a game that nobody needs to find again, such as a demonstration."""
        return cls(app, Session(GAMES[setup.game], setup), None)

    def rematch(self) -> Match:
        """Begin the same game with another seed; who began sits down second, unless the dice decide who begins."""
        setup = self.session.setup
        drawn = setup.params.get("first", 0) is None
        seats = setup.seats if drawn else (*setup.seats[1:], setup.seats[0])
        seed = Dice(setup.seed ^ int(self.app.now() * 1000)).seed()
        changed = msgspec.structs.replace(setup, seats=seats, seed=seed)
        return Match.start(self.app, changed) if self.game_id is not None else Match.unkept(self.app, changed)

    def again(self) -> Match:
        """Begin exactly the same game anew, the deal included."""
        return Match.start(self.app, self.session.setup)

    # -- who is here

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return self.session.setup.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in the order of the players."""
        return self.session.setup.seats

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called in the present language; two of one name are numbered."""
        plain = seat_names(self.app, self.session.setup)
        return tuple(
            f"{name} {plain[: seat + 1].count(name)}" if plain.count(name) > 1 else name
            for seat, name in enumerate(plain)
        )

    @property
    def actor(self) -> int:
        """Whose action is awaited."""
        return self.session.actor

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.session.outcome()

    @property
    def awaits_human(self) -> bool:
        """Tell whether somebody at the screen is to act."""
        return not self.is_over and not self.seats[self.actor].is_computer

    @property
    def has_secrets(self) -> bool:
        """Tell whether the players may see different things."""
        return offers(self.session.game, "redact") is not None

    @property
    def needs_curtain(self) -> bool:
        """Tell whether the screen must be covered when it goes from hand to hand."""
        return self.has_secrets and sum(not seat.is_computer for seat in self.seats) > 1

    @property
    def viewer(self) -> int:
        """Whose eyes the screen is for: the human to act, or else the first human; in a demonstration the actor."""
        if not self.seats[self.actor].is_computer:
            return self.actor
        return next((i for i, seat in enumerate(self.seats) if not seat.is_computer), self.actor)

    @property
    def is_thinking(self) -> bool:
        """Tell whether a computer's move is being thought about."""
        return not self.is_over and not self.awaits_human and not self.session.awaits_end

    def moves_of_people(self) -> tuple[Move, ...]:
        """Give the moves so far without those of computers."""
        movers = map(self.session.mover, range(self.session.place))
        return tuple(
            move for mover, move in zip(movers, self.session.moves, strict=True) if not self.seats[mover].is_computer
        )

    # -- what people do

    def play(self, move: Move | str) -> None:
        """Make a move; raise IllegalMove, changing nothing, where it is not listed."""
        step = self.session.play(move)
        self._changed(step.events)

    def end_turn(self) -> None:
        """Close the finished turn."""
        self.session.end_turn()
        self._changed(())

    def give_up(self, player: int) -> None:
        """End the game against that player."""
        self.session.end_early(player)
        self._changed(())

    @property
    def can_agree(self) -> bool:
        """Tell whether the people at the table may agree on a draw: several of them, and no computer."""
        return self.awaits_human and len(self.seats) > 1 and not any(seat.is_computer for seat in self.seats)

    def agree(self) -> None:
        """End the game as a draw that all have agreed on."""
        self.session.end_early(self.actor, "agreed")
        self._changed(())

    @property
    def can_undo(self) -> bool:
        """Tell whether the player to act may take something back, by the variant's policy."""
        mine = any(not self.seats[self.session.mover(i)].is_computer for i in range(self.session.place))
        return self.awaits_human and mine and self.session.can_undo()

    def undo(self) -> None:
        """Take back the last move, and those of computers before it, until a human is to act again."""
        self.session.undo()
        while self.session.can_undo() and self.seats[self.actor].is_computer:
            self.session.undo()
        self._changed(())

    @property
    def can_redo(self) -> bool:
        """Tell whether the player to act may make again what was taken back."""
        return self.awaits_human and self.session.can_redo()

    def redo(self) -> None:
        """Make the move again that was taken back last, and those of computers after it."""
        events = list(self.session.redo().events)
        while self.session.can_redo() and not self.session.awaits_end and self.seats[self.actor].is_computer:
            events += self.session.redo().events
        self._changed(events)

    # -- the coach

    @property
    def has_coach(self) -> bool:
        """Tell whether the variant and the player wish for advice, and the game can give it."""
        return self.session.setup.coach and self.app.settings.coach and offers(self.session.game, "verdict") is not None

    @property
    def can_hint(self) -> bool:
        """Tell whether a hint can be asked for now."""
        able = self.has_coach and offers(self.session.game, "hint") is not None
        return able and self.awaits_human and not self.session.awaits_end

    def ask_hint(self) -> None:
        """Ask the worker for a hint; it will be in ``hint``."""
        if self.can_hint and "hint" not in self._questions:
            self._ask("hint", redact(self.session.game, self.session.state, self.actor), self._seed())

    @property
    def can_review(self) -> bool:
        """Tell whether the finished game can be looked through for mistakes."""
        return self.is_over and self.session.place > 0 and offers(self.session.game, "review") is not None

    def ask_review(self) -> None:
        """Ask the worker to look through the finished game; it will be in ``remarks``."""
        if self.can_review and self.remarks is None and "review" not in self._questions:
            self._ask("review", self.session.states, self.session.moves)

    def ask_verdict(self) -> None:
        """Ask the worker what the position is worth, where the coach is wanted and does not know yet."""
        known = self.verdict is not None or self._is_lamp_dark or "verdict" in self._questions
        if known or not (self.has_coach and self.awaits_human):
            return
        if self.session.state.outcome() is None and not (self.has_secrets and self.session.awaits_end):
            self._ask("verdict", redact(self.session.game, self.session.state, self.session.state.player))

    # -- time

    def update(self, dt: float, *, covered: bool = False, moving: bool = False) -> bool:
        """Let ``dt`` seconds pass; true while something here needs the next frame.

        While another screen ``covered`` the board everything stands still; while pieces are ``moving`` computers wait
        with their moves, but a clock goes on.
        """
        self._collect()
        if covered or self.is_over:
            return False
        self.ask_verdict()
        if self.awaits_human:
            return self._tick(dt)
        return not moving and self._let_computer_act(dt)

    def pause(self) -> None:
        """Stop counting the time for thinking, as when another screen lies over the board."""
        self._count_time()
        self._since = None

    def go_on(self) -> None:
        """Count the time for thinking again."""
        if self._since is None:
            self._since = self.app.now()

    def leave(self) -> None:
        """Stop all thinking; the game is kept as it is."""
        self.pause()
        self._forget()

    def _count_time(self) -> None:
        now = self.app.now()
        if self._since is not None and not self._finished:
            self.thinking_time[self._timed] += max(0.0, now - self._since)
            self._since = now

    def _tick(self, dt: float) -> bool:
        if not self.session.setup.clock:
            return False
        self.clock_left = max(0.0, self.clock_left - dt)
        if self.clock_left <= 0:
            self._run_out()
        return True

    def _run_out(self) -> None:
        """End a turn that is finished or may be; end the game against a player who has not got that far."""
        rest = self.way_out()
        if rest is not None:
            self.play(rest)
        if self.session.awaits_end:
            self.end_turn()
        elif rest is None:
            self.session.end_early(self.actor, "time")
            self._changed(())

    # -- the computers

    def _let_computer_act(self, dt: float) -> bool:
        self._rest = max(0.0, self._rest - dt)
        if self.session.awaits_end:
            if self._rest <= 0:
                self.end_turn()
            return True
        question = self._questions.get("choose")
        if question is None:
            self._ask_choice()
        elif self._rest <= 0 and question.answer.done():
            self._take_choice(question)
            return True
        return self._rest > 0

    def _ask_choice(self, tries: int = 1) -> None:
        actor = self.actor
        level = "random" if actor in self._simple_seats else self.seats[actor].level
        state = redact(self.session.game, self.session.state, actor)
        self._ask("choose", state, level, self._seed(), tries=tries)

    def _take_choice(self, question: _Question) -> None:
        try:
            move = question.answer.result()
        except CancelledError:
            self._ask_choice(question.tries)
        except Exception:  # whatever went wrong over there, the game here goes on
            if question.tries < TRIES:
                self._ask_choice(question.tries + 1)
            else:
                self._put_simple_player()
        else:
            self.play(move)

    def _put_simple_player(self) -> None:
        """Let the dice choose here and now; from now on that seat asks for no more than that."""
        if self.actor not in self._simple_seats:
            self._simple_seats.add(self.actor)
            self.app.tell(Message("The computer cannot think just now. It goes on with simple moves."))
        state = self.session.state
        self.play(players.choose(self.session.game, "random", state, Dice(self._seed()), never))

    def _seed(self) -> int:
        """Give each place of each game dice of its own, so that a move taken back is answered as before."""
        return Dice(self.session.setup.seed + self.session.place).seed()

    # -- the worker

    def _ask(self, task: str, *args: Any, tries: int = 1) -> None:
        answer = self.app.thinker.ask(task, self.name, *args)
        self._questions[task] = _Question(answer, tries)
        answer.add_done_callback(lambda _answer: self.app.wake())

    def _forget(self) -> None:
        if self._questions:
            self._questions.clear()
            self.app.thinker.cancel()

    def _collect(self) -> None:
        """Take what the worker has found out about the present position."""
        for task in ("verdict", "hint", "review"):
            question = self._questions.get(task)
            if question is not None and question.answer.done():
                self._take_advice(task, question.answer)

    def _take_advice(self, task: str, answer: Future[Any]) -> None:
        del self._questions[task]
        self.news += 1
        try:
            advice = answer.result()
        except CancelledError:
            return
        except Exception:  # advice is a gift: without it the game goes on
            self._do_without(task)
            return
        if task == "verdict":
            self.verdict = advice
        elif task == "hint":
            self.hint = advice
        else:
            self.remarks = advice

    def _do_without(self, task: str) -> None:
        """Leave the lamp dark at this position, without a word; say so where somebody has asked."""
        if task == "verdict":
            self._is_lamp_dark = True
        else:
            self.app.tell(Message("The coach cannot think just now."))

    # -- keeping

    def _changed(self, events: Sequence[Event]) -> None:
        self._forget()
        self._count_time()
        self.verdict = self.hint = self.remarks = None
        self._is_lamp_dark = False
        self._rest = self.app.theme.seconds.pause_between_computer_moves
        if self.actor != self._timed or self.session.place == 0:
            self.clock_left = float(self.session.setup.clock)
        self._timed = self.actor
        self.news += 1
        self._settle()
        self.on_change(events)

    def _settle(self) -> None:
        """Keep the result of a game that is over; ask about a position that stands."""
        if self.is_over:
            self._keep_result()
            return
        if not self.awaits_human and not self.session.awaits_end:
            self._ask_choice()
        self.ask_verdict()

    def _keep_result(self) -> None:
        outcome = self.outcome
        if outcome is None or self._finished:
            return
        self._count_time()
        self._finished = True
        if self.game_id is not None:
            game_id = self.game_id
            self._keep(lambda: self.app.store.finish(game_id, outcome, self.app.now(), self.thinking_time))

    def _record(self, line: str) -> None:
        game_id = self.game_id
        if game_id is not None:
            self._keep(lambda: self.app.store.record(game_id, line, self.app.now()))

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except StoreProblem as problem:
            self.app.tell(problem.message)
        self._pass_on_notices()

    def _pass_on_notices(self) -> None:
        for message in self.app.store.notices():
            self.app.tell(message)
