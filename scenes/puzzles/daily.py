"""The puzzles of the day: whose turn a game is, which days somebody has solved, how many in a row, and a calendar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

import pygame

from logic.core import Message
from logic.puzzles import has_puzzles, streaks
from logic.registry import GAMES
from scenes.app.app import App
from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.widgets import Passive, fit

WEEKS, WEEK = 5, 7
"""How many weeks a calendar shows, the present one at its end."""
CELL, HEAD = 52, 28
"""Units of a day in it, and of the row with the names of the weekdays."""
STAR = 0.86
"""How large the star of a solved day is in its cell."""
WEEKDAYS = (
    Message("Mo"), Message("Tu"), Message("We"), Message("Th"), Message("Fr"), Message("Sa"), Message("Su"),
)  # fmt: skip
"""As a calendar has them, from Monday on."""


@dataclass(frozen=True, slots=True)
class Diary:
    """Which daily puzzles somebody has solved by now, each with the day on which that was done first."""

    today: date
    solved: Mapping[date, date]

    def is_in_time(self, day: date) -> bool:
        """Tell whether the puzzle of a day was solved on that day: only those count for a row."""
        return self.solved.get(day) == day

    @property
    def streaks(self) -> tuple[int, int]:
        """How many days in a row were solved in time, up to now and at most."""
        return streaks([day.toordinal() for day in self.solved if self.is_in_time(day)], self.today.toordinal())


def today_of(app: App) -> date:
    """The day, by the clock on the wall here."""
    return date.fromtimestamp(app.now())


def game_of(day: date) -> str:
    """The game whose daily puzzle is offered first on a day, each in its turn; nothing where there is none."""
    games = [name for name, game in GAMES.items() if has_puzzles(game)]
    return games[day.toordinal() % len(games)] if games else ""


def diary_of(app: App, game: str = "", profile: str | None = None) -> Diary:
    """What somebody, or else whoever is playing, has made of the daily puzzles of one game, or of all."""
    name = app.settings.profile if profile is None else profile
    found = app.store.dailies(game, name if name in app.store.profiles() else "")
    solved = {date.fromisoformat(day): date.fromtimestamp(when) for day, when in found.items()}
    return Diary(today_of(app), solved)


def in_a_row(diary: Diary) -> tuple[Message, ...]:
    """Say how many days in a row were solved, as far as there is anything to say."""
    now, longest = diary.streaks
    said = [Message("{n} day in a row", plural="{n} days in a row", n=now)] if now else []
    if longest > now:
        said.append(Message("At most {n} day in a row", plural="At most {n} days in a row", n=longest))
    return tuple(said)


class DailyCalendar(Passive):
    """The last weeks, a row each, Monday first: a star for each puzzle solved on its day, a hollow one if later."""

    def __init__(self, kit: Kit, key: str, diary: Diary, weekdays: Iterable[str]) -> None:
        super().__init__(kit, key)
        self.diary = diary
        self.weekdays = tuple(weekdays)

    def measure(self, width: int) -> int:
        return WEEKS * self._cell(width) + self.kit.px(HEAD)

    def natural_width(self) -> int:
        return WEEK * self.kit.px(CELL)

    def _cell(self, width: int) -> int:
        return min(self.kit.px(CELL), width // WEEK)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the names of the weekdays, and below them the days."""
        kit, side = self.kit, self._cell(self.rect.width)
        left, top = self.rect.centerx - WEEK * side // 2, self.rect.top + kit.px(HEAD)
        units = kit.theme.sizes.small
        for column, name in enumerate(self.weekdays):
            place = pygame.Rect(left + column * side, self.rect.top, side, kit.px(HEAD))
            fit(kit, name, side, place.height, units=units, lines=1).draw(
                kit, surface, place, kit.theme.colours.ink_soft
            )
        today = self.diary.today
        monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
        for number in range(WEEKS * WEEK):
            row, column = divmod(number, WEEK)
            place = pygame.Rect(left + column * side, top + row * side, side, side).inflate(-kit.px(4), -kit.px(4))
            self._draw_day(surface, place, monday + timedelta(days=number))

    def _draw_day(self, surface: pygame.Surface, place: pygame.Rect, day: date) -> None:
        kit, colours, diary = self.kit, self.kit.theme.colours, self.diary
        if day <= diary.today:
            surface.blit(materials.well(kit, place.size), place)
        if day == diary.today:
            surface.blit(kit.bakery.smooth("today", place.size, self._paint_rim), place)
        if day in diary.solved:
            name = "star" if diary.is_in_time(day) else "star_outline"
            star = kit.bakery.icon(name, round(place.width * STAR), colours.accent_light)
            surface.blit(star, star.get_rect(center=place.center))
            return
        number = place.move(0, kit.px(1))
        fit(kit, str(day.day), place.width, place.height, units=kit.theme.sizes.small, lines=1).draw(
            kit, surface, number, colours.ink_soft
        )

    def _paint_rim(self, canvas: pygame.Surface, factor: int) -> None:
        width, radius = self.kit.px(2.5) * factor, self.kit.px(self.kit.theme.sizes.radius * 0.6) * factor
        pygame.draw.rect(canvas, self.kit.theme.colours.accent_light, canvas.get_rect(), width, radius)
