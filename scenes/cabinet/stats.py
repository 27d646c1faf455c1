"""A player's games in numbers: played, won, drawn, lost, against whom, streaks and time."""

from __future__ import annotations

import pygame

from logic import players
from logic.core import Message
from logic.puzzles import MOST_STARS, Puzzles, puzzles_of
from logic.registry import GAMES
from logic.storage.records import Statistics, Tally
from scenes.app.app import App
from scenes.app.page import Page, column, row_of, words
from scenes.app.wording import game_title, span
from scenes.puzzles.play import best_of, leads_to_puzzles, progress_of
from sprites.paint.kit import Kit
from sprites.widgets import Button, Choice, Label, Panel
from sprites.widgets.widget import Widget

BAR = 26
"""Units: how thick the bar is."""


class TallyBar(Widget):
    """Won, drawn and lost as one bar, each part with its colour and a pattern of its own."""

    focusable = False

    def __init__(self, kit: Kit, key: str, tally: Tally) -> None:
        super().__init__(kit, key)
        self.tally = tally

    def measure(self, width: int) -> int:
        return self.kit.px(BAR)

    def natural_width(self) -> int:
        return self.kit.px(240)

    def draw(self, surface: pygame.Surface) -> None:
        key = ("tally", self.tally.won, self.tally.drawn, self.tally.lost)
        surface.blit(self.kit.bakery.smooth(key, self.rect.size, self._paint), self.rect)

    def _paint(self, canvas: pygame.Surface, factor: int) -> None:
        colours, box = self.kit.theme.colours, canvas.get_rect()
        radius = box.height // 2
        parts = pygame.Surface(box.size, pygame.SRCALPHA)
        parts.fill(colours.shadow)
        left, played = 0.0, max(1, self.tally.played)
        tones = ((self.tally.won, colours.good), (self.tally.drawn, colours.even), (self.tally.lost, colours.bad))
        for number, (count, tone) in enumerate(tones):
            part = pygame.Rect(round(left), 0, round(left + box.width * count / played) - round(left), box.height)
            parts.fill(tone, part)
            _hatch(parts, part, number, factor * self.kit.px(9))
            left += box.width * count / played
        parts.fill((34, 34, 34, 0), pygame.Rect(0, 0, box.width, box.height // 3), pygame.BLEND_RGBA_ADD)
        shape = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.rect(shape, "white", box, border_radius=radius)
        parts.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.blit(parts, (0, 0))
        pygame.draw.rect(canvas, colours.panel_edge, box, max(1, factor * self.kit.px(1.5)), radius)


def _hatch(surface: pygame.Surface, part: pygame.Rect, number: int, step: int) -> None:
    """Tell the parts by more than colour: plain, dotted, striped."""
    dark = (0, 0, 0, 90)
    if number == 1:
        for x in range(part.left + step, part.right, 2 * step):
            pygame.draw.circle(surface, dark, (x, part.centery), step // 3)
    elif number:
        surface.set_clip(part)
        for x in range(part.left - part.height, part.right, 2 * step):
            pygame.draw.line(surface, dark, (x, part.bottom), (x + part.height, part.top), max(1, step // 3))
        surface.set_clip(None)


class StatsScene(Page):
    """The statistics of one player, in one game or in all."""

    first_focus = "profile"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._begin_with(app.settings.profile)
        self.game = ""

    def heading(self) -> str:
        return self.app.say(Message("Statistics"))

    def body(self) -> Widget:
        kit, say, known = self.app.kit, self.app.say, self.app.store.profiles()
        if not known:
            return column(self, "empty", *self._for_guests())
        games = [("", say(Message("All games"))), *((name, game_title(self.app, name)) for name in GAMES)]
        choices = (
            Choice(kit, "profile", say(Message("Player")), [(name, name) for name in known], self.profile, self._pick),
            Choice(kit, "game", say(Message("Game")), games, self.game, self._pick_game),
        )
        guests = () if self.app.settings.profile in known else self._for_guests()
        return column(self, "all", *choices, Panel(kit, "sheet", self._figures()), *guests)

    def _for_guests(self) -> tuple[Widget, ...]:
        """Tell those who play without a name how their games come to stand here."""
        text = Message("Games without a name are not counted. Say who is playing, and the next ones will stand here.")
        who = Button(self.app.kit, "who", self.app.say(Message("Who is playing?")), "account", self._ask_who,
                     style="primary")  # fmt: skip
        return words(self, "nobody", self.app.say(text), align="center"), who

    def _ask_who(self) -> None:
        self.app.open("profiles")

    def resume(self) -> None:
        """Look again: somebody may have got a name, or another one."""
        if self.profile not in self.app.store.profiles():
            self._begin_with(self.app.settings.profile)
        self.rebuild()

    def _begin_with(self, profile: str) -> None:
        known = self.app.store.profiles()
        self.profile = profile if profile in known else next(iter(known), "")

    def _pick(self, profile: str) -> None:
        self.profile = profile
        self.rebuild()

    def _pick_game(self, game: str) -> None:
        self.game = game
        self.rebuild()

    def _figures(self) -> Widget:
        say, found = self.app.say, self.app.store.statistics(self.game, self.profile)
        if not found.total.played:
            text = Message("{name} has not finished a game yet. The first one will stand here.", name=self.profile)
            return words(self, "none", say(text), align="center")
        return column(
            self, "figures",
            *self._tally("total", say(Message("All together")), found.total),
            *self._opponents(found),
            *(self._fact(i, what, value) for i, (what, value) in enumerate(self._facts(found))),
        )  # fmt: skip

    @property
    def _puzzles(self) -> Puzzles | None:
        """What the chosen game offers to the puzzle shelf; None for all games, and for one without puzzles."""
        return puzzles_of(GAMES[self.game]) if self.game else None

    def _tally(self, key: str, title: str, tally: Tally) -> tuple[Widget, ...]:
        count = Message("{played} played · {won} won · {drawn} drawn · {lost} lost", played=tally.played,
                        won=tally.won, drawn=tally.drawn, lost=tally.lost)  # fmt: skip
        if self.game and leads_to_puzzles(self.game):
            count = Message("{played} played · {won} solved · {lost} not solved", played=tally.played,
                            won=tally.won, lost=tally.lost)  # fmt: skip
        return (
            Label(self.app.kit, f"{key}-title", title, face="interface", size="interface"),
            TallyBar(self.app.kit, f"{key}-bar", tally),
            words(self, f"{key}-count", self.app.say(count), "small"),
        )

    def _opponents(self, found: Statistics) -> tuple[Widget, ...]:
        made: list[Widget] = []
        for level, tally in found.by_level.items():
            made += self._tally(f"level-{level}", self.app.say(self._against(level)), tally)
        return tuple(made)

    def _against(self, level: str) -> Message:
        if not level:
            return Message("Against people")
        for name in [self.game] if self.game else GAMES:
            known = players.levels(GAMES[name])
            if level in known:
                return Message("Against the computer: {level}", level=known[level].title)
        return Message("Against the computer: {level}", level=level)

    def _facts(self, found: Statistics) -> tuple[tuple[str, str], ...]:
        say = self.app.say
        return (
            *self._solved(),
            (say(Message("Current winning streak")), str(found.streak)),
            (say(Message("Longest winning streak")), str(found.best_streak)),
            (say(Message("Moves per game, on average")), str(round(found.average_moves))),
            (say(Message("Time spent thinking")), span(self.app, found.thinking)),
        )

    def _solved(self) -> tuple[tuple[str, str], ...]:
        """Count the puzzles of the collection that are done, and the stars for them."""
        if self._puzzles is None:
            return ()
        progress = progress_of(self.app, self.game, self.profile)
        bests = [best_of(progress, puzzle) for chapter in self._puzzles.chapters() for puzzle in chapter.puzzles]
        done = [best.stars for best in bests if best is not None]
        say = self.app.say
        return (
            (say(Message("Puzzles of the campaign solved")), f"{len(done)}/{len(bests)}"),
            (say(Message("Stars")), f"{sum(done)}/{MOST_STARS * len(bests)}"),
        )

    def _fact(self, number: int, what: str, value: str) -> Widget:
        shown = Label(self.app.kit, f"fact-{number}-value", value, face="interface", size="text", align="right")
        return row_of(self, f"fact-{number}", words(self, f"fact-{number}-what", what), shown)
