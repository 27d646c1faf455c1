"""The look back at a labyrinth that is done with: what was possible, where turns went, where the win was lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from logic.core import Message, Remark, Stop
from logic.dragon.astar import afforded
from logic.dragon.rules import DragonMove, State
from logic.dragon.sight import describe, knight_name
from logic.dragon.solver import Solved, Unsolvable, solve_from

EACH, IN_ALL = 100_000, 500_000
"""Positions that the solver may keep in one question, and in all of a review."""

NEVER = 1_000_000
"""In how many turns a position is won that cannot be won."""

LOST_WEIGHT = 100
"""The weight of the move that gave the game away; other faults weigh a unit a turn."""


def review(states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> tuple[Remark, ...]:
    """Say what was possible, which moves cost turns or the win itself, and which deaths need not have been.

    ``states`` are the true positions of the game, the first and the last included. Only what is proved is said.
    """
    if not moves:
        return ()
    book = _Book(states, moves, stop)
    found: dict[int, list[tuple[int, Message]]] = {}
    for place in book.faults():
        found.setdefault(place, []).append(book.fault(place))
    for place in range(len(moves)):
        if place not in found and (needless := book.needless_death(place)) is not None:
            found[place] = [needless]
    found.setdefault(len(moves) - 1, []).append(book.summary())
    return () if stop() else tuple(_remark(place, said) for place, said in sorted(found.items()))


def _remark(place: int, said: list[tuple[int, Message]]) -> Remark:
    text = said[0][1]
    for _, more in said[1:]:
        text = Message("{first} {second}", first=text, second=more)
    return Remark(place, min(weight for weight, _ in said), text)


class _Book:
    """What the solver knows of each position of a game: the time at which it could be won at best.

    That time never falls from a position to the next, so wherever it is the same at two of them it is the same at
    all between. It is asked for by halves, and where the player did what the solver would, it is known already.
    """

    def __init__(self, states: Sequence[State], moves: Sequence[DragonMove], stop: Stop) -> None:
        self.states, self.moves, self.stop = states, moves, stop
        self._each, self._left = (afforded(budget, len(states[0].knights)) for budget in (EACH, IN_ALL))
        self._best: dict[int, int | None] = {}
        self._ways: dict[int, tuple[DragonMove, ...]] = {}
        end = states[-1].outcome()
        if end is not None:
            self._best[len(moves)] = states[-1].time if end.winners else NEVER

    def best(self, place: int) -> int | None:
        """Give the least time at which the game could still be won there; None where that is not known."""
        if place not in self._best:
            self._ask(place)
        return self._best[place]

    def _ask(self, place: int) -> None:
        self._best[place] = None
        budget = min(self._each, self._left)
        if budget <= 0 or self.stop():
            return
        answer = solve_from(self.states[place], budget=budget, stop=self.stop)
        self._left -= answer.looked
        if isinstance(answer, Unsolvable):
            self._best[place] = NEVER
        elif isinstance(answer, Solved):
            self._follow(place, self.states[place].time + answer.turns, answer.moves)

    def _follow(self, place: int, time: int, way: tuple[DragonMove, ...]) -> None:
        """Note a way to win, for as long as the player went that way too."""
        self._best[place], self._ways[place] = time, way
        for done, move in enumerate(way):
            if place + done >= len(self.moves) or self.moves[place + done] != move:
                return
            self._best[place + done + 1], self._ways[place + done + 1] = time, way[done + 1 :]

    def faults(self) -> list[int]:
        """Give the places of the moves that put the win off, or out of reach."""
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
        """Give a place between two others of which something can be known, as near to the middle as possible."""
        middle = (low + high) // 2
        for place in sorted(range(low + 1, high), key=lambda one: (abs(one - middle), one)):
            if self._left <= 0 or self.stop():
                return None
            if self.best(place) is not None:
                return place
        return None

    # -- in words

    def fault(self, place: int) -> tuple[int, Message]:
        """Say what a move gave away, and what would have been better."""
        before, after = self.best(place), self.best(place + 1)
        assert before is not None  # noqa: S101 - a fault is found between two that are known
        assert after is not None  # noqa: S101 - as above
        better = describe(self.states[place], self._ways[place][0])
        if after >= NEVER:
            return -LOST_WEIGHT, Message("After this it could no longer be won. Better: {better}", better=better)
        return before - after, Message(
            "This cost {n} turn. Better: {better}",
            plural="This cost {n} turns. Better: {better}",
            n=after - before,
            better=better,
        )

    def needless_death(self, place: int) -> tuple[int, Message] | None:
        """Say who died in a turn though a shortest win loses nobody; None where that cannot be said."""
        before, after = self.states[place], self.states[place + 1]
        dead = [
            one
            for one, then in zip(before.knights, after.knights, strict=True)
            if one.fate != "dead" and then.fate == "dead"
        ]
        if not dead or self.best(place) in (None, NEVER) or self._costs_lives(place):
            return None
        name = knight_name(dead[0])
        return -1, Message("{knight} need not have died: a shortest win loses nobody here.", knight=name)

    def _costs_lives(self, place: int) -> bool:
        state = self.states[place]
        dead = state.count("dead")
        for move in self._ways[place]:
            state = cast("State", state.apply(move).state)
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
            return -1, Message(
                "It could still be won from here, in {n} turn.",
                plural="It could still be won from here, in {n} turns.",
                n=still - last.time,
            )
        return -1, Message(
            "This labyrinth could be won in {n} turn.", plural="This labyrinth could be won in {n} turns.", n=best
        )


def _summary_of_a_win(best: int | None, needed: int) -> tuple[int, Message]:
    if best is None:
        return 1, Message(
            "You needed {n} turn. Whether fewer would do was not found out within the bound.",
            plural="You needed {n} turns. Whether fewer would do was not found out within the bound.",
            n=needed,
        )
    if best == needed:
        return 1, Message(
            "You needed {n} turn, and nobody can do it in fewer.",
            plural="You needed {n} turns, and nobody can do it in fewer.",
            n=needed,
        )
    return best - needed, Message(
        "You needed {n} turns; {best} was possible.",
        plural="You needed {n} turns; {best} was possible.",
        n=needed,
        best=best,
    )
