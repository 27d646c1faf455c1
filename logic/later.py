"""Lets a game's package give its names without loading what is behind them before somebody asks.

What a game thinks with is much: all five together take longer to load than the window takes to open.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package: by module what is to be had there, parted by spaces."""
    found_in = {name: module for module, given in names.items() for name in given.split()}

    def find(name: str) -> Any:
        if name not in found_in:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{found_in[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    def known() -> list[str]:
        return sorted({*vars(sys.modules[package]), *found_in})

    return find, known
