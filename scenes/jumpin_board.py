"""The meadow as it is seen: its animals and where they look, what is lit for the chosen one, its arcs and its rails."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

import pygame

from logic.core import Cell, Event, Move
from logic.core import State as AnyState
from logic.jumpin.routes import is_home
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from scenes.jumpin_beats import AIR, beats
from scenes.jumpin_chores import upcoming
from scenes.jumpin_figures import Look, draw_piece, portrait, shape_of, sway
from scenes.jumpin_reach import cells_after, cells_of, end_of, line_of, number_of, poses_of, reach_of
from scenes.jumpin_signs import PALE, draw_arc, draw_arrow, draw_ghost, draw_name, light
from scenes.jumpin_turf import Turf, whole
from scenes.view import GameView
from sprites import jumpin_art as art
from sprites.jumpin_effects import MeadowEffects, Shape
from sprites.jumpin_meadow import RIM, Rail
from sprites.jumpin_rabbits import Mood
from sprites.sound import SoundBank
from sprites.stage import Pose, pose_at
from sprites.ui import Kit


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
        if not self.stage.moving and is_home(self.state):
            return "happy"
        if piece == self._asked:
            return "puzzled"
        return "eager" if piece == self._chosen else "calm"


def _distance(a: Pose, b: Pose) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
