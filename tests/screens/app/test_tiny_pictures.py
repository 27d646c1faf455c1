"""Every painter of Cóatl and Labyrinth gives the size asked for, and in a window far too small nothing falls over."""

import itertools

import pygame
import pytest

from logic.coatl.components import HIDDEN, KINDS, TOKENS, prophecies, temples
from sprites.coatl import boards as coatl_boards
from sprites.coatl import cards as coatl_beads
from sprites.coatl import cards as coatl_cards
from sprites.coatl import cards as coatl_faces
from sprites.coatl import decks, marks, segments
from sprites.coatl import temples as coatl_temples
from sprites.coatl import things as coatl_things
from sprites.labyrinth import art as labyrinth_art
from sprites.labyrinth import cards as labyrinth_cards
from sprites.labyrinth import medals
from tests.coatlhands import played, position, view_of
from tests.gallery import make_kit

SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 47)
LOOKS = ("plain", "lit", "chosen", "dim")
CARDS = ([next(card for card in prophecies(promo=True) if card.startswith(family)) for family in
          ("red", "trio", "blank", "colorful", "rainbow", "blackx", "anywhere")])  # fmt: skip
TEMPLES = temples(promo=True)


@pytest.fixture(scope="module", name="kit")
def tiny_kit():
    return make_kit((240, 180))


def faces(kit, side):
    for card in (*CARDS, *TEMPLES, HIDDEN):
        for size in ((side, side), (side, round(1.4 * side)), *(((side, 1), (1, side)) if side < SIZES[-1] else ())):
            for look, level in itertools.product(LOOKS, (0, 1)):
                assert decks.face(kit, card, size, level=level, look=look).get_size() == size


def strips(kit, side):
    for card in CARDS:
        for level in (0, 1):
            assert coatl_cards.strip(kit, card, side, level=level).get_height() == side
    for card in TEMPLES:
        for level in (0, 1):
            assert coatl_temples.strip(kit, card, side, level=level).get_height() == side


def heaps(kit, side):
    size = side, round(1.4 * side)
    for count in (0, 1, 30):
        for kind in ("prophecy", "temple"):
            assert decks.deck(kit, size, count, kind).get_size() == decks.pile_size(size)
        assert decks.discards(kit, size, count, CARDS[0]).get_size() == decks.pile_size(size)
    assert decks.plate(kit, "12", side).get_height() == side
    under, reach = coatl_faces.shadow(kit, size)
    assert under.get_width() == side + 2 * reach


def pieces(kit, side):
    for piece in ("Rh", "Yb", "Bt", "Fb"):
        for look in ("plain", "ghost", "dim"):
            shown = segments.segment(kit, piece, side, look)
            assert shown.get_width() == segments.picture_side(max(4, side))
        assert segments.bare(kit, piece, side).get_width() == segments.picture_side(side)
        assert segments.shadow(kit, piece, side, 1.0).get_width() > side
    for end in ("head", "tail", "start"):
        assert marks.opening(kit, end, side).get_width() >= side


def lights(kit, side):
    for what in ("legal", "hover", "hint", "cursor", "chosen"):
        for size in ((side, side), (3 * side, side), (side, 3 * side)):
            reach = marks.light_reach(size)
            assert marks.light(kit, size, what).get_size() == (size[0] + 2 * reach, size[1] + 2 * reach)


def boards(kit, side):
    for size in ((side, side), (2 * side, side), (side, 2 * side)):
        for paint in (coatl_boards.player_board, coatl_boards.lane):
            assert paint(kit, size).get_size() == size
        whole = pygame.Rect((0, 0), size)
        assert coatl_boards.market(kit, size, side, whole, [whole], whole).get_size() == size
        coatl_boards.lay_groove(pygame.Surface((20, 20)), kit, whole, size, side)
        coatl_boards.lay_signs(pygame.Surface((20, 20)), kit, whole, side)
        coatl_boards.lay_board(pygame.Surface((20, 20)), kit, pygame.Surface(size), pygame.Rect((0, 0), size), side)
    assert coatl_boards.medallion(kit, side, 1).get_width() == side
    assert coatl_boards.slot(kit, side).get_width() == side
    for kind in KINDS:
        assert coatl_boards.field(kit, side, kind).get_height() == side


def things(kit, side):
    for colour in "RYGBK?":
        assert coatl_beads.bead(kit, colour, side).get_width() == side
    for group in coatl_beads.EMBLEMS:
        assert coatl_beads.emblem(kit, group, side).get_width() == side
    for name, used in itertools.product(TOKENS, (False, True)):
        assert coatl_things.token(kit, name, side, used=used).get_width() == side
    assert coatl_things.marker(kit, side).get_width() == side
    assert coatl_things.sunstone(kit, side).get_width() == max(8, side)


def maze(kit, side):
    art = labyrinth_art
    assert art.board(kit, 5, 7, float(side), ((1, 0, "E"),)).get_width() > side
    art.lay_board(pygame.Surface((99, 99)), kit, 5, 7, float(side), pygame.Rect(0, 0, 9 * side, 7 * side))
    for size in ((side, side), (3 * side, 2 * side)):
        assert art.tray(kit, size, side).get_size() == size
    for seat, mark, fixed in ((None, None, False), (1, None, True), (None, "swap", False)):
        assert art.tile(kit, "NES", side, seat=seat, mark=mark, fixed=fixed).get_width() == side
    assert art.turning(kit, "NES", side, 1, 0.4, mark="wall").get_width() >= side
    assert art.tile_shadow(kit, side, 1.0).get_width() > side
    for state, way in itertools.product(("ready", "aim", "asleep"), "NESW"):
        assert art.arrow(kit, way, side, state).get_width() == side
    for shut in (0.2, 1.0):
        assert art.shutter(kit, side, shut).get_width() == side
    for seat in range(4):
        assert art.pawn(kit, seat, side).get_width() == side
    for what in ("reach", "preview", "line", "goal"):
        assert art.glow(kit, side, what, "NS").get_width() >= side
    for what in ("path", "end"):
        assert art.dot(kit, side, what).get_width() == side


def treasures(kit, side):
    for name, pale in itertools.product(medals.NAMES, (False, True)):
        assert medals.medal(kit, name, side, pale=pale).get_width() == side
    assert medals.medal_with_ring(kit, "owl", side, 2).get_width() == side
    assert medals.seal(kit, 3, side).get_width() == side
    assert labyrinth_cards.badge(kit, "7", side).get_height() == side
    size = side, round(1.5 * side)
    for count in (0, 1, 6):
        assert labyrinth_cards.pile(kit, count, size, seat=1).get_size() == labyrinth_cards.pile_size(size)
    for name in (None, "bat"):
        assert labyrinth_cards.card(kit, name, size, seat=1, number=3).get_size() == size


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize(
    "paint", [faces, strips, heaps, pieces, lights, boards, things, maze, treasures], ids=lambda paint: paint.__name__
)
def test_a_painter_holds_at_every_size(kit, paint, side):
    paint(kit, side)


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (40, 3), (24, 24)])
def test_a_table_of_any_size_can_be_drawn(size):
    surface = pygame.Surface((120, 120))
    surface.fill("#102030")
    view = view_of(played(position(3), 20), rect=pygame.Rect((10, 10), size))
    view.draw(surface)
    assert surface.get_at((119, 119)) == pygame.Color("#102030")
