"""What a game begins with and is saved as: seats, set-up, early ends, and the save as one JSON value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec

from logic.config import convert
from logic.core import Message, Outcome, Player, State, UserError
from logic.game import Game, scoring_of
from logic.variants import UndoPolicy, make_params

EarlyEnd = Literal["gave_up", "time", "agreed"]
EARLY_ENDS: tuple[EarlyEnd, ...] = get_args(EarlyEnd)


def outcome_of(why: EarlyEnd, player: int, game: Game, state: State, seats: int) -> Outcome:
    """The end that a player brought about in that position: partners lose together, all others win."""
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
"""The largest number that every JSON reader gives back as it was."""


class SaveError(UserError, ValueError):
    """A save that cannot be loaded; ``message`` says where and why."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there: a human (``level`` empty, with a profile's name) or a computer of that level.

    ``edge`` is where, if all sit round the table: at which edge of the screen, clockwise from 0, the lower one. Files
    name it only then, and so stay as they were for whoever sits side by side.
    """

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    level: Annotated[str, msgspec.Meta(max_length=40)] = ""
    edge: Annotated[int, msgspec.Meta(ge=0, le=3)] | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_computer(self) -> bool:
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


SavedLeave = tuple[
    Annotated[int, msgspec.Meta(ge=0)],
    Annotated[int, msgspec.Meta(ge=0)],
    Annotated[str, msgspec.Meta(min_length=1, max_length=40)],
]


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as one JSON value: replayed and checked move by move before anything is replaced.

    ``shown`` are the places of the moves that the program made for the player; ``leaves`` are the places at which
    somebody left, each with the seat and with the level that played on there.
    """

    format: int
    setup: Setup
    moves: tuple[str, ...]
    place: Annotated[int, msgspec.Meta(ge=0)]
    confirmed: Annotated[int, msgspec.Meta(ge=0)] = 0
    shown: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    early_end: tuple[int, EarlyEnd] | None = None
    leaves: Annotated[tuple[SavedLeave, ...], msgspec.Meta(max_length=8)] = ()


def setup_params(game: Game, params: Any) -> dict[str, Any]:
    """A game's Params as plain data, for a Setup."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(params))
    make_params(game, data, "params")
    return data


def find_game(games: Mapping[str, Game], name: str) -> Game:
    """The game that a save names; raises SaveError where there is none."""
    if name not in games:
        raise SaveError(Message("There is no game “{name}” here.", name=name[:40]))
    return games[name]


def read_save(data: Any) -> Save:
    """Read a save from plain data; raise SaveError with the field and the reason."""
    try:
        save = convert(data, Save, "save")
        msgspec.json.encode(save)  # a half surrogate could be neither drawn nor written
    except (ValueError, OverflowError) as error:
        raise SaveError(Message("This is no saved game of Quincunx: {why}", why=str(error))) from None
    if save.format != FORMAT:
        raise SaveError(Message("format {number} is not known here; {known} was expected.",
                                number=save.format, known=FORMAT))  # fmt: skip
    return save


def check_places(save: Save) -> None:
    """Raise SaveError where a save speaks of places that its moves do not have."""
    if save.place > len(save.moves):
        raise SaveError(Message("place: 0 to {most} was expected.", most=len(save.moves)))
    if save.confirmed > save.place:
        raise SaveError(Message("confirmed: 0 to {most} was expected.", most=save.place))
    if any(place > save.place for place, _, _ in save.leaves):
        raise SaveError(Message("leaves: places, 0 to {most}, were expected.", most=save.place))
    if any(place >= len(save.moves) for place in save.shown):
        raise SaveError(Message("shown: places of moves, 0 to {most}, were expected.", most=len(save.moves) - 1))
