"""The result of a game: winners and reason, ranking, table of figures, and the coach's review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

from logic.core import Figure, Message, Player, Remark, Value
from logic.game import Scoring, narration_of, offers, scoring_of
from logic.puzzles import MOST_STARS
from scenes.app.app import App
from scenes.app.page import Dialog, MenuEntry, Page, choice_button, column, row_of, words
from scenes.app.wording import duration_text, number
from scenes.board import awards
from scenes.board.awards import is_for_points, running_score
from scenes.board.match import Match
from scenes.board.parts import shortened
from sprites.paint.kit import Kit
from sprites.paint.portraits import portrait
from sprites.paint.surface_cache import wrap
from sprites.paint.surfaces import mix
from sprites.paint.tokens import player_token
from sprites.stage.physics import Confetti, Shape, paper
from sprites.widgets import Action, Button, Input, Label, ListBox, ListRow, Panel, Passive, Pointer, Widget, Words, fit
from sprites.widgets.input import begins
from sprites.widgets.layout import cut
from sprites.widgets.scroll import Slide

HELPED = Message("Some of the moves were shown to you, so it earns no stars. Find the way by yourself!")
"""Text under the result of a puzzle that was solved with help."""

SHOWN = Message("Some of the moves were shown to you, so it is not kept as your best.")
"""Text under the result of a game for points with help."""


def title_of(match: Match) -> Message:
    winners = match.outcome.winners if match.outcome is not None else ()
    if match.own_best is not None:
        return Message("{n} [point|points]", n=match.own_best.points)
    if match.is_solitary:
        return _title_for_one(match, winners)
    if not winners:
        return Message("A draw")
    return Message("{player} wins!", player=Player(winners[0])) if len(winners) == 1 else Message("A shared win!")


def _title_for_one(match: Match, winners: tuple[int, ...]) -> Message:
    if is_for_points(match.session):
        return Message("Given up") if match.session.early_end == "gave_up" else Message("The end")
    if _is_helped(match):
        return Message("Solved with help")
    if winners:
        return Message("Solved!")
    return Message("Given up") if match.session.early_end == "gave_up" else Message("Not this time")


def facts_of(app: App, match: Match) -> list[str]:
    """The length of the game, and how it compares with a perfect one or with earlier ones."""
    if is_for_points(match.session):
        return [app.say(one) for one in (_length(app, match), *_best(match))]
    if match.is_solitary:
        own = _own_facts(match)
        said = (*(own or [_length(app, match)]), *_comparisons(match, by_par=not own))
        return [app.say(one) for one in (*said, *([HELPED] if _is_helped(match) else []))]
    score = running_score(app, match.session.setup)
    left = [Message("{player} left; the computer played on.", player=Player(one.seat)) for one in match.session.leaves]
    back = match.session.turns_taken_back
    told = [Message("With {n} [turn|turns] taken back", n=back)] if back else []
    lines = [app.say(one, match.names) for one in (*_own_facts(match), _length(app, match), *told, *left)]
    return [*lines, *([] if score is None else [score])]


def _own_facts(match: Match) -> tuple[Message, ...]:
    """The game's own statements about its end."""
    narration = narration_of(match.session.game)
    return narration.facts(match.session.state, match.coach.least, alone=not match.session.was_helped)


def _best(match: Match) -> list[Message]:
    """Compare the points with the former best, or say why they do not count."""
    if match.own_best is None:
        return [SHOWN] if match.session.was_helped else []
    before = match.own_best.before
    if match.own_best.is_better:
        return [] if before is None else [Message("More than ever! Your best so far was {n}.", n=before)]
    return [Message("Your best: {n}", n=before or 0)]


def _length(app: App, match: Match) -> Message:
    if match.lacks_times:
        return match.length
    return Message("{length} in {time}", length=match.length, time=duration_text(app, sum(match.thinking_time)))


def _comparisons(match: Match, *, by_par: bool) -> list[Message]:
    """Say which set is complete now; compare with a perfect game, if that was not done yet, and with the own best."""
    award = match.award
    made: list[Message] = []
    if award is not None and award.completes is not None:
        made.append(award.completes)
    if match.coach.par and by_par:
        perfect = award is not None and award.spent <= match.coach.par
        made.append(Message("Nobody can do better.") if perfect else match.coach.goal())
    if award is not None and award.best is not None:
        best = awards.cost(match.session, award.best)
        better = Message("Your best so far was {cost}.", cost=best)
        made.append(better if award.is_better else Message("Your best is {cost}.", cost=best))
    return made


def points_of(match: Match) -> tuple[int, ...]:
    """The points by seat; empty in a game without any."""
    scoring = scoring_of(match.session.game)
    seats = range(len(match.seats)) if offers(scoring, Scoring.score) else ()
    return tuple(scoring.score(match.session.state, seat) for seat in seats)


def stars_of(match: Match) -> int | None:
    """The stars earned, if the variant is ranked and there is a par; else None."""
    award = match.award
    counts = award is not None and award.par and awards.is_ranked(match.session.setup)
    return award.stars if award is not None and counts else None


def confetti_seats_of(match: Match) -> tuple[int, ...] | None:
    """Whose colours fly: those of winners; None if nobody is glad, as where only computers have won."""
    winners = match.outcome.winners if match.outcome is not None else ()
    people = [seat for seat, sitting in enumerate(match.seats) if not sitting.is_computer]
    if match.own_best is not None:
        return (0,) if match.own_best.is_better else None
    glad = any(winner in people for winner in winners) or not people
    return winners if winners and glad and not _is_helped(match) else None


def sound_of(match: Match) -> str:
    """Name the sound that is played at the end."""
    if match.own_best is not None:
        return "win" if match.own_best.is_better else "draw"
    if match.outcome is None or not match.outcome.winners:
        return "loss" if match.is_solitary else "draw"
    if _is_helped(match):
        return "draw"
    return "win" if confetti_seats_of(match) is not None else "loss"


def _is_helped(match: Match) -> bool:
    """Whether a puzzle was solved, but not by its player alone."""
    return match.session.was_helped and match.outcome is not None and bool(match.outcome.winners)


# -- statistics table

LABELS, LABELS_SHARE, LEAST_SHARE = 300, 0.42, 0.25
"""Width of the column of labels: units and share of the table at most, and its least share."""
COLUMN = 92
"""Least width of a player's column in units."""
PAD = 7
"""Padding of a cell in units."""
HEAD = 52
"""Height of the header in units."""
LINE = 1.25
"""Line height as a factor of the letter size."""
STEP = 0.8
"""Share of the columns' width that a key scrolls."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A label and a value for each column."""

    label: str
    values: tuple[str, ...]


class FigureTable(Passive):
    """A table with names at the head of its columns; what does not fit is reached by drag or keys."""

    def __init__(self, kit: Kit, key: str, names: Sequence[str], rows: Sequence[FigureRow]) -> None:
        super().__init__(kit, key)
        self.names = names
        self.rows = rows
        self.slide = Slide(kit)
        self._last = 0
        self._wrapped: dict[int, list[list[str]]] = {}
        self._columns: dict[int, list[int]] = {}
        self._names: dict[tuple[int, int], list[str]] = {}

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether there is anything to scroll."""
        return self.slide.limit > 0

    # -- rectangles

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.text)

    def _labels_width(self, width: int) -> int:
        """The labels' maximum, or less if all columns are visible then."""
        most, left = min(self.kit.px(LABELS), round(width * LABELS_SHARE)), width - sum(self._needed)
        return min(most, left) if left >= round(width * LEAST_SHARE) else most

    @cached_property
    def _needed(self) -> list[int]:
        """The least width of each player's column: its longest value."""
        font, around = self.kit.cache.font("interface", self._letters), 2 * self.kit.px(PAD)
        columns = zip(*(row.values for row in self.rows), strict=True) if self.rows else [()] * len(self.names)
        least = self.kit.px(COLUMN)
        return [max([least, *(font.size(value)[0] + around for value in values)]) for values in columns]

    def _widths(self, width: int) -> list[int]:
        """The widths of the players' columns: equal if there is room for that."""
        if width not in self._columns:
            room, count = width - self._labels_width(width), max(1, len(self.names))
            rest = max(0, room - sum(self._needed)) // count
            alike = max(self._needed, default=0) <= room // count
            self._columns = {width: [room // count if alike else needed + rest for needed in self._needed]}
        return self._columns[width]

    def _labels(self, width: int) -> list[list[str]]:
        """The wrapped lines of each label."""
        if width not in self._wrapped:
            room = max(1, self._labels_width(width) - 2 * self.kit.px(PAD))
            labels = [wrap(self.kit.cache, row.label, "text", self._letters, room) for row in self.rows]
            self._wrapped = {width: labels}
        return self._wrapped[width]

    def _heights(self, width: int) -> list[int]:
        step, pad = round(self._letters * LINE), self.kit.px(PAD)
        return [len(lines) * step + pad for lines in self._labels(width)]

    def measure(self, width: int) -> int:
        return self.kit.px(HEAD) + sum(self._heights(width))

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self.slide.stretch(sum(self._widths(rect.width)) - (rect.width - self._labels_width(rect.width)))

    def cells(self) -> pygame.Rect:
        """The rectangle in which the columns scroll."""
        return cut(self.rect, "left", self._labels_width(self.rect.width))[1]

    def cell(self, column: int, top: int, height: int) -> pygame.Rect:
        """The rectangle of a cell of that column, with the horizontal scroll; ``top`` is in window pixels."""
        widths = self._widths(self.rect.width)
        left = self.cells().left + sum(widths[:column]) - round(self.slide.offset)
        return pygame.Rect(left, top, widths[column], height)

    # -- input

    def point(self, event: Pointer) -> bool:
        if not self.focusable:
            return False
        if event.kind == "down":
            self._last = event.pos[0]
            self.slide.grab()
        elif event.kind == "move" and self.slide.dragging:
            self.slide.drag(self._last - event.pos[0])
            self._last = event.pos[0]
        elif event.kind in ("up", "cancel"):
            self.slide.release()
        return event.kind in ("down", "move", "up", "cancel")

    def claims_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        """Leave vertical drags to the page's scrolling."""
        return self.focusable and abs(event.pos[0] - start[0]) > abs(event.pos[1] - start[1])

    def act(self, action: Action) -> bool:
        """Scroll sideways, as long as there is more."""
        step = {"left": -1, "right": 1}.get(action.name, 0)
        beyond = self.slide.offset > 0 if step < 0 else self.slide.offset < self.slide.limit
        if not step or not beyond:
            return False
        self.slide.push(step * self.cells().width * STEP)
        return True

    def restore_from(self, former: Widget) -> None:
        if isinstance(former, FigureTable):
            self.slide.jump(former.slide.offset)

    def update(self, dt: float) -> bool:
        return self.slide.update(dt)

    # -- picture

    def words(self) -> Iterable[Words]:
        """The players' names only; texts in the rows have as much room as they need."""
        kit, colours = self.kit, self.kit.theme.colours
        rooms = [self._name_room(column) for column in range(len(self.names))]
        ink, units = colours.accent_light, kit.theme.sizes.small
        size = rooms[0].size if rooms else (0, 0)
        if size not in self._names:
            whole = [Words(name, rooms[0], ink, units, lines=2) for name in self.names]
            self._names = {size: [shortened(kit, one).text for one in whole]}
        for name, room in zip(self._names[size], rooms, strict=True):
            yield Words(name, room, ink, units, lines=2)

    def _name_room(self, column: int) -> pygame.Rect:
        pad, token = self.kit.px(PAD), self._token_side()
        cell = self.cell(column, self.rect.top, self.kit.px(HEAD))
        return pygame.Rect(cell.left + pad // 2 + token, cell.top, cell.width - pad - token, cell.height)

    def _token_side(self) -> int:
        return self.kit.px(24) if len(self.names) > 1 else 0

    def draw(self, surface: pygame.Surface) -> None:
        sight = surface.get_clip()
        top = self.rect.top + self.kit.px(HEAD)
        heights, labels = self._heights(self.rect.width), self._labels(self.rect.width)
        for at, (row, label, height) in enumerate(zip(self.rows, labels, heights, strict=True)):
            if at % 2 == 0:
                ground = pygame.Rect(self.rect.left, top, self.rect.width, height)
                surface.fill(mix(self.kit.theme.colours.panel, "#000000", 0.22), ground)
            self._draw_label(surface, label, top)
            surface.set_clip(sight.clip(self.cells()))
            self._draw_values(surface, row, top, height)
            surface.set_clip(sight)
            top += height
        surface.set_clip(sight.clip(self.cells()))
        self._draw_head(surface)
        surface.set_clip(sight)
        self._draw_edges(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        side = self._token_side()
        for seat in range(len(self.names) if side else 0):
            cell = self.cell(seat, self.rect.top, self.kit.px(HEAD))
            token = player_token(self.kit, seat, side)
            surface.blit(token, token.get_rect(midleft=(cell.left, cell.centery)))
        super().draw(surface)

    def _draw_label(self, surface: pygame.Surface, lines: list[str], top: int) -> None:
        left, step = self.rect.left + self.kit.px(PAD), round(self._letters * LINE)
        ink = self.kit.theme.colours.ink_soft
        for below, line in enumerate(lines):
            drawn = self.kit.cache.text(line, "text", self._letters, ink)
            surface.blit(drawn, (left, top + self.kit.px(PAD) // 2 + below * step))

    def _draw_values(self, surface: pygame.Surface, row: FigureRow, top: int, height: int) -> None:
        for seat, value in enumerate(row.values):
            cell = self.cell(seat, top, height)
            drawn = self.kit.cache.text(value, "interface", self._letters, self.kit.theme.colours.ink)
            surface.blit(drawn, drawn.get_rect(midleft=(cell.left, cell.centery)))

    def _draw_edges(self, surface: pygame.Surface) -> None:
        """Show by an arrow in the header that there are more columns."""
        cells, side = self.cells(), self.kit.px(22)
        middle = self.rect.top + self.kit.px(HEAD) // 2
        if self.slide.offset > 0.5:
            glyph = self.kit.cache.icon("chevron_left", side, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(midright=(cells.left, middle)))
        if self.slide.offset < self.slide.limit - 0.5:
            glyph = self.kit.cache.icon("chevron_right", side, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(midleft=(cells.right, middle)))


def has_statistics(match: Match) -> bool:
    """Whether there is a table to show: the game is over and has statistics."""
    return match.is_over and offers(scoring_of(match.session.game), Scoring.statistics)


def figures_of(app: App, match: Match) -> tuple[Figure, ...]:
    """All rows; a row of the game replaces a general one with the same label."""
    session = match.session
    own = scoring_of(session.game).statistics(session.states, session.moves)
    labels = {figure.label for figure in own}
    return (*(figure for figure in _usual(app, match) if figure.label not in labels), *own)


def _usual(app: App, match: Match) -> Iterator[Figure]:
    """The rows for any game, the game as a whole first."""
    seats, scores = range(len(match.seats)), points_of(match)
    times = () if match.lacks_times else tuple(duration_text(app, seconds) for seconds in match.thinking_time)
    if times:
        yield Figure(Message("Duration"), (duration_text(app, sum(match.thinking_time)),))
    if len(seats) > 1:
        yield Figure(Message("Turns altogether"), (match.turns,))
        if scores:
            yield Figure(Message("Average score"), (sum(scores) / len(scores),))
        yield Figure(Message("Rank"), tuple(_ranks(match)))
    if scores:
        yield Figure(Message("Score"), scores)
    if len(seats) > 1 and times:
        yield Figure(Message("Time spent thinking"), times)
    if len(seats) > 1 or match.counts_turns:
        yield Figure(Message("Turns"), tuple(match.turns_of(seat) for seat in seats))


def _ranks(match: Match) -> list[int]:
    """Each seat's rank, from 1; equal players share a number."""
    ranking = match.outcome.ranking if match.outcome is not None else ()
    ahead = {seat: 1 + sum(map(len, ranking[:rank])) for rank, group in enumerate(ranking) for seat in group}
    return [ahead[seat] for seat in range(len(match.seats))]


class StatisticsPage(Page):
    """The whole statistics table of a finished game, scrolled in both directions."""

    title = Message("Statistics")
    body_width = 1100
    first_focus = "table"

    def __init__(self, app: App, figures: Sequence[Figure], names: Sequence[str]) -> None:
        super().__init__(app)
        self.figures = figures
        self.names = names

    def body(self) -> Widget:
        several = len(self.names) > 1
        whole = [figure for figure in self.figures if several and len(figure.values) == 1]
        rows = [
            FigureRow(self.app.say(one.label, self.names), tuple(map(self._value, one.values)))
            for one in self.figures
            if one not in whole
        ]
        table = FigureTable(self.app.kit, "table", self.names, rows)
        sheet = Panel(self.app.kit, "sheet", column(self, "all", *map(self._line, whole), table))
        return column(self, "page", sheet)

    def _line(self, figure: Figure) -> Widget:
        key, what = f"whole-{figure.label.msgid}", self.app.say(figure.label, self.names)
        shown = Label(self.app.kit, f"{key}-value", self._value(figure.values[0]), face="interface", align="right")
        return row_of(self, key, words(self, f"{key}-what", what), shown)

    def _value(self, value: Value) -> str:
        if isinstance(value, Message):
            return self.app.say(value, self.names)
        return number(self.app, value) if isinstance(value, float) else str(value)


NUMBER = 34
"""Width of a rank's number in units."""
NAME = 80
"""Units: if the name would have less, its portrait is dropped."""
DROP = 0.1
"""How much lower the outer stars stand, as a share of their height."""
FACE = 0.96
"""Height of a portrait as a share of its row."""
NOTE_SHARE = 0.3
"""Largest share of a row's width for the note at its end."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of a ranking: the rank, the player, the name, and a short note.

    A ``note`` of time has a clock before it. ``figure`` is the player's portrait; ``about`` stands below the winner's
    name.
    """

    number: int
    player: int
    name: str
    note: str = ""
    is_time: bool = True
    figure: str = ""
    about: str = ""


class Ranking(Passive):
    """The ranking of a finished game, best first; equal players share a number."""

    ROW, FIRST = 46, 76
    """Height of a row in units: of most rows, and of the first rank."""

    def __init__(self, kit: Kit, key: str, ranks: Sequence[Rank]) -> None:
        super().__init__(kit, key)
        self.ranks = ranks

    def measure(self, width: int) -> int:
        return sum(map(self._height, self.ranks))

    def _height(self, rank: Rank) -> int:
        return self.kit.px(self.FIRST if rank.number == 1 else self.ROW)

    def _row(self, row: int) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """The rectangles of the row, of the token, and of the portrait, which has no width if there is none."""
        height, above = self._height(self.ranks[row]), sum(map(self._height, self.ranks[:row]))
        line = pygame.Rect(self.rect.left, self.rect.top + above, self.rect.width, height)
        side = round(height * 0.74)
        left = line.left + self.kit.px(8) + self.kit.px(NUMBER)
        token = pygame.Rect(left, line.centery - side // 2, side, side)
        rank, gap = self.ranks[row], self.kit.px(6)
        face = round(height * FACE) if rank.figure else 0
        name = line.right - token.right - gap - face - (self._note_width(line.width) if rank.note else 0)
        if name < self.kit.px(NAME):
            face = 0
        return line, token, pygame.Rect(token.right + (face and gap), line.centery - face // 2, face, face)

    def _note_width(self, width: int) -> int:
        """The width left for the note at a row's end, with a clock before times."""
        kit, units, most = self.kit, self.kit.theme.sizes.text, round(width * NOTE_SHARE)
        clock, gap = kit.px(units) + kit.px(4), kit.px(8)
        notes = [(rank, fit(kit, rank.note, most, face="text", units=units, lines=1)) for rank in self.ranks]
        return min(most, max(note.width + gap + (clock if rank.is_time else 0) for rank, note in notes))

    def words(self) -> Iterable[Words]:
        kit, colours, sizes = self.kit, self.kit.theme.colours, self.kit.theme.sizes
        for row, rank in enumerate(self.ranks):
            line, _, face = self._row(row)
            ink = colours.accent_light if rank.number == 1 else colours.ink_soft
            number, rest = cut(line.inflate(-2 * kit.px(8), 0), "left", kit.px(NUMBER))
            note, rest = cut(rest, "right", self._note_width(line.width) if rank.note else 0)
            name = cut(rest, "left", face.right - rest.left, kit.px(10))[1]
            yield Words(f"{rank.number}.", number, ink, sizes.text)
            lower = pygame.Rect(name.left, line.centery, name.width, round(line.height * 0.46))
            about = Words(rank.about if rank.number == 1 else "", lower, colours.ink_soft, sizes.small, "text")
            if about.text and about.laid_out(kit).fits:
                name.height = line.height // 2
                yield about
            yield Words(rank.name, name, ink, sizes.text)
            if rank.note:
                yield Words(rank.note, note, colours.ink_soft, sizes.text, "text", align="right")

    def draw(self, surface: pygame.Surface) -> None:
        for row, rank in enumerate(self.ranks):
            _, token, face = self._row(row)
            surface.blit(player_token(self.kit, rank.player, token.width), token)
            if rank.figure and face.width:
                surface.blit(portrait(self.kit, rank.figure, face.width), face)
        times = {rank.note for rank in self.ranks if rank.is_time}
        for note in self.words():
            if note.align == "right" and note.text in times:
                self._draw_clock(surface, note)
        super().draw(surface)

    def _draw_clock(self, surface: pygame.Surface, note: Words) -> None:
        """Draw a clock before a note of time."""
        glyph = self.kit.cache.icon("timer_sand", self.kit.px(note.units), note.colour)
        right = note.room.right - note.laid_out(self.kit).width - self.kit.px(4)
        surface.blit(glyph, glyph.get_rect(midright=(right, note.room.centery)))


class Stars(Passive):
    """The stars of a solved puzzle: the earned ones filled, the others outlined."""

    HEIGHT = 54

    def __init__(self, kit: Kit, key: str, earned: int) -> None:
        super().__init__(kit, key)
        self.earned = earned

    def measure(self, width: int) -> int:
        return self.kit.px(self.HEIGHT)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the stars side by side in the middle, the second a little higher than its neighbours."""
        colours, side, step = self.kit.theme.colours, round(self.rect.height * 0.8), round(self.rect.height * 1.05)
        for nth in range(MOST_STARS):
            shines = nth < self.earned
            ink = colours.accent_light if shines else colours.panel_edge
            glyph = self.kit.cache.icon("star" if shines else "star_outline", side, ink)
            across = nth - (MOST_STARS - 1) / 2
            left, down = round(step * across), round(DROP * self.rect.height * abs(across))
            surface.blit(glyph, glyph.get_rect(center=(self.rect.centerx + left, self.rect.centery + down)))


ASIDE = 2
"""Number of choices below the first one if “More” stands beside them; if only one is left over, all are shown."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The texts and figures of a result: heading, reason, players, ranking, and the rest.

    ``confetti_seats`` are the seats whose colours the confetti has, None for no confetti. ``thinking`` is seconds by
    seat, empty if unknown; in a game for points the ``points`` by seat are shown instead. ``facts`` are lines below the
    ranking; ``stars`` are those of a solved puzzle; ``looks`` are by seat the portrait and a computer's temper.
    """

    title: Message
    reason: Message
    names: Sequence[str]
    ranking: Sequence[Sequence[int]] = ()
    confetti_seats: Sequence[int] | None = None
    thinking: Sequence[float] = ()
    points: Sequence[int] = ()
    facts: Sequence[str] = ()
    stars: int | None = None
    looks: Sequence[tuple[str, Message | None]] = ()


class Result(Dialog):
    """The result: winners and reason, ranking, what to do next, and confetti if a person has won.

    It lies beside the board, which stays visible: in the rectangle that ``beside`` gives for the present window.
    """

    pins_buttons = True

    def __init__(
        self,
        app: App,
        ending: Ending,
        choices: Sequence[MenuEntry],
        beside: Callable[[], pygame.Rect],
        shape: Shape = paper,
    ) -> None:
        super().__init__(app)
        self.ending = ending
        self.shape = shape
        self.choices = choices
        self.confetti: Confetti | None = None
        self.first_focus = choices[0].key
        self._beside = beside
        self._shows_all = len(choices) <= 1 + ASIDE + 1

    def room(self) -> pygame.Rect:
        return self._beside()

    def enter(self) -> None:
        super().enter()
        if self.ending.confetti_seats is not None:
            looks = self.app.theme.players
            colours = [looks[player % len(looks)].light for player in self.ending.confetti_seats]
            palette = [*colours, self.app.theme.colours.accent_light, self.app.theme.colours.paper]
            window = pygame.Rect((0, 0), self.app.size)
            self.confetti = Confetti(self.app.kit, window, colours=palette, shape=self.shape)

    def rebuild(self) -> None:
        """Build again; confetti for another window size is stopped."""
        super().rebuild()
        if self.confetti is not None and self.confetti.area.size != self.app.size:
            self.confetti.stop()

    def heading(self) -> str:
        return self.app.say(self.ending.title, self.ending.names)

    def body(self) -> Widget:
        """The ranking, the reason and the facts: where there is little room the ranking is seen all the same."""
        kit, ending = self.app.kit, self.ending
        reason = words(self, "reason", self.app.say(ending.reason, ending.names), align="center")
        facts = [words(self, f"fact{i}", fact, align="center") for i, fact in enumerate(ending.facts)]
        figures: list[Widget] = [] if ending.stars is None else [Stars(kit, "stars", ending.stars)]
        if ending.ranking:
            figures.append(Ranking(kit, "ranking", self._ranks()))
        return column(self, "body", *figures, reason, *facts)

    def foot(self) -> Sequence[Widget]:
        """The likeliest choice, two more, and the rest once requested."""
        first, *others = [choice_button(self, one, one.press) for one in self.choices]
        if not self._shows_all:
            more = self.app.say(Message("More"))
            others[ASIDE:] = [Button(self.app.kit, "more", more, "dots_horizontal", self._show_all)]
        return [first, *([row_of(self, "choices", *others)] if others else [])]

    def _show_all(self) -> None:
        self._shows_all = True
        self.rebuild()
        self.ui.set_focus(self.ui.find(self.choices[1 + ASIDE].key))

    def _ranks(self) -> list[Rank]:
        rows: list[Rank] = []
        for group in self.ending.ranking:
            number = len(rows) + 1
            rows += [self._rank(number, player) for player in group]
        return rows

    def _rank(self, number: int, player: int) -> Rank:
        name, note, is_time = self.ending.names[player], self._note(player), not self.ending.points
        if not self.ending.looks:
            return Rank(number, player, name, note, is_time)
        figure, temper = self.ending.looks[player]
        about = "" if temper is None else self.app.say(temper)
        return Rank(number, player, name, note, is_time, figure, about)

    def _note(self, player: int) -> str:
        if self.ending.points:
            return self.app.say(Message("{n} [point|points]", n=self.ending.points[player]))
        return duration_text(self.app, self.ending.thinking[player]) if self.ending.thinking else ""

    def handle(self, event: Input) -> bool:
        """Any press ends the confetti; one outside the panel does no more than that."""
        fresh = isinstance(event, Action) or begins(event)
        if self.confetti is not None and self.confetti.left > 0 and fresh:
            self.confetti.stop()
            if isinstance(event, Pointer) and not self.frame.collidepoint(event.pos):
                return True
        return super().handle(event)

    def update(self, dt: float) -> bool:
        falling = self.confetti is not None and self.confetti.update(dt)
        return super().update(dt) or falling

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        if self.confetti is not None:
            self.confetti.draw(surface)


class Review(Dialog):
    """The coach's remarks on a finished game; the chosen one is shown on the board."""

    title = Message("What the coach says")
    width = 680
    first_focus = "remarks"

    def __init__(
        self, app: App, remarks: Sequence[Remark], names: Sequence[str], show: Callable[[int], object]
    ) -> None:
        super().__init__(app)
        self.remarks = remarks
        self.names = names
        self.show = show

    def body(self) -> Widget:
        if not self.remarks:
            return words(self, "praise", self.app.say(Message("Nobody gave anything away in this game. Well played!")))
        rows = [
            ListRow(
                self.app.say(one.text, self.names),
                subtitle=self.app.say(Message("Move {number}", number=one.ply + 1)),
                icon="thumb_down_outline" if one.weight < 0 else "thumb_up_outline",
            )
            for one in self.remarks
        ]
        return ListBox(self.app.kit, "remarks", rows, lambda index: self.show(self.remarks[index].ply))
