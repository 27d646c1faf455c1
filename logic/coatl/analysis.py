"""What can be said of a turn of Cóatl: the hint with its reasons, and the review of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import combinations
from typing import Final, cast

from logic.coatl.components import HAND, KEPT, SLOTS, Serpent, Side, is_feather, type_of
from logic.coatl.engine.bestbuild import Best, Build, best_build, best_of, best_serpent, names_in
from logic.coatl.engine.choices import Choice, Chooser, robberies, value_of
from logic.coatl.engine.endgame import last_but_one
from logic.coatl.engine.options import SCALE, Means, means_of
from logic.coatl.engine.outlook import RATHER, TEMPO, Chances, Market, Outlook, market_of, outlook
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
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
    prophecy_points,
    temple_points,
    worth,
)
from logic.coatl.narration import counted, piece_name, title
from logic.coatl.redaction import redact
from logic.coatl.rules import State
from logic.core import Dice, Hint, Message, Player, Remark, Stop
from logic.game import Analysis
from logic.narration import LOST, MINOR, MISSED, PlayedTurn, spans, weightiest

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
        return tuple(coatl for coatl in self.done.seat.coatls if coatl.is_finished and not coatl.locked)

    @property
    def sure_means(self) -> Means:
        """What can be built with afterwards, whatever others do: they may take the temples that lie face up."""
        means = means_of(self.done, self.seat)
        if self.state.params.players == 1:
            return means
        return replace(means, temples=tuple(card for card in means.temples if card in self.done.seat.temples))

    def ahead(self, stop: Stop) -> Outlook | None:
        """What can be hoped for afterwards, with what is left on the supply board."""
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


SLOT: Final = 3 * SCALE
"""What is given up with each further cóatl finished in one turn, in parts of a point: three are all there are."""

NEAREST: Final = (Choose, Take, Fetch, Rob, Draw, Prophesy, Start)
"""The order in which moves are looked for where nothing promises anything."""


def proposed(state: State, dice: Dice, stop: Stop) -> tuple[CoatlMove, ...]:
    """The moves of the adviser to the end of the turn, or until something comes to light."""
    if state.action == "":
        if state.turns_left(state.player) == 1:
            return _until_shown(last_but_one(redact(state, state.player), (), dice, stop)) or _whole_turn(state, stop)
        return _whole_turn(state, stop)
    if state.action == "discard":
        return _laid_aside(state, stop)
    if state.action in ("build", "crown"):
        return _built_on(state, stop)
    if state.action in ("choose", "future"):
        return _more_cards(state, stop)
    if state.action in ("pick", "steal"):
        return _more_pieces(state, stop)
    return _to_the_end(state, ())


def _whole_turn(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Build where that is worth at least what may come of anything else; else do what promises most."""
    build, chooser = best_build(state, stop=stop), Chooser(state, stop)
    choices = chooser.all()
    if build.moves:
        value = build.points * SCALE - SLOT * (len(build.serpents) - 1)
        if not choices or choices[0].value <= value:
            return build.moves
    room = _with_room(state, chooser.now, choices)
    if room:
        return room
    return choices[0].moves if choices else build.moves or _to_the_end(state, ())


def _until_shown(moves: Sequence[CoatlMove]) -> tuple[CoatlMove, ...]:
    """The moves up to the first one that shows something."""
    shows = next((place for place, move in enumerate(moves) if isinstance(move, Draw | Foresee)), len(moves))
    return tuple(moves[: shows + 1])


def _with_room(state: State, now: Outlook | None, choices: Sequence[Choice]) -> tuple[CoatlMove, ...]:
    """Lay out what is there of a cóatl to work for, where the board has no room for what is missing."""
    if now is None or not now.missing or any(isinstance(choice.moves[0], Take) for choice in choices):
        return ()
    moves = laid_out(state, now)
    return (*moves, End()) if moves else ()


def laid_out(state: State, now: Outlook) -> tuple[Start | Attach, ...]:
    """The steps that lay out what there is of a cóatl already, in one row without a gap."""
    finish = now.best.chosen[0]
    held, left = list(state.seat.pieces), Counter(means_of(state).pieces)
    head, tail = (names_in(row) for row in finish.row)
    if finish.core is None:
        return _steps(held, _longest((*head, *tail), left), len(state.seat.coatls))
    outwards = _run(tuple(reversed(head)), left)
    behind = _run(tail, left - Counter(outwards))
    return _steps(held, outwards, finish.place, "head") + _steps(held, behind, finish.place, "tail")


def _steps(held: list[str], looks: Sequence[str], place: int, side: Side | None = None) -> tuple[Start | Attach, ...]:
    """The steps that lay such pieces one after the other at an end, or as a new cóatl from head to tail.

    They are taken from those that are ``held``.
    """
    steps: list[Start | Attach] = []
    for look in looks:
        piece = next(piece for piece in held if type_of(piece) == look)
        held.remove(piece)
        starts = side is None and not steps
        steps.append(Start(piece) if starts else Attach(piece, place, side or "tail"))
    return tuple(steps)


def _run(looks: Sequence[str], left: Counter[str]) -> tuple[str, ...]:
    """The looks from the first on, as far as they are there."""
    there = left.copy()
    for count, look in enumerate(looks):
        if not there[look]:
            return tuple(looks[:count])
        there[look] -= 1
    return tuple(looks)


def _longest(looks: Sequence[str], left: Counter[str]) -> tuple[str, ...]:
    """The longest part of a row that is there."""
    runs = [_run(looks[start:], left) for start in range(len(looks))]
    return max(runs, key=len)


# -- the rest of a turn that has begun


def _built_on(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Finish what brings points, or end the build."""
    build = best_build(state, stop=stop)
    return build.moves or _to_the_end(state, ())


def _more_cards(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Choose what makes the outlook better, or end; from a full hand a card may make room for a better one."""
    chooser = Chooser(state, stop)
    cards = next(chooser.cards(), None)
    if cards:
        return cards.moves
    gone = [move for move in state.legal_moves() if isinstance(move, Discard)]
    if len(chooser.means.hand) < HAND or not gone:
        return _to_the_end(state, ())
    stay = chooser.without_weakest.hand
    room = next(move for move in gone if move.card not in stay)
    better = Chooser(cast("State", state.apply(room).state), stop)
    swap = next(better.cards(), None) if better.helpful[0] else None
    gain = swap.value - value_of(chooser.helpful[1]) + TEMPO if swap else 0
    return (room, *swap.moves) if swap and gain >= RATHER else _to_the_end(state, ())


def _more_pieces(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Take what is missing of the pieces that may still be taken."""
    now = outlook(means_of(state), market_of(state), stop=stop)
    missing = now.missing if now else ()
    if state.action == "steal":
        return (*robberies(state, missing), End())
    bodies = [move for move in state.legal_moves() if isinstance(move, Fetch)]
    wanted = [move for move in bodies if move.look in missing]
    return (*(wanted or bodies)[:1], End())


def _laid_aside(state: State, stop: Stop) -> tuple[CoatlMove, ...]:
    """Keep the prophecies that go together best on one cóatl of what lies on the supply board."""
    kept = kept_cards(state, stop)
    return (*(Discard(card) for card in state.seat.prophecies if card not in kept), End())


def kept_cards(state: State, stop: Stop) -> tuple[str, ...]:
    """The prophecies to keep of a first hand."""
    means, market = means_of(state), market_of(state)

    def promise(cards: tuple[str, ...]) -> int:
        found = outlook(replace(means, hand=cards), market, stop=stop)
        return found.value if found else 0

    return max(combinations(means.hand, KEPT), key=promise) if len(means.hand) > KEPT else means.hand


def _to_the_end(state: State, moves: tuple[CoatlMove, ...]) -> tuple[CoatlMove, ...]:
    """Go on with what is nearest at hand until the turn ends, or something comes to light."""
    legal = state.legal_moves()
    move = End() if End() in legal else min(legal, key=_how_far)
    step = state.apply(move)
    if isinstance(move, End | Pass) or any(event.reveals for event in step.events):
        return (*moves, move)
    return _to_the_end(cast("State", step.state), (*moves, move))


def _how_far(move: CoatlMove) -> int:
    """Put first what does no harm: cards that lie open, then pieces, then the deck."""
    return next((place for place, kind in enumerate(NEAREST) if isinstance(move, kind)), len(NEAREST))


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
        return best_build(self.before)


def _remarks(turn: Turn, later: Sequence[Turn]) -> Iterator[Remark]:
    """What there is to say of a turn; of what weighs alike the first is said."""
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
    yield Remark(turn.start, -_loss(turn, turn.best.points), text, turn.best.moves)


def _left_lying(turn: Turn) -> Iterator[Remark]:
    """Speak of points that another build would have brought."""
    more = turn.best.points - turn.gained
    if more > 0:
        text = Message(
            "{player} left {n} point lying here; the best build: {cards}.",
            plural="{player} left {n} points lying here; the best build: {cards}.",
            player=Player(turn.seat), n=more, cards=cards_on(turn.best.serpents),
        )  # fmt: skip
        yield Remark(turn.start, -_loss(turn, more), text, turn.best.moves)


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
    """The best that a cóatl could have become with what its player took until a later turn of the same player.

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


# -- what the house asks for


class CoatlAnalysis(Analysis):
    """What the coach says of Cóatl."""

    def hint(self, state: State, dice: Dice, stop: Stop) -> Hint:
        """Propose the rest of the turn from what its player knows, and say what it is good for."""
        if not state.legal_moves():
            return Hint((), OVER)
        moves = proposed(state, dice, stop)
        return Hint(moves, reason(state, moves, stop))

    def review(self, states: Sequence[State], moves: Sequence[CoatlMove], stop: Stop) -> tuple[Remark, ...]:
        """Say where points were left, and what there was; ``states`` include the first and the last position."""
        # What comes before the first turn is laying cards aside.
        turns = [Turn(states, *span) for span in spans(states) if states[span[0]].turn]
        return weightiest(turns, _remarks, stop)


ANALYSIS = CoatlAnalysis()
