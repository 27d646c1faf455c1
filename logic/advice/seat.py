"""A seat with the model beside it, or a player who asks for a hint: told what it may know, and never without a move."""

from __future__ import annotations

from logic.advice.loop import Advice, advise
from logic.advice.model import reach
from logic.advice.settings import AdviserConfig
from logic.core import Dice, Game, State, Stop, redact


def turn(game: Game, state: State, config: AdviserConfig | None, language: str, dice: Dice, stop: Stop) -> Advice:
    """Give the moves of the player to move, up to a whole turn, all of them legal one after the other.

    The model is told what that seat may know and nothing else. Without a configuration, the caller's way to say that
    nobody has switched it on, no network object is made, and the built-in adviser answers.
    """
    view = redact(game, state, state.player)
    return advise(game, view, reach(config), config or AdviserConfig(), language, dice, stop)
