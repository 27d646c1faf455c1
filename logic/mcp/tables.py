"""All games that are going on at the server, and who sits where: a token is the only way to a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock

import msgspec

from logic import players
from logic.game import Game
from logic.hosting.tokens import Draw, digits, mark, new_token, seat_of
from logic.llm.settings import AdviserConfig
from logic.mcp import keeping
from logic.mcp.answers import GameEntry, Games, NewGame, SeatEntry, VariantEntry
from logic.mcp.table import HUMAN, Table
from logic.registry import GAMES, game_config, new_setup
from logic.session.saving import LARGEST_SEED, Seat, Setup
from logic.session.session import Session
from logic.terminal import Problem
from logic.text import Text
from logic.variants import Variant

MOST_TABLES = 64
"""Games that may go on at a time."""
DAY = 24 * 60 * 60.0
"""Seconds after which a game that nobody has asked about gives way to another."""
NAME_DIGITS = 12
LONGEST_ECHO = 40
"""Characters of a wrong word that are said back."""

Clock = Callable[[], float]
"""Seconds that never go backwards."""


class Tables:
    """The games of one server. ``config`` is where a language model is, None where none was switched on."""

    def __init__(self, draw: Draw, clock: Clock, config: AdviserConfig | None = None) -> None:
        self._draw = draw
        self._clock = clock
        self._config = config
        self._tables: dict[str, Table] = {}
        self._lock = Lock()

    def games(self, text: Text) -> Games:
        """List the games with their variants and computer players."""
        return Games(tuple(self._entry(name, game, text) for name, game in GAMES.items()))

    def begin(self, game: str, variant: str | None, seats: Sequence[str] | None, seed: int | None) -> NewGame:
        """Set a game up and give each seat without a computer its token; raise Problem where that cannot be."""
        setup = self._setup(game, variant, seats, seed)
        tokens = tuple(None if seat.is_computer else new_token(self._draw) for seat in setup.seats)
        marks = tuple(mark(token) if token else "" for token in tokens)
        name = digits(self._draw, NAME_DIGITS)
        self._lay(Table(name, Session(GAMES[game], setup), marks, self._config, own_seed=self._draw()))
        entries = zip(setup.seats, tokens, strict=True)
        told = tuple(SeatEntry(number, seat.level or HUMAN, token) for number, (seat, token) in enumerate(entries, 1))
        return NewGame(name, game, setup.variant, told)

    def at(self, token: str) -> tuple[Table, int]:
        """The table and the seat of a token; raises Problem where there is none."""
        with self._lock:
            for laid in self._tables.values():
                seat = seat_of(token, laid.marks)
                if seat is not None:
                    laid.touched = self._clock()
                    return laid, seat
        raise Problem("token: no seat at any table here has that token; a game that was saved has to be loaded first")

    def load(self, name: str, token: str) -> tuple[Table, int]:
        """Put a kept game back, for all who have a seat in it; one that is going on is left as it is."""
        with self._lock:
            laid = self._tables.get(name)
        if laid is None or seat_of(token, laid.marks) is None:
            session, marks = keeping.fetch(name, token)
            self._lay(Table(name, session, marks, self._config, own_seed=self._draw(), is_kept=True))
        return self.at(token)

    # -- small services

    def _lay(self, new: Table) -> None:
        """Find room for a table, in the place of one that gives way where there is no other; raise Problem if none."""
        with self._lock:
            new.touched = self._clock()
            if len(self._tables) >= MOST_TABLES:
                del self._tables[self._giving_way(new.touched)]
            self._tables.setdefault(new.name, new)

    def _giving_way(self, now: float) -> str:
        """Name a game that is over, or else one that was forgotten; raise Problem where there is none."""
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
        if game not in GAMES:
            raise Problem(f"game: there is no {_shown(game)}; there are {', '.join(GAMES)}")
        config = game_config(game)
        name = variant or config.default
        if name not in config.variants:
            raise Problem(f"variant: {game} has no {_shown(name)}; there are {', '.join(config.variants)}")
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
            if seat not in known:
                raise Problem(f"seats: there is no {_shown(seat)}; there are {', '.join(known)}")
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


def _shown(word: str) -> str:
    return repr(word if len(word) <= LONGEST_ECHO else f"{word[:LONGEST_ECHO]}…")
