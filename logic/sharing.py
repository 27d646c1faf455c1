"""Identifies files handed to the program, and packs one as a line of letters for a picture or a QR code.

A file may be a board of one of the games, an export of games, or a shared picture or code that contains such a file,
which is then opened in its place.
"""

from __future__ import annotations

import base64
import binascii
import errno
import re
import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from logic.core import Message, UserError
from logic.notation import plain_letters
from logic.puzzles import NoPuzzle, Puzzles, puzzles_of
from logic.registry import GAMES
from logic.storage import exchange
from logic.storage.files import BYTE_ORDER_MARK, LARGEST_BOARD, is_folder, read_regular, reason

MARK = "QUINCUNX:"
"""The prefix of every code. All letters of a code are in the alphanumeric set, which takes least room in QR codes."""
FIELD = "quincunx"
"""The keyword of the PNG text chunk that holds the code; a GIF holds it as its comment."""
PICTURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a")
LARGEST_CODE = 2**18
"""Characters."""
HEAD = 2 * LARGEST_CODE
"""Bytes at the beginning of a picture that contain its code, before any pixels."""
LARGEST_CONTENT = 4 * 2**20
"""Limit on the decompressed size of a code, in bytes: far more than the longest game."""
BLANKS = re.compile(r"\s+")
QUOTED = re.compile(r"\n>+")
"""The beginning of a line in the answer to an e-mail."""
NO_CODE = Message("This is no code of Quincunx: it would begin with {mark}", mark=MARK)


class NothingShared(UserError, ValueError):
    """A picture or code that contains no file of ours; ``message`` tells the player why."""


def code_of(content: bytes) -> str:
    """The code of a file; :func:`content_of` is the inverse.

    >>> content_of(code_of(b"..M../.R...")).decode()
    '..M../.R...'
    """
    return MARK + base64.b32encode(zlib.compress(content, 9)).decode().rstrip("=")


def is_code(content: bytes) -> bool:
    """Return whether the content of a file is such a code."""
    return content.lstrip()[: len(MARK)].upper() == MARK.encode()


def code_within(text: str) -> str:
    """The code in a text with which it was copied, such as a friend’s message; all of the text where there is none."""
    plain = plain_letters(text) if len(text) <= LARGEST_CODE else text
    found = re.search(rf"{MARK}(?:[A-Z2-7\s]|(?<=\n)>+)*", plain, re.IGNORECASE)
    return text if found is None else QUOTED.sub("", found[0])


def content_of(code: str) -> bytes:
    """The file in a code, ignoring case and white space. Raises NothingShared."""
    if len(code) > LARGEST_CODE:
        raise NothingShared(Message("This code is too long."))
    letters = BLANKS.sub("", code).upper()
    if not letters.startswith(MARK):
        raise NothingShared(NO_CODE)
    letters = letters.removeprefix(MARK)
    letters = letters[: len(letters) - (len(letters) % 8 in (1, 3, 6))]  # words that were copied along may end anywhere
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(base64.b32decode(letters + "=" * (-len(letters) % 8)), LARGEST_CONTENT)
    except (binascii.Error, zlib.error, ValueError):
        raise NothingShared(Message("This code is damaged: some of its letters are missing or wrong.")) from None
    if unpacking.unconsumed_tail:
        raise NothingShared(Message("This code is too long."))
    if not unpacking.eof:
        raise NothingShared(Message("This code is damaged: some of its letters are missing or wrong."))
    return content


def is_picture(content: bytes) -> bool:
    """Return whether a file is a picture of a format that may carry a code."""
    return content.startswith(PICTURES)


def code_in(picture: bytes) -> str:
    """The code that a picture carries; its pixels are never decoded, whatever size it claims.

    Raises NothingShared if it carries none or is damaged.
    """
    from PIL import Image  # here, to keep it out of start-up

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(picture[:HEAD]), formats=("PNG", "GIF")) as opened:
                found = opened.info.get(FIELD) or opened.info.get("comment")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NothingShared(Message("This picture is larger than any of ours.")) from None
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, struct.error, zlib.error):
        raise NothingShared(Message("This picture is damaged.")) from None
    code = found.decode("ascii", "replace") if isinstance(found, bytes) else found
    if not isinstance(code, str) or not is_code(code.encode(errors="replace")):
        raise NothingShared(Message("This picture carries no game and no puzzle of Quincunx."))
    return code


EMPTY_FILE = Message("This file is empty: a board was expected.")
NOTHING_OF_OURS = Message("This is neither a board nor a file of games.")
NO_FILE, NO_FILES = Message("This is no file that could be opened."), (errno.ENOTSUP, errno.ENXIO)
"""The message for a folder, a pipe, a socket or a device, and the error numbers for all but the first."""


class CannotOpen(Exception):
    """A file that cannot be read, or is none of ours.

    ``message`` tells the player why, and ``short`` the same without the file's name.
    """

    def __init__(self, path: Path, short: Message) -> None:
        self.short = short
        self.message = Message("{file}: {why}", file=path.name or str(path), why=short)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class BoardFile:
    """A playable board: its game, its params, and its text in the game's own format."""

    path: Path
    game: str
    params: Mapping[str, Any]
    text: str


@dataclass(frozen=True, slots=True)
class GamesFile:
    """A file marked as exported games; only its import tells whether they can be read.

    ``shared`` are the games contained in a picture or a code, which are in no file of their own.
    """

    path: Path
    shared: bytes | None = None


def identify_file(path: Path, game: str | None = None) -> BoardFile | GamesFile:
    """Identify a file, a board only as one of ``game`` if given; raise CannotOpen if it is none of ours."""
    return recognise(path, _read(path), game)


def recognise(path: Path, handed: bytes, game: str | None = None) -> BoardFile | GamesFile:
    """Identify some content that was passed under the name of a path, like :func:`identify_file`."""
    content = _carried(path, handed)
    if content.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] == b"{":
        if not _is_ours(content):
            raise CannotOpen(path, NOTHING_OF_OURS)
        return GamesFile(path, None if content is handed else content)
    if not content.removeprefix(BYTE_ORDER_MARK).strip():
        raise CannotOpen(path, EMPTY_FILE)
    if len(content) > LARGEST_BOARD:
        raise CannotOpen(path, Message("This file is too large to be a board."))
    first_line = content.partition(b"\n")[0]
    try:
        first_line.decode()
    except UnicodeDecodeError:
        raise CannotOpen(path, Message("Line {line}: This is no text in UTF-8.", line=1)) from None
    # An invalid byte further down is a fault like any other, and an earlier fault takes precedence.
    return _read_board(path, content.decode(errors="surrogateescape"), game)


def _read(path: Path) -> bytes:
    try:
        return read_regular(path)
    except ValueError:  # a name with a null in it
        raise CannotOpen(path, NO_FILE) from None
    except OSError as error:
        is_none = error.errno in NO_FILES or is_folder(path)
        why = NO_FILE if is_none else Message("It cannot be read: {why}", why=reason(error))
        raise CannotOpen(path, why) from None


def _carried(path: Path, content: bytes) -> bytes:
    """The content carried by a picture or a code; other content unchanged."""
    bare = content.removeprefix(BYTE_ORDER_MARK)
    try:
        if is_picture(content):
            return content_of(code_in(content))
        if is_code(bare):
            return content_of(bare.decode(errors="replace"))
    except NothingShared as error:
        raise CannotOpen(path, error.message) from None
    return content


def _is_ours(content: bytes) -> bool:
    """Return whether JSON has the mark of exported games."""
    try:
        return exchange.MARK in msgspec.json.decode(content.removeprefix(BYTE_ORDER_MARK), type=dict[str, Any])
    except (ValueError, RecursionError):
        return False


def _read_board(path: Path, text: str, game: str | None) -> BoardFile:
    """Let the games try in order; if none accepts it, report the fault of the likeliest or only game."""
    faults: list[tuple[bool, NoPuzzle]] = []
    for name, puzzles in _puzzle_games(game):
        try:
            params = puzzles.read(text)
            return BoardFile(path, name, params, puzzles.write(params))
        except NoPuzzle as error:
            faults.append((puzzles.claims(text), error))
    if not faults:
        raise CannotOpen(path, Message("No game here reads such files."))
    told = (error.message for claimed, error in faults if claimed or len(faults) == 1)
    raise CannotOpen(path, next(told, NOTHING_OF_OURS)) from None


def _puzzle_games(only: str | None) -> Iterator[tuple[str, Puzzles]]:
    for name, game in GAMES.items():
        puzzles = puzzles_of(game)
        if puzzles is not None and only in (None, name):
            yield name, puzzles
