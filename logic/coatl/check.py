"""Says where a position of Cóatl contradicts itself: what lies twice or nowhere, and what no turn can have brought."""

from __future__ import annotations

from collections.abc import Iterator

from logic.coatl.building import can_be_ended, level, temple_points
from logic.coatl.cards import kind_of_card, prophecies, temples
from logic.coatl.params import DISPLAY, HAND, KEPT, MOST_COATLS, MOST_OPEN, MOST_PROPHECIES, SLOTS, TEMPLES
from logic.coatl.pieces import is_feather, kind_of
from logic.coatl.rules import MOST_ROBBED, State
from logic.coatl.table import FIELDS, HIDDEN, TOKENS, Seat, Serpent, bag_of, capacity
from logic.coatl.unseen import all_pieces
from logic.pictures import Contradiction, Place

Lying = Iterator[tuple[Place, tuple[str, ...]]]
"""Lists of things, each with its place."""


def check(state: State) -> None:
    """Raise Contradiction where the position, whole or as one player may know it, is impossible."""
    _check_turn(state)
    _check_sizes(state)
    _check_pieces(state)
    _check_cards(prophecies(state.params.promo), _prophecies(state), "prophecy")
    _check_cards(temples(state.params.promo), _temples(state), "temple")
    for number, seat in enumerate(state.seats):
        _check_hand(state, number, seat)
        for place, coatl in enumerate(seat.coatls):
            _check_serpent(("seats", number, "coatls", place), coatl)
        _check_coatls(state, number, seat)
    _check_action(state)
    _check_end(state)


def _check_turn(state: State) -> None:
    players = state.params.players
    for name, number in (("player", state.player), ("first", state.first), ("victim", state.victim)):
        if number is not None and number not in range(players):
            raise Contradiction((name,), f"a {name} from 1 to {players} was expected")
    if len(state.seats) != players:
        raise Contradiction(("seats",), f"{players} players were expected")
    discarding = state.action == "discard"
    if discarding and (players == 1 or state.player == state.first):
        raise Contradiction(("action",), "discards were expected of the players after the first only")
    if discarding != (state.turn == 0) or state.turn < 0:
        raise Contradiction(("turn",), "a turn from 1 on was expected, 0 while prophecies are laid aside")
    for name in ("passes", "seed", "shuffles"):
        if getattr(state, name) < 0:
            raise Contradiction((name,), "a number from 0 on was expected")


def _check_sizes(state: State) -> None:
    for name, size in (("supply", len(FIELDS)), ("display", DISPLAY), ("temples", TEMPLES)):
        if len(getattr(state, name)) != size:
            raise Contradiction((name,), f"{size} places were expected")
    for place, (field, pieces) in enumerate(zip(FIELDS, state.supply, strict=True)):
        if len(pieces) > capacity(field):
            raise Contradiction(("supply", place), f"no more than {capacity(field)} were expected")
    for number, seat in enumerate(state.seats):
        if len(seat.board) != SLOTS:
            raise Contradiction(("seats", number, "board"), f"{SLOTS} slots were expected")


# -- everything lies somewhere, and nowhere twice


def _check_pieces(state: State) -> None:
    bags = all_pieces(state.params)
    known = {piece: kind for kind, bag in zip(bags._fields, bags, strict=True) for piece in bag}
    seen = set[str]()
    for place, pieces in _pieces(state):
        for piece in pieces:
            if piece not in known:
                raise Contradiction(place, f"there is no piece {piece!r} in this game")
            if piece in seen:
                raise Contradiction(place, f"{piece} lies there a second time")
            seen.add(piece)
            if place[0] in ("bags", "supply") and known[piece] != _kind_at(place):
                raise Contradiction(place, f"a {_kind_at(place)} was expected, not {piece}")
            if place[-1] == "gifts" and not is_feather(piece):
                raise Contradiction(place, f"a golden feather was expected, not {piece}")
    missing = next((piece for piece in known if piece not in seen), None)
    if missing:
        raise Contradiction(("bags", known[missing]), f"{missing} lies nowhere")


def _kind_at(place: Place) -> str:
    return str(place[1]) if place[0] == "bags" else bag_of(FIELDS[int(place[1])])


def _pieces(state: State) -> Lying:
    yield from ((("supply", field), pieces) for field, pieces in enumerate(state.supply))
    for number, seat in enumerate(state.seats):
        yield ("seats", number, "board"), seat.pieces
        yield from ((("seats", number, "coatls", place), coatl.pieces) for place, coatl in enumerate(seat.coatls))
        yield ("seats", number, "gifts"), seat.gifts
    yield from ((("bags", kind), bag) for kind, bag in zip(state.bags._fields, state.bags, strict=True))


def _check_cards(known: tuple[str, ...], lying: Lying, what: str) -> None:
    seen, hidden = set[str](), 0
    for place, cards in lying:
        for card in cards:
            if card == HIDDEN and "coatls" not in place:
                hidden += 1
                continue
            if card not in known:
                raise Contradiction(place, f"there is no {what} {card!r} in this game")
            if card in seen:
                raise Contradiction(place, f"the {what} {card!r} lies there a second time")
            seen.add(card)
    if len(seen) + hidden != len(known):
        missing = next((card for card in known if card not in seen), "")
        deck = "deck" if what == "prophecy" else "temple_deck"
        if not hidden:
            raise Contradiction((deck,), f"the {what} {missing!r} lies nowhere")
        raise Contradiction((deck,), f"{len(known) - len(seen)} hidden cards were expected, not {hidden}")


def _prophecies(state: State) -> Lying:
    yield ("display",), tuple(card for card in state.display if card)
    yield ("discards",), state.discards
    for number, seat in enumerate(state.seats):
        yield ("seats", number, "prophecies"), seat.prophecies
        yield ("seats", number, "aside"), seat.aside
        yield from ((("seats", number, "coatls", place), coatl.prophecies) for place, coatl in enumerate(seat.coatls))
    yield ("deck",), state.deck


def _temples(state: State) -> Lying:
    yield ("temples",), tuple(card for card in state.temples if card)
    for number, seat in enumerate(state.seats):
        yield ("seats", number, "temples"), seat.temples
        for place, coatl in enumerate(seat.coatls):
            yield ("seats", number, "coatls", place), (coatl.temple,) if coatl.temple else ()
    yield ("temple_deck",), state.temple_deck


# -- what a player has


def _check_hand(state: State, number: int, seat: Seat) -> None:
    place, held = state.order.index(number), len(seat.prophecies)
    if state.action == "discard":
        if held + len(seat.aside) > KEPT + place:
            raise Contradiction(("seats", number, "prophecies"), f"no more than {KEPT + place} cards were dealt")
    elif held > HAND:
        raise Contradiction(("seats", number, "prophecies"), f"no more than {HAND} prophecies were expected")
    if len(seat.aside) > place:
        raise Contradiction(("seats", number, "aside"), f"no more than {place} prophecies were expected here")
    tokens = TOKENS if state.params.tokens else ()
    if seat.tokens != tuple(token for token in tokens if token in seat.tokens):
        raise Contradiction(
            ("seats", number, "tokens"), f"some of {', '.join(tokens) or 'none'} were expected, in order"
        )
    most = 1 + (bool(tokens) and "commit" not in seat.tokens)
    if len(seat.temples) > most:
        raise Contradiction(("seats", number, "temples"), f"no more temples than {most} were expected")


def _check_serpent(place: Place, coatl: Serpent) -> None:
    """See that a cóatl can have been built, and that its cards can have been laid on it."""
    for i, piece in enumerate(coatl.pieces):
        kind = kind_of(piece)
        at_end = {"head": i == 0, "tail": i == len(coatl.pieces) - 1, "body": not is_feather(piece)}
        if not at_end[kind]:
            raise Contradiction(place, f"{piece} cannot lie there")
    if not coatl.pieces or (coatl.is_finished and not coatl.has_body):
        raise Contradiction(place, "a piece, and a body between head and tail, was expected")
    kinds = [kind_of_card(card) for card in coatl.prophecies]
    if len(set(kinds)) < len(kinds) or len(kinds) > MOST_PROPHECIES:
        raise Contradiction(place, f"no more than {MOST_PROPHECIES} prophecies were expected, no two of them alike")
    for card in coatl.prophecies:
        if not level(card, coatl):
            raise Contradiction(place, f"the prophecy {card!r} scores nothing there")
    if coatl.locked and not (coatl.is_finished and coatl.prophecies):
        raise Contradiction(place, "two closed ends and a prophecy were expected of a locked cóatl")
    if coatl.temple and not (coatl.is_finished and coatl.prophecies and temple_points(coatl.temple, coatl)):
        raise Contradiction(place, f"the temple {coatl.temple!r} cannot be laid there")


def _check_coatls(state: State, number: int, seat: Seat) -> None:
    place: Place = ("seats", number, "coatls")
    if len(seat.coatls) > MOST_COATLS or len(seat.unfinished) > MOST_OPEN:
        raise Contradiction(place, f"no more than {MOST_COATLS} cóatls were expected, {MOST_OPEN} of them unfinished")
    fresh = any(coatl.is_finished and not coatl.locked for coatl in seat.coatls)
    building = number == state.player and state.action in ("build", "crown")
    if fresh and not building:
        raise Contradiction(place, "finished cóatls were expected to be locked")
    if fresh and HIDDEN not in seat.prophecies and not can_be_ended(seat):
        raise Contradiction(place, "a prophecy in the hand was expected for each finished cóatl that has none")
    if state.action == "discard" and seat.coatls:
        raise Contradiction(place, "nothing was expected to be built yet")


# -- what has been begun, and how near the end is


def _check_action(state: State) -> None:
    most = {"pick": 1, "steal": MOST_ROBBED}.get(state.action, 0)
    if state.left not in range(most + 1):
        raise Contradiction(("left",), f"no more than {most} was expected")
    if state.action == "pick" and state.left and not (state.seat.free and any(map(_is_plain, state.bags.body))):
        raise Contradiction(("left",), "a free slot and a body in the bag were expected")
    if (state.victim is not None) != (state.action == "steal"):
        raise Contradiction(("victim",), "somebody to take from was expected with a steal, and with nothing else")
    if state.victim is not None and (state.victim == state.player or not state.seats[state.victim].gifts):
        raise Contradiction(("victim",), "an opponent who was given a feather was expected")
    if state.action == "crown" and not any(coatl.temple and not coatl.locked for coatl in state.seat.coatls):
        raise Contradiction(("action",), "a temple on a cóatl finished in this turn was expected")
    used = {"pick": "pick", "future": "future", "commit": "commit"}.get(state.action)
    if used and (not state.params.tokens or used in state.seat.tokens):
        raise Contradiction(("action",), "that token was expected to be used")


def _is_plain(piece: str) -> bool:
    return not is_feather(piece)


def _check_end(state: State) -> None:
    if (state.queue is None) != (state.cause == "") or (state.queue is None and state.over):
        raise Contradiction(("queue",), "a reason, and whose turns are left, was expected")
    queue = state.queue or ()
    if any(seat not in range(state.params.players) or queue.count(seat) > 2 for seat in queue):
        raise Contradiction(("queue",), f"players from 1 to {state.params.players} were expected, none thrice")
    if state.over and (queue or state.action):
        raise Contradiction(("queue",), "no turn and no action was expected after the end")
    done = any(sum(coatl.locked for coatl in seat.coatls) == MOST_COATLS for seat in state.seats)
    if done and not state.cause:
        raise Contradiction(("queue",), "the end was expected to be near, with a third cóatl finished")
