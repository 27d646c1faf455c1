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
"""The number of distinct actions: far more than the legal moves of any position of any game."""
LENGTH = 2048
"""The size of an observation in bytes: more than any position takes as text."""
LONGEST = 1000
"""The number of actions after which a game is truncated, without a winner: not every game ends by itself."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: its name, its variant, the number of players, and the limit on actions."""

    game: str
    variant: str
    players: int
    longest: int = LONGEST

    @property
    def package(self) -> Game:
        return GAMES[self.game]


def rules_of(game: str, variant: str | None = None, players: int | None = None, longest: int = LONGEST) -> Rules:
    """Rules with defaults: the game's default variant, and its least number of players.

    Raises ValueError, with the known values, for an unknown game, variant or number.
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
        """The legal moves, by number; empty if the game is over."""
        return () if self.is_over else self.state.legal_moves()

    @property
    def is_broken_off(self) -> bool:
        return self.played >= self.rules.longest and self.state.outcome() is None

    @property
    def is_over(self) -> bool:
        return self.is_broken_off or self.state.outcome() is not None

    def after(self, action: int) -> Table:
        """The game after an action; raises ValueError if it is not the number of a move."""
        moves = self.moves
        if not 0 <= action < len(moves):
            raise ValueError(f"action: {action} is none of the {len(moves)} that can be done")
        return Table(self.rules, self.state.apply(moves[action]).state, self.played + 1)

    def __deepcopy__(self, _memo: object) -> Table:
        """Return itself: it is immutable, so that a search may share it."""
        return self

    def view(self, seat: int) -> str:
        """The position as text, as far as that seat may know it, preceded by the player to move."""
        view = redact(self.rules.package, self.state, seat)
        return f"{self.state.player}\n{view}"

    def observation(self, seat: int) -> bytes:
        """The same as bytes, padded with zeros to LENGTH; raises ValueError if it is longer."""
        content = self.view(seat).encode()
        if len(content) > LENGTH:
            raise ValueError(f"the position takes {len(content)} bytes; {LENGTH} were expected at most")
        return content.ljust(LENGTH, b"\0")

    def returns(self) -> list[float]:
        """The return of each seat: 1 for a win, -1 for a loss; 0 before the end, and if none of several won."""
        outcome, seats = self.state.outcome(), range(self.rules.players)
        if outcome is None or (not outcome.winners and self.rules.players > 1):
            return [0.0 for _ in seats]
        return [1.0 if seat in outcome.winners else -1.0 for seat in seats]


def dealt(rules: Rules, seed: int) -> Table:
    """Deal a game; the same seed deals the same game."""
    setup = new_setup(rules.game, rules.variant, (Seat(),) * rules.players, seed)
    params = make_params(rules.package, setup.params, "params")
    return Table(rules, rules.package.new(params, Dice(seed)))
