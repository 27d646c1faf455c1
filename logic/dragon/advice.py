"""The adviser in play: what to do next and why, from what the player sees and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from logic.core import Cell, Dice, Hint, Message, Stop
from logic.dragon.board import DIRECTIONS, Board, place_name, toward
from logic.dragon.outlook import Goals, Plan, edge, for_all, seen_part, way_to, way_to_safety, way_to_win
from logic.dragon.reasons import (
    kind_of,
    mover,
    nothing_left,
    reason_of_the_square,
    reason_to_look,
    reason_to_lose,
    reason_to_make_room,
    reason_to_step_off,
    reason_to_wait,
    reason_to_win,
)
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State
from logic.dragon.sight import redact, warning


class _Idea(NamedTuple):
    """A move, and the sentence for it."""

    move: DragonMove
    reason: Message


def hint(view: State, dice: Dice, stop: Stop) -> Hint:
    """Propose the next move and say why; where the game is over there is nothing to propose.

    The adviser plans on what has been seen, and on what the log has told of it, and takes the rest for wall: first a
    win, then a look at what is not seen yet, first without spending anything. Deaths that can be seen coming come last
    of all. Who follows its hints does not go in circles: each plan is a shortest one, with each clock as it is, so the
    next hint goes on with it, until something new is seen or told.
    """
    view = redact(view, 0)
    if not view.legal_moves():
        return Hint((), Message("The game is over."))
    idea = next(idea for idea in _ideas(view, dice, stop) if idea.move in view.legal_moves())
    return Hint((idea.move,), idea.reason)


def _ideas(view: State, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """Give what could be done, the best first; the last one is always there."""
    thought: dict[Board, Plan | None] = {}
    yield from _wins(view, thought, stop)
    yield from _carefully(view, _looks(view, stop), stop)
    yield from _wins(view, thought, stop, lives=True)
    yield from _carefully(view, _gates(view, stop), stop)
    yield from _carefully(view, _leaps(view, dice, stop), stop)
    yield from _carefully(view, _homeward(view, stop), stop)
    yield from _carefully(view, _waits(view), stop)
    yield from _sacrifices(view, stop)
    yield from _steps_off(view, stop)
    yield _Idea(Pass(), nothing_left(view))


def _carefully(view: State, ideas: Iterator[_Idea], stop: Stop) -> Iterator[_Idea]:
    """Give ideas after which all can still leave ground that will not stay; instead of others, the way off it."""
    for idea in ideas:
        after = Plan((), (seen_part(view, "mine"),)).then(idea.move).states[-1]
        if after.count("dead") > view.count("dead") or way_to_safety(after, stop) is None:
            yield from _steps_off(view, stop)
        yield idea


# -- a way that is known


def _wins(view: State, thought: dict[Board, Plan | None], stop: Stop, *, lives: bool = False) -> Iterator[_Idea]:
    """Give the first move of a win, one that costs no more lives unless it may; no board is thought over twice."""
    for barred in ((),) if lives else (("mine", "hole"), ("mine",)):
        known = seen_part(view, *barred)
        if known.board not in thought:
            thought[known.board] = way_to_win(known, stop)
        plan = thought[known.board]
        if plan is not None and (lives or plan.states[-1].count("dead") == view.count("dead")):
            yield _Idea(plan.moves[0], reason_to_win(view, plan))


def _homeward(view: State, stop: Stop) -> Iterator[_Idea]:
    """Give the way of the first knight to the lair, where a whole win is too long to be thought out."""
    lair = frozenset(cell for cell in view.seen if kind_of(view, cell) == "lair")
    plan = way_to(seen_part(view, "mine"), for_all(lair), stop)
    if plan is not None:
        yield _Idea(plan.moves[0], reason_to_win(view, plan))


# -- what is not seen yet


def _looks(view: State, stop: Stop) -> Iterator[_Idea]:
    """Give the shortest ways to see more, first one that spends nothing."""
    for barred in (("mine", "edible", "hole"), ("mine",)):
        plan = way_to(seen_part(view, *barred), for_all(edge(view)), stop)
        if plan is not None:
            yield _Idea(plan.moves[0], reason_to_look(view, plan))


def _leaps(view: State, dice: Dice, stop: Stop) -> Iterator[_Idea]:
    """Give a leap onto a square that nobody has seen, or the way to where one can be dared."""
    if not any(knight.kind == "jumper" for knight in view.knights):
        return
    leaps = [move for move in view.legal_moves() if isinstance(move, Leap) and view.target(move) not in view.seen]
    if leaps:
        move = dice.choice(leaps)
        yield _Idea(
            move,
            Message(
                "Nobody has seen {place}, and little else is left: {knight} may dare the leap.",
                knight=mover(view, move),
                place=place_name(view.target(move)),
            ),
        )
    starts = (
        cell
        for cell in view.seen
        for end in (toward(cell, direction, 2) for direction in DIRECTIONS)
        if end in view.board and end not in view.seen
    )
    yield from _approaches(view, {"jumper": frozenset(starts)}, stop)


def _gates(view: State, stop: Stop) -> Iterator[_Idea]:
    """Give a step onto a teleport, which leads nobody knows where, or the way to one.

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
        yield _Idea(move, reason)
    else:
        yield from _approach(view, plan, frozenset(gates))


def _approaches(view: State, goals: Goals, stop: Stop) -> Iterator[_Idea]:
    """Give the way to squares where something can be done that is done only when little else is left."""
    plan = way_to(seen_part(view, "mine"), goals, stop)
    if plan is not None:
        yield from _approach(view, plan, frozenset().union(*goals.values()))


def _approach(view: State, plan: Plan, goals: frozenset[Cell]) -> Iterator[_Idea]:
    """Give the first move of a plan that ends on one of those squares."""
    move = plan.moves[0]
    if isinstance(move, Pass):
        yield _Idea(move, reason_to_wait(view))
        return
    last = plan.states[-1]
    reached = [knight.cell for knight in (last.knight(move.knight), *last.knights) if knight.cell in goals]
    goal = next((cell for cell in reached if cell is not None), view.target(move))
    other = Message("Little is left but to try {place}: {knight} can go there.",
                    knight=mover(view, move), place=place_name(goal))  # fmt: skip
    yield _Idea(move, reason_of_the_square(view, move) or other)


# -- when little is left


def _steps_off(view: State, stop: Stop) -> Iterator[_Idea]:
    """Give the way to where nobody stands on ground that will not stay."""
    plan = way_to_safety(seen_part(view, "mine"), stop)
    if plan is None or not plan.moves:
        return
    move = plan.moves[0]
    if isinstance(move, Pass):
        yield _Idea(move, reason_to_wait(view))
    elif view.knight(move.knight).cell in view.opened():
        yield _Idea(move, reason_to_step_off(view, move))
    else:
        yield _Idea(move, reason_to_make_room(view, move))


def _waits(view: State) -> Iterator[_Idea]:
    """Give a pass while something may still change by itself that helps."""
    if any(clock.what == "store" for clock in view.clocks):
        yield _Idea(Pass(), reason_to_wait(view))


def _sacrifices(view: State, stop: Stop) -> Iterator[_Idea]:
    """Give a death that opens or shows something, where one more knight can be spared."""
    spare = len(view.knights) - view.count("dead") - view.board.required
    if spare < 1:
        return
    plan = way_to(seen_part(view), for_all(edge(view)), stop, losses=1)
    if plan is not None:
        yield _Idea(plan.moves[0], reason_to_lose(view, plan.moves[0]))
    deadly = [move for move in _moves(view) if warning(view, move) is not None and _shows(view, move)]
    if deadly:
        move = min(deadly, key=lambda one: _worth(view, one))
        yield _Idea(move, reason_to_lose(view, move))
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
