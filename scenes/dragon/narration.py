"""What the labyrinth's view says in words: of squares that were seen, of knights, what may be done now, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from logic.core import Cell, Message
from logic.dragon.board import Field
from logic.dragon.narration import knight_name
from logic.dragon.rules import KnightState, State
from logic.narration import sentences
from scenes.dragon.ground import Look


def told(state: State, cell: Cell, look: Look | None) -> Message:
    """Say what is known of a square and of who stands there: no clock's time, no teleport's target."""
    return sentences(*_parts(state, cell, look))


def _parts(state: State, cell: Cell, look: Look | None) -> Iterator[Message]:
    yield from (knight_told(knight) for knight in state.knights if knight.cell == cell)
    if look is None:
        yield Message("Nobody has been here.")
    else:
        yield _field_told(look)
    if cell == state.board.entrance:
        yield Message("The knights enter here.")


def knight_told(knight: KnightState) -> Message:
    """Say who a knight is and what he carries."""
    name = knight_name(knight)
    if knight.kind == "eater":
        return Message("{knight}: {held} of {n} tooth.", plural="{knight}: {held} of {n} teeth.",
                       knight=name, held=knight.supply, n=knight.most)  # fmt: skip
    if knight.kind == "builder":
        return Message("{knight}: {held} of {n} brick.", plural="{knight}: {held} of {n} bricks.",
                       knight=name, held=knight.supply, n=knight.most)  # fmt: skip
    return Message("{knight}.", knight=name)


def _field_told(look: Look) -> Message:
    field = look.field
    if field.kind in ("edible", "hole", "mine"):
        return _changing_told(field, is_open=look.is_open)
    if field.kind == "bricks":
        return Message("A store: {stock} of {n} brick.", plural="A store: {stock} of {n} bricks.",
                       stock=look.stock or 0, n=field.size)  # fmt: skip
    if field.kind == "teeth":
        return Message("A dental store: {stock} of {n} tooth.", plural="A dental store: {stock} of {n} teeth.",
                       stock=look.stock or 0, n=field.size)  # fmt: skip
    if field.kind == "eternal":
        return Message("An eternal wall: nothing opens it.")
    if field.kind == "teleport":
        return Message("A teleport.")
    if field.kind == "lair":
        return Message("The dragon’s lair.")
    return Message("Plain ground.")


def _changing_told(field: Field, *, is_open: bool) -> Message:
    if field.kind == "edible":
        return Message("An edible wall, fallen.") if is_open else Message("An edible wall. It stands.")
    if field.kind == "mine":
        return Message("A mine, spent.") if is_open else Message("A mine. It is live.")
    if is_open:
        return Message("A hole of size {size}, filled.", size=field.size)
    return Message("A hole of size {size}. It gapes.", size=field.size)


def advice(knight: KnightState | None, *, has_moves: bool, any_moves: bool, leaping: bool) -> Message:
    if not any_moves:
        return Message("Nobody can move: pass, or wait until something changes.")
    if knight is None:
        return Message("Choose a knight.")
    name = knight_name(knight)
    if not has_moves:
        return Message("{knight} cannot move now.", knight=name)
    if leaping:
        return Message("Where does {knight} leap to?", knight=name)
    return Message("Where does {knight} go?", knight=name)


def why_not(state: State, knight: KnightState, cell: Cell, *, leaping: bool) -> Message:
    """Say why a knight on the board cannot go to a square that he has no move to, as far as the player knows it."""
    assert knight.cell is not None  # noqa: S101 - who is not on the board is not asked
    name, jumps = knight_name(knight), knight.kind == "jumper"
    down, right = abs(cell.row - knight.cell.row), abs(cell.col - knight.cell.col)
    if (down and right) or down + right > (2 if jumps else 1):
        if jumps:
            return Message("{knight} goes one square, or leaps over one, and never aslant.", knight=name)
        return Message("{knight} goes one square at a time, and never aslant.", knight=name)
    if leaping and down + right == 1:
        return Message("{knight} is about to leap: over this square, to the one behind it.", knight=name)
    if state.board.field(cell).kind == "eternal":
        return Message("No way in: an eternal wall never opens.")
    if knight.kind == "eater":
        return Message("{knight} has no tooth left for this wall.", knight=name)
    return Message("Only an Eater with a tooth left gets through this wall.")
