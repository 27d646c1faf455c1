"""The wheel: one package with everything in it, compatible with others that have a ``config`` too."""

import configparser
import json
import os
import shutil
import sys
import sysconfig
import tarfile
import zipfile
from email import message_from_string

import pytest

from logic import VERSION
from tests.support.processes import ROOT, run

pytestmark = pytest.mark.xdist_group("wheel")

TOGETHER = 1_700_000_000
"""The time stamp of both wheels, for all files in them."""
NEIGHBOUR = "NAME = 'neighbour'\n"


def build(project, target, kind):
    """Build a package from a folder; return its file."""
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(TOGETHER)}
    run(sys.executable, "-m", "hatchling", "build", "--target", kind, "-d", target, cwd=project, env=env, check=True)
    (built,) = target.iterdir()
    return built


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Build a wheel from the checkout, another from the source distribution; return the two."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(build(ROOT, folder / "sdist", "sdist")) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it from 3.11.4 on
        files.extractall(folder)  # noqa: S202 - of our own making
    handed_on = folder / f"quincunx-{VERSION}"
    return build(ROOT, folder / "one", "wheel"), build(handed_on, folder / "two", "wheel")


@pytest.fixture(scope="module")
def wheel(made):
    return made[0]


@pytest.fixture(scope="module")
def installed(wheel):
    """Unpack the wheel beside a package with folders of the same names; return a function that runs Python there."""
    site = wheel.parent.parent / "site"
    shutil.unpack_archive(wheel, site, "zip")
    for name in ("config", "logic", "main"):
        (site / f"{name}.py").write_text(NEIGHBOUR, encoding="utf-8")
    path = os.pathsep.join((str(site), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    env = {"PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy", "HOME": str(site / "home")}

    def python(*arguments):  # -S: without the links to this checkout that an editable install leaves
        return run(sys.executable, "-S", *arguments, cwd="/", env={**os.environ, **env}, check=True).stdout

    return python


def test_the_wheel_has_one_top_level_package_with_all_files(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()

    assert {name.partition("/")[0] for name in names} == {"quincunx", f"quincunx-{VERSION}.dist-info"}
    everything = {
        f"quincunx/{path.relative_to(ROOT).as_posix()}"
        for room in ("config", "logic", "research", "scenes", "sprites")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert everything | {"quincunx/main.py"} <= set(names)


def test_the_same_sources_make_the_same_wheel_byte_for_byte(made):
    one, two = (path.read_bytes() for path in made)
    assert one == two


def test_the_wheel_metadata_is_complete(wheel):
    with zipfile.ZipFile(wheel) as archive:
        told = message_from_string(archive.read(f"quincunx-{VERSION}.dist-info/METADATA").decode())
        scripts = configparser.ConfigParser()
        scripts.read_string(archive.read(f"quincunx-{VERSION}.dist-info/entry_points.txt").decode())

    assert (told["Name"], told["Version"], told["License-Expression"]) == ("quincunx", VERSION, "MIT")
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert dict(scripts["console_scripts"]) == {"quincunx": "quincunx:main"}
    assert {"Programming Language :: Python :: 3.11", "Natural Language :: Hungarian"} <= {*told.get_all("Classifier")}


def test_the_installed_command_and_workers_run_beside_equally_named_modules(installed):
    script = "import sys; from quincunx import main; sys.argv[1:] = ['--version']; sys.exit(main())"
    assert installed("-c", script) == installed("-m", "quincunx", "--version") == f"quincunx {VERSION}\n"
    asked = ("lgame", "--seats", "random", "random", "--games", "4", "--jobs", "2", "--json", "-")
    assert json.loads(installed("-m", "quincunx", "arena", *asked))["games"] == 4
    asked = "import quincunx; quincunx.move_in(); from logic.licences import components; print(components())"
    assert "Chipmunk2D" in installed("-c", asked)
    asked = "import config, logic, main, quincunx; print(config.NAME, logic.NAME, main.NAME)"
    assert installed("-c", asked) == "neighbour neighbour neighbour\n"
    asked = "import quincunx; quincunx.dask_setup(None); import logic, main; print(logic.VERSION)"
    assert installed("-c", asked) == f"{VERSION}\n"
