"""Turns a game's YAML into checked variants: what may be chosen before a game starts."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

import msgspec

from logic.config import ConfigError, convert, parse_yaml, read_text
from logic.core import Game

UndoPolicy = Literal["always", "own_turn", "never"]


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page of the rules: a heading, text in the small markup, and a position drawn by the game's own screen.

    ``steps`` are moves shown one after the other from that position.
    """

    title: str
    text: str
    board: str | None = None
    steps: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the guided first game: what to say, and when to go on.

    ``until`` is the kind of move to wait for (the first word of its text; ``shift or stay`` is either of two), ``move``
    for any move at all, or ``tap`` for a tap anywhere.
    """

    text: str
    until: str = "tap"


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play a game. ``params`` are the game's own; the rest is the table's.

    ``with_computer`` overrides params where a seat is a computer's; ``clock`` is seconds for a turn, 0 for none;
    ``ranked`` tells whether a puzzle done in it counts as done;
    ``confirm`` leaves a finished turn open until its player says that it has ended; ``icon`` is the Material Design
    name of the sign that tells its little picture from those of the others.
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


class GameConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about one game that is taste or choice, from ``config/<game>.yaml``.

    ``first_game`` are params laid over the default variant's for the guided first game.
    """

    title: str
    blurb: str
    default: str
    variants: Annotated[dict[str, Variant], msgspec.Meta(min_length=1)]
    first_game: dict[str, Any] = {}
    rules: tuple[Page, ...] = ()
    lessons: tuple[Lesson, ...] = ()


def parse_game(text: str, game: Game, name: str) -> GameConfig:
    """Read and check a game's YAML, every variant's params included; raise ConfigError with the place."""
    config = parse_yaml(text, GameConfig, name)
    if config.default not in config.variants:
        known = ", ".join(config.variants)
        raise ConfigError(f"{name}: `$.default`: no variant {config.default!r}; there are {known}")
    for key, variant in config.variants.items():
        for computer in (False, True):
            resolve_params(game, variant, computer=computer, name=f"{name}: `$.variants.{key}`")
    default, first = config.variants[config.default], config.first_game
    resolve_params(game, default, computer=False, name=f"{name}: `$.first_game`", chosen=first)
    return config


def read_game(name: str, game: Game) -> GameConfig:
    """Read ``config/<name>.yaml``."""
    return parse_game(read_text(f"{name}.yaml"), game, f"config/{name}.yaml")


def resolve_params(
    game: Game, variant: Variant, *, computer: bool, name: str, chosen: dict[str, Any] | None = None
) -> Any:
    """Give the game's Params for a variant, with what was ``chosen`` at set-up laid over it.

    Raises ConfigError where a key is unknown or a value is refused by the game.
    """
    merged = {**variant.params, **(variant.with_computer if computer else {}), **(chosen or {})}
    return make_params(game, merged, name)


def make_params(game: Game, data: dict[str, Any], name: str) -> Any:
    """Build the game's Params from plain data; raise ConfigError with the field's name."""
    known = [field.name for field in fields(game.Params)]
    for key in data:
        if key not in known:
            raise ConfigError(f"{name}: params: no field {key!r}; there are {', '.join(known) or 'none'}")
    return convert(data, game.Params, f"{name}: params")
