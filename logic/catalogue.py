"""Compiles a PO file, as translators write it, into what gettext reads: nothing is drawn before that is done."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping
from struct import pack

from logic.config import ConfigError

MAGIC = 0x950412DE
_HEAD = "7I"
"""The magic number, the version, how many texts, where two tables begin, and of a third that is left out."""
_LINE = re.compile(
    r'\s*(?:(?:(msgid|msgid_plural|msgstr|msgctxt)(?:\[(\d)\])?\s*)?"([^"\\]*(?:\\.[^"\\]*)*)"|#(.*))?\s*'
)
"""A line of a catalogue: a string that ends where it began, with or without a word before it, a comment, or nothing."""
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}

Entry = Mapping[str, str]
"""What follows each word; the forms of a plural are ``msgstr0``, ``msgstr1``…"""


def compiled(name: str, text: str) -> bytes:
    """Give what gettext reads of the catalogue of that name; raise ConfigError where a line of it is none.

    As everywhere, what is not translated, or only ``fuzzy``, is left out.
    """
    texts: dict[bytes, bytes] = {}
    for entry in _entries(name, text):
        forms = [words for word, words in entry.items() if word.startswith("msgstr")]
        if forms and all(forms):
            said = [entry[word] for word in ("msgid", "msgid_plural") if word in entry]
            context = f"{entry['msgctxt']}\4" if "msgctxt" in entry else ""
            texts[(context + "\0".join(said)).encode()] = "\0".join(forms).encode()
    return _table(sorted(texts.items()))


def _entries(name: str, text: str) -> Iterator[Entry]:
    entry: dict[str, str] = {}
    place, is_fuzzy, next_is_fuzzy = "", False, False
    for number, line in enumerate(text.split("\n"), 1):
        found = _LINE.fullmatch(line)
        word, form, part, comment = found.groups() if found is not None else (None,) * 4
        if found is None or (part is not None and not (word or place)):
            raise ConfigError(f"config/{name}: line {number}: this is no whole line of a catalogue: {line.strip()}")
        if part is None:
            next_is_fuzzy |= comment is not None and comment.startswith(",") and "fuzzy" in comment
            continue
        if word == "msgctxt" or (word == "msgid" and place != "msgctxt"):
            if not is_fuzzy:
                yield entry
            entry, is_fuzzy, next_is_fuzzy = {}, next_is_fuzzy, False
        if word:
            place = word + (form or "")
            entry[place] = ""
        entry[place] += _ESCAPED.sub(lambda escaped: _MEANT.get(escaped[1], escaped[1]), part) if "\\" in part else part
    if not is_fuzzy:
        yield entry


def _table(texts: list[tuple[bytes, bytes]]) -> bytes:
    """Lay out texts as a MO file does: how long and where each is, those to be translated first, then all of them."""
    begin = 7 * 4 + 16 * len(texts)
    places, content = array("i"), bytearray()
    for column in zip(*texts, strict=True):
        for words in column:
            places.extend((len(words), begin + len(content)))
            content += words + b"\0"
    return pack(_HEAD, MAGIC, 0, len(texts), 7 * 4, 7 * 4 + 8 * len(texts), 0, begin) + places.tobytes() + content
