"""What travels with a shared picture: a file of ours as one line of letters, which a square code may hold as well."""

from __future__ import annotations

import base64
import binascii
import re
import struct
import warnings
import zlib
from io import BytesIO

from logic.core import Message, UserError

MARK = "QUINCUNX:"
"""What every code begins with. It and the letters behind it are those that square codes hold in the least room."""
FIELD = "quincunx"
"""What a PNG calls the text that holds the code; in a GIF it is the comment."""
PICTURES = (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a")
LARGEST_CODE = 2**18
"""Letters."""
HEAD = 2 * LARGEST_CODE
"""Bytes at the beginning of a picture in which its code lies, before any pixels."""
LARGEST_CONTENT = 4 * 2**20
"""Bytes of what a code may come to: far more than the longest game."""
BLANKS = re.compile(r"\s+")


class NothingShared(UserError, ValueError):
    """A picture or a code in which there is nothing of ours; ``message`` says why, for the player."""


def code_of(content: bytes) -> str:
    """The code of a file; :func:`content_of` gives it back.

    >>> content_of(code_of(b"..M../.R...")).decode()
    '..M../.R...'
    """
    return MARK + base64.b32encode(zlib.compress(content, 9)).decode().rstrip("=")


def is_code(content: bytes) -> bool:
    """Tell whether a file is such a code."""
    return content.lstrip()[: len(MARK)].upper() == MARK.encode()


def content_of(code: str) -> bytes:
    """The file that a code holds; small letters and line breaks do no harm. Raises NothingShared."""
    if len(code) > LARGEST_CODE:
        raise NothingShared(Message("This code is too long."))
    letters = BLANKS.sub("", code).upper()
    if not letters.startswith(MARK):
        raise NothingShared(Message("This is no code of Quincunx: it would begin with {mark}", mark=MARK))
    letters = letters.removeprefix(MARK)
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
    """Tell whether a file is a picture of a kind that may carry a code."""
    return content.startswith(PICTURES)


def code_in(picture: bytes) -> str:
    """The code that a picture carries; its pixels are not looked at, however many it says there are.

    Raises NothingShared where it carries none, or cannot be read so far.
    """
    from PIL import Image  # here, because a start would load it

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
