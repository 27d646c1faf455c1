"""Helpers of the tests of screens beside the board: an App with games and profiles, and a driver of it."""

import pytest

from logic.licences import components
from scenes.app.fields import KeyboardScene
from scenes.cabinet.credits import CreditsScene, LicenceScene
from scenes.cabinet.games import GamesScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.profiles import ProfilesScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.settings import SettingsScene
from scenes.cabinet.shelf import ShelfScene
from scenes.cabinet.stats import StatsScene
from sprites.widgets import Label
from tests.support.seats.kept import LONG_NAME, finish_game, keep_game

GAME = "lgame"
SIZES = [((1280, 720), 1.0), ((1024, 600), 2.0), ((720, 1280), 1.0), ((600, 1024), 2.0)]
SCENES = {
    "settings": SettingsScene,
    "rules": lambda app: RulesScene(app, GAME),
    "help": HelpScene,
    "stats": StatsScene,
    "games": GamesScene,
    "profiles": ProfilesScene,
    "credits": CreditsScene,
    "licence": lambda app: LicenceScene(app, components()[0]),
    "keyboard": lambda app: KeyboardScene(app, "Name", LONG_NAME, lambda _text: None),
}


def fill(app):
    """Store players, unfinished games and finished games, with the longest names possible."""
    for name in ("Anna", LONG_NAME):
        app.store.add_profile(name)
    app.settings = app.settings.with_(profile=LONG_NAME)
    keep_game(app, 4, names=(LONG_NAME, LONG_NAME[::-1]))
    keep_game(app, 2, names=("Anna", ""))
    finish_game(app, 7, names=(LONG_NAME, ""), loser=1)
    finish_game(app, 5, names=("Anna", LONG_NAME), loser=0)


@pytest.fixture
def seat(new_driver):
    def on(scene, *, full=True, **options):
        driver = new_driver(**options)
        if full:
            fill(driver.app)
        driver.push(ShelfScene(driver.app))
        driver.push(SCENES[scene](driver.app) if isinstance(scene, str) else scene(driver.app))
        return driver

    return on


def labels(driver):
    return [label.text for label in driver.top.ui.walk() if isinstance(label, Label)]
