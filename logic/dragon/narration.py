"""Texts of Stone Dragon: moves, the dated log, and the position for an adviser, as far as the player sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from logic.core import Cell, Event, Message
from logic.dragon.board import DIRECTIONS, Field, FieldKind, field_code, place_name, toward
from logic.dragon.notation import from_text
from logic.dragon.rules import SQUARES, DragonMove, Go, KnightState, Leap, Pass, State, edge
from logic.game import Narration
from logic.narration import Named, listed, turn

MOVES = ("go", "leap", "bounce")
DESCRIBED = {"eat": "edible", "fill": "hole"}
"""Events that a move's own line already reports; those of the second group, by field, if the square was seen before."""


def knight_name(knight: KnightState) -> Message:
    """The name of a knight: its kind and its id."""
    kind, name = knight.kind, knight.name
    if kind == "eater":
        return Message("Eater {name}", name=name)
    if kind == "builder":
        return Message("Builder {name}", name=name)
    if kind == "jumper":
        return Message("Jumper {name}", name=name)
    return Message("Ordinary knight {name}", name=name)


# -- a move before it is made


def mover(state: State, move: Go | Leap) -> Message:
    return knight_name(state.knight(move.knight))


def _seen_shut(state: State, cell: Cell) -> Field | None:
    """The field of a square that the player has seen and that is not open; None for any other square."""
    return state.board.field(cell) if cell in state.seen and cell not in state.opened() else None


def _can_fill(state: State, move: Go | Leap, field: Field) -> bool:
    knight = state.knight(move.knight)
    return knight.kind == "builder" and knight.supply >= field.size


# -- the log


def _began(state: State, index: int) -> Message:
    knight = state.knights[index]
    name = knight_name(knight)
    if knight.cell is not None:
        return Message("{knight} begins on {place}.", knight=name, place=place_name(knight.cell))
    if knight.fate == "hidden":
        return Message("{knight} hides in the dragon’s lair at once.", knight=name)
    return Message("{knight} dies on the way in.", knight=name)


def _moved(state: State, move: DragonMove, events: Sequence[Event]) -> Message:
    for event in events:
        if event.name == "bounce":
            name, (_, wall, _) = next(iter(event.paths.items()))
            said = Message("{knight} bounces off a wall on {place}.")
            return said.of(knight=knight_name(state.knight(name)), place=place_name(wall))
    return NARRATION.describe(state, move)


def _followed(state: State, move: DragonMove, events: Sequence[Event]) -> Iterator[Message]:
    seen, told = state.seen, _described_event(state, move)
    for event in events:
        cells = event.paths.get(SQUARES, ())
        if event.name == "reveal":
            seen = seen.union(cells)
        if event.name == told and not isinstance(move, Pass) and move.knight in event.paths:
            told = ""
        elif event.name not in MOVES:
            yield from _lines(state, event, tuple(cell for cell in cells if cell in seen))


def _described_event(state: State, move: DragonMove) -> str:
    """The name of the mover's event, if it happens, that :meth:`DragonNarration.describe` has told; else empty."""
    if isinstance(move, Pass):
        return ""
    field = _seen_shut(state, state.target(move))
    return next((name for name, kind in DESCRIBED.items() if field is not None and field.kind == kind), "")


def _lines(state: State, event: Event, cells: Sequence[Cell]) -> Iterator[Message]:
    if event.name in _ON_SQUARES:
        yield from (_ON_SQUARES[event.name].of(place=place_name(cell)) for cell in cells)
    for name, way in event.paths.items():
        if name != SQUARES and event.name in _OF_KNIGHTS:
            knight = state.knight(name)
            said = _TAKES_BRICKS if event.name == "supply" and knight.kind == "builder" else _OF_KNIGHTS[event.name]
            yield said.of(knight=knight_name(knight), place=place_name(way[-1]))


_ON_SQUARES: Final[Mapping[str, Message]] = {
    "blast": Message("The mine on {place} explodes."),
    "topple": Message("The wall on {place} falls."),
    "crumble": Message("The bricks in the hole on {place} crumble: it gapes again."),
    "regrow": Message("The wall on {place} stands again."),
    "restock": Message("The store on {place} has made one more."),
    "mine_back": Message("The mine on {place} is live again."),
}
_OF_KNIGHTS: Final[Mapping[str, Message]] = {
    "enter": Message("{knight} enters the labyrinth on {place}."),
    "eat": Message("{knight} eats the wall on {place}."),
    "fill": Message("{knight} fills the hole on {place}."),
    "supply": Message("{knight} takes teeth from the store on {place}."),
    "teleport": Message("{knight} arrives on {place}."),
    "hide": Message("{knight} hides in the dragon’s lair."),
    "fall": Message("{knight} falls to his death in the hole on {place}."),
    "crush": Message("{knight} is crushed by the wall on {place}."),
    "blast": Message("{knight} dies in the blast on {place}."),
}
_TAKES_BRICKS: Final = Message("{knight} takes bricks from the store on {place}.")


FIELD_WORDS: Final[Mapping[FieldKind, Message]] = {
    "plain": Message("plain"),
    "edible": Message("edible wall"),
    "eternal": Message("eternal wall"),
    "mine": Message("mine"),
    "teleport": Message("teleport"),
    "hole": Message("hole"),
    "bricks": Message("brick store"),
    "teeth": Message("dental store"),
    "lair": Message("lair"),
    "unseen": Message("unseen"),
}
"""The names of fields in a list."""

KNIGHTS_NAMED, SQUARES_NAMED = 3, 4


# -- what matters now


def _lair(view: State) -> Message:
    found = next((cell for cell in sorted(view.seen) if view.board.field(cell).kind == "lair"), None)
    if found is None:
        return Message("Nobody has seen the lair yet.")
    return Message("The lair is on {place}.", place=place_name(found))


def _around(view: State, knight: KnightState) -> Message:
    """What a knight carries and what is beside it."""
    assert knight.cell is not None  # noqa: S101 - only those on the board are asked about
    filled = {str(direction): _ground(view, toward(knight.cell, direction)) for direction in DIRECTIONS}
    filled |= {"knight": knight_name(knight), "place": place_name(knight.cell)}
    if not knight.most:
        return Message("{knight} on {place}. North {north}, east {east}, south {south}, west {west}.", **filled)
    return Message("{knight} on {place} holds {held} of {most}. North {north}, east {east}, south {south}, "
                   "west {west}.", held=knight.supply, most=knight.most, **filled)  # fmt: skip


def _ground(view: State, cell: Cell) -> Named:
    """What is on a square, as far as it is seen."""
    if cell not in view.board:
        return Message("the rim")
    other = next((knight for knight in view.knights if knight.cell == cell), None)
    if other is not None:
        return other.name
    field = view.board.field(cell)
    if cell in view.opened():
        return Message("open for a while")
    if field.kind == "hole":
        return Message("hole of size {size}", size=field.size)
    return FIELD_WORDS[field.kind]


def _others(knights: list[KnightState]) -> Iterator[Message]:
    if knights:
        named = [Message("{knight} on {place}", knight=knight_name(knight), place=place_name(knight.cell))
                 for knight in knights if knight.cell is not None]  # fmt: skip
        yield Message("Also on the board: {knights}.", knights=listed(named, KNIGHTS_NAMED))


def _opened(view: State) -> Iterator[Message]:
    """The squares that will close again, with the turn in which they were opened according to the log."""
    named = [_dated(view, cell) for cell in sorted(view.opened())]
    if named:
        yield Message("Open for ten units of time each: {squares}.", squares=listed(named, SQUARES_NAMED))


def _dated(view: State, cell: Cell) -> Named:
    date = view.recall.date(cell)
    if date is None:
        return place_name(cell)
    return Message("{place} since time {time}", place=place_name(cell), time=date)


def _seen(view: State) -> Message:
    return Message("Squares seen: {seen} of {all}; squares from which more would be seen: {edge}.",
                   seen=len(view.seen), all=view.board.height * view.board.width, edge=len(edge(view)))  # fmt: skip


def _next_in(view: State) -> Iterator[Message]:
    waiting = [knight_name(knight) for knight in view.knights if knight.fate == "waiting"]
    if waiting:
        yield Message("Next to come in: {knights}.", knights=listed(waiting, KNIGHTS_NAMED))


def _known(view: State) -> Iterator[Message]:
    """The stores, teleports and mines that have been seen, row by row."""
    for kinds, said in _SEEN_KINDS:
        cells = [place_name(cell) for cell in sorted(view.seen) if view.board.field(cell).kind in kinds]
        if cells:
            yield said.of(places=listed(cells, SQUARES_NAMED))


_SEEN_KINDS: Final[tuple[tuple[tuple[FieldKind, ...], Message], ...]] = (
    (("bricks", "teeth"), Message("Stores: {places}.")),
    (("teleport",), Message("Teleports: {places}.")),
    (("mine",), Message("Mines: {places}.")),
)


def _count(view: State) -> Message:
    return Message("Legal moves, a pass included: {n}.", n=len(view.legal_moves()))


# -- the rules of a turn


def _stores(view: State) -> Message:
    if view.standing:
        return Message("A store fills up builders or eaters who enter it or stand in it, and makes one more every five "
                       "units of time.")  # fmt: skip
    return Message("A store fills up builders or eaters who enter it, and makes one more every five units of time.")


# -- as data

LARGEST_MAP = 4000
"""Bytes of the map as JSON; a larger map is cut to the surroundings of the knights."""
MOST_LISTED = 40
"""How many knights on the board or waiting, together, and how many opened squares are listed at most."""
FARTHEST = 100
REACHES: Final = (FARTHEST, 20, 12, 8, 6, 4, 3, 2, 1)
"""How far from a knight the map extends, in rows or columns; the largest that fits is used."""
MAPPED = 20
"""How many knights' surroundings are drawn if the map is cut."""

LEGEND: Final = {
    "Z": "plain", "J": "edible wall", "W": "eternal wall", "M": "mine", "L": "lair", "T": "teleport",
    "D": "hole and size",
    "C": "brick store and stock of capacity", "A": "dental store and stock of capacity", "?": "unseen",
    "small letter": "open for a while",
}  # fmt: skip


def _place(cell: Cell) -> list[int]:
    return [cell.row + 1, cell.col + 1]


def _knight(knight: KnightState) -> str:
    held = f" {knight.supply}/{knight.most}" if knight.most else ""
    where = f" {place_name(knight.cell)}" if knight.cell else ""
    return f"{knight.name} {knight.kind}{held}{where}"


def _clock(view: State, cell: Cell) -> str:
    date = view.recall.date(cell)
    return place_name(cell) if date is None else f"{place_name(cell)} since {date}"


def _map(view: State, walking: list[KnightState]) -> dict[str, Any]:
    """The seen part of the map, as wide around the knights as fits."""
    centres = [knight.cell for knight in walking if knight.cell is not None] or [view.board.entrance]
    for reach in REACHES:
        cells = _near(view, centres[:MAPPED], reach) if reach < FARTHEST else view.seen
        found = {"cut": len(cells) < len(view.seen), "rows": _runs(view, cells)}
        if len(msgspec.json.encode(found)) <= LARGEST_MAP:
            break
    return found


def _near(view: State, centres: list[Cell], reach: int) -> frozenset[Cell]:
    """The seen squares within ``reach`` rows and columns of a centre."""
    return frozenset(
        cell for cell in view.seen if any(max(abs(cell.row - c.row), abs(cell.col - c.col)) <= reach for c in centres)
    )


def _runs(view: State, cells: Collection[Cell]) -> list[str]:
    """Squares as text, row by row: the start of each run of neighbours, and their codes."""
    lines: list[list[str]] = []
    last = None
    opened = view.opened()
    for cell in sorted(cells):
        if last is None or cell.row != last.row or cell.col != last.col + 1:
            lines.append([f"{place_name(cell)}:"])
        lines[-1].append(_code(view, cell, opened))
        last = cell
    return [" ".join(line) for line in lines]


def _code(view: State, cell: Cell, opened: Collection[Cell]) -> str:
    """The code of a square, in lower case while it is open; for a store with its stock."""
    field = view.board.field(cell)
    code = field_code(field)
    if field.kind in ("bricks", "teeth"):
        return f"{code[0]}{view.stock(cell)}/{field.size}"
    return code.lower() if cell in opened else code


# -- the role


class DragonNarration(Narration):
    """The ``NARRATION`` of Stone Dragon."""

    def describe(self, state: State, move: DragonMove) -> Message:
        """A short sentence on what a move does, as far as the player knows before it is made."""
        if isinstance(move, Pass):
            return Message("Nobody moves.")
        said, field = Message("{knight} goes to {place}."), _seen_shut(state, state.target(move))
        if isinstance(move, Leap):
            said = Message("{knight} leaps to {place}.")
        elif field is not None and field.kind == "edible":
            said = Message("{knight} eats the wall on {place}.")
        elif field is not None and field.kind == "hole" and _can_fill(state, move, field):
            said = Message("{knight} fills the hole on {place}.")
        return said.of(knight=mover(state, move), place=place_name(state.target(move)))

    def tell(self, state: State, move: DragonMove, events: Sequence[Event]) -> tuple[Message, ...]:
        """Report line by line what a move has led to: the move, then all other events.

        Unseen squares of ``state``, the position before the move, are not consulted; events on squares still unseen
        after it are left out, and no line connects an arrival with a teleport.
        """
        return (_moved(state, move, events), *_followed(state, move, events))

    def opening(self, state: State) -> tuple[Message, ...]:
        """The knights that came in at time 0."""
        return tuple(_began(state, index) for index, knight in enumerate(state.knights) if knight.fate != "waiting")

    def time_of(self, state: State) -> int:
        """The date in the log: the time at the end of the last turn."""
        return state.time

    def notice(self, view: State) -> Message | None:
        """While knights wait, a reminder that the entrance will close again; else None."""
        if not view.count("waiting") or view.board.entrance not in view.opened():
            return None
        kind = view.board.field(view.board.entrance).kind
        if kind == "hole":
            return Message("The entrance is a filled hole: one day it gapes again.")
        if kind == "mine":
            return Message("The entrance is a spent mine: one day it is live again.")
        return Message("The entrance is a fallen wall: one day it stands again.")

    def warning(self, view: State, move: DragonMove) -> Message | None:
        """Ask before a step or leap to a foreseeable death, in a gaping hole or on a live mine; else None.

        The result is the same for a state and its view.
        """
        if isinstance(move, Pass):
            return None
        field = _seen_shut(view, view.target(move))
        if field is not None and field.kind == "mine":
            said = Message("{knight} would die on the mine on {place}. Go all the same?")
        elif field is not None and field.kind == "hole" and not _can_fill(view, move, field):
            said = Message("{knight} would fall to his death in the hole on {place}. Go all the same?")
        else:
            return None
        return said.of(knight=mover(view, move), place=place_name(view.target(move)))

    def waiting_warning(self, view: State) -> Message | None:
        """Ask before several passes in a row while a knight stands on unsafe ground; else None."""
        opened = view.opened()
        for knight in view.knights:
            if knight.cell in opened:
                name = knight_name(knight)
                return Message("{knight} does not stand on safe ground. Wait all the same?", knight=name)
        return None

    def synopsis(self, view: State, viewer: int) -> tuple[Message, ...]:
        walking = [knight for knight in view.knights if knight.cell is not None]
        return (
            turn(view, viewer),
            Message("Time {time}. In the lair: {hidden} of {required} needed. On the board: {walking}, waiting: "
                    "{waiting}, dead: {dead}.",
                    time=view.time, hidden=view.count("hidden"), required=view.board.required,
                    walking=len(walking), waiting=view.count("waiting"), dead=view.count("dead")),
            _lair(view),
            *(_around(view, knight) for knight in walking[:KNIGHTS_NAMED]),
            *_others(walking[KNIGHTS_NAMED:]),
            *_opened(view),
            _seen(view),
            Message("The entrance is on {place}, the board has {rows} rows and {cols} columns.",
                    place=place_name(view.board.entrance), rows=view.board.height, cols=view.board.width),
            *_next_in(view),
            *_known(view),
            _count(view),
            Message("Unseen squares may hold anything: walls, mines, holes, teleports, stores, or the lair."),
            Message("Lead enough knights into the dragon’s lair, in as few turns as can be."),
        )  # fmt: skip

    def constraints(self, view: State) -> tuple[Message, ...]:
        return (
            Message("A turn is one step of one knight to a square beside his, or a pass; each takes one unit of time. "
                    "No two knights stand on one square. Only squares next to where somebody has been are seen."),
            Message("An eater enters a standing edible wall for one tooth. A builder fills a gaping hole with as many "
                    "bricks as its size; anybody else dies there. A jumper may leap over one square."),
            Message("A mine kills all on it and beside it, and fells edible walls there. What is open shuts again "
                    "after ten units of time, and kills who stands there. A teleport carries off to a place nobody "
                    "knows."),
            _stores(view),
            Message("While knights wait, the next one comes in whenever the entrance is free."),
            Message("Knights needed in the lair to win: {n}. Once too few are alive, the game is lost.",
                    n=view.board.required),
            Message("Squares are (row, column), both from 1, from the upper left."),
            Message("Moves are written “K1 north”, “K1 leap east” or “pass”."),
        )  # fmt: skip

    def plain(self, view: State) -> dict[str, Any]:
        """The view as plain data; a large map is cut to the surroundings of the knights, and marked as cut."""
        walking = [knight for knight in view.knights if knight.cell is not None]
        waiting = [knight for knight in view.knights if knight.fate == "waiting"]
        return {
            "time": view.time,
            "size": [view.board.height, view.board.width],
            "entrance": _place(view.board.entrance),
            "needed": view.board.required,
            "in_lair": view.count("hidden"),
            "dead": view.count("dead"),
            "on_board": len(walking),
            "waiting": len(waiting),
            "knights": [_knight(knight) for knight in walking[:MOST_LISTED]],
            "next": [_knight(knight) for knight in waiting[: MOST_LISTED - len(walking[:MOST_LISTED])]],
            "opened": [_clock(view, cell) for cell in sorted(view.opened())[:MOST_LISTED]],
            "map": _map(view, walking),
            "codes": LEGEND,
        }

    def from_text(self, text: str) -> State:
        return from_text(text)


NARRATION = DragonNarration()
