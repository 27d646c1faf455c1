"""What is drawn on the meadow about moves: lights, arcs, the fox that would come to lie there, a hint, and names."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from logic.core import Cell
from logic.jumpin.rules import Hop, Slide, State
from scenes.boardmarks import Direction, arrow, with_alpha
from scenes.jumpin_beats import height_of
from scenes.jumpin_reach import cells_of, end_of, mover, poses_of
from scenes.jumpin_turf import Turf
from sprites import jumpin_art as art
from sprites.jumpin_marks import Mark
from sprites.stage import Pose, pose_at

GHOST = 0.5
"""How solid a fox looks where it would come to lie."""
PALE = 0.5
"""How strong an arc is while another one is meant."""
DOT, SMALLEST_DOT = 0.065, 5
"""How large the dots of an arc are, in cells, and how many units they have at least."""
NAME_BELOW = 0.4
"""How far below the middle of a piece its name stands, in cells."""


def light(turf: Turf, cells: Iterable[Cell], what: Mark) -> None:
    """Light cells."""
    picture = art.target(turf.kit, turf.side, what)
    for cell in cells:
        turf.surface.blit(picture, picture.get_rect(center=turf.squares.cell_rect(cell).center))


def draw_name(turf: Turf, state: State, piece: str, pose: Pose) -> None:
    """Write below a rabbit or a fox what hints and the list of moves call it."""
    if piece[0] not in "RF":
        return
    cells = cells_of(state, piece)
    half = (cells[-1].row - cells[0].row) / 2
    turf.lay(art.name_plate(turf.kit, piece, turf.side), pose.x, pose.y + half + NAME_BELOW)


def draw_ghost(turf: Turf, picture: pygame.Surface, end: Pose) -> None:
    """Show where a fox would come to lie."""
    turf.lay(with_alpha(picture, GHOST), end.x, end.y)


def draw_arc(turf: Turf, state: State, move: Hop, colour: str, strength: float = 1.0) -> None:
    """Draw the arc of a jump."""
    start, end = poses_of(state)[move.rabbit], pose_at(move.target)
    height = height_of(start, end) * turf.cell
    ends = turf.squares.to_pixels(start.x, start.y), turf.squares.to_pixels(end.x, end.y)
    dot = max(turf.kit.px(SMALLEST_DOT), DOT * turf.cell)
    art.arc(turf.surface, turf.kit, *ends, height, colour, dot=dot, alpha=strength)


def draw_arrow(turf: Turf, state: State, move: Slide) -> None:
    """Point along a fox's rail, from where it lies to where it should."""
    start, end = poses_of(state)[mover(move)], end_of(state, move)
    right, down = end.x - start.x, end.y - start.y
    direction: Direction = ("east" if right > 0 else "west") if right else ("south" if down > 0 else "north")
    picture = arrow(turf.kit, max(4, round(turf.cell * (0.5 + abs(right + down) / 2))), direction)
    turf.lay(picture, (start.x + end.x) / 2, (start.y + end.y) / 2)
