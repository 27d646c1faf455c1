"""Levels and analysis of the L-Game: Perfect never errs, the others err as described, every text is exact."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import lgame
from logic.core import Dice, find_move, never
from logic.game import Analysis, Narration, analysis_of, narration_of, offers
from logic.lgame import LEVELS, Params, State, new
from logic.lgame.engine.tablebase import tablebase, turns
from logic.lgame.levels import CLUB_HORIZON, CLUB_REACH, CLUB_SLACK, GENTLE_REACH, LOSS_AT_ONCE, best_turns
from logic.lgame.notation import from_text
from logic.lgame.rules import NEUTRAL_IDS, Stay
from logic.players import own_levels
from tests.rules.lgame.test_lgame_solver import POSITIONS, as_state
from tests.support.positions.cases import by_choice, by_texts
from tests.support.positions.lgame import WON_IN_ONE

SEED = 20
LONGEST_GAME = 60
"""Turns after which a game that nobody wins counts as a draw."""


def choose(level, state, dice):
    move = LEVELS[level].choose(state, dice, never)
    assert move in state.legal_moves()
    return move


def whole_turn(level, state, dice):
    """Let a level finish the turn, asked once for each part."""
    player = state.player
    while state.player == player and state.outcome() is None:
        state = state.after(choose(level, state, dice))
    return state


def random_turn(state, dice):
    player = state.player
    while state.player == player and state.outcome() is None:
        state = state.after(dice.choice(state.legal_moves()))
    return state


def random_position(dice, can_shift=True):
    return as_state(dice.choice(POSITIONS), dice.below(2), can_shift)


# -- Perfect


def winner_against_random(state, seat, dice):
    """Play Perfect against random moves and return the winner; every turn of Perfect keeps the position's value."""
    solved = tablebase(state.can_shift)
    for _ in range(LONGEST_GAME):
        if (outcome := state.outcome()) is not None:
            return outcome.winners[0]
        if state.player != seat:
            state = random_turn(state, dice)
            continue
        had = solved.value(state)
        state = whole_turn("perfect", state, dice)
        assert solved.value(state).before == had
    return None


@pytest.mark.parametrize(
    ("can_shift", "games"),
    [(True, 120), (False, 80), pytest.param(True, 1000, marks=pytest.mark.thorough)],
)
def test_perfect_keeps_the_value_of_each_position_against_random_play(can_shift, games):
    """No loss, no missed win: each won position is won by exactly the tablebase's distance or sooner."""
    dice, results = Dice(SEED), Counter()
    for game in range(games):
        state, seat = random_position(dice, can_shift), game % 2
        worth = tablebase(can_shift).value(state)
        value = worth.value if state.player == seat else -worth.value
        winner = winner_against_random(state, seat, dice)
        results[value, None if winner is None else winner == seat] += 1
        assert value < 0 or winner in (seat, None)
        assert value <= 0 or winner == seat
    assert results[1, True] > 0
    assert results[0, True] > 0


def test_perfect_leaves_most_losing_replies_in_a_draw_and_holds_out_longest():
    state, dice = new(Params(repetition=3), Dice(1)), Dice(1)
    for _ in range(400):
        if state.outcome() is not None:
            break
        state = whole_turn("perfect", state, dice)
    assert state.outcome().winners == ()
    state = new(Params(), Dice(1))
    solved = tablebase(can_shift=True)

    def losing_replies(after):
        return sum(solved.value(reply.after).value > 0 for reply in turns(after))

    drawing = [turn.after for worth, turn in solved.judged(state) if worth.value == 0]
    most = max(losing_replies(after) for after in drawing)
    assert losing_replies(whole_turn("perfect", state, Dice(3))) == most > 0
    dice = Dice(2)
    for position in [position for position in POSITIONS if solved.distance(position) == 8][::5]:
        after = whole_turn("perfect", as_state(position), dice)
        assert solved.value(after) == (1, 7)


# -- Club and Gentle


def positions_with_losing_turns():
    """Return positions at which some turns lose at once and others do not."""
    solved, dice = tablebase(can_shift=True), Dice(8)
    found = [state for state in (random_position(dice) for _ in range(150))
             if {worth == LOSS_AT_ONCE for worth, _ in solved.judged(state)} == {True, False}]  # fmt: skip
    assert len(found) > 30
    return found


def steps_of(shift, neutrals):
    start = neutrals[NEUTRAL_IDS.index(shift.neutral)]
    return abs(shift.target.row - start.row) + abs(shift.target.col - start.col)


def winning_shift_lengths(state):
    """Return how far the neutral piece moves in each turn with which the player to move can win."""
    laid = [state.after(lay) for lay in state.legal_moves()]
    return [
        0 if isinstance(move, Stay) else steps_of(move, state.neutrals)
        for middle in laid
        for move in middle.legal_moves()
        if middle.after(move).outcome() is not None
    ]


@pytest.mark.parametrize(("level", "reach"), [("club", CLUB_REACH), ("gentle", GENTLE_REACH)])
def test_a_level_overlooks_only_wins_by_shifts_beyond_its_reach(level, reach):
    dice = Dice(8)
    overlooked = [winning_shift_lengths(whole_turn(level, state, dice)) for state in positions_with_losing_turns()]
    assert sum(map(bool, overlooked)) > 3
    assert all(far > reach for steps in overlooked for far in steps)


def test_club_maximises_mobility_in_quiet_positions_and_loses_to_perfect():
    def freedom(after):
        return len(replace(after, player=1 - after.player).legal_moves()) - len(after.legal_moves())

    start = new(Params(), Dice(1))
    solved = tablebase(can_shift=True)
    quiet = [turn.after for worth, turn in solved.judged(start) if worth.turns is None or worth.turns > CLUB_HORIZON]
    best = max(freedom(after) for after in quiet)
    for seed in range(10):
        assert freedom(whole_turn("club", start, Dice(seed))) >= best - CLUB_SLACK
    assert best - CLUB_SLACK > min(freedom(after) for after in quiet)
    assert play_off("club", "perfect", 16)["perfect"] > 0


@pytest.mark.parametrize("level", ["club", "gentle"])
def test_club_and_gentle_take_every_immediate_win(level):
    solved, dice = tablebase(can_shift=True), Dice(8)
    won = [position for position in POSITIONS if solved.distance(position) == 1][::101]
    for position in won:
        assert whole_turn(level, as_state(position), dice).outcome().winners == (0,)


@cache
def play_off(first, second, games):
    wins = Counter()
    for seed in range(games):
        dice, state = Dice(seed), new(Params(repetition=3), Dice(seed))
        seats = (first, second) if seed % 2 == 0 else (second, first)
        for _ in range(LONGEST_GAME):
            if state.outcome() is not None:
                break
            state = whole_turn(seats[state.player], state, dice)
        if state.outcome() is not None and state.outcome().winners:
            wins[seats[state.outcome().winners[0]]] += 1
    return wins


@pytest.mark.parametrize(("weaker", "stronger"), [("gentle", "club"), ("gentle", "perfect"), ("club", "perfect")])
@pytest.mark.thorough
def test_each_level_is_stronger_than_the_one_before(weaker, stronger):
    wins = play_off(weaker, stronger, 16)
    assert wins[stronger] > 2 * wins[weaker]


def test_the_package_offers_named_levels_and_the_expected_roles():
    assert list(LEVELS) == ["gentle", "club", "perfect"]
    assert all(str(level.title) and str(level.blurb) for level in LEVELS.values())
    assert {"Params", "new", "State"} <= set(dir(lgame))
    assert own_levels(lgame) == LEVELS
    assert offers(narration_of(lgame), Narration.describe)
    assert offers(narration_of(lgame), Narration.from_text)
    assert all(offers(analysis_of(lgame), one) for one in (Analysis.evaluation, Analysis.hint, Analysis.review))


# -- the lamp


def by_distance(distance, can_shift=True):
    solved = tablebase(can_shift)
    return as_state(next(position for position in POSITIONS if solved.distance(position) == distance), 0, can_shift)


@pytest.mark.parametrize(
    ("distance", "value", "text"),
    [
        (-1, 0, "Drawn with best play."),
        (0, -1, "Lost: no place is left for the L."),
        (1, 1, "Won: the game ends in 1 turn."),
        (2, -1, "Lost: the game ends in 2 turns."),
        (9, 1, "Won: the game ends in 9 turns."),
    ],
)
def test_the_evaluation_states_value_and_distance(distance, value, text):
    found = lgame.ANALYSIS.evaluation(by_distance(distance), never)
    assert (found.value, found.turns, str(found.text)) == (value, None if distance < 0 else distance, text)


def test_the_evaluation_is_for_the_mover_in_mid_turn_and_knows_repetition():
    laid = from_text(WON_IN_ONE).after(find_move(from_text(WON_IN_ONE), "lay b1 b2 c2 d2"))
    assert str(lgame.ANALYSIS.evaluation(laid, never).text) == "Won: the game ends in 1 turn."
    often = from_text("n A A .\n. B A .\n. B A .\n. B B n\ndraw at 2\nstood 2")
    assert str(lgame.ANALYSIS.evaluation(often, never).text) == "Drawn by repetition."


# -- the hint


@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_a_hint_completes_the_turn_without_losing_value(seed, can_shift, within):
    dice = Dice(seed)
    state = random_position(dice, can_shift)
    if within and state.legal_moves():
        state = state.after(dice.choice(state.legal_moves()))
    proposed = lgame.ANALYSIS.hint(state, dice, never)
    had = tablebase(can_shift).value(state)
    after, player = state, state.player
    for move in proposed.moves:
        assert after.player == player
        after = after.after(find_move(after, str(move)))
    if proposed.moves:
        assert after.player != player
        assert tablebase(can_shift).value(after).before == had
    else:
        assert state.outcome() is not None


def reason(state):
    return str(lgame.ANALYSIS.hint(state, Dice(1), never).reason)


def test_hint_reasons_for_wins_losses_draws_and_repetition():
    assert reason(by_distance(1)) == "This wins at once: no place is left for the other L."
    assert reason(by_distance(5)) == (
        "This forces a win: the game ends in 5 turns at most, whatever the other side does."
    )
    assert reason(by_distance(4)) == (
        "Every turn loses; none holds out longer than this one. The game ends in 4 turns."
    )
    assert reason(by_distance(0)) == "The game is over."
    start = new(Params(), Dice(1))
    proposed = lgame.ANALYSIS.hint(start, Dice(1), never)
    after = start
    for move in proposed.moves:
        after = after.after(move)
    replies = turns(after)
    losing = sum(tablebase(can_shift=True).value(reply.after).value > 0 for reply in replies)
    expected = f"This keeps the draw, and {losing} of the {len(replies)} possible replies lose."
    assert str(proposed.reason) == expected
    solved = tablebase(can_shift=True)

    def holds(state):
        return [turn for worth, turn in solved.judged(state) if worth.value == 0]

    drawn = [as_state(position) for position in POSITIONS[::5] if solved.distance(position) < 0]
    only = next(state for state in drawn if len(holds(state)) == 1)
    proposed = lgame.ANALYSIS.hint(only, Dice(1), never)
    assert proposed.moves == holds(only)[0].moves
    assert str(proposed.reason) == "This is the only turn that does not lose."
    state = by_distance(2)
    way_out = turns(state)[0].after
    seen = State(ls=state.ls, neutrals=state.neutrals, repetition=2, history=(way_out.standing(),)).with_history()
    assert reason(seen) == "This ends the game as a draw: the same position has come up often enough."


# -- the review


def test_review_names_a_better_turn_for_errors_and_is_empty_for_perfect_play():
    start = from_text(WON_IN_ONE)
    solved = tablebase(can_shift=True)
    weak = next(move for move in start.legal_moves() if solved.value(start.after(move)).value == 0)
    states, moves = by_texts(start, str(weak))
    (remark,) = lgame.ANALYSIS.review(states, moves, never)
    assert (remark.ply, remark.weight) == (0, -1)
    better = best_turns(solved, start)[0][0]
    assert solved.value(better.after).before == (1, 1)
    assert str(remark.text).startswith("player 1 lets the win slip. Better, with a win in 1 turn: L on ")
    states, moves = by_texts(start, "lay b1 b2 c2 d2", "stay")
    (remark,) = lgame.ANALYSIS.review(states, moves, never)
    assert remark.ply == 1
    assert remark.weight == -1 - tablebase(can_shift=True).value(states[-1]).value
    assert str(remark.text).endswith("Better, with a win in 1 turn: pebble d4 → c3.")
    dice = Dice(6)
    states, moves = by_choice(new(Params(repetition=3), Dice(6)), lambda state: choose("perfect", state, dice), 24)
    assert len(moves) == 24
    assert lgame.ANALYSIS.review(states, moves, never) == ()
    states, moves = by_texts(from_text(WON_IN_ONE), "lay b1 b2 c2 d2", "stay")
    assert lgame.ANALYSIS.review(states, moves, lambda: True) == ()
    kinds = Counter()
    for seed in range(60):
        dice = Dice(seed)
        states, moves = by_choice(
            random_position(dice, can_shift=seed % 3 > 0), lambda state, dice=dice: dice.choice(state.legal_moves()), 8
        )
        for remark in lgame.ANALYSIS.review(states, moves, never):
            text = str(remark.text)
            kinds[remark.weight, text.split(".")[0].partition(" ")[2].partition(" ")[2]] += 1
            assert "Better" in text
    assert {kind for kind, _ in kinds} == {-1, -2}
    assert {words for _, words in kinds} == {
        "gives the draw away",
        "lets the win slip",
        "turns a win into a loss",
    }


@given(st.integers(0, 10_000), st.sampled_from([0, 1]))
def test_review_marks_exactly_the_moves_that_lose_value(seed, neutrals):
    dice = Dice(seed)
    states, moves = by_choice(new(Params(neutrals=neutrals), dice), lambda state: dice.choice(state.legal_moves()), 12)
    remarks = {remark.ply: remark.weight for remark in lgame.ANALYSIS.review(states, moves, never)}
    for place, (before, after) in enumerate(pairwise(states)):
        had = lgame.ANALYSIS.evaluation(before, never).value
        left = lgame.ANALYSIS.evaluation(after, never).value * (1 if after.player == before.player else -1)
        assert remarks.get(place, 0) == left - had <= 0
