"""What the cards of Cóatl are called, want and give, in words: for tooltips, the log and reading aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final

from logic.coatl.cards import (
    Absent,
    Equal,
    FamilyName,
    Group,
    Length,
    Prophecy,
    Requirement,
    Temple,
    is_temple,
    prophecy,
    temple,
)
from logic.coatl.pieces import FEATHER
from logic.coatl.table import HIDDEN
from logic.core import Message

COLOUR_WORDS: Final = {
    "R": Message("red"),
    "Y": Message("yellow"),
    "G": Message("green"),
    "B": Message("blue"),
    "K": Message("black"),
    FEATHER: Message("golden"),
}
"""The colours of the pieces, by their letters."""

GROUP_WORDS: Final[dict[Group, Message]] = {
    "red": Message("red"),
    "black": Message("black"),
    "blue": Message("blue"),
    "yellow": Message("yellow"),
    "green": Message("green"),
    "white": Message("white"),
}
"""The colours of the prophecy cards themselves."""

FAMILY_WORDS: Final[dict[FamilyName, Message]] = {
    "red": Message("Gathering"),
    "blackx": Message("Lone twins"),
    "trio": Message("Trio"),
    "pair": Message("Pair"),
    "quartet": Message("Weave"),
    "three_two": Message("Three and two"),
    "two_three": Message("Two and three"),
    "two_two": Message("Two and two"),
    "rainbow": Message("Rainbow"),
    "colorful": Message("Stream"),
    "blank": Message("Mirror"),
    "anywhere": Message("Bouquet"),
}
"""What the families of prophecies are called."""


def row(colours: Sequence[str]) -> Message:
    """Name colours one after the other, from the head end to the tail end."""
    return reduce(lambda a, b: Message("{a}–{b}", a=a, b=b), [COLOUR_WORDS[colour] for colour in colours])


# -- titles


def title(card: str) -> Message:
    """Name a card: a prophecy by its family and colours, a temple by its requirements; a hidden one as that."""
    if card == HIDDEN:
        return Message("Hidden card")
    if is_temple(card):
        return Message("Temple: {wishes}", wishes=wishes(card))
    found = prophecy(card)
    return Message("{family}: {colours}", family=FAMILY_WORDS[found.family.name], colours=row(found.pattern))


def wishes(card: str) -> Message:
    """Name what a temple requires in as few words as can be."""
    return _listed([_wish(wanted) for wanted in temple(card).requirements])


def _listed(parts: Sequence[Message]) -> Message:
    return reduce(lambda a, b: Message("{a}, {b}", a=a, b=b), parts)


def _wish(wanted: Requirement) -> Message:
    """Name a requirement in as few words as can be."""
    if isinstance(wanted, Absent):
        return Message("no {colour}", colour=COLOUR_WORDS[wanted.colour])
    if isinstance(wanted, Equal):
        return Message("{a} = {b}", a=COLOUR_WORDS[wanted.one], b=COLOUR_WORDS[wanted.other])
    if isinstance(wanted, Length):
        return Message("length {n}", n=wanted.pieces)
    return Message("no {colour} card", colour=GROUP_WORDS[wanted.group])


# -- what they want


def meaning(card: str) -> Message:
    """Say in a line what a card wants of a cóatl."""
    if card == HIDDEN:
        return Message("You will know this card when it is shown.")
    if is_temple(card):
        return reduce(
            lambda a, b: Message("{a} {b}", a=a, b=b),
            [requirement(wanted) for wanted in temple(card).requirements],
        )
    found = prophecy(card)
    return _MEANINGS[found.family.name](found.pattern)


def requirement(wanted: Requirement) -> Message:
    """Say in a sentence what a temple wants."""
    if isinstance(wanted, Absent):
        return Message("No piece in this colour: {colour}.", colour=COLOUR_WORDS[wanted.colour])
    if isinstance(wanted, Equal):
        one, other = COLOUR_WORDS[wanted.one], COLOUR_WORDS[wanted.other]
        return Message("As many {a} pieces as {b} ones, at least one of each.", a=one, b=other)
    if isinstance(wanted, Length):
        return Message("Exactly {n} piece long.", plural="Exactly {n} pieces long.", n=wanted.pieces)
    return Message("No prophecy card in this colour on the same cóatl: {colour}.", colour=GROUP_WORDS[wanted.group])


def _gathering(pattern: str) -> Message:
    return Message("Pieces of one colour, wherever they are: {colours}.", colours=row(pattern))


def _lone_twins(pattern: str) -> Message:
    colours = row(pattern * 2)
    return Message(
        "Exactly two side by side, never a third: {colours}. At an open end they do not count yet.", colours=colours
    )


def _trio(pattern: str) -> Message:
    return Message("Three of one colour side by side: {colours}.", colours=row(pattern * 3))


def _in_this_order(pattern: str) -> Message:
    return Message("Side by side, in this order from head to tail: {colours}.", colours=row(pattern))


def _blocks(first: int, last: int) -> Callable[[str], Message]:
    def said(pattern: str) -> Message:
        colours = row(pattern[0] * first + pattern[1] * last)
        return Message("Side by side, head to tail: {colours}. Longer runs count as well.", colours=colours)

    return said


def _stream(pattern: str) -> Message:
    a, i, b = (COLOUR_WORDS[colour] for colour in pattern)
    return Message("Side by side, head to tail: {a} once, {i} once or more, {b} once.", a=a, i=i, b=b)


def _mirror(pattern: str) -> Message:
    there, back = row(pattern), row(pattern[::-1])
    return Message(
        "From head to tail: {there}, then anything, one piece at least, then {back}.", there=there, back=back
    )


def _bouquet(pattern: str) -> Message:
    return Message("All these pieces, wherever they are: {colours}.", colours=row(pattern))


_MEANINGS: Final[dict[FamilyName, Callable[[str], Message]]] = {
    "red": _gathering,
    "blackx": _lone_twins,
    "trio": _trio,
    "pair": _in_this_order,
    "quartet": lambda pattern: _in_this_order(pattern * 2),
    "three_two": _blocks(3, 2),
    "two_three": _blocks(2, 3),
    "two_two": _blocks(2, 2),
    "rainbow": _in_this_order,
    "colorful": _stream,
    "blank": _mirror,
    "anywhere": _bouquet,
}


# -- what they give


def rewards(card: str) -> tuple[Message, ...]:
    """Say what a card gives, a line for each level from the lowest; for a temple, for each number of wishes met."""
    return _temple_rewards(temple(card)) if is_temple(card) else _prophecy_rewards(prophecy(card))


def counted(n: int) -> Message:
    """Say so many points."""
    return Message("{n} point", plural="{n} points", n=n)


def _prophecy_rewards(card: Prophecy) -> tuple[Message, ...]:
    *lower, (most, points) = card.family.levels
    if not lower:
        return (counted(points),)
    lines = [Message("{count} of them: {points}", count=count, points=counted(given)) for count, given in lower]
    return (*lines, Message("{count} of them or more: {points}", count=most, points=counted(points)))


def _temple_rewards(card: Temple) -> tuple[Message, ...]:
    one, *others, every = (counted(points) for points in card.points[1:])
    two = [Message("Two wishes met: {points}", points=points) for points in others]
    return (Message("One wish met: {points}", points=one), *two, Message("All wishes met: {points}", points=every))
