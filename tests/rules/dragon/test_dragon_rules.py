"""The rules of Stone Dragon, sentence by sentence, on small boards: knights, fields, sight, the turn, the end."""

from dataclasses import replace

import pytest

from logic import dragon
from logic.core import Dice, IllegalMove, Message, find_move
from logic.dragon.board import Field, place_name
from logic.dragon.rules import EXAMPLE, Clock
from logic.game import redact
from tests.support.positions.dragon import (
    CLAIMS,
    a_session,
    at,
    drawn,
    events,
    field,
    file_text,
    happened,
    labyrinth,
    left,
    passes,
    play,
    refused,
    seen,
    spot,
    supply,
)
from tests.support.stories import sentences

SENTENCES = """
# A turn is one step of one knight to a free edge neighbour, or a pass; rows grow down and columns to the right
Z;Z;Z Z;Z;Z Z;Z;L / N / @2;2 :: :: K1 2;2, only K1 north + K1 east + K1 south + K1 west + pass, if K1 north: K1 1;2,
  if K1 east: K1 2;3, if K1 south: K1 3;2, if K1 west: K1 2;1
Z;Z Z;L / N :: :: only K1 east + K1 south + pass, no K1 north
Z;Z;Z;L / N;N :: :: time 0 :: K1 east :: time 1, K1 1;2, K2 1;1, only K1 east + pass, no K2 east :: pass
  :: time 2, K1 1;2, K2 1;1
# An ordinary knight has no power
Z;J;Z D1;Z;L / N;N :: :: only K1 south + pass, K1 most 0, K1 has 0, if K1 south: K1 dead
# A standing wall keeps out who has no power against it
Z;<J W>;Z Z;Z;L / <N B3 S> :: :: no K1 east
# An Eater eats a standing edible wall with one tooth and needs none for a fallen one; an eternal one keeps him out
Z;J;L / Z2 :: :: K1 has 2 :: K1 east :: K1 1;2, K1 has 1, open 1;2, does go eat
Z;J;Z;J;L / Z1 :: K1 east*2 :: K1 has 0, no K1 east
Z;W;Z Z;Z;L / Z3 :: :: no K1 east
Z;J;Z;L / Z1;Z1 :: K1 east*2, K2 east :: K2 1;2, K2 has 1
# A Builder with bricks enough fills a hole, and uses none on a filled one
Z;D2;L / B2 :: K1 east :: K1 1;2, K1 has 0, open 1;2, does go fill
Z;D2;L / B3 :: K1 east :: K1 1;2, K1 has 1, open 1;2, does go fill
Z;D1;Z;L / B1;B1 :: K1 east*2, K2 east :: K2 1;2, K2 has 1
# A Builder with too few bricks dies, his bricks are lost, and the hole is unchanged
Z;D3;L / B2;N :: K1 east :: K1 dead, K1 has 0, lies 1;2 D3, shut 1;2, does go fall enter
# Nobody ever holds more than he began with
Z;A9;L / Z2 :: K1 east :: K1 has 2, stock 1;2 9, does go
Z;C9;L / B2 :: K1 east :: K1 has 2, stock 1;2 9, does go
# A Jumper steps like the others, or jumps exactly two squares over anybody, but onto nobody nor off the board
Z;Z;L / S :: K1 east :: K1 1;2
Z;Z;Z;Z;Z Z;Z;Z;Z;Z Z;Z;Z;Z;Z Z;Z;Z;Z;Z Z;Z;Z;Z;L / S / @3;3 :: :: if K1 leap north: K1 1;3,
  if K1 leap east: K1 3;5, if K1 leap south: K1 5;3, if K1 leap west: K1 3;1
Z;Z;Z;L / N;S :: K1 east :: if K2 leap east: K2 1;3 :: K1 east :: only K1 east + K1 west + K2 east + pass
Z;Z;Z;L / <N B2 Z2> :: :: no K1 leap east
# Nothing happens on the square that is jumped over
Z;Z;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 Z
Z;J;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 J
Z;W;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 W
Z;M;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 M
Z;T1,1;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 T1,1
Z;D1;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 D1
Z;C2;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 C2
Z;A2;Z;L / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 A2
Z;L;Z;Z / S :: K1 leap east :: does leap, K1 1;3, still, lies 1;2 L
# A Jumper does not jump onto a wall seen to stand, but onto a fallen one
Z;Z;<J W>;L Z;Z;Z;Z / S :: K1 east, K1 west :: seen 1;3, no K1 leap east
Z;Z;J;Z;L / Z1;S :: K1 east*3, K2 leap east :: K2 1;3
# A wall that was eaten or blown up is fallen for ten units, and kills who stands on it when it regrows
Z;J;Z;L Z;Z;Z;Z / Z1;N :: K1 east*2, pass*8 :: time 10, open 1;2, if K2 east: K2 dead, if pass: does regrow :: pass
  :: time 11, shut 1;2, no K1 west + K2 east
Z;M;J;L / N;N :: K1 east :: open 1;3 :: pass*9 :: open 1;3 :: pass :: shut 1;3
Z;J;Z;L / Z1;N :: K1 east, pass*9 :: K1 1;2, if K1 east: K1 1;3 :: pass :: K1 dead, does regrow crush
Z;J;Z;Z Z;M;L;Z / Z1;N :: K1 east*3, K2 south, K2 east :: time 5, K2 dead, left 2;2 10, left 1;2 6 :: pass*6
  :: time 11, shut 1;2, open 2;2
Z;M;W;L / N;N :: K1 east :: shut 1;3, left 1;3 -
Z;Z;Z;L / N :: K1 east :: does go, still
# A mine explodes when it is entered, and its blast hits what is beside it and nothing else
Z;M;Z;L / N;N :: K1 east :: does go blast enter, K1 dead, open 1;2
Z;Z;L Z;M;Z / N;N :: K1 south, K1 east :: K1 dead, K2 1;1
Z;Z;Z;Z Z;Z;M;Z Z;Z;Z;L / N;N;N;N / @2;1 :: K1 east, K2 north, K2 east, K3 south, K3 east
  :: K1 2;2, K2 1;2, K3 3;2, K4 2;1 :: K2 east*2, K3 east, K2 south :: K1 2;2, K2 2;4, K3 3;3, K4 2;1 :: K1 east
  :: K1 dead, K2 dead, K3 dead, K4 2;1, hit @ K1 K2 K3
J;J;J;Z Z;M;J;J J;J;J;L / N;N / @2;1 :: K1 east :: opened 1;2 2;2 2;3 3;2, fell 1;2 2;3 3;2
Z;M;M;L / N;N :: K1 east :: shut 1;3
L;Z;M Z;Z;Z / N;N;N;N / need 3 @1;2 :: K1 west, K2 east :: K1 hidden, K2 dead, K3 1;2, K4 waiting
L;M;Z / N;N;N / need 2 @1;2 :: :: K1 dead, K2 1;2, K3 waiting
# A crater is safe for ten units, and the mine that returns explodes under who stands on it
Z;M;Z;L / N;N;N :: K1 east :: if K2 east*2: K2 1;3 :: pass*9 :: open 1;2 :: pass :: does mine_back, shut 1;2,
  if K2 east: does go blast enter
Z;M;J;L / N;N;N :: K1 east, K2 east, pass*9 :: does regrow mine_back blast topple, K2 dead, K3 dead
Z;Z;M;J;L / N;N;N :: K1 east*2, K2 east*2, pass*8 :: time 12, K2 dead, left 1;3 10, left 1;4 10 :: pass*9
  :: open 1;3 1;4 :: pass :: time 22, shut 1;3 1;4
# Who lands on a teleport goes on, onto the square just left too, which is free
Z;T2,3;W W;W;Z W;W;L / N :: K1 east :: does go teleport, K1 2;3, time 1
Z;T1,1;Z;L / N;N :: K1 east :: does go teleport, K1 1;1, time 1
# The target is entered by the usual rules
W;W;W W;J;W W;W;W Z;Z;L T2,2;Z;Z / Z1;N / @4;1 :: K1 south :: K1 2;2, does go teleport eat enter
W;W;W W;D1;W W;W;W Z;Z;L T2,2;Z;Z / N;N / @4;1 :: K1 south :: K1 dead, does go teleport fall enter
W;W;W W;D1;W W;W;W Z;Z;L T2,2;Z;Z / B1;N / @4;1 :: K1 south :: K1 2;2, does go teleport fill enter
W;W;W W;M;W W;W;W Z;Z;L T2,2;Z;Z / N;N / @4;1 :: K1 south :: K1 dead, does go teleport blast enter
Z;J;T3,1 W;W;W A1;L;Z / Z1 :: K1 east*2 :: K1 3;1, K1 has 1, stock 3;1 0
Z;T3,1 W;W L;Z / N :: K1 east :: K1 hidden
# A teleport reached by teleport does nothing
Z;T3,1 W;W T3,2;L / N :: K1 east :: K1 3;1, does go teleport
Z;T1,2;Z;L / N :: K1 east :: K1 1;2, does go
# Who cannot enter the target stays on the teleport, the move stands, and he is carried off only on entering
Z;T3,1;Z W;W;W Z;Z;L / N;N :: K1 east, K2 east :: K1 3;1, K2 1;2, time 2 :: K1 east, pass :: K2 1;2 :: K2 east, K2 west
  :: K2 3;1
Z;T3,1;Z W;W;W J;W;L / <N B1 S> :: K1 east :: K1 1;2, time 1, unseen 3;1
Z;T3,1;Z W;W;W W;W;L / <N Z1> :: K1 east :: K1 1;2, time 1, unseen 3;1
# A filled hole is safe for ten units, and then crumbles; a knight on it dies, a Builder too
Z;D1;Z;L / B1;N;N :: K1 east*2 :: if K2 east: K2 1;2 :: pass*8 :: open 1;2 :: pass :: does crumble, time 11, shut 1;2,
  if K2 east: K2 dead
Z;D1;Z;L / B1;<N B9 S> :: K1 east*2, K2 east, pass*7 :: K2 1;2 :: pass :: does crumble fall, K2 dead
# A store makes one unit every five until it is full
Z;C2;A3;L / N :: pass*12 :: stock 1;2 2, stock 1;3 3, still
Z;J;J;A2;Z;L / Z2 :: K1 east*4 :: time 4, stock 1;4 0, left 1;4 4 :: pass*3 :: time 7, stock 1;4 0 :: pass
  :: does restock, time 8, stock 1;4 1, left 1;4 5 :: pass*5 :: time 13, stock 1;4 2, left 1;4 -
# On entry a Builder or an Eater takes what he lacks, or what is there
Z;J;J;A2;L Z;Z;Z;Z;Z / Z3 :: K1 east*2 :: K1 has 1 :: K1 east :: does go supply, K1 has 3, stock 1;4 0
Z;J;J;A1;L Z;Z;Z;Z;Z / Z3 :: K1 east*3 :: K1 has 2, stock 1;4 0
Z;J;J;A9;L Z;Z;Z;Z;Z / Z3 :: K1 east*3 :: K1 has 3, stock 1;4 7
Z;D1;D1;C2;L Z;Z;Z;Z;Z / B3 :: K1 east*2 :: K1 has 1 :: K1 east :: does go supply, K1 has 3, stock 1;4 0
Z;D1;D1;C1;L Z;Z;Z;Z;Z / B3 :: K1 east*3 :: K1 has 2, stock 1;4 0
Z;D1;D1;C9;L Z;Z;Z;Z;Z / B3 :: K1 east*3 :: K1 has 3, stock 1;4 7
# A store gives nothing to others
Z;A2;L D1;Z;Z / B1 :: K1 south, K1 north, K1 east :: K1 1;2, K1 has 0, stock 1;2 2, left 1;2 -
Z;C2;L J;Z;Z / Z1 :: K1 south, K1 north, K1 east :: K1 1;2, K1 has 0, stock 1;2 2, left 1;2 -
Z;A2;L Z;Z;Z / N :: K1 south, K1 north, K1 east :: K1 1;2, K1 has 0, stock 1;2 2, left 1;2 -
Z;C2;L Z;Z;Z / S :: K1 south, K1 north, K1 east :: K1 1;2, K1 has 0, stock 1;2 2, left 1;2 -
# Who reaches the lair hides there, off the board, never moved again, and there is room for all
Z;L;Z / N;N;N / need 3 :: K1 east :: does go hide enter, K1 hidden, K2 1;1, only K2 east + pass, if K2 east: K2 hidden
# A Jumper who lands meets the field like anyone
Z;Z;D1;L Z;Z;Z;Z / S;N :: K1 leap east :: K1 dead, does leap fall enter
Z;Z;M;L Z;Z;Z;Z / S;N :: K1 leap east :: K1 dead, does leap blast enter
Z;Z;T1,1;L Z;Z;Z;Z / S;N :: K1 leap east :: K1 1;1, does leap teleport
Z;Z;L;Z Z;Z;Z;Z / S;N :: K1 leap east :: K1 hidden, does leap hide enter
Z;Z;A1;L Z;Z;Z;Z / S;N :: K1 leap east :: K1 1;3, does leap enter
# The move comes before the entrance, and both before the clocks, which run for ten turns
J;Z;Z;L / Z1;N :: :: time 0, K1 1;1, left 1;1 10 :: K1 east, pass*8 :: time 9, K2 1;1, left 1;1 1 :: pass
  :: does regrow crush, K2 dead
M;Z;Z;L / N;N;N :: :: K1 dead, K2 1;1, left 1;1 10 :: pass*9 :: left 1;1 1 :: pass :: does mine_back blast enter
Z;D1;Z;L / B1;N :: K1 east :: does go fill enter
Z;J;Z;L / Z1;N :: K1 east*2, pass*8, K2 east :: does go regrow crush
J;Z;Z;L / Z1;N :: pass*9, K1 east :: does go enter regrow crush
# Knights enter in file order by the usual rules when the entrance is left; standing on it holds the queue
D2;Z;L / N;S;B1;B2;N :: :: K1 dead, K2 dead, K3 dead, K4 1;1, K5 waiting
T1,3;Z;Z;L / N;N;N :: :: K1 1;3, K2 1;1, K3 waiting
L;Z / N;N;N / need 3 :: :: K1 hidden, K2 hidden, K3 hidden
J;L / Z1 :: :: K1 1;1
Z;Z;Z;L / N;N;N :: :: K1 1;1, K2 waiting, K3 waiting, if pass*20: K1 1;1 & K2 waiting & K3 waiting :: K1 east
  :: K1 1;2, K2 1;1, K3 waiting
# Nobody enters behind one who may not
<J W>;Z;L / N;Z1;Z2 :: :: K1 waiting, K2 waiting, K3 waiting, over
# After the clocks the entrance lets in again, and nobody any more once the wall there stands
D1;Z;L / B1;N;N :: pass*10 :: does crumble fall enter fall enter fall
J;Z;Z;L / Z1;N;N :: K1 east, pass*9 :: K2 dead, K3 waiting
# At the start of a game the entrance and the end are looked at once, at time 0
L;Z / N;N / need 2 :: :: time 0, won 0
D1;L / N;N :: :: time 0, lost
# It is won when the required number is in the lair, and lost when that cannot be any more
Z;L;Z / N;N;N / need 2 :: K1 east :: goes on :: K2 east :: won 0
Z;D1;Z;L / N;N;N / need 2 :: K1 east :: goes on :: K2 east :: lost, few 1 2
L;Z;D1;Z / N;N;N / need 2 @1;2 :: K1 west, K2 east :: goes on :: K3 east :: few 1 2
D1;W;L / N;N :: :: few 0 1
# It is lost when no move but passing is left and no clock runs; an untried leap onto an unseen square is a move
Z;W;L / N;N :: :: lost, stuck
Z;W;W;L / S :: :: goes on, only K1 leap east + pass :: K1 leap east :: stuck
M;W;L / N;N;N :: pass*3 :: only pass, goes on

# A square is seen once a knight was on it or beside it, and is then shown in its present state
Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L / N :: :: sees 1;1 1;2 2;1 :: K1 east :: sees 1;1 1;2 1;3 2;1 2;2
W;Z;L / N :: :: sees
Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L / S :: K1 leap east :: unseen 2;2, seen 1;2 1;3 1;4 2;3
Z;T4,1;Z;Z Z;Z;Z;Z W;W;W;W Z;Z;Z;L / N :: K1 east :: sees 1;1 1;2 1;3 2;1 2;2 3;1 4;1 4;2
Z;J;Z;Z;Z;L / Z1 :: K1 east*4 :: shown 1;2 j :: pass*7 :: time 11, K1 1;5, shown 1;2 J
# What is beside a death and beside the lair is seen
Z;<D1 M>;Z;L / N;N :: K1 east :: seen 1;3
Z;L;Z / N;N / need 2 :: K1 east :: seen 1;3
# A Jumper is always offered an unseen landing square
Z;Z;<Z J W M T1,1 D1 C1 A1>;L / S :: :: can K1 leap east
# Of a bounce’s turn the end is checked, but no clock ticks
J;Z;W;W;L W;Z;Z;Z;Z / Z1;S :: K1 east, K1 south, K1 east :: K2 1;1, time 3 :: K2 east :: time 4, left 1;1 6
  :: K2 leap east :: does bounce, time 4, left 1;1 6
"""


@pytest.mark.parametrize("story", sentences.cases(SENTENCES))
def test_rules_sentence_by_sentence(story):
    position, *rest = story
    sentences.check(labyrinth(position), CLAIMS, rest)


# -- what only clocks that were set by hand show


def test_a_blast_leaves_other_fields_and_running_clocks_unchanged():
    state = drawn("Z;M;Z D1;M;A2 Z;J;L", "N;N;N", entrance="2;3", open_map=True)
    clocks = (
        Clock(spot(1, 2), "mine", 4),
        Clock(spot(2, 1), "bricks", 5),
        Clock(spot(2, 3), "store", 3),
        Clock(spot(3, 2), "wall", 6),
    )
    state = play(replace(state, clocks=clocks, stocks=((spot(2, 3), 1),)), "K1 west")
    assert [left(state, *place) for place in ((1, 2), (2, 1), (2, 3), (3, 2), (2, 2))] == [3, 4, 2, 5, 10]
    assert state.stocks == ((spot(2, 3), 1),)


def eater_in_empty_store(**params):
    """Return a position with an Eater who has emptied a store of one and still lacks a tooth."""
    state = play(drawn("Z;J;J;A1;Z;L", "Z3", **params), "K1 east", "K1 east")
    state = replace(state, knights=(replace(state.knights[0], supply=0),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (1, 0, 5)
    return state


def test_a_store_clock_survives_withdrawals_and_supplies_a_knight_standing_there():
    state = drawn("Z;A3;Z;L", "Z1", entrance="1;1", open_map=True)
    knights = (replace(state.knights[0], supply=0),)
    state = replace(state, knights=knights, clocks=(Clock(spot(1, 2), "store", 3),), stocks=((spot(1, 2), 2),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2)), left(state, 1, 2)) == (1, 1, 2)
    state = play(eater_in_empty_store(), *passes(4))
    assert happened(state, "pass") == ["restock", "supply"]
    for later, supplied in ((1, (2, 0, 5)), (5, (3, 0, 5)), (5, (3, 1, None))):
        state = play(state, *passes(later))
        assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == supplied
    strict = play(eater_in_empty_store(stores_supply_standing=False), *passes(5))
    assert (supply(strict, 1), strict.stock(spot(1, 4)), left(strict, 1, 4)) == (1, 1, None)


def test_clocks_act_by_kind_then_row_and_the_entrance_opens_after_them():
    state = drawn("J;M;D1;C1 C1;D1;M;J Z;Z;Z;L", "N", entrance="3;1", open_map=True)
    sorts = ["wall", "mine", "bricks", "store", "store", "bricks", "mine", "wall"]
    clocks = tuple(Clock(spot(1 + place // 4, 1 + place % 4), sort, 1) for place, sort in enumerate(sorts))
    state = replace(state, clocks=clocks, stocks=((spot(1, 4), 0), (spot(2, 1), 0)))
    assert [(event.name, place_name(event.paths["@"][0])) for event in events(state, "pass")] == [
        ("crumble", "(1, 3)"),
        ("crumble", "(2, 2)"),
        ("regrow", "(1, 1)"),
        ("regrow", "(2, 4)"),
        ("restock", "(1, 4)"),
        ("restock", "(2, 1)"),
        ("mine_back", "(1, 2)"),
        ("mine_back", "(2, 3)"),
    ]
    state = drawn("M;M;Z;L Z;Z;Z;Z", "N;N", entrance="1;2", open_map=True)
    knights = tuple(replace(one, fate="board", cell=spot(1, n)) for n, one in enumerate(state.knights, 1))
    clocks = (Clock(spot(1, 1), "mine", 1), Clock(spot(1, 2), "mine", 1))
    assert happened(replace(state, knights=knights, clocks=clocks), "pass") == ["mine_back", "blast", "mine_back"]
    state = drawn("J;M;Z;L", "N;N", open_map=True)
    assert state.outcome() is not None
    mine = (replace(state.knights[0], fate="board", cell=spot(1, 2)), state.knights[1])
    state = replace(state, knights=mine, clocks=(Clock(spot(1, 2), "mine", 1),))
    assert happened(state, "pass") == ["mine_back", "blast", "topple", "enter"], "the blast opens the entrance"


# -- the end, and the example


def test_a_game_can_be_resigned_and_unseen_squares_stay_hidden_after_the_end():
    session = a_session(file_text("J;Z;Z;L", "Z1;N"))
    before = session.state
    session.end_early(0)
    assert session.state == before
    assert session.outcome().winners == ()
    over = a_session(file_text("L;Z"))
    with pytest.raises(IllegalMove):
        over.end_early(0)
    state = play(drawn("Z;D1;Z;L"), "K1 east")
    assert state.outcome() is not None
    assert field(redact(dragon, state, 0), 1, 4) == Field("unseen")
    assert field(state, 1, 4) == Field("lair"), "who asks is shown the position itself"


def test_the_example_is_won_in_eight_turns_and_its_position_counts_are_pinned():
    session = a_session(EXAMPLE)
    way = ("K1 west", "K1 north", "K2 west", "K1 north", "K3 north", "K2 leap north", "K3 west", "K3 north")
    for move in way:
        assert session.outcome() is None
        session.play(move)
    assert session.outcome().winners == (0,)
    assert session.state.time == 8
    assert [at(session.state, number) for number in range(1, 6)] == ["hidden", "hidden", "hidden", (4, 2), "waiting"]
    positions, found = {dragon.new(dragon.Params(board=EXAMPLE), Dice(0))}, []
    for _ in range(6):
        found.append((len(positions), sum(len(state.legal_moves()) for state in positions)))
        positions = {state.apply(move).state for state in positions for move in state.legal_moves()}
    assert found == [(1, 3), (3, 11), (9, 40), (28, 132), (84, 437), (272, 1505)]


# == what the player sees and is asked


# -- what the player sees


def picture(state):
    """Return the rows of the board as the player sees them."""
    return str(redact(dragon, state, 0)).splitlines()[1 : 1 + state.board.height]


def test_the_redacted_picture_shows_seen_squares_and_all_knights():
    """A filled hole, a fallen wall and a spent mine look different from each other and from plain ground."""
    state = drawn("D2;C3;A4 J;W;M Z;L;T1,1", "N", entrance="3;1", open_map=True)
    assert [row.split() for row in picture(state)] == [["D2", "C3:3", "A4:4"], ["J", "W", "M"], ["Z", "L", "T"]]
    clocks = (Clock(spot(1, 1), "bricks", 3), Clock(spot(2, 1), "wall", 3), Clock(spot(2, 3), "mine", 3))
    opened = picture(replace(state, clocks=clocks))
    assert [row.split() for row in opened] == [["d2", "C3:3", "A4:4"], ["j", "W", "m"], ["Z", "L", "T"]]
    eaten_out = play(drawn("Z;J;J;A2;Z;L", "Z2"), "K1 east", "K1 east", "K1 east", "K1 east")
    assert "A2:0" in picture(eaten_out)[0]
    state = play(drawn("Z;J;Z;L Z;W;Z;Z", "Z2;B3;N", required=2), "K1 east")
    assert str(redact(dragon, state, 0)).splitlines() == [
        "time 1",
        "Z j Z ?",
        "Z W ? ?",
        "entrance (1, 1), 2 needed",
        "K1 Z2 has 1 (1, 2)",
        "K2 B3 has 3 (1, 1)",
        "K3 N waiting",
    ]


def test_redaction_hides_teleport_targets_and_clock_times():
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L"), "K1 east", "K1 east")
    view = redact(dragon, state, 0)
    assert field(view, 1, 2) == Field("teleport")
    assert picture(state)[0].split()[1] == "T"

    def blocked(rows, knights, *moves):
        state = play(drawn(rows, knights), *moves)
        return happened(state, "K1 east"), events(state, "K1 east"), str(redact(dragon, play(state, "K1 east"), 0))

    by_wall = blocked("Z;T3,1;Z W;W;W W;W;L", "N")
    by_other_wall = blocked("Z;T3,1;Z W;W;W J;W;L", "N")
    by_itself = blocked("Z;T1,2;Z W;W;W Z;W;L", "N")
    assert by_wall == by_other_wall == by_itself
    state = play(drawn("Z;J;Z;L", "Z1"), "K1 east")
    later = play(state, "pass")
    assert redact(dragon, state, 0) == replace(redact(dragon, later, 0), time=1)
    assert redact(dragon, state, 0).clock_runs


@pytest.mark.parametrize("wall", ["J", "W"])
def test_a_jumper_bounces_off_an_unseen_wall_and_no_time_passes(wall):
    before = drawn(f"Z;Z;{wall};L", "S;N")
    (bounce,) = events(before, "K1 leap east")
    assert (bounce.name, bounce.paths, bounce.reveals) == ("bounce", {"K1": (spot(1, 1), spot(1, 3), spot(1, 1))}, True)
    after = play(before, "K1 leap east")
    assert (at(after, 1), after.time) == ((1, 1), 0)
    assert seen(after) == seen(before) | {(1, 3)}
    assert replace(after, seen=before.seen) == before, "nothing else of the turn runs"
    assert refused(after, "K1 leap east")


# -- questions and notices


def warning_for(state, move):
    one = find_move(state, move)
    found = dragon.NARRATION.warning(redact(dragon, state, 0), one)
    assert found == dragon.NARRATION.warning(state, one), "the position itself tells no more than its view"
    assert found is None or isinstance(found, Message)
    return None if found is None else str(found)


def test_warnings_come_before_deadly_moves_onto_seen_squares_only():
    question = "{} would fall to his death in the hole on (1, 2). Go all the same?"
    assert warning_for(drawn("Z;D2;L"), "K1 east") == question.format("Ordinary knight K1")
    assert warning_for(drawn("Z;D2;L", "B1"), "K1 east") == question.format("Builder K1")
    assert warning_for(drawn("Z;D2;L", "Z9"), "K1 east") == question.format("Eater K1")
    assert (
        warning_for(drawn("Z;M;L"), "K1 east") == "Ordinary knight K1 would die on the mine on (1, 2). Go all the same?"
    )
    for harmless, move in (
        (drawn("Z;D2;L", "B2"), "K1 east"),
        (play(drawn("Z;D1;Z;L", "B1;N"), "K1 east", "K1 east"), "K2 east"),
        (play(drawn("Z;M;Z;L", "N;N"), "K1 east"), "K2 east"),
        (drawn("Z;Z;L"), "K1 east"),
        (drawn("Z;D1;L"), "pass"),
    ):
        assert warning_for(harmless, move) is None
    for code in ("D1", "M"):
        state = drawn(f"Z;Z;{code};L Z;Z;Z;Z", "S")
        assert warning_for(state, "K1 leap east") is None
        assert warning_for(play(state, "K1 east", "K1 west"), "K1 leap east").startswith("Jumper K1 would")


@pytest.mark.parametrize(
    ("rows", "knights", "word"),
    [("J;Z;L", "Z1;N", "fallen wall"), ("D1;Z;L", "B1;N", "filled hole"), ("M;Z;L", "N;N;N", "spent mine")],
)
def test_a_notice_warns_of_a_closing_entrance_while_knights_wait(rows, knights, word):
    state = redact(dragon, drawn(rows, knights), 0)
    assert word in str(dragon.NARRATION.notice(state))
    assert dragon.NARRATION.notice(drawn("Z;Z;L", "N;N")) is None
    assert dragon.NARRATION.notice(drawn("J;Z;L", "Z1")) is None, "nobody waits"


@pytest.mark.parametrize(("rows", "knight"), [("Z;J;L", "Z1"), ("Z;D1;L", "B1")])
def test_passing_warns_while_a_knight_is_on_ground_about_to_close(rows, knight):
    state = drawn(rows, knight)
    assert dragon.NARRATION.waiting_warning(state) is None
    assert "safe ground" in str(dragon.NARRATION.waiting_warning(redact(dragon, play(state, "K1 east"), 0)))
    assert "safe ground" in str(dragon.NARRATION.waiting_warning(drawn("M;Z;L", "N;N")))


def test_looks_changed_ignores_time_and_detects_visible_changes():
    state = play(drawn("Z;J;Z;Z;L", "Z1"), "K1 east", "K1 east")
    assert not dragon.ANALYSIS.looks_changed(state, play(state, "pass"))
    last = play(state, *passes(8))
    assert not dragon.ANALYSIS.looks_changed(state, last)
    assert dragon.ANALYSIS.looks_changed(last, play(last, "pass"))
    assert dragon.ANALYSIS.looks_changed(state, play(state, "K1 east"))


# -- what cannot be undone, on an open map


def practice_session(rows, *moves, knights="N"):
    """Return a game of *Practice* after those moves."""
    session = a_session(file_text(rows, knights), open_map=True, undo="always")
    for move in moves:
        session.play(move)
    return session


def test_a_step_that_reveals_nothing_can_be_undone():
    assert practice_session("Z;Z;L", "K1 east").can_undo()
    assert practice_session("Z;J;Z;L", "K1 east", knights="Z1").can_undo()
    assert practice_session("Z;J;Z;L", *["K1 east"] * 2, *passes(8), knights="Z1").can_undo()


@pytest.mark.parametrize("target", ["1,4", "1,3", "1,1", "1,5"], ids=["ground", "barred", "where he came from", "lair"])
def test_entering_a_teleport_cannot_be_undone(target):
    assert not practice_session(f"Z;T{target};W;Z;L", "K1 east").can_undo()
    entered = practice_session("T1,3;Z;Z;Z;L", "K2 east", knights="N;N;N")
    assert [event.name for event in entered.events[-1]][:2] == ["go", "enter"]
    assert not entered.can_undo()


@pytest.mark.parametrize(
    ("rows", "knights", "moves", "name"),
    [
        ("Z;J;Z;L", "Z1", ("K1 east", "K1 east", *passes(8)), "regrow"),
        ("Z;D1;Z;L", "B1", ("K1 east", "K1 east", *passes(8)), "crumble"),
        ("Z;Z;M;Z;L", "N;N", ("K1 east", "K1 east", *passes(9)), "mine_back"),
        ("Z;J;A1;Z;L", "Z1", ("K1 east", "K1 east", "K1 east", *passes(3)), "restock"),
    ],
)
def test_a_turn_in_which_a_clock_runs_out_cannot_be_undone(rows, knights, moves, name):
    session = practice_session(rows, *moves, knights=knights)
    assert session.can_undo()
    session.play("pass")
    assert name in [event.name for event in session.events[-1]]
    assert not session.can_undo()


# -- moves in words


@pytest.mark.parametrize(
    ("rows", "knight", "move", "words"),
    [
        ("Z;Z;L", "N", "K1 east", "Ordinary knight K1 goes to (1, 2)."),
        ("Z;J;L", "Z1", "K1 east", "Eater K1 eats the wall on (1, 2)."),
        ("Z;D1;L", "B1", "K1 east", "Builder K1 fills the hole on (1, 2)."),
        ("Z;D2;L", "B1", "K1 east", "Builder K1 goes to (1, 2)."),
        ("Z;Z;M;L", "S", "K1 leap east", "Jumper K1 leaps to (1, 3)."),
        ("Z;Z;L", "N", "pass", "Nobody moves."),
    ],
)
def test_each_kind_of_move_is_described(rows, knight, move, words):
    state = drawn(rows, knight)
    assert str(dragon.NARRATION.describe(state, find_move(state, move))) == words
