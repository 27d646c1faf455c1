"""Animations of Labyrinth's events: a row slides, a tile tumbles and turns, pawns walk, shutters come down."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from logic.core import Cell, Event
from logic.labyrinth import State
from logic.labyrinth.components import HIDDEN, Arrow
from scenes.labyrinth.layout import OUTSIDE_Z, TRAY_Z, pawn_pose
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.labyrinth.effects import LabyrinthEffects, tumble
from sprites.paint.kit import Durations
from sprites.stage.stage import Animation, Pose, Track, pose_at


@dataclass(slots=True)
class _Spin:
    start: float
    elapsed: float = 0.0


class Spins:
    """The remaining rotation of turning tiles, in quarters clockwise; always none with reduced motion."""

    def __init__(self, seconds: Durations, *, reduced_motion: bool) -> None:
        self._seconds = seconds
        self._still = reduced_motion
        self._spins: dict[str, _Spin] = {}

    def turn(self, tile: str, quarters: int) -> None:
        """Animate a tile that has turned by a number of quarters clockwise."""
        if not self._still and quarters:
            self._spins[tile] = _Spin(self.angle(tile) - quarters)

    @property
    def turning(self) -> Collection[str]:
        """The tiles that are turning."""
        return self._spins.keys()

    def angle(self, tile: str) -> float:
        """The remaining rotation of a tile, in quarters clockwise."""
        spin = self._spins.get(tile)
        if spin is None:
            return 0.0
        return spin.start * (1 - spin.elapsed / self._seconds.settle) ** 2

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something was turning."""
        turned = bool(self._spins)
        for spin in self._spins.values():
            spin.elapsed += dt
        self._spins = {tile: spin for tile, spin in self._spins.items() if spin.elapsed < self._seconds.settle}
        return turned

    def clear(self) -> None:
        """End all rotations."""
        self._spins.clear()


FETCHED = 1.1
"""Height of a tile fetched from the tray."""
WRAPPED = 2.4
"""Height of a pawn's flight after it was pushed off the board."""
FAINT = 0.55
"""Its opacity in the middle of that."""
SWAPPED = 1.8
"""Height of two pawns that change places."""
TUMBLE, FAR = 1.2, 0.07
"""Duration of a tile's fall into the tray in slides, and its increase for each cell of distance."""
PAUSES: Mapping[str, float] = {"collect": 1.6, "home": 1.6, "last": 1.6}
"""Duration in slides of an event in which nobody moves; others take one."""


class Animator:
    """Turns events into animations; ``places`` is where everything is before the first of them.

    What a hand has ``dropped``, a tile into its line or a pawn at its goal, need not be moved there any more.
    """

    def __init__(self, places: Mapping[str, Pose], tray: Point, seconds: Durations, dropped: str = "") -> None:
        self._poses = dict(places)
        self._tray = Pose(*tray, z=TRAY_Z)
        self._seconds = seconds
        self._dropped = dropped

    def animations(self, events: Sequence[Event]) -> list[Animation]:
        found: list[Animation] = []
        for number, event in enumerate(events):
            if event.name == "push":
                thrown = events[number + 1] if events[number + 1 : number + 2] else None
                found += self._push(event, thrown if thrown is not None and thrown.name == "carried" else None)
            elif event.name != "carried":
                found.append(self._animation(event))
        return found

    # -- push

    def _push(self, event: Event, thrown: Event | None) -> list[Animation]:
        """Fetch the spare tile if it is not there yet, slide the line, and let the tile at its end tumble."""
        tiles = [piece for piece in event.paths if piece.startswith("t")]
        spare, out = tiles[0], tiles[-1]
        animations = []
        start = replace(pose_at(event.paths[spare][0]), z=OUTSIDE_Z)
        if spare != self._dropped:
            animations.append(self._fly(Event("lift"), {spare: (start,)}, self._seconds.hop, FETCHED))
        ends = {piece: self._end_of(piece, path[-1]) for piece, path in event.paths.items()}
        riders = thrown.paths if thrown is not None else {}
        ends |= {piece: self._end_of(piece, event.paths[out][-1]) for piece in riders}
        ends[out] = replace(ends[out], z=OUTSIDE_Z)
        animations.append(self._fly(event, {piece: (end,) for piece, end in ends.items()}, self._seconds.slide))
        return [*animations, self._fall(out, thrown)]

    def _end_of(self, piece: str, cell: Cell) -> Pose:
        return pawn_pose(cell) if piece.startswith("p") else pose_at(cell)

    def _fall(self, out: str, thrown: Event | None) -> Animation:
        """Let the tile that was pushed out fall into the tray; its pawns fly to the tile that went in."""
        start = self._poses[out]
        tracks = {out: Track((start, self._tray), flies=True)}
        paths = {}
        for piece, path in (thrown.paths if thrown is not None else {}).items():
            here, there = self._poses[piece], pawn_pose(path[-1])
            over = replace(here, x=(here.x + there.x) / 2, y=(here.y + there.y) / 2, alpha=FAINT)
            tracks[piece] = Track((here, over, there), height=WRAPPED)
            paths[piece] = (Cell(math.floor(start.y), math.floor(start.x)), path[-1])
            self._poses[piece] = there
        self._poses[out] = self._tray
        slides = TUMBLE + FAR * math.hypot(self._tray.x - start.x, self._tray.y - start.y)
        return Animation(Event("carried" if paths else "tumble", paths), tracks, slides * self._seconds.slide)

    # -- other events

    def _animation(self, event: Event) -> Animation:
        movers = {piece: path for piece, path in event.paths.items() if piece in self._poses and len(path) > 1}
        if event.name == "walk" and movers:
            return self._walk(event, movers)
        if movers:
            ends = {piece: (pawn_pose(path[-1]),) for piece, path in movers.items()}
            return self._fly(event, ends, 2 * self._seconds.hop, SWAPPED)
        return Animation(event, {}, PAUSES.get(event.name, 1.0) * self._seconds.slide)

    def _walk(self, event: Event, movers: Mapping[str, tuple[Cell, ...]]) -> Animation:
        """Let a pawn walk from cell to cell; one that was dropped at its goal only settles there."""
        piece, path = next(iter(movers.items()))
        if piece == self._dropped:
            self._dropped = ""
            return self._fly(event, {piece: (pawn_pose(path[-1]),)}, self._seconds.settle)
        way = (self._poses[piece], *(pawn_pose(cell) for cell in path[1:]))
        self._poses[piece] = way[-1]
        return Animation(event, {piece: Track(way, flies=True)}, self._seconds.walk * (len(path) - 1))

    def _fly(
        self, event: Event, ends: Mapping[str, tuple[Pose, ...]], seconds: float, height: float = 0.0
    ) -> Animation:
        """Move pieces straight to their destinations."""
        tracks = {piece: Track((self._poses.get(piece, way[-1]), *way), height=height) for piece, way in ends.items()}
        self._poses |= {piece: way[-1] for piece, way in ends.items()}
        return Animation(event, tracks, seconds)


# -- movement beside the stage

SHUTTER = 0.25
"""Seconds in which a shutter closes."""


class Shutters:
    """How far the shutter of each arrow is down, from 0 to 1."""

    def __init__(self) -> None:
        self.down: Mapping[Arrow, float] = {}
        """The positions of shutters that are not fully open."""

    def set(self, barred: Collection[Arrow]) -> None:
        """Close those at once, and open the others."""
        self.down = dict.fromkeys(barred, 1.0)

    def update(self, dt: float, barred: Collection[Arrow]) -> tuple[Arrow, ...]:
        """Advance by ``dt`` seconds, closing those and opening the others; return those that are now closed."""
        before = self.down
        moved = {arrow: _step_towards(before.get(arrow, 0.0), float(arrow in barred), dt / SHUTTER)
                 for arrow in sorted({*barred, *before})}  # fmt: skip
        self.down = {arrow: share for arrow, share in moved.items() if share > 0}
        return tuple(arrow for arrow in barred if moved[arrow] == 1 and before.get(arrow, 0.0) < 1)

    def are_at_rest(self, barred: Collection[Arrow]) -> bool:
        """Whether those are closed and all others open."""
        return self.down == dict.fromkeys(barred, 1.0)


def _step_towards(here: float, aim: float, step: float) -> float:
    return min(aim, here + step) if here < aim else max(aim, here - step)


@dataclass(frozen=True, slots=True)
class FallingTile:
    """A tile that falls from the rim into the tray, once that has ``begun``."""

    tile: str
    start: Point
    end: Point
    begun: bool = False

    def at(self, place: Point) -> Pose:
        """The pose of the tile at a position on its way."""
        return tumble(self.start, self.end, math.dist(self.start, place) / math.dist(self.start, self.end))


PULSE, PULSES, DIMMED = 0.6, 3, 0.45
"""Seconds of a goal's pulse, the number of pulses when it is shown, and the halo's opacity in between."""


class Motion:
    """What moves beside the stage: turning tiles, shutters, the falling tile, effects, halos of goals.

    ``unshown_treasures`` are already found in the position, but the animation has not shown that yet.
    """

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.shutters = Shutters()
        self.shutters.set(board.state.barred())
        self.fall: FallingTile | None = None
        self.unshown_treasures: frozenset[str] = frozenset()
        self._goals_before: frozenset[str] = frozenset()
        self._pushing = False
        self._has_shown = False
        self._pulsing = 0.0
        self.renew()

    def renew(self) -> None:
        """Take over the board's kit, after its metrics have changed."""
        kit = self._board.kit
        self.effects = LabyrinthEffects(kit)
        self.spins = Spins(kit.theme.seconds, reduced_motion=kit.reduced_motion)

    # -- positions

    def remember_goals(self) -> None:
        """Store the present goals: they stay lit until the animation has shown which treasures were found."""
        self._goals_before = self.goals()

    def turn_tiles(self, before: State, rot: int, *, at_once: bool) -> None:
        """Animate the tiles whose rotation has changed, the spare one from ``rot``; ``at_once`` end all rotations."""
        state = self._board.state
        lay = {tile.id: tile.rot for row in before.grid for tile in row} | {before.spare.id: rot}
        if at_once:
            self.spins.clear()
            return
        lie = {tile.id: tile.rot for row in state.grid for tile in row} | {state.spare.id: state.spare.rot}
        for tile, now in lie.items():
            if now != lay.get(tile, now):
                self.spins.turn(tile, (now - lay[tile] + 1) % 4 - 1)

    def note_events(self, events: Sequence[Event]) -> None:
        """Store whether the events push a line, and which treasures they will show as found."""
        self._pushing = any(event.name == "push" for event in events)
        self.unshown_treasures = frozenset(name for event in events if event.name == "collect" for name in event.paths)

    def stop(self, *, at_once: bool) -> None:
        """End everything in progress; ``at_once`` the shutters, too."""
        self._arrive()
        self.effects.clear()
        if at_once:
            self.shutters.set(self._board.state.barred())

    def _arrive(self) -> None:
        self.fall, self._pushing, self.unshown_treasures = None, False, frozenset()

    def begin(self, event: Event, tray: Point) -> None:
        self.effects.begin(event)
        if event.name == "push":
            out = [piece for piece in event.paths if piece.startswith("t")][-1]
            cell = event.paths[out][-1]
            self.fall = FallingTile(out, (cell.col + 0.5, cell.row + 0.5), tray)
        elif event.name in ("tumble", "carried") and self.fall is not None:
            self.fall, self._pushing = replace(self.fall, begun=True), False
        elif event.name == "collect":
            self.unshown_treasures = frozenset()

    # -- time

    def update(self, dt: float, arrow_place: Callable[[Arrow], Point], *, moving: bool) -> bool:
        """Advance by ``dt`` seconds, after the stage has been ``moving`` or not. Return whether something moves."""
        if not moving:
            if self.fall is not None and self.fall.begun:
                self.effects.landed(self.fall.end)
            self._arrive()
        return self.spins.update(dt) | self._move_shutters(dt, arrow_place) | self.effects.update(dt)

    def _move_shutters(self, dt: float, arrow_place: Callable[[Arrow], Point]) -> bool:
        """Move shutters while no line moves. Return whether one moves."""
        if self._pushing or self.shutters.are_at_rest(barred := self._board.state.barred()):
            return False
        for arrow in self.shutters.update(SHUTTER if self._board.kit.reduced_motion else dt, barred):
            self._board.play_sound("shutter")
            self.effects.shutter(arrow_place(arrow))
        return True

    def pulse(self, dt: float) -> bool:
        """Pulse a goal that has just been shown. Return whether it pulses."""
        shown = self._board.host.shows_secret
        if shown and not self._has_shown and not self._board.kit.reduced_motion:
            self._pulsing = PULSE * PULSES
        self._has_shown = shown
        pulses, self._pulsing = self._pulsing > 0, max(0.0, self._pulsing - dt)
        return pulses

    # -- present state

    def goals(self) -> frozenset[str]:
        """The symbols that the viewer looks for, as far as they may be shown on the board."""
        if self.unshown_treasures:
            return self._goals_before
        state, seat = self._board.state, self._board.host.viewer
        shown = self._board.host.shows_secret or state.params.open_cards
        if seat >= state.params.players or state.winners or not shown:
            return frozenset()
        if state.has_all_treasures(seat):
            return frozenset({state.tile(state.params.starts[seat]).symbol})
        return frozenset(state.goals(seat)) - {HIDDEN}

    def halo(self) -> float:
        """Opacity of a goal's halo."""
        return 1 - (1 - DIMMED) * math.sin(math.pi * self._pulsing / PULSE) ** 2

    @property
    def falling(self) -> str | None:
        """The tile that is tumbling into the tray."""
        fall = self.fall
        return fall.tile if fall is not None and fall.begun and self._board.stage.moving else None
