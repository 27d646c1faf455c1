"""What the own turn brings, and how likely the one after: by choice of the push and cell to walk to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from logic.core import Dice, Stop
from logic.labyrinth import runes, walker
from logic.labyrinth.belief import Wish, home_of, wants
from logic.labyrinth.bits import places_of
from logic.labyrinth.board import HIDDEN
from logic.labyrinth.outlook import Choices, Floats, Lines, chances, choices, lines_of, openings
from logic.labyrinth.outset import Outset
from logic.labyrinth.plan import plan_for
from logic.labyrinth.words import Truths

FAINT = 0.02
"""A chance to take something by the next turn that is not worth counting: then a plan for more turns is better."""
LATER = 0.95
"""What a treasure of the next turn counts beside one that is taken now."""
WON = 100.0
"""What a win counts, in treasures."""
ALIKE = 1e-9
"""How much less than the best is still as good."""


@dataclass(frozen=True)
class Gains:
    """By choice and cell: whether it can be walked to, takes something, wins, and how good the next turn's chances are.

    ``ahead`` is the chance to take something by then, as it counts beside something taken now.
    """

    options: Choices
    open: Truths
    taken: Truths
    wins: Truths
    ahead: Floats

    @property
    def total(self) -> Floats:
        """What is taken in all, as expected; -1 where no way leads."""
        return np.where(self.open, self.taken + WON * self.wins + self.ahead, -1.0)


def gains(outset: Outset, dice: Dice, stop: Stop) -> Gains:
    """Look at every choice, all that the next player may push, and all of the own next turn."""
    options = choices(outset)
    cells = options.open[:, :-1]
    found = Gains(options, cells, np.zeros_like(cells), np.zeros_like(cells), np.zeros(cells.shape))
    if not stop():
        _look_ahead(found, lines_of(options, dice), stop)
    if options.insertions:
        found.ahead[:] += [[runes.promise(outset, insertion)] for insertion in options.insertions]
    return found


def _look_ahead(found: Gains, lines: Lines, stop: Stop) -> None:
    outset = found.options.outset
    names = wants(outset.state, outset.seat)
    found.ahead[:] = chances(lines, names)
    for name in names:
        cells = found.options.taken_at(name)
        some = np.flatnonzero(cells >= 0)
        if len(some) and not stop():
            wishes = next_wishes(outset, name)
            found.taken[some, cells[some]] = True
            found.wins[some, cells[some]] = not wishes
            found.ahead[some, cells[some]] = openings(lines, cells, wishes)[some]
    if found.total.max() < FAINT:
        _follow_plan(found, stop)
    found.ahead[:] *= LATER


def _follow_plan(found: Gains, stop: Stop) -> None:
    """Prefer what begins a shortest way, where the goal is too far for the next turn."""
    options, outset = found.options, found.options.outset
    if not options.insertions:
        _prefer(found, 0, walker.ways_on(outset, stop))
        return
    way = plan_for(outset.state, outset.seat, stop=stop)
    for first in way.firsts if way is not None else ():
        _prefer(found, options.insertions.index(first.insertion), first.cells)


def _prefer(found: Gains, which: int, cells: int) -> None:
    chances = found.ahead[which]
    for place in places_of(cells):
        chances[place] = max(chances[place], FAINT)


def next_wishes(outset: Outset, name: str) -> tuple[Wish, ...]:
    """Give what the seat will want once it has taken this, as far as it can know; nothing where it has won then."""
    state, seat = outset.state, outset.seat
    left = [card for card in state.deck(seat) if card != name]
    if not left:
        goes_on = state.params.end == "home" and not state.goes_home(seat)
        return (Wish(1.0, (home_of(state, seat),)),) if goes_on else ()
    if state.params.goals == "any":
        return (Wish(1.0, tuple(left)),)
    if left[0] != HIDDEN:
        return (Wish(1.0, (left[0],)),)
    return tuple(Wish(1.0 / len(outset.unseen), (card,)) for card in outset.unseen)


def best(worth: Floats, dice: Dice) -> int:
    """Draw one of the best, by its number."""
    return dice.choice(np.flatnonzero(worth >= worth.max() - ALIKE).tolist())
