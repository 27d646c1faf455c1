"""A seat with the model beside it, or a player who asks for a hint: told what it may know, and never without a move."""

from __future__ import annotations

from collections.abc import Sequence

from logic.advice.loop import Advice, advise
from logic.advice.model import reach
from logic.advice.settings import AdviserConfig
from logic.core import Dice, Game, State, Stop, offers, redact
from logic.session import Session


def past_of(session: Session) -> Sequence[State]:
    """Give the positions so far, as the player to move knows them; none where there is no looking or no way back."""
    if offers(session.game, "retrace") is None or not session.can_undo():
        return ()
    return tuple(redact(session.game, state, session.actor) for state in session.states)


def turn(
    game: Game,
    state: State,
    config: AdviserConfig | None,
    language: str,
    dice: Dice,
    stop: Stop,
    past: Sequence[State] = (),
) -> Advice:
    """Give the moves of the player to move, up to a whole turn, all of them legal one after the other.

    The model is told what that seat may know and nothing else. Without a configuration, the caller's way to say that
    nobody has switched it on, no network object is made, and the built-in adviser answers; ``past`` as by ``past_of``.
    """
    view = redact(game, state, state.player)
    return advise(game, view, reach(config), config or AdviserConfig(), language, dice, stop, past)
