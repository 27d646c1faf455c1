"""What the Master believes of hidden cards: exact by the rules on small boards, and from public knowledge only."""

from dataclasses import replace

import pytest

from logic.core import Dice
from logic.labyrinth import redact
from logic.labyrinth.engine.outlook import AIMLESS, PACE, PASSED, Outset, past_turns, race, wants, weighed, wishes
from logic.labyrinth.rules import LAPS, Peek, Push, Walk
from tests.mazes import BY_NAME, before_a_push, can_take, deal

SMALL = BY_NAME["junior_5x5"]


def believed(state, seat):
    """What the seat to move believes of another: weights by names."""
    outset = Outset(redact(state, state.player))
    return {wish.names: wish.weight for wish in wishes(outset, seat, Dice(0))}


def after_a_turn(seed, played=8):
    """A position on a small board right after a turn that took nothing, and the one before that turn."""
    state = before_a_push(SMALL, seed, played)
    before, dice = replace(state, trail=()), Dice(seed)
    state = before.apply(dice.choice(before.legal_moves())).state
    cells = [move for move in state.legal_moves() if state.cell_of(state.goals(state.player)[0]) != move.cell]
    return before, state.apply(dice.choice(cells)).state


# -- what is known


def test_who_has_all_wants_home_and_who_has_just_found_something_may_want_anything():
    state = deal(1, players=2)
    other = 1 - state.player
    state = replace(state, decks=tuple(() if seat == other else deck for seat, deck in enumerate(state.decks)))
    corner = state.params.corners[1][other]
    assert believed(state, other) == {(f"start {corner}",): 1.0}
    state = deal(1, end="last_treasure")
    state = replace(state, decks=((), state.decks[1]), player=1)
    assert believed(state, 0) == {}
    assert wants(state, 0) == ()
    state = deal(1)
    other = 1 - state.player
    state = replace(state, peeks=(Peek(state.player, other),))
    assert believed(state, other) == {(state.decks[other][0],): 1.0}
    assert believed(state, state.player) == {(state.decks[state.player][0],): 1.0}
    state = deal(1, goals="any", open_cards=True, cards=(5,))
    other = 1 - state.player
    assert believed(state, other) == {state.decks[other]: 1.0}
    case = BY_NAME["team"]
    state = case.game.new(case.params, Dice(2))
    partner = (state.player + 2) % 4
    assert believed(state, partner) == {(state.deck(partner)[0],): 1.0}
    state = deal(1)
    mine = state.decks[state.player][0]
    weights = believed(state, 1 - state.player)
    assert set(weights) == {(name,) for name in state.params.treasures if name != mine}
    assert list(weights.values()) == pytest.approx([1 / 23] * 23)
    state = deal(1, goals="any", cards=(5,))
    hands = believed(state, 1 - state.player)
    mine = set(state.decks[state.player])
    assert sum(hands.values()) == pytest.approx(1)
    assert all(len(set(hand)) == 5 and not mine & set(hand) for hand in hands)


# -- what was passed by


def turns(state, player):
    """All positions that a turn may lead to, once for each board and cell, by the rules."""
    for push in state.legal_moves():
        pushed = state.apply(push).state
        for cell in pushed.ways(player):
            yield pushed, cell


def takes_next(state, player, cell, name):
    """Tell by the rules whether somebody who stands there can take a treasure with his next turn."""
    pawns = tuple(cell if seat == player else there for seat, there in enumerate(state.pawns))
    return bool(can_take(replace(state, pawns=pawns), player, [name]))


@pytest.mark.parametrize("seed", range(3))
def test_weights_are_what_the_rules_give(seed):
    """Recounted by trying all turns: the chance of the turn that was made, had its player wanted each card in turn."""
    before, after = after_a_turn(seed)
    mover = before.player
    outset = Outset(redact(after, after.player))
    names = outset.unseen[:4]
    every = list(turns(before, mover))
    stands = after.pawns[mover]
    expected = []
    for name in names:
        plans = sum(takes_next(pushed, mover, cell, name) for pushed, cell in every)
        planned = takes_next(after, mover, stands, name)
        likely = AIMLESS + (1 - AIMLESS) * (len(every) / plans if planned else 0.0) if plans else 1.0
        could = any(pushed.cell_of(name) == cell for pushed, cell in every)
        expected.append(likely * (PASSED if could else 1.0))
    found = weighed(outset, mover, names)
    assert list(found) == pytest.approx([one / sum(expected) for one in expected])


def test_who_has_just_found_something_may_want_anything():
    before, after = after_a_turn(1)
    mover = before.player
    assert len(set(believed(after, mover).values())) > 1
    card, *rest = after.decks[mover]
    taken = replace(
        after,
        decks=tuple(tuple(rest) if seat == mover else deck for seat, deck in enumerate(after.decks)),
        found=tuple((*names, card) if seat == mover else names for seat, names in enumerate(after.found)),
    )
    assert list(believed(taken, mover).values()) == pytest.approx([1 / len(believed(taken, mover))] * len(
        believed(taken, mover)
    ))  # fmt: skip


def test_turns_of_the_past_are_public_bounded_and_those_since_the_last_treasure():
    state = deal(3)
    seat, seen = state.player, []
    dice = Dice(3)
    for _ in range(4):
        push = dice.choice(state.legal_moves())
        pushed = state.apply(push).state
        goal = pushed.cell_of(pushed.goals(pushed.player)[0])
        cell = next(cell for cell in pushed.ways() if cell != goal)
        seen.append(state)
        state = pushed.apply(Walk(cell)).state
    turns = past_turns(state, seat)
    assert [(before.grid, before.pawns) for before, _ in turns] == [(one.grid, one.pawns) for one in seen[::2]]
    assert [after.grid for _, after in turns] == [one.grid for one in seen[1::2]]
    state = deal(3)
    dice = Dice(1)
    for _ in range(60):
        state = state.apply(dice.choice(state.legal_moves())).state
    assert len(state.trail) == LAPS * 2
    assert redact(state, 0).trail == redact(state, 1).trail == state.trail
    assert replace(state, trail=()) == state
    assert str(replace(state, trail=())) == str(state)
    state = deal(3)
    pushed = state.apply(state.legal_moves()[0]).state
    assert isinstance(state.legal_moves()[0], Push)
    assert len(pushed.trail) == len(state.trail) + 1


# -- the race


def test_a_race_by_hand_and_who_lacks_less_is_nearer_to_winning():
    """One treasure each, the other to move: he must miss, then it is found or he misses again."""
    miss = 1 - PACE
    assert race(1, (1,), 1) == pytest.approx(miss * PACE / (1 - miss**2))
    assert race(0, (1,), 1) == 1
    assert race(1, (0,), 1) == 0
    assert race(2, (3, 3), 1) > race(3, (3, 3), 1) > race(3, (2, 3), 1) > race(3, (2, 2), 1)
    assert race(3, (3,), 2) > race(4, (3,), 2)
