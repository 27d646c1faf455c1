"""The architecture: direction of imports, what logic must not call, and the names that a game may have."""

import ast
import dataclasses
import os
import re
import shutil
import sys
from functools import cache
from itertools import pairwise

import pytest

from logic.game import Analysis, Narration, Scoring
from logic.puzzles import Puzzles
from logic.registry import GAMES
from tests.support.processes import ROOT, run

LOGIC = sorted((ROOT / "logic").rglob("*.py"))


def name(path):
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(autouse=True, scope="module")
def _trees():
    """Free all parsed trees: they are a tenth of a worker’s memory."""
    yield
    tree.cache_clear()


def test_logic_prints_nothing_imports_nothing_by_name_and_has_docstrings():
    for path in LOGIC:
        calls = {getattr(node.func, "id", "") for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}
        assert not calls & {"print", "input", "breakpoint", "eval", "exec", "__import__"}, path
    assert [path for path in LOGIC if not ast.get_docstring(tree(path))] == []


# -- import-linter


def lint_imports(folder):
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return run(*command, cwd=folder)


@pytest.fixture
def project_copy(tmp_path):
    """Copy the program's code into a folder of its own, where a test may break it."""
    for part in ("logic", "scenes", "sprites", "config"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("main.py", "pyproject.toml"):
        shutil.copy(ROOT / part, tmp_path / part)
    return tmp_path


def test_the_import_contracts_are_kept():
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


FORBIDDEN_IMPORTS = [
    ("logic/a.py", "import pygame", "logic is free of pygame", "logic.a -> pygame"),
    ("logic/a.py", "from time import sleep", "logic is free of pygame", "logic.a -> time"),
    ("logic/lgame/a.py", "import random", "logic is free of pygame", "logic.lgame.a -> random"),
    ("logic/a.py", "def f():\n    import secrets", "logic is free of pygame", "logic.a -> secrets"),
    ("logic/b.py", "def f():\n    from uuid import uuid4", "logic is free of pygame", "logic.b -> uuid"),
    *(
        (f"logic/{module}s.py", f"import {module}", "logic is free of pygame", f"logic.{module}s -> {module}")
        for module in ("pymunk", "datetime", "socket")
    ),
    ("logic/a.py", "import scenes", "layers: scenes import", "logic.a -> scenes"),
    ("logic/a.py", "import main", "nothing imports main", "logic.a -> main"),
    ("scenes/a.py", "from main import main", "nothing imports main", "scenes.a -> main"),
    ("logic/a.py", "import quincunx.research.aec", "nothing imports main", "logic.a -> quincunx"),
    ("sprites/a.py", "import scenes", "layers: scenes import", "sprites.a -> scenes"),
    ("logic/storage/store.py", "from logic import coatl", "shared code imports", "logic.storage.store -> logic.coatl"),
    ("scenes/board/scene.py", "import scenes.lgame", "shared code imports", "scenes.board.scene -> scenes.lgame"),
    ("logic/core.py", "import logic.registry", "the game contract does not", "logic.core -> logic.registry"),
    ("logic/lgame/rules.py", "from logic.lgame import levels", "no import cycles", ".rules -> .levels"),
    ("logic/session.py", "import logic.mcp", "only main starts the MCP", "logic.session -> logic.mcp"),
    ("scenes/a.py", "import httpx", "only the client of language", "scenes.a -> httpx"),
]


def test_the_import_contracts_report_every_forbidden_import(project_copy):
    """All are added at once: each contract must be broken, and name in its report what breaks it."""
    for where, line, *_ in FORBIDDEN_IMPORTS:
        with (project_copy / where).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    done = lint_imports(project_copy)
    assert done.returncode != 0
    *_, broken = done.stdout.partition("Broken contracts")
    reports = re.split(r"\n(.+)\n-{10,}\n", broken)
    for _, line, contract, arrow in FORBIDDEN_IMPORTS:
        told = [report for title, report in pairwise(reports) if title.startswith(contract)]
        assert arrow in "".join(told), f"{line}: {done.stdout}"


# -- what belongs to a game


@pytest.mark.parametrize("game", GAMES)
def test_a_game_package_exports_only_the_three_names_and_roles(game):
    package = GAMES[game]
    assert package.__name__ == f"logic.{game}"
    assert dataclasses.is_dataclass(package.Params)
    assert package.Params() == package.Params()
    assert callable(package.new)
    assert dataclasses.is_dataclass(package.State)
    given = set(package.__all__) - {"Params", "new", "State"}
    assert given <= OPTIONAL_NAMES
    assert all(hasattr(package, name) for name in package.__all__)
    parts = {path.stem for path in (ROOT / "logic" / game).glob("*")}
    assert {name for name in vars(package) if not name.startswith("__")} - parts - LAZY_IMPORT_NAMES == set(
        package.__all__
    )
    for name in given & set(ROLES):
        assert isinstance(getattr(package, name), ROLES[name])
        own = {one for one in vars(type(getattr(package, name))) if not one.startswith("_")}
        assert own <= set(dir(ROLES[name])) | {"options"}, "what a role does not know, nobody asks for"


ROLES = {"PUZZLES": Puzzles, "ANALYSIS": Analysis, "NARRATION": Narration, "SCORING": Scoring}
OPTIONAL_NAMES = {"redact", "sample", "LEVELS", *ROLES}
LAZY_IMPORT_NAMES = {"TYPE_CHECKING", "lazy"}
"""The names by which a package loads its contents lazily."""


def test_every_game_package_is_registered():
    shared = {"session", "storage", "engine", "hosting", "llm", "mcp"}
    packages = {path.parent.name for path in (ROOT / "logic").glob("*/__init__.py")} - shared
    assert packages == set(GAMES)


def games_imported(path):
    """Yield the games whose packages a file imports, except its own."""
    own = path.relative_to(ROOT / "logic").parts[0]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            named = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        yield from ({name.split(".")[1] for name in named if name.startswith("logic.")} & set(GAMES)) - {own}


def test_only_the_registry_imports_games():
    reached = {name(path): set(games_imported(path)) for path in LOGIC}
    assert {file: games for file, games in reached.items() if games} == {"logic/registry.py": set(GAMES)}


# -- what outside programs rely on

EXTERNAL_PROGRAM = """
from logic.game import Analysis, Narration, Scoring
from logic.puzzles import Puzzles
from logic.registry import GAMES
from logic.core import Dice
game = GAMES["lgame"]
state = game.new(game.Params(), Dice(7))
print(state)
state, events = state.apply(state.legal_moves()[0])
print(state)
print([event.name for event in events])
"""


def test_an_external_program_can_play_a_game(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = run(sys.executable, "-c", EXTERNAL_PROGRAM, cwd=tmp_path, env=environment, check=True)
    assert done.stdout.splitlines() == [
        "n A A .",
        ". B A .",
        ". B A .",
        ". B B n",
        "A to lay",
        "n0 a1, n1 d4",
        *done.stdout.splitlines()[6:12],
        "['lay']",
    ]
    assert done.stdout.count("A to shift") == 1
    assert not list(tmp_path.iterdir())
