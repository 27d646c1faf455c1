"""What the text formats of all games share: params that differ from the defaults, error positions, sharing codes."""

from __future__ import annotations

import unicodedata
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

import msgspec

from logic.core import Message, UserError
from logic.variants import checked_params

T = TypeVar("T")

LONGEST_PICTURE = 20_000
"""Characters of a picture; no position needs as many."""


def lines_of(text: str, most: int = LONGEST_PICTURE) -> list[str]:
    """The lines of a picture, less empty ones at both ends; raises ValueError beyond ``most`` characters."""
    if len(text) > most:
        raise ValueError(f"no more than {most} signs were expected")
    return text.strip("\n").split("\n")


def one_of(words: tuple[T, ...], word: str) -> T:
    """Return the element of ``words`` equal to ``word``, which must exist, with its narrower type."""
    return next(one for one in words if one == word)


FieldPath = tuple[str | int, ...]
"""A path in a position: the name of a field of State, then rows, columns, seats or indices, all from 0."""


class Contradiction(ValueError):
    """An impossible position: ``path`` says where, the text what was expected there."""

    def __init__(self, path: FieldPath, text: str) -> None:
        super().__init__(text)
        self.path = path

    def __reduce__(self) -> tuple[type[Contradiction], tuple[FieldPath, str]]:
        return Contradiction, (self.path, str(self))


def changed_params(params: Any) -> str:
    """The params that differ from their defaults, as JSON; empty if there are none."""
    usual = type(params)()
    differ = {
        field.name: getattr(params, field.name)
        for field in fields(params)
        if getattr(params, field.name) != getattr(usual, field.name)
    }
    return msgspec.json.encode(differ).decode() if differ else ""


def read_params(kind: type[Any], text: str, where: str) -> Any:
    """Parse what :func:`changed_params` wrote, unless it is empty; raises ValueError with the place of a fault."""
    try:
        data = msgspec.json.decode(text, type=dict)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: an object in JSON was expected: {error}") from None
    return checked_params(kind, data, where)


LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford’s alphabet: without letters that are easily confused, which :data:`MISTAKEN` maps to those meant."""
MISTAKEN = str.maketrans("OIL", "011")
BETWEEN = " -–—_\t\r\n"
"""Separators between letters, which are ignored."""
LETTER_BITS = 5
GROUP = 5
LONGEST = 60
FIELD = 0b100101
"""The polynomial x⁵ + x² + 1: letters are elements of the field with 32 elements that it defines."""


class CodeError(UserError, ValueError):
    """An invalid sharing code; ``message`` tells the player why."""


class DecodedCode(NamedTuple):
    """The content of a code: a number, and its length in letters without the check letter."""

    number: int
    length: int

    def __str__(self) -> str:
        """Format the code in groups of five letters."""
        letters = [self.number >> LETTER_BITS * index & 31 for index in reversed(range(self.length))]
        code = "".join(LETTERS[letter] for letter in [*letters, _check(letters)])
        return "-".join(code[at : at + GROUP] for at in range(0, len(code), GROUP))


def decode_code(text: str, least: int) -> DecodedCode:
    """Decode a code of at least ``least`` letters besides the check letter; raises CodeError.

    Accepts lower case, spaces and dashes, O for 0, I and L for 1. Every single wrong letter and every exchange of
    two letters is detected, unless they are 31 places apart.
    """
    letters = _letters(text)
    if len(letters) <= least:
        raise CodeError(Message("A sharing code has {n} letters or more.", n=least + 1))
    if _check(letters[:-1]) != letters[-1]:
        raise CodeError(Message("A letter of this code is wrong: its last one, which checks the others, does not fit."))
    number = 0
    for letter in letters[:-1]:
        number = number << LETTER_BITS | letter
    return DecodedCode(number, len(letters) - 1)


def plain_letters(text: str) -> str:
    """A text without what keyboards and messengers do to its letters: full-width forms, and invisible signs between."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")


def _letters(text: str) -> list[int]:
    """Decode letters as numbers from 0 to 31."""
    found: list[int] = []
    for sign in plain_letters(text).upper().translate(MISTAKEN):
        if sign in BETWEEN:
            continue
        if sign not in LETTERS:
            raise CodeError(Message("“{letter}” occurs in no sharing code.", letter=sign))
        if len(found) == LONGEST:
            raise CodeError(Message("This is too long for a sharing code."))
        found.append(LETTERS.index(sign))
    return found


def _check(letters: list[int]) -> int:
    """The sum of the letters, each multiplied by a power of x by its position."""
    total = 0
    for letter in letters:
        total = (total ^ letter) << 1
        total ^= FIELD if total & 32 else 0
    return total
