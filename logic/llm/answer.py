"""The interface of a model, and the JSON schema of its answers: a choice of the legal moves.

Also parsing of answers, text made safe to show, and the reasons for having no answer.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from logic.core import IllegalMove, Message, Move, State, Stop
from logic.game import Game, narration_of
from logic.text import without_emoji

Conversation = Sequence[Mapping[str, str]]
"""Messages in OpenAI's format: each with "role" and "content"."""


class ModelTrouble(Exception):
    """Why there is no answer; ``message`` is for the player. ``passing`` if a retry may help."""

    def __init__(self, message: Message, *, passing: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.passing = passing


class Model(Protocol):
    """Anything that answers questions."""

    def ask(self, messages: Conversation, schema: Mapping[str, Any], stop: Stop) -> str:
        """The text of an answer, which should be JSON by the schema but may be anything.

        Raises ModelTrouble if there is none, CancelledError soon after ``stop`` says so.
        """
        ...

    def redact_key(self, text: str) -> str:
        """Remove the key, which a model may repeat, from a text without the markup and signs that could disguise it."""
        ...


LONGEST_TAG = 200
MOST_MARKS = 2
"""The limit on combining marks per letter; more would overlap the lines above."""
ELLIPSIS = "…"

_COMMENT = re.compile(r"<!--.*?(-->|$)", re.DOTALL)
_SCRIPT = re.compile(r"<(script|style)\b.*?(</\1\s*>|$)", re.DOTALL | re.IGNORECASE)
_INLINE = re.compile(r"</?(?:a|b|code|em|font|i|mark|s|small|span|strong|sub|sup|u)(?: [^<>]{0,200})?>", re.IGNORECASE)
_TAG = re.compile(rf"</?[a-zA-Z][^<>]{{0,{LONGEST_TAG}}}>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)")
_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[@-~]")
_STRESSED = re.compile(r"(\*{1,3}|`{1,3}|~~)(?=\S)(.{1,200}?)(?<=\S)\1")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+", re.MULTILINE)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories that are not text: control and format characters, surrogates, private and unassigned ones."""


def plain(text: str, most: int, redact_key: Callable[[str], str] = str) -> str:
    """The text as one line without markup, control and invisible characters, of at most ``most`` characters.

    Secrets are removed from the whole text before it is cut.
    """
    bounded = text[: most * 20 + 2000]  # text far beyond the cut need not be processed
    bare = _COMMENT.sub(" ", _SCRIPT.sub(" ", bounded))
    bare = _LINK.sub(r"\1", _TERMINAL.sub("", _TAG.sub(" ", _INLINE.sub("", bare))))
    shown = "".join(_seen(_STRESSED.sub(r"\2", _HEADING.sub("", without_emoji(bare)))))
    return cut(redact_key(" ".join(_limit_combining(unicodedata.normalize("NFC", shown)).split())), most)


def cut(text: str, most: int) -> str:
    """Cut a text to at most that many characters, at a word boundary if one is near."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    if not text[most - 1].isspace():
        at_word = head.rpartition(" ")[0]
        head = at_word if len(at_word) >= most // 2 else head
    return head.rstrip(" ,;:–-") + ELLIPSIS


def _seen(text: str) -> list[str]:
    """The visible characters; white space becomes a space."""
    signs = []
    for sign in text:
        if sign.isspace():
            signs.append(" ")
        elif unicodedata.category(sign) not in _UNSEEN:
            signs.append(sign)
    return signs


def _limit_combining(text: str) -> str:
    signs: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            signs.append(sign)
    return "".join(signs)


LONGEST_REASON = 400
"""The default limit on a reason, in characters."""
LONGEST_SAID = 60
"""Characters of a wrong move that are quoted."""
MOST_BRACES = 40
"""The number of braces in an answer at which a JSON object is tried."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The legal moves that a model proposes, and its reason, unprocessed."""

    moves: tuple[Move, ...]
    reason: str


class Refused(Exception):
    """An answer that cannot be carried out: ``message`` tells the model why; ``said`` is what could be parsed."""

    def __init__(self, message: Message, said: Mapping[str, Any]) -> None:
        super().__init__(str(message))
        self.message = message
        self.said = said


_NOTHING: Mapping[str, Any] = {}


Form = Mapping[str, tuple[str | int, ...]]
"""The fields of an answer, each with its allowed values."""


def form_of(game: Game, view: State, said: Mapping[str, Any] = _NOTHING) -> Form:
    """The fields of an answer; narrowed to what agrees with ``said``, a rejected answer."""
    fields = narration_of(game).turn_form(view, said)
    return {"move": tuple(map(str, view.legal_moves()))} if fields is None else fields


def schema(
    game: Game, view: State, said: Mapping[str, Any] = _NOTHING, longest: int = LONGEST_REASON
) -> dict[str, Any]:
    """The JSON schema of an answer: one legal move, or a whole turn if the game supports that.

    The length of the reason is limited by a pattern, which more servers support than ``maxLength``.
    """
    fields = form_of(game, view, said)
    properties = {
        name: {"type": "integer" if all(isinstance(value, int) for value in values) else "string", "enum": list(values)}
        for name, values in fields.items()
    }
    reason = {"type": "string", "pattern": f'^[^"\\\\\\x00-\\x1f]{{0,{longest}}}$'}
    return {
        "type": "object",
        "properties": {**properties, "reason": reason},
        "required": [*fields, "reason"],
        "additionalProperties": False,
    }


def read(game: Game, view: State, answer: str) -> Proposal:
    """Parse an answer and check it with the rules; raise Refused with the reason."""
    found = tuple(_json_objects(answer))
    said = next((one for one in found if "move" in one), None)
    names: Iterable[str] = ("move",)
    if said is None:
        names = form_of(game, view)
        said = next((one for one in found if any(name in one for name in names)), None)
    if said is None:
        raise Refused(Message("The answer holds no JSON object with {fields}.", fields=", ".join(names)), _NOTHING)
    reason = said.get("reason")
    return Proposal(_moves(game, view, said), reason if isinstance(reason, str) else "")


def _moves(game: Game, view: State, said: Mapping[str, Any]) -> tuple[Move, ...]:
    if "move" not in said:
        try:
            return narration_of(game).turn_moves(view, said)
        except IllegalMove as error:
            raise Refused(error.message, said) from None
    text = " ".join(str(said.get("move")).split())
    for move in view.legal_moves():
        if str(move) == text:
            return (move,)
    shown = plain(text, LONGEST_SAID)
    raise Refused(Message("“{text}” is not a move that can be made now.", text=shown), said)


def _json_objects(answer: str) -> Iterator[dict[str, Any]]:
    """The JSON objects in a text, in order; models often add text around them."""
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
    """A text without lone surrogates, which JSON can hold, but which can be neither shown nor encoded."""
    return value.encode(errors="ignore").decode() if isinstance(value, str) else value
