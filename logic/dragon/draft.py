"""A labyrinth in the editor: like a board, but possibly unfinished, with a list of what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from logic.core import Cell, Message
from logic.dragon.board import (
    LARGEST_NUMBER,
    LONGEST_SIDE,
    MOST_KNIGHTS,
    SIZED,
    SUPPLIED,
    Board,
    Field,
    Knight,
    place_name,
)

PLAIN = Field("plain")
NEW_HEIGHT, NEW_WIDTH = 6, 8
"""The size of an empty drawing."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn so far. Each change returns a new drawing; numbers that no file can hold are rejected.

    Unlike a board it may have no lair or several, no knights, an entrance or a teleport's target outside of a board
    that was made smaller, and a teleport that leads nowhere yet.
    """

    fields: tuple[tuple[Field, ...], ...]
    entrance: Cell
    knights: tuple[Knight, ...]
    required: int

    def __post_init__(self) -> None:
        if not 1 <= self.height <= LONGEST_SIDE or not 1 <= self.width <= LONGEST_SIDE:
            raise ValueError(f"fields: 1 to {LONGEST_SIDE} rows and columns, please")
        if any(len(row) != self.width for row in self.fields):
            raise ValueError("fields: rows of one length, please")
        if len(self.knights) > MOST_KNIGHTS:
            raise ValueError(f"knights: at most {MOST_KNIGHTS}, please")
        if not 1 <= self.required <= MOST_KNIGHTS:
            raise ValueError(f"required: 1 to {MOST_KNIGHTS}, please")
        for knight in self.knights:
            _check_knight(knight)

    # -- conversion

    @staticmethod
    def blank() -> Drawing:
        """An empty drawing: plain ground, the entrance in the upper left corner, one knight, who must arrive."""
        row = (PLAIN,) * NEW_WIDTH
        return Drawing((row,) * NEW_HEIGHT, Cell(0, 0), (Knight("ordinary"),), 1)

    @staticmethod
    def of(board: Board) -> Drawing:
        return Drawing(board.fields, board.entrance, board.knights, board.required)

    def board(self) -> Board:
        """The finished board; raises ValueError if :meth:`faults` reports any."""
        for fault in self.faults():
            raise ValueError(str(fault))
        return Board(self.height, self.width, self.fields, self.entrance, self.knights, self.required)

    @staticmethod
    def from_json(data: bytes | str) -> Drawing:
        """Parse what :meth:`to_json` wrote; raise ValueError if it is invalid."""
        drawing: Drawing = msgspec.json.decode(data, type=Drawing)
        for row in drawing.fields:
            for field in row:
                _check_field(field)
        return drawing

    def to_json(self) -> bytes:
        """Encode the drawing, finished or not."""
        return msgspec.json.encode(self)

    # -- content

    @property
    def height(self) -> int:
        return len(self.fields)

    @property
    def width(self) -> int:
        return len(self.fields[0]) if self.fields else 0

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.height and 0 <= cell.col < self.width

    def field(self, cell: Cell) -> Field:
        return self.fields[cell.row][cell.col]

    def find(self, kind: str) -> tuple[Cell, ...]:
        """The squares with a field of that kind, row by row."""
        return tuple(
            Cell(row, col) for row, line in enumerate(self.fields) for col, field in enumerate(line)
            if field.kind == kind
        )  # fmt: skip

    # -- painting

    def paint(self, cell: Cell, field: Field) -> Drawing:
        """Paint a square; one outside the board changes nothing. Raises ValueError for a field that no board holds."""
        _check_field(field)
        if cell not in self or self.field(cell) == field:
            return self
        row = self.fields[cell.row]
        painted = (*row[: cell.col], field, *row[cell.col + 1 :])
        return replace(self, fields=(*self.fields[: cell.row], painted, *self.fields[cell.row + 1 :]))

    def move_lair(self, cell: Cell) -> Drawing:
        """Put the lair on a square; any other lair becomes plain ground."""
        if cell not in self:
            return self
        others = (lair for lair in self.find("lair") if lair != cell)
        bare = self
        for lair in others:
            bare = bare.paint(lair, PLAIN)
        return bare.paint(cell, Field("lair"))

    def aim(self, teleport: Cell, target: Cell) -> Drawing:
        """Set a teleport's target; nothing changes if either square does not qualify."""
        if teleport not in self or target not in self or self.field(teleport).kind != "teleport":
            return self
        return self.paint(teleport, Field("teleport", target=target))

    def set_entrance(self, cell: Cell) -> Drawing:
        """Move the entrance to a square; one outside the board changes nothing."""
        return replace(self, entrance=cell) if cell in self else self

    def resize(self, height: int, width: int) -> Drawing:
        """Cut rows and columns off at the lower right, or add plain ones there; sizes are clamped to 1–100.

        The entrance and targets keep their squares, even if those are now outside the board.
        """
        height, width = _within(height, LONGEST_SIDE), _within(width, LONGEST_SIDE)
        rows = [row[:width] + (PLAIN,) * (width - len(row)) for row in self.fields[:height]]
        rows += [(PLAIN,) * width] * (height - len(rows))
        return replace(self, fields=tuple(rows))

    # -- knights

    def add_knight(self, knight: Knight, index: int | None = None) -> Drawing:
        """Insert a knight before that index, or append one; at most 100."""
        if len(self.knights) >= MOST_KNIGHTS:
            return self
        index = len(self.knights) if index is None else index
        return replace(self, knights=(*self.knights[:index], knight, *self.knights[index:]))

    def remove_knight(self, index: int) -> Drawing:
        return replace(self, knights=self.knights[:index] + self.knights[index + 1 :])

    def move_knight(self, index: int, steps: int) -> Drawing:
        """Move a knight by that many places later (or earlier) in the order, as far as possible."""
        if not 0 <= index < len(self.knights):
            return self
        knight, others = self.knights[index], self.knights[:index] + self.knights[index + 1 :]
        there = max(0, min(len(others), index + steps))
        return replace(self, knights=(*others[:there], knight, *others[there:]))

    def change_knight(self, index: int, knight: Knight) -> Drawing:
        if not 0 <= index < len(self.knights):
            return self
        return replace(self, knights=(*self.knights[:index], knight, *self.knights[index + 1 :]))

    def require(self, number: int) -> Drawing:
        """Set how many must arrive, clamped to 1–100."""
        return replace(self, required=_within(number, MOST_KNIGHTS))

    # -- faults

    def faults(self) -> tuple[Message, ...]:
        """What keeps this from being a board, the most important first; empty if it is one."""
        return (*self._lair_faults(), *self._place_faults(), *self._knight_faults())

    def _lair_faults(self) -> Iterator[Message]:
        lairs = self.find("lair")
        if not lairs:
            yield Message("The dragon’s lair is missing: paint one.")
        elif len(lairs) > 1:
            yield Message("There are {number} lairs; only one may stay.", number=len(lairs))

    def _place_faults(self) -> Iterator[Message]:
        if self.entrance not in self:
            yield Message("The entrance lies beside the board: put it on a square.")
        for cell in self.find("teleport"):
            target = self.field(cell).target
            if target is None:
                yield Message("The teleport at {place} leads nowhere yet: choose its target.", place=place_name(cell))
            elif target not in self:
                yield Message("The teleport at {place} leads off the board.", place=place_name(cell))

    def _knight_faults(self) -> Iterator[Message]:
        if not self.knights:
            yield Message("There are no knights: add at least one.")
        elif self.required > len(self.knights):
            enter = len(self.knights)
            yield Message("More must arrive than there are: {required} of {number}.", required=self.required,
                          number=enter)  # fmt: skip


def with_size(knight: Knight, most: int) -> Knight:
    """A knight of the same kind with that supply, if the kind carries anything."""
    return replace(knight, most=_within(most, LARGEST_NUMBER)) if knight.kind in SUPPLIED else knight


def _within(number: int, high: int) -> int:
    return max(1, min(high, number))


def _check_field(field: Field) -> None:
    sized, targeted = field.kind in SIZED, field.kind == "teleport"
    fits = 1 <= field.size <= LARGEST_NUMBER if sized else field.size == 0
    if field.kind == "unseen" or not fits or (field.target is not None and not targeted):
        raise ValueError(f"field: no board holds {field}")


def _check_knight(knight: Knight) -> None:
    supplied = knight.kind in SUPPLIED
    if not (1 <= knight.most <= LARGEST_NUMBER if supplied else knight.most == 0):
        raise ValueError(f"knights: no board holds {knight}")
