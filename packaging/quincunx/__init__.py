"""The installed program: all of it lies in this package, and is put on the path of the processes that run it alone.

Its folders have everyday names; beside it another package may have a ``config`` or a ``main`` of its own, and keeps it.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
HOUSE = HERE if (HERE / "main.py").is_file() else HERE.parents[1]
"""The folder of ``main.py`` and our packages: this one in a wheel, the root of a checkout."""
if HOUSE != HERE:
    __path__.append(str(HOUSE))  # so that quincunx.research is found there too


def move_in() -> None:
    """Put that folder first on this process's path, so that it finds ``main``, ``logic`` and our other packages."""
    house = str(HOUSE)
    if sys.path[:1] != [house]:
        sys.path.insert(0, house)


def dask_setup(_server: object) -> None:
    """Prepare a cluster's scheduler or worker, which both unpickle our jobs; Dask's ``--preload quincunx`` calls it."""
    move_in()


def main() -> int:
    """Run the program with the command line's arguments; return its exit code."""
    move_in()
    from main import main as program

    return program()
