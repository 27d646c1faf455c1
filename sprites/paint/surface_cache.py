"""The cache of baked pictures: text, icons, panels and shadows are painted once at the size in use.

The pictures of the first screen are also kept in a file, so that a start need not paint them.
"""

from __future__ import annotations

import math
import re
import sys
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import pygame
from greenlet import GreenletExit

from logic import VERSION
from logic.jobs import beside
from logic.storage.files import StoreProblem, read_regular, write_whole
from logic.text import without_emoji
from sprites.paint.pauses import Painting, is_painting, pause
from sprites.paint.surfaces import resized

LARGEST_FILE = 256 << 20
LONGEST_HEAD = 1 << 20
DEPTH = 32
"""Bits of a pixel of all that is kept."""
SOLID = 255

Side = Annotated[int, msgspec.Meta(ge=0, le=2**15)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in the file: the text of its key, and the format of its pixels."""

    key: str
    size: tuple[Side, Side]
    masks: tuple[int, int, int, int]
    is_clear: bool
    """Whether one sees through where nothing was painted."""

    @property
    def length(self) -> int:
        return self.size[0] * self.size[1] * DEPTH // 8


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file: the version and window that it was painted for, a checksum, and the pictures."""

    made_for: str
    checksum: int
    entries: tuple[Entry, ...]


class PictureFile:
    """The stored pictures of one screen in one window; there is one file, of the last window."""

    def __init__(self, path: Path, window: Hashable) -> None:
        self._path = path
        self._made_for = f"{VERSION} {pygame.version.ver} {_painters()} {window}"
        self._found = self._read()
        self._known = frozenset(self._found)

    def take(self, key: Hashable) -> pygame.Surface | None:
        """The picture of that key, once."""
        found = self._found.pop(repr(key), None)
        return None if found is None else _from_file(*found)

    def keep(self, pictures: Mapping[Hashable, pygame.Surface]) -> Iterator[None]:
        """Write these, a picture a step, unless all of them are there; failures are ignored."""
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
            head = msgspec.json.encode(Head(self._made_for, _sum(entries, content), tuple(entries)))
            with suppress(StoreProblem):
                write_whole(self._path, head + b"\n" + content)

        beside(write, lambda: None)

    def _read(self) -> dict[str, tuple[Entry, memoryview]]:
        try:
            content = read_regular(self._path, LARGEST_FILE)
            end = content.index(b"\n", 0, LONGEST_HEAD)
            head = msgspec.json.decode(content[:end], type=Head)
        except (OSError, ValueError):
            return {}
        pixels = memoryview(content)[end + 1 :]
        lengths = [entry.length for entry in head.entries]
        is_whole = sum(lengths) == len(pixels) and _sum(head.entries, pixels) == head.checksum
        if head.made_for != self._made_for or not is_whole:
            return {}
        found, begin = {}, 0
        for entry, length in zip(head.entries, lengths, strict=True):
            found[entry.key] = entry, pixels[begin : begin + length]
            begin += length
        return found


def _sum(entries: Iterable[Entry], pixels: bytes | memoryview) -> int:
    return zlib.adler32(pixels, zlib.adler32(msgspec.json.encode(list(entries))))


def _painters() -> int:
    """What changes with the program: when the youngest of the files was written that have a say in how all looks."""
    folders = [Path(str(files(room))) for room in ("sprites", "config")]
    paths = [path for folder in folders for ending in ("*.py", "*.yaml") for path in folder.rglob(ending)]
    return max(path.stat().st_mtime_ns for path in (*paths, Path(sys.executable)))


def _can_be_kept(picture: pygame.Surface) -> bool:
    is_plain = picture.get_colorkey() is None and picture.get_alpha() in (None, SOLID)
    return is_plain and picture.get_bitsize() == DEPTH and picture.get_pitch() * 8 == picture.get_width() * DEPTH


def _from_file(entry: Entry, pixels: memoryview) -> pygame.Surface:
    made = pygame.Surface(entry.size, pygame.SRCALPHA if entry.is_clear else 0, DEPTH, entry.masks)
    made.get_buffer().write(bytes(pixels), 0)
    return made


Face = Literal["title", "interface", "text"]
Found = TypeVar("Found")
Colour = str | tuple[int, int, int] | tuple[int, int, int, int]

FACES: dict[str, tuple[str, str]] = {
    "title": ("fontpkg_cinzel", "files/Cinzel[wght].ttf"),
    "interface": ("font_manrope", "files/Manrope-Bold.ttf"),
    "text": ("font_manrope", "files/Manrope-Medium.ttf"),
    "icon": ("fonticon_mdi7", "fonts/materialdesignicons-webfont.ttf"),
}
"""One display face and one family of static weights: the variable fonts draw only their thinnest."""

KEPT_BYTES = 32 << 20
KEPT_WINDOWS = 4
"""How much of baked pictures is kept: so many bytes, or as many as so many windows have, if that is more."""
BROAD_BYTES, BROAD_PART = 1 << 20, 4
"""From so many bytes on, and so large a part of the window, a picture is broad: as much again is kept of those."""
POINT = 4
"""Bytes of one point."""
SMALL_PART = 0.75
"""The small ones get this part of it: the masters, which serve every window, take about the rest."""
MOST_COMPUTED = 6000
"""How many results of computing are kept at most."""
MOST_BEGUN = 8
"""How many pictures wait to be painted on at most: those for a screen that was left would wait forever."""
WORD_SPACE = 0.19
"""A space's width by the height of a line."""
SPACES = re.compile("[ \u00a0]")
"""What is drawn that wide: the space between words, and the one that holds two of them together."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""What no font can be asked for: a null, and the halves of surrogates that bytes of a file's name become."""
LACKING, MEASURED = "\uffff", 200
"""A sign that no font has, and the size in pixels at which no other has the measures of what is drawn instead."""
SMOOTH = 4
"""Shapes are drawn this many times larger and scaled down, because SDL's own edges are jagged."""


@cache
def _font_data(face: str) -> bytes:
    package, path = FACES[face]
    return files(package).joinpath(path).read_bytes()


class Typeface(pygame.font.Font):
    """A font with wider spaces between words: Manrope's own are so narrow that “the L on” reads “the Lon”."""

    def __init__(self, file: BytesIO, size: int) -> None:
        super().__init__(file, size)
        self._height = super().size("")[1]
        self.space = round(self.get_height() * WORD_SPACE)
        """The width of a space in pixels."""
        self._widths: dict[str, int] = {}
        """Of lines and their words, which are measured again and again while texts are laid out."""

    def size(self, text: str | bytes) -> tuple[int, int]:
        """What a line of text measures in pixels."""
        line, widths = text.decode() if isinstance(text, bytes) else text, self._widths
        if line not in widths:
            if len(widths) > MOST_COMPUTED:
                widths.clear()
            words = SPACES.split(line)
            for word in {*words} - widths.keys():
                widths[word] = super().size(_writable(word))[0]
            widths[line] = sum(map(widths.__getitem__, words)) + self.space * (len(words) - 1)
        return widths[line], self._height

    def line(self, text: str, colour: Colour) -> pygame.Surface:
        picture = pygame.Surface(self.size(text), pygame.SRCALPHA)
        left = 0
        for word in SPACES.split(text):
            if self._widths[word]:  # some signs have none, and SDL draws no picture of nothing
                drawn = self.render(_writable(word), True, colour)
                picture.blit(drawn, (left, 0))
                left += drawn.get_width()
            left += self.space
        return picture


def _writable(word: str) -> str:
    bare = without_emoji(UNWRITABLE.sub("\ufffd", word))
    # A name of emoji alone must be seen, too, and more than the dots that it is shortened by.
    return bare if bare.strip("…") or bare == word else f"•{bare}"


class RecentSurfaces:
    """A least-recently-used cache of surfaces.

    A reader of ``kept`` has to move the surface to the end.
    """

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._bytes = 0

    def put(self, key: Hashable, surface: pygame.Surface, most: int) -> None:
        """Add a surface, and drop the least recently used ones over the limit; the newest stays, whatever its size."""
        if key in self.kept:  # needed at once while it was still being painted for later
            self._bytes -= bytes_of(self.kept.pop(key))
        self.kept[key] = surface
        self._bytes += bytes_of(surface)
        while self._bytes > most and len(self.kept) > 1:
            _, oldest = self.kept.popitem(last=False)
            self._bytes -= bytes_of(oldest)

    def keep(self, key: Hashable, bake: Callable[[], pygame.Surface], most: int) -> pygame.Surface:
        """The surface cached under ``key``, baked the first time; the least recently used ones are dropped."""
        found = self.kept.get(key)
        if found is None:
            found = bake()
            self.put(key, found, most)
        self.kept.move_to_end(key)
        return found

    def clear(self) -> None:
        self.kept.clear()
        self._bytes = 0


class Stock:
    """Everything baked and computed for windows of one kind."""

    def __init__(self) -> None:
        self.fonts: dict[tuple[str, int], Typeface] = {}
        self.small, self.broad = RecentSurfaces(), RecentSurfaces()
        self.reserved: dict[Hashable, pygame.Surface] = {}
        """What stays whatever else is baked."""
        self.begun: dict[Hashable, Painting] = {}
        """What there was no time to finish."""
        self.computed: dict[Hashable, Any] = {}

    def clear(self) -> None:
        for kept in (self.fonts, self.small, self.broad, self.reserved, self.begun, self.computed):
            kept.clear()


class Unfinished(Exception):
    """There is no time left to bake a picture now; what has been baked for it so far is kept."""


class SurfaceCache:
    """Makes and caches surfaces for a window: up to ``kept_bytes`` of small ones, and as much of large ones."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_bytes = kept_bytes
        self._window: Hashable = None
        self._whole = 0
        """Bytes of a picture of all of it."""
        self._stock = Stock()
        self.baked = 0
        """How many surfaces, or steps of one, were baked so far, by which it can be told whether something has been."""
        self.patience, self.clock = math.inf, time.perf_counter
        """For how many seconds :meth:`slice` bakes, by which clock; without end where all has to be seen at once."""
        self._is_over: Callable[[], bool] | None = None
        """Tells whether the time for baking is over, where there is an end to it."""
        self._used: dict[Hashable, pygame.Surface] | None = None
        self._file: PictureFile | None = None
        """What was baked at an earlier start."""

    def serve(self, window: Hashable, size: tuple[int, int] = (0, 0)) -> None:
        """Bake for another window from now on, told by all that pictures depend on; for the same one all stays."""
        self._whole = size[0] * size[1] * POINT
        if window != self._window:
            self._stock.clear()  # what is put off holds the stock that holds it, on a stack where no collector looks
            self._window, self._stock, self._file = window, Stock(), None

    def clear(self) -> None:
        self._stock.clear()

    def keep(self, key: Hashable, bake: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface kept under ``key``, baked the first time. Callers must not draw on it."""
        stock = self._stock
        found = stock.small.kept.get(key)
        if found is not None:
            stock.small.kept.move_to_end(key)
        elif (found := stock.broad.kept.get(key)) is not None:
            stock.broad.kept.move_to_end(key)
        elif (found := stock.reserved.get(key)) is None:
            found = None if self._file is None else self._file.take(key)
            if found is None:
                found = self.bake(key, bake)
            # What is baked may have been made of other things that are kept, so room is made only now.
            self._put(key, found)
        if self._used is not None:
            self._used[key] = found
        return found

    def bake(self, key: Hashable, bake: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Bake what the caller keeps himself; what there is no time for now waits under ``key`` to be gone on with."""
        if is_painting():
            pause()
            found = bake()
        elif self._is_over is None and key not in self._stock.begun:
            found = bake()
        else:
            found = self._painted(key, bake)
        self.baked += 1
        return found

    def _painted(self, key: Hashable, bake: Callable[[], pygame.Surface]) -> pygame.Surface:
        if self._is_over is not None and self._is_over():
            raise Unfinished
        begun = self._stock.begun
        painting = begun.pop(key, None) or self.painting(bake)
        found: pygame.Surface = painting.switch()
        if painting.dead:
            return found
        begun[key] = painting
        if len(begun) > MOST_BEGUN:
            del begun[next(iter(begun))]
        raise Unfinished

    def painting(self, paint: Callable[[], object]) -> Painting:
        """What is painted a little in each :meth:`slice` that it is gone on with in."""
        return Painting(paint, self._counts)

    def _counts(self) -> bool:
        """Count a step of a picture; tell whether it was the last one that there is time for."""
        self.baked += 1
        return self._is_over is not None and self._is_over()

    @contextmanager
    def slice(self, times: float = 1.0, since: float | None = None) -> Iterator[None]:
        """Bake here as long as there is ``patience``, or so many ``times`` as long, and at least one surface or step.

        That time counts from now on, or ``since`` another moment.

        No step is begun that would not be done in time if it took as long as the one before. What needs more raises
        Unfinished. Done again and again, until that is not raised, it bakes all that is wanted.
        """
        last, before, former = self.clock(), self.baked, self._is_over
        until = (last if since is None else since) + times * self.patience

        def is_over() -> bool:
            nonlocal last
            now = self.clock()
            step, last = now - last, now
            return self.baked > before and (now >= until or now + step > until)

        self._is_over = is_over
        try:
            yield
        except GreenletExit:  # a painting is let go of in the middle, long after
            former = self._is_over
            raise
        finally:
            self._is_over = former

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Protect all surfaces used here from being dropped, until another set is reserved."""
        used: dict[Hashable, pygame.Surface] = {}
        self._used = used
        try:
            yield
            self._stock.reserved = used
        finally:
            self._used = None

    def read_file(self, path: Path) -> None:
        """Take from a file what it has of what is asked for next, as long as it is for this window."""
        self._file = PictureFile(path, self._window)

    def write_file(self) -> Iterator[None]:
        """Write there, step by step, what is reserved, for the next start."""
        if self._file is not None:
            yield from self._file.keep(self._stock.reserved)

    def _put(self, key: Hashable, surface: pygame.Surface) -> None:
        """Keep a surface; a few broad ones, such as grounds of whole screens, do not push out the many small ones."""
        whole = self._whole
        is_broad = bytes_of(surface) >= max(BROAD_BYTES, whole // BROAD_PART)
        most = max(self._kept_bytes, KEPT_WINDOWS * whole)
        (self._stock.broad if is_broad else self._stock.small).put(
            key, surface, most if is_broad else round(SMALL_PART * most)
        )

    def compute(self, key: Hashable, compute: Callable[[], Found]) -> Found:
        """What was computed under ``key``, such as how a text breaks into lines; it is computed the first time."""
        known = self._stock.computed
        if key not in known:
            pause()
            if len(known) > MOST_COMPUTED:
                known.clear()
            known[key] = compute()
        found: Found = known[key]
        return found

    def font(self, face: Face | Literal["icon"], size: int) -> Typeface:
        """A face at a size in pixels."""
        key = (face, max(4, size))
        if key not in self._stock.fonts:
            self._stock.fonts[key] = Typeface(BytesIO(_font_data(face)), key[1])
        return self._stock.fonts[key]

    def can_draw(self, text: str) -> bool:
        """Whether our letters have all signs of a text; whatever they lack is drawn as one and the same box."""
        measures = self.font("interface", MEASURED).metrics(UNWRITABLE.sub(LACKING, text + LACKING))
        return measures[-1] not in measures[:-1]

    def text(self, text: str, face: Face, size: int, colour: Colour) -> pygame.Surface:
        """One line of text. It is kept: callers must not draw on it."""
        return self.keep(("text", text, face, size, colour), lambda: self.font(face, size).line(text, colour))

    def icon(self, name: str, size: int, colour: Colour) -> pygame.Surface:
        """An icon by its Material Design name (``lightbulb_outline``), ``size`` pixels high; not to be drawn on."""
        return self.keep(
            ("icon", name, size, colour), lambda: self.font("icon", size).render(_glyph(name), True, colour)
        )

    def smooth(
        self, key: Hashable, size: tuple[int, int], paint: Callable[[pygame.Surface, int], None]
    ) -> pygame.Surface:
        """What ``paint(canvas, factor)`` draws on a canvas so much larger, scaled down smooth; not to be drawn on."""
        return self.keep((key, size), lambda: smooth(size, paint))


def _glyph(name: str) -> str:
    from fonticon_mdi7 import MDI7  # here, because a start that finds its icons painted needs none of its names

    glyph: str = getattr(MDI7, name).partition(".")[2]
    return glyph


def bytes_of(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()


def smooth(size: tuple[int, int], paint: Callable[[pygame.Surface, int], None]) -> pygame.Surface:
    """Draw large and scale down; pixels are see-through where nothing was painted."""
    large = pygame.Surface((max(1, size[0]) * SMOOTH, max(1, size[1]) * SMOOTH), pygame.SRCALPHA)
    paint(large, SMOOTH)
    return resized(large, size)


# -- lines of text

_GAP = re.compile(r" (?:(?<![ (][0-9] )(?<![ (][0-9]{2} )|(?![^\W\d_]))(?:(?<!, )|(?![0-9]+\)))(?!· )")
"""A space at which a line may be broken: not in “2 moves”, nor in (1, 12), a place of a board, nor before a “·”."""


def wrap(cache: SurfaceCache, text: str, face: Face, size: int, width: int) -> list[str]:
    """Break a text into lines no wider than ``width`` pixels: between words, and within one only as the last resort."""
    key = ("wrap", text, face, size, width)
    return list(cache.compute(key, lambda: tuple(_wrapped(cache.font(face, size), text, width))))


def _wrapped(font: Typeface, text: str, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        for word in chain.from_iterable(_seen_whole(font, kept, width) for kept in parted(paragraph)):
            wide = font.size(word)[0]
            if line and used + font.space + wide <= width:
                line, used = f"{line} {word}", used + font.space + wide
                continue
            if line:
                lines.append(line)
            *broken, line = [word] if wide <= width else break_word(font, word, width)
            lines += broken
            used = font.size(line)[0] if broken else wide
        lines.append(line)
    return lines


def _seen_whole(font: Typeface, kept: str, width: int) -> list[str]:
    """What belongs together, or its words, where it is wider than ``width``."""
    return [kept] if font.size(kept)[0] <= width else kept.split(" ")


def parted(line: str) -> list[str]:
    """Part a line into what is kept together: words, places of a board, a small number with what it counts."""
    return _GAP.split(line)


def break_word(font: Typeface, word: str, width: int) -> list[str]:
    """Cut a word into pieces no wider than ``width``, but of at least one letter, after dashes where it has some.

    A name of two is parted where they meet, a row of colours between two of them.
    """
    pieces: list[str] = []
    while font.size(word)[0] > width and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if font.size(word[:middle])[0] <= width:
                low = middle
            else:
                high = middle - 1
        end = max(word.rfind(dash, 1, low) for dash in "-–") + 1 or low
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word]
