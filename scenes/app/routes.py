"""Which screen stands behind each name: screens open each other by these names, so that none imports another."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any, Final, Literal

Route = Literal[
    "adviser", "board", "demo", "files", "games", "help", "profiles", "puzzles", "replay", "rules", "settings", "setup",
    "share", "sheet", "shelf", "stats",
]  # fmt: skip

ROUTES: Final[dict[Route, str]] = {
    "adviser": "scenes.cabinet.adviser:AdviserDialog",
    "board": "scenes.board.scene:BoardScene",
    "demo": "scenes.cabinet.demo:DemoScene",
    "files": "scenes.cabinet.files:FilesScene",
    "games": "scenes.cabinet.games:GamesScene",
    "help": "scenes.cabinet.help:HelpScene",
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


def screen(route: Route) -> type[Any]:
    """The class of a screen; what it is made with, besides the App, its ``__init__`` says."""
    kind: type[Any] = resolve_name(ROUTES[route])
    return kind
