"""The parts of the labyrinth editor's panel: the palette, the queue of knights, and the board as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from logic.core import Message
from logic.dragon.board import LARGEST_NUMBER, LONGEST_SIDE, MOST_KNIGHTS, KnightKind
from logic.dragon.drawing import PLAIN, Drawing, with_size
from scenes.dragon_editor_tools import (
    KNIGHT_TITLES,
    SUPPLY_TITLES,
    ToolName,
    draw_knight,
    draw_tool,
    new_knight,
)
from scenes.editorparts import Stepper, Swatch
from scenes.editortools import Tool
from scenes.page import column, section, words
from sprites.ui import Widget
from sprites.widget import LEAST_TARGET
from sprites.widgets import Button, Choice, Grid, Row

if TYPE_CHECKING:
    from scenes.dragon_editor import DragonEditor

TOOL_COLUMNS = (12, 6, 4, 3)
TOKEN_COLUMNS = (12, 10, 8, 6, 5, 4)
"""How many swatches may stand side by side, the most first."""
TOKEN = 68
KNIGHT = 60
"""Units of height of the tokens in the queue, and of the kinds to add."""
MOST_SHOWN = 99
"""Of what a knight carries, on his token; the stepper tells the rest."""


class DragonTabs:
    """Makes what the tabs hold; what is chosen on them becomes another drawing of the editor's."""

    def __init__(self, editor: DragonEditor) -> None:
        self.editor = editor
        self.app = editor.app
        self.chosen_knight = 0
        self._stretched: tuple[Drawing, Drawing] | None = None
        """The drawing before a run of changes of its measures, and the one after it: so growing back loses nothing."""

    @property
    def drawing(self) -> Drawing:
        """What is drawn at present."""
        return self.editor.drawing

    # -- what is painted

    def paint(self) -> Widget:
        """Make the palette, and what is to be said of the tool in the hand."""
        editor, say = self.editor, self.app.say
        tool = editor.tool_at_hand
        parts: list[Widget] = [editor.palette(self._draw_tool, TOOL_COLUMNS)]
        if tool.number is not None:
            parts.append(
                Stepper(editor, f"size-{tool.name}", say(tool.number), lambda: editor.sizes[tool.name],
                        (1, LARGEST_NUMBER), partial(self._set_size, tool.name))
            )  # fmt: skip
        parts += [section(editor, "tool", say(tool.title)), words(editor, "blurb", say(tool.blurb))]
        return column(editor, "paint", *parts)

    def _draw_tool(self, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[ToolName]) -> None:
        draw_tool(self.app.kit, surface, rect, tool, self.editor.field_of(tool.name))

    def _set_size(self, tool: ToolName, size: int) -> None:
        self.editor.sizes[tool] = size

    # -- knights

    def knights(self) -> Widget:
        """Make the kinds to add, the queue, and what can be done with the chosen one."""
        kit, say, knights = self.app.kit, self.app.say, self.drawing.knights
        height = LEAST_TARGET + 2 if self.editor.places.compact else KNIGHT
        kinds = [self._kind_swatch(kind, height) for kind in KNIGHT_TITLES]
        parts: list[Widget] = [
            section(self.editor, "adding", say(Message("Add a knight"))),
            Grid(kit, "kinds", kinds, 4, gap=4),
            section(self.editor, "queue", say(Message("In the order of entry"))),
        ]
        if knights:
            self.chosen_knight = min(self.chosen_knight, len(knights) - 1)
            tokens = [self._token(place) for place in range(len(knights))]
            parts += [Grid(kit, "tokens", tokens, self.editor.columns(TOKEN_COLUMNS), gap=4), *self._knight_strip()]
        parts.append(self._required_stepper())
        return column(self.editor, "knights", *parts)

    def _kind_swatch(self, kind: KnightKind, height: float) -> Swatch:
        def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            draw_knight(self.app.kit, surface, rect, kind)

        return Swatch(self.app.kit, f"add-{kind}", paint, partial(self._add_knight, kind),
                      tip=self.app.say(KNIGHT_TITLES[kind]), height=height)  # fmt: skip

    def _token(self, place: int) -> Swatch:
        """Make the token of a knight in the queue: his number, and what he begins with."""

        def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
            knights = self.drawing.knights
            if place < len(knights):
                draw_knight(self.app.kit, surface, rect, knights[place].kind)

        def label() -> str:
            most = self.drawing.knights[place].most if place < len(self.drawing.knights) else 0
            shown = str(most) if most <= MOST_SHOWN else "…"
            return f"{place + 1}·{shown}" if most else str(place + 1)

        title = self.app.say(KNIGHT_TITLES[self.drawing.knights[place].kind])
        return Swatch(self.app.kit, f"knight-{place}", paint, partial(self._choose_knight, place), tip=title,
                      label=label, is_chosen=lambda: self.chosen_knight == place, height=TOKEN)  # fmt: skip

    def _knight_strip(self) -> Iterator[Widget]:
        """Make what can be done with the chosen knight."""
        kit, say, place = self.app.kit, self.app.say, self.chosen_knight
        knight, count = self.drawing.knights[place], len(self.drawing.knights)
        title = say(Message("{number}: {kind}", number=place + 1, kind=KNIGHT_TITLES[knight.kind]))
        yield section(self.editor, "knight", title)
        if knight.kind in SUPPLY_TITLES:
            yield Stepper(self.editor, "most", say(SUPPLY_TITLES[knight.kind]), lambda: self._most(place),
                          (1, LARGEST_NUMBER), self._set_most)  # fmt: skip
        buttons = [
            Button(kit, "earlier", icon="chevron_left", on_press=partial(self._move_knight, -1),
                   tip=say(Message("Let him enter earlier")), enabled=place > 0),
            Button(kit, "later", icon="chevron_right", on_press=partial(self._move_knight, 1),
                   tip=say(Message("Let him enter later")), enabled=place < count - 1),
            Button(kit, "twin", icon="content_copy", on_press=self._double_knight,
                   tip=say(Message("One more like him")), enabled=count < MOST_KNIGHTS),
            Button(kit, "remove", icon="delete_outline", on_press=self._remove_knight,
                   tip=say(Message("Leave him out"))),
        ]  # fmt: skip
        yield Row(kit, "knight-strip", buttons, weights=(1, 1, 1, 1), gap=6)

    def _required_stepper(self) -> Widget:
        label, bounds = self.app.say(Message("Must arrive")), (1, max(1, len(self.drawing.knights)))
        return Stepper(self.editor, "required", label, lambda: self.drawing.required, bounds, self._require)

    def _add_knight(self, kind: KnightKind) -> None:
        if len(self.drawing.knights) >= MOST_KNIGHTS:
            self.app.sound.play("deny")
            self.app.tell(Message("{n} knights are the most there may be.", n=MOST_KNIGHTS))
            return
        self.chosen_knight = len(self.drawing.knights)
        self.editor.do(self.drawing.add_knight(new_knight(kind)))

    def _choose_knight(self, place: int) -> None:
        self.chosen_knight = place
        self.editor.rebuild()
        body, strip = self.editor.ui.find("body-knights"), self.editor.ui.find("knight-strip")
        if body is not None and strip is not None:
            body.reveal(strip)

    def _move_knight(self, steps: int) -> None:
        place = self.chosen_knight
        self.chosen_knight = max(0, min(len(self.drawing.knights) - 1, place + steps))
        self.editor.do(self.drawing.move_knight(place, steps))

    def _double_knight(self) -> None:
        place = self.chosen_knight
        self.chosen_knight = place + 1
        self.editor.do(self.drawing.add_knight(self.drawing.knights[place], place + 1))

    def _remove_knight(self) -> None:
        self.editor.do(self.drawing.remove_knight(self.chosen_knight))

    def _most(self, place: int) -> int:
        return self.drawing.knights[place].most if place < len(self.drawing.knights) else 1

    def _set_most(self, most: int) -> None:
        place = self.chosen_knight
        knight = with_size(self.drawing.knights[place], most)
        self.editor.do(self.drawing.change_knight(place, knight), anew=False)

    def _require(self, number: int) -> None:
        self.editor.do(self.drawing.require(number), anew=False)

    # -- the board

    def board(self) -> Widget:
        """Make the measures, and what concerns the board as a whole."""
        kit, say, editor = self.app.kit, self.app.say, self.editor
        variants = [(name, self.app.get(variant.title)) for name, variant in editor.config.variants.items()]
        sizes = (1, LONGEST_SIDE)
        return column(
            editor, "board",
            Stepper(editor, "height", say(Message("Rows")), lambda: self.drawing.height, sizes, self._set_height),
            Stepper(editor, "width", say(Message("Columns")), lambda: self.drawing.width, sizes, self._set_width),
            self._required_stepper(),
            Choice(kit, "variant", say(Message("Try it out as")), variants, editor.variant, editor.take_variant),
            Button(kit, "clear", say(Message("Empty the board")), "broom", self._clear),
        )  # fmt: skip

    def _set_height(self, height: int) -> None:
        self._resize(height, self.drawing.width)

    def _set_width(self, width: int) -> None:
        self._resize(self.drawing.height, width)

    def _resize(self, height: int, width: int) -> None:
        """Take other measures; as long as nothing else is done, what was cut off comes back, all as one step."""
        run = self._stretched is not None and self._stretched[1] == self.drawing
        first = self._stretched[0] if run and self._stretched is not None else self.drawing
        after = first.resize(height, width)
        self._stretched = (first, after)
        self.editor.do(after, amend=run and self.editor.history.past[-1:] == (first,), anew=False)

    def _clear(self) -> None:
        fields = tuple((PLAIN,) * self.drawing.width for _ in range(self.drawing.height))
        self.editor.do(replace(self.drawing, fields=fields))
