"""Cóatl: how the end comes, who still has a turn, and who wins."""

from logic.coatl import NARRATION
from logic.coatl.rules import PRAISE, praise
from tests.coatlparts import choices, happened, play, table
from tests.coatlsentences import SUPPLY, TABLES, TWO


def third(seat, first=0, players=3, more=""):
    """A position in which a seat finishes a third cóatl as soon as it ends its turn."""
    n = seat + 1
    text = f"""
    player {n}, turn 20, first {first + 1}
    {SUPPLY}
    {n} coatl Kh1 Kb11 Kt1 + red:K, locked
    {n} coatl Yh1 Yb11 Yt1 + red:Y, locked
    {n} coatl Gh1 Gb11
    {n} board Gt1
    {n} prophecies red:G
    {more}
    """
    state = table(text, players=players)
    return play(state, "attach Gt1 3 tail", "prophesy red:G 3")


# -- a third cóatl


def test_a_third_coatl_brings_the_end_near_at_the_end_of_the_turn_and_another_one_then_changes_nothing():
    state = third(0)
    assert (state.queue, state.cause) == (None, "")
    assert "final" in happened(state, "end")
    after = play(state, "end")
    assert after.cause == "third"
    state = play(third(1), "end")
    assert [state.turns_left(seat) for seat in range(3)] == [1, 0, 1]
    assert third(1).turns_left(0) is None
    state = table("""
        1 coatl Kh1 Kb11 Kt1 + red:K, locked
        1 coatl Gh1 Gb11
        1 board Gt1
        1 prophecies red:G
    """)
    assert play(state, "attach Gt1 2 tail", "prophesy red:G 2", "end").queue is None
    more = """
    1 coatl Bh1 Bb11 Bt1 + red:B, locked
    1 coatl Rh3 Rb11 Rt3 + red:R, locked
    1 coatl Kh2 Kb12
    1 board Kt2
    1 prophecies red:K'
    """
    state = play(third(1, players=2, more=more), "end")
    state = play(state, "attach Kt2 3 tail", "prophesy red:K' 3", "end")
    assert state.over
    assert str(state.outcome().reason).endswith("player 2 has finished a third cóatl.")


# -- bodies exhausted

FEW = {"bodies": [2, 2, 2, 2], "players": 3}


def last_body(seat, first=0, more=""):
    """A position in which a seat takes the last body there is."""
    others = [n + 1 for n in range(3) if n != seat]
    text = f"""
    player {seat + 1}, turn 20, first {first + 1}
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    {others[0]} board Rb2 Yb1 Yb2 Gb1 Gb2
    {others[1]} board Bb1 Bb2 Kb1 Kb2
    {more}
    """
    return play(table(text, **FEW), "take b1")


def test_the_end_is_near_after_a_refill_after_which_no_body_lies_on_the_supply_board():
    state = last_body(0)
    assert state.cause == ""
    assert "final" in happened(state, "end")
    assert play(state, "end").cause == "bodies"
    text = """
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 board Rb2 Yb1 Yb2 Gb1
    2 board Bb1 Bb2 Kb1 Gb2
    """
    after = play(table(text, **FEW), "take b1", "end")
    assert (after.queue, after.field("b1")) == (None, ("Kb2",))
    text = """
    supply Rb1 | Fb1 | - | - | - | - | Rh1 | - | - | -
    1 board Rb2 Yb1 Yb2 Gb1 Gb2
    2 board Bb1 Bb2 Kb1 Kb2
    """
    state = play(table(text, feathers=[1, 1, 1, 1], **FEW), "take b1", "end")
    assert state.queue is None


def test_whichever_comes_first_holds():
    finisher = """
    2 coatl Kh1 Kb1 Kt1 + red:K, locked
    2 coatl Yh1 Yb1 Yt1 + red:Y, locked
    2 coatl Gh1 Gb1
    2 board Gt1
    2 prophecies red:G
    """
    text = f"""
    player 1, turn 20
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb2
    {finisher}
    """
    state = play(table(text, **FEW), "take b1", "end")
    assert (state.cause, state.queue) == ("bodies", (2, 0, 1, 2))
    state = play(state, "attach Gt1 3 tail", "prophesy red:G 3", "end")
    assert (state.cause, state.queue) == ("bodies", (0, 1, 2))
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


# -- points and places


def over(text, players=2):
    """The position after the last turn, in which the last player has drawn a card."""
    return play(table(f"player {players}, turn 30\n{text}\nend third, -", players=players), "draw", "end")


def why(state):
    """The reason of the end, in words."""
    return str(state.outcome().reason)


RED3 = "Rh1 Rb1 Rt1 + red:R, locked"  # 2
YELLOW4 = "Yh1 Yb1 Yb2 Yt1 + red:Y, locked"  # 3


def test_most_points_win_then_most_cards_then_the_best_coatl_and_unfinished_ones_score_nothing():
    state = over(f"1 coatl {RED3}\n2 coatl {YELLOW4}")
    assert (state.outcome().winners, state.outcome().ranking) == ((1,), ((1,), (0,)))
    assert [state.score(seat) for seat in range(2)] == [2, 3]
    assert why(state) == "player 2 is 1 point ahead. player 1 has finished a third cóatl."
    state = over("1 coatl Rb1 Rb2 Rb3 Rb4 Rb5 Rb6 + red:R trio:R\n2 coatl Yh1 Yb1 Yt1 + red:Y, locked")
    assert [state.score(seat) for seat in range(2)] == [0, 2]
    state = over(f"1 coatl {RED3}\n2 coatl {YELLOW4}\n3 coatl Gh1 Gb1 Gt1 + red:G, locked", players=4)
    assert state.outcome().ranking == ((1,), (0, 2), (3,))
    state = over("")
    assert state.over
    assert state.legal_moves() == ()
    assert table("player 1").outcome() is None
    many = "Rh1 Rb1 Rb2 Kb9 Rt1 + red:R pair:RK, locked"  # 3 + 1
    few = "Yh1 Yb1 Yb2 Yb3 Yt1 + red:Y, locked"  # 4
    state = over(f"1 coatl {few}\n2 coatl {many}")
    assert [state.score(seat) for seat in range(2)] == [4, 4]
    assert state.outcome().ranking == ((1,), (0,))
    assert why(state).startswith("Equal in points: player 2 has more cards on finished cóatls. ")
    with_temple = "Rh1 Rb1 Rt1 + red:R temple:-K/8, locked"  # 2 + 3
    without = "Yh1 Yb1 Yb2 Yb3 Yb4 Yt1 + red:Y, locked"  # 5
    state = over(f"1 coatl {without}\n2 coatl {with_temple}")
    assert [state.score(seat) for seat in range(2)] == [5, 5]
    assert state.outcome().winners == (1,)
    state = over("1 coatl Rh1 Rb1 Rt1 + red:R, locked\n1 coatl Kb1 Kb2 Kb3 + red:K trio:K\n"
                 "2 coatl Yh1 Yb1 Yt1 + red:Y, locked")  # fmt: skip
    assert state.outcome().winners == (0, 1)
    one = "1 coatl Rh1 Rb1 Rb2 Rt1 + red:R, locked\n1 coatl Kh1 Kb1 Kb2 Kt1 + red:K, locked"  # 3 + 3
    other = "2 coatl Yh1 Yb1 Yb2 Yb3 Yt1 + red:Y, locked\n2 coatl Gh1 Gb1 Gt1 + red:G, locked"  # 4 + 2
    state = over(f"{one}\n{other}")
    assert [state.score(seat) for seat in range(2)] == [6, 6]
    assert state.outcome().ranking == ((1,), (0,))
    assert why(state).startswith("Equal in points and in cards: player 2 has the best single cóatl. ")
    told = NARRATION.facts(state, (), alone=True)
    assert [str(one) for one in told] == ["player 1: 3 + 3 = 6", "player 2: 4 + 2 = 6"]
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
    state = over("1 coatl Rh1 Rb1 Rt1 + red:R, locked\n2 coatl Yh1 Yb1 Yt1 + red:Y, locked")
    assert (state.outcome().winners, state.outcome().ranking) == ((0, 1), ((0, 1),))
    assert why(state).startswith("Equal in points, in cards and in the best cóatl: the win is shared. ")


# -- the end


def third_by(players, first, seat):
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
    seats, over = turns(third_by(players, first, seat))
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


def test_alone_the_one_turn_after_the_last_body_is_counted_and_more_ranks_than_words_earn_the_highest():
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
    assert praise(99, range(1, 10)) == PRAISE[-1]
    assert [praise(n, (5, 7)) for n in (4, 5, 6, 7)] == [PRAISE[0], PRAISE[1], PRAISE[1], PRAISE[2]]
