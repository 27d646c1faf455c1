"""Pictures of the cabinet itself: the shelf and the screens that belong to no game."""

from __future__ import annotations

from logic.core import Message
from logic.licences import components
from scenes import adviser_shots
from scenes.credits import CreditsScene, LicenceScene
from scenes.exports import exports_folder
from scenes.files import FilesScene
from scenes.games import GamesScene
from scenes.headless import Stand
from scenes.help import HelpScene
from scenes.keyboard import KeyboardScene
from scenes.poses import Shot, shelf
from scenes.profiles import ProfilesScene
from scenes.settings import SettingsScene
from scenes.stats import StatsScene
from sprites.input import Pointer


def _toasts(here: Stand) -> None:
    shelf(here)
    for message in (Message("Sound off"), Message("Your game is kept. You can go on whenever you like.")):
        here.app.tell(message)
    here.run(0.4)


def _tooltip(here: Stand) -> None:
    shelf(here)
    here.frame(Pointer("hover", here.widget("games").rect.center))
    here.run(1.0)


def _files(here: Stand) -> None:
    shelf(here)
    here.show(
        FilesScene(here.app, Message("Open a board file"), (".txt",), lambda _path: None, folder=exports_folder())
    )


def _settings(here: Stand) -> None:
    shelf(here)
    here.show(SettingsScene(here.app))


def _licence(here: Stand) -> None:
    """Open one that has several texts."""
    certificates = next(component for component in components() if component.name == "certifi")
    here.show(CreditsScene(here.app), LicenceScene(here.app, certificates))


def _help(here: Stand) -> None:
    shelf(here)
    here.show(HelpScene(here.app))


def _keyboard(here: Stand) -> None:
    here.show(ProfilesScene(here.app))
    here.show(KeyboardScene(here.app, here.app.say(Message("Name")), "Zoë", lambda _text: None))


SHOTS = (
    Shot("shelf", shelf, main=True),
    Shot("shelf-first-start", shelf, used=False),
    Shot("shelf-toasts", _toasts),
    Shot("shelf-tooltip", _tooltip),
    Shot("settings", _settings, main=True),
    *adviser_shots.SHOTS,
    Shot("credits", lambda here: here.show(CreditsScene(here.app)), main=True),
    Shot("licence", _licence, main=True),
    Shot("help", _help, main=True),
    Shot("statistics", lambda here: here.show(StatsScene(here.app)), main=True),
    Shot("statistics-first-start", lambda here: here.show(StatsScene(here.app)), used=False),
    Shot("games", lambda here: here.show(GamesScene(here.app)), main=True),
    Shot("games-first-start", lambda here: here.show(GamesScene(here.app)), used=False),
    Shot("profiles", lambda here: here.show(ProfilesScene(here.app))),
    Shot("keyboard", _keyboard),
    Shot("files", _files),
)
