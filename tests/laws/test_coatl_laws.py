"""Laws of Cóatl: those of every game with more players, random whole games, and no leak of hidden things."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import coatl
from logic.coatl.components import HIDDEN
from logic.coatl.moves import level
from logic.coatl.notation import check
from logic.coatl.rules import all_pieces
from logic.core import Dice
from logic.game import redact
from logic.variants import Variant
from tests.laws.test_laws import every_law
from tests.support.positions import cases as lawcases
from tests.support.positions.coatl import KINDS, SEEDS, every_kind, positions, random_game, random_move, sitting

ALL_OPTIONS = {"tokens": True, "promo": True, "bodies": [14, 14, 18, 24], "feathers": [4, 4, 5, 6]}
FOUR = Variant(title="", blurb="", players=(4,), params={"players": 4, **ALL_OPTIONS})
THREE = Variant(title="", blurb="", players=(3,), params={"players": 3, "bodies": [4, 4, 4, 4]})
CASES = (lawcases.Case("coatl", "four", FOUR), lawcases.Case("coatl", "three", THREE))
"""More players than in ``test_laws.py``, where each variant is played by as few as possible."""


@pytest.mark.parametrize("case", CASES, ids=str)
@every_law()
def test_the_general_laws_hold_with_more_players(law, case):
    law(case=case)


# -- whole games


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.thorough)], ids=len)
@every_kind
def test_random_games_keep_the_invariants_in_full_and_redacted_positions(params, seeds):
    for seed in seeds:
        states, moves = random_game(params, seed)
        for place, state in enumerate(states):
            if place % 4 == 0 or len(states) - place < 3:
                for seen in (state, *(redact(coatl, state, viewer) for viewer in range(params.players))):
                    check(seen)
        assert states[-1].outcome() is not None
        assert len(moves) < lawcases.LONG["coatl"]


@every_kind
def test_cóatls_only_grow_and_scores_never_fall(params):
    states, _ = random_game(params, 0)
    for before, after in pairwise(states):
        for one, other in zip(before.seats, after.seats, strict=True):
            assert len(one.coatls) <= len(other.coatls)
            for was, now in zip(one.coatls, other.coatls, strict=False):
                assert "".join(was.pieces) in "".join(now.pieces)
                assert was == now or not was.locked
                assert now.prophecies[: len(was.prophecies)] == was.prophecies
                for card in was.prophecies:
                    assert level(card, now) >= level(card, was) > 0
                assert now.temple == was.temple or not was.temple
    for before, after in pairwise(states):
        for seat in range(params.players):
            assert before.score(seat) <= after.score(seat)


# -- undo


@given(seed=SEEDS, params=st.sampled_from(list(KINDS.values())))
def test_undo_never_crosses_a_turn_or_a_revealing_move(seed, params):
    dice = Dice(seed)
    session = sitting(coatl.new(params, Dice(seed)))
    for _ in range(60):
        if session.outcome() is not None:
            break
        session.play(random_move(session.state, dice))
        end, events, states = session.ply, session.events, session.states
        while session.can_undo():
            session.undo()
        taken_back = range(session.ply, end)
        assert not any(event.reveals for place in taken_back for event in events[place])
        assert len({(states[place].turn, states[place].player) for place in taken_back}) <= 1
        while session.can_redo():
            session.redo()


# -- what is hidden

known_positions = positions()


@given(state=known_positions, seed=SEEDS)
def test_samples_keep_the_invariants_and_hide_nothing(state, seed):
    for viewer in range(state.params.players):
        other = coatl.sample(redact(coatl, state, viewer), viewer, Dice(seed))
        assert HIDDEN not in str(other)
        check(other)


@given(state=known_positions)
def test_hidden_cards_do_not_appear_in_redacted_positions_or_moves(state):
    for viewer in range(state.params.players):
        shown = redact(coatl, state, viewer)
        hidden = {*state.deck, *state.temple_deck}
        for number, seat in enumerate(state.seats):
            if number != viewer:
                hidden |= {*seat.prophecies, *seat.temples, *seat.aside}
        words = set(str(shown).replace("\n", " ").split(" "))
        assert not (hidden & words)
        assert shown.seed == 0
        for bag, known, pieces in zip(state.bags, shown.bags, all_pieces(state.params), strict=True):
            assert list(known) == sorted(bag, key=pieces.index)
    for viewer in range(state.params.players):
        assert not any(HIDDEN in str(move) for move in redact(coatl, state, viewer).legal_moves())


@given(state=known_positions, seed=SEEDS)
def test_a_redacted_position_can_be_played_to_the_end_of_the_turn(state, seed):
    shown, dice = redact(coatl, state, state.player), Dice(seed)
    player, turn = shown.player, shown.turn
    for _ in range(12):
        if shown.over or (shown.player, shown.turn) != (player, turn):
            break
        shown = shown.apply(dice.choice(shown.legal_moves())).state
    assert shown.over or shown.legal_moves()
