"""The title screen: the five places of the cabinet, laid out like the five on a die, and everything one can go to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic import cabinet
from logic.core import Message
from logic.records import GameEntry
from logic.registry import GAMES
from logic.session import SaveError
from scenes.app import App
from scenes.board import BoardScene
from scenes.demo import DemoScene
from scenes.games import GamesScene
from scenes.help import HelpScene
from scenes.lessons import guided_game
from scenes.match import Match
from scenes.page import InputMemory
from scenes.profiles import ProfilesScene
from scenes.settings import SettingsScene
from scenes.setup import SetupScene
from scenes.stats import StatsScene
from scenes.wording import day, game_title, who_plays
from sprites.emblems import brass_letters, halo, place_picture
from sprites.input import Input, Pointer
from sprites.paint import table_background
from sprites.ui import Kit
from sprites.widgets import Button
from sprites.widgets.base import Control, Fitted, fit

TITLE = "Quincunx"
HALO = 1.6
"""How much wider than a tray the light around it is."""
SMALL_WINDOW = 520
"""Units: below this height (or width, standing) everything moves closer together."""
NARROW_RIBBON = 420
"""Units of the ribbon's width below which names on it are cut shorter."""
SHORTEST_NAME, LONGEST_NAME = 10, 20
NAME_LINE, NOTE_LINE = 1.4, 1.45
"""The heights of the two lines below a tray, by the size of their letters."""
LIFT = 5
"""Units by which a tray rises under the mouse, and sinks when pressed."""


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
        """The square of the tray inside the place."""
        side = min(self.rect.width, self.rect.height - caption_height(self.kit))
        return pygame.Rect(self.rect.centerx - side // 2, self.rect.top, side, side)

    def focus_rect(self) -> pygame.Rect:
        """Give the tray."""
        return self.tray

    def press(self, event: Pointer | None) -> None:
        """Open the tray, or say why not."""
        self.on_press()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the light around an open tray, the tray, and the name below it."""
        tray = self.tray
        raised = round(self.kit.px(LIFT) * (self.lift.value - self.sink.value))
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
        """Give the lines below the tray, where they go, and their colours."""
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
        """Name the words that do not fit below the tray."""
        return [" ".join(line.lines) for line, _, _ in self._caption() if not line.fits]


def is_small(kit: Kit) -> bool:
    """Tell whether the window has room only for what matters most: then a closed box tells itself what it is."""
    return min(kit.metrics.width, kit.metrics.height) < kit.px(SMALL_WINDOW)


def caption_height(kit: Kit) -> int:
    """Give the height in pixels of the words below a tray."""
    sizes = kit.theme.sizes
    note = 0 if is_small(kit) else kit.px(sizes.small * NOTE_LINE)
    return kit.px(sizes.interface * NAME_LINE) + note + kit.px(2)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything on the shelf lies, in window pixels: five places, the title, the ribbon, the menu's row."""

    places: tuple[pygame.Rect, ...]
    title: pygame.Rect
    ribbon: pygame.Rect
    menu: pygame.Rect


def lay_out(kit: Kit, *, ribbon: bool) -> Layout:
    """Lay the shelf out for the window in use; ``ribbon`` tells whether an unfinished game is offered."""
    width, height = kit.metrics.width, kit.metrics.height
    small = is_small(kit)
    pad = kit.px(10 if small else 22)
    control = kit.px(48 if small else kit.theme.sizes.control)
    area = pygame.Rect(pad, pad, width - 2 * pad, height - 2 * pad)
    return _standing(kit, area, control, ribbon=ribbon) if height > width else _lying(kit, area, control, ribbon=ribbon)


def _lying(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put four places into the corners and the fifth between them, the title above it and the menu below."""
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
    room = pygame.Rect(left + wide + gap, 0, right - left - wide - 2 * gap, 0)
    ribbon_height = control if ribbon else 0
    above = middle_top - area.top - gap
    title = pygame.Rect(
        room.left, area.top, room.width, max(kit.px(24), above - ribbon_height - (gap if ribbon else 0))
    )
    below_top = middle_top + tall
    menu_top = below_top + max(0, (area.bottom - below_top - control) // 2)
    middle = pygame.Rect(area.centerx - wide // 2, middle_top, wide, tall)
    places = (
        pygame.Rect(left, top, wide, tall), pygame.Rect(right, top, wide, tall), middle,
        pygame.Rect(left, bottom, wide, tall), pygame.Rect(right, bottom, wide, tall),
    )  # fmt: skip
    shrunk = room.inflate(-min(room.width // 10, kit.px(60)), 0)
    return Layout(
        places,
        title,
        pygame.Rect(shrunk.left, title.bottom + gap, shrunk.width, ribbon_height),
        pygame.Rect(room.left, min(menu_top, area.bottom - control), room.width, control),
    )


def _standing(kit: Kit, area: pygame.Rect, control: int, *, ribbon: bool) -> Layout:
    """Put two, one and two places below each other, between the title with the ribbon and the menu."""
    gap, caption = kit.px(8), caption_height(kit)
    title = pygame.Rect(area.left, area.top, area.width, max(kit.px(40), round(area.height * 0.08)))
    ribbon_rect = pygame.Rect(area.left, title.bottom + gap, area.width, control if ribbon else 0)
    menu = pygame.Rect(area.left, area.bottom - control, area.width, control)
    top = (ribbon_rect.bottom if ribbon else title.bottom) + gap
    room = menu.top - gap - top
    side = min(room // 3 - caption - gap, round(area.width * 0.44))
    tall, step = side + caption, room // 3
    wide = (area.width - gap) // 2
    columns = (area.left, area.right - wide)
    rows = [top + i * step + (step - tall) // 2 for i in range(3)]
    middle = pygame.Rect(area.centerx - wide // 2, rows[1], wide, tall)
    corner = [pygame.Rect(x, y, wide, tall) for y in (rows[0], rows[2]) for x in columns]
    return Layout((corner[0], corner[1], middle, corner[2], corner[3]), title, ribbon_rect, menu)


class ShelfScene(InputMemory):
    """The cabinet's first screen. ``notices`` are told at once: what the store and the settings had to say."""

    def __init__(self, app: App, notices: Sequence[Message] = ()) -> None:
        super().__init__(app)
        self._notices = tuple(notices)
        self._untouched_since = app.now()
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
        self._look()
        self.rebuild()

    def _look(self) -> None:
        waiting = (entry for entry in self.app.store.unfinished() if entry.setup.game in GAMES)
        self._offered = next(waiting, None)

    # -- what lies where

    def build(self) -> None:
        """Lay the places out and the buttons between them."""
        layout = lay_out(self.app.kit, ribbon=self._offered is not None)
        self.layout = layout
        ribbon = self._ribbon()
        if ribbon is not None:
            ribbon.place(layout.ribbon)
            self.ui.add(ribbon)
        for rect, (game, place) in zip(layout.places, self.app.cabinet.shelf.items(), strict=True):
            widget = self._place(game, place)
            widget.place(rect)
            self.ui.add(widget)
        self._place_menu(layout.menu)
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

    def _place_menu(self, room: pygame.Rect) -> None:
        entries = self._menu()
        gap = min(self.app.px(12), max(self.app.px(3), (room.width - len(entries) * room.height) // len(entries)))
        side = min(room.height, (room.width - (len(entries) - 1) * gap) // len(entries))
        left = room.centerx - (len(entries) * side + (len(entries) - 1) * gap) // 2
        for i, (key, icon, tip, press) in enumerate(entries):
            button = Button(self.app.kit, key, icon=icon, on_press=press, tip=self.app.say(tip), style="normal")
            button.place(pygame.Rect(left + i * (side + gap), room.top, side, room.height))
            self.ui.add(button)

    def _menu(self) -> tuple[tuple[str, str, Message, Callable[[], None]], ...]:
        playing = self.app.settings.profile
        who = Message("{name} is playing", name=playing) if playing else Message("Who is playing?")
        push = self.app.stack.push
        return (
            ("profile", "account", who, lambda: push(ProfilesScene(self.app))),
            ("games", "book_open_variant", Message("Games and replays"), lambda: push(GamesScene(self.app))),
            ("stats", "chart_bar", Message("Statistics"), lambda: push(StatsScene(self.app))),
            ("settings", "cog", Message("Settings"), lambda: push(SettingsScene(self.app))),
            ("help", "help_circle_outline", Message("Help and keys"), lambda: push(HelpScene(self.app))),
            ("quit", "power", Message("Leave the cabinet"), self._quit),
        )

    # -- what can be done

    def _open(self, game: str) -> None:
        if game in GAMES:
            self.app.stack.push(guided_game(self.app, game) or SetupScene(self.app, game))
            return
        title = self.app.get(self.app.cabinet.shelf[game].title)
        self.app.sound.play("deny")
        self.app.tell(Message("{game} is not in the cabinet yet.", game=title))

    def _go_on(self) -> None:
        if self._offered is None:
            return
        try:
            match = Match.resume(self.app, self._offered.id)
        except SaveError as error:
            self.app.tell(error.message)
            return
        self.app.stack.push(BoardScene(self.app, match))

    def _quit(self) -> None:
        # Every game is in the journal: there is nothing to ask about.
        self.app.running = False

    def act(self, name: str) -> bool:
        """Open what a key stands for; there is no way back from the first screen but to leave it on purpose."""
        if name == "menu":
            self.app.stack.push(SettingsScene(self.app))
            return True
        if name == "cancel":
            self.ui.show_focus = True
            self.ui.set_focus(self.ui.find("quit"))
            return True
        return super().act(name)

    def handle(self, event: Input) -> bool:
        """Take an input; whatever it is, somebody is there."""
        self._untouched_since = self.app.now()
        return super().handle(event)

    def update(self, dt: float) -> bool:
        """Let time pass; a shelf that nobody touches begins to play by itself."""
        alone = self.app.now() - self._untouched_since
        if self.app.stack.top is self and alone >= self.app.cabinet.seconds.demonstration and GAMES:
            self._untouched_since = self.app.now()
            self.app.stack.push(DemoScene(self.app, next(iter(GAMES))))
        return super().update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the title in brass, and what lies there."""
        surface.blit(table_background(self.app.kit, self.app.size), (0, 0))
        room = self.layout.title
        height = max(8, min(round(room.height * 0.62), round(room.width / 6.2)))
        title = brass_letters(self.app.bakery, TITLE, height)
        surface.blit(title, title.get_rect(center=room.center))
        super().draw(surface)
