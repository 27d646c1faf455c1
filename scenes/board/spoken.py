"""What is said at a table: by language models of their own moves, and by bystanders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic import players
from logic.core import Message, Move
from logic.game import redact
from logic.llm.answer import ELLIPSIS, cut
from logic.session.session import Session
from scenes.board.parts import Part
from sprites.paint.kit import Kit
from sprites.paint.wrapping import wrap

LONGEST = 160
"""Characters of the words beside a turn: they are read in passing."""


def quoted(text: str) -> Message:
    return Message("“{text}”", text=text)


@dataclass(frozen=True, slots=True)
class _Words:
    """What was said of a move; ``is_open`` where whoever said it knew no more than everybody at the table."""

    move: Move
    text: str
    is_open: bool


class Spoken:
    """The words of the language models in one session, one saying a turn.

    A model knows what its seat knows, and may chat about it. So where seats knew different things its words are kept
    back until the game is over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: dict[int, _Words] = {}
        """By the ply of the move below which they belong."""

    def forget(self) -> None:
        """Let go of what was said of moves from here on: others take their place."""
        self._said = {ply: words for ply, words in self._said.items() if ply < self._session.ply}

    def keep(self, moves: Sequence[Move], said: str) -> None:
        """Keep what is said of the moves that come next, where it is the first that is said in this turn."""
        self.forget()
        session = self._session
        if said and not any(ply in self._said for ply in self._turn_before(session.ply, session.state.player)):
            last = session.ply + len(moves) - 1
            self._said[last] = _Words(moves[-1], cut(said, LONGEST), self._is_open)

    def after(self, ply: int) -> str:
        """What may be shown of what was said of the move at a ply, and of those before it in its turn."""
        words = self._said.get(ply)
        stands = words is not None and ply < self._session.ply and self._session.moves[ply] == words.move
        if words is None or not stands:
            return ""
        return words.text if words.is_open or self._session.outcome() is not None else ""

    @property
    def latest(self) -> str:
        """What may be shown of what was said in the last turn that a model has had."""
        session = self._session
        movers = ((ply, session.mover(ply)) for ply in range(session.ply - 1, -1, -1))
        for ply, mover in movers:
            if session.level_of(mover) == players.MODEL:
                turn = self._turn_before(ply + 1, mover)
                return next(filter(None, map(self.after, turn)), "")
        return ""

    def _turn_before(self, ply: int, mover: int) -> Sequence[int]:
        """The places before one at which the same player was to move, without a break, the last first."""
        first = ply
        while first and self._session.mover(first - 1) == mover:
            first -= 1
        return range(ply - 1, first - 1, -1)

    @property
    def _is_open(self) -> bool:
        """Whether all seats, those of computers too, know the same now, so that nothing can be given away."""
        game, state = self._session.game, self._session.state
        first = redact(game, state, 0)
        return all(redact(game, state, seat) == first for seat in range(1, len(self._session.seats)))


ICON = "comment_quote_outline"
ICON_SIDE = 26
"""Units, as of the status above it."""
LINE = 1.28
"""Height of a line of text by the size of its letters."""


class Speech(Part):
    """A saying in letters of one size, between marks as ``quoted`` has them; what finds no room is left away."""

    def __init__(self, kit: Kit, key: str, quoted: Callable[[str], str]) -> None:
        super().__init__(kit, key)
        self.text = ""
        self._quoted = quoted

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.small)

    @property
    def step(self) -> int:
        """The height of a line in pixels."""
        return round(self._letters * LINE)

    @property
    def has_room(self) -> bool:
        """Whether the place is high enough to say anything at all."""
        return self.rect.height >= self.step

    def _icon(self) -> pygame.Rect:
        side = self.kit.px(ICON_SIDE)
        return pygame.Rect(self.rect.left + self.kit.px(4), self.rect.top, side, min(self.rect.height, side))

    def _room(self) -> pygame.Rect:
        left = self._icon().right + self.kit.px(8)
        return pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)

    def rows(self) -> tuple[str, ...]:
        """The lines as they are drawn: as many as find room."""
        room = self._room()
        most = max(1, room.height // self.step)
        key = ("speech", self._quoted(self.text), room.width, most, self._letters)
        return self.kit.bakery.reckon(key, lambda: tuple(self._cut(room.width, most)))

    def _cut(self, width: int, most: int) -> list[str]:
        """Break the saying into at most so many lines."""
        words = self.text.split()
        broken = self._broken(self.text, width)
        while len(broken) > most and words:
            words.pop()
            broken = self._broken(" ".join(words).rstrip(" ,;:–-…") + ELLIPSIS, width)
        return broken

    def _broken(self, text: str, width: int) -> list[str]:
        return wrap(self.kit.bakery, self._quoted(text), "text", self._letters, max(1, width))

    def clipped(self) -> Iterable[str]:
        """Every line that is too wide for its place."""
        font, room = self.kit.bakery.font("text", self._letters), self._room()
        return [row for row in self.rows() if font.size(row)[0] > room.width]

    def draw(self, surface: pygame.Surface) -> None:
        icon, room = self._icon(), self._room()
        glyph = self.kit.bakery.icon(ICON, icon.height, self.kit.theme.colours.accent)
        surface.blit(glyph, glyph.get_rect(center=icon.center))
        for number, row in enumerate(self.rows()):
            drawn = self.kit.bakery.text(row, "text", self._letters, self.kit.theme.colours.ink_soft)
            surface.blit(drawn, (room.left, room.top + number * self.step))
