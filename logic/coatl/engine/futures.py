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
"""The estimated turns for each cóatl before the last one; ``LAST`` is for that. Fitted to games of Carvers."""
LAST: Final = 10.3
BEGUN, LONG, CLOSED, HELD, ENDS = 0.57, 0.3, 1.22, 0.39, 0.57
"""Turns saved per open cóatl, piece in it, closed end, and piece held, with an extra for held heads and tails."""
LAST_ONES: Final = 0.5
"""Turns after the estimated end: one or two, less a correction for opponents who are faster than estimated."""
DEALS: Final = 6
"""The number of sampled deals in which the end is played out."""
COMPARED: Final = 6
"""The number of candidates for the turn before the last that are played out in them."""
TAKEN_AWAY: Final = 7
"""The points that others may take away before the last turn: those of a temple."""
MARGIN: Final = 1 / 256
"""The value of a point relative to a game won."""


def clock(seat: Seat) -> float:
    """The estimated number of turns until a player finishes the third cóatl; at least one."""
    coatls = [seat.coatls[index] for index in seat.unfinished]
    ends = sum(kind_of(piece) != "body" for piece in seat.pieces)
    closed = sum(coatl.head_closed + coatl.tail_closed for coatl in coatls)
    saved = BEGUN * len(coatls) + LONG * sum(len(coatl.pieces) for coatl in coatls) + CLOSED * closed
    saved += HELD * len(seat.pieces) + ENDS * ends
    return max(1.0, LAST + WHOLE * (MOST_COATLS - 1 - seat.finished) - saved)


def turns_to_come(view: State, player: int | None = None) -> TurnsLeft:
    """The estimated number of turns that a player, the mover by default, has after this one, by the fastest opponent.

    Exact if known.
    """
    player = view.player if player is None else player
    known_turns = view.turns_left(player)
    if known_turns is not None:
        return TurnsLeft(float(known_turns))
    others = [clock(seat) for number, seat in enumerate(view.seats) if number != player]
    return TurnsLeft(min(others) + LAST_ONES, sure=False)


# -- rollouts


def played_out(state: State, moves: Sequence[CoatlMove]) -> State:
    """The position after a turn whose moves are made as far as they are legal; it then ends in any case."""
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
    """The position before the end of a turn."""
    for move in moves:
        if not isinstance(move, End):
            state = state.apply(move).state
    return state


def played_to_the_end(state: State, stop: Stop) -> State:
    """The last position of a game in which everybody has few turns left, and uses them greedily."""
    while not state.over:
        if state.turns_left(state.player) == 0:
            state = played_out(state, best_build(state, stop=stop).moves)
        else:
            state = played_out(
                state, max(taking_turns(state), key=lambda moves: _next_turn_points(state, moves), default=())
            )
    return state


def result(state: State, player: int) -> float:
    """The value of an outcome to a player: the share of the win, and a little for each point ahead."""
    own, others = standing(state.seats[player]), [standing(seat) for seat in state.seats]
    del others[player]
    if not others:
        return own[0] * MARGIN
    best = max(others)
    won = 1.0 / (1 + others.count(own)) if own >= best else 0.0
    return won + (own[0] - best[0]) * MARGIN


def _next_turn_points(state: State, moves: Sequence[CoatlMove]) -> int:
    """The points that a player can have with another turn after this one, if nobody else changes anything."""
    player, state = state.player, before_the_end(state, moves)
    seat = state.seats[player]
    locked = tuple(replace(coatl, locked=coatl.is_finished) for coatl in seat.coatls)
    state = state.with_seat(replace(seat, coatls=locked), player, action="")
    return points(state.seats[player]) + best_of(means_of(state, player)).points


# -- the turn before the last


def best_before_last(view: State, turns: Iterable[PlannedTurn], dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
    """The best turn if one more follows: of all takes and choices, and of the builds that were considered.

    What depends on hidden cards, or on the others, is compared over some deals.
    """
    player = view.player
    builds = (turn.moves for turn in turns if not {Draw(), Foresee()} & {*turn.moves})
    sure = [best_build(view, stop=stop).moves, *taking_turns(view), *builds, *_choices(view)]
    promised = sorted(((_next_turn_points(view, moves), moves) for moves in sure if moves), key=lambda each: -each[0])
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
    """The position after a turn; one that sees the future goes on with the best choice of the new cards."""
    if moves[-1:] == (Foresee(),):
        deal = deal.apply(Foresee()).state
        moves = max(_choices(deal), key=lambda chosen: _next_turn_points(deal, chosen), default=())
    return played_out(deal, moves)


def taking_turns(state: State) -> Iterator[tuple[CoatlMove, ...]]:
    """The turns that take pieces or a temple, or the rest of one that has begun; one of each set of equivalent ones."""
    if state.action == "steal":
        yield from _robbing_ways(state, ())
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
            yield from _robbing_ways(state.apply(move).state, (move,))
        elif isinstance(move, Commit):
            yield move, End()


def _fetched(state: State, move: Fetch) -> Iterator[tuple[CoatlMove, ...]]:
    """*Perfect Pick* of a piece, a body with each possible second one; pairs in one order only."""
    if move.kind != "body":
        yield move, End()
        return
    for second in state.apply(move).state.legal_moves():
        if not isinstance(second, Fetch):
            yield move, second
        elif COLOURS.index(second.colour) >= COLOURS.index(move.colour):
            yield move, second, End()


def _robbing_ways(state: State, moves: tuple[CoatlMove, ...]) -> Iterator[tuple[CoatlMove, ...]]:
    """The ways to take bodies from an opponent's board; equal bodies only once."""
    seen = set[str]()
    for move in state.legal_moves():
        if isinstance(move, End):
            yield *moves, move
        elif isinstance(move, Rob) and move.piece[0] not in seen:
            seen.add(move.piece[0])
            robbed: tuple[CoatlMove, ...] = (*moves, move)
            yield from _robbing_ways(state.apply(move).state, robbed)


def _choices(state: State, count: int = HAND) -> Iterator[tuple[CoatlMove, ...]]:
    """The ways to choose that many face-up prophecies, or as many as there are and the hand has room for."""
    shown = known(state.display)
    count = min(count, HAND - len(state.seat.prophecies), len(shown))
    if count > 0 and Choose(shown[0]) in state.legal_moves():
        for cards in combinations(shown, count):
            yield *map(Choose, cards), End()


def _drawing(view: State) -> Iterator[tuple[CoatlMove, ...]]:
    """The turns that reveal something: the best face-up cards and others from the deck; *See the Future*."""
    legal, room = view.legal_moves(), HAND - len(view.seat.prophecies)
    if Foresee() in legal:
        yield (Foresee(),)
    if Draw() in legal:
        for chosen in range(min(room, len(known(view.display)) + 1)):
            ways: list[tuple[CoatlMove, ...]] = [*_choices(view, chosen)] or [(End(),)]
            best = max(ways, key=lambda moves: _next_turn_points(view, moves))
            yield *best[:-1], *[Draw()] * (room - chosen), End()


# -- the third cóatl


def result_at_the_end(view: State, turn: PlannedTurn, dice: Dice, stop: Stop) -> float:
    """The mean :func:`result` of a turn that causes the end, over some deals."""
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
"""The rounds of the comparison; only the best turns of each go on to the next."""
ONCE: Final = (ComparisonRound(3, 1),)
"""A cheaper alternative: a few turns, in a single deal."""
NEAR: Final = 3.0
"""By how many points a turn may seem worse than the best and still be considered."""
SPITE: Final = 0.75
"""The weight of an opponent's point relative to one of the player's."""
GLANCE: Final = SearchLimits(16, 8, 8, 8)
"""The search limits for a quick evaluation: of opponents' cóatls, or of cards that may come."""


class Decision(NamedTuple):
    """The chosen turn, and by how many points it leaves its player ahead of the best opponent."""

    turn: PlannedTurn
    lead: float


def compare_rollouts(
    planner: Planner,
    turns: Sequence[PlannedTurn],
    dice: Dice,
    stop: Stop,
    heats: Sequence[ComparisonRound] = HEATS,
    spite: float = SPITE,
) -> Decision:
    """Choose the turn that is best a round later, over sampled deals, the same for all turns.

    There must be other players, whose points count against a turn, with the weight ``spite``. The cost is bounded by
    the number of deals, not by a clock, so that a choice is the same on every machine.
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
        """The values a round later, once the others have had their turns."""
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
        """The turn that seems best to this player."""
        planner, evaluator = self._at(state)
        stay, turns = planner.takes(evaluator)
        if stay.shown:
            turns.append(planner.choice(evaluator))
        turns += self._builds(planner, evaluator)
        idle = PlannedTurn((), planner.standing(planner.seat) + stay.value)
        return max(turns, key=lambda turn: turn.value, default=idle)

    def _builds(self, planner: Planner, evaluator: Evaluator) -> list[PlannedTurn]:
        """The turns that build, if something can be finished or the board is almost full; cached."""
        seat = planner.seat
        key = seat.coatls, seat.pieces, planner.hand, planner.view.temples
        if key not in self._builds_known:
            wanted = evaluator.can_finish_now(planner.means()) or seat.free <= 1
            self._builds_known[key] = list(planner.builds(1, evaluator)) if wanted else []
        return self._builds_known[key]

    def _at(self, state: State) -> tuple[Planner, Evaluator]:
        coatls = state.seats[self.planner.number].coatls
        if coatls not in self._known:
            there = self.planner.at(state)
            self._known[coatls] = there, there.evaluator()
        there, evaluator = self._known[coatls]
        return there.at(state), evaluator
