"""Passive text: a label in one style, and rich text with bold, italic and bullets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour, Face, break_word, parted
from sprites.widgets.base import Align, Fitted, Passive, set_in

SizeName = Literal["title", "heading", "reading", "text", "small"]
Voice = Literal["plain", "bold", "italic"]

MARKED = re.compile(r"\*\*(?P<bold>[^*]+)\*\*|\*(?P<italic>[^*]+)\*")
BULLET_INDENT = 22
PARAGRAPH_GAP = 0.55
"""Gap between paragraphs, by the height of a line."""


class Label(Passive):
    """A wrapped text; not pressed."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        text: str,
        face: Face = "text",
        size: SizeName = "text",
        colour: Colour | None = None,
        align: Align = "left",
    ) -> None:
        super().__init__(kit, key)
        self.text = text
        self.face = face
        self.size = kit.px(getattr(kit.theme.sizes, size))
        self.colour = kit.theme.colours.ink if colour is None else colour
        self.align = align

    def _laid_out(self, width: int) -> Fitted:
        return set_in(self.kit, self.text, self.face, self.size, width)

    def measure(self, width: int) -> int:
        return self._laid_out(width).height

    def natural_width(self) -> int:
        return self._laid_out(1 << 20).width

    def clipped(self) -> Iterable[str]:
        """The text, if its lines need more height than there is, or a letter more width."""
        laid_out = self._laid_out(self.rect.width)
        return () if laid_out.fits and laid_out.height <= self.rect.height else (self.text,)

    def draw(self, surface: pygame.Surface) -> None:
        laid_out = self._laid_out(self.rect.width)
        room = pygame.Rect(self.rect.topleft, (self.rect.width, laid_out.height))
        laid_out.draw(self.kit, surface, room, self.colour, self.align)


@dataclass(frozen=True, slots=True)
class Run:
    """A few words in one style at a position of a rich text."""

    text: str
    voice: Voice
    left: int
    top: int
    width: int


class RichText(Passive):
    """Paragraphs separated by empty lines, with ``**bold**``, ``*italic*`` and ``- `` for bullets."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        markup: str,
        size: SizeName = "text",
        colour: Colour | None = None,
        accent: Colour | None = None,
    ) -> None:
        super().__init__(kit, key)
        self.markup = markup
        self.size = kit.px(getattr(kit.theme.sizes, size))
        self.colour = kit.theme.colours.ink if colour is None else colour
        self.accent = kit.theme.colours.accent_light if accent is None else accent
        self._laid_out: tuple[str, int, list[Run], int] | None = None

    def measure(self, width: int) -> int:
        return self.layout(width)[1]

    def natural_width(self) -> int:
        widest = max((run.left + run.width for run in self.layout(1 << 20)[0]), default=0)
        self._laid_out = None
        return widest

    def clipped(self) -> Iterable[str]:
        """The text, if it needs more height than there is, or a letter more width."""
        runs, height = self.layout(self.rect.width)
        wide = any(run.left + run.width > self.rect.width for run in runs)
        return (self.markup,) if wide or height > self.rect.height else ()

    def draw(self, surface: pygame.Surface) -> None:
        for run in self.layout(self.rect.width)[0]:
            face, colour = self._look(run.voice)
            picture = self.kit.cache.text(run.text, face, self.size, colour)
            surface.blit(picture, (self.rect.left + run.left, self.rect.top + run.top))

    def _look(self, voice: Voice) -> tuple[Face, Colour]:
        return ("interface" if voice == "bold" else "text"), (self.accent if voice == "italic" else self.colour)

    def layout(self, width: int) -> tuple[list[Run], int]:
        """The runs of the text as set at that width, and their total height."""
        if self._laid_out is None or self._laid_out[:2] != (self.markup, width):
            self._laid_out = (self.markup, width, *self._set_type(max(1, width)))
        return self._laid_out[2], self._laid_out[3]

    def _set_type(self, width: int) -> tuple[list[Run], int]:
        line_height = self.kit.cache.font("text", self.size).get_linesize()
        runs: list[Run] = []
        top = 0
        for i, (text, bullet, first) in enumerate(blocks(self.markup)):
            if i and (first or not bullet):
                top += round(line_height * PARAGRAPH_GAP)
            indent = min(self.kit.px(BULLET_INDENT), width // 4) if bullet else 0
            if bullet:
                dot = self.kit.cache.font("interface", self.size).size("•")[0]
                runs.append(Run("•", "bold", max(0, indent - dot) // 2, top, dot))
            lines = list(self._break(text, width - indent))
            for line in lines:
                runs += self._set_line(line, indent, top)
                top += line_height
        return runs, top

    def _break(self, text: str, width: int) -> Iterator[list[tuple[str, Voice]]]:
        """Lines of words; a word is a list of pieces, because its style may change."""
        line: list[tuple[str, Voice]] = []
        used = 0
        for word in words(text):
            wide = sum(self._wide(piece, voice) for piece, voice in word)
            space = self._wide(" ", word[0][1]) if line else 0
            if line and used + space + wide > width:
                yield line
                line, used, space = [], 0, 0
            if space:
                line.append((" ", word[0][1]))
                used += space
            if wide > width:
                *full, (rest, voice) = list(self._broken(word, width))
                yield from ([piece] for piece in full)
                word, wide = [(rest, voice)], self._wide(rest, voice)
            line += word
            used += wide
        yield line

    def _broken(self, word: list[tuple[str, Voice]], width: int) -> Iterator[tuple[str, Voice]]:
        for text, voice in word:
            font = self.kit.cache.font(self._look(voice)[0], self.size)
            yield from ((piece, voice) for piece in break_word(font, text, width))

    def _wide(self, text: str, voice: Voice) -> int:
        return self.kit.cache.font(self._look(voice)[0], self.size).size(text)[0]

    def _set_line(self, line: list[tuple[str, Voice]], left: int, top: int) -> Iterator[Run]:
        merged: list[tuple[str, Voice]] = []
        for text, voice in line:
            if merged and merged[-1][1] == voice:
                merged[-1] = (merged[-1][0] + text, voice)
            else:
                merged.append((text, voice))
        for text, voice in merged:
            width = self._wide(text, voice)
            yield Run(text, voice, left, top, width)
            left += width


def blocks(markup: str) -> Iterator[tuple[str, bool, bool]]:
    """Split markup into paragraphs and bullets: text, whether it is a bullet, whether it is the first of its group."""
    for group in re.split(r"\n\s*\n", markup.strip()):
        parts: list[tuple[str, bool]] = []
        for raw in group.split("\n"):
            line = raw.strip()
            if line.startswith("- "):
                parts.append((line[2:].strip(), True))
            elif parts:
                parts[-1] = (f"{parts[-1][0]} {line}", parts[-1][1])
            else:
                parts.append((line, False))
        for i, (text, bullet) in enumerate(parts):
            yield text, bullet, i == 0


def words(text: str) -> Iterator[list[tuple[str, Voice]]]:
    """The words of a paragraph, each as its pieces with their styles."""
    word: list[tuple[str, Voice]] = []
    for piece, voice in voices(text):
        for i, part in enumerate(parted(piece)):
            if i and word:
                yield word
                word = []
            if part:
                word.append((part, voice))
    if word:
        yield word


def voices(text: str) -> Iterator[tuple[str, Voice]]:
    """Split a paragraph where its style changes; asterisks that enclose nothing stay."""
    end = 0
    for found in MARKED.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], "plain"
        bold = found["bold"]
        yield (bold, "bold") if bold is not None else (found["italic"], "italic")
        end = found.end()
    if end < len(text):
        yield text[end:], "plain"
