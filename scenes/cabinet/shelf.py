"""The title screen: the five places of the cabinet, laid out like the five on a die, and everything one can go to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic import cabinet
from logic.core import Message
from logic.registry import GAMES
from logic.storage.records import GameEntry
from scenes.app.app import App, Scene
from scenes.app.page import FittedText
from scenes.app.wording import day, game_title, shortened, who_plays
from scenes.board.lessons import open_guided_game
from scenes.board.match import resume_match
from scenes.puzzles.play import choosing_route
from sprites.paint.kit import Kit
from sprites.paint.materials import table_background
from sprites.paint.trays import brass_letters, halo, place_picture
from sprites.widgets import Button
from sprites.widgets.base import Control, Fitted, fit
from sprites.widgets.input import Input, Pointer
from sprites.widgets.widget import Widget

HALO = 1.6
"""How much wider than a tray the light around it is."""
SMALL_WINDOW = 520
"""Units: below this height (or width, standing) everything moves closer together."""
NAME_LINE, NOTE_LINE = 1.4, 1.45
"""The heights of the two lines below a tray, by the size of their letters."""
LIFT = 5
"""Units by which a tray rises under the mouse, and sinks when pressed."""


FRAME = 8
"""What part of a tray's width its frame takes, both sides together."""


class Place(Control):
    """One of the five places: an open tray that can be chosen, or a closed box that tells why not."""

    def __init__(
        self, kit: Kit, game: str, title: str, note: str, on_press: Callable[[], None], *, built: bool, tip: str
    ) -> None:
        super().__init__(kit, f"place-{game}", tip=tip)
        self.game, self.title, self.note = game, title, note
        self.on_press = on_press
        self.built = built

    @property
    def tray(self) -> pygame.Rect:
        side = min(self.rect.width, self.rect.height - caption_height(self.kit))
        return pygame.Rect(self.rect.centerx - side // 2, self.rect.top, side, side)

    def focus_rect(self) -> pygame.Rect:
        return self.tray

    def occupied(self) -> Iterable[pygame.Rect]:
        """What lies in the tray, whose frame may be touched, and the words below it."""
        yield self.tray.inflate(*(-self.tray.width // FRAME,) * 2)
        for line, rect, _ in self._caption():
            yield pygame.Rect(rect.centerx - line.width // 2, rect.top, line.width, rect.height)

    def press(self, event: Pointer | None) -> None:
        """Open the tray, or say why not."""
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        tray = self.tray
        raised = round(self.kit.px(LIFT) * self.rise)
        if self.built:
            colours = self.kit.theme.colours
            lit = self.hovered or self.focused
            light = halo(self.kit.bakery, round(tray.width * HALO), colours.accent_light if lit else colours.accent)
            surface.blit(light, light.get_rect(center=tray.center))
        picture = place_picture(self.kit.bakery, self.game, tray.width, built=self.built)
        surface.blit(picture, tray.move(0, -raised))
        for line, rect, tone in self._caption():
            line.draw(self.kit, surface, rect, tone)

    def _caption(self) -> tuple[tuple[Fitted, pygame.Rect, str], ...]:
        """The lines below the tray, where they go, and their colours."""
        kit, colours, sizes = self.kit, self.kit.theme.colours, self.kit.theme.sizes
        top, width = self.tray.bottom + kit.px(2), self.rect.width
        tall, small = kit.px(sizes.interface * NAME_LINE), kit.px(sizes.small * NOTE_LINE)
        name = fit(kit, self.title, width, tall, face="title", units=sizes.interface, lines=1)
        note = fit(kit, self.note, width, small, face="text", units=sizes.small, lines=1)
        tone = colours.accent_light if self.built else colours.ink_soft
        return (
            (name, pygame.Rect(self.rect.left, top, width, tall), tone),
            (note, pygame.Rect(self.rect.left, top + tall, width, small), colours.ink_soft),
        )

    def clipped(self) -> Iterable[str]:
        return [" ".join(line.lines) for line, _, _ in self._caption() if not line.fits]


def is_small(kit: Kit) -> bool:
    """Tell whether the window has room only for what matters most: then a closed box tells itself what it is."""
    return min(kit.metrics.width, kit.metrics.height) < kit.px(SMALL_WINDOW)


def caption_height(kit: Kit) -> int:
    """The height in pixels of the words below a tray."""
    sizes = kit.theme.sizes
    note = 0 if is_small(kit) else kit.px(sizes.small * NOTE_LINE)
    return kit.px(sizes.interface * NAME_LINE) + note + kit.px(2)


class Lettering(Widget):
    """The name of the cabinet, in brass in the middle of a room."""

    focusable = False
    is_kept_clear = True

    def __init__(self, kit: Kit, room: pygame.Rect) -> None:
        height = max(8, min(round(room.height * 0.62), round(room.width / 6.2)))
        self._letters = brass_letters(kit.bakery, TITLE, height)
        super().__init__(kit, "title", self._letters.get_rect(center=room.center))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(self._letters, self.rect)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on the shelf lies, in window pixels: five places, the title, the ribbon, the menu's row.

    ``captions`` is the height that is left for words below the menu's buttons, 0 where there is none.
    """

    places: tuple[pygame.Rect, ...]
    title: pygame.Rect
    ribbon: pygame.Rect
    menu: pygame.Rect
    captions: int


def lay_out(kit: Kit, *, ribbon: bool) -> Layout:
    """Lay the shelf out for the window in use; ``ribbon`` tells whether anything stands below the title."""
    width, height = kit.metrics.width, kit.metrics.height
    small = is_small(kit)
    pad = kit.px(10 if small else 22)
    control = kit.px(48 if small else kit.theme.sizes.control)
    area = pygame.Rect(pad, pad, width - 2 * pad, height - 2 * pad)
    return _standing(kit, area, control, ribbon=ribbon) if height > width else _lying(kit, area, control, ribbon=ribbon)


def _lying(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put four places into the corners and the fifth between them, the title above it and the menu below."""
    gap, places = kit.px(8), _five(kit, area)
    first, second, middle = places[:3]
    room = pygame.Rect(first.right + gap, 0, second.left - first.right - 2 * gap, 0)
    ribbon_height = control if ribbon else 0
    above = middle.top - area.top - gap
    title = pygame.Rect(
        room.left, area.top, room.width, max(kit.px(24), above - ribbon_height - (gap if ribbon else 0))
    )
    below = area.bottom - middle.bottom
    captions = _captions(kit) if below >= control + _captions(kit) else 0
    menu_top = middle.bottom + max(0, (below - control - captions) // 2)
    shrunk = room.inflate(-min(room.width // 10, kit.px(60)), 0)
    return Layout(
        places,
        title,
        pygame.Rect(shrunk.left, title.bottom + gap, shrunk.width, ribbon_height),
        pygame.Rect(room.left, min(menu_top, area.bottom - control), room.width, control),
        captions,
    )


def _five(kit: Kit, area: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """The five places of a shelf that lies down, as the five on a die."""
    gap, caption = kit.px(8), caption_height(kit)
    side = min((area.height - 2 * caption - gap) // 2, round(area.width * 0.27))
    tall = side + caption
    inset = max(0, (area.width - round(side * 4.3)) // 4)
    # The words below a tray may be wider than the tray.
    more = 0 if is_small(kit) else min(inset, side // 4)
    wide = side + 2 * more
    left, right = area.left + inset - more, area.right - inset + more - wide
    top, bottom = area.top, area.bottom - tall
    middle_top = area.centery - side // 2 + kit.px(6)
    return (
        pygame.Rect(left, top, wide, tall), pygame.Rect(right, top, wide, tall),
        pygame.Rect(area.centerx - wide // 2, middle_top, wide, tall),
        pygame.Rect(left, bottom, wide, tall), pygame.Rect(right, bottom, wide, tall),
    )  # fmt: skip


def _standing(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put two, one and two places below each other, between the title with the ribbon and the menu."""
    gap, caption = kit.px(8), caption_height(kit)
    title = pygame.Rect(area.left, area.top, area.width, max(kit.px(40), round(area.height * 0.08)))
    ribbon_rect = pygame.Rect(area.left, title.bottom + gap, area.width, control if ribbon else 0)
    captions = 0 if is_small(kit) else _captions(kit)
    menu = pygame.Rect(area.left, area.bottom - control - captions, area.width, control)
    top = (ribbon_rect.bottom if ribbon else title.bottom) + gap
    room = menu.top - gap - top
    side = min(room // 3 - caption - gap, round(area.width * 0.44))
    tall, step = side + caption, room // 3
    wide = (area.width - gap) // 2
    columns = (area.left, area.right - wide)
    rows = [top + i * step + (step - tall) // 2 for i in range(3)]
    middle = pygame.Rect(area.centerx - wide // 2, rows[1], wide, tall)
    corner = [pygame.Rect(x, y, wide, tall) for y in (rows[0], rows[2]) for x in columns]
    return Layout((corner[0], corner[1], middle, corner[2], corner[3]), title, ribbon_rect, menu, captions)


def _captions(kit: Kit) -> int:
    return kit.px(kit.theme.sizes.small * NOTE_LINE)


TITLE = "Quincunx"
NARROW_RIBBON = 420
"""Units of the ribbon's width below which names on it are cut shorter."""
SHORTEST_NAME, LONGEST_NAME = 8, 20
CAPTION_NAME = 14
"""Letters of a name below the button of who is playing."""
SHORTEST_CAPTION = 5
"""Letters of that name that are left at least where it has to be cut."""
WIDEST_STEP = 128
"""Units between two of the menu's buttons that have words below them, at most."""
WAKING = 0.6
"""Seconds in which a press still is the hand that ended the demonstration, and presses nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One button of the shelf's menu: its tip says more than the words below it."""

    key: str
    icon: str
    caption: str
    tip: Message
    press: Callable[[], None]


class ShelfScene(Scene):
    """The cabinet's first screen. ``notices`` are told at once: what the store and the settings had to say."""

    def __init__(self, app: App, notices: Sequence[Message] = ()) -> None:
        super().__init__(app)
        self._notices = tuple(notices)
        self._untouched_since = app.now()
        self._shows_off = False
        self._waking = 0.0
        self._offered: GameEntry | None = None

    def enter(self) -> None:
        """Say what there is to say, and look for a game to go on with."""
        super().enter()
        for notice in self._notices:
            self.app.tell(notice)
        self._look()

    def resume(self) -> None:
        """Look again: a game may have been begun or ended."""
        self._untouched_since = self.app.now()
        self._waking, self._shows_off = WAKING if self._shows_off else 0.0, False
        self._look()
        self.rebuild()

    def _look(self) -> None:
        waiting = (entry for entry in self.app.store.unfinished() if entry.setup.game in GAMES)
        self._offered = next(waiting, None)

    # -- what lies where

    def build(self) -> None:
        greeting = self._greeting()
        layout = lay_out(self.app.kit, ribbon=self._offered is not None or greeting is not None)
        self.layout = layout
        self.ui.add(Lettering(self.app.kit, layout.title))
        ribbon = self._ribbon()
        for below_title in (ribbon, greeting):
            if below_title is not None:
                below_title.place(layout.ribbon)
                self.ui.add(below_title)
        for rect, (game, place) in zip(layout.places, self.app.cabinet.shelf.items(), strict=True):
            widget = self._place(game, place)
            widget.place(rect)
            self.ui.add(widget)
        self._place_menu()
        self.first_focus = "go-on" if ribbon is not None else next((f"place-{name}" for name in GAMES), "")

    def _place(self, game: str, place: cabinet.Place) -> Place:
        say, get, built = self.app.say, self.app.get, game in GAMES
        title = game_title(self.app, game) if built else get(place.title)
        note = "" if built or is_small(self.app.kit) else say(Message("not in the cabinet yet"))
        about = get(place.blurb)
        tip = about if built else say(Message("{blurb} It is not in the cabinet yet.", blurb=about))
        return Place(self.app.kit, game, title, note, partial(self._open, game), built=built, tip=tip)

    def _ribbon(self) -> Button | None:
        entry = self._offered
        if entry is None:
            return None
        narrow = self.layout.ribbon.width < self.app.px(NARROW_RIBBON)
        longest = SHORTEST_NAME if narrow else LONGEST_NAME
        label = Message("Go on: {game} · {players} · {day}", game=game_title(self.app, entry.setup.game),
                        players=who_plays(self.app, entry.setup, longest),
                        day=day(self.app, entry.changed))  # fmt: skip
        return Button(self.app.kit, "go-on", self.app.say(label), "play", self._go_on, style="primary")

    def _greeting(self) -> Widget | None:
        """Say a friendly word where no game waits to be gone on with."""
        if self._offered is not None:
            return None
        profile = self.app.settings.profile
        has_played, name = bool(self.app.store.finished(profile or None, limit=1)), shortened(profile, LONGEST_NAME)
        if name and has_played:
            text = Message("Welcome back, {name}!", name=name)
        elif name:
            text = Message("Welcome, {name}! Choose a game.", name=name)
        elif has_played:
            return None
        else:
            text = Message("Welcome! Choose a game.")
        units = self.app.theme.sizes.interface
        return FittedText(self.app.kit, "greeting", self.app.say(text), face="interface", units=units, lines=2,
                          align="center")  # fmt: skip

    def _place_menu(self) -> None:
        """Put the buttons side by side, with words below them where there is room for all of those."""
        entries, room = self._menu(), self.layout.menu
        step = min(room.width // len(entries), self.app.px(WIDEST_STEP))
        captions = self._captions(entries, step)
        if not captions:
            gap = min(self.app.px(12), max(self.app.px(3), (room.width - len(entries) * room.height) // len(entries)))
            step = min(room.height, (room.width - (len(entries) - 1) * gap) // len(entries)) + gap
        side = min(room.height, step - self.app.px(3))
        left = room.centerx - len(entries) * step // 2
        for i, entry in enumerate(entries):
            tip = self.app.say(entry.tip)
            button = Button(self.app.kit, entry.key, icon=entry.icon, on_press=entry.press, tip=tip)
            button.place(pygame.Rect(left + i * step + (step - side) // 2, room.top, side, room.height))
            self.ui.add(button)
        for i, caption in enumerate(captions):
            caption.shift(left + i * step, room.bottom)
        self.ui.add(*captions)

    def _captions(self, entries: Sequence[Entry], step: int) -> list[FittedText]:
        """The words for below the buttons, all of one size, or none where they do not all fit.

        The size is that of the widest of our own words; a player's name is rather cut than written smaller.
        """
        if not self.layout.captions:
            return []
        kit, small = self.app.kit, self.app.theme.sizes.small
        room = pygame.Rect(kit.px(3), 0, step - 2 * kit.px(3), self.layout.captions)
        size = partial(fit, kit, width=room.width, height=room.height, face="text", lines=1)
        own = [size(one.caption, units=small) for one in entries if one.key != "profile"]
        if not all(one.fits for one in own):
            return []
        units = small * min(one.size for one in own) / kit.px(small)
        made = []
        for one in entries:
            cut = (shortened(one.caption, count) for count in range(len(one.caption), SHORTEST_CAPTION, -1))
            words = next((some for some in cut if size(some, units=units).size == kit.px(units)), one.caption)
            made.append(FittedText(kit, f"{one.key}-caption", words, face="text", units=units, lines=1, align="center"))
        for caption in made:
            caption.place(room)
        return made

    def _menu(self) -> tuple[Entry, ...]:
        playing, say = self.app.settings.profile, self.app.say
        who = Message("{name} is playing", name=playing) if playing else Message("Who is playing?")
        name = shortened(playing, CAPTION_NAME) or say(Message("Player"))
        show = self.app.open
        return (
            Entry("profile", "account", name, who, lambda: show("profiles")),
            Entry("games", "book_open_variant", say(Message("Games")), Message("Games and replays"),
                  lambda: show("games")),
            Entry("stats", "chart_bar", say(Message("Statistics")), Message("Statistics"),
                  lambda: show("stats")),
            Entry("settings", "cog", say(Message("Settings")), Message("Settings"),
                  lambda: show("settings")),
            Entry("help", "help_circle_outline", say(Message("Help")), Message("Help and keys"),
                  lambda: show("help")),
            Entry("quit", "power", say(Message("Leave")), Message("Leave the cabinet"), self._quit),
        )  # fmt: skip

    # -- what can be done

    def _open(self, game: str) -> None:
        if game in GAMES:
            if not open_guided_game(self.app, game):
                self.app.open(choosing_route(game), game)
            return
        title = self.app.get(self.app.cabinet.shelf[game].title)
        self.app.sound.play("deny")
        self.app.tell(Message("{game} is not in the cabinet yet.", game=title))

    def _go_on(self) -> None:
        match = resume_match(self.app, self._offered.id) if self._offered is not None else None
        if match is not None:
            self.app.open("board", match)

    def _quit(self) -> None:
        # Every game is in the journal: there is nothing to ask about.
        self.app.running = False

    def act(self, name: str) -> bool:
        """Open what a key stands for; there is no way back from the first screen but to leave it on purpose."""
        if name == "menu":
            self.app.open("settings")
            return True
        if name == "cancel":
            self.ui.show_focus = True
            self.ui.set_focus(self.ui.find("quit"))
            return True
        return super().act(name)

    def handle(self, event: Input) -> bool:
        """Take an input; whatever it is, somebody is there."""
        self._untouched_since = self.app.now()
        if self._waking and isinstance(event, Pointer) and event.kind == "down":
            return True
        return super().handle(event)

    def update(self, dt: float) -> bool:
        """Let time pass; a shelf that nobody touches begins to play by itself."""
        self._waking = max(0.0, self._waking - dt)
        alone = self.app.now() - self._untouched_since
        if self.app.stack.top is self and alone >= self.app.cabinet.seconds.demonstration and GAMES:
            self._untouched_since = self.app.now()
            self._shows_off = True
            games = [*GAMES]
            self.app.open("demo", games[int(self.app.now()) % len(games)])
        return super().update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(table_background(self.app.kit, self.app.size), (0, 0))
        super().draw(surface)
