"""What cards still to come may bring: each that the mover does not see is as likely to come as any other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

from logic.coatl.cards import FamilyName, kind_of_card, prophecy
from logic.coatl.looks import SCALE
from logic.coatl.rules import State
from logic.coatl.unseen import unseen_prophecies, unseen_temples

RATHER: Final = SCALE // 2
"""How much better a further card must make the outlook, in parts of a point."""
LEAST: Final[dict[FamilyName, str]] = {
    "blackx": "aa",
    "trio": "aaa",
    "pair": "ab",
    "quartet": "aabb",
    "three_two": "aaabb",
    "two_three": "aabbb",
    "two_two": "aabb",
    "colorful": "abc",
    "blank": "aabb",
}
"""What a family wants at least, in letters for the colours of the pattern; of the others the pattern itself."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How much better each card that may come would make the outlook, the most first, in parts of a point."""

    gains: tuple[int, ...] = ()

    @property
    def helpful(self) -> int:
        """Count the cards that would make it clearly better."""
        return sum(gain >= RATHER for gain in self.gains)

    def of_best(self, count: int = 1) -> int:
        """Give what can be expected of the best one where so many of them come."""
        total, drawn = len(self.gains), min(count, len(self.gains))
        if not drawn:
            return 0
        ways = (gain * comb(total - 1 - place, drawn - 1) for place, gain in enumerate(self.gains))
        return sum(ways) // comb(total, drawn)


def chances(cards: Iterable[str], gain: Callable[[str], int]) -> Chances:
    """Give the chances where one of these cards comes; twins gain alike, and none makes anything worse."""
    by_kind: dict[str, int] = {}
    gains = []
    for card in cards:
        kind = kind_of_card(card)
        if kind not in by_kind:
            by_kind[kind] = max(0, gain(kind))
        gains.append(by_kind[kind])
    return Chances(tuple(sorted(gains, reverse=True)))


def least(card: str) -> str:
    """Give the colours without which a prophecy brings nothing, each as often as it is wanted."""
    found = prophecy(card)
    first, _ = found.family.levels[0]
    shape = LEAST.get(found.family.name)
    return found.pattern * first if shape is None else "".join(found.pattern["abc".index(letter)] for letter in shape)


def next_of_deck(view: State) -> Sequence[str]:
    """Give the prophecies of which one lies on the deck, for whom the view is: an empty deck takes the discards."""
    return unseen_prophecies(view) if view.deck else view.discards


def next_face_up(view: State) -> Sequence[str]:
    """Give the prophecies of which new ones are laid face up by *See the Future*."""
    face_up = [card for card in view.display if card]
    unseen = unseen_prophecies(view)
    return unseen if len(view.deck) >= len(view.display) else (*unseen, *view.discards, *face_up)


def next_temple(view: State) -> Sequence[str]:
    """Give the temples of which one comes next, if there is any left."""
    return unseen_temples(view) if view.temple_deck else ()
