"""Fixtures of the tests of the puzzle shelf."""

from tests.screens.puzzles.puzzleseat import boards, cave, puzzles, seated

__all__ = ["boards", "cave", "puzzles", "seated"]
