"""The searches that serve every game, on games whose right answers are known."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import lgame
from logic.core import Dice, Message, Outcome, Step
from logic.search import WIN, BoundReached, Solution, TreeSearch, alpha_beta, rewards, shortest
from tests import cardgame, nullgame


def counters(left, most=3):
    return nullgame.State(left, most)


def nothing(state, player):
    return 0.0


def played(state, moves):
    for move in moves:
        assert move in state.legal_moves()
        state = state.apply(move).state
    return state


# -- a puzzle: two jugs


@dataclass(frozen=True, slots=True)
class Jugs:
    """Measure water with two jugs: a puzzle whose shortest solutions are well known."""

    sizes: tuple[int, int] = (3, 5)
    water: tuple[int, int] = (0, 0)
    player: int = 0

    def legal_moves(self):
        return ("fill 0", "fill 1", "empty 0", "empty 1", "pour 0", "pour 1")

    def apply(self, move):
        word, jug = move.split()
        i = int(jug)
        water = list(self.water)
        if word == "pour":
            amount = min(water[i], self.sizes[1 - i] - water[1 - i])
            water[i], water[1 - i] = water[i] - amount, water[1 - i] + amount
        else:
            water[i] = self.sizes[i] if word == "fill" else 0
        return Step(replace(self, water=tuple(water)), ())

    def outcome(self):
        return None


def four(state):
    return 4 in state.water


def test_the_shortest_solution_of_the_jugs_is_six_moves():
    found = shortest(Jugs(), goal=four, budget=1000)
    assert isinstance(found, Solution)
    assert found.moves == ("fill 1", "pour 1", "empty 0", "pour 1", "fill 1", "pour 1")
    assert four(played(Jugs(), found.moves))


def test_every_solution_is_as_short_as_can_be():
    reached, layer, distance = {Jugs().water: 0}, [Jugs()], 0
    while layer:
        distance += 1
        after = [state.apply(move).state for state in layer for move in state.legal_moves()]
        layer = [state for state in dict.fromkeys(after) if state.water not in reached]
        reached.update((state.water, distance) for state in layer)
    assert len(reached) == 16
    for water, moves in reached.items():
        found = shortest(Jugs(), goal=lambda state, water=water: state.water == water, budget=1000)
        assert len(found.moves) == moves


def test_a_solved_puzzle_needs_no_move():
    assert shortest(Jugs(water=(0, 4)), goal=four, budget=1) == Solution((), 1)


def test_an_unsolvable_puzzle_is_proved_so():
    assert shortest(Jugs(sizes=(2, 6)), goal=four, budget=1000) is not None
    assert shortest(Jugs(sizes=(3, 6)), goal=four, budget=1000) is None


def test_a_budget_that_is_too_small_proves_nothing():
    found = shortest(Jugs(sizes=(3, 6)), goal=four, budget=5)
    assert found == BoundReached(5, stopped=False)


def test_a_search_nobody_waits_for_stops():
    assert shortest(Jugs(), goal=four, budget=1000, stop=lambda: True) == BoundReached(1, stopped=True)


def test_the_budget_is_kept_and_enough_is_enough():
    needed = shortest(Jugs(), goal=four, budget=1000).looked
    assert shortest(Jugs(), goal=four, budget=needed).moves
    assert shortest(Jugs(), goal=four, budget=needed - 1) == BoundReached(needed - 1, stopped=False)


def test_positions_with_the_same_key_count_as_one():
    start = Jugs(sizes=(3, 3))
    one = shortest(start, goal=lambda s: s.water == (3, 3), budget=99, key=lambda s: tuple(sorted(s.water)))
    assert len(one.moves) == 2
    assert one.looked < shortest(start, goal=lambda s: s.water == (3, 3), budget=99).looked


# -- alpha-beta


@pytest.mark.parametrize("left", range(1, 13))
def test_alpha_beta_knows_the_theory_of_the_counters(left):
    """Whoever faces a multiple of four loses; otherwise take what leaves one."""
    line = alpha_beta(counters(left), evaluate=nothing, depth=12)
    assert line.is_decided
    assert (line.value > 0) == (left % 4 != 0)
    if left % 4:
        assert line.moves[0] == nullgame.Take(left % 4)
    assert played(counters(left), line.moves).outcome() is not None
    assert abs(line.value) == WIN - len(line.moves)


def test_a_win_is_taken_the_shortest_way_and_a_loss_put_off():
    line = alpha_beta(counters(3), evaluate=nothing, depth=9)
    assert (line.moves, line.depth) == ((nullgame.Take(3),), 1)
    assert len(alpha_beta(counters(8), evaluate=nothing, depth=9).moves) == 4


def test_what_lies_beyond_the_depth_is_an_opinion():
    line = alpha_beta(counters(12), evaluate=lambda state, player: 5.0, depth=2)
    assert not line.is_decided
    assert line.depth == 2
    assert line.value == 5.0


@dataclass(frozen=True, slots=True)
class Twice:
    """Each player makes two moves in a row: add 0, 1 or 2 – whoever reaches the goal exactly wins, past it loses."""

    total: int = 0
    goal: int = 7
    made: int = 0

    @property
    def player(self):
        return self.made // 2 % 2

    def legal_moves(self):
        return () if self.total >= self.goal or self.made >= 12 else (0, 1, 2)

    def apply(self, move):
        return Step(replace(self, total=self.total + move, made=self.made + 1), ())

    def outcome(self):
        if self.legal_moves():
            return None
        last = (self.made - 1) // 2 % 2
        if self.total < self.goal:
            return Outcome((), ((0, 1),), Message("Nobody got there."))
        winner = last if self.total == self.goal else 1 - last
        return Outcome((winner,), ((winner,), (1 - winner,)), Message("Exactly."))


def plain_value(state):
    """Full minimax without any cutting, from the first player's view."""
    outcome = state.outcome()
    if outcome is not None:
        return 0 if not outcome.winners else 1 if outcome.winners == (0,) else -1
    values = [plain_value(state.apply(move).state) for move in state.legal_moves()]
    return max(values) if state.player == 0 else min(values)


@pytest.mark.parametrize("goal", range(2, 10))
@pytest.mark.parametrize("made", [0, 1, 2, 3])
def test_a_player_who_moves_twice_in_a_row_is_understood(goal, made):
    start = Twice(goal=goal, made=made)
    line = alpha_beta(start, evaluate=nothing, depth=12)
    sign = (line.value > 0) - (line.value < 0)
    assert sign == plain_value(start) * (1 if start.player == 0 else -1)


@given(seed=st.integers(0, 10_000))
def test_alpha_beta_agrees_with_plain_minimax_on_open_cards(seed):
    start = cardgame.new(cardgame.Params(), Dice(seed))
    line = alpha_beta(start, evaluate=nothing, depth=6)
    sign = (line.value > 0) - (line.value < 0)
    assert sign == plain_value(start)
    assert line.depth == 6 or line.is_decided
    if line.is_decided:
        assert abs(line.value) == WIN - len(line.moves)


def rough(state, player):
    """An opinion with many shades, so that a wrong cut shows."""
    worth = state.total * 37 % 11 - state.made * 17 % 7
    return float(worth if player == 0 else -worth)


def plain_look(state, left, made=0):
    """Minimax to a depth without any cutting, from the first player's view."""
    outcome = state.outcome()
    if outcome is not None:
        return 0.0 if not outcome.winners else (WIN - made) * (1 if outcome.winners == (0,) else -1)
    if left == 0:
        return rough(state, 0)
    values = [plain_look(state.apply(move).state, left - 1, made + 1) for move in state.legal_moves()]
    return max(values) if state.player == 0 else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("made", [0, 1, 2, 3])
def test_cutting_changes_no_value(depth, made):
    start = Twice(goal=9, made=made)
    line = alpha_beta(start, evaluate=rough, depth=depth)
    assert line.depth == depth
    assert line.value == plain_look(start, depth) * (1 if start.player == 0 else -1)


def test_deeper_looks_end_where_the_game_does():
    start = cardgame.new(cardgame.Params(cards=1), Dice(1))
    assert alpha_beta(start, evaluate=nothing, depth=500).depth <= 2


def test_a_budget_keeps_the_last_depth_that_was_finished():
    whole = alpha_beta(counters(40), evaluate=nothing, depth=6)
    part = alpha_beta(counters(40), evaluate=nothing, depth=6, budget=whole.nodes - 1)
    assert part.depth == 5
    assert part.nodes == whole.nodes - 1
    assert part.moves
    assert alpha_beta(counters(40), evaluate=nothing, depth=6, budget=1).moves == ()


def test_alpha_beta_stops_when_nobody_waits():
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 100

    line = alpha_beta(counters(60), evaluate=nothing, depth=60, stop=stop)
    assert line.nodes == 100
    assert line.depth > 0


def test_a_finished_game_is_not_searched():
    with pytest.raises(ValueError, match="not over"):
        alpha_beta(counters(0), evaluate=nothing, depth=1)
    with pytest.raises(ValueError, match="not over"):
        TreeSearch(playouts=1).choose(counters(0), Dice(1))


def near_win():
    """An L-Game position in which the player to move can leave the other no placement, by full search of a turn."""
    for seed in range(200):
        dice = Dice(seed)
        state = lgame.new(lgame.Params(), dice)
        while state.legal_moves():
            if any(
                after.outcome() is not None
                for lay in state.legal_moves()
                for after in turn_ends(state.apply(lay).state, state.player)
            ):
                return state
            state = random_turn(state, dice)
    raise AssertionError("no such position was met")


def random_turn(state, dice):
    player = state.player
    while state.player == player and state.legal_moves():
        state = state.apply(dice.choice(state.legal_moves())).state
    return state


def turn_ends(state, player):
    if state.player != player or state.outcome() is not None:
        return [state]
    return [end for move in state.legal_moves() for end in turn_ends(state.apply(move).state, player)]


def test_alpha_beta_finds_the_win_in_one_turn_of_the_l_game():
    state = near_win()
    line = alpha_beta(state, evaluate=nothing, depth=2)
    assert line.value == WIN - 2
    assert played(state, line.moves).outcome().winners == (state.player,)


# -- Monte Carlo tree search


def test_rewards_go_by_the_ranking():
    reason = Message("So.")
    assert rewards(Outcome((1,), ((1,), (0,)), reason)) == {0: 0.0, 1: 1.0}
    assert rewards(Outcome((), ((0, 1),), reason)) == {0: 0.5, 1: 0.5}
    assert rewards(Outcome((2,), ((2,), (0,), (1,)), reason)) == {2: 1.0, 0: 0.5, 1: 0.0}
    assert rewards(Outcome((0, 1), ((0, 1), (2,)), reason)) == {0: 0.75, 1: 0.75, 2: 0.0}
    assert rewards(Outcome((0,), ((0,),), reason)) == {0: 1.0}
    assert rewards(Outcome((), ((0,),), reason)) == {0: 0.0}


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_tree_search_finds_the_right_take(left):
    choice = TreeSearch(playouts=1500).choose(counters(left), Dice(1))
    assert choice.move == nullgame.Take(left % 4)


def test_tree_search_understands_two_moves_in_a_row():
    choice = TreeSearch(playouts=1500).choose(Twice(total=4, goal=7), Dice(1))
    assert choice.move in (1, 2)
    assert choice.trials[choice.move].mean > 0.95


def test_the_same_dice_give_the_same_search():
    search = TreeSearch(playouts=200)
    assert search.choose(counters(10), Dice(3)) == search.choose(counters(10), Dice(3))


def test_playouts_are_counted_and_bounded():
    choice = TreeSearch(playouts=50).choose(counters(10), Dice(3))
    assert choice.playouts == 50
    assert sum(trial.visits for trial in choice.trials) == 50
    assert [trial.move for trial in choice.trials] == list(counters(10).legal_moves())


def test_tree_search_stops_after_one_playout_at_the_earliest():
    choice = TreeSearch(playouts=10_000).choose(counters(10), Dice(3), stop=lambda: True)
    assert choice.playouts == 1
    assert choice.move in counters(10).legal_moves()


@dataclass(frozen=True, slots=True)
class Endless:
    """A game that never ends by itself: step left or right."""

    at: int = 0
    player: int = 0

    def legal_moves(self):
        return ("left", "right")

    def apply(self, move):
        return Step(replace(self, at=self.at + (1 if move == "right" else -1)), ())

    def outcome(self):
        return None


def test_playouts_without_end_are_broken_off_and_estimated():
    plain = TreeSearch(playouts=20, bound=10).choose(Endless(), Dice(1))
    assert {trial.mean for trial in plain.trials} == {0.5}
    steering = TreeSearch(playouts=300, bound=4, estimate=lambda state, player: (state.at + 4) / 8)
    assert steering.choose(Endless(), Dice(1)).move == "right"


def test_three_players_each_play_for_themselves():
    @dataclass(frozen=True, slots=True)
    class Kingmaker:
        """Each of three picks a winner; the last pick counts."""

        picks: tuple[int, ...] = ()

        @property
        def player(self):
            return len(self.picks) % 3

        def legal_moves(self):
            return () if len(self.picks) == 3 else (0, 1, 2)

        def apply(self, move):
            return Step(Kingmaker((*self.picks, move)), ())

        def outcome(self):
            if len(self.picks) < 3:
                return None
            first = self.picks[-1]
            rest = tuple(player for player in range(3) if player != first)
            return Outcome((first,), ((first,), rest), Message("Picked."))

    choice = TreeSearch(playouts=600).choose(Kingmaker((0, 0)), Dice(1))
    assert choice.move == 2


def hidden_knowledge(dealt_to):
    def sample(state, viewer, dice):
        dealt = cardgame.sample(cardgame.redact(state, viewer), viewer, dice)
        dealt_to.append(dealt)
        return dealt

    return sample


def test_hidden_cards_are_dealt_anew_for_each_playout():
    state = cardgame.new(cardgame.Params(), Dice(4))
    shown = cardgame.redact(state, 0)
    dealt = []
    choice = TreeSearch(playouts=300, sample=hidden_knowledge(dealt)).choose(shown, Dice(2))
    assert choice.move in state.legal_moves()
    assert len(dealt) == 300
    assert len({one.hands[1] for one in dealt}) == 4
    assert {one.hands[0] for one in dealt} == {state.hands[0]}


def test_the_search_cannot_tell_apart_what_its_seat_cannot():
    """Two deals that look the same to the player must lead to the same answer: nothing hidden leaks."""
    one = cardgame.State(((0, 3), (1, 2)))
    other = cardgame.State(((0, 3), (2, 4)))
    search = TreeSearch(playouts=200, sample=hidden_knowledge([]))
    assert search.choose(one, Dice(5)) == search.choose(other, Dice(5))


def test_with_hidden_cards_the_surest_answer_is_found():
    """The other led 1: our 2 takes it as well as our 4 would, and the 4 then wins the last trick for certain."""
    state = cardgame.State(((2, 4), (3,)), seen=(1,), led=1, tricks=(0, 0), player=0)
    choice = TreeSearch(playouts=800, sample=cardgame.sample).choose(cardgame.redact(state, 0), Dice(1))
    assert choice.move == cardgame.Play(2)
    assert choice.trials[0].mean == 1.0
    assert 0.5 < choice.trials[1].mean < 1.0
