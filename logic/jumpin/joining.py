"""Gives what is connected one name, for whole arrays at once."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Names = TypeVar("Names", bound=npt.NDArray[np.signedinteger[Any]])


def joined(names: Names, some: npt.NDArray[np.integer[Any]], others: npt.NDArray[np.integer[Any]]) -> Names:
    """Give what some and others connect, pair by pair, the smallest of its names; ``names`` is overwritten.

    The name of each number is a number that is its own name, itself at first.
    """
    while len(some):
        np.minimum.at(names, np.maximum(some, others), np.minimum(some, others))
        while not np.array_equal(names, further := names[names]):
            names = further
        some, others = names[some], names[others]
        apart = some != others
        some, others = some[apart], others[apart]
    return names
