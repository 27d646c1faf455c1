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
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program: several threads only slow each other down
# Programs that the tests start use the bytecode of earlier ones, instead of each compiling everything.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from hypothesis import HealthCheck, settings

from logic.memory import release_freed_memory
from logic.storage.files import CACHE_VARIABLE, DATA_VARIABLE
from scenes.shots.shots import CACHE
from sprites.paint.canvas import MASTERS
from tests.e2e import browser
from tests.support import xwindow
from tests.support.gallery import CACHES
from tests.support.processes import die_with_parent

THOROUGH = {"e2e", "thorough"}
"""Folders in which every test is slow; single slow tests elsewhere carry the mark themselves."""
EXTRA = ("PyInstaller", "distributed", "pettingzoo", "xllamacpp")
"""Modules that only the tests in the folder ``thorough`` import, from the extra of that name."""

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - only the place for folders of its own
ROOM = 2 << 30
"""Bytes that must be free there."""

ARENA_MAX, MMAP_THRESHOLD = -8, -3
"""Two options of glibc's ``mallopt``: the number of arenas for threads, and the threshold for ``mmap``, which otherwise
grows to 32 MB."""
LARGE = 6 << 20
"""Bytes from which on a picture is allocated outside the heap; inside, many tests would leave a gap each."""

PROCESS = psutil.Process()
HEAVY, GROWN = 600 << 20, 96 << 20
"""Resident bytes above which a worker clears the caches that tests share, once it has grown by so much since the last
clearing; some tests need 200 MB for a moment."""

# No health check may depend on the machine's speed: by default hypothesis fails where ten examples take a second.
settings.register_profile(
    "house", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


def pytest_configure(config):
    """Make the workers of a run, and the processes that their tests have started, end with it, however it ends."""
    config.addinivalue_line("markers", "seen: looks at the screen, which is painted for such tests alone")
    if hasattr(config, "workerinput"):
        die_with_parent()
        if platform.libc_ver()[0] == "glibc":
            libc = ctypes.CDLL(None)
            libc.mallopt(ARENA_MAX, 1)
            libc.mallopt(MMAP_THRESHOLD, LARGE)
    # Thousands of stores are opened, none of which has to survive a power cut: waiting for the disk took a quarter.
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Pass on to a worker what was asked for: it sees folders, whoever named them."""
    node.workerinput["plain"] = _is_plain(node.config)


@pytest.fixture(scope="session")
def _data_folders(tmp_path_factory):
    """The parent of a folder for each test that asks; ``mktemp`` would list all existing folders each time."""
    base = tmp_path_factory.mktemp("data")

    def made(number):
        folder = base / str(number)
        folder.mkdir()
        return folder

    return map(made, itertools.count())


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory, _data_folders, monkeypatch):
    """Protect real data from the tests; solved tables are shared by the tests of one worker."""
    folder = next(_data_folders)
    monkeypatch.setenv(DATA_VARIABLE, str(folder))
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path_factory.getbasetemp() / "cache"))
    yield
    shutil.rmtree(folder, ignore_errors=True)  # ten thousand of them would be slow to delete in a later run


@pytest.fixture(scope="session")
def _kept():
    """The bytes that were held after memory was last freed, in a list of one."""
    return [0]


@pytest.fixture(autouse=True)
def _light(_kept):
    """Free cached pictures when a worker has grown too large, however many tests have painted theirs."""
    yield
    if PROCESS.memory_info().rss > max(HEAVY, _kept[0] + GROWN):
        for pictures in (CACHE, MASTERS, *CACHES):
            pictures.clear()
        gc.collect()
        release_freed_memory()
        _kept[0] = PROCESS.memory_info().rss


def pytest_ignore_collect(collection_path, config):
    """Do not even import slow tests in a plain run, as each worker would, nor tests whose requirements are missing."""
    plain, name = _is_plain(config), collection_path.name
    return True if (name in THOROUGH and plain) or (name == "thorough" and "extra" in _lacking()) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Let each worker of a plain run compile other files first, for pytest takes ten seconds to rewrite all of them.

    What one worker has compiled, the others find; in a copy in which tests have run before, everything is there.
    """
    given = getattr(session.config, "workerinput", {"plain": False})
    if not given["plain"]:
        return
    here = session.config.rootpath
    files = sorted(file for path in session.config.getini("testpaths") for file in (here / path).rglob("test_*.py"))
    for file in files[int(given["workerid"].removeprefix("gw")) :: given["workercount"]]:
        with suppress(Exception):  # the collector reports what is wrong with it
            import_module(".".join(file.relative_to(here).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark slow tests and leave them out of a plain run; leave out tests whose requirements are missing.

    Slow tests of one file go to one worker, which keeps for all of them what the file has made once.
    The folders of slow tests come first, then the services, which are slow too, so that no worker begins one when the
    others have finished.
    """
    unwanted = {*_lacking(), *(["thorough"] if _is_plain(config) else [])}
    left_out = []
    for item in items:
        if item.path.parent.name in THOROUGH:
            item.add_marker("thorough")
            if item.get_closest_marker("xdist_group") is None:
                item.add_marker(pytest.mark.xdist_group(item.path.stem))
        if any(item.get_closest_marker(marker) for marker in unwanted):
            left_out.append(item)
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    kept = [item for item in items if item not in gone]
    items[:] = sorted(kept, key=lambda item: (item.path.parent.name not in THOROUGH, "services" not in item.path.parts))


def pytest_collection_finish():
    """Exempt what was imported and collected from later garbage collections, as the window does with its imports."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter):
    """Report at the end what was left out and why."""
    told = [*_lacking().values()]
    if _is_plain(terminalreporter.config):
        told = ["slow tests: “pip install -qe '.[dev,thorough]' && python -m pytest tests -m thorough”."]
    if told:
        terminalreporter.line(f"Left out: {' '.join(told)} Everything else was run.")


def _is_plain(config):
    """Return whether the run names no tests; a worker has that from the run it belongs to."""
    if hasattr(config, "workerinput"):
        return config.workerinput["plain"]
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.markexpr


def _lacking():
    """Return the markers of tests that cannot be run here, and “extra” where a folder cannot, each with the reason.

    Without an X server there are no real windows; with ``CI`` set there has to be one, and nothing is left out.
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
