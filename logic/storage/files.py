"""The player's files: where they are, listing folders, and atomic writes.

Among them are the player's own boards: text files in a folder for each game, with names valid on every system.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import string
import sys
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import platformdirs

from logic.core import Message, UserError

DATA_VARIABLE = "QUINCUNX_DATA"
CACHE_VARIABLE = "QUINCUNX_CACHE"
"""``--data-dir`` sets both, so that worker processes use the same folders."""
BOARDS = "boards"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""What some editors put before a text in UTF-8."""


def data_folder() -> Path:
    """The folder for games, statistics and settings; it need not exist yet."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("quincunx", appauthor=False)


def cache_folder() -> Path:
    """The folder for data that can be recomputed; it need not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("quincunx", appauthor=False)


def boards_folder(game: str) -> Path:
    """The folder for a player's own boards of that game; it need not exist yet."""
    return data_folder() / BOARDS / game


def use_data_folder(folder: Path) -> None:
    """Make this process and its workers keep everything in that folder."""
    os.environ[DATA_VARIABLE] = str(folder.absolute())
    os.environ[CACHE_VARIABLE] = str(folder.absolute() / "cache")


@contextmanager
def passing_data() -> Iterator[None]:
    """Keep games and settings in a temporary folder, so that a tool does not touch the player's."""
    before = os.environ.get(DATA_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
        os.environ[DATA_VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[DATA_VARIABLE]
            else:
                os.environ[DATA_VARIABLE] = before


LARGEST_FILE = 64 * 2**20
"""Bytes: far more than a lifetime of games."""

USUAL, PRIVATE = (0o666, 0o777), (0o600, 0o700)
"""The modes of a new file and a new folder, before the umask is applied."""


class StoreProblem(UserError):
    """Something could not be written or imported; ``message`` tells the player what and why."""


REASONS = {
    errno.ENOENT: Message("No such file or directory"),
    errno.EACCES: Message("Permission denied"),
    errno.EPERM: Message("Operation not permitted"),
    errno.ENOSPC: Message("No space left on device"),
    errno.EROFS: Message("Read-only file system"),
    errno.EEXIST: Message("A file of that name exists"),
    errno.EISDIR: Message("Is a directory"),
    errno.ENOTDIR: Message("Not a directory"),
    errno.ENAMETOOLONG: Message("File name too long"),
    errno.EFBIG: Message("File too large"),
    errno.ENOTSUP: Message("Operation not supported"),
    errno.EIO: Message("Input/output error"),
    errno.EADDRINUSE: Message("Address already in use"),
    errno.EADDRNOTAVAIL: Message("Address not available"),
}
"""Translatable reasons for which systems refuse to write or open a file, or to listen for phones."""


def reason(error: OSError) -> Message | str:
    """Why the system refuses, without numbers and paths; in its own words if the reason is rare."""
    return REASONS.get(error.errno or 0) or error.strerror or str(error)


def is_there(path: Path) -> bool:
    """Return whether a path exists; False if it cannot be examined."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False if it cannot be examined."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_at_most(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file from outside; raise OSError if it cannot be read, or has more than ``limit`` bytes."""
    with path.open("rb") as file:
        return _at_most(file, limit, path)


def read_regular(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file like :func:`read_at_most`, but none that could block, and freeze the window.

    Refused are pipes, devices, and pseudo-files of the system, such as its log.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
        return _at_most(file, limit, path)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _at_most(file: BinaryIO, limit: int, path: Path) -> bytes:
    content: bytes | None = file.read(limit + 1)
    if content is None:  # nothing to read yet
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
    if len(content) > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def write_named(path: Path, content: bytes) -> None:
    """Write a file that a user named; an OSError has its name, which a full disk's error lacks.

    If there is no room, the old file stays; a pipe or a device is written to directly.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _write_beside(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a temporary file and rename it: a reader sees the old or the new content, never a part.

    Creates a missing folder; raises StoreProblem on failure. A ``private`` file is readable only by its owner from the
    start, and so is its folder, even if it was not before.
    """
    file_mode, folder_mode = PRIVATE if private else USUAL
    try:
        path.parent.mkdir(folder_mode, parents=True, exist_ok=True)
        if private:
            path.parent.chmod(folder_mode)
        _write_beside(path, content, file_mode)
    except OSError as error:
        raise StoreProblem(Message("{file} could not be written: {why}", file=str(path), why=reason(error))) from None


def _write_beside(path: Path, content: bytes, mode: int = USUAL[0]) -> None:
    """Write a whole file, or raise OSError and leave the old one; a symbolic link keeps pointing to it."""
    path = Path(os.path.realpath(path))
    with unfinished(path) as beside:
        with open(beside, "wb", opener=partial(os.open, mode=mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """The path of a file to write, which may then replace that one; it is deleted if it has not."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def clear_unfinished(folder: Path) -> None:
    """Delete the unfinished files that killed programs left in a folder and below, as far as possible."""
    for file in folder.rglob("*.new") if is_folder(folder) else ():
        match = re.fullmatch(r".+\.([0-9]{1,9})\.new", file.name)
        if match and not _is_running(int(match[1])):
            with contextlib.suppress(OSError):
                file.unlink()


def _is_running(process: int) -> bool:
    if sys.platform == "win32":
        return False  # there a file that a program has open cannot be deleted
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def set_aside(path: Path, word: str, companions: tuple[str, ...] = ()) -> Path:
    """Rename a file to ``<stem>-<word>-<n><suffix>``, and its companions (its name and an ending) with it.

    Nothing is overwritten: ``n`` is the first free number. Raises OSError if none of them exists, or if they cannot be
    renamed.
    """
    number = 1
    while True:
        kept = path.with_name(f"{path.stem}-{word}-{number}{path.suffix}")
        if not any(kept.with_name(kept.name + ending).exists() for ending in ("", *companions)):
            break
        number += 1
    endings = [ending for ending in ("", *companions) if path.with_name(path.name + ending).exists()]
    for ending in endings or [""]:
        path.with_name(path.name + ending).rename(kept.with_name(kept.name + ending))
    return kept


MOST_LOOKED_AT = 5000
MOST_LISTED = 400
MOUNTS = ("/media", "/run/media", "/mnt", "/Volumes")
"""Where systems mount removable disks, directly or in a folder for each user."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The content of a folder: its folders and the files asked for, by name; ``more`` if the list is truncated."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    more: bool = False


def list_folder(folder: Path, endings: Sequence[str]) -> Listing:
    """List a folder, without hidden files; raise OSError if it cannot be read."""
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
    except OSError:  # a broken link
        return False


def _by_name(path: Path) -> tuple[str, str]:
    return path.name.casefold(), path.name


def home() -> Path:
    """The user's home folder, or the program's data folder if the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return data_folder()


def written_path(text: str) -> Path:
    """A path as typed, ``~`` for a home folder; raises StoreProblem if it is invalid."""
    try:
        if "\0" not in text:
            return Path(text.strip()).expanduser()
    except RuntimeError:  # the home of an unknown user
        pass
    raise StoreProblem(Message("This is no path."))


def roots() -> tuple[Path, ...]:
    """The folders in which browsing can start: drives, or the root and all mounts."""
    if sys.platform == "win32":
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return tuple(drive for drive in drives if drive.exists())
    return (Path("/"), *(place for mount in MOUNTS for place in _mounted(Path(mount))))


def _mounted(mount: Path) -> tuple[Path, ...]:
    """The mounts in a folder; a folder for each user is searched, as far as this user may."""
    return tuple(
        place for folder in _inside(mount) for place in ([folder] if os.path.ismount(folder) else _inside(folder))
    )


def _inside(folder: Path) -> tuple[Path, ...]:
    try:
        return list_folder(folder, ()).folders
    except OSError:
        return ()


# -- the player's own boards

ENDING = ".txt"
EXPORTED = ".board.txt"
"""The ending of a board file for export, by which desktops recognise it."""
LARGEST_BOARD = 2**20
"""The size limit of a board file, in bytes."""
LONGEST_NAME = 60
MOST_BOARDS = 500
"""How many files of the folder are listed."""
UNNAMEABLE = frozenset('/\\:*?"<>|')
"""Characters that some system forbids in file names."""
JOINERS = "\u200c\u200d"
"""Invisible characters that join or separate their neighbours: in emoji of several people, Persian, Hindi."""
TAKEN_BY_SYSTEMS = frozenset(
    {"CON", "PRN", "AUX", "NUL"} | {f"{port}{number}" for port in ("COM", "LPT") for number in range(10)}
)
"""Reserved names on Windows, whatever their ending."""


def board_files(game: str) -> tuple[Path, ...]:
    """The files of the player's own boards, by name; empty if the folder cannot be read."""
    try:
        found = [path for path in boards_folder(game).iterdir() if path.suffix.lower() == ENDING and path.is_file()]
    except OSError:
        return ()
    return tuple(sorted(found, key=lambda path: (path.stem.casefold(), path.name)))[:MOST_BOARDS]


def name_of(path: Path) -> str:
    """The name of a board, from a file of either ending."""
    return path.name.removesuffix(EXPORTED) if path.name.endswith(EXPORTED) else path.stem


def normalise_name(name: str) -> str:
    """A board's name normalised for a file name; raises StoreProblem with the reason if it is invalid."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split())).strip(JOINERS)
    if not tidy:
        raise StoreProblem(Message("A board needs a name."))
    if len(tidy) > LONGEST_NAME or len(tidy.encode(errors="replace")) > 3 * LONGEST_NAME:
        raise StoreProblem(Message("This name is too long; {n} letters are enough.", n=LONGEST_NAME))
    wrong = next((sign for sign in tidy if sign in UNNAMEABLE or not (sign.isprintable() or sign in JOINERS)), "")
    if wrong:
        raise StoreProblem(Message("“{sign}” cannot be part of a file name.", sign=wrong))
    if tidy.startswith(".") or tidy.endswith(".") or tidy.partition(".")[0].strip().upper() in TAKEN_BY_SYSTEMS:
        raise StoreProblem(Message("“{name}” cannot be the name of a file.", name=tidy))
    return tidy


def board_path(game: str, name: str) -> Path:
    """The path for a board of that name, existing or not; raises StoreProblem as :func:`normalise_name` does."""
    return boards_folder(game) / f"{normalise_name(name)}{ENDING}"


def free_name(game: str, name: str) -> str:
    """An unused name based on the wanted one: “Cave”, “Cave 2”; an invalid one is replaced."""
    try:
        wanted = normalise_name(name[: LONGEST_NAME - 5])
    except StoreProblem:
        wanted = "board"
    tried, number = wanted, 1
    while is_there(board_path(game, tried)):
        number += 1
        tried = f"{wanted} {number}"
    return tried


def keep_board(game: str, name: str, text: str) -> Path:
    """Write a board under that name, replacing an existing one; raises StoreProblem on failure."""
    path = board_path(game, name)
    write_whole(path, text.encode())
    return path


def rename_board(path: Path, name: str) -> Path:
    """Rename a board's file and return its new path.

    Raises StoreProblem, changing nothing, if the name is invalid or another board's, or if the system refuses.
    """
    new = path.with_name(f"{normalise_name(name)}{ENDING}")
    if new.name == path.name:
        return path
    try:
        if new.exists() and not new.samefile(path):  # on some systems a change of case alone is the same file
            raise StoreProblem(Message("There is a board “{name}” already.", name=new.stem))
        return path.rename(new)
    except OSError as error:
        raise StoreProblem(Message("“{name}” could not be renamed: {why}", name=path.stem, why=reason(error))) from None


def delete_board(path: Path) -> None:
    """Delete a board; one that does not exist counts as deleted. Raises StoreProblem on failure."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreProblem(
            Message("“{name}” could not be thrown away: {why}", name=path.stem, why=reason(error))
        ) from None
