"""Helpers of JumpIN’s board screen tests: a position with its solution, and a match that begins there."""

from logic.registry import GAMES, new_setup
from logic.session import Seat
from tests.support.seats.seating import sit_before

JUMPIN = GAMES["jumpin"]
ANNA = Seat(name="Anna")
FOXED = ".f.../.f.../R..../...../..R.."
"""Solved in five steps or four moves, at first by the fox alone."""
WAY = ("slide F1 1,1", "hop R1 2,2", "slide F1 3,1", "hop R2 4,0")
"""A shortest solution."""
LEAST = (5, 4)
USUAL = (1280, 720)


def setup_of(position=FOXED, variant="classic", seat=ANNA, **chosen):
    return new_setup("jumpin", variant, (seat,), 5, {"position": position, **chosen})


def sit_at(new_driver, position=FOXED, size=USUAL, language="en", scale=1.0, **options):
    setup = setup_of(position, **options)
    return sit_before(new_driver, setup, size, language, scale, profile="Anna")
