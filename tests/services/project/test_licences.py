"""The credits: every component has its licence, and all texts can be read."""

import json
import re
import sys
import tomllib
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from logic import VERSION, licences
from logic.config import read_text
from logic.core import Message
from scenes.cabinet.credits import CreditsScene, LicenceScene, paragraphs
from scenes.cabinet.settings import SettingsScene
from sprites.widgets import Label
from tests.support.hands.presses import HANDS
from tests.support.seats.app import new_driver  # noqa: F401 - a fixture
from tests.support.seats.cabinet import seat  # noqa: F401 - a fixture

ROOT = Path(__file__).parents[3]
CRATES = "arboard and other Rust crates"
NOTES = yaml.safe_load((ROOT / "config" / "licences.yaml").read_text(encoding="utf-8"))
TRANSITIVE = {"anyio", "certifi", "cffi", "h11", "httpcore", "idna", "pycparser", "typing_extensions"}
OTHER_SYSTEMS = {
    "SDL2.dll": "SDL2",
    "SDL2_mixer.dll": "SDL2_mixer",
    "libSDL2-2.0.0.dylib": "SDL2",
    "libpng16-16.dll": "libpng",
    "libjpeg.62.4.0.dylib": "libjpeg-turbo",
    "libcrypto-3-x64.dll": "OpenSSL",
    "python311.dll": "Python",
    "libpython3.13.so.1.0": "Python",
    "sqlite3.dll": "SQLite",
    "zlib1.dll": "zlib",
    "libexpat.so.1": "Expat",
    "libmpdec.so.3": "libmpdec",
}


def found(components=None):
    return {component.name: component for component in components or licences.components()}


def words(component):
    return " ".join(" ".join(text.content for text in component.texts).lower().split())


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """Pack the licences for some files, and read them back as the packed program does."""

    def back(*sources):
        licences.pack(sources, tmp_path / licences.FOLDER)
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(licences, "ROOT", tmp_path)
        licences.components.cache_clear()
        return found()

    yield back
    licences.components.cache_clear()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a package that is nothing but its metadata and some files."""

    def install(name, metadata, **texts):
        folder = tmp_path / f"{name}-1.2.dist-info"
        folder.mkdir()
        module = tmp_path / name / "__init__.py"
        module.parent.mkdir()
        module.touch()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n{metadata}\n")
        for file, text in texts.items():
            (folder / file).write_text(text)
        record = [f"{folder.name}/{file},," for file in ("METADATA", *texts)]
        (folder / "RECORD").write_text("\n".join([f"{name}/__init__.py,,", *record]))
        monkeypatch.syspath_prepend(tmp_path)
        licences.components.cache_clear()
        return str(module)

    yield install
    licences.components.cache_clear()


# -- what is listed


def test_all_dependencies_are_listed_with_licence_and_text():
    listed = found()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    titles = {name: note.get("title", name) for name, note in NOTES["packages"].items()}
    asked_for = {requirement.partition("==")[0] for requirement in project["dependencies"]}

    assert {titles.get(name, name).lower() for name in asked_for} <= {name.lower() for name in listed}
    assert {"Quincunx", "Python", "SDL2", "FreeType", "Chipmunk2D", "libyaml"} | TRANSITIVE <= set(listed)
    assert [name for name, part in listed.items() if not part.licence or not words(part)] == []
    assert not {"pytest", "mypy", "dask"} & set(listed)


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("Quincunx", "copyright (c) 2026 the quincunx authors"),
        ("Cinzel", "sil open font license version 1.1"),
        ("Manrope", "sil open font license version 1.1"),
        ("Material Design Icons 7", "apache license version 2.0, january 2004"),
        ("pygame-ce", "gnu lesser general public license version 2.1, february 1999"),
        ("certifi", "mozilla public license version 2.0 =="),
        ("Python", "psf license agreement"),
        ("FreeType", "the freetype project license"),
    ],
)
def test_licence_texts_contain_their_key_phrase(name, phrase):
    text = words(found()[name])

    assert phrase.lower() in text.replace("python software foundation license", "psf license agreement")


def test_components_are_sorted_and_bundled_works_are_attributed():
    brotli = words(found()["Brotli"])
    assert "brotli authors" in brotli
    assert "freetype" not in brotli
    places = [(licences.GROUPS.index(part.group), part.name.lower()) for part in licences.components()]
    assert places == sorted(places)
    freetype = found()["FreeType"].brought_by
    assert [name.partition(" ")[0] for name in freetype] == ["pillow", "pygame-ce"]
    assert all(re.search(r" \d+\.", name) for name in freetype)
    package = metadata.distribution("copykitten")
    (bill,) = (file for file in package.files if file.name.endswith(".cyclonedx.json"))
    crates = json.loads(package.locate_file(bill).read_text(encoding="utf-8"))["components"]
    asked = {crate["name"].removesuffix("_derive") for crate in crates if not _usual(crate["licenses"])}
    assert asked == {name for name, work in NOTES["works"].items() if work.get("inside") == "copykitten"} - {CRATES}
    assert asked <= set(found())


def _usual(licences):
    return all("Apache-2.0" in each["expression"] for each in licences)


# -- what is packed


def test_bundled_libraries_are_matched_to_works_and_all_texts_are_used(packed):
    works = {name: note for name, note in NOTES["works"].items() if note.get("files")}
    libraries = {f"lib{stem}.so.1" for note in works.values() for stem in note["files"]}
    modules = ("_thing.cpython-311-x86_64-linux-gnu.so", "_other.abi3.so", "third.cp311-win_amd64.pyd")
    named = {text for notes in NOTES.values() for note in notes.values() for text in note.get("texts", ())}
    assert {path.name for path in (ROOT / "config" / "licences").iterdir()} == {n for n in named if "/" not in n}
    listed = packed(*(f"/usr/lib/{file}" for file in (*libraries, *OTHER_SYSTEMS, "libmystery-0a1b.so.7", *modules)))
    assert set(works) <= set(listed)
    assert [name for name in works if not words(listed[name])] == []
    assert re.fullmatch(r"[\d.]+\w*", listed["OpenSSL"].version)
    assert re.fullmatch(r"[\d.]+", listed["SQLite"].version)
    unknown = listed.pop("libmystery-0a1b.so.7")
    assert (unknown.licence, unknown.texts) == ("", ())
    files = {file: name for name, part in listed.items() for file in part.files}
    assert files.keys() == {*libraries, *OTHER_SYSTEMS}
    assert OTHER_SYSTEMS.items() <= files.items()


def test_packed_licences_read_back_unchanged_and_exist_as_files(packed, tmp_path):
    before = found()
    after = packed(find_spec("certifi").origin, find_spec("numpy").origin)

    assert set(after) == {"Quincunx", "certifi", "numpy", "Python"}
    assert all(after[name] == before[name] for name in after)
    for name, part in after.items():
        for text in part.texts:
            assert (tmp_path / licences.FOLDER / name / text.name).read_text(encoding="utf-8") == text.content


# -- what metadata says


def test_package_licence_and_text_are_taken_from_its_metadata(installed, packed):
    several = f"License: {'and so on ' * 20}\nClassifier: License :: OSI Approved :: ISC License"
    listed = packed(
        installed("neat", "License-Expression: BSD-2-Clause", LICENSE="Do as you like."),
        installed("terse", "License: Zlib"),
        installed("wordy", several),
        installed("silent", "Classifier: Topic :: Games/Entertainment"),
    )
    neat = listed["neat"]
    assert (neat.version, neat.licence, neat.group) == ("1.2", "BSD-2-Clause", "packages")
    assert neat.texts == (licences.LicenceText("LICENSE", "Do as you like."),)
    for name, licence in (("terse", "Zlib"), ("wordy", "ISC License"), ("silent", "")):
        assert (listed[name].licence, listed[name].texts) == (licence, ())


def test_an_installed_quincunx_lists_components_from_its_metadata(installed):
    installed("neat", "License: MIT", LICENSE="Neat.")
    requires = (
        "Requires-Dist: Neat>=1\nRequires-Dist: absent; sys_platform == 'win32'\nRequires-Dist: pytest; extra == 'dev'"
    )
    installed("quincunx", f"License-Expression: MIT\n{requires}", LICENSE="Ours.")

    listed = found()

    assert set(listed) == {"Quincunx", "Python", "neat"}
    assert (listed["Quincunx"].version, words(listed["Quincunx"])) == (VERSION, "ours.")


# -- how it is read


def test_licence_paragraphs_are_reflowed_without_losing_words():
    text = """\
    A HEADING
    =========

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software, to deal in it without restriction, subject to two conditions:
  1. Redistributions of the source code must retain the above notice, however
     long it is.
  * Nobody is to be blamed, whatever may come of it, on earth or elsewhere.

A short line.
Another."""

    assert list(paragraphs(text)) == [
        "A HEADING\n=========",
        "Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it "
        "without restriction, subject to two conditions:\n"
        "1. Redistributions of the source code must retain the above notice, however long it is.\n"
        "* Nobody is to be blamed, whatever may come of it, on earth or elsewhere.",
        "A short line.\nAnother.",
    ]
    for part in licences.components():
        for text in part.texts:
            assert " ".join(paragraphs(text.content)).split() == text.content.split(), part.name


@pytest.mark.parametrize("hand", HANDS)
def test_every_input_method_opens_a_licence_from_the_settings(seat, hand):  # noqa: F811
    driver = seat(SettingsScene)
    driver.top.scroll.reveal(driver.widget("credits"))
    driver.settle()

    hand(driver, "credits")
    driver.settle()
    assert isinstance(driver.top, CreditsScene)
    hand(driver, "card-Cinzel")
    driver.settle()

    assert isinstance(driver.top, LicenceScene)
    shown = [label.text for label in driver.top.ui.walk() if isinstance(label, Label)]
    assert "2.000 · OFL-1.1" in shown
    assert "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007" in " ".join(" ".join(shown).split())


@pytest.mark.parametrize("go_on", [lambda d: d.key("down"), lambda d: d.key("pagedown"), lambda d: d.pad("dpdown")])
def test_keys_and_pad_scroll_a_licence_text(seat, go_on):  # noqa: F811
    driver = seat(lambda app: LicenceScene(app, found()["pygame-ce"]))
    driver.settle()

    go_on(driver)
    driver.settle()

    assert driver.top.scroll.offset > 0


def test_an_unknown_licence_is_shown_as_unknown(seat):  # noqa: F811
    driver = seat(lambda app: LicenceScene(app, licences.Component("libmystery.so", "", "", "works")), language="en")

    shown = [label.text for label in driver.top.ui.walk() if isinstance(label, Label)]

    assert shown == [Message("licence not known").msgid, Message("The text of this licence is not here.").msgid]


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("GONE.txt", "config/licences/GONE.txt: No such file or directory"),
        ('""', "config/licences/: Is a directory"),
        ("nowhere/LICENSE", "config/licences.yaml: nowhere/LICENSE: there is no package 'nowhere'"),
    ],
)
def test_a_reference_to_a_text_that_is_not_there_is_told_with_its_place(seat, monkeypatch, reference, why):  # noqa: F811
    notes = read_text(licences.FILE_NAME)
    assert "texts: [Python.txt" in notes
    faulty = notes.replace("texts: [Python.txt", f"texts: [{reference}")
    monkeypatch.setattr(
        "logic.config.read_text", lambda name: faulty if name == licences.FILE_NAME else read_text(name)
    )
    licences.components.cache_clear()
    driver = seat(SettingsScene)
    driver.top.scroll.reveal(driver.widget("credits"))
    driver.settle()
    driver.click("credits")
    assert driver.said() == [f"What is configured cannot be used: {why}"]
