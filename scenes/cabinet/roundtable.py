"""The table seen from above: who sits at which edge of the screen; a tap sends one on to the next edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from scenes.app.card import Face
from scenes.app.orientation import EDGES, Orientation
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit
from sprites.paint.materials import cloth
from sprites.paint.surfaces import rgb
from sprites.paint.tokens import player_token
from sprites.widgets import Passive, Widget

FACE = 54
"""Units of the face of whoever sits there."""
HEIGHT = 196
"""Units of the height that it wants."""
WIDEST = 1.7
"""Its width by its height, at most."""
FREE = 90
"""How strong the chair of an edge is at which nobody sits, of 255."""


class RoundTable(Passive):
    """A board, or a cloth with the game's emblem, with a face at each seat's edge and the seat's sign on it.

    ``on_move`` is told the edges when somebody has moved. Faces and board are painted by whoever shows them.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        game: str,
        colour: str,
        sitters: Sequence[tuple[str, str]],
        edges: Sequence[int],
        on_move: Callable[[tuple[int, ...]], object],
        board: Widget | None = None,
    ) -> None:
        """Make it of each sitter's figure and of what the tip says, in the order of the seats."""
        super().__init__(kit, key)
        self.game, self.colour, self.board = game, colour, board
        self.edges = tuple(edges)
        self.on_move = on_move
        self.faces = [
            Face(kit, f"{key}-{seat}", figure, FACE, partial(self._move, seat), tip=tip)
            for seat, (figure, tip) in enumerate(sitters)
        ]

    def children(self) -> Iterable[Widget]:
        return self.faces if self.board is None else (self.board, *self.faces)

    def measure(self, width: int) -> int:
        return self.kit.px(HEIGHT) if self.board is None else width

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        for face, middle in zip(self.faces, self._middles(), strict=True):
            spot = pygame.Rect(0, 0, self.kit.px(FACE), self.kit.px(FACE))
            spot.center = middle
            face.place(spot.clamp(self._room()))
        if self.board is not None:
            self.board.place(self._table())

    def _room(self) -> pygame.Rect:
        """The rectangle on whose edges all sit."""
        width, height = self.rect.size
        wide = WIDEST if self.board is None else 1.0
        room = pygame.Rect(0, 0, min(width, round(height * wide)), min(height, round(width / min(1.0, wide))))
        room.center = self.rect.center
        return room

    def _table(self) -> pygame.Rect:
        side = self.kit.px(FACE)
        return self._room().inflate(-2 * side, -2 * side)

    def _middle(self, edge: int, shift: int = 0) -> tuple[int, int]:
        """The middle of a chair that stands so far beside the middle of an edge."""
        room = self._room()
        along = Orientation(room.size, edge)
        x, y = along.to_window((along.size[0] // 2 + shift, along.size[1] - self.kit.px(FACE) // 2))
        return room.left + x, room.top + y

    def _middles(self) -> Iterable[tuple[int, int]]:
        """Where each one sits: in the middle of the edge, or side by side."""
        for seat, edge in enumerate(self.edges):
            there = [other for other, its_edge in enumerate(self.edges) if its_edge == edge]
            space = min(self.kit.px(FACE * 1.1), Orientation(self._room().size, edge).size[0] // len(there))
            yield self._middle(edge, round((there.index(seat) - (len(there) - 1) / 2) * space))

    def _move(self, seat: int) -> None:
        moved = (self.edges[seat] + 1) % len(EDGES)
        self.on_move((*self.edges[:seat], moved, *self.edges[seat + 1 :]))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table, the chairs that are free, and who sits around it."""
        side, table = self.kit.px(FACE), self._table()
        if self.board is None:
            surface.blit(cloth(self.kit, table.size, self.colour), table)
            sign = emblem(self.kit.bakery, self.game, round(0.6 * table.height))
            surface.blit(sign, sign.get_rect(center=table.center))
        chair = self.kit.bakery.smooth("free chair", (round(0.7 * side),) * 2, self._paint_chair)
        for edge in set(EDGES) - set(self.edges):
            surface.blit(chair, chair.get_rect(center=self._middle(edge)))
        super().draw(surface)
        for seat, face in enumerate(self.faces):
            token = player_token(self.kit, seat, side // 2)
            surface.blit(token, token.get_rect(center=face.rect.inflate(-side // 5, -side // 5).bottomright))

    def _paint_chair(self, canvas: pygame.Surface, factor: int) -> None:
        middle, ink = canvas.get_width() / 2, (*rgb(self.kit.theme.colours.ink_soft), FREE)
        pygame.draw.circle(canvas, ink, (middle, middle), middle - factor, self.kit.px(2) * factor)
