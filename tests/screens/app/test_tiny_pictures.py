"""Thumbnails of positions, and pictures written to files."""

from itertools import product

import pygame
import pytest

from logic.coatl.components import HIDDEN, KINDS, TOKENS, prophecies, temples
from sprites.coatl import boards as coatl_boards
from sprites.coatl import cards, decks, segments
from sprites.labyrinth import art, medals
from sprites.labyrinth import cards as labyrinth_cards
from sprites.paint.surface_cache import BROAD_BYTES, KEPT_BYTES, KEPT_WINDOWS, SurfaceCache
from tests.support.gallery import make_kit
from tests.support.hands.coatl import played, position, view_of
from tests.support.processes import wait_for

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
        for size in ((side, side), (side, round(1.4 * side)), (side, 1), (1, side)):
            for look, level in product(LOOKS, (0, 1)):
                assert decks.face(kit, card, size, level=level, look=look).get_size() == size


def strips(kit, side):
    for card, level in product((*CARDS, *TEMPLES), (0, 1)):
        assert decks.strip(kit, card, side, level=level).get_height() == side


def heaps(kit, side):
    size = side, round(1.4 * side)
    for count in (0, 1, 30):
        for kind in ("prophecy", "temple"):
            assert decks.deck(kit, size, count, kind).get_size() == decks.pile_size(size)
        assert decks.discards(kit, size, count, CARDS[0]).get_size() == decks.pile_size(size)
    assert decks.plate(kit, "12", side).get_height() == side
    under, reach = cards.shadow(kit, size)
    assert under.get_width() == side + 2 * reach


def pieces(kit, side):
    for piece in ("Rh", "Yb", "Bt", "Fb"):
        for look in ("plain", "ghost", "dim"):
            shown = segments.segment(kit, piece, side, look)
            assert shown.get_width() == segments.picture_side(max(4, side))
        assert segments.bare(kit, piece, side).get_width() == segments.picture_side(side)
        assert segments.shadow(kit, piece, side, 1.0).get_width() > side
    for end in ("head", "tail", "start"):
        assert coatl_boards.opening(kit, end, side).get_width() >= side


def lights(kit, side):
    for what in ("legal", "hover", "hint", "cursor", "chosen"):
        for size in ((side, side), (3 * side, side), (side, 3 * side)):
            reach = coatl_boards.light_reach(size)
            assert coatl_boards.light(kit, size, what).get_size() == (size[0] + 2 * reach, size[1] + 2 * reach)


def boards(kit, side):
    for size in ((side, side), (2 * side, side), (side, 2 * side)):
        for paint in (coatl_boards.player_board, coatl_boards.lane):
            assert paint(kit, size).get_size() == size
        whole = pygame.Rect((0, 0), size)
        assert coatl_boards.market(kit, size, side, whole, [whole], whole).get_size() == size
        coatl_boards.lay_groove(pygame.Surface((20, 20)), kit, whole, size, side)
        coatl_boards.lay_signs(pygame.Surface((20, 20)), kit, whole, side)
        coatl_boards.lay_shadow(pygame.Surface((20, 20)), kit, pygame.Rect((0, 0), size), side)
    assert coatl_boards.medallion(kit, side, 1).get_width() == side
    assert coatl_boards.slot(kit, side).get_width() == side
    for kind in KINDS:
        assert coatl_boards.field(kit, side, kind).get_height() == side


def things(kit, side):
    for colour in "RYGBK?":
        assert cards.bead(kit, colour, side).get_width() == side
    for group in cards.EMBLEMS:
        assert cards.emblem(kit, group, side).get_width() == side
    for name, used in product(TOKENS, (False, True)):
        assert coatl_boards.token(kit, name, side, used=used).get_width() == side
    assert coatl_boards.marker(kit, side).get_width() == side
    assert coatl_boards.sunstone(kit, side).get_width() == max(8, side)


def maze(kit, side):
    assert art.board(kit, 5, 7, float(side), ((1, 0, "E"),)).get_width() > side
    art.lay_board(pygame.Surface((99, 99)), kit, 5, 7, float(side), pygame.Rect(0, 0, 9 * side, 7 * side))
    for size in ((side, side), (3 * side, 2 * side)):
        assert art.tray(kit, size, side).get_size() == size
    for seat, mark, fixed in ((None, None, False), (1, None, True), (None, "swap", False)):
        assert art.tile(kit, "NES", side, seat=seat, mark=mark, fixed=fixed).get_width() == side
    assert art.turning(kit, "NES", side, 1, 0.4, mark="wall").get_width() >= side
    assert art.tile_shadow(kit, side, 1.0).get_width() > side
    for state, way in product(("ready", "aim", "asleep"), "NESW"):
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
    for name, pale in product(medals.MEDALS, (False, True)):
        assert medals.medal(kit, name, side, pale=pale).get_width() == side
    assert medals.medal(kit, "owl", side, seat=2).get_width() == side
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
def test_painters_work_at_every_size(kit, paint, side):
    paint(kit, side)


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (40, 3), (24, 24)])
def test_the_coatl_view_draws_within_its_rect_at_any_size(size):
    surface = pygame.Surface((120, 120))
    surface.fill("#102030")
    view = view_of(played(position(3), 20), rect=pygame.Rect((10, 10), size))
    view.draw(surface)
    assert surface.get_at((119, 119)) == pygame.Color("#102030")


SIZE = (24, 16)
WINDOW = (1080, 1920, 1.0, False)
KEYS = [("tray", "lgame", 24), ("ground", SIZE)]


def paint(key):
    """Paint one transparent picture, and one that is solid."""
    picture = pygame.Surface(SIZE, pygame.SRCALPHA if key[0] == "tray" else 0, 32)
    picture.fill((200, 40, 90, 128), (3, 2, 9, 5))
    return picture


def start(path, window=WINDOW):
    """Open a program's cache and show its first screen; return the cache with the pictures."""
    cache = SurfaceCache()
    cache.serve(window)
    cache.read_file(path)
    with cache.reserve():
        return cache, [cache.keep(key, lambda key=key: paint(key)) for key in KEYS]


@pytest.fixture
def kept(tmp_path):
    """Return the file that the first start leaves."""
    path = tmp_path / "cache" / "first-screen"
    cache, _ = start(path)
    assert cache.baked == len(KEYS)
    for _ in cache.write_file():
        pass
    wait_for(path.is_file, "the file")
    return path


def test_the_second_start_reads_identical_pictures_from_the_cache_file(kept):
    before = kept.read_bytes()
    cache, pictures = start(kept)
    assert cache.baked == 0
    for key, picture in zip(KEYS, pictures, strict=True):
        assert pygame.image.tobytes(picture, "RGBA") == pygame.image.tobytes(paint(key), "RGBA")
        assert picture.get_flags() == paint(key).get_flags()
    assert list(cache.write_file()) == [], "all of it is there"
    assert kept.read_bytes() == before


DAMAGED = {
    "missing": lambda _: None,
    "empty": lambda _: b"",
    "cut off": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "another's": lambda _: b"\x89PNG\r\n\x1a\n" * 9,
    "another head": lambda content: b'{"made_for": 3}\n' + content.partition(b"\n")[2],
    "another version": lambda content: content.replace(b'"made_for":"', b'"made_for":"9', 1),
    "another mask": lambda content: content.replace(b'"masks":[16711680', b'"masks":[16711681', 1),
    "one wrong pixel": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_an_invalid_cache_file_is_ignored_and_rewritten(kept, damage):
    whole = kept.read_bytes()
    content = DAMAGED[damage](whole)
    kept.unlink() if content is None else kept.write_bytes(content)
    cache, _ = start(kept)
    assert cache.baked == len(KEYS)
    assert list(cache.write_file()) != []
    wait_for(lambda: kept.is_file() and kept.read_bytes() == whole, "the file as it was")


def test_the_cache_file_is_ignored_for_another_or_a_changed_window(kept):
    cache, _ = start(kept, (2160, 3840, 2.0, False))
    assert cache.baked == len(KEYS)
    # in another window nothing is taken from the file any more
    cache, _ = start(kept)
    cache.serve((720, 1280, 0.8, False))
    cache.keep(KEYS[0], lambda: paint(KEYS[0]))
    assert cache.baked == 1
    assert list(cache.write_file()) == []


def test_least_recently_used_pictures_are_evicted_but_never_an_oversized_one():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    most = max(KEPT_BYTES, KEPT_WINDOWS * 64 * 64 * 4)
    cache, baked = SurfaceCache(), []

    def use(name):
        cache.keep(name, lambda: baked.append(name) or pygame.Surface((1024, most // 4096 // 3)))

    for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
        use(name)
    assert baked == ["a", "b", "c", "d", "b"]
    # one picture that is larger than the whole limit is kept itself
    huge = cache.keep("huge", lambda: pygame.Surface((4096, KEPT_BYTES // 4096 // 4 + 64)))
    assert cache.keep("huge", lambda: pygame.Surface((1, 1))) is huge


def test_large_and_small_pictures_do_not_evict_each_other():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    cache, baked = SurfaceCache(), []

    def use(name, size):
        cache.keep(name, lambda: baked.append(name) or pygame.Surface(size, 0, 32))

    use("small", (100, 100))
    use("broad", (1024, 1024))
    for number in range(2 * KEPT_BYTES // BROAD_BYTES):
        use(f"broad {number}", (1024, 1024))
    use("small", (100, 100))
    assert baked.count("small") == 1
    use("broad", (1024, 1024))
    assert baked.count("broad") == 2
    for number in range(2 * KEPT_BYTES // (100 * 100 * 4)):
        use(f"small {number}", (100, 100))
    use("broad", (1024, 1024))
    assert baked.count("broad") == 2
    use("small", (100, 100))
    assert baked.count("small") == 2
