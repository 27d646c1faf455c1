"""The computer players of Labyrinth: Child, Walker, Thinker and Master; each decides on what its seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Literal

import numpy as np

from logic.core import Cell, Choose, Dice, Level, Message, Stop
from logic.labyrinth.components import HIDDEN, TREASURES, Mark, line_of, ways
from logic.labyrinth.engine.bits import BitBoard, Insertion, Numbers, Truths, places_of
from logic.labyrinth.engine.futures import (
    AfterPush,
    Floats,
    Lines,
    Root,
    chances,
    choices,
    lines_of,
    next_goals,
    openings,
    possible_goals,
    stands_of,
    threat,
    wants,
)
from logic.labyrinth.engine.plan import FULL_TURNS, MOST_TURNS, First, plan, plan_for
from logic.labyrinth.rules import LabyrinthMove, Skip, State, Use, Walk

PROMISES: Mapping[Mark | Literal[""], float] = {
    "turn_again": 0.7,
    "push_again": 0.2,
    "wall": 0.2,
    "exchange": 0.1,
    "swap": 0.1,
    "peek": 0.05,
    "": 0.0,
}
"""What it is worth to push a mark out, in treasures, roughly."""


def decide(root: Root) -> LabyrinthMove:
    """Use a mark where that helps now, or costs nothing; else leave it on its tile."""
    state = root.state
    uses = [move for move in state.legal_moves() if isinstance(move, Use)]
    if not uses:
        return Skip()
    mark = uses[0].mark
    if mark == "turn_again":
        return uses[0]
    if mark == "peek":
        return max(uses, key=lambda use: _curiosity(state, use))
    if root.reach & root.goals():
        return Skip()
    if mark in ("push_again", "exchange"):
        return uses[0]
    helpful = [use for use in uses if _helps(root, use)]
    return helpful[0] if helpful else Skip()


def _curiosity(state: State, use: Use) -> tuple[bool, int]:
    """Tell how much a peek at a top card is wanted: rather one not known yet, of who has fewest cards left."""
    assert use.on is not None  # noqa: S101 - told to the type checker
    deck = state.deck(use.on)
    return deck[0] == HIDDEN, -len(deck)


def _helps(root: Root, use: Use) -> bool:
    """Tell whether the goal can be walked to after changing places, or through a wall."""
    state = root.state
    start = state.pawns[root.seat if use.on is None else use.on]
    cells = ways(state.grid, start, through_wall=use.mark == "wall")
    return any(1 << root.frame.place(cell) & root.goals() for cell in cells)


def promise(root: Root, insertion: Insertion) -> float:
    """What a push promises by the mark on the tile that it pushes out."""
    end = line_of(root.frame.arrows[insertion.arrow], root.frame.size)[-1]
    return PROMISES[root.state.tile(end).mark]


def walker_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """The first push of a shortest way, of these one that bars the way home best; without any, any push."""
    found = plan_for(root.state, root.seat, stop=stop)
    if found is None:
        return root.frame.push(dice.choice(root.frame.pushes(root.board)))
    begins = [first.insertion for first in found.firsts for _ in range(first.cells.bit_count())]
    return root.frame.push(dice.choice(_barring(root, begins, dice)))


def _barring(root: Root, pushes: Sequence[Insertion], dice: Dice) -> Sequence[Insertion]:
    """Of pushes those that let fewest opponents home who need nothing else; all if nobody is on the way there."""
    mates = root.state.params.partners(root.seat)
    home = [seat for seat in root.others if root.state.goes_home(seat) and seat not in mates]
    if not home:
        return pushes
    options = choices(root)
    left = dict(zip(options.insertions, left_to(options, home, dice).tolist(), strict=True))
    least = min(left[push] for push in pushes)
    return [push for push in pushes if left[push] <= least + ALIKE]


def walker_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take the goal, or go where most pushes begin a shortest way; without one, anywhere."""
    there = _onwards(root, stop) or list(places_of(root.reach))
    return Walk(root.frame.cell(dice.choice(there)))


def _onwards(root: Root, stop: Stop, most: int = MOST_TURNS) -> list[int]:
    """The goals to walk to now, or the places from which a shortest way of so many turns begins with most pushes."""
    goals = list(places_of(root.reach & root.goals()))
    if goals:
        return goals
    begun = Counter(place for origins in _ways_on(root, stop, most) for place in places_of(origins))
    pushes = max(begun.values(), default=0)
    return [place for place, number in begun.items() if number == pushes]


def ways_on(root: Root, stop: Stop) -> int:
    """The cells to walk to now from which a shortest way to the goal begins with the next own push."""
    return reduce(or_, _ways_on(root, stop), 0)


def _ways_on(root: Root, stop: Stop, most: int = MOST_TURNS) -> list[int]:
    """The same by push."""
    board = root.board if root.alone else BitBoard(root.board.planes, root.board.spare)
    goals, full = root.goals(), FULL_TURNS - 1
    found = plan(root.frame, board, root.reach, goals, alone=root.alone, full=full, most=most, stop=stop)
    return [] if found is None else [root.reach & _origins(root, board, first) for first in found.firsts]


def _origins(root: Root, board: BitBoard, first: First) -> int:
    """The cells that the pawn may stand on before the push that a way begins with."""
    frame = root.frame
    return frame.uncarried(frame.flood(frame.pushed(board, first.insertion), first.cells), first.insertion.arrow)


BESIDE = 1
"""How far from its pawn or its treasure a line may run for Child to look at it."""


def child_push(root: Root, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """Of the pushes that it looks at one that brings it nearest to a goal, as if there were no walls."""
    return _nearest_push(root, looked_at(root), dice)


def looked_at(root: Root) -> list[Insertion]:
    """The pushes that Child looks at: into lines beside its pawn or its treasure, with the tile as it lies.

    Where the next step is the last, it looks at all of them.
    """
    frame, state = root.frame, root.state
    every = frame.pushes(root.board)
    if any(not next_goals(root, root.seat, name) for name in wants(state, root.seat)):
        return every
    near = [state.pawns[root.seat], *(frame.cell(place) for place in places_of(root.goals() & frame.every))]
    lying = [push for push in every if push.rot == state.spare.rot]
    return [push for push in lying if _runs_beside(root, push, near)] or lying


def _runs_beside(root: Root, push: Insertion, cells: Sequence[Cell]) -> bool:
    line = line_of(root.frame.arrows[push.arrow], root.frame.size)
    return any(_steps(cell, there) <= BESIDE for cell in cells for there in line)


def child_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Walk as Dreamer does, but where the next push would open no way go where it glitters, if it can."""
    cells = [root.frame.cell(place) for place in places_of(root.reach)]
    glitter = [cell for cell in cells if root.state.tile(cell).symbol in TREASURES]
    return _near_walk(root, glitter or cells, dice, stop)


def _nearest(root: Root, cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells that look nearest to a goal, as if there were no walls; all of them where no goal is in sight."""
    goals = [root.frame.cell(place) for place in places_of(root.goals() & root.frame.every)]
    far = [min((_steps(cell, goal) for goal in goals), default=0) for cell in cells]
    return [cell for cell, steps in zip(cells, far, strict=True) if steps == min(far)]


def dreamer_push(root: Root, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """A push that opens the way to a goal, or else one that brings it nearest to one, as if there were no walls."""
    return _nearest_push(root, root.frame.pushes(root.board), dice)


def _nearest_push(root: Root, pushes: Sequence[Insertion], dice: Dice) -> LabyrinthMove:
    frame, pawn, goals = root.frame, root.pawn(root.seat), root.goals()
    far = {}
    for push in pushes:
        reach = frame.turn(root.board, pawn, push)[1]
        there = [frame.cell(place) for place in places_of(frame.drifted(goals, push.arrow) & frame.every)]
        cells = [frame.cell(place) for place in places_of(reach)]
        far[push] = min((_steps(cell, goal) for cell in cells for goal in there), default=frame.size)
    return frame.push(dice.choice([push for push, steps in far.items() if steps == min(far.values())]))


def dreamer_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Go to a goal, or where most of the next own pushes would open the way to one, or else as near as can be."""
    return _near_walk(root, [root.frame.cell(place) for place in places_of(root.reach)], dice, stop)


def _near_walk(root: Root, cells: Sequence[Cell], dice: Dice, stop: Stop) -> LabyrinthMove:
    there = [root.frame.cell(place) for place in _onwards(root, stop, most=1)]
    return Walk(dice.choice(there or _nearest(root, cells)))


def _steps(cell: Cell, other: Cell) -> int:
    return abs(cell.row - other.row) + abs(cell.col - other.col)


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
    """By choice and cell: whether it is reachable, takes something, wins; and the chances of the next turn.

    ``ahead`` is the chance to take something by then, relative to something taken now.
    """

    options: AfterPush
    open: Truths
    taken: Truths
    wins: Truths
    ahead: Floats

    @property
    def takes(self) -> Truths:
        """Tell which choices take something."""
        found: Truths = np.any(self.taken, axis=1)
        return found

    @property
    def total(self) -> Floats:
        """What is taken in all, as expected; -1 if no way leads."""
        return np.where(self.open, self.taken + WON * self.wins + self.ahead, -1.0)

    def take(self, which: Numbers) -> Gains:
        return Gains(self.options.take(which), self.open[which], self.taken[which], self.wins[which], self.ahead[which])


def at_once(root: Root) -> Gains:
    """Look at every choice, and what it brings in this turn."""
    options = choices(root)
    cells = options.open[:, :-1]
    found = Gains(options, cells, np.zeros_like(cells), np.zeros_like(cells), np.zeros(cells.shape))
    for name in wants(root.state, root.seat):
        there = options.taken_at(name)
        some = np.flatnonzero(there >= 0)
        found.taken[some, there[some]] = True
        found.wins[some, there[some]] = not next_goals(root, root.seat, name)
    return found


def gains(root: Root, dice: Dice, stop: Stop) -> Gains:
    """Look at every choice, all that the next player may push, and all of the own next turn."""
    found = at_once(root)
    if not stop():
        _look_ahead(found, lines_of(found.options, dice), stop)
    found.ahead[:] += promises(found.options)
    return found


def promises(options: AfterPush) -> Floats:
    """By choice, what it promises by the mark on the tile that it pushes out."""
    return np.array([[promise(options.root, insertion)] for insertion in options.insertions] or [[0.0]])


def _look_ahead(found: Gains, lines: Lines, stop: Stop) -> None:
    root = found.options.root
    names = wants(root.state, root.seat)
    found.ahead[:] = chances(lines, names)
    for name in names:
        cells = found.options.taken_at(name)
        some = np.flatnonzero(cells >= 0)
        if len(some) and not stop():
            found.ahead[some, cells[some]] = openings(lines, cells, next_goals(root, root.seat, name))[some]
    if found.total.max() < FAINT:
        _follow_plan(found, stop)
    found.ahead[:] *= LATER


def _follow_plan(found: Gains, stop: Stop) -> None:
    """Prefer what begins a shortest way, where the goal is too far for the next turn."""
    options, root = found.options, found.options.root
    if not options.insertions:
        _prefer(found, 0, ways_on(root, stop))
        return
    way = plan_for(root.state, root.seat, stop=stop)
    for first in way.firsts if way is not None else ():
        if first.insertion in options.insertions:
            _prefer(found, options.insertions.index(first.insertion), first.cells)


def _prefer(found: Gains, which: int, cells: int) -> None:
    chances = found.ahead[which]
    for place in places_of(cells):
        chances[place] = max(chances[place], FAINT)


def best(worth: Floats, dice: Dice) -> int:
    """Draw one of the best, by its number."""
    return dice.choice(np.flatnonzero(worth >= worth.max() - ALIKE).tolist())


SLACK = 0.04
"""How much less than the best chance is nearly as good: then the push counts that leaves the others less."""


def thinker_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """A push that takes something and leaves the best chances, or only leaves them.

    Of pushes that are nearly as good it is the one that leaves the others least of what they seem to be after.
    """
    found = gains(root, dice, stop)
    worth = found.total.max(axis=1)
    left = left_to(found.options, root.others, dice)
    which = best(np.where(worth >= worth.max() - SLACK, -left, -np.inf), dice)
    return root.frame.push(found.options.insertions[which])


def left_to(options: AfterPush, seats: Sequence[int], dice: Dice) -> Floats:
    """By choice, how much it leaves these seats, by what they may be after, as they have passed things by."""
    left = np.zeros(len(options))
    for seat in seats:
        left += threat(options, seat, possible_goals(options.root, seat, dice))
    return left


def walk_ahead(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take something if it can be reached, or go where the chances of the next turn are best: walking bars nothing."""
    return Walk(root.frame.cell(best(gains(root, dice, stop).total[0], dice)))


BARRING = 0.05
"""What it is worth, in treasures, to close nearly all of a seat's ways to what it wants."""


def master_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """The push after which the race stands best a lap later: by what it brings, and by what it leaves to the others."""
    found, worth = _weighed(root, dice, stop)
    return root.frame.push(found.options.insertions[best(worth.max(axis=1), dice)])


def master_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Go where the race stands best a lap later."""
    return Walk(root.frame.cell(best(_weighed(root, dice, stop)[1][0], dice)))


def _weighed(root: Root, dice: Dice, stop: Stop) -> tuple[Gains, Floats]:
    """What each choice brings, and by choice and cell how the race stands a lap later, in treasures.

    Whatever that is worth, and far ahead in a race it is worth a great many treasures, a win at once is worth more.
    """
    found = at_once(root) if root.others else gains(root, dice, stop)
    worth = found.total if stop() or not root.others else _stand(found, dice, stop)
    return found, np.where(found.open, np.where(found.wins, np.inf, worth), -np.inf)


def chance_to_win(found: Gains, dice: Dice) -> Floats:
    """By choice and cell, how likely the seat wins the race from there; -1 if no way leads."""
    stands = stands_of(found.options, found.takes, dice)
    return np.where(found.open, np.where(found.wins, 1.0, stands.win), -1.0)


def _stand(found: Gains, dice: Dice, stop: Stop) -> Floats:
    """By choice and cell, how the race stands a lap later, in treasures."""
    stands = stands_of(found.options, found.takes, dice)
    found.ahead[:] = stands.ahead
    worth = stands.win / stands.unit - BARRING * stands.ways[:, None] + promises(found.options)
    if found.total.max() < FAINT:
        found.ahead[:] = 0
        _follow_plan(found, stop)
        worth += found.ahead
    return worth


Decide = Callable[[Root, Dice, Stop], LabyrinthMove]


def _by_phase(push: Decide, walk: Decide) -> Choose:
    """Make a level of how it pushes and how it walks."""

    def choose(state: State, dice: Dice, stop: Stop) -> LabyrinthMove:
        root = Root(state)
        if state.phase == "mark":
            return decide(root)
        return push(root, dice, stop) if state.phase == "push" else walk(root, dice, stop)

    return choose


LEVELS: dict[str, Level] = {
    "child": Level(
        Message("Child"),
        Message("Pushes only beside itself and its treasure, never turns the tile, and goes where it glitters."),
        _by_phase(child_push, child_walk),
        Message("Takes what glitters, at once."),
    ),
    "dreamer": Level(
        Message("Dreamer"),
        Message(
            "Sees what one push opens, now or in its next turn. Else it goes as near as it can, forgetting the walls."
        ),
        _by_phase(dreamer_push, dreamer_walk),
        Message("Looks at the goal, not at the way."),
        1110,
    ),
    "walker": Level(
        Message("Walker"),
        Message(
            "Always knows the shortest way to its own treasure, and looks at others only when they are going home."
        ),
        _by_phase(walker_push, walker_walk),
        Message("Goes straight on, whatever comes."),
        1240,
    ),
    "thinker": Level(
        Message("Thinker"),
        Message("Takes what it can, and stands where the next treasure will be near, whatever the others push."),
        _by_phase(thinker_push, walk_ahead),
        Message("Thinks of the day after tomorrow."),
        1400,
    ),
    "master": Level(
        Message("Master"),
        Message("Guesses what you are after, and bars your way while it finds its own."),
        _by_phase(master_push, master_walk),
        Message("Smiles, and shuts the door."),
        1700,
    ),
}
"""The opponents by name, the easiest first. Each is asked for the push, for a mark where there is one, and the walk."""
