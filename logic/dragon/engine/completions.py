"""Whole labyrinths that agree with what has been seen of one, on which plans in the dark are tried."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, cast
from zlib import crc32

from logic.core import Cell, Dice, Stop
from logic.dragon.board import Field, FieldKind
from logic.dragon.boardfile import field_code
from logic.dragon.engine.solver import AnyWin, Winnable, afforded
from logic.dragon.rules import DragonMove, Pass, State

WANTED, TRIED = 12, 100
"""Labyrinths that can be won, and how many are drawn at most to find so many."""

EACH, DRAWING, IN_ALL = 800, 5_500, 11_000
"""Positions that may be kept to win one labyrinth, to win all of them, and in all that is asked of them: in 0.3 s."""

LARGEST = 600
"""Squares up to which labyrinths are drawn; above, each of them takes too long."""

HASTE, PATIENCE = 4, 200
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
    """A labyrinth as it may be, and a win of it, found with so many positions."""

    state: State
    moves: tuple[DragonMove, ...]
    looked: int
    solver: AnyWin

    def opening(self) -> tuple[DragonMove, ...]:
        """The moves of its win until something new is seen, or somebody dies."""
        state = self.state
        for number, move in enumerate(self.moves, 1):
            after = cast("State", state.apply(move).state)
            if after.seen != state.seen or after.count("dead") > state.count("dead"):
                return self.moves[:number]
            state = after
        return self.moves


class Completions:
    """Labyrinths that can be won from where the knights stand; the same as long as nothing new is seen.

    ``known`` is the view as it can be played on, with the time that is left to each clock.
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
            answer = solver.win(state, self._each, self.stop, HASTE)
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
        rest = dice.below(sum(self._around.values()))
        for kind, weight in self._around.items():
            rest -= weight
            if rest < 0:
                return self._field(kind, 3, dice)
        raise AssertionError("the weights add up to their sum")

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
            state = cast("State", state.apply(move).state)
        outcome = state.outcome()
        if outcome is not None:
            return bool(outcome.winners)
        answer = one.solver.win(state, min(max(PATIENCE, 2 * one.looked), max(1, self._left)), self.stop, HASTE)
        self._left -= answer.looked
        return isinstance(answer, Winnable)

    def may_cost_a_life(self, move: DragonMove) -> bool:
        """Tell whether somebody dies by that move in one of the labyrinths."""
        dead = self.view.count("dead")
        return any(cast("State", one.state.apply(move).state).count("dead") > dead for one in self.won)
