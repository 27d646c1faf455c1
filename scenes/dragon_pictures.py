"""The pictures of a labyrinth's squares at any side: each is painted once, ahead of time, and scaled from then on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import get_args

import numpy as np
import pygame

from logic.dragon.board import Field, FieldKind, KnightKind
from sprites import dragon_art as art
from sprites.kit import Kit
from sprites.surfaces import native

MASTER = 128
"""Everything is painted with this side, or with a larger one where that is in use, and scaled down for smaller ones."""
VARIETY: dict[FieldKind, int] = {"plain": 6, "edible": 3, "eternal": 3}
"""How many kinds of stone there are below a field; one for those of which little is seen below what they bear."""
FOGS = 6
LAMP = 96
"""The radius of the light that is painted; it is soft enough to be scaled."""
NORTH, EAST, SOUTH, WEST = 1, 4, 16, 64
CORNERS = ((2, NORTH | EAST), (8, SOUTH | EAST), (32, SOUTH | WEST), (128, NORTH | WEST))
"""The bit of each corner, and the bits of the two sides of which either covers it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a seen square looks; a teleport's target is no part of it. What is unseen looks like ``None``."""

    field: Field
    is_open: bool = False
    stock: int | None = None


COMMON: tuple[Look | None, ...] = (
    None,
    *(Look(Field(kind)) for kind in ("plain", "edible", "eternal", "mine", "teleport", "lair")),
    *(Look(Field(kind), is_open=True) for kind in ("edible", "mine")),
    *(Look(Field("hole", size), is_open=is_open) for size in range(1, 7) for is_open in (False, True)),
    *(Look(Field(kind, size), stock=size) for kind in ("bricks", "teeth") for size in range(1, 7)),
)
"""What may come to light in any labyrinth, painted ahead whether or not this one has it."""


class Pictures:
    """Squares and the edges of the fog at the side asked for; ``prepare`` paints ahead what has been seen or may be."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._queue: deque[Callable[[int], object]] = deque()

    def square(self, look: Look | None, side: int, spot: int) -> pygame.Surface:
        """Give a square, opaque; ``spot`` varies the stone."""
        if look is None:
            return self._fog(side, spot % FOGS)
        spot %= VARIETY.get(look.field.kind, 1)
        return art.tile(self.kit, look.field, side, is_open=look.is_open, stock=look.stock, spot=spot)

    def _fog(self, side: int, spot: int) -> pygame.Surface:
        if side >= MASTER:
            return art.fog(self.kit, side, spot)
        key = ("dragon small fog", side, spot)
        return self.kit.bakery.keep(key, lambda: _opaque_scaled(art.fog(self.kit, MASTER, spot), side))

    def edge(self, side: int, mask: int) -> pygame.Surface:
        """Give the edge of the fog over a seen square, for a mask of :func:`plain_mask`."""
        if side >= MASTER:
            return art.fog_edge(self.kit, side, mask)
        key = ("dragon small fog edge", side, mask)
        return self.kit.bakery.keep(key, lambda: _scaled(art.fog_edge(self.kit, MASTER, mask), side))

    def expect(self, looks: Iterable[Iterable[Look | None]]) -> None:
        """Begin to paint ahead, for the squares that are known and for what may come to light beside them."""
        known = dict.fromkeys((*COMMON, *(look for row in looks for look in row)))
        self._queue.clear()
        for kind in get_args(KnightKind):
            self._queue.append(lambda side, kind=kind: art.knight(self.kit, kind, side))  # type: ignore[misc]
        for mask in sorted({plain_mask(mask) for mask in range(1, 256)}) if None in known else ():
            self._queue.append(lambda side, mask=mask: self.edge(side, mask))  # type: ignore[misc]
        for look in known:
            for spot in range(FOGS if look is None else VARIETY.get(look.field.kind, 1)):
                self._queue.append(lambda side, look=look, spot=spot: self.square(look, side, spot))  # type: ignore[misc]
        self._queue.append(lambda side: lantern(self.kit, side))

    def prepare(self, side: int) -> bool:
        """Paint the next picture; true while there is more to do."""
        if self._queue:
            self._queue.popleft()(side)
        return bool(self._queue)


def plain_mask(mask: int) -> int:
    """Leave out of a mask of unseen neighbours the corners that an unseen side covers anyway."""
    for corner, sides in CORNERS:
        if mask & sides:
            mask &= ~corner
    return mask


def lantern(kit: Kit, radius: int) -> pygame.Surface:
    """Give the light around a knight, to be added; it ends ``radius`` pixels away."""
    key = ("dragon light", radius)
    return kit.bakery.keep(key, lambda: _opaque_scaled(art.lantern(kit, LAMP), 2 * radius))


def _opaque_scaled(picture: pygame.Surface, side: int) -> pygame.Surface:
    scaled = pygame.Surface((side, side))
    scaled.blit(pygame.transform.smoothscale(picture, (side, side)), (0, 0))
    return native(scaled)


def _scaled(picture: pygame.Surface, side: int) -> pygame.Surface:
    """Scale a see-through picture; the black of its clear pixels does not bleed into the edge."""
    small = pygame.transform.smoothscale(picture.premul_alpha(), (side, side))
    alpha = np.maximum(pygame.surfarray.pixels_alpha(small), 1)[..., None].astype(np.uint32)
    colours = pygame.surfarray.pixels3d(small)
    colours[:] = np.minimum(colours * np.uint32(255) // alpha, 255)
    del colours
    return native(small)
