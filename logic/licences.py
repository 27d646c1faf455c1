"""Third-party components of the program: names, versions and licences, and the texts of these."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import ssl
import sys
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path, PurePath
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from logic import VERSION
from logic.config import ConfigError, read_text, read_yaml

FILE_NAME = "licences.yaml"
FOLDER = "licences"
"""The folders with texts: ours under ``config/``, and that of the packed program."""
INDEX = "index.json"
ROOT = Path(__file__).parents[1]
OURS = "Quincunx"
PYTHON = "Python"

Group = Literal["program", "fonts", "packages", "works"]
GROUPS: tuple[Group, ...] = get_args(Group)
"""In the order in which they are shown."""

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|ofl|l?gpl)\b(?!.*\.(py|pyc|html)$)", re.IGNORECASE)
IN_METADATA = re.compile(r"[^/]*\.dist-info/(licenses/)?")
HEADING = re.compile(r"^-{4}\n+", re.MULTILINE)
"""The separator before each part of a file that holds the licences of several works."""
SHARED_LIBRARY = re.compile(r"\.(so(\.[0-9.]+)?|dylib|dll)$", re.IGNORECASE)
EXTENSION = re.compile(r"\.(abi3|cpython-[^.]*|cp[0-9][^.]*|pypy[^.]*)\.[a-z]+$", re.IGNORECASE)
"""A Python extension module: it belongs to the package that contains it."""
STEM = re.compile(r"(?:lib)?(?P<stem>.+?)[0-9]*_?(?:[-.].*)?", re.IGNORECASE)
LONGEST_NAME = 80
"""Characters of a licence's name in the metadata: some packages put the whole text there."""

VERSIONS = {
    PYTHON: platform.python_version(),
    "OpenSSL": ssl.OPENSSL_VERSION.removeprefix("OpenSSL ").partition(" ")[0],
    "SQLite": sqlite3.sqlite_version,
    "zlib": zlib.ZLIB_RUNTIME_VERSION,
}
"""Versions of works that report their own; others are described by the version of the package that brings them."""


class LicenceText(msgspec.Struct, frozen=True, omit_defaults=True):
    """A licence text, word for word, and the name of its file."""

    name: str
    content: str = ""


class Component(msgspec.Struct, frozen=True, omit_defaults=True):
    """A work that the program uses or contains; ``licence`` and ``texts`` are empty if unknown."""

    name: str
    version: str
    licence: str
    group: Group
    brought_by: tuple[str, ...] = ()
    """The packages, with their versions, that bundle this work, if it is no package itself."""
    files: tuple[str, ...] = ()
    """The shared libraries that it consists of."""
    texts: tuple[LicenceText, ...] = ()


class _Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a package's own metadata lacks."""

    title: str = ""
    licence: str = ""
    group: Group = "packages"
    texts: tuple[str, ...] = ()


class _Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A component that is no Python package: a library bundled in one, and Python itself."""

    licence: str
    texts: tuple[str, ...]
    files: tuple[str, ...] = ()
    inside: str = ""
    group: Group = "works"


class _Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    packages: dict[str, _Package]
    works: dict[str, _Work]


@cache
def components() -> tuple[Component, ...]:
    """All components by group: those of the packed program, or else our dependencies as installed."""
    if getattr(sys, "frozen", False):
        return _read(ROOT / FOLDER)
    own, requirements = _own_component()
    packages = _with_dependencies(requirements)
    sources = _owners(packages)
    return _components_of(own, sources, sources)


def pack(sources: Iterable[str], folder: Path) -> None:
    """Write the licence texts for a program packed from ``sources``, and the index that the program reads."""
    own, _ = _own_component()
    # Of two distributions of one name the first one found counts, as in an import.
    everything = {_normal(found.metadata["Name"]): found for found in reversed([*metadata.distributions()])}
    packed = _components_of(own, sources, _owners(everything))
    folder.mkdir(parents=True, exist_ok=True)
    for component in packed:
        for text in component.texts:
            path = folder / component.name / text.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.content, encoding="utf-8")
    index = [replace(part, texts=tuple(LicenceText(text.name) for text in part.texts)) for part in packed]
    (folder / INDEX).write_bytes(msgspec.json.format(msgspec.json.encode(index)))


def _read(folder: Path) -> tuple[Component, ...]:

    def filled(component: Component) -> Component:
        place = folder / component.name
        texts = (replace(text, content=(place / text.name).read_text(encoding="utf-8")) for text in component.texts)
        return replace(component, texts=tuple(texts))

    index = msgspec.json.decode((folder / INDEX).read_bytes(), type=tuple[Component, ...])
    return tuple(filled(component) for component in index)


# -- installed packages


def _own_component() -> tuple[Component, list[str]]:
    """Our own component and requirements; read from pyproject.toml in a checkout that is not installed."""
    try:
        found = metadata.distribution(OURS)
    except metadata.PackageNotFoundError:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        texts = (LicenceText("LICENSE", (ROOT / "LICENSE").read_text(encoding="utf-8")),)
        own = Component(OURS, VERSION, project["license"], "program", texts=texts)
        return own, project["dependencies"]
    own = Component(OURS, VERSION, _licence_of(found), "program", texts=_texts_of(OURS))
    return own, found.requires or []


def _with_dependencies(requirements: Iterable[str]) -> dict[str, metadata.Distribution]:
    """The required packages and their own requirements, as far as they are installed.

    Missing ones are meant for another system or an older Python. Extras are left out.
    """
    found: dict[str, metadata.Distribution] = {}
    due = list(requirements)
    while due:
        requirement, _, marker = due.pop().partition(";")
        match = re.match(r"[\w.-]+", requirement)
        name = _normal(match[0]) if match else ""
        if name in found or "extra" in marker:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        due += found[name].requires or []
    return found


def _owners(packages: Mapping[str, metadata.Distribution]) -> dict[str, str]:
    """For every file of some packages, the package that owns it."""
    return {
        os.path.normpath(os.path.join(folder, file)): name  # noqa: PTH118 - there are many thousands
        for name, package in packages.items()
        for folder in (str(package.locate_file("")),)
        for file in package.files or ()
    }


def _normal(name: str) -> str:
    """Normalise a package's name, so that all spellings of it are equal."""
    return re.sub(r"[-_.]+", "-", name).lower()


# -- components


def _components_of(own: Component, sources: Iterable[str], owners: Mapping[str, str]) -> tuple[Component, ...]:
    """The components that the files come from, Quincunx and Python included."""
    packages: set[str] = set()
    libraries: dict[str, set[str]] = {}
    for source in sources:
        owner, name = owners.get(os.path.normpath(source)), PurePath(source).name
        packages |= {owner} if owner else set()
        if SHARED_LIBRARY.search(name) and not EXTENSION.search(name):
            libraries.setdefault(name, set()).update({owner} if owner else ())
    packages.discard(_normal(OURS))
    notes = read_yaml(FILE_NAME, _Notes)
    found = [own, *(_package(name, notes) for name in packages), *_works(packages, libraries, notes)]
    return tuple(sorted(found, key=lambda component: (GROUPS.index(component.group), component.name.lower())))


def _package(name: str, notes: _Notes) -> Component:
    found, note = metadata.distribution(name), notes.packages.get(name, _Package())
    texts = (*_texts_of(name), *_texts(note.texts))
    title = note.title or found.metadata["Name"]
    return Component(title, found.version, note.licence or _licence_of(found), note.group, texts=texts)


def _works(packages: Iterable[str], libraries: Mapping[str, set[str]], notes: _Notes) -> Iterator[Component]:
    """The works that have libraries among the files or are part of a package, and each unclaimed library."""
    unclaimed = set(libraries)
    for name, work in notes.works.items():
        own = tuple(sorted(file for file in libraries if _stem(file) in work.files))
        unclaimed -= set(own)
        if not own and name != PYTHON and work.inside not in packages:
            continue
        owners = {owner for file in own for owner in libraries[file]} | ({work.inside} if work.inside else set())
        brought_by = tuple(_with_version(owner) for owner in sorted(owners))
        version = "" if owners else VERSIONS.get(name, "")
        yield Component(name, version, work.licence, work.group, brought_by, own, _texts(work.texts))
    yield from (Component(file, "", "", "works", files=(file,)) for file in unclaimed)


def _stem(library: str) -> str:
    """The name of a library without the parts that change between versions: ``libpng16-1d1ba958.so``, ``png``."""
    match = STEM.fullmatch(library)
    return match["stem"].lower() if match else library


def _with_version(package: str) -> str:
    found = metadata.distribution(package)
    return f"{found.metadata['Name']} {found.version}"


def _licence_of(package: metadata.Distribution) -> str:
    """The licence as the metadata names it."""
    for field in ("License-Expression", "License"):
        for said in map(str.strip, package.metadata.get_all(field) or ()):
            if 0 < len(said) <= LONGEST_NAME:
                return said
    classifiers = package.metadata.get_all("Classifier") or ()
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    return ", ".join(named)


def _texts_of(package: str) -> tuple[LicenceText, ...]:
    """The licence files that a package ships, without duplicates."""
    found = metadata.distribution(package)
    texts: dict[str, LicenceText] = {}
    for file in found.files or ():
        if LICENCE_FILE.match(file.name) and (path := Path(str(found.locate_file(file)))).is_file():
            content = path.read_text(encoding="utf-8", errors="replace")
            name = IN_METADATA.sub("", file.as_posix(), count=1)
            texts.setdefault(content.strip(), LicenceText(name, content))
    return tuple(texts.values())


def _texts(references: Iterable[str]) -> tuple[LicenceText, ...]:
    """The texts that our notes refer to, as explained in ``licences.yaml``."""
    return tuple(text for reference in references for text in _referred(reference))


def _referred(reference: str) -> Iterator[LicenceText]:
    package, _, name = reference.partition("/")
    if not name:
        yield LicenceText(reference, read_text(f"{FOLDER}/{reference}"))
        return
    name, _, heading = name.partition("#")
    try:
        texts = _texts_of(package)
    except metadata.PackageNotFoundError:
        raise ConfigError(f"config/{FILE_NAME}: {reference}: there is no package {package!r}") from None
    for text in texts:
        if text.name == name:
            yield LicenceText(f"{name}-{heading}", _part(text.content, heading)) if heading else text


def _part(content: str, heading: str) -> str:
    """The part under a heading; the whole if there is no such heading."""
    return next((part for part in HEADING.split(content) if part.startswith(f"{heading}\n")), content)
