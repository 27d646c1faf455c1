"""The High Priest: plans two cóatls together, counts the bags, and knows when the others will be done.

It deals itself what it cannot see, and compares the best turns a round later: what the others will do, what that leaves
to itself, and what it leaves to them. It ends the game when it will probably be ahead, and not before; and it wastes
nothing in its last turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from logic.coatl.bestbuild import best_build
from logic.coatl.building import built
from logic.coatl.clocks import turns_to_come
from logic.coatl.ending import points, turns_after_third
from logic.coatl.evaluation import Taste
from logic.coatl.futures import foreseen
from logic.coatl.mind import Mind, best_turn
from logic.coatl.moves import Attach, Crown, Prophesy, Start
from logic.coatl.params import MOST_COATLS
from logic.coatl.plans import Left, Outlook, Turn
from logic.coatl.sight import sample
from logic.coatl.table import Seat
from logic.coatl.targets import Breadth
from logic.core import Dice, Stop

DEALS: Final = 3
"""How often an opponent's hand is dealt, to guess what can still be built with it."""
GLANCE: Final = Breadth(16, 8, 8)
"""How far that is looked into."""
SURE_OF_END: Final = 4.0
"""Points ahead at an end that is near which make a win likely: about 3 to 1."""
SURE_OF_MORE: Final = 9.0
"""The same while the game goes on."""


def _likely(lead: float, scale: float) -> float:
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, lead / scale))))


def after_build(outlook: Outlook, turn: Turn) -> Seat:
    """Give the seat after a turn of building, as it is after any other."""
    seat = outlook.seat
    for move in turn.moves:
        if isinstance(move, Start | Attach | Prophesy | Crown):
            seat = built(seat, move)
    return seat


class Duel:
    """Compares an end of the game now with going on."""

    def __init__(self, outlook: Outlook, dice: Dice) -> None:
        self.outlook, self.dice, self.view = outlook, dice, outlook.view
        self.rivals = [seat for seat in range(len(self.view.seats)) if seat != self.view.player]
        self.deals = [sample(self.view, self.view.player, dice) for _ in range(DEALS)]

    def at_the_end(self, seat: Seat) -> float:
        """Give how likely this seat wins if it ends the game now."""
        queue = turns_after_third(self.view.player, self.view.order)
        rivals = (self._hopes(rival, Left(float(queue.count(rival)))) for rival in self.rivals)
        return _likely(points(seat) - max(rivals), SURE_OF_END)

    def going_on(self, value: float) -> float:
        """Give how likely it wins with a turn after which it may hope for so much."""
        return _likely(value - max(self._hopes(rival, Left()) for rival in self.rivals), SURE_OF_MORE)

    def _hopes(self, rival: int, left: Left) -> float:
        """Give what an opponent may hope for, on the average of some deals of what nobody sees."""
        return sum(self._hope(deal, rival, left) for deal in range(DEALS)) / DEALS

    def _hope(self, deal: int, rival: int, left: Left) -> float:
        state = self.deals[deal]
        there = Outlook(state, rival, self.outlook.taste, GLANCE, left)
        done = points(state.seats[rival]) if left.turns is not None else there.standing(state.seats[rival])
        return done + there.appraiser().value(there.means())


def _wisely(outlook: Outlook, turns: Sequence[Turn], dice: Dice, stop: Stop) -> Turn:
    """Choose the best turn, a round foreseen; the last build is exact, and an end must be better than going on."""
    if outlook.left.sure and outlook.left.turns == 0:
        return _last(outlook, turns, stop)
    if outlook.view.queue is not None or len(outlook.view.seats) == 1:
        return best_turn(outlook, turns, dice, stop)
    ends, others = list[Turn](), list[Turn]()
    for turn in turns:
        (ends if after_build(outlook, turn).finished >= MOST_COATLS else others).append(turn)
    if not ends:
        return foreseen(outlook, turns, dice, stop)
    end: Turn = max(ends, key=lambda turn: points(after_build(outlook, turn)))
    if not others:
        return end
    more = foreseen(outlook, others, dice, stop)
    duel = Duel(outlook, dice)
    return end if duel.at_the_end(after_build(outlook, end)) >= duel.going_on(more.value) else more


def _last(outlook: Outlook, turns: Sequence[Turn], stop: Stop) -> Turn:
    """Choose the turn that leads to the most points; nothing comes after it."""
    build = best_build(outlook.view, stop=stop)
    best = max(turns, key=lambda turn: points(after_build(outlook, turn)))
    gain = points(after_build(outlook, best)) - points(outlook.seat)
    return Turn(build.moves, build.points) if build.points > gain else best


PRIEST: Final = Mind(Taste(), Breadth(40, 14, 12), builds=5, pick=_wisely, guess=turns_to_come)
