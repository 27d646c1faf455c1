"""The L-Game's board as it is seen: what lies, what is lifted, what is lit, and the words for it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from logic.core import Cell, Event, Message, Move
from logic.core import State as AnyState
from logic.lgame.rules import L_IDS, NEUTRAL_IDS, SIZE, SQUARES, Lay, Placement, Shift, State, Stay
from scenes.lgame.reach import Hand, Lift, covering, placement_pose
from scenes.view.view import Control, GameView
from sprites.lgame.art import LArt
from sprites.lgame.body import Mark
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose, pose_at

FAR = 0.6
"""From this many cells on a piece that is laid is seen to fly, and is heard when it lands."""
DIM = 0.75
"""How solid an L looks that hovers where it cannot lie."""

TURN = Control("rotate", "rotate_right", Message("Turn the L"))
FLIP = Control("mirror", "flip_horizontal", Message("Flip the L"))
LAY_HERE = Control("lay", "check_bold", Message("Lay here"))


@lru_cache(maxsize=16)
def legal_lays(state: State) -> Mapping[Placement, Lay]:
    """Give the legal Lays of a position by where they put the L."""
    return {move.placement: move for move in state.legal_moves() if isinstance(move, Lay)}


@lru_cache(maxsize=16)
def legal_shifts(state: State) -> Mapping[tuple[str, Cell], Shift]:
    """Give the legal Shifts of a position by pebble and target."""
    return {(move.neutral, move.target): move for move in state.legal_moves() if isinstance(move, Shift)}


class LGameBoard(GameView):
    """The board of the L-Game as a picture, with what a hand has lifted; what is legal it reads from the position."""

    rows = SIZE
    cols = SIZE
    cloth = "#b3a384"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._art = LArt(kit, self.cell)
        self._lift: Lift | None = None
        self._pebble: str | None = None
        self._hand: Hand | None = None
        self._cursor = self._home.cells[0]
        self._cursor_shown = False
        self._hint: tuple[Move, ...] = ()
        self._landing = ""

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._art = LArt(kit, self.cell)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle that fits the board; what is in the hand stays in the hand."""
        super().place(rect)
        if self.cell != self._art.cell:
            self._art = LArt(self.kit, self.cell)

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where each piece belongs in that position."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        ls = {piece: placement_pose(there) for piece, there in zip(L_IDS, state.ls, strict=True)}
        pebbles = {piece: pose_at(cell) for piece, cell in zip(NEUTRAL_IDS, state.neutrals, strict=True)}
        return ls | pebbles

    def _arranged(self) -> Mapping[str, Pose]:
        """Give the layout with what is lifted where it hovers."""
        layout = dict(self.layout(self.state))
        if self._lift is not None:
            dim = self._lift.ghost is not None and self._ghost_move is None
            pose = placement_pose(self._lift.ghost or self._home)
            layout[self._own] = replace(pose, z=1.0, alpha=DIM if dim else 1.0)
        if self._pebble is not None:
            layout[self._pebble] = replace(layout[self._pebble], z=1.0)
        return layout

    def _arrange(self) -> None:
        self.stage.sync(self._arranged())

    @property
    def _own(self) -> str:
        return L_IDS[self.state.player]

    @property
    def _home(self) -> Placement:
        return self.state.ls[self.state.player]

    @property
    def _lays(self) -> Mapping[Placement, Lay]:
        return legal_lays(self.state)

    @property
    def _shifts(self) -> Mapping[tuple[str, Cell], Shift]:
        return legal_shifts(self.state)

    def _pebbles(self) -> list[tuple[str, Cell]]:
        return list(zip(NEUTRAL_IDS, self.state.neutrals, strict=True))

    @property
    def _ghost_move(self) -> Lay | None:
        """The legal move that the ghost stands for, if it does."""
        ghost = self._lift.ghost if self._lift is not None else None
        return self._lays.get(ghost) if ghost is not None else None

    def _has_more(self, lift: Lift, cell: Cell) -> bool:
        """Tell whether another tap on that square would show another placement."""
        return lift.pinned == cell and len(covering(self._lays, cell, lift.tapped_as)) > 1

    # -- words

    def controls(self) -> Sequence[Control]:
        """Give the buttons that the view needs now."""
        if not self.live or not self._lays:
            return ()
        return (TURN, FLIP, LAY_HERE) if self._ghost_move is not None else (TURN, FLIP)

    def status(self) -> Message | None:
        """Say what may be done now."""
        if not self.live:
            return None
        if self.state.phase == "shift":
            if self._pebble is not None:
                return Message("Choose a free square for the pebble.")
            return Message("Move a pebble if you like, then end your turn.")
        if self._lift is None:
            return Message("Lift your L.") if self._lays else None
        if self._ghost_move is not None:
            return Message("It fits here: lay it, or look for a better place.")
        if self._lift.ghost is not None:
            return Message("It cannot lie here: something is in the way.")
        return Message("Drag it or tap a lit square.")

    def end_move(self) -> Move | None:
        """Give Stay, where the pebbles may be left as they are."""
        return next((move for move in self.state.legal_moves() if isinstance(move, Stay)), None)

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark the moves of a hint on the board; an empty sequence clears it."""
        self._hint = tuple(moves)

    # -- time and sound

    def on_event(self, event: Event) -> None:
        """Accompany an event: what flies is heard when it leaves the board and when it lands."""
        piece = next(iter(event.paths), None)
        if piece is None or self.kit.reduced_motion:
            super().on_event(event)
            return
        here, home = self.stage.pose(piece), self.layout(self.state)[piece]
        if math.hypot(home.x - here.x, home.y - here.y) < FAR:
            super().on_event(event)
            return
        self._landing = event.name
        self._play("lift")

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = self.stage.update(dt)
        if self._landing and not moving:
            self._play(self._landing)
            self._landing = ""
        if self.live:
            self._art.prepare()
        return moving

    # -- picture

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the empty board."""
        self._art.draw_board(surface, self.rect, self.margin, SIZE)

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw the pieces, and what is lifted or lit."""
        for cell in sorted(self._lit()):
            self._art.draw_square(surface, "lit", self.cell_rect(cell))
        if self._lift is not None:
            self._mark(surface, "home", self._home)
        poses = self.stage.poses()
        lying = [(piece, pose) for piece, pose in poses if pose.z <= 0]
        raised = [(piece, pose) for piece, pose in poses if pose.z > 0]
        self._draw_pieces(surface, lying)
        self._draw_ghost(surface)
        self._draw_hint(surface)
        self._draw_pieces(surface, raised)
        self._draw_badges(surface)
        if self._cursor_shown and self.live and self._lift is None:
            self._art.draw_square(surface, "cursor", self.cell_rect(self._cursor))

    def _lit(self) -> set[Cell]:
        """Give the squares that some legal move of what is lifted covers."""
        if self._lift is not None:
            return set().union(*(SQUARES[there] for there in self._lays))
        return {target for neutral, target in self._shifts if neutral == self._pebble}

    def _draw_pieces(self, surface: pygame.Surface, pieces: Sequence[tuple[str, Pose]]) -> None:
        for piece, pose in pieces:
            draw = self._art.draw_l_shadow if piece in L_IDS else self._art.draw_pebble_shadow
            draw(surface, pose, self.to_pixels(pose.x, pose.y))
        for piece, pose in pieces:
            at = self.to_pixels(pose.x, pose.y)
            if piece in L_IDS:
                self._art.draw_l(surface, L_IDS.index(piece), pose, at)
            else:
                self._art.draw_pebble(surface, NEUTRAL_IDS.index(piece), pose, at)

    def _mark(self, surface: pygame.Surface, mark: Mark, placement: Placement) -> None:
        pose = placement_pose(placement)
        self._art.draw_mark(surface, mark, pose, self.to_pixels(pose.x, pose.y))

    def _draw_ghost(self, surface: pygame.Surface) -> None:
        ghost = self._lift.ghost if self._lift is not None else None
        if ghost is not None:
            self._mark(surface, "legal" if ghost in self._lays else "blocked", ghost)

    def _draw_hint(self, surface: pygame.Surface) -> None:
        for move in self._hint:
            if isinstance(move, Lay):
                self._mark(surface, "hint", move.placement)
            elif isinstance(move, Shift):
                start = self.state.neutrals[NEUTRAL_IDS.index(move.neutral)]
                self._art.draw_arrow(surface, self._middle_of(start), self._middle_of(move.target))

    def _middle_of(self, cell: Cell) -> tuple[float, float]:
        return self.to_pixels(cell.col + 0.5, cell.row + 0.5)

    def _draw_badges(self, surface: pygame.Surface) -> None:
        """Show what another tap would do: lay the L, or try the square otherwise."""
        lift = self._lift
        if lift is None or lift.pinned is None or lift.ghost is None or self._hand is not None:
            return
        if self.stage.moving or self._ghost_move is None:
            return
        more = self._has_more(lift, lift.pinned)
        if more:
            self._art.draw_badge(surface, "autorenew", self._middle_of(lift.pinned))
        others = [cell for cell in lift.ghost.cells if cell != lift.pinned or not more]
        self._art.draw_badge(surface, "check_bold", self._middle_of(max(others, key=lambda cell: _far(cell, lift))))


def _far(cell: Cell, lift: Lift) -> tuple[int, Cell]:
    pinned = lift.pinned or cell
    return abs(cell.row - pinned.row) + abs(cell.col - pinned.col), cell
