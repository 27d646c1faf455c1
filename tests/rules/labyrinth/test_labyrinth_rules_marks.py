"""The variant with marks on tiles, each of the six: used by who pushes the tile out, once."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from logic import labyrinth
from logic.core import Cell, Dice
from logic.game import redact
from logic.labyrinth.components import HIDDEN, MARKS
from logic.labyrinth.rules import Peek
from tests.mazes import BY_NAME, SEEDS, VARIANTS, choices, deal, events, happened, maze, play, positions, refused, tiles

EVENTS = BY_NAME["events"]
HALL = "┌┬┬┬┐ ├├├─┤ ├├├├┤ ├├├├┤ └┴┴┴┘"
OUT = "push a2 E 0"
"""Pushes the tile at e2 out, which bears the mark."""
THREE = [["book"], ["map"], ["keys"]]

runes = positions((EVENTS,))


def marked(mark, **more):
    """A hall in which the tile at e2 bears the mark, just after it was pushed out."""
    decks = more.pop("decks", [["book", "skull"], ["map", "keys"]])
    return play(maze(HALL, marks={(1, 4): mark}, decks=decks, **more), OUT)


@given(seed=SEEDS)
def test_twelve_tiles_without_a_treasure_are_marked_two_by_each_mark_in_one_variant(seed):
    state = labyrinth.new(EVENTS.params, Dice(seed))
    bearers = [tile for tile in tiles(state) if tile.mark]
    assert Counter(tile.mark for tile in bearers) == dict.fromkeys(MARKS, 2)
    assert not any(tile.symbol or tile.fixed for tile in bearers)


@pytest.mark.parametrize("mark", MARKS)
def test_who_pushes_the_tile_out_may_use_its_mark_once_or_leave_it_on_its_tile(mark):
    state = marked(mark)
    assert (state.phase, state.player, state.spare.mark) == ("mark", 0, mark)
    assert all(text.startswith(f"use {mark}") for text in choices(state)[:-1])
    assert choices(state)[-1] == "skip"
    assert len(choices(state)) >= 2
    assert refused(state, "walk a1")
    state = play(marked(mark), "skip")
    assert (state.phase, state.spare.mark) == ("walk", mark)
    assert happened(marked(mark), "skip") == []
    state = play(state, "walk a1", "push b1 S 0")
    assert state.tile(Cell(0, 1)).mark == mark
    state = marked(mark)
    after = play(state, choices(state)[0])
    assert not any(tile.mark for tile in tiles(after))
    assert after.spare.id == state.spare.id
    assert [event.name for event in events(state, choices(state)[0])] == [mark]


def test_no_other_tile_asks_anything_and_other_variants_have_no_marks():
    assert play(maze(HALL, marks={(1, 4): "wall"}), "push b1 S 0").phase == "walk"
    assert play(maze(HALL, marks={"spare": "wall"}), OUT).phase == "walk"
    assert not any(tile.mark for tile in tiles(deal()))
    assert [case.variant_name for case in VARIANTS if case.params.marks] == ["events"]


# -- a second insertion


def test_push_again_is_a_second_insertion_and_turn_again_another_turn_of_the_same_player():
    state = play(marked("push_again"), "use push_again")
    assert (state.phase, state.player, state.turn) == ("push", 0, 1)
    assert refused(state, "push e2 W 0"), "the ban holds for it too"
    state = play(state, "push b1 S 0")
    assert (state.phase, state.player, state.turn) == ("walk", 0, 1)
    assert play(state, "walk a1").player == 1
    state = play(marked("turn_again"), "use turn_again", "walk a1")
    assert (state.player, state.turn, state.phase) == (0, 2, "push")
    assert not state.bonus.turn, "one more, not ever more"
    assert play(state, "push b1 S 0", "walk a1").player == 1


# -- places


def test_swap_changes_places_with_another_pawn_on_another_tile():
    state = marked("swap", pawns=[(0, 0), (4, 4), (4, 0)], decks=THREE)
    assert choices(state) == ["use swap 2", "use swap 3", "skip"]
    after = play(state, "use swap 3")
    assert after.pawns == ((4, 0), (4, 4), (0, 0))
    (swap,) = events(state, "use swap 3")
    assert dict(swap.paths) == {"p0": ((0, 0), (4, 0)), "p2": ((4, 0), (0, 0))}
    assert after.phase == "walk"
    assert choices(marked("swap", pawns=[(0, 0), (0, 0), (4, 0)], decks=THREE)) == ["use swap 3", "skip"]
    assert marked("swap", pawns=[(0, 0), (0, 0)]).phase == "walk"


# -- cards


def test_peek_shows_a_top_card_to_who_peeks_as_long_as_it_lies_there_and_to_nobody_else():
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
    assert marked("peek", open_cards=True).phase == "walk"
    known = replace(maze(HALL, marks={(1, 4): "peek"}), peeks=(Peek(0, 1),))
    assert play(known, OUT).phase == "walk"
    partners = maze(HALL, marks={(1, 4): "peek"}, teams=True, players=4, pawns=[(0, 0), (0, 4), (4, 4), (4, 0)])
    assert choices(play(partners, OUT)) == ["use peek 2", "use peek 4", "skip"]
    state = maze(HALL, marks={(1, 4): "peek"}, decks=[["book"], []], found=[(), ("map",)])
    assert play(state, OUT).phase == "walk"


def test_exchange_puts_the_top_card_under_the_own_pile_and_what_others_had_seen_with_it():
    state = marked("exchange")
    (exchange,) = events(state, "use exchange")
    assert exchange.reveals, "the next card was looked at"
    assert play(state, "use exchange").decks == (("skull", "book"), ("map", "keys"))
    state = maze(HALL, marks={(1, 4): "exchange"}, decks=[["book"], ["map", "keys"]])
    assert play(state, OUT).phase == "walk"
    state = maze(HALL, marks={(1, 4): "exchange"}, used_marks=("peek",), decks=[["book", "skull"], ["map"]])
    known = replace(state, peeks=(Peek(1, 0),))
    assert redact(labyrinth, known, 1).decks[0][0] == "book"
    assert redact(labyrinth, play(known, OUT, "use exchange"), 1).decks[0] == (HIDDEN, HIDDEN)


# -- a wall


def test_wall_lets_the_own_pawn_through_one_wall_in_this_walk():
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


# -- in any game


@given(state=runes)
def test_marks_are_never_more_than_were_dealt_and_no_viewer_knows_more_cards_than_were_shown(state):
    left = Counter(tile.mark for tile in tiles(state) if tile.mark)
    assert left <= Counter(state.params.marks)
    assert not any(tile.symbol for tile in tiles(state) if tile.mark)
    for viewer in range(state.params.players):
        shown = redact(labyrinth, state, viewer)
        for pile, deck in enumerate(shown.decks):
            known = pile == viewer or Peek(viewer, pile) in state.peeks
            assert deck == tuple(card if known and i == 0 else HIDDEN for i, card in enumerate(state.decks[pile]))
