"""The browser that tests of pages are run in, where there is one: Debian's own."""

import shutil
from importlib.util import find_spec

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def missing():
    """What is not here of all that it takes."""
    return [
        name
        for name, here in (
            ("playwright", find_spec("playwright")), ("axe", find_spec("axe_playwright_python")), ("chromium", CHROMIUM)
        )
        if not here
    ]  # fmt: skip
