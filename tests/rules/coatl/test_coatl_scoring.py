"""Scores of Cóatl's cards: the examples of the rules' page, some for every card, and invalid input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.coatl.components import Absent, Equal, Without, kind_of_card, prophecies, prophecy, temple, temples
from logic.coatl.scoring import count_prophecy, meets, score_prophecy, score_temple

PAGE = """
pair:RK        (RKYRKRRK)=5 (KRKRKR)=3
trio:R         (RRRRRR)=7 (RRRR)=3
blackx:R       (RRYRR)=5 (RRRYRR)=2
colorful:GYG   (GYYGGYG)=6 (GYGYG)=2
colorful:YKR   (YKKKRYKR)=6
blank:KY       (KYYK)=0 (KYYYK)=4
two_two:BY     (YYBB)=0 (BBBYYY)=4
three_two:RG   (RRRGGG)=6
two_two:RB     (RRRBBB)=4
two_three:KG   (KKKGGG)=6
rainbow:YKRGB  (YRKRGB)=0
"""
"""The vectors of the rules page; ``(`` is a head, ``)`` a tail, and without them an end is open."""

BY_HAND = """
red:Y          YKYBY=2   YYYYYY=5     YKY=0
red:R          RRR=2     RYRYRR=3     RRGG=0
red:K          KKKK=3    KRKRKRKRK=4  KYKY=0
red:G          GGBGB=2   GGGGGGGGG=5  YRBK=0
red:B          BYBYB=2   YBBBBB=4     BB=0
blackx:Y       RYYR=2    (YYRYY)=5    YYYR=0
blackx:R       (RRK=2    KRRKRRK=5    RRK=0
blackx:K       GKK)=2    (KKBKKBKK)=5 KKGKK=0
blackx:G       BGGB=2    RGGGRGGRGGR=5 GGGG=0
blackx:B       YBBY=2    (BBYBBYBBBY=5 BYBYB=0
trio:Y         YYY=3     YYYKYYY=7    YYKYY=0
trio:R         RRRRR=3   RRRRRR=7     RRYR=0
trio:K         GKKKG=3   KKKGKKKKG=7  KGKGK=0
trio:G         BGGGG=3   GGGBBGGGRGGG=7 GG=0
trio:B         BBBK=3    BBBKKBBB=7   BBKBBK=0
pair:YG        YG=1      YGGYGRYG=5   GY=0
pair:RK        RRKK=1    KRKRKR=3     KRR=0
pair:YB        RYBR=1    YBYB=3       YRB=0
pair:GB        GGB=1     GBGBGBGB=5   BGG=0
pair:KG        KGY=1     KGYKG=3      KYG=0
pair:YK        YK=1      YKYKRYK=5    KKY=0
pair:RB        BRB=1     RBBRB=3      BBR=0
quartet:KB     KBKB=5    RKBKBKB=5    BKBK=0
quartet:YR     GYRYRG=5  YYRYRR=5     YRRY=0
quartet:RG     RGRG=5    RGRRGRG=5    RGYRG=0
three_two:RG   RRRGG=6   YRRRRGGGB=6  RRGGG=0
two_three:KG   KKGGG=6   BKKKGGGG=6   KKKGG=0
two_three:YB   YYBBB=6   RYYYBBBR=6   BBYYY=0
two_two:BY     BBYY=4    BBBYYY=4     YYBB=0
two_two:RB     KRRBBK=4  RRRRBB=4     RRKBB=0
two_two:KY     KKYY=4    YKKYYK=4     KYKY=0
two_two:GR     GGRR=4    RGGGRRR=4    GRR=0
rainbow:YKRGB  YKRGB=7   BYKRGBY=7    YRKRGB=0
rainbow:RKBYG  RKBYG=7   RRKBYGG=7    RKBGY=0
rainbow:KGRBY  KGRBY=7   YKGRBYK=7    YBRGK=0
colorful:YKR   YKR=2     YKKKRYKR=6   RKY=0
colorful:GYK   GYYYK=2   GYKGYYK=6    GYGK=0
colorful:YBG   RYBBGR=2  YBGRYBBBG=6  YG=0
colorful:BGK   BGGK=2    BGKKBGK=6    BKG=0
colorful:RKB   RRKBB=2   RKBYRKKB=6   RYKB=0
colorful:RBY   RBBBBY=2  RBYRBY=6     RBKY=0
colorful:GRK   KGRKK=2   GRKBGRRK=6   KRG=0
colorful:GYG   GYGYG=2   GYYGGYG=6    GYYYB=0
colorful:BGB   BGGGB=2   BGBBGB=6     BB=0
blank:KY       KYYYK=4   KYRGBYK=4    KYYK=0
blank:GK       GKRKG=4   BGKKBKGB=4   KGRGK=0
blank:KB       KBKBK=4   KBGGGGBK=4   KBBK=0
blank:YR       YRBRY=4   GYRYYYRYG=4  YRRRR=0
blank:RB       RBYBR=4   RBRRBR=4     BRYRB=0
anywhere:YYGGR YYGGR=3   GKYRKGBY=3   YYGRR=0
anywhere:KKBBR RBKBK=3   KKKBBBRRR=3  KKBB=0
anywhere:RRKKG GKRKR=3   RYRYKYKYG=3  RRKGG=0
anywhere:YYKKRB YYKKRB=4 BRKKYYG=4    YYKRB=0
anywhere:GGBBYK GBGBYK=4 KYYBBGGG=4   GGBYK=0
anywhere:YYRRGB BGRRYY=4 YRYRGBKK=4   YYRRG=0
"""

LEVELS = {
    "red": [0, 0, 0, 2, 3, 4, 5, 5],
    "blackx": [0, 2, 5, 5],
    "trio": [0, 3, 7, 7],
    "pair": [0, 1, 3, 5, 5],
    "quartet": [0, 5, 5],
    "three_two": [0, 6, 6],
    "two_three": [0, 6, 6],
    "two_two": [0, 4, 4],
    "rainbow": [0, 7, 7],
    "colorful": [0, 2, 6, 6],
    "blank": [0, 4, 4],
}
"""The points of each family for finding its shape so many times, from zero on."""


def lines(table):
    """Return the rows of a table: a card, and its rows of colours with the points expected."""
    split = [line.split() for line in table.strip().split("\n")]
    return [(card, [case.rsplit("=", 1) for case in cases]) for card, *cases in split]


def points(card, row):
    """Return the points of a card on a row written with its heads and tails."""
    return score_prophecy(card, row.strip("()"), row.startswith("("), row.endswith(")"))[1]


@pytest.mark.parametrize(
    ("card", "cases"), lines(PAGE) + lines(BY_HAND), ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_prophecy_scores_its_hand_counted_examples_and_those_of_the_rules_page(card, cases):
    assert {row: points(card, row) for row, _ in cases} == {row: int(expected) for row, expected in cases}


@pytest.mark.parametrize("card", [card for card in prophecies(promo=True) if card.startswith("red:")])
def test_twins_score_alike(card):
    assert score_prophecy(card, "YRKGB" * 5, True, True) == (3, 4)


@pytest.mark.parametrize("card", prophecies(promo=False))
def test_levels_count_from_one_and_are_capped_at_the_last(card):
    name, pattern = prophecy(card).family.name, prophecy(card).pattern
    shape = {
        "red": pattern, "blackx": pattern * 2, "trio": pattern * 3, "quartet": pattern * 2,
        "three_two": pattern[0] * 3 + pattern[-1] * 2, "two_three": pattern[0] * 2 + pattern[-1] * 3,
        "two_two": pattern[0] * 2 + pattern[-1] * 2, "blank": pattern * 2 + pattern[::-1],
    }.get(name, pattern)  # fmt: skip
    other = next(colour for colour in "RYGBK" if colour not in pattern[:4])
    scored = [score_prophecy(card, other.join([shape] * count), True, True) for count in range(len(LEVELS[name]))]
    assert [earned for _, earned in scored] == LEVELS[name]
    steps = [0, *(int(after > before) for before, after in zip(LEVELS[name], LEVELS[name][1:], strict=False))]
    assert [level for level, _ in scored] == [sum(steps[: count + 1]) for count in range(len(steps))]


@pytest.mark.parametrize(
    ("row", "expected"), [("RR", 0), ("(RR", 0), ("RR)", 0), ("(RR)", 2), ("(RRY", 2), ("RRY", 0), ("YRRR)", 0)]
)
def test_lone_twins_at_an_open_end_score_only_once_closed_off(row, expected):
    assert points("blackx:R", row) == expected


@pytest.mark.parametrize(
    ("card", "row", "count"),
    [
        ("blank:KY", "KYRYKKYRYK", 2),
        ("blank:KY", "KYKYYKYK", 1),
        ("colorful:GYG", "GYGYGYG", 2),
        ("quartet:KB", "KBKBKBKB", 2),
        ("quartet:KB", "KBKBKB", 1),
        ("trio:Y", "YYYYYYYY", 2),
        ("anywhere:YYGGR", "YYGGRYYGGR", 1),
    ],
)
def test_a_piece_counts_once_for_a_card(card, row, count):
    assert count_prophecy(card, row, True, True) == count


def test_the_tables_cover_every_card():
    table = dict(lines(BY_HAND))
    assert set(table) == {kind_of_card(card) for card in prophecies(promo=True)}
    assert all([int(expected) > 0 for _, expected in cases] == [True, True, False] for cases in table.values())
    assert {card for card, _ in lines(TEMPLES)} == set(temples(promo=True))


@pytest.mark.parametrize("card", [card for card in prophecies(promo=True) if not card.startswith("blackx:")])
@given(row=st.text("RYGBK", max_size=20))
def test_open_ends_matter_only_to_lone_twins(card, row):
    assert len({score_prophecy(card, row, head, tail) for head in (False, True) for tail in (False, True)}) == 1


@given(data=st.data(), row=st.text("RYGBK", min_size=1, max_size=30))
def test_scores_are_invariant_under_renaming_of_colours(data, row):
    """A card scores on a row what another of its shape scores on the row with the colours renamed."""
    one = data.draw(st.sampled_from(prophecies(promo=True)))
    alike = [card for card in prophecies(promo=True) if shape_of(card) == shape_of(one)]
    other = data.draw(st.sampled_from(alike))
    renamed = dict(zip(prophecy(one).pattern, prophecy(other).pattern, strict=True))
    spare = [colour for colour in "RYGBK" if colour not in renamed.values()]
    renamed |= {colour: spare.pop() for colour in "RYGBK" if colour not in renamed}
    there = "".join(renamed[colour] for colour in row)
    assert score_prophecy(one, row, True, False) == score_prophecy(other, there, True, False)


def shape_of(card):
    """Return what cards have in common that differ only by the names of their colours."""
    pattern = prophecy(card).pattern
    return prophecy(card).family, [pattern.index(colour) for colour in pattern]


# -- temples

TEMPLES = """
temple:-Y/7             KKRGBKG=7    KKRGB=3     YKRGBKGG=0
temple:-K/8             YYRGBRGY=7   KYRGBRGY=3  KYRGBRG=0
temple:-G/9             YYRRBBKKK=7  YRB=3       YYGRBBKK=0
temple:-B/10            YYRRGGKKKY=7 YYRRGGKKKB=3 YRGB=0
temple:-R/11            YYGGBBKKKYG=7 YGBK=3     RYGBK=0
temple:R=Y/12           RYRYRYGBKGBK=7 RY=3      RRYGBK=0
temple:Y=G/6            YGYGRR=7     YYYYGB=3    YYG=0
temple:B=K/9            BBKKRRRRY=7  KB=3        BRRRRRRR=0
temple:R=G/6            RGYYYY=7     RGKKKKK=3   RKKKKKK=0
temple:B=Y/12           BBBYYYRRRRRR=7 BY=3      BBY=0
temple:-K/B=R           BRGG=7       BRK=3       KBBR=0
temple:-B/K=R           KRKR=7       KGG=3       BKKR=0
temple:-G/K=Y           KYR=7        KKYB=3      GKKY=0
temple:-R/G=B           GBY=7        RGB=3       RGGB=0
temple:-Y/K=G           KGKG=7       YKG=3       YKKG=0
temple:-blue/R=B/10     RBYYYYYYYY=10 RBY=6      RRB=3
temple:-red/Y=K         YK=7         YYK=3       RRR=3
temple:-black/11        RRRRRRRRRRR=7 RR=3       RRRRRRRRRRRR=3
temple:-green/8         RRRRRRRR=7   RR=3        RRRRRRRRR=3
temple:-yellow/-G       RR=7         RG=3        G=3
"""


@pytest.mark.parametrize(("card", "cases"), lines(TEMPLES), ids=lambda value: value if isinstance(value, str) else "")
def test_each_temple_scores_its_hand_counted_examples(card, cases):
    assert {row: score_temple(card, row) for row, _ in cases} == {row: int(expected) for row, expected in cases}


@pytest.mark.parametrize(
    ("card", "row", "beside", "expected"),
    [
        ("temple:-blue/R=B/10", "RBYYYYYYYY", ("pair:RB",), 6),
        ("temple:-blue/R=B/10", "RBYYYYYYYY", ("red:Y", "quartet:YR"), 6),
        ("temple:-blue/R=B/10", "RBYYYYYYY", ("quartet:YR",), 3),
        ("temple:-blue/R=B/10", "RRBYYYYYY", ("quartet:YR",), 0),
        ("temple:-red/Y=K", "YK", ("red:Y'",), 3),
        ("temple:-red/Y=K", "YYK", ("red:Y'",), 0),
        ("temple:-black/11", "RR", ("blackx:R",), 0),
        ("temple:-black/11", "RRRRRRRRRRR", ("trio:R",), 3),
        ("temple:-green/8", "RR", ("blank:KY",), 0),
        ("temple:-green/8", "RRRRRRRR", ("colorful:YKR",), 3),
        ("temple:-yellow/-G", "G", ("rainbow:YKRGB",), 0),
        ("temple:-yellow/-G", "R", ("two_two:BY",), 3),
        ("temple:-yellow/-G", "R", ("anywhere:YYGGR", "red:R", "blank:KY"), 7),
    ],
)
def test_promo_temples_score_by_the_prophecies_on_the_same_cóatl(card, row, beside, expected):
    assert score_temple(card, row, beside) == expected


def test_equal_colours_require_at_least_one_of_each():
    assert not meets(Equal("R", "Y"), "GGG")
    assert meets(Equal("R", "Y"), "RGY")
    assert temple("temple:-yellow/-G").requirements == (Without("yellow"), Absent("G"))


@pytest.mark.parametrize("card", temples(promo=True))
@given(
    row=st.text("RYGBK", min_size=1, max_size=14), beside=st.sets(st.sampled_from(prophecies(promo=True)), max_size=4)
)
def test_a_temple_scores_by_the_number_of_requirements_met(card, row, beside):
    """Requirements judged by hand, from the multiset of the colours and the families' names."""
    number = {colour: sum(piece == colour for piece in row) for colour in "RYGBK"}
    families = {
        "red": {"red"}, "black": {"blackx", "trio"}, "blue": {"pair", "quartet"}, "green": {"colorful", "blank"},
        "yellow": {"rainbow", "three_two", "two_three", "two_two"},
    }  # fmt: skip
    met = 0
    for text in card.removeprefix("temple:").split("/"):
        if text.isdecimal():
            met += sum(number.values()) == int(text)
        elif "=" in text:
            met += number[text[0]] == number[text[2]] > 0
        elif len(text) > 2:
            met += not families[text[1:]] & {other.split(":")[0] for other in beside}
        else:
            met += number[text[1]] == 0
    expected = [0, 3, 6, 10] if card.count("/") == 2 else [0, 3, 7]
    assert score_temple(card, row, tuple(sorted(beside))) == expected[met]


# -- refusals


@pytest.mark.parametrize("row", ["F", "RYX", "ryk", "R Y", "?"])
def test_unknown_colours_raise_a_value_error(row):
    for score in (
        lambda: score_prophecy("red:R", row, True, True),
        lambda: count_prophecy("red:R", row, True, True),
        lambda: score_temple("temple:-Y/7", row),
    ):
        with pytest.raises(ValueError, match="colours: only R, Y, G, B, K, please"):
            score()
