"""Knows the puzzles that others have published, by the hashes of their canonical texts: none of them is handed out."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from logic.config import read_text

HASHES = "jumpin_published.txt"
"""Where they stand under ``config/``: one SHA-256 a line."""


def is_published(canonical: str) -> bool:
    """Tell whether a puzzle, by its canonical text, is one that others have published."""
    return sha256(canonical.encode()).hexdigest() in _hashes()


@cache
def _hashes() -> frozenset[str]:
    return frozenset(read_text(HASHES).split())
