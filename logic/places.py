"""Where the player's own files live: the data folder and the cache folder, both movable by the environment."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

DATA_VARIABLE = "QUINCUNX_DATA"
CACHE_VARIABLE = "QUINCUNX_CACHE"
"""``--data-dir`` sets both, so that worker processes find the same places."""


def data_folder() -> Path:
    """Give the folder for games, statistics and settings; it need not exist yet."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("quincunx", appauthor=False)


def cache_folder() -> Path:
    """Give the folder for what can be worked out again; it need not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("quincunx", appauthor=False)
