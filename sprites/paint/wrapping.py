"""Breaks texts into lines that fit a width."""

from __future__ import annotations

import re

from sprites.paint.surface_cache import Bakery, Face, Typeface

_GAP = re.compile(r"(?<!,) | (?![0-9]+\))")
"""A space at which a line may be broken: any but the one in a place of a board, such as (1, 12)."""


def wrap(bakery: Bakery, text: str, face: Face, size: int, width: int) -> list[str]:
    """Break a text into lines no wider than ``width`` pixels: between words, and within one only as the last resort."""
    key = ("wrap", text, face, size, width)
    return list(bakery.reckon(key, lambda: tuple(_wrapped(bakery.font(face, size), text, width))))


def _wrapped(font: Typeface, text: str, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        for word in parted(paragraph):
            wide = font.size(word)[0]
            if line and used + font.space + wide <= width:
                line, used = f"{line} {word}", used + font.space + wide
                continue
            if line:
                lines.append(line)
            *broken, line = [word] if wide <= width else break_word(font, word, width)
            lines += broken
            used = font.size(line)[0] if broken else wide
        lines.append(line)
    return lines


def parted(line: str) -> list[str]:
    """Part a line into what is kept together: its words, and the places of a board, such as (1, 12)."""
    return _GAP.split(line)


def break_word(font: Typeface, word: str, width: int) -> list[str]:
    """Cut a word into pieces no wider than ``width``, but of at least one letter."""
    pieces: list[str] = []
    while font.size(word)[0] > width and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if font.size(word[:middle])[0] <= width:
                low = middle
            else:
                high = middle - 1
        pieces.append(word[:low])
        word = word[low:]
    return [*pieces, word]
