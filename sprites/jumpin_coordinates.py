"""The coordinates of the meadow: wooden pegs on its rim, the names of squares and pieces on small plates."""

from __future__ import annotations

import pygame

from logic.jumpin.board import Board
from sprites.jumpin_meadow import RIM, size_of
from sprites.kit import Kit
from sprites.layers import from_upper_left, rounded
from sprites.surfaces import coloured, native, rgb

DARK, LIGHT, INK = "#1d130a", "#5a3d22", "#fff3d6"
PEG = 0.27
"""How high a plate on the rim is, in cells."""
NAME = 0.15
"""How high the plate with the name of a square is."""
SMALLEST = 11
"""Names whose letters are lower than that many pixels are left away."""


def bake_coordinates(kit: Kit, board: Board, cell: float) -> pygame.Surface:
    """Draw all plates, see-through between them."""
    whole = pygame.Surface(size_of(board, cell), pygame.SRCALPHA)

    def put(text: str, x: float, y: float, high: float) -> None:
        picture = plate(kit, text, max(8, round(high * cell)))
        whole.blit(picture, picture.get_rect(center=(round((x + RIM) * cell), round((y + RIM) * cell))))

    for row in range(board.rows):
        put(str(row), -RIM * 0.55, row + 0.5, PEG)
    for col in range(board.cols):
        put(str(col), col + 0.5, -RIM * 0.55, PEG)
    if NAME * cell >= SMALLEST:
        for row in range(board.rows):
            for col in range(board.cols):
                put(f"{row},{col}", col + 0.17, row + 0.11, NAME)
    return native(whole)


def plate(kit: Kit, text: str, high: int) -> pygame.Surface:
    """Draw a small wooden plate with a text on it."""
    line = kit.bakery.text(text, "interface", max(6, round(high * 0.78)), INK)
    size = max(high, line.get_width() + high // 2), high
    wood = coloured(from_upper_left(size), rgb(DARK), rgb(LIGHT), rounded(size, high * 0.32))
    wood.blit(line, line.get_rect(center=(size[0] // 2, high // 2)))
    return wood
