"""Two parts of the puzzle shelf: the collection that comes with the program, and the puzzles of the day."""

from __future__ import annotations

import time
from datetime import date, timedelta
from functools import partial

from logic.core import Message
from logic.puzzles import MOST_STARS, Chapter, Puzzle
from scenes.page import section, words
from scenes.puzzlecard import Face, PuzzleCard
from scenes.puzzledesk import Desk, Tab
from scenes.puzzlemaking import Maker
from scenes.puzzleplay import Best, Progress, best_of, next_undone
from scenes.wording import day_of
from sprites.ui import Widget

DAYS = 8
"""How many puzzles of the day can be played: today's, and those of the last seven days."""


class CampaignTab(Tab):
    """The puzzles that come with the program, chapter by chapter; all of them are open."""

    key, icon, title = "campaign", "map_legend", Message("Campaign")

    def first_focus(self) -> str:
        """Give the card of the next puzzle."""
        chapters = [chapter.puzzles for chapter in self.desk.puzzles.chapters()]
        following = next_undone(chapters, self.desk.progress())
        return f"puzzle-{following.key}" if following else ""

    def widgets(self) -> list[Widget]:
        """Make a heading, a line and the cards of each chapter."""
        chapters, progress = self.desk.puzzles.chapters(), self.desk.progress()
        following = next_undone([chapter.puzzles for chapter in chapters], progress)
        made: list[Widget] = []
        number = 1
        for place, chapter in enumerate(chapters):
            made += self._chapter(place, chapter, number, progress, following)
            number += len(chapter.puzzles)
        return made

    def _chapter(
        self,
        place: int,
        chapter: Chapter,
        number: int,
        progress: Progress,
        following: Puzzle | None,
    ) -> list[Widget]:
        desk, page = self.desk, self.desk.page
        bests = [best_of(progress, puzzle) for puzzle in chapter.puzzles]
        done, won = sum(best is not None for best in bests), sum(best.stars for best in bests if best is not None)
        of_stars = f"{won}/{MOST_STARS * len(bests)}"
        count = Message("{done} of {all} · {stars} stars", done=done, all=len(bests), stars=of_stars)
        cards = [self._card(number + i, puzzle, best, puzzle is following)
                 for i, (puzzle, best) in enumerate(zip(chapter.puzzles, bests, strict=True))]  # fmt: skip
        return [
            section(page, f"chapter-{place}", desk.app.get(chapter.title)),
            words(page, f"chapter-{place}-text", desk.app.get(chapter.text)),
            words(page, f"chapter-{place}-count", desk.say(count), "small"),
            desk.grid(f"chapter-{place}-cards", cards),
        ]

    def _card(self, number: int, puzzle: Puzzle, best: Best | None, is_next: bool) -> Widget:
        desk = self.desk
        face = Face(
            sign=str(number), title=desk.app.get(puzzle.title), text=desk.app.get(puzzle.text),
            below=desk.figures(puzzle.par, best), mark=desk.say(Message("Next")) if is_next else "",
            tier=puzzle.tier, stars=best.stars if best else 0, done=best is not None,
        )  # fmt: skip
        return PuzzleCard(desk.app.kit, f"puzzle-{puzzle.key}", face, partial(desk.play, puzzle.params))


class DailyTab(Tab):
    """Today's puzzle and those of the last seven days, the same for everybody; made one after the other."""

    key, icon, title = "daily", "calendar_today", Message("Today")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._maker = Maker(desk.app, desk.game)
        self._making: date | None = None
        self._made: dict[date, Puzzle | Message] = {}

    def _days(self) -> list[date]:
        """Give the days that can be played, today first, by the clock on the wall here."""
        local = time.localtime(self.desk.app.now())
        today = date(local.tm_year, local.tm_mon, local.tm_mday)
        return [today - timedelta(days=back) for back in range(DAYS)]

    def open(self) -> None:
        """Begin with today's."""
        self._go_on()

    def close(self) -> None:
        """Leave what is not made yet for the next time."""
        self._maker.cancel()
        self._making = None

    def _go_on(self) -> None:
        if self._making is not None:
            return
        self._making = next((one for one in self._days() if one not in self._made), None)
        if self._making is not None:
            self._maker.begin(*self.desk.puzzles.daily(self._making.isoformat()))

    def update(self) -> bool:
        """Take the puzzle that was being made, and go on to the next day."""
        made = self._maker.take()
        if made is None or self._making is None:
            return False
        self._made[self._making] = made
        self._making = None
        self._go_on()
        return True

    def widgets(self) -> list[Widget]:
        """Make today's card, and below it those of the days before."""
        desk, page = self.desk, self.desk.page
        progress, (today, *before) = desk.progress(), self._days()
        about = Message("One puzzle for each day, the same for everybody; it grows harder through the week.")
        return [
            section(page, "today", desk.say(Message("The puzzle of the day"))),
            words(page, "today-text", desk.say(about)),
            self._card(today, progress, is_today=True),
            section(page, "before", desk.say(Message("The last seven days"))),
            desk.grid("before-cards", [self._card(one, progress) for one in before]),
        ]

    def _card(self, when: date, progress: Progress, *, is_today: bool = False) -> Widget:
        desk, made = self.desk, self._made.get(when)
        title = day_of(desk.app, when)
        key, sign = f"day-{when.isoformat()}", str(when.day)
        if not isinstance(made, Puzzle):
            text = made if made is not None else Message("is being made …")
            face = Face(sign, title, desk.say(text))
            return PuzzleCard(desk.app.kit, key, face, lambda: None, enabled=False)
        best = best_of(progress, made)
        mark = desk.say(Message("Today")) if is_today and best is None else ""
        face = Face(
            sign, title, below=desk.figures(made.par, best), mark=mark,
            tier=made.tier, stars=best.stars if best else 0, done=best is not None,
        )  # fmt: skip
        return PuzzleCard(desk.app.kit, key, face, partial(desk.play, made.params))
