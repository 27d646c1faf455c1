"""The labyrinth as it is drawn: all lies open, teleports show where they lead, and the pencil’s square is lit."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from logic.core import Cell
from logic.dragon.board import Field
from logic.dragon.drawing import Drawing
from scenes.camera import Camera
from scenes.dragon_ground import spot_of
from scenes.editortools import SquareCanvas
from sprites.dragon_art import entrance, target, tile
from sprites.input import Pointer
from sprites.kit import Kit

ARROW, ARROW_SHADE, FAULT = "#b9a2ff", "#1c1430", "#ffb37a"
ARROW_WIDTH = 0.045
"""Of a square."""
HEAD = 0.2
"""The length of an arrow's head, of a square."""
FRAME, FRAME_COLOUR, GROUND = 6, "#17120f", "#0f0c0a"
SEAM = (255, 240, 214, 26)
"""Between two squares, so that bare ground can be counted."""
MAP_COLOURS = {
    "plain": "#6f675b", "edible": "#c08a4e", "eternal": "#2a2b33", "mine": "#b0563c", "teleport": "#8d6fe0",
    "hole": "#0a0908", "bricks": "#a9573f", "teeth": "#e6d7a8", "lair": "#ff8b2e",
}  # fmt: skip
"""Of the small map."""


class Sheet:
    """The squares in sight as one picture; painting a square anew touches nothing but that square."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._fields: tuple[tuple[Field, ...], ...] = ()
        self._picture = pygame.Surface((1, 1))

    def picture(self, kit: Kit, drawing: Drawing, rows: range, cols: range, side: int) -> pygame.Surface:
        """Give the picture of those rows and columns, with squares of that side."""
        key = (kit.strong_patterns, rows, cols, side, drawing.height, drawing.width)
        if key != self._key:
            self._key, self._fields = key, ()
            self._picture = pygame.Surface((len(cols) * side, len(rows) * side)).convert()
        if drawing.fields is not self._fields:
            self._renew(kit, drawing, rows, cols, side)
            self._fields = drawing.fields
        return self._picture

    def _renew(self, kit: Kit, drawing: Drawing, rows: range, cols: range, side: int) -> None:
        tiles: dict[tuple[Field, int], pygame.Surface] = {}
        seam = _seam(kit, side)
        for row in rows:
            line = drawing.fields[row]
            before = self._fields[row] if self._fields else None
            if line is before:
                continue
            for col in cols:
                field = line[col]
                if before is not None and before[col] == field:
                    continue
                spot = spot_of(row, col)
                look = (field, spot)
                if look not in tiles:
                    tiles[look] = tile(kit, field, side, spot=spot)
                place = ((col - cols.start) * side, (row - rows.start) * side)
                self._picture.blit(tiles[look], place)
                self._picture.blit(seam, place)


def _seam(kit: Kit, side: int) -> pygame.Surface:
    """Give the thin lines at a square's upper and left edge."""

    def bake() -> pygame.Surface:
        picture = pygame.Surface((side, side), pygame.SRCALPHA)
        picture.fill(SEAM, (0, 0, side, 1))
        picture.fill(SEAM, (0, 0, 1, side))
        return picture

    return kit.bakery.keep(("editor seam", side), bake)


class DrawingCanvas(SquareCanvas):
    """The labyrinth as a canvas."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        camera: Camera,
        sheet: Sheet,
        on_point: Callable[[Pointer], bool],
        on_act: Callable[[str], bool],
    ) -> None:
        super().__init__(kit, key, on_point, on_act)
        self.camera = camera
        self.drawing = Drawing.blank()
        self.cursor: Cell | None = None
        self.aim: tuple[Cell, Cell | None] | None = None
        """The teleport that is being aimed, and the square under the hand."""
        self._sheet = sheet
        self._map: tuple[Drawing, pygame.Surface] | None = None
        self._teleports: tuple[Drawing, tuple[Cell, ...]] | None = None

    def focus_rect(self) -> pygame.Rect:
        """Give the part of the board that is seen."""
        return self.camera.window.clip(self.rect)

    def place(self, rect: pygame.Rect) -> None:
        """Show the board in that rectangle."""
        super().place(rect)
        frame = 2 * self.kit.px(FRAME)
        self.camera.place(rect.inflate(-frame, -frame))

    def update(self, dt: float) -> bool:
        """Glide to where the board is looked at."""
        return self.camera.update(dt)

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the squares, the entrance, the arrows and the lights."""
        camera = self.camera
        before = surface.get_clip()
        board = self._board_rect()
        frame = self.kit.px(FRAME)
        surface.set_clip(board.inflate(2 * frame, 2 * frame).clip(self.rect.inflate(2 * frame, 2 * frame)))
        surface.fill(FRAME_COLOUR, board.inflate(2 * frame, 2 * frame))
        surface.set_clip(camera.window.clip(before))
        surface.fill(GROUND, board)
        self._draw_squares(surface)
        self._draw_entrance(surface)
        self._draw_arrows(surface)
        self._draw_cursor(surface)
        if not camera.shows_all:
            camera.map.draw(surface, self._small_map(), [(self.drawing.entrance, self.kit.theme.colours.accent_light)])
        surface.set_clip(before)

    def _board_rect(self) -> pygame.Rect:
        left, top = self.camera.origin
        width, height = self.camera.board_size
        return pygame.Rect(left, top, round(width), round(height)).clip(self.camera.window)

    def _draw_squares(self, surface: pygame.Surface) -> None:
        camera, step = self.camera, self.camera.baked_side
        rows, cols = camera.visible()
        if not rows or not cols:
            return
        picture = self._sheet.picture(self.kit, self.drawing, rows, cols, step)
        left, top = camera.to_pixels(cols.start, rows.start)
        if not camera.at_rest:
            size = (math.ceil(len(cols) * camera.side), math.ceil(len(rows) * camera.side))
            picture = pygame.transform.scale(picture, size)
        surface.blit(picture, (round(left), round(top)))

    def _draw_entrance(self, surface: pygame.Surface) -> None:
        if self.drawing.entrance in self.drawing:
            rect = self.camera.cell_rect(self.drawing.entrance)
            if rect.colliderect(self.camera.window):
                surface.blit(entrance(self.kit, rect.width), rect)

    def _draw_cursor(self, surface: pygame.Surface) -> None:
        if self.cursor is not None and self.cursor in self.drawing:
            rect = self.camera.cell_rect(self.cursor)
            surface.blit(target(self.kit, rect.width, "cursor"), rect)

    def _small_map(self) -> pygame.Surface:
        """Give the board with a pixel for each square."""
        if self._map is None or self._map[0] is not self.drawing:
            drawing = self.drawing
            picture = pygame.Surface((drawing.width, drawing.height))
            for row, line in enumerate(drawing.fields):
                for col, field in enumerate(line):
                    picture.set_at((col, row), MAP_COLOURS[field.kind])
            self._map = (drawing, picture)
        return self._map[1]

    # -- teleports

    def _draw_arrows(self, surface: pygame.Surface) -> None:
        aimed = self.aim[0] if self.aim is not None else None
        if self._teleports is None or self._teleports[0] is not self.drawing:
            self._teleports = (self.drawing, self.drawing.find("teleport"))
        for cell in self._teleports[1]:
            there = self.drawing.field(cell).target
            if cell == aimed:
                continue
            if there is None or there not in self.drawing:
                self._draw_fault(surface, cell)
            else:
                self._draw_arrow(surface, cell, there)
        if self.aim is not None and self.aim[1] is not None:
            self._draw_arrow(surface, *self.aim, strong=True)  # type: ignore[arg-type]

    def _middle(self, cell: Cell) -> tuple[float, float]:
        return self.camera.to_pixels(cell.col + 0.5, cell.row + 0.5)

    def _draw_arrow(self, surface: pygame.Surface, start: Cell, end: Cell, *, strong: bool = False) -> None:
        side = self.camera.side
        (ax, ay), (bx, by) = self._middle(start), self._middle(end)
        length = math.hypot(bx - ax, by - ay)
        width = max(2, round(side * ARROW_WIDTH * (1.6 if strong else 1)))
        colour = self.kit.theme.colours.focus if strong else ARROW
        if length < 1:
            pygame.draw.aacircle(surface, ARROW_SHADE, (ax, ay), side * 0.36, width + 2)
            pygame.draw.aacircle(surface, colour, (ax, ay), side * 0.36 - 1, width)
            return
        dx, dy = (bx - ax) / length, (by - ay) / length
        head = max(6.0, side * HEAD)
        tip = (bx - dx * side * 0.12, by - dy * side * 0.12)
        neck = (tip[0] - dx * head, tip[1] - dy * head)
        tail = (ax + dx * side * 0.3, ay + dy * side * 0.3)
        for ink, wide, grow in ((ARROW_SHADE, width + 2, 1.5), (colour, width, 0.0)):
            pygame.draw.aaline(surface, ink, tail, neck, wide)
            self._draw_head(surface, ink, tip, (dx, dy), head, grow)

    def _draw_head(
        self,
        surface: pygame.Surface,
        ink: str,
        tip: tuple[float, float],
        way: tuple[float, float],
        head: float,
        grow: float,
    ) -> None:
        (x, y), (dx, dy) = tip, way
        wide = head * 0.55 + grow
        points = [
            (x + dx * grow, y + dy * grow),
            (x - dx * (head + grow) - dy * wide, y - dy * (head + grow) + dx * wide),
            (x - dx * (head + grow) + dy * wide, y - dy * (head + grow) - dx * wide),
        ]
        pygame.draw.polygon(surface, ink, points)
        pygame.draw.aalines(surface, ink, True, points)

    def _draw_fault(self, surface: pygame.Surface, cell: Cell) -> None:
        """Mark a teleport that leads nowhere."""
        rect = self.camera.cell_rect(cell)
        if rect.colliderect(self.camera.window):
            size = max(10, round(rect.width * 0.62))
            for colour, shift in ((ARROW_SHADE, 2), (FAULT, 0)):
                sign = self.kit.bakery.icon("help", size, colour)
                surface.blit(sign, sign.get_rect(center=rect.move(shift, shift).center))
