"""Pictures of Cóatl: pieces, boards and cards are distinguishable, in grey and by the colour-blind."""

from functools import partial
from itertools import combinations, product
from typing import get_args

import numpy as np
import pygame
import pytest

from logic.coatl.components import (
    COLOURS,
    FEATHER,
    FIELDS,
    HIDDEN,
    KINDS,
    LETTERS,
    TOKENS,
    capacity,
    kind_of_card,
    prophecies,
    prophecy,
    temple,
    temples,
)
from scenes.coatl.layout import IN_SLOT
from sprites.coatl import art, boards, cards, decks, segments
from sprites.coatl import boards as coatl_boards
from sprites.coatl.art import COLOURS as PAINTS
from sprites.coatl.cards import BONE, CREAM, GROUPS, LEAST_WIDTH, PLATE, RIM, bead, emblem, layout
from sprites.paint.canvas import Canvas
from sprites.paint.surfaces import rgb
from sprites.paint.trays import CLOTHS
from tests.screens.artparts import (
    BLINDNESS,
    GREY,
    READABLE,
    VISIBLE,
    alike,
    alpha,
    difference,
    difference_to,
    is_shadow_of,
    light,
    luminance,
    on,
    outline_difference,
    pattern_difference_to,
    pixels,
    ratio,
    rim,
)
from tests.support.gallery import make_kit
from tests.support.sampling import in_turn, sample_of

TINY = 20
TYPES = [f"{colour}{LETTERS[kind]}" for kind in KINDS for colour in COLOURS] + [f"{FEATHER}b"]
SUPPLIES = ((900, 480), (700, 700), (1400, 260), (320, 900), (1800, 170), (300, 150))
LIGHTS = get_args(boards.Light)


def on_slot(kit, piece, size, look="plain"):
    """Return a piece as it lies in a slot of a player's board."""
    slot = coatl_boards.slot(kit, round(size / IN_SLOT)).copy()
    shown = segments.segment(kit, piece, size, look)
    slot.blit(shown, shown.get_rect(center=slot.get_rect().center))
    return slot


def chain(kit, types, size, ground):
    table = pygame.Surface(((len(types) + 1) * size, 2 * size))
    table.fill(ground)
    segments.draw_chain(table, kit, types, size // 2, size // 2, size)
    return table


# -- seats


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_seats_are_distinguishable_by_shape_and_pattern_by_the_colour_blind(kit, strong, blindness):
    """By the medallion of a mini row, and by the own board, in light and dark alone."""
    by = partial(pattern_difference_to, blindness)
    for look, side in product((kit, strong), (28, 40, 90)):
        ground = pygame.Surface((side, side))
        medallions = [on(ground, coatl_boards.medallion(look, side, seat)) for seat in range(4)]
        assert alike(medallions, 4, by=by) == []
        boards = [coatl_boards.player_board(look, (4 * side, 3 * side), seat=seat) for seat in range(4)]
        middle = pygame.Rect(0, 0, side // 2, side // 2)
        middle.center = boards[0].get_rect().center
        assert alike([board.subsurface(middle) for board in boards], 4, by=by) == []


# -- pieces


def test_pieces_are_not_clipped_and_have_no_light_fringe(kit):
    """Nearly transparent pixels have the colour of the edge, which is dark ink, or are darker: never lighter."""
    for piece in TYPES:
        assert (rim(segments.segment(kit, piece, 160)) > 60).mean() < 0.03
        for side in (20, 64, 160):
            shown = segments.segment(kit, piece, side)
            faint = (alpha(shown) > 0) & (alpha(shown) < 40)
            assert luminance(pixels(shown))[faint].max(initial=0) < 0.35


def test_tiny_pieces_are_distinguishable_in_colour_by_the_colour_blind(kit, strong):
    for kind, blindness in product(KINDS, BLINDNESS):
        for look, side, as_what in (
            (kit, TINY, "plain"),
            (strong, TINY, "plain"),
            (kit, TINY, "flat"),
            (kit, 10, "flat"),
        ):
            shown = {colour: on_slot(look, f"{colour}{LETTERS[kind]}", side, as_what) for colour in COLOURS}
            assert alike(shown, 8, by=partial(difference_to, blindness)) == []


def test_feathers_fields_boards_and_wells_are_distinguishable(kit):
    # a golden feather is distinguished from a yellow body
    for side in (TINY, 60):
        assert difference(on_slot(kit, "Fb", side), on_slot(kit, "Yb", side), grey=True) > 8
    # empty fields show what belongs on them
    single = [coatl_boards.field(kit, 64, kind) for kind in ("head", "tail")]
    assert difference(*single, grey=True) > 0.5
    assert difference(single[0], coatl_boards.slot(kit, 64), grey=True) > 0.5
    assert coatl_boards.field(kit, 64, "body").get_size() == (128, 64)
    # boards of the seats are distinguishable
    boards = [coatl_boards.player_board(kit, (300, 160), seat=seat) for seat in (None, 0, 1, 2, 3)]
    assert alike(boards, 1) == []
    # the wells of the kinds are distinguishable by their carving
    shown = [coatl_boards.sign(kit, kind, 40, coatl_boards.SHELF) for kind in KINDS]
    assert alike(shown, 2, grey=True) == []


def test_heads_bodies_and_tails_are_distinguishable_by_outline(kit):
    for colour in COLOURS:
        shapes = {kind: alpha(segments.segment(kit, f"{colour}{LETTERS[kind]}", TINY)) > 128 for kind in KINDS}
        assert alike(shapes, 0.1, by=outline_difference) == []


def test_colour_marks_are_unique_and_contrast_more_with_strong_patterns(kit, strong):
    # each colour has a mark of its own
    marks = [art.mark(colour) for colour in art.COLOURS]
    assert all(one != other for one, other in combinations(marks, 2))
    assert all(0 <= x <= 100 and 0 <= y <= 100 for shapes in marks for one in shapes for line in one for x, y in line)
    # the mark stands out from its colour and more so when strong
    for colour in COLOURS:
        ink, ground = (float(luminance(tones[colour])) for tones in (art.INKS, art.COLOURS))
        assert ratio(ink, ground) >= 2
        shown = [luminance(pixels(segments.segment(look, f"{colour}b", 100)))[44:84, 44:84] for look in (kit, strong)]
        spreads = [ratio(*(float(np.percentile(part, share)) for share in (4, 96))) for part in shown]
        assert spreads[1] >= spreads[0] >= 2
        assert spreads[1] >= VISIBLE
    # strong patterns change every piece and small ones are strong anyway
    for piece in TYPES:
        if piece[0] != FEATHER:
            assert difference(*(segments.segment(look, piece, 64) for look in (kit, strong))) > 1
        assert difference(*(segments.segment(look, piece, TINY) for look in (kit, strong))) == 0


def test_every_piece_contrasts_with_slot_and_cloth(kit):
    """A good part of it, colour or mark or the light on its edge, differs enough from a slot and from the cloth."""
    for piece, size in product(TYPES, [TINY, 40, 100]):
        shown = segments.segment(kit, piece, size)
        body = luminance(pixels(shown))[alpha(shown) > 250]
        slot = light(coatl_boards.slot(kit, 64))
        cloth = float(luminance(tuple(pygame.Color(CLOTHS["coatl"]))))
        for ground, part in ((slot, 0.3), (cloth, 0.1)):
            apart = np.where(body > ground, (body + 0.05) / (ground + 0.05), (ground + 0.05) / (body + 0.05))
            assert (apart >= VISIBLE).mean() > part


# -- joined pieces


def test_joined_pieces_leave_no_gap_between_them(kit):
    """On white as on black it looks the same between them: nothing of the ground shines through."""
    size = 60
    white, black = (pixels(chain(kit, ["Rh", "Yb", "Gb", "Bt"], size, ground)) for ground in ("white", "black"))
    through = np.abs(white - black).max(axis=2)
    trunk = slice(size // 2 + round(0.22 * size), size // 2 + round(0.82 * size))
    assert through[size : round(3.6 * size), trunk].max() < 16
    assert through[: size // 4].min() > 250


@pytest.mark.parametrize("piece", ["Gb", "Gt", "Gh"])
def test_an_open_head_end_is_hollow_and_an_open_tail_end_round(kit, piece):
    """The front is as far in at its middle as it is out above and below; the back is cut out by the same shape."""
    cover = alpha(segments.segment(kit, piece, 100)) > 128
    front, back = ([int(np.argmax(side[:, round(14 + y)])) for y in (20, 52, 84)] for side in (cover, cover[::-1]))
    if piece != "Gh":
        assert front[1] - max(front[0], front[2]) > 8
    if piece != "Gt":
        assert min(back[0], back[2]) - back[1] > 8


def test_ghost_and_dim_looks_and_lift_shadows_are_distinguishable(kit):
    # a ghost lets the ground through and a dimmed piece is darker
    plain, ghost, dim = (segments.segment(kit, "Rb", 64, look) for look in ("plain", "ghost", "dim"))
    assert alpha(ghost).max() < 140 < alpha(plain).max() == alpha(dim).max()
    assert luminance(pixels(dim)).mean() < 0.5 * luminance(pixels(plain)).mean()
    # a shadow is larger the higher a piece is lifted
    widths = [segments.shadow(kit, "Bh", 60, lift).get_width() for lift in (0, 0.5, 1)]
    assert segments.picture_side(60) < widths[0] < widths[1] < widths[2]
    offsets = [segments.shadow_offset(60, lift) for lift in (0, 0.5, 1)]
    assert offsets[0] < offsets[1] < offsets[2]
    assert segments.shadow(kit, "Bh", 60) is segments.shadow(kit, "Rh", 60)


# -- boards


def market(kit, size):
    """Return a market with its pieces in the upper half, a shelf for cards in the lower one, and the emblem on that."""
    wide, high = size
    room, shelf = (pygame.Rect(12, top, wide - 24, high // 2 - 16) for top in (12, high // 2))
    emblem = pygame.Rect(shelf.topleft, [min(shelf.size)] * 2)
    return coatl_boards.market(kit, size, 10, room, [shelf], emblem)


def test_fields_wells_and_slots_fit_their_boards_without_overlap():
    # the fields of the market and the wells of their kinds lie in it and apart
    for size in SUPPLIES:
        places = coatl_boards.supply_places(size)
        assert set(places.fields) == set(FIELDS)
        assert set(places.wells) == set(KINDS)
        whole = pygame.Rect((0, 0), size)
        assert all(rect.size == (places.cell * capacity(name), places.cell) for name, rect in places.fields.items())
        rects = [*places.fields.values(), *places.wells.values(), *([places.sun] if places.sun else [])]
        assert all(whole.contains(rect) for rect in rects)
        assert not any(one.colliderect(other) for one, other in combinations(rects, 2))
    # the fields fill three fifths of the market in one row or two
    for size in [(1143, 56), (608, 30), (610, 131), (331, 72)]:
        assert sum(map(capacity, FIELDS)) * coatl_boards.supply_places(size).cell ** 2 > 0.6 * size[0] * size[1]
    # the eight slots lie on their board and apart
    for size in [(420, 230), (600, 90), (90, 400), (160, 90)]:
        places = coatl_boards.slot_places(size)
        assert len(places) == 8
        assert all(pygame.Rect((0, 0), size).contains(rect) for rect in places)
        assert not any(one.colliderect(other) for one, other in combinations(places, 2))
        assert {rect.top for rect in places[:4]} == {places[0].top}


def test_boards_are_opaque_and_market_fields_darker_than_the_stone(kit):
    for board in (market(kit, (430, 240)), coatl_boards.player_board(kit, (430, 240), seat=2)):
        assert alpha(board)[0, 0] < 60
        assert alpha(board)[143:-143, 2:-2].min() > 250
    # a field is sunken: it is darker than the stone around it
    size = (700, 150)
    room = pygame.Rect(0, 0, *size)
    shown = luminance(pixels(coatl_boards.market(kit, size, 10, room, [], room)))
    places = coatl_boards.supply_places(size)
    stone = float(np.median(shown[places.sun.right + 1 : places.sun.right + 4, places.sun.top : places.sun.bottom]))
    for rect in places.fields.values():
        part = shown[rect.left + 8 : rect.right - 8, rect.top + 8 : rect.bottom - 8]
        assert ratio(stone, float(np.median(part))) >= VISIBLE


# -- lights


@pytest.mark.parametrize("size", [(60, 60), (120, 60)])
def test_lights_are_distinguishable_and_surround_their_component(kit, size):
    reach = boards.light_reach(size)
    shown = [boards.light(kit, size, what) for what in LIGHTS]
    assert {picture.get_size() for picture in shown} == {(size[0] + 2 * reach, size[1] + 2 * reach)}
    for one, other in combinations(shown, 2):
        assert np.abs(alpha(one) - alpha(other)).mean() > 3 or difference(one, other) > 20
    assert all(rim(picture).max() < 60 for picture in shown)
    # a light leaves what it lies on to be seen
    for what in LIGHTS:
        shown = alpha(boards.light(kit, (80, 80), what))
        middle = shown.shape[0] // 2
        assert shown[middle - 15 : middle + 15, middle - 15 : middle + 15].max() < 60


# -- what else lies on the table


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize("side", [24, 60])
def test_tokens_and_used_tokens_are_distinguishable(kit, side, grey):
    fresh = [boards.token(kit, name, side) for name in TOKENS]
    assert alike(fresh, 8, grey=grey) == []
    for name, one in zip(TOKENS, fresh, strict=True):
        assert difference(one, boards.token(kit, name, side, used=True), grey=grey) > 15


@pytest.mark.parametrize("side", [20, 28, 44, 100])
def test_count_plates_differ_by_number_and_keep_their_outline(kit, side):
    plates = [decks.plate(kit, number, side) for number in ("7", "13", "108")]
    assert alike(plates, 1) == []
    outlines = [alpha(plate) > 0 for plate in plates]
    assert all((outline == outlines[0]).all() for outline in outlines)


PROPHECIES = tuple(dict.fromkeys(kind_of_card(card) for card in prophecies(True)))
TEMPLES = temples(True)
CARDS = (*PROPHECIES, *TEMPLES)
ONE_OF_EACH = tuple({prophecy(card).family.name: card for card in PROPHECIES}.values())
MICRO, SMALL, MIDDLE, LARGE = (22, 31), (30, 42), (110, 154), (300, 420)
LOOKS = ("plain", "lit", "chosen", "dim")


def levels(card):
    """Return the numbers of a card's levels, from 0, which is none."""
    count = len(temple(card).requirements) if card in TEMPLES else len(prophecy(card).family.levels)
    return range(count + 1)


def apart(one, other, *, grey=False):
    """Return how many of a hundred pixels clearly differ."""
    a, b = (picture if isinstance(picture, np.ndarray) else pixels(picture) for picture in (one, other))
    changed = np.abs((a - b) @ GREY) > 12 if grey else np.abs(a - b).max(axis=2) > 48
    return 100 * changed.mean()


# -- sizes


SIZES = [MICRO, (20, 28), (34, 46), (48, 68), (LEAST_WIDTH, 118), MIDDLE, (90, 150), LARGE]


@pytest.mark.parametrize(("wide", "high"), sample_of(SIZES, every=5))
def test_cards_have_the_requested_size_and_round_corners(kit, wide, high):
    size = wide, high
    for card in (*ONE_OF_EACH, *TEMPLES, HIDDEN):
        picture = decks.face(kit, card, size)
        assert picture.get_size() == size
        assert alpha(picture)[0, 0] < 200
        assert alpha(picture)[-1, -1] < 200
        assert alpha(picture)[3:-3, size[1] // 2].min() == 255


@pytest.mark.parametrize("height", sample_of([12, 18, 24, 40], every=2))
def test_tags_have_the_requested_height_and_a_limited_width(kit, height):
    for card in CARDS:
        bare, lit = decks.strip(kit, card, height), decks.strip(kit, card, height, level=1)
        assert bare.get_height() == lit.get_height() == height
        assert height < bare.get_width() < lit.get_width() < 6.5 * height


@pytest.mark.parametrize(("wide", "high"), sample_of([SMALL, MIDDLE, LARGE], every=3))
def test_card_patterns_stay_inside_the_frame(kit, wide, high):
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
def test_beads_are_distinguishable_in_colour_and_in_grey(kit, strong, side):
    for look, grey_apart in ((kit, 7), (strong, 8)):
        shown = [bead(look, colour, side) for colour in (*COLOURS, "?")]
        assert all(picture.get_size() == (side, side) for picture in shown)
        assert alike(shown, 15) == alike(shown, grey_apart, grey=True) == []


def test_beads_are_round_and_strong_patterns_strengthen_their_marks(kit, strong):
    for colour in [*COLOURS, "?"]:
        assert rim(bead(kit, colour, 60)).max() < 90
        assert alpha(bead(kit, colour, 60))[28, 28] > 180
        if colour in COLOURS:
            plain, marked = (luminance(pixels(bead(look, colour, 60)))[12:46, 12:46] for look in (kit, strong))
            assert np.abs(marked - luminance(PAINTS[colour])).mean() > np.abs(plain - luminance(PAINTS[colour])).mean()


def test_group_emblems_and_dim_cards_are_distinguishable(kit):
    shown = {group: emblem(kit, group, 24) for group in GROUPS if group != "temple"}
    assert alike(shown, 10, by=partial(apart, grey=True)) == []
    assert alike({card: decks.face(kit, card, MIDDLE, look="dim") for card in PROPHECIES}, 0.15) == []


# -- patterns


def test_card_patterns_read_from_head_to_tail_with_readable_contrast():
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
def test_beads_do_not_overlap_and_ordered_patterns_have_a_cord(straight, brief):
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


# -- distinguishable


@pytest.mark.parametrize(("size", "grey"), sample_of(list(product([SMALL, MIDDLE], [True, False])), every=4))
def test_all_kinds_of_cards_are_distinguishable(kit, size, grey):
    shown = {card: pixels(decks.face(kit, card, size)) for card in CARDS}
    assert alike(shown, 0.4 if grey else 0.9, by=partial(apart, grey=grey)) == []


@pytest.mark.parametrize("height", [16, 24])
def test_all_kinds_of_cards_are_distinguishable_by_their_tags(kit, height):
    shown = {card: decks.strip(kit, card, height) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        if shown[one].get_size() == shown[other].get_size():
            assert apart(shown[one], shown[other]) > 2, (one, other)


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
def test_copies_of_a_card_share_one_picture(kit, size):
    twins = [card for card in prophecies(False) if card != kind_of_card(card)]
    assert len(twins) == 5
    for twin in twins:
        assert decks.face(kit, twin, size, level=2) is decks.face(kit, kind_of_card(twin), size, level=2)
        assert decks.strip(kit, twin, 20) is decks.strip(kit, kind_of_card(twin), 20)


# -- levels


@pytest.mark.parametrize(
    ("card", "size"),
    in_turn([*ONE_OF_EACH, "temple:-Y/7", "temple:-blue/R=B/10"], [MICRO, SMALL, (50, 70), MIDDLE, LARGE]),
)
def test_the_reached_level_is_highlighted_on_the_card(kit, card, size):
    """Each level looks different, and a reached one has gold that a card without points has not."""
    shown = [decks.face(kit, card, size, level=level) for level in levels(card)]
    assert alike(shown, 0.5, by=apart) == []
    gold = [(np.abs(pixels(picture) - PLATE[1]).max(axis=2) < 40).sum() for picture in shown]
    assert all(lit > gold[0] + 0.006 * size[0] * size[1] for lit in gold[1:])


def test_a_tag_shows_the_points_of_the_reached_level(kit):
    for card in [*ONE_OF_EACH, *TEMPLES[:2]]:
        bare, *shown = (decks.strip(kit, card, 24, level=level) for level in levels(card))
        assert all(bare.get_width() < tag.get_width() - 12 for tag in shown)  # no plate while there are no points
        assert alike(shown, 0.4, by=apart) == []
        dark = luminance(rgb(RIM))
        assert all(ratio(light(tag, slice(-20, -6)), dark) > VISIBLE for tag in shown)


@pytest.mark.parametrize("size", [(34, 46), (48, 68), MIDDLE, LARGE])
@pytest.mark.parametrize("lit", [False, True])
def test_painted_numbers_have_visible_contrast(kit, size, lit):
    for card in (*ONE_OF_EACH, *TEMPLES[::5]):
        foot = luminance(pixels(decks.face(kit, card, size, level=max(levels(card)) if lit else 0)))
        foot = foot[size[0] // 8 : -size[0] // 8, round(0.8 * size[1]) : round(0.95 * size[1])]
        assert ratio(float(np.percentile(foot, 99)), float(np.percentile(foot, 5))) >= VISIBLE


# -- looks


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
@pytest.mark.parametrize("card", ["pair:YG", "three_two:RG", "temple:-Y/7"])
def test_card_looks_are_distinguishable_and_differ_in_brightness(kit, card, size):
    shown = {look: decks.face(kit, card, size, look=look) for look in LOOKS}
    assert alike(shown, 2.5, by=apart) == []
    bright = {look: luminance(pixels(shown[look])).mean() for look in LOOKS}
    assert bright["dim"] < 0.6 * bright["plain"] < bright["lit"]
    for look in LOOKS:
        assert np.abs(alpha(shown[look]) - alpha(shown["plain"])).max() < 130


# -- backs and decks


@pytest.mark.parametrize("size", [SMALL, MIDDLE])
def test_a_hidden_card_shows_only_its_back(kit, size):
    for kind in ("prophecy", "temple"):
        assert decks.face(kit, HIDDEN, size, kind=kind, level=2) is decks.back(kit, size, kind)
        assert all(apart(decks.back(kit, size, kind), decks.face(kit, card, size)) > 30 for card in CARDS)
    assert apart(decks.back(kit, size, "prophecy"), decks.back(kit, size, "temple"), grey=True) > 15


def test_deck_pictures_differ_by_count_and_by_kind(kit):
    counts = (0, 1, 2, 9, 20, 33, 54)
    shown = [decks.deck(kit, MIDDLE, count) for count in counts]
    assert {picture.get_size() for picture in shown} == {decks.pile_size(MIDDLE)}
    assert alike(shown, 0.1) == []
    covered = [(alpha(picture) > 250).sum() for picture in shown]
    assert covered == sorted(covered)
    assert covered[0] < 100 < covered[1] < covered[-1]
    # the deck of temples looks different
    assert apart(decks.deck(kit, MIDDLE, 9), decks.deck(kit, MIDDLE, 9, "temple")) > 30
    # a shadow reaches beyond its card
    assert is_shadow_of(*cards.shadow(kit, MIDDLE), MIDDLE)


def test_a_changed_count_does_not_repaint_the_cards_of_a_pile(monkeypatch):
    kit = make_kit((1920, 1080))
    decks.deck(kit, MIDDLE, 54)
    decks.discards(kit, MIDDLE, 9, "trio:Y")
    painted = []
    monkeypatch.setattr(Canvas, "picture", lambda canvas: painted.append(canvas.size))
    for count in (53, 52, 51, 50, 49):
        decks.deck(kit, MIDDLE, count)
        decks.discards(kit, MIDDLE, 63 - count, "trio:Y")
    assert painted == []


def test_discards_show_the_top_card_or_an_empty_place(kit):
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
