"""Analysis of a labyrinth: the hint with its reason, and the review of what cost turns, lives or the win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple

from logic.core import Cell, Dice, Hint, Message, Remark, Stop, plan_steps
from logic.dragon.board import DIRECTIONS, Board, place_name, toward
from logic.dragon.engine.plans import (
    Completions,
    Goals,
    Plan,
    goals_for_all_kinds,
    seen_part,
    way_to,
    way_to_safety,
    way_to_win,
)
from logic.dragon.engine.solver import Solved, Unsolvable, position_budget, solve_from
from logic.dragon.narration import NARRATION, knight_name, mover
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State, edge, redact
from logic.game import Analysis
from logic.narration import closed_by

EACH, IN_ALL = 100_000, 500_000
"""The solver's limits on positions in memory: for one position, and for a whole review."""

NEVER = 1_000_000
"""The time that stands for an unwinnable position."""

LOST_WEIGHT = 100
"""The weight of a move that lost the game; other faults weigh one per turn lost."""


class Book:
    """The solver's answers on the positions of a game: the earliest time at which each could still be won.

    That time never decreases from one position to the next, so if two positions have the same, those between do too.
    The positions are therefore solved by bisection; where the player followed the solver's solution, no search is
    needed.
    """

    def __init__(self, states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> None:
        self.states, self.moves, self.stop = states, moves, stop
        self._each, self._left = (position_budget(budget, len(states[0].knights)) for budget in (EACH, IN_ALL))
        self._best: dict[int, int | None] = {}
        self._ways: dict[int, tuple[DragonMove, ...]] = {}
        end = states[-1].outcome()
        if end is not None:
            self._best[len(moves)] = states[-1].time if end.winners else NEVER

    def best(self, ply: int) -> int | None:
        """The least time at which the game could still be won from a position; None if unknown."""
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
        """Record a solution for all positions up to which the player followed it."""
        self._best[ply], self._ways[ply] = time, way
        for done, move in enumerate(way):
            if ply + done >= len(self.moves) or self.moves[ply + done] != move:
                return
            self._best[ply + done + 1], self._ways[ply + done + 1] = time, way[done + 1 :]

    def faults(self) -> list[int]:
        """The plies of the moves that are proven to have delayed the win or made it impossible."""
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
        middle = self._middle_answer(low, high)
        if middle is not None:
            self._search(low, middle, found)
            self._search(middle, high, found)

    def _middle_answer(self, low: int, high: int) -> int | None:
        """A ply between two others with a known answer, as near to the middle as possible; None if none is found."""
        middle = (low + high) // 2
        for ply in sorted(range(low + 1, high), key=lambda one: (abs(one - middle), one)):
            if self._left <= 0 or self.stop():
                return None
            if self.best(ply) is not None:
                return ply
        return None

    # -- texts

    def fault(self, ply: int) -> Remark:
        """The remark on a move that lost turns or the win, with what would have been better."""
        before, after = self.best(ply), self.best(ply + 1)
        assert before is not None  # noqa: S101 - faults are found between known positions
        assert after is not None  # noqa: S101 - as above
        way = self._ways[ply][:1]
        better = NARRATION.describe(self.states[ply], way[0])
        if after >= NEVER:
            text = Message("After this it could no longer be won. Better: {better}", better=better)
            return Remark(ply, -LOST_WEIGHT, text, way)
        text = Message("This cost {n} [turn|turns]. Better: {better}", n=after - before, better=better)
        return Remark(ply, before - after, text, way)

    def needless_death(self, ply: int) -> Remark | None:
        """The remark on a death in a turn from which a shortest win loses nobody; None if there is none, or unknown."""
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
        """The weight and the text of the last remark: how the game as a whole compares with what was possible."""
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
    """Why the first move of a win is the right one."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    if NARRATION.warning(view, move) is not None:
        return _about(view, move, Message("The way is known, and it costs a life: {knight} has to go to {place}."))
    if kind_of(view, view.target(move)) == "lair":
        return _about(view, move, Message("The dragon’s lair lies before {knight}: in with him!"))
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    arrival = _arrival(move, plan)
    if arrival is None:
        return reason_to_make_room(view, move)
    said = Message("The way to the lair is known: {knight} can be there in {n} [turn|turns], by way of {place}.")
    if arrival == 1:
        said = Message("{knight} can hide in the lair at once.")
    return _about(view, move, said.of(n=arrival))


def _about(view: State, move: Go | Leap, said: Message) -> Message:
    """A sentence about a move, with its knight and the square that it leads to."""
    return said.of(knight=mover(view, move), place=place_name(view.target(move)))


def _arrival(move: Go | Leap, plan: Plan) -> int | None:
    """The number of turns of a plan until the knight that moves first hides; None if it does not."""
    index = int(move.knight[1:]) - 1
    return next((turn for turn, state in enumerate(plan.states) if state.knights[index].fate == "hidden"), None)


def reason_of_the_square(view: State, move: Go | Leap) -> Message | None:
    """What speaks for a move given the squares that it leaves and enters, whatever the plan; None if nothing does."""
    cell, start, opened = view.target(move), view.knight(move.knight).cell, view.opened()
    kind = kind_of(view, cell)
    if kind == "edible" and cell not in opened:
        said = Message("{knight} should eat the wall on {place}: the way goes on behind it.")
    elif kind == "hole" and cell not in opened:
        said = Message("{knight} should fill the hole on {place}: the way goes on behind it.")
    elif _fetches(view, move):
        said = Message("{knight} should fetch new teeth on {place}.")
        if kind == "bricks":
            said = Message("{knight} should fetch bricks on {place}.")
    elif start in opened:
        return reason_to_step_off(view, move)
    elif start == view.board.entrance and view.count("waiting"):
        said = Message("{knight} should clear the entrance: go to {place}, so that the next one can come in.")
    elif cell in opened:
        said = Message("{knight} should cross {place} while the way is open.")
    else:
        return None
    return _about(view, move, said)


def _fetches(view: State, move: Go | Leap) -> bool:
    knight = view.knight(move.knight)
    fitting = {("builder", "bricks"), ("eater", "teeth")}
    cell = view.target(move)
    return (knight.kind, kind_of(view, cell)) in fitting and knight.supply < knight.most and view.stock(cell) > 0


def reason_to_step_off(view: State, move: Go | Leap) -> Message:
    """Why a knight should not stay where it stands."""
    start = view.knight(move.knight).cell
    kind = "mine" if start is None else kind_of(view, start)
    said = Message("The mine will be live again: {knight} should step off to {place}.")
    if kind == "edible":
        said = Message("The wall will stand again: {knight} should step off to {place}.")
    elif kind == "hole":
        said = Message("The hole will gape again: {knight} should step off to {place}.")
    return _about(view, move, said)


def reason_to_make_room(view: State, move: Go | Leap) -> Message:
    return _about(view, move, Message("{knight} should go to {place}, so that the others can pass."))


def reason_to_look(view: State, plan: Plan) -> Message:
    """Why to follow a plan at whose end more can be seen."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        return reason_to_wait(view)
    special = reason_of_the_square(view, move)
    if special is not None:
        return special
    goal = _lookout_square(view, plan)
    if view.target(move) == goal:
        return _about(view, move, Message("{knight} can see what lies beyond {place}."))
    if goal is None or plan.states[-1].knight(move.knight).cell != goal:
        return reason_to_make_room(view, move)
    said = Message("Nobody knows yet what lies beyond {place}: {knight} can be there in {n} [turn|turns].")
    return said.of(knight=mover(view, move), place=place_name(goal), n=plan.turns)


def _lookout_square(view: State, plan: Plan) -> Cell | None:
    """The square with a view of unseen ones on which a knight stands at the end of a plan; None if there is none."""
    goals = edge(view)
    return next((knight.cell for knight in plan.states[-1].knights if knight.cell in goals), None)


def reason_to_wait(view: State) -> Message:
    store = next((clock.cell for clock in view.clocks if clock.what == "store"), None)
    if store is not None:
        return Message("Let a turn go by: the store on {place} is filling up.", place=place_name(store))
    return Message("Let a turn go by: nobody gains by moving now.")


def reason_to_lose(view: State, move: DragonMove) -> Message:
    """Say, gently, that a knight has to be sacrificed."""
    if isinstance(move, Pass):
        return reason_to_wait(view)
    said = Message(
        "I see nothing better, and one knight can be spared: {knight} would die on {place}, but it helps the others."
    )
    if NARRATION.warning(view, move) is None:
        said = Message("Little is left but to give a life for the others: {knight} should go to {place}.")
    return _about(view, move, said)


def no_help_left(view: State) -> Message:
    """Say that nothing in sight can help."""
    if view.clock_runs:
        return Message("I see no way on. You can wait for something to change, or give up.")
    return Message("I see no way on. You may give up here.")


def kind_of(view: State, cell: Cell) -> str:
    """The kind of a square, as far as it is known."""
    return view.board.field(cell).kind


ENOUGH = 0.83
"""The share of sampled labyrinths that a plan has to keep winnable to be good enough."""

TURN, NOTHING = 0.01, -1000.0
"""What each turn of such a plan costs, and a value below that of any plan."""

LOOKS, OPENINGS = 5, 3
"""How many single squares to look from, and how many openings of sampled wins, are considered for a hint."""


ROUNDS = 2
"""How often a position of all knights may recur while nothing new is seen."""

PLANNED = 6
"""The number of moves of its plan that a hint shows, the first included."""


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
        """The share of sampled labyrinths that the moves keep winnable, minus a little for each turn after the first.

        So a plan gains with each turn that it is followed, and no other plan makes the knights go back and forth.
        """
        if not self.completions.won:
            return 1.0
        return self.completions.kept(moves) - TURN * (len(moves) - 1)


def _best(view: State, dice: Dice, stop: Stop) -> _Idea:
    """The first idea that is good enough, or else the best; a risky one says so."""
    dark, best = _Dark(view, stop), (NOTHING, _Idea((Pass(),), no_help_left(view), "last"))
    for idea in _ideas(view, dark, dice, stop):
        if idea.move not in view.legal_moves() or (idea.trust == "last" and best[0] > NOTHING):
            continue
        if idea.trust == "dark" and _repeats_position(view, idea.move):
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


def _repeats_position(view: State, move: DragonMove) -> bool:
    """Return whether a move leads to a position that has recurred too often without news."""
    if isinstance(move, Pass):
        return False
    after = tuple((view.target(move) if one.name == move.knight else one.cell, one.supply) for one in view.knights)
    return view.recall.stood.count(after) >= ROUNDS


def _ideas(view: State, dark: _Dark, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """The candidates, the best first; the last one always exists."""
    thought: dict[Board, Plan | None] = {}
    yield from _winning_ideas(view, thought, stop)
    yield from _safe_ideas(view, _looks(view, stop), stop)
    yield from _safe_ideas(view, _gates_before(view, stop), stop)
    yield from _winning_ideas(view, thought, stop, lives=True)
    yield from _sampled_ideas(view, dark)
    yield from _safe_ideas(view, _leaps(view, dice, stop), stop)
    yield from _safe_ideas(view, _lair_ideas(view, stop), stop)
    yield from _safe_ideas(view, _waiting_ideas(view), stop)
    yield from _sacrifices(view, stop)
    yield from _retreat_ideas(view, stop)
    yield _Idea((Pass(),), no_help_left(view), "last")


def _safe_ideas(view: State, ideas: Iterator[_Idea], stop: Stop) -> Iterator[_Idea]:
    """The ideas; one after which somebody dies or can no longer leave unsafe ground is preceded by the way off it."""
    for idea in ideas:
        after = Plan((), (seen_part(view, "mine"),)).then(idea.move).states[-1]
        if after.count("dead") > view.count("dead") or way_to_safety(after, stop) is None:
            yield from (_Idea(way.moves, way.reason) for way in _retreat_ideas(view, stop))
        yield idea


# -- known ways


def _winning_ideas(
    view: State, thought: dict[Board, Plan | None], stop: Stop, *, lives: bool = False
) -> Iterator[_Idea]:
    """Wins on what is known, without further deaths unless ``lives``; ``thought`` keeps them for later calls."""
    for barred in ((),) if lives else (("mine", "hole"), ("mine",)):
        known = seen_part(view, *barred)
        if known.board not in thought:
            thought[known.board] = way_to_win(known, stop)
        plan = thought[known.board]
        if plan is not None and (lives or plan.states[-1].count("dead") == view.count("dead")):
            yield _Idea(plan.moves, reason_to_win(view, plan), "sure")


def _lair_ideas(view: State, stop: Stop) -> Iterator[_Idea]:
    """The way of the first knight to the lair, for when a whole win takes too long to find."""
    lair = frozenset(cell for cell in view.seen if kind_of(view, cell) == "lair")
    plan = way_to(seen_part(view, "mine"), goals_for_all_kinds(lair), stop)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_win(view, plan))


# -- unseen squares


def _looks(view: State, stop: Stop) -> Iterator[_Idea]:
    """The shortest ways to see more, first one that uses nothing up; then those to single squares, nearest first.

    Nobody looks out of the lair: a knight there no longer helps.
    """
    ends = frozenset(cell for cell in edge(view) if kind_of(view, cell) != "lair")
    for barred in (("mine", "edible", "hole"), ("mine",)):
        yield from _look(view, seen_part(view, *barred), ends, stop)
    known, cells = seen_part(view, "mine"), [knight.cell for knight in view.knights if knight.cell is not None]
    near = {end: min((abs(end.row - one.row) + abs(end.col - one.col) for one in cells), default=0) for end in ends}
    for end in sorted(ends, key=lambda end: (near[end], end))[:LOOKS]:
        yield from _look(view, known, frozenset((end,)), stop)


def _look(view: State, known: State, ends: frozenset[Cell], stop: Stop) -> Iterator[_Idea]:
    plan = way_to(known, goals_for_all_kinds(ends), stop)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_look(view, plan))


def _sampled_ideas(view: State, dark: _Dark) -> Iterator[_Idea]:
    """The openings of sampled wins, the shortest first."""
    for moves in sorted(dark.completions.openings()[:OPENINGS], key=len):
        yield _Idea(moves, _reason_to_begin(view, moves[0]))


def _reason_to_dare(view: State, move: Go | Leap) -> Message:
    said = Message("Nobody has seen {place}, and little else is left: {knight} may dare the leap.")
    return _about(view, move, said)


def _reason_to_begin(view: State, move: DragonMove) -> Message:
    if isinstance(move, Pass):
        return reason_to_wait(view)
    if NARRATION.warning(view, move) is not None:
        return reason_to_lose(view, move)
    if view.target(move) not in view.seen:
        return _reason_to_dare(view, move)
    other = Message("Nothing is sure in the dark, but as far as I can tell {knight} should go to {place} now.")
    return reason_of_the_square(view, move) or _about(view, move, other)


def _leaps(view: State, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """A leap onto an unseen square, or the way to where one is possible."""
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
    """A step onto a teleport with an unknown target, or the way to one.

    Each kind of knight tries each teleport once; the log says which have been tried.
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
        said = Message("Nobody can tell where the teleport on {place} leads, but {knight} can try it.")
        yield _Idea((move,), _about(view, move, said))
    else:
        yield from _approach(view, plan, frozenset(gates))


def _approaches(view: State, goals: Goals, stop: Stop) -> Iterator[_Idea]:
    """The way to squares where something can be done as one of the last resorts."""
    plan = way_to(seen_part(view, "mine"), goals, stop)
    if plan is not None:
        yield from _approach(view, plan, frozenset().union(*goals.values()))


def _approach(view: State, plan: Plan, goals: frozenset[Cell]) -> Iterator[_Idea]:
    """The idea to follow a plan that ends on one of those squares."""
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


# -- last resorts


def _retreat_ideas(view: State, stop: Stop) -> Iterator[_Idea]:
    """The way to a position in which nobody stands on unsafe ground."""
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


def _waiting_ideas(view: State) -> Iterator[_Idea]:
    """A pass, if a store is filling up."""
    if any(clock.what == "store" for clock in view.clocks):
        yield _Idea((Pass(),), reason_to_wait(view))


def _sacrifices(view: State, stop: Stop) -> Iterator[_Idea]:
    """A death that opens or shows something, if a knight can be spared."""
    spare = len(view.knights) - view.count("dead") - view.board.required
    if spare < 1:
        return
    plan = way_to(seen_part(view), goals_for_all_kinds(edge(view)), stop, losses=1)
    if plan is not None:
        yield _Idea(plan.moves, reason_to_lose(view, plan.moves[0]))
    deadly = [move for move in _moves(view) if NARRATION.warning(view, move) is not None and _shows(view, move)]
    for move in sorted(deadly, key=lambda one: _worth(view, one)):
        yield _Idea((move,), reason_to_lose(view, move))
    if deadly:
        return
    traps = frozenset(cell for cell in edge(view) if kind_of(view, cell) in ("mine", "hole"))
    beside = (near for trap in traps for near in view.board.neighbours(trap) if near in view.seen)
    yield from _approaches(view, goals_for_all_kinds(beside), stop)


def _shows(view: State, move: Go | Leap) -> bool:
    """Return whether a death would show something new, and kill no other knight."""
    cell = view.target(move)
    around = view.board.neighbours(cell)
    others = {knight.cell for knight in view.knights if knight.name != move.knight}
    hits = kind_of(view, cell) == "mine" and not others.isdisjoint(around)
    return not hits and not view.seen.issuperset(around)


def _worth(view: State, move: Go | Leap) -> tuple[bool, int]:
    """A sort key for the knights to spare: those without a power first, then those that have used theirs up."""
    knight = view.knight(move.knight)
    return knight.kind != "ordinary", knight.supply


def _moves(view: State) -> list[Go | Leap]:
    return [move for move in view.legal_moves() if not isinstance(move, Pass)]


# -- the role


class DragonAnalysis(Analysis):
    """Hints and reviews for Stone Dragon; hints use no more than the player sees."""

    def hint(self, view: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the next move, with the reason; without moves if the game is over.

        The adviser plans on what has been seen, and on what the log has reported of it, and treats the rest as walls.
        First comes a win that costs no life; then looks at unseen squares, first without using anything up, and untried
        teleports; then a win that costs lives; then what sampled labyrinths suggest. A sacrifice without a known win
        comes late. Hints do not go in circles: each plan is a shortest one, with each clock as it is, so the next hint
        continues it until something new is seen or reported; and no guess leads to a position in which all knights
        have stood twice since then.
        """
        view = redact(view, 0)
        if not view.legal_moves():
            return Hint((), Message("The game is over."))
        idea = _best(view, dice, stop)
        return Hint((idea.move,), idea.reason, tuple(plan_steps(view, idea.moves[:PLANNED]))[1:])

    def review(self, states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> tuple[Remark, ...]:
        """What was possible, which moves cost turns or the win, and which deaths were avoidable.

        ``states`` are the true positions of the game from first to last. Only proven facts are reported.
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
        """Return whether something may change by itself."""
        return view.clock_runs

    def looks_changed(self, before: State, after: State) -> bool:
        """Return whether the player sees a changed square or knight; the time alone does not count."""
        return replace(redact(before, 0), time=0) != replace(redact(after, 0), time=0)


ANALYSIS = DragonAnalysis()
