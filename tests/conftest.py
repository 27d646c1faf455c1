"""What every test stands on: no window, no sound device, folders of its own, quick and repeatable properties."""

import gc
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from importlib.util import find_spec

import pytest
from hypothesis import settings

from logic.storage.files import CACHE_VARIABLE, DATA_VARIABLE
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
    """Leave out what needs something that is not here."""
    lacking = _lacking()
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in lacking)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish():
    """Leave what was imported and collected out of every later tidying, as the window does with what it imported."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter):
    """Say what was left out and why, where nobody can overlook it."""
    told = [*_lacking().values()]
    if terminalreporter.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        told.append("what takes long: “python -m pytest tests/e2e tests/thorough”.")
    if told:
        terminalreporter.line(f"Left out: {' '.join(told)} Everything else was run.")


def _lacking():
    """Give the markers of tests that cannot be run here, each with the reason.

    Without an X server there are no real windows; in CI there has to be one, and nothing is left out for it.
    """
    lacking = {}
    missing = " and ".join(xwindow.missing())
    if missing and os.environ.get("CI") != "true":
        lacking["needs_xvfb"] = f"the end-to-end tests, which need {missing}."
    if find_spec("atheris") is None:
        lacking["needs_atheris"] = "the fuzzer's own tests, which need atheris."
    return lacking
