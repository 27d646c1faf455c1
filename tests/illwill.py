"""What the tests that mean Stone Dragon ill have in common: a small window, a game in it, a board with secrets."""

from dataclasses import replace

import pytest

from logic.session import Seat
from logic.settings import Settings
from logic.setups import table
from scenes.shelf import ShelfScene
from sprites.bakery import Bakery
from tests.labyrinths import file_text
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

SMALL = (640, 480)
OVEN = Bakery()
"""What is baked for the small window is baked once for all tests."""


@pytest.fixture
def seated(sit_down):  # noqa: F811
    """Give somebody in front of a small window, who has the shelf before him and no patience for what moves."""

    def begin_there():
        driver = sit_down(SMALL, settings=Settings(ui_scale=0.75, reduced_motion=True))
        driver.app.bakery = OVEN
        driver.app.kit = replace(driver.app.kit, bakery=OVEN)
        driver.push(ShelfScene(driver.app))
        return driver

    return begin_there


def setup_of(text, variant="adventure", **chosen):
    return table("dragon", variant, (Seat(name="Anna"),), 5, {"board": text, **chosen})


SECRET = file_text("Z;Z;D77;Z Z;Z;W;C91 Z;Z;L;T1,3", "N;N", 1)
