"""The tools with which a labyrinth is drawn: their names, what they are for, and how they look on the palette."""

from __future__ import annotations

from typing import Literal

import pygame

from logic.core import Message
from logic.dragon.board import Field, FieldKind, Knight, KnightKind
from scenes.editortools import Tool
from sprites.dragon_art import field_icon
from sprites.kit import Kit

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
    Tool("hand", Message("Hand"), Message("Draws the board about when not all of it is seen."), "hand_back_right"),
)
USUAL_SIZE = 2
"""Of a hole or a store, before anything else is chosen."""

KNIGHT_TITLES: dict[KnightKind, Message] = {
    "ordinary": Message("Ordinary knight"),
    "eater": Message("Eater"),
    "builder": Message("Builder"),
    "jumper": Message("Jumper"),
}
SUPPLY_TITLES: dict[KnightKind, Message] = {"eater": Message("Teeth"), "builder": Message("Bricks")}


def field_title(kind: FieldKind) -> Message:
    """Give the name of a field."""
    return next(tool.title for tool in TOOLS if tool.name == kind)


def new_knight(kind: KnightKind) -> Knight:
    """Give a knight as he is added first."""
    return Knight(kind, USUAL_SIZE) if kind in SUPPLY_TITLES else Knight(kind)


def draw_tool(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, tool: Tool[ToolName], field: Field | None) -> None:
    """Draw what a tool paints, with the number it has now, or its sign."""
    if tool.icon:
        icon = kit.bakery.icon(tool.icon, round(rect.height * 0.72), kit.theme.colours.ink)
        surface.blit(icon, icon.get_rect(center=rect.center))
        return
    picture = field_icon(kit, "entrance" if tool.name == "entrance" or field is None else field, rect.width)
    surface.blit(picture, rect)


def draw_knight(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, kind: KnightKind) -> None:
    """Draw a knight as large as his place."""
    surface.blit(field_icon(kit, kind, rect.width), rect)
