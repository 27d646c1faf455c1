"""Fixtures of the tests of widgets."""

from tests.screens.app.legibility import watched
from tests.support.hands.ui import kit, told

__all__ = ["kit", "told", "watched"]
