"""Where the player's own files live: the data folder and the cache folder, both movable by the environment."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

DATA_VARIABLE = "QUINCUNX_DATA"
CACHE_VARIABLE = "QUINCUNX_CACHE"
"""``--data-dir`` sets both, so that worker processes find the same places."""
BOARDS = "boards"


def data_folder() -> Path:
    """Give the folder for games, statistics and settings; it need not exist yet."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("quincunx", appauthor=False)


def cache_folder() -> Path:
    """Give the folder for what can be worked out again; it need not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("quincunx", appauthor=False)


def boards_folder(game: str) -> Path:
    """Give the folder for a player's own boards of that game; it need not exist yet."""
    return data_folder() / BOARDS / game


def keep_everything_in(folder: Path) -> None:
    """Let this process and its workers keep everything in that folder."""
    os.environ[DATA_VARIABLE] = str(folder.absolute())
    os.environ[CACHE_VARIABLE] = str(folder.absolute() / "cache")


@contextmanager
def passing_data() -> Iterator[None]:
    """Keep games and settings in a folder that goes away at the end: a tool's hands stay off the player's."""
    before = os.environ.get(DATA_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
        os.environ[DATA_VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[DATA_VARIABLE]
            else:
                os.environ[DATA_VARIABLE] = before
