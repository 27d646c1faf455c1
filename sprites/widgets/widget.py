"""A widget: something with a place on the screen that may be pressed, focused and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pygame

from sprites.paint.kit import Kit
from sprites.widgets.input import Action, Pointer, Pos

LEAST_TARGET = 48
"""Units that anything to be pressed must measure each way."""


class Widget:
    """Something with a place on the screen that may be pressed, focused and drawn.

    ``key`` names it for life within its screen, so that focus survives a rebuild. Subclasses override what they need;
    ``point`` and ``act`` return true when they used the input.
    """

    focusable = True
    wants_text = False
    is_door = False
    """Whether it is the picture of a place that opens when it is pressed."""
    flexible = False
    """Whether it takes what height a column has to spare."""
    stretches = False
    """Whether it takes what width a row has to spare."""
    clips = False
    """Whether what lies inside is seen, and can be pressed, only within its rectangle."""

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
        """Whether a message must not lie over it, as over a name or a button; over the rest it rather should not."""
        return self.focusable

    def measure(self, width: int) -> int:
        """The height in pixels that is wanted at that width."""
        return self.kit.px(self.kit.theme.sizes.control)

    def natural_width(self) -> int:
        """The width in pixels that shows everything on one line."""
        return self.kit.px(self.kit.theme.sizes.control)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle in window pixels; containers lay their children out here."""
        self.rect = rect

    def shift(self, dx: int, dy: int) -> None:
        """Move by so many pixels with everything inside, without laying out anew."""
        self.rect = self.rect.move(dx, dy)
        for child in self.children():
            child.shift(dx, dy)

    def children(self) -> Iterable[Widget]:
        """The widgets inside, in tab order."""
        return ()

    def hit(self, pos: Pos) -> bool:
        return self.rect.collidepoint(pos)

    def point(self, event: Pointer) -> bool:
        """Take what a pointer does; after a used ``down`` everything of that pointer comes here until its end."""
        return False

    def keeps(self, event: Pointer, start: Pos) -> bool:
        """Tell whether a drag that began here at ``start`` is this widget's own, not to be taken over by a Scroll."""
        return False

    def catches(self, event: Pointer) -> bool:
        """Tell whether a press is for this container rather than for what lies inside."""
        return False

    def steals(self, event: Pointer, start: Pos) -> bool:
        """Tell whether this container takes over a drag that began inside at ``start``."""
        return False

    def act(self, action: Action) -> bool:
        """Take a key or pad button while focused, or while something inside is and did not use it."""
        return False

    def release(self, name: str) -> bool:
        """Learn while focused that the key or button of a lasting action was let go."""
        return False

    def type(self, text: str) -> bool:
        """Take typed text while focused, where ``wants_text``."""
        return False

    def reveal(self, child: Widget) -> None:
        """Bring a child into view when it gets the focus; scrolling containers override this."""

    def resumes(self, former: Widget) -> bool:
        """Go on with the gesture that the widget of the same key was in; false where that makes no sense."""
        return False

    def recall(self, former: Widget) -> None:
        """Take over what a player left in the widget of the same key before the screen was built again."""

    def clipped(self) -> Iterable[str]:
        """Name the texts that do not fit where they are."""
        return ()

    def focus_rect(self) -> pygame.Rect:
        """The rectangle that the focus ring goes around."""
        return self.rect

    def occupied(self) -> Iterable[pygame.Rect]:
        """The rectangles in which it shows something that a message would cover."""
        return (self.focus_rect(),)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something still moves."""
        moving = [child.update(dt) for child in self.children()]
        return any(moving)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw, changing nothing."""
        for child in self.children():
            if child.visible:
                child.draw(surface)


def descendants(widget: Widget) -> Iterator[Widget]:
    """Every visible widget inside another, in tab order, containers before what they contain."""
    for child in widget.children():
        if child.visible:
            yield child
            yield from descendants(child)


def faults(kit: Kit, widget: Widget, room: pygame.Rect) -> Iterator[str]:
    """Say what of a widget and of all inside cannot be read or reached; ``room`` is what must hold it."""
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
