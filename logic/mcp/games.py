"""The games that programs play over MCP, and their seats: a token is the only access to a seat.

Each program sees a game from its own seat, and computers move as soon as it is their turn. Games outlive the server:
each is a file with everything hidden in it, which is never sent, and which other users of the machine cannot read. Of
the tokens only hashes are stored, so that each seat of a stored game goes on with the token it had.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal

import msgspec

from logic import players
from logic.config import ConfigError, convert
from logic.core import Dice, IllegalMove, Message, Move, Stop
from logic.game import Game
from logic.hosting import Draw, Hosted, TokenHash, digits, new_token, seat_of, token_hash
from logic.llm import adviser as advised
from logic.llm.adviser import brief, constraints, synopsis
from logic.llm.settings import AdviserConfig
from logic.registry import GAMES, game_config, new_setup
from logic.session import LARGEST_SEED, SaveError, Seat, Session, Setup
from logic.storage.files import StoreProblem, data_folder, read_regular, reason, write_whole
from logic.terminal import Problem
from logic.text import Text
from logic.variants import Variant

# -- what the tools answer


@dataclass(frozen=True)
class VariantEntry:
    """A variant, and how many may sit down."""

    variant: str
    title: str
    blurb: str
    players: tuple[int, ...]


@dataclass(frozen=True)
class GameEntry:
    """A game on offer: its variants, the default one, and its computer players."""

    game: str
    title: str
    blurb: str
    usual_variant: str
    computers: tuple[str, ...]
    variants: tuple[VariantEntry, ...]


@dataclass(frozen=True)
class Games:
    """All games on offer."""

    games: tuple[GameEntry, ...]


@dataclass(frozen=True)
class SeatEntry:
    """Who has a seat: "human", or the level of a computer player, which has no token."""

    seat: int
    player: str
    token: str | None


@dataclass(frozen=True)
class NewGame:
    """A new game; its tokens are told only here."""

    game_id: str
    game: str
    variant: str
    seats: tuple[SeatEntry, ...]


@dataclass(frozen=True)
class Standing:
    """The state of a game as everybody at the table sees it; ``trouble`` is what went wrong meanwhile."""

    game_id: str
    game: str
    variant: str
    your_seat: int
    players: tuple[str, ...]
    to_move: int | None
    your_turn: bool
    over: bool
    winners: tuple[int, ...]
    result: str
    kept: bool
    trouble: str


@dataclass(frozen=True)
class Told:
    """The position in sentences, the most important first."""

    synopsis: str
    standing: Standing


@dataclass(frozen=True)
class Rules:
    """What a turn consists of, and how its moves are written."""

    rules: str


@dataclass(frozen=True)
class Moves:
    """The legal moves; empty if it is not the seat's turn."""

    your_turn: bool
    moves: tuple[str, ...]
    standing: Standing


@dataclass(frozen=True)
class Position:
    """The position as data."""

    position: dict[str, Any]
    standing: Standing


@dataclass(frozen=True)
class Suggestion:
    """Moves for the turn, in order, and why; ``source`` says who advises."""

    moves: tuple[str, ...]
    reason: str
    source: Literal["model", "builtin"]
    trouble: str


# -- what outlives the server

FORMAT = 1
FOLDER = "mcp"
LARGEST_GAME = 2**22
"""Bytes: far more than the longest game takes up."""
NAME = re.compile(r"[0-9a-f]{12}")

TokenHashes = Annotated[tuple[TokenHash, ...], msgspec.Meta(min_length=1, max_length=8)]


class StoredGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored game: the hash of each seat's token (``marks`` in files), "" at a computer's seat, and the save."""

    quincunx_mcp: int
    marks: TokenHashes
    game: dict[str, Any]


def keep(name: str, hashes: tuple[str, ...], session: Session) -> None:
    """Write a game down, over what was kept of it before; raise StoreProblem if that cannot be done."""
    write_whole(_place(name), msgspec.json.encode(StoredGame(FORMAT, hashes, session.save())), private=True)


def fetch(name: str, token: str) -> tuple[Session, tuple[str, ...]]:
    """A stored game and the hashes of its tokens, for a holder of one of these; raises Problem otherwise."""
    kept = _read(name) if NAME.fullmatch(name) else None
    if kept is None or seat_of(token, kept.marks) is None:
        raise Problem("no game is kept under that game_id in which your token has a seat")
    try:
        session = Session.load(kept.game, GAMES)
    except SaveError as error:
        raise Problem(f"the kept game cannot be read: {error.message}") from None
    if len(session.seats) != len(kept.marks):
        raise Problem("the kept game cannot be read: it has not as many seats as tokens")
    return session, kept.marks


def _place(name: str) -> Path:
    return data_folder() / FOLDER / f"{name}.json"


def _read(name: str) -> StoredGame | None:
    try:
        data = msgspec.json.decode(read_regular(_place(name), LARGEST_GAME))
        kept = convert(data, StoredGame, "game")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Problem(f"the kept game cannot be read: {reason(error)}") from None
    except (ConfigError, ValueError, RecursionError):
        raise Problem("the kept game cannot be read: it is no game of this program") from None
    if kept.quincunx_mcp != FORMAT:
        raise Problem(f"the kept game cannot be read: it has format {kept.quincunx_mcp}, and {FORMAT} was expected")
    return kept


# -- the tables

MOST_TABLES = 64
"""Games that may go on at a time."""
DAY = 24 * 60 * 60.0
"""Seconds after which a game that nobody has asked about gives way to another."""
NAME_DIGITS = 12
LONGEST_ECHO = 40
"""Characters of a wrong word that are said back."""

Clock = Callable[[], float]
"""Seconds that never go backwards."""


PATIENCE = 0.05
"""Seconds between two looks at whether anybody still waits for a table at which another call is at work."""
HUMAN = "human"
"""Who sits where no computer does: whoever has the token, a person or a program."""

NOT_THINKING = Message("The computer cannot think just now. It goes on with simple moves.")


class HostedGame:
    """A game with its seats; safe to use from several threads at once.

    All answers are made from ``redact``, for the seat that asks. ``hashes`` are those of the seats' tokens, empty at a
    computer's; ``config`` is where a language model is, None if none was switched on. ``own_seed`` is for the dice of
    the computers (see ``players.seed_at``). Seats count from 0 here. ``touched`` is the time of the last request, on
    the owner's clock.
    """

    def __init__(
        self,
        name: str,
        session: Session,
        hashes: tuple[str, ...],
        config: AdviserConfig | None = None,
        *,
        own_seed: int,
        is_kept: bool = False,
    ) -> None:
        self.name = name
        self.hashes = hashes
        self._session = session
        self._hosted = Hosted(session)
        self._config = config
        self._own_seed = own_seed
        self._lock = Lock()
        self.touched = 0.0
        self._kept = is_kept
        self._trouble: Message | None = None

    @property
    def is_over(self) -> bool:
        return self._session.outcome() is not None

    # -- what a seat is told

    def standing(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Say whose turn it is and how the game has ended."""
        with self._held(text, stop):
            return self._standing(seat, text)

    def told(self, seat: int, text: Text, stop: Stop) -> Told:
        with self._held(text, stop):
            return self._told(seat, text)

    def rules(self, seat: int, text: Text, stop: Stop) -> Rules:
        with self._held(text, stop):
            return Rules(constraints(self._session.game, self._hosted.view(seat), text.language))

    def moves(self, seat: int, text: Text, stop: Stop) -> Moves:
        """The legal moves for the seat to move; none for another one."""
        with self._held(text, stop):
            standing = self._standing(seat, text)
            legal = self._hosted.view(seat).legal_moves() if standing.your_turn else ()
            return Moves(standing.your_turn, tuple(map(str, legal)), standing)

    def position(self, seat: int, text: Text, stop: Stop) -> Position:
        with self._held(text, stop):
            told = brief(self._session.game, self._hosted.view(seat), seat, text.language)
            return Position(told.position, self._standing(seat, text))

    def suggestion(self, seat: int, text: Text, stop: Stop) -> Suggestion:
        """Advise the seat to move, if the variant allows it; raise Problem if there can be no advice."""
        with self._held(text, stop):
            self._hosted.check_turn(seat)
            session = self._session
            if not session.setup.coach:
                raise Problem("this variant is played without advice")
            dice = Dice(session.ply)  # alike for all who ask, and none of the deal's, which knows what is hidden
            past = advised.past_of(session)
            advice = advised.turn(session.game, session.state, self._config, text.language, dice, stop, past)
            trouble = text.say(advice.trouble) if advice.trouble else ""
            moves = tuple(str(move) for move in advice.hint.moves)
            return Suggestion(moves, text.say(advice.hint.reason), advice.source, trouble)

    # -- what a seat does

    def play(self, seat: int, move: str, text: Text, stop: Stop) -> Told:
        """Make a move, and let the computers answer it; raise Problem with the reason where it cannot be made."""
        with self._held(text, stop):
            self._hosted.check_turn(seat)
            self._session.play(move)
            self._keep()
            self._let_computers_play(text, stop)
            return self._told(seat, text)

    def undo(self, seat: int, text: Text, stop: Stop) -> Told:
        """Take a seat's last move back, with what computers have answered; raise Problem if that is not allowed."""
        with self._held(text, stop):
            self._hosted.take_back(seat)
            self._keep()
            return self._told(seat, text)

    def leave(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Give the game up for a seat; raise Problem if it is over, or a computer plays on there already."""
        with self._held(text, stop):
            if self._session.level_of(seat):
                raise Problem("you have left this game; a computer plays on in your seat")
            self._session.give_up(seat)
            self._keep()
            self._let_computers_play(text, stop)
            return self._standing(seat, text)

    def save(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Keep the game from now on; raise Problem if it cannot be written."""
        with self._held(text, stop):
            self._kept = True
            self._keep()
            if not self._kept and self._trouble is not None:
                raise Problem(text.say(self._trouble))
            return self._standing(seat, text)

    # -- small services

    @contextmanager
    def _held(self, text: Text, stop: Stop) -> Iterator[None]:
        """Keep other calls away from the table, with no computer's turn left open; say what is refused as a Problem."""
        while not self._lock.acquire(timeout=PATIENCE):
            if stop():
                raise CancelledError
        try:
            self._let_computers_play(text, stop)
            yield
        except IllegalMove as error:
            raise Problem(text.say(error.message)) from None
        finally:
            self._lock.release()

    def _let_computers_play(self, text: Text, stop: Stop) -> None:
        session = self._session
        while session.outcome() is None and session.level_of(session.state.player):
            for move in self._computed(text, stop):
                session.play(move)
            self._keep()

    def _computed(self, text: Text, stop: Stop) -> tuple[Move, ...]:
        """What the computer to move does next; whatever goes wrong in its head, the game goes on."""
        session = self._session
        game, state = session.game, session.state
        level = session.level_of(state.player)
        dice = Dice(players.seed_at(self._own_seed, session.ply))
        try:
            if level == players.MODEL:
                return advised.turn(game, state, self._config, text.language, dice, stop).hint.moves
            return (players.choose(game, level, state, dice, stop),)
        except CancelledError:
            raise
        except Exception:
            self._trouble = NOT_THINKING
            return (players.choose(game, "random", state, dice, stop),)

    def _keep(self) -> None:
        """Write the game down, where that was asked for once; the game goes on where it cannot be written."""
        if not self._kept:
            return
        try:
            keep(self.name, self.hashes, self._session)
        except StoreProblem as error:
            self._kept, self._trouble = False, error.message

    def _told(self, seat: int, text: Text) -> Told:
        standing = self._standing(seat, text)
        if self._session.early_end is not None:  # the position does not know of it
            return Told(standing.result, standing)
        return Told(synopsis(self._session.game, self._hosted.view(seat), seat, text.language), standing)

    def _standing(self, seat: int, text: Text) -> Standing:
        session = self._session
        outcome = session.outcome()
        trouble, self._trouble = self._trouble, None
        return Standing(
            game_id=self.name,
            game=session.setup.game,
            variant=session.setup.variant,
            your_seat=seat + 1,
            players=tuple(other.level or HUMAN for other in session.seats),
            to_move=session.state.player + 1 if outcome is None else None,
            your_turn=outcome is None and session.state.player == seat,
            over=outcome is not None,
            winners=tuple(winner + 1 for winner in outcome.winners) if outcome else (),
            result=text.say(outcome.reason) if outcome else "",
            kept=self._kept,
            trouble=text.say(trouble) if trouble else "",
        )


class HostedGames:
    """All games of one server. ``config`` is where a language model is, None if none was switched on."""

    def __init__(self, draw: Draw, clock: Clock, config: AdviserConfig | None = None) -> None:
        self._draw = draw
        self._clock = clock
        self._config = config
        self._tables: dict[str, HostedGame] = {}
        self._lock = Lock()

    def games(self, text: Text) -> Games:
        """List the games with their variants and computer players."""
        return Games(tuple(self._entry(name, game, text) for name, game in GAMES.items()))

    def begin(self, game: str, variant: str | None, seats: Sequence[str] | None, seed: int | None) -> NewGame:
        """Set a game up and give each seat without a computer its token; raise Problem if that cannot be."""
        setup = self._setup(game, variant, seats, seed)
        tokens = tuple(None if seat.is_computer else new_token(self._draw) for seat in setup.seats)
        hashes = tuple(token_hash(token) if token else "" for token in tokens)
        name = digits(self._draw, NAME_DIGITS)
        self._lay(HostedGame(name, Session(GAMES[game], setup), hashes, self._config, own_seed=self._draw()))
        entries = zip(setup.seats, tokens, strict=True)
        told = tuple(SeatEntry(number, seat.level or HUMAN, token) for number, (seat, token) in enumerate(entries, 1))
        return NewGame(name, game, setup.variant, told)

    def at(self, token: str) -> tuple[HostedGame, int]:
        """The table and the seat of a token; raises Problem if there is none."""
        with self._lock:
            for laid in self._tables.values():
                seat = seat_of(token, laid.hashes)
                if seat is not None:
                    laid.touched = self._clock()
                    return laid, seat
        raise Problem("token: no seat at any table here has that token; a game that was saved has to be loaded first")

    def load(self, name: str, token: str) -> tuple[HostedGame, int]:
        """Put a kept game back, for all who have a seat in it; one that is going on is left as it is."""
        with self._lock:
            laid = self._tables.get(name)
        if laid is None or seat_of(token, laid.hashes) is None:
            session, hashes = fetch(name, token)
            self._lay(HostedGame(name, session, hashes, self._config, own_seed=self._draw(), is_kept=True))
        return self.at(token)

    # -- small services

    def _lay(self, new: HostedGame) -> None:
        """Find room for a table, in the place of one that gives way where there is no other; raise Problem if none."""
        with self._lock:
            new.touched = self._clock()
            if len(self._tables) >= MOST_TABLES:
                del self._tables[self._giving_way(new.touched)]
            self._tables.setdefault(new.name, new)

    def _giving_way(self, now: float) -> str:
        """Name a game that is over, or else one that was forgotten; raise Problem if there is none."""
        over = next((name for name, laid in self._tables.items() if laid.is_over), None)
        if over is not None:
            return over
        oldest = min(self._tables.values(), key=lambda laid: laid.touched)
        if now - oldest.touched < DAY:
            raise Problem(f"there are {MOST_TABLES} games going on; finish or leave one of them first")
        return oldest.name

    def _computers(self, game: Game) -> tuple[str, ...]:
        known = tuple(players.own_levels(game))
        return (*known, players.MODEL) if self._config is not None and known else known

    def _setup(self, game: str, variant: str | None, seats: Sequence[str] | None, seed: int | None) -> Setup:
        _check("game: there is no", game, GAMES)
        config = game_config(game)
        name = variant or config.default
        _check(f"variant: {game} has no", name, config.variants)
        rules = config.variants[name]
        sitting = self._sitting(GAMES[game], rules, seats or (HUMAN,) * min(rules.players))
        number = self._draw() & LARGEST_SEED if seed is None else seed
        # A program commits itself by playing, and nobody watches a clock here.
        setup = new_setup(game, name, sitting, number)
        return msgspec.structs.replace(setup, confirm=False, clock=0)

    def _sitting(self, game: Game, rules: Variant, seats: Sequence[str]) -> tuple[Seat, ...]:
        if len(seats) not in rules.players:
            counts = " or ".join(map(str, rules.players))
            raise Problem(f"seats: {len(seats)} were given, but this variant is for {counts}")
        known = (HUMAN, *(self._computers(game) if max(rules.players) > 1 else ()))
        for seat in seats:
            _check("seats: there is no", seat, known)
        if HUMAN not in seats:
            raise Problem(f"seats: one of them at least must be {HUMAN}, or there would be nobody to play")
        return tuple(Seat(level="" if seat == HUMAN else seat) for seat in seats)

    def _entry(self, name: str, game: Game, text: Text) -> GameEntry:
        config = game_config(name)
        variants = tuple(
            VariantEntry(key, text.get(one.title), text.get(one.blurb), one.players)
            for key, one in config.variants.items()
        )
        title, blurb = text.get(config.title), text.get(config.blurb)
        return GameEntry(name, title, blurb, config.default, self._computers(game), variants)


def _check(fault: str, word: str, known: Collection[str]) -> None:
    """Raise Problem for a word that is not known, with those that are."""
    if word not in known:
        shown = repr(word if len(word) <= LONGEST_ECHO else f"{word[:LONGEST_ECHO]}…")
        raise Problem(f"{fault} {shown}; there are {', '.join(known)}")
