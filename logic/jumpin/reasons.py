"""Why a move is good: a sentence for what it does, one for what it is needed for, and one for what is left then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from logic.core import Cell, Message
from logic.jumpin.routes import Route, is_home, still_left
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from logic.jumpin.telling import describe, place_name


def reason(state: State, way: Route) -> Message:
    """Say what the first move of a shortest way does, what for, and what is left after it."""
    move = way.moves[0]
    after = cast("State", state.apply(move).state)
    said = _done(state, move)
    if is_home(after):
        return Message("{first} {second}", first=said, second=Message("With that every rabbit is home."))
    purpose = _purpose(state, way.moves)
    if purpose is not None:
        said = Message("{first} {second}", first=said, second=purpose)
    left = still_left(way.cost - (after.spent() - state.spent()), state.metric)
    return Message("{first} {second}", first=said, second=left)


# -- what it does


def _done(state: State, move: JumpinMove) -> Message:
    """Say what a move does; of a jump, over what it goes too."""
    if isinstance(move, Slide):
        return describe(state, move)
    place, over = place_name(move.target), _over(state, move)
    if move.target in state.board.holes:
        return Message(
            "{rabbit} jumps over {over} into the burrow {place}.", rabbit=move.rabbit, over=over, place=place
        )
    return Message("{rabbit} jumps over {over} to {place}.", rabbit=move.rabbit, over=over, place=place)


def _over(state: State, move: Hop) -> Message | str:
    """Name what a rabbit jumps over: a piece by its name, several by their number."""
    cells = _between(_start(state, move), move.target)
    pieces = [name for name, own in _pieces(state).items() if cells & own]
    if len(pieces) > 1:
        return Message("{n} piece", plural="{n} pieces", n=len(pieces))
    return Message("the mushroom") if pieces[0].startswith("M") else pieces[0]


# -- what it is for


def _purpose(state: State, way: Sequence[JumpinMove]) -> Message | None:
    """Say which later move of the way, before this piece moves again, could not be made without this one."""
    piece, after = _mover(way[0]), cast("State", state.apply(way[0]).state)
    before_cells, cells = _pieces(state)[piece], _pieces(after)[piece]
    now = after
    for move in way[1:]:
        if _mover(move) == piece:
            return _comes_through(state, way[0], move)
        if _is_stepping_stone(now, move, cells - before_cells):
            return Message("There it is a stepping stone for {other}.", other=_mover(move))
        if (before_cells - cells) & _needed_free(now, move):
            return Message("So it makes room for {other}.", other=_mover(move))
        now = cast("State", now.apply(move).state)
    if isinstance(way[0], Hop) and way[0].target in state.board.holes:
        return Message("There it stays.")
    return None


def _comes_through(state: State, first: JumpinMove, then: JumpinMove) -> Message | None:
    """Say that a rabbit goes on from where it has come to; of a fox there is nothing to say."""
    if isinstance(then, Slide) or isinstance(first, Slide):
        return None
    if first.target in state.board.holes:
        return Message("It will not stay there: from there it jumps on to {place}.", place=place_name(then.target))
    return Message("From there it jumps on to {place}.", place=place_name(then.target))


def _is_stepping_stone(now: State, move: JumpinMove, cells: frozenset[Cell]) -> bool:
    return isinstance(move, Hop) and bool(cells & _between(_start(now, move), move.target))


def _needed_free(now: State, move: JumpinMove) -> frozenset[Cell]:
    """Give the cells that a move needs to be free, besides the mover's own."""
    if isinstance(move, Hop):
        return frozenset({move.target})
    (start, level), end = now.foxes[int(move.fox[1:]) - 1], move.target
    passed = _span(min(start, end), max(start, end)) | _body(max(start, end), level)
    return passed - _body(start, level)


# -- where things are


def _mover(move: JumpinMove) -> str:
    return move.rabbit if isinstance(move, Hop) else move.fox


def _start(state: State, move: Hop) -> Cell:
    return state.rabbits[int(move.rabbit[1:]) - 1]


def _pieces(state: State) -> dict[str, frozenset[Cell]]:
    """Give the cells of every piece by its name."""
    found = {f"R{n}": frozenset({cell}) for n, cell in enumerate(state.rabbits, 1)}
    found |= {f"F{n}": _body(*fox) for n, fox in enumerate(state.foxes, 1)}
    return found | {f"M{n}": frozenset({cell}) for n, cell in enumerate(state.mushrooms, 1)}


def _body(cell: Cell, level: bool) -> frozenset[Cell]:
    """Give the two cells of a fox by its first one."""
    return frozenset({cell, Cell(cell.row, cell.col + 1) if level else Cell(cell.row + 1, cell.col)})


def _span(start: Cell, end: Cell) -> frozenset[Cell]:
    """Give all cells of a line from one to another, both included; the first lies above or to the left."""
    return frozenset(Cell(row, col) for row in range(start.row, end.row + 1) for col in range(start.col, end.col + 1))


def _between(one: Cell, other: Cell) -> frozenset[Cell]:
    return _span(min(one, other), max(one, other)) - {one, other}
