"""Whole games with a language model behind a real server: dice for a mind, but every answer is legal or handled."""

import json
from collections import Counter
from concurrent.futures import CancelledError
from time import monotonic

import pytest

from logic import labyrinth, registry
from logic.advice.endpoint import HttpModel
from logic.advice.proposal import schema
from logic.advice.settings import AdviserConfig
from logic.core import never
from logic.thinking import Thinker
from tests.modelgames import deal, play
from tests.tinymodel import serving, write

ENDS = {"labyrinth"}
"""Games that chance brings to their end in a short time, tested below; the others are broken off after some turns."""
TURNS = 12
MAZE = {"players": 2, "cards": (1, 1), "end": "last_treasure"}


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("model")) as url:
        yield AdviserConfig(base_url=url, model="tiny", timeout=60, most_characters=40, most_tokens=400)


@pytest.mark.parametrize("name", [name for name in registry.GAMES if name not in ENDS])
def test_a_model_plays_every_game_and_each_of_its_answers_is_legal_or_handled(config, name):
    session, sources, troubles = play(name, config, turns=TURNS)
    assert session.outcome() is not None or sources.total() == TURNS
    assert sources["model"] > 0
    assert len(troubles) <= sources.total() / 5


def test_model_plays_labyrinth_against_model_to_the_end(config):
    session, sources, troubles = play("labyrinth", config, "junior_5x5", MAZE, turns=300, seed=2)
    assert session.outcome() is not None
    assert sources["model"] >= 0.8 * sources.total()
    assert {session.mover(place) for place in range(session.place)} == {0, 1}
    assert all("built-in adviser" in str(trouble) for trouble in troubles)
    again = type(session).load(session.save(), registry.GAMES)
    assert again.outcome() == session.outcome()


def test_the_servers_answers_hold_to_the_schema(config):
    maze = deal("labyrinth", "junior_5x5", MAZE, seed=5).state
    wanted = schema(labyrinth, maze, longest=40)
    kinds = Counter()
    for number in range(10):
        ask = ({"role": "system", "content": "Play."}, {"role": "user", "content": f"Turn {number}"})
        answer = json.loads(HttpModel(config).ask(ask, wanted, never))
        assert list(answer) == ["arrow", "rotation", "destination", "reason"]
        for name, values in wanted["properties"].items():
            assert answer[name] in values.get("enum", [answer[name]])
        kinds[answer["arrow"], answer["destination"]] += 1
    assert len(kinds) > 1


def test_a_server_at_work_is_left_at_once_and_answers_the_next(config):
    stop_at = monotonic() + 0.05
    long = ({"role": "system", "content": "word " * 4000}, {"role": "user", "content": "Go."})
    with pytest.raises(CancelledError):
        HttpModel(config).ask(long, {"type": "string"}, lambda: monotonic() >= stop_at)
    assert monotonic() - stop_at < 0.2
    assert play("jumpin", config, turns=1)[1].total() == 1


def test_the_worker_asks_the_server(config):
    state = deal("lgame").state
    with Thinker() as thinker:
        advice = thinker.ask("advise", "lgame", state, config, "de", 1).result(60)
    assert advice.source == "model"
    assert advice.hint.moves[0] in state.legal_moves()


def test_the_model_is_small_and_always_the_same(tmp_path):
    one, other = write(tmp_path / "a").read_bytes(), write(tmp_path / "b").read_bytes()
    assert one == other
    assert len(one) < 500_000
