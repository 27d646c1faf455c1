"""Many boards at once, in numpy: all their pushes, what rides along, and where something can be taken next turn.

Sets of places are words, as in ``bitsets``: any axes between the words and the boards are free, for several sets on
each board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod

import numpy as np
import numpy.typing as npt

from logic.labyrinth.components import LYING, SIDES, STEPS, TURNS
from logic.labyrinth.engine.bits import Board, Frame, Insertion, rotations
from logic.labyrinth.engine.bitsets import ONE, Numbers, Ways, Words, WordSets

__all__ = ["Batch", "Boards", "Numbers", "Pushes", "Ways", "Words", "batch_of"]

MOST_TURNS = max(TURNS.values())
BLOCK = 800
"""Sets on boards that are pushed and flooded at once: more no longer fit into the cache."""
SIDE_BITS = np.arange(len(SIDES), dtype=np.uint8)[:, None, None]


@dataclass(frozen=True, slots=True)
class Boards:
    """Many boards: the cells open to N, E, S, W (words, 4, boards), the spares' open sides, the last arrows."""

    planes: Words
    spares: npt.NDArray[np.uint8]
    lasts: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.spares)

    @staticmethod
    def joined(parts: Sequence[Boards]) -> Boards:
        """The boards of several batches, one after the other."""
        return Boards(
            np.concatenate([part.planes for part in parts], axis=-1),
            np.concatenate([part.spares for part in parts]),
            np.concatenate([part.lasts for part in parts]),
        )

    def take(self, which: Numbers | slice) -> Boards:
        """Some of them, in that order."""
        return Boards(self.planes[:, :, which], self.spares[which], self.lasts[which])


@dataclass(frozen=True)
class Pushes:
    """All pushes of many boards, in the order of arrow, rotation, board; made by :meth:`Batch.push_all`.

    ``ways`` are those after each push, ``before`` is how many boards there were, and ``flat`` numbers the pushes as if
    every arrow and four rotations were open to each board. What the boards look like, :meth:`Batch.after` tells.
    """

    before: int
    flat: Numbers
    slots: Numbers
    """The numbers of arrow and board together."""
    sides: npt.NDArray[np.uint8]
    """What is open on the tile pushed in."""
    ways: Ways
    closed: Words
    """The planes (words, 4, slots) as if the tile pushed in were closed all round."""
    fallen: npt.NDArray[np.uint8]
    """What is open on the tile that falls out, by slot."""

    def __len__(self) -> int:
        return len(self.flat)

    @cached_property
    def parents(self) -> Numbers:
        """The number of the board that each push is made on."""
        return self.slots % self.before

    @cached_property
    def arrows(self) -> Numbers:
        """The number of each push's arrow."""
        return self.slots // self.before

    @cached_property
    def rots(self) -> Numbers:
        """The rotation of the tile that goes in."""
        return self.flat // self.before % MOST_TURNS

    def insertion(self, which: int) -> Insertion:
        return Insertion(int(self.arrows[which]), int(self.rots[which]))


def _rotation_tables() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """By a tile's open sides and rotation: what is open then, and whether there is that rotation."""
    sides = np.zeros((1 << len(SIDES), MOST_TURNS), np.uint8)
    there = np.zeros(sides.shape, np.bool_)
    for names in LYING:
        number = sum(1 << SIDES.index(side) for side in SIDES if side in names)
        ways = rotations(number)
        sides[number, : len(ways)] = ways
        there[number, : len(ways)] = True
    return sides, there


SIDES_BY_ROT, IS_ROT = _rotation_tables()


class Batch(WordSets):
    """The functions of a frame over many boards; made once a frame by :func:`batch_of`."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._entries = self.words([line.entry for line in frame.lines])
        self._around, self._joins = self._neighbours()
        self._allowed = np.zeros((len(frame.arrows) + 1, len(frame.arrows)), np.bool_)
        for last, arrows in enumerate(frame.allowed):
            self._allowed[last, list(arrows)] = True

    def _neighbours(self) -> tuple[Words, Words]:
        """The cells around each entry (words, side, arrow, 1), and the ways by arrow and the sides they join.

        The latter have the axes across or down, words, and sixteen times the arrow plus the joined sides.
        """
        size, around, joins = self.frame.size, [], []
        for step in STEPS.values():
            for arrow in self.frame.arrows:
                row, col = arrow.row + step.row, arrow.col + step.col
                is_inside = 0 <= row < size and 0 <= col < size
                around.append(1 << row * size + col if is_inside else 0)
        for line in self.frame.lines:
            north, east, south, west = line.entry >> size, line.entry, line.entry, line.entry >> 1
            for joined in range(1 << len(SIDES)):
                has = [joined >> side & 1 for side in range(4)]
                joins.append((east * has[1] | west * has[3], south * has[2] | north * has[0]))
        return (
            self.words(around).reshape(self.depth, 4, -1, 1),
            np.stack([self.words(column) for column in zip(*joins, strict=True)]),
        )

    # -- between boards and batches

    def boards(self, every: Sequence[Board]) -> Boards:
        planes = np.stack([self.words([board.planes[side] for board in every]) for side in range(4)], axis=1)
        return Boards(
            planes,
            np.array([board.spare for board in every], np.uint8),
            np.array([board.last for board in every], np.int8),
        )

    def board(self, boards: Boards, which: int) -> Board:
        north, east, south, west = self.ints(boards.planes[:, :, which])
        return Board((north, east, south, west), int(boards.spares[which]), int(boards.lasts[which]))

    # -- pushing

    def push_all(self, boards: Boards) -> Pushes:
        """Make every push of every board that leads to a different one."""
        number = len(boards)
        there = self._allowed[boards.lasts].T[:, None] & IS_ROT[boards.spares].T
        flat = np.flatnonzero(there)
        blocks = np.repeat(np.arange(there.size // number), there.sum(axis=-1).ravel())
        arrows, rots = blocks // MOST_TURNS, blocks % MOST_TURNS
        parents = flat - blocks * number
        slots = arrows * number + parents
        sides = SIDES_BY_ROT[boards.spares].T.ravel().take(rots * number + parents)
        closed, fallen = self._closed(boards)
        joined = sides & self._facing(closed).take(slots)
        closed = closed.reshape(self.depth, 4, -1)
        ways = self._ways(closed)
        joins = self._joins.take(arrows << 4 | joined, axis=-1)
        across = ways.across.take(slots, axis=-1)
        across |= joins[0]
        down = ways.down.take(slots, axis=-1)
        down |= joins[1]
        return Pushes(number, flat, slots, sides, Ways(across, down), closed, fallen.ravel())

    def after(self, pushes: Pushes, which: Numbers | None = None) -> Boards:
        """The boards after all pushes, or after some."""
        slots = pushes.slots if which is None else pushes.slots[which]
        sides = pushes.sides if which is None else pushes.sides[which]
        arrows = slots // pushes.before
        planes = pushes.closed.take(slots, axis=-1)
        entries = self._entries.take(arrows, axis=-1)
        for side in range(4):
            planes[:, side] |= entries * (sides >> np.uint8(side) & np.uint8(1))
        return Boards(planes, pushes.fallen.take(slots), arrows.astype(np.int8))

    def _closed(self, boards: Boards) -> tuple[Words, npt.NDArray[np.uint8]]:
        """The planes (words, 4, arrow, board) as if a closed tile were pushed in, and the tiles that fall out."""
        number = len(self.frame.arrows)
        planes = np.empty((self.depth, 4, number, len(boards)), np.uint64)
        fallen = np.empty((number, len(boards)), np.uint8)
        before = boards.planes[:, :, None]
        for group in self.forth:
            kept, inner, exits = (mask[:, None] for mask in (group.kept, group.inner, group.exit))
            planes[:, :, group.arrows] = before & kept | self.step(before & inner, group.side)
            falling = (before & exits).any(axis=0).astype(np.uint8)
            fallen[group.arrows] = np.bitwise_or.reduce(falling << SIDE_BITS, axis=0)
        return planes, fallen

    def _facing(self, closed: Words) -> npt.NDArray[np.uint8]:
        """By arrow and board, on which sides of the cell pushed into the neighbour is open towards it."""
        opposite = closed[:, [(side + 2) % 4 for side in range(4)]]
        facing = (opposite & self._around).any(axis=0).astype(np.uint8)
        united: npt.NDArray[np.uint8] = np.bitwise_or.reduce(facing << SIDE_BITS, axis=0)
        return united

    # -- what rides along

    def carried(self, pawns: Words, pushes: Pushes) -> Words:
        """Where pawns on these cells of the boards before are after each push."""
        return self._spread_out(pawns, pushes, tray=False)

    def drifted(self, goals: Words, pushes: Pushes) -> Words:
        """Where goals on these places of the boards before are after each push; the tray takes part."""
        return self._spread_out(goals, pushes, tray=True)

    def _spread_out(self, places: Words, pushes: Pushes, *, tray: bool) -> Words:
        moved = self.moved(places[..., None, :], self.forth, tray=tray)
        return moved.reshape(*places.shape[:-1], len(pushes.fallen)).take(pushes.slots, axis=-1)

    def uncarried(self, pawns: Words, pushes: Pushes) -> Words:
        """For each board before, from where a pawn gets to these cells by some push."""
        return self._gathered(pawns, pushes, tray=False)

    def uncarried_each(self, pawns: Words, arrows: Numbers) -> Words:
        """From where pawns came to these cells (words, sets) by one push each, of which the arrow is given."""
        back = self.moved(pawns[:, None], self.back, tray=False)
        return back[:, arrows, np.arange(len(arrows))]

    def undrifted(self, goals: Words, pushes: Pushes) -> Words:
        """For each board before, from where a goal gets to these places by some push."""
        return self._gathered(goals, pushes, tray=True)

    def _gathered(self, places: Words, pushes: Pushes, *, tray: bool) -> Words:
        """Unite, by board and arrow, what the rotations give; take it back; and unite the arrows."""
        shape = (*places.shape[:-1], len(self.frame.arrows), MOST_TURNS, pushes.before)
        grid = np.zeros((*places.shape[:-1], prod(shape[-3:])), np.uint64)
        grid[..., pushes.flat] = places
        united = np.bitwise_or.reduce(grid.reshape(shape), axis=-2)
        back: Words = np.bitwise_or.reduce(self.moved(united, self.back, tray=tray), axis=-2)
        return back

    # -- walking

    def ways(self, boards: Boards) -> Ways:
        return self._ways(boards.planes)

    def _ways(self, planes: Words) -> Ways:
        north, east, south, west = (planes[:, side] for side in range(4))
        return Ways(east & west >> ONE & self.not_last_col, south & self.step(north, 0))

    # -- one own turn

    def takers(self, boards: Boards, goals: Words) -> Words:
        """From which cells a pawn whose turn it is can take a goal on one of these places within that turn."""
        return self._by_blocks(self._takers, boards, goals)

    def reach_next(self, boards: Boards, pawns: Words) -> Words:
        """On which places, the tray included, a goal can be taken within the turn of a pawn on one of these."""
        return self._by_blocks(self._reach_next, boards, pawns)

    def _takers(self, boards: Boards, goals: Words) -> Words:
        pushes = self.push_all(boards)
        there = self.drifted(goals, pushes) & ~self.tray.reshape(-1, *(1,) * (goals.ndim - 1))
        return self.uncarried(self.flood(pushes.ways, there), pushes)

    def _reach_next(self, boards: Boards, pawns: Words) -> Words:
        pushes = self.push_all(boards)
        return self.undrifted(self.flood(pushes.ways, self.carried(pawns, pushes)), pushes)

    def _by_blocks(self, work: Callable[[Boards, Words], Words], boards: Boards, places: Words) -> Words:
        """Do the work for a few boards at a time, so that its memory stays in the processor's cache."""
        most = max(1, BLOCK * self.depth * len(boards) // max(1, places.size))
        blocks = [slice(at, at + most) for at in range(0, max(1, len(boards)), most)]
        parts = [work(boards.take(block), places[..., block]) for block in blocks]
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)


@cache
def batch_of(frame: Frame) -> Batch:
    return Batch(frame)


@dataclass(frozen=True, slots=True)
class Frontier:
    """Boards after some own turns: the cells the pawn may be on, where the goals are, and the push each came by.

    Boards are along the last axis of ``pawns`` and ``goals``.
    """

    boards: Boards
    pawns: Words
    goals: Words
    parents: Numbers
    arrows: Numbers
    rots: Numbers

    def take(self, which: Numbers | slice) -> Frontier:
        return Frontier(
            self.boards.take(which),
            self.pawns[..., which],
            self.goals[..., which],
            self.parents[which],
            self.arrows[which],
            self.rots[which],
        )

    def insertion(self, which: int) -> Insertion:
        """The push that a board came by."""
        return Insertion(int(self.arrows[which]), int(self.rots[which]))
