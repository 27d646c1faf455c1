"""A position of Labyrinth as text: passages as lines, each tile with its id; what it prints can be read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.pictures import changed_params

if TYPE_CHECKING:
    from logic.labyrinth.rules import State

GLYPHS = {
    "NS": "│", "EW": "─", "NE": "└", "ES": "┌", "SW": "┐", "NW": "┘",
    "NES": "├", "ESW": "┬", "NSW": "┤", "NEW": "┴",
}  # fmt: skip
"""How the passages of a tile are drawn."""


def drawn(state: State) -> str:
    """Draw a position: the grid, then a line each for the spare tile, pawns, cards, treasures found, and the turn."""
    rows = [" ".join(f"{GLYPHS[tile.open]}{tile.id}".ljust(4) for tile in tiles).rstrip() for tiles in state.grid]
    lines = [
        *rows,
        f"spare {GLYPHS[state.spare.open]}{state.spare.id}",
        f"pawns {' '.join(map(str, state.pawns))}",
        f"cards {' | '.join(' '.join(deck) or '-' for deck in state.decks)}",
        f"found {' | '.join(' '.join(names) or '-' for names in state.found)}",
        f"player {state.player + 1}, turn {state.turn}, {state.phase}",
    ]
    return "\n".join([*lines, *_rest(state)])


def _rest(state: State) -> list[str]:
    """Give the lines that only some positions have."""
    lines = []
    if state.last is not None:
        lines.append(f"last {state.last}")
    tiles = [tile for row in state.grid for tile in row] + [state.spare]
    marks = [f"{tile.id} {tile.mark}" for tile in tiles if tile.mark]
    if marks:
        lines.append(f"marks {', '.join(marks)}")
    bonus = [name for name, there in (("turn", state.bonus.turn), ("wall", state.bonus.wall)) if there]
    if bonus:
        lines.append(f"bonus {' '.join(bonus)}")
    if state.peeks:
        lines.append(f"peeks {', '.join(f'{peek.viewer + 1} {peek.pile + 1}' for peek in state.peeks)}")
    if state.winners:
        lines.append(f"won {' '.join(str(seat + 1) for seat in state.winners)}")
    changed = changed_params(state.params)
    return [*lines, f"rules {changed}"] if changed else lines
