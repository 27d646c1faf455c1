"""The rules of Labyrinth by sentence and against a second implementation; counts that only right rules give."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Cell, Dice
from logic.game import redact
from logic.labyrinth.components import ARROWS, HIDDEN, MARKS, OPEN, TURNS, Arrow, ways
from logic.labyrinth.notation import check
from logic.labyrinth.rules import Peek
from tests.rules.labyrinth import labyrinth_by_the_page as page
from tests.support.positions.labyrinth import (
    BY_NAME,
    CLAIMS,
    PARTS,
    ROOMS,
    SEEDS,
    VARIANTS,
    any_move,
    choices,
    deal,
    events,
    happened,
    maze,
    play,
    position,
    positions,
    refused,
    tiles,
)
from tests.support.stories import sentences

SENTENCES = """
# Inserting is compulsory, and shifts the line: what falls out is the spare
ROOMS / on b2 bat / cards bat | book :: :: phase push, no walk b2, can push a2 E 0
# The ban, in its four readings, is for the next insertion only
ROOMS / with reinsertion_ban exit_side :: push a2 E 0, walk a1 :: barred e2 W
ROOMS / with reinsertion_ban entry_side :: push a2 E 0, walk a1 :: barred a2 E
ROOMS / with reinsertion_ban whole_line :: push a2 E 0, walk a1 :: barred a2 E + e2 W
ROOMS / with reinsertion_ban none :: push a2 E 0, walk a1 :: barred -
ROOMS :: push a2 E 0, walk a1, push b1 S 0, walk e5 :: barred b5 N, can push e2 W 0
# A pawn rides on its tile, which is no move
ROOMS / pawns b2 d2 :: push a2 E 0 :: pawns c2 e2, rides 1, rides 2
ROOMS / pawns a1 c3 e5 :: push a2 E 0 :: same pawns, does push
ROOMS / pawns e2 e5 :: push a2 E 0 :: player 1, phase walk, pawns a2 e5, can walk a2
# Pawns that are pushed out land on the tile pushed in, whosever
ROOMS / pawns e2 c3 e2 e2 :: push a2 E 0 :: pawns a2 c3 a2 a2, entered a2, does push carried,
  tells carried p0 e2 a2 + p2 e2 a2 + p3 e2 a2
ROOMS / pawns a2 c3 a2 a2 :: push e2 W 0 :: pawns e2 c3 e2 e2, entered e2, does push carried,
  tells carried p0 a2 e2 + p2 a2 e2 + p3 a2 e2
ROOMS / pawns b5 c3 b5 b5 :: push b1 S 0 :: pawns b1 c3 b1 b1, entered b1, does push carried,
  tells carried p0 b5 b1 + p2 b5 b1 + p3 b5 b1
ROOMS / pawns b1 c3 b1 b1 :: push b5 N 0 :: pawns b5 c3 b5 b5, entered b5, does push carried,
  tells carried p0 b1 b5 + p2 b1 b5 + p3 b1 b5

# Cells are joined only where both touching sides are open, and never beyond the rim
WALLS :: :: joined a1 a1 b1 a2 a3 a4 a5
┌│││┐ │││││ ││─│─ │││││ └│││┘ :: :: joined c3 c3
┌│││┐ │┘│┌│ ││││─ │─│─│ └│││┘ :: :: joined e1 e1 e2, joined d5 d5
┌│││┐ │││││ │<├─ └┘ ┌┐ ┬┴>││ │││││ └│││┘ / pawns b3 e5 :: :: way c3 b3 c3
┌│││┐ │││││ │<├─ └┘ ┌┐ ┬┴>││ │││││ └│││┘ / pawns c3 e5 :: :: way b3 c3 b3
# The player walks alone to any cell joined after the push, past other pawns, or stays
WALLS / pawns a1 e5 :: push d5 N 0 :: only walk a1 + walk b1 + walk a2 + walk a3 + walk a4 + walk a5,
  no walk b2 + walk e5 + walk z9, if walk a1: pawns a1 e5 & does -, if walk b1: pawns b1 e5, if walk a2: pawns a2 e5,
  if walk a3: pawns a3 e5 & tells walk p0 a1 a2 a3, if walk a4: pawns a4 e5, if walk a5: pawns a5 e5
WALLS / pawns a1 e5 :: :: way b1 a1 b1 :: push b1 S 0 :: no walk b1
WALLS / pawns a1 a3 a4 :: push d5 N 0 :: can walk a5, if walk a3: pawns a3 a3 a4

# The treasure of the top card is collected by moving there, or by staying, and that stands
HALL / cards bat map | book :: push d1 S 0, walk b2 :: cards map | book, found bat | -, does walk collect,
  tells collect bat b2, reveals collect
HALL / cards bat | book / pawns b2 e5 :: push d1 S 0, walk b2 :: does collect, found bat | -
HALL / cards bat map | book / with open_cards :: push d1 S 0, walk b2 :: hides
# Only the own top card counts, and only where an own walk ends
HALL / cards map bat | book :: push d1 S 0 :: if walk b2: cards map bat | book & found - | - & does walk,
  if walk a3: cards bat | book & found map | - & player 2
HALL / cards map | bat :: push d1 S 0, walk b2 :: found - | -
┌┬┬┬┐ ├││││ ├││││ ├││││ └┴┴┴┘ / cards map | book :: push d1 S 0 :: way a5 a1 a2 a3 a4 a5, at map a3 :: walk a5
  :: found - | -
SPARE / cards bat | book / pawns e2 e5 / player 2 :: push a2 E 0 :: under 1 bat, found - | - :: walk e5 :: player 1,
  found - | -, cards bat | book :: push d1 S 0, walk a2 :: found bat | -
SPARE / cards bat | book :: :: at bat - :: push a2 E 0 :: at bat a2 :: walk a2 :: found bat | -
# Who has all treasures and ends an own move on the own start wins, and the others rank by the cards left
HALL / cards - | book / found bat | - / pawns a2 e5 :: push d1 S 0 :: home 1 :: walk a1 :: does walk home, won 0,
  because player 1 has found all treasures and is home again.
HALL / cards - | book / found bat | - / pawns a2 a1 :: push d1 S 0 :: if walk e1: goes on, if walk a5: goes on
HALL / cards bat | book / pawns a2 e5 :: push d1 S 0 :: away 1, if walk a1: goes on
HALL / cards bat | book :: push d1 S 0, walk b2 :: cards - | book, goes on
HALL / cards - | book / found bat | - / pawns a1 e5 :: push d1 S 0 :: goes on, if walk a1: does home
HALL / cards - | skull / found book | - / pawns a1 e5 / player 2 :: push a2 E 0, walk e5 :: goes on
  :: push b1 S 0, walk a1 :: won 0
┌─││┐ │││││ │││││ │││││ └│││┘ / cards - | book / found map | - / pawns a2 e5 :: push d1 S 0 :: way b1 a2 a1 b1,
  if walk b1: goes on & player 2, if walk a1: won 0
HALL / cards - | book | skull keys | map / found bat | - | - | - / pawns a1 e5 e5 e5 :: push d1 S 0, walk a1
  :: ranked 0 / 1 3 / 2
# Without a way home the last treasure ends it, but alone the way home comes last
HALL / cards bat | book / with end last_treasure :: push d1 S 0 :: away 1, if walk a1: goes on,
  if walk b2: won 0 & does walk collect last & because player 1 has found the last treasure.
HALL / cards bat / with players 1 / pawns a2 :: push d1 S 0, walk b2 :: goes on, player 1, home 1
  :: push d1 S 0, walk a1 :: because All treasures of this maze are found.
# Any own card counts where the order is free
HALL / cards map ghost bat | book / with goals any :: push d1 S 0 :: goals 1 map ghost bat
  :: walk b2 :: cards map ghost | book, found bat | -
# A team shares its cards, and wins when one of it comes home
HALL / cards bat map | book / with teams / pawns a1 e1 e5 a5 :: ::
  deck 1 bat map, deck 3 bat map, deck 2 book, deck 4 book
  :: push d1 S 0, walk b2, push b1 S 0, walk e1 :: player 3, goals 3 map :: push d1 S 0, walk a3
  :: found bat | - | map | -
HALL / cards - | book / found bat | - | - | - / with teams / pawns a1 e1 e5 a5 :: push d1 S 0, walk a1
  :: won 0 2, ranked 0 2 / 1 3
HALL / cards - | book / found bat | - | - | - / with teams / pawns a1 e1 e5 a5 / player 3 :: push d1 S 0, walk e5
  :: won 0 2, ranked 0 2 / 1 3
# By numbers only the next treasure counts, for whoever gets it
NUMBERS / cards map skull keys bat ghost / found book | - / pawns a2 e5 / player 2 :: push d1 S 0
  :: if walk b2: found book | -, if walk a3: found book | map & points 1 2 & goals 1 skull & goals 2 skull
# By numbers the last treasure ends it, points decide, and the same points share the place
NUMBERS / cards ghost / found book map | skull keys bat / pawns e4 a1 :: :: points 3 12,
  order book map skull keys bat ghost
  :: push b1 S 0, walk d4 :: found book map ghost | skull keys bat, won 1, ranked 1 / 0,
  because The last treasure is found. 12 points are the most.
NUMBERS / cards ghost / found book map keys | skull bat | - / pawns a1 e5 e4 / player 3 :: push b1 S 0, walk d4
  :: points 7 8 6
NUMBERS / cards ghost / found book bat | map keys | skull / pawns a1 e5 e4 / player 3 :: push b1 S 0, walk d4
  :: points 6 6 9, ranked 2 / 0 1
NUMBERS / cards ghost / found bat keys | map skull | book / pawns a1 e5 e4 / player 3 :: push b1 S 0, walk d4
  :: ranked 0 / 2 / 1

# Who pushes a tile out may use its mark, once, or leave it on its tile
MARKED / mark e2 <push_again turn_again exchange wall> / CARDS :: push a2 E 0 :: phase mark, player 1,
  bears <push_again turn_again exchange wall>, only use <push_again turn_again exchange wall> + skip, no walk a1,
  if use <push_again turn_again exchange wall>: does <push_again turn_again exchange wall> & unmarked & keeps
  :: skip :: phase walk, bears <push_again turn_again exchange wall>, does -
  :: walk a1, push b1 S 0 :: marks b1 <push_again turn_again exchange wall>
MARKED / mark e2 <peek swap> / CARDS :: push a2 E 0 :: phase mark, player 1, bears <peek swap>,
  only use <peek swap> 2 + skip, no walk a1, if use <peek swap> 2: does <peek swap> & unmarked & keeps
  :: skip :: phase walk, bears <peek swap>, does - :: walk a1, push b1 S 0 :: marks b1 <peek swap>
# No other tile asks anything
MARKED / mark e2 wall :: push b1 S 0 :: phase walk
MARKED / mark spare wall :: push a2 E 0 :: phase walk
# Push again is a second insertion, and turn again another turn of the same player
MARKED / mark e2 push_again / CARDS :: push a2 E 0, use push_again :: phase push, player 1, turn 1, no push e2 W 0
  :: push b1 S 0 :: phase walk, player 1, turn 1 :: walk a1 :: player 2
MARKED / mark e2 turn_again / CARDS :: push a2 E 0, use turn_again, walk a1 :: player 1, turn 2, phase push
  :: push b1 S 0, walk a1 :: player 2
# Swap changes places with another pawn on another tile
MARKED / mark e2 swap / pawns a1 e5 a5 :: push a2 E 0 :: only use swap 2 + use swap 3 + skip
  :: use swap 3 :: pawns a5 e5 a1, tells swap p0 a1 a5 + p2 a5 a1, phase walk
MARKED / mark e2 swap / pawns a1 a1 a5 :: push a2 E 0 :: only use swap 3 + skip
MARKED / mark e2 swap / CARDS / pawns a1 a1 :: push a2 E 0 :: phase walk
# Peek is for a hidden card of another
MARKED / mark e2 peek / CARDS / with open_cards :: push a2 E 0 :: phase walk
MARKED / mark e2 peek / with teams / pawns a1 e1 e5 a5 :: push a2 E 0 :: only use peek 2 + use peek 4 + skip
MARKED / mark e2 peek / cards book | - / found - | map :: push a2 E 0 :: phase walk
# Exchange puts the top card under the own pile, if there is another
MARKED / mark e2 exchange / CARDS :: push a2 E 0, use exchange :: shows, cards skull book | map keys
MARKED / mark e2 exchange / cards book | map keys :: push a2 E 0 :: phase walk
"""


@pytest.mark.parametrize("story", sentences.cases(SENTENCES))
def test_rules_sentence_by_sentence(story):
    told, *rest = story
    sentences.check(position(told), CLAIMS, rest, check)


# -- inserting


def test_there_are_48_or_24_pushes_by_spare_tile_and_one_arrow_fewer_later():
    deals = [deal(seed) for seed in range(30)]
    assert {(one.spare.shape, len(one.legal_moves())) for one in deals} == {("I", 24), ("L", 48), ("T", 48)}
    for seed in range(12):
        state = play(deal(seed), "push b1 S 0")
        state = play(state, state.legal_moves()[0])
        assert len(state.legal_moves()) == 11 * TURNS[state.spare.shape]
    state = deal(2)
    assert Counter(move.arrow for move in state.legal_moves()) == dict.fromkeys(ARROWS, TURNS[state.spare.shape])
    state = next(one for one in deals if one.spare.shape == "I")
    assert {move.rot for move in state.legal_moves()} == {0, 1}


@pytest.mark.parametrize("place", ["a1 E", "a3 E", "c1 S", "g7 N", "b2 E", "a2 W", "a2 N", "b1 N", "h2 E", "a2 E 4"])
def test_a_push_without_such_an_arrow_is_refused(place):
    state = deal(2)
    assert refused(state, f"push {place} 0")
    assert refused(state, f"push {place}")


def test_nothing_is_barred_without_an_opposite_arrow():
    one_way = maze(ROOMS, arrows=(Arrow(1, 0, "E"), Arrow(0, 1, "S")), last=(1, 0, "E"))
    assert one_way.barred() == ()
    assert one_way.arrows() == one_way.params.arrows


def test_push_events_give_the_path_of_every_tile_and_pawn():
    state = maze(ROOMS, pawns=[(1, 1), (1, 4)])
    push, carried = events(state, "push a2 E 0")
    ids = [tile.id for tile in state.grid[1]]
    expected = {state.spare.id: ((1, -1), (1, 0)), "p0": ((1, 1), (1, 2))}
    expected |= {name: ((1, col), (1, col + 1)) for col, name in enumerate(ids)}
    assert dict(push.paths) == expected
    assert dict(carried.paths) == {"p1": ((1, 4), (1, 0))}
    assert not push.reveals
    assert not carried.reveals


@pytest.mark.parametrize(
    ("arrow", "before", "behind"),
    [("a4 E", (3, -1), (3, 5)), ("e4 W", (3, 5), (3, -1)), ("d1 S", (-1, 3), (5, 3)), ("d5 N", (5, 3), (-1, 3))],
)
def test_push_events_give_the_paths_of_the_pushed_line_only(arrow, before, behind):
    state = maze(ROOMS, decks=[["keys"], ["book"]], pawns=[(0, 0), (1, 1)])
    after = play(state, f"push {arrow} 0")
    (push,) = events(state, f"push {arrow} 0")
    row, col = (before[0] + behind[0]) // 2, (before[1] + behind[1]) // 2
    step = {"E": (0, 1), "W": (0, -1), "S": (1, 0), "N": (-1, 0)}[arrow[-1]]
    line = [(row + step[0] * i, col + step[1] * i) for i in range(-3, 4)]
    assert (line[0], line[-1]) == (before, behind)
    ids = [state.spare.id, *(state.tile(Cell(*cell)).id for cell in line[1:-1])]
    assert dict(push.paths) == dict(zip(ids, pairwise(line), strict=True))
    assert after.spare.id == ids[-1]
    assert [after.tile(Cell(*cell)).id for cell in line[1:-1]] == ids[:-1]


# -- walking


@given(state=positions())
def test_walk_paths_are_shortest_paths_through_open_passages(state):
    table = page.as_table(state)
    for goal, way in ways(state.grid, state.pawns[0]).items():
        assert (way[0], way[-1]) == (state.pawns[0], goal)
        for here, there in pairwise(way):
            (side,) = [s for s, (r, c) in page.AROUND.items() if (here[0] + r, here[1] + c) == there]
            assert side in table["tiles"][here][1]
            assert page.ACROSS[side] in table["tiles"][there][1]
        assert len(set(way)) == len(way)
        assert all(len(ways(state.grid, state.pawns[0])[cell]) == i for i, cell in enumerate(way, 1))


# -- treasures, and what is known


EVENTS = BY_NAME["events"]
LYING = {(1, 1): "bat", (3, 3): "ghost"}
AWAY = "push d1 S 0"
"""A push that moves neither of the first column's cells nor anything on b2."""


def hall(decks, **more):
    return maze(ROOMS, treasures=LYING, decks=decks, **more)


def test_in_numbers_mode_one_open_pile_is_shared():
    state = deal(players=3, goals="numbers", open_cards=True, end="last_treasure")
    assert state.decks == (state.params.treasures,)
    assert all(state.goals(seat) == ("book",) for seat in range(3))
    assert redact(labyrinth, state, 2) == state


def test_redaction_shows_the_own_top_card_and_found_treasures_by_variant():
    state = deal(players=3)
    for viewer in range(3):
        shown = redact(labyrinth, state, viewer)
        for seat, deck in enumerate(shown.decks):
            top = state.decks[seat][0] if seat == viewer else HIDDEN
            assert deck == (top, *[HIDDEN] * 7)
    state = play(hall([["bat", "map"], ["book"]]), AWAY, "walk b2")
    assert redact(labyrinth, state, 1).found == state.found
    state = deal(goals="any", cards=(5,))
    assert redact(labyrinth, state, 1).decks == ((HIDDEN,) * 5, state.decks[1])
    state = deal(goals="any", cards=(6,), open_cards=True)
    assert redact(labyrinth, state, 0) == state
    state = deal(players=4, teams=True)
    assert redact(labyrinth, state, 0).decks == redact(labyrinth, state, 2).decks
    assert redact(labyrinth, state, 1).decks[0] == (HIDDEN,) * 12


def test_sampling_redeals_hidden_cards_from_the_possible_ones():
    state = play(hall([["bat", "map"], ["book", "keys"]]), AWAY, "walk b2")
    seen = set()
    for seed in range(60):
        dealt = labyrinth.sample(state, 1, Dice(seed))
        assert dealt.decks[1][0] == "book"
        assert "bat" not in (*dealt.decks[0], *dealt.decks[1])
        seen.add((dealt.decks[0][0], dealt.decks[1][1]))
    hidden = {"map", "skull", "keys", "ghost"}
    assert seen == {(a, b) for a in hidden for b in hidden if a != b}


def test_a_push_can_be_undone_until_the_walk():
    game = BY_NAME["classic_2017"].session(3)
    first = game.state
    game.play(first.legal_moves()[5])
    assert game.can_undo()
    game.undo()
    assert game.state is first
    game.play(first.legal_moves()[7])
    game.play(game.state.legal_moves()[0])
    assert not game.can_undo()


@pytest.mark.parametrize(
    ("mark", "open_cards"), [(mark, False) for mark in MARKS] + [("swap", True), ("exchange", True)]
)
def test_only_marks_that_show_a_hidden_card_reveal_something(mark, open_cards):
    state = hall([["bat", "map"], ["book", "skull"]], marks={(3, 4): mark}, open_cards=open_cards)
    state = play(state, "push a4 E 0")
    shown = any(event.reveals for event in events(state, choices(state)[0]))
    assert shown == (mark in ("peek", "exchange") and not open_cards)


# -- marks on tiles


MARKED = PARTS["MARKED"]
OUT = "push a2 E 0"
"""A push that moves the tile at e2 out, which bears the mark."""


def marked(mark, **more):
    """Return a hall in which the tile at e2 bears the mark, just after it was pushed out."""
    return play(maze(MARKED, marks={(1, 4): mark}, decks=[["book", "skull"], ["map", "keys"]], **more), OUT)


@given(seed=SEEDS)
def test_the_events_variant_marks_twelve_tiles_two_with_each_mark(seed):
    state = labyrinth.new(EVENTS.params, Dice(seed))
    bearers = [tile for tile in tiles(state) if tile.mark]
    assert Counter(tile.mark for tile in bearers) == dict.fromkeys(MARKS, 2)
    assert not any(tile.symbol or tile.fixed for tile in bearers)
    assert set(MARKS) == {"push_again", "turn_again", "exchange", "wall", "peek", "swap"}
    assert not any(tile.mark for tile in tiles(deal(seed)))
    assert [case.variant_name for case in VARIANTS if case.params.marks] == ["events"]


def test_peek_shows_a_top_card_to_the_peeker_only_until_it_is_found():
    state = marked("peek", pawns=[(0, 0), (4, 4)])
    (peek,) = events(state, "use peek 2")
    assert peek.reveals
    after = play(state, "use peek 2")
    assert redact(labyrinth, after, 0).decks == (("book", HIDDEN), ("map", HIDDEN))
    assert redact(labyrinth, after, 1).decks == ((HIDDEN, HIDDEN), ("map", HIDDEN))
    assert redact(labyrinth, after, 1).peeks == (), "nor is it known that there was anything to know"
    assert redact(labyrinth, state, 0).decks == (("book", HIDDEN), (HIDDEN, HIDDEN))
    state = play(marked("peek"), "use peek 2", "walk a1", "push b1 S 0")
    assert redact(labyrinth, state, 0).decks[1][0] == "map"
    assert redact(labyrinth, play(state, "walk e5"), 0).decks[1][0] == "map"
    state = marked("peek", pawns=[(0, 0), (3, 0)])
    state = play(state, "use peek 2", "walk a1", "push b1 S 0", "walk a3")
    assert state.found[1] == ("map",)
    assert redact(labyrinth, state, 0).decks[1] == (HIDDEN,)
    assert state.peeks == ()
    known = replace(maze(MARKED, marks={(1, 4): "peek"}), peeks=(Peek(0, 1),))
    assert play(known, OUT).phase == "walk"


def test_a_peeked_top_card_stays_known_when_another_card_of_its_pile_is_found():
    decks = [["book", "skull"], ["keys", "map"]]
    state = maze(MARKED, marks={(1, 4): "peek"}, decks=decks, goals="any", pawns=[(0, 0), (3, 0)])
    state = play(state, OUT, "use peek 2", "walk a1", "push b1 S 0", "walk a3")
    assert state.found[1] == ("map",)
    assert redact(labyrinth, state, 0).decks[1] == ("keys",)


def test_exchange_hides_a_peeked_card_again():
    state = maze(MARKED, marks={(1, 4): "exchange"}, used_marks=("peek",), decks=[["book", "skull"], ["map"]])
    known = replace(state, peeks=(Peek(1, 0),))
    assert redact(labyrinth, known, 1).decks[0][0] == "book"
    assert redact(labyrinth, play(known, OUT, "use exchange"), 1).decks[0] == (HIDDEN, HIDDEN)


def test_the_wall_mark_lets_the_own_pawn_through_one_wall_in_one_walk():
    rows = "┌│││┐ │││││ │││││ │││││ └│││┘"
    state = maze(rows, "│", marks={(1, 4): "wall"}, pawns=[(2, 1), (4, 4)])
    plain = play(state, OUT, "skip")
    state = play(state, OUT, "use wall")
    assert set(plain.ways()) < set(state.ways())
    through = {cell for cell in state.ways() if cell not in plain.ways()}
    assert {(2, 0), (2, 2)} <= through
    assert (2, 3) not in through, "two walls away"
    assert state.ways()[Cell(2, 2)] == ((2, 1), (2, 2))
    after = play(state, "walk c3")
    assert not after.bonus.wall, "once"
    assert happened(state, "walk c3") == ["walk"]
    state = play(marked("wall"), "use wall")
    assert state.ways(1) == play(marked("wall"), "skip").ways(1)
    state = play(marked("wall", pawns=[(0, 0), (4, 4)]), "use wall")
    assert all(0 <= row < 5 and 0 <= col < 5 for row, col in state.ways())


@given(state=positions((EVENTS,)))
def test_marks_never_increase_and_viewers_know_only_own_and_peeked_cards(state):
    left = Counter(tile.mark for tile in tiles(state) if tile.mark)
    assert left <= Counter(state.params.marks)
    assert not any(tile.symbol for tile in tiles(state) if tile.mark)
    for viewer in range(state.params.players):
        shown = redact(labyrinth, state, viewer)
        for pile, deck in enumerate(shown.decks):
            known = pile == viewer or Peek(viewer, pile) in state.peeks
            assert deck == tuple(card if known and i == 0 else HIDDEN for i, card in enumerate(state.decks[pile]))


# -- by the page


PLAIN = [case for case in VARIANTS if not case.params.marks]
"""The second implementation has no marks."""


def same(state, table):
    """Return whether both have the same position."""
    ours = page.as_table(state)
    if state.winners:
        ours["winners"] = list(state.winners)
    return ours == table


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_random_games_match_the_reference_implementation(case):
    dice = Dice(21)
    state = case.game.new(case.params, dice)
    table = page.as_table(state)
    for _ in range(100):
        shape = state.spare.shape
        pushes = {(tuple(move.arrow), frozenset(OPEN[shape, move.rot])): move for move in state.legal_moves()}
        assert set(pushes) == page.pushes(table)
        arrow, way = dice.choice(sorted(pushes, key=lambda push: (push[0], sorted(push[1]))))
        state, table = state.apply(pushes[arrow, way]).state, page.push(table, arrow, way)
        assert same(state, table)
        cells = {tuple(move.cell): move for move in state.legal_moves()}
        assert set(cells) == page.reached(table, table["pawns"][table["player"]])
        cell = tuple(any_move(state, dice).cell)
        state, table = state.apply(cells[cell]).state, page.walk(table, cell)
        assert same(state, table)
        if table["winners"] is not None:
            break
    assert any(state.found), "or too little would have happened"


# -- counting


def turns(state):
    return sum(len(state.apply(push).state.legal_moves()) for push in state.legal_moves())


def laps(state, depth):
    """Return how many ways there are to play so many turns."""
    if depth == 0 or state.outcome() is not None:
        return 1
    return sum(
        laps(after.apply(walk).state, depth - 1)
        for after in (state.apply(push).state for push in state.legal_moves())
        for walk in after.legal_moves()
    )


@pytest.mark.parametrize(("seed", "count"), [(1, 53), (2, 652), (3, 298), (4, 59), (5, 213)])
def test_the_number_of_first_turns_is_pinned(seed, count):
    state = deal(seed, first=0)
    assert turns(state) == page.turns(page.as_table(state)) == count


@pytest.mark.parametrize(("seed", "ban", "count"), [(1, "exit_side", 4261), (1, "whole_line", 3721), (1, "none", 4851)])
def test_the_number_of_two_turn_sequences_on_5x5_is_pinned(seed, ban, count):
    small = BY_NAME["junior_5x5"]
    fields = {name: getattr(small.params, name) for name in small.params.__dataclass_fields__}
    state = deal(seed, **{**fields, "first": 0, "reinsertion_ban": ban})
    assert laps(state, 2) == page.laps(page.as_table(state), 2) == count
