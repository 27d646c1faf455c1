"""Parses a position of Cóatl from its printed text; errors say where the text contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, get_args

from logic.coatl.components import (
    DISPLAY,
    FIELDS,
    HAND,
    HIDDEN,
    KEPT,
    KINDS,
    MOST_COATLS,
    MOST_OPEN,
    MOST_PROPHECIES,
    SLOTS,
    TEMPLES,
    TOKENS,
    Bags,
    Params,
    Seat,
    Serpent,
    bag_of,
    capacity,
    is_feather,
    kind_of,
    kind_of_card,
    prophecies,
    temples,
)
from logic.coatl.moves import Action, can_be_ended, level, temple_points
from logic.coatl.rules import (
    MOST_ROBBED,
    NOTHING,
    SEAT_LISTS,
    Cause,
    State,
    all_pieces,
    default_list,
    rest_of_prophecies,
    rest_of_temples,
    unseen_pieces,
)
from logic.notation import Contradiction, FieldPath, lines_of, one_of, read_params

Lying = Iterator[tuple[FieldPath, tuple[str, ...]]]
"""Lists of objects, each with its path."""


def check(state: State) -> None:
    """Raise Contradiction if the position, complete or as one player may know it, is impossible."""
    _check_turn(state)
    _check_sizes(state)
    _check_pieces(state)
    _check_cards(prophecies(state.params.promo), _prophecies(state), "prophecy")
    _check_cards(temples(state.params.promo), _temples(state), "temple")
    for number, seat in enumerate(state.seats):
        _check_hand(state, number, seat)
        for index, coatl in enumerate(seat.coatls):
            _check_serpent(("seats", number, "coatls", index), coatl)
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
    for index, (field, pieces) in enumerate(zip(FIELDS, state.supply, strict=True)):
        if len(pieces) > capacity(field):
            raise Contradiction(("supply", index), f"no more than {capacity(field)} were expected")
    for number, seat in enumerate(state.seats):
        if len(seat.board) != SLOTS:
            raise Contradiction(("seats", number, "board"), f"{SLOTS} slots were expected")


# -- every component exactly once


def _check_pieces(state: State) -> None:
    bags = all_pieces(state.params)
    known = {piece: kind for kind, bag in zip(KINDS, bags, strict=True) for piece in bag}
    seen = set[str]()
    for path, pieces in _pieces(state):
        for piece in pieces:
            if piece not in known:
                raise Contradiction(path, f"there is no piece {piece!r} in this game")
            if piece in seen:
                raise Contradiction(path, f"{piece} lies there a second time")
            seen.add(piece)
            if path[0] in ("bags", "supply") and known[piece] != _kind_at(path):
                raise Contradiction(path, f"a {_kind_at(path)} was expected, not {piece}")
            if path[-1] == "gifts" and not is_feather(piece):
                raise Contradiction(path, f"a golden feather was expected, not {piece}")
    missing = next((piece for piece in known if piece not in seen), None)
    if missing:
        raise Contradiction(("bags", known[missing]), f"{missing} lies nowhere")


def _kind_at(path: FieldPath) -> str:
    return str(path[1]) if path[0] == "bags" else bag_of(FIELDS[int(path[1])])


def _pieces(state: State) -> Lying:
    yield from ((("supply", field), pieces) for field, pieces in enumerate(state.supply))
    for number, seat in enumerate(state.seats):
        yield ("seats", number, "board"), seat.pieces
        yield from ((("seats", number, "coatls", index), coatl.pieces) for index, coatl in enumerate(seat.coatls))
        yield ("seats", number, "gifts"), seat.gifts
    yield from ((("bags", kind), bag) for kind, bag in zip(KINDS, state.bags, strict=True))


def _check_cards(known: tuple[str, ...], lying: Lying, what: str) -> None:
    seen, hidden = set[str](), 0
    for path, cards in lying:
        for card in cards:
            if card == HIDDEN and "coatls" not in path:
                hidden += 1
                continue
            if card not in known:
                raise Contradiction(path, f"there is no {what} {card!r} in this game")
            if card in seen:
                raise Contradiction(path, f"the {what} {card!r} lies there a second time")
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
        yield from ((("seats", number, "coatls", index), coatl.prophecies) for index, coatl in enumerate(seat.coatls))
    yield ("deck",), state.deck


def _temples(state: State) -> Lying:
    yield ("temples",), tuple(card for card in state.temples if card)
    for number, seat in enumerate(state.seats):
        yield ("seats", number, "temples"), seat.temples
        for index, coatl in enumerate(seat.coatls):
            yield ("seats", number, "coatls", index), (coatl.temple,) if coatl.temple else ()
    yield ("temple_deck",), state.temple_deck


# -- a player's components


def _check_hand(state: State, number: int, seat: Seat) -> None:
    index, held = state.order.index(number), len(seat.prophecies)
    if state.action == "discard":
        if held + len(seat.aside) > KEPT + index:
            raise Contradiction(("seats", number, "prophecies"), f"no more than {KEPT + index} cards were dealt")
    elif held > HAND:
        raise Contradiction(("seats", number, "prophecies"), f"no more than {HAND} prophecies were expected")
    if len(seat.aside) > index:
        raise Contradiction(("seats", number, "aside"), f"no more than {index} prophecies were expected here")
    tokens = TOKENS if state.params.tokens else ()
    if seat.tokens != tuple(token for token in tokens if token in seat.tokens):
        raise Contradiction(
            ("seats", number, "tokens"), f"some of {', '.join(tokens) or 'none'} were expected, in order"
        )
    most = 1 + (bool(tokens) and "commit" not in seat.tokens)
    if len(seat.temples) > most:
        raise Contradiction(("seats", number, "temples"), f"no more temples than {most} were expected")


def _check_serpent(path: FieldPath, coatl: Serpent) -> None:
    """Check that a cóatl can have been built, and that its cards can have been laid on it."""
    for i, piece in enumerate(coatl.pieces):
        kind = kind_of(piece)
        at_end = {"head": i == 0, "tail": i == len(coatl.pieces) - 1, "body": not is_feather(piece)}
        if not at_end[kind]:
            raise Contradiction(path, f"{piece} cannot lie there")
    if not coatl.pieces or (coatl.is_finished and not coatl.has_body):
        raise Contradiction(path, "a piece, and a body between head and tail, was expected")
    kinds = [kind_of_card(card) for card in coatl.prophecies]
    if len(set(kinds)) < len(kinds) or len(kinds) > MOST_PROPHECIES:
        raise Contradiction(path, f"no more than {MOST_PROPHECIES} prophecies were expected, no two of them alike")
    for card in coatl.prophecies:
        if not level(card, coatl):
            raise Contradiction(path, f"the prophecy {card!r} scores nothing there")
    if coatl.locked and not (coatl.is_finished and coatl.prophecies):
        raise Contradiction(path, "two closed ends and a prophecy were expected of a locked cóatl")
    if coatl.temple and not (coatl.is_finished and coatl.prophecies and temple_points(coatl.temple, coatl)):
        raise Contradiction(path, f"the temple {coatl.temple!r} cannot be laid there")


def _check_coatls(state: State, number: int, seat: Seat) -> None:
    path: FieldPath = ("seats", number, "coatls")
    if len(seat.coatls) > MOST_COATLS or len(seat.unfinished) > MOST_OPEN:
        raise Contradiction(path, f"no more than {MOST_COATLS} cóatls were expected, {MOST_OPEN} of them unfinished")
    fresh = any(coatl.is_finished and not coatl.locked for coatl in seat.coatls)
    building = number == state.player and state.action in ("build", "crown")
    if fresh and not building:
        raise Contradiction(path, "finished cóatls were expected to be locked")
    if fresh and HIDDEN not in seat.prophecies and not can_be_ended(seat):
        raise Contradiction(path, "a prophecy in the hand was expected for each finished cóatl that has none")
    if state.action == "discard" and seat.coatls:
        raise Contradiction(path, "nothing was expected to be built yet")


# -- the action, and the end


def _check_action(state: State) -> None:
    most = {"pick": 1, "steal": MOST_ROBBED}.get(state.action, 0)
    if state.left not in range(most + 1):
        raise Contradiction(("left",), f"no more than {most} was expected")
    if state.action == "pick" and state.left and not (state.seat.free and not all(map(is_feather, state.bags.body))):
        raise Contradiction(("left",), "a free slot and a body in the bag were expected")
    if (state.victim is not None) != (state.action == "steal"):
        raise Contradiction(("victim",), "somebody to take from was expected with a steal, and with nothing else")
    if state.victim is not None and (state.victim == state.player or not state.seats[state.victim].gifts):
        raise Contradiction(("victim",), "an opponent who was given a feather was expected")
    if state.action == "crown" and not any(coatl.temple and not coatl.locked for coatl in state.seat.coatls):
        raise Contradiction(("action",), "a temple on a cóatl finished in this turn was expected")
    if state.action in TOKENS and (not state.params.tokens or state.action in state.seat.tokens):
        raise Contradiction(("action",), "that token was expected to be used")


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


PILES: Final = ("heads", "tails", "bodies", "deck", "shrines")
WORDS: Final = ("player", "supply", "display", "temples", "discards", *PILES, "end", "passes", "seed", "rules")
"""The first words of lines."""
SEAT_WORDS: Final = ("board", "coatl", *SEAT_LISTS)
"""The first words of lines about a player, after the player's number."""
WORD_OF: Final = {
    "supply": "supply", "display": "display", "temples": "temples", "discards": "discards", "deck": "deck",
    "temple_deck": "shrines", "queue": "end", "passes": "passes", "seed": "seed", "shuffles": "seed",
    "head": "heads", "tail": "tails", "body": "bodies",
}  # fmt: skip
"""The first word of the line of each field of State, or of a bag; all others are in the line ``player``."""

_KEY = re.compile(f"({'|'.join(WORDS)}) (.+)|([1-9]) ({'|'.join(SEAT_WORDS)}) (.+)")
_ACTIONS = "|".join(action for action in get_args(Action) if action)
_TURN = re.compile(
    rf"([1-9])(?:, turn ([0-9]{{1,9}}))?(?:, first ([1-9]))?(?:, ({_ACTIONS}))?(?:, left ([1-9]))?(?:, from ([1-9]))?"
)
_PIECES = re.compile("[RYGBKF][htb][1-9][0-9]?( [RYGBKF][htb][1-9][0-9]?)*")
_SERPENT = re.compile(rf"({_PIECES.pattern})( \+ [^ ,]+(?: [^ ,]+)*)?(, locked)?")
_END = re.compile(f"({'|'.join(cause for cause in get_args(Cause) if cause)}), (over|-|[1-9]( [1-9])*)")
_PASSES = re.compile("[0-9]{1,9}")
_SEED = re.compile("([0-9]{1,12}), ([0-9]{1,9}) shuffles")
_MANY = re.compile(r"\?\*([0-9]{1,3})")
_TEMPLE: Final = "temple:"

Line = tuple[int, str]
"""A line's number, and its content after the first words."""


def from_text(text: str) -> State:
    """The position that prints as ``text``; raises ValueError naming the line of a fault and what was expected.

    Only the line ``player``, the player to move, is required. What is not mentioned is absent, except the tokens of a
    variant with tokens; the bags and the decks hold everything else, in the order of the ids. Lines may come in any
    order, but a player's cóatls are numbered by theirs.

    >>> state = from_text("player 1")
    >>> state.player, state.params.players, len(state.seats)
    (0, 2, 2)
    """
    return _Picture(lines_of(text)).state()


class _Picture:
    """The lines of a printed position by their first word; those of a player by number and word."""

    def __init__(self, lines: list[str]) -> None:
        self._at: dict[str, list[Line]] = {}
        for number, line in enumerate(lines, 1):
            match = _KEY.fullmatch(line)
            if match is None:
                words = ", ".join(f"“{word}”" for word in (*WORDS, *(f"1 {word}" for word in SEAT_WORDS)))
                raise _fault((number, line), f"one of {words}, and what there is to it,")
            key, rest = (match[1], match[2]) if match[1] else (f"{match[3]} {match[4]}", match[5])
            if key in self._at and not key.endswith(" coatl"):
                raise _fault((number, line), f"no second line “{key}”")
            self._at.setdefault(key, []).append((number, rest))
        if "player" not in self._at:
            raise _fault((len(lines), ""), "a line “player”")

    def state(self) -> State:
        state = self._with_end(self._with_piles(self._with_turn(self._begun())))
        try:
            check(state)
        except Contradiction as error:
            raise ValueError(f"line {self._line_of(error.path, state.player)}: {error}") from None
        return state

    # -- parts

    def _begun(self) -> State:
        """The position with the params and all components but bags and decks; turn and end are still missing."""
        where = self._at.get("rules", [(1, "{}")])[0]
        params: Params = read_params(Params, where[1], f"line {where[0]}")
        for key, lines in self._at.items():
            if key[0].isdecimal() and int(key[0]) > params.players:
                raise _fault(lines[0], f"a player from 1 to {params.players}")
        seats = tuple(self._seat(number, params) for number in range(1, params.players + 1))
        display, temples = self._gaps("display", DISPLAY), self._gaps("temples", TEMPLES)
        nothing = Bags((), (), ())
        return State(params, seats, nothing, self._supply(), (), display, (), temples, self._things("discards"))

    def _supply(self) -> tuple[tuple[str, ...], ...]:
        line = self._one("supply")
        if line is None:
            return ((),) * len(FIELDS)
        fields = line[1].split(" | ")
        if len(fields) != len(FIELDS) or not all(field == NOTHING or _PIECES.fullmatch(field) for field in fields):
            raise _fault(line, f"pieces or - for each of {len(FIELDS)} fields, parted by |,")
        return tuple(() if field == NOTHING else tuple(field.split(" ")) for field in fields)

    def _seat(self, number: int, params: Params) -> Seat:
        lists = {
            name: self._things(f"{number} {name}", default_list(name, tokens=params.tokens)) for name in SEAT_LISTS
        }
        coatls = tuple(_serpent(line) for line in self._at.get(f"{number} coatl", []))
        return Seat(self._gaps(f"{number} board", SLOTS), coatls, **lists)

    def _with_turn(self, state: State) -> State:
        line = self._at["player"][0]
        match = _TURN.fullmatch(line[1])
        if match is None:
            raise _fault(line, "a player’s number, and perhaps turn, first, what is begun, left and from,")
        action = one_of(get_args(Action), match[4] or "")
        player, first = int(match[1]) - 1, int(match[3] or 1) - 1
        turn = int(match[2]) if match[2] else int(action != "discard")
        victim = int(match[6]) - 1 if match[6] else None
        return replace(
            state, player=player, turn=turn, first=first, action=action, left=int(match[5] or 0), victim=victim
        )

    def _with_piles(self, state: State) -> State:
        """Fill the bags and decks, as given or with all remaining components."""
        rest = unseen_pieces(state)
        heads, tails, bodies, deck, shrines = (
            self._things(word, usual)
            for word, usual in zip(PILES, (*rest, rest_of_prophecies(state), rest_of_temples(state)), strict=True)
        )
        return replace(state, bags=Bags(heads, tails, bodies), deck=deck, temple_deck=shrines)

    def _with_end(self, state: State) -> State:
        end, passes, seed = (
            self._match("end", _END, "a reason, and over, - or whose turns are left, such as third, 2 1,"),
            self._match("passes", _PASSES, "a number"),
            self._match("seed", _SEED, "a number, and a number of shuffles,"),
        )
        if end:
            seats = () if end[2] in ("over", NOTHING) else tuple(int(seat) - 1 for seat in end[2].split(" "))
            state = replace(state, cause=one_of(get_args(Cause), end[1]), queue=seats, over=end[2] == "over")
        if seed:
            state = replace(state, seed=int(seed[1]), shuffles=int(seed[2]))
        return replace(state, passes=int(passes[0])) if passes else state

    # -- lines

    def _one(self, key: str) -> Line | None:
        return self._at[key][0] if key in self._at else None

    def _match(self, key: str, pattern: re.Pattern[str], wanted: str) -> re.Match[str] | None:
        """The parsed content of a line, None if there is no such line."""
        line = self._one(key)
        match = pattern.fullmatch(line[1]) if line else None
        if line and match is None:
            raise _fault(line, wanted)
        return match

    def _things(self, key: str, usual: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of pieces, cards or tokens without gaps; the default if there is no such line."""
        line = self._one(key)
        if line is None:
            return usual
        return () if line[1] == NOTHING else _list(line, gaps=False)

    def _gaps(self, key: str, size: int) -> tuple[str, ...]:
        """A list with gaps, padded with gaps to its size."""
        line = self._one(key)
        things = () if line is None else _list(line, gaps=True)
        return things + ("",) * (size - len(things))

    def _line_of(self, path: FieldPath, player: int) -> int:
        """The number of the line that holds the value at a path."""
        name = str(path[0])
        if name == "seats":
            number, what = (int(path[1]) + 1, str(path[2])) if len(path) > 2 else (player + 1, "")
            lines = self._at.get(f"{number} {what.replace('coatls', 'coatl')}")
            if lines:
                return lines[int(path[3]) if len(path) > 3 else 0][0]
        word = WORD_OF.get(str(path[1]) if name == "bags" else name, "player")
        return self._at.get(word, self._at["player"])[0][0]


def _list(line: Line, *, gaps: bool) -> tuple[str, ...]:
    """The parts of a line: a gap as "", and ``?*3`` as three hidden cards."""
    found: list[str] = []
    for part in line[1].split(" "):
        many = _MANY.fullmatch(part)
        if not part or (part == NOTHING and not gaps):
            raise _fault(line, "a list, or - alone for nothing,")
        found += [HIDDEN] * int(many[1]) if many else ["" if part == NOTHING else part]
    return tuple(found)


def _serpent(line: Line) -> Serpent:
    match = _SERPENT.fullmatch(line[1])
    if match is None:
        raise _fault(line, "pieces from the head end to the tail end, perhaps + and cards, perhaps “, locked”,")
    cards = match[3].removeprefix(" + ").split(" ") if match[3] else []
    temples = [card for card in cards if card.startswith(_TEMPLE)]
    if len(temples) > 1 or temples != cards[len(cards) - len(temples) :]:
        raise _fault(line, "one temple, behind the prophecies,")
    prophecies = tuple(cards[: len(cards) - len(temples)])
    return Serpent(tuple(match[1].split(" ")), prophecies, "".join(temples), locked=bool(match[4]))


def _fault(line: Line, wanted: str) -> ValueError:
    return ValueError(f"line {line[0]}: {wanted} was expected")
