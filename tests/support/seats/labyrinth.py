"""Helpers of Labyrinth's board screen tests: players, and a game in progress."""

from functools import partial

from logic import players
from logic.core import Dice, never
from logic.registry import GAMES, new_setup
from logic.session import Seat
from tests.support.seats.seating import sit_before

LABYRINTH = GAMES["labyrinth"]
ANNA, BEN, ZOE, DAVID = (Seat(name=name) for name in ("Anna", "Ben", "Zoë", "Dávid"))
WALKER = Seat(level="walker")
USUAL = (1024, 600)


def setup_of(*seats, variant="short", seed=5, **chosen):
    return new_setup("labyrinth", variant, seats, seed, {"first": 0, **chosen})


def sit_at(new_driver, *seats, size=USUAL, language="en", scale=1.0, moves=0, **options):
    """Sit down at a game that a planning player has played for some moves; the curtain is still down."""
    setup = setup_of(*(seats or (ANNA, BEN)), **options)
    prepare = partial(advance, moves=moves)
    return sit_before(new_driver, setup, size, language, scale, prepare=prepare)


def advance(match, moves):
    """Let a planning player make moves for whoever is to move."""
    for _ in range(moves):
        if match.is_over:
            return
        state = match.session.state
        match.play(players.choose(LABYRINTH, "walker", state, Dice(match.session.ply), never))


def end_of_turn(match):
    """Push anywhere, and stay."""
    match.play(match.session.state.legal_moves()[0])
    state = match.session.state
    match.play(f"walk {state.pawns[state.player]}")
