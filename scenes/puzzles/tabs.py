"""The tabs of a puzzle shelf: the collection, the daily puzzles, own boards, and puzzles made to measure."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import pygame

from logic.config import ConfigError
from logic.core import Dice, Message
from logic.puzzles import MOST_STARS, Chapter, Puzzle, Puzzles
from logic.sharing import BoardFile, CannotOpen, identify_file
from logic.storage.files import (
    StoreProblem,
    board_files,
    board_path,
    delete_board,
    free_name,
    is_there,
    keep_board,
    normalise_name,
    rename_board,
)
from scenes.app.app import App
from scenes.app.card import emblem_sign
from scenes.app.fields import ask_for_name, choice, seed_field, text_field
from scenes.app.page import Page, button, column, confirm_discard, empty_state, row_of, section, words
from scenes.app.requests import PuzzleMaker
from scenes.app.wording import day, day_of
from scenes.cabinet.files import open_clipboard_code
from scenes.editor.files import Shelving
from scenes.puzzles.card import LEAST_CARD, CardTexts, PuzzleCard
from scenes.puzzles.play import (
    WEEKDAYS,
    Best,
    DailyCalendar,
    ProgressOfPuzzles,
    best_of,
    diary_of,
    editor_of,
    first_position,
    fresh_seed,
    is_favourite,
    name_in,
    next_unsolved,
    progress_of,
    puzzle_title,
    remember,
    set_favourite,
    streak_text,
    today_of,
)
from scenes.share.subject import shared_puzzle
from scenes.view.picture import BoardThumbnail, view_of
from scenes.view.view import ChapterLook
from sprites.paint.maps import SpotState
from sprites.widgets import Button, Grid, Panel, Progress, Row, Widget, align_controls


@dataclass(frozen=True, slots=True)
class ListedPuzzle:
    """A puzzle of the collection: its name in the player's language, its number in its chapter, and the best result."""

    puzzle: Puzzle
    name: str
    number: int
    chapter: Chapter
    best: Best | None
    is_next: bool

    @property
    def state(self) -> SpotState:
        return "next" if self.is_next else "open" if self.best is None else "done"


@dataclass(frozen=True, slots=True)
class ShelfContext:
    """What all tabs of one game's shelf share.

    ``play`` starts a puzzle by its params, in the chosen variant, and as that of a day if one is named; ``width`` is
    the width of a tab in pixels, and ``has_foot`` tells whether something may stay visible below it.
    """

    page: Page
    game: str
    puzzles: Puzzles
    play: Callable[..., object]
    width: Callable[[], int]
    variant: Callable[[], str]
    has_foot: Callable[[], bool] = bool
    album: dict[Hashable, pygame.Surface] = field(default_factory=dict)

    @property
    def app(self) -> App:
        return self.page.app

    def say(self, message: Message) -> str:
        return self.app.say(message)

    def progress(self) -> ProgressOfPuzzles:
        """The present profile's progress on this game's puzzles."""
        return progress_of(self.app, self.game, self.app.settings.profile)

    def kept(self, name: str) -> Any:
        """What was chosen under that name the last time; None if it never was."""
        return self.app.settings.setups.get(self.game, {}).get(name)

    def keep(self, **choices: Any) -> None:
        """Store choices for the next time."""
        remember(self.app, self.game, **choices)

    def picture(self, key: str, params: Mapping[str, Any]) -> BoardThumbnail:
        position = partial(first_position, self.app, self.game, params, self.variant())
        made = BoardThumbnail(self.app.kit, f"picture-{key}", self.game, position, self.album)
        self.page.ahead.append(made)
        return made

    def following(self, progress: ProgressOfPuzzles, chapters: Iterable[Chapter] | None = None) -> Puzzle | None:
        """The next unsolved puzzle of all or some chapters: the one played last, one after it, or else the first."""
        listed = [chapter.puzzles for chapter in (self.puzzles.chapters() if chapters is None else chapters)]
        last = self.kept("last")
        played = next((one for puzzles in listed for one in puzzles if one.key == last), None)
        if played is not None and best_of(progress, played) is None:
            return played
        after = next_unsolved(listed, progress, played.key) if played is not None else None
        return after or next_unsolved(listed, progress)

    def count(self, chapter: Chapter, progress: ProgressOfPuzzles) -> Message:
        """The number of solved puzzles of a chapter, and the stars for them."""
        bests = [best_of(progress, puzzle) for puzzle in chapter.puzzles]
        done, won = sum(best is not None for best in bests), sum(best.stars for best in bests if best is not None)
        of_stars = f"{won}/{MOST_STARS * len(bests)}"
        return Message("{done} of {all} · {stars} stars", done=done, all=len(bests), stars=of_stars)

    def figures(self, par: int, best: Best | None) -> str:
        """The par of a puzzle, and the player's best."""
        takes = self.puzzles.cost(par)
        if best is None:
            return self.say(Message("Par: {par}", par=takes)) if par > 0 else ""
        own = self.puzzles.cost(best.spent)
        return self.say(Message("Par: {par} · yours: {best}", par=takes, best=own) if par > 0
                        else Message("Yours: {best}", best=own))  # fmt: skip

    def found_in(
        self, chapter: Chapter, progress: ProgressOfPuzzles, following: Puzzle | None = None
    ) -> Iterator[ListedPuzzle]:
        """The puzzles of a chapter with their names here; the ``following`` one is marked as next."""
        for number, puzzle in enumerate(chapter.puzzles, start=1):
            name, best = name_in(self.app, chapter, number), best_of(progress, puzzle)
            yield ListedPuzzle(puzzle, name, number, chapter, best, puzzle is following)

    def all_puzzles(self, progress: ProgressOfPuzzles, following: Puzzle | None = None) -> Iterator[ListedPuzzle]:
        return (one for chapter in self.puzzles.chapters() for one in self.found_in(chapter, progress, following))

    def card(self, found: ListedPuzzle, progress: ProgressOfPuzzles) -> PuzzleCard:
        puzzle, face = found.puzzle, self.face(found, is_next=found.is_next)
        picture, play = partial(self.picture, puzzle.key, puzzle.params), partial(self.play, puzzle.params)
        return PuzzleCard(self.app.kit, f"puzzle-{puzzle.key}", face, play, picture=picture,
                          beside=self.beside(puzzle, progress), tip=partial(self.difficulty, puzzle))  # fmt: skip

    def face(self, found: ListedPuzzle, *, is_next: bool) -> CardTexts:
        puzzle, best = found.puzzle, found.best
        return CardTexts(
            sign=str(found.number), title=found.name, text=self.app.get(puzzle.text),
            below=self.figures(puzzle.par, best), mark=self.say(Message("Next")) if is_next else "",
            tier=puzzle.tier, best=best,
        )  # fmt: skip

    def difficulty(self, puzzle: Puzzle) -> str:
        """Say what makes a puzzle hard; "" if unknown."""
        return "" if puzzle.difficulty is None else self.say(puzzle.difficulty)

    def beside(self, puzzle: Puzzle, progress: ProgressOfPuzzles) -> Sequence[Callable[[], Widget]]:
        """Factories for the buttons on the card of a puzzle of the collection."""
        return partial(self._heart, puzzle, progress), partial(self.share, puzzle.key, puzzle.params)

    def share(self, key: str, params: Mapping[str, Any], name: str = "") -> Button:
        """Make the button that shares a puzzle: one of the collection, or one with that name."""
        press = partial(self.share_puzzle, params, name)
        return button(self.page, f"share-{key}", Message("Share"), "share_variant", press, "quiet", bare=True)

    def share_puzzle(self, params: Mapping[str, Any], name: str) -> None:
        """Share a puzzle; say so if its params are refused."""
        try:
            self.app.open("share", shared_puzzle(self.app, self.game, params, name, self.variant()))
        except (ConfigError, ValueError) as error:
            self.app.refuse(Message("This cannot be played: {why}", why=str(error)))

    def _heart(self, puzzle: Puzzle, progress: ProgressOfPuzzles) -> Button:
        """Make the button that adds a puzzle to the favourites, or removes it."""
        is_one = is_favourite(progress, puzzle)
        tip = Message("No favourite any more") if is_one else Message("Make it a favourite")
        press, icon = partial(self._favour, puzzle, favour=not is_one), "heart" if is_one else "heart_outline"
        return button(self.page, f"heart-{puzzle.key}", tip, icon, press, "quiet", bare=True)

    def _favour(self, puzzle: Puzzle, *, favour: bool) -> None:
        self.app.try_storing(partial(set_favourite, self.app, self.game, puzzle, favour))
        self.page.rebuild()

    def grid(self, key: str, cards: list[Widget]) -> Widget:
        """Lay cards out in as many columns as there is room for."""
        return Grid(self.app.kit, key, cards, max(1, self.width() // self.app.px(LEAST_CARD)))


class ShelfTab(ABC):
    """One tab of the shelf: its name, its icon, and its content."""

    key: ClassVar[str]
    icon: ClassVar[str]
    title: ClassVar[Message]

    def __init__(self, shelf: ShelfContext) -> None:
        self.shelf = shelf

    @abstractmethod
    def widgets(self) -> list[Widget]:
        """Make the content."""

    @property
    def look(self) -> ChapterLook | None:
        """The look of the page; None for the default."""
        return None

    def head(self) -> Widget | None:
        """Make the part that stays in sight above the content, if the choices stand beside it; None for nothing."""
        return None

    def foot(self) -> Widget | None:
        """Make the part that stays in sight below the content, after that has been made; None for nothing."""
        return None

    def first_focus(self) -> str:
        """The key of the likeliest choice; empty for the first widget."""
        return ""

    def open(self) -> None:  # noqa: B027 - most parts have nothing to begin
        """Called when the tab is shown."""

    def update(self) -> None:  # noqa: B027
        """Called in every frame."""

    def close(self) -> None:  # noqa: B027
        """Cancel pending requests."""


MANY = 150
"""Number of puzzles above which they are shown a chapter at a time."""
LEAST_CHAPTER = 150
"""Preferred width of a chapter's button in units."""
DAYS = 8
"""Number of daily puzzles that can be played: today's, and those of the last seven days."""


LONGEST_SEARCH = 40
EMPTY = 4.0
"""Width by height of the picture shown if nothing was found."""
MOST_FOUND = 60
"""Most search results shown."""


def plain(text: str) -> str:
    """A text normalised for comparison: without accents, without capitals.

    >>> plain("Żółty Ő")
    'zolty o'
    """
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


class Finder:
    """Finds puzzles of the collection: the next one, a random unsolved one, favourites, by number, name and chapter.

    ``show`` goes to one of them, and returns the key of what gets the focus then.
    """

    def __init__(self, shelf: ShelfContext, show: Callable[[Puzzle], str]) -> None:
        self._shelf, self._show = shelf, show
        self._text = ""
        self._only_favourites = False

    @property
    def is_looking(self) -> bool:
        """Whether search results are shown instead of the collection."""
        return bool(self._text.strip()) or self._only_favourites

    def tools(self) -> Widget:
        shelf, page, icon = self._shelf, self._shelf.page, "heart" if self._only_favourites else "heart_outline"
        following = shelf.following(shelf.progress())
        is_any, go = following is not None, partial(self._go, following)
        onward = button(page, "find-next", Message("What comes next"), "skip_next", go, enabled=is_any, bare=True)
        any_one = Message("Any that is not done yet")
        chance = button(page, "find-any", any_one, "dice_5_outline", self._any, enabled=is_any, bare=True)
        heart = button(page, "find-favourites", Message("Favourites only"), icon, self._turn, bare=True)
        field = text_field(page, "find", "", self._text, self._look, max_length=LONGEST_SEARCH,
                           hint=Message("Search: number, name or tier"))  # fmt: skip
        return row_of(page, "find-row", onward, chance, heart, field)

    def widgets(self) -> list[Widget]:
        """Make the cards of the results, or say that there are none and offer a way back."""
        shelf, page, progress = self._shelf, self._shelf.page, self._shelf.progress()
        wanted = plain(self._text).split()
        fitting = (one for one in shelf.all_puzzles(progress) if self._fits(one, wanted, progress))
        found = list(islice(fitting, MOST_FOUND))
        if found:
            return [shelf.grid("found", [shelf.card(one, progress) for one in found])]
        nothing = Message("There is none like that.")
        if self._only_favourites and not self._text.strip():
            nothing = Message("There are no favourites yet. The heart beside a puzzle makes it one.")
        back = button(page, "find-all", Message("Show all"), "map_legend", self._stop, "primary")
        sign = emblem_sign(shelf.app.kit, "found-none", shelf.game, aspect=EMPTY)
        said = words(page, "found-nothing", nothing, align="center")
        return [empty_state(page, sign, said, row_of(page, "found-back", back, align="center"))]

    def _fits(self, one: ListedPuzzle, wanted: Sequence[str], progress: ProgressOfPuzzles) -> bool:
        if self._only_favourites and not is_favourite(progress, one.puzzle):
            return False
        name = plain(f"{one.name} {self._shelf.app.get(one.chapter.title)}")
        return all(word == str(one.number) if word.isdigit() else word in name for word in wanted)

    def _go(self, puzzle: Puzzle | None) -> None:
        if puzzle is not None:
            self._text, self._only_favourites = "", False
            self._shelf.page.rebuild_at(self._show(puzzle))
            self._shelf.page.ui.show_focus = True

    def _any(self) -> None:
        undone = [one.puzzle for one in self._shelf.all_puzzles(self._shelf.progress()) if one.best is None]
        if undone:
            self._go(Dice(fresh_seed(self._shelf.app)).choice(undone))

    def _turn(self) -> None:
        self._only_favourites = not self._only_favourites
        self._shelf.page.rebuild()

    def _look(self, text: str) -> None:
        self._text = text
        self._shelf.page.rebuild()

    def _stop(self) -> None:
        self._text, self._only_favourites = "", False
        self._shelf.page.rebuild_at("find")


class CampaignTab(ShelfTab):
    """The program's puzzles, chapter by chapter, or a single chapter of a large collection; all are open."""

    key, icon, title = "campaign", "map_legend", Message("Campaign")

    def __init__(self, shelf: ShelfContext) -> None:
        super().__init__(shelf)
        self._finder = Finder(shelf, self._show)

    def _show(self, puzzle: Puzzle) -> str:
        """Go to the chapter of a puzzle; return the key of its card."""
        chapters = enumerate(self.shelf.puzzles.chapters())
        self.shelf.keep(chapter=next(index for index, chapter in chapters if puzzle in chapter.puzzles))
        return f"puzzle-{puzzle.key}"

    def head(self) -> Widget:
        return self._finder.tools()

    @property
    def _is_long(self) -> bool:
        return sum(len(chapter.puzzles) for chapter in self.shelf.puzzles.chapters()) > MANY

    def _chosen(self) -> int:
        """The chapter that was shown last, else that of the next puzzle."""
        chapters, kept = self.shelf.puzzles.chapters(), self.shelf.kept("chapter")
        if isinstance(kept, int) and 0 <= kept < len(chapters):
            return kept
        following = self.shelf.following(self.shelf.progress())
        return next((index for index, chapter in enumerate(chapters) if following in chapter.puzzles), 0)

    @property
    def look(self) -> ChapterLook | None:
        """The look of the visible chapter, if one is shown at a time."""
        looks = view_of(self.shelf.game).chapter_looks
        return looks[self._chosen() % len(looks)] if looks and self._is_long else None

    def _shown(self) -> dict[int, Chapter]:
        """The visible chapters by their index."""
        every = dict(enumerate(self.shelf.puzzles.chapters()))
        return {chosen: every[chosen] for chosen in [self._chosen()]} if self._is_long else every

    def first_focus(self) -> str:
        following = self.shelf.following(self.shelf.progress(), self._shown().values())
        return f"puzzle-{following.key}" if following else ""

    def widgets(self) -> list[Widget]:
        """Make a heading, a line and the cards of each visible chapter, or the search results."""
        if self._finder.is_looking:
            return self._finder.widgets()
        progress, shown = self.shelf.progress(), self._shown()
        following = self.shelf.following(progress, shown.values())
        made: list[Widget] = [self._chapter_buttons()] if self._is_long else []
        for index, chapter in shown.items():
            made += self._chapter(index, chapter, progress, following)
        return made

    def _chapter_buttons(self) -> Widget:
        shelf, chosen, chapters = self.shelf, self._chosen(), self.shelf.puzzles.chapters()
        looks = view_of(shelf.game).chapter_looks
        buttons = [
            button(shelf.page, f"chapter-button-{index}", shelf.app.get(chapter.title),
                   icon=looks[index % len(looks)].icon if looks else "",
                   on_press=partial(self._turn_to, index), style="normal" if index == chosen else "quiet", pad=8)
            for index, chapter in enumerate(chapters)
        ]  # fmt: skip
        most = max(1, min(len(buttons), shelf.width() // shelf.app.px(LEAST_CHAPTER)))
        lines = -(-len(buttons) // most)
        return Grid(shelf.app.kit, "chapter-buttons", buttons, -(-len(buttons) // lines))

    def _turn_to(self, index: int) -> None:
        self.shelf.keep(chapter=index)
        self.shelf.page.rebuild_at(f"chapter-button-{index}")

    def _chapter(
        self, index: int, chapter: Chapter, progress: ProgressOfPuzzles, following: Puzzle | None
    ) -> list[Widget]:
        shelf, page = self.shelf, self.shelf.page
        cards: list[Widget] = [shelf.card(one, progress) for one in shelf.found_in(chapter, progress, following)]
        heading = [] if self._is_long else [section(page, f"chapter-{index}", shelf.app.get(chapter.title))]
        return [
            *heading,
            words(page, f"chapter-{index}-text", shelf.app.get(chapter.text)),
            words(page, f"chapter-{index}-count", shelf.count(chapter, progress), "small"),
            shelf.grid(f"chapter-{index}-cards", cards),
        ]


BESIDE_CALENDAR, CALENDAR = 760, (1.0, 0.62)
"""Width in units from which the calendar stands beside today's card, and their shares of the width then."""
LEGEND = Message("A star for each puzzle that was solved on its day; a hollow one where it was solved later.")


class DailyTab(ShelfTab):
    """Today's puzzle and those of the last seven days, the same for everybody; generated one after the other."""

    key, icon, title = "daily", "calendar_today", Message("Today")

    def __init__(self, shelf: ShelfContext) -> None:
        super().__init__(shelf)
        self._maker = PuzzleMaker(shelf.app, shelf.game)
        self._making: date | None = None
        self._made: dict[date, Puzzle | Message] = {}
        self._today = today_of(shelf.app)
        """The day that is shown as today."""

    def _days(self) -> list[date]:
        """The days that can be played, today first, in local time."""
        today = today_of(self.shelf.app)
        return [today - timedelta(days=back) for back in range(DAYS)]

    def open(self) -> None:
        """Continue generating puzzles; retry those that failed."""
        self._made = {day: made for day, made in self._made.items() if isinstance(made, Puzzle)}
        self._go_on()

    def update(self) -> None:
        """Go to the next day at midnight."""
        if self._today != today_of(self.shelf.app):
            self._go_on()
            self.shelf.page.rebuild()

    def close(self) -> None:
        """Cancel the puzzles not generated yet."""
        self._maker.cancel()
        self._making = None

    def _go_on(self) -> None:
        if self._making is not None:
            return
        self._making = next((one for one in self._days() if one not in self._made), None)
        if self._making is not None:
            self._maker.begin(*self.shelf.puzzles.daily(self._making.isoformat()), partial(self._take, self._making))

    def _take(self, day: date, made: Puzzle | Message) -> None:
        """Store the new puzzle, and continue with the next day."""
        self._made[day], self._making = made, None
        self._go_on()
        self.shelf.page.rebuild()

    def widgets(self) -> list[Widget]:
        """Make today's card, and below it those of the days before."""
        shelf, page = self.shelf, self.shelf.page
        progress, (today, *before) = shelf.progress(), self._days()
        self._today = today
        about = Message("One puzzle for each day, the same for everybody; it grows harder through the week.")
        return [
            section(page, "today", Message("The puzzle of the day")),
            words(page, "today-text", about),
            *self._beside_calendar(self._card(today, progress, is_today=True)),
            section(page, "before", Message("The last seven days")),
            shelf.grid("before-cards", [self._card(one, progress) for one in before]),
        ]

    def _beside_calendar(self, card: Widget) -> list[Widget]:
        """Put today's card and the streaks beside the calendar, or above it."""
        shelf, page, kit = self.shelf, self.shelf.page, self.shelf.app.kit
        diary = diary_of(shelf.app, shelf.game)
        said = enumerate(streak_text(diary))
        rows = [words(page, f"in-a-row-{number}", one, face="interface") for number, one in said]
        legend = words(page, "calendar-text", LEGEND, "small")
        calendar = Panel(kit, "calendar-sheet", DailyCalendar(kit, "calendar", diary, map(shelf.say, WEEKDAYS)))
        if shelf.width() < shelf.app.px(BESIDE_CALENDAR):
            return [card, *rows, calendar, legend]
        return [Row(kit, "today-row", [column(page, "today-side", card, *rows, legend), calendar], weights=CALENDAR)]

    def _card(self, when: date, progress: ProgressOfPuzzles, *, is_today: bool = False) -> Widget:
        shelf, made = self.shelf, self._made.get(when)
        title = day_of(shelf.app, when)
        key, sign = f"day-{when.isoformat()}", str(when.day)
        if not isinstance(made, Puzzle):
            text = made if made is not None else Message("is being made…")
            face = CardTexts(sign, title, shelf.say(text))
            return PuzzleCard(shelf.app.kit, key, face, lambda: None, enabled=False)
        best = best_of(progress, made)
        mark, hard = shelf.say(Message("Today")) if is_today and best is None else "", shelf.difficulty(made)
        face = CardTexts(sign, title, hard if is_today else "", shelf.figures(made.par, best), mark, made.tier, best)
        picture, share = partial(shelf.picture, key, made.params), partial(shelf.share, key, made.params, title)
        return PuzzleCard(shelf.app.kit, key, face, partial(shelf.play, made.params, when.isoformat()), picture=picture,
                          beside=[share], tip=lambda: "" if is_today else hard)  # fmt: skip


@dataclass(slots=True)
class _Shelved:
    """The content of a file: the board, or why it is none; read again only if the file has changed."""

    stamp: tuple[float, int]
    """Modification time and size."""
    found: BoardFile | Message


class BoardsTab(ShelfTab):
    """The player's own boards: play, edit, rename, delete."""

    key, icon, title = "boards", "folder_outline", Message("My boards")

    def __init__(self, shelf: ShelfContext) -> None:
        super().__init__(shelf)
        self._read: dict[Path, _Shelved] = {}

    def widgets(self) -> list[Widget]:
        """Make a row for each board, and the buttons for adding more."""
        shelf, page = self.shelf, self.shelf.page
        head = section(page, "boards", Message("Your own boards"))
        files, progress = board_files(shelf.game), shelf.progress()
        none = Message("There are none yet. Keep one that was made for you, or open a file.")
        build: list[Widget] = []
        if editor_of(shelf.game) is not None:
            opens = partial(self._open_editor, None, None)
            build.append(button(page, "new-board", Message("Build a new board"), "plus", opens, "primary"))
            if Shelving(shelf.game, None).draft() is not None:
                go_on = partial(self._open_editor, None, None, takes_draft=True)
                build.append(button(page, "draft", Message("An unsaved draft"), "pencil", go_on))
            none = Message("There are none yet. Build one, keep one that was made for you, or open a file.")
        copied = partial(open_clipboard_code, shelf.app)
        build.append(button(page, "open-code", Message("Open a copied code"), "content_paste", copied))
        if files:
            return [head, row_of(page, "ways", *build), *(self._row(path, progress) for path in files)]
        sign = emblem_sign(shelf.app.kit, "boards-none", shelf.game, aspect=EMPTY)
        ways = (row_of(page, f"{way.key}-row", way, align="center") for way in build)
        return [head, empty_state(page, sign, words(page, "no-boards", none, align="center"), *ways)]

    def _row(self, path: Path, progress: ProgressOfPuzzles) -> Widget:
        shelf, shelved, name = self.shelf, self._shelved(path), path.name
        found = shelved.found
        tools: list[tuple[str, str, Message, Callable[[], object]]] = [
            ("rename", "form_textbox", Message("Give it another name"), partial(self._ask_name, path)),
            ("delete", "delete_outline", Message("Throw this board away"), partial(self._ask_delete, path)),
        ]
        if isinstance(found, Message):
            face = CardTexts("?", path.stem, shelf.say(found))
            card = PuzzleCard(shelf.app.kit, f"board-{name}", face, lambda: None, enabled=False)
        else:
            best = self._best(found, progress)
            when = day(shelf.app, shelved.stamp[0])
            face = CardTexts(path.stem[:1].upper(), path.stem, when, shelf.figures(0, best), best=best)
            picture, play = partial(shelf.picture, name, found.params), partial(shelf.play, found.params)
            card = PuzzleCard(shelf.app.kit, f"board-{name}", face, play, picture=picture)
            give = partial(shelf.share_puzzle, found.params, path.stem)
            tools.insert(1, ("share", "share_variant", Message("Share"), give))
            if editor_of(shelf.game) is not None:
                tools.insert(0, ("edit", "pencil", Message("Change this board"), partial(self._edit, path)))
        buttons = (button(shelf.page, f"{key}-{name}", tip, icon, press, bare=True) for key, icon, tip, press in tools)
        return row_of(shelf.page, f"row-{name}", card, *buttons)

    def _shelved(self, path: Path) -> _Shelved:
        try:
            status = path.stat()
            stamp = (status.st_mtime, status.st_size)
        except OSError:
            stamp = (0.0, 0)
        kept = self._read.get(path)
        if kept is None or kept.stamp != stamp:
            kept = self._read[path] = _Shelved(stamp, _read_board(path, self.shelf.game))
        return kept

    def _best(self, found: BoardFile, progress: ProgressOfPuzzles) -> Best | None:
        key = self.shelf.puzzles.key(found.params)
        best = best_of(progress, Puzzle(key, "", "", found.params, 0, 1))
        return None if best is None else replace(best, stars=0)  # its par is not known

    # -- actions

    def _edit(self, path: Path) -> None:
        """Open the editor on the file's present content."""
        found = self._shelved(path).found
        if isinstance(found, BoardFile):
            self._open_editor(found.text, path)

    def _open_editor(self, text: str | None, path: Path | None, *, takes_draft: bool = False) -> None:
        editor = editor_of(self.shelf.game)
        if editor is not None:
            self.shelf.app.stack.push(editor(self.shelf.app, self.shelf.game, text, path, takes_draft=takes_draft))

    def _ask_name(self, path: Path) -> None:
        title = Message("Another name for “{name}”", name=path.stem)
        ask_for_name(self.shelf.app, title, path.stem, partial(rename_board, path))

    def _ask_delete(self, path: Path) -> None:
        text = Message("Throw the board “{name}” away for good?", name=path.stem)
        confirm_discard(self.shelf.app, text, partial(self._delete, path))

    def _delete(self, path: Path) -> None:
        self.shelf.app.try_storing(partial(delete_board, path))
        self.shelf.page.rebuild()


def _read_board(path: Path, game: str) -> BoardFile | Message:
    try:
        found = identify_file(path, game)
    except CannotOpen as error:
        return error.short
    return found if isinstance(found, BoardFile) else Message("This is no board.")


def save_new_board(shelf: ShelfContext, name: str, text: str) -> None:
    """Keep a board under a name that is still free; raise StoreProblem if it is not, or cannot be written."""
    if is_there(board_path(shelf.game, name)):
        raise StoreProblem(Message("There is a board “{name}” already.", name=normalise_name(name)))
    path = keep_board(shelf.game, name, text)
    shelf.app.tell(Message("Kept as “{name}”", name=path.stem))


class NewTab(ShelfTab):
    """Makes a puzzle to measure; the result is shown with its par before it is played."""

    key, icon, title = "new", "auto_fix", Message("New")

    def __init__(self, shelf: ShelfContext) -> None:
        super().__init__(shelf)
        self.seed = ""
        self._maker = PuzzleMaker(shelf.app, shelf.game)
        self._made: Puzzle | Message | None = None
        self._used_seed = 0
        self.wanted = self._remembered()

    def _remembered(self) -> dict[str, int]:
        """The options of the last time, as far as they are still valid."""
        kept = self.shelf.kept("knobs")
        chosen = kept if isinstance(kept, dict) else {}
        return {
            option.name: next((value for value, _ in option.values if value == chosen.get(option.name)), option.default)
            for option in self.shelf.puzzles.options
        }

    def widgets(self) -> list[Widget]:
        """Make the choices, and below them the puzzle being generated or its result."""
        shelf, page = self.shelf, self.shelf.page
        choices: list[Widget] = []
        for option in shelf.puzzles.options:
            key, wanted, choose = f"option-{option.name}", self.wanted[option.name], partial(self._choose, option.name)
            choices.append(choice(page, key, option.title, option.values, wanted, choose))
        choices.append(seed_field(page, self.seed, partial(setattr, self, "seed"), self._make))
        align_controls(choices)
        return [
            section(page, "new", Message("Made to measure")),
            Panel(shelf.app.kit, "sheet", column(page, "options", *choices)),
            self._make_row(),
            *self._outcome(),
        ]

    def _make_row(self) -> Widget:
        page = self.shelf.page
        if not self._maker.is_busy:
            return button(page, "make", Message("Make it"), "auto_fix", self._make, "primary")
        beads, said = Progress(page.app.kit, "making"), Message("It is being made and tried…")
        stop = button(page, "stop", Message("Cancel"), "close", self._stop)
        return row_of(page, "making-row", beads, words(page, "making-words", said), stop)

    def _outcome(self) -> list[Widget]:
        shelf, made, say = self.shelf, self._made, self.shelf.say
        if made is None:
            return []
        if isinstance(made, Message):
            return [words(shelf.page, "no-puzzle", made, align="center")]
        best = best_of(shelf.progress(), made)
        text = Message("It can be done. Seed {seed} makes it again.", seed=str(self._used_seed))
        face = CardTexts("+", say(Message("A new one is ready")), say(text), shelf.figures(made.par, best),
                    say(Message("Play")), made.tier, best)  # fmt: skip
        ask, label = partial(self._ask_name, made), Message("Keep it among my boards")
        keep = button(shelf.page, "keep", label, "content_save_outline", ask, "quiet")
        picture = partial(shelf.picture, "made", made.params)
        return [PuzzleCard(shelf.app.kit, "made", face, partial(shelf.play, made.params), picture=picture,
                           tip=partial(shelf.difficulty, made)), keep]  # fmt: skip

    def _choose(self, option: str, value: int) -> None:
        self.wanted[option] = value
        self.shelf.keep(knobs=dict(self.wanted))

    def _make(self, *_: object) -> None:
        self._made = None
        self._used_seed = int(self.seed) if self.seed else fresh_seed(self.shelf.app)
        self._maker.begin(self.wanted, self._used_seed, self._take)
        self.shelf.page.rebuild_at("stop")

    def _stop(self) -> None:
        self._maker.cancel()
        self.shelf.page.rebuild_at("make")

    def _take(self, made: Puzzle | Message) -> None:
        self._made = made
        self.shelf.page.rebuild_at("made" if isinstance(made, Puzzle) else "make")

    def close(self) -> None:
        self._maker.cancel()

    def _ask_name(self, made: Puzzle) -> None:
        called = self.shelf.app.get(made.title) if made.name is None else puzzle_title(self.shelf.app, made.name)
        name = free_name(self.shelf.game, called)
        ask_for_name(self.shelf.app, Message("A name for this board"), name, partial(self._keep, made))

    def _keep(self, made: Puzzle, name: str) -> None:
        save_new_board(self.shelf, name, self.shelf.puzzles.write(made.params))
