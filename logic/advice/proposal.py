"""What a model may answer, as a JSON schema of the legal moves; and the reading of what it did answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from logic.advice.words import plain
from logic.core import Game, IllegalMove, Message, Move, State, offers

LONGEST_REASON = 400
"""Characters of a reason, where nobody says how many."""
LONGEST_SAID = 60
"""Characters of a wrong move that are said back."""
MOST_BRACES = 40
"""Places in an answer at which a JSON object is looked for."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The legal moves that a model proposes, and why, in its own words as they came."""

    moves: tuple[Move, ...]
    reason: str


class Refused(Exception):
    """An answer that cannot be carried out: ``message`` says why, for the model; ``said`` is as much as was read."""

    def __init__(self, message: Message, said: Mapping[str, Any]) -> None:
        super().__init__(str(message))
        self.message = message
        self.said = said


_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of an answer, each with what it may hold; ``whole`` where they make up a whole turn."""

    fields: Mapping[str, tuple[str | int, ...]]
    whole: bool = field(default=False)

    @property
    def example(self) -> str:
        """Show the shape of an answer, for models that are not held to a schema."""
        names = [*self.fields, "reason"]
        return "{" + ", ".join(f'"{name}": …' for name in names) + "}"


def form_of(game: Game, view: State, said: Mapping[str, Any] = _NOTHING) -> Form:
    """Give the fields that are to be answered now; narrowed to what agrees with ``said``, a refused answer."""
    turn_form = offers(game, "turn_form")
    fields = turn_form(view, said) if turn_form is not None else None
    if fields is not None:
        return Form(fields, whole=True)
    return Form({"move": tuple(str(move) for move in view.legal_moves())})


def schema(
    game: Game, view: State, said: Mapping[str, Any] = _NOTHING, longest: int = LONGEST_REASON
) -> dict[str, Any]:
    """Give the JSON schema of an answer: one legal move, or a whole turn where the game takes it so.

    The length of the reason is bounded by a pattern, which is known to more servers than a longest length is.
    """
    fields = form_of(game, view, said).fields
    properties = {name: {"type": _type_of(values), "enum": list(values)} for name, values in fields.items()}
    reason = {"type": "string", "pattern": f'^[^"\\\\\\x00-\\x1f]{{0,{longest}}}$'}
    return {
        "type": "object",
        "properties": {**properties, "reason": reason},
        "required": [*fields, "reason"],
        "additionalProperties": False,
    }


def read(game: Game, view: State, answer: str) -> Proposal:
    """Read an answer and let the engine check it; raise Refused with the engine's reason."""
    found = tuple(_objects(answer))
    said = next((one for one in found if "move" in one), None)
    names: Iterable[str] = ("move",)
    if said is None and offers(game, "turn_form") is not None:
        names = form_of(game, view).fields
        said = next((one for one in found if any(name in one for name in names)), None)
    if said is None:
        raise Refused(Message("The answer holds no JSON object with {fields}.", fields=", ".join(names)), _NOTHING)
    reason = said.get("reason")
    return Proposal(_moves(game, view, said), reason if isinstance(reason, str) else "")


def _moves(game: Game, view: State, said: Mapping[str, Any]) -> tuple[Move, ...]:
    turn_moves = offers(game, "turn_moves")
    if turn_moves is not None and "move" not in said:
        try:
            return tuple(turn_moves(view, said))
        except IllegalMove as error:
            raise Refused(error.message, said) from None
    text = " ".join(str(said.get("move")).split())
    for move in view.legal_moves():
        if str(move) == text:
            return (move,)
    shown = plain(text, LONGEST_SAID)
    raise Refused(Message("“{text}” is not a move that can be made now.", text=shown), said)


def _type_of(values: tuple[str | int, ...]) -> str:
    return "integer" if all(isinstance(value, int) for value in values) else "string"


def _objects(answer: str) -> Iterator[dict[str, Any]]:
    """Give the JSON objects in a text one after the other; models like to talk around them."""
    decoder = json.JSONDecoder()
    at = answer.find("{")
    for _ in range(MOST_BRACES):
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(answer, at)
        except (ValueError, RecursionError):  # a number of thousands of digits is a ValueError too
            end = at + 1
        else:
            yield {name: _whole(value) for name, value in found.items()}
        at = answer.find("{", end)


def _whole(value: Any) -> Any:
    """Give a text without halves of surrogates, which JSON can hold, but which can be neither shown nor sent back."""
    return value.encode(errors="ignore").decode() if isinstance(value, str) else value
