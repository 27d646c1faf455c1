"""The tablebase of the L-Game: the known figures, agreement with State, and consistency of all values."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice
from logic.lgame import Params, State, new
from logic.lgame.engine.tablebase import (
    DRAWN,
    Worth,
    all_positions,
    bit,
    classes,
    compact,
    lays,
    replies,
    retrograde,
    shifts,
    solve,
    tablebase,
    turns,
)
from logic.lgame.notation import from_text
from logic.lgame.rules import BOARD, PLACEMENTS

SHIFTS = [True, False]


def cell_pair(mask):
    first, second = (cell for cell in BOARD if bit(cell) & mask)
    return first, second


def as_state(position, player=0, can_shift=True):
    own, other, neutrals = position
    ls = (PLACEMENTS[own], PLACEMENTS[other])
    return State(
        player=player,
        ls=ls if player == 0 else ls[::-1],
        neutrals=cell_pair(neutrals),
        can_shift=can_shift,
    )


POSITIONS = list(all_positions())
solved_once = cache(solve)


# -- the known figures


def test_the_solution_matches_the_known_counts_by_distance():
    assert len(POSITIONS) == len(set(POSITIONS)) == 18_368
    pairs = [(a, b) for a in PLACEMENTS for b in PLACEMENTS if not set(a.cells) & set(b.cells)]
    assert len(pairs) * (8 * 7 // 2) == 18_368
    assert set(classes()) == set(POSITIONS)
    assert set(classes().values()) == set(range(2_296))
    assert set(Counter(classes().values()).values()) == {8}
    assert [bit(Cell(0, 0)), bit(Cell(0, 3)), bit(Cell(3, 3))] == [1, 8, 1 << 15]
    distances = solved_once(can_shift=True)
    assert distances.count(0) == 15
    assert sum(distance > 0 and distance % 2 == 0 for distance in distances) == 14
    assert Counter(solved_once(can_shift=True)) == {
        DRAWN: 1261, 0: 15, 1: 768, 2: 3, 3: 27, 4: 3, 5: 81, 6: 5, 7: 11, 8: 3, 9: 119,
    }  # fmt: skip
    for neutrals in (0, 1):
        start = new(Params(neutrals=neutrals), Dice(1))
        assert tablebase(start.can_shift).value(start) == (0, None)
    # Why the variant without Shifts needs repetition: only 272 positions can be reached, and none is decided.
    found = [compact(new(Params(neutrals=0), Dice(1)))]
    seen = set(found)
    for position in found:
        fresh = set(replies(position, can_shift=False)) - seen
        seen |= fresh
        found += sorted(fresh)
    assert len(seen) == 272
    assert {tablebase(can_shift=False).distance(position) for position in seen} == {DRAWN}


# -- agreement with State


@given(st.integers(0, 10_000), st.sampled_from(SHIFTS))
def test_compact_lays_and_replies_agree_with_state(seed, can_shift):
    dice = Dice(seed)
    state = new(Params(first=None, neutrals=int(can_shift)), dice)
    for _ in range(8):
        if not state.legal_moves():
            break
        position = compact(state)
        assert [move.placement for move in state.legal_moves()] == [PLACEMENTS[n] for n in lays(position)]
        played = turns(state)
        assert Counter(compact(turn.after) for turn in played) == Counter(replies(position, can_shift))
        state = dice.choice(played).after


def test_lays_and_shifts_of_sampled_positions_match_state():
    for position in POSITIONS[::97]:
        expected = [move.placement for move in as_state(position).legal_moves()]
        assert [PLACEMENTS[number] for number in lays(position)] == expected
    for position in POSITIONS[::197]:
        after = replies(position, can_shift=True)
        assert len(after) == len(set(after)) == 13 * len(lays(position))
    laid = compact(from_text(". n A .\n. B A .\n. B A A\n. B B n"))
    masks = shifts(laid)
    assert len(masks) == len(set(masks)) == 13
    assert all(mask.bit_count() == 2 for mask in masks)
    assert masks[0] == laid[2]
    picture = ["n . A .", ". B A .", ". B A A", ". B B n"]
    flipped = [row[::-1] for row in picture]
    turned = ["".join(column) for column in zip(*(row[::2] for row in reversed(picture)), strict=True)]
    found = {classes()[compact(from_text("\n".join(rows)))] for rows in (picture, flipped, turned)}
    assert len(found) == 1


# -- the values


@pytest.mark.parametrize("can_shift", SHIFTS)
def test_tablebase_values_satisfy_the_minimax_equations(can_shift):
    solved, dice = tablebase(can_shift), Dice(5)
    for _ in range(120):
        state = as_state(dice.choice(POSITIONS), dice.below(2), can_shift)
        after = [solved.value(turn.after) for turn in turns(state)]
        assert solved.value(state) == minimax(after)


def minimax(after):
    if not after:
        return Worth(-1, 0)
    if lost := [worth.turns for worth in after if worth.value < 0]:
        return Worth(1, min(lost) + 1)
    if all(worth.value > 0 for worth in after):
        return Worth(-1, max(worth.turns for worth in after) + 1)
    return Worth(0, None)


def test_the_tablebase_matches_repeated_passes_and_values_mid_turn_positions():
    """Every position of the game without shifts, solved a second time by repeated passes."""
    known = {position: 0 for position in POSITIONS if not lays(position)}
    after = {position: replies(position, can_shift=False) for position in POSITIONS}
    for distance in range(1, 30):
        for position in POSITIONS:
            if position in known:
                continue
            found = [known.get(reply, DRAWN) for reply in after[position]]
            wins = distance - 1 in found and distance % 2 == 1
            loses = distance % 2 == 0 and all(f % 2 == 1 and 0 < f < distance for f in found)
            if wins or loses:
                known[position] = distance
    solved = tablebase(can_shift=False)
    assert all(solved.distance(position) == known.get(position, DRAWN) for position in POSITIONS)
    won = from_text("B . A .\nB . A .\nB B A A\n. n . n")
    solved = tablebase(can_shift=True)
    assert solved.value(won) == (1, 1)
    values = {str(move): solved.value(won.after(move)) for move in won.legal_moves()}
    assert values["lay b1 b2 c2 d2"] == (1, 1)
    assert any(worth.value < 1 for worth in values.values())
    assert retrograde([[1], [], [2], [0, 2], [0]]) == [1, 0, DRAWN, DRAWN, 2]


# -- where repetition is a draw


def brute_force_value(state, depth):
    """Return value and turns by plain search over State; None where the depth does not decide."""
    outcome = state.outcome()
    if outcome is not None:
        return (0, None) if not outcome.winners else (-1, 0)
    if depth == 0:
        return None
    after = [brute_force_value(turn.after, depth - 1) for turn in turns(state)]
    if lost := [found[1] for found in after if found and found[0] < 0]:
        return 1, min(lost) + 1
    if all(found and found[0] > 0 for found in after):
        return -1, max(found[1] for found in after) + 1
    return None


def lost_in_two(can_shift):
    solved = tablebase(can_shift)
    return [position for position in POSITIONS if solved.distance(position) == 2]


@pytest.mark.parametrize("can_shift", SHIFTS)
def test_a_lost_position_is_drawn_if_a_reply_repeats_a_position(can_shift):
    solved = tablebase(can_shift)
    state = State(
        **{name: getattr(as_state(lost_in_two(can_shift)[0], 0, can_shift), name) for name in ("ls", "neutrals")},
        can_shift=can_shift,
        repetition=2,
    ).with_history()
    assert solved.value(state) == (-1, 2) == brute_force_value(state, 2)
    way_out = turns(state)[0].after
    seen = State(ls=state.ls, neutrals=state.neutrals, can_shift=can_shift, repetition=2,
                 history=(way_out.standing(), state.standing()))  # fmt: skip
    assert solved.value(seen) == (0, None)
    assert brute_force_value(seen, 2) is None


@pytest.mark.parametrize("can_shift", SHIFTS)
def test_a_win_avoids_replies_that_repeat_a_position(can_shift):
    solved = tablebase(can_shift)
    won = next(as_state(position, 0, can_shift) for position in POSITIONS if solved.distance(position) == 3)
    closed = tuple(turn.after for worth, turn in solved.judged(won) if worth == (1, 3))
    history = tuple(after.standing() for after in closed)
    seen = State(ls=won.ls, neutrals=won.neutrals, can_shift=can_shift, repetition=2, history=history).with_history()
    assert solved.value(won) == (1, 3)
    assert solved.value(seen).value >= 0
    assert solved.value(seen) != (1, 3)
    assert all(worth == (0, None) for worth, turn in solved.judged(seen) if turn.after.outcome())


@cache
def near_the_end(can_shift):
    return [position for position in POSITIONS if tablebase(can_shift).distance(position) in (1, 2)]


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.sampled_from(SHIFTS))
def test_values_near_the_end_with_a_random_history_match_brute_force(seed, can_shift):
    solved, dice = tablebase(can_shift), Dice(seed)
    state = as_state(dice.choice(near_the_end(can_shift)), 0, can_shift)
    past = [turn.after for turn in turns(state)] + [state]
    history = tuple(dice.choice(past).standing() for _ in range(2))
    state = State(ls=state.ls, neutrals=state.neutrals, can_shift=can_shift, repetition=3,
                  history=(*history, state.standing()))  # fmt: skip
    if state.outcome() is not None:
        assert solved.value(state) == (0, None)
        return
    found = solved.value(state)
    assert brute_force_value(state, 2) == (found if found.turns is not None and found.turns <= 2 else None)
