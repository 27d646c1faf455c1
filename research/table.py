"""A game as researchers play it: actions are numbers, observations are what a seat may know, and it ends some time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logic.core import Dice, Move, State
from logic.game import Game, redact
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat
from logic.variants import make_params

ACTIONS = 128
"""Numbers that an action may have: far more than the moves that any position of any game offers."""
LENGTH = 2048
"""Bytes of an observation: far more than any position takes as text."""
LONGEST = 1000
"""Actions after which a game is broken off, without a winner: not every game ends by itself."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played: the game, one of its variants, by how many, for how many actions at most."""

    game: str
    variant: str
    players: int
    longest: int = LONGEST

    @property
    def package(self) -> Game:
        return GAMES[self.game]


def rules_of(game: str, variant: str | None = None, players: int | None = None, longest: int = LONGEST) -> Rules:
    """Fill in what is not said: the game's usual variant, and the fewest who can play it.

    Raises ValueError, with what there is, for a game, variant or number that there is not.
    """
    config = game_config(game)
    name = variant or config.default
    if name not in config.variants:
        raise ValueError(f"variant: {game} has no {name!r}; there are {', '.join(config.variants)}")
    possible = config.variants[name].players
    count = min(possible) if players is None else players
    if count not in possible:
        raise ValueError(f"players: {', '.join(map(str, possible))} can play {name!r} of {game}")
    if longest < 1:
        raise ValueError("longest: at least one action, please")
    return Rules(game, name, count, longest)


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment of it. An action is the number of a legal move, in the order in which they are listed."""

    rules: Rules
    state: State
    played: int = 0

    @property
    def moves(self) -> Sequence[Move]:
        """What can be done, by number; nothing where the game is over."""
        return () if self.is_over else self.state.legal_moves()

    @property
    def is_broken_off(self) -> bool:
        return self.played >= self.rules.longest and self.state.outcome() is None

    @property
    def is_over(self) -> bool:
        return self.is_broken_off or self.state.outcome() is not None

    def after(self, action: int) -> Table:
        """The game after an action; raises ValueError for a number that no move has."""
        moves = self.moves
        if not 0 <= action < len(moves):
            raise ValueError(f"action: {action} is none of the {len(moves)} that can be done")
        return Table(self.rules, self.state.apply(moves[action]).state, self.played + 1)

    def __deepcopy__(self, _memo: object) -> Table:
        """Nothing in it changes, and so a search may share it."""
        return self

    def view(self, seat: int) -> str:
        """The position as text, as far as that seat may know it, and who is to move."""
        view = redact(self.rules.package, self.state, seat)
        return f"{self.state.player}\n{view}"

    def observation(self, seat: int) -> bytes:
        """The same in so many bytes, with zeros behind; raises ValueError where they are not enough."""
        content = self.view(seat).encode()
        if len(content) > LENGTH:
            raise ValueError(f"the position takes {len(content)} bytes; {LENGTH} were expected at most")
        return content.ljust(LENGTH, b"\0")

    def returns(self) -> list[float]:
        """What each seat has got: 1 for who has won, -1 for who has lost; 0 while it lasts, and where nobody won."""
        outcome, seats = self.state.outcome(), range(self.rules.players)
        if outcome is None or (not outcome.winners and self.rules.players > 1):
            return [0.0 for _ in seats]
        return [1.0 if seat in outcome.winners else -1.0 for seat in seats]


def dealt(rules: Rules, seed: int) -> Table:
    """Deal a game; the same seed deals the same."""
    setup = new_setup(rules.game, rules.variant, (Seat(),) * rules.players, seed)
    params = make_params(rules.package, setup.params, "params")
    return Table(rules, rules.package.new(params, Dice(seed)))
