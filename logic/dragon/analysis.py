"""Analysis of a labyrinth: the hint with its reason, and the review of what cost turns, lives or the win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

from logic.core import Cell, Dice, Hint, Message, Remark, Stop, foreseen
from logic.dragon.board import DIRECTIONS, Board, place_name, toward
from logic.dragon.engine.plans import Completions, Goals, Plan, for_all, seen_part, way_to, way_to_safety, way_to_win
from logic.dragon.engine.solver import Solved, Unsolvable, afforded, solve_from
from logic.dragon.narration import NARRATION, knight_name
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State, edge, redact
from logic.game import Analysis
from logic.narration import closed_by

EACH, IN_ALL = 100_000, 500_000
"""Positions that the solver may keep in one question, and in all of a review."""

NEVER = 1_000_000
"""In how many turns a position is won that cannot be won."""

LOST_WEIGHT = 100
"""The weight of the move that gave the game away; other faults weigh a unit a turn."""


class Book:
    """The solver's answers on the positions of a game: the earliest time at which each could still be won.

    That time never falls from a position to the next, so if it is the same at two of them it is the same in between.
    The positions are therefore solved by bisection; where the player did what the solver would, the answer is known
    already.
    """

    def __init__(self, states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> None:
        self.states, self.moves, self.stop = states, moves, stop
        self._each, self._left = (afforded(budget, len(states[0].knights)) for budget in (EACH, IN_ALL))
        self._best: dict[int, int | None] = {}
        self._ways: dict[int, tuple[DragonMove, ...]] = {}
        end = states[-1].outcome()
        if end is not None:
            self._best[len(moves)] = states[-1].time if end.winners else NEVER

    def best(self, ply: int) -> int | None:
        """The least time at which the game could still be won there; None if unknown."""
        if ply not in self._best:
            self._ask(ply)
        return self._best[ply]

    def _ask(self, ply: int) -> None:
        self._best[ply] = None
        budget = min(self._each, self._left)
        if budget <= 0 or self.stop():
            return
        answer = solve_from(self.states[ply], budget=budget, stop=self.stop)
        self._left -= answer.looked
        if isinstance(answer, Unsolvable):
            self._best[ply] = NEVER
        elif isinstance(answer, Solved):
            self._follow(ply, self.states[ply].time + answer.turns, answer.moves)

    def _follow(self, ply: int, time: int, way: tuple[DragonMove, ...]) -> None:
        """Note a way to win, for as long as the player went that way too."""
        self._best[ply], self._ways[ply] = time, way
        for done, move in enumerate(way):
            if ply + done >= len(self.moves) or self.moves[ply + done] != move:
                return
            self._best[ply + done + 1], self._ways[ply + done + 1] = time, way[done + 1 :]

    def faults(self) -> list[int]:
        """The plies of the moves that put the win off, or out of reach."""
        found: list[int] = []
        self._search(0, len(self.moves), found)
        return sorted(found)

    def _search(self, low: int, high: int, found: list[int]) -> None:
        before, after = self.best(low), self.best(high)
        if before is not None and before == after:
            return
        if high - low == 1:
            if before is not None and after is not None:
                found.append(low)
            return
        middle = self._known_between(low, high)
        if middle is not None:
            self._search(low, middle, found)
            self._search(middle, high, found)

    def _known_between(self, low: int, high: int) -> int | None:
        """A ply between two others of which something can be known, as near to the middle as possible."""
        middle = (low + high) // 2
        for ply in sorted(range(low + 1, high), key=lambda one: (abs(one - middle), one)):
            if self._left <= 0 or self.stop():
                return None
            if self.best(ply) is not None:
                return ply
        return None

    # -- in words

    def fault(self, ply: int) -> Remark:
        """Say what a move gave away, and what would have been better."""
        before, after = self.best(ply), self.best(ply + 1)
        assert before is not None  # noqa: S101 - a fault is found between two that are known
        assert after is not None  # noqa: S101 - as above
        way = self._ways[ply][:1]
        better = NARRATION.describe(self.states[ply], way[0])
        if after >= NEVER:
            text = Message("After this it could no longer be won. Better: {better}", better=better)
            return Remark(ply, -LOST_WEIGHT, text, way)
        text = Message("This cost {n} [turn|turns]. Better: {better}", n=after - before, better=better)
        return Remark(ply, before - after, text, way)

    def needless_death(self, ply: int) -> Remark | None:
        """Say who died in a turn though a shortest win loses nobody; None if that cannot be said."""
        before, after = self.states[ply], self.states[ply + 1]
        dead = [
            one
            for one, then in zip(before.knights, after.knights, strict=True)
            if one.fate != "dead" and then.fate == "dead"
        ]
        if not dead or self.best(ply) in (None, NEVER) or self._costs_lives(ply):
            return None
        name = knight_name(dead[0])
        text = Message("{knight} need not have died: a shortest win loses nobody here.", knight=name)
        return Remark(ply, -1, text, self._ways[ply][:1])

    def _costs_lives(self, ply: int) -> bool:
        state = self.states[ply]
        dead = state.count("dead")
        for move in self._ways[ply]:
            state = state.apply(move).state
        return state.count("dead") > dead

    def summary(self) -> tuple[int, Message]:
        """Say how the game as a whole compares with what was possible."""
        best, last = self.best(0), self.states[-1]
        end = last.outcome()
        if end is not None and end.winners:
            return _summary_of_a_win(best, last.time)
        if best is None:
            return -1, Message("Whether this labyrinth can be won was not found out within the bound.")
        if best >= NEVER:
            return 1, Message("Nobody could have won this labyrinth.")
        still = self.best(len(self.moves))
        if still is not None and still < NEVER:
            return -1, Message("It could still be won from here, in {n} [turn|turns].", n=still - last.time)
        return -1, Message("This labyrinth could be won in {n} [turn|turns].", n=best)


def _summary_of_a_win(best: int | None, needed: int) -> tuple[int, Message]:
    if best is None:
        return 1, Message(
            "You needed {n} [turn|turns]. Whether fewer would do was not found out within the bound.", n=needed
        )
    if best == needed:
        return 1, Message("You needed {n} [turn|turns], and nobody can do it in fewer.", n=needed)
    return best - needed, Message("You needed {n} turns[|]; {best} was possible.", n=needed, best=best)


def reason_to_win(view: State, plan: Plan) -> Message:
    """Say why the first move of a win is the right one."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    name, place = mover(view, move), place_name(view.target(move))
    asked = NARRATION.warning(view, move)
    if asked is not None:
        return Message(
            "The way is known, and it costs a life: {knight} has to go to {place}.", knight=name, place=place
        )
    if kind_of(view, view.target(move)) == "lair":
        return Message("The dragon’s lair lies before {knight}: in with him!", knight=name)
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    arrival = _arrival(move, plan)
    if arrival is None:
        return reason_to_make_room(view, move)
    if arrival == 1:
        return Message("{knight} can hide in the lair at once.", knight=name)
    return Message(
        "The way to the lair is known: {knight} can be there in {n} [turn|turns], by way of {place}.",
        knight=name,
        place=place,
        n=arrival,
    )


def _arrival(move: Go | Leap, plan: Plan) -> int | None:
    """Count the turns of a plan until the knight who moves first hides; None if he does not."""
    index = int(move.knight[1:]) - 1
    return next((turn for turn, state in enumerate(plan.states) if state.knights[index].fate == "hidden"), None)


def reason_of_the_square(view: State, move: Go | Leap) -> Message | None:
    """The reason for a move that lies in the squares that it leaves and enters, independent of the plan."""
    name, cell, start = mover(view, move), view.target(move), view.knight(move.knight).cell
    place, opened = place_name(cell), view.opened()
    kind = kind_of(view, cell)
    if kind == "edible" and cell not in opened:
        return Message("{knight} should eat the wall on {place}: the way goes on behind it.", knight=name, place=place)
    if kind == "hole" and cell not in opened:
        return Message("{knight} should fill the hole on {place}: the way goes on behind it.", knight=name, place=place)
    if _fetches(view, move):
        return _reason_to_fetch(view, move)
    if start in opened:
        return reason_to_step_off(view, move)
    if start == view.board.entrance and view.count("waiting"):
        return Message(
            "{knight} should clear the entrance: go to {place}, so that the next one can come in.",
            knight=name,
            place=place,
        )
    if cell in opened:
        return Message("{knight} should cross {place} while the way is open.", knight=name, place=place)
    return None


def _fetches(view: State, move: Go | Leap) -> bool:
    knight = view.knight(move.knight)
    fitting = {("builder", "bricks"), ("eater", "teeth")}
    cell = view.target(move)
    return (knight.kind, kind_of(view, cell)) in fitting and knight.supply < knight.most and view.stock(cell) > 0


def _reason_to_fetch(view: State, move: Go | Leap) -> Message:
    name, place = mover(view, move), place_name(view.target(move))
    if kind_of(view, view.target(move)) == "bricks":
        return Message("{knight} should fetch bricks on {place}.", knight=name, place=place)
    return Message("{knight} should fetch new teeth on {place}.", knight=name, place=place)


def reason_to_step_off(view: State, move: Go | Leap) -> Message:
    """Say why a knight should not stay where he stands."""
    start = view.knight(move.knight).cell
    name, place = mover(view, move), place_name(view.target(move))
    kind = "mine" if start is None else kind_of(view, start)
    if kind == "edible":
        return Message("The wall will stand again: {knight} should step off to {place}.", knight=name, place=place)
    if kind == "hole":
        return Message("The hole will gape again: {knight} should step off to {place}.", knight=name, place=place)
    return Message("The mine will be live again: {knight} should step off to {place}.", knight=name, place=place)


def reason_to_make_room(view: State, move: Go | Leap) -> Message:
    name, place = mover(view, move), place_name(view.target(move))
    return Message("{knight} should go to {place}, so that the others can pass.", knight=name, place=place)


def reason_to_look(view: State, plan: Plan) -> Message:
    """Say what there is to see at the end of a plan."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    name, goal = mover(view, move), _looked_from(view, plan)
    if view.target(move) == goal:
        return Message("{knight} can see what lies beyond {place}.", knight=name, place=place_name(goal))
    if goal is None or plan.states[-1].knight(move.knight).cell != goal:
        return reason_to_make_room(view, move)
    return Message(
        "Nobody knows yet what lies beyond {place}: {knight} can be there in {n} [turn|turns].",
        knight=name,
        place=place_name(goal),
        n=plan.turns,
    )


def _looked_from(view: State, plan: Plan) -> Cell | None:
    """The square on which a plan sees something new."""
    goals = edge(view)
    return next((knight.cell for knight in plan.states[-1].knights if knight.cell in goals), None)


def reason_to_wait(view: State) -> Message:
    store = next((clock.cell for clock in view.clocks if clock.what == "store"), None)
    if store is not None:
        return Message("Let a turn go by: the store on {place} is filling up.", place=place_name(store))
    return Message("Let a turn go by: nobody gains by moving now.")


def reason_to_lose(view: State, move: DragonMove) -> Message:
    """Say, as gently as one can, that a life is to be given."""
    if isinstance(move, Pass):
        return reason_to_wait(view)
    name, place = mover(view, move), place_name(view.target(move))
    if NARRATION.warning(view, move) is None:
        return Message("Little is left but to give a life for the others: {knight} should go to {place}.",
                       knight=name, place=place)  # fmt: skip
    return Message(
        "I see nothing better, and one knight can be spared: {knight} would die on {place}, but it helps the others.",
        knight=name,
        place=place,
    )


def nothing_left(view: State) -> Message:
    """Say that nothing that is seen can help."""
    if view.clock_runs:
        return Message("I see no way on. You can wait for something to change, or give up.")
    return Message("I see no way on. You may give up here.")


def kind_of(view: State, cell: Cell) -> str:
    """The kind of a square, as far as it is known."""
    return view.board.field(cell).kind


def mover(view: State, move: Go | Leap) -> Message:
    return knight_name(view.knight(move.knight))


ENOUGH = 0.83
"""The share of the labyrinths as they may be that a plan in the dark has to keep winnable to be good enough."""

TURN, NOTHING = 0.01, -1000.0
"""What each turn of a plan in the dark counts against it, and less than any plan is worth."""

LOOKS, OPENINGS = 5, 3
"""Squares to look from, besides the nearest, and beginnings of wins in the dark, that are weighed in one hint."""


ROUNDS = 2
"""So often may all stand where they stood, while nothing new is seen."""

PLANNED = 6
"""So many moves of its plan does a hint show, its own included: each is a step of a way."""


class _Idea(NamedTuple):
    """A candidate for the hint: the moves of a plan, of which the first is proposed, and the sentence for it.

    A ``sure`` one needs no trying, a ``dark`` one is tried on sampled completions of the labyrinth, and a ``last`` one
    is used only if there is nothing else.
    """

    moves: tuple[DragonMove, ...]
    reason: Message
    trust: Literal["sure", "dark", "last"] = "dark"

    @property
    def move(self) -> DragonMove:
        return self.moves[0]


class _Dark:
    """Sampled completions of the labyrinth, drawn when first needed."""

    def __init__(self, view: State, stop: Stop) -> None:
        self.view, self.stop = view, stop

    @cached_property
    def completions(self) -> Completions:
        return Completions(self.view, seen_part(self.view), self.stop)

    def worth(self, moves: tuple[DragonMove, ...]) -> float:
        """The share of the labyrinths that those moves keep winnable, less a little for each turn after the first.

        So a plan gains by each turn that it is followed, and no other one comes between back and forth.
        """
        if not self.completions.won:
            return 1.0
        return self.completions.kept(moves) - TURN * (len(moves) - 1)


def _best(view: State, dice: Dice, stop: Stop) -> _Idea:
    """The first idea that is good enough, or else the best; one that is risky says so."""
    dark, best = _Dark(view, stop), (NOTHING, _Idea((Pass(),), nothing_left(view), "last"))
    for idea in _ideas(view, dark, dice, stop):
        if idea.move not in view.legal_moves() or (idea.trust == "last" and best[0] > NOTHING):
            continue
        if idea.trust == "dark" and _goes_round(view, idea.move):
            continue
        worth = dark.worth(idea.moves) if idea.trust == "dark" else 1.0
        if worth > best[0]:
            best = worth, idea
        if worth >= ENOUGH:
            break
    idea = best[1]
    is_warned = NARRATION.warning(view, idea.move) is not None
    if idea.trust == "dark" and not is_warned and dark.completions.may_cost_a_life(idea.move):
        return _Idea(idea.moves, Message("{hint} It may cost a life.", hint=idea.reason))
    return idea


def _goes_round(view: State, move: DragonMove) -> bool:
    """Tell whether a move leads to where all have stood too often already, and nothing new was seen since."""
    if isinstance(move, Pass):
        return False
    after = tuple((view.target(move) if one.name == move.knight else one.cell, one.supply) for one in view.knights)
    return view.recall.stood.count(after) >= ROUNDS


def _ideas(view: State, dark: _Dark, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """What could be done, the best first; the last one is always there."""
    thought: dict[Board, Plan | None] = {}
    yield from _wins(view, thought, stop)
    yield from _carefully(view, _looks(view, stop), stop)
    yield from _carefully(view, _gates_before(view, stop), stop)
    yield from _wins(view, thought, stop, lives=True)
    yield from _openings(view, dark)
    yield from _carefully(view, _leaps(view, dice, stop), stop)
    yield from _carefully(view, _homeward(view, stop), stop)
    yield from _carefully(view, _waits(view), stop)
    yield from _sacrifices(view, stop)
    yield from _steps_off(view, stop)
    yield _Idea((Pass(),), nothing_left(view), "last")


def _carefully(view: State, ideas: Iterator[_Idea], stop: Stop) -> Iterator[_Idea]:
    """Ideas after which all can still leave ground that will not stay; instead of others, the way off it."""
    for idea in ideas:
        after = Plan((), (seen_part(view, "mine"),)).then(idea.move).states[-1]
        if after.count("dead") > view.count("dead") or way_to_safety(after, stop) is None:
            yield from (_Idea(way.moves, way.reason) for way in _steps_off(view, stop))
        yield idea


# -- a way that is known


def _wins(view: State, thought: dict[Board, Plan | None], stop: Stop, *, lives: bool = False) -> Iterator[_Idea]:
    """The first move of a win, one that costs no more lives unless it may; no board is thought over twice."""
    for barred in ((),) if lives else (("mine", "hole"), ("mine",)):
        known = seen_part(view, *barred)
        if known.board not in thought:
            thought[known.board] = way_to_win(known, stop)
        plan = thought[known.board]
        if plan is not None and (lives or plan.states[-1].count("dead") == view.count("dead")):
            yield _Idea(plan.moves, reason_to_win(view, plan), "sure")


def _homeward(view: State, stop: Stop) -> Iterator[_Idea]:
    """The way of the first knight to the lair, where a whole win is too long to be thought out."""
    lair = frozenset(cell for cell in view.seen if kind_of(view, cell) == "lair")
    plan = way_to(seen_part(view, "mine"), for_all(lair), stop)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_win(view, plan))


# -- what is not seen yet


def _looks(view: State, stop: Stop) -> Iterator[_Idea]:
    """The shortest ways to see more, first one that spends nothing; then those to single squares, the nearest first.

    Nobody looks out of the lair: who is there helps no more.
    """
    ends = frozenset(cell for cell in edge(view) if kind_of(view, cell) != "lair")
    for barred in (("mine", "edible", "hole"), ("mine",)):
        yield from _look(view, seen_part(view, *barred), ends, stop)
    known, cells = seen_part(view, "mine"), [knight.cell for knight in view.knights if knight.cell is not None]
    near = {end: min((abs(end.row - one.row) + abs(end.col - one.col) for one in cells), default=0) for end in ends}
    for end in sorted(ends, key=lambda end: (near[end], end))[:LOOKS]:
        yield from _look(view, known, frozenset((end,)), stop)


def _look(view: State, known: State, ends: frozenset[Cell], stop: Stop) -> Iterator[_Idea]:
    plan = way_to(known, for_all(ends), stop)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_look(view, plan))


def _openings(view: State, dark: _Dark) -> Iterator[_Idea]:
    """How wins in the dark begin, the shortest first."""
    for moves in sorted(dark.completions.openings()[:OPENINGS], key=len):
        yield _Idea(moves, _reason_to_begin(view, moves[0]))


def _reason_to_dare(view: State, move: Go | Leap) -> Message:
    return Message(
        "Nobody has seen {place}, and little else is left: {knight} may dare the leap.",
        knight=mover(view, move),
        place=place_name(view.target(move)),
    )


def _reason_to_begin(view: State, move: DragonMove) -> Message:
    if isinstance(move, Pass):
        return reason_to_wait(view)
    if NARRATION.warning(view, move) is not None:
        return reason_to_lose(view, move)
    if view.target(move) not in view.seen:
        return _reason_to_dare(view, move)
    other = Message("Nothing is sure in the dark, but as far as I can tell {knight} should go to {place} now.",
                    knight=mover(view, move), place=place_name(view.target(move)))  # fmt: skip
    return reason_of_the_square(view, move) or other


def _leaps(view: State, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """A leap onto a square that nobody has seen, or the way to where one can be dared."""
    if not any(knight.kind == "jumper" for knight in view.knights):
        return
    leaps = [move for move in view.legal_moves() if isinstance(move, Leap) and view.target(move) not in view.seen]
    for move in dice.shuffled(leaps):
        yield _Idea((move,), _reason_to_dare(view, move))
    if leaps:
        return
    starts = (
        cell
        for cell in view.seen
        for end in (toward(cell, direction, 2) for direction in DIRECTIONS)
        if end in view.board and end not in view.seen
    )
    yield from _approaches(view, {"jumper": frozenset(starts)}, stop)


def _gates_before(view: State, stop: Stop) -> Iterator[_Idea]:
    """A step onto a teleport, which leads nobody knows where, or the way to one.

    Each is tried once by each kind of knight; the log tells which have been.
    """
    recall = view.recall
    gates = {cell for cell in view.seen if kind_of(view, cell) == "teleport"} - dict(recall.carried).keys()
    known = seen_part(view, "mine", goals=frozenset(gates))
    plans = (
        way_to(known, {kind: frozenset(gate for gate in gates if (gate, kind) not in recall.refused)}, stop)
        for kind in ("builder", "eater", "jumper", "ordinary")
    )
    plan = next((plan for plan in plans if plan is not None), None)
    if plan is None:
        return
    move = plan.moves[0]
    if plan.turns == 1 and not isinstance(move, Pass):
        reason = Message(
            "Nobody can tell where the teleport on {place} leads, but {knight} can try it.",
            knight=mover(view, move),
            place=place_name(view.target(move)),
        )
        yield _Idea((move,), reason)
    else:
        yield from _approach(view, plan, frozenset(gates))


def _approaches(view: State, goals: Goals, stop: Stop) -> Iterator[_Idea]:
    """The way to squares where something can be done that is done only when little else is left."""
    plan = way_to(seen_part(view, "mine"), goals, stop)
    if plan is not None:
        yield from _approach(view, plan, frozenset().union(*goals.values()))


def _approach(view: State, plan: Plan, goals: frozenset[Cell]) -> Iterator[_Idea]:
    """The first move of a plan that ends on one of those squares."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        yield _Idea(plan.moves, reason_to_wait(view))
        return
    last = plan.states[-1]
    reached = [knight.cell for knight in (last.knight(move.knight), *last.knights) if knight.cell in goals]
    goal = next((cell for cell in reached if cell is not None), view.target(move))
    other = Message("Little is left but to try {place}: {knight} can go there.",
                    knight=mover(view, move), place=place_name(goal))  # fmt: skip
    yield _Idea(plan.moves, reason_of_the_square(view, move) or other)


# -- when little is left


def _steps_off(view: State, stop: Stop) -> Iterator[_Idea]:
    """The way to where nobody stands on ground that will not stay."""
    plan = way_to_safety(seen_part(view, "mine"), stop)
    if plan is None or not plan.moves:
        return
    move = plan.moves[0]
    if isinstance(move, Pass):
        yield _Idea(plan.moves, reason_to_wait(view), "last")
    elif view.knight(move.knight).cell in view.opened():
        yield _Idea(plan.moves, reason_to_step_off(view, move), "last")
    else:
        yield _Idea(plan.moves, reason_to_make_room(view, move), "last")


def _waits(view: State) -> Iterator[_Idea]:
    """A pass while something may still change by itself that helps."""
    if any(clock.what == "store" for clock in view.clocks):
        yield _Idea((Pass(),), reason_to_wait(view))


def _sacrifices(view: State, stop: Stop) -> Iterator[_Idea]:
    """A death that opens or shows something, where one more knight can be spared."""
    spare = len(view.knights) - view.count("dead") - view.board.required
    if spare < 1:
        return
    plan = way_to(seen_part(view), for_all(edge(view)), stop, losses=1)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_lose(view, plan.moves[0]))
    deadly = [move for move in _moves(view) if NARRATION.warning(view, move) is not None and _shows(view, move)]
    for move in sorted(deadly, key=lambda one: _worth(view, one)):
        yield _Idea((move,), reason_to_lose(view, move))
    if deadly:
        return
    traps = frozenset(cell for cell in edge(view) if kind_of(view, cell) in ("mine", "hole"))
    beside = (near for trap in traps for near in view.board.neighbours(trap) if near in view.seen)
    yield from _approaches(view, for_all(beside), stop)


def _shows(view: State, move: Go | Leap) -> bool:
    """Tell whether a death would show something new, and kill nobody beside it."""
    cell = view.target(move)
    around = view.board.neighbours(cell)
    others = {knight.cell for knight in view.knights if knight.name != move.knight}
    hits = kind_of(view, cell) == "mine" and not others.isdisjoint(around)
    return not hits and not view.seen.issuperset(around)


def _worth(view: State, move: Go | Leap) -> tuple[bool, int]:
    """Rank those who could be spared: those without a power first, then those who have used theirs up."""
    knight = view.knight(move.knight)
    return knight.kind != "ordinary", knight.supply


def _moves(view: State) -> list[Go | Leap]:
    return [move for move in view.legal_moves() if not isinstance(move, Pass)]


# -- what the house asks for


class DragonAnalysis(Analysis):
    """Hints and reviews for Stone Dragon; hints use no more than the player sees."""

    def hint(self, view: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the next move and say why; where the game is over there is nothing to propose.

        The adviser plans on what has been seen, and on what the log has told of it, and takes the rest for wall: first
        a win, then a look at what is not seen yet, first without spending anything. Deaths that can be seen coming
        come last of all. Who follows its hints does not go in circles: each plan is a shortest one, with each clock as
        it is, so the next hint goes on with it, until something new is seen or told; and on a guess nobody is led
        where all have stood twice since then.
        """
        view = redact(view, 0)
        if not view.legal_moves():
            return Hint((), Message("The game is over."))
        idea = _best(view, dice, stop)
        return Hint((idea.move,), idea.reason, tuple(foreseen(view, idea.moves[:PLANNED]))[1:])

    def review(self, states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> tuple[Remark, ...]:
        """Say what was possible, which moves cost turns or the win itself, and which deaths need not have been.

        ``states`` are the true positions of the game, the first and the last included. Only what is proved is said.
        """
        if not moves:
            return ()
        book = Book(states, moves, stop)
        found = {ply: book.fault(ply) for ply in book.faults()}
        for ply in range(len(moves)):
            if ply not in found and (needless := book.needless_death(ply)) is not None:
                found[ply] = needless
        remarks = tuple(found[ply] for ply in sorted(found))
        return () if stop() else closed_by(remarks, Remark(len(moves) - 1, *book.summary()))

    def can_wait(self, view: State) -> bool:
        """Tell whether something may change by itself."""
        return view.clock_runs

    def looks_changed(self, before: State, after: State) -> bool:
        """Tell whether the player sees a square or a knight changed; that time went by is no change."""
        return replace(redact(before, 0), time=0) != replace(redact(after, 0), time=0)


ANALYSIS = DragonAnalysis()
