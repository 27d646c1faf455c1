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
"""``--data-dir`` sets both, so that worker processes find the same places."""
BOARDS = "boards"


def data_folder() -> Path:
    """The folder for games, statistics and settings; it need not exist yet."""
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_data_path("quincunx", appauthor=False)


def cache_folder() -> Path:
    """The folder for what can be worked out again; it need not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("quincunx", appauthor=False)


def boards_folder(game: str) -> Path:
    """The folder for a player's own boards of that game; it need not exist yet."""
    return data_folder() / BOARDS / game


def keep_everything_in(folder: Path) -> None:
    """Let this process and its workers keep everything in that folder."""
    os.environ[DATA_VARIABLE] = str(folder.absolute())
    os.environ[CACHE_VARIABLE] = str(folder.absolute() / "cache")


@contextmanager
def passing_data() -> Iterator[None]:
    """Keep games and settings in a folder that goes away at the end: a tool's hands stay off the player's."""
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
"""Bytes: far more than a life of games takes up."""

USUAL, PRIVATE = (0o666, 0o777), (0o600, 0o700)
"""Who may do what with a file and a folder that are made, before the umask takes its part."""


class StoreProblem(UserError):
    """Something could not be written or imported; ``message`` tells the player what and why."""


REASONS = {
    errno.ENOENT: Message("No such file or directory"),
    errno.EACCES: Message("Permission denied"),
    errno.EPERM: Message("Operation not permitted"),
    errno.ENOSPC: Message("No space left on device"),
    errno.EROFS: Message("Read-only file system"),
    errno.EISDIR: Message("Is a directory"),
    errno.ENOTDIR: Message("Not a directory"),
    errno.ENAMETOOLONG: Message("File name too long"),
    errno.EFBIG: Message("File too large"),
    errno.ENOTSUP: Message("Operation not supported"),
    errno.EIO: Message("Input/output error"),
    errno.EADDRINUSE: Message("Address already in use"),
    errno.EADDRNOTAVAIL: Message("Address not available"),
}
"""What systems refuse with where somebody keeps or opens a file, or listens for phones, in our languages."""


def reason(error: OSError) -> Message | str:
    """Why the system refuses, without numbers and paths; in its own words where that is rare."""
    return REASONS.get(error.errno or 0) or error.strerror or str(error)


def is_there(path: Path) -> bool:
    """Tell whether something has that path; where nobody may look, or nothing can be, nothing has."""
    try:
        return path.exists()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Tell whether that is a folder; what cannot be looked at is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_at_most(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file from outside; raise OSError if it cannot be read, or is larger than any of ours."""
    with path.open("rb") as file:
        return _at_most(file, limit, path)


def read_regular(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file as :func:`read_at_most` does, but nothing that has to be waited for: a window would, for ever.

    That is a pipe, a device, and what systems show as a file, such as their own log.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
        return _at_most(file, limit, path)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _at_most(file: BinaryIO, limit: int, path: Path) -> bytes:
    content: bytes | None = file.read(limit + 1)
    if content is None:  # nothing is there yet
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
    if len(content) > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def write_named(path: Path, content: bytes) -> None:
    """Write a file that somebody named; the OSError where that fails has its name, as none has on a full disk.

    What was there stays where the new one finds no room; into a pipe or a device it is only poured.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _write_beside(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file beside its place and rename it in: a reader sees the old or the new one, never a part.

    Makes the folder where there is none; raises StoreProblem if nothing can be written. What is ``private`` can
    be read by its owner alone from its first moment on, as can the folder, even one that was open before.
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
    """Write a file whole, or raise OSError and leave what is there; a link leads to the new one as to the old."""
    path = Path(os.path.realpath(path))
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(beside, "wb", opener=partial(os.open, mode=mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def clear_unfinished(folder: Path) -> None:
    """Clear away what killed programs have left half written in a folder and below; what cannot be, stays."""
    for file in folder.rglob("*.new") if is_folder(folder) else ():
        match = re.fullmatch(r".+\.([0-9]{1,9})\.new", file.name)
        if match and not _is_running(int(match[1])):
            with contextlib.suppress(OSError):
                file.unlink()


def _is_running(process: int) -> bool:
    if sys.platform == "win32":
        return False  # what a program has open cannot be removed there
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def set_aside(path: Path, word: str, companions: tuple[str, ...] = ()) -> Path:
    """Rename a file to ``<stem>-<word>-<n><suffix>``; its companions, named like it with an ending, go along.

    Nothing is overwritten: ``n`` is the first free number. Raises OSError if there is none of them, or if they
    cannot be renamed.
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
"""Where systems hang in sticks and other disks, themselves or in a folder for each user."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The content of a folder: its folders and the files asked for, by name; ``more`` if the list is truncated."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]
    more: bool = False


def look(folder: Path, endings: Sequence[str]) -> Listing:
    """List a folder, without what is hidden; raise OSError if it cannot be read."""
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
    """The user's own folder, or that of the program's data where the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return data_folder()


def written_path(text: str) -> Path:
    """The path that the player has typed, ``~`` for the home folder; raises StoreProblem if it is none."""
    try:
        if "\0" not in text:
            return Path(text.strip()).expanduser()
    except RuntimeError:  # the home of somebody unknown
        pass
    raise StoreProblem(Message("This is no path."))


def roots() -> tuple[Path, ...]:
    """The roots of the file system: drives, or the root and mounted volumes."""
    if sys.platform == "win32":
        drives = (Path(f"{letter}:\\") for letter in string.ascii_uppercase)
        return tuple(drive for drive in drives if drive.exists())
    return (Path("/"), *(place for mount in MOUNTS for place in _mounted(Path(mount))))


def _mounted(mount: Path) -> tuple[Path, ...]:
    """What hangs in a place for mounts; a folder for each user is looked into, as far as this one may."""
    return tuple(
        place for folder in _inside(mount) for place in ([folder] if os.path.ismount(folder) else _inside(folder))
    )


def _inside(folder: Path) -> tuple[Path, ...]:
    try:
        return look(folder, ()).folders
    except OSError:
        return ()


# -- the player's own boards

ENDING = ".txt"
EXPORTED = ".board.txt"
"""The ending of a board that goes elsewhere, where it tells a desktop what it is."""
LARGEST_BOARD = 2**20
"""Bytes of a board file at most, as far as it is read."""
LONGEST_NAME = 60
MOST_BOARDS = 500
"""How many files of the folder are listed."""
UNNAMEABLE = frozenset('/\\:*?"<>|')
"""Signs that some system does not allow in the name of a file."""
JOINERS = "\u200c\u200d"
"""Signs that are not seen, and hold those beside them together or apart: emoji of several people, Persian, Hindi."""
TAKEN_BY_SYSTEMS = frozenset(
    {"CON", "PRN", "AUX", "NUL"} | {f"{port}{number}" for port in ("COM", "LPT") for number in range(10)}
)
"""Names that mean something else to Windows, whatever ending they have."""


def board_files(game: str) -> tuple[Path, ...]:
    """List the player's own boards, by name; none if the folder cannot be looked into."""
    try:
        found = [path for path in boards_folder(game).iterdir() if path.suffix.lower() == ENDING and path.is_file()]
    except OSError:
        return ()
    return tuple(sorted(found, key=lambda path: (path.stem.casefold(), path.name)))[:MOST_BOARDS]


def name_of(path: Path) -> str:
    """What a board is called, by its file of either ending."""
    return path.name.removesuffix(EXPORTED) if path.name.endswith(EXPORTED) else path.stem


def tidy_name(name: str) -> str:
    """A board's name as its file bears it; raises StoreProblem with the reason where no file can."""
    tidy = unicodedata.normalize("NFC", " ".join(name.split())).strip(JOINERS)
    if not tidy:
        raise StoreProblem(Message("A board needs a name."))
    if len(tidy) > LONGEST_NAME or len(tidy.encode(errors="replace")) > 3 * LONGEST_NAME:
        raise StoreProblem(Message("This name is too long; {n} letters are enough.", n=LONGEST_NAME))
    wrong = next((sign for sign in tidy if sign in UNNAMEABLE or not (sign.isprintable() or sign in JOINERS)), "")
    if wrong:
        raise StoreProblem(Message("“{sign}” cannot stand in the name of a file.", sign=wrong))
    if tidy.startswith(".") or tidy.endswith(".") or tidy.partition(".")[0].strip().upper() in TAKEN_BY_SYSTEMS:
        raise StoreProblem(Message("“{name}” cannot be the name of a file.", name=tidy))
    return tidy


def board_path(game: str, name: str) -> Path:
    """The file of the board with that name, there or not; raises StoreProblem as :func:`tidy_name` does."""
    return boards_folder(game) / f"{tidy_name(name)}{ENDING}"


def free_name(game: str, name: str) -> str:
    """A name like the wanted one that no board has yet: “Cave”, “Cave 2”; one that cannot be is passed over."""
    try:
        wanted = tidy_name(name[: LONGEST_NAME - 5])
    except StoreProblem:
        wanted = "board"
    tried, number = wanted, 1
    while is_there(board_path(game, tried)):
        number += 1
        tried = f"{wanted} {number}"
    return tried


def keep_board(game: str, name: str, text: str) -> Path:
    """Write a board under that name, in place of one that has it; raise StoreProblem if that cannot be done."""
    path = board_path(game, name)
    write_whole(path, text.encode())
    return path


def rename_board(path: Path, name: str) -> Path:
    """Rename a board's file; raise StoreProblem, nothing changed, where another board has that name."""
    new = path.with_name(f"{tidy_name(name)}{ENDING}")
    if new.name == path.name:
        return path
    try:
        if new.exists() and not new.samefile(path):  # a change of capitals alone is the same file on some systems
            raise StoreProblem(Message("There is a board “{name}” already.", name=new.stem))
        return path.rename(new)
    except OSError as error:
        raise StoreProblem(Message("“{name}” could not be renamed: {why}", name=path.stem, why=reason(error))) from None


def delete_board(path: Path) -> None:
    """Throw a board away; one that is not there has gone already. Raises StoreProblem if it cannot be done."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreProblem(
            Message("“{name}” could not be thrown away: {why}", name=path.stem, why=reason(error))
        ) from None
