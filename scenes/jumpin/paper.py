"""JumpIN’ in print: how a puzzle is drawn, and how its solution is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from logic.core import Cell, Message
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.rules import Hop, JumpinMove, State
from sprites.jumpin import art
from sprites.paint.kit import Kit

PAPER, GRASS, LINE, TRODDEN, NUMBER = "#ffffff", "#eaf4dd", "#8aa07a", "#ecdfc0", "#66735c"
RIM = 0.36
"""Width in squares of the rim at the left and above, for the coordinates."""
ROUND = 0.14
"""Radius in squares of the corners of the board and of the ends of trodden lines."""
BURROW = 1.3
"""Width in squares of the picture of a burrow."""
LINE_WIDTH = 0.012
HALF = 0.3
"""Half of a trodden line's width, in squares."""


def _middle(place: Cell, cell: int, corner: tuple[int, int]) -> tuple[int, int]:
    return corner[0] + round((place.col + 0.5) * cell), corner[1] + round((place.row + 0.5) * cell)


def _ground(board: Board, side: int) -> pygame.Surface:
    """Paint squares, the lines of the foxes, and the outline; at print resolution jagged edges are invisible."""
    canvas = pygame.Surface((board.cols * side, board.rows * side))
    whole = canvas.get_rect()
    thin, radius = max(1, round(LINE_WIDTH * side)), round(ROUND * side)
    canvas.fill(PAPER)
    for place in map(board.cell, range(board.size)):
        if (place.row + place.col) % 2 == 0:
            square = (place.col * side, place.row * side, side, side)
            pygame.draw.rect(canvas, GRASS, square, 0, 0, *_corners(board, place, radius))
    for path in _paths(board, side):
        pygame.draw.rect(canvas, TRODDEN, path, border_radius=round(HALF * side))
    for row in range(1, board.rows):
        pygame.draw.line(canvas, LINE, (0, row * side), (whole.right, row * side), thin)
    for col in range(1, board.cols):
        pygame.draw.line(canvas, LINE, (col * side, 0), (col * side, whole.bottom), thin)
    pygame.draw.rect(canvas, LINE, whole, 2 * thin, radius)
    return canvas


def _paths(board: Board, side: int) -> Iterator[pygame.Rect]:
    """The trodden lines of the foxes."""
    wide, end = round(2 * HALF * side), round(0.1 * side)
    for row in board.fox_rows:
        yield pygame.Rect(end, round((row + 0.5 - HALF) * side), board.cols * side - 2 * end, wide)
    for col in board.fox_cols:
        yield pygame.Rect(round((col + 0.5 - HALF) * side), end, wide, board.rows * side - 2 * end)


def _corners(board: Board, cell: Cell, radius: int) -> tuple[int, int, int, int]:
    """The radius of each corner of a square: only those of the board are rounded."""
    top, bottom = cell.row == 0, cell.row == board.rows - 1
    left, right = cell.col == 0, cell.col == board.cols - 1
    found = (top and left, top and right, bottom and left, bottom and right)
    return tuple(radius if is_corner else 0 for is_corner in found)  # type: ignore[return-value]


def _draw_numbers(surface: pygame.Surface, kit: Kit, board: Board, cell: int, corner: tuple[int, int]) -> None:
    size, away = round(0.2 * cell), round(0.18 * cell)
    for number in range(max(board.rows, board.cols)):
        text, middle = kit.cache.text(str(number), "interface", size, NUMBER), round((number + 0.5) * cell)
        if number < board.cols:
            surface.blit(text, text.get_rect(center=(corner[0] + middle, corner[1] - away)))
        if number < board.rows:
            surface.blit(text, text.get_rect(center=(corner[0] - away, corner[1] + middle)))


def _pieces(kit: Kit, state: State, cell: int) -> list[tuple[Cell, Callable[[], pygame.Surface]]]:
    """The cell and the painter of each piece, from the back to the front."""
    holes = state.board.holes
    found: list[tuple[Cell, Callable[[], pygame.Surface]]] = []
    for number, place in enumerate(state.rabbits, 1):
        found.append((place, partial(art.rabbit, kit, number, cell, at_home=place in holes)))
    for number, place in enumerate(state.mushrooms):
        found.append((place, partial(art.mushroom, kit, cell, number, in_hole=place in holes)))
    for number, (first, level) in enumerate(state.foxes, 1):
        found.append((first, partial(art.fox, kit, number, cell, level)))
    return sorted(found, key=lambda one: one[0])


class JumpinPrinter:
    """The printing of JumpIN’s puzzles; see :class:`scenes.puzzles.paper.Printer`."""

    task = Message("Hop every rabbit into a burrow; foxes slide along their lines.")
    note = Message("Row and column of the square left and of the one reached; in brackets the first square of a fox.")

    def wanted(self, chapter: int) -> Mapping[str, int]:
        return {"tier": chapter + 1}

    def aspect(self, state: State | None) -> float:
        board = STANDARD if state is None else state.board
        return (board.cols + RIM) / (board.rows + RIM)

    def draw(self, state: State | None, surface: pygame.Surface, kit: Kit, rect: pygame.Rect) -> Iterator[None]:
        """Draw a puzzle as large as possible, with the numbers of rows and columns, pausing after every piece.

        Without one, draw the published board, empty.
        """
        board = STANDARD if state is None else state.board
        cell = max(4, int(min(rect.width / (board.cols + RIM), rect.height / (board.rows + RIM))))
        size = (board.cols * cell, board.rows * cell)
        corner = (rect.right - size[0], rect.bottom - size[1])
        surface.blit(kit.cache.keep(("jumpin paper", board, cell), partial(_ground, board, cell)), corner)
        _draw_numbers(surface, kit, board, cell, corner)
        yield
        for number, hole in enumerate(board.holes):
            burrow = art.piece_icon(kit, "burrow", round(BURROW * cell), number)
            surface.blit(burrow, burrow.get_rect(center=_middle(hole, cell, corner)))
            yield
        for place, make in _pieces(kit, state, cell) if state is not None else ():
            surface.blit(make(), (corner[0] + place.col * cell, corner[1] + place.row * cell))
            yield

    def written(self, state: State, moves: Sequence[JumpinMove]) -> Iterator[str]:
        """Write moves in a compact notation: rabbits and foxes have no names on paper."""
        for move in moves:
            if isinstance(move, Hop):
                yield f"{_square(state.rabbits[int(move.rabbit[1:]) - 1])}→{_square(move.target)}"
            else:
                yield f"[{_square(state.foxes[int(move.fox[1:]) - 1][0])}→{_square(move.target)}]"
            state = state.apply(move).state


def _square(cell: Cell) -> str:
    return f"{cell.row},{cell.col}"


PRINTER = JumpinPrinter()
