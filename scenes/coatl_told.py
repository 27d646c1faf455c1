"""What lies on the table of Cóatl, in words: for who rests on it, or asks by key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from logic.coatl import State
from logic.coatl.building import prophecy_points, temple_points, worth
from logic.coatl.cards import is_temple
from logic.coatl.ending import GIFT
from logic.coatl.names import piece_name
from logic.coatl.pieces import COLOURS, FEATHER, Kind, is_feather
from logic.coatl.statistics import TOKEN_WORDS
from logic.coatl.table import HIDDEN, Serpent
from logic.coatl.words import COLOUR_WORDS, meaning, rewards, row, title
from logic.core import Message, Player

TOKEN_USES = {
    "pick": Message("Take a head, a tail, or two bodies of your choice from the bags. Then empty spaces are filled."),
    "future": Message("The six prophecies are renewed, you may discard from your hand, then take cards, or none."),
    "commit": Message("Take one of the two temples into your hand."),
}
"""What the sacrifice tokens do."""
BAG_WORDS: dict[Kind, Message] = {
    "head": Message("The bag of heads"),
    "tail": Message("The bag of tails"),
    "body": Message("The bag of bodies"),
}
"""What the bags are called."""


def joined(parts: Iterable[Message]) -> Message:
    """Give sentences one behind the other; there must be one."""
    return reduce(lambda a, b: Message("{first} {second}", first=a, second=b), parts)


def _listed(parts: Sequence[Message]) -> Message:
    return reduce(lambda a, b: Message("{a}, {b}", a=a, b=b), parts)


# -- the middle of the table


def told_of_field(state: State, field: str) -> Message:
    """Say what lies on a field of the supply board."""
    pieces = state.field(field)
    if not pieces:
        return Message("An empty field. It is filled when no body is left, or neither head nor tail.")
    return Message("All of it together: {pieces}. Each piece needs a place on your board.", pieces=_listed(
        [piece_name(piece) for piece in pieces]))  # fmt: skip


def told_of_bag(state: State, kind: Kind) -> Message:
    """Say how many pieces of each colour are left in a bag."""
    bag: tuple[str, ...] = getattr(state.bags, kind)
    counts = [(colour, sum(piece[0] == colour for piece in bag)) for colour in (*COLOURS, FEATHER)]
    said = [Message("{colour} {n}", colour=COLOUR_WORDS[colour], n=n) for colour, n in counts if n or colour != FEATHER]
    return Message("{bag}: {n} left. {colours}.", bag=BAG_WORDS[kind], n=len(bag), colours=_listed(said))


def told_of_deck(state: State) -> Message:
    """Say how many prophecies are left to be drawn."""
    n = len(state.deck)
    if n:
        return Message("The deck of prophecies: {n} card. Tap it to draw one unseen.",
                       plural="The deck of prophecies: {n} cards. Tap it to draw one unseen.", n=n)  # fmt: skip
    return Message("The deck of prophecies is empty. What was laid aside is shuffled for the next one.")


def told_of_discards(state: State) -> Message:
    """Say how many prophecies lie open beside the deck, and which is the last of them."""
    if not state.discards:
        return Message("Discarded prophecies lie here. There is none yet.")
    n = len(state.discards)
    return Message("{n} discarded prophecy. The last one: {card}.",
                   plural="{n} discarded prophecies. The last one: {card}.", n=n,
                   card=title(state.discards[-1]))  # fmt: skip


def told_of_temple_deck(state: State) -> Message:
    """Say how many temples are left to come."""
    n = len(state.temple_deck)
    return Message("{n} temple is still to come.", plural="{n} temples are still to come.", n=n)


# -- cards


def told_of_card(state: State, card: str, viewer: int) -> Message:
    """Say what a card is, wants and gives, and what it scores now: where it lies, or on the viewer's own cóatls."""
    if card == HIDDEN:
        return Message("A hidden card. Only its player knows it.")
    if is_temple(card):
        wishes = [Message("{text}.", text=reward) for reward in rewards(card)]
        said = Message("{card}. {meaning}", card=title(card), meaning=meaning(card))
        return joined([said, *wishes, *_scores_now(state, card, viewer)])
    gives = reduce(lambda a, b: Message("{a}; {b}", a=a, b=b), rewards(card))
    said = Message("{card}. {meaning} It gives: {rewards}.", card=title(card), meaning=meaning(card), rewards=gives)
    return joined([said, *_scores_now(state, card, viewer)])


def _scores_now(state: State, card: str, viewer: int) -> Iterator[Message]:
    for seat in state.seats:
        for coatl in seat.coatls:
            if card in (*coatl.prophecies, coatl.temple):
                n = _points_of(card, coatl)
                yield Message("Here it scores {n} point now.", plural="Here it scores {n} points now.", n=n)
                return
    own = state.seats[viewer].coatls if viewer < len(state.seats) else ()
    for place, coatl in enumerate(own, 1):
        if not coatl.locked and (coatl.is_finished or not is_temple(card)):
            yield _on_own(_points_of(card, coatl), place)


def _on_own(n: int, place: int) -> Message:
    if not n:
        return Message("Nothing yet on your cóatl {number}.", number=place)
    return Message("{n} point on your cóatl {number} as it is.", plural="{n} points on your cóatl {number} as it is.",
                   n=n, number=place)  # fmt: skip


def _points_of(card: str, coatl: Serpent) -> int:
    return temple_points(card, coatl) if is_temple(card) else prophecy_points(card, coatl)


# -- what lies before a player


def told_of_piece(piece: str) -> Message:
    """Say what a piece on a board is."""
    if is_feather(piece):
        return Message(
            "A golden feather. Nothing is built with it. Give it to an opponent, and take two bodies for it."
        )
    return Message("{piece}.", piece=piece_name(piece))


def told_of_board(state: State, seat: int) -> Message:
    """Say how much room there is on a player's board."""
    n = state.seats[seat].free
    return Message("Room for {n} more piece on the board of {player}.",
                   plural="Room for {n} more pieces on the board of {player}.", n=n, player=Player(seat))  # fmt: skip


def told_of_coatl(state: State, seat: int, place: int) -> Message:
    """Say how a cóatl of a player goes from head to tail, and what it is worth; or that there is none yet."""
    coatls = state.seats[seat].coatls
    if place >= len(coatls):
        return Message("Room for a cóatl of {player}.", player=Player(seat))
    coatl = coatls[place]
    number, length, colours = place + 1, len(coatl.pieces), row(coatl.colours)
    if coatl.is_finished:
        first = Message("Cóatl {number} of {player}, finished, {length} long: {colours}.", number=number,
                        player=Player(seat), length=length, colours=colours)  # fmt: skip
        return joined([first, _counted(worth(coatl))])
    first = Message("Cóatl {number} of {player}, {length} long so far: {colours}.", number=number,
                    player=Player(seat), length=length, colours=colours)  # fmt: skip
    n = worth(coatl)
    return joined([first, Message("Its cards are worth {n} point as it is.",
                                  plural="Its cards are worth {n} points as it is.", n=n)])  # fmt: skip


def _counted(n: int) -> Message:
    return Message("It counts {n} point.", plural="It counts {n} points.", n=n)


def told_of_seat(state: State, seat: int) -> Message:
    """Say what a player has of what is counted, the cards in the hand by their number alone."""
    before, n = state.seats[seat], state.score(seat)
    prophecies, temples = len(before.prophecies), len(before.temples)
    return joined(
        [
            Message("{player} has {n} point.", plural="{player} has {n} points.", n=n, player=Player(seat)),
            Message("Finished cóatls: {finished}. In hand: prophecies {prophecies}, temples {temples}.",
                    finished=before.finished, prophecies=prophecies, temples=temples),
        ]
    )  # fmt: skip


def told_of_token(state: State, token: str, seat: int) -> Message:
    """Say what a sacrifice token does, or that it has been used."""
    if token not in state.seats[seat].tokens:
        return Message("{token}: used, once in a game.", token=TOKEN_WORDS[token])
    return Message("{token}, once in the game instead of anything else. {use}", token=TOKEN_WORDS[token],
                   use=TOKEN_USES[token])  # fmt: skip


def told_of_gifts(state: State, seat: int) -> Message:
    """Say what the golden feathers that others gave are worth."""
    n = len(state.seats[seat].gifts)
    given = Message(
        "{n} golden feather was given for bodies.", plural="{n} golden feathers were given for bodies.", n=n
    )
    return joined([given, Message("That counts {n} point.", plural="That counts {n} points.", n=GIFT * n)])
