"""Evaluates a seat of Cóatl: the best pair of plans for its cóatls, in points less the cost of the turns they take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from logic.coatl.components import HAND, MOST_PROPHECIES, kind_of_card
from logic.coatl.engine.targets import BODY, HEAD, MOST_ADDED, TYPES, Floats, Ints, Offer, Stock, Targets

NEVER: Final = 30.0
"""The turns charged for a piece that cannot come any more."""
ROWS: Final = np.arange(TYPES) * (MOST_ADDED + 1)
"""The offset of each type's prices in their table."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a computer player's evaluation; in points, except the prices of pieces, which are in turns.

    ``rate`` is what a turn is worth, ``slot`` what is given up with one of the three cóatls, ``risk`` what remains of a
    card or temple that others may take. ``seen`` is the price of a body on the supply board, ``unseen`` of one still in
    the bag if all colours are equally frequent, ``wait`` the extra price of a head or tail that is not on the board
    yet. ``clog`` is the cost of each card in hand, ``blind`` the expected worth of a card from the deck, ``fresh`` of
    new cards face up, ``token`` the worth of keeping a token, ``feather`` of a golden feather. ``spread`` is the
    uncertainty of an estimated number of turns, ``counts`` whether the bags are counted, ``pairs`` whether two cóatls
    are planned together.
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
    """A choice of targets: its value, a row or None for each list of targets, and whether it chooses face-up cards."""

    value: float
    rows: tuple[int | None, ...]
    shown: bool


GRAIN: Final = 2.0**-12
"""The unit to which turns and probabilities are rounded, so that results are equal on every machine."""
COUNTS: Final = np.arange(MOST_ADDED + 1)
"""The numbers of pieces of a type that a plan may need."""


def prices(have: Ints, offer: Offer, weights: Weights) -> Floats:
    """The turns needed to get a number of pieces of each type, by type and number; vectorised over leading axes."""
    missing = np.maximum(0, COUNTS - have[..., None])
    seen, bag = offer.supply[..., None], offer.bag[..., None]
    rest = bag if weights.counts else np.full_like(bag, MOST_ADDED)
    later = np.minimum(np.maximum(0, missing - seen), rest)
    gone = np.maximum(0, missing - seen - rest)
    turns: Floats = (
        _supply_costs(weights) * np.minimum(missing, seen) + _bag_costs(offer, weights) * later + NEVER * gone
    )
    return turns


def _supply_costs(weights: Weights) -> Floats:
    """The cost of pieces on the supply board, by type."""
    costs = np.full((TYPES, 1), 1.0)
    costs[:HEAD] = _rounded(weights.seen)
    return costs


def _bag_costs(offer: Offer, weights: Weights) -> Floats:
    """The cost of pieces in the bags, by type."""
    costs = np.empty((*offer.bag.shape, 1))
    bodies = offer.bag[..., BODY:HEAD]
    share = bodies / np.maximum(1, bodies.sum(axis=-1, keepdims=True)) if weights.counts else np.full(bodies.shape, 0.2)
    scarce = np.maximum(0.0, 0.03 / np.maximum(share, 0.02) - 0.15)
    costs[..., BODY:HEAD, 0] = _rounded(weights.unseen + scarce)
    costs[..., HEAD:, 0] = _rounded(1.0 + weights.wait)
    return costs


def _rounded(number: Floats | float) -> Floats:
    whole: Floats = np.round(np.asarray(number) / GRAIN) * GRAIN
    return whole


@dataclass(frozen=True, slots=True)
class TargetLists:
    """The lists of targets of a seat's cóatls, and the cards and temples that their columns stand for.

    ``placed`` has for each list the prophecies that lie there already.
    """

    lists: tuple[Targets, ...]
    cards: tuple[str, ...]
    temples: tuple[str, ...]
    placed: tuple[tuple[str, ...], ...]


class Means(NamedTuple):
    """The resources of a plan: stock, cards in hand, cards face up, temples in hand, and turns.

    ``left`` is the number of turns left, None if unknown; ``sure`` says whether it is exact.
    """

    stock: Stock
    hand: tuple[str, ...]
    shown: tuple[str, ...]
    temples: tuple[str, ...]
    left: float | None
    sure: bool = True


def turn_value_factor(left: float | None, sure: bool) -> float:
    """The factor for the value of a turn, by the turns left: in the last ones little else can be done."""
    return 1.0 if left is None or not sure else min(1.0, max(0.1, (left - 2) / 8))


def coatl_value_factor(left: float | None, sure: bool) -> float:
    """The factor for the value of one of the three cóatls, by the turns left."""
    return 1.0 if left is None or not sure else min(1.0, max(0.0, (left - 4) / 6))


Case = tuple[Means, Offer]
"""The means of a seat, and what can still be got."""


class Evaluator:
    """Finds the best plans of a seat for given resources."""

    def __init__(self, target_lists: TargetLists, offer: Offer, weights: Weights, paired: int) -> None:
        self.target_lists, self.offer, self.weights, self.paired = target_lists, offer, weights, paired
        self._known: list[dict[_Worths, _Gains]] = [{} for _ in target_lists.lists]

    def plans(self, means: Means, most: int = 1) -> list[Plan]:
        """The best plans, the best one first; building nothing is one of them."""
        return self._weighed([(means, self.offer)], most)[0]

    def value(self, means: Means) -> float:
        """The value of the best plan."""
        return self.plans(means)[0].value

    def best(self, cases: Sequence[Case]) -> list[Plan]:
        """The best plan in each of some cases, which have the same number of turns left."""
        return [plans[0] for plans in self._weighed(cases, 1)] if cases else []

    def can_finish_now(self, means: Means) -> bool:
        """Return whether a cóatl on which a card in hand scores can be finished with the stock alone."""
        for number, targets in enumerate(self.target_lists.lists):
            there = (targets.needs <= means.stock.have).all(axis=1)
            if there.any() and self._worths(number, means, shown=False).gains[there].any():
                return True
        return False

    def _weighed(self, cases: Sequence[Case], most: int) -> list[list[Plan]]:
        ways = [
            _Approach(number, shown)
            for number, (means, _) in enumerate(cases)
            for shown in ((False, True) if means.shown and len(means.hand) < HAND else (False,))
        ]
        found = [[Plan(0.0, (None,) * len(self.target_lists.lists), shown=False)] for _ in cases]
        batch = _Batch(cases, ways, self.weights)
        parts = [self._part(number, batch) for number in range(len(self.target_lists.lists))]
        for number, part in enumerate(parts):
            for way, row, value in part.best(most):
                rows = tuple(row if other == number else None for other in range(len(parts)))
                found[ways[way].case].append(Plan(value, rows, ways[way].shown))
        if len(parts) == 2 and self.weights.pairs and all(part.rows.shape[1] for part in parts):
            for way, rows, value in self._paired(parts[0], parts[1], batch, most):
                found[ways[way].case].append(Plan(value, rows, ways[way].shown))
        for (means, _), plans in zip(cases, found, strict=True):
            plans.sort(key=lambda plan: -plan.value)
            clog = self.weights.clog * len(means.hand)
            plans[:] = [Plan(plan.value - clog, plan.rows, plan.shown) for plan in plans[:most]]
        return found

    def _part(self, number: int, batch: _Batch) -> _Part:
        """Value each target of a list by itself, and keep a shortlist."""
        targets = self.target_lists.lists[number]
        worths = [self._worths(number, batch.cases[way.case][0], shown=way.shown) for way in batch.ways]
        turns = batch.turns_of_each(targets)
        points = np.array([worth.points for worth in worths])
        values = self._worth(points, turns, batch, 1)
        best = np.argsort(-values, axis=1, kind="stable")[:, : self.paired]
        each = np.arange(len(batch.ways))[:, None]
        gains = np.array([worth.gains[rows] for worth, rows in zip(worths, best, strict=True)])
        shrines = np.array([worth.shrines[rows] for worth, rows in zip(worths, best, strict=True)])
        fixed = worths[0].fixed[best]
        return _Part(best, values[each, best], targets.needs[best], gains, fixed, shrines)

    def _worths(self, number: int, means: Means, *, shown: bool) -> _Gains:
        """The values of a list's targets with the available cards and temples."""
        key = _Worths(means.hand, means.shown if shown else (), means.temples)
        known = self._known[number]
        if key not in known:
            targets, placed = self.target_lists.lists[number], self.target_lists.placed[number]
            gains, fixed = self._gains(targets, placed, means, shown)
            shrines = targets.shrines * np.array(
                [1.0 if temple in means.temples else self.weights.risk for temple in self.target_lists.temples]
            )
            known[key] = _Gains(gains, fixed, shrines, gains.sum(axis=1) + fixed + shrines.max(axis=1, initial=0.0))
        return known[key]

    def _gains(self, targets: Targets, placed: Sequence[str], means: Means, shown: bool) -> tuple[Floats, Floats]:
        """The points of the cards that may be laid, by column, and those of the cards laid already."""
        room = MOST_PROPHECIES - len(placed)
        fixed = targets.points[:, self._columns(placed)].sum(axis=1)
        kinds = {kind_of_card(card) for card in placed}
        gains = targets.points * self._weights(means.hand, 1.0, kinds)
        if shown:
            slots = min(HAND - len(means.hand), room)
            gains += _top(targets.points * self._weights(means.shown, self.weights.risk, kinds), slots)
        return _top(gains, room), fixed

    def _columns(self, cards: Iterable[str]) -> list[int]:
        return [self.target_lists.cards.index(card) for card in cards]

    def _weights(self, cards: Sequence[str], weight: float, barred: Iterable[str]) -> Floats:
        """A weight for each card column, once for twins, and 0 for cards that may not be laid."""
        weights, seen = np.zeros(len(self.target_lists.cards)), set(barred)
        for card in cards:
            if kind_of_card(card) not in seen and card in self.target_lists.cards:
                seen.add(kind_of_card(card))
                weights[self.target_lists.cards.index(card)] = weight
        return weights

    def _worth(self, points: Floats, turns: Floats, batch: _Batch, count: int) -> Floats:
        """Points minus the cost of turns; with known turns only for what can be finished in time."""
        means = batch.cases[0][0]
        rate = self.weights.rate * turn_value_factor(means.left, means.sure)
        slot = self.weights.slot * coatl_value_factor(means.left, means.sure) * count
        if means.left is None:
            return points - rate * turns - slot
        return points * self._chance(turns, means.left, means.sure) - rate * turns - slot

    def _chance(self, turns: Floats, left: float, sure: bool) -> Floats:
        """The probability that there are that many turns before the end."""
        if sure:
            return np.clip(left - turns + 1.0, 0.0, 1.0)
        return _rounded(1.0 / (1.0 + np.exp((turns - left - 1.0) / self.weights.spread)))

    def _paired(
        self, one: _Part, other: _Part, batch: _Batch, most: int
    ) -> Iterator[tuple[int, tuple[int, int], float]]:
        """Value pairs of targets that share pieces, cards and turns: way, rows and value of the best ones."""
        needs = one.needs[:, :, None] + other.needs[:, None]
        cards = np.maximum(one.gains[:, :, None], other.gains[:, None]).sum(axis=-1)
        points = cards + one.fixed[:, :, None] + other.fixed[:, None] + _two_temples(one.shrines, other.shrines)
        values = self._worth(points, batch.turns(needs), batch, 2).reshape(len(batch.ways), -1)
        width = other.rows.shape[1]
        for way, best in enumerate(np.argsort(-values, axis=1, kind="stable")[:, :most].tolist()):
            for pair in best:
                i, j = divmod(pair, width)
                yield way, (int(one.rows[way, i]), int(other.rows[way, j])), float(values[way, pair])


class _Approach(NamedTuple):
    """An approach to a case: with the face-up cards, or without them."""

    case: int
    shown: bool


class _Worths(NamedTuple):
    """What determines the points of targets: the cards in hand, those face up, the temples in hand."""

    hand: tuple[str, ...]
    shown: tuple[str, ...]
    temples: tuple[str, ...]


class _Gains(NamedTuple):
    """The gains of a list's targets: by card in hand and face up, by cards laid, by temple; and the total."""

    gains: Floats
    fixed: Floats
    shrines: Floats
    points: Floats


class _Batch:
    """Cases that are valued together, with a table of turns by number of pieces for each approach."""

    def __init__(self, cases: Sequence[Case], ways: Sequence[_Approach], weights: Weights) -> None:
        self.cases, self.ways = cases, ways
        have = np.array([means.stock.have for means, _ in cases])
        offer = Offer(np.array([offer.supply for _, offer in cases]), np.array([offer.bag for _, offer in cases]))
        index = [way.case for way in ways]
        missing = np.maximum(0, COUNTS - have[..., None]).astype(np.float64)
        self.prices = prices(have, offer, weights).reshape(len(cases), -1)[index]
        self.missing = missing.reshape(len(cases), -1)[index]
        self.free = np.array([cases[way.case][0].stock.free for way in ways], np.float64)
        self.extra = np.array([way.shown for way in ways], np.float64)

    def turns_of_each(self, targets: Targets) -> Floats:
        """The turns for each target of a list, by way."""
        # A product with a 0/1 matrix was slower, and many times slower if numpy has no OpenBLAS.
        both = np.concatenate([self.prices, self.missing]).T.copy()
        sums = both.take(targets.numbers, axis=0).sum(axis=0).T
        return self._turns(*np.split(sums, 2))

    def turns(self, needs: Ints) -> Floats:
        """The turns for such needs, which are by way and any further axes."""
        index = np.minimum(needs, MOST_ADDED) + ROWS
        each = np.arange(len(self.ways)).reshape(-1, *(1,) * (needs.ndim - 1))
        return self._turns(self.prices[each, index].sum(axis=-1), self.missing[each, index].sum(axis=-1))

    def _turns(self, takes: Floats, missing: Floats) -> Floats:
        """The turns needed to get the pieces, to build, and to choose cards."""
        shape = (-1, *(1,) * (takes.ndim - 1))
        room, extra = self.free.reshape(shape), self.extra.reshape(shape)
        turns: Floats = takes + 1.0 + np.maximum(0.0, missing - room) / 8.0 + extra
        return turns


class _Part(NamedTuple):
    """The shortlist of one list of targets by way, the best first: rows, values, and what pairing needs."""

    rows: Ints
    values: Floats
    needs: Ints
    gains: Floats
    fixed: Floats
    shrines: Floats

    def best(self, most: int) -> Iterator[tuple[int, int, float]]:
        """The best single targets of each way: way, row and value."""
        rows, values = self.rows[:, :most].tolist(), self.values[:, :most].tolist()
        for way, each in enumerate(zip(rows, values, strict=True)):
            yield from ((way, row, value) for row, value in zip(*each, strict=True))


def _top(gains: Floats, most: int) -> Floats:
    """Keep the ``most`` greatest values of each row, and set the others to 0."""
    if most <= 0:
        return np.zeros_like(gains)
    if np.count_nonzero(gains.any(axis=0)) <= most:
        return gains
    order = np.argsort(-gains, axis=1, kind="stable")[:, most:]
    kept = gains.copy()
    kept[np.arange(len(kept))[:, None], order] = 0.0
    return kept


def _two_temples(one: Floats, other: Floats) -> Floats:
    """The points of two cóatls for temples: at most one each, and not the same."""
    if not one.shape[-1]:
        return np.zeros((len(one), one.shape[1], other.shape[1]))
    best: Floats = np.maximum(one.max(axis=-1)[:, :, None], other.max(axis=-1)[:, None])
    for column in range(one.shape[-1]):
        rest = other.copy()
        rest[..., column] = 0.0
        best = np.maximum(best, one[:, :, column, None] + rest.max(axis=-1)[:, None])
    return best
