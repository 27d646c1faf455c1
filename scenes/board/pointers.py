"""What somebody by phone points at: shown on the board for a few seconds, with whose hand it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from logic.core import State
from logic.hosting.hosted import WATCHER
from scenes.app.wording import shortened
from scenes.board.turn import plate
from scenes.view import marks
from scenes.view.view import GameView
from sprites.paint.kit import Kit
from sprites.paint.tokens import ring

MOST = 8
"""Hands that are shown at a time; the first of them goes first."""
WIDE, HAND = 1.3, 0.5
"""The ring and a watcher's hand, next to what is pointed at."""
PLATE, LONGEST, LETTERS = 30, 190, 16
"""Units of a plate's height and length, and the letters of a name on it."""


class Pointers:
    """Who points at what on one board, each to be seen for some ``seconds``. Nothing is played."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._left: dict[tuple[int, str], float] = {}
        """Seconds for which each is still to be seen, by who points and at what."""

    def point(self, seat: int, name: str) -> None:
        """Show that somebody points there; whoever has a seat points at one thing at a time."""
        if seat != WATCHER:
            self._left = {key: left for key, left in self._left.items() if key[0] != seat}
        self._left.pop((seat, name), None)
        self._left[seat, name] = self._seconds
        while len(self._left) > MOST:
            del self._left[next(iter(self._left))]

    def update(self, dt: float) -> bool:
        """Let time pass; true where one is gone."""
        before = len(self._left)
        self._left = {key: left - dt for key, left in self._left.items() if left > dt}
        return len(self._left) != before

    def clear(self) -> None:
        self._left.clear()

    def draw(
        self, kit: Kit, surface: pygame.Surface, view: GameView, names: Sequence[str], common: Callable[[], State]
    ) -> None:
        """Draw it over a view, at those places alone that are there in the position as all know it."""
        rects = view.pointable(common()) if self._left else {}
        for seat, name in self._left:
            rect = rects.get(name)
            if rect is None or not view.rect.colliderect(rect):
                continue
            if seat == WATCHER:
                self._draw_watcher(kit, surface, rect)
            else:
                self._draw_seat(kit, surface, rect, seat, names[seat])

    def _draw_seat(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect, seat: int, called: str) -> None:
        around = ring(kit, seat, round(WIDE * min(rect.size)))
        surface.blit(around, around.get_rect(center=rect.center))
        name = plate(kit, kit.px(PLATE), kit.px(LONGEST), seat, shortened(called, LETTERS))
        place = name.get_rect(midtop=rect.midbottom)
        surface.blit(name, place.clamp(surface.get_rect()))

    def _draw_watcher(self, kit: Kit, surface: pygame.Surface, rect: pygame.Rect) -> None:
        side = min(rect.size)
        hand = kit.bakery.icon("hand_pointing_up", max(8, round(HAND * side)), kit.theme.colours.ink)
        for part in (marks.ring(kit, round(WIDE * side)), hand):
            surface.blit(part, part.get_rect(center=rect.center))
