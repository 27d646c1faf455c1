"""The computer players of Cóatl, from Novice to High Priest; each decides on what its seat may know."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from typing import Final

from logic.coatl.components import MOST_COATLS, Seat
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.engine.evaluation import Weights
from logic.coatl.engine.futures import (
    ONCE,
    before_the_end,
    best_before_last,
    compare_rollouts,
    result_at_the_end,
    taking_turns,
    turns_to_come,
)
from logic.coatl.engine.plans import PlannedTurn, Planner, TurnsLeft
from logic.coatl.engine.targets import SearchLimits
from logic.coatl.moves import (
    CoatlMove,
    Discard,
    Draw,
    End,
    Foresee,
    Pass,
    Prophesy,
    Start,
    Steal,
    Take,
)
from logic.coatl.rules import GIFT, State, standing
from logic.core import Dice, Level, Message, Stop

LAST_TURNS = 8
"""With fewer turns left a token is worth less, and nothing in the last one."""


def token_turns(planner: Planner) -> Iterator[PlannedTurn]:
    """The turns that use a token or a feather."""
    price = _price(planner)
    for moves, value in _after_taking(
        planner, [moves for moves in taking_turns(planner.view) if not isinstance(moves[0], Take)]
    ):
        yield PlannedTurn(moves, value - (GIFT if isinstance(moves[0], Steal) else price))
    if Foresee() in planner.view.legal_moves():
        yield PlannedTurn((Foresee(),), planner.value() + planner.weights.fresh - price)


def _after_taking(planner: Planner, ways: Sequence[tuple[CoatlMove, ...]]) -> Iterator[PlannedTurn]:
    """Turns that take pieces or a temple, or the rest of such turns, with their values; no price is deducted."""
    seats = [before_the_end(planner.view, moves).seat for moves in ways]
    plans = planner.evaluator().best([(planner.means(seat), planner.offer) for seat in seats])
    before = planner.standing(planner.seat)
    return (PlannedTurn(moves, before + plan.value) for moves, plan in zip(ways, plans, strict=True))


def _price(planner: Planner) -> float:
    left = planner.left.turns
    return planner.weights.token * (1.0 if left is None else min(1.0, left / LAST_TURNS))


def discards(planner: Planner) -> tuple[CoatlMove, ...]:
    """The cards to discard after *See the Future*: those without which the hand is worth more."""
    moves, seat = list[CoatlMove](), planner.seat
    for card in planner.hand:
        rest = without_card(seat, card)
        if planner.value(rest) > planner.value(seat):
            seat = rest
            moves.append(Discard(card))
    return tuple(moves)


def without_card(seat: Seat, card: str) -> Seat:
    return replace(seat, prophecies=tuple(other for other in seat.prophecies if other != card))


REMEMBERED: Final = 256
"""The number of positions within a turn for which the intended continuation is remembered."""

Guess = Callable[[State], TurnsLeft]
"""Estimates how many turns the player to move has after this one."""
Pick = Callable[[Planner, Sequence[PlannedTurn], Dice, Stop], PlannedTurn]
"""Chooses among the candidate turns; there is at least one."""


def _unknown(_view: State) -> TurnsLeft:
    return TurnsLeft()


def best_turn(_planner: Planner, turns: Sequence[PlannedTurn], _dice: Dice, _stop: Stop) -> PlannedTurn:
    """Choose the turn with the greatest value, the first one on a tie."""
    return max(turns, key=lambda turn: turn.value)


def noisy_choice(points: float) -> Pick:
    """A choice in which each turn may seem up to ``points`` better than it is."""

    def pick(_planner: Planner, turns: Sequence[PlannedTurn], dice: Dice, _stop: Stop) -> PlannedTurn:
        return max(turns, key=lambda turn: turn.value + points * dice.chance())

    return pick


def greedy_choice(times: float) -> Pick:
    """A choice in which the points after the turn are added ``times`` times to its value, which holds them already."""

    def pick(planner: Planner, turns: Sequence[PlannedTurn], _dice: Dice, _stop: Stop) -> PlannedTurn:
        return max(turns, key=lambda turn: turn.value + times * standing(_seat_after(planner, turn))[0])

    return pick


@dataclass(slots=True)
class PlanningPlayer:
    """A computer player: its weights and search limits, and how it chooses among the turns found.

    ``builds`` is how many plans it builds towards, and ``guess`` estimates the turns left. Remembers how its turns are
    to go on.
    """

    weights: Weights
    limits: SearchLimits
    builds: int
    pick: Pick = best_turn
    guess: Guess = _unknown
    _memory: OrderedDict[State, tuple[CoatlMove, ...]] = field(default_factory=OrderedDict)

    def choose(self, view: State, dice: Dice, stop: Stop) -> CoatlMove:
        """The next move: the one intended when the turn began, or a newly planned one."""
        meant = self._memory.get(view) or self.turn(view, dice, stop)
        self._remember(view, meant)
        return meant[0]

    def turn(self, view: State, dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
        """The moves to the end of the turn, or to the first that reveals something; at least one."""
        moves = list[CoatlMove]()
        while not moves or not isinstance(moves[-1], End | Pass | Draw | Foresee):
            legal = view.legal_moves()
            thought = self._thought(view, dice, stop)
            for move in thought if thought and thought[0] in legal else (_fallback_move(legal),):
                moves.append(move)
                if isinstance(move, End | Pass | Draw | Foresee):
                    break
                view = view.apply(move).state
        return tuple(moves)

    def planner(self, view: State) -> Planner:
        """The planner for the player to move."""
        return Planner(view, view.player, self.weights, self.limits, self.guess(view))

    def _remember(self, view: State, moves: tuple[CoatlMove, ...]) -> None:
        """Remember how a turn goes on; after a card drawn blind or a new display the rest is planned anew."""
        if len(moves) > 1:
            self._memory[view.apply(moves[0]).state] = moves[1:]
            while len(self._memory) > REMEMBERED:
                self._memory.popitem(last=False)

    def _thought(self, view: State, dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
        if view.action == "discard":
            return self._choose_discards(view)
        legal = view.legal_moves()
        if len(legal) == 1 and isinstance(legal[0], End | Pass):
            return legal
        if won := _won_at_once(view, stop):
            return won
        planner = self.planner(view)
        if view.action == "future" and (gone := discards(planner)):
            return gone[:1]
        if view.action in ("future", "choose"):
            return planner.choice().moves
        if view.action in ("build", "crown"):
            return self._built_on(planner, stop)
        if view.action in ("pick", "steal"):
            return best_turn(planner, list(_after_taking(planner, list(taking_turns(view)))), dice, stop).moves
        turns = [*planner.turns(self.builds), *token_turns(planner)]
        return self.pick(planner, turns, dice, stop).moves if turns else ()

    def _built_on(self, planner: Planner, stop: Stop) -> tuple[CoatlMove, ...]:
        """Continue a build that has begun, if anything can be gained."""
        view = planner.view
        turns = [] if view.action == "crown" else list(planner.builds(self.builds))
        ways = [best_build(view, stop=stop).moves, (End(),) if End() in view.legal_moves() else ()]
        turns += [PlannedTurn(moves, planner.after(before_the_end(view, moves).seat)) for moves in ways if moves]
        return best_turn(planner, turns, Dice(0), stop).moves if turns else ()

    def _choose_discards(self, view: State) -> tuple[CoatlMove, ...]:
        """Discard the card without which the hand is worth most."""
        planner = Planner(view, view.player, self.weights, self.limits)
        options = [move for move in view.legal_moves() if isinstance(move, Discard)]
        if not options:
            return ()
        return (max(options, key=lambda move: planner.value(without_card(planner.seat, move.card))),)


def _won_at_once(view: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """The build that wins or shares the win in the very last turn, if there is one: no level overlooks that."""
    if view.queue != () or len(view.seats) == 1:
        return ()
    moves = best_build(view, stop=stop).moves
    others = (standing(seat) for number, seat in enumerate(view.seats) if number != view.player)
    return moves if standing(before_the_end(view, moves).seat) >= max(others) else ()


def _fallback_move(legal: Sequence[CoatlMove]) -> CoatlMove:
    """A fallback move if no plan yields one: the end of the turn, or a move that leads there."""
    for kind in (End, Prophesy, Take, Draw, Start):
        for move in legal:
            if isinstance(move, kind):
                return move
    return legal[0]


DAZZLED: Final = 2.0
"""How many times the Novice counts immediate points in addition."""

NOVICE: Final = PlanningPlayer(
    Weights(rate=3.2, slot=0.0, counts=False, pairs=False), SearchLimits(5, 3, 5), builds=1, pick=greedy_choice(DAZZLED)
)
"""Short-sighted and impatient: it considers few forms and at most five more pieces, and turns cost it much."""


CARVER_CARELESS: Final = 2.0
"""By how many points a turn may seem better than it is."""

CARVER: Final = PlanningPlayer(
    Weights(rate=1.9, risk=0.9, counts=False, pairs=False),
    SearchLimits(6, 4, 8),
    builds=1,
    pick=noisy_choice(CARVER_CARELESS),
)
"""Considers one cóatl at a time, and no rivals: it assumes that face-up cards stay, and does not hurry."""


SURE: Final = 9.0
"""A lead in points that makes a win likely while the game goes on: about 3 to 1."""


def _choose_by_rollouts(planner: Planner, turns: Sequence[PlannedTurn], dice: Dice, stop: Stop) -> PlannedTurn:
    """Choose the best turn by rollouts of a round; ending the game must beat going on.

    The last turn is exact, and after the one before it the game is played out.
    """
    if planner.left.sure and planner.left.turns == 0:
        return _last(planner, turns, stop)
    if planner.left.sure and planner.left.turns == 1:
        return PlannedTurn(best_before_last(planner.view, turns, dice, stop), 0.0)
    if len(planner.view.seats) == 1:
        return best_turn(planner, turns, dice, stop)
    ends, others = list[PlannedTurn](), list[PlannedTurn]()
    for turn in turns:
        brings = _seat_after(planner, turn).finished >= MOST_COATLS and planner.view.queue is None
        (ends if brings else others).append(turn)
    if not ends:
        return compare_rollouts(planner, turns, dice, stop).turn
    end: PlannedTurn = max(ends, key=lambda turn: standing(_seat_after(planner, turn)))
    if not others:
        return end
    more = compare_rollouts(planner, others, dice, stop)
    return end if result_at_the_end(planner.view, end, dice, stop) >= _likely(more.lead) else more.turn


def _seat_after(planner: Planner, turn: PlannedTurn) -> Seat:
    return before_the_end(planner.view, turn.moves).seat


def _likely(lead: float) -> float:
    return 1.0 / (1.0 + exp(-max(-50.0, min(50.0, lead / SURE))))


def _last(planner: Planner, turns: Sequence[PlannedTurn], stop: Stop) -> PlannedTurn:
    """Choose the turn with the most points; nothing comes after it."""
    build = best_build(planner.view, stop=stop)
    ways = [*turns, PlannedTurn(build.moves, build.points)]
    return max(ways, key=lambda turn: standing(_seat_after(planner, turn)))


def _choose_for_self(planner: Planner, turns: Sequence[PlannedTurn], dice: Dice, stop: Stop) -> PlannedTurn:
    """Choose the turn that leaves the player most a round later, in a single sample; only the last turn is exact."""
    if planner.left.sure and planner.left.turns == 0:
        return _last(planner, turns, stop)
    if len(planner.view.seats) == 1:
        return best_turn(planner, turns, dice, stop)
    return compare_rollouts(planner, turns, dice, stop, ONCE, spite=0.0).turn


PRIEST: Final = PlanningPlayer(
    Weights(), SearchLimits(40, 14, 12), builds=5, pick=_choose_by_rollouts, guess=turns_to_come
)

SCRIBE: Final = replace(PRIEST, pick=_choose_for_self, _memory=OrderedDict())
"""Plans its own cóatls like the High Priest, but ignores what it leaves to the others."""


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
        1090,
    ),
    "scribe": Level(
        Message("Scribe"),
        Message("Plans two serpents together, counts the bags, and never minds what is left to you."),
        SCRIBE.choose,
        Message("Writes everything down and never looks up."),
        1220,
    ),
    "priest": Level(
        Message("High Priest"),
        Message("Plays your next turn in its head before it makes its own, and knows when you will be done."),
        PRIEST.choose,
        Message("Counts everything and says nothing."),
        1360,
    ),
}
"""The opponents by name, the easiest first. Each is called for every move of a turn."""
