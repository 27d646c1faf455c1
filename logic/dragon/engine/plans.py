"""Plans for knights who see only part of the labyrinth: ways to win, to see more, and to safe ground.

Plans that depend on unseen squares are tried on sampled completions of the labyrinth.
"""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from logic.core import Cell, Dice, Stop
from logic.dragon.board import Board, Field, FieldKind, KnightKind, field_code
from logic.dragon.engine.drafts import drawn_kind
from logic.dragon.engine.solver import (
    CLOCK_BITS,
    ETERNAL,
    FAR,
    PACKED,
    PACKED_BITS,
    SUPPLY_BITS,
    TYPE,
    WITH_CLOCK,
    Action,
    AnyWin,
    Maze,
    Position,
    Search,
    Win,
    Winnable,
    exits,
    move_of,
    pack,
    position_budget,
)
from logic.dragon.rules import MAKING, OPEN_FOR, Clock, DragonMove, Pass, State

WALL = Field("eternal")
PLANNED, THOUGHT_OVER = 1_500, 6_000
"""Limits on positions in a search for a way to look, and in one for a win.

A hint takes several of the first, and at most three of the second, each within about 0.15 s.
"""

Goals = Mapping[KnightKind, frozenset[Cell]]
"""The goal squares of each kind of knight."""

LASTS, LASTS_UNDERFOOT = 2, 1
"""The least number of turns that an open square is assumed to stay open if its clock is unknown.

In general, and under a knight.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """A sequence of turns, and the positions it should lead through, first and last included."""

    moves: tuple[DragonMove, ...]
    states: tuple[State, ...]

    def then(self, move: DragonMove) -> Plan:
        after = self.states[-1].apply(move).state
        return Plan((*self.moves, move), (*self.states, after))

    @property
    def turns(self) -> int:
        return len(self.moves)


def seen_part(view: State, *barred: str, goals: frozenset[Cell] = frozenset()) -> State:
    """A playable position: unseen squares and closed ``barred`` fields are walls.

    So are teleports, except those known to have carried or received a knight, the entrance, and those in ``goals``,
    where a plan ends. The time left on a clock is computed from the log, or else guessed.
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
    """The field that a plan assumes."""
    if field.kind == "teleport":
        target = dict(view.recall.carried).get(cell)
        if target is not None:
            return replace(field, target=target)
        return Field("plain") if cell in flat or cell == view.board.entrance else WALL
    return WALL if field.kind == "unseen" or cell in shut else field


def _left(view: State, clock: Clock, underfoot: bool) -> int:
    """The time left on a clock; without a log a guess: nothing can have been opened before the game began."""
    whole, date = MAKING if clock.what == "store" else OPEN_FOR, view.recall.date(clock.cell)
    if date is not None:
        return whole - (view.time - date)
    if clock.what == "store":
        return MAKING
    return max(OPEN_FOR - view.time, LASTS_UNDERFOOT if underfoot else LASTS)


def has_lair(view: State) -> bool:
    return any(field.kind == "lair" for row in view.board.fields for field in row)


def way_to_win(known: State, stop: Stop) -> Plan | None:
    """A shortest win on what is known; None if the lair is unknown or no win is found."""
    if not has_lair(known):
        return None
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, Win(maze, pack(known, maze), position_budget(THOUGHT_OVER, len(known.knights)), stop).run())


def way_to(known: State, goals: Goals, stop: Stop, *, losses: int = 0) -> Plan | None:
    """A shortest plan after which a knight has reached a goal of its kind, with at most ``losses`` deaths.

    It is never empty; None if none is found. Successive hints continue a plan: after each of its turns the shortest
    plan is one turn shorter.
    """
    if not any(goals.values()):
        return None
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Walk(known, maze, goals, losses, stop).run())


def way_to_safety(known: State, stop: Stop) -> Plan | None:
    """A shortest plan, possibly empty, after which nobody stands on unsafe ground.

    Nobody dies on the way. If the entrance is unsafe, waiting knights count too: they come to stand there. None if no
    plan is found.
    """
    if known.opened().isdisjoint(knight.cell for knight in known.knights):
        return Plan((), (known,))
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Refuge(maze, pack(known, maze), 0, stop).run())


def _planned(known: State, actions: list[Action] | None) -> Plan | None:
    """Convert the actions of a search to moves, which name the knights."""
    if actions is None:
        return None
    plan = Plan((), (known,))
    for action in actions:
        plan = plan.then(move_of(plan.states[-1], action))
    return plan


def goals_for_all_kinds(goals: Iterable[Cell]) -> Goals:
    """The same goals for all kinds of knights."""
    cells = frozenset(goals)
    return {"ordinary": cells, "eater": cells, "builder": cells, "jumper": cells}


class _Outing(Search, ABC):
    """A search for an end other than the start; at most ``losses`` knights may die on the way."""

    def __init__(self, maze: Maze, start: Position, losses: int, stop: Stop) -> None:
        super().__init__(maze, start, position_budget(PLANNED, len(maze.company)), stop)
        self._least = self._alive(start) - losses

    def is_end(self, position: Position) -> bool:
        """Return whether an end other than the start is reached."""
        return position != self.start and self._is_there(position)

    def bound(self, position: Position) -> int:
        """A lower bound on the turns, FAR after too many losses."""
        return self._left(position) if self._alive(position) >= self._least else FAR

    @abstractmethod
    def _is_there(self, position: Position) -> bool:
        """Return whether an end is reached, be it the start."""

    @abstractmethod
    def _left(self, position: Position) -> int:
        """A lower bound on the turns, whoever dies."""

    def _alive(self, position: Position) -> int:
        return position.hidden + len(position.knights) + len(self.maze.company) - position.entered


class _Walk(_Outing):
    """A search for the first knight on a goal; the bound is the nearest one's distance, as if only walls barred it."""

    def __init__(self, known: State, maze: Maze, goals: Goals, losses: int, stop: Stop) -> None:
        super().__init__(maze, pack(known, maze), losses, stop)
        board = known.board
        self.goals = [_numbers(board, goals.get(kind)) for kind, _ in maze.types]
        self.far = [
            _distances(board, maze, ends, leaps=kind == "jumper")
            for ends, (kind, _) in zip(self.goals, maze.types, strict=True)
        ]
        self.hides = any(board.field(goal).kind == "lair" for goal in frozenset().union(*goals.values()))

    def _is_there(self, position: Position) -> bool:
        hidden = self._has_hidden(position)
        # A bound of 0 is not enough: a teleport to a goal may fail to carry the knight.
        return hidden or any(
            knight >> PACKED_BITS in self.goals[(knight & PACKED) >> SUPPLY_BITS & TYPE] for knight in position.knights
        )

    def _left(self, position: Position) -> int:
        if self._has_hidden(position):
            return 0
        left = min((self._distance(knight) for knight in position.knights), default=FAR)
        return 1 if left >= FAR and position.entered < len(self.maze.company) else left

    def _has_hidden(self, position: Position) -> bool:
        return self.hides and position.hidden > self.start.hidden

    def _distance(self, knight: int) -> int:
        return self.far[(knight & PACKED) >> SUPPLY_BITS & TYPE][knight >> PACKED_BITS]


class _Refuge(_Outing):
    """A search for a position with nobody on unsafe ground; the bound counts the knights there."""

    def _is_there(self, position: Position) -> bool:
        return self._left(position) == 0

    def _left(self, position: Position) -> int:
        opened = {clock >> CLOCK_BITS for clock in position.clocks}
        standing = {knight >> PACKED_BITS for knight in position.knights} & opened
        return sum(self.maze.kinds[square] in WITH_CLOCK for square in standing)


def _numbers(board: Board, goals: frozenset[Cell] | None) -> frozenset[int]:
    """The goal squares that are no eternal walls, numbered row by row."""
    reached = (goal for goal in goals or () if board.field(goal).kind != "eternal")
    return frozenset(row * board.width + col for row, col in reached)


def _distances(board: Board, maze: Maze, goals: frozenset[int], *, leaps: bool) -> list[int]:
    """The fewest steps from each square to a goal; steps and leaps lead both ways."""
    gates: dict[int, list[int]] = {}
    for gate, target in enumerate(maze.targets):
        gates.setdefault(target, []).append(gate)
    far = [FAR] * len(maze.kinds)
    queue = deque((0, goal) for goal in sorted(goals))
    while queue:
        turns, here = queue.popleft()
        if far[here] <= turns:
            continue
        far[here] = turns
        # A knight that enters a teleport is at its target in the same turn.
        queue.extendleft((turns, gate) for gate in gates.get(here, ()))
        if maze.kinds[here] != ETERNAL:
            ways = maze.around[here] + (exits(board.height, board.width, 2)[here] if leaps else [])
            queue.extend((turns + 1, near) for _, near in ways if far[near] == FAR)
    return far


WANTED, TRIED = 12, 100
"""The number of winnable labyrinths wanted, and the limit on samples to find them."""

EACH, DRAWING, IN_ALL = 800, 5_500, 11_000
"""Limits on positions to win one labyrinth, to win all of them, and for all questions about them: within 0.3 s."""

LARGEST = 600
"""Squares up to which labyrinths are sampled; larger ones take too long each."""

WEIGHT, PATIENCE = 4, 200
"""The search weight, and the least limit on positions for winning again."""

AROUND: Mapping[FieldKind, int] = {
    "plain": 36, "eternal": 40, "edible": 7, "mine": 4, "hole": 6, "teleport": 3, "bricks": 1, "teeth": 1
}  # fmt: skip
"""Weights of fields on unseen squares, as in the campaign and in generated boards."""

STORES = 6
"""The weight of a store that some knight can use."""

GATED = 0.25
"""The share of unseen squares on the way to the lair that hold an obstacle."""

WINDING, PAST_WALLS = 6, 10**6
"""The greatest cost of an unseen square on a way to the lair, and that of an eternal wall."""


class Completion(NamedTuple):
    """A sampled labyrinth, a win of it, the number of positions that finding it took, and the solver that found it."""

    state: State
    moves: tuple[DragonMove, ...]
    looked: int
    solver: AnyWin

    def opening(self) -> tuple[DragonMove, ...]:
        """The moves of the win until something new is seen, or a knight dies."""
        state = self.state
        for number, move in enumerate(self.moves, 1):
            after = state.apply(move).state
            if after.seen != state.seen or after.count("dead") > state.count("dead"):
                return self.moves[:number]
            state = after
        return self.moves


class Completions:
    """Sampled completions that can still be won; the same ones are sampled as long as nothing new is seen.

    ``known`` is the view as a playable position, with the time left on each clock.
    """

    def __init__(self, view: State, known: State, stop: Stop) -> None:
        self.view, self.known, self.stop = view, known, stop
        self.won: list[Completion] = []
        self._left = position_budget(IN_ALL, len(view.knights))
        self._each = position_budget(EACH, len(view.knights))
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
        dice, spare = Dice(seed), self._left - position_budget(DRAWING, len(self.view.knights))
        for _ in range(TRIED):
            if len(self.won) >= WANTED or self._left <= spare or self.stop():
                return
            state = self._drawn(Dice(dice.seed()))
            solver = AnyWin(state.board, standing=state.standing)
            answer = solver.win(state, self._each, self.stop, WEIGHT)
            self._left -= answer.looked
            if isinstance(answer, Winnable):
                self.won.append(Completion(state, answer.moves, answer.looked, solver))

    # -- sampling

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
        """The seen teleports: known targets are kept, and one that refused a knight leads nowhere."""
        recall = self.view.recall
        targets = {gate: gate for gate, _ in recall.refused} | dict(recall.carried)
        cells = self.view.board.cells()
        gates = [cell for cell in sorted(self.view.seen) if self.view.board.field(cell).kind == "teleport"]
        return {gate: Field("teleport", target=targets.get(gate) or dice.choice(cells)) for gate in gates}

    def _any(self, dice: Dice) -> Field:
        return self._field(drawn_kind(self._around, dice), 3, dice)

    def _gate(self, dice: Dice) -> Field:
        """A random obstacle that this company may be able to pass."""
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
        """The unseen squares on a winding way from the entrance to the lair, around seen walls where possible."""
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

    # -- queries

    def openings(self) -> list[tuple[DragonMove, ...]]:
        """The openings of wins: for each first move but a pass, the shortest one; the most common first move first."""
        found: defaultdict[DragonMove, list[tuple[DragonMove, ...]]] = defaultdict(list)
        for one in self.won:
            moves = one.opening()
            if moves and moves[0] != Pass():
                found[moves[0]].append(moves)
        return [min(alike, key=len) for alike in sorted(found.values(), key=len, reverse=True)]

    def kept(self, moves: tuple[DragonMove, ...]) -> float:
        """The share of the labyrinths that can still be won after those moves; 1 if there are none."""
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
        """Return whether a knight dies by that move in one of the labyrinths."""
        dead = self.view.count("dead")
        return any(one.state.apply(move).state.count("dead") > dead for one in self.won)
