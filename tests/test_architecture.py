"""The house: which way the arrows run, what logic may not reach, and what belongs to each game."""

import ast
import dataclasses
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from logic.registry import GAMES, game_config
from tests.record_playthroughs import FOLDER

ROOT = Path(__file__).parent.parent
BANNED = {"pygame", "pymunk", "time", "datetime", "random", "secrets", "uuid", "socket", "scenes", "sprites", "main"}
ALLOWED = {"logic/core.py": {"random"}}
"""Dice are built on ``random.Random``; nothing else rolls."""

LOGIC = sorted((ROOT / "logic").rglob("*.py"))


def name(path):
    return path.relative_to(ROOT).as_posix()


def imported(path):
    """The first part of every module that a file imports, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
            yield "__import__"


@pytest.mark.parametrize("path", LOGIC, ids=name)
def test_logic_reaches_no_screen_no_clock_and_no_dice_but_its_own(path):
    reached = set(imported(path)) & (BANNED | {"__import__"})
    assert reached <= ALLOWED.get(name(path), set())


@pytest.mark.parametrize("path", LOGIC, ids=name)
def test_logic_prints_nothing(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = {getattr(node.func, "id", "") for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not calls & {"print", "input", "breakpoint", "eval", "exec"}


@pytest.mark.parametrize("path", LOGIC, ids=name)
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_the_eyes_of_this_test_are_open(tmp_path):
    (tmp_path / "bad.py").write_text("def f():\n    from pygame.draw import line\n    import time, os\n")
    assert set(imported(tmp_path / "bad.py")) == {"pygame", "time", "os"}


def importing(*modules):
    """Import modules in a fresh Python; give the names of all that is then loaded."""
    script = f"import sys, {', '.join(modules)}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_logic_loads_no_screen():
    modules = [name(path)[:-3].replace("/", ".").removesuffix(".__init__") for path in LOGIC]
    loaded = importing(*modules)
    assert {"logic.core", "logic.session"} <= loaded
    assert not loaded & {"pygame", "pymunk", "scenes", "sprites"}


# -- import-linter


def lint_imports(folder):
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path):
    """The program's code in a folder of its own, where a test may break it."""
    for part in ("logic", "scenes", "sprites", "config"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("main.py", "pyproject.toml"):
        shutil.copy(ROOT / part, tmp_path / part)
    return tmp_path


def test_the_import_contracts_are_kept():
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("where", "line", "contract"),
    [
        ("logic/spoilt.py", "import pygame", "logic reaches no screen"),
        ("logic/spoilt.py", "from time import sleep", "logic reaches no screen"),
        ("logic/lgame/spoilt.py", "import random", "logic reaches no screen"),
        ("logic/spoilt.py", "import scenes", "arrows run one way"),
        ("logic/spoilt.py", "import main", "nothing imports main"),
        ("scenes/spoilt.py", "from main import main", "nothing imports main"),
        ("sprites/spoilt.py", "import scenes", "arrows run one way"),
        ("logic/search.py", "from logic import lgame", "the contract knows no game"),
        ("logic/core.py", "import logic.registry", "the contract knows no game"),
    ],
)
def test_the_import_contracts_catch_a_wrong_arrow(house, where, line, contract):
    path = house / where
    known = path.read_text(encoding="utf-8") if path.exists() else '"""Spoilt."""\n'
    path.write_text(f"{known}\n{line}\n", encoding="utf-8")
    done = lint_imports(house)
    assert done.returncode != 0
    broken = [text for text in done.stdout.splitlines() if "BROKEN" in text]
    assert any(text.startswith(contract) for text in broken), done.stdout + done.stderr


# -- what belongs to a game


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_three_names(game):
    package = GAMES[game]
    assert package.__name__ == f"logic.{game}"
    assert dataclasses.is_dataclass(package.Params)
    assert package.Params() == package.Params()
    assert callable(package.new)
    assert dataclasses.is_dataclass(package.State)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_that_belongs_to_it(game):
    assert (ROOT / "config" / f"{game}.yaml").is_file()
    assert find_spec(f"scenes.{game}") is not None, f"scenes/{game}.py is missing"
    assert list((ROOT / "tests").glob(f"test_{game}_rules.py"))
    for variant in game_config(game).variants:
        assert (FOLDER / f"{game}-{variant}.txt").is_file()


def test_every_game_package_is_registered():
    packages = {path.parent.name for path in (ROOT / "logic").glob("*/__init__.py")} - {"advice"}
    assert packages == set(GAMES)
