"""What the tests of widgets are given."""

from tests.screens.app.legibility import watched
from tests.support.hands.ui import kit, told

__all__ = ["kit", "told", "watched"]
