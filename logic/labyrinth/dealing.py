"""Lays a maze of Labyrinth out and deals its cards, by the dice or by the seed of a maze that is always the same."""

from __future__ import annotations

from dataclasses import replace

from logic.core import Cell, Dice
from logic.labyrinth.board import TURNS, Mark, Tile
from logic.labyrinth.params import Params
from logic.labyrinth.rules import State


def new(params: Params, dice: Dice) -> State:
    """Lay the loose tiles out, each turned by chance, and deal the cards.

    The dice are asked in this order: the tiles' places, their rotations, the cards, who begins, the marks.
    """
    dice = dice if params.maze is None else Dice(params.maze)
    tiles = [replace(tile, rot=dice.below(TURNS[tile.shape])) for tile in dice.shuffled(params.loose_tiles)]
    decks = _deal(params, dice)
    first = dice.below(params.players) if params.first is None else params.first
    tiles = _marked(tiles, dice.shuffled(params.marks), dice)
    spare, left, fixed = tiles[-1], iter(tiles), params.fixed_tiles
    grid = tuple(
        tuple(fixed[cell] if (cell := Cell(row, col)) in fixed else next(left) for col in range(params.size))
        for row in range(params.size)
    )
    return State(params, grid, spare, params.starts, decks, ((),) * params.players, player=first)


def _deal(params: Params, dice: Dice) -> tuple[tuple[str, ...], ...]:
    """Deal the piles, what is left over lies aside; with numbers the one pile is in their order."""
    cards = list(params.treasures) if params.goals == "numbers" else dice.shuffled(params.treasures)
    decks = []
    for n in params.pile_sizes:
        decks.append(tuple(cards[:n]))
        del cards[:n]
    return tuple(decks)


def _marked(tiles: list[Tile], marks: list[Mark], dice: Dice) -> list[Tile]:
    """Put the marks on tiles without a treasure, drawn by the dice."""
    if not marks:
        return tiles
    chosen = dice.shuffled([tile.id for tile in tiles if not tile.symbol])[: len(marks)]
    by_id = dict(zip(chosen, marks, strict=True))
    return [replace(tile, mark=by_id.get(tile.id, "")) for tile in tiles]
