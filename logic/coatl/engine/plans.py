"""What the cóatls of a seat could become, what each turn would contribute, and the moves that carry a plan out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import numpy as np

from logic.coatl.components import FIELDS, HAND, MOST_COATLS, MOST_OPEN, Seat, Serpent, is_feather, known
from logic.coatl.engine.evaluation import Evaluator, Means, Plan, TargetLists, Weights, coatl_value_factor, prices
from logic.coatl.engine.targets import (
    Core,
    Objective,
    Offer,
    SearchLimits,
    Targets,
    core_of,
    counted,
    fitting,
    grow,
    offer_of,
    stock_of,
)
from logic.coatl.moves import (
    Attach,
    BuildStep,
    Choose,
    CoatlMove,
    Crown,
    Draw,
    End,
    Prophesy,
    Start,
    Take,
    built,
    can_be_ended,
    prophecy_points,
    steps,
    takes_card,
    takes_temple,
    temple_points,
    worth,
)
from logic.coatl.rules import State


class Aim(NamedTuple):
    """A target spelt out: the cóatl's index, its finished form, where its core lies in it, the points of each card."""

    coatl: int
    word: str
    offset: int
    points: dict[str, float]


class Builder:
    """Builds towards aims with a seat's means; collects the moves and the resulting seat."""

    def __init__(self, state: State, number: int, aims: Sequence[Aim]) -> None:
        self.state, self.aims = state, list(aims)
        self.seat = state.seats[number]
        self.temples = [*known(state.temples)]
        self.moves: list[CoatlMove] = []

    def build(self, *, whole: bool) -> None:
        """Build what can be finished, then with ``whole`` the rest, each with its prophecies; lay the temples last."""
        ready = self._together([aim for aim in self.aims if self._is_ready(aim)])
        rest = [aim for aim in self.aims if aim not in ready] if whole else []
        indices = []
        for aim in (*ready, *rest):
            index = self._grow(aim)
            if index is not None:
                self._prophesy(index, aim)
                indices.append(index)
        for index in indices:
            self._crown(index)

    def can_end(self) -> bool:
        return all(coatl.prophecies for coatl in self.seat.coatls if coatl.is_finished)

    def _missing(self, aim: Aim) -> list[str]:
        """The types that an aim still lacks, in the order of its word."""
        coatls = self.seat.coatls
        core = core_of(coatls[aim.coatl]) if aim.coatl < len(coatls) else Core()
        last = len(aim.word) - 1
        return [_type_at(aim.word, index) for index in range(last + 1)
                if not aim.offset <= index < aim.offset + len(core.colours)]  # fmt: skip

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
        return aim.coatl < len(self.seat.coatls) and bool(self.seat.coatls[aim.coatl].prophecies)

    def _cards_for(self, aim: Aim) -> list[str]:
        """The cards in hand that belong to this aim rather than to another, the best first."""
        others = [other for other in self.aims if other is not aim]
        mine = [
            card for card in self.seat.prophecies
            if aim.points.get(card, 0) > 0
            and all(_claim(aim, card) >= _claim(other, card) for other in others)
        ]  # fmt: skip
        return sorted(mine, key=lambda card: -aim.points[card])

    def _together(self, ready: list[Aim]) -> list[Aim]:
        """The aims that can be finished in the same turn, more valuable ones first."""
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
        """Add all pieces that can be added consecutively; return the index of the cóatl, None if there are none."""
        index, low = aim.coatl, aim.offset
        if index < len(self.seat.coatls):
            high = low + len(self.seat.coatls[index].pieces)
        else:
            begun = self._begun(aim.word)
            if begun is None:
                return None
            low, high = begun
            index = len(self.seat.coatls)
            piece = self._piece(_type_at(aim.word, low))
            if piece is None or len(self.seat.unfinished) >= MOST_OPEN:
                return None
            self._do(Start(piece))
            high = low + 1
        self._extend(index, aim.word, low, high)
        return index

    def _extend(self, index: int, word: str, low: int, high: int) -> None:
        """Add bodies at either end, then head and tail once it is their turn."""
        grown = True
        while grown:
            grown = False
            if high < len(word) and (high < len(word) - 1 or self._may_close(index)):
                piece = self._piece(_type_at(word, high))
                if piece is not None and self._do(Attach(piece, index, "tail")):
                    high, grown = high + 1, True
            if low > 0 and (low > 1 or self._may_close(index)):
                piece = self._piece(_type_at(word, low - 1))
                if piece is not None and self._do(Attach(piece, index, "head")):
                    low, grown = low - 1, True

    def _may_close(self, index: int) -> bool:
        return self.seat.coatls[index].has_body

    def _begun(self, word: str) -> tuple[int, int] | None:
        """The longest stretch of a word that the pieces at hand can form, less its head: its start and its end.

        None if there is no body in it.
        """
        held, best, last = self._held(), (0, 0), len(word) - 1
        for low, high in product(range(len(word)), range(1, len(word) + 1)):
            if high - low <= best[1] - best[0]:
                continue
            wanted = [_type_at(word, index) for index in range(low, high)]
            if all(held.count(kind) >= wanted.count(kind) for kind in wanted):
                best = (low, high)
        low, high = best
        if high == low or (high - low == 1 and low in (0, last)):
            return None
        return (low + 1 if low == 0 else low), high

    def _prophesy(self, index: int, aim: Aim) -> None:
        for card in self._cards_for(aim):
            coatl = self.seat.coatls[index]
            move = Prophesy(card, index)
            if prophecy_points(card, coatl) > 0 and move in steps(self.seat, (), crowning=False):
                self._do(move)

    def _crown(self, index: int) -> None:
        """Lay the temple with the most points on a finished cóatl; a face-up one on a tie."""
        coatl = self.seat.coatls[index]
        if not coatl.is_finished or coatl.locked or coatl.temple or not coatl.prophecies:
            return
        best = max(
            (*self.temples, *known(self.seat.temples)), key=lambda temple: temple_points(temple, coatl), default=""
        )
        if best and temple_points(best, coatl) > 0:
            self._do(Crown(best, index))
            if best in self.temples:
                self.temples.remove(best)


def _claim(aim: Aim, card: str) -> tuple[float, int]:
    return aim.points.get(card, 0), -aim.coatl


def _type_at(word: str, index: int) -> str:
    return word[index] + ("h" if index == 0 else "t" if index == len(word) - 1 else "b")


READY = 3
"""How many plans are considered as if no other turn came."""
UNCERTAIN = 0.7
"""The additional discount for face-up cards in the search for forms: they have to be chosen first."""
LENGTH = 0.05
"""The cost of each further piece in the search for forms, even at hand: of equal forms the shorter is preferred."""


class PlannedTurn(NamedTuple):
    """The moves of a turn, and the value of the seat after it."""

    moves: tuple[CoatlMove, ...]
    value: float


class PlannedCoatl(NamedTuple):
    """A cóatl as it would be finished, with number 0 for pieces not laid yet; and the types of pieces still to get."""

    coatl: Serpent
    missing: tuple[str, ...]


class TurnsLeft(NamedTuple):
    """How many turns a seat has after this one, None if unknown, and whether that is exact or an estimate."""

    turns: float | None = None
    sure: bool = True


NO_GUESS = TurnsLeft()
"""The default if the number of turns is unknown."""


class Planner:
    """Plans for a seat at the start of its turn or during it, over the forms that its cóatls could take."""

    def __init__(
        self, view: State, seat: int, weights: Weights, limits: SearchLimits, left: TurnsLeft = NO_GUESS
    ) -> None:
        self.view, self.weights, self.limits, self.number = view, weights, limits, seat
        self.seat = view.seats[seat]
        turns = view.turns_left(seat)
        self.left = left if turns is None else TurnsLeft(float(turns))
        self.offer = offer_of(view)
        self.open = self.seat.unfinished
        self.shown, self.hand = known(view.display), known(self.seat.prophecies)
        self.temples = tuple(dict.fromkeys(known((*view.temples, *self.seat.temples))))
        placed = (card for index in self.open for card in self.seat.coatls[index].prophecies)
        self.cards = tuple(dict.fromkeys((*self.hand, *self.shown, *placed)))
        self.lists = {index: grow(self._core(index), self._objective(index), limits) for index in self._starts()}

    def at(self, state: State) -> Planner:
        """The planner for the same seat later on, with the known forms that still fit."""
        later, seat = copy(self), state.seats[self.number]
        later.view, later.seat, later.open, later.offer = state, seat, seat.unfinished, offer_of(state)
        later.shown, later.hand = known(state.display), known(seat.prophecies)
        turns, passed = state.turns_left(self.number), (state.turn - self.view.turn) // len(state.seats)
        if turns is not None:
            later.left = TurnsLeft(float(turns))
        elif self.left.turns is not None:
            later.left = TurnsLeft(max(1.0, self.left.turns - passed), self.left.sure)
        if seat.coatls != self.seat.coatls:
            later.lists = self._fitting(seat)
        return later

    # -- possible forms

    def _starts(self) -> tuple[int, ...]:
        """The indices of the open cóatls, and of one to be started, now or once there is room for it."""
        count = len(self.seat.coatls)
        return (*self.open, count) if count < MOST_COATLS else self.open

    def _fitting(self, seat: Seat) -> dict[int, Targets]:
        """The forms that can still be reached from the cóatls of a seat, by index."""
        lists, fresh = dict[int, Targets](), self.lists.get(len(self.seat.coatls))
        for index in (*seat.unfinished, len(seat.coatls)):
            targets = self.lists.get(index, fresh)
            if targets is not None and index < MOST_COATLS:
                lists[index] = fitting(targets, seat.coatls[index]) if index < len(seat.coatls) else targets
        return lists

    def _planned(self, seat: Seat) -> tuple[int, ...]:
        """The indices of the planned cóatls: the open ones, and as many new ones as may be open too."""
        return (*seat.unfinished, *range(len(seat.coatls), MOST_COATLS))[:MOST_OPEN]

    def _core(self, index: int) -> Core:
        return core_of(self.seat.coatls[index]) if index < len(self.seat.coatls) else Core()

    def _placed(self, index: int) -> tuple[str, ...]:
        return self.seat.coatls[index].prophecies if index < len(self.seat.coatls) else ()

    def _objective(self, index: int) -> Objective:
        certain = (*self._placed(index), *self.hand)
        weights = tuple(
            1.0 if card in certain else self.weights.risk * UNCERTAIN if card in self.shown else 0.0
            for card in self.cards
        )
        costs = self.weights.rate * prices(stock_of(self.seat).have, self.offer, self.weights)
        return Objective(self.cards, weights, self.temples, costs + LENGTH * np.arange(costs.shape[1]))

    def means(self, seat: Seat | None = None, shown: Sequence[str] | None = None, left: float | None = None) -> Means:
        """The means of the present seat, or of another, with the known turns left or others."""
        seat = self.seat if seat is None else seat
        turns = self.left.turns if left is None else left
        sure = self.left.sure or left is not None
        cards = self.shown if shown is None else tuple(shown)
        return Means(stock_of(seat), known(seat.prophecies), cards, seat.temples, turns, sure)

    def evaluator(self, seat: Seat | None = None, offer: Offer | None = None) -> Evaluator:
        """An evaluator for the cóatls of the present seat, or of another, and for the present offer, or another."""
        seat = self.seat if seat is None else seat
        lists = self.lists if seat.coatls == self.seat.coatls else self._fitting(seat)
        indices = [index for index in self._planned(seat) if index in lists or len(seat.coatls) in lists]
        placed = (seat.coatls[index].prophecies if index < len(seat.coatls) else () for index in indices)
        target_lists = TargetLists(
            tuple(lists[min(index, max(lists))] for index in indices), self.cards, self.temples, tuple(placed)
        )
        return Evaluator(target_lists, offer or self.offer, self.weights, self.limits.paired)

    def standing(self, seat: Seat) -> float:
        """The value of finished cóatls to the plan: their points, minus the value of the slots that they used up."""
        done = [coatl for coatl in seat.coatls if coatl.is_finished]
        return sum(map(worth, done)) - self.weights.slot * coatl_value_factor(*self.left) * len(done)

    def value(self, seat: Seat | None = None) -> float:
        """The expected value of the seat, as it is or with other pieces and cards, when its turn is over."""
        return self.standing(self.seat) + self.evaluator().value(self.means(seat))

    # -- turns

    def turns(self, builds: int) -> Iterator[PlannedTurn]:
        """The turns worth considering; ``builds`` is the number of plans that are built towards."""
        yield from self.takes()[1]
        if len(self.seat.prophecies) < HAND:
            yield self.choice()
        yield from self.builds(builds)

    def takes(self, evaluator: Evaluator | None = None) -> tuple[Plan, list[PlannedTurn]]:
        """The plan for the present means, and the turns that take pieces."""
        evaluator, standing = evaluator or self.evaluator(), self.standing(self.seat)
        fields = [(name, pieces) for name, pieces in zip(FIELDS, self.view.supply, strict=True)
                  if 0 < len(pieces) <= self.seat.free]  # fmt: skip
        cases = [(self.means(self.seat.storing(*pieces)), without(self.offer, pieces)) for _, pieces in fields]
        stay, *plans = evaluator.best([(self.means(), self.offer), *cases])
        turns = list[PlannedTurn]()
        for (name, pieces), plan in zip(fields, plans, strict=True):
            golden = self.weights.feather * sum(map(is_feather, pieces))
            turns.append(PlannedTurn((Take(name), End()), standing + plan.value + golden))
        return stay, turns

    def choice(self, evaluator: Evaluator | None = None) -> PlannedTurn:
        """The turn that chooses the most helpful cards, one after the other, as long as they help.

        The first card is chosen in any case; in the middle of the action none need be. If there is room left, it may
        end with a card drawn blind.
        """
        evaluator, seat, shown = evaluator or self.evaluator(), self.seat, list(self.shown)
        best, chosen = evaluator.value(self.means()), list[CoatlMove]()
        while shown and len(seat.prophecies) < HAND:
            value, card = max(zip(self._with_each(evaluator, seat, shown), shown, strict=True))
            if (chosen or self.view.action) and value <= best:
                break
            best, seat = value, replace(seat, prophecies=(*seat.prophecies, card))
            shown.remove(card)
            chosen.append(Choose(card))
        if (
            len(seat.prophecies) < HAND - 1
            and self.weights.blind > self.weights.clog
            and Draw() in self.view.legal_moves()
        ):
            return PlannedTurn((*chosen, Draw()), self.standing(seat) + best + self.weights.blind - self.weights.clog)
        return PlannedTurn((*chosen, End()), self.standing(seat) + best)

    def _with_each(self, evaluator: Evaluator, seat: Seat, shown: Sequence[str]) -> list[float]:
        """The value of the seat with each of the cards."""
        hands = [replace(seat, prophecies=(*seat.prophecies, card)) for card in shown]
        rests = ([other for other in shown if other != card] for card in shown)
        means = (self.means(after, rest) for after, rest in zip(hands, rests, strict=True))
        return [plan.value for plan in evaluator.best([(each, self.offer) for each in means])]

    def builds(self, most: int, evaluator: Evaluator | None = None) -> Iterator[PlannedTurn]:
        """The turns that build towards the best plans: everything possible, or only what gets finished."""
        now = None if self.left.turns is None else self.left.turns + 1
        evaluator, seen = evaluator or self.evaluator(), set()
        means = self.means()._replace(left=now)
        ready = evaluator.plans(self.means(shown=(), left=1.0), READY)
        for plan in (*evaluator.plans(means, most), *ready):
            for whole in (True, False):
                turn = self._build(evaluator, plan, whole=whole)
                if turn is not None and turn.moves not in seen:
                    seen.add(turn.moves)
                    yield turn

    def _build(self, evaluator: Evaluator, plan: Plan, *, whole: bool) -> PlannedTurn | None:
        builder = Builder(self.view, self.number, self._aims(evaluator, plan))
        builder.build(whole=whole)
        if not builder.moves or not builder.can_end():
            return None
        return PlannedTurn((*builder.moves, End()), self.after(builder.seat))

    def _aims(self, evaluator: Evaluator, plan: Plan) -> list[Aim]:
        aims = []
        for index, targets, row in zip(self._planned(self.seat), evaluator.target_lists.lists, plan.rows, strict=True):
            if row is not None:
                points = dict(zip(self.cards, targets.points[row].tolist(), strict=True))
                aims.append(Aim(index, targets.words[row], int(targets.offsets[row]), points))
        return aims

    def planned_coatls(self, *, bags: bool = True) -> list[PlannedCoatl]:
        """The cóatls of the best plan for the seat's means and the offer, with or without the bags.

        Left out are those without a prophecy, and those for which there is not time enough.
        """
        offer = self.offer if bags else Offer(self.offer.supply, np.zeros_like(self.offer.bag))
        evaluator = self.evaluator(offer=offer)
        plans = evaluator.plans(self.means(shown=()), 2)  # building nothing is one of them
        plan = next((plan for plan in plans if any(row is not None for row in plan.rows)), plans[0])
        found = [self._planned_coatl(aim) for aim in self._aims(evaluator, plan)]
        return [planned for planned in found if planned.coatl.prophecies and self._in_time(planned.missing, bags=bags)]

    def _planned_coatl(self, aim: Aim) -> PlannedCoatl:
        grown = self.seat.coatls[aim.coatl] if aim.coatl < len(self.seat.coatls) else Serpent(())
        looks = [_type_at(aim.word, index) for index in range(len(aim.word))]
        head, tail = looks[: aim.offset], looks[aim.offset + len(grown.pieces) :]
        pieces = (*(f"{look}0" for look in head), *grown.pieces, *(f"{look}0" for look in tail))
        coatl = replace(grown, pieces=pieces)
        for card in sorted(self.hand, key=lambda card: -prophecy_points(card, coatl)):
            if takes_card(card, coatl):
                coatl = replace(coatl, prophecies=(*coatl.prophecies, card))
        temple = max(self.temples, key=lambda temple: temple_points(temple, coatl), default="")
        if temple and takes_temple(temple, coatl):
            coatl = replace(coatl, temple=temple)
        held = Counter(piece[:2] for piece in self.seat.pieces)
        return PlannedCoatl(coatl, tuple(sorted((Counter([*head, *tail]) - held).elements())))

    def _in_time(self, missing: Sequence[str], *, bags: bool) -> bool:
        """Return whether pieces can arrive before the last turn, if that is known; those in the bags take longer."""
        wanted, turns = Counter(missing), 0
        fields = [Counter(piece[:2] for piece in field) for field in self.view.supply]
        while any(field & wanted for field in fields):
            field = max(fields, key=lambda field: (field & wanted).total())
            fields.remove(field)
            wanted, turns = wanted - field, turns + 1
        left = self.left.turns if self.left.sure else None
        return (bags or not wanted) and (left is None or turns + 2 * wanted.total() < left)

    def after(self, seat: Seat) -> float:
        """The value of a seat after a build, from the targets that still fit."""
        return self.standing(seat) + self.evaluator(seat).value(self.means(seat))


def without(offer: Offer, pieces: Sequence[str]) -> Offer:
    """The offer without some pieces of the supply board, which need not be there."""
    return Offer((offer.supply - counted(pieces)).clip(0), offer.bag)
