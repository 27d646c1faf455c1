"""The computer players of the L-Game: Gentle, Club and Perfect."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Dice, Level, Message, Stop
from logic.lgame.engine.tablebase import Compact, Tablebase, Turn, Worth, compact, lays, shifts, steps, tablebase
from logic.lgame.rules import LMove, State

CLUB_HORIZON, GENTLE_HORIZON = 3, 1
"""How many turns ahead, counting both players', the level sees a win."""

CLUB_REACH, GENTLE_REACH = 2, 0
"""How many steps, along rows and columns, the rival may carry a neutral piece for the level to notice."""

CLUB_SLACK, GENTLE_SLACK = 1, 3
"""The level may choose any turn whose freedom is at most this much below the best."""

LOSS_AT_ONCE = Worth(-1, 2)
"""The worth of a turn after which the rival can win with the very next turn."""


def best_turns(solved: Tablebase, state: State) -> tuple[list[Turn], Worth]:
    """The best ways to finish the turn, by the solved game, and their worth.

    Short wins and long losses are preferred. Of drawing turns, those are best after which the greatest number of
    replies lose: full replies, Lay and Shift together, the neutral pieces interchangeable.
    """
    judged = solved.judged(state)
    best = max((worth for worth, _ in judged), key=lambda worth: worth.rank)
    found = [turn for worth, turn in judged if worth == best]
    return (found if best.value else _best_rated(found, lambda turn: solved.traps(turn.after))), best


def _best_rated(found: Sequence[Turn], rating: Callable[[Turn], int]) -> list[Turn]:
    most = max(rating(turn) for turn in found)
    return [turn for turn in found if rating(turn) == most]


def perfect(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Never lose from a position that is not lost, and win every won one in the fewest turns."""
    found, _ = best_turns(tablebase(state.can_shift), state)
    return dice.choice(found).moves[0]


def club(state: State, dice: Dice, _stop: Stop) -> LMove:
    """See wins a few turns ahead, else keep its own L free and the rival's tight, where it could not be blocked.

    It overlooks that a neutral piece carried more than CLUB_REACH steps can block its L.
    """
    return dice.choice(_seen(state, CLUB_HORIZON, CLUB_REACH, CLUB_SLACK)).moves[0]


def gentle(state: State, dice: Dice, _stop: Stop) -> LMove:
    """Win at once if possible, else keep its own L fairly free, where the rival's L alone could not block it.

    It looks at the Ls, as beginners do: it overlooks that a neutral piece, moved after the rival's L, blocks the rest.
    """
    return dice.choice(_seen(state, GENTLE_HORIZON, GENTLE_REACH, GENTLE_SLACK)).moves[0]


def _seen(state: State, horizon: int, reach: int, slack: int) -> list[Turn]:
    """The shortest wins within the horizon, else the freest turns, except those seen to lose at once."""
    judged = tablebase(state.can_shift).judged(state)
    best = max((worth for worth, _ in judged), key=lambda worth: worth.rank)
    if best.value > 0 and best.turns is not None and best.turns <= horizon:
        return [turn for worth, turn in judged if worth == best]
    safe = [turn for worth, turn in judged if worth != LOSS_AT_ONCE or not _is_barred(compact(turn.after), reach)]
    return _freest(safe or [turn for _, turn in judged], slack)


def _is_barred(after: Compact, reach: int) -> bool:
    """Whether the player to move can leave the other's L no place, carrying a neutral piece at most ``reach`` steps."""
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
    """The number of places for the L of the player who has just moved, minus the rival's."""
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
