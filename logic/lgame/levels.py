"""The computer players of the L-Game: Gentle, Club and Perfect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Dice, Level, Message, Stop
from logic.lgame.engine.tablebase import Compact, Tablebase, Turn, Worth, compact, lays, shifts, steps, tablebase
from logic.lgame.rules import LMove, State

CLUB_HORIZON, GENTLE_HORIZON = 3, 1
"""How many turns ahead, of both players together, they see a win."""

CLUB_REACH, GENTLE_REACH = 2, 0
"""How many steps, along rows and columns, they see the rival carry a neutral piece."""

CLUB_SLACK, GENTLE_SLACK = 1, 3
"""They take any turn whose freedom is at most this much below the best."""

LOSS_AT_ONCE = Worth(-1, 2)
"""The worth of a turn after which the rival can win with his very next one."""


def best_turns(solved: Tablebase, state: State) -> tuple[list[Turn], Worth]:
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
    found, _ = best_turns(tablebase(state.can_shift), state)
    return dice.choice(found).moves[0]


def club(state: State, dice: Dice, _stop: Stop) -> LMove:
    """See wins a few turns ahead, keep the own L free and the rival's tight, and overlook only what is carried far.

    What bars its L once a neutral piece has gone more than CLUB_REACH steps it does not see.
    """
    return dice.choice(_seen(state, CLUB_HORIZON, CLUB_REACH, CLUB_SLACK)).moves[0]


def gentle(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Win at once where that can be, else keep the own L fairly free, and out of what the rival's L alone would bar.

    It looks at the Ls, as beginners do: that a neutral piece, moved behind the rival's L, bars the rest it overlooks.
    """
    return dice.choice(_seen(state, GENTLE_HORIZON, GENTLE_REACH, GENTLE_SLACK)).moves[0]


def _seen(state: State, horizon: int, reach: int, slack: int) -> list[Turn]:
    """The shortest wins within the horizon, else the freest turns, but those that are seen to lose at once."""
    judged = tablebase(state.can_shift).judged(state)
    best = max((worth for worth, _ in judged), key=lambda worth: worth.rank)
    if best.value > 0 and best.turns is not None and best.turns <= horizon:
        return [turn for worth, turn in judged if worth == best]
    safe = [turn for worth, turn in judged if worth != LOSS_AT_ONCE or not _is_barred(compact(turn.after), reach)]
    return _freest(safe or [turn for _, turn in judged], slack)


def _is_barred(after: Compact, reach: int) -> bool:
    """Whether the player to move can leave no place for the other's L, with a neutral piece carried so far at most."""
    own, other, neutrals = after
    return any(
        not lays((other, laid, pair))
        for laid in lays((own, other, neutrals))
        for pair in shifts((laid, other, neutrals))
        if steps(neutrals, pair) <= reach
    )


def _freest(turns: Sequence[Turn], slack: int) -> list[Turn]:
    freedom = [_freedom(turn.after) for turn in turns]
    return [turn for turn, free in zip(turns, freedom, strict=True) if free >= max(freedom) - slack]


def _freedom(after: State) -> int:
    """Count the places for the L of the player who has just moved, less those for the rival's."""
    rival, own, neutrals = compact(after)
    return len(lays((own, rival, neutrals))) - len(lays((rival, own, neutrals)))


LEVELS: dict[str, Level] = {
    "gentle": Level(
        Message("Gentle"),
        Message("Keeps its L free, and overlooks what a neutral piece can bar."),
        gentle,
        Message("Kind, and a little absent-minded."),
    ),
    "club": Level(
        Message("Club"),
        Message(
            "Sees a few turns ahead and keeps its L free. A neutral piece carried more than two squares surprises it."
        ),
        club,
        Message("Sporting, with an eye for room."),
        1220,
    ),
    "perfect": Level(
        Message("Perfect"),
        Message("Knows the whole game by heart. It never loses, and it lays traps."),
        perfect,
        Message("Never tired, never wrong."),
        1440,
    ),
}
"""The opponents by name, the easiest first. Each is asked once for Lay and once for Shift or Stay."""
