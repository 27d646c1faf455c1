"""A game in play at one table: moves of people and computers, clocks, and storing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from logic.core import Event, Move, Outcome
from logic.registry import GAMES, game_config
from logic.session import SaveError, Session, Setup
from logic.storage.exchange import ExportedGame, Thought, is_whole, moves_of, open_thought, thinking_of, turn_of
from logic.storage.files import StoreProblem
from logic.variants import GameConfig
from scenes.app.app import App
from scenes.app.requests import WorkerRequests
from scenes.board import awards
from scenes.board.coach import Coach
from scenes.board.seating import Computers, Seating
from sprites.widgets.base import do_nothing

Reached = TypeVar("Reached", awards.Award, awards.OwnBest)


class MatchClock:
    """Measures for one session how long each player thinks, and what is left of limited turns.

    It continues from the times stored in earlier sittings.
    """

    def __init__(self, session: Session, kept: ExportedGame | None) -> None:
        self.thinking_time = list(thinking_of(kept)) if kept is not None else [0.0] * len(session.setup.seats)
        """Seconds, by seat."""
        self._session = session
        self._timed = session.actor
        self._turn = turn_of(kept, self._timed) if kept is not None else 0.0
        self._thought = open_thought(kept, self._timed) if kept is not None else 0.0
        """Seconds since the last action."""

    @property
    def left(self) -> float:
        """The seconds left of the turn; meaningless without a limit."""
        return max(0.0, self._session.setup.clock - self._turn)

    @property
    def thought(self) -> Thought:
        """The time thought about the next action so far."""
        return Thought(self._timed, self._thought)

    def run(self, dt: float) -> None:
        """Add ``dt`` seconds to the thinking of the player to act."""
        self.thinking_time[self._timed] += dt
        self._turn += dt
        self._thought += dt

    def take_thought(self) -> Thought:
        """The thinking that led to the action about to be made; the next one starts from zero."""
        self.follow()
        thought, self._thought = self.thought, 0.0
        return thought

    def follow(self) -> None:
        """Count for the present player; a new player's turn begins with the full time."""
        if self._session.actor != self._timed:
            self._timed, self._turn = self._session.actor, 0.0


class SessionWriter:
    """Stores one session under its game's number, with its times; a session without a number is not stored."""

    def __init__(self, app: App, session: Session, game_id: int | None, clock: MatchClock) -> None:
        self._app = app
        self._session = session
        self._game_id = game_id
        self._clock = clock
        session.record = self._record

    def finish(self, outcome: Outcome) -> None:
        """Store the outcome."""
        self._keep(lambda game_id: self._app.store.finish(game_id, outcome, self._app.now()))

    def save_thought(self) -> None:
        """Store the time thought so far, if a game is left in the middle of a thought."""
        self._keep(lambda game_id: self._app.store.save_thought(game_id, self._clock.thought))

    def keep_in_hand(self, in_hand: str) -> None:
        """Store what is selected on the board for the next move."""
        self._keep(lambda game_id: self._app.store.keep_in_hand(game_id, in_hand))

    def award(self, par: int) -> awards.Award | None:
        """Rate a solved puzzle; if a person solved it in a stored game, it counts for the profile."""
        return self._with_best(awards.award(self._session, par), awards.keep)

    def own_best(self) -> awards.OwnBest | None:
        """The points of a finished game; if a person reached them in a stored game, they count for the profile."""
        return self._with_best(awards.reached(self._session), awards.store_best)

    def _with_best(self, found: Reached | None, keep: Callable[[App, Session, Reached], Reached]) -> Reached | None:
        """The result with the former best if it counts; unchanged if it cannot be stored."""
        if found is None or self._session.setup.seats[0].is_computer:
            return found
        best = [found]
        self._keep(lambda _game_id: best.append(keep(self._app, self._session, found)))
        return best[-1]

    def _record(self, line: str) -> None:
        thought = self._clock.take_thought()
        self._keep(lambda game_id: self._app.store.record(game_id, line, self._app.now(), thought))

    def _keep(self, write: Callable[[int], None]) -> None:
        """Write under the game's number, if it has one; show why if that fails."""
        if self._game_id is None:
            return
        try:
            write(self._game_id)
        except (StoreProblem, SaveError) as problem:  # a game that was deleted meanwhile cannot be read
            self._app.tell(problem.message)
        self._app.show_store_notices()


def rematch_of(setup: Setup, config: GameConfig, seed: int) -> Setup:
    """The same game with another seed; the first player becomes the last, unless the dice decide who begins.

    A handicap goes with its player.
    """
    seats, params = setup.seats, setup.params
    if _rotates_seats(setup):
        seats, params = (*seats[1:], seats[0]), _rotated_handicaps(setup, config)
    return msgspec.structs.replace(setup, seats=seats, params=params, seed=seed)


def _rotates_seats(setup: Setup) -> bool:
    return setup.params.get("first", 0) is not None


def _rotated_handicaps(setup: Setup, config: GameConfig) -> dict[str, Any]:
    """The params with each number of a handicap moved to the seat before, like the players."""
    params, variant = setup.params, config.variants.get(setup.variant)
    if variant is None or variant.handicap is None:
        return params
    first, *others = params[variant.handicap.field] or (None,)
    return {**params, variant.handicap.field: [*others, first]} if others else params


@dataclass(frozen=True, slots=True)
class Watcher:
    """Callbacks of a Match to the screen that shows it; by default they do nothing."""

    changed: Callable[[Sequence[Event]], object] = lambda _events: None
    """Receives the events whenever the game has changed."""
    advised: Callable[[], object] = do_nothing
    """Called when an answer of the worker has arrived."""
    succeeded: Callable[[Match, Sequence[int]], object] = lambda _match, _seats: None
    """Receives another match of the same people, and for each of its seats the one that they have in this match."""
    ending_move: Callable[[], Move | None] = lambda: None
    """Returns the move that ends the turn without doing more, for a clock that runs out on a finished turn."""


class Match(Seating):
    """A game in play. It draws nothing; its screen calls :meth:`update` and is told of changes as a Watcher.

    Every action is in the journal before it takes effect. A worker's answer counts only while its position is the
    present one. ``kept`` is what was stored of the game in earlier sittings.
    """

    def __init__(self, app: App, session: Session, game_id: int | None, kept: ExportedGame | None = None) -> None:
        super().__init__(app, session)
        self.game_id = game_id
        self.config: GameConfig = game_config(self.name)
        self.requests = WorkerRequests(app, self.name)
        """Requests of the computers and the coach about the present position."""
        own_seed = app.draw()
        self.coach = Coach(app, self, self.requests, own_seed, lambda: self.watcher.advised())
        self.watcher = Watcher()
        self.award: awards.Award | None = None
        """The award for the puzzle, once it is solved."""
        self.own_best: awards.OwnBest | None = None
        """The result of a game for points, once it is over."""
        self.day = ""
        """The day of a daily puzzle; empty for any other game."""
        self.in_hand = ""
        """What is selected on the board for the next move, as it is stored."""
        self.lacks_times = kept is not None and not is_whole(kept)
        """Whether thinking times are missing for a part of the game, which began before they were measured."""
        self.computers = Computers(app, session, self.requests, own_seed)
        self.spoken = self.computers.spoken
        """Comments of the language models on their moves."""
        self._clock = MatchClock(session, kept)
        self.thinking_time = self._clock.thinking_time
        """Thinking time by seat so far, in seconds."""
        self._writer = SessionWriter(app, session, game_id, self._clock)
        self._is_kept = False
        """Whether the result has been stored."""
        self._rest = app.settings.pause
        self._settle()

    # -- starting

    @classmethod
    def start(cls, app: App, setup: Setup, day: str = "") -> Match:
        """Start a new game and its journal; ``day`` is that of a daily puzzle."""
        session = Session(GAMES[setup.game], setup)
        try:
            game_id = app.store.begin(setup, app.now(), day)
        except StoreProblem as problem:
            app.tell(problem.message)
            return cls(app, session, None)
        match = cls(app, session, game_id)
        match.day = day
        app.show_store_notices()
        return match

    @classmethod
    def resume(cls, app: App, game_id: int) -> Match:
        """Resume a stored game exactly where it was left; raise SaveError if it cannot be read."""
        resumed = app.store.resume(game_id, GAMES)
        if resumed.message is not None:
            app.tell(resumed.message)
        kept = app.store.kept(game_id)
        match = cls(app, resumed.session, game_id, kept)
        match.day = kept.day
        match.in_hand = app.store.in_hand(game_id)
        return match

    @classmethod
    def branch(cls, app: App, session: Session, ply: int) -> Match:
        """Start a new game from the first ``ply`` moves of another one. They count as shown, so they earn nothing."""
        match = cls.start(app, session.setup)
        for move in session.moves[:ply]:
            match.session.play(str(move), shown=True)
        match._changed(())
        return match

    @classmethod
    def start_unstored(cls, app: App, setup: Setup) -> Match:
        """Start a game that is not stored, such as a demonstration."""
        return cls(app, Session(GAMES[setup.game], setup), None)

    def rematch(self) -> Match:
        """Start the same game with another seed, players and handicaps moved on by one seat."""
        setup, seats = rematch_of(self.session.setup, self.config, self.app.draw()), range(len(self.seats))
        match = Match.start(self.app, setup) if self.game_id is not None else Match.start_unstored(self.app, setup)
        self.watcher.succeeded(match, (*seats[1:], 0) if _rotates_seats(self.session.setup) else seats)
        return match

    def again(self) -> Match:
        """Start exactly the same game, deal included."""
        match = Match.start(self.app, self.session.setup, self.day)
        self.watcher.succeeded(match, range(len(self.seats)))
        return match

    # -- actions of people

    def play(self, move: Move | str, *, shown: bool = False) -> None:
        """Make a move, ``shown`` if made as help; raise IllegalMove, changing nothing, if it is not legal."""
        step = self.session.play(move, shown=shown)
        self._changed(step.events)

    def end_turn(self) -> None:
        """Close the finished turn."""
        self.session.end_turn()
        self._changed(())

    def give_up(self, player: int) -> None:
        """Let the computer play on for that player; if it cannot, end the game against that player."""
        self.session.give_up(player)
        self._changed(())

    def update_names(self) -> bool:
        """Take over names of profiles that were changed during the game; true if there were any."""
        entry = self.app.store.entry(self.game_id) if self.game_id is not None else None
        names = [seat.name for seat in (entry or self.session).setup.seats]
        if names == [seat.name for seat in self.session.setup.seats]:
            return False
        self.session.rename(names)
        self._names = None
        return True

    @property
    def can_agree(self) -> bool:
        """Whether a draw can be agreed on: several people, and no computer."""
        return self.awaits_human and len(self.seats) > 1 and not any(seat.is_computer for seat in self.seats)

    def agree(self) -> None:
        """End the game as an agreed draw."""
        self.session.end_early(self.actor, "agreed")
        self._changed(())

    @property
    def can_undo(self) -> bool:
        """Whether the player to act may undo something, by the variant's policy."""
        return self.awaits_human and self.session.can_undo() and self._undo_reaches_person()

    @property
    def can_reopen(self) -> bool:
        """Whether the end of the game may be taken back: any number of turns may, and no puzzle was solved."""
        outcome = self.outcome
        solved = outcome is not None and self.is_solitary and bool(outcome.winners)
        return self.is_over and not solved and self.session.can_undo() and self._undo_reaches_person()

    def _undo_reaches_person(self) -> bool:
        """Whether undoing reaches a move of somebody at the screen before any move that revealed something hidden."""
        all_events = self.session.events
        for ply in reversed(range(self.session.undo_floor, self.session.ply)):
            if any(event.reveals for event in all_events[ply]):
                return False
            if not self.seats[self.session.mover(ply)].is_computer:
                return True
        return False

    def undo(self) -> None:
        """Undo the last move, and those of computers before it, until a person is to act again."""
        self.session.undo()
        while self.session.can_undo() and self.seats[self.actor].is_computer:
            self.session.undo()
        self._is_kept = False
        self._changed(())

    def rewind(self) -> None:
        """Undo everything that can be undone; all of it can be redone."""
        while self.can_undo:
            self.session.undo()
        self._changed(())

    @property
    def can_redo(self) -> bool:
        """Whether the player to act may redo something."""
        return self.awaits_human and self.session.can_redo()

    def redo(self) -> None:
        """Redo the move undone last, and those of computers after it."""
        events = list(self.session.redo().events)
        while self.session.can_redo() and not self.session.awaits_end and self.seats[self.actor].is_computer:
            events += self.session.redo().events
        self._changed(events)

    # -- time

    def update(self, dt: float, *, covered: bool = False, moving: bool = False) -> bool:
        """Let ``dt`` seconds pass; true while something here needs another frame.

        While another screen ``covered`` the board, nothing advances; while pieces are ``moving``, computers wait with
        their moves, but the thinking time goes on.
        """
        if covered or self.is_over:
            return False
        self.coach.request_automatic()
        self._clock.run(dt)
        if self.awaits_human:
            return self._update_clock()
        return not moving and self._let_computer_act(dt)

    @property
    def move_times(self) -> tuple[float | None, ...]:
        """How long each move took, in seconds, as far as it is stored."""
        try:
            return moves_of(self.app.store.kept(self.game_id), self.session) if self.game_id is not None else ()
        except SaveError:
            return ()  # it was deleted meanwhile

    @property
    def clock_left(self) -> float:
        """The seconds left of the turn; meaningless without a limit."""
        return self._clock.left

    def keep_in_hand(self, in_hand: str) -> None:
        """Store what is selected on the board for the next move, if that has changed."""
        if in_hand != self.in_hand:
            self.in_hand = in_hand
            self._writer.keep_in_hand(in_hand)

    def leave(self) -> None:
        """Stop all thinking; the game stays stored as it is, including the time of the present thought."""
        if not self.is_over:
            self._writer.save_thought()
        self.requests.forget()

    def _update_clock(self) -> bool:
        if not self.session.setup.clock:
            return False
        if self.clock_left <= 0:
            self._run_out()
        return True

    def _run_out(self) -> None:
        """End a turn that is finished or can be; end the game against a player who has not got that far."""
        rest = self.watcher.ending_move()
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
        move = self.computers.choice() if self._rest <= 0 else None
        if move is None:
            self.computers.think()
            return self._rest > 0
        self.play(move)
        return True

    # -- consequences

    def _changed(self, events: Sequence[Event]) -> None:
        self.requests.forget()
        self.coach.forget()
        self._rest = self.app.settings.pause
        self._clock.follow()
        self._settle()
        self.watcher.changed(events)

    def _settle(self) -> None:
        """Store the result of a game that is over; otherwise request what is needed at the new position."""
        self.coach.request_automatic()
        if self.is_over:
            self._keep_result()
        elif not self.awaits_human and not self.session.awaits_end:
            self.computers.think()

    def _keep_result(self) -> None:
        outcome = self.outcome
        if outcome is None or self._is_kept:
            return
        self._is_kept = True
        self._writer.finish(outcome)
        self.award = self._writer.award(self.coach.par)
        self.own_best = self._writer.own_best()


def resume_match(app: App, game_id: int) -> Match | None:
    """Resume a stored game; if it cannot be read, say why and return None."""
    try:
        return Match.resume(app, game_id)
    except SaveError as error:
        app.refuse(error.message)
        return None
