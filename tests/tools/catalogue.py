"""Gathers every text that players see; ``python -m tests.tools.catalogue`` updates the PO files."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import polib

from logic.cabinet import Cabinet
from logic.config import parse_yaml
from logic.core import forms
from logic.puzzles import Chapter, puzzles_of
from logic.registry import GAMES
from logic.text import LANGUAGES, paragraphs
from logic.variants import GameConfig

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "config" / "locale"
CODE = ("logic", "sprites", "scenes", "main.py")
MAY_COMPUTE = {"logic/core.py", "logic/text.py"}
"""Modules that handle messages, whose texts are not literals."""
PHRASES = {"jumpin_names.yaml", "phone_words.yaml"}
"""Files in which every text is one that players see."""
NO_GAMES = {"adviser.yaml", "cabinet.yaml", "coatl_cards.yaml", "licences.yaml", "theme.yaml", *PHRASES}
CAMPAIGN = "_campaign.yaml"
"""The ending of the file in which a game of puzzles has its collection; the game itself reads it."""
TWO_FORMS = "nplurals=2; plural=(n != 1);"
PLURAL_FORMS = {
    "en": TWO_FORMS,
    "de": TWO_FORMS,
    "hu": TWO_FORMS,
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}


class CatalogueError(ValueError):
    """A text that cannot be gathered: not a literal, or with two plurals."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One msgid, its plural, and the files that contain it."""

    msgid: str
    plural: str
    sources: tuple[str, ...]


def _literal(node: ast.expr, place: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise CatalogueError(f"{place}: a message's words must be a literal")


def from_code(source: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield (msgid, plural) of each ``Message("…")`` in a module's source."""
    for node in ast.walk(ast.parse(source)) if "Message" in source else ():
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if "Message" not in (getattr(called, "id", None), getattr(called, "attr", None)):
            continue
        if not node.args:
            raise CatalogueError(f"{name}:{node.lineno}: a message without words")
        msgid, plural = forms(_literal(node.args[0], f"{name}:{node.lineno}"))
        yield msgid, plural or ""


def from_game(config: GameConfig) -> Iterator[str]:
    """Yield every text of a game's YAML, long ones by paragraphs."""
    yield from (config.title, config.blurb)
    for variant in config.variants.values():
        yield from (variant.title, variant.blurb)
        if variant.handicap is not None:
            yield variant.handicap.label
    for page in config.rules:
        yield from (page.title, *paragraphs(page.text))
    for lesson in config.lessons:
        yield from paragraphs(lesson.text)


def from_cabinet(cabinet: Cabinet) -> Iterator[str]:
    """Yield every text of ``cabinet.yaml``."""
    for place in cabinet.shelf.values():
        yield from (place.title, place.blurb)
    for action in cabinet.actions.values():
        yield action.label
    yield from cabinet.key_labels.values()
    yield from cabinet.pad_labels.values()


def from_campaign(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield every text of a collection of puzzles."""
    for chapter in chapters:
        yield from (chapter.title, chapter.text)
        for puzzle in chapter.puzzles:
            if not puzzle.is_code:
                yield from (puzzle.title, puzzle.text)


def from_phrases(data: object) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from from_phrases(part)


def _found() -> Iterator[tuple[str, str, str]]:
    for part in CODE:
        path = ROOT / part
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []:
            name = file.relative_to(ROOT).as_posix()
            if name not in MAY_COMPUTE:
                yield from ((*pair, name) for pair in from_code(file.read_text("utf-8"), name))
    yield "Player {number}", "", "logic/text.py"
    for file in sorted((ROOT / "config").glob("*.yaml")):
        name = f"config/{file.name}"
        if file.name in PHRASES:
            data = parse_yaml(file.read_text("utf-8"), dict, name)
            yield from ((msgid, "", name) for msgid in from_phrases(data))
        if file.name not in NO_GAMES and not file.name.endswith(CAMPAIGN):
            game = parse_yaml(file.read_text("utf-8"), GameConfig, name)
            yield from ((msgid, "", name) for msgid in from_game(game) if msgid)
    for game, rules in GAMES.items():
        puzzles = puzzles_of(rules)
        chapters = puzzles.chapters() if puzzles else ()
        yield from ((msgid, "", f"config/{game}{CAMPAIGN}") for msgid in from_campaign(chapters))
    cabinet = parse_yaml((ROOT / "config/cabinet.yaml").read_text("utf-8"), Cabinet, "config/cabinet.yaml")
    yield from ((msgid, "", "config/cabinet.yaml") for msgid in from_cabinet(cabinet) if msgid)


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return every text that players see, sorted by msgid."""
    plurals: dict[str, str] = {}
    sources: dict[str, set[str]] = {}
    for msgid, plural, source in _found():
        if plural and plurals.get(msgid) not in (None, "", plural):
            raise CatalogueError(f"{source}: {msgid!r} has two plurals")
        plurals[msgid] = plural or plurals.get(msgid, "")
        sources.setdefault(msgid, set()).add(source)
    return tuple(Phrase(msgid, plurals[msgid], tuple(sorted(sources[msgid]))) for msgid in sorted(plurals))


def _entry(phrase: Phrase, language: str, known: polib.POEntry | None) -> polib.POEntry:
    occurrences = [(source, "") for source in phrase.sources]
    if phrase.plural:
        forms = 3 if language == "pl" else 2
        fresh = {i: (phrase.msgid, phrase.plural)[i] if language == "en" else "" for i in range(forms)}
        kept = known and known.msgid_plural == phrase.plural and language != "en"
        return polib.POEntry(
            msgid=phrase.msgid,
            msgid_plural=phrase.plural,
            msgstr_plural=dict(known.msgstr_plural) if kept else fresh,
            occurrences=occurrences,
        )
    kept = known and not known.msgid_plural and language != "en"
    words = known.msgstr if kept else phrase.msgid if language == "en" else ""
    return polib.POEntry(msgid=phrase.msgid, msgstr=words, occurrences=occurrences)


def updated(language: str, wanted: Sequence[Phrase], known: dict[str, polib.POEntry]) -> polib.POFile:
    """Return a catalogue of exactly the wanted phrases, with the translations that are known."""
    catalogue = polib.POFile(wrapwidth=100)
    catalogue.metadata = {
        "Project-Id-Version": "Quincunx",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS[language],
    }
    catalogue.extend(_entry(phrase, language, known.get(phrase.msgid)) for phrase in wanted)
    return catalogue


def main() -> None:
    """Rewrite the four catalogues and print how many texts have no translation yet."""
    wanted = phrases()
    LOCALE.mkdir(exist_ok=True)
    for language in LANGUAGES:
        path = LOCALE / f"{language}.po"
        known = {entry.msgid: entry for entry in polib.pofile(str(path))} if path.exists() else {}
        catalogue = updated(language, wanted, known)
        catalogue.save(str(path))
        print(f"{path.name}: {len(catalogue)} texts, {len(catalogue.untranslated_entries())} to translate")


if __name__ == "__main__":
    main()
