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
from logic.jobs import run_in_thread
from logic.storage.files import StoreProblem, read_regular, write_whole
from logic.text import without_emoji
from sprites.paint.pauses import Painting, is_painting, pause
from sprites.paint.surfaces import resized

LARGEST_FILE = 256 << 20
LONGEST_HEAD = 1 << 20
DEPTH = 32
"""Bits per pixel of all stored pictures."""
SOLID = 255

Side = Annotated[int, msgspec.Meta(ge=0, le=2**15)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in the file: the text of its key, and the format of its pixels."""

    key: str
    size: tuple[Side, Side]
    masks: tuple[int, int, int, int]
    is_clear: bool
    """Whether the picture has transparent pixels."""

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
        self._made_for = f"{VERSION} {pygame.version.ver} {_painter_version()} {window}"
        self._found = self._read()
        self._known = frozenset(self._found)

    def take(self, key: Hashable) -> pygame.Surface | None:
        """Return the picture of that key, once."""
        found = self._found.pop(repr(key), None)
        return None if found is None else _from_file(*found)

    def keep(self, pictures: Mapping[Hashable, pygame.Surface]) -> Iterator[None]:
        """Copy these, a picture a step, and write them in a thread, unless all of them are there; ignore failures."""
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
            head = msgspec.json.encode(Head(self._made_for, _checksum(entries, content), tuple(entries)))
            with suppress(StoreProblem):
                write_whole(self._path, head + b"\n" + content)

        run_in_thread(write, lambda: None)

    def _read(self) -> dict[str, tuple[Entry, memoryview]]:
        try:
            content = read_regular(self._path, LARGEST_FILE)
            end = content.index(b"\n", 0, LONGEST_HEAD)
            head = msgspec.json.decode(content[:end], type=Head)
        except (OSError, ValueError):
            return {}
        pixels = memoryview(content)[end + 1 :]
        lengths = [entry.length for entry in head.entries]
        is_whole = sum(lengths) == len(pixels) and _checksum(head.entries, pixels) == head.checksum
        if head.made_for != self._made_for or not is_whole:
            return {}
        found, begin = {}, 0
        for entry, length in zip(head.entries, lengths, strict=True):
            found[entry.key] = entry, pixels[begin : begin + length]
            begin += length
        return found


def _checksum(entries: Iterable[Entry], pixels: bytes | memoryview) -> int:
    return zlib.adler32(pixels, zlib.adler32(msgspec.json.encode(list(entries))))


def _painter_version() -> int:
    """The version of the looks: the latest modification time of the files that determine them."""
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
"""One display face and one family of static weights: of variable fonts only the thinnest weight is drawn."""

KEPT_BYTES = 32 << 20
KEPT_WINDOWS = 4
"""Capacity for baked pictures in pictures of a whole window, if that is more than the given bytes."""
BROAD_BYTES, BROAD_PART = 1 << 20, 4
"""Bytes, and share of the window, from which a picture is broad; broad ones have the same capacity again."""
POINT = 4
"""Bytes per pixel."""
SMALL_PART = 0.75
"""Share of the capacity for small pictures: masters, which serve every window, take about the rest."""
MOST_COMPUTED = 6000
"""Largest number of cached results of computations."""
MOST_BEGUN = 8
"""Largest number of unfinished pictures: those for a screen that was left are never finished."""
WORD_SPACE = 0.19
"""Width of a space by the height of a line."""
SPACES = re.compile("[ \u00a0]")
"""Characters drawn that wide: the space, and the non-breaking space."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
"""Characters that no font accepts: null, and the surrogates that stand for undecodable bytes of a file's name."""
LACKING, MEASURED = "\uffff", 200
"""A character that no font has, and a size in pixels at which no other has the metrics of its replacement box."""
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
        """Widths of lines and words, which are measured repeatedly while texts are laid out."""

    def size(self, text: str | bytes) -> tuple[int, int]:
        """The size of a line of text in pixels."""
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
            if self._widths[word]:  # some characters have no width, and SDL cannot render an empty picture
                drawn = self.render(_writable(word), True, colour)
                picture.blit(drawn, (left, 0))
                left += drawn.get_width()
            left += self.space
        return picture


def _writable(word: str) -> str:
    bare = without_emoji(UNWRITABLE.sub("\ufffd", word))
    # A name of emoji alone must be visible, too, as more than the ellipsis of a shortened name.
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
        if key in self.kept:  # needed at once while it was still being painted ahead
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
        """Pictures that are never evicted."""
        self.begun: dict[Hashable, Painting] = {}
        """Unfinished paintings."""
        self.computed: dict[Hashable, Any] = {}

    def clear(self) -> None:
        for kept in (self.fonts, self.small, self.broad, self.reserved, self.begun, self.computed):
            kept.clear()


class Unfinished(Exception):
    """There is no time left to bake a picture now; what has been baked for it so far is kept."""


class SurfaceCache:
    """Makes and caches surfaces for a window.

    Broad ones have ``kept_bytes``, or more for a large window; small ones have :data:`SMALL_PART` of that besides.
    """

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_bytes = kept_bytes
        self._window: Hashable = None
        self._whole = 0
        """Bytes of a picture of the whole window."""
        self._stock = Stock()
        self.baked = 0
        """Number of surfaces or steps baked so far, from which callers see whether something was baked."""
        self.time_budget, self.clock = math.inf, time.perf_counter
        """Seconds that :meth:`slice` bakes, and its clock; infinite if everything must be visible at once."""
        self._is_over: Callable[[], bool] | None = None
        """Returns whether the time for baking is over; None without a limit."""
        self._used: dict[Hashable, pygame.Surface] | None = None
        self._file: PictureFile | None = None
        """Pictures baked at an earlier start."""

    def serve(self, window: Hashable, size: tuple[int, int] = (0, 0)) -> None:
        """Bake for a window from now on, identified by all that pictures depend on; a new one clears the cache."""
        self._whole = size[0] * size[1] * POINT
        if window != self._window:
            self._stock.clear()  # unfinished paintings and their stock are a cycle that no collector sees
            self._window, self._stock, self._file = window, Stock(), None

    def clear(self) -> None:
        self._stock.clear()

    def keep(self, key: Hashable, bake: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface under ``key``, baked the first time. Callers must not draw on it."""
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
            # Baking may have added its own parts to the cache, so room is made only now.
            self._put(key, found)
        if self._used is not None:
            self._used[key] = found
        return found

    def bake(self, key: Hashable, bake: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Bake a picture that the caller caches; an unfinished one waits under ``key`` to be continued."""
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
        """A painting for the caller to resume in each :meth:`slice`; it is suspended once the slice is over."""
        return Painting(paint, self._count_step)

    def _count_step(self) -> bool:
        """Count a step of a picture. Return whether the time is over."""
        self.baked += 1
        return self._is_over is not None and self._is_over()

    @contextmanager
    def slice(self, times: float = 1.0, since: float | None = None) -> Iterator[None]:
        """Bake here for ``times`` the ``time_budget``, and at least one surface or step.

        The time counts from now on, or ``since`` another moment.

        No step is begun that would be late if it took as long as the one before. What needs more time raises
        Unfinished; repeated until nothing raises it, the block bakes everything.
        """
        last, before, former = self.clock(), self.baked, self._is_over
        until = (last if since is None else since) + times * self.time_budget

        def is_over() -> bool:
            nonlocal last
            now = self.clock()
            step, last = now - last, now
            return self.baked > before and (now >= until or now + step > until)

        self._is_over = is_over
        try:
            yield
        except GreenletExit:  # a painting is discarded in the middle, long after
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
        """Use the pictures of a file for the next requests, if it was written for this window."""
        self._file = PictureFile(path, self._window)

    def write_file(self) -> Iterator[None]:
        """Write the reserved pictures to that file, step by step, for the next start."""
        if self._file is not None:
            yield from self._file.keep(self._stock.reserved)

    def _put(self, key: Hashable, surface: pygame.Surface) -> None:
        """Add a surface; a few broad ones, such as backgrounds of whole screens, do not evict the many small ones."""
        whole = self._whole
        is_broad = bytes_of(surface) >= max(BROAD_BYTES, whole // BROAD_PART)
        most = max(self._kept_bytes, KEPT_WINDOWS * whole)
        (self._stock.broad if is_broad else self._stock.small).put(
            key, surface, most if is_broad else round(SMALL_PART * most)
        )

    def compute(self, key: Hashable, compute: Callable[[], Found]) -> Found:
        """The result under ``key``, such as a text wrapped into lines, computed the first time."""
        known = self._stock.computed
        if key not in known:
            pause()
            if len(known) > MOST_COMPUTED:
                known.clear()
            known[key] = compute()
        found: Found = known[key]
        return found

    def font(self, face: Face | Literal["icon"], size: int) -> Typeface:
        """A font at a size in pixels."""
        key = (face, max(4, size))
        if key not in self._stock.fonts:
            self._stock.fonts[key] = Typeface(BytesIO(_font_data(face)), key[1])
        return self._stock.fonts[key]

    def can_draw(self, text: str) -> bool:
        """Whether our font has all characters of a text; missing ones are all drawn as the same box."""
        measures = self.font("interface", MEASURED).metrics(UNWRITABLE.sub(LACKING, text + LACKING))
        return measures[-1] not in measures[:-1]

    def text(self, text: str, face: Face, size: int, colour: Colour) -> pygame.Surface:
        """One line of text. It is cached: callers must not draw on it."""
        return self.keep(("text", text, face, size, colour), lambda: self.font(face, size).line(text, colour))

    def icon(self, name: str, size: int, colour: Colour) -> pygame.Surface:
        """An icon by its Material Design name (``lightbulb_outline``), ``size`` pixels high. Do not draw on it."""
        return self.keep(
            ("icon", name, size, colour), lambda: self.font("icon", size).render(_glyph(name), True, colour)
        )

    def smooth(
        self, key: Hashable, size: tuple[int, int], paint: Callable[[pygame.Surface, int], None]
    ) -> pygame.Surface:
        """The drawing of ``paint(canvas, factor)`` on a larger canvas, scaled down; callers must not draw on it."""
        return self.keep((key, size), lambda: smooth(size, paint))


def _glyph(name: str) -> str:
    from fonticon_mdi7 import MDI7  # here, because a start that finds its icons in the file needs no names

    glyph: str = getattr(MDI7, name).partition(".")[2]
    return glyph


def bytes_of(surface: pygame.Surface) -> int:
    return surface.get_pitch() * surface.get_height()


def smooth(size: tuple[int, int], paint: Callable[[pygame.Surface, int], None]) -> pygame.Surface:
    """Draw large and scale down; unpainted pixels are transparent."""
    large = pygame.Surface((max(1, size[0]) * SMOOTH, max(1, size[1]) * SMOOTH), pygame.SRCALPHA)
    paint(large, SMOOTH)
    return resized(large, size)


# -- lines of text

_GAP = re.compile(r" (?:(?<![ (][0-9] )(?<![ (][0-9]{2} )(?<![ (][0-9]\. )|(?![^\W\d_]))(?:(?<!, )|(?![0-9]+\)))(?!· )")
"""A space at which a line may be broken: not in “2 moves”, nor in the coordinates (1, 12), nor before a “·”."""


def wrap(cache: SurfaceCache, text: str, face: Face, size: int, width: int) -> list[str]:
    """Wrap a text to lines no wider than ``width`` pixels: between words, and within one only as the last resort."""
    key = ("wrap", text, face, size, width)
    return list(cache.compute(key, lambda: tuple(_wrapped(cache.font(face, size), text, width))))


def _wrapped(font: Typeface, text: str, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        # A unit that is wider than a line falls apart into its words.
        units = ([kept] if font.size(kept)[0] <= width else kept.split(" ") for kept in parted(paragraph))
        for word in chain.from_iterable(units):
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


def parted(line: str) -> list[str]:
    """Split a line into units that stay together: words, coordinates, a small number with what it counts."""
    return _GAP.split(line)


def break_word(font: Typeface, word: str, width: int) -> list[str]:
    """Cut a word into pieces no wider than ``width`` but of at least one letter, after hyphens if it has any.

    A compound name is cut where its parts meet, a row of colours between two of them.
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
