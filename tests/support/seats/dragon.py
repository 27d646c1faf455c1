"""Helpers of Stone Dragon's board screen tests: boards, and a match on one of them."""

from logic.registry import GAMES, new_setup
from logic.session import Seat
from tests.support.positions.dragon import file_text
from tests.support.seats.seating import sit_before

DRAGON = GAMES["dragon"]
ANNA = Seat(name="Anna")
HALL = file_text("Z;Z;L\nZ;Z;Z", "N;N", 1, "1;1")
EATER = file_text("Z;J;Z;L\nZ;Z;W;Z", "Z2;N", 2, "2;1")
PITS = file_text("Z;D3;Z;L\nZ;M;Z;Z", "N;N;N", 1, "1;1")


def setup_of(board, variant="adventure", seat=ANNA, par=0, **chosen):
    return new_setup("dragon", variant, (seat,), 5, {"board": board, "par": par, **chosen})


def sit_at(new_driver, board, size=(1280, 720), language="en", profile=True, scale=1.0, **options):
    setup = setup_of(board, **options)
    return sit_before(new_driver, setup, size, language, scale, profile="Anna" if profile else "", rest=0.3)
