"""Hands in the labyrinth: the spare tile along the rim and into a line, the pawn to a lit tile, runes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

import pygame

from logic.core import Cell, Message
from logic.core import State as AnyState
from logic.labyrinth import Arrow, Push, Skip, Use, Walk
from logic.labyrinth.components import STEPS, TURNS
from logic.labyrinth.rules import LabyrinthMove
from scenes.labyrinth.board import TRAY, LabyrinthBoard
from scenes.labyrinth.layout import pawn_name, pushed_by
from scenes.labyrinth.narration import NO_WAY, why_barred
from scenes.labyrinth.paint import Lit
from scenes.labyrinth.reach import can_push_at, preview_of, pushes_of, reached, uses_of, walks_of, ways_of
from scenes.view.gesture import Hand
from scenes.view.squares import Point, ahead
from sprites.labyrinth import art
from sprites.paint.kit import Kit
from sprites.paint.surfaces import blit_around
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose

PEEK = 0.2
"""How far a tile that a hand holds at an arrow is in its line at least, in cells."""
BESIDE = 1.05
"""How far from the line of an arrow a tile may be and still be drawn to it."""
OUT, DEEP = 0.85, 1.35
"""How far outside of its arrow it may be, and how deep in the maze beyond."""
LOYAL = 0.15
"""How much nearer another arrow must be than the one that it lies at."""


def nearest(arrows: Iterable[Arrow], place: Point, held: Arrow | None) -> tuple[Arrow, float] | None:
    """Give the arrow for a tile whose middle is at a place, and how far it is in there; None away from the rim.

    ``held`` is the arrow at which it lies already.
    """
    found: tuple[float, Arrow, float] | None = None
    for arrow in arrows:
        part, aside = _as_seen_from(arrow, place)
        away = aside + max(0.0, part - 1) - (LOYAL if arrow == held else 0)
        if aside <= BESIDE and -OUT <= part <= DEEP and (found is None or away < found[0]):
            found = away, arrow, min(1.0, max(PEEK, part))
    return found[1:] if found is not None else None


def _as_seen_from(arrow: Arrow, place: Point) -> Point:
    """Give how far in the line of an arrow a tile is, 1 being its first cell, and how far beside the line."""
    step, x, y = STEPS[arrow.side], place[0] - arrow.col - 0.5, place[1] - arrow.row - 0.5
    return 1 + x * step.col + y * step.row, abs(x * step.row + y * step.col)


def within(place: Point, middle: Point, half: float) -> bool:
    """Tell whether a place is in the square around a middle."""
    return max(abs(place[0] - middle[0]), abs(place[1] - middle[1])) <= half


PART = 0.4
"""How far a tile that waits at an arrow is in its line, in cells."""
FAINT, CLEAR = 0.5, 1.0
"""How strong the light is on what can be reached before a push, and after one."""
SHAKES, SWAY = 3, 0.06
"""How often an arrow shakes that cannot be used, and how far, in cells."""
OUTWARD = 0.22
"""How far from its place the arrow lies over a tile that waits there, in cells."""
GHOST = 0.72
"""How solid a tile looks that waits to be pushed in."""
TURN_SIGN = 0.5
"""How large the sign in the empty tray is, in cells."""


class LabyrinthRim(LabyrinthBoard):
    """What can be done with the spare tile before it is pushed in.

    It is *armed* where it lies with a part in a line: the line has moved by as much, and what could be reached after
    the push is lit. What is legal is read from ``legal_moves`` alone.
    """

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._armed: Arrow | None = None
        self._part = PART
        self._aim: Arrow | None = None
        self._refused: Arrow | None = None
        self._shaking = 0.0
        self._hand: Hand | None = None
        self._hint: tuple[LabyrinthMove, ...] = ()
        super().__init__(kit, sound, state, viewer)

    # -- what is meant

    @property
    def armed(self) -> Arrow | None:
        """The arrow at which the spare tile lies with a part in the line."""
        return self._armed

    def _push_at(self, arrow: Arrow | None) -> Push | None:
        """Give the push that an arrow means now."""
        return pushes_of(self.state).get((arrow, self.rot)) if arrow is not None else None

    @property
    def _pushes(self) -> bool:
        """Tell whether a hand may push now."""
        return self.live and bool(pushes_of(self.state))

    def _forget(self) -> None:
        super()._forget()
        self._hint = ()
        self._armed = self._aim = self._refused = None
        self._part = PART

    def _arranged(self) -> Mapping[str, Pose]:
        layout = super()._arranged()
        if self._armed is None:
            return layout
        return pushed_by(layout, self.state, self._armed, self._part)

    def _arrange(self) -> None:
        self.stage.sync(self._arranged())

    # -- arming and turning

    def arm(self, arrow: Arrow | None, part: float = PART) -> None:
        """Lay the spare tile at an arrow, with a part of it in the line, or back into its tray."""
        if arrow is not None and not can_push_at(self.state, arrow):
            self._refuse(arrow)
            return
        if arrow != self._armed:
            self._play("tick" if arrow is not None else "drop")
        self._refused = None
        self._armed, self._part = arrow, part
        self._arrange()

    def turn(self, quarters: int) -> bool:
        """Turn the spare tile; false where nobody may push now."""
        if not self._pushes:
            return False
        self._rot = (self._rot + quarters) % 4
        self._spins.turn(self.state.spare.id, quarters)
        self._play("turn_spare")
        return True

    def _refuse(self, arrow: Arrow) -> None:
        """Let the shutter of an arrow shake."""
        if arrow != self._refused:
            self._play("deny")
            self._shaking = 0.0 if self.kit.reduced_motion else self.kit.theme.seconds.slide
        self._refused = arrow
        if self._armed is not None:
            self._armed = None
            self._arrange()

    def _sway(self) -> float:
        """Give how far the arrow that was refused sways now, in cells."""
        left = self._shaking / self.kit.theme.seconds.slide
        return SWAY * left * math.sin(math.tau * SHAKES * left)

    @property
    def why_not(self) -> Message | None:
        """Say why the arrow that was touched cannot be used."""
        return why_barred(self.state, self._refused) if self._refused is not None else None

    def _commit(self) -> Push | None:
        """Push in what is armed."""
        push = self._push_at(self._armed)
        if push is not None:
            self._dropped = self.state.spare.id
        return push

    @property
    def in_hand(self) -> str:
        """The push that the spare tile waits for, or how it is turned in its tray."""
        push, spare = self._push_at(self._armed), self.state.spare
        if push is not None:
            return str(push)
        return f"{self.rot}" if self.rot != spare.rot % TURNS[spare.shape] else ""

    def take_up(self, in_hand: str) -> None:
        """Turn the spare tile again as it was turned, and lay it where it waited."""
        for arrow, rot in pushes_of(self.state):
            if in_hand in (f"{rot}", str(Push(arrow, rot))):
                self._rot, self._armed = rot, None if in_hand == f"{rot}" else arrow
        self.stage.sync(self._arranged(), at_once=True)

    def let_go(self) -> None:
        """Put the spare tile back into its tray."""
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        self._aim = None
        if self._armed is not None:
            self._armed = None
            self._arrange()

    # -- where hands are

    def _arrow_at(self, pos: tuple[int, int]) -> Arrow | None:
        """Give the arrow under a place of the window, or the tile that lies on it."""
        for arrow in self.state.params.arrows:
            x, y = self.to_pixels(*self.arrow_place(arrow))
            side = max(self.kit.px(self.kit.theme.sizes.control), self.margin * self.cell)
            reach = pygame.Rect(0, 0, side, side)
            reach.center = round(x), round(y)
            if reach.collidepoint(pos):
                return arrow
        return None

    def _on_spare(self, pos: tuple[int, int]) -> bool:
        """Tell whether a place of the window is on the spare tile."""
        pose = self.stage.pose(self.state.spare.id)
        return within(self.to_units(pos), (pose.x, pose.y), 0.5)

    def _in_tray(self, pos: tuple[int, int]) -> bool:
        """Tell whether a place of the window is in the tray."""
        return within(self.to_units(pos), self.tray, TRAY / 2)

    # -- keys

    def _step_along(self, down: int, right: int) -> bool:
        """Go to the next arrow that way; what is armed goes along."""
        places = {arrow: self.arrow_place(arrow) for arrow in self.state.params.arrows}
        here = self._aim or self._armed
        if here is None:
            self._aim = self._first_arrow()
            return True
        there = ahead(places[here], {arrow: place for arrow, place in places.items() if arrow != here}, down, right)
        if there is None:
            return False
        self._aim, self._refused = there, None
        if self._armed is not None:
            self.arm(there if can_push_at(self.state, there) else None)
        return True

    def _first_arrow(self) -> Arrow:
        """Give the arrow that is nearest to the tray."""
        x, y = self.tray
        arrows = self.state.params.arrows
        places = {arrow: self.arrow_place(arrow) for arrow in arrows if can_push_at(self.state, arrow)}
        return min(places, key=lambda arrow: abs(places[arrow][0] - x) + abs(places[arrow][1] - y))

    def _accept_arrow(self) -> Push | None:
        """Arm the arrow under the cursor, or push where it is armed."""
        if self._armed is not None:
            return self._commit()
        if self._aim is None:
            self._aim = self._first_arrow()
        self.arm(self._aim)
        return None

    # -- picture

    def _look_of(self, arrow: Arrow) -> art.State:
        look = super()._look_of(arrow)
        if look == "ready" and self._pushes and arrow in (self._aim, self._armed, *self._hinted):
            return "aim"
        return look

    def arrow_place(self, arrow: Arrow) -> Point:
        """Give the middle of an arrow, in cells: one that was refused shakes."""
        x, y = super().arrow_place(arrow)
        return x + (self._sway() if arrow == self._refused else 0.0), y

    def _lit(self) -> Lit:
        """Light what can be reached as the tiles lie, or after the push that is meant."""
        lit = dict(super()._lit())
        if not self._pushes:
            return lit
        push = self._push_at(self._armed or self._aim)
        if push is None:
            return lit | dict.fromkeys(reached(self.state), ("reach", FAINT))
        return lit | dict.fromkeys(reached(self.state, push), ("preview", CLEAR))

    @property
    def _hinted(self) -> tuple[Arrow, ...]:
        """The arrow of a hint."""
        return tuple(move.arrow for move in self._hint if isinstance(move, Push))

    def _strength(self, piece: str) -> float:
        return GHOST if self._armed is not None and piece == self.state.spare.id else super()._strength(piece)

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Let the tray say that it turns the spare tile, while that is elsewhere."""
        super()._draw_marks(surface)
        pose = self.stage.pose(self.state.spare.id)
        if self._pushes and not within((pose.x, pose.y), self.tray, 0.5):
            colour = self.kit.theme.colours.accent_light
            icon = self.kit.bakery.icon("rotate_right", round(TURN_SIGN * self.cell), colour)
            surface.blit(icon, icon.get_rect(center=self.to_pixels(*self.tray)))

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Lay the arrow over the tile that waits to be pushed in by it."""
        super()._draw_above(surface)
        if self._armed is not None and self._pushes:
            step = STEPS[self._armed.side]
            x, y = self.arrow_place(self._armed)
            self._draw_arrow(surface, self._armed, (x - OUTWARD * step.col, y - OUTWARD * step.row))

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        shakes, self._shaking = self._shaking > 0, max(0.0, self._shaking - dt)
        return moving or shakes


DONE = 0.5
"""From this far in on, a tile that is let go is pushed in."""
CARRIED_Z = 1.5
"""How high a tile is carried in the hand."""


class LabyrinthCarry(LabyrinthRim):
    """What a hand does with the spare tile that drags it."""

    def _take_spare(self, hand: Hand, finger: Point) -> None:
        """Begin to carry the spare tile."""
        hand.piece = self.state.spare.id
        pose = self.stage.pose(hand.piece)
        hand.take(pose, self.to_units(hand.start), finger, still=self.kit.reduced_motion)
        self._play("lift")

    def _carry_spare(self, hand: Hand) -> None:
        """Let the spare tile snap to the arrow that it is near, or follow the hand."""
        found = nearest(self.state.params.arrows, hand.wanted, self._armed)
        if found is None:
            if self._armed is not None:
                hand.resume(self.stage.pose(hand.piece))
                self._armed = None
                self._arrange()
            self._refused = None
            self._hold_spare(hand)
            return
        arrow, part = found
        if not can_push_at(self.state, arrow):
            self._refuse(arrow)
            self._hold_spare(hand)
            return
        self.stage.release(hand.piece)
        if (arrow, part) != (self._armed, self._part):
            self.arm(arrow, part)

    def _hold_spare(self, hand: Hand) -> None:
        x, y = hand.middle
        self.stage.hold(hand.piece, Pose(x, y, z=CARRIED_Z))

    def _drop_spare(self, hand: Hand, *, cancelled: bool) -> Push | None:
        """Let the spare tile go: into its line, to wait at an arrow, or back into the tray."""
        self.stage.release(hand.piece)
        if self._armed is None or cancelled:
            self._refused = self._refused if not cancelled else None
            self.let_go()
            self._play("drop")
            return None
        if self._part > DONE:
            return self._commit()
        self.arm(self._armed)
        return None

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags and hand.piece == self.state.spare.id:
            moving |= hand.update(dt)
            if self._armed is None:
                self._hold_spare(hand)
        return moving


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

    def _step_cursor(self, down: int, right: int) -> bool:
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
