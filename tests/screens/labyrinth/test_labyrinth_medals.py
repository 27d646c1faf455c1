"""The labyrinth’s treasures and cards: told apart at 40 pixels in colour and in grey, legible, secret, baked once."""

import numpy as np
import pygame
import pytest

from logic.labyrinth.components import TREASURES
from sprites.labyrinth import cards
from sprites.labyrinth.medals import MEDALS, NAMES, Graver, blank, medal, medal_with_ring, seal
from sprites.paint.easel import Easel
from tests.artparts import (
    VISIBLE,
    alike,
    alpha,
    difference,
    luminance,
    outline_difference,
    pixels,
    ratio,
    rim,
)

SMALL = 40
SEATS = range(4)
CARD = (150, 218)


def figure(name, side=128):
    """Give what of a medallion is covered by its figure."""
    easel = Easel(side)
    MEDALS[name][0](Graver(easel))
    return easel.alpha > 0.9


def saturation(picture):
    seen = pixels(picture)[alpha(picture) > 200]
    return (seen.max(axis=1) - seen.min(axis=1)).mean()


# -- medallions


def test_every_treasure_of_the_rules_has_its_medallion():
    assert set(NAMES) == set(TREASURES)
    assert len(NAMES) == 24


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize(("side", "apart"), [(28, 14), (SMALL, 15)])
def test_any_two_treasures_are_told_apart(kit, side, apart, grey):
    assert alike({name: medal(kit, name, side) for name in NAMES}, apart, grey=grey) == []


def test_any_two_treasures_are_told_apart_by_their_outlines_and_when_they_are_found(kit):
    assert alike({name: figure(name, SMALL) for name in NAMES}, 0.1, by=outline_difference) == []
    assert alike({name: medal(kit, name, SMALL, pale=True) for name in NAMES}, 5, grey=True) == []
    # medallions have round clear corners and none is cut at the edge
    for name in NAMES:
        assert rim(medal(kit, name, 160)).max() < 60
        for picture in (medal(kit, name, 64), medal(kit, name, 64, pale=True), medal_with_ring(kit, name, 64, 1)):
            assert max(alpha(picture)[0, 0], alpha(picture)[-1, 0]) < 40
            assert alpha(picture)[32, 32] > 240


def test_a_figure_stands_out_from_its_enamel_and_is_pale_once_it_was_found(kit):
    for name in NAMES:
        plate = luminance(pixels(blank(128, MEDALS[name][1], None, strong=False).picture()))
        light = luminance(pixels(medal(kit, name, 128)))[figure(name)]
        assert ratio(float(np.median(light)), float(np.median(plate[40:88, 40:88]))) >= VISIBLE
        bright, pale = medal(kit, name, 64), medal(kit, name, 64, pale=True)
        assert saturation(pale) < 0.7 * saturation(bright)
        inside = figure(name, 64)
        spread = [np.std(luminance(pixels(picture))[inside]) for picture in (pale, bright)]
        assert spread[0] < spread[1]
        assert (alpha(pale) == alpha(bright)).all()


# -- seats


def test_rings_and_seals_tell_the_seats_apart(kit):
    for side in (SMALL, 96):
        for paint in (lambda seat, side=side: medal_with_ring(kit, "owl", side, seat),
                      lambda seat, side=side: seal(kit, seat, side)):  # fmt: skip
            shown = [paint(seat) for seat in SEATS]
            assert alike(shown, 6) == alike(shown, 3, grey=True) == []
            assert all(difference(ringed, medal(kit, "owl", side)) > 6 for ringed in shown)


def test_a_ring_leaves_the_figure_alone_and_only_rings_are_stronger_with_strong_patterns(kit, strong):
    for name in NAMES:
        plain, ringed = pixels(medal(kit, name, 128)), pixels(medal_with_ring(kit, name, 128, 2))
        assert np.abs(plain[36:80, 36:80] - ringed[36:80, 36:80]).max() <= 2
    assert difference(medal(kit, "owl", 64), medal(strong, "owl", 64)) == 0
    for seat in SEATS:
        assert difference(medal_with_ring(kit, "owl", 64, seat), medal_with_ring(strong, "owl", 64, seat)) > 0


# -- cards


@pytest.mark.parametrize("size", [(44, 64), CARD, (300, 380)])
def test_cards_have_the_size_asked_for_and_round_corners(kit, size):
    for seat in SEATS:
        for face in (True, False):
            picture = cards.card(kit, "owl", size, seat=seat, face=face, number=7)
            assert picture.get_size() == size
            assert alpha(picture)[0, 0] == alpha(picture)[-1, -1] == 0
            assert alpha(picture)[4:-4, size[1] // 2].min() == 255


def test_the_back_does_not_tell_what_is_on_the_face_and_either_tells_the_seat(kit):
    for seat in SEATS:
        back = cards.card(kit, None, CARD, seat=seat, face=False)
        for name in NAMES:
            assert cards.card(kit, name, CARD, seat=seat, face=False, number=4) is back
    for face in (True, False):
        shown = [cards.card(kit, "owl", CARD, seat=seat, face=face) for seat in SEATS]
        assert alike(shown, 1) == []


def test_a_card_shows_its_treasure_in_the_middle_and_a_number(kit):
    middle = pygame.Rect(15, 28, 30, 30)
    shown = {name: cards.card(kit, name, (60, 87), seat=0).subsurface(middle) for name in NAMES}
    assert alike(shown, 12, grey=True) == []
    plain = cards.card(kit, "owl", CARD, seat=0)
    numbered = [cards.card(kit, "owl", CARD, seat=0, number=number) for number in range(1, 25)]
    corner = pygame.Rect(108, 0, 42, 42)
    parts = [picture.subsurface(corner) for picture in (plain, *numbered)]
    assert alike(parts, 0.5) == []


# -- piles


def test_a_pile_tells_how_many_cards_it_has(kit):
    size = cards.pile_size(CARD)
    shown = [cards.pile(kit, count, CARD, seat=2) for count in range(13)]
    assert all(picture.get_size() == size for picture in shown)
    assert alike(shown, 0.05) == []
    covered = [(alpha(picture) > 250).sum() for picture in shown[:7]]
    assert covered[0] < covered[1] < covered[2] < covered[3] < covered[4] < covered[5] < covered[6]
