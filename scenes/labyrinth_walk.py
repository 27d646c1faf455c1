"""Walking in the labyrinth under a hand: the own pawn goes to a lit tile; and runes that want somebody chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pygame

from logic.core import Cell, Message
from logic.core import State as AnyState
from logic.labyrinth import Push, Skip, Use, Walk
from scenes.grip import Hand
from scenes.labyrinth_carry import LabyrinthCarry
from scenes.labyrinth_poses import pawn_name
from scenes.labyrinth_reach import preview_of, reached, uses_of, walks_of, ways_of
from scenes.labyrinth_tiles import Lit
from scenes.labyrinth_words import NO_WAY
from scenes.squares import Point
from sprites import labyrinth_art as art
from sprites.sound import SoundBank
from sprites.stage import Pose
from sprites.surfaces import blit_around
from sprites.ui import Kit

HELD = 1.4
"""How high a pawn is carried in the hand."""
PAWN_REACH = 0.42
"""How far from its middle a pawn is still touched, in cells."""


class LabyrinthWalk(LabyrinthCarry):
    """What can be done after the push: choose a way, or whom a rune is for."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._goal: Cell | None = None
        self._cursor: Cell | None = None
        self._barren: Cell | None = None
        super().__init__(kit, sound, state, viewer)

    # -- what is meant

    @property
    def _walks(self) -> Mapping[Cell, Walk]:
        """The walks that a hand may choose now, by where they end."""
        return walks_of(self.state) if self.live else {}

    @property
    def _uses(self) -> tuple[Use | Skip, ...]:
        """What a hand may do now with the rune on the spare tile."""
        return uses_of(self.state) if self.live else ()

    @property
    def _own(self) -> str:
        return pawn_name(self.state.player)

    def _forget(self) -> None:
        super()._forget()
        self._goal = self._cursor = self._barren = None

    def let_go(self) -> None:
        """Put back whatever is lifted or meant."""
        super().let_go()
        self._goal = self._barren = None

    @property
    def why_not(self) -> Message | None:
        """Say why what was touched does nothing."""
        return super().why_not or (NO_WAY if self._barren is not None else None)

    # -- hands

    def _mean(self, cell: Cell | None) -> None:
        """Show the way to a cell, if one can walk there."""
        cell = cell if cell in self._walks else None
        if cell != self._goal:
            self._goal = cell

    def _walk_to(self, cell: Cell | None) -> Walk | None:
        """Give the walk to a cell; where none leads there, say so."""
        move = self._walks.get(cell) if cell is not None else None
        if move is None and cell is not None and self._walks:
            self._barren = cell
            self._play("deny")
        return move

    def _on_own_pawn(self, pos: tuple[int, int]) -> bool:
        return bool(self._walks) and self._pawn_at(pos) == self.state.player

    def _pawn_at(self, pos: tuple[int, int]) -> int | None:
        """Give the seat whose pawn is under a place of the window: the own one before others."""
        x, y = self.to_units(pos)
        found = [
            seat
            for seat in range(self.state.params.players)
            for pose in (self.stage.pose(pawn_name(seat)),)
            if max(abs(x - pose.x), abs(y - pose.y)) <= PAWN_REACH * max(0.7, pose.scale)
        ]
        return min(found, key=lambda seat: seat != self.state.player, default=None)

    def _take_pawn(self, hand: Hand, finger: Point) -> None:
        """Begin to carry the own pawn."""
        pose = self.stage.pose(hand.piece)
        hand.take(pose, self.to_units(hand.start), finger, still=self.kit.reduced_motion)
        self._play("lift")

    def _carry_pawn(self, hand: Hand) -> None:
        """Let the own pawn follow the hand, and show the way to where it is."""
        x, y = hand.middle
        pose = self.stage.pose(hand.piece)
        self.stage.hold(hand.piece, Pose(x, y, scale=pose.scale, z=HELD))
        before = self._goal
        self._mean(self._cell_of(hand.wanted))
        if self._goal is not None and self._goal != before:
            self._play("tick")

    def _cell_of(self, place: Point) -> Cell | None:
        inside = 0 <= place[0] < self.cols and 0 <= place[1] < self.rows
        return Cell(int(place[1]), int(place[0])) if inside else None

    def _drop_pawn(self, hand: Hand, *, cancelled: bool) -> Walk | None:
        """Put the own pawn down: where it can walk to, or back."""
        cell = self._cell_of(hand.wanted)
        self.stage.release(hand.piece)
        self._goal = None
        home = self.state.pawns[self.state.player]
        move = None if cancelled or cell == home else self._walk_to(cell)
        if move is None:
            self._play("drop")
        else:
            self._dropped = hand.piece
        return move

    def _use_on(self, seat: int | None) -> Use | None:
        """Give the use of the rune on a player, or the one that wants nobody."""
        return next((move for move in self._uses if isinstance(move, Use) and move.on == seat), None)

    # -- keys

    def _step_cursor(self, right: int, down: int) -> bool:
        """Move the cursor by a cell; at the edge the arrow is for somebody else."""
        here = self._cursor or self.state.pawns[self.state.player]
        there = Cell(here.row + down, here.col + right)
        if not (0 <= there.row < self.rows and 0 <= there.col < self.cols):
            return False
        self._cursor, self._barren = there, None
        self._mean(there)
        return True

    def _step_pawns(self, way: int) -> bool:
        """Let the cursor go to the next pawn that the rune can be used on."""
        seats = [move.on for move in self._uses if isinstance(move, Use) and move.on is not None]
        if not seats:
            return False
        cells = [self.state.pawns[seat] for seat in seats]
        place = (cells.index(self._cursor) + way) % len(cells) if self._cursor in cells else 0
        self._cursor = cells[place]
        return True

    # -- picture

    def _lit(self) -> Lit:
        lit = dict(super()._lit())
        return lit | dict.fromkeys(reached(self.state), ("reach", 1.0)) if self._walks else lit

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw the way to the cell that is meant, the cursor, and whom a rune may be used on."""
        super()._draw_marks(surface)
        self._draw_hint(surface)
        for move in self._uses:
            if isinstance(move, Use) and move.on is not None:
                self._mark(surface, self.state.pawns[move.on], "hint")
        self._draw_way(surface, self._goal)
        if self._cursor is not None and self.live:
            self._mark(surface, self._cursor, "cursor")

    def _draw_hint(self, surface: pygame.Surface) -> None:
        """Mark where a hint walks to, on the tile that will be there, and whom it uses a rune on."""
        for move in self._hint:
            if isinstance(move, Walk):
                x, y = self._place_after(move.cell)
                blit_around(surface, self._paint.glow("hint"), self.to_pixels(x, y))
            elif isinstance(move, Use) and move.on is not None:
                self._mark(surface, self.state.pawns[move.on], "hint")

    def _place_after(self, cell: Cell) -> Point:
        """Give where the tile is now that will lie on a cell after the hint's push."""
        push = next((move for move in self._hint if isinstance(move, Push)), None)
        grid = preview_of(self.state, push).grid if push is not None and self._pushes else self.state.grid
        tile = grid[cell.row][cell.col]
        if tile.fixed:
            return cell.col + 0.5, cell.row + 0.5
        pose = self.stage.pose(tile.id)
        return pose.x, pose.y

    def _draw_way(self, surface: pygame.Surface, goal: Cell | None) -> None:
        """Draw beads along the way to a cell and a ring where it ends; no treasure is covered by them."""
        way = ways_of(self.state).get(goal, ()) if goal is not None else ()
        for one, other in pairwise(way):
            x, y = (one.col + other.col + 1) / 2, (one.row + other.row + 1) / 2
            blit_around(surface, self._paint.dot("path"), self.to_pixels(x, y))
        for cell in way[1:-1]:
            if not self.state.tile(cell).symbol:
                blit_around(surface, self._paint.dot("path"), self.cell_rect(cell).center)
        if len(way) > 1 and self.state.tile(way[-1]).symbol:
            self._mark(surface, way[-1], "cursor")
        elif len(way) > 1:
            blit_around(surface, self._paint.dot("end"), self.cell_rect(way[-1]).center)

    def _mark(self, surface: pygame.Surface, cell: Cell, what: art.Glow) -> None:
        blit_around(surface, self._paint.glow(what), self.cell_rect(cell).center)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags and hand.piece == self._own:
            moving |= hand.update(dt)
            x, y = hand.middle
            self.stage.hold(hand.piece, replace(self.stage.pose(hand.piece), x=x, y=y))
        return moving
