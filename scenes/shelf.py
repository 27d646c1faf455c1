"""The title screen: the five places of the cabinet, laid out like the five on a die, and everything one can go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic import cabinet
from logic.core import Message
from logic.records import GameEntry
from logic.registry import GAMES
from scenes.app import App
from scenes.board import BoardScene
from scenes.demo import DemoScene
from scenes.games import GamesScene
from scenes.help import HelpScene
from scenes.lessons import guided_game
from scenes.page import FittedText, InputMemory
from scenes.profiles import ProfilesScene
from scenes.puzzleshelf import choosing_screen
from scenes.settings import SettingsScene
from scenes.shelfparts import Place, is_small, lay_out
from scenes.stats import StatsScene
from scenes.wording import day, game_title, shortened, who_plays
from sprites.input import Input, Pointer
from sprites.materials import table_background
from sprites.trays import brass_letters
from sprites.ui import Widget
from sprites.widgets import Button
from sprites.widgets.base import fit

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


class ShelfScene(InputMemory):
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
        """Lay the places out and the buttons between them."""
        greeting = self._greeting()
        layout = lay_out(self.app.kit, ribbon=self._offered is not None or greeting is not None)
        self.layout = layout
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
        """Give the words for below the buttons, all of one size, or none where they do not all fit.

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
        push = self.app.stack.push
        return (
            Entry("profile", "account", name, who, lambda: push(ProfilesScene(self.app))),
            Entry("games", "book_open_variant", say(Message("Games")), Message("Games and replays"),
                  lambda: push(GamesScene(self.app))),
            Entry("stats", "chart_bar", say(Message("Statistics")), Message("Statistics"),
                  lambda: push(StatsScene(self.app))),
            Entry("settings", "cog", say(Message("Settings")), Message("Settings"),
                  lambda: push(SettingsScene(self.app))),
            Entry("help", "help_circle_outline", say(Message("Help")), Message("Help and keys"),
                  lambda: push(HelpScene(self.app))),
            Entry("quit", "power", say(Message("Leave")), Message("Leave the cabinet"), self._quit),
        )  # fmt: skip

    # -- what can be done

    def _open(self, game: str) -> None:
        if game in GAMES:
            self.app.stack.push(guided_game(self.app, game) or choosing_screen(self.app, game))
            return
        title = self.app.get(self.app.cabinet.shelf[game].title)
        self.app.sound.play("deny")
        self.app.tell(Message("{game} is not in the cabinet yet.", game=title))

    def _go_on(self) -> None:
        board = BoardScene.go_on(self.app, self._offered.id) if self._offered is not None else None
        if board is not None:
            self.app.stack.push(board)

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
            self.app.stack.push(DemoScene(self.app, games[int(self.app.now()) % len(games)]))
        return super().update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the title in brass, and what lies there."""
        surface.blit(table_background(self.app.kit, self.app.size), (0, 0))
        room = self.layout.title
        height = max(8, min(round(room.height * 0.62), round(room.width / 6.2)))
        title = brass_letters(self.app.bakery, TITLE, height)
        surface.blit(title, title.get_rect(center=room.center))
        super().draw(surface)
