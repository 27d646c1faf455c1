"""Whole games with a random language model behind a real server: every answer is legal or handled."""

import json
from collections import Counter
from concurrent.futures import CancelledError
from time import monotonic

import pytest

from logic import labyrinth, registry
from logic.core import never
from logic.engine.worker import Thinker
from logic.llm.answer import schema
from logic.llm.endpoint import HttpModel
from logic.llm.settings import AdviserConfig
from logic.puzzles import puzzles_of
from logic.session import Session
from tests.support.positions.modelgames import deal, play
from tests.support.processes import PATIENCE
from tests.support.tinymodel import serving, write

BOUND = 1000
"""Turns after which a game is given up, far more than any of these takes: the test fails then."""
MAZE = {"players": 2, "cards": (1, 1), "end": "last_treasure"}
PUZZLES = {"dragon": (1, 15), "jumpin": (0, 5, 8, 15)}
"""Puzzles of the first chapter that random play ends, well or badly, within some dozens of moves."""
DUELS = {
    "lgame": ("perfect", "", {}, range(1, 5)),
    "labyrinth": ("master", "junior_5x5", {"players": 2, "cards": (4, 4)}, (1, 2)),
    "coatl": ("novice", "fewer", {}, (1,)),
}
"""A computer player, variant, its params, and seeds of the games against that player, who soon ends them."""


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("model")) as url:
        yield AdviserConfig(base_url=url, model="tiny", timeout=PATIENCE, most_characters=40, most_tokens=400)


def check_whole(record):
    """Check that a game has ended by legal moves, its models asked at every choice; and that its save agrees."""
    session = record.session
    assert session.outcome() is not None
    for state, move in zip(session.states, session.moves, strict=False):
        assert move in state.legal_moves()
    assert record.answers[False] == 0, "the server holds its answers to the schema"
    assert record.answers[True] >= record.unforced == record.sources["model"] + len(record.troubles)
    assert all("built-in adviser" in str(trouble) for trouble in record.troubles)
    again = Session.load(session.save(), registry.GAMES)
    assert (again.outcome(), again.state) == (session.outcome(), session.state)


def test_the_tables_cover_every_game():
    assert {*DUELS, *PUZZLES} == set(registry.GAMES)


@pytest.mark.parametrize("name", DUELS)
def test_a_model_plays_a_whole_game_against_a_computer_player(config, name):
    level, variant, chosen, seeds = DUELS[name]
    asked = 0
    for seed in seeds:
        record = play(name, config, variant, chosen, turns=BOUND, seed=seed, against=level)
        check_whole(record)
        assert {record.session.mover(place) for place in range(record.session.ply)} == {0, 1}
        assert record.sources["model"] >= 0.8 * record.unforced
        asked += record.sources["model"]
    assert asked >= 5


@pytest.mark.parametrize("name", PUZZLES)
def test_a_model_plays_puzzles_to_the_end(config, name):
    puzzles = puzzles_of(registry.GAMES[name]).chapters()[0].puzzles
    for number in PUZZLES[name]:
        record = play(name, config, chosen=puzzles[number].params, turns=BOUND)
        check_whole(record)
        assert record.sources["model"] == record.unforced > 0


def test_two_models_play_a_whole_game_of_labyrinth(config):
    record = play("labyrinth", config, "junior_5x5", MAZE, turns=BOUND, seed=2)
    check_whole(record)
    assert record.sources["model"] >= 0.8 * record.turns
    assert {record.session.mover(place) for place in range(record.session.ply)} == {0, 1}


def test_server_answers_match_the_schema(config):
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


def test_a_request_can_be_cancelled_and_the_server_answers_the_next(config):
    stop_at = monotonic() + 0.05
    long = ({"role": "system", "content": "word " * 4000}, {"role": "user", "content": "Go."})
    with pytest.raises(CancelledError):
        HttpModel(config).ask(long, {"type": "string"}, lambda: monotonic() >= stop_at)
    assert play("jumpin", config, turns=1).sources["model"] == 1
    state = deal("lgame").state
    with Thinker() as thinker:
        advice = thinker.ask("advise", "lgame", state, config, "de", 1).result(PATIENCE)
    assert advice.source == "model"
    assert advice.hint.moves[0] in state.legal_moves()


def test_the_model_file_is_small_and_reproducible(tmp_path):
    one, other = write(tmp_path / "a").read_bytes(), write(tmp_path / "b").read_bytes()
    assert one == other
    assert len(one) < 500_000
