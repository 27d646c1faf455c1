"""What is pressed: a button with words, an icon, or both."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from sprites.paint.kit import Kit
from sprites.widgets import faces
from sprites.widgets.base import Control, Fitted, fit
from sprites.widgets.input import Pointer

ICON = 1.25
"""An icon's height by the label's."""


def _nothing() -> None:
    """Do nothing: what a button without a purpose yet does."""


class Button(Control):
    """A button with a label, an icon, or both; the label shrinks or goes on two lines rather than being cut."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str = "",
        icon: str = "",
        on_press: Callable[[], object] = _nothing,
        style: faces.ButtonStyle = "normal",
        tip: str = "",
        enabled: bool = True,
        *,
        units: float | None = None,
        height: float | None = None,
        pad: float | None = None,
    ) -> None:
        super().__init__(kit, key, tip=tip, enabled=enabled)
        self.label = label
        self.icon = icon
        self.on_press = on_press
        self.style = style
        self.units = kit.theme.sizes.interface if units is None else units
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

    def press(self, event: Pointer | None) -> None:
        self.on_press()

    def clipped(self) -> Iterable[str]:
        body = faces.button_body(self.kit, self.rect)
        return () if self._fitted(body.width, body.height).fits else (self.label,)

    def draw(self, surface: pygame.Surface) -> None:
        face = faces.button_face(
            self.kit, self.rect.size, self.style, lift=self.lift.value, sink=self.sink.value, enabled=self.enabled
        )
        surface.blit(face, self.rect)
        body = faces.button_body(self.kit, self.rect, self.sink.value)
        ink = faces.label_colour(self.kit, self.style, enabled=self.enabled)
        fitted = self._fitted(body.width, body.height)
        if self.icon:
            picture = self.kit.bakery.icon(self.icon, min(self._icon_size, body.height), ink)
            whole = fitted.width + self._icon_room if self.label else picture.get_width()
            left = body.left + (body.width - whole) // 2
            surface.blit(picture, (left, body.centery - picture.get_height() // 2))
            body = pygame.Rect(left + self._icon_room, body.top, fitted.width, body.height)
        fitted.draw(self.kit, surface, body, ink)
