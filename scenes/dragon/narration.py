"""Texts beside the labyrinth: what lies on a square, what may be done, and why something cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from logic.core import Cell, Message
from logic.dragon.board import FieldKind
from logic.dragon.narration import knight_name
from logic.dragon.rules import KnightState, State
from logic.narration import sentences
from scenes.dragon.ground import SquareLook

ACTION_NAMES = {
    "rotate": Message("Next knight"),
    "rotate_back": Message("Previous knight"),
    "mirror": Message("Jump instead of walking, or back"),
    "leap": Message("Jump instead of walking, or back"),
    "inform": Message("Say what lies here"),
    "end_turn": Message("Pass"),
    "wait": Message("Pass until something changes"),
    "map_in": Message("Look closer"),
    "map_out": Message("Look from further off"),
}
"""Names on the page of keys for the actions of this game."""
GESTURES = (
    (Message("Tap or click"), Message("Choose a knight, then where he goes")),
    (Message("Drag a knight"), Message("Lead him there")),
    (Message("Drag beside the knights"), Message("Move the map")),
    (Message("Pinch, or turn the wheel"), Message("Look closer, or from further off")),
    (Message("Long press, or rest the mouse"), Message("Say what lies here")),
    (Message("Tap a square that is not lit"), Message("Say why not")),
    (Message("Tap during a movement"), Message("Skip the movement, or the waiting")),
)
"""Gestures of this board with their meanings."""


def told(state: State, cell: Cell, look: SquareLook | None) -> Message:
    """Describe what is known of a square and of who stands there: no clock's time, no teleport's target."""
    return sentences(*_parts(state, cell, look))


def _parts(state: State, cell: Cell, look: SquareLook | None) -> Iterator[Message]:
    yield from (describe_knight(knight) for knight in state.knights if knight.cell == cell)
    if look is None:
        yield Message("Nobody has been here.")
    else:
        yield _describe_field(look)
    if cell == state.board.entrance:
        yield Message("The knights enter here.")


def describe_knight(knight: KnightState) -> Message:
    """Describe a knight and his supply."""
    name = knight_name(knight)
    if knight.kind == "eater":
        return Message("{knight}: {held} of {n} [tooth|teeth].", knight=name, held=knight.supply, n=knight.most)
    if knight.kind == "builder":
        return Message("{knight}: {held} of {n} [brick|bricks].", knight=name, held=knight.supply, n=knight.most)
    return Message("{knight}.", knight=name)


def _describe_field(look: SquareLook) -> Message:
    field = look.field
    if field.kind == "bricks":
        return Message("A store: {stock} of {n} [brick|bricks].", stock=look.stock or 0, n=field.size)
    if field.kind == "teeth":
        return Message("A dental store: {stock} of {n} [tooth|teeth].", stock=look.stock or 0, n=field.size)
    if field.kind == "hole" and look.is_open:
        return Message("A hole of size {size}, filled.", size=field.size)
    if field.kind == "hole":
        return Message("A hole of size {size}. It gapes.", size=field.size)
    return FIELD_WORDS[field.kind, look.is_open]


FIELD_WORDS: Mapping[tuple[FieldKind, bool], Message] = {
    ("plain", False): Message("Plain ground."),
    ("edible", False): Message("An edible wall. It stands."),
    ("edible", True): Message("An edible wall, fallen."),
    ("eternal", False): Message("An eternal wall: nothing opens it."),
    ("mine", False): Message("A mine. It is live."),
    ("mine", True): Message("A mine, spent."),
    ("teleport", False): Message("A teleport."),
    ("lair", False): Message("The dragon’s lair."),
}
"""Descriptions of a field, and of one that is open for a while."""


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
