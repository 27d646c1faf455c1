"""Pages as files to print: one PDF, or a PNG for each, at the resolution of printers."""

from __future__ import annotations

from io import BytesIO

import pygame
from PIL import Image

DPI = 300
QUALITY = 92
"""Of the pictures in a PDF, by the measure of JPEG; lines stay crisp."""


def image_of(page: pygame.Surface) -> Image.Image:
    """Give a page as Pillow has it."""
    return Image.frombytes("RGB", page.get_size(), pygame.image.tobytes(page, "RGB"))


class PdfFile:
    """A PDF to which one page after the other is added, so that only one has to be held."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._content = BytesIO()

    def add(self, page: pygame.Surface) -> None:
        """Add a page as large as its pixels make it."""
        is_first = not self._content.tell()
        told = {"title": self._title, "creator": "Quincunx"} if is_first else {"append": True}
        image_of(page).save(self._content, "PDF", resolution=DPI, quality=QUALITY, subsampling=0, **told)

    def content(self) -> bytes:
        """Give the file."""
        return self._content.getvalue()


def png_of(page: pygame.Surface) -> bytes:
    """Give a page as a PNG that knows how large it is on paper."""
    content = BytesIO()
    image_of(page).save(content, "PNG", dpi=(DPI, DPI))
    return content.getvalue()
