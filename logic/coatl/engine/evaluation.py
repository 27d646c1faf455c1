"""What a seat of Cóatl may hope for: the best pair of plans for its cóatls, in points less the turns they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from logic.coatl.components import HAND, MOST_PROPHECIES, kind_of_card
from logic.coatl.engine.targets import BODY, HEAD, MOST_ADDED, TYPES, Floats, Ints, Offer, Stock, Targets

NEVER: Final = 30.0
"""Turns that a piece takes which cannot come any more."""
SHORTLIST: Final = 14
"""Plans of each cóatl that are paired with those of another."""
ROWS: Final = np.arange(TYPES) * (MOST_ADDED + 1)
"""Where the prices of each type begin in their table."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How a computer player weighs things; points, but for the prices of pieces, which are turns.

    ``rate`` is what a turn is worth, ``slot`` what is given up with one of the three cóatls, ``risk`` what is left of
    a card or temple that others may take. ``seen`` is the price of a body that lies on the supply board, ``unseen``
    of one still in the bag where all colours are as frequent, ``wait`` what a head or tail costs more that is not
    there yet. ``clog`` is what each card in the hand costs, ``blind`` what one from the deck may bring, ``fresh`` what
    new cards face up, ``token`` what a token is kept for, ``feather`` what a golden one is worth. ``spread`` tells how
    vague a guessed number of turns is, ``counts`` whether the bags are counted, ``pairs`` whether two cóatls are
    planned together.
    """

    rate: float = 2.2
    slot: float = 3.0
    risk: float = 0.7
    seen: float = 0.56
    unseen: float = 0.7
    wait: float = 0.6
    clog: float = 0.3
    blind: float = 0.6
    fresh: float = 1.0
    token: float = 1.5
    feather: float = 0.8
    spread: float = 1.5
    counts: bool = True
    pairs: bool = True


class Plan(NamedTuple):
    """A choice of targets, by the place of their list: the row of each, or none; and what it is worth."""

    value: float
    rows: tuple[int | None, ...]
    shown: bool


def prices(have: Ints, offer: Offer, taste: Taste) -> Floats:
    """How many turns it takes to get so many pieces of each type, by type and number."""
    rows = []
    bodies = max(1, int(offer.bag[BODY:HEAD].sum()))
    for kind in range(TYPES):
        seen, bag = int(offer.supply[kind]), int(offer.bag[kind])
        if kind < HEAD:
            share = bag / bodies if taste.counts else 0.2
            first, later = taste.seen, taste.unseen + max(0.0, 0.03 / max(share, 0.02) - 0.15)
        else:
            first, later = 1.0, 1.0 + taste.wait
        most = seen + (bag if taste.counts else MOST_ADDED)
        each = [0.0] * (1 + int(have[kind])) + [first] * seen + [later] * (most - seen) + [NEVER] * MOST_ADDED
        rows.append(each[: MOST_ADDED + 1])
    return np.cumsum(np.array(rows), axis=1)


@dataclass(frozen=True, slots=True)
class Hopes:
    """The lists of targets of a seat's cóatls, and what their columns are: cards and temples.

    ``placed`` and ``barred`` are by list: the cards that lie there already, and those that may not be laid there.
    """

    lists: tuple[Targets, ...]
    cards: tuple[str, ...]
    temples: tuple[str, ...]
    placed: tuple[tuple[str, ...], ...]


class Means(NamedTuple):
    """What a plan may use: stock, cards in the hand, those face up, temples in the hand, and turns.

    ``left`` is how many turns there are, None where nobody can tell; ``sure`` whether that is known or only guessed.
    """

    stock: Stock
    hand: tuple[str, ...]
    shown: tuple[str, ...]
    temples: tuple[str, ...]
    left: float | None
    sure: bool = True


def urgency(left: float | None, sure: bool) -> float:
    """What part of its worth a turn has with so many turns left: with the last ones nothing else can be done."""
    return 1.0 if left is None or not sure else min(1.0, max(0.1, (left - 2) / 8))


def fading(left: float | None, sure: bool) -> float:
    """What part of its worth one of the three cóatls has with so many turns left."""
    return 1.0 if left is None or not sure else min(1.0, max(0.0, (left - 4) / 6))


class Appraiser:
    """Values what a seat could do with given means."""

    def __init__(self, hopes: Hopes, offer: Offer, taste: Taste) -> None:
        self.hopes, self.offer, self.taste = hopes, offer, taste

    def plans(self, means: Means, most: int = 1) -> list[Plan]:
        """The best plans, the best one first; building nothing at all is one of them."""
        found = [Plan(0.0, (None,) * len(self.hopes.lists), False)]
        table = prices(means.stock.have, self.offer, self.taste)
        for shown in (False, True) if means.shown and len(means.hand) < HAND else (False,):
            found += self._with_cards(means, table, most, shown=shown)
        found.sort(key=lambda plan: -plan.value)
        clog = self.taste.clog * len(means.hand)
        return [plan._replace(value=plan.value - clog) for plan in found[:most]]

    def value(self, means: Means) -> float:
        """What the best plan is worth."""
        return self.plans(means)[0].value

    def _with_cards(self, means: Means, table: Floats, most: int, *, shown: bool) -> list[Plan]:
        parts = [self._part(number, means, shown, table) for number in range(len(self.hopes.lists))]
        plans = []
        for number, part in enumerate(parts):
            for row in part.order[:most].tolist():
                rows = tuple(int(part.rows[row]) if other == number else None for other in range(len(parts)))
                plans.append(Plan(float(part.values[row]), rows, shown))
        if len(parts) == 2 and self.taste.pairs and all(len(part.rows) for part in parts):
            plans += self._paired(parts[0], parts[1], means, shown, table, most)
        return plans

    def _part(self, number: int, means: Means, shown: bool, table: Floats) -> _Part:
        """Value each target of a list by itself, and keep a shortlist."""
        targets, placed = self.hopes.lists[number], self.hopes.placed[number]
        gains, fixed = self._gains(targets, placed, means, shown)
        shrines = targets.shrines * self._temple_weights(means)
        points = gains.sum(axis=1) + fixed + shrines.max(axis=1, initial=0.0)
        turns = self._turns(targets.needs, means.stock, table, shown)
        values = self._worth(points, turns, means, 1)
        best = np.argsort(-values, kind="stable")[:SHORTLIST]
        return _Part(best, values[best], np.arange(len(best)), targets.needs[best], gains[best], fixed[best],
                     shrines[best], turns[best])  # fmt: skip

    def _gains(self, targets: Targets, placed: Sequence[str], means: Means, shown: bool) -> tuple[Floats, Floats]:
        """The points of the cards that may be laid, by column, and those of the cards that lie there."""
        room = MOST_PROPHECIES - len(placed)
        fixed = targets.points[:, self._columns(placed)].sum(axis=1)
        kinds = {kind_of_card(card) for card in placed}
        gains = targets.points * self._weights(means.hand, 1.0, kinds)
        if shown:
            slots = min(HAND - len(means.hand), room)
            gains += _top(targets.points * self._weights(means.shown, self.taste.risk, kinds), slots)
        return _top(gains, room), fixed

    def _columns(self, cards: Iterable[str]) -> list[int]:
        return [self.hopes.cards.index(card) for card in cards]

    def _weights(self, cards: Sequence[str], weight: float, barred: Iterable[str]) -> Floats:
        """A weight for each of the cards, but only once for twins, and none for those that may not be laid."""
        weights, seen = np.zeros(len(self.hopes.cards)), set(barred)
        for card in cards:
            if kind_of_card(card) not in seen and card in self.hopes.cards:
                seen.add(kind_of_card(card))
                weights[self.hopes.cards.index(card)] = weight
        return weights

    def _temple_weights(self, means: Means) -> Floats:
        return np.array([1.0 if temple in means.temples else self.taste.risk for temple in self.hopes.temples])

    def _turns(self, needs: Ints, stock: Stock, table: Floats, shown: bool) -> Floats:
        """The turns that it takes to get the pieces, to build, and to choose cards."""
        missing = np.maximum(0, needs - stock.have).sum(axis=-1)
        takes = table.ravel().take(np.minimum(needs, MOST_ADDED) + ROWS).sum(axis=-1)
        builds = 1.0 + np.maximum(0, missing - stock.free) / 8.0
        turns: Floats = takes + builds + float(shown)
        return turns

    def _worth(self, points: Floats, turns: Floats, means: Means, count: int) -> Floats:
        """Points less turns; where the turns are counted, only what can be finished in time."""
        rate = self.taste.rate * urgency(means.left, means.sure)
        slot = self.taste.slot * fading(means.left, means.sure) * count
        if means.left is None:
            return points - rate * turns - slot
        return points * self._chance(turns, means.left, means.sure) - rate * turns - slot

    def _chance(self, turns: Floats, left: float, sure: bool) -> Floats:
        """How likely so many turns are there before the end."""
        if sure:
            return np.clip(left - turns + 1.0, 0.0, 1.0)
        likely: Floats = 1.0 / (1.0 + np.exp((turns - left - 1.0) / self.taste.spread))
        return likely

    def _paired(self, one: _Part, other: _Part, means: Means, shown: bool, table: Floats, most: int) -> list[Plan]:
        """Value pairs of targets that share pieces, cards and turns."""
        needs = one.needs[:, None] + other.needs[None]
        cards = np.maximum(one.gains[:, None], other.gains[None]).sum(axis=2)
        points = cards + one.fixed[:, None] + other.fixed[None] + _two_temples(one.shrines, other.shrines)
        turns = self._turns(needs, means.stock, table, shown)
        values = self._worth(points, turns, means, 2)
        flat = np.argsort(-values, axis=None, kind="stable")[:most]
        return [
            Plan(float(values[i, j]), (int(one.rows[i]), int(other.rows[j])), shown)
            for i, j in (divmod(place, values.shape[1]) for place in flat.tolist())
        ]


class _Part(NamedTuple):
    """The shortlist of one list of targets: rows, values, order of values, and what pairing needs."""

    rows: Ints
    values: Floats
    order: Ints
    needs: Ints
    gains: Floats
    fixed: Floats
    shrines: Floats
    turns: Floats


def _top(gains: Floats, most: int) -> Floats:
    """Keep the ``most`` greatest of each row, and put 0 for the others."""
    if most <= 0:
        return np.zeros_like(gains)
    if np.count_nonzero(gains.any(axis=0)) <= most:
        return gains
    order = np.argsort(-gains, axis=1, kind="stable")[:, most:]
    kept = gains.copy()
    kept[np.arange(len(kept))[:, None], order] = 0.0
    return kept


def _two_temples(one: Floats, other: Floats) -> Floats:
    """What two cóatls get from temples: each one at most, and not the same."""
    best: Floats = one.max(axis=1, initial=0.0)[:, None] + np.zeros(len(other))
    best = np.maximum(best, other.max(axis=1, initial=0.0)[None])
    for column in range(one.shape[1]):
        rest = other.copy()
        rest[:, column] = 0.0
        best = np.maximum(best, one[:, column, None] + rest.max(axis=1, initial=0.0)[None])
    return best
