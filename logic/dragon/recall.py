"""What the dated log of a game tells of the squares: when a clock was set, and where a teleport carried whom.

Every clock is set on a square that is seen, by something that the log has a line for; so a player who counts knows as
much. It is read off the events alone, never off the clocks' hands or a teleport's target.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from logic.core import Cell, Event
from logic.dragon.board import Board, KnightKind
from logic.dragon.turn import SQUARES

SETS_CLOCK = frozenset(("eat", "fill", "blast", "topple", "restock", "supply"))
"""Events after which a clock runs on their square: that of a knight where the event is his own, else that of ``@``."""

ARRIVALS = frozenset(("go", "leap", "enter"))
"""Events after which a teleport carries a knight off from the square that he has come to, if it can."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What a player who reads the log knows besides what is shown; all sorted.

    ``dates`` are the turns in which the running clocks were set, ``carried`` where each teleport that worked led to,
    ``refused`` the kinds of knights whom one left standing.
    """

    dates: tuple[tuple[Cell, int], ...] = ()
    carried: tuple[tuple[Cell, Cell], ...] = ()
    refused: tuple[tuple[Cell, KnightKind], ...] = ()

    def date(self, cell: Cell) -> int | None:
        """Give the turn in which the clock that runs on a square was set, where the log tells."""
        return dict(self.dates).get(cell)

    def after(self, time: int, events: Sequence[Event], running: Collection[Cell], board: Board) -> Recall:
        """Give what is known after a turn of that number with these events, when clocks run on those squares."""
        met = tuple(_met_teleports(events, board))
        carried = {gate: target for gate, target, _ in met if target is not None}
        refused = {(gate, kind) for gate, target, kind in met if target is None}
        return Recall(
            self._dated(time, events, running),
            tuple(sorted({**dict(self.carried), **carried}.items())),
            tuple(sorted({*self.refused, *refused})),
        )

    def _dated(self, time: int, events: Sequence[Event], running: Collection[Cell]) -> tuple[tuple[Cell, int], ...]:
        dates = dict(self.dates)
        for event in events:
            if event.name in SETS_CLOCK:
                for cell in _squares(event):
                    # Who takes from a store whose clock runs does not set it anew.
                    dates[cell] = dates.get(cell, time) if event.name == "supply" else time
        return tuple(sorted((cell, date) for cell, date in dates.items() if cell in running))


def _met_teleports(events: Sequence[Event], board: Board) -> Iterator[tuple[Cell, Cell | None, KnightKind]]:
    """Give each teleport that somebody has entered, where it took him, if anywhere, and what he is."""
    for event in events:
        for name, way in event.paths.items() if event.name in ARRIVALS else ():
            if board.field(way[-1]).kind == "teleport":
                paths = (later.paths.get(name, ()) for later in events if later.name == "teleport")
                target = next((path[1] for path in paths if path and path[0] == way[-1]), None)
                yield way[-1], target, board.knights[int(name[1:]) - 1].kind


def _squares(event: Event) -> tuple[Cell, ...]:
    """Give the squares on which an event sets a clock; those who die in a blast set none."""
    if SQUARES in event.paths:
        return event.paths[SQUARES]
    return tuple(way[-1] for way in event.paths.values())
