"""Fixtures of the tests of input."""

from tests.support.hands.ui import kit, told
from tests.support.hands.views import _fonts
from tests.support.seats.app import new_driver
from tests.support.seats.cabinet import seat
from tests.support.seats.kept import quick_pictures

__all__ = ["_fonts", "kit", "new_driver", "quick_pictures", "seat", "told"]
