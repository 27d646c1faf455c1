"""A session whose players act from elsewhere: tokens for the seats, requests, and snapshots of what a seat may know.

The MCP server and the phones build on this; nothing here knows of a network. A token is the only access to a seat; the
host keeps only hashes of tokens. For phones they are also stored in one file beside the games, so that phones
can rejoin a table that was closed or killed. That file is of the last opened table only, since a phone has a token for
no more than one; it is part of no export or backup, and other users of the machine cannot read it.

Requests are short JSON messages; anything else is refused. Answers are snapshots: the table as one viewer may know it,
as a value, made from ``redact`` alone, and all that ever leaves the program. Two tables that differ only in what a
viewer does not know give that viewer equal snapshots. The text of a page in one language is plain data made from a
snapshot and fixed phrases.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import msgspec

from logic.config import ConfigError, convert, read_yaml
from logic.core import Event, IllegalMove, Message, Move, Player, State
from logic.game import Analysis, Scoring, analysis_of, narration_of, offers, redact, scoring_of
from logic.registry import game_config, game_named
from logic.session import Session, TurnStatus
from logic.storage.files import data_folder, read_regular, write_whole
from logic.text import Text
from logic.variants import MOST_SEATS

# -- tokens

TOKEN_DIGITS = 32
"""Hexadecimal digits: 128 bits."""

TokenHash = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")]
"""The hash of a token, "" for none."""

Draw = Callable[[], int]
"""Returns 128 random bits that cannot be guessed."""


def digits(draw: Draw, count: int) -> str:
    """A random name or token of ``count`` hexadecimal digits, 32 at most."""
    return f"{draw() % 16**count:0{count}x}"


def new_token(draw: Draw) -> str:
    return digits(draw, TOKEN_DIGITS)


def token_hash(token: str) -> str:
    """The only form in which a token is remembered."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def seat_of(token: str, hashes: Sequence[str]) -> int | None:
    """The seat of a token, given the hashes of all seats ("" for a seat without one); None if there is none.

    Only hashes are compared, so that timing reveals nothing about a token.
    """
    its_hash = token_hash(token)
    return hashes.index(its_hash) if its_hash in hashes else None


# -- stored seats of phones

FILE, FOLDER = "table.json", "phones"
LARGEST = 2**14
"""Bytes of the file: more than the hashes of all seats and watchers take up."""
LASTS = 14 * 24 * 60 * 60
"""Seconds after which phones cannot rejoin a closed table."""
MOST_WATCHERS = 40


class Holders(msgspec.Struct, frozen=True):
    """The hashes of the tokens by seat, "" if nobody has one, and those of watchers."""

    seats: Annotated[tuple[TokenHash, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    watchers: Annotated[tuple[TokenHash, ...], msgspec.Meta(max_length=MOST_WATCHERS)] = ()

    @property
    def taken(self) -> frozenset[int]:
        """The taken seats."""
        return frozenset(seat for seat, known in enumerate(self.seats) if known)


NO_HOLDERS = Holders()


class KeptTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored table: its game, its address, and who had a seat.

    The game is known by its number in the store and the moment at which it was begun; both have to match.
    """

    game: int
    begun: float
    left: float
    host: str
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]
    holders: Holders


def keep(table: KeptTable) -> None:
    """Store a table, replacing the one before; raises StoreProblem on failure."""
    write_whole(_place(), msgspec.json.encode(table), private=True)


def fetch(game: int, begun: float, now: float) -> KeptTable | None:
    """The stored table, if it belongs to that game and was left recently."""
    try:
        kept = convert(msgspec.json.decode(read_regular(_place(), LARGEST)), KeptTable, "table")
    except (OSError, ConfigError, ValueError, RecursionError):
        return None
    fits = (kept.game, kept.begun) == (game, begun) and 0 <= now - kept.left < LASTS
    return kept if fits else None


def forget() -> None:
    """Delete the stored table, so that nobody can rejoin it."""
    with suppress(OSError):
        _place().unlink(missing_ok=True)


def _place() -> Path:
    return data_folder() / FOLDER / FILE


# -- requests from elsewhere

LONGEST = 512
"""Bytes of a message: the longest move of all games takes a quarter of that."""
LONGEST_MOVE = 200
HIGHEST = 2**31

Act = Literal["play", "end", "back", "hint", "point"]


class NotARequest(ValueError):
    """A message that is no valid request."""


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that is valid only in the position of that number.

    ``move`` is the text of a move to ``play``, or the name of a thing to ``point`` at, which changes nothing.
    """

    act: Act
    number: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]
    move: Annotated[str, msgspec.Meta(max_length=LONGEST_MOVE)] = ""


_DECODER = msgspec.json.Decoder(SeatRequest)


def read_request(message: bytes | str) -> SeatRequest:
    """Parse one message; raise NotARequest if it is invalid.

    >>> read_request('{"act": "play", "number": 3, "move": "stay"}')
    SeatRequest(act='play', number=3, move='stay')
    """
    if len(message) > LONGEST:
        raise NotARequest(f"longer than {LONGEST} bytes")
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise NotARequest("no request of this table") from None


# -- views and choices of seats

WATCHER = -1
"""A viewer without a seat, who sees only what everybody may see."""


class OldPosition(IllegalMove):
    """A request for a position that is no longer the present one; nothing was done."""

    def __init__(self) -> None:
        super().__init__(Message("The game has gone on meanwhile."))


class Actor(Protocol):
    """Executes a permitted request on a session."""

    def play(self, move: str) -> object:
        """Make a move; raise IllegalMove if it is not legal."""
        ...

    def end_turn(self) -> object: ...

    def take_back(self, seat: int) -> object:
        """Take back the last move that no computer made; raise IllegalMove if that is not allowed."""
        ...


@dataclass(frozen=True, slots=True)
class SeatChoices:
    """What a seat may do now."""

    moves: tuple[Move, ...] = ()
    can_end: bool = False
    """Whether a finished turn of the seat is still open."""
    can_take_back: bool = False
    can_hint: bool = False


NOTHING = SeatChoices()


class Hosted:
    """A session played by holders of its seats. Seats count from 0.

    >>> from logic.registry import game_named, new_setup
    >>> from logic.session import Seat
    >>> session = Session(game_named("lgame"), new_setup("lgame", "classic", (Seat("Ann"), Seat("Bob")), seed=1))
    >>> hosted = Hosted(session)
    >>> hosted.number, len(hosted.choices(0).moves), hosted.choices(1).moves
    (1, 5, ())
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._number = 0
        self._status: TurnStatus | None = None

    @property
    def number(self) -> int:
        """The number of the present position: it grows with every change of the game and is never reused."""
        status = self.session.status
        if status is not self._status:
            self._status = status
            self._number += 1
        return self._number

    # -- views and choices

    def view(self, viewer: int) -> State:
        """The position as that seat may know it; for a watcher, as everybody may."""
        return self.known(self.session.state, viewer)

    def known(self, state: State, viewer: int) -> State:
        """A position of this session as a viewer may know it."""
        for seat in range(len(self.session.seats)) if viewer == WATCHER else (viewer,):
            state = redact(self.session.game, state, seat)
        return state

    def choices(self, seat: int) -> SeatChoices:
        """What that seat may do now; nothing if another seat is to act, nor for a watcher."""
        session = self.session
        status = session.status
        if status.outcome is not None or seat != status.actor or session.level_of(seat):
            return NOTHING
        takes_back = self._may_take_back(seat)
        if status.awaits_end:
            return SeatChoices(can_end=True, can_take_back=takes_back)
        can_hint = session.setup.coach and offers(analysis_of(session.game), Analysis.hint)
        return SeatChoices(tuple(self.view(seat).legal_moves()), False, takes_back, can_hint)

    def _may_take_back(self, seat: int) -> bool:
        try:
            self.last_own_ply(seat)
        except IllegalMove:
            return False
        return self.session.can_undo()

    # -- checks and actions

    def check_turn(self, seat: int) -> None:
        """Raise IllegalMove if that seat is not to act."""
        status = self.session.status
        if status.outcome is not None:
            raise IllegalMove(Message("The game is over."))
        if status.actor != seat:
            raise IllegalMove(
                Message("It is not your turn: you are player {own}, and player {other} is to move.", own=seat + 1,
                        other=status.actor + 1)
            )  # fmt: skip

    def last_own_ply(self, seat: int) -> int:
        """The ply of the last move that no computer made; raises IllegalMove if it is not the seat's own."""
        session = self.session
        ply = session.ply
        while ply and session.level_of(session.mover(ply - 1)):
            ply -= 1
        if not ply or session.mover(ply - 1) != seat:
            raise IllegalMove(Message("The last move is not yours; only your own can be taken back."))
        return ply - 1

    def take_back(self, seat: int) -> None:
        """Take back a seat's last move and the computers' replies; raise IllegalMove, changing nothing, if refused."""
        session, ply = self.session, self.last_own_ply(seat)
        before = session.ply
        try:
            while session.ply > ply:
                session.undo()
        except IllegalMove:
            while session.ply < before:
                session.redo()
            raise

    def execute_request(self, request: SeatRequest, seat: int, by: Actor) -> None:
        """Execute a request of a seat, once; raise IllegalMove, changing nothing, if it is not allowed.

        Hints are only checked here: the caller answers them.
        """
        if request.number != self.number:
            raise OldPosition
        self.check_turn(seat)
        choices = self.choices(seat)
        if request.act == "play":
            if choices.can_end:
                raise IllegalMove(Message("Your turn is finished: end it, or take it back."))
            by.play(request.move)
        elif request.act == "end":
            if not choices.can_end:
                raise IllegalMove(Message("There is no turn to end now."))
            by.end_turn()
        elif request.act == "back":
            self.last_own_ply(seat)
            by.take_back(seat)
        elif request.act == "point" or not choices.can_hint:
            raise IllegalMove(Message("There is no hint here."))


# -- snapshots

LINES = 24
"""The last moves that log and trail tell of at most, so that a table does not slow down as its game goes on."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who has a seat: the name, empty if there is none, and whether it is a computer."""

    name: str
    is_computer: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: the reason, and the seats from best to last, equals grouped."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: Message
    facts: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table in the position of that number, for the seat ``viewer`` or a watcher."""

    number: int
    game: str
    chairs: tuple[SeatInfo, ...]
    viewer: int
    actor: int | None
    """The seat whose action is awaited; None once the game is over."""
    state: State
    choices: SeatChoices
    trail: tuple[tuple[State, tuple[Event, ...]], ...]
    """What others did since the viewer's own last move, each with the position before it, the latest first.

    That own move itself if nobody has moved since; for a watcher, who never moves, the last turn.
    """
    log: tuple[tuple[int, Message], ...]
    """The last lines of the list of moves, each with the seat."""
    ending: Ending | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)


def snapshot(hosted: Hosted, viewer: int, names: Sequence[str]) -> Snapshot:
    """A snapshot of the present position for one viewer."""
    session = hosted.session
    outcome = session.outcome()
    chairs = tuple(SeatInfo(name, seat.is_computer) for name, seat in zip(names, session.seats, strict=True))
    ending = None
    if outcome is not None:
        facts = narration_of(session.game).facts(session.state, (), alone=False) if len(chairs) > 1 else ()
        ending = Ending(outcome.winners, outcome.ranking, outcome.reason, facts)
    return Snapshot(
        hosted.number,
        session.setup.game,
        chairs,
        viewer,
        session.actor if outcome is None else None,
        hosted.view(viewer),
        hosted.choices(viewer),
        tuple(_trail(hosted, viewer)),
        tuple(_log(hosted)),
        ending,
    )


def _trail(hosted: Hosted, viewer: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    session = hosted.session
    states, events = session.states, session.events
    for ply in reversed(range(max(0, session.ply - LINES), session.ply)):
        mover = session.mover(ply)
        is_own = mover == viewer
        if (is_own and ply < session.ply - 1) or (viewer == WATCHER and mover != session.mover(session.ply - 1)):
            return
        yield hosted.known(states[ply], viewer), _open_part(events[ply], hosted.known(states[ply + 1], viewer))
        if is_own:
            return


def _open_part(events: tuple[Event, ...], known: State) -> tuple[Event, ...]:
    """The events without the pieces that do not occur in ``known``, the viewer's position after them."""
    named = repr(known)
    return tuple(
        Event(event.name, {piece: path for piece, path in event.paths.items() if repr(piece) in named}, event.reveals)
        for event in events
    )


def _log(hosted: Hosted) -> Iterator[tuple[int, Message]]:
    """The lines of the log for the last moves, as everybody may read them."""
    session = hosted.session
    narration, states, events = narration_of(session.game), session.states, session.events
    for ply in range(max(0, session.ply - LINES), session.ply):
        for line in narration.tell(states[ply], session.moves[ply], events[ply]):
            yield states[ply].player, line


# -- the page of one viewer, in one language

WON = Message("You win!")


def page_of(shown: Snapshot, language: str) -> dict[str, Any]:
    """All texts of a page: whose turn it is, what can be done, the log, the result."""
    text, game = Text(language), game_named(shown.game)
    narration, scoring = narration_of(game), scoring_of(game)
    has_points = offers(scoring, Scoring.score)
    notice = None if shown.ending else narration.notice(shown.state)
    is_told = shown.viewer != WATCHER and shown.ending is None

    def say(message: Message) -> str:
        return text.say(message, shown.names)

    return {
        "number": shown.number,
        "game": shown.game,
        "title": text.get(game_config(shown.game).title),
        "seat": shown.viewer,
        "actor": shown.actor,
        "chairs": [
            {
                "name": name_of(shown, seat, text),
                "computer": chair.is_computer,
                "points": scoring.score(shown.state, seat) if has_points else None,
            }
            for seat, chair in enumerate(shown.chairs)
        ],
        "turn": say(_turn(shown)),
        "moves": [
            {"move": str(move), "says": say(narration.describe(shown.state, move))} for move in shown.choices.moves
        ],
        "can": {
            "end": shown.choices.can_end,
            "back": shown.choices.can_take_back,
            "hint": shown.choices.can_hint,
        },
        "notice": "" if notice is None else say(notice),
        "words": [say(line) for line in narration.in_words(shown.state, shown.viewer)] if is_told else [],
        "log": [{"seat": seat, "says": say(line)} for seat, line in shown.log],
        "ending": None if shown.ending is None else _ending(shown.ending, say),
    }


def name_of(shown: Snapshot, seat: int, text: Text) -> str:
    """A player's name, such as “Player 2” in that language if the seat has none."""
    return shown.names[seat] or text.say(Message("Player {number}", number=seat + 1))


def _turn(shown: Snapshot) -> Message:
    """Whose turn it is, addressed to the viewer."""
    if shown.ending is not None:
        if shown.viewer in shown.ending.winners:
            return WON
        return Message("The game is over.")
    actor = shown.actor or 0
    if actor != shown.viewer:
        return Message("It is the turn of {player}.", player=Player(actor))
    return Message("Your turn is finished.") if shown.choices.can_end else Message("Your turn.")


def _ending(ending: Ending, say: Callable[[Message], str]) -> dict[str, Any]:
    return {
        "winners": list(ending.winners),
        "ranking": [list(seats) for seats in ending.ranking],
        "reason": say(ending.reason),
        "facts": list(map(say, ending.facts)),
    }


PHONE_WORDS = (
    "title", "who", "taken", "watch", "code", "code_hint", "join", "wrong_code", "too_many", "no_seat", "confirm",
    "cancel", "other_way", "end", "back", "hint", "all_moves", "log", "in_words", "own", "hide", "board", "language",
    "lost", "still_lost", "late", "closed", "closed_over", "away", "actor_away", "put_out", "taken_over", "gone",
    "leave", "watching", "you", "watcher", "point_at", "point", "choose", "computer", "larger", "smaller", "on_phone",
)  # fmt: skip
"""The keys of the texts that the page for phones shows."""
PhoneWords = msgspec.defstruct(
    "PhoneWords", [(key, Annotated[str, msgspec.Meta(min_length=1)]) for key in PHONE_WORDS], forbid_unknown_fields=True
)


@cache
def phone_words() -> dict[str, str]:
    """The fixed texts of every page, untranslated; raises ConfigError if their file is faulty."""
    return msgspec.structs.asdict(read_yaml("phone_words.yaml", PhoneWords))


@cache
def words_in(language: str) -> dict[str, str]:
    """The fixed texts of every page in one language, and under "" the language's code."""
    text = Text(language)
    return {key: text.get(msgid) for key, msgid in phone_words().items()} | {"": language}
