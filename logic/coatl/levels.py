"""The computer opponents of Cóatl: Novice, Carver and High Priest, each deciding from what its seat may know."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from typing import Final, cast

from logic.coatl.components import LETTERS, MOST_COATLS, Seat, kind_of
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.engine.evaluation import Taste
from logic.coatl.engine.futures import foreseen
from logic.coatl.engine.plans import Left, Outlook, Turn
from logic.coatl.engine.targets import Breadth
from logic.coatl.moves import (
    Attach,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
    built,
)
from logic.coatl.redaction import sample
from logic.coatl.rules import GIFT, MOST_ROBBED, State, points, robbable, turns_after_third
from logic.core import Dice, Level, Message, Stop

LAST_TURNS = 8
"""With fewer turns left a token is worth less, and nothing at the end."""


def offerings(outlook: Outlook) -> Iterator[Turn]:
    """The turns with a token or a feather."""
    legal = outlook.view.legal_moves()
    price = _price(outlook)
    yield from _fetched(outlook, [move for move in legal if isinstance(move, Fetch)], price)
    for move in legal:
        if isinstance(move, Commit):
            seat = replace(outlook.seat, temples=(*outlook.seat.temples, move.temple))
            yield Turn((move, End()), outlook.value(seat) - price)
        elif isinstance(move, Foresee):
            yield Turn((move,), outlook.value() + outlook.taste.fresh - price)
        elif isinstance(move, Steal):
            yield _stolen(outlook, move)


def _price(outlook: Outlook) -> float:
    left = outlook.left.turns
    return outlook.taste.token * (1.0 if left is None else min(1.0, left / LAST_TURNS))


def _piece(move: Fetch) -> str:
    """A piece like the one that is fetched, for counting."""
    return f"{move.colour}{LETTERS[move.kind]}0"


def _fetched(outlook: Outlook, moves: Sequence[Fetch], price: float) -> Iterator[Turn]:
    """*Perfect Pick* of each head and tail, and of the best two bodies."""
    for move in moves:
        if move.kind != "body":
            yield Turn((move, End()), outlook.value(outlook.seat.storing(_piece(move))) - price)
    bodies = [move for move in moves if move.kind == "body"]
    if not bodies:
        return
    bag = {move.colour: int(outlook.offer.bag["RYGBK".index(move.colour)]) for move in bodies}
    _, first = max((outlook.value(outlook.seat.storing(_piece(move))), str(move)) for move in bodies)
    one = next(move for move in bodies if str(move) == first)
    seat = outlook.seat.storing(_piece(one))
    seconds = [move for move in bodies if bag[move.colour] > (move == one)] if seat.free else []
    pairs = [(outlook.value(seat.storing(f"{move.colour}b-")), str(move), move) for move in seconds]
    if pairs:
        value, _, other = max(pairs)
        yield Turn((one, other, End()), value - price)
    else:
        yield Turn((one, End()), outlook.value(seat) - price)


def _stolen(outlook: Outlook, move: Steal) -> Turn:
    """The theft of the bodies that help most, from one opponent."""
    feather = next(piece for piece in outlook.seat.pieces if piece.startswith("F"))
    seat, moves = outlook.seat.without(feather), list[CoatlMove]([move])
    left = list(robbable(outlook.view.seats[move.seat]))
    while left and seat.free and len(moves) <= MOST_ROBBED:
        _, piece = max((outlook.value(seat.storing(piece)), piece) for piece in left)
        seat = seat.storing(piece)
        left.remove(piece)
        moves.append(Rob(piece))
    return Turn((*moves, End()), outlook.value(seat) - GIFT)


def discards(outlook: Outlook) -> tuple[CoatlMove, ...]:
    """The cards to lay aside after *See the Future*: those without which the hand is worth more."""
    moves, seat = list[CoatlMove](), outlook.seat
    for card in outlook.hand:
        rest = without_card(seat, card)
        if outlook.value(rest) > outlook.value(seat):
            seat = rest
            moves.append(Discard(card))
    return tuple(moves)


def without_card(seat: Seat, card: str) -> Seat:
    return replace(seat, prophecies=tuple(other for other in seat.prophecies if other != card))


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
    """A choice among turns each of which may seem so many points better than it is."""

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
        """The next move: what was meant when the turn began, or a new thought."""
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
    """A move where no thought has led to one: the end of the turn, or whatever leads there."""
    for kind in (End, Prophesy, Take, Draw, Start):
        for move in legal:
            if isinstance(move, kind):
                return move
    return legal[0]


NOVICE_CARELESS: Final = 8.0
"""How many points better than it is a turn may seem to it."""

NOVICE: Final = Mind(
    Taste(rate=3.2, slot=0.0, risk=0.25, counts=False, pairs=False),
    Breadth(5, 3, 5),
    builds=1,
    pick=careless(NOVICE_CARELESS),
)
"""Impatient: turns are dear to it, so that its cóatls are short."""


CARVER_CARELESS: Final = 2.0
"""How many points better than it is a turn may seem to it: far fewer than to the Novice."""

CARVER: Final = Mind(
    Taste(rate=1.9, risk=0.9, counts=False, pairs=False), Breadth(6, 4, 8), builds=1, pick=careless(CARVER_CARELESS)
)
"""Looks at one cóatl at a time, and at nobody else: what lies there will still be there, and there is no hurry."""


WHOLE: Final = 9.2
"""Turns for each cóatl before the last one. These numbers were fitted to games of the Carver against itself."""
LAST: Final = 10.3
BEGUN, LONG, CLOSED, HELD, ENDS = 0.57, 0.3, 1.22, 0.39, 0.57
"""Turns saved by each open cóatl, piece in it, closed end, piece held, and by a head or tail beyond that."""
LAST_ONES: Final = 0.5
"""Turns that follow the end of the count: one, for some two, less what the others may be quicker than thought."""


def clock(seat: Seat) -> float:
    """Guess how many turns a player needs to finish the third cóatl; at least one."""
    coatls = [seat.coatls[place] for place in seat.unfinished]
    ends = sum(kind_of(piece) != "body" for piece in seat.pieces)
    closed = sum(coatl.head_closed + coatl.tail_closed for coatl in coatls)
    saved = BEGUN * len(coatls) + LONG * sum(len(coatl.pieces) for coatl in coatls) + CLOSED * closed
    saved += HELD * len(seat.pieces) + ENDS * ends
    return max(1.0, LAST + WHOLE * (MOST_COATLS - 1 - seat.finished) - saved)


def turns_to_come(view: State) -> Left:
    """Guess how many turns the player to move has after this one: as many as the quickest opponent, and the last."""
    others = [clock(seat) for number, seat in enumerate(view.seats) if number != view.player]
    return Left(min(others) + LAST_ONES, sure=False) if others else Left()


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
    """The seat after a turn of building, as it is after any other."""
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
        """How likely this seat wins if it ends the game now."""
        queue = turns_after_third(self.view.player, self.view.order)
        rivals = (self._hopes(rival, Left(float(queue.count(rival)))) for rival in self.rivals)
        return _likely(points(seat) - max(rivals), SURE_OF_END)

    def going_on(self, value: float) -> float:
        """How likely it wins with a turn after which it may hope for so much."""
        return _likely(value - max(self._hopes(rival, Left()) for rival in self.rivals), SURE_OF_MORE)

    def _hopes(self, rival: int, left: Left) -> float:
        """What an opponent may hope for, on the average of some deals of what nobody sees."""
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


LEVELS: dict[str, Level] = {
    "novice": Level(
        Message("Novice"),
        Message("Builds short serpents as soon as they score, and does not always see what is best."),
        NOVICE.choose,
        Message("Rather a small serpent today than a large one tomorrow."),
    ),
    "carver": Level(
        Message("Carver"),
        Message("Plans each serpent to its end, piece by piece and card by card, and does not look at anybody else."),
        CARVER.choose,
        Message("Patient with stone, blind to neighbours."),
        1260,
    ),
    "priest": Level(
        Message("High Priest"),
        Message("Plans two serpents together, counts the bags, and knows when you will be done."),
        PRIEST.choose,
        Message("Counts everything and says nothing."),
        1400,
    ),
}
"""The opponents by name, the easiest first. Each is asked for every move of a turn."""
