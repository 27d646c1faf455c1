"""The meadow as it is seen: its animals and where they look, what is lit, its arcs and its rails."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from logic.core import Cell, Event, Move
from logic.core import State as AnyState
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from scenes.jumpin.animation import AIR, RISE, beats, height_of, shape_in_flight
from scenes.jumpin.reach import cells_after, cells_of, end_of, line_of, mover, number_of, poses_of, reach_of
from scenes.view.marks import Direction, arrow, shadow, with_alpha
from scenes.view.squares import Squares
from scenes.view.view import GameView
from sprites.jumpin import art
from sprites.jumpin.effects import MeadowEffects, Shape, draw_shaped
from sprites.jumpin.marks import Mark
from sprites.jumpin.meadow import RIM, Rail
from sprites.jumpin.rabbits import Mood
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose, pose_at


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
    """Give the side for which figures are baked that stand on squares of that side."""
    return max(4, round(cell))


GROWTH = 0.05
"""How much larger a piece looks that is lifted by a unit; higher up it grows no more."""
SHAKES, SWAY = 3, 0.07
"""How often a piece shakes that cannot move, and how far, in cells."""
FEET, PAWS = 0.93, 0.9
"""Where the feet of rabbits and of foxes are in their pictures, as a share of the height."""


@dataclass(frozen=True, slots=True)
class Look:
    """How an animal is seen: the way in which it looks (None is at the player), its mood, and whether it is home."""

    way: Cell | None = None
    mood: Mood = "calm"
    at_home: bool = False


def portrait(kit: Kit, side: int, state: State, piece: str, look: Look) -> pygame.Surface:
    """Give the picture of a rabbit or a fox."""
    number = number_of(piece)
    if piece.startswith("F"):
        ahead = look.way is None or look.way.row + look.way.col > 0
        return art.fox(kit, number, side, state.foxes[number - 1][1], 1 if ahead else -1)
    paint = art.rabbit_home if look.at_home else art.rabbit
    return paint(kit, number, side, look.way, look.mood)


def shape_of(pose: Pose, flight: tuple[Pose, Pose] | None, *, reduced_motion: bool) -> Shape:
    """Say how a piece is stretched: in a jump from one pose to another, or because it is near to the eye."""
    near = pose.scale * (1 + GROWTH * min(1.0, pose.z))
    shape = shape_in_flight(pose, *flight, reduced_motion=reduced_motion) if flight is not None else Shape()
    return Shape(round(shape.wide * near, 3), round(shape.high * near, 3))


def sway(left: float) -> float:
    """Say how far aside a piece is, in cells, of whose shaking that share is left."""
    return SWAY * left * math.sin(math.tau * SHAKES * left)


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
    """Give where a piece stands, in cells as seen from its middle."""
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


MOODS: tuple[Mood, ...] = ("calm", "eager")
"""How somebody looks who jumps, and who is about to."""
WAYS = (None, Cell(-1, 0), Cell(0, 1), Cell(1, 0), Cell(0, -1))
"""Where somebody may look."""
MOTES = 10
"""How many kinds of small things fly about."""


def upcoming(kit: Kit, side: int, state: State, effects: MeadowEffects) -> list[Callable[[], object]]:
    """Give what bakes the pictures that the next moves need, the most urgent first."""
    now: list[Callable[[], object]] = []
    later: list[Callable[[], object]] = [effects.prepare] * MOTES
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


class JumpinBoard(GameView):
    """The picture of the meadow, with what a hand has chosen; what is legal it reads from the position."""

    margin = RIM
    cloth = "#5d7a4a"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self.rows, self.cols = state.board.rows, state.board.cols
        super().__init__(kit, sound, state, viewer)
        self._room = self.rect
        self._effects = MeadowEffects(kit)
        self._chores: deque[Callable[[], object]] = deque()
        self._chosen: str | None = None
        self._aim: Cell | None = None
        self._asked: str | None = None
        self._shaking = 0.0
        self._cursor, self._cursor_shown = "R1", False
        self._coordinates = False
        self._hint: tuple[JumpinMove, ...] = ()
        self._dropped = ""
        self._flights: dict[str, tuple[Pose, Pose]] = {}
        self._celebrates = False

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._effects = MeadowEffects(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle that fits the board, in its middle."""
        super().place(rect)
        self._room = rect
        self._plan()

    @property
    def _side(self) -> int:
        """The side of a square in whole pixels: figures are baked for it."""
        return whole(self.cell)

    @property
    def ground(self) -> Hashable:
        """The board with its burrows, and where the foxes have trodden their rails."""
        return self.state.board, self._rails

    @property
    def _rails(self) -> tuple[Rail, ...]:
        return tuple(sorted({Rail(level, cell.row if level else cell.col) for cell, level in self.state.foxes}))

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where rabbits, foxes and mushrooms belong."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return poses_of(state)

    def _arranged(self) -> Mapping[str, Pose]:
        """Give the layout with the chosen piece lifted."""
        layout = dict(self.layout(self.state))
        if self._chosen in layout:
            layout[self._chosen] = replace(layout[self._chosen], z=1.0)
        return layout

    # -- what may be done

    @property
    def chosen(self) -> str | None:
        """The name of the piece that is about to be moved."""
        return self._chosen

    def _lit(self) -> Mapping[Cell, JumpinMove]:
        """Give the moves of the chosen piece by the cells that mean them."""
        return self._moves_of(self._chosen) if self.live else {}

    def _moves_of(self, piece: str | None) -> Mapping[Cell, JumpinMove]:
        return reach_of(self.state).get(piece or "", {})

    def _meant(self, piece: str | None, cell: Cell | None) -> JumpinMove | None:
        """Give the move of a piece that a cell means, if it means one."""
        return self._moves_of(piece).get(cell) if cell is not None else None

    def _goal(self, piece: str) -> JumpinMove | None:
        """Give the move that a piece has in its eye: the one that is meant, or else the shortest."""
        moves, home = self._moves_of(piece), self.layout(self.state)[piece]
        meant = self._meant(piece, self._aim) if piece == self._chosen else None
        return meant or min(moves.values(), key=lambda move: _distance(home, end_of(self.state, move)), default=None)

    def _look_of(self, piece: str) -> Cell | None:
        """Give the way in which a piece looks, as rows down and columns to the right; None is at the player."""
        if piece in self._flights:
            start, end = self._flights[piece]
            return Cell(round(end.y - start.y), round(end.x - start.x))
        move = self._goal(piece)
        return line_of(self.state, move) if move is not None else None

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark the moves of a hint on the board; an empty sequence clears it."""
        self._hint = tuple(move for move in moves if isinstance(move, Hop | Slide))

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        dropped, self._dropped = self._dropped, ""
        self.let_go()
        self.show_hint(())
        self._ask(None)
        before, self.state = self.state, state
        if before.board != state.board:
            self._change_board()
        outcome = state.outcome()
        self._celebrates = bool(events) and not at_once and outcome is not None and bool(outcome.winners)
        if events and not at_once:
            played = beats(events, self.layout(before), self.layout(state), self.kit.theme.seconds, dropped)
            self.stage.perform(played, self.layout(state), self.on_event)
        else:
            self._flights.clear()
            self._effects.clear()
            self.stage.sync(self.layout(state), at_once=at_once)
        self._cursor = self._cursor if self._cursor in self.layout(state) else "R1"
        self._plan()

    def _change_board(self) -> None:
        """Show a board with other squares in the same place."""
        self.rows, self.cols = self.state.board.rows, self.state.board.cols
        self.place(self._room)

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and a look the way that it goes."""
        super().on_event(event)
        self._effects.begin(event)
        for piece, path in event.paths.items():
            if len(path) > 1:
                self._flights[piece] = pose_at(path[0]), pose_at(path[-1])

    def _ask(self, piece: str | None) -> None:
        """Let a piece say by a shake that it cannot move; None forgets who was asked."""
        self._asked = piece
        self._shaking = 0.0 if piece is None or self.kit.reduced_motion else self.kit.theme.seconds.slide
        if piece is not None:
            self._play("deny")

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        if not moving:
            self._flights.clear()
            self._begin_celebration()
        shakes, self._shaking = self._shaking > 0, max(0.0, self._shaking - dt)
        return self._effects.update(dt) or shakes or moving

    def _begin_celebration(self) -> None:
        if self._celebrates:
            self._celebrates = False
            self._effects.celebrate(self.cols, self.rows)

    def _plan(self) -> None:
        """Note what pictures the next moves need, so that no frame that is seen to move has to bake them."""
        self._chores = deque(upcoming(self.kit, self._side, self.state, self._effects))

    def _prepare(self) -> None:
        """Bake one of the pictures that the next moves need."""
        if self._chores:
            self._chores.popleft()()

    # -- picture

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the turf, its burrows and the rails of its foxes."""
        art.lay_meadow(surface, self.kit, self.state.board, self.cell, self.rect, self._rails)

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw what is lit, the pieces from the back to the front, and those above the ground over them."""
        if self._coordinates:
            surface.blit(art.coordinates(self.kit, self.state.board, self.cell), self.rect)
        turf = Turf(surface, self.kit, self, self.cell)
        self._draw_lights(turf)
        poses = sorted(self.stage.poses(), key=lambda item: (item[1].y, item[1].x))
        for piece, pose in poses:
            if pose.z <= AIR:
                self._draw_piece(turf, piece, pose)
        self._draw_moves(turf)
        for piece, pose in poses:
            if pose.z > AIR:
                self._draw_piece(turf, piece, pose)
        if self.names_pieces or self._coordinates or self._hint:
            standing = self.layout(self.state)
            for piece, pose in poses:
                if piece in standing:
                    draw_name(turf, self.state, piece, pose)
        self._effects.draw(surface, self.to_pixels, self.cell)

    def _draw_lights(self, turf: Turf) -> None:
        """Light the cells that mean a move, those of a hint, and where the cursor is."""
        for cell, move in self._lit().items():
            light(turf, [cell], "hop" if isinstance(move, Hop) else "slide")
        for move in self._hint:
            light(turf, cells_after(self.state, move), "hint")
        if self._cursor_shown and self.live:
            light(turf, cells_of(self.state, self._cursor), "cursor")
            if self._aim is not None:
                light(turf, [self._aim], "cursor")

    def _draw_moves(self, turf: Turf) -> None:
        """Draw what the chosen piece may do, and how a hint goes."""
        meant = self._meant(self._chosen, self._aim)
        if isinstance(meant, Slide):
            end = end_of(self.state, meant)
            draw_ghost(turf, self._figure(meant.fox, end), end)
        colours = self.kit.theme.colours
        for cell, move in self._lit().items():
            if isinstance(move, Hop):
                draw_arc(turf, self.state, move, colours.accent_light, 1.0 if self._aim in (None, cell) else PALE)
        for move in self._hint:
            if isinstance(move, Hop):
                draw_arc(turf, self.state, move, colours.focus)
            else:
                draw_arrow(turf, self.state, move)

    # -- pieces

    def _draw_piece(self, turf: Turf, piece: str, pose: Pose) -> None:
        figure, shape = self._figure(piece, pose), self._shape(piece, pose)
        draw_piece(turf, self.state, piece, pose, figure, shape, self._sway(piece))

    def _shape(self, piece: str, pose: Pose) -> Shape:
        flight = self._flights.get(piece) if piece.startswith("R") else None
        return shape_of(pose, flight, reduced_motion=self.kit.reduced_motion)

    def _sway(self, piece: str) -> float:
        if piece != self._asked or self._shaking <= 0:
            return 0.0
        return sway(self._shaking / self.kit.theme.seconds.slide)

    def _figure(self, piece: str, pose: Pose) -> pygame.Surface:
        """Give the picture of a piece as it stands there."""
        at_home = self._is_in_hole(pose)
        if piece.startswith("M"):
            return art.mushroom(self.kit, self._side, number_of(piece) - 1, in_hole=at_home)
        look = Look(self._look_of(piece), self._mood(piece), at_home)
        return portrait(self.kit, self._side, self.state, piece, look)

    def _is_in_hole(self, pose: Pose) -> bool:
        """Tell whether somebody who stands like that sits in a burrow."""
        cell = Cell(int(pose.y), int(pose.x))
        return cell in self.state.board.holes and pose.z <= AIR and _distance(pose, pose_at(cell)) < AIR

    def _mood(self, piece: str) -> Mood:
        if not self.stage.moving and self.state.is_solved():
            return "happy"
        if piece == self._asked:
            return "puzzled"
        return "eager" if piece == self._chosen else "calm"


def _distance(a: Pose, b: Pose) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
