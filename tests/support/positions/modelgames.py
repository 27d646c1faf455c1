"""Games played by a language model, alone, against itself or a computer, through the round of advice."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from logic import players, registry
from logic.core import Dice, Message, Stop, never
from logic.llm import adviser
from logic.llm.adviser import reach
from logic.llm.answer import Conversation
from logic.llm.settings import AdviserConfig
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import resolve_params, seated
from tests.support.positions.cases import config_of

TYPES = {"string": str, "integer": int}


@dataclass
class Record:
    """The result of a game: who answered in the model's turns, what was shown then, and which raw answers fit."""

    session: Session
    sources: Counter[str] = field(default_factory=Counter)
    """By whose advice each turn of a model was played."""
    troubles: list[Message] = field(default_factory=list)
    unforced: int = 0
    """A model's turns in which there was a choice."""
    answers: Counter[bool] = field(default_factory=Counter)
    """How many answers came over the wire, by whether they fit the requested schema."""

    @property
    def turns(self) -> int:
        """How many turns a model has had."""
        return self.sources.total()


class Witness:
    """The model behind an address, with a count of the answers that fit the schema."""

    def __init__(self, config: AdviserConfig, answers: Counter[bool]) -> None:
        model = reach(config)
        assert model is not None
        self._model, self._answers = model, answers

    def ask(self, messages: Conversation, schema: Mapping[str, Any], stop: Stop) -> str:
        """Ask, check the answer, and return it unchanged."""
        answer = self._model.ask(messages, schema, stop)
        self._answers[fits(answer, schema)] += 1
        return answer

    def redact_key(self, text: str) -> str:
        return self._model.redact_key(text)


def fits(answer: str, schema: Mapping[str, Any]) -> bool:
    """Return whether an answer fits a schema of flat fields, as ours are."""
    try:
        said = json.loads(answer)
    except ValueError:
        return False
    wanted = schema["properties"]
    return isinstance(said, dict) and said.keys() == wanted.keys() and all(map(_is_one, said.values(), wanted.values()))


def _is_one(value: object, wanted: Mapping[str, Any]) -> bool:
    if not isinstance(value, TYPES[wanted["type"]]):
        return False
    return value in wanted["enum"] if "enum" in wanted else bool(re.search(wanted["pattern"], str(value)))


def deal(
    name: str, variant: str = "", chosen: Mapping[str, Any] | None = None, seed: int = 1, against: str = ""
) -> Session:
    """Deal a game with a model in every seat, or in the first, with computers of level ``against`` in the others.

    Without a variant the default one is taken.
    """
    game = registry.GAMES[name]
    config = config_of(name)
    variant = variant or config.default
    found = config.variants[variant]
    fewest = seated(game, found.players[0])
    params = resolve_params(game, found, computer=False, name=name, chosen={**fewest, **(chosen or {})})
    others = (Seat(level=against or players.MODEL),) * (found.players[0] - 1)
    seats = (Seat(level=players.MODEL), *others)
    return Session(game, Setup(name, variant, setup_params(game, params), seed, seats))


def play(
    name: str,
    config: AdviserConfig,
    variant: str = "",
    chosen: Mapping[str, Any] | None = None,
    *,
    turns: int,
    seed: int = 1,
    language: str = "en",
    against: str = "",
) -> Record:
    """Play a game to its end, or until models have had so many turns."""
    record = Record(deal(name, variant, chosen, seed, against))
    session = record.session
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adviser, "reach", lambda found, _key: Witness(found, record.answers))
        while session.outcome() is None and record.turns < turns:
            level = session.level_of(session.state.player)
            if level == players.MODEL:
                _advised(record, config, language)
            else:
                session.play(players.choose(session.game, level, session.state, Dice(session.ply), never))
    return record


def _advised(record: Record, config: AdviserConfig, language: str) -> None:
    """Play a model's turn."""
    session = record.session
    record.unforced += len(session.state.legal_moves()) > 1
    advice = adviser.turn(session.game, session.state, config, language, Dice(session.ply), never)
    record.sources[advice.source] += 1
    if advice.trouble is not None:
        record.troubles.append(advice.trouble)
    for move in advice.hint.moves:
        session.play(move)
