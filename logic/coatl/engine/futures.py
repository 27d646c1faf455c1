"""Rollouts of Cóatl: compares turns over sampled deals of the hidden cards, to the next round or the end of the game.

When the end will come, what the last turns bring, and whether it pays to bring the end about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import mean
from typing import Final, NamedTuple

from logic.coatl.components import COLOURS, HAND, MOST_COATLS, Seat, Serpent, kind_of, known
from logic.coatl.engine.bestbuild import best_build, best_of, means_of
from logic.coatl.engine.evaluation import Evaluator
from logic.coatl.engine.plans import PlannedTurn, Planner, TurnsLeft
from logic.coatl.engine.targets import SearchLimits
from logic.coatl.moves import Choose, CoatlMove, Commit, Draw, End, Fetch, Foresee, Rob, Steal, Take
from logic.coatl.rules import State, points, sample, standing
from logic.core import Dice, Stop

# -- the end

WHOLE: Final = 9.2
"""Turns for each cóatl before the last one. These numbers were fitted to games of the Carver against itself."""
LAST: Final = 10.3
BEGUN, LONG, CLOSED, HELD, ENDS = 0.57, 0.3, 1.22, 0.39, 0.57
"""Turns saved by each open cóatl, piece in it, closed end, piece held, and by a head or tail beyond that."""
LAST_ONES: Final = 0.5
"""Turns that follow the end of the count: one, for some two, less what the others may be quicker than thought."""
DEALS: Final = 6
"""Deals of what nobody sees in which the end is played out."""
COMPARED: Final = 6
"""Turns before the last one that are played out in them."""
TAKEN_AWAY: Final = 7
"""Points that others may take away until the last turn: those of a temple."""
MARGIN: Final = 1 / 256
"""What a point more or less counts beside a game won."""


def clock(seat: Seat) -> float:
    """Guess how many turns a player needs to finish the third cóatl; at least one."""
    coatls = [seat.coatls[index] for index in seat.unfinished]
    ends = sum(kind_of(piece) != "body" for piece in seat.pieces)
    closed = sum(coatl.head_closed + coatl.tail_closed for coatl in coatls)
    saved = BEGUN * len(coatls) + LONG * sum(len(coatl.pieces) for coatl in coatls) + CLOSED * closed
    saved += HELD * len(seat.pieces) + ENDS * ends
    return max(1.0, LAST + WHOLE * (MOST_COATLS - 1 - seat.finished) - saved)


def turns_to_come(view: State, player: int | None = None) -> TurnsLeft:
    """Guess how many turns a player, the mover by default, has after this one: as the quickest opponent, and the last.

    Where they are known they are not guessed.
    """
    player = view.player if player is None else player
    known_turns = view.turns_left(player)
    if known_turns is not None:
        return TurnsLeft(float(known_turns))
    others = [clock(seat) for number, seat in enumerate(view.seats) if number != player]
    return TurnsLeft(min(others) + LAST_ONES, sure=False)


# -- playing on


def played_out(state: State, moves: Sequence[CoatlMove]) -> State:
    """The position after a turn, as far as its moves can be made; it then ends in any case."""
    number = state.turn
    for move in moves:
        if state.over or state.turn != number or move not in state.legal_moves():
            break
        state = state.apply(move).state
    while state.turn == number and not state.over:
        legal = state.legal_moves()
        state = state.apply(End() if End() in legal else legal[0]).state
    return state


def before_the_end(state: State, moves: Sequence[CoatlMove]) -> State:
    """The position in which a turn only needs to be ended."""
    for move in moves:
        if not isinstance(move, End):
            state = state.apply(move).state
    return state


def played_to_the_end(state: State, stop: Stop) -> State:
    """The last position of a game in which everybody has few turns left, and makes the most of them."""
    while not state.over:
        if state.turns_left(state.player) == 0:
            state = played_out(state, best_build(state, stop=stop).moves)
        else:
            state = played_out(state, max(takings(state), key=lambda moves: _promise(state, moves), default=()))
    return state


def result(state: State, player: int) -> float:
    """What an end is worth to a player: a part of the win, and a little for each point ahead."""
    own, others = standing(state.seats[player]), [standing(seat) for seat in state.seats]
    del others[player]
    if not others:
        return own[0] * MARGIN
    best = max(others)
    won = 1.0 / (1 + others.count(own)) if own >= best else 0.0
    return won + (own[0] - best[0]) * MARGIN


def _promise(state: State, moves: Sequence[CoatlMove]) -> int:
    """The points that a player can have with another turn after this one, if nobody else changes anything."""
    player, state = state.player, before_the_end(state, moves)
    seat = state.seats[player]
    locked = tuple(replace(coatl, locked=coatl.is_finished) for coatl in seat.coatls)
    state = state.with_seat(replace(seat, coatls=locked), player, action="")
    return points(state.seats[player]) + best_of(means_of(state, player)).points


# -- the last turn but one


def last_but_one(view: State, turns: Iterable[PlannedTurn], dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
    """The turn that leads to the best end with one more to come: all there are, and builds that were thought of.

    What hangs on what is hidden, or on what others do until then, is compared over some deals.
    """
    player = view.player
    builds = (turn.moves for turn in turns if not {Draw(), Foresee()} & {*turn.moves})
    sure = [best_build(view, stop=stop).moves, *takings(view), *builds, *_choices(view)]
    promised = sorted(((_promise(view, moves), moves) for moves in sure if moves), key=lambda each: -each[0])
    best = [moves for promise, moves in promised[:COMPARED] if promise >= promised[0][0] - TAKEN_AWAY]
    best += _drawing(view)
    if len(best) <= 1:
        return best[0] if best else ()
    totals = [0.0] * len(best)
    for _ in range(DEALS):
        deal = sample(view, player, dice)
        for index, moves in enumerate(best):
            totals[index] += result(played_to_the_end(_begun(deal, moves), stop), player)
        if stop():
            break
    return best[totals.index(max(totals))]


def _begun(deal: State, moves: Sequence[CoatlMove]) -> State:
    """The position after a turn; new cards are chosen from, once they lie face up."""
    if moves[-1:] == (Foresee(),):
        deal = deal.apply(Foresee()).state
        moves = max(_choices(deal), key=lambda chosen: _promise(deal, chosen), default=())
    return played_out(deal, moves)


def takings(state: State) -> Iterator[tuple[CoatlMove, ...]]:
    """The turns that bring pieces or a temple into the hand, or the rest of one begun; of those that are alike one."""
    if state.action == "steal":
        yield from _robbed(state, ())
        return
    seen = set[tuple[str, ...]]()
    for move in state.legal_moves():
        if isinstance(move, Take):
            looks = tuple(sorted(piece[:2] for piece in state.field(move.field)))
            if looks not in seen:
                seen.add(looks)
                yield move, End()
        elif isinstance(move, Fetch):
            yield from _fetched(state, move)
        elif isinstance(move, Steal):
            yield from _robbed(state.apply(move).state, (move,))
        elif isinstance(move, Commit):
            yield move, End()


def _fetched(state: State, move: Fetch) -> Iterator[tuple[CoatlMove, ...]]:
    """*Perfect Pick* of a piece, a body with each that may follow it; of two in one order only."""
    if move.kind != "body":
        yield move, End()
        return
    for second in state.apply(move).state.legal_moves():
        if not isinstance(second, Fetch):
            yield move, second
        elif COLOURS.index(second.colour) >= COLOURS.index(move.colour):
            yield move, second, End()


def _robbed(state: State, moves: tuple[CoatlMove, ...]) -> Iterator[tuple[CoatlMove, ...]]:
    """The ways to take bodies from somebody else's board; of bodies that are alike the first."""
    seen = set[str]()
    for move in state.legal_moves():
        if isinstance(move, End):
            yield *moves, move
        elif isinstance(move, Rob) and move.piece[0] not in seen:
            seen.add(move.piece[0])
            robbed: tuple[CoatlMove, ...] = (*moves, move)
            yield from _robbed(state.apply(move).state, robbed)


def _choices(state: State, count: int = HAND) -> Iterator[tuple[CoatlMove, ...]]:
    """The ways to choose so many prophecies face up, or as many as there are and the hand has room for."""
    shown = known(state.display)
    count = min(count, HAND - len(state.seat.prophecies), len(shown))
    if count > 0 and Choose(shown[0]) in state.legal_moves():
        for cards in combinations(shown, count):
            yield *map(Choose, cards), End()


def _drawing(view: State) -> Iterator[tuple[CoatlMove, ...]]:
    """The turns that turn up something new: the best cards face up and others from the deck; *See the Future*."""
    legal, room = view.legal_moves(), HAND - len(view.seat.prophecies)
    if Foresee() in legal:
        yield (Foresee(),)
    if Draw() in legal:
        for chosen in range(min(room, len(known(view.display)) + 1)):
            ways: list[tuple[CoatlMove, ...]] = [*_choices(view, chosen)] or [(End(),)]
            best = max(ways, key=lambda moves: _promise(view, moves))
            yield *best[:-1], *[Draw()] * (room - chosen), End()


# -- the third cóatl


def chance_at_the_end(view: State, turn: PlannedTurn, dice: Dice, stop: Stop) -> float:
    """How likely the mover wins by a turn that brings the end, over some deals."""
    results = list[float]()
    for _ in range(DEALS):
        deal = sample(view, view.player, dice)
        results.append(result(played_to_the_end(played_out(deal, turn.moves), stop), view.player))
        if stop():
            break
    return sum(results) / len(results)


# -- the next round


class ComparisonRound(NamedTuple):
    """A round of the comparison: how many turns, over how many deals (fewer with more players: deals take longer)."""

    turns: int
    deals: int


HEATS: Final = (ComparisonRound(6, 6), ComparisonRound(3, 6), ComparisonRound(2, 8))
"""One after the other; after each only those turns go on that seem best."""
ONCE: Final = (ComparisonRound(3, 1),)
"""Instead of them: a few turns, in a single deal."""
NEAR: Final = 3.0
"""How many points worse than the best a turn may seem and still be looked at."""
SPITE: Final = 0.75
"""What an opponent's point counts beside an own one."""
GLANCE: Final = SearchLimits(16, 8, 8, 8)
"""How far an opponent's cóatls are thought of."""


class Decision(NamedTuple):
    """The chosen turn, and by how many points it leaves its player ahead of the best opponent."""

    turn: PlannedTurn
    lead: float


def foreseen(
    planner: Planner,
    turns: Sequence[PlannedTurn],
    dice: Dice,
    stop: Stop,
    heats: Sequence[ComparisonRound] = HEATS,
    spite: float = SPITE,
) -> Decision:
    """Choose the turn that leaves most a round later, over the same sampled deals for all turns.

    There must be other players, whose points count ``spite`` times as much as own ones, against a turn. What it costs
    is bounded by the deals, not by a clock, so that a choice is the same on every machine.
    """
    best = sorted(turns, key=lambda turn: -turn.value)
    best = [turn for turn in best[: heats[0].turns] if turn.value > best[0].value - NEAR]
    own, worths = RolloutPlayer(planner), {turn.moves: list[Worth]() for turn in best}
    for heat in heats:
        best = best[: heat.turns]
        for _ in range(max(1, heat.deals * 2 // len(planner.view.seats))):
            if len(best) == 1 and worths[best[0].moves]:
                break
            future = Future(planner, sample(planner.view, planner.number, dice), {planner.number: own})
            for turn in best:
                worths[turn.moves].append(future.worth(turn))
            if stop():
                break
        best.sort(key=lambda turn: -mean(worth.value(spite) for worth in worths[turn.moves]))
    return Decision(best[0], mean(worth.lead for worth in worths[best[0].moves]))


class Worth(NamedTuple):
    """The value of a position after a turn, to its player and to each of the others."""

    own: float
    others: tuple[float, ...]

    def value(self, spite: float) -> float:
        return self.own - spite * mean(self.others)

    @property
    def lead(self) -> float:
        return self.own - max(self.others)


@dataclass(slots=True)
class Future:
    """One sampled deal of what is hidden, and how all players would play in it."""

    planner: Planner
    deal: State
    _movers: dict[int, RolloutPlayer] = field(default_factory=dict)

    def worth(self, turn: PlannedTurn) -> Worth:
        """What a turn leaves a round later, once the others have had theirs."""
        number, state = self.planner.number, played_out(self.deal, turn.moves)
        others = dict.fromkeys((seat for seat in range(len(state.seats)) if seat != number), 0.0)
        while state.player != number and not state.over:
            reply = self._player(state.player).reply(state)
            others[state.player] = reply.value
            state = played_out(state, reply.moves)
        own = self.planner.standing(state.seats[number]) if state.over else self._player(number).reply(state).value
        return Worth(own, tuple(others.values()))

    def _player(self, number: int) -> RolloutPlayer:
        if number not in self._movers:
            weights, left = replace(self.planner.weights, counts=False), turns_to_come(self.deal, number)
            self._movers[number] = RolloutPlayer(Planner(self.deal, number, weights, GLANCE, left))
        return self._movers[number]


class RolloutPlayer:
    """A player within a sampled deal, who follows the plan made at its beginning."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self._known: dict[tuple[Serpent, ...], tuple[Planner, Evaluator]] = {}
        self._builds_known: dict[tuple[object, ...], list[PlannedTurn]] = {}

    def reply(self, state: State) -> PlannedTurn:
        """The turn that seems best to it."""
        planner, evaluator = self._at(state)
        stay, turns = planner.takes(evaluator)
        if stay.shown:
            turns.append(planner.choice(evaluator))
        turns += self._builds(planner, evaluator)
        idle = PlannedTurn((), planner.standing(planner.seat) + stay.value)
        return max(turns, key=lambda turn: turn.value, default=idle)

    def _builds(self, planner: Planner, evaluator: Evaluator) -> list[PlannedTurn]:
        """What can be finished, or laid out where the board is full; thought of once for all deals."""
        seat = planner.seat
        key = seat.coatls, seat.pieces, planner.hand, planner.view.temples
        if key not in self._builds_known:
            wanted = evaluator.has_ready(planner.means()) or seat.free <= 1
            self._builds_known[key] = list(planner.builds(1, evaluator)) if wanted else []
        return self._builds_known[key]

    def _at(self, state: State) -> tuple[Planner, Evaluator]:
        coatls = state.seats[self.planner.number].coatls
        if coatls not in self._known:
            there = self.planner.at(state)
            self._known[coatls] = there, there.evaluator()
        there, evaluator = self._known[coatls]
        return there.at(state), evaluator
