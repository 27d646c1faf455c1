"""A game being played: its history, the one gate for moves, undo, redo, journal, save and load. No clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec

from logic.config import convert
from logic.core import (
    Dice,
    Event,
    Game,
    IllegalMove,
    Message,
    Move,
    Outcome,
    Player,
    State,
    Step,
    find_move,
    offers,
    redact,
)
from logic.puzzles import puzzles_of
from logic.variants import PLAYERS, UndoPolicy, make_params

FORMAT = 1
LARGEST_SEED = 2**53 - 1
"""The largest number that every JSON reader gives back as it was."""

EarlyEnd = Literal["gave_up", "time", "agreed"]
"""How a game ends before its rules end it: a player gives up, runs out of time, or all agree on a draw."""
EARLY_ENDS: tuple[EarlyEnd, ...] = get_args(EarlyEnd)


class SaveError(ValueError):
    """A save that cannot be loaded; ``message`` says where and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there: a human (``level`` empty, with a profile's name) or a computer of that level."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    level: Annotated[str, msgspec.Meta(max_length=40)] = ""

    @property
    def is_computer(self) -> bool:
        """Tell whether the program plays this seat."""
        return bool(self.level)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that fixes a game before its first move; ``params`` are plain data, complete."""

    game: str
    variant: str
    params: dict[str, Any]
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=8)]
    undo: UndoPolicy = "own_turn"
    confirm: bool = False
    clock: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    coach: bool = True


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as one JSON value: replayed and checked move by move before anything is replaced.

    ``shown`` are the places of the moves that the program made for the player.
    """

    format: int
    setup: Setup
    moves: tuple[str, ...]
    place: Annotated[int, msgspec.Meta(ge=0)]
    confirmed: Annotated[int, msgspec.Meta(ge=0)] = 0
    shown: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    early_end: tuple[int, EarlyEnd] | None = None


def setup_params(game: Game, params: Any) -> dict[str, Any]:
    """Give a game's Params as plain data, for a Setup."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(params))
    make_params(game, data, "params")
    return data


class Session:
    """One game being played.

    ``record`` is told each action as a line of text before it takes effect, so that a journal is never behind
    what is shown; :meth:`replay` takes the same lines. Positions before ``place`` are the past, those after it
    can be redone.
    """

    def __init__(self, game: Game, setup: Setup, record: Callable[[str], None] | None = None) -> None:
        self.game = game
        self.setup = setup
        self.record = record
        self.params = make_params(game, setup.params, setup.game)
        if puzzles_of(game) is not None and len(setup.seats) > 1 and not hasattr(self.params, PLAYERS):
            raise ValueError("seats: a puzzle has one")  # a game for several would be looked back on uncovered
        if getattr(self.params, PLAYERS, len(setup.seats)) != len(setup.seats):
            raise ValueError(f"seats: {self.params.players}, as many as the params have players, please")
        self._states: list[State] = [game.new(self.params, Dice(setup.seed))]
        self._ends: list[Outcome | None] = [self._states[0].outcome()]
        self._moves: list[Move] = []
        self._events: list[tuple[Event, ...]] = []
        self._shown: list[bool] = []
        self.place = 0
        self._confirmed = 0
        self._early_end: tuple[int, EarlyEnd] | None = None

    # -- what there is to see

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[self.place]

    @property
    def states(self) -> tuple[State, ...]:
        """The positions so far, the first and the present one included."""
        return tuple(self._states[: self.place + 1])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves[: self.place])

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """What happened in each of the moves so far."""
        return tuple(self._events[: self.place])

    @property
    def was_helped(self) -> bool:
        """Tell whether a move that stands was made for the player by the program."""
        return any(self._shown[: self.place])

    def mover(self, place: int) -> int:
        """Give the player who made the move at that place."""
        return self._states[place].player

    def as_played(self, place: int) -> State:
        """Give the position at a place for a look back: a game for one is as covered as it was for its player."""
        state = self._states[place]
        return state if len(self.setup.seats) > 1 else redact(self.game, state, 0)

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the game ended before its rules ended it; None where it did not."""
        return None if self._early_end is None else self._early_end[1]

    @property
    def awaits_end(self) -> bool:
        """Tell whether a finished turn is still open, for its player to take back or to end."""
        return (
            self.setup.confirm
            and self._early_end is None
            and self._confirmed < self.place
            and (self.state.player != self.mover(self.place - 1) or self._ends[self.place] is not None)
        )

    @property
    def actor(self) -> int:
        """Whose action is awaited: the player to move, or the one whose finished turn is still open."""
        return self.mover(self.place - 1) if self.awaits_end else self.state.player

    def outcome(self) -> Outcome | None:
        """Give the end of the game: by the rules once the last turn is closed, or because one gave up."""
        if self._early_end is not None:
            return self._end_outside_the_rules(*self._early_end)
        return None if self.awaits_end else self._ends[self.place]

    def _end_outside_the_rules(self, player: int, why: EarlyEnd) -> Outcome:
        everyone = tuple(range(len(self.setup.seats)))
        if why == "agreed":
            return Outcome((), (everyone,), Message("The players agreed on a draw."))
        partners = offers(self.game, "partners")
        losers = (player,) if partners is None else partners(self.state, player)
        others = tuple(p for p in everyone if p not in losers)
        if not others and why == "gave_up":
            return Outcome((), (everyone,), Message("You gave up."))
        reason = (
            Message("{player} let the clock run out.", player=Player(player))
            if why == "time"
            else Message("{player} gave up.", player=Player(player))
        )
        return Outcome(others, (others, losers) if others else (losers,), reason)

    # -- what can be done

    def play(self, move: Move | str, *, shown: bool = False) -> Step:
        """Make a move, given typed or as text; raise IllegalMove, changing nothing, where it is not listed.

        A finished turn that is still open is closed by it. One that is ``shown`` is made for the player by the program.
        """
        if self.outcome() is not None or self._ends[self.place] is not None:
            raise IllegalMove(Message("The game is over."))
        found = find_move(self.state, str(move))
        step = self.state.apply(found)
        self._tell(f"{'show' if shown else 'play'} {found}")
        del self._states[self.place + 1 :], self._moves[self.place :], self._events[self.place :]
        del self._ends[self.place + 1 :], self._shown[self.place :]
        self._states.append(step.state)
        self._ends.append(step.state.outcome())
        self._moves.append(found)
        self._events.append(step.events)
        self._shown.append(shown)
        self._advance()
        return step

    def _advance(self) -> None:
        """Go on to the next place, closing a turn left open here and, where none is confirmed, the one it ends."""
        if self.awaits_end:
            self._confirmed = self.place
        self.place += 1
        if not self.setup.confirm and self.state.player != self.mover(self.place - 1):
            self._confirmed = self.place

    def end_turn(self) -> None:
        """Close the finished turn; raise IllegalMove where there is none to close."""
        if not self.awaits_end:
            raise IllegalMove(Message("There is no turn to end now."))
        self._tell("end")
        self._confirmed = self.place

    def can_undo(self) -> bool:
        """Tell whether the last move may be taken back, by the variant's policy and by what was revealed."""
        if self.place == 0 or self._early_end is not None or self.setup.undo == "never":
            return False
        if any(event.reveals for event in self._events[self.place - 1]):
            return False
        if self.setup.undo == "always":
            return True
        return self.place > self._confirmed and self.outcome() is None

    def undo(self) -> None:
        """Take the last move back; raise IllegalMove where that is not allowed."""
        if not self.can_undo():
            raise IllegalMove(Message("This move cannot be taken back."))
        self._tell("undo")
        self.place -= 1
        self._confirmed = min(self._confirmed, self.place)

    def can_redo(self) -> bool:
        """Tell whether a move that was taken back can be made again."""
        return self.place < len(self._moves) and self._early_end is None

    def redo(self) -> Step:
        """Make the move again that was taken back last; raise IllegalMove where there is none.

        As in :meth:`play`, a finished turn that is still open is closed by it.
        """
        if not self.can_redo():
            raise IllegalMove(Message("There is no move to make again."))
        self._tell("redo")
        self._advance()
        return Step(self.state, self._events[self.place - 1])

    def end_early(self, player: int, why: EarlyEnd = "gave_up") -> None:
        """End the game against that player, or as a draw proposed by that player.

        Raises IllegalMove where the game is over already, or nobody sits there.
        """
        if self.outcome() is not None:
            raise IllegalMove(Message("The game is over."))
        if not 0 <= player < len(self.setup.seats):
            raise IllegalMove(Message("Nobody sits at seat {number}.", number=player + 1))
        self._tell(f"{why} {player}")
        self._early_end = (player, why)

    def _tell(self, line: str) -> None:
        if self.record is not None:
            self.record(line)

    # -- keeping

    def act(self, line: str) -> None:
        """Do what one line of a journal says; raise IllegalMove or ValueError where it cannot be done."""
        word, _, rest = line.partition(" ")
        actions: Mapping[str, Callable[[], object]] = {
            "end": self.end_turn,
            "undo": self.undo,
            "redo": self.redo,
        }
        if word in ("play", "show"):
            self.play(rest, shown=word == "show")
        elif word in EARLY_ENDS and rest.isdecimal():
            self.end_early(int(rest), EARLY_ENDS[EARLY_ENDS.index(word)])
        elif word in actions and not rest:
            actions[word]()
        else:
            raise ValueError(f"unknown action {line[:60]!r}")

    @classmethod
    def replay(cls, game: Game, setup: Setup, lines: Iterable[str]) -> Session:
        """Play a journal again; raise SaveError with the line that cannot be done."""
        session = _begin(cls, game, setup)
        for number, line in enumerate(lines, 1):
            try:
                session.act(line)
            except ValueError as error:
                why = error.message if isinstance(error, IllegalMove) else str(error)
                raise SaveError(Message("Action {number} of the journal: {why}", number=number, why=why)) from None
        session._check_seats()
        return session

    def save(self) -> dict[str, Any]:
        """Give the game as plain data, ready for JSON."""
        moves = tuple(str(move) for move in self._moves)
        shown = tuple(place for place, was_shown in enumerate(self._shown) if was_shown)
        save = Save(FORMAT, self.setup, moves, self.place, self._confirmed, shown, self._early_end)
        data: dict[str, Any] = msgspec.to_builtins(save)
        return data

    @classmethod
    def load(cls, data: Any, games: Mapping[str, Game]) -> Session:
        """Rebuild a saved game by playing it again; raise SaveError with the field and the reason."""
        try:
            save = convert(data, Save, "save")
            msgspec.json.encode(save)  # a half surrogate could be neither drawn nor written
        except (ValueError, OverflowError) as error:
            raise SaveError(Message("This is no saved game of Quincunx: {why}", why=str(error))) from None
        if save.format != FORMAT:
            raise SaveError(Message("format {number} is not known here; {known} was expected.",
                                    number=save.format, known=FORMAT))  # fmt: skip
        session = _begin(cls, find_game(games, save.setup.game), save.setup)
        for place, text in enumerate(save.moves):
            try:
                session.play(text, shown=place in save.shown)
            except IllegalMove as error:
                raise SaveError(Message("Move {number}: {why}", number=place + 1, why=error.message)) from None
        session._restore(save)
        return session

    def _restore(self, save: Save) -> None:
        """Go to the saved place after all moves were played; raise SaveError where it cannot have been."""
        if save.place > len(save.moves):
            raise SaveError(Message("place: 0 to {most} was expected.", most=len(save.moves)))
        if save.confirmed > save.place:
            raise SaveError(Message("confirmed: 0 to {most} was expected.", most=save.place))
        if any(place >= len(save.moves) for place in save.shown):
            raise SaveError(Message("shown: places of moves, 0 to {most}, were expected.", most=len(save.moves) - 1))
        open_turn = self._states[save.confirmed : save.place + (not self.setup.confirm)]
        if len({state.player for state in open_turn}) > 1:
            raise SaveError(Message("confirmed: the moves after it are not one player’s turn."))
        self._check_seats()
        self.place, self._confirmed = save.place, save.confirmed
        if save.early_end is not None:
            try:
                self.end_early(*save.early_end)
            except IllegalMove as error:
                raise SaveError(Message("early_end: {why}", why=error.message)) from None

    def _check_seats(self) -> None:
        if any(state.player >= len(self.setup.seats) for state in self._states):
            raise SaveError(Message("seats: there are fewer than the game has players."))


def find_game(games: Mapping[str, Game], name: str) -> Game:
    """Give the game that a save names; raise SaveError where there is none."""
    if name not in games:
        raise SaveError(Message("There is no game “{name}” here.", name=name[:40]))
    return games[name]


def _begin(kind: type[Session], game: Game, setup: Setup) -> Session:
    try:
        return kind(game, setup)
    except ValueError as error:
        raise SaveError(Message("The game cannot be set up: {why}", why=str(error))) from None
