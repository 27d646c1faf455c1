"""The first screen is painted once: at the next start its pictures come from a file, unless that is no good."""

import pygame
import pytest

from sprites.paint.surface_cache import Bakery
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


def test_a_file_for_another_window_is_of_no_use(kept):
    bakery, _ = start(kept, (2160, 3840, 2.0, False))
    assert bakery.baked == len(KEYS)


def test_in_another_window_nothing_is_taken_from_the_file_any_more(kept):
    bakery, _ = start(kept)
    bakery.serve((720, 1280, 0.8, False))
    bakery.keep(KEYS[0], lambda: paint(KEYS[0]))
    assert bakery.baked == 1
    assert list(bakery.write_file()) == []
