"""What the tests of hands are given."""

from tests.keptgames import quick_pictures
from tests.sceneapp import sit_down
from tests.screenparts import seat
from tests.viewparts import _fonts
from tests.widgetparts import kit, told

__all__ = ["_fonts", "kit", "quick_pictures", "seat", "sit_down", "told"]
