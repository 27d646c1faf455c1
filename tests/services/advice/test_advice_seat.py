"""A seat played by a language model: known to saves and tools, briefed on its own view, never without a move."""

import pytest

from logic import dragon, jumpin, labyrinth, lgame, players, registry
from logic.core import Dice, Hint, Message, never
from logic.engine import arena
from logic.game import Analysis, redact
from logic.llm import adviser
from logic.llm.settings import AdviserConfig
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import resolve_params, seated
from tests.games import cardgame, nullgame
from tests.support.advicefakes import Scripted, first_choice
from tests.support.positions.cases import config_of

CONFIG = AdviserConfig(base_url="http://localhost:1/v1", model="fake")


@pytest.fixture
def model(monkeypatch):
    """A scripted model in the place of that behind an address."""
    scripted = Scripted(first_choice)
    monkeypatch.setattr(adviser, "reach", lambda config, _key: scripted if config else None)
    return scripted


def session_of(name, levels):
    game = registry.GAMES[name]
    config = config_of(name)
    variant = config.variants[config.default]
    params = resolve_params(game, variant, computer=True, name=name, chosen=seated(game, len(levels)))
    seats = tuple(Seat(level=level) for level in levels)
    return Session(game, Setup(name, config.default, setup_params(game, params), 3, seats))


@pytest.mark.parametrize("name", registry.GAMES)
def test_every_game_has_the_language_model_level(name):
    level = players.level(registry.GAMES[name], "model")
    assert str(level.title) == "Language model"
    assert "model" not in players.own_levels(registry.GAMES[name])


@pytest.mark.parametrize("game", [lgame, labyrinth, jumpin, dragon])
def test_the_model_level_alone_plays_the_strongest_level_without_requests(game, model):
    state = game.new(game.Params(), Dice(2))
    move = players.choose(game, "model", state, Dice(5), never)
    assert move == players.strongest(game).choose(redact(game, state, state.player), Dice(5), never)
    assert move in state.legal_moves()
    assert model.told == []


def test_the_strongest_player_is_the_last_level_or_hint_or_random(monkeypatch):
    assert players.strongest(lgame) is list(players.own_levels(lgame).values())[-1]

    class Coach(Analysis):
        def hint(self, view, dice, stop):
            return Hint((nullgame.Take(2),), Message(""))

    monkeypatch.setattr(nullgame, "ANALYSIS", Coach(), raising=False)
    state = nullgame.new(nullgame.Params(), Dice(1))
    assert players.strongest(nullgame).choose(state, Dice(1), never) == nullgame.Take(2)
    assert players.strongest(cardgame) is players.RANDOM


def test_arena_plays_the_model_level_and_unconfigured_advice_is_builtin(model):
    params = lgame.Params()
    record = arena.play_game("lgame", "classic", params, ("model", "gentle"), 4, bound=12)
    assert record.levels == ("model", "gentle")
    assert len(record.moves) >= 2
    state = lgame.new(lgame.Params(), Dice(1))
    advice = adviser.turn(lgame, state, None, "en", Dice(1), never)
    assert (advice.source, advice.trouble, model.told) == ("builtin", None, [])


@pytest.mark.parametrize("name", registry.GAMES)
def test_the_models_answer_is_played_move_by_move(name, model):
    """The first legal answer again and again: each of the moves passes ``Session.play``."""
    seats = ["model"] if name in ("jumpin", "dragon") else ["model", "model"]
    session = session_of(name, seats)
    for number in range(12):
        if session.outcome() is not None:
            break
        mover = session.state.player
        advice = adviser.turn(session.game, session.state, CONFIG, "en", Dice(number), never)
        assert advice.hint.moves
        for move in advice.hint.moves:
            assert session.state.player == mover
            session.play(move)
    assert model.told
