"""Places that are cut off others, as what lies on a screen shares it."""

from __future__ import annotations

from typing import Literal

import pygame

Edge = Literal["left", "right", "top", "bottom"]


def cut(room: pygame.Rect, edge: Edge, length: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Cut a place of that length off a room at one of its edges; what is left of the room begins beyond a gap.

    >>> cut(pygame.Rect(0, 0, 100, 50), "left", 30, gap=10)
    (Rect(0, 0, 30, 50), Rect(40, 0, 60, 50))
    >>> cut(pygame.Rect(0, 0, 100, 50), "bottom", 20)
    (Rect(0, 30, 100, 20), Rect(0, 0, 100, 30))
    """
    left, top, width, height = room
    if edge in ("left", "right"):
        rest = max(1, width - length - gap)
        before, after = (left, left + length + gap) if edge == "left" else (room.right - length, left)
        return pygame.Rect(before, top, length, height), pygame.Rect(after, top, rest, height)
    rest = max(1, height - length - gap)
    before, after = (top, top + length + gap) if edge == "top" else (room.bottom - length, top)
    return pygame.Rect(left, before, width, length), pygame.Rect(left, after, width, rest)
