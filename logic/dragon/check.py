"""Judges board files: whether each is well-formed, where the first fault is, and on request whether it can be won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from logic.core import Message
from logic.dragon.board import Board, BoardError, parse_board
from logic.dragon.engine.solver import BUDGET, Answer, NotFound, Solved, Winnable, afforded, solve_or_win
from logic.storage.files import read_at_most, reason
from logic.terminal import Problem
from logic.text import Text

LARGEST_BOARD = 2**20
"""Bytes: ten times what a board of 100 by 100 squares takes up."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in one file: a board, and its solution where that was asked for, or the first fault."""

    file: str
    found: Board | BoardError
    answer: Answer | None = None

    def as_line(self, text: Text) -> str:
        """Tell it in one line, a fault in the way of compilers: file:line:column: what."""
        if isinstance(self.found, BoardError):
            return f"{self.file}:{self.found.line}:{self.found.column}: {text.say(self.found.message)}"
        said = [_form(self.found), *([_outlook(self.answer)] if self.answer else [])]
        return f"{self.file}: {'; '.join(text.say(message) for message in said)}"

    def as_json(self, text: Text) -> dict[str, Any]:
        """Tell it in plain data: of a win its ``solution``, and its ``turns``, or ``at_most`` where fewer may do."""
        if isinstance(self.found, BoardError):
            place = {"line": self.found.line, "column": self.found.column}
            return {"file": self.file, "well_formed": False, **place, "message": text.say(self.found.message)}
        board = self.found
        size = {"height": board.height, "width": board.width}
        needs = {"knights": len(board.knights), "required": board.required}
        return {"file": self.file, "well_formed": True, **size, **needs, **_answer(self.answer)}


def check(files: Sequence[Path], *, solving: bool) -> Iterator[Judged]:
    """Judge the files one after the other; raise Problem before the first verdict where one cannot be read."""
    contents = [(str(file), _read(file)) for file in files]
    for name, content in contents:
        try:
            board = parse_board(content)
        except BoardError as fault:
            yield Judged(name, fault)
        else:
            budget = afforded(BUDGET, len(board.knights))
            yield Judged(name, board, solve_or_win(board, budget=budget) if solving else None)


def _read(file: Path) -> bytes:
    try:
        return read_at_most(file, LARGEST_BOARD)
    except OSError as error:
        raise Problem(f"check: {file} cannot be read: {reason(error)}") from None


def _form(board: Board) -> Message:
    return Message(
        "well-formed, {height}×{width}, {knights}, {required} needed",
        height=board.height,
        width=board.width,
        knights=Message("{n} knight", plural="{n} knights", n=len(board.knights)),
        required=board.required,
    )


def _outlook(answer: Answer) -> Message:
    if isinstance(answer, Solved):
        return Message("can be won in {n} turn", plural="can be won in {n} turns", n=answer.turns)
    if isinstance(answer, Winnable):
        return Message("can be won in at most {n} turn", plural="can be won in at most {n} turns", n=answer.turns)
    return Message("not found within the bound") if isinstance(answer, NotFound) else Message("cannot be won")


def _answer(answer: Answer | None) -> dict[str, Any]:
    if answer is None:
        return {}
    if isinstance(answer, Solved | Winnable):
        turns = "turns" if isinstance(answer, Solved) else "at_most"
        return {"can_be_won": True, turns: answer.turns, "solution": [str(move) for move in answer.moves]}
    return {"can_be_won": None if isinstance(answer, NotFound) else False}
