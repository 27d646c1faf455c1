"""The computer opponents of the L-Game: Gentle, Club and Perfect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Dice, Level, Message, Stop
from logic.lgame.engine.solver import lays
from logic.lgame.engine.tablebase import Table, Turn, Worth, compact, table
from logic.lgame.rules import LMove, State

CLUB_HORIZON = 3
"""How many turns ahead, of both players together, Club sees a win or a loss."""

CLUB_SLACK = 1
"""Club takes any turn whose freedom is at most this much below the best."""

GENTLE_OVERLOOKS = 0.75
"""How often Gentle does not see a win that Club would see."""

GENTLE_GIVES = 0.5
"""How often Gentle leaves a win on purpose, but never one that could be had at once."""

LOSS_AT_ONCE = Worth(-1, 2)
"""The worth of a turn after which the rival can win with his very next one."""


def best_turns(solved: Table, state: State) -> tuple[list[Turn], Worth]:
    """The best ways to finish the turn and their worth, best by the whole solved game.

    A win is the better the shorter and a loss the better the longer. Among turns that draw, those are best after which
    the greatest number of replies lose: full replies, Lay and Shift together, the neutral pieces alike.
    """
    judged = solved.judged(state)
    best = max((worth for worth, _ in judged), key=lambda worth: worth.rank)
    found = [turn for worth, turn in judged if worth == best]
    return (found if best.value else _most(found, lambda turn: solved.traps(turn.after))), best


def _most(found: Sequence[Turn], rating: Callable[[Turn], int]) -> list[Turn]:
    most = max(rating(turn) for turn in found)
    return [turn for turn in found if rating(turn) == most]


def perfect(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Never lose from a position that is not lost, and win each won one by the shortest way."""
    found, _ = best_turns(table(state.can_shift), state)
    return dice.choice(found).moves[0]


def club(state: State, dice: Dice, _stop: Stop) -> LMove:
    """See wins and losses that are near, and otherwise keep the own L free and the rival's tight."""
    solved = table(state.can_shift)
    judged = [(_seen(worth), turn) for worth, turn in solved.judged(state)]
    best = max(worth.rank for worth, _ in judged)
    found = [turn for worth, turn in judged if worth.rank == best]
    most = max(_freedom(turn.after) for turn in found)
    return dice.choice([turn for turn in found if _freedom(turn.after) >= most - CLUB_SLACK]).moves[0]


def _seen(worth: Worth) -> Worth:
    near = worth.turns is not None and worth.turns <= CLUB_HORIZON
    return worth if near else Worth(0, None)


def _freedom(after: State) -> int:
    """Count the places for the L of the player who has just moved, less those for the rival's."""
    rival, own, neutrals = compact(after)
    return len(lays((own, rival, neutrals))) - len(lays((rival, own, neutrals)))


def gentle(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Play at random but never into a loss at once, overlook near wins, and give a longer win away at times.

    A near win is overlooked before the Lay only: what was seen then is not forgotten within the turn.
    """
    judged = table(state.can_shift).judged(state)
    near = [(_seen(worth), turn) for worth, turn in judged if _seen(worth).value > 0]
    best = max((worth.rank for worth, _ in near), default=0)
    wins = [turn for worth, turn in near if worth.rank == best]
    if wins and (state.phase == "shift" or dice.chance() >= GENTLE_OVERLOOKS):
        return dice.choice(wins).moves[0]
    safe = [(worth, turn) for worth, turn in judged if worth != LOSS_AT_ONCE] or judged
    gifts = [turn for worth, turn in safe if worth.value < 0]
    gives = bool(gifts) and dice.chance() < GENTLE_GIVES
    return dice.choice(gifts if gives else [turn for _, turn in safe]).moves[0]


LEVELS: dict[str, Level] = {
    "gentle": Level(
        Message("Gentle"),
        Message("Plays along, overlooks things, and now and then leaves you a win to find."),
        gentle,
        Message("Kind, and a little absent-minded."),
    ),
    "club": Level(
        Message("Club"),
        Message("Sees a few turns ahead and keeps its L free. It can be beaten."),
        club,
        Message("Sporting, with an eye for room."),
        1700,
    ),
    "perfect": Level(
        Message("Perfect"),
        Message("Knows the whole game by heart. It never loses, and it lays traps."),
        perfect,
        Message("Never tired, never wrong."),
        1850,
    ),
}
"""The opponents by name, the easiest first. Each is asked once for Lay and once for Shift or Stay."""
