"""Small labyrinths drawn as text, and random ones, for the tests of Stone Dragon."""

from dataclasses import replace

import pytest

from logic import dragon
from logic.core import Cell, Dice, IllegalMove, find_move
from logic.dragon import Params, State, new
from logic.dragon.board import LARGEST_NUMBER, Board, Field, Knight
from logic.dragon.rules import MAKING, OPEN_FOR
from logic.session import Seat, Session, Setup, setup_params


def file_text(rows, knights="N", required=1, entrance="1;1"):
    """The board file of rows drawn one below the other."""
    lines = rows.split()
    return "\n".join([str(len(lines)), str(lines[0].count(";") + 1), *lines, entrance, knights, str(required)]) + "\n"


def drawn(rows, knights="N", required=1, entrance="1;1", **params):
    """The first position on a board that is drawn."""
    return new(Params(board=file_text(rows, knights, required, entrance), **params), Dice(0))


def play(state: State, *moves):
    """The position after moves, each of them legal where it is made."""
    for move in moves:
        state = state.apply(find_move(state, move)).state
    return state


def passes(number):
    return ("pass",) * number


def events(state, move):
    return state.apply(find_move(state, move)).events


def happened(state, move):
    """The names of what a move does, without what it uncovers."""
    return [event.name for event in events(state, move) if event.name != "reveal"]


def choices(state):
    return [str(move) for move in state.legal_moves()]


def at(state, number):
    """Where the knight of that number stands, as the rules count: (row, col) from 1; or his fate."""
    knight = state.knights[number - 1]
    return knight.fate if knight.cell is None else (knight.cell.row + 1, knight.cell.col + 1)


def supply(state, number):
    return state.knights[number - 1].supply


def spot(row, col):
    return Cell(row - 1, col - 1)


def left(state, row, col):
    """How long the clock on a square still runs, or None."""
    return next((clock.left for clock in state.clocks if clock.cell == spot(row, col)), None)


def seen(state):
    return {(cell.row + 1, cell.col + 1) for cell in state.seen}


def refused(state, move):
    with pytest.raises(IllegalMove):
        play(state, move)
    return True


def field(state, row, col):
    return state.board.field(spot(row, col))


def is_open(state, row, col):
    return spot(row, col) in state.opened()


def a_session(text, *, open_map=False, **changes):
    """A game on the board with that file, in the dark unless its map lies open."""
    setup = Setup(
        game="dragon",
        variant="adventure",
        params=setup_params(dragon, dragon.Params(board=text, open_map=open_map)),
        seed=1,
        seats=(Seat(),),
        **changes,
    )
    return Session(dragon, setup)


def eaten_out():
    """An Eater of three teeth who has taken two from a store of two at time 3, and has stepped off at time 4."""
    state = play(drawn("Z;J;J;A2;Z;L", "Z2"), "K1 east", "K1 east", "K1 east", "K1 east")
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (4, 0, 4)
    return state


KINDS = (
    ("plain",) * 6 + ("edible",) * 3 + ("eternal", "mine", "teleport", "teleport", "hole", "hole", "bricks", "teeth")
)


def random_field(dice, height, width):
    kind = dice.choice(KINDS)
    if kind == "teleport":
        return Field(kind, target=Cell(dice.below(height), dice.below(width)))
    return Field(kind, 1 + dice.below(3)) if kind in ("hole", "bricks", "teeth") else Field(kind)


def random_knight(dice):
    kind = dice.choice(("ordinary", "eater", "builder", "jumper"))
    return Knight(kind, 1 + dice.below(3) if kind in ("eater", "builder") else 0)


def random_board(dice):
    """A well-formed board of up to 5 by 5 squares with up to 5 knights; winnable or not."""
    height, width = 1 + dice.below(5), 1 + dice.below(5)
    rows = [[random_field(dice, height, width) for _ in range(width)] for _ in range(height)]
    rows[dice.below(height)][dice.below(width)] = Field("lair")
    entrance = Cell(dice.below(height), dice.below(width))
    knights = tuple(random_knight(dice) for _ in range(1 + dice.below(5)))
    fields = tuple(tuple(row) for row in rows)
    return Board(height, width, fields, entrance, knights, 1 + dice.below(len(knights)))


def largest_board():
    """The largest board that a file may hold, with the longest numbers."""
    code = Field("hole", LARGEST_NUMBER)
    rows = [[code] * 100 for _ in range(100)]
    rows[99][99] = Field("lair")
    knights = (Knight("builder", LARGEST_NUMBER),) * 100
    return Board(100, 100, tuple(tuple(row) for row in rows), Cell(99, 99), knights, 100)


def with_fields(state, choose):
    """The same position with the fields that ``choose`` gives for a square and what lies there."""
    board = state.board
    fields = tuple(
        tuple(choose(Cell(row, col), field) for col, field in enumerate(line)) for row, line in enumerate(board.fields)
    )
    return replace(state, board=replace(board, fields=fields))


def with_other_ground(state, dice):
    """The same position with other fields where nobody has looked."""
    height, width = state.board.height, state.board.width
    return with_fields(state, lambda c, field: field if c in state.seen else random_field(dice, height, width))


def with_other_targets(state, dice):
    """The same position with teleports that lead elsewhere."""
    height, width = state.board.height, state.board.width

    def other(_cell, field):
        return replace(field, target=Cell(dice.below(height), dice.below(width))) if field.target else field

    return with_fields(state, other)


def with_other_secrets(state, dice):
    """The same position with everything otherwise that its view hides: ground, targets, and what clocks say."""
    longest = {"store": MAKING}
    clocks = tuple(clock._replace(left=1 + dice.below(longest.get(clock.what, OPEN_FOR))) for clock in state.clocks)
    return with_other_targets(replace(with_other_ground(state, dice), clocks=clocks), dice)
