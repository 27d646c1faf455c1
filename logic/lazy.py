"""Lets a game's package offer its names without importing the modules behind them before they are used.

The engines are large: loading those of all five games takes longer than opening the window.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

FILES: Final = {
    "LEVELS": "levels",
    "PUZZLES": "puzzles",
    "ANALYSIS": "analysis",
    "NARRATION": "narration",
}
"""The modules of the names, the same in every game; other names come from the rules."""


def lazy(package: str, names: Sequence[str], **elsewhere: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package; ``elsewhere`` maps further names to modules of that game."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = elsewhere.get(name) or FILES.get(name, "rules")
        found = getattr(import_module(f"{package}.{module}"), name)
        setattr(sys.modules[package], name, found)
        return found

    def known() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names})

    return find, known
