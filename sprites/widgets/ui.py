"""One focus model for every device: the widgets of a screen, where each input goes, and who holds what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pygame

from sprites.paint.kit import Kit
from sprites.widgets.base import Widget, descendants, faults
from sprites.widgets.faces import focus_corner, focus_ring
from sprites.widgets.input import NOWHERE, Action, Input, Pointer, Pos, Released, Typed

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
PAGES = ("page_up", "page_down")
SIDEWAYS_COST = 3
"""Factor on the sideways distance when an arrow looks for the next widget."""
ANOTHER_ROW = 1_000_000
"""Cost for left and right of leaving the row: they do so only if nothing more lies in it."""


@dataclass
class Focus:
    """The widgets of one screen, and the one that keys and pad buttons go to."""

    kit: Kit
    widgets: list[Widget] = field(default_factory=list)
    focus: Widget | None = None
    show_focus: bool = False

    def add(self, *widgets: Widget) -> None:
        """Add widgets; later ones are above earlier ones, and after them in tab order."""
        self.widgets += widgets

    def walk(self) -> Iterator[Widget]:
        """Every visible widget in tab order, containers before their children."""
        for widget in self.widgets:
            if widget.visible:
                yield widget
                yield from descendants(widget)

    def taken(self) -> list[tuple[pygame.Rect, int]]:
        """The visible rectangles that messages should not cover, each with its weight."""

        def inner(widgets: Iterable[Widget], sight: pygame.Rect) -> Iterator[tuple[pygame.Rect, int]]:
            for widget in widgets:
                if widget.visible:
                    inside = [child for child in widget.children() if child.visible]
                    if inside:
                        yield from inner(inside, widget.rect.clip(sight) if widget.clips else sight)
                    else:
                        weight = KEPT_CLEAR if widget.is_kept_clear else 1
                        yield from ((rect.clip(sight), weight) for rect in widget.occupied())

        return [(rect, weight) for rect, weight in inner(self.widgets, self._window()) if rect.width and rect.height]

    def _window(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.kit.metrics.width, self.kit.metrics.height)

    def around(self, widget: Widget) -> list[Widget]:
        """The containers of a widget, the innermost first."""

        def path(widgets: Iterable[Widget]) -> list[Widget] | None:
            for candidate in widgets:
                if candidate is widget:
                    return []
                if candidate.visible and (found := path(candidate.children())) is not None:
                    return [*found, candidate]
            return None

        return path(self.widgets) or []

    def focusable(self) -> list[Widget]:
        """The widgets that can have the focus, in tab order."""
        return [widget for widget in self.walk() if widget.focusable and widget.enabled]

    def find(self, key: str) -> Widget | None:
        return next((widget for widget in self.walk() if widget.key == key), None)

    def set_focus(self, widget: Widget | None, *, reveal: bool = True) -> None:
        """Move the focus; the containers bring the widget into view."""
        if self.focus is not None:
            self.focus.focused = False
        self.focus = widget
        if widget is not None:
            widget.focused = True
            for container in self.around(widget) if reveal else ():
                container.reveal(widget)

    @property
    def typing(self) -> bool:
        return self.focus is not None and self.focus.wants_text

    # -- keys and pad

    def act(self, action: Action) -> bool:
        """Handle a key or a pad button: for the focused widget, or to move the focus."""
        self.find_lost_focus()
        if self.focus is not None and self._send_to_focused(self.focus, action):
            self.show_focus = True
            if action.name in PAGES:
                self._follow_page(self.focus)
            return True
        if self.typing and action.printable:
            return True
        if action.name in ("next", "previous"):
            return self._cycle(1 if action.name == "next" else -1)
        if action.name in DIRECTIONS:
            return self._go(DIRECTIONS[action.name])
        if action.name in PAGES:
            return any(widget.act(action) for widget in self.walk() if widget.clips and widget.enabled)
        return action.name == "accept" and self.focus is None and self._wake(self.focusable())

    def _send_to_focused(self, focus: Widget, action: Action) -> bool:
        return focus.act(action) or any(container.act(action) for container in self.around(focus))

    def _follow_page(self, focus: Widget) -> None:
        """Take the focus along when a page key leaves it behind: to the nearest widget that is then in view."""
        windows = self._containers()[0]
        window = windows.get(focus)
        if window is None or window.will_show(focus):
            return
        here = focus.focus_rect().center
        in_view = (one for one in self.focusable() if windows[one] is window and window.will_show(one))
        nearest = min(in_view, key=lambda one: math.dist(one.focus_rect().center, here), default=focus)
        self.set_focus(nearest, reveal=False)

    def find_lost_focus(self) -> None:
        """Take the focus from a widget that has gone or was disabled; give it to a widget of the same key, if any."""
        focus = self.focus
        if focus is None or (focus.enabled and _holds(self.widgets, focus)):
            return
        heir = self.find(focus.key)
        self.set_focus(heir if heir is not None and heir.enabled and heir.focusable else None)

    def _cycle(self, step: int) -> bool:
        ring = self.focusable()
        if not ring:
            return False
        place = ring.index(self.focus) + step if self.focus in ring else (0 if step > 0 else -1)
        self._move_focus(ring[place % len(ring)])
        return True

    def _go(self, direction: tuple[int, int]) -> bool:
        ring = self.focusable()
        if self.focus not in ring or not self.show_focus:
            return self._wake(ring)
        assert self.focus is not None  # noqa: S101 - told to the type checker
        windows, cards = self._containers()
        window = windows[self.focus]
        ring = [w for w in ring if cards[w] in (None, self.focus, cards[self.focus])]
        near = {w: w.focus_rect() for w in ring if windows[w] is window} if direction[1] and window else {}
        for candidates in (near, _in_reach(ring, windows, window)):
            if found := _ahead(self.focus.focus_rect(), candidates, direction):
                self._move_focus(found)
                break
        return True

    def _containers(self) -> tuple[dict[Widget, Widget | None], dict[Widget, Widget | None]]:
        """For each visible widget, the innermost container that clips it; and the card that it is a button of."""
        windows: dict[Widget, Widget | None] = {}
        cards: dict[Widget, Widget | None] = {}

        def note(widgets: Iterable[Widget], window: Widget | None, card: Widget | None) -> None:
            for widget in widgets:
                if widget.visible:
                    windows[widget], cards[widget] = window, card
                    inner = widget if widget.clips else window
                    note(widget.children(), inner, widget if widget.focusable and widget.enabled else card)

        note(self.widgets, None, None)
        return windows, cards

    def _move_focus(self, widget: Widget) -> None:
        self.show_focus = True
        self.kit.play("focus")
        self.set_focus(widget)

    def _wake(self, ring: list[Widget]) -> bool:
        if not ring:
            return False
        self.show_focus = True
        if self.focus not in ring:
            self.set_focus(ring[0])
        return True


def _in_reach(
    ring: Sequence[Widget], windows: Mapping[Widget, Widget | None], window: Widget | None
) -> dict[Widget, pygame.Rect]:
    """The widgets that an arrow may lead to, and where it looks for them, if the focus is in that window.

    Those that another window hides are looked for at its edge, if none of that window's is in sight.
    """
    found: dict[Widget, pygame.Rect] = {}
    hidden: dict[Widget, Widget] = {}
    for widget in ring:
        own, rect = windows[widget], widget.focus_rect()
        if own is None or own is window or own.rect.colliderect(rect):
            found[widget] = rect
        else:
            hidden[widget] = own
    shown = {windows[widget] for widget in found}
    edges = {widget: widget.focus_rect().clamp(own.rect) for widget, own in hidden.items() if own not in shown}
    return {**found, **edges}


def _holds(widgets: Iterable[Widget], sought: Widget) -> bool:
    """Whether a widget is among the visible ones; called in every frame."""
    return any(widget.visible and (widget is sought or _holds(widget.children(), sought)) for widget in widgets)


def _ahead(here: pygame.Rect, candidates: Mapping[Widget, pygame.Rect], direction: tuple[int, int]) -> Widget | None:
    """The widget that an arrow leads to from a rectangle, or None; upwards a row is entered at its end."""
    costs = [(_cost(here, rect, direction), widget) for widget, rect in candidates.items()]
    rated = [(cost, widget) for cost, widget in costs[:: -1 if direction[1] < 0 else 1] if cost is not None]
    return min(rated, key=lambda pair: pair[0])[1] if rated else None


def _cost(here: pygame.Rect, there: pygame.Rect, direction: tuple[int, int]) -> float | None:
    """Rate a widget for an arrow: None if it does not lie ahead."""
    dx, dy = there.centerx - here.centerx, there.centery - here.centery
    ahead = dx * direction[0] + dy * direction[1]
    if direction[0]:
        aside = max(0, there.top - here.bottom, here.top - there.bottom)
        on_card = here.contains(there) or there.contains(here)
        beyond = ahead > 0 and (on_card or there.right * direction[0] > here.right * direction[0])
    else:
        aside = max(0, there.left - here.right, here.left - there.right)
        beyond = ahead > 0 and there.bottom * direction[1] > here.bottom * direction[1] and not here.contains(there)
        if here.left <= there.left and there.right <= here.right:
            dx = 0  # all of the row below what is as wide as that are equally near
    centre = abs(dx * direction[1]) + abs(dy * direction[0])
    other_row = ANOTHER_ROW if direction[0] and aside else 0
    return ahead + SIDEWAYS_COST * aside + centre / 4 + other_row if beyond else None


HOLD_SLOP = 14
"""Units that a pressed pointer may stray and still be a long press."""
SCROLL_SLOP = 10
"""Units of a drag before a scrolling container takes it over."""


KEPT_CLEAR = 50
"""Weight of a name or a button that must not be covered, by that of other things."""


@dataclass
class Ui(Focus):
    """The widgets of one screen: dispatches input, and keeps the focus.

    Only one pointer holds a widget at a time: a second finger never disturbs a drag, but its twist and pinch go to the
    held widget.
    """

    _holder: Widget | None = None
    _down: Pointer | None = None
    """The press that the holder was given."""
    _still: float | None = None
    _hovered: Widget | None = None
    _hover_time: float | None = 0.0
    """Seconds since the pointer came to the hovered widget; ``None``, for no tooltip, once it was pressed."""
    _told: float | None = None
    """Seconds since the long press, from which on a finger sees the tooltip; ``None`` before."""
    _wheeled: Widget | None = None

    def restore_from(self, former: Ui) -> None:
        """Restore the state from before the screen was built again: focus, scrolling, and a press in progress."""
        fresh = {widget.key: widget for widget in self.walk()}
        for old in former.walk():
            new = fresh.get(old.key)
            if new is not None and type(new) is type(old):
                new.restore_from(old)
        fresh = {widget.key: widget for widget in self.walk()}  # scrolling may have brought more into view
        self._adopt_press(former, fresh)
        self.show_focus = former.show_focus
        if former.focus is not None and former.focus.key in fresh:
            self.set_focus(fresh[former.focus.key])
        under, since = former._hovered, former._hover_time
        heir = fresh.get(under.key) if under is not None else None
        if under is not None and heir is not None and heir.rect == under.rect:
            self._set_hover(heir, since)
        former.cancel_gesture()

    def _adopt_press(self, former: Ui, fresh: Mapping[str, Widget]) -> None:
        held = former._holder
        heir = fresh.get(held.key) if held is not None else None
        if held is None or heir is None or type(heir) is not type(held) or not heir.resume_press(held):
            return
        self._holder, self._down, heir.pressed = heir, former._down, True
        self._still, self._told = former._still, former._told
        former._release()

    def cancel_gesture(self) -> None:
        """Release the held widget, which receives ``cancel``, and end hovering, as when another screen comes on top."""
        holder, down = self._holder, self._down
        self._release()
        self._set_hover(None)
        if holder is not None and down is not None:
            holder.point(replace(down, kind="cancel"))

    @property
    def held(self) -> Widget | None:
        return self._holder

    # -- input

    def door(self, event: Input) -> str:
        """The key of the door that an input has just pressed, or empty."""
        pressed = event.kind == "up" if isinstance(event, Pointer) else getattr(event, "name", "") == "accept"
        return self.focus.key if pressed and self.focus is not None and self.focus.is_door else ""

    def handle(self, event: Input) -> bool:
        """Pass one input on. Return whether a widget used it, or it moved the focus."""
        if isinstance(event, Pointer):
            return self._point(event)
        if isinstance(event, Typed):
            return self.typing and self.focus is not None and self.focus.type(event.text)
        if isinstance(event, Released):
            return self.focus is not None and self.focus.release(event.name)
        return self.act(event)

    def _point(self, event: Pointer) -> bool:
        if event.kind == "hover":
            self._wheeled, left = None, self._hovered
            self._set_hover(self._at(event.pos))
            if left is not None and left is not self._hovered:
                # A fast mouse may leave without an event in between: the widget that it was over is told.
                left.point(replace(event, pos=NOWHERE))
            return self._hovered is not None and self._hovered.point(event)
        if event.kind in ("down", "context", "wheel"):
            self.show_focus = False
        if event.kind == "down":
            return self._press(event)
        if event.kind == "wheel":
            return self._wheel(event)
        if event.kind in ("context", "twist", "pinch"):
            if event.kind == "context":
                self._set_hover(self._at(event.pos))  # the mouse may not have moved yet, as after a curtain
            return self._offer(event) is not None
        if self._holder is None or self._down is None or event.id != self._down.id:
            return False
        return self._follow(self._holder, self._down, event)

    def _press(self, event: Pointer) -> bool:
        if self._down is not None and event.id != self._down.id:
            return True
        self.cancel_gesture()
        self._wheeled = None
        under = [widget for widget in self._under(event.pos) if widget.enabled]
        under.sort(key=lambda widget: not widget.intercepts_press(event))
        for widget in under:
            if widget.point(event):
                self._hold(widget, event)
                if widget.focusable:
                    self.set_focus(widget, reveal=False)
                return True
        return False

    def _hold(self, widget: Widget, event: Pointer) -> None:
        self._holder, self._down, self._still, self._told = widget, event, 0.0, None
        widget.pressed = True

    def _follow(self, holder: Widget, down: Pointer, event: Pointer) -> bool:
        if event.kind == "move":
            if self._exceeds_slop(down, event, HOLD_SLOP):
                self._still = None
            return self._hand_over_drag(holder, down, event) or holder.point(event)
        if event.kind == "up" and self._only_asked(holder, down, event):
            event = replace(event, kind="cancel")
        self._release()
        used = holder.point(event)
        if event.kind == "up" and not event.touch:
            under = self._at(event.pos)
            self._set_hover(under, None if under is holder else 0.0)
        return used

    def _only_asked(self, holder: Widget, down: Pointer, event: Pointer) -> bool:
        """Whether a finger was held only to read the tooltip: as long as a mouse waits for one, without a drag."""
        if not event.touch or self.tip is not holder or self._told is None:
            return False
        return self._told >= self.kit.theme.seconds.tooltip and not self._exceeds_slop(down, event, HOLD_SLOP)

    def _hand_over_drag(self, holder: Widget, down: Pointer, event: Pointer) -> bool:
        """Let a container take over a drag that has gone far enough; the held widget receives ``cancel``."""
        if not self._exceeds_slop(down, event, SCROLL_SLOP) or holder.claims_drag(event, down.pos):
            return False
        for container in self.around(holder):
            if container.takes_over_drag(event, down.pos):
                self._release()
                holder.point(replace(event, kind="cancel"))
                container.point(down)
                self._hold(container, down)
                self._still = None
                return container.point(event)
        return False

    def _wheel(self, event: Pointer) -> bool:
        """Pass on the wheel; the widget that it has begun to turn keeps it while it is under the mouse."""
        if self._wheeled is not None and self._wheeled in self._under(event.pos) and self._wheeled.point(event):
            return True
        self._wheeled = self._offer(event)
        return self._wheeled is not None

    def _offer(self, event: Pointer) -> Widget | None:
        """Pass an event to the held widget, or else to those under it; return the one that used it."""
        if self._holder is not None:
            return self._holder if self._holder.point(event) else None
        return next((w for w in self._under(event.pos) if w.enabled and w.point(event)), None)

    def _release(self) -> None:
        if self._holder is not None:
            self._holder.pressed = False
        self._holder, self._down, self._still, self._told = None, None, None, None

    def _exceeds_slop(self, down: Pointer, event: Pointer, units: float) -> bool:
        slop = self.kit.px(units)
        return abs(event.pos[0] - down.pos[0]) > slop or abs(event.pos[1] - down.pos[1]) > slop

    def _under(self, pos: Pos) -> list[Widget]:
        """The widgets at a position, the uppermost first."""

        def inner(widgets: Iterable[Widget]) -> Iterator[Widget]:
            for widget in widgets:
                if widget.visible:
                    if widget.hit(pos):
                        yield widget
                    if not widget.clips or widget.hit(pos):
                        yield from inner(widget.children())

        return list(inner(self.widgets))[::-1]

    def _at(self, pos: Pos) -> Widget | None:
        return next(iter(self._under(pos)), None)

    def _set_hover(self, widget: Widget | None, since: float | None = 0.0) -> None:
        if widget is self._hovered:
            return
        if self._hovered is not None:
            self._hovered.hovered = False
        self._hovered, self._hover_time = widget, since
        if widget is not None:
            widget.hovered = True

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Advance the widgets, the long press and the tooltip. Return whether something still moves."""
        moving = [widget.update(dt) for widget in self.widgets]
        self.find_lost_focus()
        if self._still is not None and self._holder is not None and self._down is not None:
            self._still += dt
            moving.append(True)
            if self._still >= self.kit.theme.seconds.long_press:
                self._still, self._told = None, 0.0
                self._holder.point(replace(self._down, kind="hold"))
        elif self._told is not None:
            self._told += dt
            moving.append(self._told < self.kit.theme.seconds.tooltip)
        if self._hovered is not None and self._hovered.tip and self._hover_time is not None:
            moving.append(self._hover_time < self.kit.theme.seconds.tooltip)
            self._hover_time += dt
        return any(moving)

    @property
    def tip(self) -> Widget | None:
        """The widget whose tooltip is due: hovered or held by a finger for long enough, or focused by key."""
        if self._told is not None and self._down is not None and self._down.touch and self._holder and self._holder.tip:
            return self._holder
        hovered, since = self._hovered, self._hover_time
        if hovered is not None and hovered.tip and since is not None and since >= self.kit.theme.seconds.tooltip:
            return hovered
        if self.show_focus and self.focus is not None and self.focus.tip:
            return self.focus
        return None

    def draw(self, surface: pygame.Surface, *, hears: bool = True) -> None:
        """Draw the widgets, then the focus ring around the focused one, if this screen receives keys."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(surface)
        if hears and self.show_focus and self.focus is not None and self.focus.visible:
            self._draw_focus(surface, self.focus)

    def _draw_focus(self, surface: pygame.Surface, focus: Widget) -> None:
        before = surface.get_clip()
        room = 2 * self.kit.px(self.kit.theme.sizes.focus_ring)
        for container in self.around(focus):
            if container.clips:
                surface.set_clip(container.rect.inflate(room, room).clip(surface.get_clip()))
        draw_focus(self.kit, surface, focus.focus_rect())
        surface.set_clip(before)

    def overflows(self) -> list[str]:
        """Describe what cannot be read or reached: texts that do not fit, what sticks out, targets that are too small.

        The content of a scrolling container may stick out of it above and below, but not at its sides.
        """
        window = self._window()
        found: list[str] = []
        for widget in self.widgets:
            if widget.visible:
                found += faults(self.kit, widget, window)
        return found


def draw_focus(kit: Kit, surface: pygame.Surface, rect: pygame.Rect) -> None:
    width = kit.px(kit.theme.sizes.focus_ring)
    outside = rect.inflate(2 * width, 2 * width)
    ring = focus_ring(kit, outside.size)
    # Its middle is empty, and may be as large as a board: only the four sides are worth drawing.
    side = min(focus_corner(kit), *(length // 2 for length in outside.size))
    inside = ring.get_rect().inflate(-2 * side, -2 * side)
    for part in (
        (0, 0, outside.width, side), (0, inside.bottom, outside.width, side),
        (0, side, side, inside.height), (inside.right, side, side, inside.height),
    ):  # fmt: skip
        surface.blit(ring, outside.move(part[:2]), part)
