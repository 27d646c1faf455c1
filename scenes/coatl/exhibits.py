"""Cards on a page of the rules: shown large, each above a cóatl that it scores on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

import pygame

from logic.coatl.components import is_temple, prophecy
from logic.coatl.narration import FAMILY_WORDS, wishes
from logic.coatl.scoring import Example, exhibit
from logic.core import Message
from scenes.coatl.components import card_size, draw_card
from sprites.coatl import boards, decks
from sprites.coatl.cards import RATIO, lit_plate
from sprites.coatl.segments import draw_chain
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import wrap

HIGHEST, BIGGEST = 250, 38
"""Largest height of a card, and of a cóatl's piece, in units."""
CAPTION, LEAST_CAPTION = 0.085, 11
"""Height of a name's letters by that of a card's place, and the least in pixels."""
BALANCE = 16
"""The width of a name is divided by this; from the half on, each of these widths is tried for its lines."""
LINE = 1.2
"""Line height by that of its letters."""
LANE, WORTH = 1.42, 1.06
"""Height of a cóatl's bed and width of the plate with the points, in pieces."""
INSET = 0.3
"""Padding at the ends of the bed and before the plate, in pieces."""
LIT = 0.06
"""Distance of the light behind pieces from the upper and lower edge of the bed, in pieces."""


@dataclass(frozen=True)
class Caption:
    """The text above a card: its lines, the letters' height, and the height available."""

    lines: tuple[str, ...]
    letters: int
    height: int


@dataclass(frozen=True)
class Stand:
    """The place of a card: the ``room`` for its caption, the card, the bed of the cóatl below it, a piece's side."""

    room: pygame.Rect
    caption: Caption
    card: pygame.Rect
    bed: pygame.Rect
    piece: int

    @property
    def chain(self) -> tuple[int, int]:
        """The upper left corner of the head's cell."""
        return self.bed.left + round(INSET * self.piece), self.bed.centery - self.piece // 2

    @property
    def plate(self) -> pygame.Rect:
        side = round(WORTH * self.piece)
        rect = pygame.Rect(0, 0, side, side)
        rect.midright = self.bed.right - round(INSET * self.piece), self.bed.centery
        return rect


def name_of(card: str) -> Message:
    """The caption of a card: the name of its family, or a temple's requirements."""
    return wishes(card) if is_temple(card) else FAMILY_WORDS[prophecy(card).family.name]


def stands(kit: Kit, rect: pygame.Rect, cards: Sequence[str], say: Callable[[Message], str]) -> tuple[Stand, ...]:
    """Divide a rectangle among some cards, in the number of columns that shows pieces, and less so cards, largest."""
    examples = [exhibit(card) for card in cards]
    names = [say(name_of(card)) for card in cards]
    tries = (_in_columns(kit, rect, examples, names, columns) for columns in range(1, len(cards) + 1))
    return max(tries, key=lambda found: min(stand.piece**2 * stand.card.height for stand in found))


def _in_columns(
    kit: Kit, rect: pygame.Rect, examples: Sequence[Example], names: Sequence[str], columns: int
) -> tuple[Stand, ...]:
    """Lay cards out row by row, the last row in the middle: all of one size, and so are their names and pieces."""
    gap, rows = kit.px(kit.theme.sizes.gap), ceil(len(examples) / columns)
    wide, high = (rect.width - gap * (columns - 1)) // columns, (rect.height - gap * (rows - 1)) // rows
    longest = max(len(example.colours) for example in examples)
    piece = max(4, min(kit.px(BIGGEST), int(wide / (longest + WORTH + 3 * INSET)), high // 5))
    letters = max(LEAST_CAPTION, min(kit.px(kit.theme.sizes.text), round(CAPTION * high)))
    captions = [_balanced(kit, name, letters, wide - gap // 2) for name in names]
    told = round(max(map(len, captions)) * LINE * letters)
    found: list[Stand] = []
    for number, (example, lines) in enumerate(zip(examples, captions, strict=True)):
        row, column = divmod(number, columns)
        count = min(columns, len(examples) - row * columns)
        left = rect.centerx - (count * (wide + gap) - gap) // 2 + column * (wide + gap)
        place = pygame.Rect(left, rect.top + row * (high + gap), wide, high)
        found.append(_stand(kit, place, Caption(lines, letters, told), piece, len(example.colours)))
    return tuple(found)


def _balanced(kit: Kit, name: str, letters: int, width: int) -> tuple[str, ...]:
    """Wrap a name into as few lines as possible, of about equal length, without breaking words."""
    widths = [width * share // BALANCE for share in range(BALANCE // 2, BALANCE + 1)]
    tries = [tuple(wrap(kit.cache, name, "interface", letters, narrow)) for narrow in widths]
    whole = [lines for lines in tries if " ".join(lines) == name]
    return min(whole or tries[-1:], key=len)


def _stand(kit: Kit, place: pygame.Rect, caption: Caption, piece: int, pieces: int) -> Stand:
    inset, bed_high = max(2, piece // 4), round(LANE * piece)
    room = place.height - caption.height - bed_high - 2 * inset
    card = pygame.Rect((0, 0), card_size(int(max(8, min(kit.px(HIGHEST) / RATIO, place.width, room / RATIO)))))
    top = place.top + max(0, room - card.height) // 2
    card.midtop = place.centerx, top + caption.height + inset
    bed = pygame.Rect(0, card.bottom + inset, round((pieces + WORTH + 3 * INSET) * piece), bed_high)
    bed.centerx = place.centerx
    return Stand(pygame.Rect(place.left, top, place.width, caption.height), caption, card, bed, piece)


def draw_exhibits(
    kit: Kit, surface: pygame.Surface, rect: pygame.Rect, names: Sequence[str], say: Callable[[Message], str]
) -> None:
    """Draw some cards large in a rectangle of a page of paper, each with its example."""
    for card, stand in zip(names, stands(kit, rect, names, say), strict=True):
        example = exhibit(card)
        _draw_name(kit, surface, stand)
        wide = stand.card.width
        draw_card(surface, kit, card, stand.card.center, wide, wide, level=example.level)
        _draw_example(kit, surface, stand, example)


def _draw_name(kit: Kit, surface: pygame.Surface, stand: Stand) -> None:
    letters, (x, bottom) = stand.caption.letters, stand.room.midbottom
    for number, line in enumerate(reversed(stand.caption.lines)):
        words = kit.cache.text(line, "interface", letters, kit.theme.colours.paper_ink)
        surface.blit(words, words.get_rect(midbottom=(x, bottom - number * round(LINE * letters))))


def _draw_example(kit: Kit, surface: pygame.Surface, stand: Stand, example: Example) -> None:
    """Draw a cóatl in its bed, the scoring pieces on gold, and the points behind it."""
    surface.blit(boards.lane(kit, stand.bed.size), stand.bed)
    for rect in lit_rects(stand, example):
        lit_plate(kit, surface, rect)
    draw_chain(surface, kit, example.pieces, *stand.chain, stand.piece)
    plate = decks.plate(kit, str(example.points), stand.plate.width)
    surface.blit(plate, plate.get_rect(center=stand.plate.center))


def lit_rects(stand: Stand, example: Example) -> list[pygame.Rect]:
    """The plates behind the scoring pieces: one for each occurrence of the card's pattern."""
    left, reach = stand.chain[0], max(1, round(LIT * stand.piece))
    high = stand.bed.height - 2 * reach
    return [
        pygame.Rect(left + start * stand.piece, stand.bed.top + reach, (end - start) * stand.piece, high)
        for start, end in example.spans
    ]
