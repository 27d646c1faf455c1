"""The clipboard of the desktop, where there is one."""

from __future__ import annotations

import pygame
import pygame.scrap


def copy(text: str) -> bool:
    """Put a text where other programs can paste it; false where there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text that was copied last, here or elsewhere; empty where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
