"""What the tests of screens are given: somebody who sits down at a window, players, kits and pictures made once."""

from tests.adviserhands import scripted_model, sockets_forbidden
from tests.artparts import strong_kit, usual_kit
from tests.keptgames import quick_pictures
from tests.matchhands import match_driver, two_small_games
from tests.potsseat import somebody_at_the_pot, the_pot_is_on_the_shelf
from tests.sceneapp import sit_down
from tests.screenparts import seat
from tests.viewparts import _fonts

__all__ = [
    "_fonts",
    "match_driver",
    "quick_pictures",
    "scripted_model",
    "seat",
    "sit_down",
    "sockets_forbidden",
    "somebody_at_the_pot",
    "strong_kit",
    "the_pot_is_on_the_shelf",
    "two_small_games",
    "usual_kit",
]
