"""What a player could do with a turn, beside building at once: each way with what can be hoped for after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from logic.coatl.cards import prophecy
from logic.coatl.ending import GIFT
from logic.coatl.looks import SCALE
from logic.coatl.moves import Choose, CoatlMove, End, Fetch, Foresee, Rob, Steal, Take
from logic.coatl.options import Means, means_of
from logic.coatl.outlook import TEMPO, Field, Market, Outlook, cores, market_of, outlook, with_cards, with_pieces
from logic.coatl.params import HAND, MOST_COATLS, SLOTS
from logic.coatl.pieces import type_of
from logic.coatl.rules import State
from logic.coatl.table import Seat
from logic.core import Stop

FAIR: Final = 9
"""Pieces of a cóatl that others are content with."""
TOKEN: Final = 3 * SCALE
"""What a sacrifice token is worth while it is kept, in parts of a point."""
NEAR: Final = 2
"""Pieces still to come that are looked at after a turn, where before it there were not more."""
ENOUGH: Final = 4
"""How many prophecies a hand is filled up to where cards are chosen at all."""
NOTHING: Final = -4 * SCALE
"""What it is worth where nothing is in sight, in parts of a point."""
FRESH: Final = 2 * SCALE
"""What new prophecies to choose from may be worth, the token given for them taken off, in parts of a point."""
RATHER: Final = SCALE // 2
"""How much better a further card must make the outlook, in parts of a point."""


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
        self.means, self.market = means_of(state), market_of(state)
        self.legal = state.legal_moves()
        self.left = turns_ahead(state)
        self.now = outlook(self.means, self.market, turns=self.left, stop=stop)
        room = SLOTS - len(self.means.pieces)
        self.reach = max(NEAR, min(room, len(self.now.missing) - 1)) if self.now else None

    def later(self, means: Means, *, without: str = "", most: int | None = None) -> Outlook | None:
        """Give the outlook after this turn: one turn less is left, and it takes another to build."""
        if self.left == 0:
            return None
        turns = None if self.left is None else self.left - 1
        return outlook(means, self.market.without(without), most=most, turns=turns, stop=self.stop)

    def all(self) -> list[Choice]:
        """Give the ways to go on, the best first."""
        cards = tuple(self.cards())
        found = [*self.takes(), *cards, *self.picks(), *self.steals(), *(() if cards else self.foresight())]
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
        return Choice(tuple(moves), after, _value(after) - TEMPO - cost)

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
        return self._choice((*picked, End()), means, cost=0 if self.left is not None else TOKEN)

    def steals(self) -> Iterator[Choice]:
        """Give a feather away for what is missing."""
        if self.now is None:
            return
        for move in self.legal:
            if isinstance(move, Steal):
                yield self._steal(move, self.now.missing)

    def _steal(self, move: Steal, missing: Sequence[str]) -> Choice:
        robbed = robberies(cast("State", self.state.apply(move).state), missing)
        means = with_pieces(self.means, (type_of(rob.piece) for rob in robbed))
        return self._choice((move, *robbed, End()), means, cost=GIFT * SCALE)

    # -- cards

    def cards(self) -> Iterator[Choice]:
        """Choose the face-up cards that make the outlook best; a thin hand is filled with what seems useful."""
        chosen: list[str] = []
        best = self.later(self.means, most=self.reach) if self.state.action else None
        while len(self.means.hand) + len(chosen) < HAND:
            shown = [card for card in self.shown() if card not in chosen]
            found = {card: self._with(chosen, card) for card in shown}
            card = max(shown, key=lambda each: (_value(found[each]), self.promise(each)), default="")
            better = bool(card) and _value(found[card]) >= _value(best) + RATHER
            if not card or not (better or len(self.means.hand) + len(chosen) < ENOUGH):
                break
            best = found[card] if better else best
            chosen.append(card)
        if chosen:
            yield Choice((*map(Choose, chosen), End()), best, _value(best) - TEMPO)

    def foresight(self) -> Iterator[Choice]:
        """Renew the face-up prophecies, by the token, where none of them is of use."""
        for move in self.legal:
            if isinstance(move, Foresee) and len(self.means.hand) < HAND:
                yield Choice((move,), None, _value(self.now) + FRESH - TEMPO)

    def promise(self, card: str) -> float:
        """Give about what a prophecy may bring: its best points, by how many of its colours are at hand."""
        own = "".join(self.means.pieces) + "".join(core.colours for core in cores(self.means) if core)
        wanted = prophecy(card).pattern
        return prophecy(card).family.levels[-1][1] * (1 + sum(colour in own for colour in wanted)) / (1 + len(wanted))

    def shown(self) -> list[str]:
        """Give the face-up cards that may be chosen."""
        return [move.card for move in self.legal if isinstance(move, Choose)]

    def _with(self, chosen: Sequence[str], card: str) -> Outlook | None:
        return self.later(with_cards(self.means, (*chosen, card)), most=self.reach)


def _value(hopes: Outlook | None) -> int:
    return hopes.value if hopes else NOTHING


def turns_ahead(state: State) -> int | None:
    """Give how many turns the mover has after this one, or about how many where others may soon end the game.

    None as long as nobody is near the end.
    """
    known = state.turns_left(state.player)
    if known is not None:
        return known
    others = [seat for number, seat in enumerate(state.seats) if number != state.player]
    near = [_turns_to_finish(seat) for seat in others if seat.finished == MOST_COATLS - 1]
    return min(near, default=None)


def _turns_to_finish(seat: Seat) -> int:
    """Give about how many turns somebody needs for a cóatl of fair length."""
    longest = max((len(seat.coatls[place].pieces) for place in seat.unfinished), default=0)
    return 1 + max(0, FAIR - longest - len(seat.pieces)) // 2


def robberies(state: State, missing: Sequence[str]) -> tuple[Rob, ...]:
    """Give what to take from the board of another, once the feather is given: what is missing, else what there is."""
    wanted, robbed = Counter(missing), list[Rob]()
    while bodies := [move for move in state.legal_moves() if isinstance(move, Rob)]:
        rob = max(bodies, key=lambda move: wanted[type_of(move.piece)])
        wanted -= Counter([type_of(rob.piece)])
        robbed.append(rob)
        state = cast("State", state.apply(rob).state)
    return tuple(robbed)
