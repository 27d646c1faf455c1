"""The statistics of one finished game: what holds for every game, and what the game itself has counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from logic.core import Figure, Message, Value, offers
from scenes.app import App
from scenes.boardend import points_of
from scenes.figuretable import FigureRow, FigureTable
from scenes.match import Match
from scenes.page import Page, column, row_of, words
from scenes.wording import number, span
from sprites.ui import Widget
from sprites.widgets import Label, Panel


def has_statistics(match: Match) -> bool:
    """Tell whether there is a table to be shown: the game is over, and counts what has happened."""
    return match.is_over and offers(match.session.game, "statistics") is not None


def figures_of(app: App, match: Match) -> tuple[Figure, ...]:
    """Give all rows; one that the game counts in its own way stands in the place of the usual one of that label."""
    statistics = offers(match.session.game, "statistics")
    session = match.session
    own = tuple(statistics(session.states, session.moves)) if statistics is not None else ()
    labels = {figure.label for figure in own}
    return (*(figure for figure in _usual(app, match) if figure.label not in labels), *own)


def _usual(app: App, match: Match) -> Iterator[Figure]:
    """Give what can be said of any game, the game as a whole first."""
    seats, scores = range(len(match.seats)), points_of(match)
    times = () if match.lacks_times else tuple(span(app, seconds) for seconds in match.thinking_time)
    if times:
        yield Figure(Message("Duration"), (span(app, sum(match.thinking_time)),))
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
    """Give each seat's place; those who share one share its number."""
    ranking = match.outcome.ranking if match.outcome is not None else ()
    ahead = {seat: 1 + sum(map(len, ranking[:place])) for place, group in enumerate(ranking) for seat in group}
    return [ahead[seat] for seat in range(len(match.seats))]


class StatisticsPage(Page):
    """The whole table of a finished game; what does not fit is scrolled to, up and down and sideways."""

    body_width = 1100
    first_focus = "table"

    def __init__(self, app: App, figures: Sequence[Figure], names: Sequence[str]) -> None:
        super().__init__(app)
        self.figures = figures
        self.names = names

    def heading(self) -> str:
        """Say what this is."""
        return self.app.say(Message("Statistics"))

    def body(self) -> Widget:
        """Say what holds for the whole game, then for each player."""
        several = len(self.names) > 1
        whole = [figure for figure in self.figures if several and len(figure.values) == 1]
        rows = [
            FigureRow(self.app.say(one.label, self.names), tuple(map(self._value, one.values)))
            for one in self.figures
            if one not in whole
        ]
        table = FigureTable(self.app.kit, "table", self.names, rows)
        return Panel(self.app.kit, "sheet", column(self, "all", *map(self._line, whole), table))

    def _line(self, figure: Figure) -> Widget:
        key, what = f"whole-{figure.label.msgid}", self.app.say(figure.label, self.names)
        shown = Label(self.app.kit, f"{key}-value", self._value(figure.values[0]), face="interface", align="right")
        return row_of(self, key, words(self, f"{key}-what", what), shown)

    def _value(self, value: Value) -> str:
        if isinstance(value, Message):
            return self.app.say(value, self.names)
        return number(self.app, value) if isinstance(value, float) else str(value)
