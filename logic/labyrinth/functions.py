"""Labyrinth as plain functions for other programs, with the names that its specification gives them.

A game is a :class:`GameState`, a value that no function changes. A turn is to insert, then to move, then to end it:

>>> game = init_game({"first": 0}, players=["red", "blue"], seed=7)
>>> game.active_player, game.board.spare_tile.open
('P1', 'EW')
>>> validate_insertion(game, (1, 0, "E"))
{'ok': True}
>>> validate_insertion(game, (2, 0, "E"))
{'ok': False, 'reason': 'there is no arrow (2, 0, E)'}
>>> game = apply_insertion(game, (1, 0, "E"), spare_rot=1)
>>> sorted(reachable_cells(game.board, (0, 0)))
[(0, 0)]
>>> game = end_turn(perform_move(game, (0, 0)))
>>> game.active_player, validate_insertion(game, {"row": 1, "col": 6, "dir": "W"})["reason"]
('P2', 'the tile would go back in where it came out')
>>> undo(undo(game)).active_player
'P1'
>>> [entry.player for entry in game.event_log]
['P1', 'P1']

Cells are (row, column) from 0. What is not allowed is refused with a ValueError that says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, NotRequired, TypedDict

from logic.core import Cell, Dice
from logic.labyrinth.components import SIDES, TURNS, Arrow, Grid, Params, Tile, ways
from logic.labyrinth.notation import Entry, entries, name_of, to_json
from logic.labyrinth.rules import LabyrinthMove, Push, Skip, State, Walk, new
from logic.variants import checked_params

Place = tuple[int, int]
Insertion = tuple[int, int, str] | Mapping[str, Any]
"""An arrow: the cell pushed into and the direction pushed, as (row, col, side) or as in JSON."""


class Board(NamedTuple):
    """The tiles row by row, and the spare one."""

    grid: Grid
    spare_tile: Tile


class Verdict(TypedDict):
    """Whether an insertion is allowed, and why not."""

    ok: bool
    reason: NotRequired[str]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game from its first position on; ``event_log`` is what happened, the latest last.

    ``moved`` is the seat whose move is made and whose turn is not yet ended. ``position`` is the program's own value;
    there the turn counts as ended with the move.
    """

    position: State
    event_log: tuple[Entry, ...] = ()
    moved: int | None = None
    before: GameState | None = field(default=None, repr=False)

    @property
    def active_player(self) -> str:
        """The player to act; P1 is the first."""
        return name_of(self.position.player if self.moved is None else self.moved)

    @property
    def board(self) -> Board:
        return Board(self.position.grid, self.position.spare)

    def as_json(self) -> dict[str, Any]:
        """The game as plain data, as :func:`logic.labyrinth.notation.to_json` does."""
        return to_json(self.position, self.event_log)


def init_game(
    config: Mapping[str, Any] | None = None,
    fixed_layout: Sequence[tuple[int, int, str, str]] | None = None,
    movable_tiles: Sequence[tuple[str, str]] | None = None,
    treasure_cards: Sequence[str] | None = None,
    players: int | Sequence[str] = 2,
    seed: int = 0,
) -> GameState:
    """Start a game; the same seed deals the same maze. Everything not given is as in the classic game.

    ``config`` overrides fields of :class:`logic.labyrinth.Params`. ``fixed_layout`` lists row, column, open sides and
    symbol; ``movable_tiles`` the shape and symbol of each, the spare one included; ``treasure_cards`` the names on the
    tiles, as a check; ``players`` is their number, or the corners that they start from.
    """
    chosen = dict(config or {})
    if fixed_layout is not None:
        chosen["layout"] = fixed_layout
    if movable_tiles is not None:
        chosen |= _mixed(movable_tiles)
    chosen["players"] = players if isinstance(players, int) else len(players)
    if not isinstance(players, int):
        corners = list(chosen.get("corners", Params().corners))
        corners[len(players) - 1 : len(players)] = [list(players)]
        chosen["corners"] = corners
    params: Params = checked_params(Params, chosen, "init_game")
    if treasure_cards is not None and sorted(treasure_cards) != sorted(params.treasures):
        raise ValueError(f"treasure_cards: those on the tiles were expected: {', '.join(params.treasures)}")
    return GameState(new(params, Dice(seed)))


def _mixed(tiles: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The params for these movable tiles."""
    for number, (shape, symbol) in enumerate(tiles):
        if shape not in TURNS or (symbol and shape == "I"):
            raise ValueError(f"movable_tiles[{number}]: I without a symbol, or L or T with or without, please")
    by_shape = {shape: [symbol for one, symbol in tiles if one == shape] for shape in TURNS}
    return {
        "mix": {shape: len(symbols) for shape, symbols in by_shape.items()},
        "tee_treasures": [symbol for symbol in by_shape["T"] if symbol],
        "corner_treasures": [symbol for symbol in by_shape["L"] if symbol],
    }


# -- inserting


def validate_insertion(state: GameState, arrow: Insertion) -> Verdict:
    """Return whether the spare tile may be pushed in there now, and the reason if not."""
    reason = _why_not(state, arrow)
    return {"ok": False, "reason": reason} if reason else {"ok": True}


def _why_not(state: GameState, arrow: Insertion) -> str:
    position, there = state.position, _arrow(arrow)
    if position.outcome() is not None:
        return "the game is over"
    if state.moved is not None:
        return f"the turn of {state.active_player} is to be ended first"
    if position.phase != "push":
        return "a tile was inserted already; the move comes next"
    if there not in position.params.arrows:
        return f"there is no arrow ({there.row}, {there.col}, {there.side})"
    return "the tile would go back in where it came out" if there in position.barred() else ""


def _arrow(arrow: Insertion) -> Arrow:
    if isinstance(arrow, Mapping):
        if set(arrow) != {"row", "col", "dir"}:
            raise ValueError("arrow: row, col and dir were expected")
        arrow = (arrow["row"], arrow["col"], arrow["dir"])
    try:
        row, col, side = arrow
        return Arrow(row, col, SIDES[SIDES.index(side)])
    except (TypeError, ValueError):
        raise ValueError("arrow: row, column and a side (N, E, S or W) were expected") from None


def apply_insertion(state: GameState, arrow: Insertion, spare_rot: int | None = None) -> GameState:
    """Push the spare tile in, with that rotation or as it is; the line shifts, and pawns that fall out land on it.

    >>> game = apply_insertion(init_game(seed=7), (0, 1, "S"))
    >>> game.position.last
    Arrow(row=0, col=1, side='S')
    """
    reason = _why_not(state, arrow)
    if reason:
        raise ValueError(f"apply_insertion: {reason}")
    spare = state.position.spare
    rot = spare.rot if spare_rot is None else spare_rot
    if rot not in range(len(SIDES)):
        raise ValueError("spare_rot: 0 to 3 quarter turns were expected")
    return _played(state, Push(_arrow(arrow), rot % TURNS[spare.shape]))


def _played(state: GameState, move: LabyrinthMove) -> GameState:
    after: Any = state.position.apply(move).state
    told = (*state.event_log, *entries(state.position, move, after))
    return replace(state, position=after, event_log=told, before=state)


# -- moving


def reachable_cells(board: Board, start_rc: Place) -> set[Place]:
    """The cells connected to a cell by open passages, including itself.

    >>> sorted(reachable_cells(init_game(seed=8).board, (0, 0)))[:4]
    [(0, 0), (0, 1), (0, 2), (1, 0)]
    """
    row, col = start_rc
    size = range(len(board.grid))
    if row not in size or col not in size:
        raise ValueError(f"start_rc: 0 to {len(size) - 1} was expected for row and column")
    return {(cell.row, cell.col) for cell in ways(board.grid, Cell(row, col))}


def perform_move(state: GameState, dest_rc: Place) -> GameState:
    """Walk to a cell, or stay; takes the treasure of the top card there. A mark is left unused."""
    position = state.position
    if position.outcome() is not None:
        raise ValueError("perform_move: the game is over")
    if state.moved is not None:
        raise ValueError(f"perform_move: the turn of {state.active_player} is to be ended first")
    if position.phase == "push":
        raise ValueError("perform_move: a tile is to be inserted first")
    unmarked: Any = position.apply(Skip()).state if position.phase == "mark" else position
    row, col = dest_rc
    ready, move = replace(state, position=unmarked), Walk(Cell(row, col))
    if move not in unmarked.legal_moves():
        raise ValueError(f"perform_move: no open way leads to ({row}, {col})")
    return replace(_played(ready, move), moved=position.player, before=state)


def check_win(state: GameState, player: str) -> bool:
    """Return whether a player has won: all its treasures are found, and its last move ended on its start.

    >>> check_win(init_game(), "P1")
    False
    """
    seats = [name_of(seat) for seat in range(state.position.params.players)]
    if player not in seats:
        raise ValueError(f"player: one of {', '.join(seats)} was expected")
    return seats.index(player) in state.position.winners


def end_turn(state: GameState) -> GameState:
    """Let the next player begin; a player who has inserted but not moved stays, takes what is there, and may win."""
    if state.moved is None:
        if state.position.phase == "push":
            raise ValueError("end_turn: a tile is to be inserted first")
        stayed = replace(perform_move(state, state.position.pawns[state.position.player]), before=state)
        if stayed.position.outcome() is not None:
            return stayed
        state = stayed
    elif state.position.outcome() is not None:
        raise ValueError("end_turn: the game is over")
    return replace(state, moved=None, before=state)


def undo(state: GameState) -> GameState:
    """The game before the last insertion, move or end of a turn.

    >>> game = init_game()
    >>> undo(apply_insertion(game, (1, 0, "E"))) == game
    True
    """
    if state.before is None:
        raise ValueError("undo: there is nothing to take back")
    return state.before
