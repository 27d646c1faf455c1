"""Every game in every variant, with the small games of the tests, as cases for the laws; and random play of them.

``python -m tests.support.positions.cases`` prints a digest of a random game of each case, to compare runs.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from logic import registry
from logic.core import Dice, Move, State, Step, find_move
from logic.game import Game, has_secrets, redact, sample
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import GameConfig, Variant, parse_game, resolve_params, seated
from tests.games import cardgame, nullgame

SMALL: dict[str, Game] = {"nullgame": nullgame, "cardgame": cardgame}
ALL: dict[str, Game] = {**registry.GAMES, **SMALL}
LONG = {"labyrinth": 20_000, "coatl": 3_000}
"""The most moves of a random game until it ends, where that is many; the laws try fewer of such games."""


def config_of(name: str) -> GameConfig:
    """The configuration of a registered game, or of one of the tests' own."""
    if name in SMALL:
        return parse_game(SMALL[name].YAML, SMALL[name], name)
    return registry.game_config(name)


def register_small(monkeypatch: Any) -> None:
    """Put the tests' own games on the shelf for one test."""
    read = registry.game_config
    monkeypatch.setattr(registry, "GAMES", dict(ALL))
    monkeypatch.setattr(registry, "game_config", lambda name: config_of(name) if name in SMALL else read(name))


@dataclass(frozen=True)
class Case:
    """One game in one variant, as played with or without a computer."""

    name: str
    variant_name: str
    variant: Variant = field(hash=False)
    computer: bool = False

    def __str__(self) -> str:
        return f"{self.name}-{self.variant_name}{'-computer' if self.computer else ''}"

    @property
    def game(self) -> Game:
        return ALL[self.name]

    @property
    def params(self) -> Any:
        count = seated(self.game, self.variant.players[0])
        return resolve_params(self.game, self.variant, computer=self.computer, name=str(self), chosen=count)

    @property
    def is_usual(self) -> bool:
        """Whether it is the default of its game."""
        return self.variant_name == config_of(self.name).default and not self.computer

    def games(self, count: int) -> range:
        """Return the seeds of so many random games, or of a third where games are long and variants many."""
        return range(count // 3 if self.name in LONG else count)

    def setup(self, seed: int = 7, **changes: Any) -> Setup:
        seats = tuple(Seat() for _ in range(self.variant.players[0]))
        setup = Setup(
            game=self.name,
            variant=self.variant_name,
            params=setup_params(self.game, self.params),
            seed=seed,
            seats=seats,
            undo=self.variant.undo,
            confirm=self.variant.confirm,
            clock=self.variant.clock,
            coach=self.variant.coach,
        )
        return msgspec.structs.replace(setup, **changes)

    def session(self, seed: int = 7, **changes: Any) -> Session:
        return Session(self.game, self.setup(seed, **changes))


PLAIN = tuple(
    Case(name, variant_name, variant) for name in ALL for variant_name, variant in config_of(name).variants.items()
)
CASES = (*PLAIN, *(replace(case, computer=True) for case in PLAIN if case.variant.with_computer))
FUZZED = (
    *(case for case in CASES if case.name not in LONG),
    *(
        case
        for number, case in enumerate(case for case in CASES if case.name in LONG)
        if case.is_usual or number % 3 == 0
    ),
)
"""The cases for laws that try many games in each: of a long game the default variant and every third."""


@cache
def dealt(case: Case, seed: int) -> State:
    """Return the first position of a random game, which is slow where it is a puzzle that is generated."""
    return case.game.new(case.params, Dice(Dice(seed).seed()))


def walk(case: Case, seed: int, bound: int = 200) -> list[tuple[State, Move, Step]]:
    """Play a random game, at most ``bound`` moves: each position, the move made there, and what it led to."""
    dice = Dice(seed)
    dice.seed()  # the dice that dealt it
    state = dealt(case, seed)
    steps = []
    while len(steps) < bound and (moves := state.legal_moves()):
        move = dice.choice(moves)
        step = state.apply(move)
        steps.append((state, move, step))
        state = step.state
    return steps


def positions(case: Case, seed: int, bound: int = 200) -> list[State]:
    """The positions of a random game, the last included."""
    steps = walk(case, seed, bound)
    return [dealt(case, seed), *(step.state for _, _, step in steps)]


def alike(game: Game, state: State, viewer: int, dice: Dice) -> State:
    """Return a position that looks the same to a viewer, with everything hidden from that viewer dealt anew."""
    dealt = sample(game, redact(game, state, viewer), viewer, dice)
    if dealt is not None:
        return dealt
    if game is registry.GAMES["dragon"]:  # it has no ``sample``, as its search needs none; a game may omit it
        from tests.support.positions.dragon import with_other_secrets

        return with_other_secrets(state, dice)
    assert not has_secrets(game), "a game that hides something: how is that dealt anew?"
    return state


def reveals(step: Step) -> bool:
    """Return whether a move has shown something hidden, so that it cannot be taken back."""
    return any(event.reveals for event in step.events)


@cache
def endings(case: Case) -> tuple[tuple[State, State], ...]:
    """Return start and result of the last turn of eight random games, or of the first that ends if they are long."""
    found = (last_turn(case, seed, LONG.get(case.name, 200)) for seed in range(8))
    if case.name not in LONG:
        return tuple(found)
    ended = next((two for two in found if two[1].outcome() is not None), None)
    return () if ended is None else (ended,)


def last_turn(case: Case, seed: int, bound: int) -> tuple[State, State]:
    """Return the start of a random game's last turn and the position that it led to, keeping no others."""
    dice = Dice(seed)
    dice.seed()
    began = before = state = dealt(case, seed)
    for _ in range(bound):
        if not (moves := state.legal_moves()):
            break
        if state.player != before.player:
            began = state
        before, state = state, state.apply(dice.choice(moves)).state
    return began, state


def digest(case: Case, seed: int) -> str:
    """Return a digest of the beginning of a random game: positions, lists of moves, events, in their order."""
    shown = []
    for state, move, step in walk(case, seed, bound=60):
        shown += [str(state), *(str(one) for one in state.legal_moves()), str(move)]
        shown += [f"{event.name} {dict(event.paths)!r} {event.reveals}" for event in step.events]
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


if __name__ == "__main__":
    for each in CASES:
        print(each, digest(each, 7))


def by_choice(state, choose, most=10_000):
    """Return the positions and moves of a game, each move chosen by ``choose(state)``, to its end or so many moves."""
    states, moves = [state], []
    while states[-1].outcome() is None and len(moves) < most:
        moves.append(choose(states[-1]))
        states.append(states[-1].apply(moves[-1]).state)
    return states, moves


def by_texts(state, *texts):
    """Return the positions and moves of a game whose moves are given as texts."""
    states, moves = [state], []
    for text in texts:
        moves.append(find_move(states[-1], text))
        states.append(states[-1].apply(moves[-1]).state)
    return states, moves


def by_chance(dice):
    """Return a player who makes any legal move."""
    return lambda state: dice.choice(state.legal_moves())


def advanced(state, most, choose, until=lambda _state: False):
    """Return the position after so many moves, or fewer where the game is over or ``until`` holds."""
    for _ in range(most):
        if not state.legal_moves() or until(state):
            break
        state = state.apply(choose(state)).state
    return state
