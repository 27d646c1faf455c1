"""Reads a game's YAML into checked variants, rules pages and lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import product
from typing import Annotated, Any, Literal

import msgspec

from logic.config import ConfigError, convert, parse_yaml, read_text
from logic.game import Game, Narration, narration_of, offers
from logic.puzzles import puzzles_of

UndoPolicy = Literal["always", "own_turn", "never"]


class RulesPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page of the rules: a heading, text in simple markup, and a position drawn by the game's own view.

    ``steps`` are moves played one after the other from that position. ``exhibits`` name things of the game, such as
    cards, that the view draws large in place of the position; then the steps are shown on request.
    """

    title: str
    text: str
    board: str | None = None
    steps: tuple[str, ...] = ()
    exhibits: tuple[str, ...] = ()

    def check_exhibits(self, game: Game, name: str) -> None:
        """Raise ConfigError with the place where the game has nothing to show by one of those names."""
        narration = narration_of(game)
        if self.exhibits and not offers(narration, Narration.exhibit):
            raise ConfigError(f"{name}`: this game has nothing that a page could show large")
        for index, wanted in enumerate(self.exhibits):
            try:
                narration.exhibit(wanted)
            except ValueError as error:
                raise ConfigError(f"{name}[{index}]`: {error}") from None


Beside = Literal["card", "end", "hint", "menu"]
"""What stands beside the board, for a lesson to point at: the own card, the end of the turn, two of the tools."""


class LessonTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step of a lesson points at: it is highlighted, and a hand demonstrates the gesture.

    ``move`` is a move as text, or a prefix of one (``attach ?h`` with any letter for the ``?``; ``take b3 or take b5``
    is either of two): the first legal one that can be demonstrated, and as long as there is one no other move is
    accepted. ``things`` are names known to the view: pieces, cards, squares. ``hand`` is the gesture if no move gives
    it; in a step that is only to be read there is none by default. With ``marks`` the move is also marked like a hint,
    if the highlight alone does not tell where it leads.
    """

    move: str = ""
    marks: bool = False
    things: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()
    hand: Literal["", "tap", "hold"] = ""

    @property
    def moves(self) -> tuple[str, ...]:
        """How the moves begin that are meant."""
        return tuple(self.move.split(OR)) if self.move else ()

    def means(self, move: str) -> bool:
        """Whether that is such a move."""
        return any(fnmatchcase(move, f"{begin}*") for begin in self.moves)


TAP, LOOK, TURN, MOVE, OR = "tap", "look", "turn", "move", " or "
"""What a step may wait for besides a kind of move, and what stands between two kinds or two moves."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the guided first game: what to say, what to point ``at``, and when to go on.

    ``until`` is the kind of move to wait for (the first word of its text; ``shift or stay`` is either of two), ``move``
    for any move, ``turn`` for the end of the turn, ``look`` for a close look at the own things, or ``tap`` for a tap
    anywhere.
    """

    text: str
    until: str = TAP
    at: LessonTarget | None = None

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of what it waits for."""
        return frozenset(self.until.split(OR))

    def check(self, name: str) -> None:
        """Raise ConfigError with the place where it points at nothing, or at a move that it does not wait for."""
        if self.at is None:
            return
        if not (self.at.move or self.at.things or self.at.beside):
            raise ConfigError(f"{name}.at`: name a move, things, or what stands beside the board")
        for kind in (move.partition(" ")[0] for move in self.at.moves):
            if self.kinds.isdisjoint({kind, MOVE}):
                raise ConfigError(f"{name}.at.move`: {kind!r}, but the step waits for {self.until!r}")


class Handicap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that may be chosen before a game, for all players alike or for each.

    ``field`` of the game's Params takes a list of it: empty for the default, one for all, or one for each; ``usual``
    names the field of the defaults. ``label`` is what the number counts.
    """

    field: str
    usual: str
    label: str
    least: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    most: Annotated[int, msgspec.Meta(ge=1, le=99)] = 12


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play a game. ``params`` are the game's own; the rest is for the table.

    ``with_computer`` overrides params if a seat is a computer's; ``clock`` is seconds for a turn, 0 for none;
    ``ranked`` tells whether a puzzle solved in it counts as solved; ``handicap`` is a number that the players may agree
    on; ``confirm`` leaves a finished turn open until its player ends it; ``icon`` is the Material Design name of the
    sign on its thumbnail.
    """

    title: str
    blurb: str
    icon: str = ""
    players: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)] = (2,)
    undo: UndoPolicy = "own_turn"
    confirm: bool = False
    clock: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    coach: bool = True
    ranked: bool = True
    params: dict[str, Any] = {}
    with_computer: dict[str, Any] = {}
    handicap: Handicap | None = None

    @property
    def is_for_one(self) -> bool:
        return self.players == (1,)


class GameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's configuration, ``config/<game>.yaml``.

    ``first_game`` are params that override the default variant's in the guided first game; with ``first_seed`` it is
    always the same deal, so that its lessons can name what lies there.
    """

    title: str
    blurb: str
    default: str
    variants: Annotated[dict[str, Variant], msgspec.Meta(min_length=1)]
    first_game: dict[str, Any] = {}
    first_seed: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] | None = None
    rules: tuple[RulesPage, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    ambience: str = ""
    """What its place sounds like, by name; empty for silence."""

    @property
    def for_one(self) -> dict[str, Variant]:
        """The variants that one plays alone, as puzzles are played."""
        return {name: variant for name, variant in self.variants.items() if variant.is_for_one}

    @property
    def default_for_one(self) -> str:
        """The variant that puzzles are played in where none is chosen."""
        return self.default if self.default in self.for_one else next(iter(self.for_one), self.default)


@lru_cache
def parse_game(text: str, game: Game, name: str) -> GameConfig:
    """Read and check a game's YAML, every variant's params included; raise ConfigError with the place.

    The same text gives the same object again, since screens ask for it often; nobody may change it.
    """
    config = parse_yaml(text, GameConfig, name)
    if config.default not in config.variants:
        known = ", ".join(config.variants)
        raise ConfigError(f"{name}: `$.default`: no variant {config.default!r}; there are {known}")
    for key, variant in config.variants.items():
        for count, computer in product(variant.players, (False, True)):
            where, seats = f"{name}: `$.variants.{key}`", seated(game, count)
            params = resolve_params(game, variant, computer=computer, name=where, chosen=seats)
            try:
                check_seats(game, params, count)
            except ValueError as error:
                raise ConfigError(f"{where}: {error}") from None
        _check_handicap(variant.handicap, params, f"{name}: `$.variants.{key}.handicap")
    default, first = config.variants[config.default], config.first_game
    resolve_params(game, default, computer=False, name=f"{name}: `$.first_game`", chosen=first)
    for index, page in enumerate(config.rules):
        page.check_exhibits(game, f"{name}: `$.rules[{index}].exhibits")
    for index, lesson in enumerate(config.lessons):
        lesson.check(f"{name}: `$.lessons[{index}]")
    return config


def _check_handicap(handicap: Handicap | None, params: Any, name: str) -> None:
    if handicap is None:
        return
    known = [field.name for field in fields(params)]
    if handicap.field not in known:
        raise ConfigError(f"{name}.field`: no field {handicap.field!r}; there are {', '.join(known)}")
    if not hasattr(params, handicap.usual):
        raise ConfigError(f"{name}.usual`: the params tell no {handicap.usual!r}")
    if handicap.least > handicap.most:
        raise ConfigError(f"{name}.least`: at most {handicap.most}, please")


def read_game(name: str, game: Game) -> GameConfig:
    """Read ``config/<name>.yaml``, once; a fault in it is told each time."""
    module: Any = game  # modules can be hashed; a protocol cannot say that of them
    return _read_game(name, module, read_text)


@lru_cache
def _read_game(name: str, module: Any, read: Callable[[str], str]) -> GameConfig:
    return parse_game(read(f"{name}.yaml"), module, f"config/{name}.yaml")


def resolve_params(
    game: Game, variant: Variant, *, computer: bool, name: str, chosen: dict[str, Any] | None = None
) -> Any:
    """The game's Params for a variant, with what was ``chosen`` at set-up laid over it.

    Raises ConfigError if a key is unknown or a value is refused by the game.

    >>> from logic import lgame
    >>> classic = read_game("lgame", lgame).variants["classic"]
    >>> resolve_params(lgame, classic, computer=False, name="lgame", chosen={"first": 1})
    Params(first=1, neutrals=1, repetition=0)
    >>> resolve_params(lgame, classic, computer=False, name="lgame", chosen={"size": 5})
    Traceback (most recent call last):
        ...
    logic.config.ConfigError: lgame: params: no field 'size'; there are first, neutrals, repetition
    """
    merged = {**variant.params, **(variant.with_computer if computer else {}), **(chosen or {})}
    return make_params(game, merged, name)


PLAYERS = "players"
"""What of a game's Params counts its players: a field in games for several numbers of them, else a constant."""


def seated(game: Game, count: int) -> dict[str, int]:
    """The params that follow from the number of seats; none if a game does not count its players."""
    return {PLAYERS: count} if any(field.name == PLAYERS for field in fields(game.Params)) else {}


MOST_SEATS = 8


def check_seats(game: Game, params: Any, count: int) -> None:
    """Raise ValueError if a game with these params is not for that number of seats; by default a puzzle is for one."""
    players = getattr(params, PLAYERS, None)
    if players is None and puzzles_of(game) is not None and count > 1:
        raise ValueError("seats: a puzzle has one")  # a game for several would be looked back on uncovered
    if not 1 <= count <= MOST_SEATS:
        raise ValueError(f"seats: 1 to {MOST_SEATS}, please")
    if players not in (None, count):
        raise ValueError(f"seats: {players}, as many as the params have players, please")


def make_params(game: Game, data: dict[str, Any], name: str) -> Any:
    """Build the game's Params from plain data; raise ConfigError with the field's name."""
    return checked_params(game.Params, data, name)


def checked_params(kind: type[Any], data: dict[str, Any], name: str) -> Any:
    """Build Params of that kind from plain data; raise ConfigError with the field's name."""
    known = [field.name for field in fields(kind)]
    for key in data:
        if key not in known:
            raise ConfigError(f"{name}: params: no field {key!r}; there are {', '.join(known) or 'none'}")
    return convert(data, kind, f"{name}: params")
