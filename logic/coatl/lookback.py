"""The look back at a game of Cóatl: points that a build left lying, chances at the end, cóatls closed too early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from logic.coatl.bestbuild import Best, Build, best_build, best_serpent
from logic.coatl.building import worth
from logic.coatl.moves import CoatlMove
from logic.coatl.options import means_of
from logic.coatl.params import HAND, SLOTS
from logic.coatl.pieces import is_feather, type_of
from logic.coatl.reasons import cards_on
from logic.coatl.rules import State
from logic.coatl.table import Serpent
from logic.core import Message, Player, Remark, Stop
from logic.lookback import LOST, MINOR, MISSED, PlayedTurn, spans, weightiest

GOOD_DEAL: Final = 4
"""Points from which a miss is a good deal."""
FINE: Final = 15
"""Points of a build worth praising."""
PATIENCE: Final = 2
"""Own turns after a cóatl is finished whose takings are looked at for what it could have become."""
WAITED_FOR: Final = 5
"""Points more that waiting must bring, for a cóatl to have been closed too early."""


class Turn(PlayedTurn[State]):
    """One player's turn as it was played, with all cards."""

    @property
    def gained(self) -> int:
        """The points that the turn brought."""
        return self.after.score(self.seat) - self.before.score(self.seat)

    @property
    def finished(self) -> tuple[int, ...]:
        """The places of the cóatls that it finished."""
        before, after = (state.seats[self.seat].coatls for state in (self.before, self.after))
        locked = {place for place, coatl in enumerate(before) if coatl.locked}
        return tuple(place for place, coatl in enumerate(after) if coatl.locked and place not in locked)

    @cached_property
    def best(self) -> Build:
        """The best build that was there."""
        return best_build(self.before)


def review(states: Sequence[State], _moves: Sequence[CoatlMove], stop: Stop) -> tuple[Remark, ...]:
    """Say where points were left, and what there was; ``states`` include the first and the last position."""
    # What comes before the first turn is laying cards aside.
    turns = [Turn(states, *span) for span in spans(states) if states[span[0]].turn]
    return weightiest(turns, _remarks, stop)


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """Give what there is to say of a turn; of what weighs alike the first is said."""
    following = [other for other in later if other.seat == turn.seat]
    if turn.after.over and not following and turn.after.cause == "stuck":
        return
    if not following and _is_last(turn):
        yield from _missed_at_the_end(turn)
    if turn.finished:
        yield from _left_lying(turn)
        yield from _too_early(turn, following)
        yield from _well_built(turn)


def _is_last(turn: Turn) -> bool:
    """Tell whether the player could know that this was the last turn."""
    return turn.before.turns_left(turn.seat) == 0


# -- what was missed


def _missed_at_the_end(turn: Turn) -> Iterator[Remark]:
    """Speak of a build that nothing spoke against any more."""
    if turn.finished or turn.best.points <= turn.gained:
        return
    text = Message(
        "The last turn: {player} could still have built for {n} point ({cards}).",
        plural="The last turn: {player} could still have built for {n} points ({cards}).",
        player=Player(turn.seat), n=turn.best.points, cards=cards_on(turn.best.serpents),
    )  # fmt: skip
    yield Remark(turn.start, -_loss(turn, turn.best.points), text)


def _left_lying(turn: Turn) -> Iterator[Remark]:
    """Speak of points that another build would have brought."""
    more = turn.best.points - turn.gained
    if more > 0:
        text = Message(
            "{player} left {n} point lying here; the best build: {cards}.",
            plural="{player} left {n} points lying here; the best build: {cards}.",
            player=Player(turn.seat), n=more, cards=cards_on(turn.best.serpents),
        )  # fmt: skip
        yield Remark(turn.start, -_loss(turn, more), text)


def _loss(turn: Turn, points: int) -> int:
    """Weigh points that were missed: those that would have been enough to win weigh most."""
    final = turn.states[-1]
    others = [final.score(seat) for seat in range(final.params.players) if seat != turn.seat]
    own = final.score(turn.seat)
    if final.over and others and own <= max(others) < own + points:
        return LOST
    return MISSED if points >= GOOD_DEAL else MINOR


def _too_early(turn: Turn, following: Sequence[Turn]) -> Iterator[Remark]:
    """Speak of a cóatl that what its player took next would have made much better."""
    if len(following) <= PATIENCE:
        return
    for place in turn.finished:
        better = _with_patience(turn, following[PATIENCE].before, place)
        points = worth(turn.after.seats[turn.seat].coatls[place])
        if better.points >= points + WAITED_FOR:
            text = Message(
                "{player} closed this cóatl early: with what came in the next two turns it could have been worth "
                "{n} points instead of {points}.",
                player=Player(turn.seat), n=better.points, points=points,
            )  # fmt: skip
            yield Remark(turn.start, -MINOR, text)


def _with_patience(turn: Turn, later: State, place: int) -> Best:
    """Give the best that a cóatl could have become with what its player took until a later turn of the same player.

    Only temples in the own hand are counted: those face up may have gone to others. Nothing, where the board or the
    hand would not have held it all.
    """
    own, then = turn.before.seats[turn.seat], later.seats[turn.seat]
    after = turn.after.seats[turn.seat]
    new = [piece for piece in then.pieces if piece not in after.pieces]
    cards = [card for card in then.prophecies if card not in after.prophecies]
    if len(own.pieces) + len(new) > SLOTS or len(own.prophecies) + len(cards) > HAND:
        return Best()
    means = means_of(turn.before)
    pieces = (*means.pieces, *(type_of(piece) for piece in new if not is_feather(piece)))
    means = replace(means, pieces=pieces, hand=(*means.hand, *cards), temples=own.temples)
    core: Serpent | None = own.coatls[place] if place < len(own.coatls) else None
    return best_serpent(means, core)


# -- and what was well done


def _well_built(turn: Turn) -> Iterator[Remark]:
    """Praise a build of many points that could not have been better."""
    if turn.gained >= FINE and turn.gained == turn.best.points:
        text = Message("Well built: {n} points for {player}, and nothing better was to be had.", n=turn.gained,
                       player=Player(turn.seat))  # fmt: skip
        yield Remark(turn.start, MINOR, text)
