"""All that is known of one puzzle, as other programs read it: a line of JSON, or a row of a table."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

import msgspec


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle. The order of the fields is that of the keys in a line, and of the columns in a table.

    ``id`` is the sharing code of ``position``; ``canonical`` is the text that all images of the position have in
    common. ``steps`` and ``moves`` are the least that it takes in each count; ``solution`` needs that many steps, and
    its moves name the pieces in the row-major order of ``position``. ``shortest`` counts the shortest solutions, a
    slide taken cell by cell, up to 10**15. ``component`` is how many positions lead to each other here, and
    ``hole_sets`` tells in which sets of holes, as ``row,col``, its solved ones have the rabbits. ``farthest`` says
    that no position of the component takes more steps. ``hitting_time`` is how many moves a random walk takes until
    it is home, on average; ``tier``, 1 to 5, is what that makes of it.
    """

    id: str
    position: str
    canonical: str
    rabbits: int
    mushrooms: int
    foxes: int
    steps: int
    moves: int
    solution: tuple[str, ...]
    shortest: int
    component: int
    hole_sets: tuple[str, ...]
    farthest: bool
    hitting_time: float
    tier: int

    def as_line(self) -> str:
        """Write it as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":")) + "\n"

    def as_row(self) -> tuple[str | int | float, ...]:
        """Give its fields for a table; lists as JSON."""
        values = (getattr(self, name) for name in FIELDS)
        return tuple(json.dumps(value) if isinstance(value, tuple) else value for value in values)


FIELDS = tuple(field.name for field in fields(Record))
LISTS = ("solution", "hole_sets")


def from_line(line: str) -> Record:
    """Read a line that :meth:`Record.as_line` has written; raises ValueError for any other."""
    return _record(_decoded(line))


def from_row(row: tuple[Any, ...]) -> Record:
    """Read a row that :meth:`Record.as_row` has given; raises ValueError for any other."""
    if len(row) != len(FIELDS):
        raise ValueError(f"a record has {len(FIELDS)} fields")
    data = dict(zip(FIELDS, row, strict=True))
    return _record(data | {name: _decoded(data[name]) for name in LISTS} | {"farthest": bool(data["farthest"])})


def _record(data: Any) -> Record:
    if not isinstance(data, dict) or tuple(data) != FIELDS:
        raise ValueError(f"a record has the fields {', '.join(FIELDS)}")
    return msgspec.convert(data, Record)


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
