"""Translates messages into one of four languages: gettext over the PO files, with plurals and players' names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations
from hashlib import sha256
from importlib.resources import files
from io import BytesIO

from logic.config import ConfigError, read_text
from logic.core import Message, Player
from logic.storage.files import StoreProblem, cache_folder, write_whole

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch", "hu": "Magyar", "pl": "Polski"}
"""The language codes, each with the language's own name, in the order in which they are offered."""

MARK_LENGTH = 32
"""Bytes of the digest at the end of a compiled catalogue, which shows what it was compiled from."""
PLURALS_TRIED = 200
"""Numbers for which the header must give a plural: the forms of our languages repeat every hundred."""
_BLANK_LINES = re.compile(r"\n\s*\n")
_WHOLE_LINE = re.compile(r'(?:(?:msg[a-z_]+(?:\[\d\])?\s*)?"[^"\\]*(?:\\.[^"\\]*)*"|#.*)?')
"""A line of a PO file: a complete string, with or without a keyword before it, a comment, or an empty line."""
_MISFITS = (KeyError, IndexError, ValueError, AttributeError, TypeError, MemoryError)
"""What ``str.format`` may raise if a translation's placeholders differ from the message's."""
_UNDRAWN = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u2600-\u27bf\u2b00-\u2bff\ufe0e\ufe0f\u20e3\U0001f000-\U0001faff"
    "\U000e0000-\U000e007f]"
)
"""Emoji, dingbats and their joiners: people and models use them, and our fonts lack them."""


def without_emoji(text: str) -> str:
    """The text without emoji, which our fonts would draw as boxes."""
    return _UNDRAWN.sub("", text)


def paragraphs(text: str) -> tuple[str, ...]:
    """Split a long text at its blank lines; a line break inside a paragraph becomes a space."""
    pieces = (" ".join(piece.split()) for piece in _BLANK_LINES.split(text))
    return tuple(piece for piece in pieces if piece)


def guess_language(environment: Mapping[str, str]) -> str:
    """The first of our languages that the environment asks for, or English.

    As in gettext, ``LANGUAGE`` is a list, and is ignored if the locale is the plain ``C``.

    >>> guess_language({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:de"})
    'de'
    >>> guess_language({"LANG": "C", "LANGUAGE": "de"})
    'en'
    """
    locales = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((value for value in locales if value), "")
    if re.split(r"[.@]", locale)[0] in ("C", "POSIX"):
        return "en"
    for wish in [*environment.get("LANGUAGE", "").split(":"), locale]:
        code = re.split(r"[_.@-]", wish)[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


@cache
def catalogue_of(language: str) -> GNUTranslations:
    """The catalogue of a language, cached; precompiled in the packed program, where that saves time at start-up.

    Raises ConfigError for a malformed line, or a header that gettext cannot use.
    """
    compiled = files("config").joinpath("locale", f"{language}.mo")
    content = compiled.read_bytes() if compiled.is_file() else _compiled_once(language)
    try:
        catalogue = GNUTranslations(BytesIO(content))
        for n in range(PLURALS_TRIED):
            catalogue.ngettext("", "", n)
    except (ValueError, LookupError, ArithmeticError) as error:  # of Plural-Forms and of the charset
        raise ConfigError(f"config/locale/{language}.po: the header: {error}") from None
    return catalogue


def _compiled_once(language: str) -> bytes:
    """Compile a catalogue, cached on disk: it takes half as long as the rest of the start-up."""
    text, kept = read_text(f"locale/{language}.po"), cache_folder() / f"{language}.mo"
    with suppress(OSError):
        content = kept.read_bytes()
        if content[-MARK_LENGTH:] == _mark(text, content[:-MARK_LENGTH]):
            return content
    compiled = compile_catalogue(language)
    content = compiled + _mark(text, compiled)
    with suppress(StoreProblem):
        write_whole(kept, content)
    return content


def _mark(text: str, compiled: bytes) -> bytes:
    """The digest appended to a compiled catalogue, where gettext ignores it: of the catalogue and of its source."""
    return sha256(text.encode() + compiled).digest()


def compile_catalogue(language: str) -> bytes:
    """Compile a PO file into the format that gettext reads; raise ConfigError for a malformed line."""
    import polib

    name = f"locale/{language}.po"
    text = read_text(name)
    for number, line in enumerate(text.split("\n"), 1):
        if _WHOLE_LINE.fullmatch(line.strip()) is None:  # polib would skip it and the rest of its entry
            raise ConfigError(f"config/{name}: line {number}: this is no whole line of a catalogue: {line.strip()}")
    try:
        binary: bytes = polib.pofile(text).to_binary()
    except (OSError, ValueError) as error:
        raise ConfigError(f"config/{name}: {' '.join(str(error).split())}") from None
    return binary


class Text:
    """All translations into one language. To switch, make another one: each catalogue is read only once.

    Raises ValueError for a language that is not in ``LANGUAGES``, ConfigError for a broken catalogue.
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise ValueError(f"language: {language!r} is not known; one of {known}, please")
        self.language = language
        self._catalogue = catalogue_of(language)

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """The text of a message; ``names`` are those of the players, by seat.

        Falls back to English if there is no translation, or if its placeholders do not fit.
        """
        shown = {place: self._shown(value, names) for place, value in message.args.items()}
        try:
            return self._translation(message).format(**shown)
        except _MISFITS:
            return _english(message).format(**shown)

    def get(self, msgid: str) -> str:
        """Translate a title or another short text without placeholders."""
        return self._catalogue.gettext(msgid) if msgid else ""

    def page(self, text: str) -> str:
        """Translate a long text paragraph by paragraph; paragraphs are separated by one blank line."""
        return "\n\n".join(self.get(paragraph) for paragraph in paragraphs(text))

    def _translation(self, message: Message) -> str:
        if message.plural is None:
            return self.get(message.msgid)
        return self._catalogue.ngettext(message.msgid, message.plural, _count(message))

    def _shown(self, value: Message | Player | str | int, names: Sequence[str]) -> str | int:
        if isinstance(value, Message):
            return self.say(value, names)
        if isinstance(value, Player):
            known = value.number < len(names) and names[value.number]
            return known or self.say(Message("Player {number}", number=value.number + 1))
        return value


def _english(message: Message) -> str:
    return message.msgid if message.plural is None or _count(message) == 1 else message.plural


def _count(message: Message) -> int:
    n = message.args["n"]
    return n if isinstance(n, int) else 0
