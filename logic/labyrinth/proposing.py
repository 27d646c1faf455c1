"""A whole turn of Labyrinth said at once, as an adviser proposes it: the arrow, the rotation, and where to walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from logic.core import IllegalMove, Message
from logic.labyrinth.moves import LabyrinthMove, Push, Walk
from logic.labyrinth.rules import State

LONGEST = 20
"""Signs of a wrong answer that are said back."""


def turn_form(view: State, said: Mapping[str, Any]) -> Mapping[str, tuple[str | int, ...]] | None:
    """Give the fields of a turn and what each may hold; None where a turn has begun already, and goes move by move.

    ``said`` is an answer that could not be carried out: where its push can be made, the form keeps it and holds the
    cells that can be walked to after it.
    """
    pushes = [move for move in view.legal_moves() if isinstance(move, Push)]
    if not pushes:
        return None
    kept = _push_of(view, said)
    among = pushes if kept is None else [kept]
    cells = sorted({cell for push in among for cell in _after(view, push).ways()})
    return {
        "arrow": tuple(dict.fromkeys(str(push.arrow) for push in among)),
        "rotation": tuple(dict.fromkeys(push.rot for push in among)),
        "destination": tuple(str(cell) for cell in cells),
    }


def turn_moves(view: State, said: Mapping[str, Any]) -> tuple[LabyrinthMove, ...]:
    """Give the push and the walk that were meant; raise IllegalMove with the reason.

    Where a rune comes out, the push alone: what is done with the rune is decided first.
    """
    push = _push_of(view, said)
    if push is None:
        raise IllegalMove(
            Message(
                "Pushing at “{arrow}” with rotation “{rotation}” is not possible now.",
                arrow=_short(said.get("arrow")),
                rotation=_short(said.get("rotation")),
            )
        )
    after = _after(view, push)
    if after.phase != "walk":
        return (push,)
    wanted = _short(said.get("destination"))
    walks = [move for move in after.legal_moves() if isinstance(move, Walk)]
    for walk in walks:
        if str(walk.cell) == wanted:
            return (push, walk)
    raise IllegalMove(
        Message(
            "After “{push}” there is no way to “{cell}”. From there one can walk to: {cells}.",
            push=str(push),
            cell=wanted,
            cells=", ".join(str(walk.cell) for walk in walks),
        )
    )


def _push_of(view: State, said: Mapping[str, Any]) -> Push | None:
    """Give the push that an answer names, where it can be made."""
    arrow, rotation = _short(said.get("arrow")), _short(said.get("rotation"))
    for move in view.legal_moves():
        if isinstance(move, Push) and str(move.arrow) == arrow and str(move.rot) == rotation:
            return move
    return None


def _after(view: State, push: Push) -> State:
    after = view.apply(push).state
    if not isinstance(after, State):
        raise TypeError("a push leads to another position of Labyrinth")
    return after


def _short(value: object) -> str:
    """Give what was answered in a field as text of one line, and not too much of it."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    text = value if isinstance(value, str) else str(value)[:LONGEST] if abs(value) < 10**LONGEST else ""
    return " ".join(text.split())[:LONGEST]
