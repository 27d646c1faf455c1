"""Texts of the L-Game: what a move does, and the position for an adviser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from logic.core import Cell, Message, Player
from logic.game import Narration
from logic.lgame.engine.tablebase import compact, lays, replies, shifts
from logic.lgame.notation import from_text
from logic.lgame.rules import L_IDS, LETTERS, NEUTRAL_IDS, SQUARES, Lay, LMove, Shift, State
from logic.narration import turn

MIDDLE = frozenset(Cell(row, col) for row in (1, 2) for col in (1, 2))


def named(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


# -- what a move does


def start_of(state: State, move: Shift) -> str:
    """The cell from which a shift takes its pebble."""
    return str(state.neutrals[NEUTRAL_IDS.index(move.neutral)])


# -- what matters now


def _phase(view: State) -> Message:
    n = len(view.legal_moves())
    if view.phase == "shift":
        return Message("The L is laid: there [is|are] {n} [way|ways] to move a neutral piece or to leave both.", n=n)
    return Message("The L can be laid in {n} [way|ways].", n=n)


def _places(view: State, seat: int) -> int:
    """The number of other places for a player's L as the pieces lie."""
    return len(lays(compact(replace(view, player=seat))))


def _room(view: State, viewer: int) -> Message:
    own, other = _places(view, viewer), _places(view, 1 - viewer)
    return Message("Other places as the pieces lie: {own} for your L, {other} for the other.", own=own, other=other)


def _threat(view: State, viewer: int) -> Message:
    """Whether the player to move can leave the other's L without a place in this turn."""
    can = any(not lays(after) for after in _ways_to_end_the_turn(view))
    if view.player == viewer:
        return (Message("With this turn you can leave the other L without a place.") if can
                else Message("With this turn you cannot leave the other L without a place."))  # fmt: skip
    return (Message("With this turn your L can be left without a place.") if can
            else Message("With this turn your L cannot be left without a place."))  # fmt: skip


def _ways_to_end_the_turn(view: State) -> list[tuple[int, int, int]]:
    own, other, _ = here = compact(view)
    if view.phase == "shift":
        return [(other, own, pair) for pair in shifts(here)]
    return replies(here, view.can_shift)


def _repeated(view: State) -> tuple[Message, ...]:
    if not view.repetition or view.phase != "lay":
        return ()
    said = Message("This position has stood {n} [time|times]; {most} make a draw.")
    return (said.of(n=view.times_stood(), most=view.repetition),)


def _in_middle(view: State, seat: int) -> int:
    return len(SQUARES[view.ls[seat]] & MIDDLE)


# -- the role


class LGameNarration(Narration):
    """The ``NARRATION`` of the L-Game."""

    def describe(self, state: State, move: LMove) -> Message:
        """A short sentence on what a move does, for the log."""
        said = Message("{player} leaves the pebbles.")
        if isinstance(move, Lay):
            said = Message("{player} lays the L on {cells}.", cells=named(move.placement.cells))
        elif isinstance(move, Shift):
            start, target = start_of(state, move), str(move.target)
            said = Message("{player} moves a pebble from {start} to {target}.", start=start, target=target)
        return said.of(player=Player(state.player))

    def synopsis(self, view: State, viewer: int) -> tuple[Message, ...]:
        rival = 1 - viewer
        first, second = map(str, view.neutrals)
        return (
            turn(view, viewer),
            _phase(view),
            Message("Your L, {letter}: {squares}.", letter=LETTERS[viewer], squares=named(view.ls[viewer].cells)),
            Message("The other L, {letter}: {squares}.", letter=LETTERS[rival], squares=named(view.ls[rival].cells)),
            Message("Neutral pieces: n0 on {first}, n1 on {second}.", first=first, second=second),
            Message("Free squares: {squares}.", squares=named(view.free_cells())),
            _room(view, viewer),
            _threat(view, viewer),
            *_repeated(view),
            Message("Of the four squares in the middle: {own} under your L, {other} under the other.",
                    own=_in_middle(view, viewer), other=_in_middle(view, rival)),
            Message("Whoever cannot lay their L anew has lost."),
        )  # fmt: skip

    def constraints(self, view: State) -> tuple[Message, ...]:
        lines = [
            Message("A turn: take your L up and lay it anew, turned or mirrored as you like, so that not all four "
                    "squares are the same as before. Only free squares and its own may be covered."),
        ]  # fmt: skip
        if view.can_shift:
            lines.append(Message("Then move one of the two neutral pieces to a free square, or leave both."))
        if view.repetition:
            lines.append(Message("The same position makes a draw when it stands {n} [time|times].", n=view.repetition))
        return (
            *lines,
            Message("Whoever cannot lay their L anew has lost."),
            Message("Squares are named by column and row: a1 is at the upper left, d4 at the lower right."),
            Message("Moves are written “lay” with four squares, “shift” with n0 or n1 and a square, or “stay”."),
        )

    def plain(self, view: State) -> dict[str, Any]:
        return {
            "rows": view.rows(),
            "to_move": LETTERS[view.player],
            "phase": view.phase,
            "ls": {
                letter: {"id": name, "squares": [str(cell) for cell in placement.cells]}
                for letter, name, placement in zip(LETTERS, L_IDS, view.ls, strict=True)
            },
            "neutrals": {name: str(cell) for name, cell in zip(NEUTRAL_IDS, view.neutrals, strict=True)},
            "free": [str(cell) for cell in view.free_cells()],
            "neutrals_may_move": view.can_shift,
            "draw_when_stood": view.repetition,
            "stood": view.times_stood(),
        }

    def from_text(self, text: str) -> State:
        return from_text(text)


NARRATION = LGameNarration()
