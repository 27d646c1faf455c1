"""The opponents of Cóatl: each keeps the rules and its promise in every variant, from what its seat may know."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic import coatl
from logic.coatl import LEVELS, redact, sample
from logic.coatl.components import COLOURS, prophecies, temples
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.engine.evaluation import Taste, prices
from logic.coatl.engine.futures import NEAR, Future, Rival, foreseen, played_out
from logic.coatl.engine.machines import read
from logic.coatl.engine.plans import Outlook
from logic.coatl.engine.targets import (
    MOST_ADDED,
    TYPES,
    Breadth,
    Core,
    Offer,
    Wishes,
    core_of,
    counted,
    fitting,
    grow,
    offer_of,
)
from logic.coatl.levels import Duel, clock, offerings, turns_to_come
from logic.coatl.moves import End, Pass, Take
from logic.coatl.notation import check
from logic.coatl.rules import emptied
from logic.coatl.scoring import score_prophecy, score_temple
from logic.core import Dice, never
from tests.coatlparts import KINDS, begun, deal

SMALL = Breadth(16, 8, 8)
ROWS = st.text("RYGBK", min_size=3, max_size=16)
PLAYED = [kind for kind, params in KINDS.items() if params.players <= 2] + ["sacrifice-3", "feathers-4"]
"""The kinds of which a whole game is played here: each variant with few players, and some with many."""
MOST_MOVES = 40
"""More moves than any turn has."""


def choose(level, state, seed=0):
    """What a level does; it is checked to be legal."""
    move = LEVELS[level].choose(redact(state, state.player), Dice(seed), never)
    assert move in state.legal_moves()
    return move


def whole_turn(level, state, seed=0):
    """The position after a level's turn, which comes to its end."""
    before = (state.turn, state.player)
    for _ in range(MOST_MOVES):
        state = state.apply(choose(level, state, seed)).state
        if state.over or (state.turn, state.player) != before:
            return state
    raise AssertionError(f"{level} does not end its turn")


def played(levels, state):
    """A game from a position on, of levels by seat: the positions after each turn, all of them checked."""
    states = [state]
    while not states[-1].over:
        states.append(whole_turn(levels[states[-1].player], states[-1]))
        check(states[-1])
    return states


@cache
def novices(kind):
    """The positions of a game of Novices, of a kind by its name; they are quick, and lead to all that can happen."""
    params = KINDS[kind]
    return tuple(played(("novice",) * params.players, coatl.new(params, Dice(5))))


def game(levels, seed, **params):
    """A game of levels against each other."""
    return played(levels, deal(seed, players=len(levels), **params))


def first_moves(kind="classic-2"):
    """The positions of a game at which an action is to be chosen."""
    return [state for state in novices(kind) if not state.action and not state.over]


# -- all of them


@pytest.mark.parametrize("kind", PLAYED)
def test_novices_play_every_variant_to_its_end(kind):
    assert novices(kind)[-1].outcome() is not None


@pytest.mark.parametrize("level", ["carver", "priest"])
@pytest.mark.parametrize("kind", PLAYED)
def test_the_others_play_every_variant_too(level, kind):
    states = novices(kind)
    check(whole_turn(level, states[len(states) // 2]))
    assert played((level,) * KINDS[kind].players, states[-3])[-1].outcome() is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_dice_give_the_same_turns(level):
    state = first_moves()[8]
    first = whole_turn(level, state, 3)
    for other in first_moves()[:4]:
        whole_turn(level, other, 4)
    assert whole_turn(level, state, 3) == first


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", ["classic-2", "sacrifice-3", "feathers-2"])
def test_what_is_hidden_changes_nothing(level, kind):
    for number, state in enumerate(first_moves(kind)[::20]):
        other = sample(state, state.player, Dice(number))
        assert choose(level, other, number) == choose(level, state, number)


@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_that_somebody_else_began_is_brought_to_its_end(level):
    state = begun(4, tokens=True)
    dice = Dice(8)
    for _ in range(8):
        while not state.action and not state.over:
            state = state.apply(dice.choice(state.legal_moves())).state
        if not state.over:
            state = whole_turn(level, state)


def test_novices_finish_more_than_one_cóatl_each():
    for kind in PLAYED:
        end = novices(kind)[-1]
        assert sum(seat.finished for seat in end.seats) > len(end.seats)


def test_the_carver_has_more_points_than_the_novice():
    lead = 0
    for number, levels in enumerate((("carver", "novice"), ("novice", "carver")), 2):
        end = game(levels, number)[-1]
        lead += end.score(levels.index("carver")) - end.score(levels.index("novice"))
    assert lead > 0


# -- turns


@pytest.mark.parametrize("kind", ["classic-2", "sacrifice-2", "feathers-2"])
def test_every_turn_that_is_thought_of_can_be_played(kind):
    kinds = Counter()
    for state in first_moves(kind)[::6]:
        outlook = Outlook(redact(state, state.player), state.player, Taste(), SMALL)
        for turn in (*outlook.turns(3), *offerings(outlook)):
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


def test_the_last_build_is_the_best_there_is():
    last = [
        state for kind in PLAYED if kind.split("-")[1] != "1" for state in first_moves(kind)[-4:]
        if state.turns_left(state.player) == 0
    ]  # fmt: skip
    assert len(last) > 3
    for state in last:
        best = best_build(state)
        after = whole_turn("priest", state)
        assert after.score(state.player) == state.score(state.player) + best.points


def test_an_end_is_the_likelier_a_win_the_more_points_it_brings():
    state = first_moves()[-6]
    outlook = Outlook(redact(state, state.player), state.player, Taste(), SMALL)
    duel = Duel(outlook, Dice(1))
    chances = [duel.at_the_end(replace(state.seat, gifts=("Fb1",) * gifts)) for gifts in (0, 4, 8)]
    assert chances == sorted(set(chances))
    assert duel.going_on(-50) < 0.1 < 0.9 < duel.going_on(100)


def test_a_clock_runs_down():
    for seat in range(2):
        states = first_moves()
        clocks = [clock(state.seats[seat]) for state in states]
        assert clocks[0] > clocks[len(clocks) // 2] > clocks[-1] >= 1
    assert turns_to_come(states[-1]).turns < turns_to_come(states[0]).turns


def test_who_plays_alone_is_not_hurried():
    assert turns_to_come(begun(1, players=1)).turns is None


def test_a_pass_is_made_where_there_is_nothing_else():
    state = begun(3)
    seats = tuple(replace(seat, aside=()) for seat in state.seats)
    state = replace(state, seats=seats, supply=((),) * 10, display=("",) * 6, deck=())
    assert state.legal_moves() == (Pass(),)
    for level in LEVELS:
        assert choose(level, state) == Pass()


# -- a round foreseen


def outlook_at(state):
    """What the player to move sees."""
    return Outlook(redact(state, state.player), state.player, Taste(), SMALL)


def test_of_the_turns_that_seem_best_one_is_chosen():
    for state in first_moves()[::15]:
        outlook = outlook_at(state)
        turns = list(outlook.turns(2))
        best = max(turn.value for turn in turns)
        for stop in (never, lambda: True):
            chosen = foreseen(outlook, turns, Dice(1), stop)
            assert chosen in turns
            assert chosen.value > best - NEAR
        assert foreseen(outlook, turns[:1], Dice(1), never) == turns[0]


def test_a_turn_that_is_foreseen_ends():
    for state in first_moves("sacrifice-2")[::15]:
        outlook = outlook_at(state)
        for turn in (*outlook.turns(2), *offerings(outlook)):
            after = played_out(state, turn.moves)
            assert after.over or after.turn == state.turn + 1


def test_an_opponent_can_do_no_better_without_the_field_it_wants():
    taken = 0
    for state in first_moves()[::6]:
        rival = Rival(outlook_at(state))
        reply = rival.reply(state)
        assert reply.moves[0] in state.legal_moves()
        if isinstance(reply.moves[0], Take):
            taken += 1
            assert rival.reply(replace(state, supply=emptied(state.supply, reply.moves[0].field))).value <= reply.value
    assert taken


def test_what_a_turn_leaves_to_the_others_counts_against_it(monkeypatch):
    state = first_moves()[30]
    outlook = outlook_at(state)
    turn = max(outlook.turns(2), key=lambda turn: turn.value)
    spiteful = Future(outlook, sample(state, state.player, Dice(1))).worth(turn)
    monkeypatch.setattr("logic.coatl.engine.futures.SPITE", 0.0)
    kind = Future(outlook, sample(state, state.player, Dice(1))).worth(turn)
    left = Rival(Outlook(played_out(state, turn.moves), 1 - state.player, Taste(), SMALL))
    assert left.reply(played_out(state, turn.moves)).value > 0
    assert spiteful < kind


# -- what plans are made of


@given(ROWS)
@settings(max_examples=100)
def test_machines_read_what_is_scored(row):
    for card in prophecies(promo=True):
        assert read(card, row) == score_prophecy(card, row, True, True)[1]


@given(
    core=st.text("RYGBK", max_size=6), head=st.booleans(), tail=st.booleans(),
    cards=st.lists(st.sampled_from(prophecies(promo=True)), min_size=1, max_size=6, unique=True),
    shrines=st.lists(st.sampled_from(temples(promo=False)), max_size=3, unique=True),
)  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_targets_are_what_they_say(core, head, tail, cards, shrines):
    closed = Core(core, head, tail) if len(core) > head + tail else Core()
    costs = np.ones((TYPES, MOST_ADDED + 1)) * np.arange(MOST_ADDED + 1)
    found = grow(closed, Wishes(tuple(cards), (1.0,) * len(cards), tuple(shrines), costs), SMALL)
    assert len(found)
    for row, word in enumerate(found.words):
        offset, size = int(found.offsets[row]), len(closed.colours)
        assert not size or word[offset : offset + size] == closed.colours
        added = Counter(word) - Counter(closed.colours)
        needs = found.needs[row].reshape(3, len(COLOURS)).sum(axis=0)
        assert {colour: int(n) for colour, n in zip(COLOURS, needs, strict=True) if n} == dict(added)
        assert list(found.points[row]) == [score_prophecy(card, word, True, True)[1] for card in cards]
        assert list(found.shrines[row]) == [score_temple(temple, word) for temple in shrines]


def test_targets_that_fit_a_grown_cóatl_contain_it_and_need_less():
    seen = 0
    for state in first_moves()[::2]:
        outlook = Outlook(state, state.player, Taste(), SMALL)
        for turn in outlook.builds(2):
            after = state
            for move in turn.moves[:-1]:
                after = after.apply(move).state
            for place in after.seat.unfinished:
                coatl, known = after.seat.coatls[place], outlook.lists.get(place)
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


def test_prices_rise_with_each_piece_and_are_none_for_what_is_held():
    state = begun(2)
    have = counted(("Rb1", "Rb2", "Yh1"))
    for counts in (True, False):
        table = prices(have, offer_of(state), Taste(counts=counts))
        assert (np.diff(table, axis=1) >= 0).all()
        assert table[0, 2] == 0 < table[0, 3]
    empty = Offer(np.zeros(TYPES, np.int64), np.zeros(TYPES, np.int64))
    assert (prices(have, empty, Taste())[:, 3] >= 30).all()
