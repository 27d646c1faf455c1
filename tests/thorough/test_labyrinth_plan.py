"""Shortest paths to a goal and through a maze for one, compared with trying every move by the rules."""

from dataclasses import replace

import pytest

from logic.core import Dice
from logic.labyrinth import Params, new
from logic.labyrinth.components import HIDDEN
from logic.labyrinth.engine.bits import frame_of, places_of
from logic.labyrinth.engine.plan import Solution, goal_places_of, plan, plan_for, solution_of, solve, task_of
from logic.labyrinth.rules import Push, Walk
from tests.support.positions.labyrinth import small


def key(state):
    """Return what matters of a position: not how long the game has lasted."""
    return replace(state, turn=0, found=((),) * state.params.players)


def turns_from(states):
    """Yield all positions one own turn later, each with the turn that leads there."""
    for state in states:
        for push in state.legal_moves():
            pushed = state.apply(push).state
            for walk in pushed.legal_moves():
                yield state, push, walk, pushed.apply(walk).state


def fewest(state, is_done, most):
    """Return the fewest turns to a position for which ``is_done`` holds, by the rules alone; None beyond ``most``."""
    layer = seen = {key(state)}
    for turns in range(1, most + 1):
        after = {key(one) for *_, one in turns_from(layer)}
        if any(is_done(one) for one in after):
            return turns
        layer = after - seen
        seen = seen | after
    return None


def has_found(state):
    """Return whether the goal of a plan was found, in a game of one card that ends with it."""
    return state.outcome() is not None


def first_turns(state, turns):
    """Return every first turn of a shortest plan to the only card."""
    begins = set()
    for _, push, walk, after in turns_from([state]):
        if (turns == 1 and has_found(after)) or (turns > 1 and fewest(after, has_found, turns - 1) == turns - 1):
            begins.add((push, walk.cell))
    return begins


# -- to one goal


@pytest.mark.parametrize("seed", range(24))
def test_a_plan_is_shortest_and_lists_every_first_turn(seed):
    state = new(small(2, cards=(1,), end="last_treasure"), Dice(seed))
    found = plan_for(state, 0, most=2)
    assert fewest(state, has_found, 2) == (found and found.turns)
    if found:
        own = frame_of(state.params)
        begins = {(own.push(one.insertion), own.cell(place)) for one in found.firsts for place in places_of(one.cells)}
        assert begins == first_turns(state, found.turns)


@pytest.mark.parametrize("seed", range(12))
def test_longer_plans_are_shortest(seed):
    state = new(small(1, cards=(1,), end="last_treasure"), Dice(seed))
    found = plan_for(state, 0, full=4, most=4)
    assert fewest(state, has_found, 4) == (found and found.turns)


def follow(state, moves):
    for move in moves:
        assert move in state.legal_moves()
        state = state.apply(move).state
    return state


def test_plans_can_be_played_beyond_the_full_search_and_are_reproducible():
    lengths = set()
    for seed in range(60):
        state = new(Params(players=1), Dice(seed))
        found = plan_for(state, 0)
        lengths.add(found.turns)
        moves = found.moves(frame_of(state.params))
        assert len(moves) == 2 * found.turns
        assert follow(state, moves).found == ((state.deck(0)[0],),)
        assert not any(card in follow(state, moves[:-1]).found[0] for card in state.deck(0)[:1])
    assert lengths == {1, 2, 3}
    state = new(small(1, cards=(1,)), Dice(142))
    exact = plan_for(state, 0, full=4)
    assert exact.turns == 4
    own, aims = frame_of(state.params), goal_places_of(state, 0)
    board, pawn = own.board(state), 1 << own.place(state.pawns[0])
    rough = plan(own, board, pawn, aims, alone=True, full=1, width=40)
    assert rough is not None
    assert rough.turns >= 4
    assert follow(state, rough.moves(own)).found != ((),)
    state = new(Params(), Dice(8))
    assert plan_for(state, 1) == plan_for(state, 1)
    assert plan_for(state, 0, stop=lambda: True) is None
    own = frame_of(state.params)
    assert goal_places_of(replace(state, decks=((HIDDEN,), state.decks[1])), 0) == 0
    assert plan_for(replace(state, decks=((HIDDEN,), state.decks[1])), 0) is None
    assert goal_places_of(replace(state, decks=((), state.decks[1])), 0) == 1 << own.place(state.params.starts[0])
    free = replace(state, params=Params(goals="any", open_cards=True))
    assert goal_places_of(free, 1).bit_count() == len(state.deck(1))
    longer = 0
    for seed in range(60):
        state = new(small(1, cards=(1,)), Dice(seed))
        own = frame_of(state.params)
        asked = own, own.board(state), 1 << own.place(state.pawns[0]), goal_places_of(state, 0)
        alone, among = (plan(*asked, alone=is_alone, full=5, most=5) for is_alone in (True, False))
        assert among is not None or alone is None
        longer += among is not None and (alone is None or alone.turns > among.turns)
        assert alone is None or alone.turns >= among.turns
    assert longer


# -- a whole maze for one


def is_over(state):
    return state.outcome() is not None


def mazes_of_length(lines, cards, end, lengths):
    """Return two mazes of each length that the solver finds, with its plans."""
    found = {length: [] for length in lengths}
    for seed in range(60):
        state = new(small(lines, cards=(cards,), end=end), Dice(seed))
        moves = solution_of(state, most_pushes=20_000)
        if moves and len(moves) // 2 in found:
            found[len(moves) // 2].append((state, moves))
    return [one for states in found.values() for one in states[:2]]


@pytest.mark.parametrize("end", ["home", "last_treasure"])
@pytest.mark.parametrize(
    ("lines", "cards", "lengths"), [(1, 1, (2, 3)), (1, 2, (2, 3, 4)), (2, 1, (2, 3)), (2, 2, (3,))]
)
def test_a_solo_solution_is_shortest(lines, cards, lengths, end):
    mazes = mazes_of_length(lines, cards, end, lengths)
    assert len(mazes) >= 2
    for state, moves in mazes:
        assert fewest(state, is_over, len(moves) // 2 - 1) is None
        assert is_over(follow(state, moves))


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 24])
def test_a_solution_can_be_played_to_the_end(cards):
    for seed in range(4):
        state = new(Params(players=1, cards=(cards,)), Dice(seed))
        moves = solution_of(state)
        assert len(moves) >= 2 * (cards + 1)
        assert all(follow(state, moves[:at]).outcome() is None for at in (0, len(moves) - 1))
        assert follow(state, moves).outcome().winners == (0,)


def test_a_solution_stays_shortest_while_followed_and_is_absent_if_unsolvable():
    state = new(Params(players=1, cards=(3,)), Dice(2))
    moves = solution_of(state)
    for at in range(1, len(moves)):
        left = solution_of(follow(state, moves[:at]))
        assert len(left) == len(moves) - at
        assert isinstance(left[0], Walk if at % 2 else Push)
    state = new(Params(players=1, cards=(1,)), Dice(2))
    moves = solution_of(state)
    last = follow(state, moves[:-1])
    assert solution_of(last) == moves[-1:]
    assert solve(frame_of(state.params), task_of(last)) == Solution(0, ())
    state = new(Params(players=1, cards=(4,)), Dice(2))
    assert solution_of(state, most_pushes=50) is None
    assert solution_of(state, stop=lambda: True) is None
    assert solution_of(replace(state, decks=((HIDDEN,),))) is None
    assert solution_of(new(Params(players=2), Dice(2))) is None
    assert solution_of(new(Params(players=1, cards=(2,), goals="any"), Dice(2))) is None
