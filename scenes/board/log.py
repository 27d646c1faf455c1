"""The list of moves in words: one line each, or several under a date."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

import pygame

from logic.core import Event, Message, Move, Player, State
from logic.game import narration_of
from logic.session import Attempt, Leave, TurnStatus
from scenes.app.app import App
from scenes.app.page import Dialog, words
from scenes.board.match import Match
from scenes.board.seating import quoted
from sprites.paint.kit import Kit
from sprites.paint.prerender import Task
from sprites.paint.surface_cache import wrap
from sprites.paint.tokens import player_token
from sprites.widgets import Passive
from sprites.widgets.base import Widget

Mark = tuple[State, Move]
"""A move, and the position in which it was made."""
Picture = Callable[[State, Move, int], pygame.Surface | None]
"""Paints a mark so many pixels high; None if there is nothing to be seen."""

LINE = 1.28
"""Line height as a factor of the letter size."""
STRIKE = 0.56
"""Position of the strike-through, as a share of the line height."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: whose move or, in a game that dates its log, when; and the text.

    An empty date continues the line above. Moves taken back are ``struck`` through; ``mark`` is the picture before the
    text.
    """

    player: int
    text: str
    date: str | None = None
    struck: bool = False
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A line as it is drawn: its text in rows, the picture before it, and its place, in pixels from the top."""

    line: LogLine
    rows: list[str]
    picture: pygame.Surface | None
    top: int
    bottom: int


class LogLines(Passive):
    """The moves so far in words, each with its player's token or its date; as high as needed, for a Scroll.

    ``picture`` paints what precedes the text, in a game that has such pictures.
    """

    def __init__(self, kit: Kit, key: str, lines: tuple[LogLine, ...] = (), picture: Picture | None = None) -> None:
        super().__init__(kit, key)
        self.lines = lines
        self.picture = picture
        self._letters = kit.px(kit.theme.sizes.small)
        self._side = round(self._letters * 1.25)
        """Height of the token or date before the text."""
        self._blocks: list[Block] = []
        self._painted: dict[int, tuple[Mark, pygame.Surface | None]] = {}
        self._width: int | None = None
        """For which the blocks are laid out; None if there are other lines by now."""
        self._room = (0, 0)
        """That width, and the part of it that tokens or dates take before the text."""

    def fill(self, lines: tuple[LogLine, ...]) -> None:
        self.lines, self._width = lines, None

    def forget_pictures(self) -> None:
        """Have every picture painted again, for another viewer."""
        self._blocks, self._painted, self._width = [], {}, None

    def _width_of_gutter(self) -> int:
        """The width of tokens or dates before the text."""
        font = self.kit.cache.font("text", self._letters)
        dates = {line.date for line in self.lines if line.date}
        return max([self._side, *(font.size(date)[0] for date in dates)])

    def blocks(self, width: int) -> list[Block]:
        """The lines wrapped to that width, cached for one width; unchanged first lines are not wrapped again."""
        if width == self._width:
            return self._blocks
        room = width, self._width_of_gutter()
        before, self._blocks = self._blocks if room == self._room else [], []
        self._width, self._room = width, room
        for block, line in zip(before, self.lines, strict=False):
            if block.line != line:
                break
            self._blocks.append(block)
        for line in self.lines[len(self._blocks) :]:
            self._blocks.append(self._block(line, self._blocks[-1].bottom if self._blocks else 0))
        return self._blocks

    def _block(self, line: LogLine, above: int) -> Block:
        """Wrap a line below ``above`` pixels; a continuation is close to the line that it continues."""
        picture, width = self._painting(line.mark), self._room[0] - self._room[1] - self.kit.px(12)
        rows = wrap(self.kit.cache, line.text, "text", self._letters, max(1, width - self._indent(picture)))
        top = above + self.kit.px(1 if line.date == "" else 5)
        return Block(line, rows, picture, top, top + len(rows) * round(self._letters * LINE))

    def _painting(self, mark: Mark | None) -> pygame.Surface | None:
        """The picture of a move, cached by the identity of its mark, which is kept with it for that reason."""
        if mark is None or self.picture is None:
            return None
        if id(mark) not in self._painted:
            self._painted[id(mark)] = mark, self.picture(*mark, self._side)
        return self._painted[id(mark)][1]

    def _indent(self, picture: pygame.Surface | None) -> int:
        return 0 if picture is None else picture.get_width() + self.kit.px(6)

    def to_prerender(self, seats: int) -> Iterator[Task]:
        """Painting tasks for the tokens of players' first lines."""
        return (partial(player_token, self.kit, seat, self._side) for seat in range(seats))

    def measure(self, width: int) -> int:
        blocks = self.blocks(width)
        return max(1, blocks[-1].bottom) if blocks else 1

    def draw(self, surface: pygame.Surface) -> None:
        """Draw only the visible lines."""
        sight, head = surface.get_clip(), self.rect.top
        for block in self.blocks(self.rect.width):
            if head + block.bottom >= sight.top and head + block.top <= sight.bottom:
                self._draw_head(surface, block.line, head + block.top)
                self._draw_block(surface, block, head + block.top)

    def _draw_head(self, surface: pygame.Surface, line: LogLine, top: int) -> None:
        cache, left = self.kit.cache, self.rect.left + self.kit.px(2)
        if line.date is None:
            surface.blit(player_token(self.kit, line.player, self._side), (left, top))
        elif line.date:
            date = cache.text(line.date, "text", self._letters, self.kit.theme.colours.accent)
            surface.blit(date, (left + self._room[1] - date.get_width(), top))

    def _draw_block(self, surface: pygame.Surface, block: Block, top: int) -> None:
        """Draw the picture and the text beside it, struck through if the move was taken back."""
        left, step = self.rect.left + self.kit.px(10) + self._room[1], round(self._letters * LINE)
        if block.picture is not None:
            surface.blit(block.picture, (left, top))
            left += self._indent(block.picture)
        ink, thick = self.kit.theme.colours.ink_soft, max(1, self._letters // 11)
        for number, row in enumerate(block.rows):
            drawn = self.kit.cache.text(row, "text", self._letters, ink)
            place = surface.blit(drawn, (left, top + number * step))
            if block.line.struck:
                rule = pygame.Rect(left, place.top + round(drawn.get_height() * STRIKE), drawn.get_width(), thick)
                surface.fill(ink, rule)


class LogDialog(Dialog):
    """All moves so far, for screens without room for them beside the board."""

    title = Message("List of moves")

    def __init__(self, app: App, lines: tuple[LogLine, ...], picture: Picture | None = None) -> None:
        super().__init__(app)
        self.lines = lines
        self.picture = picture

    def body(self) -> Widget:
        if not self.lines:
            return words(self, "lines", self.app.say(Message("Nothing has been played yet.")))
        return LogLines(self.app.kit, "lines", self.lines, self.picture)


# -- content


@dataclass(frozen=True, slots=True)
class _Entry:
    """The text for one ply: its player, when, and the words; ``said`` is the player's own comment."""

    player: int
    date: int | None
    texts: tuple[str, ...]
    mark: Mark | None = None
    struck: bool = False
    said: str = ""


class MoveList:
    """The list of moves of one match. A move's text is kept as long as the move stands."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._told: list[tuple[Move, _Entry]] = []
        self._struck: dict[Attempt, _Entry] = {}
        self._narration = narration_of(match.session.game)
        self._status: TurnStatus | None = None
        """Status of the game when the lines were made."""
        self._lines: tuple[LogLine, ...] = ()

    def lines(self) -> tuple[LogLine, ...]:
        """The lines for the moves made, and for those taken back in this turn; the same object until they differ."""
        session = self._match.session
        if self._status is not session.status:
            self._status, lines = session.status, self._made()
            self._lines = self._lines if lines == self._lines else lines
        return self._lines

    def _made(self) -> tuple[LogLine, ...]:
        session = self._match.session
        states, moves, events = session.states, session.moves, session.events
        known = 0
        for (move, _), now in zip(self._told, moves, strict=False):
            if move is not now:
                break
            known += 1
        del self._told[known:]
        for ply in range(known, len(moves)):
            self._told.append((moves[ply], self._entry(states[ply], moves[ply], events[ply], states[ply + 1])))
        return tuple(_joined([*self._beginning(states[0]), *self._entries()]))

    def _entries(self) -> Iterator[_Entry]:
        """The entries of the moves in the order in which they were made, and of players who left in between."""
        session = self._match.session
        attempts = session.attempts
        settled = len(self._told) - sum(stands for _, stands in attempts)
        for ply in range(settled + 1):
            yield from (self._leave(leave) for leave in session.leaves if leave.ply == ply)
            yield from map(self._standing, range(ply, min(ply + 1, settled)))
        for attempt, stands in attempts:
            yield self._standing(attempt.ply) if stands else self._struck_through(attempt)

    def _standing(self, ply: int) -> _Entry:
        """A move's entry, with the language model's comment if that may be shown."""
        entry, said = self._told[ply][1], self._match.spoken.after(ply)
        return replace(entry, said=self._app.say(quoted(said))) if said else entry

    def _struck_through(self, attempt: Attempt) -> _Entry:
        if attempt not in self._struck:
            entry = self._entry(attempt.before, attempt.move, attempt.events, attempt.after)
            self._struck[attempt] = replace(entry, struck=True)
        return self._struck[attempt]

    def _leave(self, leave: Leave) -> _Entry:
        said = Message("{player} left. The computer plays on.", player=Player(leave.seat))
        return _Entry(leave.seat, self._date(self._match.session.states[leave.ply]), self._words([said]))

    def _beginning(self, state: State) -> Iterator[_Entry]:
        told = self._narration.opening(state)
        if told:
            yield _Entry(state.player, self._date(state), self._words(told))

    def _entry(self, state: State, move: Move, events: Sequence[Event], after: State) -> _Entry:
        messages = self._narration.tell(state, move, events)
        return _Entry(state.player, self._date(after), self._words(messages), (state, move))

    def _date(self, state: State) -> int | None:
        return self._narration.time_of(state)

    def _words(self, messages: Iterable[Message]) -> tuple[str, ...]:
        names = self._match.names
        return tuple(self._app.say(message, names) for message in messages)


def _joined(entries: Iterable[_Entry]) -> Iterator[LogLine]:
    """The lines; dated entries with equal texts, such as passes in a row, become one with both dates."""
    for (texts, is_dated, struck, _said), group in groupby(entries, key=_merge_key):
        run = list(group)
        if not is_dated:
            for entry in run:
                marks = (entry.mark, *[None] * len(texts))
                yield from (
                    LogLine(entry.player, text, struck=struck, mark=mark)
                    for text, mark in zip(texts, marks, strict=False)
                )
                yield from _comment_line(entry)
            continue
        first, last = run[0].date, run[-1].date
        date = f"{first}" if first == last else f"{first}–{last}"
        yield from (LogLine(run[0].player, text, "" if i else date, struck) for i, text in enumerate(texts))
        yield from _comment_line(run[-1])


def _comment_line(entry: _Entry) -> Iterator[LogLine]:
    """The line with the player's own comment, which continues those above it."""
    if entry.said:
        yield LogLine(entry.player, entry.said, "")


def _merge_key(entry: _Entry) -> tuple[tuple[str, ...], bool, bool, str]:
    return entry.texts, entry.date is not None, entry.struck, entry.said
