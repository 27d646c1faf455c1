"""The games that programs play over MCP, and their seats: a token is the only access to a seat.

Each program sees a game from its own seat, and computers move before anything is answered. A saved game outlives the
server: it is a file with everything hidden in it, which is never sent, and which other users of the machine cannot
read. Of the tokens only hashes are stored, so that each seat of a stored game goes on with the token it had.
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

# -- results of the tools


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


# -- stored games

FORMAT = 1
FOLDER = "mcp"
LARGEST_GAME = 2**22
"""The size limit of a stored game in bytes: far more than the longest game."""
NAME = re.compile(r"[0-9a-f]{12}")

TokenHashes = Annotated[tuple[TokenHash, ...], msgspec.Meta(min_length=1, max_length=8)]


class StoredGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored game: the hash of each seat's token (``marks`` in files), "" at a computer's seat, and the save."""

    quincunx_mcp: int
    marks: TokenHashes
    game: dict[str, Any]


def keep(name: str, hashes: tuple[str, ...], session: Session) -> None:
    """Store a game, replacing an earlier state; raises StoreProblem on failure."""
    write_whole(_place(name), msgspec.json.encode(StoredGame(FORMAT, hashes, session.save())), private=True)


def fetch(name: str, token: str) -> tuple[Session, tuple[str, ...]]:
    """A stored game and its hashes, given the token of one of its seats; raises Problem otherwise."""
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


# -- hosted games

MOST_TABLES = 64
"""The limit on simultaneous games."""
DAY = 24 * 60 * 60.0
"""Seconds without a request after which a game may be evicted."""
NAME_DIGITS = 12
LONGEST_ECHO = 40
"""Characters of an unknown word that are quoted."""

Clock = Callable[[], float]
"""A monotonic clock in seconds."""


PATIENCE = 0.05
"""Seconds between two checks whether anybody still waits, while another call holds the game."""
HUMAN = "human"
"""The player of a seat without a computer: whoever has the token, a person or a program."""

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

    # -- queries

    def standing(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Whose turn it is, or how the game has ended."""
        with self._held(text, stop):
            return self._standing(seat, text)

    def told(self, seat: int, text: Text, stop: Stop) -> Told:
        with self._held(text, stop):
            return self._told(seat, text)

    def rules(self, seat: int, text: Text, stop: Stop) -> Rules:
        with self._held(text, stop):
            return Rules(constraints(self._session.game, self._hosted.view(seat), text.language))

    def moves(self, seat: int, text: Text, stop: Stop) -> Moves:
        """The legal moves if the seat is to move; empty otherwise."""
        with self._held(text, stop):
            standing = self._standing(seat, text)
            legal = self._hosted.view(seat).legal_moves() if standing.your_turn else ()
            return Moves(standing.your_turn, tuple(map(str, legal)), standing)

    def position(self, seat: int, text: Text, stop: Stop) -> Position:
        with self._held(text, stop):
            told = brief(self._session.game, self._hosted.view(seat), seat, text.language)
            return Position(told.position, self._standing(seat, text))

    def suggestion(self, seat: int, text: Text, stop: Stop) -> Suggestion:
        """Advise the seat to move, if the variant allows it; raise Problem if there is no advice."""
        with self._held(text, stop):
            self._hosted.check_turn(seat)
            session = self._session
            if not session.setup.coach:
                raise Problem("this variant is played without advice")
            dice = Dice(session.ply)  # the same for all callers; the deal's dice would reveal what is hidden
            past = advised.known_positions(session)
            advice = advised.turn(session.game, session.state, self._config, text.language, dice, stop, past)
            trouble = text.say(advice.trouble) if advice.trouble else ""
            moves = tuple(str(move) for move in advice.hint.moves)
            return Suggestion(moves, text.say(advice.hint.reason), advice.source, trouble)

    # -- actions

    def play(self, seat: int, move: str, text: Text, stop: Stop) -> Told:
        """Make a move, and let the computers reply; raise Problem with the reason if it is not legal."""
        with self._held(text, stop):
            self._hosted.check_turn(seat)
            self._session.play(move)
            self._keep()
            self._let_computers_play(text, stop)
            return self._told(seat, text)

    def undo(self, seat: int, text: Text, stop: Stop) -> Told:
        """Take back a seat's last move and the computers' replies; raise Problem if that is not allowed."""
        with self._held(text, stop):
            self._hosted.take_back(seat)
            self._keep()
            return self._told(seat, text)

    def leave(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Give the game up for a seat; raise Problem if it is over, or the seat has left already."""
        with self._held(text, stop):
            if self._session.level_of(seat):
                raise Problem("you have left this game; a computer plays on in your seat")
            self._session.give_up(seat)
            self._keep()
            self._let_computers_play(text, stop)
            return self._standing(seat, text)

    def save(self, seat: int, text: Text, stop: Stop) -> Standing:
        """Store the game from now on; raise Problem if it cannot be written."""
        with self._held(text, stop):
            self._kept = True
            self._keep()
            if not self._kept and self._trouble is not None:
                raise Problem(text.say(self._trouble))
            return self._standing(seat, text)

    # -- helpers

    @contextmanager
    def _held(self, text: Text, stop: Stop) -> Iterator[None]:
        """Hold the game's lock, after pending computer moves; raise a refusal as Problem."""
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
        """The next moves of the computer to move; an error of its level must not stop the game."""
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
        """Write the game if that was requested; the game goes on if it cannot be written."""
        if not self._kept:
            return
        try:
            keep(self.name, self.hashes, self._session)
        except StoreProblem as error:
            self._kept, self._trouble = False, error.message

    def _told(self, seat: int, text: Text) -> Told:
        standing = self._standing(seat, text)
        if self._session.early_end is not None:  # not part of the position
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
        """All games with their variants and computer players."""
        return Games(tuple(self._entry(name, game, text) for name, game in GAMES.items()))

    def begin(self, game: str, variant: str | None, seats: Sequence[str] | None, seed: int | None) -> NewGame:
        """Set a game up and create a token for each seat without a computer; raise Problem if that is impossible."""
        setup = self._setup(game, variant, seats, seed)
        tokens = tuple(None if seat.is_computer else new_token(self._draw) for seat in setup.seats)
        hashes = tuple(token_hash(token) if token else "" for token in tokens)
        name = digits(self._draw, NAME_DIGITS)
        self._lay(HostedGame(name, Session(GAMES[game], setup), hashes, self._config, own_seed=self._draw()))
        entries = zip(setup.seats, tokens, strict=True)
        told = tuple(SeatEntry(number, seat.level or HUMAN, token) for number, (seat, token) in enumerate(entries, 1))
        return NewGame(name, game, setup.variant, told)

    def at(self, token: str) -> tuple[HostedGame, int]:
        """The game and the seat of a token; raises Problem if there is none."""
        with self._lock:
            for laid in self._tables.values():
                seat = seat_of(token, laid.hashes)
                if seat is not None:
                    laid.touched = self._clock()
                    return laid, seat
        raise Problem("token: no seat at any table here has that token; a game that was saved has to be loaded first")

    def load(self, name: str, token: str) -> tuple[HostedGame, int]:
        """Restore a stored game for all its seats; a running one is not changed."""
        with self._lock:
            laid = self._tables.get(name)
        if laid is None or seat_of(token, laid.hashes) is None:
            session, hashes = fetch(name, token)
            self._lay(HostedGame(name, session, hashes, self._config, own_seed=self._draw(), is_kept=True))
        return self.at(token)

    # -- helpers

    def _lay(self, new: HostedGame) -> None:
        """Add a game, evicting another one if necessary; raise Problem if none can be evicted."""
        with self._lock:
            new.touched = self._clock()
            if len(self._tables) >= MOST_TABLES:
                del self._tables[self._game_to_evict(new.touched)]
            self._tables.setdefault(new.name, new)

    def _game_to_evict(self, now: float) -> str:
        """The name of a finished game, or else of an abandoned one; raises Problem if there is none."""
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
        # A program's turn ends with its last move, without being confirmed, and no clock is shown.
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
    """Raise Problem for an unknown word, with the known ones."""
    if word not in known:
        shown = repr(word if len(word) <= LONGEST_ECHO else f"{word[:LONGEST_ECHO]}…")
        raise Problem(f"{fault} {shown}; there are {', '.join(known)}")
