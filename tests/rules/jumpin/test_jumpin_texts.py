"""Texts of JumpIN’: variants, rules pages, the guided first game, and the synopsis."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic import jumpin
from logic.core import Dice, never
from logic.jumpin import Params
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.solver import solve
from logic.jumpin.notation import from_text
from logic.jumpin.rules import Hop, Slide, begin
from logic.variants import resolve_params
from tests.support.positions.briefed import positions, told
from tests.support.stories.rulepages import Rulebook

RULES = Rulebook("jumpin")
CONFIG, PAGES, page, shown = RULES.config, RULES.pages, RULES.page, RULES.shown


def params_of(name):
    return resolve_params(jumpin, CONFIG.variants[name], computer=False, name=name)


# -- variants


def test_every_variant_allows_undo_and_classic_counts_steps():
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


def test_rules_pages_show_their_topics_and_the_lesson_matches_its_par_and_moves():
    assert all(page.steps for page in PAGES)
    assert {name for page in PAGES for name in shown(page.title)[1]} == {"hop", "burrow", "slide"}
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


# == the synopsis


MEADOW = "RM.../.f.../Rf.M./...../....R"


def test_the_synopsis_lists_pieces_moves_and_counts():
    said = told(jumpin, begin(MEADOW))
    for words in (
        "It is your turn. Rabbits in a burrow: 2 of 3.",
        "Still out: R2 (2, 0).",
        "Free burrows: (0, 4), (2, 2), (4, 0).",
        "Jumps into a burrow: R2 (2, 2).",
        "Legal moves: jumps 2, slides 2.",
        "Foxes: F1 on (1, 1) and (2, 1) with 2 slides.",
        "Mushrooms: (0, 1), (2, 3).",
        "Rabbits in burrows: R1 (0, 0), R3 (4, 4).",
        "Steps are counted: a slide is as many as the cells it goes.",
    ):
        assert words in said
    state = begin(MEADOW, metric="moves")
    after = state.apply(state.legal_moves()[0]).state
    assert "Used so far: steps 1, moves 1. Moves are counted" in told(jumpin, after)
    assert told(jumpin, begin("R..../...../...../...../....R")).startswith("The game is over: Every rabbit is home.")
    assert "(1, 2) and 4 more." in told(jumpin, begin("MMMMM/MMMMM/MM..R/...../....."))
    rules = " ".join(map(str, jumpin.NARRATION.constraints(begin(MEADOW))))
    assert "hop R1 0,2" in rules
    assert "slide F1 1,0" in rules
    data = jumpin.NARRATION.plain(begin(MEADOW))
    assert data["rows"] == MEADOW.split("/")
    assert (data["rabbits"]["R2"], data["foxes"]) == ([2, 0], {"F1": [[1, 1], [2, 1]]})


@given(positions(games=("jumpin",), most=40))
def test_counts_in_the_synopsis_match_the_position(laid):
    _, state = laid
    moves = state.legal_moves()
    home = [cell for cell in state.rabbits if cell in state.board.holes]
    said = told(jumpin, state)
    assert f"Rabbits in a burrow: {len(home)} of {len(state.rabbits)}." in said
    jumps, slides = (sum(isinstance(move, kind) for move in moves) for kind in (Hop, Slide))
    assert f"Legal moves: jumps {jumps}, slides {slides}." in said
    goes_home = any(isinstance(move, Hop) and move.target in state.board.holes for move in moves)
    assert ("Jumps into a burrow" in said) == goes_home
