"""How cards are shared among the cóatls that are finished in one turn: so that they bring the most points together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from logic.coatl.cards import kind_of_card
from logic.coatl.options import Finish, crown_points
from logic.coatl.params import MOST_PROPHECIES


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
    """Give a number of points that no sharing can exceed."""
    cards: int = sum(map(max, zip(*(finish.gains for finish in chosen), strict=True)))
    return cards + sum(finish.fixed + crown_points_at_most(finish, temples) for finish in chosen)


def crown_points_at_most(finish: Finish, temples: Sequence[str]) -> int:
    """Give what the best temple brings to a cóatl where no prophecy is in its way."""
    if not finish.met:
        return 0
    return max(crown_points(card, met, ()) for card, met in zip(temples, finish.met, strict=True))


def _dealings(
    chosen: Sequence[Finish], hand: Sequence[str], rooms: Sequence[int]
) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
    """Give the ways to deal out the hand, each card to where it is worth something or nowhere, and their points."""

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
    """Give each cóatl another temple, or none, for the most points."""
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
