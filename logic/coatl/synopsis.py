"""Cóatl in a few words and as plain data, for an adviser that cannot see the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from logic.coatl.building import worth
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
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
)
from logic.coatl.params import HAND, KEPT, MOST_COATLS, MOST_OPEN, MOST_PROPHECIES
from logic.coatl.pieces import type_of
from logic.coatl.rules import State
from logic.coatl.table import FIELDS, HIDDEN, Seat, Serpent, known
from logic.coatl.words import meaning, rewards
from logic.core import Message, Player
from logic.synopses import Named, listed, turn

KINDS: Final[Mapping[str, tuple[type[CoatlMove], ...]]] = {
    "take": (Take,),
    "choose": (Choose, Draw),
    "build": (Start, Attach),
    "lay cards": (Prophesy, Crown),
    "token": (Fetch, Foresee, Commit),
    "feather": (Steal, Rob),
    "discard": (Discard,),
    "end": (End, Pass),
}
"""The kinds of action, and the moves that begin them or go on with them."""

KIND_WORDS: Final[Mapping[str, Message]] = {
    "take": Message("take pieces"),
    "choose": Message("choose prophecies"),
    "build": Message("build"),
    "lay cards": Message("lay cards"),
    "token": Message("use a token"),
    "feather": Message("steal"),
    "discard": Message("discard"),
    "end": Message("end the turn"),
}


# -- what matters now


def synopsis(view: State, viewer: int) -> tuple[Message, ...]:
    """Say what matters now to one of the players, a sentence each, the weightiest first."""
    own = view.seats[viewer]
    return (
        turn(view, viewer),
        Message("You are {player} and have {n} point.", plural="You are {player} and have {n} points.",
                player=Player(viewer), n=view.score(viewer)),
        *_possible(view, viewer),
        *_clock(view, viewer),
        Message("Your pieces: {pieces}; free slots: {n}.", pieces=_looks(own.pieces), n=own.free),
        *_coatls(own),
        Message("Your prophecies: {cards}.", cards=_cards(own.prophecies)),
        *(_other(view, seat) for seat in range(view.params.players) if seat != viewer),
        Message("Supply: {fields}.", fields=_supply(view)),
        Message("Face up: {cards}.", cards=_cards(view.display)),
        Message("Your temples: {cards}. Temples face up: {others}.", cards=_temples(own.temples),
                others=_temples(view.temples)),
        Message("Left in the bags: heads {heads}, tails {tails}, bodies {bodies}.", heads=len(view.bags.head),
                tails=len(view.bags.tail), bodies=len(view.bags.body)),
        *_tokens(view, own),
        _aim(view),
        Message("Only finished cóatls count, each with a head, a tail, bodies and a prophecy at least."),
        Message("Finished cóatls of yours: {done} of {most}; begun: {begun}.", done=own.finished, most=MOST_COATLS,
                begun=len(own.unfinished)),
    )  # fmt: skip


def _possible(view: State, viewer: int) -> Iterator[Message]:
    """Name the kinds of action that are open to the viewer now, if it is the own turn."""
    if view.player != viewer or view.over:
        return
    moves = view.legal_moves()
    kinds = [word for kind, word in KIND_WORDS.items() if any(isinstance(move, KINDS[kind]) for move in moves)]
    yield Message("Possible now: {kinds}.", kinds=listed(kinds, len(KINDS)))


def _clock(view: State, viewer: int) -> Iterator[Message]:
    """Say how near the end is: turns that are left, or who has two finished cóatls."""
    left = view.turns_left(viewer)
    if view.over:
        return
    if left is not None:
        yield Message("Turns left for you after the present one: {n}.", n=left)
    others = [seat for seat in range(view.params.players) if view.seats[seat].finished == MOST_COATLS - 1]
    if left is None and others:
        yield Message("One cóatl is lacking to the end: {players}.", players=listed([Player(seat) for seat in others]))


def _looks(pieces: Iterable[str]) -> Named:
    """Name pieces by their looks, alike ones together."""
    counted = Counter(type_of(piece) for piece in pieces)
    return " ".join(f"{n}×{look}" if n > 1 else look for look, n in counted.items()) or Message("none")


def _coatls(seat: Seat) -> Iterator[Message]:
    """Tell of the own cóatls that can still grow, from the head end to the tail end."""
    for number, coatl in enumerate(seat.coatls, 1):
        if not coatl.is_finished:
            yield Message("Cóatl {number}: {colours}, {ends}; on it: {cards}.", number=number, colours=coatl.colours,
                          ends=_ends(coatl), cards=_cards(coatl.prophecies))  # fmt: skip


def _ends(coatl: Serpent) -> Message:
    if coatl.head_closed:
        return Message("with a head, open at the tail end")
    if coatl.tail_closed:
        return Message("with a tail, open at the head end")
    return Message("open at both ends")


def _cards(cards: Iterable[str]) -> Named:
    return listed(known(cards), HAND + 1)


def _temples(cards: Iterable[str]) -> Named:
    return listed([card.partition(":")[2] for card in known(cards)], 3)


def _other(view: State, number: int) -> Message:
    """Say how far another player is: points, cóatls, pieces and cards."""
    seat = view.seats[number]
    return Message("{player}: points {points}, cóatls finished {done}, begun {begun}, pieces {pieces}, "
                   "prophecies {cards}.",
                   player=Player(number), points=view.score(number), done=seat.finished, begun=len(seat.unfinished),
                   pieces=len(seat.pieces), cards=len(seat.prophecies))  # fmt: skip


def _supply(view: State) -> Named:
    """Name each field that holds something with the looks of its pieces."""
    fields = [f"{name} {'+'.join(map(type_of, view.field(name)))}" for name in FIELDS if view.field(name)]
    return ", ".join(fields) or Message("none")


def _tokens(view: State, own: Seat) -> Iterator[Message]:
    if view.params.tokens:
        yield Message("Your tokens: {tokens}.", tokens=listed(own.tokens))


def _aim(view: State) -> Message:
    if view.params.players == 1:
        return Message("Played alone: as many points as can be in {n} turn.",
                       plural="Played alone: as many points as can be in {n} turns.", n=view.params.turns)  # fmt: skip
    return Message("Who finishes a third cóatl brings the end; the most points win.")


# -- the rules of a turn


def constraints(view: State) -> tuple[Message, ...]:
    """Say what makes up a turn and how its moves are written, a line each."""
    if view.action == "discard":
        return (
            Message("Before the first turn everybody lays prophecies aside until {n} are left: “discard” with a card, "
                    "then “end”.", n=KEPT),
            _reading(),
        )  # fmt: skip
    return (
        Message("A turn is exactly one action and then “end”:"),
        Message("Take all pieces of one field of the supply (“take b1”), with a free slot for each; a board has "
                "eight."),
        Message("Or choose prophecies, face up (“choose” with a card) or blind (“draw”), up to {n} in hand.", n=HAND),
        Message("Or build, in as many steps as you like: “start” with a piece; “attach” with a piece, the number of "
                "the cóatl and “head” or “tail” for the end."),
        Message("While building, “prophesy” with a card that scores there already and the number of the cóatl; last "
                "of all “crown” with a temple and the number of one finished now that has a prophecy."),
        Message("A head or tail closes its end, where there is a body. With both ends closed a cóatl is finished and "
                "must bear a prophecy. At most {open} unfinished at a time, {all} in all, {cards} prophecies on each, "
                "no two alike.", open=MOST_OPEN, all=MOST_COATLS, cards=MOST_PROPHECIES),
        *_more(view),
        _aim(view),
        _reading(),
    )  # fmt: skip


def _more(view: State) -> Iterator[Message]:
    if view.params.tokens:
        yield Message("Or use a token, each once: “fetch” a head, a tail or two bodies from the bags, “foresee” new "
                      "face-up prophecies, “commit” a face-up temple to the hand.")  # fmt: skip
    if view.params.golden:
        yield Message("Golden feathers are never built with: “steal” with a player’s number gives one away and allows "
                      "to “rob” up to two bodies there; it is worth points to who gets it.")  # fmt: skip


def _reading() -> Message:
    return Message("Pieces are written as colour and kind: R red, Y yellow, G green, B blue, K black, F golden; "
                   "h head, t tail, b body. Cóatls and patterns are read from the head to the tail end.")  # fmt: skip


# -- as data


def plain(view: State) -> dict[str, Any]:
    """Give the position as plain data; hidden cards are counted, cards that can be laid or chosen are explained."""
    return {
        "turn": {"number": view.turn, "player": view.player + 1, "action": view.action, "left": view.left},
        "supply": dict(zip(FIELDS, view.supply, strict=True)),
        "prophecies_face_up": known(view.display),
        "temples_face_up": known(view.temples),
        "bags": {kind: Counter(map(type_of, pieces)) for kind, pieces in view.bags._asdict().items()},
        "discards": known(view.discards),
        "players": [_seat(view, number) for number in range(view.params.players)],
        "turns_left": None if view.queue is None else [number + 1 for number in view.queue],
        "cards": {card: _explained(card) for card in _at_hand(view)},
    }


def _seat(view: State, number: int) -> dict[str, Any]:
    seat = view.seats[number]
    data = {
        "player": number + 1,
        "points": view.score(number),
        "pieces": seat.pieces,
        "coatls": [_coatl(coatl) for coatl in seat.coatls],
        "prophecies": _hand(seat.prophecies),
        "temples": _hand(seat.temples),
        "tokens": seat.tokens,
        "feathers_given": len(seat.gifts),
    }
    return {key: value for key, value in data.items() if value not in ((), [], 0) or key == "points"}


def _hand(cards: tuple[str, ...]) -> tuple[str, ...] | int:
    """Give the cards of a hand, or their number where they are hidden."""
    return len(cards) if HIDDEN in cards else cards


def _coatl(coatl: Serpent) -> dict[str, Any]:
    return {
        "colours": coatl.colours,
        "head": coatl.head_closed,
        "tail": coatl.tail_closed,
        "cards": [*coatl.prophecies, *known((coatl.temple,))],
        "points": worth(coatl),
    }


def _at_hand(view: State) -> tuple[str, ...]:
    """Give the cards whose meaning matters now, each once: face up, in known hands, on cóatls that still grow."""
    cards = [*view.display, *view.temples]
    for seat in view.seats:
        cards += (*seat.prophecies, *seat.temples)
        cards += (card for coatl in seat.coatls if not coatl.locked for card in coatl.prophecies)
    return tuple(dict.fromkeys(known(cards)))


def _explained(card: str) -> str:
    return f"{meaning(card)} {'; '.join(map(str, rewards(card)))}"
