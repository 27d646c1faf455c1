"""Cóatl, the page of the rules sentence by sentence: how it ends, for every number of players and every seat."""

from logic.coatl.rules import PRAISE, praise
from tests.coatlparts import choices, happened, play, table
from tests.coatlsentences import SUPPLY, TABLES, TWO

# -- the end


def third(players, first, seat):
    """The position after a seat has finished its third cóatl, at the end of its turn."""
    n = seat + 1
    text = f"""
    player {n}, turn 20, first {first + 1}
    {SUPPLY}
    {n} coatl Kh1 Kb11 Kt1 + red:K, locked
    {n} coatl Yh1 Yb11 Yt1 + red:Y, locked
    {n} coatl Gh1 Gb11 Gb12 + red:G
    {n} board Gt1
    """
    return play(table(text, players=players), "attach Gt1 3 tail", "end")


def turns(state):
    """Whose turns follow, until the game is over; nobody brings the end anew by what is done in them."""
    seats = []
    while not state.over:
        seats.append(state.player)
        state = play(state, next(move for move in choices(state) if move.startswith(("take h", "take t", "draw"))))
        assert "final" not in happened(state, "end"), "that is told once"
        state = play(state, "end")
    return seats, state


@TABLES
def test_after_a_third_coatl_two_turns_running_for_who_has_not_acted_and_one_for_who_has(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    following = []
    for other in [(seat + place) % players for place in range(1, players)]:
        following += [other] * (2 if order.index(other) > order.index(seat) else 1)
    seats, over = turns(third(players, first, seat))
    assert seats == following
    assert str(over.outcome().reason).endswith(f"player {seat + 1} has finished a third cóatl.")
    acted = {other: order.index(other) <= order.index(seat) for other in range(players)}
    assert {acted[other] + seats.count(other) - 1 for other in range(players) if other != seat} == {1}


@TABLES
def test_after_the_last_body_the_round_is_finished_and_one_more_is_played(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    text = f"""
    player {seat + 1}, turn 20, first {first + 1}
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    {seat + 1} board Rb2 Yb1 Yb2 Gb1 Gb2
    {(seat + 1) % players + 1} board Bb1 Bb2 Kb1 Kb2
    """
    state = play(table(text, players=players, **TWO), "take b1")
    assert "final" in happened(state, "end")
    seats, over = turns(play(state, "end"))
    assert seats == [*order[order.index(seat) + 1 :], *order]
    assert str(over.outcome().reason).endswith("No body was left on the supply board.")


def test_bodies_that_run_out_after_a_third_coatl_change_nothing():
    text = """
    player 1, turn 20
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 coatl Kh1 Kb1 Kt1 + red:K, locked
    1 coatl Yh1 Yb1 Yt1 + red:Y, locked
    1 coatl Gh1 Gb1
    1 board Gt1
    1 prophecies red:G
    3 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb2
    """
    state = play(table(text, players=3, **TWO), "attach Gt1 3 tail", "prophesy red:G 3", "end")
    assert (state.cause, state.player, state.queue) == ("third", 1, (1, 2, 2))
    state = play(state, "take b1", "end")
    assert (state.cause, state.player, state.queue) == ("third", 1, (2, 2))


def test_the_best_single_coatl_is_that_with_its_temple():
    text = """
    player 2, turn 30
    1 coatl Rh1 Rb1 Rt1 + red:R temple:-K/8, locked
    1 coatl Yh1 Yb1 Yt1 + red:Y, locked
    2 coatl Gh1 Gb1 Gb2 Gb3 Gt1 + red:G, locked
    2 coatl Kh1 Kb1 Gb4 Kt1 + red:K pair:KG, locked
    end third, -
    """
    state = play(table(text), "draw", "end")
    assert [state.score(seat) for seat in range(2)] == [5 + 2, 4 + 3]
    assert state.outcome().ranking == ((0,), (1,)), "5 with the temple against 4; three cards each"


def test_alone_the_one_turn_after_the_last_body_is_counted():
    text = """
    player 1, turn 5
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 board Rb2 Yb1 Yb2 Gb1 Gb2
    1 coatl Bb1 Bb2 Kb1 Kb2
    """
    state = table(text, players=1, **TWO)
    assert state.turns_left(0) == 13
    state = play(state, "take b1", "end")
    assert (state.turns_left(0), state.over) == (0, False), "the one that has begun"


def test_alone_more_ranks_than_words_of_praise_earn_the_highest():
    assert praise(99, range(1, 10)) == PRAISE[-1]
    assert [praise(n, (5, 7)) for n in (4, 5, 6, 7)] == [PRAISE[0], PRAISE[1], PRAISE[1], PRAISE[2]]
