"""Translations: complete, consistent, and drawable in the fonts in use."""

import re
from functools import cache
from importlib.resources import files

import polib
import pygame
import pytest

from logic import text as text_module
from logic.core import Message, Player
from logic.storage.files import CACHE_VARIABLE
from logic.text import LANGUAGES, Text, guess_language, paragraphs
from tests.tools.catalogue import LOCALE, PLURAL_FORMS, CatalogueError, from_code, phrases, updated

OTHERS = [language for language in LANGUAGES if language != "en"]
HINT = "update with: python -m tests.tools.catalogue"


@cache
def catalogue(language):
    return polib.pofile(str(LOCALE / f"{language}.po"))


def words(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


# -- the catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_complete_translated_and_in_the_tools_format(language):
    said = {phrase.msgid: phrase.plural for phrase in phrases()}
    kept = {entry.msgid: entry.msgid_plural or "" for entry in catalogue(language)}
    assert sorted(set(said) - set(kept)) == [], HINT
    assert sorted(set(kept) - set(said)) == [], HINT
    assert kept == said
    known = {entry.msgid: entry for entry in catalogue(language)}
    fresh = updated(language, phrases(), known)
    assert str(fresh) == (LOCALE / f"{language}.po").read_text("utf-8"), HINT
    assert catalogue(language).metadata["Plural-Forms"] == PLURAL_FORMS[language]
    forms = 3 if language == "pl" else 2
    for entry in catalogue(language):
        assert not entry.fuzzy, entry.msgid
        assert all(word.strip() for word in words(entry)), entry.msgid
        assert len(words(entry)) == (forms if entry.msgid_plural else 1), entry.msgid
    letters = {letter for entry in catalogue(language) for form in words(entry) for letter in form}
    assert lacks(font("fontpkg_cinzel", "Cinzel[wght].ttf"), {a for a in letters if a.isalnum()}) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_markup(language):
    for entry in catalogue(language):
        places = {*re.findall(r"{(\w+)}", entry.msgid), *re.findall(r"{(\w+)}", entry.msgid_plural or "")}
        for form in words(entry):
            found = set(re.findall(r"{(\w+)}", form))
            assert found == places or (entry.msgid_plural and found | {"n"} == places), entry.msgid
            assert form.count("{") == form.count("}") == len(re.findall(r"{\w+}", form)), entry.msgid
            assert form.count("**") == entry.msgid.count("**"), entry.msgid
            assert form.count("*") == entry.msgid.count("*"), entry.msgid
            assert form == form.strip() or entry.msgid != entry.msgid.strip(), entry.msgid


@pytest.mark.parametrize("language", OTHERS)
def test_translations_use_the_quotes_of_their_language(language):
    for entry in catalogue(language):
        for form in words(entry):
            assert '"' not in form, entry.msgid
            assert "“" not in form or language == "de", entry.msgid


LONG_TEXT = 40
"""Letters: a shorter text is a label, which has its line to itself."""
TORN = {"de": r" [%…]", "hu": r"\d %", "pl": r"(?<!\S)[aiouwzAIOUWZ] "}
"""What a line must not end or begin with: a sign without its figure, and in Polish a word of one letter."""


@pytest.mark.parametrize("language", TORN)
def test_translations_have_the_required_no_break_spaces(language):
    for entry in catalogue(language):
        for form in words(entry):
            if language != "pl" or len(form) > LONG_TEXT:
                assert not re.search(TORN[language], form), f"{form!r}: a no-break space (U+00A0) is missing"


NOWHERE = "\U000f0000"
"""A character that no font has: it looks like every other missing one."""


@cache
def font(package, name):
    pygame.font.init()
    return pygame.font.Font(str(files(package).joinpath("files").joinpath(name)), 24)


def lacks(font, letters):
    """Return the letters that a font draws as its box for missing ones; ``metrics`` has figures even for those."""

    def drawn(letter):
        picture = font.render(letter, True, "white")
        return picture.get_size(), pygame.image.tobytes(picture, "RGBA")

    return {letter for letter in letters if drawn(letter) == drawn(NOWHERE)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Manrope-Medium.ttf", "Manrope-Bold.ttf"])
def test_text_fonts_have_every_character_of_the_catalogues(language, name):
    letters = {letter for entry in catalogue(language) for form in words(entry) for letter in form}
    letters |= set("".join(LANGUAGES.values()))
    assert lacks(font("font_manrope", name), letters) == set()


def test_lacks_reports_a_character_missing_from_the_font():
    assert lacks(font("font_manrope", "Manrope-Medium.ttf"), "aß漢ő") == {"漢"}


# -- translating


def test_messages_are_formatted_and_translated_with_english_fallback():
    text = Text("en")
    message = Message("{player} gave up.", player=Player(1))
    assert text.say(message, ("Ada", "Béla")) == "Béla gave up."
    assert text.say(message, ("Ada", "")) == "Player 2 gave up."
    assert text.say(message) == "Player 2 gave up."
    outer = Message("Move {number}: {why}", number=3, why=message)
    assert text.say(outer, ("Ada", "Béla")) == "Move 3: Béla gave up."
    message = Message("{player} gave up.", player=Player(0))
    said = {Text(language).say(message, ("Ada",)) for language in LANGUAGES}
    assert len(said) == 4
    assert all("Ada" in words for words in said)
    for language in LANGUAGES:
        assert Text(language).say(Message("{n} [zebra|zebras]", n=2)) == "2 zebras"
        assert Text(language).get("Zebra") == "Zebra"
        assert Text(language).get("") == ""
    with pytest.raises(ValueError, match="'fr' is not known; one of en, de, hu, pl"):
        Text("fr")


def text_with_entry(monkeypatch, msgid, plural, forms, language="pl"):
    """Put one phrase in a catalogue of its own."""
    entry = (
        polib.POEntry(msgid=msgid, msgid_plural=plural, msgstr_plural=dict(enumerate(forms)))
        if plural
        else polib.POEntry(msgid=msgid, msgstr=forms[0])
    )
    own = updated(language, [], {})
    own.append(entry)
    monkeypatch.setattr(text_module, "read_text", lambda name: str(own))
    text_module.catalogue_of.cache_clear()
    text = Text(language)
    text_module.catalogue_of.cache_clear()
    return text


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 ruchów"), (1, "1 ruch"), (2, "2 ruchy"), (5, "5 ruchów"), (12, "12 ruchów"), (22, "22 ruchy")],
)
def test_polish_plurals(monkeypatch, n, said):
    text = text_with_entry(monkeypatch, "{n} move", "{n} moves", ["{n} ruch", "{n} ruchy", "{n} ruchów"])
    assert text.say(Message("{n} [move|moves]", n=n)) == said


@pytest.mark.parametrize(
    "broken", ["{m} ruchów", "{n", "}{", "{0}", "{n.real.x}", "{n!z}", "{n:Q}", "{n:>999999999999999}"]
)
def test_a_translation_with_invalid_placeholders_falls_back_to_english(monkeypatch, broken):
    text = text_with_entry(monkeypatch, "{n} move", "{n} moves", [broken] * 3)
    assert text.say(Message("{n} [move|moves]", n=5)) == "5 moves"
    assert text.say(Message("{n} [move|moves]", n=1)) == "1 move"
    text = text_with_entry(monkeypatch, "{n} seen", "", [broken])
    assert text.say(Message("{n} seen", n=5)) == "5 seen"


def test_a_page_is_translated_paragraph_by_paragraph(monkeypatch):
    text = text_with_entry(monkeypatch, "A long line.", "", ["Długi wiersz."])
    assert text.page("A long\nline.\n\n\n  Other.\n") == "Długi wiersz.\n\nOther."
    assert paragraphs("\n\n a\n b \n \n c") == ("a b", "c")


def test_a_compiled_catalogue_is_read_without_its_po_file(monkeypatch, tmp_path):
    """The packed program has only compiled ones."""
    before, english = Text("pl"), Text("en")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "pl.mo").write_bytes(text_module.compile_catalogue("pl"))
    monkeypatch.setattr(text_module, "files", lambda package: tmp_path)
    monkeypatch.delattr(text_module, "read_text")
    text_module.catalogue_of.cache_clear()
    after = Text("pl")
    text_module.catalogue_of.cache_clear()
    for message in (Message("Credits"), Message("{n} [turn|turns]", n=3)):
        assert after.say(message) == before.say(message) != english.say(message)


def test_a_compiled_catalogue_is_cached_until_the_cache_is_damaged(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    compiled, compile_catalogue = [], text_module.compile_catalogue
    monkeypatch.setattr(text_module, "compile_catalogue", lambda name: compiled.append(name) or compile_catalogue(name))
    kept = tmp_path / "pl.mo"

    def read():
        text_module.catalogue_of.cache_clear()
        assert Text("pl").get("Credits") != "Credits"
        return len(compiled)

    assert [read(), read()] == [1, 1]
    good = kept.read_bytes()
    for number, bad in enumerate((b"", good[:-1], good[:99] + b"?" + good[100:], b"\0" * len(good)), 2):
        kept.write_bytes(bad)
        assert read() == number
        assert kept.read_bytes() == good
    kept.unlink()
    kept.mkdir()
    assert read() == number + 1, "where nothing can be kept it is compiled each time"


def test_a_broken_catalogue_is_an_error_naming_the_file(monkeypatch):
    monkeypatch.setattr(text_module, "read_text", lambda name: 'msgid "a\nmsgstr')
    text_module.catalogue_of.cache_clear()
    with pytest.raises(text_module.ConfigError, match=r"config/locale/hu\.po"):
        Text("hu")


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: text/plain; charset=UTF-99",
        "Plural-Forms: nplurals=3; plural=one or more;",
        "Plural-Forms: nplurals=2; plural=n%(n-11);",
        "Language: pl",
    ],
    ids=["no such charset", "no plural", "no plural of eleven", "no charset"],
)
def test_a_header_that_gettext_cannot_use_is_named(monkeypatch, header):
    body = f'msgid ""\nmsgstr ""\n"{header}\\n"\n\nmsgid "A"\nmsgstr "Ą"\n'
    monkeypatch.setattr(text_module, "read_text", lambda name: body)
    text_module.catalogue_of.cache_clear()
    with pytest.raises(text_module.ConfigError, match=r"config/locale/pl\.po: the header: "):
        Text("pl")


@pytest.mark.parametrize(
    "body",
    ['msgid "A"\nmsgstr "B\n', 'msgid "A"\nmsgstr B"\n', 'msgid "A"\nmsgstr ""\n"B\n', 'msgid "A"\nmsgstr "B\\"\n'],
    ids=["no end", "no beginning", "no end below", "its end is escaped"],
)
def test_an_unterminated_string_in_a_catalogue_is_an_error_with_its_line(monkeypatch, body):
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    line = 5 + body.rstrip("\n").count("\n")
    monkeypatch.setattr(text_module, "read_text", lambda name: f'{head}{body}\n# more\nmsgid "C"\nmsgstr "D"\n')
    text_module.catalogue_of.cache_clear()
    with pytest.raises(text_module.ConfigError, match=rf"config/locale/pl\.po: line {line}: "):
        Text("pl")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "hu"}, "hu"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "de_DE", "LC_ALL": "hu_HU"}, "hu"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:pl:de"}, "pl"),
        ({"LANG": "C", "LANGUAGE": "pl"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "pl_PL"}, "en"),
        ({"LANG": "PL-pl"}, "pl"),
    ],
)
def test_the_language_is_guessed_from_the_environment(environment, language):
    assert guess_language(environment) == language


# -- gathering


def test_messages_are_extracted_from_code():
    code = 'def f(): g(Message("a" "b", n=2)); core.Message("d", x=1); Other("e")'
    assert sorted(from_code(code, "x.py")) == [("ab", ""), ("d", "")]
    assert list(from_code('Message("{n} [is|are] [it|they] now", n=2)', "x.py")) == [
        ("{n} is it now", "{n} are they now")
    ]


@pytest.mark.parametrize("code", ["Message(word)", 'Message(f"{x}")', "Message()"])
def test_messages_that_are_no_literals_are_refused(code):
    with pytest.raises(CatalogueError, match=r"x\.py:1"):
        list(from_code(code, "x.py"))
