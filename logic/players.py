"""Computer players as callables: a game's levels, the uniform random player, and the one gate they move through."""

from __future__ import annotations

from functools import partial

from logic.core import Dice, Level, Message, Move, State, Stop
from logic.game import Analysis, Game, analysis_of, offers, redact

MODEL = "model"
"""The level of a seat that a language model plays, by logic.llm.adviser, if that is switched on."""


def _uniform(state: State, dice: Dice, stop: Stop) -> Move:  # noqa: ARG001 - a level's signature
    return dice.choice(state.legal_moves())


RANDOM = Level(Message("Random"), Message("Any move at all, by the dice."), _uniform)


def own_levels(game: Game) -> dict[str, Level]:
    """A game's own levels, the easiest first; none for a puzzle."""
    own: dict[str, Level] = getattr(game, "LEVELS", {})
    return dict(own)


def levels(game: Game) -> dict[str, Level]:
    """All levels: the game's own, "random", which every game has for the arena and the demonstration, and "model"."""
    return {**own_levels(game), "random": RANDOM, MODEL: _stand_in(game)}


def strongest(game: Game) -> Level:
    """The strongest level: the game's own, or one that follows its hints, or "random"."""
    own = own_levels(game)
    if own:
        return list(own.values())[-1]
    analysis = analysis_of(game)
    if not offers(analysis, Analysis.hint):
        return RANDOM
    return Level(Message("Adviser"), Message("Does what the hints say."), partial(_advised, analysis))


def _advised(analysis: Analysis, view: State, dice: Dice, stop: Stop) -> Move:
    hint = analysis.hint(view, dice, stop)
    return _uniform(view, dice, stop) if hint is None else hint.moves[0]


def _stand_in(game: Game) -> Level:
    """The level "model" as it plays by itself, without any network: the strongest there is stands in for it."""
    return Level(
        Message("Language model"),
        Message("Whatever a language model makes of the game; where it does not know what to do, the computer does."),
        strongest(game).choose,
    )


def performers(game: Game) -> tuple[str, ...]:
    """The levels worth watching: the game's own, or "random" if there are none."""
    return tuple(own_levels(game)) or ("random",)


def level(game: Game, name: str) -> Level:
    """One level; raises ValueError that lists the known ones."""
    known = levels(game)
    if name not in known:
        raise ValueError(f"level: no {name!r}; there are {', '.join(known)}")
    return known[name]


def seed_at(own: int, place: int) -> int:
    """The seed for whoever thinks at that point of a game: the same again after an undo.

    ``own`` is drawn by the caller for one sitting at one table, from anywhere but the deal: its seed knows what is
    hidden, and so nobody may think by it.
    """
    return Dice(own + place).seed()


def choose(game: Game, name: str, state: State, dice: Dice, stop: Stop) -> Move:
    """Let a level choose from what its seat may know; raise RuntimeError if the answer is not legal."""
    move: Move = level(game, name).choose(redact(game, state, state.player), dice, stop)
    if move not in state.legal_moves():
        raise RuntimeError(f"level {name!r} chose {str(move)!r}, which is not a legal move")
    return move
