"""The editor of Stone Dragon: paints squares, orders knights, and has the solver judge."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, get_args

import pygame

from logic.core import Cell, Message
from logic.dragon.board import (
    LARGEST_NUMBER,
    LONGEST_SIDE,
    MOST_KNIGHTS,
    BoardError,
    Field,
    FieldKind,
    Knight,
    KnightKind,
    dump_board,
    parse_board,
    place_name,
)
from logic.dragon.draft import PLAIN, Drawing, with_size
from logic.puzzles import NoPuzzle
from scenes.app.page import button, column, section
from scenes.dragon.ground import spot_of
from scenes.dragon.view import DragonView
from scenes.editor.editor import EditorScene, EditorTab, GameEditor, SquareCanvas
from scenes.editor.parts import Stepper, Swatch, Tool, between, fitting
from scenes.view.camera import Camera
from sprites.dragon.art import entrance, field_icon, target, tile
from sprites.paint.kit import Kit, kept
from sprites.widgets import LEAST_TARGET, Grid, Pointer, Pos, Row, Widget

ToolName = Literal[
    "plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair", "entrance", "pick", "hand"
]


TOOLS: tuple[Tool[ToolName], ...] = (
    Tool("plain", Message("Plain ground"), Message("Rubs out whatever was there.")),
    Tool(
        "edible",
        Message("Edible wall"),
        Message("An Eater with a tooth, or a blast, opens it for ten turns."),
    ),
    Tool("eternal", Message("Eternal wall"), Message("Nobody ever enters it, nothing ever breaks it.")),
    Tool("mine", Message("Mine"), Message("Blows up whoever enters, and all around; ten turns later it is back.")),
    Tool(
        "teleport",
        Message("Teleport"),
        Message("Tap its square, then the square it leads to; or draw from one to the other."),
    ),
    Tool(
        "hole",
        Message("Hole"),
        Message("Only a Builder with bricks enough fills it, for ten turns."),
        number=Message("Bricks to fill it"),
    ),
    Tool(
        "bricks",
        Message("Brick store"),
        Message("Builders fill their bags here; a brick grows every five turns."),
        number=Message("Room for bricks"),
    ),
    Tool(
        "teeth",
        Message("Dental store"),
        Message("Eaters find new teeth here; one grows every five turns."),
        number=Message("Room for teeth"),
    ),
    Tool("lair", Message("The dragon’s lair"), Message("Where the knights must get to. There is only one: it moves.")),
    Tool("entrance", Message("Entrance"), Message("Where the knights come in. It may lie on any field.")),
    Tool("pick", Message("Take up"), Message("Tap a square to go on with what lies there."), "eyedropper"),
    Tool("hand", Message("Hand"), Message("Moves the board when not all of it is in view."), "hand_back_right"),
)
USUAL_SIZE = 2
"""Default size of a hole or a store."""

KNIGHT_TITLES: dict[KnightKind, Message] = {
    "ordinary": Message("Ordinary knight"),
    "eater": Message("Eater"),
    "builder": Message("Builder"),
    "jumper": Message("Jumper"),
}
SUPPLY_TITLES: dict[KnightKind, Message] = {"eater": Message("Teeth"), "builder": Message("Bricks")}


ARROW, ARROW_SHADE, FAULT = "#b9a2ff", "#1c1430", "#ffb37a"
ARROW_WIDTH = 0.045
"""Width of an arrow as a share of a square."""
HEAD = 0.2
"""Length of an arrow's head as a share of a square."""
FRAME, FRAME_COLOUR, GROUND = 6, "#17120f", "#0f0c0a"
SEAM = (255, 240, 214, 26)
"""Colour of the line between two squares, so that bare floor can be counted."""
MAP_COLOURS = {
    "plain": "#6f675b", "edible": "#c08a4e", "eternal": "#2a2b33", "mine": "#b0563c", "teleport": "#8d6fe0",
    "hole": "#0a0908", "bricks": "#a9573f", "teeth": "#e6d7a8", "lair": "#ff8b2e",
}  # fmt: skip
"""Colours of the small map."""


class SquareSheet:
    """The visible squares as one picture; repainting a square touches nothing else."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._fields: tuple[tuple[Field, ...], ...] = ()
        self._picture = pygame.Surface((1, 1))

    def picture(self, kit: Kit, drawing: Drawing, rows: range, cols: range, side: int) -> pygame.Surface:
        """The picture of those rows and columns, with squares of that side.

        It belongs to the sheet, and the next call paints on it: draw it at once, and do not draw on it.
        """
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


@kept
def _seam(_kit: Kit, side: int) -> pygame.Surface:
    """The thin lines at a square's upper and left edge."""
    picture = pygame.Surface((side, side), pygame.SRCALPHA)
    picture.fill(SEAM, (0, 0, side, 1))
    picture.fill(SEAM, (0, 0, 1, side))
    return picture


class DrawingCanvas(SquareCanvas):
    """The labyrinth as a canvas; at first it shows the entrance."""

    editor: DragonEditor

    def __init__(self, editor: DragonEditor, sheet: SquareSheet) -> None:
        super().__init__(editor)
        self.camera = editor.camera
        self._sheet = sheet
        self._map: tuple[Drawing, pygame.Surface] | None = None
        self._teleports: tuple[Drawing, tuple[Cell, ...]] | None = None

    @property
    def drawing(self) -> Drawing:
        return self.editor.drawing

    def focus_rect(self) -> pygame.Rect:
        return self.camera.window.clip(self.rect)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        frame = 2 * self.kit.px(FRAME)
        self.editor.fit_into(rect.inflate(-frame, -frame))

    def update(self, dt: float) -> bool:
        return self.camera.update(dt)

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
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
        cursor = self.editor.cursor
        if cursor is not None and cursor in self.drawing:
            rect = self.camera.cell_rect(cursor)
            surface.blit(target(self.kit, rect.width, "cursor"), rect)

    def _small_map(self) -> pygame.Surface:
        """The board with a pixel for each square."""
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
        aiming, pointed = self.editor.aiming, self.editor.pointed
        if self._teleports is None or self._teleports[0] is not self.drawing:
            self._teleports = (self.drawing, self.drawing.find("teleport"))
        for cell in self._teleports[1]:
            there = self.drawing.field(cell).target
            if cell == aiming:
                continue
            if there is None or there not in self.drawing:
                self._draw_fault(surface, cell)
            else:
                self._draw_arrow(surface, cell, there)
        if aiming is not None and pointed is not None:
            self._draw_arrow(surface, aiming, pointed, strong=True)

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
        rect = self.camera.cell_rect(cell)
        if rect.colliderect(self.camera.window):
            size = max(10, round(rect.width * 0.62))
            for colour, shift in ((ARROW_SHADE, 2), (FAULT, 0)):
                sign = self.kit.cache.icon("help", size, colour)
                surface.blit(sign, sign.get_rect(center=rect.move(shift, shift).center))


TOOL_COLUMNS = (12, 6, 4, 3)
TOKEN_COLUMNS = (12, 10, 8, 6, 5, 4)
"""Possible numbers of swatches side by side, the largest first."""
TOKEN = 68
KNIGHT = 60
"""Height in units of the tokens in the queue, and of the kinds to add."""
MOST_SHOWN = 99
"""Largest supply shown on a knight's token; the stepper shows larger ones."""


class DragonTabs:
    """Makes the content of the tabs; a choice on them gives the editor another drawing."""

    def __init__(self, editor: DragonEditor) -> None:
        self.editor = editor
        self.app = editor.app
        self.scene = editor.scene
        self.chosen_knight = 0
        self._stretched: tuple[Drawing, Drawing] | None = None
        """The drawing before and after a series of size changes: growing back loses nothing."""

    @property
    def drawing(self) -> Drawing:
        return self.editor.drawing

    # -- painting

    def paint(self) -> Widget:
        """Make the palette, and the number of the selected tool if it has one."""
        editor, tool = self.editor, self.editor.current_tool
        below: list[Widget] = []
        if tool.number is not None:
            below.append(
                Stepper(self.scene, f"size-{tool.name}", tool.number, lambda: editor.sizes[tool.name],
                        (1, LARGEST_NUMBER), partial(editor.sizes.__setitem__, tool.name))
            )  # fmt: skip
        return editor.palette_tab("paint", self._draw_tool, TOOL_COLUMNS, below=below)

    def _draw_tool(self, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[ToolName]) -> None:
        """Draw what a tool paints, with its present number."""
        surface.blit(field_icon(self.app.kit, self.editor.field_of(tool.name) or "entrance", rect.width), rect)

    # -- knights

    def knights(self) -> Widget:
        """Make the kinds to add, the queue, and the controls for the chosen knight."""
        kit, knights = self.app.kit, self.drawing.knights
        height = LEAST_TARGET + 2 if self.scene.layout.compact else KNIGHT
        kinds = [self._kind_swatch(kind, height) for kind in KNIGHT_TITLES]
        parts: list[Widget] = [
            section(self.scene, "adding", Message("Add a knight")),
            Grid(kit, "kinds", kinds, 4, gap=4),
            section(self.scene, "queue", Message("In the order of entry")),
        ]
        if knights:
            self.chosen_knight = min(self.chosen_knight, len(knights) - 1)
            tokens = [self._token(index) for index in range(len(knights))]
            parts += [
                Grid(kit, "tokens", tokens, fitting(kit, self.scene.layout, TOKEN_COLUMNS), gap=4),
                *self._knight_strip(),
            ]
        parts.append(self._required_stepper())
        return column(self.scene, "knights", *parts)

    def _kind_swatch(self, kind: KnightKind, height: float) -> Swatch:
        def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            surface.blit(field_icon(self.app.kit, kind, rect.width), rect)

        return Swatch(self.app.kit, f"add-{kind}", paint, partial(self._add_knight, kind),
                      tip=self.app.say(KNIGHT_TITLES[kind]), height=height)  # fmt: skip

    def _token(self, index: int) -> Swatch:
        """Make the token of a knight in the queue: his number, and his initial supply."""

        def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            knights = self.drawing.knights
            if index < len(knights):
                surface.blit(field_icon(self.app.kit, knights[index].kind, rect.width), rect)

        def label() -> str:
            most = self.drawing.knights[index].most if index < len(self.drawing.knights) else 0
            shown = str(most) if most <= MOST_SHOWN else "…"
            return f"{index + 1}·{shown}" if most else str(index + 1)

        title = self.app.say(KNIGHT_TITLES[self.drawing.knights[index].kind])
        return Swatch(self.app.kit, f"knight-{index}", paint, partial(self._choose_knight, index), tip=title,
                      label=label, is_chosen=lambda: self.chosen_knight == index, height=TOKEN)  # fmt: skip

    def _knight_strip(self) -> Iterator[Widget]:
        """Make the controls for the chosen knight."""
        kit, say, index = self.app.kit, self.app.say, self.chosen_knight
        knight, count = self.drawing.knights[index], len(self.drawing.knights)
        title = say(Message("{number}: {kind}", number=index + 1, kind=KNIGHT_TITLES[knight.kind]))
        yield section(self.scene, "knight", title)
        if knight.kind in SUPPLY_TITLES:
            most = partial(self._most, index)
            yield Stepper(self.scene, "most", SUPPLY_TITLES[knight.kind], most, (1, LARGEST_NUMBER), self._set_most)
        earlier, later = partial(self._move_knight, -1), partial(self._move_knight, 1)
        ways: tuple[tuple[str, Message, str, Callable[[], object], bool], ...] = (
            ("earlier", Message("Let him enter earlier"), "chevron_left", earlier, index > 0),
            ("later", Message("Let him enter later"), "chevron_right", later, index < count - 1),
            ("twin", Message("One more like him"), "content_copy", self._double_knight, count < MOST_KNIGHTS),
            ("remove", Message("Leave him out"), "delete_outline", self._remove_knight, True),
        )
        buttons = [button(self.scene, *way[:-1], enabled=way[-1], bare=True) for way in ways]
        yield Row(kit, "knight-strip", buttons, weights=(1, 1, 1, 1), gap=6)

    def _required_stepper(self) -> Widget:
        bounds = (1, max(1, len(self.drawing.knights)))
        must = Message("Must arrive")
        return Stepper(self.scene, "required", must, lambda: self.drawing.required, bounds, self._require)

    def _add_knight(self, kind: KnightKind) -> None:
        if len(self.drawing.knights) >= MOST_KNIGHTS:
            self.app.refuse(Message("{n} knights are the most there may be.", n=MOST_KNIGHTS))
            return
        self.chosen_knight = len(self.drawing.knights)
        self.scene.do(self.drawing.add_knight(Knight(kind, USUAL_SIZE) if kind in SUPPLY_TITLES else Knight(kind)))

    def _choose_knight(self, index: int) -> None:
        self.chosen_knight = index
        self.scene.rebuild()
        body, strip = self.scene.ui.find("body-knights"), self.scene.ui.find("knight-strip")
        if body is not None and strip is not None:
            body.reveal(strip)

    def _move_knight(self, steps: int) -> None:
        index = self.chosen_knight
        self.chosen_knight = max(0, min(len(self.drawing.knights) - 1, index + steps))
        self.scene.do(self.drawing.move_knight(index, steps))

    def _double_knight(self) -> None:
        index = self.chosen_knight
        self.chosen_knight = index + 1
        self.scene.do(self.drawing.add_knight(self.drawing.knights[index], index + 1))

    def _remove_knight(self) -> None:
        self.scene.do(self.drawing.remove_knight(self.chosen_knight))

    def _most(self, index: int) -> int:
        return self.drawing.knights[index].most if index < len(self.drawing.knights) else 1

    def _set_most(self, most: int) -> None:
        index = self.chosen_knight
        knight = with_size(self.drawing.knights[index], most)
        self.scene.do(self.drawing.change_knight(index, knight), anew=False)

    def _require(self, number: int) -> None:
        self.scene.do(self.drawing.require(number), anew=False)

    # -- board

    def board(self) -> Widget:
        sizes = (1, LONGEST_SIDE)
        return self.editor.board_tab(
            Stepper(self.scene, "height", Message("Rows"), lambda: self.drawing.height, sizes,
                    lambda height: self._resize(height, self.drawing.width)),
            Stepper(self.scene, "width", Message("Columns"), lambda: self.drawing.width, sizes,
                    lambda width: self._resize(self.drawing.height, width)),
            self._required_stepper(),
        )  # fmt: skip

    def _resize(self, height: int, width: int) -> None:
        """Change the size; until another change, what was cut off comes back, all as one step."""
        run = self._stretched is not None and self._stretched[1] == self.drawing
        first = self._stretched[0] if run and self._stretched is not None else self.drawing
        after = first.resize(height, width)
        self._stretched = (first, after)
        self.scene.do(after, amend=run and self.scene.history.past[-1:] == (first,), anew=False)


MOVES: frozenset[ToolName] = frozenset({"lair", "entrance"})
"""Tools for things that exist only once: drawn along, the thing ends where the pointer is released."""


class DragonEditor(GameEditor[Drawing, ToolName]):
    """The editor of Stone Dragon's boards."""

    cloth = DragonView.cloth
    zooms = True
    tools = TOOLS

    def __init__(self, scene: EditorScene[Drawing], board_text: str | None) -> None:
        super().__init__(scene, board_text, "edible")
        self.sizes: dict[ToolName, int] = {"hole": USUAL_SIZE, "bricks": USUAL_SIZE, "teeth": USUAL_SIZE}
        self.camera = Camera(self.app.kit, self.opened.height, self.opened.width)
        self.aiming: Cell | None = None
        """The teleport that waits for its target."""
        self._tabs = DragonTabs(self)
        self._sheet = SquareSheet()
        self._looked = False
        self._last: Cell | None = None
        self._hand: int | None = None
        """The pointer that paints."""
        self._pans = False
        self._fresh_aim = False

    # -- drawings

    def blank(self) -> Drawing:
        return Drawing.blank()

    def emptied(self) -> Drawing:
        fields = tuple((PLAIN,) * self.drawing.width for _ in range(self.drawing.height))
        return replace(self.drawing, fields=fields)

    def read(self, text: str) -> Drawing:
        try:
            return Drawing.of(parse_board(text))
        except BoardError as error:
            raise NoPuzzle(error.message) from None

    def read_draft(self, content: bytes) -> Drawing:
        return Drawing.from_json(content)

    def params(self) -> Mapping[str, Any]:
        return {"board": dump_board(self.scene.history.present.board())}

    def advice(self) -> Message | None:
        if self.aiming is None:
            return None
        return Message("Choose the square that the teleport at {place} leads to.", place=place_name(self.aiming))

    def aside(self) -> str:
        cell = self.pointed
        if cell is None or cell not in self.drawing:
            return ""
        field, say = self.drawing.field(cell), self.app.say
        what = say(next(tool.title for tool in TOOLS if tool.name == field.kind))
        if field.size:
            what = f"{what} · {field.size}"
        if field.target is not None:
            what = f"{what} → {place_name(field.target)}"
        if cell == self.drawing.entrance:
            what = f"{what} · {say(Message('Entrance'))}"
        return f"{place_name(cell)} {what}"

    # -- canvas

    def make_canvas(self) -> DrawingCanvas:
        self.camera.kit = self.app.kit
        return DrawingCanvas(self, self._sheet)

    def fit_into(self, rect: pygame.Rect) -> None:
        """Show the board in a rectangle of the window; at first the entrance is visible."""
        self.camera.place(rect)
        if not self._looked:
            self._looked = True
            self.camera.reveal(self.drawing.entrance, at_once=True)

    def cell_at(self, pos: Pos) -> Cell | None:
        return self.camera.cell_at(pos)

    def shown(self) -> None:
        """Adapt the camera, the teleport that waits and the cursor to the drawing."""
        drawing = self.drawing
        if (self.camera.rows, self.camera.cols) != (drawing.height, drawing.width):
            self.camera.rows, self.camera.cols = drawing.height, drawing.width
            self.scene.canvas.place(self.scene.layout.canvas)
        if self.aiming is not None and (self.aiming not in drawing or drawing.field(self.aiming).kind != "teleport"):
            self.aiming = None
        if self.cursor is not None:
            self.cursor = Cell(min(self.cursor.row, drawing.height - 1), min(self.cursor.col, drawing.width - 1))

    def zoom(self, step: int) -> None:
        self.camera.zoom(step)

    @property
    def can_zoom(self) -> bool:
        return len(self.camera.steps) > 1

    # -- pointers

    def use_tool(self, event: Pointer) -> bool:
        kind = event.kind
        if kind in ("wheel", "pinch"):
            return self._look(event)
        if kind == "down":
            self._begin(event)
        elif self._pans:
            self._pans = kind not in ("up", "cancel")
            self.camera.point(event)
        elif event.id == self._hand:
            self._go_on(event)
        return kind in ("down", "move", "up", "cancel", "hold")

    def _look(self, event: Pointer) -> bool:
        """Zoom; two fingers that zoom paint nothing."""
        if event.kind == "pinch" and not self._pans:
            self._undo_stroke()
            self._pans = True
        return self.camera.point(event)

    def _begin(self, event: Pointer) -> None:
        self.cursor = None
        self.pointed = cell = self.cell_at(event.pos)
        on_map = self.camera.press(event)
        if on_map or cell is None or self.tool == "hand":
            self._pans = True
        elif self.tool == "pick":
            self.pick(cell)
        else:
            self._hand = event.id
            self._press_on(cell)

    def _go_on(self, event: Pointer) -> None:
        if event.kind == "move":
            self.pointed = cell = self.cell_at(event.pos)
            if cell is not None and cell != self._last:
                self._draw_to(cell)
        elif event.kind == "hold":
            cell = self.cell_at(event.pos)
            if event.touch and self._last == cell:
                self._undo_stroke()
                self.pick(cell)
        elif event.kind == "cancel":
            self._undo_stroke()
        elif event.kind == "up":
            self._finish()

    # -- painting

    def _press_on(self, cell: Cell) -> None:
        """Begin a stroke: paint the first square, or choose the teleport to be aimed."""
        self._last = cell
        if self.aiming is not None:
            return
        if self.tool == "teleport":
            self._fresh_aim = True
            if self.drawing.field(cell).kind != "teleport":
                self.scene.do(self.drawing.paint(cell, Field("teleport")), anew=False)
            self.aiming = cell
            return
        self.stroke = self._painted(self.scene.history.present, cell)
        self._mark()

    def _draw_to(self, cell: Cell) -> None:
        """Continue a stroke: paint everything between the last square and this one."""
        last, self._last = self._last, cell
        if self.stroke is None or last is None:
            return
        if self.tool in MOVES:
            self.stroke = self._painted(self.scene.history.present, cell)
        else:
            for spot in between(last, cell):
                self.stroke = self._painted(self.stroke, spot)
        self._mark()

    def _finish(self) -> None:
        """End a stroke: it is one step of the history."""
        stroke, last = self.stroke, self._last
        fresh, self._fresh_aim = self._fresh_aim, False
        self.stroke = self._last = self._hand = None
        if stroke is not None:
            self.scene.do(stroke, anew=False)
        elif self.aiming is not None and last is not None and not (fresh and last == self.aiming):
            self._aim_at(last)

    def _aim_at(self, target: Cell) -> None:
        teleport, self.aiming = self.aiming, None
        if teleport is not None:
            unaimed = self.drawing.field(teleport).target is None
            self.scene.do(
                self.drawing.aim(teleport, target), amend=unaimed and self._is_last_step(teleport), anew=False
            )
            self.app.sound.play("drop")

    def _is_last_step(self, teleport: Cell) -> bool:
        """Whether painting that teleport was the last step, so that aiming it belongs to it."""
        past = self.scene.history.past
        return bool(past) and past[-1].paint(teleport, Field("teleport")) == self.drawing

    def _undo_stroke(self) -> None:
        self.stroke = self._last = self._hand = None
        self._fresh_aim = False
        self.scene.refresh()

    def drop_tool(self) -> bool:
        """Drop a stroke, or the wait for a teleport's target; return whether there was one of them."""
        busy = self.stroke is not None or self.aiming is not None
        self.aiming = None
        self._undo_stroke()
        return busy

    def _painted(self, drawing: Drawing, cell: Cell) -> Drawing:
        if self.tool == "entrance":
            return drawing.set_entrance(cell)
        if self.tool == "lair":
            return drawing.move_lair(cell)
        field = self.field_of(self.tool)
        return drawing if field is None else drawing.paint(cell, field)

    def field_of(self, tool: ToolName) -> Field | None:
        """The field that a tool paints; None if it paints none."""
        kind: FieldKind | None = next((kind for kind in get_args(FieldKind) if kind == tool), None)
        return None if kind is None else Field(kind, self.sizes.get(tool, 0))

    def _mark(self) -> None:
        self.app.sound.play("tick")
        self.scene.refresh()

    def pick(self, cell: Cell | None) -> None:
        """Select the tool of the field on a square."""
        if cell is None or cell not in self.drawing:
            return
        field = self.drawing.field(cell)
        if field.size:
            self.sizes[field.kind] = field.size  # type: ignore[index]
        self.choose(field.kind)  # type: ignore[arg-type]
        self.app.sound.play("lift")

    def choose(self, tool: ToolName) -> None:
        self.aiming = None
        super().choose(tool)

    # -- keys

    @property
    def first_cell(self) -> Cell:
        return self.drawing.entrance

    @property
    def draws_lines(self) -> bool:
        return self.tool not in ("pick", "hand", "teleport")

    def reveal(self, cell: Cell) -> None:
        self.camera.reveal(cell)

    def use_at(self, cell: Cell) -> None:
        if self.tool == "pick":
            self.pick(cell)
        elif self.tool != "hand":
            self._press_on(cell)
            self._finish()

    # -- panel

    def tabs(self) -> Sequence[EditorTab]:
        return (
            EditorTab("paint", "palette", Message("Fields"), self._tabs.paint),
            EditorTab("knights", "chess_knight", Message("Knights"), self._tabs.knights),
            EditorTab("board", "grid", Message("Board"), self._tabs.board),
        )


EDITOR = partial(EditorScene, DragonEditor)
"""Opens it: called with the app, the game, a board's text and its path; either of the last two may be None."""
