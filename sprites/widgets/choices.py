"""Labelled controls: switches, choices among a few, and sliders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from sprites.paint import materials, surfaces
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour
from sprites.widgets import faces
from sprites.widgets.base import LEAST_TARGET, Control, Ease, Fitted, Widget, Words, fit
from sprites.widgets.input import Action, Pointer

SLIDE_SECONDS = 0.12
"""Seconds in which a switch slides over."""
LABEL_SHARE = 0.45
"""How much of a choice's or slider's width its label may claim when it stands beside."""
SIDE = 8
"""Units of free space on both sides, so that the focus ring does not touch the text."""
NARROW = 420
"""Units of width below which the label goes above."""
ARROW = 36
"""Units at both ends of a choice that its words leave to the arrows."""
KNOB = 44
GROOVE = 12
PAGE = 10
"""Arrow steps of a page key."""


class Labelled(Control):
    """A control with its label to the left, or above if that leaves too little room."""

    stretches = True

    def __init__(self, kit: Kit, key: str, label: str, *, tip: str = "", enabled: bool = True) -> None:
        super().__init__(kit, key, tip=tip, enabled=enabled)
        self.label = label
        self.peers: tuple[Labelled, ...] = (self,)
        """The widgets whose controls are all as wide as the widest of them; see :func:`align_controls`."""

    def own_width(self) -> int:
        """The preferred width in pixels of the control, without the label."""
        return self.kit.px(2 * LEAST_TARGET)

    def own_height(self, room: int) -> int:
        """The height in pixels of the control, at that width."""
        return self.kit.px(self.kit.theme.sizes.control)

    def beside(self, width: int) -> bool:
        """Whether the label stands beside the control."""
        return bool(self.label) and width >= self.kit.px(NARROW)

    def label_width(self, width: int) -> int:
        """The label's part of the width."""
        inner, gap = width - 2 * self.kit.px(SIDE), self.kit.px(self.kit.theme.sizes.gap)
        if not self.beside(width):
            return max(1, inner)
        widest = max(peer.own_width() for peer in self.peers)
        least = min(round(inner * LABEL_SHARE), max(peer.words_width() for peer in self.peers) + gap)
        return max(1, least, inner - widest) - gap

    def control_width(self, width: int) -> int:
        """The control's part of the width."""
        inner = width - 2 * self.kit.px(SIDE)
        beside = self.label_width(width) + self.kit.px(self.kit.theme.sizes.gap)
        return max(1, inner - beside if self.beside(width) else inner)

    def measure(self, width: int) -> int:
        label = fit(self.kit, self.label, self.label_width(width), units=self.kit.theme.sizes.text, lines=3).height
        own = self.own_height(self.control_width(width))
        if self.beside(width):
            return max(label, own)
        return (label + self.kit.px(4) if self.label else 0) + own

    @property
    def font(self) -> pygame.font.Font:
        return self.kit.cache.font("interface", self.kit.px(self.kit.theme.sizes.text))

    def words_width(self) -> int:
        """The width in pixels that the label wants."""
        return self.font.size(self.label)[0]

    def natural_width(self) -> int:
        return self.words_width() + self.kit.px(2 * self.kit.theme.sizes.gap + 2 * SIDE) + self.own_width()

    def parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        rect = self.rect.inflate(-2 * self.kit.px(SIDE), 0)
        width = self.control_width(self.rect.width)
        own = self.own_height(width)
        if self.beside(self.rect.width):
            control = pygame.Rect(rect.right - width, rect.centery - own // 2, width, own)
            return pygame.Rect(rect.left, rect.top, self.label_width(self.rect.width), rect.height), control
        control = pygame.Rect(rect.left, rect.bottom - own, width, own)
        return pygame.Rect(rect.left, rect.top, rect.width, max(0, control.top - rect.top - self.kit.px(4))), control

    def words(self) -> Iterable[Words]:
        yield Words(self.label, self.parts()[0], self.ink, self.kit.theme.sizes.text, lines=3)

    @property
    def ink(self) -> Colour:
        return self.kit.theme.colours.ink if self.enabled else faces.disabled_ink(self.kit)


class Toggle(Labelled):
    """An on/off switch; the whole row can be pressed."""

    def __init__(
        self, kit: Kit, key: str, label: str, value: bool, on_change: Callable[[bool], object], *, enabled: bool = True
    ) -> None:
        super().__init__(kit, key, label, enabled=enabled)
        self.value = value
        self.on_change = on_change
        self.slide = Ease(0.0 if kit.reduced_motion else SLIDE_SECONDS, float(value), float(value))

    def own_width(self) -> int:
        return self.kit.px(76)

    def beside(self, width: int) -> bool:
        """Whether there is a label: a switch is small enough to stand beside any."""
        return bool(self.label)

    def press(self, event: Pointer | None) -> None:
        self._set(not self.value)

    def act(self, action: Action) -> bool:
        """Switch over; left switches off, and right on."""
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
        super().draw(surface)
        control = self.parts()[1]
        height, width = self.kit.px(32), self.kit.px(68)
        groove = pygame.Rect(control.right - width - self.kit.px(4), control.centery - height // 2, width, height)
        surface.blit(materials.well(self.kit, groove.size), groove)
        if self.enabled and self.value:
            good = surfaces.mix(self.kit.theme.colours.good, self.kit.theme.colours.table, 0.25)
            fill = faces.bar(self.kit, groove.inflate(-self.kit.px(6), -self.kit.px(6)).size, good)
            surfaces.blit_around(surface, fill, groove.center)
        size = self.kit.px(40)
        left = groove.left - self.kit.px(4) + round(self.slide.value * (width + self.kit.px(8) - size))
        knob = faces.knob(self.kit, size, lift=max(self.lift.value, self.sink.value), enabled=self.enabled)
        surface.blit(knob, (left, groove.centery - size // 2))


def align_controls(widgets: Iterable[Widget]) -> None:
    """Give the controls below each other one width and so one left edge; switches stay small."""
    peers = tuple(one for one in widgets if isinstance(one, Labelled) and not isinstance(one, Toggle))
    for one in peers:
        one.peers = peers


class Choice(Labelled):
    """One of a few options, with an arrow on each side; left and right change it, a tap goes to the next."""

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
    ) -> None:
        super().__init__(kit, key, label, tip=tip)
        self.options = list(options)
        self.value = value
        self.on_change = on_change

    @property
    def index(self) -> int:
        """The index of the value among the options; 0 if it is none of them."""
        return next((i for i, (value, _) in enumerate(self.options) if value == self.value), 0)

    @property
    def text(self) -> str:
        return self.options[self.index][1] if self.options else ""

    def own_width(self) -> int:
        """The width of the longest option between the arrows."""
        longest = max((self.font.size(text)[0] for _, text in self.options), default=0)
        return longest + self.kit.px(2 * LEAST_TARGET + 12)

    def own_height(self, room: int) -> int:
        """The height of a control, or more if an option needs two lines."""
        room -= self.kit.px(2 * ARROW + 4)
        size = self.kit.theme.sizes.text
        tallest = max((fit(self.kit, text, room, units=size).height for _, text in self.options), default=0)
        return max(super().own_height(room), tallest + self.kit.px(2 + faces.LIP + 4))

    def press(self, event: Pointer | None) -> None:
        """Go to the next option, or back if the left arrow was pressed."""
        control = self.parts()[1]
        back = event is not None and control.left <= event.pos[0] < control.left + self.kit.px(LEAST_TARGET)
        self._step(-1 if back else 1)

    def act(self, action: Action) -> bool:
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
        room = body.width - self.kit.px(2 * ARROW)
        return fit(self.kit, text, room, body.height, units=self.kit.theme.sizes.text)

    def clipped(self) -> Iterable[str]:
        return [*super().clipped(), *(text for _, text in self.options if not self._fitted_option(text).fits)]

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        control = self.parts()[1]
        body = self.draw_face(surface, "normal", control)
        ink = faces.label_colour(self.kit, "normal", enabled=self.enabled)
        accent = self.kit.theme.colours.accent_light if self.enabled else ink
        for icon, x in (("chevron_left", body.left), ("chevron_right", body.right)):
            picture = self.kit.cache.icon(icon, self.kit.px(28), accent)
            offset = self.kit.px(LEAST_TARGET // 2) * (1 if icon == "chevron_left" else -1)
            surfaces.blit_around(surface, picture, (x + offset, body.centery))
        self._fitted_option(self.text).draw(self.kit, surface, body, ink)


class Slider(Labelled):
    """A number between ``low`` and ``high`` in steps, dragged or changed by arrows; ``show`` formats it.

    The wheel is left to the page, which should scroll and change nothing. ``on_change`` is called for each new value,
    ``on_release`` at the end of a drag and after a key, if the value has changed.
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
    ) -> None:
        super().__init__(kit, key, label)
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

    # -- rectangles

    def own_width(self) -> int:
        return self.kit.px(280)

    def _number_width(self) -> int:
        """The width for the number: the same for all values, so that the groove does not move in a drag."""
        middle = self._snapped((self.low + self.high) / 2)
        return max(self.font.size(self.show(value))[0] for value in (self.low, middle, self.high))

    def track(self) -> pygame.Rect:
        """The knob's track, as high as the slider."""
        control = self.parts()[1]
        knob = self.kit.px(KNOB)
        room = min(self._number_width(), control.width // 3) + self.kit.px(8)
        width = max(1, control.width - knob - room)
        return pygame.Rect(control.left + knob // 2, control.top, width, control.height)

    def knob_x(self) -> int:
        track, span = self.track(), self.high - self.low
        return track.left + round(track.width * ((self.value - self.low) / span if span else 0))

    # -- input

    def claims_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        """Keep a drag along the groove; a finger's drag across it may scroll the page."""
        return not event.touch or abs(event.pos[0] - start[0]) >= abs(event.pos[1] - start[1])

    def resume_press(self, former: Widget) -> bool:
        """Continue a drag when the screen is built again."""
        if isinstance(former, Slider):
            self.value, self._before, self._grip = self._snapped(former.value), former._before, former._grip
        return True

    def point(self, event: Pointer) -> bool:
        """Drag the knob, or jump to a press on the groove."""
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

    def words(self) -> Iterable[Words]:
        yield from super().words()
        control, track = self.parts()[1], self.track()
        left = track.right + self.kit.px(KNOB) // 2 + self.kit.px(4)
        number = pygame.Rect(left, control.top, control.right - left, control.height)
        yield Words(self.show(self.value), number, self.ink, self.kit.theme.sizes.text, lines=1, align="right")

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
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
