"""The table of screens by name: screens open each other by these names, so that none imports another."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pkgutil import iter_modules, resolve_name
from typing import Any, Final, Literal

from logic.config import ConfigError
from logic.game import Game
from logic.puzzles import puzzles_of
from logic.variants import read_game

Route = Literal[
    "adviser", "board", "demo", "files", "games", "help", "phones", "profiles", "puzzles", "replay", "rules",
    "settings", "setup", "share", "sheet", "shelf", "stats",
]  # fmt: skip

ROUTES: Final[dict[Route, str]] = {
    "adviser": "scenes.cabinet.adviser:AdviserDialog",
    "board": "scenes.board.scene:BoardScene",
    "demo": "scenes.cabinet.demo:DemoScene",
    "files": "scenes.cabinet.files:FilesScene",
    "games": "scenes.cabinet.games:GamesScene",
    "help": "scenes.cabinet.help:HelpScene",
    "phones": "scenes.phones.dialog:JoinDialog",
    "profiles": "scenes.cabinet.profiles:ProfilesScene",
    "puzzles": "scenes.puzzles.shelf:PuzzleShelf",
    "replay": "scenes.cabinet.replay:ReplayScene",
    "rules": "scenes.cabinet.rules:RulesScene",
    "settings": "scenes.cabinet.settings:SettingsScene",
    "setup": "scenes.cabinet.setup:SetupScene",
    "share": "scenes.share.page:SharePage",
    "sheet": "scenes.puzzles.printsheet:PrintSheet",
    "shelf": "scenes.cabinet.shelf:ShelfScene",
    "stats": "scenes.cabinet.stats:StatsScene",
}
"""Module and class of each screen; a module is loaded when its screen is first asked for."""

AHEAD: Final[tuple[Route, ...]] = ("setup", "puzzles", "board")
"""Screens that are opened from the shelf."""


def screen(route: Route) -> type[Any]:
    """The class of a screen; its ``__init__`` says which arguments it takes besides the App."""
    kind: type[Any] = resolve_name(ROUTES[route])
    return kind


def load_ahead(games: Mapping[str, Game]) -> None:
    """Import the games' screens and read variants and puzzles, so that no screen opens late for them.

    These objects stay for the whole run and are frozen: collecting them would take 40 ms of a frame each time.
    """
    for route in AHEAD:
        screen(route)
    for name, game in games.items():
        with suppress(ConfigError):  # reported where it is used
            read_game(name, game)
        for folder in ("logic", "sprites", "scenes"):
            package = import_module(f"{folder}.{name}")
            for module in iter_modules(package.__path__, f"{package.__name__}."):
                import_module(module.name)
        if (puzzles := puzzles_of(game)) is not None:
            puzzles.chapters()
    gc.freeze()
