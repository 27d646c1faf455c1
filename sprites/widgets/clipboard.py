"""The desktop's clipboard, if there is one."""

from __future__ import annotations

import pygame
import pygame.scrap

try:
    import copykitten
except ImportError:  # not available on this platform
    copykitten = None  # type: ignore[assignment]


def copy(text: str) -> bool:
    """Copy a text to the clipboard; return False if there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text on the clipboard; empty if there is none, or it is not UTF-8."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""


def takes_pictures() -> bool:
    """Whether pictures can be copied on this platform."""
    return copykitten is not None


def copy_picture(picture: pygame.Surface) -> bool:
    """Copy a picture to the clipboard; return False if there is none.

    Call it only if :func:`takes_pictures`.
    """
    try:
        copykitten.copy_image(pygame.image.tobytes(picture, "RGBA"), *picture.get_size())
    except copykitten.CopykittenError:
        return False
    return True
