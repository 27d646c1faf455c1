"""What the tests of playing JumpIN’ share: somebody at the board, and what the screen shows."""

from __future__ import annotations

from logic.registry import GAMES
from logic.session import Seat
from logic.setups import table
from scenes.board import BoardScene
from scenes.match import Match
from scenes.stack import Scene
from sprites.bakery import Bakery
from tests.sceneapp import sit_down, warm_up  # noqa: F401 - one is a fixture

JUMPIN = GAMES["jumpin"]
ANNA = Seat(name="Anna")
FOXED = ".f.../.f.../R..../...../..R.."
"""Solved in five steps or four moves, by the fox alone at first."""
WAY = ("slide F1 1,1", "hop R1 2,2", "slide F1 3,1", "hop R2 4,0")
"""A shortest way to solve it."""
LEAST = (5, 4)
USUAL = (1280, 720)
OVEN = Bakery()
"""What is baked for the usual window is baked once for all tests."""


def setup_of(position=FOXED, variant="classic", seat=ANNA, **chosen):
    return table("jumpin", variant, (seat,), 5, {"position": position, **chosen})


def sit_at(sit_down, position=FOXED, size=USUAL, language="en", scale=1.0, **options):  # noqa: F811
    driver = sit_down(size, language, scale=scale)
    if (size, scale) == (USUAL, 1.0):
        warm_up(driver, OVEN)
    if "Anna" not in driver.app.store.profiles():
        driver.app.store.add_profile("Anna")
    driver.push(Scene(driver.app))
    match = Match.start(driver.app, setup_of(position, **options))
    driver.push(BoardScene(driver.app, match))
    driver.settle()
    return driver, match


def played(driver, match, *moves):
    for move in moves:
        match.play(move)
        driver.settle()
