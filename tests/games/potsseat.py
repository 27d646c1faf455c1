"""Plays the test game of pots on the real screens, with a view of its own."""

import sys
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from logic import registry
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import parse_game, read_game
from scenes.board.match import Match
from scenes.view.view import GameView
from sprites.stage.stage import Pose
from tests.games import pots
from tests.support.seats.seating import sit_before

ANNA, BEN, CLEO = Seat(name="Anna"), Seat(name="Ben"), Seat(name="Cleo")
MODEST = Seat(level="modest")


class PotsView(GameView):
    """A disc for each coin in the pot; pictures in the log show the purse as the viewer knows it."""

    rows, cols = 2, 10

    def layout(self, state: Any) -> dict[str, Pose]:
        return {f"c{i}": Pose(i % 10 + 0.5, i // 10 + 0.5) for i in range(state.left)}

    def draw_ground(self, surface: pygame.Surface) -> None:
        pygame.draw.rect(surface, self.kit.theme.colours.panel, self.rect)

    def draw_foreground(self, surface: pygame.Surface) -> None:
        for _, pose in self.stage.poses():
            pygame.draw.aacircle(surface, "gold", self.to_pixels(pose.x, pose.y), round(0.3 * self.cell))

    def end_move(self) -> pots.End | None:
        return pots.End() if self.state.taken else None

    def log_picture(self, state: Any, move: Any, height: int) -> pygame.Surface | None:
        if isinstance(move, pots.End):
            return None
        picture = pygame.Surface((2 * height, height))
        picture.fill("red" if state.purses[state.player] == pots.HIDDEN else "gold")
        return picture


def setup_of(*seats: Seat, variant: str = "plain", **changes: Any) -> Setup:
    chosen = parse_game(pots.YAML, pots, "pots").variants[variant]
    params = pots.Params(len(seats), coins=changes.pop("coins", 12), pairs=changes.pop("pairs", False))
    fields = {"undo": chosen.undo, "confirm": chosen.confirm, **changes}
    return Setup("pots", variant, setup_params(pots, params), 5, seats, **fields)


def session_of(*seats: Seat, record=None, **options: Any) -> Session:
    return Session(pots, setup_of(*seats, **options), record)


def play(played: Session | Match, *moves: str) -> None:
    for move in moves:
        played.play(move)


@pytest.fixture(name="cabinet")
def the_pot_is_on_the_shelf(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "pots", pots)
    monkeypatch.setitem(sys.modules, "scenes.pots.view", SimpleNamespace(VIEW=PotsView))
    read = lambda name, game: parse_game(pots.YAML, pots, name) if name == "pots" else read_game(name, game)  # noqa: E731
    monkeypatch.setattr(registry, "read_game", read)


@pytest.fixture(name="sit_at")
def somebody_at_the_pot(cabinet, new_driver):
    def sit(*seats: Seat, size=(1024, 600), language="en", scale=1.0, now=None, **options: Any):
        extra = {} if now is None else {"now": now}
        return sit_before(new_driver, setup_of(*seats, **options), size, language, scale, rest=0.3, **extra)

    return sit
