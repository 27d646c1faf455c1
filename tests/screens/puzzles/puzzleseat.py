"""Helpers of the puzzle shelf's tests: a driver at the shelf, and the cards."""

import json
import sys
import time
from types import ModuleType
from typing import ClassVar

import pytest

from logic import variants
from logic.registry import GAMES
from logic.storage.files import keep_board
from scenes.board.scene import BoardScene
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.shelf import PuzzleShelf
from tests.games import nullpuzzles
from tests.games.nullpuzzles import YAML, Piles
from tests.games.nullview import CountersView
from tests.support.seats.seating import play_on
from tests.support.stories.stories import ScreenStory


@pytest.fixture
def puzzles(monkeypatch):
    return install(monkeypatch)


@pytest.fixture
def seated(new_driver, puzzles):
    """A user at the puzzle shelf, which lies over the shelf of games."""
    return new_driver((1280, 800), at=[ShelfScene, (PuzzleShelf, NAME)])


def marked(driver):
    return [one.face.title for one in driver.top.ui.walk() if getattr(getattr(one, "face", None), "mark", "")]


@pytest.fixture
def boards(seated):
    keep_board(NAME, "Attic", "4\n")
    keep_board(NAME, "cellar", "9\n")
    keep_board(NAME, "Broken", "no number")
    seated.tap("tab-boards")
    return seated


@pytest.fixture
def cave(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "cave.txt").write_text("6", encoding="utf-8")
    (tmp_path / "deep" / "wrong.txt").write_text("?", encoding="utf-8")
    (tmp_path / "deep" / ".hidden.txt").write_text("6", encoding="utf-8")
    (tmp_path / "deep" / "other.jpg").write_bytes(b"\x89PNG")
    return tmp_path


NAME = "piles"


def install(monkeypatch, *, alone=True):
    """Register the game; ``alone`` removes the real games of puzzles, whose files would be in the way."""
    puzzles = Piles()
    monkeypatch.setattr(nullpuzzles, "PUZZLES", puzzles)
    if alone:
        real_games = dict(GAMES)
        for name in reversed(real_games):  # all of them, and backwards, so that they come back in their order
            monkeypatch.delitem(GAMES, name)
        for name, game in real_games.items():
            if not hasattr(game, "PUZZLES"):
                monkeypatch.setitem(GAMES, name, game)
    monkeypatch.setitem(GAMES, NAME, nullpuzzles)
    real = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda file: YAML if file == f"{NAME}.yaml" else real(file))
    view = ModuleType(f"scenes.{NAME}.view")
    view.VIEW = CountersView
    monkeypatch.setitem(sys.modules, f"scenes.{NAME}.view", view)
    return puzzles


A_DAY = 86_400


class Puzzling(ScreenStory):
    """A user at the shelf of piles, and at what it leads to; ``p7`` is the card of seven, ``today`` the day's."""

    STEPS: ClassVar = ScreenStory.STEPS | {
        "play": lambda story, *words: play_on(story.driver, story.match, " ".join(words)),
        "keep": lambda story, key, kept, whom="": story.app.store.set_progress(NAME, key, json.loads(kept), whom),
        "known": lambda story, name: story.app.store.add_profile(name),
        "as": lambda story, name: story.app.change(story.app.settings.with_(profile=name)),
        "set": lambda story, kept: story.app.change(story.app.settings.with_(setups={NAME: json.loads(kept)})),
        "anew": lambda story: story.driver.top.rebuild(),
        "work": lambda story: (story.driver.executor.work(), story.driver.frame()),
        "sleep": lambda story, days: story.app.now.pass_by(int(days) * A_DAY),
        "seed": lambda story, seed="": setattr(story.driver.top.tab, "seed", seed),
    }
    CLAIMS: ClassVar = ScreenStory.CLAIMS | {
        "marked": lambda story, *words: marked(story.driver) == [" ".join(words)] * (words != ("-",)),
        "done": lambda story, *keys: all(story.face(key).done for key in keys),
        "open": lambda story, *keys: not any(story.face(key).done for key in keys),
        "below": lambda story, key, *words: story.face(key).below == " ".join(words),
        "mark": lambda story, key, *words: story.face(key).mark == " ".join(words),
        "params": lambda story, told: story.match.session.setup.params == json.loads(told),
        "takes": lambda story, counters: story.match.session.setup.params["counters"] == int(counters),
        "variant": lambda story, name: story.match.session.setup.variant == name,
        "left": lambda story, counters: story.match.session.state.left == int(counters),
        "setups": lambda story, kept: story.app.settings.setups[NAME] == json.loads(kept),
        "made": lambda story, count: (
            len(story.puzzles.made) == len({seed for _, seed in story.puzzles.made}) == int(count)
        ),
        "boards": lambda story, count: story.stacked(BoardScene) == int(count),
    }

    def __init__(self, driver, puzzles):
        super().__init__(driver)
        self.puzzles = puzzles

    @property
    def match(self):
        return next(scene.match for scene in reversed(self.app.stack.scenes) if isinstance(scene, BoardScene))

    def stacked(self, kind):
        return sum(isinstance(scene, kind) for scene in self.app.stack.scenes)

    def place(self, word):
        if word == "today":
            return f"day-{time.strftime('%Y-%m-%d', time.localtime(self.app.now()))}"
        return f"puzzle-{word}" if word[:1] == "p" and word[1:].isdigit() else word

    def face(self, word):
        return self.driver.widget(self.place(word)).face
