"""Makes a stranger's text fit to be shown: one line of plain letters, cut to length at a word."""

from __future__ import annotations

import re
import unicodedata

LONGEST_TAG = 200
MOST_MARKS = 2
"""Accents that may follow one letter; more of them would climb over the lines above."""
ELLIPSIS = "…"

_COMMENT = re.compile(r"<!--.*?(-->|$)", re.DOTALL)
_SCRIPT = re.compile(r"<(script|style)\b.*?(</\1\s*>|$)", re.DOTALL | re.IGNORECASE)
_INLINE = re.compile(r"</?(?:a|b|code|em|font|i|mark|s|small|span|strong|sub|sup|u)(?: [^<>]{0,200})?>", re.IGNORECASE)
_TAG = re.compile(rf"</?[a-zA-Z][^<>]{{0,{LONGEST_TAG}}}>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)")
_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[@-~]")
_STRESSED = re.compile(r"(\*{1,3}|`{1,3}|~~)(?=\S)(.{1,200}?)(?<=\S)\1")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]+", re.MULTILINE)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Categories of signs that are no writing: controls, overrides of the direction, surrogates, what has no meaning."""


def plain(text: str, most: int) -> str:
    """Give the text as one line without markup, controls and hidden signs, of at most so many characters."""
    bounded = text[: most * 20 + 2000]  # what is far behind the cut need not be looked through
    bare = _COMMENT.sub(" ", _SCRIPT.sub(" ", bounded))
    bare = _LINK.sub(r"\1", _TERMINAL.sub("", _TAG.sub(" ", _INLINE.sub("", bare))))
    shown = "".join(_seen(_STRESSED.sub(r"\2", _HEADING.sub("", bare))))
    return cut(" ".join(_without_towers(unicodedata.normalize("NFC", shown)).split()), most)


def cut(text: str, most: int) -> str:
    """Cut a text to at most so many characters, at a word where there is one near."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    if not text[most - 1].isspace():
        at_word = head.rpartition(" ")[0]
        head = at_word if len(at_word) >= most // 2 else head
    return head.rstrip(" ,;:–-") + ELLIPSIS


def _seen(text: str) -> list[str]:
    """Give the signs that can be seen; a space for each that only moves the pen."""
    signs = []
    for sign in text:
        if sign.isspace():
            signs.append(" ")
        elif unicodedata.category(sign) not in _UNSEEN:
            signs.append(sign)
    return signs


def _without_towers(text: str) -> str:
    signs: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            signs.append(sign)
    return "".join(signs)
