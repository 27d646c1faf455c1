"""The computer opponents of Labyrinth: Child, Walker, Thinker and Master, each deciding from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable

from logic.core import Choose, Dice, Level, Message, Stop
from logic.labyrinth import child, master, runes, thinker, walker
from logic.labyrinth.moves import LabyrinthMove
from logic.labyrinth.outset import Outset
from logic.labyrinth.rules import State

Decide = Callable[[Outset, Dice, Stop], LabyrinthMove]


def _by_phase(push: Decide, walk: Decide) -> Choose:
    """Make a level of how it pushes and how it walks."""

    def choose(state: State, dice: Dice, stop: Stop) -> LabyrinthMove:
        outset = Outset(state)
        if state.phase == "mark":
            return runes.decide(outset)
        return push(outset, dice, stop) if state.phase == "push" else walk(outset, dice, stop)

    return choose


LEVELS: dict[str, Level] = {
    "child": Level(
        Message("Child"),
        Message("Looks at some of the pushes, and takes a treasure that it sees. Misses a good deal."),
        _by_phase(child.push, child.walk),
    ),
    "walker": Level(
        Message("Walker"),
        Message("Always knows the shortest way to its own treasure, and does not look at anybody else."),
        _by_phase(walker.push, walker.walk),
    ),
    "thinker": Level(
        Message("Thinker"),
        Message("Takes what it can, and stands where the next treasure will be near, whatever the others push."),
        _by_phase(thinker.push, thinker.walk),
    ),
    "master": Level(
        Message("Master"),
        Message("Guesses what you are after, and bars your way while it finds its own."),
        _by_phase(master.push, master.walk),
    ),
}
"""The opponents by name, the easiest first. Each is asked for the push, for a mark where there is one, and the walk."""
