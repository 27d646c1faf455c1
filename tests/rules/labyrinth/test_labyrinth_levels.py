"""The computer players of Labyrinth: each plays legally and as described; what Master believes and simulates."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from logic import labyrinth
from logic.core import Dice, never
from logic.labyrinth import LEVELS, redact
from logic.labyrinth.analysis import reachable_now
from logic.labyrinth.components import line_of
from logic.labyrinth.engine.futures import (
    AIMLESS,
    PACE,
    PASSED,
    Root,
    evaluate_lap,
    past_turns,
    possible_goals,
    race_probability,
    simulate_lap,
    stratified,
    wanted_goals,
    weighed,
)
from logic.labyrinth.engine.plan import plan_for
from logic.labyrinth.levels import FAINT, LATER, SLACK, gains, immediate_gains
from logic.labyrinth.rules import LAPS, Peek, Push, Skip, Use, Walk
from tests.support.positions.cases import by_choice
from tests.support.positions.labyrinth import BY_NAME, before_a_push, can_take, deal, goals_of, maze, pushes_of
from tests.support.sampling import sample_of

SMALL, BIG = BY_NAME["junior_5x5"], BY_NAME["classic_2017"]


def choose(level, state, seed=0):
    """Return a level's move, checked to be legal."""
    move = LEVELS[level].choose(redact(state, state.player), Dice(seed), never)
    assert move in state.legal_moves()
    return move


def whole_turn(level, state, seed=0):
    """Return the position after a level's turn."""
    turn = state.turn
    while state.turn == turn and state.outcome() is None:
        state = state.apply(choose(level, state, seed)).state
    return state


def game(levels, seed, most=400, **params):
    """Return the positions of a game of levels against each other."""
    dice, first = Dice(seed), deal(seed, players=len(levels), **params)
    return by_choice(first, lambda state: choose(levels[state.player], state, dice.seed()), most)[0]


# -- all of them


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_finishes_a_game(level):
    states = game((level, "walker"), 2, most=600, cards=(2,))
    assert states[-1].outcome() is not None


def takes_in_a_turn(seeds, case=BIG):
    """Return positions of random games in which the goal can be taken at once."""
    states = (before_a_push(case, seed, 10) for seed in seeds)
    return [state for state in states if (way := plan_for(state, state.player)) is not None and way.turns == 1]


@pytest.mark.parametrize(
    ("level", "variant"),
    [*product(["dreamer", "walker", "thinker"], ["classic_2017", "solo"]), ("master", "solo")],
)
def test_levels_take_a_treasure_within_reach(level, variant):
    states = takes_in_a_turn(range(30), BY_NAME[variant])
    assert len(states) > 3
    for state in states:
        player = state.player
        assert len(whole_turn(level, state).found[player]) == len(state.found[player]) + 1


def out_of_reach(level):
    """Return positions after a level's push in which its goal lies on the board, and cannot be walked to."""
    states = (before_a_push(BIG, seed, 10) for seed in range(50))
    states = [state.apply(choose(level, state)).state for state in states]
    goals = [state.cell_of(state.goals(state.player)[0]) for state in states]
    return [state for state, goal in zip(states, goals, strict=True) if goal is not None and goal not in state.ways()]


def opening_pushes(state):
    """Return by reachable cell how many own pushes would open the way from there to the goal."""
    player, there = state.player, replace(state, phase="push", last=None)
    before, behind = state.pawns[:player], state.pawns[player + 1 :]
    ways = {cell: plan_for(replace(there, pawns=(*before, cell, *behind)), player, most=1) for cell in state.ways()}
    return {cell: len(way.firsts) if way else 0 for cell, way in ways.items()}


# -- Child


def is_beside(arrow, size, cell):
    """Return whether a line runs over a cell or right beside it."""
    return any(abs(cell.row - there.row) + abs(cell.col - there.col) <= 1 for there in line_of(arrow, size))


def child_could_take(state):
    """Return whether a push beside Child or its treasure opens the way there with the tile as it lies."""
    goal = state.cell_of(state.goals(state.player)[0])
    near = [state.pawns[state.player], *([goal] if goal else [])]
    seen = [push for push in pushes_of(state) if push.rot == state.spare.rot]
    beside = [push for push in seen if any(is_beside(push.arrow, state.params.size, cell) for cell in near)]
    after = [state.apply(push).state for push in beside or seen]
    return any(one.cell_of(one.goals(state.player)[0]) in one.ways() for one in after)


def test_child_takes_only_goals_it_notices_and_walks_to_treasures():
    counts = {True: 0, False: 0}
    for state in takes_in_a_turn(range(180)):
        player, sees = state.player, child_could_take(state)
        assert (len(whole_turn("child", state).found[player]) > len(state.found[player])) == sees
        counts[sees] += 1
    assert min(counts.values()) > 5
    state = deal(3)
    goal = state.deck(state.player)[0]
    while state.phase != "walk" or state.cell_of(goal) not in state.ways():
        state = state.apply(Dice(state.turn).choice(state.legal_moves())).state
        goal = state.deck(state.player)[0]
    assert choose("child", state, 1) == Walk(state.cell_of(goal))
    glittered = 0
    for state in out_of_reach("child"):
        treasures = [cell for cell in state.ways() if state.tile(cell).symbol in state.params.treasures]
        if treasures and not any(opening_pushes(state).values()):
            assert choose("child", state).cell in treasures
            glittered += 1
    assert glittered > 5


# -- Dreamer


def test_dreamer_walks_where_most_pushes_open_the_way_or_nearest_the_goal():
    led = {True: 0, False: 0}
    for state in out_of_reach("dreamer"):
        goal, opened = state.cell_of(state.goals(state.player)[0]), opening_pushes(state)
        far = {cell: abs(cell.row - goal.row) + abs(cell.col - goal.col) for cell in opened}
        cell, sees = choose("dreamer", state).cell, any(opened.values())
        assert opened[cell] == max(opened.values())
        assert sees or far[cell] == min(far.values())
        led[sees] += 1
    assert min(led.values()) > 3


# -- Walker


@pytest.mark.parametrize("seed", range(8))
def test_walker_takes_a_shortest_way(seed):
    """After its turn one turn less is needed, if nobody else pushes."""
    state = before_a_push(BIG, seed, 16)
    player, goals = state.player, state.goals(state.player)
    way = plan_for(state, player)
    after = whole_turn("walker", state, seed)
    if way.turns == 1:
        assert after.found[player] != state.found[player] or after.outcome() is not None
    else:
        left = plan_for(replace(after, player=player, last=None), player)
        assert after.goals(player) == goals
        assert left.turns == way.turns - 1


def test_walker_walks_where_most_pushes_continue_and_varies_its_pushes():
    walked = 0
    for seed in range(30):
        state = before_a_push(BIG, seed, 16)
        state = state.apply(choose("walker", state, seed)).state
        player = state.player
        goals = {state.cell_of(goal) for goal in state.goals(player)}
        if not goals & set(state.ways()):
            there = replace(state, phase="push", last=None)
            before, behind = state.pawns[:player], state.pawns[player + 1 :]
            moved = {cell: replace(there, pawns=(*before, cell, *behind)) for cell in state.ways()}
            ways = {cell: plan_for(position, player) for cell, position in moved.items()}
            least = min(way.turns for way in ways.values())
            pushes = {cell: len(way.firsts) for cell, way in ways.items() if way.turns == least}
            assert pushes[choose("walker", state, seed).cell] == max(pushes.values())
            walked += len(set(pushes.values())) > 1
    assert walked > 3
    state = before_a_push(BIG, 3, 10)
    assert len({str(choose("walker", state, seed)) for seed in range(30)}) > 1


def test_walker_blocks_a_rival_from_home_if_a_shortest_plan_allows():
    barred = 0
    for seed in range(20):
        state = about_to_come_home(seed)
        rival, ways = 1 - state.player, plan_for(state, state.player)
        frame = Root(state).frame
        lets = {push: bool(can_take(state.apply(push).state, rival, ["home"])) for push in
                (frame.push(first.insertion) for first in ways.firsts)}  # fmt: skip
        assert lets[choose("walker", state, seed)] == all(lets.values())
        barred += any(lets.values()) and not all(lets.values())
    assert barred > 3


# -- Thinker


def own_chance(state, player):
    """Return the player's chance to take something in the next own turn, over all pushes before it; by the rules."""
    hits = pushes = 0
    for push in pushes_of(state):
        after = replace(state.apply(push).state, player=player, phase="push")
        goals = after.goals(player)
        hits += any(
            pushed.cell_of(goal) in pushed.ways(player)
            for pushed in (after.apply(own).state for own in pushes_of(after))
            for goal in goals
        )
        pushes += 1
    return hits / pushes


@pytest.mark.parametrize("seed", range(3))
def test_thinker_chances_match_trying_every_push(seed):
    state = before_a_push(SMALL, seed, 8)
    player = state.player
    found = gains(Root(redact(state, player)), Dice(0), never)
    frame = Root(state).frame
    for which in (0, len(found.options) // 2):
        pushed = state.apply(frame.push(found.options.insertions[which])).state
        assert {frame.place(cell) for cell in pushed.ways()} == set(found.open[which].nonzero()[0])
        cells = [cell for cell in pushed.ways() if pushed.cell_of(state.goals(player)[0]) != cell][:2]
        for cell in cells:
            after = pushed.apply(Walk(cell)).state
            chance = own_chance(after, player)
            assert found.ahead[which, frame.place(cell)] / LATER == pytest.approx(chance, abs=FAINT)


@pytest.mark.parametrize("seed", range(6))
def test_thinker_prefers_better_chances_then_fewer_for_the_rival(seed):
    state = before_a_push(BIG, seed, 10)
    root = Root(redact(state, state.player))
    found = gains(root, Dice(1), never)
    worth = found.total.max(axis=1)
    pushes = [root.frame.push(insertion) for insertion in found.options.insertions]
    good = [push for push, value in zip(pushes, worth, strict=True) if value >= worth.max() - SLACK]
    rival = 1 - state.player
    weights = {goal.names[0]: goal.weight for goal in possible_goals(root, rival, Dice(1))}
    left = {
        push: sum(map(weights.__getitem__, reachable_now(state.apply(push).state, rival, weights))) for push in good
    }
    assert left[choose("thinker", state, 1)] == pytest.approx(min(left.values()))


# -- Master


def about_to_come_home(seed):
    """Return a position in which the next player needs only to come home, and the one to push has some way to go."""
    state = before_a_push(BIG, seed, 12)
    rival = 1 - state.player
    found = list(state.found)
    found[rival] = (*found[rival], *state.decks[rival])
    return replace(
        state, found=tuple(found), decks=tuple(() if seat == rival else deck for seat, deck in enumerate(state.decks))
    )


def test_master_blocks_the_rival_from_home_whenever_possible():
    open_ones = 0
    for seed in range(6):
        state = about_to_come_home(seed)
        rival = 1 - state.player
        pushes = [Push(move.arrow, move.rot) for move in pushes_of(state)]
        barring = {push for push in pushes if not can_take(state.apply(push).state, rival, ["home"])}
        assert not barring or choose("master", state) in barring, seed
        open_ones += 0 < len(barring) < len(pushes)
    assert open_ones


@pytest.mark.parametrize("level", sample_of(LEVELS, every=2))
def test_every_level_wins_at_once_when_it_can(level):
    wins = 0
    for seed in range(40):
        state = about_to_come_home(seed)
        state = replace(state, player=1 - state.player)
        if plan_for(state, state.player).turns == 1:
            assert whole_turn(level, state, seed).outcome().winners == (state.player,)
            wins += 1
    assert wins > 20


@pytest.mark.thorough
def test_master_beats_walker():
    results = []
    for number in range(6):
        levels = ("master", "walker") if number % 2 else ("walker", "master")
        end = game(levels, number, cards=(5,))[-1]
        results.append(levels[end.outcome().winners[0]])
    assert results.count("master") >= 5


# -- runes


def with_rune(mark, **params):
    """Return the first position of a game in which a rune was pushed out that may be used."""
    for seed in range(200):
        state = labyrinth.new(replace(deal(1).params, marks=(mark,) * 12, cards=(5,), **params), Dice(seed))
        for move in state.legal_moves():
            after = state.apply(move).state
            if after.phase == "mark" and any(after.cell_of(name) in after.ways() for name in after.params.treasures):
                return after
    raise AssertionError(f"no position with {mark}")


@pytest.mark.parametrize("level", LEVELS)
def test_levels_always_use_the_turn_again_and_peek_runes(level):
    assert choose(level, with_rune("turn_again")) == Use("turn_again")
    assert choose(level, with_rune("peek")).mark == "peek"


@pytest.mark.parametrize(("mark", "used"), [("push_again", Use("push_again")), ("exchange", Use("exchange"))])
def test_push_again_and_exchange_are_used_only_if_the_goal_is_out_of_reach(mark, used):
    state = with_rune(mark)
    reached = [name for name in state.params.treasures if state.cell_of(name) in state.ways()]
    others = [name for name in state.params.treasures if name not in reached]
    assert choose("walker", _with_top(state, *others[:2])) == used
    assert choose("walker", _with_top(state, reached[0], others[0])) == Skip()


def _with_top(state, *cards):
    return replace(state, decks=tuple(cards if seat == state.player else () for seat in range(2)))


WALLED = "┌───┐ │───│ ├───┤ │───│ └───┘"
"""A ring with a bar, where all four treasures lie, and two rows that lead nowhere."""
IN_A_DEAD_END, ON_THE_RING = (3, 2), (2, 2)


def with_mark(mark, goal, *pawns):
    """Return a position of red's turn on a walled board, with a tile with a mark just fallen out."""
    state = maze(WALLED, marks={"spare": mark}, pawns=pawns, decks=[[goal], ["skull"]])
    return replace(state, phase="mark")


def test_wall_and_swap_runes_are_used_only_to_reach_the_goal():
    assert choose("walker", with_mark("wall", "keys", IN_A_DEAD_END, ON_THE_RING)) == Use("wall")
    assert choose("walker", with_mark("wall", "keys", ON_THE_RING, IN_A_DEAD_END)) == Skip()
    assert choose("walker", with_mark("swap", "keys", IN_A_DEAD_END, ON_THE_RING)) == Use("swap", 1)
    assert choose("walker", with_mark("swap", "keys", ON_THE_RING, IN_A_DEAD_END)) == Skip()
    assert choose("walker", with_mark("swap", "keys", IN_A_DEAD_END, (1, 2))) == Skip()


# == what Master believes of hidden cards


def beliefs(state, seat):
    """Return what the seat to move believes of another: weights by names."""
    root = Root(redact(state, state.player))
    return {goal.names: goal.weight for goal in possible_goals(root, seat, Dice(0))}


def after_a_turn(seed, played=8):
    """Return a position on a small board right after a turn that took nothing, and the one before that turn."""
    state = before_a_push(SMALL, seed, played)
    before, dice = replace(state, trail=()), Dice(seed)
    state = before.apply(dice.choice(before.legal_moves())).state
    cells = [move for move in state.legal_moves() if state.cell_of(state.goals(state.player)[0]) != move.cell]
    return before, state.apply(dice.choice(cells)).state


# -- what is known


def test_beliefs_follow_from_what_is_known_of_a_seat():
    state = deal(1, players=2)
    other = 1 - state.player
    state = replace(state, decks=tuple(() if seat == other else deck for seat, deck in enumerate(state.decks)))
    corner = state.params.corners[1][other]
    assert beliefs(state, other) == {(f"start {corner}",): 1.0}
    state = deal(1, end="last_treasure")
    state = replace(state, decks=((), state.decks[1]), player=1)
    assert beliefs(state, 0) == {}
    assert wanted_goals(state, 0) == ()
    state = deal(1)
    other = 1 - state.player
    state = replace(state, peeks=(Peek(state.player, other),))
    assert beliefs(state, other) == {(state.decks[other][0],): 1.0}
    assert beliefs(state, state.player) == {(state.decks[state.player][0],): 1.0}
    state = deal(1, goals="any", open_cards=True, cards=(5,))
    other = 1 - state.player
    assert beliefs(state, other) == {state.decks[other]: 1.0}
    case = BY_NAME["team"]
    state = case.game.new(case.params, Dice(2))
    partner = (state.player + 2) % 4
    assert beliefs(state, partner) == {(state.deck(partner)[0],): 1.0}
    state = deal(1)
    mine = state.decks[state.player][0]
    weights = beliefs(state, 1 - state.player)
    assert set(weights) == {(name,) for name in state.params.treasures if name != mine}
    assert list(weights.values()) == pytest.approx([1 / 23] * 23)
    state = deal(1, goals="any", cards=(5,))
    hands = beliefs(state, 1 - state.player)
    mine = set(state.decks[state.player])
    assert sum(hands.values()) == pytest.approx(1)
    assert all(len(set(hand)) == 5 and not mine & set(hand) for hand in hands)


# -- what was passed by


def turns(state, player):
    """Yield all positions that a turn may lead to, once for each board and cell, by the rules."""
    for push in state.legal_moves():
        pushed = state.apply(push).state
        for cell in pushed.ways(player):
            yield pushed, cell


def takes_next(state, player, cell, name):
    """Return by the rules whether a player who stands there can take a treasure with the next turn."""
    pawns = tuple(cell if seat == player else there for seat, there in enumerate(state.pawns))
    return bool(can_take(replace(state, pawns=pawns), player, [name]))


@pytest.mark.parametrize("seed", range(3))
def test_belief_weights_match_trying_every_turn(seed):
    """Recounted by trying all turns: the chance of the turn that was made, had its player wanted each card in turn."""
    before, after = after_a_turn(seed)
    mover = before.player
    root = Root(redact(after, after.player))
    names = root.unseen[:4]
    every = list(turns(before, mover))
    stands = after.pawns[mover]
    expected = []
    for name in names:
        plans = sum(takes_next(pushed, mover, cell, name) for pushed, cell in every)
        planned = takes_next(after, mover, stands, name)
        likely = AIMLESS + (1 - AIMLESS) * (len(every) / plans if planned else 0.0) if plans else 1.0
        could = any(pushed.cell_of(name) == cell for pushed, cell in every)
        expected.append(likely * (PASSED if could else 1.0))
    found = weighed(root, mover, names)
    assert list(found) == pytest.approx([one / sum(expected) for one in expected])


def test_beliefs_are_uniform_after_a_treasure_was_taken():
    before, after = after_a_turn(1)
    mover = before.player
    assert len(set(beliefs(after, mover).values())) > 1
    card, *rest = after.decks[mover]
    taken = replace(
        after,
        decks=tuple(tuple(rest) if seat == mover else deck for seat, deck in enumerate(after.decks)),
        found=tuple((*names, card) if seat == mover else names for seat, names in enumerate(after.found)),
    )
    assert list(beliefs(taken, mover).values()) == pytest.approx([1 / len(beliefs(taken, mover))] * len(
        beliefs(taken, mover)
    ))  # fmt: skip


def test_past_turns_are_public_and_bounded_and_not_part_of_the_position():
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


def test_race_chances_match_hand_calculation_and_favour_fewer_treasures():
    """One treasure each, the other to move: the other must miss, then it is found or the other misses again."""
    miss = 1 - PACE
    assert race_probability(1, (1,), 1) == pytest.approx(miss * PACE / (1 - miss**2))
    assert race_probability(0, (1,), 1) == 1
    assert race_probability(1, (0,), 1) == 0
    assert (
        race_probability(2, (3, 3), 1)
        > race_probability(3, (3, 3), 1)
        > race_probability(3, (2, 3), 1)
        > race_probability(3, (2, 2), 1)
    )
    assert race_probability(3, (3,), 2) > race_probability(4, (3,), 2)


# == a lap as Master plays it out


LANES = 6


def choices_of(name, seed, **changes):
    """Return a position of a random game in which a push is next, and the choices there are."""
    state = replace(before_a_push(BY_NAME[name], seed, 10), **changes)
    return state, immediate_gains(Root(redact(state, state.player)))


@pytest.mark.parametrize("seed", range(3))
def test_simulated_rivals_take_a_known_goal_within_reach(seed):
    state, found = choices_of("young_children", seed)
    (other,) = found.options.root.others
    laps = simulate_lap(found.options, found.takes, LANES, Dice(seed))
    assert len(laps) == LANES * len(found.options)
    for which, insertion in enumerate(found.options.insertions):
        pushed = state.apply(found.options.root.frame.push(insertion)).state
        took = laps.took[laps.parents == which, 0]
        assert took.all() == took.any() == bool(can_take(pushed, other, goals_of(pushed, other)))
        assert ((laps.ways[laps.parents == which, 0] > 0) == took).all()


@pytest.mark.parametrize("seed", range(3))
def test_choices_with_the_same_push_get_the_same_random_lanes(seed):
    """Two choices with the same push are the same in every lane."""
    _, found = choices_of("classic_2017", seed)
    twice = found.take(np.array([3, 3]))
    laps = simulate_lap(twice.options, twice.takes, LANES, Dice(seed))
    first, second = (np.flatnonzero(laps.parents == which) for which in (0, 1))
    assert (laps.lanes[first] == laps.lanes[second]).all()
    assert (laps.boards.planes[..., first] == laps.boards.planes[..., second]).all()
    assert (laps.places_after[first] == laps.places_after[second]).all()


def test_a_choice_has_no_win_chance_exactly_if_a_rival_can_come_home():
    counts = {True: 0, False: 0}
    for seed in range(6):
        state, _ = choices_of("classic_2017", seed)
        other = 1 - state.player
        decks = tuple(() if seat == other else deck for seat, deck in enumerate(state.decks))
        state, found = choices_of("classic_2017", seed, decks=decks)
        stands = evaluate_lap(found.options, found.takes, Dice(seed), lines=200)
        for which, insertion in enumerate(found.options.insertions):
            pushed = state.apply(found.options.root.frame.push(insertion)).state
            comes = bool(can_take(pushed, other, goals_of(pushed, other)))
            assert (stands.win[which].max() == 0) == comes
            counts[comes] += 1
    assert min(counts.values()) > 10


@pytest.mark.parametrize("name", ["classic_2017", "team", "giant_9x9", "pick_of_hand"])
def test_simulated_chances_lie_between_0_and_1(name):
    _, found = choices_of(name, 1)
    stands = evaluate_lap(found.options, found.takes, Dice(1), lines=100)
    assert stands.unit > 0
    for chance in (stands.ahead, stands.win):
        assert chance.min() >= 0
        assert chance.max() <= 1 + 1e-9


def test_spread_covers_the_range_evenly():
    assert sorted(int(luck * 8) for luck in stratified(8, Dice(1))) == [*range(8)]
