"""A player's statistics as charts: results, rating, opponents, and days of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import accumulate, pairwise

import pygame

from logic import players
from logic.core import Message
from logic.puzzles import MOST_STARS, Chapter, Puzzles, puzzles_of
from logic.rating import KNOWN, Rating, updated
from logic.registry import GAMES
from logic.session import Seat
from logic.storage.records import FinishedGame, Statistics, Tally
from scenes.app.app import App
from scenes.app.card import Portrait, known_players, portrait_of
from scenes.app.fields import choice
from scenes.app.page import Page, button, column, empty_state, row_of, words
from scenes.app.wording import duration_text, game_title, shortened
from scenes.puzzles.play import (
    WEEKDAYS,
    Best,
    DailyCalendar,
    best_of,
    diary_of,
    leads_to_puzzles,
    progress_of,
    streak_text,
)
from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.paint.portraits import GUEST
from sprites.paint.surfaces import mix
from sprites.widgets import Grid, Label, Panel, Passive, Row, Widget, align_controls

BAR = 26
"""Thickness of the bar in units."""
OWN_FACE, FACE = 132, 64
"""Units of the player's portrait, and of an opponent's."""
OPPONENT = (1.0, 6.0)
"""Shares of a row's width for an opponent's portrait and for the figures."""
CURVE, EDGE = 190, 20
"""Units of a curve's height, and of its padding."""
SHOWN = 40
"""Largest number of games in a curve."""
WEEKS, CELL = 16, 24
"""Weeks in a calendar, and the units of a day in it."""
DAYS = 7
LONGEST_NAME = 20
"""Letters of a name in a choice of players."""
TWO_COLUMNS = 1000
"""Width in units from which the player stands beside the figures."""
RATED = 3
"""Number of games against computers from which a rating is meaningful."""


class Curve(Passive):
    """A line chart with a mark for each game.

    A win is a disc, a draw a bar, a loss a cross, so that they differ without colour, too.
    """

    def __init__(self, kit: Kit, key: str, values: Sequence[float], results: Sequence[int]) -> None:
        super().__init__(kit, key)
        self.values = tuple(values)
        self.results = tuple(results)

    def measure(self, width: int) -> int:
        return self.kit.px(CURVE)

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours = self.kit, self.kit.theme.colours
        surface.blit(materials.well(kit, self.rect.size), self.rect)
        surface.blit(kit.cache.smooth(("curve", self.values, self.results), self.rect.size, self._paint), self.rect)
        for value in {min(self.values), max(self.values)}:
            number = kit.cache.text(f"{value:.0f}", "interface", kit.px(kit.theme.sizes.small), colours.ink_soft)
            left, line = self.rect.left + kit.px(EDGE / 2), self.rect.top + self._down(value, self.rect.height)
            surface.blit(number, number.get_rect(midleft=(left, round(line))))

    def _down(self, value: float, height: float) -> float:
        least, most, edge = min(self.values), max(self.values), self.kit.px(EDGE) * height / max(1, self.rect.height)
        share = 0.5 if most == least else (value - least) / (most - least)
        return height - edge - share * (height - 2 * edge)

    def _paint(self, canvas: pygame.Surface, factor: int) -> None:
        colours, unit = self.kit.theme.colours, self.kit.px(1) * factor
        left, right = 3.4 * EDGE * unit, canvas.get_width() - EDGE * unit
        step = (right - left) / max(1, len(self.values) - 1)
        points = [(left + i * step, self._down(value, canvas.get_height())) for i, value in enumerate(self.values)]
        foot = canvas.get_height() - EDGE * unit / 2
        if len(points) > 1:
            ground = [(left, foot), *points, (right, foot)]
            pygame.draw.polygon(canvas, (*mix(colours.ink_soft, colours.panel, 0.4), 70), ground)
            for begin, end in pairwise(points):
                pygame.draw.line(canvas, colours.ink_soft, begin, end, round(2.4 * unit))
        for point, result in zip(points, self.results, strict=True):
            _mark(canvas, point, result, 5.5 * unit, (colours.bad, colours.even, colours.good)[result + 1])


def _mark(canvas: pygame.Surface, point: tuple[float, float], result: int, reach: float, tone: str) -> None:
    """Draw the mark of a result: a disc, a bar or a cross."""
    x, y = point
    if result > 0:
        pygame.draw.circle(canvas, tone, point, reach)
    elif result == 0:
        pygame.draw.rect(canvas, tone, (x - reach, y - reach / 3, 2 * reach, reach * 0.7))
    else:
        for side in (-1, 1):
            pygame.draw.line(
                canvas, tone, (x - reach, y - side * reach), (x + reach, y + side * reach), round(reach * 0.7)
            )


class Calendar(Passive):
    """The last weeks, a column each from Monday to Sunday; a day is filled by the number of games finished on it."""

    def __init__(self, kit: Kit, key: str, counts: Counter[date], today: date) -> None:
        super().__init__(kit, key)
        self.counts = counts
        self.today = today

    def measure(self, width: int) -> int:
        return DAYS * self._cell(width)

    def natural_width(self) -> int:
        return WEEKS * self.kit.px(CELL)

    def _cell(self, width: int) -> int:
        return min(self.kit.px(CELL), width // WEEKS)

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours, side = self.kit, self.kit.theme.colours, self._cell(self.rect.width)
        monday = self.today - timedelta(days=self.today.weekday(), weeks=WEEKS - 1)
        ground = materials.well(kit, (side - kit.px(3), side - kit.px(3)))
        for number in range((self.today - monday).days + 1):
            week, weekday = divmod(number, DAYS)
            place = pygame.Rect(self.rect.left + week * side, self.rect.top + weekday * side, side, side)
            surface.blit(ground, ground.get_rect(center=place.center))
            count = min(3, self.counts[monday + timedelta(days=number)])
            if count:
                filled = place.inflate(-side * (5 - count) // 6, -side * (5 - count) // 6)
                pygame.draw.rect(surface, mix(colours.good, colours.ink, 0.12 * count), filled, border_radius=side // 6)
        pygame.draw.rect(surface, colours.ink_soft, place.inflate(-kit.px(2), -kit.px(2)), max(1, kit.px(2)), side // 6)


class TallyBar(Passive):
    """Won, drawn and lost as one bar, each part with its own colour and pattern; the rest is dark."""

    def __init__(self, kit: Kit, key: str, tally: Tally, whole: int = 0) -> None:
        super().__init__(kit, key)
        self.tally = tally
        self.whole = max(1, whole, tally.played)

    def measure(self, width: int) -> int:
        return self.kit.px(BAR)

    def natural_width(self) -> int:
        return self.kit.px(240)

    def draw(self, surface: pygame.Surface) -> None:
        key = ("tally", self.tally, self.whole)
        surface.blit(self.kit.cache.smooth(key, self.rect.size, self._paint), self.rect)

    def _paint(self, canvas: pygame.Surface, factor: int) -> None:
        colours, box = self.kit.theme.colours, canvas.get_rect()
        radius = box.height // 2
        parts = pygame.Surface(box.size, pygame.SRCALPHA)
        parts.fill(colours.shadow)
        left, played = 0.0, self.whole
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
    """Distinguish the parts by more than colour: plain, dotted, striped."""
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

    title = Message("Statistics")
    body_width = 1560
    first_focus = "profile"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._begin_with(app.settings.profile)
        self.game = ""

    def body(self) -> Widget:
        known = known_players(self.app)
        if not known:
            return empty_state(self, self._face("anybody", GUEST, OWN_FACE), *self._for_guests())
        games = [("", Message("All games")), *((name, game_title(self.app, name)) for name in GAMES)]
        people = [(name, shortened(name, LONGEST_NAME)) for name in known]
        choices = (
            choice(self, "profile", Message("Player"), people, self.profile, self._pick),
            choice(self, "game", Message("Game"), games, self.game, self._pick_game),
        )
        align_controls(choices)
        guests = () if self.app.settings.profile in known else self._for_guests()
        return column(self, "all", self._figures(column(self, "choices", *choices)), *guests)

    def _face(self, key: str, figure: str, units: float) -> Widget:
        """A portrait in the middle of its row."""
        face = Portrait(self.app.kit, key, figure, units)
        self.ahead.append(face)
        return row_of(self, f"row-{key}", face, align="center")

    def _for_guests(self) -> tuple[Widget, ...]:
        """Tell guests how their games can be counted."""
        text = Message("Games without a name are not counted. Say who is playing, and the next ones will appear here.")
        opens = partial(self.app.open, "profiles")
        who = button(self, "who", Message("Who is playing?"), "account", opens, "primary")
        return words(self, "nobody", text, align="center"), row_of(self, "row-who", who, align="center")

    def resume(self) -> None:
        """Refresh: a player may have been named or renamed."""
        if self.profile not in known_players(self.app):
            self._begin_with(self.app.settings.profile)
        self.rebuild()

    def _begin_with(self, profile: str) -> None:
        known = known_players(self.app)
        self.profile = profile if profile in known else next(iter(known), "")

    def _pick(self, profile: str) -> None:
        self.profile = profile
        self.rebuild()

    def _pick_game(self, game: str) -> None:
        self.game = game
        self.rebuild()

    def _figures(self, choices: Widget) -> Widget:
        """Make the figures and charts, below the choices."""
        kit, found = self.app.kit, self.app.store.statistics(self.game, self.profile)
        own = self._face("own", portrait_of(self.app, Seat(self.profile)), OWN_FACE)
        if not found.total.played:
            text = Message("{name} has not finished a game yet. The first one will appear here.", name=self.profile)
            play = button(self, "play", Message("To the shelf"), "play", self.close, "primary")
            waits = words(self, "waits", text, align="center")
            return Panel(kit, "sheet", column(self, "none", choices, empty_state(self, own, waits, play)))
        rating = self._ratings(found)
        player = column(
            self, "player", choices, own, *self._rating(rating),
            *self._tally("total", Message("All together"), found.total),
            *(self._fact(i, what, value) for i, (what, value) in enumerate(self._facts(found))), *self._days(found),
        )  # fmt: skip
        games = column(self, "games", *self._curve(found, rating), *self._opponents(found), *self._dailies(),
                       *self._tiers())  # fmt: skip
        panels = (Panel(kit, "player-sheet", player), Panel(kit, "games-sheet", games))
        return Grid(kit, "sheet", panels, 2 if self.app.size[0] >= self.app.px(TWO_COLUMNS) else 1)

    # -- rating

    def _ratings(self, found: Statistics) -> list[Rating]:
        """The rating after each game against computers of the chosen game; nothing if that says nothing yet."""
        known = players.own_levels(GAMES[self.game]) if self.game else {}
        strengths = {name: Rating(level.strength, KNOWN) for name, level in known.items()}
        made = [Rating()]
        for game in _shown(found.games, strengths):
            rivals = [strengths[name] for name in sorted(game.opponents & strengths.keys())]
            made.append(updated(made[-1], [(rival, (game.result + 1) / 2) for rival in rivals]))
        return made[1:] if len(made) > RATED else []

    def _rating(self, ratings: Sequence[Rating]) -> tuple[Widget, ...]:
        if not ratings:
            return ()
        text = Message(
            "Rating: {n}, give or take {more}", n=round(ratings[-1].value), more=round(2 * ratings[-1].deviation)
        )
        return (words(self, "rating", text, align="center", face="interface"),)

    def _curve(self, found: Statistics, ratings: Sequence[Rating]) -> tuple[Widget, ...]:
        """Draw the course: the rating if there is one, else games won less games lost."""
        known = players.own_levels(GAMES[self.game]) if self.game else {}
        if ratings:
            title = Message("Rating against the computer")
            games, values = _shown(found.games, known), [rating.value for rating in ratings]
        else:
            title = Message("Games won less games lost")
            games = list(found.games)
            values = [float(sum_) for sum_ in accumulate(game.result for game in games)]
        results = [game.result for game in games]
        return (
            self._title("curve", title),
            Curve(self.app.kit, "curve", values[-SHOWN:], results[-SHOWN:]),
        )

    def _title(self, key: str, text: Message) -> Label:
        return words(self, f"{key}-title", text, face="interface")

    # -- opponents and days

    @property
    def _puzzles(self) -> Puzzles | None:
        """The puzzles of the chosen game; None for all games, and for one without puzzles."""
        return puzzles_of(GAMES[self.game]) if self.game else None

    def _tally(self, key: str, title: Message, tally: Tally, more: Message | None = None) -> tuple[Widget, ...]:
        count = Message("{played} played · {won} won · {drawn} drawn · {lost} lost", played=tally.played,
                        won=tally.won, drawn=tally.drawn, lost=tally.lost)  # fmt: skip
        if self.game and leads_to_puzzles(self.game):
            count = Message("{played} played · {won} solved · {lost} not solved", played=tally.played,
                            won=tally.won, lost=tally.lost)  # fmt: skip
        said = filter(None, (count, more))
        return (
            self._title(key, title),
            TallyBar(self.app.kit, f"{key}-bar", tally),
            *(words(self, f"{key}-count{i or ''}", text, "small") for i, text in enumerate(said)),
        )

    def _opponents(self, found: Statistics) -> list[Widget]:
        made: list[Widget] = []
        for level, tally in found.by_level.items():
            quick = found.quickest.get(level) if level and self.game else None
            best = Message("Quickest win: {n} [move|moves]", n=quick or 0)
            key = f"level-{level}"
            face = Portrait(self.app.kit, f"{key}-face", level or GUEST, FACE)
            self.ahead.append(face)
            figures = self._tally(key, self._against(level), tally, None if quick is None else best)
            told = column(self, f"{key}-all", *figures)
            made.append(Row(self.app.kit, f"{key}-row", [face, told], weights=OPPONENT))
        return made

    def _against(self, level: str) -> Message:
        if not level:
            return Message("Against people")
        for name in [self.game] if self.game else GAMES:
            known = players.levels(GAMES[name])
            if level in known:
                return Message("Against the computer: {level}", level=known[level].title)
        return Message("Against the computer: {level}", level=level)

    def _tiers(self) -> list[Widget]:
        """How much of each chapter of the game's puzzles is done."""
        if self._puzzles is None:
            return []
        progress, made = progress_of(self.app, self.game, self.profile), list[Widget]()
        for number, chapter in enumerate(self._puzzles.chapters()):
            made += self._tier(number, chapter, [best_of(progress, puzzle) for puzzle in chapter.puzzles])
        return made

    def _tier(self, number: int, chapter: Chapter, bests: Sequence[Best | None]) -> tuple[Widget, ...]:
        done = [best.stars for best in bests if best is not None]
        text = Message("{done} of {all} solved · {stars} of {most} stars", done=len(done), all=len(bests),
                       stars=sum(done), most=MOST_STARS * len(bests))  # fmt: skip
        title = words(self, f"tier-{number}-title", self.app.get(chapter.title))
        said = words(self, f"tier-{number}-count", text, "small")
        bar = TallyBar(self.app.kit, f"tier-{number}-bar", Tally(won=len(done)), whole=len(bests))
        return row_of(self, f"tier-{number}", title, said), bar

    def _dailies(self) -> tuple[Widget, ...]:
        """The calendar of the daily puzzles, and how many were solved in a row; nothing if none ever was."""
        diary, kit, say = diary_of(self.app, self.game, self.profile), self.app.kit, self.app.say
        if not diary.solved:
            return ()
        return (
            self._title("dailies", Message("Daily puzzles")),
            *(words(self, f"dailies-{number}", said, "small") for number, said in enumerate(streak_text(diary))),
            DailyCalendar(kit, "dailies", diary, map(say, WEEKDAYS)),
        )

    def _days(self, found: Statistics) -> tuple[Widget, ...]:
        counts = Counter(map(date.fromtimestamp, (game.ended for game in found.games)))
        return (
            self._title("days", Message("Days on which games ended")),
            Calendar(self.app.kit, "days", counts, date.fromtimestamp(self.app.now())),
        )

    def _facts(self, found: Statistics) -> tuple[tuple[Message, str], ...]:
        return (
            *self._solved(),
            (Message("Current winning streak"), str(found.streak)),
            (Message("Longest winning streak"), str(found.best_streak)),
            (Message("Moves per game, on average"), str(round(found.average_moves))),
            (Message("Time spent thinking"), duration_text(self.app, found.thinking)),
        )

    def _solved(self) -> tuple[tuple[Message, str], ...]:
        """Count the solved puzzles of the collection, and the stars for them."""
        if self._puzzles is None:
            return ()
        progress = progress_of(self.app, self.game, self.profile)
        bests = [best_of(progress, puzzle) for chapter in self._puzzles.chapters() for puzzle in chapter.puzzles]
        done = [best.stars for best in bests if best is not None]
        return (
            (Message("Puzzles of the campaign solved"), f"{len(done)}/{len(bests)}"),
            (Message("Stars"), f"{sum(done)}/{MOST_STARS * len(bests)}"),
        )

    def _fact(self, number: int, what: Message, value: str) -> Widget:
        shown = words(self, f"fact-{number}-value", value, align="right", face="interface")
        return row_of(self, f"fact-{number}", words(self, f"fact-{number}-what", what), shown)


def _shown(games: Sequence[FinishedGame], known: Container[str]) -> list[FinishedGame]:
    """Those of some games in which a computer of a known level played."""
    return [game for game in games if any(level in known for level in game.opponents)]
