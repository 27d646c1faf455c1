"""Texts of Cóatl: names of cards and pieces, what moves do, why one is illegal, and the position for an adviser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from logic.coatl.components import (
    FEATHER,
    FIELDS,
    HAND,
    HIDDEN,
    KEPT,
    KINDS,
    MOST_COATLS,
    MOST_OPEN,
    MOST_PROPHECIES,
    SLOTS,
    Absent,
    Equal,
    FamilyName,
    Group,
    Length,
    Prophecy,
    Requirement,
    Seat,
    Serpent,
    Side,
    Temple,
    is_feather,
    is_temple,
    kind_of,
    kind_of_card,
    known,
    prophecy,
    temple,
    type_of,
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
    takes_card,
    takes_temple,
    temple_points,
    worth,
)
from logic.coatl.notation import from_text
from logic.coatl.rules import GIFT, State, has_prophecies, plain_bodies
from logic.coatl.statistics import TOKEN_WORDS
from logic.core import Event, Message, Player
from logic.game import Narration
from logic.narration import COMMA, Named, joined, listed, turn

PIECE_WORDS: Final[Mapping[str, Message]] = {
    "Rh": Message("red head"),
    "Yh": Message("yellow head"),
    "Gh": Message("green head"),
    "Bh": Message("blue head"),
    "Kh": Message("black head"),
    "Rt": Message("red tail"),
    "Yt": Message("yellow tail"),
    "Gt": Message("green tail"),
    "Bt": Message("blue tail"),
    "Kt": Message("black tail"),
    "Rb": Message("red body"),
    "Yb": Message("yellow body"),
    "Gb": Message("green body"),
    "Bb": Message("blue body"),
    "Kb": Message("black body"),
    "Fb": Message("golden feather"),
}
"""The names of the types of pieces."""


def piece_name(piece: str) -> Message:
    """The name of a piece by its id, or by its type alone: ``Rh1`` and ``Rh`` are a red head."""
    return PIECE_WORDS[type_of(piece)]


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
"""The names of the families of prophecies."""


def row(colours: Sequence[str]) -> Message:
    """The names of colours in order, from the head end to the tail end."""
    return joined([COLOUR_WORDS[colour] for colour in colours], Message("{a}–{b}"))


# -- titles


def title(card: str) -> Message:
    """The name of a card: a prophecy by its family and colours, a temple by its requirements, or a hidden card."""
    if card == HIDDEN:
        return Message("Hidden card")
    if is_temple(card):
        return Message("Temple: {wishes}", wishes=wishes(card))
    found = prophecy(card)
    return Message("{family}: {colours}", family=FAMILY_WORDS[found.family.name], colours=row(found.pattern))


def wishes(card: str, by: Message = COMMA) -> Message:
    """A temple's requirements, as short as possible."""
    return joined([_short_requirement(wanted) for wanted in temple(card).requirements], by)


def _short_requirement(wanted: Requirement) -> Message:
    if isinstance(wanted, Absent):
        return Message("no {colour}", colour=COLOUR_WORDS[wanted.colour])
    if isinstance(wanted, Equal):
        return Message("{a} = {b}", a=COLOUR_WORDS[wanted.one], b=COLOUR_WORDS[wanted.other])
    if isinstance(wanted, Length):
        return Message("length {n}", n=wanted.pieces)
    return Message("no {colour} card", colour=GROUP_WORDS[wanted.group])


# -- requirements


def meaning(card: str) -> Message:
    """The requirement of a card in one line."""
    if card == HIDDEN:
        return Message("You will know this card when it is shown.")
    if is_temple(card):
        return joined([requirement(wanted) for wanted in temple(card).requirements], Message("{a} {b}"))
    found = prophecy(card)
    said, shape = MEANINGS[found.family.name]
    pattern = found.pattern
    colours = row([pattern["abcde".index(letter)] for letter in shape] or pattern)
    each = dict(zip(("a", "i", "b"), (COLOUR_WORDS[colour] for colour in pattern), strict=False))
    return said.of(colours=colours, there=row(pattern), back=row(pattern[::-1]), **each)


def requirement(wanted: Requirement) -> Message:
    """A temple's requirement as a sentence."""
    if isinstance(wanted, Absent):
        return Message("No piece in this colour: {colour}.", colour=COLOUR_WORDS[wanted.colour])
    if isinstance(wanted, Equal):
        one, other = COLOUR_WORDS[wanted.one], COLOUR_WORDS[wanted.other]
        return Message("As many {a} pieces as {b} ones, at least one of each.", a=one, b=other)
    if isinstance(wanted, Length):
        return Message("Exactly {n} [piece|pieces] long.", n=wanted.pieces)
    return Message("No prophecy card in this colour on the same cóatl: {colour}.", colour=GROUP_WORDS[wanted.group])


IN_ORDER: Final = Message("Side by side, in this order from head to tail: {colours}.")
BLOCKS: Final = Message("Side by side, head to tail: {colours}. Longer runs count as well.")
MEANINGS: Final[dict[FamilyName, tuple[Message, str]]] = {
    "red": (Message("Pieces of one colour, wherever they are: {colours}."), "a"),
    "blackx": (
        Message("Exactly two side by side, never a third: {colours}. At an open end they do not count yet."),
        "aa",
    ),
    "trio": (Message("Three of one colour side by side: {colours}."), "aaa"),
    "pair": (IN_ORDER, "ab"),
    "quartet": (IN_ORDER, "abab"),
    "three_two": (BLOCKS, "aaabb"),
    "two_three": (BLOCKS, "aabbb"),
    "two_two": (BLOCKS, "aabb"),
    "rainbow": (IN_ORDER, "abcde"),
    "colorful": (Message("Side by side, head to tail: {a} once, {i} once or more, {b} once."), ""),
    "blank": (Message("From head to tail: {there}, then anything, one piece at least, then {back}."), ""),
    "anywhere": (Message("All these pieces, wherever they are: {colours}."), ""),
}
"""The sentence for each family, and its colours as letters for those of the pattern; "" for the whole pattern."""


# -- rewards


def rewards(card: str) -> tuple[Message, ...]:
    """The rewards of a card, a line per level from the lowest; for a temple, per number of requirements met."""
    return _temple_rewards(temple(card)) if is_temple(card) else _prophecy_rewards(prophecy(card))


def counted(n: int) -> Message:
    """A number of points as text."""
    return Message("{n} [point|points]", n=n)


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


# -- what a move does


SENTENCES: Final[Mapping[type[CoatlMove], Message]] = {
    Discard: Message("{player} discards the prophecy “{card}”."),
    Choose: Message("{player} takes the prophecy “{card}”."),
    Draw: Message("{player} draws a prophecy from the deck."),
    Start: Message("{player} starts a cóatl: {piece}."),
    Prophesy: Message("{player} lays the prophecy “{card}” on cóatl {number}."),
    Crown: Message("{player} lays the temple “{card}” on cóatl {number}."),
    Foresee: Message("{player} sees the future: new prophecies."),
    Commit: Message("{player} commits to the temple “{card}”."),
    Steal: Message("{player} gives {other} a golden feather."),
    Rob: Message("{player} takes it from that board: {piece}."),
    End: Message("{player} ends the turn."),
    Pass: Message("{player} can do nothing, and passes."),
}
"""The sentences of moves that have only one."""

FINISHES: Final = Message("{player} finishes cóatl {number}: {piece}.")
ADDS: Final[Mapping[Side, Message]] = {
    "head": Message("{player} adds to the head end of cóatl {number}: {piece}."),
    "tail": Message("{player} adds to the tail end of cóatl {number}: {piece}."),
}
CALLED: Final[Mapping[str, tuple[str, Callable[[Any], Message | Player | int]]]] = {
    "card": ("card", title),
    "temple": ("card", title),
    "piece": ("piece", piece_name),
    "coatl": ("number", lambda index: index + 1),
    "seat": ("other", Player),
}
"""The arguments of messages for the fields of moves, and how they are formatted."""


def _sentence(state: State, move: CoatlMove) -> Message:
    if isinstance(move, Take):
        one, *others = map(piece_name, state.field(move.field))
        if not others:
            return Message("{player} takes a piece: {piece}.", piece=one)
        return Message("{player} takes two pieces: {one}, {other}.", one=one, other=others[0])
    if isinstance(move, Fetch):
        return Message("{player} picks from the bag: {piece}.", piece=piece_name(move.thing))
    if isinstance(move, Discard) and state.action == "discard":
        return Message("{player} lays a prophecy aside.")
    if isinstance(move, Attach):
        after = state.seat.coatls[move.coatl].with_piece(move.piece, move.side)
        return FINISHES if after.is_finished else ADDS[move.side]
    return SENTENCES[type(move)]


def _final(state: State) -> Message:
    """Why the last turns have come."""
    if state.seat.finished >= MOST_COATLS:
        return Message("{player} has finished a third cóatl: the end is near.", player=Player(state.player))
    return Message("No body is left on the supply board: the end is near.")


def _locked(state: State, coatl: Serpent) -> Message:
    said = Message("{player} has finished a cóatl of length {length}: {n} [point|points].")
    return said.of(n=worth(coatl), player=Player(state.player), length=len(coatl.pieces))


# -- notices and warnings


def _last_turns(view: State, queue: tuple[int, ...]) -> Message:
    """How many turns the player to move still has near the end; by name, since spectators of the turn read it too."""
    said = Message("The end is near: this is the last turn of {player}.")
    if queue and queue[0] == view.player:
        said = Message("The end is near: {player} has 2 turns running.")
    elif view.player in queue:
        said = Message("The end is near: {player} has {n} more [turn|turns] after this one.")
    return said.of(player=Player(view.player), n=queue.count(view.player))


def _alone(view: State) -> Message | None:
    left = view.params.turns - view.turn + 1
    if left == 1:
        return Message("This is your last turn.")
    return Message("{n} [turn|turns] left.", n=left) if left <= SOON else None


SOON = 5
"""How many turns before the end a player of a solo game is notified."""


def _near(view: State) -> Message | None:
    """A notice about the next opponent who has two finished cóatls and a third begun; None if there is none."""
    others = [(view.player + step) % view.params.players for step in range(1, view.params.players)]
    near = [n for n in others if view.seats[n].finished == MOST_COATLS - 1 and view.seats[n].unfinished]
    if not near:
        return None
    return Message("{player} is building a third cóatl.", player=Player(near[0]))


def _unused_card_notice(view: State) -> Message | None:
    """A question about a card that could still be laid on a cóatl finished in this turn; None if there is none.

    The card is not named, since others may see the screen.
    """
    ready = [coatl for coatl in view.seat.coatls if coatl.is_finished and not coatl.locked]
    prophecies = known(view.seat.prophecies)
    if view.action == "build" and any(takes_card(card, coatl) for card in prophecies for coatl in ready):
        return Message("A prophecy of yours still scores on the finished cóatl. End without it?")
    temples = known((*view.temples, *view.seat.temples))
    if any(takes_temple(temple, coatl) for temple in temples for coatl in ready):
        return Message("A temple still scores on the finished cóatl. End without it?")
    return None


MOVE_KINDS: Final[Mapping[Message, tuple[type[CoatlMove], ...]]] = {
    Message("take pieces"): (Take,),
    Message("choose prophecies"): (Choose, Draw),
    Message("build"): (Start, Attach),
    Message("lay cards"): (Prophesy, Crown),
    Message("use a token"): (Fetch, Foresee, Commit),
    Message("steal"): (Steal, Rob),
    Message("discard"): (Discard,),
    Message("end the turn"): (End, Pass),
}
"""The kinds of action, and the moves that begin or continue them."""


# -- what matters now


def _possible_actions(view: State, viewer: int) -> Iterator[Message]:
    """The kinds of action that are open to the viewer now, if it is the viewer's turn."""
    if view.player != viewer or view.over:
        return
    moves = view.legal_moves()
    kinds = [words for words, kind in MOVE_KINDS.items() if any(isinstance(move, kind) for move in moves)]
    yield Message("Possible now: {kinds}.", kinds=listed(kinds, len(MOVE_KINDS)))


def _clock(view: State, viewer: int) -> Iterator[Message]:
    """How near the end is: the number of turns left, or who has two finished cóatls."""
    left = view.turns_left(viewer)
    if view.over:
        return
    if left is not None:
        yield Message("Turns left for you after the present one: {n}.", n=left)
    others = [seat for seat in range(view.params.players) if view.seats[seat].finished == MOST_COATLS - 1]
    if left is None and others:
        yield Message("One cóatl short of the end: {players}.", players=listed([Player(seat) for seat in others]))


class Speller(NamedTuple):
    """How pieces, prophecies, temples, colours, supply fields and tokens are named: in words or in codes."""

    pieces: Callable[[Sequence[str]], Named]
    card: Callable[[str], Named]
    temple: Callable[[str], Named]
    colours: Callable[[str], Named]
    field: Callable[[str, Sequence[str]], Named]
    token: Callable[[str], Named]


def _looks(pieces: Sequence[str]) -> Named:
    """Pieces by their types, equal ones together."""
    counted = Counter(type_of(piece) for piece in pieces)
    return " ".join(f"{n}×{look}" if n > 1 else look for look, n in counted.items()) or Message("none")


def _names(pieces: Sequence[str]) -> Named:
    return listed([piece_name(piece) for piece in pieces], SLOTS)


WITH: Final = Message("{a} + {b}")
CODES: Final = Speller(
    pieces=_looks,
    card=str,
    temple=lambda card: card.partition(":")[2],
    colours=str,
    field=lambda name, held: f"{name} {'+'.join(map(type_of, held))}",
    token=str,
)
"""Pieces by their types, cards by their ids, but temples without the prefix ``temple:``."""
NAMES: Final = Speller(
    pieces=_names,
    card=title,
    temple=lambda card: wishes(card, WITH),
    colours=row,
    field=lambda _, held: joined([piece_name(piece) for piece in held], WITH),
    token=TOKEN_WORDS.__getitem__,
)
"""As they are called in the game."""


def _coatls(seat: Seat, spell: Speller) -> Iterator[Message]:
    """The player's cóatls that can still grow, from the head end to the tail end."""
    for number, coatl in enumerate(seat.coatls, 1):
        if not coatl.is_finished:
            yield Message("Cóatl {number}: {colours}, {ends}; on it: {cards}.", number=number,
                          colours=spell.colours(coatl.colours), ends=_ends(coatl),
                          cards=_cards(coatl.prophecies, spell.card))  # fmt: skip


def _ends(coatl: Serpent) -> Message:
    if coatl.head_closed:
        return Message("with a head, open at the tail end")
    if coatl.tail_closed:
        return Message("with a tail, open at the head end")
    return Message("open at both ends")


def _cards(cards: Iterable[str], name: Callable[[str], Named]) -> Named:
    return listed([name(card) for card in known(cards)], HAND + 1)


def _opponent_progress(view: State, number: int) -> Message:
    """Another player's progress: points, cóatls, pieces and cards."""
    seat = view.seats[number]
    return Message("{player}: points {points}, cóatls finished {done}, begun {begun}, pieces {pieces}, prophecies "
                   "{cards}.", player=Player(number), points=view.score(number), done=seat.finished,
                   begun=len(seat.unfinished), pieces=len(seat.pieces), cards=len(seat.prophecies))  # fmt: skip


def _supply(view: State, spell: Speller) -> Named:
    """The content of each non-empty field of the supply board."""
    return listed([spell.field(name, held) for name in FIELDS if (held := view.field(name))], len(FIELDS))


def _tokens(view: State, own: Seat, spell: Speller) -> Iterator[Message]:
    if view.params.tokens:
        yield Message("Your tokens: {tokens}.", tokens=listed([spell.token(token) for token in own.tokens]))


def _aim(view: State) -> Message:
    if view.params.players == 1:
        return Message("Played alone: as many points as can be in {n} [turn|turns].", n=view.params.turns)
    return Message("Who finishes a third cóatl brings the end; the most points win.")


# -- the rules of a turn


def _more(view: State) -> Iterator[Message]:
    if view.params.tokens:
        yield Message("Or use a token, each once: “fetch” a head, a tail or two bodies from the bags, “foresee” new "
                      "face-up prophecies, “commit” a face-up temple to the hand.")  # fmt: skip
    if view.params.golden:
        yield Message("Golden feathers are never built with: “steal” with a player’s number gives one away and lets "
                      "you “rob” up to two bodies there; it is worth points to whoever gets it.")  # fmt: skip


def _reading() -> Message:
    return Message("Pieces are written as colour and kind: R red, Y yellow, G green, B blue, K black, F golden; "
                   "h head, t tail, b body. Cóatls and patterns are read from the head to the tail end.")  # fmt: skip


# -- why a move cannot be made

Reasons = Iterator[Message]
"""Reasons against an illegal move, the simplest first; only the first is sure to apply."""

BOARD_FULL: Final = Message("Your board is full.")
NOT_ON_BOARD: Final = Message("This piece is not on your board.")
NOT_BUILT: Final = Message("Golden feathers are never built with.")
NO_COATL: Final = Message("There is no such cóatl yet.")
LOCKED: Final = Message("This cóatl was finished in an earlier turn: nothing is added any more.")
NOT_IN_HAND: Final = Message("This prophecy is not in your hand.")
BARE: Final = Message("A finished cóatl still needs a prophecy.")
NO_TOKEN: Final = Message("You do not have this token any more.")
NO_TEMPLE: Final = Message("This temple can be taken neither from the table nor from your hand.")

_BUILD: Final = {Start, Attach, Prophesy, Crown, End}
ALLOWED: Final[dict[Action, set[type[CoatlMove]]]] = {
    "": set(get_args(CoatlMove)),
    "discard": {Discard, End},
    "take": {End},
    "choose": {Choose, Draw, End},
    "build": _BUILD,
    "crown": {Crown, End},
    "pick": {Fetch, End},
    "future": {Discard, Choose, Draw, End},
    "commit": {End},
    "steal": {Rob, End},
}
"""The kinds of moves that belong to an action that has begun."""

BUSY: Final[dict[Action, Message]] = {
    "discard": Message("Before the first turn only prophecies are laid aside."),
    "take": Message("You have taken pieces: end your turn, or take that back."),
    "choose": Message("You are choosing prophecies: choose more, or end your turn."),
    "build": Message("You are building: go on, or end your turn."),
    "crown": Message("Temples come last: nothing else is built or laid after one."),
    "pick": Message("You are picking from the bags: that is all in this turn."),
    "future": Message("You see the future: discard, choose prophecies, or end your turn."),
    "commit": Message("You have taken a temple: end your turn, or take that back."),
    "steal": Message("You have given a feather: take bodies for it, or end your turn."),
}
"""The reason against all other moves."""


def _why_not_take(state: State, move: Take) -> Reasons:
    pieces, free = state.field(move.field), state.seat.free
    if not pieces:
        yield Message("This field is empty.")
    if not free:
        yield BOARD_FULL
    yield Message("Two bodies need two free slots, and you have one.")


def _why_not_choose(state: State, _move: Choose | Draw) -> Reasons:
    if len(state.seat.prophecies) >= HAND:
        yield Message("Your hand is full: {n} prophecies are the most.", n=HAND)
    if not has_prophecies(state):
        yield Message("There is no prophecy left to draw.")
    yield Message("This prophecy cannot be chosen: it does not lie there.")


def _why_not_discard(state: State, move: Discard) -> Reasons:
    if not state.action:
        yield Message("Prophecies are laid aside only before the first turn, or with the token See the Future.")
    if move.card not in state.seat.prophecies:
        yield NOT_IN_HAND
    yield Message("{n} prophecies are kept.", n=KEPT)


def _why_not_start(state: State, move: Start) -> Reasons:
    yield from _why_no_piece(state.seat, move.piece)
    if len(state.seat.coatls) >= MOST_COATLS:
        yield Message("You have started {n} cóatls: there are no more in a game.", n=MOST_COATLS)
    yield Message("You have {n} unfinished cóatls: finish one first.", n=MOST_OPEN)


def _why_no_piece(seat: Seat, piece: str) -> Reasons:
    if piece not in seat.pieces:
        yield NOT_ON_BOARD
    if is_feather(piece):
        yield NOT_BUILT


def _why_not_attach(state: State, move: Attach) -> Reasons:
    yield from _why_no_piece(state.seat, move.piece)
    yield from _why_not_open(state.seat, move.coatl)
    coatl, kind = state.seat.coatls[move.coatl], kind_of(move.piece)
    if coatl.is_finished:
        yield Message("This cóatl is closed at both ends.")
    if kind == "head" and move.side == "tail":
        yield Message("A head closes the head end, not the tail end.")
    if kind == "tail" and move.side == "head":
        yield Message("A tail closes the tail end, not the head end.")
    if coatl.head_closed if move.side == "head" else coatl.tail_closed:
        yield Message("This end is closed.")
    if not coatl.has_body:
        yield Message("Between head and tail there must be a body.")
    after = built(state.seat, move)
    if any(takes_card(card, after.coatls[move.coatl]) for card in after.prophecies):
        yield Message("The prophecies that score there are needed by another finished cóatl.")
    yield Message("A finished cóatl needs a prophecy, and none in your hand would score on this one.")


def _why_not_open(seat: Seat, index: int) -> Reasons:
    if not 0 <= index < len(seat.coatls):
        yield NO_COATL
    if seat.coatls[index].locked:
        yield LOCKED


def _why_not_prophesy(state: State, move: Prophesy) -> Reasons:
    if move.card not in state.seat.prophecies:
        yield NOT_IN_HAND
    yield from _why_not_open(state.seat, move.coatl)
    coatl = state.seat.coatls[move.coatl]
    if len(coatl.prophecies) >= MOST_PROPHECIES:
        yield Message("A cóatl bears no more than {n} prophecies.", n=MOST_PROPHECIES)
    if kind_of_card(move.card) in map(kind_of_card, coatl.prophecies):
        yield Message("Its twin lies on this cóatl already.")
    if not takes_card(move.card, coatl):
        yield (
            Message("This prophecy scores nothing there.")
            if coatl.is_finished
            else Message("This prophecy does not score there yet.")
        )
    yield Message("Another finished cóatl needs this prophecy.")


def _why_not_crown(state: State, move: Crown) -> Reasons:
    if move.temple not in (*state.temples, *state.seat.temples):
        yield NO_TEMPLE
    yield from _why_not_open(state.seat, move.coatl)
    coatl = state.seat.coatls[move.coatl]
    if not coatl.is_finished:
        yield Message("Temples are laid only on a cóatl that is finished in this turn.")
    if not coatl.prophecies:
        yield Message("Without a prophecy a cóatl bears no temple.")
    if coatl.temple:
        yield Message("A cóatl bears no more than one temple.")
    if not temple_points(move.temple, coatl):
        yield Message("The cóatl has nothing of what this temple asks for.")
    yield BARE


def _why_not_fetch(state: State, move: Fetch) -> Reasons:
    if state.action == "pick":
        if not state.left:
            yield BUSY["pick"]
        if move.kind != "body":
            yield Message("The second piece must be a body too.")
    elif "pick" not in state.seat.tokens:
        yield NO_TOKEN
    if not state.seat.free:
        yield BOARD_FULL
    if move.kind == "body" and plain_bodies(state.bags.body) > 1 and not state.left and state.seat.free == 1:
        yield Message("Two bodies need two free slots, and you have one.")
    yield Message("There is no such piece in the bag.")


def _why_not_use_token(state: State, move: Foresee | Commit) -> Reasons:
    token = "future" if isinstance(move, Foresee) else "commit"
    if token not in state.seat.tokens:
        yield NO_TOKEN
    yield NO_TEMPLE


def _why_not_steal(state: State, move: Steal) -> Reasons:
    if not any(map(is_feather, state.seat.pieces)):
        yield Message("You have no golden feather.")
    if move.seat == state.player:
        yield Message("A feather is given to somebody else.")
    yield Message("There is no body on that board.")


def _why_not_rob(state: State, _move: Rob) -> Reasons:
    if state.victim is None:
        yield Message("Bodies of others are taken only for a golden feather.")
    if not state.left:
        yield Message("A feather brings no more than two bodies.")
    if not state.seat.free:
        yield BOARD_FULL
    yield Message("Only bodies can be taken, and only from this board.")


def _why_not_end(state: State, _move: End) -> Reasons:
    if bare(state.seat):
        yield BARE
    if state.action == "discard":
        n = len(state.seat.prophecies) - KEPT
        yield Message("Lay {n} more [prophecy|prophecies] aside.", n=n)
    if state.action == "pick":
        yield Message("Choose a second body.")
    if state.action == "steal":
        yield Message("Take a body for the feather first.")
    yield from _why_not_pass(state, Pass())


def _why_not_pass(state: State, _move: Pass) -> Reasons:
    if state.legal_moves() == (Pass(),):
        yield Message("You can do nothing at all: pass.")
    yield Message("First take pieces, choose prophecies or build.")


REASONS: Final[dict[type[CoatlMove], Callable[[State, Any], Reasons]]] = {
    Take: _why_not_take,
    Choose: _why_not_choose,
    Draw: _why_not_choose,
    Discard: _why_not_discard,
    Start: _why_not_start,
    Attach: _why_not_attach,
    Prophesy: _why_not_prophesy,
    Crown: _why_not_crown,
    Fetch: _why_not_fetch,
    Foresee: _why_not_use_token,
    Commit: _why_not_use_token,
    Steal: _why_not_steal,
    Rob: _why_not_rob,
    End: _why_not_end,
    Pass: _why_not_pass,
}
"""Each function is called only if its move is illegal, and so yields a reason."""


def why_not(state: State, move: CoatlMove) -> Message | None:
    """Why the player to move cannot make a move now; None if it is legal."""
    if move in state.legal_moves():
        return None
    if state.over:
        return Message("The game is over.")
    if type(move) not in ALLOWED[state.action]:
        return BUSY[state.action]
    return next(REASONS[type(move)](state, move))


def why_not_token(state: State, token: str) -> Message | None:
    """Why a sacrifice token cannot be used; None if a legal move uses it."""
    uses = {"pick": Fetch, "future": Foresee, "commit": Commit}[token]
    if state.action == "" and any(isinstance(move, uses) for move in state.legal_moves()):
        return None
    if state.over or state.action:
        return Message("The game is over.") if state.over else Message("Tokens are used at the start of a turn.")
    if token not in state.seat.tokens:
        return NO_TOKEN
    if token == "commit":  # noqa: S105 - a piece of stone
        return Message("There is no temple left to take.")
    return BOARD_FULL if not state.seat.free else Message("There is nothing in the bags that fits on your board.")


# -- as data


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
    """The cards of a hand, or their number if they are hidden."""
    return len(cards) if HIDDEN in cards else cards


def _coatl(coatl: Serpent) -> dict[str, Any]:
    return {
        "colours": coatl.colours,
        "head": coatl.head_closed,
        "tail": coatl.tail_closed,
        "cards": [*coatl.prophecies, *known((coatl.temple,))],
        "points": worth(coatl),
    }


def _relevant_cards(view: State) -> tuple[str, ...]:
    """The cards whose meaning matters now, each once: face up, in known hands, on cóatls that can still grow."""
    cards = [*view.display, *view.temples]
    for seat in view.seats:
        cards += (*seat.prophecies, *seat.temples)
        cards += (card for coatl in seat.coatls if not coatl.locked for card in coatl.prophecies)
    return tuple(dict.fromkeys(known(cards)))


# -- the role


class CoatlNarration(Narration):
    """The ``NARRATION`` of Cóatl."""

    def describe(self, state: State, move: CoatlMove) -> Message:
        """Describe what a move about to be made does, as everybody at the table may know it."""
        known = {called: say(getattr(move, name)) for name, (called, say) in CALLED.items() if hasattr(move, name)}
        return _sentence(state, move).of(player=Player(state.player), **known)

    def tell(self, state: State, move: CoatlMove, events: Sequence[Event]) -> tuple[Message, ...]:
        """Report what a move has led to; the end of a turn reports only its public effects."""
        if not isinstance(move, End):
            return (self.describe(state, move),)
        names = {event.name for event in events}
        lines = [_locked(state, coatl) for coatl in state.seat.coatls if coatl.is_finished and not coatl.locked]
        if "refill" in names and state.action in ("take", "pick"):
            lines.append(Message("The supply board is filled again."))
        is_last = "pass" in names or (state.params.players == 1 and state.turn >= state.params.turns)
        if "final" in names and not is_last:
            lines.append(_final(state))
        return tuple(lines)

    def notice(self, view: State) -> Message | None:
        """How many turns are left once the end is near, or who may cause the end with the next turn; None before."""
        if view.over or view.action == "discard":
            return None
        if view.queue is not None:
            return _last_turns(view, view.queue)
        if view.params.players == 1:
            return _alone(view)
        return _near(view)

    def warning(self, view: State, move: CoatlMove) -> Message | None:
        """Ask before something hidden is revealed, and before cards that score are left behind for good."""
        if isinstance(move, Draw):
            return Message("What is drawn cannot be put back. Draw from the deck?")
        if isinstance(move, Foresee):
            return Message("New prophecies cannot be turned down again. Use the token?")
        if isinstance(move, End) and view.action in ("build", "crown"):
            return _unused_card_notice(view)
        return None

    def facts(self, state: State, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
        """The points of each player as a sum: the cóatls, one after the other, and each feather received.

        A player with a single part or none has no line.
        """
        made = [
            [*(worth(coatl) for coatl in seat.coatls if coatl.is_finished), *(GIFT for _ in seat.gifts)]
            for seat in state.seats
        ]
        return tuple(
            Message("{player}: {sum} = {n}", player=Player(seat), sum=" + ".join(map(str, each)), n=sum(each))
            for seat, each in enumerate(made)
            if len(each) > 1
        )

    def synopsis(self, view: State, viewer: int) -> tuple[Message, ...]:
        return self._told(view, viewer, CODES)

    def in_words(self, view: State, viewer: int) -> tuple[Message, ...]:
        return self._told(view, viewer, NAMES)

    @staticmethod
    def _told(view: State, viewer: int, spell: Speller) -> tuple[Message, ...]:
        own = view.seats[viewer]
        return (
            turn(view, viewer),
            Message("You are {player} and have {n} [point|points].", player=Player(viewer), n=view.score(viewer)),
            *_possible_actions(view, viewer),
            *_clock(view, viewer),
            Message("Your pieces: {pieces}; free slots: {n}.", pieces=spell.pieces(own.pieces), n=own.free),
            *_coatls(own, spell),
            Message("Your prophecies: {cards}.", cards=_cards(own.prophecies, spell.card)),
            *(_opponent_progress(view, seat) for seat in range(view.params.players) if seat != viewer),
            Message("Supply: {fields}.", fields=_supply(view, spell)),
            Message("Face up: {cards}.", cards=_cards(view.display, spell.card)),
            Message("Your temples: {cards}. Temples face up: {others}.", cards=_cards(own.temples, spell.temple),
                    others=_cards(view.temples, spell.temple)),
            Message("Left in the bags: heads {heads}, tails {tails}, bodies {bodies}.", heads=len(view.bags.head),
                    tails=len(view.bags.tail), bodies=len(view.bags.body)),
            *_tokens(view, own, spell),
            _aim(view),
            Message("Only finished cóatls count, each with a head, a tail, bodies and a prophecy at least."),
            Message("Finished cóatls of yours: {done} of {most}; begun: {begun}.", done=own.finished, most=MOST_COATLS,
                    begun=len(own.unfinished)),
        )  # fmt: skip

    def constraints(self, view: State) -> tuple[Message, ...]:
        if view.action == "discard":
            return (
                Message("Before the first turn everybody lays prophecies aside until {n} are left: “discard” with a "
                        "card, then “end”.", n=KEPT),
                _reading(),
            )  # fmt: skip
        return (
            Message("A turn is exactly one action and then “end”:"),
            Message("Take all pieces of one field of the supply (“take b1”), with a free slot for each; a board has "
                    "eight."),
            Message("Or choose prophecies, face up (“choose” with a card) or blind (“draw”), up to {n} in hand.",
                    n=HAND),
            Message("Or build, in as many steps as you like: “start” with a piece; “attach” with a piece, the number "
                    "of the cóatl and “head” or “tail” for the end."),
            Message("While building, “prophesy” with a card that scores there already and the number of the cóatl; "
                    "last of all “crown” with a temple and the number of one finished now that has a prophecy."),
            Message("A head or tail closes its end, where there is a body. With both ends closed a cóatl is finished "
                    "and must bear a prophecy. At most {open} unfinished at a time, {all} in all, {cards} prophecies "
                    "on each, no two alike.", open=MOST_OPEN, all=MOST_COATLS, cards=MOST_PROPHECIES),
            *_more(view),
            _aim(view),
            _reading(),
        )  # fmt: skip

    def plain(self, view: State) -> dict[str, Any]:
        """The position as plain data; hidden cards in hands are counted, the cards that matter now are explained."""
        return {
            "turn": {"number": view.turn, "player": view.player + 1, "action": view.action, "left": view.left},
            "supply": dict(zip(FIELDS, view.supply, strict=True)),
            "prophecies_face_up": known(view.display),
            "temples_face_up": known(view.temples),
            "bags": {kind: Counter(map(type_of, pieces)) for kind, pieces in zip(KINDS, view.bags, strict=True)},
            "discards": known(view.discards),
            "players": [_seat(view, number) for number in range(view.params.players)],
            "turns_left": None if view.queue is None else [number + 1 for number in view.queue],
            "cards": {card: f"{meaning(card)} {'; '.join(map(str, rewards(card)))}" for card in _relevant_cards(view)},
        }

    def from_text(self, text: str) -> State:
        return from_text(text)

    def exhibit(self, name: str) -> Temple | Prophecy:
        """The prophecy or temple of that name; :func:`logic.coatl.scoring.exhibit` makes an example of it."""
        return temple(name) if is_temple(name) else prophecy(kind_of_card(name))


NARRATION = CoatlNarration()
