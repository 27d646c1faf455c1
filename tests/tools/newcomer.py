"""Adds a new game to a copy of the project by the steps of ``docs/add-a-game.md`` alone, and plays it there.

``python -m tests.tools.newcomer GAME`` plays it, in the project in the current folder; one of puzzles by its shelf.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import yaml

from tests.games import nullgame

ROOT = Path(__file__).parents[2]
ROOMS = ("logic", "scenes", "sprites", "config", "tests")

ALONE = f"""import sys

sys.path[:] = [folder for folder in sys.path if folder != {str(ROOT)!r}]
"""
"""Keeps an installed program from providing what the copy lacks."""


def build_house(root: Path) -> None:
    """Copy the program and its tests, without the tests that are not needed to play."""
    left_out = shutil.ignore_patterns("__pycache__", "test_*.py", "bench")
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / room, ignore=left_out)
    for part in ("main.py", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / part, root / part)
    (root / "sitecustomize.py").write_text(ALONE, encoding="utf-8")


def move_in(root: Path, game: str, model: ModuleType = nullgame) -> None:
    """Do what ``docs/add-a-game.md`` says of a new game, except recording a playthrough."""
    take_place(root, game)
    (root / "logic" / game).mkdir(parents=True)
    shutil.copy(str(model.__file__), root / "logic" / game / "__init__.py")
    (root / "config" / f"{game}.yaml").write_text(model.YAML, encoding="utf-8")
    view = (ROOT / "tests/games/nullview.py").read_text(encoding="utf-8").replace(nullgame.__name__, f"logic.{game}")
    (root / "scenes" / game).mkdir()
    (root / "scenes" / game / "__init__.py").write_text('"""The new game on the screen."""\n', encoding="utf-8")
    (root / "scenes" / game / "view.py").write_text(view, encoding="utf-8")
    rules = root / "tests" / "rules" / game / f"test_{game}_rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text('"""What the rules say."""\n', encoding="utf-8")
    registry = root / "logic" / "registry.py"
    text = re.sub("(from logic import .*)", rf"\1, {game}", registry.read_text(encoding="utf-8"))
    registry.write_text(re.sub(r"(GAMES: .*\n)", rf'\1    "{game}": {game},\n', text), encoding="utf-8")


def take_place(root: Path, game: str) -> None:
    """Give a game a place on the shelf: that of one which does not exist."""
    cabinet = root / "config" / "cabinet.yaml"
    text = cabinet.read_text(encoding="utf-8")
    places = re.findall(r"^  (\w+):$", text.partition("\nshelf:\n")[2], re.MULTILINE)
    free = next(name for name in places if not (root / "logic" / name).is_dir())
    cabinet.write_text(text.replace(f"  {free}:\n", f"  {game}:\n", 1), encoding="utf-8")


def missing(root: Path, game: str) -> Iterator[str]:
    """Name what a game lacks of all that belongs to one."""
    wanted = [
        f"logic/{game}/__init__.py",
        f"config/{game}.yaml",
        f"scenes/{game}/view.py",
        f"tests/rules/{game}/test_{game}_rules.py",
    ]
    yield from (part for part in wanted if not (root / part).is_file())
    line = f'^    "{game}": {game},$'
    if not re.search(line, (root / "logic/registry.py").read_text(encoding="utf-8"), re.MULTILINE):
        yield "a line in logic/registry.py"
    view = root / "scenes" / game / "view.py"
    if view.is_file() and not re.search("^VIEW = ", view.read_text(encoding="utf-8"), re.MULTILINE):
        yield f"VIEW in scenes/{game}/view.py"
    places = (root / "config/cabinet.yaml").read_text(encoding="utf-8")
    if not re.search(rf"^  {game}:$", places, re.MULTILINE):
        yield "a place on the shelf in config/cabinet.yaml"
    config = root / "config" / f"{game}.yaml"
    for variant in yaml.safe_load(config.read_text(encoding="utf-8"))["variants"] if config.is_file() else ():
        if not (root / "tests" / "playthroughs" / f"{game}-{variant}.txt").is_file():
            yield f"a playthrough of {variant} in tests/playthroughs"


class Visitor:
    """Plays the new game from the shelf to the end, by each kind of input in turn."""

    def __init__(self, game: str) -> None:
        from scenes.cabinet.shelf import ShelfScene
        from tests.support.seats.app import make_driver

        self.game = game
        self.driver = make_driver((640, 360))
        self.driver.push(ShelfScene(self.driver.app))

    def visit(self) -> None:
        """Visit all screens of a game."""
        self.come_to_the_board()
        self.play_to_the_end()
        self.look_back()
        self.watch_the_computer()

    def come_to_the_board(self) -> None:
        """Open the game's place on the shelf, take its second variant, and begin."""
        self.press(f"place-{self.game}")
        self.press("variant-small")
        self.press("start")
        assert self.driver.top.match.session.setup.variant == "small"

    def play_to_the_end(self) -> None:
        """Take counters one by one, each with another input; undo one; leave and come back in the middle."""
        match = self.driver.top.match
        for number, hand in enumerate((self.by_mouse, self.by_finger, self.by_key, self.by_pad, self.by_mouse), 1):
            hand()
            self.driver.settle()
            assert match.session.ply == number, hand.__name__
            if number == 2:
                self.driver.key("ctrl+z")
                assert match.session.ply == 1
                self.by_key()
                match = self.go_and_come_back()
        assert match.outcome.winners == (0,)
        self.driver.step(1.0)
        self.driver.settle()
        assert self.driver.top.heading()

    def go_and_come_back(self):
        """Leave by the menu, and resume the game from the shelf."""
        from scenes.cabinet.shelf import ShelfScene

        app = self.driver.app
        self.driver.key("escape")
        self.press("shelf")
        assert isinstance(self.driver.top, ShelfScene)
        (kept,) = app.store.unfinished()
        assert kept.setup.game == self.game
        self.press("go-on")
        assert self.driver.top.match.session.ply == 2
        return self.driver.top.match

    def look_back(self) -> None:
        """Watch the replay, and read the rules."""
        from scenes.cabinet.replay import ReplayScene
        from scenes.cabinet.rules import RulesScene

        app = self.driver.app
        self.press("replay")
        assert isinstance(self.driver.top, ReplayScene)
        self.press("first")
        self.driver.push(RulesScene(app, self.game))
        self.driver.settle()
        app.stack.pop()

    def watch_the_computer(self) -> None:
        """Let the demonstration make some moves."""
        from scenes.cabinet.demo import DemoScene

        scene = DemoScene(self.driver.app, self.game)
        self.driver.push(scene)
        self.driver.step(4.0)
        assert scene.match.session.ply > 1

    # -- input

    def press(self, key: str) -> None:
        """Bring a button into view and press it."""
        self.driver.settle()
        self.driver.top.ui.set_focus(self.driver.widget(key))
        self.driver.settle()
        self.driver.key("return")
        self.driver.settle()

    def last_counter(self) -> tuple[int, int]:
        """Return where the last counter lies on the screen."""
        from logic.core import Cell

        view = self.driver.top.view
        return view.cell_rect(Cell(*divmod(view.state.left - 1, view.cols))).center

    def by_mouse(self) -> None:
        self.driver.click(self.last_counter())

    def by_finger(self) -> None:
        self.driver.finger(self.last_counter())

    def by_key(self) -> None:
        self.driver.top.ui.set_focus(self.driver.widget("board"))
        self.driver.key("left", "right", "return")

    def by_pad(self) -> None:
        self.driver.top.ui.set_focus(self.driver.widget("board"))
        self.driver.pad("dpleft", "dpright", "a")


class Solver(Visitor):
    """Plays a new game of puzzles, from the shelf to a generated puzzle."""

    def visit(self) -> None:
        """Play the guided game, solve a puzzle and go on to the next; then have one generated."""
        self.press(f"place-{self.game}")
        self.solve(2)
        self.press("more")
        self.press("shelf")
        self.press(f"place-{self.game}")
        self.press("puzzle-p3")
        self.solve(3)
        kept = self.driver.app.store.progress(self.game, "")
        assert kept.items() >= {"p2": {"best": 2, "stars": 1}, "p3": {"best": 3, "stars": 1}}.items()
        self.press("next_puzzle")
        assert self.driver.top.match.session.setup.params["counters"] == 4
        self.driver.key("escape")
        self.press("shelf")
        self.make()

    def solve(self, counters: int) -> None:
        """Take so many one by one, each with another input."""
        match = self.driver.top.match
        for hand in (self.by_key, self.by_mouse, self.by_finger)[:counters]:
            hand()
            self.driver.settle()
        assert match.outcome.winners == (0,)
        self.driver.step(1.0)
        self.driver.settle()

    def make(self) -> None:
        """Have a puzzle generated by the worker, and open it."""
        self.press(f"place-{self.game}")
        self.press("tab-new")
        self.press("make")
        self.driver.executor.work()
        self.driver.settle()
        self.press("made")
        assert self.driver.top.match.is_solitary


if __name__ == "__main__":
    from logic.puzzles import puzzles_of
    from logic.registry import game_named

    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    visitor = Visitor if puzzles_of(game_named(sys.argv[1])) is None else Solver
    visitor(sys.argv[1]).visit()
    print("played")
