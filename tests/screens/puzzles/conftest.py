"""Fixtures of the puzzle shelf's tests."""

from tests.screens.puzzles.puzzleseat import boards, cave, puzzles, seated

__all__ = ["boards", "cave", "puzzles", "seated"]
