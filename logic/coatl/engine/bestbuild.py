"""The best build of a turn: what can be finished, and how the cards are shared among it for the most points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from logic.coatl.components import MOST_COATLS, MOST_OPEN, MOST_PROPHECIES, Serpent, kind_of_card, type_of
from logic.coatl.engine.options import SCALE, Finish, Looks, Means, crown_points, finishes, likeliest, means_of
from logic.coatl.moves import Attach, BuildStep, CoatlMove, Crown, End, Prophesy, Start, worth
from logic.coatl.rules import State
from logic.core import Stop, never


@dataclass(frozen=True, slots=True)
class Shares:
    """What each cóatl gets, in their order: prophecies of the hand, and a temple or nothing; and all their points."""

    points: int
    prophecies: tuple[tuple[str, ...], ...]
    temples: tuple[str, ...]


def shared(chosen: Sequence[Finish], hand: Sequence[str], temples: Sequence[str]) -> Shares | None:
    """Share out the cards for the most points; None where a cóatl would have no prophecy."""
    best: Shares | None = None
    rooms = [MOST_PROPHECIES - len(finish.laid) for finish in chosen]
    fixed = sum(finish.fixed for finish in chosen)
    tops = [crown_points_at_most(finish, temples) for finish in chosen]
    for points, given in _dealings(chosen, hand, rooms):
        if best and fixed + points + sum(tops) <= best.points:
            continue
        if all(cards or finish.laid for cards, finish in zip(given, chosen, strict=True)):
            crowned, crowns = _crowned(chosen, given, temples)
            if best is None or fixed + points + crowned > best.points:
                best = Shares(fixed + points + crowned, given, crowns)
    return best


def most_together(chosen: Sequence[Finish], temples: Sequence[str]) -> int:
    """A number of points that no sharing can exceed."""
    cards: int = sum(map(max, zip(*(finish.gains for finish in chosen), strict=True)))
    return cards + sum(finish.fixed + crown_points_at_most(finish, temples) for finish in chosen)


def crown_points_at_most(finish: Finish, temples: Sequence[str]) -> int:
    """What the best temple brings to a cóatl where no prophecy is in its way."""
    if not finish.met:
        return 0
    return max(crown_points(card, met, ()) for card, met in zip(temples, finish.met, strict=True))


def _dealings(
    chosen: Sequence[Finish], hand: Sequence[str], rooms: Sequence[int]
) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
    """The ways to deal out the hand, each card to where it is worth something or nowhere, and their points."""

    def deal(
        place: int, points: int, given: tuple[tuple[str, ...], ...]
    ) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
        if place == len(hand):
            yield points, given
            return
        card = hand[place]
        for i, finish in enumerate(chosen):
            if finish.gains[place] and len(given[i]) < rooms[i] and not _has_twin(card, given[i]):
                after = (*given[:i], (*given[i], card), *given[i + 1 :])
                yield from deal(place + 1, points + finish.gains[place], after)
        yield from deal(place + 1, points, given)

    yield from deal(0, 0, ((),) * len(chosen))


def _has_twin(card: str, others: Sequence[str]) -> bool:
    return any(kind_of_card(card) == kind_of_card(other) for other in others)


def _crowned(
    chosen: Sequence[Finish], given: Sequence[tuple[str, ...]], temples: Sequence[str]
) -> tuple[int, tuple[str, ...]]:
    """Crown each cóatl with another temple, or with none (""), for the most points."""
    best, crowns = 0, ("",) * len(chosen)

    def crown(place: int, points: int, used: tuple[str, ...]) -> None:
        nonlocal best, crowns
        if place == len(chosen):
            if points > best:
                best, crowns = points, used
            return
        finish = chosen[place]
        cards = (*finish.laid, *given[place])
        for temple, met in zip(temples, finish.met, strict=bool(finish.met)):
            more = crown_points(temple, met, cards)
            if more and temple not in used:
                crown(place + 1, points + more, (*used, temple))
        crown(place + 1, points, (*used, ""))

    crown(0, 0, ())
    return best, crowns


UNREAL = "0"
"""Stands behind a look where any piece of that look is meant."""


@dataclass(frozen=True, slots=True)
class Best:
    """What brings the most points: cóatls to finish, the cards for each, and the points gained."""

    points: int = 0
    chosen: tuple[Finish, ...] = ()
    prophecies: tuple[tuple[str, ...], ...] = ()
    temples: tuple[str, ...] = ()

    @property
    def serpents(self) -> tuple[Serpent, ...]:
        """The cóatls as they will be; pieces that are not there yet, or not named, have the number 0."""
        return tuple(
            _finished(finish, cards, temple)
            for finish, cards, temple in zip(self.chosen, self.prophecies, self.temples, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Build:
    """A build for this turn: its moves, the last of them ``End``; its points; and what is finished in the turn."""

    moves: tuple[CoatlMove, ...]
    points: int
    serpents: tuple[Serpent, ...]


NOTHING = Build((), 0, ())
"""No build brings anything."""


def best_build(state: State, seat: int | None = None, stop: Stop = never) -> Build:
    """The build that brings the most points this turn, from what is known of the seat, the mover's by default.

    The moves go on from what has been built in this turn already, and are for the mover only; there are none where
    nothing can be gained. Points are those added to the score.
    """
    seat = state.player if seat is None else seat
    if state.action not in ("", "build", "crown") and seat == state.player:
        return NOTHING
    best = best_of(means_of(state, seat), stop)
    if not best.chosen:
        return NOTHING
    moves, after = steps_of(best, state, seat)
    return Build((*moves, End()), best.points, tuple(each for each in after if each.is_finished and not each.locked))


def best_of(means: Means, stop: Stop = never) -> Best:
    """What brings the most points with these means."""
    return _Search(means, stop).best()


def best_serpent(
    means: Means,
    core: Serpent | None = None,
    market: Iterable[str] = (),
    *,
    price: int = 0,
    most: int = 0,
    stop: Stop = never,
) -> Best:
    """The single cóatl that brings the most points: a new one, or an unfinished one grown at its open ends.

    Pieces of the ``market`` may be used as well, ``most`` of them at the most, each for a ``price`` in parts of a
    point (``SCALE``). The points are those of the cóatl, the price not taken off.
    """
    stock = Looks(means.pieces, market, price=price, most=most)
    place = means.coatls.index(core) if core else len(means.coatls)
    best, value = Best(), 0
    for finish in likeliest(place, core, stock, means, stop):
        if finish.value <= value:
            break
        shares = shared((finish,), means.hand, means.temples)
        if shares and stock.value(shares.points, finish.used) > value:
            value = stock.value(shares.points, finish.used)
            best = Best(shares.points, (finish,), shares.prophecies, shares.temples)
    return best


class _Search:
    """The search for the cóatls to finish in one turn."""

    def __init__(self, means: Means, stop: Stop) -> None:
        self.means, self.stop = means, stop
        self.stock = Looks(() if means.crowning else means.pieces)
        hand = () if means.crowning else means.hand
        self.hand, self.temples = hand, means.temples
        means = replace(means, hand=hand)
        open_to_change = [place for place, coatl in enumerate(means.coatls) if not coatl.locked]
        self.lists = {place: finishes(place, means.coatls[place], self.stock, means, stop) for place in open_to_change}
        new = len(means.coatls)
        self.room = 0 if means.crowning else MOST_COATLS - new
        self.fresh = finishes(new, None, self.stock, means, stop) if self.room else []
        self.base = sum(worth(coatl) for coatl in means.coatls if coatl.is_finished and not coatl.locked)
        self.value = self.base * SCALE
        self.found = Best()

    def best(self) -> Best:
        for lists in self._targets():
            if all(lists):
                self._join(lists, (), 0, 0)
        return self.found

    def _targets(self) -> Iterator[tuple[list[Finish], ...]]:
        """Which cóatls may be finished together: some of the own, and as many new ones as may be started."""
        coatls = self.means.coatls
        must = [place for place in self.lists if coatls[place].is_finished]
        may = [place for place in self.lists if not coatls[place].is_finished]
        for mask in range(1 << len(may)):
            grown = [place for i, place in enumerate(may) if mask >> i & 1]
            room = self.room if len(may) - len(grown) < MOST_OPEN else 0
            for count in range(room + 1):
                if must or grown or count:
                    yield (*(self.lists[place] for place in (*must, *grown)), *[self.fresh] * count)

    def _join(
        self, lists: Sequence[list[Finish]], chosen: tuple[Finish, ...], used: int, value: int, start: int = 0
    ) -> None:
        """Try each finish of the first list that fits, with each of those that follow; new ones in one order only."""
        if not lists:
            self._judge(chosen, used)
            return
        options, *others = lists
        rest = sum(each[0].value for each in others)
        again = bool(others) and others[0] is options
        for place in range(start, len(options)):
            finish = options[place]
            if value + finish.value + rest <= self.value or self.stop():
                return
            if self.stock.allows(used + finish.used):
                following = place if again else 0
                self._join(others, (*chosen, finish), used + finish.used, value + finish.value, following)

    def _judge(self, chosen: tuple[Finish, ...], used: int) -> None:
        """Keep what brings more than all before."""
        if len(chosen) > 1 and self.stock.value(most_together(chosen, self.temples), used) <= self.value:
            return
        shares = shared(chosen, self.hand, self.temples)
        if shares and self.stock.value(shares.points, used) > self.value:
            self.value = self.stock.value(shares.points, used)
            self.found = Best(shares.points - self.base, chosen, shares.prophecies, shares.temples)


# -- from what is best to the moves


def _finished(finish: Finish, cards: tuple[str, ...], temple: str) -> Serpent:
    """A cóatl as it will be, each new piece with the number 0."""
    core = finish.core or Serpent(())
    head, tail = (tuple(name + UNREAL for name in names_in(row)) for row in finish.row)
    pieces = (*head, *core.pieces, *tail)
    return replace(core, pieces=pieces, prophecies=(*core.prophecies, *cards), temple=temple or core.temple)


def names_in(row: str) -> tuple[str, ...]:
    """The looks that a row names, two letters each."""
    return tuple(row[i : i + 2] for i in range(0, len(row), 2))


def steps_of(best: Best, state: State, seat: int) -> tuple[tuple[BuildStep, ...], tuple[Serpent, ...]]:
    """The steps that build this, one cóatl after the other, with its cards; the temples last of all.

    The cóatls after them come as well.
    """
    own = state.seats[seat]
    left, steps, crowns = list(own.pieces), list[BuildStep](), list[BuildStep]()
    coatls = list(own.coatls)
    order = sorted(range(len(best.chosen)), key=lambda i: best.chosen[i].place)
    for i in order:
        finish = best.chosen[i]
        place = finish.place if finish.core else len(coatls)
        if not finish.core:
            coatls.append(Serpent(()))
        for step in _laid_out(finish, place, left):
            steps.append(step)
            piece = step.piece
            coatls[place] = Serpent((piece,)) if isinstance(step, Start) else coatls[place].with_piece(piece, step.side)
        cards, temple = best.prophecies[i], best.temples[i]
        steps += [Prophesy(card, place) for card in cards]
        crowns += [Crown(temple, place)] if temple else []
        laid = (*coatls[place].prophecies, *cards)
        coatls[place] = replace(coatls[place], prophecies=laid, temple=temple or coatls[place].temple)
    return (*steps, *crowns), tuple(coatls)


def _laid_out(finish: Finish, place: int, left: list[str]) -> Iterator[Start | Attach]:
    """The steps that lay a row out, from the core outwards; the pieces are taken from those that are left."""
    head, tail = (names_in(row) for row in finish.row)
    if finish.core is None:
        yield Start(_taken(head[0], left))
        head = ()
    for name in reversed(head):
        yield Attach(_taken(name, left), place, "head")
    for name in tail:
        yield Attach(_taken(name, left), place, "tail")


def _taken(name: str, left: list[str]) -> str:
    piece = next(piece for piece in left if type_of(piece) == name)
    left.remove(piece)
    return piece
