"""Two parts of the puzzle shelf: the collection that comes with the program, and the puzzles of the day."""

from __future__ import annotations

import time
from datetime import date, timedelta
from functools import partial

from logic.core import Message
from logic.puzzles import MOST_STARS, Chapter, Puzzle
from scenes.maker import Maker
from scenes.page import section, words
from scenes.puzzlecard import Face, PuzzleCard
from scenes.puzzledesk import Desk, Tab
from scenes.puzzleplay import Best, Progress, best_of, next_undone
from scenes.wording import day_of
from sprites.ui import Widget
from sprites.widgets import Button, Grid

MANY = 150
"""More puzzles than these are shown a chapter at a time."""
LEAST_CHAPTER = 150
"""Units: how wide the button of a chapter wants to be."""
DAYS = 8
"""How many puzzles of the day can be played: today's, and those of the last seven days."""


class CampaignTab(Tab):
    """The puzzles that come with the program, chapter by chapter, or of many one chapter at a time; all are open."""

    key, icon, title = "campaign", "map_legend", Message("Campaign")

    @property
    def _is_long(self) -> bool:
        """Tell whether there is too much to be scrolled through."""
        return sum(len(chapter.puzzles) for chapter in self.desk.puzzles.chapters()) > MANY

    def _chosen(self) -> int:
        """Give the chapter that was looked at last, else that of the next puzzle."""
        chapters, kept = self.desk.puzzles.chapters(), self.desk.kept("chapter")
        if isinstance(kept, int) and 0 <= kept < len(chapters):
            return kept
        following = next_undone([chapter.puzzles for chapter in chapters], self.desk.progress())
        return next((place for place, chapter in enumerate(chapters) if following in chapter.puzzles), 0)

    def _shown(self) -> dict[int, Chapter]:
        """Give the chapters in sight by their place."""
        every = dict(enumerate(self.desk.puzzles.chapters()))
        return {chosen: every[chosen] for chosen in [self._chosen()]} if self._is_long else every

    def first_focus(self) -> str:
        """Give the card of the next puzzle."""
        following = next_undone([chapter.puzzles for chapter in self._shown().values()], self.desk.progress())
        return f"puzzle-{following.key}" if following else ""

    def widgets(self) -> list[Widget]:
        """Make a heading, a line and the cards of each chapter in sight."""
        progress, shown = self.desk.progress(), self._shown()
        following = next_undone([chapter.puzzles for chapter in shown.values()], progress)
        made: list[Widget] = [self._chapter_buttons()] if self._is_long else []
        number = 1
        for place, chapter in shown.items():
            made += self._chapter(place, chapter, number, progress, following)
            number += len(chapter.puzzles)
        return made

    def _chapter_buttons(self) -> Widget:
        desk, chosen, chapters = self.desk, self._chosen(), self.desk.puzzles.chapters()
        buttons = [
            Button(desk.app.kit, f"chapter-button-{place}", desk.app.get(chapter.title),
                   on_press=partial(self._turn_to, place), style="primary" if place == chosen else "quiet", pad=8)
            for place, chapter in enumerate(chapters)
        ]  # fmt: skip
        most = max(1, min(len(buttons), desk.width() // desk.app.px(LEAST_CHAPTER)))
        lines = -(-len(buttons) // most)
        return Grid(desk.app.kit, "chapter-buttons", buttons, -(-len(buttons) // lines))

    def _turn_to(self, place: int) -> None:
        page = self.desk.page
        self.desk.keep(chapter=place)
        page.rebuild()
        page.ui.set_focus(page.ui.find(f"chapter-button-{place}"))

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
        heading = [] if self._is_long else [section(page, f"chapter-{place}", desk.app.get(chapter.title))]
        return [
            *heading,
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
