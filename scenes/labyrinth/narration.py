"""Texts of Labyrinth's view: what may be done now, and what lies where."""

from __future__ import annotations

from collections.abc import Iterator

from logic.core import Cell, Message, Player
from logic.labyrinth import State
from logic.labyrinth.components import TREASURES, Arrow, Tile
from logic.labyrinth.narration import line_name
from logic.narration import sentences
from scenes.labyrinth.layout import choices_of

SPARE = "spare"
"""The name of the tile in the tray in lessons."""
Thing = Cell | Arrow | str
"""What can be described: a cell, an arrow, the spare tile."""

NO_WAY = Message("No open way leads there.")

ACTION_NAMES = {
    "rotate": Message("Turn the spare tile"),
    "rotate_back": Message("Turn the spare tile back"),
    "inform": Message("Say what lies here"),
    "look": Message("Look at your card while held"),
    "mirror": Message("Look at your card while held"),
}
"""Names on the page of keys for the actions of this game."""
GESTURES = (
    (Message("Tap the spare tile"), Message("Turn it by a quarter; the wheel and two fingers do so, too")),
    (Message("Drag the spare tile"), Message("Lead it along the rim: it looks into the line that it would push")),
    (Message("Drag it on, into the maze"), Message("Push it in")),
    (Message("Tap an arrow"), Message("Lay the spare tile there; tap again to push it in")),
    (Message("Tap or drag your pawn to a lit tile"), Message("Walk there")),
    (Message("Hold a player’s card"), Message("Look closely at what lies there; at your own card, too")),
    (Message("Long press, or rest the mouse"), Message("Say what lies there")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""Gestures of this board with their meanings."""

MARKS = {
    "push_again": Message("push once more"),
    "turn_again": Message("another turn"),
    "swap": Message("change places with somebody"),
    "peek": Message("look at somebody’s card"),
    "exchange": Message("put your card under your pile"),
    "wall": Message("walk through one wall"),
}
"""Effects of the runes."""
USES = {
    "push_again": Message("Push again"),
    "turn_again": Message("Another turn"),
    "exchange": Message("Exchange"),
    "wall": Message("Through a wall"),
}
"""Labels of the button for a rune without a target."""


def advice(state: State, *, armed: bool) -> Message:
    if state.phase == "push":
        if armed:
            return Message("Push it in, or turn it first.")
        return Message("Push the spare tile in.")
    if state.phase == "mark":
        return mark_advice(state)
    if len(choices_of(state).walks) == 1:
        return Message("No way is open. Stay where you are.")
    return Message("Walk to a lit tile, or stay.")


def mark_advice(state: State) -> Message:
    """Say what the rune on the tile that was pushed out offers."""
    mark = state.spare.mark
    if mark == "swap":
        return Message("Tap the pawn that yours shall change places with, or leave the rune.")
    if mark == "peek":
        return Message("Tap the pawn whose card you want to see, or leave the rune.")
    return Message("Your rune: {mark}. Use it now, or leave it.", mark=MARKS[mark or "push_again"])


def describe_thing(state: State, thing: Thing) -> Message | None:
    """Say what a thing is; None if there is nothing to say."""
    if isinstance(thing, Arrow):
        return describe_arrow(state, thing)
    if isinstance(thing, Cell):
        return describe_cell(state, thing)
    return describe_spare(state)


def describe_cell(state: State, cell: Cell) -> Message | None:
    """Describe the pawns and things on a cell; None for an empty passage."""
    said = [*_describe_pawns(state, cell), *_describe_tile(state, state.tile(cell))]
    return sentences(*said) if said else None


def describe_spare(state: State) -> Message:
    """Describe the spare tile and what is on it."""
    return sentences(Message("The spare tile."), *_describe_tile(state, state.spare))


def why_barred(state: State, arrow: Arrow) -> Message:
    if arrow == state.last:
        return Message("This line was pushed from here just now.")
    return Message("This would push the tile straight back out.")


def describe_arrow(state: State, arrow: Arrow) -> Message:
    """Say which line an arrow pushes, and whether it may be used."""
    if arrow in state.barred():
        return why_barred(state, arrow)
    return Message("Pushes in: {line}.", line=line_name(arrow))


def _describe_pawns(state: State, cell: Cell) -> Iterator[Message]:
    for seat, there in enumerate(state.pawns):
        if there == cell:
            yield Message("{player} stands here.", player=Player(seat))


def _describe_tile(state: State, tile: Tile) -> Iterator[Message]:
    if tile.symbol in TREASURES:
        yield _describe_treasure(state, tile.symbol)
    for seat, start in enumerate(state.params.starts):
        if tile.fixed and state.tile(start).id == tile.id:
            yield Message("{player} starts here, and comes home here.", player=Player(seat))
    if tile.mark:
        yield Message("A rune for whoever pushes this tile out: {mark}.", mark=MARKS[tile.mark])


def _describe_treasure(state: State, name: str) -> Message:
    treasure = TREASURES[name]
    for seat, names in enumerate(state.found):
        if name in names:
            return Message("Treasure: {treasure}. {player} has found it.", treasure=treasure, player=Player(seat))
    if state.params.goals == "numbers":
        n = state.params.treasures.index(name) + 1
        return Message("Treasure: {treasure}, number {n}.", treasure=treasure, n=n)
    return Message("Treasure: {treasure}.", treasure=treasure)
