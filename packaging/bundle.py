"""What the packed program is made of, and how it is packed on each system: what ``quincunx.spec`` tells PyInstaller.

Nothing here needs PyInstaller, so that the choices for all systems can be looked at on any of them.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

System = Literal["linux", "win32", "darwin"]

NAME, TITLE = "quincunx", "Quincunx"
ABOUT = "A cabinet of five table games"
IDENTIFIER = "local.quincunx.quincunx"
"""Under no domain: the project has none."""
COPYRIGHT = "Copyright (c) 2026 the Quincunx authors"
CONSOLE_TWIN = "quincunx-console"
"""The same program with a terminal, on systems where a program either has one or not: for the tools that print."""
OLDEST_MACOS = "11.0"
BOARD_ENDINGS, GAMES_ENDINGS = ("board.txt", "txt"), ("quincunx.json", "json")

FONTS = ("fontpkg_cinzel", "font_manrope", "fonticon_mdi7")
DATA = ("config/*.yaml", "config/*.txt", "config/boards/*/*.txt", "scenes/phones/page/*")
"""Licences are added separately (see logic.licences), and catalogues are compiled."""
# Packages that only tools and tests use, or that libraries would use if they were installed.
_TOOLS = (
    "tkinter", "distributed", "dask", "hypothesis", "pytest", "_pytest", "setuptools", "pip", "IPython", "matplotlib",
    "charset_normalizer", "click", "psutil", "pygments", "rich", "jsonschema", "docutils", "hatchling",
    "mypy", "mypy_extensions", "librt", "ast_serialize", "defusedxml", "pydantic", "pydantic_core", "numpy.f2py",
)  # fmt: skip
# Its library is under the GPL, which would then hold for the whole folder.
_COPYLEFT = ("readline",)
# Codecs of Pillow for formats that the program neither reads nor writes, colour management and type; PNG, GIF, JPEG,
# WebP stay.
_CODECS = ("PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk")
# An extra whose library would enlarge the folder by a sixth.
_EXTRAS = ("logic.mcp.server",)
LEFT_OUT = (*_TOOLS, *_COPYLEFT, *_CODECS, *_EXTRAS)
UNUSED_FILES = ("freesansbold.ttf", "pygame_icon.bmp")
"""A font of pygame under another licence than pygame's, for which we have better ones, and its icon."""


def is_needed(target: str) -> bool:
    """Whether a library's file is needed, by its path in the packed program."""
    return not target.endswith(UNUSED_FILES)


def programs(system: System, icons: Path, version_file: Path) -> list[dict[str, Any]]:
    """PyInstaller's arguments for each program, the one for players first.

    On Windows a program has a terminal or not: there the tools have a program of their own.
    """
    usual: dict[str, Any] = {"name": NAME, "console": system == "linux", "exclude_binaries": True, "upx": False}
    if system == "darwin":
        # SDL itself is told which file the Finder wants opened, and reports it as a file dropped on the window.
        return [{**usual, "icon": str(icons / f"{NAME}.icns"), "argv_emulation": False}]
    if system == "win32":
        usual |= {"icon": str(icons / f"{NAME}.ico"), "version": str(version_file), "manifest": MANIFEST}
        return [usual, {**usual, "name": CONSOLE_TWIN, "console": True}]
    return [usual]


MANIFEST = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <trustInfo xmlns="urn:schemas-microsoft-com:asm.v3"><security><requestedPrivileges>
    <requestedExecutionLevel level="asInvoker" uiAccess="false"/>
  </requestedPrivileges></security></trustInfo>
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1"><application>
    <supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/>
  </application></compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3"><windowsSettings>
    <dpiAware xmlns="http://schemas.microsoft.com/SMI/2005/WindowsSettings">true/pm</dpiAware>
    <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2, PerMonitor</dpiAwareness>
    <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
  </windowsSettings></application>
</assembly>
"""
"""Windows then reports each screen's own density, instead of enlarging what was drawn for another."""


def version_resource(version: str) -> str:
    """What Windows shows in the program's properties, in the format of PyInstaller's ``--version-file``."""
    numbers = (*map(int, version.split(".")), 0)
    told = {
        "CompanyName": "The Quincunx authors",
        "FileDescription": ABOUT,
        "FileVersion": version,
        "InternalName": NAME,
        "LegalCopyright": COPYRIGHT,
        "OriginalFilename": f"{NAME}.exe",
        "ProductName": TITLE,
        "ProductVersion": version,
    }
    strings = ", ".join(f"StringStruct({name!r}, {text!r})" for name, text in told.items())
    fixed = f"FixedFileInfo(filevers={numbers}, prodvers={numbers})"
    kids = (
        f"StringFileInfo([StringTable('040904B0', [{strings}])]), VarFileInfo([VarStruct('Translation', [1033, 1200])])"
    )
    return f"VSVersionInfo(ffi={fixed}, kids=[{kids}])\n"


def app_bundle(version: str, icons: Path) -> dict[str, Any]:
    """PyInstaller's arguments for the application bundle on macOS."""
    return {
        "name": f"{TITLE}.app",
        "icon": str(icons / f"{NAME}.icns"),
        "bundle_identifier": IDENTIFIER,
        "version": version,
        "info_plist": {
            "CFBundleDisplayName": TITLE,
            "CFBundleLocalizations": ["en", "de", "hu", "pl"],
            "CFBundleDocumentTypes": [
                _document("Board of Quincunx", BOARD_ENDINGS),
                _document("Games of Quincunx", GAMES_ENDINGS),
            ],
            "LSApplicationCategoryType": "public.app-category.board-games",
            "LSMinimumSystemVersion": OLDEST_MACOS,
            "NSHighResolutionCapable": True,
            "NSHumanReadableCopyright": COPYRIGHT,
        },
    }


def _document(title: str, endings: Iterable[str]) -> Mapping[str, Any]:
    # Alternate: text and JSON files are still opened by their usual program; ours is only offered besides.
    return {
        "CFBundleTypeName": title,
        "CFBundleTypeExtensions": [*endings],
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
    }


Entry = tuple[str, str, str]
"""PyInstaller's description of a file: its destination, its source, its kind."""


def slimmed(binaries: Iterable[Entry], folder: Path, system: System) -> Iterator[Entry]:
    """Strip libraries of the symbols that only a debugger reads; the copies go to ``folder``.

    Only on Linux: elsewhere libraries have none, or are signed. Libraries that a wheel brings in a folder of its own
    (``numpy.libs``) are stripped and relocated already, and would not load any more.
    """
    strip = shutil.which("strip") if system == "linux" else None
    for target, source, kind in binaries:
        copy = folder / target
        is_moved = Path(target).parts[0].endswith(".libs")
        if strip is None or is_moved or kind not in {"BINARY", "EXTENSION"}:
            yield target, source, kind
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([strip, "--strip-unneeded", "-o", copy, source], capture_output=True, check=False)  # noqa: S603
        slim = done.returncode == 0 and copy.stat().st_size < Path(source).stat().st_size
        yield target, str(copy) if slim else source, kind
