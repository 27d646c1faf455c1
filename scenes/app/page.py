"""Common parts of the screens around the games: pages, dialogs, questions and menus."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.core import Message
from scenes.app.app import App, Scene
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit, kept
from sprites.paint.materials import MARGIN, cloth, panel, table_background
from sprites.paint.pauses import pause
from sprites.paint.prerender import Painted, paint_next
from sprites.paint.surface_cache import Face
from sprites.paint.surfaces import native
from sprites.widgets import Button, ButtonStyle, Column, Fitted, Grid, Input, Label, Pointer, Row, Scroll, Widget, fit
from sprites.widgets.base import Align, Words, do_nothing
from sprites.widgets.layout import Align as RowAlign
from sprites.widgets.layout import CentredColumn, cut
from sprites.widgets.texts import SizeName

BODY_WIDTH = 920
"""Units: longer lines are hard to read."""
SHORT_HEIGHT = 460
"""Units: below this the buttons scroll with the body instead of standing under it."""
BROAD = 900
"""Width in units from which pictures stand beside the rest."""
DIALOG_WIDTH = 620
LEAST_BODY = 0.4
"""Smallest share of a dialog's height for its body if the foot stays in sight."""
SHADE = (10, 6, 4, 165)
"""Colour over the screens below a dialog."""
Press = Callable[[], object]


class FittedText(Widget):
    """Text that fits a rectangle: in smaller letters or on more lines if needed.

    A heading shrinks rather than wraps, while a text of more than two lines keeps its size as long as it can.
    """

    focusable = False
    is_kept_clear = True

    def __init__(
        self, kit: Kit, key: str, text: str, *, face: Face, units: float, lines: int, align: Align = "left"
    ) -> None:
        super().__init__(kit, key)
        self.text = text
        self.face: Face = face
        self.units = units
        self.lines = lines
        self.align = align

    def fitted(self, width: int, height: int | None = None) -> Fitted:
        kit, steady = self.kit, self.lines > 2
        return fit(kit, self.text, width, height, face=self.face, units=self.units, lines=self.lines, steady=steady)

    def measure(self, width: int) -> int:
        return self.fitted(width).height

    def words(self) -> Iterable[Words]:
        ink, steady = self.kit.theme.colours.ink, self.lines > 2
        yield Words(self.text, self.rect, ink, self.units, self.face, self.lines, self.align, steady)


class Heading(FittedText):
    """The title of a page, centred, after the emblem of a game."""

    def __init__(self, kit: Kit, key: str, text: str, units: float, game: str) -> None:
        super().__init__(kit, key, text, face="title", units=units, lines=2, align="center")
        self.game = game

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.game:
            width, side = self.fitted(*self.rect.size).width, self.rect.height
            left = self.rect.centerx - width // 2 - side - self.kit.px(self.kit.theme.sizes.gap)
            if left >= self.rect.left:
                surface.blit(emblem(self.kit, self.game, side), (left, self.rect.top))


class Page(Scene, ABC):
    """A full screen with a heading, a back button, a scrolling body, and buttons below it."""

    body_width = BODY_WIDTH
    """Units at most."""
    broad_width = BROAD
    """Units of width from which the page ``is_broad``, if it is not short."""
    scroll: Scroll | None = None
    game = ""
    """The game whose place the page is, by its emblem before the heading; empty if it is no game's."""
    cloth = ""
    """Colour of that game's cloth, which covers the whole page; empty for none."""
    title: Message | str
    looks_again = False
    """Whether to build it again when the screen above has gone: its data may have been changed there."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.ahead: list[Painted] = []
        """Pictures to paint ahead, one a frame; filled while the page is built."""

    def heading(self) -> str:
        """The title in the player's language."""
        return self.app.say(self.title)

    @property
    def is_broad(self) -> bool:
        """Whether there is room for two parts side by side."""
        size, px = self.app.size, self.app.px
        return size[0] >= px(self.broad_width) and size[1] >= px(SHORT_HEIGHT)

    @abstractmethod
    def body(self) -> Widget:
        """Make the scrolling part."""

    def buttons(self) -> Sequence[Widget]:
        """Make the buttons below the body, the most important last; if there is little room, that one goes above."""
        return ()

    def headline(self) -> Widget:
        """Make the middle of the top row."""
        units = self.app.theme.sizes.heading
        return Heading(self.app.kit, "heading", self.heading(), units, self.game)

    def build(self) -> None:
        buttons = list(self.buttons())
        short = self.app.size[1] < self.app.px(SHORT_HEIGHT)
        last = buttons[-1] if short and buttons else None
        aside = last if isinstance(last, Button) else None
        if aside is not None:
            buttons.pop()
        area = self.place_head(self.area(), aside)
        body = self.body()
        if buttons and short:
            body = column(self, "page", body, *buttons)
        elif buttons:
            area = self.place_foot(area, buttons)
        self.place_body(body, self.middle_of(area))

    def rebuild(self) -> None:
        self.ahead.clear()
        super().rebuild()

    def resume(self) -> None:
        if self.looks_again:
            self.rebuild()

    def is_in_sight(self, picture: Painted) -> bool:
        """Whether a picture should be painted ahead now."""
        return True

    def update(self, dt: float) -> bool:
        """Advance; paint one of the missing pictures a frame."""
        moving = super().update(dt)
        return paint_next(self.app.kit.cache, filter(self.is_in_sight, self.ahead)) or moving

    def place_body(self, body: Widget, rect: pygame.Rect) -> None:
        """Place the body so that it scrolls as a whole."""
        self.scroll = Scroll(self.app.kit, "scroll", body)
        self.scroll.place(rect)
        self.ui.add(self.scroll)

    def middle_of(self, area: pygame.Rect) -> pygame.Rect:
        """The middle of a rectangle, as wide as a body may be."""
        width = min(area.width, self.app.px(self.body_width))
        return pygame.Rect(area.centerx - width // 2, area.top, width, area.height)

    def area(self) -> pygame.Rect:
        """The rectangle inside the margins."""
        pad = self.app.px(self.app.theme.sizes.pad)
        return pygame.Rect((0, 0), self.app.size).inflate(-2 * pad, -2 * pad)

    def place_head(self, area: pygame.Rect, aside: Button | None = None) -> pygame.Rect:
        """Place the back button, the heading, and ``aside``, which must stay visible; return the room left below."""
        kit, sizes = self.app.kit, self.app.theme.sizes
        height, gap = kit.px(sizes.control), kit.px(sizes.gap)
        back = button(self, "back", Message("Back"), "arrow_left", self.close, bare=True)
        head, below = cut(area, "top", height, gap)
        back.place(cut(head, "left", height)[0])
        middle = self.headline()
        middle.place(head.inflate(-2 * (height + gap), 0))
        self.ui.add(back, middle)
        if aside is not None:
            aside.tip, aside.label = aside.label or aside.tip, ""
            aside.place(cut(head, "right", height)[0])
            self.ui.add(aside)
        return below

    def place_foot(self, area: pygame.Rect, buttons: Sequence[Widget]) -> pygame.Rect:
        """Place buttons side by side at the bottom; return the rectangle left above them."""
        row = row_of(self, "buttons", *buttons)
        height = row.measure(self.middle_of(area).width)
        foot, above = cut(area, "bottom", height, self.app.px(self.app.theme.sizes.gap))
        row.place(self.middle_of(foot))
        self.ui.add(row)
        return above

    def draw_ground(self, surface: pygame.Surface) -> None:
        kit, size = self.app.kit, self.app.size
        table = table_background(kit, size)
        over = cloth(kit, size, self.cloth) if self.cloth else None  # first, so that no bare table is ever seen
        pause()
        surface.blit(table, (0, 0))
        if over is not None:
            surface.blit(over, (0, 0))

    def draw(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface)
        super().draw(surface)


class Dialog(Page):
    """A page shown as a panel over the screens below; a press outside closes it."""

    opaque = False
    width = DIALOG_WIDTH
    """Units at most."""
    pins_buttons = False
    """Whether the rows of the foot stay in sight below a scrolling body, as many as leave it some room."""

    def room(self) -> pygame.Rect | None:
        """The rectangle for the dialog beside what it is about, with everything else in plain sight.

        None for the middle of the window, over a shade.
        """
        return None

    def foot(self) -> Sequence[Widget]:
        """The rows below the body; by default one row with the buttons."""
        buttons = self.buttons()
        return (row_of(self, "buttons", *buttons),) if buttons else ()

    def build(self) -> None:
        """Lay out the panel, as high as its contents if the window allows."""
        kit, sizes = self.app.kit, self.app.theme.sizes
        pad, gap = kit.px(sizes.pad), kit.px(sizes.gap)
        rim = kit.px(MARGIN["dialog"])
        beside = self.room()
        # If there is little room, half of the shadow falls outside the window.
        window = pygame.Rect((0, 0), self.app.size).inflate(rim, rim)
        room = window if beside is None else beside.inflate(2 * rim, 2 * rim)
        width = min(room.width, kit.px(self.width) + 2 * rim) if beside is None else room.width
        body, rows = self.body(), self.foot()
        content = column(self, "page", body, *rows)
        around = rim + (pad if room.width > kit.px(SHORT_HEIGHT) else pad // 2)
        head = kit.px(sizes.control) + gap
        height = min(room.height, content.measure(width - 2 * around) + head + 2 * around)
        height = height if beside is None else room.height
        self.panel = pygame.Rect(0, 0, width, height)
        self.panel.center = room.center
        area = self.place_head(self.panel.inflate(-2 * around, -2 * around))
        pinned: Sequence[Widget] = ()
        if self.pins_buttons and content.measure(area.width) > area.height:
            pinned, area = self._pin(rows, area, gap)
            content = column(self, "page", body, *rows[len(pinned) :])
        self.scroll = Scroll(kit, "scroll", content)
        self.scroll.place(area)
        self.ui.add(self.scroll, *pinned)

    def _pin(self, rows: Sequence[Widget], area: pygame.Rect, gap: int) -> tuple[Sequence[Widget], pygame.Rect]:
        """Place the first rows at the foot of an area, as many as leave the body its share; return both parts."""
        heights = [row.measure(area.width) for row in rows]
        while sum(heights) + gap * len(heights) > (1 - LEAST_BODY) * area.height:
            heights.pop()
        for row, height in reversed([*zip(rows, heights, strict=False)]):
            foot, area = cut(area, "bottom", height, gap)
            row.place(foot)
        return rows[: len(heights)], area

    panel = pygame.Rect(0, 0, 0, 0)
    """Rectangle of the panel with its shadow."""

    @property
    def frame(self) -> pygame.Rect:
        """Rectangle of the panel without its shadow."""
        rim = self.app.px(MARGIN["dialog"])
        return self.panel.inflate(-2 * rim, -2 * rim)

    def close_then(self, press: Press | None) -> Callable[[], None]:
        """Return a callback that closes the dialog and then calls ``press``."""

        def do() -> None:
            self.close()
            if press is not None:
                press()

        return do

    def handle(self, event: Input) -> bool:
        """Close on a press beside the panel, unless it is a second finger's."""
        beside = isinstance(event, Pointer) and event.kind == "down" and not self.frame.collidepoint(event.pos)
        if beside and self.ui.held is None:
            self.press_beside()
            return True
        return super().handle(event)

    def press_beside(self) -> None:
        """What a press beside the panel does: close it."""
        self.close()

    def draw(self, surface: pygame.Surface) -> None:
        if self.room() is None:
            surface.blit(shade(self.app.kit, self.app.size), (0, 0))
        surface.blit(panel(self.app.kit, self.panel.size, "dialog"), self.panel)
        Scene.draw(self, surface)


@kept
def shade(_kit: Kit, size: tuple[int, int]) -> pygame.Surface:
    """The layer that darkens the screens below."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(SHADE)
    return native(surface)


def column(scene: Scene, key: str, *children: Widget) -> Widget:
    return Column(scene.app.kit, key, children)


def row_of(scene: Scene, key: str, *children: Widget, align: RowAlign = "fill") -> Widget:
    return Row(scene.app.kit, key, children, align=align)


def empty_state(scene: Scene, *children: Widget) -> Widget:
    """Make what stands where there is nothing yet, in the middle of the height that is left to it."""
    return CentredColumn(scene.app.kit, "vacancy", children)


def section(scene: Scene, key: str, text: Message | str) -> Label:
    kit, said = scene.app.kit, scene.app.say(text)
    return Label(kit, key, said, face="interface", size="heading", colour=kit.theme.colours.accent_light)


def words(
    scene: Scene, key: str, text: Message | str, size: SizeName = "text", align: Align = "left", face: Face = "text"
) -> Label:
    """Make a label, in the text face by default."""
    return Label(scene.app.kit, key, scene.app.say(text), face, size, align=align)


def button(
    scene: Scene, key: str, label: Message | str, icon: str = "", on_press: Press = do_nothing,
    style: ButtonStyle = "normal", *, tip: Message | str = "", enabled: bool = True, bare: bool = False,
    **size: float | None,
) -> Button:  # fmt: skip
    """Make a button with translated texts; a ``bare`` one has its label as tooltip."""
    said, tip = scene.app.say(label), scene.app.say(tip)
    said, tip = ("", said) if bare else (said, tip)
    return Button(scene.app.kit, key, said, icon, on_press, style, tip, enabled, **size)


Answer = tuple[Message, Press | None, ButtonStyle]
TWO_COLUMNS = 420
"""Width in units from which a menu's buttons stand in two columns."""


class Question(Dialog):
    """A question; each answer closes it and then runs its action."""

    width = 560

    def __init__(
        self,
        app: App,
        text: Message,
        answers: Sequence[Answer],
        *,
        title: Message | None = None,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(app)
        self.text = text
        self.answers = answers
        self.title = title if title is not None else Message("One moment")
        self.names = names
        self.first_focus = "answer0"

    def body(self) -> Widget:
        return words(self, "question", self.app.say(self.text, self.names))

    def buttons(self) -> Sequence[Widget]:
        return [
            button(self, f"answer{i}", label, on_press=self.close_then(press), style=style)
            for i, (label, press, style) in enumerate(self.answers)
        ]


def ask(app: App, text: Message, *answers: Answer, title: Message | None = None, names: Sequence[str] = ()) -> None:
    """Push a :class:`Question` over whatever screen is open."""
    app.stack.push(Question(app, text, answers, title=title, names=names))


def confirm_discard(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before something is deleted for good, and then do it."""
    ask(app, text, (Message("Keep it"), None, "primary"), (Message("Throw it away"), do, "danger"))


def confirm_overwrite(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before a file is overwritten, and then do it."""
    ask(app, text, (Message("Cancel"), None, "normal"), (Message("Overwrite"), do, "danger"))


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A button of a menu."""

    key: str
    icon: str
    label: Message
    press: Press
    style: ButtonStyle = "normal"


def choice_button(scene: Scene, one: MenuEntry, press: Press) -> Button:
    return button(scene, one.key, one.label, one.icon, press, style=one.style)


def menu(scene: Scene, buttons: Sequence[Button]) -> Widget:
    """Stack a menu's buttons, or put them in two columns if there is room; an odd first one spans both."""
    kit = scene.app.kit
    if kit.metrics.width < kit.px(TWO_COLUMNS) or len(buttons) < 3:
        return Grid(kit, "choices", buttons, 1)
    if len(buttons) % 2 == 0:
        return Grid(kit, "choices", buttons, 2)
    return column(scene, "menu", buttons[0], Grid(kit, "choices", buttons[1:], 2))


class PauseMenu(Dialog):
    """The menu over a board: resume, and everything else that can be done."""

    first_focus = "go_on"

    def __init__(self, app: App, title: str, choices: Sequence[MenuEntry]) -> None:
        super().__init__(app)
        self.title = title
        self.choices = (MenuEntry("go_on", "play", Message("Go on"), lambda: None, "primary"), *choices)

    def body(self) -> Widget:
        return menu(self, [choice_button(self, one, self.close_then(one.press)) for one in self.choices])

    def act(self, name: str) -> bool:
        if name == "menu":
            self.close()
            return True
        return super().act(name)
