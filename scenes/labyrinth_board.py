"""The labyrinth as it is seen: tiles, treasures and pawns, what is lit on them, and how positions follow each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from logic.core import Event
from logic.core import State as AnyState
from logic.labyrinth import Arrow, State, Tile
from logic.labyrinth.board import HIDDEN, TURNS
from scenes.chores import Chores
from scenes.labyrinth_beats import Choreography
from scenes.labyrinth_ground import LabyrinthGround
from scenes.labyrinth_poses import layout_of, pawn_name
from scenes.labyrinth_shutters import SECONDS, Shutters
from scenes.labyrinth_spins import Spins
from scenes.labyrinth_tiles import AIR, GROWN, RISE, Fall, Lit, Tiles
from scenes.squares import Point
from sprites import labyrinth_art as art
from sprites.labyrinth_effects import LabyrinthEffects
from sprites.sound import SoundBank
from sprites.stage import Pose
from sprites.surfaces import blit_around
from sprites.ui import Kit

GROWTH = 0.06
"""How much larger a piece looks that is lifted by a unit."""
HELD = 1.0
"""From this height on a tile is in a hand, above everything else."""
PULSE, PULSES, DIMMED = 0.6, 3, 0.45
"""How many seconds a goal takes to swell once, how often it does when it is shown, and how dim it is in between."""
MOTES = 14
"""How many kinds of small things fly about."""


class LabyrinthBoard(LabyrinthGround):
    """The picture of the labyrinth. What is chosen on it is said by those who build on this."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._effects = LabyrinthEffects(kit)
        self._spins = Spins(kit.theme.seconds, reduced_motion=kit.reduced_motion)
        self._rot = self.state.spare.rot
        self._shutters = Shutters()
        self._shutters.set(self.state.barred())
        self._fall: Fall | None = None
        self._pushing = False
        self._to_come: frozenset[str] = frozenset()
        self._goals_before: frozenset[str] = frozenset()
        self._dropped = ""
        self._has_shown = False
        self._pulsing = 0.0
        self._chores = Chores(kit.bakery)

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._effects = LabyrinthEffects(kit)
        self._spins = Spins(kit.theme.seconds, reduced_motion=kit.reduced_motion)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle, the tray beside or below the board, whichever leaves it larger."""
        before = self.tray
        super().place(rect)
        self._plan_chores()
        if self.tray != before:
            self.stage.sync(self._arranged(), at_once=True)

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where the tiles that move, the spare one and the pawns belong."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return layout_of(state, self.tray)

    def _arranged(self) -> Mapping[str, Pose]:
        """Give the layout with what a hand is about to do."""
        return self.layout(self.state)

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        dropped, self._dropped = self._dropped, ""
        places = dict(self._arranged())
        self._forget()
        self._goals_before = self._goals()
        before, self.state = self.state, state
        self._turn_tiles(before, at_once=at_once)
        if before.params.size != state.params.size:
            self.rows = self.cols = state.params.size
            self.place(self._room)
            at_once = True
        if events and not at_once:
            beats = Choreography(places, self.tray, self.kit.theme.seconds, dropped).beats(events)
            self._pushing = any(event.name == "push" for event in events)
            self._to_come = frozenset(name for event in events if event.name == "collect" for name in event.paths)
            self.stage.perform(beats, self.layout(state), self.on_event)
            self._plan_chores()
            return
        self._arrive()
        self._effects.clear()
        self.stage.sync(self.layout(state), at_once=at_once)
        if at_once:
            self._shutters.set(state.barred())
        self._plan_chores()

    def _arrive(self) -> None:
        """Have everything happened that was being shown."""
        self._fall, self._pushing, self._to_come = None, False, frozenset()

    def _forget(self) -> None:
        """Forget what was about to be done in the position before."""

    def _turn_tiles(self, before: State, *, at_once: bool) -> None:
        """Let those tiles turn that lie otherwise than before: the one pushed in, or the one that came back."""
        lay = {tile.id: tile.rot for row in before.grid for tile in row} | {before.spare.id: self._rot}
        self._rot = self.state.spare.rot
        if at_once:
            self._spins.clear()
            return
        for tile in [*(tile for row in self.state.grid for tile in row), self.state.spare]:
            self._spins.turn(tile.id, (tile.rot - lay.get(tile.id, tile.rot) + 1) % 4 - 1)

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound and its effect."""
        super().on_event(event)
        self._effects.begin(event)
        if event.name == "push":
            out = [piece for piece in event.paths if piece.startswith("t")][-1]
            cell = event.paths[out][-1]
            self._fall = Fall(out, (cell.col + 0.5, cell.row + 0.5), self.tray)
        elif event.name in ("tumble", "carried") and self._fall is not None:
            self._fall, self._pushing = replace(self._fall, begun=True), False
        elif event.name == "collect":
            self._to_come = frozenset()

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        # Whoever dropped something saw it played at once, or was asked first and thinks anew.
        self._dropped = ""
        if not moving:
            if self._fall is not None and self._fall.begun:
                self._effects.landed(self._fall.end)
            self._arrive()
        moving |= self._spins.update(dt) | self._move_shutters(dt) | self._effects.update(dt)
        if self.live or self.paints_ahead:
            self._chores.update(dt, still=not moving)
        return self._let_pulse(dt) or moving

    def _plan_chores(self) -> None:
        """Plan to bake, while nothing moves, what the next moves may show."""
        paint, held = self._paint, replace(self._paint, cell=GROWN * self._paint.cell)
        spare = [replace(self.state.spare, rot=rot) for rot in range(TURNS[self.state.spare.shape])]
        faces = [partial(which.face, tile) for tile in spare for which in (held, paint)]
        pale = [partial(paint.medal, name, pale=True) for name in self.state.params.treasures]
        self._chores.plan([*faces, *paint.chores(), *[self._effects.prepare] * MOTES, *pale])

    def _move_shutters(self, dt: float) -> bool:
        """Let shutters come down and go up when no line moves; true while one moves."""
        barred = self.state.barred()
        if self._pushing or not self._shutters.move(barred):
            return False
        for arrow in self._shutters.update(SECONDS if self.kit.reduced_motion else dt, barred):
            self._play("shutter")
            self._effects.shutter(self.arrow_place(arrow))
        return True

    def _let_pulse(self, dt: float) -> bool:
        """Let a goal that has just been shown swell a few times; true while it does."""
        if self.shows_secret and not self._has_shown and not self.kit.reduced_motion:
            self._pulsing = PULSE * PULSES
        self._has_shown = self.shows_secret
        pulses, self._pulsing = self._pulsing > 0, max(0.0, self._pulsing - dt)
        return pulses

    # -- what is lit: said by those who build on this

    def _lit(self) -> Lit:
        """Give which tiles are lit, how, and how strongly."""
        return {}

    def _goals(self) -> frozenset[str]:
        """Give the symbols that the viewer looks for, as far as they may be seen on the board."""
        if self._to_come:
            return self._goals_before
        state, seat = self.state, self.viewer
        if seat >= state.params.players or state.winners or not (self.shows_secret or state.params.open_cards):
            return frozenset()
        if state.goes_home(seat):
            return frozenset({state.tile(state.params.starts[seat]).symbol})
        return frozenset(state.goals(seat)) - {HIDDEN}

    def _halo(self) -> float:
        """Give how strong the halo of a goal is."""
        return 1 - (1 - DIMMED) * math.sin(math.pi * self._pulsing / PULSE) ** 2

    def _look_of(self, arrow: Arrow) -> art.State:
        """Say how an arrow looks."""
        state, shut = self.state, self._shutters.shut(arrow)
        usable = state.phase == "push" and not state.winners and not shut and arrow not in state.barred()
        return "ready" if usable else "asleep"

    # -- picture

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw the arrows, the tiles with what lies on them, then the pawns, and over all what is in the air."""
        tiles = {tile.id: tile for row in self.state.grid for tile in row} | {self.state.spare.id: self._spare}
        lit, goals, halo = self._lit(), self._goals(), self._halo()
        drawn = Tiles(surface, self._paint, self.to_pixels, self.state, lit, goals, halo, self._to_come)
        self._draw_arrows(surface)
        for cell, tile in self.state.params.fixed_tiles.items():
            drawn.upon(tile, self.cell_rect(cell).center)
        poses = self.stage.poses()
        flying = [(tiles[piece], pose) for piece, pose in poses if piece in tiles and self._flies(piece, pose)]
        for piece, pose in poses:
            if piece in tiles and not self._flies(piece, pose):
                drawn.lying(tiles[piece], pose, self._away(piece), self._strength(piece))
        self._draw_marks(surface)
        for seat, pose in self._pawns(poses):
            self._draw_pawn(surface, seat, pose)
        for tile, pose in flying:
            self._draw_flying(drawn, tile, pose)
        self._draw_above(surface)
        self._effects.draw(surface, self.to_pixels, self.cell)
        self._draw_words(surface)

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw what lies on the tiles and below the pawns."""

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Draw what lies over tiles and pawns."""

    def _draw_words(self, surface: pygame.Surface) -> None:
        """Draw what is said beside what it is about."""

    def _pawns(self, poses: Sequence[tuple[str, Pose]]) -> list[tuple[int, Pose]]:
        """Give the pawns from the back to the front, those in the air last."""
        names = {pawn_name(seat): seat for seat in range(self.state.params.players)}
        pawns = [(names[piece], pose) for piece, pose in poses if piece in names]
        return sorted(pawns, key=lambda item: (item[1].z > AIR, item[1].y, item[1].x))

    @property
    def rot(self) -> int:
        """How the spare tile is turned, as a push says it."""
        return self._rot % TURNS[self.state.spare.shape]

    @property
    def _spare(self) -> Tile:
        """The spare tile as it is turned now."""
        return replace(self.state.spare, rot=self.rot)

    # -- arrows

    def _draw_arrows(self, surface: pygame.Surface) -> None:
        for arrow in self.state.params.arrows:
            self._draw_arrow(surface, arrow, self.arrow_place(arrow))

    def _draw_arrow(self, surface: pygame.Surface, arrow: Arrow, place: Point) -> None:
        shut = self._shutters.shut(arrow)
        blit_around(surface, self._paint.arrow(arrow.side, self._look_of(arrow)), self.to_pixels(*place))
        if shut:
            blit_around(surface, self._paint.shutter(shut), self.to_pixels(*place))

    # -- tiles

    def _strength(self, piece: str) -> float:
        """Say how solid a tile looks."""
        return 1.0

    def _away(self, piece: str) -> float:
        """Give by how many quarters a tile is still turned away from how it lies."""
        return self._spins.angle(piece) / (math.pi / 2)

    def _falls(self, piece: str) -> bool:
        return self._fall is not None and self._fall.begun and self._fall.tile == piece and self.stage.moving

    def _flies(self, piece: str, pose: Pose) -> bool:
        return pose.z >= HELD or self._falls(piece)

    def _draw_flying(self, drawn: Tiles, tile: Tile, pose: Pose) -> None:
        """Draw a tile in the air: one that tumbles into the tray, or one in a hand."""
        if self._fall is not None and self._falls(tile.id) and not self.kit.reduced_motion:
            drawn.tumbling(tile, self._fall.at((pose.x, pose.y)))
        else:
            drawn.held(tile, pose, self._away(tile.id))

    # -- pawns

    def _draw_pawn(self, surface: pygame.Surface, seat: int, pose: Pose) -> None:
        """Draw a pawn; one that is lifted is larger and higher."""
        x, y = self.to_pixels(pose.x, pose.y - RISE * pose.z)
        picture = self._paint.pawn(seat, pose.scale * (1 + GROWTH * pose.z))
        blit_around(surface, picture, (x, y), pose.alpha)
