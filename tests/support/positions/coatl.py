"""Small positions of Cóatl written as text, and random ones, for the tests."""

import json
from functools import cache

import pytest
from hypothesis import strategies as st

from logic import coatl
from logic.coatl import Params
from logic.coatl.notation import check, from_text
from logic.core import Dice, IllegalMove, find_move
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import resolve_params, seated
from tests.support.positions.cases import PLAIN, by_choice

SEEDS = st.integers(0, 2**31)
VARIANTS = tuple(case for case in PLAIN if case.name == "coatl")
GOLDEN = {"feathers": (4, 4, 5, 6)}


KINDS = {
    f"{case.variant_name}-{count}": resolve_params(
        coatl, case.variant, computer=False, name=str(case), chosen=seated(coatl, count)
    )
    for case in VARIANTS
    for count in case.variant.players
}
"""The params of every variant for every number of players."""
every_kind = pytest.mark.parametrize("params", KINDS.values(), ids=KINDS.keys())


def deal(seed=1, **params):
    """Return the first position of a game."""
    return coatl.new(Params(**params), Dice(seed))


def begun(seed=1, **params):
    """Return the position at the first player's first turn, after all have discarded."""
    state = deal(seed, **params)
    while state.action == "discard":
        state = state.apply(state.legal_moves()[0]).state
    return state


def table(text, **params):
    """Return the position that is written there, lines indented or not, with such params."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not any(line.startswith("player") for line in lines):
        lines.insert(0, "player 1")
    if params:
        lines.append(f"rules {json.dumps(params)}")
    return from_text("\n".join(lines))


def play(state, *moves):
    """Return the position after moves, each of them legal where it is made; every position on the way is checked."""
    for move in moves:
        state = state.apply(find_move(state, move)).state
        check(state)
    return state


def choices(state, kind=""):
    return [str(move) for move in state.legal_moves() if str(move).split(" ")[0] == kind or not kind]


def kinds(state):
    """Return the kinds of moves that can be made."""
    return {str(move).split(" ")[0] for move in state.legal_moves()}


def refused(state, *moves):
    """Return whether none of the moves can be made."""
    for move in moves:
        with pytest.raises(IllegalMove):
            find_move(state, move)
    return True


def happened(state, move):
    """Return the names of a move's events."""
    return [event.name for event in state.apply(find_move(state, move)).events]


def reveals(state, move):
    """Return whether a move shows something hidden."""
    return any(event.reveals for event in state.apply(find_move(state, move)).events)


def random_move(state, dice):
    """Return a random move that makes progress: every other time a step of building, where there is one."""
    moves = state.legal_moves()
    steps = [move for move in moves if str(move).split(" ")[0] in ("attach", "prophesy", "crown")]
    return dice.choice(steps) if steps and dice.below(2) else dice.choice(moves)


@cache
def random_game(params, seed):
    """Return all positions of a random game, and the moves between them."""
    dice = Dice(seed)
    return by_choice(coatl.new(params, Dice(dice.seed())), lambda state: random_move(state, dice))


@st.composite
def positions(draw, most=1000):
    """Draw a position from one of a few random games, of any variant and number of players."""
    states, _ = random_game(draw(st.sampled_from(list(KINDS.values()))), draw(st.integers(0, 3)))
    return states[draw(st.integers(0, min(most, len(states) - 1)))]


def sitting(state, undo="own_turn", confirm=False):
    """Return a game that begins with that position, as it is played at a table."""
    seats = tuple(Seat() for _ in range(state.params.players))
    setup = Setup("coatl", "classic", setup_params(coatl, state.params), 7, seats, undo, confirm)
    return Session(coatl, setup, first=state)
