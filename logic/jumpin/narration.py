"""Texts of JumpIN’: what a move does, what a solution took, and the position for an adviser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from logic.core import Cell, Message
from logic.game import Narration
from logic.jumpin.board import Fox, fox_cells, show
from logic.jumpin.engine.grading import Difficulty
from logic.jumpin.notation import from_text
from logic.jumpin.rules import METRICS, Hop, JumpinMove, Metric, Slide, State
from logic.narration import listed, sentences, turn


def place_name(cell: Cell) -> str:
    """The name of a cell: row and column, both from 0, like the board's coordinates."""
    return f"({cell.row}, {cell.col})"


SLIDES = {
    (0, 1): Message("{fox} slides {n} [cell|cells] right."),
    (0, -1): Message("{fox} slides {n} [cell|cells] left."),
    (1, 0): Message("{fox} slides {n} [cell|cells] down."),
    (-1, 0): Message("{fox} slides {n} [cell|cells] up."),
}
"""The sentence for a slide by its direction, (down, right)."""


# -- the counts


def both_counts(steps: int, moves: int, metric: Metric) -> Message:
    """An amount in both counts, the player's first."""
    said = Message("{n} [step|steps]", n=steps)
    if metric == "steps":
        return Message("{steps} ({n} [move|moves])", n=moves, steps=said)
    return Message("{n} [move|moves] ({steps})", n=moves, steps=said)


def _mark(in_steps: bool, in_moves: bool) -> Message | None:
    if in_steps and in_moves:
        return Message("Perfect: nobody needs fewer steps or fewer moves.")
    if in_steps:
        return Message("Perfect in steps: nobody needs fewer.")
    return Message("Perfect in moves: nobody needs fewer.") if in_moves else None


def what_is_hard(found: Difficulty) -> Message:
    said = []
    if n := found.leaving:
        said.append(Message("{n} [rabbit|rabbits] must leave a burrow on the shortest way.", n=n))
    if n := found.returning:
        said.append(Message("{n} [fox|foxes] must slide back again.", n=n))
    if (n := found.loss) > LITTLE:
        said.append(Message("A wrong turn at move {ply} can cost {n} [step|steps].", ply=found.after + 1, n=n))
    if not said:
        return Message("Nobody must leave a burrow or slide back, and no wrong turn leads far.")
    return sentences(*said)


LITTLE = 2
"""Steps that any wrong turn costs: there and back."""


# -- what matters now


def _rabbits(view: State) -> list[tuple[str, Cell]]:
    return [(f"R{number}", cell) for number, cell in enumerate(view.rabbits, 1)]


def _foxes(view: State) -> list[tuple[str, Fox]]:
    return [(f"F{number}", fox) for number, fox in enumerate(view.foxes, 1)]


def _piece(name: str, cell: Cell) -> str:
    return f"{name} {place_name(cell)}"


def _fox_told(name: str, fox: Fox, moves: Sequence[JumpinMove]) -> Message:
    first, second = map(place_name, fox_cells(*fox))
    n = sum(isinstance(move, Slide) and move.fox == name for move in moves)
    return Message("{fox} on {first} and {second} with {n} [slide|slides]", fox=name, first=first, second=second, n=n)


def _ways_home(moves: Iterable[JumpinMove], holes: set[Cell]) -> tuple[Message, ...]:
    """The jumps that end in a burrow, if there are any."""
    found = [_piece(move.rabbit, move.target) for move in moves if isinstance(move, Hop) and move.target in holes]
    return (Message("Jumps into a burrow: {jumps}.", jumps=listed(found, 4)),) if found else ()


def _counted(moves: Sequence[JumpinMove]) -> Message:
    jumps = sum(isinstance(move, Hop) for move in moves)
    return Message("Legal moves: jumps {jumps}, slides {slides}.", jumps=jumps, slides=len(moves) - jumps)


def _metric(view: State) -> Message:
    if view.metric == "moves":
        return Message("Moves are counted: a slide is one, however far it goes.")
    return Message("Steps are counted: a slide is as many as the cells it goes.")


# -- the role


class JumpinNarration(Narration):
    """The ``NARRATION`` of JumpIN’."""

    def describe(self, state: State, move: JumpinMove) -> Message:
        if isinstance(move, Slide):
            start, _ = state.foxes[int(move.fox[1:]) - 1]
            down, right = move.target.row - start.row, move.target.col - start.col
            n = abs(down + right)
            return SLIDES[down // n, right // n].of(fox=move.fox, n=n)
        said = Message("{rabbit} jumps to {place}.")
        if move.target in state.board.holes:
            said = Message("{rabbit} jumps into the burrow {place}.")
        return said.of(rabbit=move.rabbit, place=place_name(move.target))

    def facts(self, state: State, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
        """At the end: what was used, the minimum ``least`` in steps and in moves, and in which count it was reached.

        ``least`` is empty if unknown. There is no praise unless the player solved the puzzle ``alone``, nor if it was
        solved from the start.
        """
        own = both_counts(state.steps, state.moves, state.metric)
        if len(least) < len(METRICS):
            return (own,)
        steps, moves = least
        said = Message("Yours: {yours} · at least: {least}", yours=own, least=both_counts(steps, moves, state.metric))
        mark = (
            _mark(state.steps <= steps, state.moves <= moves) if alone and state.moves and state.is_solved() else None
        )
        return (said,) if mark is None else (said, mark)

    def synopsis(self, view: State, viewer: int) -> tuple[Message, ...]:
        holes, moves = set(view.board.holes), view.legal_moves()
        home = sum(cell in holes for cell in view.rabbits)
        out = [_piece(name, cell) for name, cell in _rabbits(view) if cell not in holes]
        taken = {*view.rabbits, *view.mushrooms}
        free = [place_name(hole) for hole in view.board.holes if hole not in taken]
        return (
            turn(view, viewer),
            Message("Rabbits in a burrow: {home} of {all}.", home=home, all=len(view.rabbits)),
            Message("Still out: {rabbits}.", rabbits=listed(out)),
            Message("Free burrows: {places}.", places=listed(free)),
            *_ways_home(moves, holes),
            _counted(moves),
            Message("Foxes: {foxes}.", foxes=listed([_fox_told(name, fox, moves) for name, fox in _foxes(view)], 3)),
            Message("Mushrooms: {places}.", places=listed([place_name(cell) for cell in view.mushrooms], 8)),
            Message("Rabbits in burrows: {rabbits}.",
                    rabbits=listed([_piece(name, cell) for name, cell in _rabbits(view) if cell in holes])),
            Message("Used so far: steps {steps}, moves {moves}.", steps=view.steps, moves=view.moves),
            _metric(view),
            Message("Every rabbit has to sit in a burrow in the end, with as little as can be."),
            Message("The board has {rows} rows and {cols} columns of cells.",
                    rows=view.board.rows, cols=view.board.cols),
            Message("Rabbits jump in straight lines over whatever stands in their way; foxes slide along their line."),
        )  # fmt: skip

    def constraints(self, view: State) -> tuple[Message, ...]:
        return (
            Message("A rabbit jumps along its row or column over one or more pieces without a gap, and lands on the "
                    "first free cell behind them. It cannot move without jumping."),
            Message("A fox takes two cells of its line and slides along it, forwards or backwards, as far as it is "
                    "free. Foxes cannot leave their line."),
            Message("Mushrooms never move. A rabbit in a burrow is jumped over like any piece, and may jump out "
                    "again."),
            Message("The puzzle is solved when every rabbit is in a burrow."),
            _metric(view),
            Message("Cells are (row, column), both from 0, from the upper left."),
            Message("Moves are written “hop R1 0,2” and “slide F1 1,0”; a fox is placed by its upper or left cell."),
        )  # fmt: skip

    def plain(self, view: State) -> dict[str, Any]:
        """The position as plain data; cells are [row, column] from 0, and rows are written as in position texts."""
        board = view.board
        return {
            "size": [board.rows, board.cols],
            "rows": show(view.position, board).split("/"),
            "signs": {"R": "rabbit", "M": "mushroom", ".": "free, perhaps a burrow", "other letters": "foxes"},
            "burrows": [list(hole) for hole in board.holes],
            "rabbits": {name: list(cell) for name, cell in _rabbits(view)},
            "foxes": {name: [list(cell) for cell in fox_cells(*fox)] for name, fox in _foxes(view)},
            "mushrooms": [list(cell) for cell in view.mushrooms],
            "steps": view.steps,
            "moves": view.moves,
            "counted": view.metric,
        }

    def from_text(self, text: str) -> State:
        return from_text(text)


NARRATION = JumpinNarration()
