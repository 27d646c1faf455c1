"""When freed memory is returned to the system, as far as the C library lets us choose: at idle moments."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""Parameters of glibc’s ``mallopt``: how much may stay free at the top of the heap, and the size from which to map."""
KEPT_BYTES, LARGEST_BLOCK = 256 << 20, 32 << 20


def keep_freed_memory() -> None:
    """Keep freed memory, up to the size of a large picture, until :func:`release_freed_memory`.

    Fresh pages from the system cost more than painting on them.
    """
    choose = _libc_function("mallopt")
    choose(MMAP_THRESHOLD, LARGEST_BLOCK)
    choose(TRIM_THRESHOLD, KEPT_BYTES)


def release_freed_memory() -> None:
    """Return the free gaps of the heap to the system; takes a few milliseconds at most.

    Only glibc's heap needs it, which holds pictures and arrays of all sizes: it keeps its gaps, and they add up from
    game to game.
    """
    _libc_function("malloc_trim")(0)


@cache
def _libc_function(name: str) -> Callable[..., int]:
    """A function of Linux’s C library; a no-op on other systems, and where the library lacks it."""
    return getattr(ctypes.CDLL(None), name, _nothing) if sys.platform == "linux" else _nothing


def _nothing(*_: int) -> int:
    return 0
