"""What the widgets share: easing, fitting words into a place, and how anything that is pressed answers the hand.

With a button with words, an icon, or both, and a picture, which may also be only looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour, Face
from sprites.paint.wrapping import wrap
from sprites.widgets import faces
from sprites.widgets.faces import ButtonStyle, button_body, button_face
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import Widget

LIFT_SECONDS = 0.12
"""How long a button takes to rise under the mouse."""
SHRUNK = 0.85
"""By how much words may shrink before they are broken into lines."""
SMALLEST = (0.75, 0.7)
"""Of small type, the sizes that words shrink to at last."""


class Passive(Widget):
    """What is read or holds others: not pressed itself, and as wide as there is room."""

    focusable = False
    stretches = True


@dataclass(slots=True)
class Ease:
    """A number from 0 to 1 on its way to a target, at the same speed whatever the frame rate."""

    seconds: float
    value: float = 0.0
    target: float = 0.0

    def update(self, dt: float) -> bool:
        """Let time pass; true while the number changes."""
        if self.value == self.target:
            return False
        step = dt / self.seconds if self.seconds > 0 else 1.0
        ahead = self.target > self.value
        self.value = min(self.target, self.value + step) if ahead else max(self.target, self.value - step)
        return True


@dataclass(frozen=True, slots=True)
class Fitted:
    """Words laid out for a place: their lines, their size in pixels, their measures, and whether all of it fits."""

    lines: tuple[str, ...]
    face: Face
    size: int
    width: int
    height: int
    fits: bool

    def draw(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect, colour: Colour, align: str = "center") -> None:
        """Draw into the middle of a rectangle's height, aligned left, center or right; what does not fit is cut off."""
        line_height = kit.bakery.font(self.face, self.size).get_linesize()
        before = surface.get_clip()
        if not self.fits:
            surface.set_clip(rect.clip(before))
        top = rect.top + max(0, (rect.height - self.height) // 2)
        for line in self.lines:
            picture = kit.bakery.text(line, self.face, self.size, colour)
            left = {
                "left": rect.left,
                "center": rect.left + (rect.width - picture.get_width()) // 2,
                "right": rect.right - picture.get_width(),
            }[align]
            surface.blit(picture, (left, top))
            top += line_height
        surface.set_clip(before)


def fit(
    kit: Kit,
    text: str,
    width: int,
    height: int | None = None,
    *,
    face: Face = "interface",
    units: float,
    lines: int = 2,
    steady: bool = False,
) -> Fitted:
    """Lay words out so that they fit: on one line, a little smaller, on more lines, smaller still, at last broken.

    ``height`` of None leaves the height free, as for measuring. ``steady`` words keep their size as long as breaking
    them into lines helps, so that rows of a list look alike.
    """
    key = ("fit", text, width, height, face, kit.px(units), lines, steady)
    return kit.bakery.reckon(key, lambda: _fit(kit, text, width, height, face, units, lines, steady))


def _fit(
    kit: Kit, text: str, width: int, height: int | None, face: Face, units: float, lines: int, steady: bool
) -> Fitted:
    if not text:
        return Fitted((), face, kit.px(units), 0, 0, fits=True)
    if "\n" not in text:
        font = kit.bakery.font(face, kit.px(units))
        wide, high = font.size(text)[0], font.get_linesize()
        if wide <= width and (height is None or high <= height):
            return Fitted((text,), face, kit.px(units), wide, high, fits=True)
    steps = _steps(kit, units)
    near = [size for size in steps if size >= SHRUNK * units]
    ways = [(size, count) for sizes in (near, steps[len(near) :]) for count in range(1, lines + 1) for size in sizes]
    if steady:
        ways.sort(key=lambda way: -way[0])
    for size, count in ways:
        if count == 1 and kit.bakery.font(face, kit.px(size)).size(text)[0] > width:
            continue  # without breaking it, which takes long
        found = _try(kit, text, face, kit.px(size), width, count, whole=True)
        if found.fits and (height is None or found.height <= height):
            return found
    found = _try(kit, text, face, kit.px(steps[-1]), width, lines, whole=False)
    fits = found.fits and (height is None or found.height <= height)
    return replace(found, fits=fits)


def _steps(kit: Kit, units: float) -> list[float]:
    """The sizes that words may have, the wanted one first: smaller ones are those of other words on the screen."""
    sizes = kit.theme.sizes
    smaller = (sizes.heading, sizes.text, sizes.small, *(sizes.small * share for share in SMALLEST))
    return [units, *(size for size in smaller if size < units)]


def _try(kit: Kit, text: str, face: Face, size: int, width: int, count: int, *, whole: bool) -> Fitted:
    font = kit.bakery.font(face, size)
    broken = wrap(kit.bakery, text, face, size, max(1, width))
    widest = max(font.size(line)[0] for line in broken)
    fits = len(broken) <= count and widest <= width
    if whole:
        fits = fits and " ".join(broken).split() == text.split()
    return Fitted(tuple(broken), face, size, widest, len(broken) * font.get_linesize(), fits)


def do_nothing() -> None:
    """Do nothing: what a control without a purpose yet does."""


class Control(Widget):
    """Something that is pressed: sinks at once under the hand, rises softly under the mouse, greys out when disabled.

    A press is a ``down`` and an ``up`` on the widget, or the accept action; it does ``on_press``, or what a subclass
    says in ``press``.
    """

    def __init__(
        self, kit: Kit, key: str, on_press: Callable[[], object] = do_nothing, *, tip: str = "", enabled: bool = True
    ) -> None:
        super().__init__(kit, key, tip=tip)
        self.on_press = on_press
        self.enabled = enabled
        self.lift = Ease(LIFT_SECONDS)
        self.sink = Ease(kit.theme.seconds.press)

    def press(self, event: Pointer | None) -> None:
        """Do what the widget is for; ``event`` is None when a key or a pad button did it."""
        self.on_press()

    def point(self, event: Pointer) -> bool:
        """Take a press; it counts when the pointer ends on the widget."""
        if event.kind == "move":
            self.pressed = self.hit(event.pos)
        elif event.kind == "up" and self.enabled and self.hit(event.pos):
            self.kit.play("press")
            self.press(event)
        return event.kind in ("down", "move", "up", "cancel", "hold", "hover")

    def act(self, action: Action) -> bool:
        if action.name != "accept" or not self.enabled:
            return False
        self.sink.value = 1.0
        self.kit.play("press")
        self.press(None)
        return True

    @property
    def rise(self) -> float:
        """How far it stands above where it lies, from 1 to -1 for pressed down; nowhere where motion is reduced."""
        return 0.0 if self.kit.reduced_motion else self.lift.value - self.sink.value

    def update(self, dt: float) -> bool:
        self.lift.target = float(self.hovered and self.enabled and not self.pressed)
        self.sink.target = float(self.pressed and self.enabled)
        if self.sink.target and self.sink.value < 1.0:
            self.sink.value = 1.0
            return True
        lifting = self.lift.update(dt)
        return self.sink.update(dt) or lifting

    def draw_face(
        self, surface: pygame.Surface, style: ButtonStyle, rect: pygame.Rect | None = None, *, least_lift: float = 0.0
    ) -> pygame.Rect:
        """Draw the button that all of it is, or what lies in a rectangle of it; return the place for words on that."""
        rect, lift, sink = self.rect if rect is None else rect, max(self.lift.value, least_lift), self.sink.value
        surface.blit(button_face(self.kit, rect.size, style, lift=lift, sink=sink, enabled=self.enabled), rect)
        return button_body(self.kit, rect, sink)


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
