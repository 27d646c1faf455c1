"""Which targets of a cóatl can still be reached once it has grown."""

from __future__ import annotations

import numpy as np

from logic.coatl.stock import type_number
from logic.coatl.table import Serpent
from logic.coatl.targets import TYPES, Core, Ints, Targets


def core_of(coatl: Serpent) -> Core:
    """Give what plans need to know of an unfinished cóatl."""
    return Core(coatl.colours, coatl.head_closed, coatl.tail_closed)


def fitting(targets: Targets, coatl: Serpent) -> Targets:
    """Give the targets that can still be reached once a cóatl has grown so far."""
    core, old = core_of(coatl), targets.core
    rows, offsets = [], []
    for row, word in enumerate(targets.words):
        offset = _place_in(word, core, int(targets.offsets[row]), old)
        if offset is not None:
            rows.append(row)
            offsets.append(offset)
    fit = targets.only(rows)
    needs = fit.needs - _added(coatl, old)
    return Targets(core, fit.words, np.array(offsets, np.int64), np.maximum(0, needs), fit.points, fit.shrines)


def _place_in(word: str, core: Core, offset: int, old: Core) -> int | None:
    """Give where a grown core lies in a word, None where it does not."""
    starts: tuple[int, ...]
    if core.head_closed:
        starts = (0,)
    elif core.tail_closed:
        starts = (len(word) - len(core.colours),)
    elif old.colours:
        inner = core.colours
        starts = tuple(offset - shift for shift in range(len(inner) - len(old.colours) + 1)
                       if inner[shift : shift + len(old.colours)] == old.colours)  # fmt: skip
    else:
        found = word.find(core.colours, 1, len(word) - 1)
        return found if found >= 0 else None
    for start in starts:
        end = start + len(core.colours)
        inside = (start >= (not core.head_closed)) and end <= len(word) - (not core.tail_closed)
        if inside and word[start:end] == core.colours and (not core.tail_closed or end == len(word)):
            return start
    return None


def _added(coatl: Serpent, old: Core) -> Ints:
    """Count what was added to a core by type."""
    added = np.zeros(TYPES, np.int64)
    for piece in coatl.pieces:
        added[type_number(piece)] += 1
    inner = old.colours[old.head_closed : len(old.colours) - old.tail_closed]
    for colour in inner:
        added[type_number(f"{colour}b")] -= 1
    if old.head_closed:
        added[type_number(f"{old.colours[0]}h")] -= 1
    if old.tail_closed:
        added[type_number(f"{old.colours[-1]}t")] -= 1
    return added
