"""Fixtures of the screen tests: a driver at a window, profiles, kits, and pictures made once."""

from tests.games.potsseat import somebody_at_the_pot, the_pot_is_on_the_shelf
from tests.screens.adviserhands import scripted_model, sockets_forbidden
from tests.screens.artparts import strong_kit, usual_kit
from tests.support.hands.views import _fonts
from tests.support.seats.app import new_driver
from tests.support.seats.cabinet import seat
from tests.support.seats.kept import quick_pictures
from tests.support.seats.match import match_driver, two_small_games

__all__ = [
    "_fonts",
    "match_driver",
    "new_driver",
    "quick_pictures",
    "scripted_model",
    "seat",
    "sockets_forbidden",
    "somebody_at_the_pot",
    "strong_kit",
    "the_pot_is_on_the_shelf",
    "two_small_games",
    "usual_kit",
]
