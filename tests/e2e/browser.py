"""The browser for tests of pages, if there is one: Debian's own."""

import shutil
from importlib.util import find_spec

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
"""The one that has no windows takes a third less time, where it is."""


def missing():
    """What is not here of all that it takes."""
    return [
        name
        for name, here in (
            ("playwright", find_spec("playwright")), ("axe", find_spec("axe_playwright_python")), ("chromium", CHROMIUM)
        )
        if not here
    ]  # fmt: skip
