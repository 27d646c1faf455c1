"""Names at the edges of the screen: who sits where round the table, each written towards its own player."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.app import App
from scenes.app.orientation import EDGES, Orientation
from scenes.app.wording import shortened
from scenes.board.layout import is_compact
from scenes.board.match import Match
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import mix, rgb
from sprites.paint.tokens import player_token
from sprites.widgets.base import fit

THICK, SMALL_THICK = 26, 22
"""Units from the edge of the screen to the other side of a plate."""
LENGTH = 210
"""Units of a plate's length at most; several at one edge share it."""
LETTERS = 20
"""Of a name, at most."""
SHARE = 0.8
"""Of an edge, what its plates take at most."""
DARKER = 0.6
"""How much of the wood's colour there is in a plate's own, so that the sign stands out."""
ROUND = 7
"""Units by which the corners towards the board are rounded."""


def rim(kit: Kit) -> int:
    """The width in pixels that the plates take along the edges of the screen."""
    return kit.px(SMALL_THICK if is_compact(kit) else THICK)


class NamePlates:
    """Shows at one board who sits at which edge, but for the one whom it is upright for: the panel names that one."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match

    def draw(self, surface: pygame.Surface, viewer: int) -> None:
        edges, own = self._match.edges, self._app.orientation.edge
        for edge in EDGES:
            there = [seat for seat, its_edge in enumerate(edges) if its_edge == edge and seat != viewer]
            if there:
                self._draw_at(surface, (edge - own) % len(EDGES), there)

    def _draw_at(self, surface: pygame.Surface, turns: int, seats: Sequence[int]) -> None:
        """Draw the plates of those who sit at the edge that is so many quarters on from the viewer's."""
        kit, along = self._app.kit, Orientation(self._app.size, turns)
        long, thick = along.size[0], rim(kit)
        most = min(kit.px(LENGTH), round(SHARE * long / len(seats)))
        for number, seat in enumerate(seats):
            face = plate(kit, thick, most, seat, shortened(self._match.names[seat], LETTERS))
            place = face.get_rect(midbottom=(long * (2 * number + 1) // (2 * len(seats)), along.size[1]))
            surface.blit(pygame.transform.rotate(face, -90 * turns), along.rect_in_window(place))


def plate(kit: Kit, high: int, longest: int, seat: int, name: str) -> pygame.Surface:
    """A plate in the player's colour, with sign and name. It is kept: callers must not draw on it."""
    key = ("name plate", high, longest, seat, name, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _plate(kit, high, longest, seat, name))


def _plate(kit: Kit, high: int, longest: int, seat: int, name: str) -> pygame.Surface:
    look, pad = kit.theme.players[seat % len(kit.theme.players)], high // 2
    ground = mix(look.dark, kit.theme.colours.table, DARKER)

    def paint(canvas: pygame.Surface, factor: int) -> None:
        corner, thin = kit.px(ROUND) * factor, max(1, kit.px(2)) * factor
        body = canvas.get_rect().inflate(0, corner).move(0, corner // 2)
        for rect, ink in ((body, rgb(look.light)), (body.inflate(-2 * thin, -2 * thin), ground)):
            pygame.draw.rect(canvas, ink, rect, border_radius=corner)

    token = player_token(kit, seat, round(0.86 * high))
    before = pad + token.get_width() + pad // 2
    words = fit(kit, name, longest - before - pad, high, units=kit.theme.sizes.small, lines=1)
    picture = smooth((before + words.width + pad, high), paint)
    picture.blit(token, token.get_rect(midleft=(pad, high // 2)))
    room = pygame.Rect(before, 0, words.width + 1, high)
    words.draw(kit, picture, room, kit.theme.colours.ink, "left")
    return picture
