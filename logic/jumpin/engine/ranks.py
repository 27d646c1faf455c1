"""Numbers the sets of cells that as many rabbits may have, so that what is known of each stands in a table."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

Masks = npt.NDArray[np.int64]

PIECE = 13
"""Bits of a mask that are looked up at once."""
LARGEST = 2**31 - 1
"""What a table has at most: no number of a set that is ever asked for lies beyond."""


class Ranks:
    """Numbers the masks of so many rabbits from 0, in their order: the sum of C(cell, k) over the k-th that has one."""

    def __init__(self, cells: int, rabbits: int) -> None:
        self.count = comb(cells, rabbits)
        self._tables = [_table(offset, rabbits) for offset in range(0, cells, PIECE)]

    def __call__(self, masks: Masks) -> npt.NDArray[np.intp]:
        """The numbers of some masks."""
        bits = masks & (1 << PIECE) - 1
        found: npt.NDArray[np.intp] = self._tables[0].take(bits)
        row: npt.NDArray[np.intp] | int = 0
        for number, table in enumerate(self._tables[1:], 1):
            row = _ROWS.take(bits) + row
            bits = masks >> number * PIECE & (1 << PIECE) - 1
            found += table.take(bits + row)
        return found


_ROWS = np.bitwise_count(np.arange(1 << PIECE)).astype(np.intp) << PIECE
"""Where the row of a table begins for what comes behind some bits."""


def _table(offset: int, rabbits: int) -> npt.NDArray[np.intp]:
    """What each piece of a mask adds that begins at a cell: a row for each number of rabbits in the cells below."""
    most = rabbits + PIECE + 1
    table = np.zeros((rabbits + 1, 1 << PIECE), np.intp)
    before = np.arange(rabbits + 1)[:, None]
    for cell in range(PIECE):
        ways = np.array([min(comb(offset + cell, k), LARGEST) for k in range(most)], np.intp)
        lower = slice(0, 1 << cell)
        table[:, 1 << cell : 2 << cell] = table[:, lower] + ways[before + (_ROWS[lower] >> PIECE) + 1]
    return table.ravel()


@lru_cache(maxsize=8)
def ranks(cells: int, rabbits: int) -> Ranks:
    return Ranks(cells, rabbits)
