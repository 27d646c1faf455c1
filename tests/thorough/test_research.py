"""The games for research: the requirements of PettingZoo and OpenSpiel, and no leak between seats."""

import importlib
import random
import sys
import warnings
from collections import Counter

import numpy as np
import pytest

from logic.core import never
from logic.lgame import ANALYSIS
from logic.registry import GAMES
from quincunx.research.table import ACTIONS, dealt, rules_of
from tests.support.processes import run

SHORT_GAME = 60
"""Actions of a game here: enough to reach all that an environment does."""
POSITIONS = 200


def played(game, plies, seed=1, **said):
    """Return a game in which so many actions were taken at random."""
    table, dice = dealt(rules_of(game, **said), seed), random.Random(seed)  # noqa: S311
    for _ in range(plies):
        if table.is_over:
            break
        table = table.after(dice.randrange(len(table.moves)))
    return table


# -- a table


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_actions_lead_to_the_same_position(game):
    assert played(game, 20) == played(game, 20)
    assert len({str(dealt(rules_of(game), seed).state) for seed in range(8)}) > (game != "lgame")


@pytest.mark.parametrize("game", GAMES)
def test_actions_and_observations_fit_their_spaces(game):
    for plies in (0, 10, 40, 160):
        table = played(game, plies)
        assert len(table.moves) < ACTIONS / 2
        assert all(table.observation(seat) for seat in range(table.rules.players))


def test_a_truncated_game_returns_zeros_and_a_won_game_one_for_the_winner():
    table = played("lgame", SHORT_GAME, longest=5)
    assert (table.played, table.is_over, table.is_broken_off, table.returns()) == (5, True, True, [0.0, 0.0])
    assert not table.moves
    ended = next(table for seed in range(40) if (table := played("lgame", 400, seed)).state.outcome() is not None)
    assert sorted(ended.returns()) == [-1.0, 1.0]
    (winner,) = ended.state.outcome().winners
    assert ended.returns()[winner] == 1.0


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"variant": "huge"}, "variant: lgame has no 'huge'; there are classic"),
        ({"players": 3}, "players: 2 can play 'classic' of lgame"),
        ({"longest": 0}, "longest: at least one"),
    ],
)
def test_unknown_games_variants_players_and_actions_are_refused(said, fault):
    with pytest.raises(ValueError, match=fault):
        rules_of("lgame", **said)
    with pytest.raises(ValueError, match="no 'chess'"):
        rules_of("chess")
    with pytest.raises(ValueError, match="action: -1 is none of the"):
        played("lgame", 1).after(-1)


# -- PettingZoo


@pytest.mark.parametrize("game", GAMES)
def test_environments_pass_the_pettingzoo_api_and_seed_tests(game, capsys):
    from quincunx.research.aec import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # mere recommendations, such as pictures, and its own deprecations
        from pettingzoo.test import api_test, seed_test

        api_test(env(game, longest=SHORT_GAME), num_cycles=2 * SHORT_GAME)
        seed_test(lambda: env(game, longest=SHORT_GAME), num_cycles=SHORT_GAME)
    assert "Passed API test" in capsys.readouterr().out


def test_only_the_agent_to_move_has_legal_actions_and_move_texts():
    from quincunx.research.aec import env

    table = env("labyrinth", players=2)
    table.reset(seed=3)
    mover, other = table.agent_selection, next(a for a in table.agents if a != table.agent_selection)
    assert table.observe(mover)["action_mask"].sum() == len(table.infos[mover]["moves"]) > 1
    assert (table.observe(other)["action_mask"].sum(), table.infos[other]) == (0, {})
    text = bytes(table.observe(mover)["observation"]).rstrip(b"\0").decode()
    assert text == table.render()
    table.step(0)
    assert np.any(table.observe(mover)["observation"] != np.frombuffer(text.encode().ljust(2048, b"\0"), np.uint8))


# -- OpenSpiel


def load_openspiel():
    """Load OpenSpiel with our games in it; not every machine has a wheel of it."""
    pyspiel = pytest.importorskip("pyspiel")
    importlib.import_module("quincunx.research.spiel")
    return pyspiel


@pytest.mark.parametrize("game", GAMES)
def test_games_pass_the_openspiel_simulation_test(game):
    pyspiel = load_openspiel()

    loaded = pyspiel.load_game(f"quincunx_{game}", {"longest": SHORT_GAME, "seed": 5})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    state = loaded.new_initial_state()
    mine = dealt(rules_of(game, longest=SHORT_GAME), 5)
    assert [state.action_to_string(a) for a in state.legal_actions()] == [str(move) for move in mine.moves]
    assert state.observation_string(0) == mine.view(0)


def test_openspiel_searches_agree_with_the_l_game_tablebase():
    pyspiel = load_openspiel()
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("quincunx_lgame", {"longest": SHORT_GAME})
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 8, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    dice, found = random.Random(2), Counter()  # noqa: S311
    while found.total() < POSITIONS:
        game = pyspiel.load_game("quincunx_lgame", {"seed": found.total()})
        state = game.new_initial_state()
        while not state.is_terminal() and state.move_number() < SHORT_GAME and found.total() < POSITIONS:
            worth = ANALYSIS.evaluation(state.table.state, never)
            left = 2 if state.move_number() % 2 == 0 else 1
            value, _ = alpha_beta_search(game, state, lambda _: 0.0, left, state.current_player())
            assert (value == 1.0) == ((worth.value, worth.turns) == (1, 1)), state
            found[value] += 1
            state.apply_action(dice.choice(state.legal_actions()))
    assert found[1.0] > POSITIONS / 20
    assert found[0.0] > POSITIONS / 2


# -- the game


def test_the_program_does_not_import_the_research_packages():
    asked = "import sys, main, scenes.app.window; print(*sorted(sys.modules))"
    loaded = set(run(sys.executable, "-c", asked, check=True).stdout.split())
    assert {"main", "logic.registry"} <= loaded
    assert "PIL" not in loaded  # needed only where pictures and paper are made
    assert not {"quincunx", "research", "pettingzoo", "pyspiel", "gymnasium"} & loaded
