"""What is pressed: a button with words, an icon, or both, and a picture, which may also be only looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from sprites.paint.kit import Kit
from sprites.widgets import faces
from sprites.widgets.base import Control, Fitted, do_nothing, fit
from sprites.widgets.input import Action, Pointer

ICON = 1.25
"""An icon's height by the label's."""
PLAY = 2
"""Units by which a picture that can be pressed rises and sinks."""


class Button(Control):
    """A button with a label, an icon, or both; the label shrinks or goes on two lines rather than being cut."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str = "",
        icon: str = "",
        on_press: Callable[[], object] = do_nothing,
        style: faces.ButtonStyle = "normal",
        tip: str = "",
        enabled: bool = True,
        *,
        units: float | None = None,
        height: float | None = None,
        pad: float | None = None,
    ) -> None:
        super().__init__(kit, key, on_press, tip=tip, enabled=enabled)
        self.label = label
        self.icon = icon
        self.style = style
        self.units = kit.theme.sizes.text if units is None else units
        self.height = kit.theme.sizes.control if height is None else height
        self.pad = kit.theme.sizes.pad * (0.8 if label else 0.3) if pad is None else pad

    def relabel(self, other: Button) -> None:
        """Say and show what another button does; the hand and the focus that are on this one stay."""
        self.label, self.icon, self.tip, self.enabled = other.label, other.icon, other.tip, other.enabled

    @property
    def stretches(self) -> bool:  # type: ignore[override]
        """Whether it takes what width a row has to spare."""
        return bool(self.label)

    @property
    def _side(self) -> int:
        return self.kit.px(self.pad)

    @property
    def _icon_room(self) -> int:
        return (self._icon_size + self.kit.px(8)) if self.icon and self.label else 0

    @property
    def _icon_size(self) -> int:
        return self.kit.px(self.units * (ICON if self.label else 1.5))

    def _fitted(self, width: int, height: int | None) -> Fitted:
        room = width - 2 * self._side - self._icon_room
        return fit(self.kit, self.label, room, height, units=self.units)

    def measure(self, width: int) -> int:
        """The height of a control, or more where two lines need it."""
        around = self.kit.px(2 + faces.LIP + 4)
        return max(self.kit.px(self.height), self._fitted(width, None).height + around)

    def natural_width(self) -> int:
        if not self.label:
            return self.kit.px(self.height)
        label = self.kit.bakery.font("interface", self.kit.px(self.units)).size(self.label)[0]
        return max(self.kit.px(self.height), label + 2 * self._side + self._icon_room + self.kit.px(2))

    def clipped(self) -> Iterable[str]:
        body = faces.button_body(self.kit, self.rect)
        return () if self._fitted(body.width, body.height).fits else (self.label,)

    def draw(self, surface: pygame.Surface) -> None:
        body = self.draw_face(surface, self.style)
        ink = faces.label_colour(self.kit, self.style, enabled=self.enabled)
        fitted = self._fitted(body.width, body.height) if self.label else None
        if self.icon:
            picture = self.kit.bakery.icon(self.icon, min(self._icon_size, body.height), ink)
            whole = fitted.width + self._icon_room if fitted is not None else picture.get_width()
            left = body.left + (body.width - whole) // 2
            surface.blit(picture, (left, body.centery - picture.get_height() // 2))
            body = pygame.Rect(left + self._icon_room, body.top, whole - self._icon_room, body.height)
        if fitted is not None:
            fitted.draw(self.kit, surface, body, ink)


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
        on_press: Callable[[], object] = do_nothing,
        label: str = "",
        *,
        tip: str = "",
        natural: float = 160,
    ) -> None:
        super().__init__(kit, key, on_press, tip=tip)
        self.paint_picture = draw
        self.aspect = aspect
        self.label = label
        self.natural = natural

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.on_press is not do_nothing

    def _fitted(self, width: int, height: int | None = None) -> Fitted:
        return fit(self.kit, self.label, width, height, units=self.kit.theme.sizes.text)

    def measure(self, width: int) -> int:
        label = self._fitted(width).height
        return round(width / self.aspect) + (label + self.kit.px(4) if self.label else 0)

    def natural_width(self) -> int:
        return self.kit.px(self.natural)

    def picture_rect(self) -> pygame.Rect:
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
