"""Bit boards of Labyrinth: a board is four ints of open sides, with pushes and flood fills; private to the engine.

A place is a number: the cell (row, col) of a board of size n is row·n + col, and n·n is the tray, where the spare lies.
A set of places is an int with those bits. What lies on tiles (treasures and goals) goes round with them through the
tray; a pawn never does, for it lands on the tile pushed in.

For numpy a set becomes a column: the first axis of an array is the words of a set (one up to 7×7, two for 9×9), lowest
places first. A word holds whole rows, so that only steps to the north and south go from word to word. Any axes between
the words and the boards are free, for several sets on each of many boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.core import Cell
from logic.labyrinth.components import (
    LYING,
    OPEN,
    SIDES,
    STEPS,
    TURNS,
    Arrow,
    Ban,
    Params,
    Tile,
    line_of,
    opposite_arrow,
)
from logic.labyrinth.rules import Push, State

# -- one board

NO_ARROW = -1
"""The number of the last arrow if there is none."""


def sides_of(tile: Tile) -> int:
    """A tile's open sides as bits: north first, then clockwise."""
    return _as_bits(tile.open)


def _as_bits(names: str) -> int:
    return sum(1 << SIDES.index(side) for side in SIDES if side in names)


@cache
def rotations(sides: int) -> tuple[int, ...]:
    """The open sides of a tile by its rotation number: four values, or two for a straight tile."""
    shape, _ = LYING["".join(side for at, side in enumerate(SIDES) if sides >> at & 1)]
    return tuple(_as_bits(OPEN[shape, rot]) for rot in range(TURNS[shape]))


class BitBoard(NamedTuple):
    """One board: the cells open to N, E, S, W; the spare's open sides; the number of the last arrow.

    ``last`` is NO_ARROW before the first push.
    """

    planes: tuple[int, int, int, int]
    spare: int
    last: int = NO_ARROW


class Insertion(NamedTuple):
    """A push: the number of the arrow, and the rotation as the rules number it."""

    arrow: int
    rot: int


class Line(NamedTuple):
    """The cells that an arrow shifts: all, all but the last, the first and the last as bits, and the shift."""

    cells: int
    inner: int
    entry: int
    exit: int
    shift: int


@dataclass(frozen=True)
class Frame:
    """The constants of a game: the size, the arrows by number, and which of them are barred after each."""

    size: int
    arrows: tuple[Arrow, ...]
    ban: Ban = "exit_side"

    @property
    def cells(self) -> int:
        """The number of cells, which is also the number of the tray."""
        return self.size * self.size

    @property
    def tray(self) -> int:
        return 1 << self.cells

    @cached_property
    def every(self) -> int:
        """All cells, without the tray."""
        return self.tray - 1

    @cached_property
    def not_last_col(self) -> int:
        """All cells but those of the last column."""
        row = (1 << self.size - 1) - 1
        return sum(row << at for at in range(0, self.cells, self.size))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The line of each arrow, by its number."""
        return tuple(self._line(arrow) for arrow in self.arrows)

    @cached_property
    def backs(self) -> tuple[Line, ...]:
        """The line that would undo each arrow: the same cells from the other end."""
        return tuple(self._line(opposite_arrow(arrow, self.size)) for arrow in self.arrows)

    def _line(self, arrow: Arrow) -> Line:
        places = [self.place(cell) for cell in line_of(arrow, self.size)]
        cells = sum(1 << place for place in places)
        return Line(cells, cells ^ 1 << places[-1], 1 << places[0], 1 << places[-1], places[1] - places[0])

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the permitted arrows, by the last arrow; index NO_ARROW is the last element."""
        everything = tuple(range(len(self.arrows)))
        after = [tuple(arrow for arrow in everything if not self._is_banned(last, arrow)) for last in everything]
        return (*after, everything)

    def _is_banned(self, last: int, arrow: int) -> bool:
        is_back = self.arrows[arrow] == opposite_arrow(self.arrows[last], self.size)
        return (is_back and self.ban in ("exit_side", "whole_line")) or (
            arrow == last and self.ban in ("entry_side", "whole_line")
        )

    # -- conversion between the rules' types and bits

    def place(self, cell: Cell) -> int:
        return cell.row * self.size + cell.col

    def cell(self, place: int) -> Cell:
        return Cell(*divmod(place, self.size))

    def board(self, state: State) -> BitBoard:
        rows = [[sides_of(tile) for tile in row] for row in state.grid]
        last = NO_ARROW if state.last is None else self.arrows.index(state.last)
        return board_of(rows, sides_of(state.spare), last)

    def symbols(self, state: State) -> dict[str, int]:
        """The place of each treasure and start of a position as a bit, the tray's if it is there."""
        found = {state.spare.symbol: self.tray} if state.spare.symbol else {}
        for row, tiles in enumerate(state.grid):
            for col, tile in enumerate(tiles):
                if tile.symbol:
                    found[tile.symbol] = 1 << self.place(Cell(row, col))
        return found

    def push(self, insertion: Insertion) -> Push:
        return Push(self.arrows[insertion.arrow], insertion.rot)

    # -- pushing

    def pushes(self, board: BitBoard) -> list[Insertion]:
        """All pushes that lead to different boards, by arrow and rotation."""
        ways = range(len(rotations(board.spare)))
        return [Insertion(arrow, rot) for arrow in self.allowed[board.last] for rot in ways]

    def pushed(self, board: BitBoard, push: Insertion) -> BitBoard:
        line = self.lines[push.arrow]
        sides = rotations(board.spare)[push.rot]
        planes, spare = [], 0
        for side, plane in enumerate(board.planes):
            spare |= (plane & line.exit != 0) << side
            kept = plane & ~line.cells | shifted(plane & line.inner, line.shift)
            planes.append(kept | line.entry if sides >> side & 1 else kept)
        north, east, south, west = planes
        return BitBoard((north, east, south, west), spare, push.arrow)

    def pawn_after(self, pawns: int, arrow: int) -> int:
        """The cells of pawns after a push; one that falls out lands on the tile pushed in."""
        return _carried(pawns, self.lines[arrow])

    def pawn_before(self, pawns: int, arrow: int) -> int:
        """The cells of pawns before a push, given those after it."""
        return _carried(pawns, self.backs[arrow])

    def places_after(self, goals: int, arrow: int) -> int:
        """The places of goals after a push; one that falls out is on the tray, with its tile."""
        return self._moved_places(goals, self.lines[arrow])

    def places_before(self, goals: int, arrow: int) -> int:
        """The places of goals before a push, given those after it."""
        return self._moved_places(goals, self.backs[arrow])

    def _moved_places(self, goals: int, line: Line) -> int:
        moved = goals & ~(line.cells | self.tray) | shifted(goals & line.inner, line.shift)
        if goals & line.exit:
            moved |= self.tray
        return moved | line.entry if goals & self.tray else moved

    # -- walking

    def ways(self, board: BitBoard) -> tuple[int, int]:
        """The cells with a passage to the east, and those with one to the south."""
        north, east, south, west = board.planes
        return east & west >> 1 & self.not_last_col, south & north >> self.size

    def flood(self, board: BitBoard, pawns: int) -> int:
        """All cells that can be reached from one of these."""
        across, down = self.ways(board)
        size, before = self.size, 0
        while pawns != before:
            before = pawns
            pawns |= (pawns & across) << 1 | pawns >> 1 & across
            pawns |= (pawns & down) << size | pawns >> size & down
        return pawns

    def turn(self, board: BitBoard, pawns: int, push: Insertion) -> tuple[BitBoard, int]:
        """The board after a push, and the cells where a pawn from one of ``pawns`` may be at the turn's end."""
        after = self.pushed(board, push)
        return after, self.flood(after, self.pawn_after(pawns, push.arrow))


def _carried(pawns: int, line: Line) -> int:
    moved = pawns & ~line.cells | shifted(pawns & line.inner, line.shift)
    return moved | line.entry if pawns & line.exit else moved


def shifted(places: int, by: int) -> int:
    """Shift all places up by a number, or down by a negative one."""
    return places << by if by > 0 else places >> -by


def places_of(places: int) -> Iterator[int]:
    """The numbers in a bit set, in order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def frame_of(params: Params) -> Frame:
    """The frame of a game's boards; its arrows are in the order of ``params.arrows``."""
    return _frame(params.size, params.arrows, params.reinsertion_ban)


_frame = cache(Frame)
"""One frame for all games on the same boards, whatever their other params."""


def board_of(rows: Sequence[Sequence[int]], spare: int, last: int = NO_ARROW) -> BitBoard:
    """The board with these open sides, row by row."""
    flat = [sides for row in rows for sides in row]
    north, east, south, west = (sum((sides >> side & 1) << at for at, sides in enumerate(flat)) for side in range(4))
    return BitBoard((north, east, south, west), spare, last)


# -- sets of places for numpy

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]

WORD = 64
ONE = np.uint64(1)
FEW = 1024
"""The number of floods below which sorting out the finished ones does not pay."""
ROUNDS = 2
"""How many rounds a flood spreads before each round that is checked for a change."""


class Passages(NamedTuple):
    """For many boards, the cells with a passage to the east, and with one to the south: all that a flood fill needs."""

    across: Words
    down: Words


class Group(NamedTuple):
    """The arrows that push in one direction: their numbers, and the masks of their lines (words, arrows, 1)."""

    arrows: Numbers
    side: int
    kept: Words
    inner: Words
    entry: Words
    exit: Words


# -- many boards

MOST_ROTATIONS = max(TURNS.values())
BLOCK = 800
"""The number of sets on boards that are pushed and flooded at once: more do not fit into the cache."""
SIDE_BITS = np.arange(len(SIDES), dtype=np.uint8)[:, None, None]


@dataclass(frozen=True, slots=True)
class BitBoards:
    """Many boards: the cells open to N, E, S, W (words, 4, boards), the spares' open sides, the last arrows."""

    planes: Words
    spares: npt.NDArray[np.uint8]
    lasts: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.spares)

    @staticmethod
    def joined(parts: Sequence[BitBoards]) -> BitBoards:
        """The boards of several batches, in order."""
        return BitBoards(
            np.concatenate([part.planes for part in parts], axis=-1),
            np.concatenate([part.spares for part in parts]),
            np.concatenate([part.lasts for part in parts]),
        )

    def take(self, which: Numbers | slice) -> BitBoards:
        return BitBoards(self.planes[:, :, which], self.spares[which], self.lasts[which])


@dataclass(frozen=True)
class Pushes:
    """All pushes of many boards, in the order of arrow, rotation, board; made by :meth:`Batch.push_all`.

    ``ways`` are the passages after each push, ``before`` is the number of boards, and ``flat`` numbers the pushes as if
    every arrow and four rotations were open to each board. :meth:`Batch.after` gives the boards themselves.
    """

    before: int
    flat: Numbers
    slots: Numbers
    """The combined numbers of arrow and board."""
    sides: npt.NDArray[np.uint8]
    """The open sides of the tile pushed in."""
    ways: Passages
    closed: Words
    """The planes (words, 4, slots) as if the tile pushed in had no open side."""
    fallen: npt.NDArray[np.uint8]
    """The open sides of the tile that falls out, by slot."""

    def __len__(self) -> int:
        return len(self.flat)

    @cached_property
    def parents(self) -> Numbers:
        """The number of the board on which each push is made."""
        return self.slots % self.before

    @cached_property
    def arrows(self) -> Numbers:
        return self.slots // self.before

    @cached_property
    def rots(self) -> Numbers:
        """The rotation of the inserted tile."""
        return self.flat // self.before % MOST_ROTATIONS

    def insertion(self, which: int) -> Insertion:
        return Insertion(int(self.arrows[which]), int(self.rots[which]))


def _rotation_tables() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """By a tile's open sides and rotation: the open sides after it, and whether that rotation exists."""
    sides = np.zeros((1 << len(SIDES), MOST_ROTATIONS), np.uint8)
    there = np.zeros(sides.shape, np.bool_)
    for names in LYING:
        number = _as_bits(names)
        ways = rotations(number)
        sides[number, : len(ways)] = ways
        there[number, : len(ways)] = True
    return sides, there


SIDES_BY_ROT, IS_ROT = _rotation_tables()


class Batch:
    """A frame's vectorised functions over many boards and sets of places; :func:`batch_of` keeps one for each frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.word_bits = WORD // frame.size * frame.size
        """Places per word."""
        self.depth = frame.cells // self.word_bits + 1
        """Words per set."""
        self._mask = np.uint64((1 << self.word_bits) - 1)
        self._size, self._rest = np.uint64(frame.size), np.uint64(self.word_bits - frame.size)
        self.tray = self.words([frame.tray])
        self.not_last_col = self.words([frame.not_last_col])
        self._not_last_row = self.words([frame.every >> frame.size])
        self.forth, self.back = self._groups(frame.lines), self._groups(frame.backs)
        """The arrows by direction, and the arrows that undo them."""
        self._entries = self.words([line.entry for line in frame.lines])
        self._around, self._joins = self._neighbours()
        self._allowed = np.zeros((len(frame.arrows) + 1, len(frame.arrows)), np.bool_)
        for last, arrows in enumerate(frame.allowed):
            self._allowed[last, list(arrows)] = True

    def _groups(self, lines: Sequence[Line]) -> tuple[Group, ...]:
        shifts = (-self.frame.size, 1, self.frame.size, -1)
        groups = []
        for side, shift in enumerate(shifts):
            numbers = [number for number, line in enumerate(lines) if line.shift == shift]
            some = [lines[number] for number in numbers]
            masks = [self.words(column)[:, :, None] for column in (
                [self.frame.every & ~line.cells for line in some], [line.inner for line in some],
                [line.entry for line in some], [line.exit for line in some],
            )]  # fmt: skip
            if numbers:
                groups.append(Group(np.array(numbers), side, *masks))
        return tuple(groups)

    # -- conversion between ints and words

    def words(self, sets: Iterable[int]) -> Words:
        """Convert bit sets to words, one column each."""
        low = int(self._mask)
        columns = [[places >> self.word_bits * word & low for word in range(self.depth)] for places in sets]
        return np.array(columns, np.uint64).reshape(-1, self.depth).T.copy()

    def ints(self, words: Words) -> list[int]:
        """The sets as ints, flattened in the order of the axes."""
        flat = words.reshape(self.depth, -1).tolist()
        return [
            sum(word << self.word_bits * at for at, word in enumerate(column)) for column in zip(*flat, strict=True)
        ]

    def counts(self, words: Words) -> npt.NDArray[np.int64]:
        found: npt.NDArray[np.int64] = np.bitwise_count(words).sum(axis=0, dtype=np.int64)
        return found

    def as_booleans(self, words: Words) -> Truths:
        """Convert sets (words, …) to booleans (…, place), the tray last."""
        word, bit = np.divmod(np.arange(self.frame.cells + 1), self.word_bits)
        chosen = np.moveaxis(words[word], 0, -1)
        return (chosen >> bit.astype(np.uint64) & ONE).astype(np.bool_)

    @cached_property
    def singles(self) -> Words:
        """The sets of one place each, in the order of the places, the tray last."""
        return self.words(1 << place for place in range(self.frame.cells + 1))

    # -- moving

    def step(self, words: Words, side: int) -> Words:
        """Shift sets by one cell to a side; only at the northern edge may they touch it, where cells are dropped."""
        if side == 1:
            return words << ONE
        if side == 3:
            return words >> ONE
        if self.depth == 1:
            return words << self._size if side == 2 else words >> self._size
        if side == 2:
            moved = words << self._size & self._mask
            moved[1:] |= words[:-1] >> self._rest
        else:
            moved = words >> self._size
            moved[:-1] |= words[1:] << self._rest & self._mask
        return moved

    def moved(self, places: Words, groups: Sequence[Group], *, tray: bool) -> Words:
        """Shift sets (words, …, arrow or 1, board) by every arrow: with ``tray`` as goals move, else as pawns do."""
        out = np.empty((*places.shape[:-2], len(self.frame.arrows), places.shape[-1]), np.uint64)
        middle = (None,) * (places.ndim - 3)
        for group in groups:
            here = places if places.shape[-2] == 1 else places[..., group.arrows, :]
            kept, inner, entry, exits = (mask[:, *middle] for mask in group[2:])
            moved = here & kept | self.step(here & inner, group.side)
            falls = (here & exits).any(axis=0)
            if tray:
                on_tray = self.tray.reshape(-1, *(1,) * (places.ndim - 1))
                moved |= on_tray * falls
                falls = (here & on_tray).any(axis=0)
            out[..., group.arrows, :] = moved | entry * falls
        return out

    # -- walking

    def flood(self, ways: Passages, pawns: Words) -> Words:
        """All cells that can be reached from one of these, for each set of each board."""
        return self._flooded(ways.across, ways.down, pawns.copy())

    def _flooded(self, across: Words, down: Words, reach: Words) -> Words:
        """Flood in place; once most sets are finished, only the others continue."""
        middle = (slice(None), *(None,) * (reach.ndim - 2))
        ways_across, ways_down = across[middle], down[middle]
        spread = self._spread_word if self.depth == 1 else self._spread_words
        room, before = np.empty_like(reach), np.empty_like(reach)
        while True:
            for _ in range(ROUNDS):
                spread(ways_across, ways_down, reach, room)
            np.copyto(before, reach)
            spread(ways_across, ways_down, reach, room)
            changed = (reach != before).any(axis=0)
            moving = int(np.count_nonzero(changed))
            if not moving:
                return reach
            if moving * 2 < changed.size and changed.size > FEW:
                where = np.flatnonzero(changed)
                flat, board = reach.reshape(self.depth, -1), where % reach.shape[-1]
                flat[:, where] = self._flooded(across[:, board], down[:, board], flat[:, where])
                return reach

    def _spread_words(self, across: Words, down: Words, reach: Words, room: Words) -> None:
        """Take one step along every passage, to each side in turn."""
        self._spread_row(across, reach, room)
        reach |= self.step(reach & down, 2)
        reach |= self.step(reach, 0) & down

    def _spread_word(self, across: Words, down: Words, reach: Words, room: Words) -> None:
        """The same for sets of one word, in the given buffer: the hottest loop of the engine."""
        self._spread_row(across, reach, room)
        np.bitwise_and(reach, down, out=room)
        np.left_shift(room, self._size, out=room)
        np.bitwise_or(reach, room, out=reach)
        np.right_shift(reach, self._size, out=room)
        np.bitwise_and(room, down, out=room)
        np.bitwise_or(reach, room, out=reach)

    def _spread_row(self, across: Words, reach: Words, room: Words) -> None:
        np.bitwise_and(reach, across, out=room)
        np.left_shift(room, ONE, out=room)
        np.bitwise_or(reach, room, out=reach)
        np.right_shift(reach, ONE, out=room)
        np.bitwise_and(room, across, out=room)
        np.bitwise_or(reach, room, out=reach)

    def distances(self, pawns: Words, goals: Words) -> Numbers:
        """The number of steps from each set to its nearest goal, ignoring walls.

        A goal on the tray, which may enter anywhere, counts as half the board's size away; where there is no goal, the
        number is twice that size.
        """
        size = self.frame.size
        found = np.where((goals & self.tray).any(axis=0), size // 2, 2 * size)
        grown = pawns
        for steps in range(2 * size - 1):
            np.minimum(found, np.where((grown & goals).any(axis=0), steps, found), out=found)
            wide = grown | (grown & self.not_last_col) << ONE | grown >> ONE & self.not_last_col
            grown = wide | self.step(grown & self._not_last_row, 2) | self.step(grown, 0)
        return found

    def _neighbours(self) -> tuple[Words, Words]:
        """The cells around each entry (words, side, arrow, 1), and the passages by arrow and joined sides.

        The latter have the axes: across or down, words, and sixteen times the arrow plus the joined sides.
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

    # -- conversion between boards and batches

    def boards(self, every: Sequence[BitBoard]) -> BitBoards:
        planes = np.stack([self.words([board.planes[side] for board in every]) for side in range(4)], axis=1)
        return BitBoards(
            planes,
            np.array([board.spare for board in every], np.uint8),
            np.array([board.last for board in every], np.int8),
        )

    def board(self, boards: BitBoards, which: int) -> BitBoard:
        north, east, south, west = self.ints(boards.planes[:, :, which])
        return BitBoard((north, east, south, west), int(boards.spares[which]), int(boards.lasts[which]))

    # -- pushing

    def push_all(self, boards: BitBoards) -> Pushes:
        """Make every push that leads to a different board, on every board."""
        number = len(boards)
        there = self._allowed[boards.lasts].T[:, None] & IS_ROT[boards.spares].T
        flat = np.flatnonzero(there)
        blocks = np.repeat(np.arange(there.size // number), there.sum(axis=-1).ravel())
        arrows, rots = blocks // MOST_ROTATIONS, blocks % MOST_ROTATIONS
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
        return Pushes(number, flat, slots, sides, Passages(across, down), closed, fallen.ravel())

    def after(self, pushes: Pushes, which: Numbers | None = None) -> BitBoards:
        """The boards after all pushes, or after some."""
        slots = pushes.slots if which is None else pushes.slots[which]
        sides = pushes.sides if which is None else pushes.sides[which]
        arrows = slots // pushes.before
        planes = pushes.closed.take(slots, axis=-1)
        entries = self._entries.take(arrows, axis=-1)
        for side in range(4):
            planes[:, side] |= entries * (sides >> np.uint8(side) & np.uint8(1))
        return BitBoards(planes, pushes.fallen.take(slots), arrows.astype(np.int8))

    def _closed(self, boards: BitBoards) -> tuple[Words, npt.NDArray[np.uint8]]:
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
        """By arrow and board, the sides of the entry cell at which the neighbour is open towards it."""
        opposite = closed[:, [(side + 2) % 4 for side in range(4)]]
        facing = (opposite & self._around).any(axis=0).astype(np.uint8)
        united: npt.NDArray[np.uint8] = np.bitwise_or.reduce(facing << SIDE_BITS, axis=0)
        return united

    # -- pawns and goals after pushes

    def pawn_after(self, pawns: Words, pushes: Pushes) -> Words:
        """The cells after each push, by sets of cells on the boards before."""
        return self._spread_out(pawns, pushes, tray=False)

    def places_after(self, goals: Words, pushes: Pushes) -> Words:
        """The places of goals after each push, the tray included, by their places on the boards before."""
        return self._spread_out(goals, pushes, tray=True)

    def _spread_out(self, places: Words, pushes: Pushes, *, tray: bool) -> Words:
        moved = self.moved(places[..., None, :], self.forth, tray=tray)
        return moved.reshape(*places.shape[:-1], len(pushes.fallen)).take(pushes.slots, axis=-1)

    def pawn_before(self, pawns: Words, pushes: Pushes) -> Words:
        """For each board before, the cells from which a pawn gets to these cells by some push."""
        return self._united_before_push(pawns, pushes, tray=False)

    def pawn_before_each(self, pawns: Words, arrows: Numbers) -> Words:
        """The cells from which pawns came to these (words, sets), each by a push of the given arrow."""
        back = self.moved(pawns[:, None], self.back, tray=False)
        return back[:, arrows, np.arange(len(arrows))]

    def places_before(self, goals: Words, pushes: Pushes) -> Words:
        """For each board before, the places from which a goal gets to these by some push."""
        return self._united_before_push(goals, pushes, tray=True)

    def _united_before_push(self, places: Words, pushes: Pushes, *, tray: bool) -> Words:
        """Unite the rotations by board and arrow, undo the pushes, and unite the arrows."""
        shape = (*places.shape[:-1], len(self.frame.arrows), MOST_ROTATIONS, pushes.before)
        grid = np.zeros((*places.shape[:-1], prod(shape[-3:])), np.uint64)
        grid[..., pushes.flat] = places
        united = np.bitwise_or.reduce(grid.reshape(shape), axis=-2)
        back: Words = np.bitwise_or.reduce(self.moved(united, self.back, tray=tray), axis=-2)
        return back

    # -- walking

    def ways(self, boards: BitBoards) -> Passages:
        return self._ways(boards.planes)

    def _ways(self, planes: Words) -> Passages:
        north, east, south, west = (planes[:, side] for side in range(4))
        return Passages(east & west >> ONE & self.not_last_col, south & self.step(north, 0))

    # -- one turn

    def capturing_cells(self, boards: BitBoards, goals: Words) -> Words:
        """The cells from which a pawn to move can take a goal on one of these places within that turn."""
        return self._by_blocks(self._capturing_cells, boards, goals)

    def reach_next(self, boards: BitBoards, pawns: Words) -> Words:
        """The places, the tray included, where a goal can be taken within the turn of a pawn on one of these cells."""
        return self._by_blocks(self._reach_next, boards, pawns)

    def _capturing_cells(self, boards: BitBoards, goals: Words) -> Words:
        pushes = self.push_all(boards)
        there = self.places_after(goals, pushes) & ~self.tray.reshape(-1, *(1,) * (goals.ndim - 1))
        return self.pawn_before(self.flood(pushes.ways, there), pushes)

    def _reach_next(self, boards: BitBoards, pawns: Words) -> Words:
        pushes = self.push_all(boards)
        return self.places_before(self.flood(pushes.ways, self.pawn_after(pawns, pushes)), pushes)

    def _by_blocks(self, work: Callable[[BitBoards, Words], Words], boards: BitBoards, places: Words) -> Words:
        """Process a few boards at a time, so that the memory in use fits into the processor's cache."""
        most = max(1, BLOCK * self.depth * len(boards) // max(1, places.size))
        blocks = [slice(at, at + most) for at in range(0, max(1, len(boards)), most)]
        parts = [work(boards.take(block), places[..., block]) for block in blocks]
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)


@cache
def batch_of(frame: Frame) -> Batch:
    return Batch(frame)


@dataclass(frozen=True, slots=True)
class Frontier:
    """Boards after some turns of the player: the possible cells of the pawn, the places of goals, and the last push.

    Boards are along the last axis of ``pawns`` and ``goals``; ``parents`` are the numbers of the boards pushed.
    """

    boards: BitBoards
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
        return Insertion(int(self.arrows[which]), int(self.rots[which]))
