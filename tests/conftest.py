"""Global fixtures and hooks: no window, no sound device, temporary folders, fast and reproducible property tests."""

import ctypes
import gc
import itertools
import os
import platform
import shutil

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program: several threads only get in each other's way
# Programs that the tests start read what an earlier one has compiled, and do not each compile it all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

from logic.memory import give_back
from logic.storage.files import CACHE_VARIABLE, DATA_VARIABLE
from scenes.shots.shots import CACHE
from sprites.paint.canvas import MASTERS
from tests.e2e import browser
from tests.support import xwindow
from tests.support.gallery import CACHES
from tests.support.processes import die_with_parent

THOROUGH = {"e2e", "thorough"}
"""Folders of which every test takes long; single ones elsewhere carry the mark themselves."""
EXTRA = ("PyInstaller", "distributed", "pettingzoo", "xllamacpp")
"""What only the tests in the folder ``thorough`` import, of the extra of that name."""

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only the place for folders of its own
ROOM = 2 << 30
"""Bytes that must be free there."""

ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""Two options of glibc's ``mallopt``: how many heaps the threads have, and what is large, which else grows to 32 MB."""
LARGE = 6 << 20
"""Bytes of a picture that is no part of the heap, where tests without end would leave a gap each."""

PROCESS = psutil.Process()
HEAVY, GROWN = 600 << 20, 96 << 20
"""Bytes in memory from which on a worker lets go of what tests leave to each other, once it holds so many more than it
kept the last time; some tests need 200 MB for a moment."""

# Nothing depends on how quick a machine is: hypothesis else fails where ten examples take a second to be made.
settings.register_profile(
    "house", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_configure(config):
    """Let the workers of a run end with it, however it ends, and with them what their tests have started."""
    config.addinivalue_line("markers", "seen: looks at the screen, which is painted for such tests alone")
    if hasattr(config, "workerinput"):
        die_with_parent()
        if platform.libc_ver()[0] == "glibc":
            libc = ctypes.CDLL(None)
            libc.mallopt(ARENA_MAX, 1)
            libc.mallopt(MMAP_THRESHOLD, LARGE)
    # Thousands of stores are opened, none of which has to outlast a power cut: waiting for the disk took a quarter.
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Tell a worker what was asked for: it sees folders, whoever named them."""
    node.workerinput["plain"] = _is_plain(node.config)


@pytest.fixture(scope="session")
def _data_folders(tmp_path_factory):
    """A folder for each test that asks; ``mktemp`` would look through all that are there already."""
    base = tmp_path_factory.mktemp("data")

    def made(number):
        folder = base / str(number)
        folder.mkdir()
        return folder

    return map(made, itertools.count())


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory, _data_folders, monkeypatch):
    """Nobody's games are touched; the solved tables are shared by the tests of one worker."""
    folder = next(_data_folders)
    monkeypatch.setenv(DATA_VARIABLE, str(folder))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path_factory.getbasetemp() / "cache"))
    yield
    shutil.rmtree(folder, ignore_errors=True)  # ten thousand of them would be a long work for a later run


@pytest.fixture(scope="session")
def _kept():
    """The bytes that were held after memory was given back last, in a list of one."""
    return [0]


@pytest.fixture(autouse=True)
def _light(_kept):
    """Hold no more pictures than are worth it, however many tests have had theirs painted."""
    yield
    if PROCESS.memory_info().rss > max(HEAVY, _kept[0] + GROWN):
        for pictures in (CACHE, MASTERS, *CACHES):
            pictures.clear()
        gc.collect()
        give_back()
        _kept[0] = PROCESS.memory_info().rss


def pytest_ignore_collect(collection_path, config):
    """Do not even read what takes long where nothing was asked for: each worker would hold it; nor what cannot be."""
    plain, name = _is_plain(config), collection_path.name
    return True if (name in THOROUGH and plain) or (name == "thorough" and "extra" in _lacking()) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Let each worker of a plain run read other files first, for pytest takes ten seconds to make all of them ready.

    What one has made so, the others find; in a copy in which tests have run before, all is there.
    """
    given = getattr(session.config, "workerinput", {"plain": False})
    if not given["plain"]:
        return
    here = session.config.rootpath
    files = sorted(file for path in session.config.getini("testpaths") for file in (here / path).rglob("test_*.py"))
    for file in files[int(given["workerid"].removeprefix("gw")) :: given["workercount"]]:
        with suppress(Exception):  # who collects it says what is wrong with it
            import_module(".".join(file.relative_to(here).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark what takes long, and leave it out where nothing was asked for; leave out what needs what is not here.

    The folders in which all takes long come first, so that no worker begins there when the others have done.
    """
    unwanted = {*_lacking(), *(["thorough"] if _is_plain(config) else [])}
    left_out = []
    for item in items:
        if item.path.parent.name in THOROUGH:
            item.add_marker("thorough")
        if any(item.get_closest_marker(marker) for marker in unwanted):
            left_out.append(item)
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    kept = [item for item in items if item not in gone]
    items[:] = sorted(kept, key=lambda item: item.path.parent.name not in THOROUGH)


def pytest_collection_finish():
    """Leave what was imported and collected out of every later tidying, as the window does with what it imported."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter):
    """Say what was left out and why, where nobody can overlook it."""
    told = [*_lacking().values()]
    if _is_plain(terminalreporter.config):
        told = ["what takes long: “pip install -qe '.[dev,thorough]' && python -m pytest tests -m thorough”."]
    if told:
        terminalreporter.line(f"Left out: {' '.join(told)} Everything else was run.")


def _is_plain(config):
    """Tell whether tests were asked for without a word on which; a worker has that from the run that it belongs to."""
    if hasattr(config, "workerinput"):
        return config.workerinput["plain"]
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.markexpr


def _lacking():
    """Give the markers of tests that cannot be run here, and “extra” where a folder cannot, each with the reason.

    Without an X server there are no real windows; in CI there has to be one, and nothing is left out for it.
    """
    lacking = {}
    missing = " and ".join(xwindow.missing())
    if missing and os.environ.get("CI") != "true":
        lacking["needs_xvfb"] = f"the end-to-end tests, which need {missing}."
    if browser.missing():
        lacking["needs_browser"] = f"phones in a real browser, which need {' and '.join(browser.missing())}."
    gone = " and ".join(module for module in EXTRA if find_spec(module) is None)
    if gone and os.environ.get("CI") != "true":
        lacking["extra"] = f"tests/thorough, which needs {gone}: “pip install -qe '.[dev,thorough]'”."
    if find_spec("atheris") is None:
        lacking["needs_atheris"] = "the fuzzer's own tests, which need atheris."
    return lacking
