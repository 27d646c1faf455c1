"""Analysis of a turn of Cóatl: the hint with its reasons, and the review of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from logic.coatl.components import HAND, HIDDEN, SLOTS, Serpent, is_feather, kind_of_card, known, type_of
from logic.coatl.engine.bestbuild import Best, Build, BuildMeans, best_build, best_of, best_serpent, means_of
from logic.coatl.engine.futures import GLANCE
from logic.coatl.engine.plans import PlannedCoatl, Planner
from logic.coatl.levels import PRIEST, without_card
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
    card_points,
    worth,
)
from logic.coatl.narration import NARRATION, counted, piece_name, title
from logic.coatl.rules import State, redact, unseen_prophecies, unseen_temples
from logic.core import Dice, Hint, Message, Player, Remark, Stop
from logic.game import Analysis
from logic.narration import LOST, MINOR, MISSED, PlayedTurn, joined, most_important, sentences, spans

OVER = Message("The game is over.")
DRAW = Message("Draw a prophecy, and see what it brings.")
NONE_HELPS = Message("No prophecy that lies face up makes more of what you have.")


@dataclass(frozen=True)
class Proposal:
    """A proposal for the rest of a turn: its moves, from a position as the player knows it."""

    state: State
    moves: tuple[CoatlMove, ...]

    @property
    def seat(self) -> int:
        return self.state.player

    @cached_property
    def done(self) -> State:
        """The position before the turn is ended, or something hidden is revealed."""
        state = self.state
        for move in self.moves:
            if isinstance(move, End | Pass | Draw | Foresee):
                break
            state = state.apply(move).state
        return state

    @property
    def gain(self) -> int:
        """The points that the turn adds to the score."""
        return self.done.score(self.seat) - self.state.score(self.seat)

    @property
    def finished(self) -> tuple[Serpent, ...]:
        return tuple(coatl for coatl in self.done.seat.coatls if coatl.is_finished and not coatl.locked)

    @property
    def sure_means(self) -> BuildMeans:
        """What can be built with afterwards, whatever others do: they may take the face-up temples."""
        means = means_of(self.done, self.seat)
        if self.state.params.players == 1:
            return means
        return replace(means, temples=tuple(card for card in means.temples if card in self.done.seat.temples))

    @property
    def used(self) -> frozenset[str]:
        """What the turn takes or lays out: the types of pieces taken, the ids of pieces laid, and cards."""
        before, after = self.state.seat, self.done.seat
        pieces = {type_of(piece) for piece in {*after.pieces} - {*before.pieces}}
        laid = {*before.pieces} - {*after.pieces}
        return frozenset(pieces | laid | {*after.prophecies, *after.temples} - {*before.prophecies, *before.temples})

    @cached_property
    def planned(self) -> PlannedCoatl | None:
        """The cóatl that the turn is for: the best one planned afterwards, preferably one that includes its gains."""
        return best_planned(PRIEST.planner(self.done).planned_coatls(), self.used)


def best_planned(candidates: Iterable[PlannedCoatl], used: Collection[str] = ()) -> PlannedCoatl | None:
    """The best cóatl to work for, preferably one that includes some of the ``used`` types, pieces and cards."""

    def rank(planned: PlannedCoatl) -> tuple[bool, int]:
        coatl = planned.coatl
        parts = {*coatl.pieces, *map(type_of, coatl.pieces), *coatl.prophecies, coatl.temple}
        return not parts.isdisjoint(used), worth(coatl)

    return max(candidates, key=rank, default=None)


def reason(state: State, moves: Sequence[CoatlMove], stop: Stop) -> Message:
    """What to do, and why, in one or two sentences."""
    proposal = Proposal(state, tuple(moves))
    said = _said(proposal, stop)
    if state.turns_left(state.player) == 0:
        return sentences(Message("This is your last turn."), said)
    return said


def _said(proposal: Proposal, stop: Stop) -> Message:
    move = proposal.moves[0]
    if proposal.gain > 0:
        return _builds(proposal)
    if proposal.state.action == "discard" and isinstance(move, Discard):
        return _rest_of_hand(proposal)
    if isinstance(move, Pass):
        return Message("There is nothing you can do.")
    if isinstance(move, End):
        return Message("The turn is done: end it.")
    what = _instruction(proposal)
    why = _card_chances(proposal, stop) or _outcome(proposal, stop)
    return sentences(what, why) if why else what


# -- what to do


def _builds(proposal: Proposal) -> Message:
    """The gain of a build, card by card."""
    cards = cards_on(proposal.finished)
    count, points = len(proposal.finished), sum(map(worth, proposal.finished))
    if count > 1:
        coatls = Message("{n} [cóatl|cóatls]", n=count)
        return Message("Finish {coatls} for {points}: {cards}.", coatls=coatls, points=counted(points), cards=cards)
    return Message("Finish a cóatl for {n} [point|points]: {cards}.", n=points, cards=cards)


def cards_on(coatls: Iterable[Serpent]) -> Message:
    """All cards on some cóatls, with the points of each."""
    given = (each for coatl in coatls for each in card_points(coatl).items())
    return _listed(Message("{card}: {points}", card=title(card), points=points) for card, points in given)


def _listed(parts: Iterable[Message]) -> Message:
    return joined([*parts], Message("{a}; {b}"))


def _instruction(proposal: Proposal) -> Message:
    move, state = proposal.moves[0], proposal.state
    if isinstance(move, Take):
        return Message("Take: {pieces}.", pieces=joined([*map(piece_name, state.field(move.field))]))
    if isinstance(move, Fetch):
        looks = [piece_name(each.thing) for each in proposal.moves if isinstance(each, Fetch)]
        return Message("Pick from the bags: {pieces}.", pieces=joined(looks))
    if isinstance(move, Steal):
        return Message("Give {player} a golden feather, and take bodies from that board.", player=Player(move.seat))
    if isinstance(move, Rob):
        return Message("Take: {pieces}.", pieces=piece_name(move.piece))
    if isinstance(move, Discard | Choose | Draw):
        return _cards(proposal.moves)
    if isinstance(move, Foresee):
        return Message("Turn up new prophecies, and see what they bring.")
    if isinstance(move, Commit):
        return Message("Take “{card}” into your hand.", card=title(move.temple))
    if isinstance(move, Start | Attach):
        return Message("Lay out pieces, to have room for others.")
    return NARRATION.describe(state, move)


def _cards(moves: Iterable[CoatlMove]) -> Message:
    """Which prophecies are discarded and chosen, and that one is drawn."""
    gone = [move.card for move in moves if isinstance(move, Discard)]
    chosen = [move.card for move in moves if isinstance(move, Choose)]
    said = [Message("Discard: {cards}.", cards=_listed(map(title, gone)))] if gone else []
    said += [Message("Choose: {cards}.", cards=_listed(map(title, chosen)))] if chosen else []
    said += [DRAW for move in moves if isinstance(move, Draw)]
    return sentences(*said)


# -- why


def _card_chances(proposal: Proposal, stop: Stop) -> Message | None:
    """The chances of cards that are still hidden, if the turn depends on them."""
    first, last, done = proposal.moves[0], proposal.moves[-1], proposal.done
    if proposal.state.turns_left(proposal.seat) == 0:
        return None
    if isinstance(first, Commit):
        return _for_a_temple(proposal, first, stop)
    if not isinstance(last, Draw | Foresee):
        return None
    may_come = next_of_deck(done) if isinstance(last, Draw) else next_face_up(done)
    said, shown = _some_help(helping_prophecies(done, may_come, stop), len(may_come)), known(done.display)
    if said is None or first != last or not shown or helping_prophecies(done, shown, stop):
        return said
    return sentences(NONE_HELPS, said)


def _some_help(n: int, of: int) -> Message | None:
    """How many of the possible cards would improve the plan."""
    if not n:
        return None
    return Message("Of {all} that may come, at least {n}[|] would help.", n=n, all=of)


def _for_a_temple(proposal: Proposal, move: Commit, stop: Stop) -> Message | None:
    """What would be lost if others took that temple, or how many of the possible replacements would help."""
    done = proposal.done
    taken = best_planned(PRIEST.planner(without_temple(done, move.temple)).planned_coatls())
    points = worth(proposal.planned.coatl) if proposal.planned else 0
    n = points - (worth(taken.coatl) if taken else 0)
    if n > 0 and len(done.seats) > 1:
        return Message(
            "Nobody else can take it then. Without it, the cóatl to work for is worth {n} [point|points] less.", n=n
        )
    may_come = next_temple(done)
    said = _some_help(helping_temples(done, may_come, stop), len(may_come))
    if said is None:
        return None
    return sentences(Message("Another temple comes in its place."), said)


def _outcome(proposal: Proposal, stop: Stop) -> Message | None:
    """What can be built after the turn: with the present means, or with pieces that can still come."""
    if proposal.state.turns_left(proposal.seat) == 0:
        return None
    ready, planned = best_of(proposal.sure_means, stop).points, proposal.planned
    if planned and planned.missing and worth(planned.coatl) > ready:
        return _with_more(planned, proposal.done)
    if ready:
        return Message("Then you can build for {n} [point|points].", n=ready)
    return None


def _with_more(planned: PlannedCoatl, state: State) -> Message:
    """What further pieces can lead to, and where they are."""
    on_board = Counter(type_of(piece) for field in state.supply for piece in field)
    said = Message("With {n} more [piece|pieces] from the supply board that can become a cóatl worth {points}.")
    if Counter(planned.missing) - on_board:
        said = Message("With {n} more [piece|pieces], not[| all] on the supply board yet, that can become a cóatl "
                       "worth {points}.")  # fmt: skip
    return said.of(n=len(planned.missing), points=counted(worth(planned.coatl)))


def _rest_of_hand(proposal: Proposal) -> Message:
    """What the remaining prophecies are good for together."""
    kept = _listed(map(title, proposal.done.seat.prophecies))
    planned = best_planned(PRIEST.planner(proposal.done).planned_coatls(bags=False))
    if planned is None:
        return Message("Keep: {cards}.", cards=kept)
    said = Message("Keep: {cards}. With the pieces that can be had now they make a cóatl worth {points}.")
    return said.of(cards=kept, points=counted(worth(planned.coatl)))


# -- possible cards

RATHER: Final = 0.5
"""The least improvement of the plan, in points, for a further card to count as helpful."""


def next_of_deck(view: State) -> Sequence[str]:
    """The possible top cards of the deck, for the viewer: an empty deck is refilled with all that was discarded."""
    if view.deck:
        return unseen_prophecies(view)
    hidden = unseen_prophecies(view) if any(HIDDEN in seat.aside for seat in view.seats) else ()
    return (*_known_discards(view), *hidden)


def next_face_up(view: State) -> Sequence[str]:
    """The possible cards that *See the Future* turns up."""
    unseen = unseen_prophecies(view)
    return unseen if len(view.deck) >= len(view.display) else (*unseen, *_known_discards(view), *known(view.display))


def _known_discards(view: State) -> Sequence[str]:
    return (*view.discards, *known(card for seat in view.seats for card in seat.aside))


def next_temple(view: State) -> Sequence[str]:
    """The temples that may come next, if any are left."""
    return unseen_temples(view) if view.temple_deck else ()


def helping_prophecies(view: State, cards: Iterable[str], stop: Stop) -> int:
    """The number of cards that would clearly improve the hand; in a full hand the weakest card is replaced."""
    view, seat = replace(view, display=("",) * len(view.display)), view.seat
    base = _position_value(view)
    if len(seat.prophecies) >= HAND:
        rests = [without_card(seat, card) for card in seat.prophecies]
        seat = max(rests, key=lambda rest: _position_value(view.with_seat(rest)))
    hands = {
        kind: view.with_seat(replace(seat, prophecies=(*seat.prophecies, kind))) for kind in map(kind_of_card, cards)
    }
    return _count_helpful(hands, cards, base, stop)


def helping_temples(view: State, cards: Iterable[str], stop: Stop) -> int:
    """The number of temples that would clearly improve the plan if they came."""
    shown = {card: replace(view, temples=tuple(temple or card for temple in view.temples)) for card in cards}
    return _count_helpful(shown, cards, _position_value(view), stop)


def _count_helpful(views: Mapping[str, State], cards: Iterable[str], base: float, stop: Stop) -> int:
    """The number of cards whose view is clearly better; twins count alike."""
    helping = {card for card, view in views.items() if not stop() and _position_value(view) >= base + RATHER}
    return sum(kind_of_card(card) in helping for card in cards)


def _position_value(view: State) -> float:
    return Planner(view, view.player, PRIEST.weights, GLANCE, PRIEST.guess(view)).value()


def without_temple(view: State, temple: str) -> State:
    """The position after another player has taken a temple of the hand."""
    rest = tuple(card for card in view.seat.temples if card != temple)
    return view.with_seat(replace(view.seat, temples=rest))


GOOD_DEAL: Final = 4
"""The least number of points for a missed chance to count as a serious mistake."""
FINE: Final = 15
"""The least number of points for a build to be praised."""
PATIENCE: Final = 2
"""How many of the player's turns after a cóatl is finished are examined for what it could have become."""
WAITED_FOR: Final = 5
"""The least gain from waiting, in points, for a cóatl to have been closed too early."""


class Turn(PlayedTurn[State]):
    """One player's turn as it was played, with all cards known."""

    @property
    def gained(self) -> int:
        return self.after.score(self.seat) - self.before.score(self.seat)

    @property
    def finished(self) -> tuple[int, ...]:
        """The indices of the cóatls finished in the turn."""
        before, after = (state.seats[self.seat].coatls for state in (self.before, self.after))
        locked = {index for index, coatl in enumerate(before) if coatl.locked}
        return tuple(index for index, coatl in enumerate(after) if coatl.locked and index not in locked)

    @cached_property
    def best(self) -> Build:
        return best_build(self.before)


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """The possible remarks on a turn; of equal ones the first is used."""
    following = [other for other in later if other.seat == turn.seat]
    if turn.after.over and not following and turn.after.cause == "stuck":
        return
    if not following and turn.before.turns_left(turn.seat) == 0:
        yield from _missed_at_the_end(turn)
    if turn.finished:
        yield from _missed_build(turn)
        yield from _finished_too_early(turn, following)
        yield from _well_built(turn)


# -- missed chances


def _missed_at_the_end(turn: Turn) -> Iterator[Remark]:
    """A remark on a build in the last turn that would have cost nothing."""
    if turn.finished or turn.best.points <= turn.gained:
        return
    said = Message("The last turn: {player} could still have built for {n} [point|points] ({cards}).")
    yield _better(turn, said, turn.best.points)


def _missed_build(turn: Turn) -> Iterator[Remark]:
    """A remark on points that another build would have brought."""
    more = turn.best.points - turn.gained
    if more > 0:
        yield _better(turn, Message("{player} left {n} [point|points] lying here; the best build: {cards}."), more)


def _better(turn: Turn, said: Message, n: int) -> Remark:
    text = said.of(player=Player(turn.seat), n=n, cards=cards_on(turn.best.serpents))
    return Remark(turn.start, -_loss(turn, n), text, turn.best.moves)


def _loss(turn: Turn, points: int) -> int:
    """The weight of missed points: greatest if they would have been enough to win."""
    final = turn.states[-1]
    others = [final.score(seat) for seat in range(final.params.players) if seat != turn.seat]
    own = final.score(turn.seat)
    if final.over and others and own <= max(others) < own + points:
        return LOST
    return MISSED if points >= GOOD_DEAL else MINOR


def _finished_too_early(turn: Turn, following: Sequence[Turn]) -> Iterator[Remark]:
    """A remark on a cóatl that the player's next pieces and cards would have made much better."""
    if len(following) <= PATIENCE:
        return
    for index in turn.finished:
        better = _best_if_delayed(turn, following[PATIENCE].before, index)
        points = worth(turn.after.seats[turn.seat].coatls[index])
        if better.points >= points + WAITED_FOR:
            said = Message("{player} closed this cóatl early: with what came in the next two turns it could have been "
                           "worth {n} points instead of {points}.")  # fmt: skip
            yield Remark(turn.start, -MINOR, said.of(player=Player(turn.seat), n=better.points, points=points))


def _best_if_delayed(turn: Turn, later: State, index: int) -> Best:
    """The best that a cóatl could have become with what its player took until a later turn.

    Only temples in the player's hand are counted, since others may take face-up ones. Empty if the board or the hand
    could not have held everything.
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
    core: Serpent | None = own.coatls[index] if index < len(own.coatls) else None
    return best_serpent(means, core)


# -- good moves


def _well_built(turn: Turn) -> Iterator[Remark]:
    """Praise for a build of many points that could not have been better."""
    if turn.gained >= FINE and turn.gained == turn.best.points:
        said = Message("Well built: {n} points for {player}, and nothing better was to be had.")
        yield Remark(turn.start, MINOR, said.of(n=turn.gained, player=Player(turn.seat)))


# -- the role


class CoatlAnalysis(Analysis):
    """Hints and reviews for Cóatl."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the rest of the turn from what its player knows, with the reason."""
        if not state.legal_moves():
            return Hint((), OVER)
        view = redact(state, state.player)
        moves = PRIEST.turn(view, dice, stop)
        return Hint(moves, reason(view, moves, stop))

    def review(self, states: Sequence[State], moves: Sequence[CoatlMove], stop: Stop) -> tuple[Remark, ...]:
        """The weightiest remarks on missed points and good builds; ``states`` are the positions from first to last."""
        # Before the first turn players only discard cards.
        turns = [Turn(states, *span) for span in spans(states) if states[span[0]].turn]
        return most_important(turns, _remarks, stop)


ANALYSIS = CoatlAnalysis()
