"""The log in words: what a turn has led to, as far as the player has seen it, and how the game began."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from logic.core import Cell, Event, Message
from logic.dragon.board import place_name
from logic.dragon.rules import DragonMove, Pass, State
from logic.dragon.sight import describe, knight_name
from logic.dragon.turn import SQUARES

MOVES = ("go", "leap", "bounce")
DESCRIBED = {"eat": "edible", "fill": "hole"}
"""What a move's own line tells already, where the player saw the square before, and the field it happens on."""


def time_of(state: State) -> int:
    """Give the date for the log: the time by the end of the last turn."""
    return state.time


def can_wait(view: State) -> bool:
    """Tell whether something may change by itself."""
    return view.clock_runs


def opening(state: State) -> tuple[Message, ...]:
    """Say where those knights are who came in at time 0."""
    return tuple(_began(state, index) for index, knight in enumerate(state.knights) if knight.fate != "waiting")


def _began(state: State, index: int) -> Message:
    knight = state.knights[index]
    name = knight_name(knight)
    if knight.cell is not None:
        return Message("{knight} begins on {place}.", knight=name, place=place_name(knight.cell))
    if knight.fate == "hidden":
        return Message("{knight} hides in the dragon’s lair at once.", knight=name)
    return Message("{knight} dies on the way in.", knight=name)


def tell(state: State, move: DragonMove, events: Sequence[Event]) -> tuple[Message, ...]:
    """Say line by line what a move has led to: the move, then whatever happened besides.

    Of ``state``, the position before it, nothing unseen is looked at; what happened on squares that nobody has
    seen by then is left out, and no line ties an arrival to a teleport.
    """
    return (_moved(state, move, events), *_followed(state, move, events))


def _moved(state: State, move: DragonMove, events: Sequence[Event]) -> Message:
    for event in events:
        if event.name == "bounce":
            name, (_, wall, _) = next(iter(event.paths.items()))
            return Message("{knight} bounces off a wall on {place}.", knight=_name(state, name), place=place_name(wall))
    return describe(state, move)


def _followed(state: State, move: DragonMove, events: Sequence[Event]) -> Iterator[Message]:
    seen, told = state.seen, _is_told(state, move)
    for event in events:
        cells = event.paths.get(SQUARES, ())
        if event.name == "reveal":
            seen = seen.union(cells)
        if event.name == told and not isinstance(move, Pass) and move.knight in event.paths:
            told = ""
        elif event.name not in MOVES:
            yield from _lines(state, event, tuple(cell for cell in cells if cell in seen))


def _is_told(state: State, move: DragonMove) -> str:
    """Name the event of the mover's own that :func:`describe` has foretold."""
    if isinstance(move, Pass):
        return ""
    cell = state.target(move)
    kind = state.board.field(cell).kind if cell in state.seen and cell not in state.opened() else "unseen"
    return next((name for name, field in DESCRIBED.items() if field == kind), "")


def _lines(state: State, event: Event, cells: Sequence[Cell]) -> Iterator[Message]:
    if event.name in _ON_SQUARES:
        yield from (_ON_SQUARES[event.name](place_name(cell)) for cell in cells)
    for name, way in event.paths.items():
        if name != SQUARES and event.name in _OF_KNIGHTS:
            yield _OF_KNIGHTS[event.name](_name(state, name), place_name(way[-1]))
        if event.name == "supply":
            yield _supplied(state, name, place_name(way[-1]))


def _name(state: State, name: str) -> Message:
    return knight_name(state.knight(name))


def _supplied(state: State, name: str, place: str) -> Message:
    if state.knight(name).kind == "builder":
        return Message("{knight} takes bricks from the store on {place}.", knight=_name(state, name), place=place)
    return Message("{knight} takes teeth from the store on {place}.", knight=_name(state, name), place=place)


_ON_SQUARES: dict[str, Callable[[str], Message]] = {
    "blast": lambda place: Message("The mine on {place} explodes.", place=place),
    "topple": lambda place: Message("The wall on {place} falls.", place=place),
    "crumble": lambda place: Message("The bricks in the hole on {place} crumble: it gapes again.", place=place),
    "regrow": lambda place: Message("The wall on {place} stands again.", place=place),
    "restock": lambda place: Message("The store on {place} has made one more.", place=place),
    "mine_back": lambda place: Message("The mine on {place} is live again.", place=place),
}
_OF_KNIGHTS: dict[str, Callable[[Message, str], Message]] = {
    "enter": lambda knight, place: Message("{knight} enters the labyrinth on {place}.", knight=knight, place=place),
    "eat": lambda knight, place: Message("{knight} eats the wall on {place}.", knight=knight, place=place),
    "fill": lambda knight, place: Message("{knight} fills the hole on {place}.", knight=knight, place=place),
    "teleport": lambda knight, place: Message("{knight} arrives on {place}.", knight=knight, place=place),
    "hide": lambda knight, _place: Message("{knight} hides in the dragon’s lair.", knight=knight),
    "fall": lambda knight, place: Message(
        "{knight} falls to his death in the hole on {place}.", knight=knight, place=place
    ),
    "crush": lambda knight, place: Message("{knight} is crushed by the wall on {place}.", knight=knight, place=place),
    "blast": lambda knight, place: Message("{knight} dies in the blast on {place}.", knight=knight, place=place),
}
