"""A slider: dragged, or nudged by arrows. The wheel is left to the page, which should scroll and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.widgets import faces
from sprites.widgets.base import Fitted, fit
from sprites.widgets.choices import Labelled
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import Widget

KNOB = 44
GROOVE = 12
PAGE = 10
"""A page key moves as far as this many arrows."""


class Slider(Labelled):
    """A number between ``low`` and ``high`` in steps; ``show`` says how it is written beside the groove.

    ``on_change`` is told while it is dragged, ``on_release`` once at the end of a drag and after each key.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str,
        value: float,
        low: float,
        high: float,
        step: float,
        on_change: Callable[[float], object],
        show: Callable[[float], str] = "{:g}".format,
        *,
        on_release: Callable[[float], object] | None = None,
        tip: str = "",
        enabled: bool = True,
    ) -> None:
        super().__init__(kit, key, label, tip=tip, enabled=enabled)
        self.low, self.high, self.step = low, max(low, high), step
        self.on_change = on_change
        self.on_release = on_release
        self.show = show
        self.value = self._snapped(value)
        self._before = self.value
        self._grip = 0

    def _snapped(self, value: float) -> float:
        value = min(self.high, max(self.low, value))
        if self.step > 0:
            value = self.low + round((value - self.low) / self.step) * self.step
        return min(self.high, round(value, 9))

    # -- places

    def own_width(self) -> int:
        return self.kit.px(280)

    def _number_width(self) -> int:
        """The room for the number: the same for all values, so that the groove keeps its place in a drag."""
        font = self.kit.bakery.font("interface", self.kit.px(self.kit.theme.sizes.interface))
        middle = self._snapped((self.low + self.high) / 2)
        return max(font.size(self.show(value))[0] for value in (self.low, middle, self.high))

    def track(self) -> pygame.Rect:
        """The way of the knob, as high as the slider."""
        control = self.parts()[1]
        knob = self.kit.px(KNOB)
        room = min(self._number_width(), control.width // 3) + self.kit.px(8)
        width = max(1, control.width - knob - room)
        return pygame.Rect(control.left + knob // 2, control.top, width, control.height)

    def knob_x(self) -> int:
        """Say where the middle of the knob is now."""
        track, span = self.track(), self.high - self.low
        return track.left + round(track.width * ((self.value - self.low) / span if span else 0))

    # -- hands

    def keeps(self, event: Pointer, start: tuple[int, int]) -> bool:
        """Keep a drag that goes along the groove; a finger's that goes across it may scroll the page."""
        return not event.touch or abs(event.pos[0] - start[0]) >= abs(event.pos[1] - start[1])

    def resumes(self, former: Widget) -> bool:
        """Stay in the hand that drags it while the screen is built again."""
        if isinstance(former, Slider):
            self.value, self._before, self._grip = self._snapped(former.value), former._before, former._grip
        return True

    def point(self, event: Pointer) -> bool:
        """Drag the knob, or jump to where the groove is pressed."""
        if event.kind == "down":
            return self._grab(event)
        if event.kind == "move":
            self._drag(event)
        elif event.kind == "up":
            self._drag(event)
            self._done()
        elif event.kind == "cancel":
            self._take(self._before)
            self._done()
        return event.kind in ("move", "up", "cancel", "hold", "hover")

    def _grab(self, event: Pointer) -> bool:
        if not self.parts()[1].collidepoint(event.pos):
            return False
        self._before = self.value
        offset = event.pos[0] - self.knob_x()
        self._grip = offset if abs(offset) <= self.kit.px(KNOB) // 2 else 0
        if not event.touch or self._grip:
            self._drag(event)
        return True

    def _drag(self, event: Pointer) -> None:
        track = self.track()
        part = (event.pos[0] - self._grip - track.left) / track.width
        self._take(self.low + part * (self.high - self.low))

    def act(self, action: Action) -> bool:
        steps = {"left": -1, "right": 1, "page_down": -PAGE, "page_up": PAGE}.get(action.name)
        if steps is None or not self.enabled:
            return False
        self._take(self.value + steps * self.step)
        self._done()
        return True

    def _take(self, value: float) -> None:
        value = self._snapped(value)
        if value != self.value:
            self.value = value
            self.on_change(value)

    def _done(self) -> None:
        if self.value != self._before:
            self._before = self.value
            if self.on_release is not None:
                self.on_release(self.value)

    # -- picture

    def clipped(self) -> Iterable[str]:
        return [*super().clipped(), *(() if self._fitted_number().fits else (self.show(self.value),))]

    def _number_rect(self) -> pygame.Rect:
        control, track = self.parts()[1], self.track()
        left = track.right + self.kit.px(KNOB) // 2 + self.kit.px(4)
        return pygame.Rect(left, control.top, control.right - left, control.height)

    def _fitted_number(self) -> Fitted:
        rect = self._number_rect()
        return fit(
            self.kit, self.show(self.value), rect.width, rect.height, units=self.kit.theme.sizes.interface, lines=1
        )

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_label(surface)
        track = self.track()
        groove = pygame.Rect(
            track.left - self.kit.px(GROOVE) // 2, 0, track.width + self.kit.px(GROOVE), self.kit.px(GROOVE)
        )
        groove.centery = track.centery
        surface.blit(materials.well(self.kit, groove.size), groove)
        x = self.knob_x()
        filled = groove.inflate(-self.kit.px(4), -self.kit.px(4))
        filled.width = max(filled.height, x - filled.left)
        colours = self.kit.theme.colours
        surface.blit(faces.bar(self.kit, filled.size, colours.accent if self.enabled else colours.panel_edge), filled)
        size = self.kit.px(KNOB)
        knob = faces.knob(self.kit, size, lift=max(self.lift.value, self.sink.value), enabled=self.enabled)
        surface.blit(knob, (x - size // 2, track.centery - size // 2))
        self._fitted_number().draw(self.kit, surface, self._number_rect(), self.ink, "right")
