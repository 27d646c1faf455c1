"""What the player knows: the view of a position, a move in words, and the question before a certain death."""

from __future__ import annotations

from dataclasses import replace

from logic.core import Cell, Message
from logic.dragon.board import Field, place_name
from logic.dragon.rules import DragonMove, Go, KnightState, Leap, Pass, State

UNSEEN = Field("unseen")


def redact(state: State, _viewer: int) -> State:
    """Give the view: unseen fields covered, teleports without their targets, clocks that do not tell how long."""
    seen: list[set[int]] = [set() for _ in state.board.fields]
    for row, col in state.seen:
        seen[row].add(col)
    fields = tuple(_shown_row(line, cols) for line, cols in zip(state.board.fields, seen, strict=True))
    clocks = tuple(clock._replace(left=0) for clock in state.clocks)
    return replace(state, board=replace(state.board, fields=fields), clocks=clocks)


def _shown_row(line: tuple[Field, ...], cols: set[int]) -> tuple[Field, ...]:
    """Cover what is unseen of a row; the largest board has a hundred of them, and a move must not wait for it."""
    if not cols:
        return (UNSEEN,) * len(line)
    return tuple(
        (field if field.target is None else Field(field.kind, field.size)) if col in cols else UNSEEN
        for col, field in enumerate(line)
    )


def knight_name(knight: KnightState) -> Message:
    """Name a knight by what he is and his id."""
    kind, name = knight.kind, knight.name
    if kind == "eater":
        return Message("Eater {name}", name=name)
    if kind == "builder":
        return Message("Builder {name}", name=name)
    if kind == "jumper":
        return Message("Jumper {name}", name=name)
    return Message("Ordinary knight {name}", name=name)


def _named(state: State, move: Go | Leap) -> Message:
    return knight_name(state.knight(move.knight))


def _seen_shut(state: State, cell: Cell) -> Field | None:
    """Give the field of a square that the player has seen and nothing holds open."""
    return state.board.field(cell) if cell in state.seen and cell not in state.opened() else None


def describe(state: State, move: DragonMove) -> Message:
    """Say in a short sentence what a move does, as far as the player knows before it is made."""
    if isinstance(move, Pass):
        return Message("Nobody moves.")
    knight, cell = _named(state, move), state.target(move)
    place = place_name(cell)
    if isinstance(move, Leap):
        return Message("{knight} leaps to {place}.", knight=knight, place=place)
    field = _seen_shut(state, cell)
    if field is not None and field.kind == "edible":
        return Message("{knight} eats the wall on {place}.", knight=knight, place=place)
    if field is not None and field.kind == "hole" and _can_fill(state, move, field):
        return Message("{knight} fills the hole on {place}.", knight=knight, place=place)
    return Message("{knight} goes to {place}.", knight=knight, place=place)


def _can_fill(state: State, move: Go | Leap, field: Field) -> bool:
    knight = state.knight(move.knight)
    return knight.kind == "builder" and knight.supply >= field.size


def warning(view: State, move: DragonMove) -> Message | None:
    """Ask before a step or leap into a death that can be seen: a gaping hole, a live mine; else nothing.

    It knows no more than the view, whichever of the two it is given.
    """
    if isinstance(move, Pass):
        return None
    knight, cell = _named(view, move), view.target(move)
    field = _seen_shut(view, cell)
    if field is not None and field.kind == "mine":
        return Message(
            "{knight} would die on the mine on {place}. Go all the same?", knight=knight, place=place_name(cell)
        )
    if field is not None and field.kind == "hole" and not _can_fill(view, move, field):
        return Message(
            "{knight} would fall to his death in the hole on {place}. Go all the same?",
            knight=knight,
            place=place_name(cell),
        )
    return None


def looks_changed(before: State, after: State) -> bool:
    """Tell whether the player sees a square or a knight changed; that time went by is no change."""
    return replace(redact(before, 0), time=0) != replace(redact(after, 0), time=0)


def notice(view: State) -> Message | None:
    """Say, while knights wait, that the entrance is open for a while only; else nothing."""
    if not view.count("waiting") or view.board.entrance not in view.opened():
        return None
    kind = view.board.field(view.board.entrance).kind
    if kind == "hole":
        return Message("The entrance is a filled hole: one day it gapes again.")
    if kind == "mine":
        return Message("The entrance is a spent mine: one day it is live again.")
    return Message("The entrance is a fallen wall: one day it stands again.")


def waiting_warning(view: State) -> Message | None:
    """Ask before several passes in a row while a knight stands where the ground will not stay; else nothing."""
    opened = view.opened()
    for knight in view.knights:
        if knight.cell in opened:
            name = knight_name(knight)
            return Message("{knight} does not stand on safe ground. Wait all the same?", knight=name)
    return None
