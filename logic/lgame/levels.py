"""The computer opponents of the L-Game: Gentle, Club and Perfect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Dice, Level, Message, Stop
from logic.lgame.engine.tablebase import Table, Turn, Worth, compact, lays, table
from logic.lgame.rules import LMove, State

CLUB_HORIZON = 3
"""How many turns ahead, of both players together, Club sees a win or a loss."""

CLUB_SLACK, GENTLE_SLACK = 1, 3
"""They take any turn whose freedom is at most this much below the best."""

WIN_AT_ONCE = Worth(1, 1)

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
    return dice.choice(_freest(found, CLUB_SLACK)).moves[0]


def _seen(worth: Worth) -> Worth:
    near = worth.turns is not None and worth.turns <= CLUB_HORIZON
    return worth if near else Worth(0, None)


def _freest(turns: Sequence[Turn], slack: int) -> list[Turn]:
    freedom = [_freedom(turn.after) for turn in turns]
    return [turn for turn, free in zip(turns, freedom, strict=True) if free >= max(freedom) - slack]


def _freedom(after: State) -> int:
    """Count the places for the L of the player who has just moved, less those for the rival's."""
    rival, own, neutrals = compact(after)
    return len(lays((own, rival, neutrals))) - len(lays((rival, own, neutrals)))


def gentle(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Win at once where that can be, else keep the own L fairly free, and out of what the rival's L alone would bar.

    It looks at the Ls, as beginners do: that a neutral piece, moved behind the rival's L, bars the rest it overlooks.
    """
    judged = table(state.can_shift).judged(state)
    wins = [turn for worth, turn in judged if worth == WIN_AT_ONCE]
    safe = [turn for worth, turn in judged if worth != LOSS_AT_ONCE or not _is_barred_by_the_l(turn.after)]
    return dice.choice(wins or _freest(safe or [turn for _, turn in judged], GENTLE_SLACK)).moves[0]


def _is_barred_by_the_l(after: State) -> bool:
    """Whether the player to move can lay his L so that the other has no place left, the neutral pieces as they lie."""
    own, other, neutrals = compact(after)
    return any(not lays((other, laid, neutrals)) for laid in lays((own, other, neutrals)))


LEVELS: dict[str, Level] = {
    "gentle": Level(
        Message("Gentle"),
        Message("Keeps its L free, and overlooks what a neutral piece can bar."),
        gentle,
        Message("Kind, and a little absent-minded."),
    ),
    "club": Level(
        Message("Club"),
        Message("Sees a few turns ahead and keeps its L free. It can be beaten."),
        club,
        Message("Sporting, with an eye for room."),
        1400,
    ),
    "perfect": Level(
        Message("Perfect"),
        Message("Knows the whole game by heart. It never loses, and it lays traps."),
        perfect,
        Message("Never tired, never wrong."),
        1560,
    ),
}
"""The opponents by name, the easiest first. Each is asked once for Lay and once for Shift or Stay."""
