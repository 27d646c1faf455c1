"""The installed program: all of it lies in this package, and is put on the path of the processes that run it alone.

Its folders have everyday names; beside it another package may have a ``config`` or a ``main`` of its own, and keeps it.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE if (HERE / "main.py").is_file() else HERE.parents[1]
"""Where ``main.py`` and its folders lie: here in a wheel, at the top of a checkout."""
if HOUSE != HERE:
    __path__.append(str(HOUSE))  # so that quincunx.research is found there too


def move_in() -> None:
    """Let this process find ``main``, ``logic`` and all our other folders, before any other of those names."""
    house = str(HOUSE)
    if sys.path[:1] != [house]:
        sys.path.insert(0, house)


def dask_setup(_server: object) -> None:
    """Ready a cluster's scheduler or worker, which both read our jobs: what Dask's ``--preload quincunx`` calls."""
    move_in()


def main() -> int:
    """Run the program with the arguments of the command line; give its exit code."""
    move_in()
    from main import main as program

    return program()
