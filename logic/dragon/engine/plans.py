"""Plans for knights who see only part of the labyrinth: ways to win, to see more, and to safe ground.

Plans that depend on unseen squares are tried on sampled completions of the labyrinth.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from logic.core import Cell, Dice, Stop
from logic.dragon.board import DIRECTIONS, Board, Field, FieldKind, KnightKind, field_code
from logic.dragon.engine.drafts import drawn_kind
from logic.dragon.engine.solver import (
    CLOCK_BITS,
    FAR,
    MAN,
    MAN_BITS,
    SUPPLY_BITS,
    TYPE,
    WITH_CLOCK,
    Action,
    AnyWin,
    Maze,
    Position,
    Search,
    Solved,
    Winnable,
    afforded,
    move_of,
    pack,
    solve_from,
)
from logic.dragon.rules import MAKING, OPEN_FOR, Clock, DragonMove, Pass, State

WALL = Field("eternal")
PLANNED, THOUGHT_OVER = 1_500, 6_000
"""Positions kept in a search for a way to look, and in one for a win: a hint takes several of the first, and at most
three of the second, each within about 0.15 s."""

Goals = Mapping[KnightKind, frozenset[Cell]]
"""Squares that a knight of each kind would go to."""

LASTS, LASTS_UNDERFOOT = 2, 1
"""Turns for which an open square is taken to stay open where nothing is known of its clock, and under a knight."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the knights could do, turn by turn, and the positions it should lead through, first and last included."""

    moves: tuple[DragonMove, ...]
    states: tuple[State, ...]

    def then(self, move: DragonMove) -> Plan:
        after = self.states[-1].apply(move).state
        return Plan((*self.moves, move), (*self.states, after))

    @property
    def turns(self) -> int:
        return len(self.moves)


def seen_part(view: State, *barred: str, goals: frozenset[Cell] = frozenset()) -> State:
    """A position that could be played through: what is not seen and closed ``barred`` fields are walls.

    So are teleports, but for those that were seen to carry somebody or to be arrived on, and for ``goals``, where a
    plan ends. The time that is left to a clock is counted from the log; where there is none, it is guessed.
    """
    shut = {cell for cell in view.seen if view.board.field(cell).kind in barred} - view.opened()
    flat = goals.union(target for _, target in view.recall.carried)
    fields = tuple(
        tuple(_known(view, Cell(row, col), field, shut, flat) for col, field in enumerate(line))
        for row, line in enumerate(view.board.fields)
    )
    taken = {knight.cell for knight in view.knights}
    clocks = tuple(Clock(clock.cell, clock.what, _left(view, clock, clock.cell in taken)) for clock in view.clocks)
    return replace(
        view, board=replace(view.board, fields=fields), clocks=clocks, seen=frozenset(view.board.cells()), open_map=True
    )


def _known(view: State, cell: Cell, field: Field, shut: Set[Cell], flat: frozenset[Cell]) -> Field:
    """What a plan takes a field for."""
    if field.kind == "teleport":
        target = dict(view.recall.carried).get(cell)
        if target is not None:
            return replace(field, target=target)
        return Field("plain") if cell in flat or cell == view.board.entrance else WALL
    return WALL if field.kind == "unseen" or cell in shut else field


def _left(view: State, clock: Clock, underfoot: bool) -> int:
    """Count how long a clock runs on; without a log guess it: nothing can have been opened before the game began."""
    whole, date = MAKING if clock.what == "store" else OPEN_FOR, view.recall.date(clock.cell)
    if date is not None:
        return whole - (view.time - date)
    if clock.what == "store":
        return MAKING
    return max(OPEN_FOR - view.time, LASTS_UNDERFOOT if underfoot else LASTS)


def has_lair(view: State) -> bool:
    return any(field.kind == "lair" for row in view.board.fields for field in row)


def way_to_win(known: State, stop: Stop) -> Plan | None:
    """The shortest win on what is known, where the lair is and one is found."""
    if not has_lair(known):
        return None
    answer = solve_from(known, budget=afforded(THOUGHT_OVER, len(known.knights)), stop=stop)
    if not isinstance(answer, Solved):
        return None
    plan = Plan((), (known,))
    for move in answer.moves:
        plan = plan.then(move)
    return plan


def way_to(known: State, goals: Goals, stop: Stop, *, losses: int = 0) -> Plan | None:
    """A shortest plan by which a knight reaches a goal of his type, with a bound on the deaths.

    What a hint has begun the next one goes on with: each turn of such a plan leaves one that is a turn shorter.
    """
    if not any(goals.values()):
        return None
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Walk(known, maze, goals, losses, stop).run())


def way_to_safety(known: State, stop: Stop) -> Plan | None:
    """A shortest plan, possibly empty, after which nobody stands on ground that will shut.

    Nobody dies on the way. Where such ground is the entrance, those who wait count too: they come to stand there.
    """
    if known.opened().isdisjoint(knight.cell for knight in known.knights):
        return Plan((), (known,))
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Refuge(maze, pack(known, maze), 0, stop).run())


def _planned(known: State, actions: list[Action] | None) -> Plan | None:
    """Play the actions of a search, as moves that call the knights by their names."""
    if actions is None:
        return None
    plan = Plan((), (known,))
    for action in actions:
        plan = plan.then(move_of(plan.states[-1], action))
    return plan


def for_all(goals: Iterable[Cell]) -> Goals:
    """Goals that are the same for every knight."""
    cells = frozenset(goals)
    return {"ordinary": cells, "eater": cells, "builder": cells, "jumper": cells}


class _Outing(Search, ABC):
    """A search for an end other than the start; at most so many knights may die on the way."""

    def __init__(self, maze: Maze, start: Position, losses: int, stop: Stop) -> None:
        super().__init__(maze, start, afforded(PLANNED, len(maze.company)), stop)
        self._least = self._alive(start) - losses

    def is_end(self, position: Position) -> bool:
        """Tell whether they have come there."""
        return position != self.start and self._is_there(position)

    def bound(self, position: Position) -> int:
        """Turns that no such way can undercut; none has more losses."""
        return self._left(position) if self._alive(position) >= self._least else FAR

    @abstractmethod
    def _is_there(self, position: Position) -> bool:
        """Tell whether an end is reached, should it be where it begins."""

    @abstractmethod
    def _left(self, position: Position) -> int:
        """Turns that no way can undercut, whoever dies."""

    def _alive(self, position: Position) -> int:
        return position.hidden + len(position.knights) + len(self.maze.company) - position.entered


class _Walk(_Outing):
    """A search for the first knight on a goal; the bound is the nearest one's distance, as if nothing barred it."""

    def __init__(self, known: State, maze: Maze, goals: Goals, losses: int, stop: Stop) -> None:
        super().__init__(maze, pack(known, maze), losses, stop)
        board = known.board
        self.goals = [_numbers(board, goals.get(kind)) for kind, _ in maze.types]
        self.far = [
            _distances(board, ends, leaps=kind == "jumper")
            for ends, (kind, _) in zip(self.goals, maze.types, strict=True)
        ]
        self.hides = any(board.field(goal).kind == "lair" for goal in frozenset().union(*goals.values()))

    def _is_there(self, position: Position) -> bool:
        hidden = self._has_hidden(position)
        # A bound of 0 is not enough: a teleport that would carry him to a goal may leave him standing.
        return hidden or any(
            knight >> MAN_BITS in self.goals[(knight & MAN) >> SUPPLY_BITS & TYPE] for knight in position.knights
        )

    def _left(self, position: Position) -> int:
        if self._has_hidden(position):
            return 0
        left = min((self._distance(knight) for knight in position.knights), default=FAR)
        return 1 if left >= FAR and position.entered < len(self.maze.company) else left

    def _has_hidden(self, position: Position) -> bool:
        return self.hides and position.hidden > self.start.hidden

    def _distance(self, knight: int) -> int:
        return self.far[(knight & MAN) >> SUPPLY_BITS & TYPE][knight >> MAN_BITS]


class _Refuge(_Outing):
    """A search for a position with nobody on ground that a clock will shut; the bound counts those who stand there."""

    def _is_there(self, position: Position) -> bool:
        return self._left(position) == 0

    def _left(self, position: Position) -> int:
        opened = {clock >> CLOCK_BITS for clock in position.clocks}
        standing = {knight >> MAN_BITS for knight in position.knights} & opened
        return sum(self.maze.kinds[square] in WITH_CLOCK for square in standing)


def _numbers(board: Board, goals: frozenset[Cell] | None) -> frozenset[int]:
    """The squares of goals that are no walls."""
    reached = (goal for goal in goals or () if board.field(goal).kind != "eternal")
    return frozenset(row * board.width + col for row, col in reached)


def _distances(board: Board, goals: frozenset[int], *, leaps: bool) -> list[int]:
    """The fewest steps from each square to a goal; steps and leaps lead both ways."""
    walls = [field.kind == "eternal" for row in board.fields for field in row]
    gates = _gates(board)
    far = [FAR] * len(walls)
    queue = deque((0, goal) for goal in sorted(goals))
    while queue:
        turns, here = queue.popleft()
        if far[here] <= turns:
            continue
        far[here] = turns
        # Who enters a teleport is at its target in the same turn.
        queue.extendleft((turns, gate) for gate in gates.get(here, ()))
        if not walls[here]:
            queue.extend((turns + 1, near) for near in _reached(board, here, leaps=leaps) if far[near] == FAR)
    return far


def _gates(board: Board) -> dict[int, list[int]]:
    """The teleports that lead to a square, for each square that one is known to lead to."""
    found: dict[int, list[int]] = {}
    for index, field in enumerate(field for row in board.fields for field in row):
        if field.target is not None:
            found.setdefault(field.target.row * board.width + field.target.col, []).append(index)
    return found


def _reached(board: Board, square: int, *, leaps: bool) -> Iterator[int]:
    """The squares that a step, or a leap too, leads to."""
    row, col = divmod(square, board.width)
    for down, right in DIRECTIONS.values():
        for squares in (1, 2) if leaps else (1,):
            end, beside = row + down * squares, col + right * squares
            if 0 <= end < board.height and 0 <= beside < board.width:
                yield end * board.width + beside


WANTED, TRIED = 12, 100
"""Labyrinths that can be won, and how many are drawn at most to find so many."""

EACH, DRAWING, IN_ALL = 800, 5_500, 11_000
"""Positions that may be kept to win one labyrinth, to win all of them, and in all that is asked of them: in 0.3 s."""

LARGEST = 600
"""Squares up to which labyrinths are drawn; above, each of them takes too long."""

WEIGHT, PATIENCE = 4, 200
"""How often the turns left count, and the least number of positions that are kept to win once more."""

AROUND: Mapping[FieldKind, int] = {
    "plain": 36, "eternal": 40, "edible": 7, "mine": 4, "hole": 6, "teleport": 3, "bricks": 1, "teeth": 1
}  # fmt: skip
"""What lies in the dark, by weights as in the campaign and in boards that are made."""

STORES = 6
"""The weight of a store that somebody has a use for."""

GATED = 0.25
"""The share of the squares on the way to the lair where somebody's power is needed."""

WINDING, PAST_WALLS = 6, 10**6
"""The most that an unseen square costs a way to the lair, and what an eternal wall does."""


class Completion(NamedTuple):
    """One way the unseen part may be, and a win of it, found with so many positions."""

    state: State
    moves: tuple[DragonMove, ...]
    looked: int
    solver: AnyWin

    def opening(self) -> tuple[DragonMove, ...]:
        """The moves of its win until something new is seen, or a knight dies."""
        state = self.state
        for number, move in enumerate(self.moves, 1):
            after = state.apply(move).state
            if after.seen != state.seen or after.count("dead") > state.count("dead"):
                return self.moves[:number]
            state = after
        return self.moves


class Completions:
    """Sampled completions that can still be won; they stay the same as long as nothing new is seen.

    ``known`` is the view as a playable position, with the time left on each clock.
    """

    def __init__(self, view: State, known: State, stop: Stop) -> None:
        self.view, self.known, self.stop = view, known, stop
        self.won: list[Completion] = []
        self._left = afforded(IN_ALL, len(view.knights))
        self._each = afforded(EACH, len(view.knights))
        self._kept: dict[tuple[DragonMove, ...], float] = {}
        board = view.board
        self._unseen = [cell for cell in board.cells() if board.field(cell).kind == "unseen"]
        kinds = {knight.kind for knight in board.knights}
        uses = {"teeth": "eater" in kinds, "bricks": "builder" in kinds}
        self._around = {kind: STORES if uses.get(kind) else weight for kind, weight in AROUND.items()}
        if board.height * board.width <= LARGEST:
            self._draw()

    def _draw(self) -> None:
        seed = crc32(";".join(field_code(field) for row in self.view.board.fields for field in row).encode())
        dice, spare = Dice(seed), self._left - afforded(DRAWING, len(self.view.knights))
        for _ in range(TRIED):
            if len(self.won) >= WANTED or self._left <= spare or self.stop():
                return
            state = self._drawn(Dice(dice.seed()))
            solver = AnyWin(state.board, standing=state.standing)
            answer = solver.win(state, self._each, self.stop, WEIGHT)
            self._left -= answer.looked
            if isinstance(answer, Winnable):
                self.won.append(Completion(state, answer.moves, answer.looked, solver))

    # -- one labyrinth

    def _drawn(self, dice: Dice) -> State:
        board = self.view.board
        fields = {cell: self._any(dice) for cell in self._unseen}
        if self._unseen and not any(field.kind == "lair" for row in board.fields for field in row):
            lair = dice.choice(self._unseen)
            for cell in self._way(lair, dice):
                fields[cell] = self._gate(dice) if dice.chance() < GATED else Field("plain")
            fields[lair] = Field("lair")
        fields |= self._teleports(dice)
        rows = tuple(
            tuple(fields.get(Cell(row, col), field) for col, field in enumerate(line))
            for row, line in enumerate(board.fields)
        )
        return replace(self.known, board=replace(board, fields=rows), seen=self.view.seen, open_map=False)

    def _teleports(self, dice: Dice) -> dict[Cell, Field]:
        """Those that were seen: they lead where they led, or nowhere where they left somebody standing."""
        recall = self.view.recall
        targets = {gate: gate for gate, _ in recall.refused} | dict(recall.carried)
        cells = self.view.board.cells()
        gates = [cell for cell in sorted(self.view.seen) if self.view.board.field(cell).kind == "teleport"]
        return {gate: Field("teleport", target=targets.get(gate) or dice.choice(cells)) for gate in gates}

    def _any(self, dice: Dice) -> Field:
        return self._field(drawn_kind(self._around, dice), 3, dice)

    def _gate(self, dice: Dice) -> Field:
        """Something in the way that this company may get past."""
        board = self.view.board
        bag = max((knight.most for knight in board.knights if knight.kind == "builder"), default=0)
        kinds: list[FieldKind] = ["teleport"]
        if any(knight.kind == "eater" for knight in board.knights):
            kinds += ["edible", "edible", "edible"]
        if bag:
            kinds += ["hole", "hole", "hole"]
        if len(board.knights) > board.required:
            kinds.append("mine")
        return self._field(dice.choice(kinds), bag, dice)

    def _field(self, kind: FieldKind, most: int, dice: Dice) -> Field:
        if kind == "teleport":
            return Field(kind, target=dice.choice(self.view.board.cells()))
        return Field(kind, 1 + dice.below(most)) if kind in ("hole", "bricks", "teeth") else Field(kind)

    def _way(self, lair: Cell, dice: Dice) -> list[Cell]:
        """The unseen squares on a winding way from the entrance to the lair, through what is seen but walls."""
        board = self.view.board
        dark = {cell: 1 + dice.below(WINDING) for cell in self._unseen}
        far, beyond, queue = {lair: 0}, {lair: lair}, [(0, lair)]
        while queue and board.entrance not in beyond:
            made, cell = heapq.heappop(queue)
            for near in board.neighbours(cell):
                cost = made + dark.get(near, PAST_WALLS if board.field(near).kind == "eternal" else 1)
                if near not in far or cost < far[near]:
                    far[near], beyond[near] = cost, cell
                    heapq.heappush(queue, (cost, near))
        way = [board.entrance]
        while way[-1] != lair:
            way.append(beyond[way[-1]])
        return [cell for cell in way if cell in dark]

    # -- what can be asked of them

    def openings(self) -> list[tuple[DragonMove, ...]]:
        """How wins begin until something new is seen: the shortest for each first move, the commonest first."""
        found: defaultdict[DragonMove, list[tuple[DragonMove, ...]]] = defaultdict(list)
        for one in self.won:
            moves = one.opening()
            if moves and moves[0] != Pass():
                found[moves[0]].append(moves)
        return [min(alike, key=len) for alike in sorted(found.values(), key=len, reverse=True)]

    def kept(self, moves: tuple[DragonMove, ...]) -> float:
        """The share of the labyrinths that can still be won after those moves; 1 where there are none."""
        if moves not in self._kept:
            kept = sum(self._is_kept(one, moves) for one in self.won)
            self._kept[moves] = kept / len(self.won) if self.won else 1.0
        return self._kept[moves]

    def _is_kept(self, one: Completion, moves: tuple[DragonMove, ...]) -> bool:
        if one.moves[: len(moves)] == moves:
            return True
        state = one.state
        for move in moves:
            if move not in state.legal_moves():
                break
            state = state.apply(move).state
        outcome = state.outcome()
        if outcome is not None:
            return bool(outcome.winners)
        answer = one.solver.win(state, min(max(PATIENCE, 2 * one.looked), max(1, self._left)), self.stop, WEIGHT)
        self._left -= answer.looked
        return isinstance(answer, Winnable)

    def may_cost_a_life(self, move: DragonMove) -> bool:
        """Tell whether a knight dies by that move in one of the completions."""
        dead = self.view.count("dead")
        return any(one.state.apply(move).state.count("dead") > dead for one in self.won)
