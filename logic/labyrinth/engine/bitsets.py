"""Sets of places as words, for numpy: steps to a side, what a push does to a set, and floods.

A set of ``bits`` becomes a column: the first axis of an array is the words of a set (one up to 7×7, two for 9×9),
lowest places first. A word holds whole rows, so that only steps to the north and south go from word to word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.labyrinth.engine.bits import Frame, Line

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]

WORD = 64
ONE = np.uint64(1)
FEW = 1024
"""Floods that are not worth being sorted into those that still spread and those that do not."""
ROUNDS = 2
"""How often a flood spreads before it is looked whether it still does."""


class Ways(NamedTuple):
    """Of many boards the cells with an open way to the east, and with one to the south: all that a flood needs."""

    across: Words
    down: Words


class Group(NamedTuple):
    """The arrows that push to one side: their numbers, and the masks of their lines (words, arrows, 1)."""

    arrows: Numbers
    side: int
    kept: Words
    inner: Words
    entry: Words
    exit: Words


class WordSets:
    """What a frame does to sets of places."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.word_bits = WORD // frame.size * frame.size
        """Places in a word."""
        self.depth = frame.cells // self.word_bits + 1
        """Words in a set."""
        self._mask = np.uint64((1 << self.word_bits) - 1)
        self._size, self._rest = np.uint64(frame.size), np.uint64(self.word_bits - frame.size)
        self.tray = self.words([frame.tray])
        self.not_last_col = self.words([frame.not_last_col])
        self._not_last_row = self.words([frame.every >> frame.size])
        self.forth, self.back = self._groups(frame.lines), self._groups(frame.backs)
        """What the arrows do to their lines, and what undoes it."""

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

    # -- between ints and words

    def words(self, sets: Iterable[int]) -> Words:
        """Sets of places as words, one column each."""
        low = int(self._mask)
        columns = [[places >> self.word_bits * word & low for word in range(self.depth)] for places in sets]
        return np.array(columns, np.uint64).reshape(-1, self.depth).T.copy()

    def ints(self, words: Words) -> list[int]:
        """The sets that were made words, flat, in the order of the axes."""
        flat = words.reshape(self.depth, -1).tolist()
        return [
            sum(word << self.word_bits * at for at, word in enumerate(column)) for column in zip(*flat, strict=True)
        ]

    def counts(self, words: Words) -> npt.NDArray[np.int64]:
        """How many places each set has."""
        found: npt.NDArray[np.int64] = np.bitwise_count(words).sum(axis=0, dtype=np.int64)
        return found

    def truths(self, words: Words) -> Truths:
        """Sets (words, …) as truths (…, place), the tray last."""
        word, bit = np.divmod(np.arange(self.frame.cells + 1), self.word_bits)
        chosen = np.moveaxis(words[word], 0, -1)
        return (chosen >> bit.astype(np.uint64) & ONE).astype(np.bool_)

    @cached_property
    def singles(self) -> Words:
        """The sets of one place each, in the order of the places, the tray last."""
        return self.words(1 << place for place in range(self.frame.cells + 1))

    # -- moving

    def step(self, words: Words, side: int) -> Words:
        """Move sets by one cell to a side; nothing of them may lie at that rim."""
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
        """Move sets (words, …, arrow or 1, board) by every arrow."""
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

    def flood(self, ways: Ways, pawns: Words) -> Words:
        """All cells that can be walked to from one of these, for each set of each board."""
        return self._flooded(ways.across, ways.down, pawns.copy())

    def _flooded(self, across: Words, down: Words, reach: Words) -> Words:
        """Flood in place; once most sets have come to rest, only the others go on."""
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
        """Take one step along every way, to each side in turn."""
        self._spread_row(across, reach, room)
        reach |= self.step(reach & down, 2)
        reach |= self.step(reach, 0) & down

    def _spread_word(self, across: Words, down: Words, reach: Words, room: Words) -> None:
        """Do the same where a set is one word, in the room given: most of the time of thinking is spent here."""
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
        """How many steps each set is away from its nearest goal if there were no walls.

        A goal on the tray counts as near the middle: it may come in anywhere.
        """
        size = self.frame.size
        found = np.where((goals & self.tray).any(axis=0), size // 2, 2 * size)
        grown = pawns
        for steps in range(2 * size - 1):
            np.minimum(found, np.where((grown & goals).any(axis=0), steps, found), out=found)
            wide = grown | (grown & self.not_last_col) << ONE | grown >> ONE & self.not_last_col
            grown = wide | self.step(grown & self._not_last_row, 2) | self.step(grown, 0)
        return found
