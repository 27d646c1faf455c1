"""What the tests of playing Stone Dragon share: somebody at the board, and what the screen says."""

from __future__ import annotations

from logic.registry import GAMES
from logic.session import Seat
from logic.setups import table
from scenes.board import BoardScene
from scenes.match import Match
from scenes.stack import Scene
from tests.labyrinths import file_text
from tests.sceneapp import sit_down  # noqa: F401 - a fixture

DRAGON = GAMES["dragon"]
ANNA = Seat(name="Anna")
HALL = file_text("Z;Z;L\nZ;Z;Z", "N;N", 1, "1;1")
EATER = file_text("Z;J;Z;L\nZ;Z;W;Z", "Z2;N", 2, "2;1")
PITS = file_text("Z;D3;Z;L\nZ;M;Z;Z", "N;N;N", 1, "1;1")


def setup_of(board, variant="adventure", seat=ANNA, par=0, **chosen):
    return table("dragon", variant, (seat,), 5, {"board": board, "par": par, **chosen})


def sit_at(sit_down, board, size=(1280, 720), language="en", profile=True, scale=1.0, **options):  # noqa: F811
    driver = sit_down(size, language, scale=scale)
    if profile and "Anna" not in driver.app.store.profiles():
        driver.app.store.add_profile("Anna")
    driver.push(Scene(driver.app))
    match = Match.start(driver.app, setup_of(board, **options))
    driver.push(BoardScene(driver.app, match))
    driver.step(0.3)
    return driver, match


def played(driver, match, *moves):
    for move in moves:
        match.play(move)
        driver.settle()
