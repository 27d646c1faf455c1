"""The look back at a puzzle of JumpIN’: what it took and what it takes, and where steps were wasted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from logic.core import Message, Remark, Stop
from logic.jumpin.routes import METRICS, UNKNOWN, Route, both_counts, is_home, route
from logic.jumpin.rules import JumpinMove, Metric, State
from logic.jumpin.telling import describe


def facts(state: State, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
    """Say at the end what it took and what it takes at ``least`` in steps and in moves, and in which it was perfect.

    ``least`` is empty where nobody knows it; who was not ``alone`` with the puzzle is not praised, nor who found it
    solved.
    """
    own = both_counts(state.steps, state.moves, state.metric)
    if len(least) < len(METRICS):
        return (own,)
    steps, moves = least
    said = Message("Yours: {yours} · at least: {least}", yours=own, least=both_counts(steps, moves, state.metric))
    mark = _mark(state.steps <= steps, state.moves <= moves) if alone and state.moves and is_home(state) else None
    return (said,) if mark is None else (said, mark)


def _mark(in_steps: bool, in_moves: bool) -> Message | None:
    if in_steps and in_moves:
        return Message("Perfect: nobody needs fewer steps or fewer moves.")
    if in_steps:
        return Message("Perfect in steps: nobody needs fewer.")
    return Message("Perfect in moves: nobody needs fewer.") if in_moves else None


def review(states: Sequence[State], moves: Sequence[JumpinMove], stop: Stop) -> tuple[Remark, ...]:
    """Say which moves wasted something in the player's count, what was better there, and what was possible.

    ``states`` are the positions of the game, the first and the last included.
    """
    if not moves:
        return ()
    try:
        ways = list(_ways(states, moves, stop))
        summary = _summary(states, ways, stop)
    except UNKNOWN:
        return ()
    found: dict[int, tuple[int, Message]] = dict(_wastes(states, ways))
    weight, text = summary
    last = len(moves) - 1
    if last in found:
        weight, text = found[last][0], Message("{first} {second}", first=found[last][1], second=text)
    found[last] = weight, text
    return () if stop() else tuple(Remark(place, *found[place]) for place in sorted(found))


def _ways(states: Sequence[State], moves: Sequence[JumpinMove], stop: Stop) -> Iterator[Route | None]:
    """Give a shortest way from each position; where the player went along it, it goes on as it was."""
    metric = states[0].metric
    way = route(states[0], metric, stop)
    yield way
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        price = after.spent(metric) - before.spent(metric)
        way = (way and way.after(move, price)) or route(after, metric, stop)
        yield way


def _wastes(states: Sequence[State], ways: Sequence[Route | None]) -> Iterator[tuple[int, tuple[int, Message]]]:
    """Give the places of the moves after which more was left to do than need have been, with what to say."""
    for place, ((before, after), (way, rest)) in enumerate(zip(pairwise(states), pairwise(ways), strict=True)):
        if way is not None and rest is not None:
            n = after.spent() - before.spent() + rest.cost - way.cost
            if n > 0:
                yield place, (-n, _wasted(n, before.metric, describe(before, way.moves[0])))


def _wasted(n: int, metric: Metric, better: Message) -> Message:
    if metric == "steps":
        return Message(
            "Here {n} step more than needed. Better: {better}",
            plural="Here {n} steps more than needed. Better: {better}",
            n=n,
            better=better,
        )
    return Message(
        "Here {n} move more than needed. Better: {better}",
        plural="Here {n} moves more than needed. Better: {better}",
        n=n,
        better=better,
    )


def _summary(states: Sequence[State], ways: Sequence[Route | None], stop: Stop) -> tuple[int, Message]:
    """Say what was needed and what was possible, or, of a puzzle that was given up, what was still left to do."""
    last, whole = states[-1], ways[0]
    best = _in_both(states[0], stop)
    if whole is None or best is None:
        return 1, Message("Nobody could have brought all rabbits home here.")
    if not is_home(last):
        left = _in_both(last, stop) or best
        return -1, Message("It can be done in {best}; {left} were still to go.", best=best, left=left)
    needed = both_counts(last.steps - states[0].steps, last.moves - states[0].moves, last.metric)
    if last.spent() - states[0].spent() == whole.cost:
        return 1, Message("You needed {needed}, and nobody can do it in fewer.", needed=needed)
    return -1, Message("You needed {needed}; {best} was possible.", needed=needed, best=best)


def _in_both(state: State, stop: Stop) -> Message | None:
    """Say what it takes from there in both counts; None where there is no way."""
    steps, moves = (route(state, metric, stop) for metric in METRICS)
    return None if steps is None or moves is None else both_counts(steps.cost, moves.cost, state.metric)
