"""Paints shared pictures and clips in a process of its own, with the game's own painters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any

import pygame
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from logic import sharing
from logic.core import State
from logic.text import Text
from scenes.puzzles.paper import image_of
from scenes.share.subject import Positions, Subject
from scenes.view.picture import open_unseen_display, view_of
from scenes.view.view import GameView, Host
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit, Metrics, load_theme
from sprites.paint.materials import cloth, panel, table_background
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets.base import fit
from sprites.widgets.layout import cut

PICTURE, CLIP = 1200, 640
"""Pixels of the longer side of a board with its cloth: in a picture, and in a clip."""
LEAST_WIDTH = 0.75
"""Least width of a picture by the longer side of its board, for the text below a narrow board."""
CAPTION, RIM, EDGE = 120, 0.03, 14
"""Height in units of the caption, share of the cloth that stays free around the board, and the margin in units."""
REFERENCE = 720
"""Longer side in pixels at which a unit is one pixel."""

STEP = 0.08
"""Seconds between two frames of a clip: a GIF counts hundredths, and older viewers treat less as none."""
PAUSE, REST = 0.56, 2.4
"""Seconds that a position is shown after a move, and the last one."""
LONGEST_MOVE = 3.2
MOST_FRAMES = 240
"""Most frames of a clip: of a longer game only the last moves are shown."""
BUDGET = 9.0
"""Seconds of CPU time after which moves are no longer animated."""
COLOURS = 256
SLICE = 8
"""Frames between two reports of progress."""


Box = tuple[int, int, int, int]
"""The left, upper, right and lower edge of a part of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class PaintOptions:
    """What to paint, the player's language and the chosen theme."""

    subject: Subject
    language: str
    coordinates: bool
    strong_patterns: bool


class Poster:
    """A board on its cloth with text below it, of a fixed size whatever the window has."""

    def __init__(self, order: PaintOptions, longer: int) -> None:
        open_unseen_display()
        self._subject = subject = order.subject
        host = Host(uncovered=subject.uncovered, names_pieces=True, coordinates=order.coordinates,
                    say=Text(order.language).say)  # fmt: skip
        unit = longer / REFERENCE
        kind = view_of(subject.game)
        self._kit = kit = Kit(load_theme(), Metrics(longer, longer, unit), SurfaceCache(), False, order.strong_patterns)
        self._make: Callable[[State], GameView[Any]] = lambda state: kind(kit, None, state, host)
        aspect = self._make(subject.positions[-1][0]).aspect
        edge, caption = kit.px(EDGE), kit.px(CAPTION)
        width, height = (longer, round(longer / aspect)) if aspect >= 1 else (round(longer * aspect), longer)
        width = max(width, round(longer * LEAST_WIDTH))
        self._board = pygame.Rect(edge, edge, width - 2 * edge, height - 2 * edge)
        self._caption = pygame.Rect(edge, height, width - 2 * edge, caption - edge)
        self._ground = self._painted_ground((width, height + caption))

    def view(self, state: State) -> GameView[Any]:
        """Make a view of a position, placed on the cloth."""
        view = self._make(state)
        rim = round(min(self._board.size) * RIM)
        view.place(self._board.inflate(-2 * rim, -2 * rim))
        return view

    def paint(self, view: GameView[Any]) -> Image.Image:
        surface = self._ground.copy()
        view.draw(surface)
        return image_of(surface)

    def _painted_ground(self, size: tuple[int, int]) -> pygame.Surface:
        kit, subject, caption = self._kit, self._subject, self._caption
        ground = pygame.Surface(size)
        ground.blit(table_background(kit, size), (0, 0))
        colour = view_of(subject.game).cloth
        ground.blit(cloth(kit, self._board.size, colour), self._board)
        ground.blit(panel(kit, caption.size, "panel"), caption)
        inner = caption.inflate(-2 * kit.px(26), -2 * kit.px(18))
        ground.blit(emblem(kit, subject.game, inner.height), inner)
        _, words = cut(inner, "left", inner.height, kit.px(16))
        title, below = cut(words, "top", words.height // 2 if subject.lines else words.height)
        colours, sizes = kit.theme.colours, kit.theme.sizes
        fitted = fit(kit, subject.heading, title.width, title.height, face="title", units=sizes.heading, lines=1)
        fitted.draw(kit, ground, title, colours.ink, "left")
        text = " · ".join(subject.lines)
        small = fit(kit, text, below.width, below.height, face="text", units=sizes.text, lines=2)
        small.draw(kit, ground, below, colours.ink_soft, "left")
        return ground


def picture_of(order: PaintOptions) -> bytes:
    """A PNG of the last position, with its last move marked and the code embedded."""
    poster, positions = Poster(order, PICTURE), order.subject.positions
    state, events = positions[-1]
    view = poster.view(state)
    if events:
        view.show_trail([(positions[-2][0], events)])
    content, told = BytesIO(), PngInfo()
    if order.subject.code:
        told.add_text(sharing.FIELD, order.subject.code)
    poster.paint(view).save(content, "PNG", pnginfo=told)
    return content.getvalue()


class Filming:
    """A clip in the making: :meth:`work` does a part of it, until :attr:`content` is there."""

    def __init__(self, order: PaintOptions) -> None:
        self._order = order
        self._poster = Poster(order, CLIP)
        self._positions = last_moves(self._poster, order.subject.positions)
        self._parts: list[tuple[Image.Image, Box | None]] = []
        """The changed part of each frame and its box; the first frame is whole."""
        self._seconds: list[float] = []
        self._before: Image.Image | None = None
        self._palette: Image.Image | None = None
        self._spent = 0.0
        self._moves_done = 0
        self._steps = self._film()

    def work(self) -> float | bytes:
        """Continue for a moment; return the progress, from 0 to 1, or in the end the GIF."""
        begun = time.process_time()
        frames = sum(1 for _ in islice(self._steps, SLICE))
        self._spent += time.process_time() - begun
        return self._moves_done / len(self._positions) if frames == SLICE else self._gif()

    def _film(self) -> Iterator[None]:
        first, _ = self._positions[0]
        view = self._poster.view(first)
        self._palette = self._colours(view)
        self._add(self._poster.paint(view), PAUSE)
        yield
        for state, events in self._positions[1:]:
            view.show(state, events, at_once=self._spent > BUDGET)
            for _ in settle_frames(view):
                self._add(self._poster.paint(view), STEP)
                yield
            self._add(self._poster.paint(view), PAUSE)
            self._moves_done += 1
            yield
        self._seconds[-1] = REST

    def _colours(self, first: GameView[Any]) -> Image.Image:
        """The palette of the whole clip: the colours of its first and its last position."""
        ends = [self._poster.paint(first), self._poster.paint(self._poster.view(self._positions[-1][0]))]
        both = Image.new("RGB", (ends[0].width, 2 * ends[0].height))
        for number, end in enumerate(ends):
            both.paste(end, (0, number * end.height))
        return both.quantize(COLOURS, Image.Quantize.MEDIANCUT)

    def _add(self, painted: Image.Image, seconds: float) -> None:
        """Add a frame; unchanged parts keep their colours."""
        assert self._palette is not None  # noqa: S101 - made before the first frame
        changed = None if self._before is None else ImageChops.difference(painted, self._before).getbbox()
        if self._before is not None and changed is None:
            self._seconds[-1] += seconds
            return
        part = painted.crop(changed).quantize(palette=self._palette, dither=Image.Dither.FLOYDSTEINBERG)
        self._parts.append((part, changed))
        self._seconds.append(seconds)
        self._before = painted

    def _frames(self) -> Iterator[Image.Image]:
        """The whole frames, generated lazily: together they are a hundred megabytes."""
        (whole, _), *parts = self._parts
        yield whole
        for part, place in parts:
            whole = whole.copy()
            whole.paste(part, place)
            yield whole

    def _gif(self) -> bytes:
        content = BytesIO()
        others = self._frames()
        first = next(others)
        first.save(content, "GIF", save_all=True, append_images=others, loop=0, optimize=False,
                   duration=[round(1000 * seconds) for seconds in self._seconds],
                   comment=self._order.subject.code.encode())  # fmt: skip
        return content.getvalue()


def settle_frames(view: GameView[Any]) -> Iterator[None]:
    """Advance a view's pieces one frame at a time, until they are home."""
    for _ in range(round(LONGEST_MOVE / STEP)):
        if not view.update(STEP):
            return
        yield
    view.show(view.state, at_once=True)


def last_moves(poster: Poster, positions: Positions) -> Positions:
    """As many of the last positions as there are frames for, with the one before them."""
    view, frames = poster.view(positions[0][0]), []
    for state, events in positions[1:]:
        view.show(state, events)
        frames.append(1 + sum(1 for _ in settle_frames(view)))
    kept = taken = 0
    for count in reversed(frames):
        taken += count
        if taken > MOST_FRAMES and kept:
            break
        kept += 1
    return positions[len(positions) - 1 - kept :]


# -- in the painting process


_filming: list[Filming] = []
"""The clip in progress in this process; each share page has a process of its own."""


def begin_clip(order: PaintOptions) -> float | bytes:
    """Start a clip, instead of one started before; return the progress."""
    _filming[:] = [Filming(order)]
    return 0.0


def go_on_with_clip() -> float | bytes:
    """Do the next part of the clip; return the progress or, in the end, the GIF, which is then dropped here."""
    done = _filming[0].work()
    if isinstance(done, bytes):
        _filming.clear()
    return done
