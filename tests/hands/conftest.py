"""What the tests of hands are given."""

from tests.keptgames import quick_pictures
from tests.sceneapp import sit_down
from tests.screenparts import seat
from tests.uihands import kit, told
from tests.viewparts import _fonts

__all__ = ["_fonts", "kit", "quick_pictures", "seat", "sit_down", "told"]
