"""The next round of Cóatl, foreseen: what the others will do after a turn, what that leaves, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, cast

from logic.coatl.components import FIELDS, HAND, Seat
from logic.coatl.engine.evaluation import Appraiser, urgency
from logic.coatl.engine.plans import Outlook, Turn
from logic.coatl.engine.targets import Breadth, Offer, counted, offer_of
from logic.coatl.moves import CoatlMove, End, Take
from logic.coatl.redaction import sample
from logic.coatl.rules import State
from logic.core import Dice, Stop

DEALS: Final = 1
"""How often what nobody sees is dealt; all turns are compared with the same deals."""
LOOKED: Final = 4
"""How many of the turns that seem best are looked at again."""
NEAR: Final = 3.0
"""How many points worse than the best a turn may seem and still be looked at."""
FIELDS_NEXT: Final = 3
"""How many of the fields that lie there are thought of for the turn after; new pieces all are."""
GLANCE: Final = Breadth(16, 8, 8)
"""How far an opponent's cóatls are thought of."""
SPITE: Final = 0.5
"""What an opponent's point counts beside an own one."""

Pieces = tuple[str, ...]
"""What lies on a field."""


def foreseen(outlook: Outlook, turns: Sequence[Turn], dice: Dice, stop: Stop) -> Turn:
    """Choose the turn that leaves most a round later, over some deals of what nobody sees."""
    best = sorted(turns, key=lambda turn: -turn.value)[:LOOKED]
    best = [turn for turn in best if turn.value > best[0].value - NEAR]
    if len(best) == 1:
        return best[0]
    totals, dull = [0.0] * len(best), _dull(outlook, turns)
    for _ in range(DEALS):
        future = Future(outlook, sample(outlook.view, outlook.number, dice), dull)
        for place, turn in enumerate(best):
            totals[place] += future.worth(turn)
        if stop():
            break
    return best[totals.index(max(totals))]


def _dull(outlook: Outlook, turns: Sequence[Turn]) -> frozenset[Pieces]:
    """What lies on the fields that need no second thought: all but those that seem best now."""
    takes = [(turn.value, turn.moves[0]) for turn in turns if isinstance(turn.moves[0], Take)]
    takes.sort(key=lambda take: -take[0])
    return frozenset(outlook.view.field(move.field) for _, move in takes[FIELDS_NEXT + 1 :] if isinstance(move, Take))


@dataclass(slots=True)
class Future:
    """One deal of what nobody sees, and what everybody would do in it; ``dull`` fields are not taken next."""

    outlook: Outlook
    deal: State
    dull: frozenset[Pieces] = frozenset()
    _rivals: dict[int, Rival] = field(default_factory=dict)

    def worth(self, turn: Turn) -> float:
        """What a turn is worth once the others have had theirs: what it leaves, less what it leaves to them."""
        state, theirs = played_out(self.deal, turn.moves), list[float]()
        while state.player != self.outlook.number and not state.over:
            reply = self._rival(state.player).reply(state)
            theirs.append(reply.value)
            state = played_out(state, reply.moves)
        return self._next(state) - SPITE * sum(theirs) / max(1, len(theirs))

    def _rival(self, number: int) -> Rival:
        if number not in self._rivals:
            taste = replace(self.outlook.taste, counts=False, pairs=False)
            self._rivals[number] = Rival(Outlook(self.deal, number, taste, GLANCE))
        return self._rivals[number]

    def _next(self, state: State) -> float:
        """What the seat may hope for after its next turn: pieces taken, or any other as good as was planned."""
        outlook, seat, offer = self.outlook, state.seats[self.outlook.number], offer_of(state)
        same = seat.coatls == outlook.seat.coatls
        appraiser = outlook.appraiser(offer) if same else outlook.grown(seat, offer)
        shown = tuple(card for card in state.display if card)
        planned = appraiser.value(outlook.means(seat, shown)) + outlook.taste.rate * urgency(*outlook.left)
        fields = (pieces for pieces in state.supply if 0 < len(pieces) <= seat.free and pieces not in self.dull)
        taken = (self._taken(appraiser, seat, pieces, shown) for pieces in fields)
        return outlook.standing(seat) + max((planned, *taken))

    def _taken(self, appraiser: Appraiser, seat: Seat, pieces: Pieces, shown: Sequence[str]) -> float:
        after = Appraiser(appraiser.hopes, without(appraiser.offer, pieces), appraiser.taste)
        return after.value(self.outlook.means(seat.storing(*pieces), shown))


class Rival:
    """An opponent in a deal: the turns it thinks of, and what each field is worth to it."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.others = [outlook.choice()] if len(outlook.seat.prophecies) < HAND else []
        self.others += outlook.builds(1)
        self.fields: dict[Pieces, float] = {}

    def reply(self, state: State) -> Turn:
        """The turn that seems best to it, of those that can be made; stolen bodies are thought to be there."""
        legal, free = state.legal_moves(), min(state.seat.free, self.outlook.seat.free)
        turns = [turn for turn in self.others if turn.moves[0] in legal]
        turns += [
            Turn((Take(name), End()), self._field(pieces))
            for name, pieces in zip(FIELDS, state.supply, strict=True)
            if 0 < len(pieces) <= free
        ]
        return max(turns, key=lambda turn: turn.value, default=Turn((), 0.0))

    def _field(self, pieces: Pieces) -> float:
        if pieces not in self.fields:
            rest = without(self.outlook.offer, pieces)
            self.fields[pieces] = self.outlook.value(self.outlook.seat.storing(*pieces), rest)
        return self.fields[pieces]


def without(offer: Offer, pieces: Pieces) -> Offer:
    """What can still come once pieces are gone from the supply board, be they there or not."""
    return Offer((offer.supply - counted(pieces)).clip(0), offer.bag)


def played_out(state: State, moves: Sequence[CoatlMove]) -> State:
    """The position after a turn, as far as its moves can be made; it then ends in any case."""
    number = state.turn
    for move in moves:
        if state.over or state.turn != number or move not in state.legal_moves():
            break
        state = _after(state, move)
    while state.turn == number and not state.over:
        legal = state.legal_moves()
        state = _after(state, End() if End() in legal else legal[0])
    return state


def _after(state: State, move: CoatlMove) -> State:
    return cast("State", state.apply(move).state)
