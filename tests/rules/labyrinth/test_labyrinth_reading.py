"""Positions of Labyrinth as text: what is printed is read again, and a fault is named by its line."""

import re
from dataclasses import replace

import pytest

from logic.core import Cell
from logic.labyrinth.components import Arrow
from logic.labyrinth.notation import from_text
from logic.labyrinth.rules import Bonus, Peek
from tests.mazes import deal, maze, play

ROWS = "┌┬┬┬┐ ├│┌─┤ ├└┤┘┤ ├┐├┌┤ └┴┴┴┘"
EVERYTHING = replace(
    maze(ROWS, "└", marks={(1, 1): "wall", (1, 3): "turn_again", "spare": "peek"}, last=(1, 0, "E")),
    bonus=Bonus(turn=True, wall=True),
    peeks=(Peek(0, 1),),
    turn=12,
)
PICTURE = """\
┌f1  ┬t9  ┬f2  ┬t10 ┐f3
├t11 │t1  ┌t3  ─t2  ┤t12
├f4  └t4  ┤t13 ┘t5  ┤f5
├t14 ┐t6  ├t15 ┌t7  ┤t16
└f6  ┴t17 ┴f7  ┴t18 ┘f8
spare └t8
pawns a1 e5
cards book | map
found - | -
player 1, turn 12, push
last a2 E
marks t1 wall, t2 turn_again, t8 peek
bonus turn wall
peeks 1 2
""".splitlines()


def test_a_position_prints_without_usual_rules_and_a_game_goes_on_from_its_text():
    *shown, rules = str(EVERYTHING).splitlines()
    assert shown == PICTURE
    assert rules.startswith('rules {"size":5,"arrows":[[1,0,"E"],')
    assert from_text(str(EVERYTHING)) == EVERYTHING
    assert "rules" not in str(deal())
    assert str(deal(players=3, cards=(2,))).splitlines()[-1] == 'rules {"players":3,"cards":[2]}'
    state = from_text(str(play(deal(3), "push b1 S 0")))
    assert state.phase == "walk"
    assert play(state, state.legal_moves()[0]).barred() == (Arrow(6, 1, "N"),)
    assert from_text(str(EVERYTHING)).pawns == (Cell(0, 0), Cell(4, 4))


def changed(line, new, state=EVERYTHING):
    """The text of a position with one of its lines, counted from 1, put otherwise; or left out."""
    lines = str(state).splitlines()
    return "\n".join([*lines[: line - 1], *new, *lines[line:]])


BASE = str(EVERYTHING).splitlines()


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (2, "├", "x", "line 2, tile 1: a tile such as ├t12 was expected"),
        (1, "┌f1", "┌t1", "line 1, tile 1: the fixed tile f1 was expected, not t1"),
        (1, "┌f1", "└f1", "line 1, tile 1: f1 cannot lie so"),
        (2, "│", "┘", "line 2, tile 2: t1 is a tile I without a treasure"),
        (2, "│t1", "│t2", "line 2, tile 4: t2 lies there a second time, and t1 nowhere"),
        (2, "│t1", "│t99", "line 2, tile 2: there is no tile 't99' in this game"),
        (2, "│t1", "┌f1", "line 2, tile 2: a tile that moves was expected, not the fixed f1"),
        (6, "spare", "spares", "line 6: “spare” was expected"),
        (7, "pawns", "pawn", "line 7: “pawns” was expected"),
        (7, "a1 e5", "a1 e6", "line 7, pawns 2: a cell of the board, a1 to e5, was expected"),
        (7, "a1 e5", "a1", "line 7: 2 pawns were expected"),
        (7, "a1 e5", "a1 5e", "line 7: a list of cells such as a1 was expected"),
        (8, "book | map", "book", "line 8: 2 piles of cards were expected"),
        (8, "book | map", "book | book", "line 8, decks 2.1: the card 'book' lies there a second time"),
        (8, "book | map", "book | ring", "line 8, decks 2.1: there is no treasure 'ring' in this game"),
        (8, "book | map", "book keys | map", "line 8, decks 1: 1 cards were dealt, so 1 were expected here"),
        (8, "book | map", "book | -", "line 8, decks 2: 1 cards were dealt"),
        (8, "book | map", "Book | map", "line 8: a list of treasures or -, parted by |, was expected"),
        (9, "- | -", "- | book", "line 9, found 2.1: the card 'book' lies there a second time"),
        (9, "- | -", "- | - | -", "line 9: a list of treasures found was expected for each of 2 players"),
        (9, "- | -", "? | -", "line 9, found 1.1: there is no treasure '?' in this game"),
        (10, "player 1", "player 3", "line 10: a player from 1 to 2 was expected"),
        (10, "turn 12", "turn x", "line 10: a number, turn and a number, push, mark or walk was expected"),
        (10, "turn 12", "turn 0", "line 10: a turn from 1 on was expected"),
        (11, "a2 E", "a2 W", "line 11: one of the game’s 8 arrows was expected"),
        (11, "a2 E", "a2", "line 11: a cell and a side, such as b1 S, was expected"),
        (12, "t1 wall", "t1 door", "line 12: a list of tiles and their marks, such as t1 swap, was expected"),
        (12, "t1 wall", "t77 wall", "line 12: a tile that is there, not t77, was expected"),
        (12, "t1 wall", "t1 swap", "line 2, tile 2: no more than 0 marks 'swap' were expected"),
        (12, "t1 wall", "f1 wall", "line 1, tile 1: a mark (wall) was expected on tiles without a treasure only"),
        (13, "turn wall", "wall turn", "line 13: turn, wall or both was expected"),
        (14, "1 2", "1 1", "line 14, peeks 1: somebody who has seen the top card of a pile of others was expected"),
        (14, "1 2", "1 2, 1 2", "line 14, peeks 2: nothing was expected: there was nothing new to be seen"),
        (15, "rules {", "won 1\nrules {", "line 15: nobody was expected at the end of player 1’s walk"),
        (15, "rules {", "rules [", "line 15: an object in JSON was expected"),
        (15, '"size":5', '"size":6', "line 15: params: size: an odd number from 5 to 9, please"),
        (15, '"size"', '"sice"', "line 15: params: no field 'sice'"),
    ],
)
def test_a_fault_is_named_by_its_line_and_what_was_expected(line, old, new, words):
    assert old in BASE[line - 1]
    text = changed(line, [BASE[line - 1].replace(old, new, 1)])
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        from_text(text)
    assert str(caught.value).startswith("line ")


@pytest.mark.parametrize("line", range(1, 11))
def test_a_line_that_is_missing_is_noticed(line):
    with pytest.raises(ValueError, match="expected"):
        from_text(changed(line, []))


def test_what_must_be_over_or_hidden_or_in_order_is_refused_otherwise_and_so_is_what_follows():
    with pytest.raises(ValueError, match="line 16: the end was expected"):
        from_text(str(EVERYTHING) + "\nmore")
    with pytest.raises(ValueError, match="line 13: an object in JSON was expected"):
        from_text(str(deal()) + '\nrules {"size":' + "[" * 15_000)
    state = maze(ROWS, decks=[[], ["map"]], found=[("book",), ()], pawns=[(0, 0), (4, 4)])
    won = play(state, "push b1 S 0", "walk a1")
    assert won.outcome() is not None
    assert from_text(str(won)) == won
    with pytest.raises(ValueError, match="1 was expected at the end of player 1’s walk"):
        from_text(str(won).replace("won 1", "won 2"))
    state = maze(ROWS, decks=[["book"], ["map"]], end="last_treasure")
    text = str(state).replace("cards book | map", "cards - | map").replace("found - | -", "found book | -")
    with pytest.raises(ValueError, match="1 was expected"):
        from_text(text)
    state = deal(open_cards=True, cards=(1,))
    with pytest.raises(ValueError, match=r"there is no treasure '\?'"):
        from_text(re.sub("cards .*", "cards ? | ?", str(state)))
    state = deal(goals="numbers", open_cards=True, end="last_treasure", cards=(2,))
    assert "cards book money_bag" in str(state)
    with pytest.raises(ValueError, match="the cards from the next number on, in order, were expected"):
        from_text(str(state).replace("cards book money_bag", "cards money_bag book"))


@pytest.mark.parametrize("text", ["", "\n", "spare", "┌", "x" * 30_000, "spare ┌t1\npawns a1", "rules " + "[" * 15_000])
def test_what_is_no_position_at_all_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        from_text(text)
