"""A position of Cóatl as text: one line for whose turn it is, and one for each thing that lies somewhere.

What follows from the rest is left out: what is in the bags and decks, where it is in the order of the ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from logic.coatl.table import HIDDEN, TOKENS, Seat, Serpent
from logic.coatl.unseen import rest_of_prophecies, rest_of_temples, unseen_pieces
from logic.pictures import changed_params

if TYPE_CHECKING:
    from logic.coatl.rules import State

NOTHING: Final = "-"
"""Stands for a gap, and for a list of nothing."""


def drawn(state: State) -> str:
    """Draw the table as text, with everything that a viewer of the whole of it sees."""
    lines = [_turn(state), *_table(state)]
    for number, seat in enumerate(state.seats, 1):
        lines += (f"{number} {line}" for line in _seat(seat, tokens=state.params.tokens))
    return "\n".join([*lines, *_piles(state), *_end(state)])


def _turn(state: State) -> str:
    said = [f"player {state.player + 1}", f"turn {state.turn}", f"first {state.first + 1}"]
    if state.action:
        said.append(state.action)
    if state.left:
        said.append(f"left {state.left}")
    if state.victim is not None:
        said.append(f"from {state.victim + 1}")
    return ", ".join(said)


def _table(state: State) -> Iterator[str]:
    yield f"supply {' | '.join(' '.join(pieces) or NOTHING for pieces in state.supply)}"
    yield f"display {_listed(state.display)}"
    yield f"temples {_listed(state.temples)}"
    if state.discards:
        yield f"discards {_listed(state.discards)}"


def _seat(seat: Seat, *, tokens: bool) -> Iterator[str]:
    """Give the lines of a player, without what there is nothing of."""
    if seat.pieces:
        yield f"board {_listed(seat.board)}"
    for coatl in seat.coatls:
        yield f"coatl {_serpent(coatl)}"
    for name, cards in (("prophecies", seat.prophecies), ("temples", seat.temples)):
        if cards:
            yield f"{name} {_listed(cards)}"
    if seat.tokens != (TOKENS if tokens else ()):
        yield f"tokens {_listed(seat.tokens)}"
    for name, cards in (("aside", seat.aside), ("gifts", seat.gifts)):
        if cards:
            yield f"{name} {_listed(cards)}"


def _serpent(coatl: Serpent) -> str:
    cards = (*coatl.prophecies, *([coatl.temple] if coatl.temple else ()))
    laid = f" + {' '.join(cards)}" if cards else ""
    return f"{' '.join(coatl.pieces)}{laid}{', locked' if coatl.locked else ''}"


def _piles(state: State) -> Iterator[str]:
    """Give the bags and decks that are not in the order of the ids."""
    rest = unseen_pieces(state)
    piles = (
        ("heads", state.bags.head, rest.head),
        ("tails", state.bags.tail, rest.tail),
        ("bodies", state.bags.body, rest.body),
        ("deck", state.deck, rest_of_prophecies(state)),
        ("shrines", state.temple_deck, rest_of_temples(state)),
    )
    for name, pile, expected in piles:
        if pile != expected:
            yield f"{name} {_listed(pile)}"


def _end(state: State) -> Iterator[str]:
    """Give the lines about the end, about chance, and about the rules, which only some positions have."""
    if state.queue is not None:
        seats = "over" if state.over else _listed(str(seat + 1) for seat in state.queue)
        yield f"end {state.cause}, {seats}"
    if state.passes:
        yield f"passes {state.passes}"
    if state.seed or state.shuffles:
        yield f"seed {state.seed}, {state.shuffles} shuffles"
    changed = changed_params(state.params)
    if changed:
        yield f"rules {changed}"


def _listed(things: Iterable[str]) -> str:
    """Give a list in a line: gaps as dashes, and many hidden things as their number."""
    parts = []
    for thing, run in groupby(thing or NOTHING for thing in things):
        count = len(list(run))
        parts += [f"{HIDDEN}*{count}"] if thing == HIDDEN and count > 1 else [thing] * count
    return " ".join(parts) or NOTHING
