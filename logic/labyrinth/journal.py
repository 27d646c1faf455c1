"""What happened in a game of Labyrinth, entry by entry, in the seed’s words: insert, relocate, move, collect."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from logic.core import Cell
from logic.labyrinth.board import Arrow, Mark, Side, line_of
from logic.labyrinth.check import known_tiles
from logic.labyrinth.moves import LabyrinthMove, Push, Use, Walk
from logic.labyrinth.rules import State
from logic.pictures import Contradiction


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell: row and column from 0."""

    r: int
    c: int

    @property
    def cell(self) -> Cell:
        """The same as the rules have it."""
        return Cell(self.r, self.c)


class Rim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arrow: the cell pushed into, and the direction pushed."""

    row: int
    col: int
    dir: Side

    @property
    def arrow(self) -> Arrow:
        """The same as the rules have it."""
        return Arrow(self.row, self.col, self.dir)


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened in that round, to that player or by it."""

    round: int
    player: str


class Inserted(_Entry, frozen=True, forbid_unknown_fields=True, tag="insert"):
    """A player pushed a tile in, turned so; another fell out."""

    arrow: Rim
    tile_id: str
    rot: int
    popped_out: str


class Relocated(_Entry, frozen=True, forbid_unknown_fields=True, tag="relocate"):
    """A pawn that was pushed out landed on the tile pushed in; that is no move."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class MarkUsed(_Entry, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="use"):
    """A player used the mark of the tile that fell out, on another player where it wants one."""

    mark: Mark
    on: str = ""


class Moved(_Entry, frozen=True, forbid_unknown_fields=True, tag="move"):
    """A player walked, or stayed where it was."""

    from_: Spot = msgspec.field(name="from")
    to: Spot


class Collected(_Entry, frozen=True, forbid_unknown_fields=True, tag="collect"):
    """A player turned the card of a treasure up, standing on it."""

    symbol: str
    at: Spot


class Won(_Entry, frozen=True, forbid_unknown_fields=True, tag="win"):
    """A player has won."""


Entry = Inserted | Relocated | MarkUsed | Moved | Collected | Won


def name_of(seat: int) -> str:
    """Give the seed’s name of a seat: P1 is the first."""
    return f"P{seat + 1}"


def spot(cell: Cell) -> Spot:
    """Give a cell as it is written."""
    return Spot(*cell)


def rim(arrow: Arrow) -> Rim:
    """Give an arrow as it is written."""
    return Rim(*arrow)


def event_log(states: Sequence[State], moves: Sequence[LabyrinthMove]) -> tuple[Entry, ...]:
    """Tell a game from its positions, the last included, and the moves between them."""
    steps = zip(states, moves, states[1:], strict=False)
    return tuple(entry for before, move, after in steps for entry in entries(before, move, after))


def entries(before: State, move: LabyrinthMove, after: State) -> tuple[Entry, ...]:
    """Tell what one move did; to leave a mark unused is nothing to tell."""
    if isinstance(move, Push):
        return _pushed(before, move, after)
    if isinstance(move, Walk):
        return _walked(before, move, after)
    if isinstance(move, Use):
        on = "" if move.on is None else name_of(move.on)
        return (MarkUsed(before.turn, name_of(before.player), move.mark, on),)
    return ()


def _pushed(before: State, move: Push, after: State) -> tuple[Entry, ...]:
    arrow, turn = rim(move.arrow), before.turn
    insert = Inserted(turn, name_of(before.player), arrow, before.spare.id, move.rot, after.spare.id)
    end = line_of(move.arrow, before.params.size)[-1]
    thrown = [seat for seat, cell in enumerate(before.pawns) if cell == end]
    return insert, *(Relocated(turn, name_of(seat), spot(end), spot(after.pawns[seat])) for seat in thrown)


def _walked(before: State, move: Walk, after: State) -> tuple[Entry, ...]:
    seat, turn = before.player, before.turn
    told: list[Entry] = [Moved(turn, name_of(seat), spot(before.pawns[seat]), spot(move.cell))]
    found = after.found[seat][len(before.found[seat]) :]
    told += [Collected(turn, name_of(seat), symbol, spot(move.cell)) for symbol in found]
    told += [Won(turn, name_of(winner)) for winner in after.winners]
    return tuple(told)


def check_log(log: Sequence[Entry], state: State) -> None:
    """Raise Contradiction where what is told cannot have led to that position."""
    for i, entry in enumerate(log):
        wrong = _who_and_when(entry, state) or _what(entry, state)
        if wrong:
            raise Contradiction(("log", i), wrong)
    pushes = [entry.arrow.arrow for entry in log if isinstance(entry, Inserted)]
    if pushes and pushes[-1] != state.last:
        raise Contradiction(("last",), f"{pushes[-1]} was expected, the last insertion told of")


def _who_and_when(entry: Entry, state: State) -> str:
    names = [name_of(seat) for seat in range(state.params.players)]
    if entry.player not in names or (isinstance(entry, MarkUsed) and entry.on and entry.on not in names):
        return f"players among {', '.join(names)} were expected"
    return "" if 1 <= entry.round <= state.turn else f"a round from 1 to {state.turn} was expected"


def _what(entry: Entry, state: State) -> str:
    params, tiles = state.params, known_tiles(state.params)
    if isinstance(entry, Inserted):
        known = entry.tile_id in tiles and entry.popped_out in tiles and entry.arrow.arrow in params.arrows
        return "" if known else "an arrow and tiles of this game were expected"
    if isinstance(entry, Relocated | Moved):
        inside = all(0 <= i < params.size for place in (entry.from_, entry.to) for i in place.cell)
        return "" if inside else "cells of the board were expected"
    if isinstance(entry, Collected):
        found = state.found[int(entry.player[1:]) - 1]
        return "" if entry.symbol in found else f"a treasure that {entry.player} has found was expected"
    if isinstance(entry, MarkUsed):
        return "" if entry.mark in params.marks else "a mark of this game was expected"
    return ""
