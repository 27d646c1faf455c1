"""Texts on the screen of Cóatl: what may be done, what each thing is, and why one does not respond now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import cast

from logic.coatl import State
from logic.coatl.components import (
    COLOURS,
    FEATHER,
    HIDDEN,
    KEPT,
    LETTERS,
    Colour,
    Kind,
    Serpent,
    Side,
    is_feather,
    is_temple,
)
from logic.coatl.moves import (
    Action,
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
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
    prophecy_points,
    temple_points,
    worth,
)
from logic.coatl.narration import COLOUR_WORDS, meaning, piece_name, rewards, row, title, why_not_token
from logic.coatl.narration import why_not as why_not_move
from logic.coatl.rules import GIFT, unseen_pieces
from logic.coatl.statistics import TOKEN_WORDS
from logic.core import Message, Player
from logic.narration import joined, sentences
from scenes.coatl.layout import Spot, own_cards

TOKEN_USES = {
    "pick": Message("Take a head, a tail, or two bodies of your choice from the bags. Then empty spaces are filled."),
    "future": Message("The six prophecies are renewed, you may discard from your hand, then take cards, or none."),
    "commit": Message("Take one of the two temples into your hand."),
}
"""Effects of the sacrifice tokens."""
COVERED_CARD = Message("Your card, face down. Hold it to look at your hand.")
BAG_WORDS: dict[Kind, Message] = {
    "head": Message("The bag of heads"),
    "tail": Message("The bag of tails"),
    "body": Message("The bag of bodies"),
}
"""Names of the bags."""


# -- market


def describe_field(state: State, field: str) -> Message:
    """Describe a field of the supply board."""
    pieces = state.field(field)
    if not pieces:
        return Message("An empty field. It is filled when no body is left, or neither head nor tail.")
    return Message("All of it together: {pieces}. Each piece needs a place on your board.", pieces=joined(
        [piece_name(piece) for piece in pieces]))  # fmt: skip


def describe_bag(state: State, kind: Kind) -> Message:
    """Say how many pieces of each colour are left in a bag."""
    bag: tuple[str, ...] = getattr(state.bags, kind)
    counts = [(colour, sum(piece[0] == colour for piece in bag)) for colour in (*COLOURS, FEATHER)]
    said = [Message("{colour} {n}", colour=COLOUR_WORDS[colour], n=n) for colour, n in counts if n or colour != FEATHER]
    return Message("{bag}: {n} left. {colours}.", bag=BAG_WORDS[kind], n=len(bag), colours=joined(said))


def describe_deck(state: State) -> Message:
    """Say how many prophecies are left in the deck."""
    n = len(state.deck)
    if n:
        return Message("The deck of prophecies: {n} [card|cards]. Tap it to draw one unseen.", n=n)
    return Message("The deck of prophecies is empty. What was laid aside is shuffled for the next one.")


def describe_discards(state: State) -> Message:
    """Say how many prophecies are discarded, and name the last one."""
    if not state.discards:
        return Message("Discarded prophecies lie here. There is none yet.")
    n = len(state.discards)
    return Message("{n} discarded [prophecy|prophecies]. The last one: {card}.", n=n, card=title(state.discards[-1]))


def describe_temple_deck(state: State) -> Message:
    n = len(state.temple_deck)
    return Message("{n} [temple|temples] [is|are] still to come.", n=n)


# -- cards


def describe_card(state: State, card: str, viewer: int) -> Message:
    """Describe a card, its requirements and points, and its present score: on its cóatl, or on the viewer's."""
    if card == HIDDEN:
        return Message("A hidden card. Only its player knows it.")
    if is_temple(card):
        wishes = [Message("{text}.", text=reward) for reward in rewards(card)]
        said = Message("{card}. {meaning}", card=title(card), meaning=meaning(card))
        return sentences(said, *wishes, *_scores_now(state, card, viewer))
    gives = reduce(lambda a, b: Message("{a}; {b}", a=a, b=b), rewards(card))
    said = Message("{card}. {meaning} It gives: {rewards}.", card=title(card), meaning=meaning(card), rewards=gives)
    return sentences(said, *_scores_now(state, card, viewer))


def _scores_now(state: State, card: str, viewer: int) -> Iterator[Message]:
    for seat in state.seats:
        for coatl in seat.coatls:
            if card in (*coatl.prophecies, coatl.temple):
                n = _points_of(card, coatl)
                yield Message("Here it scores {n} [point|points] now.", n=n)
                return
    own = state.seats[viewer].coatls if viewer < len(state.seats) else ()
    for number, coatl in enumerate(own, 1):
        if not coatl.locked and (coatl.is_finished or not is_temple(card)):
            yield _on_own(_points_of(card, coatl), number)


def _on_own(n: int, number: int) -> Message:
    if not n:
        return Message("Nothing yet on your cóatl {number}.", number=number)
    return Message("{n} [point|points] on your cóatl {number} as it is.", n=n, number=number)


def _points_of(card: str, coatl: Serpent) -> int:
    return temple_points(card, coatl) if is_temple(card) else prophecy_points(card, coatl)


# -- things of a player


def describe_piece(piece: str) -> Message:
    if is_feather(piece):
        return Message(
            "A golden feather. Nothing is built with it. Give it to an opponent, and take two bodies for it."
        )
    return Message("{piece}.", piece=piece_name(piece))


def describe_board(state: State, seat: int) -> Message:
    """Say how much room is on a player's board."""
    n = state.seats[seat].free
    return Message("Room for {n} more [piece|pieces] on the board of {player}.", n=n, player=Player(seat))


def describe_coatl(state: State, seat: int, index: int) -> Message:
    """Describe a player's cóatl from head to tail, and its points; or that there is none yet."""
    coatls = state.seats[seat].coatls
    if index >= len(coatls):
        return Message("Room for a cóatl of {player}.", player=Player(seat))
    coatl = coatls[index]
    number, length, colours = index + 1, len(coatl.pieces), row(coatl.colours)
    if coatl.is_finished:
        first = Message("Cóatl {number} of {player}, finished, {length} long: {colours}.", number=number,
                        player=Player(seat), length=length, colours=colours)  # fmt: skip
        return sentences(first, _counted(worth(coatl)))
    first = Message("Cóatl {number} of {player}, {length} long so far: {colours}.", number=number,
                    player=Player(seat), length=length, colours=colours)  # fmt: skip
    n = worth(coatl)
    points = Message("Its cards are worth {n} [point|points] as it is.", n=n)
    return sentences(first, points)


def _counted(n: int) -> Message:
    return Message("It counts {n} [point|points].", n=n)


def describe_seat(state: State, seat: int) -> Message:
    """Say what a player has of what is counted; of the cards in the hand only their number."""
    before, n = state.seats[seat], state.score(seat)
    prophecies, temples = len(before.prophecies), len(before.temples)
    return sentences(
        Message("{player} has {n} [point|points].", n=n, player=Player(seat)),
        Message("Finished cóatls: {finished}. In hand: prophecies {prophecies}, temples {temples}.",
                finished=before.finished, prophecies=prophecies, temples=temples),
        *([describe_gifts(state, seat)] if before.gifts else []),
    )  # fmt: skip


def describe_token(state: State, token: str, seat: int) -> Message:
    """Describe a sacrifice token, or say that it was used."""
    if token not in state.seats[seat].tokens:
        return Message("{token}: used, once in a game.", token=TOKEN_WORDS[token])
    return Message("{token}, once in the game instead of anything else. {use}", token=TOKEN_WORDS[token],
                   use=TOKEN_USES[token])  # fmt: skip


def describe_gifts(state: State, seat: int) -> Message:
    """Say what the golden feathers given by others are worth."""
    n = len(state.seats[seat].gifts)
    given = Message("{n} golden [feather|feathers] [was|were] given for bodies.", n=n)
    return sentences(given, Message("That counts {n} [point|points].", n=GIFT * n))


Teller = Callable[[State, Spot, int], Message | None]
SIDES: tuple[Side, ...] = ("head", "tail")
KINDS: Mapping[str, Kind] = {letter: kind for kind, letter in LETTERS.items()}


def describe_spot(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say what a thing is, and what it is worth; None if there is nothing to say."""
    teller = _TOLD.get(spot.kind)
    return teller(state, spot, viewer) if teller is not None else None


def _bag(state: State, spot: Spot, _viewer: int) -> Message:
    """Describe the possible content of a bag: everything that is nowhere else, as anybody can count."""
    return describe_bag(replace(state, bags=unseen_pieces(state)), cast("Kind", spot.name))


def _coatl(state: State, spot: Spot, viewer: int) -> Message | None:
    if spot.kind == "lane":
        return describe_coatl(state, viewer, spot.number)
    coatls = state.seats[spot.number].coatls
    for index, coatl in enumerate(coatls):
        if spot.name in (*coatl.pieces, str(index)):
            return describe_coatl(state, spot.number, index)
    return None


_TOLD: Mapping[str, Teller] = {
    "field": lambda state, spot, _viewer: describe_field(state, spot.name),
    **dict.fromkeys(
        ("prophecy", "temple", "laid"), lambda state, spot, viewer: describe_card(state, spot.name, viewer)
    ),
    "deck": lambda state, _spot, _viewer: describe_deck(state),
    "discards": lambda state, _spot, _viewer: describe_discards(state),
    "temple_deck": lambda state, _spot, _viewer: describe_temple_deck(state),
    "pouch": _bag,
    "piece": lambda _state, spot, _viewer: describe_piece(spot.name),
    "slot": lambda state, _spot, viewer: describe_board(state, viewer) if viewer < len(state.seats) else None,
    **dict.fromkeys(("lane", "segment", "worth"), _coatl),
    **dict.fromkeys(("area", "hand", "shrine"), lambda state, spot, _viewer: describe_seat(state, spot.number)),
    "token": lambda state, spot, _viewer: describe_token(state, spot.name, spot.number),
    "covered": lambda _state, _spot, _viewer: COVERED_CARD,
}


# -- why there is no action


def why_not(state: State, spot: Spot, viewer: int) -> Message | None:
    """Why a touch on something does nothing now; None if it would, or if nobody would expect it to."""
    reason = _WHY.get(spot.kind)
    return reason(state, spot, viewer) if reason is not None else None


def _no_prophecy(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why a card cannot be taken, or one in the hand laid on any cóatl."""
    if spot.name not in state.seats[viewer].prophecies:
        return why_not_move(state, Choose(spot.name))
    for index, coatl in enumerate(state.seats[viewer].coatls):
        if not coatl.locked:
            return why_not_move(state, Prophesy(spot.name, index))
    return Message("There is no cóatl yet that it could lie on.")


def _no_temple(state: State, spot: Spot, viewer: int) -> Message | None:
    if state.action in ("", "build", "crown"):
        for index, coatl in enumerate(state.seats[viewer].coatls):
            if not coatl.locked:
                return why_not_move(state, Crown(spot.name, index))
        return Message("A temple is laid on a cóatl that is finished in this turn.")
    return why_not_move(state, Commit(spot.name))


def _no_piece(state: State, spot: Spot, viewer: int) -> Message | None:
    """Say why a piece cannot be robbed, or an own one neither added to a cóatl nor start one; describe a feather."""
    seat = state.seats[viewer]
    if spot.name not in seat.pieces:
        return why_not_move(state, Rob(spot.name)) if state.action == "steal" else None
    if is_feather(spot.name):
        return describe_piece(spot.name)
    for index, coatl in enumerate(seat.coatls):
        if not coatl.is_finished:
            side: Side = next((side for side in SIDES if spot.name[1] in ("b", side[0])), "head")
            return why_not_move(state, Attach(spot.name, index, side))
    return why_not_move(state, Start(spot.name))


def _no_lane(state: State, spot: Spot, viewer: int) -> Message | None:
    if not spot.name or spot.number >= len(state.seats[viewer].coatls):
        return None
    if spot.name in state.seats[viewer].prophecies:
        return why_not_move(state, Prophesy(spot.name, spot.number))
    if ":" in spot.name:
        return why_not_move(state, Crown(spot.name, spot.number))
    sides = (side for side in SIDES if spot.name[1] in ("b", side[0]))
    reasons = [why_not_move(state, Attach(spot.name, spot.number, side)) for side in sides]
    return None if None in reasons else reasons[0]


_WHY: Mapping[str, Teller] = {
    "field": lambda state, spot, _viewer: why_not_move(state, Take(spot.name)),
    "prophecy": _no_prophecy,
    "temple": _no_temple,
    "covered": lambda _state, _spot, _viewer: COVERED_CARD,
    "deck": lambda state, _spot, _viewer: why_not_move(state, Draw()),
    "piece": _no_piece,
    "lane": _no_lane,
    "token": lambda state, spot, viewer: why_not_token(state, spot.name) if spot.number == viewer else None,
    "fetch": lambda state, spot, _viewer: why_not_move(state, Fetch(KINDS[spot.name[1]], cast("Colour", spot.name[0]))),
}


ACTION_NAMES = {
    "inform": Message("Say what lies here"),
    "look": Message("Look at your cards while held"),
    "restart": Message("Take the whole turn back"),
}
"""Names on the page of keys for the actions of this game."""
GESTURES = (
    (Message("Tap a field, a card or a token"), Message("Take it, or use it")),
    (Message("Drag a piece or a card to a cóatl"), Message("Build with it, where a place glows")),
    (Message("Tap a piece or a card, then a place that glows"), Message("The same without dragging")),
    (Message("Tap the deck"), Message("Draw a card unseen; you are asked before")),
    (Message("Tap what lies before another player"), Message("See it large; another tap puts it back")),
    (Message("Hold a player’s card"), Message("Look closely at what lies there; at your own card, too")),
    (Message("Long press, or rest the mouse"), Message("Say what lies there")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""Gestures at this table with their meanings."""

Kinds = frozenset[type[CoatlMove]]


def advice(state: State, *, hides_secrets: bool = False) -> Message:
    """Say what may be done now: only what is possible and, with ``hides_secrets``, only what others may know."""
    moves = state.legal_moves()
    kinds = frozenset(map(type, moves))
    if not hides_secrets:
        return _ADVICE[state.action](state, kinds)
    if state.action in ("build", "crown"):
        return Message("Build on, or end your turn.") if not bare(state.seat) else _to_build(state, kinds)
    hand = own_cards(state, state.player)
    known = frozenset(type(move) for move in moves if not isinstance(move, Prophesy | Crown) or move.thing not in hand)
    return _ADVICE[state.action](state, known or kinds)


def end_label(state: State) -> Message | None:
    """Label of the button that ends the turn, where the usual one does not say what it does; else None."""
    if state.action == "discard":
        return Message("Keep these cards")
    if state.action == "future":
        return Message("Take no card")
    return Message("Pass") if state.action == "" and state.legal_moves() == (Pass(),) else None


# -- at the start of a turn

_KINDS: Sequence[tuple[tuple[type[CoatlMove], ...], Message]] = (
    ((Take,), Message("take pieces")),
    ((Choose, Draw), Message("choose prophecies")),
    ((Start, Attach, Prophesy, Crown), Message("build")),
    ((Fetch, Foresee, Commit), Message("use a token")),
    ((Steal,), Message("give a golden feather")),
)
"""The kinds of action at the start of a turn."""


def _to_begin(_state: State, kinds: Kinds) -> Message:
    found = [words for moves, words in _KINDS if not kinds.isdisjoint(moves)]
    if not found:
        return Message("Nothing can be done in this turn. Pass.")
    return Message("You may {actions}.", actions=_either(found))


def _either(parts: Sequence[Message]) -> Message:
    """Join possibilities: the last two with "or", commas before that."""
    *most, last = parts
    if not most:
        return last
    return Message("{a} or {b}", a=joined(most), b=last)


# -- during an action


def _to_lay_aside(state: State, _kinds: Kinds) -> Message:
    n = len(state.seat.prophecies) - KEPT
    if n <= 0:
        return Message("These three you keep. Go on, or take it back.")
    return Message("Lay {n} [card|cards] aside. You keep three.", n=n)


def _to_choose(_state: State, kinds: Kinds) -> Message:
    if kinds.isdisjoint((Choose, Draw)):
        return Message("Your hand is full. End your turn.")
    return Message("Choose more, or end your turn.")


def _to_build(state: State, kinds: Kinds) -> Message:
    """Say how the build can continue; a finished cóatl without a prophecy comes first."""
    if bare(state.seat):
        return Message("The finished cóatl needs a prophecy before your turn can end.")
    found = list(_build_kinds(kinds))
    if not found:
        return Message("Nothing more can be built. End your turn.")
    return Message("Add {things}, or end your turn.", things=_either(found))


def _build_kinds(kinds: Kinds) -> Iterator[Message]:
    if not kinds.isdisjoint((Start, Attach)):
        yield Message("pieces")
    if Prophesy in kinds:
        yield Message("prophecies")
    if Crown in kinds:
        yield Message("a temple")


def _to_crown(_state: State, kinds: Kinds) -> Message:
    return Message("Lay another temple, or end your turn.") if Crown in kinds else _DONE


def _to_foresee(_state: State, kinds: Kinds) -> Message:
    if kinds == {End}:
        return _DONE
    if kinds.isdisjoint((Choose, Draw)):
        return Message("Discard from your hand what you like, then you may take cards.")
    return Message("Discard from your hand what you like, then take cards, or none.")


def _to_rob(state: State, kinds: Kinds) -> Message:
    if Rob not in kinds:
        return _DONE
    other = Player(state.player if state.victim is None else state.victim)
    if End in kinds:
        return Message("Take another body from the board of {player}, or end your turn.", player=other)
    return Message("Take a body from the board of {player}.", player=other)


_DONE = Message("End your turn, or take it back.")

_ADVICE: dict[Action, Callable[[State, Kinds], Message]] = {
    "": _to_begin,
    "discard": _to_lay_aside,
    "take": lambda _state, _kinds: _DONE,
    "choose": _to_choose,
    "build": _to_build,
    "crown": _to_crown,
    "pick": lambda _state, kinds: Message("Take a second body.") if Fetch in kinds else _DONE,
    "future": _to_foresee,
    "commit": lambda _state, _kinds: _DONE,
    "steal": _to_rob,
}
"""The text for each action that has begun; ``""`` stands for the start of a turn."""
