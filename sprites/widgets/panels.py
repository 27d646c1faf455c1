"""Panels that things lie on, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.widgets.base import Control, Fitted, fit
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import Widget

PLAY = 2
"""Units by which a picture that can be pressed rises and sinks."""


class Panel(Widget):
    """A panel of wood, leather or paper under a child; its shadow lies within its rectangle."""

    focusable = False

    def __init__(
        self, kit: Kit, key: str, child: Widget, style: materials.Material = "panel", pad: float | None = None
    ) -> None:
        super().__init__(kit, key)
        self.child = child
        self.style: materials.Material = style
        self.pad = kit.theme.sizes.pad if pad is None else pad

    @property
    def flexible(self) -> bool:  # type: ignore[override]
        return self.child.flexible

    @property
    def stretches(self) -> bool:  # type: ignore[override]
        return self.child.stretches

    @property
    def _around(self) -> int:
        return self.kit.px(materials.MARGIN[self.style]) + self.kit.px(self.pad)

    def children(self) -> Iterable[Widget]:
        return (self.child,)

    def measure(self, width: int) -> int:
        return self.child.measure(max(1, width - 2 * self._around)) + 2 * self._around

    def natural_width(self) -> int:
        return self.child.natural_width() + 2 * self._around

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        room = (max(0, rect.width - 2 * self._around), max(0, rect.height - 2 * self._around))
        self.child.place(pygame.Rect((rect.left + self._around, rect.top + self._around), room))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(materials.panel(self.kit, self.rect.size, self.style), self.rect)
        super().draw(surface)


class Picture(Control):
    """Something drawn by ``draw(surface, rect)`` into the largest place of its ``aspect``, with words below it.

    With ``on_press`` it is pressed like a button; without, it is only looked at.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        draw: Callable[[pygame.Surface, pygame.Rect], object],
        aspect: float = 1.0,
        on_press: Callable[[], object] | None = None,
        label: str = "",
        *,
        tip: str = "",
        natural: float = 160,
    ) -> None:
        super().__init__(kit, key, tip=tip)
        self.paint_picture = draw
        self.aspect = aspect
        self.on_press = on_press
        self.label = label
        self.natural = natural

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.on_press is not None

    def _fitted(self, width: int, height: int | None = None) -> Fitted:
        return fit(self.kit, self.label, width, height, units=self.kit.theme.sizes.text)

    def measure(self, width: int) -> int:
        label = self._fitted(width).height
        return round(width / self.aspect) + (label + self.kit.px(4) if self.label else 0)

    def natural_width(self) -> int:
        return self.kit.px(self.natural)

    def picture_rect(self) -> pygame.Rect:
        """The place of the picture itself."""
        label = self._fitted(self.rect.width).height + self.kit.px(4) if self.label else 0
        room = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, max(1, self.rect.height - label))
        if self.focusable:
            room.inflate_ip(-2 * self.kit.px(PLAY), -2 * self.kit.px(PLAY))
        width = min(room.width, round(room.height * self.aspect))
        found = pygame.Rect(0, 0, max(1, width), max(1, round(width / self.aspect)))
        found.center = room.center
        return found

    def point(self, event: Pointer) -> bool:
        return self.focusable and super().point(event)

    def act(self, action: Action) -> bool:
        return self.focusable and super().act(action)

    def press(self, event: Pointer | None) -> None:
        if self.on_press is not None:
            self.on_press()

    def clipped(self) -> Iterable[str]:
        return () if self._fitted(self.rect.width).fits else (self.label,)

    def draw(self, surface: pygame.Surface) -> None:
        place = self.picture_rect()
        raised = round(self.kit.px(PLAY) * self.rise) if self.focusable else 0
        self.paint_picture(surface, place.move(0, -raised))
        if self.label:
            fitted = self._fitted(self.rect.width)
            below = pygame.Rect(self.rect.left, self.rect.bottom - fitted.height, self.rect.width, fitted.height)
            fitted.draw(self.kit, surface, below, self.kit.theme.colours.ink)
