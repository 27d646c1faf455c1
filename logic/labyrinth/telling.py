"""What the moves of Labyrinth do, in words, and what is to be kept in mind: for the log, the questions, the notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from logic.core import Message, Player
from logic.labyrinth.board import TREASURES, Arrow, Mark, Side
from logic.labyrinth.moves import LabyrinthMove, Push, Skip, Use, Walk
from logic.labyrinth.rules import State

LINES: Mapping[Side, Callable[[int | str], Message]] = {
    "E": lambda line: Message("row {line} from the left", line=line),
    "W": lambda line: Message("row {line} from the right", line=line),
    "S": lambda line: Message("column {line} from above", line=line),
    "N": lambda line: Message("column {line} from below", line=line),
}
"""How the line that an arrow pushes is called, by the side pushed to."""


def line_name(arrow: Arrow) -> Message:
    """Name an arrow by its line, as cells are named: rows by numbers, columns by letters."""
    name = str(arrow.cell)
    return LINES[arrow.side](int(name[1:]) if arrow.side in "EW" else name[0])


# -- what a move does


def describe(state: State, move: LabyrinthMove) -> Message:
    """Say what a move about to be made does; nobody is named where one plays alone."""
    player = Player(state.player)
    if isinstance(move, Use):
        return _used(player, move)
    if isinstance(move, Skip):
        return Message("{player} leaves the rune unused.", player=player)
    if state.params.players == 1:
        return _done_alone(state, move)
    if isinstance(move, Push):
        return Message("{player} pushes in: {line}.", player=player, line=line_name(move.arrow))
    return _walked(state, move)


def _done_alone(state: State, move: Push | Walk) -> Message:
    if isinstance(move, Push):
        return Message("Pushed in: {line}.", line=line_name(move.arrow))
    found, cell = _found_by(state, move), str(move.cell)
    if found:
        return Message("Found the {treasure} on {cell}.", treasure=TREASURES[found], cell=cell)
    if _comes_home(state, move):
        return Message("Home again on {cell}.", cell=cell)
    if move.cell == state.pawns[state.player]:
        return Message("Stayed on {cell}.", cell=cell)
    return Message("Walked to {cell}.", cell=cell)


def _found_by(state: State, move: Walk) -> str:
    """Give the treasure that a walk brings; nothing where it brings none."""
    symbol = state.tile(move.cell).symbol
    return symbol if symbol in state.goals(state.player) else ""


def _comes_home(state: State, move: Walk) -> bool:
    return state.goes_home(state.player) and move.cell == state.params.starts[state.player]


def _walked(state: State, move: Walk) -> Message:
    player, cell, found = Player(state.player), str(move.cell), _found_by(state, move)
    if found:
        return Message("{player} finds the {treasure} on {cell}.", player=player, treasure=TREASURES[found],
                       cell=cell)  # fmt: skip
    if _comes_home(state, move):
        return Message("{player} comes home to {cell}.", player=player, cell=cell)
    if move.cell == state.pawns[state.player]:
        return Message("{player} stays on {cell}.", player=player, cell=cell)
    return Message("{player} walks to {cell}.", player=player, cell=cell)


USES: Mapping[Mark, Callable[[Player], Message]] = {
    "push_again": lambda player: Message("{player} uses the rune, and pushes once more.", player=player),
    "turn_again": lambda player: Message("{player} uses the rune: another turn follows.", player=player),
    "exchange": lambda player: Message("{player} uses the rune, and puts the top card last.", player=player),
    "wall": lambda player: Message("{player} uses the rune, and may walk through one wall.", player=player),
}


def _used(player: Player, move: Use) -> Message:
    if move.mark == "swap":
        return Message("{player} uses the rune, and changes places with {other}.", player=player, other=_on(move))
    if move.mark == "peek":
        return Message("{player} uses the rune, and looks at the top card of {other}.", player=player, other=_on(move))
    return USES[move.mark](player)


def _on(move: Use) -> Player:
    assert move.on is not None  # noqa: S101 - told to the type checker
    return Player(move.on)


# -- what is to be kept in mind


def notice(view: State) -> Message | None:
    """Say who may win with the next turn, of those whom the player to move plays against; None where nobody may."""
    if view.outcome() is not None:
        return None
    piles, count = view.params.piles, view.params.players
    others = [(view.player + i) % count for i in range(1, count)]
    near = [seat for seat in others if piles[seat] != piles[view.player] and _is_about_to_end(view, seat)]
    if not near:
        return None
    if len(near) > 1:
        return Message("Several players may win with their next turn.")
    if view.params.end == "home":
        return Message("{player} has all treasures, and needs only to come home.", player=Player(near[0]))
    return Message("{player} needs only one more treasure.", player=Player(near[0]))


def _is_about_to_end(state: State, seat: int) -> bool:
    return len(state.deck(seat)) == (0 if state.params.end == "home" else 1)


def warning(view: State, move: LabyrinthMove) -> Message | None:
    """Ask before a walk that leaves lying what could be taken, or does not come home where that would win.

    The treasure is not named: others may look on.
    """
    if not isinstance(move, Walk):
        return None
    ways = view.ways()
    if view.goes_home(view.player):
        home = view.params.starts[view.player]
        missed = home in ways and move.cell != home
        return Message("You could walk home now, and win. Do something else?") if missed else None
    goals = [cell for goal in view.goals(view.player) if (cell := view.cell_of(goal)) in ways]
    if goals and move.cell not in goals:
        return Message("A treasure of yours can be reached from here. Leave it?")
    return None
