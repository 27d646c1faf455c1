"""Keeps painted pictures in a file, so that the first screen need not be painted anew at each start.

The file may be missing, of another version or for another window, or damaged: then all is painted.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec
import pygame

from logic import VERSION
from logic.jobs import beside
from logic.storage.files import StoreProblem, read_at_most, write_whole

LARGEST_FILE = 256 << 20
LONGEST_HEAD = 1 << 20
DEPTH = 32
"""Bits of a pixel of all that is kept."""
SOLID = 255

Side = Annotated[int, msgspec.Meta(ge=0, le=2**15)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in the file: what its key prints, and how its pixels are to be read."""

    key: str
    size: tuple[Side, Side]
    masks: tuple[int, int, int, int]
    is_clear: bool
    """Whether one sees through where nothing was painted."""

    @property
    def length(self) -> int:
        return self.size[0] * self.size[1] * DEPTH // 8


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the first line: by whom and for what it was painted, a sum of the pixels, and the pictures."""

    made_for: str
    checksum: int
    entries: tuple[Entry, ...]


class PictureFile:
    """The pictures of one screen, for a window told by all that they depend on; one file has those of one window."""

    def __init__(self, path: Path, window: Hashable) -> None:
        self._path = path
        self._made_for = f"{VERSION} {pygame.version.ver} {_painters()} {window}"
        self._found = self._read()
        self._known = frozenset(self._found)

    def take(self, key: Hashable) -> pygame.Surface | None:
        """The picture of that key, once."""
        found = self._found.pop(repr(key), None)
        return None if found is None else _surface(*found)

    def keep(self, pictures: Mapping[Hashable, pygame.Surface]) -> Iterator[None]:
        """Write these, a picture a step, where not all of them are there; whether that succeeds matters to nobody."""
        self._found.clear()
        fit = {repr(key): picture for key, picture in pictures.items() if _can_be_kept(picture)}
        if self._known.issuperset(fit):
            return
        entries, pixels = [], []
        for key, picture in fit.items():
            is_clear = bool(picture.get_flags() & pygame.SRCALPHA)
            entries.append(Entry(key, picture.get_size(), picture.get_masks(), is_clear))
            pixels.append(picture.get_buffer().raw)
            yield

        def write() -> None:
            content = b"".join(pixels)
            head = msgspec.json.encode(Head(self._made_for, zlib.adler32(content), tuple(entries)))
            with suppress(StoreProblem):
                write_whole(self._path, head + b"\n" + content)

        beside(write, lambda: None)

    def _read(self) -> dict[str, tuple[Entry, memoryview]]:
        try:
            content = read_at_most(self._path, LARGEST_FILE)
            end = content.index(b"\n", 0, LONGEST_HEAD)
            head = msgspec.json.decode(content[:end], type=Head)
        except (OSError, ValueError):
            return {}
        pixels = memoryview(content)[end + 1 :]
        lengths = [entry.length for entry in head.entries]
        if head.made_for != self._made_for or sum(lengths) != len(pixels) or zlib.adler32(pixels) != head.checksum:
            return {}
        found, begin = {}, 0
        for entry, length in zip(head.entries, lengths, strict=True):
            found[entry.key] = entry, pixels[begin : begin + length]
            begin += length
        return found


def _painters() -> int:
    """What changes with the program: when the youngest of the files was written that have a say in how all looks."""
    folders = [Path(str(files(room))) for room in ("sprites", "config")]
    paths = [path for folder in folders for ending in ("*.py", "*.yaml") for path in folder.rglob(ending)]
    return max(path.stat().st_mtime_ns for path in (*paths, Path(sys.executable)))


def _can_be_kept(picture: pygame.Surface) -> bool:
    is_plain = picture.get_colorkey() is None and picture.get_alpha() in (None, SOLID)
    return is_plain and picture.get_bitsize() == DEPTH and picture.get_pitch() * 8 == picture.get_width() * DEPTH


def _surface(entry: Entry, pixels: memoryview) -> pygame.Surface:
    made = pygame.Surface(entry.size, pygame.SRCALPHA if entry.is_clear else 0, DEPTH, entry.masks)
    made.get_buffer().write(bytes(pixels), 0)
    return made
