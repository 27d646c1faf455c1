"""Cóatl’s cards: of their size, all kinds told apart, the reached level lit, numbers legible, each baked once."""

from functools import partial
from itertools import combinations, product

import numpy as np
import pygame
import pytest

from logic.coatl.components import COLOURS, HIDDEN, kind_of_card, prophecies, prophecy, temple, temples
from sprites.coatl import cards, decks
from sprites.coatl.art import COLOURS as PAINTS
from sprites.coatl.cards import BONE, CREAM, GROUPS, LEAST_WIDTH, PLATE, RIM, bead, emblem, layout
from sprites.paint.easel import Easel
from sprites.paint.surfaces import rgb
from tests.artparts import (
    GREY,
    READABLE,
    VISIBLE,
    alike,
    alpha,
    difference,
    is_shadow_of,
    light,
    luminance,
    pixels,
    ratio,
    rim,
)
from tests.gallery import make_kit
from tests.sampling import in_turn, sample_of

PROPHECIES = tuple(dict.fromkeys(kind_of_card(card) for card in prophecies(True)))
TEMPLES = temples(True)
CARDS = (*PROPHECIES, *TEMPLES)
ONE_OF_EACH = tuple({prophecy(card).family.name: card for card in PROPHECIES}.values())
MICRO, SMALL, MIDDLE, LARGE = (22, 31), (30, 42), (110, 154), (300, 420)
LOOKS = ("plain", "lit", "chosen", "dim")


def levels(card):
    """Give the numbers of a card's levels, from 0, which is none."""
    count = len(temple(card).requirements) if card in TEMPLES else len(prophecy(card).family.levels)
    return range(count + 1)


def apart(one, other, *, grey=False):
    """Give how many of a hundred pixels clearly differ."""
    a, b = (picture if isinstance(picture, np.ndarray) else pixels(picture) for picture in (one, other))
    changed = np.abs((a - b) @ GREY) > 12 if grey else np.abs(a - b).max(axis=2) > 48
    return 100 * changed.mean()


# -- sizes


SIZES = [MICRO, (20, 28), (34, 46), (48, 68), (LEAST_WIDTH, 118), MIDDLE, (90, 150), LARGE]


@pytest.mark.parametrize(("wide", "high"), sample_of(SIZES, every=5))
def test_cards_have_the_size_asked_for_and_round_corners(kit, wide, high):
    size = wide, high
    for card in (*ONE_OF_EACH, *TEMPLES, HIDDEN):
        picture = decks.face(kit, card, size)
        assert picture.get_size() == size
        assert alpha(picture)[0, 0] < 200
        assert alpha(picture)[-1, -1] < 200
        assert alpha(picture)[3:-3, size[1] // 2].min() == 255


@pytest.mark.parametrize("height", sample_of([12, 18, 24, 40], every=2))
def test_tags_have_the_height_asked_for_and_are_no_longer_than_they_must_be(kit, height):
    for card in CARDS:
        bare, lit = decks.strip(kit, card, height), decks.strip(kit, card, height, level=1)
        assert bare.get_height() == lit.get_height() == height
        assert height < bare.get_width() < lit.get_width() < 6.5 * height


@pytest.mark.parametrize(("wide", "high"), sample_of([SMALL, MIDDLE, LARGE], every=3))
def test_patterns_keep_to_their_field(kit, wide, high):
    """Whatever lies upon it, the frame of all cards of a group is the same."""
    size = wide, high
    for card in PROPHECIES:
        first = next(other for other in PROPHECIES if prophecy(other).family.group == prophecy(card).family.group)
        edge = round(0.045 * size[0])
        one, other = (pixels(decks.face(kit, which, size)) for which in (first, card))
        assert (one[:edge] == other[:edge]).all()
        assert (one[-edge:] == other[-edge:]).all()


# -- beads


@pytest.mark.parametrize("side", [7, 12, 20, 48])
def test_beads_are_told_apart_in_colour_and_in_grey(kit, strong, side):
    for look, grey_apart in ((kit, 7), (strong, 8)):
        shown = [bead(look, colour, side) for colour in (*COLOURS, "?")]
        assert all(picture.get_size() == (side, side) for picture in shown)
        assert alike(shown, 15) == alike(shown, grey_apart, grey=True) == []


def test_a_bead_is_round_and_not_cut_and_its_mark_stronger_where_patterns_are(kit, strong):
    for colour in [*COLOURS, "?"]:
        assert rim(bead(kit, colour, 60)).max() < 90
        assert alpha(bead(kit, colour, 60))[28, 28] > 180
        if colour in COLOURS:
            plain, marked = (luminance(pixels(bead(look, colour, 60)))[12:46, 12:46] for look in (kit, strong))
            assert np.abs(marked - luminance(PAINTS[colour])).mean() > np.abs(plain - luminance(PAINTS[colour])).mean()


def test_groups_are_told_apart_by_their_emblems_and_dim_cards_by_their_patterns(kit):
    shown = {group: emblem(kit, group, 24) for group in GROUPS if group != "temple"}
    assert alike(shown, 10, by=partial(apart, grey=True)) == []
    assert alike({card: decks.face(kit, card, MIDDLE, look="dim") for card in PROPHECIES}, 0.15) == []


# -- patterns


def test_a_pattern_is_read_from_the_head_end_at_the_left_and_stands_out():
    for straight in [False, True]:
        for card, colours in [
            ("blackx:Y", "YY"),
            ("trio:R", "RRR"),
            ("pair:RK", "RK"),
            ("quartet:KB", "KBKB"),
            ("three_two:RG", "RRRGG"),
            ("two_three:KG", "KKGGG"),
            ("two_two:BY", "BBYY"),
            ("rainbow:RKBYG", "RKBYG"),
            ("blank:YR", "YR?RY"),
            ("colorful:GRK", "GRRRK"),
        ]:
            spots = layout(prophecy(card), straight=straight).spots
            assert "".join(spot.colour for spot in sorted(spots, key=lambda spot: spot.x)) == colours
            assert len({spot.x for spot in spots}) == len(colours)
    # numbers and patterns stand out from what they lie on
    for group in GROUPS:
        assert ratio(luminance(rgb(CREAM)), luminance(GROUPS[group].deep[1])) >= READABLE
        assert ratio(luminance(rgb(RIM)), luminance(PLATE[1])) >= READABLE
        assert ratio(luminance(rgb(RIM)), luminance(BONE[1])) >= READABLE


@pytest.mark.parametrize("straight", [False, True])
@pytest.mark.parametrize("brief", [False, True])
def test_no_bead_hides_another_and_a_cord_runs_through_those_in_order(straight, brief):
    for card in PROPHECIES:
        what = layout(prophecy(card), straight=straight, brief=brief)
        ordered = prophecy(card).family.name not in ("red", "anywhere")
        assert what.cord == ordered
        assert what.stops == (prophecy(card).family.name == "blackx")
        assert (what.loop is not None) == (prophecy(card).family.name in ("colorful", "blank"))
        nearest = 0.7 if ordered or not straight else 0.5
        if prophecy(card).family.name == "anywhere" and not brief:
            assert sorted(spot.colour for spot in what.spots) == sorted(prophecy(card).pattern)
        for one, other in combinations(what.spots, 2):
            assert np.hypot(one.x - other.x, one.y - other.y) > nearest * (one.size + other.size) / 2


# -- told apart


@pytest.mark.parametrize(("size", "grey"), sample_of(list(product([SMALL, MIDDLE], [True, False])), every=4))
def test_any_two_kinds_of_cards_are_told_apart(kit, size, grey):
    shown = {card: pixels(decks.face(kit, card, size)) for card in CARDS}
    assert alike(shown, 0.4 if grey else 0.9, by=partial(apart, grey=grey)) == []


@pytest.mark.parametrize("height", [16, 24])
def test_any_two_kinds_are_told_apart_by_their_tags(kit, height):
    shown = {card: decks.strip(kit, card, height) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        if shown[one].get_size() == shown[other].get_size():
            assert apart(shown[one], shown[other]) > 2, (one, other)


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
def test_twins_look_alike(kit, size):
    twins = [card for card in prophecies(False) if card != kind_of_card(card)]
    assert len(twins) == 5
    for twin in twins:
        assert cards.card(kit, twin, size, level=2) is cards.card(kit, kind_of_card(twin), size, level=2)
        assert cards.strip(kit, twin, 20) is cards.strip(kit, kind_of_card(twin), 20)


# -- levels


@pytest.mark.parametrize(
    ("card", "size"),
    in_turn([*ONE_OF_EACH, "temple:-Y/7", "temple:-blue/R=B/10"], [MICRO, SMALL, (50, 70), MIDDLE, LARGE]),
)
def test_the_reached_level_is_lit(kit, card, size):
    """Each level looks its own way, and on one that is reached there is gold that is not on a card that brings none."""
    shown = [decks.face(kit, card, size, level=level) for level in levels(card)]
    assert alike(shown, 0.5, by=apart) == []
    gold = [(np.abs(pixels(picture) - PLATE[1]).max(axis=2) < 40).sum() for picture in shown]
    assert all(lit > gold[0] + 0.006 * size[0] * size[1] for lit in gold[1:])


def test_a_tag_tells_what_its_card_brings(kit):
    for card in [*ONE_OF_EACH, *TEMPLES[:2]]:
        bare, *shown = (decks.strip(kit, card, 24, level=level) for level in levels(card))
        assert all(bare.get_width() < tag.get_width() - 12 for tag in shown)  # no plate while there are no points
        assert alike(shown, 0.4, by=apart) == []
        dark = luminance(rgb(RIM))
        assert all(ratio(light(tag, slice(-20, -6)), dark) > VISIBLE for tag in shown)


@pytest.mark.parametrize("size", [(34, 46), (48, 68), MIDDLE, LARGE])
@pytest.mark.parametrize("lit", [False, True])
def test_numbers_stand_out_as_they_are_painted(kit, size, lit):
    for card in (*ONE_OF_EACH, *TEMPLES[::5]):
        foot = luminance(pixels(decks.face(kit, card, size, level=max(levels(card)) if lit else 0)))
        foot = foot[size[0] // 8 : -size[0] // 8, round(0.8 * size[1]) : round(0.95 * size[1])]
        assert ratio(float(np.percentile(foot, 99)), float(np.percentile(foot, 5))) >= VISIBLE


# -- looks


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("card", ["pair:YG", "three_two:RG", "temple:-Y/7"])
def test_what_may_be_touched_and_what_was_chosen_are_seen(kit, card, size):
    shown = {look: decks.face(kit, card, size, look=look) for look in LOOKS}
    assert alike(shown, 2.5, by=apart) == []
    bright = {look: luminance(pixels(shown[look])).mean() for look in LOOKS}
    assert bright["dim"] < 0.6 * bright["plain"] < bright["lit"]
    for look in LOOKS:
        assert np.abs(alpha(shown[look]) - alpha(shown["plain"])).max() < 130


# -- backs and heaps


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
def test_a_hidden_card_shows_its_back_and_nothing_else(kit, size):
    for kind in ("prophecy", "temple"):
        assert decks.face(kit, HIDDEN, size, kind=kind, level=2) is decks.back(kit, size, kind)
        assert all(apart(decks.back(kit, size, kind), decks.face(kit, card, size)) > 30 for card in CARDS)
    assert apart(decks.back(kit, size, "prophecy"), decks.back(kit, size, "temple"), grey=True) > 15


def test_a_deck_tells_how_many_cards_it_has_and_whose_they_are(kit):
    counts = (0, 1, 2, 9, 20, 33, 54)
    shown = [decks.deck(kit, MIDDLE, count) for count in counts]
    assert {picture.get_size() for picture in shown} == {decks.pile_size(MIDDLE)}
    assert alike(shown, 0.1) == []
    covered = [(alpha(picture) > 250).sum() for picture in shown]
    assert covered == sorted(covered)
    assert covered[0] < 100 < covered[1] < covered[-1]
    # the deck of temples is another one
    assert apart(decks.deck(kit, MIDDLE, 9), decks.deck(kit, MIDDLE, 9, "temple")) > 30
    # a shadow reaches beyond its card
    assert is_shadow_of(*cards.shadow(kit, MIDDLE), MIDDLE)


def test_cards_and_medal_of_a_pile_are_painted_once_however_often_its_number_changes(monkeypatch):
    kit = make_kit((1920, 1080))
    decks.deck(kit, MIDDLE, 54)
    decks.discards(kit, MIDDLE, 9, "trio:Y")
    painted = []
    monkeypatch.setattr(Easel, "picture", lambda easel: painted.append(easel.size))
    for count in (53, 52, 51, 50, 49):
        decks.deck(kit, MIDDLE, count)
        decks.discards(kit, MIDDLE, 63 - count, "trio:Y")
    assert painted == []


def test_discards_show_the_last_of_them_and_an_empty_place_where_there_are_none(kit):
    size = decks.pile_size(MIDDLE)
    shown = [decks.discards(kit, MIDDLE, count, "trio:Y") for count in (1, 2, 3, 12)]
    assert all(picture.get_size() == size for picture in shown)
    assert alike(shown, 0.1) == []
    assert apart(shown[0], decks.discards(kit, MIDDLE, 1, "trio:R")) > 2
    part = pygame.Rect(0, 60, *(side - 60 for side in MIDDLE))
    face = decks.face(kit, "trio:Y", MIDDLE)
    assert difference(shown[0].subsurface(part), face.subsurface(part)) == 0
    empty = decks.discards(kit, MIDDLE, 0)
    assert empty.get_size() == decks.pile_size(MIDDLE)
    assert 0 < alpha(empty)[MIDDLE[0] // 2, MIDDLE[1] // 2] < 160
