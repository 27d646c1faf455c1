"""A small game for one to four with secret purses, turns of two moves, points, and all kinds of texts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from logic.core import Dice, Event, Figure, Level, Message, Outcome, Player, Step
from logic.game import Narration, Scoring

YAML = """
title: Pots
blurb: Take coins out of the pot; who has most in the end wins.
default: plain
variants:
  plain:
    title: Plain
    blurb: Everybody for themselves.
    players: [2, 3, 4]
  back:
    title: Back
    blurb: Everything can be taken back.
    players: [3]
    undo: always
    params: {players: 3}
  alone:
    title: Alone
    blurb: As many coins as possible.
    players: [1]
    params: {players: 1}
"""
HIDDEN = -1
LAST = 4
"""With so many coins left, a notice says that the end is near."""


@dataclass(frozen=True, slots=True)
class Params:
    """How many play, how many coins there are, and each seat's party, 0 or 1, where parties win and lose together."""

    players: int = 2
    coins: int = 12
    pairs: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.players <= 4:
            raise ValueError("players: 1 to 4, please")


@dataclass(frozen=True, slots=True)
class Take:
    """Take some coins; three at once are seen by all, so that they cannot be put back."""

    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


@dataclass(frozen=True, slots=True)
class End:
    """End the turn; a player alone loses a coin by it."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class State:
    """The purses, what is left, whose turn it is, and whether that player has taken something."""

    purses: tuple[int, ...]
    left: int
    coins: int
    pairs: bool = False
    player: int = 0
    taken: bool = False

    def legal_moves(self) -> tuple[Take | End, ...]:
        """First take, then end the turn."""
        if self.outcome() is not None:
            return ()
        return (End(),) if self.taken else tuple(Take(n) for n in range(1, min(3, self.left) + 1))

    def apply(self, move: Take | End) -> Step:
        """Take, or end the turn."""
        if isinstance(move, End):
            left = self.left - (len(self.purses) == 1 and self.left > 0)
            after = replace(self, taken=False, left=left, player=(self.player + 1) % len(self.purses))
            return Step(after, (Event("turn_end"),))
        purse = self.purses[self.player]
        held = purse + move.number if purse != HIDDEN else HIDDEN
        purses = (*self.purses[: self.player], held, *self.purses[self.player + 1 :])
        after = replace(self, purses=purses, left=self.left - move.number, taken=True)
        return Step(after, (Event("take", reveals=move.number == 3),))

    def outcome(self) -> Outcome | None:
        """The game is over when the pot is empty and the last turn has ended."""
        if self.left or self.taken:
            return None
        places = sorted(set(self.purses), reverse=True)
        ranking = tuple(tuple(i for i, held in enumerate(self.purses) if held == most) for most in places)
        return Outcome(ranking[0], ranking, Message("The pot is empty."))

    def __str__(self) -> str:
        return f"{self.purses} {self.left}/{self.coins} {self.pairs} player {self.player + 1} {self.taken}"


def new(params: Params, _dice: Dice) -> State:
    """Fill the pot."""
    return State((0,) * params.players, params.coins, params.coins, params.pairs)


def redact(state: State, viewer: int) -> State:
    """Hide the other purses."""
    return replace(state, purses=tuple(n if i == viewer else HIDDEN for i, n in enumerate(state.purses)))


class PotsNarration(Narration):
    """Descriptions and a notice."""

    def describe(self, state: State, move: Take | End) -> Message:
        """Say what a move does."""
        if isinstance(move, End):
            return Message("{player} ends the turn.", player=Player(state.player))
        return Message("{player} takes {n}.", player=Player(state.player), n=move.number)

    def notice(self, view: State) -> Message | None:
        """Say that the end is near."""
        return Message("The pot is nearly empty.") if view.left <= LAST else None


NARRATION = PotsNarration()


class PotsScoring(Scoring):
    """Coins, and whose are counted together."""

    def partners(self, state: State, player: int) -> tuple[int, ...]:
        """Return all players of the player's party."""
        seats = range(len(state.purses))
        return tuple(seat for seat in seats if seat % 2 == player % 2) if state.pairs else (player,)

    def progress(self, view: State) -> int:
        """Return how much of the pot is gone."""
        return 100 * (view.coins - view.left) // view.coins

    def score(self, state: State, player: int) -> int:
        """Count the coins."""
        return state.purses[player]

    def statistics(self, states: tuple[State, ...], moves: tuple[Take | End, ...]) -> tuple[Figure, ...]:
        """Count the takes."""
        handfuls = [0] * len(states[0].purses)
        for state, move in zip(states, moves, strict=False):
            handfuls[state.player] += isinstance(move, Take)
        each = tuple(held / max(1, hands) for held, hands in zip(states[-1].purses, handfuls, strict=True))
        return (
            Figure(Message("Coins altogether"), (states[0].coins,)),
            Figure(Message("Handfuls"), tuple(handfuls)),
            Figure(Message("Coins a handful"), each),
        )


SCORING = PotsScoring()


def _most(state: State, _dice: Dice, _stop: object) -> Take | End:
    return state.legal_moves()[-1]


def _least(state: State, _dice: Dice, _stop: object) -> Take | End:
    return state.legal_moves()[0]


LEVELS = {
    "modest": Level(Message("Modest"), Message("Takes one."), _least),
    "greedy": Level(Message("Greedy"), Message("Takes three."), _most),
}
