"""The desktop's clipboard, if there is one."""

from __future__ import annotations

import pygame
import pygame.scrap

try:
    import copykitten
except ImportError:  # there is none for this machine
    copykitten = None  # type: ignore[assignment]


def copy(text: str) -> bool:
    """Put a text where other programs can paste it; false if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text that was copied last, here or elsewhere; empty if there is none, or one in no UTF-8."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, UnicodeDecodeError):
        return ""


def takes_pictures() -> bool:
    """Tell whether pictures can be copied at all on this kind of machine."""
    return copykitten is not None


def copy_picture(picture: pygame.Surface) -> bool:
    """Put a picture where other programs can paste it; false if there is no clipboard.

    To be called only where :func:`takes_pictures`.
    """
    try:
        copykitten.copy_image(pygame.image.tobytes(picture, "RGBA"), *picture.get_size())
    except copykitten.CopykittenError:
        return False
    return True
