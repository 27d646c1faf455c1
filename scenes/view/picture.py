"""A game's board as a picture inside another screen: drawn by the game's own view, without input."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import pygame

from logic.core import Event, State
from sprites.paint.kit import Kit
from sprites.paint.surfaces import hex_of, mix, native, resized
from sprites.widgets import Passive

if TYPE_CHECKING:
    from scenes.view.view import GameView  # with everything that boards need, and a shelf does not

FINER = 2.0
CELLS = (24, 32, 42, 54, 68, 84, 108, 140, 180)
"""Smallest factor at which small boards are painted larger, and the resulting cell sizes in pixels."""
AROUND = 20
"""Units around a board that is not small, for its shadow."""
SHADE = 0.64
"""How dark a shaded cloth is, from 0 to 1."""


def view_of(game: str) -> type[GameView[Any]]:
    """The view class of a registered game, imported by name on first use."""
    view: type[GameView[Any]] = importlib.import_module(f"scenes.{game}.view").VIEW
    return view


def shaded_cloth(game: str, colour: str = "") -> str:
    """The colour of a game's cloth, or of another one, dark enough for bright text."""
    return hex_of(mix(colour or view_of(game).cloth, "#000000", SHADE))


def open_unseen_display() -> None:
    """Open a hidden display in a process without one: surfaces take their pixel format from it."""
    if not pygame.display.get_init():
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    pygame.font.init()


class BoardPicture(Passive):
    """Shows positions of one game; ``show`` goes to another one, with its events or gliding."""

    def __init__(self, key: str, view: GameView[Any]) -> None:
        super().__init__(view.kit, key)
        self.view = view

    def measure(self, width: int) -> int:
        return round(width / self.view.aspect)

    def natural_width(self) -> int:
        return self.kit.px(240)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle; the board is centred in it."""
        super().place(rect)
        self.view.place(rect)

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Show another position: by its events, or gliding there, or at once."""
        self.view.show(state, events, at_once=at_once)

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        self.view.draw(surface)


class BoardThumbnail(Passive):
    """A thumbnail of a position: painted large and scaled down smoothly, so that small things are no blur.

    It is blank before :meth:`paint`, which takes longer than a frame may. Painted ones are kept in an ``album`` that
    outlives the widget. The position is computed when it is first needed.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        game: str,
        position: Callable[[], State],
        album: dict[Hashable, pygame.Surface],
        *,
        is_small: bool = True,
    ) -> None:
        super().__init__(kit, key)
        self._is_small = is_small
        self.game = game
        self._position = position
        self._album = album

    @cached_property
    def state(self) -> State:
        return self._position()

    def measure(self, width: int) -> int:
        return width

    @property
    def _page(self) -> Hashable:
        return self.game, self._fingerprint, self.rect.size, self.kit.strong_patterns

    @cached_property
    def _fingerprint(self) -> bytes:
        """A digest of the position: pictures are kept for long, and must not keep their games alive."""
        return blake2b(repr(self.state).encode(), digest_size=16).digest()

    @property
    def is_painted(self) -> bool:
        return self._page in self._album

    def paint(self) -> None:
        """Paint it, or take it from the cache; at its own size if it is not small."""
        key = ("thumbnail", self._page)
        self._album[self._page] = self.kit.cache.keep(key, self._drawn)

    def _drawn(self) -> pygame.Surface:
        view = view_of(self.game)(self.kit, None, self.state)
        view.place(pygame.Rect((0, 0), self.rect.size))
        finer, around = (_finer(view.cell), 0) if self._is_small else (1.0, self.kit.px(AROUND))
        canvas = pygame.Surface([max(1, round(side * finer)) + 2 * around for side in self.rect.size], pygame.SRCALPHA)
        view.place(canvas.get_rect().inflate(-2 * around, -2 * around))
        view.draw(canvas)
        return resized(canvas, self.rect.size) if self._is_small else native(canvas)

    def draw(self, surface: pygame.Surface) -> None:
        picture = self._album.get(self._page)
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=self.rect.center))


def _finer(cell: float) -> float:
    """The factor by which a small board with cells of that many pixels is painted larger.

    Boards of all sizes thus share a few cell sizes, so that their pieces are seldom baked anew.
    """
    wanted = FINER * cell
    return next((size for size in CELLS if size >= wanted), wanted) / cell
