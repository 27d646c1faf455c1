"""The rules of Cóatl: take pieces, choose prophecies or build; most points on finished cóatls win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any, Final, Literal

from logic.coatl.components import (
    BODY_FIELDS,
    COLOURS,
    DISPLAY,
    FIELDS,
    HAND,
    HEADS,
    HIDDEN,
    KEPT,
    KINDS,
    MOST_COATLS,
    TAILS,
    TEMPLES,
    TOKENS,
    Bags,
    Params,
    Seat,
    Serpent,
    bag_of,
    capacity,
    colour_of,
    feathers,
    is_feather,
    kind_of,
    known,
    pieces_of,
    prophecies,
    temples,
)
from logic.coatl.moves import (
    Action,
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
    bare,
    built,
    last_cards,
    steps,
    worth,
)
from logic.core import Dice, Event, Message, Outcome, Player, Step
from logic.narration import sentences
from logic.notation import changed_params

Supply = tuple[tuple[str, ...], ...]
"""The pieces on each field, in the order of ``FIELDS``."""


def takes(seat: Seat, supply: Supply) -> Iterator[Take]:
    """The fields that may be taken: not empty, and with a slot for each piece."""
    for field, pieces in zip(FIELDS, supply, strict=True):
        if 0 < len(pieces) <= seat.free:
            yield Take(field)


def emptied(supply: Supply, field: str) -> Supply:
    return tuple(() if name == field else pieces for name, pieces in zip(FIELDS, supply, strict=True))


def has_bodies(supply: Supply) -> bool:
    """Return whether there is a body on the supply board, golden ones included."""
    return any(supply[: len(BODY_FIELDS)])


def needs_filling(supply: Supply) -> bool:
    """Return whether empty spaces are refilled after a take: no body is left, or neither head nor tail."""
    return not has_bodies(supply) or not any(supply[len(BODY_FIELDS) :])


def filled(supply: Supply, bags: Bags) -> tuple[Supply, Bags, tuple[str, ...]]:
    """Fill all empty spaces, field by field, as far as the bags allow; also returns the new pieces."""
    left = {kind: list(pieces) for kind, pieces in zip(KINDS, (bags.head, bags.tail, bags.body), strict=True)}
    fields, new = [], []
    for field, pieces in zip(FIELDS, supply, strict=True):
        bag = left[bag_of(field)]
        wanted = capacity(field) - len(pieces)
        drawn, bag[:wanted] = bag[:wanted], []
        fields.append((*pieces, *drawn))
        new.extend(drawn)
    return tuple(fields), Bags(*(tuple(left[kind]) for kind in KINDS)), tuple(new)


def fetches(seat: Seat, bags: Bags, *, second: bool = False) -> Iterator[Fetch]:
    """The possible pieces for *Perfect Pick*: a head, a tail, or two bodies, of colours in the bag.

    Bodies come in pairs as long as there are two, so a first one needs room for both. The ``second`` is a body.
    """
    if second or seat.free >= min(2, plain_bodies(bags.body)) > 0:
        bodies = {colour_of(piece) for piece in bags.body}
        wanted = [Fetch("body", colour) for colour in COLOURS if colour in bodies]
    else:
        wanted = []
    if not second and seat.free:
        heads, tails = ({colour_of(piece) for piece in bag} for bag in (bags.head, bags.tail))
        yield from (Fetch("head", colour) for colour in COLOURS if colour in heads)
        yield from (Fetch("tail", colour) for colour in COLOURS if colour in tails)
    yield from wanted


def plain_bodies(bag: Sequence[str]) -> int:
    """The number of bodies in a bag that are not golden, which *Perfect Pick* may take."""
    return sum(not is_feather(piece) for piece in bag)


def fetched(bags: Bags, move: Fetch) -> tuple[Bags, str]:
    """Take a piece of that kind and colour from its bag, that of the lowest number: so the choice reveals nothing."""
    bag: tuple[str, ...] = getattr(bags, move.kind)
    piece = min((piece for piece in bag if piece[0] == move.colour), key=lambda piece: int(piece[2:]))
    return bags._replace(**{move.kind: tuple(other for other in bag if other != piece)}), piece


def all_pieces(params: Params) -> Bags:
    """All pieces of a game in the order of their ids, as if all were in the bags."""
    bodies = (*pieces_of("body", params.bodies_each), *feathers(params.golden))
    return Bags(pieces_of("head", HEADS), pieces_of("tail", TAILS), bodies)


def unseen_pieces(state: State) -> Bags:
    """The content of the bags by elimination, in the order of the ids."""
    seen = {piece for pieces in state.supply for piece in pieces}
    for seat in state.seats:
        seen.update(seat.pieces, seat.gifts, *(coatl.pieces for coatl in seat.coatls))
    return Bags(*(tuple(piece for piece in bag if piece not in seen) for bag in all_pieces(state.params)))


def unseen_prophecies(state: State) -> tuple[str, ...]:
    """The prophecies that a viewer sees nowhere: in the deck, in other hands, or discarded in secret."""
    seen = {*state.display, *state.discards}
    for seat in state.seats:
        seen.update(seat.prophecies, seat.aside, *(coatl.prophecies for coatl in seat.coatls))
    return tuple(card for card in prophecies(state.params.promo) if card not in seen)


def unseen_temples(state: State) -> tuple[str, ...]:
    """The temples that a viewer sees nowhere: in the deck or in other hands."""
    seen = set(state.temples)
    for seat in state.seats:
        seen.update(seat.temples, (coatl.temple for coatl in seat.coatls))
    return tuple(card for card in temples(state.params.promo) if card not in seen)


def rest_of_prophecies(state: State) -> tuple[str, ...]:
    """The deck by elimination, in the order of the ids; hidden if other cards are."""
    hands = [card for seat in state.seats for card in (*seat.prophecies, *seat.aside)]
    return _rest(unseen_prophecies(state), (*hands, *state.display, *state.discards).count(HIDDEN))


def rest_of_temples(state: State) -> tuple[str, ...]:
    """The deck of temples by elimination, as with the prophecies."""
    hands = [card for seat in state.seats for card in seat.temples]
    return _rest(unseen_temples(state), (*hands, *state.temples).count(HIDDEN))


def _rest(unseen: tuple[str, ...], hidden: int) -> tuple[str, ...]:
    return (HIDDEN,) * (len(unseen) - hidden) if hidden else unseen


Cause = Literal["", "third", "bodies", "turns", "stuck"]
"""The cause of the end: a third cóatl, no body left, all turns of a solo game played, or nobody can act."""

PRAISE = (
    Message("The temple stays silent."),
    Message("An apprentice’s work."),
    Message("A carver’s work."),
    Message("A master’s work."),
    Message("A high priest’s work."),
    Message("The gods themselves come to look."),
)
"""The verdict on a solo game, from few points to many."""

GIFT = 2
"""The points for a golden feather received from an opponent."""


def order(first: int, players: int) -> tuple[int, ...]:
    """The seats in the order of play, from the first player on."""
    return tuple((first + index) % players for index in range(players))


def turns_after_third(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The turns after a third cóatl, from the next seat on: two in a row for those who have not acted in this round.

    One for all others but that seat itself. ``seats`` are in the order of play, from the first player on.
    """
    index = seats.index(seat)
    return (*(other for other in seats[index + 1 :] for _ in range(2)), *seats[:index])


def turns_after_last_body(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The turns once no body is left: the rest of the round, then one more for all; ``seats`` as above."""
    return (*seats[seats.index(seat) + 1 :], *seats)


def points(seat: Seat) -> int:
    """The points of a seat: its finished cóatls, and the feathers it was given."""
    return sum(worth(coatl) for coatl in seat.coatls if coatl.is_finished) + GIFT * len(seat.gifts)


def standing(seat: Seat) -> tuple[int, int, int]:
    """The key of the ranking: the points, then the cards on finished cóatls, then the best single cóatl."""
    done = [coatl for coatl in seat.coatls if coatl.is_finished]
    cards = sum(len(coatl.prophecies) + bool(coatl.temple) for coatl in done)
    return points(seat), cards, max(map(worth, done), default=0)


def outcome(state: State) -> Outcome | None:
    if not state.over:
        return None
    if state.params.players == 1:
        return _alone(state)
    groups: dict[tuple[int, int, int], list[int]] = {}
    for number, seat in enumerate(state.seats):
        groups.setdefault(standing(seat), []).append(number)
    ranking = tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))
    reason = sentences(_deciding_factor(state, ranking), _reason(state))
    return Outcome(ranking[0], ranking, reason)


def _deciding_factor(state: State, ranking: Sequence[Sequence[int]]) -> Message:
    """What decided the first place: the points, or the tie-breakers."""
    (first, *shared), *below = ranking
    if shared:
        return Message("Equal in points, in cards and in the best cóatl: the win is shared.")
    best, second = standing(state.seats[first]), standing(state.seats[below[0][0]])
    said = Message("Equal in points and in cards: {player} has the best single cóatl.")
    if best[0] > second[0]:
        said = Message("{player} is {n} [point|points] ahead.")
    elif best[1] > second[1]:
        said = Message("Equal in points: {player} has more cards on finished cóatls.")
    return said.of(n=best[0] - second[0], player=Player(first))


def _alone(state: State) -> Outcome:
    """The outcome of a solo game, which is won by reaching the first of the ranks."""
    n, ranks = points(state.seats[0]), state.params.ranks
    reason = sentences(_reason(state), verdict(n, ranks))
    return Outcome((0,) if n >= ranks[0] else (), ((0,),), reason)


def verdict(n: int, ranks: Sequence[int]) -> Message:
    """The verdict for that many points in a solo game; ``ranks`` are the thresholds."""
    return PRAISE[min(sum(n >= rank for rank in ranks), len(PRAISE) - 1)]


def _reason(state: State) -> Message:
    if state.cause == "third":
        seats = state.order  # the last turn belongs to the seat before the one that caused the end
        ender = seats[(seats.index(state.player) + 1) % len(seats)]
        return Message("{player} has finished a third cóatl.", player=Player(ender))
    if state.cause == "bodies":
        return Message("No body was left on the supply board.")
    if state.cause == "turns":
        return Message("All turns are over.")
    return Message("Nobody could do anything any more.")


REFILLED = ("take", "pick")
"""The actions after which the supply board may be refilled; after *Perfect Pick* it always is."""


def ended(state: State, *, passing: bool) -> Step[State]:
    """The position after a turn or after an initial discarding, with the next player to move, and what happened."""
    if state.action == "discard":
        return _next_to_lay_aside(state)
    passes = state.passes + 1 if passing else 0
    after, locked = _locked(state)
    after, new = _refilled(after)
    after, prophecies = with_display(after)
    after, temples = _with_temples(after)
    after = _begin_last_turns(after if after.passes == passes else replace(after, passes=passes))
    final = after.queue is not None and state.queue is None
    after = _next_turn(after)
    again = after.player == state.player and not after.over
    revealed = dict.fromkeys((*new, *prophecies, *temples), ())
    events = (
        *((Event("pass"),) if passing else ()),
        *((Event("lock", dict.fromkeys(locked, ())),) if locked else ()),
        *((Event("refill", revealed, reveals=True),) if revealed else ()),
        *((Event("final"),) if final else ()),
        Event("end", reveals=again),
    )
    return Step(after, events)


def _next_to_lay_aside(state: State) -> Step[State]:
    """Let the next player discard, or the first player begin once everybody has."""
    seats = state.order
    index = seats.index(state.player) + 1
    if index < len(seats):
        return Step(replace(state, player=seats[index]), (Event("end"),))
    return Step(replace(state, player=state.first, action="", turn=1), (Event("end"),))


def _locked(state: State) -> tuple[State, tuple[str, ...]]:
    """Lock the cóatls finished in this turn; also returns their pieces."""
    new = [coatl for coatl in state.seat.coatls if coatl.is_finished and not coatl.locked]
    if not new:
        return state, ()
    coatls = tuple(replace(coatl, locked=coatl.is_finished) for coatl in state.seat.coatls)
    pieces = tuple(piece for coatl in new for piece in coatl.pieces)
    return state.with_seat(replace(state.seat, coatls=coatls)), pieces


# -- refilling


def _refilled(state: State) -> tuple[State, tuple[str, ...]]:
    """Refill the supply board if it is due, and set the last turns if it then has no body; also returns new pieces."""
    if state.action not in REFILLED or (state.action == "take" and not needs_filling(state.supply)):
        return state, ()
    supply, bags, new = filled(state.supply, state.bags)
    state = replace(state, supply=supply, bags=bags)
    if not has_bodies(supply) and state.queue is None:
        state = replace(state, queue=turns_after_last_body(state.player, state.order), cause="bodies")
    return state, new


def next_prophecy(state: State) -> tuple[str, State]:
    """The top card of the deck, and the position without it; the discards are reshuffled first if the deck is empty.

    There must be a card: see :func:`has_prophecies`.
    """
    if not state.deck:
        state = _shuffled(state)
    return state.deck[0], replace(state, deck=state.deck[1:])


def _shuffled(state: State) -> State:
    """Shuffle all discards, secret ones included, into a new deck; ``seed`` and ``shuffles`` determine its order."""
    cards = sorted((*state.discards, *(card for seat in state.seats for card in seat.aside)))
    dice = Dice(state.seed)
    for _ in range(state.shuffles + 1):
        deck = dice.shuffled(cards)
    seats = tuple(replace(seat, aside=()) for seat in state.seats)
    return replace(state, deck=tuple(deck), discards=(), seats=seats, shuffles=state.shuffles + 1)


def has_prophecies(state: State) -> bool:
    """Return whether a prophecy can be drawn: from the deck, or from the discards."""
    return bool(state.deck or state.discards or any(seat.aside for seat in state.seats))


def with_display(state: State) -> tuple[State, tuple[str, ...]]:
    """Fill the gaps in the display, as far as deck and discards allow; also returns the new prophecies."""
    if all(state.display):
        return state, ()
    display, new = list(state.display), []
    for index, card in enumerate(display):
        if not card and has_prophecies(state):
            display[index], state = next_prophecy(state)
            new.append(display[index])
    return replace(state, display=tuple(display)), tuple(new)


def _with_temples(state: State) -> tuple[State, tuple[str, ...]]:
    """Replace the face-up temples that were taken, as far as the deck allows; also returns the new ones."""
    if all(state.temples):
        return state, ()
    deck, temples, new = list(state.temple_deck), list(state.temples), []
    for index, card in enumerate(temples):
        if not card and deck:
            temples[index] = deck.pop(0)
            new.append(temples[index])
    return replace(state, temples=tuple(temples), temple_deck=tuple(deck)), tuple(new)


# -- the next player


def _begin_last_turns(state: State) -> State:
    """Set the last turns if a third cóatl is finished, a solo game has had its turns, or nobody can act any more.

    A solo game has no turn beyond the last, even if the bodies run out in it.
    """
    if state.queue is None and state.seat.finished >= MOST_COATLS:
        return replace(state, queue=turns_after_third(state.player, state.order), cause="third")
    if state.params.players == 1 and state.turn >= state.params.turns:
        return replace(state, queue=(), cause=state.cause or "turns")
    if state.queue is None and state.passes >= state.params.players:
        return replace(state, queue=(), cause="stuck")
    return state


def _next_turn(state: State) -> State:
    """Pass the turn on to the next player, or end the game if there is none."""
    queue = state.queue
    if queue is not None and not queue:
        return replace(state, action="", left=0, victim=None, over=True)
    if queue is None:
        seats = state.order
        following = seats[(seats.index(state.player) + 1) % len(seats)]
    else:
        following, queue = queue[0], queue[1:]
    turn = state.turn + 1
    return replace(state, action="", left=0, victim=None, player=following, queue=queue, turn=turn)


NOTHING: Final = "-"
"""Stands for a gap, and for an empty list."""
SEAT_LISTS: Final = ("prophecies", "temples", "tokens", "aside", "gifts")
"""The fields of a seat that have a line each, under the field's name."""


def drawn(state: State) -> str:
    """Format the position, with everything that a viewer of the whole position sees."""
    lines = [_turn(state), *_table_lines(state)]
    for number, seat in enumerate(state.seats, 1):
        lines += (f"{number} {line}" for line in _seat(seat, tokens=state.params.tokens))
    return "\n".join([*lines, *_piles(state), *_end(state)])


def _turn(state: State) -> str:
    said = [f"player {state.player + 1}", f"turn {state.turn}", f"first {state.first + 1}"]
    if state.action:
        said.append(state.action)
    if state.left:
        said.append(f"left {state.left}")
    if state.victim is not None:
        said.append(f"from {state.victim + 1}")
    return ", ".join(said)


def _table_lines(state: State) -> Iterator[str]:
    yield f"supply {' | '.join(' '.join(pieces) or NOTHING for pieces in state.supply)}"
    yield f"display {_listed(state.display)}"
    yield f"temples {_listed(state.temples)}"
    if state.discards:
        yield f"discards {_listed(state.discards)}"


def _seat(seat: Seat, *, tokens: bool) -> Iterator[str]:
    """The lines of a player, without those of an empty board and of lists with their default."""
    if seat.pieces:
        yield f"board {_listed(seat.board)}"
    for coatl in seat.coatls:
        yield f"coatl {_serpent(coatl)}"
    for name in SEAT_LISTS:
        things = getattr(seat, name)
        if things != default_list(name, tokens=tokens):
            yield f"{name} {_listed(things)}"


def default_list(name: str, *, tokens: bool) -> tuple[str, ...]:
    """The default of a list of a player that has no line."""
    return TOKENS if tokens and name == "tokens" else ()


def _serpent(coatl: Serpent) -> str:
    cards = (*coatl.prophecies, *([coatl.temple] if coatl.temple else ()))
    laid = f" + {' '.join(cards)}" if cards else ""
    return f"{' '.join(coatl.pieces)}{laid}{', locked' if coatl.locked else ''}"


def _piles(state: State) -> Iterator[str]:
    """The lines of the bags and decks, without those that follow by elimination in the order of the ids."""
    rest = unseen_pieces(state)
    piles = (
        ("heads", state.bags.head, rest.head),
        ("tails", state.bags.tail, rest.tail),
        ("bodies", state.bags.body, rest.body),
        ("deck", state.deck, rest_of_prophecies(state)),
        ("shrines", state.temple_deck, rest_of_temples(state)),
    )
    for name, pile, expected in piles:
        if pile != expected:
            yield f"{name} {_listed(pile)}"


def _end(state: State) -> Iterator[str]:
    """The optional lines about the end, passes, the seed, and the params."""
    if state.queue is not None:
        seats = "over" if state.over else _listed(str(seat + 1) for seat in state.queue)
        yield f"end {state.cause}, {seats}"
    if state.passes:
        yield f"passes {state.passes}"
    if state.seed or state.shuffles:
        yield f"seed {state.seed}, {state.shuffles} shuffles"
    changed = changed_params(state.params)
    if changed:
        yield f"rules {changed}"


def _listed(things: Iterable[str]) -> str:
    """A list in one line: a gap is a dash, and several hidden cards in a row are written as ``?*3``."""
    parts = []
    for thing, run in groupby(thing or NOTHING for thing in things):
        count = len(list(run))
        parts += [f"{HIDDEN}*{count}"] if thing == HIDDEN and count > 1 else [thing] * count
    return " ".join(parts) or NOTHING


MOST_ROBBED = 2
"""How many bodies a golden feather buys."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of Cóatl.

    ``supply`` is by field, ``seats`` by player; ``display`` and ``temples`` are the face-up cards, "" if one was
    taken. ``turn`` counts from 1, and is 0 while cards are discarded at the start. ``action`` is what the player has
    begun, ``left`` how many more pieces it allows, and ``victim`` from whom. Once the end is near, ``cause`` says why,
    and ``queue`` lists the players who still have a turn after this one. ``passes`` counts passes in a row. ``seed``
    and ``shuffles`` determine the next shuffle of the discards.
    """

    params: Params
    seats: tuple[Seat, ...]
    bags: Bags
    supply: Supply
    deck: tuple[str, ...]
    display: tuple[str, ...]
    temple_deck: tuple[str, ...]
    temples: tuple[str, ...]
    discards: tuple[str, ...] = ()
    first: int = 0
    player: int = 0
    turn: int = 1
    action: Action = ""
    left: int = 0
    victim: int | None = None
    queue: tuple[int, ...] | None = None
    cause: Cause = ""
    passes: int = 0
    over: bool = False
    seed: int = 0
    shuffles: int = 0

    # -- queries

    @property
    def seat(self) -> Seat:
        """The seat of the player to move."""
        return self.seats[self.player]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of play, from the first player on."""
        return order(self.first, self.params.players)

    def field(self, name: str) -> tuple[str, ...]:
        return self.supply[FIELDS.index(name)]

    def score(self, seat: int) -> int:
        """The points of a player's finished cóatls, and of the feathers given to that player."""
        return points(self.seats[seat])

    def turns_left(self, seat: int) -> int | None:
        """How many turns a player has after this one, None while that is unknown."""
        if self.params.players == 1 and self.queue is None:
            return max(0, self.params.turns - self.turn)
        return None if self.queue is None else self.queue.count(seat)

    # -- moves

    def legal_moves(self) -> tuple[CoatlMove, ...]:
        """All moves: the opening steps of all actions, or those of the action begun; a pass only if there are none."""
        if self.over:
            return ()
        return tuple(_LEGAL_MOVES[self.action](self)) or (Pass(),)

    def _opening_moves(self) -> Iterator[CoatlMove]:
        yield from takes(self.seat, self.supply)
        yield from self._card_moves()
        yield from steps(self.seat, self.temples, crowning=False)
        yield from self._token_moves()
        yield from self._begin_steal_moves()

    def _card_moves(self) -> Iterator[CoatlMove]:
        if len(self.seat.prophecies) < HAND:
            yield from map(Choose, known(self.display))
            if has_prophecies(self):
                yield Draw()

    def _token_moves(self) -> Iterator[CoatlMove]:
        tokens = self.seat.tokens
        if "pick" in tokens:
            yield from fetches(self.seat, self.bags)
        if "future" in tokens:
            yield Foresee()
        if "commit" in tokens:
            yield from map(Commit, known(self.temples))

    def _begin_steal_moves(self) -> Iterator[CoatlMove]:
        if any(is_feather(piece) for piece in self.seat.pieces):
            for number, seat in enumerate(self.seats):
                if number != self.player and robbable(seat):
                    yield Steal(number)

    def _discard_moves(self) -> Iterator[CoatlMove]:
        hand = self.seat.prophecies
        yield from map(Discard, known(hand)) if len(hand) > KEPT else (End(),)

    def _choice_moves(self) -> Iterator[CoatlMove]:
        yield from self._card_moves()
        yield End()

    def _foresee_moves(self) -> Iterator[CoatlMove]:
        yield from map(Discard, known(self.seat.prophecies))
        yield from self._choice_moves()

    def _build_moves(self) -> Iterator[CoatlMove]:
        yield from steps(self.seat, self.temples, crowning=self.action == "crown")
        if not bare(self.seat):
            yield End()

    def _pick_moves(self) -> Iterator[CoatlMove]:
        yield from fetches(self.seat, self.bags, second=True) if self.left else (End(),)

    def _steal_moves(self) -> Iterator[CoatlMove]:
        assert self.victim is not None  # noqa: S101 - for the type checker
        if self.left and self.seat.free:
            yield from (Rob(piece) for piece in robbable(self.seats[self.victim]))
        if self.left < MOST_ROBBED:
            yield End()

    def _end_only(self) -> Iterator[CoatlMove]:
        yield End()

    # -- effects of moves

    def apply(self, move: CoatlMove) -> Step[State]:
        return _APPLIERS[type(move)](self, move)

    def with_seat(self, seat: Seat, number: int | None = None, **changes: Any) -> State:
        """The position with another seat for the player to move, or for ``number``, and with other changes."""
        number = self.player if number is None else number
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]), **changes)

    def _apply_end(self, _move: End) -> Step[State]:
        return ended(self, passing=False)

    def _apply_pass(self, _move: Pass) -> Step[State]:
        return ended(self, passing=True)

    def _apply_discard(self, move: Discard) -> Step[State]:
        """Discard a card: in secret before the first turn, face up later."""
        seat, event = self.seat, Event("discard", {move.card: ()})
        hand = tuple(card for card in seat.prophecies if card != move.card)
        if self.action == "discard":
            return Step(self.with_seat(replace(seat, prophecies=hand, aside=(*seat.aside, move.card))), (event,))
        after = self.with_seat(replace(seat, prophecies=hand), discards=(*self.discards, move.card))
        return Step(after, (event,))

    def _apply_take(self, move: Take) -> Step[State]:
        pieces = self.field(move.field)
        seat, supply = self.seat.storing(*pieces), emptied(self.supply, move.field)
        return Step(self.with_seat(seat, supply=supply, action="take"), (Event("take", dict.fromkeys(pieces, ())),))

    def _with_card(self, card: str, **changes: Any) -> State:
        hand = (*self.seat.prophecies, card)
        return self.with_seat(replace(self.seat, prophecies=hand), action="choose", **changes)

    def _apply_choose(self, move: Choose) -> Step[State]:
        display = tuple("" if card == move.card else card for card in self.display)
        return Step(self._with_card(move.card, display=display), (Event("choose", {move.card: ()}),))

    def _apply_draw(self, _move: Draw) -> Step[State]:
        card, after = next_prophecy(self)
        return Step(after._with_card(card), (Event("draw", {card: ()}, reveals=True),))

    def _apply_build(self, move: Start | Attach | Prophesy | Crown) -> Step[State]:
        seat = built(self.seat, move)
        if isinstance(move, Crown):
            temples = tuple("" if temple == move.temple else temple for temple in self.temples)
            after = self.with_seat(seat, action="crown", temples=temples)
            return Step(after, (Event("crown", {move.temple: ()}),))
        after = self.with_seat(seat, action="build")
        if isinstance(move, Prophesy):
            return Step(after, (Event("prophesy", {move.card: ()}),))
        if isinstance(move, Start):
            return Step(after, (Event("start", {move.piece: ()}),))
        name = "close" if seat.coatls[move.coatl].is_finished else "attach"
        return Step(after, (Event(name, {move.piece: ()}),))

    def _without_token(self, token: str) -> Seat:
        return replace(self.seat, tokens=tuple(other for other in self.seat.tokens if other != token))

    def _apply_fetch(self, move: Fetch) -> Step[State]:
        """Take a piece from a bag; a first body is followed by a second if the bag has one."""
        bags, piece = fetched(self.bags, move)
        first = self.action != "pick"
        left = int(first and move.kind == "body" and plain_bodies(bags.body) > 0)
        seat = self._without_token("pick") if first else self.seat
        after = self.with_seat(seat.storing(piece), bags=bags, action="pick", left=left)
        return Step(after, (Event("fetch", {piece: ()}),))

    def _apply_foresee(self, _move: Foresee) -> Step[State]:
        """Discard the face-up prophecies, and replace them."""
        gone = tuple(card for card in self.display if card)
        empty, discards = ("",) * len(self.display), (*self.discards, *gone)
        after = self.with_seat(self._without_token("future"), discards=discards, display=empty, action="future")
        after, new = with_display(after)
        return Step(after, (Event("foresee", dict.fromkeys((*gone, *new), ()), reveals=True),))

    def _apply_commit(self, move: Commit) -> Step[State]:
        temples = tuple("" if temple == move.temple else temple for temple in self.temples)
        seat = replace(self._without_token("commit"), temples=(*self.seat.temples, move.temple))
        after = self.with_seat(seat, temples=temples, action="commit")
        return Step(after, (Event("commit", {move.temple: ()}),))

    def _apply_steal(self, move: Steal) -> Step[State]:
        feather = next(piece for piece in self.seat.pieces if is_feather(piece))
        other = self.seats[move.seat]
        after = self.with_seat(self.seat.without(feather))
        given = replace(other, gifts=(*other.gifts, feather))
        after = after.with_seat(given, move.seat, action="steal", victim=move.seat, left=MOST_ROBBED)
        return Step(after, (Event("steal", {feather: ()}),))

    def _apply_rob(self, move: Rob) -> Step[State]:
        assert self.victim is not None  # noqa: S101 - for the type checker
        after = self.with_seat(self.seats[self.victim].without(move.piece), self.victim)
        after = after.with_seat(after.seat.storing(move.piece), left=self.left - 1)
        return Step(after, (Event("rob", {move.piece: ()}),))

    # -- the end

    def outcome(self) -> Outcome | None:
        """None until the last turn is over."""
        return outcome(self)

    def __str__(self) -> str:
        return drawn(self)


def robbable(seat: Seat) -> tuple[str, ...]:
    """The pieces that a steal may take from a board: its bodies, except golden ones."""
    return tuple(piece for piece in seat.pieces if kind_of(piece) == "body" and not is_feather(piece))


_LEGAL_MOVES: dict[Action, Callable[[State], Iterator[CoatlMove]]] = {
    "": State._opening_moves,
    "discard": State._discard_moves,
    "take": State._end_only,
    "choose": State._choice_moves,
    "build": State._build_moves,
    "crown": State._build_moves,
    "pick": State._pick_moves,
    "future": State._foresee_moves,
    "commit": State._end_only,
    "steal": State._steal_moves,
}
"""The moves of each action that has begun."""

_APPLIERS: dict[type[CoatlMove], Callable[[State, Any], Step[State]]] = {
    Discard: State._apply_discard,
    Take: State._apply_take,
    Choose: State._apply_choose,
    Draw: State._apply_draw,
    Start: State._apply_build,
    Attach: State._apply_build,
    Prophesy: State._apply_build,
    Crown: State._apply_build,
    Fetch: State._apply_fetch,
    Foresee: State._apply_foresee,
    Commit: State._apply_commit,
    Steal: State._apply_steal,
    Rob: State._apply_rob,
    End: State._apply_end,
    Pass: State._apply_pass,
}
"""The effect of each kind of move."""


def new(params: Params, dice: Dice) -> State:
    """Deal a game: the first player gets three prophecies, each further one a card more; all keep three."""
    first = dice.below(params.players) if params.first is None else params.first
    bags = Bags(*(tuple(dice.shuffled(bag)) for bag in all_pieces(params)))
    deck = dice.shuffled(prophecies(params.promo))
    shrines = dice.shuffled(temples(params.promo))
    supply, bags, _ = filled(((),) * len(FIELDS), bags)
    display, deck = deck[:DISPLAY], deck[DISPLAY:]
    shown, shrines = shrines[:TEMPLES], shrines[TEMPLES:]
    seats = [Seat()] * params.players
    for index in range(params.players):
        hand, deck = deck[: KEPT + index], deck[KEPT + index :]
        seats[(first + index) % params.players] = Seat(
            prophecies=tuple(hand), temples=(shrines.pop(0),), tokens=TOKENS if params.tokens else ()
        )
    alone = params.players == 1
    action: Action = "" if alone else "discard"
    return State(
        params, tuple(seats), bags, supply, tuple(deck), tuple(display), tuple(shrines), tuple(shown),
        first=first, player=first if alone else (first + 1) % params.players, turn=int(alone), action=action,
        seed=dice.seed(),
    )  # fmt: skip


# -- what a player may know


def _covered(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(HIDDEN for _ in cards)


def redact(state: State, viewer: int) -> State:
    """The position as that player may know it: unknown cards are ``HIDDEN``.

    The content of the bags is public by elimination; it is in the order of the ids, which reveals nothing.
    """
    seats = tuple(seat if number == viewer else _others(seat) for number, seat in enumerate(state.seats))
    return replace(
        state,
        seats=seats,
        bags=unseen_pieces(state),
        deck=_covered(state.deck),
        temple_deck=_covered(state.temple_deck),
        seed=0,
    )


def _others(seat: Seat) -> Seat:
    """Cover what another player holds: prophecies and temples in the hand, and secret discards."""
    return replace(
        seat,
        prophecies=_covered(seat.prophecies),
        temples=_covered(seat.temples),
        aside=_covered(seat.aside),
    )


def sample(state: State, viewer: int, dice: Dice) -> State:
    """A full position consistent with that player's knowledge: hidden cards are dealt anew.

    A player in the middle of a build gets prophecies with which it can be ended, as such a player must have them.
    """
    known = redact(state, viewer)
    unseen = dice.shuffled(unseen_prophecies(known))
    needed = last_cards(known.seat, unseen) or () if HIDDEN in known.seat.prophecies else ()
    cards = iter([card for card in unseen if card not in needed])
    shrines = iter(dice.shuffled(unseen_temples(known)))

    def dealt(held: Iterable[str], source: Iterator[str]) -> tuple[str, ...]:
        return tuple(next(source) if card == HIDDEN else card for card in held)

    seats = tuple(
        replace(
            seat,
            prophecies=dealt(seat.prophecies, chain(needed, cards) if number == known.player else cards),
            temples=dealt(seat.temples, shrines),
            aside=dealt(seat.aside, cards),
        )
        for number, seat in enumerate(known.seats)
    )
    bags = Bags(*(tuple(dice.shuffled(bag)) for bag in unseen_pieces(known)))
    deck, temple_deck = dealt(known.deck, cards), dealt(known.temple_deck, shrines)
    return replace(known, seats=seats, bags=bags, deck=deck, temple_deck=temple_deck, seed=dice.seed())
