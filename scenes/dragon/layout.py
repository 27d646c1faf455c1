"""Where each knight stands, which one is chosen, whether he is to leap, and where he may go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from logic.core import Cell
from logic.dragon.board import KnightKind
from logic.dragon.rules import Go, KnightState, Leap, State
from sprites.stage.stage import Pose, pose_at

PUT_DOWN, LEAPING = "nobody", "leap"
"""Markers of the stored selection: nobody is chosen, and the chosen Jumper is to leap."""


def poses_of(state: State) -> dict[str, Pose]:
    """The pose of each knight on the board, by name."""
    return {knight.name: pose_at(knight.cell) for knight in state.knights if knight.cell is not None}


class Party:
    """The knights on the board: which one is chosen, whether he is to leap, and where each may go.

    A single knight is always chosen, unless he ``is_put_down``.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.chosen: str | None = None
        self.leaps = False
        self.is_put_down = False
        self._targets: dict[str, dict[Cell, Go | Leap]] | None = None
        self._keep_choice()

    def follow(self, state: State, *, goes_on: bool) -> None:
        """Go to another position; unless it continues the last one, ``is_put_down`` is reset."""
        self.state, self._targets, self.leaps = state, None, False
        self.is_put_down = self.is_put_down and goes_on
        self._keep_choice()

    def _keep_choice(self) -> None:
        """Keep the choice while the knight is on the board."""
        there = [knight.name for knight in self.knights]
        if self.chosen not in there:
            self.chosen = None
        if len(there) == 1 and not self.is_put_down:
            self.chosen = there[0]

    # -- positions

    @property
    def knights(self) -> list[KnightState]:
        """The knights on the board, in their order."""
        return [knight for knight in self.state.knights if knight.cell is not None]

    @property
    def cells(self) -> list[Cell]:
        """The squares of the knights on the board."""
        return [knight.cell for knight in self.knights if knight.cell is not None]

    def named(self, name: str | None) -> KnightState | None:
        """The knight of that name, if he is on the board."""
        return next((knight for knight in self.knights if knight.name == name), None)

    def at(self, cell: Cell | None) -> KnightState | None:
        return next((knight for knight in self.knights if knight.cell == cell), None)

    @property
    def knight(self) -> KnightState | None:
        return self.named(self.chosen)

    @property
    def cell(self) -> Cell | None:
        """The square of the chosen knight."""
        knight = self.knight
        return None if knight is None else knight.cell

    @property
    def kinds(self) -> dict[str, KnightKind]:
        """The kinds of all knights, on the board or not, by name."""
        return {knight.name: knight.kind for knight in self.state.knights}

    def layout(self) -> dict[str, Pose]:
        """The pose of each knight on the board, by name, the chosen one lifted."""
        layout = poses_of(self.state)
        if self.chosen in layout:
            layout[self.chosen] = replace(layout[self.chosen], z=1.0)
        return layout

    # -- moves

    def targets(self, name: str | None) -> Mapping[Cell, Go | Leap]:
        """The moves of a knight by their target squares, among those that the position lists."""
        if self._targets is None:
            self._targets = {}
            for move in self.state.legal_moves():
                if isinstance(move, Go | Leap):
                    self._targets.setdefault(move.knight, {})[self.state.target(move)] = move
        return self._targets.get(name or "", {})

    @property
    def meant(self) -> dict[Cell, Go | Leap]:
        """The moves of the chosen knight, by their squares: only leaps while he is to leap."""
        targets = self.targets(self.chosen)
        return {cell: move for cell, move in targets.items() if isinstance(move, Leap) or not self.leaps}

    def choose(self, name: str | None) -> bool:
        """Choose a knight who is on the board, or none; true if the choice has changed."""
        name = name if self.named(name) is not None else None
        if name == self.chosen:
            return False
        self.chosen, self.leaps, self.is_put_down = name, False, name is None
        return True

    @property
    def in_hand(self) -> str:
        """The chosen knight, and whether he is to leap; or that the only one was dropped."""
        if self.chosen is None:
            return PUT_DOWN if self.is_put_down else ""
        return f"{self.chosen} {LEAPING}" if self.leaps else self.chosen

    def restore_selection(self, in_hand: str) -> bool:
        """Choose what ``in_hand`` once returned; false, and nothing changes, if that knight is not on the board."""
        name, _, way = in_hand.partition(" ")
        knight = self.named(name)
        if knight is None and in_hand != PUT_DOWN:
            return False
        self.chosen, self.is_put_down = (None, True) if knight is None else (name, False)
        self.leaps = way == LEAPING and knight is not None and knight.kind == "jumper"
        return True
