"""What is said under the result of a game of several: the treasures that each has found."""

from __future__ import annotations

from collections.abc import Sequence

from logic.core import Message, Player
from logic.labyrinth.rules import State
from logic.synopses import listed


def facts(state: State, _least: Sequence[int], **_alone: bool) -> tuple[Message, ...]:
    """Give what each has found, or where numbers count, what that is worth; of a maze for one there is nothing more."""
    if state.params.players == 1:
        return ()
    by_points = state.params.goals == "numbers"
    won = [state.points(seat) if by_points else len(names) for seat, names in enumerate(state.found)]
    each = listed([Message("{player} {n}", player=Player(seat), n=n) for seat, n in enumerate(won)])
    return (Message("Points: {each}", each=each) if by_points else Message("Treasures found: {each}", each=each),)
