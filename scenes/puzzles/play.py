"""Starts puzzles and follows them up: the last choice, today’s puzzle, what is solved, the next one.

After a puzzle there can be a shortest solution, or a similar puzzle, both from the worker.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any

import pygame

from logic.config import ConfigError
from logic.core import Dice, Message, Move, State
from logic.game import Analysis, Game, analysis_of, offers, redact
from logic.puzzles import Chapter, NoPuzzle, Puzzle, Puzzles, has_puzzles, puzzles_at, puzzles_of, stars, streaks
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session, Setup
from logic.variants import make_params
from scenes.app.app import App
from scenes.app.requests import PuzzleMaker, WorkerRequests
from scenes.app.routes import Route
from scenes.board import awards
from scenes.board.match import Match
from scenes.puzzles.paper import Printer
from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.widgets import Passive, fit
from sprites.widgets.layout import cells, cut

WEEKS, WEEK = 5, 7
"""Weeks of a calendar, the present one last, and days of a week."""
CELL, HEAD = 52, 28
"""Units of a day, and of the row with the names of the weekdays."""
STAR = 0.86
"""Size of a solved day's star by that of its cell."""
WEEKDAYS = (
    Message("Mo"), Message("Tu"), Message("We"), Message("Th"), Message("Fr"), Message("Sa"), Message("Su"),
)  # fmt: skip
"""Names of the weekdays, from Monday."""


@dataclass(frozen=True, slots=True)
class SolvedDays:
    """The daily puzzles that a profile has solved, each with the day of the first solution."""

    today: date
    solved: Mapping[date, date]

    def is_in_time(self, day: date) -> bool:
        """Whether a day's puzzle was solved on that day: only those count for a streak."""
        return self.solved.get(day) == day

    @property
    def streaks(self) -> tuple[int, int]:
        """The present and the longest streak of days solved in time."""
        return streaks([day.toordinal() for day in self.solved if self.is_in_time(day)], self.today.toordinal())


def today_of(app: App) -> date:
    """The present day, in local time."""
    return date.fromtimestamp(app.now())


def game_of(day: date) -> str:
    """The game whose daily puzzle is offered first on a day, each in its turn; nothing if there is none."""
    games = [name for name, game in GAMES.items() if has_puzzles(game)]
    return games[day.toordinal() % len(games)] if games else ""


def diary_of(app: App, game: str = "", profile: str | None = None) -> SolvedDays:
    """The solved daily puzzles of a profile, by default the present one, in one game or in all."""
    name = app.settings.profile if profile is None else profile
    found = app.store.dailies(game, awards.profile_of(app, name))
    solved = {date.fromisoformat(day): date.fromtimestamp(when) for day, when in found.items()}
    return SolvedDays(today_of(app), solved)


def streak_text(diary: SolvedDays) -> tuple[Message, ...]:
    """Describe the streaks; empty if there are none."""
    now, longest = diary.streaks
    said = [Message("{n} [day|days] in a row", n=now)] if now else []
    if longest > now:
        said.append(Message("Best: {n} [day|days] in a row", n=longest))
    return tuple(said)


class DailyCalendar(Passive):
    """The last weeks, a row each, Monday first: a star for each puzzle solved on its day, an outlined one if later."""

    def __init__(self, kit: Kit, key: str, diary: SolvedDays, weekdays: Iterable[str]) -> None:
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
        kit, side = self.kit, self._cell(self.rect.width)
        whole = pygame.Rect(0, 0, WEEK * side, self.measure(self.rect.width)).move_to(midtop=self.rect.midtop)
        (head, weeks), units = cut(whole, "top", kit.px(HEAD)), kit.theme.sizes.small
        for name, place in zip(self.weekdays, cells(head, WEEK), strict=True):
            fit(kit, name, side, place.height, units=units, lines=1).draw(
                kit, surface, place, kit.theme.colours.ink_soft
            )
        today = self.diary.today
        monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
        for number, place in enumerate(cells(weeks, WEEK, WEEKS)):
            self._draw_day(surface, place.inflate(-kit.px(4), -kit.px(4)), monday + timedelta(days=number))

    def _draw_day(self, surface: pygame.Surface, place: pygame.Rect, day: date) -> None:
        kit, colours, diary = self.kit, self.kit.theme.colours, self.diary
        if day <= diary.today:
            surface.blit(materials.well(kit, place.size), place)
        if day == diary.today:
            surface.blit(kit.cache.smooth("today", place.size, self._paint_rim), place)
        if day in diary.solved:
            name = "star" if diary.is_in_time(day) else "star_outline"
            star = kit.cache.icon(name, round(place.width * STAR), colours.accent_light)
            surface.blit(star, star.get_rect(center=place.center))
            return
        number = place.move(0, kit.px(1))
        fit(kit, str(day.day), place.width, place.height, units=kit.theme.sizes.small, lines=1).draw(
            kit, surface, number, colours.ink_soft
        )

    def _paint_rim(self, canvas: pygame.Surface, factor: int) -> None:
        width, radius = self.kit.px(2.5) * factor, self.kit.px(self.kit.theme.sizes.radius * 0.6) * factor
        pygame.draw.rect(canvas, self.kit.theme.colours.accent_light, canvas.get_rect(), width, radius)


ProgressOfPuzzles = Mapping[str, dict[str, Any]]
"""A profile's progress on a game's puzzles, by key, as stored."""


@dataclass(frozen=True, slots=True)
class Best:
    """A profile's best result on a puzzle, and the stars for it."""

    spent: int
    stars: int


# -- choices and progress


def known_puzzles(game: str) -> Puzzles:
    """The puzzles of a game; raise ValueError if it has none."""
    puzzles = puzzles_of(GAMES[game])
    if puzzles is None:
        raise ValueError(f"{game} is no game of puzzles")
    return puzzles


def chosen_variant(app: App, game: str) -> str:
    """Name the single-player variant that was chosen last, or the default one."""
    config = game_config(game)
    name = app.settings.setups.get(game, {}).get("variant")
    return name if isinstance(name, str) and name in config.for_one else config.default_for_one


def leads_to_puzzles(game: str, variant: str | None = None) -> bool:
    """Whether a game, or that variant of it, is for one player and chosen from the puzzle shelf."""
    variants = game_config(game).variants
    meant = variants.values() if variant is None else (variants[variant],)
    return puzzles_of(GAMES[game]) is not None and all(one.is_for_one for one in meant)


def choosing_route(game: str, variant: str | None = None) -> Route:
    """Name the screen on which a game is chosen: its set-up, or the puzzle shelf for a single-player one."""
    return "puzzles" if leads_to_puzzles(game, variant) else "setup"


def remember(app: App, game: str, **choices: Any) -> None:
    """Store choices for the next time, beside those already stored for this game."""
    setups = app.settings.setups
    app.change(app.settings.with_(setups={**setups, game: {**setups.get(game, {}), **choices}}))


def progress_of(app: App, game: str, name: str) -> ProgressOfPuzzles:
    """The progress of a profile in a game's puzzles; all guests share one."""
    return app.store.progress(game, awards.profile_of(app, name))


def best_of(progress: ProgressOfPuzzles, puzzle: Puzzle) -> Best | None:
    """What has been made of a puzzle; None if it is not done, or what is kept makes no sense."""
    spent = awards.best_of(progress.get(puzzle.key, {}))
    return None if spent is None else Best(spent, stars(puzzle.par, spent))


FAVOURITE = "favourite"
"""Key in a profile's progress on a puzzle that is a favourite."""


def is_favourite(progress: ProgressOfPuzzles, puzzle: Puzzle) -> bool:
    """Return whether a puzzle is among a profile's favourites; the stored value may be anything."""
    return progress.get(puzzle.key, {}).get(FAVOURITE) is True


def set_favourite(app: App, game: str, puzzle: Puzzle, favour: bool) -> None:
    """Write down for the present profile whether a puzzle is a favourite; raise StoreProblem if that cannot be."""
    name = awards.profile_of(app, app.settings.profile)
    kept = app.store.progress(game, name).get(puzzle.key, {})
    app.store.set_progress(game, puzzle.key, {**kept, FAVOURITE: favour}, name)


def campaign(game: str) -> tuple[tuple[Puzzle, ...], ...]:
    """The puzzles of each chapter; empty for a game without puzzles."""
    puzzles = puzzles_of(GAMES[game])
    return () if puzzles is None else tuple(chapter.puzzles for chapter in puzzles.chapters())


def next_unsolved(chapters: Sequence[Sequence[Puzzle]], progress: ProgressOfPuzzles, after: str = "") -> Puzzle | None:
    """The next puzzle that is not done: after that one in its chapter, then before it, then in later chapters.

    Without ``after`` it is the first one of all; None if there is none, or none of that key.
    """
    if not after:
        return next((one for chapter in chapters for one in chapter if best_of(progress, one) is None), None)
    for number, chapter in enumerate(chapters):
        at = next((i for i, puzzle in enumerate(chapter) if puzzle.key == after), None)
        if at is not None:
            rest = (*chapter[at + 1 :], *chapter[:at], *(one for later in chapters[number + 1 :] for one in later))
            return next((one for one in rest if best_of(progress, one) is None), None)
    return None


def found_puzzle(game: str, params: Mapping[str, Any]) -> Puzzle | None:
    """The puzzle of the collection with these params, or None if it comes from elsewhere."""
    key = key_of(game, params) if game in GAMES else ""
    return next((one for chapter in campaign(game) for one in chapter if one.key == key), None) if key else None


def name_in(app: App, chapter: Chapter, number: int) -> str:
    """The name of puzzle ``number`` of a chapter, from 1; the chapter's title and number if it has only a code."""
    puzzle = chapter.puzzles[number - 1]
    if puzzle.name is not None:
        return puzzle_title(app, puzzle.name)
    return f"{app.get(chapter.title)} {number}" if puzzle.is_code else app.get(puzzle.title)


def puzzle_title(app: App, name: Message) -> str:
    """A puzzle's name in the player's language, with a capital, as it stands alone."""
    said = app.say(name)
    return said[:1].upper() + said[1:]


def name_of(app: App, game: str, params: Mapping[str, Any]) -> str:
    """The name of the puzzle with these params; "" for one that is not of the collection."""
    key, puzzles = ("", None) if game not in GAMES else (key_of(game, params), puzzles_of(GAMES[game]))
    for chapter in puzzles.chapters() if puzzles is not None and key else ():
        for number, puzzle in enumerate(chapter.puzzles, start=1):
            if puzzle.key == key:
                return name_in(app, chapter, number)
    return ""


def key_of(game: str, params: Mapping[str, Any]) -> str:
    """The key of a given puzzle in a profile's progress; "" for one that is dealt, or unknown."""
    puzzles = puzzles_of(GAMES[game])
    try:
        return "" if puzzles is None else puzzles.key(params)
    except (NoPuzzle, KeyError):  # stored by a version that had other puzzles
        return ""


# -- playing


def fresh_seed(app: App) -> int:
    """A seed for a puzzle, from the clock: it need not be unpredictable."""
    return Dice(int(app.now() * 1000)).seed()


def puzzle_setup(app: App, game: str, params: Mapping[str, Any], variant: str | None = None) -> Setup:
    """Set a puzzle up for the present profile; raise ConfigError if the game refuses the params.

    A puzzle that is given is played in the default variant where the other one deals its own.
    """
    name = variant or chosen_variant(app, game)
    if key_of(game, params) and generates_puzzles(game, name):
        name = game_config(game).default_for_one
    return new_setup(game, name, (Seat(name=app.settings.profile),), fresh_seed(app), params)


def generates_puzzles(game: str, variant: str) -> bool:
    """Whether a variant deals its own puzzles, instead of those on the shelf."""
    puzzles, found = puzzles_of(GAMES[game]), game_config(game).variants.get(variant)
    return puzzles is not None and found is not None and puzzles.is_dealt(found.params)


def play_puzzle(
    app: App,
    game: str,
    params: Mapping[str, Any],
    variant: str | None = None,
    day: str = "",
    after: Match | None = None,
) -> bool:
    """Start a puzzle, possibly that of a ``day``, and open its board; return False, with a message, if that fails.

    The phones of the match that it comes ``after`` are carried over.
    """
    try:
        setup = puzzle_setup(app, game, params, variant)
        match = Match.start(app, setup, day)
    except (ConfigError, ValueError) as error:
        app.refuse(Message("This cannot be played: {why}", why=str(error)))
        return False
    if found_puzzle(game, params) is not None:
        remember(app, game, last=key_of(game, params))
    if after is not None:
        after.watcher.succeeded(match, range(len(match.seats)))
    app.open("board", match)
    return True


def next_after(app: App, match: Match) -> Callable[[], None] | None:
    """What opens the puzzle after a match's own in the collection, or one left out before it; None if all are done.

    The guided first game leads to the beginning of the collection where it is none of it.
    """
    setup = match.session.setup
    key = key_of(setup.game, setup.params)
    progress, chapters = progress_of(app, setup.game, setup.seats[0].name), campaign(setup.game)
    is_found = found_puzzle(setup.game, setup.params) is not None
    if not is_found and (not key or key != key_of(setup.game, game_config(setup.game).first_game)):
        return None
    puzzle = (next_unsolved(chapters, progress, key) if is_found else None) or next_unsolved(chapters, progress)
    if puzzle is None:
        return None
    return partial(play_instead, match, puzzle.params)


def play_instead(match: Match, params: Mapping[str, Any]) -> None:
    """Replace a match's board by that of another puzzle, in the same variant."""
    app, setup = match.app, match.session.setup
    variant = setup.variant if setup.variant in game_config(setup.game).variants else None
    done = app.stack.find("board")
    if done is not None:
        app.stack.pop(done)
    play_puzzle(app, setup.game, params, variant, after=match)


def first_position(app: App, game: str, params: Mapping[str, Any], variant: str) -> State:
    """The first position of a puzzle as the present profile sees it; raises ConfigError for bad params."""
    setup = puzzle_setup(app, game, params, variant)
    state = GAMES[game].new(make_params(GAMES[game], setup.params, "params"), Dice(setup.seed))
    return redact(GAMES[game], state, 0)


# -- optional parts of a game


def editor_of(game: str) -> Callable[..., Any] | None:
    """The editor of a game, called with (app, game, board_text, path, takes_draft=); None if it has none."""
    editor: Callable[..., Any] | None = game_part(game, "editor", "EDITOR")
    return editor


def printer_of(game: str) -> Printer | None:
    """What draws the puzzles of a game on paper; None if they are not printed."""
    printer: Printer | None = game_part(game, "paper", "PRINTER")
    return printer


def game_part(game: str, part: str, name: str) -> Any:
    """That name of ``scenes/<game>/<part>.py``; None if there is no such module."""
    module = f"scenes.{game}.{part}"
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise
        return None


# -- after a puzzle


def can_show_solution(game: Game) -> bool:
    """Whether a game can compute the solution of its puzzles."""
    return offers(analysis_of(game), Analysis.solution)


class SolutionFinder:
    """Has a puzzle of one game solved, and shows the solution as a replay."""

    def __init__(self, app: App, game: str, on_heard: Callable[[], object] = lambda: None) -> None:
        self._app = app
        self._requests = WorkerRequests(app, game)
        self._on_heard = on_heard

    @property
    def is_looking(self) -> bool:
        return self._requests.pending("solution") is not None

    def begin(self, session: Session) -> None:
        """Ask the worker for the solution from the beginning of a session, unless one is pending."""
        if not self.is_looking:
            fresh = Session(session.game, session.setup)
            self._requests.ask("solution", fresh.state, then=partial(self._on_answer, fresh))

    def forget(self) -> None:
        """Cancel the request to the worker."""
        self._requests.forget()

    def _on_answer(self, session: Session, answer: Future[Any]) -> None:
        """Show the solution, or say why there is none."""
        self._on_heard()
        try:
            way: Sequence[Move] | None = answer.result()
        except Exception:  # help is optional
            self._app.tell(Message("The coach cannot think just now."))
            return
        if way is None:
            self._app.tell(Message("No way was found."))
        else:
            self._show(session, way)

    def _show(self, session: Session, way: Sequence[Move]) -> None:
        for move in way:
            session.play(move, shown=True)
            if session.awaits_end:
                session.end_turn()
        self._app.open("replay", session, remarks=(), title=Message("The shortest way"), playing=True)


class SimilarPuzzle:
    """Has a puzzle made that is like a match's own; ``open_it`` gets its params."""

    def __init__(self, app: App, match: Match, open_it: Callable[[Mapping[str, Any]], None]) -> None:
        self._app = app
        self._match = match
        self._open_it = open_it
        self._maker = PuzzleMaker(app, match.name)

    @property
    def is_offered(self) -> bool:
        """Whether the game can describe a similar puzzle, or this one was dealt as others can be."""
        return self._wanted() is not None or self._is_dealt

    def _wanted(self) -> Mapping[str, int] | None:
        puzzles = puzzles_at(self._match.session.game, len(self._match.seats))
        return None if puzzles is None else puzzles.like(self._match.session.setup.params)

    @property
    def _is_dealt(self) -> bool:
        setup = self._match.session.setup
        return generates_puzzles(setup.game, setup.variant) and not key_of(setup.game, setup.params)

    def begin(self) -> None:
        """Request a similar puzzle, unless one is pending; deal another one if this one was dealt."""
        if self._is_dealt:
            self._open_it({})
            return
        wanted = self._wanted()
        if wanted is not None and not self._maker.is_busy:
            self._maker.begin(wanted, fresh_seed(self._app), self._take)

    def _take(self, made: Puzzle | Message) -> None:
        """Open the new puzzle, or say why there is none."""
        if isinstance(made, Puzzle):
            self._open_it(made.params)
        else:
            self._app.tell(made)

    def cancel(self) -> None:
        self._maker.cancel()
