"""What a language model is told of a position: a synopsis, the rules of a turn, the data, and the legal moves.

All of it is made from what one seat may know, and nothing else ever goes to a model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from logic.core import Message, State
from logic.game import Game, narration_of, redact
from logic.text import Text

SHORTEST, LONGEST = 300, 500
"""Characters of a synopsis."""
LARGEST_POSITION = 6000
"""Bytes of a position as JSON."""

ONLY_LISTED: Final = Message("Only moves on the list of legal moves can be made, written exactly as they are there.")


class Overseen(ValueError):
    """A position was given to be told of that holds more than its viewer may know."""


@dataclass(frozen=True, slots=True)
class Brief:
    """All that a model is told: words in the player's language, the position as plain data, the legal moves as texts.

    ``moves`` is empty where it is not the viewer's turn.
    """

    game: str
    synopsis: str
    constraints: str
    position: dict[str, Any]
    moves: tuple[str, ...]

    @property
    def json(self) -> str:
        """The position as JSON without blanks, at most ``LARGEST_POSITION`` bytes of it."""
        return msgspec.json.encode(self.position).decode()


def brief(game: Game, view: State, viewer: int, language: str) -> Brief:
    """What a model is told of a view; raises Overseen for a position that is not what ``redact`` leaves of it."""
    known = _known(game, view, viewer)
    moves = known.legal_moves() if known.player == viewer else ()
    return Brief(
        game=game.__name__.rpartition(".")[2],
        synopsis=_synopsis(game, known, viewer, language),
        constraints=constraints(game, known, language),
        position=_position(game, known),
        moves=tuple(map(str, moves)),
    )


def synopsis(game: Game, view: State, viewer: int, language: str) -> str:
    """Say in 300 to 500 characters what matters now, where the game has words for it; raise Overseen as above."""
    return _synopsis(game, _known(game, view, viewer), viewer, language)


def constraints(game: Game, view: State, language: str) -> str:
    """Say in a few lines what makes up a turn and how its moves are written."""
    text = Text(language)
    return "\n".join(text.say(line) for line in (*narration_of(game).constraints(view), ONLY_LISTED))


def _known(game: Game, view: State, viewer: int) -> State:
    """What the viewer may know of a view, which must be the view itself."""
    known = redact(game, view, viewer)
    if known != view:
        raise Overseen(f"a view of seat {viewer} was expected, and the position holds more than that")
    return known


def _synopsis(game: Game, view: State, viewer: int, language: str) -> str:
    text = Text(language)
    return _fitted(text.say(part) for part in narration_of(game).synopsis(view, viewer))


def _fitted(sentences: Iterable[str]) -> str:
    """Join sentences; one that would be too much is left out, and a shorter one behind it may still have room."""
    told = ""
    for sentence in sentences:
        longer = f"{told} {sentence}".lstrip()
        if len(longer) <= LONGEST:
            told = longer
    return told


def _position(game: Game, view: State) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(narration_of(game).plain(view)))
    return plain
