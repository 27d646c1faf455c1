"""Changes one labyrinth, square by square, for as long as it comes nearer to what is wished: local search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Protocol

from logic.core import Cell, Dice, Stop
from logic.dragon.board import SUPPLIED, Board, Field, Knight
from logic.dragon.engine.compact import CLOCK_BITS, LAIR, MAN_BITS, Action, Maze, Position, pack
from logic.dragon.engine.drafts import Weights, drawn_kind, is_of_use
from logic.dragon.engine.solver import FAR, Bound, Solved, Win, moves_of
from logic.dragon.rules import begin

Rows = tuple[tuple[Field, ...], ...]

NEW_FIELDS: Weights = {
    "eternal": 20, "edible": 26, "mine": 14, "hole": 26, "teleport": 10, "teeth": 8, "bricks": 8
}  # fmt: skip
"""What a square is changed into."""

FEWER_NEEDED, OTHER_KNIGHTS, OTHER_PLACE = 0.05, 0.2, 0.45
"""Below these of a roll one knight fewer is needed, the company changes, two squares are swapped; else one changes."""

NEAR_THE_WAY = 0.7
"""How often a square is changed on which somebody stood on the way, or whose clock ran."""

SQUARES_A_POSITION = 2
"""So many squares of a changed board cost, for its tables, as much as a position of a search."""

ROOM, MORE_ROOM = 600, 8
"""How many positions the win of a changed board may take: so many, and so many times those of the one before."""


class Tried:
    """A board, the bound at its start, and, once it is solved, its shortest win."""

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
        """The share of the excess."""
        return self.excess / max(1, self.par)

    def solve(self, budget: int, stop: Stop) -> bool:
        """Tell whether a shortest win is found with so many positions, of one turn at least."""
        search = Win(self.maze, self.start, budget, stop, left=self.bound)
        self.actions = search.run() or []
        self.looked = search.looked
        return bool(self.actions)

    def solved(self) -> Solved:
        return Solved(moves_of(begin(self.board), self.actions), self.looked)

    def replayed(self, actions: Iterable[Action]) -> Iterator[Position]:
        """The positions after those actions, as long as they can be done."""
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
        """The squares on which somebody stands on the way to the win, or whose clock runs."""
        found: set[int] = set()
        for position in self.replayed(self.actions):
            found.update(knight >> MAN_BITS for knight in position.knights)
            found.update(clock >> CLOCK_BITS for clock in position.clocks)
        return sorted(found)


class Cost(Protocol):
    """How far a solved board is from what is wished; any number from ``most`` on will do where it is not less."""

    def __call__(self, tried: Tried, most: float = inf) -> float: ...


class LocalSearch:
    """Takes over each change after which a board costs less, by ``cost`` of a solved one, until it costs nothing."""

    def __init__(self, start: Tried, cost: Cost, goal: float, dice: Dice, stop: Stop, *, fewest: int) -> None:
        self.best, self.cost, self.goal, self.dice, self.stop = start, cost, goal, dice, stop
        self.fewest = fewest
        """So few knights may be needed as that."""
        self.spent = 0

    def run(self, budget: int, each: int) -> Tried:
        """The best board that was met; ``spent`` positions were kept for it, about as many as ``budget`` at most."""
        least, near = self.cost(self.best), self.best.touched()
        while least > 0 and self.spent < budget and not self.stop():
            self.spent += 1
            board = self._changed(near)
            if board is None or board == self.best.board:
                continue
            other = Tried(board)
            self.spent += len(other.maze.kinds) // SQUARES_A_POSITION
            if not self._is_promising(other):
                continue
            solved = other.solve(min(each, max(1, budget - self.spent), ROOM + MORE_ROOM * self.best.looked), self.stop)
            self.spent += other.looked
            if solved and (cost := self.cost(other, least)) < least:
                self.best, least, near = other, cost, other.touched()
        return self.best

    def _is_promising(self, other: Tried) -> bool:
        """Tell whether it may be worth solving, by its bound alone and by whether the old way still is one.

        If it is, the new par is no more than the old one, and only a smaller bound makes a larger excess.
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
        """The board with one change; None where the one that was drawn cannot be."""
        board, dice = self.best.board, self.dice
        roll = dice.chance()
        if roll < FEWER_NEEDED:
            return replace(board, required=board.required - 1) if board.required > self.fewest else None
        fields, knights = [field for row in board.fields for field in row], list(board.knights)
        if roll < OTHER_KNIGHTS:
            self._change_company(knights)
        elif not self._change_fields(fields, near, is_swap=roll < OTHER_PLACE):
            return None
        if not all(is_of_use(knight, fields) for knight in knights):
            return None
        rows: Rows = tuple(
            tuple(fields[start : start + board.width]) for start in range(0, len(fields), board.width)
        )  # fmt: skip
        return replace(board, fields=rows, knights=tuple(knights))

    def _change_company(self, knights: list[Knight]) -> None:
        dice = self.dice
        place, roll = dice.below(len(knights)), dice.chance()
        knight = knights[place]
        if roll < 0.4:
            other = dice.below(len(knights))
            knights[place], knights[other] = knights[other], knight
        elif roll < 0.7 and knight.kind in SUPPLIED:
            knights[place] = replace(knight, most=max(1, knight.most + dice.choice((-1, -1, 1))))
        else:
            some = 1 + dice.below(2)
            knights[place] = dice.choice(
                (Knight("ordinary"), Knight("jumper"), Knight("eater", some), Knight("builder", some))
            )

    def _change_fields(self, fields: list[Field], near: Sequence[int], *, is_swap: bool) -> bool:
        """Change one square, or two for each other; as many as before are plain. Tells whether that can be."""
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
