"""The title screen: the five places of the cabinet, laid out like the five on a die, and everything one can go to."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic import cabinet
from logic.core import Message
from logic.jobs import beside
from logic.puzzles import has_puzzles
from logic.registry import GAMES
from logic.storage.records import GameEntry
from scenes.app.app import App, Scene
from scenes.app.card import Miniature, known_position
from scenes.app.page import FittedText
from scenes.app.routes import load_ahead
from scenes.app.wording import day, game_title, shortened, who_plays
from scenes.board import awards
from scenes.board.match import resume_match
from scenes.board.teaching import open_guided_game
from scenes.cabinet.places import Leaf, Offer, Place, is_small, lay_out
from scenes.puzzles.play import choosing_route, diary_of, game_of, in_a_row, progress_of
from scenes.view.picture import paint_next, shaded_cloth
from scenes.view.prerender import Chores
from sprites.paint.kit import Kit
from sprites.paint.materials import felt, table_background
from sprites.paint.trays import brass_letters
from sprites.widgets import Button, Input, Pointer, Widget, fit


class Lettering(Widget):
    """The name of the cabinet, in brass in the middle of a room."""

    focusable = False
    is_kept_clear = True

    def __init__(self, kit: Kit, room: pygame.Rect) -> None:
        self._height = max(8, min(round(room.height * 0.62), round(room.width / 6.2)))
        letters = brass_letters(kit.bakery, TITLE, self._height)
        super().__init__(kit, "title", letters.get_rect(center=room.center))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(brass_letters(self.kit.bakery, TITLE, self._height), self.rect)


TITLE = "Quincunx"
DAILY = "daily"
"""The part of a shelf of puzzles that has the puzzle of the day."""
SHORTEST_NAME, LONGEST_NAME = 8, 20
CAPTION_NAME = 14
"""Letters of a name below the button of who is playing."""
SHORTEST_CAPTION = 5
"""Letters of that name that are left at least where it has to be cut."""
WIDEST_STEP = 128
"""Units between two of the menu's buttons that have words below them, at most."""
LIVELY = 50.0
"""Seconds after which a shelf that nobody touches lies still."""
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
        self._miniature: Miniature | None = None
        self._is_shown = False
        self._writing: Iterator[object] | None = app.kit.bakery.write_file()
        self._places: list[Place] = []
        self._chores = Chores(app.kit.bakery)
        self._lived = 0.0
        self._album: dict[Hashable, pygame.Surface] = {}

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
        offered = next(waiting, None)
        if offered != self._offered:
            self._album.clear()  # this screen stays open for as long as the program, and would keep them all
        self._offered = offered

    # -- what lies where

    def build(self) -> None:
        greeting = self._greeting()
        layout = lay_out(self.app.kit, ribbon=greeting is not None)
        self.layout = layout
        self.ui.add(Lettering(self.app.kit, layout.title))
        if greeting is not None:
            greeting.place(layout.ribbon)
            self.ui.add(greeting)
        self._miniature = None
        self._places = []
        offers = (self._go_on_offer(), self._daily_offer())
        for rect, offer in zip(layout.sides, offers, strict=True):
            if offer is not None:
                offer.place(rect)
                self.ui.add(offer)
        for rect, (game, place) in zip(layout.places, self.app.cabinet.shelf.items(), strict=True):
            widget = self._place(game, place)
            widget.place(rect)
            self._places.append(widget)
            self.ui.add(widget)
        self._place_menu()
        self.first_focus = "go-on" if self._offered is not None else next((f"place-{name}" for name in GAMES), "")

    def _place(self, game: str, place: cabinet.Place) -> Place:
        say, get, built = self.app.say, self.app.get, game in GAMES
        note = "" if built or is_small(self.app.kit) else say(Message("not in the cabinet yet"))
        about = get(place.blurb)
        tip = about if built else say(Message("{blurb} It is not in the cabinet yet.", blurb=about))
        return Place(self.app.kit, game, get(place.title), note, partial(self._open, game), built=built, tip=tip,
                     earned=self._earned(game) if built else ("", 0))  # fmt: skip

    def _earned(self, game: str) -> tuple[str, int]:
        """What whoever is playing has won in a game: the stars of its puzzles, or else the games themselves."""
        profile = self.app.settings.profile
        if not has_puzzles(GAMES[game]):
            return "trophy", self.app.store.statistics(game, profile).total.won if profile else 0
        return "star", awards.stars_of(progress_of(self.app, game, profile))

    def _go_on_offer(self) -> Offer | None:
        """Offer the game that was left last, by a picture of its board."""
        entry = self._offered
        if entry is None:
            return None
        kit, say, title = self.app.kit, self.app.say, game_title(self.app, entry.setup.game)
        label = Message("Go on: {game} · {players} · {day}", game=title,
                        players=who_plays(self.app, entry.setup, LONGEST_NAME),
                        day=day(self.app, entry.changed))  # fmt: skip
        position = partial(known_position, self.app, entry)
        self._miniature = Miniature(kit, "go-on-board", entry.setup.game, position, self._album)
        about = f"{title} · {who_plays(self.app, entry.setup, SHORTEST_NAME)}"
        return Offer(kit, "go-on", self._miniature, say(Message("Go on")), about, self._go_on, label=say(label),
                     cloth=shaded_cloth(entry.setup.game), style="primary")  # fmt: skip

    def _daily_offer(self) -> Offer | None:
        """Offer the puzzle of the day to those who have been here before, with what they have made of the last ones."""
        diary, say = diary_of(self.app), self.app.say
        game = game_of(diary.today)
        if not game or (self._offered is None and not self.app.store.finished(limit=1)):
            return None
        is_done, rows = diary.today in diary.solved, in_a_row(diary)
        about = rows[0] if rows else Message("Solved today") if is_done else Message("Not solved yet")
        label = Message("Today’s puzzle: {game}. {about}", game=game_title(self.app, game), about=about)
        leaf = Leaf(self.app.kit, "daily-leaf", diary.today.day, is_done=is_done)
        title = Message("Today") if is_small(self.app.kit) else Message("Today’s puzzle")
        return Offer(self.app.kit, "daily", leaf, say(title), say(about),
                     partial(self.app.open, "puzzles", game, tab=DAILY), label=say(label))  # fmt: skip

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
        units = self.app.theme.sizes.text
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
        self.app.refuse(Message("{game} is not in the cabinet yet.", game=title))

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
        return self._paint_board() or super().update(dt) or self._load_ahead()

    def breathe(self, dt: float) -> Sequence[pygame.Rect]:
        """Let the trays live as long as somebody may be looking."""
        self._lived += dt
        is_lively = not self.app.kit.reduced_motion and self.app.now() - self._untouched_since < LIVELY
        seen = (place.live(self._lived if is_lively else None) for place in self._places)
        return [rect for rect in seen if rect is not None]

    def _load_ahead(self) -> bool:
        """Use still moments to write down what the next start may begin with, then have a thread load what opens here.

        After that the most costly part of what opens is painted.

        There is nothing to see of it; one game's modules alone, or JumpIN’s puzzles, take several frames.
        """
        bakery, stack = self.app.kit.bakery, self.app.stack
        if not math.isfinite(bakery.patience) or stack.top is not self or not stack.still:
            return False
        if self._writing is None:
            self._chores.prepare()
            return False
        until = bakery.clock() + bakery.patience
        if all(bakery.clock() < until for _ in self._writing):
            self._writing = None
            self._chores.plan([lambda: felt(self.app.kit, self.app.size)])  # each game's first page lies on a cloth
            beside(lambda: load_ahead(GAMES), lambda: None)
        return False

    def _paint_board(self) -> bool:
        """Paint the board of the game to go on with, a frame after the shelf itself; true until that is done."""
        miniature, was_shown, self._is_shown = self._miniature, self._is_shown, True
        if miniature is None or miniature.is_painted:
            return False
        return not was_shown or paint_next(self.app.kit, [miniature])

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(table_background(self.app.kit, self.app.size), (0, 0))
        super().draw(surface)
