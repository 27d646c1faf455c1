"""The next round of Cóatl, foreseen: turns are compared by what follows them in many deals of what nobody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Final, NamedTuple

from logic.coatl.components import Serpent
from logic.coatl.engine.endgame import played_out, turns_to_come
from logic.coatl.engine.evaluation import Appraiser
from logic.coatl.engine.plans import Outlook, Turn
from logic.coatl.engine.targets import Breadth
from logic.coatl.redaction import sample
from logic.coatl.rules import State
from logic.core import Dice, Stop


class Heat(NamedTuple):
    """How many turns are compared in how many deals where two play; where more do, each deal takes longer."""

    turns: int
    deals: int

    def deals_for(self, players: int) -> int:
        return max(1, self.deals * 2 // players)


HEATS: Final = (Heat(6, 6), Heat(3, 6), Heat(2, 8))
"""One after the other; after each only those turns go on that seem best."""
NEAR: Final = 3.0
"""How many points worse than the best a turn may seem and still be looked at."""
SPITE: Final = 0.75
"""What an opponent's point counts beside an own one."""
GLANCE: Final = Breadth(16, 8, 8, 8)
"""How far an opponent's cóatls are thought of."""


class Foreseen(NamedTuple):
    """The turn that was chosen, and how many points it leaves its player ahead of the best of the others."""

    turn: Turn
    lead: float


def foreseen(outlook: Outlook, turns: Sequence[Turn], dice: Dice, stop: Stop) -> Foreseen:
    """Choose the turn that leaves most a round later, over deals of what nobody sees: the same ones for all.

    There must be other players. What it costs is bounded by the deals, not by a clock, so that a choice is the same on
    every machine.
    """
    best = sorted(turns, key=lambda turn: -turn.value)
    best = [turn for turn in best[: HEATS[0].turns] if turn.value > best[0].value - NEAR]
    own, worths = Mover(outlook), {turn.moves: list[Worth]() for turn in best}
    for heat in HEATS:
        best = best[: heat.turns]
        for _ in range(heat.deals_for(len(outlook.view.seats))):
            if len(best) == 1 and worths[best[0].moves]:
                break
            future = Future(outlook, sample(outlook.view, outlook.number, dice), {outlook.number: own})
            for turn in best:
                worths[turn.moves].append(future.worth(turn))
            if stop():
                break
        best.sort(key=lambda turn: -mean(worth.value for worth in worths[turn.moves]))
    return Foreseen(best[0], mean(worth.lead for worth in worths[best[0].moves]))


class Worth(NamedTuple):
    """What a turn leaves to its player, and what to each of the others."""

    own: float
    others: tuple[float, ...]

    @property
    def value(self) -> float:
        return self.own - SPITE * mean(self.others)

    @property
    def lead(self) -> float:
        return self.own - max(self.others)


@dataclass(slots=True)
class Future:
    """One deal of what nobody sees, and what everybody would do in it."""

    outlook: Outlook
    deal: State
    _movers: dict[int, Mover] = field(default_factory=dict)

    def worth(self, turn: Turn) -> Worth:
        """What a turn leaves a round later, once the others have had theirs."""
        number, state = self.outlook.number, played_out(self.deal, turn.moves)
        others = dict.fromkeys((seat for seat in range(len(state.seats)) if seat != number), 0.0)
        while state.player != number and not state.over:
            reply = self._mover(state.player).reply(state)
            others[state.player] = reply.value
            state = played_out(state, reply.moves)
        own = self.outlook.standing(state.seats[number]) if state.over else self._mover(number).reply(state).value
        return Worth(own, tuple(others.values()))

    def _mover(self, number: int) -> Mover:
        if number not in self._movers:
            taste, left = replace(self.outlook.taste, counts=False), turns_to_come(self.deal, number)
            self._movers[number] = Mover(Outlook(self.deal, number, taste, GLANCE, left))
        return self._movers[number]


class Mover:
    """A player in a deal, who goes on with what was planned at its beginning."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self._known: dict[tuple[Serpent, ...], tuple[Outlook, Appraiser]] = {}
        self._builds_known: dict[tuple[object, ...], list[Turn]] = {}

    def reply(self, state: State) -> Turn:
        """The turn that seems best to it."""
        outlook, appraiser = self._at(state)
        stay, turns = outlook.takes(appraiser)
        if stay.shown:
            turns.append(outlook.choice(appraiser))
        turns += self._builds(outlook, appraiser)
        idle = Turn((), outlook.standing(outlook.seat) + stay.value)
        return max(turns, key=lambda turn: turn.value, default=idle)

    def _builds(self, outlook: Outlook, appraiser: Appraiser) -> list[Turn]:
        """What can be finished, or laid out where the board is full; thought of once for all deals."""
        seat = outlook.seat
        key = seat.coatls, seat.pieces, outlook.hand, outlook.view.temples
        if key not in self._builds_known:
            wanted = appraiser.has_ready(outlook.means()) or seat.free <= 1
            self._builds_known[key] = list(outlook.builds(1, appraiser)) if wanted else []
        return self._builds_known[key]

    def _at(self, state: State) -> tuple[Outlook, Appraiser]:
        coatls = state.seats[self.outlook.number].coatls
        if coatls not in self._known:
            there = self.outlook.at(state)
            self._known[coatls] = there, there.appraiser()
        there, appraiser = self._known[coatls]
        return there.at(state), appraiser
