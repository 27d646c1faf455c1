"""Says where a position of Labyrinth contradicts itself: what lies twice or nowhere, who stands where nobody can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from logic.core import Cell
from logic.labyrinth.board import HIDDEN, TURNS, Tile
from logic.labyrinth.moves import NOTHING
from logic.labyrinth.params import Params
from logic.labyrinth.rules import State
from logic.pictures import Contradiction, Place


def check(state: State) -> None:
    """Raise Contradiction where the position, whole or as one player may know it, is impossible."""
    _check_tiles(state)
    _check_marks(state)
    _check_pawns(state)
    _check_cards(state)
    _check_turn(state)
    _check_peeks(state)
    _check_winners(state)


def known_tiles(params: Params) -> dict[str, Tile]:
    """Give every tile of a game by its id, lying as its layout has it or not turned."""
    return {tile.id: tile for tile in (*params.fixed_tiles.values(), *params.loose_tiles)}


def _placed(state: State) -> Iterator[tuple[Place, Tile]]:
    for row, tiles in enumerate(state.grid):
        for col, tile in enumerate(tiles):
            yield ("grid", row, col), tile
    yield ("spare",), state.spare


def _check_tiles(state: State) -> None:
    size = state.params.size
    if [len(row) for row in state.grid] != [size] * size:
        raise Contradiction(("grid",), f"{size} rows of {size} tiles were expected")
    known, seen = known_tiles(state.params), set[str]()
    fixed: dict[Place, Tile] = {("grid", *cell): tile for cell, tile in state.params.fixed_tiles.items()}
    for place, tile in _placed(state):
        _check_tile(place, tile, known, fixed.get(place))
        if tile.id in seen:
            missing = next(name for name in known if name not in {tile.id for _, tile in _placed(state)})
            raise Contradiction(place, f"{tile.id} lies there a second time, and {missing} nowhere")
        seen.add(tile.id)


def _check_tile(place: Place, tile: Tile, known: dict[str, Tile], fixed: Tile | None) -> None:
    if fixed is not None and tile.id != fixed.id:
        raise Contradiction(place, f"the fixed tile {fixed.id} was expected, not {tile.id}")
    if tile.id not in known:
        raise Contradiction(place, f"there is no tile {tile.id!r} in this game")
    same = known[tile.id]
    if same.fixed and fixed is None:
        raise Contradiction(place, f"a tile that moves was expected, not the fixed {tile.id}")
    if tile != replace(same, rot=tile.rot, mark=tile.mark):
        holding = f" with {same.symbol!r}" if same.symbol else " without a treasure"
        raise Contradiction(place, f"{tile.id} is a tile {same.shape}{holding}")
    if tile.rot not in range(TURNS[same.shape]) or (same.fixed and tile.rot != same.rot):
        raise Contradiction(place, f"{tile.id} cannot lie so")


def _check_marks(state: State) -> None:
    left = Counter(state.params.marks)
    for place, tile in _placed(state):
        if tile.mark:
            if tile.symbol or tile.fixed:
                raise Contradiction(place, f"a mark ({tile.mark}) was expected on tiles without a treasure only")
            left[tile.mark] -= 1
            if left[tile.mark] < 0:
                n = state.params.marks.count(tile.mark)
                raise Contradiction(place, f"no more than {n} marks {tile.mark!r} were expected")


def _check_pawns(state: State) -> None:
    size, count = state.params.size, state.params.players
    if len(state.pawns) != count:
        raise Contradiction(("pawns",), f"{count} pawns were expected")
    for seat, cell in enumerate(state.pawns):
        if not (0 <= cell.row < size and 0 <= cell.col < size):
            raise Contradiction(("pawns", seat), f"a cell of the board, {Cell(0, 0)} to {Cell(size - 1, size - 1)}, "
                                "was expected")  # fmt: skip


# -- cards


def _check_cards(state: State) -> None:
    params = state.params
    if len(state.decks) != len(params.pile_sizes):
        raise Contradiction(("decks",), f"{len(params.pile_sizes)} piles of cards were expected")
    if len(state.found) != params.players:
        raise Contradiction(("found",), f"a list of treasures found was expected for each of {params.players} players")
    seen = set[str]()
    for place, card in _cards(state):
        if card == HIDDEN and place[0] == "decks" and not params.open_cards:
            continue
        if card not in params.treasures:
            raise Contradiction(place, f"there is no treasure {card!r} in this game")
        if card in seen:
            raise Contradiction(place, f"the card {card!r} lies there a second time")
        seen.add(card)
    for pile in range(len(state.decks)):
        _check_pile(state, pile)


def _cards(state: State) -> Iterator[tuple[Place, str]]:
    for pile, deck in enumerate(state.decks):
        yield from ((("decks", pile, i), card) for i, card in enumerate(deck))
    for seat, names in enumerate(state.found):
        yield from ((("found", seat, i), name) for i, name in enumerate(names))


def _check_pile(state: State, pile: int) -> None:
    """See that a pile and what was found from it are what was dealt."""
    params, deck = state.params, state.decks[pile]
    dealt = params.pile_sizes[pile]
    found = sum(len(names) for seat, names in enumerate(state.found) if params.piles[seat] == pile)
    if len(deck) + found != dealt:
        raise Contradiction(("decks", pile), f"{dealt} cards were dealt, so {dealt - found} were expected here and "
                            f"{found} found, not {len(deck)}")  # fmt: skip
    if params.goals == "numbers" and deck != params.treasures[found:dealt]:
        raise Contradiction(("decks", pile), "the cards from the next number on, in order, were expected")


# -- whose turn it is, and what is known and over


def _check_turn(state: State) -> None:
    if state.player not in range(state.params.players):
        raise Contradiction(("player",), f"a player from 1 to {state.params.players} was expected")
    if state.turn < 1:
        raise Contradiction(("turn",), "a turn from 1 on was expected")
    if state.last is not None and state.last not in state.params.arrows:
        raise Contradiction(("last",), f"one of the game’s {len(state.params.arrows)} arrows was expected")
    if state.last is None and (state.phase != "push" or state.turn > 1):
        raise Contradiction(("last",), "the arrow of the last push was expected")
    if state.phase == "mark" and not state.uses():
        raise Contradiction(("phase",), "push or walk was expected: the spare tile bears no mark that can be used")
    for name, there in (("turn_again", state.bonus.turn), ("wall", state.bonus.wall)):
        if there and name not in state.params.marks:
            raise Contradiction(("bonus",), f"nothing was expected: no tile of this game bears the mark {name!r}")
    if state.bonus != NOTHING and state.last is None:
        raise Contradiction(("bonus",), "nothing was expected before the first push")


def _check_peeks(state: State) -> None:
    params = state.params
    for i, peek in enumerate(state.peeks):
        can_see = peek.viewer in range(params.players) and peek.pile in range(len(state.decks))
        if not can_see or params.piles[peek.viewer] == peek.pile or not state.decks[peek.pile]:
            raise Contradiction(("peeks", i), "somebody who has seen the top card of a pile of others was expected")
        if "peek" not in params.marks or params.open_cards or peek in state.peeks[:i]:
            raise Contradiction(("peeks", i), "nothing was expected: there was nothing new to be seen")


def _check_winners(state: State) -> None:
    over = state.params.end == "last_treasure" and not all(state.decks)
    if (state.winners or over) and (state.phase != "walk" or state.winners != state.enders()):
        known = " ".join(str(seat + 1) for seat in state.enders()) or "nobody"
        raise Contradiction(("winners",), f"{known} was expected at the end of player {state.player + 1}’s walk")
