"""The labyrinth as it is seen: frame, shutters, tray, lit tiles, and how positions follow each other."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from logic.core import Event
from logic.core import State as AnyState
from logic.labyrinth import State
from logic.labyrinth.components import HIDDEN, TURNS, Arrow, Tile
from scenes.labyrinth.animation import Choreography, Spins
from scenes.labyrinth.layout import layout_of, pawn_name
from scenes.labyrinth.paint import AIR, GROWN, RISE, Fall, Lit, Paint, Tiles
from scenes.view.prerender import Chores
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.labyrinth import art
from sprites.labyrinth.effects import LabyrinthEffects
from sprites.paint.kit import Kit
from sprites.paint.surfaces import blit_around
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose

TRAY, GAP = 1.4, 0.14
"""The side of the tray, and how far it is from the frame, in cells."""


class LabyrinthGround(GameView):
    """The board with its tray in a rectangle of the window."""

    margin = art.RIM
    cloth = "#22335f"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self.rows = self.cols = state.params.size
        self._beside = True
        self._paint = Paint(kit, 1.0)
        super().__init__(kit, sound, state, viewer)
        self._room = self.rect

    @property
    def aspect(self) -> float:
        """Width by height of board, rim and tray."""
        width, height = self._extent(beside=self._beside)
        return width / height

    @property
    def tallness(self) -> float:
        """How much higher than wide the board is with its tray below."""
        width, height = self._extent(beside=False)
        return height / width

    def _extent(self, *, beside: bool) -> Point:
        """Give the width and the height of it all, in cells."""
        side = self.cols + 2 * art.RIM
        return (side + GAP + TRAY, side) if beside else (side, side + GAP + TRAY)

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._paint = Paint(kit, self.cell)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle, the tray beside or below the board, whichever leaves it larger."""
        self._room = rect
        fits = {}
        for beside in (True, False):
            width, height = self._extent(beside=beside)
            fits[beside] = min(rect.width / width, rect.height / height)
        self._beside = fits[True] >= fits[False]
        # Whole pixels, so that no joint between tiles is wider than another.
        self.cell = float(max(1, int(fits[self._beside])))
        self.margin = round(art.RIM * self.cell) / self.cell
        width, height = self._extent(beside=self._beside)
        self.rect = pygame.Rect(0, 0, round(self.cell * width), round(self.cell * height))
        self.rect.center = rect.center
        self._paint = Paint(self.kit, self.cell)

    @property
    def tray(self) -> Point:
        """The middle of the tray, in cells."""
        far, middle = self.cols + art.RIM + GAP + TRAY / 2, self.cols / 2
        return (far, middle) if self._beside else (middle, far)

    def arrow_place(self, arrow: Arrow) -> Point:
        """Give the middle of an arrow, in cells."""
        return art.arrow_place(arrow.row, arrow.col, arrow.side)

    @property
    def ground(self) -> Hashable:
        """What never moves: the frame with its arrows, the tray, and the fixed tiles with the starts."""
        params = self.state.params
        return params.layout, params.arrows, params.starts, self._beside

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the frame, the tray and the fixed tiles."""
        params, kit = self.state.params, self.kit
        frame = pygame.Rect(self.rect.topleft, art.size_of(self.rows, self.cols, self.cell))
        art.lay_board(surface, kit, self.rows, self.cols, self.cell, frame, params.arrows)
        size = round(TRAY * self.cell)
        tray = art.tray(kit, (size, size), self._paint.side)
        surface.blit(tray, tray.get_rect(center=self.to_pixels(*self.tray)))
        seats = {cell: seat for seat, cell in enumerate(params.starts)}
        for cell, tile in params.fixed_tiles.items():
            surface.blit(self._paint.fixed(tile, seats.get(cell)), self.cell_rect(cell))


SECONDS = 0.25
"""How long a shutter takes to come down."""


class Shutters:
    """How far the shutter of each arrow is down, from 0 to 1."""

    def __init__(self) -> None:
        self._down: dict[Arrow, float] = {}

    def shut(self, arrow: Arrow) -> float:
        """Give how far the shutter of an arrow is down."""
        return self._down.get(arrow, 0.0)

    def set(self, barred: Collection[Arrow]) -> None:
        """Have those down at once, and the others up."""
        self._down = dict.fromkeys(barred, 1.0)

    def update(self, dt: float, barred: Collection[Arrow]) -> tuple[Arrow, ...]:
        """Let ``dt`` seconds pass in which those come down and the others go up; give those that have come down."""
        before = self._down
        moved = {arrow: _toward(before.get(arrow, 0.0), float(arrow in barred), dt / SECONDS)
                 for arrow in sorted({*barred, *before})}  # fmt: skip
        self._down = {arrow: share for arrow, share in moved.items() if share > 0}
        return tuple(arrow for arrow in barred if self._down[arrow] == 1 and before.get(arrow, 0.0) < 1)

    def move(self, barred: Collection[Arrow]) -> bool:
        """Tell whether some are not yet where they belong."""
        return self._down != dict.fromkeys(barred, 1.0)


def _toward(here: float, aim: float, step: float) -> float:
    return min(aim, here + step) if here < aim else max(aim, here - step)


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
