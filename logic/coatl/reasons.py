"""The reasons for a turn of Cóatl that is proposed: each says what can be reckoned, and is true as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import cast

from logic.coatl.bestbuild import best_of
from logic.coatl.building import prophecy_points, temple_points, worth
from logic.coatl.chances import Chances
from logic.coatl.choices import Chooser
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.names import piece_name
from logic.coatl.options import Means, means_of
from logic.coatl.outlook import Market, Outlook, market_of, outlook
from logic.coatl.rules import State
from logic.coatl.table import Serpent
from logic.coatl.words import counted, title
from logic.core import Message, Player, Stop

OVER = Message("The game is over.")
DRAW = Message("Draw a prophecy, and see what it brings.")
NONE_HELPS = Message("No prophecy that lies face up makes more of what you have.")


@dataclass(frozen=True)
class Proposal:
    """The rest of a turn that is proposed: the moves, from a position as its player knows it."""

    state: State
    moves: tuple[CoatlMove, ...]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.state.player

    @cached_property
    def done(self) -> State:
        """The position before the turn is ended, or something comes to light."""
        state = self.state
        for move in self.moves:
            if isinstance(move, End | Pass | Draw | Foresee):
                break
            state = cast("State", state.apply(move).state)
        return state

    @property
    def gain(self) -> int:
        """The points that the turn adds to the score."""
        return self.done.score(self.seat) - self.state.score(self.seat)

    @property
    def finished(self) -> tuple[Serpent, ...]:
        """The cóatls that the turn has finished."""
        return tuple(coatl for coatl in self.done.seat.coatls if coatl.is_finished and not coatl.locked)

    @property
    def sure_means(self) -> Means:
        """What can be built with afterwards, whatever others do: they may take the temples that lie face up."""
        means = means_of(self.done, self.seat)
        if self.state.params.players == 1:
            return means
        return replace(means, temples=tuple(card for card in means.temples if card in self.done.seat.temples))

    def ahead(self, stop: Stop) -> Outlook | None:
        """Give what can be hoped for afterwards, with what is left on the supply board."""
        left = self.state.turns_left(self.seat)
        turns = None if left is None else max(0, left - 1)
        return outlook(means_of(self.done, self.seat), market_of(self.done), turns=turns, stop=stop)


def reason(state: State, moves: Sequence[CoatlMove], stop: Stop) -> Message:
    """Say what to do, and why: in one or two sentences."""
    proposal = Proposal(state, tuple(moves))
    said = _said(proposal, stop)
    if state.turns_left(state.player) == 0:
        return Message("{first} {second}", first=Message("This is your last turn."), second=said)
    return said


def _said(proposal: Proposal, stop: Stop) -> Message:
    move = proposal.moves[0]
    if proposal.gain > 0:
        return _builds(proposal)
    if proposal.state.action == "discard" and isinstance(move, Discard):
        return _keeps(proposal, stop)
    if isinstance(move, Pass):
        return Message("There is nothing you can do.")
    if isinstance(move, End):
        return Message("The turn is done: end it.")
    what = _what_to_do(proposal)
    why = _may_come(proposal, stop) or _hopes(proposal, stop)
    return Message("{first} {second}", first=what, second=why) if why else what


# -- what to do


def _builds(proposal: Proposal) -> Message:
    """Say what a build brings, card by card."""
    cards = cards_on(proposal.finished)
    count, points = len(proposal.finished), sum(map(worth, proposal.finished))
    if count > 1:
        coatls = Message("{n} cóatl", plural="{n} cóatls", n=count)
        return Message("Finish {coatls} for {points}: {cards}.", coatls=coatls, points=counted(points), cards=cards)
    return Message(
        "Finish a cóatl for {n} point: {cards}.", plural="Finish a cóatl for {n} points: {cards}.", n=points,
        cards=cards,
    )  # fmt: skip


def cards_on(coatls: Iterable[Serpent]) -> Message:
    """Name all cards on some cóatls, with the points of each."""
    return _listed(line for coatl in coatls for line in _lines(coatl))


def _lines(coatl: Serpent) -> Iterable[Message]:
    for card in coatl.prophecies:
        yield Message("{card}: {points}", card=title(card), points=prophecy_points(card, coatl))
    if coatl.temple:
        yield Message("{card}: {points}", card=title(coatl.temple), points=temple_points(coatl.temple, coatl))


def _listed(parts: Iterable[Message]) -> Message:
    return reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), parts)


def _what_to_do(proposal: Proposal) -> Message:
    move, state = proposal.moves[0], proposal.state
    if isinstance(move, Take):
        return Message("Take: {pieces}.", pieces=_pieces(state.field(move.field)))
    if isinstance(move, Fetch):
        looks = [each.look for each in proposal.moves if isinstance(each, Fetch)]
        return Message("Pick from the bags: {pieces}.", pieces=_pieces(looks))
    if isinstance(move, Steal):
        return Message("Give {player} a golden feather, and take bodies from that board.", player=Player(move.seat))
    if isinstance(move, Rob):
        return Message("Take: {pieces}.", pieces=_pieces([move.piece]))
    if isinstance(move, Discard | Choose | Draw):
        return _cards(proposal.moves)
    if isinstance(move, Foresee):
        return Message("Turn up new prophecies, and see what they bring.")
    if isinstance(move, Commit):
        return Message("Take “{card}” into your hand.", card=title(move.temple))
    if isinstance(move, Start | Attach):
        return Message("Lay out pieces, to have room for others.")
    return Message("Nothing better is in sight.")


def _cards(moves: Iterable[CoatlMove]) -> Message:
    """Say which prophecies go, which come, and that one is drawn."""
    gone = [move.card for move in moves if isinstance(move, Discard)]
    chosen = [move.card for move in moves if isinstance(move, Choose)]
    said = [Message("Discard: {cards}.", cards=_listed(map(title, gone)))] if gone else []
    said += [Message("Choose: {cards}.", cards=_listed(map(title, chosen)))] if chosen else []
    said += [DRAW for move in moves if isinstance(move, Draw)]
    return reduce(lambda one, other: Message("{first} {second}", first=one, second=other), said)


def _pieces(pieces: Iterable[str]) -> Message:
    return reduce(lambda one, other: Message("{one}, {other}", one=one, other=other), map(piece_name, pieces))


# -- why


def _may_come(proposal: Proposal, stop: Stop) -> Message | None:
    """Say what may be hoped for of cards that are still hidden, where the turn is about those."""
    first, last = proposal.moves[0], proposal.moves[-1]
    if proposal.state.turns_left(proposal.seat) == 0:
        return None
    if isinstance(first, Commit):
        return _for_a_temple(Chooser(proposal.state, stop), first)
    if not isinstance(last, Draw | Foresee):
        return None
    chooser = Chooser(proposal.done, stop)
    found = chooser.deck if isinstance(last, Draw) else chooser.future
    said = _some_help(found)
    if said is None or first != last or chooser.helpful[0] or not chooser.shown():
        return said
    return Message("{first} {second}", first=NONE_HELPS, second=said)


def _some_help(found: Chances) -> Message | None:
    """Say how many of the cards that may come would make more of what can be hoped for."""
    n = found.helpful
    if not n:
        return None
    return Message("Of {all} that may come, at least {n} would help.",
                   plural="Of {all} that may come, at least {n} would help.", n=n, all=len(found.gains))  # fmt: skip


def _for_a_temple(chooser: Chooser, move: Commit) -> Message | None:
    """Say what would be lost if others took that temple, or how many of those help of which one comes in its place."""
    hopes, without = chooser.hopes, chooser.bereft(move.temple)
    n = hopes.points - (without.points if without else 0) if hopes and chooser.secured(move.temple) else 0
    if n > 0:
        return Message("Nobody else can take it then. Without it, the cóatl to work for is worth {n} point less.",
                       plural="Nobody else can take it then. Without it, the cóatl to work for is worth {n} points "
                       "less.", n=n)  # fmt: skip
    said = _some_help(chooser.next_temple)
    if said is None:
        return None
    return Message("{first} {second}", first=Message("Another temple comes in its place."), second=said)


def _hopes(proposal: Proposal, stop: Stop) -> Message | None:
    """Say what can be built after the turn: from what one has, or with what still lies on the supply board."""
    if proposal.state.turns_left(proposal.seat) == 0:
        return None
    ready = best_of(proposal.sure_means, stop).points
    ahead = proposal.ahead(stop)
    if ahead and ahead.missing and ahead.points > ready:
        return _with_more(ahead, market_of(proposal.done))
    if ready:
        return Message("Then you can build for {n} point.", plural="Then you can build for {n} points.", n=ready)
    return None


def _with_more(ahead: Outlook, market: Market) -> Message:
    """Say what can come of further pieces, and where they are."""
    bagged = market.lacking(ahead.missing)
    if bagged:
        return Message(
            "With {n} more piece, not on the supply board yet, that can become a cóatl worth {points}.",
            plural="With {n} more pieces, not all on the supply board yet, that can become a cóatl worth {points}.",
            n=len(ahead.missing), points=counted(ahead.points),
        )  # fmt: skip
    return Message(
        "With {n} more piece from the supply board that can become a cóatl worth {points}.",
        plural="With {n} more pieces from the supply board that can become a cóatl worth {points}.",
        n=len(ahead.missing), points=counted(ahead.points),
    )  # fmt: skip


def _keeps(proposal: Proposal, stop: Stop) -> Message:
    """Say what the prophecies that stay are good for together."""
    kept = _listed(map(title, proposal.done.seat.prophecies))
    ahead = proposal.ahead(stop)
    if ahead is None or proposal.done.action != "discard":
        return Message("Keep: {cards}.", cards=kept)
    return Message(
        "Keep: {cards}. With the pieces that can be had now they make a cóatl worth {points}.",
        cards=kept, points=counted(ahead.points),
    )  # fmt: skip
