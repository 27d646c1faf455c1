"""Careful dealings with the player's files: written whole or not at all, kept aside, never overwritten."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from functools import partial
from pathlib import Path

from logic.core import Message

LARGEST_FILE = 64 * 2**20
"""Bytes: far more than a life of games takes up."""

USUAL, PRIVATE = (0o666, 0o777), (0o600, 0o700)
"""Who may do what with a file and a folder that are made, before the umask takes its part."""


class StoreProblem(Exception):
    """Something that could not be kept or taken in; ``message`` says what and why, for the player."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def reason(error: OSError) -> str:
    """Give the system's own words for an error, without numbers and paths."""
    return error.strerror or str(error)


def read_at_most(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file that somebody hands in; raise OSError where it cannot be read, or is larger than any of ours."""
    with path.open("rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def read_regular(path: Path, limit: int = LARGEST_FILE) -> bytes:
    """Read a file as :func:`read_at_most` does, but no pipe and no device: a window would wait for it for ever."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
    return read_at_most(path, limit)


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file beside its place and rename it in: a reader sees the old or the new one, never a part.

    Makes the folder where there is none; raises StoreProblem where nothing can be written. What is ``private`` can
    be read by its owner alone from its first moment on, as can the folder, even one that was open before.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    file_mode, folder_mode = PRIVATE if private else USUAL
    try:
        path.parent.mkdir(folder_mode, parents=True, exist_ok=True)
        if private:
            path.parent.chmod(folder_mode)
        try:
            with open(beside, "wb", opener=partial(os.open, mode=file_mode)) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StoreProblem(Message("{file} could not be written: {why}", file=str(path), why=reason(error))) from None


def clear_unfinished(folder: Path) -> None:
    """Clear away what killed programs have left half written in a folder and below; what cannot be, stays."""
    for file in folder.rglob("*.new"):
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

    Nothing is overwritten: ``n`` is the first free number. Raises OSError where there is none of them, or where they
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
