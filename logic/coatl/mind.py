"""A computer player of Cóatl: thinks once a turn, remembers what it meant to do, and does it move by move."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from logic.coatl.evaluation import Taste
from logic.coatl.moves import CoatlMove, Discard, Draw, End, Pass, Prophesy, Start, Take
from logic.coatl.offerings import discards, offerings, without_card
from logic.coatl.plans import Left, Outlook, Turn
from logic.coatl.rules import State
from logic.coatl.targets import Breadth
from logic.core import Dice, Stop

REMEMBERED: Final = 256
"""Positions in the midst of a turn of which is kept how it was meant to go on."""

Guess = Callable[[State], Left]
"""Guesses how many turns the player to move has after this one."""
Pick = Callable[[Outlook, Sequence[Turn], Dice, Stop], Turn]
"""Chooses among the turns that were thought of; there is one at least."""


def _unknown(_view: State) -> Left:
    return Left()


def best_turn(_outlook: Outlook, turns: Sequence[Turn], _dice: Dice, _stop: Stop) -> Turn:
    """Choose the turn with the greatest value, the first of equal ones."""
    return max(turns, key=lambda turn: turn.value)


def careless(points: float) -> Pick:
    """Give a choice among turns each of which may seem so many points better than it is."""

    def pick(_outlook: Outlook, turns: Sequence[Turn], dice: Dice, _stop: Stop) -> Turn:
        return max(turns, key=lambda turn: turn.value + points * dice.chance())

    return pick


@dataclass(slots=True)
class Mind:
    """How a player thinks: its taste, how far it looks, and how it chooses among the turns it has thought of."""

    taste: Taste
    breadth: Breadth
    builds: int
    pick: Pick = best_turn
    guess: Guess = _unknown
    _memory: OrderedDict[State, tuple[CoatlMove, ...]] = field(default_factory=OrderedDict)

    def choose(self, view: State, dice: Dice, stop: Stop) -> CoatlMove:
        """Give the next move: what was meant when the turn began, or a new thought."""
        legal = view.legal_moves()
        meant = self._memory.get(view) or self._thought(view, dice, stop)
        if not meant or meant[0] not in legal:
            meant = (_anything(legal),)
        self._remember(view, meant)
        return meant[0]

    def _remember(self, view: State, moves: tuple[CoatlMove, ...]) -> None:
        """Keep how a turn goes on; what follows a card drawn blind or a new display has to be thought of then."""
        if len(moves) > 1:
            self._memory[cast("State", view.apply(moves[0]).state)] = moves[1:]
            while len(self._memory) > REMEMBERED:
                self._memory.popitem(last=False)

    def _thought(self, view: State, dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
        if view.action == "discard":
            return self._laid_aside(view)
        legal = view.legal_moves()
        if len(legal) == 1 and isinstance(legal[0], End | Pass):
            return legal
        outlook = Outlook(view, view.player, self.taste, self.breadth, self.guess(view))
        if view.action == "future" and (gone := discards(outlook)):
            return gone[:1]
        if view.action in ("future", "choose"):
            return outlook.choice().moves
        if view.action == "build":
            return self._built_on(outlook)
        if view.action:
            return ()
        turns = [*outlook.turns(self.builds), *offerings(outlook)]
        return self.pick(outlook, turns, dice, stop).moves if turns else ()

    def _built_on(self, outlook: Outlook) -> tuple[CoatlMove, ...]:
        """Go on with a build that somebody else began, if anything can be gained."""
        turns = list(outlook.builds(self.builds))
        return max(turns, key=lambda turn: turn.value).moves if turns else ()

    def _laid_aside(self, view: State) -> tuple[CoatlMove, ...]:
        """Lay the card aside without which the hand is worth most."""
        outlook = Outlook(view, view.player, self.taste, self.breadth)
        options = [move for move in view.legal_moves() if isinstance(move, Discard)]
        if not options:
            return ()
        return (max(options, key=lambda move: outlook.value(without_card(outlook.seat, move.card))),)


def _anything(legal: Sequence[CoatlMove]) -> CoatlMove:
    """Give a move where no thought has led to one: the end of the turn, or whatever leads there."""
    for kind in (End, Prophesy, Take, Draw, Start):
        for move in legal:
            if isinstance(move, kind):
                return move
    return legal[0]
