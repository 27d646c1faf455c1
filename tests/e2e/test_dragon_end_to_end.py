"""Stone Dragon in a real window: a file is opened, and played by mouse, finger and keys to each ending."""

import json

import pytest

from logic.dragon import PUZZLES
from logic.dragon.board import parse_board
from logic.dragon.engine.solver import solve
from logic.dragon.rules import EXAMPLE, Go
from scenes.app.page import Question
from scenes.app.window import Options
from scenes.board.result import Result
from scenes.puzzles.shelf import PuzzleShelf
from tests.e2e.sitting import OTHER, PuzzleSitting, difference, sitting

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("window")]

STAY, GO = "answer0", "answer1"
"""The answers to the question before certain death."""


@pytest.fixture
def file(tmp_path):
    """Return the example of the rules as a file."""
    path = tmp_path / "labyrinth.txt"
    path.write_text(EXAMPLE, encoding="ascii", newline="")
    return path


def shortest_win(text):
    return solve(parse_board(text)).moves


def lines(moves):
    return [f"play {move}" for move in moves]


def test_the_example_file_is_opened_and_solved_by_mouse(shown_on, tmp_path, file):
    moves = shortest_win(EXAMPLE)
    assert len(moves) == 8
    with sitting(PuzzleSitting, shown_on, tmp_path / "data", file, options=Options(language="en", file=file)) as here:
        assert isinstance(here.twin.top, Question)
        here.settle()
        here.tap("answer1")
        begun = here.settle()
        for number, move in enumerate(moves):
            here.play(("taps", "drags")[number % 2], move)
        assert here.journal() == lines(moves)
        assert isinstance(here.twin.top, Result)
        assert difference(here.settle(), begun) > OTHER
        assert here.ended()["winners"] == [0]
        assert here.progress() == {PUZZLES.key({"board": EXAMPLE}): {"best": 8, "stars": 1}}
        assert here.program.end() == (0, "")


def test_campaign_puzzles_are_won_and_lost_by_finger(shown_on, tmp_path):
    walls, mine = PUZZLES.chapters()[0].puzzles[3:5]
    options = Options(language="en", game="dragon")
    with sitting(PuzzleSitting, shown_on, tmp_path, "--game", "dragon", options=options, touch=True) as here:
        here.settle()
        here.tap(f"puzzle-{walls.key}")
        here.tap("play-chosen")
        moves = shortest_win(walls.params["board"])
        for number, move in enumerate(moves):
            here.play(("drags", "taps")[number % 2], move)
        here.settle()
        assert here.progress() == {walls.key: {"best": len(moves), "stars": 3}}

        here.tap("next_puzzle")
        assert here.match.session.setup.params["board"] == mine.params["board"]
        here.play("taps", Go("K1", "east"))
        before = here.settle()
        for answer, place in ((STAY, 1), (GO, 2)):
            here.play("taps", Go("K1", "east"))
            assert isinstance(here.twin.top, Question)
            here.tap(answer)
            assert here.match.session.ply == place
        assert isinstance(here.twin.top, Result)
        here.tap("more")
        here.tap("uncover")
        assert difference(here.settle(), before) > 1
        (_, (has_ended, outcome)) = here.result()
        assert has_ended
        assert json.loads(outcome)["winners"] == []
        assert list(here.progress()) == [walls.key]
        here.tap("menu")
        here.tap("set_up")
        assert isinstance(here.twin.top, PuzzleShelf)
        here.settle()
