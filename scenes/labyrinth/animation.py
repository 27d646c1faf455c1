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
        """The tiles that turn now."""
        return self._spins.keys()

    def angle(self, tile: str) -> float:
        """How far a tile is turned away now, in quarters clockwise."""
        spin = self._spins.get(tile)
        if spin is None:
            return 0.0
        return spin.start * (1 - spin.elapsed / self._seconds.settle) ** 2

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something turned."""
        turned = bool(self._spins)
        for spin in self._spins.values():
            spin.elapsed += dt
        self._spins = {tile: spin for tile, spin in self._spins.items() if spin.elapsed < self._seconds.settle}
        return turned

    def clear(self) -> None:
        """Let everything lie as it is said to."""
        self._spins.clear()


FETCHED = 1.1
"""How high a tile is lifted that is fetched from the tray."""
WRAPPED = 2.4
"""How high a pawn flies that has been pushed off the board."""
FAINT = 0.55
"""How solid it looks in the middle of that."""
SWAPPED = 1.8
"""How high two fly that change places."""
TUMBLE, FAR = 1.2, 0.07
"""How many slides it takes a tile to fall into the tray, and how many more for each cell that this is away."""
PAUSES: Mapping[str, float] = {"collect": 1.6, "home": 1.6, "last": 1.6}
"""For how many slides an event is looked at in which nobody moves; others for one."""


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

    # -- a push

    def _push(self, event: Event, thrown: Event | None) -> list[Animation]:
        """Fetch the spare tile where it is not there yet, slide the line, and let what falls out tumble."""
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

    # -- everything else

    def _animation(self, event: Event) -> Animation:
        movers = {piece: path for piece, path in event.paths.items() if piece in self._poses and len(path) > 1}
        if event.name == "walk" and movers:
            return self._walk(event, movers)
        if movers:
            ends = {piece: (pawn_pose(path[-1]),) for piece, path in movers.items()}
            return self._fly(event, ends, 2 * self._seconds.hop, SWAPPED)
        return Animation(event, {}, PAUSES.get(event.name, 1.0) * self._seconds.slide)

    def _walk(self, event: Event, movers: Mapping[str, tuple[Cell, ...]]) -> Animation:
        """Let a pawn go from cell to cell; one that was put down where it goes to only settles there."""
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
        """Bring pieces straight to where they go."""
        tracks = {piece: Track((self._poses.get(piece, way[-1]), *way), height=height) for piece, way in ends.items()}
        self._poses |= {piece: way[-1] for piece, way in ends.items()}
        return Animation(event, tracks, seconds)


# -- what moves beside the stage

SHUTTER = 0.25
"""How long a shutter takes to come down."""


class Shutters:
    """How far the shutter of each arrow is down, from 0 to 1."""

    def __init__(self) -> None:
        self.down: Mapping[Arrow, float] = {}
        """Of those that are not up altogether."""

    def set(self, barred: Collection[Arrow]) -> None:
        """Have those down at once, and the others up."""
        self.down = dict.fromkeys(barred, 1.0)

    def update(self, dt: float, barred: Collection[Arrow]) -> tuple[Arrow, ...]:
        """Let ``dt`` seconds pass in which those come down and the others go up; return those that have come down."""
        before = self.down
        moved = {arrow: _toward(before.get(arrow, 0.0), float(arrow in barred), dt / SHUTTER)
                 for arrow in sorted({*barred, *before})}  # fmt: skip
        self.down = {arrow: share for arrow, share in moved.items() if share > 0}
        return tuple(arrow for arrow in barred if moved[arrow] == 1 and before.get(arrow, 0.0) < 1)

    def move(self, barred: Collection[Arrow]) -> bool:
        """Tell whether some are not yet where they belong."""
        return self.down != dict.fromkeys(barred, 1.0)


def _toward(here: float, aim: float, step: float) -> float:
    return min(aim, here + step) if here < aim else max(aim, here - step)


@dataclass(frozen=True, slots=True)
class FallingTile:
    """A tile that falls from the rim into the tray, once that has ``begun``."""

    tile: str
    start: Point
    end: Point
    begun: bool = False

    def at(self, place: Point) -> Pose:
        """Say how the tile lies that has come to a place on its way."""
        return tumble(self.start, self.end, math.dist(self.start, place) / math.dist(self.start, self.end))


PULSE, PULSES, DIMMED = 0.6, 3, 0.45
"""How many seconds a goal takes to swell once, how often it does when it is shown, and how dim it is in between."""


class Motion:
    """What moves beside the stage: turning tiles, shutters, the falling tile, effects, halos of goals.

    Treasures ``to_come`` are already found in the position, but still to be seen found.
    """

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.shutters = Shutters()
        self.shutters.set(board.state.barred())
        self.fall: FallingTile | None = None
        self.to_come: frozenset[str] = frozenset()
        self._goals_before: frozenset[str] = frozenset()
        self._pushing = False
        self._has_shown = False
        self._pulsing = 0.0
        self.renew()

    def renew(self) -> None:
        """Take over the kit of the board, which has other measures now."""
        kit = self._board.kit
        self.effects = LabyrinthEffects(kit)
        self.spins = Spins(kit.theme.seconds, reduced_motion=kit.reduced_motion)

    # -- positions

    def remember_goals(self) -> None:
        """Keep the goals as they are, for as long as treasures are to come."""
        self._goals_before = self.goals()

    def turn_tiles(self, before: State, rot: int, *, at_once: bool) -> None:
        """Let those tiles turn that lie otherwise than before, where the spare one was turned by ``rot`` quarters."""
        state = self._board.state
        lay = {tile.id: tile.rot for row in before.grid for tile in row} | {before.spare.id: rot}
        if at_once:
            self.spins.clear()
            return
        lie = {tile.id: tile.rot for row in state.grid for tile in row} | {state.spare.id: state.spare.rot}
        for tile, now in lie.items():
            if now != lay.get(tile, now):
                self.spins.turn(tile, (now - lay[tile] + 1) % 4 - 1)

    def expect(self, events: Sequence[Event]) -> None:
        """Wait for what events will show."""
        self._pushing = any(event.name == "push" for event in events)
        self.to_come = frozenset(name for event in events if event.name == "collect" for name in event.paths)

    def stop(self, *, at_once: bool) -> None:
        """Have everything happened that was being shown; ``at_once`` the shutters, too, are where they belong."""
        self._arrive()
        self.effects.clear()
        if at_once:
            self.shutters.set(self._board.state.barred())

    def _arrive(self) -> None:
        self.fall, self._pushing, self.to_come = None, False, frozenset()

    def begin(self, event: Event, tray: Point) -> None:
        self.effects.begin(event)
        if event.name == "push":
            out = [piece for piece in event.paths if piece.startswith("t")][-1]
            cell = event.paths[out][-1]
            self.fall = FallingTile(out, (cell.col + 0.5, cell.row + 0.5), tray)
        elif event.name in ("tumble", "carried") and self.fall is not None:
            self.fall, self._pushing = replace(self.fall, begun=True), False
        elif event.name == "collect":
            self.to_come = frozenset()

    # -- time

    def update(self, dt: float, arrow_place: Callable[[Arrow], Point], *, moving: bool) -> bool:
        """Let ``dt`` seconds pass after the stage has been ``moving`` or not; true while something moves."""
        if not moving:
            if self.fall is not None and self.fall.begun:
                self.effects.landed(self.fall.end)
            self._arrive()
        return self.spins.update(dt) | self._move_shutters(dt, arrow_place) | self.effects.update(dt)

    def _move_shutters(self, dt: float, arrow_place: Callable[[Arrow], Point]) -> bool:
        """Let shutters come down and go up when no line moves; true while one moves."""
        if self._pushing or not self.shutters.move(barred := self._board.state.barred()):
            return False
        for arrow in self.shutters.update(SHUTTER if self._board.kit.reduced_motion else dt, barred):
            self._board.play_sound("shutter")
            self.effects.shutter(arrow_place(arrow))
        return True

    def pulse(self, dt: float) -> bool:
        """Let a goal that has just been shown swell a few times; true while it does."""
        shown = self._board.host.shows_secret
        if shown and not self._has_shown and not self._board.kit.reduced_motion:
            self._pulsing = PULSE * PULSES
        self._has_shown = shown
        pulses, self._pulsing = self._pulsing > 0, max(0.0, self._pulsing - dt)
        return pulses

    # -- what is seen now

    def goals(self) -> frozenset[str]:
        """The symbols that the viewer looks for, as far as they may be seen on the board."""
        if self.to_come:
            return self._goals_before
        state, seat = self._board.state, self._board.host.viewer
        shown = self._board.host.shows_secret or state.params.open_cards
        if seat >= state.params.players or state.winners or not shown:
            return frozenset()
        if state.goes_home(seat):
            return frozenset({state.tile(state.params.starts[seat]).symbol})
        return frozenset(state.goals(seat)) - {HIDDEN}

    def halo(self) -> float:
        """How strong the halo of a goal is."""
        return 1 - (1 - DIMMED) * math.sin(math.pi * self._pulsing / PULSE) ** 2

    @property
    def falling(self) -> str | None:
        """The tile that tumbles into the tray now."""
        fall = self.fall
        return fall.tile if fall is not None and fall.begun and self._board.stage.moving else None
