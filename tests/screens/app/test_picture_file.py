"""Pictures are painted once: those of the first screen are kept in a file, the others as long as there is room."""

import pygame
import pytest

from sprites.paint.surface_cache import BROAD_BYTES, KEPT_BYTES, KEPT_WINDOWS, Bakery
from tests.processes import wait_for

SIZE = (24, 16)
WINDOW = (1080, 1920, 1.0, False)
KEYS = [("tray", "lgame", 24), ("ground", SIZE)]


def paint(key):
    """Paint one picture through which one sees, and one that is solid."""
    picture = pygame.Surface(SIZE, pygame.SRCALPHA if key[0] == "tray" else 0, 32)
    picture.fill((200, 40, 90, 128), (3, 2, 9, 5))
    return picture


def start(path, window=WINDOW):
    """Open a cabinet's bakery and have it show its first screen; return it with the pictures."""
    bakery = Bakery()
    bakery.serve(window)
    bakery.read_file(path)
    with bakery.reserve():
        return bakery, [bakery.keep(key, lambda key=key: paint(key)) for key in KEYS]


@pytest.fixture
def kept(tmp_path):
    """A file as the first start leaves it."""
    path = tmp_path / "cache" / "first-screen"
    bakery, _ = start(path)
    assert bakery.baked == len(KEYS)
    for _ in bakery.write_file():
        pass
    wait_for(path.is_file, "the file")
    return path


def test_the_next_start_paints_nothing_and_shows_the_same(kept):
    before = kept.read_bytes()
    bakery, pictures = start(kept)
    assert bakery.baked == 0
    for key, picture in zip(KEYS, pictures, strict=True):
        assert pygame.image.tobytes(picture, "RGBA") == pygame.image.tobytes(paint(key), "RGBA")
        assert picture.get_flags() == paint(key).get_flags()
    assert list(bakery.write_file()) == [], "all of it is there"
    assert kept.read_bytes() == before


DAMAGED = {
    "missing": lambda _: None,
    "empty": lambda _: b"",
    "cut off": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "another's": lambda _: b"\x89PNG\r\n\x1a\n" * 9,
    "another head": lambda content: b'{"made_for": 3}\n' + content.partition(b"\n")[2],
    "another version": lambda content: content.replace(b'"made_for":"', b'"made_for":"9', 1),
    "one wrong pixel": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_file_that_is_no_good_is_ignored_and_made_anew(kept, damage):
    content = DAMAGED[damage](kept.read_bytes())
    kept.unlink() if content is None else kept.write_bytes(content)
    bakery, _ = start(kept)
    assert bakery.baked == len(KEYS)
    assert list(bakery.write_file()) != []


def test_a_file_for_another_window_is_of_no_use_nor_is_any_for_one_that_changes(kept):
    bakery, _ = start(kept, (2160, 3840, 2.0, False))
    assert bakery.baked == len(KEYS)
    # in another window nothing is taken from the file any more
    bakery, _ = start(kept)
    bakery.serve((720, 1280, 0.8, False))
    bakery.keep(KEYS[0], lambda: paint(KEYS[0]))
    assert bakery.baked == 1
    assert list(bakery.write_file()) == []


def test_the_longest_unused_pictures_are_forgotten_but_never_one_that_is_larger_than_all():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    most = max(KEPT_BYTES, KEPT_WINDOWS * 64 * 64 * 4)
    bakery, baked = Bakery(), []

    def use(name):
        bakery.keep(name, lambda: baked.append(name) or pygame.Surface((1024, most // 4096 // 3)))

    for name in ("a", "b", "c", "a", "d", "a", "c", "b"):
        use(name)
    assert baked == ["a", "b", "c", "d", "b"]
    # one picture that is larger than all that is kept is kept itself
    huge = bakery.keep("huge", lambda: pygame.Surface((4096, KEPT_BYTES // 4096 // 4 + 64)))
    assert bakery.keep("huge", lambda: pygame.Surface((1, 1))) is huge


def test_broad_pictures_push_no_small_ones_out_nor_those_the_broad():
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    bakery, baked = Bakery(), []

    def use(name, size):
        bakery.keep(name, lambda: baked.append(name) or pygame.Surface(size, 0, 32))

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
