"""The computer players of Cóatl: each plays legally and as described in every variant, from its own view."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic import coatl
from logic.coatl import ANALYSIS, LEVELS, redact, sample
from logic.coatl.components import COLOURS, prophecies, temples
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.engine.evaluation import GRAIN, Weights, prices
from logic.coatl.engine.futures import (
    MARGIN,
    NEAR,
    ONCE,
    SPITE,
    Future,
    RolloutPlayer,
    best_before_last,
    clock,
    compare_rollouts,
    played_out,
    played_to_the_end,
    result,
    result_at_the_end,
    turns_to_come,
)
from logic.coatl.engine.plans import PlannedTurn, Planner, without
from logic.coatl.engine.targets import (
    MOST_ADDED,
    TYPES,
    Core,
    Objective,
    Offer,
    SearchLimits,
    core_of,
    counted,
    fitting,
    grow,
    offer_of,
    product_of,
)
from logic.coatl.levels import token_turns
from logic.coatl.moves import Choose, Draw, End, Pass, Start, Take
from logic.coatl.notation import check
from logic.coatl.rules import emptied, turns_after_third
from logic.coatl.scoring import score_prophecy, score_temple
from logic.core import Dice, never
from tests.support.positions.coatl import KINDS, begun, deal, table

SMALL = SearchLimits(16, 8, 8)
ROWS = st.text("RYGBK", min_size=3, max_size=16)
PLAYED_VARIANTS = [kind for kind, params in KINDS.items() if params.players <= 2] + ["sacrifice-3", "feathers-4"]
"""The kinds of which a whole game is played here: each variant with few players, and some with many."""
MOST_MOVES = 40
"""More moves than any turn has."""


def choose(level, state, seed=0):
    """Return a level's move, checked to be legal."""
    move = LEVELS[level].choose(redact(state, state.player), Dice(seed), never)
    assert move in state.legal_moves()
    return move


def whole_turn(level, state, seed=0):
    """Return the position after a level's turn, which must end."""
    before = (state.turn, state.player)
    for _ in range(MOST_MOVES):
        state = state.apply(choose(level, state, seed)).state
        if state.over or (state.turn, state.player) != before:
            return state
    raise AssertionError(f"{level} does not end its turn")


def played(levels, state):
    """Return a game from a position on, of levels by seat: the positions after each turn, all of them checked."""
    states = [state]
    while not states[-1].over:
        states.append(whole_turn(levels[states[-1].player], states[-1]))
        check(states[-1])
    return states


@cache
def novice_game(kind):
    """Return the positions of a game of Novices, of a kind by its name; they are quick, and reach everything."""
    params = KINDS[kind]
    return tuple(played(("novice",) * params.players, coatl.new(params, Dice(5))))


def game(levels, seed, **params):
    """Return a game of levels against each other."""
    return played(levels, deal(seed, players=len(levels), **params))


def turn_starts(kind="classic-2"):
    """Return the positions of a game at which an action is to be chosen."""
    return [state for state in novice_game(kind) if not state.action and not state.over]


# -- all of them


@pytest.mark.parametrize("kind", PLAYED_VARIANTS)
def test_novices_play_every_variant_to_its_end(kind):
    assert novice_game(kind)[-1].outcome() is not None


@pytest.mark.parametrize("level", ["carver", "scribe", "priest"])
@pytest.mark.parametrize("kind", PLAYED_VARIANTS)
def test_other_levels_play_every_variant(level, kind):
    states = novice_game(kind)
    check(whole_turn(level, states[len(states) // 2]))
    assert played((level,) * KINDS[kind].players, states[-3])[-1].outcome() is not None


@pytest.mark.parametrize("level", LEVELS)
def test_levels_finish_a_turn_begun_with_random_moves(level):
    state = begun(4, tokens=True)
    dice = Dice(8)
    for _ in range(8):
        while not state.action and not state.over:
            state = state.apply(dice.choice(state.legal_moves())).state
        if not state.over:
            state = whole_turn(level, state)


def test_carver_builds_longer_cóatls_and_scores_more_than_novice():
    for kind in PLAYED_VARIANTS:
        end = novice_game(kind)[-1]
        assert sum(seat.finished for seat in end.seats) > len(end.seats)
    lead = 0
    for number, levels in enumerate((("carver", "novice"), ("novice", "carver")), 2):
        end = game(levels, number)[-1]
        lead += end.score(levels.index("carver")) - end.score(levels.index("novice"))
    assert lead > 0

    def mean_length(level):
        seats = [seat for seed in range(100, 108) for seat in game((level, level), seed)[-1].seats]
        lengths = [len(one.pieces) for seat in seats for one in seat.coatls if one.is_finished]
        assert len(lengths) > 30
        return sum(lengths) / len(lengths)

    assert mean_length("novice") + 0.5 < mean_length("carver")


# -- turns


@pytest.mark.parametrize("kind", ["classic-2", "sacrifice-2", "feathers-2"])
def test_every_planned_turn_is_legal(kind):
    kinds = Counter()
    for state in turn_starts(kind)[::6]:
        planner = Planner(redact(state, state.player), state.player, Weights(), SMALL)
        for turn in (*planner.turns(3), *token_turns(planner)):
            after = state
            for move in turn.moves:
                assert move in after.legal_moves()
                after = after.apply(move).state
            kinds[type(turn.moves[0]).__name__] += 1
            if isinstance(turn.moves[-1], End):
                assert after.player != state.player or after.turn > state.turn or after.over
    assert kinds["Take"] > 3
    assert kinds["Choose"] > 3
    assert kinds["Start"] + kinds["Attach"] > 3


def test_priest_makes_the_best_build_in_the_last_turn():
    last = [
        state for kind in PLAYED_VARIANTS if kind.split("-")[1] != "1" for state in turn_starts(kind)[-4:]
        if state.turns_left(state.player) == 0
    ]  # fmt: skip
    assert len(last) > 3
    for state in last:
        best = best_build(state)
        after = whole_turn("priest", state)
        assert after.score(state.player) == state.score(state.player) + best.points


# -- the end


NEAR_THE_END = """
    1 board Rh1 Rb1 Rb2 Rb3 Kb1
    1 prophecies red:R trio:K
    1 temples temple:-B/10
    2 prophecies ?*3
    2 temples ?
    temples temple:-Y/7 temple:B=K/9
    supply Kb2 Kb3 | Rb4 Rb5 | - | - | - | - | Yh1 | - | Yt1 | Rt1
    display trio:R pair:RK quartet:KB - - -
"""
"""The player has this turn and another one; what can be built is there except a tail."""


def near_the_end(text=NEAR_THE_END):
    return replace(table(text, players=2), queue=(0,), cause="third")


def all_turns(state, before=()):
    """Yield every whole turn except those that reveal something: its moves, and the position after it."""
    for move in state.legal_moves():
        if isinstance(move, Draw):
            continue
        after = state.apply(move).state
        if isinstance(move, End | Pass):
            yield (*before, move), after
        elif not isinstance(move, Choose) or str(move) > str(before[-1:] and before[-1]):
            yield from all_turns(after, (*before, move))


def test_the_last_turn_but_one_prepares_the_most_points():
    text = NEAR_THE_END.replace("Rb1 Rb2 Rb3 Kb1", "Rb1 Kb1")  # few enough pieces to try all builds
    for supply in ("Kb2 Kb3 | Rb4 Rb5", "Kb2 Rb4 | Yb4 Rb5", "Bb1 Bb2 | -"):
        for display in ("trio:R pair:RK quartet:KB", "red:K pair:KG -", "- - -"):
            changed = text.replace("Kb2 Kb3 | Rb4 Rb5", supply).replace("trio:R pair:RK quartet:KB", display)
            state = near_the_end(changed)
            most = max(after.score(0) + best_build(after, 0).points for _, after in all_turns(state))
            moves = best_before_last(redact(state, 0), (), Dice(1), never)
            after = played_out(state, moves)
            assert after.score(0) + best_build(after, 0).points == most
    moves = best_before_last(near_the_end(), (), Dice(1), never)
    assert [str(move) for move in moves] == ["take t2", "end"]
    assert ANALYSIS.hint(near_the_end(), Dice(1), never).moves == moves
    ready = NEAR_THE_END.replace("Kb1", "Kt1").replace("red:R trio:K", "trio:G trio:B")
    useless = ready.replace("trio:R pair:RK quartet:KB", "trio:Y pair:YG pair:GB")
    assert Draw() in best_before_last(near_the_end(useless), (), Dice(1), never)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_wins_in_the_last_turn_when_it_can(level):
    text = """
        1 board Rh1 Rb1 Rt2 Kb1
        1 prophecies trio:R
        2 coatl Gh1 Gb1 Yb1 Gb2 Gt1 + colorful:GYG, locked
        supply Kb2 Kb3 | Rb4 Rb5 | - | - | - | - | Yh1 | - | Yt1 | Rt1
        display trio:K pair:RK quartet:KB - - -
    """
    state = replace(near_the_end(text), queue=())
    assert state.score(1) > state.score(0)
    for seed in range(8):
        assert whole_turn(level, sample(state, 0, Dice(1)), seed).outcome().winners == (0,)


def test_priest_ends_the_game_only_when_ahead_and_values_a_win_most():
    state = near_the_end()
    seats = [replace(state.seats[0], gifts=("Fb1",) * gifts) for gifts in range(4)]
    ends = [replace(state, seats=(seat, seats[1]), over=True) for seat in seats]
    worths = [result(end, 0) for end in ends]
    assert worths == sorted(worths)
    assert worths[0] == -2 * MARGIN
    assert worths[1] == 0.5
    assert worths[2] == 1 + 2 * MARGIN
    for text, cause in ((THIRD, "third"), (THIRD + AHEAD, "")):
        state = table(text, players=2)
        assert whole_turn("priest", sample(state, 0, Dice(1))).cause == cause
        assert whole_turn("scribe", sample(state, 0, Dice(1))).cause == "", "it does not ask what others will have"
    state = turn_starts()[-6]
    seats = [replace(state.seat, gifts=("Fb1",) * gifts) for gifts in (0, 9, 30)]
    queue = turns_after_third(state.player, state.order)
    views = [replace(redact(state, state.player).with_seat(seat), queue=queue, cause="third") for seat in seats]
    chances = [result_at_the_end(view, PlannedTurn((), 0.0), Dice(1), never) for view in views]
    assert chances == sorted(set(chances))
    assert played_to_the_end(sample(views[0], state.player, Dice(2)), never).over


THIRD = """
    player 1, turn 40, first 1
    1 board Rh1 Rb1 Rb2 Rt1
    1 coatl Gh1 Gb1 Yb1 Gb2 Gt1 + colorful:GYG, locked
    1 coatl Kh1 Kb1 Kt1 + trio:K, locked
    1 prophecies red:R
    1 temples temple:-B/10
    2 board Bh1 Bb1
    2 prophecies ?*3
    2 temples ?
    temples temple:B=K/9 temple:R=Y/12
    supply Kb2 Kb3 | Rb4 Rb5 | Yb4 Yb5 | Gb4 Gb5 | Bb4 Bb5 | Yb6 Gb6 | Yh1 | Gh2 | Yt1 | Kt3
    display pair:RK quartet:KB trio:Y red:K pair:YG blank:YR
"""
"""The third cóatl could be finished, for six points."""
AHEAD = "2 coatl Yh2 Bb6 Yb7 Yb8 Yb9 Bb7 Bb8 Bb9 Yt2 + red:Y red:B pair:YB temple:-R/11, locked"
"""Thirteen points for the other player: two more than the first one would have with the third cóatl."""


def test_the_estimated_game_length_falls_and_levels_pass_when_stuck():
    for seat in range(2):
        states = turn_starts()
        clocks = [clock(state.seats[seat]) for state in states]
        assert clocks[0] > clocks[len(clocks) // 2] > clocks[-1] >= 1
    assert turns_to_come(states[-1]).turns < turns_to_come(states[0]).turns
    assert turns_to_come(begun(1, players=1, turns=12)) == (11, True)
    state = begun(3)
    seats = tuple(replace(seat, aside=()) for seat in state.seats)
    state = replace(state, seats=seats, supply=((),) * 10, display=("",) * 6, deck=())
    assert state.legal_moves() == (Pass(),)
    for level in LEVELS:
        assert choose(level, state) == Pass()


# -- looking a round ahead


def planner_at(state):
    """Return what the player to move sees."""
    return Planner(redact(state, state.player), state.player, Weights(), SMALL)


def test_lookahead_chooses_among_the_best_turns_and_planned_turns_end():
    for state in turn_starts()[::15]:
        planner = planner_at(state)
        turns = list(planner.turns(2))
        best = max(turn.value for turn in turns)
        for stop in (never, lambda: True):
            chosen = compare_rollouts(planner, turns, Dice(1), stop).turn
            assert chosen in turns
            assert chosen.value > best - NEAR
        assert compare_rollouts(planner, turns[:1], Dice(1), never).turn == turns[0]
        glance = compare_rollouts(planner, turns, Dice(1), never, ONCE, spite=0.0)
        future = Future(planner, sample(planner.view, state.player, Dice(1)), {state.player: RolloutPlayer(planner)})
        near = sorted(turns, key=lambda turn: -turn.value)[: ONCE[0].turns]
        own = [future.worth(turn).own for turn in near if turn.value > best - NEAR]
        assert future.worth(glance.turn).own == max(own), "whatever is left to the others"
    for state in turn_starts("sacrifice-2")[::15]:
        planner = planner_at(state)
        for turn in (*planner.turns(2), *token_turns(planner)):
            after = played_out(state, turn.moves)
            assert after.over or after.turn == state.turn + 1


def test_the_replies_of_rivals_count_against_a_turn():
    taken = 0
    for state in turn_starts()[::6]:
        rival = RolloutPlayer(planner_at(state))
        reply = rival.reply(state)
        assert reply.moves[0] in state.legal_moves()
        if isinstance(reply.moves[0], Take):
            taken += 1
            without_it = rival.reply(replace(state, supply=emptied(state.supply, reply.moves[0].field)))
            assert without_it.value <= reply.value + 0.01
    assert taken
    state = turn_starts("sacrifice-3")[30]
    planner = planner_at(state)
    turn = max(planner.turns(2), key=lambda turn: turn.value)
    worth = Future(planner, sample(state, state.player, Dice(1))).worth(turn)
    assert len(worth.others) == 2
    assert worth.value(SPITE) < worth.own
    assert worth.lead == worth.own - max(worth.others)


def test_batched_and_later_planning_match_single_and_first_planning():
    seen = 0
    for state in turn_starts()[::12]:
        planner = planner_at(state)
        evaluator, seat = planner.evaluator(), planner.seat
        fields = [pieces for pieces in state.supply if 0 < len(pieces) <= seat.free]
        cases = [(planner.means(seat.storing(*pieces)), without(planner.offer, pieces)) for pieces in fields]
        cases += [(planner.means(seat, shown), planner.offer) for shown in ((), state.display[:2])]
        seen += len(cases)
        assert evaluator.best(cases) == [plan for case in cases for plan in planner.evaluator().best([case])]
    assert seen > 20
    begun_ones = 0
    for state in turn_starts()[::4]:
        planner = planner_at(state)
        again = planner.at(state)
        assert list(again.turns(1)) == list(planner.turns(1))
        built = next((turn for turn in planner.builds(1) if isinstance(turn.moves[0], Start)), None)
        if built:
            begun_ones += 1
            later = planner.at(played_out(state, built.moves))
            assert later.lists.keys() == set(later.seat.unfinished) | {len(later.seat.coatls)} & {0, 1, 2}
    assert begun_ones


# -- the parts of plans


@given(ROWS)
@settings(max_examples=100)
def test_the_product_automaton_agrees_with_the_scores(row):
    cards = prophecies(promo=True)
    reader = product_of(cards)
    assert list(reader.points(reader.read(0, row))) == [score_prophecy(card, row, True, True)[1] for card in cards]


@given(
    core=st.text("RYGBK", max_size=6), head=st.booleans(), tail=st.booleans(),
    cards=st.lists(st.sampled_from(prophecies(promo=True)), min_size=1, max_size=6, unique=True),
    shrines=st.lists(st.sampled_from(temples(promo=False)), max_size=3, unique=True),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_targets_state_their_needs_and_scores_correctly(core, head, tail, cards, shrines):
    closed = Core(core, head, tail) if len(core) > head + tail else Core()
    costs = np.ones((TYPES, MOST_ADDED + 1)) * np.arange(MOST_ADDED + 1)
    found = grow(closed, Objective(tuple(cards), (1.0,) * len(cards), tuple(shrines), costs), SMALL)
    assert len(found)
    for row, word in enumerate(found.words):
        offset, size = int(found.offsets[row]), len(closed.colours)
        assert not size or word[offset : offset + size] == closed.colours
        added = Counter(word) - Counter(closed.colours)
        needs = found.needs[row].reshape(3, len(COLOURS)).sum(axis=0)
        assert {colour: int(n) for colour, n in zip(COLOURS, needs, strict=True) if n} == dict(added)
        assert list(found.points[row]) == [score_prophecy(card, word, True, True)[1] for card in cards]
        assert list(found.shrines[row]) == [score_temple(temple, word) for temple in shrines]


def test_targets_contain_the_grown_cóatl_and_prices_rise_with_each_piece():
    seen = 0
    for state in turn_starts()[::2]:
        planner = Planner(state, state.player, Weights(), SMALL)
        for turn in planner.builds(2):
            after = state
            for move in turn.moves[:-1]:
                after = after.apply(move).state
            for place in after.seat.unfinished:
                coatl, known = after.seat.coatls[place], planner.lists.get(place)
                if known is None or len(coatl.pieces) == len(known.core.colours):
                    continue
                fit = fitting(known, coatl)
                seen += len(fit)
                for row, word in enumerate(fit.words):
                    start = int(fit.offsets[row])
                    assert word[start : start + len(coatl.pieces)] == coatl.colours
                    assert fit.needs[row].sum() == len(word) - len(coatl.pieces)
                assert fit.core == core_of(coatl)
    assert seen
    state = begun(2)
    have = counted(("Rb1", "Rb2", "Yh1"))
    for counts in (True, False):
        table = prices(have, offer_of(state), Weights(counts=counts))
        assert (np.diff(table, axis=1) >= 0).all()
        assert (table % GRAIN == 0).all()
        assert table[0, 2] == 0 < table[0, 3]
    empty = Offer(np.zeros(TYPES, np.int64), np.zeros(TYPES, np.int64))
    assert (prices(have, empty, Weights())[:, 3] >= 30).all()
