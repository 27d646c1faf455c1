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
"""Of nobody’s domain: the project has none."""
COPYRIGHT = "Copyright (c) 2026 the Quincunx authors"
CONSOLE_TWIN = "quincunx-console"
"""The same program with a terminal, where a program either has one or none: for the tools that print."""
OLDEST_MACOS = "11.0"
BOARD_ENDINGS, GAMES_ENDINGS = ("board.txt", "txt"), ("quincunx.json", "json")

FONTS = ("fontpkg_cinzel", "font_manrope", "fonticon_mdi7")
DATA = ("config/*.yaml", "config/*.txt", "config/boards/*/*.txt", "scenes/phones/page/*")
"""Licences have their own way in (see logic.licences), and catalogues are compiled."""
# What only tools and tests use, or what libraries would use if it were there.
_TOOLS = (
    "tkinter", "distributed", "dask", "hypothesis", "pytest", "_pytest", "setuptools", "pip", "IPython", "matplotlib",
    "charset_normalizer", "click", "psutil", "pygments", "rich", "jsonschema", "docutils", "hatchling",
    "mypy", "mypy_extensions", "librt", "ast_serialize", "defusedxml", "pydantic", "pydantic_core", "numpy.f2py",
)  # fmt: skip
# Its library is under the GPL, which would then hold for the whole folder.
_COPYLEFT = ("readline",)
# Codecs of Pillow for files that nobody hands in or takes out, colour management and type; PNG, GIF, JPEG, WebP stay.
_CODECS = ("PIL._avif", "PIL._imagingcms", "PIL._imagingft", "PIL._imagingtk")
# An extra whose library would make the folder larger by a sixth.
_EXTRAS = ("logic.mcp.server",)
LEFT_OUT = (*_TOOLS, *_COPYLEFT, *_CODECS, *_EXTRAS)
UNUSED_FILES = ("freesansbold.ttf", "pygame_icon.bmp")
"""A font of pygame's own under another licence than pygame, for which we have better ones, and its sign."""


def is_needed(target: str) -> bool:
    """Tell whether a file of a library is of any use, by where it would lie in the packed program."""
    return not target.endswith(UNUSED_FILES)


def programs(system: System, icons: Path, version_file: Path) -> list[dict[str, Any]]:
    """What to tell PyInstaller of each program: the one for players first.

    On Windows a program has a terminal or none: there the tools have a twin of their own.
    """
    usual: dict[str, Any] = {"name": NAME, "console": system == "linux", "exclude_binaries": True, "upx": False}
    if system == "darwin":
        # SDL itself hears which file the Finder wants opened, and says so as if it had been dropped on the window.
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
"""Windows then tells each screen's own density, instead of enlarging what was drawn for another."""


def version_resource(version: str) -> str:
    """What Windows shows of the program in its properties, in the form of PyInstaller's ``--version-file``."""
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
    """What to tell PyInstaller of the folder that macOS shows as one program."""
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
    # Alternate: text and JSON go on being opened by what opens them today; we are only offered beside it.
    return {
        "CFBundleTypeName": title,
        "CFBundleTypeExtensions": [*endings],
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
    }


Entry = tuple[str, str, str]
"""What PyInstaller calls a file: where it goes, where it comes from, of what kind it is."""


def slimmed(binaries: Iterable[Entry], folder: Path, system: System) -> Iterator[Entry]:
    """Give libraries without the names of their functions, which only a debugger reads; copies lie in ``folder``.

    On Linux alone: elsewhere they carry none, or are signed. What a wheel brought along in a folder of its own
    (``numpy.libs``) has been slimmed and moved about already, and would not load any more.
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
