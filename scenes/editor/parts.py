"""What an editor's panel is made of: swatches to paint with, numbers to step, and the strip that says how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from scenes.app.app import Scene
from scenes.app.fields import KeyboardScene
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.paint.surfaces import mix
from sprites.widgets import Progress, faces
from sprites.widgets.base import Control, Fitted, fit
from sprites.widgets.choices import Labelled
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import LEAST_TARGET, Widget

SWATCH = 72
"""Units of a swatch's height where there is room."""
AROUND = 7
"""Units between a swatch's edge and its picture."""
LABEL_ROOM = 0.3
"""Of a swatch's height, for the words on it."""
REPEAT_DELAY, REPEAT = 0.45, 0.07
"""Seconds for which an arrow of a stepper is held until it counts again, and then until the next time."""
DIGITS = "000"
"""Numbers have room for as much at least, so that steppers below each other look alike."""
LARGE_STEP = 10
"""What a page key adds to a number."""


class Swatch(Control):
    """A small button that shows what it paints or adds; ``label`` and ``is_chosen`` are asked each time it is drawn."""

    stretches = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        paint: Callable[[pygame.Surface, pygame.Rect], object],
        on_press: Callable[[], object],
        *,
        tip: str = "",
        label: Callable[[], str] = str,
        is_chosen: Callable[[], bool] = lambda: False,
        height: float = SWATCH,
    ) -> None:
        super().__init__(kit, key, tip=tip)
        self.paint = paint
        self.on_press = on_press
        self.label = label
        self.is_chosen = is_chosen
        self.height = height

    def measure(self, width: int) -> int:
        return max(self.kit.px(LEAST_TARGET), self.kit.px(self.height))

    def natural_width(self) -> int:
        return self.measure(0)

    def press(self, event: Pointer | None) -> None:
        self.on_press()

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The places of picture and words."""
        body = faces.button_body(self.kit, self.rect, self.sink.value)
        has_words = bool(self.label())
        below = round(body.height * LABEL_ROOM) if has_words else 0
        inner = body.inflate(-2 * self.kit.px(AROUND - 2), -2 * self.kit.px(AROUND - (3 if has_words else 0)))
        side = max(8, min(inner.width, inner.height - below))
        picture = pygame.Rect(0, 0, side, side)
        picture.midtop = (inner.centerx, inner.top + (inner.height - below - side) // 2)
        return picture, pygame.Rect(inner.left, inner.bottom - below, inner.width, below)

    def _fitted(self, words: pygame.Rect) -> Fitted:
        return fit(self.kit, self.label(), words.width, words.height, units=self.kit.theme.sizes.small, lines=1)

    def clipped(self) -> Iterable[str]:
        words = self._parts()[1]
        return () if not words.height or self._fitted(words).fits else (self.label(),)

    def draw(self, surface: pygame.Surface) -> None:
        chosen = self.is_chosen()
        lift = max(self.lift.value, 0.6 if chosen else 0.0)
        face = faces.button_face(self.kit, self.rect.size, "normal", lift=lift, sink=self.sink.value)
        surface.blit(face, self.rect)
        picture, words = self._parts()
        self.paint(surface, picture)
        if words.height:
            self._fitted(words).draw(self.kit, surface, words, faces.label_colour(self.kit, "normal", enabled=True))
        if chosen:
            body = faces.button_body(self.kit, self.rect, self.sink.value)
            surface.blit(chosen_edge(self.kit, body.size), body)


def chosen_edge(kit: Kit, size: tuple[int, int]) -> pygame.Surface:
    """The brass edge around what is chosen."""
    radius, width = kit.px(kit.theme.sizes.radius * 0.85), kit.px(3.5)

    def paint(canvas: pygame.Surface, factor: int) -> None:
        pygame.draw.rect(canvas, kit.theme.colours.focus, canvas.get_rect(), width * factor, radius * factor)

    return kit.bakery.smooth("swatch-chosen", size, paint)


class Stepper(Labelled):
    """A whole number with an arrow to each side, which can be held; a tap on the number itself asks for another one.

    ``value`` is asked each time, so that the number follows what is undone elsewhere.
    """

    def __init__(
        self,
        scene: Scene,
        key: str,
        label: str,
        value: Callable[[], int],
        bounds: tuple[int, int],
        on_change: Callable[[int], object],
    ) -> None:
        super().__init__(scene.app.kit, key, label)
        self.scene = scene
        self.value = value
        self.low, self.high = bounds
        self.on_change = on_change
        self._held = 0
        self._waits = 0.0

    def own_width(self) -> int:
        font = self.kit.bakery.font("interface", self.kit.px(self.kit.theme.sizes.interface))
        return max(font.size(str(self.high))[0], font.size(DIGITS)[0]) + self.kit.px(2 * LEAST_TARGET + 20)

    def beside(self, width: int) -> bool:
        """Tell whether the label stands beside: numbers are narrow."""
        return bool(self.label)

    def label_width(self, width: int) -> int:
        return max(1, width - self.own_width() - self.kit.px(self.kit.theme.sizes.gap + 16))

    def _part_at(self, x: int) -> int:
        """-1 and 1 for the arrows, 0 for the number between them."""
        control = self.parts()[1]
        if x < control.left:
            return 0
        return -1 if x < control.left + control.width // 3 else 1 if x >= control.right - control.width // 3 else 0

    # -- hands

    def point(self, event: Pointer) -> bool:
        """Step while an arrow is held."""
        if event.kind == "down" and self.enabled:
            self._held, self._waits = self._part_at(event.pos[0]), REPEAT_DELAY
            self._step(self._held)
        elif event.kind in ("up", "cancel"):
            held, self._held = self._held, 0
            if held:
                return True
        return super().point(event)

    def press(self, event: Pointer | None) -> None:
        """Ask for another number."""
        keyboard = KeyboardScene(self.scene.app, self.label, str(self.value()), self._take,
                                 max_length=len(str(self.high)), allowed=str.isdigit)  # fmt: skip
        self.scene.app.stack.push(keyboard)

    def act(self, action: Action) -> bool:
        """Take left and right, and page keys for larger steps."""
        steps = {"left": -1, "right": 1, "page_down": -LARGE_STEP, "page_up": LARGE_STEP}
        if self.enabled and action.name in steps:
            self.kit.play("press")
            self._step(steps[action.name])
            return True
        return super().act(action)

    def _take(self, text: str) -> None:
        if text.isascii() and text.isdigit():
            self.set(int(text))

    def _step(self, step: int) -> None:
        if step:
            self.set(self.value() + step)

    def set(self, number: int) -> None:
        """Choose a number, or the nearest that is allowed."""
        number = max(self.low, min(self.high, number))
        if number != self.value():
            self.on_change(number)

    def update(self, dt: float) -> bool:
        """Step on while an arrow is held."""
        moving = super().update(dt)
        if not self._held or not self.pressed:
            return moving
        self._waits -= dt
        if self._waits <= 0:
            self._waits = REPEAT
            self._step(self._held)
        return True

    # -- picture

    def _fitted_number(self, width: int) -> Fitted:
        return fit(self.kit, str(self.value()), width, units=self.kit.theme.sizes.interface, lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_label(surface)
        control = self.parts()[1]
        sink = self.sink.value
        face = faces.button_face(self.kit, control.size, "normal", lift=self.lift.value, sink=sink,
                                 enabled=self.enabled)  # fmt: skip
        surface.blit(face, control)
        body = faces.button_body(self.kit, control, sink)
        ink = faces.label_colour(self.kit, "normal", enabled=self.enabled)
        for icon, x, end in (("minus", body.left, self.low), ("plus", body.right, self.high)):
            usable = self.enabled and self.value() != end
            colour = self.kit.theme.colours.accent_light if usable else faces.disabled_ink(self.kit)
            picture = self.kit.bakery.icon(icon, self.kit.px(26), colour)
            offset = self.kit.px(LEAST_TARGET // 2) * (1 if icon == "minus" else -1)
            surface.blit(picture, picture.get_rect(center=(x + offset, body.centery)))
        room = body.inflate(-2 * self.kit.px(LEAST_TARGET), 0)
        self._fitted_number(room.width).draw(self.kit, surface, room, ink)


class StatusStrip(Widget):
    """A strip of paper below the board: a lamp, what to do or what was found, and what lies under the hand."""

    focusable = False

    def __init__(self, kit: Kit, key: str, *, compact: bool) -> None:
        super().__init__(kit, key)
        self.text = ""
        self.aside = ""
        self.icon = "check_circle_outline"
        self.compact = compact
        self.progress = Progress(kit, f"{key}_progress", active=False)

    def children(self) -> Iterable[Widget]:
        return (self.progress,)

    def say(self, text: str, icon: str, *, thinking: bool = False) -> None:
        self.text, self.icon = text, icon
        self.progress.active = thinking

    def place(self, rect: pygame.Rect) -> None:
        """Put the sign of thinking where the lamp is."""
        super().place(rect)
        self.progress.place(self._lamp())

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(MARGIN["paper"] + 1)
        return self.rect.inflate(-2 * around - self.kit.px(24), -2 * around)

    def _lamp(self) -> pygame.Rect:
        inner = self._inner()
        return pygame.Rect(inner.left, inner.top, self.kit.px(34), inner.height)

    def _words(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The places of the words and of what stands aside."""
        inner, left = self._inner(), self._lamp().right + self.kit.px(8)
        width = inner.right - left
        aside = 0 if self.compact or not self.aside else round(width * 0.36)
        words = pygame.Rect(left, inner.top, width - aside - (self.kit.px(10) if aside else 0), inner.height)
        return words, pygame.Rect(inner.right - aside, inner.top, aside, inner.height)

    def _fitted(self, text: str, room: pygame.Rect) -> Fitted:
        sizes = self.kit.theme.sizes
        return fit(self.kit, text, *room.size, units=sizes.small if self.compact else sizes.text, lines=3)

    def clipped(self) -> Iterable[str]:
        return [text for text, room in zip((self.text, self.aside), self._words(), strict=True)
                if text and room.width and not self._fitted(text, room).fits]  # fmt: skip

    def draw(self, surface: pygame.Surface) -> None:
        colours = self.kit.theme.colours
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        if self.progress.active:
            self.progress.draw(surface)
        else:
            lamp = self.kit.bakery.icon(self.icon, self.kit.px(28), colours.paper_accent)
            surface.blit(lamp, lamp.get_rect(center=self._lamp().center))
        words, aside = self._words()
        self._fitted(self.text, words).draw(self.kit, surface, words, colours.paper_ink, "left")
        if aside.width:
            soft = "#{:02x}{:02x}{:02x}".format(*mix(colours.paper_ink, colours.paper, 0.18))
            self._fitted(self.aside, aside).draw(self.kit, surface, aside, soft, "right")
