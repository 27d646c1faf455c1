"""What a player could do with a turn, beside building at once: each way with what can be hoped for after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, cast

from logic.coatl.components import HAND, SLOTS, prophecy, type_of
from logic.coatl.engine.options import SCALE, Means, means_of
from logic.coatl.engine.outlook import (
    RATHER,
    TEMPO,
    Chances,
    Field,
    Market,
    Outlook,
    chances,
    cores,
    least,
    likely_taken,
    market_of,
    next_face_up,
    next_of_deck,
    next_temple,
    outlook,
    turns_ahead,
    with_cards,
    with_pieces,
)
from logic.coatl.moves import Choose, CoatlMove, Commit, Draw, End, Fetch, Foresee, Rob, Steal, Take
from logic.coatl.redaction import redact
from logic.coatl.rules import GIFT, State
from logic.core import Stop

TOKEN: Final = 3 * SCALE
"""What a sacrifice token is worth while it is kept, in parts of a point."""
NEAR: Final = 2
"""Pieces still to come that are looked at after a turn, where before it there were not more."""
CLOSE: Final = 6
"""Pieces, own and still to come, that are looked at where a card may come."""
ENOUGH: Final = 4
"""How many prophecies a hand is filled up to where cards are chosen at all."""
NOTHING: Final = -4 * SCALE
"""What it is worth where nothing is in sight, in parts of a point."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to use the turn: its moves, what can be hoped for after it, and what that is worth in parts of a point."""

    moves: tuple[CoatlMove, ...]
    outlook: Outlook | None
    value: int


class Chooser:
    """Looks at what the mover could do, from what the mover knows."""

    def __init__(self, state: State, stop: Stop) -> None:
        self.state, self.stop = state, stop
        self.view = redact(state, state.player)
        self._known: dict[tuple[Means, str, int | None], Outlook | None] = {}
        self.means, self.market = means_of(state), market_of(state)
        self.legal = state.legal_moves()
        self.left = turns_ahead(state)
        self.now = outlook(self.means, self.market, turns=self.left, stop=stop)
        room = SLOTS - len(self.means.pieces)
        self.reach = max(NEAR, min(room, len(self.now.missing) - 1)) if self.now else None

    def later(self, means: Means, *, without: str = "", most: int | None = None) -> Outlook | None:
        """The outlook after this turn: one turn less is left, and it takes another to build."""
        if self.left == 0:
            return None
        asked = (means, without, most)
        if asked not in self._known:
            turns = None if self.left is None else self.left - 1
            market = self.market.without(without)
            self._known[asked] = outlook(means, market, most=most, turns=turns, stop=self.stop)
        return self._known[asked]

    def all(self) -> list[Choice]:
        """The ways to go on, the best first."""
        ways = (self.takes, self.cards, self.picks, self.steals, self.foresight, self.commitments)
        found = [choice for way in ways for choice in way()]
        return sorted(found, key=lambda choice: -choice.value)

    # -- pieces

    def takes(self) -> Iterator[Choice]:
        """Take a field that has something for a cóatl to work for."""
        seen = set[Field]()
        for move in self.legal:
            looks = self.market.fields.get(move.field, ()) if isinstance(move, Take) else ()
            if isinstance(move, Take) and looks not in seen and self._is_wanted(looks):
                seen.add(looks)
                yield self._choice((move, End()), with_pieces(self.means, looks), without=move.field)

    def _is_wanted(self, looks: Field) -> bool:
        return self.now is None or any(look in self.now.missing for look in looks) or not self.now.missing

    def _choice(self, moves: Sequence[CoatlMove], means: Means, *, without: str = "", cost: int = 0) -> Choice:
        after = self.later(means, without=without, most=self.reach)
        return Choice(tuple(moves), after, value_of(after) - TEMPO - cost)

    def picks(self) -> Iterator[Choice]:
        """Pick from the bags what is missing, by the token."""
        offered = [move for move in self.legal if isinstance(move, Fetch)]
        if not offered:
            return
        bags = Market({"": tuple(move.look for move in offered for _ in range(2))}, ())
        for hopes in (self.now, outlook(self.means, bags, most=2, stop=self.stop)):
            missing = Counter(hopes.missing if hopes else ())
            wanted = [move for move in offered if missing[move.look]]
            bodies = [move for move in wanted if move.kind == "body"]
            for first in (*bodies[:1], *(move for move in wanted if move.kind != "body")):
                yield self._pick(first, missing)

    def _pick(self, first: Fetch, missing: Counter[str]) -> Choice:
        picked = [first]
        if first.kind == "body":
            second = self.state.apply(first).state.legal_moves()
            others = [move for move in second if isinstance(move, Fetch)]
            missing = missing - Counter([first.look])
            picked += sorted(others, key=lambda move: -missing[move.look])[:1]
        means = with_pieces(self.means, (move.look for move in picked))
        return self._choice((*picked, End()), means, cost=self.token)

    def steals(self) -> Iterator[Choice]:
        """Part with a feather for what is missing."""
        if self.now is None:
            return
        for move in self.legal:
            if isinstance(move, Steal):
                yield self._steal(move, self.now.missing)

    def _steal(self, move: Steal, missing: Sequence[str]) -> Choice:
        robbed = robberies(cast("State", self.state.apply(move).state), missing)
        means = with_pieces(self.means, (type_of(rob.piece) for rob in robbed))
        return self._choice((move, *robbed, End()), means, cost=GIFT * SCALE)

    # -- prophecies

    @cached_property
    def hopes(self) -> Outlook | None:
        """The outlook after a turn that changes nothing."""
        return self.later(self.means, most=self.reach)

    @cached_property
    def helpful(self) -> tuple[tuple[str, ...], Outlook | None]:
        """The face-up cards each of which makes the outlook clearly better, and the outlook with all of them."""
        chosen: list[str] = []
        best = self.hopes
        while shown := [card for card in self.shown() if card not in chosen]:
            found = {card: self._with(chosen, card, best) for card in shown}
            card = max(shown, key=lambda each: (value_of(found[each]), self.promise(each)))
            if value_of(found[card]) < value_of(best) + RATHER or len(self.means.hand) + len(chosen) >= HAND:
                break
            best = found[card]
            chosen.append(card)
        return tuple(chosen), best

    def cards(self) -> Iterator[Choice]:
        """Choose the face-up cards that help; then one of the deck, if that may be expected to help as well.

        Otherwise a thin hand, which is content with less of the deck, is filled with what seems useful.
        """
        chosen, best = self.helpful
        deck, is_thin = self.deck.of_best(), len(self.means.hand) + len(chosen) < ENOUGH
        if deck >= (RATHER // 2 if is_thin else RATHER):
            yield Choice((*map(Choose, chosen), Draw()), None, value_of(best) + deck - TEMPO)
            return
        others = sorted((card for card in self.shown() if card not in chosen), key=self.promise, reverse=True)
        chosen += tuple(others[: max(0, ENOUGH - len(self.means.hand) - len(chosen))])
        if chosen:
            yield Choice((*map(Choose, chosen), End()), best, value_of(best) - TEMPO)

    @property
    def deck(self) -> Chances:
        """What a card drawn blind may bring, behind the face-up ones that help."""
        chosen, best = self.helpful
        if Draw() not in self.legal or len(self.means.hand) + len(chosen) >= HAND:
            return Chances()
        return self._chances(with_cards(self.means, chosen), best, next_of_deck(self.view))

    def _chances(self, means: Means, best: Outlook | None, cards: Sequence[str]) -> Chances:
        """What one of these cards may add to an outlook: what can be built with it before long."""
        near = nearest(means)

        def gain(card: str) -> int:
            if not self._is_near(card, means, near):
                return 0
            return value_of(self.later(with_cards(means, (card,)), most=near)) - value_of(best)

        return chances(cards, gain)

    def _is_near(self, card: str, means: Means, most: int) -> bool:
        """Tell whether the colours that a prophecy wants are there for one cóatl, but for so many pieces."""
        wanted, own = Counter(least(card)), Counter(look[0] for look in means.pieces)
        cores_there = (Counter(core.colours) if core else Counter[str]() for core in cores(means))
        return any((wanted - own - there).total() <= most for there in cores_there)

    def foresight(self) -> Iterator[Choice]:
        """Renew the face-up prophecies, by the token, where none of them helps and new ones may."""
        for move in self.legal:
            if isinstance(move, Foresee) and not self.helpful[0]:
                fresh = self.future.of_best(len(self.state.display))
                if fresh >= RATHER:
                    yield Choice((move,), None, value_of(self.hopes) + fresh - TEMPO - self.token)

    @property
    def future(self) -> Chances:
        """What one of the new prophecies may bring; in a full hand it would take the place of the weakest."""
        means = self.without_weakest if len(self.means.hand) >= HAND else self.means
        return self._chances(means, self.hopes, next_face_up(self.view))

    @property
    def without_weakest(self) -> Means:
        """The means without the prophecy in the hand that matters least."""
        hand = self.means.hand
        others = [replace(self.means, hand=tuple(card for card in hand if card != gone)) for gone in hand]
        return max(others, key=lambda means: value_of(self.later(means, most=self.reach)))

    # -- temples

    def commitments(self) -> Iterator[Choice]:
        """Take a temple into the hand, by the token: it is safe there, and another one comes in its place."""
        offered = [move for move in self.legal if isinstance(move, Commit)]
        fresh = self.next_temple.of_best() if offered else 0
        for move in offered:
            gain = self.secured(move.temple) + fresh
            if gain >= RATHER:
                yield Choice((move, End()), self.hopes, value_of(self.hopes) + gain - TEMPO - self.token)

    @property
    def next_temple(self) -> Chances:
        """What the temple may bring that comes in the place of one taken."""
        near = nearest(self.means)

        def gain(card: str) -> int:
            means = replace(self.means, temples=(*self.means.temples, card))
            return value_of(self.later(means, most=near)) - value_of(self.hopes)

        return chances(next_temple(self.view), gain)

    def secured(self, temple: str) -> int:
        """What is lost, in parts of a point, if others take a temple that lies face up, by how likely that is."""
        hopes = self.hopes
        if hopes is None or temple not in hopes.best.temples:
            return 0
        loss = hopes.value - value_of(self.bereft(temple))
        return max(0, int(loss * likely_taken(self.state, temple, hopes.turns + 1)))

    def bereft(self, temple: str) -> Outlook | None:
        """The outlook after this turn if that temple were gone."""
        rest = tuple(card for card in self.means.temples if card != temple)
        return self.later(replace(self.means, temples=rest), most=self.reach)

    @property
    def token(self) -> int:
        """What using a sacrifice token costs: near the end it is worth nothing any more."""
        return 0 if self.left is not None else TOKEN

    # -- single cards

    def promise(self, card: str) -> float:
        """About what a prophecy may bring: its best points, by how many of its colours are at hand."""
        own = "".join(self.means.pieces) + "".join(core.colours for core in cores(self.means) if core)
        wanted = prophecy(card).pattern
        return prophecy(card).family.levels[-1][1] * (1 + sum(colour in own for colour in wanted)) / (1 + len(wanted))

    def shown(self) -> list[str]:
        """The face-up cards that may be chosen."""
        return [move.card for move in self.legal if isinstance(move, Choose)]

    def _with(self, chosen: Sequence[str], card: str, best: Outlook | None) -> Outlook | None:
        """The outlook with a further card, which is the same as the best without it where it cannot score."""
        if self.reach is not None and not self._is_near(card, self.means, self.reach):
            return best
        return self.later(with_cards(self.means, (*chosen, card)), most=self.reach)


def nearest(means: Means) -> int:
    """How many pieces still to come are looked at where a card may come: there are many such cards."""
    return max(0, min(NEAR, CLOSE - len(means.pieces)))


def value_of(hopes: Outlook | None) -> int:
    """What an outlook is worth, in parts of a point."""
    return hopes.value if hopes else NOTHING


def robberies(state: State, missing: Sequence[str]) -> tuple[Rob, ...]:
    """What to take from the board of another, once the feather is given: what is missing, else what there is."""
    wanted, robbed = Counter(missing), list[Rob]()
    while bodies := [move for move in state.legal_moves() if isinstance(move, Rob)]:
        rob = max(bodies, key=lambda move: wanted[type_of(move.piece)])
        wanted -= Counter([type_of(rob.piece)])
        robbed.append(rob)
        state = cast("State", state.apply(rob).state)
    return tuple(robbed)
