"""Mazes dealt by chance, of every size, in the rules' tiles and in bits; for the tests of what thinks in bits."""

from hypothesis import strategies as st

from logic.core import Dice
from logic.labyrinth.components import BASES, TURNS, Arrow, Fixed, Mix, Params, Tile
from logic.labyrinth.engine.bits import NO_ARROW, Frame, board_of, sides_of

SEEDS = st.integers(0, 2**32)
SIZES = st.sampled_from((4, 5, 7, 8, 9))
BANS = ("exit_side", "entry_side", "whole_line", "none")


def arrows(size):
    """Arrows at both ends of every second line."""
    lines = range(1, size, 2)
    ends = [((i, 0, "E"), (i, size - 1, "W"), (0, i, "S"), (size - 1, i, "N")) for i in lines]
    return tuple(Arrow(*end) for four in ends for end in four)


def frame(size, ban="none"):
    return Frame(size, arrows(size), ban)


def tile(dice, name):
    shape = dice.choice(sorted(BASES))
    return Tile(name, shape, dice.below(TURNS[shape]))


class Maze:
    """A grid of tiles, a spare one, and the same in bits."""

    def __init__(self, size, seed, ban="none"):
        dice = Dice(seed)
        self.frame = frame(size, ban)
        self.grid = tuple(tuple(tile(dice, f"{row}.{col}") for col in range(size)) for row in range(size))
        self.spare = tile(dice, "spare")
        self.dice = dice

    @property
    def board(self):
        return bits(self.grid, self.spare)

    def some_cells(self):
        return sum(1 << place for place in range(self.frame.cells) if self.dice.below(4) == 0)


def places(grid, spare):
    """The number of every tile's place by its id, the tray's too."""
    found = {one.id: row * len(grid) + col for row, tiles in enumerate(grid) for col, one in enumerate(tiles)}
    return found | {spare.id: len(grid) ** 2}


def bits(grid, spare, last=NO_ARROW):
    return board_of([[sides_of(one) for one in row] for row in grid], sides_of(spare), last)


SMALL_LAYOUT = (
    Fixed(0, 0, "ES", "start red"), Fixed(0, 2, "ESW", "book"), Fixed(0, 4, "SW", "start yellow"),
    Fixed(2, 0, "NES", "map"), Fixed(2, 2, "NES", "crown"), Fixed(2, 4, "NSW", "skull"),
    Fixed(4, 0, "NE", "start green"), Fixed(4, 2, "NEW", "ring"), Fixed(4, 4, "NW", "start blue"),
)  # fmt: skip


def small(lines=2, **params):
    """Params of a 5×5 board with arrows at both ends of one row or of more lines: small enough to try everything."""
    chosen = {
        "players": 1, "size": 5, "arrows": arrows(5)[: 2 * lines], "layout": SMALL_LAYOUT, "mix": Mix(6, 8, 3),
        "tee_treasures": ("bat", "dragon", "ghost"), "corner_treasures": ("lizard", "moth", "owl"),
    }  # fmt: skip
    return Params(**(chosen | params))
