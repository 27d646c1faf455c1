"""How the events of the labyrinth are seen: a row slides, a tile tumbles and turns, pawns ride, wrap and walk."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from logic.core import Cell, Event
from scenes.labyrinth.layout import OUTSIDE_Z, TRAY_Z, pawn_pose
from scenes.view.squares import Point
from sprites.paint.theme import Durations
from sprites.stage.stage import Beat, Pose, Way, pose_at


@dataclass(slots=True)
class _Spin:
    start: float
    elapsed: float = 0.0


class Spins:
    """How far tiles are still turned away from how they lie, in radians clockwise; with reduced motion not at all."""

    def __init__(self, seconds: Durations, *, reduced_motion: bool) -> None:
        self._seconds = seconds
        self._still = reduced_motion
        self._spins: dict[str, _Spin] = {}

    def turn(self, tile: str, quarters: int) -> None:
        """Let a tile turn by so many quarters clockwise to how it is said to lie now."""
        if not self._still and quarters:
            self._spins[tile] = _Spin(self.angle(tile) - quarters * math.pi / 2)

    def angle(self, tile: str) -> float:
        """Give how far a tile is turned away now."""
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


class Choreography:
    """Turns events into beats; ``places`` is where everything is before the first of them.

    What a hand has ``dropped``, a tile into its line or a pawn where it goes to, needs not be brought there any more.
    """

    def __init__(self, places: Mapping[str, Pose], tray: Point, seconds: Durations, dropped: str = "") -> None:
        self._poses = dict(places)
        self._tray = Pose(*tray, z=TRAY_Z)
        self._seconds = seconds
        self._dropped = dropped

    def beats(self, events: Sequence[Event]) -> list[Beat]:
        """Give the beats of some events."""
        found: list[Beat] = []
        for number, event in enumerate(events):
            if event.name == "push":
                thrown = events[number + 1] if events[number + 1 : number + 2] else None
                found += self._push(event, thrown if thrown is not None and thrown.name == "carried" else None)
            elif event.name != "carried":
                found.append(self._beat(event))
        return found

    # -- a push

    def _push(self, event: Event, thrown: Event | None) -> list[Beat]:
        """Fetch the spare tile where it is not there yet, slide the line, and let what falls out tumble."""
        tiles = [piece for piece in event.paths if piece.startswith("t")]
        spare, out = tiles[0], tiles[-1]
        beats = []
        start = replace(pose_at(event.paths[spare][0]), z=OUTSIDE_Z)
        if spare != self._dropped:
            beats.append(self._fly(Event("lift"), {spare: (start,)}, self._seconds.hop, FETCHED))
        ends = {piece: self._end_of(piece, path[-1]) for piece, path in event.paths.items()}
        riders = thrown.paths if thrown is not None else {}
        ends |= {piece: self._end_of(piece, event.paths[out][-1]) for piece in riders}
        ends[out] = replace(ends[out], z=OUTSIDE_Z)
        beats.append(self._fly(event, {piece: (end,) for piece, end in ends.items()}, self._seconds.slide))
        return [*beats, self._fall(out, thrown)]

    def _end_of(self, piece: str, cell: Cell) -> Pose:
        return pawn_pose(cell) if piece.startswith("p") else pose_at(cell)

    def _fall(self, out: str, thrown: Event | None) -> Beat:
        """Let the tile that was pushed out fall into the tray; its pawns fly to the tile that went in."""
        start = self._poses[out]
        ways = {out: Way((start, self._tray), flies=True)}
        paths = {}
        for piece, path in (thrown.paths if thrown is not None else {}).items():
            here, there = self._poses[piece], pawn_pose(path[-1])
            over = replace(here, x=(here.x + there.x) / 2, y=(here.y + there.y) / 2, alpha=FAINT)
            ways[piece] = Way((here, over, there), height=WRAPPED)
            paths[piece] = (Cell(math.floor(start.y), math.floor(start.x)), path[-1])
            self._poses[piece] = there
        self._poses[out] = self._tray
        slides = TUMBLE + FAR * math.hypot(self._tray.x - start.x, self._tray.y - start.y)
        return Beat(Event("carried" if paths else "tumble", paths), ways, slides * self._seconds.slide)

    # -- everything else

    def _beat(self, event: Event) -> Beat:
        movers = {piece: path for piece, path in event.paths.items() if piece in self._poses and len(path) > 1}
        if event.name == "walk" and movers:
            return self._walk(event, movers)
        if movers:
            ends = {piece: (pawn_pose(path[-1]),) for piece, path in movers.items()}
            return self._fly(event, ends, 2 * self._seconds.hop, SWAPPED)
        return Beat(event, {}, PAUSES.get(event.name, 1.0) * self._seconds.slide)

    def _walk(self, event: Event, movers: Mapping[str, tuple[Cell, ...]]) -> Beat:
        """Let a pawn go from cell to cell; one that was put down where it goes to only settles there."""
        piece, path = next(iter(movers.items()))
        if piece == self._dropped:
            self._dropped = ""
            return self._fly(event, {piece: (pawn_pose(path[-1]),)}, self._seconds.settle)
        way = (self._poses[piece], *(pawn_pose(cell) for cell in path[1:]))
        self._poses[piece] = way[-1]
        return Beat(event, {piece: Way(way, flies=True)}, self._seconds.walk * (len(path) - 1))

    def _fly(self, event: Event, ends: Mapping[str, tuple[Pose, ...]], seconds: float, height: float = 0.0) -> Beat:
        """Bring pieces straight to where they go."""
        ways = {piece: Way((self._poses.get(piece, way[-1]), *way), height=height) for piece, way in ends.items()}
        self._poses |= {piece: way[-1] for piece, way in ends.items()}
        return Beat(event, ways, seconds)
