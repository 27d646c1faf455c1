"""The cards of Cóatl on every short sequence of colours, against independent definitions.

A family asks of a piece only whether it has this or that colour of the pattern, so all other colours are one to it:
the colours of the pattern and a single other one give every case. Cards of one family differ only by the names of
their colours (a test in ``test_coatl_scoring.py``), so one card stands for each shape.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.coatl.components import prophecies, prophecy
from logic.coatl.scoring import count_prophecy, score_prophecy

LONGEST = 8
ENDS = tuple(product((False, True), repeat=2))
CARD_OF_EACH_SHAPE = (
    "red:R", "trio:R", "pair:YG", "quartet:YR", "three_two:RG", "two_three:KG", "two_two:BY", "colorful:YKR",
    "colorful:GYG", "blank:KY", "rainbow:YKRGB", "anywhere:YYGGR", "anywhere:YYKKRB",
)  # fmt: skip
"""A card of each shape; that of lone twins, which alone depends on the ends, is separate."""


def letters_of(card):
    """Return the colours that a card looks for, and one other where there is one."""
    wanted = sorted(set(prophecy(card).pattern))
    return [*wanted, *(colour for colour in "RYGBK" if colour not in wanted)][: len(wanted) + 1]


def rows(letters, longest):
    """Yield every row of these colours, from the empty one on."""
    for length in range(longest + 1):
        yield from map("".join, product(letters, repeat=length))


# -- what the rules say, by looking at one piece of the row after the other


def alternates(part, one, other):
    """Return whether pieces alternate between the two colours."""
    return all(piece == (other if place % 2 else one) for place, piece in enumerate(part))


def blocks(part):
    """Return the colours of a part with how many stand together."""
    return [(colour, len(list(same))) for colour, same in groupby(part)]


FITS = {
    "red": lambda part, p: list(part) == [p],
    "trio": lambda part, p: blocks(part) == [(p, 3)],
    "pair": lambda part, p: len(part) == 2 and alternates(part, *p),
    "quartet": lambda part, p: len(part) == 4 and alternates(part, *p),
    "three_two": lambda part, p: blocks(part) == [(p[0], 3), (p[1], 2)],
    "two_three": lambda part, p: blocks(part) == [(p[0], 2), (p[1], 3)],
    "two_two": lambda part, p: blocks(part) == [(p[0], 2), (p[1], 2)],
    "rainbow": lambda part, p: len(part) == 5 and all(map(str.__eq__, part, p)),
    "colorful": lambda part, p: (
        len(part) > 2 and part[0] == p[0] and part[-1] == p[2] and all(piece == p[1] for piece in part[1:-1])
    ),
    "blank": lambda part, p: len(part) > 4 and alternates(part[:2], *p) and alternates(part[:-3:-1], *p),
}
"""Whether a part of a row is one occurrence of the shape, nothing over; it begins with the first colour."""


def most_disjoint(parts):
    """Return the greatest number of disjoint parts (first index, index behind the last), by trying all sets.

    The first part is either left out, or taken and all left out that overlap it.
    """
    if not parts:
        return 0
    (begin, end), *rest = parts
    return max(most_disjoint(rest), 1 + most_disjoint([(b, e) for b, e in rest if e <= begin or b >= end]))


def by_definition(card, row):
    """Return how often a card finds its shape, by the set of all parts of the row that are one."""
    name, pattern = prophecy(card).family.name, prophecy(card).pattern
    if name == "anywhere":
        return int(not Counter(pattern) - Counter(row))
    begins = [place for place, piece in enumerate(row) if piece == pattern[0]]
    parts = [(b, e) for b in begins for e in range(b + 1, len(row) + 1) if FITS[name](row[b:e], pattern)]
    return most_disjoint(parts)


def lone_twins(colour, row, head_closed, tail_closed):
    """Return how many runs have two pieces and cannot grow, by the neighbours of each place where two begin."""
    found = 0
    for place in range(len(row) - 1):
        before = row[place - 1] if place else ("end" if head_closed else None)
        behind = row[place + 2] if place + 2 < len(row) else ("end" if tail_closed else None)
        found += row[place] == row[place + 1] == colour and not {before, behind} & {colour, None}
    return found


@pytest.mark.parametrize("card", CARD_OF_EACH_SHAPE)
def test_every_short_row_matches_the_definition(card):
    wrong = [
        row
        for row in rows(letters_of(card), LONGEST)
        if count_prophecy(card, row, True, True) != by_definition(card, row)
    ]
    assert wrong == []


@pytest.mark.parametrize("ends", ENDS)
def test_every_short_row_of_lone_twins_matches_the_definition(ends):
    wrong = [
        row for row in rows("RY", LONGEST + 2) if count_prophecy("blackx:R", row, *ends) != lone_twins("R", row, *ends)
    ]
    assert wrong == []


@pytest.mark.parametrize("card", [card for card in CARD_OF_EACH_SHAPE if not card.startswith("anywhere")])
@given(data=st.data())
def test_random_long_rows_match_the_definition(card, data):
    row = data.draw(st.text(letters_of(card), max_size=18))
    assert count_prophecy(card, row, True, True) == by_definition(card, row)


def test_the_sampled_cards_cover_each_shape_once():
    """Cards of a family differ only by their colours' names, except in the two families that are listed twice."""

    def shape(card):
        pattern = prophecy(card).pattern
        return prophecy(card).family.name, *(pattern.index(colour) for colour in pattern)

    shapes = Counter(map(shape, (*CARD_OF_EACH_SHAPE, "blackx:R")))
    assert set(shapes) == {shape(card) for card in prophecies(promo=True)}
    assert set(shapes.values()) == {1}


# -- a placed card never loses its level


def grown(row, head_closed, tail_closed, letters):
    """Yield every cóatl that one more piece makes of a cóatl: a body, or a head or tail that closes its end."""
    for colour, closes in product(letters, (False, True)):
        if not head_closed:
            yield colour + row, closes, tail_closed
        if not tail_closed:
            yield row + colour, head_closed, closes


@pytest.mark.parametrize("card", [*CARD_OF_EACH_SHAPE, "blackx:R"])
def test_adding_a_piece_to_a_short_row_never_lowers_the_level(card):
    letters = letters_of(card)
    longest = 9 - len(letters)
    lost = [
        (row, ends, after)
        for row in rows(letters, longest)
        for ends in ENDS[:-1]
        for after in grown(row, *ends, letters)
        if score_prophecy(card, *after) < score_prophecy(card, row, *ends)
    ]
    assert lost == []


@pytest.mark.parametrize("card", [*CARD_OF_EACH_SHAPE, "blackx:R"])
@given(data=st.data())
def test_adding_pieces_to_a_long_row_never_lowers_the_level(card, data):
    added = data.draw(st.lists(st.tuples(st.sampled_from(letters_of(card)), st.booleans()), min_size=2, max_size=30))
    row, levels = "", []
    for colour, in_front in added:
        row = colour + row if in_front else row + colour
        levels.append(score_prophecy(card, row, False, False))
    levels += [score_prophecy(card, row, True, False), score_prophecy(card, row, True, True)]
    assert levels == sorted(levels)
    assert all((level > 0) == (points > 0) for level, points in levels)
