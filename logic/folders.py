"""Looks into folders for a file page: what lies there, folders first, and where the journey can begin."""

from __future__ import annotations

import os
import string
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from logic.places import data_folder

MOST_LOOKED_AT = 5000
MOST_LISTED = 400
MOUNTS = ("/media", "/run/media", "/mnt", "/Volumes")
"""Where systems hang in sticks and other disks, themselves or in a folder for each user."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a folder: its folders and the files asked for, each by name; ``more`` where not all are listed."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    more: bool = False


def look(folder: Path, endings: Sequence[str]) -> Listing:
    """List a folder, without what is hidden; raise OSError where it cannot be read."""
    folders, files = [], []
    with os.scandir(folder) as entries:
        looked_at = list(islice(entries, MOST_LOOKED_AT + 1))
    for entry in looked_at[:MOST_LOOKED_AT]:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            folders.append(folder / entry.name)
        elif entry.name.lower().endswith(tuple(endings)):
            files.append(folder / entry.name)
    folders.sort(key=_by_name)
    files.sort(key=_by_name)
    many = len(looked_at) > MOST_LOOKED_AT or len(folders) > MOST_LISTED or len(files) > MOST_LISTED
    return Listing(tuple(folders[:MOST_LISTED]), tuple(files[:MOST_LISTED]), many)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to nowhere
        return False


def _by_name(path: Path) -> tuple[str, str]:
    return path.name.casefold(), path.name


def home() -> Path:
    """Give the user's own folder, or that of the program's data where the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return data_folder()


def roots() -> tuple[Path, ...]:
    """Give the places where a journey can begin: drives, or the root and whatever is hung in."""
    if sys.platform == "win32":
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return tuple(drive for drive in drives if drive.exists())
    return (Path("/"), *(place for mount in MOUNTS for place in _mounted(Path(mount))))


def _mounted(mount: Path) -> tuple[Path, ...]:
    """Give what hangs in a place for mounts; a folder for each user is looked into."""
    try:
        inside = look(mount, ()).folders
        return tuple(
            place for folder in inside for place in ([folder] if os.path.ismount(folder) else look(folder, ()).folders)
        )
    except OSError:
        return ()
