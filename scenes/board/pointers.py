"""What somebody by phone points at: shown on the board for a few seconds, with whose hand it is."""

from __future__ import annotations

import pygame

from logic.hosting.hosted import WATCHER
from scenes.app.app import App
from scenes.app.wording import shortened
from scenes.board.match import Match
from scenes.board.turn import plate
from scenes.view import marks
from scenes.view.view import GameView
from sprites.paint.tokens import ring

MOST = 8
"""Hands that are shown at a time; the first of them goes first."""
WIDE, HAND = 1.3, 0.5
"""The ring and a watcher's hand, next to what is pointed at."""
PLATE, LONGEST, LETTERS = 30, 190, 16
"""Units of a plate's height and length, and the letters of a name on it."""


class Pointers:
    """Who points at what on one board. Nothing is played, and no name is shown that not everybody knows."""

    def __init__(self, app: App, match: Match, view: GameView) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._left: dict[tuple[int, str], float] = {}
        """Seconds for which each is still to be seen, by who points and at what."""

    def point(self, seat: int, name: str) -> None:
        """Show that somebody points there; whoever has a seat points at one thing at a time."""
        if seat != WATCHER:
            self._left = {key: left for key, left in self._left.items() if key[0] != seat}
        self._left.pop((seat, name), None)
        self._left[seat, name] = self._app.theme.seconds.point
        while len(self._left) > MOST:
            del self._left[next(iter(self._left))]

    def update(self, dt: float) -> bool:
        """Let time pass; true where one is gone."""
        before = len(self._left)
        self._left = {key: left - dt for key, left in self._left.items() if left > dt}
        return len(self._left) != before

    def draw(self, surface: pygame.Surface) -> None:
        rects = self._view.pointable(self._match.common(self._match.session.state)) if self._left else {}
        for seat, name in self._left:
            rect = rects.get(name)
            if rect is None or not self._view.rect.colliderect(rect):
                continue
            if seat == WATCHER:
                self._draw_watcher(surface, rect)
            else:
                self._draw_seat(surface, rect, seat)

    def _draw_seat(self, surface: pygame.Surface, rect: pygame.Rect, seat: int) -> None:
        kit = self._app.kit
        around = ring(kit, seat, round(WIDE * min(rect.size)))
        surface.blit(around, around.get_rect(center=rect.center))
        name = plate(kit, kit.px(PLATE), kit.px(LONGEST), seat, shortened(self._match.names[seat], LETTERS))
        place = name.get_rect(midtop=rect.midbottom)
        surface.blit(name, place.clamp(surface.get_rect()))

    def _draw_watcher(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        kit, side = self._app.kit, min(rect.size)
        hand = kit.bakery.icon("hand_pointing_up", max(8, round(HAND * side)), kit.theme.colours.ink)
        for part in (marks.ring(kit, round(WIDE * side)), hand):
            surface.blit(part, part.get_rect(center=rect.center))
