"""How a plan becomes moves: what can be built of it now, card by card and piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from logic.coatl.building import BuildStep, built, can_be_ended, prophecy_points, steps, temple_points
from logic.coatl.fitting import core_of
from logic.coatl.moves import Attach, CoatlMove, Crown, Prophesy, Start
from logic.coatl.params import MOST_OPEN
from logic.coatl.rules import State
from logic.coatl.table import HIDDEN
from logic.coatl.targets import Core


class Aim(NamedTuple):
    """A target in words: which cóatl, its finished form, where its core lies in it, and the points of each card."""

    place: int
    word: str
    offset: int
    points: dict[str, float]


class Builder:
    """Builds towards aims with what a seat has; collects the moves and the seat they lead to."""

    def __init__(self, state: State, number: int, aims: Sequence[Aim]) -> None:
        self.state, self.aims = state, list(aims)
        self.seat = state.seats[number]
        self.temples = [temple for temple in state.temples if temple and temple != HIDDEN]
        self.moves: list[CoatlMove] = []

    def build(self, *, whole: bool) -> None:
        """Build what can be finished, then, where it is wanted, the rest; then lay the cards."""
        ready = self._together([aim for aim in self.aims if self._is_ready(aim)])
        rest = [aim for aim in self.aims if aim not in ready] if whole else []
        places = []
        for aim in (*ready, *rest):
            place = self._grow(aim)
            if place is not None:
                self._prophesy(place, aim)
                places.append(place)
        for place in places:
            self._crown(place)

    def can_end(self) -> bool:
        """Tell whether the build may end so."""
        return all(coatl.prophecies for coatl in self.seat.coatls if coatl.is_finished)

    def _missing(self, aim: Aim) -> list[str]:
        """Give the types that an aim still lacks, in the order of its word."""
        coatls = self.seat.coatls
        core = core_of(coatls[aim.place]) if aim.place < len(coatls) else Core()
        last = len(aim.word) - 1
        return [_type_at(aim.word, place) for place in range(last + 1)
                if not aim.offset <= place < aim.offset + len(core.colours)]  # fmt: skip

    def _held(self) -> list[str]:
        return [piece[:2] for piece in self.seat.pieces]

    def _is_ready(self, aim: Aim) -> bool:
        held = self._held()
        for kind in self._missing(aim):
            if kind not in held:
                return False
            held.remove(kind)
        return any(aim.points.get(card, 0) > 0 for card in self._cards_for(aim)) or self._has_cards(aim)

    def _has_cards(self, aim: Aim) -> bool:
        return aim.place < len(self.seat.coatls) and bool(self.seat.coatls[aim.place].prophecies)

    def _cards_for(self, aim: Aim) -> list[str]:
        """Give the cards of the hand that belong to this aim rather than to another, the best first."""
        others = [other for other in self.aims if other is not aim]
        mine = [
            card for card in self.seat.prophecies
            if aim.points.get(card, 0) > 0
            and all(_claim(aim, card) >= _claim(other, card) for other in others)
        ]  # fmt: skip
        return sorted(mine, key=lambda card: -aim.points[card])

    def _together(self, ready: list[Aim]) -> list[Aim]:
        """Keep the aims that can be finished in the same turn, the one worth more first."""
        held, kept = self._held(), []
        for aim in sorted(ready, key=lambda aim: -sum(aim.points[card] for card in self._cards_for(aim)[:4])):
            rest = [*held]
            for kind in self._missing(aim):
                if kind in rest:
                    rest.remove(kind)
                else:
                    break
            else:
                held = rest
                kept.append(aim)
        return kept

    def _do(self, move: BuildStep) -> bool:
        after = built(self.seat, move)
        if not can_be_ended(after):
            return False
        self.seat = after
        self.moves.append(move)
        return True

    def _piece(self, kind: str) -> str | None:
        return next((piece for piece in self.seat.pieces if piece[:2] == kind), None)

    def _grow(self, aim: Aim) -> int | None:
        """Add all pieces that go on in a row; give the place of the cóatl, None where nothing is there."""
        place, low = aim.place, aim.offset
        if place < len(self.seat.coatls):
            high = low + len(self.seat.coatls[place].pieces)
        else:
            begun = self._begun(aim.word)
            if begun is None:
                return None
            low, high = begun
            place = len(self.seat.coatls)
            piece = self._piece(_type_at(aim.word, low))
            if piece is None or len(self.seat.unfinished) >= MOST_OPEN:
                return None
            self._do(Start(piece))
            high = low + 1
        self._extend(place, aim.word, low, high)
        return place

    def _extend(self, place: int, word: str, low: int, high: int) -> None:
        """Add bodies at either end, then head and tail where their turn has come."""
        grown = True
        while grown:
            grown = False
            if high < len(word) and (high < len(word) - 1 or self._may_close(place)):
                piece = self._piece(_type_at(word, high))
                if piece is not None and self._do(Attach(piece, place, "tail")):
                    high, grown = high + 1, True
            if low > 0 and (low > 1 or self._may_close(place)):
                piece = self._piece(_type_at(word, low - 1))
                if piece is not None and self._do(Attach(piece, place, "head")):
                    low, grown = low - 1, True

    def _may_close(self, place: int) -> bool:
        return self.seat.coatls[place].has_body

    def _begun(self, word: str) -> tuple[int, int] | None:
        """Give the longest stretch of a word that the pieces at hand can make: where it is begun, and its end."""
        held, best, last = self._held(), (0, 0), len(word) - 1
        for low, high in product(range(len(word)), range(1, len(word) + 1)):
            if high - low <= best[1] - best[0]:
                continue
            wanted = [_type_at(word, place) for place in range(low, high)]
            if all(held.count(kind) >= wanted.count(kind) for kind in wanted):
                best = (low, high)
        low, high = best
        if high == low or (high - low == 1 and low in (0, last)):
            return None
        return (low + 1 if low == 0 else low), high

    def _prophesy(self, place: int, aim: Aim) -> None:
        for card in self._cards_for(aim):
            coatl = self.seat.coatls[place]
            move = Prophesy(card, place)
            if prophecy_points(card, coatl) > 0 and move in steps(self.seat, (), crowning=False):
                self._do(move)

    def _crown(self, place: int) -> None:
        """Lay the temple that brings most on a finished cóatl; of equal ones, one that lies face up."""
        coatl = self.seat.coatls[place]
        if not coatl.is_finished or coatl.locked or coatl.temple or not coatl.prophecies:
            return
        known = (*self.temples, *(temple for temple in self.seat.temples if temple != HIDDEN))
        best = max(known, key=lambda temple: temple_points(temple, coatl), default="")
        if best and temple_points(best, coatl) > 0:
            self._do(Crown(best, place))
            if best in self.temples:
                self.temples.remove(best)


def _claim(aim: Aim, card: str) -> tuple[float, int]:
    return aim.points.get(card, 0), -aim.place


def _type_at(word: str, place: int) -> str:
    """Give the type of the piece at a place of a finished word."""
    return word[place] + ("h" if place == 0 else "t" if place == len(word) - 1 else "b")
