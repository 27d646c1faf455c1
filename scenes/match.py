"""A game at the table: a session with its journal, its seats, its computer players and its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from logic.core import Dice, Event, Hint, Message, Move, Outcome, Remark, Verdict, offers
from logic.files import StoreProblem
from logic.registry import GAMES, game_config
from logic.session import Seat, Session, Setup
from logic.variants import GameConfig
from scenes import awards
from scenes.app import App
from scenes.coach import Coach
from scenes.computers import Computers, place_seed
from scenes.questions import Questions
from scenes.wording import seat_names


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
        self.award: awards.Award | None = None
        """What the puzzle was worth, once it is solved."""
        self.was_resumed = False
        """Whether some of the game was played, and thought about, before."""
        self.thinking_time = [0.0] * len(self.seats)
        self.clock_left = float(session.setup.clock)
        self.config: GameConfig = game_config(self.name)
        self._questions = Questions(app, self.name)
        self._coach = Coach(app, session, self._questions)
        self._computers = Computers(app, session, self._questions)
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
        match = cls(app, resumed.session, game_id)
        match.was_resumed = True
        return match

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
        """What the players are called in the present language."""
        return seat_names(self.app, self.session.setup)

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

    @property
    def is_solitary(self) -> bool:
        """Tell whether one person sits here alone, so that nobody is played against."""
        return len(self.seats) == 1

    @property
    def par(self) -> int:
        """The least that the puzzle takes, 0 where that is not known."""
        return awards.par_of(self.session.setup) or next(iter(self.least), 0)

    @property
    def least(self) -> tuple[int, ...]:
        """The least that the puzzle takes in each of the game's counts, empty while or where that is not known."""
        return self._coach.least or ()

    def goal(self) -> Message:
        """Say what a perfect game takes."""
        return Message("It can be done in {cost}.", cost=awards.cost(self.session, self.par))

    @property
    def length(self) -> Message:
        """Say how long the game is by now: in the measure of a game for one, or else in turns."""
        if self.is_solitary:
            return awards.cost(self.session, awards.spent(self.session))
        return Message("{n} turn", plural="{n} turns", n=self.turns)

    @property
    def turns(self) -> int:
        """Count how often somebody has had a turn so far."""
        movers = [self.session.mover(place) for place in range(self.session.place)]
        return sum(place == 0 or movers[place - 1] != mover for place, mover in enumerate(movers))

    def moves_of_people(self) -> tuple[Move, ...]:
        """Give the moves so far without those of computers."""
        movers = map(self.session.mover, range(self.session.place))
        return tuple(
            move for mover, move in zip(movers, self.session.moves, strict=True) if not self.seats[mover].is_computer
        )

    # -- what people do

    def play(self, move: Move | str, *, shown: bool = False) -> None:
        """Make a move, one that is ``shown`` as help; raise IllegalMove, changing nothing, where it is not listed."""
        step = self.session.play(move, shown=shown)
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

    def rewind(self) -> None:
        """Take everything back that can be; all of it can be made again."""
        while self.can_undo:
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
    def verdict(self) -> Verdict | None:
        """What the position is worth, as soon as the coach knows."""
        return self._coach.verdict

    @property
    def hint(self) -> Hint | None:
        """What the coach has been asked for, until it is closed or the position changes."""
        return self._coach.hint

    @property
    def remarks(self) -> tuple[Remark, ...] | None:
        """What the coach says of the finished game, once it was asked and knows."""
        return self._coach.remarks

    @property
    def has_coach(self) -> bool:
        """Tell whether the variant and the player wish for advice, and the game can give it."""
        return self._coach.is_wanted

    @property
    def can_hint(self) -> bool:
        """Tell whether a hint can be asked for now."""
        able = self.has_coach and offers(self.session.game, "hint") is not None
        return able and self.awaits_human and not self.session.awaits_end

    def ask_hint(self) -> None:
        """Ask the worker for a hint; it will be in ``hint``."""
        if self.can_hint:
            self._coach.ask_hint(place_seed(self.session))

    @property
    def can_ask_verdict(self) -> bool:
        """Tell whether it can be asked now how far it is, in a game that says so only when asked."""
        able = self.has_coach and self._coach.waits_to_be_asked and offers(self.session.game, "verdict") is not None
        return able and self.awaits_human

    def ask_verdict(self) -> None:
        """Ask the worker how far it is; it will be in ``verdict``."""
        if self.can_ask_verdict:
            self._coach.ask_verdict()

    def close_hint(self) -> None:
        """Have read the hint."""
        self._coach.hint = None

    @property
    def can_review(self) -> bool:
        """Tell whether the finished game can be looked through for mistakes."""
        return self.is_over and self.session.place > 0 and offers(self.session.game, "review") is not None

    def ask_review(self) -> None:
        """Ask the worker to look through the finished game; it will be in ``remarks``."""
        if self.can_review:
            self._coach.ask_review()

    def _ask_verdict(self) -> None:
        if self.awaits_human and not self._coach.waits_to_be_asked:
            self._coach.ask_verdict()

    # -- time

    def update(self, dt: float, *, covered: bool = False, moving: bool = False) -> bool:
        """Let ``dt`` seconds pass; true while something here needs the next frame.

        While another screen ``covered`` the board everything stands still; while pieces are ``moving`` computers wait
        with their moves, but a clock goes on.
        """
        self.news += self._coach.listen()
        self._coach.ask_least()
        if covered or self.is_over:
            return False
        self._ask_verdict()
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
        self._questions.forget()

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
        move = self._computers.choice() if self._rest <= 0 else None
        if move is None:
            self._computers.think()
            return self._rest > 0
        self.play(move)
        return True

    # -- keeping

    def _changed(self, events: Sequence[Event]) -> None:
        self._questions.forget()
        self._coach.forget()
        self._count_time()
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
            self._computers.think()
        self._ask_verdict()

    def _keep_result(self) -> None:
        outcome = self.outcome
        if outcome is None or self._finished:
            return
        self._count_time()
        self._finished = True
        if self.game_id is not None:
            game_id = self.game_id
            self._keep(lambda: self.app.store.finish(game_id, outcome, self.app.now(), self.thinking_time))
        self._give_award()

    def _give_award(self) -> None:
        """Rate a solved puzzle; what a person has solved in a game that is kept counts for the profile."""
        found = self.award = awards.award(self.session, self.par)
        if found is None or self.game_id is None or self.seats[0].is_computer:
            return

        def keep() -> None:
            self.award = awards.keep(self.app, self.session, found)

        self._keep(keep)

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
