"""The static ground of the labyrinth: squares baked at the size in use, as far as the camera sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import get_args

import pygame

from logic.core import Cell
from logic.dragon.board import Field, FieldKind, KnightKind
from logic.dragon.rules import State
from scenes.view.camera import Camera
from sprites.dragon import art
from sprites.dragon.art import FOGS, MASTER, without_hidden_corners
from sprites.paint.kit import Kit, kept
from sprites.paint.pauses import pause
from sprites.paint.prerender import Prerender
from sprites.paint.surface_cache import RecentSurfaces, Unfinished, bytes_of
from sprites.paint.surfaces import resized

VARIETY: dict[FieldKind, int] = {"plain": 6, "edible": 3, "eternal": 3}
"""Number of stone variants below a field; one for fields that hide most of the stone."""
LAMP = 96
"""Radius at which the light is painted; it is soft enough to be scaled."""


@dataclass(frozen=True, slots=True)
class SquareLook:
    """The look of a seen square; a teleport's target is no part of it. An unseen square looks like ``None``."""

    field: Field
    is_open: bool = False
    stock: int | None = None


COMMON: tuple[SquareLook | None, ...] = (
    None,
    *(SquareLook(Field(kind)) for kind in ("plain", "edible", "eternal", "mine", "teleport", "lair")),
    *(SquareLook(Field(kind), is_open=True) for kind in ("edible", "mine")),
)
RARE = (
    *(SquareLook(Field("hole", size), is_open=is_open) for size in range(1, 7) for is_open in (False, True)),
    *(SquareLook(Field(kind, size), stock=size) for kind in ("bricks", "teeth") for size in range(1, 7)),
)
"""Looks that may appear in any labyrinth, painted ahead whether or not this one has them."""


def square(kit: Kit, look: SquareLook | None, spot: int, side: int) -> pygame.Surface:
    """An opaque square; ``spot`` varies the stone."""
    if look is None:
        return art.fog(kit, side, spot % FOGS) if side >= MASTER else _small_fog(kit, spot % FOGS, side)
    spot %= VARIETY.get(look.field.kind, 1)
    return art.tile(kit, look.field, side, is_open=look.is_open, stock=look.stock, spot=spot)


@kept
def _small_fog(kit: Kit, spot: int, side: int) -> pygame.Surface:
    return pygame.transform.smoothscale(art.fog(kit, MASTER, spot), (side, side))


def edge(kit: Kit, mask: int, side: int) -> pygame.Surface:
    """The edge of the fog over a seen square, for a mask of :func:`~sprites.dragon.art.without_hidden_corners`."""
    return art.fog_edge(kit, side, mask) if side >= MASTER else _small_edge(kit, mask, side)


@kept
def _small_edge(kit: Kit, mask: int, side: int) -> pygame.Surface:
    return resized(art.fog_edge(kit, MASTER, mask), (side, side))


def expected(kit: Kit, looks: Iterable[Iterable[SquareLook | None]]) -> Iterator[Callable[[int], object]]:
    """Tasks that paint, for a side, the known squares and those that may be uncovered beside them.

    Likely ones come last: the cache cannot hold all large squares, and evicts the first ones first. For the same
    reason rare ones are not painted at large sides.
    """
    known = dict.fromkeys((*COMMON, *(look for row in looks for look in row)))
    yield from (partial(_if_small, partial(square, kit, rare, 0)) for rare in RARE if rare not in known)
    yield from (partial(art.knight, kit, kind) for kind in get_args(KnightKind))
    for mask in sorted({without_hidden_corners(mask) for mask in range(1, 256)}) if None in known else ():
        yield partial(edge, kit, mask)
    for look in known:
        for spot in range(FOGS if look is None else VARIETY.get(look.field.kind, 1)):
            yield partial(square, kit, look, spot)
    yield partial(art.entrance, kit)
    yield partial(lantern, kit)


def _if_small(paint: Callable[[int], object], side: int) -> None:
    if side <= MASTER:
        paint(side)


@kept
def lantern(kit: Kit, radius: int) -> pygame.Surface:
    """The light around a knight, for additive blending; it ends ``radius`` pixels away."""
    return pygame.transform.smoothscale(art.lantern(kit, LAMP), (2 * radius, 2 * radius))


CHUNK = 8
"""Squares of a chunk each way."""
KEPT_BYTES = 48 << 20
KEPT_WINDOWS = 5
"""Capacity for baked chunks in windows, if that is more than the given bytes."""
MAP_SAMPLE = 16
"""Side in pixels of the square whose mean colour stands for it on the small map."""

ChunkKey = tuple[int, int, int]
"""The side of its squares, and its row and column of chunks."""


class SquareLooks:
    """The looks of the squares of one position, as far as the player has seen them, or all of them."""

    def __init__(self, state: State, *, uncovered: bool = False) -> None:
        self._state = state
        self._opened = state.opened()
        self._stocks = dict(state.stocks)
        self._uncovered = uncovered

    def at(self, cell: Cell) -> SquareLook | None:
        """The look of a square, None if it is unseen."""
        field = self._state.board.field(cell)
        if field.kind == "unseen" or not (self._uncovered or cell in self._state.seen):
            return None
        if field.target is not None:
            field = Field(field.kind, field.size)
        stock = self._stocks.get(cell, field.size) if field.kind in ("bricks", "teeth") else None
        return SquareLook(field, cell in self._opened, stock)


def changed_cells(before: State, after: State) -> set[Cell]:
    """The squares whose looks can differ between two positions on boards of one size."""
    cells = set(before.seen ^ after.seen)
    cells.update(clock.cell for clock in (*before.clocks, *after.clocks))
    cells.update(cell for cell, _ in set(before.stocks) ^ set(after.stocks))
    for row, (old, new) in enumerate(zip(before.board.fields, after.board.fields, strict=True)):
        if old != new:
            cells.update(Cell(row, col) for col, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1])
    return cells


class Ground:
    """The ground, drawn through a camera. It changes only by :meth:`change` and :meth:`reset`."""

    def __init__(self, kit: Kit, camera: Camera, looks: SquareLooks, entrance: Cell) -> None:
        self.kit = kit
        self.camera = camera
        self._prerender = Prerender(kit.cache)
        self.entrance = entrance
        self._chunks = RecentSurfaces()
        """Chunks as they were last shown."""
        self._stale: dict[ChunkKey, set[Cell]] = {}
        """By chunk, those of its squares that have changed since."""
        self._changes = 0
        self._is_patient = False
        """Whether parts that there is no time for may be shown later."""
        self._lacks = False
        self._rough_steps: tuple[int, ...] = ()
        self._tints: dict[SquareLook | None, tuple[int, int, int]] = {}
        self._map: pygame.Surface | None = None
        self.reset(looks)

    # -- content

    def reset(self, looks: SquareLooks) -> None:
        """Take over all squares of a position."""
        rows, cols = self.camera.rows, self.camera.cols
        self._looks = [[looks.at(Cell(row, col)) for col in range(cols)] for row in range(rows)]
        self._unseen = bytearray((rows + 2) * (cols + 2))
        for row in range(rows):
            for col in range(cols):
                self._unseen[self._place(row, col)] = self._looks[row][col] is None
        self._map = None
        self._plan()
        self.forget()

    def _place(self, row: int, col: int) -> int:
        """Index of a square in the array with a rim of squares around the board."""
        return (row + 1) * (self.camera.cols + 2) + col + 1

    def set_kit(self, kit: Kit) -> None:
        self.kit = kit
        self._plan()
        self.forget()

    def _plan(self) -> None:
        """Plan what to paint ahead; the side is chosen when it is painted."""
        self._prerender.plan(partial(self._paint, paint) for paint in expected(self.kit, self._looks))

    def _paint(self, paint: Callable[[int], object]) -> None:
        paint(int(self.camera.side))

    def forget(self) -> None:
        """Bake everything anew when it is next shown, as after a resize; nothing is shown roughly until then."""
        self._chunks.clear()
        self._stale.clear()
        self._changes += 1
        self._is_patient = False

    def look(self, cell: Cell) -> SquareLook | None:
        """The present look of a square."""
        return self._looks[cell.row][cell.col]

    def change(self, looks: Mapping[Cell, SquareLook | None]) -> Sequence[Cell]:
        """Change looks of squares; return all squares that change, for the fog has edges."""
        near = _near(looks, self.camera.rows, self.camera.cols)
        before = {cell: self._face(cell) for cell in near}
        for cell, look in looks.items():
            self._looks[cell.row][cell.col] = look
            self._unseen[self._place(*cell)] = look is None
            if self._map is not None:
                self._map.set_at((cell.col, cell.row), self._tint(cell))
        self._changes += 1
        changed = [cell for cell, face in before.items() if face != self._face(cell)]
        by_chunk: dict[tuple[int, int], set[Cell]] = {}
        for cell in changed:
            by_chunk.setdefault((cell.row // CHUNK, cell.col // CHUNK), set()).add(cell)
        for (_, row, col), stale in self._stale.items():
            stale |= by_chunk.get((row, col), set())
        return changed

    def _face(self, cell: Cell) -> tuple[SquareLook | None, int]:
        """Everything that determines the picture of a square."""
        look = self._looks[cell.row][cell.col]
        return look, 0 if look is None else self._fog_mask(*cell)

    def shown(self, cell: Cell) -> pygame.Surface | None:
        """What was drawn of a square last at the side in use; None if it was not, or only roughly."""
        side, row, col = int(self.camera.side), cell.row // CHUNK, cell.col // CHUNK
        picture = self._chunks.kept.get((side, row, col))
        if picture is None:
            return None
        place = (cell.col - col * CHUNK) * side, (cell.row - row * CHUNK) * side
        return picture.subsurface((place, (side, side))).copy()

    # -- picture

    def update(self) -> bool:
        """Begin a frame, with new time for baking. Return whether something is rough or still missing."""
        self._is_patient = True
        return self._lacks or self._prerender.paint()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what the camera sees; parts that a frame has no time for are rough, or as they were before a change."""
        self._lacks = False
        near = sorted(self.camera.steps, key=lambda step: (step < self.camera.side, abs(step - self.camera.side)))
        self._rough_steps = tuple(near[:4])
        rows, cols = self.camera.visible()
        chunks = [
            (row, col)
            for row in range(rows.start // CHUNK, (rows.stop - 1) // CHUNK + 1)
            for col in range(cols.start // CHUNK, (cols.stop - 1) // CHUNK + 1)
        ]
        with self.kit.cache.slice() if self._is_patient else nullcontext():
            rough = [chunk for chunk in chunks if not self._draw_exactly(surface, *chunk)]
        for chunk in rough:  # outside the slice, where no time is measured: the small map cannot wait for a frame
            self._draw_roughly(surface, *chunk)

    def _draw_exactly(self, surface: pygame.Surface, row: int, col: int) -> bool:
        """Draw a chunk as it is; false if there is no time for it, or the camera moves."""
        camera = self.camera
        found = self._exact(int(camera.side), row, col) if camera.at_rest else None
        if found is None:
            self._lacks |= camera.at_rest
            return False
        left, top = camera.to_pixels(col * CHUNK, row * CHUNK)
        surface.blit(found, (round(left), round(top)))
        return True

    def _exact(self, side: int, row: int, col: int) -> pygame.Surface | None:
        key, found, window = (side, row, col), None, pygame.display.get_surface()
        most = KEPT_BYTES if window is None else max(KEPT_BYTES, KEPT_WINDOWS * bytes_of(window))
        try:
            found = self._chunks.keep(key, partial(self._baked, key), most)
            for cell in sorted(self._stale[key]):
                self._lay(found, side, (cell,), Cell(row * CHUNK, col * CHUNK))
                self._stale[key].discard(cell)
        except Unfinished:
            if not self._is_patient:
                raise
            self._lacks = True
        return found

    def _baked(self, key: ChunkKey) -> pygame.Surface:
        side, row, col = key
        name = ("dragon ground", id(self), key, self._changes)
        baked = self.kit.cache.bake(name, partial(self._bake, side, *self._squares(row, col)))
        self._stale[key] = set()
        return baked

    def _draw_roughly(self, surface: pygame.Surface, row: int, col: int) -> None:
        """Draw a chunk from one baked at another side, or else from the small map."""
        squares = self._squares(row, col)
        left, top = self.camera.to_pixels(squares[1].start, squares[0].start)
        right, bottom = self.camera.to_pixels(squares[1].stop, squares[0].stop)
        place = pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))
        fresh = ((step, row, col) for step in self._rough_steps if not self._stale.get((step, row, col)))
        found = next((self._chunks.kept[key] for key in fresh if key in self._chunks.kept), None)
        if found is None:
            rows, cols = squares
            found = self.map_picture().subsurface((cols.start, rows.start, len(cols), len(rows)))
        seen = place.clip(surface.get_clip())
        if seen.width and seen.height:
            surface.blit(_cut_and_scaled(found, place, seen), seen)

    def _squares(self, row: int, col: int) -> tuple[range, range]:
        rows = range(row * CHUNK, min(self.camera.rows, (row + 1) * CHUNK))
        return rows, range(col * CHUNK, min(self.camera.cols, (col + 1) * CHUNK))

    def _bake(self, side: int, rows: range, cols: range) -> pygame.Surface:
        surface = pygame.Surface((len(cols) * side, len(rows) * side))
        for row in rows:
            self._lay(surface, side, (Cell(row, col) for col in cols), Cell(rows.start, cols.start))
            pause()
        return surface

    def _lay(self, surface: pygame.Surface, side: int, cells: Iterable[Cell], first: Cell) -> None:
        """Draw squares on a picture whose upper left square is the ``first``."""
        surface.fblits([layer for cell in cells for layer in self._layers(side, cell, first)])

    def _layers(self, side: int, cell: Cell, first: Cell) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """The pictures that make up a square, and where they go."""
        place = (cell.col - first.col) * side, (cell.row - first.row) * side
        look, mask = self._face(cell)
        yield square(self.kit, look, spot_of(*cell), side), place
        if cell == self.entrance:
            yield art.entrance(self.kit, side), place
        if mask:
            yield edge(self.kit, mask, side), place

    def _fog_mask(self, row: int, col: int) -> int:
        """A bit for each unseen neighbour; squares beyond the board do not count."""
        unseen, here, wide = self._unseen, self._place(row, col), self.camera.cols + 2
        if not any(unseen[here + line - 1 : here + line + 2].count(1) for line in (-wide, 0, wide)):
            return 0
        steps = (-wide, 1 - wide, 1, wide + 1, wide, wide - 1, -1, -wide - 1)
        return without_hidden_corners(sum(unseen[here + step] << bit for bit, step in enumerate(steps)))

    # -- the small map

    def map_picture(self) -> pygame.Surface:
        """The whole board with a pixel for each square, unseen ones dark."""
        if self._map is None:
            cols, rows = self.camera.cols, self.camera.rows
            self._map = pygame.Surface((cols, rows), 0, 32)
            for row in range(rows):
                for col in range(cols):
                    self._map.set_at((col, row), self._tint(Cell(row, col)))
        return self._map

    def _tint(self, cell: Cell) -> tuple[int, int, int]:
        look = self._looks[cell.row][cell.col]
        if look not in self._tints:
            red, green, blue, *_ = pygame.transform.average_color(square(self.kit, look, 0, MAP_SAMPLE))
            self._tints[look] = (red, green, blue)
        return self._tints[look]


def spot_of(row: int, col: int) -> int:
    """A number that varies the stone from square to square."""
    return (row * 7 + col * 13 + (row * col) // 3 + (row ^ col)) % 1000


def _near(cells: Iterable[Cell], rows: int, cols: int) -> set[Cell]:
    """The squares and all their neighbours on the board."""
    return {
        Cell(row, col)
        for cell in cells
        for row in range(max(0, cell.row - 1), min(rows, cell.row + 2))
        for col in range(max(0, cell.col - 1), min(cols, cell.col + 2))
    }


def _cut_and_scaled(picture: pygame.Surface, place: pygame.Rect, seen: pygame.Rect) -> pygame.Surface:
    """Scale a picture to a rectangle, but only the visible part of it."""
    if place.size == picture.get_size():
        return picture.subsurface(seen.move(-place.left, -place.top))
    across, along = picture.get_width() / place.width, picture.get_height() / place.height
    left, top = int((seen.left - place.left) * across), int((seen.top - place.top) * along)
    right = min(picture.get_width(), max(left + 1, round((seen.right - place.left) * across)))
    bottom = min(picture.get_height(), max(top + 1, round((seen.bottom - place.top) * along)))
    left, top = min(left, right - 1), min(top, bottom - 1)
    return pygame.transform.scale(picture.subsurface((left, top, right - left, bottom - top)), seen.size)
