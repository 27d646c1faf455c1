"""Looks back on a game that is over: which moves cost turns or the win, and which deaths need not have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from logic.core import Message, Remark, Stop
from logic.dragon.engine.solver import Solved, Unsolvable, afforded, solve_from
from logic.dragon.narration import NARRATION, knight_name
from logic.dragon.rules import DragonMove, State

EACH, IN_ALL = 100_000, 500_000
"""Positions that the solver may keep in one question, and in all of a review."""

NEVER = 1_000_000
"""In how many turns a position is won that cannot be won."""

LOST_WEIGHT = 100
"""The weight of the move that gave the game away; other faults weigh a unit a turn."""


class Book:
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

    def best(self, ply: int) -> int | None:
        """The least time at which the game could still be won there; None where that is not known."""
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
        text = Message(
            "This cost {n} turn. Better: {better}",
            plural="This cost {n} turns. Better: {better}",
            n=after - before,
            better=better,
        )
        return Remark(ply, before - after, text, way)

    def needless_death(self, ply: int) -> Remark | None:
        """Say who died in a turn though a shortest win loses nobody; None where that cannot be said."""
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
