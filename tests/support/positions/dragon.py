"""Small labyrinths drawn as text, and random ones, for the tests of Stone Dragon."""

import re
from dataclasses import replace

import pytest

from logic import dragon
from logic.core import Cell, Dice, IllegalMove, find_move
from logic.dragon import Params, State, new
from logic.dragon.board import LARGEST_NUMBER, Board, Field, Knight, dump_board, parse_board
from logic.dragon.rules import MAKING, OPEN_FOR
from logic.game import redact
from logic.session import Seat, Session, Setup, setup_params


def file_text(rows, knights="N", required=1, entrance="1;1"):
    """Return the board file of rows drawn one below the other."""
    lines = rows.split()
    return "\n".join([str(len(lines)), str(lines[0].count(";") + 1), *lines, entrance, knights, str(required)]) + "\n"


def drawn(rows, knights="N", required=1, entrance="1;1", **params):
    """Return the first position on a board that is drawn."""
    return new(Params(board=file_text(rows, knights, required, entrance), **params), Dice(0))


def play(state: State, *moves):
    """Return the position after moves, each of them legal where it is made."""
    for move in moves:
        state = state.apply(find_move(state, move)).state
    return state


def passes(number):
    return ("pass",) * number


def events(state, move):
    return state.apply(find_move(state, move)).events


def happened(state, move):
    """Return the names of a move's events, without what it uncovers."""
    return [event.name for event in events(state, move) if event.name != "reveal"]


def at(state, number):
    """Return where the knight of that number stands, as the rules count, (row, col) from 1; or his fate."""
    knight = state.knights[number - 1]
    return knight.fate if knight.cell is None else (knight.cell.row + 1, knight.cell.col + 1)


def supply(state, number):
    return state.knights[number - 1].supply


def spot(row, col):
    return Cell(row - 1, col - 1)


def left(state, row, col):
    """Return how long the clock on a square still runs, or None."""
    return next((clock.left for clock in state.clocks if clock.cell == spot(row, col)), None)


def seen(state):
    return {(cell.row + 1, cell.col + 1) for cell in state.seen}


def refused(state, move):
    with pytest.raises(IllegalMove):
        play(state, move)
    return True


def field(state, row, col):
    return state.board.field(spot(row, col))


def a_session(text, *, open_map=False, **changes):
    """Return a game on the board of that file, in the dark unless its map is open."""
    setup = Setup(
        game="dragon",
        variant="adventure",
        params=setup_params(dragon, dragon.Params(board=text, open_map=open_map)),
        seed=1,
        seats=(Seat(),),
        **changes,
    )
    return Session(dragon, setup)


# -- what stories are told of


def labyrinth(told):
    """Return a story's first position: rows / knights / how many are needed, the entrance, whether the map is open."""
    rows, knights, options = (*told.split(" / "), "")[:3]
    needed = re.search(r"need (\d+)", options)
    entrance = re.search(r"@(\S+)", options)
    return drawn(
        rows,
        knights,
        int(needed[1]) if needed else 1,
        entrance[1] if entrance else "1;1",
        open_map="open" in options,
    )


def square(told):
    return tuple(map(int, told.split(";")))


def squares(*told):
    return {spot(*square(one)) for one in told}


def knight_is(number):
    """Return a claim about a knight: where he is or his fate, what he has, and the most that he can have."""

    def holds(story, said, count=""):
        knight = story.state.knights[number - 1]
        if count:
            return {"has": knight.supply, "most": knight.most}[said] == int(count)
        return at(story.state, number) == (square(said) if ";" in said else said)

    return holds


def paths_of(story, name):
    return next(event.paths for event in story.events if event.name == name)


def shown(state, where):
    """Return what the player is shown of a square."""
    row, col = square(where)
    return str(redact(dragon, state, 0)).splitlines()[row].split()[col - 1]


CLAIMS = {
    **{f"K{number}": knight_is(number) for number in range(1, 7)},
    "time": lambda story, n: story.state.time == int(n),
    "open": lambda story, *where: squares(*where) <= story.state.opened(),
    "opened": lambda story, *where: squares(*where) == story.state.opened(),
    "shut": lambda story, *where: not squares(*where) & story.state.opened(),
    "left": lambda story, where, n: left(story.state, *square(where)) == (None if n == "-" else int(n)),
    "still": lambda story: not story.state.clock_runs,
    "stock": lambda story, where, n: story.state.stock(spot(*square(where))) == int(n),
    "lies": lambda story, where, code: (
        dump_board(story.state.board).splitlines()[1 + square(where)[0]].split(";")[square(where)[1] - 1] == code
    ),
    "sees": lambda story, *where: squares(*where) == story.state.seen,
    "seen": lambda story, *where: squares(*where) <= story.state.seen,
    "unseen": lambda story, *where: not squares(*where) & story.state.seen,
    "shown": lambda story, where, code: shown(story.state, where) == code,
    "hit": lambda story, *what: [*paths_of(story, "blast")] == [*what],
    "fell": lambda story, *where: paths_of(story, "topple")["@"] == tuple(spot(*square(one)) for one in where),
    "few": lambda story, left, needed: (
        str(story.state.outcome().reason)
        == f"Too few knights are left alive: {left}, and {needed} {'is' if int(needed) == 1 else 'are'} needed."
    ),
    "stuck": lambda story: str(story.state.outcome().reason) == "No knight can move any more, and nothing will change.",
}


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
    """Return a well-formed board of up to 5 by 5 squares with up to 5 knights; winnable or not."""
    height, width = 1 + dice.below(5), 1 + dice.below(5)
    rows = [[random_field(dice, height, width) for _ in range(width)] for _ in range(height)]
    rows[dice.below(height)][dice.below(width)] = Field("lair")
    entrance = Cell(dice.below(height), dice.below(width))
    knights = tuple(random_knight(dice) for _ in range(1 + dice.below(5)))
    fields = tuple(tuple(row) for row in rows)
    return Board(height, width, fields, entrance, knights, 1 + dice.below(len(knights)))


def largest_board():
    """Return the largest board that a file may hold, with the longest numbers."""
    code = Field("hole", LARGEST_NUMBER)
    rows = [[code] * 100 for _ in range(100)]
    rows[99][99] = Field("lair")
    knights = (Knight("builder", LARGEST_NUMBER),) * 100
    return Board(100, 100, tuple(tuple(row) for row in rows), Cell(99, 99), knights, 100)


def with_fields(state, choose):
    """Return the same position with the fields that ``choose`` returns for a square and what lies there."""
    board = state.board
    fields = tuple(
        tuple(choose(Cell(row, col), field) for col, field in enumerate(line)) for row, line in enumerate(board.fields)
    )
    return replace(state, board=replace(board, fields=fields))


def with_other_ground(state, dice):
    """Return the same position with other fields where nobody has looked."""
    height, width = state.board.height, state.board.width
    return with_fields(state, lambda c, field: field if c in state.seen else random_field(dice, height, width))


def with_other_targets(state, dice):
    """Return the same position with teleports that lead elsewhere."""
    height, width = state.board.height, state.board.width

    def other(_cell, field):
        return replace(field, target=Cell(dice.below(height), dice.below(width))) if field.target else field

    return with_fields(state, other)


def with_other_secrets(state, dice):
    """Return the same position with all changed that its view hides: ground, targets, and what clocks say."""
    longest = {"store": MAKING}
    clocks = tuple(clock._replace(left=1 + dice.below(longest.get(clock.what, OPEN_FOR))) for clock in state.clocks)
    return with_other_targets(replace(with_other_ground(state, dice), clocks=clocks), dice)


def drawn_board(rows, entrance, knights, required):
    """Return a board from its rows, each a line of codes separated by blanks, like the knights."""
    text = "\n".join(";".join(row.split()) for row in rows)
    return parse_board(file_text(text, ";".join(knights.split()), required, entrance))


def dealt_text(dice, most_squares=20, most_knights=5, density=0.6):
    """Return the text of a random board: up to that many squares, that share of them with something on."""
    height = 1 + dice.below(5)
    width = 1 + dice.below(max(1, min(5, most_squares // height)))
    if height * width == 1:
        width = 2
    codes = [random_code(dice, height, width) if dice.chance() < density else "Z" for _ in range(height * width)]
    codes[dice.below(height * width)] = "L"
    rows = [";".join(codes[row * width : (row + 1) * width]) for row in range(height)]
    knights = [dice.choice(("N", "S", "N", "S", f"Z{1 + dice.below(2)}", f"B{1 + dice.below(3)}"))
               for _ in range(1 + dice.below(most_knights))]  # fmt: skip
    required = 1 + dice.below(len(knights))
    entrance = f"{1 + dice.below(height)};{1 + dice.below(width)}"
    return "\n".join([str(height), str(width), *rows, entrance, ";".join(knights), str(required), ""])


def random_code(dice, height, width):
    number = str(1 + dice.below(2))
    kind = dice.choice("JJWMMTDDCA")
    if kind == "T":
        return f"T{1 + dice.below(height)},{1 + dice.below(width)}"
    return kind + number if kind in "DCA" else kind


def dealt(dice, **limits):
    return parse_board(dealt_text(dice, **limits))
