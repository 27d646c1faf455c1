"""Who can play a game by itself: its own levels, the uniform player, and the one gate they move through."""

from __future__ import annotations

from logic.core import Dice, Game, Level, Message, Move, State, Stop, redact


def _uniform(state: State, dice: Dice, stop: Stop) -> Move:  # noqa: ARG001 - a level's signature
    return dice.choice(state.legal_moves())


RANDOM = Level(Message("Random"), Message("Any move at all, by the dice."), _uniform)


def own_levels(game: Game) -> dict[str, Level]:
    """Give the levels that people play against, the easiest first; a puzzle has none."""
    own: dict[str, Level] = getattr(game, "LEVELS", {})
    return dict(own)


def levels(game: Game) -> dict[str, Level]:
    """Give the game's own levels and "random", which every game has for the arena and the demonstration."""
    return {**own_levels(game), "random": RANDOM}


def performers(game: Game) -> tuple[str, ...]:
    """Name the levels that are worth watching: the game's own, or "random" where there are none."""
    return tuple(own_levels(game)) or ("random",)


def level(game: Game, name: str) -> Level:
    """Give one level; raise ValueError that lists the known ones."""
    known = levels(game)
    if name not in known:
        raise ValueError(f"level: no {name!r}; there are {', '.join(known)}")
    return known[name]


def choose(game: Game, name: str, state: State, dice: Dice, stop: Stop) -> Move:
    """Let a level choose from what its seat may know; raise RuntimeError where the answer is not legal."""
    move: Move = level(game, name).choose(redact(game, state, state.player), dice, stop)
    if move not in state.legal_moves():
        raise RuntimeError(f"level {name!r} chose {str(move)!r}, which is not a legal move")
    return move
