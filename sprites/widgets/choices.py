"""What is chosen beside its label: switches, and choices among a few."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from sprites.paint import materials, surfaces
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour
from sprites.widgets import faces
from sprites.widgets.base import Control, Ease, Fitted, fit
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import LEAST_TARGET, Widget

SLIDE_SECONDS = 0.12
"""How long a switch takes to slide over."""
LABEL_SHARE = 0.45
"""How much of a choice's or slider's width its label may take when it stands beside."""
SIDE = 8
"""Units that stay free on both sides, so that the focus ring does not touch the words."""
NARROW = 420
"""Units below which the label goes above."""


class Labelled(Control):
    """A control with its label to the left, or above where that leaves too little room."""

    stretches = True

    def __init__(self, kit: Kit, key: str, label: str, *, tip: str = "", enabled: bool = True) -> None:
        super().__init__(kit, key, tip=tip, enabled=enabled)
        self.label = label
        self.peers: tuple[Labelled, ...] = (self,)
        """Those whose controls are all as wide as the widest of them; see :func:`line_up`."""

    def own_width(self) -> int:
        """The width in pixels that the control itself wants, without the label."""
        return self.kit.px(2 * LEAST_TARGET)

    def own_height(self, room: int) -> int:
        """The height in pixels of the control itself, in so much width."""
        return self.kit.px(self.kit.theme.sizes.control)

    def beside(self, width: int) -> bool:
        """Tell whether the label stands beside the control."""
        return bool(self.label) and width >= self.kit.px(NARROW)

    def label_width(self, width: int) -> int:
        """The width that the label has, of all the width there is."""
        inner = width - 2 * self.kit.px(SIDE)
        if not self.beside(width):
            return max(1, inner)
        least, widest = round(inner * LABEL_SHARE), max(peer.own_width() for peer in self.peers)
        return max(1, least, inner - widest) - self.kit.px(self.kit.theme.sizes.gap)

    def control_width(self, width: int) -> int:
        """The width that the control has, of all the width there is."""
        inner = width - 2 * self.kit.px(SIDE)
        beside = self.label_width(width) + self.kit.px(self.kit.theme.sizes.gap)
        return max(1, inner - beside if self.beside(width) else inner)

    def _fitted_label(self, width: int, height: int | None = None) -> Fitted:
        size = self.kit.theme.sizes.interface
        return fit(self.kit, self.label, self.label_width(width), height, units=size, lines=3)

    def measure(self, width: int) -> int:
        label, own = self._fitted_label(width).height, self.own_height(self.control_width(width))
        if self.beside(width):
            return max(label, own)
        return (label + self.kit.px(4) if self.label else 0) + own

    def natural_width(self) -> int:
        label = self.kit.bakery.font("interface", self.kit.px(self.kit.theme.sizes.interface)).size(self.label)[0]
        return label + self.kit.px(2 * self.kit.theme.sizes.gap + 2 * SIDE) + self.own_width()

    def parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The rectangles of the label and of the control."""
        rect = self.rect.inflate(-2 * self.kit.px(SIDE), 0)
        width = self.control_width(self.rect.width)
        own = self.own_height(width)
        if self.beside(self.rect.width):
            control = pygame.Rect(rect.right - width, rect.centery - own // 2, width, own)
            return pygame.Rect(rect.left, rect.top, self.label_width(self.rect.width), rect.height), control
        control = pygame.Rect(rect.left, rect.bottom - own, width, own)
        return pygame.Rect(rect.left, rect.top, rect.width, max(0, control.top - rect.top - self.kit.px(4))), control

    def clipped(self) -> Iterable[str]:
        height = self.parts()[0].height
        return () if not self.label or self._fitted_label(self.rect.width, height).fits else (self.label,)

    @property
    def ink(self) -> Colour:
        return self.kit.theme.colours.ink if self.enabled else faces.disabled_ink(self.kit)

    def draw_label(self, surface: pygame.Surface) -> None:
        place = self.parts()[0]
        self._fitted_label(self.rect.width, place.height).draw(self.kit, surface, place, self.ink, "left")


class Toggle(Labelled):
    """A switch that is on or off; the whole row can be pressed."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str,
        value: bool,
        on_change: Callable[[bool], object],
        *,
        tip: str = "",
        enabled: bool = True,
    ) -> None:
        super().__init__(kit, key, label, tip=tip, enabled=enabled)
        self.value = value
        self.on_change = on_change
        self.slide = Ease(0.0 if kit.reduced_motion else SLIDE_SECONDS, float(value), float(value))

    def own_width(self) -> int:
        return self.kit.px(76)

    def beside(self, width: int) -> bool:
        """Tell that a switch is small enough to stand beside any label."""
        return bool(self.label)

    def press(self, event: Pointer | None) -> None:
        self._set(not self.value)

    def act(self, action: Action) -> bool:
        """Switch over, or left for off and right for on."""
        if self.enabled and action.name in ("left", "right") and self.value != (action.name == "right"):
            self.kit.play("press")
            self._set(action.name == "right")
            return True
        return super().act(action)

    def _set(self, value: bool) -> None:
        self.value = value
        self.on_change(value)

    def update(self, dt: float) -> bool:
        self.slide.target = float(self.value)
        sliding = self.slide.update(dt)
        return super().update(dt) or sliding

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_label(surface)
        control = self.parts()[1]
        height, width = self.kit.px(32), self.kit.px(68)
        groove = pygame.Rect(control.right - width - self.kit.px(4), control.centery - height // 2, width, height)
        surface.blit(materials.well(self.kit, groove.size), groove)
        if self.enabled and self.value:
            fill = faces.bar(self.kit, groove.inflate(-self.kit.px(6), -self.kit.px(6)).size, self._good)
            surface.blit(fill, fill.get_rect(center=groove.center))
        size = self.kit.px(40)
        left = groove.left - self.kit.px(4) + round(self.slide.value * (width + self.kit.px(8) - size))
        knob = faces.knob(self.kit, size, lift=max(self.lift.value, self.sink.value), enabled=self.enabled)
        surface.blit(knob, (left, groove.centery - size // 2))

    @property
    def _good(self) -> surfaces.RGB:
        colours = self.kit.theme.colours
        return surfaces.mix(colours.good, colours.table, 0.25)


def line_up(widgets: Iterable[Widget]) -> None:
    """Let the controls that stand below each other have one width and so one left edge; switches stay small."""
    peers = tuple(one for one in widgets if isinstance(one, Labelled) and not isinstance(one, Toggle))
    for one in peers:
        one.peers = peers


class Choice(Labelled):
    """One of a few options, with an arrow to each side; left and right change it, a tap goes on to the next."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str,
        options: Sequence[tuple[Any, str]],
        value: Any,
        on_change: Callable[[Any], object],
        *,
        tip: str = "",
        enabled: bool = True,
    ) -> None:
        super().__init__(kit, key, label, tip=tip, enabled=enabled)
        self.options = list(options)
        self.value = value
        self.on_change = on_change

    @property
    def index(self) -> int:
        """The place of the value among the options; 0 for a value that is none of them."""
        return next((i for i, (value, _) in enumerate(self.options) if value == self.value), 0)

    @property
    def text(self) -> str:
        """What is shown for the value."""
        return self.options[self.index][1] if self.options else ""

    def own_width(self) -> int:
        """What the longest option wants between the arrows."""
        font = self.kit.bakery.font("interface", self.kit.px(self.kit.theme.sizes.interface))
        longest = max((font.size(text)[0] for _, text in self.options), default=0)
        return longest + self.kit.px(2 * LEAST_TARGET + 12)

    def own_height(self, room: int) -> int:
        """The height of a control, or more where an option goes on two lines."""
        room -= self.kit.px(2 * LEAST_TARGET + 4)
        size = self.kit.theme.sizes.interface
        tallest = max((fit(self.kit, text, room, units=size).height for _, text in self.options), default=0)
        return max(super().own_height(room), tallest + self.kit.px(2 + faces.LIP + 4))

    def press(self, event: Pointer | None) -> None:
        """Go on to the next option, or back where the left arrow was pressed."""
        control = self.parts()[1]
        back = event is not None and control.left <= event.pos[0] < control.left + self.kit.px(LEAST_TARGET)
        self._step(-1 if back else 1)

    def act(self, action: Action) -> bool:
        """Take left and right as well."""
        if self.enabled and action.name in ("left", "right"):
            self.kit.play("press")
            self._step(1 if action.name == "right" else -1)
            return True
        return super().act(action)

    def _step(self, step: int) -> None:
        if len(self.options) > 1:
            self.value = self.options[(self.index + step) % len(self.options)][0]
            self.on_change(self.value)

    def _fitted_option(self, text: str) -> Fitted:
        body = faces.button_body(self.kit, self.parts()[1])
        return fit(
            self.kit,
            text,
            body.width - self.kit.px(2 * LEAST_TARGET),
            body.height,
            units=self.kit.theme.sizes.interface,
        )

    def clipped(self) -> Iterable[str]:
        return [*super().clipped(), *(text for _, text in self.options if not self._fitted_option(text).fits)]

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_label(surface)
        control = self.parts()[1]
        lift, sink = self.lift.value, self.sink.value
        surface.blit(
            faces.button_face(self.kit, control.size, "normal", lift=lift, sink=sink, enabled=self.enabled), control
        )
        body = faces.button_body(self.kit, control, sink)
        ink = faces.label_colour(self.kit, "normal", enabled=self.enabled)
        accent = self.kit.theme.colours.accent_light if self.enabled else ink
        for icon, x in (("chevron_left", body.left), ("chevron_right", body.right)):
            picture = self.kit.bakery.icon(icon, self.kit.px(28), accent)
            offset = self.kit.px(LEAST_TARGET // 2) * (1 if icon == "chevron_left" else -1)
            surface.blit(picture, picture.get_rect(center=(x + offset, body.centery)))
        self._fitted_option(self.text).draw(self.kit, surface, body, ink)
