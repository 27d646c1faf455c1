"""Laws of Stone Dragon: those of every game, and no leak of unseen squares."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from logic import dragon
from logic.core import Cell, Dice
from logic.dragon.board import STORE_OF, Board, Field, dump_board
from logic.dragon.rules import MAKING, OPEN_FOR, begin
from logic.game import Analysis, Narration, analysis_of, has_secrets, narration_of, offers, redact
from logic.variants import Variant
from tests.laws import test_laws
from tests.laws.test_laws import every_law
from tests.support.positions import cases as lawcases
from tests.support.positions.cases import reveals
from tests.support.positions.dragon import (
    file_text,
    largest_board,
    random_board,
    with_other_ground,
    with_other_targets,
)

SEEDS = st.integers(0, 2**31)
TURNS = 40


# -- the laws of every game

BOARD_WITH_EVERY_FIELD = file_text("Z;J;D1;Z M;Z;C2;T1,4 A1;Z;L;Z", "Z2;S;B1;N", required=2, entrance="2;2")
"""One of everything; the variants themselves are among the cases of ``test_laws.py``."""
FULL = Variant(
    title="",
    blurb="",
    players=(1,),
    undo="never",
    params={"board": BOARD_WITH_EVERY_FIELD, "stores_supply_standing": False},
)
CASE = lawcases.Case("dragon", "full", FULL)


@every_law(
    test_laws.test_states_moves_and_params_are_immutable,
    test_laws.test_unknown_move_texts_are_refused_without_effect,
    test_laws.test_descriptions_evaluations_and_hints_have_the_right_types,
    test_laws.test_a_save_and_a_journal_restore_the_same_game,
    test_laws.test_a_tampered_save_is_refused_or_loads_consistently,
    test_laws.test_a_tampered_journal_is_refused_or_replays_consistently,
)
def test_the_general_laws_hold_on_a_full_board(law):
    law(case=CASE)


def test_the_game_offers_the_expected_roles():
    assert has_secrets(dragon)
    assert all(offers(analysis_of(dragon), one) for one in (Analysis.hint, Analysis.review, Analysis.can_wait))
    told = (Narration.describe, Narration.from_text, Narration.warning, Narration.notice)
    assert all(offers(narration_of(dragon), one) for one in told)
    assert not offers(analysis_of(dragon), Analysis.evaluation), "no lamp: what it says would give the map away"


# -- random games on random boards


def game(seed, turns=TURNS, *, open_map=False):
    """Return the positions of a random game, and the events that led to each."""
    dice = Dice(seed)
    board = random_board(dice)
    state = begin(board, open_map=open_map, standing=bool(dice.below(2)))
    played = [(state, ())]
    while len(played) <= turns and (moves := state.legal_moves()):
        state, happened = state.apply(dice.choice(moves))
        played.append((state, happened))
    return played


@given(SEEDS)
def test_redaction_keeps_moves_outcome_and_texts(seed):
    for state, _ in game(seed):
        view = redact(dragon, state, 0)
        assert view.legal_moves() == state.legal_moves()
        assert view.outcome() == state.outcome()
        assert view.clock_runs == state.clock_runs
        assert told(state) == told(view)


def told(state):
    """Return everything that a player can be told of a position."""
    view = redact(dragon, state, 0)
    moves = view.legal_moves()
    return (
        view,
        str(view),
        moves,
        view.outcome(),
        dragon.NARRATION.notice(view),
        dragon.NARRATION.waiting_warning(view),
        [(dragon.NARRATION.describe(view, move), dragon.NARRATION.warning(view, move)) for move in moves],
    )


@given(SEEDS)
def test_a_turn_that_uncovers_nothing_does_not_depend_on_unseen_squares(seed):
    for state, _ in game(seed, turns=15):
        other = with_other_ground(state, Dice(seed))
        for move in state.legal_moves():
            one, two = state.apply(move), other.apply(move)
            if one.state.seen == two.state.seen == state.seen:
                assert one.events == two.events
                assert told(one.state) == told(two.state)


@given(SEEDS, st.booleans())
def test_a_move_that_depends_on_a_teleport_target_cannot_be_undone(seed, open_map):
    """Stricter than the law of every game: the move must count as revealing on both boards."""
    for state, _ in game(seed, turns=15, open_map=open_map):
        other = with_other_targets(state, Dice(seed))
        for move in state.legal_moves():
            one, two = state.apply(move), other.apply(move)
            if one.events != two.events or redact(dragon, one.state, 0) != redact(dragon, two.state, 0):
                assert reveals(one)
                assert reveals(two)


@given(SEEDS)
def test_every_position_of_a_random_game_keeps_the_invariants(seed):
    for state, _ in game(seed):
        cells = [knight.cell for knight in state.knights if knight.cell is not None]
        assert len(set(cells)) == len(cells)
        assert all((knight.cell is not None) == (knight.fate == "board") for knight in state.knights)
        assert all(0 <= knight.supply <= knight.most for knight in state.knights)
        assert all(1 <= clock.left <= (MAKING if clock.what == "store" else OPEN_FOR) for clock in state.clocks)
        assert all(0 <= stock < state.board.field(cell).size for cell, stock in state.stocks)
        stores = [clock.cell for clock in state.clocks if clock.what == "store"]
        assert stores == [cell for cell, _ in state.stocks], "a store makes exactly while it is below capacity"
        assert {clock.cell for clock in state.clocks} <= state.seen, "that a clock runs gives nothing away"
    for state, _ in game(seed):
        opened = state.opened()
        for knight in state.knights:
            if knight.cell is not None:
                kind = state.board.field(knight.cell).kind
                assert kind not in ("eternal", "lair")
                assert kind not in ("edible", "hole", "mine") or knight.cell in opened
    before = frozenset()
    for state, _ in game(seed):
        assert before <= state.seen
        before = state.seen
        for knight in state.knights:
            if knight.cell is not None:
                assert {knight.cell, *state.board.neighbours(knight.cell)} <= state.seen


@given(SEEDS)
def test_fates_never_go_back_and_supplies_come_only_from_stores(seed):
    rank = {"waiting": 0, "board": 1, "hidden": 2, "dead": 2}
    played = [state for state, _ in game(seed)]
    for before, after in pairwise(played):
        for one, other in zip(before.knights, after.knights, strict=True):
            assert rank[one.fate] <= rank[other.fate]
            assert rank[one.fate] < 2 or one == other
    for state, _ in game(seed):
        waits = [knight.fate == "waiting" for knight in state.knights]
        assert waits == sorted(waits)
    played = game(seed)
    for (before, _), (after, happened) in pairwise(played):
        supplied = {name for event in happened if event.name == "supply" for name in event.paths}
        for one, other in zip(before.knights, after.knights, strict=True):
            assert other.supply <= one.supply or (other.name in supplied and other.kind in STORE_OF)


@given(SEEDS)
def test_each_turn_takes_one_time_unit_and_uncovering_reveals(seed):
    played = game(seed)
    for (before, _), (after, happened) in pairwise(played):
        bounced = [event.name for event in happened] == ["bounce"]
        assert after.time == before.time + (not bounced)
    for (before, _), (after, happened) in pairwise(played):
        uncovered = any(event.reveals for event in happened if event.name in ("reveal", "bounce"))
        assert uncovered == (after.seen != before.seen)


@given(SEEDS)
def test_an_open_map_shows_everything_but_teleport_targets(seed):
    board: Board = random_board(Dice(seed))
    view = redact(dragon, begin(board, open_map=True), 0)
    assert view.seen == frozenset(board.cells())
    for cell in board.cells():
        assert view.board.field(cell) == replace(board.field(cell), target=None)


@settings(max_examples=5)
@given(SEEDS)
def test_the_largest_boards_are_played(seed):
    text = dump_board(largest_board())
    state = dragon.new(dragon.Params(board=text), Dice(seed))
    assert state.outcome().winners == (0,), "all enter the lair at the entrance"
    assert redact(dragon, state, 0).board.field(Cell(0, 0)) == Field("unseen")
