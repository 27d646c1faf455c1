"""What the tests of widgets are given."""

from tests.legibility import watched
from tests.uihands import kit, told

__all__ = ["kit", "told", "watched"]
