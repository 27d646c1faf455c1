"""The cards of Cóatl in their file: numbers, names and texts; faults are reported by name."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from logic.coatl import components
from logic.coatl.components import (
    COLOURS,
    FEATHER,
    HIDDEN,
    Absent,
    Equal,
    Length,
    Without,
    is_temple,
    kind_of_card,
    prophecies,
    prophecy,
    temple,
    temples,
)
from logic.coatl.narration import COLOUR_WORDS, FAMILY_WORDS, GROUP_WORDS, meaning, requirement, rewards, row, title
from logic.config import ConfigError, parse_yaml, read_text

EVERY = (*prophecies(promo=True), *temples(promo=True))
PROMO = set(EVERY) - {*prophecies(promo=False), *temples(promo=False)}
FAMILIES = {
    "red": 10, "blackx": 5, "trio": 5, "pair": 7, "quartet": 3, "three_two": 1, "two_three": 2, "two_two": 4,
    "rainbow": 3, "colorful": 9, "blank": 5,
}  # fmt: skip


def test_the_file_holds_54_prophecies_of_49_kinds_and_15_temples():
    assert len(prophecies(promo=False)) == len(set(prophecies(promo=False))) == 54
    assert len({kind_of_card(card) for card in prophecies(promo=False)}) == 49
    assert len(set(temples(promo=False))) == 15
    assert Counter(prophecy(card).family.name for card in prophecies(promo=False)) == FAMILIES
    assert prophecies(promo=True)[:54] == prophecies(promo=False)
    assert temples(promo=True)[:15] == temples(promo=False)
    assert Counter(map(is_temple, PROMO)) == {False: 6, True: 5}
    assert all((temple(card) if is_temple(card) else prophecy(card)).promo == (card in PROMO) for card in EVERY)
    assert prophecies(promo=True)[:3] == ("red:Y", "red:Y'", "red:R")
    assert prophecies(promo=True)[-1] == "anywhere:YYRRGB"
    assert temples(promo=True)[0] == "temple:-Y/7"
    assert temples(promo=True)[-1] == "temple:-yellow/-G"
    twins = [card for card in EVERY if kind_of_card(card) != card]
    assert twins == [f"red:{colour}'" for colour in "YRKGB"]
    assert all(kind_of_card(twin) in prophecies(promo=False) for twin in twins)
    groups = Counter(prophecy(card).family.group for card in prophecies(promo=True))
    assert groups == {"red": 10, "black": 10, "blue": 10, "yellow": 10, "green": 14, "white": 6}
    for card in prophecies(promo=True):
        levels = prophecy(card).family.levels
        assert list(levels) == sorted(levels)
        assert all(a[1] < b[1] for a, b in pairwise(levels))


@pytest.mark.parametrize("card", EVERY)
def test_a_card_is_found_by_its_id(card):
    assert (temple(card) if is_temple(card) else prophecy(card)).id == card


@pytest.mark.parametrize(
    ("card", "requirements", "points"),
    [
        ("temple:-Y/7", (Absent("Y"), Length(7)), (0, 3, 7)),
        ("temple:R=Y/12", (Equal("R", "Y"), Length(12)), (0, 3, 7)),
        ("temple:-K/B=R", (Absent("K"), Equal("B", "R")), (0, 3, 7)),
        ("temple:-blue/R=B/10", (Without("blue"), Equal("R", "B"), Length(10)), (0, 3, 6, 10)),
    ],
)
def test_a_temples_requirements_are_read_from_its_id(card, requirements, points):
    assert (temple(card).requirements, temple(card).points) == (requirements, points)


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("red:Q", "no prophecy is called 'red:Q': known are red:Y, red:Y', red:R"),
        ("three_two:GR", "no prophecy is called 'three_two:GR': known are three_two:RG$"),
        ("?", r"no prophecy is called '\?': known are red, blackx, trio, pair"),
        ("temple:-Y/7", "no prophecy is called 'temple:-Y/7'"),
    ],
)
def test_an_unknown_prophecy_is_reported_with_the_known_ones(card, said):
    with pytest.raises(ValueError, match=said):
        prophecy(card)


def test_an_unknown_temple_is_reported_with_the_known_ones():
    with pytest.raises(ValueError, match=r"no temple is called 'temple:-Y/8': known are temple:-Y/7, temple:-K/8"):
        temple("temple:-Y/8")


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("family: trio", "family: quintet", r"`\$\.prophecies\[2\]\.family`: 'quintet' cannot stand there"),
        ("group: black", "group: pink", r"`\$\.prophecies\[1\]\.group`"),
        ("{1: 2, 2: 5}", "{2: 5, 1: 2}", r"`\$\.prophecies\[1\]`: levels: growing numbers, please"),
        ("{1: 2, 2: 5}", "{1: 2, 2: none}", r"`\$\.prophecies\[1\]\.levels"),
        ("[KB, YR, RG]", "[KB, YRK, RG]", r"`\$\.prophecies\[4\]`: patterns: YRK does not have as many letters "),
        ("[KB, YR, RG]", "[KB, Yr, RG]", r"`\$\.prophecies\[4\]\.patterns"),
        ("[KB, YR, RG]", "[KB, YR, KB]", "listed twice: quartet:KB"),
        ("copies: 2", "copys: 2", r"`\$\.prophecies\[0\]`: there is no field `copys`"),
        ("  red:Y: ", "  red:Z: ", "each card needs one example: red:Y, red:Z"),
        ("-Y/7", "-Y/0", r"`\$\.temples\[0\]`: cards: '0' is no requirement"),
        ("-Y/7", "-pink/7", r"`\$\.temples\[0\]`: cards: '-pink' is no requirement"),
        ("-Y/7", "-Y", r"`\$\.temples\[0\]`: points: -Y needs a number for each of its requirements"),
    ],
)
def test_a_fault_in_the_card_file_is_reported_with_its_path(monkeypatch, was, becomes, said):
    text = read_text(components.INDEX)
    assert text.count(was) >= 1
    faulty = _replaced_outside_comments(text, was, becomes)
    monkeypatch.setattr(components, "read_yaml", lambda name, kind: parse_yaml(faulty, kind, f"config/{name}"))
    with pytest.raises(ConfigError, match=rf"^config/coatl_cards\.yaml: .*{said}"):
        components._index.__wrapped__()


def _replaced_outside_comments(text, was, becomes):
    lines = text.split("\n")
    place = next(place for place, line in enumerate(lines) if was in line and not line.startswith("#"))
    return "\n".join([*lines[:place], lines[place].replace(was, becomes, 1), *lines[place + 1 :]])


# -- texts


def test_each_kind_has_a_unique_title_and_meaning_shared_by_twins():
    titles = {card: str(title(card)) for card in EVERY}
    assert len(set(titles.values())) == len({kind_of_card(card) for card in EVERY})
    assert titles["red:Y"] == titles["red:Y'"]
    kinds = {kind_of_card(card) for card in EVERY}
    assert len({str(meaning(card)) for card in kinds}) == len(kinds)
    assert str(title(HIDDEN)) == "Hidden card"
    assert "shown" in str(meaning(HIDDEN))
    assert set(COLOUR_WORDS) == {*COLOURS, FEATHER}
    assert {prophecy(card).family.name for card in prophecies(promo=True)} == set(FAMILY_WORDS)
    assert {prophecy(card).family.group for card in prophecies(promo=True)} == set(GROUP_WORDS)
    assert str(row("RYGBK")) == "red–yellow–green–blue–black"


@pytest.mark.parametrize(
    ("card", "called", "means", "gives"),
    [
        ("red:Y'", "Gathering: yellow", "Pieces of one colour, wherever they are: yellow.", "3 of them: 2 points"),
        ("pair:YG", "Pair: yellow–green", "from head to tail: yellow–green.", "1 of them: 1 point"),
        ("quartet:KB", "Weave: black–blue", "from head to tail: black–blue–black–blue.", "5 points"),
        ("two_three:KG", "Two and three: black–green", ": black–black–green–green–green. ", "6 points"),
        ("colorful:YKR", "Stream: yellow–black–red", "yellow once, black once or more", "1 of them: 2 points"),
        ("blank:KY", "Mirror: black–yellow", "black–yellow, then anything, one piece at least, then yellow–black.",
         "4 points"),
        ("temple:-Y/7", "Temple: no yellow, length 7", "No piece in this colour: yellow. Exactly 7 pieces long.",
         "One wish met: 3 points"),
        ("temple:-red/Y=K", "Temple: no red card, yellow = black", "on the same cóatl: red. As many yellow pieces",
         "One wish met: 3 points"),
    ],
)  # fmt: skip
def test_a_card_states_its_title_meaning_and_rewards(card, called, means, gives):
    assert str(title(card)) == called
    assert means in str(meaning(card))
    assert str(rewards(card)[0]) == gives


@pytest.mark.parametrize("card", prophecies(promo=True))
def test_a_prophecy_has_one_reward_line_for_each_level(card):
    said = list(map(str, rewards(card)))
    assert len(said) == len(prophecy(card).family.levels)
    for line, (count, points) in zip(said, prophecy(card).family.levels, strict=True):
        assert f"{points} point" in line
        assert len(said) == 1 or line.startswith(f"{count} of them")
    assert len(said) == 1 or " or more: " in said[-1]


@pytest.mark.parametrize("card", temples(promo=True))
def test_a_temple_has_a_reward_line_for_each_score_and_states_each_requirement(card):
    said = list(map(str, rewards(card)))
    assert [line.split(": ")[1] for line in said] == [f"{points} points" for points in temple(card).points[1:]]
    assert str(meaning(card)) == " ".join(str(requirement(wanted)) for wanted in temple(card).requirements)
