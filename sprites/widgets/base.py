"""The base of widgets: easing, fitting text, controls; and buttons and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour, Face, wrap
from sprites.widgets import faces
from sprites.widgets.faces import ButtonStyle, button_body, button_face
from sprites.widgets.input import Action, Pointer, Pos

Align = Literal["left", "center", "right"]
LEAST_TARGET = 48
"""Least size in units of a touch target, each way."""


class Widget:
    """Something with a rectangle on the screen that may be pressed, focused and drawn.

    ``key`` identifies it within its screen, so that the focus survives a rebuild. Subclasses override what they need;
    ``point`` and ``act`` return true if they used the input.
    """

    focusable = True
    wants_text = False
    is_door = False
    """Whether it is the picture of a place that opens when it is pressed."""
    flexible = False
    """Whether it takes the spare height of a column."""
    stretches = False
    """Whether it takes the spare width of a row."""
    clips = False
    """Whether its children are visible, and can be pressed, only within its rectangle."""

    def __init__(self, kit: Kit, key: str, rect: pygame.Rect | None = None, *, tip: str = "") -> None:
        self.kit = kit
        self.key = key
        self.rect = rect if rect is not None else pygame.Rect(0, 0, 0, 0)
        self.tip = tip
        self.enabled = True
        self.visible = True
        self.focused = False
        self.hovered = False
        self.pressed = False

    @property
    def is_kept_clear(self) -> bool:
        """Whether a message must not cover it, as with a name or a button; other widgets are avoided if possible."""
        return self.focusable

    def measure(self, width: int) -> int:
        """The preferred height in pixels at that width."""
        return self.kit.px(self.kit.theme.sizes.control)

    def natural_width(self) -> int:
        """The width in pixels that shows everything on one line."""
        return self.kit.px(self.kit.theme.sizes.control)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle in window pixels; containers lay their children out here."""
        self.rect = rect

    def shift(self, dx: int, dy: int) -> None:
        """Move by an offset in pixels with everything inside, without a new layout."""
        self.rect = self.rect.move(dx, dy)
        for child in self.children():
            child.shift(dx, dy)

    def children(self) -> Iterable[Widget]:
        """The child widgets, in tab order."""
        return ()

    def hit(self, pos: Pos) -> bool:
        return self.rect.collidepoint(pos)

    def point(self, event: Pointer) -> bool:
        """Handle a pointer; after a used ``down`` all events of that pointer come here until its end."""
        return False

    def claims_drag(self, event: Pointer, start: Pos) -> bool:
        """Whether a drag that began here at ``start`` belongs to this widget, so that no Scroll may take it over."""
        return False

    def intercepts_press(self, event: Pointer) -> bool:
        """Whether a press is for this container rather than for its children."""
        return False

    def takes_over_drag(self, event: Pointer, start: Pos) -> bool:
        """Whether this container takes over a drag that began inside at ``start``."""
        return False

    def act(self, action: Action) -> bool:
        """Handle a key or pad button while focused, or while a descendant is and did not use it."""
        return False

    def release(self, name: str) -> bool:
        """Called while focused when the key or button of a lasting action is released."""
        return False

    def type(self, text: str) -> bool:
        """Handle typed text while focused, if ``wants_text``."""
        return False

    def reveal(self, child: Widget) -> None:
        """Bring a child into view when it gets the focus; scrolling containers override this."""

    def will_show(self, child: Widget) -> bool:
        """Whether a child will be in view once nothing glides any more; scrolling containers override this."""
        return True

    def resume_press(self, former: Widget) -> bool:
        """Go on with the gesture that the widget of the same key was in; false if that makes no sense."""
        return False

    def restore_from(self, former: Widget) -> None:
        """Take over the state that a player left in the widget of the same key before the screen was built again."""

    def words(self) -> Iterable[Words]:
        """Every text with its rectangle: drawn before the children, and checked to fit."""
        return ()

    def clipped(self) -> Iterable[str]:
        """The texts that do not fit."""
        return [words.text for words in self.words() if not words.laid_out(self.kit).fits]

    def focus_rect(self) -> pygame.Rect:
        """The rectangle that the focus ring goes around."""
        return self.rect

    def occupied(self) -> Iterable[pygame.Rect]:
        """The rectangles with content that a message would cover."""
        return (self.focus_rect(),)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something still moves."""
        moving = False
        for child in self.children():
            moving |= child.update(dt)
        return moving

    def draw(self, surface: pygame.Surface) -> None:
        """Draw, without changing anything."""
        for words in self.words():
            words.laid_out(self.kit).draw(self.kit, surface, words.room, words.colour, words.align)
        for child in self.children():
            if child.visible:
                child.draw(surface)


def descendants(widget: Widget) -> Iterator[Widget]:
    """Every visible widget inside another, in tab order, containers before their children."""
    for child in widget.children():
        if child.visible:
            yield child
            yield from descendants(child)


def faults(kit: Kit, widget: Widget, room: pygame.Rect) -> Iterator[str]:
    """Describe what cannot be read or reached of a widget and its descendants; ``room`` is the rectangle for it."""
    name = f"{type(widget).__name__} {widget.key!r}"
    yield from (f"{name}: {text!r} does not fit in {tuple(widget.rect)}" for text in widget.clipped())
    if widget.rect.size != (0, 0) and not room.contains(widget.rect):
        yield f"{name}: {tuple(widget.rect)} sticks out of {tuple(room)}"
    least = kit.px(LEAST_TARGET) - 1
    if widget.focusable and widget.enabled and min(widget.rect.size) < least:
        yield f"{name}: {widget.rect.size} is too small to be pressed; {least} each way, please"
    inside = widget.rect
    if widget.clips:
        inside = pygame.Rect(inside.left, -(1 << 20), inside.width, 1 << 21)
    for child in widget.children():
        if child.visible:
            yield from faults(kit, child, inside)


LIFT_SECONDS = 0.12
"""Seconds in which a button rises under the mouse."""
SHRUNK = 0.85
"""Smallest factor by which text shrinks before it wraps."""
SMALLEST = (0.75, 0.7)
"""Factors on small type for the last resort."""


class Passive(Widget):
    """A widget that is not pressed itself: text, or a container; as wide as there is room."""

    focusable = False
    stretches = True


@dataclass(slots=True)
class Ease:
    """A number from 0 to 1 that approaches a target, at the same speed whatever the frame rate."""

    seconds: float
    value: float = 0.0
    target: float = 0.0

    def update(self, dt: float) -> bool:
        """Advance. Return whether the number changes."""
        if self.value == self.target:
            return False
        step = dt / self.seconds if self.seconds > 0 else 1.0
        ahead = self.target > self.value
        self.value = min(self.target, self.value + step) if ahead else max(self.target, self.value - step)
        return True


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text laid out for a rectangle: its lines, their size in pixels, their extent, and whether all of it fits."""

    lines: tuple[str, ...]
    face: Face
    size: int
    width: int
    height: int
    fits: bool

    def draw(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect, colour: Colour, align: str = "center") -> None:
        """Draw, centred vertically in a rectangle, aligned left, center or right; what does not fit is cut off."""
        line_height = kit.cache.font(self.face, self.size).get_linesize()
        before = surface.get_clip()
        if not self.fits:
            surface.set_clip(rect.clip(before))
        top = rect.top + max(0, (rect.height - self.height) // 2)
        for line in self.lines:
            picture = kit.cache.text(line, self.face, self.size, colour)
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
    """Lay a text out so that it fits: on one line, a little smaller, wrapped, and only then with words broken.

    ``height`` of None leaves the height free, as for measuring. ``steady`` text keeps its size as long as wrapping
    helps, so that rows of a list look alike.
    """
    key = ("fit", text, width, height, face, kit.px(units), lines, steady)
    return kit.cache.compute(key, lambda: _fit(kit, text, width, height, face, units, lines, steady))


def _fit(
    kit: Kit, text: str, width: int, height: int | None, face: Face, units: float, lines: int, steady: bool
) -> Fitted:
    if not text:
        return Fitted((), face, kit.px(units), 0, 0, fits=True)
    if "\n" not in text:
        font = kit.cache.font(face, kit.px(units))
        wide, high = font.size(text)[0], font.get_linesize()
        if wide <= width and (height is None or high <= height):
            return Fitted((text,), face, kit.px(units), wide, high, fits=True)
    steps = _steps(kit, units)
    near = [size for size in steps if size >= SHRUNK * units]
    counts = range(1, lines + 1)
    ways = [(size, count) for count in counts for size in near]
    ways += [(size, count) for size in steps[len(near) :] for count in counts]
    if steady:
        ways.sort(key=lambda way: -way[0])
    for size, count in ways:
        if count == 1 and kit.cache.font(face, kit.px(size)).size(text)[0] > width:
            continue  # without breaking it, which takes long
        found = _try(kit, text, face, kit.px(size), width, count, whole=True)
        if found.fits and (height is None or found.height <= height):
            return found
    found = _try(kit, text, face, kit.px(steps[-1]), width, lines, whole=False)
    fits = found.fits and (height is None or found.height <= height)
    return replace(found, fits=fits)


def _steps(kit: Kit, units: float) -> list[float]:
    """The possible letter sizes, the wanted one first; smaller ones are sizes used elsewhere on the screen."""
    sizes = kit.theme.sizes
    smaller = (sizes.heading, sizes.text, sizes.small, *(sizes.small * share for share in SMALLEST))
    return [units, *(size for size in smaller if size < units)]


def set_in(kit: Kit, text: str, face: Face, size: int, width: int) -> Fitted:
    """Lay a text out in letters of one size, in as many lines as it takes; it fits unless a letter is too wide."""
    font = kit.cache.font(face, size)
    lines = wrap(kit.cache, text, face, size, max(1, width)) if text else []
    widest = max((font.size(line)[0] for line in lines), default=0)
    return Fitted(tuple(lines), face, size, widest, len(lines) * font.get_linesize(), widest <= width)


def _try(kit: Kit, text: str, face: Face, size: int, width: int, count: int, *, whole: bool) -> Fitted:
    found = set_in(kit, text, face, size, width)
    is_whole = not whole or " ".join(found.lines).split() == text.split()
    return replace(found, fits=found.fits and len(found.lines) <= count and is_whole)


@dataclass(frozen=True, slots=True)
class Words:
    """A text, the rectangle to fit, and its style; ``units`` is the size of its letters if there is room.

    ``steady`` text would rather wrap than shrink.
    """

    text: str
    room: pygame.Rect
    colour: Colour
    units: float
    face: Face = "interface"
    lines: int = 2
    align: Align = "left"
    steady: bool = False

    def laid_out(self, kit: Kit) -> Fitted:
        return fit(
            kit, self.text, *self.room.size, face=self.face, units=self.units, lines=self.lines, steady=self.steady
        )


def do_nothing() -> None:
    """Do nothing: the default callback of a control."""


class Control(Widget):
    """A pressable widget: sinks at once when pressed, rises softly under the mouse, is grey when disabled.

    A press is a ``down`` and an ``up`` on the widget, or the accept action; it runs ``on_press``, or ``press`` of a
    subclass.
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
        """Run the widget's action; ``event`` is None if a key or a pad button did it."""
        self.on_press()

    def point(self, event: Pointer) -> bool:
        """Handle a press; it counts if the pointer ends on the widget."""
        if event.kind == "move":
            self.pressed = self.hit(event.pos)
        elif event.kind == "up" and self.enabled and self.hit(event.pos):
            self.kit.play("press")
            self.press(event)
        return event.kind in ("down", "move", "up", "cancel", "hold", "hover")

    def resume_press(self, former: Widget) -> bool:
        """Stay pressed when the screen is built again and the widget is where it was."""
        return self.rect == former.rect

    def act(self, action: Action) -> bool:
        if action.name != "accept" or not self.enabled:
            return False
        self.sink.value = 1.0
        self.kit.play("press")
        self.press(None)
        return True

    @property
    def rise(self) -> float:
        """Height above its rest position, from 1 to -1 for pressed down; 0 with reduced motion."""
        return 0.0 if self.kit.reduced_motion else self.lift.value - self.sink.value

    def update(self, dt: float) -> bool:
        self.lift.target = float(self.hovered and self.enabled and not self.pressed)
        self.sink.target = float(self.pressed and self.enabled)
        if self.sink.target and self.sink.value < 1.0:
            self.sink.value = 1.0
            return True
        if (self.lift.value, self.sink.value) == (self.lift.target, self.sink.target):
            return False
        lifting = self.lift.update(dt)
        return self.sink.update(dt) or lifting

    def draw_face(
        self, surface: pygame.Surface, style: ButtonStyle, rect: pygame.Rect | None = None, *, least_lift: float = 0.0
    ) -> pygame.Rect:
        """Draw the button's face, on the whole widget or a rectangle of it; return the rectangle for its text."""
        rect, lift, sink = self.rect if rect is None else rect, max(self.lift.value, least_lift), self.sink.value
        surface.blit(button_face(self.kit, rect.size, style, lift=lift, sink=sink, enabled=self.enabled), rect)
        return button_body(self.kit, rect, sink)


ICON = 1.25
"""Height of an icon by the label's."""
PLAY = 2
"""Units by which a picture that can be pressed rises and sinks."""


class Button(Control):
    """A button with a label, an icon, or both; the label shrinks or wraps to two lines rather than being cut."""

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
        """Take over the label, icon and state of another button; a press in progress and the focus stay."""
        self.label, self.icon, self.tip, self.enabled = other.label, other.icon, other.tip, other.enabled

    @property
    def stretches(self) -> bool:  # type: ignore[override]
        """Whether it takes the spare width of a row."""
        return bool(self.label)

    def _icon_room(self) -> tuple[int, int]:
        """The height of the icon, and the width that it takes before a label."""
        size = self.kit.px(self.units * (ICON if self.label else 1.5))
        return size, size + self.kit.px(8) if self.icon and self.label else 0

    def _fitted(self, width: int, height: int | None) -> Fitted:
        room = width - 2 * self.kit.px(self.pad) - self._icon_room()[1]
        return fit(self.kit, self.label, room, height, units=self.units)

    def measure(self, width: int) -> int:
        """The height of a control, or more if it needs two lines."""
        around = self.kit.px(2 + faces.LIP + 4)
        return max(self.kit.px(self.height), self._fitted(width, None).height + around)

    def natural_width(self) -> int:
        return self._width_for(self.label)

    def least_width(self) -> int:
        """The width in pixels that shows everything on two lines, if that is less."""
        words = self.label.split(" ")
        halves = ((" ".join(words[:i]), " ".join(words[i:])) for i in range(len(words)))
        return min(max(map(self._width_for, half)) for half in halves)

    def _width_for(self, line: str) -> int:
        if not line:
            return self.kit.px(self.height)
        wide = self.kit.cache.font("interface", self.kit.px(self.units)).size(line)[0]
        around = 2 * self.kit.px(self.pad) + 2 * self.kit.px(2)
        return max(self.kit.px(self.height), wide + around + self._icon_room()[1])

    def clipped(self) -> Iterable[str]:
        body = faces.button_body(self.kit, self.rect)
        return () if self._fitted(body.width, body.height).fits else (self.label,)

    def paint_other_state(self) -> Callable[[], object]:
        """A task that paints it in the other state, enabled or disabled."""
        other = copy(self)
        other.enabled = not self.enabled
        return lambda: other.draw(pygame.Surface((1, 1)))

    def draw(self, surface: pygame.Surface) -> None:
        body = self.draw_face(surface, self.style)
        ink = faces.label_colour(self.kit, self.style, enabled=self.enabled)
        fitted = self._fitted(body.width, body.height) if self.label else None
        if self.icon:
            size, room = self._icon_room()
            picture = self.kit.cache.icon(self.icon, min(size, body.height), ink)
            whole = fitted.width + room if fitted is not None else picture.get_width()
            left = body.left + (body.width - whole) // 2
            surface.blit(picture, (left, body.centery - picture.get_height() // 2))
            body = pygame.Rect(left + room, body.top, whole - room, body.height)
        if fitted is not None:
            fitted.draw(self.kit, surface, body, ink)


class Picture(Control):
    """Something drawn by ``draw(surface, rect)`` into the largest rectangle of its ``aspect``.

    With ``on_press`` it is pressed like a button; without, it is passive.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        draw: Callable[[pygame.Surface, pygame.Rect], object],
        aspect: float = 1.0,
        on_press: Callable[[], object] = do_nothing,
        *,
        tip: str = "",
        natural: float = 160,
    ) -> None:
        super().__init__(kit, key, on_press, tip=tip)
        self.paint_picture = draw
        self.aspect = aspect
        self.natural = natural

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.on_press is not do_nothing

    def measure(self, width: int) -> int:
        return round(width / self.aspect)

    def natural_width(self) -> int:
        return self.kit.px(self.natural)

    def picture_rect(self) -> pygame.Rect:
        room = pygame.Rect(self.rect.topleft, (self.rect.width, max(1, self.rect.height)))
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

    def draw(self, surface: pygame.Surface) -> None:
        place = self.picture_rect()
        raised = round(self.kit.px(PLAY) * self.rise) if self.focusable else 0
        self.paint_picture(surface, place.move(0, -raised))
