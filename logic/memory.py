"""When freed memory is returned to the system, as far as the C library lets us choose: at idle moments."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""What glibc's ``mallopt`` calls them: how much may be free at the heap's end, and what is too large for the heap."""
KEPT_BYTES, LARGEST_BLOCK = 256 << 20, 32 << 20


def keep_at_hand() -> None:
    """Keep what was freed, up to the size of a large picture, until :func:`give_back`.

    Pages that come fresh from the system cost more than what is painted on them.
    """
    choose = _of_libc("mallopt")
    choose(MMAP_THRESHOLD, LARGEST_BLOCK)
    choose(TRIM_THRESHOLD, KEPT_BYTES)


def give_back() -> None:
    """Return to the system what is free between things that stay; takes a millisecond or a few.

    Only glibc's heap needs it, which holds pictures and arrays of all sizes: it keeps its gaps, and they add up from
    game to game.
    """
    _of_libc("malloc_trim")(0)


@cache
def _of_libc(name: str) -> Callable[..., int]:
    """Find a function; elsewhere there is none."""
    return getattr(ctypes.CDLL(None), name, _nothing) if sys.platform == "linux" else _nothing


def _nothing(*_: int) -> int:
    return 0
