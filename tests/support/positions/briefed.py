"""Views of random games of every kind with all numbers of players, for the tests of briefs."""

from dataclasses import asdict
from functools import partial

import msgspec
from hypothesis import strategies as st

from logic import coatl, dragon, labyrinth
from logic.core import Dice
from logic.dragon.rules import begin
from logic.game import narration_of, redact
from logic.session import Seat, Session, Setup, Timeline, setup_params
from logic.text import Text
from logic.variants import resolve_params, seated
from tests.support.positions import coatl as coatlparts
from tests.support.positions import labyrinth as mazes
from tests.support.positions.cases import ALL, PLAIN, SMALL, advanced, by_chance
from tests.support.positions.dragon import random_board

SEEDS = st.integers(0, 2**31)
TABLES = tuple(
    (
        case.name,
        resolve_params(case.game, case.variant, computer=False, name=str(case), chosen=seated(case.game, count)),
    )
    for case in PLAIN
    if case.name not in SMALL
    for count in case.variant.players
)
"""Every registered game in every variant, with every number of players."""
FEW_DEALS = {"jumpin": 2}
"""How many deals of each variant are tried, where they are slow."""
RICH = {"coatl": coatlparts.random_move, "labyrinth": mazes.any_move}
"""How random moves are chosen where uniform ones would never get anywhere."""


def played(name, params, seed, moves):
    """Return a position of a random game, so many moves after its start or at its end."""
    dice = Dice(seed)
    state = ALL[name].new(params, Dice(seed % FEW_DEALS.get(name, 2**31)))
    return advanced(state, moves, partial(RICH[name], dice=dice) if name in RICH else by_chance(dice))


def seats(state):
    """Return every viewer of a position."""
    if isinstance(state, labyrinth.State | coatl.State):
        return range(state.params.players)
    return range(2 if hasattr(state, "ls") else 1)


@st.composite
def positions(draw, games=tuple(ALL), most=160):
    """Draw a game and a position of it, of any variant and number of players."""
    name, params = draw(st.sampled_from([table for table in TABLES if table[0] in games]))
    return ALL[name], played(name, params, draw(SEEDS), draw(st.integers(0, most)))


@st.composite
def labyrinths(draw, most=20):
    """Draw Stone Dragon, with a position on a board that no variant deals."""
    dice = Dice(draw(SEEDS))
    state = begin(random_board(dice), standing=bool(dice.below(2)), open_map=bool(dice.below(2)))
    return dragon, advanced(state, draw(st.integers(0, most)), by_chance(dice))


def anywhere(most=60):
    """Return a strategy for games and positions, including boards that no variant deals."""
    return positions(most=most) | labyrinths()


def session_at(game, state):
    """Return a session at that position, all its seats human."""
    name = game.__name__.rpartition(".")[2]
    everybody = tuple(Seat() for _ in seats(state))
    session = Session(game, Setup(name, "", setup_params(game, getattr(state, "params", game.Params())), 1, everybody))
    session._line = Timeline(state)
    return session


@st.composite
def views(draw):
    """Draw a game, what some player may know of a position, and which player."""
    game, state = draw(anywhere(most=160))
    viewer = draw(st.sampled_from(seats(state)))
    return game, redact(game, state, viewer), viewer


def bytes_of(brief):
    """Return everything that a model is told, byte for byte."""
    return msgspec.json.encode(asdict(brief))


def told(game, view, viewer=0):
    """Return all sentences of a synopsis in English, including those that a short one leaves out."""
    return " ".join(Text("en").say(part) for part in narration_of(game).synopsis(view, viewer))
