"""What the YAML of JumpIN’ says: its variants, the pages of its rules with their boards, and the guided first game."""

from __future__ import annotations

import pytest

from logic import jumpin
from logic.core import Dice, never
from logic.jumpin import Params
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.solver import solve
from logic.jumpin.notation import from_text
from logic.jumpin.rules import begin
from logic.variants import resolve_params
from tests.rulepages import Rulebook

RULES = Rulebook("jumpin")
CONFIG, PAGES, page, shown = RULES.config, RULES.pages, RULES.page, RULES.shown


def params_of(name):
    return resolve_params(jumpin, CONFIG.variants[name], computer=False, name=name)


# -- variants


def test_everything_can_be_taken_back_and_the_published_count_comes_first():
    assert {(one.undo, one.clock, one.players, one.confirm) for one in CONFIG.variants.values()} == {
        ("always", 0, (1,), False)
    }
    assert CONFIG.default == "classic"
    assert params_of("classic") == Params()
    assert params_of("moves") == Params(metric="moves")
    full, six, seven = (params_of(name) for name in ("full", "six", "seven"))
    assert (full.board, full.rabbits, full.mushrooms, full.foxes) == (STANDARD, 4, 3, 3)
    assert (six.rows, six.cols, len(six.holes), six.fox_rows, six.fox_cols) == (6, 6, 6, (1, 4), (1, 4))
    assert (seven.rows, seven.cols, len(seven.holes), seven.fox_rows, seven.fox_cols) == (7, 7, 7, (1, 5), (1, 5))
    assert [name for name, one in CONFIG.variants.items() if jumpin.PUZZLES.is_dealt(one.params)] == [
        "full",
        "six",
        "seven",
    ]


@pytest.mark.parametrize("name", CONFIG.variants)
def test_every_variant_deals_puzzles_that_can_be_solved(name):
    params = params_of(name)
    for seed in range(3):
        state = jumpin.new(params, Dice(seed))
        assert (len(state.rabbits), len(state.mushrooms), len(state.foxes)) == (
            params.rabbits,
            params.mushrooms,
            params.foxes,
        )
        assert jumpin.ANALYSIS.solution(state, never) is not None


# -- the pages of the rules


def test_pages_show_what_they_are_about_and_the_lesson_takes_its_par_by_the_moves_that_it_waits_for():
    assert all(page.steps for page in PAGES)
    assert {name for page in PAGES for name in shown(page.title)[1]} == {"hop", "burrow", "slide"}
    jumped = {(str(from_text(page.board)), move) for page in PAGES for move in page.steps}
    assert len(jumped) > len(PAGES)
    state = from_text(page("Rabbits jump").board)
    assert [str(move) for move in state.legal_moves() if str(move).startswith("hop R1")] == ["hop R1 1,3"]
    (*_, last), _ = shown("Rabbits jump")
    assert last.rabbits[0] == (4, 3)
    state = from_text(page("Into the burrows").board)
    assert state.rabbits[0] in STANDARD.holes
    (*_, after), happened = shown("Into the burrows")
    assert happened == ["hop", "hop", "burrow", "hop", "burrow"]
    assert after.outcome().winners == (0,)
    assert (2, 2) in from_text(page("Mushrooms").board).mushrooms
    (*_, state), _ = shown("Steps and moves")
    assert (state.steps, state.moves) == (4, 2)
    assert "four steps and two moves" in page("Steps and moves").text
    for each in CONFIG.rules:
        assert "second" not in each.text.lower()
        assert "timer" not in each.text.lower()
    first = CONFIG.first_game
    assert solve(first["position"]).cost == first["par"]
    assert first["tier"] == 1
    kinds = [move.partition(" ")[0] for move in solve(CONFIG.first_game["position"]).moves]
    assert RULES.awaited() == kinds
    state = begin(CONFIG.first_game["position"])
    assert {str(move).partition(" ")[0] for move in state.legal_moves()} == {"slide"}
    for move in state.legal_moves():
        after = state.apply(move).state
        assert any(str(one).startswith("hop") for one in after.legal_moves()), "a rabbit can jump next"
