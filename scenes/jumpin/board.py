"""The meadow: what may be done with each piece, and how all is seen: its animals, what is lit, its arcs, its events."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import pygame

from logic.core import Cell, Event
from logic.jumpin.board import fox_cells
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from scenes.view.squares import Direction, Squares, arrow, shadow, with_alpha
from scenes.view.view import Shake
from sprites.jumpin import art
from sprites.jumpin.animals import Mood
from sprites.jumpin.art import Mark
from sprites.jumpin.effects import MeadowEffects, Shape, draw_shaped, hop_shape
from sprites.paint.kit import Durations, Kit
from sprites.stage.stage import Animation, Pose, Track, pose_at


def mover(move: JumpinMove) -> str:
    return move.rabbit if isinstance(move, Hop) else move.fox


def fox_pose(first: Cell, level: bool) -> Pose:
    """The pose of a fox by its first cell: its middle lies between its two."""
    middle = pose_at(first)
    return replace(middle, x=middle.x + 0.5) if level else replace(middle, y=middle.y + 0.5)


def poses_of(state: State) -> dict[str, Pose]:
    """The pose of every piece: rabbits, foxes and mushrooms by their names."""
    poses = {f"R{n}": pose_at(cell) for n, cell in enumerate(state.rabbits, 1)}
    poses |= {f"F{n}": fox_pose(*fox) for n, fox in enumerate(state.foxes, 1)}
    return poses | {f"M{n}": pose_at(cell) for n, cell in enumerate(state.mushrooms, 1)}


@lru_cache(maxsize=32)
def pieces_of(state: State) -> Mapping[Cell, str]:
    """Tell who is on each cell that is taken."""
    there = {cell: f"R{n}" for n, cell in enumerate(state.rabbits, 1)}
    there |= {cell: f"F{n}" for n, fox in enumerate(state.foxes, 1) for cell in fox_cells(*fox)}
    return there | {cell: f"M{n}" for n, cell in enumerate(state.mushrooms, 1)}


@lru_cache(maxsize=32)
def reach_of(state: State) -> Mapping[str, Mapping[Cell, JumpinMove]]:
    """The moves of each piece that can move, by the cell that means the move to somebody who taps.

    Of a jump that is where it ends. Of a slide it is the free cell that the fox moves up to: where its foremost half
    comes to lie.
    """
    found: dict[str, dict[Cell, JumpinMove]] = {}
    for move in state.legal_moves():
        found.setdefault(mover(move), {})[_meant(state, move)] = move
    return found


def _meant(state: State, move: JumpinMove) -> Cell:
    if isinstance(move, Hop):
        return move.target
    start, level = state.foxes[number_of(move.fox) - 1]
    return fox_cells(move.target, level)[move.target > start]


def end_of(state: State, move: JumpinMove) -> Pose:
    """The pose of the piece after its move."""
    if isinstance(move, Hop):
        return pose_at(move.target)
    return fox_pose(move.target, state.foxes[number_of(move.fox) - 1][1])


def line_of(state: State, move: JumpinMove) -> Cell:
    """The way that a piece goes by its move, as rows down and columns to the right."""
    start, end = poses_of(state)[mover(move)], end_of(state, move)
    return Cell(round(end.y - start.y), round(end.x - start.x))


def number_of(piece: str) -> int:
    return int(piece[1:])


def cells_of(state: State, piece: str) -> tuple[Cell, ...]:
    """The cells that a rabbit or a fox takes up."""
    number = number_of(piece) - 1
    if piece.startswith("F"):
        return fox_cells(*state.foxes[number])
    return (state.rabbits[number],)


def cells_after(state: State, move: JumpinMove) -> tuple[Cell, ...]:
    """The cells that a piece takes up after its move."""
    if isinstance(move, Hop):
        return (move.target,)
    return fox_cells(move.target, state.foxes[number_of(move.fox) - 1][1])


def neighbours(state: State, cell: Cell) -> Iterator[Cell]:
    """The cells of the board beside one."""
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        beside = Cell(cell.row + down, cell.col + right)
        if beside in state.board:
            yield beside


RISE = 0.16
"""How far a piece is drawn above the ground, in cells, for each unit that it is lifted."""
LOW, STEEP = 0.34, 0.13
"""How high a jump is in cells: so much, and so much more for each cell that it is long."""
STRIDE = 1.5
"""How many times as long a fox takes for a cell as somebody who walks; a short slide takes its usual time."""
AIR = 0.12
"""From this height on, in units of the stage, a piece is off the ground."""


def height_of(start: Pose, end: Pose) -> float:
    """How high a jump goes, in cells: the arc that shows it and the one that is flown are the same."""
    return LOW + STEEP * math.hypot(end.x - start.x, end.y - start.y)


def animations(
    events: Sequence[Event], before: Mapping[str, Pose], after: Mapping[str, Pose], seconds: Durations, dropped: str
) -> list[Animation]:
    """An animation for each event of one move; a piece that was ``dropped`` where it goes to only settles there."""
    return [_animation(event, before, after, seconds, dropped) for event in events]


def _animation(
    event: Event, before: Mapping[str, Pose], after: Mapping[str, Pose], seconds: Durations, dropped: str
) -> Animation:
    piece = next((piece for piece in event.paths if piece in before and piece in after), None)
    if piece is None or event.name not in ("hop", "slide"):
        return Animation(event, {}, 0.0)
    start, end = before[piece], after[piece]
    if piece == dropped:
        return Animation(event, {piece: Track((start, end))}, seconds.settle)
    if event.name == "hop":
        return Animation(
            event, {piece: Track((start, end), height=height_of(start, end) / RISE, flies=True)}, seconds.hop
        )
    cells = math.hypot(end.x - start.x, end.y - start.y)
    length = max(seconds.slide, STRIDE * seconds.walk * cells)
    return Animation(event, {piece: Track((start, end))}, length)


def shape_in_flight(pose: Pose, start: Pose, end: Pose, *, reduced_motion: bool) -> Shape:
    """Say how a rabbit is stretched that is on its way from one place to another."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    share = math.hypot(pose.x - start.x, pose.y - start.y) / length if length else 1.0
    return hop_shape(share, reduced_motion=reduced_motion)


@dataclass(frozen=True, slots=True)
class Turf:
    """A surface with squares on it, each of which measures ``cell`` pixels."""

    surface: pygame.Surface
    kit: Kit
    squares: Squares
    cell: float

    @property
    def side(self) -> int:
        """The side of a square in whole pixels: figures are baked for it."""
        return whole(self.cell)

    def lay(self, picture: pygame.Surface, x: float, y: float) -> None:
        """Draw a picture around a place, in squares."""
        self.surface.blit(picture, picture.get_rect(center=self.squares.to_pixels(x, y)))


def whole(cell: float) -> int:
    """The side for which figures are baked that stand on squares of that side."""
    return max(4, round(cell))


GROWTH = 0.05
"""How much larger a piece looks that is lifted by a unit; higher up it grows no more."""
SWAY = 0.07
"""How far a piece shakes that cannot move, in cells."""
FEET, PAWS = 0.93, 0.9
"""Where the feet of rabbits and of foxes are in their pictures, as a share of the height."""


@dataclass(frozen=True, slots=True)
class Look:
    """How an animal is seen: the way in which it looks (None is at the player), its mood, and whether it is home.

    A fox has but one look.
    """

    way: Cell | None = None
    mood: Mood = "calm"
    at_home: bool = False


def portrait(kit: Kit, side: int, state: State, piece: str, look: Look) -> pygame.Surface:
    """The picture of a rabbit or a fox."""
    number = number_of(piece)
    if piece.startswith("F"):
        return art.fox(kit, number, side, state.foxes[number - 1][1])
    return art.rabbit(kit, number, side, look.way, look.mood, at_home=look.at_home)


def shape_of(pose: Pose, flight: tuple[Pose, Pose] | None, *, reduced_motion: bool) -> Shape:
    """Say how a piece is stretched: in a jump from one pose to another, or because it is near to the eye."""
    near = pose.scale * (1 + GROWTH * min(1.0, pose.z))
    shape = shape_in_flight(pose, *flight, reduced_motion=reduced_motion) if flight is not None else Shape()
    return Shape(round(shape.wide * near, 3), round(shape.high * near, 3))


def draw_piece(
    turf: Turf, state: State, piece: str, pose: Pose, picture: pygame.Surface, shape: Shape, aside: float
) -> None:
    """Draw a piece; one that is lifted is larger and higher, and its shadow stays on the ground."""
    x, y = turf.squares.to_pixels(pose.x + aside, pose.y)
    if pose.z > AIR and pose.alpha > 0:
        shade = shadow(turf.kit, turf.side)
        for right, down in _feet_of(state, piece):
            turf.surface.blit(shade, shade.get_rect(center=(x + right * turf.cell, y + down * turf.cell)))
    foot = PAWS if piece.startswith("F") else FEET
    middle = x, y - RISE * pose.z * turf.cell
    draw_shaped(turf.surface, with_alpha(picture, pose.alpha), middle, shape, foot=foot)


def _feet_of(state: State, piece: str) -> tuple[tuple[float, float], ...]:
    """Where a piece stands, in cells as seen from its middle."""
    if not piece.startswith("F"):
        return ((0.0, 0.4),)
    level = state.foxes[number_of(piece) - 1][1]
    return ((-0.5, 0.4), (0.5, 0.4)) if level else ((0.0, 0.9),)


GHOST = 0.5
"""How solid a fox looks where it would come to lie."""
PALE = 0.5
"""How strong an arc is while another one is meant."""
DOT, SMALLEST_DOT = 0.065, 5
"""How large the dots of an arc are, in cells, and how many units they have at least."""
NAME_BELOW = 0.4
"""How far below the middle of a piece its name stands, in cells."""


def light(turf: Turf, cells: Iterable[Cell], what: Mark) -> None:
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


MOODS: tuple[Mood, ...] = ("calm", "eager")
"""How somebody looks who jumps, and who is about to."""
WAYS = (None, Cell(-1, 0), Cell(0, 1), Cell(1, 0), Cell(0, -1))
"""Where somebody may look."""


def upcoming(kit: Kit, side: int, state: State, effects: MeadowEffects) -> list[Callable[[], object]]:
    """What bakes the pictures that the next moves need, the most urgent first."""
    now: list[Callable[[], object]] = []
    later = effects.to_prerender()
    for piece, moves in reach_of(state).items():
        bake = partial(portrait, kit, side, state, piece)
        now += [partial(_bake_moving, bake, piece, line_of(state, move)) for move in moves.values()]
        if any(cell in state.board.holes for cell in moves):
            later += [partial(bake, Look(way, "calm", at_home=True)) for way in WAYS]
            later.append(partial(bake, Look(None, "happy", at_home=True)))
    return now + later


def _bake_moving(bake: Callable[[Look], object], piece: str, way: Cell) -> None:
    """Bake a piece that is chosen, and one that is on its way."""
    for mood in MOODS if piece.startswith("R") else MOODS[:1]:
        bake(Look(way, mood))


class Animals:
    """The animals of one meadow: the one chosen and where it aims, the one asked in vain, and those on their way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.chosen: str | None = None
        self.aim: Cell | None = None
        """The cell that means the move which is meant now."""
        self.asked: str | None = None
        """Who was tapped and cannot move."""
        self.flights: dict[str, tuple[Pose, Pose]] = {}
        """Those on their way, from where to where."""
        self._shake = Shake(SWAY)

    def layout(self) -> dict[str, Pose]:
        """The pose of every piece, by its name, the chosen one lifted."""
        layout = poses_of(self.state)
        if self.chosen in layout:
            layout[self.chosen] = replace(layout[self.chosen], z=1.0)
        return layout

    # -- what may be done

    def moves_of(self, piece: str | None) -> Mapping[Cell, JumpinMove]:
        """The moves of a piece by the cells that mean them."""
        return reach_of(self.state).get(piece or "", {})

    def move_to(self, piece: str | None, cell: Cell | None) -> JumpinMove | None:
        """The move of a piece that a cell means, if it means one."""
        return self.moves_of(piece).get(cell) if cell is not None else None

    @property
    def meant(self) -> JumpinMove | None:
        """The move of the chosen one that is meant now."""
        return self.move_to(self.chosen, self.aim)

    def places_of(self, piece: str) -> Mapping[Cell | None, Pose]:
        """Where a piece may be next, by the cell that means it: where it is now by None."""
        home: dict[Cell | None, Pose] = {None: poses_of(self.state)[piece]}
        return home | {cell: end_of(self.state, move) for cell, move in self.moves_of(piece).items()}

    def goal(self, piece: str) -> JumpinMove | None:
        """The move that a piece has in its eye: the one that is meant, or else the shortest."""
        moves, home = self.moves_of(piece), poses_of(self.state)[piece]
        meant = self.meant if piece == self.chosen else None
        return meant or min(moves.values(), key=lambda move: _distance(home, end_of(self.state, move)), default=None)

    # -- how they look

    def look_of(self, piece: str) -> Cell | None:
        """The way in which a piece looks, as rows down and columns to the right; None is at the player, or as ever."""
        if piece.startswith("F"):
            return None
        if piece in self.flights:
            start, end = self.flights[piece]
            return Cell(round(end.y - start.y), round(end.x - start.x))
        move = self.goal(piece)
        return line_of(self.state, move) if move is not None else None

    def mood_of(self, piece: str, *, glad: bool) -> Mood:
        """Say in what mood somebody is; all are happy where they may be ``glad``."""
        if glad:
            return "happy"
        if piece == self.asked:
            return "puzzled"
        return "eager" if piece == self.chosen else "calm"

    # -- those who cannot move

    def ask(self, piece: str | None, seconds: float) -> None:
        """Let a piece shake for so long because it cannot move; None forgets who was asked."""
        self.asked = piece
        self._shake.begin(0.0 if piece is None else seconds)

    def sway(self, piece: str) -> float:
        """Say how far aside a piece is, in cells."""
        return self._shake.aside if piece == self.asked else 0.0

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while somebody shakes."""
        return self._shake.update(dt)


@dataclass(frozen=True, slots=True)
class Signs:
    """What is marked on the board, and what is seen of those who stand on it."""

    lit: Mapping[Cell, JumpinMove]
    hint: Sequence[JumpinMove]
    hint_state: State
    """The position in which those moves are to be made."""
    cursor: str | None
    """The animal under the cursor, while that is shown."""
    glad: bool
    """Whether all are home and look like it."""
    names: bool


class MeadowPicture:
    """Paints a meadow: what is lit, the animals from the back to the front, and what flies about."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.effects = MeadowEffects(kit)

    def draw(self, turf: Turf, animals: Animals, poses: Iterable[tuple[str, Pose]], signs: Signs) -> None:
        """Draw it all but the ground, those in the air over the others."""
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
        self.effects.draw(turf.surface, turf.squares.to_pixels, turf.cell)


def _draw_lights(turf: Turf, animals: Animals, signs: Signs) -> None:
    """Light the cells that mean a move, those of a hint, and where the cursor is."""
    for cell, move in signs.lit.items():
        light(turf, [cell], "hop" if isinstance(move, Hop) else "slide")
    for move in signs.hint:
        light(turf, cells_after(signs.hint_state, move), "hint")
    if signs.cursor is not None:
        light(turf, cells_of(animals.state, signs.cursor), "cursor")
        if animals.aim is not None:
            light(turf, [animals.aim], "cursor")


def _draw_moves(turf: Turf, animals: Animals, signs: Signs) -> None:
    """Draw what the chosen piece may do, and how a hint goes."""
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
    aside = animals.sway(piece)
    draw_piece(turf, animals.state, piece, pose, figure(turf, animals, piece, pose, glad=glad), shape, aside)


def figure(turf: Turf, animals: Animals, piece: str, pose: Pose, *, glad: bool) -> pygame.Surface:
    """The picture of a piece as it stands there."""
    at_home = sits_in_hole(animals.state, pose)
    if piece.startswith("M"):
        return art.mushroom(turf.kit, turf.side, number_of(piece) - 1, in_hole=at_home)
    look = Look(animals.look_of(piece), animals.mood_of(piece, glad=glad), at_home)
    return portrait(turf.kit, turf.side, animals.state, piece, look)


def sits_in_hole(state: State, pose: Pose) -> bool:
    """Tell whether somebody who stands like that sits in a burrow."""
    cell = Cell(int(pose.y), int(pose.x))
    return cell in state.board.holes and pose.z <= AIR and _distance(pose, pose_at(cell)) < AIR


def _distance(a: Pose, b: Pose) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
