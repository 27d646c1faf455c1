"""Whether the log beside a database still holds what was committed to it, where SQLite itself would not say so.

SQLite reads a log up to the first frame that is damaged, and one that is not there as empty: what was committed behind
that is gone without an error. The format is described in https://sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

from logic.store_schema import LOG, DamagedError

HEAD, LOG_HEAD, FRAME_HEAD = 100, 32, 24
"""Bytes in front of a database, of a log, and of each page in it."""
CACHED = 4096
"""Bytes by which systems write: who is killed while writing a frame leaves its head behind, or the file up to there."""
LOGGED = 2
"""In a database's head: changes lie in a log first."""
UNMARKED = (1, 2)
"""The versions of our tables that did not say so when a file was closed and its log was gone for good."""


class Log(NamedTuple):
    """What a log's frames say of themselves, whether or not the pages in them are whole."""

    salts: bytes
    """Drawn anew whenever the log is begun anew."""
    promised: int
    """How many frames there must be: those up to the last commit but one, since a kill can tear the last."""


def read_log(path: Path) -> Log:
    """Read the log beside a database; raise DamagedError where it is missing or cut, OSError where it is shut."""
    log = path.with_name(f"{path.name}{LOG}")
    size = log.stat().st_size if log.exists() else 0
    if size < LOG_HEAD:
        if _needs_log(path):
            raise DamagedError("its log is missing")
        return Log(b"", 0)
    with log.open("rb") as file:
        head = file.read(LOG_HEAD)
        frame = FRAME_HEAD + int.from_bytes(head[8:12], "big")
        if not _is_whole(head) or not ((size - LOG_HEAD) % frame in (0, FRAME_HEAD) or size % CACHED == 0):
            raise DamagedError("its log is damaged")
        commits = [0, 0]
        for number in range(1, (size - LOG_HEAD) // frame + 1):
            file.seek(LOG_HEAD + (number - 1) * frame)
            _, pages, salts = struct.unpack(">II8s", file.read(16))
            if pages and salts == head[16:24]:  # how large the database is after a commit, which ends with this frame
                commits.append(number)
    return Log(head[16:24], commits[-2])


def _is_whole(head: bytes) -> bool:
    """Check a log's head by the sums at its end, whose words are of the order that the magic number tells."""
    order = "<" if head[3] == 0x82 else ">"
    first = second = 0
    for one, two in struct.iter_unpack(f"{order}II", head[:24]):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return head[:3] == b"\x37\x7f\x06" and struct.unpack(">II", head[24:]) == (first, second)


def _needs_log(path: Path) -> bool:
    """Tell whether a database was left open by whoever had it last, so that there must be a log."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD)
    return len(head) == HEAD and head[19] == LOGGED and int.from_bytes(head[60:64], "big") not in UNMARKED
