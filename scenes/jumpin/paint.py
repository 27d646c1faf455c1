"""Draws the meadow: animals from back to front, highlights, arcs and arrows, and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from logic.core import Cell
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from scenes.jumpin.animation import RISE, height_of, shape_in_flight
from scenes.jumpin.layout import (
    Animals,
    cells_after,
    cells_of,
    distance,
    end_of,
    line_of,
    mover,
    moves_by_cell,
    number_of,
    poses_of,
)
from scenes.view.squares import Direction, Squares, arrow, shadow, with_alpha
from sprites.jumpin import art
from sprites.jumpin.animals import Mood
from sprites.jumpin.art import Mark
from sprites.jumpin.effects import MeadowEffects, Shape, draw_shaped
from sprites.paint.kit import Kit
from sprites.stage.stage import Pose, pose_at

AIR = 0.12
"""Height, in units of the stage, from which a piece is off the ground."""


@dataclass(frozen=True, slots=True)
class Turf:
    """A surface with squares on it, of ``cell`` pixels each."""

    surface: pygame.Surface
    kit: Kit
    squares: Squares
    cell: float

    @property
    def side(self) -> int:
        """The side of a square in whole pixels, for which figures are baked."""
        return whole(self.cell)

    def lay(self, picture: pygame.Surface, x: float, y: float) -> None:
        """Draw a picture centred at a position in squares."""
        self.surface.blit(picture, picture.get_rect(center=self.squares.to_pixels(x, y)))


def whole(cell: float) -> int:
    """The side for which figures are baked on squares of that side."""
    return max(4, round(cell))


GROWTH = 0.05
"""Additional size of a piece lifted by a unit; above that it stays the same."""
FEET, PAWS = 0.93, 0.9
"""Where the feet of rabbits and of foxes are in their pictures, as a share of the height."""


@dataclass(frozen=True, slots=True)
class AnimalLook:
    """The look of an animal: its direction (None is towards the player), its mood, and whether it is home.

    A fox has only one look.
    """

    way: Cell | None = None
    mood: Mood = "calm"
    at_home: bool = False


def portrait(kit: Kit, side: int, state: State, piece: str, look: AnimalLook) -> pygame.Surface:
    """The picture of a rabbit or a fox."""
    number = number_of(piece)
    if piece.startswith("F"):
        return art.fox(kit, number, side, state.foxes[number - 1][1])
    return art.rabbit(kit, number, side, look.way, look.mood, at_home=look.at_home)


def shape_of(pose: Pose, flight: tuple[Pose, Pose] | None, *, reduced_motion: bool) -> Shape:
    """The stretch of a piece: in a jump from one pose to another, or because it is nearer to the eye."""
    near = pose.scale * (1 + GROWTH * min(1.0, pose.z))
    shape = shape_in_flight(pose, *flight, reduced_motion=reduced_motion) if flight is not None else Shape()
    return Shape(round(shape.wide * near, 3), round(shape.high * near, 3))


def draw_piece(
    turf: Turf, state: State, piece: str, pose: Pose, picture: pygame.Surface, shape: Shape, aside: float
) -> None:
    """Draw a piece; a lifted one is larger and higher, and its shadow stays on the ground."""
    x, y = turf.squares.to_pixels(pose.x + aside, pose.y)
    if pose.z > AIR and pose.alpha > 0:
        shade = shadow(turf.kit, turf.side)
        for right, down in _feet_of(state, piece):
            turf.surface.blit(shade, shade.get_rect(center=(x + right * turf.cell, y + down * turf.cell)))
    foot = PAWS if piece.startswith("F") else FEET
    middle = x, y - RISE * pose.z * turf.cell
    draw_shaped(turf.surface, with_alpha(picture, pose.alpha), middle, shape, foot=foot)


def _feet_of(state: State, piece: str) -> tuple[tuple[float, float], ...]:
    """The positions of a piece's feet, in cells relative to its middle."""
    if not piece.startswith("F"):
        return ((0.0, 0.4),)
    level = state.foxes[number_of(piece) - 1][1]
    return ((-0.5, 0.4), (0.5, 0.4)) if level else ((0.0, 0.9),)


GHOST = 0.5
"""Opacity of a fox at its possible target."""
PALE = 0.5
"""Opacity of an arc while another one is aimed at."""
DOT, SMALLEST_DOT = 0.065, 5
"""Diameter of an arc's dots in cells, and the least in units."""
NAME_BELOW = 0.4
"""Distance in cells of a piece's name below its middle."""


def light(turf: Turf, cells: Iterable[Cell], what: Mark) -> None:
    picture = art.target(turf.kit, turf.side, what)
    for cell in cells:
        turf.surface.blit(picture, picture.get_rect(center=turf.squares.cell_rect(cell).center))


def draw_name(turf: Turf, state: State, piece: str, pose: Pose) -> None:
    """Write the name of a rabbit or a fox, as in hints and the list of moves, below it."""
    if piece[0] not in "RF":
        return
    cells = cells_of(state, piece)
    half = (cells[-1].row - cells[0].row) / 2
    turf.lay(art.name_plate(turf.kit, piece, turf.side), pose.x, pose.y + half + NAME_BELOW)


def draw_ghost(turf: Turf, picture: pygame.Surface, end: Pose) -> None:
    """Show where a fox would come to lie."""
    turf.lay(with_alpha(picture, GHOST), end.x, end.y)


def draw_arc(turf: Turf, state: State, move: Hop, colour: str, strength: float = 1.0) -> None:
    start, end = poses_of(state)[move.rabbit], pose_at(move.target)
    height = height_of(start, end) * turf.cell
    ends = turf.squares.to_pixels(start.x, start.y), turf.squares.to_pixels(end.x, end.y)
    dot = max(turf.kit.px(SMALLEST_DOT), DOT * turf.cell)
    art.arc(turf.surface, turf.kit, *ends, height, colour, dot=dot, alpha=strength)


def draw_arrow(turf: Turf, state: State, move: Slide) -> None:
    """Draw an arrow along a fox's rail, from where it lies to where it should."""
    start, end = poses_of(state)[mover(move)], end_of(state, move)
    right, down = end.x - start.x, end.y - start.y
    direction: Direction = ("east" if right > 0 else "west") if right else ("south" if down > 0 else "north")
    picture = arrow(turf.kit, max(4, round(turf.cell * (0.5 + abs(right + down) / 2))), direction)
    turf.lay(picture, (start.x + end.x) / 2, (start.y + end.y) / 2)


MOODS: tuple[Mood, ...] = ("calm", "eager")
"""The moods of a jumping rabbit, and of one about to jump."""
WAYS = (None, Cell(-1, 0), Cell(0, 1), Cell(1, 0), Cell(0, -1))
"""The possible directions of a look."""


def upcoming(kit: Kit, side: int, state: State, effects: MeadowEffects) -> list[Callable[[], object]]:
    """Tasks that bake the pictures for the next moves, the most urgent first."""
    now: list[Callable[[], object]] = []
    later = effects.to_prerender()
    for piece, moves in moves_by_cell(state).items():
        bake = partial(portrait, kit, side, state, piece)
        now += [partial(_bake_moving, bake, piece, line_of(state, move)) for move in moves.values()]
        if any(cell in state.board.holes for cell in moves):
            later += [partial(bake, AnimalLook(way, "calm", at_home=True)) for way in WAYS]
            later.append(partial(bake, AnimalLook(None, "happy", at_home=True)))
    return now + later


def _bake_moving(bake: Callable[[AnimalLook], object], piece: str, way: Cell) -> None:
    """Bake the looks of a piece when chosen and when moving."""
    for mood in MOODS if piece.startswith("R") else MOODS[:1]:
        bake(AnimalLook(way, mood))


@dataclass(frozen=True, slots=True)
class Signs:
    """The marks on the board, and the looks of the animals on it."""

    lit: Mapping[Cell, JumpinMove]
    hint: Sequence[JumpinMove]
    hint_state: State
    """The position in which the hint's moves are to be made."""
    cursor: str | None
    """The animal under the cursor, while that is shown."""
    glad: bool
    """Whether all are home and look happy."""
    names: bool


def draw_meadow(turf: Turf, animals: Animals, poses: Iterable[tuple[str, Pose]], signs: Signs) -> None:
    """Draw the marks and the animals from the back to the front, those in the air over the others."""
    ordered = sorted(poses, key=lambda item: (item[1].y, item[1].x))
    _draw_lights(turf, animals, signs)
    for piece, pose in ordered:
        if pose.z <= AIR:
            _draw_animal(turf, animals, piece, pose, glad=signs.glad)
    _draw_moves(turf, animals, signs)
    for piece, pose in ordered:
        if pose.z > AIR:
            _draw_animal(turf, animals, piece, pose, glad=signs.glad)
    if signs.names:
        standing = poses_of(animals.state)
        for piece, pose in ordered:
            if piece in standing:
                draw_name(turf, animals.state, piece, pose)


def _draw_lights(turf: Turf, animals: Animals, signs: Signs) -> None:
    """Light the cells of the moves, those of a hint, and that of the cursor."""
    for cell, move in signs.lit.items():
        light(turf, [cell], "hop" if isinstance(move, Hop) else "slide")
    for move in signs.hint:
        light(turf, cells_after(signs.hint_state, move), "hint")
    if signs.cursor is not None:
        light(turf, cells_of(animals.state, signs.cursor), "cursor")
        if animals.aim is not None:
            light(turf, [animals.aim], "cursor")


def _draw_moves(turf: Turf, animals: Animals, signs: Signs) -> None:
    """Draw the possible moves of the chosen piece, and the moves of a hint."""
    state, meant = animals.state, animals.meant
    if isinstance(meant, Slide):
        end = end_of(state, meant)
        draw_ghost(turf, figure(turf, animals, meant.fox, end, glad=signs.glad), end)
    colours = turf.kit.theme.colours
    for cell, move in signs.lit.items():
        if isinstance(move, Hop):
            draw_arc(turf, state, move, colours.accent_light, 1.0 if animals.aim in (None, cell) else PALE)
    for move in signs.hint:
        if isinstance(move, Hop):
            draw_arc(turf, signs.hint_state, move, colours.hint)
        else:
            draw_arrow(turf, signs.hint_state, move)


def _draw_animal(turf: Turf, animals: Animals, piece: str, pose: Pose, *, glad: bool) -> None:
    flight = animals.flights.get(piece) if piece.startswith("R") else None
    shape = shape_of(pose, flight, reduced_motion=turf.kit.reduced_motion)
    aside = animals.shake_offset(piece)
    draw_piece(turf, animals.state, piece, pose, figure(turf, animals, piece, pose, glad=glad), shape, aside)


def figure(turf: Turf, animals: Animals, piece: str, pose: Pose, *, glad: bool) -> pygame.Surface:
    """The picture of a piece in that pose."""
    at_home = sits_in_hole(animals.state, pose)
    if piece.startswith("M"):
        return art.mushroom(turf.kit, turf.side, number_of(piece) - 1, in_hole=at_home)
    look = AnimalLook(animals.look_of(piece), animals.mood_of(piece, glad=glad), at_home)
    return portrait(turf.kit, turf.side, animals.state, piece, look)


def sits_in_hole(state: State, pose: Pose) -> bool:
    """Return whether a piece in that pose is in a burrow."""
    cell = Cell(int(pose.y), int(pose.x))
    return cell in state.board.holes and pose.z <= AIR and distance(pose, pose_at(cell)) < AIR
