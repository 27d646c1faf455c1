"""JumpIN’ in a real window: puzzles of the library are solved by mouse and by finger."""

import pytest

from logic.core import find_move
from logic.jumpin import PUZZLES
from logic.jumpin.engine.solver import solve
from scenes.app.page import Question
from scenes.app.window import Options
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.puzzles.play import found_puzzle
from tests.e2e.sitting import OTHER, PuzzleSitting, difference, sitting

pytestmark = [pytest.mark.needs_xvfb, pytest.mark.xdist_group("window")]

CROWDED = "..RM./...../M...R/RffFF/..R.."
"""Four rabbits, two mushrooms and two foxes; the fewest steps are also the fewest moves."""
FOXES_FIRST = "R..f./.F.f./.FR.R/.M.../....."
"""Three rabbits, and two foxes that have to make room."""


class Meadow(PuzzleSitting):
    """A player of JumpIN’."""

    def solve(self, way, *, dragging_first):
        """Solve what lies on the board, clicking and dragging in turn; return what both show in the end."""
        for number, text in enumerate(way):
            self.play(("taps", "drags")[(number % 2 == 0) == dragging_first], find_move(self.view.state, text))
        return self.settle()

    def facts(self):
        """Return what the result says below the stars."""
        return [widget.text for widget in self.twin.top.ui.walk() if widget.key.startswith("fact")]


def way_home(position):
    """Return the solver's solution of a puzzle of the library, with the puzzle."""
    found, puzzle = solve(position), found_puzzle("jumpin", {"position": position})
    assert puzzle is not None
    assert found.cost == puzzle.par
    return found.moves, puzzle


def test_a_puzzle_from_a_typed_code_is_solved_perfectly_by_mouse(shown_on, tmp_path):
    way, puzzle = way_home(CROWDED)
    code = PUZZLES.code(puzzle.params)
    with sitting(Meadow, shown_on, tmp_path, "--game", "jumpin", options=Options(language="en", game="jumpin")) as here:
        here.settle()
        here.tap("enter-code")
        here.tap("line")
        here.type(code)
        here.tap("done")
        assert isinstance(here.twin.top, BoardScene)
        begun = here.settle()
        seen = here.solve(way, dragging_first=False)
        assert here.journal() == [f"play {move}" for move in way]
        assert isinstance(here.twin.top, Result)
        assert difference(seen, begun) > OTHER
        assert here.twin.widget("stars").earned == 3
        assert "Perfect: nobody needs fewer steps or fewer moves." in here.facts()
        assert here.ended()["winners"] == [0]
        assert here.progress() == {puzzle.key: {"best": puzzle.par, "stars": 3}}
        assert here.program.end() == (0, "")


def test_a_puzzle_file_is_solved_by_finger_and_the_next_puzzle_opened(shown_on, tmp_path):
    way, puzzle = way_home(FOXES_FIRST)
    file = tmp_path / "meadow.txt"
    file.write_text(PUZZLES.write(puzzle.params), encoding="ascii", newline="")
    folder, options = tmp_path / "data", Options(language="en", file=file)
    with sitting(Meadow, shown_on, folder, file, options=options, touch=True) as here:
        assert isinstance(here.twin.top, Question)
        here.settle()
        here.tap("answer1")
        here.solve(way, dragging_first=True)
        assert isinstance(here.twin.top, Result)
        assert here.progress() == {puzzle.key: {"best": puzzle.par, "stars": 3}}

        here.tap("next_puzzle")
        following = found_puzzle("jumpin", here.match.session.setup.params)
        assert following.key != puzzle.key
        onward = solve(following.params["position"]).moves
        here.play("taps", find_move(here.view.state, onward[0]))
        here.tap("undo")
        here.play("drags", find_move(here.view.state, onward[0]))
        here.settle()
        assert here.journal() == [f"play {move}" for move in way] + [f"play {onward[0]}", "undo", f"play {onward[0]}"]
        assert list(here.progress()) == [puzzle.key]
