"""What every test stands on: no window, no sound device, folders of its own, quick and repeatable properties."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest
from hypothesis import settings

from logic.places import CACHE_VARIABLE, DATA_VARIABLE
from tests import xwindow
from tests.processes import die_with_parent

settings.register_profile("house", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("house")


def pytest_configure(config):
    """Let the workers of a run end with it, however it ends, and with them what their tests have started."""
    if hasattr(config, "workerinput"):
        die_with_parent()


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory, monkeypatch):
    """Nobody's games are touched; the solved tables are shared by the tests of one worker."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path_factory.getbasetemp() / "cache"))


def pytest_collection_modifyitems(config, items):
    """Leave out, where there is no X server to be had, what needs a real window; in CI nothing is left out."""
    if not _lacks_windows():
        return
    left_out = [item for item in items if item.get_closest_marker("needs_xvfb")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter):
    """Say what was left out and why, where nobody can overlook it."""
    if _lacks_windows():
        missing = " and ".join(xwindow.missing())
        terminalreporter.line(f"Left out: the end-to-end tests, which need {missing}. Everything else was run.")


def _lacks_windows():
    return bool(xwindow.missing()) and os.environ.get("CI") != "true"
