"""What the tests of the labyrinth editor are given."""

from tests.editorhands import edit

__all__ = ["edit"]
