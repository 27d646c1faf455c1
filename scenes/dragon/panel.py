"""The panel beside the labyrinth: the chosen knight and his supply, the queue outside, and the fate of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pygame

from logic.core import Message
from logic.dragon.narration import knight_name
from logic.dragon.rules import KnightState, State
from scenes.board.parts import FactSheet, Figure, Say
from sprites.dragon.knights import knight as portrait
from sprites.paint.kit import Kit
from sprites.widgets import Action, Passive, Pointer, Widget, Words
from sprites.widgets.layout import cut
from sprites.widgets.ui import SCROLL_SLOP

KNIGHT_ROW, QUEUE_ROW, FIGURE_ROW = 58, 50, 50
SMALL_KNIGHT_ROW, SMALL_FIGURE_ROW = 50, 34
PAD = 6
"""Units around and between the rows."""
SIX_FIGURES = 560
"""Units of the window's width below which six figures take two rows in portrait, to have room for their labels."""
KNIGHT_SHARE = 0.52
"""Share of the width for the chosen knight, if the queue stands beside him."""
NARROW = 210
"""Units of width below which only a knight's short name is written: his picture shows the rest."""
SLOT, NUMBER, APART = 34, 16, 5
"""Units of a knight in the queue, of the number beside one with a supply, and of the gap to the next."""
CHEVRON = 20
"""Units of the arrow at an end of the queue where it continues."""
STEP = 3
"""Knights that an arrow key or a notch of the wheel scrolls."""


def describe_supply(knight: KnightState) -> Message | None:
    """A knight's supply and its maximum; None for a kind without any."""
    if knight.kind == "eater":
        return Message("{held} of {n} [tooth|teeth]", held=knight.supply, n=knight.most)
    if knight.kind == "builder":
        return Message("{held} of {n} [brick|bricks]", held=knight.supply, n=knight.most)
    return None


class ChosenKnight(Passive):
    """The chosen knight: his picture, who he is, and what he carries."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.knight: KnightState | None = None
        self.name = ""
        self.about = ""

    def fill(self, knight: KnightState | None, say: Say) -> None:
        """Show another knight, or that there is none."""
        self.knight = knight
        if knight is None:
            self.name, self.about, self.tip = say(Message("No knight is chosen.")), "", ""
            return
        about = describe_supply(knight)
        self.name = self.tip = say(knight_name(knight))
        self.about = say(about) if about is not None else ""
        if self.rect.width < self.kit.px(NARROW):
            self.name = knight.name

    def _rooms(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The rectangles of the picture and of the text."""
        side = self.rect.height if self.knight is not None else 0
        return cut(self.rect, "left", side, self.kit.px(8))

    def words(self) -> Iterable[Words]:
        room, (colours, sizes) = self._rooms()[1], (self.kit.theme.colours, self.kit.theme.sizes)
        if self.knight is None:
            yield Words(self.name, room, colours.ink_soft, sizes.text, "text")
            return
        upper, lower = cut(room, "top", round(room.height * 0.54) if self.about else room.height)
        yield Words(self.name, upper, colours.ink, sizes.text, lines=1 if self.about else 2)
        if self.about:
            yield Words(self.about, lower, colours.accent_light, sizes.small, "text")

    def point(self, event: Pointer) -> bool:
        """Accept being held, so that a long press shows the whole name."""
        return event.kind != "hover"

    def draw(self, surface: pygame.Surface) -> None:
        if self.knight is not None:
            picture = self._rooms()[0]
            surface.blit(portrait(self.kit, self.knight.kind, picture.width), picture)
        super().draw(surface)


class Queue(Passive):
    """The knights who wait outside, the next one first; scrolled if there are more than fit."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.knights: Sequence[KnightState] = ()
        self.nobody = ""
        self.offset = 0
        self._start: tuple[int, int] | None = None

    def fill(self, knights: Sequence[KnightState], say: Say) -> None:
        self.knights = tuple(knights)
        self.nobody = "" if knights else say(Message("Nobody waits outside."))
        self.tip = say(Message("Those who wait outside, the next one first")) if knights else ""
        self._slide(0)

    def restore_from(self, former: Widget) -> None:
        """Keep the scroll position."""
        if isinstance(former, Queue):
            self.offset = former.offset
            self._slide(0)

    # -- rectangles

    def _width(self, knight: KnightState) -> int:
        return self.kit.px(SLOT + (NUMBER if knight.most else 0) + APART)

    @property
    def limit(self) -> int:
        """The largest scroll offset, in pixels."""
        return max(0, sum(map(self._width, self.knights)) - self.rect.width)

    def _slide(self, by: int) -> bool:
        before, self.offset = self.offset, min(max(0, self.offset + by), self.limit)
        self.focusable = self.limit > 0
        return self.offset != before

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._slide(0)

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        if self.nobody:
            yield Words(self.nobody, self.rect, theme.colours.ink_soft, theme.sizes.small, "text")

    # -- input

    def point(self, event: Pointer) -> bool:
        if event.kind == "wheel":
            return self._slide(round(-event.amount * STEP * self.kit.px(SLOT)))
        if event.kind == "down":
            self._start = (event.pos[0], self.offset)
        elif event.kind == "move" and self._start is not None:
            far = self._start[0] - event.pos[0]
            if abs(far) >= self.kit.px(SCROLL_SLOP):
                self.offset = self._start[1] + far
                self._slide(0)
        elif event.kind in ("up", "cancel"):
            self._start = None
        return event.kind in ("down", "move", "up", "cancel", "hold")

    def act(self, action: Action) -> bool:
        steps = {"left": -STEP, "right": STEP}.get(action.name, 0)
        return steps != 0 and self._slide(steps * self.kit.px(SLOT))

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        before = surface.get_clip()
        surface.set_clip(self._sight().clip(before))
        left = self.rect.left - self.offset
        for knight in self.knights:
            width = self._width(knight)
            if left + width > self.rect.left and left < self.rect.right:
                self._draw_knight(surface, knight, left)
            left += width
        surface.set_clip(before)
        self._draw_more(surface)

    def _draw_knight(self, surface: pygame.Surface, knight: KnightState, left: int) -> None:
        side = self.kit.px(SLOT)
        surface.blit(portrait(self.kit, knight.kind, side), (left, self.rect.centery - side // 2))
        if knight.most:
            colours, sizes = self.kit.theme.colours, self.kit.theme.sizes
            shown = self.kit.cache.text(str(knight.supply), "interface", self.kit.px(sizes.small), colours.ink)
            width = self.kit.px(NUMBER)
            if shown.get_width() > width:
                shown = pygame.transform.smoothscale(shown, (width, shown.get_height() * width // shown.get_width()))
            surface.blit(shown, shown.get_rect(midleft=(left + side + self.kit.px(2), self.rect.centery)))

    def _sight(self) -> pygame.Rect:
        """The rectangle in which knights are shown: all except the arrows at the ends."""
        side = self.kit.px(CHEVRON)
        left = self.rect.left + (side if self.offset > 0 else 0)
        right = self.rect.right - (side if self.offset < self.limit else 0)
        return pygame.Rect(left, self.rect.top, right - left, self.rect.height)

    def _draw_more(self, surface: pygame.Surface) -> None:
        """Show by an arrow, at either end, that the queue continues."""
        side, ink, sight = self.kit.px(CHEVRON), self.kit.theme.colours.accent_light, self._sight()
        if sight.left > self.rect.left:
            surface.blit(self.kit.cache.icon("chevron_left", side, ink), (self.rect.left, sight.centery - side // 2))
        if sight.right < self.rect.right:
            surface.blit(self.kit.cache.icon("chevron_right", side, ink), (sight.right, sight.centery - side // 2))


class DragonPanel(FactSheet):
    """The facts of one labyrinth: only what the player may always see."""

    def __init__(self, kit: Kit, key: str, look: Callable[[], tuple[State, str | None]]) -> None:
        """Show what ``look`` returns: the position as the player knows it, and the name of the chosen knight."""
        super().__init__(kit, key)
        self._look = look
        self.chosen = ChosenKnight(kit, "chosen")
        self.queue = Queue(kit, "queue")
        icons = {
            "needed": "flag_checkered", "board": "chess_knight", "lair": "castle", "dead": "grave_stone",
            "waiting": "account_clock_outline", "time": "timer_sand",
        }  # fmt: skip
        self.figures = {name: Figure(kit, name, icon) for name, icon in icons.items()}

    def children(self) -> Iterable[Widget]:
        return (self.chosen, self.queue, *self.figures.values())

    # -- rectangles

    @property
    def _is_narrow(self) -> bool:
        return self.kit.metrics.width < self.kit.px(SIX_FIGURES)

    def least_height(self, *, compact: bool) -> int:
        """The height of two rows, of three with two of figures in a narrow window, or of all four."""
        rows: tuple[int, ...] = (KNIGHT_ROW, QUEUE_ROW, FIGURE_ROW, FIGURE_ROW)
        if compact:
            rows = (SMALL_KNIGHT_ROW, SMALL_FIGURE_ROW)
        elif self.kit.metrics.portrait:
            rows = (KNIGHT_ROW, FIGURE_ROW, FIGURE_ROW) if self._is_narrow else (KNIGHT_ROW, FIGURE_ROW)
        return sum(map(self.kit.px, rows)) + (len(rows) + 1) * self.kit.px(PAD)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        pad = self.kit.px(PAD)
        inner = rect.inflate(-2 * pad, -2 * pad)
        is_tall = rect.height >= self.kit.px(KNIGHT_ROW + QUEUE_ROW + 2 * FIGURE_ROW)
        rows = 2 if is_tall or (self._is_narrow and rect.height >= self.kit.px(KNIGHT_ROW + 2 * FIGURE_ROW)) else 1
        if is_tall:
            chosen, room = cut(inner, "top", self.kit.px(KNIGHT_ROW), pad)
            queue, room = cut(room, "top", self.kit.px(QUEUE_ROW), pad)
        else:
            upper = round((inner.height - rows * pad) * KNIGHT_ROW / (KNIGHT_ROW + rows * FIGURE_ROW))
            row, room = cut(inner, "top", upper, pad)
            chosen, queue = cut(row, "left", round(inner.width * KNIGHT_SHARE) - pad, pad)
        self.chosen.place(chosen)
        self.queue.place(queue)
        self._place_figures(room, rows)

    def _place_figures(self, room: pygame.Rect, rows: int) -> None:
        columns = len(self.figures) // rows
        wide, high = room.width / columns, (room.height - (rows - 1) * self.kit.px(PAD)) // rows
        for number, figure in enumerate(self.figures.values()):
            row, column = divmod(number, columns)
            left, right = room.left + round(column * wide), room.left + round((column + 1) * wide)
            figure.place(pygame.Rect(left, room.bottom - (rows - row) * high, right - left, high))

    # -- content

    def refresh(self, say: Say) -> None:
        state, chosen = self._look()
        self.chosen.fill(next((knight for knight in state.knights if knight.name == chosen), None), say)
        self.queue.fill([knight for knight in state.knights if knight.fate == "waiting"], say)
        hidden, required = state.count("hidden"), state.board.required
        needed = max(0, required - hidden)
        self._fill("needed", needed, say(Message("Still needed in the lair: {n}", n=needed)), say(Message("Needed")))
        on_board, dead, waiting = (state.count(fate) for fate in ("board", "dead", "waiting"))
        self._fill("board", on_board, say(Message("On the board: {n}", n=on_board)), say(Message("Inside")))
        self._fill("lair", hidden, say(Message("In the dragon’s lair: {n}", n=hidden)), say(Message("In the lair")))
        self._fill("dead", dead, say(Message("Dead: {n}", n=dead)), say(Message("Dead")))
        self._fill("waiting", waiting, say(Message("Waiting outside: {n}", n=waiting)), say(Message("Outside")))
        self._fill("time", state.time, say(Message("Time: {n}", n=state.time)), say(Message("Time")))

    def _fill(self, name: str, number: int, tip: str, label: str) -> None:
        self.figures[name].fill(str(number), tip, label, is_lit=name == "needed")
