"""The packed program: built once, run elsewhere with an empty environment; its self-test and its window."""

import importlib
import json
import os
import pkgutil
import re
import sys
from importlib import metadata
from itertools import chain

import pytest
from PyInstaller.archive.readers import CArchiveReader

import scenes
from logic.dragon.rules import EXAMPLE
from logic.licences import FOLDER, INDEX
from logic.registry import GAMES
from scenes.app import page
from scenes.app.app import Scene
from scenes.shots import selftest
from tests.support import processes
from tests.support.processes import ROOT
from tests.support.xwindow import Program, screen

MEGABYTE = 1_000_000
LARGEST = 92 * MEGABYTE
"""Without the libraries that numpy's wheel brings along: a release has none (packaging/numpy.txt)."""
LONGEST = 900.0
"""Seconds in which it is built, or checks itself, on a busy machine."""

NAMESPACES = {"jaraco", "backports"}
"""Names that packages share."""
BASES = (Scene, page.Page, page.Dialog)
"""Base classes of scenes."""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frozen")
    build = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    built = processes.run(
        *build, "--distpath", folder / "dist", "--workpath", folder / "build", "quincunx.spec",
        env={**os.environ, "PYTHONPATH": "."}, timeout=LONGEST,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-3000:]
    return folder / "dist" / "quincunx" / "quincunx"


def run(program, *arguments):
    """Run it from the root folder with an empty environment."""
    return processes.run(program, *arguments, cwd="/", env={}, timeout=LONGEST)


def all_scenes():
    """Yield every class of screens."""
    for module in pkgutil.walk_packages(scenes.__path__, "scenes."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Scene) and kind.__module__ == module.name:
                yield kind


def test_the_packed_self_test_passes_in_an_empty_environment(program):
    ended = run(program, "self-test")

    report = json.loads(ended.stdout)
    assert (ended.returncode, report["ok"]) == (0, True), ended.stdout
    assert report["frozen"]
    assert report["checks"]["screens"]["shots"] > 20
    assert report["checks"]["worker"]["chose"]
    assert report["checks"]["configs"]["puzzles"] == {
        "lgame": 0,
        "dragon": 77,
        "jumpin": 2000,
        "labyrinth": 50,
        "coatl": 0,
    }
    assert all(report["checks"]["puzzles"]["puzzles"][name]["won"] for name in ("dragon", "jumpin", "labyrinth"))
    assert report["checks"]["paper"]["bytes"]["pdf"]
    assert {"SecretService", "Windows", "macOS"} <= set(report["checks"]["keyring"]["known"])
    assert set(report["checks"]) == set(selftest.CHECKS)
    assert report["checks"]["games"]["played"].keys() == GAMES.keys()
    seen = set(report["checks"]["screens"]["scenes"])
    assert {kind.__name__ for kind in all_scenes() if kind not in BASES} == seen
    assert report["checks"]["screens"]["editors"] == ["dragon", "jumpin"]


def test_the_packed_command_line_tools_run(program, tmp_path):
    table = run(program, "arena", "lgame", "--seats", "random", "random", "--games", "4", "--jobs", "2", "--json", "-")
    wrong = run(program, "--game", "chess")
    board = tmp_path / "labyrinth.txt"
    board.write_text(EXAMPLE, encoding="ascii")
    judged = run(program, "check", board, "--solve", "--json")
    pieces = ("--rabbits", "1", "--mushrooms", "1", "--foxes", "1", "--jobs", "2")
    generated = run(program, "generate", "jumpin", *pieces, "--out", tmp_path / "some.jsonl")

    assert json.loads(table.stdout)["games"] == 4
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert json.loads(judged.stdout)[0]["turns"] == 8
    lines = (tmp_path / "some.jsonl").read_text(encoding="utf-8").splitlines()
    assert generated.stdout == f"{tmp_path / 'some.jsonl'}: {len(lines) - 1} puzzles\n"
    assert max(json.loads(line)["steps"] for line in lines[1:]) == 5


def test_the_packed_program_is_small_and_contains_no_development_tools(program):
    files = [file for file in program.parent.rglob("*") if file.is_file()]

    assert sum(file.lstat().st_size for file in files if "numpy.libs" not in file.parts) < LARGEST
    names = {file.relative_to(program.parent).as_posix() for file in files}
    unwanted = ("tkinter", "distributed", "hypothesis", "mypy", "_pytest", "psutil", "rich", "click", "pydantic_core")
    assert [name for name in names if any(f"/{word}/" in f"/{name}" for word in unwanted)] == []


def importable(program):
    """Return the top-level names of all that can be imported from the packed program, except Python's own and ours."""
    archive = CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz")
    folders = ("licences", "python3.", "base_library.", "lib")
    inside = (path.name for path in program.parent.joinpath("_internal").iterdir())
    names = chain(archive.toc, (name for name in inside if not name.endswith((".libs", ".dist-info"))))
    tops = {top(name.split(".")) for name in names if not name.startswith((*folders, "_sysconfigdata"))}
    return tops - NAMESPACES - sys.stdlib_module_names - {"config", "logic", "main", "scenes", "sprites"}


def top(names):
    """Return the first of some names, or the first two where several packages share the first."""
    return ".".join(names[:2]) if names[0] in NAMESPACES else names[0]


def packages():
    """Return which installed package each importable name belongs to."""
    owners = {}
    for package in metadata.distributions():
        paths = (line.partition(",")[0].split("/") for line in (package.read_text("RECORD") or "").splitlines())
        for first, *rest in {tuple(path[:2]) for path in paths}:
            if not first.endswith((".dist-info", ".libs", "__pycache__")):
                owners[top((first.partition(".")[0], *rest))] = package.metadata["Name"]
    return owners


def credited(program):
    return json.loads((program.parent / "_internal" / FOLDER / INDEX).read_text(encoding="utf-8"))


def test_exactly_the_packed_packages_and_libraries_are_credited_with_licences(program):
    owners = packages()
    titles = {"font-manrope": "Manrope", "fontpkg-cinzel": "Cinzel"}
    titles["fonticon-materialdesignicons7"] = "Material Design Icons 7"
    owned = {owners.get(name, f"{name}, of no package") for name in importable(program)}
    # What PyInstaller itself does at the start of the program is not imported from anywhere.
    wanted = {
        "Quincunx",
        "Python",
        "pyinstaller",
        "pyinstaller-hooks-contrib",
        *(titles.get(name, name) for name in owned),
    }

    assert {part["name"] for part in credited(program) if part["group"] != "works"} == wanted
    files = [path.name for path in program.parent.rglob("*") if re.search(r"\.(so|dll|dylib)\b", path.name)]
    libraries = {name for name in files if not re.search(r"\.(cpython-|abi3\.)", name)}

    assert any("SDL2_image" in name for name in libraries)
    assert {file for part in credited(program) for file in part.get("files", ())} == libraries
    folder = program.parent / "_internal" / FOLDER
    texts = {
        part["name"]: [(folder / part["name"] / text["name"]).read_text(encoding="utf-8") for text in part["texts"]]
        for part in credited(program)
    }

    assert [part["name"] for part in credited(program) if not part["licence"]] == []
    assert [name for name, contents in texts.items() if not "".join(contents).strip()] == []
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in texts["pygame-ce"][0]
    assert "Mozilla Public License Version 2.0" in texts["certifi"][1]
    assert all("SIL OPEN FONT LICENSE" in texts[font][0] for font in ("Cinzel", "Manrope"))
    assert texts["Quincunx"] == [(ROOT / "LICENSE").read_text(encoding="utf-8")]


@pytest.mark.needs_xvfb
def test_the_packed_program_opens_its_window(program, tmp_path):
    """``python -m tests.bench.bench_start PACKED`` measures how soon."""
    with screen((1280, 800)) as shown_on:
        started = Program(shown_on, "--windowed", "1280x800", "--data-dir", tmp_path, command=[program])
        try:
            started.wait_until_lit()
        finally:
            started.kill()
