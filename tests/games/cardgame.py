"""A small game with secrets, draws, a deal, and two moves in a row by one player."""

from __future__ import annotations

from dataclasses import dataclass, replace

from logic.core import Dice, Event, Message, Outcome, Step

YAML = """
title: Tricks
blurb: Play a card each; the higher card wins the trick and leads the next.
default: three
variants:
  three:
    title: Three cards
    blurb: Three cards each, one stays hidden.
  two:
    title: Two cards
    blurb: Two cards each.
    params: {cards: 2}
"""

HIDDEN = -1


@dataclass(frozen=True, slots=True)
class Params:
    """How many cards each player holds; the pack has twice that many and one."""

    cards: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= 9:
            raise ValueError("cards: 1 to 9, please")


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand."""

    card: int

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class State:
    """Both hands, the card on the table, the tricks won; a card that its viewer may not see is ``HIDDEN``."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    seen: tuple[int, ...] = ()
    led: int | None = None
    tricks: tuple[int, int] = (0, 0)
    player: int = 0

    def legal_moves(self) -> tuple[Play, ...]:
        """Any card of the hand."""
        return tuple(Play(card) for card in self.hands[self.player])

    def apply(self, move: Play) -> Step:
        """Lead the card, or answer with it and settle the trick: the winner leads again."""
        hand = tuple(card for card in self.hands[self.player] if card != move.card)
        hands = (hand, self.hands[1]) if self.player == 0 else (self.hands[0], hand)
        after = replace(self, hands=hands, seen=(*self.seen, move.card))
        event = Event("play", {f"card{move.card}": ()}, reveals=True)
        if self.led is None:
            return Step(replace(after, led=move.card, player=1 - self.player), (event,))
        winner = self.player if move.card > self.led else 1 - self.player
        tricks = (self.tricks[0] + (winner == 0), self.tricks[1] + (winner == 1))
        return Step(replace(after, led=None, tricks=tricks, player=winner), (event,))

    def outcome(self) -> Outcome | None:
        """No cards left: more tricks win, an equal number is a draw."""
        if any(self.hands) or self.led is not None:
            return None
        if self.tricks[0] == self.tricks[1]:
            return Outcome((), ((0, 1),), Message("Both have as many tricks."))
        winner = 0 if self.tricks[0] > self.tricks[1] else 1
        return Outcome((winner,), ((winner,), (1 - winner,)), Message("More tricks win."))

    def __str__(self) -> str:
        hands = "\n".join(" ".join("?" if card == HIDDEN else str(card) for card in hand) for hand in self.hands)
        return f"{hands}\nled {self.led}, tricks {self.tricks}, player {self.player + 1}, seen {self.seen}"


def new(params: Params, dice: Dice) -> State:
    """Deal; one card stays in the pack, unknown to both."""
    pack = dice.shuffled(range(2 * params.cards + 1))
    return State((tuple(sorted(pack[: params.cards])), tuple(sorted(pack[params.cards : -1]))))


def redact(state: State, viewer: int) -> State:
    """Hide the other hand."""
    other = 1 - viewer
    hidden = (HIDDEN,) * len(state.hands[other])
    return replace(state, hands=(state.hands[0], hidden) if viewer == 0 else (hidden, state.hands[1]))


def sample(state: State, viewer: int, dice: Dice) -> State:
    """Deal the other hand anew from the cards that the viewer has not seen."""
    total = sum(len(hand) for hand in state.hands) + len(state.seen) + 1
    unknown = [card for card in range(total) if card not in state.seen and card not in state.hands[viewer]]
    other = tuple(sorted(dice.shuffled(unknown)[: len(state.hands[1 - viewer])]))
    return replace(state, hands=(state.hands[0], other) if viewer == 0 else (other, state.hands[1]))
