"""What a computer player starts from: the position as its seat knows it, in bits, and what the others may want.

That is what is known, and else the hidden cards, weighed by what their holders have passed by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from logic.core import Dice
from logic.labyrinth.components import HIDDEN, START
from logic.labyrinth.engine.batch import Batch, Boards, batch_of
from logic.labyrinth.engine.bits import Board, Frame, frame_of
from logic.labyrinth.engine.bitsets import Words
from logic.labyrinth.engine.plan import aims_of
from logic.labyrinth.redaction import unseen
from logic.labyrinth.rules import State


@dataclass(frozen=True)
class Outset:
    """A position that somebody is to move in; ``state`` is redacted for that seat."""

    state: State

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return self.state.player

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that push before the own next turn, in that order; nobody where another own turn is due."""
        count = self.state.params.players
        return () if self.state.bonus.turn else tuple((self.seat + i) % count for i in range(1, count))

    @property
    def alone(self) -> bool:
        """Tell whether nobody else pushes."""
        return self.state.params.players == 1

    @cached_property
    def frame(self) -> Frame:
        return frame_of(self.state.params)

    @cached_property
    def batch(self) -> Batch:
        """The functions for many boards."""
        return batch_of(self.frame)

    @cached_property
    def board(self) -> Board:
        """The board in bits."""
        return self.frame.board(self.state)

    @cached_property
    def boards(self) -> Boards:
        """The board as a batch of one."""
        return self.batch.boards([self.board])

    @cached_property
    def symbols(self) -> dict[str, int]:
        """The place of each treasure and start as a bit."""
        return self.frame.symbols(self.state)

    @cached_property
    def reach(self) -> int:
        """The cells that may be walked to now."""
        return sum(1 << self.frame.place(cell) for cell in self.state.ways())

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards that lie hidden from the seat."""
        return unseen(self.state)

    def pawn(self, seat: int) -> int:
        """Where a pawn stands, as a bit."""
        return 1 << self.frame.place(self.state.pawns[seat])

    def goals(self) -> int:
        """The places of what counts for the seat now."""
        return aims_of(self.state, self.seat)


PASSED = 0.02
"""What is left of the weight of a card that its holder could have taken in a turn and did not."""

AIMLESS = 0.25
"""How often a turn is made without a plan for the next one, as far as we believe."""
HANDS = 32
"""Hands that are drawn where several hidden cards count at once."""
REMEMBERED = 3
"""Turns of each player since its last treasure that are weighed."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that a player may want, and how likely that is: to stand on any of these."""

    weight: float
    names: tuple[str, ...]


def wants(state: State, seat: int) -> tuple[str, ...]:
    """Name what a seat wants to stand on: treasures, as far as they are known, or its start."""
    return (home_of(state, seat),) if state.goes_home(seat) else state.goals(seat)


def home_of(state: State, seat: int) -> str:
    """Name a seat's start tile as the layout does."""
    return START + state.params.corners[state.params.players - 1][seat]


def wishes(outset: Outset, seat: int, dice: Dice, *, guess: bool = True) -> tuple[Wish, ...]:
    """What a seat may want now, as far as the seat to move can know; the weights together are 1, or 0 for none.

    Without ``guess`` hidden cards are all as likely, whatever was passed by.
    """
    wanted = wants(outset.state, seat)
    if HIDDEN not in wanted:
        return (Wish(1.0, wanted),) if wanted else ()
    names = outset.unseen
    weights = weighed(outset, seat, names) if guess else np.full(len(names), 1.0 / len(names))
    if outset.state.params.goals == "any":
        return _hands(names, weights, len(wanted), dice)
    return tuple(Wish(float(weight), (name,)) for name, weight in zip(names, weights, strict=True))


def next_wishes(outset: Outset, seat: int, name: str) -> tuple[Wish, ...]:
    """What a seat will want once it has taken this, as far as is known; nothing where it has won then."""
    state, left = outset.state, list(outset.state.deck(seat))
    if name in left:
        left.remove(name)
    if not left:
        goes_on = state.params.end == "home" and not state.goes_home(seat)
        return (Wish(1.0, (home_of(state, seat),)),) if goes_on else ()
    if HIDDEN in left[:1]:
        return tuple(Wish(1.0 / len(outset.unseen), (card,)) for card in outset.unseen)
    return (Wish(1.0, tuple(left) if state.params.goals == "any" else (left[0],)),)


def _hands(names: Sequence[str], weights: Floats, count: int, dice: Dice) -> tuple[Wish, ...]:
    """Draw hands of so many cards, each card by its weight."""
    drawn = []
    for _ in range(HANDS):
        keys = [dice.chance() ** (1.0 / weight) for weight in weights]
        best = sorted(range(len(names)), key=lambda i: -keys[i])[:count]
        drawn.append(Wish(1.0 / HANDS, tuple(names[i] for i in best)))
    return tuple(drawn)


def weighed(outset: Outset, seat: int, names: Sequence[str]) -> Floats:
    """How likely each of these hidden cards is to be what a seat wants, by its turns since its last treasure.

    A card that it could have taken and did not is as good as excluded. Of the others, those are likelier for which its
    last push and walk were one of few good beginnings.
    """
    weights = np.ones(len(names))
    for before, after in past_turns(outset.state, seat):
        weights *= _likelihoods(outset, seat, before, after, names)
    total: Floats = weights / weights.sum()
    return total


def past_turns(state: State, seat: int) -> list[tuple[State, State]]:
    """The last turns of a seat that tell of what it wants now: each as it began, and what it led to."""
    trail = state.trail
    steps = [
        replace(state, grid=past.grid, spare=past.spare, pawns=past.pawns, found=past.found, last=past.last)
        for past in trail
    ]
    piles = state.params.piles
    mates = [other for other in range(len(piles)) if piles[other] == piles[seat]]
    turns = [
        (before, after)
        for past, before, after in zip(trail, steps, [*steps, state][1:], strict=True)
        if past.player == seat and all(past.found[mate] == state.found[mate] for mate in mates)
    ]
    return turns[-REMEMBERED:]


def _likelihoods(outset: Outset, seat: int, before: State, after: State, names: Sequence[str]) -> Floats:
    """How likely a turn was for each card that its player may have wanted."""
    batch, frame = outset.batch, outset.frame
    boards = batch.boards([frame.board(before)])
    goals = _places(outset, before, names)
    pushes = batch.push_all(boards)
    reach = batch.flood(pushes.ways, batch.carried(batch.words([1 << frame.place(before.pawns[seat])]), pushes))
    moved = batch.drifted(goals, pushes)
    passed = (moved & reach[:, None]).any(axis=(0, 2))
    plans = batch.counts(batch.takers(batch.after(pushes), moved) & reach[:, None]).sum(axis=-1)
    turns = batch.counts(reach).sum()
    led = batch.takers(batch.boards([frame.board(after)]), _places(outset, after, names))
    planned = batch.truths(led)[:, 0, frame.place(after.pawns[seat])]
    aimed = np.where(planned, turns / np.maximum(plans, 1), 0.0)
    likely = np.where(plans > 0, AIMLESS + (1 - AIMLESS) * aimed, 1.0)
    return np.where(passed, PASSED * likely, likely)


def _places(outset: Outset, state: State, names: Sequence[str]) -> Words:
    """Where treasures lie, as words with an axis for the treasures and one for the one board."""
    symbols = outset.frame.symbols(state)
    return outset.batch.words([symbols[name] for name in names])[:, :, None]
