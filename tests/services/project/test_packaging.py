"""Packaging: the choices for each system, icons, and the Linux desktop entries."""

import ast
import fnmatch
import json
import plistlib
import re
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from greenlet import _greenlet
from PIL import Image

import bundle
from icons import LARGEST_ICNS, SIDES
from logic import VERSION
from logic.dragon.rules import EXAMPLE
from logic.licences import components
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.storage.files import EXPORTED
from logic.text import LANGUAGES
from release import hashed
from sbom import bill
from scenes.app.exports import GAMES_ENDING
from tests.support.processes import ROOT, run

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
LINUX = ROOT / "packaging" / "linux"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
BOARD, GAMES_TYPE = "text/x-quincunx-board", "application/x-quincunx-games+json"
PATHS = (Path("icons"), Path("version.txt"))


# -- choices for PyInstaller


def test_pyinstaller_options_for_linux_windows_and_macos():
    (told,) = bundle.programs("linux", *PATHS)
    assert (told["name"], told["console"], "icon" in told) == ("quincunx", True, False)
    game, tools = bundle.programs("win32", *PATHS)
    assert (game["name"], game["console"], tools["name"], tools["console"]) == (
        "quincunx", False, "quincunx-console", True,
    )  # fmt: skip
    for told in (game, tools):
        assert (told["icon"], told["version"]) == (str(Path("icons/quincunx.ico")), "version.txt")
        awareness = ET.fromstring(told["manifest"]).iter()  # noqa: S314 - our own
        assert "PerMonitorV2, PerMonitor" in {element.text for element in awareness}
    (told,) = bundle.programs("darwin", *PATHS)
    assert (told["console"], told["argv_emulation"], told["icon"]) == (False, False, str(Path("icons/quincunx.icns")))
    app = bundle.app_bundle("0.7.1", Path("icons"))
    plist = plistlib.loads(plistlib.dumps(app["info_plist"]))
    assert (app["name"], app["version"]) == ("Quincunx.app", "0.7.1")
    assert plist["NSHighResolutionCapable"] is True
    assert plist["LSApplicationCategoryType"] == "public.app-category.board-games"
    assert plist["CFBundleLocalizations"] == list(LANGUAGES)
    endings = {ending for kind in plist["CFBundleDocumentTypes"] for ending in kind["CFBundleTypeExtensions"]}
    assert {EXPORTED[1:], GAMES_ENDING} <= endings
    assert {kind["LSHandlerRank"] for kind in plist["CFBundleDocumentTypes"]} == {"Alternate"}


def test_the_version_resource_has_the_form_that_windows_tools_read():
    tree = ast.parse(bundle.version_resource("2.10.3"), mode="eval")
    calls = {node.func.id: node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert {"VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "VarFileInfo", "VarStruct"} <= set(calls)
    numbers = {keyword.arg: ast.literal_eval(keyword.value) for keyword in calls["FixedFileInfo"].keywords}
    assert numbers == {"filevers": (2, 10, 3, 0), "prodvers": (2, 10, 3, 0)}
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.func.id == "StringStruct"]
    told = dict(tuple(ast.literal_eval(argument) for argument in node.args) for node in strings)
    assert (told["ProductVersion"], told["OriginalFilename"]) == ("2.10.3", "quincunx.exe")


@pytest.mark.skipif(shutil.which("strip") is None or sys.platform != "linux", reason="libraries are left as they are")
def test_libraries_are_stripped_except_those_relocated_by_a_wheel(tmp_path):
    library = Path(_greenlet.__file__)  # the wheel's contains much debugging information
    text = tmp_path / "no-library.so"
    text.write_text("nothing")
    entries = [
        ("one.so", str(library), "BINARY"),
        ("numpy.libs/one.so", str(library), "BINARY"),
        ("no-library.so", str(text), "EXTENSION"),
        ("link.so", str(library), "SYMLINK"),
    ]
    slim, *others = bundle.slimmed(entries, tmp_path / "slim", "linux")
    assert others == entries[1:]
    assert Path(slim[1]).stat().st_size < library.stat().st_size
    assert [*bundle.slimmed(entries, tmp_path / "slim", "win32")] == entries


def test_excluded_modules_are_not_imported_by_the_game():
    paths = [path for room in ("logic", "scenes", "sprites") for path in (ROOT / room).rglob("*.py")]
    with_mcp = {ROOT / "logic" / "mcp" / "server.py"}
    rooms = [path.read_text("utf-8") for path in paths if path not in with_mcp]
    imported = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", "\n".join(rooms), re.MULTILINE))
    assert len(rooms) == len(paths) - 1
    assert imported & {*bundle.LEFT_OUT} == {"distributed"}
    assert bundle.is_needed("pygame/sound.so")
    assert not bundle.is_needed("pygame/freesansbold.ttf")


# -- the icon


def test_the_icon_is_written_in_every_size_and_format(tmp_path):
    run(sys.executable, ROOT / "packaging" / "icons.py", tmp_path, check=True)
    for side in SIDES:
        with Image.open(tmp_path / f"{side}x{side}" / "quincunx.png") as picture:
            assert (picture.size, picture.mode) == ((side, side), "RGBA")
            # Corners are empty, the middle is a pin of brass.
            assert picture.getpixel((0, 0))[3] < 128
            assert picture.getpixel((side // 2, side // 2))[0] > 180
    with Image.open(tmp_path / "quincunx.ico") as picture:
        assert picture.info["sizes"] == {(side, side) for side in SIDES if side <= 256}
    with Image.open(tmp_path / "quincunx.icns") as picture:
        assert picture.size == (LARGEST_ICNS, LARGEST_ICNS)
    drawn = ET.parse(tmp_path / "quincunx.svg").getroot()  # noqa: S314 - our own
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 15


# -- a Linux desktop


@pytest.fixture(scope="module")
def entry():
    lines = (LINUX / "quincunx.desktop").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


@pytest.fixture(scope="module")
def types():
    found = ET.parse(LINUX / "quincunx.mime.xml").getroot()  # noqa: S314 - our own
    return {kind.get("type"): kind for kind in found.findall(f"{MIME}mime-type")}


def test_desktop_entry_opens_our_file_types_and_is_fully_translated(entry, types):
    assert entry["Exec"] == "quincunx %f"
    assert set(entry["MimeType"].rstrip(";").split(";")) == set(types) == {BOARD, GAMES_TYPE}
    for name, text in boards():
        assert {*kinds_of(types, f"{name}{EXPORTED}", text.encode())} == {(BOARD, "name"), (BOARD, "content")}
    games = b'{\n "quincunx": 5,\n "games": []\n}\n'
    found = {*kinds_of(types, f"all-2026-01-31.{GAMES_ENDING}", games)}
    assert found == {(GAMES_TYPE, "name"), (GAMES_TYPE, "content")}
    others = set(LANGUAGES) - {"en"}
    for key in ("GenericName", "Comment", "Keywords"):
        assert {name for name in entry if name.startswith(f"{key}[")} == {f"{key}[{language}]" for language in others}
    page = ET.parse(LINUX / "quincunx.metainfo.xml").getroot()  # noqa: S314 - our own
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for told in (page.findall("summary"), page.findall("description/p")):
        assert {part.get(language, "en") for part in told} == set(LANGUAGES)


def kinds_of(types, name, content):
    """Yield of which of our types a file is, by its name and its first bytes, as the standard defines it."""
    for kind, told in types.items():
        globs = [glob.get("pattern") for glob in told.findall(f"{MIME}glob")]
        if any(fnmatch.fnmatch(name, pattern) for pattern in globs):
            yield kind, "name"
        if any(begins(match, content) for match in told.findall(f"{MIME}magic/{MIME}match")):
            yield kind, "content"


def begins(match, content):
    value = match.get("value").encode().decode("unicode_escape").encode()
    mask = bytes.fromhex(match.get("mask", "0x" + "ff" * len(value))[2:])
    low, _, high = match.get("offset").partition(":")
    return any(
        all(sign & bits == wanted & bits for sign, wanted, bits in zip(content[at:], value, mask, strict=False))
        for at in range(int(low), int(high or low) + 1)
        if len(content) >= at + len(value)
    )


def boards():
    yield "cave", EXAMPLE
    for path in sorted((ROOT / "config" / "boards" / "dragon").glob("*.txt")):
        yield path.stem, path.read_text("utf-8")
    mazes = puzzles_of(GAMES["labyrinth"])
    yield "maze", mazes.write(mazes.chapters()[0].puzzles[0].params)


@pytest.mark.parametrize(
    "text", ["Hello", "3 4\n", "3\n4\n", "3\n4\nThree\n", "1\n2\n3\n", '{"a": 1}', "Labyrinths are fun\n", ""]
)
def test_other_text_files_do_not_match_our_mime_types(types, text):
    assert [*kinds_of(types, "notes.txt", text.encode())] == []


@pytest.mark.skipif(sys.platform != "linux", reason="these are Linux's")
def test_install_and_uninstall_scripts_work_and_keep_the_games(tmp_path):
    """Installed twice, as an update is; with spaces in the path, and games that stay."""
    archive, home = tmp_path / "the archive", tmp_path / "some body"
    for script in ("install.sh", "uninstall.sh"):
        (archive / "quincunx").mkdir(parents=True, exist_ok=True)
        shutil.copy(LINUX / script, archive / script)
    for file, place in (("quincunx.desktop", "applications"), ("quincunx.mime.xml", "mime/packages")):
        (archive / "share" / place).mkdir(parents=True)
        (archive / "share" / place / file).write_bytes((LINUX / file).read_bytes())
    program = archive / "quincunx" / "quincunx"
    program.write_text("#!/bin/sh\necho played\n")
    program.chmod(0o755)
    games = home / ".local" / "share" / "quincunx" / "quincunx.sqlite"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}

    for _ in range(2):
        run("sh", archive / "install.sh", env=env, check=True)
    entry = (home / ".local" / "share" / "applications" / "quincunx.desktop").read_text("utf-8")
    command = re.search("^Exec=(.*) %f$", entry, re.MULTILINE)[1]
    assert run("sh", "-c", command, env=env).stdout == "played\n"
    assert run(home / ".local" / "bin" / "quincunx", env=env).stdout == "played\n"

    run("sh", home / ".local" / "lib" / "quincunx" / "uninstall.sh", env=env, check=True)
    made_by_the_system = {"mimeinfo.cache", *(path.name for path in (home / ".local/share/mime").iterdir())}
    left = [path for path in home.rglob("*") if path.is_file() or path.is_symlink()]
    assert {path.name for path in left if "mime" not in path.parts} - made_by_the_system == {"quincunx.sqlite"}


# -- the workflow


def test_release_workflow_is_valid_and_builds_every_system():
    run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", WORKFLOW, check=True)
    workflow = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    systems = {step["os"] for step in workflow["jobs"]["pack"]["strategy"]["matrix"]["include"]}
    assert {system.partition("-")[0] for system in systems} == {"ubuntu", "windows", "macos"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    runs = [step["run"] for step in steps if "run" in step]
    assert "${{ matrix.program }} self-test" in runs
    named = set(re.findall(r"packaging/[\w.]+", "\n".join(runs)))
    assert [name for name in named if not (ROOT / name).is_file()] == []


# -- a release


VALIDATE = """\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
sys.exit(JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1], encoding="utf-8").read()))
"""
"""Exits with the errors. In a process of its own, as a test worker would keep its memory for good."""


def test_the_sbom_is_valid_cyclonedx_and_lists_all_components(tmp_path):
    text = bill(components(), 1_700_000_000).decode()
    told, file = json.loads(text), tmp_path / "bill.json"
    file.write_text(text, encoding="utf-8")
    run(sys.executable, "-c", VALIDATE, file, check=True)
    own = told["metadata"]["component"]
    assert (own["name"], own["version"]) == ("Quincunx", VERSION)
    assert {part["name"] for part in [own, *told["components"]]} == {part.name for part in components()}
    by_name = {part["name"]: part for part in told["components"]}
    assert by_name["pymunk"]["licenses"] == [{"expression": "MIT"}]
    inside = {part["ref"]: part["dependsOn"] for part in told["dependencies"]}
    assert inside[by_name["pymunk"]["bom-ref"]] == ["Chipmunk2D"]
    assert bill(components(), 1_700_000_000).decode() == text


def test_release_files_are_listed_in_sha256sums(tmp_path):
    for name in ("b.tar.gz", "a.whl", "SHA256SUMS"):
        (tmp_path / name).write_text(name)
    (tmp_path / "folder").mkdir()
    told = hashed(tmp_path)
    assert re.findall(r"  (.*)", told) == ["a.whl", "b.tar.gz"]
    (tmp_path / "SHA256SUMS").write_text(told)
    assert run("sha256sum", "-c", "SHA256SUMS", cwd=tmp_path).stdout.count("OK") == 2
