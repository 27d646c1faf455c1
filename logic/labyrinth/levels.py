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
    evaluate_lap,
    lines_of,
    next_goals,
    openings,
    possible_goals,
    threat,
    wanted_goals,
)
from logic.labyrinth.engine.plan import FULL_TURNS, MOST_TURNS, First, plan, plan_for
from logic.labyrinth.rules import LabyrinthMove, Skip, State, Use, Walk

MARK_VALUES: Mapping[Mark | Literal[""], float] = {
    "turn_again": 0.7,
    "push_again": 0.2,
    "wall": 0.2,
    "exchange": 0.1,
    "swap": 0.1,
    "peek": 0.05,
    "": 0.0,
}
"""The approximate value of pushing a mark out, in treasures."""


def decide(root: Root) -> LabyrinthMove:
    """Use a mark if that helps now, or costs nothing; else leave it on its tile."""
    state = root.state
    uses = [move for move in state.legal_moves() if isinstance(move, Use)]
    if not uses:
        return Skip()
    mark = uses[0].mark
    if mark == "turn_again":
        return uses[0]
    if mark == "peek":
        return max(uses, key=lambda use: _peek_priority(state, use))
    if root.reach & root.goals():
        return Skip()
    if mark in ("push_again", "exchange"):
        return uses[0]
    helpful = [use for use in uses if _helps(root, use)]
    return helpful[0] if helpful else Skip()


def _peek_priority(state: State, use: Use) -> tuple[bool, int]:
    """A sort key for peeks: unknown top cards first, then players with the fewest cards left."""
    assert use.on is not None  # noqa: S101 - for the type checker
    deck = state.deck(use.on)
    return deck[0] == HIDDEN, -len(deck)


def _helps(root: Root, use: Use) -> bool:
    """Return whether the goal can be reached after swapping places, or through a wall."""
    state = root.state
    start = state.pawns[root.seat if use.on is None else use.on]
    cells = ways(state.grid, start, through_wall=use.mark == "wall")
    return any(1 << root.frame.place(cell) & root.goals() for cell in cells)


def mark_value(root: Root, insertion: Insertion) -> float:
    """The value of the mark on the tile that a push moves out."""
    end = line_of(root.frame.arrows[insertion.arrow], root.frame.size)[-1]
    return MARK_VALUES[root.state.tile(end).mark]


def walker_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """A first push of a shortest path, of several one that best bars rivals' way home; any push if there is no path."""
    found = plan_for(root.state, root.seat, stop=stop)
    if found is None:
        return root.frame.push(dice.choice(root.frame.pushes(root.board)))
    begins = [first.insertion for first in found.firsts for _ in range(first.cells.bit_count())]
    return root.frame.push(dice.choice(_blocking_pushes(root, begins, dice)))


def _blocking_pushes(root: Root, pushes: Sequence[Insertion], dice: Dice) -> Sequence[Insertion]:
    """The pushes that leave the fewest rivals a way home if they need nothing else; all if there are no such rivals."""
    mates = root.state.params.partners(root.seat)
    home = [seat for seat in root.others if root.state.has_all_treasures(seat) and seat not in mates]
    if not home:
        return pushes
    options = choices(root)
    left = dict(zip(options.insertions, rivals_gain(options, home, dice).tolist(), strict=True))
    least = min(left[push] for push in pushes)
    return [push for push in pushes if left[push] <= least + ALIKE]


def walker_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Walk to the goal, or where most pushes start a shortest path; anywhere if there is none."""
    there = _next_targets(root, stop) or list(places_of(root.reach))
    return Walk(root.frame.cell(dice.choice(there)))


def _next_targets(root: Root, stop: Stop, most: int = MOST_TURNS) -> list[int]:
    """The reachable goals, or the places from which most pushes start a shortest path of at most ``most`` turns."""
    goals = list(places_of(root.reach & root.goals()))
    if goals:
        return goals
    begun = Counter(place for origins in _start_cells_by_push(root, stop, most) for place in places_of(origins))
    pushes = max(begun.values(), default=0)
    return [place for place, number in begun.items() if number == pushes]


def start_cells(root: Root, stop: Stop) -> int:
    """The reachable cells from which a shortest path to the goal starts with the player's next push."""
    return reduce(or_, _start_cells_by_push(root, stop), 0)


def _start_cells_by_push(root: Root, stop: Stop, most: int = MOST_TURNS) -> list[int]:
    """The same by that push."""
    board = root.board if root.alone else BitBoard(root.board.planes, root.board.spare)
    goals, full = root.goals(), FULL_TURNS - 1
    found = plan(root.frame, board, root.reach, goals, alone=root.alone, full=full, most=most, stop=stop)
    return [] if found is None else [root.reach & _origins(root, board, first) for first in found.firsts]


def _origins(root: Root, board: BitBoard, first: First) -> int:
    """The cells where the pawn may be before the first push of a path."""
    frame = root.frame
    return frame.pawn_before(frame.flood(frame.pushed(board, first.insertion), first.cells), first.insertion.arrow)


BESIDE = 1
"""The greatest distance from its pawn or its treasure of a line that Child considers."""


def child_push(root: Root, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """Of the considered pushes, one that brings it nearest to a goal, ignoring walls."""
    return _nearest_push(root, child_candidates(root), dice)


def child_candidates(root: Root) -> list[Insertion]:
    """The pushes that Child considers: into lines through or beside its pawn or its treasure, with the tile unturned.

    If there are none, it considers all lines; if the next goal wins the game, all pushes.
    """
    frame, state = root.frame, root.state
    every = frame.pushes(root.board)
    if any(not next_goals(root, root.seat, name) for name in wanted_goals(state, root.seat)):
        return every
    near = [state.pawns[root.seat], *(frame.cell(place) for place in places_of(root.goals() & frame.every))]
    lying = [push for push in every if push.rot == state.spare.rot]
    return [push for push in lying if _runs_beside(root, push, near)] or lying


def _runs_beside(root: Root, push: Insertion, cells: Sequence[Cell]) -> bool:
    line = line_of(root.frame.arrows[push.arrow], root.frame.size)
    return any(_steps(cell, there) <= BESIDE for cell in cells for there in line)


def child_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Walk like Dreamer, but if no next push would open a path, prefer cells with treasures."""
    cells = [root.frame.cell(place) for place in places_of(root.reach)]
    glitter = [cell for cell in cells if root.state.tile(cell).symbol in TREASURES]
    return _near_walk(root, glitter or cells, dice, stop)


def _nearest(root: Root, cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells nearest to a goal, ignoring walls; all if no goal is on the board."""
    goals = [root.frame.cell(place) for place in places_of(root.goals() & root.frame.every)]
    far = [min((_steps(cell, goal) for goal in goals), default=0) for cell in cells]
    return [cell for cell, steps in zip(cells, far, strict=True) if steps == min(far)]


def dreamer_push(root: Root, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """A push that opens the way to a goal, or else one that brings it nearest to one, ignoring walls."""
    return _nearest_push(root, root.frame.pushes(root.board), dice)


def _nearest_push(root: Root, pushes: Sequence[Insertion], dice: Dice) -> LabyrinthMove:
    frame, pawn, goals = root.frame, root.pawn(root.seat), root.goals()
    far = {}
    for push in pushes:
        reach = frame.turn(root.board, pawn, push)[1]
        there = [frame.cell(place) for place in places_of(frame.places_after(goals, push.arrow) & frame.every)]
        cells = [frame.cell(place) for place in places_of(reach)]
        far[push] = min((_steps(cell, goal) for cell in cells for goal in there), default=frame.size)
    return frame.push(dice.choice([push for push, steps in far.items() if steps == min(far.values())]))


def dreamer_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Walk to a goal, or where most pushes of the next turn would open the way to one, or else as near as possible."""
    return _near_walk(root, [root.frame.cell(place) for place in places_of(root.reach)], dice, stop)


def _near_walk(root: Root, cells: Sequence[Cell], dice: Dice, stop: Stop) -> LabyrinthMove:
    there = [root.frame.cell(place) for place in _next_targets(root, stop, most=1)]
    return Walk(dice.choice(there or _nearest(root, cells)))


def _steps(cell: Cell, other: Cell) -> int:
    return abs(cell.row - other.row) + abs(cell.col - other.col)


FAINT = 0.02
"""A chance for the next turn that is negligible: then a plan for more turns is better."""
LATER = 0.95
"""The value of a treasure of the next turn relative to one taken now."""
WON = 100.0
"""The value of a win, in treasures."""
ALIKE = 1e-9
"""The tolerance within which values count as equal."""


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
        """For each choice, whether it takes something."""
        found: Truths = np.any(self.taken, axis=1)
        return found

    @property
    def total(self) -> Floats:
        """The expected gain; -1 for unreachable cells."""
        return np.where(self.open, self.taken + WON * self.wins + self.ahead, -1.0)

    def take(self, which: Numbers) -> Gains:
        return Gains(self.options.take(which), self.open[which], self.taken[which], self.wins[which], self.ahead[which])


def immediate_gains(root: Root) -> Gains:
    """Every choice, with its gain in this turn."""
    options = choices(root)
    cells = options.open[:, :-1]
    found = Gains(options, cells, np.zeros_like(cells), np.zeros_like(cells), np.zeros(cells.shape))
    for name in wanted_goals(root.state, root.seat):
        there = options.taken_at(name)
        some = np.flatnonzero(there >= 0)
        found.taken[some, there[some]] = True
        found.wins[some, there[some]] = not next_goals(root, root.seat, name)
    return found


def gains(root: Root, dice: Dice, stop: Stop) -> Gains:
    """Every choice, with its gain over all pushes of the next player and the player's whole next turn."""
    found = immediate_gains(root)
    if not stop():
        _look_ahead(found, lines_of(found.options, dice), stop)
    found.ahead[:] += mark_values(found.options)
    return found


def mark_values(options: AfterPush) -> Floats:
    """By choice, the value of the mark on the tile pushed out."""
    return np.array([[mark_value(options.root, insertion)] for insertion in options.insertions] or [[0.0]])


def _look_ahead(found: Gains, lines: Lines, stop: Stop) -> None:
    root = found.options.root
    names = wanted_goals(root.state, root.seat)
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
    """Prefer the starts of a shortest path if the goal is too far for the next turn."""
    options, root = found.options, found.options.root
    if not options.insertions:
        _prefer(found, 0, start_cells(root, stop))
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
    """The index of one of the best, chosen at random."""
    return dice.choice(np.flatnonzero(worth >= worth.max() - ALIKE).tolist())


SLACK = 0.04
"""The difference within which choices are nearly as good: then the push that leaves the others less is preferred."""


def thinker_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """A push with the best sum of gain and chances for the next turn.

    Of nearly equal pushes it takes the one that leaves the others least of their likely goals.
    """
    found = gains(root, dice, stop)
    worth = found.total.max(axis=1)
    left = rivals_gain(found.options, root.others, dice)
    which = best(np.where(worth >= worth.max() - SLACK, -left, -np.inf), dice)
    return root.frame.push(found.options.insertions[which])


def rivals_gain(options: AfterPush, seats: Sequence[int], dice: Dice) -> Floats:
    """By choice, how much it leaves these seats, by beliefs about their goals from what they passed by."""
    left = np.zeros(len(options))
    for seat in seats:
        left += threat(options, seat, possible_goals(options.root, seat, dice))
    return left


def walk_ahead(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take something if possible, or walk where the chances of the next turn are best: walking bars nothing."""
    return Walk(root.frame.cell(best(gains(root, dice, stop).total[0], dice)))


BARRING = 0.05
"""The value, in treasures, of closing nearly all of a seat's ways to its goal."""


def master_push(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """The push with the best race a lap later: by what it brings, and by what it leaves to the others."""
    found, worth = _valued_choices(root, dice, stop)
    return root.frame.push(found.options.insertions[best(worth.max(axis=1), dice)])


def master_walk(root: Root, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Walk where the race is best a lap later."""
    return Walk(root.frame.cell(best(_valued_choices(root, dice, stop)[1][0], dice)))


def _valued_choices(root: Root, dice: Dice, stop: Stop) -> tuple[Gains, Floats]:
    """The gain of each choice, and by choice and cell the value of the race a lap later, in treasures.

    An immediate win is always valued higher, even though leads may be worth many treasures.
    """
    found = immediate_gains(root) if root.others else gains(root, dice, stop)
    worth = found.total if stop() or not root.others else _race_values(found, dice, stop)
    return found, np.where(found.open, np.where(found.wins, np.inf, worth), -np.inf)


def chance_to_win(found: Gains, dice: Dice) -> Floats:
    """By choice and cell, the probability that the seat wins the race; -1 for unreachable cells."""
    stands = evaluate_lap(found.options, found.takes, dice)
    return np.where(found.open, np.where(found.wins, 1.0, stands.win), -1.0)


def _race_values(found: Gains, dice: Dice, stop: Stop) -> Floats:
    """By choice and cell, the value of the race a lap later, in treasures."""
    stands = evaluate_lap(found.options, found.takes, dice)
    found.ahead[:] = stands.ahead
    worth = stands.win / stands.unit - BARRING * stands.ways[:, None] + mark_values(found.options)
    if found.total.max() < FAINT:
        found.ahead[:] = 0
        _follow_plan(found, stop)
        worth += found.ahead
    return worth


Decide = Callable[[Root, Dice, Stop], LabyrinthMove]


def _by_phase(push: Decide, walk: Decide) -> Choose:
    """Combine a way to push and a way to walk into a level."""

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
"""The opponents by name, the easiest first. Each is called for the push, for a mark if any, and for the walk."""
