"""The browser for tests of pages, if there is one: Debian's own."""

import shutil
from importlib.util import find_spec

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
"""The headless shell takes a third less time, where it is installed."""


def missing():
    """Return what is missing of the requirements."""
    return [
        name
        for name, here in (
            ("playwright", find_spec("playwright")), ("axe", find_spec("axe_playwright_python")), ("chromium", CHROMIUM)
        )
        if not here
    ]  # fmt: skip
