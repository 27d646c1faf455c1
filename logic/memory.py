"""Returns free memory to the system, where the C library does not do so by itself."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Return to the system what is free between things that stay; takes a millisecond or a few.

    Only glibc's heap needs it, which holds pictures and arrays of all sizes: it keeps its gaps, and they add up from
    game to game.
    """
    _trim()(0)


@cache
def _trim() -> Callable[[int], int]:
    """Find the function that does it; elsewhere there is none."""
    return getattr(ctypes.CDLL(None), "malloc_trim", _nothing) if sys.platform == "linux" else _nothing


def _nothing(_pad: int) -> int:
    return 0
