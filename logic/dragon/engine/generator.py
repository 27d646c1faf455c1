"""Generates labyrinths on request: random drafts, proved by the solver, changed until they fit the request.

Difficulty is read off the shortest win: what has to be done, what it costs to see, what can go wrong. The best draft is
improved square by square, as long as it comes nearer to the request (local search).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf, log2

from logic.core import Cell, Dice, Event, Message, Stop, never
from logic.dragon.board import LONGEST_SIDE, MOST_KNIGHTS, SUPPLIED, Board, Field, Knight
from logic.dragon.engine.drafts import DENSE, BoardRequest, Draft, Weights, drawn_kind, has_use_for_power
from logic.dragon.engine.solver import (
    CLOCK_BITS,
    FAR,
    LAIR,
    PACKED_BITS,
    Action,
    Bound,
    Maze,
    Position,
    Solved,
    Win,
    moves_of,
    pack,
    solve,
)
from logic.dragon.narration import NARRATION
from logic.dragon.rules import SQUARES, DragonMove, Pass, State, begin
from logic.puzzles import TIERS, NoPuzzle

# -- difficulty

THRESHOLDS = (3.6, 5.2, 6.1, 7.6)
"""The least scores of tiers 2, 3, 4 and 5."""

FIRST_THRESHOLDS = (5.2, 6.5, 7.6, 9.0)
"""The same for the first grade.

Measured on unselected winnable drafts: for 60 of 5 by 6 with 3 knights per difficulty the medians are 4.5, 5.4, 5.9,
7.2 and 7.2 (the maximum is 9.4), for 20 of 12 by 12 with 4 knights 5.6, 6.8, 8.5, 8.8 and 9.6. So every tier is
common at some size: the hardest from about 6 by 7 on, the easiest up to about 12 by 12.
"""

TOOLS = ("eat", "fill", "blast", "teleport", "supply", "leap")
"""Events that count as separate ideas on the way to the lair."""

MOST_SAMPLES = 128
"""Turns of the solution at which choices are counted: enough for a mean, and a solution may take thousands."""

TRAP_SAMPLES = 12
"""Turns of the solution at which traps are counted, since each of them costs searches."""
TRAP_BUDGET, TRAP_WEIGHT = 60, 3
"""Limit on positions to prove that a move loses, which usually shows soon; and the search weight for finding a win."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a board, and the measures that it comes from.

    ``excess`` is ``par`` minus the lower bound at the start, for which all knights walk home unhindered; ``traps`` is
    roughly the number of moves off the shortest win that lose at once, without a warning; ``waits`` the number of
    passes. ``choices`` is the mean number of moves along it, without passing; ``clocks`` the number of squares whose
    clock matters; ``tools`` the number of different ideas it takes; ``spare`` how many knights may be lost.
    """

    tier: int
    score: float
    par: int
    excess: int
    traps: int
    waits: int
    choices: float
    clocks: int
    tools: int
    spare: int


def grade(board: Board, solved: Solved) -> Grade:
    """Grade a board by its shortest win; costs some hundred positions of search, a few thousand at most."""
    way = Playthrough(board, solved)
    traps = way.traps()
    score = way.score(traps)
    tier = 1 + bisect_right(THRESHOLDS, score)
    return Grade(tier, round(score, 3), solved.turns, way.excess, traps, way.waits, way.choices, len(way.clocks),
                 len(way.tools), way.spare)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FirstGrade:
    """The difficulty by the first generator, without excess and traps, and the number of ideas that it takes."""

    tier: int
    score: float
    tools: int


def first_grade(board: Board, solved: Solved) -> FirstGrade:
    """The first grade, by which the boards of old games were selected, as they are again when dealt once more.

    The score adds up the logarithm of the bits of the solution, a sixth of that of the squares, a half for each tool
    needed, a quarter for each clock that matters, up to six, minus a quarter for each knight that may be lost, up to
    four.
    """
    way = Playthrough(board, solved)
    score = log2(1 + way.bits) + log2(board.height * board.width) / 6
    score += len(way.tools) / 2 + min(len(way.clocks), 6) / 4 - min(way.spare, 4) / 4
    return FirstGrade(1 + bisect_right(FIRST_THRESHOLDS, score), round(score, 3), len(way.tools))


class Playthrough:
    """The shortest win replayed, to measure what it consists of.

    A clock matters if its square, once opened, is walked on while it runs, if it runs out before the win, or if a store
    makes what a knight takes.
    """

    def __init__(self, board: Board, solved: Solved) -> None:
        self.board, self.moves = board, solved.moves
        self.tools: set[str] = set()
        self.clocks: set[Cell] = set()
        self.spare = len(board.knights) - board.required
        self._running: set[Cell] = set()
        self._made: set[Cell] = set()
        self.states = [begin(board)]
        for move in solved.moves:
            step = self.states[-1].apply(move)
            if isinstance(move, Pass):
                self.tools.add("pass")
            for event in step.events:
                self._note(event)
            self.states.append(step.state)
        every = -(-max(1, solved.turns) // MOST_SAMPLES)
        counted = [len(state.legal_moves()) - 1 for state in self.states[:-1:every]]
        self.choices = sum(counted) / max(1, len(counted))

    @property
    def bits(self) -> float:
        """The room for error: the number of turns times the logarithm of the choices."""
        return len(self.moves) * log2(1 + self.choices)

    @property
    def waits(self) -> int:
        return sum(isinstance(move, Pass) for move in self.moves)

    @property
    def excess(self) -> int:
        """By how many turns the win exceeds the bound at the start."""
        maze = Maze(self.board, standing=True)
        return len(self.moves) - Bound(maze).turns(pack(self.states[0], maze))

    def score(self, traps: int) -> float:
        """The difficulty score, with that number of traps.

        Everything that may be large counts by its logarithm, so that a long board does not outweigh all else:

        - half the logarithm of the bits of the solution, and a sixth of that of the squares, for exploring in the dark;
        - half the logarithm of the excess, for what is more than walking; a quarter of that of the traps;
        - a third for each tool needed, waiting among them, a sixth for each clock that matters, up to six;
        - minus an eighth for each knight that may be lost, up to four.
        """
        score = log2(1 + self.bits) / 2 + log2(self.board.height * self.board.width) / 6
        score += log2(1 + self.excess) / 2 + log2(1 + traps) / 4
        return score + len(self.tools) / 3 + min(len(self.clocks), 6) / 6 - min(self.spare, 4) / 8

    def traps(self) -> int:
        """The approximate number of moves off the solution that lose without a warning, counted at some turns."""
        maze = Maze(self.board, standing=True)
        bound = Bound(maze)
        won = {pack(state, maze) for state in self.states}
        every = -(-max(1, len(self.moves)) // TRAP_SAMPLES)
        lost = 0
        for state in self.states[:-1:every]:
            for move in moves_without_warning(state):
                position = pack(state.apply(move).state, maze)
                if position not in won:
                    search = Win(maze, position, TRAP_BUDGET, never, left=bound, weight=TRAP_WEIGHT, known=won)
                    found = search.run() is not None
                    won |= {position} if found else set()
                    lost += not found and not search.gave_up
        return lost * every

    def _note(self, event: Event) -> None:
        where = {path[-1] for path in event.paths.values()}
        if event.name in TOOLS:
            self.tools.add(event.name)
        if event.name in ("go", "leap", "teleport"):
            self.clocks |= self._running & where
        elif event.name in ("eat", "fill"):
            self._running |= where
        elif event.name in ("blast", "topple"):
            self._running.update(event.paths[SQUARES])
        elif event.name in ("crumble", "regrow", "mine_back"):
            self._running -= where
            self.clocks |= where
        elif event.name == "restock":
            self._made |= where
        elif event.name == "supply":
            self.clocks |= self._made & where


def moves_without_warning(state: State) -> Sequence[DragonMove]:
    return [move for move in state.legal_moves() if NARRATION.warning(state, move) is None]


# -- local search

NEW_FIELDS: Weights = {
    "eternal": 20, "edible": 26, "mine": 14, "hole": 26, "teleport": 10, "teeth": 8, "bricks": 8
}  # fmt: skip
"""Weights of the new field of a changed square."""

FEWER_NEEDED, OTHER_KNIGHTS, OTHER_PLACE = 0.05, 0.2, 0.45
"""Thresholds of a roll: a knight fewer must arrive, the company changes, two squares are swapped; else one changes."""

NEAR_THE_WAY = 0.7
"""The probability of changing a square where a knight stood during the win, or whose clock ran."""

SQUARES_A_POSITION = 2
"""The number of squares whose tables cost as much as one position of a search."""

ROOM, MORE_ROOM = 600, 8
"""The limit on positions to solve a changed board: a constant, plus a multiple of those for the best board so far."""


class Candidate:
    """A board, the lower bound at its start and, once it is solved, its shortest win."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.maze = Maze(board, standing=True)
        self.bound = Bound(self.maze)
        self.start = pack(begin(board, open_map=True), self.maze)
        self.least = self.bound.turns(self.start)
        self.actions: list[Action] = []
        self.looked = 0

    @property
    def par(self) -> int:
        return len(self.actions)

    @property
    def excess(self) -> int:
        return self.par - self.least

    @property
    def ratio(self) -> float:
        """The excess as a share of par."""
        return self.excess / max(1, self.par)

    def solve(self, budget: int, stop: Stop) -> bool:
        """Return whether a shortest win of at least one turn is found within that many positions."""
        search = Win(self.maze, self.start, budget, stop, left=self.bound)
        self.actions = search.run() or []
        self.looked = search.looked
        return bool(self.actions)

    def solved(self) -> Solved:
        return Solved(moves_of(begin(self.board), self.actions), self.looked)

    def replayed(self, actions: Iterable[Action]) -> Iterator[Position]:
        """The positions after those actions, as long as they are possible."""
        position = self.start
        for action in actions:
            found = next((after for one, after in self.maze.follow(position) if one == action), None)
            if found is None:
                return
            position = found
            yield position

    def is_won_by(self, actions: Iterable[Action]) -> bool:
        return any(position.hidden >= self.maze.required for position in self.replayed(actions))

    def touched(self) -> list[int]:
        """The squares where a knight stands during the win, or whose clock runs."""
        found: set[int] = set()
        for position in self.replayed(self.actions):
            found.update(knight >> PACKED_BITS for knight in position.knights)
            found.update(clock >> CLOCK_BITS for clock in position.clocks)
        return sorted(found)


Cost = Callable[[Candidate, float], float]
"""The distance of a solved board from the request; a result of at least the second argument need not be exact."""


class LocalSearch:
    """Keeps each change that lowers the ``cost`` of the solved board, until it is zero."""

    def __init__(self, start: Candidate, cost: Cost, goal: float, dice: Dice, stop: Stop, *, fewest: int) -> None:
        self.best, self.cost, self.goal, self.dice, self.stop = start, cost, goal, dice, stop
        self.fewest = fewest
        """The lower limit on the number of required knights."""
        self.spent = 0

    def run(self, budget: int, each: int) -> Candidate:
        """The best board found within about ``budget`` positions, ``each`` per board at most; ``spent`` counts them."""
        least, near = self.cost(self.best, inf), self.best.touched()
        while least > 0 and self.spent < budget and not self.stop():
            self.spent += 1
            board = self._changed(near)
            if board is None or board == self.best.board:
                continue
            other = Candidate(board)
            self.spent += len(other.maze.kinds) // SQUARES_A_POSITION
            if not self._is_promising(other):
                continue
            solved = other.solve(min(each, max(1, budget - self.spent), ROOM + MORE_ROOM * self.best.looked), self.stop)
            self.spent += other.looked
            if solved and (cost := self.cost(other, least)) < least:
                self.best, least, near = other, cost, other.touched()
        return self.best

    def _is_promising(self, other: Candidate) -> bool:
        """Return whether a board is worth solving, judged by its bound and by whether the old solution still works.

        If it does, the new par is at most the old one, and only a smaller bound makes a larger excess.
        """
        best = self.best
        if not 1 < other.least < FAR:
            return False
        is_short = best.ratio < self.goal
        if other.is_won_by(best.actions):
            return is_short and best.par - other.least > best.excess
        return other.least <= (best.least if is_short else best.par)

    # -- changes

    def _changed(self, near: Sequence[int]) -> Board | None:
        """The board with one random change; None if that change is impossible."""
        board, dice = self.best.board, self.dice
        roll = dice.chance()
        if roll < FEWER_NEEDED:
            return replace(board, required=board.required - 1) if board.required > self.fewest else None
        fields, knights = [field for row in board.fields for field in row], list(board.knights)
        if roll < OTHER_KNIGHTS:
            self._change_knights(knights)
        elif not self._change_fields(fields, near, is_swap=roll < OTHER_PLACE):
            return None
        if not all(has_use_for_power(knight, fields) for knight in knights):
            return None
        rows = (tuple(fields[start : start + board.width]) for start in range(0, len(fields), board.width))
        return replace(board, fields=tuple(rows), knights=tuple(knights))

    def _change_knights(self, knights: list[Knight]) -> None:
        dice = self.dice
        index, roll = dice.below(len(knights)), dice.chance()
        knight = knights[index]
        if roll < 0.4:
            other = dice.below(len(knights))
            knights[index], knights[other] = knights[other], knight
        elif roll < 0.7 and knight.kind in SUPPLIED:
            knights[index] = replace(knight, most=max(1, knight.most + dice.choice((-1, -1, 1))))
        else:
            some = 1 + dice.below(2)
            knights[index] = dice.choice(
                (Knight("ordinary"), Knight("jumper"), Knight("eater", some), Knight("builder", some))
            )

    def _change_fields(self, fields: list[Field], near: Sequence[int], *, is_swap: bool) -> bool:
        """Change one square, or swap two, keeping the number of plain squares; return whether that was possible."""
        dice, board = self.dice, self.best.board
        kept = {board.entrance.row * board.width + board.entrance.col, self.best.maze.kinds.index(LAIR)}
        some = [square for square in near if square not in kept]
        square = dice.choice(some) if some and dice.chance() < NEAR_THE_WAY else dice.below(len(fields))
        if square in kept:
            return False
        if fields[square].kind != "plain" and not is_swap:
            fields[square] = self._field()
            return True
        other = dice.below(len(fields))
        if other in kept or fields[other] == fields[square]:
            return False
        fields[square], fields[other] = fields[other], fields[square]
        if dice.chance() < 0.5:
            fields[square if fields[square].kind != "plain" else other] = self._field()
        return True

    def _field(self) -> Field:
        dice, board = self.dice, self.best.board
        kind = drawn_kind(NEW_FIELDS, dice)
        if kind == "teleport":
            return Field(kind, target=Cell(dice.below(board.height), dice.below(board.width)))
        return Field(kind, 1 + dice.below(3) if kind in ("hole", "teeth", "bricks") else 0)


# -- generating on request

REQUEST_BOUNDS = {
    "height": (1, LONGEST_SIDE),
    "width": (1, LONGEST_SIDE),
    "knights": (1, MOST_KNIGHTS),
    "dangers": (0, 80),
    "difficulty": (1, TIERS),
}
"""The minimum and maximum of each number; ``dangers`` is a percentage of the squares."""


@dataclass(frozen=True, slots=True)
class Made:
    """A generated board, the fewest turns that win it, and its tier."""

    board: Board
    par: int
    tier: int


@dataclass(frozen=True, slots=True)
class GeneratorBudget:
    """How many boards to draft, and the limits on the solver's positions for each and in total."""

    tries: int
    each: int
    whole: int
    tamed: int = 0
    """The least tameness of drafts."""

    def tameness(self, number: int) -> int:
        """The tameness of a draft by its number: it increases."""
        return self.tamed + number * (3 - self.tamed) // self.tries


FIRST_EFFORTS = (
    (36, GeneratorBudget(24, 1_200, 4_000)),
    (64, GeneratorBudget(24, 6_000, 30_000)),
    (144, GeneratorBudget(16, 15_000, 80_000)),
    (400, GeneratorBudget(12, 15_000, 100_000, 1)),
    (10_000, GeneratorBudget(6, 60_000, 200_000, 1)),
)
"""By the maximum of squares. Size alone does not make a board slow, so positions are counted, never seconds."""


MORE_EACH = 4
"""The limits are multiplied by the knights divided by this: a large company needs many turns on any board."""


EFFORTS = (
    (36, GeneratorBudget(24, 1_200, 4_500)),
    (64, GeneratorBudget(24, 4_000, 18_000, 1)),
    (144, GeneratorBudget(16, 5_000, 33_000, 1)),
    (400, GeneratorBudget(12, 8_000, 40_000, 1)),
    (10_000, GeneratorBudget(6, 30_000, 100_000, 1)),
)
"""The same with local search, whose positions count like those of proofs."""

GOALS = (0.0, 0.0, 0.21, 0.21, 0.21)
"""By difficulty: the intended share of excess in par."""

DRAFTS = 5
"""The number of drafts before the best of them is changed."""

ONE_DRAFT, ONE_SEARCH = 0.06, 0.5
"""The share of all positions that one draft may use to be solved, and its local search: then others get a turn."""

WORTH_OF_EXCESS = 25.0
"""The weight of a lack of excess relative to a lack of score."""

WORTH_OF_TRAPS = 0.2
"""The part of a score reserved for traps, which are not counted during local search, as that takes long."""

FIRST_MAKING, MAKING = 1, 2
"""The versions of the generator; games dealt by the first one are dealt by it again when they are resumed."""


def generate(
    height: int,
    width: int,
    knights: int,
    required: int,
    dangers: int,
    difficulty: int,
    dice: Dice,
    stop: Stop = never,
    *,
    making: int = MAKING,
) -> Made:
    """Generate a board that can be won, but not by waiting alone: the same for the same dice on every system.

    ``required`` 0 leaves it to the difficulty how many must arrive; ``dangers`` is the percentage of squares that are
    neither plain nor the lair. The number of tries is bounded; if none has that difficulty, the nearest is returned
    with its own tier. Raises NoPuzzle if no winnable board was found, also because ``stop`` came first, and ValueError
    for a number out of bounds.
    """
    request = BoardRequest(height, width, knights, required, dangers, difficulty)
    check_bounds(asdict(request), {**REQUEST_BOUNDS, "required": (0, knights)})
    if request.squares == 1:
        raise NoPuzzle(Message("A labyrinth of one square wins itself."))
    tries: _Candidates = (_FirstCandidates if making == FIRST_MAKING else _SearchedCandidates)(request, dice, stop)
    found = tries.best()
    if found is None:
        raise NoPuzzle(Message("No labyrinth that can be won was found by these wishes. Try fewer dangers or knights."))
    return found


def check_bounds(numbers: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
    """Raise ValueError that names a number outside its bounds."""
    for name, number in numbers.items():
        low, high = bounds[name]
        if not low <= number <= high:
            raise ValueError(f"{name}: a whole number from {low} to {high}, please")


def wins_by_passing(board: Board) -> bool:
    """Return whether a board is won at once, or by passing alone."""
    state = begin(board, open_map=True)
    maze = Maze(board, standing=True)
    position = pack(state, maze)
    met = set()
    while position.hidden < board.required and position.clocks and position not in met:
        met.add(position)
        position = maze.wait(position)
    return position.hidden >= board.required


class _Candidates(ABC):
    """The boards drafted for one request, and the best of them."""

    def __init__(
        self, request: BoardRequest, dice: Dice, stop: Stop, budgets: tuple[tuple[int, GeneratorBudget], ...]
    ) -> None:
        self.request, self.dice, self.stop = request, dice, stop
        self.budget = next(budget for squares, budget in budgets if request.squares <= squares)
        self.share = max(1, request.knights // MORE_EACH)
        self.whole = self.left = self.budget.whole * self.share

    def best(self) -> Made | None:
        """Draft until a board fits the request or the tries are used up; then the nearest, None if there is none."""
        best: tuple[tuple[float, float], Made] | None = None
        for number in range(self.budget.tries):
            if self.stop() or self.left <= 0:
                break
            # A separate seed each: the rolls of one draft do not affect another.
            found = self.tried(Dice(self.dice.seed()), self.budget.tameness(number))
            if found is None:
                continue
            score, made, is_enough = found
            if best is None or score < best[0]:
                best = score, made
            if is_enough:
                break
        return best and best[1]

    @property
    def each(self) -> int:
        """The limit on positions for the next board."""
        return min(self.budget.each * self.share, self.left)

    @abstractmethod
    def tried(self, dice: Dice, tameness: int) -> tuple[tuple[float, float], Made, bool] | None:
        """The distance of one more board from the request, the board, and whether that is near enough.

        None if there is no such board, or if it is surely no better than those before.
        """


class _FirstCandidates(_Candidates):
    """The first version: drafts alone, graded by :class:`FirstGrade`."""

    def __init__(self, request: BoardRequest, dice: Dice, stop: Stop) -> None:
        super().__init__(request, dice, stop, FIRST_EFFORTS)

    def tried(self, dice: Dice, tameness: int) -> tuple[tuple[float, float], Made, bool] | None:
        board = Draft(self.request, dice, tameness).board()
        if wins_by_passing(board):
            return None
        answer = solve(board, budget=self.each, stop=self.stop)
        self.left -= answer.looked
        if not isinstance(answer, Solved):
            return None
        graded = first_grade(board, answer)
        away = abs(graded.tier - self.request.difficulty)
        is_enough = away == 0 and graded.tools >= min(self.request.difficulty - 1, 2)
        return (away, -graded.tools), Made(board, answer.turns, graded.tier), is_enough


class _SearchedCandidates(_Candidates):
    """The present version: drafts improved until they are as hard as requested, and more than walking."""

    def __init__(self, request: BoardRequest, dice: Dice, stop: Stop) -> None:
        super().__init__(request, dice, stop, EFFORTS)
        self.goal = GOALS[request.difficulty - 1]
        self.least = inf
        bands = (0.0, *THRESHOLDS, inf)
        self.low, self.high = bands[request.difficulty - 1], bands[request.difficulty]

    def tried(self, dice: Dice, tameness: int) -> tuple[tuple[float, float], Made, bool] | None:
        drafts = []
        for _ in range(DRAFTS):
            if self.left <= 0 or self.stop():
                break
            draft = self._drafted(Dice(dice.seed()), tameness)
            drafts += [draft] if draft is not None else []
        if not drafts:
            return None
        start = min(drafts, key=self.cost)
        found = self._searched(start, dice)
        cost = self.cost(found)
        if cost > self.least:
            return None  # not graded, since that takes further searches
        self.least = cost
        tier = grade(found.board, found.solved()).tier
        away = abs(tier - self.request.difficulty)
        return (cost, away), Made(found.board, found.par, tier), cost == away == 0

    def _drafted(self, dice: Dice, tameness: int) -> Candidate | None:
        """A draft that can be won with little search; None if it cannot."""
        draft = Candidate(Draft(self.request, dice, tameness, DENSE).board())
        self.left -= self.request.squares // SQUARES_A_POSITION
        if draft.least >= FAR or wins_by_passing(draft.board):
            return None
        is_solved = draft.solve(min(self.each, round(ONE_DRAFT * self.whole)), self.stop)
        self.left -= draft.looked
        return draft if is_solved else None

    def _searched(self, start: Candidate, dice: Dice) -> Candidate:
        request = self.request
        fewest = request.required or max(1, request.knights // 3)
        search = LocalSearch(start, self.cost, self.goal, dice, self.stop, fewest=fewest)
        found = search.run(min(self.left, round(ONE_SEARCH * self.whole)), self.budget.each * self.share)
        self.left -= search.spent
        return found

    def cost(self, tried: Candidate, most: float = inf) -> float:
        """The distance of a board from the request; at least ``most`` if it is that or more."""
        cost = WORTH_OF_EXCESS * max(0.0, self.goal - tried.ratio)
        if cost >= most or wins_by_passing(tried.board):
            return inf
        score = Playthrough(tried.board, tried.solved()).score(0)
        return cost + max(0.0, self.low - score, score + WORTH_OF_TRAPS - self.high)
