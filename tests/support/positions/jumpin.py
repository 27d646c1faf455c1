"""Boards and positions of JumpIN’ for tests, and a slow reference implementation from the rules page alone.

Nothing here uses the engine's data structures: a position is its text, a board says only which cells are holes
and on which lines foxes may lie.
"""

from __future__ import annotations

import heapq
from itertools import combinations, count

from hypothesis import strategies as st

from logic.core import Cell, Dice
from logic.jumpin.board import FOX_LETTERS, STANDARD, Board

SMALL = Board(4, 4, (Cell(0, 0), Cell(0, 3), Cell(3, 0), Cell(3, 3)), (1, 2), (1, 2))
OBLONG = Board(4, 5, (Cell(0, 0), Cell(0, 4), Cell(3, 2)), (1,), (1, 3))
SIX = Board(6, 6, tuple(Cell(row, col) for row in (0, 5) for col in (0, 5)), (1, 4), (1, 4))
SEVEN = Board(7, 7, (*(Cell(row, col) for row in (0, 6) for col in (0, 6)), Cell(3, 3)), (1, 5), (1, 5))
BOARDS = (STANDARD, SMALL, OBLONG, SIX, SEVEN)

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


# -- positions


def written(board, rabbits, mushrooms, foxes):
    """Write a position; foxes are pairs of cells."""
    rows = [["."] * board.cols for _ in range(board.rows)]
    for letter, cells in (("R", rabbits), ("M", mushrooms), *zip(FOX_LETTERS, sorted(foxes, key=min), strict=False)):
        for row, col in cells:
            rows[row][col] = letter
    return "/".join(map("".join, rows))


def pieces(text):
    """Read a position: rabbits, mushrooms, foxes."""
    at = {}
    for row, line in enumerate(text.split("/")):
        for col, letter in enumerate(line):
            if letter != ".":
                at.setdefault(letter, []).append((row, col))
    foxes = [tuple(cells) for letter, cells in at.items() if letter not in "RM"]
    return at.get("R", []), at.get("M", []), foxes


def fox_beds(board):
    """Return every pair of cells that a fox can lie on."""
    beds = [((row, col), (row, col + 1)) for row in board.fox_rows for col in range(board.cols - 1)]
    return beds + [((row, col), (row + 1, col)) for col in board.fox_cols for row in range(board.rows - 1)]


def dealt(dice, board=STANDARD, rabbits=2, mushrooms=2, foxes=1):
    """Deal a position; with fewer foxes where that many would not fit."""
    attempt = 0
    while True:
        laid = dice.shuffled(fox_beds(board))[: max(0, foxes - attempt // 20)]
        attempt += 1
        taken = [cell for fox in laid for cell in fox]
        free = [(row, col) for row in range(board.rows) for col in range(board.cols) if (row, col) not in taken]
        if len(set(taken)) == len(taken) and len(free) >= rabbits + mushrooms:
            cells = dice.shuffled(free)
            return written(board, cells[:rabbits], cells[rabbits : rabbits + mushrooms], laid)


@st.composite
def positions(draw, boards=BOARDS, most=(3, 3, 2)):
    board = draw(st.sampled_from(boards))
    rabbits, mushrooms, foxes = (draw(st.integers(low, high)) for low, high in zip((1, 0, 0), most, strict=True))
    return board, dealt(Dice(draw(st.integers(0, 2**31))), board, rabbits, mushrooms, foxes)


def every_position(board, rabbits, mushrooms, foxes):
    """Yield all positions of a class, each once."""
    cells = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    for laid in combinations(fox_beds(board), foxes):
        taken = {cell for fox in laid for cell in fox}
        if len(taken) == 2 * foxes:
            left = [cell for cell in cells if cell not in taken]
            for grown in combinations(left, mushrooms):
                for sitting in combinations([cell for cell in left if cell not in grown], rabbits):
                    yield written(board, sitting, grown, laid)


# -- the rules


def is_home(text, board):
    """Return whether every rabbit is on a hole."""
    return set(pieces(text)[0]).issubset(board.holes)


def followers(text, board):
    """Yield what each move leads to: the text, and how many cells a fox moved, 0 for a jump."""
    rabbits, mushrooms, foxes = pieces(text)
    taken = {*rabbits, *mushrooms, *(cell for fox in foxes for cell in fox)}

    def is_on(cell):
        return 0 <= cell[0] < board.rows and 0 <= cell[1] < board.cols

    for rabbit in rabbits:
        others = [one for one in rabbits if one != rabbit]
        for down, right in WAYS:
            row, col = rabbit[0] + down, rabbit[1] + right
            passed = 0
            while (row, col) in taken:
                row, col, passed = row + down, col + right, passed + 1
            if passed and is_on((row, col)):
                yield written(board, [*others, (row, col)], mushrooms, foxes), 0
    for fox in foxes:
        others = [one for one in foxes if one != fox]
        along = (0, 1) if fox[0][0] == fox[1][0] else (1, 0)
        for sign in (-1, 1):
            for length in count(1):
                moved = [(row + sign * length * along[0], col + sign * length * along[1]) for row, col in fox]
                if not all(is_on(cell) and (cell in fox or cell not in taken) for cell in moved):
                    break
                yield written(board, rabbits, mushrooms, [*others, tuple(moved)]), length


def far(sources, board, metric):
    """Return the distance from the nearest source to each reachable position, by Dijkstra's algorithm."""
    queue, known = [(0, text) for text in sources], {}
    heapq.heapify(queue)
    while queue:
        cost, text = heapq.heappop(queue)
        if text in known:
            continue
        known[text] = cost
        for there, length in followers(text, board):
            heapq.heappush(queue, (cost + (length if metric == "steps" and length else 1), there))
    return known


def images(text, board):
    """Return the images of a position under the turns and flips that keep the board's holes and fox lines."""
    found = []
    for turned in (False, True) if board.rows == board.cols else (False,):
        for up in (False, True):
            for left in (False, True):

                def move(cell, turned=turned, up=up, left=left):
                    row, col = cell[::-1] if turned else cell
                    return board.rows - 1 - row if up else row, board.cols - 1 - col if left else col

                beds = {tuple(sorted(map(move, bed))) for bed in fox_beds(board)}
                if {move(hole) for hole in board.holes} == set(board.holes) and beds == set(fox_beds(board)):
                    rabbits, mushrooms, foxes = pieces(text)
                    moved = [tuple(sorted(map(move, fox))) for fox in foxes]
                    found.append(written(board, map(move, rabbits), map(move, mushrooms), moved))
    return found
