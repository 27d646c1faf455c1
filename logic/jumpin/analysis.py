"""Analysis of a JumpIN’ puzzle in play: shortest solutions, the hint with its reasons, and the review."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from logic.core import Cell, Dice, Evaluation, Hint, Message, Remark, Stop, plan_steps
from logic.game import Analysis
from logic.jumpin.board import fox_cells
from logic.jumpin.engine.solver import solve_from
from logic.jumpin.engine.space import Stopped, TooLarge
from logic.jumpin.narration import NARRATION, both_counts, place_name
from logic.jumpin.rules import METRICS, Hop, JumpinMove, Metric, Slide, State
from logic.narration import closed_by, sentences

UNKNOWN = (Stopped, TooLarge)
"""What the solver raises if it cannot decide."""


@dataclass(frozen=True, slots=True)
class Route:
    """A shortest solution from a position: its moves, and what they cost."""

    moves: tuple[JumpinMove, ...]
    cost: int

    def after(self, move: JumpinMove, price: int) -> Route | None:
        """The rest of the route if it begins with that move; else None."""
        return Route(self.moves[1:], self.cost - price) if self.moves[:1] == (move,) else None


def route(state: State, metric: Metric, stop: Stop) -> Route | None:
    """A shortest solution; None if there is none. Raises Stopped and TooLarge, as the solver does."""
    moves = solve_from(state, metric, stop)
    if moves is None:
        return None
    last = state
    for move in moves:
        last = last.apply(move).state
    return Route(moves, last.spent(metric) - state.spent(metric))


# -- texts


def work_left(n: int, metric: Metric) -> Message:
    """What is left to do, as a sentence."""
    if metric == "steps":
        return Message("{n} [step|steps] [is|are] left.", n=n)
    return Message("{n} [move|moves] [is|are] left.", n=n)


def reason(state: State, way: Route) -> Message:
    """What the first move of a shortest solution does, its purpose, and what is left after it."""
    move = way.moves[0]
    after = state.apply(move).state
    said = _describe_move(state, move)
    if after.is_solved():
        return sentences(said, Message("With that every rabbit is home."))
    purpose = _purpose(state, way.moves)
    left = work_left(way.cost - (after.spent() - state.spent()), state.metric)
    return sentences(said, *([] if purpose is None else [purpose]), left)


# -- what the move does


def _describe_move(state: State, move: JumpinMove) -> Message:
    """What a move does; for a jump, also over what."""
    if isinstance(move, Slide):
        return NARRATION.describe(state, move)
    said = Message("{rabbit} jumps over {over} to {place}.")
    if move.target in state.board.holes:
        said = Message("{rabbit} jumps over {over} into the burrow {place}.")
    return said.of(rabbit=move.rabbit, over=_jumped_over(state, move), place=place_name(move.target))


def _jumped_over(state: State, move: Hop) -> Message | str:
    """What a rabbit jumps over: one piece by its name, several by their number."""
    cells = _between(_start(state, move), move.target)
    pieces = [name for name, own in _pieces(state).items() if cells & own]
    if len(pieces) > 1:
        return Message("{n} [piece|pieces]", n=len(pieces))
    return Message("the mushroom") if pieces[0].startswith("M") else pieces[0]


# -- what the move is for


def _purpose(state: State, way: Sequence[JumpinMove]) -> Message | None:
    """What the first move of the way is for; None if there is nothing to say.

    It is for the first later move that needs it, if that comes before its own piece moves again.
    """
    piece, after = _mover(way[0]), state.apply(way[0]).state
    before_cells, cells = _pieces(state)[piece], _pieces(after)[piece]
    now = after
    for move in way[1:]:
        if _mover(move) == piece:
            return _rabbit_continues(state, way[0], move)
        if _is_stepping_stone(now, move, cells - before_cells):
            return Message("There it is a stepping stone for {other}.", other=_mover(move))
        if (before_cells - cells) & _needed_free(now, move):
            return Message("So it makes room for {other}.", other=_mover(move))
        now = now.apply(move).state
    if isinstance(way[0], Hop) and way[0].target in state.board.holes:
        return Message("There it stays.")
    return None


def _rabbit_continues(state: State, first: JumpinMove, then: JumpinMove) -> Message | None:
    """Say that a rabbit continues from its new cell; None if a fox moves."""
    if isinstance(then, Slide) or isinstance(first, Slide):
        return None
    said = Message("From there it jumps on to {place}.")
    if first.target in state.board.holes:
        said = Message("It will not stay there: from there it jumps on to {place}.")
    return said.of(place=place_name(then.target))


def _is_stepping_stone(now: State, move: JumpinMove, cells: frozenset[Cell]) -> bool:
    return isinstance(move, Hop) and bool(cells & _between(_start(now, move), move.target))


def _needed_free(now: State, move: JumpinMove) -> frozenset[Cell]:
    """The cells that must be free for a move, besides the mover's own."""
    if isinstance(move, Hop):
        return frozenset({move.target})
    (start, level), end = now.foxes[int(move.fox[1:]) - 1], move.target
    passed = _span(min(start, end), max(start, end)).union(fox_cells(max(start, end), level))
    return passed.difference(fox_cells(start, level))


# -- geometry


def _mover(move: JumpinMove) -> str:
    return move.rabbit if isinstance(move, Hop) else move.fox


def _start(state: State, move: Hop) -> Cell:
    return state.rabbits[int(move.rabbit[1:]) - 1]


def _pieces(state: State) -> dict[str, frozenset[Cell]]:
    """The cells of every piece by its name."""
    found = {f"R{n}": frozenset({cell}) for n, cell in enumerate(state.rabbits, 1)}
    found |= {f"F{n}": frozenset(fox_cells(*fox)) for n, fox in enumerate(state.foxes, 1)}
    return found | {f"M{n}": frozenset({cell}) for n, cell in enumerate(state.mushrooms, 1)}


def _span(start: Cell, end: Cell) -> frozenset[Cell]:
    """All cells of a line between two cells, both included; the first is above or to the left."""
    return frozenset(Cell(row, col) for row in range(start.row, end.row + 1) for col in range(start.col, end.col + 1))


def _between(one: Cell, other: Cell) -> frozenset[Cell]:
    return _span(min(one, other), max(one, other)) - {one, other}


PLANNED = 3
"""The number of moves of the solution that a hint shows, the first included."""
NO_WAY = Message("From here the rabbits cannot all get home, whatever is done.")
TOO_MANY = Message("There are too many positions to tell.")


def _way_back(states: Sequence[State], here: Route, stop: Stop) -> tuple[int, int]:
    """How many of the last moves a shortest solution reverses, and what is left to do before them."""
    now, back, cost = states[-1], 0, here.cost
    for before in reversed(states[:-1]):
        nearer = here.cost - (now.spent() - before.spent())
        way = route(before, now.metric, stop) if nearer >= 0 else None
        if way is None or way.cost != nearer:
            break
        back, cost = back + 1, nearer
    return back, cost


def _ways(states: Sequence[State], moves: Sequence[JumpinMove], stop: Stop) -> Iterator[Route | None]:
    """A shortest route from each position; where the player followed it, the rest of it is kept."""
    metric = states[0].metric
    way = route(states[0], metric, stop)
    yield way
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        price = after.spent(metric) - before.spent(metric)
        way = (way and way.after(move, price)) or route(after, metric, stop)
        yield way


def _wastes(states: Sequence[State], ways: Sequence[Route | None]) -> Iterator[Remark]:
    """Remarks on the moves after which more was left to do than necessary."""
    for ply, ((before, after), (way, rest)) in enumerate(zip(pairwise(states), pairwise(ways), strict=True)):
        if way is not None and rest is not None:
            n = after.spent() - before.spent() + rest.cost - way.cost
            if n > 0:
                text = _wasted(n, before.metric, NARRATION.describe(before, way.moves[0]))
                yield Remark(ply, -n, text, way.moves[:1])


def _wasted(n: int, metric: Metric, better: Message) -> Message:
    if metric == "steps":
        return Message("Here {n} [step|steps] more than needed. Better: {better}", n=n, better=better)
    return Message("Here {n} [move|moves] more than needed. Better: {better}", n=n, better=better)


def _summary(states: Sequence[State], ways: Sequence[Route | None], stop: Stop) -> tuple[int, Message]:
    """The weight and the text of the last remark: what was used and what was possible.

    For a puzzle that was given up, the text says what was left to do.
    """
    last, whole = states[-1], ways[0]
    best = _in_both(states[0], stop)
    if whole is None or best is None:
        return 1, Message("Nobody could have brought all rabbits home here.")
    if not last.is_solved():
        left = _in_both(last, stop) or best
        return -1, Message("It can be done in {best}; {left} were still to go.", best=best, left=left)
    needed = both_counts(last.steps - states[0].steps, last.moves - states[0].moves, last.metric)
    if last.spent() - states[0].spent() == whole.cost:
        return 1, Message("You needed {needed}, and nobody can do it in fewer.", needed=needed)
    return -1, Message("You needed {needed}; {best} was possible.", needed=needed, best=best)


def _in_both(state: State, stop: Stop) -> Message | None:
    """The cost of a shortest solution in both counts; None if there is none."""
    steps, moves = (route(state, metric, stop) for metric in METRICS)
    return None if steps is None or moves is None else both_counts(steps.cost, moves.cost, state.metric)


# -- the role


class JumpinAnalysis(Analysis):
    """Hints, solutions and reviews for JumpIN’."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the next move of a shortest solution in the player's count, with its purpose.

        Without moves, and with the reason for that, if the game is over, there is no solution, or none was found.
        """
        if not state.legal_moves():
            return Hint((), Message("The game is over."))
        try:
            way = route(state, state.metric, stop)
        except UNKNOWN:
            return Hint((), TOO_MANY)
        if way is None:
            return Hint((), NO_WAY)
        return Hint(way.moves[:1], reason(state, way), tuple(plan_steps(state, way.moves[:PLANNED]))[1:])

    def undo_hint(self, states: Sequence[State], stop: Stop) -> Hint | None:
        """Advise to take moves back if a shortest solution reverses them; else None.

        Taking a move back is better than reversing it, since it does not count.
        """
        now = states[-1]
        if len(states) < 2 or now.outcome() is not None:
            return None
        try:
            here = route(now, now.metric, stop)
            back, cost = (0, 0) if here is None else _way_back(states, here, stop)
        except UNKNOWN:
            return None
        if not back:
            return None
        advice = Message("Take back the last [move|{n} moves]: [it|they] led away.", n=back)
        return Hint((), sentences(advice, work_left(cost, now.metric)))

    def evaluation(self, state: State, stop: Stop) -> Evaluation:
        """The distance to a solution in both counts, the player's first; a solvable position counts as won."""
        end = state.outcome()
        if end is not None:
            return Evaluation(1 if end.winners else -1, 0, end.reason)
        try:
            steps, moves = (route(state, metric, stop) for metric in METRICS)
        except UNKNOWN:
            return Evaluation(0, None, TOO_MANY)
        if steps is None or moves is None:
            return Evaluation(-1, None, NO_WAY)
        left = Message("Still to go: {both}.", both=both_counts(steps.cost, moves.cost, state.metric))
        return Evaluation(1, (steps if state.metric == "steps" else moves).cost, left)

    def solution(self, state: State, stop: Stop) -> tuple[JumpinMove, ...] | None:
        """The moves of a shortest solution in the player's own count; raises Stopped and TooLarge."""
        return solve_from(state, None, stop)

    def least(self, state: State, stop: Stop) -> tuple[int, ...]:
        """The minimum in steps and in moves; empty if there is no solution or it is unknown."""
        try:
            ways = [route(state, metric, stop) for metric in METRICS]
        except UNKNOWN:
            return ()
        return tuple(way.cost for way in ways if way is not None)

    def review(self, states: Sequence[State], moves: Sequence[JumpinMove], stop: Stop) -> tuple[Remark, ...]:
        """Remarks on moves that wasted something in the player's count, with a better one, and what was possible.

        ``states`` are the positions of the game from first to last.
        """
        if not moves:
            return ()
        try:
            ways = list(_ways(states, moves, stop))
            summary = _summary(states, ways, stop)
        except UNKNOWN:
            return ()
        return () if stop() else closed_by(tuple(_wastes(states, ways)), Remark(len(moves) - 1, *summary))


ANALYSIS = JumpinAnalysis()
