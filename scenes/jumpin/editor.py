"""The editor of JumpIN’: pieces from a box are set up on the meadow, judged at once, and shared by a code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import pygame

from logic.core import Cell, Message
from logic.jumpin.board import MOST_FOXES, Board, Fox
from logic.jumpin.draft import Drawing, Piece
from logic.jumpin.narration import place_name
from logic.jumpin.puzzles import Params
from logic.jumpin.rules import State, begin
from logic.registry import GAMES
from logic.variants import resolve_params
from scenes.app.page import button, column, words
from scenes.editor.editor import EditorScene, EditorTab, GameEditor, SquareCanvas
from scenes.editor.parts import Tool, between
from scenes.jumpin.view import JumpinView
from scenes.puzzles.play import chosen_variant
from scenes.share.subject import CodePlate, ask_for_code, copy_button
from sprites.jumpin import art
from sprites.jumpin.meadow import Rail
from sprites.paint.kit import Kit
from sprites.widgets import Action, Pointer, Pos, Widget

LIFTED = 1.0
"""Height of a dragged piece."""


def all_rails(state: State) -> tuple[Rail, ...]:
    """Every line on which foxes may lie."""
    board = state.board
    return (*(Rail(True, row) for row in board.fox_rows), *(Rail(False, col) for col in board.fox_cols))


class DrawingBoard:
    """The picture of a drawing, with the piece of it that is lifted."""

    def __init__(self, kit: Kit, state: State) -> None:
        self.view = JumpinView(kit, None, state)
        self.view.rails_of = all_rails
        self._lifted = ""

    def lift(self, piece: str, pos: Pos | None = None) -> None:
        """Hold a piece above a position of the window, or above its own."""
        self.put_down()
        self._lifted = piece
        home = self.view.stage.pose(piece)
        x, y = (home.x, home.y) if pos is None else self.view.to_units(pos)
        self.view.stage.hold(piece, replace(home, x=x, y=y, z=LIFTED))

    def put_down(self) -> None:
        """Let the held piece glide to its place."""
        if self._lifted:
            self.view.stage.release(self._lifted)
        self._lifted = ""


class MeadowCanvas(SquareCanvas):
    """The board as a canvas."""

    def __init__(self, editor: JumpinEditor, view: JumpinView) -> None:
        super().__init__(editor)
        self.view = view

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self.view.place(rect)

    def focus_rect(self) -> pygame.Rect:
        return self.view.rect

    def update(self, dt: float) -> bool:
        return self.view.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        self.view.draw(surface)
        cursor = self.editor.cursor
        if cursor is not None and cursor in self.view.state.board:
            place = self.view.cell_rect(cursor)
            mark = art.target(self.kit, place.width, "cursor")
            surface.blit(mark, mark.get_rect(center=place.center))


ToolName = Literal["rabbit", "mushroom", "fox", "eraser"]
TOOLS: tuple[Tool[ToolName], ...] = (
    Tool("rabbit", Message("Rabbit"), Message("Tap a square to put one there; drag a rabbit to move it.")),
    Tool("mushroom", Message("Mushroom"), Message("It stays where it stands, in a burrow too.")),
    Tool(
        "fox",
        Message("Fox"),
        Message("It lies on two squares of a trodden line. Tap it to turn it where two lines cross."),
    ),
    Tool(
        "eraser",
        Message("Eraser"),
        Message("Takes away what it is drawn over. So does drawing a piece off the board."),
        "eraser",
    ),
)
TITLES: Mapping[Piece, Message] = {tool.name: tool.title for tool in TOOLS if tool.name != "eraser"}
TOOL_COLUMNS = (4, 2)
"""Possible numbers of swatches side by side, the largest first."""


class JumpinTabs:
    """Makes the content of the tabs; a choice on them gives the editor another drawing."""

    def __init__(self, editor: JumpinEditor) -> None:
        self.editor = editor
        self.app = editor.app
        self.scene = editor.scene

    # -- pieces

    def pieces(self) -> Widget:
        return self.editor.palette_tab("pieces", self._draw_tool, TOOL_COLUMNS, self._count)

    def _draw_tool(self, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[ToolName]) -> None:
        assert tool.name != "eraser"  # noqa: S101 - told to the type checker: that has an icon
        picture = art.piece_icon(self.app.kit, tool.name, rect.width)
        surface.blit(picture, picture.get_rect(center=rect.center))

    def _count(self, tool: Tool[ToolName]) -> str:
        count = 0 if tool.name == "eraser" else self.editor.drawing.count(tool.name)
        return str(count) if count else ""

    # -- code

    def code(self) -> Widget:
        """Make the plate with the code, and the button to enter another one."""
        scene = self.scene
        write = button(scene, "enter-code", Message("Enter a code"), "form_textbox", self._ask_for_code)
        if scene.faults:
            text = Message("The code is here as soon as the puzzle is complete.")
            return column(scene, "sharing", words(scene, "no-code", text), write)
        text = Message("Whoever types this code in on the shelf of puzzles has the same one.")
        return column(
            scene, "sharing",
            CodePlate(self.app.kit, "code", self._shown_code),
            copy_button(self.app, self._shown_code),
            words(scene, "code-blurb", text),
            write,
        )  # fmt: skip

    def _shown_code(self) -> str:
        return "" if self.scene.faults else self.scene.puzzles.code(self.editor.drawing.params())

    def _ask_for_code(self) -> None:
        ask_for_code(self.app, self.scene.puzzles, self._take, verb=Message("Lay it out"))

    def _take(self, params: Mapping[str, Any]) -> None:
        self.scene.do(self.editor.drawing_of(params))


KEYS = -2
"""Pointer id that stands for the keyboard."""
RUBS_OUT = frozenset({"delete"})
"""Keys that remove the piece under the cursor, whatever the tool."""


@dataclass(frozen=True, slots=True)
class Drag:
    """What a pointer holds: the board without the piece, and where the piece came from.

    ``piece`` is None for the eraser. ``tapped`` holds until the pointer has been on another square; ``was_there`` tells
    a piece from the board from one out of the box, and ``fox`` is how a fox lay last.
    """

    pointer: int
    start: Cell
    piece: Piece | None
    without: Drawing
    was_there: bool = False
    tapped: bool = True
    fox: Fox | None = None


class JumpinEditor(GameEditor[Drawing, ToolName]):
    """The editor of JumpIN’. A piece is placed by a tap or a drag; dropped off the board it is removed."""

    cloth = JumpinView.cloth
    judges_at_once = True
    tools = TOOLS

    def __init__(self, scene: EditorScene[Drawing], board_text: str | None) -> None:
        super().__init__(scene, board_text, "rabbit")
        self._boards = {name: self.board_of(name) for name in scene.config.variants}
        self._follow(self.opened.board)
        self._tabs = JumpinTabs(self)
        self._drag: Drag | None = None
        self._board = DrawingBoard(self.app.kit, self.opened.state())

    # -- drawings

    def blank(self) -> Drawing:
        """An empty board of the variant that was played last."""
        return Drawing(self.board_of(chosen_variant(self.app, self.scene.game)))

    def emptied(self) -> Drawing:
        return Drawing(self.drawing.board)

    def read(self, text: str) -> Drawing:
        return self.drawing_of(self.scene.puzzles.read(text))

    def drawing_of(self, params: Mapping[str, Any]) -> Drawing:
        known = Params(**params)
        return Drawing.of(begin(known.position, known.board))

    def read_draft(self, content: bytes) -> Drawing:
        return Drawing.from_json(content)

    def params(self) -> Mapping[str, Any]:
        return self.scene.history.present.params()

    def aside(self) -> str:
        cell, say = self.pointed, self.app.say
        if self._drag is not None and self._drag.piece is not None and cell is None:
            return say(Message("Back into the box"))
        if cell is None or cell not in self.drawing:
            return ""
        piece, is_hole = self.drawing.piece_on(cell), cell in self.drawing.board.holes
        parts = [say(TITLES[piece])] if piece is not None else []
        parts += [say(Message("Burrow"))] if is_hole else []
        return f"{place_name(cell)} {' · '.join(parts)}".strip()

    def advice(self) -> Message | None:
        """Say where foxes may lie, while the fox is selected and there are neither foxes nor rabbits."""
        if self.tool == "fox" and not self.drawing.foxes and not self.drawing.rabbits:
            return Message("A fox takes two squares of a trodden line: tap one, or draw along it.")
        return None

    def tabs(self) -> Sequence[EditorTab]:
        return (
            EditorTab("pieces", "rabbit", Message("Pieces"), self._tabs.pieces),
            EditorTab("code", "share_variant", Message("Code"), self._tabs.code),
            EditorTab("board", "grid", Message("Board"), self.board_tab),
        )

    # -- boards and variants

    def board_of(self, variant: str) -> Board:
        """The board of a variant."""
        rules = self.scene.config.variants[variant]
        params: Params = resolve_params(GAMES[self.scene.game], rules, computer=False, name=variant)
        return params.board

    def take_variant(self, name: str) -> None:
        """Judge and try out by the rules of another variant from now on, on its board."""
        self.scene.variant = name
        self.scene.coach.turn()
        self.scene.do(self.drawing.on(self._boards[name]))

    def _follow(self, board: Board) -> None:
        """Switch to a variant that is played on the present board, if there is one."""
        fitting = [name for name, its in self._boards.items() if its == board]
        if fitting and self.scene.variant not in fitting:
            self.scene.variant = fitting[0]

    # -- canvas

    def make_canvas(self) -> MeadowCanvas:
        self._board.view.set_kit(self.app.kit)
        return MeadowCanvas(self, self._board.view)

    def cell_at(self, pos: Pos) -> Cell | None:
        return self._board.view.cell_at(pos)

    def shown(self) -> None:
        self._follow(self.drawing.board)
        self._board.view.show(self.drawing.state(), at_once=True)

    # -- pointers

    def use_tool(self, event: Pointer) -> bool:
        if event.kind == "pinch":
            self.drop_tool()
        elif event.kind == "down" and self._drag is None:
            self.cursor = None
            self.pointed = cell = self.cell_at(event.pos)
            if cell is not None:
                self._grasp(cell, event.id)
                self._hold(event)
        elif self._drag is not None and event.id == self._drag.pointer:
            self._go_on(event)
        return event.kind in ("down", "move", "up", "cancel", "hold")

    def _grasp(self, cell: Cell, pointer: int) -> None:
        """Begin with what is on a square: pick it up, erase it, or put down a new piece."""
        now = self.scene.history.present
        there = now.piece_on(cell)
        if self.tool == "eraser":
            self._drag = Drag(pointer, cell, None, now)
            self._erase_cells((cell,))
        elif there is not None:
            self._drag = Drag(pointer, cell, there, now.clear(cell), was_there=True, fox=now.fox_on(cell))
            self.stroke = now
        elif self.tool == "fox" and (now.fox_for(cell) is None or now.count("fox") >= MOST_FOXES):
            self._refuse(now)
        else:
            self._drag = Drag(pointer, cell, self.tool, now)
            self._carry_to(cell)

    def _refuse(self, drawing: Drawing) -> None:
        full = drawing.count("fox") >= MOST_FOXES
        most = Message("{n} foxes are the most there may be.", n=MOST_FOXES)
        self.app.refuse(most if full else Message("No fox can lie here: foxes keep to the trodden lines."))

    def _go_on(self, event: Pointer) -> None:
        if event.kind == "cancel":
            self.drop_tool()
        elif event.kind == "up":
            self._release()
        elif event.kind == "move":
            cell = self.cell_at(event.pos)
            if cell != self.pointed:
                before, self.pointed = self.pointed, cell
                self._draw_on(before, cell)
            self._hold(event)

    def _draw_on(self, before: Cell | None, cell: Cell | None) -> None:
        """Follow the pointer to another square, or off the board."""
        if self._drag is None:
            return
        self._drag = replace(self._drag, tapped=False)
        if self._drag.piece is not None:
            self._carry_to(cell)
        elif cell is not None:
            self._erase_cells((cell,) if before is None else tuple(between(before, cell)))

    def _erase_cells(self, cells: Sequence[Cell]) -> None:
        """Remove the pieces on some squares."""
        bare = self.drawing
        for cell in cells:
            bare = bare.clear(cell)
        self.stroke = bare
        self._show_stroke()

    def _carry_to(self, cell: Cell | None) -> None:
        """Show the board as it would be if the piece were released there."""
        drag = self._drag
        if drag is None or drag.piece is None:
            return
        if cell is None:
            self.stroke = drag.without
        elif drag.piece == "fox":
            fox = drag.without.fox_for(cell, start=drag.start, last=drag.fox) or drag.fox
            self._drag = replace(drag, fox=fox)
            self.stroke = drag.without if fox is None else drag.without.lay(fox)
        else:
            self.stroke = drag.without.put(drag.piece, cell)
        self._show_stroke()

    def _show_stroke(self) -> None:
        self.app.sound.play("tick")
        self._board.put_down()
        self.shown()
        self.scene.refresh()

    def _hold(self, event: Pointer) -> None:
        drag, drawing = self._drag, self.drawing
        if drag is None or self.pointed is None:
            return
        if drag.piece == "fox" and drag.fox in drawing.foxes:
            self._board.lift(f"F{drawing.foxes.index(drag.fox) + 1}")
        cell = drag.start if drag.tapped else self.pointed
        if drag.piece == "rabbit" and cell in drawing.rabbits:
            self._board.lift(f"R{drawing.rabbits.index(cell) + 1}", event.pos)
        if drag.piece == "mushroom" and cell in drawing.mushrooms:
            self._board.lift(f"M{drawing.mushrooms.index(cell) + 1}", event.pos)

    def _release(self) -> None:
        """Release the held piece: one step of the history."""
        drag, drawing = self._drag, self.drawing
        self._drag = self.stroke = None
        self._board.put_down()
        if drag is not None and drag.tapped and drag.was_there:
            drawing = self._tapped(drag.start)
        if drawing != self.scene.history.present:
            self.app.sound.play("drop")
        self.scene.do(drawing, anew=False)
        self.shown()

    def _tapped(self, cell: Cell) -> Drawing:
        """The drawing after a tap on a piece: another piece in its place, or a fox turned across."""
        now = self.scene.history.present
        if self.tool == "fox":
            fox = now.fox_for(cell)
            return now.turned_fox(cell) if now.fox_on(cell) is not None else now if fox is None else now.lay(fox)
        return now if self.tool == "eraser" else now.put(self.tool, cell)

    def drop_tool(self) -> bool:
        busy = self._drag is not None
        self._drag = self.stroke = None
        self._board.put_down()
        if busy:
            self.shown()
            self.scene.refresh()
        return busy

    def pick(self, cell: Cell | None) -> None:
        """Select the kind of piece on a square."""
        piece = self.drawing.piece_on(cell) if cell is not None else None
        if piece is not None:
            self.app.sound.play("lift")
            self.choose(piece)

    def choose(self, tool: ToolName) -> None:
        self.drop_tool()
        super().choose(tool)

    # -- keys

    @property
    def first_cell(self) -> Cell:
        board = self.drawing.board
        return Cell(board.rows // 2, board.cols // 2)

    @property
    def draws_lines(self) -> bool:
        """Whether arrows with shift work square after square: pieces are put down one by one."""
        return self.tool == "eraser"

    def use_at(self, cell: Cell) -> None:
        """Use the tool on a square as a tap does."""
        self._grasp(cell, KEYS)
        if self._drag is not None:
            self._release()

    def shortcut(self, action: Action) -> bool:
        """Handle keys that erase, digits for tools, and arrows with shift."""
        on_canvas = self.scene.ui.focus is self.scene.canvas
        if action.key in RUBS_OUT and self.cursor is not None and on_canvas:
            self.scene.do(self.scene.history.present.clear(self.cursor), anew=False)
            return True
        return super().shortcut(action)


EDITOR = partial(EditorScene, JumpinEditor)
"""Opens it: called with the app, the game, a puzzle's text and its path; either of the last two may be None."""
