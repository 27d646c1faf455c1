"""Widgets and layout of editors: swatches, steppers, the strip below the board, tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame

from logic.core import Cell, Message
from scenes.app.app import Scene
from scenes.app.fields import KeyboardScene, is_digit
from scenes.board.layout import AIR, board_and_panel, edge_of, is_compact
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.paint.surfaces import mix
from sprites.widgets import LEAST_TARGET, Action, Control, Fitted, Labelled, Pointer, Progress, Widget, faces, fit
from sprites.widgets.base import Passive, Words
from sprites.widgets.layout import cut

SWATCH = 72
"""Height of a swatch in units if there is room."""
AROUND = 7
"""Units between a swatch's edge and its picture."""
LABEL_ROOM = 0.3
"""Share of a swatch's height for its label."""
REPEAT_DELAY, REPEAT = 0.45, 0.07
"""Seconds that an arrow of a stepper is held until it repeats, and between repetitions."""
DIGITS = "000"
"""Numbers have room for at least this, so that steppers below each other look alike."""
LARGE_STEP = 10
"""Step of a page key."""


TALLNESS = 1.15
"""Largest height of the board by its width in a portrait window."""
STATUS, SMALL_STATUS = 62, 64
TABS = 52
LEAST_BODY, SMALL_BODY = 250, 116
"""Least height in units of the palette below the board."""


@dataclass(frozen=True, slots=True)
class EditorLayout:
    """The rectangles of an editor in window pixels. ``judge`` is None if its button stands among the actions."""

    compact: bool
    cloth: pygame.Rect
    canvas: pygame.Rect
    status: pygame.Rect
    panel: pygame.Rect
    head: pygame.Rect
    tabs: pygame.Rect
    body: pygame.Rect
    judge: pygame.Rect | None
    actions: pygame.Rect


def arrange(kit: Kit) -> EditorLayout:
    """Give the board the largest possible room, the status a strip below it, and the panel the rest."""
    compact = is_compact(kit)
    edge, strip = edge_of(kit, compact), kit.px(SMALL_STATUS if compact else STATUS)
    inset, row, gap = _measures(kit, compact)
    least_body = kit.px(TABS) + kit.px(SMALL_BODY if compact else LEAST_BODY)
    least_below = strip + edge + 2 * row + 3 * gap + 2 * inset + least_body
    cloth, panel = board_and_panel(kit, round(kit.metrics.width * TALLNESS), least_below, compact)
    if kit.metrics.portrait:
        status, panel = cut(panel, "top", strip, edge)
    else:
        status, cloth = cut(cloth, "bottom", strip, edge)
    air = round(min(cloth.size) * AIR)
    canvas, inner = cloth.inflate(-2 * air, -2 * air), panel.inflate(-2 * inset, -2 * inset)
    head, body = cut(inner, "top", row, gap)
    tabs, body = cut(body, "top", kit.px(TABS), gap)
    actions, body = cut(body, "bottom", row, gap)
    roomy = not compact and not kit.metrics.portrait
    judge, body = cut(body, "bottom", row, gap) if roomy else (None, body)
    return EditorLayout(compact, cloth, canvas, status, panel, head, tabs, body, judge, actions)


def _measures(kit: Kit, compact: bool) -> tuple[int, int, int]:
    """The panel's inset, the height of a row of buttons, and the gap between rows."""
    sizes, margin = kit.theme.sizes, MARGIN["panel"]
    roomy, small = (margin + 10, sizes.control, sizes.gap * 0.7), (margin + 4, LEAST_TARGET + 1, 4)
    inset, row, gap = map(kit.px, small if compact else roomy)
    return inset, row, gap


class Swatch(Control):
    """A small button that shows what it paints or adds; ``label`` and ``is_chosen`` are evaluated at each drawing."""

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
        super().__init__(kit, key, on_press, tip=tip)
        self.paint = paint
        self.label = label
        self.is_chosen = is_chosen
        self.height = height

    def measure(self, width: int) -> int:
        return max(self.kit.px(LEAST_TARGET), self.kit.px(self.height))

    def natural_width(self) -> int:
        return self.measure(0)

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        body = faces.button_body(self.kit, self.rect, self.sink.value)
        has_words = bool(self.label())
        below = round(body.height * LABEL_ROOM) if has_words else 0
        inner = body.inflate(-2 * self.kit.px(AROUND - 2), -2 * self.kit.px(AROUND - (3 if has_words else 0)))
        side = max(8, min(inner.width, inner.height - below))
        picture = pygame.Rect(0, 0, side, side)
        picture.midtop = (inner.centerx, inner.top + (inner.height - below - side) // 2)
        return picture, pygame.Rect(inner.left, inner.bottom - below, inner.width, below)

    def words(self) -> Iterable[Words]:
        ink, small = faces.label_colour(self.kit, "normal", enabled=True), self.kit.theme.sizes.small
        yield Words(self.label(), self._parts()[1], ink, small, lines=1, align="center")

    def draw(self, surface: pygame.Surface) -> None:
        chosen = self.is_chosen()
        body = self.draw_face(surface, "normal", least_lift=0.6 if chosen else 0.0)
        self.paint(surface, self._parts()[0])
        super().draw(surface)
        if chosen:
            surface.blit(faces.chosen_edge(self.kit, body.size, self.kit.theme.colours.focus, 3.5), body)


class Stepper(Labelled):
    """An integer with an arrow on each side, which can be held; a tap on the number itself opens a dialog.

    ``value`` is evaluated at each drawing, so that the number follows an undo elsewhere.
    """

    def __init__(
        self,
        scene: Scene,
        key: str,
        label: Message,
        value: Callable[[], int],
        bounds: tuple[int, int],
        on_change: Callable[[int], object],
    ) -> None:
        super().__init__(scene.app.kit, key, scene.app.say(label))
        self.scene = scene
        self.value = value
        self.low, self.high = bounds
        self.on_change = on_change
        self._held = 0
        self._waits = 0.0

    def own_width(self) -> int:
        font = self.kit.cache.font("interface", self.kit.px(self.kit.theme.sizes.text))
        return max(font.size(str(self.high))[0], font.size(DIGITS)[0]) + self.kit.px(2 * LEAST_TARGET + 20)

    def beside(self, width: int) -> bool:
        return bool(self.label)

    def label_width(self, width: int) -> int:
        return max(1, width - self.own_width() - self.kit.px(self.kit.theme.sizes.gap + 16))

    def _part_at(self, x: int) -> int:
        """-1 and 1 for the arrows, 0 for the number between them."""
        control = self.parts()[1]
        if x < control.left:
            return 0
        return -1 if x < control.left + control.width // 3 else 1 if x >= control.right - control.width // 3 else 0

    # -- input

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

    def resume_press(self, former: Widget) -> bool:
        """Go on stepping when the screen is built again."""
        if isinstance(former, Stepper):
            self._held, self._waits = former._held, former._waits
        return super().resume_press(former)

    def press(self, event: Pointer | None) -> None:
        keyboard = KeyboardScene(self.scene.app, self.label, str(self.value()), self._take,
                                 max_length=len(str(self.high)), allowed=is_digit)  # fmt: skip
        self.scene.app.stack.push(keyboard)

    def act(self, action: Action) -> bool:
        """Handle left and right, and page keys for larger steps."""
        steps = {"left": -1, "right": 1, "page_down": -LARGE_STEP, "page_up": LARGE_STEP}
        if self.enabled and action.name in steps:
            self.kit.play("press")
            self._step(steps[action.name])
            return True
        return super().act(action)

    def _take(self, text: str) -> None:
        if text:
            self.set(int(text))

    def _step(self, step: int) -> None:
        if step:
            self.set(self.value() + step)

    def set(self, number: int) -> None:
        """Set a number, or the nearest that is allowed."""
        number = max(self.low, min(self.high, number))
        if number != self.value():
            self.on_change(number)

    def update(self, dt: float) -> bool:
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
        return fit(self.kit, str(self.value()), width, units=self.kit.theme.sizes.text, lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        control = self.parts()[1]
        body = self.draw_face(surface, "normal", control)
        ink = faces.label_colour(self.kit, "normal", enabled=self.enabled)
        for icon, x, end in (("minus", body.left, self.low), ("plus", body.right, self.high)):
            usable = self.enabled and self.value() != end
            colour = self.kit.theme.colours.accent_light if usable else faces.disabled_ink(self.kit)
            picture = self.kit.cache.icon(icon, self.kit.px(26), colour)
            offset = self.kit.px(LEAST_TARGET // 2) * (1 if icon == "minus" else -1)
            surface.blit(picture, picture.get_rect(center=(x + offset, body.centery)))
        room = body.inflate(-2 * self.kit.px(LEAST_TARGET), 0)
        self._fitted_number(room.width).draw(self.kit, surface, room, ink)


class StatusStrip(Passive):
    """A strip of paper below the board: a lamp, an instruction or a verdict, and what is under the hand."""

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
        """Place the thinking indicator over the lamp."""
        super().place(rect)
        self.progress.place(self._lamp())

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(MARGIN["paper"] + 1)
        return self.rect.inflate(-2 * around - self.kit.px(24), -2 * around)

    def _lamp(self) -> pygame.Rect:
        return cut(self._inner(), "left", self.kit.px(34))[0]

    def words(self) -> Iterable[Words]:
        room, colours = cut(self._inner(), "left", self.kit.px(34), self.kit.px(8))[1], self.kit.theme.colours
        units = self.kit.theme.sizes.small if self.compact else self.kit.theme.sizes.text
        if self.aside and not self.compact:
            wanted = self.kit.cache.font("interface", self.kit.px(units)).size(self.aside)[0]
            aside, room = cut(room, "right", min(wanted, round(room.width * 0.36)), self.kit.px(10))
            soft = mix(colours.paper_ink, colours.paper, 0.18)
            yield Words(self.aside, aside, soft, units, lines=3, align="right")
        yield Words(self.text, room, colours.paper_ink, units, lines=3)

    def draw(self, surface: pygame.Surface) -> None:
        colours = self.kit.theme.colours
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        if not self.progress.active:
            lamp = self.kit.cache.icon(self.icon, self.kit.px(28), colours.paper_accent)
            surface.blit(lamp, lamp.get_rect(center=self._lamp().center))
        super().draw(surface)


T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class Tool(Generic[T]):
    """A tool: its name, a line about it, its icon if it paints nothing, and the name of its number, if any."""

    name: T
    title: Message
    blurb: Message
    icon: str = ""
    number: Message | None = None


ROOMY, TIGHT = 66, 49
"""Least width of a swatch in units, regular and compact."""


def fitting(kit: Kit, layout: EditorLayout, wanted: Sequence[int]) -> int:
    """The first of the ``wanted`` numbers of columns of swatches for which there is room, or else the last."""
    least = kit.px(TIGHT if layout.compact else ROOMY)
    gap, width = kit.px(4), layout.body.width - kit.px(16)
    return next((cols for cols in wanted if (width - gap * (cols - 1)) // cols >= least), wanted[-1])


def between(start: Cell, end: Cell) -> Iterator[Cell]:
    """The squares on the straight line from one to another, without the first."""
    steps = max(abs(end.row - start.row), abs(end.col - start.col))
    for step in range(1, steps + 1):
        yield Cell(
            start.row + round((end.row - start.row) * step / steps),
            start.col + round((end.col - start.col) * step / steps),
        )
