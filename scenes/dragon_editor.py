"""The editor of labyrinths: paints fields, aims teleports, lines the knights up, and says what is still missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from logic.core import Cell, Message
from logic.dragon.board import Field, FieldKind, place_name
from logic.dragon.boardfile import BoardError, dump_board, parse_board
from logic.dragon.drawing import Drawing
from logic.puzzles import NoPuzzle
from scenes.app import App
from scenes.camera import Camera
from scenes.dragon_board import DragonBoard
from scenes.dragon_editor_canvas import DrawingCanvas, Sheet
from scenes.dragon_editor_tabs import DragonTabs
from scenes.dragon_editor_tools import TOOLS, USUAL_SIZE, ToolName, field_title
from scenes.editor import CANVAS
from scenes.editorpanel import Tab
from scenes.editortools import Tool, ToolEditor, between
from sprites.input import Pointer

MOVES: frozenset[ToolName] = frozenset({"lair", "entrance"})
"""Tools whose thing there is only one of: drawn along, it comes to lie where the hand lets go."""


class DragonEditor(ToolEditor[Drawing, ToolName]):
    """Draws a labyrinth for Stone Dragon."""

    cloth = DragonBoard.cloth
    palette_tab = "paint"
    zooms = True

    def __init__(self, app: App, game: str, board_text: str | None, path: Path | None) -> None:
        super().__init__(app, game, board_text, path)
        self.tool: ToolName = "edible"
        self.sizes: dict[ToolName, int] = {"hole": USUAL_SIZE, "bricks": USUAL_SIZE, "teeth": USUAL_SIZE}
        self.camera = Camera(app.kit, self.history.present.height, self.history.present.width)
        self.aiming: Cell | None = None
        """The teleport that waits for its target."""
        self._tabs = DragonTabs(self)
        self._sheet = Sheet()
        self._looked = False
        self._stroke: Drawing | None = None
        """What is being painted while the hand is down; one step of the history when it is lifted."""
        self._last: Cell | None = None
        self._hand: int | None = None
        """The pointer that paints."""
        self._pans = False
        self._fresh_aim = False

    # -- what the base asks for

    def blank(self) -> Drawing:
        """Give an empty sheet."""
        return Drawing.blank()

    def read(self, text: str) -> Drawing:
        """Read a board file."""
        try:
            return Drawing.of(parse_board(text))
        except BoardError as error:
            raise NoPuzzle(error.message) from None

    def read_draft(self, content: bytes) -> Drawing:
        """Read a draft."""
        return Drawing.from_json(content)

    def params(self) -> Mapping[str, Any]:
        """Give the board's text."""
        return {"board": dump_board(self.history.present.board())}

    @property
    def drawing(self) -> Drawing:
        """What is drawn at present, the stroke under the hand included."""
        return self.history.present if self._stroke is None else self._stroke

    def advice(self) -> Message | None:
        """Ask for a teleport's target."""
        if self.aiming is None:
            return None
        return Message("Choose the square that the teleport at {place} leads to.", place=place_name(self.aiming))

    def aside(self) -> str:
        """Say what lies under the hand."""
        cell = self.pointed
        if cell is None or cell not in self.drawing:
            return ""
        field, say = self.drawing.field(cell), self.app.say
        what = say(field_title(field.kind))
        if field.size:
            what = f"{what} · {field.size}"
        if field.target is not None:
            what = f"{what} → {place_name(field.target)}"
        if cell == self.drawing.entrance:
            what = f"{what} · {say(Message('Entrance'))}"
        return f"{place_name(cell)} {what}"

    # -- the canvas

    def make_canvas(self) -> DrawingCanvas:
        """Make the canvas, looking where it looked before."""
        self.camera.kit = self.app.kit
        made = DrawingCanvas(self.app.kit, CANVAS, self.camera, self._sheet, self._point, self.act_on_canvas)
        self._tell(made)
        return made

    def build(self) -> None:
        """Lay everything out; at first the entrance is in sight."""
        super().build()
        if not self._looked:
            self._looked = True
            self.camera.reveal(self.drawing.entrance, at_once=True)

    def _tell(self, canvas: DrawingCanvas) -> None:
        canvas.drawing = self.drawing
        canvas.cursor = self.cursor
        canvas.aim = (self.aiming, self.pointed) if self.aiming is not None else None

    def shown(self) -> None:
        """Let the camera follow the board's measures."""
        drawing = self.drawing
        if (self.camera.rows, self.camera.cols) != (drawing.height, drawing.width):
            self.camera.rows, self.camera.cols = drawing.height, drawing.width
            self.canvas.place(self.places.canvas)
        if self.aiming is not None and (
            self.aiming not in drawing or drawing.field(self.aiming).kind != "teleport"
        ):  # fmt: skip
            self.aiming = None
        if self.cursor is not None:
            self.cursor = Cell(min(self.cursor.row, drawing.height - 1), min(self.cursor.col, drawing.width - 1))

    def refresh(self) -> None:
        """Bring the canvas up to date, too."""
        if isinstance(self.canvas, DrawingCanvas):
            self._tell(self.canvas)
        super().refresh()

    def zoom(self, step: int) -> None:
        """Look closer or from further off."""
        self.camera.zoom(step)

    @property
    def can_zoom(self) -> bool:
        """Whether the board can be seen larger."""
        return len(self.camera.steps) > 1

    # -- pointers

    def _point(self, event: Pointer) -> bool:
        kind = event.kind
        if kind == "hover":
            self.pointed = self.camera.cell_at(event.pos)
            return False
        if kind == "context":
            self.pick(self.camera.cell_at(event.pos))
        elif kind == "down":
            self._begin(event)
        elif kind in ("wheel", "pinch"):
            return self._look(event)
        elif self._pans:
            self._pans = kind not in ("up", "cancel")
            self.camera.point(event)
        elif event.id == self._hand:
            self._go_on(event)
        return kind in ("down", "move", "up", "cancel", "hold", "context")

    def _look(self, event: Pointer) -> bool:
        """Zoom; two fingers that zoom paint nothing."""
        if event.kind == "pinch" and not self._pans:
            self._undo_stroke()
            self._pans = True
        return self.camera.point(event)

    def _begin(self, event: Pointer) -> None:
        self.cursor = None
        self.pointed = cell = self.camera.cell_at(event.pos)
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
            self.pointed = cell = self.camera.cell_at(event.pos)
            if cell is not None and cell != self._last:
                self._draw_to(cell)
        elif event.kind == "hold":
            cell = self.camera.cell_at(event.pos)
            if event.touch and self._last == cell:
                self._undo_stroke()
                self.pick(cell)
        elif event.kind == "cancel":
            self._undo_stroke()
        elif event.kind == "up":
            self._finish()

    # -- painting

    def _press_on(self, cell: Cell) -> None:
        """Begin a stroke: paint the first square, or choose the teleport that is to be aimed."""
        self._last = cell
        if self.aiming is not None:
            return
        if self.tool == "teleport":
            self._fresh_aim = True
            if self.drawing.field(cell).kind != "teleport":
                self.do(self.drawing.paint(cell, Field("teleport")), anew=False)
            self.aiming = cell
            return
        self._stroke = self._painted(self.history.present, cell)
        self._mark()

    def _draw_to(self, cell: Cell) -> None:
        """Go on with a stroke: everything between the last square and this one is painted."""
        last, self._last = self._last, cell
        if self._stroke is None or last is None:
            return
        if self.tool in MOVES:
            self._stroke = self._painted(self.history.present, cell)
        else:
            for spot in between(last, cell):
                self._stroke = self._painted(self._stroke, spot)
        self._mark()

    def _finish(self) -> None:
        """End a stroke: it is one step of the history."""
        stroke, last = self._stroke, self._last
        fresh, self._fresh_aim = self._fresh_aim, False
        self._stroke = self._last = self._hand = None
        if stroke is not None:
            self.do(stroke, anew=False)
        elif self.aiming is not None and last is not None and not (fresh and last == self.aiming):
            self._aim_at(last)

    def _aim_at(self, target: Cell) -> None:
        teleport, self.aiming = self.aiming, None
        if teleport is not None:
            unaimed = self.drawing.field(teleport).target is None
            self.do(self.drawing.aim(teleport, target), amend=unaimed and self._is_last_step(teleport), anew=False)
            self.app.sound.play("drop")

    def _is_last_step(self, teleport: Cell) -> bool:
        """Tell whether painting that teleport was the last thing done, so that aiming it belongs to it."""
        past = self.history.past
        return bool(past) and past[-1].paint(teleport, Field("teleport")) == self.drawing

    def _undo_stroke(self) -> None:
        self._stroke = self._last = self._hand = None
        self._fresh_aim = False
        self.refresh()

    def drop_tool(self) -> bool:
        """Leave a stroke, and a teleport without a target."""
        busy = self._stroke is not None or self.aiming is not None
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
        """Give what a tool paints; None for one that paints no field."""
        kinds: dict[ToolName, FieldKind] = {
            "plain": "plain", "edible": "edible", "eternal": "eternal", "mine": "mine", "teleport": "teleport",
            "hole": "hole", "bricks": "bricks", "teeth": "teeth", "lair": "lair",
        }  # fmt: skip
        return Field(kinds[tool], self.sizes.get(tool, 0)) if tool in kinds else None

    def _mark(self) -> None:
        self.app.sound.play("tick")
        self.refresh()

    def pick(self, cell: Cell | None) -> None:
        """Go on with the field that lies on a square."""
        if cell is None or cell not in self.drawing:
            return
        field = self.drawing.field(cell)
        if field.size:
            self.sizes[field.kind] = field.size  # type: ignore[index]
        self.choose(field.kind)  # type: ignore[arg-type]
        self.app.sound.play("lift")

    def choose(self, tool: ToolName) -> None:
        """Take another tool into the hand."""
        self.aiming = None
        super().choose(tool)

    # -- keys

    @property
    def tools(self) -> Sequence[Tool[ToolName]]:
        """The tools, in the order of their keys."""
        return TOOLS

    @property
    def first_cell(self) -> Cell:
        """Where the cursor appears."""
        return self.drawing.entrance

    @property
    def draws_along(self) -> bool:
        """Whether the tool is one that paints."""
        return self.tool not in ("pick", "hand", "teleport")

    def reveal(self, cell: Cell) -> None:
        """Bring a square into sight."""
        self.camera.reveal(cell)

    def use_at(self, cell: Cell) -> None:
        """Use the tool on a square."""
        if self.tool == "pick":
            self.pick(cell)
        elif self.tool != "hand":
            self._press_on(cell)
            self._finish()

    # -- the panel

    def tabs(self) -> Sequence[Tab]:
        """Give fields, knights, and what else there is to a board."""
        return (
            Tab("paint", "palette", Message("Fields"), self._tabs.paint),
            Tab("knights", "chess_knight", Message("Knights"), self._tabs.knights),
            Tab("board", "grid", Message("Board"), self._tabs.board),
        )

    def take_variant(self, name: str) -> None:
        """Judge and try out by the rules of another variant from now on."""
        self.variant = name
        self.coach.forget()
        self.refresh()


EDITOR = DragonEditor
