"""The promises of README and docs: commands are the tested ones, examples run, and named files exist."""

import os
import re
import sys
import tomllib
from itertools import product

import pytest

from logic.arguments import COMMAND_NAMES, build_parser
from logic.cabinet import read_cabinet
from logic.jumpin.engine.survey import census
from logic.puzzles import puzzles_of
from logic.registry import GAMES, game_config
from tests.conftest import THOROUGH
from tests.support.processes import ROOT, run
from tests.support.sampling import sample_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
README_AND_DOCS = f"{README}\n{DOCS}"
PICTURE_LIMIT = 300_000
CENSUS_LIMIT = 100_000
"""A class of fewer set-ups than that is counted again here."""


def commands(row):
    """Return the code in the cells of one row of the first table."""
    line = next(line for line in README.splitlines() if line.startswith(f"| {row} |"))
    return re.findall(r"`([^`]+)`", line)


def test_ci_runs_the_test_command_of_the_readme():
    lines = [line.strip() for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()]

    assert lines.count(commands("test")[0]) == 1


def test_every_test_folder_is_run_by_the_readme_command_or_ci():
    folders = {f"tests/{path.relative_to(ROOT / 'tests').parts[0]}" for path in (ROOT / "tests").rglob("test_*.py")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run_by_line = set(project["tool"]["pytest"]["ini_options"]["testpaths"])

    assert folders - run_by_line == {f"tests/{name}" for name in THOROUGH}
    assert "python -m pytest tests -m thorough" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert ".venv/bin/python -m pytest tests -m thorough`" in README


@pytest.mark.xdist_group("together")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="all tests run in one process")
def test_xdist_groups_are_active(request):
    assert request.node.nodeid.endswith("@together")  # that is how pytest-xdist recognises groups


def test_readme_commands_create_their_own_environment():
    for row in ("play", "test"):
        steps = commands(row)[0].split(" && ")
        assert steps[0] == "python3 -m venv .venv"
        assert all(step.startswith(".venv/bin/") for step in steps[1:])


CODE = re.findall(r"```python\n(.*?)```", README_AND_DOCS, re.DOTALL)


@pytest.mark.parametrize("code", sample_of(CODE, where=lambda code: "quincunx.research" not in code))
def test_code_examples_run_and_print_the_documented_output(code):
    told = re.findall(r"^ *print\(.*\)  # (.*)", code, re.MULTILINE)

    shown = run(sys.executable, "-c", code, check=True)

    lines = shown.stdout.splitlines()
    assert lines == told if told else len(lines) >= 4


def examples():
    table = README.split("## The program and its tools")[1].split("\n## ")[0]
    for code in re.findall(r"`main\.py([^`]*)`", table):
        yield re.sub(r"\[[^\]]*\]|…", "", code)


@pytest.mark.parametrize("line", list(examples()))
def test_every_tool_example_is_accepted_by_the_parser(line):
    args = build_parser().parse_args(line.replace("'", "").split())

    if getattr(args, "variant", None):
        assert args.variant in game_config(args.game).variants


def test_every_tool_is_described():
    for name in COMMAND_NAMES:
        assert f"`main.py {name}" in README


def test_every_option_of_the_generator_is_described(capsys):
    with pytest.raises(SystemExit):
        build_parser().parse_args(["generate", "--help"])
    own = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--lang", "--data-dir"}
    assert {"--out", "--farthest"} < own
    assert [option for option in sorted(own) if f"`{option}" not in DOCS] == []


def test_the_documented_census_matches_a_recount():
    rows = [[int(cell.replace(" ", "")) for cell in row.strip("| ").split("|")]
            for row in DOCS.splitlines() if re.fullmatch(r"(\| [\d ]+ ){8}\|", row)]  # fmt: skip

    assert sorted(tuple(row[:3]) for row in rows) == list(product((1, 2, 3), (1, 2, 3), (0, 1, 2)))
    for row in rows:
        if row[3] < CENSUS_LIMIT:
            found = census(*row[:3])
            assert row[3:] == [found.setups, found.solvable, found.maximum, len(found.hardest), found.components]


def test_every_documented_path_and_tool_exists():
    names = re.findall(r"`((?:logic|scenes|sprites|tests|config)/[\w./]*)`|\((docs/[\w.-]+)\)", README_AND_DOCS)
    names = [file or picture for file, picture in names]

    assert [name for name in names if not (ROOT / name).exists()] == []
    for name in re.findall(r"python -m ((?:tests)\.[\w.]+)", README_AND_DOCS):
        assert (ROOT / (name.replace(".", "/") + ".py")).exists(), name


def test_the_readme_links_to_every_docs_page():
    pages = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    assert pages == sorted(set(re.findall(r"\(docs/([\w-]+\.md)\)", README)))
    assert [link for link in re.findall(r"\]\(([\w-]+\.md)\)", DOCS) if link not in pages] == []


@pytest.mark.parametrize("name", re.findall(r"\(docs/([\w-]+\.png)\)", README))
def test_the_pictures_are_small(name):
    assert 10_000 < (ROOT / "docs" / name).stat().st_size < PICTURE_LIMIT


def test_key_and_gamepad_bindings_match_the_documented_ones():
    actions = read_cabinet().actions

    expected = {"rotate": "r", "mirror": "f", "end_turn": "e", "undo": "u", "redo": "shift+u", "hint": "h", "log": "l",
                "menu": "f10", "cancel": "escape", "help": "f1", "fullscreen": "f11", "mute": "m",
                "wait": "w", "leap": "j", "inform": "i", "map_in": "+", "map_out": "-"}  # fmt: skip
    assert {name: key for name, key in expected.items() if key not in actions[name].keys} == {}
    pads = {"rotate": "x", "mirror": "y", "end_turn": "rightshoulder", "undo": "leftshoulder", "redo": "leftstick",
            "hint": "back", "log": "righttrigger", "menu": "start", "cancel": "b"}  # fmt: skip
    assert {name: button for name, button in pads.items() if button not in actions[name].pad} == {}


def test_the_readme_states_puzzle_counts_and_every_game():
    boards = sum(len(chapter.puzzles) for chapter in puzzles_of(GAMES["dragon"]).chapters())
    assert f"a campaign of {boards} boards" in " ".join(README.split())
    puzzles = sum(len(chapter.puzzles) for chapter in puzzles_of(GAMES["jumpin"]).chapters())
    assert f"a library of {puzzles} puzzles" in " ".join(README.split())
    titles = [game_config(name).title.removeprefix("The ") for name in GAMES]
    assert [title for title in titles if f"**{title}**" not in README] == []
