"""The parts of the panel of JumpIN’s editor: the box of pieces, the sharing code, and the board as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import pygame

from logic.core import Message
from logic.jumpin.drawing import Drawing, Piece
from logic.puzzles import code_of
from scenes.editortools import Tool
from scenes.page import column, section, words
from scenes.sharing import CodePlate, ask_for_code, copy_button
from sprites import jumpin_art as art
from sprites.ui import Widget
from sprites.widgets import Button, Choice

if TYPE_CHECKING:
    from scenes.jumpin_editor import JumpinEditor

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
"""How many swatches may stand side by side, the most first."""


class JumpinTabs:
    """Makes what the tabs hold; what is chosen on them becomes another drawing of the editor's."""

    def __init__(self, editor: JumpinEditor) -> None:
        self.editor = editor
        self.app = editor.app

    # -- pieces

    def pieces(self) -> Widget:
        """Make the palette, and what is to be said of the tool in the hand."""
        editor, say = self.editor, self.app.say
        tool = editor.tool_at_hand
        return column(
            editor, "pieces",
            editor.palette(self._draw_tool, TOOL_COLUMNS, self._count),
            section(editor, "tool", say(tool.title)),
            words(editor, "blurb", say(tool.blurb)),
        )  # fmt: skip

    def _draw_tool(self, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[ToolName]) -> None:
        kit = self.app.kit
        if tool.name == "eraser":
            picture = kit.bakery.icon(tool.icon, round(rect.height * 0.72), kit.theme.colours.ink)
        else:
            picture = art.piece_icon(kit, tool.name, rect.width)
        surface.blit(picture, picture.get_rect(center=rect.center))

    def _count(self, tool: Tool[ToolName]) -> str:
        """Say how many of a kind stand on the board."""
        count = 0 if tool.name == "eraser" else self.editor.drawing.count(tool.name)
        return str(count) if count else ""

    # -- the code

    def code(self) -> Widget:
        """Make the plate with the code, and the way in for another one."""
        editor, say = self.editor, self.app.say
        write = Button(self.app.kit, "enter-code", say(Message("Enter a code")), "form_textbox", self._ask_for_code)
        if editor.faults:
            text = Message("The code is here as soon as the puzzle is complete.")
            return column(editor, "sharing", words(editor, "no-code", say(text)), write)
        text = Message("Whoever types this code in on the shelf of puzzles has the same one.")
        return column(
            editor, "sharing",
            CodePlate(self.app.kit, "code", self._shown_code),
            copy_button(self.app, self._shown_code),
            words(editor, "code-blurb", say(text), "small"),
            write,
        )  # fmt: skip

    def _shown_code(self) -> str:
        return "" if self.editor.faults else code_of(self.editor.puzzles, self.editor.drawing.params())

    def _ask_for_code(self) -> None:
        ask_for_code(self.app, self.editor.puzzles, self._take, verb=Message("Lay it out"))

    def _take(self, params: Mapping[str, Any]) -> None:
        self.editor.do(self.editor.drawing_of(params))

    # -- the board

    def board(self) -> Widget:
        """Make what concerns the board as a whole."""
        kit, say, editor = self.app.kit, self.app.say, self.editor
        variants = [(name, self.app.get(variant.title)) for name, variant in editor.config.variants.items()]
        return column(
            editor, "board",
            Choice(kit, "variant", say(Message("Try it out as")), variants, editor.variant, editor.take_variant),
            Button(kit, "clear", say(Message("Empty the board")), "broom", self._clear),
        )  # fmt: skip

    def _clear(self) -> None:
        self.editor.do(Drawing(self.editor.drawing.board))
