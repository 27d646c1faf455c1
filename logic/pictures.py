"""What positions printed as text have in common: params that differ from the usual ones, and where a fault lies."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import msgspec

from logic.variants import checked_params

LONGEST_PICTURE = 20_000
"""Signs of a picture; no position needs as many."""

Place = tuple[str | int, ...]
"""Where in a position: the name of a field of State, then rows, columns, seats or places in a list, all from 0."""


class Contradiction(ValueError):
    """A position that cannot be: ``place`` says where, the text what was expected there."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(text)
        self.place = place

    def __reduce__(self) -> tuple[type[Contradiction], tuple[Place, str]]:
        return Contradiction, (self.place, str(self))


def changed_params(params: Any) -> str:
    """Give, as JSON, the params that are not the usual ones; nothing where there are none."""
    usual = type(params)()
    differ = {
        field.name: getattr(params, field.name)
        for field in fields(params)
        if getattr(params, field.name) != getattr(usual, field.name)
    }
    return msgspec.json.encode(differ).decode() if differ else ""


def read_params(kind: type[Any], text: str, where: str) -> Any:
    """Give the params that :func:`changed_params` has told; raise ValueError with the place of a fault."""
    try:
        data = msgspec.json.decode(text, type=dict)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: an object in JSON was expected: {error}") from None
    return checked_params(kind, data, where)
