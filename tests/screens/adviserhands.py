"""Helpers of the language model's screen tests: configurations, a model that answers, and consent."""

import socket

import pytest

from logic import players
from logic.llm import adviser
from logic.llm.settings import own_file
from logic.session import Seat
from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.adviser import AdviserDialog
from scenes.cabinet.settings import SettingsScene
from tests.support.advicefakes import Scripted, first_choice
from tests.support.seats.match import setup_of

MODEL = Seat(level=players.MODEL)
URL = "http://localhost:1/v1"
REASON = "It is the first one."


def set_up(url=URL, name="tiny"):
    """Write the player's own file, as the page of the settings says."""
    own_file().parent.mkdir(parents=True, exist_ok=True)
    own_file().write_text(f"base_url: {url}\nmodel: {name}\n", encoding="utf-8")


@pytest.fixture(name="model")
def scripted_model(monkeypatch):
    """Configure a model that answers with the first of every choice, and return it."""
    set_up()
    return put(monkeypatch, Scripted(first_choice))


def put(monkeypatch, model):
    """Replace the model that would be reached over the network."""
    monkeypatch.setattr(adviser, "reach", lambda config, _key: model if config else None)
    return model


@pytest.fixture(name="no_sockets")
def sockets_forbidden(monkeypatch):
    """Make every attempt to create a socket fail."""

    def refuse(*_args, **_named):
        raise AssertionError("a socket was made")

    monkeypatch.setattr(socket, "socket", refuse)


def open_up(new_driver, size=(1280, 1000)):
    return new_driver(size, at=Scene)


def sit_at(new_driver, *seats):
    """Sit down at the L-Game."""
    driver = open_up(new_driver, (1024, 600))
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(*seats))))
    driver.step(0.3)
    return driver


def agree(driver):
    """Switch the model on as if the player had agreed some time ago."""
    driver.app.adviser.agree()


def open_page(driver):
    """Open the page of the settings, from any screen."""
    driver.push(SettingsScene(driver.app))
    driver.app.stack.top.ui.set_focus(driver.widget("model"))
    driver.settle()
    assert isinstance(driver.tap("model"), AdviserDialog)


def switch(driver):
    driver.tap("adviser")


def words_on(driver) -> list[str]:
    """Return every text on all screens of the stack, and the toasts."""
    widgets = [widget for scene in driver.app.stack.scenes for widget in scene.ui.walk()]
    shown = [getattr(widget, name, "") for widget in widgets for name in ("text", "label", "markup", "tip", "value")]
    return [*map(str, shown), *driver.said()]
