"""A game being played: set-up, history, the one gate for moves, undo, journal, leaving, save and load.

There is no clock here. A save is one JSON value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args

import msgspec

from logic import players
from logic.config import convert
from logic.core import (
    Dice,
    Event,
    IllegalMove,
    Message,
    Move,
    Outcome,
    Player,
    State,
    Step,
    UserError,
    fault_of,
    find_move,
)
from logic.game import Game, redact, scoring_of
from logic.puzzles import puzzles_at
from logic.variants import MOST_SEATS, UndoPolicy, check_seats, make_params

# -- set-up and save


EarlyEnd = Literal["gave_up", "time", "agreed"]
EARLY_ENDS: tuple[EarlyEnd, ...] = get_args(EarlyEnd)


def outcome_of(why: EarlyEnd, player: int, game: Game, state: State, seats: int) -> Outcome:
    """The outcome that a player brought about in that position: partners lose together, all others win."""
    everyone = tuple(range(seats))
    if why == "agreed":
        return Outcome((), (everyone,), Message("The players agreed on a draw."))
    losers = scoring_of(game).partners(state, player)
    others = tuple(p for p in everyone if p not in losers)
    if not others and why == "gave_up":
        return Outcome((), (everyone,), Message("You gave up."))
    reason = (
        Message("{player} let the clock run out.", player=Player(player))
        if why == "time"
        else Message("{player} gave up.", player=Player(player))
    )
    return Outcome(others, (others, losers) if others else (losers,), reason)


FORMAT = 1
LARGEST_SEED = 2**53 - 1
"""The largest integer that every JSON reader preserves."""


class SaveError(UserError, ValueError):
    """A save that cannot be loaded; ``message`` says where and why."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has a seat: a person (``level`` empty, with a profile's name) or a computer of that level.

    ``edge`` is used if all sit round the table: at which edge of the screen, clockwise from 0, the lower one. Files
    contain it only then.
    """

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    level: Annotated[str, msgspec.Meta(max_length=40)] = ""
    edge: Annotated[int, msgspec.Meta(ge=0, le=3)] | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_computer(self) -> bool:
        return bool(self.level)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that determines a game before its first move; ``params`` are plain data, complete."""

    game: str
    variant: str
    params: dict[str, Any]
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    undo: UndoPolicy = "own_turn"
    confirm: bool = False
    clock: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    coach: bool = True


SavedLeave = tuple[
    Annotated[int, msgspec.Meta(ge=0)],
    Annotated[int, msgspec.Meta(ge=0)],
    Annotated[str, msgspec.Meta(min_length=1, max_length=40)],
]


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as one JSON value. Loading replays and checks it move by move before anything is replaced.

    ``shown`` are the indices of the moves that the program made for the player; ``leaves`` are the plies at which a
    player left, each with the seat and the level that played on there.
    """

    format: int
    setup: Setup
    moves: tuple[str, ...]
    ply: Annotated[int, msgspec.Meta(ge=0)] = msgspec.field(name="place")
    confirmed: Annotated[int, msgspec.Meta(ge=0)] = 0
    shown: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    early_end: tuple[int, EarlyEnd] | None = None
    leaves: Annotated[tuple[SavedLeave, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


def setup_params(game: Game, params: Any) -> dict[str, Any]:
    """A game's Params as plain data, for a Setup."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(params))
    make_params(game, data, "params")
    return data


def find_game(games: Mapping[str, Game], name: str) -> Game:
    """The game that a save names; raises SaveError if it is unknown."""
    if name not in games:
        raise SaveError(Message("There is no game “{name}” here.", name=name[:40]))
    return games[name]


def read_save(data: Any) -> Save:
    """Read a save from plain data; raise SaveError with the field and the reason."""
    try:
        save = convert(data, Save, "save")
        msgspec.json.encode(save)  # a lone surrogate could be neither drawn nor encoded
    except (ValueError, OverflowError) as error:
        raise SaveError(Message("This is no saved game of Quincunx: {why}", why=fault_of(error))) from None
    if save.format != FORMAT:
        raise SaveError(Message("format {number} is not known here; {known} was expected.",
                                number=save.format, known=FORMAT))  # fmt: skip
    return save


def check_places(save: Save) -> None:
    """Raise SaveError if a save refers to plies beyond its moves, or to later ones than its present one."""
    if save.ply > len(save.moves):
        raise SaveError(Message("place: 0 to {most} was expected.", most=len(save.moves)))
    if save.confirmed > save.ply:
        raise SaveError(Message("confirmed: 0 to {most} was expected.", most=save.ply))
    if any(ply > save.ply for ply, _, _ in save.leaves):
        raise SaveError(Message("leaves: places, 0 to {most}, were expected.", most=save.ply))
    if any(index >= len(save.moves) for index in save.shown):
        raise SaveError(Message("shown: places of moves, 0 to {most}, were expected.", most=len(save.moves) - 1))


# -- a game being played


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A move made at some time, with the position before it and its events; the same move made again is another."""

    ply: int
    before: State
    move: Move
    events: tuple[Event, ...]
    after: State


class Timeline:
    """Positions and the moves between them; ``ply`` is the number of moves before the present position.

    The lists include what was taken back and can be redone. Rules and undo policies are the caller's.
    """

    def __init__(self, first: State) -> None:
        self.ply = 0
        self.every_state: list[State] = [first]
        self.every_move: list[Attempt] = []
        self.every_shown: list[bool] = []
        """For each move, whether it was made for the player by the program."""
        self._ends: list[Outcome | None] = [first.outcome()]

    @property
    def state(self) -> State:
        return self.every_state[self.ply]

    @property
    def end(self) -> Outcome | None:
        """The outcome by the rules in the present position; None if the game goes on."""
        return self._ends[self.ply]

    @property
    def made(self) -> tuple[Attempt, ...]:
        """The moves so far, each with the position before it and its events."""
        return tuple(self.every_move[: self.ply])

    @property
    def last(self) -> Attempt:
        """The move that led to the present position."""
        return self.every_move[self.ply - 1]

    @property
    def reveals(self) -> bool:
        """Whether the move that led to the present position has revealed something hidden."""
        return any(event.reveals for event in self.last.events)

    def add(self, move: Move, step: Step[State], *, shown: bool) -> None:
        """Append a move after the present, dropping everything that could be redone; the ply stays as it is."""
        self.forget_rest()
        self.every_move.append(Attempt(self.ply, self.state, move, step.events, step.state))
        self.every_state.append(step.state)
        self._ends.append(step.state.outcome())
        self.every_shown.append(shown)

    def forget_rest(self) -> None:
        del self.every_state[self.ply + 1 :], self._ends[self.ply + 1 :]
        del self.every_move[self.ply :], self.every_shown[self.ply :]


@dataclass(frozen=True, slots=True)
class TurnStatus:
    """Who is to act, and what is allowed: computed once for each change of the game."""

    awaits_end: bool
    """Whether a finished turn is still open: its player may take it back or end it."""
    actor: int
    """The player to move, or the one whose finished turn is still open."""
    outcome: Outcome | None
    """The outcome: by the rules once the last turn is closed, or by an early end."""
    awaits_person: bool
    """Whether a person is to act, if only to end the turn."""
    can_undo: bool
    can_redo: bool


SIDES = 3
"""From this number of sides on a game continues when a player gives up; with fewer only if its ``SCORING`` says so."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player who left: the ply, the seat, and the level that plays on."""

    ply: int
    seat: int
    level: str


def plays_on(game: Game, state: State, seats: int) -> bool:
    """Return whether the computer plays on for a player who gives up, by the game's levels, sides and ``SCORING``."""
    if not players.own_levels(game):
        return False
    scoring = scoring_of(game)
    sides = {frozenset(scoring.partners(state, seat)) for seat in range(seats)}
    return scoring.plays_on or len(sides) >= SIDES


def stand_in(game: Game, seats: Sequence[Seat]) -> str:
    """The level that plays on: that of a computer at the table or else the middle one."""
    levels = tuple(players.own_levels(game))
    present = [seat.level for seat in seats if seat.level in levels]
    return present[0] if present else levels[len(levels) // 2]


DEALS_REMEMBERED = 256


@lru_cache(maxsize=DEALS_REMEMBERED)
def _dealt(new: Callable[[Any, Dice], State], params: Any, seed: int) -> State:
    """Deal and cache the first position, so that a game that is resumed or shown again starts at once."""
    return new(params, Dice(seed))


class Session:
    """One game being played.

    ``record`` is called with each action as a line of text before it takes effect, so that a journal is never behind
    what is shown; :meth:`replay` takes the same lines. Positions before ``ply`` are the past, those after it can be
    redone. With ``first`` the game starts from that position instead of the one that the set-up deals: such a game is
    for trying out, and neither kept nor replayed.

    >>> from logic.registry import game_named, new_setup
    >>> setup = new_setup("lgame", "classic", (Seat("Ann"), Seat("Bob")), seed=1)
    >>> session = Session(game_named("lgame"), setup)
    >>> step = session.play("lay c1 c2 c3 d3")
    >>> step = session.play("stay")
    >>> session.state.player, session.actor
    (1, 0)
    >>> session.end_turn()
    >>> session.ply, session.actor
    (2, 1)
    """

    def __init__(
        self, game: Game, setup: Setup, record: Callable[[str], None] | None = None, *, first: State | None = None
    ) -> None:
        self.game = game
        self.setup = setup
        self.record = record
        self.params = make_params(game, setup.params, setup.game)
        check_seats(game, self.params, len(setup.seats))
        self._line = Timeline(_dealt(game.new, self.params, setup.seed) if first is None else first)
        self._is_puzzle = puzzles_at(game, len(setup.seats)) is not None
        self._tried: list[Attempt] = []
        """The attempts of the present turn; cleared when it is closed."""
        self._leaves: list[Leave] = []
        self.seats = setup.seats
        """The present seats: after a player has left, with the level that plays on under the player's name."""
        self._confirmed = 0
        self._turns_taken_back = 0
        self._early_end: tuple[int, EarlyEnd] | None = None
        self.status = self._current_status()
        """The current turn status: the same object until the game changes."""

    # -- queries

    @property
    def ply(self) -> int:
        """The number of moves that stand."""
        return self._line.ply

    @property
    def state(self) -> State:
        return self._line.state

    @property
    def states(self) -> tuple[State, ...]:
        """All positions from the first to the present one."""
        return tuple(self._line.every_state[: self.ply + 1])

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(map(attrgetter("move"), self._line.made))

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """The events of each of the moves so far."""
        return tuple(map(attrgetter("events"), self._line.made))

    @property
    def attempts(self) -> tuple[tuple[Attempt, bool], ...]:
        """The moves tried in this turn, in the order in which they were made, each with whether it stands.

        In a puzzle, where trying is all there is, nothing that was taken back is remembered.
        """
        if self._is_puzzle:
            return ()
        standing = self._line.made
        return tuple((one, one in standing) for one in self._tried)

    @property
    def leaves(self) -> tuple[Leave, ...]:
        """The players who have left so far, the first one first."""
        return tuple(self._leaves)

    @property
    def undo_floor(self) -> int:
        """The ply before which nothing can be undone any more, since a player left there."""
        return self._leaves[-1].ply if self._leaves else 0

    def level_of(self, seat: int) -> str:
        """The level of the computer that plays a seat now; "" for a person."""
        return self.seats[seat].level

    @property
    def was_helped(self) -> bool:
        """Whether a move that stands was made for the player by the program."""
        return any(self._line.every_shown[: self.ply])

    @property
    def turns_taken_back(self) -> int:
        """How many finished turns people have undone; a save of moves alone no longer knows."""
        return self._turns_taken_back

    def mover(self, ply: int) -> int:
        """The player who made the move at that ply, from 0; at the present one the player to move."""
        return self._line.every_state[ply].player

    def as_played(self, ply: int) -> State:
        """The position after so many moves for a replay, as all its players know it.

        A game for one stays as covered when it is over, one of several is uncovered then.
        """
        state, seats = self._line.every_state[ply], range(len(self.setup.seats))
        for seat in seats if len(seats) == 1 or self.outcome() is None else ():
            state = redact(self.game, state, seat)
        return state

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the game was ended before its rules ended it; None if it was not."""
        return None if self._early_end is None else self._early_end[1]

    @property
    def awaits_end(self) -> bool:
        """Whether a finished turn is still open, for its player to undo or to end."""
        return self.status.awaits_end

    @property
    def actor(self) -> int:
        """The player to act: the player to move, or the one whose finished turn is still open."""
        return self.status.actor

    def outcome(self) -> Outcome | None:
        """The outcome: by the rules once the last turn is closed, or by an early end."""
        return self.status.outcome

    def can_undo(self) -> bool:
        """Whether the last move may be undone, by the variant's policy and by what was revealed."""
        return self.status.can_undo

    def can_redo(self) -> bool:
        """Whether an undone move can be redone."""
        return self.status.can_redo

    def _current_status(self) -> TurnStatus:
        ply, line, early_end = self.ply, self._line, self._early_end
        awaits_end = (
            self.setup.confirm
            and early_end is None
            and self._confirmed < ply
            and (self.state.player != self.mover(ply - 1) or line.end is not None)
        )
        actor = self.mover(ply - 1) if awaits_end else self.state.player
        outcome = None if awaits_end else line.end
        if early_end is not None:
            player, why = early_end
            outcome = outcome_of(why, player, self.game, self.state, len(self.setup.seats))
        # A file may have fewer seats than its game has players; that is reported once all of it was read.
        awaits_person = outcome is None and not any(seat.is_computer for seat in self.seats[actor : actor + 1])
        in_turn = ply > self._confirmed and outcome is None
        permitted = {"always": True, "own_turn": in_turn, "never": False}[self.setup.undo]
        can_undo = permitted and ply > self.undo_floor and early_end is None and not line.reveals
        can_redo = ply < len(line.every_move) and early_end is None
        return TurnStatus(awaits_end, actor, outcome, awaits_person, can_undo, can_redo)

    # -- actions

    def play(self, move: Move | str, *, shown: bool = False) -> Step[State]:
        """Make a move, given as a value or as text; raise IllegalMove, changing nothing, if it is not legal.

        A finished turn that is still open is closed by it. A ``shown`` move is made for the player by the program.
        """
        if self.outcome() is not None or self._line.end is not None:
            raise IllegalMove(Message("The game is over."))
        text = str(move)
        found = find_move(self.state, text)
        step = self.state.apply(found)
        self._journal(f"{'show' if shown else 'play'} {text}")
        self._line.add(found, step, shown=shown)
        self._advance()
        return step

    def _advance(self) -> None:
        """Go to the next ply; close a turn left open here and, unless turns are confirmed, one that ends now."""
        if self.awaits_end:
            self._close_turn()
        self._line.ply += 1
        self.status = self._current_status()
        if self._line.last not in self._tried:  # a redone move is there already
            self._tried.append(self._line.last)
        if not self.setup.confirm and self.state.player != self.mover(self.ply - 1):
            self._close_turn()
        elif len(self.setup.seats) == 1 and self._line.reveals:
            self._tried.clear()  # no other player ends the turn, but a reveal is final

    def _close_turn(self) -> None:
        self._confirmed = self.ply
        self.status = self._current_status()
        self._tried.clear()

    def end_turn(self) -> None:
        """Close the finished turn; raise IllegalMove if there is none."""
        if not self.awaits_end:
            raise IllegalMove(Message("There is no turn to end now."))
        self._journal("end")
        self._close_turn()

    def undo(self) -> None:
        """Undo the last move; raise IllegalMove if that is not allowed."""
        if not self.can_undo():
            raise IllegalMove(Message("This move cannot be taken back."))
        self._journal("undo")
        last = self.mover(self.ply - 1)
        if self.ply <= self._confirmed and last != self.state.player and not self.seats[last].is_computer:
            self._turns_taken_back += 1
        if self._line.last not in self._tried:  # a move of an earlier turn, which is reopened
            self._tried.insert(0, self._line.last)
        self._line.ply -= 1
        self._confirmed = min(self._confirmed, self.ply)
        self.status = self._current_status()

    def redo(self) -> Step[State]:
        """Redo the move undone last; raise IllegalMove if there is none.

        As in :meth:`play`, a finished turn that is still open is closed by it.
        """
        if not self.can_redo():
            raise IllegalMove(Message("There is no move to make again."))
        self._journal("redo")
        self._advance()
        return Step(self.state, self._line.last.events)

    def end_early(self, player: int, why: EarlyEnd = "gave_up") -> None:
        """End the game against that player, or as a draw proposed by that player.

        Raises IllegalMove if the game is over already, or if there is no such seat.
        """
        if self.outcome() is not None:
            raise IllegalMove(Message("The game is over."))
        if not 0 <= player < len(self.setup.seats):
            raise IllegalMove(Message("Nobody sits at seat {number}.", number=player + 1))
        self._journal(f"{why} {player}")
        self._early_end = (player, why)
        self.status = self._current_status()

    def can_leave(self, seat: int) -> bool:
        """Whether the computer can play on for the person at a seat: another person has to be left."""
        if self.outcome() is not None or not 0 <= seat < len(self.seats) or self.level_of(seat):
            return False
        company = any(not other.is_computer for number, other in enumerate(self.seats) if number != seat)
        return company and plays_on(self.game, self.state, len(self.seats))

    def leave(self, seat: int, level: str) -> None:
        """Let that level play on for a player who gives up; nothing before this can be undone any more.

        Raises IllegalMove if that cannot be, ValueError if the game has no such level.
        """
        if self.outcome() is not None:
            raise IllegalMove(Message("The game is over."))
        if not self.can_leave(seat):
            raise IllegalMove(Message("Nobody can play on at seat {number}.", number=seat + 1))
        players.level(self.game, level)
        self._journal(f"leaves {seat} {level}")
        self._line.forget_rest()
        self._tried.clear()
        self._leaves.append(Leave(self.ply, seat, level))
        stays = msgspec.structs.replace(self.seats[seat], level=level)
        self.seats = (*self.seats[:seat], stays, *self.seats[seat + 1 :])
        self.status = self._current_status()

    def give_up(self, seat: int) -> None:
        """Let the computer play on for the person at a seat; if it cannot, end the game against that player."""
        if self.can_leave(seat):
            self.leave(seat, stand_in(self.game, self.seats))
        else:
            self.end_early(seat)

    def rename(self, names: Sequence[str]) -> None:
        """Change the players' names; nothing else of the game changes, and nothing is recorded."""

        def called(seats: Sequence[Seat]) -> tuple[Seat, ...]:
            return tuple(msgspec.structs.replace(seat, name=name) for seat, name in zip(seats, names, strict=True))

        self.setup, self.seats = msgspec.structs.replace(self.setup, seats=called(self.setup.seats)), called(self.seats)

    def _journal(self, line: str) -> None:
        if self.record is not None:
            self.record(line)

    # -- journal and save

    def act(self, line: str) -> None:
        """Execute one line of a journal; raise IllegalMove or ValueError if that is impossible."""
        word, _, rest = line.partition(" ")
        actions: Mapping[str, Callable[[], object]] = {
            "end": self.end_turn,
            "undo": self.undo,
            "redo": self.redo,
        }
        if word in ("play", "show"):
            self.play(rest, shown=word == "show")
        elif word == "leaves" and rest.partition(" ")[0].isdecimal():
            self.leave(int(rest.partition(" ")[0]), rest.partition(" ")[2])
        elif word in EARLY_ENDS and rest.isdecimal():
            self.end_early(int(rest), EARLY_ENDS[EARLY_ENDS.index(word)])
        elif word in actions and not rest:
            actions[word]()
        else:
            raise IllegalMove(Message("“{line}” is no action in a game.", line=line[:60]))

    @classmethod
    def replay(cls, game: Game, setup: Setup, lines: Iterable[str]) -> Session:
        """Replay a journal; raise SaveError with the first impossible line."""
        session = _begin(cls, game, setup)
        for number, line in enumerate(lines, 1):
            try:
                session.act(line)
            except ValueError as error:
                why = fault_of(error)
                raise SaveError(Message("Action {number} of the journal: {why}", number=number, why=why)) from None
        session._check_seats()
        return session

    def save(self) -> dict[str, Any]:
        """The game as plain data, ready for JSON."""
        moves = tuple(str(attempt.move) for attempt in self._line.every_move)
        shown = tuple(ply for ply, by_program in enumerate(self._line.every_shown) if by_program)
        leaves = tuple((leave.ply, leave.seat, leave.level) for leave in self._leaves)
        save = Save(FORMAT, self.setup, moves, self.ply, self._confirmed, shown, self._early_end, leaves)
        data: dict[str, Any] = msgspec.to_builtins(save)
        return data

    @classmethod
    def load(cls, data: Any, games: Mapping[str, Game]) -> Session:
        """Rebuild a saved game by replaying it; raise SaveError with the field and the reason."""
        save = read_save(data)
        session = _begin(cls, find_game(games, save.setup.game), save.setup)
        for ply, text in enumerate(save.moves):
            session._leave_as_saved(save, ply)
            try:
                session.play(text, shown=ply in save.shown)
            except IllegalMove as error:
                raise SaveError(Message("Move {number}: {why}", number=ply + 1, why=error.message)) from None
        session._leave_as_saved(save, len(save.moves))
        session._restore(save)
        return session

    def _leave_as_saved(self, save: Save, ply: int) -> None:
        for _, seat, level in (leave for leave in save.leaves if leave[0] == ply):
            try:
                self.leave(seat, level)
            except ValueError as error:
                why = fault_of(error)
                raise SaveError(Message("leaves: {why}", why=why)) from None

    def _restore(self, save: Save) -> None:
        """Go to the saved ply after all moves were played; raise SaveError if it is impossible."""
        check_places(save)
        open_turn = self._line.every_state[save.confirmed : save.ply + (not self.setup.confirm)]
        if len({state.player for state in open_turn}) > 1:
            raise SaveError(Message("confirmed: the moves after it are not one player’s turn."))
        self._check_seats()
        self._line.ply, self._confirmed = save.ply, save.confirmed
        self.status = self._current_status()
        self._tried.clear()
        if save.early_end is not None:
            try:
                self.end_early(*save.early_end)
            except IllegalMove as error:
                raise SaveError(Message("early_end: {why}", why=error.message)) from None

    def _check_seats(self) -> None:
        if any(state.player >= len(self.setup.seats) for state in self._line.every_state):
            raise SaveError(Message("seats: there are fewer than the game has players."))


def moves_gained(line: str) -> int:
    """By how much a journal line changes the number of moves that stand."""
    return {"play": 1, "show": 1, "redo": 1, "undo": -1}.get(line.partition(" ")[0], 0)


def _begin(kind: type[Session], game: Game, setup: Setup) -> Session:
    try:
        return kind(game, setup)
    except ValueError as error:
        raise SaveError(Message("The game cannot be set up: {why}", why=fault_of(error))) from None
