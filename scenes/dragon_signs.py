"""What is lit in the labyrinth: the squares to which a knight may go, where the cursor is, and how a hint goes."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from logic.core import Cell
from logic.dragon.board import toward
from logic.dragon.rules import Go, Leap, State
from logic.dragon.sight import warning
from scenes.boardmarks import arrow
from scenes.camera import Camera
from sprites import dragon_art as art
from sprites.dragon_marks import Mark

ARROW, FURTHER = 0.55, 0.5
"""How long the arrow of a step is, in squares, and by how much that of a leap is longer."""


def mark_of(state: State, move: Go | Leap) -> Mark:
    """Say how the square that a move leads to is lit."""
    if warning(state, move) is not None:
        return "danger"
    return "leap" if isinstance(move, Leap) else "step"


def draw_targets(surface: pygame.Surface, camera: Camera, state: State, targets: Mapping[Cell, Go | Leap]) -> None:
    """Light the squares that moves lead to."""
    for cell, move in targets.items():
        if camera.cell_rect(cell).colliderect(camera.window):
            draw_mark(surface, camera, cell, mark_of(state, move))


def draw_mark(surface: pygame.Surface, camera: Camera, cell: Cell, mark: Mark) -> None:
    """Light a square."""
    surface.blit(camera.sized(lambda side: art.target(camera.kit, side, mark)), camera.cell_rect(cell))


def draw_hint(surface: pygame.Surface, camera: Camera, state: State, start: Cell, move: Go | Leap) -> None:
    """Mark the square where somebody should go from, the one where he should go to, and the way."""
    for cell in (start, state.target(move)):
        draw_mark(surface, camera, cell, "cursor")
    length = 2 if isinstance(move, Leap) else 1
    picture = arrow(camera.kit, max(4, round(camera.baked_side * (ARROW + FURTHER * (length - 1)))), move.direction)
    middle = toward(start, move.direction, length)
    x, y = (start.col + middle.col + 1) / 2, (start.row + middle.row + 1) / 2
    surface.blit(picture, picture.get_rect(center=camera.to_pixels(x, y)))
